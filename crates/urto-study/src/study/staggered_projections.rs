//! The paper's solver beside urto's ladder, on contact problems drawn at random.
//!
//! Law:  both look for Coulomb's law to a millionth; a failure is a residual above that, a bad one above
//!       a thousandth. The scenes go on by urto's solution, and each solver begins with its own last one.
//! Refs: Zheng & James 2011, section 3; Kaufman et al. 2008.

use super::{Experiment, Paper};
use crate::contact::staggered::staggered;
use crate::plot::{Axis, Figure, Panel, Series as Curve};
use crate::{Report, Sheet, StudyError, Watch, number};
use serde_json::{Value as Json, json};
use urto::rng::Rng;
use urto_multibody::solve::sample::{KINDS, Series};
use urto_multibody::solve::{ENOUGH, HOPELESS, solve};

urto::params! {
    /// Boxes, stacks, wedges and piles, each some steps long.
    pub struct StaggeredProjections("staggered-projections") {
        /// Scenes of each of the six kinds.
        scenes: 10, Integer(1, 10), "", Rebuild;
        /// Steps of each scene.
        steps: 10, Integer(2, 10), "", Rebuild;
        /// What scenes are drawn with.
        seed: 1, Integer(0, 1000000), "", Rebuild;
    }
}

/// What both try to reach.
const GOAL: f64 = 1e-6;
/// Below this all residuals are drawn alike.
const LEAST: f64 = 1e-12;

/// What a solver made of the problems of a kind.
#[derive(Default)]
struct Tally {
    residuals: Vec<f64>,
    rounds: Vec<u32>,
}

impl Tally {
    fn add(&mut self, residual: f64, rounds: u32) {
        self.residuals.push(residual);
        self.rounds.push(rounds);
    }

    fn above(&self, bound: f64) -> usize {
        self.residuals.iter().filter(|own| **own > bound).count()
    }

    fn rounds(&self) -> [u32; 2] {
        let mut all = self.rounds.clone();
        all.sort_unstable();
        let at = |share: usize| all.get((all.len() * share / 100).min(all.len().max(1) - 1));
        [50, 99].map(|share| at(share).copied().unwrap_or(0))
    }

    fn facts(&self) -> Json {
        let [median, late] = self.rounds();
        json!({
            "above_1e-6": self.above(ENOUGH), "above_1e-3": self.above(HOPELESS),
            "rounds_p50": median, "rounds_p99": late,
        })
    }
}

impl StaggeredProjections {
    fn scene(&self, rng: &mut Rng, kind: usize, tallies: &mut [Tally; 2]) -> usize {
        let mut series = Series::new(rng, kind);
        let mut warm = [0; 2].map(|_| vec![0.0; 3 * series.contacts()]);
        for _ in 0..self.steps {
            let problem = series.problem(rng);
            let theirs = staggered(&problem, &warm[0], GOAL);
            tallies[0].add(theirs.residual, theirs.turns as u32);
            let ours = solve(&problem, &warm[1], GOAL);
            tallies[1].add(ours.residual, ours.rounds);
            series.take(&ours.impulses);
            warm = [theirs.impulses, ours.impulses];
        }
        series.contacts()
    }
}

/// Which share of problems has a residual of no more than x.
fn shares(all: &[f64]) -> Vec<(f64, f64)> {
    let mut sorted: Vec<f64> = all.iter().map(|own| own.max(LEAST)).collect();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len() as f64;
    let shown = sorted.iter().enumerate();
    shown
        .map(|(n, own)| (*own, 100.0 * (n + 1) as f64 / count))
        .collect()
}

impl Experiment for StaggeredProjections {
    const TITLE: &'static str = "the paper's solver of contacts beside urto's";
    const PAPER: Paper = Paper::Contact;
    const SHOWS: &'static str = "Section 3: how often Staggered Projections and urto's ladder fail on \
        boxes, stacks, wedges and piles; in stacks going to and fro between loads and friction does not \
        end.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        let mut rng = Rng::new(self.seed as u64);
        let mut sheet = Sheet::new(
            format!(
                "Failures at 1e-6 / 1e-3 of {} problems each, and rounds (half of the problems took no \
                 more / 99 %)",
                self.scenes * self.steps
            ),
            ["kind", "contacts", "paper's", "rounds", "urto's", "rounds"],
        );
        let mut kinds: Vec<Json> = Vec::new();
        let mut all = [Vec::new(), Vec::new()];
        for (kind, name) in watch.over(KINDS.iter().enumerate(), (0.0, 1.0)) {
            let mut tallies = [Tally::default(), Tally::default()];
            let mut contacts = 0;
            for _ in 0..self.scenes {
                contacts += self.scene(&mut rng, kind, &mut tallies);
            }
            let mean = contacts as f64 / self.scenes as f64;
            let mut cells = vec![(*name).to_owned(), number(mean, 2)];
            for own in &tallies {
                let [median, late] = own.rounds();
                cells.push(format!("{} / {}", own.above(ENOUGH), own.above(HOPELESS)));
                cells.push(format!("{median} / {late}"));
            }
            sheet.row(cells);
            kinds.push(json!({
                "kind": name, "contacts": mean, "problems": tallies[0].residuals.len(),
                "staggered": tallies[0].facts(), "urto": tallies[1].facts(),
            }));
            for (all, own) in all.iter_mut().zip(tallies) {
                all.extend(own.residuals);
            }
        }
        let names = ["Staggered Projections", "urto's ladder"];
        let mut panel = Panel::new(
            "All kinds together",
            Axis::log("residual", "").over(LEAST, 10.0),
            Axis::linear("problems with no more", "%").over(0.0, 100.0),
        );
        for (name, own) in names.into_iter().zip(&all) {
            panel = panel.with(Curve::line(name, shares(own)));
        }
        panel = panel.with(Curve::guide("a failure", [(ENOUGH, 0.0), (ENOUGH, 100.0)]));
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![
                "Rounds of the paper's solver are turns between loads and friction, at most 60, each \
                 with an active set and up to 200 sweeps; those of urto's are steps of Newton's \
                 method, sweeps and rounds of multipliers. Discs are exact in both: the paper's \
                 polygons lose friction besides."
                    .to_owned(),
            ],
            facts: json!({ "kinds": kinds }),
            figure: Figure::new([panel]),
        })
    }

    fn reduce(&mut self) {
        self.scenes = 1;
        self.steps = 2;
    }
}
