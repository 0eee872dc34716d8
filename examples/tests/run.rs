//! Every example runs, says something, and writes a sound that is heard and does not clip.

use std::process::Command;

fn run(example: &str, program: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(program);
    let done = command.current_dir(folder.path()).output().unwrap();
    let told = String::from_utf8_lossy(&done.stdout);
    let wrong = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && !told.is_empty(), "{wrong}");
    if example == "list_parameters" {
        assert!(told.contains("contact.stiffness = "), "{told}");
        return;
    }
    let made = folder.path().join(format!("{example}.wav"));
    let mut wav = hound::WavReader::open(made).unwrap();
    let channels = usize::from(wav.spec().channels);
    let samples: Vec<f32> = wav.samples().map(Result::unwrap).collect();
    let peak = samples.iter().fold(0.0f32, |peak, x| peak.max(x.abs()));
    assert!((0.05..=1.0).contains(&peak), "{example} peaks at {peak}");
    if example == "many_pickups" {
        assert_eq!(channels, 2);
        assert!(samples.chunks(2).any(|frame| frame[0] != frame[1]));
    }
    if example == "events_out" {
        assert!(told.matches("touch at").count() >= 4, "{told}");
    }
}

macro_rules! examples {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            run(stringify!($name), env!(concat!("CARGO_BIN_EXE_", stringify!($name))));
        })*
    };
}

examples! { strike_a_glass bow_a_string two_bodies live_parameter list_parameters many_pickups scene_from_toml events_out body_from_recording own_sound }
