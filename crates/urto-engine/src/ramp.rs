//! A number on its way in a straight line, so that a change of gain does not click.

use urto::Rate;

/// Changes of gain and exchanges of sounds last so long \[s\].
pub(crate) const SMOOTH: f64 = 0.02;
/// A voice that is taken for another blow is faded out so fast \[s\].
pub(crate) const STOLEN: f64 = 0.005;

/// A time in samples, at least one.
pub(crate) fn samples(seconds: f64, rate: Rate) -> u32 {
    ((seconds * rate.hertz()) as u32).max(1)
}

/// A number that goes to its goal, one step per sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ramp {
    now: f64,
    goal: f64,
    step: f64,
    left: u32,
}

impl Ramp {
    /// Stands still.
    pub fn at(value: f64) -> Self {
        Self {
            now: value,
            goal: value,
            step: 0.0,
            left: 0,
        }
    }

    /// Goes on to another goal during N samples.
    pub fn go(&mut self, goal: f64, samples: u32) {
        if goal == self.goal {
            return;
        }
        self.goal = goal;
        self.left = samples;
        self.step = (goal - self.now) / f64::from(samples);
    }

    /// The value of the coming sample.
    #[inline]
    pub fn next(&mut self) -> f64 {
        if self.left > 0 {
            self.left -= 1;
            self.now = match self.left {
                0 => self.goal,
                _ => self.now + self.step,
            };
        }
        self.now
    }

    /// Lets some samples pass as [`next`](Ramp::next) would, without asking for each.
    pub fn skip(&mut self, samples: usize) {
        for _ in 0..samples.min(self.left as usize) {
            self.next();
        }
    }

    /// Stands at its goal at once.
    pub fn arrive(&mut self) -> f64 {
        *self = Self::at(self.goal);
        self.now
    }

    /// Where it goes.
    pub fn goal(&self) -> f64 {
        self.goal
    }

    /// Whether it stands at nothing.
    pub fn is_off(&self) -> bool {
        self.left == 0 && self.now == 0.0
    }

    /// Samples until it stands.
    pub fn left(&self) -> u32 {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_arrives_exactly_and_in_equal_steps() {
        let mut ramp = Ramp::at(1.0);
        ramp.go(0.1, 3);
        let way = [ramp.next(), ramp.next(), ramp.next(), ramp.next()];
        assert!((way[0] - 0.7).abs() < 1e-12 && (way[1] - 0.4).abs() < 1e-12);
        assert_eq!((way[2], way[3], ramp.left()), (0.1, 0.1, 0));
        // On the way it may be sent elsewhere, from where it is.
        ramp.go(1.0, 2);
        ramp.next();
        ramp.go(0.0, 2);
        assert!((ramp.next() - 0.275).abs() < 1e-12);
    }

    #[test]
    fn skipping_is_like_asking() {
        let (mut asked, mut skipped) = (Ramp::at(0.0), Ramp::at(0.0));
        asked.go(1.0 / 3.0, 100);
        skipped.go(1.0 / 3.0, 100);
        for _ in 0..57 {
            asked.next();
        }
        skipped.skip(57);
        assert_eq!(asked, skipped);
        skipped.skip(1000);
        assert_eq!(
            skipped,
            Ramp {
                step: skipped.step,
                ..Ramp::at(1.0 / 3.0)
            }
        );
    }
}
