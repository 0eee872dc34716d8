//! Contacts of an example in each step: found, near enough to matter, pressing, rubbing.
//!
//! Law:  places that touch are looked at whatever their velocity, for what rests would hum otherwise;
//!       few of them press.
//! Refs: Zheng & James 2011, section 3.3 and figure 14, a stack of plates on a table.

use super::{Experiment, Paper};
use crate::contact::examples::{Length, Moving, Which};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::{Report, Sheet, StudyError, Watch, number};
use serde_json::json;

urto::params! {
    /// An example, step by step.
    pub struct ContactFiltering("contact-filtering") {
        /// Which example.
        example: Which::Table, Choice(Which), "", Rebuild;
        /// How much of it is moved.
        length: Length::Whole, Choice(Length), "", Rebuild;
    }
}

/// Points of a curve, at most.
const POINTS: usize = 600;

const NAMES: [&str; 4] = ["found", "near", "pressing", "with friction"];

impl Experiment for ContactFiltering {
    const TITLE: &'static str = "contacts found, pressing and with friction";
    const PAPER: Paper = Paper::Contact;
    const SHOWS: &'static str = "Figure 14: of the contacts that are found in a step fewer matter, and \
        fewer press.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        let example = self.example.example();
        let mut scene = example.scene()?;
        scene.seconds = self.length.of(scene.seconds);
        let steps = scene.steps();
        let mut moving = Moving::new(&scene)?;
        let mut counts: Vec<[usize; 4]> = Vec::new();
        for _ in watch.over(0..steps as usize, (0.0, 1.0)) {
            moving.step();
            let log = moving.world().log();
            counts.push([log.found, log.near, log.pressing, log.rubbing]);
        }
        let statistics = moving.world().statistics();
        let mut sheet = Sheet::new(
            format!("{}: contacts in a step", example.key),
            ["", "mean", "most", "of those found [%]"],
        );
        let mut panel = Panel::new(
            format!("{}: contacts in a step", example.key),
            Axis::linear("time", "s"),
            Axis::linear("contacts", ""),
        );
        let mean = |n: usize| {
            counts.iter().map(|own| own[n] as f64).sum::<f64>() / counts.len().max(1) as f64
        };
        let all = mean(0).max(f64::MIN_POSITIVE);
        let each = counts.len().div_ceil(POINTS).max(1);
        let mut means = serde_json::Map::new();
        for (n, name) in NAMES.into_iter().enumerate() {
            let most = counts.iter().map(|own| own[n]).max().unwrap_or(0);
            sheet.row([
                name.to_owned(),
                number(mean(n), 3),
                most.to_string(),
                number(100.0 * mean(n) / all, 3),
            ]);
            means.insert(
                name.replace(' ', "_"),
                json!({ "mean": mean(n), "most": most }),
            );
            let curve = counts.chunks(each).enumerate().map(|(k, own)| {
                let sum: usize = own.iter().map(|own| own[n]).sum();
                let time = (k * each) as f64 * scene.settings.step;
                (time, sum as f64 / own.len() as f64)
            });
            panel = panel.with(Series::line(name, curve));
        }
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![format!(
                "{} problems, of which {} had a residual above 1e-6. The solver begins with what \
                 pressed in the step before, and asks for loads and friction together: what presses \
                 rubs. There is no reduction besides; the paper was about ten times as fast with its own.",
                statistics.problems, statistics.above[0]
            )],
            facts: json!({
                "example": example.key, "steps": statistics.steps, "contacts": means,
                "problems": statistics.problems, "above_1e-6": statistics.above[0],
            }),
            figure: Figure::new([panel]),
        })
    }

    fn reduce(&mut self) {
        self.length = Length::Begin;
    }
}
