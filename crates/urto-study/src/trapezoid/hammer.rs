//! A hammer on a bar of modes as paper 001 steps it: section 2.2.

use super::{BilinearMode, Iterations, MOST_NEWTON};
use crate::bar::{BarStrike, PARTIALS, Struck};
use crate::modal::Oscillator;
use crate::wall::Impact;
use urto::Rate;
use urto::math;

/// What became of a blow, and how its step fared.
pub struct TrapezoidBlow {
    /// As the library's own blow tells it.
    pub struck: Struck,
    /// How Newton's method fared.
    pub iterations: Iterations,
    /// Most energy there ever was, over what the hammer brought, minus 1.
    pub gain: f64,
    /// Greatest rise of the energy in one step, of what the hammer brought.
    pub rise: f64,
}

/// Newton has converged when the force changes by less than this share.
const NEAR: f64 = 1e-12;

fn law_of(blow: &BarStrike) -> Impact {
    Impact {
        mass: blow.mass,
        stiffness: blow.stiffness,
        exponent: blow.exponent,
        dissipation: blow.dissipation,
        velocity: blow.velocity,
    }
}

/// Strikes at the time 0 and follows `samples` samples of `rate`, each of `oversample` steps.
pub fn strike(blow: &BarStrike, rate: Rate, oversample: u32, samples: usize) -> TrapezoidBlow {
    let fine = rate.oversampled(oversample);
    let law = law_of(blow);
    let still = Oscillator {
        frequency: 0.0,
        damping: 0.0,
        mass: blow.mass,
    };
    let mut hammer = BilinearMode::new(still, fine);
    hammer.v = blow.velocity;
    let mut modes = PARTIALS.map(|number| {
        let ratio = number / PARTIALS[0];
        let frequency = blow.pitch * ratio * ratio;
        let oscillator = Oscillator {
            frequency,
            damping: math::TAU * frequency / blow.q,
            mass: blow.modal_mass,
        };
        BilinearMode::new(oscillator, fine)
    });
    let responses = modes.iter().map(BilinearMode::response);
    let (far, fast) = responses.fold(hammer.response(), |sum, r| (sum.0 + r.0, sum.1 + r.1));
    let mut out = TrapezoidBlow {
        struck: Struck {
            contacts: 1,
            ..Struck::default()
        },
        iterations: Iterations::default(),
        gain: 0.0,
        rise: 0.0,
    };
    let brought = hammer.energy();
    let (mut force, mut step, mut overlap, mut energy) = (0.0, 0u64, 0.0, brought);
    for _ in 0..samples {
        let mut mean = 0.0;
        for _ in 0..oversample {
            hammer.coast(-force);
            modes.iter_mut().for_each(|mode| mode.coast(force));
            let place = |modes: &[BilinearMode]| modes.iter().map(|m| m.x).sum::<f64>();
            let x = hammer.x - place(&modes);
            let v = hammer.v - modes.iter().map(|m| m.v).sum::<f64>();
            force = newton(&law, (x, v), (far, fast), force, &mut out.iterations);
            if !force.is_finite() {
                out.iterations.broken = true;
                return out;
            }
            hammer.push(-force);
            modes.iter_mut().for_each(|mode| mode.push(force));
            let now = hammer.x - place(&modes);
            if overlap > 0.0 && now <= 0.0 && out.struck.contact_time.is_none() {
                let steps = step as f64 + overlap / (overlap - now);
                out.struck.contact_time = Some(steps * fine.step());
            }
            out.struck.contacts += usize::from(step > 0 && overlap <= 0.0 && now > 0.0);
            let held = modes.iter().map(BilinearMode::energy).sum::<f64>();
            let next = hammer.energy() + held + law.potential(now);
            out.gain = out.gain.max(next / brought - 1.0);
            out.rise = out.rise.max((next - energy) / brought);
            (overlap, energy) = (now, next);
            mean += force;
            step += 1;
        }
        out.struck.bar.push(modes.iter().map(|mode| mode.x).sum());
        out.struck.hammer.push(hammer.x);
        out.struck.force.push(mean / f64::from(oversample));
    }
    out
}

/// f = f(x - far·f, v - fast·f), from the force of the sample before.
fn newton(
    law: &Impact,
    (x, v): (f64, f64),
    (far, fast): (f64, f64),
    before: f64,
    iterations: &mut Iterations,
) -> f64 {
    let mut force = before;
    let (mut steps, mut converged) = (0, false);
    while steps < MOST_NEWTON && !converged && force.is_finite() {
        let (x, v) = (x - far * force, v - fast * force);
        let found = law.force(x, v);
        let (by_x, by_v) = if x > 0.0 {
            let bent = law.stiffness * math::power(x, law.exponent);
            (law.exponent * found / x, bent * law.dissipation)
        } else {
            (0.0, 0.0)
        };
        let change = (found - force) / (1.0 + far * by_x + fast * by_v);
        force += change;
        converged = change.abs() <= NEAR * force.abs();
        steps += 1;
    }
    // Without contact there is nothing to search for.
    if force != 0.0 || before != 0.0 {
        iterations.note(steps, converged);
    }
    force
}
