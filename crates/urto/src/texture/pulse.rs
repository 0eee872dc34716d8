//! Pulse: the force of one small blow, known beforehand.
//!
//! Law:    Hertz: f = k·x^1.5 between two elastic bodies of reduced mass m that meet at speed v.
//!         The greatest compression is x = (5·m·v²/(4·k))^(2/5), the duration 2.943·x/v, and the
//!         compression in between is nearly a half sine, so the force nearly its power 1.5. The
//!         impulse is m·v·(1 + restitution).
//! Step:   the half sine by a turning vector; the samples' sum is the impulse, however few there
//!         are.
//! Limits: the bodies' own vibration does not act back on the force. That suits stiff bodies and
//!         small blows, and costs only while a blow lasts; a solved contact for every piece
//!         would be stepped all the time.
//! Refs:   Johnson, Contact Mechanics, 11.4; Hunter 1957.

use crate::math;
use crate::rate::Rate;

/// Duration over greatest compression and speed: 2·integral of dx/sqrt(1 - x^2.5) from 0 to 1.
const HERTZ: f64 = 2.943_2;
/// Mean of sin(x)^1.5 over half a turn.
const MEAN: f64 = 0.556_6;
/// Above N samples the mean of the samples is that of the curve within 1e-3.
const MANY: u32 = 12;
/// Longest blow \[s\]: what lasts longer is a push.
const LONGEST: f64 = 0.02;

/// How two bodies meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blow {
    /// Reduced mass \[kg\].
    pub mass: f64,
    /// Speed of approach \[m/s\].
    pub speed: f64,
    /// Stiffness k of the contact \[N/m^1.5\].
    pub stiffness: f64,
}

impl Blow {
    /// How long they touch \[s\].
    ///
    /// ```
    /// // A steel ball of 10 mm (4.1 g) on a thick steel plate: k = 4/3·E*·sqrt(R) = 1.0e10,
    /// // at 1 m/s. Hertz's 2.87·(m²/(R·E*²·v))^(1/5) is 35 us.
    /// let blow = urto::texture::Blow { mass: 4.1e-3, speed: 1.0, stiffness: 1.0e10 };
    /// assert!((blow.duration() / 35e-6 - 1.0).abs() < 0.05);
    /// ```
    pub fn duration(&self) -> f64 {
        if self.speed <= 0.0 {
            return LONGEST;
        }
        let work = 1.25 * self.mass * self.speed * self.speed / self.stiffness;
        (HERTZ * math::pow(work, 0.4) / self.speed).min(LONGEST)
    }

    /// What it gives if nothing bounces back \[N·s\].
    pub fn impulse(&self) -> f64 {
        self.mass * self.speed
    }
}

/// A force that rises and falls once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pulse {
    /// Greatest force \[N\].
    peak: f64,
    /// The turning vector, and its turn per sample.
    at: [f64; 2],
    turn: [f64; 2],
    left: u32,
}

impl Pulse {
    /// A force of an impulse \[N·s\] and a duration \[s\].
    pub fn new(impulse: f64, duration: f64, rate: Rate) -> Self {
        let samples = (duration * rate.hertz()).round().max(1.0);
        let angle = 0.5 * math::TAU / samples;
        let half = 0.5 * angle;
        let mut pulse = Self {
            peak: 1.0,
            at: [math::cos(half), math::sin(half)],
            turn: [math::cos(angle), math::sin(angle)],
            left: samples as u32,
        };
        let mean = if pulse.left > MANY {
            MEAN
        } else {
            let mut trial = pulse;
            (0..pulse.left).map(|_| trial.force()).sum::<f64>() / samples
        };
        pulse.peak = impulse * rate.hertz() / (mean * samples);
        pulse
    }

    /// Whether it still pushes.
    pub fn is_running(&self) -> bool {
        self.left > 0
    }

    /// The force of the coming step \[N\].
    pub fn force(&mut self) -> f64 {
        if self.left == 0 {
            return 0.0;
        }
        self.left -= 1;
        let [c, s] = self.at;
        self.at = [
            c * self.turn[0] - s * self.turn[1],
            s * self.turn[0] + c * self.turn[1],
        ];
        self.peak * math::power(s.max(0.0), 1.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever its duration, the sum of its samples is the impulse.
    #[test]
    fn a_pulse_has_its_impulse() {
        let rate = Rate::new(48_000.0).unwrap();
        for duration in [0.0, 1e-5, 3e-5, 5e-5, 1e-4, 2.6e-4, 1e-3, 2e-2] {
            let mut pulse = Pulse::new(0.3, duration, rate);
            let mut sum = 0.0;
            while pulse.is_running() {
                sum += pulse.force() * rate.step();
            }
            assert!((sum / 0.3 - 1.0).abs() < 1e-3, "{duration}: {sum}");
        }
    }
}
