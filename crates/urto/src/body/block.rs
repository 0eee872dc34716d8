//! Block: a solid box, too thick to be a bar (a brick, a wood block, a girder's end).
//!
//! Hear:   few, high partials close together: a knock.
//! Law:    four families of a stout free bar. Bending over the thickness and over the width:
//!         Euler-Bernoulli lowered by turning inertia and shear,
//!         w² = w_EB²/(1 + k²·r²·(1 + E/(kappa·G))), kappa = 5/6, k = root/L, r the radius of
//!         gyration (Timoshenko's dispersion to first order; within 0.1 % of FEM for the first
//!         three modes of a 300 x 20 x 10 mm bar). Twisting: f = n·cs/(2L)·sqrt(J/Ip).
//!         Stretching: f = n·c/(2L).
//!         Bending weighs M/4, stretching M/2, twisting M·(1 + h²/b²)/6 at the edge (taken at
//!         h = b/2). The blow is oblique: what moves across it is felt half as much, so it
//!         weighs four times.
//! Check:  tests/physics/body_models: Timoshenko elements (a box of 200 x 60 x 30 mm: bending over
//!         30 mm 0.6 and 1.1 % low, over 60 mm 3 %), and J by Prandtl's stress function on a grid
//!         (pitch of the twist to 0.1 %).
//! Limits: faces stay flat, shear to first order: bending over a width of half the length is 8 % low
//!         against finite elements, the other three of the first four are within 2.2 % (urto-fem,
//!         tests/closed_forms.rs). The box's higher shear modes (Demarest 1971) are left out, so
//!         partials thin out towards the top.
//! Line:   end to end along one long edge. `width` is the second, `thickness` the third side.
//! Refs:   Timoshenko 1921; Timoshenko & Goodier, Theory of Elasticity, section 109 (J).

use super::beam::{bending, free_root};
use super::drawn::{Drawn, DrawnSpot, boxed, on_top};
use super::form::{BendWay, BodyForm, Dimensions, Partial, Proportions};
use crate::math::{self, TAU};
use crate::object::free_bar_shape;
use crate::picture::Vector;

/// Orders per family.
const MOST: usize = 16;
/// Weight of modes that move across the blow.
const ACROSS: f64 = 4.0;

/// A solid box.
pub(super) struct Block;

/// Bending of a stout bar over one of its sides \[Hz\].
fn stout(root: f64, side: f64, body: &Dimensions) -> f64 {
    let gyration = side / 12f64.sqrt();
    let thin = bending(root, gyration, body.size, body.material.bar_speed());
    let kr = root * gyration / body.size;
    // E/(kappa·G) = 2·(1 + nu)·6/5.
    let shear = 2.4 * (1.0 + body.material.poisson);
    thin / (1.0 + kr * kr * (1.0 + shear)).sqrt()
}

/// Torsional stiffness over polar inertia of a rectangle: at most 1.
fn twist_ratio(body: &Dimensions) -> f64 {
    let (h, b) = if body.thickness < body.width {
        (body.thickness, body.width)
    } else {
        (body.width, body.thickness)
    };
    let flat = h / b;
    let stiffness = flat * flat / 3.0 * (1.0 - 0.63 * flat * (1.0 - math::pow(flat, 4.0) / 12.0));
    stiffness / ((flat * flat + 1.0) / 12.0)
}

impl BodyForm for Block {
    fn usual(&self) -> Proportions {
        Proportions {
            width: 0.5,
            thickness: 0.25,
        }
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        body.size * body.width * body.thickness
    }
    fn partials(&self) -> Vec<Partial> {
        let family = |way, share| {
            (0..MOST).map(move |m| Partial {
                way,
                m,
                root: free_root(m),
                share,
                ..Partial::BEND
            })
        };
        family(BendWay::Bend, 0.25)
            .chain(family(BendWay::Sway, 0.25 * ACROSS))
            .chain(family(BendWay::Twist, 1.25 / 6.0))
            .chain(family(BendWay::Stretch, 0.5 * ACROSS))
            .collect()
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        let half_waves = (partial.m + 1) as f64;
        match partial.way {
            BendWay::Sway => stout(partial.root, body.width, body),
            BendWay::Twist => {
                let speed = body.material.shear_speed() * twist_ratio(body).sqrt();
                half_waves * speed / (2.0 * body.size)
            }
            BendWay::Stretch => half_waves * body.material.bar_speed() / (2.0 * body.size),
            _ => stout(partial.root, body.thickness, body),
        }
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        let first = |way| Partial {
            way,
            root: free_root(0),
            ..Partial::BEND
        };
        [BendWay::Bend, BendWay::Sway, BendWay::Twist]
            .map(|way| self.frequency(&first(way), body))
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        match partial.way {
            BendWay::Twist | BendWay::Stretch => {
                math::cos(0.5 * TAU * (partial.m + 1) as f64 * position.clamp(0.0, 1.0))
            }
            _ => free_bar_shape(partial.m, position),
        }
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        Some(boxed(body))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        Some(on_top(body, position))
    }
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        let shape = self.shape(partial, spot.along);
        let [_, y, z] = spot.at;
        match partial.way {
            BendWay::Sway => [0.0, shape, 0.0],
            BendWay::Stretch => [shape, 0.0, 0.0],
            // Up by the shape at the edge, which lies at |y| from the axis.
            BendWay::Twist => {
                let turn = shape / y.abs().max(1e-9);
                [0.0, -turn * z, turn * y]
            }
            _ => [0.0, 0.0, shape],
        }
    }
}
