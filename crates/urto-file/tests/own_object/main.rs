//! A body of another crate that is no bank of modes: two masses and springs, stepped in their own
//! way. Every sound strikes, rubs and rolls on it, and none knows of it.

#[path = "../common/mod.rs"]
mod common;
mod pair;

use common::{bodies, check_level};
use pair::PairMaker;
use std::sync::{Arc, Once};
use urto::Rate;
use urto::body::BodyLoader;
use urto::param::{Declared, Params, Value, leaves};
use urto::sound::{Entry, Event, Sound};
use urto_file::{assign_text, catalogue, compose, install, load_resources};

const RATE: f64 = 48_000.0;

/// The catalogue of this program, with the pair.
fn composed() -> &'static urto::catalogue::Catalogue {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| assert!(install(compose().with_body(&PAIR)).is_ok()));
    catalogue()
}

/// `PAIR`, then the two pitches \[10 Hz\].
static PAIR: BodyLoader = BodyLoader {
    key: "pair",
    fits: |bytes| bytes.starts_with(b"PAIR"),
    load: |name, bytes| match &bytes[4..] {
        [low, high] => Ok(Arc::new(PairMaker {
            hertz: [low, high].map(|byte| 10.0 * f64::from(*byte)),
            decay: 0.8,
            mass: 0.01,
        })),
        _ => Err(format!("'{name}' does not hold two pitches")),
    },
};

/// What a body stands on.
const SUPPORT: &str = urto::body::SupportParams::TABLE.key;

/// A sound whose body of this key is the pair, on a table top if that is asked for.
fn sound_of(entry: &Entry, key: &str, stands: bool) -> (Box<dyn Sound>, Box<dyn Params>) {
    let mut params = (entry.make)().params().boxed();
    let mut assign = |key: String, text: &str| {
        assign_text(params.as_mut(), &key, text).unwrap();
    };
    assign(format!("{key}.kind"), "file");
    assign(format!("{key}.file"), "two.pair");
    // Where a sound has several sorts of things to choose from, it is to be the body.
    if let Some((owner, _)) = key.rsplit_once('.') {
        assign(format!("{owner}.kind"), "body");
    }
    if stands {
        assign(format!("{SUPPORT}.kind"), "body");
    }
    load_resources(params.as_mut(), &mut |_| Ok(b"PAIR\x50\xb4".to_vec())).unwrap();
    let mut sound = (entry.make)();
    for (id, _) in leaves(params.as_ref()) {
        sound.set(&id, &params.value(&id).unwrap());
    }
    sound.prepare(Rate::new(RATE).unwrap(), 4096);
    sound.reset(1);
    sound.event(0, Event::trigger(1.0));
    (sound, params)
}

/// How much of a frequency there is.
fn level(heard: &[f32], hertz: f64) -> f64 {
    let (mut cos, mut sin) = (0.0, 0.0);
    for (n, x) in heard.iter().enumerate() {
        let angle = urto::math::TAU * hertz / RATE * n as f64;
        cos += f64::from(*x) * urto::math::cos(angle);
        sin += f64::from(*x) * urto::math::sin(angle);
    }
    (cos * cos + sin * sin).sqrt()
}

/// Finite, passive and audible in every sound that has a body, on whatever it stands, and while its
/// tuning is moved.
#[test]
fn every_sound_takes_it() {
    let mut count = 0;
    for entry in composed().sounds() {
        let table = entry.table;
        for key in bodies(table, "") {
            let can_stand = key == "body" && table.find(&format!("{SUPPORT}.kind")).is_ok();
            for stands in [false, true]
                .into_iter()
                .filter(|stands| can_stand || !stands)
            {
                let what = format!("{} with its {key}, stands: {stands}", entry.key);
                let (mut sound, _) = sound_of(entry, &key, stands);
                let tuning = table.find(&format!("{key}.tuning")).unwrap();
                let mut heard = vec![0.0; 24_000];
                for (part, out) in heard.chunks_mut(4800).enumerate() {
                    sound.render(&[], &mut [out]);
                    let bent = [1.0, 1.6, 0.5, 8.0, 0.2][part];
                    sound.set(&tuning, &Value::Number(bent));
                }
                assert_eq!(sound.notes(), [""; 0], "{what}");
                assert_eq!(sound.health().non_finite, 0, "{what}");
                // What a wet finger rubs sings only after a while.
                let least = if entry.is_held() { 1e-4 } else { 1e-3 };
                check_level(&heard, least, &what);
                let books = sound.ledger();
                let moved = books.initial.abs() + books.injected.abs() + books.dissipated.abs();
                assert!(books.error().abs() <= 1e-6 * moved, "{what}: {books:?}");
                assert!(books.dissipated >= -1e-9 * moved, "{what}: {books:?}");
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count}");
}

/// Struck, it rings in its own two pitches (the midpoint rule lowers them: tan(w·h/2) = W·h/2), and
/// follows its tuning.
#[test]
fn it_rings_as_it_is_and_follows() {
    let impact = composed().sound("impact").unwrap();
    for stands in [false, true] {
        let (mut sound, _) = sound_of(impact, "body", stands);
        let mut heard = vec![0.0; 14_400];
        sound.render(&[], &mut [&mut heard]);
        let lowered = |hertz: f64| {
            let half = urto::math::TAU * hertz / RATE * 0.5;
            urto::math::atan2(half, 1.0) * 2.0 * RATE / urto::math::TAU
        };
        let late = |heard: &[f32], hertz: f64| level(&heard[4800..], hertz);
        for hertz in [800.0, 1800.0] {
            let own = late(&heard, lowered(hertz));
            assert!(own > 10.0 * late(&heard, hertz + 300.0), "{hertz}");
        }
        let tuning = impact.table.find("body.tuning").unwrap();
        sound.set(&tuning, &Value::Number(1.5));
        sound.render(&[], &mut [&mut heard]);
        assert!(late(&heard, lowered(1200.0)) > 10.0 * late(&heard, lowered(800.0)));
    }
}

/// A striker that rings and flies: the pair as a hammer.
#[test]
fn it_flies() {
    let impact = composed().sound("impact").unwrap();
    let (mut sound, _) = sound_of(impact, "striker.body", false);
    let mut heard = vec![0.0; 9600];
    sound.render(&[], &mut [&mut heard]);
    assert!(level(&heard[4800..], 799.0) > 5.0 * level(&heard[4800..], 1100.0));
}

#[test]
fn a_file_that_ends_early_is_refused_in_words() {
    let mut params = (composed().sound("impact").unwrap().make)()
        .params()
        .boxed();
    assign_text(params.as_mut(), "body.kind", "file").unwrap();
    assign_text(params.as_mut(), "body.file", "two.pair").unwrap();
    let error = load_resources(params.as_mut(), &mut |_| Ok(b"PAIR".to_vec()));
    let said = "body.file: 'two.pair' does not hold two pitches";
    assert_eq!(error.unwrap_err(), said);
}
