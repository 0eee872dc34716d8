//! The score of a project: lanes of events, curves and patterns, one for each instance that has any.
//!
//! Times count beats or seconds, as the score says. Nothing here sounds: `urto-engine` makes orders
//! of it, the same in the studio and in the command.

use crate::cursor::Cursor;
use crate::error::FileError;
use crate::kept::{self, Kept};
use crate::project::{MOST_INSTANCES, whole};
use crate::route::{curve, write_curve};
use crate::tree;
use crate::write::{number, quoted, seed};
use urto::param::Curve;

/// Longest score \[s\], as the longest take.
pub const LONGEST_SCORE: f64 = 3600.0;
/// Most events of a score, those of its patterns included.
pub const MOST_EVENTS: usize = 20_000;
/// Most curves of a lane: a hand records a few, nobody draws so many.
const MOST_CURVES: usize = 64;
/// Most patterns of a lane.
const MOST_PATTERNS: usize = 64;
/// Most steps of a pattern.
pub const MOST_STEPS: usize = 64;
/// Most points of a curve: an hour of a hand's motion, thinned.
const MOST_POINTS: usize = 20_000;
/// How long all curves together last at most \[s\]: each speaks 750 times a second.
const MOST_DRAWN: f64 = 3600.0;
/// Most stored shapes.
const MOST_SHAPES: usize = 256;
/// Slowest and fastest tempo \[1/min\].
const TEMPO: (f64, f64) = (10.0, 960.0);
/// Bounds of what an event says: strength, pitch and pressure are factors.
const STRENGTH: (f64, f64) = (0.0, 10.0);
const PITCH: (f64, f64) = (1.0 / 64.0, 64.0);
const PRESSURE: (f64, f64) = (0.0, 100.0);

/// Something happens once.
#[derive(Clone, Debug, PartialEq)]
pub struct Cue {
    /// When.
    pub at: f64,
    /// Factor on the gesture's speed.
    pub strength: f64,
    /// How long it is held, if it is.
    pub hold: Option<f64>,
    /// Factor on the pitch.
    pub pitch: Option<f64>,
    /// Factor on the pressure.
    pub pressure: Option<f64>,
    /// Where, 0 to 1.
    pub place: Option<f64>,
}

/// A gesture that repeats in even steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// When it begins.
    pub at: f64,
    /// How long a step is.
    pub step: f64,
    /// How often it is played.
    pub times: usize,
    /// The strength of each step; 0 is a rest.
    pub steps: Vec<f64>,
    /// A factor on the pitch for each step, or none.
    pub pitch: Vec<f64>,
    /// A place for each step, or none.
    pub place: Vec<f64>,
    /// How long each is held, if it is.
    pub hold: Option<f64>,
    /// The first step's share of each pair: 0.5 is even, 2/3 swings in triplets.
    pub swing: f64,
    /// How far chance moves strength, place and time, 0 to 1.
    pub vary: f64,
    /// Where chance starts.
    pub seed: u64,
}

/// A number that follows a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneCurve {
    /// The number's key, or `mix.gain` \[dB\] or `mix.pan`.
    pub key: String,
    /// Its values over time, straight between the points.
    pub curve: Curve,
}

/// All that one instance does.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// Its slot.
    pub slot: usize,
    /// What happens once.
    pub events: Vec<Cue>,
    /// Numbers that follow curves.
    pub curves: Vec<LaneCurve>,
    /// Gestures that repeat.
    pub patterns: Vec<Pattern>,
}

/// A curve to be used again: times and values from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its name.
    pub name: String,
    /// The curve.
    pub curve: Curve,
}

/// A score.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectScore {
    /// Whether times count beats; else they are seconds.
    pub beats: bool,
    /// Beats per minute.
    pub tempo: f64,
    /// How long it is.
    pub length: f64,
    /// From where to where it is played again and again, if it is.
    pub cycle: Option<[f64; 2]>,
    /// What each instance does.
    pub lanes: Vec<Lane>,
    /// Curves to be used again.
    pub shapes: Vec<Shape>,
    /// What is not known of it.
    pub kept: Vec<Kept>,
}

