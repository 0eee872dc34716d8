//! Sounds by what one hears: give a contact time, a brightness or a pitch, and get the
//! parameters that make it.
//!
//! Law:    the papers' purpose (Avanzini & Rocchesso 2004): from (contact time, centroid) back to
//!         (stiffness, dissipation), and likewise for pitch, decay and slip rate.
//! Step:   closed forms give the start; then short simulations of the sound itself are searched
//!         along one knob at a time, the second inside the first, within brackets.
//! Limits: what a knob does not reach within its range is refused, with the range that can be
//!         reached.
//!
//! ```
//! use urto_target::{Wish, solve};
//! let bar = urto::sounds::find("impact")?;
//! let bar = (bar.make)();
//! let wishes = [Wish::new("contact_time", 0.8e-3), Wish::new("pitch", 660.0)];
//! let solved = solve(bar.params(), &wishes).unwrap();
//! assert!(solved.met.iter().all(|met| (met.got / met.wanted - 1.0).abs() < 0.01));
//! # Ok::<(), urto::BuildError>(())
//! ```
#![forbid(unsafe_code)]

mod approach;
mod bench;
mod blow;
mod foretold;
mod map;
mod pair;
mod reach;
mod ring;
mod root;
mod slip;
mod touch;

use urto::error::{BuildError, closest};
use urto::param::{ParamId, Params, Range, Value, number_of, written};

/// Something heard that can be asked for.
#[derive(Debug, PartialEq)]
pub struct Quantity {
    /// Its key: `contact_time`.
    pub key: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its unit.
    pub unit: &'static str,
}

/// Everything that can be asked for, of one sound or another.
pub const ALL: &[Quantity] = &[
    Quantity {
        key: "contact_time",
        about: "How long the two touch in one blow, all its touches together: shorter is harder.",
        unit: "s",
    },
    Quantity {
        key: "centroid",
        about: "Mean spectral centroid of the first 100 ms: higher is brighter.",
        unit: "Hz",
    },
    Quantity {
        key: "restitution",
        about: "Speed at which the striker flies back, as a share of that at which it came.",
        unit: "",
    },
    Quantity {
        key: "pitch",
        about: "Frequency of the lowest partial.",
        unit: "Hz",
    },
    Quantity {
        key: "decay",
        about: "Time in which the lowest partial dies away by 60 dB.",
        unit: "s",
    },
    Quantity {
        key: "slip_rate",
        about: "How often it slips in a second.",
        unit: "Hz",
    },
];

/// A quantity and the value it should have.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// Key of the quantity.
    pub key: String,
    /// Wanted value, in its unit.
    pub value: f64,
}

impl Wish {
    /// A quantity should have a value.
    pub fn new(key: &str, value: f64) -> Self {
        let key = key.to_owned();
        Self { key, value }
    }
}

/// How near a wish came.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
    /// Key of the quantity.
    pub key: &'static str,
    /// What was asked for.
    pub wanted: f64,
    /// What it is, measured with the parameters found.
    pub got: f64,
}

/// Parameters that fulfil wishes.
pub struct Solved {
    /// All parameters of the sound.
    pub params: Box<dyn Params>,
    /// How near each wish came.
    pub met: Vec<Met>,
    /// Keys and values of the parameters that were changed.
    pub set: Vec<(String, f64)>,
    /// Steps and samples that were simulated on the way: what it cost.
    pub steps: usize,
}

