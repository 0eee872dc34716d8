//! Extended Hertz impact: a hardening spring and a damper whose grip grows by a power of its own.
//!
//! Hear:   as an impact, but hard blows rebound nearly as well as soft ones: losses grow with
//!         v^(1 + 2·(b - a)/(a + 1)), for balls with the fifth root of the speed only, where an
//!         impact's grow with the speed itself.
//! Law:    f = k·x^a + l·x^b·v while x > 0; never adhesive (f >= 0). Two balls of solid material
//!         have a = 3/2, b = 1/2; with b = a and l = k·mu it is the law of Hunt and Crossley.
//! Step:   discrete gradient of V = k·x^(a+1)/(a+1), and the damper at the step's mean speed:
//!         f = [V(x+s) - V(x)]/s + (l/h)·[P(x+s) - P(x)], P = x^(b+1)/(b+1), at least 0. P(x+s) -
//!         P(x) is s times the mean of x^b along the path, so the damper takes
//!         (l/h)·(mean of x^b)·s² >= 0; where the force would pull it is zero, and the spring's
//!         energy is lost. Both terms grow with s and are convex for a >= 1 and b >= 0: one root,
//!         and Newton's method from the right is monotone.
//! Limits: restitution is that of the law for contacts of some samples, not to the last digit (no
//!         invariant is known for b other than a). Hits shorter than about two samples are softened
//!         at their onset and counted: k by c^(a+1) and l by c^(b+1), which stretches the blow by
//!         1/c and keeps the law's rebound.
//! Refs:   Papetti 2010, section 1.1 (extended Hertz model); Kuwabara & Kono 1987 and Brilliantov
//!         et al. 1996 (balls: exponents 3/2 and 1/2).

use super::compression::Compression;
use super::path::Path;
use super::{Contact, Meeting};
use crate::energy::{Books, Health};
use crate::error::BuildError;
use crate::math;
use crate::param::{ParamId, Params, Value, put};
use crate::rate::Rate;

crate::params! {
    /// Extended Hertz impact: a hardening spring, and a damper that grips by a power of its own.
    pub struct ExtendedHertzLaw("extended_hertz") {
        /// Stiffness `k` in `f = k·x^a + l·x^b·v`: larger is harder, brighter, shorter.
        stiffness: 1e8, Log(1e2, 1e16), "N/m^a", Block, spread 0.08;
        /// Exponent `a` of the spring: 1.5 for round bodies of solid material.
        exponent: 1.5, Linear(1.0, 4.0), "", Block, spread 0.1;
        /// Damping `l`: 0 rebounds fully, larger is deader.
        damping: 4e3, ZeroLog(1e-3, 1e12), "N*s/m^(b+1)", Block, spread 0.05;
        /// Exponent `b` of the damping: 0.5 for round bodies of solid material. Below the spring's,
        /// the rebound depends less on how hard the blow is; equal to it, as in `impact`.
        damping_exponent: 0.5, Linear(0.0, 4.0), "", Block, spread 0.1;
    }
}

/// Most Newton steps; it is monotone and needs about four.
const STEPS: usize = 40;

/// An extended Hertz contact.
pub struct ExtendedHertz {
    params: ExtendedHertzLaw,
    step: f64,
    spring: Compression,
    damper: Path,
    /// Damping in force until release, over the step \[N/m^(b+1)\].
    damping: f64,
}

impl ExtendedHertz {
    /// An open contact.
    pub fn new(params: &ExtendedHertzLaw, rate: Rate) -> Result<Self, BuildError> {
        params.check()?;
        Ok(Self {
            spring: Compression::new(params.stiffness, params.exponent),
            damper: Path::new(params.damping_exponent),
            params: params.clone(),
            step: rate.step(),
            damping: params.damping / rate.step(),
        })
    }

    /// Depth at which the damper alone has taken a momentum \[N·s\] \[m\]: l·x^(b+1)/(b+1) is it.
    fn damped_depth(&self, momentum: f64) -> f64 {
        let power = self.params.damping_exponent + 1.0;
        let damping = self.damping * self.step;
        if damping > 0.0 {
            math::pow(power * momentum / damping, 1.0 / power)
        } else {
            f64::INFINITY
        }
    }

