//! Places on the surface of a body from a mesh, in sounds, presets and scenes: told by a patch, a
//! vertex, lengths or shares of a box, they mean the same; they can be moved while it sounds; and a
//! blow on a node of a mode leaves that mode at rest.

mod common;

use common::{bar, bodies};
use urto::Rate;
use urto::body::Patch;
use urto::math::{LN_1000, TAU, cos, log, log10, sin};
use urto::object::free_bar_shape;
use urto::param::{Params, leaves};
use urto::sound::{Event, Sound};
use urto_body::{MeshBody, MeshMode};
use urto_file::{assign_text, catalogue, gathered, load_resources, read_scene_with, write_body};

const RATE: f64 = 48_000.0;

/// The bar with names for some places: a corner of its upper side, which is its vertex 163, one on that
/// side, and one on another, which no mode moves.
fn named_bar() -> Vec<u8> {
    let patch = |name: &str, at: [f64; 3]| Patch {
        name: name.to_owned(),
        at,
    };
    let patches = vec![
        patch("corner", [0.201, -0.001, 0.006]),
        patch("top", [0.07, 0.008, 0.006]),
        patch("side", [0.1, 0.0, 0.002]),
    ];
    write_body(&bar().with_patches(patches).unwrap())
}

/// The parameters of a sound on a body.
fn on_body(
    sound: &str,
    body: &[u8],
    said: &[(&str, &str)],
) -> Result<Box<dyn Params>, Box<dyn std::error::Error>> {
    let entry = catalogue().sound(sound)?;
    let mut params = (entry.make)().params().boxed();
    let own = |key: &String| ["body", "first.body", "second.body"].contains(&key.as_str());
    for key in bodies(entry.table, "").into_iter().filter(own) {
        if let Some((owner, _)) = key.rsplit_once('.') {
            let _ = assign_text(params.as_mut(), &format!("{owner}.kind"), "body");
        }
        assign_text(params.as_mut(), &format!("{key}.kind"), "file")?;
        assign_text(params.as_mut(), &format!("{key}.file"), "bar.body")?;
    }
    for (key, text) in said {
        assign_text(params.as_mut(), key, text)?;
    }
    load_resources(params.as_mut(), &mut |_| Ok(body.to_vec()))?;
    Ok(params)
}

