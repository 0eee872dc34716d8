//! Round and flat: the free disc, the gong (a disc that is domed), the membrane of a drum.
//!
//! Hear:   a disc clangs, and beats like a coin; a gong has the disc's low partials and a dense
//!         wash above; a membrane thumps.
//! Law:    disc: w = lambda²/a²·t·c/sqrt(12), the free edge's roots (`disc_table`).
//!         Each mode with diameters is a pair, a little apart, since nothing is perfectly round.
//!         Gong: w² = w_disc² + (cb/Rc)² for all modes that stretch the dome; those with n >= 2
//!         and no nodal circle bend without stretching and stay as they are (Soedel's shallow
//!         shell; rise of the dome 1/40 of the diameter, Rc = a²/(2·rise)).
//!         Membrane: f = j/(2·pi·a)·ct, j the zeros of Bessel's functions; ct = sqrt(E·strain/
//!         (rho·(1 - nu))) for a skin stretched by 0.25 % both ways, which gives a plastic
//!         head 112 m/s, as drums have.
//!         A gong that is struck hard stretches, and its modes pass energy on (see
//!         `object::stretching`): its pitch sinks as it dies away, and it brightens after the blow.
//! Limits: thin plates; a membrane without the air's load.
//! Line:   along a diameter, rim to rim; the membrane's from 0.85 of the radius to 0.85.
//! Refs:   Leissa 1969, section 2.1; Soedel 1973; Fletcher & Rossing 1998, ch. 3, 18 and 20.

use super::bessel;
use super::disc_table::{POISSON, ROWS, Row};
use super::drawn::{Drawn, DrawnSpot, disc};
use super::form::{BodyForm, Dimensions, Partial, Proportions};
use super::gong_table::MORE_ROWS;
use super::rim::split;
use crate::math::{self, TAU};
use crate::picture::Vector;
use std::sync::OnceLock;

/// A free disc, flat or domed.
pub(super) struct Disc {
    usual: Proportions,
    domed: bool,
}

/// A flat disc.
pub(super) const DISC: Disc = Disc {
    usual: Proportions {
        width: 1.0,
        thickness: 1.0 / 40.0,
    },
    domed: false,
};

/// A domed disc.
pub(super) const GONG: Disc = Disc {
    usual: Proportions {
        width: 1.0,
        thickness: 1.0 / 150.0,
    },
    domed: true,
};

/// Rise of a gong's dome, as a share of its diameter.
const RISE: f64 = 1.0 / 40.0;
/// By how much pairs are turned against the line \[rad\]: far enough from all its symmetric places
/// that both of a pair are struck.
const TURN: f64 = 0.2;

/// Side of the middle and distance from it, 0 to 1, at a position on a diameter.
fn on_diameter(position: f64) -> (bool, f64) {
    let from_middle = 2.0 * position.clamp(0.0, 1.0) - 1.0;
    (from_middle > 0.0, from_middle.abs())
}

/// A position on the diameter of what is drawn, which reaches so far to the rim and rises by so much
/// in its middle \[m\].
fn on_disc(body: &Dimensions, position: f64, reach: f64, rise: f64) -> DrawnSpot {
    let (beyond, radius) = on_diameter(position);
    let along = reach * radius;
    let across = if beyond { 0.5 * TAU } else { 0.0 };
    let side = if beyond { -0.5 } else { 0.5 };
    DrawnSpot {
        at: [side * along * body.size, 0.0, rise * (1.0 - along * along)],
        along,
        across,
    }
}

/// The position as far from the middle as a spot, on its side.
fn from_middle(spot: &DrawnSpot, reach: f64) -> f64 {
    let side = if math::cos(spot.across) < 0.0 {
        0.5
    } else {
        -0.5
    };
    0.5 + side * spot.along / reach
}

/// The share of `I` in a disc's shape `J(lambda·r) + share·I(lambda·r)`: no moment at the edge.
fn share_of_i(n: usize, lambda: f64) -> f64 {
    let (square, edge) = (lambda * lambda, (n * n) as f64);
    let (j, i) = (bessel::j(n, lambda), bessel::i(n, lambda));
    let moment_j = square * j + (1.0 - POISSON) * (lambda * bessel::j_slope(n, lambda) - edge * j);
    let moment_i = square * i - (1.0 - POISSON) * (lambda * bessel::i_slope(n, lambda) - edge * i);
    moment_j / moment_i
}

