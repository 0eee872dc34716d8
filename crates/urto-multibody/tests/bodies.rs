//! Bodies that touch each other.

mod common;

use common::{Vec3, length, turned, turned_back};
use urto_multibody::{Body, Collisions, Pair, Pose, Settings, Touch, World};

const SIDES: Vec3 = [0.1, 0.1, 0.04];

/// Lower corners of each box against the upper side of the one before; body 0 is the floor.
struct Stack;

impl Collisions for Stack {
    fn touches(&mut self, poses: &[Pose], into: &mut Vec<Touch>) {
        for above in 1..poses.len() {
            let top = if above == 1 { 0.0 } else { 0.5 * SIDES[2] };
            let (below, own) = (poses[above - 1], poses[above]);
            for corner in 0..4 {
                let sign = |bit: usize| if corner >> bit & 1 == 1 { 0.5 } else { -0.5 };
                let place = [sign(0) * SIDES[0], sign(1) * SIDES[1], -0.5 * SIDES[2]];
                let arm = turned(own.turn, place);
                let apart = [0, 1, 2].map(|k| own.place[k] + arm[k] - below.place[k]);
                let mut seen = turned_back(below.turn, apart);
                let gap = seen[2] - top;
                seen[2] = top;
                into.push(Touch {
                    bodies: [above - 1, above],
                    places: [seen, place],
                    surfaces: [None; 2],
                    normal: turned(below.turn, [0.0, 0.0, 1.0]),
                    gap,
                    identity: (4 * above + corner) as u64,
                });
            }
        }
    }
}

/// Three boxes fall on each other and rest: every joint carries what is above it.
#[test]
fn a_stack_carries_its_weight() {
    let mut world = World::new(Settings::default()).unwrap();
    world.add(Body::fixed("floor")).unwrap();
    let masses = [1.0, 0.3, 2.0];
    for (number, mass) in masses.into_iter().enumerate() {
        let mut block = Body::block("box", mass, SIDES);
        block.pose.place[2] = 0.02 + 0.0402 * number as f64;
        block.pose.place[0] = 0.003 * number as f64;
        world.add(block).unwrap();
    }
    for _ in 0..6000 {
        world.step(&mut Stack);
    }
    let mut carried = [0.0; 3];
    for contact in world.contacts() {
        carried[contact.bodies[0]] += contact.impulse[2] * 32_500.0;
    }
    for (joint, force) in carried.into_iter().enumerate() {
        let wanted = 9.81 * masses[joint..].iter().sum::<f64>();
        assert!(
            (force / wanted - 1.0).abs() < 1e-6,
            "joint {joint}: {force} N, not {wanted} N"
        );
    }
    let ledger = world.ledger();
    assert!(
        ledger.error().abs() < 1e-9 * ledger.dissipated,
        "{ledger:?}"
    );
    let statistics = world.statistics();
    assert!(1000 * statistics.above[0] <= statistics.problems && statistics.above[1] == 0);
}

/// Two balls of 1 cm.
struct Balls;

impl Collisions for Balls {
    fn touches(&mut self, poses: &[Pose], into: &mut Vec<Touch>) {
        let apart = [0, 1, 2].map(|k| poses[1].place[k] - poses[0].place[k]);
        let long = length(&apart);
        let normal = apart.map(|own| own / long);
        let at = |body: usize, by: f64| turned_back(poses[body].turn, normal.map(|own| by * own));
        into.push(Touch {
            bodies: [0, 1],
            places: [at(0, 0.01), at(1, -0.01)],
            surfaces: [None; 2],
            normal,
            gap: long - 0.02,
            identity: 1,
        });
    }
}

/// Two spinning balls that meet in flight, off centre and with friction: momentum and angular
/// momentum of both together stay, and energy falls.
#[test]
fn balls_that_meet_keep_momentum() {
    let settings = Settings {
        gravity: [0.0; 3],
        ..Settings::default()
    };
    let mut world = World::new(settings).unwrap();
    let masses = [0.02, 0.05];
    for (number, mass) in masses.into_iter().enumerate() {
        let side = if number == 0 { -1.0 } else { 1.0 };
        let mut ball = Body::ball("ball", mass, 0.01);
        ball.pose.place = [0.0107 * side, 0.004 * side, 0.0];
        ball.velocity = [-0.5 * side, 0.1, 0.0];
        ball.spin = [3.0, 40.0 * side, 25.0];
        world.add(ball).unwrap();
    }
    let rough = Pair {
        friction: 0.3,
        damping: 0.0,
        ..Pair::default()
    };
    world.set_pair(0, 1, rough).unwrap();
    let sums = |world: &World| {
        let (mut linear, mut angular) = ([0.0; 3], [0.0; 3]);
        for (body, mass) in masses.into_iter().enumerate() {
            let (v, _) = world.motion(body).unwrap();
            let x = world.pose(body).unwrap().place;
            let own = world.angular_momentum(body).unwrap();
            let orbit = [
                x[1] * v[2] - x[2] * v[1],
                x[2] * v[0] - x[0] * v[2],
                x[0] * v[1] - x[1] * v[0],
            ];
            for k in 0..3 {
                linear[k] += mass * v[k];
                angular[k] += own[k] + mass * orbit[k];
            }
        }
        (linear, angular)
    };
    let (before, energy) = (sums(&world), world.energy());
    for _ in 0..400 {
        world.step(&mut Balls);
    }
    let after = sums(&world);
    let off = |a: Vec3, b: Vec3| length(&[0, 1, 2].map(|k| a[k] - b[k]));
    assert!(
        off(before.0, after.0) < 1e-15,
        "{:e}",
        off(before.0, after.0)
    );
    // Friction of balls that are still a little apart when the step begins has an arm of that gap.
    let turning = off(before.1, after.1) / length(&before.1);
    assert!(turning < 1e-3, "{turning:e}");
    assert!(world.energy() < 0.9 * energy && world.statistics().problems > 0);
}
