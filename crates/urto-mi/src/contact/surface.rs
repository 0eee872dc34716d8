//! Balls against a surface of triangles.
//!
//! Law:    a mass is pushed away from the nearest point of the whole surface, along the way between
//!         the two, by its depth: its reach less its distance. The corners around that point are
//!         pushed the other way, by their shares in it. Distance is a potential of all four places,
//!         whose slope these forces are: as the nearest point moves along the surface, distance does
//!         not change with it. One point at a time: over a flat sheet nothing is felt of its edges.
//! Sides:  a mass stays on the side from which it came, whichever that is: behind the surface its
//!         distance is negative. So a thin cloth and a closed body need nothing but their triangles,
//!         whose winding says nothing, and points without a radius are held up, too. At a border, where
//!         it may go around, and far away the side is forgotten; energy can only become less by that.
//! Limits: a surface is touched in one point by each mass: what is to lie in the corner of a box needs
//!         a surface for each wall. What gets deeper than its reach and the margin of the search has
//!         come through. A surface does not touch its own masses.

use super::grid::{Cell, Grid, MARGIN, Seen, room};
use super::skin::{Skin, unit};
use super::{Against, Contact, ContactCounts, mean};
use crate::model::Model;
use crate::vector::{SAME_PLACE, Vector, difference, dot, length, scaled};
use urto_mesh::triangle::{mixed, nearest};

/// The least margin of a search, as a share of the usual edge: points without a radius need one.
const MARGIN_OF_EDGE: f64 = 0.1;
/// And in metres, where there is neither.
const LEAST_MARGIN: f64 = 1e-9;

/// A mass that touches a surface.
pub(crate) struct Touch4 {
    pub mass: usize,
    pub corners: [usize; 3],
    pub shares: [f64; 3],
    /// Its distance on its own side, less its reach \[m\]: negative.
    pub gap: f64,
    /// From the surface to its own side, of length 1.
    pub way: Vector,
}

#[derive(Clone)]
pub(crate) struct SkinContact {
    masses: Vec<u32>,
    reaches: Vec<f64>,
    largest: f64,
    skin: Skin,
    /// The side on which each mass is: 1 in front, -1 behind, 0 not known.
    sides: Vec<i8>,
    grid: Grid,
    seen: Seen,
    /// Masses and triangles that are near each other, as found; and the triangles by mass.
    found: Vec<[u32; 2]>,
    starts: Vec<u32>,
    near: Vec<u32>,
    room: usize,
    pub counts: ContactCounts,
}

impl SkinContact {
    /// Nothing for what is no surface.
    pub fn new(contact: &Contact, model: &Model) -> Option<Self> {
        let Against::Surface(triangles) = &contact.against else {
            return None;
        };
        let skin = Skin::new(triangles);
        let radius = |n: usize| model.masses()[n].radius;
        let masses: Vec<u32> = contact.masses.iter().map(|own| own.0).collect();
        let reaches: Vec<f64> = (masses.iter())
            .map(|own| contact.reach(radius(*own as usize)))
            .collect();
        let place = |n: usize| model.masses()[n].position;
        let edges = (0..triangles.len()).flat_map(|n| {
            let [a, b, c] = skin.placed(n, place);
            [difference(b, a), difference(c, b), difference(a, c)].map(length)
        });
        let edge = mean(edges);
        let margin = MARGIN * mean(reaches.iter().copied());
        let margin = margin.max(MARGIN_OF_EDGE * edge).max(LEAST_MARGIN);
        let largest = reaches.iter().copied().fold(0.0, f64::max);
        // Half an edge at least, so that a triangle lies in few cells.
        let size = (largest + margin).max(0.5 * edge);
        let all = masses.len() + triangles.len();
        let room = room(all).min(masses.len().saturating_mul(triangles.len()));
        Some(Self {
            grid: Grid::new(masses.len(), size),
            seen: Seen::new(masses.len() + skin.corners.len(), margin),
            sides: vec![0; masses.len()],
            found: Vec::with_capacity(room),
            starts: vec![0; masses.len() + 1],
            near: vec![0; room],
            room,
            masses,
            reaches,
            largest,
            skin,
            counts: ContactCounts::default(),
        })
    }

    /// Masses have other numbers from now on.
    pub fn renumber(&mut self, new: impl Fn(usize) -> usize) {
        for own in self.masses.iter_mut().chain(&mut self.skin.corners) {
            *own = new(*own as usize) as u32;
        }
    }

    /// The numbers of all its masses.
    pub fn masses(&self) -> impl Iterator<Item = usize> {
        let all = self.masses.iter().chain(&self.skin.corners);
        all.map(|own| *own as usize)
    }

    /// Looks anew who is near, and who is on which side.
    pub fn forget(&mut self) {
        self.seen.forget();
        self.sides.fill(0);
    }

