//! Cargo, always over the same packages.
//!
//! Which features a dependency is built with follows from all packages that a call of cargo selects. A
//! call that selects others builds half of the tree once more: so all calls here select the same.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// All packages but the bench, which brings peers that nothing else needs.
pub const PACKAGES: [&str; 3] = ["--workspace", "--exclude", "urto-bench"];

/// The cargo that runs this.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// Something that cargo has built.
pub struct Built {
    /// Its name, as its package has it.
    pub name: String,
    /// The program, if it is one.
    pub program: Option<PathBuf>,
    /// All its files.
    pub files: Vec<PathBuf>,
    /// The folder of its package.
    pub package: PathBuf,
    /// Whether it runs tests.
    pub tests: bool,
}

impl Built {
    /// What a line of cargo's messages tells, if it tells of something built.
    fn of(line: &str) -> Option<Self> {
        let message: Value = serde_json::from_str(line).ok()?;
        let files = message["filenames"].as_array()?;
        Some(Self {
            name: message["target"]["name"].as_str()?.to_owned(),
            program: message["executable"].as_str().map(PathBuf::from),
            files: files
                .iter()
                .filter_map(|f| f.as_str().map(PathBuf::from))
                .collect(),
            package: Path::new(message["manifest_path"].as_str()?)
                .parent()?
                .to_owned(),
            tests: message["profile"]["test"].as_bool()?,
        })
    }
}

/// Lets a call of cargo build, and tells what it has built. Its own words go to the terminal.
pub fn built(mut command: Command) -> Result<Vec<Built>, String> {
    command.args(["--message-format", "json-render-diagnostics"]);
    let shown = format!("{command:?}");
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo could not be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("{shown} ended with {}", output.status));
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    Ok(lines.lines().filter_map(Built::of).collect())
}

/// Builds one program, `["--bin", "urto"]`, and gives its path.
pub fn program(root: &Path, chosen: [&str; 2]) -> Result<PathBuf, String> {
    let mut build = cargo(root);
    build
        .args(["build", "--locked"])
        .args(PACKAGES)
        .args(chosen);
    let name = chosen[1];
    let all = built(build)?.into_iter();
    all.filter(|each| each.name == name)
        .find_map(|each| each.program)
        .ok_or_else(|| format!("cargo built no program called {name}"))
}
