//! What a rehearsal found out about a level, for as long as that proves right.
//!
//! A rehearsal hears one state. What hardly moved in it was made louder, and may move much once a
//! hand presses harder or something that stuck lets go; what was too loud may grow further. So a
//! level that a rehearsal has corrected is brought down as far as it proves too loud, until the
//! next rehearsal or reset; what was made louder, never below what was expected before. A level
//! that was left as it was stays so. While something has changed and is being rehearsed, the level
//! is in doubt: then what is louder than before, and louder than most, brings it down at once.

use crate::math;
use crate::rate::Rate;
use crate::sound::{FoundLevel, LOUDEST, MOMENT};

/// What was brought to the loudest mean square may grow by 2 dB: a rehearsal is no exact forecast.
const GROWN: f64 = 1.6 * LOUDEST;
/// Samples that the limiter bends count so much more that one in a hundred of them is as much as may
/// be.
const BENT: f64 = 0.9;
const BENDS: f64 = LOUDEST / 0.01;
/// So far above full scale (12 dB) no chance brings a sound that was rehearsed: it is brought down
/// at once. Below, the mean of a moment decides.
const FAR: f64 = 4.0;
/// Peaks of what is as loud as may be: 12 dB above its mean, as those of most sounds are.
const USUAL: f64 = 0.56;

/// What grows by this share of the bound within one sample is a blow.
const SUDDEN: f64 = 0.2;

/// A factor on a level.
#[derive(Clone)]
pub(crate) struct Correction {
    /// As it was told, and what is left of it.
    told: f64,
    now: f64,
    in_doubt: bool,
    /// Samples louder than this bring it down at once.
    far: f64,
    /// How loud samples may be against full scale.
    meant: f64,
    /// Mean square of the last moment, and the share of a step in it.
    power: f64,
    share: f64,
    /// How loud the last sample was.
    before: f64,
    /// The share of a step in a tenth of a millisecond.
    brisk: f64,
}

impl Correction {
    /// None.
    pub fn new(rate: Rate) -> Self {
        Self {
            told: 1.0,
            now: 1.0,
            in_doubt: false,
            far: FAR,
            meant: 1.0,
            power: 0.0,
            share: -math::expm1(-rate.step() / MOMENT),
            before: 0.0,
            brisk: -math::expm1(-rate.step() / 1e-4),
        }
    }

    /// A rehearsal tells a factor, or that one is in doubt; samples were as loud as `peak` of late.
    pub fn tell(&mut self, found: FoundLevel, peak: f64) {
        self.told = found.factor;
        self.now = found.factor;
        self.in_doubt = found.in_doubt;
        self.far = match found.in_doubt {
            // What is beyond is bent.
            true => (peak / self.meant).clamp(USUAL, BENT),
            false => FAR,
        };
        self.power = 0.0;
    }

    /// Samples are meant to be `louder` times as loud as usual.
    pub fn mean(&mut self, louder: f64) {
        self.meant = louder;
    }

    /// The factor now.
    pub fn factor(&self) -> f64 {
        self.now
    }

    /// Back to what was told; gives the factor between now and then.
    pub fn reset(&mut self) -> f64 {
        let back = self.told / self.now;
        self.now = self.told;
        self.power = 0.0;
        back
    }

    /// Nobody listened for a while.
    pub fn forget(&mut self) {
        self.power = 0.0;
    }

    /// Hears a sample before it is limited; tells what it and the gain are to be multiplied with.
    #[inline]
    pub fn prove(&mut self, sample: f64) -> f64 {
        // One that is left as it was, or back where it was.
        if self.now == 1.0 && !self.in_doubt {
            1.0
        } else {
            self.judge(sample)
        }
    }

