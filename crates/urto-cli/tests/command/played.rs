//! Projects and takes: what was played in the studio is rendered again.

use crate::common::{Bench, SCENE};
use urto::Rate;
use urto_engine::{Desk, Edit, Engine, SLOTS, Workshop};

/// Plays a little as a host would; gives the project of the take and its samples, interleaved.
fn played(quality: &str) -> (String, Vec<f32>) {
    let rate = Rate::new(44_100.0).unwrap();
    let (mut desk, mut engine) = (Desk::new(), Engine::new(rate, SLOTS + 1));
    let mut workshop = Workshop::new(rate, SLOTS + 1);
    let scene = Edit::AddScene {
        name: "bar".into(),
        text: SCENE.into(),
    };
    desk.apply(&scene).unwrap();
    for line in ["add \"wine glass\"", "add bowed_string"] {
        desk.apply(&Edit::parse(line).unwrap()).unwrap();
    }
    let edit = Edit::parse(&format!("quality {quality}")).unwrap();
    desk.apply(&edit).unwrap();
    for order in desk.start_take() {
        let command = workshop.command(&order).unwrap();
        assert!(engine.tell(0, command).is_ok());
    }
    let mut heard = Vec::new();
    let mut story = [
        "trigger 1 1.0",
        "trigger 2 0.7",
        "trigger 3 1.0",
        "position 2 body.size 0.3",
        "set 2 body.material steel",
        "trigger 2 1.3",
        "gain 1 -12.0",
        "release 3",
    ]
    .iter();
    for block in 0..40 {
        if block % 5 == 0 {
            let edit = Edit::parse(story.next().unwrap()).unwrap();
            for order in desk.apply(&edit).unwrap() {
                let command = workshop.command(&order).unwrap();
                assert!(engine.tell(engine.frame(), command).is_ok());
                desk.note(engine.frame(), order);
            }
        }
        let (mut left, mut right) = ([0.0; 128], [0.0; 128]);
        engine.render(&mut [&mut left, &mut right]);
        heard.extend(left.iter().zip(right).flat_map(|(l, r)| [*l, r]));
    }
    (desk.end_take(engine.frame(), rate).unwrap(), heard)
}

/// A file as the studio's page writes it: 32-bit floats, and the project behind them.
fn wav(text: &str, samples: &[f32]) -> Vec<u8> {
    let chunk = |name: &[u8], bytes: &[u8]| {
        let length = (bytes.len() as u32).to_le_bytes();
        let mut chunk = [name, &length, bytes].concat();
        chunk.resize(chunk.len().next_multiple_of(2), 0);
        chunk
    };
    let mut format = Vec::new();
    format.extend(3u16.to_le_bytes());
    format.extend(2u16.to_le_bytes());
    format.extend(44_100u32.to_le_bytes());
    format.extend((8 * 44_100u32).to_le_bytes());
    format.extend(8u16.to_le_bytes());
    format.extend(32u16.to_le_bytes());
    let samples: Vec<u8> = samples.iter().flat_map(|x| x.to_le_bytes()).collect();
    let inside = [
        b"WAVE".to_vec(),
        chunk(b"fmt ", &format),
        chunk(b"data", &samples),
        chunk(b"urto", text.as_bytes()),
    ];
    chunk(b"RIFF", &inside.concat())
}

fn samples(bytes: &[u8]) -> Vec<f32> {
    let mut wav = hound::WavReader::new(bytes).unwrap();
    assert_eq!((wav.spec().channels, wav.spec().sample_rate), (2, 44_100));
    wav.samples::<f32>().map(Result::unwrap).collect()
}

#[test]
fn a_take_is_rendered_again_bit_for_bit() {
    for quality in ["exact", "fast"] {
        let bench = Bench::new();
        let (text, heard) = played(quality);
        assert!(heard.iter().any(|x| x.abs() > 0.01));
        std::fs::write(bench.file("take.wav"), wav(&text, &heard)).unwrap();
        bench.good(&["render", "take.wav", "-o", "again.wav"]);
        assert!(samples(&bench.bytes("again.wav")) == heard, "{quality}");
        // And again from that, and from the project alone.
        bench.good(&["render", "again.wav", "-o", "third.wav"]);
        assert!(bench.bytes("again.wav") == bench.bytes("third.wav"));
        bench.write("project.toml", &text);
        bench.good(&["render", "project.toml", "-o", "fourth.wav"]);
        assert!(bench.bytes("again.wav") == bench.bytes("fourth.wav"));
    }
}

