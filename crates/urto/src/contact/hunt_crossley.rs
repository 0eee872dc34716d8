//! Impact: two bodies press on each other while they overlap, and rebound.
//!
//! Hear:   harder or faster means shorter contact and a brighter attack; more dissipation, a
//!         duller and weaker rebound.
//! Law:    f = k·x^a·(1 + mu·v) while x > 0; never adhesive (f >= 0).
//! Step:   discrete gradient. With V = k·x^(a+1)/(a+1), the bodies lose f·s and the spring gains
//!         V(x+s) - V(x). With mu = 0 the force is DG(s) = (V(x+s) - V(x))/s, so nothing is
//!         lost; call that root s_e. Since s~ - s = beta·f, the loss is
//!         K(s) = (s~ - s)·s/beta - dV(s), concave with zeros at 0 and s_e: every s between is
//!         passive, whatever an iteration did.
//!         `dg_phi` takes the s at which the invariant m·Phi(v) + V of a mass on a wall holds
//!         (Phi(v) = (u - ln(1+u))/mu², u = mu·v): restitution is then exact at every sample.
//!         `dg_a` takes the root of s - s~ + beta·DG(s)·(1 + mu·s/h)+ = 0, cheaper.
//! Limits: hits shorter than about two samples are softened at their onset (restitution does
//!         not depend on k) and counted.
//! Refs:   Hunt & Crossley 1975; Papetti 2010, ch. 1; Chatziioannou & van Walstijn 2015.

use super::compression::Compression;
use super::{Contact, Meeting};
use crate::energy::{Books, Health};
use crate::math;
use crate::param::{ParamId, Value, put};
use crate::rate::Rate;

crate::choice! {
    /// How the step of an impact is solved.
    pub enum Scheme {
        /// Exact restitution at any contact length; the default.
        Exact = "dg_phi",
        /// Half the cost; restitution within a few per cent for contacts of a few samples.
        Cheap = "dg_a",
    }
}

crate::params! {
    /// Impact: the two points press on each other while they overlap, and rebound.
    pub struct ImpactLaw("impact") {
        /// Stiffness `k` in `f = k·x^a·(1 + mu·v)`: larger is harder, brighter, shorter.
        stiffness: 1e8, Log(1e2, 1e16), "N/m^a", Block;
        /// Exponent `a`: 1.5 for round bodies of solid material, 2 to 3.5 for felt and fingers.
        exponent: 1.5, Linear(1.0, 4.0), "", Block;
        /// Loss `mu` in the contact: 0 rebounds fully, larger is deader.
        dissipation: 0.5, ZeroLog(1e-4, 1e3), "s/m", Block;
        /// How the step is solved.
        scheme: Scheme::Exact, Choice(Scheme), "", Block, expert;
    }
}

/// Most Newton steps for the elastic root; it is monotone and needs about five.
const ELASTIC_STEPS: usize = 24;
/// Most Newton steps for the damped root.
const DAMPED_STEPS: usize = 30;
/// Bisections where Newton's method does not apply.
const BISECTIONS: usize = 12;

/// A Hunt-Crossley impact contact.
pub struct HuntCrossley {
    params: ImpactLaw,
    step: f64,
    spring: Compression,
    /// Dissipation that a turning step could not take and the next one pays \[J\].
    owed: f64,
}

/// Numbers of one step that the solvers share.
struct Problem<'a> {
    spring: &'a Compression,
    /// Overlap, energy and elastic force at the start.
    z: f64,
    v0: f64,
    f0: f64,
    /// Displacement without force.
    free: f64,
    /// Displacement that one newton takes away.
    beta: f64,
}

impl<'a> Problem<'a> {
    fn new(spring: &'a Compression, free: f64, beta: f64) -> Self {
        Self {
            spring,
            z: spring.overlap,
            v0: spring.stored,
            f0: spring.force(spring.overlap),
            free,
            beta,
        }
    }

