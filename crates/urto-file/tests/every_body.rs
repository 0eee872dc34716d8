//! Every sound that has a body takes every kind of body: finite, passive and audible.

mod common;

use common::{bar, bodies, check_audible};
use urto::Rate;
use urto::body::BodyKind;
use urto::param::{ChoiceField, leaves};
use urto::sound::{Entry, Event};
use urto_file::{assign_text, catalogue, load_resources};

/// A recorded cup, as `urto analyse --to-modal` writes one.
const CUP: &str = r#"urto = "modal/1"
modes = [{ frequency = 1320, decay = 0.4, mass = 0.03 }, { frequency = 2900, decay = 0.2, mass = 0.05 }]
points = { rim = [1.0, -0.8], foot = [0.6, 0.5] }
"#;
/// A string, a membrane and a block of masses; the block floats.
const NETWORKS: [(&str, &str); 3] = [
    (
        "string.mi.toml",
        r#"urto = "mi/1"
friction = 2e-4
[[row]]
name = "wire"
count = 24
from = [0, 0, 0]
to = [0.5, 0, 0]
mass = 1e-4
stiffness = 4e4
damping = 1e-2
length = 0.018
"#,
    ),
    (
        "skin.mi.toml",
        r#"urto = "mi/1"
friction = 1e-3
[[lattice]]
name = "skin"
counts = [9, 9, 1]
spacing = 0.03
mass = 2e-4
stiffness = 3e4
length = 0.029
damping = 1e-2
span = 1
hold = "rim"
"#,
    ),
    (
        "block.mi.toml",
        r#"urto = "mi/1"
friction = 1e-3
[[lattice]]
name = "block"
counts = [6, 3, 2]
spacing = 0.02
mass = 2e-3
stiffness = 4e5
damping = 1e-1
"#,
    ),
];
/// What a body stands on.
const SUPPORT: &str = "support.kind";
/// Length of each render \[s\].
const SECONDS: f64 = 0.6;

fn check(entry: &Entry, key: &str, kind: &str, (file, bytes): (&str, &[u8]), stands: bool) {
    let mut params = (entry.make)().params().boxed();
    let mut assign = |key: String, text: &str| {
        assign_text(params.as_mut(), &key, text).unwrap();
    };
    assign(format!("{key}.kind"), kind);
    assign(format!("{key}.file"), file);
    // As is usual for the kind: a pane's thickness suits no bell.
    for (part, measure) in [("size", "0.25"), ("width", "0"), ("thickness", "0")] {
        assign(format!("{key}.{part}"), measure);
    }
    // Where a sound has several sorts of things to choose from, it is to be the body.
    if let Some((owner, _)) = key.rsplit_once('.') {
        assign(format!("{owner}.kind"), "body");
    }
    if stands {
        assign(SUPPORT.to_owned(), "body");
    }
    load_resources(params.as_mut(), &mut |_| Ok(bytes.to_vec())).unwrap();
    let what = format!(
        "{} with {key}.kind={kind} ({file}), stands: {stands}",
        entry.key
    );
    let mut sound = (entry.make)();
    for (id, _) in leaves(params.as_ref()) {
        sound.set(&id, &params.value(&id).unwrap());
    }
    let rate = Rate::new(48_000.0).unwrap();
    sound.prepare(rate, 4096);
    sound.reset(1);
    sound.event(0, Event::trigger(1.0));
    let count = (SECONDS * rate.hertz()) as usize;
    let mut heard = vec![0.0; count];
    sound.render(&[], &mut [&mut heard]);
    assert_eq!(sound.notes(), [""; 0], "{what}");
    assert_eq!(sound.health().non_finite, 0, "{what}");
    // A light network sticks to what rubs it hard, and sings only after a while.
    let sticks = entry.is_held() && file.ends_with(".mi.toml");
    check_audible(&heard, if sticks { 1e-7 } else { 1e-3 }, &what);
    let books = sound.ledger();
    let moved = books.initial.abs() + books.injected.abs() + books.dissipated.abs();
    assert!(books.error().abs() <= 1e-6 * moved, "{what}: {books:?}");
    assert!(books.dissipated >= -1e-9 * moved, "{what}: {books:?}");
}

/// A share of all sounds, so that several cores can work.
fn check_share(share: usize, of: usize) {
    let with_body = |entry: &&&'static Entry| !bodies(entry.table, "").is_empty();
    let sounds: Vec<_> = catalogue().sounds().iter().filter(with_body).collect();
    assert!(sounds.len() > 10, "{}", sounds.len());
    let mesh = urto_file::write_body(&bar());
    for entry in sounds.iter().skip(share).step_by(of) {
        for key in bodies(entry.table, "") {
            for kind in BodyKind::OPTIONS {
                check(entry, &key, kind.key, ("cup.toml", CUP.as_bytes()), false);
            }
            let networks = NETWORKS.map(|(file, text)| (file, text.as_bytes()));
            for file in networks.into_iter().chain([("bar.body", &*mesh)]) {
                check(entry, &key, "file", file, false);
                if key == "body" && entry.table.find(SUPPORT).is_ok() {
                    check(entry, &key, "file", file, true);
                }
            }
        }
    }
}

#[test]
fn every_sound_takes_every_body_1() {
    check_share(0, 4);
}

#[test]
fn every_sound_takes_every_body_2() {
    check_share(1, 4);
}

#[test]
fn every_sound_takes_every_body_3() {
    check_share(2, 4);
}

#[test]
fn every_sound_takes_every_body_4() {
    check_share(3, 4);
}
