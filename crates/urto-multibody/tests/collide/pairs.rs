//! Shapes with closed forms.

use crate::common::*;
use urto::math::{cos, sin};
use urto::rng::Rng;
use urto_multibody::Pose;
use urto_multibody::collide::Shape;

/// The point of a solid shape that is nearest to another, written anew.
fn held(shape: &Shape, pose: &Pose, point: Vector) -> Vector {
    let own = into_own(pose, point);
    let within = |own: f64, half: f64| own.clamp(-half, half);
    let ball = |own: Vector, middle: Vector, radius: f64| {
        let way = difference(own, middle);
        match length(way) <= radius {
            true => own,
            false => sum(middle, scaled(unit(way), radius)),
        }
    };
    let nearest = match *shape {
        Shape::Sphere { radius } => ball(own, [0.0; 3], radius),
        Shape::Capsule { radius, half } => ball(own, [0.0, 0.0, within(own[2], half)], radius),
        Shape::Box { half } => core::array::from_fn(|k| within(own[k], half[k])),
        Shape::Cylinder { radius, half } => {
            let flat = ball([own[0], own[1], 0.0], [0.0; 3], radius);
            [flat[0], flat[1], within(own[2], half)]
        }
        _ => unreachable!(),
    };
    out(pose, nearest)
}

/// How far a shape reaches along a way.
fn reach(shape: &Shape, pose: &Pose, along: Vector) -> f64 {
    let own = way_in(pose, along);
    let farthest = match *shape {
        Shape::Sphere { radius } => radius,
        Shape::Capsule { radius, half } => radius + half * own[2].abs(),
        Shape::Box { half } => (0..3).map(|k| half[k] * own[k].abs()).sum(),
        Shape::Cylinder { radius, half } => {
            radius * length([own[0], own[1], 0.0]) + half * own[2].abs()
        }
        _ => unreachable!(),
    };
    farthest + dot(along, pose.place)
}

/// Bounds of the distance between two shapes: two points of theirs are not nearer than it, and a gap
/// between two planes that hold them apart is not wider.
fn distance(shapes: &[Shape; 2], poses: &[Pose; 2]) -> [f64; 2] {
    let mut a = poses[0].place;
    let mut best = [f64::NEG_INFINITY, f64::INFINITY];
    for _ in 0..100_000 {
        let b = held(&shapes[1], &poses[1], a);
        a = held(&shapes[0], &poses[0], b);
        let far = length(difference(b, a));
        if far < 1e-12 {
            return [f64::NEG_INFINITY, 0.0];
        }
        let normal = unit(difference(b, a));
        let back = scaled(normal, -1.0);
        let apart = -reach(&shapes[0], &poses[0], normal) - reach(&shapes[1], &poses[1], back);
        best = [best[0].max(apart), best[1].min(far)];
        if best[1] - best[0] < 1e-11 {
            break;
        }
    }
    best
}

fn any_shape(kind: usize, rng: &mut Rng) -> Shape {
    let size = |rng: &mut Rng| rng.log_uniform(5e-3, 5e-2);
    let radius = size(rng);
    match kind {
        0 => Shape::Sphere { radius },
        1 => Shape::Box {
            half: [radius, size(rng), size(rng)],
        },
        2 => Shape::Cylinder {
            radius,
            half: size(rng),
        },
        _ => Shape::Capsule {
            radius,
            half: size(rng),
        },
    }
}

