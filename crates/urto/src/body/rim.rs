//! Bodies with a rim: ring, glass, bowl, bell.
//!
//! Hear:   clear, widely spaced partials that beat: each is a pair, turned by a quarter wave and
//!         a little apart, since nothing is perfectly round.
//! Law:    the rim bends without stretching, with n waves around it. Ring:
//!         f = n·(n²-1)/sqrt(n²+1)·t/(sqrt(12)·R²)·c/(2·pi).
//!         Glass (a cylinder held at its foot): the same with (n²-1)² + (b·R/H)⁴ for (n²-1)²,
//!         b = 1.875, the clamped-free bar's first root.
//!         Bowl (a hemisphere): w = p·t/2/R²·sqrt(G/rho), p = sqrt(8/3·(n³-n)²·I/K), with I the
//!         integral of tan(q/2)^2n/sin(q)³ and K that of ((n+cos q)² + 2·sin(q)²)·
//!         tan(q/2)^2n·sin(q) from pole to rim.
//!         Bell: the measured ratios of a church bell of 0.70 m, whose prime is 587 Hz; all
//!         pitches go as wall·c/diameter². What a bell loses at every pitch alike (alpha of its
//!         material, to the air and to what holds it) is that of a small one of 0.1 m, and goes
//!         as 1/diameter: the air takes rho0·c0/(rho·wall) a second, whatever the pitch.
//!         A ring's mode weighs (1 + 1/n²)/2 of it (the rim also moves along itself); a glass's
//!         and about a bell's a quarter of that (the walls bend like a clamped bar); a bowl's
//!         K/(2·n²).
//! Limits: thin walls; no stem, no liquid; a bell's shape is always the same. Against finite
//!         elements of usual proportions (urto-fem, tests/closed_forms.rs) a ring is right to 0.5 %;
//!         a glass with a base of two walls is 11, 7 and 6 % low (n = 2, 3, 4: a wall bends as a
//!         plate, and twists); a bowl with a wall of R/40 is 5, 9 and 13 % high (its formula leaves
//!         a moment at the free rim; it is right for a thin enough wall).
//! Line:   half around the rim. `width` is a glass's rim diameter and a ring's breadth.
//! Refs:   Rayleigh, Theory of Sound, sections 233 and 235c (his ratios 1 : 2.810 : 5.432 for the
//!         bowl); French 1983, In vino veritas; Perrin, Charnley & dePont 1983 and Fletcher &
//!         Rossing 1998, table 21.1 (bell).

use super::beam::{cantilever_root, cantilever_shape};
use super::drawn::{self, Drawn, DrawnSpot, revolved};
use super::form::{BendWay, BodyForm, Dimensions, Partial, Proportions};
use super::material::Material;
use crate::math::{self, TAU};
use crate::picture::Vector;

/// How far the two of a pair lie apart, relative to their frequency. Drinking glasses and small
/// bells are found with 0.1 to 1 %.
const SPLIT: f64 = 0.003;
/// Where the first of each pair has its crest, from the start of the line \[rad\]: off all
/// symmetric places, so that a blow there wakes both.
const CREST: f64 = 0.2;

/// Frequency of one of a pair.
pub(super) fn split(partial: &Partial, frequency: f64) -> f64 {
    let share = match (partial.n, partial.turned) {
        (0, _) => 0.0,
        (_, false) => -0.5,
        (_, true) => 0.5,
    };
    frequency * (1.0 + share * SPLIT)
}

/// A ring's n·(n²-1)/sqrt(n²+1).
pub(super) fn ring_factor(n: usize) -> f64 {
    let n = n as f64;
    n * (n * n - 1.0) / (n * n + 1.0).sqrt()
}

/// Modal mass of a ring as a share of its mass.
pub(super) fn ring_share(n: usize) -> f64 {
    0.5 + 0.5 / (n * n) as f64
}

/// Both of a pair.
fn pair(m: usize, n: usize, root: f64, share: f64) -> [Partial; 2] {
    [false, true].map(|turned| Partial {
        way: BendWay::Breathe,
        m,
        n,
        root,
        share,
        turned,
    })
}

