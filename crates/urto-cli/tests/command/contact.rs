//! Contact scenes: `urto simulate` and `urto render`.

use crate::common::Bench;
use serde_json::Value as Json;
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
    // It is told whether a file still holds what is made of it.
    let again = |words: &[&str]| {
        let words = [&["render", "a.wav", "-o", "c.wav", "--json"], words].concat();
        bench.json(&words)["again"].clone()
    };
    assert_eq!(again(&[])["same"], true);
    assert_eq!(again(&["--seconds", "0.1"]), Json::Null);
    let mut bytes = bench.bytes("a.wav");
    let at = bytes.windows(4).position(|own| own == b"data").unwrap() + 8;
    bytes[at + 3000] ^= 1;
    std::fs::write(bench.file("a.wav"), bytes).unwrap();
    assert_eq!(again(&[])["same"], false);
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

/// What a command that was killed leaves of a run: so many steps, a checkpoint, and half a chunk.
fn stopped(whole: &[u8], steps: u32) -> Vec<u8> {
    let head = Reader::read(whole, false).unwrap().head;
    let parts = urto_file::read_pack("run", &head).unwrap();
    let mut fetch = |name: &str| {
        let found = parts.iter().find(|own| own.0 == name);
        Ok(found.unwrap().1.clone())
    };
    let file = urto_file::read_contact_scene("scene.toml", &parts[0].1, &mut fetch).unwrap();
    let mut simulation = Simulation::new(&Arc::new(file.scene)).unwrap();
    for _ in 0..steps {
        assert!(simulation.step());
    }
    let mut part = Writer::new(Vec::new()).unwrap();
    part.write(Chunk::Head(&head)).unwrap();
    part.write(Chunk::Block(&simulation.take())).unwrap();
    part.write(Chunk::Checkpoint(&simulation.save())).unwrap();
    let mut part = part.finish().unwrap();
    part.extend(b"B\x10\0\0\0half");
    part
}

