//! Networks of masses: `urto render FILE.mi.toml` and `urto mi check`.

use crate::common::Bench;

const STRING: &str = include_str!("../../../../fuzz/corpus/network/string.toml");

/// The paper's string: as raw samples it is what the library steps, and its modes are the formula's.
#[test]
fn a_string_is_rendered_as_it_is_and_checked() {
    let bench = Bench::new();
    bench.write("string.mi.toml", STRING);
    bench.good(&[
        "render",
        "string.mi.toml",
        "--seconds",
        "1",
        "--raw",
        "-o",
        "out.wav",
    ]);
    let mut wav = hound::WavReader::open(bench.file("out.wav")).unwrap();
    let spec = wav.spec();
    assert_eq!(
        (spec.channels, spec.sample_rate, spec.bits_per_sample),
        (1, 44_100, 32)
    );
    assert_eq!(spec.sample_format, hound::SampleFormat::Float);
    let samples: Vec<f32> = wav.samples().map(Result::unwrap).collect();
    let file = urto_file::read_network("string", STRING.as_bytes()).unwrap();
    let mut expected = vec![0.0; 44_100];
    file.played().unwrap().render(&mut [&mut expected]);
    assert_eq!(samples.len(), expected.len());
    for (own, expected) in samples.iter().zip(&expected) {
        assert_eq!(*own, *expected as f32);
    }
    let facts = bench.json(&["mi", "check", "string.mi.toml", "--json"]);
    assert_eq!(facts["stable"], true);
    let modes: Vec<f64> = (facts["modes"].as_array().unwrap().iter())
        .map(|own| own.as_f64().unwrap())
        .collect();
    assert!((modes[0] / 71.098_902_44 - 1.0).abs() < 1e-8, "{modes:?}");
    assert!(modes.windows(2).all(|pair| pair[0] <= pair[1]));
    assert_eq!(facts["zero_modes"], 0);
    assert!(facts["ns_per_step"].as_f64().unwrap() > 0.0);
    let text = bench.good(&["mi", "check", "string.mi.toml"]);
    assert!(text.contains("stable") && text.contains("71.10"), "{text}");
}

/// Without --raw the level is chosen: the highest peak is at -6 dBFS.
#[test]
fn a_level_is_chosen_unless_it_is_raw() {
    let bench = Bench::new();
    bench.write("string.mi.toml", STRING);
    let facts = bench.json(&["render", "string.mi.toml", "--seconds", "0.2", "--json"]);
    assert!(
        (facts["peak"].as_f64().unwrap() - 0.5).abs() < 1e-9,
        "{facts}"
    );
    assert_eq!(facts["quality"], "exact");
    let raw = [
        "render",
        "string.mi.toml",
        "--seconds",
        "0.2",
        "--raw",
        "--json",
    ];
    assert_eq!(bench.json(&raw)["gain"], 1.0);
}

/// What is too stiff is refused with the reason and a value that would do; --force plays it, finite.
#[test]
fn an_unstable_network_is_refused() {
    let bench = Bench::new();
    let model = |stiffness: f64| {
        format!(
            "urto = \"mi/1\"\nunits = \"discrete\"\n[[mass]]\nname = \"wall\"\nposition = [0, 0, 0]\n\
             fixed = true\n[[mass]]\nname = \"ball\"\nposition = [1, 0, 0]\nmass = 1\n[[link]]\nkind = \
             \"spring\"\nbetween = [\"wall\", \"ball\"]\nstiffness = {stiffness}\n[[event]]\nforce = {{ mass \
             = \"ball\", value = [1e-3, 0, 0] }}\n[[listen]]\nmass = \"ball\"\naxis = [1, 0, 0]\n"
        )
    };
    bench.write("good.mi.toml", &model(3.96));
    bench.write("bad.mi.toml", &model(4.04));
    assert!(
        bench
            .plain(&["render", "good.mi.toml", "--seconds", "0.1"])
            .status
            .success()
    );
    let refused = bench.plain(&["render", "bad.mi.toml", "--seconds", "0.1"]);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(
        !refused.status.success() && told.lines().count() == 1,
        "{told}"
    );
    assert!(
        told.contains("not stable") && told.contains("--force"),
        "{told}"
    );
    let facts = bench.json(&["render", "bad.mi.toml", "--raw", "--seconds", "1", "--json"]);
    assert!(facts["peak"].as_f64().unwrap() < 1.0, "{facts}");
    assert_eq!(facts["softened"], 1);
    let check = |name: &str| bench.json(&["mi", "check", name, "--json"]);
    assert_eq!(check("good.mi.toml")["stable"], true);
    assert_eq!(check("bad.mi.toml")["stable"], false);
}

#[test]
fn what_makes_no_sense_is_refused_in_a_line() {
    let bench = Bench::new();
    bench.write("string.mi.toml", STRING);
    bench.write(
        "deaf.mi.toml",
        &STRING[..STRING.find("[[listen]]").unwrap()],
    );
    bench.write(
        "broken.mi.toml",
        &STRING.replace("\"m1\", \"m2\"", "\"m1\", \"m222\""),
    );
    bench.write("notes.toml", "urto = \"preset/1\"\nsound = \"impact\"\n");
    for (words, part) in [
        (&["render", "deaf.mi.toml"][..], "nothing listens"),
        (&["render", "broken.mi.toml"], "there is no mass 'm222'"),
        (
            &["render", "string.mi.toml", "-p", "a=1"],
            "-p is not for a network",
        ),
        (
            &["render", "string.mi.toml", "--rate", "48000"],
            "its own rate, 44100 Hz",
        ),
        (&["render", "string.mi.toml", "-o", "out.flac"], "WAV"),
        (&["render", "impact", "--raw"], "--raw is for a network"),
        (&["play", "string.mi.toml"], "is a network of masses"),
        (&["mi", "check", "notes.toml"], "is not a network of masses"),
        (
            &["mi", "check", "nowhere.mi.toml"],
            "is not a network of masses",
        ),
    ] {
        let output = bench.plain(words);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{words:?}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(told.contains(part), "{words:?}: {told}");
    }
}
