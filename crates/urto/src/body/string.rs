//! String: a wire stretched between two ends.
//!
//! Hear:   harmonic partials; a thick wire's lie a little too high, as on a piano. Longer is
//!         lower; `tuning` is the peg.
//! Law:    f = n·c/(2L)·sqrt(1 + B·n²), c = sqrt(strain)·sqrt(E/rho), B = pi²·d²/(16·strain·L²)
//!         (a stiff string, clamped lightly). The wire is stretched by 3 parts in a thousand,
//!         as instruments' strings are: 0.65 m of steel give 212 Hz. A mode weighs half of it.
//!         Derivation: w = sin(n·pi·x/L) in T·w'' - E·I·w'''' = -rho·A·(2·pi·f)²·w, with T = E·A·strain
//!         and I = A·d²/16, between pivots.
//! Check:  tests/physics/body_models: pulled beam elements, eight modes to 2e-5.
//! Limits: one direction of vibration; losses are the material's, not the air's.
//! Line:   from a twelfth of its length to a twelfth before its other end: nobody strikes or
//!         hears a bridge. `width` means nothing.
//! Refs:   Fletcher & Rossing 1998, sections 2.18 and 12.3 (inharmonicity).

use super::drawn::{Drawn, DrawnSpot, on_top, wire};
use super::form::{BodyForm, Dimensions, Partial, Proportions};
use crate::math::{self, TAU};
use crate::picture::Vector;

/// How far a string is stretched, against its length.
const STRAIN: f64 = 3e-3;
/// Where its line begins, against its length.
const EDGE: f64 = 1.0 / 12.0;
/// A position on its line, as a share of its length.
fn along(position: f64) -> f64 {
    EDGE + (1.0 - 2.0 * EDGE) * position
}

/// More partials than any string has below 20 kHz within the budget.
const MOST: usize = 512;

/// A stretched string.
pub(super) struct Wire;

impl BodyForm for Wire {
    fn usual(&self) -> Proportions {
        Proportions {
            width: 1.0,
            thickness: 1.0 / 1000.0,
        }
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        0.125 * TAU * body.thickness * body.thickness * body.size
    }
    fn partials(&self) -> Vec<Partial> {
        let partial = |m| Partial {
            m,
            root: (m + 1) as f64,
            share: 0.5,
            ..Partial::BEND
        };
        (0..MOST).map(partial).collect()
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        let (n, slender) = (partial.root, body.thickness / body.size);
        let speed = STRAIN.sqrt() * body.material.bar_speed();
        let stiff = 0.25 * TAU * TAU * slender * slender / (16.0 * STRAIN);
        n * speed / (2.0 * body.size) * (1.0 + stiff * n * n).sqrt()
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        let first = Partial {
            root: 1.0,
            ..Partial::BEND
        };
        self.frequency(&first, body)
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        math::sin(0.5 * TAU * partial.root * along(position))
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        Some(wire(body))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        let mut spot = on_top(body, along(position));
        spot.at[2] = 0.0;
        Some(spot)
    }
    fn position(&self, spot: &DrawnSpot) -> f64 {
        (spot.along - EDGE) / (1.0 - 2.0 * EDGE)
    }
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        let shape = math::sin(0.5 * TAU * partial.root * spot.along);
        [0.0, 0.0, shape]
    }
}
