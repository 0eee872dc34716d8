//! `urto analyse FILE`: what a struck sound is made of, or how near it is to real ones.

use crate::analyse_plot;
use crate::cli::AnalyseArgs;
use crate::failure::Failure;
use crate::hear;
use crate::likeness::Question;
use crate::meter::{Levels, Meter, decibels};
use crate::output;
use crate::save::Draft;
use serde_json::{Value as Json, json};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use urto::analysis::Centroid;
use urto::object::ModalParams;
use urto_analyse::{Analysis, Partial};
use urto_file::ModalFile;
use urto_file::rows::number;

/// Most partials in a table for people.
const SHOWN: usize = 40;

/// Takes a recording apart.
pub fn run(asked: &AnalyseArgs, as_json: bool) -> Result<(), Failure> {
    let like = asked.like.as_deref().map(Question::of).transpose()?;
    let Some(file) = &asked.file else {
        // The command line asks for one of both.
        let answer = like.unwrap_or(Question::Classes).answer_alone()?;
        return match as_json {
            true => output::print_json(&json!({ (answer.key): answer.json })),
            false => output::print(&answer.text),
        };
    };
    let recording = hear::read(file)?;
    let mut meter = Meter::new(recording.channels, recording.rate.hertz());
    meter.add(&recording.samples);
    let levels = meter.finish();
    let mixed = recording.mixed();
    let found = urto_analyse::analyse(&mixed, recording.rate);
    if let Some(path) = &asked.plot {
        analyse_plot::save(path, &mixed, recording.rate.hertz(), &found)?;
    }
    if let Some(path) = &asked.to_modal {
        write_modal(path, file, &found)?;
    }
    let seconds =
        recording.samples.len() as f64 / recording.channels as f64 / recording.rate.hertz();
    let facts = Facts {
        file,
        found: &found,
        levels,
        seconds,
        rate: recording.rate.hertz(),
        channels: recording.channels,
    };
    let like = like.map(|question| question.answer(&mixed, recording.rate));
    if as_json {
        let mut all = facts.json(asked);
        if let Some(answer) = like {
            all[answer.key] = answer.json;
        }
        return output::print_json(&all);
    }
    let text = like.map_or_else(|| facts.text(asked), |answer| answer.text);
    output::print(&(facts.heading() + &text))
}

struct Facts<'a> {
    file: &'a Path,
    found: &'a Analysis,
    levels: Levels,
    seconds: f64,
    rate: f64,
    channels: usize,
}

impl Facts<'_> {
    fn json(&self, asked: &AnalyseArgs) -> Json {
        let partial = |one: &Partial| json!({ "frequency": one.frequency, "decay": one.decay, "level": one.level });
        let frames = self.found.centroids.iter().enumerate();
        let start = self.found.onset.unwrap_or(0.0);
        let over_time: Vec<Json> = frames
            .filter_map(|(n, hertz)| Some(json!([start + n as f64 * Centroid::hop(), (*hertz)?])))
            .collect();
        json!({
            "file": self.file.to_string_lossy(),
            "seconds": self.seconds,
            "rate": self.rate,
            "channels": self.channels,
            "partials": self.found.partials.iter().map(partial).collect::<Vec<_>>(),
            "centroid": self.found.centroid,
            "centroid_over_time": over_time,
            "onset": self.found.onset,
            "until": self.found.until,
            "lufs": self.levels.lufs,
            "peak": self.levels.peak,
            "rms": self.levels.rms,
            "plot": asked.plot.as_ref().map(|path| path.to_string_lossy()),
            "modal": asked.to_modal.as_ref().map(|path| path.to_string_lossy()),
        })
    }

    /// One line on the file.
    fn heading(&self) -> String {
        let channels = match self.channels {
            1 => "mono".to_owned(),
            2 => "stereo, mixed".to_owned(),
            more => format!("{more} channels, mixed"),
        };
        let loudness = match self.levels.lufs {
            Some(lufs) => format!("peak {}, {lufs:.1} LUFS", decibels(self.levels.peak)),
            None => "silent".to_owned(),
        };
        format!(
            "{}: {} s, {} Hz, {channels}, {loudness}\n",
            self.file.display(),
            number(self.seconds),
            self.rate
        )
    }

    fn text(&self, asked: &AnalyseArgs) -> String {
        let mut text = String::new();
        if let (Some(onset), Some(centroid)) = (self.found.onset, self.found.centroid) {
            let _ = writeln!(
                text,
                "starts at {:.4} s; centroid of the first 100 ms {centroid:.0} Hz",
                onset
            );
        }
        // Half a sample: the next blow is none if it is the end.
        if self.found.until < self.seconds - 0.5 / self.rate {
            let until = self.found.until;
            let _ = writeln!(text, "struck again at {until:.3} s; taken apart until then");
        }
        // The strongest, but in the order of pitch.
        let mut shown = self.found.partials.clone();
        shown.sort_by(|a, b| b.level.total_cmp(&a.level));
        shown.truncate(SHOWN);
        shown.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
        match self.found.partials.len() {
            0 => text.push_str("no partials stand out of the noise\n"),
            1 => text.push_str("1 partial\n"),
            count => {
                let _ = writeln!(text, "{count} partials");
            }
        }
        if !shown.is_empty() {
            text.push_str("   frequency      decay     level\n");
        }
        for one in &shown {
            let _ = writeln!(
                text,
                "{:9.2} Hz  {:>9}  {:5.1} dB",
                one.frequency,
                match one.is_steady() {
                    true => "steady".to_owned(),
                    false => format!("{:.3} s", one.decay),
                },
                one.level
            );
        }
        let more = self.found.partials.len() - shown.len();
        if more > 0 {
            let _ = writeln!(text, "and {more} weaker ones: urto analyse --json");
        }
        if let Some(path) = &asked.to_modal {
            let _ = writeln!(
                text,
                "{} holds them as an object; strike it: urto render {}",
                path.display(),
                path.display()
            );
        }
        text
    }
}

/// Writes the partials as an object.
fn write_modal(path: &Path, from: &Path, found: &Analysis) -> Result<(), Failure> {
    if path
        .extension()
        .is_none_or(|ending| !ending.eq_ignore_ascii_case("toml"))
    {
        return Err(Failure::usage(format!(
            "'{}' does not end in .toml, as a modal object does",
            path.display()
        )));
    }
    let modes = found.modes();
    if modes.is_empty() {
        return Err(Failure::other(format!(
            "'{}' has no partials that stand out of the noise and die away, so there is nothing \
             to strike",
            from.display()
        )));
    }
    let stem = from.file_stem().unwrap_or_default();
    let modal = ModalFile {
        name: Some(stem.to_string_lossy().into_owned()),
        about: None,
        params: ModalParams {
            modes,
            ..ModalParams::default()
        },
        points: Vec::new(),
    };
    let mut draft = Draft::new(path)?;
    let text = urto_file::write_modal(&modal);
    let written = draft.write_all(text.as_bytes());
    written.map_err(|error| Failure::writing(path, &error))?;
    draft.commit().map(|_| ())
}
