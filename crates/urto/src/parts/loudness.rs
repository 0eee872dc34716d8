//! How strongly a body will answer, worked out before it is pushed: what levels are set by.

use super::output::TARGET;
use crate::body::{BodyParams, Seen};
use crate::gesture::BurstParams;
use crate::math::{self, LN_1000, TAU};
use crate::object::corner;

/// How a body's heard point will move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PushedBody {
    /// Highest speed \[m/s\], about,
    pub peak: f64,
    /// and the integral of its square over time \[m²/s\].
    pub energy: f64,
}

/// One mode, as seen from where the body is pushed and heard.
struct HeardMode {
    hertz: f64,
    /// Rate at which its amplitude falls \[1/s\].
    sigma: f64,
    /// Speed per impulse \[1/kg\].
    swing: f64,
}

fn heard(mode: Seen) -> HeardMode {
    HeardMode {
        hertz: mode.hertz,
        sigma: LN_1000 / mode.decay,
        swing: mode.touched * mode.heard / mode.mass,
    }
}

/// What a sound's level is set by, from the highest peak that is expected and from the RMS while
/// it is loudest: a peak of 0.7 or an RMS of -25 dB, whichever comes first.
pub(crate) fn loud(peak: f64, rms: f64) -> f64 {
    (peak * TARGET / 0.7).max(rms * TARGET / 0.056)
}

/// Mean square over the 0.4 s in which a short sound is heard, below which it may be too soft:
/// -34 dB.
const SOFT: f64 = 4e-4;

impl PushedBody {
    /// Whether it is over so soon that it may hardly be heard when its peak is `peak`: then what
    /// was worked out is not good enough.
    pub fn is_brief(&self, peak: f64) -> bool {
        let mean = peak * peak * self.energy / (0.4 * self.peak * self.peak);
        // Not a number if nothing moves.
        mean.is_nan() || mean < SOFT
    }
}

/// The answer, as area times velocity that leaves the body, to one blow of an impulse \[N·s\] and a
/// duration \[s\], a half sine to the power 1.5: modes much faster than the blow hardly ring on.
pub(crate) fn to_blow(
    modes: impl Iterator<Item = Seen>,
    params: &BodyParams,
    impulse: f64,
    duration: f64,
) -> PushedBody {
    let mut answer = PushedBody::default();
    let (mut all, mut power) = (0.0, 0.0);
    for mode in modes.map(heard).filter(|mode| mode.hertz < 2e4) {
        let dull = mode.hertz * duration;
        let near = mode.hertz / corner(params.size);
        let leaves = params.size * params.size * near / (1.0 + near * near).sqrt();
        let speed = leaves * impulse * mode.swing / math::power(1.0 + 4.0 * dull * dull, 1.25);
        // Half of the square of a decaying sine.
        answer.energy += 0.25 * speed * speed / mode.sigma;
        all += speed.abs();
        power += speed * speed;
    }
    // Between modes that all add up and modes that meet by chance.
    answer.peak = (all * power.sqrt()).sqrt();
    answer
}

/// The answer to a burst of noise. A noise force of one-sided density S \[N²/Hz\] that lasts for t
/// brings a mode to a mean square speed of S/(8·sigma·m²)·(1 - exp(-2·sigma·t)); the push under
/// it moves a mode by f/(m·w), less the longer its attack.
pub(crate) fn to_burst(modes: impl Iterator<Item = Seen>, burst: &BurstParams) -> PushedBody {
    // The push lasts about as long as the envelope is high.
    let lasts = burst.attack + 0.3 * burst.decay + burst.sustain * burst.hold;
    let pass = |hertz: f64| 1.0 / (1.0 + math::power(hertz / burst.lowpass, 2.0)).sqrt();
    let density = burst.force * burst.force / (burst.lowpass + 0.5 * burst.highpass);
    let mut answer = PushedBody::default();
    let (mut power, mut pushed) = (0.0, 0.0);
    for mode in modes.map(heard) {
        let within = math::power(pass(mode.hertz), 4.0);
        let low = math::power(mode.hertz / burst.highpass, 4.0);
        let rising = -math::expm1(-2.0 * mode.sigma * lasts) / (8.0 * mode.sigma);
        let noise = density * within * low / (1.0 + low) * rising * mode.swing * mode.swing;
        let w = TAU * mode.hertz;
        let slow = 1.0 / (1.0 + w * burst.attack);
        let push = burst.press * burst.force * mode.swing / w * slow * pass(mode.hertz);
        power += noise;
        pushed += push * push;
        answer.energy += (noise + 0.5 * push * push) * (lasts + 0.5 / mode.sigma);
    }
    // The highest of a short stretch of noise is not quite twice its RMS; push and noise seldom
    // peak together.
    answer.peak = (2.5 * power + pushed).sqrt();
    answer
}

impl PushedBody {
    /// The same, N times as strong.
    pub fn times(self, factor: f64) -> Self {
        Self {
            peak: self.peak * factor,
            energy: self.energy * factor * factor,
        }
    }
}

impl core::ops::Add for PushedBody {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            peak: self.peak + other.peak,
            energy: self.energy + other.energy,
        }
    }
}
