//! What a body rests on damps it: the paper's mug, cut down.

use std::path::Path;
use std::sync::Arc;
use urto::math::log;
use urto_file::{built_in, read_contact_scene, with_changes};
use urto_multibody::Simulation;

/// How fast what rings in a body falls off between two times, in units of e \[1/s\].
fn falls(text: &str, body: &str, [from, to]: [f64; 2]) -> f64 {
    let mut fetch = |name: &str| {
        let bytes = built_in(name).map(<[u8]>::to_vec);
        bytes.ok_or_else(|| format!("there is no file '{name}'"))
    };
    let file = read_contact_scene("s.toml", text.as_bytes(), &mut fetch);
    let scene = Arc::new(file.unwrap_or_else(|error| panic!("{error}")).scene);
    let body = scene.find(body).unwrap();
    let mut simulation = Simulation::new(&scene).unwrap();
    // Of a quarter at the beginning and one at the end.
    let part = 0.25 * (to - from);
    let mut held = [0.0; 2];
    while simulation.step() {
        let (time, (_, v)) = (
            simulation.world().time(),
            simulation.world().modes(body).unwrap(),
        );
        let moving: f64 = v.iter().map(|v| v * v).sum();
        if (from..from + part).contains(&time) {
            held[0] += moving;
        } else if (to - part..to).contains(&time) {
            held[1] += moving;
        }
    }
    assert!(held[0] > 0.0, "nothing rings");
    // Of the energy, twice the amplitude's.
    log(held[0] / held[1]) / (2.0 * (to - from - part))
}

fn scene(name: &str, changes: &[(&str, &str)]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../scenes")
        .join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let changes: Vec<_> = changes
        .iter()
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect();
    with_changes(name, &text, &changes).unwrap()
}

/// A mug on its side rings longer than upright, one and a half times at least.
/// Half a minute of work.
#[test]
fn how_a_mug_stands_damps_it() {
    if !std::env::var("URTO_FULL").is_ok_and(|value| value != "0") {
        return;
    }
    let [upright, side] = ["upright", "on-its-side"].map(|pose| {
        let text = scene(
            &format!("mug-{pose}.toml"),
            &[("seconds", "0.5"), ("contact_rate", "16000")],
        );
        assert!(text.contains("at = 0.5"));
        let own = falls(&text.replace("at = 0.5", "at = 0.32"), "mug", [0.34, 0.48]);
        println!("{pose}: T60 {:.3} s", 6.908 / own);
        own
    });
    assert!(side > 0.0 && upright > 1.5 * side, "{upright} {side}");
}
