//! Burst: the force of something soft, a shaped noise with a push under it.
//!
//! Hear:   a pat, a thump, a scuff: no click, since nothing hard touches.
//! Law:    a soft thing touches at many places within a short time; the sum of so many tiny
//!         blows is a noise under an envelope (attack, decay, sustain, release), and their
//!         mean is a push. f = force·LP(envelope·(press + HP(noise))), the noise of unit RMS
//!         in the band between the two filters.
//! Step:   state-variable filters with trapezoidal integrators, stable for every cutoff and
//!         while it moves; the cutoffs stay below 0.45 of the rate.
//! Limits: a known force: the body does not push back on what touches it.
//! Refs:   Papetti 2010, 2.2.5; Zavalishin, The Art of VA Filter Design, ch. 4.

use crate::error::BuildError;
use crate::math;
use crate::noise::Noise;
use crate::param::Params;
use crate::rate::Rate;

crate::params! {
    /// A shaped burst of noise, as a force.
    pub struct BurstParams("burst") {
        /// Strength: RMS force of the noise at the envelope's peak.
        force: 20.0, Log(1e-3, 1e4), "N", Event, spread 0.05;
        /// Steady push relative to the noise: 0 is noise alone (a scuff), 3 is mostly push (a
        /// thump).
        press: 1.0, Linear(0.0, 10.0), "", Event, spread 0.03;
        /// Attack time of the envelope.
        attack: 0.003, Log(1e-4, 1.0), "s", Event, spread 0.05;
        /// Decay time from the peak to the sustain level.
        decay: 0.03, Log(1e-3, 5.0), "s", Event, spread 0.05;
        /// Sustain level, as a share of the peak.
        sustain: 0.2, Linear(0.0, 1.0), "", Event, spread 0.05;
        /// Duration of the sustain.
        hold: 0.02, ZeroLog(1e-3, 10.0), "s", Event, spread 0.05;
        /// Release time.
        release: 0.06, Log(1e-3, 5.0), "s", Event, spread 0.05;
        /// High-pass cutoff of the noise: higher is drier.
        highpass: 60.0, Log(10.0, 1e4), "Hz", Block, spread 0.05;
        /// Low-pass cutoff of the whole burst: lower is softer.
        lowpass: 1500.0, Log(20.0, 2e4), "Hz", Block, spread 0.08;
    }
}

impl BurstParams {
    /// How long it lasts, but for the filters' last breath \[s\].
    pub fn seconds(&self) -> f64 {
        self.attack + self.decay + self.hold + self.release
    }

    /// The envelope, 0 to 1, so long after the start \[s\].
    ///
    /// ```
    /// let burst = urto::gesture::BurstParams { attack: 0.01, ..Default::default() };
    /// assert_eq!(burst.envelope(0.005), 0.5);
    /// assert_eq!(burst.envelope(1e3), 0.0);
    /// ```
    pub fn envelope(&self, time: f64) -> f64 {
        // What falls, falls fast at first and eases out, as what is soft comes to rest.
        let eased = |left: f64| left * left;
        let mut t = time;
        if t < self.attack {
            return t / self.attack;
        }
        t -= self.attack;
        if t < self.decay {
            return self.sustain + (1.0 - self.sustain) * eased(1.0 - t / self.decay);
        }
        t -= self.decay;
        if t < self.hold {
            return self.sustain;
        }
        t -= self.hold;
        self.sustain * eased((1.0 - t / self.release).max(0.0))
    }

    /// Bandwidth of the noise \[Hz\]: the integral of |HP·LP|² of two second-order Butterworth
    /// filters, l⁴·f⁴/((l⁴ + f⁴)·(h⁴ + f⁴)), over all frequencies, by partial fractions.
    fn bandwidth(&self) -> f64 {
        let (l, h) = (self.lowpass, self.highpass);
        let butterworth = core::f64::consts::PI / (2.0 * core::f64::consts::SQRT_2);
        butterworth * l * l * l * l / ((l + h) * (l * l + h * h))
    }
}

/// RollingHull below which a burst is over; what the filters still hold then is 1e-9 of it.
const OVER: f64 = 1e-9;

