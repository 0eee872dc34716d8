//! The thesis' numerical methods for a mass on a wall (section 1.3.1), one step each.
//!
//! They are here to be compared with; what sounds is stepped by `urto::contact::HuntCrossley`.
//! The conventions are those that give the thesis' tables again: the velocity Verlet and the
//! Heun method carry the predicted force f(x, v predicted) on to the next step. In (1.24) to
//! (1.27) every f is the force on the mass, that is -f of (1.1).

use super::Impact;
use super::real::{Counted, Operations, Real, counted};
use std::cell::Cell;

urto::choice! {
    /// How a mass on a wall is stepped.
    pub enum Method {
        /// urto's own: discrete gradient, exact restitution.
        DgPhi = "dg_phi",
        /// urto's own, cheaper: discrete gradient.
        DgA = "dg_a",
        /// Trapezoidal rule (bilinear transform), K-method and Newton.
        Am1 = "am1",
        /// Velocity Verlet.
        Verlet = "verlet",
        /// Heun: Euler predicts, the trapezoidal rule corrects.
        Heun = "heun",
        /// Runge-Kutta of the fourth order.
        Rk4 = "rk4",
    }
}

impl Method {
    /// The methods of the thesis, in the order of its tables.
    pub const THESIS: [Method; 4] = [Method::Am1, Method::Verlet, Method::Heun, Method::Rk4];
    /// All methods.
    pub const ALL: [Method; 6] = [
        Method::Am1,
        Method::Verlet,
        Method::Heun,
        Method::Rk4,
        Method::DgA,
        Method::DgPhi,
    ];

    /// Its name in tables and legends.
    pub fn name(self) -> &'static str {
        match self {
            Method::DgPhi => "DG-Φ",
            Method::DgA => "DG-A",
            Method::Am1 => "AM1",
            Method::Verlet => "Verlet",
            Method::Heun => "Heun",
            Method::Rk4 => "RK4",
        }
    }

    /// Its key in facts.
    pub fn key(self) -> &'static str {
        match self {
            Method::DgPhi => "dg_phi",
            Method::DgA => "dg_a",
            Method::Am1 => "am1",
            Method::Verlet => "verlet",
            Method::Heun => "heun",
            Method::Rk4 => "rk4",
        }
    }
}

urto::choice! {
    /// How closed forms mend a simulation (section 1.4.1).
    pub enum Correction {
        /// Not at all.
        None = "none",
        /// The compression never exceeds its greatest exact value.
        Bound = "bound",
        /// The compression is the exact one at the simulated velocity.
        Hybrid = "hybrid",
        /// The mass leaves with the approximate exact velocity, where that is near enough.
        Output = "output",
        /// Exact compression and output velocity together.
        HybridOutput = "hybrid_output",
    }
}

impl Correction {
    /// Whether the compression is the exact one at the simulated velocity.
    pub fn is_hybrid(self) -> bool {
        matches!(self, Correction::Hybrid | Correction::HybridOutput)
    }

    /// Whether the output velocity is set.
    pub fn sets_output(self) -> bool {
        matches!(self, Correction::Output | Correction::HybridOutput)
    }
}

/// A mass on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct State<T> {
    pub x: T,
    pub v: T,
    /// Force of the wall, as the method carries it on \[N\].
    pub force: T,
}

/// What a step needs to know, with what does not change worked out once.
pub(super) struct Stepper<T> {
    mass: T,
    stiffness: T,
    exponent: T,
    dissipation: T,
    /// Outside force \[N\].
    outside: T,
    /// Step \[s\] and half of it.
    step: T,
    half: T,
    zero: T,
    one: T,
    /// The compression may not exceed this \[m\].
    pub most: Option<f64>,
    /// Newton steps that AM1 has taken.
    pub newton: Cell<u64>,
}

/// Newton steps of AM1 before it gives up; it needs two to five where it converges.
const MOST_NEWTON: usize = 100;
/// Newton has converged when the force changes by less than this share.
const NEAR: f64 = 1e-14;

impl<T: Real> Stepper<T> {
    /// A stepper that bounds nothing.
    pub fn new(impact: &Impact, outside: f64, step: f64) -> Self {
        Self {
            mass: T::of(impact.mass),
            stiffness: T::of(impact.stiffness),
            exponent: T::of(impact.exponent),
            dissipation: T::of(impact.dissipation),
            outside: T::of(outside),
            step: T::of(step),
            half: T::of(0.5 * step),
            zero: T::of(0.0),
            one: T::of(1.0),
            most: None,
            newton: Cell::new(0),
        }
    }

