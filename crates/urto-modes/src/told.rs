//! What is told of a body's modes, to people and to programs.

use crate::fine::Fineness;
use crate::taken::Taken;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use urto_fem::mesh::Mesh;
use urto_fem::modes::{Modes, Stage};
use urto_file::rows::number;
use urto_program::modes::ModesArgs;

/// Most modes in a table for people.
const SHOWN: usize = 40;

/// What was found.
pub struct Made<'a> {
    /// What was asked for.
    pub asked: &'a ModesArgs,
    /// What it is made of.
    pub material: &'a str,
    /// What had been found before.
    pub cached: bool,
    /// How long each part of the search took, if there was one \[s\].
    pub stages: &'a [(Stage, f64)],
    /// How long it took to find what the air takes, if that was not known before \[s\].
    pub air: Option<f64>,
    /// How long it took.
    pub seconds: f64,
    /// What is known of it.
    pub taken: &'a Taken,
    /// Its elements.
    pub mesh: &'a Mesh,
    /// How well they serve.
    pub fineness: &'a Fineness,
    /// Its modes.
    pub modes: &'a Modes,
}

impl Made<'_> {
    /// For programs.
    pub fn json(&self) -> Json {
        let Modes {
            frequencies,
            decays,
            residuals,
            rigid,
            ..
        } = self.modes;
        let still = core::iter::repeat_n(0.0, *rigid);
        let (quality, in_wave) = self.fineness.json();
        json!({
            "frequencies": still.clone().chain(frequencies.iter().copied()).collect::<Vec<_>>(),
            "residuals": still.chain(residuals.iter().copied()).collect::<Vec<_>>(),
            "decays": decays,
            "rigid": rigid,
            "orthonormality": self.modes.orthonormality,
            "material": self.material,
            "mass": self.modes.mass,
            "unknowns": self.modes.unknowns,
            "nodes": self.mesh.nodes().len(),
            "elements": self.mesh.elements().len(),
            "quality": quality,
            "elements_per_wave": in_wave,
            "seconds": self.seconds,
            "stages": self.stages(),
            "cached": self.cached,
            "megabytes": megabytes(),
            "notes": self.taken.notes,
            "patches": self.taken.patches.iter().map(|own| &own.name).collect::<Vec<_>>(),
            "file": self.asked.output,
            "view": self.asked.view,
            "shapes": self.asked.export_shapes,
        })
    }

    /// Seconds of each part of the search, by its name.
    fn stages(&self) -> Json {
        let mut named = serde_json::Map::new();
        for (stage, seconds) in self.stages {
            let name = match stage {
                Stage::Assembling => "assembling",
                Stage::Ordering => "ordering",
                Stage::Factoring => "factoring",
                Stage::Searching => "searching",
                Stage::Checking => "checking",
            };
            // One may come several times.
            let before = named.get(name).and_then(Json::as_f64).unwrap_or(0.0);
            named.insert(name.to_owned(), json!(before + seconds));
        }
        if let Some(seconds) = self.air {
            named.insert("air".to_owned(), json!(seconds));
        }
        Json::Object(named)
    }

    /// For people.
    pub fn text(&self) -> String {
        let (mesh, modes) = (self.mesh, self.modes);
        let (low, high) = mesh.bounds();
        let sides: Vec<String> = (0..3)
            .map(|axis| number(1e3 * (high[axis] - low[axis])))
            .collect();
        let mut text = format!(
            "{}: {} mm, {}, {} g; {} elements, {} unknowns, {} s\n",
            self.taken.name,
            sides.join(" x "),
            self.material,
            number(1e3 * modes.mass),
            mesh.elements().len(),
            modes.unknowns,
            number(self.seconds)
        );
        for note in &self.taken.notes {
            let _ = writeln!(text, "{note}");
        }
        let _ = writeln!(text, "\n  mode   frequency      T60");
        let rows = modes.frequencies.iter().zip(&modes.decays).enumerate();
        for (n, (frequency, decay)) in rows.take(SHOWN) {
            let _ = writeln!(
                text,
                "{:>6} {:>8} Hz {:>6} s",
                n + 1,
                number(*frequency),
                number(*decay)
            );
        }
        let more = modes.frequencies.len().saturating_sub(SHOWN);
        if more > 0 {
            let _ = writeln!(text, "and {more} more; --json has them all");
        }
        if !self.taken.patches.is_empty() {
            let names: Vec<&str> = self.taken.patches.iter().map(|p| p.name.as_str()).collect();
            let _ = writeln!(text, "\nplaces with names: {}", names.join(", "));
        }
        let made = [&self.asked.view, &self.asked.export_shapes];
        for path in made.into_iter().flatten() {
            let _ = writeln!(text, "\n{}", path.display());
        }
        match &self.asked.output {
            Some(path) => {
                let path = path.display();
                let _ = writeln!(text, "\n{path}; to strike it: urto render {path}");
            }
            None => {
                text += "\nWith -o FILE.body it can be struck, scraped, rubbed and rolled on.\n"
            }
        }
        text
    }
}

/// Most memory that this command took \[MB\], where the system says it.
fn megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1000.0)
}