    fn judge(&mut self, sample: f64) -> f64 {
        // Not a number counts as loud.
        let loud = (sample / self.meant).abs().min(1e6);
        let bent = if loud > BENT { BENDS } else { 0.0 };
        self.power += self.share * (loud * loud + bent - self.power);
        let most = if self.told > 1.0 { LOUDEST } else { GROWN };
        if loud <= self.far && self.power <= most {
            self.before = loud;
            return 1.0;
        }
        let peak = if !self.in_doubt {
            (self.far.min(1.0) / loud).min(1.0)
        } else if loud > self.far {
            // Cut off at once, the top of a wave would be flat: it comes down briskly. A blow is
            // cut off.
            let blow = loud - self.before > SUDDEN * self.far;
            let share = if blow { 1.0 } else { self.brisk };
            1.0 - share * (1.0 - self.far / loud)
        } else {
            1.0
        };
        let by = peak.min((most / self.power).sqrt());
        let least = if self.told > 1.0 && !self.in_doubt {
            1.0
        } else {
            0.0
        };
        let next = (self.now * by).max(least);
        let by = next / self.now;
        self.now = next;
        self.power *= by * by;
        self.before = by * loud;
        by
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a tone of a height that is multiplied with the correction; gives the height of its last
    /// periods.
    fn played(correction: &mut Correction, height: f64, samples: u32) -> f64 {
        let mut last = 0.0f64;
        for n in 0..samples {
            let tone = height * math::sin(0.1 * f64::from(n));
            let sample = correction.factor() * tone;
            let sample = sample * correction.prove(sample);
            last = (0.99 * last).max(sample.abs());
        }
        last
    }

    fn told(factor: f64) -> Correction {
        let mut correction = Correction::new(Rate::new(48_000.0).unwrap());
        correction.tell(FoundLevel::sure(factor), 0.0);
        correction
    }

    /// Height of a tone that is as loud as may be.
    fn loudest() -> f64 {
        (2.0 * LOUDEST).sqrt()
    }

    #[test]
    fn what_was_made_louder_is_taken_back_when_it_proves_too_loud() {
        let tone = loudest();
        let mut correction = told(1000.0);
        // As rehearsed, nothing changes.
        played(&mut correction, 0.9 * tone / 1000.0, 96_000);
        assert_eq!(correction.factor(), 1000.0);
        // A hundred times as loud: at once below what is far, and soon as loud as may be.
        let mut early = correction.clone();
        assert!(played(&mut early, 0.1 * tone, 100) < FAR);
        let late = played(&mut correction, 0.1 * tone, 96_000);
        assert!((0.8..1.1).contains(&(late / tone)), "{late}");
        // Until a reset.
        let back = correction.reset();
        assert!((80.0..125.0).contains(&back), "{back}");
        assert_eq!(correction.factor(), 1000.0);
    }

    #[test]
    fn what_was_made_softer_becomes_softer_still_when_it_grows() {
        let mut correction = told(0.5);
        let late = played(&mut correction, 10.0 * loudest(), 96_000);
        assert!((1.1..1.6).contains(&(late / loudest())), "{late}");
    }

    #[test]
    fn what_is_in_doubt_is_no_louder_than_before_or_than_most() {
        for (factor, before, most) in [(0.3, 0.0, USUAL), (1.0, 0.7, 0.7), (1.1, 5.0, BENT)] {
            let mut correction = told(factor);
            correction.tell(FoundLevel::doubted(factor), before);
            let late = played(&mut correction, 50.0 / factor, 1000);
            assert!(late <= most * 1.001, "{late}");
            // What is soft stays as it is.
            correction.tell(FoundLevel::doubted(factor), before);
            played(&mut correction, 0.5 * loudest() / factor, 48_000);
            assert_eq!(correction.factor(), factor);
        }
    }

    #[test]
    fn it_ends_where_nothing_is_left_of_it_and_follows_what_is_meant() {
        let mut correction = told(3.0);
        for sample in [1e9, f64::INFINITY, f64::NAN] {
            correction.prove(sample);
        }
        assert_eq!(correction.factor(), 1.0);
        assert_eq!(correction.prove(1e9), 1.0);
        // Nobody corrected it.
        assert_eq!(told(1.0).prove(100.0), 1.0);
        // Twenty decibels more are meant.
        let mut loud = told(3.0);
        loud.mean(10.0);
        played(&mut loud, loudest(), 48_000);
        assert_eq!(loud.factor(), 3.0);
    }
}