impl ProjectScore {
    /// How long one unit of its times is \[s\].
    pub fn unit(&self) -> f64 {
        if self.beats { 60.0 / self.tempo } else { 1.0 }
    }

    /// How long it is \[s\].
    pub fn seconds(&self) -> f64 {
        self.length * self.unit()
    }
}

/// Reads a score that stands alone, as the table `[score]` of a project without its name.
pub fn read_score(text: &str) -> Result<ProjectScore, FileError> {
    let root = tree::parse(text)
        .map_err(|wrong| FileError::new("score", Some(wrong.line), "", wrong.message))?;
    score(&Cursor::root("score", &root))
}

/// Writes a score so that [`read_score`] reads it back bit for bit.
pub fn write_score(score: &ProjectScore) -> String {
    let mut text = String::new();
    write_within(&mut text, score, "");
    text
}

pub(crate) fn score(cursor: &Cursor) -> Result<ProjectScore, FileError> {
    let beats = cursor.get("beats");
    let beats = beats.map_or(Ok(false), |field| field.flag())?;
    let tempo = cursor.get("tempo");
    let tempo = tempo.map_or(Ok(120.0), |field| field.between(TEMPO.0, TEMPO.1, ""))?;
    let longest = LONGEST_SCORE * if beats { tempo / 60.0 } else { 1.0 };
    let time = |field: &Cursor| field.between(0.0, longest, "");
    let length = cursor.get("length");
    let length = length.map_or(Ok(8.0), |field| field.between(0.01, longest, ""))?;
    let cycle = cursor.get("cycle").map(|field| {
        let ends = field.entries("two times: cycle = [0, 4]")?;
        let [from, to] = ends.as_slice() else {
            return Err(field.fail("expected two times: cycle = [0, 4]"));
        };
        let ends = [time(from)?, time(to)?];
        // Shorter, it would be played again within a block.
        if ends[1] - ends[0] < 0.01 || ends[1] > length {
            return Err(field.fail("a cycle ends after it begins, and not after the score"));
        }
        Ok(ends)
    });
    let mut own = ProjectScore {
        beats,
        tempo,
        length,
        cycle: cycle.transpose()?,
        lanes: Vec::new(),
        shapes: Vec::new(),
        kept: kept::others(
            cursor,
            &["beats", "tempo", "length", "cycle", "lane", "shape"],
        )?,
    };
    let mut events = 0;
    let mut drawn = 0.0;
    for entry in list(cursor, "lane", MOST_INSTANCES)? {
        let lane = lane(&entry, &time, &mut events)?;
        if own.lanes.iter().any(|other| other.slot == lane.slot) {
            return Err(entry.fail(format!("slot {} has two lanes", lane.slot)));
        }
        let ends = lane
            .curves
            .iter()
            .filter_map(|own| own.curve.points().last());
        drawn += ends
            .map(|(time, _)| time.min(length) * own.unit())
            .sum::<f64>();
        if drawn > MOST_DRAWN {
            return Err(entry.fail("all curves together last an hour at most"));
        }
        own.lanes.push(lane);
    }
    for entry in list(cursor, "shape", MOST_SHAPES)? {
        entry.only(&["name", "points"])?;
        let name = entry.need("name", "name = \"swell\"")?.reference()?;
        let points = entry.need("points", "points = [[0, 0], [1, 1]]")?;
        let curve = short_curve(&points)?;
        let inside = |(t, v): &(f64, f64)| (0.0..=1.0).contains(t) && (0.0..=1.0).contains(v);
        if !curve.points().iter().all(inside) {
            return Err(points.fail("a shape's times and values go from 0 to 1"));
        }
        own.shapes.push(Shape { name, curve });
    }
    Ok(own)
}

