//! Paths, bad input, and numbers as extreme as they may be.

mod common;

use common::Points;
use urto::math::{cos, sin};
use urto::rng::Rng;
use urto_multibody::{
    Body, Collisions, Motion, Pair, Pose, Script, Settings, Touch, World, WorldError,
};

/// A table that goes to and fro sideways and up and down.
struct Shaken;

impl Script for Shaken {
    fn pose(&self, time: f64) -> Pose {
        let w = 30.0;
        Pose {
            place: [2e-3 * sin(w * time), 0.0, 1e-3 * (1.0 - cos(w * time))],
            turn: common::tilt(0.01 * sin(5.0 * time), 0.0),
        }
    }
}

/// What a path needs is work from outside: the books close, and the box goes with the table.
#[test]
fn a_shaken_table_carries_a_box_and_the_books_close() {
    let mut world = World::new(Settings::default()).unwrap();
    let mut table = Body::fixed("table");
    table.motion = Motion::Scripted(Box::new(Shaken));
    world.add(table).unwrap();
    let sides = [0.1, 0.1, 0.04];
    let mut block = Body::block("box", 1.0, sides);
    block.pose.place[2] = 0.02;
    world.add(block).unwrap();
    let friction = Pair {
        friction: 0.8,
        damping: 0.0,
        ..Pair::default()
    };
    world.set_pair(0, 1, friction).unwrap();
    let mut points = Points::corners(1, sides);
    let mut most = 0.0f64;
    for _ in 0..16_000 {
        world.step(&mut points);
        most = most.max(world.ledger().injected.abs());
        let apart = world.pose(1).unwrap().place[0] - Shaken.pose(world.time()).place[0];
        assert!(apart.abs() < 1e-3, "slipped by {apart} m");
    }
    let ledger = world.ledger();
    assert!(most > 1e-3, "no work was done: {most}");
    assert!(
        ledger.error().abs() < 1e-9 * most,
        "{ledger:?}, most {most}"
    );
}

/// Two boxes that start inside the floor come out, and the work of that is on the books.
#[test]
fn an_overlapping_start_is_pushed_out() {
    let mut world = World::new(Settings::default()).unwrap();
    world.add(Body::fixed("floor")).unwrap();
    let sides = [0.1, 0.1, 0.04];
    let mut block = Body::block("box", 1.0, sides);
    block.pose.place[2] = 0.02 - 5e-4;
    world.add(block).unwrap();
    let mut points = Points::corners(1, sides);
    for _ in 0..3000 {
        world.step(&mut points);
    }
    let height = world.pose(1).unwrap().place[2] - 0.02;
    assert!(height.abs() < 1.1e-6, "{height}");
    assert!(world.statistics().pushed_out > 0 && world.statistics().given > 0.0);
    let ledger = world.ledger();
    assert!(ledger.error().abs() < 1e-9, "{ledger:?}");
}

/// A floor that is found only when a box is in it by 5 µm. It is pushed out as far as friction pays:
/// one that slides comes out, and one that lies there stays; neither gets any energy.
#[test]
fn a_late_overlap_is_pushed_out_by_what_friction_takes() {
    let sides = [0.1, 0.1, 0.04];
    for speed in [0.0, 0.5] {
        let mut world = World::new(Settings::default()).unwrap();
        world.add(Body::fixed("floor")).unwrap();
        let mut block = Body::block("box", 1.0, sides);
        block.pose.place[2] = 0.02 - 5e-6;
        block.velocity[0] = speed;
        world.add(block).unwrap();
        let mut points = Points::corners(1, sides);
        let mut late = Late(&mut points, false);
        let (mut before, mut risen) = (world.energy(), 0.0);
        let begun = before;
        for _ in 0..2000 {
            world.step(&mut late);
            risen += (world.energy() - before).max(0.0);
            before = world.energy();
        }
        let low = 0.02 - world.pose(1).unwrap().place[2];
        if speed > 0.0 {
            assert!(low < 1.1e-6, "{low}");
        } else {
            assert!(low > 4e-6 && low < 6e-6, "{low}");
        }
        assert!(world.statistics().pushed_out > 0);
        let given = world.statistics().given;
        assert!(given <= 1e-12 * begun, "{given:e} of {begun} J");
        assert!(risen <= 1e-12 * begun, "{risen:e} of {begun} J");
    }
}

/// Finds nothing at the first step.
struct Late<'a>(&'a mut Points, bool);

impl Collisions for Late<'_> {
    fn touches(&mut self, poses: &[Pose], into: &mut Vec<Touch>) {
        if core::mem::replace(&mut self.1, true) {
            self.0.touches(poses, into);
        }
    }
}

/// Touches anywhere, with any normal and depth, between any two bodies.
///
/// None at the first step: what overlaps there is pushed out by work from outside.
struct Chaos(Rng, usize, bool);

