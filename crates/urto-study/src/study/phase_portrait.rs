//! Velocity over compression: figures 1.1, 1.5, 1.6a, 1.8a, 1.9 and 1.11a.
//!
//! Law:  x(v) of (1.3); with an outside force m·dv/dt = f_e - f, whose rest is
//!       x = (f_e/k)^(1/a) (the printed (1.22) and the rest below (1.23) have it otherwise, and
//!       do not give figure 1.5).
//! Refs: Papetti 2010, sections 1.2 to 1.4.

use super::case::{self, Case};
use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::wall::{self, Correction, Impact, Method, Run};
use crate::{Report, Sheet, StudyError, brief, number};
use serde_json::json;
use urto::{Rate, math};

urto::choice! {
    /// A figure of the thesis.
    pub enum Portrait {
        /// All of them.
        All = "all",
        /// Exact, at one to four times the speed.
        Exact = "1.1",
        /// Under outside forces.
        Pressed = "1.5",
        /// Every method on a long, soft impact.
        Reference = "1.6",
        /// Every method on a hard impact.
        Hard = "1.8",
        /// Heun with its compression bounded.
        Bounded = "1.9",
        /// Heun on a hard impact, mended.
        Mended = "1.11",
    }
}

urto::params! {
    /// Velocity over compression, exact and by every method.
    pub struct PhasePortrait("phase-portrait") {
        /// Which figure.
        figure: Portrait::All, Choice(Portrait), "", Rebuild;
        /// A hard impact: figures 1.1, 1.8 and 1.11.
        hard: Case::hard(), Table(Case), "", Rebuild;
        /// An impact under outside forces: figure 1.5.
        pressed: Case::pressed(), Table(Case), "", Rebuild;
        /// Smallest outside force of figure 1.5; the others are two and three times as large.
        external_force: 0.01, Linear(0.0, 10.0), "N", Rebuild;
        /// A long, soft impact: figure 1.6.
        soft: Case::reference(), Table(Case), "", Rebuild;
        /// An impact that Heun compresses too much: figure 1.9.
        bounded: Case::bounded(), Table(Case), "", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8_000.0, 384_000.0), "Hz", Rebuild;
        /// Steps per sample.
        oversample: 1, Integer(1, 256), "", Rebuild;
        /// Steps per sample where there is no closed form.
        reference: 64, Integer(1, 256), "", Rebuild;
    }
}

fn panel(title: &str) -> Panel {
    Panel::new(
        title,
        Axis::linear("compression x", "m"),
        Axis::linear("velocity v", "m/s"),
    )
}

/// Free motion before and after a contact, a quarter of its depth long.
fn free(impact: &Impact) -> Series {
    let far = -0.25 * impact.max_compression();
    let (v_in, v_out) = (impact.velocity, impact.rebound());
    let gap = (f64::NAN, f64::NAN);
    Series::guide(
        "",
        [(far, v_in), (0.0, v_in), gap, (0.0, v_out), (far, v_out)],
    )
}

impl Experiment for PhasePortrait {
    const TITLE: &'static str = "velocity over compression";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "Figures 1.1, 1.5, 1.6a, 1.8a, 1.9 and 1.11a: exact phase \
         portraits, outside forces, every method beside the closed form, and what corrections do.";

    fn run(&self) -> Result<Report, StudyError> {
        let rate = case::finer(self.rate, self.oversample)?;
        let mut sheet = Sheet::new(
            "Contacts",
            ["", "x_max [m]", "v_out [m/s]", "contact time [s]"],
        );
        let mut facts = json!({});
        let mut panels = Vec::new();
        let wanted = |own: Portrait| self.figure == Portrait::All || self.figure == own;
        let mut note = |key: String, x: f64, v: Option<f64>, time: Option<f64>| {
            let text = |value: Option<f64>| value.map_or("-".to_owned(), |v| number(v, 6));
            sheet.row([key.clone(), number(x, 6), text(v), text(time)]);
            facts[key] = json!({ "x_max": x, "v_out": v, "contact_time": time });
        };
        if wanted(Portrait::Exact) {
            panels.push(self.exact(&mut note));
        }
        if wanted(Portrait::Pressed) {
            panels.push(self.pressed(&mut note)?);
        }
        for (own, key, hit, name) in [
            (
                Portrait::Reference,
                "1.6",
                &self.soft,
                "1.6a: a soft impact",
            ),
            (Portrait::Hard, "1.8", &self.hard, "1.8a: a hard impact"),
        ] {
            if wanted(own) {
                let impact = hit.impact();
                let mut panel = panel(name).with(case::exact_portrait("exact", &impact));
                let courses = case::by_every_method(impact, rate)?;
                panel.series.extend(case::portraits(&courses));
                for (method, course) in courses {
                    let key = format!("{key} {}", method.key());
                    note(
                        key,
                        course.max_compression,
                        course.v_out,
                        course.contact_time,
                    );
                }
                panels.push(panel);
            }
        }
        for (own, key, hit, correction, name) in [
            (
                Portrait::Bounded,
                "1.9",
                &self.bounded,
                Correction::Bound,
                "1.9: compression bounded",
            ),
            (
                Portrait::Mended,
                "1.11",
                &self.hard,
                Correction::HybridOutput,
                "1.11a: Heun mended",
            ),
        ] {
            if wanted(own) {
                panels.push(mended(
                    name,
                    key,
                    &hit.impact(),
                    correction,
                    rate,
                    &mut note,
                )?);
            }
        }
        let figure = Figure::beside(2, panels);
        facts["figures"] = case::figure_facts(&figure);
        Ok(Report {
            sheets: vec![sheet],
            notes: Vec::new(),
            facts,
            figure,
        })
    }

