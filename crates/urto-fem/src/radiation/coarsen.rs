//! A surface with about as many triangles as wanted, for the boundary elements.
//!
//! Step:   long edges are cut, then the cheapest edges are drawn together to a point, over and
//!         over. Cheap is what moves the surface little (quadric errors) and, on flat parts, what
//!         is short: the air wants cells of one size.
//! Limits: the surface stays closed, thin walls and narrow gaps stay open, and no cell grows
//!         beyond what the wanted number means; so a thin or filigree body keeps more triangles.

use super::error::RadiationError;
use super::hold::{limits, quadrics};
use super::quadric::Quadric;
use super::split::split;
use super::surface::Surface;
use super::system::MOST_VERTICES;
use super::tree::Tree;
use super::vector::{Vec3, add, blend, cross, dot, length, scale, sub};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// How much shortness counts against moving the surface: a tenth of an edge's length against a
/// distance. On a sphere of 1000 triangles cells stay equal, and a sharp edge stays sharp.
const SHORT: f64 = 0.1;
/// How much longer edges count where they touch a sharp edge: the pressure changes fast there.
const AT_SHARP_EDGE: f64 = 1.5;
/// No edge longer than this many wanted ones: a square's diagonal is 1.3 of them.
const LONGEST: f64 = 1.8;
/// Edges are first cut to this many wanted ones, so that drawing together has a choice.
const CUT: f64 = 0.75;
/// A triangle may turn by up to 70 degrees when a corner moves: cos 70°.
const TURN_COSINE: f64 = 0.34;
/// Where vertices may move further than this many wanted edges, no wall is near enough to watch.
const THIN: f64 = 0.1;

/// A surface of about `panels` triangles near the given one.
///
/// # Errors
/// When the given surface is so crooked that no closed one came out.
pub fn coarsen(fine: &Surface, panels: usize) -> Result<Surface, RadiationError> {
    // More could not be solved for: a closed surface has two triangles for each vertex.
    let panels = panels.clamp(12, 2 * MOST_VERTICES);
    // The edge of an equilateral triangle with the wanted area.
    let wanted = (4.0 / 3.0_f64.sqrt() * fine.area() / panels as f64).sqrt();
    let mut vertices = fine.vertices().to_vec();
    let mut triangles = fine.triangles().to_vec();
    // Long strips need many cuts before they can be drawn together; this many take a second.
    let most = 64 * panels.max(triangles.len());
    split(&mut vertices, &mut triangles, CUT * wanted, most);
    let even = Surface::new(vertices, triangles)?;
    let tree = Tree::new(&even);
    let mut work = Coarsening::new(&even, &tree, wanted);
    // Evened out, a surface that was stuck among needles can be made coarser still.
    let mut before = usize::MAX;
    while work.left() < before {
        before = work.left();
        work.run(panels);
        work.relax();
    }
    work.restore_volume(even.volume());
    work.surface()
}

pub(super) struct Coarsening<'a> {
    /// The surface before.
    tree: &'a Tree<'a>,
    pub(super) vertices: Vec<Vec3>,
    pub(super) triangles: Vec<Option<[usize; 3]>>,
    /// The triangles around each vertex.
    pub(super) around: Vec<Vec<usize>>,
    quadrics: Vec<Quadric>,
    /// Whether a vertex lies on a sharp edge.
    is_sharp: Vec<bool>,
    /// How far each vertex may be from its planes \[m\].
    pub(super) limits: Vec<f64>,
    /// Changes when the vertex moves, so that old offers are known.
    ages: Vec<u32>,
    origin: Vec3,
    wanted: f64,
    heap: BinaryHeap<Offer>,
}

/// To draw the edge between two vertices together.
struct Offer {
    cost: f64,
    ends: [usize; 2],
    ages: [u32; 2],
    place: Vec3,
}

impl PartialEq for Offer {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Offer {}
impl PartialOrd for Offer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Offer {
    /// The cheapest is the greatest; equal ones by number, so that the result is always the same.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.cost.total_cmp(&self.cost)).then(other.ends.cmp(&self.ends))
    }
}

impl<'a> Coarsening<'a> {
    fn new(surface: &Surface, tree: &'a Tree<'a>, wanted: f64) -> Self {
        let count = surface.vertices().len();
        let origin = surface.centre();
        let mut around = vec![Vec::new(); count];
        for (triangle, corners) in surface.triangles().iter().enumerate() {
            for &vertex in corners {
                around[vertex].push(triangle);
            }
        }
        let (quadrics, is_sharp) = quadrics(surface, origin);
        Self {
            tree,
            vertices: surface.vertices().iter().map(|&v| sub(v, origin)).collect(),
            triangles: surface.triangles().iter().copied().map(Some).collect(),
            around,
            quadrics,
            is_sharp,
            limits: limits(surface, tree, wanted),
            ages: vec![0; count],
            origin,
            wanted,
            heap: BinaryHeap::new(),
        }
    }

