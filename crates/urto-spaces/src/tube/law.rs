//! How much a cell of the mesh takes of those around it, so that waves run as in ideal air.
//!
//! Law:    waves of ideal air have cos(ωT) = cos(cT·|k|). A mesh whose pressures follow
//!         p(n + 1) = 2·C·p(n) - p(n - 1) has cos(ωT) = C(k). With S = 1 - cos(kx·dx) and
//!         U = 1 - cos(ky·dy), which a cell makes of its neighbours, C = A(S)·B(U) - g·S·U, where
//!         A = 1 - a·S - b·S² is ideal at two tones along its axis, and B across. Between them, and
//!         with g at one tone aslant, no wave below a quarter of the mesh's rate is off by 1 %.
//! Step:   A and B take a cell, its neighbours and those beyond; C is between -1 and 1, so waves
//!         neither grow nor fade. The walls' share is in `mesh`.
//! Limits: cells about as wide as long: [`REACH`] says how far sound goes in a step.
//! Refs:   Van Duyne & Smith 1993; Savioja & Välimäki 2000 (interpolated meshes); Kowalczyk & van
//!         Walstijn 2011 (wider neighbourhoods, what keeps them stable).

use urto::math::{TAU, cos};

/// Cells that a wave needs for `REACH` steps: nearer to 1 tones below a quarter of the rate are truer,
/// but what is above would grow: below 1.2 C leaves its bounds where S = U = 2.
pub(super) const REACH: f64 = 1.27;
/// A quarter of the rate, as ωT.
const QUARTER: f64 = 0.25 * TAU;
/// The tones at which waves along an axis are ideal, as shares of that: what lies between and around is
/// off by as much to either side.
const IDEAL: [f64; 2] = [0.4, 0.92];
/// The same for waves that go aslant.
const ASLANT: f64 = 0.9;

/// What a cell takes along one axis: of itself, its two neighbours each, and the two beyond each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    pub own: f64,
    pub near: f64,
    pub far: f64,
}

impl Axis {
    /// Where sound goes this many cells in a step.
    fn new(goes: f64) -> Self {
        // A(S) = cos(ωT) at both tones, for a and b.
        let [one, two] = IDEAL.map(|share| {
            let turn = share * QUARTER;
            let s = 1.0 - cos(turn / goes);
            [s, (1.0 - cos(turn)) / s]
        });
        let b = (one[1] - two[1]) / (one[0] - two[0]);
        let a = one[1] - b * one[0];
        // S² = 3/2 - 2·cos(k·d) + cos(2·k·d)/2.
        let (near, far) = (0.5 * a + b, -0.25 * b);
        let own = 1.0 - 2.0 * (near + far);
        Self { own, near, far }
    }

    /// What becomes of a wave of this S.
    fn of(&self, s: f64) -> f64 {
        let c = 1.0 - s;
        self.own + 2.0 * self.near * c + 2.0 * self.far * (2.0 * c * c - 1.0)
    }

    /// How a wall across this axis is tied to it.
    ///
    /// A hard wall is a mirror and takes nothing. Any other is a line that ends in a surface, tied to the
    /// last cell with 1 and to the last but one with `second`: what it tells beyond its pressure is
    /// given back to them, times its admittance. An open end tells the negative of its pressure; then a
    /// straight slope that is nought at the wall must stay as it is, as in ideal air. That makes both.
    pub fn edge(&self) -> Edge {
        // What stands beyond a mirror counts for the last two cells, of a slope of 1/2, 3/2, ...
        let last = 0.5 * self.near + 1.5 * self.far;
        let second = 0.5 * self.far / last;
        let admittance = last / (0.5 + 1.5 * second);
        Edge { second, admittance }
    }
}

/// How a wall is tied to its cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    /// How much the last cell but one counts beside the last.
    pub second: f64,
    /// Admittance of the line between; that of a cell is 1.
    pub admittance: f64,
}

impl Edge {
    /// For a wall that is never open: its line meets the last cell alone, with what keeps the balance
    /// beside any end, and in a tube that is a single cell wide.
    pub const SIDE: Self = Self {
        second: 0.0,
        admittance: 0.18,
    };
    /// Waves that graze a wall feel less of it: so much less, for each unit of their S along it.
    pub const GRAZE: f64 = 0.33;

    /// The line's admittance against that of the air, which waves along an axis feel where sound goes
    /// this many cells in a step.
    pub fn over_air(&self, goes: f64) -> f64 {
        let felt = (1.0 + self.second) * (1.0 + self.second) * self.admittance;
        felt / (0.5 * goes)
    }
}

/// What a cell takes of those around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Law {
    pub along: Axis,
    pub across: Axis,
    /// How much of S·U is taken off.
    pub cross: f64,
}

impl Law {
    /// Where sound goes this many cells along and across in a step.
    pub fn new(goes: [f64; 2]) -> Self {
        let [along, across] = goes.map(Axis::new);
        let turn = ASLANT * QUARTER;
        let [s, u] = goes.map(|goes| 1.0 - cos(turn * core::f64::consts::FRAC_1_SQRT_2 / goes));
        let cross = (along.of(s) * across.of(u) - cos(turn)) / (s * u);
        Self {
            along,
            across,
            cross,
        }
    }

    /// cos(ωT) of waves of this S and U.
    #[cfg(test)]
    pub fn turn(&self, s: f64, u: f64) -> f64 {
        self.along.of(s) * self.across.of(u) - self.cross * s * u
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::{atan2, sin};

    /// Waves in every direction, in cells of all shapes that tubes have: below a quarter of the rate
    /// within 1 % of ideal air, and above never beyond what a wave may be.
    #[test]
    fn waves_run_as_in_ideal_air() {
        for aspect in [0.92, 1.0, 1.08f64] {
            let goes = [aspect.sqrt() / REACH, 1.0 / aspect.sqrt() / REACH];
            let law = Law::new(goes);
            let mut worst = 0.0f64;
            for n in 1..=60 {
                let turn = QUARTER * f64::from(n) / 60.0;
                for angle in (0..=90).map(|n| f64::from(n).to_radians()) {
                    let [x, y] = [cos(angle) / goes[0], sin(angle) / goes[1]];
                    let c = law.turn(1.0 - cos(turn * x), 1.0 - cos(turn * y));
                    let found = atan2((1.0 - c * c).sqrt(), c);
                    worst = worst.max((found / turn - 1.0).abs());
                }
            }
            println!("{aspect}: within {:.2} %", 100.0 * worst);
            assert!(worst < 0.01, "{aspect}: {worst}");
            for s in (0..=100).map(|n| 0.02 * f64::from(n)) {
                for u in (0..=100).map(|n| 0.02 * f64::from(n)) {
                    let c = law.turn(s, u);
                    assert!((-0.97..=1.0 + 1e-12).contains(&c), "{aspect} {s} {u}: {c}");
                }
            }
        }
    }
}
