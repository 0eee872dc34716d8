//! A number that is worked out every few steps and goes in straight lines between.

/// A number on its way.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ramp {
    pub now: f64,
    slope: f64,
}

impl Ramp {
    /// It is to be there in N steps.
    pub fn aim(&mut self, goal: f64, steps: u32) {
        self.slope = (goal - self.now) / f64::from(steps);
    }

    /// One step.
    pub fn step(&mut self) -> f64 {
        self.now += self.slope;
        self.now
    }
}
