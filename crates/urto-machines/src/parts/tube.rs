//! A tube with a wave that runs to and fro: a delay, a filter for its losses, and what its far end
//! sends back.
//!
//! Law:    y = x + r·g·h(y delayed by D): resonances where the round trip turns by whole turns: for
//!         r > 0 at n/D (both ends open: n·c/2L), for r < 0 half way between (one end closed:
//!         (2n - 1)·c/4L).
//! Step:   linear interpolation between samples and h = one pole are means of what was sent: neither
//!         is larger than the largest. With g below 1, |y| never exceeds max|x|/(1 - g·|r|), whatever
//!         moves while it sounds; without input the tube dies away.
//! Limits: high partials lose a little more at low rates, where interpolation dulls them.
//! Refs:   Smith 1992; Papetti 2010, figure 2.17.

use urto::{Rate, math};

/// A line of samples, read at any place between them.
pub(crate) struct Line {
    samples: Vec<f64>,
    at: usize,
}

impl Line {
    /// For delays up to so many samples. Allocates.
    pub fn new(longest: f64) -> Self {
        let length = (longest.max(1.0) as usize + 3).next_power_of_two();
        Self {
            samples: vec![0.0; length],
            at: 0,
        }
    }

    /// What was written so many samples ago; the sample written last is 1 ago.
    #[inline]
    pub fn read(&self, ago: f64) -> f64 {
        let ago = ago.clamp(1.0, (self.samples.len() - 2) as f64);
        let (whole, part) = (ago as usize, ago - (ago as usize) as f64);
        let mask = self.samples.len() - 1;
        let near = self.samples[self.at.wrapping_sub(whole) & mask];
        let far = self.samples[self.at.wrapping_sub(whole + 1) & mask];
        near + part * (far - near)
    }

    #[inline]
    pub fn write(&mut self, value: f64) {
        let mask = self.samples.len() - 1;
        self.samples[self.at & mask] = if value.abs() < 1e-25 { 0.0 } else { value };
        self.at = (self.at + 1) & mask;
    }

    pub fn reset(&mut self) {
        self.samples.fill(0.0);
        self.at = 0;
    }
}

/// How a tube is: set anew as often as one likes.
#[derive(Clone, Copy, Default)]
pub(crate) struct TubeShape {
    /// Round trip \[s\].
    pub trip: f64,
    /// What the two ends together send back, -1 to 1.
    pub back: f64,
    /// Corner of its losses \[Hz\].
    pub corner: f64,
}

/// A tube.
pub(crate) struct Tube {
    line: Line,
    rate: Rate,
    low: f64,
    pole: f64,
    delay: f64,
    back: f64,
    /// Both move by so much per sample, for so many more.
    steps: (f64, f64),
    left: u32,
    fresh: bool,
}

impl Tube {
    /// For round trips up to so many seconds. Allocates.
    pub fn new(longest: f64, rate: Rate) -> Self {
        Self {
            line: Line::new(longest * rate.hertz()),
            rate,
            low: 0.0,
            pole: 0.0,
            delay: 1.0,
            back: 0.0,
            steps: (0.0, 0.0),
            left: 0,
            fresh: true,
        }
    }

    /// Goes to a shape within so many samples; at once when nothing has sounded yet. The filter delays too: as long as at the first resonance is taken off the line.
    pub fn set(&mut self, shape: TubeShape, within: u32) {
        let TubeShape { trip, back, corner } = shape;
        let rate = self.rate.hertz();
        let back = back.clamp(-0.999, 0.999);
        self.pole = math::exp(-math::TAU * corner.clamp(10.0, 0.45 * rate) / rate);
        let first = if back < 0.0 { 0.5 } else { 1.0 } / trip.max(1e-4);
        let turn = math::TAU * (first / rate).min(0.4);
        let lag = math::atan2(
            self.pole * math::sin(turn),
            1.0 - self.pole * math::cos(turn),
        );
        let delay = (trip * rate - lag / turn).max(1.0);
        if self.fresh {
            (self.delay, self.back, self.left, self.fresh) = (delay, back, 0, false);
            return;
        }
        let each = 1.0 / f64::from(within.max(1));
        self.steps = ((delay - self.delay) * each, (back - self.back) * each);
        self.left = within.max(1);
    }

