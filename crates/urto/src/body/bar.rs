//! Bars: free at both ends (a chime), or clamped at one (a ruler, a tine).
//!
//! Hear:   partials far apart (1 : 2.76 : 5.40 free, 1 : 6.27 : 17.5 clamped); longer is lower
//!         by the square, thicker is higher.
//! Law:    f = root²/(2·pi)·h/sqrt(12)·c/L², bending over the thickness h; c = sqrt(E/rho).
//!         A mode weighs a quarter of the bar at a free end.
//! Limits: thin (Euler-Bernoulli): a bar ten times as long as thick reads 4 % high at the
//!         first mode and more above; no twisting.
//! Check:  tests/physics/body_models: beam elements, six modes each.
//! Line:   free: end to end. Clamped: from the tip (0) to the middle (1).
//! Refs:   Blevins 1979, table 8-1; Fletcher & Rossing 1998, section 2.15.

use super::beam::{bending, cantilever_root, cantilever_shape, free_root};
use super::drawn::{Drawn, DrawnSpot, boxed, on_top};
use super::form::{BodyForm, Dimensions, Partial, Proportions};
use crate::object::free_bar_shape;
use crate::picture::Vector;

/// More bending modes than any bar has below 20 kHz within the budget.
const MOST: usize = 64;

fn gyration(body: &Dimensions) -> f64 {
    body.thickness / 12f64.sqrt()
}

fn volume(body: &Dimensions) -> f64 {
    body.size * body.width * body.thickness
}

fn bends(root: fn(usize) -> f64) -> Vec<Partial> {
    let bend = |m| Partial {
        m,
        root: root(m),
        ..Partial::BEND
    };
    (0..MOST).map(bend).collect()
}

/// A bar that is free at both ends.
pub(super) struct Bar;

impl BodyForm for Bar {
    fn usual(&self) -> Proportions {
        Proportions {
            width: 1.0 / 8.0,
            thickness: 1.0 / 40.0,
        }
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        volume(body)
    }
    fn partials(&self) -> Vec<Partial> {
        bends(free_root)
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        let speed = body.material.bar_speed();
        bending(partial.root, gyration(body), body.size, speed)
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        bending(
            free_root(0),
            gyration(body),
            body.size,
            body.material.bar_speed(),
        )
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        free_bar_shape(partial.m, position)
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        Some(boxed(body))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        Some(on_top(body, position))
    }
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        [0.0, 0.0, free_bar_shape(partial.m, spot.along)]
    }
}

/// A bar that is clamped at one end.
pub(super) struct ClampedBar;

impl BodyForm for ClampedBar {
    fn usual(&self) -> Proportions {
        Proportions {
            width: 1.0 / 8.0,
            thickness: 1.0 / 50.0,
        }
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        volume(body)
    }
    fn partials(&self) -> Vec<Partial> {
        bends(cantilever_root)
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        let speed = body.material.bar_speed();
        bending(partial.root, gyration(body), body.size, speed)
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        let speed = body.material.bar_speed();
        bending(cantilever_root(0), gyration(body), body.size, speed)
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        // Nobody strikes or hears a clamp: the line ends in the middle.
        cantilever_shape(partial.m, 0.5 * position)
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        Some(boxed(body))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        Some(on_top(body, 0.5 * position))
    }
    fn position(&self, spot: &DrawnSpot) -> f64 {
        2.0 * spot.along
    }
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        [0.0, 0.0, cantilever_shape(partial.m, spot.along)]
    }
}
