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
