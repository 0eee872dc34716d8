//! A mass that bounces on and on, by every method: how energy errors add up.
//!
//! Refs: Papetti 2010, section 1.4.2.

use super::case::{self, Case};
use super::table_1_4::{Runs, runs};
use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::{Report, Sheet, StudyError, number};
use serde_json::{Value as Json, json};

urto::params! {
    /// Impacts one after the other, each at the speed the last one ended with.
    pub struct ImpactSequence("impact-sequence") {
        /// The first impact.
        hit: Case::hard(), Table(Case), "", Rebuild;
        /// How many impacts.
        impacts: 100, Integer(1, 10_000), "", Rebuild;
        /// Largest error of the approximate output velocity at which it is set.
        threshold: 0.1, Linear(0.0, 100.0), "%", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8_000.0, 384_000.0), "Hz", Rebuild;
        /// Steps per sample.
        oversample: 1, Integer(1, 256), "", Rebuild;
    }
}

impl Experiment for ImpactSequence {
    const TITLE: &'static str = "a sequence of impacts by every method";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "Section 1.4.2: the energy left after each of a hundred impacts, \
         and how far it is from the closed form.";

    fn run(&self) -> Result<Report, StudyError> {
        let rate = case::finer(self.rate, self.oversample)?;
        let impacts = self.impacts as usize;
        // The reference of table 1.4 is not needed here: the closed form is.
        let runs = runs(self.hit.impact(), impacts, self.threshold, rate, rate)?;
        let mut energies = Panel::new(
            "Energy left",
            Axis::linear("impact", ""),
            Axis::log("energy H", "J"),
        )
        .with(Series::line("exact", numbered(&runs.exact)));
        for (name, _, sequence) in &runs.all {
            energies = energies.with(Series::line(*name, numbered(&sequence.energies)));
        }
        let of = runs.all.iter();
        let left: Json = of
            .map(|(_, key, s)| (key.to_string(), json!(s.energies)))
            .collect();
        Ok(Report {
            sheets: vec![sheet(&runs)],
            notes: vec![
                "corrected: Verlet, hybrid computation and output velocity bound.".to_owned(),
            ],
            facts: json!({ "energies": left, "exact": runs.exact }),
            figure: Figure::beside(2, [energies, runs.panel("Error against the closed form")]),
        })
    }
}

fn numbered(energies: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    let all = energies.iter().enumerate();
    all.map(|(n, h)| (n as f64 + 1.0, *h))
}

/// Energies after some of the impacts.
fn sheet(runs: &Runs) -> Sheet {
    let names = runs.all.iter().map(|(name, ..)| *name);
    let head = ["after impact", "exact"].into_iter().chain(names);
    let mut sheet = Sheet::new("Energy left [J]", head);
    let count = runs.exact.len();
    let mut shown = vec![1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
    shown.retain(|n| *n < count);
    shown.push(count);
    for n in shown {
        let text = |energies: &[f64]| match energies.get(n - 1) {
            Some(h) => number(*h, 6),
            None => "-".to_owned(),
        };
        let cells = runs
            .all
            .iter()
            .map(|(_, _, sequence)| text(&sequence.energies));
        let head = [n.to_string(), text(&runs.exact)];
        sheet.row(head.into_iter().chain(cells).collect::<Vec<_>>());
    }
    sheet
}
