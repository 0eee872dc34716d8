//! From what is heard at a body to samples at a sensible level.

use crate::energy::Health;
use crate::math;
use crate::network::{Network, Samples};
use crate::rate::Rate;
use crate::sound::{limit, limit_all, scale_and_limit};

/// Peak that a default sound reaches, about: -8 dBFS leaves room for loud ones.
pub(super) const TARGET: f64 = 0.4;

/// Below this \[Hz\] nothing is heard.
pub(super) const INAUDIBLE: f64 = 20.0;

/// A gain that glides.
///
/// Physical sounds span a hundred decibels. So that nobody hunts for gain, a sound estimates
/// how strongly its gesture will move the body, and plays it `dynamics` times as many decibels
/// from the usual level as physics says: 1 is true to nature, 0 makes all gestures alike.
pub(super) struct Level {
    gain: f64,
    goal: f64,
    glide: f64,
    /// The last sample.
    last: f64,
}

impl Level {
    pub fn new(rate: Rate) -> Self {
        Self {
            gain: 0.0,
            goal: 0.0,
            // 3 ms: shorter clicks, longer lags behind the attack.
            glide: 1.0 - math::exp(-rate.step() / 3e-3),
            last: 0.0,
        }
    }

    /// Aims at a level, for a gesture that will move the body by about `expected` when it is
    /// `stronger` times as strong as usual.
    pub fn aim(&mut self, expected: f64, stronger: f64, dynamics: f64, decibels: f64) {
        let natural = math::pow(stronger.max(1e-6), dynamics);
        let level = math::pow(10.0, decibels / 20.0);
        self.goal = TARGET * level * natural / expected.max(1e-12);
        // In silence nothing clicks.
        if self.last == 0.0 {
            self.gain = self.goal;
        }
    }

    pub fn pass(&mut self, heard: f64) -> f64 {
        if self.gain != self.goal {
            self.gain += self.glide * (self.goal - self.gain);
            if (self.gain - self.goal).abs() < 1e-9 * self.goal {
                self.gain = self.goal;
            }
        }
        self.last = self.gain * heard;
        self.last
    }

    /// Lets a network ring on for at most as many samples as `out` takes; returns how many there
    /// are, with all its ears at this level and limited.
    pub fn ring(&mut self, network: &mut Network, out: &mut [f32], health: &mut Health) -> usize {
        let count = network.ring(out.len());
        if count == 0 {
            return 0;
        }
        let out = &mut out[..count];
        // Rounding differs between the two ways: which one a sample goes must depend on the gain
        // alone, not on how many are asked for at once.
        let mut moved = 0;
        while moved < count && self.gain != self.goal {
            let ears = 0..network.ears();
            let heard = ears.map(|ear| network.rang(ear).at(moved)).sum();
            out[moved] = limit(self.pass(heard), health);
            moved += 1;
        }
        self.scale(network, moved, &mut out[moved..], health);
        self.last = f64::from(out[count - 1]);
        count
    }

    /// All ears times a steady gain, from one sample of the last ring on.
    fn scale(&self, network: &Network, from: usize, out: &mut [f32], health: &mut Health) {
        let gain = self.gain;
        if let (1, Samples::Fast(heard)) = (network.ears(), network.rang(0)) {
            return scale_and_limit(gain as f32, &heard[from..], out, health);
        }
        out.fill(0.0);
        for ear in 0..network.ears() {
            match network.rang(ear) {
                Samples::Exact(heard) => (out.iter_mut().zip(&heard[from..]))
                    .for_each(|(out, x)| *out += narrow(gain * x)),
                Samples::Fast(heard) => (out.iter_mut().zip(&heard[from..]))
                    .for_each(|(out, x)| *out += gain as f32 * x),
            }
        }
        limit_all(out, health);
    }

    pub fn reset(&mut self) {
        self.gain = self.goal;
        self.last = 0.0;
    }
}

/// In f32, without subnormal numbers.
fn narrow(sample: f64) -> f32 {
    if sample.abs() < 1e-30 {
        0.0
    } else {
        sample as f32
    }
}

/// A level, and a filter against standing offsets.
pub(super) struct Output {
    level: Level,
    pole: f64,
    last_in: f64,
    last_out: f64,
}

impl Output {
    /// `lowest` \[Hz\] is the pitch below which the body's drift is no sound.
    pub fn new(rate: Rate, lowest: f64) -> Self {
        Self {
            level: Level::new(rate),
            pole: math::exp(-math::TAU * lowest * rate.step()),
            last_in: 0.0,
            last_out: 0.0,
        }
    }

    /// See [`Level::aim`].
    pub fn aim(&mut self, expected: f64, stronger: f64, dynamics: f64, decibels: f64) {
        self.level.aim(expected, stronger, dynamics, decibels);
    }

    pub fn pass(&mut self, heard: f64) -> f64 {
        let mut out = heard - self.last_in + self.pole * self.last_out;
        // An offset that has faded away stops here, before it becomes subnormal.
        if out.abs() < crate::object::QUIET {
            out = 0.0;
        }
        self.last_in = heard;
        self.last_out = out;
        self.level.pass(out)
    }

    pub fn reset(&mut self) {
        self.level.reset();
        self.last_in = 0.0;
        self.last_out = 0.0;
    }
}
