//! A few modes that a force drives and nothing touches: a box that colours what it is given.
//!
//! Law:    each mode as in `swing`; heard is the sum of their velocities.
//! Step:   exact; one array per quantity, so that modes go side by side.

use super::swing::{LOOK, Swing};
use crate::object::{Mode, QUIET};
use crate::rate::Rate;

/// `N` modes, driven and heard where each shape is 1.
pub(super) struct Resonances<const N: usize> {
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
        let swings: [Swing; N] = core::array::from_fn(|n| Swing::new(&modes[n], rate));
        Self {
            back: swings.map(|swing| swing.back),
            across: swings.map(|swing| swing.across),
            pull: swings.map(|swing| swing.pull),
            keep: swings.map(|swing| swing.keep),
            gives: swings.map(|swing| swing.answer.displacement),
            kicks: swings.map(|swing| swing.answer.velocity),
            w2: swings.map(|swing| swing.w2),
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
