//! Impact everywhere: every named body is struck with every hammer, in every material, at three
//! sizes.

mod ear;

use ear::{choice, impact, probe, render, strongest};
use urto::body::{Body, BodyKind, BodyParams, MaterialKind};
use urto::param::{ChoiceField, Value};
use urto::sound::Sound;

/// What strikes: mass, stiffness, exponent, dissipation. Contact times of about 0.1, 0.4, 3 and
/// 2 ms on a heavy body at 1 m/s.
const HAMMERS: [(&str, [f64; 4]); 4] = [
    ("steel", [0.02, 1e9, 1.5, 0.1]),
    ("wood", [0.05, 1e8, 1.5, 0.5]),
    ("rubber", [0.1, 1e6, 1.8, 2.0]),
    ("felt", [0.03, 1e8, 2.5, 1.0]),
];

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
    let (mut cases, mut usual, mut told) = (0, 0, 0);
    for kind in (1..BodyKind::OPTIONS.len()).filter_map(BodyKind::from_index) {
        for material in (0..MaterialKind::OPTIONS.len()).filter_map(MaterialKind::from_index) {
            for size in [0.1, 0.3, 1.0] {
                let params = BodyParams {
                    size,
                    material,
                    kind,
                    ..BodyParams::default()
                };
                let partials = tellable(&Body::new(&params));
                for (hammer, [mass, stiffness, exponent, dissipation]) in HAMMERS {
                    let name = format!("{kind:?} {material:?} {size} {hammer}");
                    let mut sound = impact(&[
                        ("body.kind", choice(kind)),
                        ("body.material", choice(material)),
                        ("body.size", Value::Number(size)),
                        ("striker.mass", Value::Number(mass)),
                        ("contact.stiffness", Value::Number(stiffness)),
                        ("contact.exponent", Value::Number(exponent)),
                        ("contact.dissipation", Value::Number(dissipation)),
                    ]);
                    let out = passively(sound.as_mut(), &name);
                    let peak = out.iter().fold(0.0f32, |most, x| most.max(x.abs()));
                    assert!((0.015..=1.0).contains(&peak), "{name} peaks at {peak}");
                    cases += 1;
                    usual += usize::from((0.05..0.9).contains(&peak));
                    told += usize::from(pitch_is_told(&out[1200..], &partials, &name));
                }
            }
        }
    }
    println!("{cases} blows, {usual} of usual loudness, {told} of clear pitch");
    assert!(usual * 100 >= cases * 97);
    // Rubber and cardboard have no pitch to speak of, nor have others under the softest hammers.
    assert!(told * 100 >= cases * 65);
}

/// Plays the blow and looks at the books on the way.
fn passively(sound: &mut dyn Sound, name: &str) -> Vec<f32> {
    let mut out = Vec::new();
    let mut last = 0.0;
    for _ in 0..20 {
        out.extend(render(sound, 0.01));
        let ledger = sound.ledger();
        assert!(
            ledger.error().abs() < 1e-9 * ledger.injected,
            "{name} {ledger:?}"
        );
        assert!(
            ledger.dissipated >= last - 1e-12 * ledger.injected,
            "{name}"
        );
        last = ledger.dissipated;
    }
    assert_eq!(sound.health().non_finite, 0, "{name}");
    assert!(out.iter().all(|x| x.is_finite()), "{name}");
    out
}

/// Checks the loudest partial against its formula; false if none is heard well enough.
fn pitch_is_told(out: &[f32], partials: &[f64], name: &str) -> bool {
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