    /// One step of a method of the thesis.
    pub fn take(&self, method: Method, now: State<T>) -> State<T> {
        match method {
            Method::Am1 => self.am1(now),
            Method::Verlet => self.verlet(now),
            Method::Heun => self.heun(now),
            Method::Rk4 | Method::DgPhi | Method::DgA => self.rk4(now),
        }
    }

    /// (1.1).
    fn force(&self, x: T, v: T) -> T {
        if x <= self.zero {
            return self.zero;
        }
        self.stiffness * x.power(self.exponent) * (self.one + self.dissipation * v)
    }

    fn acceleration(&self, force: T) -> T {
        (self.outside - force) / self.mass
    }

    fn bounded(&self, x: T) -> T {
        match self.most {
            Some(most) if x > T::of(most) => T::of(most),
            _ => x,
        }
    }

    /// (1.24). The K-method writes the new state as a known part minus the new force's share;
    /// Newton then solves for that force.
    fn am1(&self, now: State<T>) -> State<T> {
        let share = self.half / self.mass;
        // Everything but the new force's share.
        let known_v = now.v + self.step * self.outside / self.mass - share * now.force;
        let known_x = now.x + self.half * (now.v + known_v);
        let far = self.half * share;
        let mut force = now.force;
        for _ in 0..MOST_NEWTON {
            self.newton.set(self.newton.get() + 1);
            let (x, v) = (known_x - far * force, known_v - share * force);
            let (law, by_x, by_v) = self.slopes(x, v);
            let slope = self.one + far * by_x + share * by_v;
            let change = (law - force) / slope;
            force = force + change;
            if change.value().abs() <= NEAR * force.value().abs() {
                break;
            }
        }
        let v = known_v - share * force;
        let x = self.bounded(known_x - far * force);
        State { x, v, force }
    }

    /// Force and its slopes over place and velocity.
    fn slopes(&self, x: T, v: T) -> (T, T, T) {
        if x <= self.zero {
            return (self.zero, self.zero, self.zero);
        }
        let elastic = self.stiffness * x.power(self.exponent);
        let damped = self.one + self.dissipation * v;
        let law = elastic * damped;
        (law, self.exponent * law / x, elastic * self.dissipation)
    }

    /// (1.25).
    fn verlet(&self, now: State<T>) -> State<T> {
        let middle = now.v + self.half * self.acceleration(now.force);
        let x = self.bounded(now.x + self.step * middle);
        let force = self.force(x, middle);
        let v = middle + self.half * self.acceleration(force);
        State { x, v, force }
    }

    /// (1.26).
    fn heun(&self, now: State<T>) -> State<T> {
        let a = self.acceleration(now.force);
        let guess = now.v + self.step * a;
        let x = self.bounded(now.x + self.half * (now.v + guess));
        let force = self.force(x, guess);
        let v = now.v + self.half * (a + self.acceleration(force));
        State { x, v, force }
    }

    /// (1.27).
    fn rk4(&self, now: State<T>) -> State<T> {
        let (h, half) = (self.step, T::of(0.5));
        let two = T::of(2.0);
        let six = T::of(6.0);
        let pull = |x: T, v: T| h * self.acceleration(self.force(x, v));
        let l1 = h * now.v;
        let k1 = pull(now.x, now.v);
        let l2 = h * (now.v + half * k1);
        let k2 = pull(now.x + half * l1, now.v + half * k1);
        let l3 = h * (now.v + half * k2);
        let k3 = pull(now.x + half * l2, now.v + half * k2);
        let l4 = h * (now.v + k3);
        let k4 = pull(now.x + l3, now.v + k3);
        let x = self.bounded(now.x + (l1 + two * (l2 + l3) + l4) / six);
        let v = now.v + (k1 + two * (k2 + k3) + k4) / six;
        State {
            x,
            v,
            // It starts every step anew from place and velocity.
            force: self.zero,
        }
    }
}

/// What a method costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Operations per sample in contact.
    pub per_sample: Operations,
    /// Newton steps per sample in contact.
    pub newton: f64,
}

/// Counts what a method of the thesis does per sample while an impact lasts.
pub fn cost(impact: &Impact, method: Method, step: f64) -> Cost {
    let stepper = Stepper::<Counted>::new(impact, 0.0, step);
    let expected = (impact.contact_time() / step) as usize;
    let mut state = State {
        x: Counted::of(0.0),
        v: Counted::of(impact.velocity),
        force: Counted::of(0.0),
    };
    let samples = expected.clamp(2, 100_000);
    let ((), done) = counted(|| {
        for _ in 0..samples {
            state = stepper.take(method, state);
        }
    });
    let count = samples as f64;
    Cost {
        per_sample: done.per(count),
        newton: stepper.newton.get() as f64 / count,
    }
}
