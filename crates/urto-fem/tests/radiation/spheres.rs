//! Spheres that pulsate, shake and are squeezed, against closed forms.

use crate::bodies::{directions, distance, sphere};
use crate::full;
use std::f64::consts::PI;
use urto_fem::radiation::{
    Air, Mode, NormalVelocity, Quality, Radiation, Surface, Vec3, View, Warning,
};

pub const RADIUS: f64 = 0.1;

/// The normal velocity as a Legendre polynomial of cos θ.
fn polynomial(degree: usize, z: f64) -> f64 {
    [1.0, z, 1.5 * z * z - 0.5][degree]
}

/// The velocity at a place.
pub fn velocity(degree: usize, place: Vec3) -> Vec3 {
    let r = place.iter().map(|x| x * x).sum::<f64>().sqrt();
    let speed = polynomial(degree, place[2] / r);
    place.map(|x| x / r * speed)
}

fn mode(surface: &Surface, degree: usize, ka: f64) -> Mode {
    with_velocity(
        NormalVelocity::new(surface, |place| velocity(degree, place)),
        ka,
    )
}

fn with_velocity(velocity: NormalVelocity, ka: f64) -> Mode {
    Mode {
        frequency: ka / RADIUS * Air::default().speed / std::f64::consts::TAU,
        mass: 0.5,
        velocity,
    }
}

/// h_n and its slope at x, times e^{-ix}, by closed forms.
fn outgoing(degree: usize, x: f64) -> ([f64; 2], [f64; 2]) {
    let h = [
        [0.0, -1.0 / x],
        [-1.0 / x, -1.0 / (x * x)],
        [-3.0 / (x * x), 1.0 / x - 3.0 / (x * x * x)],
        [
            1.0 / x - 15.0 / (x * x * x),
            6.0 / (x * x) - 15.0 / (x * x * x * x),
        ],
    ];
    // h_n' = n/x·h_n - h_{n+1}
    let slope = [0, 1].map(|part| degree as f64 / x * h[degree][part] - h[degree + 1][part]);
    (h[degree], slope)
}

/// F for the velocity P_n: p = iρc·P_n·h_n(kr)/h_n'(ka), and h_n → (-i)^{n+1}e^{ikr}/(kr).
fn exact(degree: usize, ka: f64, z: f64) -> [f64; 2] {
    let Air { density, speed } = Air::default();
    let (_, slope) = outgoing(degree, ka);
    // i·(-i)^{n+1}: 1, -i, -1.
    let front = [[1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]][degree];
    let size = density * speed * polynomial(degree, z) * RADIUS
        / ka
        / (slope[0] * slope[0] + slope[1] * slope[1]);
    // Over slope·e^{ika}.
    let (c, s) = (urto::math::cos(ka), urto::math::sin(ka));
    let below = [slope[0] * c - slope[1] * s, slope[0] * s + slope[1] * c];
    [
        size * (front[0] * below[0] + front[1] * below[1]),
        size * (front[1] * below[0] - front[0] * below[1]),
    ]
}

/// The error of the far field, and of the power in dB.
fn errors(surface: &Surface, quality: Quality, degree: usize, ka: f64) -> (f64, f64) {
    let mode = mode(surface, degree, ka);
    errors_of(surface, &mode.velocity, quality, degree, ka)
}

/// The same for a velocity from elsewhere.
pub fn errors_of(
    surface: &Surface,
    velocity: &NormalVelocity,
    quality: Quality,
    degree: usize,
    ka: f64,
) -> (f64, f64) {
    let mode = with_velocity(velocity.clone(), ka);
    let radiation = Radiation {
        quality,
        ..Radiation::default()
    };
    let radiated = &radiation.of(surface, &[mode]).expect("a sound")[0];
    let mut view = View::new(radiated.field.order());
    let directions = directions(200);
    let given: Vec<_> = (directions.iter())
        .map(|&direction| {
            view.look(direction);
            radiated.field.far(&view)
        })
        .collect();
    let wanted: Vec<_> = directions.iter().map(|d| exact(degree, ka, d[2])).collect();
    // ∫P_n² over the sphere is 4π/(2n+1).
    let [re, im] = exact(degree, ka, 1.0);
    let area = 4.0 * std::f64::consts::PI / (2 * degree + 1) as f64;
    let Air { density, speed } = Air::default();
    let power = (re * re + im * im) * area / (2.0 * density * speed);
    let decibels = 10.0 * urto::math::log10(radiated.power / power);
    (distance(&given, &wanted), decibels.abs())
}

