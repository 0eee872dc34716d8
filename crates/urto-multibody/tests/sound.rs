//! Runs of small scenes, and what they sound like.

use std::sync::Arc;
use urto::Rate;
use urto::body::{BodyKind, BodyParams, MaterialKind};
use urto_multibody::run::{Reader, Run, RunError};
use urto_multibody::scene::{Drive, Form, Grain, Hearing, Path, Scene, SceneBody, Voice};
use urto_multibody::sound::{Heard, How, listen};
use urto_multibody::{Pair, Pose, Rule, Settings, Simulation};

fn body(name: &str, form: Form, material: MaterialKind) -> SceneBody {
    SceneBody {
        name: name.to_owned(),
        form,
        material: material.figures(),
        mass: None,
        drive: Drive::Free,
        place: [0.0; 3],
        turn: [1.0, 0.0, 0.0, 0.0],
        velocity: [0.0; 3],
        spin: [0.0; 3],
        flexible: None,
        voice: Voice::Own,
        grain: None,
        roundness: None,
        gain: 1.0,
    }
}

fn scene(seconds: f64, bodies: Vec<SceneBody>) -> Scene {
    let mut all = vec![body("ground", Form::Plane, MaterialKind::Stone)];
    all[0].drive = Drive::Fixed;
    all.extend(bodies);
    Scene {
        seconds,
        settings: Settings::default(),
        seed: 1,
        overlap: 1e-4,
        bodies: all,
        usual: Pair::default(),
        pairs: vec![],
        joints: vec![],
        blows: vec![],
        beginning: None,
        hearing: Hearing {
            path: Path::still(Pose {
                place: [0.0, -1.0, 0.3],
                ..Pose::default()
            }),
            space: None,
            settings: vec![],
            gain: None,
        },
    }
}

fn marble(height: f64) -> SceneBody {
    let mut own = body(
        "marble",
        Form::Sphere { radius: 0.008 },
        MaterialKind::Glass,
    );
    own.place[2] = 0.008 + height;
    own
}

/// A plate that rings as a plate by name does.
fn plate(height: f64) -> SceneBody {
    let sides = [0.2, 0.15, 0.004];
    let mut own = body("plate", Form::Box { sides }, MaterialKind::Steel);
    own.place[2] = 0.002 + height;
    own.voice = Voice::Named(Box::new(BodyParams {
        kind: BodyKind::Plate,
        size: 0.2,
        width: 0.15,
        thickness: 0.004,
        material: MaterialKind::Steel,
        ..BodyParams::default()
    }));
    own
}

fn simulated(scene: &Scene) -> Run {
    let simulation = Simulation::new(&Arc::new(scene.clone())).unwrap();
    simulation.finish(|_| ())
}

fn heard(scene: &Scene, run: &Run, seconds: f64, threads: usize) -> Heard {
    let how = How {
        rate: Rate::new(48_000.0).unwrap(),
        seconds: Some(seconds),
        space: None,
        each: false,
        threads,
        progress: &|_| (),
    };
    listen(scene, run, &how)
}

fn peak(samples: &[f64]) -> f64 {
    samples
        .iter()
        .fold(0.0, |most: f64, own| most.max(own.abs()))
}

/// A dropped marble clicks when it lands, not before, as loud as its sphere says within 3 dB.
#[test]
fn a_marble_clicks_when_it_lands() {
    let scene = scene(0.3, vec![marble(0.1)]);
    let run = simulated(&scene);
    let out = heard(&scene, &run, 0.3, 1);
    let own = &out.channels[0];
    // It falls for sqrt(2h/g), and sound takes 3 ms.
    let lands = ((0.2f64 / 9.81).sqrt() * 48_000.0) as usize;
    assert!(peak(&own[..lands]) < 1e-9);
    let click = peak(&own[lands..lands + 480]);
    // Hertz: v = 1.4 m/s, about 55 µs; half a sine of (π/2)·v/τ, of which the sphere radiates
    // ρR²/r·cosθ/2 at most, somewhat less beyond its own frequency.
    assert!((0.1..3.0).contains(&click), "{click} Pa");
    let rest = peak(&own[own.len() - 4800..]);
    assert!(rest < 1e-6 * click, "{rest:e} of {click:e}");
}

/// A slab that has come to rest is silent: below -90 dB of its landing.
#[test]
fn what_rests_is_silent() {
    let scene = scene(1.5, vec![plate(0.003)]);
    let run = simulated(&scene);
    let out = heard(&scene, &run, 6.0, 1);
    let own = &out.channels[0];
    let account = out.bodies[1];
    assert!(account.modes > 5 && account.blows > 0);
    let last = peak(&own[own.len() - 4800..]);
    assert!(last < 3e-5 * peak(own), "{last:e} of {:e}", peak(own));
    // The account of the modes closes.
    let off = account.injected - account.dissipated - account.stored;
    assert!(
        off.abs() < 1e-9 * account.injected.abs(),
        "{off:e} {account:?}"
    );
    assert!(account.dissipated > 0.0);
}