fn list<'a>(cursor: &Cursor<'a>, name: &str, most: usize) -> Result<Vec<Cursor<'a>>, FileError> {
    let Some(field) = cursor.get(name) else {
        return Ok(Vec::new());
    };
    let entries = field.entries("a list of tables")?;
    match entries.len() {
        count if count > most => Err(field.fail(format!("there are {count}; at most {most} fit"))),
        _ => Ok(entries),
    }
}

type Time<'t> = dyn Fn(&Cursor) -> Result<f64, FileError> + 't;

fn lane(cursor: &Cursor, time: &Time, count: &mut usize) -> Result<Lane, FileError> {
    cursor.only(&["slot", "events", "curve", "pattern"])?;
    let slot = whole(cursor, "slot", 0, MOST_INSTANCES - 1)?
        .ok_or_else(|| cursor.fail("'slot' is missing; for example slot = 0"))?;
    let mut own = Lane {
        slot,
        events: Vec::new(),
        curves: Vec::new(),
        patterns: Vec::new(),
    };
    if let Some(field) = cursor.get("events") {
        for (index, line) in field.text()?.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let wrong = || {
                let number = index + 1;
                field.fail(format!(
                    "line {number} must be a time, a strength from 0 to 10 and how long it is \
                     held (-: not): 0.5 1 - pitch 1.5 pressure 0.8 place 0.3"
                ))
            };
            own.events.push(cue(line).ok_or_else(wrong)?);
            tally(&field, count, 1)?;
        }
    }
    for entry in list(cursor, "curve", MOST_CURVES)? {
        entry.only(&["key", "points"])?;
        let key = entry.need("key", "key = \"velocity\"")?.reference()?;
        if own.curves.iter().any(|other| other.key == key) {
            return Err(entry.fail(format!("'{key}' follows two curves")));
        }
        let points = entry.need("points", "points = [[0, 0.1], [1, 0.5]]")?;
        let curve = short_curve(&points)?;
        own.curves.push(LaneCurve { key, curve });
    }
    for entry in list(cursor, "pattern", MOST_PATTERNS)? {
        let pattern = pattern(&entry, time)?;
        tally(&entry, count, pattern.times * pattern.steps.len())?;
        own.patterns.push(pattern);
    }
    Ok(own)
}

fn tally(cursor: &Cursor, count: &mut usize, more: usize) -> Result<(), FileError> {
    *count += more;
    if *count > MOST_EVENTS {
        return Err(cursor.fail(format!("a score has at most {MOST_EVENTS} events")));
    }
    Ok(())
}

fn short_curve(points: &Cursor) -> Result<Curve, FileError> {
    let own = curve(points)?;
    if own.points().len() > MOST_POINTS || own.points()[0].0 < 0.0 {
        return Err(points.fail(format!(
            "a curve has at most {MOST_POINTS} points, from time 0 on"
        )));
    }
    Ok(own)
}

/// `TIME STRENGTH HOLD` and what else is known.
fn cue(line: &str) -> Option<Cue> {
    let mut words = line.split_whitespace();
    let within = |word: Option<&str>, (low, high): (f64, f64)| {
        let number: f64 = word?.parse().ok()?;
        (low..=high).contains(&number).then_some(number)
    };
    // Beats are more than seconds; what lies behind the end is not played.
    const LATEST: (f64, f64) = (0.0, 16.0 * LONGEST_SCORE);
    let mut own = Cue {
        at: within(words.next(), LATEST)?,
        strength: within(words.next(), STRENGTH)?,
        hold: match words.next()? {
            "-" => None,
            word => Some(within(Some(word), LATEST)?),
        },
        pitch: None,
        pressure: None,
        place: None,
    };
    while let Some(name) = words.next() {
        let (place, range) = match name {
            "pitch" => (&mut own.pitch, PITCH),
            "pressure" => (&mut own.pressure, PRESSURE),
            "place" => (&mut own.place, (0.0, 1.0)),
            _ => return None,
        };
        *place = Some(within(words.next(), range)?);
    }
    Some(own)
}

