//! Meshes against brute force, and against the shapes they stand for.

use crate::common::*;
use urto::math::{cos, sin};
use urto::rng::Rng;
use urto_mesh::Surface;
use urto_mesh::triangle::{mixed, nearest};
use urto_multibody::collide::{Contacts, Mesh, Shape};
use urto_multibody::{Collisions, Pose, Touch};

fn rigid(surface: &Surface) -> Shape {
    Shape::Mesh(Box::new(Mesh::rigid(surface).unwrap()))
}

/// The distance of two segments by the nearest point of one to every point of a fine row on the other,
/// made finer around the best.
fn segments(a: [Vector; 2], b: [Vector; 2]) -> f64 {
    let to_a = |point: Vector| {
        let along = difference(a[1], a[0]);
        let share = dot(difference(point, a[0]), along) / dot(along, along);
        let foot = sum(a[0], scaled(along, share.clamp(0.0, 1.0)));
        length(difference(point, foot))
    };
    let on_b = |share: f64| to_a(sum(b[0], scaled(difference(b[1], b[0]), share)));
    // The distance to a segment is convex along another: thirds close in on its least.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let [one, two] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
        if on_b(one) < on_b(two) {
            high = two;
        } else {
            low = one;
        }
    }
    on_b(0.5 * (low + high))
}

/// All corners against all triangles, and all edges against all edges.
fn brute(surfaces: [&Surface; 2], poses: &[Pose; 2]) -> f64 {
    let placed: [Vec<[Vector; 3]>; 2] = core::array::from_fn(|n| {
        let corners =
            |own: &[u32; 3]| own.map(|own| out(&poses[n], surfaces[n].points[own as usize]));
        surfaces[n].triangles.iter().map(corners).collect()
    });
    let side = |own: &[Vector; 3]| {
        let one = |k: usize| length(difference(own[k], own[(k + 1) % 3]));
        one(0).max(one(1)).max(one(2))
    };
    let mut least = f64::MAX;
    for a in &placed[0] {
        for b in &placed[1] {
            // No point of a triangle is farther from a corner than its longest side.
            if length(difference(a[0], b[0])) - side(a) - side(b) > least {
                continue;
            }
            for (points, own) in [(a, b), (b, a)] {
                for point in points {
                    let foot = mixed(nearest(*point, *own), *own);
                    least = least.min(length(difference(*point, foot)));
                }
            }
            for k in 0..9 {
                let [e, f] = [
                    [a[k / 3], a[(k / 3 + 1) % 3]],
                    [b[k % 3], b[(k % 3 + 1) % 3]],
                ];
                least = least.min(segments(e, f));
            }
        }
    }
    least
}

/// Brings the second within a distance of the first along a way.
fn bring(far: impl Fn(&[Pose; 2]) -> f64, poses: &mut [Pose; 2], wanted: f64, way: Vector) {
    for _ in 0..40 {
        let by = far(poses) - wanted;
        poses[1].place = sum(poses[1].place, scaled(way, -by));
        if by.abs() < 1e-6 {
            return;
        }
    }
}

/// Sharp polyhedra in random poses (an icosahedron, a block, a pyramid): the least gap is that of brute
/// force, whichever features meet.
#[test]
fn no_touch_of_sharp_meshes_is_missed() {
    let mut rng = Rng::new(21);
    let pyramid = Surface {
        points: vec![
            [-0.02, -0.02, -0.01],
            [0.03, -0.01, -0.01],
            [0.0, 0.03, -0.01],
            [0.0, 0.0, 0.03],
        ],
        triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
    };
    let solids = [ball(0.02, 0), block([0.02, 0.01, 0.03], 2), pyramid];
    let mut near = 0;
    for draw in 0..90 {
        let surfaces = [&solids[draw % 3], &solids[draw / 3 % 3]];
        let mut poses = [any_pose(&mut rng, 0.0), any_pose(&mut rng, 0.0)];
        let way = any_way(&mut rng);
        poses[1].place = scaled(way, 0.2);
        let wanted = 1e-4 * rng.uniform();
        bring(|poses| brute(surfaces, poses), &mut poses, wanted, way);
        let far = brute(surfaces, &poses);
        let found = touches(surfaces.map(rigid).to_vec(), 1e-3, &poses);
        agree(&found, &poses, 1e-10);
        let least = least(&found);
        assert!((least - far).abs() < 1e-9, "{draw}: {far} found {least}");
        near += usize::from(far < 1e-3);
    }
    assert!(near > 75, "{near}");
}

