//! Where two bodies are near each other.
//!
//! Law:    points, rims and edges of each are held against the signed distance of the other; edges
//!         against edges; smooth surfaces where their normals oppose. Whichever way the bodies move.
//! Limits: a pair of convex shapes gives every place that is nearest around there, but of a line that
//!         lies on a face only its ends, and of a face on a face only corners and crossings of edges.

use super::field::{self, Feature, Near};
use super::lines::Line;
use super::minima;
use super::shape::Shape;
use super::surface::Room;
use super::tree::Open;
use super::vector::{Frame, Vector, difference, dot, length, plus};

/// Places nearer to each other than this on both bodies are one \[m\]: the same touch, found twice.
const SAME: f64 = 1e-7;

/// Corners nearer to an edge than this may touch either of its faces \[m\].
const BESIDE: f64 = 2e-6;
/// A corner looks at a face whose normal has at least this share against its own way out.
const FACING: f64 = -0.05;

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

/// Room that is kept from pair to pair, so that nothing is allocated once it is warm.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    pub room: Room,
    pub open: Open,
    pub lines: [Vec<Line>; 2],
    pub nearby: [minima::Nearby; 2],
    /// Where smooth parts of this pair touched before, and the nodes where searches ended.
    pub last: Vec<minima::Last>,
    pub met: Vec<u32>,
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

    pub(crate) fn push(&mut self, found: Found) {
        // Points of the first body come first; corners that meet corners are found again.
        let close = match found.key.kind {
            Kind::Point if found.key.who == 0 => 0.0,
            Kind::Point => BESIDE,
            _ => SAME,
        };
        let twice = close > 0.0
            && self.out[self.first..].iter().any(|own| {
                let apart = |n: usize| length(difference(own.places[n], found.places[n]));
                own.key.kind <= found.key.kind && (0..2).all(|n| apart(n) < close)
            });
        let numbers = found.places.iter().flatten().chain(&found.normal);
        let numbers = numbers.chain(&[found.gap]).all(|own| own.is_finite());
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
        shape.points(|number, place, radius, out| {
            let point = Point {
                number: number as u32,
                place,
                radius,
                out,
                surface: None,
            };
            self.point(who, &point);
        });
    }

    /// One point of a body against all that is near.
    pub(crate) fn point(&mut self, who: usize, point: &Point) {
        let (own, other) = (self.sides[who].frame, self.sides[1 - who].frame);
        let at = other.place_in(own.out(point.place));
        // One or two, seldom more; the list is borrowed while they are found.
        let mut found: [Option<Near>; 8] = [None; 8];
        let mut count = 0;
        self.near(1 - who, at, point.radius + self.margin, |near| {
            if let Some(place) = found.get_mut(count) {
                *place = Some(near);
                count += 1;
            }
        });
        let out = point.out.map(|out| other.way_in(own.way(out)));
        for near in found.into_iter().flatten() {
            let near = match out {
                Some(out) => self.faced(who, at, out, near),
                None => near,
            };
            let inward = own.way_in(other.way(near.normal));
            let key = Key {
                kind: Kind::Point,
                who: who as u8,
                feature: point.number,
                other: near.patch,
            };
            let place = plus(point.place, inward, -point.radius);
            let gap = near.distance - point.radius;
            self.tell(key, place, point.surface, gap, &near);
        }
    }

    /// A corner right at an edge of the other body is as near to both faces there: it touches the one
    /// that it looks at, which is seen from a little inside its own body. Else a block on another of
    /// its size would stand on it or slide down beside it as rounding will.
    fn faced(&mut self, who: usize, at: Vector, out: Vector, near: Near) -> Near {
        let looks_at = |near: &Near| dot(near.normal, out) < FACING;
        let sure = looks_at(&near) && near.feature == Feature::Face;
        if sure || near.distance.abs() > BESIDE {
            return near;
        }
        let inside = plus(at, out, -BESIDE);
        match self.nearest(1 - who, inside, self.margin + BESIDE) {
            Some(seen) if looks_at(&seen) && seen.feature == Feature::Face => {
                let distance = dot(difference(at, seen.place), seen.normal);
                Near {
                    distance,
                    place: plus(at, seen.normal, -distance),
                    ..seen
                }
            }
            _ => near,
        }
    }
}

/// A point that may touch, in its body's frame.
pub(crate) struct Point {
    pub number: u32,
    pub place: Vector,
    pub radius: f64,
    /// Out of the body, where it is a corner.
    pub out: Option<Vector>,
    pub surface: Option<(usize, [f64; 3])>,
}
