//! Which meshes of a folder ring: each goes through `urto modes` as it is, and if it is refused through its
//! repair; all the way through filling and solving.
//!
//! `cargo build --release -p urto-modes && cargo run --release -p urto-modes --example survey_modes FOLDER`
//! prints a table in Markdown and counts. Files do not say their unit: the first of m, cm and mm is taken in
//! which it has a likely size.

use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ENDINGS: [&str; 7] = ["obj", "stl", "ply", "gltf", "glb", "msh", "vtk"];
const UNITS: [&str; 3] = ["m", "cm", "mm"];
/// What takes longer is given up.
const LONGEST: Duration = Duration::from_secs(120);

fn main() {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: survey_modes FOLDER");
        std::process::exit(2);
    };
    let own = std::env::current_exe().expect("this program has a place");
    let built = own
        .parent()
        .and_then(Path::parent)
        .expect("examples/ lies in a folder");
    let program = built.join("urto-modes");
    let mut found = Vec::new();
    walk(Path::new(&folder), &mut found);
    found.sort();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    println!(
        "| file | outcome | of it | unknowns | lowest modes | s | MB |\n|---|---|---|---|---|---|---|"
    );
    for path in found {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display();
        let (outcome, of_it, facts) = surveyed(&program, &path);
        *counts.entry(outcome).or_default() += 1;
        let told = facts.map(|facts| told(&facts)).unwrap_or_default();
        println!("| {name} | {outcome} | {of_it} | {} |", told.join(" | "));
    }
    for (outcome, count) in counts {
        println!("{outcome}: {count}");
    }
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let ending = path
            .extension()
            .map(|own| own.to_string_lossy().to_lowercase());
        if path.is_dir() {
            walk(&path, found);
        } else if ending.is_some_and(|own| ENDINGS.contains(&own.as_str())) {
            found.push(path);
        }
    }
}

/// How a file goes through: the outcome, what was said of it, and the facts if it rings.
fn surveyed(program: &Path, path: &Path) -> (&'static str, String, Option<Json>) {
    let first = match asked(program, path, &[]) {
        Ok(facts) => return ("rings", notes(&facts), Some(facts)),
        Err(why) => why,
    };
    match asked(program, path, &["--repair"]) {
        Ok(facts) => ("rings after repair", notes(&facts), Some(facts)),
        Err(why) if why == first => ("refused", why, None),
        Err(why) => (
            "refused after repair",
            format!("{first}; then: {why}"),
            None,
        ),
    }
}

/// Its modes, in the first unit in which it has a likely size; or why not.
fn asked(program: &Path, path: &Path, more: &[&str]) -> Result<Json, String> {
    let mut why = String::new();
    for unit in UNITS {
        match solved(program, path, &[&["--unit", unit], more].concat()) {
            Err(other) if other.contains("did you mean") => why = other,
            done => return done,
        }
    }
    Err(why)
}

fn solved(program: &Path, path: &Path, more: &[&str]) -> Result<Json, String> {
    let folder = std::env::temp_dir();
    let [out, err] =
        ["out", "err"].map(|end| folder.join(format!("survey-{}.{end}", std::process::id())));
    let file =
        |path: &Path| File::create(path).expect("the system's folder for such files is there");
    let mut child = Command::new(program)
        .arg(path)
        .args(["--count", "12", "--no-cache", "--json"])
        .args(more)
        .stdin(Stdio::null())
        .stdout(file(&out))
        .stderr(file(&err))
        .spawn()
        .map_err(|error| format!("{} cannot be run: {error}", program.display()))?;
    let begun = Instant::now();
    let good = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status.success(),
            None if begun.elapsed() > LONGEST => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it takes longer than {} s", LONGEST.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    match good {
        true => serde_json::from_str(&read(&out)).map_err(|error| error.to_string()),
        false => Err(plain(&read(&err), path)),
    }
}

/// The sentence that says what is wrong, without the file's name.
fn plain(told: &str, path: &Path) -> String {
    let line = told
        .lines()
        .find(|line| line.contains("error"))
        .or(told.lines().last());
    let line = line.unwrap_or_default().trim_start_matches("error: ");
    line.replace(&format!("{}: ", path.display()), "")
        .replace('|', "/")
}

fn notes(facts: &Json) -> String {
    let all = facts["notes"].as_array().into_iter().flatten();
    let all = all
        .filter_map(Json::as_str)
        .filter(|note| !note.starts_with("Elements"));
    all.collect::<Vec<_>>().join(" ").replace('|', "/")
}

fn told(facts: &Json) -> Vec<String> {
    let number = |key: &str| facts[key].as_f64().unwrap_or(f64::NAN);
    let rigid = number("rigid") as usize;
    let all = facts["frequencies"].as_array().into_iter().flatten();
    let first = all.skip(rigid).take(3).filter_map(Json::as_f64);
    let first: Vec<String> = first.map(|hertz| format!("{hertz:.0}")).collect();
    vec![
        format!("{}", number("unknowns")),
        format!("{} Hz", first.join(", ")),
        format!("{:.1}", number("seconds")),
        format!("{:.0}", number("megabytes")),
    ]
}
