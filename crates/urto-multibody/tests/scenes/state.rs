//! A world that is saved and loaded goes on with the same bits; another begins where it ended.

use crate::flexible::slab;
use crate::{ball, block, scene, turn};
use urto_multibody::{Pair, Settings, ShapedWorld, StateError};

fn build() -> ShapedWorld {
    let (mut plate, shape) = slab(2, 4);
    plate.pose.place[2] = 0.0055;
    let mut bodies = vec![(plate, shape)];
    for n in 0..3 {
        let place = [0.03 * f64::from(n) - 0.05, 0.01, 0.03 + 0.01 * f64::from(n)];
        let (mut body, shape) = block(&format!("box {n}"), [0.02, 0.015, 0.01], place);
        body.pose.turn = turn([1.0, 0.2, 0.3], 0.4 + f64::from(n));
        body.velocity = [0.3, 0.1, -0.2];
        bodies.push((body, shape));
    }
    bodies.push(ball("ball", 0.008, [0.0, -0.02, 0.04]));
    let pair = Pair {
        restitution: 0.4,
        ..Pair::default()
    };
    let mut world = scene(bodies, pair, Settings::default());
    let blow = [0.0, 0.0, -0.01];
    world
        .world_mut()
        .strike_at(0.05, 1, [0.1, 0.0, 0.005], None, blow)
        .unwrap();
    world
}

fn go(world: &mut ShapedWorld, steps: usize) -> Vec<u64> {
    let mut heard = Vec::new();
    for _ in 0..steps {
        world.step();
        for own in world.world().contacts() {
            heard.push(own.identity);
            heard.extend(own.impulse.map(f64::to_bits));
        }
    }
    heard
}

#[test]
fn a_loaded_world_goes_on_with_the_same_bits() {
    let mut one = build();
    go(&mut one, 1500);
    let saved = one.save();
    let ahead = go(&mut one, 1500);
    assert!(ahead.len() > 1000);
    let mut two = build();
    two.load(&saved).unwrap();
    assert_eq!(two.save(), saved);
    assert!(go(&mut two, 1500) == ahead);
    assert_eq!(one.save(), two.save());
    // And back again in the one that has gone on.
    one.load(&saved).unwrap();
    assert!(go(&mut one, 1500) == ahead);
}

#[test]
fn states_of_other_scenes_are_refused() {
    let one = build();
    let saved = one.save();
    let few = scene(
        vec![ball("ball", 0.01, [0.0, 0.0, 1.0])],
        Pair::default(),
        Settings::default(),
    );
    let mut other = few;
    let told = other.load(&saved).unwrap_err();
    assert!(matches!(told, StateError::Other(_)), "{told}");
    let mut same = build();
    for cut in [0, 5, 12, 100, saved.len() - 1] {
        assert_eq!(same.load(&saved[..cut]), Err(StateError::Bytes));
    }
}

#[test]
fn a_scene_begins_where_another_ended() {
    let mut one = build();
    go(&mut one, 1000);
    let mut next = scene(
        vec![
            ball("ball", 0.008, [0.0, 0.0, 1.0]),
            ball("another", 0.01, [1.0, 0.0, 1.0]),
        ],
        Pair::default(),
        Settings::default(),
    );
    let taken = next.world_mut().begin_from(&one.save()).unwrap();
    assert_eq!(taken, ["floor", "ball"]);
    assert_eq!(next.world().pose(1), one.world().pose(5));
    assert_eq!(next.world().motion(1), one.world().motion(5));
    assert_eq!(next.world().pose(2).unwrap().place, [1.0, 0.0, 1.0]);
    let ledger = next.world().ledger();
    assert!(ledger.error().abs() < 1e-12, "{ledger:?}");
}