fn sound(name: &str, params: &dyn Params) -> Box<dyn Sound> {
    let mut sound = (catalogue().sound(name).unwrap().make)();
    for (id, _) in leaves(params) {
        sound.set(&id, &params.value(&id).unwrap());
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.reset(1);
    sound
}

fn rendered(name: &str, params: &dyn Params, seconds: f64) -> Vec<f32> {
    let mut sound = sound(name, params);
    sound.event(0, Event::trigger(1.0));
    let mut heard = vec![0.0; (seconds * RATE) as usize];
    for block in heard.chunks_mut(512) {
        sound.render(&[], &mut [block]);
    }
    assert_eq!(sound.notes(), [""; 0]);
    heard
}

#[test]
fn a_patch_a_vertex_lengths_and_shares_mean_the_same_place() {
    let body = named_bar();
    let with = |said: &[(&str, &str)]| {
        let params = on_body("impact", &body, said).unwrap();
        rendered("impact", params.as_ref(), 0.2)
    };
    let plain = with(&[]);
    let patch = with(&[("strike", "corner")]);
    assert_ne!(plain, patch);
    assert_eq!(patch, with(&[("strike", "vertex 163")]));
    assert_eq!(patch, with(&[("strike", "21cm, -2 mm, 6mm")]));
    let shares = [
        ("strike_spot.on", "surface"),
        ("strike_spot.x", "1"),
        ("strike_spot.y", "0"),
        ("strike_spot.z", "1"),
    ];
    assert_eq!(patch, with(&shares));
    // A pickup elsewhere is heard elsewhere.
    assert_ne!(
        patch,
        with(&[("strike", "corner"), ("pickup", "10cm 1cm 5mm")])
    );
}

#[test]
fn what_is_no_place_is_told_with_those_there_are() {
    let body = named_bar();
    let told = |said: &[(&str, &str)]| match on_body("impact", &body, said) {
        Ok(_) => panic!("{said:?} was taken"),
        Err(error) => error.to_string(),
    };
    let wrong = told(&[("strike", "cornr")]);
    assert!(
        wrong.starts_with("strike: the body has no patch 'cornr'"),
        "{wrong}"
    );
    assert!(wrong.contains("did you mean 'corner'?"), "{wrong}");
    assert!(wrong.contains("corner, top, side"), "{wrong}");
    let wrong = told(&[("pickup", "vertex 164")]);
    assert!(wrong.contains("counted from 0 to 163"), "{wrong}");
    // A body without a surface.
    let wrong = told(&[("body.kind", "bar"), ("strike", "corner")]);
    assert!(wrong.contains("only bodies from meshes have"), "{wrong}");
    // What is no place in words is no number either.
    let wrong = told(&[("strike", "0.3x")]);
    assert!(wrong.contains("'x'"), "{wrong}");
}

/// Of two bodies that rub, each has its own; and the words of a list's entries are found too.
#[test]
fn words_belong_to_the_nearest_body() {
    let body = named_bar();
    let said = [
        ("second.position", "side"),
        ("pickups", "[{ place = \"corner\" }]"),
    ];
    let params = on_body("friction", &body, &said).unwrap();
    let value = |key: &str| {
        let id = params.table().find(key).unwrap();
        format!("{:?}", params.value(&id).unwrap())
    };
    assert_eq!(value("second.position_spot.on"), "Choice(1)");
    assert_eq!(value("second.position_spot.y"), "Number(0.0)");
    assert_eq!(value("pickups/0/place_spot.x"), "Number(1.0)");
    assert_eq!(value("first.position_spot.on"), "Choice(0)");
}

/// A preset keeps what was meant when it is written again, before its body is loaded and after.
#[test]
fn presets_keep_what_was_meant() {
    let body = named_bar();
    let text = "urto = \"preset/1\"\nsound = \"impact\"\n[params]\nstrike = \"corner\"\n\
                [params.body]\nkind = \"file\"\nfile = \"bar.body\"\n";
    let mut fetch = |_: &str| Ok(body.clone());
    let read = |text: &str| urto_file::read_preset("p.toml", text.as_bytes()).unwrap();
    let mut loaded = read(text);
    let unloaded = urto_file::write_preset(&loaded, false);
    load_resources(loaded.params.as_mut(), &mut fetch).unwrap();
    let written = urto_file::write_preset(&loaded, false);
    let wanted = rendered("impact", loaded.params.as_ref(), 0.1);
    for text in [unloaded, written] {
        let mut again = read(&text);
        load_resources(again.params.as_mut(), &mut fetch).unwrap();
        assert_eq!(
            wanted,
            rendered("impact", again.params.as_ref(), 0.1),
            "{text}"
        );
    }
}

/// How strongly a frequency is in a sound, from a moment on.
fn strength(heard: &[f32], hertz: f64, from: f64) -> f64 {
    let first = (from * RATE) as usize;
    let count = heard.len() - first;
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (n, sample) in heard[first..].iter().enumerate() {
        let phase = TAU * n as f64 / count as f64;
        // Blackman: what lies beside is 58 dB down.
        let window = 0.42 - 0.5 * cos(phase) + 0.08 * cos(2.0 * phase);
        let turned = TAU * hertz * n as f64 / RATE;
        real += window * f64::from(*sample) * cos(turned);
        imaginary += window * f64::from(*sample) * sin(turned);
    }
    (real * real + imaginary * imaginary).sqrt()
}

#[test]
fn a_blow_on_a_node_leaves_its_mode_at_rest() {
    let own = bar();
    let first = own.modes().next().unwrap().frequency;
    let bytes = write_body(&own);
    let struck = |along: f64| {
        // On the upper side, in its middle; every blow alike, heard at the end.
        let place = format!("{:?} 10mm 5mm", 0.2 * along);
        let said = [
            ("strike", place.as_str()),
            ("pickup", "198mm 10mm 5mm"),
            ("variation", "0"),
            ("body.ringing", "10"),
        ];
        let params = on_body("impact", &bytes, &said).unwrap();
        rendered("impact", params.as_ref(), 1.0)
    };
    // The next mode, which is struck at both places, says how loud each sound was made.
    let next = own.modes().nth(1).unwrap().frequency;
    let seen = |along: f64| {
        let heard = struck(along);
        strength(&heard, first, 0.05) / strength(&heard, next, 0.05)
    };
    let apart = 20.0 * log10(seen(0.01) / seen(node()));
    assert!(apart > 40.0, "{apart} dB");
}

/// The node of the first mode as the mesh has it: shapes go straight from ring to ring.
fn node() -> f64 {
    let at = |ring: usize| (ring as f64 / 40.0, free_bar_shape(0, ring as f64 / 40.0));
    let ring = (6..12).find(|ring| at(*ring).1 * at(ring + 1).1 <= 0.0);
    let ((x, one), (y, other)) = (at(ring.unwrap()), at(ring.unwrap() + 1));
    x + (y - x) * one / (one - other)
}

/// T60 = 13.8/(alpha + beta·w²), within 2 %, as it is heard.
#[test]
fn free_decay_follows_the_material() {
    let steel = urto::body::MaterialKind::Steel.figures();
    let own = bar();
    // One mode alone, so that nothing beats with it.
    let only = own.modes().nth(2).unwrap();
    let hertz = only.frequency;
    let surface = own.surface();
    let (vertices, corners) = (surface.vertices().to_vec(), surface.corners().to_vec());
    let body = MeshBody::new("bar", steel, own.mass(), vertices, corners, vec![only]).unwrap();
    let said = [
        ("strike", "198mm 10mm 5mm"),
        ("pickup", "2mm 10mm 5mm"),
        ("variation", "0"),
    ];
    let params = on_body("impact", &write_body(&body), &said).unwrap();
    let heard = rendered("impact", params.as_ref(), 2.0);
    let level = |from: f64| {
        let first = (from * RATE) as usize;
        let square = |x: &f32| f64::from(*x) * f64::from(*x);
        let sum: f64 = heard[first..first + 4800].iter().map(square).sum();
        sum.sqrt()
    };
    let (early, late) = (0.2, 0.6);
    let w = TAU * hertz;
    let rate = steel.alpha + steel.eta * w + steel.beta * w * w;
    let wanted = 2.0 * LN_1000 / rate;
    // Amplitudes fall with exp(-ln(1000)·t/T60).
    let fallen = level(early) / level(late);
    let found = LN_1000 * (late - early) / log(fallen);
    assert!(
        (found / wanted - 1.0).abs() < 0.02,
        "{found} s, not {wanted} s"
    );
}

/// Every sound that has a spot: places on the surface sound and keep their books, blocks of any length
/// give the same samples, and moving the place while it sounds leaves all finite and passive.
#[test]
fn every_sound_takes_places_on_a_surface() {
    let body = named_bar();
    let mut count = 0;
    for entry in catalogue().sounds() {
        let sample = (entry.make)();
        let rows = leaves(sample.params());
        let keys = rows.iter().filter_map(|(id, _)| entry.table.key_of(id));
        let spots: Vec<String> = keys
            .filter_map(|key| key.strip_suffix("_spot.on").map(str::to_owned))
            .filter(|key| !key.starts_with("support"))
            // A striker or what falls is not the body from a mesh.
            .filter(|key| !key.ends_with(".body.finger.place"))
            .collect();
        if spots.is_empty() {
            continue;
        }
        count += spots.len();
        let said: Vec<(&str, &str)> = spots.iter().map(|key| (key.as_str(), "top")).collect();
        let params = on_body(entry.key, &body, &said).unwrap();
        let render = |block: usize, moved: bool| {
            let mut own = sound(entry.key, params.as_ref());
            own.event(0, Event::trigger(1.0));
            let mut heard = vec![0.0f32; 9600];
            for (number, block) in heard.chunks_mut(block).enumerate() {
                if moved {
                    for spot in &spots {
                        let at = (number % 7) as f64 / 6.0;
                        for (axis, value) in [("x", at), ("y", 1.0 - at), ("z", 1.0)] {
                            let id = entry.table.find(&format!("{spot}_spot.{axis}")).unwrap();
                            own.set(&id, &urto::param::Value::Number(value));
                        }
                        let on = entry.table.find(&format!("{spot}_spot.on")).unwrap();
                        own.set(
                            &on,
                            &urto::param::Value::Choice(usize::from(number % 5 > 0)),
                        );
                    }
                }
                own.render(&[], &mut [block]);
            }
            let health = own.health();
            assert_eq!(health.non_finite, 0, "{}", entry.key);
            // Places that a body does not have would count with the samples that were limited.
            let loud = heard.iter().filter(|x| x.abs() > 0.9).count() as u64;
            assert!(health.clamped <= loud, "{}: {health:?}", entry.key);
            let books = own.ledger();
            let turned = books.initial.abs() + books.injected.abs() + books.dissipated.abs();
            assert!(
                books.error().abs() <= 1e-6 * turned,
                "{}: {books:?}",
                entry.key
            );
            assert!(
                books.dissipated >= -1e-9 * turned,
                "{}: {books:?}",
                entry.key
            );
            heard
        };
        let whole = render(9600, false);
        assert!(whole.iter().any(|x| *x != 0.0), "{} is silent", entry.key);
        assert_eq!(whole, render(77, false), "{}", entry.key);
        assert_ne!(whole, render(480, true), "{}: places do nothing", entry.key);
    }
    assert!(count > 25, "{count}");
}

const SCENE: &str = r#"urto = "scene/1"
seconds = 0.2
[object.stick]
kind = "mass"
mass = 0.02
position = -1e-4
velocity = 0.5
[object.pad]
kind = "driven"
velocity = 0.05
[object.bar]
kind = "body"
file = "bar.body"
points = { rim = "corner", ear = "vertex 3", middle = "10cm 1cm 5mm" }
[contact.blow]
law = "impact"
between = ["stick", "bar@rim"]
[contact.rub]
law = "friction"
between = ["pad", "bar@rim.tangent"]
pressed_by = "blow"
[listen]
at = ["bar@ear", "bar@middle"]
"#;

/// Of a scene's body with modes that move it along too.
fn bending_bar() -> Vec<u8> {
    let own = bar();
    let modes = own.modes().map(|mode| MeshMode {
        shape: mode
            .shape
            .iter()
            .map(|[x, y, z]| [x + 0.2 * z, *y, *z])
            .collect(),
        ..mode
    });
    let modes: Vec<MeshMode> = modes.collect();
    let surface = own.surface();
    let patch = Patch {
        name: "corner".to_owned(),
        at: [0.201, -0.001, 0.006],
    };
    let (vertices, corners) = (surface.vertices().to_vec(), surface.corners().to_vec());
    let body = MeshBody::new("bar", *own.material(), own.mass(), vertices, corners, modes);
    write_body(&body.unwrap().with_patches(vec![patch]).unwrap())
}

fn played(text: &str, body: &[u8]) -> Vec<Vec<f32>> {
    let scene = read_scene_with("s.toml", text.as_bytes(), &mut |_| Ok(body.to_vec())).unwrap();
    let mut player = scene.build(Rate::new(RATE).unwrap()).unwrap();
    let mut channels = vec![vec![0.0f32; 4800]; 2];
    let mut out: Vec<&mut [f32]> = channels.iter_mut().map(|own| own.as_mut_slice()).collect();
    player.render(&[], &mut out);
    let books = player.ledger();
    let turned = books.initial.abs() + books.injected.abs() + books.dissipated.abs();
    assert!(books.error().abs() <= 1e-6 * turned, "{books:?}");
    channels
}

/// An impact and a friction contact share a place of a body; and a scene that holds all of it sounds the
/// same, whatever the body weighs if it flies.
#[test]
fn a_body_is_an_object_of_a_scene() {
    let body = bending_bar();
    for text in [
        SCENE.to_owned(),
        SCENE.replace("file =", "inertia = 0.1\nfile ="),
    ] {
        let whole = played(&text, &body);
        for channel in &whole {
            assert!(channel.iter().any(|x| *x != 0.0));
        }
        assert_ne!(whole[0], whole[1]);
        let alone = gathered("s.toml", &text, &mut |_| Ok(body.clone())).unwrap();
        assert!(!alone.contains("bar.body") && alone.contains("kind = \"modal\""));
        assert_eq!(whole, played(&alone, b""));
        // What rubs is felt through the body, though it pushes in another direction.
        let loose = text.replace("velocity = 0.05", "velocity = 0");
        assert_ne!(whole, played(&loose, &body));
    }
    let told = |from: &str, to: &str| {
        let text = SCENE.replace(from, to);
        let read = read_scene_with("s.toml", text.as_bytes(), &mut |_| Ok(body.clone()));
        read.err().unwrap().to_string()
    };
    assert!(told("\"corner\"", "\"cornr\"").contains("did you mean 'corner'"));
    assert!(told("\"corner\"", "0.3").contains("no place on a surface"));
    assert!(told("file = \"bar.body\"\n", "").contains("'file' is missing"));
}