    /// Tells of all that touch. Does not allocate.
    pub fn touching(&mut self, at: impl Fn(usize) -> Vector, mut tell: impl FnMut(Touch4)) {
        self.look(&at);
        self.counts.tests += self.counts.near as u64;
        for n in 0..self.masses.len() {
            let near = self.starts[n] as usize..self.starts[n + 1] as usize;
            if near.is_empty() {
                self.sides[n] = 0;
                continue;
            }
            let mass = self.masses[n] as usize;
            let from = at(mass);
            let mut best = (0, [0.0; 3], f64::INFINITY);
            for triangle in &self.near[near] {
                let triangle = *triangle as usize;
                let places = self.skin.placed(triangle, &at);
                let shares = nearest(from, places);
                let way = difference(from, mixed(shares, places));
                let square = dot(way, way);
                if square < best.2 {
                    best = (triangle, shares, square);
                }
            }
            let (triangle, shares, square) = best;
            let (side, distance, way) = self.measure(n, triangle, shares, from, square, &at);
            self.sides[n] = side;
            let gap = distance - self.reaches[n];
            if gap < 0.0 {
                let corners = self.skin.triangles[triangle];
                tell(Touch4 {
                    mass,
                    corners: corners.map(|own| self.skin.corners[own as usize] as usize),
                    shares,
                    gap,
                    way,
                });
            }
        }
    }

    /// On which side a mass is from now on, how far from the surface on that side, and which way that
    /// is.
    fn measure(
        &self,
        n: usize,
        triangle: usize,
        shares: [f64; 3],
        from: Vector,
        square: f64,
        at: &impl Fn(usize) -> Vector,
    ) -> (i8, f64, Vector) {
        let places = self.skin.placed(triangle, at);
        let point = mixed(shares, places);
        let apart = difference(from, point);
        let distance = square.sqrt();
        let away = || {
            if distance > SAME_PLACE {
                scaled(apart, 1.0 / distance)
            } else {
                unit(self.skin.normal(triangle, at))
            }
        };
        let Some(front) = self.skin.front(triangle, shares, at) else {
            return (0, distance, away());
        };
        let ahead = dot(front, apart);
        let here = if ahead < 0.0 { -1 } else { 1 };
        let side = match self.sides[n] {
            0 => here,
            own => own,
        };
        let sign = f64::from(side);
        // In a face its normal is the way, also where it is passed.
        if !shares.contains(&0.0) {
            let normal = unit(front);
            if normal != [0.0; 3] {
                return (side, sign * dot(normal, apart), scaled(normal, sign));
            }
        }
        let sign = if side == here { 1.0 } else { -1.0 };
        (side, sign * distance, scaled(away(), sign))
    }

    /// Looks who is near, if that may have changed.
    fn look(&mut self, at: &impl Fn(usize) -> Vector) {
        let (masses, corners) = (&self.masses, &self.skin.corners);
        let place = |n: usize| {
            let own = match n.checked_sub(masses.len()) {
                None => masses[n],
                Some(n) => corners[n],
            };
            at(own as usize)
        };
        if !self.seen.is_old(place) {
            return;
        }
        self.seen.look(place);
        self.counts.searches += 1;
        self.search(at);
        self.counts.near = self.found.len();
        // By mass, triangles in order.
        self.starts.fill(0);
        for [mass, _] in &self.found {
            self.starts[*mass as usize + 1] += 1;
        }
        for n in 1..self.starts.len() {
            self.starts[n] += self.starts[n - 1];
        }
        for [mass, triangle] in self.found.iter().rev() {
            let end = &mut self.starts[*mass as usize + 1];
            *end -= 1;
            self.near[*end as usize] = *triangle;
        }
        self.starts.copy_within(1.., 0);
        if let Some(last) = self.starts.last_mut() {
            *last = self.found.len() as u32;
        }
    }

    fn search(&mut self, at: &impl Fn(usize) -> Vector) {
        let Self {
            masses,
            reaches,
            skin,
            grid,
            found,
            counts,
            ..
        } = self;
        let (room, margin) = (self.room, self.seen.margin());
        found.clear();
        grid.sort(|n| at(masses[n] as usize));
        for triangle in 0..skin.triangles.len() {
            let places = skin.placed(triangle, at);
            let mut full = false;
            let mut keep = |n: usize| {
                counts.tests += 1;
                let from = at(masses[n] as usize);
                let way = difference(from, mixed(nearest(from, places), places));
                let near = reaches[n] + margin;
                if dot(way, way) < near * near {
                    full |= found.len() == room;
                    if !full {
                        found.push([n as u32, triangle as u32]);
                    }
                }
            };
            let [low, high] = cells(grid, places, self.largest + margin);
            let count: f64 = (0..3).map(|k| (high[k] - low[k] + 1) as f64).product();
            if count < masses.len() as f64 {
                let all = (low[0]..=high[0]).flat_map(|x| {
                    (low[1]..=high[1]).flat_map(move |y| (low[2]..=high[2]).map(move |z| [x, y, z]))
                });
                all.flat_map(|cell| grid.within(cell)).for_each(&mut keep);
            } else {
                // A triangle that is larger than all that may touch it.
                (0..masses.len()).for_each(&mut keep);
            }
            if full {
                counts.crowded += 1;
                return;
            }
        }
    }
}

/// The first and the last cell of those in which somebody may be this near to a triangle.
fn cells(grid: &Grid, places: [Vector; 3], far: f64) -> [Cell; 2] {
    let [a, b, c] = places;
    let low = core::array::from_fn(|k| a[k].min(b[k]).min(c[k]) - far);
    let high = core::array::from_fn(|k| a[k].max(b[k]).max(c[k]) + far);
    [grid.cell(low), grid.cell(high)]
}
