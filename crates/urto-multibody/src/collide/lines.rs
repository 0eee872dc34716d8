//! Straight lines of bodies: edges and the middles of rods, against each other and against what is curved.

use super::edges::{self, Crossing};
use super::field::Feature;
use super::lowest::lowest;
use super::pair::{Found, Key, Kind, Pair, Side};
use super::shape::{Edge, Shape, box_edges};
use super::vector::{Bounds, Vector, difference, dot, plus};

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

impl Pair<'_> {
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
    pub(crate) fn crossings(&mut self) {
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
        let places: [Vector; 2] = core::array::from_fn(|n| self.sides[n].frame.place_in(places[n]));
        let lines = [a, b];
        let surfaces = core::array::from_fn(|n| {
            let mesh = self.sides[n].shape.mesh()?;
            Some(mesh.on_edge(lines[n].number as usize, places[n]))
        });
        let key = Key {
            kind: Kind::Crossing,
            who: 0,
            feature: self.known_as(0, a),
            other: self.known_as(1, b),
        };
        self.push(Found {
            key,
            places,
            surfaces,
            normal,
            gap,
        });
    }

    /// A crease of a mesh is one line, of however many edges: what slides along it stays the same.
    fn known_as(&self, who: usize, line: &Line) -> u32 {
        match self.sides[who].shape.mesh() {
            Some(mesh) => mesh.topology.creases[line.number as usize],
            None => line.number,
        }
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
    pub(crate) fn lines(&mut self, who: usize) {
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
        let ends = line.edge.ends.map(|own| frame.place_in(own));
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
            Some(mesh) => near.feature == Feature::Face && mesh.patches[near.patch as usize].smooth,
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
        let place = own.place_in(plus(frame.out(at), outward, -line.radius));
        let mesh = self.sides[who].shape.mesh();
        let surface = mesh.map(|mesh| mesh.on_edge(line.number as usize, place));
        let key = Key {
            kind: Kind::Line,
            who: who as u8,
            feature: self.known_as(who, line),
            other: near.patch,
        };
        self.tell(key, place, surface, gap, &near);
    }
}
