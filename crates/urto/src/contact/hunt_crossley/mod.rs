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

mod restitution;
mod spread;
mod step;

pub use restitution::rebound_speed;

use super::compression::Compression;
use super::{Contact, DivisibleLaw, Meeting};
use crate::energy::{Books, Health};
use crate::error::BuildError;
use crate::math;
use crate::param::{ParamId, Params, Value, put};
use crate::rate::Rate;
use restitution::phi;
use step::{Damped, Problem};

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
        stiffness: 1e8, Log(1e2, 1e16), "N/m^a", Block, spread 0.08;
        /// Exponent `a`: 1.5 for round bodies of solid material, 2 to 3.5 for felt and fingers.
        exponent: 1.5, Linear(1.0, 4.0), "", Block, spread 0.1;
        /// Loss `mu` in the contact: 0 rebounds fully, larger is deader.
        dissipation: 0.5, ZeroLog(1e-4, 1e3), "s/m", Block, spread 0.08;
        /// Numerical method of the step.
        scheme: Scheme::Exact, Choice(Scheme), "", Block, expert;
    }
}

/// A Hunt-Crossley impact contact.
pub struct HuntCrossley {
    params: ImpactLaw,
    step: f64,
    /// Dissipation over the step \[1/m\].
    damping: f64,
    spring: Compression,
    /// Dissipation that a turning step could not take and the next one pays \[J\].
    owed: f64,
}

impl HuntCrossley {
    /// An open contact.
    pub fn new(params: &ImpactLaw, rate: Rate) -> Result<Self, BuildError> {
        params.check()?;
        Ok(Self {
            spring: Compression::new(params.stiffness, params.exponent),
            params: params.clone(),
            step: rate.step(),
            damping: params.dissipation / rate.step(),
            owed: 0.0,
        })
    }

    /// How far a mass \[kg\] that comes at a speed \[m/s\] compresses it \[m\].
    fn deepest(&self, mass: f64, speed: f64) -> f64 {
        let mu = self.params.dissipation;
        let u = mu * speed;
        let energy = if u < 1e-6 {
            0.5 * mass * speed * speed
        } else {
            mass * phi(u) / (mu * mu)
        };
        self.spring.reach(energy)
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
        let ratio = self.deepest(mass, speed) / (share * free);
        if ratio < 1.0 {
            self.spring
                .onset(math::pow(ratio, self.params.exponent + 1.0));
            self.spring.health.softened += 1;
        }
    }
}

/// Force over a displacement, never pulling, and its slope; `damping` is mu over the step.
fn damped_law(spring: &Compression, damping: f64, displacement: f64) -> (f64, f64) {
    let q = 1.0 + damping * displacement;
    if q <= 0.0 {
        return (0.0, 0.0);
    }
    let (mean, slope) = spring.mean(displacement);
    (mean * q, slope * q + mean * damping)
}

impl DivisibleLaw for HuntCrossley {
    fn step_by(&mut self, seconds: f64) {
        self.step = seconds;
        self.damping = self.params.dissipation / seconds;
    }

    fn lasts(&self, mass: f64, speed: f64) -> f64 {
        // Hertz: 2.94 times the way over the speed; a linear spring 3.14 times.
        3.0 * self.deepest(mass, speed) / speed
    }
}

impl Contact for HuntCrossley {
    #[inline]
    fn acts(&self, displacement: f64) -> bool {
        self.spring.acts(displacement)
    }

    #[inline]
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
        if 1.0 + self.damping * free <= 0.0 {
            return 0.0;
        }
        if beta <= 0.0 {
            return self.law(free).0;
        }
        let problem = Problem::new(&self.spring, free, beta);
        let s = if mu == 0.0 {
            problem.root(0.0)
        } else if self.params.scheme == Scheme::Cheap {
            problem.root(self.damping)
        } else {
            let damped = Damped::new(&problem, meeting, mu, self.damping, self.owed);
            let (s, owed) = damped.solve();
            self.owed = owed;
            s
        };
        let damping = self.damping;
        self.spring
            .force_at(free, s, beta, |spring| damped_law(spring, damping, s))
    }

    fn freeze(&mut self, free: f64, compliance: f64, guess: Option<f64>) {
        self.owed = 0.0;
        self.spring.meet();
        if self.spring.overlap <= 0.0 && guess.is_none() {
            self.soften_onset(free, compliance);
        }
    }

    fn law(&self, displacement: f64) -> (f64, f64) {
        damped_law(&self.spring, self.damping, displacement)
    }

    #[inline]
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
        self.damping = self.params.dissipation / self.step;
        self.spring.set(self.params.stiffness, self.params.exponent);
        taken
    }
    fn needs_place(&self) -> bool {
        true
    }
    fn divisible(&mut self) -> Option<&mut dyn DivisibleLaw> {
        Some(self)
    }
    fn reset(&mut self, _: u64) {
        self.spring = Compression::new(self.params.stiffness, self.params.exponent);
        self.owed = 0.0;
    }
}
