//! `--like`: how near a sound is to recordings of the real thing.

use crate::cli::RenderArgs;
use crate::failure::Failure;
use crate::make;
use crate::progress::Progress;
use crate::recipe::Recipe;
use serde_json::{Value as Json, json};
use std::fmt::Write;
use urto::Rate;
use urto_analyse::likeness::{self, Class, Description, EDGE, Judgement, LONGEST, Row};

/// A sound against a class of recordings.
pub struct Near {
    /// The class.
    pub class: &'static Class,
    /// How far the sound lies from it.
    pub judged: Judgement,
}

/// What `urto analyse --like` asks.
pub enum Question {
    /// Which classes there are, or which a sound is near to.
    Classes,
    /// How near a sound is to this one.
    One(&'static Class),
}

/// An answer: text for people, and facts for programs with their name.
pub struct Answer {
    /// For people.
    pub text: String,
    /// Name of the facts.
    pub key: &'static str,
    /// The facts.
    pub json: Json,
}

impl Question {
    /// What a word asks.
    pub fn of(word: &str) -> Result<Self, Failure> {
        match word {
            "?" | "list" => Ok(Question::Classes),
            name => Ok(Question::One(class(name)?)),
        }
    }

    /// The answer without a sound.
    pub fn answer_alone(&self) -> Result<Answer, Failure> {
        match self {
            Question::Classes => Ok(list(None)),
            Question::One(class) => Err(Failure::usage(format!(
                "say which file is to be compared: urto analyse FILE --like {}",
                class.name
            ))),
        }
    }

    /// The answer for a sound of one channel.
    pub fn answer(&self, samples: &[f32], rate: Rate) -> Answer {
        match self {
            Question::Classes => list(Some(&likeness::describe(samples, rate))),
            Question::One(class) => {
                let near = Near::of(class, samples, rate);
                let (text, key, json) = (near.text(), "like", near.json());
                Answer { text, key, json }
            }
        }
    }
}

/// The class of this name, however it is written, or what may have been meant.
pub fn class(name: &str) -> Result<&'static Class, Failure> {
    let wanted = urto_file::spoken(name);
    let all = likeness::classes();
    let spoken: Vec<String> = all.iter().map(|own| urto_file::spoken(own.name)).collect();
    if let Some(place) = spoken.iter().position(|own| *own == wanted) {
        return Ok(&all[place]);
    }
    // Part of a name will do, and so will one with a letter wrong.
    let holding = |part: &str| -> Vec<&String> {
        let holds = |own: &&String| !part.is_empty() && own.contains(part);
        spoken.iter().filter(holds).collect()
    };
    let mut near = holding(&wanted);
    if near.is_empty() {
        let words = spoken.iter().flat_map(|own| own.split(' '));
        let known = spoken.iter().map(String::as_str).chain(words);
        near = holding(urto::closest(&wanted, known).unwrap_or_default());
    }
    let named: Vec<String> = near.iter().map(|own| own.replace(' ', "_")).collect();
    let hint = match named.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", named.join(" or ")),
    };
    Err(Failure::usage(format!(
        "there are no recordings called '{name}'{hint} ('urto analyse --like list' names the classes)"
    )))
}

/// The classes, or where a sound is given, how near it is to each, the nearest first.
fn list(sound: Option<&Description>) -> Answer {
    let key = "classes";
    let mut text = String::new();
    let Some(sound) = sound else {
        for Class {
            name, clips, about, ..
        } in likeness::classes()
        {
            let _ = writeln!(text, "{name:18} {clips:3} recordings  {about}");
        }
        let one = |class: &Class| json!({ "class": class.name, "about": class.about, "recordings": class.clips });
        let json = likeness::classes().iter().map(one).collect();
        return Answer { text, key, json };
    };
    let all = likeness::classes().iter();
    let mut all: Vec<(&Class, Judgement)> = all.map(|class| (class, class.judge(sound))).collect();
    all.sort_by(|a, b| a.1.score.total_cmp(&b.1.score));
    text.push_str("class           mean |z|          what was recorded\n");
    for (class, judged) in &all {
        let word = judged.verdict.word();
        let _ = writeln!(
            text,
            "{:18} {:5.2}  {word:7}  {}",
            class.name, judged.score, class.about
        );
    }
    let one = |(class, judged): &(&Class, Judgement)| json!({ "class": class.name, "about": class.about, "recordings": class.clips, "score": judged.score, "outside": judged.outside, "verdict": judged.verdict.word() });
    let json = all.iter().map(one).collect();
    Answer { text, key, json }
}

