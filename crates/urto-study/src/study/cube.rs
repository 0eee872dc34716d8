//! A cube of masses after a push: its edges alone fold up, all pairs joined keep its shape.
//!
//! Refs: Villeneuve & Leonard 2019, section 6.1, figure 6.

use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::{Report, Sheet, StudyError, brief, number};
use serde_json::json;
use urto_mi::{Lattice, MassId, MassNetwork, Model, Spring, advisor};

urto::params! {
    /// Eight masses at the corners of a cube, held together by springs, get a push.
    pub struct Cube("cube") {
        /// Force of the push, for one step with a mass of 1: a corner upwards, and the opposite
        /// one of its face by a fifth of it to the side.
        push: 0.01, Log(1e-6, 0.1), "", Rebuild;
        /// Stiffness K of its springs: force per metre with a step and a mass of 1.
        stiffness: 0.01, Log(1e-5, 0.25), "", Rebuild;
        /// Damping Z of its springs: force per speed with a step and a mass of 1.
        damping: 1e-3, Linear(0.0, 0.01), "", Rebuild;
        /// How long it is watched.
        duration: 0.45, Log(1e-3, 20.0), "s", Rebuild;
        /// Steps a second.
        rate: 44_100.0, Log(8e3, 1.92e5), "Hz", Rebuild;
    }
}

/// Which masses are joined: up to this many edges' lengths apart.
const KINDS: [(&str, &str, f64); 3] = [
    ("edges", "edges alone", 1.0),
    ("faces", "edges and faces", 1.5),
    ("all", "every pair", 1.8),
];
/// Points of a curve.
const POINTS: usize = 2000;

impl Cube {
    fn build(&self, span: f64) -> Result<(Model, Vec<MassId>), StudyError> {
        let mut model = Model::new(self.rate)?;
        let spring: Spring = model.discrete(self.stiffness, self.damping);
        let lattice = Lattice {
            counts: [2; 3],
            spacing: 1.0,
            mass: 1.0,
            spring,
            span,
            ..Lattice::default()
        };
        let masses = lattice.build(&mut model, "corner")?;
        Ok((model, masses))
    }

    /// Volume over time after a push, of 1.
    fn course(&self, model: &Model, masses: &[MassId]) -> Result<Vec<f64>, StudyError> {
        let mut network = MassNetwork::new(model)?;
        let newtons = self.push * self.rate * self.rate;
        network.push(masses[3], [0.0, 0.0, newtons]);
        network.push(masses[0], [0.2 * newtons, 0.0, 0.0]);
        let steps = (self.duration * self.rate) as usize;
        let stepped = (0..steps).map(|_| {
            network.step();
            volume(&network, masses)
        });
        Ok(stepped.collect())
    }
}

/// Volume of the box that the edges at the first corner span.
fn volume(network: &MassNetwork, masses: &[MassId]) -> f64 {
    let corner = network.position(masses[0]);
    let edge = |n: usize| -> [f64; 3] {
        let end = network.position(masses[n]);
        core::array::from_fn(|k| end[k] - corner[k])
    };
    let (a, b, c) = (edge(1), edge(2), edge(4));
    let cross = [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ];
    cross.iter().zip(c).map(|(x, y)| x * y).sum::<f64>().abs()
}

impl Experiment for Cube {
    const TITLE: &'static str = "which springs keep a cube in shape";
    const PAPER: Paper = Paper::Masses;
    const SHOWS: &'static str = "Figure 6: a cube with springs along its 12 edges collapses after \
        a small push; with springs between all 28 pairs it swings and comes back to its volume.";

    fn run(&self) -> Result<Report, StudyError> {
        let steps = self.duration * self.rate * KINDS.len() as f64;
        crate::masses::bounded(8, steps)?;
        let mut sheet = Sheet::new(
            "",
            [
                "joined",
                "springs",
                "ways to collapse",
                "smallest volume",
                "volume at the end",
            ],
        );
        let mut panel = Panel::new(
            "",
            Axis::linear("time", "s"),
            Axis::linear("volume", "of the cube's own"),
        );
        let mut facts = json!({});
        for (key, name, span) in KINDS {
            let (model, masses) = self.build(span)?;
            let advice = advisor::check(&model);
            let course = self.course(&model, &masses)?;
            let last = course.last().copied().unwrap_or(1.0);
            let least = course.iter().copied().fold(1.0, f64::min);
            let springs = model.links().len();
            sheet.row([
                name.to_owned(),
                springs.to_string(),
                advice.zero_modes.to_string(),
                number(least, 5),
                number(last, 5),
            ]);
            let every = course.len().div_ceil(POINTS).max(1);
            let points = course.iter().enumerate().step_by(every);
            panel = panel.with(Series::line(
                name,
                points.map(|(n, own)| (n as f64 / self.rate, *own)),
            ));
            facts[key] = json!({
                "springs": springs,
                "rigid_modes": advice.rigid_modes,
                "zero_modes": advice.zero_modes,
                "least_volume": least,
                "volume": last,
            });
        }
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![format!(
                "Ways to collapse are motions that no spring resists, besides the six of the \
                 cube as a whole; the push is {}.",
                brief(self.push)
            )],
            facts,
            figure: Figure::new([panel]),
        })
    }
}
