//! The thesis' numerical methods for a mass on a wall (section 1.3.1), one step each.
//!
//! They are here to be compared with; what sounds is stepped by `urto::contact::HuntCrossley`.
//! The conventions are those that give the thesis' tables again: the velocity Verlet and the
//! Heun method carry the predicted force f(x, v predicted) on to the next step. In (1.24) to
//! (1.27) every f is the force on the mass, that is -f of (1.1). The formulas are written as they
//! are printed, so that their cost can be counted.

use super::Impact;
use crate::count::{Operations, Real, so_far};
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
        /// Forward Euler.
        Euler = "euler",
    }
}

impl Method {
    /// All methods: those of the thesis' tables in their order, urto's own behind them. Forward
    /// Euler comes first; the thesis only mentions it, as the method that cannot be mended.
    pub const ALL: [Method; 7] = [
        Method::Euler,
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
            Method::Euler => "Euler",
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
            Method::Euler => "euler",
        }
    }

    /// Whether it is one of urto's own, which the library steps itself.
    pub fn is_own(self) -> bool {
        matches!(self, Method::DgPhi | Method::DgA)
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
    /// lambda = k·mu.
    damping: T,
    /// Outside force \[N\], if there is one.
    outside: Option<T>,
    /// Step \[s\].
    step: T,
    /// The compression may not exceed this \[m\].
    pub most: Option<f64>,
    /// Newton steps that AM1 has taken, and what they cost.
    pub newton: Cell<u64>,
    pub newton_cost: Cell<Operations>,
}

/// Newton steps of AM1 before it gives up; it needs two to five where it converges.
const MOST_NEWTON: usize = 100;
/// Newton has converged when the force changes by less than this share.
const NEAR: f64 = 1e-14;

impl<T: Real> Stepper<T> {
    /// A stepper that bounds nothing.
    pub fn new(impact: &Impact, outside: f64, step: f64) -> Self {
        Self {
            mass: T::given(impact.mass),
            stiffness: T::given(impact.stiffness),
            exponent: T::given(impact.exponent),
            damping: T::given(impact.stiffness * impact.dissipation),
            outside: (outside != 0.0).then(|| T::given(outside)),
            step: T::given(step),
            most: None,
            newton: Cell::new(0),
            newton_cost: Cell::default(),
        }
    }

    /// One step of a method of the thesis.
    pub fn take(&self, method: Method, now: State<T>) -> State<T> {
        match method {
            Method::Euler => self.euler(now),
            Method::Am1 => self.am1(now),
            Method::Verlet => self.verlet(now),
            Method::Heun => self.heun(now),
            Method::Rk4 | Method::DgPhi | Method::DgA => self.rk4(now),
        }
    }

    /// (1.1): k·x^a + lambda·x^a·v.
    fn force(&self, x: T, v: T) -> T {
        if x <= T::of(0.0) {
            return T::of(0.0);
        }
        x.power(self.exponent) * (self.stiffness + self.damping * v)
    }

    /// What slows the mass, where the wall pushes with `force`.
    fn against(&self, force: T) -> T {
        match self.outside {
            Some(outside) => force - outside,
            None => force,
        }
    }

    fn bounded(&self, x: T) -> T {
        match self.most {
            Some(most) if x > T::of(most) => T::of(most),
            _ => x,
        }
    }

    /// x' = x + h·v, v' = v - h·f/m.
    fn euler(&self, now: State<T>) -> State<T> {
        let h = self.step;
        let x = self.bounded(now.x + h * now.v).kept();
        let v = (now.v - h * self.against(now.force) / self.mass).kept();
        // Both are complete before the force is known: it is that of the next step.
        let force = self.force(x, v).kept();
        State { x, v, force }
    }

    /// (1.24). The K-method writes the new state as a known part minus the new force's share;
    /// Newton then solves for that force.
    fn am1(&self, now: State<T>) -> State<T> {
        let h = self.step;
        let share = (h / self.mass).half().kept();
        let far = (h * share).half().kept();
        // Everything but the new force's share; an outside force acts at both ends.
        let mut known_v = now.v - share * self.against(now.force);
        if let Some(outside) = self.outside {
            known_v = known_v + share * outside;
        }
        let known_v = known_v.kept();
        let known_x = (now.x + (h * (now.v + known_v)).half()).kept();
        let mut force = now.force;
        let begun = so_far();
        for _ in 0..MOST_NEWTON {
            self.newton.set(self.newton.get() + 1);
            let x = (known_x - far * force).kept();
            let v = (known_v - share * force).kept();
            let (law, by_x, by_v) = self.slopes(x, v);
            let slope = T::of(1.0) + far * by_x + share * by_v;
            let change = ((law - force) / slope).kept();
            force = (force + change).kept();
            if change.size() <= T::of(NEAR) * force.size() {
                break;
            }
        }
        let mut spent = self.newton_cost.get();
        spent += so_far() - begun;
        self.newton_cost.set(spent);
        let v = (known_v - share * force).kept();
        let x = self.bounded(known_x - far * force).kept();
        State { x, v, force }
    }

    /// Force and its slopes over place and velocity.
    fn slopes(&self, x: T, v: T) -> (T, T, T) {
        if x <= T::of(0.0) {
            return (T::of(0.0), T::of(0.0), T::of(0.0));
        }
        let bent = x.power(self.exponent).kept();
        let law = (bent * (self.stiffness + self.damping * v)).kept();
        (law, self.exponent * law / x, bent * self.damping)
    }

    /// (1.25).
    fn verlet(&self, now: State<T>) -> State<T> {
        let (h, m) = (self.step, self.mass);
        let a = self.against(now.force);
        let x = self.bounded(now.x + h * now.v - (h * h * a / m).half());
        let x = x.kept();
        let middle = (now.v - (h * a / m).half()).kept();
        let force = self.force(x, middle).kept();
        let v = (middle - (h * self.against(force) / m).half()).kept();
        State { x, v, force }
    }

    /// (1.26).
    fn heun(&self, now: State<T>) -> State<T> {
        let (h, m) = (self.step, self.mass);
        let guess = (now.v - h * self.against(now.force) / m).kept();
        let x = self.bounded(now.x + (h * (now.v + guess)).half()).kept();
        let force = self.force(x, guess).kept();
        let both = self.against(now.force) + self.against(force);
        let v = (now.v - (h * both / m).half()).kept();
        State { x, v, force }
    }

    /// (1.27). k is what the mass loses in speed.
    fn rk4(&self, now: State<T>) -> State<T> {
        let h = self.step;
        let State { x, v, .. } = now;
        let loss = |x: T, v: T| (h * self.against(self.force(x, v)) / self.mass).kept();
        let l1 = (h * v).kept();
        let k1 = loss(x, v);
        let v2 = (v - k1.half()).kept();
        let l2 = (h * v2).kept();
        let k2 = loss(x + l1.half(), v2);
        let v3 = (v - k2.half()).kept();
        let l3 = (h * v3).kept();
        let k3 = loss(x + l2.half(), v3);
        let v4 = (v - k3).kept();
        let l4 = (h * v4).kept();
        let k4 = loss(x + l3, v4);
        let six = T::of(6.0);
        let sum = |a: T, b: T, c: T, d: T| (a + (b + c).twice() + d) / six;
        State {
            x: self.bounded(x + sum(l1, l2, l3, l4)).kept(),
            v: (v - sum(k1, k2, k3, k4)).kept(),
            // It starts every step anew from place and velocity.
            force: T::of(0.0),
        }
    }
}
