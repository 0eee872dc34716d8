//! One impact of a mass on a rigid wall, simulated by any method and in closed form.
//!
//! Law:  m·dv/dt = f_e - f, f = k·x^a·(1 + mu·v) while x > 0. With f_e there is no closed form;
//!       what is exact is then found as the zeros of v(t) and x(t).
//! Refs: Papetti 2010, sections 1.2 and 1.3.

use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::wall::{self, Correction, Course, Impact, Method, Run};
use crate::{Report, Sheet, StudyError, number};
use serde_json::{Value as Json, json};
use urto::Rate;

urto::params! {
    /// A mass strikes a rigid wall.
    pub struct ImpactWall("impact-wall") {
        /// Mass of the body.
        mass: 0.01, Log(1e-4, 1.0), "kg", Rebuild;
        /// Stiffness `k` in `f = k·x^a·(1 + mu·v)`.
        stiffness: 1e9, Log(1e3, 1e13), "N/m^a", Rebuild;
        /// Exponent `a`.
        exponent: 1.5, Linear(1.0, 3.5), "", Rebuild;
        /// Dissipation `mu`.
        dissipation: 0.5, Linear(0.0, 10.0), "s/m", Rebuild;
        /// Speed at first touch.
        velocity: 1.0, Log(1e-3, 20.0), "m/s", Rebuild;
        /// Constant force on the mass, towards the wall if positive.
        external_force: 0.0, Linear(-100.0, 100.0), "N", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8_000.0, 384_000.0), "Hz", Rebuild;
        /// Steps per sample.
        oversample: 1, Integer(1, 256), "", Rebuild;
        /// Time from the start to the touch, in steps.
        phase: 0.0, Linear(0.0, 1.0), "", Rebuild;
        /// How it is stepped.
        scheme: Method::DgPhi, Choice(Method), "", Rebuild;
        /// How closed forms mend the thesis' methods.
        correction: Correction::None, Choice(Correction), "", Rebuild;
        /// Largest error of the approximate output velocity at which a correction sets it.
        threshold: 0.1, Linear(0.0, 100.0), "%", Rebuild;
    }
}

impl ImpactWall {
    fn impact(&self) -> Impact {
        Impact {
            mass: self.mass,
            stiffness: self.stiffness,
            exponent: self.exponent,
            dissipation: self.dissipation,
            velocity: self.velocity,
        }
    }
}

/// What is measured of an impact.
struct Measured {
    v_out: Option<f64>,
    /// At the release itself; v_out is that of the next sample.
    v_release: Option<f64>,
    restitution: Option<f64>,
    contact_time: Option<f64>,
    max_compression: f64,
    h_out: Option<f64>,
    energy_error: Option<f64>,
}

impl Measured {
    fn exact(impact: &Impact) -> Self {
        Self {
            v_out: Some(impact.rebound()),
            v_release: Some(impact.rebound()),
            restitution: Some(impact.restitution()),
            contact_time: Some(impact.contact_time()),
            max_compression: impact.max_compression(),
            h_out: Some(impact.energy_after()),
            energy_error: Some(0.0),
        }
    }

    /// Under an outside force, by zero finding.
    fn pressed(impact: &Impact, outside: f64) -> Self {
        let found = impact.pressed(outside);
        let v_out = found.release.map(|(v, _)| v);
        Self {
            v_out,
            v_release: v_out,
            restitution: v_out.map(|v| v.abs() / impact.velocity),
            contact_time: found.release.map(|(_, time)| time),
            max_compression: found.max_compression,
            h_out: v_out.map(|v| 0.5 * impact.mass * v * v),
            energy_error: v_out.map(|_| 0.0),
        }
    }

    fn simulated(impact: &Impact, course: &Course, exact: &Measured) -> Self {
        let h_out = course.v_release.map(|v| 0.5 * impact.mass * v * v);
        let error = |h: f64| Some((h - exact.h_out?) / impact.energy_before());
        Self {
            v_out: course.v_out,
            v_release: course.v_release,
            restitution: course.v_release.map(|v| v.abs() / impact.velocity),
            contact_time: course.contact_time,
            max_compression: course.max_compression,
            h_out,
            energy_error: h_out.and_then(error),
        }
    }

    fn facts(&self) -> Json {
        json!({
            "v_out": self.v_out,
            "v_release": self.v_release,
            "restitution": self.restitution,
            "contact_time": self.contact_time,
            "max_compression": self.max_compression,
            "h_out": self.h_out,
            "energy_error": self.energy_error,
        })
    }

    /// Names, units and values.
    fn rows(&self) -> [(&'static str, &'static str, Option<f64>); 6] {
        [
            ("velocity after", "m/s", self.v_release),
            ("restitution", "", self.restitution),
            ("contact time", "s", self.contact_time),
            ("greatest compression", "m", Some(self.max_compression)),
            ("energy after", "J", self.h_out),
            ("energy error, of that before", "", self.energy_error),
        ]
    }
}

impl Experiment for ImpactWall {
    const TITLE: &'static str = "a mass strikes a rigid wall";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "One impact by any method beside the closed forms (sections 1.2 \
         and 1.3): rebound, contact time, compression and energy; under an outside force (section \
         1.2.2) beside what zero finding gives.";

