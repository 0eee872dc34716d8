//! Ogg Vorbis files: small, and made again from their recipes.

use crate::common::Bench;

#[test]
fn a_file_for_a_game_is_small_and_sounds_alike() {
    let bench = Bench::new();
    let told = bench.good(&["render", "impact", "-o", "hit.ogg"]);
    assert!(
        told.contains("hit.ogg: 2 s, 48000 Hz, Vorbis, mono, peak "),
        "{told}"
    );
    bench.good(&["render", "impact", "-o", "hit.wav"]);
    let (small, large) = (bench.bytes("hit.ogg").len(), bench.bytes("hit.wav").len());
    assert!(small * 5 < large, "{small} {large}");
    let of = |file: &str| bench.json(&["analyse", file, "--json"]);
    let (ogg, wav) = (of("hit.ogg"), of("hit.wav"));
    assert_eq!(ogg["seconds"], wav["seconds"]);
    let lufs = |facts: &serde_json::Value| facts["lufs"].as_f64().unwrap();
    assert!((lufs(&ogg) - lufs(&wav)).abs() < 0.5, "{ogg} {wav}");
}

#[test]
fn the_recipe_makes_the_same_sound_without_loss() {
    let bench = Bench::new();
    let words = ["--seconds", "0.2", "--seed", "5", "--vary", "20%"];
    bench.good(&[&["render", "footsteps", "-o", "a.wav"][..], &words].concat());
    bench.good(&[&["render", "footsteps", "-o", "a.ogg"][..], &words].concat());
    bench.good(&["render", "a.ogg", "-o", "again.wav"]);
    assert!(bench.bytes("again.wav") == bench.bytes("a.wav"));
}

#[test]
fn many_are_made_at_once() {
    let bench = Bench::new();
    let words = [
        "--seconds",
        "0.1",
        "--count",
        "3",
        "--vary",
        "20%",
        "-o",
        "k-{n}.ogg",
    ];
    bench.good(&[&["render", "impact"][..], &words].concat());
    assert_eq!(bench.names(), ["k-001.ogg", "k-002.ogg", "k-003.ogg"]);
    assert!(bench.bytes("k-001.ogg") != bench.bytes("k-002.ogg"));
    let output = bench.plain(&["render", "impact", "--rate", "384k", "-o", "k.ogg"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("192000"), "{told}");
}
