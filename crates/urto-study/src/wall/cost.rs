//! What methods and corrections cost, counted while they run (section 1.4.3).

use super::gradient::Gradient;
use super::method::{State, Stepper};
use super::{Impact, Method};
use crate::count::{Counted, Operations, Real, counted, so_far};

/// What a method costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Operations per sample in contact.
    pub per_sample: Operations,
    /// Of these, what does not belong to iterations.
    pub fixed: Operations,
    /// One iteration (of AM1; urto's own steps do not separate).
    pub iteration: Operations,
    /// Iterations per sample in contact: Newton steps, or for urto's own evaluations of the law.
    pub iterations: f64,
    /// Operations per sample while nothing touches.
    pub free: Operations,
}

/// Samples of a long contact that are counted: enough to tell.
const MOST_SAMPLES: usize = 20_000;
/// Steps that are counted while nothing touches.
const FREE_STEPS: usize = 10;

/// Counts what a method does per sample while an impact lasts, and before it.
pub fn cost(impact: &Impact, method: Method, step: f64) -> Cost {
    let samples = ((impact.contact_time() / step) as usize).clamp(3, MOST_SAMPLES);
    if method.is_own() {
        return own_cost(impact, method, step, samples);
    }
    let samples = samples - 2;
    let ((stepper, first), done) = counted(|| {
        let stepper = Stepper::<Counted>::new(impact, 0.0, step);
        // The first step begins outside, where the law costs nothing.
        let mut state = stepper.take(method, at(0.0, impact.velocity));
        let first = so_far();
        stepper.newton.set(0);
        stepper.newton_cost.set(Operations::default());
        for _ in 0..samples {
            state = stepper.take(method, state);
        }
        (stepper, first)
    });
    let done = done - first;
    let ((), free) = counted(|| {
        let stepper = Stepper::<Counted>::new(impact, 0.0, step);
        let mut state = at(
            -2.0 * step * FREE_STEPS as f64 * impact.velocity,
            impact.velocity,
        );
        for _ in 0..FREE_STEPS {
            state = stepper.take(method, state);
        }
    });
    let (count, newton) = (samples as f64, stepper.newton.get() as f64);
    let spent = stepper.newton_cost.get();
    Cost {
        per_sample: done.per(count),
        fixed: (done - spent).per(count),
        iteration: spent.per(newton.max(1.0)),
        iterations: newton / count,
        free: free.per(FREE_STEPS as f64),
    }
}

fn at(x: f64, v: f64) -> State<Counted> {
    State {
        x: Counted::given(x),
        v: Counted::given(v),
        force: Counted::given(0.0),
    }
}

fn own_cost(impact: &Impact, method: Method, step: f64, samples: usize) -> Cost {
    let exact = method == Method::DgPhi;
    let (evaluations, done) = counted(|| {
        let mut gradient = Gradient::<Counted>::new(impact, 0.0, step, exact);
        let mut state = at(0.0, impact.velocity);
        for _ in 0..samples {
            state = gradient.take(state);
        }
        gradient.evaluations()
    });
    let ((), free) = counted(|| {
        let mut gradient = Gradient::<Counted>::new(impact, 0.0, step, exact);
        let mut state = at(
            -2.0 * step * FREE_STEPS as f64 * impact.velocity,
            impact.velocity,
        );
        for _ in 0..FREE_STEPS {
            state = gradient.take(state);
        }
    });
    let per_sample = done.per(samples as f64);
    Cost {
        per_sample,
        fixed: per_sample,
        iteration: Operations::default(),
        iterations: evaluations as f64 / samples as f64,
        free: free.per(FREE_STEPS as f64),
    }
}

/// What a formula costs, and what it gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Formula {
    /// What it costs.
    pub cost: Operations,
    /// What it gave.
    pub value: f64,
}

impl Formula {
    fn counted(formula: impl FnOnce() -> Counted) -> Self {
        let (value, cost) = counted(formula);
        Self {
            cost,
            value: value.value(),
        }
    }
}

/// The hybrid correction: x(v) of (1.3) \[m\], as it is printed.
pub fn hybrid_cost(impact: &Impact, v: f64) -> Formula {
    Formula::counted(|| {
        let m = Counted::given(impact.mass);
        let k = Counted::given(impact.stiffness);
        let a = Counted::given(impact.exponent);
        let mu = Counted::given(impact.dissipation);
        let v = Counted::given(v);
        let v_in = Counted::given(impact.velocity);
        // What the method has.
        let x = Counted::given(impact.max_compression());
        let one = Counted::of(1.0);
        if x > Counted::of(0.0) {
            let ratio = ((one + mu * v) / (one + mu * v_in)).size().log();
            // -mu·(v - v_in): the sign is that of the difference.
            let held = mu * (v_in - v) + ratio;
            let scale = m * (a + one) / (k * (mu * mu));
            return (scale * held).power(one / (a + one)).kept();
        }
        x
    })
}

