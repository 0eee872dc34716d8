//! Touches keep their names.

use crate::common::*;
use std::collections::BTreeSet;
use urto_multibody::collide::{Contacts, Mesh, Shape};
use urto_multibody::{Collisions, Pose};

/// The names of all touches at each step along a path.
fn names(
    shapes: Vec<Shape>,
    steps: usize,
    path: impl Fn(usize) -> Vec<Pose>,
) -> Vec<BTreeSet<u64>> {
    let mut contacts = Contacts::new(shapes).unwrap();
    let mut found = Vec::new();
    (0..steps)
        .map(|step| {
            contacts.touches(&path(step), &mut found);
            let names: BTreeSet<u64> = found.iter().map(|own| own.identity).collect();
            assert_eq!(names.len(), found.len(), "each has its own");
            names
        })
        .collect()
}

/// What slides, turns and rolls over the ground, a block or a mesh keeps all of its touches.
#[test]
fn names_last_while_bodies_slide() {
    let block_shape = Shape::Box {
        half: [0.03, 0.02, 0.01],
    };
    let meshed = Mesh::rigid(&block([0.5, 0.4, 0.01], 8)).unwrap();
    let lower = [
        (Shape::Plane, 0.0),
        (
            Shape::Box {
                half: [0.5, 0.4, 0.01],
            },
            0.01,
        ),
        (Shape::Mesh(Box::new(meshed)), 0.01),
    ];
    let upper = [
        (block_shape, 0.01, 4),
        (
            Shape::Cylinder {
                radius: 0.02,
                half: 0.03,
            },
            0.03,
            8,
        ),
        (Shape::Sphere { radius: 0.02 }, 0.02, 1),
        (
            Shape::Mesh(Box::new(Mesh::rigid(&block([0.02; 3], 1)).unwrap())),
            0.02,
            4,
        ),
    ];
    for (under, top) in &lower {
        for (over, half, count) in &upper {
            let path = |step: usize| {
                let t = step as f64;
                let place = [1e-4 * t, 5e-5 * t, top + half + 2e-6];
                vec![at([0.0; 3]), turned(place, [0.0, 0.0, 1.0], 1e-3 * t)]
            };
            let all = names(vec![under.clone(), over.clone()], 500, path);
            assert!(all.iter().all(|own| own == &all[0]), "{under:?} {over:?}");
            assert_eq!(all[0].len(), *count);
        }
    }
}

/// What leaves and comes again is another contact; the others keep their names.
#[test]
fn what_comes_again_is_new() {
    let shapes = vec![
        Shape::Plane,
        Shape::Sphere { radius: 0.01 },
        Shape::Sphere { radius: 0.01 },
    ];
    let path = |step: usize| {
        let up = if (10..20).contains(&step) { 1e-3 } else { 0.0 };
        vec![
            at([0.0; 3]),
            at([0.0, 0.0, 0.01]),
            at([0.1, 0.0, 0.01 + up]),
        ]
    };
    let all = names(shapes, 30, path);
    let stays = all[0].intersection(&all[29]).count();
    assert_eq!(
        (all[0].len(), all[15].len(), all[29].len(), stays),
        (2, 1, 2, 1)
    );
}

/// An edge of a meshed block slides along that of another, over many corners of both: one crossing.
#[test]
fn a_crossing_lasts_along_creases() {
    let half = [0.1, 0.01, 0.01];
    let meshed = Shape::Mesh(Box::new(Mesh::rigid(&block(half, 9)).unwrap()));
    let eighth = core::f64::consts::FRAC_PI_4;
    let height = 2.0 * 0.01 * 2f64.sqrt() + 3e-6;
    let path = |step: usize| {
        let by = 1.37e-4 * step as f64 - 0.03;
        // Across, on its edge: turned about its own axis, then by a quarter about the vertical.
        let [s, c] = [urto::math::sin(0.5 * eighth), urto::math::cos(0.5 * eighth)];
        let quarter = 0.5f64.sqrt();
        let turn = [quarter * c, quarter * s, quarter * s, quarter * c];
        let place = [by, 0.7 * by, height];
        vec![
            turned([0.0; 3], [1.0, 0.0, 0.0], eighth),
            Pose { place, turn },
        ]
    };
    let all = names(vec![meshed.clone(), meshed], 400, path);
    let always = all
        .iter()
        .skip(1)
        .fold(all[0].clone(), |sum, own| &sum & own);
    assert_eq!(always.len(), 1, "{:?}", all[0]);
}

/// A block on one of its size, also meshed: whether it hangs over by rounding or not, and whether it is a
/// nanometre too low or too high, it stands on its four corners.
#[test]
fn equal_blocks_stand_on_each_other() {
    let half = [0.03, 0.02, 0.01];
    let kinds = [
        Shape::Box { half },
        Shape::Mesh(Box::new(Mesh::rigid(&block(half, 1)).unwrap())),
    ];
    for (lower, upper) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let shapes = vec![kinds[lower].clone(), kinds[upper].clone()];
        let gaps = [1e-6, 1e-9, 0.0, -1e-9, -1e-7, 3e-8];
        let offsets = [0.0, 1e-17, -1e-12, 1e-9, -1e-8, 1e-7];
        let place = |step: usize| {
            let [x, y] = [offsets[step % 6], -offsets[step / 6 % 6]];
            [0.3 + x, y, 2.0 * half[2] + gaps[step % 7 % 6]]
        };
        let mut contacts = Contacts::new(shapes).unwrap();
        let (mut found, mut known) = (Vec::new(), BTreeSet::new());
        for step in 0..100 {
            let poses = [at([0.3, 0.0, 0.0]), at(place(step))];
            contacts.touches(&poses, &mut found);
            let names: BTreeSet<u64> = found.iter().map(|own| own.identity).collect();
            assert_eq!(
                found.len(),
                4,
                "{lower} {upper} {:?} {found:#?}",
                place(step)
            );
            assert!(step == 0 || names == known, "{lower} {upper} step {step}");
            known = names;
            for touch in &found {
                assert!(touch.normal[2] > 1.0 - 1e-12, "{touch:?}");
                assert!((touch.gap - (place(step)[2] - 2.0 * half[2])).abs() < 1e-15);
            }
        }
    }
}

/// Turned blocks of one size stand on the eight crossings of their edges, at any sign of the gap.
#[test]
fn turned_blocks_stand_on_crossings() {
    let half = [0.02, 0.02, 0.01];
    let kinds = [
        Shape::Box { half },
        Shape::Mesh(Box::new(Mesh::rigid(&block(half, 1)).unwrap())),
    ];
    for shape in kinds {
        let path = |step: usize| {
            let gap = [1e-6, 1e-9, -1e-9, -1e-7][step % 4];
            let place = [1e-5 * step as f64, 0.0, 2.0 * half[2] + gap];
            vec![
                at([0.0; 3]),
                turned(place, [0.0, 0.0, 1.0], 0.3 + 1e-3 * step as f64),
            ]
        };
        let all = names(vec![shape.clone(), shape], 100, path);
        assert!(all.iter().all(|own| own == &all[0]));
        assert_eq!(all[0].len(), 8);
    }
}
