//! Every fault has its own message, and what is right has none.

use urto_mesh::Surface;
use urto_mesh::check::{Fault, Unit, examine, solid};

/// A box between two corners, facing out.
fn block(low: [f64; 3], high: [f64; 3]) -> Surface {
    let corner = |n: usize| {
        let pick = |k: usize| if n >> k & 1 == 1 { high[k] } else { low[k] };
        [pick(0), pick(1), pick(2)]
    };
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    Surface {
        points: (0..8).map(corner).collect(),
        triangles: faces
            .iter()
            .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
            .collect(),
    }
}

fn cube() -> Surface {
    block([0.0; 3], [1.0; 3])
}

/// Both in one surface.
fn with(mut own: Surface, other: &Surface) -> Surface {
    let by = own.points.len() as u32;
    own.points.extend(&other.points);
    let moved = other.triangles.iter().map(|all| all.map(|n| n + by));
    own.triangles.extend(moved);
    own
}

fn fault(surface: &Surface) -> Fault {
    solid(surface, Unit::Metre).unwrap_err()
}

fn told(surface: &Surface, said: &str) {
    let told = fault(surface).to_string();
    assert!(told.starts_with(said), "{told}");
    // What to do.
    assert!(told.contains("; ") || told.contains("use --unit"), "{told}");
}

fn turned(mut own: Surface) -> Surface {
    own.triangles.iter_mut().for_each(|own| own.swap(0, 1));
    own
}

#[test]
fn a_cube_is_sound() {
    let body = solid(&cube(), Unit::Metre).unwrap();
    assert_eq!((body.volume, body.notes.len()), (1.0, 0));
    assert_eq!(body.surface, cube());
    let body = solid(&cube(), Unit::Inch).unwrap();
    assert!((body.volume / 1.6387064e-5 - 1.0).abs() < 1e-12);
}

#[test]
fn inside_out_is_turned_over_and_said() {
    let body = solid(&turned(cube()), Unit::Metre).unwrap();
    assert_eq!(
        body.notes[0].to_string(),
        "it was inside out and has been turned over"
    );
    assert_eq!(body.volume, 1.0);
    assert_eq!(body.surface, cube());
}

#[test]
fn a_hollow_is_allowed_and_said_whichever_way_it_faces() {
    let inner = block([0.25; 3], [0.75; 3]);
    for inner in [inner.clone(), turned(inner)] {
        for shells in [with(cube(), &inner), with(inner.clone(), &cube())] {
            let body = solid(&shells, Unit::Metre).unwrap();
            assert_eq!(body.volume, 1.0 - 0.125);
            let notes: Vec<String> = body.notes.iter().map(ToString::to_string).collect();
            assert_eq!(notes.last().unwrap(), "it has a closed hollow inside");
        }
    }
    // A thing in the hollow is a part of its own.
    let inner = with(block([0.25; 3], [0.75; 3]), &block([0.4; 3], [0.6; 3]));
    told(
        &with(cube(), &inner),
        "it is in 2 parts that do not touch, the second near (0.",
    );
}

#[test]
fn parts_that_do_not_touch() {
    let two = with(cube(), &block([2.0, 0.0, 0.0], [3.0, 1.0, 1.0]));
    told(
        &two,
        "it is in 2 parts that do not touch, the second near (2.",
    );
}

#[test]
fn holes_are_counted() {
    let mut open = cube();
    open.triangles.truncate(10);
    told(
        &open,
        "it is not closed: edges with a triangle on one side only: 4, one near (1, ",
    );
    // Cut along every edge, as STL files are.
    let mut loose = Surface::default();
    for own in &cube().triangles {
        let by = loose.points.len() as u32;
        loose.points.extend(own.map(|n| cube().points[n as usize]));
        loose.triangles.push([by, by + 1, by + 2]);
    }
    told(
        &loose,
        "points that lie at the same place as others: 28, the first near (",
    );
    assert_eq!(solid(&loose.merged(), Unit::Metre).unwrap().volume, 1.0);
}

#[test]
fn triangles_alone() {
    let mut own = cube();
    own.triangles.push(own.triangles[3]);
    told(
        &own,
        "triangles that are there more than once: 1, the first near (",
    );
    let mut own = cube();
    own.points.push([0.5, 0.0, 0.0]);
    own.triangles.push([0, 1, 8]);
    told(
        &own,
        "triangles without an area (all corners in a line): 1, ",
    );
    let mut own = cube();
    own.triangles[2][0] = 8;
    told(
        &own,
        "triangles whose corners do not exist or are not at finite places: 1; ",
    );
    own = cube();
    own.points[2][1] = f64::NAN;
    assert!(matches!(fault(&own), Fault::Broken { .. }));
    told(&Surface::default(), "it has no triangles");
}

#[test]
fn edges_with_too_many_triangles() {
    // Two cubes that share an edge.
    let other = block([1.0, 1.0, 0.0], [2.0, 2.0, 1.0]);
    let two = with(cube(), &other).merged();
    assert_eq!(two.points.len(), 14);
    told(
        &two,
        "edges where three or more triangles meet: 1 (4 at one near (1, 1, 0.5))",
    );
    // A wall inside.
    let mut walled = cube();
    walled.triangles.push([0, 3, 7]);
    assert!(matches!(
        fault(&walled),
        Fault::Open { .. } | Fault::Shared { .. }
    ));
    walled.triangles.push([0, 7, 4]);
    told(
        &walled,
        "edges where three or more triangles meet: 4 (3 at one near (",
    );
}

