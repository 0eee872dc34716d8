//! Noise: a random force that is the same at every sample rate.
//!
//! Law:    at 48 kHz a value is drawn for each step and held during it. At higher rates it is held
//!         for as long, over two steps or four: the same force in time. Drawn anew for each step it
//!         would have to be the stronger, the shorter the step, to have the same strength at each
//!         pitch; and what it shakes loose goes with its whole strength, so that stick and slip would
//!         depend on the rate. And each rate would have its own draw of a short burst, and with it its
//!         own level where that is found by trying.
//! Limits: at rates that are no multiple of 48 kHz the hold is as near to 1/48 ms as steps allow, and
//!         a factor keeps the strength at each pitch.

use crate::rate::Rate;
use crate::rng::Rng;

/// The noise of a contact or a burst.
pub(crate) struct Noise {
    rng: Rng,
    /// Steps that a value is held for, and steps until the next one.
    hold: u32,
    left: u32,
    value: f64,
    /// What rubs has moved this far since the last value, as a sum of speeds \[m/s\]; the root of its
    /// mean speed before that.
    travel: f64,
    root: f64,
    /// Factor that keeps the strength at each pitch.
    finer: f64,
}

impl Noise {
    /// Values per second that figures are meant for.
    pub const USUAL: f64 = 48e3;

    pub fn new(rate: Rate) -> Self {
        let hold = (rate.hertz() / Self::USUAL).round().max(1.0);
        Self {
            rng: Rng::new(0),
            hold: hold as u32,
            left: 0,
            value: 0.0,
            travel: 0.0,
            root: 0.0,
            finer: (rate.hertz() / (hold * Self::USUAL)).sqrt(),
        }
    }

    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.left = 0;
        (self.travel, self.root) = (0.0, 0.0);
    }

    /// The value of the coming step, in -1 to 1 at 48 kHz.
    #[inline(always)]
    pub fn next(&mut self) -> f64 {
        if self.left == 0 {
            self.left = self.hold;
            self.value = self.finer * self.rng.signed();
        }
        self.left -= 1;
        self.value
    }

    /// The same for what rubs, and the root of its speed \[m/s\], 1 at most, given the speed of the last
    /// step. It is the mean speed during the last value, held like the value: noise that shakes
    /// something grows with that motion, and would do so four times as often at four times the rate.
    #[inline(always)]
    pub fn rub(&mut self, speed: f64) -> (f64, f64) {
        self.travel += speed;
        if self.left == 0 {
            let mean = self.travel / f64::from(self.hold);
            self.root = mean.abs().min(1.0).sqrt();
            self.travel = 0.0;
        }
        (self.next(), self.root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At 96 and 192 kHz each value of 48 kHz comes two and four times; at other rates the power per
    /// hertz, variance times the time of a hold, stays.
    #[test]
    fn it_is_the_same_force_at_every_rate() {
        let drawn = |hertz: f64, count: usize| -> Vec<f64> {
            let mut noise = Noise::new(Rate::new(hertz).unwrap());
            noise.reset(3);
            (0..count).map(|_| noise.next()).collect()
        };
        let usual = drawn(48e3, 1000);
        for (times, hertz) in [(2, 96e3), (4, 192e3)] {
            let fine = drawn(hertz, 1000 * times);
            let same = fine.chunks(times).zip(&usual);
            assert!(
                same.into_iter()
                    .all(|(own, one)| own.iter().all(|x| x == one))
            );
        }
        for hertz in [8e3, 44.1e3, 88.2e3, 176.4e3] {
            let noise = Noise::new(Rate::new(hertz).unwrap());
            let held = f64::from(noise.hold) / hertz;
            assert!((noise.finer * noise.finer * held * 48e3 - 1.0).abs() < 1e-12);
        }
    }
}
