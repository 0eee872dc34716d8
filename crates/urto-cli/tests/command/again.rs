//! A file that urto made holds its recipe: it is made again byte by byte.

use crate::common::{Bench, SCENE, sample};

fn renders_again(bench: &Bench, words: &[&str]) {
    for bits in ["16", "24", "32f"] {
        let wav = renders_as(bench, words, bits, "wav");
        let mut wav = hound::WavReader::new(&wav[..]).unwrap();
        let width: u16 = bits.trim_end_matches('f').parse().unwrap();
        assert_eq!(wav.spec().bits_per_sample, width);
        if bits == "32f" {
            continue;
        }
        let flac = renders_as(bench, words, bits, "flac");
        let mut flac = claxon::FlacReader::new(&flac[..]).unwrap();
        assert_eq!(flac.streaminfo().bits_per_sample, u32::from(width));
        assert_eq!(flac.streaminfo().sample_rate, wav.spec().sample_rate);
        let flac: Vec<i32> = flac.samples().map(Result::unwrap).collect();
        let wav: Vec<i32> = wav.samples().map(Result::unwrap).collect();
        assert!(flac == wav, "{words:?} {bits}");
        // Either kind of file makes the other.
        bench.good(&["render", "first.flac", "-o", "second.wav"]);
        bench.good(&["render", "first.wav", "-o", "second.flac"]);
        for ending in ["wav", "flac"] {
            let [a, b] = ["first", "second"].map(|name| bench.bytes(&format!("{name}.{ending}")));
            assert!(a == b, "{words:?} {bits} {ending}");
        }
    }
}

/// Renders twice, the second time from the first file; gives its bytes.
fn renders_as(bench: &Bench, words: &[&str], bits: &str, ending: &str) -> Vec<u8> {
    let [first, second] = ["first", "second"].map(|name| format!("{name}.{ending}"));
    let mut words = words.to_vec();
    words.extend(["--bits", bits, "-o", &first]);
    bench.good(&words);
    bench.good(&["render", &first, "-o", &second]);
    let bytes = bench.bytes(&first);
    assert!(bytes == bench.bytes(&second), "{words:?}");
    bytes
}

#[test]
fn every_sound_renders_again() {
    let bench = Bench::new();
    for entry in sample(urto_file::catalogue().sounds(), 6) {
        // An odd number of samples, so that 24-bit data needs its pad byte.
        renders_again(&bench, &["render", entry.key, "--seconds", "0.1000625"]);
        let seed = ["--seed", "9223372036854775807", "--rate", "44100"];
        let mut words = vec!["render", entry.key, "--seconds", "0.0731", "--vary", "30%"];
        words.extend(seed);
        renders_again(&bench, &words);
    }
}

/// Fast files say that they are, and differ from exact ones by less than -100 dB.
#[test]
fn a_fast_file_renders_again() {
    let bench = Bench::new();
    let words = ["render", "impact", "--seconds", "0.5"];
    let exact = renders_as(&bench, &words, "32f", "wav");
    let fast = renders_as(&bench, &[&words[..], &["--fast"]].concat(), "32f", "wav");
    let samples = |bytes: &[u8]| -> Vec<f32> {
        let mut wav = hound::WavReader::new(bytes).unwrap();
        wav.samples().map(Result::unwrap).collect()
    };
    let (exact, fast) = (samples(&exact), samples(&fast));
    assert_ne!(exact, fast);
    let apart = exact.iter().zip(&fast).map(|(a, b)| (a - b).abs());
    assert!(apart.fold(0.0, f32::max) < 1e-5);
    bench.write("bar.toml", SCENE);
    renders_as(&bench, &["render", "bar.toml", "--fast"], "24", "flac");
}

#[test]
fn a_scene_renders_again_with_its_changes() {
    let bench = Bench::new();
    bench.write("bar.toml", SCENE);
    renders_again(&bench, &["render", "bar.toml"]);
    let words = [
        "render",
        "bar.toml",
        "--seconds",
        "0.21",
        "--rate",
        "48000",
        "--seed",
        "5",
        "-p",
        "contact.rub.normal_force=1.1",
        "-p",
        "object.bar.tuning=1.5",
    ];
    renders_again(&bench, &words);
    let changed = bench.bytes("first.wav");
    bench.good(&["render", "bar.toml", "--bits", "32f", "-o", "first.wav"]);
    assert!(changed != bench.bytes("first.wav"));
}

#[test]
fn options_win_over_the_file() {
    let bench = Bench::new();
    bench.good(&["render", "impact", "--seconds", "0.1"]);
    let words = [
        "render",
        "impact.wav",
        "--rate",
        "96k",
        "--bits",
        "16",
        "-o",
        "other.wav",
    ];
    bench.good(&words);
    let bytes = bench.bytes("other.wav");
    let wav = hound::WavReader::new(&bytes[..]).unwrap();
    assert_eq!(wav.spec().sample_rate, 96_000);
    assert_eq!(wav.spec().bits_per_sample, 16);
    assert_eq!(wav.len(), 9_600);
}