#[test]
fn neighbours_that_face_differently() {
    let mut own = cube();
    own.triangles[4].swap(0, 1);
    told(
        &own,
        "edges where one triangle faces out and its neighbour in: 3, one near (",
    );
}

#[test]
fn nothing_inside() {
    // Two triangles on each other would be double; two squares cut along different diagonals are not.
    let mut flat = Surface {
        points: vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
        triangles: vec![[0, 1, 2], [0, 2, 3], [1, 0, 3], [1, 3, 2]],
    };
    told(&flat, "it is closed but has no volume");
    // A millionth of its width is enough.
    flat.points[0][2] = 1e-6;
    assert!(solid(&flat, Unit::Metre).is_ok());
}

#[test]
fn surfaces_that_go_through_themselves() {
    // Two cubes that overlap: corners in each other.
    let two = with(cube(), &block([0.5; 3], [1.5; 3]));
    let faults = examine(&two, Unit::Metre).faults;
    let crossing = faults
        .iter()
        .find(|own| matches!(own, Fault::Crossing { .. }));
    let told = crossing.unwrap().to_string();
    assert!(
        told.starts_with("its surface goes through itself: "),
        "{told}"
    );
    // A corner pushed through the far side; the mesh is closed and in one part.
    let mut dented = cube();
    dented.points[7] = [0.5, 0.4, -0.5];
    assert!(
        matches!(fault(&dented), Fault::Crossing { .. }),
        "{}",
        fault(&dented)
    );
    // A corner pushed in, but not so far.
    dented.points[7] = [0.6, 0.6, 0.6];
    assert!(solid(&dented, Unit::Metre).is_ok());
    // Parts that only touch do not cross.
    let beside = with(cube(), &block([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]));
    let faults = examine(&beside, Unit::Metre).faults;
    assert!(
        faults
            .iter()
            .any(|own| matches!(own, Fault::Parts { parts: 2, .. }))
    );
}

#[test]
fn sizes_ask_for_the_unit() {
    let tall = |size: f64| block([0.0; 3], [size / 2.0, size / 3.0, size]);
    told(
        &tall(90.0),
        "it is 90 m tall: did you mean millimetres? use --unit mm",
    );
    assert!(solid(&tall(90.0), Unit::Millimetre).is_ok());
    // A ruler in millimetres; a palace in millimetres.
    told(
        &tall(300.0),
        "it is 300 m tall: did you mean millimetres? use --unit mm",
    );
    told(
        &tall(1e5),
        "it is 100 km tall: bodies from 1 mm to 20 m are taken; scale it",
    );
    let far = solid(&tall(0.5), Unit::Millimetre).unwrap_err().to_string();
    assert_eq!(
        far,
        "it is 500 um tall: did you mean centimetres? use --unit cm"
    );
    for (size, taken) in [(20.0, true), (20.1, false), (1e-3, true), (0.99e-3, false)] {
        assert_eq!(solid(&tall(size), Unit::Metre).is_ok(), taken, "{size}");
    }
    let wide = block([0.0; 3], [50.0, 1.0, 1.0]);
    told(&wide, "it is 50 m wide: did you mean millimetres?");
    assert_eq!("cm".parse(), Ok(Unit::Centimetre));
    let told = "ft".parse::<Unit>().unwrap_err();
    assert!(told.contains("allowed are m, cm, mm and in"), "{told}");
}

#[test]
fn a_sphere_far_from_the_origin_keeps_its_volume() {
    // An octahedron divided five times: 8 * 4^5 triangles.
    let mut own = Surface::parse(
        b"v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\nf 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n",
    )
    .unwrap();
    for _ in 0..5 {
        let mut finer = Surface::default();
        for all in &own.triangles {
            let at = all.map(|n| own.points[n as usize]);
            let half = |a: [f64; 3], b: [f64; 3]| {
                let sum: [f64; 3] = core::array::from_fn(|k| a[k] + b[k]);
                let long = sum.iter().map(|own| own * own).sum::<f64>().sqrt();
                sum.map(|own| own / long)
            };
            let [a, b, c] = at;
            let [ab, bc, ca] = [half(a, b), half(b, c), half(c, a)];
            for new in [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]] {
                let by = finer.points.len() as u32;
                finer.points.extend(new);
                finer.triangles.push([by, by + 1, by + 2]);
            }
        }
        own = finer.merged();
    }
    assert_eq!(own.triangles.len(), 8192);
    let volume = solid(&own, Unit::Metre).unwrap().volume;
    assert!(
        (volume / (4.0 / 3.0 * core::f64::consts::PI) - 1.0).abs() < 3e-3,
        "{volume}"
    );
    for point in &mut own.points {
        *point = [point[0] + 1e6, point[1] - 3e6, point[2]];
    }
    let far = solid(&own, Unit::Metre).unwrap().volume;
    assert!((far / volume - 1.0).abs() < 1e-8, "{far}");
}
