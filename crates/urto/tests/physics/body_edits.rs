//! Single modes of bodies, changed: what is changed, that it stays, and that it gives nothing.

use crate::ear::{choice, impact, probe, rate, render, strongest};
use urto::body::{Body, BodyKind, BodyParams, MaterialKind, ModeEdit, ModeSounds};
use urto::network::NetworkBuilder;
use urto::object::{Mode, NamedPoint, Place};
use urto::param::{ChoiceField, Value};
use urto::rng::Rng;

fn kinds() -> impl Iterator<Item = BodyKind> {
    let kinds = (0..BodyKind::OPTIONS.len()).filter_map(BodyKind::from_index);
    kinds.filter(|kind| *kind != BodyKind::File)
}

fn edit(frequency: f64, decay: f64, gain: f64) -> ModeEdit {
    ModeEdit {
        frequency,
        decay,
        gain,
        ..ModeEdit::default()
    }
}

/// Of every kind the changed mode is changed by the same factors, whatever size and material it has,
/// built so or grown so; the others are as they were.
#[test]
fn every_kind_takes_them_and_keeps_them() {
    for kind in kinds() {
        for (size, material) in [(0.2, MaterialKind::Steel), (0.31, MaterialKind::Glass)] {
            let plain = BodyParams {
                kind,
                size,
                material,
                ..BodyParams::default()
            };
            let changed = BodyParams {
                edit: vec![edit(1.25, 0.5, -20.0)],
                ..plain.clone()
            };
            let [before, after] = [&plain, &changed].map(|own| Body::new(own).unwrap());
            let mut grown = Body::new(&BodyParams {
                size: 0.2,
                material: MaterialKind::Steel,
                ..changed.clone()
            })
            .unwrap();
            grown.fill(&changed);
            let first = [before.modes(), after.modes(), grown.modes()].map(|own| own[0].clone());
            for own in &first[1..] {
                let shares = [
                    own.frequency / first[0].frequency / 1.25,
                    own.decay / first[0].decay / 0.5,
                    own.mass / first[0].mass / 10.0,
                ];
                // What has grown has the modes that it was built with.
                let near = |share: &f64| (share - 1.0).abs() < 1e-9;
                assert!(shares.iter().all(near), "{kind:?}: {shares:?}");
            }
            assert_eq!(before.modes()[1..], after.modes()[1..], "{kind:?}");
        }
    }
}

/// A partial that is changed is heard where it is put, one that is muted is not, and one alone is.
#[test]
fn what_is_changed_is_heard() {
    let heard = |settings: &[(&str, Value)]| {
        let mut all = vec![("body.kind", choice(BodyKind::Bar))];
        all.extend(settings.iter().cloned());
        render(impact(&all).as_mut(), 0.5)
    };
    let body = Body::new(&BodyParams::default()).unwrap();
    let [first, second] = [0, 1].map(|n| body.modes()[n].frequency);
    let plain = heard(&[]);
    let level = |sound: &[f32], hertz: f64| 20.0 * urto::math::log10(probe(&sound[2400..], hertz));
    let between = |sound: &[f32]| level(sound, first) - level(sound, second);
    let muted = heard(&[
        ("body.edit", Value::Count(1)),
        ("body.edit/0/sounds", choice(ModeSounds::Muted)),
    ]);
    assert!(
        between(&muted) < between(&plain) - 60.0,
        "{}",
        between(&muted)
    );
    let alone = heard(&[
        ("body.edit", Value::Count(1)),
        ("body.edit/0/sounds", choice(ModeSounds::Alone)),
    ]);
    assert!(
        between(&alone) > between(&plain) + 60.0,
        "{}",
        between(&alone)
    );
    let softer = heard(&[
        ("body.edit", Value::Count(2)),
        ("body.edit/1/gain", Value::Number(-12.0)),
    ]);
    let by = between(&softer) - between(&plain);
    // The blow itself changes a little with what it strikes.
    assert!((by - 12.0).abs() < 1.0, "{by}");
    let higher = heard(&[
        ("body.edit", Value::Count(1)),
        ("body.edit/0/frequency", Value::Number(1.1)),
    ]);
    let found = strongest(&higher[2400..], 1.1 * first, 0.02);
    assert!((found / first / 1.1 - 1.0).abs() < 1e-3, "{found} {first}");
}

