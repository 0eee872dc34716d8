//! Pitch and decay: how a body or a string rings when it is left alone.
//!
//! Law:  pitch is the lowest partial's; all measures of a named body grow together, and the
//!       pitch falls as one over that factor. Decay is that partial's T60; the material's losses
//!       are scaled. A table of modes is tuned, and its ringing scaled. A string has both as
//!       numbers of its own.

use super::{Knob, Reach, TargetError, Wish, extent};
use urto::body::{Body, BodyKind, BodyParams};
use urto::object::{Measure, StringParams};
use urto::param::{Declared, Kind, ParamId, Params, leaves};

/// Where a sound keeps what rings.
enum Ringing {
    Body(&'static str),
    String(&'static str),
}

/// The part of a sound that sets its pitch.
fn ringing(params: &dyn Params) -> Option<Ringing> {
    let table = |key: &str| match params.table().locate(key) {
        Ok((id, spec)) => match spec.kind {
            Kind::Table(table) => Some((id, table.key)),
            _ => None,
        },
        Err(_) => None,
    };
    let is = |key: &str, what: &str| table(key).is_some_and(|(_, found)| found == what);
    if is("body", BodyParams::TABLE.key) {
        return Some(Ringing::Body("body"));
    }
    if is("string", StringParams::TABLE.key) {
        return Some(Ringing::String("string"));
    }
    if let Some(sound) = params
        .as_any()
        .downcast_ref::<urto::sounds::friction::FrictionParams>()
    {
        use urto::sounds::friction::RubbedKind;
        return match sound.second.kind {
            RubbedKind::Body => Some(Ringing::Body("second.body")),
            RubbedKind::String => Some(Ringing::String("second.string")),
            RubbedKind::Mass | RubbedKind::Free => None,
        };
    }
    None
}

pub(super) fn can(params: &dyn Params) -> bool {
    ringing(params).is_some()
}

/// A nested table by itself.
fn part<P: Declared>(params: &dyn Params, at: &ParamId) -> P {
    let mut part = P::default();
    for (id, _) in leaves(params) {
        if let (Some(inner), Some(value)) = (id.within(at), params.value(&id)) {
            // Both have one table.
            let _ = part.assign(&inner, &value);
        }
    }
    part
}

fn body(params: &dyn Params, key: &str) -> BodyParams {
    part(params, &params.table().find(key).unwrap_or_default())
}

/// Pitch and decay of a body.
fn lowest(params: &BodyParams) -> [f64; 2] {
    let body = Body::new(params);
    let modes = body.iter().flat_map(|body| body.modes());
    let lowest = modes.min_by(|a, b| a.frequency.total_cmp(&b.frequency));
    lowest.map_or([f64::NAN; 2], |mode| {
        [
            mode.frequency * params.all.tuning,
            mode.decay * params.all.ringing,
        ]
    })
}

/// Refuses a body that cannot be built: one whose file was not loaded.
pub(super) fn check(params: &dyn Params) -> Result<(), TargetError> {
    if let Some(Ringing::Body(at)) = ringing(params) {
        Body::new(&body(params, at))?;
    }
    Ok(())
}

pub(super) fn measure(params: &dyn Params, key: &str) -> f64 {
    let index = usize::from(key == "decay");
    match ringing(params) {
        Some(Ringing::Body(at)) => lowest(&body(params, at))[index],
        Some(Ringing::String(at)) => {
            let string: StringParams = part(params, &params.table().find(at).unwrap_or_default());
            match key {
                "decay" => string.decay,
                _ => string.fundamental(),
            }
        }
        None => f64::NAN,
    }
}

/// Knobs that move together, each by a factor to some power.
struct Knobs(Vec<(Knob, f64)>);

impl Knobs {
    fn of(params: &dyn Params, key: &str) -> Self {
        let mut knobs = Vec::new();
        let mut add = |name: String, power: f64| {
            knobs.extend(Knob::new(params, &name).map(|knob| (knob, power)));
        };
        match (ringing(params), key) {
            (Some(Ringing::Body(at)), key) => {
                let body = body(params, at);
                match (body.kind, key) {
                    (BodyKind::Modes | BodyKind::File, "pitch") => add(format!("{at}.tuning"), 1.0),
                    (BodyKind::Modes | BodyKind::File, _) => add(format!("{at}.ringing"), 1.0),
                    (_, "pitch") => {
                        add(format!("{at}.size"), -1.0);
                        for (name, set) in [("width", body.width), ("thickness", body.thickness)] {
                            if set > 0.0 {
                                add(format!("{at}.{name}"), -1.0);
                            }
                        }
                    }
                    _ => add(format!("{at}.damping"), -1.0),
                }
            }
            (Some(Ringing::String(at)), "pitch") => {
                let id = params.table().find(at).unwrap_or_default();
                let string: StringParams = part(params, &id);
                match string.given {
                    Measure::Pitch => add(format!("{at}.pitch"), 1.0),
                    // f ~ sqrt(T)
                    Measure::Length => add(format!("{at}.tension"), 2.0),
                }
            }
            (Some(Ringing::String(at)), _) => add(format!("{at}.decay"), 1.0),
            (None, _) => {}
        }
        Self(knobs)
    }

    /// Smallest and largest factor on the quantity that all knobs can follow.
    fn factors(&self) -> (f64, f64) {
        let mut span = (1e-12f64, 1e12f64);
        for (knob, power) in &self.0 {
            let ends = [knob.range.min, knob.range.max].map(|end| {
                let ratio = end / knob.now.max(1e-300);
                urto::math::pow(ratio, 1.0 / power)
            });
            span.0 = span.0.max(ends[0].min(ends[1]));
            span.1 = span.1.min(ends[0].max(ends[1]));
        }
        span
    }

    fn turn(&self, params: &mut dyn Params, factor: f64) {
        for (knob, power) in &self.0 {
            knob.turn(params, knob.now * urto::math::pow(factor, *power));
        }
    }
}

pub(super) fn reachable(params: &dyn Params, key: &str) -> (f64, f64) {
    extent(all(params, key))
}

fn all(params: &dyn Params, key: &str) -> Vec<f64> {
    let knobs = Knobs::of(params, key);
    let (low, high) = knobs.factors();
    let mut trial = params.boxed();
    // Beyond hearing a body tells another partial, so the ends alone would not do.
    let steps = (0..=32).map(|n| low * urto::math::pow(high / low, f64::from(n) / 32.0));
    steps
        .map(|factor| {
            knobs.turn(trial.as_mut(), factor);
            measure(trial.as_ref(), key)
        })
        .collect()
}

pub(super) fn solve(params: &mut dyn Params, wishes: &[&Wish]) -> Result<(), TargetError> {
    if !wishes.is_empty() {
        check(params)?;
    }
    // Losses depend on the pitch.
    for key in ["pitch", "decay"] {
        if let Some(wish) = wishes.iter().find(|wish| wish.key == key) {
            aim(params, key, wish.value)?;
        }
    }
    Ok(())
}

fn aim(params: &mut dyn Params, key: &'static str, wanted: f64) -> Result<(), TargetError> {
    let knobs = Knobs::of(params, key);
    let (low, high) = knobs.factors();
    let mut trial = params.boxed();
    let (mut factor, mut got) = (1.0f64, measure(params, key));
    // The factor goes straight into the quantity, so this is exact at once, but where a bound
    // of the modes themselves is near.
    for _ in 0..20 {
        if (got / wanted - 1.0).abs() < 1e-9 {
            break;
        }
        factor = (factor * wanted / got).clamp(low, high);
        knobs.turn(trial.as_mut(), factor);
        got = measure(trial.as_ref(), key);
    }
    if (got / wanted - 1.0).abs() > 1e-3 || got.is_nan() {
        let range = Reach::of(all(params, key), wanted);
        return Err(TargetError::Unreachable {
            key,
            wanted,
            range,
            given: String::new(),
        });
    }
    knobs.turn(params, factor);
    Ok(())
}
