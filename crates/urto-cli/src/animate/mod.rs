//! `urto simulate --animate`: a run to look at, as glTF 2.0 in one file.
//!
//! A node for each body, with its name, under one that turns z up into the format's y up. Poses are
//! told 60 times a second. The lowest modes of bodies from meshes are targets of their corners; they
//! are told eight times in a period of the highest of them, so that slow motion shows them, too.

mod glb;

use crate::contact::Opened;
use crate::failure::Failure;
use crate::save;
use glb::{Glb, Use};
use serde_json::{Value as Json, json};
use std::path::Path;
use urto_multibody::run::Run;
use urto_multibody::scene::{Form, Scene, drawn};
use urto_multibody::sound::vibration;

/// Poses a second.
const RATE: f64 = 60.0;
/// Modes of a body that are shown.
const MODES: usize = 6;
/// Modes that move less than this share of what the largest of the body does are left out.
const LEAST: f64 = 1e-3;
/// How far what vibrates most is shown to move, against its size, if nothing is said.
const VISIBLE: f64 = 0.05;
/// Largest file \[bytes\]: programs that show it hold all of it in memory.
const LARGEST: usize = 1 << 30;

/// What was drawn.
pub struct Shown {
    bodies: usize,
    frames: usize,
    bytes: usize,
    /// How much vibration is enlarged, and how many modes of how many bodies are shown.
    enlarged: Option<(f64, usize, usize)>,
}

impl Shown {
    /// For programs.
    pub fn json(&self, path: &Path) -> Json {
        json!({
            "file": path.display().to_string(),
            "bodies": self.bodies,
            "frames": self.frames,
            "bytes": self.bytes,
            "enlarged": self.enlarged.map(|own| own.0),
            "modes": self.enlarged.map_or(0, |own| own.1),
        })
    }

    /// In words.
    pub fn text(&self, path: &Path) -> String {
        let mut text = format!(
            "{}: {} bodies in {} frames, {:.1} MB",
            path.display(),
            self.bodies,
            self.frames,
            self.bytes as f64 / 1e6
        );
        if let Some((by, modes, bodies)) = self.enlarged {
            text += &format!(
                "; vibration {by} times as large as it is ({modes} modes of {bodies} bod{}; --enlarge \
                 says how much)",
                if bodies == 1 { "y" } else { "ies" }
            );
        }
        text + "\n"
    }
}

/// Whether a file of this name can be written.
pub fn check(path: &Path, over: bool) -> Result<(), Failure> {
    if path.extension().is_none_or(|ending| ending != "glb") {
        return Err(Failure::usage(format!(
            "'{}' does not end in .glb, the kind of file that --animate writes",
            path.display()
        )));
    }
    save::check(path)?;
    save::check_free(path, over)
}

