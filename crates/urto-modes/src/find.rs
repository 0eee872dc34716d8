//! `urto modes MESH`: how a body rings, from its mesh and what it is made of.

use crate::cache::{Air, Cache};
use crate::filled::{BOUND, Hollow, told};
use crate::fine::{Body, Fineness};
use crate::packed::{Room, packed};
use crate::taken::{Form, take};
use crate::told::Made;
use crate::{material, shapes, view};
use std::ops::ControlFlow;
use std::time::Instant;
use urto::body::{Maker as _, Material};
use urto_body::playback::Multipoles;
use urto_body::{MeshBody, MeshMode};
use urto_fem::aired::aired;
use urto_fem::filling::{Filled, Filling, FillingError};
use urto_fem::mesh::Mesh;
use urto_fem::modes::{Analysis, Modes, Stage, Wanted};
use urto_fem::radiation::{Quality, Radiation};
use urto_fem::sounding::{sounding, unheard};
use urto_program::draw::is_svg;
use urto_program::failure::Failure;
use urto_program::modes::{AirQuality, Held, ModesArgs};
use urto_program::progress::Progress;
use urto_program::{output, save};

/// Modes that are looked for if nothing is said.
const USUAL: usize = 60;

/// Finds the modes, tells them, and writes what is asked for.
pub fn run(asked: &ModesArgs, as_json: bool) -> Result<(), Failure> {
    let begun = Instant::now();
    check_places(asked)?;
    let (mut taken, form) = take(asked)?;
    let made_of = material::named(asked.material.as_deref().unwrap_or(taken.material))?;
    let figures = made_of.solid.figures;
    let Found {
        body,
        modes,
        stages,
        kept,
    } = Job::new(asked, &figures).of(form, &mut taken.notes)?;
    let mesh = body.mesh();
    let fineness = Fineness::of(asked, &body, &modes);
    taken.notes.extend(fineness.told());
    taken
        .notes
        .extend(modes.rounded().map(|own| own.to_string()));
    let mut air = None;
    if let Some(path) = &asked.output {
        taken.notes.extend(unheard(&modes));
        let body = sounding(&taken.name, mesh, &modes, &figures).map_err(Failure::other)?;
        let body = body.with_patches(taken.patches.clone());
        let silent = body.map_err(Failure::other)?.with_about(&taken.about);
        let body;
        (body, air) = kept.in_air(silent, asked.air, &mut taken.notes)?;
        let written = packed(body, asked.triangles, Room::IN_FILE, &mut taken.notes)?;
        save::save(path, &written)?;
    }
    if let Some(path) = &asked.view {
        let picture = match is_svg(path)? {
            true => view::svg(mesh, &modes).into_bytes(),
            false => view::png(mesh, &modes)?,
        };
        save::save(path, &picture)?;
    }
    if let Some(path) = &asked.export_shapes {
        save::save(path, &shapes::vtk(&taken.name, mesh, &modes))?;
    }
    let made = Made {
        asked,
        material: &made_of.name,
        cached: stages.is_none(),
        stages: stages.as_deref().unwrap_or_default(),
        air,
        seconds: begun.elapsed().as_secs_f64(),
        taken: &taken,
        mesh,
        fineness: &fineness,
        modes: &modes,
    };
    match as_json {
        true => output::print_json(&made.json()),
        false => output::print(&made.text()),
    }
}

/// What is to be found.
struct Job<'a> {
    asked: &'a ModesArgs,
    figures: &'a Material,
    wanted: Wanted,
}

/// What was found, and of what.
struct Found {
    body: Body,
    modes: Modes,
    /// How long each part took, if it had not been found before.
    stages: Option<Stages>,
    kept: Kept,
}

/// Modes, how long each part of finding them took, and where they are kept.
type Solved = (Modes, Option<Stages>, Kept);