/// A meshed block is the block: against every shape, in random poses.
#[test]
fn a_meshed_block_is_a_block() {
    let mut rng = Rng::new(4);
    let half = [0.03, 0.02, 0.01];
    let shapes = [
        Shape::Sphere { radius: 0.02 },
        Shape::Box {
            half: [0.01, 0.02, 0.03],
        },
        Shape::Capsule {
            radius: 0.01,
            half: 0.02,
        },
        Shape::Cylinder {
            radius: 0.02,
            half: 0.01,
        },
        Shape::Plane,
    ];
    for draw in 0..200 {
        let other = &shapes[draw % 5];
        let mut poses = [any_pose(&mut rng, 0.0), any_pose(&mut rng, 0.0)];
        let away = match other {
            Shape::Plane => way(&poses[1], [0.0, 0.0, -1.0]),
            _ => any_way(&mut rng),
        };
        poses[1].place = scaled(away, 0.1);
        let both = [Shape::Box { half }, rigid(&block(half, 3))];
        let gap = |own: &Shape, poses: &[Pose; 2]| {
            least(&touches(vec![own.clone(), other.clone()], 0.2, poses))
        };
        bring(
            |poses| gap(&both[0], poses),
            &mut poses,
            1e-4 * rng.uniform(),
            away,
        );
        let [exact, meshed] = [gap(&both[0], &poses), gap(&both[1], &poses)];
        assert!(
            (exact - meshed).abs() < 1e-9,
            "{draw} {other:?}: {exact} {meshed}"
        );
    }
}

/// Fine meshes of a ball and a cylinder against shapes: their gap is that of the shape within the
/// height of a facet (which for the ball is far more than the error: smooth.rs).
#[test]
fn fine_meshes_are_their_shapes() {
    let mut rng = Rng::new(9);
    let radius = 0.02;
    // Sagitta of the longest edge of a ball divided three times (about 0.15 R), and of 96 sides.
    let errors = [
        0.15 * 0.15 / 8.0 * radius,
        radius * (1.0 - cos(core::f64::consts::PI / 96.0)),
    ];
    let exact = [
        Shape::Sphere { radius },
        Shape::Cylinder { radius, half: 0.03 },
    ];
    let meshed = [rigid(&ball(radius, 3)), rigid(&prism(radius, 0.03, 96))];
    let others = [
        Shape::Sphere { radius: 0.015 },
        Shape::Box {
            half: [0.01, 0.02, 0.03],
        },
        Shape::Capsule {
            radius: 0.01,
            half: 0.02,
        },
        Shape::Cylinder {
            radius: 0.015,
            half: 0.02,
        },
    ];
    for draw in 0..80 {
        let (kind, other) = (draw % 2, &others[draw / 2 % 4]);
        let mut poses = [any_pose(&mut rng, 0.0), any_pose(&mut rng, 0.0)];
        let away = any_way(&mut rng);
        poses[1].place = scaled(away, 0.12);
        let gap = |own: &Shape, poses: &[Pose; 2]| {
            least(&touches(vec![own.clone(), other.clone()], 0.2, poses))
        };
        bring(|poses| gap(&exact[kind], poses), &mut poses, 1e-4, away);
        let [exact, meshed] = [gap(&exact[kind], &poses), gap(&meshed[kind], &poses)];
        let error = 1.05 * errors[kind];
        assert!(
            (exact - meshed).abs() < error,
            "{draw} {other:?}: {exact} {meshed}"
        );
    }
}