impl Collisions for Chaos {
    fn touches(&mut self, poses: &[Pose], into: &mut Vec<Touch>) {
        let Self(rng, most, begun) = self;
        if !core::mem::replace(begun, true) {
            return;
        }
        for _ in 0..rng.below(*most) {
            let normal = [0; 3].map(|_: i32| rng.signed());
            let long = common::length(&normal).max(1e-3);
            let bodies = [0, 1].map(|_: i32| rng.below(poses.len() + 1));
            let normal = normal.map(|own| own / long);
            let bad = rng.uniform() < 0.02;
            let gap = 1e-3 * rng.signed() * rng.uniform();
            let mut places = [[0; 3].map(|_: i32| 10.0 * rng.signed()); 2];
            // The second place lies so far from the first, if there are such bodies.
            if let [Some(a), Some(b)] = bodies.map(|body| poses.get(body)) {
                let arm = common::turned(a.turn, places[0]);
                let apart = [0, 1, 2].map(|k| a.place[k] + arm[k] + gap * normal[k] - b.place[k]);
                places[1] = common::turned_back(b.turn, apart);
            }
            into.push(Touch {
                bodies,
                places,
                surfaces: [None, Some((rng.below(40), [0.2, 0.3, 0.5]))],
                normal,
                gap: if bad { f64::NAN } else { gap },
                identity: rng.below(20) as u64,
            });
        }
    }
}

#[test]
fn random_extremes_stay_finite_and_their_books_close() {
    let mut rng = Rng::new(11);
    let (mut problems, mut deep) = (0, 0);
    for _ in 0..25 {
        let settings = Settings {
            step: rng.log_uniform(1e-7, 1e-2),
            gravity: [0; 3].map(|_: i32| 1e3 * rng.signed()),
            lean: 0.5 + 0.5 * rng.uniform(),
            ..Settings::default()
        };
        let mut world = World::new(settings).unwrap();
        for number in 0..4 {
            let (mut body, _) = match number {
                0 => common::slab(7, 0.0001),
                _ => {
                    let mass = rng.log_uniform(1e-9, 1e9);
                    let sides = [0; 3].map(|_: i32| rng.log_uniform(1e-3, 10.0));
                    (Body::block("box", mass, sides), Points::default())
                }
            };
            body.velocity = [0; 3].map(|_: i32| 1e3 * rng.signed());
            body.spin = [0; 3].map(|_: i32| 1e4 * rng.signed());
            if number == 3 {
                body.motion = Motion::Fixed;
            }
            world.add(body).unwrap();
        }
        let pair = Pair {
            friction: rng.log_uniform(1e-3, 100.0),
            damping: rng.log_uniform(1e-6, 1e6),
            ..Pair::default()
        };
        world.set_usual(pair).unwrap();
        let mut chaos = Chaos(Rng::new(rng.bits()), 6, false);
        let mut most = world.energy().abs();
        let mut dissipated = 0.0;
        for _ in 0..60 {
            world.step(&mut chaos);
            for body in 0..4 {
                let pose = world.pose(body).unwrap();
                let (velocity, spin) = world.motion(body).unwrap();
                let all = pose
                    .place
                    .iter()
                    .chain(&pose.turn)
                    .chain(&velocity)
                    .chain(&spin);
                assert!(all.into_iter().all(|x| x.is_finite()));
            }
            let contacts = world.contacts().iter();
            assert!(contacts.flat_map(|own| own.impulse).all(|x| x.is_finite()));
            let ledger = world.ledger();
            most = most.max(ledger.stored.abs()).max(ledger.dissipated.abs());
            assert!(ledger.error().abs() <= 1e-6 * most, "{ledger:?}");
            deep += world.log().pushed_out;
            let given = world.log().given;
            assert!(given <= 1e-9 * most, "{given:e} {most:e}");
            assert!(ledger.dissipated >= -1e-9 * most, "{ledger:?}");
            assert!(
                ledger.dissipated >= dissipated - 1e-9 * most,
                "{ledger:?}, {dissipated}"
            );
            dissipated = ledger.dissipated;
        }
        problems += world.statistics().problems;
    }
    assert!(problems > 500 && deep > 50, "{problems} {deep}");
}

#[test]
fn bad_input_is_refused_in_words() {
    let mut world = World::new(Settings::default()).unwrap();
    let refused = |world: &mut World, body: Body| world.add(body).unwrap_err().to_string();
    let weightless = refused(&mut world, Body::ball("pea", 0.0, 0.01));
    assert!(
        weightless.contains("mass of pea") && weightless.contains("1e-9")
            || weightless.contains("0.000000001"),
        "{weightless}"
    );
    let mut lost = Body::ball("pea", 0.1, 0.01);
    lost.pose.place[1] = f64::NAN;
    assert!(refused(&mut world, lost).contains("place of pea"));
    let needle = refused(&mut world, Body::rigid("needle", 1.0, [1.0, 1.0, 5.0]));
    assert!(needle.contains("larger than the other two"), "{needle}");
    let error = world.set_pair(0, 4, Pair::default()).unwrap_err();
    assert_eq!(
        error,
        WorldError::NoSuchBody {
            number: 4,
            count: 0
        }
    );
    let wrong = Settings {
        step: 1.0,
        ..Settings::default()
    };
    assert!(World::new(wrong).is_err());
    let slippery = Pair {
        friction: -0.1,
        damping: 0.0,
        ..Pair::default()
    };
    assert!(world.set_usual(slippery).is_err());
}