/// Draws a run.
pub fn draw(
    opened: &Opened,
    run: &Run,
    path: &Path,
    enlarge: Option<f64>,
) -> Result<Shown, Failure> {
    let scene = &opened.scene;
    let times = times(run.seconds());
    let moving = (0..scene.bodies.len()).filter(|n| moves(run, *n)).count();
    // A place and a turn of a body in seven numbers.
    let large = times.len() * (moving + 1) * 28;
    let shaken = shaken(scene, run);
    let keys = shaken.iter().flatten().map(|own| own.keys());
    if large + keys.sum::<usize>() > LARGEST {
        return Err(Failure::usage(
            "the animation would be larger than 1 GiB; make the scene shorter ('seconds')",
        ));
    }
    let by = enlarge.unwrap_or_else(|| usual(&shaken));
    let mut glb = Glb::default();
    let input = times.iter().map(|own| [*own]).collect::<Vec<_>>();
    let input = glb.rows(&input, Use::Motion);
    let mut film = Film::default();
    let (mut nodes, mut meshes, mut materials) = (Vec::new(), Vec::new(), Vec::new());
    for (n, own) in scene.bodies.iter().enumerate() {
        let drawn = drawn::draw(&own.form, scene.centre(n), drawn::far(scene, run, n));
        let mut attributes = json!({ "POSITION": glb.rows(&drawn.points, Use::Corners) });
        if !drawn.normals.is_empty() {
            attributes["NORMAL"] = json!(glb.rows(&drawn.normals, Use::Corners));
        }
        if !drawn.shades.is_empty() {
            attributes["COLOR_0"] = json!(glb.rows(&drawn.shades, Use::Corners));
        }
        let mut primitive = json!({
            "attributes": attributes,
            "indices": glb.triangles(&drawn.triangles),
            "material": n,
        });
        let mut mesh = json!({ "name": own.name });
        let poses = poses(run, n, &times);
        let mut node = json!({ "name": own.name, "mesh": n });
        if moves(run, n) {
            let places: Vec<_> = poses.iter().map(|own| own.0).collect();
            let turns: Vec<_> = poses.iter().map(|own| own.1).collect();
            film.add(n, "translation", input, glb.rows(&places, Use::Motion));
            film.add(n, "rotation", input, glb.rows(&turns, Use::Motion));
        }
        if let Some((place, turn)) = poses.first() {
            node["translation"] = json!(place);
            node["rotation"] = json!(turn);
        }
        if let (Some(shaken), Form::Mesh(mesh_body)) = (&shaken[n], &own.form) {
            let shapes = mesh_body.surface().shapes();
            let targets: Vec<Json> = shaken
                .modes
                .iter()
                .map(|mode| {
                    let out = by * mode.peak;
                    let moved = shapes[mode.number].iter();
                    let moved: Vec<[f32; 3]> = moved
                        .map(|own| own.map(|along| (out * along) as f32))
                        .collect();
                    json!({ "POSITION": glb.rows(&moved, Use::Corners) })
                })
                .collect();
            mesh["weights"] = json!(vec![0.0; targets.len()]);
            primitive["targets"] = json!(targets);
            let ticks = (0..shaken.looks).map(|k| [(k as f64 / shaken.rate) as f32]);
            let ticks = glb.rows(&ticks.collect::<Vec<_>>(), Use::Motion);
            let weights = (0..shaken.looks).flat_map(|k| {
                let all = shaken.modes.iter();
                all.map(move |mode| [(mode.amplitudes[k] / mode.peak) as f32])
            });
            let weights = glb.rows(&weights.collect::<Vec<_>>(), Use::Motion);
            film.add(n, "weights", ticks, weights);
        }
        mesh["primitives"] = json!([primitive]);
        meshes.push(mesh);
        nodes.push(node);
        materials.push(material(&own.name, n, &own.form));
    }
    let world = nodes.len();
    let half = core::f64::consts::FRAC_1_SQRT_2;
    nodes.push(json!({
        "name": "world",
        "rotation": [-half, 0, 0, half],
        "children": (0..world).collect::<Vec<_>>(),
    }));
    let mut document = json!({
        "asset": { "version": "2.0", "generator": "urto" },
        "scene": 0,
        "scenes": [{ "nodes": [world] }],
        "nodes": nodes,
        "meshes": meshes,
        "materials": materials,
    });
    let enlarged = shaken.iter().flatten();
    let count = enlarged.clone().count();
    let enlarged = (count > 0).then(|| (by, enlarged.map(|own| own.modes.len()).sum(), count));
    if let Some((by, ..)) = enlarged {
        document["asset"]["extras"] = json!({ "vibration_enlarged": by });
    }
    if !film.channels.is_empty() {
        document["animations"] =
            json!([{ "name": "motion", "samplers": film.samplers, "channels": film.channels }]);
    }
    let bytes = glb.finish(document);
    save::save(path, &bytes)?;
    Ok(Shown {
        bodies: scene.bodies.len(),
        frames: times.len(),
        bytes: bytes.len(),
        enlarged,
    })
}

/// What moves in an animation.
#[derive(Default)]
struct Film {
    samplers: Vec<Json>,
    channels: Vec<Json>,
}

impl Film {
    fn add(&mut self, node: usize, what: &str, input: usize, output: usize) {
        self.channels.push(json!({
            "sampler": self.samplers.len(), "target": { "node": node, "path": what },
        }));
        self.samplers
            .push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
    }
}

/// A mode as it is shown.
struct Mode {
    number: usize,
    amplitudes: Vec<f64>,
    /// The farthest it is out.
    peak: f64,
    /// How far that moves the vertex that it moves most \[m\].
    moves: f64,
}

/// How a body vibrates.
struct Shaken {
    rate: f64,
    looks: usize,
    modes: Vec<Mode>,
    /// Length of the body \[m\].
    size: f64,
}

