//! A smooth surface through the nodes of a patch, so that what rolls on it does not feel its facets.
//!
//! Law:    at each place the algebraic sphere u0 + u·x + u4·x·x that fits the nodes around it best,
//!         in place and normal, weighted by (1 - d²/reach²)⁴; the surface is where its value at
//!         that very place is 0. Spheres and planes are met exactly. The normal is the full slope of
//!         that value, weights included: the fitted sphere's own would give and take energy.
//! Refs:   Guennebaud & Gross 2007, Algebraic point set surfaces.

use super::mesh::Mesh;
use super::vector::{Vector, across, difference, dot, length, plus, scaled};

/// Rounds of a search for the nearest point; four or five are usual.
const ROUNDS: usize = 60;
/// A place has been found when it moves by less than this share of the reach.
const CLOSE: f64 = 1e-13;
/// The nearest point is not sought farther inside a bend than this share of its radius is left.
const BENT: f64 = 0.2;

/// The surface near a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    /// How far outside the place is, to first order \[m\].
    pub outside: f64,
    pub normal: Vector,
    /// One over the radius of the sphere; negative in hollows.
    pub curvature: f64,
    /// The corner's node that is nearest.
    pub corner: u32,
}

/// A point on the smooth surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foot {
    pub place: Vector,
    pub fit: Fit,
}

impl Mesh {
    /// The surface around a place near a corner's node; nothing where no nodes are near.
    pub(crate) fn fit(&self, at: Vector, corner: u32, reach: f64) -> Option<Fit> {
        let [from, to] = [corner, corner + 1].map(|own| self.starts[own as usize] as usize);
        let per = 1.0 / (reach * reach);
        let mut sums = Sums::default();
        let mut slopes = [Sums::default(); 3];
        let mut nearest = (corner, f64::INFINITY);
        for own in &self.beside[from..to] {
            let node = self.node(*own);
            // From the place itself, so that nothing large is subtracted.
            let way = difference(node.place, at);
            let far = dot(way, way);
            if far < nearest.1 && (*own as usize) < self.topology.corner_node_count {
                nearest = (*own, far);
            }
            let left = 1.0 - far * per;
            if left <= 0.0 {
                continue;
            }
            let cube = left * left * left;
            let one = Sums {
                weight: 1.0,
                place: way,
                normal: node.normal,
                square: far,
                mixed: dot(way, node.normal),
            };
            sums.add(&one, cube * left);
            let steep = 8.0 * per * cube;
            slopes[0].add(&one, steep * way[0]);
            slopes[1].add(&one, steep * way[1]);
            slopes[2].add(&one, steep * way[2]);
        }
        let sphere = Sphere::new(&sums)?;
        let along = |k: usize| sphere.linear[k] + sphere.change(&sums, &slopes[k]);
        let slope = [along(0), along(1), along(2)];
        let steep = length(slope);
        if !(steep > f64::MIN_POSITIVE && steep.is_finite()) {
            return None;
        }
        Some(Fit {
            outside: sphere.constant / steep,
            normal: [slope[0] / steep, slope[1] / steep, slope[2] / steep],
            curvature: 2.0 * sphere.square / steep,
            corner: nearest.0,
        })
    }

    /// The point of the surface that is nearest to another, sought from a place near it.
    pub(crate) fn foot(&self, of: Vector, from: Vector, corner: u32, reach: f64) -> Option<Foot> {
        let (mut place, mut corner) = (from, corner);
        for _ in 0..ROUNDS {
            let fit = self.fit(place, corner, reach)?;
            corner = fit.corner;
            let way = difference(of, place);
            let bend = (1.0 + fit.curvature * dot(way, fit.normal)).max(BENT);
            let along = scaled(across(way, fit.normal), 1.0 / bend);
            let step = plus(along, fit.normal, -fit.outside);
            // Not farther than the nodes see.
            let long = length(step);
            let short = (0.5 * reach / long).min(1.0);
            if long <= CLOSE * reach {
                return Some(Foot { place, fit });
            }
            place = plus(place, step, short);
        }
        let fit = self.fit(place, corner, reach)?;
        Some(Foot { place, fit })
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    weight: f64,
    place: Vector,
    normal: Vector,
    /// Of squares of places, and of places times normals.
    square: f64,
    mixed: f64,
}

impl Sums {
    #[inline]
    fn add(&mut self, other: &Self, times: f64) {
        self.weight += times * other.weight;
        self.place = plus(self.place, other.place, times);
        self.normal = plus(self.normal, other.normal, times);
        self.square += times * other.square;
        self.mixed += times * other.mixed;
    }
}

struct Sphere {
    constant: f64,
    linear: Vector,
    square: f64,
    spread: f64,
}

impl Sphere {
    fn new(sums: &Sums) -> Option<Self> {
        let w = sums.weight;
        let spread = sums.square - dot(sums.place, sums.place) / w;
        if !(w > 0.0 && spread > 0.0) {
            return None;
        }
        let square = 0.5 * (sums.mixed - dot(sums.place, sums.normal) / w) / spread;
        let along = |k: usize| (sums.normal[k] - 2.0 * square * sums.place[k]) / w;
        let linear = [along(0), along(1), along(2)];
        let constant = -(dot(linear, sums.place) + square * sums.square) / w;
        Some(Self {
            constant,
            linear,
            square,
            spread,
        })
    }

    /// How the constant changes where the sums change so.
    fn change(&self, sums: &Sums, by: &Sums) -> f64 {
        let w = sums.weight;
        let top = by.mixed - (dot(by.place, sums.normal) + dot(sums.place, by.normal)) / w
            + dot(sums.place, sums.normal) * by.weight / (w * w);
        let below = by.square - 2.0 * dot(sums.place, by.place) / w
            + dot(sums.place, sums.place) * by.weight / (w * w);
        let square = 0.5 * (top - 2.0 * self.square * below) / self.spread;
        let along = |k: usize| {
            let own = by.normal[k] - 2.0 * (square * sums.place[k] + self.square * by.place[k]);
            (own - self.linear[k] * by.weight) / w
        };
        let linear = [along(0), along(1), along(2)];
        let all = dot(linear, sums.place)
            + dot(self.linear, by.place)
            + square * sums.square
            + self.square * by.square
            + self.constant * by.weight;
        -all / w
    }
}