/// Random pairs, brought within 2 mm of each other: the least gap is the distance, no touch is nearer
/// than it, and none is missed.
#[test]
fn every_pair_has_the_distance_of_brute_force() {
    let mut rng = Rng::new(11);
    let mut worst = [0.0f64; 2];
    for kinds in [
        [0, 0],
        [0, 1],
        [1, 1],
        [2, 0],
        [2, 1],
        [2, 2],
        [3, 0],
        [3, 1],
        [3, 2],
        [3, 3],
    ] {
        let mut tried = 0;
        while tried < 60 {
            let shapes = kinds.map(|kind| any_shape(kind, &mut rng));
            let mut poses = [any_pose(&mut rng, 0.01), any_pose(&mut rng, 0.01)];
            let way = any_way(&mut rng);
            poses[1].place = sum(poses[1].place, scaled(way, 0.3));
            let wanted = 2e-3 * rng.uniform();
            for _ in 0..60 {
                let [low, _] = distance(&shapes, &poses);
                let by = low.max(0.0) - wanted;
                poses[1].place = sum(poses[1].place, scaled(way, -by));
                if by.abs() < 1e-5 {
                    break;
                }
            }
            let [low, high] = distance(&shapes, &poses);
            // Slides past, or is not settled: another draw.
            if !(high < 3e-3 && high - low < 1e-7 && low > 0.0) {
                continue;
            }
            tried += 1;
            let found = touches(shapes.to_vec(), 4e-3, &poses);
            agree(&found, &poses, 1e-10);
            let least = least(&found);
            worst = [worst[0].max(low - least), worst[1].max(least - high)];
            assert!(
                least > low - 1e-9 && least < high + 1e-9,
                "{shapes:?} {poses:?}: {low} to {high}, found {least}"
            );
        }
    }
    println!("nearer, farther than brute force: {worst:?} m");
}

/// Over a plane that leans: the least gap is how far the shape reaches down.
#[test]
fn over_a_plane_the_lowest_point_counts() {
    let mut rng = Rng::new(5);
    for draw in 0..400 {
        let shape = any_shape(draw % 4, &mut rng);
        let plane = any_pose(&mut rng, 0.1);
        let up = way(&plane, [0.0, 0.0, 1.0]);
        let mut pose = any_pose(&mut rng, 0.1);
        let low = |pose: &Pose| -reach(&shape, pose, scaled(up, -1.0)) - dot(up, plane.place);
        let wanted = 1e-4 * rng.signed();
        pose.place = sum(pose.place, scaled(up, wanted - low(&pose)));
        let found = touches(vec![Shape::Plane, shape.clone()], 2e-4, &[plane, pose]);
        agree(&found, &[plane, pose], 1e-12);
        let least = least(&found);
        assert!(
            (least - wanted).abs() < 1e-13,
            "{shape:?}: {least} {wanted}"
        );
        assert!(
            found
                .iter()
                .all(|own| length(difference(own.normal, up)) < 1e-12)
        );
    }
}

/// What lies or stands on the ground has as many touches as it needs to stay so.
#[test]
fn what_rests_touches_all_around() {
    let gap = 3e-6;
    let half = [0.03, 0.02, 0.01];
    let on = |shape: Shape, pose: Pose| {
        let poses = [at([0.0; 3]), pose];
        let found = touches(vec![Shape::Plane, shape], 20e-6, &poses);
        agree(&found, &poses, 1e-12);
        found
    };
    let found = on(Shape::Box { half }, at([0.0, 0.0, 0.01 + gap]));
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|own| (own.gap - gap).abs() < 1e-15));
    let rod = Shape::Cylinder {
        radius: 0.02,
        half: 0.05,
    };
    let standing = on(rod.clone(), at([0.0, 0.0, 0.05 + gap]));
    assert_eq!(standing.len(), 8);
    let lying = turned(
        [0.0, 0.0, 0.02 + gap],
        [0.0, 1.0, 0.0],
        core::f64::consts::FRAC_PI_2,
    );
    assert_eq!(on(rod, lying).len(), 2);
    let capsule = Shape::Capsule {
        radius: 0.02,
        half: 0.05,
    };
    assert_eq!(on(capsule, lying).len(), 2);
}

