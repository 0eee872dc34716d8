//! The same samples everywhere: fingerprints of every sound and of contact scenes, built for each
//! level of this CPU and for WebAssembly, must be equal.

use crate::{stages, whole};
use std::path::Path;
use std::process::Command;

/// What is compared: examples, each of which has a sister for WebAssembly.
const COMPARED: [&str; 2] = ["fingerprint", "contact_fingerprint"];

/// Runs the WebAssembly module and prints lines like those of the native example.
const RUN_WASM: &str = r#"
const fs = require("fs");
const module = new WebAssembly.Module(fs.readFileSync(process.argv[1]));
const { count, fingerprint } = new WebAssembly.Instance(module, {}).exports;
for (let i = 0; i < count(); i++) {
  console.log(BigInt.asUintN(64, fingerprint(i)).toString(16).padStart(16, "0"));
}
"#;

/// Compares other builds with the plain one: for WebAssembly, and for the highest level of this CPU
/// or, where `full`, for all.
pub fn check(root: &Path, full: bool) -> Result<(), String> {
    for example in COMPARED {
        compare(root, full, example)?;
    }
    Ok(())
}

fn compare(root: &Path, full: bool, example: &str) -> Result<(), String> {
    let plain = native(root, None, example)?;
    print!("{plain}");
    let levels = levels();
    let skipped = if full {
        0
    } else {
        levels.len().saturating_sub(1)
    };
    for level in &levels[skipped..] {
        let found = native(root, Some(level), example)?;
        same(&plain, &found, level)?;
    }
    let found = wasm(root, example)?;
    let hashes: String = plain
        .lines()
        .filter_map(|line| line.split(' ').nth(1))
        .map(|hash| format!("{hash}\n"))
        .collect();
    same(&hashes, &found, "WebAssembly")
}

fn same(expected: &str, found: &str, what: &str) -> Result<(), String> {
    if expected == found {
        println!("{what}: the same samples");
        Ok(())
    } else {
        Err(format!(
            "{what} gives other samples:\n{found}instead of\n{expected}"
        ))
    }
}

/// Levels of x86-64 beyond the baseline that this machine can run.
fn levels() -> Vec<&'static str> {
    #[allow(unused_mut)]
    let mut levels = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        if std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma") {
            levels.push("x86-64-v3");
        }
        if std::is_x86_feature_detected!("avx512f") && std::is_x86_feature_detected!("avx512vl") {
            levels.push("x86-64-v4");
        }
    }
    levels
}

/// Builds the native example, for each level into a target folder of its own, and runs it.
fn native(root: &Path, level: Option<&str>, example: &str) -> Result<String, String> {
    let mut build = build(root, example);
    if let Some(level) = level {
        build
            .arg("--target-dir")
            .arg(root.join("target").join(level));
        build.env("RUSTFLAGS", format!("-C target-cpu={level}"));
    }
    let all = whole::built(build)?.into_iter();
    let program = all
        .filter(|each| each.name == example)
        .find_map(|each| each.program)
        .ok_or_else(|| format!("cargo built no example {example}"))?;
    output(Command::new(program).current_dir(root))
}

fn wasm(root: &Path, example: &str) -> Result<String, String> {
    let sister = format!("{example}_wasm");
    let mut build = build(root, &sister);
    build.args(["--target", stages::WASM]);
    let all = whole::built(build)?.into_iter();
    let mut files = all
        .filter(|each| each.name == sister)
        .flat_map(|each| each.files);
    let module = files
        .find(|path| path.extension().is_some_and(|ending| ending == "wasm"))
        .ok_or_else(|| format!("cargo built no module {sister}"))?;
    let mut node = Command::new("node");
    output(node.args(["-e", RUN_WASM]).arg(module))
        .map_err(|why| format!("{why} (node is needed to run the WebAssembly build)"))
}

/// A call of cargo that builds an example as the tests build it.
fn build(root: &Path, example: &str) -> Command {
    let mut command = whole::cargo(root);
    command.args(["build", "--quiet", "--locked"]);
    command.args(whole::PACKAGES);
    command.args(["--example", example]);
    command
}

/// What a command prints; its errors go to the terminal.
fn output(command: &mut Command) -> Result<String, String> {
    let shown = format!("{command:?}");
    command.stderr(std::process::Stdio::inherit());
    let output = command
        .output()
        .map_err(|error| format!("{shown}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{shown} failed"))
    }
}
