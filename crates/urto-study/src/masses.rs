//! The string of Villeneuve & Leonard 2019 (figure 8), and how pitch and tones are measured.
//!
//! Masses of 1 kg stand a metre apart; stiffness, damping and friction are the paper's discrete
//! ones, in which a step is 1.

use crate::StudyError;
use core::f64::consts::PI;
use urto::math::{self, TAU};
use urto_mi::{Listener, Mass, MassId, Model, Spring};

/// A string of masses.
pub struct Wire {
    /// How many masses, both ends included.
    pub masses: usize,
    /// Stiffness K of its springs.
    pub stiffness: f64,
    /// Length of a spring that does not pull, as a share of the distance of masses.
    pub length: f64,
    /// Damping Z of its springs.
    pub damping: f64,
    /// Friction of the medium.
    pub friction: f64,
    /// Steps a second \[Hz\].
    pub rate: f64,
}

/// What moves the end of a string.
#[derive(Clone, Copy, PartialEq)]
pub enum End {
    Held,
    Driven,
}

impl Wire {
    /// The string along x, its first mass held and its last as asked for.
    pub fn build(&self, last: End) -> Result<(Model, Vec<MassId>), StudyError> {
        let mut model = Model::new(self.rate)?;
        let mut masses = Vec::with_capacity(self.masses);
        for n in 0..self.masses {
            let mass = Mass::at([n as f64, 0.0, 0.0]).of(1.0);
            let mass = match (n == 0, n + 1 == self.masses, last) {
                (true, ..) | (_, true, End::Held) => mass.fixed(),
                (_, true, End::Driven) => mass.driven(),
                _ => mass,
            };
            masses.push(model.add(mass)?);
        }
        let spring = Spring {
            length: Some(self.length),
            ..model.discrete(self.stiffness, self.damping)
        };
        for pair in masses.windows(2) {
            model.join([pair[0], pair[1]], spring)?;
        }
        model.set_friction(self.friction * self.rate)?;
        Ok((model, masses))
    }

    fn spaces(&self) -> f64 {
        (self.masses - 1) as f64
    }

    /// Frequency of a mode in which springs are pulled with this stiffness, as steps play it \[Hz\].
    fn lowest(&self, stiffness: f64) -> f64 {
        let sine = stiffness.sqrt() * math::sin(0.5 * PI / self.spaces());
        let angle = math::atan2(sine, ((1.0 - sine) * (1.0 + sine)).sqrt());
        self.rate * angle / PI
    }

    /// Its lowest mode when it swings a little \[Hz\]: (rate/pi)·asin(sqrt(K·(1 - l))·sin(pi/2N)).
    pub fn pitch(&self) -> f64 {
        self.lowest(self.stiffness * (1.0 - self.length))
    }

    /// The lowest mode of masses that swing along it \[Hz\].
    pub fn pitch_along(&self) -> f64 {
        self.lowest(self.stiffness)
    }

    /// How far a mass swings in the lowest mode, of 1.
    pub fn shape(&self, n: usize) -> f64 {
        math::sin(PI * n as f64 / self.spaces())
    }

    /// Hears how much of its lowest mode a string has, along y, and nothing of the others.
    pub fn lowest_mode(&self, masses: &[MassId]) -> Listener {
        let each = masses.iter().enumerate();
        Listener {
            masses: each.map(|(n, mass)| (*mass, self.shape(n))).collect(),
            axis: [0.0, 1.0, 0.0],
            what: urto_mi::Heard::Position,
            gain: 2.0 / self.spaces(),
        }
    }
}

/// Refuses a mass that is not free: the ends of a string are held. It is named by the parameter that
/// chose it, which also says what was to be done with it.
pub fn free(chosen: &str, mass: i64, masses: i64) -> Result<(), StudyError> {
    if mass + 1 < masses {
        return Ok(());
    }
    Err(StudyError::Refused(format!(
        "mass {mass} cannot be {chosen}: of {masses} masses those from 1 to {} are free; a lower \
         '{chosen}' or more 'masses' helps",
        masses - 2
    )))
}

/// Refuses more steps than fit into some seconds: masses, times steps of the network.
pub fn bounded(masses: usize, steps: f64) -> Result<(), StudyError> {
    let remedy = "less time, fewer masses or a lower rate";
    crate::bounded(masses as f64 * steps, 4e8, remedy)
}

/// The times at which a signal rises through zero \[samples\].
pub fn rises(signal: &[f64]) -> Vec<f64> {
    let pairs = signal.windows(2).enumerate();
    let rising = pairs.filter(|(_, pair)| pair[0] < 0.0 && pair[1] >= 0.0);
    rising
        .map(|(n, pair)| n as f64 + pair[0] / (pair[0] - pair[1]))
        .collect()
}

/// Frequency from the first rise to the last one; `NaN` where there is no whole period.
pub fn frequency(rises: &[f64], rate: f64) -> f64 {
    match rises {
        [first, .., last] => rate * (rises.len() - 1) as f64 / (last - first),
        _ => f64::NAN,
    }
}

/// How many cents one frequency is above another.
pub fn cents(hertz: f64, above: f64) -> f64 {
    1200.0 * math::log(hertz / above) / core::f64::consts::LN_2
}

/// Amplitude of a tone in a signal, seen through a Hann window (its neighbours must be at least
/// two windows' frequencies away).
pub fn tone(signal: &[f64], hertz: f64, rate: f64) -> f64 {
    let (mut re, mut im, mut weight) = (0.0, 0.0, 0.0);
    for (n, x) in signal.iter().enumerate() {
        let window = 0.5 - 0.5 * math::cos(TAU * n as f64 / signal.len() as f64);
        let angle = TAU * hertz * n as f64 / rate;
        re += window * x * math::cos(angle);
        im += window * x * math::sin(angle);
        weight += window;
    }
    2.0 * (re * re + im * im).sqrt() / weight
}
