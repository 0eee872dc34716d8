//! Watching shows the contact sample by sample, the ledger and the modes, and changes nothing.

use urto::Rate;
use urto::sound::ModeLevel;
use urto_engine::{Desk, Edit, Engine, SLOTS, Tap, Workshop};

fn play(sound: &str, watch: bool) -> (Vec<f32>, Vec<Tap>, Engine) {
    let rate = Rate::new(48_000.0).unwrap();
    let (mut desk, mut engine) = (Desk::new(), Engine::new(rate, SLOTS + 1));
    let mut workshop = Workshop::new(rate, SLOTS + 1);
    for line in [&format!("add {sound}"), "quality exact", "trigger 1 1.0"] {
        for order in desk.apply(&Edit::parse(line).unwrap()).unwrap() {
            assert!(engine.tell(0, workshop.command(&order).unwrap()).is_ok());
        }
    }
    engine.watch(watch.then_some(0));
    let (mut heard, mut seen) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        let (mut left, mut right) = ([0.0; 128], [0.0; 128]);
        engine.render(&mut [&mut left, &mut right]);
        heard.extend(left);
        let mut taps = [Tap::default(); 1024];
        let count = engine.drain_taps(&mut taps);
        seen.extend_from_slice(&taps[..count]);
    }
    (heard, seen, engine)
}

#[test]
fn a_blow_is_seen_whole() {
    let (heard, taps, engine) = play("impact", true);
    assert!(heard == play("impact", false).0);
    let pressed: Vec<&Tap> = taps.iter().filter(|tap| tap.force > 0.0).collect();
    // One contact: every one of its samples, one after the other.
    assert!(pressed.len() > 5);
    let first = pressed[0].frame;
    let whole = pressed
        .iter()
        .zip(first..)
        .filter(|(tap, n)| tap.frame == *n)
        .count();
    assert!(whole > 5, "{whole}");
    let hardest = pressed
        .iter()
        .max_by(|a, b| a.force.total_cmp(&b.force))
        .unwrap();
    assert!(hardest.compression > 0.0);
    // It approaches at 1 m/s, as its table says, and goes back more slowly.
    assert!((pressed[0].velocity - 1.0).abs() < 0.2, "{:?}", pressed[0]);
    let last = pressed[whole - 1];
    assert!(last.velocity < 0.0 && last.velocity > -1.0, "{last:?}");
    // All energy came from the throw, half of 20 g at 1 m/s squared and a tenth more or less by
    // variation; who caught the hammer took some.
    let ledger = engine.ledger();
    assert!((0.005..0.011).contains(&ledger.injected), "{ledger:?}");
    assert!(ledger.error().abs() < 1e-12 && ledger.dissipated > 0.0);
    let mut modes = [ModeLevel::default(); 64];
    let count = engine.modes(&mut modes);
    assert!(count > 3);
    assert!(modes[..count].iter().all(|mode| mode.frequency > 20.0));
    assert!(modes[..count].iter().any(|mode| mode.speed > 1e-4));
    // As many as there is room for.
    assert_eq!(engine.modes(&mut modes[..2]), 2);
}

#[test]
fn a_bow_is_seen_sticking_and_slipping() {
    let (_, taps, _) = play("bowed_string", true);
    let late = &taps[taps.len() / 2..];
    assert!(late.len() > 3000, "{}", late.len());
    assert!(late.windows(2).all(|pair| pair[0].frame < pair[1].frame));
    // Bowed at a tenth of its length the string sticks nine tenths of the time, give or take what
    // its ripples do, and slips several times as fast as the bow, which moves at 0.1 m/s.
    let share = |fast: fn(f32) -> bool| {
        let count = late.iter().filter(|tap| fast(tap.velocity.abs())).count();
        count as f64 / late.len() as f64
    };
    assert!(share(|speed| speed < 0.1) > 0.7);
    assert!((0.05..0.25).contains(&share(|speed| speed > 0.3)));
}

/// A workshop that is asked to makes instances that can be seen, and nobody pays for it who does not
/// ask.
#[test]
fn what_is_made_to_be_seen_is_seen() {
    let rate = Rate::new(48_000.0).unwrap();
    let order = urto_engine::Order::parse("put 0 impact 1 2 {}").unwrap();
    let play = |pictures: bool| {
        let (mut engine, mut workshop) = (Engine::new(rate, 1), Workshop::new(rate, 1));
        workshop.set_pictures(pictures);
        assert!(engine.tell(0, workshop.command(&order).unwrap()).is_ok());
        engine.watch(Some(0));
        engine.render(&mut [&mut [0.0; 64], &mut [0.0; 64]]);
        let still = engine.picture().cloned();
        let blow = urto_engine::Order::parse("trigger 0 1 -").unwrap();
        assert!(engine.tell(64, workshop.command(&blow).unwrap()).is_ok());
        let [mut left, mut right] = [[0.0; 512]; 2];
        engine.render(&mut [&mut left, &mut right]);
        let points = engine.geometry().map(urto::picture::Geometry::points);
        (left, points, still, engine.picture().cloned())
    };
    let (heard, points, still, moved) = play(true);
    let (still, moved) = (still.unwrap(), moved.unwrap());
    assert_eq!(points, Some(moved.speeds.len()));
    assert!(still.speeds.iter().all(|speed| *speed == 0.0));
    assert!(moved.speeds.iter().any(|speed| *speed > 0.0));
    let (same, points, _, moved) = play(false);
    assert!(heard == same && points.is_none() && moved.is_none());
}

#[test]
fn nobody_is_watched_where_nothing_is() {
    let rate = Rate::new(48_000.0).unwrap();
    let mut engine = Engine::new(rate, 4);
    for slot in [Some(2), Some(99), None] {
        engine.watch(slot);
        engine.render(&mut [&mut [0.0; 256], &mut [0.0; 256]]);
        assert_eq!(engine.drain_taps(&mut [Tap::default(); 8]), 0);
        assert_eq!(engine.modes(&mut [ModeLevel::default(); 8]), 0);
        assert_eq!(engine.ledger().stored, 0.0);
    }
}
