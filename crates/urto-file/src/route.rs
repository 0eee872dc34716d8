//! Routes of a project: what moves which parameter, sample by sample.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::kept::{self, Kept};
use crate::project::{ProjectInstance, whole};
use crate::tree::Data;
use crate::write::{number, quoted};
use urto::closest;
use urto::param::{Curve, Kind, ParamId, Table, UnknownKey, Update};

/// Most routes of a project; their numbers are 0 to 63.
pub const MOST_ROUTES: usize = 64;
/// Most parameters of one instance that routes move.
pub const MOST_MOVED: usize = 16;
/// Most inputs that a host may have, and most channels of an engine.
pub const MOST_CHANNELS: usize = 16;
/// Fastest oscillator \[Hz\].
pub const FASTEST: f64 = 20_000.0;

/// Declares an enum whose variants have names in files and lines.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$about])* $variant,)* }

        impl $name {
            /// Every one of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];
            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }
            /// The one of this name.
            pub fn of(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|own| own.name() == name)
            }
        }
    };
}

named! {
    /// What can be tapped of an instance.
    TapPoint {
        /// What it puts out before the mixer, full scale is 1; the mean of its channels.
        Output = "output",
        /// Contact force \[N\].
        Force = "force",
        /// Relative velocity at the contact \[m/s\].
        Speed = "speed",
        /// Compression of an impact, deflection of friction \[m\].
        Position = "position",
        /// How loud the output is: it rises at once and falls to a tenth in 100 ms.
        Envelope = "envelope",
    }
}

named! {
    /// How an oscillator swings, from -1 to 1.
    Wave {
        /// Starts at 0 and rises.
        Sine = "sine",
        /// Straight lines, starts at 0 and rises.
        Triangle = "triangle",
        /// Rises from -1 to 1 and falls back at once.
        Saw = "saw",
        /// First 1, then -1.
        Square = "square",
    }
}

named! {
    /// What an inclined plane tells of the ball on it.
    Along {
        /// How far up the plane it is \[m\].
        Position = "position",
        /// How fast it goes, up or down \[m/s\].
        Speed = "speed",
    }
}

named! {
    /// What a route's amount is measured in.
    Measure {
        /// In the parameter's unit.
        Units = "units",
        /// In the travel of the parameter's slider, from 0 to 1.
        Travel = "travel",
    }
}

/// Where a route begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// An instance: its slot in files and orders, its number in edits.
    Tap {
        /// Which instance.
        instance: u32,
        /// What of it.
        point: TapPoint,
    },
    /// An input of the host, 0 to 15.
    Input(usize),
    /// A value over time \[s\], from the last gesture of the instance that is moved.
    Curve(Curve),
    /// A swing that starts with the take.
    Oscillator {
        /// How it swings.
        wave: Wave,
        /// How often \[Hz\].
        frequency: f64,
        /// Where it starts, in periods.
        phase: f64,
    },
    /// A ball that is thrown up an inclined plane with each gesture of the instance that is moved.
    Incline {
        /// What is told of it.
        gives: Along,
        /// The plane and the throw.
        plane: Incline,
    },
}

/// An inclined plane, and a ball that is thrown up along it from its lower end, where it comes to rest
/// again unless it falls out beyond the upper one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Incline {
    /// Length of the plane, 0.01 to 1000 \[m\].
    pub length: f64,
    /// Its slope, 0 to 80 degrees.
    pub tilt: f64,
    /// Speed at which the ball is thrown by a gesture of strength 1, 0 to 100 \[m/s\].
    pub speed: f64,
    /// Coefficient of rolling resistance, 0 to 1.
    pub resistance: f64,
}

impl Incline {
    /// Least and most of each number, in order.
    pub const WITHIN: [(&'static str, f64, f64); 4] = [
        ("length", 0.01, 1000.0),
        ("tilt", 0.0, 80.0),
        ("speed", 0.0, 100.0),
        ("resistance", 0.0, 1.0),
    ];

    /// Its numbers, in that order.
    pub fn numbers(&self) -> [f64; 4] {
        [self.length, self.tilt, self.speed, self.resistance]
    }

    /// The same from its numbers.
    pub fn of([length, tilt, speed, resistance]: [f64; 4]) -> Self {
        Self {
            length,
            tilt,
            speed,
            resistance,
        }
    }
}

/// A route in a project.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectRoute {
    /// Its number; the take's orders name it.
    pub number: usize,
    /// Where it begins.
    pub source: Source,
    /// The slot of the instance that is moved.
    pub slot: usize,
    /// The parameter's key.
    pub key: String,
    /// What a source of 1 adds to the parameter.
    pub amount: f64,
    /// What is added anyway.
    pub offset: f64,
    /// What both are measured in.
    pub measure: Measure,
    /// What is not known of it.
    pub kept: Vec<Kept>,
}