#[test]
fn a_preset_is_rendered_as_it_says() {
    let bench = Bench::new();
    bench.write(
        "soft.toml",
        "urto = \"preset/1\"\nsound = \"impact\"\nseconds = 0.2\n[params]\nvelocity = 0.5\n",
    );
    let facts = bench.json(&["render", "soft.toml", "--json"]);
    assert_eq!(facts["files"][0]["path"], "soft.wav");
    assert_eq!(facts["files"][0]["seconds"], 0.2);
    bench.good(&[
        "render",
        "impact",
        "-p",
        "velocity=50cm/s",
        "--seconds",
        "0.2",
    ]);
    let samples = |name: &str| -> Vec<i32> {
        let bytes = bench.bytes(name);
        let mut wav = hound::WavReader::new(&bytes[..]).unwrap();
        wav.samples().map(Result::unwrap).collect()
    };
    assert_eq!(samples("soft.wav"), samples("impact.wav"));
}

#[test]
fn a_sound_that_is_cut_off_fades_out() {
    let bench = Bench::new();
    bench.good(&["render", "impact", "--seconds", "0.2", "--bits", "32f"]);
    let bytes = bench.bytes("impact.wav");
    let mut wav = hound::WavReader::new(&bytes[..]).unwrap();
    let samples: Vec<f32> = wav.samples().map(Result::unwrap).collect();
    let peak = |range: std::ops::Range<usize>| {
        let part = &samples[range];
        part.iter()
            .fold(0.0f32, |peak, sample| peak.max(sample.abs()))
    };
    assert_eq!(samples.len(), 9_600);
    let before = peak(9_000..9_100);
    assert!(before > 0.01);
    assert!(peak(9_590..9_600) < 0.01 * before);
}

#[cfg(unix)]
#[test]
fn files_have_the_rights_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let bench = Bench::new();
    bench.write("plain", "");
    bench.good(&["render", "impact", "--seconds", "0.01"]);
    let mode = |name: &str| bench.file(name).metadata().unwrap().permissions().mode();
    assert_eq!(mode("impact.wav"), mode("plain"));
    assert_eq!(bench.names(), ["impact.wav", "plain"]);
}

/// What a render tells of the file that its recipe came from: whether it is the same, in JSON, and its
/// warnings.
fn told_again(bench: &Bench, words: &[&str]) -> (serde_json::Value, String) {
    let out: &[&str] = match words.contains(&"-o") {
        true => &[],
        false => &["-o", "again.wav"],
    };
    let words = [&["render", "--json"], words, out].concat();
    let output = bench.urto(&words);
    let warnings = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{words:?}: {warnings}");
    let facts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    (facts["files"][0]["again"].clone(), warnings)
}

const DIFFERS: &str = "what is made now differs from what";
const SAME: &str = "the same, bit for bit, as";

/// Puts a text in the place of another one of the same length, once.
fn exchange(bytes: &mut [u8], old: &[u8], new: &[u8]) {
    assert_eq!(old.len(), new.len());
    let found: Vec<usize> = (0..=bytes.len() - old.len())
        .filter(|at| bytes[*at..].starts_with(old))
        .collect();
    assert_eq!(found.len(), 1, "{old:?} stands at {found:?}");
    bytes[found[0]..][..new.len()].copy_from_slice(new);
}

/// A recipe that gives something else than its file holds, as one of an older urto may.
#[test]
fn a_recipe_that_gives_something_else_says_so() {
    let bench = Bench::new();
    let impact = [
        "render",
        "impact",
        "-p",
        "velocity=1.25",
        "--seconds",
        "0.1",
    ];
    for (bits, file) in [
        ("16", "old.wav"),
        ("24", "old.wav"),
        ("32f", "old.wav"),
        ("16", "old.flac"),
        ("24", "old.flac"),
        ("24", "old.ogg"),
    ] {
        bench.good(&[&impact[..], &["--bits", bits, "-o", file]].concat());
        let said = bench.good(&["render", file, "-o", "again.wav"]);
        assert!(said.contains(SAME), "{file} {bits}: {said}");
        let (again, warnings) = told_again(&bench, &[file]);
        assert_eq!(again["same"], true, "{file} {bits}: {again}");
        assert_eq!(
            (&again["differs_from"], warnings.as_str()),
            (&serde_json::Value::Null, "")
        );

        let mut bytes = bench.bytes(file);
        exchange(&mut bytes, b"\nvelocity = 1.25\n", b"\nvelocity = 1.26\n");
        std::fs::write(bench.file(file), bytes).unwrap();
        let (again, warnings) = told_again(&bench, &[file]);
        assert_eq!(again["same"], false, "{file} {bits}: {again}");
        assert!(
            warnings.contains(DIFFERS) && warnings.contains(file),
            "{warnings}"
        );
        assert_eq!(warnings.lines().count(), 1, "{warnings}");
        if file != "old.ogg" {
            // The blow is 1 % harder: some percent of the greatest sample, and from the blow on.
            let difference = again["difference"].as_f64().unwrap();
            assert!((1e-4..0.1).contains(&difference), "{file} {bits}: {again}");
            assert!(again["differs_from"].as_f64().unwrap() < 0.05, "{again}");
        }
        let said = bench.good(&["render", file, "-o", "again.wav"]);
        assert!(!said.contains(SAME), "{file} {bits}: {said}");
    }
}

