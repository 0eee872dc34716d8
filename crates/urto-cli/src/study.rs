//! `urto study`: the papers' experiments, each with a table, JSON and a plot.

use crate::cli::StudyArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::show_text::paragraph;
use crate::{output, save};
use serde_json::{Map, Value as Json, json};
use std::fmt::Write;
use std::path::Path;
use urto::param::{Params, Value};
use urto_file::rows::{self, Row};
use urto_study::{ALL, Paper, Report, Study, Watch};

/// A study's progress is shown in this many parts.
const FINENESS: u64 = 1000;

/// Lists the studies, tells what can be set on one, or runs it.
pub fn run(asked: &StudyArgs, as_json: bool) -> Result<(), Failure> {
    let Some(name) = &asked.name else {
        return list(asked, as_json);
    };
    let study = urto_study::find(name).map_err(Failure::usage)?;
    let mut params = (study.params)();
    for (key, value) in &asked.param {
        urto_file::assign_text(params.as_mut(), key, value)
            .map_err(|error| Failure::usage(told(key, &error.to_string())))?;
    }
    if asked.params {
        return match as_json {
            true => output::print_json(&json!({ "key": study.key, "params": values(&*params) })),
            false => output::print(&settings(study, params.as_ref())),
        };
    }
    // What cannot be written is refused before anything is worked out.
    let plot = asked.plot.as_deref().map(Plot::at).transpose()?;
    let progress = Progress::of("working", FINENESS);
    let tell = |share| progress.reach(share);
    let report = study.run_watched(params.as_ref(), Watch::new(&tell));
    drop(progress);
    let report = report.map_err(Failure::usage)?;
    if let Some(plot) = &plot {
        plot.save(&report)?;
    }
    let drawn = plot.map(|plot| plot.path.display().to_string());
    if as_json {
        return output::print_json(&facts(study, params.as_ref(), report, drawn));
    }
    let mut text = format!("{}: {}\n\n{}", study.key, study.title, report.text());
    match drawn {
        Some(path) => _ = writeln!(text, "\nDrawn: {path}"),
        None => {
            _ = writeln!(
                text,
                "\n'urto study {0} --plot {0}.svg' draws it, 'urto study {0} --params' tells what \
                 can be set.",
                study.key
            );
        }
    }
    output::print(&text)
}

/// A complaint that names the parameter once.
fn told(key: &str, message: &str) -> String {
    match message.contains(&format!("'{key}'")) {
        true => message.to_owned(),
        false => format!("{key}: {message}"),
    }
}

/// Where the figure goes, and as what.
struct Plot<'a> {
    path: &'a Path,
    is_svg: bool,
}

impl<'a> Plot<'a> {
    fn at(path: &'a Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        let is_svg = match ending.as_deref() {
            Some("svg") => true,
            Some("png") => false,
            _ => {
                return Err(Failure::usage(format!(
                    "--plot '{}': a plot is an .svg or a .png file",
                    path.display()
                )));
            }
        };
        save::check(path)?;
        Ok(Self { path, is_svg })
    }

    fn save(&self, report: &Report) -> Result<(), Failure> {
        let bytes = match self.is_svg {
            true => report.svg().map(String::into_bytes),
            false => report.png(),
        };
        save::save(self.path, &bytes.map_err(Failure::other)?)
    }
}

fn list(asked: &StudyArgs, as_json: bool) -> Result<(), Failure> {
    if !asked.param.is_empty() || asked.plot.is_some() || asked.params {
        return Err(Failure::usage(
            "name a study first, for example 'urto study impact-wall'; 'urto study' lists them",
        ));
    }
    if as_json {
        let studies = ALL.iter().map(|study| {
            json!({
                "key": study.key,
                "title": study.title,
                "paper": study.paper.key(),
                "shows": rows::plain(study.shows),
            })
        });
        return output::print_json(&json!({ "studies": studies.collect::<Vec<_>>() }));
    }
    let width = ALL.iter().map(|study| study.key.len()).max().unwrap_or(0);
    let mut text = String::new();
    for paper in Paper::ALL {
        text.push_str(&paragraph(paper.title(), ""));
        for study in ALL.iter().filter(|study| study.paper == paper) {
            let _ = writeln!(text, "  {:width$}  {}", study.key, study.title);
        }
        text.push('\n');
    }
    text.push_str(
        "'urto study NAME' runs one, '--plot FILE.svg' draws it, '--params' tells what can be set.\n",
    );
    output::print(&text)
}

/// What can be set on a study.
fn settings(study: &Study, params: &dyn Params) -> String {
    let mut text = format!("{}: {}\n", study.key, study.title);
    text.push_str(&paragraph(&rows::plain(study.shows), ""));
    text.push('\n');
    let rows = rows::rows(params);
    for row in &rows {
        let set = format!("{} = {} {}", row.key, row.default_text(), row.spec.unit);
        let range = format!("{} {}", row.range_text(), row.spec.unit);
        let _ = writeln!(text, "  {:36}  {}", set.trim_end(), range.trim_end());
        text.push_str(&paragraph(&row.about(), "      "));
        for option in row.options() {
            let line = format!("{}: {}", option.key, rows::plain(option.about));
            text.push_str(&paragraph(&line, "        "));
        }
    }
    if let Some(row) = rows.first() {
        let (key, value) = (&row.key, row.default_text());
        let _ = writeln!(
            text,
            "\nSet them like this: urto study {} -p {key}={value}",
            study.key
        );
    }
    text
}

fn facts(study: &Study, params: &dyn Params, report: Report, plot: Option<String>) -> Json {
    let mut facts = match report.facts {
        Json::Object(facts) => facts,
        other => Map::from_iter([("result".to_owned(), other)]),
    };
    facts.insert("study".to_owned(), json!(study.key));
    facts.insert("params".to_owned(), values(params));
    if let Some(path) = plot {
        facts.insert("plot".to_owned(), json!(path));
    }
    Json::Object(facts)
}

/// Every parameter and its value.
fn values(params: &dyn Params) -> Json {
    let value = |row: &Row| match &row.default {
        Value::Number(number) => json!(number),
        Value::Count(count) => json!(count),
        Value::Curve(curve) => json!(curve.points()),
        Value::Resource(_) | Value::Choice(_) => json!(row.default_text()),
    };
    let rows = rows::rows(params);
    Json::Object(
        rows.iter()
            .map(|row| (row.key.clone(), value(row)))
            .collect(),
    )
}