    /// Softens spring and damper until the coming contact's greatest compression is at least a share
    /// of what the bodies would cover in one sample.
    fn soften_onset(&mut self, free: f64, beta: f64) {
        self.spring.onset(1.0);
        self.damping = self.params.damping / self.step;
        if free <= 0.0 || beta <= 0.0 {
            return;
        }
        let mass = 0.5 * self.step * self.step / beta;
        let elastic = self.spring.reach(free * free / (4.0 * beta));
        let damped = self.damped_depth(mass * free / self.step);
        // The more the damper stops, the finer it must be seen: measured, the shares that keep
        // rebounds within 4 % of the speed of arrival at every onset phase.
        let share = if damped > 2.0 * elastic {
            1.0
        } else if damped > 0.5 * elastic {
            2.0
        } else {
            4.0
        };
        let ratio = elastic.min(damped) / (share * free);
        if ratio < 1.0 {
            let of = |exponent: f64| math::pow(ratio, exponent + 1.0);
            self.spring.onset(of(self.params.exponent));
            self.damping *= of(self.params.damping_exponent);
            self.spring.health.softened += 1;
        }
    }

    /// Root of s - s~ + beta·f(s).
    fn displacement(&self, free: f64, beta: f64) -> f64 {
        let z = self.spring.overlap;
        let mut s = free;
        // Into a stiff spring or damper the free displacement leads far too deep: neither is pressed
        // further than where it alone would have stopped the bodies.
        if free > 0.0 && beta * self.law(free).0 > free {
            let energy = self.spring.stored + free * free / (4.0 * beta);
            let mut deepest = self.spring.reach(energy);
            if self.damping > 0.0 {
                let power = self.params.damping_exponent + 1.0;
                let before = math::pow(z.max(0.0), power);
                let more = power * free / (beta * self.damping);
                deepest = deepest.min(math::pow(before + more, 1.0 / power));
            }
            if deepest > z {
                s = s.min(deepest - z);
            }
        }
        for _ in 0..STEPS {
            let (force, slope) = self.law(s);
            let move_by = (s - free + beta * force) / (1.0 + beta * slope);
            s -= move_by;
            if move_by.abs() <= 2e-16 * (s.abs() + free.abs()) {
                break;
            }
        }
        s
    }
}

/// Force over a displacement, never pulling, and its slope; `damping` is over the step.
fn force_and_slope(spring: &Compression, damper: &Path, damping: f64, s: f64) -> (f64, f64) {
    let (mean, slope) = spring.mean(s);
    let grip = damper.mean(spring.overlap, s).0;
    let force = mean + damping * grip * s;
    if force > 0.0 {
        let rise = damping * damper.at(spring.overlap + s);
        (force, slope + rise)
    } else {
        (0.0, 0.0)
    }
}

impl Contact for ExtendedHertz {
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
        if beta <= 0.0 {
            return self.law(free).0;
        }
        let s = self.displacement(free, beta);
        let (damper, damping) = (&self.damper, self.damping);
        self.spring.force_at(free, s, beta, |spring| {
            force_and_slope(spring, damper, damping, s)
        })
    }

    fn freeze(&mut self, free: f64, compliance: f64, guess: Option<f64>) {
        self.spring.meet();
        if self.spring.overlap <= 0.0 && guess.is_none() {
            self.soften_onset(free, compliance);
        }
    }

    fn law(&self, s: f64) -> (f64, f64) {
        force_and_slope(&self.spring, &self.damper, self.damping, s)
    }

    fn commit(&mut self, force: f64, displacement: f64) {
        self.spring.commit(force, displacement);
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
        let before = (self.params.damping, self.params.damping_exponent);
        let taken = put(&mut self.params, id, value);
        self.spring.set(self.params.stiffness, self.params.exponent);
        self.damper.set(self.params.damping_exponent);
        if (self.params.damping, self.params.damping_exponent) != before {
            self.damping = self.params.damping / self.step;
        }
        taken
    }
    fn needs_place(&self) -> bool {
        true
    }
    fn reset(&mut self, _: u64) {
        self.spring = Compression::new(self.params.stiffness, self.params.exponent);
        self.damping = self.params.damping / self.step;
    }
}