/// A parameter that no route can move, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unroutable {
    /// There is no such parameter.
    #[error(transparent)]
    Unknown(#[from] UnknownKey),
    /// It is a choice, a list, a curve or a table.
    #[error("'{0}' is not a number; routes move numbers")]
    NoNumber(String),
    /// It is read when a gesture starts.
    #[error(
        "'{0}' is read once, when a gesture starts; routes move what can change while it sounds"
    )]
    Event(String),
    /// The sound would be built anew for every change.
    #[error(
        "'{0}' builds the sound anew; routes move what can change while it sounds (urto show SOUND tells which)"
    )]
    Rebuild(String),
}

/// The handle of a parameter that a route can move: a number of class `Sample` or `Block`.
pub fn routable(table: &Table, key: &str) -> Result<ParamId, Unroutable> {
    let (id, spec) = table.locate(key)?;
    let key = key.to_owned();
    match (spec.kind, spec.update) {
        (Kind::Number(_), Update::Sample | Update::Block) => Ok(id),
        (Kind::Number(_), Update::Event) => Err(Unroutable::Event(key)),
        (Kind::Number(_), Update::Rebuild) => Err(Unroutable::Rebuild(key)),
        _ => Err(Unroutable::NoNumber(key)),
    }
}

/// Reads a route between instances that were read before; `number` is its own if it says none.
pub(crate) fn route(
    cursor: &Cursor,
    instances: &[ProjectInstance],
    number: usize,
) -> Result<ProjectRoute, FileError> {
    let to = cursor.need("to", "to = { slot = 1, key = \"pressure\" }")?;
    to.only(&["slot", "key"])?;
    let target = instance(&to, instances)?;
    let key = to.need("key", "key = \"pressure\"")?;
    let name = key.reference()?;
    routable(target.params.table(), &name).map_err(|why| key.fail(why))?;
    let measure = match cursor.get("measure") {
        None => Measure::Units,
        Some(field) => choice(&field, Measure::ALL, Measure::name)?,
    };
    let finite = |name: &str| cursor.get(name).map(|field| field.number("")).transpose();
    Ok(ProjectRoute {
        number: whole(cursor, "number", 0, MOST_ROUTES - 1)?.unwrap_or(number),
        source: source(
            &cursor.need("from", "from = { slot = 0, tap = \"force\" }")?,
            instances,
        )?,
        slot: target.slot,
        key: name,
        amount: finite("amount")?.unwrap_or(1.0),
        offset: finite("offset")?.unwrap_or(0.0),
        measure,
        kept: kept::others(
            cursor,
            &["number", "from", "to", "amount", "offset", "measure"],
        )?,
    })
}

fn instance<'a>(
    cursor: &Cursor,
    instances: &'a [ProjectInstance],
) -> Result<&'a ProjectInstance, FileError> {
    let field = cursor.need("slot", "slot = 0")?;
    let slot = whole(cursor, "slot", 0, crate::project::MOST_INSTANCES - 1)?;
    let found = instances.iter().find(|own| Some(own.slot) == slot);
    found.ok_or_else(|| field.fail("there is no [[instance]] with this slot"))
}

