//! Each step of a repair mends what it should, and says what it did.

use urto_mesh::Surface;
use urto_mesh::check::{Fault, Unit, examine, solid};
use urto_mesh::repair::{Repair, repair};

const CUBE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf 4 1 5 8\n";

fn cube() -> Surface {
    Surface::from_obj(CUBE).unwrap()
}

fn moved(by: [f64; 3], size: f64) -> Surface {
    let mut own = cube();
    for point in &mut own.points {
        *point = core::array::from_fn(|k| size * point[k] + by[k]);
    }
    own
}

fn with(mut own: Surface, other: &Surface) -> Surface {
    let by = own.points.len() as u32;
    own.points.extend(&other.points);
    let more = other.triangles.iter().map(|all| all.map(|n| n + by));
    own.triangles.extend(more);
    own
}

/// The volume after everything was repaired, and the report.
fn mended(surface: &Surface) -> (f64, String) {
    let (own, done) = repair(surface, &Repair::everything());
    let told = done.to_string();
    let volume = solid(&own, Unit::Metre)
        .unwrap_or_else(|why| panic!("{told}: {why}"))
        .volume;
    (volume, told)
}

#[test]
fn what_is_right_stays() {
    let (own, done) = repair(&cube(), &Repair::everything());
    assert_eq!(
        (own, done.to_string()),
        (cube(), "nothing to repair".to_owned())
    );
    let mut open = cube();
    open.triangles.truncate(9);
    // Nothing asked for, nothing done, but what is wrong is told.
    let (own, done) = repair(&open, &Repair::default());
    assert_eq!(own, open);
    assert!(
        done.to_string()
            .contains("not repaired: edges still open: 7, one"),
        "{done}"
    );
}

#[test]
fn points_are_welded() {
    let mut loose = Surface::default();
    for (n, own) in cube().triangles.iter().enumerate() {
        let by = loose.points.len() as u32;
        let shaken =
            own.map(|corner| cube().points[corner as usize].map(|own| own + 3e-8 * n as f64));
        loose.points.extend(shaken);
        loose.triangles.push([by, by + 1, by + 2]);
    }
    assert!(solid(&loose, Unit::Metre).is_err());
    let (volume, told) = mended(&loose);
    assert!((volume - 1.0).abs() < 1e-5);
    assert_eq!(told, "points welded to others: 28");
}

#[test]
fn flat_and_double_triangles_go_without_a_hole() {
    let mut own = cube();
    own.triangles.push(own.triangles[0]);
    // A corner in the middle of the edge from 0 to 1, with a sliver on one side of that edge only:
    // the face above is cut at the corner, the one below is not.
    own.points.push([0.5, 0.0, 0.0]);
    let above = own
        .triangles
        .iter()
        .position(|all| *all == [0, 1, 5])
        .unwrap();
    own.triangles[above] = [0, 8, 5];
    own.triangles.push([8, 1, 5]);
    own.triangles.push([0, 1, 8]);
    let (volume, told) = mended(&own);
    assert!((volume - 1.0).abs() < 1e-12);
    assert_eq!(
        told,
        "triangles without an area dropped: 1; double triangles dropped: 1"
    );
}

#[test]
fn a_wall_without_thickness_goes() {
    let mut own = cube();
    own.triangles.extend([[0, 2, 6], [0, 6, 2]]);
    let (volume, told) = mended(&own);
    assert_eq!(
        (volume, told.as_str()),
        (1.0, "double triangles dropped: 2")
    );
}

#[test]
fn parts_that_share_an_edge_are_taken_apart() {
    let two = with(cube(), &moved([1.0, 1.0, 0.0], 1.0)).merged();
    let how = Repair {
        take_apart: true,
        ..Repair::default()
    };
    let (own, done) = repair(&two, &how);
    assert_eq!(
        (done.apart, own.points.len(), own.triangles.len()),
        (1, 16, 24)
    );
    let faults = examine(&own, Unit::Metre).faults;
    assert!(
        matches!(faults[..], [Fault::Parts { parts: 2, .. }]),
        "{faults:?}"
    );
    // And then the larger one is kept.
    let two = with(cube(), &moved([1.0, 1.0, 0.0], 2.0)).merged();
    let two = with(two, &moved([9.0, 0.0, 0.0], 1.0));
    let (volume, told) = mended(&two);
    assert!((volume - 8.0).abs() < 1e-12);
    // The edge of the small cube is not that of the large one: they only touch there.
    assert_eq!(told, "smaller parts removed: 2");
}

#[test]
fn triangles_are_turned_alike() {
    let mut own = cube();
    for n in [1, 4, 9] {
        own.triangles[n].swap(0, 1);
    }
    assert_eq!(mended(&own), (1.0, "triangles turned over: 3".to_owned()));
}

#[test]
fn holes_are_filled() {
    for left in [10, 11] {
        let mut own = cube();
        own.triangles.truncate(left);
        let (volume, told) = mended(&own);
        assert_eq!(volume, 1.0);
        let wide = "the largest hole was 1.414 wide";
        let filled = 12 - left;
        assert_eq!(
            told,
            format!("holes filled: 1; triangles in them: {filled}; {wide}")
        );
    }
    // Two holes at opposite faces.
    let mut own = cube();
    own.triangles.drain(..4);
    let (volume, told) = mended(&own);
    assert_eq!(volume, 1.0);
    assert!(
        told.starts_with("holes filled: 2; triangles in them: 4"),
        "{told}"
    );
    // Two that share a corner only.
    let mut own = cube();
    own.triangles.remove(11);
    own.triangles.remove(0);
    assert_eq!(mended(&own).0, 1.0);
}

