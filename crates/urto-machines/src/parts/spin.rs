//! Something heavy that turns: it takes time to come to speed, and to stop.
//!
//! Law:  dn/dt = (goal - n)/time: a motor whose torque falls with speed drives an inertia.
//! Step: its exact solution, so that speed never passes its goal.

use urto::math;

/// A speed of turning, in any unit.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spin {
    now: f64,
}

impl Spin {
    /// Lets time pass towards a goal; `time` is the time constant \[s\].
    pub fn pass(&mut self, goal: f64, seconds: f64, time: f64) -> f64 {
        self.now = goal + (self.now - goal) * math::exp(-seconds / time.max(1e-4));
        // Friction stops what hardly turns.
        if goal == 0.0 && self.now < 1e-3 {
            self.now = 0.0;
        }
        self.now
    }

    #[cfg(test)]
    pub fn now(self) -> f64 {
        self.now
    }

    /// Is at once as fast.
    pub fn jump(&mut self, to: f64) {
        self.now = to;
    }
}

#[test]
fn it_runs_up_as_its_law_says() {
    let mut spin = Spin::default();
    for _ in 0..300 {
        spin.pass(100.0, 0.01, 1.5);
    }
    let law = 100.0 * (1.0 - math::exp(-2.0));
    assert!((spin.now() - law).abs() < 1e-9);
}
