//! Many bodies: what it costs, the same bits, no allocation, and bad poses.

use crate::common::*;
use urto::rng::Rng;
use urto_multibody::collide::{Contacts, Mesh, Motion, Shape};
use urto_multibody::{Collisions, Pose, Touch};

/// Bodies of all kinds in a heap of one density over a plane, a little closer than touching.
fn heap(count: usize) -> (Vec<Shape>, Vec<Pose>) {
    let mut rng = Rng::new(14);
    let meshed = Mesh::rigid(&ball(0.01, 2)).unwrap();
    let side = (1..).find(|n| n * n * n >= count).unwrap();
    let mut shapes = vec![Shape::Plane];
    let mut poses = vec![at([0.0; 3])];
    for n in 0..count {
        shapes.push(match n % 5 {
            0 => Shape::Sphere { radius: 0.01 },
            1 => Shape::Box {
                half: [0.008, 0.007, 0.006],
            },
            2 => Shape::Capsule {
                radius: 0.005,
                half: 0.006,
            },
            3 => Shape::Cylinder {
                radius: 0.008,
                half: 0.006,
            },
            _ => Shape::Mesh(Box::new(meshed.clone())),
        });
        let place = [n % side, n / side % side, n / side / side];
        let place = place.map(|own| 0.019 * (own as f64 + 0.5) + 1e-3 * rng.signed());
        poses.push(turned(place, any_way(&mut rng), rng.uniform()));
    }
    (shapes, poses)
}

/// From 10 to 1000 bodies the pairs looked at closely and the boxes compared grow in proportion to
/// the number of bodies (boxes: and its logarithm), not to its square.
#[test]
fn cost_grows_with_the_number_of_bodies() {
    let mut each = Vec::new();
    for count in [10, 100, 1000] {
        let (shapes, poses) = heap(count);
        let mut contacts = Contacts::new(shapes).unwrap();
        let mut found = Vec::new();
        contacts.touches(&poses, &mut found);
        let counts = contacts.counts();
        let per = |own: u64| own as f64 / count as f64;
        println!(
            "{count} bodies: {:.1} boxes, {:.1} pairs, {:.1} touches each",
            per(counts.boxes),
            per(counts.pairs),
            found.len() as f64 / count as f64
        );
        each.push([per(counts.boxes), per(counts.pairs)]);
    }
    // A body within a heap has more neighbours than one at its border, of which ten have many.
    assert!(each[2][1] < 2.0 * each[1][1], "{each:?}");
    assert!(each[2][0] < 2.5 * each[1][0], "{each:?}");
    assert!(each[2][1] < 30.0 && each[2][0] < 300.0, "{each:?}");
}

fn moved(poses: &[Pose], step: usize) -> Vec<Pose> {
    let shift = |n: usize| 2e-5 * (step * (n % 7)) as f64;
    let one = |(n, own): (usize, &Pose)| {
        let mut own = *own;
        own.place[n % 3] += if n == 0 { 0.0 } else { shift(n) };
        own
    };
    poses.iter().enumerate().map(one).collect()
}

/// The same input gives the same bits to a fresh copy; and where it touched something else before, from
/// which it goes on to look, the same touches within what a search leaves.
#[test]
fn the_same_input_gives_the_same_bits() {
    let (shapes, poses) = heap(60);
    let run = |contacts: &mut Contacts| -> Vec<Touch> {
        let (mut found, mut all) = (Vec::new(), Vec::new());
        // Told, so that it does not matter where bodies came from before.
        contacts.moving(1.0, &[Motion::default(); 61]);
        for step in 0..10 {
            contacts.touches(&moved(&poses, step), &mut found);
            all.extend(found.iter().copied());
        }
        all
    };
    let mut first = Contacts::new(shapes.clone()).unwrap();
    let mut second = Contacts::new(shapes).unwrap();
    let all = run(&mut first);
    assert!(all.len() > 300);
    assert_eq!(all, run(&mut second));
    let again = run(&mut first);
    assert_eq!(all.len(), again.len());
    for (one, two) in all.iter().zip(&again) {
        assert_eq!(one.bodies, two.bodies);
        // Where they overlap by a millimetre the gap leans along the surface.
        assert!((one.gap - two.gap).abs() < 1e-9, "{one:?} {two:?}");
    }
}

/// Once it has seen a motion, the same motion allocates nothing.
#[test]
fn nothing_is_allocated_once_it_is_warm() {
    use assert_no_alloc::{assert_no_alloc, violation_count};
    let (shapes, poses) = heap(60);
    let mut contacts = Contacts::new(shapes).unwrap();
    let path: Vec<Vec<Pose>> = (0..10).map(|step| moved(&poses, step)).collect();
    let mut found = Vec::new();
    for _ in 0..2 {
        path.iter()
            .for_each(|own| contacts.touches(own, &mut found));
    }
    let before = violation_count();
    assert_no_alloc(|| {
        path.iter()
            .for_each(|own| contacts.touches(own, &mut found))
    });
    assert_eq!(violation_count(), before);
    assert_no_alloc(|| std::hint::black_box(Vec::<u8>::with_capacity(16)));
    assert!(violation_count() > before, "the watch sees allocations");
}

