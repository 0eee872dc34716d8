//! `--lufs`: files as loud as asked for.
//!
//! The sound is rendered once to hear how loud it is. Then its own `level` (the `gain` of a
//! scene) is set, so that the recipe holds all, and every sample below the limiter.

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
    let start = play_softly(recipe, &before, progress)?;
    let Some((lufs, peak)) = measure(recipe, progress)? else {
        before.set(recipe, before.decibels);
        return Ok(None);
    };
    let (by_loudness, by_peak) = (start + wanted - lufs, start + CEILING - peak);
    // Down to a hundredth, which nobody hears and everybody can read.
    let decibels = (100.0 * by_loudness.min(by_peak)).floor() / 100.0;
    let decibels = decibels.clamp(before.lowest, before.highest);
    before.set(recipe, decibels);
    let reached = lufs + decibels - start;
    let why = if (reached - wanted).abs() < 0.05 {
        return Ok(None);
    } else if by_peak < by_loudness && by_peak < before.highest {
        "quieter than asked for, to keep its true peak at -1 dBFS"
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

/// Turns the volume down so far that nothing is limited; tells how far.
fn play_softly(recipe: &mut Recipe, volume: &Volume, progress: &Progress) -> Result<f64, Failure> {
    if let Matter::Scene(scored) = &mut recipe.matter {
        // In metres or newtons, nobody knows what is soft: find out.
        scored.scene.gain = None;
        let gain = make::settle_gain(recipe, progress)?;
        return Ok(decibels(gain.unwrap_or(1.0)));
    }
    volume.set(recipe, volume.lowest);
    Ok(volume.lowest)
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
