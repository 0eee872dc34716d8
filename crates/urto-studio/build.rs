//! Builds the engine and the solver for the browser and lists the page's files, so that the command holds both.
//!
//! The modules are built by a cargo of their own in a target folder of its own (the outer one is
//! locked meanwhile), which all profiles share: checks, tests and releases build them once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

const TARGET: &str = "wasm32-unknown-unknown";
/// The crates of the modules, and where the page finds them.
const MODULES: [(&str, &str); 3] = [
    ("urto-web", "engine/urto.wasm"),
    ("urto-web-modes", "engine/modes.wasm"),
    ("urto-web-contacts", "engine/contacts.wasm"),
];

fn main() -> ExitCode {
    if let Err(why) = have_target() {
        // This alone makes cargo fail. If the script ended with a failure too, cargo would write all
        // that it said, and the line that tells what to do would be lost among the rest.
        println!("cargo::error={why}");
        return ExitCode::SUCCESS;
    }
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("cargo::error={}", why.replace('\n', " "));
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    let here = folder("CARGO_MANIFEST_DIR")?;
    let out = folder("OUT_DIR")?;
    let root = here.join("../..");
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    watch(&here.join("build.rs"));
    watch(&root.join("Cargo.toml"));
    watch(&root.join("Cargo.lock"));
    println!("cargo::rerun-if-env-changed=CARGO_HOME");
    let made = build_modules(&root, &target_folder(&out))?;
    let mut modules = Vec::new();
    for (module, (_, place)) in made.iter().zip(MODULES) {
        let kept = out.join(place.rsplit('/').next().unwrap_or(place));
        copy_if_new(module, &kept)?;
        modules.push((place.to_owned(), kept));
    }
    list_assets(&here.join("page"), modules, &out.join("assets.rs"))
}

fn folder(variable: &str) -> Result<PathBuf, String> {
    let path = env::var_os(variable).ok_or_else(|| format!("{variable} is not set"))?;
    Ok(PathBuf::from(path))
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

/// Cargo's output folder is `target/PROFILE/build/NAME/out`; the modules go to
/// `target/urto-web`. Where it is laid out otherwise, they stay with the output.
fn target_folder(out: &Path) -> PathBuf {
    let build = out.ancestors().nth(2);
    let usual = build.is_some_and(|build| build.file_name().is_some_and(|name| name == "build"));
    match out.ancestors().nth(4) {
        Some(target) if usual => target.join("urto-web"),
        _ => out.join("urto-web"),
    }
}

/// Installs the target that the toolchain lacks: with `RUSTUP_AUTO_INSTALL=0` the toolchain file
/// alone does not.
fn have_target() -> Result<(), String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let asked = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    let libraries = asked.map_err(|error| format!("rustc does not start: {error}"))?;
    if Path::new(String::from_utf8_lossy(&libraries.stdout).trim()).is_dir() {
        return Ok(());
    }
    let added = Command::new("rustup")
        .args(["target", "add", TARGET])
        .output();
    match added {
        Ok(done) if done.status.success() => Ok(()),
        _ => Err(format!(
            "the studio's page needs Rust's target {TARGET}: run 'rustup target add {TARGET}', or \
             without rustup install it with your system's rust packages"
        )),
    }
}

/// Builds the modules and gives their paths; cargo does nothing where nothing changed.
fn build_modules(root: &Path, target: &Path) -> Result<Vec<PathBuf>, String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root);
    command.args(["build", "--locked", "--quiet"]);
    for (package, _) in MODULES {
        command.args(["--package", package]);
    }
    command.args(["--target", TARGET, "--profile", "wasm"]);
    command.arg("--target-dir").arg(target);
    // What is meant for the outer build.
    for name in [
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_TARGET_DIR",
        "CARGO_BUILD_TARGET",
        "CARGO_BUILD_TARGET_DIR",
        "CARGO_BUILD_BUILD_DIR",
        "RUSTC_WORKSPACE_WRAPPER",
    ] {
        command.env_remove(name);
    }
    command.env("CARGO_ENCODED_RUSTFLAGS", flags(root).join("\u{1f}"));
    let done = command
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !done.status.success() {
        // The compiler's own words, as they came.
        eprintln!("{}", String::from_utf8_lossy(&done.stderr));
        return Err(
            "the engine or the solver does not build for the browser; see above".to_owned(),
        );
    }
    let made = target.join(TARGET).join("wasm");
    let mut modules = Vec::new();
    for (package, _) in MODULES {
        let module = made.join(package.replace('-', "_"));
        watch_sources(&module.with_extension("d"), root, target)?;
        modules.push(module.with_extension("wasm"));
    }
    Ok(modules)
}

