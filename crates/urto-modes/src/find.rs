//! `urto modes MESH`: how a body rings, from its mesh and what it is made of.

use crate::taken::take;
use crate::told::Made;
use std::ops::ControlFlow;
use std::time::Instant;
use urto_body::MeshBody;
use urto_fem::aired::aired;
use urto_fem::material::Solid;
use urto_fem::mesh::Mesh;
use urto_fem::modes::{Analysis, Stage, Wanted};
use urto_fem::radiation::{Quality, Radiation};
use urto_fem::sounding::sounding;
use urto_program::failure::Failure;
use urto_program::modes::{AirQuality, Held, ModesArgs};
use urto_program::progress::Progress;
use urto_program::{output, save};

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
        Some(part) => held(part, &taken.mesh)?,
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

/// The nodes that are held fast.
fn held(part: &Held, mesh: &Mesh) -> Result<Vec<u32>, Failure> {
    let held = mesh.nodes_where(|place| part.holds(place));
    let (low, high) = mesh.bounds();
    let axis = part.axis();
    match held.is_empty() {
        false => Ok(held),
        true => Err(Failure::usage(format!(
            "nothing of it lies there; along {} it goes from {} to {} m",
            ["x", "y", "z"][axis],
            low[axis],
            high[axis]
        ))),
    }
}
