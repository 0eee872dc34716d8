//! Surfaces made coarse: their shape, and what they sound like with motion carried over.

use crate::bodies::{block, directions, distance, sphere, turned};
use crate::{bar, full, spheres};
use std::f64::consts::PI;
use urto::math::{cos, sin};
use urto_fem::radiation::{
    Carrier, Mode, Multipoles, NormalVelocity, Quality, Radiation, Surface, Vec3, View, coarsen,
};

/// The velocity at the vertices of the fine surface, carried over.
fn carried(fine: &Surface, coarse: &Surface, velocity: impl Fn(Vec3) -> Vec3) -> NormalVelocity {
    let velocities: Vec<_> = fine
        .vertices()
        .iter()
        .map(|&place| velocity(place))
        .collect();
    (Carrier::new(fine, coarse).normal_velocity(&velocities)).expect("velocities")
}

#[test]
fn a_coarse_sphere_sounds_like_the_fine_one() {
    let fine = sphere(spheres::RADIUS, 20); // 8000 triangles
    let coarse = coarsen(&fine, 1000).expect("a surface");
    for degree in 0..3 {
        let velocity = carried(&fine, &coarse, |place| spheres::velocity(degree, place));
        for ka in [0.3, 3.0, 10.0] {
            let (error, decibels) =
                spheres::errors_of(&coarse, &velocity, Quality::Normal, degree, ka);
            assert!(
                error < 0.02 && decibels < 0.3,
                "l = {degree}, ka = {ka}: {error}, {decibels} dB"
            );
        }
    }
}

#[test]
fn a_coarse_bar_sounds_as_the_reference_says() {
    let reference = bar::reference();
    let fine = block(reference.size, [150, 10, 5], 0.0);
    let check = |panels, quality, most| {
        let coarse = coarsen(&fine, panels).expect("a surface");
        let velocities = |n| carried(&fine, &coarse, bar::bending(&reference, n));
        bar::check(&reference, &coarse, quality, velocities, most);
    };
    check(1000, Quality::Normal, 0.03);
    if full() {
        check(2000, Quality::High, 0.015);
    }
}

/// A plate bends like a saddle, like a wave and finely, against an even grid of 2780 triangles. The
/// saddle is the hard one: its four corners nearly cancel, and uneven cells do not.
#[test]
fn a_coarse_plate_sounds_like_an_even_one() {
    if !full() {
        return;
    }
    let size = [0.2, 0.16, 0.003];
    let fine = block(size, [80, 64, 1], 0.0);
    let even = block(size, [28, 23, 1], 0.4);
    // Half waves along both edges, and the phase in the middle.
    let bending = |[a, b, middle]: [f64; 3]| {
        let (a, b) = (a * PI / size[0], b * PI / size[1]);
        move |[x, y, z]: Vec3| {
            let (u, v) = (a * x + middle, b * y + middle);
            [
                -z * a * cos(u) * sin(v),
                -z * b * sin(u) * cos(v),
                sin(u) * sin(v),
            ]
        }
    };
    let waves = [
        (307.0, [1.0, 1.0, 0.0]),
        (636.0, [2.0, 0.0, PI / 2.0]),
        (4300.0, [5.0, 3.0, 0.0]),
    ];
    let far = |surface: &Surface, quality, velocities: Vec<NormalVelocity>| {
        let modes: Vec<_> = (waves.iter().zip(velocities))
            .map(|(&(frequency, _), velocity)| Mode {
                frequency,
                mass: 1.0,
                velocity,
            })
            .collect();
        let radiation = Radiation {
            quality,
            ..Radiation::default()
        };
        let radiated = radiation.of(surface, &modes).expect("a sound");
        radiated
            .into_iter()
            .map(|mode| far_field(&mode.field))
            .collect::<Vec<_>>()
    };
    let exact = waves.map(|(_, wave)| NormalVelocity::new(&even, bending(wave)));
    let wanted = far(&even, Quality::High, exact.into());
    for (panels, quality, most) in [(1000, Quality::Normal, 0.03), (2000, Quality::High, 0.015)] {
        let coarse = coarsen(&fine, panels).expect("a surface");
        let velocities = waves.map(|(_, wave)| carried(&fine, &coarse, bending(wave)));
        for (given, wanted) in far(&coarse, quality, velocities.into()).iter().zip(&wanted) {
            let error = distance(given, wanted);
            assert!(error < most, "{panels} triangles: {error}");
        }
    }
}

