//! Every method where it is hard: table 1.3.
//!
//! Refs: Papetti 2010, section 1.3.2. The printed (b) compares with the approximate output
//!       velocity, not, as its caption says, with the exact one.

use super::case::{self, Case};
use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel};
use crate::wall::{Course, Impact, Method};
use crate::{Report, StudyError};
use serde_json::json;

urto::params! {
    /// Errors of every method on impacts with little loss and on short ones.
    pub struct TableThree("table-1.3") {
        /// Low dissipation.
        a: Case::gentle(), Table(Case), "", Rebuild;
        /// A hard impact.
        b: Case::hard(), Table(Case), "", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8_000.0, 384_000.0), "Hz", Rebuild;
        /// Steps per sample.
        oversample: 1, Integer(1, 256), "", Rebuild;
    }
}

impl Experiment for TableThree {
    const TITLE: &'static str = "errors of every method where it is hard";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "Table 1.3: (a) low dissipation, 19 samples of contact; (b) a hard \
         impact of 6 samples, on which only the exact step keeps the rebound.";

    fn run(&self) -> Result<Report, StudyError> {
        let rate = case::finer(self.rate, self.oversample)?;
        let mut report = Report {
            sheets: Vec::new(),
            notes: vec![
                "x: (1.28), H: (1.29), v_out: simulated against exact; ṽ_out: (1.8).".to_owned(),
            ],
            facts: json!({}),
            figure: Figure::beside(2, []),
        };
        for (key, name, hit) in [
            ("a", "low dissipation", &self.a),
            ("b", "a hard impact", &self.b),
        ] {
            let impact = hit.impact();
            let courses = case::by_every_method(impact, rate)?;
            let samples = impact.contact_time() * rate.hertz();
            let title = format!("({key}) {name}, {samples:.2} samples of contact");
            report
                .sheets
                .push(case::error_sheet(&title, &impact, &courses));
            report.facts[key] = case::error_facts(&impact, &courses, rate);
            report
                .figure
                .panels
                .push(panel(&format!("({key}) {name}"), &impact, &courses));
        }
        Ok(report)
    }
}

fn panel(title: &str, impact: &Impact, courses: &[(Method, Course)]) -> Panel {
    let mut panel = Panel::new(
        title,
        Axis::linear("velocity v", "m/s").reversed(),
        Axis::linear("energy H", "J"),
    )
    .with(case::exact_energy("exact", impact));
    panel.series.extend(case::energies(impact, courses));
    panel
}
