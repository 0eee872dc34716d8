//! Puts what comes with urto into the crate: every file of `presets/`, `library/`, `networks/`
//! and `projects/`, in order of names.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    include("presets", "presets.rs")?;
    bodies("library", "bodies.rs")?;
    include("networks", "networks.rs")?;
    include("projects", "projects.rs")
}

/// Writes names and texts of a folder's files as a list in Rust.
fn include(folder: &str, into: &str) -> io::Result<()> {
    let mut code = String::from("&[\n");
    for (name, path) in files(folder, &["toml"])? {
        let text = fs::read_to_string(&path)?;
        code.push_str(&format!("({name:?}, {text:?}),\n"));
    }
    write(into, code)
}

/// The same of files that are no text: the compiler reads their bytes.
fn bodies(folder: &str, into: &str) -> io::Result<()> {
    let mut code = String::from("&[\n");
    for (name, path) in files(folder, &["toml", "body"])? {
        let path = path.canonicalize()?;
        code.push_str(&format!("({name:?}, include_bytes!({path:?}) as &[u8]),\n"));
    }
    write(into, code)
}

/// Names and paths of a folder's files that end so, in order.
fn files(folder: &str, endings: &[&str]) -> io::Result<Vec<(String, PathBuf)>> {
    let folder = Path::new("../..").join(folder);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        if endings.contains(&&*ending) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            files.push((name.into_owned(), path));
        }
    }
    files.sort();
    Ok(files)
}

fn write(into: &str, mut code: String) -> io::Result<()> {
    code.push_str("]\n");
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join(into), code)
}
