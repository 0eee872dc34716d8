//! Named bodies: closed forms, and what one hears of them.

use crate::ear::{RATE, choice, impact, probe, render, strongest};
use urto::body::{Body, BodyKind, BodyParams, MaterialKind};
use urto::math::{self, TAU};
use urto::param::{ChoiceField, Value};
use urto::sound::Event;

/// The shapes by name: neither a table of modes nor a file.
fn shapes() -> impl Iterator<Item = BodyKind> {
    let kinds = (0..BodyKind::OPTIONS.len()).filter_map(BodyKind::from_index);
    kinds.filter(|kind| !matches!(kind, BodyKind::Modes | BodyKind::File))
}

fn frequencies(params: &BodyParams) -> Vec<f64> {
    let body = Body::new(params).unwrap();
    body.modes().iter().map(|mode| mode.frequency).collect()
}

fn of(kind: BodyKind) -> BodyParams {
    BodyParams {
        kind,
        ..BodyParams::default()
    }
}

/// The first frequencies over the first of all, against known ratios.
fn assert_ratios(kind: BodyKind, known: &[f64], within: f64) {
    let found = frequencies(&of(kind));
    // Pairs lie 0.3 % apart.
    let mut single: Vec<f64> = Vec::new();
    for frequency in found {
        if single.last().is_none_or(|last| frequency > 1.004 * last) {
            single.push(frequency);
        }
    }
    for (found, known) in single.iter().map(|f| f / single[0]).zip(known) {
        let off = found / known - 1.0;
        assert!(off.abs() < within, "{kind:?}: {found} for {known}");
    }
}

/// Euler-Bernoulli: f = root²/(2·pi)·h/sqrt(12)·sqrt(E/rho)/L².
#[test]
fn a_steel_bar_rings_as_its_formula_says() {
    let bar = BodyParams {
        size: 0.3,
        width: 0.02,
        thickness: 0.01,
        ..of(BodyKind::Bar)
    };
    for (found, known) in frequencies(&bar).iter().zip([576.5, 1589.1, 3115.3]) {
        assert!((found / known - 1.0).abs() < 1e-4, "{found} {known}");
    }
    assert!((bar.weight().unwrap() - 0.471).abs() < 1e-3);
    // A mode weighs a quarter of the bar at its end.
    let body = Body::new(&bar).unwrap();
    assert!((body.modes()[2].mass / 0.117_75 - 1.0).abs() < 1e-6);
    assert!((body.shape(2, 0.0) - 1.0).abs() < 1e-6);
}

/// Fletcher & Rossing 1998: bars section 2.15, drums table 3.1, rings section 2.17 (n·(n²-1)/
/// sqrt(n²+1)), bells table 21.1; hemisphere Rayleigh 235c.
#[test]
fn partials_have_the_ratios_of_the_books() {
    assert_ratios(BodyKind::Bar, &[1.0, 2.756, 5.404, 8.933], 1e-3);
    assert_ratios(BodyKind::ClampedBar, &[1.0, 6.267, 17.55, 34.39], 1e-3);
    assert_ratios(BodyKind::Membrane, &[1.0, 1.593, 2.136, 2.295, 2.653], 1e-3);
    assert_ratios(BodyKind::Ring, &[1.0, 2.828, 5.424, 8.771], 1e-3);
    assert_ratios(BodyKind::Bowl, &[1.0, 2.8102, 5.4316], 1e-3);
    assert_ratios(BodyKind::Bell, &[1.0, 2.0, 2.366, 3.012, 4.0], 1e-3);
    // The free edge's equation at steel's Poisson's ratio, 0.29.
    assert_ratios(BodyKind::Disc, &[1.0, 1.6663, 2.3196, 3.7965, 4.0697], 3e-3);
}

/// French 1983: f = 1/(2·pi)·sqrt(3E/(5·rho))·t/R²·sqrt(1 + 4/3·(R/H)⁴).
#[test]
fn a_glass_rings_as_french_found() {
    let glass = BodyParams {
        size: 0.12,
        width: 0.08,
        thickness: 0.002,
        material: MaterialKind::Glass,
        ..of(BodyKind::Glass)
    };
    let slender: f64 = 0.04 / 0.12;
    let stiff = (0.6f64 * 7.0e10 / 2500.0).sqrt() * 0.002 / (0.04 * 0.04);
    let known = stiff / TAU * (1.0 + 4.0 / 3.0 * math::pow(slender, 4.0)).sqrt();
    let pair = frequencies(&glass);
    let middle = 0.5 * (pair[0] + pair[1]);
    assert!((middle / known - 1.0).abs() < 1e-3, "{middle} {known}");
}

/// A bell of 0.70 m in bronze has its prime at 587 Hz and weighs about 215 kg.
#[test]
fn a_church_bell_has_its_pitch_and_weight() {
    let bell = BodyParams {
        size: 0.7,
        material: MaterialKind::Brass,
        ..of(BodyKind::Bell)
    };
    assert!((frequencies(&bell)[2] / 587.0 - 1.0).abs() < 0.02);
    assert!((bell.weight().unwrap() / 215.0 - 1.0).abs() < 0.05);
}

