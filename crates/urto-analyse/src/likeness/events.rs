//! Events of a sound: where something clearly begins, and how it falls.

use super::filter::{band, envelope};
use super::stats::{decibels, greatest, percentile, place_of_greatest};

/// One step of an envelope \[samples\]: a millisecond.
pub const STEP: usize = 44;
/// Window of an envelope \[samples\].
pub const WINDOW: usize = 5 * STEP;
/// Quieter parts than this below the loudest say nothing \[dB\].
const RANGE: f64 = 60.0;

/// Levels of a band \[dB\], every millisecond.
pub fn levels(samples: &[f64], low: f64, high: f64) -> Vec<f64> {
    let powers = envelope(&band(samples, low, high), WINDOW, STEP);
    powers.into_iter().map(decibels).collect()
}

/// The events of a sound.
pub struct Events {
    /// Where each is loudest \[ms\].
    pub at: Vec<usize>,
    /// Levels \[dB\], every millisecond.
    pub levels: Vec<f64>,
}

impl Events {
    /// An event rises by 6 dB against the 10 ms before, lies within 30 dB of the loudest and 8 dB
    /// above what is there anyway, and comes 60 ms after the last one.
    pub fn of(samples: &[f64]) -> Self {
        let mut levels = levels(samples, 100.0, 16_000.0);
        let loudest = greatest(&levels);
        let least = loudest - RANGE;
        levels
            .iter_mut()
            .for_each(|level| *level = level.max(least));
        let enough = (loudest - 30.0).max(percentile(&levels, 0.2) + 8.0);
        let begins = |n: &usize| {
            let before = &levels[n - 10..n - 2];
            let rise = levels[*n] - before.iter().copied().fold(f64::INFINITY, f64::min);
            rise > 6.0 && levels[*n] > enough
        };
        let mut at: Vec<usize> = Vec::new();
        let mut free = 0;
        for n in (10..levels.len()).filter(begins) {
            if n < free {
                continue;
            }
            let peak = n + place_of_greatest(&levels[n..(n + 30).min(levels.len())]);
            if at.last().is_none_or(|last| peak - last > 60) {
                at.push(peak);
            }
            free = peak + 30;
        }
        if at.is_empty() {
            at.push(place_of_greatest(&levels));
        }
        Self { at, levels }
    }
}

/// Milliseconds from a place until levels stay below by so much for 5 ms, before `until`; none if
/// they do not.
pub fn fall(levels: &[f64], from: usize, by: f64, until: usize) -> Option<f64> {
    let part = levels.get(from..until.min(levels.len()))?;
    let below = levels[from] - by;
    let stays = |n: &usize| {
        let next = &part[*n..(n + 5).min(part.len())];
        part[*n] < below && next.iter().all(|level| *level < below + 1.0)
    };
    (0..part.len()).find(stays).map(|n| n as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math;

    /// Three clicks of noise that fall by 60 dB in 200 ms.
    #[test]
    fn clicks_are_found_where_they_are() {
        let mut rng = urto::rng::Rng::new(2);
        let mut sound = vec![0.0; 44_100];
        for start in [4410, 17_640, 30_870] {
            for (n, x) in sound[start..start + 8820].iter_mut().enumerate() {
                *x += math::exp(-math::LN_1000 * n as f64 / 8820.0) * rng.signed();
            }
        }
        let events = Events::of(&sound);
        assert_eq!(events.at.len(), 3);
        for (at, start) in events.at.iter().zip([100.0, 400.0, 700.0]) {
            // A step is 44 samples, not 44.1.
            let found = *at as f64 * STEP as f64 / 44.1;
            assert!((found - start).abs() < 8.0, "{found} {start}");
        }
        let fallen = fall(&events.levels, events.at[0], 20.0, events.at[1]).unwrap();
        assert!((fallen - 200.0 / 3.0).abs() < 15.0, "{fallen}");
        assert_eq!(fall(&events.levels, 50, 20.0, 40), None);
    }
}