/// Where nothing was recorded, everything is played once.
#[test]
fn a_project_without_a_take_is_played_once() {
    let bench = Bench::new();
    let mut desk = Desk::new();
    for line in ["add \"wine glass\"", "add scraping"] {
        desk.apply(&Edit::parse(line).unwrap()).unwrap();
    }
    bench.write("two.toml", &desk.project_text());
    let told = bench.json(&["--json", "render", "two.toml", "-o", "two.wav"]);
    let file = &told["files"][0];
    assert_eq!(file["channels"], 2);
    assert!(file["peak"].as_f64().unwrap() > 0.05, "{told}");
    bench.good(&["render", "two.wav", "-o", "again.wav"]);
    assert!(bench.bytes("two.wav") == bench.bytes("again.wav"));
    for option in [
        ["-p", "level=3"],
        ["--vary", "10%"],
        ["--lufs", "-20"],
        ["--seed", "3"],
    ] {
        let output = bench.urto(&["render", "two.toml", option[0], option[1]]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && message.contains(option[0]),
            "{message}"
        );
    }
}

/// A project of sixteen instances, each at an output of its own.
fn sixteen() -> String {
    let mut desk = Desk::new();
    let mut apply = |line: &str| {
        desk.apply(&Edit::parse(line).unwrap()).unwrap();
    };
    apply("channels 16");
    for number in 0..16 {
        let id = number + 1;
        apply("add impact");
        apply(&format!("set {id} body.size \"{} cm\"", 10 + number));
        apply(&format!("pan {id} -1.0"));
        apply(&format!("gain {id} -30.0"));
        apply(&format!("channel {id} {number}"));
    }
    desk.project_text()
}

fn planes(bytes: &[u8]) -> Vec<Vec<f32>> {
    let mut wav = hound::WavReader::new(bytes).unwrap();
    let channels = usize::from(wav.spec().channels);
    let mut planes = vec![Vec::new(); channels];
    for (n, sample) in wav.samples::<f32>().enumerate() {
        planes[n % channels].push(sample.unwrap());
    }
    planes
}

#[test]
fn sixteen_channels_go_into_one_file() {
    let bench = Bench::new();
    bench.write("project.toml", &sixteen());
    let length = ["--seconds", "100ms", "--bits", "32f"];
    let render = |more: &[&str]| {
        let all = [&["--json", "render", "project.toml"], &length[..], more].concat();
        bench.json(&all)
    };
    let told = render(&["-o", "all.wav"]);
    assert_eq!(told["files"][0]["channels"], 16);
    assert!(told["files"][0]["lufs"].as_f64().unwrap() > -60.0, "{told}");
    let bytes = bench.bytes("all.wav");
    // An extensible format that names no loudspeakers.
    assert_eq!(
        (&bytes[20..22], &bytes[40..44]),
        (&[0xfe, 0xff][..], &[0; 4][..])
    );
    let all = planes(&bytes);
    for (a, plane) in all.iter().enumerate() {
        assert!(plane.iter().any(|x| x.abs() > 1e-3), "{a}");
        assert!(all[..a].iter().all(|other| other != plane), "{a}");
    }
    bench.good(&["render", "all.wav", "-o", "again.wav"]);
    assert!(bench.bytes("again.wav") == bytes);
    // Fewer outputs: where the ring brings them. One: everything.
    for channels in [8, 3, 1] {
        render(&["-o", "few.wav", "--channels", &channels.to_string()]);
        let few = planes(&bench.bytes("few.wav"));
        assert_eq!(few.len(), channels);
        for (output, few) in few.iter().enumerate() {
            for (n, heard) in few.iter().enumerate() {
                let there = all.iter().skip(output).step_by(channels);
                let sum: f32 = there.map(|own| own[n]).sum();
                assert!((heard - sum).abs() < 1e-6, "{channels} {output} {n}");
            }
        }
        bench.good(&["render", "few.wav", "-o", "again.wav"]);
        assert!(bench.bytes("again.wav") == bench.bytes("few.wav"));
    }
}

#[test]
fn channels_that_cannot_be_are_refused() {
    let bench = Bench::new();
    let refused = |words: &[&str]| {
        let output = bench.urto(words);
        assert!(!output.status.success(), "{words:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    bench.write("project.toml", &sixteen());
    let flac = [
        "render",
        "project.toml",
        "--seconds",
        "10ms",
        "--bits",
        "24",
        "-o",
        "all.flac",
    ];
    let told = refused(&flac);
    assert!(
        told.contains("16 channels") && told.contains("1 to 8"),
        "{told}"
    );
    bench.good(&[&flac[..], &["--channels", "8"]].concat());
    for (what, channels, why) in [
        ("project.toml", "17", "from 1 to 16"),
        ("project.toml", "0", "from 1 to 16"),
    ] {
        let told = refused(&["render", what, "--channels", channels, "-o", "no.wav"]);
        assert!(told.contains(why), "{told}");
    }
    assert!(!bench.file("no.wav").exists());
}
