//! How the energy error depends on dissipation and speed: figure 1.12.
//!
//! Refs: Papetti 2010, section 1.4.2. At each corresponding point of the two panels mu·v is the
//!       same. Measured by (1.29), the release included.

use super::case::{self, Case};
use super::{Experiment, Paper};
use crate::bounded;
use crate::plot::{Axis, Figure, Panel, Series};
use crate::wall::{self, Correction, Impact, Method, Run};
use crate::{Report, Sheet, StudyError, number, percent};
use serde_json::{Value as Json, json};
use urto::{Rate, math};

urto::params! {
    /// Energy error of RK4, RK4 mended and urto's own step over small dissipation and speed.
    pub struct ErrorTrend("error-trend") {
        /// The impact, where it is kept constant.
        hit: Case { velocity: 0.5, ..Case::hard() }, Table(Case), "", Rebuild;
        /// Smallest dissipation and speed, as a share of the impact's own.
        from: 0.002, Log(1e-4, 1.0), "", Rebuild;
        /// How many values.
        points: 120, Integer(2, 2000), "", Rebuild;
        /// Largest error of the approximate output velocity at which it is set.
        threshold: 0.1, Linear(0.0, 100.0), "%", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8_000.0, 384_000.0), "Hz", Rebuild;
        /// Steps per sample.
        oversample: 1, Integer(1, 256), "", Rebuild;
    }
}

/// More steps than this are refused, for each of the two sweeps: a few seconds.
const MOST_STEPS: f64 = 1e7;
/// Names for people and programs, method and correction.
const RUNS: [(&str, &str, Method, Correction); 3] = [
    ("RK4", "rk4", Method::Rk4, Correction::None),
    (
        "RK4, corrected",
        "rk4_corrected",
        Method::Rk4,
        Correction::HybridOutput,
    ),
    ("DG-Φ", "dg_phi", Method::DgPhi, Correction::None),
];

impl ErrorTrend {
    /// Errors of every run over a sweep.
    fn sweep(&self, impacts: &[Impact], rate: Rate) -> Result<Vec<Vec<f64>>, StudyError> {
        let time: f64 = impacts.iter().map(Impact::contact_time).sum();
        let steps = RUNS.len() as f64 * time * rate.hertz();
        let remedy = "fewer points, a harder contact or a lower rate";
        bounded(steps, MOST_STEPS, remedy)?;
        let error = |impact: &Impact, method: Method, correction: Correction| {
            let course = wall::simulate(&Run {
                correction,
                threshold: self.threshold,
                ..Run::plain(*impact, method, rate)
            })?;
            Ok(course.hamiltonian_error_with_release)
        };
        let row = |(_, _, method, correction): (_, _, Method, Correction)| {
            impacts
                .iter()
                .map(|impact| error(impact, method, correction))
                .collect()
        };
        RUNS.into_iter().map(row).collect()
    }
}

impl Experiment for ErrorTrend {
    const TITLE: &'static str = "energy error over dissipation and speed";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "Figure 1.12: the energy error of RK4 grows as dissipation and \
         speed fall; closed forms mend it, and urto's own step has none but where a sample falls on \
         the turn.";

    fn run(&self) -> Result<Report, StudyError> {
        let rate = case::finer(self.rate, self.oversample)?;
        let own = self.hit.impact();
        let count = self.points;
        let shares: Vec<f64> = (0..count)
            .map(|n| math::pow(self.from, 1.0 - n as f64 / (count - 1) as f64))
            .collect();
        let mut report = Report {
            sheets: Vec::new(),
            notes: vec!["Errors: (1.29), the first sample after the contact included.".to_owned()],
            facts: json!({}),
            figure: Figure::beside(2, []),
        };
        type Change = fn(&mut Impact, f64);
        let sweeps: [(&str, &str, &str, f64, Change); 2] = [
            ("dissipation", "mu", "s/m", own.dissipation, |i, value| {
                i.dissipation = value
            }),
            ("velocity", "v", "m/s", own.velocity, |i, value| {
                i.velocity = value
            }),
        ];
        for (key, letter, unit, full, change) in sweeps {
            let values: Vec<f64> = shares.iter().map(|share| share * full).collect();
            let impacts: Vec<Impact> = values
                .iter()
                .map(|value| {
                    let mut impact = own;
                    change(&mut impact, *value);
                    impact
                })
                .collect();
            let errors = self.sweep(&impacts, rate)?;
            let mut panel = Panel::new(
                format!("Energy error over {key}"),
                Axis::log(format!("{key} {letter}"), unit),
                Axis::log("error of H", "%"),
            );
            for ((name, ..), errors) in RUNS.iter().zip(&errors) {
                let points = values.iter().copied().zip(errors.iter().copied());
                panel = panel.with(Series::line(*name, points));
            }
            report.figure.panels.push(panel);
            let head = format!("{letter} [{unit}]");
            report.sheets.push(sheet(&head, &values, &errors));
            let runs = RUNS.iter().zip(&errors);
            let mut facts: Json = runs.map(|((_, key, ..), e)| (*key, json!(e))).collect();
            facts["values"] = json!(values);
            report.facts[key] = facts;
        }
        Ok(report)
    }

    fn reduce(&mut self) {
        self.points = 12;
    }
}

/// Some of the values.
fn sheet(head: &str, values: &[f64], errors: &[Vec<f64>]) -> Sheet {
    let names = RUNS.iter().map(|(name, ..)| *name);
    let mut sheet = Sheet::new("Energy error [%]", std::iter::once(head).chain(names));
    let stride = (values.len() - 1).div_ceil(8).max(1);
    for n in (0..values.len()).step_by(stride) {
        let cells = errors.iter().map(|errors| percent(errors[n], false));
        let first = number(values[n], 3);
        sheet.row(std::iter::once(first).chain(cells).collect::<Vec<_>>());
    }
    sheet
}
