//! `--json` has the keys that programs rely on.

use crate::common::{Bench, SCENE};
use serde_json::Value;

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn list_names_every_sound() {
    let facts = Bench::new().json(&["list", "--json"]);
    assert_eq!(keys(&facts), ["sounds", "presets", "bodies", "projects"]);
    assert!(!facts["bodies"].as_array().unwrap().is_empty());
    let sounds = facts["sounds"].as_array().unwrap();
    assert_eq!(sounds.len(), urto_file::catalogue().sounds().len());
    assert_eq!(
        keys(&sounds[0]),
        ["key", "title", "family", "kind", "about"]
    );
    assert_eq!(sounds[0]["key"], "impact");
    let about = sounds[0]["about"].as_str().unwrap();
    assert!(about.starts_with("A hammer strikes"), "{about}");
    let presets = facts["presets"].as_array().unwrap();
    assert_eq!(presets.len(), urto_file::FILES.len());
    assert_eq!(keys(&presets[0]), ["name", "sound", "tags", "about"]);
    let text = Bench::new().good(&["list"]);
    assert!(
        urto_file::catalogue()
            .sounds()
            .iter()
            .all(|entry| text.contains(entry.key))
    );
}

#[test]
fn every_parameter_shown_can_be_set_to_its_default() {
    let bench = Bench::new();
    for entry in urto_file::catalogue().sounds() {
        let facts = bench.json(&["show", entry.key, "--json"]);
        assert_eq!(
            keys(&facts),
            ["key", "title", "params", "macros", "targets", "expression"]
        );
        let macros = facts["macros"].as_array().unwrap();
        assert_eq!(macros.len(), entry.table.macros.len());
        for control in macros {
            assert_eq!(keys(control), ["key", "about", "position", "targets"]);
            let at = control["position"].as_f64().unwrap();
            assert!((0.0..=100.0).contains(&at), "{control}");
            let targets = control["targets"].as_array().unwrap();
            assert!(!targets.is_empty());
            assert_eq!(keys(&targets[0]), ["key", "from", "to", "over"]);
        }
        let mut sound = (entry.make)().params().boxed();
        for param in facts["params"].as_array().unwrap() {
            let mut expected = vec![
                "key", "default", "min", "max", "scale", "unit", "update", "tier", "about",
            ];
            if param["scale"] == "choice" {
                expected.push("options");
            }
            assert_eq!(keys(param), expected);
            let key = param["key"].as_str().unwrap();
            if param["scale"] == "list" {
                continue;
            }
            let default = match &param["default"] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            urto_file::assign_text(sound.as_mut(), key, &default)
                .unwrap_or_else(|error| panic!("{key}={default}: {error}"));
        }
        let text = bench.good(&["show", entry.key, "--all"]);
        for (key, _) in entry.table.keys() {
            assert!(text.contains(&format!("  {key} ")), "{key}");
        }
    }
}

#[test]
fn render_tells_what_it_made() {
    let bench = Bench::new();
    let facts = bench.json(&["render", "impact", "--seconds", "250ms", "--json"]);
    let file = &facts["files"][0];
    let expected = [
        "path", "seconds", "rate", "channels", "peak", "rms", "lufs", "seed", "drawn", "health",
        "energy",
    ];
    assert_eq!(keys(file), expected);
    assert_eq!(file["path"], "impact.wav");
    assert_eq!(file["seconds"], 0.25);
    assert_eq!(file["rate"], 48_000);
    let health = [
        "clamped",
        "softened",
        "unconverged",
        "non_finite",
        "shed",
        "fast",
    ];
    assert_eq!(keys(&file["health"]), health);
    assert_eq!(file["health"]["fast"], false);
    for sound in ["impact", "network"] {
        let fast = bench.json(&["render", sound, "--seconds", "50ms", "--fast", "--json"]);
        assert_eq!(fast["files"][0]["health"]["fast"], true, "{sound}");
    }
    let energy = ["injected", "dissipated", "stored"];
    assert_eq!(keys(&file["energy"]), energy);
    // Half of 20 g at 1 m/s is what the hammer brings; it keeps some when it is caught.
    let brought = file["energy"]["injected"].as_f64().unwrap();
    assert!(brought > 0.0 && brought <= 0.0101, "{brought}");
    let peak = file["peak"].as_f64().unwrap();
    assert!((0.05..0.9).contains(&peak), "{peak}");
    assert!(file["lufs"].as_f64().unwrap() < 0.0);
}