/// A wish that cannot be fulfilled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TargetError {
    /// The sound has no such target. Choose one of those it has.
    #[error("this sound has no target '{key}'{}{}", .suggestion.as_ref().map(|s| format!("; did you mean '{s}'?")).unwrap_or_default(), list(.known))]
    Unknown {
        /// What was asked for.
        key: String,
        /// The most similar there is.
        suggestion: Option<String>,
        /// Those there are.
        known: Vec<&'static str>,
    },
    /// A target is given twice. Give it once.
    #[error("the target '{0}' is given twice")]
    Twice(String),
    /// More targets than knobs. Leave one out.
    #[error("{} share two parameters; leave one of them out", .0.join(", "))]
    TooMany(Vec<&'static str>),
    /// Not a positive number where one is needed.
    #[error("{key}: {} is not a value it can have", written(*.value))]
    Value {
        /// The target.
        key: String,
        /// What was asked for.
        value: f64,
    },
    /// No parameters make it. Choose a value that can be reached.
    #[error("{key}: {} cannot be reached; {}{}", in_unit(.key, *.wanted), span(.key, *.wanted, .range), .given)]
    Unreachable {
        /// The target.
        key: &'static str,
        /// What was asked for.
        wanted: f64,
        /// What can be reached, as far as was seen.
        range: Reach,
        /// Under which other targets, in words.
        given: String,
    },
    /// The sound could not be built or measured.
    #[error("{0}")]
    Build(#[from] BuildError),
}

fn list(known: &[&str]) -> String {
    match known {
        [] => " (it has none)".to_owned(),
        known => format!(" (it has: {})", known.join(", ")),
    }
}

fn span(key: &str, wanted: f64, range: &Reach) -> String {
    let [low, high, nearest] = [range.low, range.high, range.nearest].map(|x| in_unit(key, x));
    if range.low > range.high {
        "it cannot be measured here".to_owned()
    } else if (range.low..range.high).contains(&wanted) {
        format!("it can be {low} to {high}, but jumps between; {nearest} is nearest")
    } else {
        format!("it can be {low} to {high}")
    }
}

/// What values of a quantity can be reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Lowest; above the highest if it cannot be measured at all.
    pub low: f64,
    /// Highest.
    pub high: f64,
    /// The one nearest to what was asked for.
    pub nearest: f64,
}

impl Reach {
    fn of(values: impl IntoIterator<Item = f64>, wanted: f64) -> Self {
        let mut range = Self {
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
            nearest: f64::INFINITY,
        };
        for value in values.into_iter().filter(|value| value.is_finite()) {
            range.low = range.low.min(value);
            range.high = range.high.max(value);
            if (value - wanted).abs() < (range.nearest - wanted).abs() {
                range.nearest = value;
            }
        }
        range
    }

    fn joined(self, other: Self, wanted: f64) -> Self {
        let all = [self, other].map(|range| [range.low, range.high, range.nearest]);
        Self::of(all.into_iter().flatten(), wanted)
    }
}

/// A value of a quantity with four digits and its unit.
///
/// ```
/// assert_eq!(urto_target::in_unit("contact_time", 0.00080012), "0.8001 ms");
/// assert_eq!(urto_target::in_unit("centroid", 1500.0), "1500 Hz");
/// ```
pub fn in_unit(key: &str, value: f64) -> String {
    let (value, unit) = match quantity(key).map_or("", |quantity| quantity.unit) {
        "s" if value.abs() < 1e-4 => (1e6 * value, "µs"),
        "s" if value.abs() < 0.1 => (1e3 * value, "ms"),
        unit => (value, unit),
    };
    let short: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    format!("{} {unit}", written(short)).trim_end().to_owned()
}

fn quantity(key: &str) -> Option<&'static Quantity> {
    ALL.iter().find(|quantity| quantity.key == key)
}

/// What can be asked for of a sound with these parameters.
pub fn targets(params: &dyn Params) -> Vec<&'static Quantity> {
    let has = |quantity: &&Quantity| match quantity.key {
        "contact_time" | "centroid" | "restitution" => blow::can(params),
        "pitch" | "decay" => ring::can(params),
        _ => slip::can(params),
    };
    ALL.iter().filter(has).collect()
}

/// The quantity as it is now.
pub fn measure(params: &dyn Params, key: &str) -> Result<f64, TargetError> {
    let quantity = known(params, key)?;
    match quantity.key {
        "contact_time" | "centroid" | "restitution" => blow::measure(params, quantity.key),
        "pitch" | "decay" => {
            ring::check(params)?;
            Ok(ring::measure(params, quantity.key))
        }
        _ => slip::measure(params),
    }
}