/// A bell of a metre hums for tens of seconds, and its nominal for some: a hand bell of 0.1 m for
/// as long as brass does.
#[test]
fn a_large_bell_hums_for_tens_of_seconds() {
    let bell = |size: f64| {
        let bell = BodyParams {
            size,
            material: MaterialKind::Brass,
            ..of(BodyKind::Bell)
        };
        let body = Body::new(&bell).unwrap();
        // Hum and nominal are the first and the fifth of the pairs.
        let [hum, nominal] = [0, 8].map(|mode| body.modes()[mode].decay);
        assert_eq!(bell.longest_decay(), hum);
        [hum, nominal]
    };
    let [hum, nominal] = bell(1.0);
    assert!((15.0..60.0).contains(&hum), "{hum}");
    assert!((3.0..10.0).contains(&nominal), "{nominal}");
    let small = MaterialKind::Brass.figures().decay(0.5 * 587.0 * 7.0);
    let [hum, _] = bell(0.1);
    assert!((hum / small - 1.0).abs() < 0.02, "{hum} {small}");
}

/// No coin is perfectly round: each of its modes with a nodal diameter is two that beat, and a blow
/// at its rim wakes both.
#[test]
fn a_coin_rings_in_pairs() {
    let coin = BodyParams {
        size: 0.0285,
        thickness: 0.0019,
        material: MaterialKind::Brass,
        ..of(BodyKind::Disc)
    };
    let body = Body::new(&coin).unwrap();
    let modes = body.modes();
    // Oval, umbrella and three lobes lie below 20 kHz.
    assert_eq!(modes.len(), 5);
    for (one, other) in [(0, 1), (3, 4)] {
        let apart = modes[other].frequency / modes[one].frequency - 1.0;
        assert!((0.001..0.01).contains(&apart), "{apart}");
        let woken = [one, other].map(|mode| body.shape(mode, 0.0).abs());
        assert!(woken.iter().all(|shape| *shape > 0.3), "{woken:?}");
    }
}

/// The stout block against FEM of the bar (BODIES: 574.28, 1572.05, 3051.2; twist 3890 Hz).
#[test]
fn a_block_shaped_like_a_bar_agrees_with_fem() {
    let block = BodyParams {
        size: 0.3,
        width: 0.02,
        thickness: 0.01,
        ..of(BodyKind::Block)
    };
    let found = frequencies(&block);
    for known in [574.28, 1572.05, 3051.2, 3890.0] {
        let nearest = found.iter().map(|f| (f / known - 1.0).abs());
        assert!(nearest.fold(1.0, f64::min) < 3e-3, "{known}: {found:?}");
    }
}

#[test]
fn every_body_twice_as_large_is_an_octave_lower_and_eight_times_as_heavy() {
    for kind in (0..BodyKind::OPTIONS.len()).filter_map(BodyKind::from_index) {
        // These say themselves what they are; size says nothing of them.
        if matches!(kind, BodyKind::Modes | BodyKind::String | BodyKind::File) {
            continue;
        }
        let sized = |size| BodyParams { size, ..of(kind) };
        let (small, large) = (sized(0.1), sized(0.2));
        let mut body = Body::new(&small).unwrap();
        let before: Vec<f64> = body.modes().iter().map(|mode| mode.frequency).collect();
        body.fill(&large);
        for (mode, before) in body.modes().iter().zip(before) {
            assert!(
                (2.0 * mode.frequency / before - 1.0).abs() < 1e-9,
                "{kind:?}"
            );
        }
        let heavier = large.weight().unwrap() / small.weight().unwrap();
        assert!((heavier - 8.0).abs() < 1e-9, "{kind:?} {heavier}");
    }
}

#[test]
fn only_what_is_heard_is_computed_and_no_more_than_the_budget() {
    for kind in shapes() {
        for count in [1, 5, 48, 512] {
            let found = frequencies(&BodyParams { count, ..of(kind) });
            assert!(!found.is_empty() && found.len() <= count as usize);
            assert!(
                found.iter().all(|f| (20.0..20_000.0).contains(f)),
                "{kind:?}"
            );
            assert!(found.windows(2).all(|pair| pair[0] <= pair[1]), "{kind:?}");
        }
    }
}

#[test]
fn a_glass_twice_as_large_sounds_an_octave_lower() {
    let pitch = |size: f64| {
        let mut glass = impact(&[
            ("body.kind", choice(BodyKind::Glass)),
            ("body.material", choice(MaterialKind::Glass)),
            ("body.size", Value::Number(size)),
        ]);
        let out = render(glass.as_mut(), 0.6);
        // 822 Hz at 12 cm, as French says.
        strongest(&out[2400..], 822.0 * 0.12 / size, 0.3)
    };
    let (small, large) = (pitch(0.12), pitch(0.24));
    assert!((small / large / 2.0 - 1.0).abs() < 0.01, "{small} {large}");
}

