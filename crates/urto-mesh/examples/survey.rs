//! Which meshes of a folder can be solid bodies, and why the others cannot.
//!
//! `cargo run -p urto-mesh --example survey FOLDER [UNIT]` prints a table in Markdown. Sizes are left
//! open where no unit is given: a file does not say it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use urto_mesh::check::{Fault, Unit, examine};
use urto_mesh::repair::{Repair, repair};
use urto_mesh::volume::VolumeFault;
use urto_mesh::{Surface, read_surface_with, read_volume};

const SURFACES: [&str; 5] = ["obj", "stl", "ply", "gltf", "glb"];
const VOLUMES: [&str; 2] = ["msh", "vtk"];

fn main() {
    let mut words = std::env::args().skip(1);
    let Some(folder) = words.next() else {
        eprintln!("usage: survey FOLDER [m, cm, mm or in]");
        std::process::exit(2);
    };
    let unit = words.next().map(|word| {
        word.parse::<Unit>().unwrap_or_else(|why| {
            eprintln!("{why}");
            std::process::exit(2);
        })
    });
    let mut found = Vec::new();
    walk(Path::new(&folder), &mut found);
    found.sort();
    println!("| file | holds | as a solid body | after repair | ms |\n|---|---|---|---|---|");
    for path in found {
        let Ok(bytes) = fs::read(&path) else { continue };
        let name = path.strip_prefix(&folder).unwrap_or(&path).display();
        let begun = Instant::now();
        let [holds, body, mended] = row(&path, &bytes, unit);
        let time = begun.elapsed().as_millis();
        println!("| {name} | {holds} | {body} | {mended} | {time} |");
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
        } else if ending
            .is_some_and(|own| SURFACES.contains(&own.as_str()) || VOLUMES.contains(&own.as_str()))
        {
            found.push(path);
        }
    }
}

fn row(path: &Path, bytes: &[u8], unit: Option<Unit>) -> [String; 3] {
    let name = path.to_string_lossy();
    let ending = name.rsplit('.').next().unwrap_or("").to_lowercase();
    if VOLUMES.contains(&ending.as_str()) {
        return volume_row(&name, bytes, unit);
    }
    let beside = path.parent().unwrap_or(Path::new("")).to_owned();
    let mut fetch = |name: &str| fs::read(beside.join(name)).map_err(|why| why.to_string());
    match read_surface_with(&name, bytes, &mut fetch) {
        Err(why) => [
            "not read".to_owned(),
            plain(&why.to_string()),
            String::new(),
        ],
        Ok(surface) => surface_row(&surface, unit),
    }
}

fn volume_row(name: &str, bytes: &[u8], unit: Option<Unit>) -> [String; 3] {
    match read_volume(name, bytes) {
        Err(why) => [
            "not read".to_owned(),
            plain(&why.to_string()),
            String::new(),
        ],
        Ok(mesh) => {
            let holds = format!(
                "{} nodes, {} tetrahedra",
                mesh.nodes.len(),
                mesh.tetrahedra.len()
            );
            match mesh.checked(unit.unwrap_or_default()) {
                Ok((_, false)) => [holds, "yes".to_owned(), String::new()],
                Ok((_, true)) => [holds, "yes (was inverted)".to_owned(), String::new()],
                Err(VolumeFault::Size(_)) if unit.is_none() => {
                    [holds, "yes".to_owned(), String::new()]
                }
                Err(why) => [holds, plain(&why.to_string()), String::new()],
            }
        }
    }
}

fn surface_row(surface: &Surface, unit: Option<Unit>) -> [String; 3] {
    let holds = format!(
        "{} points, {} triangles",
        surface.points.len(),
        surface.triangles.len()
    );
    // As files with seams are meant.
    let surface = surface.merged();
    let first = wrong(&surface, unit);
    let Some(first) = first else {
        return [holds, "yes".to_owned(), String::new()];
    };
    let (mended, done) = repair(&surface, &Repair::everything());
    let after = match wrong(&mended, unit) {
        None => format!("yes: {done}"),
        Some(why) => format!("no: {why}"),
    };
    [holds, first, after]
}

fn wrong(surface: &Surface, unit: Option<Unit>) -> Option<String> {
    let faults = examine(surface, unit.unwrap_or_default()).faults;
    let counts = |own: &&Fault| unit.is_some() || !matches!(own, Fault::Size { .. });
    faults
        .iter()
        .find(counts)
        .map(|own| plain(&own.to_string()))
}

/// What is wrong without what to do, fit for a table.
fn plain(told: &str) -> String {
    told.split(';').next().unwrap_or("").replace('|', "/")
}
