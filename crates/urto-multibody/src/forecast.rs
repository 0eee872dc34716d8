//! How a body would move in the coming step if nothing touched it.

use crate::body::{Motion, State};
use crate::touch::Pose;
use crate::vector::{
    Mat3, Vector, after, back, cayley, cross, difference, matrix, mean, plus, scaled, sum, times,
    unit,
};

/// The free motion of a body over a step.
///
/// With the matrices of the turn before and after, `r0` and `r1`, and the spin `w` of Cayley's turn
/// between them, a place that goes from `y0` to `y1` within the body moves by
/// `r1·y1 - r0·y0 = h·w x (bar·(y0 + y1)/2) + bar·(y1 - y0)`, exactly, where `bar` is the mean of the
/// two matrices. So a contact's velocity is truly the displacement of the step over its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forecast {
    pub start: Pose,
    pub start_turn: Mat3,
    /// The pose half way.
    pub middle: Pose,
    pub middle_turn: Mat3,
    pub bar: Mat3,
    /// Mean velocity of the step without gravity, and what gravity adds to the velocity in it.
    pub velocity: Vector,
    pub fall: Vector,
    pub spin: Vector,
}

impl Forecast {
    /// Of a step from a time \[s\]. A path that leads nowhere is as if it stood still.
    pub fn new(body: &State, time: f64, h: f64, gravity: Vector) -> Self {
        let start = body.pose();
        let (velocity, fall, spin) = match &body.motion {
            Motion::Fixed => ([0.0; 3], [0.0; 3], [0.0; 3]),
            Motion::Free => {
                let spun = body.spinning().step([0.0; 3], h, 0.5);
                (body.velocity, scaled(gravity, h), spun.spin)
            }
            Motion::Scripted(script) => {
                let next = script.pose(time + h);
                let (velocity, spin) = between(&start, &next, h);
                (velocity, [0.0; 3], spin)
            }
        };
        let start_turn = matrix(start.turn);
        let end_turn = matrix(after(cayley(scaled(spin, h)), start.turn));
        let middle = Pose {
            place: plus(start.place, plus(velocity, fall, 0.5), 0.5 * h),
            turn: unit(after(half(spin, h), start.turn)),
        };
        Self {
            start,
            start_turn,
            middle,
            middle_turn: matrix(middle.turn),
            bar: mean(&start_turn, &end_turn),
            velocity,
            fall,
            spin,
        }
    }

    /// Velocity of an arm's end over the step, with a share of gravity's.
    pub fn velocity_at(&self, arm: Vector, lean: f64) -> Vector {
        plus(sum(self.velocity, cross(self.spin, arm)), self.fall, lean)
    }

    /// Where a place of the body's frame is before the step.
    pub fn place_before(&self, place: Vector) -> Vector {
        sum(self.start.place, times(&self.start_turn, place))
    }
}

/// Half of Cayley's turn: its angle is 2·atan(a/2), of which the map of half the angle would be a
/// little more than half.
fn half(spin: Vector, h: f64) -> [f64; 4] {
    let whole = cayley(scaled(spin, h));
    unit([1.0 + whole[0], whole[1], whole[2], whole[3]])
}

/// Largest turn in a step of a path: Cayley's map of a half turn is infinite.
const MOST_TURN: f64 = 4.0;

/// Velocity and spin that lead from one pose to another; none where there is no such way.
fn between(from: &Pose, to: &Pose, h: f64) -> (Vector, Vector) {
    let velocity = scaled(difference(to.place, from.place), 1.0 / h);
    let velocity = if velocity.iter().all(|x| x.abs() <= 1e4) {
        velocity
    } else {
        [0.0; 3]
    };
    let [w, x, y, z] = after(unit(to.turn), back(from.turn));
    let turn = [x, y, z].map(|own| 2.0 * own / w);
    let spin = if turn.iter().all(|own| own.abs() <= MOST_TURN) {
        scaled(turn, 1.0 / h)
    } else {
        [0.0; 3]
    };
    (velocity, spin)
}
