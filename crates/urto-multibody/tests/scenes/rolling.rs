//! Balls that roll on smooth and on meshed surfaces do not rattle with triangles.

use crate::{ball, run, scene, shapes, unrest};
use urto::rng::Rng;
use urto_multibody::collide::{Mesh, Shape};
use urto_multibody::{Body, Pair, Settings, ShapedWorld, World};

/// The part of forces that changes fast: against their mean over 10 ms.
fn rattle(forces: &[f64]) -> f64 {
    let window = 325;
    let parts: Vec<f64> = forces.chunks_exact(window).map(unrest).collect();
    parts.iter().sum::<f64>() / parts.len() as f64
}

fn pressed(world: &World) -> f64 {
    let own = world.contacts().iter();
    own.map(|c| (0..3).map(|k| c.impulse[k] * c.normal[k]).sum::<f64>() / c.step)
        .sum()
}

/// A ball of 642 shaken vertices rolls on a plane at 0.5 m/s.
#[test]
fn a_meshed_ball_rolls_without_rattle() {
    let mut noise = Vec::new();
    for meshed in [false, true] {
        let (mut body, mut shape) = ball("ball", 0.02, [0.0, 0.0, 0.02]);
        body.velocity = [0.5, 0.0, 0.0];
        body.spin = [0.0, 25.0, 0.0];
        if meshed {
            let surface = shapes::ball(0.02, 3);
            let surface = shapes::shaken(surface, 0.02, 0.15, &mut Rng::new(3));
            shape = Shape::Mesh(Box::new(Mesh::rigid(&surface).unwrap()));
        }
        let kinetic = 0.7 * body.mass * 0.25;
        let mut world = scene(vec![(body, shape)], Pair::default(), Settings::default());
        run(&mut world, 650, |_| {});
        let start = world.world().energy();
        let mut forces = Vec::new();
        let risen = run(&mut world, 2600, |world| forces.push(pressed(world)));
        let own = rattle(&forces);
        println!(
            "meshed {meshed}: {own:.1e}, risen {:.1e}, lost {:.1e}",
            risen / kinetic,
            (start - world.world().energy()) / kinetic
        );
        assert!(forces.iter().all(|f| *f > 0.0), "it is in the air");
        noise.push(own);
    }
    assert!(noise[0] < 1e-6 && noise[1] < 1e-2, "{noise:?}");
}

/// A ball rolls to and fro in a bowl of triangles.
#[test]
fn a_ball_in_a_meshed_bowl_rolls_without_rattle() {
    let (hollow, radius) = (0.15, 0.01);
    let surface = shapes::shaken(shapes::ball(hollow, 4), hollow, 0.15, &mut Rng::new(4));
    let mesh = Mesh::rigid(&shapes::hollow(surface)).unwrap();
    let mut world = World::new(Settings::default()).unwrap();
    world.add(Body::fixed("bowl")).unwrap();
    let (mut body, shape) = ball("ball", radius, [0.0; 3]);
    let angle: f64 = 0.5;
    let out = hollow - radius;
    body.pose.place = [
        out * urto::math::sin(angle),
        0.0,
        -out * urto::math::cos(angle),
    ];
    let mass = body.mass;
    world.add(body).unwrap();
    let mut world = ShapedWorld::new(world, vec![Shape::Mesh(Box::new(mesh)), shape]).unwrap();
    let at_play = mass * 9.81 * out * (1.0 - urto::math::cos(angle));
    run(&mut world, 650, |_| {});
    let start = world.world().energy();
    let mut forces = Vec::new();
    let risen = run(&mut world, 4_000, |world| forces.push(pressed(world)));
    // Against the slow swing itself: the change from step to step, and to the next but one.
    let weight = mass * 9.81;
    let kinks: Vec<f64> = forces
        .windows(3)
        .map(|f| f[0] - 2.0 * f[1] + f[2])
        .collect();
    let rough = (kinks.iter().map(|own| own * own).sum::<f64>() / kinks.len() as f64).sqrt();
    println!(
        "kinks {:.1e} of the weight, risen {:.1e}, lost {:.1e}; {:?}",
        rough / weight,
        risen / at_play,
        (start - world.world().energy()) / at_play,
        world.world().statistics()
    );
    assert!(forces.iter().all(|f| *f > 0.0), "it is in the air");
    assert!(rough < 1e-3 * weight, "{:e}", rough / weight);
    assert!(risen < 1e-6 * at_play, "{:e}", risen / at_play);
}
