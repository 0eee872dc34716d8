//! Networks of masses in sounds, as bodies and as a spring behind them, allocate nothing while they
//! sound: not when they are struck, tuned, moved along, put to rest or reset; nor do networks that
//! change while they sound, or are exchanged.

use assert_no_alloc::{AllocDisabler, assert_no_alloc, violation_count};
use urto::Rate;
use urto::param::{Kind, Update, Value, leaves};
use urto::sound::{Event, Expression};
use urto_file::{assign_text, catalogue, load_resources};
use urto_mi::{Amount, Change, Mass, MassNetwork, Model, Prepared, Row, Spring};

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

/// A score with ramps, a mass that is fixed and freed, and links that come, while all links are made
/// stiffer and softer, and brake more and less; twice, with signals.
#[test]
fn a_network_that_changes_allocates_nothing() {
    let entry = catalogue().sound("network").unwrap();
    let mut sound = (entry.make)();
    let mut params = sound.params().boxed();
    assign_text(params.as_mut(), "file", "retuned-string.mi.toml").unwrap();
    // All of it within half a second.
    let text = str::from_utf8(urto_file::built_in("retuned-string.mi.toml").unwrap()).unwrap();
    let quick: Vec<String> = text
        .lines()
        .map(|line| match line.strip_prefix("at = ") {
            Some(seconds) => format!("at = {}", 0.06 * seconds.parse::<f64>().unwrap()),
            None => line.replace("\"0.8 s\"", "\"0.05 s\""),
        })
        .collect();
    load_resources(params.as_mut(), &mut |_| Ok(quick.join("\n").into())).unwrap();
    let id = params.table().find("file").unwrap();
    sound.set(&id, &params.value(&id).unwrap());
    sound.prepare(Rate::new(48_000.0).unwrap(), 512);
    assert_eq!(sound.notes(), [""; 0]);
    let mut out = [0.0f32; 512];
    let group = ["group.stiffness", "group.damping"];
    let group = group.map(|key| params.table().find(key).unwrap());
    let before = violation_count();
    assert_no_alloc(|| {
        for _ in 0..2 {
            sound.event(0, Event::trigger(1.0));
            for n in 0..60 {
                let factor = [1.0, 0.1, 10.0, 2.0][n / 6 % 4];
                sound.set(&group[n % 2], &Value::Number(factor));
                sound.render(&[], &mut [&mut out]);
            }
        }
        sound.reset(1);
        sound.render(&[], &mut [&mut out]);
    });
    assert_eq!(violation_count(), before);
    assert_eq!(sound.health().non_finite, 0);
    let ledger = sound.ledger();
    assert!(ledger.error().abs() < 1e-9 * (ledger.injected.abs() + ledger.initial));
}

#[test]
fn a_network_is_changed_and_exchanged_without_allocation() {
    let mut model = Model::new(44_100.0).unwrap();
    let masses = Row::default().build(&mut model, "string").unwrap();
    let mut network = MassNetwork::new(&model).unwrap();
    let amount = Amount::Times(0.5);
    let links = model.links_of("string");
    let softer = model.changed(&[
        Change::Stiffness { links, amount },
        Change::Fix(vec![masses[9]]),
    ]);
    let softer = softer.unwrap();
    let mut change = Prepared::new(&network, &model, &softer, 0.01).unwrap();
    let mut more = softer.clone();
    let bead = more.add(Mass::at([0.1, 0.0, 0.1])).unwrap();
    more.join([masses[3], bead], Spring::default()).unwrap();
    let mut next = MassNetwork::new(&more).unwrap();
    let before = violation_count();
    assert_no_alloc(|| {
        network.throw(masses[5], [0.0, 1.0, 0.0]);
        for _ in 0..500 {
            change.act(&mut network);
            network.step();
        }
        network.exchange(&mut next);
        for _ in 0..100 {
            network.step();
        }
    });
    assert_eq!(violation_count(), before);
    assert!(change.is_done() && network.position(bead) != [0.1, 0.0, 0.1]);
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
