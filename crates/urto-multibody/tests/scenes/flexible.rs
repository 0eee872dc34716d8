//! Ringing bodies whose surfaces bend where they are touched.

use crate::{carried, run, scene, shapes, turn, unrest};
use urto::math::{LN_1000, TAU, cos, cosh, sin, sinh};
use urto::object::{Mode, Surface};
use urto_multibody::collide::{Mesh, Shape};
use urto_multibody::{Body, Pair, Ringing, Settings};

pub const SLAB: [f64; 3] = [0.3, 0.1, 0.01];

/// A closed steel slab with the bending modes of a free bar.
pub fn slab(modes: usize, divided: usize) -> (Body, Shape) {
    let half = SLAB.map(|own| 0.5 * own);
    let surface = shapes::block(half, divided);
    let mesh = Mesh::flexible(&surface).unwrap();
    let roots = [
        4.730_040_744_862_704,
        7.853_204_624_095_838,
        10.995_607_838_001_671,
    ];
    let hertz = [574.28, 1572.05, 3051.2];
    let mass = 7850.0 * SLAB.iter().product::<f64>();
    let shape = |root: f64, place: &[f64; 3]| {
        let ratio = (cosh(root) - cos(root)) / (sinh(root) - sin(root));
        let w = root * (place[0] / SLAB[0] + 0.5);
        let out = cosh(w) + cos(w) - ratio * (sinh(w) + sin(w));
        let slope = root / SLAB[0] * (sinh(w) - sin(w) - ratio * (cosh(w) + cos(w)));
        [-place[2] * slope, 0.0, out]
    };
    let all = roots[..modes].iter();
    let shapes = all.map(|root| surface.points.iter().map(|own| shape(*root, own)).collect());
    let corners = surface.triangles.iter().map(|own| own.map(|k| k as usize));
    let drawn = Surface::new(surface.points.clone(), corners.collect(), shapes.collect()).unwrap();
    let ring: Vec<Mode> = hertz[..modes]
        .iter()
        .map(|frequency| {
            let w = TAU * frequency;
            Mode {
                frequency: *frequency,
                decay: LN_1000 / (0.5 * (5.0 + 3e-8 * w * w)),
                mass,
            }
        })
        .collect();
    let mut body = Body::block("slab", mass, SLAB);
    body.ringing = Some(Ringing::new("slab", &ring, &drawn, 2e4).unwrap());
    (body, Shape::Mesh(Box::new(mesh)))
}

/// Dropped a little tilted it rings, settles and is silent; contacts give it nothing.
#[test]
fn a_ringing_slab_settles_and_is_silent() {
    let (mut body, shape) = slab(3, 3);
    body.pose.place[2] = 0.5 * SLAB[2] + 1.2e-3;
    body.pose.turn = turn([0.5, 1.0, 0.0], 0.005);
    let at_play = body.mass * 9.81 * 1.2e-3;
    let pair = Pair {
        friction: 0.4,
        damping: 0.02,
        ..Pair::default()
    };
    let mut world = scene(vec![(body, shape)], pair, Settings::default());
    let mut loudest = 0.0f64;
    let risen = run(&mut world, 12_000, |world| {
        let (_, v) = world.modes(1).unwrap();
        loudest = loudest.max(shapes::length([v[0], v[1], v[2]]));
    });
    let mut forces = Vec::new();
    run(&mut world, 2000, |world| forces.push(carried(world, 1)));
    let (_, v) = world.world().modes(1).unwrap();
    let left = shapes::length([v[0], v[1], v[2]]);
    let noise = unrest(&forces);
    println!(
        "std/mean {noise:.1e}, modes {left:.1e} of {loudest:.1e}, risen {:.1e}; {:?}",
        risen / at_play,
        world.world().statistics()
    );
    assert!(noise <= 1e-6, "{noise:e}");
    assert!(left < 1e-2 * loudest, "{left:e} {loudest:e}");
    assert!(risen <= 1e-9 * at_play, "{:e}", risen / at_play);
    assert!(world.world().health().is_good());
}

/// A hard ball dropped on a ringing slab that lies on two bars: it makes it ring, and the surface is
/// found where it is bent to.
#[test]
fn a_ball_strikes_a_slab_on_bars() {
    let (mut body, shape) = slab(3, 3);
    let lift = 0.02;
    body.pose.place[2] = lift + 0.5 * SLAB[2];
    let bars = [-0.1, 0.1].map(|x| {
        let (mut bar, shape) = crate::block("bar", [0.02, 0.12, lift], [x, 0.0, 0.5 * lift]);
        bar.motion = urto_multibody::Motion::Fixed;
        (bar, shape)
    });
    let mut bodies: Vec<_> = bars.into_iter().collect();
    bodies.push((body, shape));
    let (mut ball, shape) = crate::ball("ball", 0.01, [0.004, 0.003, lift + SLAB[2] + 0.0101]);
    ball.velocity[2] = -1.0;
    let mass = ball.mass;
    bodies.push((ball, shape));
    let mut world = scene(bodies, Pair::default(), Settings::default());
    let (mut loudest, mut contact) = (0.0f64, f64::MAX);
    let risen = run(&mut world, 3000, |world| {
        let (_, v) = world.modes(3).unwrap();
        loudest = loudest.max(shapes::length([v[0], v[1], v[2]]));
        let on_slab = world.contacts().iter().filter(|own| own.bodies == [3, 4]);
        contact = on_slab.map(|own| own.gap).fold(contact, f64::min);
    });
    let at_play = 0.5 * mass;
    println!(
        "loudest {loudest:.1e}, deepest {contact:.1e}, risen {:.1e}; {:?}",
        risen / at_play,
        world.world().statistics()
    );
    assert!(loudest > 1e-3, "{loudest}");
    assert!(contact > -1e-6, "{contact:e}");
    assert!(risen <= 1e-9 * at_play, "{:e}", risen / at_play);
}