/// How many rows there are in both tables.
const ALL_ROWS: usize = ROWS.len() + MORE_ROWS.len();

/// A row of the table of discs, or of gongs, behind it.
fn row(index: usize) -> &'static Row {
    ROWS.get(index)
        .unwrap_or_else(|| &MORE_ROWS[index - ROWS.len()])
}

/// What a row's shape has from its edge: the share of `I`, and `J + share·I` there.
type Edge = (f64, f64);

/// The edges of all rows, worked out once: four fifths of the time that a shape takes.
fn edges() -> &'static [Edge; ALL_ROWS] {
    static EDGES: OnceLock<[Edge; ALL_ROWS]> = OnceLock::new();
    EDGES.get_or_init(|| {
        core::array::from_fn(|index| {
            let (n, _, lambda, ..) = *row(index);
            let share = share_of_i(n, lambda);
            (share, along_radius(n, lambda, share, 1.0))
        })
    })
}

/// A disc's shape along a radius, of no matter which height.
fn along_radius(n: usize, lambda: f64, share: f64, radius: f64) -> f64 {
    bessel::j(n, lambda * radius) + share * bessel::i(n, lambda * radius)
}

/// Shape of a free disc's mode (a row of the tables) along a radius, 1 at its greatest.
fn disc_shape(index: usize, radius: f64) -> f64 {
    let (n, _, lambda, _, rim, _) = *row(index);
    let (share, edge) = edges()[index];
    rim * along_radius(n, lambda, share, radius) / edge
}

impl BodyForm for Disc {
    fn usual(&self) -> Proportions {
        self.usual
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        0.125 * TAU * body.size * body.size * body.thickness
    }
    fn partials(&self) -> Vec<Partial> {
        let mut all = Vec::new();
        let rows = if self.domed { ALL_ROWS } else { ROWS.len() };
        for index in 0..rows {
            let (n, _, lambda, share, ..) = row(index);
            let partial = Partial {
                m: index,
                n: *n,
                root: *lambda,
                share: *share,
                ..Partial::BEND
            };
            all.push(partial);
            if *n > 0 {
                all.push(Partial {
                    turned: true,
                    ..partial
                });
            }
        }
        all
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        let radius = 0.5 * body.size;
        let stiff = body.thickness * body.material.plate_speed() / 12f64.sqrt();
        let (n, circles, .., slope) = *row(partial.m);
        let bends = 1.0 + slope * (body.material.poisson - POISSON);
        let flat = partial.root * partial.root * bends * stiff / (TAU * radius * radius);
        if !self.domed {
            return split(partial, flat);
        }
        let curvature = 2.0 * RISE * body.size / (radius * radius);
        let dome = if n >= 2 && circles == 0 {
            0.0
        } else {
            body.material.bar_speed() * curvature / TAU
        };
        split(partial, (flat * flat + dome * dome).sqrt())
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        let oval = ROWS.iter().position(|row| row.0 == 2).unwrap_or(0);
        let oval = Partial {
            m: oval,
            n: 2,
            root: ROWS[oval].2,
            ..Partial::BEND
        };
        self.frequency(&oval, body)
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        let (beyond, radius) = on_diameter(position);
        let along = disc_shape(partial.m, radius);
        let n = partial.n as f64;
        let around = if partial.turned {
            math::sin(n * TURN)
        } else {
            math::cos(n * TURN)
        };
        let odd = beyond && !partial.n.is_multiple_of(2);
        along * if odd { -around } else { around }
    }
    fn stretches(&self) -> bool {
        self.domed
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        let rise = if self.domed { RISE * body.size } else { 0.0 };
        Some(disc(body, rise))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        let rise = if self.domed { RISE * body.size } else { 0.0 };
        Some(on_disc(body, position, 1.0, rise))
    }
    fn position(&self, spot: &DrawnSpot) -> f64 {
        from_middle(spot, 1.0)
    }
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        let phase = partial.n as f64 * (spot.across + TURN);
        let around = if partial.turned {
            math::sin(phase)
        } else {
            math::cos(phase)
        };
        [0.0, 0.0, disc_shape(partial.m, spot.along) * around]
    }
}

/// The skin of a drum.
pub(super) struct Membrane;

