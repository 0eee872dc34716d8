//! Networks of masses: `urto render FILE.mi.toml` and `urto mi check`.

use crate::common::{Bench, sample};

const STRING: &str = include_str!("../../../../fuzz/corpus/network/string.toml");
const RETUNED: &str = include_str!("../../../../networks/retuned-string.mi.toml");

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
    assert_eq!(facts["groups"].as_array().unwrap().len(), 0);
    assert!(facts["ns_per_step"].as_f64().unwrap() > 0.0);
    let text = bench.good(&["mi", "check", "string.mi.toml"]);
    assert!(text.contains("stable") && text.contains("71.10"), "{text}");
    assert!(!text.contains("groups:"), "{text}");
}

/// Groups are listed as `group.number` of the sound counts them.
#[test]
fn groups_are_listed_by_their_numbers() {
    let bench = Bench::new();
    bench.write("retuned.mi.toml", RETUNED);
    let facts = bench.json(&["mi", "check", "retuned.mi.toml", "--json"]);
    assert_eq!(facts["groups"][0]["name"], "string");
    assert_eq!(facts["groups"][1]["name"], "felt");
    assert_eq!(facts["groups"].as_array().unwrap().len(), 2);
    let text = bench.good(&["mi", "check", "retuned.mi.toml"]);
    assert!(
        text.contains("groups: 1 string (126 links), 2 felt (3 links)"),
        "{text}"
    );
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
            &["render", "string.mi.toml", "--raw", "--rate", "48000"],
            "at its own rate of 44100 Hz",
        ),
        (&["render", "string.mi.toml", "-o", "out.flac"], "WAV"),
        (&["render", "impact", "--raw"], "--raw is for a network"),
        (&["play", "broken.mi.toml"], "there is no mass 'm222'"),
        (
            &[
                "mi",
                "frames",
                "string.mi.toml",
                "-o",
                "film",
                "--every",
                "1us",
            ],
            "pictures",
        ),
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

/// A string that swings at 71.1 Hz does so at any rate of the file.
#[test]
fn another_rate_keeps_the_pitch() {
    let bench = Bench::new();
    bench.write("string.mi.toml", STRING);
    for rate in ["8000", "48000", "96000"] {
        let words = ["render", "string.mi.toml", "--seconds", "1", "--rate", rate];
        let facts = bench.json(&[&words[..], &["-o", "out.wav", "--json"]].concat());
        assert_eq!(
            facts["rate"].as_f64().unwrap(),
            rate.parse::<f64>().unwrap()
        );
        assert_eq!(facts["model_rate"], 44_100.0);
        let mut wav = hound::WavReader::open(bench.file("out.wav")).unwrap();
        let spec = wav.spec();
        assert_eq!(spec.sample_rate.to_string(), rate);
        let samples: Vec<f64> = wav
            .samples::<i32>()
            .map(|own| f64::from(own.unwrap()))
            .collect();
        assert_eq!(samples.len(), spec.sample_rate as usize);
        let level = |hertz: f64| {
            let turn = urto::math::TAU * hertz / f64::from(spec.sample_rate);
            let angles = samples
                .iter()
                .enumerate()
                .map(|(n, own)| (turn * n as f64, own));
            let (x, y) = angles.fold((0.0, 0.0), |(x, y), (angle, own)| {
                (
                    x + own * urto::math::cos(angle),
                    y + own * urto::math::sin(angle),
                )
            });
            (x * x + y * y).sqrt()
        };
        assert!(level(71.0989) > 5.0 * level(77.0), "{rate}");
    }
}

