//! One step of a mode by each method, as the appendix prints it, for any kind of number.

use super::{Discretisation, Oscillator};
use crate::count::Real;
use urto::{Rate, math};

impl Oscillator {
    /// What does not change from step to step: a11, a12, a21, a22, b1, b2, or for (A.24)
    /// 2·Re p, |p|², 2j·G·Im p.
    pub(crate) fn coefficients(&self, how: Discretisation, rate: Rate) -> [f64; 6] {
        let (fs, h) = (rate.hertz(), rate.step());
        let half = 0.5 * self.damping;
        let bilinear = |w: f64| {
            let delta = fs * fs + half * fs + 0.25 * w * w;
            let b = [0.25, 0.5 * fs].map(|b| b / (self.mass * delta));
            [
                1.0 - 0.5 * w * w / delta,
                fs / delta,
                -fs * w * w / delta,
                2.0 * fs * fs / delta - 1.0,
                b[0],
                b[1],
            ]
        };
        let (w, ringing) = (self.natural(), self.ringing());
        let (size, angle) = (math::exp(-half * h), ringing * h);
        let (cos, sin) = (math::cos(angle), math::sin(angle));
        match how {
            Discretisation::Bilinear | Discretisation::Prewarped => {
                bilinear(self.own_frequency(how, rate))
            }
            Discretisation::ImpulseInvariant => {
                let b = size * sin * h / (self.mass * ringing);
                [2.0 * size * cos, size * size, b, 0.0, 0.0, 0.0]
            }
            Discretisation::Held => {
                let a12 = size * sin / ringing;
                let a11 = size * cos + half * a12;
                let b1 = (1.0 - a11) / (self.mass * w * w);
                let a22 = size * cos - half * a12;
                [a11, a12, -w * w * a12, a22, b1, a12 / self.mass]
            }
        }
    }

    /// Angular frequency that the method's own spring has \[rad/s\].
    pub(super) fn own_frequency(&self, how: Discretisation, rate: Rate) -> f64 {
        let (w, fs) = (self.natural(), rate.hertz());
        match how {
            Discretisation::Prewarped => 2.0 * fs * math::tan(w / (2.0 * fs)),
            _ => w,
        }
    }
}

/// One step from place and velocity, or for (A.24) from the last two places, under the force at
/// its end and that at its beginning.
pub(super) fn take<T: Real>(
    how: Discretisation,
    coefficients: &[T; 6],
    [x, y]: [T; 2],
    force: T,
    before: T,
) -> [T; 2] {
    let [a11, a12, a21, a22, b1, b2] = *coefficients;
    let state = |force: T| {
        [
            (a11 * x + a12 * y + b1 * force).kept(),
            (a21 * x + a22 * y + b2 * force).kept(),
        ]
    };
    match how {
        Discretisation::Bilinear | Discretisation::Prewarped => state((force + before).kept()),
        Discretisation::Held => state(before),
        Discretisation::ImpulseInvariant => [(a11 * x - a12 * y + a21 * before).kept(), x.kept()],
    }
}
