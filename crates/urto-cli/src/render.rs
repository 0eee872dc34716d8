//! `urto render`: sounds, presets and scenes to files.

use crate::batch::Batch;
use crate::cli::{self, RenderArgs};
use crate::failure::Failure;
use crate::format::Format;
use crate::make::{self, Made};
use crate::meter::decibels;
use crate::original::Verdict;
use crate::output;
use crate::places;
use crate::progress::Progress;
use crate::recipe::{LAST_SEED, Matter, Recipe, assign_all};
use crate::resolve::{self, Found};
use crate::sample::Bits;
use crate::{
    aim, contact, likeness, loudness, manner, network, played, resources, save, transition,
};
use serde_json::{Value as Json, json};
use std::fmt::Write;
use urto_file::{Shelf, rows};

/// Renders what was asked for.
pub fn run(asked: &RenderArgs, as_json: bool) -> Result<(), Failure> {
    if as_json && asked.out.as_deref().is_some_and(save::is_stdout) {
        return Err(Failure::usage(
            "-o - and --json both write to the standard output; leave one of them out",
        ));
    }
    if let Some(network) = network::open(&asked.what, asked.resources.as_deref())? {
        return network::render(&network, asked, as_json);
    }
    if let Some(opened) = contact::open(asked)? {
        return contact::render(&opened, asked, as_json);
    }
    if asked.events.is_some() {
        return Err(Failure::usage(
            "--events is for a contact scene, whose bodies it moves and strikes",
        ));
    }
    if asked.raw {
        return Err(Failure::usage(
            "--raw is for a network of masses (FILE.mi.toml), whose listeners it writes as they are",
        ));
    }
    let like = likeness::asked(asked)?;
    let mut found = transition::asked(resolve::find(&asked.what)?, asked)?;
    let becomes = asked.to.is_some().then(|| RenderArgs {
        param: Vec::new(),
        seed: None,
        ..asked.clone()
    });
    // What was said of the preset is in the transition now.
    let asked = becomes.as_ref().unwrap_or(asked);
    let seed = first_seed(&found, asked)?;
    let paths = places::places(&found, asked, seed)?;
    let as_it_is = paths.len() == 1 && !changes(asked);
    let original = found.original.take().filter(|_| as_it_is);
    if original.is_none()
        && let Some(version) = &found.version
        && version != env!("CARGO_PKG_VERSION")
    {
        output::warn(&format!(
            "'{}' was made by urto {version}; this is {} and may sound a little different",
            asked.what,
            env!("CARGO_PKG_VERSION")
        ));
    }
    if asked.once && !matches!(found.matter, Matter::Sound(_)) {
        return Err(Failure::usage(
            "--once is for a preset, whose demonstration may have several blows; a scene or project plays its score",
        ));
    }
    // Of many files each is one blow: a row of blows is no variation of one.
    let once = asked.once || paths.len() > 1;
    let (mut recipe, aimed) = recipe_of(found.demonstrated(once)?, asked, seed)?;
    if let Some(path) = paths.first() {
        make::check(&recipe, Format::of(path)?)?;
    }
    warn_of_work(&recipe)?;
    let progress = Progress::new(recipe.frames() * passes(&recipe, asked, paths.len() as u64));
    let chosen = match asked.lufs {
        None => make::settle_gain(&mut recipe, &progress)?,
        Some(_) => None,
    };
    let loudness = as_json || asked.lufs.is_some() || paths.len() == 1;
    let batch = Batch {
        asked,
        paths: &paths,
        drawn: as_json,
        loudness,
        progress: &progress,
    };
    let (mades, quieter) = match (like, original) {
        (Some((class, keep)), _) => batch.make_nearest(&mut recipe, class, keep)?,
        (None, Some(original)) => batch.make_again(&recipe, &original)?,
        (None, None) => batch.make(&mut recipe)?,
    };
    drop(progress);
    warn_of(&mades);
    quieter.iter().for_each(|why| output::warn(why));
    if asked.vary.is_none()
        && mades.len() > 1
        && mades
            .windows(2)
            .all(|pair| pair[0].levels == pair[1].levels)
    {
        output::warn("these files are all alike, as nothing in them is random; try --vary 25%");
    }
    if as_json {
        let mut all = json!({ "files": mades.iter().map(facts).collect::<Vec<_>>() });
        if let Some(aimed) = &aimed {
            all["solved"] = aimed.json();
        }
        return output::print_json(&all);
    }
    if paths.iter().any(|path| save::is_stdout(path)) {
        return Ok(());
    }
    let aimed = aimed.map_or(String::new(), |aimed| aimed.text());
    let mut text = aimed + &text(&mades, recipe.bits, chosen);
    if mades.len() < paths.len() {
        let _ = writeln!(
            text,
            "{} of {} are kept, the nearest first",
            mades.len(),
            paths.len()
        );
    }
    output::print(&text)
}