fn around(partial: &Partial, position: f64) -> f64 {
    let angle = partial.n as f64 * (0.5 * TAU * position.clamp(0.0, 1.0) - CREST);
    if partial.turned {
        math::sin(angle)
    } else {
        math::cos(angle)
    }
}

/// Heights at which a wall is drawn.
const HEIGHTS: usize = 9;
/// A church bell's profile from crown to mouth: radius and height against those of the whole.
const PROFILE: [(f64, f64); 11] = [
    (0.28, 1.0),
    (0.46, 0.97),
    (0.51, 0.88),
    (0.53, 0.76),
    (0.56, 0.62),
    (0.60, 0.48),
    (0.66, 0.35),
    (0.74, 0.23),
    (0.84, 0.13),
    (0.94, 0.05),
    (1.0, 0.0),
];

/// What a partial moves the rim at a spot, in x and y; the line begins at angle 0.
fn rim_moved(partial: &Partial, spot: &DrawnSpot) -> [f64; 2] {
    drawn::around(partial.n, spot.across, CREST, partial.turned)
}

/// A position on a rim of some radius and height \[m\]: half around.
fn on_rim(radius: f64, height: f64, position: f64) -> DrawnSpot {
    let across = 0.5 * TAU * position;
    let at = [
        radius * math::cos(across),
        radius * math::sin(across),
        height,
    ];
    DrawnSpot {
        at,
        along: 1.0,
        across,
    }
}

/// How far around a spot is, by the shorter way, against half a turn.
fn half_around(spot: &DrawnSpot) -> f64 {
    let share = 2.0 * spot.across / TAU;
    share.min(2.0 - share)
}

/// Bending of a rim over its thickness, without its factor \[Hz\].
fn rim_pitch(thickness: f64, radius: f64, speed: f64) -> f64 {
    thickness * speed / (12f64.sqrt() * TAU * radius * radius)
}

/// A ring that bends in its own plane.
pub(super) struct Ring;

impl BodyForm for Ring {
    fn usual(&self) -> Proportions {
        Proportions {
            width: 1.0 / 20.0,
            thickness: 1.0 / 25.0,
        }
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        0.5 * TAU * body.size * body.width * body.thickness
    }
    fn partials(&self) -> Vec<Partial> {
        (2..34)
            .flat_map(|n| pair(0, n, ring_factor(n), ring_share(n)))
            .collect()
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        let speed = body.material.bar_speed();
        split(
            partial,
            partial.root * rim_pitch(body.thickness, 0.5 * body.size, speed),
        )
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        self.frequency(&pair(0, 2, ring_factor(2), 0.5)[0], body)
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        around(partial, position)
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        let (radius, high) = (0.5 * body.size, 0.5 * body.width);
        Some(revolved(&[[0.0, radius, -high], [1.0, radius, high]], None))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        Some(on_rim(0.5 * body.size, 0.5 * body.width, position))
    }
    fn position(&self, spot: &DrawnSpot) -> f64 {
        half_around(spot)
    }
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        let [x, y] = rim_moved(partial, spot);
        [x, y, 0.0]
    }
}

/// A drinking glass: a cylinder held at its foot; `size` is its height.
pub(super) struct Glass;

impl BodyForm for Glass {
    fn usual(&self) -> Proportions {
        Proportions {
            width: 2.0 / 3.0,
            thickness: 1.0 / 60.0,
        }
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        0.5 * TAU * body.width * body.size * body.thickness
    }
    fn partials(&self) -> Vec<Partial> {
        (2..26)
            .flat_map(|n| pair(0, n, cantilever_root(0), 0.25 * ring_share(n)))
            .collect()
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        let radius = 0.5 * body.width;
        let square = (partial.n * partial.n) as f64;
        let steep = partial.root * radius / body.size;
        let held = (square - 1.0) * (square - 1.0) + (steep * steep) * (steep * steep);
        let factor = (held / (1.0 + 1.0 / square)).sqrt();
        let speed = body.material.bar_speed();
        split(partial, factor * rim_pitch(body.thickness, radius, speed))
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        self.frequency(&pair(0, 2, cantilever_root(0), 0.25)[0], body)
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        around(partial, position)
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        let circle = |n: usize| {
            let up = n as f64 / HEIGHTS as f64;
            [up, 0.5 * body.width, (up - 0.5) * body.size]
        };
        let profile: Vec<[f64; 3]> = (0..=HEIGHTS).map(circle).collect();
        Some(revolved(&profile, Some(0.0)))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        Some(on_rim(0.5 * body.width, 0.5 * body.size, position))
    }
    fn position(&self, spot: &DrawnSpot) -> f64 {
        half_around(spot)
    }
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        let wall = cantilever_shape(0, 1.0 - spot.along);
        let [x, y] = rim_moved(partial, spot);
        [wall * x, wall * y, 0.0]
    }
}