/// What was stopped goes on, and the file is the same as if it had not been.
#[test]
fn a_file_in_the_making_is_gone_on_with() {
    let bench = Bench::new();
    bench.write("drop.toml", DROP);
    bench.good(&["simulate", "drop.toml", "-o", "whole.urun"]);
    let whole = bench.bytes("whole.urun");
    let part = stopped(&whole, 3000);
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

/// So does what is rendered, and what is moved before it: half done, or done and kept.
#[test]
fn a_sound_in_the_making_is_gone_on_with() {
    let bench = Bench::new();
    bench.write("drop.toml", DROP);
    let next = DROP.replace("seconds = 0.2", "seconds = 0.05\nafter = \"drop.toml\"");
    bench.write("next.toml", &next);
    bench.good(&["simulate", "drop.toml"]);
    bench.good(&["simulate", "next.toml"]);
    bench.good(&["render", "next.toml", "-o", "whole.wav"]);
    for (first, second, told) in [
        (3000, 0, ["going on at 46 %", "going on at 0 %"]),
        (6500, 700, ["going on at 100 %", "going on at 43 %"]),
    ] {
        let parts = [
            ("drop", "a.wav.drop.toml.part", first),
            ("next", "a.wav.part", second),
        ];
        for (run, part, steps) in parts {
            let part = bench.file(part);
            std::fs::write(part, stopped(&bench.bytes(&format!("{run}.urun")), steps)).unwrap();
        }
        let output = bench.urto(&["render", "next.toml", "-o", "a.wav"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.iter().all(|own| said.contains(own)), "{said}");
        assert!(bench.bytes("a.wav") == bench.bytes("whole.wav"));
        assert!(bench.names().iter().all(|name| !name.ends_with(".part")));
    }
}

/// A scene that begins after another moves that one first, by itself or from its run; its own run needs
/// neither any more.
#[test]
fn a_scene_goes_on_where_another_ended() {
    let bench = Bench::new();
    bench.write("drop.toml", DROP);
    let next = DROP.replace("seconds = 0.2", "seconds = 0.05\nafter = \"drop.toml\"");
    bench.write("next.toml", &next);
    let output = bench.urto(&["simulate", "next.toml", "-o", "a.urun"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("moving 'drop.toml' first"), "{told}");
    bench.good(&["simulate", "drop.toml"]);
    let run = |name: &str| Reader::read(&bench.bytes(name), false).unwrap().run;
    let (first, after) = (run("drop.urun"), run("a.urun"));
    let last = first.frames.last().unwrap().poses[1];
    assert_eq!(after.frames[0].poses[1], last);
    assert!(last[2] < 0.03);
    bench.write("again.toml", &next.replace("drop.toml", "drop.urun"));
    bench.good(&["simulate", "again.toml", "-o", "b.urun"]);
    assert_eq!(after.frames, run("b.urun").frames);
    std::fs::remove_file(bench.file("drop.toml")).unwrap();
    bench.good(&["render", "a.urun", "-o", "a.wav"]);
    bench.write("drop.toml", &next.replace("drop.toml", "next.toml"));
    let refused = bench.urto(&["simulate", "next.toml", "-o", "c.urun"]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("they go in a circle"), "{told}");
}

/// The numbers of an accessor of a .glb file, row by row.
fn numbers(document: &Json, binary: &[u8], accessor: &Json) -> Vec<Vec<f32>> {
    let own = &document["accessors"][accessor.as_u64().unwrap() as usize];
    let view = &document["bufferViews"][own["bufferView"].as_u64().unwrap() as usize];
    let figure = |of: &Json, key: &str| of[key].as_u64().unwrap() as usize;
    let (begin, long) = (figure(view, "byteOffset"), figure(view, "byteLength"));
    assert!(begin.is_multiple_of(4) && begin + long <= binary.len());
    let width = match own["type"].as_str().unwrap() {
        "SCALAR" => 1,
        "VEC3" => 3,
        _ => 4,
    };
    assert_eq!(long, 4 * width * figure(own, "count"));
    let (numbers, _) = binary[begin..begin + long].as_chunks::<4>();
    let numbers: Vec<f32> = numbers.iter().map(|own| f32::from_le_bytes(*own)).collect();
    let rows: Vec<Vec<f32>> = numbers.chunks_exact(width).map(<[f32]>::to_vec).collect();
    for column in 0..width {
        let least = rows
            .iter()
            .map(|row| row[column])
            .fold(f32::INFINITY, f32::min);
        let most = rows
            .iter()
            .map(|row| row[column])
            .fold(f32::NEG_INFINITY, f32::max);
        assert_eq!(own["min"][column].as_f64().unwrap() as f32, least);
        assert_eq!(own["max"][column].as_f64().unwrap() as f32, most);
    }
    rows
}

/// The text and the numbers of a .glb file.
fn parts(bytes: &[u8]) -> (Json, &[u8]) {
    let long = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| bytes[at + n])) as usize;
    assert_eq!(
        (&bytes[..4], long(4), long(8)),
        (&b"glTF"[..], 2, bytes.len())
    );
    let text = long(12);
    assert!(text.is_multiple_of(4) && &bytes[16..20] == b"JSON");
    let binary = &bytes[20 + text..];
    assert_eq!(&binary[4..8], b"BIN\0");
    assert_eq!(long(20 + text), binary.len() - 8);
    (
        serde_json::from_slice(&bytes[20..20 + text]).unwrap(),
        &binary[8..],
    )
}

/// What is drawn is where the run has it, and a run that is there is drawn the same.
#[test]
fn a_run_is_drawn_in_motion() {
    let bench = Bench::new();
    let spins = "velocity = [0.3, 0, 0]\nspin = [0, 60, 5]\n[listen]";
    bench.write("drop.toml", &DROP.replace("[listen]", spins));
    let facts = bench.json(&["simulate", "drop.toml", "--animate", "a.glb", "--json"]);
    assert_eq!(facts["animation"]["frames"], 13);
    bench.good(&["simulate", "drop.urun", "--animate", "b.glb"]);
    let bytes = bench.bytes("a.glb");
    assert!(bytes == bench.bytes("b.glb"));
    let (document, binary) = parts(&bytes);
    let names: Vec<_> = document["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|own| &own["name"])
        .collect();
    assert_eq!(names, ["ground", "marble", "world"]);
    let run = Reader::read(&bench.bytes("drop.urun"), false).unwrap().run;
    let film = &document["animations"][0];
    let mut last: Option<Vec<f32>> = None;
    let mut seen = 0;
    for channel in film["channels"].as_array().unwrap() {
        assert_eq!(channel["target"]["node"], 1);
        let sampler = &film["samplers"][channel["sampler"].as_u64().unwrap() as usize];
        let times = numbers(&document, binary, &sampler["input"]);
        let all = numbers(&document, binary, &sampler["output"]);
        assert_eq!((times.len(), all.len()), (13, 13));
        for (time, own) in times.iter().zip(&all) {
            let pose = run.pose(1, f64::from(time[0])).unwrap();
            if channel["target"]["path"] == "translation" {
                let far = (0..3).map(|k| (pose.place[k] - f64::from(own[k])).abs());
                assert!(far.fold(0.0, f64::max) < 1e-7);
                continue;
            }
            let [w, x, y, z] = pose.turn;
            let along: f64 = [x, y, z, w]
                .iter()
                .zip(own)
                .map(|(a, b)| a * f64::from(*b))
                .sum();
            assert!(along.abs() > 1.0 - 1e-6, "{along}");
            if let Some(last) = last.replace(own.clone()) {
                assert!(last.iter().zip(own).map(|(a, b)| a * b).sum::<f32>() > 0.0);
            }
            seen += 1;
        }
    }
    assert_eq!(seen, 13);
    // Programs that read meshes read it: a ball of 8 mm above a piece of ground.
    let surface = urto_mesh::Surface::parse(&bytes).unwrap();
    let high = surface.points.iter().map(|own| own[1]).fold(0.0, f64::max);
    assert!((high - 0.038).abs() < 1e-6, "{high}");
    for (words, wanted) in [
        (
            &["simulate", "drop.urun"][..],
            "--animate FILE.glb draws it",
        ),
        (
            &["simulate", "drop.urun", "--animate", "a.glb"],
            "is there already",
        ),
        (
            &["simulate", "drop.toml", "--animate", "a.gltf"],
            "does not end in .glb",
        ),
        (
            &[
                "simulate",
                "drop.urun",
                "--animate",
                "c.glb",
                "-o",
                "c.urun",
            ],
            "-o is for a scene",
        ),
        (
            &[
                "simulate",
                "drop.urun",
                "--animate",
                "c.glb",
                "--enlarge",
                "-1",
            ],
            "from 0 to 1e9",
        ),
    ] {
        let refused = bench.urto(words);
        let told = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            refused.status.code() == Some(2) && told.contains(wanted),
            "{told}"
        );
    }
    assert!(!bench.file("c.glb").exists());
}

/// What vibrates is enlarged so that it is seen: by a twentieth of its length at most, by half of
/// that at least, or by what is asked for.
#[test]
fn vibration_is_drawn() {
    let bench = Bench::new();
    let scene = "urto = \"contact-scene/1\"\nseconds = 0.05\ngravity = [0, 0, 0]\n[body.bar]\n\
                 file = \"bar.body\"\n[[blow]]\nat = 0.01\nbody = \"bar\"\nplace = [0.1, 0.01, 0.005]\n\
                 impulse = [0, 0, -0.01]\n";
    bench.write("bar.toml", scene);
    let facts = bench.json(&["simulate", "bar.toml", "--animate", "a.glb", "--json"]);
    let by = facts["animation"]["enlarged"].as_f64().unwrap();
    bench.json(&[
        "simulate",
        "bar.urun",
        "--animate",
        "b.glb",
        "--enlarge",
        "1",
        "--json",
    ]);
    // The farthest that all targets together move a corner.
    let moved = |name: &str| {
        let bytes = bench.bytes(name);
        let (document, binary) = parts(&bytes);
        let targets = document["meshes"][0]["primitives"][0]["targets"]
            .as_array()
            .unwrap();
        let far = targets.iter().map(|own| {
            let rows = numbers(&document, binary, &own["POSITION"]);
            let length = |own: &Vec<f32>| own.iter().map(|x| x * x).sum::<f32>().sqrt();
            f64::from(rows.iter().map(length).fold(0.0, f32::max))
        });
        let film = &document["animations"][0];
        let weights = film["channels"].as_array().unwrap().iter();
        let weights = weights
            .filter(|own| own["target"]["path"] == "weights")
            .count();
        assert_eq!(weights, 1);
        let sampler = film["samplers"].as_array().unwrap().last().unwrap();
        let weights = numbers(&document, binary, &sampler["output"]);
        let times = numbers(&document, binary, &sampler["input"]);
        assert_eq!(weights.len(), times.len() * targets.len());
        let most = weights.iter().map(|own| own[0].abs()).fold(0.0, f32::max);
        assert_eq!(most, 1.0);
        far.sum::<f64>()
    };
    let (seen, real) = (moved("a.glb"), moved("b.glb"));
    assert!((seen / real / by - 1.0).abs() < 1e-3, "{seen} {real} {by}");
    let size = urto_file::built_in("bar.body").map(|_| facts["animation"]["bodies"].as_u64());
    assert_eq!(size.flatten(), Some(1));
    assert!(by > 1.0 && seen > 0.005 && seen < 0.05, "{seen} {by}");
}

/// What a run took is told in words and figures, and kept in the run.
#[test]
fn a_run_tells_what_it_took() {
    let bench = Bench::new();
    let slides = "velocity = [0.3, 0, 0]\n[listen]";
    bench.write(
        "drop.toml",
        &DROP.replace("[listen]", slides).replace("0.03]", "0.008]"),
    );
    let facts = bench.json(&["simulate", "drop.toml", "--json", "--animate", "a.glb"]);
    let again = bench.json(&["simulate", "drop.urun", "--json", "--animate", "b.glb"]);
    for key in [
        "problems",
        "rounds",
        "contacts_in_a_step",
        "largest_overlap",
        "worst_residual",
    ] {
        assert_eq!(facts[key], again[key], "{key}");
    }
    // A marble on the ground: one contact in each step, which slides.
    let contacts = &facts["contacts_in_a_step"];
    for key in ["found", "near", "active", "with_friction"] {
        let own = contacts[key].as_f64().unwrap();
        assert!((own - 1.0).abs() < 0.01, "{key}: {own}");
    }
    assert_eq!(contacts["most_active"], 1);
    assert_eq!(facts["step_sizes"]["1"], facts["steps"]);
    let rounds = facts["rounds"].as_array().unwrap().iter();
    let sum: u64 = rounds.map(|own| own["problems"].as_u64().unwrap()).sum();
    assert_eq!(sum, facts["problems"].as_u64().unwrap());
    assert_eq!(facts["within_1e-3"], 1.0);
    assert!(facts["rounds_p99"].as_u64().unwrap() <= 16);
    assert!(facts["energy"]["given_of_initial"].as_f64().unwrap() < 1e-6);
    let told = bench.good(&["simulate", "drop.toml", "-o", "again.urun"]);
    let active = "1.00 active, 1.00 with friction; at most 1 active";
    assert!(
        told.contains(active) && told.contains("100.000 % within 1e-3"),
        "{told}"
    );
}
