//! A thing launched up or down an inclined plane: where it is and how fast, at any rate.
//!
//! Hear:   drives a rolling sound (it slows, turns and comes back, or runs off the far end) and
//!         places it in a space.
//! Law:    x'' = -(g/j)·(sin(tilt) + c·cos(tilt)·sign(x')), with j = 1 + (k/r)² the inertia of
//!         turning (1 sliding, 7/5 a ball, 3/2 a disc) and c the coefficient of rolling
//!         resistance. It starts at x = 0 and is over when it comes back there or reaches the
//!         length, and rests where the slope cannot move it.
//! Step:   exact: between turning points the acceleration is constant.
//! Limits: rolls without slipping.
//! Refs:   Papetti 2010, 3.2.2.

use super::GRAVITY;
use crate::error::{BuildError, within};
use crate::math;
use crate::param::Params;

crate::params! {
    /// A plane on which something is launched.
    pub struct SlopeParams("slope") {
        /// Length of the plane.
        length: 2.0, Log(0.05, 100.0), "m", Event, spread 0.05;
        /// Slope of the plane: positive is uphill, negative downhill.
        tilt: 0.0, Linear(-60.0, 60.0), "°", Event, spread 0.02;
        /// Coefficient of rolling resistance: 0.001 for hard balls on hard ground, 0.05 for a
        /// soft ball on a carpet.
        resistance: 0.01, ZeroLog(1e-4, 1.0), "", Event, spread 0.05;
    }
}

/// How what moves on a plane turns, which makes it more inert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// It slides.
    None,
    /// A solid ball rolls.
    Ball,
    /// A disc or a solid cylinder rolls.
    Disc,
    /// A ring or a tube rolls.
    Ring,
}

impl Turning {
    /// Factor on inertia: 1 + (k/r)² with the radius of gyration k.
    pub const fn inertia(self) -> f64 {
        match self {
            Turning::None => 1.0,
            Turning::Ball => 1.4,
            Turning::Disc => 1.5,
            Turning::Ring => 2.0,
        }
    }
}

/// How the journey stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Travel {
    /// It moves.
    Under,
    /// It stands still on the plane.
    Rests,
    /// It has come back to where it was launched.
    Returned,
    /// It has run off the far end.
    Fell,
}

/// Greatest speed of a launch \[m/s\].
const FASTEST: f64 = 100.0;

/// A thing on an inclined plane.
///
/// ```
/// use urto::gesture::{InclinedPlane, SlopeParams, Travel, Turning};
/// // Thrown up a long slope without resistance, a sliding thing comes back as fast as it went.
/// let slope = SlopeParams { length: 5.0, tilt: 30.0, resistance: 0.0 };
/// let mut plane = InclinedPlane::new(2.0, &slope, Turning::None)?;
/// let mut time = 0.0f64;
/// while plane.step(1.0 / 48_000.0) == Travel::Under {
///     time += 1.0 / 48_000.0;
/// }
/// assert!((time - 2.0 * 2.0 / (9.81 * 0.5)).abs() < 1e-3);
/// assert!((plane.velocity() + 2.0).abs() < 1e-9);
/// # Ok::<(), urto::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InclinedPlane {
    length: f64,
    /// Acceleration along the plane by gravity, and its loss by resistance \[m/s²\].
    pull: f64,
    drag: f64,
    position: f64,
    velocity: f64,
    travel: Travel,
}

impl InclinedPlane {
    /// Launches something at a speed of up to 100 m/s, either way.
    pub fn new(speed: f64, slope: &SlopeParams, turning: Turning) -> Result<Self, BuildError> {
        slope.check()?;
        within("the launch speed [m/s]", speed, [-FASTEST, FASTEST])?;
        Ok(Self::launched(speed, slope, turning))
    }

    /// The same for what is known to be in range.
    pub(crate) fn launched(speed: f64, slope: &SlopeParams, turning: Turning) -> Self {
        let (angle, inertia) = (math::TAU * slope.tilt / 360.0, turning.inertia());
        let pull = -GRAVITY * math::sin(angle) / inertia;
        let drag = GRAVITY * math::cos(angle) * slope.resistance / inertia;
        // Launched at rest, it rolls down if the slope beats the resistance.
        let moves = speed != 0.0 || pull.abs() > drag;
        Self {
            length: slope.length,
            pull,
            drag,
            position: 0.0,
            velocity: speed,
            travel: if moves { Travel::Under } else { Travel::Rests },
        }
    }

    /// Where it is \[m\].
    pub fn position(&self) -> f64 {
        self.position
    }

    /// How fast it goes \[m/s\].
    pub fn velocity(&self) -> f64 {
        self.velocity
    }

    /// How the journey stands.
    pub fn travel(&self) -> Travel {
        self.travel
    }

    /// Lets time go on \[s\].
    pub fn step(&mut self, seconds: f64) -> Travel {
        let mut left = seconds;
        // At most: on to a halt, back, and to an end.
        for _ in 0..4 {
            if self.travel != Travel::Under || left <= 0.0 {
                break;
            }
            left -= self.leg(left);
        }
        self.travel
    }