    /// Mean elastic force over a displacement `s`, and its slope.
    fn gradient(&self, s: f64) -> (f64, f64) {
        let end = self.z + s;
        let force = self.spring.force(end);
        let a = self.spring.exponent;
        if self.z > 0.0 && s.abs() <= 0.05 * self.z {
            // The difference of potentials would cancel.
            let r = s / self.z;
            if r.abs() < 1e-4 {
                let mean = self.f0 * (1.0 + 0.5 * a * r * (1.0 + (a - 1.0) * r / 3.0));
                let slope = self.f0 / self.z * 0.5 * a * (1.0 + 2.0 * (a - 1.0) * r / 3.0);
                return (mean, slope);
            }
            let mean = self.f0 / (a + 1.0) * math::expm1((a + 1.0) * math::log1p(r)) / r;
            return (mean, ((force - mean) / s).max(0.0));
        }
        if s == 0.0 {
            return (0.0, 0.0);
        }
        let v1 = force * end / (a + 1.0);
        let mean = (v1 - self.v0) / s;
        (mean.max(0.0), ((force - mean) / s).max(0.0))
    }

    /// Root of s - s~ + beta·DG(s)·(1 + damping·s)+: increasing and convex, so that Newton's
    /// method from the right is monotone.
    fn root(&self, damping: f64) -> f64 {
        let free = self.free;
        let mut s = if free > self.beta * self.f0 {
            // The elastic rebound bounds how far it can go.
            let energy = self.v0 + free * free / (4.0 * self.beta);
            let reach = self.spring.reach(energy) - self.z;
            if reach > 0.0 { free.min(reach) } else { free }
        } else {
            free.min(0.0)
        };
        for _ in 0..ELASTIC_STEPS {
            let (mean, slope) = self.gradient(s);
            let q = 1.0 + damping * s;
            let (miss, rise) = if q > 0.0 {
                (
                    s - free + self.beta * mean * q,
                    1.0 + self.beta * (slope * q + mean * damping),
                )
            } else {
                (s - free, 1.0)
            };
            let move_by = miss / rise;
            s -= move_by;
            if move_by.abs() <= 1e-15 * (s.abs() + free.abs()) {
                break;
            }
        }
        s
    }
}

/// atanh(x)/x - 1 and its derivative.
fn mean_speed_terms(x: f64) -> (f64, f64) {
    let y = x * x;
    if y < 0.01 {
        let value = y
            * (1.0 / 3.0
                + y * (1.0 / 5.0
                    + y * (1.0 / 7.0
                        + y * (1.0 / 9.0 + y * (1.0 / 11.0 + y * (1.0 / 13.0 + y / 15.0))))));
        let slope = x
            * (2.0 / 3.0
                + y * (4.0 / 5.0
                    + y * (6.0 / 7.0 + y * (8.0 / 9.0 + y * (10.0 / 11.0 + y * 12.0 / 13.0)))));
        (value, slope)
    } else {
        let ratio = math::atanh(x) / x;
        (ratio - 1.0, (1.0 / (1.0 - y) - ratio) / x)
    }
}

/// The damped problem: what the invariant m·Phi + V lacks at a displacement.
struct Damped<'a> {
    problem: &'a Problem<'a>,
    meeting: &'a Meeting,
    mu: f64,
    h: f64,
    owed: f64,
}

