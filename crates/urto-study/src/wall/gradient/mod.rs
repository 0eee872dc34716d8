//! urto's own step of a mass on a wall, written once more for numbers that count.
//!
//! What sounds is `urto::contact::HuntCrossley`; this is the same algorithm with the same
//! constants (its files say why it is as it is), so that its cost can stand beside the thesis'
//! methods. A test holds it to the library's own run.

mod law;
mod solve;

use super::Impact;
use super::method::State;
use crate::count::Real;
use law::phi;
use solve::Damped;
use std::cell::Cell;

/// A force that takes less than this share of the motion is known better by its law.
const LIGHT: f64 = 1e-4;
const SOLVED: f64 = 1e-11;
/// Rounding that the guard of the energy allows.
const ROUNDING: f64 = 1e-13;

/// A mass, a wall and the contact between them.
pub(super) struct Gradient<T> {
    step: T,
    mass: T,
    outside: T,
    mu: T,
    /// mu/h.
    damping: T,
    exponent: T,
    /// 1/(a + 1).
    share: T,
    /// binomial(a, 2n)/(2n + 1), of the mean's series.
    even: [T; 5],
    asked: T,
    /// Stiffness in force, energy held, dissipation owed.
    k: T,
    stored: T,
    owed: T,
    /// Rounding of the mass' energy in the present step.
    slack: T,
    /// DG-Φ, or DG-A.
    exact: bool,
    evaluations: Cell<u64>,
}

/// Numbers of one step.
struct Problem<T> {
    z: T,
    v0: T,
    f0: T,
    free: T,
    beta: T,
}

fn zero<T: Real>() -> T {
    T::of(0.0)
}

fn one<T: Real>() -> T {
    T::of(1.0)
}

impl<T: Real> Gradient<T> {
    pub fn new(impact: &Impact, outside: f64, step: f64, exact: bool) -> Self {
        let a = impact.exponent;
        let mut binomial = 1.0;
        let even = [0.0, 2.0, 4.0, 6.0, 8.0].map(|m: f64| {
            let term = binomial / (m + 1.0);
            binomial *= (a - m) * (a - m - 1.0) / ((m + 1.0) * (m + 2.0));
            T::given(term)
        });
        Self {
            step: T::given(step),
            mass: T::given(impact.mass),
            outside: T::given(outside),
            mu: T::given(impact.dissipation),
            damping: T::given(impact.dissipation / step),
            exponent: T::given(a),
            share: T::given(1.0 / (a + 1.0)),
            even,
            asked: T::given(impact.stiffness),
            k: T::given(impact.stiffness),
            stored: T::given(0.0),
            owed: T::given(0.0),
            slack: T::given(0.0),
            exact,
            evaluations: Cell::new(0),
        }
    }

    /// How often the law was evaluated to find a root.
    pub fn evaluations(&self) -> u64 {
        self.evaluations.get()
    }

    /// One step; its force is the mean over it.
    pub fn take(&mut self, now: State<T>) -> State<T> {
        let (h, m) = (self.step, self.mass);
        // The mass: where it coasts, and how far and how fast a newton moves it.
        let mobility = (h / m).kept();
        let beta = (h * mobility).half().kept();
        let after = (now.v + mobility * self.outside).kept();
        let free = (h * now.v + beta * self.outside).kept();
        let (z, v) = (now.x, now.v);
        let force = if z > zero() || z + free > zero() {
            self.force(z, free, beta, (v, after, mobility)).kept()
        } else {
            zero()
        };
        let moved = (free - beta * force).kept();
        let state = State {
            x: (z + moved).kept(),
            v: (after - mobility * force).kept(),
            force,
        };
        if force > zero() || z > zero() {
            self.commit(z, force, moved);
        }
        state
    }

    fn force(&mut self, z: T, free: T, beta: T, (before, after, mobility): (T, T, T)) -> T {
        if z <= zero() {
            self.soften_onset(free, beta);
        }
        if one::<T>() + self.damping * free <= zero() {
            return zero();
        }
        let present = if z > zero() {
            self.stored * (self.exponent + one()) / z
        } else {
            zero()
        };
        let problem = Problem {
            z,
            v0: self.stored,
            f0: present.kept(),
            free,
            beta,
        };
        let s = if self.mu.value() == 0.0 {
            self.root(&problem, zero())
        } else if !self.exact {
            self.root(&problem, self.damping)
        } else {
            let damped = Damped {
                stiffness: (one::<T>() / beta).kept(),
                weakness: (one::<T>() / self.damping).kept(),
                sweep: (self.mu * (before - after)).half().kept(),
                swept: (self.mu * mobility).half().kept(),
            };
            let (s, owed) = match self.direct(&problem, &damped) {
                Some(s) => (s, zero()),
                None => self.search(&problem, &damped),
            };
            self.owed = owed.kept();
            s
        };
        self.settle(&problem, s)
    }