/// T60 of a bar's first mode, from the sound.
fn heard_decay(material: MaterialKind, modulus: f64, seconds: f64) -> f64 {
    let mut bar = impact(&[
        ("body.material", choice(material)),
        ("body.modulus", Value::Number(modulus)),
        ("body.count", Value::Number(1.0)),
    ]);
    let out = render(bar.as_mut(), 3.0 * seconds);
    let window = (seconds * RATE) as usize;
    let size = |from: usize| probe(&out[from..from + window], 648.6);
    let (early, late) = (size(960), size(960 + window));
    math::LN_1000 * seconds / math::log(early / late)
}

#[test]
fn steel_rings_longer_than_wood_by_the_ratio_of_their_losses() {
    // Wood stiffened to steel's pitch, so that both lose at one frequency.
    let speed = |kind: MaterialKind| kind.figures().bar_speed();
    let stiffer = speed(MaterialKind::Steel) / speed(MaterialKind::Wood);
    let steel = heard_decay(MaterialKind::Steel, 1.0, 0.4);
    let wood = heard_decay(MaterialKind::Wood, stiffer * stiffer, 0.05);
    let w = TAU * 648.6;
    let losses = (60.0 + 2e-6 * w * w) / (5.0 + 3e-8 * w * w);
    assert!((steel / wood / losses - 1.0).abs() < 0.02, "{steel} {wood}");
}

/// How loud one mode is over another.
fn balance(settings: &[(&str, Value)], modes: [f64; 2]) -> f64 {
    let mut sound = impact(settings);
    let out = render(sound.as_mut(), 0.5);
    probe(&out[2400..], modes[0]) / probe(&out[2400..], modes[1])
}

#[test]
fn a_strike_at_a_node_silences_that_mode_by_40_db() {
    // (kind, the mode and the one to compare with, an open place, the first one's node)
    let cases = [
        // The first bending mode rests at 0.22416 of the length.
        (BodyKind::Bar, [0, 1], 0.0, 0.224_16),
        // The second one in the middle, where the third swings.
        (BodyKind::Bar, [1, 2], 0.0, 0.5),
        // A disc's oval pair in the middle, where the umbrella mode is strongest.
        (BodyKind::Disc, [0, 2], 0.0, 0.5),
        // A drum's first mode with a nodal diameter, likewise.
        (BodyKind::Membrane, [1, 0], 0.0, 0.5),
        // A plate's twist on its middle lines.
        (BodyKind::Plate, [0, 1], 0.0, 0.5),
    ];
    for (kind, modes, open, node) in cases {
        let body = Body::new(&of(kind)).unwrap();
        let pitches = modes.map(|mode| body.modes()[mode].frequency);
        let struck_at = |place: f64| {
            let settings = [
                ("body.kind", choice(kind)),
                ("strike", Value::Number(place)),
                ("variation", Value::Number(0.0)),
            ];
            // Both places share the level's aim; the second mode is the yardstick.
            balance(&settings, pitches) * body.shape(modes[1], place).abs()
        };
        let silenced = 20.0 * math::log10(struck_at(node) / struck_at(open));
        println!("{kind:?}: {silenced:.1} dB");
        assert!(silenced < -40.0, "{kind:?}: {silenced} dB");
    }
}

#[test]
fn a_body_follows_size_and_material_while_it_rings() {
    for kind in shapes() {
        let mut sound = impact(&[
            ("body.kind", choice(kind)),
            ("body.thickness", Value::Number(0.003)),
        ]);
        render(sound.as_mut(), 0.02);
        let mut live = |key: &str, value: Value| {
            let id = sound.params().table().find(key).unwrap();
            sound.set(&id, &value);
        };
        live("body.size", Value::Number(0.37));
        live("body.material", choice(MaterialKind::Brass));
        live("body.thickness", Value::Number(0.004));
        render(sound.as_mut(), 0.1);
        let ledger = sound.ledger();
        assert!(ledger.error().abs() < 1e-9 * (ledger.injected + ledger.dissipated));
        assert_eq!(sound.health().clamped, 0, "{kind:?}");
        // Struck anew it rings like a body that was built so.
        let grown = BodyParams {
            kind,
            size: 0.37,
            thickness: 0.004,
            material: MaterialKind::Brass,
            ..BodyParams::default()
        };
        let young = BodyParams {
            thickness: 0.003,
            ..of(kind)
        };
        let mut body = Body::new(&young).unwrap();
        body.fill(&grown);
        let lowest = &body.modes()[0];
        if lowest.frequency < 60.0 || kind == BodyKind::Block {
            continue;
        }
        sound.event(0, Event::trigger(1.0));
        let out = render(sound.as_mut(), 0.6);
        let found = strongest(&out[4800..], lowest.frequency, 0.02);
        assert!(
            (found / lowest.frequency - 1.0).abs() < 0.01,
            "{kind:?} {found}"
        );
    }
}
