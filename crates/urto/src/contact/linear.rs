//! Linear impact: a spring and a damper while the bodies overlap, solved in closed form.
//!
//! Hear:   like an impact whose brightness does not depend on force.
//! Law:    f = k·x + d·v while x > 0; never adhesive.
//! Step:   discrete gradient of V = k·x²/2; the damper acts during the part of the step that
//!         is spent in contact. Inside, at onset and at release the step is a linear or
//!         quadratic equation with one root. The loss is d/h times displacement times its part
//!         in contact, hence not negative; where the force would pull, it is zero and the
//!         spring's energy is lost.
//! Limits: the force jumps at onset (Kelvin-Voigt); no felt, no Hertz. Hits shorter than about
//!         two samples are softened at their onset, spring and damper alike so that the
//!         damping ratio and with it the rebound stay, and counted.
//! Refs:   Papetti 2010, section 2.2.2 (linear impact).

use super::compression::Compression;
use super::{Contact, Meeting};
use crate::energy::{Books, Health};
use crate::error::BuildError;
use crate::param::{ParamId, Params, Value, put};
use crate::rate::Rate;

crate::params! {
    /// Linear impact: a spring and a damper while the two points overlap.
    pub struct LinearLaw("linear") {
        /// Stiffness of the spring.
        stiffness: 1e6, Log(1e2, 1e16), "N/m", Block, spread 0.08;
        /// Damping in parallel with the spring.
        damping: 1.0, ZeroLog(1e-6, 1e6), "N*s/m", Block, spread 0.05;
    }
}

/// A linear impact contact.
pub struct Linear {
    params: LinearLaw,
    step: f64,
    spring: Compression,
    /// Damping in force until release \[N·s/m\].
    damping: f64,
}

impl Linear {
    /// An open contact.
    pub fn new(params: &LinearLaw, rate: Rate) -> Result<Self, BuildError> {
        params.check()?;
        Ok(Self {
            spring: Compression::new(params.stiffness, 1.0),
            damping: params.damping,
            params: params.clone(),
            step: rate.step(),
        })
    }

    /// Lowers the stiffness until the greatest compression, v·√(m/k) with m = h²/(2·beta), is at
    /// least half of what the bodies cover in one sample: beta·k <= 2.
    fn soften_onset(&mut self, beta: f64) {
        self.spring.onset(1.0);
        self.damping = self.params.damping;
        if beta <= 0.0 {
            return;
        }
        let ratio = 2.0 / (beta * self.params.stiffness);
        if ratio < 1.0 {
            self.spring.onset(ratio);
            self.damping *= ratio.sqrt();
            self.spring.health.softened += 1;
        }
        // A damper that takes all but a thousandth of the speed in one step takes it all.
        self.damping = self.damping.min(1e3 * self.step / beta);
    }

    /// Displacement over the step, before the force is kept from pulling.
    fn displacement(&self, free: f64, beta: f64) -> f64 {
        let (z, k) = (self.spring.overlap, self.spring.k);
        let c = self.damping / self.step;
        if z > 0.0 {
            let inside = (free - beta * k * z) / (1.0 + beta * (0.5 * k + c));
            if z + inside > 0.0 {
                return inside;
            }
            // Release within the step, S = -s > z: S² + (s~ + beta·c·z)·S - beta·k·z²/2 = 0.
            return -positive_root(1.0, free + beta * c * z, -0.5 * beta * k * z * z);
        }
        // Onset within the step; y is the overlap at its end:
        // y²·(1 + beta·k/2 + beta·c) + y·(2g + beta·c·g - s~) + g·(g - s~) = 0, g = -z.
        let gap = -z;
        let y = positive_root(
            1.0 + beta * (0.5 * k + c),
            2.0 * gap + beta * c * gap - free,
            gap * (gap - free),
        );
        gap + y
    }
}

/// The root that is not negative of a·x² + b·x + c with a > 0 and c <= 0.
fn positive_root(a: f64, b: f64, c: f64) -> f64 {
    let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
    if b >= 0.0 {
        if b + root > 0.0 {
            -2.0 * c / (b + root)
        } else {
            0.0
        }
    } else {
        (root - b) / (2.0 * a)
    }
}

/// Force over a displacement, never pulling, and its slope; `c` is damping over the step.
fn force_and_slope(spring: &Compression, c: f64, s: f64) -> (f64, f64) {
    let (z, k) = (spring.overlap, spring.k);
    let end = z + s;
    let (force, slope) = match (z > 0.0, end > 0.0) {
        (true, true) => (k * (z + 0.5 * s) + c * s, 0.5 * k + c),
        (true, false) => (-0.5 * k * z * z / s - c * z, 0.5 * k * z * z / (s * s)),
        (false, true) => {
            let mean = 0.5 * k * end * end / s;
            (mean + c * end, (k * end - mean) / s + c)
        }
        (false, false) => (0.0, 0.0),
    };
    if force > 0.0 {
        (force, slope.max(0.0))
    } else {
        (0.0, 0.0)
    }
}

impl Contact for Linear {
    fn acts(&self, displacement: f64) -> bool {
        self.spring.acts(displacement)
    }

    fn alone(&mut self, meeting: &Meeting) -> f64 {
        let (free, beta) = (meeting.gained, meeting.compliance);
        if !self.acts(free) {
            return 0.0;
        }
        if self.spring.overlap <= 0.0 {
            self.soften_onset(beta);
        }
        if beta <= 0.0 {
            return self.law(free).0;
        }
        let s = self.displacement(free, beta);
        let c = self.damping / self.step;
        self.spring
            .force_at(free, s, beta, |spring| force_and_slope(spring, c, s))
    }

    fn freeze(&mut self, _: f64, compliance: f64, guess: Option<f64>) {
        self.spring.meet();
        if self.spring.overlap <= 0.0 && guess.is_none() {
            self.soften_onset(compliance);
        }
    }

    fn law(&self, s: f64) -> (f64, f64) {
        force_and_slope(&self.spring, self.damping / self.step, s)
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
        let before = self.params.damping;
        let taken = put(&mut self.params, id, value);
        self.spring.set(self.params.stiffness, 1.0);
        if self.params.damping != before {
            self.damping = self.params.damping;
        }
        taken
    }
    fn needs_place(&self) -> bool {
        true
    }
    fn reset(&mut self, _: u64) {
        self.spring = Compression::new(self.params.stiffness, 1.0);
        self.damping = self.params.damping;
    }
}
