//! The document's score as the page shows it, and as the player is told it.

use serde_json::{Value as Json, json};
use urto::Rate;
use urto::param::Curve;
use urto_engine::{Document, Order, Problem, lanes};
use urto_file::{Cue, Lane, Pattern, ProjectScore};

/// All that the page shows of a score.
pub fn facts(score: &ProjectScore) -> Json {
    let lanes: Vec<Json> = score.lanes.iter().map(lane).collect();
    let shapes: Vec<Json> = score
        .shapes
        .iter()
        .map(|own| json!({ "name": own.name, "points": points(&own.curve) }))
        .collect();
    json!({
        "beats": score.beats,
        "tempo": score.tempo,
        "length": score.length,
        "cycle": score.cycle,
        "lanes": lanes,
        "shapes": shapes,
    })
}

fn points(curve: &Curve) -> Vec<[f64; 2]> {
    curve.points().iter().map(|(t, v)| [*t, *v]).collect()
}

fn lane(own: &Lane) -> Json {
    let curves: Vec<Json> = own
        .curves
        .iter()
        .map(|own| json!({ "key": own.key, "points": points(&own.curve) }))
        .collect();
    // What patterns come to is drawn, but not edited.
    let bare = |pattern: &Pattern| Lane {
        slot: own.slot,
        events: Vec::new(),
        curves: Vec::new(),
        patterns: vec![pattern.clone()],
    };
    let patterns: Vec<Json> = own
        .patterns
        .iter()
        .map(|own| {
            json!({
                "at": own.at, "step": own.step, "times": own.times, "steps": own.steps,
                "pitch": own.pitch, "place": own.place, "hold": own.hold, "swing": own.swing,
                "vary": own.vary, "seed": own.seed,
                "played": lanes::events(&bare(own)).iter().map(cue).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "slot": own.slot,
        "events": own.events.iter().map(cue).collect::<Vec<_>>(),
        "curves": curves,
        "patterns": patterns,
    })
}

fn cue(own: &Cue) -> Json {
    let mut all = json!({ "at": own.at, "strength": own.strength, "hold": own.hold });
    for (key, value) in [
        ("pitch", own.pitch),
        ("pressure", own.pressure),
        ("place", own.place),
    ] {
        if let (Some(value), Some(all)) = (value, all.as_object_mut()) {
            all.insert(key.to_owned(), json!(value));
        }
    }
    all
}

/// What the player is told of a score: `RATE FROM`, with FROM in the score's own unit; the answer
/// is read by [`Parts`](crate::running::Parts). Once the end is reached, or the cycle's, it goes on
/// with the cycle if there is one.
pub fn parts(document: &Document, asked: &str) -> Result<String, Problem> {
    let wrong = || Problem::new("it is not said from where the score is to be played");
    let (rate, from) = asked.split_once(' ').ok_or_else(wrong)?;
    let rate = Rate::new(rate.parse().map_err(|_| wrong())?)?;
    let from: f64 = from.parse().map_err(|_| wrong())?;
    let none = || Problem::new("there is no score to play");
    let score = document.score.as_ref().ok_or_else(none)?;
    let end = score.cycle.map_or(score.length, |[_, end]| end);
    // Who starts behind the cycle plays to the end.
    let (end, cycle) = if from < end {
        (end, score.cycle)
    } else {
        (score.length, None)
    };
    let from = from.clamp(0.0, end);
    let mut text = part("part", score, [from, end], rate);
    if let Some(ends) = cycle {
        text += &part("again", score, ends, rate);
    }
    Ok(text)
}

/// The same of all of it, once: `RATE`.
pub fn whole(document: &Document, rate: &str) -> Result<String, Problem> {
    let wrong = || Problem::new("it is not said at which rate the score is to be played");
    let rate = Rate::new(rate.parse().map_err(|_| wrong())?)?;
    let none = || Problem::new("there is no score to play");
    let score = document.score.as_ref().ok_or_else(none)?;
    Ok(part("part", score, [0.0, score.length], rate))
}

fn part(word: &str, score: &ProjectScore, [from, to]: [f64; 2], rate: Rate) -> String {
    let frame = |time: f64| (time * score.unit() * rate.hertz()).round() as u64;
    let (first, end) = (frame(from), frame(to));
    let mut text = format!("{word} {first} {}\n", end - first);
    for (at, order) in lanes::orders(score, from, to, rate) {
        text += &format!("{at} {order}\n");
    }
    text
}

/// What puts back the numbers that curves moved.
pub fn back(document: &Document) -> Vec<Order> {
    lanes::back(document)
}
