//! Tube: a hollow cylinder, free at both ends (a tubular chime, a pipe).
//!
//! Hear:   the partials of a bar; a wide thin wall adds those of its round section.
//! Law:    bending as a free bar of gyration sqrt(Do² + Di²)/4; the section breathes as a ring
//!         under plane strain: f = n·(n²-1)/sqrt(n²+1)·t/(sqrt(12)·R²)·c/(2·pi), alike along the
//!         whole length (Rayleigh's inextensional modes). A bending mode weighs a quarter of the
//!         tube, a breathing one (1 + 1/n²)/2.
//!         Derivation of the gyration: I/A = (Do⁴ - Di⁴)/(16·(Do² - Di²)). Of the ring: w = cos(n·a)
//!         without stretching has the curvature (n² - 1)·w/R² and moves along itself by w/n.
//! Check:  tests/physics/body_models: beam elements with the section summed over rings (1e-5), and
//!         a frame of 64 straight pieces for the breathing section (3e-4).
//! Limits: thin bending: with usual proportions 4, 10 and 20 % high against finite elements
//!         (urto-fem, tests/closed_forms.rs), which have shear and turning inertia; breathing modes
//!         that vary along the length are left out.
//! Line:   end to end, along the wall. `width` is the outer diameter.
//! Refs:   Blevins 1979, tables 8-1 and 12-2; Rayleigh, Theory of Sound, section 235.

use super::beam::{bending, free_root};
use super::drawn::{Drawn, DrawnSpot, around, on_top, tube};
use super::form::{BendWay, BodyForm, Dimensions, Partial, Proportions};
use super::rim::{ring_factor, ring_share};
use crate::math::TAU;
use crate::object::free_bar_shape;
use crate::picture::Vector;

/// A tube that is free at both ends.
pub(super) struct Tube;

/// Outer and inner diameter \[m\]; the wall is at most the radius.
fn diameters(body: &Dimensions) -> (f64, f64) {
    (body.width, (body.width - 2.0 * body.thickness).max(0.0))
}

fn gyration(body: &Dimensions) -> f64 {
    let (outer, inner) = diameters(body);
    0.25 * (outer * outer + inner * inner).sqrt()
}

impl BodyForm for Tube {
    fn usual(&self) -> Proportions {
        Proportions {
            width: 1.0 / 12.0,
            thickness: 1.0 / 120.0,
        }
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        let (outer, inner) = diameters(body);
        0.125 * TAU * (outer * outer - inner * inner) * body.size
    }
    fn partials(&self) -> Vec<Partial> {
        let bend = |m| Partial {
            m,
            root: free_root(m),
            ..Partial::BEND
        };
        let breathe = |n| Partial {
            way: BendWay::Breathe,
            n,
            root: ring_factor(n),
            share: ring_share(n),
            ..Partial::BEND
        };
        (0..48).map(bend).chain((2..18).map(breathe)).collect()
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        if partial.way == BendWay::Bend {
            let speed = body.material.bar_speed();
            return bending(partial.root, gyration(body), body.size, speed);
        }
        let (outer, inner) = diameters(body);
        let (radius, wall) = (0.25 * (outer + inner), 0.5 * (outer - inner));
        let speed = body.material.plate_speed();
        partial.root * wall * speed / (12f64.sqrt() * TAU * radius * radius)
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        let (bend, breathe) = (
            Partial {
                root: free_root(0),
                ..Partial::BEND
            },
            Partial {
                way: BendWay::Breathe,
                root: ring_factor(2),
                ..Partial::BEND
            },
        );
        self.frequency(&bend, body)
            .min(self.frequency(&breathe, body))
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        match partial.way {
            BendWay::Bend => free_bar_shape(partial.m, position),
            _ => 1.0,
        }
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        Some(tube(body))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        let mut spot = on_top(body, position);
        spot.at[2] = 0.5 * body.width;
        Some(spot)
    }
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        match partial.way {
            BendWay::Bend => [0.0, 0.0, free_bar_shape(partial.m, spot.along)],
            _ => {
                let [up, aside] = around(partial.n, spot.across, 0.0, false);
                [0.0, aside, up]
            }
        }
    }
}