/// How much the skin is stretched both ways.
const STRAIN: f64 = 0.0025;
/// Orders around, and zeros of each.
const AROUND: usize = 14;
const CIRCLES: usize = 9;
/// First zero of `J_0`.
const FIRST: f64 = 2.404_825_557_695_773;
/// How near to the rim the line begins and ends: nobody strikes the hoop.
const REACH: f64 = 0.85;

/// Greatest value of `J_n`: at its first top, which lies near n + 0.81·n^(1/3) (A&S 9.5.16).
fn greatest(n: usize) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let cube = libm::cbrt(n as f64);
    bessel::j(n, n as f64 + 0.808_618 * cube + 0.072_49 / cube)
}

impl BodyForm for Membrane {
    fn usual(&self) -> Proportions {
        Proportions {
            width: 1.0,
            thickness: 1.0 / 800.0,
        }
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        0.125 * TAU * body.size * body.size * body.thickness
    }
    fn partials(&self) -> Vec<Partial> {
        let mut all = Vec::new();
        for n in 0..AROUND {
            for (m, zero) in bessel::zeros(n, CIRCLES).into_iter().enumerate() {
                // Mean square over the disc: J_(n+1)(zero)², and half of it around.
                let next = bessel::j(n + 1, zero) / greatest(n);
                let around = if n == 0 { 1.0 } else { 0.5 };
                all.push(Partial {
                    m,
                    n,
                    root: zero,
                    share: around * next * next,
                    ..Partial::BEND
                });
            }
        }
        all
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        let material = &body.material;
        let speed = material.bar_speed() * (STRAIN / (1.0 - material.poisson)).sqrt();
        partial.root * speed / (0.5 * TAU * body.size)
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        let drum = Partial {
            root: FIRST,
            ..Partial::BEND
        };
        self.frequency(&drum, body)
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        let (beyond, radius) = on_diameter(position);
        let shape = bessel::j(partial.n, partial.root * REACH * radius) / greatest(partial.n);
        if beyond && !partial.n.is_multiple_of(2) {
            -shape
        } else {
            shape
        }
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        Some(disc(body, 0.0))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        Some(on_disc(body, position, REACH, 0.0))
    }
    fn position(&self, spot: &DrawnSpot) -> f64 {
        from_middle(spot, REACH)
    }
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        let along = bessel::j(partial.n, partial.root * spot.along) / greatest(partial.n);
        [0.0, 0.0, along * math::cos(partial.n as f64 * spot.across)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean square over the disc, by the midpoint rule.
    fn mean_square(n: usize, shape: impl Fn(f64) -> f64) -> f64 {
        let at = |k: usize| (k as f64 + 0.5) / 2000.0;
        let sum: f64 = (0..2000).map(|k| at(k) * shape(at(k)) * shape(at(k))).sum();
        2.0 * sum / 2000.0 * if n == 0 { 1.0 } else { 0.5 }
    }

    /// The edge is free of shear too, and the masses and greatest values are as written.
    #[test]
    fn the_table_keeps_the_free_edge() {
        for index in 0..ALL_ROWS {
            let (n, s, lambda, share, ..) = *row(index);
            let (edge, cube) = ((n * n) as f64, lambda * lambda * lambda);
            let (j, dj) = (bessel::j(n, lambda), bessel::j_slope(n, lambda));
            let (i, di) = (bessel::i(n, lambda), bessel::i_slope(n, lambda));
            let shear_j = cube * dj + (1.0 - POISSON) * edge * (lambda * dj - j);
            let shear_i = cube * di - (1.0 - POISSON) * edge * (lambda * di - i);
            let off = shear_j / shear_i / share_of_i(n, lambda) - 1.0;
            assert!(off.abs() < 1e-4, "{n} {s}: {off:e}");
            let mean = mean_square(n, |r| disc_shape(index, r));
            assert!((mean / share - 1.0).abs() < 1e-2, "{n} {s}: {mean} {share}");
            let most = (0..=500).map(|k| disc_shape(index, f64::from(k) / 500.0).abs());
            assert!((most.fold(0.0, f64::max) - 1.0).abs() < 1e-2, "{n} {s}");
        }
    }

    #[test]
    fn the_drums_masses_are_mean_squares() {
        for partial in Membrane.partials() {
            let shape = |r: f64| bessel::j(partial.n, partial.root * r) / greatest(partial.n);
            let mean = mean_square(partial.n, shape);
            assert!((mean / partial.share - 1.0).abs() < 1e-2, "{partial:?}");
        }
    }
}
