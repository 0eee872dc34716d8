//! Filters that may be moved while they sound.
//!
//! Law:    one pole, and two: v1' = w·(x - k·v1 - v2), v2' = w·v1.
//! Step:   trapezoidal, with the corner in its place (g = tan(w·T/2)), so that they pass the same at
//!         every rate. With v the mean of the state s before and after the step,
//!         |s'|² - |s|² = 4·v·(v - s) = -4·g·k·v1² without input: whatever g and k are from step to
//!         step, what is stored never grows by itself.
//! Refs:   Simper 2013; Zavalishin 2012.

use urto::{Rate, math};

/// Highest corner as a share of the rate.
const HIGHEST: f64 = 0.45;
/// Lowest corner \[Hz\]: below, nothing is heard.
const LOWEST: f64 = 1.0;
/// Power per hertz of white noise: a variance of 1 over 24 kHz.
const WHITE: f64 = 1.0 / 24e3;
/// What is smaller is silence: filters that ring out end here, before numbers become subnormal.
const SILENT: f64 = 1e-25;

fn warped(hertz: f64, rate: Rate) -> f64 {
    let corner = hertz.clamp(LOWEST, HIGHEST * rate.hertz());
    math::tan(0.5 * math::TAU * corner * rate.step())
}

fn audible(state: f64) -> f64 {
    if state.abs() < SILENT { 0.0 } else { state }
}

/// A low-pass and a high-pass of one pole.
#[derive(Clone, Copy, Default)]
pub(crate) struct OnePole {
    share: f64,
    state: f64,
}

impl OnePole {
    pub fn new(hertz: f64, rate: Rate) -> Self {
        let mut own = Self::default();
        own.set(hertz, rate);
        own
    }

    pub fn set(&mut self, hertz: f64, rate: Rate) {
        let g = warped(hertz, rate);
        self.share = g / (1.0 + g);
    }

    #[inline]
    pub fn low(&mut self, x: f64) -> f64 {
        let v = self.share * (x - self.state);
        let low = v + self.state;
        self.state = audible(low + v);
        low
    }

    #[inline]
    pub fn high(&mut self, x: f64) -> f64 {
        x - self.low(x)
    }

    pub fn reset(&mut self) {
        self.state = 0.0;
    }
}

/// Two poles: low-pass and band-pass.
#[derive(Clone, Copy, Default)]
pub(crate) struct TwoPole {
    g: f64,
    k: f64,
    a: f64,
    states: [f64; 2],
}

impl TwoPole {
    /// `sharpness` is Q: a band of `hertz / sharpness`.
    pub fn set(&mut self, hertz: f64, sharpness: f64, rate: Rate) {
        self.g = warped(hertz, rate);
        self.k = 1.0 / sharpness.max(0.1);
        self.a = 1.0 / (1.0 + self.g * (self.g + self.k));
    }

    #[inline]
    fn step(&mut self, x: f64) -> [f64; 2] {
        let [s1, s2] = self.states;
        let v1 = self.a * (s1 + self.g * (x - s2));
        let v2 = s2 + self.g * v1;
        self.states = [audible(2.0 * v1 - s1), audible(2.0 * v2 - s2)];
        [v1, v2]
    }

    #[inline]
    pub fn low(&mut self, x: f64) -> f64 {
        self.step(x)[1]
    }

    /// What passes around its frequency, at its frequency whole.
    #[inline]
    pub fn band(&mut self, x: f64) -> f64 {
        self.k * self.step(x)[0]
    }

    pub fn reset(&mut self) {
        self.states = [0.0; 2];
    }

    /// What makes a band of white noise (`parts::noise`) as loud as 1: its noise bandwidth is π·f/2Q.
    pub fn even(hertz: f64, sharpness: f64) -> f64 {
        let band = 0.25 * math::TAU * hertz.max(1.0) / sharpness.max(0.1);
        1.0 / (band * WHITE).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::rng::Rng;

    fn rate() -> Rate {
        Rate::new(48e3).unwrap()
    }

    fn two(hertz: f64, sharpness: f64) -> TwoPole {
        let mut own = TwoPole::default();
        own.set(hertz, sharpness, rate());
        own
    }

    /// Amplitude behind a filter, once it has settled.
    fn passed(hertz: f64, mut filter: impl FnMut(f64) -> f64) -> f64 {
        let turn = math::TAU * hertz / 48e3;
        let out = (0..48_000).map(|n| filter(math::sin(turn * f64::from(n))));
        out.skip(24_000).map(f64::abs).fold(0.0, f64::max)
    }

    /// |H| of two poles at r times the corner: 1/sqrt((1 - r²)² + (r/Q)²), and r/Q of it for the band.
    #[test]
    fn two_poles_pass_as_their_formula_says() {
        for (r, q) in [(0.5f64, 0.7f64), (1.0, 5.0), (2.0, 2.0)] {
            let corner = 500.0;
            let below = 1.0 / ((1.0 - r * r) * (1.0 - r * r) + (r / q) * (r / q)).sqrt();
            let mut low = two(corner, q);
            let mut band = two(corner, q);
            assert!((passed(r * corner, |x| low.low(x)) / below - 1.0).abs() < 0.01);
            assert!((passed(r * corner, |x| band.band(x)) / (below * r / q) - 1.0).abs() < 0.01);
        }
        let mut low = OnePole::new(500.0, rate());
        assert!((passed(500.0, |x| low.low(x)) - 0.5f64.sqrt()).abs() < 1e-3);
    }

    /// However wildly it is moved, what is stored never grows by itself.
    #[test]
    fn moved_at_random_it_stores_no_more() {
        let mut rng = Rng::new(4);
        let mut filter = two(1000.0, 10.0);
        filter.states = [1.0, -0.5];
        let mut before = 1.25;
        for _ in 0..100_000 {
            let (hertz, q) = (rng.log_uniform(1.0, 1e5), rng.log_uniform(0.1, 1e4));
            filter.set(hertz, q, rate());
            filter.step(0.0);
            let now: f64 = filter.states.iter().map(|s| s * s).sum();
            assert!(now <= before * (1.0 + 1e-12), "{now} {before}");
            before = now;
        }
    }
}
