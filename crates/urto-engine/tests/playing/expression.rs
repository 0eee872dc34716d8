//! What a score tells of a gesture reaches its sound.

use urto::Rate;
use urto::sound::{Event, Expression};
use urto_engine::{Desk, Edit, Engine, SLOTS, Workshop};

const FRAMES: usize = 4800;

/// What is heard of an instance of `impact` after an edit.
fn played(line: &str) -> Vec<f32> {
    let rate = Rate::new(48_000.0).unwrap();
    let (mut desk, mut workshop) = (Desk::new(), Workshop::new(rate, SLOTS + 1));
    let mut engine = Engine::with_channels(rate, SLOTS + 1, 1);
    for line in ["add impact", line] {
        for order in desk.apply(&Edit::parse(line).unwrap()).unwrap() {
            let command = workshop.command(&order).unwrap();
            assert!(engine.tell(0, command).is_ok());
        }
    }
    let mut out = vec![0.0; FRAMES];
    engine.render(&mut [&mut out]);
    out
}

/// The same of the sound alone.
fn alone(expression: Expression) -> Vec<f32> {
    let mut sound = (urto_file::catalogue().sound("impact").unwrap().make)();
    sound.prepare(Rate::new(48_000.0).unwrap(), 128);
    sound.event(0, Event::with(1.0, expression));
    let mut out = vec![0.0; FRAMES];
    sound.render(&[], &mut [&mut out]);
    out
}

#[test]
fn what_a_score_tells_reaches_its_sound() {
    let none = Expression::default();
    let same = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
    let plain = played("trigger 1 1.0");
    assert!(same(&plain, &alone(none)));
    for (line, expression) in [
        ("trigger 1 1.0 pitch 1.5", none.with_pitch(1.5)),
        (
            "trigger 1 1.0 pitch 0.5 place 0.6",
            none.with_pitch(0.5).with_place(0.6),
        ),
    ] {
        let told = played(line);
        assert!(same(&told, &alone(expression)), "{line}");
        assert!(!same(&told, &plain), "{line}");
    }
}
