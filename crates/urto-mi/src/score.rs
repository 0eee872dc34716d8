//! What happens to a network, and how it is heard.
//!
//! ```
//! use urto_mi::{Drive, Event, Heard, Listener, Mass, Model, Played, Spring};
//! let mut model = Model::new(44_100.0)?;
//! let wall = model.add(Mass::at([0.0; 3]).fixed())?;
//! let ball = model.add(Mass::at([0.1, 0.0, 0.0]))?;
//! model.join([wall, ball], Spring { stiffness: 1e4, ..Spring::default() })?;
//! let newtons = [10.0, 0.0, 0.0];
//! let blow = Event { at: 0.0, drive: Drive::Force { mass: ball, newtons, steps: 1 } };
//! let ear = Listener::new(ball, [1.0, 0.0, 0.0], Heard::Velocity);
//! let mut played = Played::new(&model, &[blow], &[ear])?;
//! let mut heard = vec![0.0; 441];
//! played.render(&mut [&mut heard]);
//! assert!(heard.iter().any(|sample| *sample < -0.1));
//! # Ok::<(), urto_mi::ModelError>(())
//! ```

mod played;

pub use played::{Played, stages};

use crate::model::{MassId, Model, ModelError, Moved, check};
use crate::network::MassNetwork;
use crate::vector::{difference, dot, scaled, sum};
use urto::math;
use urto::param::Curve;

/// Something that happens to a mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// A force \[N\] that acts for some steps.
    Force {
        /// On what.
        mass: MassId,
        /// How strong.
        newtons: [f64; 3],
        /// For how long.
        steps: u32,
    },
    /// It is put elsewhere \[m\], as fast as it was.
    Position {
        /// What.
        mass: MassId,
        /// Where to.
        to: [f64; 3],
    },
    /// It gets a speed \[m/s\].
    Velocity {
        /// What.
        mass: MassId,
        /// How fast.
        to: [f64; 3],
    },
}

impl Drive {
    /// The mass that it happens to, and its three numbers.
    fn parts(&self) -> (MassId, [f64; 3]) {
        match *self {
            Self::Force { mass, newtons, .. } => (mass, newtons),
            Self::Position { mass, to } | Self::Velocity { mass, to } => (mass, to),
        }
    }
}

/// Something that happens at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// When \[s\].
    pub at: f64,
    /// What.
    pub drive: Drive,
}

impl Event {
    /// Refuses what the model cannot do.
    pub fn check(&self, model: &Model) -> Result<(), ModelError> {
        let (mass, numbers) = self.drive.parts();
        model.known(mass)?;
        check("the time of an event", self.at, [0.0, 1e6])?;
        for own in numbers {
            check("a number of an event", own, [-1e30, 1e30])?;
        }
        Ok(())
    }
}

/// What a driver sets of a mass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Driven {
    /// How far it is from where it started \[m\]; the mass is a [driven](crate::Mass::driven) one.
    #[default]
    Position,
    /// How fast it is \[m/s\]; the mass is a driven one.
    Velocity,
    /// A force \[N\]; the mass is a free one.
    Force,
}

/// How a driver moves in time.
#[derive(Clone, Debug, PartialEq)]
pub enum Course {
    /// Straight lines between points of time \[s\] and value: a ramp has two.
    Curve(Curve),
    /// A sine.
    Sine {
        /// How often \[Hz\].
        hertz: f64,
        /// How far to each side, in units of what is driven.
        amplitude: f64,
        /// Where it begins, in turns.
        phase: f64,
    },
    /// What the host says for each step: one of its [signals](Played::set_signal), by number.
    Signal(usize),
}

/// Most signals that a host has for drivers.
pub const MOST_SIGNALS: usize = 4;

impl Course {
    /// The value at a time \[s\]; of a signal, which its host alone knows, 0.
    pub fn at(&self, time: f64) -> f64 {
        match self {
            Self::Curve(curve) => curve.at(time),
            Self::Signal(_) => 0.0,
            Self::Sine {
                hertz,
                amplitude,
                phase,
            } => {
                let turns = hertz * time + phase;
                amplitude * math::sin(math::TAU * (turns - turns.floor()))
            }
        }
    }
}