/// A coin on its rim touches in one place, which is the lowest of the circle: R (1 - sin) below.
#[test]
fn a_leaning_coin_touches_with_its_lowest_place() {
    let (radius, half) = (0.012, 1e-3);
    let coin = Shape::Cylinder { radius, half };
    for n in 0..50 {
        let lean = 0.02 * f64::from(n + 1);
        let turn = 0.37 * f64::from(n);
        // Leaning about an axis in the ground: its lowest place is that far below its middle.
        let height = radius * sin(lean) + half * cos(lean);
        let axis = [cos(turn), sin(turn), 0.0];
        let poses = [at([0.0; 3]), turned([0.1, 0.2, height + 1e-6], axis, lean)];
        let found = touches(vec![Shape::Plane, coin.clone()], 20e-6, &poses);
        assert_eq!(found.len(), 1, "{lean}");
        assert!((found[0].gap - 1e-6).abs() < 1e-15, "{}", found[0].gap);
        let place = out(&poses[1], found[0].places[1]);
        let away = cross(axis, [0.0, 0.0, 1.0]);
        let side = dot(difference(place, poses[1].place), away);
        let wanted = radius * cos(lean) - half * sin(lean);
        assert!(
            (side.abs() - wanted).abs() < 1e-12,
            "{lean}: {side} {wanted}"
        );
    }
}

/// Overlaps have the sign and the depth of the closed forms.
#[test]
fn overlaps_are_negative() {
    let ball = |radius: f64| Shape::Sphere { radius };
    let one = |shapes: [Shape; 2], place: Vector| {
        let poses = [at([0.0; 3]), at(place)];
        let found = touches(shapes.to_vec(), 20e-6, &poses);
        agree(&found, &poses, 1e-12);
        least(&found)
    };
    let gap = one([ball(0.01), ball(0.02)], [0.0, 0.029, 0.0]);
    assert!((gap + 0.001).abs() < 1e-15);
    let block = Shape::Box { half: [0.05; 3] };
    let gap = one([block.clone(), ball(0.01)], [0.01, 0.0, 0.045]);
    assert!((gap + 0.015).abs() < 1e-15, "{gap}");
    // A corner goes 1 mm into a face.
    let gap = one([block.clone(), block.clone()], [0.02, 0.03, 0.099]);
    assert!((gap + 0.001).abs() < 1e-15, "{gap}");
    let rod = Shape::Capsule {
        radius: 0.01,
        half: 0.1,
    };
    let across = turned(
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        core::f64::consts::FRAC_PI_2,
    );
    let other = turned([0.019, 0.0, 0.0], [0.0, 0.0, 1.0], 0.0);
    let found = touches(vec![rod.clone(), rod], 20e-6, &[across, other]);
    assert!((least(&found) + 0.001).abs() < 1e-15);
}

/// Edge on edge, at a right angle and oblique: one touch between them, whose normal does not turn and
/// whose gap goes through zero as one is lowered.
#[test]
fn crossed_edges_touch_once_through_zero() {
    let block = Shape::Box {
        half: [0.1, 0.01, 0.01],
    };
    // Each stands on its edge: turned about its long axis by 45 degrees.
    let eighth = core::f64::consts::FRAC_PI_4;
    let lower = turned([0.0; 3], [1.0, 0.0, 0.0], eighth);
    for slant in [0.3, 1.0, core::f64::consts::FRAC_PI_2] {
        for step in -5..=5 {
            let gap = 2e-6 * f64::from(step);
            let height = 2.0 * 0.01 * 2f64.sqrt() + gap;
            let (s, c) = (sin(0.5 * slant), cos(0.5 * slant));
            let (s8, c8) = (sin(0.5 * eighth), cos(0.5 * eighth));
            // First about its own axis, then about the vertical.
            let upper = Pose {
                place: [0.0, 0.0, height],
                turn: [c * c8, c * s8, s * s8, s * c8],
            };
            let poses = [lower, upper];
            let found = touches(vec![block.clone(), block.clone()], 20e-6, &poses);
            agree(&found, &poses, 1e-12);
            assert_eq!(found.len(), 1, "{slant} {gap}");
            assert!((found[0].gap - gap).abs() < 1e-15, "{gap} {:?}", found[0]);
            assert!(found[0].normal[2] > 1.0 - 1e-12);
        }
    }
}