/// Flags of the modules' compiler: vectors, and no path of this machine in its messages.
fn flags(root: &Path) -> Vec<String> {
    let mut flags = vec!["-Ctarget-feature=+simd128".to_owned()];
    let mut remap = |from: &Path, to: &str| {
        flags.push(format!("--remap-path-prefix={}={to}", from.display()));
    };
    remap(root, "urto");
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let usual = || env::home_dir().map(|home| home.join(".cargo"));
    if let Some(home) = home.or_else(usual) {
        remap(&home, "cargo");
    }
    flags
}

/// Watches what a module was made of, as its own build has noted it, and the folders of these
/// crates, so that a new file counts too. What it made itself on the way is younger than this
/// script's start and would have it run again.
fn watch_sources(noted: &Path, root: &Path, target: &Path) -> Result<(), String> {
    let text = read(noted)?;
    let sources = text.split_once(": ").map_or("", |(_, sources)| sources);
    let mut watched = BTreeSet::new();
    // A space inside a name has a backslash before it.
    for source in sources.replace("\\ ", "\u{0}").split_whitespace() {
        let source = PathBuf::from(source.replace('\u{0}', " "));
        if source.starts_with(target) {
            continue;
        }
        let package = source
            .ancestors()
            .skip(1)
            .take_while(|folder| *folder != root)
            .find(|folder| folder.join("Cargo.toml").is_file());
        if let Some(package) = package {
            watched.insert(package.join("Cargo.toml"));
            watched.insert(package.join("src"));
        }
        watched.insert(source);
    }
    for path in watched.iter().filter(|path| path.exists()) {
        watch(path);
    }
    Ok(())
}

/// Copies a file unless it is there already: what has not changed is not built again.
fn copy_if_new(from: &Path, to: &Path) -> Result<(), String> {
    let bytes = fs::read(from).map_err(|error| format!("{}: {error}", from.display()))?;
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::write(to, bytes).map_err(|error| format!("{}: {error}", to.display()))
}

/// Writes the list of the page's files as Rust code.
fn list_assets(page: &Path, modules: Vec<(String, PathBuf)>, to: &Path) -> Result<(), String> {
    watch(page);
    let mut files = modules;
    collect(page, "", &mut files)?;
    files.sort();
    let mut code = String::from("&[\n");
    for (name, path) in &files {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let (mime, tag) = (mime_of(name)?, fingerprint(&bytes));
        let path = path.to_string_lossy();
        code += &format!(
            "Asset {{ path: {name:?}, mime: {mime:?}, tag: \"{tag:016x}\", bytes: \
             include_bytes!({path:?}) }},\n"
        );
    }
    code += "]\n";
    if read(to).is_ok_and(|there| there == code) {
        return Ok(());
    }
    fs::write(to, code).map_err(|error| format!("{}: {error}", to.display()))
}

/// Finds all files below a folder; those whose name starts with a dot are not part of the page.
fn collect(folder: &Path, before: &str, into: &mut Vec<(String, PathBuf)>) -> Result<(), String> {
    let inside = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in inside {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            collect(&path, &format!("{before}{name}/"), into)?;
        } else {
            into.push((format!("{before}{name}"), path.clone()));
        }
    }
    Ok(())
}

fn mime_of(name: &str) -> Result<&'static str, String> {
    let (_, ending) = name.rsplit_once('.').unwrap_or_default();
    Ok(match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        _ => {
            return Err(format!(
                "page/{name}: no file type is known for this ending; add it to \
                 crates/urto-studio/build.rs"
            ));
        }
    })
}

/// FNV-1a of 64 bits: tells versions of a file apart.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