fn pattern(cursor: &Cursor, time: &Time) -> Result<Pattern, FileError> {
    cursor.only(&[
        "at", "step", "times", "steps", "pitch", "place", "hold", "swing", "vary", "seed",
    ])?;
    let numbers = |name: &str, (low, high): (f64, f64)| {
        let Some(field) = cursor.get(name) else {
            return Ok(Vec::new());
        };
        let entries = field.entries("a list of numbers")?;
        if entries.len() > MOST_STEPS {
            return Err(field.fail(format!("a pattern has at most {MOST_STEPS} steps")));
        }
        entries
            .iter()
            .map(|own| own.between(low, high, ""))
            .collect()
    };
    let or = |name: &str, otherwise: f64, low: f64, high: f64| {
        let field = cursor.get(name);
        field.map_or(Ok(otherwise), |field| field.between(low, high, ""))
    };
    let own = Pattern {
        at: cursor.get("at").map_or(Ok(0.0), |field| time(&field))?,
        // A thousandth of a beat or second: faster is a tone, not a gesture.
        step: or("step", 0.25, 1e-3, LONGEST_SCORE)?,
        times: whole(cursor, "times", 1, MOST_EVENTS)?.unwrap_or(1),
        steps: numbers("steps", STRENGTH)?,
        pitch: numbers("pitch", PITCH)?,
        place: numbers("place", (0.0, 1.0))?,
        hold: cursor.get("hold").map(|field| time(&field)).transpose()?,
        swing: or("swing", 0.5, 0.5, 0.9)?,
        vary: or("vary", 0.0, 0.0, 1.0)?,
        seed: cursor
            .get("seed")
            .map_or(Ok(0), |field| crate::preset::seed(&field))?,
    };
    if own.steps.is_empty() {
        return Err(cursor.fail("a pattern has steps: steps = [1, 0, 0.5, 0]"));
    }
    Ok(own)
}

/// The lines of a project's score.
pub(crate) fn write_within(text: &mut String, score: &ProjectScore, before: &str) {
    let mut line = |key: &str, value: String| text.push_str(&format!("{key} = {value}\n"));
    line("beats", score.beats.to_string());
    line("tempo", number(score.tempo));
    line("length", number(score.length));
    if let Some([from, to]) = score.cycle {
        line("cycle", format!("[{}, {}]", number(from), number(to)));
    }
    for kept in &score.kept {
        text.push_str(&kept.line());
    }
    for lane in &score.lanes {
        text.push_str(&format!("\n[[{before}lane]]\nslot = {}\n", lane.slot));
        if !lane.events.is_empty() {
            text.push_str("events = '''\n");
            lane.events.iter().for_each(|own| write_cue(text, own));
            text.push_str("'''\n");
        }
        for own in &lane.curves {
            let (key, points) = (quoted(&own.key), write_curve(&own.curve));
            text.push_str(&format!(
                "\n[[{before}lane.curve]]\nkey = {key}\npoints = {points}\n"
            ));
        }
        for own in &lane.patterns {
            text.push_str(&format!("\n[[{before}lane.pattern]]\n"));
            write_pattern(text, own);
        }
    }
    for own in &score.shapes {
        let (name, points) = (quoted(&own.name), write_curve(&own.curve));
        text.push_str(&format!(
            "\n[[{before}shape]]\nname = {name}\npoints = {points}\n"
        ));
    }
}

fn write_cue(text: &mut String, own: &Cue) {
    let hold = own.hold.map_or("-".to_owned(), |hold| format!("{hold:?}"));
    text.push_str(&format!("{:?} {:?} {hold}", own.at, own.strength));
    for (name, value) in [
        ("pitch", own.pitch),
        ("pressure", own.pressure),
        ("place", own.place),
    ] {
        if let Some(value) = value {
            text.push_str(&format!(" {name} {value:?}"));
        }
    }
    text.push('\n');
}

