//! Collisions: which bodies are near each other, where, and how far.
//!
//! Hear:   a ball that rolls on a meshed bowl rolls, and does not rattle with its triangles; what
//!         rests keeps the same touches from step to step, and is silent.
//! Law:    touches are told while bodies are nearer than a band, whichever way they move: 20 µm, and
//!         twice as far as the place may come in a step. Shapes with closed forms are met exactly; a
//!         mesh as smooth patches with creases between them (mesh.rs, smooth.rs).
//! Step:   boxes around bodies in a tree that is refitted; pairs whose boxes meet are looked at
//!         closely (pair.rs); a touch that is new and farther than the band at rest is told only if
//!         the two come together when they are moved on (sweep.rs); names.rs knows touches again.
//!         Nothing depends on addresses, hashes or threads, and nothing allocates once lists are as
//!         long as they get.
//! Use:    for energy to be kept, ask with the poses in the middle of the coming step and take the gap at
//!         its start from the places; say with [`Contacts::moving`] how bodies move, so that the band
//!         is right from the first step on.
//! Limits: surfaces are closed; bodies do not touch themselves; places deeper inside a mesh than a
//!         twentieth of its size are not found. The tree is our own: parry's does no more for us than
//!         these two hundred lines, and would bring forty crates.
//!
//! ```
//! use urto_multibody::collide::{Contacts, Shape};
//! use urto_multibody::{Collisions, Pose};
//! let mut contacts = Contacts::new(vec![Shape::Plane, Shape::Sphere { radius: 0.01 }])?;
//! let turn = [1.0, 0.0, 0.0, 0.0];
//! let ground = Pose { place: [0.0; 3], turn };
//! let ball = Pose { place: [0.0, 0.0, 0.01 + 5e-6], turn };
//! let mut touches = Vec::new();
//! contacts.touches(&[ground, ball], &mut touches);
//! assert_eq!(touches.len(), 1);
//! assert!((touches[0].gap - 5e-6).abs() < 1e-15);
//! # Ok::<(), urto_multibody::collide::ShapeError>(())
//! ```

mod edges;
mod feet;
mod field;
mod flat;
mod lines;
mod lowest;
mod mesh;
mod minima;
mod names;
mod pair;
mod patches;
mod rim;
mod shape;
mod smooth;
mod surface;
mod sweep;
mod topology;
mod tree;
mod vector;

pub use mesh::Mesh;
pub use shape::{Shape, ShapeError};

use crate::state::{Reader, StateError, Writer};
use crate::touch::{Collisions, Pose, Touch};
use names::Names;
use pair::{Found, Pair, Scratch, Side};
use tree::{Open, Tree};
use vector::{Bounds, Frame, Vector, cross, difference, dot, length, scaled, sum};

/// The band of bodies at rest \[m\]: wider than what they move in a step at rest, far narrower than
/// what one hears them fall.
const STILL: f64 = 20e-6;
/// The band grows by so many times the way that a place goes in a step.
const AHEAD: f64 = 2.0;

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Of its centre of mass \[m/s\].
    pub velocity: [f64; 3],
    /// About its centre of mass, in the world \[rad/s\].
    pub spin: [f64; 3],
}

/// What the last search cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pairs of boxes that were compared.
    pub boxes: u64,
    /// Pairs of bodies that were looked at closely.
    pub pairs: u64,
    /// Times that two bodies were moved on to see whether they come together.
    pub moved: u64,
}

/// The way and the turn of a body in a step.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    way: Vector,
    turn: Vector,
}

/// Finds where bodies touch.
#[derive(Clone, Debug)]
pub struct Contacts {
    shapes: Vec<Shape>,
    fixed: Vec<bool>,
    /// Pairs that pass through each other, sorted.
    apart: Vec<[u32; 2]>,
    band: f64,
    frames: Vec<Option<Frame>>,
    before: Vec<Option<Frame>>,
    ways: Vec<Way>,
    /// Whether somebody has said how bodies move; else it is taken from their poses.
    told: bool,
    tree: Tree,
    boxes: Vec<Bounds>,
    pairs: Vec<[u32; 2]>,
    open: Open,
    scratch: Scratch,
    found: Vec<Found>,
    trial: Vec<Found>,
    names: Names,
    counts: Counts,
}

impl Contacts {
    /// For bodies with these shapes, numbered in their order.
    pub fn new(shapes: Vec<Shape>) -> Result<Self, ShapeError> {
        for (body, shape) in shapes.iter().enumerate() {
            shape.check(body)?;
        }
        let count = shapes.len();
        Ok(Self {
            fixed: vec![false; count],
            apart: vec![],
            band: STILL,
            frames: vec![None; count],
            before: vec![None; count],
            ways: vec![Way::default(); count],
            told: false,
            tree: Tree::default(),
            boxes: vec![Bounds::around(&[[0.0; 3]]); count],
            pairs: vec![],
            open: Open::default(),
            scratch: Scratch::default(),
            found: vec![],
            trial: vec![],
            names: Names::default(),
            counts: Counts::default(),
            shapes,
        })
    }

