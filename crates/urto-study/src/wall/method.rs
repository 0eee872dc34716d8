//! The thesis' numerical methods for a mass on a wall (section 1.3.1), one step each.
//!
//! They are here to be compared with; what sounds is stepped by `urto::contact::HuntCrossley`.
//! The conventions are those that give the thesis' tables again: the velocity Verlet and the
//! Heun method carry the predicted force f(x, v predicted) on to the next step. In (1.24) to
//! (1.27) every f is the force on the mass, that is -f of (1.1).

use super::Impact;

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
pub(super) struct State {
    pub x: f64,
    pub v: f64,
    /// Force of the wall, as the method carries it on \[N\].
    pub force: f64,
}

/// What a step needs to know.
pub(super) struct Stepper<'a> {
    pub impact: &'a Impact,
    /// Outside force \[N\].
    pub outside: f64,
    /// Step \[s\].
    pub step: f64,
    /// The compression may not exceed this \[m\].
    pub most: f64,
}

/// Newton steps of AM1 before it gives up; it needs two to five where it converges.
const MOST_NEWTON: usize = 100;

impl Stepper<'_> {
    /// One step of a method of the thesis.
    pub fn take(&self, method: Method, now: State) -> State {
        match method {
            Method::Am1 => self.am1(now),
            Method::Verlet => self.verlet(now),
            Method::Heun => self.heun(now),
            Method::Rk4 | Method::DgPhi | Method::DgA => self.rk4(now),
        }
    }

    fn acceleration(&self, force: f64) -> f64 {
        (self.outside - force) / self.impact.mass
    }

    /// (1.24). The K-method writes the new state as a known part minus the new force's share;
    /// Newton then solves for that force.
    fn am1(&self, now: State) -> State {
        let h = self.step;
        let k = h / (2.0 * self.impact.mass);
        // Everything but the new force's share.
        let before = now.v + h * self.acceleration(0.5 * now.force);
        let known_x = now.x + 0.5 * h * (now.v + before);
        let mut force = now.force;
        for _ in 0..MOST_NEWTON {
            let (x, v) = (known_x - 0.5 * h * k * force, before - k * force);
            let (law, by_x, by_v) = self.slopes(x, v);
            let slope = 1.0 + k * (0.5 * h * by_x + by_v);
            let change = (law - force) / slope;
            force += change;
            if change.abs() <= 1e-14 * force.abs() {
                break;
            }
        }
        let v = before - k * force;
        let x = (known_x - 0.5 * h * k * force).min(self.most);
        State { x, v, force }
    }

    /// Force and its slopes over place and velocity.
    fn slopes(&self, x: f64, v: f64) -> (f64, f64, f64) {
        if x <= 0.0 {
            return (0.0, 0.0, 0.0);
        }
        let elastic = self.impact.force(x, 0.0);
        let damped = 1.0 + self.impact.dissipation * v;
        let by_x = self.impact.exponent * elastic / x * damped;
        (elastic * damped, by_x, elastic * self.impact.dissipation)
    }

    /// (1.25).
    fn verlet(&self, now: State) -> State {
        let h = self.step;
        let a = self.acceleration(now.force);
        let x = (now.x + h * (now.v + 0.5 * h * a)).min(self.most);
        let half = now.v + 0.5 * h * a;
        let force = self.impact.force(x, half);
        let v = half + 0.5 * h * self.acceleration(force);
        State { x, v, force }
    }

    /// (1.26).
    fn heun(&self, now: State) -> State {
        let h = self.step;
        let a = self.acceleration(now.force);
        let guess = now.v + h * a;
        let x = (now.x + 0.5 * h * (now.v + guess)).min(self.most);
        let force = self.impact.force(x, guess);
        let v = now.v + 0.5 * h * (a + self.acceleration(force));
        State { x, v, force }
    }

    /// (1.27).
    fn rk4(&self, now: State) -> State {
        let h = self.step;
        let pull = |x: f64, v: f64| h * self.acceleration(self.impact.force(x, v));
        let l1 = h * now.v;
        let k1 = pull(now.x, now.v);
        let l2 = h * (now.v + 0.5 * k1);
        let k2 = pull(now.x + 0.5 * l1, now.v + 0.5 * k1);
        let l3 = h * (now.v + 0.5 * k2);
        let k3 = pull(now.x + 0.5 * l2, now.v + 0.5 * k2);
        let l4 = h * (now.v + k3);
        let k4 = pull(now.x + l3, now.v + k3);
        let x = (now.x + (l1 + 2.0 * (l2 + l3) + l4) / 6.0).min(self.most);
        let v = now.v + (k1 + 2.0 * (k2 + k3) + k4) / 6.0;
        let force = self.impact.force(x, v);
        State { x, v, force }
    }
}