fn far_field(field: &Multipoles) -> Vec<[f64; 2]> {
    let mut view = View::new(field.order());
    (directions(200).into_iter())
        .map(|direction| {
            view.look(direction);
            field.far(&view)
        })
        .collect()
}

/// Stretched without change of volume a body is hardly heard at low frequencies; a little growth
/// that is carried over wrongly would be.
#[test]
fn a_body_that_does_not_grow_is_as_quiet_when_coarse() {
    let profile = [[0.0, -0.05], [0.03, -0.05], [0.03, 0.05], [0.0, 0.05]];
    let fine = turned(&profile, 0.002, 120);
    let coarse = coarsen(&fine, 500).expect("a surface");
    let stretch = |place: Vec3| [0.5 * place[0], 0.5 * place[1], -place[2]];
    let twist = |place: Vec3| [-place[1] * place[2], place[0] * place[2], 0.0];
    let mode = |velocity| Mode {
        frequency: 200.0,
        mass: 1.0,
        velocity,
    };
    let modes = [
        mode(carried(&fine, &coarse, stretch)),
        mode(NormalVelocity::new(&coarse, stretch)),
        mode(carried(&fine, &coarse, twist)),
    ];
    let radiated = Radiation::default().of(&coarse, &modes).expect("a sound");
    let [carried, exact, twisted] = [0, 1, 2].map(|n: usize| radiated[n].power);
    assert!(
        (carried / exact - 1.0).abs() < 0.01,
        "{carried} against {exact}"
    );
    // Twisted it is silent, as far as corners allow: its speed is 0.03 of the stretch's.
    assert!(twisted < 1e-4 * exact, "{twisted} against {exact}");
}

/// A cup of 4 mm, and one like paper: radius and height of the profile.
fn cup(wall: f64) -> Vec<[f64; 2]> {
    let (radius, height) = (0.04, 0.09);
    vec![
        [0.0, 0.0],
        [radius, 0.0],
        [radius, height],
        [radius - wall, height],
        [radius - wall, wall],
        [0.0, wall],
    ]
}

fn from_segment(point: [f64; 2], ends: &[[f64; 2]]) -> f64 {
    let [a, b] = [ends[0], ends[1]];
    let edge = [b[0] - a[0], b[1] - a[1]];
    let along = ((point[0] - a[0]) * edge[0] + (point[1] - a[1]) * edge[1])
        / (edge[0] * edge[0] + edge[1] * edge[1]);
    let along = along.clamp(0.0, 1.0);
    let off = [
        a[0] + along * edge[0] - point[0],
        a[1] + along * edge[1] - point[1],
    ];
    (off[0] * off[0] + off[1] * off[1]).sqrt()
}

/// All points of the outer wall stay outside all points of the inner one: the middles of triangles
/// move by up to half a wall, vertices by a quarter.
#[test]
fn thin_walls_stay_apart() {
    // The thinner, the more triangles it takes to follow the bend.
    for (wall, most_panels) in [(0.004, 1000), (0.001, 1100), (0.0003, 4000)] {
        let profile = cup(wall);
        let fine = turned(&profile, 0.003, 120);
        let coarse = coarsen(&fine, 1000).expect("a surface");
        let count = coarse.triangles().len();
        assert!(count <= most_panels, "{wall}: {count}");
        let (mut outer, mut inner) = (f64::INFINITY, 0.0_f64);
        for corners in coarse.triangles() {
            let triangle = corners.map(|vertex| coarse.vertices()[vertex]);
            for point in middles(triangle) {
                let radius = (point[0] * point[0] + point[1] * point[1]).sqrt();
                let off = (profile.windows(2))
                    .map(|ends| from_segment([radius, point[2]], ends))
                    .fold(f64::INFINITY, f64::min);
                // Half the wall, and the 120 corners of the fine one.
                assert!(off < 0.5 * wall + 1.5e-5, "{off} of {wall}");
                // Between foot and rim the triangle's normal says which wall it is of.
                if (0.01..0.08).contains(&point[2]) {
                    if outward(triangle, point) > 0.0 {
                        outer = outer.min(radius);
                    } else {
                        inner = inner.max(radius);
                    }
                }
            }
        }
        assert!(
            outer - inner > 0.2 * wall,
            "{wall}: from {inner} to {outer}"
        );
    }
}

