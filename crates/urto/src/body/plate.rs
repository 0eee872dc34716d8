//! Rectangular plates: free (a tile hung on a thread), clamped all round (a panel), and thin
//! (a sheet).
//!
//! Hear:   many partials, evenly dense: a clang; thin and large, a thunder sheet.
//! Law:    w = (pi/a)²·lambda·t·c/sqrt(12), c the plate's wave speed, with Warburton's
//!         lambda² = Gx⁴ + Gy⁴·(a/b)⁴ + 2·(a/b)²·(nu·Hx·Hy + (1 - nu)·Jx·Jy), from products of
//!         beam shapes. A mode weighs the product of the mean squares of its two shapes.
//!         Derivation: Rayleigh's quotient of the plate's energy, D/2·∫[w_xx² + w_yy² + 2·nu·w_xx·
//!         w_yy + 2·(1 - nu)·w_xy²], for one product of beam shapes X(x)·Y(y): G⁴ is the integral of
//!         X''² over that of X² (times (a/pi)⁴), H that of X·X'', J that of X'².
//! Limits: thin (Kirchhoff); Rayleigh's method reads high: clamped by under 1 %, free by up to
//!         7.5 %. On a free square the two that bend along one side only mix to a saddle and a bowl:
//!         the formula, which has one product, is 14 % high and 8 % low there. Against finite elements
//!         of usual proportions (urto-fem, tests/closed_forms.rs) the first six are 0 to 6 % high.
//! Check:  tests/physics/body_models: the same energy over 81 products of polynomials.
//! Line:   from corner to corner; clamped, the middle three fifths of it. `width` is the second
//!         side.
//! Refs:   Warburton 1954; Leissa 1969, sections 4.1 and 4.3.

use super::beam::{clamped_shape, clamped_share, free_root};
use super::drawn::{Drawn, DrawnSpot, plate};
use super::form::{BodyForm, Dimensions, Partial, Proportions};
use crate::math::TAU;
use crate::object::free_bar_shape;
use crate::picture::Vector;

/// Most half waves along a side that are looked at.
const MOST: usize = 64;

/// A rectangular plate.
pub(super) struct Plate {
    usual: Proportions,
    clamped: bool,
}

/// A free plate.
pub(super) const PLATE: Plate = Plate {
    usual: Proportions {
        width: 0.8,
        thickness: 1.0 / 50.0,
    },
    clamped: false,
};

/// A plate clamped at all edges.
pub(super) const CLAMPED: Plate = Plate {
    usual: Proportions {
        width: 0.8,
        thickness: 1.0 / 80.0,
    },
    clamped: true,
};

/// A thin free plate.
pub(super) const SHEET: Plate = Plate {
    usual: Proportions {
        width: 0.7,
        thickness: 1.0 / 400.0,
    },
    clamped: false,
};

/// Warburton's G, H and J for a number of nodal lines across one side (edges that are clamped
/// count).
fn warburton(lines: usize, clamped: bool) -> [f64; 3] {
    const PI: f64 = 0.5 * TAU;
    match (lines, clamped) {
        (0, false) => [0.0, 0.0, 0.0],
        (1, false) => [0.0, 0.0, 12.0 / (PI * PI)],
        _ => {
            let g = free_root(lines - 2) / PI;
            let h = g * g * (1.0 - 2.0 / (g * PI));
            let j = g * g * (1.0 + 6.0 / (g * PI));
            // The first mode by its own integrals, which the formulas only approach.
            match (lines, clamped) {
                (2, true) => [g, 1.248, 1.248],
                (2, false) => [g, 1.248, 5.017],
                (_, true) => [g, h, h],
                (_, false) => [g, h, j],
            }
        }
    }
}

fn fourth(x: f64) -> f64 {
    (x * x) * (x * x)
}

impl Plate {
    /// A position on its line, as a share of both sides: from corner to corner, but where its rim
    /// cannot move not up to that.
    fn on_diagonal(&self, position: f64) -> f64 {
        let position = position.clamp(0.0, 1.0);
        if self.clamped {
            0.2 + 0.6 * position
        } else {
            position
        }
    }

