//! `--lufs` makes files as loud as asked for, and the files know it.

use crate::common::{Bench, SCENE, sample};
use ebur128::{EbuR128, Mode};

/// Loudness as the command tells it \[LUFS\].
fn lufs(bench: &Bench, words: &[&str]) -> f64 {
    let mut words = words.to_vec();
    words.push("--json");
    bench.json(&words)["files"][0]["lufs"].as_f64().unwrap()
}

/// True peak of a WAV file \[dBFS\].
fn true_peak(bench: &Bench, name: &str) -> f64 {
    let bytes = bench.bytes(name);
    let mut wav = hound::WavReader::new(&bytes[..]).unwrap();
    let spec = wav.spec();
    let full = f64::from(1 << (spec.bits_per_sample - 1));
    let samples: Vec<f64> = wav
        .samples::<i32>()
        .map(|sample| f64::from(sample.unwrap()) / full)
        .collect();
    let channels = u32::from(spec.channels);
    let mut meter = EbuR128::new(channels, spec.sample_rate, Mode::TRUE_PEAK).unwrap();
    meter.add_frames_f64(&samples).unwrap();
    let peaks = (0..channels).map(|channel| meter.true_peak(channel).unwrap());
    20.0 * urto::math::log10(peaks.fold(0.0, f64::max))
}

#[test]
fn every_sound_can_be_as_loud_as_asked_for() {
    let bench = Bench::new();
    let sounds = urto_file::catalogue().sounds();
    for (index, entry) in sample(sounds.iter().enumerate(), 2) {
        let mut levels = [("-60", -60.0), ("-33.3", -33.3), ("-24", -24.0)];
        levels.rotate_left(index % 3);
        for (asked, wanted) in sample(levels, 3) {
            let reached = lufs(
                &bench,
                &["render", entry.key, "--lufs", asked, "-o", "a.wav"],
            );
            // Single short blows meet their peaks first; that is told (see below).
            let peaks = true_peak(&bench, "a.wav") > -1.05;
            let error = reached - wanted;
            let as_asked = error.abs() < 0.02 || error < 0.0 && peaks;
            assert!(as_asked, "{} {asked}: {reached}", entry.key);
            bench.good(&["render", "a.wav", "-o", "b.wav"]);
            assert!(bench.bytes("a.wav") == bench.bytes("b.wav"));
            // Asked for the same again, nothing changes.
            bench.good(&["render", "a.wav", "--lufs", asked, "-o", "b.wav"]);
            assert!(bench.bytes("a.wav") == bench.bytes("b.wav"));
        }
    }
}

/// Whoever goes from sound to sound need not reach for the volume: by default they are within 7 LU,
/// each by the median of its seeds. Clicks cannot be louder than their peaks let them, so what
/// sounds on is as soft as they are, nearly.
#[test]
fn by_default_all_sounds_are_about_as_loud() {
    let bench = Bench::new();
    let seeds = sample(0..9, 3).count().to_string();
    let mut medians = Vec::new();
    for entry in urto_file::catalogue().sounds() {
        let words = ["render", entry.key, "--count", &seeds];
        let told = bench.json(&[&words[..], &["-o", "{n}.wav", "--json"]].concat());
        let files = told["files"].as_array().unwrap();
        let mut levels: Vec<f64> = files.iter().map(|f| f["lufs"].as_f64().unwrap()).collect();
        levels.sort_by(f64::total_cmp);
        medians.push((levels[levels.len() / 2], entry.key));
    }
    medians.sort_by(|a, b| a.0.total_cmp(&b.0));
    let spread = medians[medians.len() - 1].0 - medians[0].0;
    assert!(spread <= 7.0, "{spread:.1} LU: {medians:.1?}");
}