/// A block that rings: its displaced corners touch where they are, told at their places at rest; the
/// same whether all corners are displaced at once or only some.
#[test]
fn displaced_surfaces_touch_where_they_are() {
    let half = [0.05, 0.02, 0.005];
    let surface = block(half, 6);
    let shape = Shape::Mesh(Box::new(Mesh::flexible(&surface).unwrap()));
    let bent = |point: Vector| [0.0, 0.0, 1e-5 * sin(40.0 * point[0])];
    let poses = [at([0.0; 3]), at([0.0, 0.0, half[2] + 1e-5])];
    let mut contacts = Contacts::new(vec![Shape::Plane, shape]).unwrap();
    contacts.set_band(3e-5);
    let all = || surface.points.iter().copied().enumerate();
    contacts.displace(1, all().map(|(n, own)| (n, bent(own))));
    let mut found = Vec::new();
    contacts.touches(&poses, &mut found);
    let below = surface.points.iter().filter(|own| own[2] < -0.99 * half[2]);
    assert_eq!(found.len(), below.count());
    for touch in &found {
        let rest = touch.places[1];
        let wanted = 1e-5 + bent(rest)[2];
        assert!((touch.gap - wanted).abs() < 1e-14, "{touch:?}");
        assert!((rest[2] + half[2]).abs() < 1e-14);
        let (triangle, shares) = touch.surfaces[1].unwrap();
        let corners = surface.triangles[triangle].map(|own| surface.points[own as usize]);
        assert!(length(difference(mixed(shares, corners), rest)) < 1e-14);
    }
    // Back to rest in pieces: as if nothing had been.
    for part in 0..50 {
        let some = all().filter(|(n, _)| n % 50 == part);
        contacts.displace(1, some.map(|(n, _)| (n, [0.0; 3])));
    }
    contacts.touches(&poses, &mut found);
    assert!(found.iter().all(|own| (own.gap - 1e-5).abs() < 1e-15));
}

/// A face whose corners lie some micrometres beside a plane is that plane: half of it at one height. One
/// that is arched by more is not.
#[test]
fn faces_that_are_nearly_flat_are_flat() {
    let half = [0.05, 0.02, 0.005];
    let mut rng = Rng::new(5);
    let mut uneven = |size: f64| {
        let mut surface = block(half, 6);
        let low = surface
            .points
            .iter_mut()
            .filter(|own| own[2] < -0.99 * half[2]);
        low.for_each(|own| own[2] += size * rng.signed() * rng.uniform());
        let below = surface
            .points
            .iter()
            .filter(|own| own[2] < -0.9 * half[2])
            .count();
        (Mesh::flexible(&surface).unwrap(), below)
    };
    // A 5000th of the diagonal is 22 µm.
    let (flat, below) = uneven(15e-6);
    let shapes = vec![Shape::Plane, Shape::Mesh(Box::new(flat))];
    let found = touches(shapes, 4e-5, &[at([0.0; 3]), at([0.0, 0.0, half[2]])]);
    assert_eq!(found.len(), below);
    // One plane, which may lean a little: through the gaps at three of its corners.
    let gap_at = |x: f64, y: f64| {
        let off = |own: &&Touch| length([own.places[1][0] - x, own.places[1][1] - y, 0.0]);
        let nearest = found.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
        nearest.unwrap().gap
    };
    let first = gap_at(-half[0], -half[1]);
    let along = (gap_at(half[0], -half[1]) - first) / (2.0 * half[0]);
    let across = (gap_at(-half[0], half[1]) - first) / (2.0 * half[1]);
    for own in &found {
        let [x, y, _] = own.places[1];
        let wanted = first + along * (x + half[0]) + across * (y + half[1]);
        assert!(
            (own.gap - wanted).abs() < 1e-10 && own.gap.abs() < 15e-6,
            "{own:?}"
        );
    }
    let (bumpy, below) = uneven(100e-6);
    let shapes = vec![Shape::Plane, Shape::Mesh(Box::new(bumpy))];
    let found = touches(shapes, 2e-4, &[at([0.0; 3]), at([0.0, 0.0, half[2]])]);
    assert!(found.len() < below, "{} of {below}", found.len());
}

