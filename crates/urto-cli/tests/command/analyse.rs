//! What was recorded is taken apart, struck again, and asked for by ear.

use crate::common::{Bench, sample};
use serde_json::Value;
use urto::math;
use urto::rng::Rng;

/// A scene: a hammer strikes a table of modes, two channels.
fn struck(modes: &[[f64; 3]]) -> String {
    let modes: Vec<String> = modes
        .iter()
        .map(|[f, d, m]| format!("{{ frequency = {f}, decay = {d}, mass = {m} }}"))
        .collect();
    let ones = vec!["1.0"; modes.len()].join(", ");
    format!(
        r#"urto = "scene/1"
seconds = 2
[object.thing]
kind = "modal"
modes = [{}]
points = {{ left = [{ones}], right = [{ones}] }}
[object.hammer]
kind = "mass"
mass = 0.01
position = -0.01
velocity = 1
[contact.hit]
between = ["hammer", "thing@left"]
law = "impact"
[listen]
at = ["thing@left", "thing@right"]
"#,
        modes.join(", ")
    )
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// Frequency within 0.1 % and decay within 5 % of every mode.
fn assert_found(found: &Value, modes: &[[f64; 3]]) {
    let found = found["partials"].as_array().unwrap();
    for [f, d, _] in modes {
        let near = found
            .iter()
            .min_by(|a, b| {
                let off = |one: &Value| (number(&one["frequency"]) - f).abs();
                off(a).total_cmp(&off(b))
            })
            .unwrap();
        let (off, decay) = (
            number(&near["frequency"]) / f - 1.0,
            number(&near["decay"]) / d - 1.0,
        );
        assert!(
            off.abs() < 1e-3 && decay.abs() < 0.05,
            "{f} Hz, {d} s: {off:.1e} {decay:.3}"
        );
    }
}

#[test]
fn rendered_objects_come_back_from_16_bits() {
    let bench = Bench::new();
    let mut rng = Rng::new(4);
    for (case, out) in ["a.wav", "b.flac", "c.wav"].into_iter().enumerate() {
        let mut f = rng.log_uniform(150.0, 500.0);
        let mut modes = Vec::new();
        for _ in 0..10 {
            let decay = rng.log_uniform(0.2, 2.0) * math::pow(1000.0 / (1000.0 + f), 0.5);
            modes.push([f, decay, rng.log_uniform(0.02, 0.2)]);
            f += match rng.below(4) {
                0 => 4.0 + 8.0 / decay,
                _ => rng.log_uniform(150.0, 1500.0),
            };
        }
        bench.write("scene.toml", &struck(&modes));
        let rate = ["44100", "48000", "96000"][case];
        bench.good(&[
            "render",
            "scene.toml",
            "--bits",
            "16",
            "--rate",
            rate,
            "-o",
            out,
        ]);
        let found = bench.json(&["analyse", out, "--json"]);
        assert_found(&found, &modes);
        assert_eq!(found["channels"], 2);
        // The hammer has a centimetre to go.
        assert!((number(&found["onset"]) - 0.01).abs() < 1e-3);
        assert!(number(&found["centroid"]) > 150.0 && number(&found["lufs"]) > -40.0);
    }
}

#[test]
fn what_was_recorded_is_struck_and_bowed_again() {
    let bench = Bench::new();
    let modes = [[700.0, 0.9, 0.05], [1900.0, 0.5, 0.1], [3650.0, 0.3, 0.08]];
    bench.write("scene.toml", &struck(&modes));
    bench.good(&["render", "scene.toml", "-o", "cup.wav"]);
    let told = bench.good(&["analyse", "cup.wav", "--to-modal", "cup.toml"]);
    assert!(told.contains("strike it: urto render cup.toml"), "{told}");
    bench.good(&["render", "cup.toml", "-p", "velocity=2", "-o", "again.wav"]);
    assert_found(&bench.json(&["analyse", "again.wav", "--json"]), &modes);
    bench.good(&[
        "render",
        "cup.toml",
        "--target",
        "pitch=1400",
        "-o",
        "up.wav",
    ]);
    let up = modes.map(|[f, d, m]| [2.0 * f, d, m]);
    assert_found(&bench.json(&["analyse", "up.wav", "--json"]), &up);
    bench.write(
        "bow.toml",
        r#"urto = "scene/1"
seconds = 0.5
[object.cup]
kind = "modal"
file = "cup.toml"
[object.bow]
kind = "driven"
[contact.rub]
between = ["bow", "cup"]
law = "friction"
normal_force = 1.5
[[score]]
at = 0.02
drive = { object = "bow", velocity = 0.2 }
[listen]
at = ["cup"]
"#,
    );
    let facts = bench.json(&["render", "bow.toml", "-o", "bow.wav", "--json"]);
    assert!(number(&facts["files"][0]["peak"]) > 0.1);
    // The file holds all of it, also when the cup is gone.
    std::fs::remove_file(bench.file("cup.toml")).unwrap();
    bench.good(&["render", "bow.wav", "-o", "bow2.wav"]);
    assert_eq!(bench.bytes("bow.wav"), bench.bytes("bow2.wav"));
    let output = bench.urto(&["render", "bow.toml", "-o", "none.wav"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        errors,
        "urto: bow.toml:5: object.cup.file: cannot read 'cup.toml': there is no such folder or file\n"
    );
}

#[test]
fn targets_are_met_in_the_file() {
    let bench = Bench::new();
    let facts = bench.json(&[
        "render",
        "impact",
        "--target",
        "contact_time=0.8ms",
        "--target",
        "centroid=1500Hz",
        "-o",
        "a.wav",
        "--json",
    ]);
    let met = facts["solved"]["targets"].as_array().unwrap();
    assert_eq!(met.len(), 2);
    for met in met {
        let off = number(&met["got"]) / number(&met["wanted"]) - 1.0;
        assert!(off.abs() < 0.01, "{met}");
    }
    assert!(facts["solved"]["set"]["contact.stiffness"].is_number());
    // At another rate than it was sought at, the attack is nearly the same.
    let found = bench.json(&["analyse", "a.wav", "--json"]);
    assert!((number(&found["centroid"]) / 1500.0 - 1.0).abs() < 0.03);
    bench.good(&["render", "a.wav", "-o", "b.wav"]);
    assert_eq!(bench.bytes("a.wav"), bench.bytes("b.wav"));
    // Without the room, in whose echoes the weaker of two neighbours drowns.
    bench.good(&[
        "render",
        "wine glass",
        "-p",
        "room.level=0",
        "--target",
        "pitch=880Hz",
        "-o",
        "w.wav",
    ]);
    let found = bench.json(&["analyse", "w.wav", "--json"]);
    let lowest = number(&found["partials"][0]["frequency"]);
    assert!((lowest / 880.0 - 1.0).abs() < 1e-3, "{lowest}");
    let shown = bench.json(&["show", "wine glass", "--json"]);
    let keys: Vec<&str> = shown["targets"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|target| target["key"].as_str())
        .collect();
    assert_eq!(
        keys,
        ["contact_time", "centroid", "restitution", "pitch", "decay"]
    );
}

/// A room adds echoes but no partials: all that lie within 40 dB of the strongest are within 1 % of
/// one that the same thing has without its room. Some must be found at all. What dies five times
/// sooner than the partial nearest to it is the room's answer to that one.
#[test]
fn a_room_invents_no_partials() {
    let bench = Bench::new();
    let partials = |preset: &str, level: &str| -> Vec<[f64; 3]> {
        let mut words = vec!["render", preset, "--seconds", "2", "-o", "a.wav"];
        if !level.is_empty() {
            words.extend(["-p", level]);
        }
        bench.good(&words);
        let found = bench.json(&["analyse", "a.wav", "--json"]);
        let found = found["partials"].as_array().unwrap().iter();
        found
            .map(|one| ["frequency", "level", "decay"].map(|key| number(&one[key])))
            .collect()
    };
    let loudest = |found: &[[f64; 3]]| found.iter().map(|one| one[1]).fold(-300.0, f64::max);
    let presets = [
        "wine glass",
        "church bell",
        "xylophone bar",
        "tubular bell",
        "triangle",
        "glass bottle",
    ];
    for preset in sample(presets, 3) {
        let (dry, roomy) = (partials(preset, "room.level=0"), partials(preset, ""));
        for [hertz, level, decay] in &roomy {
            let strong = *level > loudest(&roomy) - 40.0;
            let off = |one: &[f64; 3]| (one[0] / hertz - 1.0).abs();
            let nearest = dry.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
            let nearest = nearest.unwrap_or_else(|| panic!("{preset}: none at all"));
            let answer = 5.0 * decay < nearest[2];
            assert!(
                !strong || off(nearest) < 0.01 || answer,
                "{preset}: {hertz} Hz, {level} dB, {decay} s"
            );
        }
        assert!(roomy.len() >= 3, "{preset}: {roomy:?}");
    }
}

#[test]
fn wrong_requests_are_refused_in_clear_words() {
    let bench = Bench::new();
    bench.write("text.wav", "no sound");
    bench.write("empty.wav", "");
    bench.write("scene.toml", crate::common::SCENE);
    // Its header promises twice as much.
    bench.good(&["render", "impact", "--seconds", "50ms", "-o", "whole.wav"]);
    let whole = bench.bytes("whole.wav");
    std::fs::write(bench.file("cut.wav"), &whole[..whole.len() / 2]).unwrap();
    for (words, code, expected) in [
        (
            vec!["analyse", "nothing.wav"],
            1,
            "cannot read 'nothing.wav': there is no such folder or file",
        ),
        (
            vec!["analyse", "text.wav"],
            1,
            "cannot read 'text.wav': it is neither WAV nor FLAC",
        ),
        (
            vec!["analyse", "empty.wav"],
            1,
            "cannot read 'empty.wav': it is empty",
        ),
        (
            vec!["analyse", "cut.wav"],
            1,
            "cannot read 'cut.wav': it is cut off: it ends before its sound does",
        ),
        (
            vec!["render", "impact", "--target", "pitch=1MHz"],
            2,
            "pitch: 1e6 Hz cannot be reached; it can be ",
        ),
        (
            vec!["render", "impact", "--target", "pitch=3ms"],
            2,
            "--target pitch: 'ms' is not a unit that fits",
        ),
        (
            vec!["render", "impact", "--target", "slip_rate=3"],
            2,
            "this sound has no target 'slip_rate'",
        ),
        (
            vec!["render", "scene.toml", "--target", "pitch=440"],
            2,
            "--target works on sounds and presets",
        ),
    ] {
        let output = bench.urto(&words);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.starts_with(&format!("urto: {expected}")), "{errors}");
        assert_eq!(output.status.code(), Some(code), "{words:?}");
    }
    bench.good(&[
        "render",
        "impact",
        "--seconds",
        "50ms",
        "-p",
        "level=-60",
        "-o",
        "s.wav",
    ]);
    let output = bench.urto(&["analyse", "s.wav", "--to-modal", "s.txt"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("does not end in .toml"), "{errors}");
}

/// A file of floating point may hold anything; that is told, and not taken for silence.
#[test]
fn samples_that_are_no_numbers_are_refused() {
    let bench = Bench::new();
    let spec = hound::WavSpec {
        channels: 2,
        sample_rate: 48_000,
        bits_per_sample: 32,
        sample_format: hound::SampleFormat::Float,
    };
    for wrong in [f32::NAN, f32::INFINITY] {
        let mut wav = hound::WavWriter::create(bench.file("n.wav"), spec).unwrap();
        for n in 0..9600 {
            let sample = if n == 4801 { wrong } else { 0.1 };
            wav.write_sample(sample).unwrap();
        }
        wav.finalize().unwrap();
        let output = bench.urto(&["analyse", "n.wav"]);
        let errors = String::from_utf8(output.stderr).unwrap();
        let expected = format!("urto: 'n.wav' holds {wrong} at 0.0500 s, which is no sample");
        assert!(errors.starts_with(&expected), "{errors}");
        assert_eq!(output.status.code(), Some(1));
    }
}
