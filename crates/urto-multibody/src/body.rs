//! A body of the world: what it is, how it moves, and its state.

use crate::error::{WorldError, all_within, within};
use crate::ring::{Ring, Ringing};
use crate::spin::Spinning;
use crate::touch::Pose;
use crate::vector::{
    Mat3, Turn, Vector, dot, inverse_and_factor, length, matrix, scaled, times, times_transposed,
    unit,
};

/// A path that a body follows whatever pushes it.
pub trait Script: Send {
    /// Where it is at a time \[s\].
    fn pose(&self, time: f64) -> Pose;
}

/// What moves a body.
#[derive(Default)]
pub enum Motion {
    /// Gravity and what touches it.
    #[default]
    Free,
    /// Nothing. It may ring.
    Fixed,
    /// A path; what it needs for that is work from outside.
    Scripted(Box<dyn Script>),
}

/// What a body is, as it is put into a world.
pub struct Body {
    /// For messages.
    pub name: String,
    /// \[kg\]
    pub mass: f64,
    /// Moments of inertia about its centre of mass, along the axes of its own frame \[kg·m²\]: the
    /// rows of a symmetric matrix.
    pub inertia: [[f64; 3]; 3],
    /// Where it is at first. A scripted body begins on its path.
    pub pose: Pose,
    /// \[m/s\]
    pub velocity: [f64; 3],
    /// Angular velocity in the world \[rad/s\].
    pub spin: [f64; 3],
    /// What moves it.
    pub motion: Motion,
    /// Its modes, if it rings.
    pub ringing: Option<Ringing>,
}

impl Body {
    /// A free and rigid body at rest at the origin, with its moments along the axes of its frame.
    pub fn rigid(name: &str, mass: f64, moments: [f64; 3]) -> Self {
        let mut inertia = [[0.0; 3]; 3];
        for (axis, moment) in moments.into_iter().enumerate() {
            inertia[axis][axis] = moment;
        }
        Self {
            name: name.to_owned(),
            mass,
            inertia,
            pose: Pose::default(),
            velocity: [0.0; 3],
            spin: [0.0; 3],
            motion: Motion::Free,
            ringing: None,
        }
    }

    /// A box of these sides \[m\], its frame along them.
    pub fn block(name: &str, mass: f64, sides: [f64; 3]) -> Self {
        let [x, y, z] = sides.map(|side| mass * side * side / 12.0);
        Self::rigid(name, mass, [y + z, x + z, x + y])
    }

    /// A ball of this radius \[m\].
    pub fn ball(name: &str, mass: f64, radius: f64) -> Self {
        Self::rigid(name, mass, [0.4 * mass * radius * radius; 3])
    }

    /// What nothing moves, such as a floor.
    pub fn fixed(name: &str) -> Self {
        Self {
            motion: Motion::Fixed,
            ..Self::rigid(name, 1.0, [1.0; 3])
        }
    }
}

/// Farthest place, and largest velocity and spin, that a body can be given. Beyond them is neither
/// sound nor motion that steps of audio could follow.
const FAR: f64 = 1e4;
const FAST: f64 = 1e3;
const FAST_SPIN: f64 = 1e4;

/// A body in motion.
pub(crate) struct State {
    pub name: String,
    pub motion: Motion,
    pub mass: f64,
    /// Inverse of the inertia and its factor, in its own frame.
    pub inverse: Mat3,
    pub factor: Mat3,
    pub place: Vector,
    pub turn: Turn,
    pub velocity: Vector,
    /// Angular momentum in its own frame.
    pub momentum: Vector,
    pub ring: Option<Ring>,
}

