//! Attacks: what stiffness, dissipation and exponent do to the first milliseconds.

use super::{Experiment, Paper};
use crate::StudyError;
use crate::bar::{self, BarStrike, Varied};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::report::{Report, Sheet, number};
use crate::shared::study_params;
use serde_json::json;
use urto::Rate;

study_params! {
    /// A hammer strikes a bar of three modes, twice in each panel.
    pub struct Attack("attack") {
        /// Mass of the hammer.
        mass: 1e-3, Log(1e-4, 1.0), "kg", Rebuild;
        /// Stiffness of the contact where it is not varied.
        stiffness: 5e10, Log(1e3, 1e13), "N/m^a", Rebuild;
        /// Dissipation of the contact where it is not varied.
        dissipation: 0.5, Linear(0.0, 10.0), "s/m", Rebuild;
        /// Exponent of the contact where it is not varied.
        exponent: 2.5, Linear(1.0, 4.0), "", Rebuild;
        /// Stiffness of the long initial bump.
        stiffness_low: 1e8, Log(1e3, 1e13), "N/m^a", Rebuild;
        /// Stiffness of the short one.
        stiffness_high: 1e12, Log(1e3, 1e13), "N/m^a", Rebuild;
        /// Dissipation of the blow that gives more to the higher partials.
        dissipation_low: 0.01, Linear(0.0, 10.0), "s/m", Rebuild;
        /// Dissipation of the other.
        dissipation_high: 1.0, Linear(0.0, 10.0), "s/m", Rebuild;
        /// Exponent of the blow with several contacts.
        exponent_low: 1.5, Linear(1.0, 4.0), "", Rebuild;
        /// Exponent of the blow with one.
        exponent_high: 2.5, Linear(1.0, 4.0), "", Rebuild;
        /// Mass of the hammer where the exponent is varied: only one about as heavy as a mode is
        /// still there when the bar comes back.
        bouncing_mass: 0.01, Log(1e-4, 1.0), "kg", Rebuild;
        @struck();
        /// How much of the attack is shown.
        duration: 5e-3, Log(1e-4, 0.1), "s", Rebuild;
        @finely(16);
    }
}

impl Attack {
    fn blow(&self) -> BarStrike {
        BarStrike {
            mass: self.mass,
            stiffness: self.stiffness,
            dissipation: self.dissipation,
            exponent: self.exponent,
            velocity: self.velocity,
            pitch: self.pitch,
            q: self.q,
            modal_mass: self.modal_mass,
        }
    }
}

impl Experiment for Attack {
    const TITLE: &'static str = "first milliseconds of a struck bar";
    const PAPER: Paper = Paper::Impacts;
    const SHOWS: &'static str = "Figure 4: (a) short and long initial bumps, (b) more or less \
        energy in higher partials, (c) one or several contacts.";

    fn run(&self) -> Result<Report, StudyError> {
        // The displacement is drawn step by step: a sample would hide the contacts.
        let fine = Rate::new(self.rate)?.oversampled(self.oversample as u32);
        let steps = (self.duration * fine.hertz()) as usize;
        let heavy = BarStrike {
            mass: self.bouncing_mass,
            ..self.blow()
        };
        let pairs = [
            (
                "(a)",
                Varied::Stiffness,
                self.blow(),
                [self.stiffness_high, self.stiffness_low],
            ),
            (
                "(b)",
                Varied::Dissipation,
                self.blow(),
                [self.dissipation_low, self.dissipation_high],
            ),
            (
                "(c)",
                Varied::Exponent,
                heavy,
                [self.exponent_low, self.exponent_high],
            ),
        ];
        let mut sheet = Sheet::new(
            "",
            [
                "",
                "contact time [ms]",
                "contacts",
                "greatest force [N]",
                "greatest displacement [µm]",
            ],
        );
        let (mut panels, mut blows) = (Vec::new(), Vec::new());
        let mut notes = vec![
            "Several contacts need a hammer about as heavy as a mode: a lighter one has left \
             before the bar comes back."
                .to_owned(),
        ];
        for (title, varied, blow, values) in pairs {
            let (key, letter, unit) = varied.words();
            let mut panel = Panel::new(
                format!("{title} m = {} kg", number(blow.mass, 2)),
                Axis::linear("time", "ms"),
                Axis::linear("displacement", "µm"),
            );
            for value in values {
                let struck = bar::strike(&varied.put(&blow, value), fine, 1, steps)?;
                let time = |n: usize| (n + 1) as f64 * fine.step();
                let points: Vec<(f64, f64)> = struck
                    .bar
                    .iter()
                    .enumerate()
                    .map(|(n, x)| (time(n), *x))
                    .collect();
                let most = struck.force.iter().fold(0.0f64, |most, f| most.max(*f));
                let reach = struck.bar.iter().fold(0.0f64, |most, x| most.max(x.abs()));
                let name = format!("{letter} = {} {unit}", number(value, 2));
                sheet.row([
                    format!("{title} {}", name.trim_end()),
                    number(1e3 * struck.contact_time.unwrap_or(f64::NAN), 4),
                    struck.contacts.to_string(),
                    number(most, 4),
                    number(1e6 * reach, 4),
                ]);
                panel = panel.with(Series::line(
                    format!("{} ({} contacts)", name.trim_end(), struck.contacts)
                        .replace("(1 contacts)", "(1 contact)"),
                    points.iter().map(|(t, x)| (1e3 * t, 1e6 * x)),
                ));
                blows.push(json!({
                    "panel": title.trim_matches(['(', ')']),
                    "parameter": key,
                    "value": value,
                    "mass": blow.mass,
                    "contact_time": struck.contact_time,
                    "contacts": struck.contacts,
                    "force_max": most,
                    "displacement_max": reach,
                    "displacement": points,
                }));
            }
            panels.push(panel);
        }
        for note in bar::strike(&self.blow(), fine, 1, 0)?.notes {
            notes.push(note);
        }
        Ok(Report {
            sheets: vec![sheet],
            notes,
            facts: json!({ "blows": blows }),
            figure: Figure::new(panels),
        })
    }

    fn reduce(&mut self) {
        self.oversample = 4;
        self.duration = 3e-3;
    }
}