/// Something that moves or pushes a mass all the time.
#[derive(Clone, Debug, PartialEq)]
pub struct Driver {
    /// What.
    pub mass: MassId,
    /// Along which way, and how many times as much.
    pub axis: [f64; 3],
    /// What of it.
    pub what: Driven,
    /// How.
    pub course: Course,
}

impl Driver {
    /// Refuses what the model cannot do.
    pub fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.known(self.mass)?;
        for own in self.axis {
            check("the axis of a driver", own, [-1e6, 1e6])?;
        }
        match &self.course {
            Course::Curve(curve) => {
                for (_, value) in curve.points() {
                    check("a value of a driver", *value, [-1e30, 1e30])?;
                }
            }
            Course::Sine {
                hertz,
                amplitude,
                phase,
            } => {
                check("the frequency of a driver", *hertz, [0.0, 1e6])?;
                check("the amplitude of a driver", *amplitude, [-1e30, 1e30])?;
                check("the phase of a driver", *phase, [-1e6, 1e6])?;
            }
            Course::Signal(number) => {
                let last = (MOST_SIGNALS - 1) as f64;
                check(
                    "the number of a driver's signal",
                    *number as f64,
                    [0.0, last],
                )?;
            }
        }
        let mass = &model.masses()[self.mass.index()];
        if self.what != Driven::Force && mass.moved != Moved::ByDriver {
            return Err(ModelError::NotDriven(model.shown(&mass.name)));
        }
        Ok(())
    }

    /// Acts on the coming step, which ends at a time \[s\].
    fn act(&self, network: &mut MassNetwork, start: &[[f64; 3]], now: &Now) {
        let Now { ends, h, signals } = *now;
        let at = |time: f64| match self.course {
            Course::Signal(number) => signals.get(number).copied().unwrap_or(0.0),
            ref own => own.at(time),
        };
        match self.what {
            Driven::Position => {
                let moved = scaled(self.axis, at(ends));
                network.lead(self.mass, sum(start[self.mass.index()], moved));
            }
            Driven::Velocity => {
                let moved = scaled(self.axis, h * at(ends - 0.5 * h));
                network.lead(self.mass, sum(network.position(self.mass), moved));
            }
            // A force is held over the step.
            Driven::Force => {
                network.push(self.mass, scaled(self.axis, at(ends - h)));
            }
        }
    }
}

/// When a driver acts, and what the host says then.
struct Now<'a> {
    /// When the coming step ends, and how long it is \[s\].
    ends: f64,
    h: f64,
    signals: &'a [f64; MOST_SIGNALS],
}

/// What of a mass is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Heard {
    /// How far it is from where it started \[m\].
    #[default]
    Position,
    /// How fast it is \[m/s\].
    Velocity,
    /// What links and medium pull it with \[N\]; of a fixed mass too.
    Force,
}

/// One channel: some masses along a direction, summed.
#[derive(Clone, Debug, PartialEq)]
pub struct Listener {
    /// Masses and how much each counts.
    pub masses: Vec<(MassId, f64)>,
    /// Along which way.
    pub axis: [f64; 3],
    /// What of them.
    pub what: Heard,
    /// How loud.
    pub gain: f64,
}

impl Listener {
    /// One mass, as it is.
    pub fn new(mass: MassId, axis: [f64; 3], what: Heard) -> Self {
        Self {
            masses: vec![(mass, 1.0)],
            axis,
            what,
            gain: 1.0,
        }
    }

    /// Refuses what the model does not have.
    pub fn check(&self, model: &Model) -> Result<(), ModelError> {
        check("the gain of a listener", self.gain, [-1e30, 1e30])?;
        for own in self.axis {
            check("the axis of a listener", own, [-1e6, 1e6])?;
        }
        for (mass, weight) in &self.masses {
            model.known(*mass)?;
            check("the weight of a mass that is heard", *weight, [-1e30, 1e30])?;
        }
        Ok(())
    }

    fn hear(&self, network: &MassNetwork, start: &[[f64; 3]]) -> f64 {
        let own = |mass: MassId| match self.what {
            Heard::Position => difference(network.position(mass), start[mass.index()]),
            Heard::Velocity => network.velocity(mass),
            Heard::Force => network.force(mass),
        };
        let each = self.masses.iter();
        self.gain
            * each
                .map(|(mass, weight)| weight * dot(own(*mass), self.axis))
                .sum::<f64>()
    }
}
