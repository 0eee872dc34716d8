//! `urto new`: files that play at once and are not written over.

use crate::common::Bench;

#[test]
fn every_template_plays_as_it_is() {
    let bench = Bench::new();
    for kind in ["scene", "preset", "project"] {
        let told = bench.good(&["new", kind, kind]);
        assert!(told.contains(&format!("urto render {kind}.toml")), "{told}");
        let output = bench.plain(&["render", &format!("{kind}.toml"), "--json"]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.success() && errors.is_empty(),
            "{kind}: {errors}"
        );
        let facts: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let file = &facts["files"][0];
        let lufs = file["lufs"].as_f64().unwrap();
        assert!((-30.0..-12.0).contains(&lufs), "{kind}: {lufs} LUFS");
        assert_eq!(file["health"]["clamped"], 0, "{kind}");
        let text = String::from_utf8(bench.bytes(&format!("{kind}.toml"))).unwrap();
        assert!(text.contains(&format!("urto render {kind}.toml")), "{text}");
        assert!(
            !text.contains("FILE.toml") && !text.contains("NAME"),
            "{text}"
        );
    }
}

#[test]
fn a_network_to_begin_with_is_stable_and_plays() {
    let bench = Bench::new();
    let told = bench.good(&["new", "network", "harp"]);
    assert!(told.contains("urto render harp.mi.toml"), "{told}");
    let facts = bench.json(&["mi", "check", "harp.mi.toml", "--json"]);
    assert_eq!(facts["stable"], true, "{facts}");
    assert_eq!(facts["zero_modes"], 0, "{facts}");
    let facts = bench.json(&["render", "harp.mi.toml", "--json"]);
    assert_eq!(facts["channels"], 2);
    assert_eq!(facts["guarded_steps"], 0, "{facts}");
    assert_eq!(bench.names(), ["harp.mi.toml", "harp.wav"]);
}

#[test]
fn a_material_to_begin_with_is_read() {
    let bench = Bench::new();
    let told = bench.good(&["new", "material", "oak"]);
    assert!(told.contains("--material oak.toml"), "{told}");
    let read = urto_file::read_material("oak.toml", &bench.bytes("oak.toml")).unwrap();
    assert_eq!(read.name.as_deref(), Some("oak"));
    // It is no sound, and that is told.
    let output = bench.plain(&["render", "oak.toml"]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("urto modes MESH --material oak.toml"),
        "{told}"
    );
}

#[test]
fn names_are_taken_as_they_are() {
    let bench = Bench::new();
    bench.good(&["new", "preset", "my \"best\" bowl.toml"]);
    let text = String::from_utf8(bench.bytes("my \"best\" bowl.toml")).unwrap();
    assert!(text.contains(r#"name = "my \"best\" bowl""#), "{text}");
    bench.good(&["render", "my \"best\" bowl.toml", "--seconds", "0.1"]);
}

#[test]
fn nothing_is_written_over() {
    let bench = Bench::new();
    bench.write("bells.toml", "mine");
    for (words, part) in [
        (&["new", "scene", "bells"][..], "there already"),
        (&["new", "scene", "bells.wav"], ".toml"),
        (&["new", "scene", "nowhere/bells"], "no folder 'nowhere'"),
        (&["new", "song", "bells"], "project"),
        (&["new", "scene", ".."], ".toml"),
    ] {
        let output = bench.plain(words);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{words:?}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(told.contains(part), "{words:?}: {told}");
    }
    assert_eq!(bench.bytes("bells.toml"), b"mine");
    assert_eq!(bench.names(), ["bells.toml"]);
}
