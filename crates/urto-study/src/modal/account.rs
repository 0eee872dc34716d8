//! Energy and cost of a stepped mode: what the thesis' appendix A leaves to do.

use super::{Discretisation, Oscillator, step};
use crate::count::{Counted, Operations, Real, counted};
use urto::rng::Rng;
use urto::{Rate, math};

/// What a method makes of a mode's energy, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModeAccount {
    /// Energy that a blow of unit impulse gives, against 1/2m \[%\].
    pub taken: f64,
    /// Energy left of that at the end, against exp(-g·t) \[%\].
    pub left: f64,
    /// Greatest rise of the energy in one step without force or damping, as a share of it.
    pub rise: f64,
    /// How far the energy of an undamped mode under a changing force is from what that force is
    /// booked to have given (force times displacement), at most, as a share of the energy \[%\].
    pub open: f64,
    /// Operations per step.
    pub cost: Operations,
    /// The same, with the velocity that a contact needs.
    pub cost_with_velocity: Operations,
}

impl Oscillator {
    /// Follows a mode for N steps.
    pub fn account(&self, how: Discretisation, rate: Rate, steps: usize) -> ModeAccount {
        let lossless = Self {
            damping: 0.0,
            ..*self
        };
        let struck = lossless.energies(how, rate, steps);
        let damped = self.energies(how, rate, steps);
        // The bilinear blow lasts over two samples.
        let (first, last) = (2, damped.len() - 1);
        let time = (last - first) as f64 * rate.step();
        let left = damped[last] / damped[first] / math::exp(-self.damping * time);
        let rises = struck[first..].windows(2).map(|two| two[1] / two[0] - 1.0);
        let (cost, cost_with_velocity) = self.costs(how, rate);
        ModeAccount {
            taken: 100.0 * (struck[last] * 2.0 * self.mass - 1.0),
            left: 100.0 * (left - 1.0),
            rise: rises.fold(0.0, f64::max),
            open: 100.0 * lossless.open(how, rate, steps),
            cost,
            cost_with_velocity,
        }
    }

    /// Energy after each step that follows a unit impulse \[J\].
    fn energies(&self, how: Discretisation, rate: Rate, steps: usize) -> Vec<f64> {
        let coefficients = self.coefficients(how, rate);
        let (mut now, mut before) = ([0.0, 0.0], 0.0);
        let one = |n: usize| {
            let force = if n == 0 { rate.hertz() } else { 0.0 };
            now = step::take(how, &coefficients, now, force, before);
            before = force;
            self.energy(how, rate, now)
        };
        (0..steps.max(4)).map(one).collect()
    }

    /// Energy of a state, by the method's own spring \[J\].
    fn energy(&self, how: Discretisation, rate: Rate, [x, y]: [f64; 2]) -> f64 {
        let v = match how {
            // Between two places lies one motion of the free mode: its velocity at the second.
            Discretisation::ImpulseInvariant => {
                let (w, half) = (self.ringing(), 0.5 * self.damping);
                let angle = w * rate.step();
                let before = y * math::exp(-half * rate.step());
                w * (x * math::cos(angle) - before) / math::sin(angle) - half * x
            }
            _ => y,
        };
        let w = self.own_frequency(how, rate);
        0.5 * self.mass * (v * v + w * w * x * x)
    }

    /// The books of an undamped mode under a force that changes at every sample.
    fn open(&self, how: Discretisation, rate: Rate, steps: usize) -> f64 {
        let coefficients = self.coefficients(how, rate);
        let mut rng = Rng::new(1);
        let (mut now, mut before) = ([0.0, 0.0], 0.0);
        let (mut given, mut worst, mut most) = (0.0, 0.0f64, 0.0f64);
        for _ in 0..steps {
            let force = rng.signed();
            let next = step::take(how, &coefficients, now, force, before);
            // What pushes during the step.
            let mean = match how {
                Discretisation::Bilinear | Discretisation::Prewarped => 0.5 * (force + before),
                _ => before,
            };
            given += mean * (next[0] - now[0]);
            (now, before) = (next, force);
            let energy = self.energy(how, rate, now);
            worst = worst.max((energy - given).abs());
            most = most.max(energy);
        }
        worst / most
    }