/// Poses that are no numbers take a body out; the others touch as before. Fixed bodies and parted ones
/// do not touch.
#[test]
fn bad_poses_are_left_out() {
    let ball = Shape::Sphere { radius: 0.01 };
    let mut contacts = Contacts::new(vec![Shape::Plane, ball.clone(), ball]).unwrap();
    let good = [at([0.0; 3]), at([0.0, 0.0, 0.01]), at([0.02, 0.0, 0.01])];
    let mut found = Vec::new();
    contacts.touches(&good, &mut found);
    assert_eq!(found.len(), 3);
    for bad in [f64::NAN, f64::INFINITY] {
        let mut poses = good;
        poses[2].place[1] = bad;
        contacts.touches(&poses, &mut found);
        assert_eq!(found.len(), 1);
        poses = good;
        poses[2].turn = [bad, 0.0, 0.0, 0.0];
        contacts.touches(&poses, &mut found);
        assert_eq!(found.len(), 1);
    }
    contacts.touches(&good[..2], &mut found);
    assert_eq!(found.len(), 1);
    contacts.part(1, 2);
    contacts.touches(&good, &mut found);
    assert_eq!(found.len(), 2);
    contacts.set_fixed(0, true);
    contacts.set_fixed(1, true);
    contacts.touches(&good, &mut found);
    assert_eq!(found.len(), 1);
}

/// Shapes that no body has are refused in words.
#[test]
fn bad_shapes_are_refused() {
    let told = Contacts::new(vec![Shape::Plane, Shape::Sphere { radius: 0.0 }]).unwrap_err();
    assert!(
        told.to_string().contains("body 1: its radius is 0 m"),
        "{told}"
    );
    assert!(Contacts::new(vec![Shape::Sphere { radius: f64::NAN }]).is_err());
    let mut open = ball(0.1, 1);
    open.triangles.pop();
    let told = Mesh::rigid(&open).unwrap_err().to_string();
    assert!(
        told.contains("3 edges that are not between two triangles"),
        "{told}"
    );
}

/// Whatever lengths, poses, motions and displacements are set: touches are numbers, or there are none.
#[test]
fn extremes_give_numbers() {
    let mut rng = Rng::new(77);
    let mesh = Mesh::flexible(&ball(0.01, 1)).unwrap();
    let mut seen = 0;
    for _ in 0..1500 {
        let wild = |rng: &mut Rng| match rng.below(8) {
            0 => 0.0,
            1 => 1e300 * rng.signed(),
            2 => 1e-300 * rng.signed(),
            3 => f64::MAX,
            _ => 0.01 * rng.signed(),
        };
        let any = |rng: &mut Rng| {
            let long = [0; 3].map(|_| match rng.below(3) {
                0 => 1e-6,
                1 => 1e6,
                _ => 0.01,
            });
            match rng.below(6) {
                0 => Shape::Sphere { radius: long[0] },
                1 => Shape::Box { half: long },
                2 => Shape::Cylinder {
                    radius: long[0],
                    half: long[1],
                },
                3 => Shape::Capsule {
                    radius: long[0],
                    half: long[1],
                },
                4 => Shape::Plane,
                _ => Shape::Mesh(Box::new(mesh.clone())),
            }
        };
        let mut contacts = Contacts::new(vec![any(&mut rng), any(&mut rng)]).unwrap();
        let poses = [0; 2].map(|_| Pose {
            place: [0; 3].map(|_| wild(&mut rng)),
            turn: [0; 4].map(|_| wild(&mut rng)),
        });
        let motions = [0; 2].map(|_| Motion {
            velocity: [0; 3].map(|_| wild(&mut rng)),
            spin: [0; 3].map(|_| wild(&mut rng)),
        });
        contacts.moving(1e-3, &motions);
        let corners: Vec<_> = (0..5)
            .map(|n| (7 * n, [0; 3].map(|_| wild(&mut rng))))
            .collect();
        contacts.displace(1, corners);
        let mut found = Vec::new();
        contacts.touches(&poses, &mut found);
        seen += found.len();
        for touch in &found {
            let numbers = touch.places.iter().flatten().chain(&touch.normal);
            assert!(
                numbers.chain(&[touch.gap]).all(|own| own.is_finite()),
                "{touch:?}"
            );
            assert!((length(touch.normal) - 1.0).abs() < 1e-9, "{touch:?}");
        }
    }
    assert!(seen > 100, "{seen}");
}
