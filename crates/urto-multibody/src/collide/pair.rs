//! Where two bodies are near each other.
//!
//! Law:    points, rims and edges of each are held against the signed distance of the other; edges
//!         against edges; smooth surfaces where their normals oppose. Whichever way the bodies move.
//! Limits: a pair of convex shapes gives every place that is nearest around there, but of a line that
//!         lies on a face only its ends, and of a face on a face only corners and crossings of edges.

use super::edges::{self, Crossing};
use super::field::{self, Near};
use super::lowest::lowest;
use super::minima;
use super::shape::{Edge, Shape, box_edges};
use super::surface::Room;
use super::tree::Open;
use super::vector::{Bounds, Frame, Vector, difference, dot, length, plus};

/// Places nearer to each other than this on both bodies are one \[m\]: the same touch, found twice.
const SAME: f64 = 1e-7;

/// One of two bodies.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    pub shape: &'a Shape,
    pub frame: &'a Frame,
}

/// What touches, by which it is known again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    pub kind: Kind,
    /// Whose feature it is: the first body's (0) or the second's.
    pub who: u8,
    pub feature: u32,
    pub other: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Point,
    Crossing,
    Line,
    Rim,
    Smooth,
}

/// A touch before it has a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub key: Key,
    pub places: [Vector; 2],
    pub surfaces: [Option<(usize, [f64; 3])>; 2],
    pub normal: Vector,
    pub gap: f64,
}

/// A straight line of a body, in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    number: u32,
    edge: Edge,
    /// Of rods; edges have none.
    radius: f64,
    rod: bool,
    bounds: Bounds,
}

/// Room that is kept from pair to pair, so that nothing is allocated once it is warm.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub room: Room,
    pub open: Open,
    pub lines: [Vec<Line>; 2],
    pub nearby: [minima::Nearby; 2],
    pub edge_pairs: Vec<[u32; 2]>,
}

pub(crate) struct Pair<'a> {
    pub sides: [Side<'a>; 2],
    /// Touches are told up to this distance \[m\].
    pub margin: f64,
    pub scratch: &'a mut Scratch,
    pub out: &'a mut Vec<Found>,
    /// Where this pair's touches begin.
    pub first: usize,
}

