//! The closed forms of named bodies against finite elements of the same measures.
//!
//! `docs/bodies.md` has the table that this test prints: for each shape of its usual proportions, the
//! first modes of both and how far apart they are. A closed form that is off by more than 3 % says so
//! in the head of its file.

use std::ops::ControlFlow;
use urto::body::{Body, BodyKind, BodyParams, Material, MaterialKind};
use urto::math::{TAU, cos, sin};
use urto_fem::Vec3;
use urto_fem::bodies::{Section, Vec2, revolve};
use urto_fem::mesh::{Mesh, lattice};
use urto_fem::modes::{Analysis, Modes, Wanted};

fn steel() -> Material {
    MaterialKind::Steel.figures()
}

fn modes(mesh: &Mesh, count: usize, fixed: impl Fn(Vec3) -> bool) -> Modes {
    let material = steel();
    let analysis = Analysis::new(mesh, &material)
        .wanted(Wanted::Count(count))
        .fixed(mesh.nodes_where(fixed));
    let modes = analysis.run(&mut |_| ControlFlow::Continue(()));
    modes.unwrap_or_else(|error| panic!("{error}"))
}

fn nowhere(_: Vec3) -> bool {
    false
}

/// What the closed form says, lowest first; the two of a pair, which lie 0.3 % apart, as their mean.
fn closed(kind: BodyKind, [size, width, thickness]: Vec3) -> Vec<f64> {
    let params = BodyParams {
        kind,
        size,
        width,
        thickness,
        material: MaterialKind::Steel,
        count: 64,
        ..BodyParams::default()
    };
    let body = Body::new(&params).unwrap();
    let mut all: Vec<f64> = body.modes().iter().map(|mode| mode.frequency).collect();
    all.sort_by(f64::total_cmp);
    merged(&all, 4e-3)
}

/// Frequencies that lie nearer than a share, as their mean.
fn merged(all: &[f64], near: f64) -> Vec<f64> {
    let groups = all.chunk_by(|a, b| b / a - 1.0 < near);
    groups
        .map(|own| own.iter().sum::<f64>() / own.len() as f64)
        .collect()
}

/// How much of a motion goes along z, in squares.
fn upright(shape: &[Vec3]) -> f64 {
    let sum = |all: &dyn Fn(&Vec3) -> f64| shape.iter().map(all).sum::<f64>();
    let all = sum(&|own| own[0] * own[0] + own[1] * own[1] + own[2] * own[2]);
    sum(&|own| own[2] * own[2]) / all
}

/// Waves around the z axis of a motion: the strongest of its radial and upright parts.
fn waves(mesh: &Mesh, shape: &[Vec3]) -> usize {
    let power = |n: usize| {
        let mut sums = [0.0; 4];
        for (place, moved) in mesh.nodes().iter().zip(shape) {
            let radius = (place[0] * place[0] + place[1] * place[1]).sqrt();
            if radius < 1e-9 {
                continue;
            }
            let (x, y) = (place[0] / radius, place[1] / radius);
            let out = moved[0] * x + moved[1] * y;
            // The angle's multiples, turn by turn.
            let turn = |(c, s): (f64, f64), _| (c * x - s * y, c * y + s * x);
            let (c, s) = (0..n).fold((1.0, 0.0), turn);
            for (sum, own) in sums
                .iter_mut()
                .zip([out * c, out * s, moved[2] * c, moved[2] * s])
            {
                *sum += own;
            }
        }
        let total: f64 = sums.iter().map(|own| own * own).sum();
        // What does not go around is counted once, the others half.
        if n == 0 { 0.5 * total } else { total }
    };
    let found = (0..12).max_by(|a, b| power(*a).total_cmp(&power(*b)));
    found.unwrap_or(0)
}

/// The lowest mode of each number of waves around from 2 on, of those that `fits` holds for.
fn lowest_of_each(mesh: &Mesh, modes: &Modes, fits: impl Fn(&[Vec3]) -> bool) -> Vec<f64> {
    let mut found: Vec<(usize, f64)> = Vec::new();
    for (frequency, shape) in modes.frequencies.iter().zip(&modes.shapes) {
        let n = waves(mesh, shape);
        if n >= 2 && fits(shape) && found.iter().all(|own| own.0 != n) {
            found.push((n, *frequency));
        }
    }
    found.into_iter().map(|own| own.1).collect()
}

