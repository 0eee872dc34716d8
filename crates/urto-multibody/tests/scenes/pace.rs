//! Longer steps for what is quiet.

use crate::flexible::slab;
use crate::{ball, block, scene, turn};
use urto_multibody::{Contact, Pace, Pair, Settings, ShapedWorld};

fn settings(pace: Option<Pace>) -> Settings {
    Settings {
        pace,
        ..Settings::default()
    }
}

fn dropped(pace: Option<Pace>) -> ShapedWorld {
    let (mut plate, shape) = slab(3, 2);
    plate.pose.place[2] = 0.5 * crate::flexible::SLAB[2] + 2e-3;
    plate.pose.turn = turn([0.3, 1.0, 0.0], 0.01);
    let mut bodies = vec![(plate, shape)];
    let (mut body, shape) = block("box", [0.03, 0.02, 0.015], [0.3, 0.0, 0.03]);
    body.pose.turn = turn([1.0, 0.3, 0.0], 0.2);
    bodies.push((body, shape));
    let (mut body, shape) = ball("ball", 0.01, [-0.3, 0.0, 0.02]);
    body.velocity[0] = 0.1;
    bodies.push((body, shape));
    let pair = Pair {
        friction: 0.4,
        damping: 0.02,
        restitution: 0.2,
        weakening: None,
    };
    scene(bodies, pair, settings(pace))
}

/// Onsets with more than a millionth of the energy at the beginning, and the sum of all steps that
/// bodies took, over a time.
fn onsets(world: &mut ShapedWorld, seconds: f64) -> (usize, f64) {
    let start = world.world().energy();
    let (mut count, mut risen) = (0, 0.0);
    let mut before = world.world().energy();
    while world.world().time() < seconds {
        world.step();
        let strikes = |own: &&Contact| {
            let push: f64 = (0..3).map(|k| own.impulse[k] * own.normal[k]).sum();
            own.fresh && push * -own.opening > 1e-6 * start
        };
        count += world.world().contacts().iter().filter(strikes).count();
        let now = world.world().energy();
        risen += (now - before).max(0.0);
        before = now;
    }
    assert!(risen <= 1e-9 * start, "{:e}", risen / start);
    (count, risen)
}

#[test]
fn settling_scenes_take_fewer_steps_and_keep_their_onsets() {
    let seconds = 0.35;
    let mut full = dropped(None);
    let mut paced = dropped(Some(Pace::default()));
    let (all, _) = onsets(&mut full, seconds);
    let (kept, risen) = onsets(&mut paced, seconds);
    let statistics = paced.world().statistics();
    let base = 3 * statistics.steps;
    let taken: u64 = statistics.paces.iter().sum();
    println!(
        "onsets {all}, {kept}; {base} steps of bodies as {taken} ({:.1} times fewer), risen {risen:e}; {statistics:?}",
        base as f64 / taken as f64
    );
    for body in 1..4 {
        let ends = [&full, &paced].map(|own| own.world().pose(body).unwrap().place);
        println!("{body}: {ends:?}");
        assert!((ends[0][2] - ends[1][2]).abs() < 1e-6);
    }
    let ratio = kept as f64 / all as f64;
    assert!((ratio - 1.0).abs() <= 0.15, "{kept} of {all}");
    assert!(2 * taken <= base, "{taken} of {base}");
    let ledger = paced.world().ledger();
    assert!(ledger.error().abs() < 1e-9 * ledger.initial, "{ledger:?}");
    assert!(paced.world().health().is_good());
}

/// Saved in the middle, it goes on with the same bits.
#[test]
fn a_paced_world_is_saved_and_loaded() {
    let mut one = dropped(Some(Pace::default()));
    (0..300).for_each(|_| one.step());
    let saved = one.save();
    (0..300).for_each(|_| one.step());
    let mut two = dropped(Some(Pace::default()));
    two.load(&saved).unwrap();
    (0..300).for_each(|_| two.step());
    assert!(one.save() == two.save());
}

/// A blow at a time falls into its base step, however long steps are before.
#[test]
fn a_timed_blow_wakes_what_rests() {
    let mut world = dropped(Some(Pace::default()));
    world
        .world_mut()
        .strike_at(0.5, 2, [0.0; 3], None, [0.0, 0.0, 1e-3])
        .unwrap();
    let mut before = 0.0;
    while world.world().time() < 0.501 {
        world.step();
        let speed = world.world().motion(2).unwrap().0[2];
        if world.world().time() < 0.5 {
            before = speed;
        }
    }
    let speed = world.world().motion(2).unwrap().0[2];
    assert!(before.abs() < 1e-6, "{before}");
    assert!(speed > 0.05, "{speed}");
}
