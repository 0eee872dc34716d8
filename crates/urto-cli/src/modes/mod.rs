//! `urto modes MESH`: how a body rings, from its mesh and what it is made of.

mod taken;

use crate::cli::{AirQuality, ModesArgs};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::save;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;
use taken::{Taken, take};
use urto_body::MeshBody;
use urto_fem::aired::aired;
use urto_fem::material::Solid;
use urto_fem::mesh::Mesh;
use urto_fem::modes::{Analysis, Modes, Stage, Wanted};
use urto_fem::radiation::{Quality, Radiation};
use urto_fem::sounding::sounding;
use urto_file::rows::number;

/// Most modes in a table for people.
const SHOWN: usize = 40;
/// Modes that are looked for if nothing is said.
const USUAL: usize = 60;

/// Finds the modes, tells them, and writes the body.
pub fn run(asked: &ModesArgs, as_json: bool) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut taken = take(asked)?;
    let material = asked.material.as_deref().unwrap_or(taken.material);
    let figures = Solid::named(material).map_err(Failure::usage)?.figures;
    let wanted = match asked.below {
        Some(hertz) => Wanted::Below(hertz),
        None => Wanted::Count(asked.count.unwrap_or(USUAL)),
    };
    let fixed = match &asked.fixed {
        None => Vec::new(),
        Some(part) => part.nodes(&taken.mesh)?,
    };
    let progress = Progress::of("finding modes", 1000);
    let analysis = Analysis::new(&taken.mesh, &figures)
        .wanted(wanted)
        .fixed(fixed);
    let modes = analysis.run(&mut |state| {
        // By their usual times: the order and the factor take about half.
        let (from, to) = match state.stage {
            Stage::Assembling => (0.0, 0.05),
            Stage::Ordering => (0.05, 0.2),
            Stage::Factoring => (0.2, 0.45),
            Stage::Searching => (0.45, 0.9),
            Stage::Checking => (0.9, 1.0),
        };
        progress.reach(from + (to - from) * state.share);
        ControlFlow::Continue(())
    });
    let modes = modes.map_err(Failure::other)?;
    drop(progress);
    if let Some(path) = &asked.output {
        let body = sounding(&taken.name, &taken.mesh, &modes, &figures).map_err(Failure::other)?;
        let body = body.with_patches(taken.patches.clone());
        let body = body.map_err(Failure::other)?;
        let body = in_air(body, asked.air, &mut taken.notes)?;
        save::save(path, &urto_file::write_body(&body))?;
    }
    let made = Made {
        asked,
        material,
        seconds: begun.elapsed().as_secs_f64(),
        taken: &taken,
        modes: &modes,
    };
    match as_json {
        true => output::print_json(&made.json()),
        false => output::print(&made.text()),
    }
}

/// The body with what the air takes from its modes, if that is asked for.
fn in_air(body: MeshBody, air: AirQuality, notes: &mut Vec<String>) -> Result<MeshBody, Failure> {
    let quality = match air {
        AirQuality::None => return Ok(body),
        AirQuality::Preview => Quality::Preview,
        AirQuality::Normal => Quality::Normal,
        AirQuality::High => Quality::High,
    };
    let radiation = Radiation {
        quality,
        ..Radiation::default()
    };
    let progress = Progress::of("finding what the air takes", 1000);
    let (body, doubt) =
        aired(&body, &radiation, &mut |share| progress.reach(share)).map_err(Failure::other)?;
    if let Some((first, count)) = doubt {
        let modes = if count == 1 {
            "one mode"
        } else {
            &format!("{count} modes")
        };
        notes.push(format!(
            "What the air takes is less exact for {modes}: {first}."
        ));
    }
    Ok(body)
}

/// What was found.
struct Made<'a> {
    asked: &'a ModesArgs,
    material: &'a str,
    seconds: f64,
    taken: &'a Taken,
    modes: &'a Modes,
}

impl Made<'_> {
    fn json(&self) -> Json {
        let Modes {
            frequencies,
            decays,
            residuals,
            rigid,
            ..
        } = self.modes;
        let still = core::iter::repeat_n(0.0, *rigid);
        json!({
            "frequencies": still.clone().chain(frequencies.iter().copied()).collect::<Vec<_>>(),
            "residuals": still.chain(residuals.iter().copied()).collect::<Vec<_>>(),
            "decays": decays,
            "rigid": rigid,
            "orthonormality": self.modes.orthonormality,
            "material": self.material,
            "mass": self.modes.mass,
            "unknowns": self.modes.unknowns,
            "nodes": self.taken.mesh.nodes().len(),
            "elements": self.taken.mesh.elements().len(),
            "seconds": self.seconds,
            "megabytes": megabytes(),
            "notes": self.taken.notes,
            "patches": self.taken.patches.iter().map(|own| &own.name).collect::<Vec<_>>(),
            "file": self.asked.output,
        })
    }

    fn text(&self) -> String {
        let (mesh, modes) = (&self.taken.mesh, self.modes);
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

/// A part of space in which a body is held fast: `x<0.05`.
#[derive(Clone, Debug)]
pub struct Held {
    axis: usize,
    below: bool,
    at: f64,
}

impl Held {
    /// Reads it, as `--fixed` takes it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            "write an axis, < or >, and a length, for example x<5cm: what lies there is held"
                .to_owned()
        };
        let (axis, rest) = text.split_at_checked(1).ok_or_else(wrong)?;
        let axis = ["x", "y", "z"].iter().position(|own| *own == axis);
        let (sign, at) = rest.split_at_checked(1).ok_or_else(wrong)?;
        let below = match sign {
            "<" => true,
            ">" => false,
            _ => return Err(wrong()),
        };
        let at = urto_file::parse_number(at, "m").map_err(|error| error.to_string())?;
        Ok(Self {
            axis: axis.ok_or_else(wrong)?,
            below,
            at,
        })
    }

    fn nodes(&self, mesh: &Mesh) -> Result<Vec<u32>, Failure> {
        let held = mesh.nodes_where(|place| match self.below {
            true => place[self.axis] <= self.at,
            false => place[self.axis] >= self.at,
        });
        let (low, high) = mesh.bounds();
        match held.is_empty() {
            false => Ok(held),
            true => Err(Failure::usage(format!(
                "nothing of it lies there; along {} it goes from {} to {} m",
                ["x", "y", "z"][self.axis],
                low[self.axis],
                high[self.axis]
            ))),
        }
    }
}
