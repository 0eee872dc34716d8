//! What the fuzzer and the corpus test do with a file.

use crate::{
    Document, NetworkFile, read, read_body, read_material, read_preset_kept, read_project,
    write_body, write_material, write_modal, write_preset, write_project,
};
use urto::Rate;
use urto::scene::Scene;
use urto::sound::Sound;
use urto_multibody::scene::Scene as ContactScene;

/// Samples that are rendered.
const SAMPLES: usize = 64;
/// Scenes with more parts than this are read and built, but not played, to keep fuzzing fast.
const MOST_PARTS: usize = 100;

/// Reads a file; plays a scene for a moment, writes a preset or a project and reads it back.
/// Panics where a promise is broken: a sample that is not finite, a file that changes on its way.
pub fn exercise(bytes: &[u8]) {
    if let Ok(body) = read_body("fuzz", bytes) {
        let written = write_body(&body);
        let again = read_body("again", &written).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(body.surface().corners(), again.surface().corners());
        assert_eq!(body.modes().count(), again.modes().count());
    }
    if let Ok(preset) = read_preset_kept("fuzz", bytes) {
        let text = write_preset(&preset, false);
        let again = read_preset_kept("again", text.as_bytes());
        let again = again.unwrap_or_else(|error| panic!("{error} in {text}"));
        assert_eq!(text, write_preset(&again, false));
        assert_eq!(preset.kept, again.kept);
    }
    match read("fuzz", bytes) {
        Ok(Document::Scene(scene)) => play(&scene),
        Ok(Document::ContactScene(own)) => fall(own.scene),
        Ok(Document::Preset(preset)) => {
            let text = write_preset(&preset, false);
            let again = read("again", text.as_bytes());
            let Ok(Document::Preset(again)) = again else {
                panic!("what was written is not read: {text}");
            };
            assert_eq!(text, write_preset(&again, false));
            assert_eq!(write_preset(&preset, true), write_preset(&again, true));
        }
        Ok(Document::Project(project)) => {
            let text = write_project(&project);
            let again = read_project("again", text.as_bytes());
            let again = again.unwrap_or_else(|error| panic!("{error} in {text}"));
            assert_eq!(text, write_project(&again));
            assert_eq!(project.unknown(), again.unknown());
        }
        Ok(Document::Modal(modal)) => {
            let text = write_modal(&modal);
            let again = read("again", text.as_bytes());
            let Ok(Document::Modal(again)) = again else {
                panic!("what was written is not read: {text}");
            };
            assert_eq!(text, write_modal(&again));
        }
        Ok(Document::Network(network)) => step(&network),
        Ok(Document::Material(material)) => {
            let text = write_material(&material);
            let again = read_material("again", text.as_bytes());
            assert_eq!(again, Ok(material), "{text}");
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
}

/// Lets a contact scene go on for some steps, hears it, and reads back what is written of it.
fn fall(scene: ContactScene) {
    use urto_multibody::sound::{How, listen};
    use urto_multibody::{Simulation, run};
    if scene.bodies.len() + scene.blows.len() > MOST_PARTS / 10 {
        return;
    }
    let scene = std::sync::Arc::new(ContactScene {
        seconds: 20.0 * scene.settings.step,
        ..scene
    });
    let Ok(simulation) = Simulation::new(&scene) else {
        return;
    };
    let happened = simulation.finish(|_| ());
    let bytes = happened.to_bytes(b"");
    let again = run::Reader::read(&bytes, false).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.run, happened);
    hear(&scene, &happened);
    fn hear(scene: &ContactScene, happened: &run::Run) {
        let heard = listen(
            scene,
            happened,
            &How {
                rate: Rate::new(8000.0).expect("a usual rate"),
                seconds: Some(0.01),
                space: None,
                each: false,
                threads: 1,
                progress: &|_| (),
            },
        );
        let samples = heard.channels.iter().flatten();
        assert!(samples.clone().all(|own| own.is_finite()));
    }
}

/// What the fuzzer does with bytes that may be a run: read them whole and up to a checkpoint.
pub fn exercise_run(bytes: &[u8]) {
    for to_checkpoint in [false, true] {
        match urto_multibody::run::Reader::read(bytes, to_checkpoint) {
            Ok(own) => assert!(
                own.run
                    .pose(0, 0.5)
                    .is_none_or(|own| own.place[0].is_finite())
            ),
            Err(error) => assert!(!error.to_string().contains('\n')),
        }
    }
}

/// What the fuzzer does with bytes that may be events: read them for a scene of two bodies.
pub fn exercise_events(bytes: &[u8]) {
    let text = "urto = \"contact-scene/1\"\n[body.a]\nshape = \"plane\"\n\
                [body.b]\nshape = \"sphere\"\nradius = 0.01\n";
    let own = crate::read_contact_scene("two", text.as_bytes(), &mut crate::scene::nothing);
    let scene = own.expect("it is a scene").scene;
    match crate::read_contact_events("fuzz", bytes, &scene) {
        Ok(run) => {
            let samples = run.tracks.iter().flat_map(|own| &own.entries);
            assert!(samples.clone().all(|own| own.opening.is_finite()));
        }
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
}

/// Plays a network for a moment.
fn step(network: &NetworkFile) {
    let model = &network.model;
    let mut played = network.played().expect("the reader checked it");
    if model.masses().len() + model.links().len() + network.listeners.len() > MOST_PARTS {
        return;
    }
    let mut channels = vec![[0.0; SAMPLES]; network.listeners.len()];
    let mut outputs: Vec<&mut [f64]> = channels.iter_mut().map(|c| c.as_mut_slice()).collect();
    played.render(&mut outputs);
    for sample in channels.iter().flatten() {
        assert!(sample.is_finite(), "sample {sample}");
    }
    assert!(played.network().energy().is_finite());
}

fn play(scene: &Scene) {
    let rate = Rate::new(scene.rate.unwrap_or(48_000.0)).expect("the reader checked the rate");
    let mut player = scene.build(rate).expect("the reader built it once");
    if scene.objects.len() + scene.contacts.len() + scene.listen.len() > MOST_PARTS {
        return;
    }
    let mut channels = vec![[0.0f32; SAMPLES]; player.channels()];
    let mut outputs: Vec<&mut [f32]> = channels.iter_mut().map(|c| c.as_mut_slice()).collect();
    player.render(&[], &mut outputs);
    // What is not finite comes out as silence, and is counted.
    assert_eq!(player.health().non_finite, 0);
    // The network may have mended forces (its health tells), but never at the bodies' expense.
    let ledger = player.ledger();
    let energies = [ledger.stored, ledger.injected, ledger.dissipated];
    assert!(energies.iter().all(|e| e.is_finite()), "{energies:?}");
}
