//! `cargo xtask library`: the bodies from meshes that come with urto, and those of `scenes/`, made by its
//! own solver.
//!
//! Most are solved on a finer mesh than `urto modes NAME` takes by itself, and all are written with fewer
//! triangles, so that they are small enough to be built in. The same machine makes the same
//! bytes again; another processor may differ in the last digits.

use std::path::Path;
use std::process::Command;

/// A body, and how it is made.
struct Recipe {
    name: &'static str,
    /// As `urto modes` takes it.
    detail: &'static str,
    count: &'static str,
    triangles: &'static str,
    /// Where it is held, if it is.
    fixed: Option<&'static str>,
    folder: &'static str,
}

const fn recipe(
    name: &'static str,
    detail: &'static str,
    count: &'static str,
    triangles: &'static str,
) -> Recipe {
    Recipe {
        name,
        detail,
        count,
        triangles,
        fixed: None,
        folder: "library",
    }
}

impl Recipe {
    /// Held fast at a part, for a contact scene.
    const fn of_scenes(self, fixed: &'static str) -> Self {
        Self {
            fixed: Some(fixed),
            folder: "scenes",
            ..self
        }
    }
}

/// All of them. Bodies whose modes lie close have more of them; thin vessels need more triangles to
/// keep their two sides apart.
const ALL: &[Recipe] = &[
    recipe("bar", "1.5", "20", "500"),
    recipe("plate", "1", "40", "700"),
    recipe("ruler", "1", "32", "600"),
    recipe("fork", "1.5", "20", "700"),
    recipe("spoon", "1", "28", "800"),
    recipe("ring", "1", "28", "800"),
    recipe("mug", "1.5", "32", "1200"),
    recipe("bowl", "1.5", "32", "1200"),
    recipe("glass", "1.5", "36", "1400"),
    recipe("bell", "1.25", "32", "1200"),
    recipe("bottle", "1", "32", "1200"),
    recipe("pan", "1.25", "44", "1200"),
    recipe("pipe", "1", "20", "500").of_scenes("z<1cm"),
];

/// Makes them all, or only looks whether they would come out the same.
pub fn make(root: &Path, only_check: bool) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--release", "-p", "urto-modes"]);
    run(build.current_dir(root), "cargo build")?;
    let program = root.join("target/release/urto-modes");
    let aside = root.join("target/library");
    std::fs::create_dir_all(&aside).map_err(|why| format!("{}: {why}", aside.display()))?;
    let mut other = Vec::new();
    let mut total = 0;
    for Recipe {
        name,
        detail,
        count,
        triangles,
        fixed,
        folder,
    } in ALL
    {
        let file = format!("{name}.body");
        let made = aside.join(&file);
        let mut modes = Command::new(&program);
        modes.args([name, "--detail", detail, "--count", count]);
        modes.args(["--triangles", triangles, "--no-cache", "-o"]);
        modes.arg(&made).current_dir(&aside);
        if let Some(place) = fixed {
            modes.args(["--fixed", place]);
        }
        modes.stdout(std::process::Stdio::null());
        run(&mut modes, &format!("urto modes {name}"))?;
        let read = |path: &Path| std::fs::read(path).unwrap_or_default();
        let bytes = read(&made);
        total += bytes.len();
        println!("{file}: {} KiB", bytes.len().div_ceil(1024));
        let kept = root.join(folder).join(&file);
        if read(&kept) == bytes {
            continue;
        }
        other.push(file);
        if !only_check {
            std::fs::write(&kept, &bytes).map_err(|why| format!("{}: {why}", kept.display()))?;
        }
    }
    println!("together {} KiB", total.div_ceil(1024));
    match only_check && !other.is_empty() {
        true => Err(format!("these came out different: {}", other.join(", "))),
        false => Ok(()),
    }
}

fn run(command: &mut Command, what: &str) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what}: {status}")),
        Err(why) => Err(format!("{what}: {why}")),
    }
}