#[test]
fn samples_that_were_altered_or_cut_off_are_told() {
    let bench = Bench::new();
    bench.good(&["render", "impact", "--seconds", "0.1", "-o", "old.wav"]);
    let whole = bench.bytes("old.wav");
    // The lowest bit of one sample: the least that can differ.
    let mut bytes = whole.clone();
    let data = whole.windows(4).position(|name| name == b"data").unwrap() + 8;
    bytes[data + 3 * 2400] ^= 1;
    std::fs::write(bench.file("old.wav"), &bytes).unwrap();
    let (again, warnings) = told_again(&bench, &["old.wav"]);
    assert_eq!(again["same"], false);
    assert_eq!(again["differs_from"], 0.05);
    assert!(warnings.contains("from 0.050 s on"), "{warnings}");
    // Over the file itself: it was read before it is written over.
    let (again, _) = told_again(&bench, &["old.wav", "-o", "old.wav"]);
    assert_eq!(again["same"], false);
    assert!(bench.bytes("old.wav") == whole);

    bench.good(&["render", "impact", "--seconds", "0.1", "-o", "old.flac"]);
    let mut bytes = bench.bytes("old.flac");
    // A frame that decoders refuse: what lies behind it is lost.
    let at = bytes.len() - 100;
    bytes[at] ^= 0xff;
    std::fs::write(bench.file("old.flac"), &bytes).unwrap();
    let (again, warnings) = told_again(&bench, &["old.flac"]);
    assert_eq!(again["same"], false, "{again}");
    assert!(warnings.contains(DIFFERS), "{warnings}");
}

/// What is asked to be other than the file is not compared with it.
#[test]
fn what_is_changed_is_not_compared() {
    let bench = Bench::new();
    bench.good(&["render", "impact", "--seconds", "0.1", "-o", "old.wav"]);
    for words in [
        &["-p", "velocity=2"][..],
        &["--seed", "0"],
        &["--rate", "44100"],
        &["--seconds", "0.2"],
        &["--bits", "16"],
        &["--channels", "1"],
        &["--pitch", "2"],
        &["--vary", "10%"],
        &["--lufs", "-20"],
        &["--fast"],
        &["--count", "2", "-o", "a-{n}.wav"],
    ] {
        let (again, warnings) = told_again(&bench, &[&["old.wav"], words].concat());
        assert!(again.is_null(), "{words:?}: {again}");
        assert!(!warnings.contains(DIFFERS), "{words:?}: {warnings}");
    }
}

/// Files that were written in November 2026 by urto at its commit e38f12f, when its version was the
/// same as now: they open, and it is told whether what they hold has changed since.
#[test]
fn older_files_still_open() {
    let bench = Bench::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/older");
    for (file, channels, rate, seconds) in [
        ("impact.wav", 1, 16_000, 0.05),
        ("impact.flac", 1, 16_000, 0.05),
        ("scene.wav", 2, 16_000, 0.05),
        ("preset.toml", 1, 48_000, 3.5),
        ("project.toml", 2, 16_000, 0.1),
    ] {
        std::fs::copy(folder.join(file), bench.file(file)).unwrap();
        let words = ["render", "--json", file, "-o", "new.wav"];
        let output = bench.urto(&words);
        let warnings = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{file}: {warnings}");
        let facts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let facts = &facts["files"][0];
        assert_eq!(facts["channels"], channels, "{file}");
        assert_eq!(facts["rate"], rate, "{file}");
        assert_eq!(facts["seconds"], seconds, "{file}");
        assert!(facts["peak"].as_f64().unwrap() > 0.01, "{file}: {facts}");
        assert_eq!(facts["health"]["non_finite"], 0, "{file}");
        if file.ends_with("toml") {
            continue;
        }
        // Told is what is true.
        let old: Vec<i32> = match file.ends_with("wav") {
            true => ints(&bench.bytes(file)),
            false => {
                let bytes = bench.bytes(file);
                let mut flac = claxon::FlacReader::new(&bytes[..]).unwrap();
                flac.samples().map(Result::unwrap).collect()
            }
        };
        let same = old == ints(&bench.bytes("new.wav"));
        assert_eq!(facts["again"]["same"], same, "{file}");
        assert_eq!(warnings.contains(DIFFERS), !same, "{file}: {warnings}");
    }
}

fn ints(wav: &[u8]) -> Vec<i32> {
    let mut wav = hound::WavReader::new(wav).unwrap();
    wav.samples().map(Result::unwrap).collect()
}
