//! Felt: a hammer head that remembers how far it was pressed, and gives back less.
//!
//! Hear:   soft blows are dull, hard ones bright; unloading is weaker than loading, so the
//!         hammer leaves slower than it came. A relaxation shorter than the blow acts like a
//!         damper, a longer one makes fast blows stiffer than slow ones.
//! Law:    f = k·(w - eps·p), w = x^a while x > 0 (else 0), tau0·dp/dt + p = w; never adhesive
//!         (f >= 0). p is the fading mean of w: this is Stulov's hereditary law, equations 2
//!         and 3 of Avanzini & Rocchesso (k belongs before both terms of their 3). A fast
//!         press meets k, a slow one (1 - eps)·k.
//! Energy: with V(x) = k·x^(a+1)/(a+1) and r = p^(1/a), the press the felt has settled to,
//!         S(x, r) = (1 - eps)·V(x) + eps·[V(x) - V(r) - V'(r)·(x - r)].
//!         V is convex, so it lies above its tangent at r: S >= 0. And dS/dx = k·(w - eps·p) = f,
//!         -dS/dt at rest = (k·eps/tau0)·(x - r)·(x^a - r^a) >= 0: f·v = dS/dt + loss, so the
//!         law is passive along every path x(t). Where it would pull (w < eps·p) the felt's face
//!         stays behind at y = (eps·p)^(1/a) > x and holds S(y, r), which grows with r only; p
//!         falls there, so this is passive too.
//! Step:   the exact law along the straight path from x to x + s, hence with the same balance.
//!         Let q = h/tau0, W(s) the mean of w along the path, t = 1 at its start and 0 at its
//!         end, J(s) = ∫exp(-q·t)·w·dt and M = ∫exp(-q·t)·dt. Then p' = exp(-q)·p + q·J, and
//!         f = k·[(1 - eps)·W(s) + eps·(J(s) - M·p)], at least 0.
//!         W is exact, so that f·s = dV if eps = 0. J is a sum of w with positive weights (see
//!         `fading`), so f grows with s and is convex: one root, and Newton's method from the
//!         right is monotone. Solved together with other contacts it is the same law.
//! Tank:   J is not exact where the path bends (at first touch), and solvers may stop early. So
//!         the felt has an account of what it may give back: f <= held/(-s) for s < 0, which
//!         grows with s as well; and it keeps at most what it held plus f·s. If S is more than
//!         that, the felt settles (r moves towards x, which lowers S down to (1 - eps)·V), and
//!         where even this is too much it gives way (k is lowered) until release. This makes
//!         every step passive, whatever else went wrong; in blows of 20 samples and more it
//!         moves less than 2e-5 of the energy.
//! Limits: felt forgets when the bodies part (x <= 0), as the integral of equation 3 begins with
//!         a contact; what it still held is lost. Hits shorter than about two samples (a
//!         dozen, if most is lost) are softened at their onset and counted: k is lowered by
//!         c^(a+1) and tau0 divided by c, which stretches the blow by 1/c; the law's rebound
//!         stays, and the step's is within 11 % of the speed of arrival.
//! Refs:   Stulov 1995 (hereditary felt); Avanzini & Rocchesso 2001, section 2.1;
//!         Chatziioannou & van Walstijn 2015 (discrete gradients). The storage function S was
//!         not taken from print: its proof is above.

mod fading;
mod pad;

use super::path::Path;
use super::{Contact, Meeting, ROUNDING};
use crate::energy::{Books, Health};
use crate::error::BuildError;
use crate::math;
use crate::param::{ParamId, Params, Value, put};
use crate::rate::Rate;
use fading::Fading;
use pad::FeltPad;

crate::params! {
    /// Felt: the two points press on a pad that remembers how far it was pressed, and gives
    /// back less.
    pub struct FeltLaw("felt") {
        /// Stiffness `k` met by a fast press; a slow one meets `k·(1 - hysteresis)`.
        stiffness: 4e10, Log(1e2, 1e16), "N/m^a", Block, spread 0.08;
        /// Exponent `a`: 2 to 3.5 for felt, larger where it hardens more with force.
        exponent: 2.5, Linear(1.0, 5.0), "", Block, spread 0.08;
        /// Share of the force that relaxes: 0 is elastic, larger gives back less.
        hysteresis: 0.9, Linear(0.0, 0.99), "", Block, spread 0.1;
        /// Time over which it relaxes: most is lost when the blow lasts about
        /// `relaxation/(1 - hysteresis)`.
        relaxation: 1e-5, Log(1e-7, 1.0), "s", Block, expert, spread 0.08;
    }
}

/// A felt contact.
pub struct Felt {
    params: FeltLaw,
    step: f64,
    /// What is in force until the next onset: the ratio by which a short hit was softened, and
    /// the share of the stiffness that has not given way.
    softening: f64,
    firmness: f64,
    pad: FeltPad,
    /// The tank \[J\].
    stored: f64,
    /// Rounding of the bodies' energy in the present step \[J\].
    slack: f64,
    books: Books,
    health: Health,
}

impl Felt {
    /// An open contact.
    pub fn new(params: &FeltLaw, rate: Rate) -> Result<Self, BuildError> {
        params.check()?;
        Ok(Self::open(params.clone(), rate.step()))
    }

    fn open(params: FeltLaw, step: f64) -> Self {
        Self {
            step,
            softening: 1.0,
            firmness: 1.0,
            pad: FeltPad {
                k: params.stiffness,
                path: Path::new(params.exponent),
                hysteresis: params.hysteresis,
                fading: Fading::over(step / params.relaxation),
                overlap: 0.0,
                memory: 0.0,
            },
            params,
            stored: 0.0,
            slack: 0.0,
            books: Books::default(),
            health: Health::default(),
        }
    }

