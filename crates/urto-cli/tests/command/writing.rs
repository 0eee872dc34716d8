//! Files come whole or not at all, over nothing that was there, whatever stops the command.

use crate::common::Bench;
use std::process::{Child, Command, Stdio};

fn refused(bench: &Bench, words: &[&str]) -> String {
    let done = bench.plain(words);
    assert!(!done.status.success(), "{words:?}");
    String::from_utf8(done.stderr).unwrap()
}

const SHORT: [&str; 4] = ["render", "impact", "--seconds", "0.1"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    SHORT.iter().chain(more).copied().collect()
}

#[test]
fn nothing_is_written_over_unless_it_is_forced() {
    let bench = Bench::new();
    bench.write("mine.wav", "not a sound");
    let told = refused(&bench, &with(&["-o", "mine.wav"]));
    assert!(told.contains("--force writes over it"), "{told}");
    assert_eq!(bench.bytes("mine.wav"), b"not a sound");
    assert!(
        bench
            .plain(&with(&["-o", "mine.wav", "--force"]))
            .status
            .success()
    );
    assert!(bench.bytes("mine.wav").starts_with(b"RIFF"));
    // Without a name, one that is free is taken.
    for _ in 0..3 {
        assert!(bench.plain(&SHORT).status.success());
    }
    assert!(bench.plain(&with(&["--force"])).status.success());
    let names = ["impact-2.wav", "impact-3.wav", "impact.wav", "mine.wav"];
    assert_eq!(bench.names(), names);
    // Of several files one is there: none is made.
    bench.write("a-002.wav", "");
    refused(&bench, &with(&["--count", "3", "-o", "a.wav"]));
    assert!(!bench.file("a-001.wav").exists());
}

#[test]
fn the_standard_output_takes_the_same_bytes() {
    let bench = Bench::new();
    bench.good(&with(&["-o", "a.wav"]));
    let piped = bench.urto(&with(&["-o", "-"]));
    assert!(piped.status.success());
    assert!(piped.stdout == bench.bytes("a.wav"));
    for wrong in [&["-o", "-", "--count", "2"][..], &["-o", "-", "--json"]] {
        refused(&bench, &with(wrong));
    }
    assert_eq!(bench.names(), ["a.wav"]);
}

/// Files of a batch, made side by side by sounds that are used again, are those that are made alone.
#[test]
fn a_batch_is_what_its_seeds_make_alone() {
    let bench = Bench::new();
    for sound in ["impact", "crumpling", "friction"] {
        let many = ["render", sound, "--seconds", "0.2", "--count", "5"];
        bench.good(&[&many[..], &["--seed", "7", "-o", "b-{seed}.wav"]].concat());
        for seed in ["7", "8", "11"] {
            let name = format!("b-{seed}.wav");
            let one = ["render", sound, "--seconds", "0.2", "--seed", seed];
            bench.good(&[&one[..], &["-o", "one.wav"]].concat());
            assert!(
                bench.bytes("one.wav") == bench.bytes(&name),
                "{sound} {seed}"
            );
        }
        bench.good(&["render", "b-9.wav", "-o", "again.wav"]);
        assert!(
            bench.bytes("again.wav") == bench.bytes("b-9.wav"),
            "{sound}"
        );
        for seed in 7..12 {
            std::fs::remove_file(bench.file(&format!("b-{seed}.wav"))).unwrap();
        }
    }
}

#[cfg(unix)]
#[test]
fn links_and_rights_of_what_was_there_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let bench = Bench::new();
    bench.write("real.wav", "");
    let rights = std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(bench.file("real.wav"), rights).unwrap();
    std::os::unix::fs::symlink("real.wav", bench.file("link.wav")).unwrap();
    bench.good(&with(&["-o", "link.wav"]));
    assert!(bench.file("link.wav").is_symlink());
    assert!(bench.bytes("real.wav").starts_with(b"RIFF"));
    let mode = bench.file("real.wav").metadata().unwrap().permissions();
    assert_eq!(mode.mode() & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_file() {
    let bench = Bench::new();
    let pipe = Command::new("mkfifo").arg(bench.file("pipe.toml")).status();
    assert!(pipe.unwrap().success());
    let scene = "urto = \"scene/1\"\n[object.cup]\nkind = \"modal\"\nfile = \"pipe.toml\"\n\
                 [listen]\nat = [\"cup\"]\n";
    bench.write("scene.toml", scene);
    for words in [
        &["render", "scene.toml"][..],
        &["render", "pipe.toml"],
        &[
            "render",
            "impact",
            "-p",
            "body.kind=file",
            "-p",
            "body.file=pipe.toml",
        ],
        &["analyse", "pipe.toml"],
    ] {
        let told = refused(&bench, words);
        assert!(told.contains("pipe"), "{words:?}: {told}");
    }
}

#[test]
fn the_tour_writes_over_no_page_but_its_own() {
    let bench = Bench::new();
    bench.write("index.html", "<title>My garden</title>");
    let told = refused(&bench, &["tour", "--folder", "."]);
    assert!(told.contains("--folder"), "{told}");
    assert_eq!(bench.names(), ["index.html"]);
}

/// Starts a render that is too large for memory and will not end soon, once its file is there.
#[cfg(unix)]
fn long(bench: &Bench) -> Child {
    let before = bench.names();
    let many = ["-p", "pickups=15", "--rate", "384000", "--bits", "32f"];
    let child = Command::new(env!("CARGO_BIN_EXE_urto"))
        .args(["render", "impact", "--seconds", "150"])
        .args(many)
        .current_dir(bench.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = || {
        let names = bench.names();
        let mut new = names.iter().filter(|name| !before.contains(name));
        new.any(|name| name.ends_with(".part"))
    };
    while !begun() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child
}

#[cfg(unix)]
fn stop(mut child: Child, signal: &str) {
    let id = child.id().to_string();
    let told = Command::new("kill").args([signal, &id]).status();
    assert!(told.unwrap().success());
    assert!(!child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_stopped_render_leaves_nothing() {
    let bench = Bench::new();
    for signal in ["-INT", "-TERM"] {
        stop(long(&bench), signal);
        assert!(bench.names().is_empty(), "{signal}: {:?}", bench.names());
    }
    // What is killed cannot clean up, but the next one does; not what another is still making.
    stop(long(&bench), "-KILL");
    assert_eq!(bench.names().len(), 1);
    let other = long(&bench);
    assert_eq!(bench.names().len(), 1);
    bench.good(&SHORT);
    assert_eq!(bench.names().len(), 2);
    stop(other, "-INT");
    assert_eq!(bench.names(), ["impact.wav"]);
}
