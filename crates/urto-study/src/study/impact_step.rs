//! Paper 001's own step beside urto's: a hammer on a bar, over the stiffness of the contact.
//!
//! Step: modes and hammer by the bilinear transform, the loop between force and motion by the
//!       K-method and Newton's method (section 2.2); nothing is warped beforehand.
//! Refs: Avanzini & Rocchesso 2004, sections 2.2 and 4.

use super::{Experiment, Paper};
use crate::bar::{self, BarStrike, Struck, spread};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::report::{Report, Sheet, number, percent};
use crate::shared::study_params;
use crate::trapezoid::{self, TrapezoidBlow};
use crate::{StudyError, Watch, bounded, spectrum};
use serde_json::{Value as Json, json};
use urto::{Rate, math};

study_params! {
    /// A hammer strikes a bar by the paper's own step.
    pub struct ImpactStep("impact-step") {
        /// Mass of the hammer.
        mass: 1e-3, Log(1e-4, 1.0), "kg", Rebuild;
        /// Softest contact.
        softest: 1e8, Log(1e3, 1e13), "N/m^a", Rebuild;
        /// Stiffest contact.
        stiffest: 1e13, Log(1e3, 1e13), "N/m^a", Rebuild;
        /// Stiffnesses tried between them.
        sweep: 6, Integer(1, 40), "", Rebuild;
        /// Dissipation of the contact.
        dissipation: 0.5, Linear(0.0, 10.0), "s/m", Rebuild;
        /// Exponent of the contact.
        exponent: 2.5, Linear(1.0, 4.0), "", Rebuild;
        @struck();
        /// How much of the sound is measured.
        duration: 0.1, Log(0.03, 2.0), "s", Rebuild;
        /// Sample rate.
        rate: 44_100.0, Log(8e3, 3.84e5), "Hz", Rebuild;
        /// Steps per sample of the run that both are compared with, by urto's own step.
        reference: 64, Integer(2, 256), "", Rebuild;
    }
}

/// More steps than this are refused: some seconds.
const MOST_STEPS: f64 = 3e7;

/// What is measured of a blow.
struct Heard {
    contact_time: f64,
    contacts: usize,
    /// Velocity of the hammer in the end \[m/s\].
    hammer: f64,
    centroid: f64,
}

impl Heard {
    fn new(struck: &Struck, rate: f64) -> Self {
        let hammer = &struck.hammer;
        let left = match hammer.len() {
            0 | 1 => f64::NAN,
            n => (hammer[n - 1] - hammer[n - 2]) * rate,
        };
        let centroids = spectrum::centroids(&struck.bar, rate);
        Self {
            contact_time: struck.contact_time.unwrap_or(f64::NAN),
            contacts: struck.contacts,
            hammer: left,
            centroid: centroids.iter().sum::<f64>() / centroids.len() as f64,
        }
    }

    /// Errors of contact time, hammer and centroid \[%\].
    fn errors(&self, exact: &Heard) -> [f64; 3] {
        [
            (self.contact_time, exact.contact_time),
            (self.hammer, exact.hammer),
            (self.centroid, exact.centroid),
        ]
        .map(|(own, exact)| 100.0 * (own / exact - 1.0))
    }
}

/// One blow, three ways.
struct Trial {
    stiffness: f64,
    exact: Heard,
    own: Heard,
    paper: Heard,
    blow: TrapezoidBlow,
}

impl ImpactStep {
    fn trial(&self, stiffness: f64) -> Result<Trial, StudyError> {
        let rate = Rate::new(self.rate)?;
        let blow = BarStrike {
            mass: self.mass,
            stiffness,
            dissipation: self.dissipation,
            exponent: self.exponent,
            velocity: self.velocity,
            pitch: self.pitch,
            q: self.q,
            modal_mass: self.modal_mass,
        };
        let samples = spectrum::samples_for(self.duration, self.rate);
        let exact = bar::strike(&blow, rate, self.reference as u32, samples)?;
        let own = bar::strike(&blow, rate, 1, samples)?;
        let paper = trapezoid::strike(&blow, rate, 1, samples);
        Ok(Trial {
            stiffness,
            exact: Heard::new(&exact, self.rate),
            own: Heard::new(&own, self.rate),
            paper: Heard::new(&paper.struck, self.rate),
            blow: paper,
        })
    }
}

impl ImpactStep {
    /// By how much the bilinear transform lowers each partial, as a share.
    fn flat(&self) -> [f64; 3] {
        bar::PARTIALS.map(|number| {
            let ratio = number / bar::PARTIALS[0];
            let y = core::f64::consts::PI * self.pitch * ratio * ratio / self.rate;
            1.0 - math::atan2(y, 1.0) / y
        })
    }
}