/// It is so while it lies there under its weight, not only after the run: below -90 dBFS where its
/// landing is 0 dBFS. By the usual rule of rigid bodies it would rattle on.
#[test]
fn what_rests_is_silent_while_it_moves() {
    let last = |rule: Rule| {
        let mut scene = scene(1.0, vec![plate(0.003)]);
        scene.settings.rule = rule;
        // What the landing rang is damped away by what it lies on, or it would cover what rests.
        scene.usual.damping = 2.0;
        let run = simulated(&scene);
        let out = heard(&scene, &run, 1.0, 1);
        let own = &out.channels[0];
        let left = peak(&own[own.len() - 4800..]) / peak(own);
        println!("{rule:?}: {:.0} dBFS", 20.0 * urto::math::log10(left));
        left
    };
    assert!(last(Rule::Gap) < urto::math::pow(10.0, -90.0 / 20.0));
    assert!(last(Rule::Velocity) > 1e-3);
}

/// The same bits on one thread and on three, and once more.
#[test]
fn threads_change_no_bit() {
    let scene = scene(0.1, vec![marble(0.01), plate(0.03)]);
    let mut apart = scene.clone();
    apart.bodies[1].place[0] = 0.3;
    let run = simulated(&apart);
    assert_eq!(run, simulated(&apart));
    let one = heard(&apart, &run, 0.1, 1);
    assert_eq!(one, heard(&apart, &run, 0.1, 3));
}

/// A block that slides over a rough plane hisses; over a smooth one it does not.
#[test]
fn grain_is_heard_when_something_slides() {
    let sides = [0.05, 0.04, 0.02];
    let mut block = body("block", Form::Box { sides }, MaterialKind::Wood);
    block.place[2] = 0.01;
    block.velocity[0] = 0.8;
    let smooth = scene(0.15, vec![block]);
    let mut rough = smooth.clone();
    rough.bodies[0].grain = Some(Grain {
        slope: 0.05,
        length: 5e-4,
    });
    let run = simulated(&smooth);
    // While it slides, after what its start makes.
    let level = |scene: &Scene| {
        let out = heard(scene, &run, 0.15, 1);
        let part = &out.channels[0][2400..4800];
        (part.iter().map(|own| own * own).sum::<f64>() / part.len() as f64).sqrt()
    };
    let (quiet, loud) = (level(&smooth), level(&rough));
    assert!(loud > 30.0 * quiet && loud > 0.0, "{loud:e} {quiet:e}");
}

/// What is written is read back; what is cut off is read as far as it goes; what is damaged is
/// refused, at every byte.
#[test]
fn a_run_is_read_back_and_hostile_ones_are_refused() {
    let scene = scene(0.1, vec![marble(0.001)]);
    let run = simulated(&scene);
    let bytes = run.to_bytes(b"what the host said");
    let again = Reader::read(&bytes, false).unwrap();
    assert_eq!(again.run, run);
    assert_eq!(again.head, b"what the host said");
    assert_eq!(
        Reader::read(b"urto = \"run/2\"\n", false).err(),
        Some(RunError::Kind)
    );
    for cut in 0..bytes.len() {
        if let Ok(read) = Reader::read(&bytes[..cut], false) {
            assert!(!read.run.whole, "{cut}");
        }
    }
    let mut rng = urto::rng::Rng::new(5);
    for _ in 0..300 {
        let mut broken = bytes.clone();
        let at = rng.below(broken.len());
        broken[at] ^= 1 << rng.below(8);
        // Refused, or cut off where a length leads beyond the end.
        if let Ok(read) = Reader::read(&broken, false) {
            assert!(!read.run.whole, "byte {at}");
        }
    }
}

/// Stopped half way, saved and gone on with by another simulation: the same run, bit for bit.
#[test]
fn what_was_stopped_goes_on_with_the_same_bits() {
    let scene = Arc::new(scene(
        0.12,
        vec![plate(0.002), {
            let mut own = marble(0.02);
            own.place[0] = 0.3;
            own
        }],
    ));
    let whole = Simulation::new(&scene).unwrap().finish(|_| ());
    let mut first = Simulation::new(&scene).unwrap();
    let mut run = Run::new(scene.settings.step);
    for _ in 0..1700 {
        first.step();
    }
    run.add(first.take());
    let state = first.save();
    drop(first);
    let mut second = Simulation::new(&scene).unwrap();
    assert!(second.load(&state, &run));
    let rest = second.finish(|_| ());
    // What the second kept is the end of the whole.
    run.steps = rest.steps;
    for track in &rest.tracks[run.tracks.len().min(rest.tracks.len())..] {
        assert!(track.entries.iter().all(|own| own.at >= 1700));
    }
    let last = |run: &Run| run.frames.last().cloned();
    assert_eq!(last(&rest), last(&whole));
    assert_eq!(rest.summary.energy, whole.summary.energy);
    assert!(!second_is_loaded_with_rubbish(&scene, &state));
}

fn second_is_loaded_with_rubbish(scene: &Arc<Scene>, state: &[u8]) -> bool {
    let mut own = Simulation::new(scene).unwrap();
    own.load(&state[..state.len() / 2], &Run::new(1e-4))
}