/// A bowl: a hemisphere, free at its rim; `size` is its diameter.
pub(super) struct Bowl;

/// p and K/(2·n²) for n = 2, 3, ...: see the head of this file.
const BOWL: [(f64, f64); 11] = [
    (4.278_471, 0.191_201),
    (12.023_352, 0.104_531),
    (23.238_879, 0.071_753),
    (37.816_244, 0.054_823),
    (55.707_406, 0.044_486),
    (76.890_358, 0.037_502),
    (101.354_238, 0.032_453),
    (129.093_280, 0.028_625),
    (160.104_227, 0.025_619),
    (194.385_136, 0.023_193),
    (231.934_794, 0.021_193),
];

impl BodyForm for Bowl {
    fn usual(&self) -> Proportions {
        Proportions {
            width: 1.0,
            thickness: 1.0 / 80.0,
        }
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        0.25 * TAU * body.size * body.size * body.thickness
    }
    fn partials(&self) -> Vec<Partial> {
        let rows = BOWL.iter().enumerate();
        rows.flat_map(|(row, (p, share))| pair(0, row + 2, *p, *share))
            .collect()
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        let radius = 0.5 * body.size;
        let speed = body.material.shear_speed();
        let frequency = partial.root * 0.5 * body.thickness * speed / (TAU * radius * radius);
        split(partial, frequency)
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        self.frequency(&pair(0, 2, BOWL[0].0, BOWL[0].1)[0], body)
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        around(partial, position)
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        let radius = 0.5 * body.size;
        let circle = |n: usize| {
            let up = n as f64 / HEIGHTS as f64;
            let q = 0.25 * TAU * up;
            [up, radius * math::sin(q), radius * (0.5 - math::cos(q))]
        };
        let profile: Vec<[f64; 3]> = (1..=HEIGHTS).map(circle).collect();
        Some(revolved(&profile, Some(0.0)))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        let radius = 0.5 * body.size;
        Some(on_rim(radius, 0.5 * radius, position))
    }
    fn position(&self, spot: &DrawnSpot) -> f64 {
        half_around(spot)
    }
    /// Rayleigh's displacements: along the normal (n + cos q)/n, along the meridian and around
    /// -sin(q)/n, all of them times tan(q/2)^n.
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        let (n, q) = (partial.n as f64, 0.25 * TAU * spot.along);
        let rise = math::pow(math::tan(0.5 * q), n);
        let (sin, cos) = (math::sin(q), math::cos(q));
        let phase = n * (spot.across - CREST);
        let (mut crest, mut flank) = (math::cos(phase), -math::sin(phase));
        if partial.turned {
            (crest, flank) = (-flank, crest);
        }
        let normal = rise * (n + cos) / n * crest;
        let (up, around) = (-rise * sin / n * crest, rise * sin / n * flank);
        // The normal leans out by q from the pole, which lies below.
        let out = normal * sin + up * cos;
        let (s, c) = (math::sin(spot.across), math::cos(spot.across));
        [
            out * c - around * s,
            out * s + around * c,
            up * sin - normal * cos,
        ]
    }
}

/// A church bell; `size` is the diameter of its mouth, `thickness` that of the sound bow.
pub(super) struct BellForm;

/// Waves around, and frequency over the prime's: hum, prime, tierce, quint, nominal, and on.
const BELL: [(usize, f64); 12] = [
    (2, 0.500),
    (2, 1.000),
    (3, 1.183),
    (3, 1.506),
    (4, 2.000),
    (4, 2.514),
    (2, 2.662),
    (5, 3.011),
    (6, 4.166),
    (7, 5.433),
    (8, 6.796),
    (9, 8.215),
];