/// Whether something is to be other than a recipe says, or is not as a sound file holds it.
fn changes(asked: &RenderArgs) -> bool {
    let expression = asked.pitch.or(asked.pressure).or(asked.place);
    let numbers = asked.seconds.or(asked.rate).or(asked.vary).or(asked.lufs);
    !asked.param.is_empty()
        || !asked.target.is_empty()
        || expression.or(numbers).is_some()
        || asked.seed.is_some()
        || asked.bits.is_some()
        || asked.channels.is_some()
        || asked.like.is_some()
        || asked.fast
        || asked.once
}

/// How often the sound is rendered, files included.
fn passes(recipe: &Recipe, asked: &RenderArgs, files: u64) -> u64 {
    // To compare them all are heard before any is made.
    let kept = u64::from(asked.keep.unwrap_or(u32::MAX)).min(files);
    let files = if asked.like.is_some() {
        files + kept
    } else {
        files
    };
    match (&recipe.matter, asked.lufs) {
        (Matter::Scene(_), Some(_)) => 3 * files,
        (Matter::Sound(_), Some(_)) => 2 * files,
        (Matter::Scene(scored), None) if scored.scene.gain.is_none() => 1 + files,
        _ => files,
    }
}

/// The first file's seed, from which the others' follow.
fn first_seed(found: &Found, asked: &RenderArgs) -> Result<u64, Failure> {
    let seed = asked.seed.or(found.seed).unwrap_or(0);
    if u64::from(asked.count.unwrap_or(1)) - 1 > LAST_SEED - seed.min(LAST_SEED) {
        return Err(Failure::usage(format!(
            "with --count the last seed would be above {LAST_SEED}; choose a smaller --seed"
        )));
    }
    Ok(seed)
}

/// What was found, with what the command line says on top.
pub fn recipe_of(
    found: Found,
    asked: &RenderArgs,
    seed: u64,
) -> Result<(Recipe, Option<aim::Found>), Failure> {
    loudness::check(asked)?;
    let mut matter = found.matter;
    let mut aimed = None;
    let mut shelf = Shelf::default();
    let (path, folder) = (found.path.as_deref(), asked.resources.as_deref());
    let mut fetch = |name: &str| resources::find(name, &found.shelf, path, folder);
    let usual = match &mut matter {
        Matter::Sound(preset) => {
            assign_all(preset.params.as_mut(), &asked.param)?;
            urto_file::load_resources(preset.params.as_mut(), &mut fetch)
                .map_err(Failure::other)?;
            aimed = aim::aim(&mut preset.params, &asked.target, &asked.param)?;
            let entry = urto_file::catalogue().sound(&preset.sound);
            let entry = entry.map_err(Failure::other)?;
            manner::check(asked, entry)?;
            entry.seconds
        }
        Matter::Scene(scored) => {
            if asked.vary.is_some() {
                return Err(Failure::usage(
                    "--vary works on sounds and presets; a scene is played as it is written",
                ));
            }
            if !asked.target.is_empty() {
                return Err(Failure::usage(
                    "--target works on sounds and presets; a scene is played as it is written",
                ));
            }
            manner::refuse(asked, "a scene is played as it is written")?;
            for (key, value) in &asked.param {
                scored.change(key, value)?;
            }
            scored.natural_seconds()
        }
        Matter::Project(project) => {
            played::check(asked)?;
            manner::refuse(asked, "a project is rendered as it was played")?;
            if let Some(channels) = asked.channels {
                played::set_channels(project, channels);
            }
            shelf = project.gather(&mut fetch).map_err(Failure::other)?;
            played::natural_seconds(project)
        }
    };
    let mut recipe = Recipe {
        matter,
        seed,
        rate: cli::check_rate(asked.rate.or(found.rate).unwrap_or(48_000.0))?,
        seconds: cli::check_seconds(asked.seconds.or(found.seconds).unwrap_or(usual))?,
        bits: asked.bits.or(found.bits).unwrap_or(Bits::Int24),
        manner: found.manner.asked(asked),
        shelf,
    };
    let (rate, frames) = (recipe.rate, recipe.frames());
    if let Matter::Project(project) = &mut recipe.matter {
        project.fast = recipe.manner.fast;
        played::fit(project, rate, frames);
    }
    Ok((recipe, aimed))
}

