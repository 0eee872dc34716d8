//! Contact scenes: `urto simulate` and `urto render`.

use crate::common::Bench;
use std::sync::Arc;
use urto_multibody::Simulation;
use urto_multibody::run::{Chunk, Reader, Writer};

const DROP: &str = r#"urto = "contact-scene/1"
seconds = 0.2
[contact]
restitution = 0.5
[body.ground]
shape = "plane"
material = "stone"
[body.marble]
shape = "sphere"
radius = "8 mm"
material = "glass"
place = [0, 0, 0.03]
[listen]
place = [0, -0.5, 0.2]
"#;

/// Both passes at once give what both give one after the other, and what the file made of it gives.
#[test]
fn a_scene_sounds_the_same_whichever_way_it_is_rendered() {
    let bench = Bench::new();
    bench.write("drop.toml", DROP);
    let facts = bench.json(&["render", "drop.toml", "-o", "a.wav", "--json"]);
    assert!(facts["pascals"].as_f64().unwrap() > 1e-3);
    assert!((facts["peak"].as_f64().unwrap() - 0.5).abs() < 1e-6);
    assert!(facts["bodies"][1]["blows"].as_u64().unwrap() > 0);
    let facts = bench.json(&["simulate", "drop.toml", "-o", "drop.urun", "--json"]);
    assert_eq!(facts["steps"], 6500);
    assert_eq!(facts["last_resorts"], 0);
    bench.good(&["render", "drop.urun", "-o", "b.wav"]);
    bench.good(&["render", "a.wav", "-o", "c.wav"]);
    assert_eq!(bench.bytes("a.wav"), bench.bytes("b.wav"));
    // What was made of a file says so; its samples are the same.
    let samples = |name: &str| {
        let bytes = bench.bytes(name);
        let at = bytes.windows(4).position(|own| own == b"data").unwrap();
        let count = u32::from_le_bytes([4, 5, 6, 7].map(|n| bytes[at + n]));
        bytes[at + 8..at + 8 + count as usize].to_vec()
    };
    assert!(samples("a.wav") == samples("c.wav"));
    assert!(bench.names().iter().all(|name| !name.ends_with(".part")));
}

/// Of a run one changes who listens, and not how bodies move.
#[test]
fn a_run_is_heard_from_elsewhere() {
    let bench = Bench::new();
    bench.write("drop.toml", DROP);
    bench.good(&["simulate", "drop.toml"]);
    let loud = |place: &str| {
        let change = format!("listen.place={place}");
        let facts = bench.json(&[
            "render",
            "drop.urun",
            "-p",
            &change,
            "-o",
            "x.wav",
            "--json",
        ]);
        facts["pascals"].as_f64().unwrap()
    };
    // Twice as far, half as loud: all of it is one small ball.
    let (near, far) = (loud("[0, 0, 1]"), loud("[0, 0, 2]"));
    assert!((near / far - 2.0).abs() < 0.05, "{near} {far}");
    let refused = bench.urto(&[
        "render",
        "drop.urun",
        "-p",
        "body.marble.radius=0.01",
        "-o",
        "x.wav",
    ]);
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("a run has moved them already"), "{told}");
    let refused = bench.urto(&["render", "drop.toml", "--pitch", "2"]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        told.contains("--pitch is not for a contact scene"),
        "{told}"
    );
}

/// Contacts of another program, here our own as lines of JSON.
#[test]
fn contacts_from_elsewhere_are_heard() {
    let bench = Bench::new();
    bench.write("drop.toml", DROP);
    bench.good(&["simulate", "drop.toml", "-o", "drop.jsonl"]);
    let own = bench.json(&["render", "drop.toml", "-o", "a.wav", "--json"]);
    let words = [
        "render",
        "drop.toml",
        "--events",
        "drop.jsonl",
        "-o",
        "b.wav",
        "--json",
    ];
    let told = bench.json(&words);
    let ratio = own["pascals"].as_f64().unwrap() / told["pascals"].as_f64().unwrap();
    assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
}

/// What was stopped goes on, and the file is the same as if it had not been.
#[test]
fn a_file_in_the_making_is_gone_on_with() {
    let bench = Bench::new();
    bench.write("drop.toml", DROP);
    bench.good(&["simulate", "drop.toml", "-o", "whole.urun"]);
    // As a command that was killed leaves it: so many steps, a checkpoint, and half a chunk.
    let whole = bench.bytes("whole.urun");
    let head = Reader::read(&whole, false).unwrap().head;
    let mut none = |name: &str| Err(name.to_owned());
    let file = urto_file::read_contact_scene("drop.toml", DROP.as_bytes(), &mut none).unwrap();
    let mut simulation = Simulation::new(&Arc::new(file.scene)).unwrap();
    for _ in 0..3000 {
        simulation.step();
    }
    let mut part = Writer::new(Vec::new()).unwrap();
    part.write(Chunk::Head(&head)).unwrap();
    part.write(Chunk::Block(&simulation.take())).unwrap();
    part.write(Chunk::Checkpoint(&simulation.save())).unwrap();
    let mut part = part.finish().unwrap();
    part.extend(b"B\x10\0\0\0half");
    std::fs::write(bench.file("again.urun.part"), part).unwrap();
    let output = bench.urto(&["simulate", "drop.toml", "-o", "again.urun"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("going on at 46 %"), "{told}");
    assert_eq!(bench.bytes("whole.urun"), bench.bytes("again.urun"));
    assert!(!bench.file("again.urun.part").exists());
    // An unfinished run is told as such.
    std::fs::write(bench.file("half.urun"), &whole[..whole.len() - 40]).unwrap();
    let refused = bench.urto(&["render", "half.urun", "-o", "x.wav"]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("it was not finished"), "{told}");
}