/// The corner, the middles of the edges and the middle.
fn middles([a, b, c]: [Vec3; 3]) -> [Vec3; 5] {
    let third = 1.0 / 3.0;
    [
        [1.0, 0.0, 0.0],
        [0.5, 0.5, 0.0],
        [0.0, 0.5, 0.5],
        [0.5, 0.0, 0.5],
        [third; 3],
    ]
    .map(|s| [0, 1, 2].map(|x| a[x] * s[0] + b[x] * s[1] + c[x] * s[2]))
}

/// Whether the triangle faces away from the axis.
fn outward([a, b, c]: [Vec3; 3], point: Vec3) -> f64 {
    let (u, v) = (
        [0, 1, 2].map(|x| b[x] - a[x]),
        [0, 1, 2].map(|x| c[x] - a[x]),
    );
    (u[1] * v[2] - u[2] * v[1]) * point[0] + (u[2] * v[0] - u[0] * v[2]) * point[1]
}

/// A box of twelve triangles is first made finer.
#[test]
fn a_box_of_twelve_triangles_is_cut() {
    let coarse = coarsen(&block([0.3, 0.02, 0.01], [1, 1, 1], 0.0), 1000).expect("a surface");
    assert!((900..=1000).contains(&coarse.triangles().len()));
    assert!((coarse.volume() / (0.3 * 0.02 * 0.01) - 1.0).abs() < 1e-9);
    // Cells of one size: the box's 1000 triangles have 6 mm.
    assert!(coarse.cell() < 0.0075);
}

/// The same triangles with their vertices moved.
fn moved(surface: &Surface, to: impl Fn(Vec3) -> Vec3) -> Surface {
    let vertices = surface.vertices().iter().map(|&place| to(place)).collect();
    Surface::new(vertices, surface.triangles().to_vec()).expect("a closed body")
}

/// Needles, discs, rings, strips a thousand times longer than wide, blades, bodies in two parts,
/// tiny and far away ones: all close again, hold as much as before and have few triangles.
#[test]
fn odd_bodies_can_be_made_coarse() {
    let ball = sphere(0.1, 15);
    let ring: Vec<[f64; 2]> = (0..=24)
        .map(|step| {
            let angle = PI * f64::from(step) / 12.0;
            [0.08 + 0.02 * cos(angle), 0.02 * sin(angle)]
        })
        .collect();
    let rod = [[0.0, -0.5], [0.005, -0.5], [0.005, 0.5], [0.0, 0.5]];
    let blade = [[0.0, 0.0], [0.1, 0.0], [0.0, 0.002]];
    let two = {
        let plate = block([0.05, 0.05, 0.001], [10, 10, 1], 0.0);
        let count = ball.vertices().len();
        let mut vertices = ball.vertices().to_vec();
        vertices.extend(plate.vertices().iter().map(|v| [v[0] + 0.2, v[1], v[2]]));
        let mut triangles = ball.triangles().to_vec();
        triangles.extend(plate.triangles().iter().map(|t| t.map(|v| v + count)));
        Surface::new(vertices, triangles).expect("two bodies")
    };
    for (name, body) in [
        ("needle", moved(&ball, |[x, y, z]| [0.01 * x, 0.01 * y, z])),
        ("disc", moved(&ball, |[x, y, z]| [x, y, 0.01 * z])),
        ("tiny", moved(&ball, |place| place.map(|x| 1e-6 * x))),
        ("far", moved(&ball, |[x, y, z]| [x + 1e3, y - 500.0, z])),
        ("ring", turned(&ring, 0.01, 72)),
        ("rod", turned(&rod, 2.0, 64)),
        ("blade", turned(&blade, 0.005, 64)),
        ("two", two),
    ] {
        let coarse = coarsen(&body, 500).expect(name);
        let count = coarse.triangles().len();
        assert!((400..=600).contains(&count), "{name}: {count}");
        let share = coarse.volume() / body.volume();
        assert!((share - 1.0).abs() < 1e-3, "{name}: {share}");
    }
}
