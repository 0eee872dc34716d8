//! `--lufs`: files as loud as asked for.
//!
//! The sound is rendered once, somewhat softer than usual, to hear how loud it is. Then its own `level`
//! (the `gain` of a scene) is set, so that the recipe holds all, and every sample below the limiter. A
//! room's background does not become softer with the level: what is to be much softer than it was heard is
//! heard again, until background and sound together are as loud as asked for.

use crate::cli::RenderArgs;
use crate::failure::Failure;
use crate::make;
use crate::meter::Meter;
use crate::progress::Progress;
use crate::recipe::{Matter, Recipe};
use ebur128::{EbuR128, Mode};
use urto::math::{log10, pow};
use urto::param::{ParamId, Params, Value, number_of, put};
use urto::scene::SceneParams;

/// Highest true peak \[dBFS\]: -1, and a hundredth for rounding and dither.
const CEILING: f64 = -1.01;

/// Where a sound is heard first, and how much softer again if it was too loud there \[dB\]: far above the
/// background of a quiet room (about -69 LUFS), and far below the limiter for all that is levelled.
const SOFTER: f64 = -8.0;
const SOFTER_STILL: f64 = 20.0;

/// Up to this peak no limiter has worked \[dBFS\].
const UNTOUCHED: f64 = -6.0;

/// Heard so much softer \[dB\], a background may count.
const FAR: f64 = 10.0;

/// At most so often is it heard again. Each time the error becomes smaller by the background's share of
/// the power: with half of it, 0.01 dB are reached after nine.
const AGAIN: usize = 10;

/// Refuses a loudness together with a level.
pub fn check(asked: &RenderArgs) -> Result<(), Failure> {
    let mut set = asked.param.iter().map(|(key, _)| key.as_str());
    match set.find(|key| ["level", "gain"].contains(key)) {
        Some(key) if asked.lufs.is_some() => Err(Failure::usage(format!(
            "--lufs chooses the {key}; leave out -p {key}=..."
        ))),
        _ => Ok(()),
    }
}

/// Makes the greatest momentary loudness what is `wanted` \[LUFS\], or else as near as the true
/// peak and the level's range let it; tells what was in the way. Silence stays as it is.
pub fn settle(
    recipe: &mut Recipe,
    wanted: f64,
    progress: &Progress,
) -> Result<Option<String>, Failure> {
    let before = Volume::of(recipe)?;
    let mut start = play_softly(recipe, &before, progress)?;
    let mut heard = measure(recipe, progress)?;
    while let (Matter::Sound(_), Some((_, peak))) = (&recipe.matter, heard)
        && peak > UNTOUCHED
        && start > before.lowest
    {
        start = (start - SOFTER_STILL).max(before.lowest);
        before.set(recipe, start);
        heard = measure(recipe, progress)?;
    }
    let Some((lufs, peak)) = heard else {
        before.set(recipe, before.decibels);
        return Ok(None);
    };
    let (by_loudness, by_peak) = (start + wanted - lufs, start + CEILING - peak);
    // Down to a hundredth, which nobody hears and everybody can read.
    let choose = |by_loudness: f64| {
        let decibels = (100.0 * by_loudness.min(by_peak)).floor() / 100.0;
        decibels.clamp(before.lowest, before.highest)
    };
    let mut decibels = choose(by_loudness);
    before.set(recipe, decibels);
    let mut reached = lufs + decibels - start;
    if let Matter::Sound(_) = &recipe.matter
        && decibels < start - FAR
    {
        for _ in 0..AGAIN {
            let Some((lufs, _)) = measure(recipe, progress)? else {
                break;
            };
            reached = lufs;
            let next = choose(decibels + wanted - lufs);
            if (wanted - lufs).abs() < 0.01 || next == decibels {
                break;
            }
            decibels = next;
            before.set(recipe, decibels);
        }
    }
    let why = if (reached - wanted).abs() < 0.05 {
        return Ok(None);
    } else if by_peak < by_loudness && by_peak < before.highest {
        "quieter than asked for, to keep its true peak at -1 dBFS"
    } else if reached > wanted && decibels > before.lowest {
        "as the room's own background is as loud (room.hush)"
    } else {
        "as its level goes no further"
    };
    Ok(Some(format!(
        "{reached:.1} LUFS instead of {wanted}, {why}"
    )))
}

