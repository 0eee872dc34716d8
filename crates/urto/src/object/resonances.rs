//! A few modes that a force drives and nothing touches: a box that colours what it is given.
//!
//! Law:    each mode as in `mode`; heard is the sum of their velocities.
//! Step:   exact; one array per quantity, so that modes go side by side.

use super::mode::Step;
use super::{Mode, QUIET};
use crate::rate::Rate;

/// Whether modes rest is looked at every N steps.
pub(super) const LOOK: u32 = 64;

/// `N` modes, driven and heard where each shape is 1.
pub(crate) struct Resonances<const N: usize> {
    back: [f64; N],
    across: [f64; N],
    pull: [f64; N],
    keep: [f64; N],
    /// What a newton gives: displacement and velocity.
    gives: [f64; N],
    kicks: [f64; N],
    w2: [f64; N],
    place: [f64; N],
    speed: [f64; N],
    awake: bool,
    clock: u32,
}

impl<const N: usize> Resonances<N> {
    /// Modes at rest; those too high for the rate stay so.
    pub fn new(modes: &[Mode; N], rate: Rate) -> Self {
        let steps = modes.each_ref().map(|mode| Step::of(mode, rate));
        Self {
            back: steps.map(|step| -step.k),
            across: steps.map(|step| step.a12),
            pull: steps.map(|step| step.a21),
            keep: steps.map(|step| step.a22),
            gives: steps.map(|step| step.b1),
            kicks: steps.map(|step| step.b2),
            w2: steps.map(|step| step.w2),
            place: [0.0; N],
            speed: [0.0; N],
            awake: false,
            clock: 0,
        }
    }

    /// One step under a force \[N\]; what is heard after it \[m/s\].
    pub fn pass(&mut self, newtons: f64) -> f64 {
        if !self.awake && newtons == 0.0 {
            return 0.0;
        }
        self.awake = true;
        for n in 0..N {
            let (q, v) = (self.place[n], self.speed[n]);
            self.place[n] = q + (self.across[n] * v + self.back[n] * q + self.gives[n] * newtons);
            self.speed[n] = self.pull[n] * q + self.keep[n] * v + self.kicks[n] * newtons;
        }
        self.clock += 1;
        if self.clock >= LOOK {
            self.clock = 0;
            self.rest();
        }
        self.speed.iter().sum()
    }

    /// Modes that can no longer be heard stop, before their numbers become subnormal.
    fn rest(&mut self) {
        self.awake = false;
        for n in 0..N {
            let (q, v) = (self.place[n], self.speed[n]);
            if v * v + self.w2[n] * q * q < QUIET * QUIET {
                self.place[n] = 0.0;
                self.speed[n] = 0.0;
            } else {
                self.awake = true;
            }
        }
    }

    /// Back to rest.
    pub fn reset(&mut self) {
        self.place = [0.0; N];
        self.speed = [0.0; N];
        self.awake = false;
        self.clock = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::{Modal, ModalParams, Object, Point};
    use crate::rng::Rng;

    /// They do what a bank of the same modes does, but for rounding, and come to rest as it does.
    #[test]
    fn they_are_a_bank_of_modes() {
        let rate = Rate::new(48_000.0).unwrap();
        let modes = [(100.0, 0.1), (700.0, 0.02), (3000.0, 0.01)];
        let modes = modes.map(|(frequency, decay)| Mode {
            frequency,
            decay,
            mass: 1.0,
        });
        let params = ModalParams {
            modes: modes.to_vec(),
            ..ModalParams::default()
        };
        let mut bank = Modal::new(&params, &[], rate).unwrap();
        let mut own = Resonances::new(&modes, rate);
        let mut rng = Rng::new(8);
        for n in 0..40_000 {
            let newtons = if n < 2000 { rng.signed() } else { 0.0 };
            bank.push(Point(0), newtons);
            bank.end();
            let (heard, exact) = (own.pass(newtons), bank.velocity(Point(0)));
            // A newton gives each of them some 2e-5 m/s.
            assert!((heard - exact).abs() < 1e-16, "{n}: {heard} {exact}");
            assert_eq!(own.awake, !bank.is_asleep(), "{n}");
        }
        assert!(!own.awake);
    }
}