/// What one core cannot play live is rendered whole, and said beforehand.
#[test]
fn much_work_is_announced() {
    let bench = Bench::new();
    let many = ["-p", "grain.kind=modes", "-p", "grain.modes=4096"];
    let words = [
        &["render", "grains", "--seconds", "10ms", "--json"],
        &many[..],
    ]
    .concat();
    let made = bench.urto(&words);
    let said = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(made.status.success(), "{said}");
    assert!(said.contains("more than one core can play live"), "{said}");
    let facts: Value = serde_json::from_slice(&made.stdout).unwrap();
    assert_eq!(facts["files"][0]["health"]["shed"], 0);
    let few = bench.urto(&["render", "grains", "--seconds", "10ms"]);
    assert!(!String::from_utf8_lossy(&few.stderr).contains("core"));
}

#[test]
fn silence_has_no_loudness() {
    let bench = Bench::new();
    let words = [
        "render",
        "friction",
        "-p",
        "rub.normal_force=0",
        "--seconds",
        "0.1",
        "--json",
    ];
    let facts = bench.json(&words);
    assert_eq!(facts["files"][0]["lufs"], Value::Null);
    assert_eq!(facts["files"][0]["peak"], 0.0);
}

#[test]
fn a_scene_gets_a_gain_that_is_told_and_can_be_fixed() {
    let bench = Bench::new();
    bench.write("bar.toml", SCENE);
    let facts = bench.json(&["render", "bar.toml", "--json"]);
    let file = &facts["files"][0];
    assert_eq!(file["channels"], 2);
    assert_eq!(file["rate"], 44_100);
    assert_eq!(file["seconds"], 0.5);
    let peak = file["peak"].as_f64().unwrap();
    assert!((peak - 0.5).abs() < 0.005, "{peak}");
    let text = bench.good(&["render", "bar.toml"]);
    let gain = text.split_once("write gain = ").unwrap().1;
    let gain = gain.split(' ').next().unwrap();
    let fixed = SCENE.replace("[listen]\n", &format!("[listen]\ngain = {gain}\n"));
    bench.write("fixed.toml", &fixed);
    let facts = bench.json(&["render", "fixed.toml", "--json"]);
    assert_eq!(facts["files"][0]["peak"].as_f64().unwrap(), peak);
    // What the command line says wins over the file.
    let quiet = format!("gain={}", gain.parse::<f64>().unwrap() / 10.0);
    let words = [
        "render",
        "fixed.toml",
        "--rate",
        "48k",
        "-p",
        &quiet,
        "--json",
    ];
    let facts = bench.json(&words);
    assert_eq!(facts["files"][0]["rate"], 48_000);
    assert!((facts["files"][0]["peak"].as_f64().unwrap() - 0.05).abs() < 0.01);
}

#[test]
fn many_files_differ_and_come_back() {
    let bench = Bench::new();
    std::fs::create_dir(bench.file("hits")).unwrap();
    let words = [
        "render",
        "impact",
        "--count",
        "3",
        "--vary",
        "25%",
        "--seconds",
        "0.1",
        "--seed",
        "7",
        "-o",
        "hits",
        "--json",
    ];
    let facts = bench.json(&words);
    assert_eq!(facts["files"].as_array().unwrap().len(), 3);
    // What is told of a file is what it holds.
    for (index, file) in facts["files"].as_array().unwrap().iter().enumerate() {
        assert_eq!(file["seed"], 7 + index);
        let text =
            String::from_utf8_lossy(&bench.bytes(file["path"].as_str().unwrap())).into_owned();
        let velocity = file["drawn"]["velocity"].as_f64().unwrap();
        assert!(
            text.contains(&format!("\nvelocity = {velocity:?}\n")),
            "{file}"
        );
        let kinds = file["drawn"].as_object().unwrap();
        assert!(!kinds.contains_key("body.kind"), "{file}");
    }
    let names = [
        "hits/impact-001.wav",
        "hits/impact-002.wav",
        "hits/impact-003.wav",
    ];
    let bytes = names.map(|name| bench.bytes(name));
    assert!(bytes[0] != bytes[1] && bytes[1] != bytes[2]);
    // The second of three is the first of those that start one seed later.
    bench.good(&[
        "render",
        "impact",
        "--vary",
        "0.25",
        "--seconds",
        "0.1",
        "--seed",
        "8",
    ]);
    assert_eq!(bench.bytes("impact.wav"), bytes[1]);
    // A name may be a pattern.
    let mut words = words[..words.len() - 3].to_vec();
    words.extend(["-o", "hits/{sound}_{seed}.{n}.wav"]);
    bench.good(&words);
    assert_eq!(bench.bytes("hits/impact_8.002.wav"), bytes[1]);
    // A variation is made again from its file alone.
    bench.good(&["render", "hits/impact-003.wav", "-o", "again.wav"]);
    assert_eq!(bench.bytes("again.wav"), bytes[2]);
}