/// How loud a recipe is played \[dB\].
struct Volume {
    /// The sound's parameter `level`; none in a scene, whose gain it is.
    level: Option<ParamId>,
    decibels: f64,
    lowest: f64,
    highest: f64,
}

impl Volume {
    fn of(recipe: &Recipe) -> Result<Self, Failure> {
        let number = |params: &dyn Params, key| {
            let id = params.table().find(key).ok()?;
            number_of(params, &id).map(|(value, range)| (id, value, range))
        };
        let found = match &recipe.matter {
            Matter::Sound(preset) => {
                // Where a sound has how it is heard in a table of its own, the level is there.
                let params = preset.params.as_ref();
                let found = number(params, "level").or_else(|| number(params, "hearing.level"));
                found.map(|(id, decibels, range)| Self {
                    level: Some(id),
                    decibels,
                    lowest: range.min,
                    highest: range.max,
                })
            }
            Matter::Project(_) => None,
            Matter::Scene(scored) => {
                let gain = scored.scene.gain.unwrap_or(1.0);
                number(&SceneParams { gain }, "gain").map(|(_, gain, range)| Self {
                    level: None,
                    decibels: decibels(gain),
                    lowest: decibels(range.min),
                    highest: decibels(range.max),
                })
            }
        };
        found.ok_or_else(|| Failure::usage("this sound has no level, which --lufs needs"))
    }

    fn set(&self, recipe: &mut Recipe, decibels: f64) {
        match (&mut recipe.matter, &self.level) {
            (Matter::Sound(preset), Some(id)) => {
                put(preset.params.as_mut(), id, &Value::Number(decibels));
            }
            (Matter::Scene(scored), _) => scored.scene.gain = Some(pow(10.0, decibels / 20.0)),
            (Matter::Sound(_), None) | (Matter::Project(_), _) => {}
        }
    }
}

/// Turns the volume down, a scene's so far that nothing is limited; tells how far.
fn play_softly(recipe: &mut Recipe, volume: &Volume, progress: &Progress) -> Result<f64, Failure> {
    if let Matter::Scene(scored) = &mut recipe.matter {
        // In metres or newtons, nobody knows what is soft: find out.
        scored.scene.gain = None;
        let gain = make::settle_gain(recipe, progress)?;
        return Ok(decibels(gain.unwrap_or(1.0)));
    }
    let softer = SOFTER.clamp(volume.lowest, volume.highest);
    volume.set(recipe, softer);
    Ok(softer)
}

/// Loudness \[LUFS\] and true peak \[dBFS\]; `None` for silence.
fn measure(recipe: &Recipe, progress: &Progress) -> Result<Option<(f64, f64)>, Failure> {
    let channels = make::channels(recipe)?;
    let rate = recipe.rate.hertz();
    let mut meter = Meter::new(channels, rate);
    let mut peaks = EbuR128::new(channels as u32, rate as u32, Mode::TRUE_PEAK)
        .map_err(|_| Failure::usage("the loudness of this cannot be measured"))?;
    make::hear(recipe, progress, |block| {
        meter.add(block);
        // It refuses only what is not whole frames.
        let _ = peaks.add_frames_f32(block);
    })?;
    let peak = (0..channels as u32).filter_map(|channel| peaks.true_peak(channel).ok());
    let peak = peak.fold(0.0, f64::max);
    Ok(meter.finish().lufs.map(|lufs| (lufs, decibels(peak))))
}

fn decibels(share: f64) -> f64 {
    20.0 * log10(share)
}
