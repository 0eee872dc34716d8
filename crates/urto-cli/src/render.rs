//! `urto render`: sounds, presets and scenes to files.

use crate::cli::{self, RenderArgs};
use crate::failure::Failure;
use crate::found::{self, Found};
use crate::make::{self, Made};
use crate::meter::decibels;
use crate::output;
use crate::progress::Progress;
use crate::recipe::{LAST_SEED, Matter, Recipe, assign};
use crate::wav::Bits;
use crate::{rows, save};
use serde_json::{Value as Json, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use urto::param::vary;
use urto::rng::Rng;

/// Renders what was asked for.
pub fn run(asked: &RenderArgs, as_json: bool) -> Result<(), Failure> {
    let found = found::find(&asked.what)?;
    let paths = places(&found, asked)?;
    if let Some(version) = &found.version
        && version != env!("CARGO_PKG_VERSION")
    {
        output::warn(&format!(
            "'{}' was made by urto {version}; this is {} and may sound a little different",
            asked.what,
            env!("CARGO_PKG_VERSION")
        ));
    }
    let mut recipe = recipe_of(found, asked)?;
    let passes = match &recipe.matter {
        Matter::Scene(scored) if scored.scene.gain.is_none() => 1,
        _ => 0,
    };
    let progress = Progress::new(recipe.frames() * (passes + paths.len() as u64));
    let chosen = make::settle_gain(&mut recipe, &progress)?;
    let mades = make_all(&mut recipe, asked.vary, &paths, &progress)?;
    drop(progress);
    warn_of(&mades);
    if asked.vary.is_none()
        && mades.len() > 1
        && mades
            .windows(2)
            .all(|pair| pair[0].levels == pair[1].levels)
    {
        output::warn("these files are all alike, as nothing in them is random; try --vary 25%");
    }
    if as_json {
        return output::print_json(
            &json!({ "files": mades.iter().map(facts).collect::<Vec<_>>() }),
        );
    }
    output::print(&text(&mades, recipe.bits, chosen))
}

/// One file per path: the next seed each, and its own variation.
fn make_all(
    recipe: &mut Recipe,
    amount: Option<f64>,
    paths: &[PathBuf],
    progress: &Progress,
) -> Result<Vec<Made>, Failure> {
    let first = recipe.seed;
    let base = match &recipe.matter {
        Matter::Sound(preset) => Some(preset.params.boxed()),
        Matter::Scene(_) => None,
    };
    let mut mades = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        recipe.seed = first + index as u64;
        if let (Matter::Sound(preset), Some(base), Some(amount)) =
            (&mut recipe.matter, &base, amount)
        {
            preset.params = base.boxed();
            vary(preset.params.as_mut(), amount, &mut Rng::new(recipe.seed));
        }
        mades.push(make::make(recipe, path, progress, |_| {})?);
    }
    Ok(mades)
}

/// What was found, with what the command line says on top.
fn recipe_of(found: Found, asked: &RenderArgs) -> Result<Recipe, Failure> {
    let mut matter = found.matter;
    let usual = match &mut matter {
        Matter::Sound(preset) => {
            for (key, value) in &asked.param {
                assign(preset.params.as_mut(), key, value)?;
            }
            urto::sounds::find(&preset.sound)
                .map_err(Failure::other)?
                .seconds
        }
        Matter::Scene(scored) => {
            if asked.vary.is_some() {
                return Err(Failure::usage(
                    "--vary works on sounds and presets; a scene is played as it is written",
                ));
            }
            for (key, value) in &asked.param {
                scored.change(key, value)?;
            }
            scored.natural_seconds()
        }
    };
    let seed = asked.seed.or(found.seed).unwrap_or(0);
    if u64::from(asked.count.unwrap_or(1)) - 1 > LAST_SEED - seed.min(LAST_SEED) {
        return Err(Failure::usage(format!(
            "with --count the last seed would be above {LAST_SEED}; choose a smaller --seed"
        )));
    }
    Ok(Recipe {
        matter,
        seed,
        rate: cli::check_rate(asked.rate.or(found.rate).unwrap_or(48_000.0))?,
        seconds: cli::check_seconds(asked.seconds.or(found.seconds).unwrap_or(usual))?,
        bits: asked.bits.or(found.bits).unwrap_or(Bits::Int24),
    })
}

/// Where the files go; every place is checked before any sound is made.
fn places(found: &Found, asked: &RenderArgs) -> Result<Vec<PathBuf>, Failure> {
    let usual = PathBuf::from(format!("{}.wav", found.name));
    let path = match &asked.out {
        None => usual,
        Some(out) if out.is_dir() => out.join(usual),
        Some(out) if out.as_os_str().to_string_lossy().ends_with('/') => {
            return Err(Failure::other(format!(
                "there is no folder '{}'; make it first",
                out.display()
            )));
        }
        Some(out) => out.clone(),
    };
    let is_wav = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("wav"));
    if !is_wav {
        return Err(Failure::usage(format!(
            "'{}' does not end in .wav, the only format there is for now",
            path.display()
        )));
    }
    let paths = match asked.count {
        None => vec![path],
        Some(count) => numbered(&path, count),
    };
    for path in &paths {
        if asked.out.is_none() && found.path.as_deref().is_some_and(|from| same(from, path)) {
            return Err(Failure::usage(format!(
                "this would overwrite '{}' itself; say where to write with -o",
                path.display()
            )));
        }
    }
    if let Some(path) = paths.first() {
        save::check(path)?;
    }
    Ok(paths)
}

fn same(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// `impact.wav` becomes `impact-001.wav` and so on.
fn numbered(path: &Path, count: u32) -> Vec<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let digits = count.to_string().len().max(3);
    let name = |number| path.with_file_name(format!("{stem}-{number:0digits$}.wav"));
    (1..=count).map(name).collect()
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
        if made.levels.peak == 0.0 {
            output::warn(&format!("{}: nothing is heard", made.path.display()));
        }
    }
}

/// The facts about a file, for programs.
pub fn facts(made: &Made) -> Json {
    json!({
        "path": made.path.to_string_lossy(),
        "seconds": made.seconds,
        "rate": made.rate as u64,
        "channels": made.channels,
        "peak": made.levels.peak,
        "rms": made.levels.rms,
        "lufs": made.levels.lufs,
        "health": {
            "clamped": made.health.clamped,
            "softened": made.health.softened,
            "unconverged": made.health.unconverged,
            "non_finite": made.health.non_finite,
        },
        "energy": {
            "injected": made.ledger.injected,
            "dissipated": made.ledger.dissipated,
            "stored": made.ledger.stored,
        },
    })
}

fn text(mades: &[Made], bits: Bits, chosen: Option<f64>) -> String {
    let mut text = String::new();
    for made in mades {
        let channels = match made.channels {
            1 => "mono".to_owned(),
            2 => "stereo".to_owned(),
            more => format!("{more} channels"),
        };
        let level = match made.levels.lufs {
            Some(lufs) => format!("peak {}, {lufs:.1} LUFS", decibels(made.levels.peak)),
            None => "silent".to_owned(),
        };
        let _ = writeln!(
            text,
            "{}: {} s, {} Hz, {} bit, {channels}, {level}",
            made.path.display(),
            rows::number(made.seconds),
            made.rate,
            bits.name(),
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