impl State {
    pub fn new(body: Body, h: f64) -> Result<Self, WorldError> {
        let name = body.name;
        within(&format!("the mass of {name} in kg"), body.mass, [1e-9, 1e9])?;
        let wrong = |why| WorldError::Inertia {
            name: name.clone(),
            why,
        };
        let inertia = body.inertia;
        for row in 0..3 {
            let other = (row + 1) % 3;
            let [own, across] = [inertia[row][other], inertia[other][row]];
            let size = inertia[row][row] + inertia[other][other];
            if !own.is_finite() || (own - across).abs() > 1e-9 * size {
                return Err(wrong("its matrix is not symmetric"));
            }
            let [own, one, two] = [0, 1, 2].map(|k| inertia[(row + k) % 3][(row + k) % 3]);
            // To a thousandth, for what meshes and flat plates leave.
            if own > 1.001 * (one + two) {
                return Err(wrong("one moment is larger than the other two together"));
            }
            within(
                &format!("a moment of inertia of {name} in kg·m²"),
                own,
                [1e-18, 1e15],
            )?;
        }
        let (inverse, factor) = inverse_and_factor(&inertia)
            .ok_or_else(|| wrong("its moments are not all positive"))?;
        let pose = match &body.motion {
            Motion::Scripted(script) => script.pose(0.0),
            _ => body.pose,
        };
        all_within(&format!("the place of {name} in m"), &pose.place, FAR)?;
        all_within(&format!("the turn of {name}"), &pose.turn, 1.0 + 1e-6)?;
        let long = pose.turn.iter().map(|x| x * x).sum::<f64>().sqrt();
        within(
            &format!("the length of the turn of {name}"),
            long,
            [0.999, 1.001],
        )?;
        all_within(
            &format!("the velocity of {name} in m/s"),
            &body.velocity,
            FAST,
        )?;
        all_within(
            &format!("the spin of {name} in rad/s"),
            &body.spin,
            FAST_SPIN,
        )?;
        let turn = unit(pose.turn);
        let spin = times_transposed(&matrix(turn), body.spin);
        let free = matches!(body.motion, Motion::Free);
        Ok(Self {
            mass: body.mass,
            inverse,
            factor,
            place: pose.place,
            turn,
            velocity: if free { body.velocity } else { [0.0; 3] },
            momentum: if free {
                times(&inertia, spin)
            } else {
                [0.0; 3]
            },
            ring: body.ringing.map(|own| Ring::new(own, h)),
            motion: body.motion,
            name,
        })
    }

    pub fn free(&self) -> bool {
        matches!(self.motion, Motion::Free)
    }

    pub fn pose(&self) -> Pose {
        Pose {
            place: self.place,
            turn: self.turn,
        }
    }

    pub fn modes(&self) -> usize {
        self.ring.as_ref().map_or(0, Ring::count)
    }

    /// How far its mass is from its centre, in the mean \[m\].
    pub fn reach(&self) -> f64 {
        let moments = self.factor.iter().map(|row| dot(*row, *row)).sum::<f64>();
        (9.0 / (moments * self.mass)).sqrt()
    }

    /// In how many ways contacts can move it.
    pub fn freedoms(&self) -> usize {
        self.modes() + if self.free() { 6 } else { 0 }
    }

    pub fn spinning(&self) -> Spinning<'_> {
        Spinning {
            turn: self.turn,
            momentum: self.momentum,
            inverse: &self.inverse,
        }
    }

    /// Energy of motion, height and modes \[J\]. That of a body on a path is the business of whoever
    /// moves it.
    pub fn energy(&self, gravity: Vector) -> f64 {
        let ringing = self.ring.as_ref().map_or(0.0, Ring::energy);
        if !self.free() {
            return ringing;
        }
        let height = -self.mass * dot(gravity, self.place);
        self.moving() + height + ringing
    }

    /// Energy of its motion, if it is free \[J\].
    pub fn moving(&self) -> f64 {
        if !self.free() {
            return 0.0;
        }
        0.5 * self.mass * dot(self.velocity, self.velocity) + self.spinning().energy()
    }

    /// Makes it slower.
    pub fn slow(&mut self, by: f64) {
        self.velocity = scaled(self.velocity, by);
        self.momentum = scaled(self.momentum, by);
    }

    /// Whether all its numbers are such that the next step can start from them.
    pub fn sane(&self) -> bool {
        // Far beyond what it may be given, so that falling far is no fault.
        let bounded = |value: f64, most: f64| value.abs() <= most;
        let ring = self.ring.as_ref();
        self.place.iter().all(|x| bounded(*x, 1e3 * FAR))
            && self.velocity.iter().all(|x| bounded(*x, 1e3 * FAST))
            && self.turn.iter().all(|x| x.is_finite())
            && bounded(length(self.momentum), 1e30)
            && ring.is_none_or(|own| own.q.iter().chain(&own.v).all(|x| bounded(*x, 1e12)))
    }

    /// Stops it where it was.
    pub fn stop(&mut self, pose: Pose) {
        self.place = pose.place;
        self.turn = pose.turn;
        self.velocity = [0.0; 3];
        self.momentum = [0.0; 3];
        if let Some(ring) = &mut self.ring {
            ring.q.fill(0.0);
            ring.v.fill(0.0);
        }
    }
}