/// The usual sound bow, as a share of the mouth.
const BOW: f64 = 1.0 / 14.0;
/// Prime·diameter over c, with the usual sound bow: 587 Hz · 0.70 m over bronze's 3400 m/s.
const PRIME: f64 = 0.121;
/// Diameter of the bell whose constant loss is the material's own \[m\]: a hand bell.
const HAND_BELL: f64 = 0.1;
/// Volume over that of a cube on the mouth: a bell of 0.70 m weighs about 215 kg.
const BULK: f64 = 0.072;

impl BodyForm for BellForm {
    fn usual(&self) -> Proportions {
        Proportions {
            width: 1.0,
            thickness: BOW,
        }
    }
    fn volume(&self, body: &Dimensions) -> f64 {
        BULK * body.size * body.size * body.thickness / BOW
    }
    fn partials(&self) -> Vec<Partial> {
        let rows = BELL.iter().enumerate();
        rows.flat_map(|(row, (n, ratio))| pair(row, *n, *ratio, 0.25 * ring_share(*n)))
            .collect()
    }
    fn frequency(&self, partial: &Partial, body: &Dimensions) -> f64 {
        let wall = body.thickness / BOW;
        let prime = PRIME * body.material.bar_speed() * wall / (body.size * body.size);
        split(partial, partial.root * prime)
    }
    fn decay(&self, hertz: f64, body: &Dimensions) -> f64 {
        let alpha = body.material.alpha * HAND_BELL / body.size;
        Material {
            alpha,
            ..body.material
        }
        .decay(hertz)
    }
    fn lowest(&self, body: &Dimensions) -> f64 {
        self.frequency(&pair(0, 2, BELL[0].1, 0.25)[0], body)
    }
    fn shape(&self, partial: &Partial, position: f64) -> f64 {
        around(partial, position)
    }
    fn drawn(&self, body: &Dimensions) -> Option<Drawn> {
        let circle = |(radius, up): &(f64, f64)| {
            let height = (0.78 * up - 0.39) * body.size;
            [1.0 - up, 0.5 * radius * body.size, height]
        };
        // From the crown to the mouth.
        let profile: Vec<[f64; 3]> = PROFILE.iter().map(circle).collect();
        Some(revolved(&profile, Some(0.0)))
    }
    fn line(&self, body: &Dimensions, position: f64) -> Option<DrawnSpot> {
        Some(on_rim(0.5 * body.size, -0.39 * body.size, position))
    }
    fn position(&self, spot: &DrawnSpot) -> f64 {
        half_around(spot)
    }
    /// How each partial goes along the wall is not in the table: all are drawn as the lowest ones
    /// go, growing towards the mouth.
    fn moved(&self, partial: &Partial, spot: &DrawnSpot) -> Vector {
        let wall = cantilever_shape(0, 1.0 - spot.along);
        let [x, y] = rim_moved(partial, spot);
        [wall * x, wall * y, 0.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bowl's rows from their integrals.
    #[test]
    fn the_bowls_numbers_are_their_integrals() {
        for (row, (p, share)) in BOWL.iter().enumerate() {
            let n = (row + 2) as f64;
            let (mut stiff, mut heavy) = (0.0, 0.0);
            let steps = 20_000;
            for k in 0..steps {
                let q = (k as f64 + 0.5) / steps as f64 * 0.25 * TAU;
                let (sin, cos) = (math::sin(q), math::cos(q));
                let rise = math::pow(math::tan(0.5 * q), 2.0 * n);
                stiff += rise / (sin * sin * sin);
                heavy += ((n + cos) * (n + cos) + 2.0 * sin * sin) * rise * sin;
            }
            let each = 0.25 * TAU / steps as f64;
            let order = n * n * n - n;
            let expected = (8.0 / 3.0 * order * order * stiff / heavy).sqrt();
            assert!((p / expected - 1.0).abs() < 1e-5, "{n}: {p} {expected}");
            assert!((share / (0.5 * heavy * each / (n * n)) - 1.0).abs() < 1e-4);
        }
        // Rayleigh's ratios.
        assert!((BOWL[1].0 / BOWL[0].0 - 2.8102).abs() < 1e-4);
        assert!((BOWL[2].0 / BOWL[0].0 - 5.4316).abs() < 1e-4);
    }
}
