//! Puts what comes with urto into the crate: every file of `presets/`, `library/` and `networks/`,
//! in order of names.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    include("presets", "presets.rs")?;
    include("library", "bodies.rs")?;
    include("networks", "networks.rs")
}

/// Writes names and texts of a folder's files as a list in Rust.
fn include(folder: &str, into: &str) -> io::Result<()> {
    let folder = Path::new("../..").join(folder);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
    files.sort();
    let mut code = String::from("&[\n");
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(&path)?;
        code.push_str(&format!("({name:?}, {text:?}),\n"));
    }
    code.push_str("]\n");
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join(into), code)
}
