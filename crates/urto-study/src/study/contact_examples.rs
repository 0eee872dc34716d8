//! The paper's table 2 with urto's figures beside: how large each example is, and what it takes.
//!
//! Refs: Zheng & James 2011, section 6, table 2.

use super::{Experiment, Paper};
use crate::contact::examples::{EXAMPLES, Example, Length, Row};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::{Report, Sheet, StudyError, Watch, number};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use std::time::Instant;
use urto::Rate;
use urto_multibody::Simulation;
use urto_multibody::scene::{Drive, Form, Scene};
use urto_multibody::sound::{How, listen};

urto::params! {
    /// Each example is moved and heard, on one core.
    pub struct ContactExamples("table-2") {
        /// How much of each is moved.
        length: Length::Whole, Choice(Length), "", Rebuild;
    }
}

/// Samples a second of what is heard.
const RATE: f64 = 48_000.0;
/// Cores that the paper had.
const CORES: f64 = 8.0;

/// What an example is and takes.
struct Taken {
    vertices: usize,
    freedoms: usize,
    modes: usize,
    /// \[s\]
    seconds: f64,
    moving: f64,
    hearing: f64,
    problems: u64,
    /// Share of problems with a residual above 1e-6, and above 1e-3.
    above: [f64; 2],
    last_resorts: u64,
    /// Energy that contacts gave, against the most that was at play.
    given: f64,
}

/// Vertices of its meshes, and freedoms of its motion.
fn size(scene: &Scene) -> [usize; 2] {
    let (mut vertices, mut freedoms) = (0, 0);
    for body in &scene.bodies {
        if matches!(body.drive, Drive::Free) {
            freedoms += 6;
        }
        if let Form::Mesh(mesh) = &body.form {
            vertices += mesh.surface().vertices().len();
            if let Some(highest) = body.flexible {
                freedoms += mesh.modes().filter(|own| own.frequency <= highest).count();
            }
        }
    }
    [vertices, freedoms]
}

impl ContactExamples {
    fn take(&self, example: &Example) -> Result<Taken, StudyError> {
        let mut scene = example.scene()?;
        scene.seconds = self.length.of(scene.seconds);
        let [vertices, freedoms] = size(&scene);
        let scene = Arc::new(scene);
        let begun = Instant::now();
        let run = Simulation::new(&scene)?.finish(|_| ());
        let moving = begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        let how = How {
            rate: Rate::new(RATE)?,
            seconds: None,
            space: None,
            each: false,
            threads: 1,
            progress: &|_| (),
        };
        let heard = listen(&scene, &run, &how);
        let hearing = begun.elapsed().as_secs_f64();
        let statistics = &run.summary.statistics;
        let problems = statistics.problems;
        let energy = run.summary.energy;
        Ok(Taken {
            vertices,
            freedoms,
            modes: heard.bodies.iter().map(|own| own.modes).sum(),
            seconds: scene.seconds,
            moving,
            hearing,
            problems,
            above: statistics
                .above
                .map(|own| own as f64 / problems.max(1) as f64),
            last_resorts: statistics.last_resorts,
            given: statistics.given / (energy[0].abs() + energy[1].abs()).max(f64::MIN_POSITIVE),
        })
    }
}

/// Cells of the paper's row, and of ours.
fn cells(row: Row, own: &Taken) -> Vec<String> {
    let per_second = |hours: f64| 3600.0 * CORES * hours / row.seconds;
    let both = |paper: String, own: String| format!("{paper} / {own}");
    let figures = |paper: f64, own: f64| both(number(paper, 2), number(own, 2));
    vec![
        row.name.to_owned(),
        both(row.vertices.to_string(), own.vertices.to_string()),
        both(row.freedoms.to_string(), own.freedoms.to_string()),
        both(row.modes.to_string(), own.modes.to_string()),
        figures(row.seconds, own.seconds),
        figures(per_second(row.hours), own.moving / own.seconds),
        figures(row.sound / row.seconds, own.hearing / own.seconds),
    ]
}

impl Experiment for ContactExamples {
    const TITLE: &'static str = "the examples: how large, and what they take";
    const PAPER: Paper = Paper::Contact;
    const SHOWS: &'static str = "Table 2 with urto's figures beside: its examples are coarser and \
        smaller. Times are this machine's, and differ from run to run.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        let mut table = Sheet::new(
            "Paper / urto",
            [
                "example",
                "surface vertices",
                "freedoms of motion",
                "modes heard",
                "time [s]",
                "motion, core s per s",
                "sound, s per s",
            ],
        );
        let mut solved = Sheet::new(
            "How well contacts were solved",
            [
                "example",
                "problems",
                "above 1e-6",
                "above 1e-3",
                "last resorts",
                "energy given",
            ],
        );
        let mut all: Vec<Json> = Vec::new();
        let [mut theirs, mut ours] = [Vec::new(), Vec::new()];
        for example in watch.over(EXAMPLES.iter(), (0.0, 1.0)) {
            let own = self.take(example)?;
            if let Some(row) = example.row {
                table.row(cells(row, &own));
                let cost = 3600.0 * CORES * row.hours / row.seconds;
                theirs.push((f64::from(row.freedoms), cost));
                ours.push((own.freedoms as f64, own.moving / own.seconds));
            }
            let share = |own: f64| format!("{} %", number(100.0 * own, 2));
            solved.row([
                example.key.to_owned(),
                own.problems.to_string(),
                share(own.above[0]),
                share(own.above[1]),
                own.last_resorts.to_string(),
                number(own.given, 2),
            ]);
            all.push(json!({
                "example": example.key, "vertices": own.vertices, "freedoms": own.freedoms,
                "modes": own.modes, "seconds": own.seconds, "moving": own.moving,
                "hearing": own.hearing, "problems": own.problems, "above_1e-6": own.above[0],
                "above_1e-3": own.above[1], "last_resorts": own.last_resorts, "given": own.given,
            }));
        }
        let panel = Panel::new(
            "What motion takes",
            Axis::log("freedoms of motion", ""),
            Axis::log("core seconds for a second", "s"),
        )
        .with(Series::marks("paper, 8 cores of 2009", theirs))
        .with(Series::marks("urto, one core", ours));
        Ok(Report {
            sheets: vec![table, solved],
            notes: vec![
                "The paper tells hours on eight cores for the whole example, here divided by its \
                 length; whether all eight worked all the time it does not say. Its meshes have 10 \
                 to 1000 times as many vertices."
                    .to_owned(),
            ],
            facts: json!({ "examples": all }),
            figure: Figure::new([panel]),
        })
    }

    fn reduce(&mut self) {
        self.length = Length::Begin;
    }
}
