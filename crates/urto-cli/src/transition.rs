//! `urto render A --to B`: from one preset to another in time, as a project that is rendered.

use crate::cli::RenderArgs;
use crate::failure::Failure;
use crate::recipe::{Matter, assign_all};
use crate::resolve::{self, Found};
use urto::Rate;
use urto_engine::{Ease, TransitionPlan};
use urto_file::Preset;

/// How long it takes if nothing is said \[s\], and how many blows there are.
const OVER: f64 = 3.0;
const BLOWS: u32 = 8;

/// What was found, or the transition from it if one was asked for.
pub fn asked(found: Found, asked: &RenderArgs) -> Result<Found, Failure> {
    let Some(to) = &asked.to else {
        let given = [
            (asked.over.is_some(), "--over"),
            (asked.curve.is_some(), "--curve"),
            (!asked.loosen.is_empty(), "--loosen"),
            (asked.blows.is_some(), "--blows"),
        ];
        return match given.iter().find(|(given, _)| *given) {
            Some((_, option)) => Err(Failure::usage(format!(
                "{option} is for a transition; say where it leads with --to PRESET"
            ))),
            None => Ok(found),
        };
    };
    refuse(asked)?;
    let goal = resolve::find(to)?;
    let name = format!("{}-to-{}", found.name, goal.name);
    let (from, goal) = (preset(&asked.what, found)?, preset(to, goal)?);
    let mut from = from;
    assign_all(from.params.as_mut(), &asked.param)?;
    if let Some(seed) = asked.seed {
        from.seed = Some(seed);
    }
    let rate = Rate::new(asked.rate.unwrap_or(48_000.0)).map_err(Failure::usage)?;
    let blows = asked.blows.unwrap_or(BLOWS);
    if !(2..=TransitionPlan::MOST_BLOWS).contains(&(blows as usize)) {
        return Err(Failure::usage(format!(
            "--blows takes 2 to {}: the first comes before the transition, the last after it",
            TransitionPlan::MOST_BLOWS
        )));
    }
    let plan = TransitionPlan {
        seconds: asked.over.unwrap_or(OVER),
        curve: match &asked.curve {
            Some(name) => Ease::of(name).map_err(Failure::usage)?,
            None => Ease::default(),
        },
        loosened: asked.loosen.clone(),
        blows: blows as usize,
        rate,
        lasts: asked.seconds,
    };
    let project = plan.project(&from, &goal).map_err(Failure::usage)?;
    Ok(Found::made(&name, project))
}

/// What a transition does not go with.
fn refuse(asked: &RenderArgs) -> Result<(), Failure> {
    let given = [
        (asked.count.is_some(), "--count"),
        (asked.vary.is_some(), "--vary"),
        (!asked.target.is_empty(), "--target"),
        (asked.lufs.is_some(), "--lufs"),
        (asked.once, "--once"),
        (asked.pitch.is_some(), "--pitch"),
        (asked.pressure.is_some(), "--pressure"),
        (asked.place.is_some(), "--place"),
    ];
    match given.iter().find(|(given, _)| *given) {
        Some((_, option)) => Err(Failure::usage(format!(
            "{option} does not go with --to; render the transition, or one preset"
        ))),
        None => Ok(()),
    }
}

fn preset(what: &str, found: Found) -> Result<Preset, Failure> {
    match found.matter {
        Matter::Sound(preset) => Ok(*preset),
        Matter::Scene(_) | Matter::Project(_) => Err(Failure::usage(format!(
            "a transition leads from a sound or preset to another one; '{what}' is a scene or a project"
        ))),
    }
}