/// The bound of the output velocity: (1.8) with (1.9) \[m/s\], and the compression set to 0.
pub fn bound_cost(impact: &Impact) -> Formula {
    Formula::counted(|| {
        let mu = Counted::given(impact.dissipation);
        let v_in = Counted::given(impact.velocity);
        // The method has just let go.
        let x = Counted::given(-impact.max_compression());
        let one = Counted::of(1.0);
        if x <= Counted::of(0.0) {
            let ratio = |above: f64, below: f64| Counted::of(above) / Counted::of(below);
            let u = (mu * v_in).kept();
            let sum = u * (u * (u * (u * ratio(14.0, 135.0) + ratio(2.0, 9.0)) + ratio(2.0, 3.0)));
            let sum = sum + u + one;
            Counted::of(0.0).kept();
            return ((one - sum * u.twice().negative().exp()) / mu)
                .negative()
                .kept();
        }
        v_in
    })
}

/// One Newton step on (1.6), mu·v - ln|1 + mu·v| = c.
fn newton_step<T: Real>(v: T, mu: T, c: T) -> T {
    let u = mu * v;
    let rest = T::of(1.0) + u;
    let miss = u - rest.size().log() - c;
    (v - miss * rest / (mu * u)).kept()
}

/// From where a zero of (1.6) is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroStart {
    /// -v_in, the velocity after an impact without loss; next to the limit where that is beyond.
    Elastic,
    /// Next to the limit -1/mu.
    Limit,
}

/// How near to the limit -1/mu a search begins, as a share of it.
const NEXT_TO: f64 = 1e-9;

/// A zero of (1.6) that was looked for by Newton's method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZeroSearch {
    /// Velocity after the impact \[m/s\].
    pub v_out: f64,
    /// Steps until the velocity changed by less than 1e-12 of itself, or (1.6) held to rounding.
    pub iterations: u32,
    /// What one of them costs.
    pub iteration: Operations,
}

/// Looks for a zero of (1.6) as one would write it down.
pub fn zero_search(impact: &Impact, from: ZeroStart) -> ZeroSearch {
    let (mu, u) = (impact.dissipation, impact.dissipation * impact.velocity);
    let c = u - urto::math::log1p(u);
    let start = match from {
        ZeroStart::Elastic if u < 1.0 => -impact.velocity,
        _ => -(1.0 - NEXT_TO) / mu,
    };
    let one = Formula::counted(|| {
        let [v, mu, c] = [start, mu, c].map(Counted::given);
        newton_step(v, mu, c)
    });
    let (mut v, mut iterations) = (start, 0);
    while iterations < 100 {
        let next = newton_step(v, mu, c);
        iterations += 1;
        let change = (next - v).abs();
        v = next;
        // Where mu·v is small (1.6) holds to its rounding before v is known as well.
        let u = mu * v;
        let holds =
            (u - urto::math::log((1.0 + u).abs()) - c).abs() <= f64::EPSILON * (1.0 + u.abs());
        if change <= 1e-12 * v.abs() || holds || !v.is_finite() {
            break;
        }
    }
    ZeroSearch {
        v_out: v,
        iterations,
        iteration: one.cost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wall::approximate_rebound;

    const HIT: Impact = Impact {
        mass: 0.01,
        stiffness: 1e9,
        exponent: 1.5,
        dissipation: 0.5,
        velocity: 1.0,
    };

    /// What is counted is what the formulas give.
    #[test]
    fn counted_formulas_give_the_right_numbers() {
        for v in [0.9, 0.5, -0.3] {
            let ratio = hybrid_cost(&HIT, v).value / HIT.compression(v);
            assert!((ratio - 1.0).abs() < 1e-12, "{v}: {ratio}");
        }
        let bound = bound_cost(&HIT).value;
        assert!((bound / approximate_rebound(1.0, 0.5) - 1.0).abs() < 1e-14);
        for from in [ZeroStart::Elastic, ZeroStart::Limit] {
            let found = zero_search(&HIT, from).v_out;
            assert!((found / HIT.rebound() - 1.0).abs() < 1e-12, "{from:?}");
        }
    }
}
