//! High-passes of one pole, and how they pass the same at every rate.
//!
//! Law: far below its corner w a high-pass passes v/w of a frequency v. One that is stepped as
//!      y = x - x' + p·y', p = exp(-a), a = w·T, passes v·T/(1 - p) instead: a/(1 - exp(-a)) times as
//!      much, which depends on the step T; and x less its one-pole low-pass passes a/(exp(a) - 1)
//!      times as much. For a corner of 10 kHz that is 3 dB between 48 and 192 kHz.
//!      Levels were found at 48 kHz: there nothing is changed, and other rates follow.

use crate::math;
use crate::rate::Rate;

/// The rate at which levels were found \[Hz\].
const USUAL: f64 = 48e3;

/// Factor on what y = x - x' + p·y' of a corner \[Hz\] gives.
pub(crate) fn of_differences(corner: f64, rate: Rate) -> f64 {
    let more = |step: f64| {
        let a = math::TAU * corner * step;
        a / -math::expm1(-a)
    };
    more(1.0 / USUAL) / more(rate.step())
}

/// Factor on what is left of a signal without its low-pass of a corner \[Hz\].
pub(crate) fn of_remainders(corner: f64, rate: Rate) -> f64 {
    let more = |step: f64| {
        let a = math::TAU * corner * step;
        a / math::expm1(a)
    };
    more(1.0 / USUAL) / more(rate.step())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Amplitude of a sine of 500 Hz behind a high-pass, once it has settled.
    fn passed(rate: Rate, mut filter: impl FnMut(f64) -> f64) -> f64 {
        let turn = math::TAU * 500.0 * rate.step();
        let steps = (0.1 * rate.hertz()) as usize;
        let out = (0..steps).map(|n| filter(math::sin(turn * n as f64)));
        let late = out.skip(steps / 2).map(f64::abs);
        late.fold(0.0, f64::max)
    }

    #[test]
    fn high_passes_agree_at_all_rates() {
        for corner in [700.0, 2500.0, 10e3] {
            let at = |hertz: f64| {
                let rate = Rate::new(hertz).unwrap();
                let pole = math::exp(-math::TAU * corner * rate.step());
                let (mut before, mut last) = (0.0, 0.0);
                let differences = passed(rate, |x| {
                    last = x - before + pole * last;
                    before = x;
                    last
                });
                let mut low = 0.0;
                let remainders = passed(rate, |x| {
                    low += (1.0 - pole) * (x - low);
                    x - low
                });
                [
                    differences * of_differences(corner, rate),
                    remainders * of_remainders(corner, rate),
                ]
            };
            let usual = at(48e3);
            for hertz in [44.1e3, 96e3, 192e3] {
                for (own, usual) in at(hertz).into_iter().zip(usual) {
                    assert!(
                        (own / usual - 1.0).abs() < 0.02,
                        "{corner} {hertz}: {own} {usual}"
                    );
                }
            }
        }
        assert_eq!(of_differences(2500.0, Rate::new(48e3).unwrap()), 1.0);
        assert_eq!(of_remainders(2500.0, Rate::new(48e3).unwrap()), 1.0);
    }
}