/// Prints both, and checks that they are apart by no more than is known: shares, lowest and highest, of
/// the closed form over the elements.
fn compare(what: &str, closed: &[f64], meshed: &[f64], count: usize, [low, high]: [f64; 2]) {
    assert!(meshed.len() >= count, "{what}: {meshed:?}");
    let apart: Vec<f64> = closed
        .iter()
        .zip(meshed)
        .map(|(a, b)| a / b - 1.0)
        .collect();
    let shown = |all: &[f64]| {
        let all = all.iter().take(count).map(|own| format!("{own:.0}"));
        all.collect::<Vec<_>>().join(", ")
    };
    let percent: Vec<String> = apart[..count]
        .iter()
        .map(|own| format!("{:+.1}", 100.0 * own))
        .collect();
    println!(
        "| {what} | {} | {} | {} |",
        shown(closed),
        shown(meshed),
        percent.join(", ")
    );
    let least = apart[..count].iter().fold(f64::INFINITY, |a, b| a.min(*b));
    let most = apart[..count]
        .iter()
        .fold(f64::NEG_INFINITY, |a, b| a.max(*b));
    assert!(
        (low..=high).contains(&least) && (low..=high).contains(&most),
        "{what}: from {least:.4} to {most:.4}"
    );
}

#[test]
fn bars_and_blocks() {
    let size = [0.3, 0.0375, 0.0075];
    let free = bends(size, 12, nowhere);
    compare(
        "bar",
        &closed(BodyKind::Bar, size),
        &free,
        4,
        [-0.005, 0.02],
    );
    let size = [0.3, 0.0375, 0.006];
    let clamped = bends(size, 8, |place| place[0] < 1e-9);
    compare(
        "clamped_bar",
        &closed(BodyKind::ClampedBar, size),
        &clamped,
        4,
        [-0.03, 0.03],
    );
    let size = [0.2, 0.1, 0.05];
    let block = lattice::block(size, [16, 8, 4])
        .unwrap()
        .quadratic()
        .unwrap();
    let found = modes(&block, 6, nowhere);
    compare(
        "block",
        &closed(BodyKind::Block, size),
        &found.frequencies,
        4,
        [-0.1, 0.1],
    );
}

/// Frequencies of a bar's bendings across its thickness, among `count` modes \[Hz\].
fn bends(size: [f64; 3], count: usize, held: impl Fn(Vec3) -> bool) -> Vec<f64> {
    let bar = lattice::block(size, [40, 4, 2])
        .unwrap()
        .quadratic()
        .unwrap();
    let found = modes(&bar, count, held);
    let all = found.frequencies.iter().zip(&found.shapes);
    let bending = all.filter(|(_, shape)| upright(shape) > 0.9 && !twists(&bar, shape));
    bending.map(|(hertz, _)| *hertz).collect()
}

/// Whether a motion goes one way at one edge of a bar and the other way at the other.
fn twists(bar: &Mesh, shape: &[Vec3]) -> bool {
    let (low, high) = bar.bounds();
    let middle = 0.5 * (low[1] + high[1]);
    let (mut odd, mut even) = (0.0, 0.0);
    // At the free end; both edges count alike.
    for (place, moved) in bar.nodes().iter().zip(shape) {
        if high[0] - place[0] < 1e-9 {
            odd += moved[2] * (place[1] - middle).signum();
            even += moved[2];
        }
    }
    odd.abs() > even.abs()
}

#[test]
fn flat_ones() {
    let size = [0.2, 0.16, 0.004];
    let plate = lattice::block(size, [25, 20, 1])
        .unwrap()
        .quadratic()
        .unwrap();
    let found = modes(&plate, 10, nowhere);
    let ways = closed(BodyKind::Plate, size);
    compare(
        "plate",
        &ways,
        &merged(&found.frequencies, 1e-4),
        6,
        [-0.01, 0.08],
    );
    let size = [0.2, 0.16, 0.0025];
    let held = lattice::block(size, [24, 20, 1])
        .unwrap()
        .quadratic()
        .unwrap();
    let edge = |p: Vec3| p[0] < 1e-9 || p[1] < 1e-9 || p[0] > 0.2 - 1e-9 || p[1] > 0.16 - 1e-9;
    let found = modes(&held, 6, edge);
    let ways = closed(BodyKind::ClampedPlate, size);
    // Its fifth and sixth are one in three hundred apart: no matter which is which.
    compare("clamped_plate", &ways, &found.frequencies, 4, [-0.03, 0.03]);
    let (radius, thickness) = (0.1, 0.005);
    let line = |z: f64| -> Vec<Vec2> {
        (0..=12)
            .map(|i| [radius * f64::from(i) / 12.0, z])
            .collect()
    };
    let section = Section::new().strip(&line(thickness), &line(0.0)).unwrap();
    let disc = revolve(&section, 36).unwrap();
    let found = modes(&disc, 12, nowhere);
    let ways = closed(BodyKind::Disc, [2.0 * radius, 0.0, thickness]);
    compare(
        "disc",
        &ways,
        &merged(&found.frequencies, 1e-4),
        6,
        [-0.03, 0.03],
    );
}

