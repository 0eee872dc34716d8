//! Scenes in which energy once appeared from nowhere: bodies that begin metres inside one another,
//! with the steepest laws and a second contact beside. As they stand they are refused; begun as
//! deep as is allowed, or pressed there by the score, they gain nothing that was not put in.

use urto::Rate;
use urto::sound::Sound;
use urto_file::{Document, read};

const SCENES: [(&str, &str); 3] = [
    (
        "overlap_friction",
        include_str!("data/hostile/overlap_friction.toml"),
    ),
    (
        "overlap_damped_friction",
        include_str!("data/hostile/overlap_damped_friction.toml"),
    ),
    (
        "ball_between_strings",
        include_str!("data/hostile/ball_between_strings.toml"),
    ),
];

#[test]
fn bodies_deep_inside_one_another_are_refused_in_words() {
    for (name, text) in SCENES {
        let refusal = read(name, text.as_bytes()).err().map(|e| e.to_string());
        let refusal = refusal.unwrap_or_default();
        assert!(
            refusal.contains("inside") && refusal.contains("0.1 m"),
            "{name}: {refusal}"
        );
    }
}

/// The scene with its bodies as near as is allowed, and perhaps pressed together by a cue.
fn allowed(text: &str, start: f64, pressed: Option<f64>) -> String {
    let lines = text.lines().map(|line| match line.split_once(" = ") {
        Some(("position", place)) => {
            let side = if place.starts_with('-') { -1.0 } else { 1.0 };
            format!("position = {:?}", side * start)
        }
        _ => line.to_owned(),
    });
    let mut text = lines.collect::<Vec<_>>().join("\n");
    if let Some(to) = pressed {
        let cue = "[[score]]\nat = 0.001\nover = 0.001\n";
        text += &format!("\n{cue}offset = {{ contact = \"hit\", to = {to:?} }}\n");
    }
    text
}

#[test]
fn nothing_is_gained_from_steep_contacts() {
    for (name, text) in SCENES {
        for start in [0.05, 1e-3, -1e-3] {
            for pressed in [None, Some(10.0), Some(-10.0), Some(0.3)] {
                let text = allowed(text, start, pressed);
                let Ok(Document::Scene(scene)) = read(name, text.as_bytes()) else {
                    panic!("{name} is not read:\n{text}");
                };
                let rate = Rate::new(scene.rate.unwrap_or(48_000.0)).unwrap();
                let mut player = scene.build(rate).unwrap();
                let mut last = player.ledger();
                let mut peak = last.stored;
                for step in 0..400 {
                    let mut channels = vec![[0.0f32]; player.channels()];
                    let mut outputs: Vec<&mut [f32]> =
                        channels.iter_mut().map(|c| c.as_mut_slice()).collect();
                    player.render(&[], &mut outputs);
                    let now = player.ledger();
                    let given = now.injected - last.injected;
                    peak = peak.max(now.stored).max(given.abs());
                    let gained = (now.stored - last.stored) - given;
                    let seen = format!(
                        "{name} from {start} m, pressed {pressed:?}, step {step}: {now:?} after {last:?}, {:?}",
                        player.health()
                    );
                    assert!(now.stored.is_finite() && gained <= 1e-11 * peak, "{seen}");
                    assert!(now.error().abs() <= 1e-9 * peak, "{seen}");
                    last = now;
                }
            }
        }
    }
}
