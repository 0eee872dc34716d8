//! Completions and the manual.

use crate::common::Bench;
use std::process::Command;

/// What fish would offer after these words, the last of which is being typed.
fn offered(words: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_urto"))
        .env("URTO_COMPLETE", "fish")
        .arg("--")
        .args(words)
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let word = |line: &str| line.split('\t').next().unwrap().to_owned();
    text.lines().map(word).collect()
}

#[test]
fn shells_offer_commands_sounds_presets_and_parameters() {
    assert!(offered(&["urto", "ren"]).contains(&"render".to_owned()));
    assert_eq!(
        offered(&["urto", "render", "wine-glass-r"]),
        ["wine-glass-rim"]
    );
    assert_eq!(offered(&["urto", "show", "footst"]), ["footsteps"]);
    assert_eq!(offered(&["urto", "study", "stick"]), ["stick-slip"]);
    let keys = offered(&["urto", "render", "impact", "-p", "contact.st"]);
    assert_eq!(keys, ["contact.stiffness="]);
    assert_eq!(
        offered(&["urto", "study", "stick-slip", "-p", "bel"]),
        ["belt_velocity="]
    );
    // Every preset offered is found.
    for name in offered(&["urto", "show", "c"]) {
        Bench::new().good(&["show", &name]);
    }
}

#[test]
fn every_shell_is_told_how_to_ask() {
    let bench = Bench::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = bench.good(&["completions", shell]);
        assert!(script.contains("URTO_COMPLETE"), "{script}");
        // Not where this one happens to lie.
        assert!(!script.contains(env!("CARGO_BIN_EXE_urto")), "{script}");
    }
    let output = bench.plain(&["completions", "cmd.exe"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("fish"));
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let bench = Bench::new();
    let page = bench.good(&["man"]);
    assert!(page.contains(".TH urto 1"), "{page}");
    assert!(page.contains("urto\\-render(1)"), "{page}");
    let told = bench.json(&["man", "pages", "--json"]);
    let pages = told["pages"].as_array().unwrap();
    assert!(pages.len() > 8, "{told}");
    let render = String::from_utf8(bench.bytes("pages/urto-render.1")).unwrap();
    for part in [
        "SYNOPSIS",
        "\\-\\-lufs",
        "knock\\-{n}.flac",
        "EXAMPLES\n.nf\nExamples:",
    ] {
        assert!(render.contains(part), "{part}: {render}");
    }
    for page in pages {
        let text = bench.bytes(page.as_str().unwrap());
        assert!(!text.contains(&0x1b), "{page}");
    }
}