    /// How many triangles are left.
    fn left(&self) -> usize {
        self.triangles.iter().flatten().count()
    }

    fn offer(&mut self, a: usize, b: usize) {
        let mut together = self.quadrics[a];
        together.add(&self.quadrics[b]);
        let (from, to) = (self.vertices[a], self.vertices[b]);
        let middle = scale(add(from, to), 0.5);
        let limit = self.limits[a].min(self.limits[b]);
        let mut best: Option<(f64, f64, Vec3)> = None;
        for place in [Some(middle), Some(from), Some(to), together.best(middle)]
            .into_iter()
            .flatten()
        {
            let moved = together.distance2(place);
            let off = sub(place, middle);
            // Where the planes leave it free, the middle: a thousandth decides between equals.
            let badness = moved + 1e-3 * dot(off, off);
            // Flat triangles' own best point may lie far away.
            let is_close = length(off) < self.wanted;
            if is_close && best.is_none_or(|(least, ..)| badness < least) {
                best = Some((badness, moved, place));
            }
        }
        let Some((_, moved, place)) = best else {
            return;
        };
        if moved > limit * limit {
            return;
        }
        let mut short = SHORT * length(sub(from, to));
        if self.is_sharp[a] || self.is_sharp[b] {
            short *= AT_SHARP_EDGE;
        }
        self.heap.push(Offer {
            cost: moved + short * short,
            ends: [a.min(b), a.max(b)],
            ages: [self.ages[a.min(b)], self.ages[a.max(b)]],
            place,
        });
    }

    fn run(&mut self, panels: usize) {
        let mut left = self.left();
        self.heap.clear();
        for triangle in 0..self.triangles.len() {
            let Some(corners) = self.triangles[triangle] else {
                continue;
            };
            for e in 0..3 {
                let (a, b) = (corners[e], corners[(e + 1) % 3]);
                if a < b && left > panels {
                    self.offer(a, b);
                }
            }
        }
        while left > panels {
            let Some(offer) = self.heap.pop() else { break };
            let [a, b] = offer.ends;
            if [self.ages[a], self.ages[b]] != offer.ages || !self.may_join(a, b, offer.place) {
                continue;
            }
            left -= self.join(a, b, offer.place);
        }
    }