#[test]
fn spheres_sound_as_closed_forms_say() {
    // At ka = pi the inside of the sphere resonates, which must not show outside.
    let all = [0.1, 0.3, 1.0, 2.0, PI, 5.0, 10.0];
    let some = [0.1, PI, 10.0];
    let surface = sphere(RADIUS, 7); // 980 triangles
    for degree in 0..3 {
        for &ka in if full() { &all[..] } else { &some[..] } {
            let (error, decibels) = errors(&surface, Quality::Normal, degree, ka);
            assert!(
                error < 0.01 && decibels < 0.02,
                "l = {degree}, ka = {ka}: {error}, {decibels} dB"
            );
        }
    }
}

#[test]
fn fewer_triangles_cost_little() {
    let surface = sphere(RADIUS, 5); // 500
    for (degree, ka) in [(0, 1.0), (1, PI), (2, 10.0)] {
        let (error, decibels) = errors(&surface, Quality::Normal, degree, ka);
        assert!(
            error < 0.02 && decibels < 0.1,
            "l = {degree}, ka = {ka}: {error}, {decibels} dB"
        );
    }
}

/// The lowest frequency that makes sense for a body of this size, and far below.
#[test]
fn low_frequencies_keep_their_digits() {
    let surface = sphere(RADIUS, 4);
    for degree in 0..3 {
        for ka in [1e-2, 1e-3, 1e-4] {
            let (error, decibels) = errors(&surface, Quality::Normal, degree, ka);
            assert!(
                error < 0.01,
                "l = {degree}, ka = {ka}: {error}, {decibels} dB"
            );
        }
    }
}

#[test]
fn a_preview_holds_for_small_bodies_and_warns_for_large_ones() {
    let surface = sphere(RADIUS, 5);
    // A pulsating ball is the worst: at ka = 0.7 it is 0.6 dB too loud.
    for (ka, most, most_decibels) in [(0.3, 0.02, 0.2), (0.7, 0.12, 0.7)] {
        for degree in 0..3 {
            let (error, decibels) = errors(&surface, Quality::Preview, degree, ka);
            assert!(
                error < most && decibels < most_decibels,
                "l = {degree}, ka = {ka}: {error}, {decibels} dB"
            );
        }
    }
    let preview = Radiation {
        quality: Quality::Preview,
        ..Radiation::default()
    };
    for (ka, wanted) in [(0.3, 0), (1.0, 1)] {
        let radiated = preview
            .of(&surface, &[mode(&surface, 0, ka)])
            .expect("a sound");
        assert_eq!(radiated[0].warnings.len(), wanted);
    }
}

#[test]
fn short_waves_and_fine_bending_are_warned_of() {
    let surface = sphere(RADIUS, 4);
    let radiation = Radiation::default();
    let warnings = |mode: Mode| {
        radiation.of(&surface, &[mode]).expect("a sound")[0]
            .warnings
            .clone()
    };
    assert!(warnings(mode(&surface, 0, 4.0)).is_empty());
    assert!(
        matches!(warnings(mode(&surface, 0, 8.0))[..], [Warning::CoarseForAir { cells }] if cells < 5.0)
    );
    let mut fine = mode(&surface, 0, 1.0);
    fine.velocity = NormalVelocity::new(&surface, |place| {
        let stripes = urto::math::sin(place[2] * std::f64::consts::TAU / 0.06);
        place.map(|x| x * stripes)
    });
    assert!(matches!(
        warnings(fine)[..],
        [Warning::CoarseForMode { .. }]
    ));
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let surface = sphere(RADIUS, 3);
    let modes: Vec<_> = [0.5, 1.0, 2.0, 3.0].map(|ka| mode(&surface, 1, ka)).into();
    let with = |threads| {
        let radiation = Radiation {
            threads,
            ..Radiation::default()
        };
        radiation.of(&surface, &modes).expect("a sound")
    };
    for (one, three) in with(1).iter().zip(with(3)) {
        assert_eq!(one.field, three.field);
    }
}

#[test]
fn wrong_questions_are_refused_in_words() {
    let surface = sphere(RADIUS, 2);
    let radiation = Radiation::default();
    let refused = |mode: Mode| {
        radiation
            .of(&surface, &[mode])
            .expect_err("refused")
            .to_string()
    };
    let good = mode(&surface, 0, 1.0);
    for frequency in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e9] {
        let words = refused(Mode {
            frequency,
            ..good.clone()
        });
        assert!(words.contains("above 0"), "{words}");
    }
    let mut short = good.clone();
    short.velocity.corners.pop();
    assert!(refused(short).contains("for 79 triangles"));
    assert!(refused(Mode { mass: 0.0, ..good }).contains("modal mass"));
}
