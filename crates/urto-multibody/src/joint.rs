//! Joints: hinges, sliders and welds, as places of two bodies that stay together.
//!
//! Law:    a hinge holds a place of one body at a place of the other, and a second one on its axis
//!         across that; a slider lets the places glide along the axis; a weld holds three places. A
//!         place is held by its displacement over the step, as contacts are, so that nothing drifts.
//! Step:   contacts are solved within what joints leave free (bond.rs); the joints' own impulses then
//!         make the true displacement of the step nought, rotation and all: they do no work.
//! Limits: no play, friction or stops: contacts make these. A joint that is torn apart by other means
//!         comes together by a micrometre a step.

use crate::body::State;
use crate::contact::{Meeting, Pair};
use crate::error::{WorldError, all_within};
use crate::forecast::Forecast;
use crate::touch::Touch;
use crate::vector::{
    Mat3, Vector, difference, dot, frame, length, matrix, plus, scaled, times, times_transposed,
};

/// What a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Hinge,
    Slider,
    Weld,
}

/// Two bodies that are held together.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    kind: Kind,
    bodies: [usize; 2],
    at: [f64; 3],
    axis: [f64; 3],
    /// Where the joint sits on the surfaces of ringing bodies, so that it feels their modes: a
    /// triangle, and the shares of its corners.
    pub surfaces: [Option<(usize, [f64; 3])>; 2],
}

impl Joint {
    fn new(kind: Kind, a: usize, b: usize, at: [f64; 3], axis: [f64; 3]) -> Self {
        Self {
            kind,
            bodies: [a, b],
            at,
            axis,
            surfaces: [None; 2],
        }
    }

    /// Two bodies turn against each other about an axis through a place. Place \[m\] and axis are
    /// those of the world, for the poses that the bodies have when they are joined.
    pub fn hinge(a: usize, b: usize, at: [f64; 3], axis: [f64; 3]) -> Self {
        Self::new(Kind::Hinge, a, b, at, axis)
    }

    /// The second body glides along an axis of the first through a place, without turning.
    pub fn slider(a: usize, b: usize, at: [f64; 3], axis: [f64; 3]) -> Self {
        Self::new(Kind::Slider, a, b, at, axis)
    }

    /// Two bodies are one.
    pub fn weld(a: usize, b: usize, at: [f64; 3]) -> Self {
        Self::new(Kind::Weld, a, b, at, [0.0, 0.0, 1.0])
    }

    /// The two bodies.
    pub fn bodies(&self) -> [usize; 2] {
        self.bodies
    }
}

/// A place that is held: along which axes of the joint, and whether it glides along the first.
#[derive(Clone, Debug)]
struct Point {
    places: [Vector; 2],
    along: &'static [usize],
    glides: bool,
}

/// A joint of a world.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub bodies: [usize; 2],
    surfaces: [Option<(usize, [f64; 3])>; 2],
    /// The axis and two across, as the first body sees them.
    axes: Mat3,
    points: Vec<Point>,
}

impl Held {
    pub fn new(joint: &Joint, bodies: &[State]) -> Result<Self, WorldError> {
        let [a, b] = joint.bodies;
        for number in [a, b] {
            if number >= bodies.len() {
                let count = bodies.len();
                return Err(WorldError::NoSuchBody { number, count });
            }
        }
        all_within("the place of a joint in m", &joint.at, 1e4)?;
        let long = length(joint.axis);
        if a == b || !(1e-9..1e9).contains(&long) {
            return Err(WorldError::Joint {
                bodies: [a, b].map(|own| bodies[own].name.clone()),
                why: if a == b {
                    "it holds a body to itself: name two bodies"
                } else {
                    "its axis has no direction: give one such as [0, 1, 0]"
                },
            });
        }
        if bodies[a].freedoms() + bodies[b].freedoms() == 0 {
            return Err(WorldError::Joint {
                bodies: [a, b].map(|own| bodies[own].name.clone()),
                why: "neither body can move: let one of them be free",
            });
        }
        let axes = frame(scaled(joint.axis, 1.0 / long));
        let turns = [a, b].map(|own| matrix(bodies[own].turn));
        let seen = |side: usize, world: Vector| {
            let body = &bodies[joint.bodies[side]];
            times_transposed(&turns[side], difference(world, body.place))
        };
        // Places so far apart as mass is from the centre, for equations of like size.
        let apart = joint
            .bodies
            .iter()
            .filter(|own| bodies[**own].free())
            .map(|own| bodies[*own].reach())
            .fold(f64::MAX, f64::min);
        let apart = if apart < f64::MAX { apart } else { 0.05 };
        let point = |place: Vector, along: &'static [usize]| Point {
            places: [seen(0, place), seen(1, place)],
            along,
            glides: joint.kind == Kind::Slider,
        };
        let (on_axis, aside) = (
            plus(joint.at, axes[0], apart),
            plus(joint.at, axes[1], apart),
        );
        let points = match joint.kind {
            Kind::Hinge => vec![point(joint.at, &[0, 1, 2]), point(on_axis, &[1, 2])],
            Kind::Slider => vec![
                point(joint.at, &[1, 2]),
                point(on_axis, &[1, 2]),
                point(aside, &[2]),
            ],
            Kind::Weld => vec![
                point(joint.at, &[0, 1, 2]),
                point(on_axis, &[1, 2]),
                point(aside, &[2]),
            ],
        };
        Ok(Self {
            bodies: [a, b],
            surfaces: joint.surfaces,
            axes: axes.map(|own| times_transposed(&turns[0], own)),
            points,
        })
    }

    /// What holds in the coming step.
    pub fn ties(&self, bodies: &[State], forecasts: &[Forecast], into: &mut Vec<Tie>) {
        let [first, second] = self.bodies.map(|own| &forecasts[own]);
        let axes = self.axes.map(|own| times(&first.middle_turn, own));
        for point in &self.points {
            let mut places = point.places;
            if point.glides {
                // Where the second body's place will be in the middle of the step, as contacts are.
                let there = plus(
                    second.middle.place,
                    times(&second.middle_turn, places[1]),
                    1.0,
                );
                let here = difference(there, first.middle.place);
                let seen = times_transposed(&first.middle_turn, here);
                let way = dot(difference(seen, places[0]), self.axes[0]);
                places[0] = plus(places[0], self.axes[0], way);
            }
            let touch = Touch {
                bodies: self.bodies,
                places,
                surfaces: self.surfaces,
                normal: axes[0],
                gap: 0.0,
                identity: 0,
            };
            if let Some(meeting) = Meeting::new(&touch, Pair::default(), bodies, forecasts) {
                let along = point.along.iter().map(|own| axes[*own]).collect();
                into.push(Tie { meeting, along });
            }
        }
    }

    /// How far its places are apart along what is held \[m\].
    pub fn error(&self, bodies: &[State]) -> f64 {
        let turns = self.bodies.map(|own| matrix(bodies[own].turn));
        let mut most = 0.0f64;
        for point in &self.points {
            let ends = [0, 1].map(|side| {
                let place = times(&turns[side], point.places[side]);
                plus(bodies[self.bodies[side]].place, place, 1.0)
            });
            let apart = difference(ends[1], ends[0]);
            for own in point.along {
                most = most.max(dot(apart, times(&turns[0], self.axes[*own])).abs());
            }
        }
        most
    }
}

/// A place that is held in a step, along some ways of the world.
#[derive(Clone, Debug)]
pub(crate) struct Tie {
    pub meeting: Meeting,
    pub along: Vec<Vector>,
}