    fn run(&self) -> Result<Report, StudyError> {
        let impact = self.impact();
        let rate = Rate::new(self.rate)?.oversampled(self.oversample as u32);
        let course = wall::simulate(&Run {
            impact,
            method: self.scheme,
            outside: self.external_force,
            rate,
            phase: self.phase,
            correction: self.correction,
            threshold: self.threshold,
        })?;
        let has_exact = self.external_force == 0.0;
        let exact = match has_exact {
            true => Measured::exact(&impact),
            false => Measured::pressed(&impact, self.external_force),
        };
        let found = Measured::simulated(&impact, &course, &exact);
        let mut facts = found.facts();
        facts["exact"] = exact.facts();
        if has_exact {
            facts["exact"]["points"] = points(&impact);
        }
        let finite = |value: f64| (has_exact && value.is_finite()).then_some(value);
        facts["compression_error_percent"] = json!(finite(course.compression_error));
        facts["hamiltonian_error_percent"] = json!(finite(course.hamiltonian_error));
        facts["steps"] = json!(course.steps);
        facts["softened"] = json!(course.softened);
        Ok(Report {
            sheets: vec![sheet(self.scheme, &found, &exact)],
            notes: self.notes(&course),
            facts,
            figure: self.figure(&course, has_exact),
        })
    }
}

/// Velocity, compression and energy along the contact, in closed form.
fn points(impact: &Impact) -> Json {
    let shares = [1.0, 0.9, 0.75, 0.5, 0.25, 0.0];
    let inward = shares.map(|share| share * impact.velocity);
    let outward = shares.map(|share| share * impact.rebound());
    let all = inward.iter().chain(outward.iter().rev().skip(1));
    all.map(|v| json!([v, impact.compression(*v), impact.energy(*v)]))
        .collect()
}

fn sheet(scheme: Method, found: &Measured, exact: &Measured) -> Sheet {
    let mut sheet = Sheet::new("", ["", "unit", scheme.name(), "exact"]);
    let rows = found.rows();
    for (index, (name, unit, value)) in rows.into_iter().enumerate() {
        let text = |value: Option<f64>| value.map_or("-".to_owned(), |v| number(v, 10));
        let exact = text(exact.rows()[index].2);
        sheet.row([name.to_owned(), unit.to_owned(), text(value), exact]);
    }
    sheet
}

impl ImpactWall {
    fn notes(&self, course: &Course) -> Vec<String> {
        let mut notes = Vec::new();
        if course.v_out.is_none() {
            let steps = course.steps;
            notes.push(match course.finite {
                true => format!("The mass did not leave the wall within {steps} steps."),
                false => {
                    "The simulation is unstable here: its numbers grew without end.".to_owned()
                }
            });
        }
        if course.softened {
            notes.push(
                "The contact is shorter than the rate can carry and was softened; restitution \
                 does not depend on it."
                    .to_owned(),
            );
        }
        if self.external_force != 0.0 {
            notes.push(
                "With an outside force there is no closed form: what is exact here is found as \
                 zeros of velocity and place, and is empty where the mass stays on the wall. The \
                 velocity after is that at the release (v_release); v_out, that of the next \
                 sample, has the force's work since."
                    .to_owned(),
            );
            if self.correction.is_hybrid() || self.correction == Correction::Bound {
                notes.push(
                    "Only the output velocity can be mended under an outside force.".to_owned(),
                );
            }
        } else if self.scheme == Method::Euler && self.correction.is_hybrid() {
            notes.push(
                "Forward Euler cannot be mended fully: its first sample in contact has the plain \
                 compression."
                    .to_owned(),
            );
        }
        notes
    }

    fn figure(&self, course: &Course, has_exact: bool) -> Figure {
        let impact = self.impact();
        let sweep = impact.velocities(200).into_iter();
        let name = format!("{} at {} kHz", self.scheme.name(), self.rate / 1000.0);
        let times_over = match self.oversample {
            1 => String::new(),
            n => format!(" × {n}"),
        };
        let name = name + &times_over;
        let mut phase = Panel::new(
            "Phase portrait",
            Axis::linear("compression x", "m"),
            Axis::linear("velocity v", "m/s"),
        );
        let mut force = Panel::new(
            "Compression and force",
            Axis::linear("compression x", "m"),
            Axis::linear("force f", "N"),
        );
        if has_exact {
            let exact: Vec<(f64, f64)> = sweep.map(|v| (impact.compression(v), v)).collect();
            let forces = exact.iter().map(|(x, v)| (*x, impact.force(*x, *v)));
            force = force.with(Series::line("exact", forces));
            phase = phase.with(Series::line("exact", exact));
        }
        let drawn = |points: Vec<(f64, f64)>| match course.samples.len() {
            0..=60 => Series::marks(name.clone(), points).styled(4),
            _ => Series::line(name.clone(), points).styled(1),
        };
        let samples = course.samples.iter();
        phase = phase.with(drawn(samples.clone().map(|s| (s.x, s.v)).collect()));
        force = force.with(drawn(samples.map(|s| (s.x, s.force)).collect()));
        Figure::beside(2, [phase, force])
    }
}
