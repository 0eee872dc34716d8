//! Pre-sliding: a load below break-away swings, and the body must stay where it is.

use super::{Experiment, Paper};
use crate::StudyError;
use crate::bounded;
use crate::plot::{Axis, Figure, Panel, Series};
use crate::report::{Report, Sheet, number};
use crate::rubbing::{Law, Rubbed};
use crate::shared::{law_of, study_params};
use serde_json::json;
use urto::Rate;
use urto::contact::Bristles;
use urto::math::{self, TAU};
use urto::object::{Mass, MassParams, Point};
use urto::param::{Declared, Value};

study_params! {
    /// A mass lies on a surface; a small force on it swings.
    pub struct Presliding("presliding") {
        /// The mass.
        mass: 1.0, Log(1e-3, 1e3), "kg", Rebuild;
        /// Steady part of the force.
        load: 0.4, Linear(-1e3, 1e3), "N", Rebuild;
        /// Swinging part of the force.
        swing: 0.2, Linear(0.0, 1e3), "N", Rebuild;
        /// How often it swings.
        load_frequency: 5.0, Log(0.1, 1e3), "Hz", Rebuild;
        /// Time in which the force comes up.
        ramp: 0.1, Log(1e-3, 10.0), "s", Rebuild;
        @forces(1.0, 1.5);
        @bristles(1e-3, 1e5, 316.227_766_016_837_96, 0.4);
        /// Elastic deflection as a share of coulomb_force/bristle_stiffness.
        breakaway: 0.7, Linear(0.0, 0.99), "", Rebuild;
        /// Swings watched.
        cycles: 20, Integer(8, 1000), "", Rebuild;
        @finely(1);
    }
}

/// The models compared: name for people and for programs.
const MODELS: [(Bristles, &str, &str); 3] = [
    (Bristles::ElastoPlastic, "elasto-plastic", "elasto_plastic"),
    (Bristles::LuGre, "LuGre", "lugre"),
    (Bristles::Dahl, "Dahl", "dahl"),
];
/// More steps than this are refused, for each of the models: a few seconds.
const MOST_STEPS: f64 = 5e6;
/// Points of a curve.
const POINTS: usize = 4000;

/// How a body moved.
struct Course {
    /// Time \[s\], force from outside \[N\], place \[m\].
    points: Vec<(f64, f64, f64)>,
    /// Mean place in the sixth and in the last swing \[m\].
    early: f64,
    late: f64,
    most: f64,
}

impl Presliding {
    fn law(&self) -> Law {
        law_of!(self)
    }

    fn push(&self, bristles: Bristles, rate: Rate) -> Result<Course, StudyError> {
        let mass = MassParams {
            mass: self.mass,
            ..MassParams::default()
        };
        let force = MassParams::TABLE
            .find("force")
            .map_err(|e| StudyError::Refused(e.to_string()))?;
        let body = Box::new(Mass::new(&mass, &[], rate)?);
        let contact = Box::new(self.law().contact(bristles, rate)?);
        let mut rubbed = Rubbed::new(body, contact, 0.0, rate)?;
        let cycle = rate.hertz() / self.load_frequency;
        let remedy = "fewer cycles, a faster load or a lower rate";
        bounded(cycle * self.cycles as f64, MOST_STEPS, remedy)?;
        let steps = (cycle * self.cycles as f64) as usize;
        let every = (steps / POINTS).max(1);
        let mut course = Course {
            points: Vec::new(),
            early: 0.0,
            late: 0.0,
            most: f64::MIN,
        };
        let mut counts = (0.0, 0.0);
        for step in 0..steps {
            let time = step as f64 * rate.step();
            let swing = self.swing * math::sin(TAU * self.load_frequency * time);
            let newtons = (time / self.ramp).min(1.0) * (self.load + swing);
            rubbed
                .network
                .set_object(rubbed.body, &force, &Value::Number(newtons));
            rubbed.network.step();
            let place = rubbed.network.look(rubbed.body).displacement(Point(0));
            course.most = course.most.max(place);
            let swings = (step as f64 / cycle) as i64;
            if swings == 5 {
                course.early += place;
                counts.0 += 1.0;
            }
            if swings == self.cycles - 1 {
                course.late += place;
                counts.1 += 1.0;
            }
            if step % every == 0 {
                course.points.push((time, newtons, place));
            }
        }
        course.early /= counts.0;
        course.late /= counts.1;
        Ok(course)
    }
}

impl Experiment for Presliding {
    const TITLE: &'static str = "a load too small to slide under";
    const PAPER: Paper = Paper::Friction;
    const SHOWS: &'static str = "Section 2.1: bristles of LuGre and Dahl creep under a load too \
        small to break them loose; elasto-plastic ones do not.";

    fn run(&self) -> Result<Report, StudyError> {
        let rate = Rate::new(self.rate)?.oversampled(self.oversample as u32);
        let mut sheet = Sheet::new(
            "",
            [
                "",
                "mean of swing 6 [µm]",
                "mean of the last [µm]",
                "drift [µm/s]",
                "farthest [µm]",
            ],
        );
        let mut places = Panel::new("", Axis::linear("time", "s"), Axis::linear("place", "µm"));
        let mut loops = Panel::new(
            "the last swing, from where it begins",
            Axis::linear("place", "µm"),
            Axis::linear("load", "N"),
        );
        let mut facts = serde_json::Map::new();
        let seconds = (self.cycles - 6) as f64 / self.load_frequency;
        let tail = (self.cycles - 1) as f64 / self.load_frequency;
        for (bristles, name, key) in MODELS {
            let course = self.push(bristles, rate)?;
            let drift = (course.late - course.early) / seconds;
            sheet.row([
                name.to_owned(),
                number(1e6 * course.early, 6),
                number(1e6 * course.late, 6),
                number(1e6 * drift, 4),
                number(1e6 * course.most, 6),
            ]);
            let points = course.points.iter();
            places = places.with(Series::line(
                name,
                points.clone().map(|(t, _, x)| (*t, 1e6 * x)),
            ));
            let last: Vec<_> = points.filter(|(t, _, _)| *t >= tail).collect();
            let start = last.first().map_or(0.0, |point| point.2);
            let swing = last.iter().map(|(_, f, x)| (1e6 * (x - start), *f));
            loops = loops.with(Series::line(name, swing));
            facts.insert(
                key.to_owned(),
                json!({
                    "mean_early": course.early,
                    "mean_late": course.late,
                    "drift": drift,
                    "x_max": course.most,
                }),
            );
        }
        Ok(Report {
            sheets: vec![sheet],
            notes: Vec::new(),
            facts: facts.into(),
            figure: Figure::new([places, loops]),
        })
    }

    fn reduce(&mut self) {
        self.cycles = 9;
    }
}