/// A slab that bends in waves of 40 mm stands on a plane by its outline and by corners not farther than
/// 5 mm from each other corner, on a block by all of its corners, and leaning on an edge by that.
#[test]
fn a_slab_that_bends_stands_on_feet() {
    let half = [0.05, 0.02, 0.005];
    let surface = block(half, 30);
    let wave = |own: &Vector| [0.0, 0.0, sin(core::f64::consts::TAU * own[0] / 0.04)];
    let shape: Vec<Vector> = surface.points.iter().map(wave).collect();
    let mesh = || Mesh::flexible(&surface).unwrap();
    let with_feet = || Shape::Mesh(Box::new(mesh().with_feet(core::slice::from_ref(&shape))));
    let count = |shapes: Vec<Shape>, low: Pose, pose: Pose| touches(shapes, 2e-5, &[low, pose]);
    let lies = at([0.0, 0.0, half[2]]);
    let ground = at([0.0; 3]);
    let all = count(
        vec![Shape::Plane, Shape::Mesh(Box::new(mesh()))],
        ground,
        lies,
    );
    let feet = count(vec![Shape::Plane, with_feet()], ground, lies);
    assert!(
        all.len() > 500 && feet.len() < all.len() / 4,
        "{} {}",
        all.len(),
        feet.len()
    );
    for own in &all {
        let near = feet
            .iter()
            .map(|foot| length(difference(foot.places[1], own.places[1])));
        assert!(near.fold(f64::MAX, f64::min) <= 5e-3 * 1.05, "{own:?}");
    }
    for corner in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
        let there = [corner[0] * half[0], corner[1] * half[1], -half[2]];
        let stands = feet
            .iter()
            .any(|own| length(difference(own.places[1], there)) < 1e-9);
        assert!(stands, "{corner:?}");
    }
    // Leaning by a degree it touches by an edge, at some of its corners.
    let angle = 0.0175;
    let lift = half[0] * sin(angle) + half[2] * cos(angle);
    let leans = turned([0.0, 0.0, lift], [0.0, 1.0, 0.0], angle);
    let edge = count(vec![Shape::Plane, with_feet()], ground, leans);
    assert!(
        edge.len() >= 2 && edge.iter().all(|own| own.gap.abs() < 1e-9),
        "{edge:?}"
    );
    let slab = Shape::Box {
        half: [1.0, 1.0, 0.1],
    };
    let on_block = count(vec![slab, with_feet()], at([0.0, 0.0, -0.1]), lies);
    assert!(
        on_block.len() >= all.len(),
        "{} {}",
        on_block.len(),
        all.len()
    );
}

/// A ball in a groove touches both of its walls, each where it should: the groove is cut into a block.
#[test]
fn a_ball_in_a_groove_touches_both_walls() {
    // Seen along y: a trough whose walls rise at 45 degrees from x = 0, z = 0.
    let outline = [
        [0.0, 0.0],
        [0.05, 0.05],
        [0.05, -0.02],
        [-0.05, -0.02],
        [-0.05, 0.05],
    ];
    let mut surface = Surface::default();
    for y in [-0.1, 0.1] {
        surface.points.extend(outline.map(|[x, z]| [x, y, z]));
    }
    for n in 0..5u32 {
        let [a, b] = [n, (n + 1) % 5];
        surface.triangles.extend([[a, b + 5, b], [a, a + 5, b + 5]]);
    }
    for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 4]] {
        surface.triangles.extend([[a, b, c], [a + 5, c + 5, b + 5]]);
    }
    // Whichever way round it was written, it must hold a volume.
    let volume: f64 = (surface.triangles.iter())
        .map(|own| own.map(|own| surface.points[own as usize]))
        .map(|[a, b, c]| dot(a, cross(b, c)) / 6.0)
        .sum();
    if volume < 0.0 {
        surface = hollow(surface);
    }
    let (radius, gap) = (0.01, 4e-6);
    let height = (radius + gap) * 2f64.sqrt();
    let poses = [at([0.0; 3]), at([0.0, 0.01, height])];
    let found = touches(
        vec![rigid(&surface), Shape::Sphere { radius }],
        20e-6,
        &poses,
    );
    agree(&found, &poses, 1e-12);
    assert_eq!(found.len(), 2, "{found:?}");
    for touch in &found {
        assert!((touch.gap - gap).abs() < 1e-14);
        assert!((touch.normal[2] - 0.5f64.sqrt()).abs() < 1e-12);
    }
    assert!((found[0].normal[0] + found[1].normal[0]).abs() < 1e-12);
}