#[test]
fn a_scene_can_be_as_loud_as_asked_for() {
    let bench = Bench::new();
    bench.write("bar.toml", SCENE);
    // A gain in the file, however wrong, changes nothing.
    let loud = SCENE.replace("[listen]\n", "[listen]\ngain = 1e12\n");
    bench.write("loud.toml", &loud);
    for file in ["bar.toml", "loud.toml"] {
        for ending in ["wav", "flac"] {
            let [a, b] = ["a", "b"].map(|name| format!("{name}.{ending}"));
            let reached = lufs(&bench, &["render", file, "--lufs", "-31", "-o", &a]);
            assert!((reached + 31.0).abs() < 0.02, "{file}: {reached}");
            bench.good(&["render", &a, "-o", &b]);
            assert!(bench.bytes(&a) == bench.bytes(&b));
        }
    }
}

#[test]
fn peaks_are_kept_and_that_is_told() {
    let bench = Bench::new();
    bench.write("bar.toml", SCENE);
    let mut whats: Vec<&str> = sample(urto_file::catalogue().sounds(), 4)
        .map(|entry| entry.key)
        .collect();
    whats.push("bar.toml");
    for what in whats {
        let words = [
            "render", what, "--bits", "16", "--lufs", "-5", "-o", "a.wav", "--json",
        ];
        let output = bench.urto(&words);
        assert!(output.status.success());
        let facts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let file = &facts["files"][0];
        let told = String::from_utf8(output.stderr).unwrap();
        let peak = true_peak(&bench, "a.wav");
        assert!(peak <= -1.0, "{what}: {peak}");
        assert_eq!(file["health"]["clamped"], 0, "{what}");
        if file["lufs"].as_f64().unwrap() < -5.05 {
            assert!(told.contains("quieter than asked for"), "{what}: {told}");
            assert!(peak > -1.05, "{what}: {peak}");
        } else {
            assert!(told.is_empty(), "{what}: {told}");
        }
    }
}

#[test]
fn each_of_many_files_is_as_loud() {
    let bench = Bench::new();
    let words = [
        "render",
        "friction",
        "--count",
        "4",
        "--vary",
        "20%",
        "--lufs",
        "-26",
        "-o",
        "{seed}.flac",
        "--json",
    ];
    let facts = bench.json(&words);
    for file in facts["files"].as_array().unwrap() {
        let lufs = file["lufs"].as_f64().unwrap();
        assert!((lufs + 26.0).abs() < 0.02, "{lufs}");
    }
    bench.good(&["render", "2.flac", "-o", "again.flac"]);
    assert!(bench.bytes("2.flac") == bench.bytes("again.flac"));
    assert_eq!(
        bench.names(),
        ["0.flac", "1.flac", "2.flac", "3.flac", "again.flac"]
    );
}

#[test]
fn silence_stays_silent() {
    let bench = Bench::new();
    let silent = ["-p", "rub.normal_force=0", "--seconds", "0.1"];
    let mut words = vec!["render", "friction", "--lufs", "-20", "--json"];
    words.extend(silent);
    assert_eq!(bench.json(&words)["files"][0]["peak"], 0.0);
}

/// A room has a background of its own, which the level does not turn down: a preset in a room becomes as
/// loud as asked for all the same, far above that background and near to it.
#[test]
fn presets_in_a_room_can_be_as_loud_as_asked_for() {
    let bench = Bench::new();
    for (name, asked, wanted) in [
        ("wine glass", "-23", -23.0),
        ("nylon string", "-26", -26.0),
        ("wine glass", "-58", -58.0),
    ] {
        let words = ["render", name, "--once", "--seconds", "2", "--lufs", asked];
        let reached = lufs(&bench, &[&words[..], &["-o", "a.wav"]].concat());
        assert!((reached - wanted).abs() < 0.03, "{name} {asked}: {reached}");
        // Made again from the file, it is the same.
        let again = ["render", "a.wav", "--lufs", asked, "-o", "b.wav"];
        bench.good(&again);
        assert!(bench.bytes("a.wav") == bench.bytes("b.wav"), "{name}");
    }
}