/// A model of another program becomes a network that plays; what is wrong in one is told with its line.
#[test]
fn a_model_of_mims_is_imported() {
    let bench = Bench::new();
    let model = "@m mass 1 0 0\n@g ground 0\n@s spring @g @m 0.1 0.0003\n@in frcInput @m\n\
                 @out posOutput @m\n";
    bench.write("swing.mdl", model);
    let output = bench.plain(&["mi", "import", "swing.mdl", "-o", "swing.mi.toml"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && told.contains("a click of 1"),
        "{told}"
    );
    // (fs/pi)·asin(sqrt(K)/2)
    let facts = bench.json(&["mi", "check", "swing.mi.toml", "--json"]);
    let expected = 44_100.0 / core::f64::consts::PI * 0.158_780_214_6;
    let found = facts["modes"][0].as_f64().unwrap();
    assert!((found / expected - 1.0).abs() < 1e-8, "{found} {expected}");
    bench.write("wrong.mdl", "@m mass 1 0 0\n@s spring @m @wall 0.1\n");
    let output = bench.plain(&["mi", "import", "wrong.mdl", "-o", "wrong.mi.toml"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && told.contains("wrong.mdl:2: there is no mass"),
        "{told}"
    );
}

/// A shape and another network beside it, flattened into one file that is a body; and pictures of it.
#[test]
fn a_network_of_several_files_becomes_one_and_pictures() {
    let bench = Bench::new();
    let tetrahedron = "v 0 0 0\nv 60 0 0\nv 0 60 0\nv 0 0 60\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    bench.write("stone.obj", tetrahedron);
    bench.write(
        "clapper.mi.toml",
        "urto = \"mi/1\"\n[[mass]]\nname = \"ball\"\nposition = [0, 0, 0]\nmass = 0.01\n",
    );
    bench.write(
        "chime.mi.toml",
        "urto = \"mi/1\"\nfriction = 1e-3\n[[surface]]\nname = \"stone\"\nfile = \"stone.obj\"\nscale = \
         0.001\nmass = 0.05\nstiffness = 4e6\n[[place]]\nname = \"c\"\nfile = \"clapper.mi.toml\"\nat = [0, \
         0, 0.1]\n[[link]]\nkind = \"contact\"\nbetween = [\"c.ball\", \"stone.3\"]\nlength = 0.01\nstiffness \
         = 1e5\n[[event]]\nvelocity = { mass = \"c.ball\", value = [0, 0, -2] }\n[[listen]]\nmass = \
         \"stone.1\"\naxis = [0, 0, 1]\nwhat = \"velocity\"\n",
    );
    let facts = bench.json(&["render", "chime.mi.toml", "--seconds", "0.1", "--json"]);
    assert!(facts["gain"].as_f64().unwrap() < 1e6, "{facts}");
    // As a body it must be one file.
    let strike = |file: &str| {
        let file = format!("body.file={file}");
        bench.plain(&[
            "render",
            "impact",
            "-p",
            "body.kind=file",
            "-p",
            &file,
            "--json",
        ])
    };
    let told = String::from_utf8(strike("chime.mi.toml").stderr).unwrap();
    assert!(told.contains("urto mi flatten"), "{told}");
    bench.good(&["mi", "flatten", "chime.mi.toml", "-o", "flat.mi.toml"]);
    let struck = strike("flat.mi.toml");
    assert!(struck.status.success());
    let facts: serde_json::Value = serde_json::from_slice(&struck.stdout).unwrap();
    assert!(
        facts["files"][0]["peak"].as_f64().unwrap() > 0.01,
        "{facts}"
    );
    // The flat one sounds the same.
    let raw = |file: &str| {
        let words = ["render", file, "--seconds", "0.1", "--raw", "-o", "-"];
        let output = bench.plain(&words);
        let wav = hound::WavReader::new(output.stdout.as_slice()).unwrap();
        wav.into_samples().map(Result::unwrap).collect::<Vec<f32>>()
    };
    assert_eq!(raw("chime.mi.toml"), raw("flat.mi.toml"));
    let words = [
        "mi",
        "frames",
        "chime.mi.toml",
        "-o",
        "film",
        "--every",
        "0.01",
    ];
    let facts = bench.json(&[&words[..], &["--seconds", "0.1", "--json"]].concat());
    assert_eq!(facts["pictures"], 10);
    let first = std::fs::read_to_string(bench.file("film/frame_0000.obj")).unwrap();
    let last = std::fs::read_to_string(bench.file("film/frame_0009.obj")).unwrap();
    assert_eq!(first.matches("f ").count(), 4);
    assert!(first != last && first.lines().count() == last.lines().count());
    // What is there is not written over.
    let again = bench.plain(&words);
    let told = String::from_utf8(again.stderr).unwrap();
    assert!(
        !again.status.success() && told.contains("is there already"),
        "{told}"
    );
    let ply = [&words[..], &["--seconds", "0.02", "--format", "ply"]].concat();
    bench.good(&ply);
    assert!(bench.bytes("film/frame_0001.ply").starts_with(b"ply\n"));
}

/// Every network of the folder `networks`, how much of it is rendered \[s\], and where its loudest
/// tenth of a second begins: a struck thing is loudest at once, what falls when it lands, what is
/// rubbed once it sings.
const SHIPPED: [(&str, f64, [f64; 2]); 17] = [
    ("balls-in-a-net", 0.5, [0.1, 0.3]),
    ("beam", 0.4, [0.0, 0.0]),
    ("bell", 0.4, [0.0, 0.1]),
    ("bowed-string", 0.6, [0.2, 0.5]),
    ("chain-on-a-drum", 0.5, [0.1, 0.4]),
    ("chain", 0.7, [0.3, 0.4]),
    ("cloth", 1.3, [1.0, 1.0]),
    ("gong", 0.2, [0.0, 0.0]),
    ("jelly", 0.5, [0.0, 0.1]),
    ("membrane", 0.4, [0.0, 0.0]),
    ("prepared-string", 0.5, [0.0, 0.1]),
    ("rattling-box", 0.5, [0.1, 0.4]),
    ("retuned-string", 0.5, [0.0, 0.1]),
    ("snare", 0.4, [0.0, 0.0]),
    ("spring-reverb", 0.35, [0.0, 0.0]),
    ("stiff-string", 0.4, [0.0, 0.1]),
    ("string", 0.5, [0.0, 0.0]),
];

/// The folder holds what the table says; each is stable, plays, and is loudest where it should be.
#[test]
fn every_network_that_comes_along_is_stable_and_sounds_when_it_should() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks");
    let mut found: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    found.sort();
    let expected = SHIPPED.map(|(name, ..)| format!("{name}.mi.toml"));
    assert_eq!(found, expected);
    let bench = Bench::new();
    for (name, seconds, [from, to]) in sample(SHIPPED, 3) {
        let path = format!("{folder}/{name}.mi.toml");
        let file = urto_file::read_network(name, &std::fs::read(&path).unwrap()).unwrap();
        assert!(
            file.name.is_some() && file.about.is_some() && file.seconds.is_some(),
            "{name}"
        );
        // Without --force: what is not stable is refused.
        let seconds = seconds.to_string();
        let output = bench.plain(&["render", &path, "--raw", "-o", "-", "--seconds", &seconds]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && told.is_empty(), "{name}: {told}");
        let mut wav = hound::WavReader::new(output.stdout.as_slice()).unwrap();
        let spec = wav.spec();
        let heard: Vec<f32> = wav.samples().map(Result::unwrap).collect();
        assert!(heard.iter().all(|sample| sample.is_finite()), "{name}");
        let tenth = spec.sample_rate as usize / 10 * usize::from(spec.channels);
        let (place, power) = (heard.chunks_exact(tenth).map(power).enumerate())
            .max_by(|(_, a), (_, b)| a.total_cmp(b))
            .unwrap();
        let at = 0.1 * place as f64;
        assert!(power > 0.0, "{name} is silent");
        assert!(
            (from - 1e-9..=to + 1e-9).contains(&at),
            "{name}: loudest at {at} s"
        );
    }
}

/// Mean square without what stands still: the pull of gravity at a hook is no sound.
fn power(samples: &[f32]) -> f64 {
    let count = samples.len() as f64;
    let mean = samples.iter().map(|own| f64::from(*own)).sum::<f64>() / count;
    let moved = samples.iter().map(|own| f64::from(*own) - mean);
    moved.map(|own| own * own).sum::<f64>() / count
}

/// A device that is only a program: it tells where the hand is and gets the force back, over UDP.
#[test]
fn a_mass_is_felt_over_a_socket() {
    use std::io::{BufRead, BufReader};
    use std::net::UdpSocket;
    use std::process::{Command, Stdio};
    use std::time::Duration;
    use urto_mi::haptic::{ForceOnHand, HandPlace};
    let string = concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks/string.mi.toml");
    let mut child = Command::new(env!("CARGO_BIN_EXE_urto"))
        .args(["mi", "haptic", string, "--mass", "string.32"])
        .args(["--port", "0", "--seconds", "60"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    let address = line
        .split_whitespace()
        .find(|word| word.contains("127.0.0.1:"));
    let address = address.unwrap().to_owned();
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket
        .set_read_timeout(Some(Duration::from_millis(5)))
        .unwrap();
    let position = [0.0, 0.0, 0.005];
    let mut strongest: Option<ForceOnHand> = None;
    // However slow the machine is, it comes.
    for sequence in 1..10_000 {
        socket
            .send_to(&HandPlace { sequence, position }.to_bytes(), &address)
            .unwrap();
        let mut packet = [0; 100];
        if let Ok(length) = socket.recv(&mut packet) {
            let felt = ForceOnHand::of_bytes(&packet[..length]).unwrap();
            if felt.force[2] < -0.5 && felt.position[2] > 1e-3 {
                strongest = Some(felt);
                break;
            }
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let felt = strongest.expect("a force that draws the hand back");
    assert!(felt.sequence > 0 && felt.position[2] > 0.0, "{felt:?}");
}

#[test]
fn what_cannot_be_felt_is_refused() {
    let bench = Bench::new();
    bench.write("string.mi.toml", STRING);
    let refused = |words: &[&str]| {
        let done = bench.plain(&[&["mi", "haptic"], words].concat());
        let told = String::from_utf8(done.stderr).unwrap();
        assert!(
            !done.status.success() && told.lines().count() == 1,
            "{told}"
        );
        told
    };
    let told = refused(&["string.mi.toml", "--mass", "nothing"]);
    assert!(told.contains("there is no mass 'nothing'"), "{told}");
    let string = concat!(env!("CARGO_MANIFEST_DIR"), "/../../networks/string.mi.toml");
    let told = refused(&[string, "--mass", "string.0"]);
    assert!(told.contains("no hand moves it"), "{told}");
    let told = refused(&[string, "--mass", "string.4", "--force", "0"]);
    assert!(told.contains("more than 0"), "{told}");
}