/// A wall of one cell between two lines, revolved.
fn walled(along: usize, around: usize, line: impl Fn(f64) -> [Vec2; 2]) -> Mesh {
    let faces: Vec<[Vec2; 2]> = (0..=along).map(|i| line(i as f64 / along as f64)).collect();
    let inner: Vec<Vec2> = faces.iter().map(|own| own[0]).collect();
    let outer: Vec<Vec2> = faces.iter().map(|own| own[1]).collect();
    revolve(&Section::new().strip(&inner, &outer).unwrap(), around).unwrap()
}

#[test]
fn rings_and_tubes() {
    let (radius, width, thickness) = (0.1, 0.01, 0.008);
    let line = |share: f64| {
        let z = width * (share - 0.5);
        [radius - 0.5 * thickness, radius + 0.5 * thickness].map(|r| [r, z])
    };
    let ring = walled(2, 48, line);
    let found = modes(&ring, 16, nowhere);
    let flat = lowest_of_each(&ring, &found, |shape| upright(shape) < 0.2);
    let ways = closed(BodyKind::Ring, [2.0 * radius, width, thickness]);
    compare("ring", &ways, &flat, 3, [-0.01, 0.03]);

    let (length, outer, wall) = (0.36, 0.015, 0.003);
    let tube = walled(30, 24, |share| {
        [outer - wall, outer].map(|r| [r, length * share])
    });
    let found = modes(&tube, 12, nowhere);
    let bends: Vec<f64> = found
        .frequencies
        .iter()
        .zip(&found.shapes)
        .filter(|(_, shape)| waves(&tube, shape) == 1)
        .map(|own| *own.0)
        .collect();
    let ways = closed(BodyKind::Tube, [length, 2.0 * outer, wall]);
    compare("tube", &ways, &merged(&bends, 1e-3), 3, [0.02, 0.22]);
}

#[test]
fn glasses_and_bowls() {
    // With a base of twice the wall's thickness, and free: so glasses are made.
    let (height, radius, wall) = (0.12, 0.04, 0.002);
    let (base, up) = (6, 18);
    let line = |inset: f64, floor: f64| -> Vec<Vec2> {
        let rim = radius - inset;
        let flat = (0..base).map(|i| [rim * f64::from(i) / f64::from(base), floor]);
        let wall = (0..=up).map(|i| [rim, floor + (height - floor) * f64::from(i) / f64::from(up)]);
        flat.chain(wall).collect()
    };
    let (inner, outer) = (line(0.5 * wall, 2.0 * wall), line(-0.5 * wall, 0.0));
    let section = Section::new().strip(&inner, &outer).unwrap();
    let glass = revolve(&section, 56).unwrap();
    let found = modes(&glass, 12, nowhere);
    let rims = lowest_of_each(&glass, &found, |_| true);
    let ways = closed(BodyKind::Glass, [height, 2.0 * radius, wall]);
    compare("glass", &ways, &rims, 3, [-0.14, -0.03]);

    let (radius, wall) = (0.1, 0.0025);
    let bowl = walled(26, 72, |share| {
        let angle = 0.25 * TAU * share;
        [radius - 0.5 * wall, radius + 0.5 * wall].map(|r| [r * sin(angle), -r * cos(angle)])
    });
    let found = modes(&bowl, 10, nowhere);
    let rims = lowest_of_each(&bowl, &found, |_| true);
    let ways = closed(BodyKind::Bowl, [2.0 * radius, 0.0, wall]);
    compare("bowl", &ways, &rims, 3, [0.03, 0.16]);
}
