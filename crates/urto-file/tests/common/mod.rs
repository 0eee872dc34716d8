//! What several tests ask of a sound's table, and a body that several take.

#![allow(dead_code)]

use urto::Rate;
use urto::body::{BodyParams, MaterialKind, SupportParams};
use urto::object::free_bar_shape;
use urto::param::{Declared, Kind, ParamId, Table, leaves};
use urto::sound::{Event, Sound};
use urto_body::playback::{Multipole, Multipoles};
use urto_body::{MeshBody, MeshMode};
use urto_file::{assign_text, catalogue, load_resources, write_body};

/// Keys of the bodies in a sound's table, but for what they stand on.
pub fn bodies(table: &'static Table, before: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (_, spec) in table.rows(ParamId::ROOT) {
        if let Kind::Table(inner) = spec.kind {
            let key = format!("{before}{}", spec.key);
            if inner.key == BodyParams::TABLE.key {
                found.push(key);
            } else if inner.key != SupportParams::TABLE.key {
                found.extend(bodies(inner, &format!("{key}.")));
            }
        }
    }
    found
}

/// Above this the limiter bends samples.
const LIMITED: f32 = 0.9;

/// A body that is there is heard: `least` is the peak that it must reach.
pub fn check_audible(heard: &[f32], least: f32, what: &str) {
    let peak = heard.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    println!("{what}: peak {peak}");
    assert!(peak >= least, "{what}: peak {peak}");
}

/// The same, and the limiter is for exceptions: it may act on one sample in a hundred.
pub fn check_level(heard: &[f32], least: f32, what: &str) {
    check_audible(heard, least, what);
    let limited = heard.iter().filter(|x| x.abs() > LIMITED).count();
    assert!(
        100 * limited <= heard.len(),
        "{what}: {limited} of {} samples are limited",
        heard.len()
    );
}

/// The same bar that also tells how it sounds around it: each mode swings to and fro along z as a
/// small thing would, a dipole that grows with the frequency, and a little along x.
pub fn bar_in_air() -> MeshBody {
    let bar = bar();
    let modes = bar.modes().map(|mode| {
        let k = core::f64::consts::TAU * mode.frequency / 343.0;
        let term = |around, strength| Multipole {
            degree: 1,
            around,
            strength,
        };
        let strength = 100.0 * k * k * k * 0.1 * 0.1 * 0.1;
        MeshMode {
            radiated: 0.1,
            air: Some(Multipoles {
                wave_number: k,
                radius: 0.11,
                terms: vec![
                    term(0, [strength, 0.2 * strength]),
                    term(1, [0.1 * strength, 0.0]),
                ],
            }),
            ..mode
        }
    });
    let surface = bar.surface();
    MeshBody::new(
        "bar",
        *bar.material(),
        bar.mass(),
        surface.vertices().to_vec(),
        surface.corners().to_vec(),
        modes.collect(),
    )
    .unwrap()
}

/// A free bar of steel as a body from a mesh: 200 x 20 x 5 mm, with the first eight of its modes that
/// bend it, in closed form.
pub fn bar() -> MeshBody {
    const ALONG: usize = 40;
    let (length, width, thickness) = (0.2, 0.02, 0.005);
    let steel = MaterialKind::Steel.figures();
    let weight = steel.density * length * width * thickness;
    // Rings of four corners, one after the other, closed at both ends.
    let mut vertices = Vec::new();
    for ring in 0..=ALONG {
        let x = length * ring as f64 / ALONG as f64;
        for (y, z) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
            vertices.push([x, width * y, thickness * z]);
        }
    }
    let mut triangles = vec![[0, 2, 1], [0, 3, 2]];
    for ring in 0..ALONG {
        for side in 0..4 {
            let [a, b] = [side, (side + 1) % 4].map(|corner| 4 * ring + corner);
            triangles.extend([[a, b, b + 4], [a, b + 4, a + 4]]);
        }
    }
    let last = 4 * ALONG;
    triangles.extend([[last, last + 1, last + 2], [last, last + 2, last + 3]]);
    let modes = (0..8).map(|mode| {
        // cos(x)·cosh(x) = 1.
        let k = match mode {
            0 => 4.730_040_744_9,
            _ => (mode as f64 + 1.5) * core::f64::consts::PI,
        };
        let stiff = (steel.modulus / (12.0 * steel.density)).sqrt();
        let frequency = k * k / core::f64::consts::TAU * thickness / (length * length) * stiff;
        let shape = |vertex: &[f64; 3]| [0.0, 0.0, free_bar_shape(mode, vertex[0] / length)];
        MeshMode {
            frequency,
            // A quarter of the bar's, where a shape is 1 at the ends.
            mass: 0.25 * weight,
            radiated: 0.0,
            air: None,
            shape: vertices.iter().map(shape).collect(),
        }
    });
    let modes = modes.collect();
    MeshBody::new("bar", steel, weight, vertices, triangles, modes).unwrap()
}

/// What is struck here is heard at this rate \[Hz\].
pub const RATE: f64 = 48_000.0;

/// A blow of a sound on a body from a mesh, with these settings besides.
pub fn struck(sound: &str, body: &MeshBody, settings: &[(&str, &str)]) -> Box<dyn Sound> {
    let entry = catalogue().sound(sound).unwrap();
    let mut params = (entry.make)().params().boxed();
    let always = [
        ("body.kind", "file"),
        ("body.file", "own.body"),
        ("body.ringing", "20"),
    ];
    for (key, text) in always.iter().chain(settings) {
        assign_text(params.as_mut(), key, text).unwrap();
    }
    load_resources(params.as_mut(), &mut |_| Ok(write_body(body))).unwrap();
    let mut sound = (entry.make)();
    for (id, _) in leaves(params.as_ref()) {
        sound.set(&id, &params.value(&id).unwrap());
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.reset(1);
    sound.event(0, Event::trigger(1.0));
    sound
}

/// What so many frames of it are, in one channel.
pub fn heard(sound: &mut dyn Sound, frames: usize) -> Vec<f64> {
    let mut out = vec![0.0; frames];
    sound.render(&[], &mut [&mut out]);
    assert_eq!(sound.health().non_finite, 0);
    out.into_iter().map(f64::from).collect()
}