    #[inline]
    pub fn pass(&mut self, x: f64) -> f64 {
        if self.left > 0 {
            self.left -= 1;
            self.delay += self.steps.0;
            self.back += self.steps.1;
        }
        let returned = self.line.read(self.delay);
        self.low = returned + self.pole * (self.low - returned);
        if self.low.abs() < 1e-25 {
            self.low = 0.0;
        }
        let y = x + self.back * self.low;
        self.line.write(y);
        y
    }

    pub fn reset(&mut self) {
        self.line.reset();
        self.low = 0.0;
        self.fresh = true;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use urto::rng::Rng;

    /// The frequency near a guess at which an answer to a click is strongest \[Hz\].
    pub(crate) fn strongest(answer: &[f64], hertz: f64, guess: f64) -> f64 {
        let power = |f: f64| {
            let (mut re, mut im) = (0.0, 0.0);
            for (n, x) in answer.iter().enumerate() {
                let turn = math::TAU * f * n as f64 / hertz;
                re += x * math::cos(turn);
                im += x * math::sin(turn);
            }
            re * re + im * im
        };
        let tried = (-60..=60).map(|n| guess * (1.0 + 0.001 * f64::from(n)));
        let best = |(a, b): (f64, f64), f: f64| {
            let p = power(f);
            if p > b { (f, p) } else { (a, b) }
        };
        tried.fold((0.0, 0.0), best).0
    }

    /// The longest trip loses more at high frequencies; whatever is moved, it stays below the bound.
    #[test]
    fn moved_at_random_it_is_bounded_and_dies_away() {
        let rate = Rate::new(48e3).unwrap();
        let mut rng = Rng::new(1);
        let mut tube = Tube::new(0.1, rate);
        let mut most = 0.0f64;
        let change = |tube: &mut Tube, rng: &mut Rng| {
            tube.set(
                TubeShape {
                    trip: rng.log_uniform(1e-5, 0.2),
                    back: 0.9 * rng.signed(),
                    corner: rng.log_uniform(1.0, 1e5),
                },
                1 + rng.below(60) as u32,
            );
        };
        for n in 0..200_000 {
            if n % 50 == 0 {
                change(&mut tube, &mut rng);
            }
            most = most.max(tube.pass(rng.signed()).abs());
        }
        assert!(most > 1.0 && most <= 1.0 / (1.0 - 0.9), "{most}");
        let largest = |tube: &Tube| tube.line.samples.iter().fold(0.0f64, |a, x| a.max(x.abs()));
        let before = largest(&tube);
        for n in 0..400_000 {
            if n % 50 == 0 {
                change(&mut tube, &mut rng);
            }
            tube.pass(0.0);
        }
        assert!(largest(&tube) < 0.5 * before);
    }

    /// Its resonances lie where the law says, within 0.5 %, at every rate.
    #[test]
    fn it_resonates_where_whole_turns_fit() {
        for hertz in [44.1e3, 48e3, 96e3] {
            let rate = Rate::new(hertz).unwrap();
            for (trip, back) in [(0.00875, 0.95), (0.00875, -0.95), (0.0031, 0.9)] {
                let mut tube = Tube::new(0.1, rate);
                tube.set(
                    TubeShape {
                        trip,
                        back,
                        corner: 3000.0,
                    },
                    1,
                );
                let answer: Vec<f64> = (0..(0.25 * hertz) as usize)
                    .map(|n| tube.pass(if n == 0 { 1.0 } else { 0.0 }))
                    .collect();
                for n in 1..=3 {
                    let turns = f64::from(n) - if back < 0.0 { 0.5 } else { 0.0 };
                    let law = turns / trip;
                    let found = strongest(&answer, hertz, law);
                    assert!((found / law - 1.0).abs() < 0.005, "{hertz} {law} {found}");
                }
            }
        }
    }
}