/// A burst that is played sample by sample.
///
/// ```
/// use urto::gesture::{Burst, BurstParams};
/// let params = BurstParams::default();
/// let mut burst = Burst::new(&params, urto::Rate::new(48_000.0)?, 7)?;
/// burst.start(1.0);
/// let newtons: Vec<f64> = (0..9600).map(|_| burst.force(&params)).collect();
/// assert!(newtons.iter().any(|f| *f > 10.0));
/// assert!(!burst.is_running());
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct Burst {
    rate: Rate,
    noise: Noise,
    high: Filter,
    low: Filter,
    /// Brings the noise to unit RMS in its band.
    scale: f64,
    strength: f64,
    /// Samples since the start.
    age: u64,
    running: bool,
}

impl Burst {
    /// A burst that has not started; the same seed gives the same noise.
    pub fn new(params: &BurstParams, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        params.check()?;
        let mut burst = Self {
            rate,
            noise: Noise::new(rate),
            high: Filter::default(),
            low: Filter::default(),
            scale: 1.0,
            strength: 1.0,
            age: 0,
            running: false,
        };
        burst.noise.reset(seed);
        burst.tune(params);
        Ok(burst)
    }

    /// Takes the filters' cutoffs over; to be called when they have changed.
    pub fn tune(&mut self, params: &BurstParams) {
        self.high.tune(params.highpass, self.rate);
        self.low.tune(params.lowpass, self.rate);
        // White noise in -1..1 has a variance of 1/3, spread from 0 to half the rate it is drawn at.
        self.scale = (1.5 * Noise::USUAL / params.bandwidth()).sqrt();
    }

    /// Starts it, `strength` times as strong as the parameters say. One that still runs goes on
    /// from where its filters are: no step in the force.
    pub fn start(&mut self, strength: f64) {
        self.strength = strength;
        self.age = 0;
        self.running = true;
    }

    /// Whether it still pushes.
    pub fn is_running(&self) -> bool {
        self.running
    }

    /// The force of the coming step \[N\]; zero when it is over.
    pub fn force(&mut self, params: &BurstParams) -> f64 {
        if !self.running {
            return 0.0;
        }
        let time = self.age as f64 * self.rate.step();
        self.age += 1;
        let noise = self.high.step(self.scale * self.noise.next()).high;
        let envelope = params.envelope(time) * self.strength;
        let force = self.low.step(envelope * (params.press + noise)).low;
        if time > params.seconds() && self.low.size() <= OVER * self.strength {
            self.running = false;
            self.high.clear();
            self.low.clear();
        }
        params.force * force
    }

    /// The force of the coming step \[N\] under one that comes from outside: that takes the place of
    /// the envelope and its height, noise and push are the same shares of it.
    pub fn under(&mut self, params: &BurstParams, newtons: f64) -> f64 {
        if newtons == 0.0 && !self.running {
            return 0.0;
        }
        let noise = self.high.step(self.scale * self.noise.next()).high;
        let force = self.low.step(newtons * (params.press + noise)).low;
        self.running = newtons != 0.0 || self.low.size() > OVER;
        if !self.running {
            self.high.clear();
            self.low.clear();
        }
        force
    }

    /// Back to silence; noise starts from the seed.
    pub fn reset(&mut self, seed: u64) {
        self.noise.reset(seed);
        self.high.clear();
        self.low.clear();
        self.running = false;
    }
}

/// A second-order Butterworth filter: two trapezoidal integrators in a loop.
#[derive(Default)]
struct Filter {
    /// tan(pi·f/rate), and 1/(1 + g·(g + d)).
    g: f64,
    share: f64,
    /// State of the two integrators.
    first: f64,
    second: f64,
}

/// What comes out of it.
struct Split {
    high: f64,
    low: f64,
}

/// 1/Q of a Butterworth filter.
const DAMPING: f64 = core::f64::consts::SQRT_2;

