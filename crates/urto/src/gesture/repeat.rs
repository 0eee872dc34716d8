//! Repeat: a blow that is made several times in a row, never twice alike.
//!
//! Hear:   knocks at a door, a spoon that taps again, a plate that rattles to rest.
//! Law:    blow n follows blow n-1 after interval·pace^(n-1), fading times as strong; each is
//!         earlier or later and weaker or stronger by a factor drawn between 1/most and most,
//!         to the power `variation`, and falls beside the last by up to `scatter`. A hand that
//!         taps as evenly as it can has intervals that differ by 4 to 6 % (Wing & Kristofferson
//!         1973), one that knocks by about 10 %: a variation of 0.3.
//! Limits: times do not depend on what the body does: nothing bounces (see `bouncing`).
//! Refs:   Wing & Kristofferson 1973 (Perception & Psychophysics 14); Dahl 2000 (drummers'
//!         striking velocities differ by some decibels from blow to blow).

use crate::math;
use crate::rate::Rate;
use crate::rng::Rng;

crate::params! {
    /// Several blows in a row.
    pub struct RepeatParams("repeat") {
        /// Number of blows.
        count: 1, Integer(1, 64), "", Event, spread 0.0;
        /// Time between the first and the second blow.
        interval: 0.25, Log(0.01, 10.0), "s", Event, spread 0.05;
        /// Ratio of each interval to the one before: below 1 the blows speed up.
        pace: 1.0, Log(0.5, 2.0), "", Event, expert, spread 0.02;
        /// Ratio of each blow's strength to the one before: below 1 they die away.
        fading: 1.0, Linear(0.1, 1.0), "", Event, expert, spread 0.05;
        /// Random differences in timing and strength after the first blow.
        variation: 0.3, Linear(0.0, 1.0), "", Event, spread 0.0;
        /// How far from the first place the blows land, as a share of the body.
        scatter: 0.03, Linear(0.0, 0.5), "", Event, expert, spread 0.0;
    }
}

/// Largest factors on the time and on the strength of a blow.
const UNEVEN: f64 = 1.6;
const STRONGER: f64 = 2.0;
/// Blows lie no further apart \[s\], however they slow down.
const LONGEST: f64 = 20.0;

impl RepeatParams {
    /// From the first blow to the last, at most \[s\].
    pub fn seconds(&self) -> f64 {
        let mut interval = self.interval * math::pow(UNEVEN, self.variation);
        let mut all = 0.0;
        for _ in 1..self.count {
            all += interval.min(LONGEST);
            interval *= self.pace;
        }
        all
    }
}

/// How a blow differs from the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Again {
    /// Factor on its strength.
    pub strength: f64,
    /// How far beside the first it falls, as a share of the body.
    pub beside: f64,
}

impl Again {
    /// The first blow itself.
    pub const FIRST: Self = Self {
        strength: 1.0,
        beside: 0.0,
    };
}

/// The blows that are still to come.
pub struct Repeat {
    rng: Rng,
    /// How many, and samples until the next.
    left: i64,
    wait: u64,
    /// Usual time to the one after that \[s\], and factor on its strength.
    interval: f64,
    strength: f64,
}

impl Repeat {
    /// No blow to come.
    pub fn new(seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
            left: 0,
            wait: 0,
            interval: 0.0,
            strength: 1.0,
        }
    }

    /// The first blow falls now.
    pub fn start(&mut self, params: &RepeatParams, rate: Rate) {
        self.left = params.count - 1;
        self.interval = params.interval;
        self.strength = 1.0;
        self.draw(params, rate);
    }

    /// Samples until the next blow, if there is one.
    pub fn due(&self) -> Option<u64> {
        (self.left > 0).then_some(self.wait)
    }

    /// Samples during which no blow falls: the one in which the next falls is stepped.
    pub fn idle_for(&self) -> usize {
        let due = self.due().map_or(u64::MAX, |due| due - 1);
        usize::try_from(due).unwrap_or(usize::MAX)
    }

    /// Lets N samples pass, no more than are due; tells whether a blow falls now.
    pub fn pass(&mut self, samples: u64, params: &RepeatParams, rate: Rate) -> Option<Again> {
        if self.left <= 0 {
            return None;
        }
        self.wait = self.wait.saturating_sub(samples);
        if self.wait > 0 {
            return None;
        }
        self.left -= 1;
        self.strength *= params.fading;
        let strength = self.strength * self.factor(STRONGER, params);
        let beside = params.scatter * self.rng.signed();
        self.interval *= params.pace;
        self.draw(params, rate);
        Some(Again { strength, beside })
    }

    /// When the next one falls: a sample later at least.
    fn draw(&mut self, params: &RepeatParams, rate: Rate) {
        let interval = (self.interval * self.factor(UNEVEN, params)).min(LONGEST);
        self.wait = ((interval * rate.hertz()).round() as u64).max(1);
    }

    fn factor(&mut self, most: f64, params: &RepeatParams) -> f64 {
        math::pow(self.rng.log_uniform(1.0 / most, most), params.variation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blows(params: &RepeatParams, hop: u64) -> Vec<(u64, Again)> {
        let rate = Rate::new(48_000.0).unwrap();
        let mut repeat = Repeat::new(7);
        repeat.start(params, rate);
        let (mut now, mut all) = (0, Vec::new());
        while let Some(due) = repeat.due() {
            let passed = due.min(hop);
            now += passed;
            all.extend(repeat.pass(passed, params, rate).map(|again| (now, again)));
        }
        all
    }

    #[test]
    fn blows_without_variation_follow_the_series() {
        let params = RepeatParams {
            count: 6,
            interval: 0.2,
            pace: 0.8,
            fading: 0.5,
            variation: 0.0,
            scatter: 0.0,
        };
        let all = blows(&params, u64::MAX);
        assert_eq!(all.len(), 5);
        // Geometric series: interval·(1 - pace^n)/(1 - pace), within a sample per blow.
        for (index, (at, again)) in all.iter().enumerate() {
            let n = index as f64 + 1.0;
            let due = 0.2 * (1.0 - math::pow(0.8, n)) / 0.2;
            assert!((*at as f64 / 48_000.0 - due).abs() < n / 48_000.0);
            assert!((again.strength - math::pow(0.5, n)).abs() < 1e-12);
            assert_eq!(again.beside, 0.0);
        }
        let last = all[4].0 as f64 / 48_000.0;
        assert!((params.seconds() - last).abs() < 1e-3);
    }

    #[test]
    fn blows_differ_as_asked_for_and_not_with_the_block() {
        let params = RepeatParams {
            count: 60,
            interval: 0.1,
            ..RepeatParams::default()
        };
        let all = blows(&params, u64::MAX);
        assert_eq!(all, blows(&params, 17));
        let gaps: Vec<f64> = all.windows(2).map(|p| (p[1].0 - p[0].0) as f64).collect();
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        let spread = gaps.iter().map(|gap| (gap - mean) * (gap - mean));
        let uneven = (spread.sum::<f64>() / gaps.len() as f64).sqrt() / mean;
        // Uniform in the logarithm over ±0.3·ln(1.6): a deviation of 0.141/sqrt(3), 8 %.
        assert!((0.06..0.1).contains(&uneven), "{uneven}");
        assert!(all.last().unwrap().0 as f64 / 48_000.0 <= params.seconds());
        assert!(all.iter().all(|(_, again)| again.beside.abs() <= 0.03));
    }
}
