//! Bad input: one clear line, a failing exit status, and no file left.

use crate::common::{Bench, SCENE};

/// Words on the command line, exit status, and what the line must say.
type Case<'a> = (&'a str, i32, &'a [&'a str]);

const CASES: &[Case] = &[
    ("render", 2, &["WHAT"]),
    ("rendr impact", 2, &["rendr", "render"]),
    ("render impact --rat 8", 2, &["--rat", "--rate"]),
    ("render impct", 2, &["impct", "did you mean 'impact'"]),
    ("render nothing.toml", 2, &["no file 'nothing.toml'"]),
    ("render .", 2, &["not a file"]),
    ("show impct", 2, &["did you mean 'impact'"]),
    ("show", 2, &["SOUND"]),
    // Parameters.
    (
        "render impact -p velocity=21",
        2,
        &["velocity", "0.001 to 20 m/s"],
    ),
    (
        "render impact -p velocity=-1",
        2,
        &["velocity", "0.001 to 20 m/s"],
    ),
    ("render impact -p velocity=nan", 2, &["velocity"]),
    ("render impact -p velocity=inf", 2, &["velocity"]),
    ("render impact -p velocity=1e999", 2, &["velocity"]),
    ("render impact -p velocity=fast", 2, &["velocity", "fast"]),
    (
        "render impact -p velocity=1kg",
        2,
        &["velocity", "kg", "m/s"],
    ),
    ("render impact -p velocity", 2, &["key=value"]),
    ("render impact -p velocity=", 2, &["key=value"]),
    ("render impact -p =1", 2, &["key=value"]),
    ("render impact -p speed=1", 2, &["no parameter 'speed'"]),
    (
        "render impact -p stiffness=1e9",
        2,
        &["did you mean 'contact.stiffness'"],
    ),
    (
        "render impact -p striker.kind=spoon",
        2,
        &["spoon", "hammer"],
    ),
    (
        "render impact -p body.modes/99/decay=1",
        2,
        &["body.modes/99/decay"],
    ),
    ("render impact -p body.modes=0", 2, &["1 to 4096"]),
    // Transitions.
    (
        "render wine-glass --to gogn",
        2,
        &["gogn", "did you mean 'gong'"],
    ),
    (
        "render wine-glass --to squeaky-hinge",
        2,
        &["squeaking_door", "stays within one sound", "impact"],
    ),
    ("render wine-glass --over 3s", 2, &["--over", "--to PRESET"]),
    (
        "render wine-glass --to gong --curve bent",
        2,
        &["bent", "even, smooth, early, late"],
    ),
    (
        "render wine-glass --to gong --loosen contact",
        2,
        &["contact", "body, support"],
    ),
    (
        "render wine-glass --to gong --over 1ms",
        2,
        &["0.02 to 3600 s"],
    ),
    ("render wine-glass --to gong --blows 1", 2, &["2 to 1000"]),
    (
        "render wine-glass --to gong --count 3",
        2,
        &["--count", "--to"],
    ),
    ("render wine-glass --to kitchen", 2, &["kitchen", "preset"]),
    ("render kitchn", 2, &["did you mean 'kitchen'"]),
    // Length, rate, seed, count, variation, format.
    ("render impact --seconds -1", 2, &["0 to 3600 s"]),
    ("render impact --seconds 0", 2, &["above 0", "3600"]),
    ("render impact --seconds 1e12", 2, &["3600"]),
    ("render impact --seconds 3601", 2, &["3600"]),
    ("render impact --seconds nan", 2, &["--seconds"]),
    ("render impact --seconds long", 2, &["long"]),
    ("render impact --rate 0", 2, &["8000", "384000"]),
    ("render impact --rate -48000", 2, &["8000", "384000"]),
    ("render impact --rate 7999", 2, &["8000", "384000"]),
    ("render impact --rate 1e6", 2, &["8000", "384000"]),
    ("render impact --rate inf", 2, &["--rate"]),
    ("render impact --rate 44100.5", 2, &["whole number"]),
    ("render impact --seed -1", 2, &["whole number from 0"]),
    ("render impact --seed 1.5", 2, &["whole number from 0"]),
    (
        "render impact --seed 9223372036854775807 --count 2",
        2,
        &["smaller --seed"],
    ),
    ("render impact --count 0", 2, &["1 to 100000"]),
    ("render impact --count -3", 2, &["1 to 100000"]),
    ("render impact --vary 25", 2, &["25%", "0.25"]),
    ("render impact --vary -5%", 2, &["0%", "100%"]),
    ("render impact --vary nan", 2, &["0%", "100%"]),
    ("render impact --bits 8", 2, &["16, 24 or 32f"]),
    (
        "render bowed_string --seconds 3600 --rate 384k --bits 32f",
        2,
        &["WAV file can hold"],
    ),
    // Places.
    (
        "render impact -o nowhere/a.wav",
        1,
        &["no folder 'nowhere'"],
    ),
    ("render impact -o nowhere/", 1, &["no folder 'nowhere/'"]),
    ("render impact -o a.mp3", 2, &["a.mp3", ".wav", ".flac"]),
    ("render impact -o a", 2, &[".wav"]),
    ("render impact -o scene.toml/a.wav", 1, &["scene.toml"]),
    ("tour --folder scene.toml", 1, &["scene.toml"]),
    // Patterns.
    (
        "render impact -o a-{k}.wav",
        2,
        &["'{k}'", "{n}", "{seed}", "{sound}"],
    ),
    (
        "render impact --count 2 -o a-{n.wav",
        2,
        &["'{n.wav'", "{n}"],
    ),
    ("render impact -o {n}", 2, &[".wav", ".flac"]),
    // FLAC.
    (
        "render impact --bits 32f -o a.flac",
        2,
        &["FLAC holds 16 or 24 bit"],
    ),
    (
        "render many.toml -o a.flac",
        1,
        &["9 channels", "FLAC", "1 to 8"],
    ),
    (
        "render many.toml --lufs -20 -o a.flac",
        1,
        &["9 channels", "FLAC", "1 to 8"],
    ),
    ("render nowhere.flac", 2, &["no file 'nowhere.flac'"]),
    ("render plain.flac", 1, &["made by urto"]),
    // Loudness.
    ("render impact --lufs -4.9", 2, &["-60 to -5"]),
    ("render impact --lufs -61", 2, &["-60 to -5"]),
    ("render impact --lufs 20", 2, &["-60 to -5"]),
    ("render impact --lufs nan", 2, &["-60 to -5"]),
    ("render impact --lufs loud", 2, &["-60 to -5"]),
    (
        "render impact --lufs -20 -p level=3",
        2,
        &["--lufs", "-p level"],
    ),
    (
        "render scene.toml --lufs -20 -p gain=3",
        2,
        &["--lufs", "-p gain"],
    ),
    // Files.
    ("render text.txt", 1, &["text.txt"]),
    ("render binary.bin", 1, &["binary.bin"]),
    ("render plain.wav", 1, &["made by urto"]),
    ("render cut.wav", 1, &["made by urto"]),
    ("render scene.toml --vary 10%", 2, &["--vary", "scene"]),
    ("render scene.toml -p velocity=1", 2, &["object.NAME.key"]),
    (
        "render scene.toml -p object.baar.tuning=1",
        2,
        &["did you mean 'bar'"],
    ),
    (
        "render scene.toml -p object.bar.tuning=9",
        2,
        &["0.125 to 8"],
    ),
    ("render scene.toml -p gain=0", 2, &["gain"]),
    (
        "render broken.toml",
        1,
        &["broken.toml", "no object 'beau'"],
    ),
];