    /// The band in which bodies at rest touch, 20 µm unless it is set \[m\].
    pub fn set_band(&mut self, metres: f64) {
        self.band = if metres >= 0.0 && metres.is_finite() {
            metres
        } else {
            STILL
        };
    }

    /// A body that never moves: two of these do not touch.
    pub fn set_fixed(&mut self, body: usize, fixed: bool) {
        if let Some(own) = self.fixed.get_mut(body) {
            *own = fixed;
        }
    }

    /// Two bodies pass through each other: those that a joint holds together.
    pub fn part(&mut self, one: usize, other: usize) {
        let pair = [one.min(other) as u32, one.max(other) as u32];
        if let Err(place) = self.apart.binary_search(&pair) {
            self.apart.insert(place, pair);
        }
    }

    /// Says how bodies move in the coming step of so many seconds. If nobody says it, they are taken
    /// to go on as they came since touches were last asked for.
    pub fn moving(&mut self, step: f64, motions: &[Motion]) {
        self.told = true;
        for (own, motion) in self.ways.iter_mut().zip(motions) {
            let way = scaled(motion.velocity, step);
            let turn = scaled(motion.spin, step);
            let finite = |way: Vector| way.iter().all(|own| own.is_finite());
            let [way, turn] = [way, turn].map(|own| if finite(own) { own } else { [0.0; 3] });
            *own = Way { way, turn };
        }
    }

    /// Corners of a body's mesh are now so far from their places at rest (in the body's frame \[m\]).
    /// Those that are not named stay where they are. Does nothing to other shapes. How far corners
    /// went since the last call widens the band.
    pub fn displace(&mut self, body: usize, corners: impl IntoIterator<Item = (usize, [f64; 3])>) {
        if let Some(Shape::Mesh(mesh)) = self.shapes.get_mut(body) {
            mesh.displace(corners.into_iter());
        }
    }

    /// What the last search cost.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    fn shake(&self, body: usize) -> f64 {
        self.shapes[body].mesh().map_or(0.0, Mesh::shake)
    }

    /// No place of the body goes farther in a step.
    fn farthest(&self, body: usize) -> f64 {
        let Way { way, turn } = self.ways[body];
        length(way) + length(turn) * self.shapes[body].radius() + self.shake(body)
    }

    fn place_bodies(&mut self, poses: &[Pose]) {
        core::mem::swap(&mut self.frames, &mut self.before);
        for (n, own) in self.frames.iter_mut().enumerate() {
            *own = poses.get(n).and_then(Frame::new);
        }
        for n in 0..self.shapes.len() {
            if let (false, Some(now), Some(before)) = (self.told, &self.frames[n], &self.before[n])
            {
                self.ways[n] = Way {
                    way: difference(now.place, before.place),
                    turn: now.turn_since(before),
                };
            }
            let frame = match (&self.frames[n], &self.shapes[n]) {
                (Some(frame), shape) if !matches!(shape, Shape::Plane) => frame,
                _ => continue,
            };
            let grown = 0.5 * self.band + AHEAD * self.farthest(n);
            self.boxes[n] = self.shapes[n].bounds().through(frame).grown(grown);
        }
        let boxes = &self.boxes;
        if self.tree.bounds() == Bounds::NONE {
            self.tree.build(boxes);
        } else {
            self.tree.refit(|n| boxes[n]);
            if self.tree.is_worn() {
                self.tree.build(boxes);
            }
        }
    }

    /// All pairs whose boxes meet, in order.
    fn find_pairs(&mut self) {
        let (shapes, frames) = (&self.shapes, &self.frames);
        let is_plane = |n: usize| matches!(shapes[n], Shape::Plane);
        let pairs = &mut self.pairs;
        pairs.clear();
        let mut add = |a: usize, b: usize| {
            let pair = [a.min(b) as u32, a.max(b) as u32];
            let there = frames[a].is_some() && frames[b].is_some();
            let move_at_all = !(self.fixed[a] && self.fixed[b]);
            if there && move_at_all && self.apart.binary_search(&pair).is_err() {
                pairs.push(pair);
            }
        };
        self.counts.boxes = self.tree.pairs(&mut self.open, |a, b| {
            if !is_plane(a) && !is_plane(b) {
                add(a, b);
            }
        });
        for plane in (0..shapes.len()).filter(|n| is_plane(*n)) {
            let Some(frame) = frames[plane] else { continue };
            let up = frame.way([0.0, 0.0, 1.0]);
            let ahead = AHEAD * (length(self.ways[plane].way));
            let level = dot(up, frame.place) + 0.5 * self.band + ahead;
            self.counts.boxes += shapes.len() as u64;
            self.tree.below(up, level, &mut self.open, |n| {
                if !is_plane(n) {
                    add(plane, n);
                }
            });
        }
        self.pairs.sort_unstable();
    }

    fn find_touches(&mut self, [a, b]: [u32; 2], into: &mut Vec<Touch>) {
        let bodies = [a as usize, b as usize];
        let [Some(one), Some(two)] = bodies.map(|n| self.frames[n]) else {
            return;
        };
        let frames = [one, two];
        let margin = self.band + AHEAD * (self.farthest(bodies[0]) + self.farthest(bodies[1]));
        let mut found = core::mem::take(&mut self.found);
        self.look(bodies, frames, margin, &mut found);
        found.sort_unstable_by(|a, b| a.key.cmp(&b.key).then(a.gap.total_cmp(&b.gap)));
        let least = found.iter().map(|own| own.gap).fold(f64::MAX, f64::min);
        self.names.begin(bodies);
        // Whether they come together is asked once for a pair.
        let mut comes = None;
        for own in &found {
            if own.gap > self.band + AHEAD * self.approach(bodies, &frames, own) {
                continue;
            }
            let known = self.names.known(own);
            if known.is_none() && own.gap > self.band {
                let comes = *comes
                    .get_or_insert_with(|| self.comes_together(bodies, frames, least, margin));
                if !comes {
                    continue;
                }
            }
            let identity = self.names.keep(own, known);
            into.push(Touch {
                bodies,
                places: core::array::from_fn(|n| self.at_rest(bodies[n], own, n)),
                surfaces: own.surfaces,
                normal: own.normal,
                gap: own.gap,
                identity,
            });
        }
        self.found = found;
    }

    fn at_rest(&self, body: usize, found: &Found, n: usize) -> Vector {
        match (self.shapes[body].mesh(), found.surfaces[n]) {
            (Some(mesh), Some(surface)) => mesh.at_rest(found.places[n], surface),
            _ => found.places[n],
        }
    }

    /// How far the two places of a touch move against each other in a step.
    fn approach(&self, bodies: [usize; 2], frames: &[Frame; 2], found: &Found) -> f64 {
        let moves: [Vector; 2] = core::array::from_fn(|n| {
            let Way { way, turn } = self.ways[bodies[n]];
            sum(way, cross(turn, frames[n].way(found.places[n])))
        });
        let shakes = self.shake(bodies[0]) + self.shake(bodies[1]);
        length(difference(moves[1], moves[0])) + shakes
    }

    /// Looks closely at a pair.
    fn look(&mut self, bodies: [usize; 2], frames: [Frame; 2], margin: f64, into: &mut Vec<Found>) {
        self.counts.pairs += 1;
        into.clear();
        self.names.smooth(bodies, &mut self.scratch.last);
        let sides = core::array::from_fn(|n| Side {
            shape: &self.shapes[bodies[n]],
            frame: &frames[n],
        });
        let mut pair = Pair {
            sides,
            margin,
            scratch: &mut self.scratch,
            out: into,
            first: 0,
        };
        pair.find();
    }
}

