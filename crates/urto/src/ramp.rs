//! A number on its way in a straight line, so that a change does not click.

/// A number that goes to its goal in equal steps, and arrives there exactly.
///
/// ```
/// let mut gain = urto::Ramp::at(0.0);
/// gain.go(1.0, 4);
/// assert_eq!([gain.next(), gain.next(), gain.next(), gain.next()], [0.25, 0.5, 0.75, 1.0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ramp {
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

    /// Sets out for a goal, from where it is, to be there in N steps; 0 is at once.
    pub fn go(&mut self, goal: f64, steps: u32) {
        let way = goal - self.now;
        if steps == 0 || way == 0.0 {
            *self = Self::at(goal);
            return;
        }
        self.goal = goal;
        self.left = steps;
        self.step = way / f64::from(steps);
    }

    /// The same, unless it goes there already.
    pub fn follow(&mut self, goal: f64, steps: u32) {
        if goal != self.goal {
            self.go(goal, steps);
        }
    }

    /// Takes a step; tells whether there are more.
    #[inline]
    pub fn step(&mut self) -> bool {
        if self.left > 1 {
            self.now += self.step;
            self.left -= 1;
        } else {
            self.now = self.goal;
            self.left = 0;
        }
        self.left > 0
    }

    /// Takes a step; the value there.
    #[inline]
    #[allow(clippy::should_implement_trait)] // It never ends.
    pub fn next(&mut self) -> f64 {
        self.step();
        self.now
    }

    /// Takes a step along its line, and the value there; for a number that is aimed anew every N steps
    /// and need not look for its end. It goes past its goal if it is not.
    #[inline]
    pub fn along(&mut self) -> f64 {
        self.now += self.step;
        self.now
    }

    /// Takes a step towards a goal, by no more than `most`, and the value there; for a number whose
    /// pace is given, not the time it takes.
    #[inline]
    pub fn approach(&mut self, goal: f64, most: f64) -> f64 {
        *self = Self::at(self.now + (goal - self.now).clamp(-most, most));
        self.now
    }

    /// Takes N steps at once, with the same sums.
    pub fn skip(&mut self, steps: usize) {
        for _ in 0..steps.min(self.left as usize) {
            self.step();
        }
    }

    /// Stands at its goal at once.
    pub fn arrive(&mut self) -> f64 {
        *self = Self::at(self.goal);
        self.now
    }

    /// Where it is.
    #[inline]
    pub fn now(&self) -> f64 {
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

    /// Steps until it stands.
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
        // Asked to go where it goes, it does not begin anew.
        ramp.follow(0.0, 100);
        assert_eq!((ramp.left(), ramp.next()), (1, 0.0));
    }

    #[test]
    fn at_a_pace_it_goes_no_faster_and_stays_there() {
        let mut ramp = Ramp::at(0.0);
        assert_eq!(
            [(); 4].map(|()| ramp.approach(1.0, 0.4)),
            [0.4, 0.8, 1.0, 1.0]
        );
        assert_eq!(ramp.approach(0.5, 0.25), 0.75);
        assert_eq!((ramp.next(), ramp.left()), (0.75, 0));
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
        assert_eq!((skipped.now(), skipped.left()), (1.0 / 3.0, 0));
    }
}