    fn reduce(&mut self) {
        self.reference = 8;
        self.soft.stiffness = 1e5;
    }
}

type Note<'a> = dyn FnMut(String, f64, Option<f64>, Option<f64>) + 'a;

impl PhasePortrait {
    /// Figure 1.1.
    fn exact(&self, note: &mut Note) -> Panel {
        let mut panel = panel("1.1: at one to four times the speed");
        for times in 1..=4 {
            let mut impact = self.hard.impact();
            impact.velocity *= f64::from(times);
            let name = format!("{} m/s", brief(impact.velocity));
            note(
                format!("1.1 exact {name}"),
                impact.max_compression(),
                Some(impact.rebound()),
                Some(impact.contact_time()),
            );
            panel = panel
                .with(case::exact_portrait(&name, &impact))
                .with(free(&impact));
        }
        let mu = self.hard.dissipation;
        if mu > 0.0 {
            let far = panel.series.iter().flat_map(|s| &s.points).map(|p| p.0);
            let far = far.fold(0.0, f64::max);
            let limit = [(0.0, -1.0 / mu), (far, -1.0 / mu)];
            panel = panel.with(Series::guide("-1/mu", limit));
        }
        panel
    }

    /// Figure 1.5.
    fn pressed(&self, note: &mut Note) -> Result<Panel, StudyError> {
        let impact = self.pressed.impact();
        let mut panel =
            panel("1.5: under outside forces").with(case::exact_portrait("0 N", &impact));
        for times in 1..=3 {
            let outside = f64::from(times) * self.external_force;
            let course = wall::simulate(&Run {
                outside,
                ..Run::plain(impact, Method::Rk4, case::finer(self.rate, self.reference)?)
            })?;
            let name = format!("{} N", brief(outside));
            let key = format!("1.5 rk4 {name}");
            note(
                key,
                course.max_compression,
                course.v_out,
                course.contact_time,
            );
            let exact = impact.pressed(outside);
            let (v_out, time) = exact.release.unzip();
            let key = format!("1.5 zero finding {name}");
            note(key, exact.max_compression, v_out, time);
            let points = course.samples.iter().map(|s| (s.x, s.v));
            panel = panel.with(Series::line(name, points));
            let rest = math::pow(outside / impact.stiffness, 1.0 / impact.exponent);
            panel = panel.with(Series::marks("", [(rest, 0.0)]).styled(times as usize));
        }
        Ok(panel)
    }
}

/// Heun with and without a correction.
fn mended(
    name: &str,
    key: &str,
    impact: &Impact,
    correction: Correction,
    rate: Rate,
    note: &mut Note,
) -> Result<Panel, StudyError> {
    let mut panel = panel(name).with(case::exact_portrait("exact", impact));
    for (correction, name) in [(Correction::None, "Heun"), (correction, "Heun, corrected")] {
        let course = wall::simulate(&Run {
            correction,
            ..Run::plain(*impact, Method::Heun, rate)
        })?;
        let key = format!("{key} {}", name.to_lowercase().replace(", ", " "));
        note(
            key,
            course.max_compression,
            course.v_out,
            course.contact_time,
        );
        let points = course.samples.iter().map(|s| (s.x, s.v));
        panel = panel.with(case::drawn(name, 0, points));
    }
    let most = impact.max_compression();
    let guide = [(most, impact.rebound()), (most, impact.velocity)];
    Ok(panel.with(Series::guide("greatest compression", guide)))
}