#[test]
fn slabs_that_lie_on_each_other_are_taken_apart() {
    // The upper slab stands on the lower one: at four edges lie two faces on each other.
    let two = with(cube(), &moved([0.0, 0.0, 1.0], 1.0)).merged();
    assert_eq!(two.points.len(), 12);
    let how = Repair {
        take_apart: true,
        ..Repair::default()
    };
    let mut cut = two.clone();
    // The faces between them are cut along different diagonals; else they would be double.
    let between = |own: &[u32; 3]| own.iter().all(|n| two.points[*n as usize][2] == 1.0);
    let at: Vec<usize> = (0..24).filter(|n| between(&cut.triangles[*n])).collect();
    assert_eq!(at.len(), 4);
    let [a, b, c] = cut.triangles[at[0]];
    let d = *cut.triangles[at[1]]
        .iter()
        .find(|n| ![a, b, c].contains(n))
        .unwrap();
    cut.triangles[at[0]] = [b, c, d];
    cut.triangles[at[1]] = [b, d, a];
    let (own, done) = repair(&cut, &how);
    assert_eq!((done.apart, own.points.len()), (4, 16));
    let faults = examine(&own, Unit::Metre).faults;
    assert!(
        matches!(faults[0], Fault::Parts { parts: 2, .. }),
        "{faults:?}"
    );
    // Where they are not, the double faces go and it is one body.
    let (volume, told) = mended(&two);
    assert_eq!(
        (volume, told.as_str()),
        (2.0, "double triangles dropped: 4")
    );
}

#[test]
fn a_lone_triangle_is_no_body() {
    let mut own = cube();
    own.triangles.truncate(1);
    let (own, done) = repair(&own, &Repair::everything());
    assert_eq!(done.holes, 1);
    assert!(matches!(
        solid(&own, Unit::Metre),
        Err(Fault::NoVolume { .. })
    ));
}

/// A tube of many sides, open at both ends: two holes of 600 corners, too many for ears.
#[test]
fn large_holes_get_a_fan() {
    let (around, radius, tall) = (600, 0.05, 0.2);
    let mut tube = Surface::default();
    for n in 0..around {
        let angle = 2.0 * core::f64::consts::PI * f64::from(n) / f64::from(around);
        // Any function of the angle would do; these are near enough to a circle.
        let [x, y] = [
            libm_cos(angle),
            libm_cos(angle - core::f64::consts::FRAC_PI_2),
        ];
        tube.points.extend([
            [radius * x, radius * y, 0.0],
            [radius * x, radius * y, tall],
        ]);
        let [a, b] = [2 * n as u32, 2 * ((n + 1) % around) as u32];
        tube.triangles.extend([[a, b, b + 1], [a, b + 1, a + 1]]);
    }
    let (volume, told) = mended(&tube);
    let expected = core::f64::consts::PI * radius * radius * tall;
    assert!((volume / expected - 1.0).abs() < 1e-3, "{volume}");
    assert!(
        told.starts_with("holes filled: 2; triangles in them: 1200; the largest hole was 0.14"),
        "{told}"
    );
}

/// A cosine by its series, so that the test needs no platform's own.
fn libm_cos(angle: f64) -> f64 {
    let turned =
        angle - 2.0 * core::f64::consts::PI * (angle / (2.0 * core::f64::consts::PI)).round();
    let (mut sum, mut term) = (0.0, 1.0);
    for n in 0..20 {
        sum += term;
        term *= -turned * turned / f64::from((2 * n + 1) * (2 * n + 2));
    }
    sum
}

#[test]
fn the_largest_part_keeps_its_hollows() {
    let hollow = moved([0.25; 3], 0.5);
    let inner = moved([0.4; 3], 0.1);
    let all = with(with(with(moved([3.0; 3], 0.5), &cube()), &hollow), &inner);
    let (volume, told) = mended(&all);
    assert!((volume - (1.0 - 0.125)).abs() < 1e-12, "{volume}");
    assert_eq!(told, "smaller parts removed: 2");
}

#[test]
fn what_cannot_be_repaired_is_told() {
    let told = |surface: &Surface| {
        let (own, done) = repair(surface, &Repair::everything());
        assert!(solid(&own, Unit::Metre).is_err());
        assert!(!done.left.is_empty());
        done.to_string()
    };
    // A band with half a twist.
    let mut band = Surface::default();
    for n in 0..8u32 {
        let x = f64::from(n);
        band.points
            .extend([[x, x * (7.0 - x), 0.0], [x, x * (7.0 - x), 1.0]]);
        let a = 2 * n;
        let [b, c] = if n == 7 { [1, 0] } else { [a + 2, a + 3] };
        band.triangles.extend([[a, b, c], [a, c, a + 1]]);
    }
    assert!(told(&band).contains("one side only, like a Möbius band"));
    // A cube with a wall across: three triangles at each of four edges.
    let mut walled = cube();
    walled.triangles.extend([[0, 2, 6], [0, 6, 4]]);
    assert!(told(&walled).contains("where walls meet inside it"));
    let crossed = with(cube(), &moved([0.5; 3], 1.0));
    // Of two parts that cross the larger is kept; one that crosses itself stays so.
    assert_eq!(mended(&crossed).0, 1.0);
    let mut dented = cube();
    dented.points[6] = [0.5, 0.4, -0.5];
    assert!(told(&dented).contains("goes through itself"));
    let mut wrong = cube();
    wrong.triangles[0][0] = 99;
    assert!(told(&wrong).contains("do not exist"));
}