impl Damped<'_> {
    /// Value and slope of T(s) = f·h·N - dV - owed; `None` where the mean speed is undefined.
    fn miss(&self, s: f64) -> Option<(f64, f64)> {
        let Problem { beta, free, .. } = *self.problem;
        let (mu, h, gamma) = (self.mu, self.h, self.meeting.mobility);
        let force = (free - s) / beta;
        let speed = s / h;
        let q = 1.0 + mu * speed;
        let half_sweep = 0.5 * (self.meeting.before - self.meeting.after);
        let x = mu * (half_sweep + 0.5 * gamma * force) / q;
        if q <= 1e-9 || x.abs() > 1.0 - 1e-10 || x.is_nan() {
            return None;
        }
        let end = self.problem.z + s;
        let elastic = self.problem.spring.force(end);
        let v1 = elastic * end / (self.problem.spring.exponent + 1.0);
        let (spread, spread_slope) = mean_speed_terms(x);
        let mean = (speed - spread / mu) / q;
        let x_slope = -0.5 * mu * gamma / (beta * q) - x * mu / (h * q);
        let mean_slope = (1.0 / h - spread_slope * x_slope / mu) / q - mean * mu / (h * q);
        let value = force * h * mean - (v1 - self.problem.v0) - self.owed;
        let slope = -h * mean / beta + force * h * mean_slope - elastic;
        Some((value, slope))
    }

    /// The displacement, and the dissipation that is owed to the next step. `elastic` is the
    /// root without damping; all between it and `inner` is passive.
    fn solve(&self, elastic: f64, inner: f64, tolerance: f64) -> (f64, f64) {
        let way = if elastic > 0.0 { 1.0 } else { -1.0 };
        let mut s = elastic;
        let mut outer = elastic;
        let mut best: Option<(f64, f64)> = None;
        for _ in 0..DAMPED_STEPS {
            let Some((value, slope)) = self.miss(s) else {
                outer = s;
                s = 0.5 * (s + inner);
                continue;
            };
            if value.abs() <= tolerance {
                return (s, 0.0);
            }
            if value > 0.0 {
                return (self.bracketed(outer, s, tolerance, elastic), 0.0);
            }
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, s));
            }
            outer = s;
            if slope * way >= 0.0 {
                break;
            }
            let next = s - value / slope;
            if (next - inner) * way <= 0.0 {
                break;
            }
            if (next - s).abs() <= 1e-15 * elastic.abs() {
                return (next, 0.0);
            }
            s = next;
        }
        // A turning step has no root: take the best and owe the rest.
        let (mut near, mut far) = (inner, outer);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (near + far);
            match self.miss(middle) {
                Some((value, _)) if value > 0.0 => near = middle,
                Some((value, slope)) => {
                    if best.is_none_or(|(most, _)| value > most) {
                        best = Some((value, middle));
                    }
                    if slope * way < 0.0 {
                        far = middle
                    } else {
                        near = middle
                    }
                }
                None => far = middle,
            }
        }
        match best {
            Some((value, s)) => (s, -value),
            None => (inner, self.owed),
        }
    }

    /// Root between `below` (T < 0) and `above` (T > 0), by bisection and Newton steps.
    fn bracketed(&self, below: f64, above: f64, tolerance: f64, scale: f64) -> f64 {
        let (mut low, mut high) = (below, above);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (low + high);
            match self.miss(middle) {
                Some((value, _)) if value.abs() <= tolerance => return middle,
                Some((value, slope)) if value > 0.0 => {
                    high = middle;
                    let next = middle - value / slope;
                    if (next - low) * (next - high) < 0.0
                        && let Some((value, _)) = self.miss(next)
                    {
                        if value.abs() <= tolerance {
                            return next;
                        }
                        if value > 0.0 { high = next } else { low = next }
                    }
                }
                _ => low = middle,
            }
            if (high - low).abs() <= 1e-15 * scale.abs() {
                break;
            }
        }
        high
    }
}

/// Phi(v)·mu² = u - ln(1+u) without loss of digits.
fn phi(u: f64) -> f64 {
    if u < 0.03 {
        let mut sum = 0.0;
        for n in (2..=9).rev() {
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            sum = sum * u + sign / n as f64;
        }
        sum * u * u
    } else {
        u - math::log1p(u)
    }
}

/// Speed \[m/s\] at which a mass leaves a rigid wall that it met at `speed`: the other root of
/// Phi. It does not depend on mass, stiffness or exponent.
///
/// ```
/// let out = urto::contact::rebound_speed(1.0, 0.5);
/// assert!((out - 0.748434931597434).abs() < 1e-12);
/// ```
pub fn rebound_speed(speed: f64, dissipation: f64) -> f64 {
    let u = dissipation * speed;
    if u < 1e-9 {
        return speed;
    }
    // Solve -w - ln(1-w) = phi(u) for 0 < w < 1 by bisection, then Newton.
    let target = phi(u);
    let held = |w: f64| {
        if w < 0.03 {
            phi_minus(w)
        } else {
            -w - math::log1p(-w)
        }
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if held(middle) < target {
            low = middle
        } else {
            high = middle
        }
        if high - low <= 1e-16 * high {
            break;
        }
    }
    0.5 * (low + high) / dissipation
}

/// -w - ln(1-w) for small w.
fn phi_minus(w: f64) -> f64 {
    let mut sum = 0.0;
    for n in (2..=11).rev() {
        sum = sum * w + 1.0 / n as f64;
    }
    sum * w * w
}

impl HuntCrossley {
    /// An open contact.
    pub fn new(params: &ImpactLaw, rate: Rate) -> Self {
        Self {
            spring: Compression::new(params.stiffness, params.exponent),
            params: params.clone(),
            step: rate.step(),
            owed: 0.0,
        }
    }