impl Filter {
    fn tune(&mut self, hertz: f64, rate: Rate) {
        // Beyond this the warped frequency axis has no room left.
        let turns = (hertz * rate.step()).min(0.45);
        self.g = math::tan(0.5 * math::TAU * turns);
        self.share = 1.0 / (1.0 + self.g * (self.g + DAMPING));
    }

    fn step(&mut self, input: f64) -> Split {
        let high = (input - (DAMPING + self.g) * self.first - self.second) * self.share;
        let band = self.g * high + self.first;
        let low = self.g * band + self.second;
        self.first = self.g * high + band;
        self.second = self.g * band + low;
        Split { high, low }
    }

    fn size(&self) -> f64 {
        self.first.abs() + self.second.abs()
    }

    fn clear(&mut self) {
        self.first = 0.0;
        self.second = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rms(params: &BurstParams, hertz: f64) -> f64 {
        let mut burst = Burst::new(params, Rate::new(hertz).unwrap(), 1).unwrap();
        burst.start(1.0);
        let count = (5.0 * hertz) as usize;
        // The first second is left to the attack and the filters.
        let power: f64 = (0..count)
            .map(|_| burst.force(params))
            .skip(hertz as usize)
            .map(|newtons| newtons * newtons)
            .sum();
        (power / (count as f64 - hertz)).sqrt()
    }

    /// While it is sustained the noise has the RMS asked for, within 5 % (the estimate of 4 s
    /// of a 100 Hz band is good to 2.5 %), at every rate and wherever the band lies.
    #[test]
    fn the_noise_has_the_force_asked_for() {
        for (highpass, lowpass) in [(100.0, 200.0), (300.0, 3000.0), (2000.0, 1000.0)] {
            let params = BurstParams {
                force: 5.0,
                press: 0.0,
                sustain: 1.0,
                hold: 10.0,
                highpass,
                lowpass,
                ..BurstParams::default()
            };
            for hertz in [44_100.0, 192_000.0] {
                let found = rms(&params, hertz);
                assert!((found / 5.0 - 1.0).abs() < 0.05, "{lowpass}: {found} N");
            }
        }
    }

    /// A force from outside takes the place of the envelope: the same noise and push, as long as it
    /// presses.
    #[test]
    fn a_force_from_outside_shapes_the_noise() {
        let params = BurstParams::default();
        let rate = Rate::new(48_000.0).unwrap();
        let mut burst = Burst::new(&params, rate, 5).unwrap();
        let mut level = |newtons: f64| {
            let force: Vec<f64> = (0..96_000).map(|_| burst.under(&params, newtons)).collect();
            let settled = &force[48_000..];
            let mean = settled.iter().sum::<f64>() / 48e3;
            let noise = settled.iter().map(|f| (f - mean) * (f - mean)).sum::<f64>() / 48e3;
            (mean, noise.sqrt())
        };
        for newtons in [3.0, 30.0] {
            let (mean, noise) = level(newtons);
            assert!(
                (mean / (params.press * newtons) - 1.0).abs() < 0.05,
                "{mean}"
            );
            assert!((noise / newtons - 1.0).abs() < 0.1, "{noise}");
        }
        assert_eq!(level(0.0), (0.0, 0.0));
        assert!(!burst.is_running());
    }

    /// The push alone is the envelope, and it ends.
    #[test]
    fn the_push_follows_the_envelope() {
        let params = BurstParams {
            press: 1.0,
            force: 2.0,
            attack: 0.05,
            decay: 0.1,
            hold: 0.2,
            sustain: 0.5,
            lowpass: 2e4,
            ..BurstParams::default()
        };
        let rate = Rate::new(48_000.0).unwrap();
        let mut burst = Burst::new(&params, rate, 3).unwrap();
        burst.scale = 0.0;
        burst.start(3.0);
        let force: Vec<f64> = (0..48_000).map(|_| burst.force(&params)).collect();
        // Half way up, at the height, sustained, and over.
        for (time, expected) in [(0.025, 3.0), (0.05, 6.0), (0.3, 3.0), (0.5, 0.0)] {
            let found = force[(time * 48e3) as usize];
            assert!((found - expected).abs() < 0.02, "{time} s: {found} N");
        }
        assert!(!burst.is_running());
    }
}