impl Shaken {
    /// Bytes of what its modes do.
    fn keys(&self) -> usize {
        4 * self.looks * (self.modes.len() + 1)
    }
}

/// How the bodies from meshes vibrate.
fn shaken(scene: &Scene, run: &Run) -> Vec<Option<Shaken>> {
    let one = |n: usize| {
        let Form::Mesh(mesh) = &scene.bodies[n].form else {
            return None;
        };
        let found = vibration(scene, run, n, MODES)?;
        let mut modes: Vec<Mode> = (found.modes.into_iter().zip(found.amplitudes))
            .map(|(number, amplitudes)| {
                let largest = |all: &mut dyn Iterator<Item = f64>| all.fold(0.0, f64::max);
                let peak = largest(&mut amplitudes.iter().map(|own| own.abs()));
                let shape = mesh.surface().shapes()[number].iter();
                let length = |own: &[f64; 3]| own.iter().map(|x| x * x).sum::<f64>().sqrt();
                let moves = peak * largest(&mut shape.map(length));
                Mode {
                    number,
                    amplitudes,
                    peak,
                    moves,
                }
            })
            .collect();
        let most = modes.iter().map(|own| own.moves).fold(0.0, f64::max);
        modes.retain(|own| own.moves > LEAST * most);
        let looks = modes.first()?.amplitudes.len();
        Some(Shaken {
            rate: found.rate,
            looks,
            modes,
            size: mesh.size(),
        })
    };
    (0..scene.bodies.len()).map(one).collect()
}

/// How much vibration is enlarged so that it is seen: 1, 2 or 5 times a power of ten.
fn usual(shaken: &[Option<Shaken>]) -> f64 {
    let share = |own: &Shaken| own.modes.iter().map(|mode| mode.moves).sum::<f64>() / own.size;
    let most = shaken.iter().flatten().map(share).fold(0.0, f64::max);
    if most <= 0.0 {
        return 1.0;
    }
    let wanted = VISIBLE / most;
    let mut by = 1.0;
    'found: for _ in 0..12 {
        for step in [2.0, 2.5, 2.0] {
            if by * step > wanted {
                break 'found;
            }
            by *= step;
        }
    }
    by
}

/// When poses are told \[s\].
fn times(seconds: f64) -> Vec<f32> {
    let count = (seconds * RATE - 1e-6).ceil().max(1.0) as usize;
    (0..=count)
        .map(|n| (n as f64 / RATE).min(seconds) as f32)
        .collect()
}

/// Whether a body is ever elsewhere.
fn moves(run: &Run, number: usize) -> bool {
    let mut poses = run.frames.iter().filter_map(|own| own.poses.get(number));
    let first = poses.next();
    poses.any(|own| Some(own) != first)
}

/// Place and turn (x, y, z, w) at these times, turns never on the other side of the sphere.
fn poses(run: &Run, number: usize, times: &[f32]) -> Vec<([f32; 3], [f32; 4])> {
    let mut last = [0.0f32; 4];
    let one = |time: &f32| {
        let pose = run.pose(number, f64::from(*time)).unwrap_or_default();
        let [w, x, y, z] = pose.turn;
        let mut turn = [x, y, z, w].map(|own| own as f32);
        if turn.iter().zip(&last).map(|(a, b)| a * b).sum::<f32>() < 0.0 {
            turn = turn.map(|own| -own);
        }
        last = turn;
        (pose.place.map(|own| own as f32), turn)
    };
    times.iter().map(one).collect()
}

/// A colour of its own for each body: turns of the circle of colours by the golden ratio, which keep
/// apart however many there are; the ground is grey.
fn material(name: &str, number: usize, form: &Form) -> Json {
    let hue = (0.08 + 0.618_034 * number as f64).fract();
    let ground = matches!(form, Form::Plane);
    let part = |shift: f64| {
        let own = (((hue + shift).fract() * 6.0 - 3.0).abs() - 1.0).clamp(0.0, 1.0);
        0.15 + 0.65 * own
    };
    let [red, green, blue] = if ground {
        [0.4; 3]
    } else {
        [part(0.0), part(2.0 / 3.0), part(1.0 / 3.0)]
    };
    json!({
        "name": name,
        "doubleSided": ground,
        "pbrMetallicRoughness": {
            "baseColorFactor": [red, green, blue, 1.0], "metallicFactor": 0.0,
            "roughnessFactor": 0.6,
        },
    })
}
