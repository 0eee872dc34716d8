//! Impact everywhere: every named body is struck with every hammer, in every material, at three
//! sizes.

// Other tests of bodies use more of it.
#[allow(dead_code)]
#[path = "../../urto/tests/physics/ear/mod.rs"]
mod ear;

use ear::{choice, probe, rate, render, strongest};
use urto::body::{Body, BodyKind, BodyParams, MaterialKind};
use urto::param::{ChoiceField, Value};
use urto::sound::Sound;
use urto_file::Preset;

/// The solid shapes by name: neither a table of modes nor a file, and no string, whose rubber
/// hardly rings (`every_body.rs` strikes those).
fn shapes() -> impl Iterator<Item = BodyKind> {
    let kinds = (0..BodyKind::OPTIONS.len()).filter_map(BodyKind::from_index);
    kinds.filter(|kind| !matches!(kind, BodyKind::Modes | BodyKind::String | BodyKind::File))
}

/// What strikes: every preset that is a hammer.
fn hammers() -> Vec<Preset> {
    let mut all = urto_file::library().unwrap();
    all.retain(|preset| preset.tags.iter().any(|tag| tag == "hammer"));
    all
}

/// A body under a hammer, about to be struck.
fn blow(hammer: &Preset, kind: BodyKind, material: MaterialKind, size: f64) -> Box<dyn Sound> {
    let mut hammer = hammer.clone();
    for (key, value) in [
        ("body.kind", choice(kind)),
        ("body.material", choice(material)),
        ("body.size", Value::Number(size)),
        // Which suits the body that the preset has; the sound must find that of any other.
        ("level", Value::Number(0.0)),
    ] {
        let id = hammer.params.table().find(key).unwrap();
        hammer.params.assign(&id, &value).unwrap();
    }
    hammer.start(rate(), 512, 1.0, 0).unwrap()
}

/// Modes whose pitch can be told from the sound: they ring for enough cycles, and no other lies
/// near but their own twin.
fn tellable(body: &Body) -> Vec<f64> {
    let modes = body.modes();
    let alone = |frequency: f64| {
        modes.iter().all(|other| {
            let apart = (other.frequency - frequency).abs();
            apart < 0.004 * frequency || apart > (0.05 * frequency).max(40.0)
        })
    };
    modes
        .iter()
        .filter(|mode| mode.frequency > 150.0 && mode.decay * mode.frequency > 30.0)
        .filter(|mode| alone(mode.frequency))
        .map(|mode| mode.frequency)
        .collect()
}

#[test]
fn every_body_is_struck_with_every_hammer_in_every_material() {
    let hammers = hammers();
    assert!(hammers.len() >= 5);
    let (mut cases, mut usual, mut told) = (0, 0, 0);
    for kind in shapes() {
        for material in (0..MaterialKind::OPTIONS.len()).filter_map(MaterialKind::from_index) {
            for size in [0.1, 0.3, 1.0] {
                let params = BodyParams {
                    size,
                    material,
                    kind,
                    ..BodyParams::default()
                };
                // A gong's pitch depends on the blow: it stretches.
                let partials = match kind {
                    BodyKind::Gong => Vec::new(),
                    _ => tellable(&Body::new(&params).unwrap()),
                };
                for hammer in &hammers {
                    let own = hammer.name.as_deref().unwrap();
                    let name = format!("{kind:?} {material:?} {size} {own}");
                    let mut sound = blow(hammer, kind, material, size);
                    let (out, parted) = passively(sound.as_mut(), &name);
                    let peak = out.iter().fold(0.0f32, |most, x| most.max(x.abs()));
                    assert!(peak >= 0.015, "{name} peaks at {peak}");
                    cases += 1;
                    let is_usual = (0.05..0.9).contains(&peak);
                    usual += usize::from(is_usual);
                    if !is_usual {
                        println!("{name} peaks at {peak}");
                    }
                    told += usize::from(pitch_is_told(&out[parted..], &partials, &name));
                }
            }
        }
    }
    println!("{cases} blows, {usual} of usual loudness, {told} of clear pitch");
    assert!(usual * 100 >= cases * 97);
    // Rubber and cardboard have no pitch to speak of, nor have others under the softest hammers.
    assert!(told * 100 >= cases * 65);
}

/// Plays the blow and looks at the books on the way. Tells also from which sample on the body
/// rings by itself: a soft hammer rides on a light body for a while and makes it heavier.
fn passively(sound: &mut dyn Sound, name: &str) -> (Vec<f32>, usize) {
    let mut out = Vec::new();
    // What was thrown is mostly taken back when the hammer is caught: rounding is that of the most.
    let (mut last, mut most) = (0.0, 0.0f64);
    let mut parted = 1200;
    for _ in 0..100 {
        out.extend(render(sound, 0.002));
        if sound.taps().force > 0.0 {
            parted = parted.max(out.len());
        }
        let ledger = sound.ledger();
        most = most.max(ledger.injected);
        assert!(ledger.error().abs() < 1e-9 * most, "{name} {ledger:?}");
        assert!(ledger.dissipated >= last - 1e-12 * most, "{name}");
        last = ledger.dissipated;
    }
    assert_eq!(sound.health().non_finite, 0, "{name}");
    (out, parted)
}

/// Checks the loudest partial against its formula; false if none is heard well enough.
fn pitch_is_told(out: &[f32], partials: &[f64], name: &str) -> bool {
    // Partials 40 Hz apart are told apart in 0.15 s.
    if out.len() < 7200 {
        return false;
    }
    let loudness = partials.iter().map(|f| (probe(out, *f), *f));
    let Some((size, expected)) = loudness.max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return false;
    };
    let most = out.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    if size < 0.01 * f64::from(most) {
        return false;
    }
    let found = strongest(out, expected, 0.02);
    assert!(
        (found / expected - 1.0).abs() < 0.01,
        "{name}: {found} instead of {expected}"
    );
    true
}