    fn costs(&self, how: Discretisation, rate: Rate) -> (Operations, Operations) {
        let work = |velocity: bool| {
            let ((), done) = counted(|| {
                let coefficients = self.coefficients(how, rate).map(Counted::given);
                let now = [0.5, 0.25].map(Counted::given);
                let forces = [1.0, 2.0].map(Counted::given);
                let [x, y] = step::take(how, &coefficients, now, forces[0], forces[1]);
                if velocity && how == Discretisation::ImpulseInvariant {
                    // The best that two places give without a state of their own.
                    ((x - y) * Counted::given(rate.hertz())).kept();
                }
            });
            done
        };
        (work(false), work(true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(how: Discretisation, frequency: f64) -> ModeAccount {
        let oscillator = Oscillator {
            frequency,
            damping: 166.6667,
            mass: 0.001,
        };
        let rate = Rate::new(44_100.0).unwrap();
        oscillator.account(how, rate, 400)
    }

    /// The held step is the library's own: the same samples.
    #[test]
    fn the_held_step_is_the_librarys() {
        let rate = Rate::new(44_100.0).unwrap();
        let oscillator = Oscillator {
            frequency: 3000.0,
            damping: 166.6667,
            mass: 0.001,
        };
        let how = Discretisation::Held;
        let samples = oscillator.simulate(how, rate, 400).unwrap();
        let coefficients = oscillator.coefficients(how, rate);
        let (mut now, mut before) = ([0.0, 0.0], 0.0);
        let size = 1.0 / (oscillator.mass * oscillator.ringing());
        for (n, sample) in samples.iter().enumerate() {
            let force = if n == 0 { rate.hertz() } else { 0.0 };
            now = step::take(how, &coefficients, now, force, before);
            before = force;
            assert!((now[0] - sample).abs() < 1e-11 * size, "{n}");
        }
    }

    /// A blow of one sample gives (sin y/y)² by a held force, y = w/2Fs, and 1/2m at once; spread
    /// over two samples of trapezoids 1/(1 + y²)², y = w/2Fs: less, not more as the appendix says.
    #[test]
    fn a_blow_gives_what_it_should() {
        for frequency in [500.0, 3000.0, 12_000.0] {
            let y = core::f64::consts::PI * frequency / 44_100.0;
            let share = |how| 1.0 + 0.01 * account(how, frequency).taken;
            let held = math::sin(y) / y;
            let close = |a: f64, b: f64| assert!((a / b - 1.0).abs() < 1e-9, "{a} {b}");
            close(share(Discretisation::Held), held * held);
            close(share(Discretisation::ImpulseInvariant), 1.0);
            close(
                share(Discretisation::Bilinear),
                1.0 / ((1.0 + y * y) * (1.0 + y * y)),
            );
            let warped = math::tan(y);
            let prewarped = 1.0 / ((1.0 + warped * warped) * (1.0 + warped * warped));
            close(share(Discretisation::Prewarped), prewarped);
        }
    }

    /// Alone, none of them makes energy. Under a force the books of all but one close.
    #[test]
    fn only_impulse_invariance_leaves_the_books_open() {
        for frequency in [500.0, 12_000.0] {
            for how in Discretisation::ALL {
                let account = account(how, frequency);
                assert!(account.rise < 1e-12, "{how:?} {account:?}");
                let open = how == Discretisation::ImpulseInvariant;
                assert_eq!(account.open > 1.0, open, "{how:?} {account:?}");
                assert_eq!(account.open < 1e-9, !open, "{how:?} {account:?}");
            }
        }
    }

    /// "Considerably more efficient": 5 operations for 11, or 7 where the velocity is needed.
    #[test]
    fn impulse_invariance_is_the_cheapest() {
        let costs = Discretisation::ALL.map(|how| {
            let account = account(how, 3000.0);
            (account.cost.total(), account.cost_with_velocity.total())
        });
        assert_eq!(
            costs,
            [(11.0, 11.0), (11.0, 11.0), (5.0, 7.0), (10.0, 10.0)]
        );
    }
}
