//! Energy over velocity: figures 1.4, 1.6b, 1.7, 1.8b, 1.10 and 1.11b.
//!
//! Law:  H(v) of (1.21), which falls from m·v_in²/2 to m·v_out²/2.
//! Refs: Papetti 2010, sections 1.2 to 1.4.

use super::case::{self, Case};
use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::wall::{self, Correction, Impact, Method, Run};
use crate::{Report, Sheet, StudyError, percent};
use serde_json::json;
use urto::Rate;

urto::choice! {
    /// A figure of the thesis.
    pub enum Energies {
        /// All of them.
        All = "all",
        /// Exact.
        Exact = "1.4",
        /// Every method on a long, soft impact.
        Reference = "1.6",
        /// Every method at low dissipation.
        Gentle = "1.7",
        /// Every method on a hard impact.
        Hard = "1.8",
        /// Heun at low dissipation, mended.
        GentleMended = "1.10",
        /// Heun on a hard impact, mended.
        HardMended = "1.11",
    }
}

urto::params! {
    /// Energy over velocity, exact and by every method.
    pub struct Hamiltonian("hamiltonian") {
        /// Which figure.
        figure: Energies::All, Choice(Energies), "", Rebuild;
        /// A long, soft impact: figure 1.6.
        soft: Case::reference(), Table(Case), "", Rebuild;
        /// Low dissipation: figures 1.7 and 1.10.
        gentle: Case::gentle(), Table(Case), "", Rebuild;
        /// A hard impact: figures 1.4, 1.8 and 1.11.
        hard: Case::hard(), Table(Case), "", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8_000.0, 384_000.0), "Hz", Rebuild;
        /// Steps per sample.
        oversample: 1, Integer(1, 256), "", Rebuild;
    }
}

fn panel(title: &str) -> Panel {
    Panel::new(
        title,
        Axis::linear("velocity v", "m/s").reversed(),
        Axis::linear("energy H", "J"),
    )
}

impl Experiment for Hamiltonian {
    const TITLE: &'static str = "energy over velocity";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "Figures 1.4, 1.6b, 1.7, 1.8b, 1.10 and 1.11b: the energy during a \
         contact in closed form, by every method, and mended by closed forms.";

    fn run(&self) -> Result<Report, StudyError> {
        let rate = case::finer(self.rate, self.oversample)?;
        let wanted = |own: Energies| self.figure == Energies::All || self.figure == own;
        let mut panels = Vec::new();
        let mut sheet = Sheet::new("Errors of the energy", ["", "during [%]", "at the end [%]"]);
        let mut facts = json!({});
        let mut note = |key: String, during: f64, end: f64| {
            sheet.row([key.clone(), percent(during, false), percent(end, true)]);
            let finite = |value: f64| value.is_finite().then_some(value);
            facts[key] = json!({ "during_percent": finite(during), "end_percent": finite(end) });
        };
        if wanted(Energies::Exact) {
            panels.push(exact(&self.hard.impact()));
        }
        for (own, key, hit, name) in [
            (
                Energies::Reference,
                "1.6",
                &self.soft,
                "1.6b: a soft impact",
            ),
            (
                Energies::Gentle,
                "1.7",
                &self.gentle,
                "1.7: low dissipation",
            ),
            (Energies::Hard, "1.8", &self.hard, "1.8b: a hard impact"),
        ] {
            if wanted(own) {
                let impact = hit.impact();
                let mut panel = panel(name).with(case::exact_energy("exact", &impact));
                let courses = case::by_every_method(impact, rate)?;
                panel.series.extend(case::energies(&impact, &courses));
                for (method, course) in courses {
                    let end = left(&impact, course.v_out);
                    note(
                        format!("{key} {}", method.key()),
                        course.hamiltonian_error,
                        end,
                    );
                }
                panels.push(panel);
            }
        }
        for (own, key, hit, name) in [
            (
                Energies::GentleMended,
                "1.10",
                &self.gentle,
                "1.10: Heun mended, low dissipation",
            ),
            (
                Energies::HardMended,
                "1.11",
                &self.hard,
                "1.11b: Heun mended, a hard impact",
            ),
        ] {
            if wanted(own) {
                panels.push(mended(name, key, &hit.impact(), rate, &mut note)?);
            }
        }
        let figure = Figure::beside(2, panels);
        facts["figures"] = case::figure_facts(&figure);
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![
                "During: (1.29), relative to the energy lost; at the end: relative to the energy \
                 that should be left."
                    .to_owned(),
            ],
            facts,
            figure,
        })
    }

    fn reduce(&mut self) {
        self.soft.stiffness = 1e5;
    }
}

/// Figure 1.4: the energy before and after as lines.
fn exact(impact: &Impact) -> Panel {
    let (from, to) = (impact.velocity, impact.rebound());
    let level = |h: f64| [(from, h), (to, h)];
    panel("1.4: in closed form")
        .with(case::exact_energy("exact", impact))
        .with(Series::guide(
            "energy before",
            level(impact.energy_before()),
        ))
        .with(Series::guide("energy after", level(impact.energy_after())))
}

/// By how much the energy left is too large \[%\].
fn left(impact: &Impact, v_out: Option<f64>) -> f64 {
    let v_out = v_out.unwrap_or(f64::NAN);
    100.0 * (0.5 * impact.mass * v_out * v_out / impact.energy_after() - 1.0)
}

fn mended(
    name: &str,
    key: &str,
    impact: &Impact,
    rate: Rate,
    note: &mut dyn FnMut(String, f64, f64),
) -> Result<Panel, StudyError> {
    let mut panel = panel(name).with(case::exact_energy("exact", impact));
    for (correction, name) in [
        (Correction::None, "Heun"),
        (Correction::HybridOutput, "Heun, corrected"),
    ] {
        let course = wall::simulate(&Run {
            correction,
            ..Run::plain(*impact, Method::Heun, rate)
        })?;
        let key = format!("{key} {}", name.to_lowercase().replace(", ", " "));
        note(key, course.hamiltonian_error, left(impact, course.v_out));
        let energy = |x: f64, v: f64| 0.5 * impact.mass * v * v + impact.potential(x);
        let points = course.samples.iter().map(|s| (s.v, energy(s.x, s.v)));
        panel = panel.with(case::drawn(name, 0, points));
    }
    Ok(panel)
}
