//! A box on a slope: it sticks, slides and tips as the closed forms say.

mod common;

use common::Points;
use urto::math::{GRAVITY, atan2, cos, sin, sinh};
use urto_multibody::{Body, Pair, Settings, World};

/// A box on a floor, with gravity that leans by an angle towards a direction: the same as a slope.
fn slope(sides: [f64; 3], friction: f64, lean: f64, towards: f64) -> (World, Points) {
    let down = [
        GRAVITY * sin(lean) * cos(towards),
        GRAVITY * sin(lean) * sin(towards),
        -GRAVITY * cos(lean),
    ];
    let settings = Settings {
        gravity: down,
        ..Settings::default()
    };
    let mut world = World::new(settings).unwrap();
    world.add(Body::fixed("floor")).unwrap();
    let mut block = Body::block("box", 1.0, sides);
    block.pose.place[2] = 0.5 * sides[2];
    world.add(block).unwrap();
    let pair = Pair {
        friction,
        damping: 0.0,
        ..Pair::default()
    };
    world.set_usual(pair).unwrap();
    (world, Points::corners(1, sides))
}

/// It sticks if mu > tan(angle), and slides with g·(sin - mu·cos) otherwise, a thousandth on either
/// side.
#[test]
fn a_box_sticks_or_slides() {
    let steps = 1000;
    for friction in [0.1, 0.5, 0.8] {
        for ratio in [0.5, 0.999, 1.001, 1.5] {
            for towards in [0.0, 0.7] {
                let lean = atan2(friction * ratio, 1.0);
                let (mut world, mut points) = slope([0.1, 0.1, 0.04], friction, lean, towards);
                for _ in 0..steps {
                    world.step(&mut points);
                }
                let (velocity, _) = world.motion(1).unwrap();
                let speed = common::length(&velocity);
                let case = format!("mu {friction}, tan/mu {ratio}, towards {towards}: {speed:e}");
                if ratio < 1.0 {
                    assert!(speed < 1e-10, "crept: {case}");
                } else {
                    let wanted = GRAVITY * (sin(lean) - friction * cos(lean)) * world.time();
                    // Both sides of the difference are so large that 1e-6 of the slope's pull is
                    // what 1e-3 of it can be known to.
                    let pull = GRAVITY * sin(lean) * world.time();
                    assert!(
                        (speed - wanted).abs() < 1e-6 * wanted.max(1e-2 * pull),
                        "{case} not {wanted:e}"
                    );
                }
                let ledger = world.ledger();
                assert!(ledger.error().abs() < 1e-10, "{case}: {ledger:?}");
            }
        }
    }
}

/// It tips about its lower edge if tan(angle) > width/height, with the closed form's angular rate.
#[test]
fn a_tall_box_tips() {
    for (wide, high) in [(0.1, 0.2), (0.1, 0.4)] {
        for ratio in [0.999, 1.001, 1.05] {
            let lean = atan2(ratio * wide / high, 1.0);
            let (mut world, mut points) = slope([wide, wide, high], 3.0, lean, 0.0);
            for _ in 0..1500 {
                world.step(&mut points);
            }
            let (_, spin) = world.motion(1).unwrap();
            let about_edge = (wide * wide + high * high) * (1.0 / 12.0 + 1.0 / 4.0);
            let torque = GRAVITY * 0.5 * (high * sin(lean) - wide * cos(lean));
            // As it tips, its centre moves out over the edge: the rate grows with a hyperbolic sine.
            let falling = GRAVITY * 0.5 * (high * cos(lean) + wide * sin(lean)) / about_edge;
            let pace = falling.sqrt();
            let wanted = torque / about_edge * sinh(pace * world.time()) / pace;
            let case = format!(
                "{wide} x {high}, {ratio} of critical: {} not {wanted}",
                spin[1]
            );
            if ratio < 1.0 {
                assert!(spin[1].abs() < 1e-9, "{case}");
            } else {
                // The closed form is that of small angles, of which 1.05 makes 2e-3.
                assert!((spin[1] / wanted - 1.0).abs() < 1e-3, "{case}");
            }
        }
    }
}

/// A ball that slides without spin comes to roll at 5/7 of its speed, and then loses nothing.
#[test]
fn a_ball_rolls_without_loss() {
    struct Ball;
    impl urto_multibody::Collisions for Ball {
        fn touches(
            &mut self,
            poses: &[urto_multibody::Pose],
            into: &mut Vec<urto_multibody::Touch>,
        ) {
            let [x, y, z] = poses[1].place;
            let down = common::turned_back(poses[1].turn, [0.0, 0.0, -0.02]);
            into.push(urto_multibody::Touch {
                bodies: [0, 1],
                places: [[x, y, 0.0], down],
                surfaces: [None; 2],
                normal: [0.0, 0.0, 1.0],
                gap: z - 0.02,
                identity: 7,
            });
        }
    }
    let mut world = World::new(Settings::default()).unwrap();
    world.add(Body::fixed("floor")).unwrap();
    let mut ball = Body::ball("ball", 0.1, 0.02);
    ball.pose.place[2] = 0.02;
    ball.velocity = [0.5, 0.0, 0.0];
    world.add(ball).unwrap();
    for _ in 0..5000 {
        world.step(&mut Ball);
    }
    let (velocity, spin) = world.motion(1).unwrap();
    assert!((velocity[0] - 0.5 * 5.0 / 7.0).abs() < 1e-4, "{velocity:?}");
    // The arm of a step is shorter than the radius by the cosine of half its turn, 2e-8 of it here.
    assert!((velocity[0] - 0.02 * spin[1]).abs() < 1e-7);
    let rolling = world.energy();
    for _ in 0..10_000 {
        world.step(&mut Ball);
    }
    let change = (world.energy() - rolling) / (0.5 * 0.1 * 0.25);
    assert!(change.abs() < 1e-9, "changed by {change:e}");
}