#[test]
fn every_bad_input_gets_one_clear_line_and_leaves_no_file() {
    let bench = Bench::new();
    bench.write("scene.toml", SCENE);
    bench.write("broken.toml", &SCENE.replace("[\"bow\"", "[\"beau\""));
    let many = ["\"bar@end\""; 9].join(", ");
    let many = SCENE.replace("\"bar@end\", \"bar@middle\"", &many);
    bench.write("many.toml", &many);
    bench.write("plain.flac", "fLaC");
    bench.write("text.txt", "Dear Sir or Madam\n");
    std::fs::write(bench.file("binary.bin"), [0u8, 255, 3, 200]).unwrap();
    let plain = {
        let mut file = std::io::Cursor::new(Vec::new());
        let spec = hound::WavSpec {
            channels: 1,
            sample_rate: 8000,
            bits_per_sample: 16,
            sample_format: hound::SampleFormat::Int,
        };
        let wav = hound::WavWriter::new(&mut file, spec).unwrap();
        wav.finalize().unwrap();
        file.into_inner()
    };
    std::fs::write(bench.file("plain.wav"), &plain).unwrap();
    std::fs::write(bench.file("cut.wav"), &plain[..14]).unwrap();
    let before = bench.names();
    let mut wrong = Vec::new();
    for (words, status, expected) in CASES {
        let split: Vec<&str> = words.split(' ').collect();
        let output = bench.urto(&split);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(*status), "{words:?}: {told}");
        assert_eq!(told.lines().count(), 1, "{words:?}: {told}");
        assert!(told.starts_with("urto: "), "{words:?}: {told}");
        assert!(
            output.stdout.is_empty() || words.starts_with("tour"),
            "{words:?}"
        );
        for word in *expected {
            if !told.contains(word) {
                wrong.push(format!("{words:?} should say {word:?}: {told}"));
            }
        }
        assert_eq!(bench.names(), before, "{words:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

#[test]
fn a_file_does_not_overwrite_itself_unasked() {
    let bench = Bench::new();
    bench.good(&["render", "impact", "--seconds", "0.01"]);
    let bytes = bench.bytes("impact.wav");
    let output = bench.urto(&["render", "impact.wav"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("overwrite") && told.contains("-o"), "{told}");
    assert_eq!(bench.bytes("impact.wav"), bytes);
    bench.good(&["render", "impact.wav", "-o", "impact.wav"]);
    assert_eq!(bench.bytes("impact.wav"), bytes);
}

#[test]
fn what_is_left_out_is_told() {
    let bench = Bench::new();
    let output = bench.urto(&["render", "impact", "--rate", "8k", "--seconds", "0.05"]);
    assert!(output.status.success());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("warning: "), "{told}");
}

#[test]
fn help_teaches() {
    let bench = Bench::new();
    let help = bench.good(&["help"]);
    assert!(help.contains("Three things to try"));
    for words in [
        &["render", "--help"][..],
        &["help", "render"],
        &["show", "-h"],
    ] {
        assert!(bench.good(words).contains("Example"), "{words:?}");
    }
    let help = bench.good(&["render", "--help"]);
    for part in ["knock-{n}.flac\"", "{seed}", "{sound}", "--lufs"] {
        assert!(help.contains(part), "{part}");
    }
    assert!(
        bench
            .good(&["--version"])
            .contains(env!("CARGO_PKG_VERSION"))
    );
}