    /// Restitution does not depend on stiffness, so a blow too short for the rate is softened.
    fn soften_onset(&mut self, free: T, beta: T) {
        self.k = self.asked;
        let speed = free / self.step;
        let u = (self.mu * speed).kept();
        let share = if u < one() {
            T::of(0.5)
        } else if u <= T::of(3.0) {
            one()
        } else {
            T::of(2.0)
        };
        let mass = (self.step * self.step / beta).half();
        let energy = if u < T::of(1e-6) {
            (mass * speed * speed).half()
        } else {
            mass * phi(u) / (self.mu * self.mu)
        };
        let ratio = (self.reach(energy) / (share * free)).kept();
        if ratio < one() {
            self.k = (self.asked * ratio.power(self.exponent + one())).kept();
        }
    }

    /// The force that belongs to a displacement.
    fn settle(&mut self, problem: &Problem<T>, s: T) -> T {
        let Problem { z, free, beta, .. } = *problem;
        let by_motion = ((free - s) / beta).or_more(zero()).kept();
        let size = free.size();
        self.slack = (T::of(4e-16) * free * free / beta).kept();
        if free - s > T::of(LIGHT + 2.0 * SOLVED) * size {
            return by_motion;
        }
        let q = one::<T>() + self.damping * s;
        let (by_law, slope) = if q <= zero() {
            (zero(), zero())
        } else {
            let (mean, slope) = self.mean(z, s);
            (mean * q, slope * q + mean * self.damping)
        };
        let weight = beta * by_law / size;
        let steep = (beta * slope).kept();
        let same = beta * (by_law - by_motion).size() <= T::of(SOLVED) * size;
        if same && weight < T::of(LIGHT) && weight * steep < one() {
            self.slack = (T::of(4e-16) * size * by_law * (one::<T>() + steep)).kept();
            by_law
        } else {
            by_motion
        }
    }

    /// Books the step: the spring never holds more than it held plus what the mass gave.
    fn commit(&mut self, z: T, force: T, moved: T) {
        let end = (z + moved).kept();
        let mut held = self.energy(self.elastic(end), end).kept();
        let taken = (force * moved).kept();
        let allowed = (self.stored + taken).kept();
        let scale = self.stored + held + taken.size();
        if held > allowed + self.slack + T::of(ROUNDING) * scale {
            let left = allowed.or_more(zero()).kept();
            if held > zero() {
                self.k = (self.k * left / held).kept();
            }
            held = left;
        }
        self.stored = held;
        if end <= zero() {
            self.k = self.asked;
            self.owed = zero();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wall::{Method, Run, simulate};
    use urto::Rate;

    /// It is the library's own algorithm: sample by sample the same motion, but for the last
    /// digits (powers are rounded otherwise there).
    #[test]
    fn it_steps_as_the_library_does() {
        let rate = Rate::new(44_100.0).unwrap();
        for (stiffness, exponent, dissipation, velocity) in [
            (1e9, 1.5, 0.5, 1.0),
            (1e7, 1.3, 0.01, 0.5),
            (1e3, 1.5, 0.5, 0.5),
            (1e11, 2.7, 1.5, 2.0),
            (1e8, 2.0, 0.0, 1.0),
        ] {
            let hit = Impact {
                mass: 0.01,
                stiffness,
                exponent,
                dissipation,
                velocity,
            };
            for (method, exact) in [(Method::DgPhi, true), (Method::DgA, false)] {
                let course = simulate(&Run::plain(hit, method, rate)).unwrap();
                let mut own = Gradient::<f64>::new(&hit, 0.0, rate.step(), exact);
                let mut state = State {
                    x: 0.0,
                    v: velocity,
                    force: 0.0,
                };
                for sample in course.samples.iter().skip(1) {
                    state = own.take(state);
                    let off = (state.x - sample.x).abs() / hit.max_compression();
                    assert!(off < 1e-10, "{hit:?} {method:?}: {off:e}");
                }
                let left = state.v / course.v_out.unwrap() - 1.0;
                assert!(left.abs() < 1e-10, "{hit:?} {method:?}: {left:e}");
            }
        }
    }
}