/// Nobody strikes it again: whatever is changed while it rings, its energy only falls, and nothing
/// but numbers come out.
#[test]
fn changes_while_it_rings_give_no_energy() {
    let mut rng = Rng::new(5);
    for kind in kinds() {
        let mut params = BodyParams {
            kind,
            edit: vec![ModeEdit::default(); 6],
            ..BodyParams::default()
        };
        let mut body = Body::new(&params).unwrap();
        let point = NamedPoint {
            name: "here".to_owned(),
            place: Place::Along(0.3),
        };
        let mut network = NetworkBuilder::new(rate());
        let object = body.object(&params, &[point], rate()).unwrap();
        let id = network.add("body", object).unwrap();
        let (_, here) = network.point("body@here").unwrap();
        let mut network = network.build(0);
        network.push(id, here, 10.0);
        network.step();
        let mut last = network.look(id).energy();
        assert!(last > 0.0, "{kind:?}");
        for _ in 0..60 {
            for own in &mut params.edit {
                *own = edit(
                    0.125 * urto::math::pow(64.0, rng.uniform()),
                    0.01 * urto::math::pow(1e4, rng.uniform()),
                    -60.0 + 84.0 * rng.uniform(),
                );
                own.sounds = ModeSounds::from_index(rng.below(3)).unwrap();
            }
            params.finger.resistance = [0.0, rng.log_uniform(1e-3, 1e3)][rng.below(2)];
            params.finger.place = rng.uniform();
            body.follow(&params, &mut network, id);
            for _ in 0..64 {
                network.step();
                let now = network.look(id).energy();
                assert!(
                    now.is_finite() && now <= last * (1.0 + 1e-12),
                    "{kind:?}: {now} {last}"
                );
                last = now;
            }
        }
    }
}

/// All of it at its ends: it is built, plays numbers, and its books are right.
#[test]
fn the_ends_of_all_ranges_are_played() {
    for (frequency, decay, gain) in [
        (0.125, 0.01, -60.0),
        (8.0, 100.0, 24.0),
        (8.0, 0.01, 24.0),
        (0.125, 100.0, 24.0),
    ] {
        for sounds in [ModeSounds::On, ModeSounds::Muted, ModeSounds::Alone] {
            let mut settings = vec![
                ("body.kind", choice(BodyKind::Plate)),
                ("body.edit", Value::Count(48)),
            ];
            let keys: Vec<[String; 4]> = (0..48)
                .map(|n| {
                    ["frequency", "decay", "gain", "sounds"]
                        .map(|key| format!("body.edit/{n}/{key}"))
                })
                .collect();
            for [one, two, three, four] in &keys {
                settings.push((one, Value::Number(frequency)));
                settings.push((two, Value::Number(decay)));
                settings.push((three, Value::Number(gain)));
                settings.push((four, choice(sounds)));
            }
            let mut sound = impact(&settings);
            let out = render(sound.as_mut(), 0.2);
            assert!(out.iter().all(|own| own.is_finite() && own.abs() <= 4.0));
            let ledger = sound.ledger();
            assert!(
                ledger.error().abs() < 1e-9 * (ledger.injected + ledger.dissipated + ledger.stored)
            );
            assert_eq!(sound.health().non_finite, 0);
        }
    }
}

/// A finger on a free bar: the loss of each mode grows by R·shape²/(2·mass), so that a mode with a node
/// there rings on.
#[test]
fn a_finger_damps_what_moves_under_it() {
    let mut params = BodyParams::default();
    let plain = Body::new(&params).unwrap();
    // The first node of a free bar's lowest mode, by its frequency equation.
    params.finger.place = 0.224_158;
    params.finger.resistance = 20.0;
    let told = Body::new(&params).unwrap().modal(&params).modes;
    let loss = |mode: &Mode| urto::math::LN_1000 / mode.decay;
    for (n, own) in told.iter().enumerate().take(6) {
        let bare = &plain.modes()[n];
        let shape = plain.shape(n, params.finger.place);
        let off = loss(own) - loss(bare) - 20.0 * shape * shape / (2.0 * bare.mass);
        assert!(off.abs() < 1e-9 * loss(own), "{n}: {off}");
    }
    let share = |n: usize| told[n].decay / plain.modes()[n].decay;
    assert!(
        share(0) > 0.99 && share(1) < 0.2,
        "{} {}",
        share(0),
        share(1)
    );
}

/// What rings under a finger is gone soon; once it is lifted, all is as before.
#[test]
fn a_finger_is_laid_on_and_lifted() {
    let mut params = BodyParams::default();
    params.finger.place = 0.0;
    let point = NamedPoint {
        name: "here".to_owned(),
        place: Place::Along(0.0),
    };
    let mut body = Body::new(&params).unwrap();
    let before = body.modal(&params).modes;
    let mut network = NetworkBuilder::new(rate());
    let object = body.object(&params, &[point], rate()).unwrap();
    let id = network.add("body", object).unwrap();
    let (_, here) = network.point("body@here").unwrap();
    let mut network = network.build(0);
    let mut rung = |params: &BodyParams| {
        body.follow(params, &mut network, id);
        network.push(id, here, 10.0);
        network.step();
        let begun = network.look(id).energy();
        (0..9600).for_each(|_| network.step());
        let left = network.look(id).energy() / begun;
        (0..96_000).for_each(|_| network.step());
        (left, body.modal(params).modes)
    };
    let (free, _) = rung(&params);
    params.finger.resistance = 20.0;
    let (held, _) = rung(&params);
    params.finger.resistance = 0.0;
    let (again, after) = rung(&params);
    assert!(held < 1e-3 * free, "{held} {free}");
    assert!((again / free - 1.0).abs() < 0.05, "{again} {free}");
    assert_eq!(after, before);
}