impl Pair<'_> {
    pub fn find(&mut self) {
        use Shape::{Plane, Sphere};
        match (self.sides[0].shape, self.sides[1].shape) {
            (Plane, Plane) => {}
            (Sphere { .. }, _) => self.points(0),
            (_, Sphere { .. }) => self.points(1),
            _ => {
                self.look_around();
                for who in 0..2 {
                    self.points(who);
                    self.mesh_points(who);
                }
                for who in 0..2 {
                    self.rims(who);
                    self.smooth(who);
                }
                self.crossings();
                self.lines(0);
                self.lines(1);
            }
        }
    }

    pub(crate) fn side(&self, who: usize) -> Side<'_> {
        self.sides[who]
    }

    /// Tells of a feature of one side against the other: its place there in its own frame, and what
    /// is near to it.
    pub(crate) fn tell(
        &mut self,
        key: Key,
        place: Vector,
        surface: Option<(usize, [f64; 3])>,
        gap: f64,
        near: &Near,
    ) {
        let (who, other) = (key.who as usize, 1 - key.who as usize);
        let outward = self.sides[other].frame.way(near.normal);
        let mut found = Found {
            key,
            places: [place; 2],
            surfaces: [surface; 2],
            normal: if who == 0 {
                outward.map(|own| -own)
            } else {
                outward
            },
            gap,
        };
        found.places[other] = near.place;
        found.surfaces[other] = near.surface;
        self.push(found);
    }

    fn push(&mut self, found: Found) {
        let twice = match found.key.kind {
            // Points of the first body come first; corners that meet corners are found again.
            Kind::Point if found.key.who == 0 => false,
            _ => self.out[self.first..].iter().any(|own| {
                own.key.kind <= found.key.kind
                    && (0..2).all(|n| length(difference(own.places[n], found.places[n])) < SAME)
            }),
        };
        let numbers = found
            .normal
            .iter()
            .chain(&[found.gap])
            .all(|own| own.is_finite());
        if found.gap <= self.margin && numbers && !twice {
            self.out.push(found);
        }
    }

    /// All that is near a point of the other side's frame.
    fn near(&mut self, other: usize, at: Vector, reach: f64, mut each: impl FnMut(Near)) {
        let shape = self.sides[other].shape;
        match shape.mesh() {
            Some(mesh) => mesh.near(at, reach, &mut self.scratch.room, each),
            None => {
                let near = field::near(shape, at);
                near.into_iter()
                    .filter(|own| own.distance <= reach)
                    .for_each(&mut each);
            }
        }
    }

    /// What is nearest to a point of the other side's frame.
    pub(crate) fn nearest(&mut self, other: usize, at: Vector, reach: f64) -> Option<Near> {
        let shape = self.sides[other].shape;
        match shape.mesh() {
            Some(mesh) => mesh.nearest(at, reach, &mut self.scratch.room),
            None => field::near(shape, at),
        }
    }

    fn points(&mut self, who: usize) {
        let shape = self.sides[who].shape;
        shape.points(|n, point, radius| self.point(who, n as u32, point, radius, None));
    }

    /// One point of a body, in its own frame, with a radius around it.
    pub(crate) fn point(
        &mut self,
        who: usize,
        number: u32,
        point: Vector,
        radius: f64,
        surface: Option<(usize, [f64; 3])>,
    ) {
        let (own, other) = (self.sides[who].frame, self.sides[1 - who].frame);
        let at = other.into_own(own.out(point));
        // One or two, seldom more; the list is borrowed while they are found.
        let mut found: [Option<Near>; 8] = [None; 8];
        let mut count = 0;
        self.near(1 - who, at, radius + self.margin, |near| {
            if let Some(place) = found.get_mut(count) {
                *place = Some(near);
                count += 1;
            }
        });
        for near in found.iter().flatten() {
            let inward = own.way_in(other.way(near.normal));
            let key = Key {
                kind: Kind::Point,
                who: who as u8,
                feature: number,
                other: near.patch,
            };
            let place = plus(point, inward, -radius);
            self.tell(key, place, surface, near.distance - radius, near);
        }
    }

    /// Lists the straight lines of a body that are near the other.
    fn list_lines(&mut self, who: usize) {
        let (side, other) = (self.sides[who], self.sides[1 - who]);
        let mut lines = core::mem::take(&mut self.scratch.lines[who]);
        lines.clear();
        let reach = other.shape.bounds().through(other.frame).grown(self.margin);
        let mut add = |number: u32, edge: Edge, radius: f64, rod: bool| {
            let edge = Edge {
                ends: edge.ends.map(|own| side.frame.out(own)),
                normals: edge.normals.map(|own| side.frame.way(own)),
            };
            let bounds = Bounds::around(&edge.ends).grown(radius + self.margin);
            if matches!(other.shape, Shape::Plane) || bounds.meets(&reach) {
                lines.push(Line {
                    number,
                    edge,
                    radius,
                    rod,
                    bounds,
                });
            }
        };
        match *side.shape {
            Shape::Box { half } => {
                let all = box_edges(half).into_iter().enumerate();
                all.for_each(|(n, edge)| add(n as u32, edge, 0.0, false));
            }
            Shape::Capsule { radius, half } | Shape::Cylinder { radius, half } => {
                let edge = Edge {
                    ends: [[0.0, 0.0, -half], [0.0, 0.0, half]],
                    normals: [[1.0, 0.0, 0.0]; 2],
                };
                add(0, edge, radius, true);
            }
            Shape::Mesh(ref mesh) => {
                for n in &self.scratch.nearby[who].edges {
                    add(*n, mesh.edge(*n as usize), 0.0, false);
                }
            }
            Shape::Plane | Shape::Sphere { .. } => {}
        }
        self.scratch.lines[who] = lines;
    }

    /// Lines that cross.
    fn crossings(&mut self) {
        self.list_lines(0);
        self.list_lines(1);
        let lines = core::mem::take(&mut self.scratch.lines);
        let meshes = self.sides.map(|own| own.shape.mesh().is_some());
        if meshes == [true; 2] {
            let pairs = core::mem::take(&mut self.scratch.edge_pairs);
            for [a, b] in &pairs {
                let of = |who: usize, n: &u32| {
                    let place = lines[who].binary_search_by_key(n, |own| own.number);
                    place.ok().map(|place| &lines[who][place])
                };
                if let (Some(a), Some(b)) = (of(0, a), of(1, b)) {
                    self.crossing(a, b);
                }
            }
            self.scratch.edge_pairs = pairs;
        } else {
            for a in &lines[0] {
                for b in lines[1].iter().filter(|b| a.bounds.meets(&b.bounds)) {
                    self.crossing(a, b);
                }
            }
        }
        self.scratch.lines = lines;
    }

    fn crossing(&mut self, a: &Line, b: &Line) {
        let round = |who: usize| matches!(self.sides[who].shape, Shape::Capsule { .. });
        let Some(Crossing {
            places,
            normal,
            gap,
        }) = (match (a.rod, b.rod) {
            (false, false) => edges::sharp(&a.edge, &b.edge),
            // What crosses a cylinder is held against its field.
            (true, false) if round(0) => edges::rod_and_edge(a.edge.ends, a.radius, &b.edge),
            (false, true) if round(1) => {
                let found = edges::rod_and_edge(b.edge.ends, b.radius, &a.edge);
                found.map(|own| Crossing {
                    places: [own.places[1], own.places[0]],
                    normal: own.normal.map(|own| -own),
                    ..own
                })
            }
            (true, true) if round(0) == round(1) => {
                edges::rods(a.edge.ends, b.edge.ends, [a.radius, b.radius])
            }
            _ => None,
        })
        else {
            return;
        };
        if gap > self.margin || gap < -self.deepest() {
            return;
        }
        let places: [Vector; 2] = core::array::from_fn(|n| self.sides[n].frame.into_own(places[n]));
        let lines = [a, b];
        let surfaces = core::array::from_fn(|n| {
            let mesh = self.sides[n].shape.mesh()?;
            Some(mesh.on_edge(lines[n].number as usize, places[n]))
        });
        let key = Key {
            kind: Kind::Crossing,
            who: 0,
            feature: a.number,
            other: b.number,
        };
        self.push(Found {
            key,
            places,
            surfaces,
            normal,
            gap,
        });
    }

    /// Edges overlap by no more than half of the thinner body: beyond they belong to its other side.
    fn deepest(&self) -> f64 {
        let thin = |own: &Side| {
            own.shape
                .bounds()
                .size()
                .into_iter()
                .fold(f64::MAX, f64::min)
        };
        0.5 * self.sides.iter().map(thin).fold(f64::MAX, f64::min)
    }

    /// Lines of one side against the other's curved surface.
    fn lines(&mut self, who: usize) {
        let other = 1 - who;
        let own = match self.sides[who].shape {
            Shape::Box { .. } | Shape::Capsule { .. } | Shape::Mesh(_) => who,
            _ => return,
        };
        let curved = match self.sides[other].shape {
            Shape::Cylinder { .. } => true,
            Shape::Mesh(mesh) => mesh.patches.iter().any(|own| own.smooth),
            _ => false,
        };
        if !curved {
            return;
        }
        let lines = core::mem::take(&mut self.scratch.lines[own]);
        for line in &lines {
            self.line(who, line);
        }
        self.scratch.lines[own] = lines;
    }

    fn line(&mut self, who: usize, line: &Line) {
        let other = 1 - who;
        let frame = self.sides[other].frame;
        let ends = line.edge.ends.map(|own| frame.into_own(own));
        let along = difference(ends[1], ends[0]);
        let slope = |pair: &mut Self, share: f64| {
            let near = pair.nearest(other, plus(ends[0], along, share), f64::MAX)?;
            Some(dot(near.normal, along))
        };
        // The ends themselves are points, and told as such.
        let Some(share) = lowest(|share| slope(self, share)) else {
            return;
        };
        let at = plus(ends[0], along, share);
        let Some(near) = self.nearest(other, at, f64::MAX) else {
            return;
        };
        // Elsewhere on a mesh its edges and corners are met by crossings and points.
        let smooth = match self.sides[other].shape.mesh() {
            Some(mesh) => {
                near.feature == field::Feature::Face && mesh.patches[near.patch as usize].smooth
            }
            None => true,
        };
        let gap = near.distance - line.radius;
        if !smooth || gap > self.margin || gap < -self.deepest() {
            return;
        }
        // A sharp edge touches only with what looks away from its own body.
        let outward = frame.way(near.normal);
        let faces = line.edge.normals.map(|own| dot(own, outward));
        if !line.rod && faces[0].min(faces[1]) > 0.0 {
            return;
        }
        let own = self.sides[who].frame;
        let place = own.into_own(plus(frame.out(at), outward, -line.radius));
        let mesh = self.sides[who].shape.mesh();
        let surface = mesh.map(|mesh| mesh.on_edge(line.number as usize, place));
        let key = Key {
            kind: Kind::Line,
            who: who as u8,
            feature: line.number,
            other: near.patch,
        };
        self.tell(key, place, surface, gap, &near);
    }
}