fn facts_of(trial: &Trial, rate: f64) -> Json {
    let finite = |value: f64| value.is_finite().then_some(value);
    let errors = |heard: &Heard| {
        let [time, hammer, centroid] = heard.errors(&trial.exact);
        json!({
            "contact_time_percent": finite(time),
            "hammer_percent": finite(hammer),
            "centroid_percent": finite(centroid),
            "contacts": heard.contacts,
        })
    };
    let done = &trial.blow.iterations;
    json!({
        "stiffness": trial.stiffness,
        "contact_samples": trial.exact.contact_time * rate,
        "hammer": trial.exact.hammer,
        "centroid": trial.exact.centroid,
        "contacts": trial.exact.contacts,
        "paper": errors(&trial.paper),
        "urto": errors(&trial.own),
        "iterations_mean": done.mean(),
        "iterations_most": done.most,
        "unconverged": done.failed,
        "broken": done.broken,
        "energy_gain_percent": finite(100.0 * trial.blow.gain),
        "energy_rise_percent": finite(100.0 * trial.blow.rise),
    })
}

impl Experiment for ImpactStep {
    const TITLE: &'static str = "a struck bar by the paper's own step";
    const PAPER: Paper = Paper::Impacts;
    const SHOWS: &'static str = "Section 2.2: bilinear modes, K-method and Newton's method beside \
        urto's own step at the same rate, both against steps a sixty-fourth as long: contact time, \
        hammer, brightness, Newton steps, and the energy that the paper's step makes.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        let each = self.duration * self.rate * (self.reference as f64 + 2.0);
        let remedy = "a shorter time, fewer stiffnesses, a coarser reference or a lower rate";
        bounded(each * self.sweep as f64, MOST_STEPS, remedy)?;
        let (low, high) = (self.softest, self.stiffest.max(self.softest));
        let tried = spread(low, high, self.sweep as usize, true);
        let trials: Vec<Trial> = watch
            .over(tried.into_iter(), (0.0, 1.0))
            .map(|stiffness| self.trial(stiffness))
            .collect::<Result<_, _>>()?;
        let mut errors = Sheet::new(
            "Errors [%]: the paper's step, urto's",
            [
                "k [N/m^a]",
                "contact [samples]",
                "contact time",
                "urto",
                "hammer's velocity",
                "urto",
                "mean centroid",
                "urto",
            ],
        );
        let mut solver = Sheet::new(
            "The paper's step",
            [
                "k [N/m^a]",
                "Newton steps",
                "most",
                "unconverged",
                "most energy above the start [%]",
                "greatest rise in a step [%]",
                "contacts (fine)",
            ],
        );
        for trial in &trials {
            let (paper, own) = (
                trial.paper.errors(&trial.exact),
                trial.own.errors(&trial.exact),
            );
            let name = number(trial.stiffness, 3);
            let mut row = vec![
                name.clone(),
                number(trial.exact.contact_time * self.rate, 3),
            ];
            for (paper, own) in paper.into_iter().zip(own) {
                row.extend([percent(paper, true), percent(own, true)]);
            }
            errors.row(row);
            let done = &trial.blow.iterations;
            solver.row([
                name,
                number(done.mean(), 3),
                done.most.to_string(),
                match done.broken {
                    true => format!("{}, broke", done.failed),
                    false => done.failed.to_string(),
                },
                percent(100.0 * trial.blow.gain, false),
                percent(100.0 * trial.blow.rise, false),
                format!("{} ({})", trial.paper.contacts, trial.exact.contacts),
            ]);
        }
        let rate = self.rate;
        Ok(Report {
            sheets: vec![errors, solver],
            notes: vec![
                "Energy counts hammer, bar and contact; nothing puts any in after the start, so \
                 that every rise is made by the step. urto's makes none."
                    .to_owned(),
                format!(
                    "Bilinear modes lie flat: this bar's by {} % (A.9 of the thesis).",
                    self.flat().map(|share| number(100.0 * share, 2)).join(", ")
                ),
            ],
            facts: json!({
                "trials": trials.iter().map(|trial| facts_of(trial, rate)).collect::<Vec<_>>(),
            }),
            figure: Figure::beside(2, panels(&trials)),
        })
    }

    fn reduce(&mut self) {
        self.sweep = 3;
        self.reference = 8;
        self.duration = 0.05;
    }
}

fn panels(trials: &[Trial]) -> Vec<Panel> {
    let stiffness = || Axis::log("stiffness of the contact", "N/m^a");
    // An error of nothing has no place on a scale of powers.
    let size = |error: f64| if error == 0.0 { 1e-12 } else { error.abs() };
    let mut panels = Vec::new();
    for (n, name) in ["contact time", "hammer's velocity", "mean centroid"]
        .into_iter()
        .enumerate()
    {
        let of = |heard: fn(&Trial) -> &Heard| {
            let all = trials.iter();
            all.map(move |t| (t.stiffness, size(heard(t).errors(&t.exact)[n])))
        };
        panels.push(
            Panel::new(
                format!("Error of the {name}"),
                stiffness(),
                Axis::log("size of the error", "%"),
            )
            .with(Series::marked_line("the paper's step", of(|t| &t.paper)))
            .with(Series::marked_line("urto's step", of(|t| &t.own))),
        );
    }
    let gains = trials
        .iter()
        .map(|t| (t.stiffness, 100.0 * t.blow.rise.max(0.0)));
    panels.push(
        Panel::new(
            "Energy made in one step",
            stiffness(),
            Axis::linear("share of the start", "%"),
        )
        .with(Series::marked_line("the paper's step", gains)),
    );
    panels
}
