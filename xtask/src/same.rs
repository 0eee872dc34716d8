//! The same samples everywhere: fingerprints of every sound, built for each level of this CPU
//! and for WebAssembly, must be equal.

use crate::stages;
use std::path::Path;
use std::process::Command;

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
    let plain = native(root, None)?;
    print!("{plain}");
    let levels = levels();
    let skipped = if full {
        0
    } else {
        levels.len().saturating_sub(1)
    };
    for level in &levels[skipped..] {
        let found = native(root, Some(level))?;
        same(&plain, &found, level)?;
    }
    let found = wasm(root)?;
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

/// Builds and runs the native example, into a target folder of its own for each level.
fn native(root: &Path, level: Option<&str>) -> Result<String, String> {
    let mut command = cargo(root);
    command.args(["run", "--quiet", "--locked", "--package", "urto"]);
    command.args(["--example", "fingerprint"]);
    if let Some(level) = level {
        command
            .arg("--target-dir")
            .arg(root.join("target").join(level));
        command.env("RUSTFLAGS", format!("-C target-cpu={level}"));
    }
    output(command)
}

fn wasm(root: &Path) -> Result<String, String> {
    let target = stages::WASM;
    let mut build = cargo(root);
    build.args(["build", "--quiet", "--locked", "--package", "urto"]);
    build.args(["--example", "fingerprint_wasm", "--target", target]);
    // The module's place is known only in the workspace's own target folder.
    build.arg("--target-dir").arg(root.join("target"));
    output(build)?;
    let module = root
        .join("target")
        .join(target)
        .join("debug/examples/fingerprint_wasm.wasm");
    let mut node = Command::new("node");
    node.args(["-e", RUN_WASM]).arg(module);
    output(node).map_err(|why| format!("{why} (node is needed to run the WebAssembly build)"))
}

fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// What a command prints; its errors go to the terminal.
fn output(mut command: Command) -> Result<String, String> {
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