    /// Goes on until something changes, and tells after how long.
    fn leg(&mut self, most: f64) -> f64 {
        let heading = if self.velocity != 0.0 {
            self.velocity.signum()
        } else if self.pull.abs() > self.drag {
            self.pull.signum()
        } else {
            self.travel = Travel::Rests;
            return most;
        };
        if heading < 0.0 && self.position <= 0.0 {
            self.travel = Travel::Returned;
            return 0.0;
        }
        let acceleration = self.pull - self.drag * heading;
        let halts = -self.velocity / acceleration;
        let halt = if halts > 0.0 { halts } else { f64::INFINITY };
        let target = if heading > 0.0 { self.length } else { 0.0 };
        let arrival = reach(target - self.position, self.velocity, acceleration);
        let time = most.min(halt).min(arrival);
        self.position += time * (self.velocity + 0.5 * acceleration * time);
        self.velocity += acceleration * time;
        if arrival <= most.min(halt) {
            self.position = target;
            self.travel = if heading > 0.0 {
                Travel::Fell
            } else {
                Travel::Returned
            };
        } else if halt <= most {
            self.velocity = 0.0;
        }
        time
    }
}

/// When a motion first covers a distance ahead of it, if ever.
fn reach(distance: f64, velocity: f64, acceleration: f64) -> f64 {
    let root = velocity * velocity + 2.0 * acceleration * distance;
    if root < 0.0 {
        return f64::INFINITY;
    }
    // The first root of distance = v·t + a·t²/2, without cancellation.
    let sum = velocity + root.sqrt() * distance.signum();
    let time = if sum == 0.0 {
        f64::INFINITY
    } else {
        2.0 * distance / sum
    };
    if time > 0.0 { time } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launched(
        speed: f64,
        [length, tilt, resistance]: [f64; 3],
        turning: Turning,
    ) -> InclinedPlane {
        let slope = SlopeParams {
            length,
            tilt,
            resistance,
        };
        InclinedPlane::new(speed, &slope, turning).unwrap()
    }

    fn run(plane: &mut InclinedPlane, step: f64) -> f64 {
        let mut steps = 0;
        while plane.step(step) == Travel::Under {
            steps += 1;
            assert!(f64::from(steps) * step < 100.0);
        }
        f64::from(steps) * step
    }

    /// x = v·t - a·t²/2 at every step, up and down again.
    #[test]
    fn follows_the_closed_form() {
        let a = GRAVITY * math::sin(math::TAU / 24.0) / 1.4;
        let mut plane = launched(1.5, [10.0, 15.0, 0.0], Turning::Ball);
        let step = 1.0 / 44_100.0;
        for n in 1..80_000 {
            if plane.step(step) != Travel::Under {
                break;
            }
            let t = f64::from(n) * step;
            assert!((plane.position() - (1.5 * t - 0.5 * a * t * t)).abs() < 1e-10);
            assert!((plane.velocity() - (1.5 - a * t)).abs() < 1e-10);
        }
        assert_eq!(plane.travel(), Travel::Returned);
    }

    /// On the level it stops after v²/(2·a); uphill it comes back slower, by the resistance.
    #[test]
    fn resistance_stops_it_and_slows_its_return() {
        let a = GRAVITY * 0.02 / 1.4;
        let mut level = launched(0.5, [10.0, 0.0, 0.02], Turning::Ball);
        let time = run(&mut level, 1e-4);
        assert_eq!(level.travel(), Travel::Rests);
        assert!((level.position() - 0.125 / a).abs() < 1e-9);
        assert!((time - 0.5 / a).abs() < 2e-4);
        let mut slope = launched(1.0, [10.0, 10.0, 0.05], Turning::None);
        run(&mut slope, 1e-4);
        let angle = math::TAU / 36.0;
        let (sin, drag) = (math::sin(angle), 0.05 * math::cos(angle));
        let back = ((sin - drag) / (sin + drag)).sqrt();
        assert!(
            (slope.velocity() + back).abs() < 1e-9,
            "{}",
            slope.velocity()
        );
    }

    /// Over the top, or down a slope: it falls off, as fast as energy says.
    #[test]
    fn runs_off_the_far_end() {
        let mut plane = launched(0.1, [2.0, -5.0, 0.0], Turning::Ball);
        run(&mut plane, 1e-3);
        let fallen = 2.0 * math::sin(math::TAU * 5.0 / 360.0);
        let fast = (0.01 + 2.0 * GRAVITY * fallen / 1.4).sqrt();
        assert_eq!((plane.travel(), plane.position()), (Travel::Fell, 2.0));
        assert!((plane.velocity() - fast).abs() < 1e-12);
        // Launched backwards it is back at once.
        assert_eq!(
            launched(-1.0, [1.0, 0.0, 0.0], Turning::None).step(1e-3),
            Travel::Returned
        );
    }

    #[test]
    fn what_cannot_be_launched_is_refused() {
        let usual = SlopeParams::default();
        for wrong in [f64::NAN, f64::INFINITY, 101.0] {
            let error = InclinedPlane::new(wrong, &usual, Turning::Ball).unwrap_err();
            assert!(error.to_string().contains("launch speed"), "{error}");
        }
        let steep = SlopeParams {
            tilt: 90.0,
            ..usual
        };
        assert!(InclinedPlane::new(1.0, &steep, Turning::Ball).is_err());
    }
}