    /// Whether the surface stays closed and no triangle turns over, grows too long or vanishes.
    fn may_join(&self, a: usize, b: usize, place: Vec3) -> bool {
        let (near_a, near_b) = (self.neighbours(a), self.neighbours(b));
        // Two triangles meet at the edge; a third common neighbour would close a neck.
        let common = near_a.iter().filter(|v| near_b.contains(v)).count();
        if common != 2 || near_a.len() + near_b.len() < 8 {
            return false;
        }
        let limit = self.limits[a].min(self.limits[b]);
        for (vertex, other) in [(a, b), (b, a)] {
            for &triangle in &self.around[vertex] {
                let Some(corners) = self.triangles[triangle] else {
                    continue;
                };
                if corners.contains(&other) {
                    continue;
                }
                let before = corners.map(|v| self.vertices[v]);
                let after = corners.map(|v| if v == vertex { place } else { self.vertices[v] });
                if !self.may_become(&before, &after, limit) || !self.keeps_wall(&after, limit) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a triangle stays clear of the next wall: its middle and the middles of its edges
    /// are furthest from a bent surface whose vertices it touches. They may go twice as far as
    /// vertices: then at least a quarter of the wall is left.
    pub(super) fn keeps_wall(&self, triangle: &[Vec3; 3], limit: f64) -> bool {
        if limit > THIN * self.wanted {
            return true;
        }
        let normal = cross(sub(triangle[1], triangle[0]), sub(triangle[2], triangle[0]));
        let third = 1.0 / 3.0;
        [
            [0.5, 0.5, 0.0],
            [0.0, 0.5, 0.5],
            [0.5, 0.0, 0.5],
            [third; 3],
        ]
        .into_iter()
        .all(|shares| {
            let point = add(blend(triangle, shares), self.origin);
            self.tree.is_near(point, normal, 2.0 * limit)
        })
    }

    pub(super) fn may_become(&self, before: &[Vec3; 3], after: &[Vec3; 3], limit: f64) -> bool {
        let turn = |t: &[Vec3; 3]| cross(sub(t[1], t[0]), sub(t[2], t[0]));
        let (old, new) = (turn(before), turn(after));
        let longest = (0..3)
            .map(|e| length(sub(after[(e + 1) % 3], after[e])))
            .fold(0.0, f64::max);
        let was_longest = (0..3)
            .map(|e| length(sub(before[(e + 1) % 3], before[e])))
            .fold(0.0, f64::max);
        let height = length(new) / longest;
        let was_height = length(old) / was_longest;
        dot(old, new) > TURN_COSINE * length(old) * length(new)
            && longest <= (LONGEST * self.wanted).max(was_longest)
            // No needles: as high as a quarter of its length, or on a thin wall's side as half the
            // wall, or hardly lower than it was.
            && (height > 0.25 * longest || height > 2.0 * limit || height > 0.7 * was_height)
    }

    pub(super) fn neighbours(&self, vertex: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (self.around[vertex].iter())
            .filter_map(|&triangle| self.triangles[triangle])
            .flatten()
            .filter(|&v| v != vertex)
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Draws b into a; says how many triangles that took.
    fn join(&mut self, a: usize, b: usize, place: Vec3) -> usize {
        self.vertices[a] = place;
        let added = self.quadrics[b];
        self.quadrics[a].add(&added);
        self.is_sharp[a] |= self.is_sharp[b];
        self.limits[a] = self.limits[a].min(self.limits[b]);
        let mut gone = 0;
        for triangle in std::mem::take(&mut self.around[b]) {
            match &mut self.triangles[triangle] {
                Some(corners) if corners.contains(&a) => {
                    self.triangles[triangle] = None;
                    gone += 1;
                }
                Some(corners) => {
                    for corner in corners.iter_mut().filter(|corner| **corner == b) {
                        *corner = a;
                    }
                    self.around[a].push(triangle);
                }
                None => {}
            }
        }
        let triangles = &self.triangles;
        self.around[a].retain(|&triangle| triangles[triangle].is_some());
        self.ages[a] += 1;
        self.ages[b] += 1;
        // A join that was refused may be allowed after its surroundings changed.
        for neighbour in self.neighbours(a) {
            self.offer(a, neighbour);
        }
        gone
    }

    /// Flat triangles cut the bulges of a round body off: moves each vertex outwards by as much as
    /// it lies off its planes, in proportion, until the body holds as much as before. Flat faces,
    /// where vertices lie in their planes, stay.
    fn restore_volume(&mut self, wanted: f64) {
        let off: Vec<f64> = (self.quadrics.iter().zip(&self.vertices))
            .map(|(quadric, &vertex)| quadric.distance2(vertex).sqrt())
            .collect();
        // Newton's method; thin needles need more than one step.
        for _ in 0..4 {
            let mut volume = 0.0;
            let mut outward = vec![[0.0; 3]; self.vertices.len()];
            for corners in self.triangles.iter().flatten() {
                let [a, b, c] = corners.map(|vertex| self.vertices[vertex]);
                let turn = cross(sub(b, a), sub(c, a));
                volume += dot(turn, a) / 6.0;
                for &vertex in corners {
                    outward[vertex] = add(outward[vertex], turn);
                }
            }
            // A step by `off` adds a sixth of the turns around each vertex.
            let sizes: Vec<f64> = outward.iter().map(|&direction| length(direction)).collect();
            let gain: f64 = off
                .iter()
                .zip(&sizes)
                .map(|(off, size)| off * size / 6.0)
                .sum();
            let share = (wanted - volume) / gain;
            // Flat bodies gain nothing; more than the distance from the planes at once is no bulge
            // that was cut off.
            if !share.is_finite() || share == 0.0 {
                return;
            }
            let share = share.clamp(-1.0, 1.0);
            for (vertex, direction) in outward.into_iter().enumerate() {
                if sizes[vertex] > 0.0 {
                    let step = scale(direction, share * off[vertex] / sizes[vertex]);
                    self.vertices[vertex] = add(self.vertices[vertex], step);
                }
            }
        }
    }

    fn surface(self) -> Result<Surface, RadiationError> {
        let mut numbers = vec![None; self.vertices.len()];
        let mut vertices = Vec::new();
        let triangles = (self.triangles.iter().flatten())
            .map(|corners| {
                corners.map(|vertex| {
                    *numbers[vertex].get_or_insert_with(|| {
                        vertices.push(add(self.vertices[vertex], self.origin));
                        vertices.len() - 1
                    })
                })
            })
            .collect();
        Surface::new(vertices, triangles)
    }
}
