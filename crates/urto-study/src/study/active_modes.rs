//! How many modes the motion of an example follows, and in what steps, as it goes on.
//!
//! Law:  groups of bodies that touch take steps of 1, 2, 4 or 8 base steps; in longer steps modes above
//!       1/(6.5·h) follow their loads without ringing.
//! Refs: Zheng & James 2011, section 4, figures 8, 15, 16 and 17: there by a queue with rollback.

use super::{Experiment, Paper};
use crate::contact::examples::{Length, Moving, Which};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::{Report, Sheet, StudyError, Watch, number};
use serde_json::{Value as Json, json};
use urto_multibody::Pace;

urto::params! {
    /// An example, moved in steps as long as what it does lets them be.
    pub struct ActiveModes("active-modes") {
        /// Which example.
        example: Which::Table, Choice(Which), "", Rebuild;
        /// How much of it is moved.
        length: Length::Whole, Choice(Length), "", Rebuild;
        /// What modes may lose to a longer step, against the energy at play.
        dropped: 1e-5, Log(1e-9, 1e-2), "", Rebuild;
        /// The energy with which a new contact may strike in a longer step, against that at play.
        onset: 1e-7, Log(1e-11, 1e-2), "", Rebuild;
    }
}

/// Points of a curve, at most.
const POINTS: usize = 1000;
/// Base steps in the longest step.
const SIZES: [u32; 4] = [1, 2, 4, 8];

/// Active modes of a body over time.
struct Course {
    name: String,
    body: usize,
    most: usize,
    /// Of each longest step.
    active: Vec<usize>,
}

/// What an example did.
struct Found {
    courses: Vec<Course>,
    /// Steps of bodies of each size, and how many longer ones were taken back.
    sizes: [u64; 4],
    taken_back: u64,
    /// Steps of bodies that base steps alone would have taken.
    base: u64,
    /// Length of a base step, and of a longest one \[s\].
    step: f64,
    long: f64,
}

impl ActiveModes {
    fn go(&self, watch: Watch) -> Result<Found, StudyError> {
        let mut scene = self.example.example().scene()?;
        scene.seconds = self.length.of(scene.seconds);
        let pace = Pace {
            dropped: self.dropped,
            onset: self.onset,
            ..Pace::default()
        };
        scene.settings.pace = Some(pace);
        let step = scene.settings.step;
        let long = step * f64::from(1u32 << pace.longest);
        let steps = (scene.seconds / long).ceil();
        let mut moving = Moving::new(&scene)?;
        let world = moving.world();
        let modes = |n: usize| world.modes(n).map_or(0, |own| own.0.len());
        let names = scene.bodies.iter().enumerate();
        let mut courses: Vec<Course> = names
            .filter(|own| modes(own.0) > 0)
            .map(|(body, own)| Course {
                name: own.name.clone(),
                body,
                most: modes(body),
                active: Vec::new(),
            })
            .collect();
        for _ in watch.over(0..steps as usize, (0.0, 1.0)) {
            moving.step();
            let world = moving.world();
            for own in &mut courses {
                // The shortest step it took; what touches nothing goes on as before.
                let touched = world.contacts().iter();
                let touched = touched.filter(|at| at.bodies.contains(&own.body));
                let h = touched.map(|at| at.step).reduce(f64::min);
                let before = own.active.last().copied().unwrap_or(own.most);
                let now = h.map_or(before, |h| world.ringing_modes(own.body, h));
                own.active.push(now);
            }
        }
        let statistics = moving.world().statistics();
        let sizes = statistics.paces;
        let movable = moving.movable() as u64;
        Ok(Found {
            courses,
            sizes,
            taken_back: statistics.taken_back,
            base: movable * statistics.steps,
            step,
            long,
        })
    }
}

impl Course {
    fn mean(&self) -> f64 {
        self.active.iter().sum::<usize>() as f64 / self.active.len().max(1) as f64
    }

    /// Its curve, as the most of each group of longest steps.
    fn points(&self, long: f64) -> Vec<(f64, f64)> {
        let each = self.active.len().div_ceil(POINTS).max(1);
        let groups = self.active.chunks(each).enumerate();
        groups
            .map(|(n, own)| {
                let most = own.iter().copied().max().unwrap_or(0);
                ((n * each) as f64 * long, most as f64)
            })
            .collect()
    }
}

impl Experiment for ActiveModes {
    const TITLE: &'static str = "modes that an example follows, and its steps";
    const PAPER: Paper = Paper::Contact;
    const SHOWS: &'static str = "Figures 8, 15, 16 and 17: blows wake all modes of what bends, most \
        soon sleep again, and steps grow.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        let found = self.go(watch)?;
        let mut sheet = Sheet::new(
            "Modes that ring in the motion",
            ["body", "modes", "active, mean", "share of time with all"],
        );
        let mut course = Panel::new(
            format!("{}: active modes", self.example.example().key),
            Axis::linear("time", "s"),
            Axis::linear("modes", ""),
        );
        let mut bodies: Vec<Json> = Vec::new();
        for own in &found.courses {
            let whole = own.active.iter().filter(|n| **n == own.most).count() as f64
                / own.active.len().max(1) as f64;
            sheet.row([
                own.name.clone(),
                own.most.to_string(),
                number(own.mean(), 3),
                number(whole, 3),
            ]);
            bodies.push(json!({
                "name": own.name, "modes": own.most, "active": own.mean(), "whole": whole,
            }));
            let end = own.active.len() as f64 * found.long;
            course = course
                .with(Series::line(own.name.clone(), own.points(found.long)))
                .with(Series::guide(
                    format!("all of {}", own.name),
                    [(0.0, own.most as f64), (end, own.most as f64)],
                ));
        }
        let taken: u64 = found.sizes.iter().sum();
        let mut steps = Sheet::new("Steps of bodies", ["length [µs]", "steps", "share [%]"]);
        let share = |own: u64| 100.0 * own as f64 / taken.max(1) as f64;
        for (size, own) in SIZES.into_iter().zip(found.sizes) {
            steps.row([
                number(1e6 * f64::from(size) * found.step, 4),
                own.to_string(),
                number(share(own), 3),
            ]);
        }
        let fewer = found.base as f64 / taken.max(1) as f64;
        // Bars as lines from the ground up.
        let bars = SIZES.into_iter().zip(found.sizes).flat_map(|(size, own)| {
            let at = 1e6 * f64::from(size) * found.step;
            let (left, right) = (0.84 * at, 1.19 * at);
            let high = share(own);
            [
                (left, 0.0),
                (left, high),
                (right, high),
                (right, 0.0),
                (f64::NAN, f64::NAN),
            ]
        });
        let histogram = Panel::new(
            format!("{}: lengths of steps", self.example.example().key),
            Axis::log("length of a step", "µs"),
            Axis::linear("share of steps", "%").over(0.0, 100.0),
        )
        .with(Series::line("", bars));
        Ok(Report {
            sheets: vec![sheet, steps],
            notes: vec![format!(
                "{} times fewer steps of bodies than base steps alone would be; {} longer ones were \
                 taken back because something struck. The paper is 2.6 times as fast on its table, and \
                 6.8 on its marbles, whose tracks bend. While a body touches nothing, its modes are \
                 those of its last contact.",
                number(fewer, 3),
                found.taken_back
            )],
            facts: json!({
                "example": self.example.example().key, "bodies": bodies, "step": found.step,
                "steps": found.sizes, "taken_back": found.taken_back, "fewer": fewer,
            }),
            figure: Figure::new([course, histogram]),
        })
    }

    fn reduce(&mut self) {
        self.length = Length::Begin;
    }
}