fn write_pattern(text: &mut String, own: &Pattern) {
    let mut line = |key: &str, value: String| text.push_str(&format!("{key} = {value}\n"));
    let all = |numbers: &[f64]| {
        let numbers: Vec<String> = numbers.iter().map(|own| number(*own)).collect();
        format!("[{}]", numbers.join(", "))
    };
    line("at", number(own.at));
    line("step", number(own.step));
    line("times", own.times.to_string());
    line("steps", all(&own.steps));
    for (key, numbers) in [("pitch", &own.pitch), ("place", &own.place)] {
        if !numbers.is_empty() {
            line(key, all(numbers));
        }
    }
    if let Some(hold) = own.hold {
        line("hold", number(hold));
    }
    line("swing", number(own.swing));
    line("vary", number(own.vary));
    line("seed", seed(own.seed));
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
beats = true
tempo = 96
length = 16
cycle = [0, 8]

[[lane]]
slot = 2
events = '''
0 1 -
1.25 0.5 0.75 pitch 1.5 pressure 0.8 place 0.25
'''
[[lane.curve]]
key = "velocity"
points = [[0, 0.1], [4, 2]]
[[lane.pattern]]
at = 2
step = 0.25
times = 3
steps = [1, 0, 0.5, 0]
place = [0.1, 0.9]
swing = 0.6
vary = 0.2
seed = 7

[[shape]]
name = "swell"
points = [[0, 0], [0.5, 1], [1, 0]]
"#;

    #[test]
    fn what_is_read_is_written_and_read_again() {
        let own = read_score(TEXT).unwrap();
        assert_eq!(own.seconds(), 10.0);
        assert_eq!(own.lanes[0].events[1].pitch, Some(1.5));
        assert_eq!(own.lanes[0].patterns[0].steps.len(), 4);
        assert_eq!(read_score(&write_score(&own)).unwrap(), own);
        // As part of a project.
        let project = format!(
            "urto = \"project/1\"\n[score]\n{}",
            TEXT.replace("[[lane", "[[score.lane")
                .replace("[[shape", "[[score.shape")
        );
        let project = crate::read_project("p.toml", project.as_bytes()).unwrap();
        assert_eq!(project.score.as_ref(), Some(&own));
        let again = crate::write_project(&project);
        let again = crate::read_project("p.toml", again.as_bytes()).unwrap();
        assert_eq!(again.score, Some(own));
        assert!(project.unknown().is_empty());
    }

    #[test]
    fn what_is_wrong_is_said_and_where() {
        for (wrong, message) in [
            ("tempo = 0", "score:1: tempo: 0 is outside"),
            ("length = 1e9", "score:1: length: "),
            (
                "cycle = [3, 2]",
                "score:1: cycle: a cycle ends after it begins",
            ),
            (
                "[[lane]]\nslot = 99",
                "lane/0/slot: expected a whole number",
            ),
            (
                "[[lane]]\nslot = 0\nevents = \"1 nan -\"",
                "line 1 must be a time",
            ),
            (
                "[[lane]]\nslot = 0\nevents = \"1 1 - pitch 1e9\"",
                "line 1 must be a time",
            ),
            (
                "[[lane]]\nslot = 0\n[[lane]]\nslot = 0",
                "slot 0 has two lanes",
            ),
            (
                "[[lane]]\nslot = 0\n[[lane.pattern]]\nsteps = []",
                "a pattern has steps",
            ),
            (
                "[[lane]]\nslot = 0\n[[lane.pattern]]\nsteps = [1, 1]\ntimes = 20000",
                "at most 20000 events",
            ),
            (
                "[[shape]]\nname = \"a\"\npoints = [[0, 7]]",
                "go from 0 to 1",
            ),
            (
                "[[lane]]\nslot = 0\n[[lane.curve]]\nkey = \"a\"\npoints = [[1, 0], [0, 1]]",
                "",
            ),
            ("not toml", ""),
        ] {
            let error = read_score(wrong).unwrap_err().to_string();
            assert!(error.contains(message), "{wrong}: {error}");
        }
    }
}