    /// Lowers the stiffness until the coming contact's greatest compression is at least a share
    /// of what the bodies would cover in one sample. Restitution does not depend on stiffness,
    /// so only the attack, which the rate could not carry, changes.
    fn soften_onset(&mut self, free: f64, beta: f64) {
        self.spring.onset(1.0);
        let mu = self.params.dissipation;
        if free <= 0.0 || beta <= 0.0 {
            return;
        }
        let speed = free / self.step;
        let u = mu * speed;
        // Measured: the smallest shares that keep the rebound exact at every onset phase.
        let share = if u < 1.0 {
            0.5
        } else if u <= 3.0 {
            1.0
        } else {
            2.0
        };
        let mass = 0.5 * self.step * self.step / beta;
        let energy = if u < 1e-6 {
            0.5 * mass * speed * speed
        } else {
            mass * phi(u) / (mu * mu)
        };
        let ratio = self.spring.reach(energy) / (share * free);
        if ratio < 1.0 {
            self.spring
                .onset(math::pow(ratio, self.params.exponent + 1.0));
            self.spring.health.softened += 1;
        }
    }
}

impl Contact for HuntCrossley {
    fn acts(&self, displacement: f64) -> bool {
        self.spring.acts(displacement)
    }

    fn alone(&mut self, meeting: &Meeting) -> f64 {
        let (free, beta) = (meeting.gained, meeting.compliance);
        if !self.acts(free) {
            return 0.0;
        }
        if self.spring.overlap <= 0.0 {
            self.soften_onset(free, beta);
        }
        let mu = self.params.dissipation;
        // Separating faster than 1/mu, the law would pull: no force.
        if 1.0 + mu * free / self.step <= 0.0 {
            return 0.0;
        }
        if beta <= 0.0 {
            return self.law(free).0;
        }
        let problem = Problem::new(&self.spring, free, beta);
        let s = if mu == 0.0 {
            problem.root(0.0)
        } else if self.params.scheme == Scheme::Cheap {
            problem.root(mu / self.step)
        } else {
            let elastic = problem.root(0.0);
            let inner = if elastic < 0.0 && free < 0.0 {
                free
            } else {
                0.0
            };
            let turned = self.spring.potential(problem.z + elastic);
            let scale = problem.v0 + turned + free * free / beta;
            let damped = Damped {
                problem: &problem,
                meeting,
                mu,
                h: self.step,
                owed: self.owed,
            };
            let (s, owed) = damped.solve(elastic, inner, 1e-15 * scale);
            self.owed = owed;
            s
        };
        let law = self.law(s);
        self.spring.settle(free, s, beta, law)
    }

    fn freeze(&mut self, free: f64, compliance: f64, guess: Option<f64>) {
        self.owed = 0.0;
        self.spring.meet();
        if self.spring.overlap <= 0.0 && guess.is_none() {
            self.soften_onset(free, compliance);
        }
    }

    fn law(&self, displacement: f64) -> (f64, f64) {
        let (mean, slope) = Problem::new(&self.spring, displacement, 0.0).gradient(displacement);
        let damping = self.params.dissipation / self.step;
        let q = 1.0 + damping * displacement;
        if q > 0.0 {
            (mean * q, slope * q + mean * damping)
        } else {
            (0.0, 0.0)
        }
    }

    fn commit(&mut self, force: f64, displacement: f64) {
        self.spring.commit(force, displacement);
        if self.spring.overlap <= 0.0 {
            self.owed = 0.0;
        }
    }
    fn stored(&self) -> f64 {
        self.spring.stored
    }
    fn books(&self) -> Books {
        self.spring.books
    }
    fn health(&self) -> Health {
        self.spring.health
    }
    fn place(&mut self, overlap: f64) {
        self.spring.place(overlap);
    }
    fn state(&self) -> f64 {
        self.spring.overlap
    }
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        let taken = put(&mut self.params, id, value);
        self.spring.set(self.params.stiffness, self.params.exponent);
        taken
    }
    fn needs_place(&self) -> bool {
        true
    }
    fn reset(&mut self, _: u64) {
        self.spring = Compression::new(self.params.stiffness, self.params.exponent);
        self.owed = 0.0;
    }
}