    /// Puts the parameters into force.
    fn tune(&mut self) {
        let softer = math::pow(self.softening, self.params.exponent + 1.0);
        self.pad.k = self.params.stiffness * softer * self.firmness;
        self.pad.path.set(self.params.exponent);
        self.pad.hysteresis = self.params.hysteresis;
        self.pad.fading = Fading::over(self.step / self.params.relaxation * self.softening);
    }

    /// Lowers the stiffness until the greatest compression of the coming contact is at least a
    /// share of what the bodies would cover in one sample. Rebound depends on stiffness only
    /// through the time of contact over that of relaxation, which is kept.
    fn soften_onset(&mut self, free: f64, beta: f64) {
        let mut ratio = 1.0;
        if free > 0.0 && beta > 0.0 {
            let FeltLaw {
                stiffness,
                exponent,
                hysteresis,
                relaxation,
            } = self.params;
            let root = 1.0 / (exponent + 1.0);
            let energy = free * free / (4.0 * beta);
            let stiff = math::pow((exponent + 1.0) * energy / stiffness, root);
            // What relaxes before the turn does not hold the bodies up; what is about to relax
            // at the turn is lost.
            let q = stiff / free * self.step / relaxation;
            let later = -math::expm1(-q) / q;
            let left = 1.0 - hysteresis * (1.0 - later);
            let loss = hysteresis * (1.0 - later) * later / left;
            // Measured: keeps rebounds within 11 % of the speed of arrival at every onset phase.
            let share = 0.5 + 3.0 * loss;
            ratio = (stiff / (share * free) * math::pow(left, -root)).min(1.0);
        }
        self.health.softened += u64::from(ratio < 1.0);
        self.softening = ratio;
        self.firmness = 1.0;
        self.tune();
    }

    /// Brings the pad to a state that holds no more than `allowed`: it settles further than the
    /// law says, and if that is not enough (the solver stopped early) it gives way until release.
    fn make_do(&mut self, allowed: f64, scale: f64) {
        self.pad.sink(allowed);
        let held = self.pad.held();
        if held > allowed {
            self.health.unconverged += u64::from(held > allowed + 1e-6 * scale);
            self.firmness *= allowed / held;
            self.tune();
        }
    }
}

/// The largest force that takes no more than `held` out of the tank, s = free - beta·f being
/// the displacement it leaves: root of f·(beta·f - free) = held.
fn most(held: f64, free: f64, beta: f64) -> f64 {
    let root = (free * free + 4.0 * beta * held).sqrt();
    if free >= 0.0 {
        (free + root) / (2.0 * beta)
    } else {
        2.0 * held / (root - free)
    }
}

impl Contact for Felt {
    fn acts(&self, displacement: f64) -> bool {
        self.pad.overlap > 0.0 || self.pad.overlap + displacement > 0.0
    }

    fn alone(&mut self, meeting: &Meeting) -> f64 {
        let (free, beta) = (meeting.gained, meeting.compliance);
        if !self.acts(free) {
            return 0.0;
        }
        if self.pad.overlap <= 0.0 {
            self.soften_onset(free, beta);
        }
        if beta <= 0.0 {
            return self.law(free).0;
        }
        let s = self.pad.displacement(free, beta);
        let (by_law, slope) = self.pad.force(s);
        // The difference of displacements loses its digits when the force hardly matters to the
        // bodies; the law loses them when it is steep.
        let steep = beta * slope;
        let force = if steep < 1.0 {
            self.slack = 4e-16 * free.abs() * by_law;
            by_law
        } else {
            self.slack = 4e-16 * free * free / beta;
            ((free - s) / beta).max(0.0)
        };
        force.min(most(self.stored, free, beta))
    }

    fn freeze(&mut self, free: f64, compliance: f64, guess: Option<f64>) {
        self.slack = 0.0;
        if self.pad.overlap <= 0.0 && guess.is_none() {
            self.soften_onset(free, compliance);
        }
    }

    fn law(&self, s: f64) -> (f64, f64) {
        let (force, slope) = self.pad.force(s);
        if s < 0.0 && force * -s > self.stored {
            (self.stored / -s, self.stored / (s * s))
        } else {
            (force, slope)
        }
    }

    fn commit(&mut self, force: f64, displacement: f64) {
        let taken = force * displacement;
        let allowed = self.stored + taken;
        self.pad.advance(displacement);
        let held = self.pad.held();
        let scale = self.stored + held + taken.abs();
        if held > allowed + self.slack + ROUNDING * scale {
            self.make_do(allowed.max(0.0), scale);
        }
        self.stored = self.pad.held().min(allowed.max(0.0));
        self.books.dissipated += allowed - self.stored;
    }

    fn stored(&self) -> f64 {
        self.stored
    }
    fn books(&self) -> Books {
        self.books
    }
    fn health(&self) -> Health {
        self.health
    }
    fn place(&mut self, overlap: f64) {
        self.pad.overlap = overlap;
        self.pad.memory = 0.0;
        self.stored = self.pad.held();
    }
    fn state(&self) -> f64 {
        self.pad.overlap
    }
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        let (before, settled) = (self.pad.held(), self.pad.settled());
        let taken = put(&mut self.params, id, value);
        if self.params.exponent != self.pad.path.exponent() {
            self.pad.memory = math::pow(settled, self.params.exponent);
        }
        self.tune();
        if self.stored > 0.0 {
            // The tank stays as full as it was; what that takes is work from outside.
            let stored = self.stored / before * self.pad.held();
            self.books.injected += stored - self.stored;
            self.stored = stored;
        }
        taken
    }
    fn needs_place(&self) -> bool {
        true
    }
    fn reset(&mut self, _: u64) {
        *self = Self::open(self.params.clone(), self.step);
    }
}