fn source(cursor: &Cursor, instances: &[ProjectInstance]) -> Result<Source, FileError> {
    let given = ["tap", "input", "curve", "oscillator", "incline"];
    let given: Vec<&str> = given
        .into_iter()
        .filter(|name| cursor.get(name).is_some())
        .collect();
    cursor.table()?;
    match given.as_slice() {
        ["tap"] => {
            cursor.only(&["slot", "tap"])?;
            let tap = cursor.need("tap", "tap = \"force\"")?;
            Ok(Source::Tap {
                instance: instance(cursor, instances)?.slot as u32,
                point: choice(&tap, TapPoint::ALL, TapPoint::name)?,
            })
        }
        ["input"] => {
            cursor.only(&["input"])?;
            let input = whole(cursor, "input", 0, MOST_CHANNELS - 1)?;
            Ok(Source::Input(input.unwrap_or(0)))
        }
        ["curve"] => {
            cursor.only(&["curve"])?;
            let points = cursor.need("curve", "curve = [[0, 0], [0.5, 1]]")?;
            Ok(Source::Curve(curve(&points)?))
        }
        ["oscillator"] => {
            cursor.only(&["oscillator", "frequency", "phase"])?;
            let wave = cursor.need("oscillator", "oscillator = \"sine\"")?;
            let frequency = cursor.need("frequency", "frequency = 2")?;
            let phase = cursor.get("phase");
            Ok(Source::Oscillator {
                wave: choice(&wave, Wave::ALL, Wave::name)?,
                frequency: frequency.between(0.0, FASTEST, "Hz")?,
                phase: phase.map_or(Ok(0.0), |field| field.between(0.0, 1.0, ""))?,
            })
        }
        ["incline"] => {
            let names = Incline::WITHIN.map(|(name, ..)| name);
            cursor.only(&[&["incline"][..], &names].concat())?;
            let gives = cursor.need("incline", "incline = \"position\"")?;
            let mut numbers = [0.0; 4];
            for (own, (name, least, most)) in numbers.iter_mut().zip(Incline::WITHIN) {
                *own = match (cursor.get(name), name) {
                    // A hard ball on hard ground.
                    (None, "resistance") => 0.002,
                    (None, _) => cursor
                        .need(name, "length = 4, tilt = 10, speed = 3")?
                        .between(least, most, "")?,
                    (Some(field), "length") => field.between(least, most, "m")?,
                    (Some(field), "speed") => field.between(least, most, "m/s")?,
                    (Some(field), _) => field.between(least, most, "")?,
                };
            }
            Ok(Source::Incline {
                gives: choice(&gives, Along::ALL, Along::name)?,
                plane: Incline::of(numbers),
            })
        }
        _ => Err(cursor.fail(
            "a route comes from one of { slot = 0, tap = \"force\" }, { input = 0 }, \
             { curve = [[0, 0], [0.5, 1]] }, { oscillator = \"sine\", frequency = 2 } and \
             { incline = \"position\", length = 4, tilt = 10, speed = 3 }",
        )),
    }
}

/// The points of a curve of plain numbers.
pub(crate) fn curve(points: &Cursor) -> Result<Curve, FileError> {
    let curve = match &points.node.data {
        Data::List(all) => {
            let all: Result<Vec<_>, _> = all.iter().map(|p| crate::value::point(p, "")).collect();
            all.ok().and_then(Curve::new)
        }
        _ => None,
    };
    curve.ok_or_else(|| points.fail(crate::ValueError::Curve))
}

/// One of some names.
fn choice<T: Copy>(
    cursor: &Cursor,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, FileError> {
    let wanted = cursor.reference()?;
    let found = all.iter().copied().find(|own| name(*own) == wanted);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|own| name(*own)).collect();
        let near = closest(&wanted, names.iter().copied());
        let hint = near.map(|near| format!("; did you mean '{near}'?"));
        let (hint, names) = (hint.unwrap_or_default(), names.join(", "));
        cursor.fail(format!("there is no '{wanted}'{hint} (known: {names})"))
    })
}

/// The lines of a route.
pub(crate) fn write_route(text: &mut String, own: &ProjectRoute) {
    let from = match &own.source {
        Source::Tap { instance, point } => {
            format!("slot = {instance}, tap = {}", quoted(point.name()))
        }
        Source::Input(input) => format!("input = {input}"),
        Source::Curve(curve) => format!("curve = {}", write_curve(curve)),
        Source::Oscillator {
            wave,
            frequency,
            phase,
        } => format!(
            "oscillator = {}, frequency = {}, phase = {}",
            quoted(wave.name()),
            number(*frequency),
            number(*phase)
        ),
        Source::Incline { gives, plane } => {
            let names = Incline::WITHIN.map(|(name, ..)| name);
            let numbers = names.iter().zip(plane.numbers());
            let numbers = numbers.map(|(name, own)| format!(", {name} = {}", number(own)));
            let numbers = numbers.collect::<String>();
            format!("incline = {}{numbers}", quoted(gives.name()))
        }
    };
    text.push_str(&format!("number = {}\n", own.number));
    text.push_str(&format!("from = {{ {from} }}\n"));
    let key = quoted(&own.key);
    text.push_str(&format!("to = {{ slot = {}, key = {key} }}\n", own.slot));
    text.push_str(&format!("amount = {}\n", number(own.amount)));
    text.push_str(&format!("offset = {}\n", number(own.offset)));
    text.push_str(&format!("measure = {}\n", quoted(own.measure.name())));
    own.kept.iter().for_each(|kept| text.push_str(&kept.line()));
}

/// A curve's points, as TOML has them.
pub(crate) fn write_curve(curve: &Curve) -> String {
    let points = curve.points().iter();
    let points: Vec<String> = points.map(|(t, v)| format!("[{t:?}, {v:?}]")).collect();
    format!("[{}]", points.join(", "))
}