impl<'a> Job<'a> {
    fn new(asked: &'a ModesArgs, figures: &'a Material) -> Self {
        let wanted = match asked.below {
            Some(hertz) => Wanted::Below(hertz),
            None => Wanted::Count(asked.count.unwrap_or(USUAL)),
        };
        Self {
            asked,
            figures,
            wanted,
        }
    }

    /// The modes of elements, or of a surface that is filled.
    fn of(&self, form: Form, notes: &mut Vec<String>) -> Result<Found, Failure> {
        let hollow = match form {
            Form::Solid(mesh) => {
                let (modes, stages, kept) = self.once(&mesh, notes)?;
                return Ok(Found {
                    body: Body::Solid(mesh),
                    modes,
                    stages,
                    kept,
                });
            }
            Form::Hollow(hollow) => hollow,
        };
        let (filled, (found, said)) = match self.asked.resolution {
            Some(cell) => {
                let filled = hollow.fill(cell)?;
                let mut said = Vec::new();
                let found = self.once(&filled.meshed.mesh, &mut said)?;
                (filled, (found, said))
            }
            None => self.fine_enough(&hollow)?,
        };
        notes.push(told(&filled));
        notes.extend(said);
        let (modes, stages, kept) = found;
        Ok(Found {
            body: Body::Filled(filled),
            modes,
            stages,
            kept,
        })
    }

    /// A surface filled as finely as its walls and its highest mode need, and what was found.
    fn fine_enough(&self, hollow: &Hollow) -> Result<(Filled, (Solved, Vec<String>)), Failure> {
        let filling = Filling::new(&hollow.shell, self.figures, BOUND);
        let found = filling.found(
            self.asked.below,
            |filled| {
                let mut said = Vec::new();
                let found = self.once(&filled.meshed.mesh, &mut said);
                Ok((found.map_err(Unfound::Failed)?, said))
            },
            |((modes, ..), _)| modes.frequencies.last().copied(),
        );
        found.map_err(|error| match error {
            Unfound::Unfilled(error) => hollow.refusal(&error),
            Unfound::Failed(failure) => failure,
        })
    }

    /// The modes of these elements.
    fn once(&self, mesh: &Mesh, notes: &mut Vec<String>) -> Result<Solved, Failure> {
        let fixed = match &self.asked.fixed {
            None => Vec::new(),
            Some(part) => held(part, mesh)?,
        };
        let analysis = Analysis::new(mesh, self.figures);
        let analysis = analysis.wanted(self.wanted).fixed(fixed);
        let kept = Kept {
            cache: Cache::of_user().filter(|_| !self.asked.no_cache),
            request: analysis.fingerprint(),
        };
        let (modes, stages) = kept.modes(&analysis, notes)?;
        Ok((modes, stages, kept))
    }
}

/// Why a surface has no modes.
enum Unfound {
    /// It was not filled.
    Unfilled(FillingError),
    /// They were not found.
    Failed(Failure),
}

impl From<FillingError> for Unfound {
    fn from(error: FillingError) -> Self {
        Self::Unfilled(error)
    }
}

/// Refuses places where nothing can be written before anything is worked out.
fn check_places(asked: &ModesArgs) -> Result<(), Failure> {
    let places = [&asked.output, &asked.view, &asked.export_shapes];
    for path in places.into_iter().flatten() {
        save::check(path)?;
    }
    if let Some(path) = &asked.view {
        is_svg(path)?;
    }
    match &asked.export_shapes {
        Some(path)
            if path
                .extension()
                .is_none_or(|own| !own.eq_ignore_ascii_case("vtk")) =>
        {
            Err(Failure::usage(format!(
                "'{}': mode shapes are written as a .vtk file",
                path.display()
            )))
        }
        _ => Ok(()),
    }
}

/// What was done, and how long it took \[s\].
type Stages = Vec<(Stage, f64)>;

/// What may have been found before.
struct Kept {
    cache: Option<Cache>,
    request: u128,
}