fn warn_of(mades: &[Made]) {
    // Files of one recipe mostly share their notes: say each once.
    let mut told: Vec<&String> = Vec::new();
    for made in mades {
        for note in &made.notes {
            if !told.contains(&note) {
                told.push(note);
                output::warn(note);
            }
        }
        let mended: Vec<String> = [
            (
                made.health.clamped,
                "samples were too loud and were limited",
            ),
            (made.health.unconverged, "steps did not converge"),
            (made.health.non_finite, "numbers were not finite"),
        ]
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
        if !mended.is_empty() {
            let quieter = if made.health.clamped > 0 {
                "; play it softer, for example with -p level=-6 (gain in a scene)"
            } else {
                ""
            };
            let what = mended.join(", ");
            output::warn(&format!("{}: {what}{quieter}", made.path.display()));
        }
        if let Some(complaint) = made.again.as_ref().and_then(Verdict::complaint) {
            output::warn(&complaint);
        }
        if made.levels.peak == 0.0 {
            output::warn(&format!("{}: nothing is heard", made.path.display()));
        }
    }
}

/// Says beforehand what may take longer to make than to play.
fn warn_of_work(recipe: &Recipe) -> Result<(), Failure> {
    let Matter::Sound(preset) = &recipe.matter else {
        return Ok(());
    };
    let beyond = preset.beyond_live(recipe.rate).map_err(Failure::other)?;
    if beyond > 0 {
        output::warn(&format!(
            "this sound has {beyond} modes more than one core can play live; the file has them all and may take longer to make than to play"
        ));
    }
    Ok(())
}

/// The facts about a file, for programs.
pub fn facts(made: &Made) -> Json {
    let mut all = json!({
        "path": made.path.to_string_lossy(),
        "seconds": made.seconds,
        "rate": made.rate as u64,
        "channels": made.channels,
        "peak": made.levels.peak,
        "rms": made.levels.rms,
        "lufs": made.levels.lufs,
        "seed": made.seed,
        "drawn": made.drawn,
        "health": {
            "clamped": made.health.clamped,
            "softened": made.health.softened,
            "unconverged": made.health.unconverged,
            "non_finite": made.health.non_finite,
            "shed": made.health.shed,
            "fast": made.health.fast,
        },
        "energy": {
            "injected": made.ledger.injected,
            "dissipated": made.ledger.dissipated,
            "stored": made.ledger.stored,
        },
    });
    if let Some(near) = &made.near {
        all["like"] = near.json();
    }
    if let Some(again) = &made.again {
        all["again"] = again.json();
    }
    all
}

fn text(mades: &[Made], bits: Bits, chosen: Option<f64>) -> String {
    let mut text = String::new();
    for made in mades {
        let channels = match made.channels {
            1 => "mono".to_owned(),
            2 => "stereo".to_owned(),
            more => format!("{more} channels"),
        };
        // Every file has a name that says what it is.
        let samples = Format::of(&made.path).map_or(String::new(), |format| format.samples(bits));
        let level = match made.levels.lufs {
            Some(lufs) => format!("peak {}, {lufs:.1} LUFS", decibels(made.levels.peak)),
            None if made.levels.peak > 0.0 => format!("peak {}", decibels(made.levels.peak)),
            None => "silent".to_owned(),
        };
        let near = made.near.as_ref();
        let near = near.map_or(String::new(), |near| format!("; {}", near.short()));
        let again = made.again.as_ref().map_or(String::new(), Verdict::praise);
        let _ = writeln!(
            text,
            "{}: {} s, {} Hz, {samples}, {channels}, {level}{near}{again}",
            made.path.display(),
            rows::number(made.seconds),
            made.rate,
        );
    }
    if let Some(gain) = chosen {
        let _ = writeln!(
            text,
            "gain {gain} chosen; write gain = {gain} under [listen] to fix it"
        );
    }
    text
}
