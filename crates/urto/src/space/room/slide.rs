//! A number that moves in a straight line to where it is wanted.

/// Most that a number of samples moves per sample: a delay then bends the pitch by a quarter.
const STEEPEST: f64 = 0.25;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slide {
    pub now: f64,
    goal: f64,
    step: f64,
    left: u32,
}

impl Slide {
    pub fn at(value: f64) -> Self {
        Self {
            now: value,
            goal: value,
            ..Self::default()
        }
    }

    /// Starts towards a goal, for at least `samples`; 0 is at once.
    pub fn go(&mut self, goal: f64, samples: f64) {
        self.goal = goal;
        let way = goal - self.now;
        if samples == 0.0 || way == 0.0 {
            *self = Self::at(goal);
            return;
        }
        let steps = samples.max(way.abs() / STEEPEST).ceil();
        self.step = way / steps;
        self.left = steps as u32;
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
}