    /// Shape along one side, 1 at its greatest.
    fn side(&self, lines: usize, position: f64) -> f64 {
        match (lines, self.clamped) {
            (0, _) => 1.0,
            (1, _) => 1.0 - 2.0 * position,
            (_, true) => clamped_shape(lines - 2, position),
            (_, false) => free_bar_shape(lines - 2, position),
        }
    }

    /// Its mean square.
    fn side_share(&self, lines: usize) -> f64 {
        match (lines, self.clamped) {
            (0, _) => 1.0,
            (1, _) => 1.0 / 3.0,
            (_, true) => clamped_share(lines - 2),
            (_, false) => 0.25,
        }
    }

    fn pitch(&self, m: usize, n: usize, body: &Dimensions) -> f64 {
        let ([gx, hx, jx], [gy, hy, jy]) = (warburton(m, self.clamped), warburton(n, self.clamped));
        let ratio = body.size / body.width;
        let nu = body.material.poisson;
        let bent = fourth(gx) + fourth(gy * ratio);
        let mixed = 2.0 * ratio * ratio * (nu * hx * hy + (1.0 - nu) * jx * jy);
        let stiff = body.thickness * body.material.plate_speed() / 12f64.sqrt();
        0.25 * TAU * (bent + mixed).sqrt() * stiff / (body.size * body.size)
    }
}

impl BodyForm for Plate {
    fn usual(&self) -> Proportions {
        self.usual
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        body.size * body.width * body.thickness
    }
    fn partials(&self) -> Vec<Partial> {
        let first = if self.clamped { 2 } else { 0 };
        let mut all = Vec::new();
        for m in first..MOST {
            for n in first..MOST {
                // Fewer than two lines in all would be the plate flying off.
                if m + n >= 2 {
                    let share = self.side_share(m) * self.side_share(n);
                    all.push(Partial {
                        m,
                        n,
                        share,
                        ..Partial::BEND
                    });
                }
            }
        }
        all
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        self.pitch(partial.m, partial.n, body)
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        let candidates: &[(usize, usize)] = if self.clamped {
            &[(2, 2)]
        } else {
            &[(1, 1), (2, 0), (0, 2)]
        };
        candidates
            .iter()
            .map(|(m, n)| self.pitch(*m, *n, body))
            .fold(f64::INFINITY, f64::min)
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        let at = self.on_diagonal(position);
        self.side(partial.m, at) * self.side(partial.n, at)
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        Some(plate(body))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        let along = self.on_diagonal(position);
        let from_middle = along - 0.5;
        Some(DrawnSpot {
            at: [from_middle * body.size, from_middle * body.width, 0.0],
            along,
            across: along,
        })
    }
    fn position(&self, spot: &DrawnSpot) -> f64 {
        let along = 0.5 * (spot.along + spot.across);
        if self.clamped {
            (along - 0.2) / 0.6
        } else {
            along
        }
    }
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        let shape = self.side(partial.m, spot.along) * self.side(partial.n, spot.across);
        [0.0, 0.0, shape]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::material::MaterialKind;

    /// lambda² of the usual tables, w·a²·sqrt(rho·h/D), of a square at nu = 0.3 (Leissa 1969:
    /// clamped 35.99, 73.41, 108.27; free 13.49 first).
    #[test]
    fn squares_agree_with_leissa() {
        let mut material = MaterialKind::Steel.figures();
        material.poisson = 0.3;
        let body = Dimensions {
            size: 0.3,
            width: 0.3,
            thickness: 0.002,
            material,
        };
        let stiff = body.thickness * material.plate_speed() / 12f64.sqrt();
        let lambda = |plate: &Plate, m, n| TAU * plate.pitch(m, n, &body) * 0.09 / stiff;
        for ((m, n), known) in [((2, 2), 35.99), ((3, 2), 73.41), ((3, 3), 108.27)] {
            let ratio = lambda(&CLAMPED, m, n) / known;
            assert!((1.0..1.01).contains(&ratio), "{m} {n}: {ratio}");
        }
        let twist = lambda(&PLATE, 1, 1) / 13.49;
        assert!((1.0..1.06).contains(&twist), "{twist}");
    }
}
