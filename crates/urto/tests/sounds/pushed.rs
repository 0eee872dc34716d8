//! A free block that is pushed and let go, and rosin in the sounds that rub.

use crate::made::{RATE, made};
use urto::param::Value;
use urto::sound::{Event, Sound, TapSignals};

/// Samples, and the speed at the contact \[m/s\], for a gesture that is let go.
fn rubbed(sound: &mut dyn Sound, held: f64, seconds: f64) -> (Vec<f32>, Vec<f32>) {
    sound.event(0, Event::trigger(1.0));
    sound.event((held * RATE) as usize, Event::Release);
    let frames = (seconds * RATE) as usize;
    let (mut out, mut speed) = (vec![0.0f32; frames], vec![0.0f32; frames]);
    let mut taps = TapSignals {
        speed: &mut speed,
        ..TapSignals::default()
    };
    sound.render_tapped(&[], &mut [&mut out], &mut taps);
    assert_eq!(sound.health().non_finite, 0);
    (out, speed)
}

/// Mean speed over a stretch.
fn mean(speed: &[f32], from: f64, to: f64) -> f64 {
    let part = &speed[(from * RATE) as usize..(to * RATE) as usize];
    part.iter().map(|x| f64::from(*x)).sum::<f64>() / part.len() as f64
}

const BLOCK: [(&str, &str); 11] = [
    ("first.kind", "free"),
    ("first.mass.mass", "4"),
    ("velocity", "1"),
    ("push", "60"),
    ("rub.normal_force", "40"),
    ("rub.dynamic_friction", "0.25"),
    ("rub.static_friction", "0.26"),
    ("rub.viscosity", "0"),
    ("rub.noise", "0"),
    ("unevenness", "0"),
    ("gesture.tremor", "0"),
];

/// 4 kg under 40 N slide on with mu·N/m = 2.5 m/s² when the hand is gone, and stop for good.
#[test]
fn a_block_that_is_let_go_slides_until_friction_stops_it() {
    let mut sound = made("friction", &BLOCK);
    let (out, speed) = rubbed(sound.as_mut(), 1.0, 3.0);
    // Pushed, it reaches where the hand's force is friction's: V·(1 - mu·N/push).
    let fast = mean(&speed, 0.9, 1.0);
    assert!((fast / (1.0 - 10.0 / 60.0) - 1.0).abs() < 0.05, "{fast}");
    let (soon, later) = (mean(&speed, 1.08, 1.1), mean(&speed, 1.18, 1.2));
    let slows = (soon - later) / 0.1;
    println!("{fast} m/s, slows by {slows} m/s²");
    assert!((slows / 2.5 - 1.0).abs() < 0.1, "{slows}");
    let stops = 1.04 + fast / 2.5;
    assert!(mean(&speed, stops + 0.1, stops + 0.2).abs() < 2e-3);
    assert!(out.iter().any(|x| x.abs() > 1e-3));
    // And is silent: nothing keeps itself alive.
    let end = &out[(2.8 * RATE) as usize..];
    assert!(end.iter().all(|x| x.abs() < 1e-3));
}

/// A push below what holds it does not move it; a strong one cannot make it faster than the hand.
#[test]
fn a_weak_push_does_not_move_it_and_a_strong_one_is_no_faster_than_the_hand() {
    for (push, slow, fast) in [("5", -1e-3, 1e-3), ("3000", 0.9, 1.01)] {
        let mut settings = BLOCK;
        settings[3] = ("push", push);
        let mut sound = made("friction", &settings);
        let (_, speed) = rubbed(sound.as_mut(), 1.0, 1.0);
        let found = mean(&speed, 0.8, 1.0);
        assert!((slow..fast).contains(&found), "{push}: {found}");
        assert!(speed.iter().all(|v| *v < 1.05), "{push}");
    }
}

/// A free body under what rubs on it is dragged along, until nothing slips any more.
#[test]
fn a_free_body_is_dragged_along() {
    let settings = [
        ("second.kind", "free"),
        ("second.mass.mass", "1"),
        ("first.kind", "body"),
        ("velocity", "0.5"),
        ("gesture.tremor", "0"),
    ];
    let mut sound = made("friction", &settings);
    let (_, speed) = rubbed(sound.as_mut(), 1.5, 1.5);
    assert!(mean(&speed, 0.0, 0.05) > 0.05);
    assert!(
        mean(&speed, 1.0, 1.5).abs() < 0.01,
        "{}",
        mean(&speed, 1.0, 1.5)
    );
}

/// Under rosin the default string sounds at its pitch, and other numbers are heard.
#[test]
fn rosin_can_be_played_and_turned() {
    let played = |cooling: &str| {
        let settings = [
            ("bow.law", "rosin"),
            ("bow.rosin.cooling", cooling),
            ("vibrato", "0"),
        ];
        let mut sound = made("bowed_string", &settings);
        rubbed(sound.as_mut(), 1.5, 1.5).0
    };
    let (short, long) = (played("0.001"), played("0.5"));
    let peak = |all: &[f32]| all.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    assert!(
        peak(&short) > 0.05 && peak(&short) < 1.0,
        "{}",
        peak(&short)
    );
    assert!(short != long);
    let mut sound = made("friction", &[("rub.law", "rosin")]);
    let (out, _) = rubbed(sound.as_mut(), 1.0, 1.5);
    assert!(peak(&out) > 0.02 && peak(&out) < 1.0, "{}", peak(&out));
    // Turned while it plays.
    let id = sound
        .params()
        .table()
        .find("rub.rosin.cold_friction")
        .unwrap();
    sound.set(&id, &Value::Number(0.4));
    let (out, _) = rubbed(sound.as_mut(), 0.5, 0.5);
    assert!(out.iter().all(|x| x.is_finite()));
}
