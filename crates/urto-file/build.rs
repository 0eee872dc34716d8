//! Puts the presets into the crate: every `presets/*.toml` of the workspace, in order of names.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let presets = Path::new("../../presets");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", presets.display());
    let mut files = Vec::new();
    for file in fs::read_dir(presets)? {
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
    fs::write(Path::new(&out).join("presets.rs"), code)
}