impl Contacts {
    /// What touches are known, for [`ShapedWorld::save`](crate::ShapedWorld::save).
    pub(crate) fn write(&self, to: &mut Writer) {
        self.names.write(to);
    }

    pub(crate) fn read(&mut self, from: &mut Reader) -> Result<(), StateError> {
        self.names.read(from, self.shapes.len())
    }

    fn all_touches(&mut self, poses: &[Pose], members: Option<&[bool]>, into: &mut Vec<Touch>) {
        let looked = |bodies: [usize; 2]| {
            let own = |n: usize| members.is_none_or(|all| all.get(n) == Some(&true));
            own(bodies[0]) && own(bodies[1])
        };
        into.clear();
        self.counts = Counts::default();
        self.place_bodies(poses);
        self.find_pairs();
        let pairs = core::mem::take(&mut self.pairs);
        for pair in &pairs {
            if looked(pair.map(|own| own as usize)) {
                self.find_touches(*pair, into);
            }
        }
        self.pairs = pairs;
        self.names.end(looked);
    }
}

impl Collisions for Contacts {
    fn touches(&mut self, poses: &[Pose], into: &mut Vec<Touch>) {
        self.all_touches(poses, None, into);
    }

    fn touches_among(&mut self, poses: &[Pose], members: &[bool], into: &mut Vec<Touch>) {
        self.all_touches(poses, Some(members), into);
    }

    fn moving(&mut self, step: f64, motions: &[Motion]) {
        Contacts::moving(self, step, motions);
        // Who bends is told of next.
        for own in &mut self.shapes {
            if let Shape::Mesh(mesh) = own
                && mesh.flexible
            {
                mesh.displace(core::iter::empty());
            }
        }
    }

    fn bends(&self, body: usize) -> bool {
        let mesh = self.shapes.get(body).and_then(Shape::mesh);
        mesh.is_some_and(|own| own.flexible)
    }

    fn displace(&mut self, body: usize, corners: &[[f64; 3]]) {
        Contacts::displace(self, body, corners.iter().copied().enumerate());
    }
}