impl Near {
    /// A sound of one channel against a class.
    pub fn of(class: &'static Class, samples: &[f32], rate: Rate) -> Self {
        let judged = class.judge(&likeness::describe(samples, rate));
        Self { class, judged }
    }

    /// In a few words.
    pub fn short(&self) -> String {
        match self.judged.rows.is_empty() {
            true => format!("{}: too short or too quiet to tell", self.class.name),
            false => format!(
                "{}: mean |z| {:.2}, {:.0} % outside, {}",
                self.class.name,
                self.judged.score,
                100.0 * self.judged.outside,
                self.judged.verdict.word()
            ),
        }
    }

    /// A table for people.
    pub fn text(&self) -> String {
        let (class, judged) = (self.class, &self.judged);
        let mut text = format!(
            "against {} recordings of {} ({})\n",
            class.clips, class.name, class.about
        );
        if judged.rows.is_empty() {
            text.push_str("nothing to compare: it is silent, or shorter than 50 ms\n");
            return text;
        }
        let _ = writeln!(
            text,
            "{}: mean |z| {:.2} (real ones: half below {:.2}, nine in ten below {:.2}); {:.0} % outside (real ones: {:.0} %)",
            judged.verdict.word(),
            judged.score,
            class.usual,
            class.most,
            100.0 * judged.outside,
            100.0 * class.outside
        );
        let _ = writeln!(
            text,
            "\n{:11}  {:>20}  {:>9}  {:>5}  what it is, and what it means",
            "descriptor", "8 of 10 real ones", "this", "z"
        );
        for row in &judged.rows {
            let about = row.range.descriptor.about();
            let meaning = row
                .meaning()
                .map_or(String::new(), |own| format!(": {own}"));
            let said = |value| about.unit.said(value);
            let range = format!("{} to {}", said(row.range.low), said(row.range.high));
            let _ = writeln!(
                text,
                "{:11}  {range:>20}  {:>9}  {:+5.1}  {}{meaning}",
                about.key,
                said(row.value),
                row.z,
                about.what
            );
        }
        let _ = writeln!(
            text,
            "\nz is 0 in the middle of the real ones; beyond {EDGE} lies one in ten of them on either side."
        );
        text
    }

    /// Facts for programs.
    pub fn json(&self) -> Json {
        let row = |row: &Row| {
            let (range, about) = (row.range, row.range.descriptor.about());
            json!({
                "name": about.key,
                "what": about.what,
                "value": row.value,
                "p10": range.low,
                "p50": range.middle,
                "p90": range.high,
                "z": row.z,
                "meaning": row.meaning(),
            })
        };
        json!({
            "class": self.class.name,
            "about": self.class.about,
            "recordings": self.class.clips,
            "score": self.judged.score,
            "real_p50": self.class.usual,
            "real_p90": self.class.most,
            "outside": self.judged.outside,
            "real_outside": self.class.outside,
            "verdict": self.judged.verdict.word(),
            "descriptors": self.judged.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

/// The class that a render is compared with, and how many files are kept of those asked for.
pub fn asked(asked: &RenderArgs) -> Result<Option<(&'static Class, usize)>, Failure> {
    let count = asked.count.unwrap_or(1);
    let Some(name) = &asked.like else {
        return match asked.keep {
            None => Ok(None),
            Some(_) => Err(Failure::usage(
                "--keep keeps the files that are nearest to real recordings; say which: --like footsteps_gravel ('urto analyse --like list' names the classes)",
            )),
        };
    };
    match asked.keep {
        Some(keep) if keep > count => Err(Failure::usage(format!(
            "--keep {keep} keeps more files than the {count} that are made; ask for more: --count {}",
            keep.saturating_mul(6)
        ))),
        keep => Ok(Some((class(name)?, keep.unwrap_or(count) as usize))),
    }
}

/// Renders without a file, to compare it with a class.
pub fn hear(recipe: &Recipe, class: &'static Class, progress: &Progress) -> Result<Near, Failure> {
    let enough = (LONGEST * recipe.rate.hertz()).ceil() as usize;
    let mut mixed: Vec<f32> = Vec::new();
    make::play(recipe, |block, channels| {
        let frames = block.chunks_exact(channels);
        mixed.extend(frames.map(|frame| frame.iter().sum::<f32>() / channels as f32));
        progress.advance((block.len() / channels) as u64);
        mixed.len() < enough
    })?;
    Ok(Near::of(class, &mixed, recipe.rate))
}
