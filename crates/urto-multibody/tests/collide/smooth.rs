//! Balls that roll over meshes feel no facets.

use crate::common::*;
use urto::math::{cos, sin};
use urto::rng::Rng;
use urto_mesh::Surface;
use urto_multibody::collide::{Contacts, Mesh, Shape};
use urto_multibody::{Collisions, Pose, Touch};

fn rigid(surface: &Surface) -> Shape {
    Shape::Mesh(Box::new(Mesh::rigid(surface).unwrap()))
}

/// How far the middle of its longest edge is below the sphere: the facet error.
fn facet(surface: &Surface, radius: f64) -> f64 {
    let edges = surface.triangles.iter().flat_map(|own| {
        let corner = |k: usize| surface.points[own[k] as usize];
        (0..3).map(move |k| length(difference(corner(k), corner((k + 1) % 3))))
    });
    let longest = edges.fold(0.0, f64::max);
    radius - (radius * radius - 0.25 * longest * longest).sqrt()
}

/// Runs along a path; gives the one touch at each step, which must stay the same contact.
fn roll(shapes: Vec<Shape>, steps: usize, path: impl Fn(usize) -> [Pose; 2]) -> Vec<Touch> {
    let mut contacts = Contacts::new(shapes).unwrap();
    let mut found = Vec::new();
    let mut all: Vec<Touch> = Vec::new();
    for step in 0..steps {
        let poses = path(step);
        contacts.touches(&poses, &mut found);
        let near: Vec<&Touch> = found.iter().filter(|own| own.gap < 20e-6).collect();
        assert_eq!(near.len(), 1, "step {step}: {found:?}");
        agree(&found, &poses, 1e-10);
        if let Some(last) = all.last() {
            assert_eq!(last.identity, near[0].identity, "step {step}");
        }
        all.push(*near[0]);
    }
    all
}

/// A ball on a meshed ball whose corners are shaken by 15 %, and in a meshed hollow: the gap is within
/// 1e-6 of the facet error, the normal within 1e-6 of a facet's tilt.
#[test]
fn a_ball_rolls_on_a_meshed_ball_and_in_a_hollow() {
    let mut rng = Rng::new(2);
    let large = 0.1;
    let surface = shaken(ball(large, 3), large, 0.15, &mut rng);
    let facet = facet(&surface, large);
    let tilt = (2.0 * facet / large).sqrt();
    for (inside, radius) in [(false, 0.01), (true, 0.01), (false, 0.3)] {
        let sign = if inside { -1.0 } else { 1.0 };
        let shapes = match inside {
            true => vec![rigid(&hollow(surface.clone())), Shape::Sphere { radius }],
            false => vec![rigid(&surface), Shape::Sphere { radius }],
        };
        let way = |step: usize| {
            let angle = 2e-3 * step as f64;
            unit([cos(angle), sin(angle), 0.3 * sin(0.7 * angle)])
        };
        let gap = 4e-6;
        let path = |step: usize| {
            let far = large + sign * (radius + gap);
            [at([0.0; 3]), at(scaled(way(step), far))]
        };
        let all = roll(shapes, 600, path);
        let (mut wrong, mut turned) = (0.0f64, 0.0f64);
        for (step, touch) in all.iter().enumerate() {
            wrong = wrong.max((touch.gap - gap).abs());
            let normal = scaled(way(step), sign);
            turned = turned.max(length(difference(touch.normal, normal)));
        }
        println!(
            "radius {radius} inside {inside}: gap {:.1e} of facets, normal {:.1e} of their tilt",
            wrong / facet,
            turned / tilt
        );
        assert!(wrong < 1e-6 * facet && turned < 1e-6 * tilt);
    }
}

/// A meshed ball rolls on a plane, on a block and on another meshed ball: its lowest place glides, the
/// gap stays within 1e-6 of the facet error.
#[test]
fn a_meshed_ball_rolls() {
    let mut rng = Rng::new(3);
    let radius = 0.02;
    let surface = shaken(ball(radius, 3), radius, 0.15, &mut rng);
    let facet = facet(&surface, radius);
    let gap = 3e-6;
    let other = shaken(ball(0.05, 3), 0.05, 0.15, &mut rng);
    let below = [
        (Shape::Plane, 0.0),
        (
            Shape::Box {
                half: [0.5, 0.5, 0.1],
            },
            0.1,
        ),
        (rigid(&other), 0.05),
    ];
    for (under, height) in below {
        let round = matches!(under, Shape::Mesh(_));
        let axis = unit([0.2, 1.0, 0.1]);
        let path = |step: usize| {
            let angle = 3e-3 * step as f64;
            let far = height + radius + gap;
            let place = match round {
                true => scaled(
                    [sin(0.4 * angle), 0.1, cos(0.4 * angle)],
                    far / (1.01f64).sqrt(),
                ),
                false => [radius * angle, 0.0, far],
            };
            [at([0.0; 3]), turned(place, axis, angle)]
        };
        let all = roll(vec![under, rigid(&surface)], 400, path);
        let worst = all
            .iter()
            .map(|own| (own.gap - gap).abs())
            .fold(0.0, f64::max);
        println!("rolling over {height}: gap {:.1e} of facets", worst / facet);
        assert!(worst < 1e-6 * facet);
    }
}

