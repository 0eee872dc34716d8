//! Every method far from extremes: table 1.2.
//!
//! Refs: Papetti 2010, section 1.3.2. Errors are the largest absolute ones over the samples in
//!       contact; the printed (1.28) and (1.29) take the absolute value too late.

use super::case::{self, Case};
use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel};
use crate::{Report, StudyError};
use serde_json::json;

urto::params! {
    /// Errors of every method on a long, soft impact.
    pub struct TableTwo("table-1.2") {
        /// The impact.
        hit: Case::reference(), Table(Case), "", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8_000.0, 384_000.0), "Hz", Rebuild;
        /// Steps per sample.
        oversample: 1, Integer(1, 256), "", Rebuild;
    }
}

impl Experiment for TableTwo {
    const TITLE: &'static str = "errors of every method on a soft impact";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "Table 1.2: 1659 samples of contact, on which all methods agree.";

    fn run(&self) -> Result<Report, StudyError> {
        let impact = self.hit.impact();
        let rate = case::finer(self.rate, self.oversample)?;
        let courses = case::by_every_method(impact, rate)?;
        let samples = impact.contact_time() * rate.hertz();
        let title = format!("Errors, {samples:.2} samples of contact");
        let mut panel = Panel::new(
            "Energy over velocity",
            Axis::linear("velocity v", "m/s").reversed(),
            Axis::linear("energy H", "J"),
        )
        .with(case::exact_energy("exact", &impact));
        panel.series.extend(case::energies(&impact, &courses));
        Ok(Report {
            sheets: vec![case::error_sheet(&title, &impact, &courses)],
            notes: vec![
                "x: (1.28), H: (1.29), v_out: simulated against exact; ṽ_out: (1.8).".to_owned(),
            ],
            facts: json!({ "hit": case::error_facts(&impact, &courses, rate) }),
            figure: Figure::new([panel]),
        })
    }
}
