//! What is dropped comes to rest, and what rests is silent.

use crate::shapes;
use crate::{block, carried, run, scene, turn, unrest};
use urto_multibody::collide::{Mesh, Shape};
use urto_multibody::{Pair, Settings};

#[test]
fn a_dropped_box_comes_to_rest_and_is_silent() {
    let sides = [0.06, 0.04, 0.02];
    let (mut body, shape) = block("box", sides, [0.0, 0.0, 0.03]);
    body.pose.turn = turn([1.0, 0.4, 0.0], 0.2);
    body.velocity = [0.2, 0.0, 0.0];
    let at_play = body.mass * 9.81 * 0.02;
    for meshed in [false, true] {
        let shape = match meshed {
            true => {
                let half = sides.map(|own| 0.5 * own);
                Shape::Mesh(Box::new(Mesh::rigid(&shapes::block(half, 3)).unwrap()))
            }
            false => shape.clone(),
        };
        let (mut body, _) = block("box", sides, [0.0, 0.0, 0.03]);
        body.pose.turn = turn([1.0, 0.4, 0.0], 0.2);
        body.velocity = [0.2, 0.0, 0.0];
        let mut world = scene(vec![(body, shape)], Pair::default(), Settings::default());
        let risen = run(&mut world, 16_000, |_| {});
        let mut forces = Vec::new();
        let height = world.world().pose(1).unwrap().place[2];
        let more = run(&mut world, 4000, |world| forces.push(carried(world, 1)));
        let sunk = height - world.world().pose(1).unwrap().place[2];
        let noise = unrest(&forces);
        println!(
            "meshed {meshed}: std/mean {noise:.1e}, at {height:e}, sunk {sunk:e}, risen {:.1e}; {:?}",
            (risen + more) / at_play,
            world.world().statistics()
        );
        assert!(noise <= 1e-6, "meshed {meshed}: {noise:e}");
        assert!((height - 0.01).abs() < 1e-6 && sunk.abs() < 1e-10);
        assert!(
            risen + more <= 1e-9 * at_play,
            "{:e}",
            (risen + more) / at_play
        );
        assert!(world.world().health().is_good());
    }
}

/// A stack that is let go with small gaps, each box turned against the one below.
#[test]
fn a_stack_stands_and_each_of_its_joints_is_silent() {
    let sides = [0.06, 0.06, 0.02];
    let boxes = (0..4).map(|n| {
        let height = 0.01 + f64::from(n) * 0.02001 + 1e-5;
        let name = format!("box {n}");
        let (mut body, shape) = block(&name, sides, [0.001 * f64::from(n), 0.0, height]);
        body.pose.turn = turn([0.0, 0.0, 1.0], 0.3 * f64::from(n));
        (body, shape)
    });
    let mut world = scene(boxes.collect(), Pair::default(), Settings::default());
    run(&mut world, 12_000, |_| {});
    let before: Vec<f64> = (1..5)
        .map(|n| world.world().pose(n).unwrap().place[2])
        .collect();
    let mut forces = [const { Vec::new() }; 4];
    run(&mut world, 3000, |world| {
        for (below, own) in forces.iter_mut().enumerate() {
            let between = world
                .contacts()
                .iter()
                .filter(|c| c.bodies == [below, below + 1]);
            own.push(between.map(|c| c.impulse[2] / c.step).sum());
        }
    });
    for (n, own) in forces.iter().enumerate() {
        let noise = unrest(own);
        let sunk = before[n] - world.world().pose(n + 1).unwrap().place[2];
        println!("joint {n}: std/mean {noise:.1e}, sunk {sunk:.1e}");
        assert!(noise <= 1e-6, "joint {n}: {noise:e}");
        assert!(sunk.abs() < 1e-9, "{sunk:e}");
    }
    println!("{:?}", world.world().statistics());
}

/// A block of triangles on a plate of triangles: corners, crossings and faces of meshes.
#[test]
fn meshes_rest_on_meshes() {
    let mesh = |half, divided| {
        Shape::Mesh(Box::new(
            Mesh::rigid(&shapes::block(half, divided)).unwrap(),
        ))
    };
    let (plate, _) = block("plate", [0.2, 0.15, 0.01], [0.0, 0.0, 0.0052]);
    let (mut top, _) = block("top", [0.05, 0.04, 0.03], [0.02, 0.01, 0.0262]);
    top.pose.turn = turn([0.3, 0.2, 1.0], 0.05);
    let at_play = top.mass * 9.81 * 0.01;
    let bodies = vec![
        (plate, mesh([0.1, 0.075, 0.005], 4)),
        (top, mesh([0.025, 0.02, 0.015], 2)),
    ];
    let mut world = scene(bodies, Pair::default(), Settings::default());
    let risen = run(&mut world, 10_000, |_| {});
    let mut forces = Vec::new();
    run(&mut world, 2000, |world| forces.push(carried(world, 2)));
    let noise = unrest(&forces);
    let height = world.world().pose(2).unwrap().place[2];
    println!(
        "std/mean {noise:.1e}, at {height}, risen {:.1e}; {:?}",
        risen / at_play,
        world.world().statistics()
    );
    assert!(noise <= 1e-6, "{noise:e}");
    assert!((height - 0.025).abs() < 1e-6, "{height}");
    assert!(risen <= 1e-9 * at_play, "{:e}", risen / at_play);
}