impl Kept {
    /// The modes, and how long each part of finding them took, if they had not been found before.
    fn modes(
        &self,
        analysis: &Analysis,
        notes: &mut Vec<String>,
    ) -> Result<(Modes, Option<Stages>), Failure> {
        if let Some(cache) = &self.cache
            && let Some(modes) = cache.modes(self.request)
        {
            notes.push(format!(
                "Found before, and read from {}; --no-cache finds it anew.",
                cache.folder().display()
            ));
            return Ok((modes, None));
        }
        let (modes, stages) = found(analysis)?;
        if let Some(cache) = &self.cache {
            cache.keep_modes(self.request, &modes);
        }
        Ok((modes, Some(stages)))
    }

    /// The body with what the air takes from its modes, if that is asked for; and how long it took to find
    /// that \[s\], if it had not been found before.
    fn in_air(
        &self,
        body: MeshBody,
        air: AirQuality,
        notes: &mut Vec<String>,
    ) -> Result<(MeshBody, Option<f64>), Failure> {
        let quality = match air {
            AirQuality::None => return Ok((body, None)),
            AirQuality::Preview => Quality::Preview,
            AirQuality::Normal => Quality::Normal,
            AirQuality::High => Quality::High,
        };
        if let Some(cache) = &self.cache
            && let Some(found) = cache.air(self.request, air.word())
            && found.modes.len() == body.modes().count()
        {
            notes.extend(found.note);
            return Ok((with_air(&body, found.modes)?, None));
        }
        let begun = Instant::now();
        let radiation = Radiation {
            quality,
            ..Radiation::default()
        };
        let progress = Progress::of("finding what the air takes", 1000);
        let (body, doubt) =
            aired(&body, &radiation, &mut |share| progress.reach(share)).map_err(Failure::other)?;
        let note = doubt.map(|(first, count)| {
            let modes = match count {
                1 => "one mode".to_owned(),
                more => format!("{more} modes"),
            };
            format!("What the air takes is less exact for {modes}: {first}.")
        });
        notes.extend(note.clone());
        if let Some(cache) = &self.cache {
            let modes = body.modes().map(|mode| (mode.radiated, mode.air)).collect();
            cache.keep_air(self.request, air.word(), &Air { modes, note });
        }
        Ok((body, Some(begun.elapsed().as_secs_f64())))
    }
}

/// A body whose modes lose what the air takes, and tell how they sound around it.
fn with_air(body: &MeshBody, found: Vec<(f64, Option<Multipoles>)>) -> Result<MeshBody, Failure> {
    let modes = body.modes().zip(found);
    let modes = modes.map(|(mode, (radiated, air))| MeshMode {
        radiated,
        air,
        ..mode
    });
    let surface = body.surface();
    MeshBody::new(
        body.name(),
        *body.material(),
        body.mass(),
        surface.vertices().to_vec(),
        surface.corners().to_vec(),
        modes.collect(),
    )
    .and_then(|made| made.with_patches(body.patches().to_vec()))
    .map(|made| made.with_about(body.about()))
    .map_err(Failure::other)
}

/// Finds the modes, and tells how long each part of that took \[s\].
fn found(analysis: &Analysis) -> Result<(Modes, Stages), Failure> {
    let progress = Progress::of("finding modes", 1000);
    let mut begun = Instant::now();
    let mut stages = Stages::new();
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
        lasted(&mut stages, &mut begun);
        if stages.last().is_none_or(|(stage, _)| *stage != state.stage) {
            stages.push((state.stage, 0.0));
        }
        ControlFlow::Continue(())
    });
    lasted(&mut stages, &mut begun);
    Ok((modes.map_err(Failure::other)?, stages))
}

/// Adds the time since `begun` to the last stage.
fn lasted(stages: &mut [(Stage, f64)], begun: &mut Instant) {
    let now = Instant::now();
    if let Some((_, seconds)) = stages.last_mut() {
        *seconds += now.duration_since(*begun).as_secs_f64();
    }
    *begun = now;
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
