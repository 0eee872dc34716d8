//! Networks of masses in sounds, as bodies and as a spring behind them, allocate nothing while they
//! sound: not when they are struck, tuned, moved along, put to rest or reset.

use assert_no_alloc::{AllocDisabler, assert_no_alloc, violation_count};
use urto::Rate;
use urto::param::{Kind, Update, Value, leaves};
use urto::sound::{Event, Expression};
use urto_file::{assign_text, catalogue, load_resources};

#[global_allocator]
static GUARD: AllocDisabler = AllocDisabler;

/// A skin, and a block that floats.
const SKIN: &str = r#"urto = "mi/1"
friction = 2e-2
[[lattice]]
name = "skin"
counts = [6, 6, 1]
spacing = 0.03
mass = 2e-4
stiffness = 3e4
length = 0.029
damping = 1e-2
span = 1
hold = "rim"
"#;
const BLOCK: &str = r#"urto = "mi/1"
friction = 1e-3
[[lattice]]
name = "block"
counts = [4, 3, 2]
spacing = 0.02
mass = 2e-3
stiffness = 4e5
damping = 1e-1
"#;

#[test]
fn nothing_is_allocated_while_they_sound() {
    for (key, body) in [
        ("impact", "body"),
        ("rolling", "body"),
        ("scraping", "body"),
        ("friction", "second.body"),
    ] {
        for text in [SKIN, BLOCK] {
            let entry = catalogue().sound(key).unwrap();
            let mut params = (entry.make)().params().boxed();
            for (key, value) in [
                (format!("{body}.kind"), "file"),
                (format!("{body}.file"), "it.mi.toml"),
                ("space".to_owned(), "spring"),
                ("spring.level".to_owned(), "0.5"),
                ("spring.delay".to_owned(), "0.005"),
            ] {
                assign_text(params.as_mut(), &key, value).unwrap();
            }
            load_resources(params.as_mut(), &mut |_| Ok(text.into())).unwrap();
            let mut sound = (entry.make)();
            for (id, _) in leaves(params.as_ref()) {
                sound.set(&id, &params.value(&id).unwrap());
            }
            sound.prepare(Rate::new(48_000.0).unwrap(), 512);
            assert_eq!(sound.notes(), [""; 0], "{key}");
            // Every number that may change live, to both ends of its range and back.
            let mut changes = Vec::new();
            for (id, spec) in leaves(params.as_ref()) {
                if let (Kind::Number(range), true) = (&spec.kind, spec.update != Update::Rebuild) {
                    let back = params.value(&id).unwrap();
                    let ends = [range.min, range.max].map(Value::Number);
                    changes.extend(ends.into_iter().chain([back]).map(|value| (id, value)));
                }
            }
            assert!(changes.len() > 30, "{key}");
            let mut out = [0.0f32; 512];
            let before = violation_count();
            assert_no_alloc(|| {
                sound.reset(1);
                sound.event(0, Event::trigger(1.0));
                for _ in 0..40 {
                    sound.render(&[], &mut [&mut out]);
                }
                for (id, value) in &changes {
                    sound.set(id, value);
                    sound.render(&[], &mut [&mut out[..64]]);
                }
                let told = Expression::default().with_pitch(1.2).with_place(0.3);
                sound.event(1, Event::with(0.5, told));
                for _ in 0..100 {
                    sound.render(&[], &mut [&mut out]);
                }
                sound.reset(2);
                sound.render(&[], &mut [&mut out]);
            });
            assert_eq!(violation_count(), before, "{key}");
            assert_eq!(sound.health().non_finite, 0, "{key}");
        }
    }
}

/// Balls that find each other and a net, and one that is put elsewhere by an event: all room was there.
#[test]
fn nothing_is_allocated_while_things_touch() {
    let text = r#"urto = "mi/1"
gravity = [0, 0, -9.81]
[[lattice]]
name = "balls"
counts = [3, 3, 4]
spacing = 0.012
at = [0.01, 0.01, 0.02]
mass = 1e-3
stiffness = 0
[[lattice]]
name = "net"
counts = [6, 6, 1]
spacing = 0.01
mass = 1e-4
stiffness = 2000
length = 0.009
span = 1
hold = "rim"
[[contact]]
between = ["balls", "net"]
surface = true
length = 0.004
stiffness = 1e4
[[contact]]
between = [["balls.0.0.0", "balls.1.0.1", "balls.2.1.0", "balls.0.2.3"]]
length = 0.009
stiffness = 1e4
[[contact]]
between = ["balls", "net"]
length = 0.005
stiffness = 1e3
[[event]]
at = 0.05
position = { mass = "balls.1.1.1", value = [0.02, 0.02, 0.01] }
[[listen]]
mass = "net.2.2.0"
axis = [0, 0, 1]
"#;
    let file = urto_file::read_network("n.mi.toml", text.as_bytes()).unwrap();
    let mut played = file.played().unwrap();
    let mut heard = vec![0.0; 8000];
    let before = violation_count();
    assert_no_alloc(|| played.render(&mut [&mut heard]));
    assert_eq!(violation_count(), before);
    let counts = played.network().contact_counts();
    assert!(counts.searches > 20 && counts.near > 0, "{counts:?}");
    assert!(heard.iter().any(|own| own.abs() > 1e-5));
}