/// On an ellipsoid, which no sphere fits: the gap is wrong by less than a twentieth of the facet error,
/// and the normal turns within a twentieth of as fast as it should (on flat faces it jumps).
#[test]
fn normals_turn_evenly_on_an_ellipsoid() {
    let stretch = |own: Vector| [own[0], own[1], 0.8 * own[2]];
    let mut surface = ball(0.1, 3);
    let facet = facet(&surface, 0.1);
    surface
        .points
        .iter_mut()
        .for_each(|own| *own = stretch(*own));
    let radius = 0.01;
    let gap = 5e-6;
    // The true surface, its normal, and a ball above it.
    let place = |step: usize| {
        let angle = 0.3 + 1e-3 * step as f64;
        let on = [0.1 * cos(angle), 0.02, 0.0];
        let on = [
            on[0],
            on[1],
            0.08 * (1.0 - (on[0] * on[0] + on[1] * on[1]) / 0.01).sqrt(),
        ];
        let normal = unit([on[0] / 0.01, on[1] / 0.01, on[2] / 0.0064]);
        (on, normal)
    };
    let path = |step: usize| {
        let (on, normal) = place(step);
        [at([0.0; 3]), at(sum(on, scaled(normal, radius + gap)))]
    };
    let all = roll(vec![rigid(&surface), Shape::Sphere { radius }], 800, path);
    let wrong = all
        .iter()
        .map(|own| (own.gap - gap).abs())
        .fold(0.0, f64::max);
    let turn = |n: usize| length(difference(all[n + 1].normal, all[n].normal));
    let exact = |n: usize| length(difference(place(n + 1).1, place(n).1));
    let uneven = (0..all.len() - 1).map(|n| (turn(n) / exact(n) - 1.0).abs());
    let uneven = uneven.fold(0.0, f64::max);
    println!(
        "ellipsoid: gap {:.2} of facets, turns within {uneven:.3}",
        wrong / facet
    );
    assert!(wrong < 0.05 * facet && uneven < 0.05);
}

/// A ring with a round section (a torus), which has saddles inside.
fn ring(large: f64, small: f64, around: usize, section: usize) -> Surface {
    let mut surface = Surface::default();
    let angle = |n: usize, of: usize| core::f64::consts::TAU * n as f64 / of as f64;
    for n in 0..around * section {
        let [u, v] = [angle(n / section, around), angle(n % section, section)];
        let far = large + small * cos(v);
        let point = [far * cos(u), far * sin(u), small * sin(v)];
        surface.points.push(point);
        let number = |n: usize, m: usize| (n % around * section + m % section) as u32;
        let (n, m) = (n / section, n % section);
        let [a, b] = [number(n, m), number(n + 1, m)];
        let [c, d] = [number(n + 1, m + 1), number(n, m + 1)];
        surface.triangles.extend([[a, b, c], [a, c, d]]);
    }
    surface
}

/// A ball goes round a ring and through its saddles: the gap is wrong by less than a twentieth of the
/// facet error, and the normal turns within a twentieth of as fast as it should.
#[test]
fn a_ball_goes_over_saddles() {
    let (large, small, radius, gap) = (0.1, 0.04, 0.02, 5e-6);
    let surface = ring(large, small, 60, 32);
    // An edge of the outer rim: 2 pi 0.14 / 60 long, on a circle of the section and one of the ring.
    let edge = core::f64::consts::TAU / 60.0 * (large + small);
    let facet = edge * edge / 8.0 / small;
    let normal = |step: usize| {
        let [u, v] = [1e-3 * step as f64, 0.4 + 4e-3 * step as f64];
        [cos(v) * cos(u), cos(v) * sin(u), sin(v)]
    };
    let path = |step: usize| {
        let u = 1e-3 * step as f64;
        let middle = [large * cos(u), large * sin(u), 0.0];
        let far = small + radius + gap;
        [at([0.0; 3]), at(sum(middle, scaled(normal(step), far)))]
    };
    let all = roll(vec![rigid(&surface), Shape::Sphere { radius }], 1400, path);
    let wrong = all
        .iter()
        .map(|own| (own.gap - gap).abs())
        .fold(0.0, f64::max);
    let turn = |n: usize| length(difference(all[n + 1].normal, all[n].normal));
    let exact = |n: usize| length(difference(normal(n + 1), normal(n)));
    let uneven = (0..all.len() - 1).map(|n| (turn(n) / exact(n) - 1.0).abs());
    let uneven = uneven.fold(0.0, f64::max);
    println!(
        "ring: gap {:.3} of facets, turns within {uneven:.3}",
        wrong / facet
    );
    assert!(wrong < 0.05 * facet && uneven < 0.05);
}

/// The gap changes as the normal says, to 1e-7, whichever way a ball is moved over an ellipsoid or a
/// ring: so what pushes along the normal gives back what it took.
#[test]
fn the_normal_is_the_slope_of_the_gap() {
    let mut rng = Rng::new(12);
    let mut egg = ball(0.1, 3);
    egg.points.iter_mut().for_each(|own| own[2] *= 0.8);
    let shapes = [
        (rigid(&egg), 0.085),
        (rigid(&ring(0.1, 0.04, 60, 32)), 0.145),
    ];
    let radius = 0.01;
    let mut worst = 0.0f64;
    for draw in 0..60 {
        let (shape, far) = &shapes[draw % 2];
        let middle = scaled(any_way(&mut rng), far + radius);
        let seen = |place: Vector| {
            let both = vec![shape.clone(), Shape::Sphere { radius }];
            let found = touches(both, 0.1, &[at([0.0; 3]), at(place)]);
            let nearest = found.iter().min_by(|a, b| a.gap.total_cmp(&b.gap));
            *nearest.unwrap()
        };
        let here = seen(middle);
        let by = scaled(any_way(&mut rng), 1e-6);
        let rises = seen(sum(middle, by)).gap - seen(difference(middle, by)).gap;
        worst = worst.max((rises - 2.0 * dot(here.normal, by)).abs() / 2e-6);
    }
    println!("slope of the gap against the normal: {worst:.1e}");
    assert!(worst < 1e-7);
}