/// Lowest and highest value that a quantity can be given while the others are as wished.
pub fn reachable(
    params: &dyn Params,
    key: &str,
    others: &[Wish],
) -> Result<(f64, f64), TargetError> {
    let quantity = known(params, key)?;
    let others: Vec<Wish> = others
        .iter()
        .filter(|wish| wish.key != key)
        .cloned()
        .collect();
    check(params, &others)?;
    let mut params = params.boxed();
    let body: Vec<&Wish> = with(&others, &["pitch", "decay"]);
    match quantity.key {
        "pitch" => {
            ring::check(params.as_ref())?;
            Ok(ring::reachable(params.as_ref(), "pitch"))
        }
        "decay" => {
            ring::solve(params.as_mut(), &body)?;
            Ok(ring::reachable(params.as_ref(), "decay"))
        }
        "slip_rate" => {
            ring::solve(params.as_mut(), &body)?;
            slip::reachable(params.as_ref())
        }
        key => {
            ring::solve(params.as_mut(), &body)?;
            reach::reachable(params.as_ref(), key, &with(&others, blow::KEYS))
        }
    }
}

/// Finds parameters that fulfil wishes.
pub fn solve(params: &dyn Params, wishes: &[Wish]) -> Result<Solved, TargetError> {
    check(params, wishes)?;
    let mut found = params.boxed();
    // What is struck comes first: the blow depends on it.
    ring::solve(found.as_mut(), &with(wishes, &["pitch", "decay"]))?;
    let (mut met, mut steps) = blow::solve(found.as_mut(), &with(wishes, blow::KEYS))?;
    let slips = slip::solve(found.as_mut(), &with(wishes, &["slip_rate"]))?;
    met.extend(slips.0);
    steps += slips.1;
    for wish in with(wishes, &["pitch", "decay"]) {
        met.extend(quantity(&wish.key).map(|quantity| Met {
            key: quantity.key,
            wanted: wish.value,
            got: ring::measure(found.as_ref(), quantity.key),
        }));
    }
    let changed = urto::param::leaves(found.as_ref())
        .into_iter()
        .filter_map(|(id, _)| {
            let (now, before) = (number_of(found.as_ref(), &id)?.0, number_of(params, &id)?.0);
            let key = found.table().key_of(&id)?;
            (now != before).then_some((key, now))
        });
    let set = changed.collect();
    Ok(Solved {
        params: found,
        met,
        set,
        steps,
    })
}

fn with<'a>(wishes: &'a [Wish], keys: &[&str]) -> Vec<&'a Wish> {
    let among = |wish: &&Wish| keys.contains(&wish.key.as_str());
    wishes.iter().filter(among).collect()
}

fn known(params: &dyn Params, key: &str) -> Result<&'static Quantity, TargetError> {
    let all = targets(params);
    let found = all.iter().find(|quantity| quantity.key == key).copied();
    found.ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|quantity| quantity.key).collect();
        TargetError::Unknown {
            key: key.to_owned(),
            suggestion: closest(key, known.iter().copied()).map(str::to_owned),
            known,
        }
    })
}

/// Refuses wishes that make no sense.
fn check(params: &dyn Params, wishes: &[Wish]) -> Result<(), TargetError> {
    for (index, wish) in wishes.iter().enumerate() {
        let quantity = known(params, &wish.key)?;
        if wishes[..index].iter().any(|other| other.key == wish.key) {
            return Err(TargetError::Twice(wish.key.clone()));
        }
        let positive = wish.value > 0.0 || quantity.key == "restitution";
        if !wish.value.is_finite() || !positive {
            return Err(TargetError::Value {
                key: wish.key.clone(),
                value: wish.value,
            });
        }
    }
    let blow = with(wishes, blow::KEYS);
    if blow.len() > 2 {
        return Err(TargetError::TooMany(blow::KEYS.to_vec()));
    }
    Ok(())
}

/// A number of a sound that a search turns.
struct Knob {
    id: ParamId,
    range: Range,
    now: f64,
}

impl Knob {
    fn new(params: &dyn Params, key: &str) -> Option<Self> {
        let id = params.table().find(key).ok()?;
        let (now, range) = number_of(params, &id)?;
        Some(Self { id, range, now })
    }

    fn turn(&self, params: &mut dyn Params, to: f64) {
        // Within its range a number is always taken.
        let _ = params.assign(&self.id, &Value::Number(self.range.clamp(to)));
    }
}

/// Lowest and highest of what was measured.
fn extent(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let finite = values.into_iter().filter(|value| value.is_finite());
    finite.fold(none, |(low, high), value| (low.min(value), high.max(value)))
}
