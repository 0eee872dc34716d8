//! Steady sliding: friction over velocity, and whether the step keeps it.

use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::report::{Report, Sheet, number};
use crate::rubbing::Law;
use crate::shared::{law_of, study_params};
use crate::{StudyError, Watch};
use serde_json::json;
use urto::Rate;
use urto::contact::{Bristles, Contact, Meeting};

study_params! {
    /// Two rigid surfaces slide on each other at a steady velocity.
    pub struct FrictionSteady("friction-steady") {
        @forces(0.22, 0.44);
        @bristles(0.1, 1e4, 0.1, 0.4);
        /// Elastic deflection as a share of coulomb_force/bristle_stiffness.
        breakaway: 0.7, Linear(0.0, 0.99), "", Rebuild;
        /// Slowest velocity.
        slowest: 1e-4, Log(1e-6, 10.0), "m/s", Rebuild;
        /// Fastest velocity.
        fastest: 1.0, Log(1e-6, 10.0), "m/s", Rebuild;
        @finely(1);
    }
}

/// Steps after which a velocity is given up as too slow for these bristles.
const MOST_STEPS: f64 = 5e6;
/// Bristles approach sliding within N of their deflections, to rounding.
const DEFLECTIONS: f64 = 40.0;

impl FrictionSteady {
    fn law(&self) -> Law {
        law_of!(self)
    }

    /// 1, 2 and 5 in every decade, both directions.
    fn velocities(&self) -> Vec<f64> {
        let mut all = Vec::new();
        for tens in [1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1.0] {
            for digit in [1.0, 2.0, 5.0, 10.0] {
                let v = digit / tens;
                let inside = (self.slowest..=self.fastest).contains(&v);
                if inside && all.last().is_none_or(|last| v > *last) {
                    all.push(v);
                }
            }
        }
        all.iter()
            .rev()
            .map(|v| -v)
            .chain(all.iter().copied())
            .collect()
    }

    /// Force after sliding long enough \[N\]; none if that would take too long.
    fn slide(&self, velocity: f64, rate: Rate) -> Result<Option<f64>, StudyError> {
        let law = self.law();
        let gained = velocity * rate.step();
        let steps = DEFLECTIONS * law.steady_deflection(0.0) / gained.abs() + 64.0;
        if steps > MOST_STEPS {
            return Ok(None);
        }
        let mut contact = law.contact(Bristles::ElastoPlastic, rate)?;
        // Both sides are rigid: the displacement is given.
        let meeting = Meeting {
            gained,
            before: velocity,
            after: velocity,
            ..Meeting::default()
        };
        let mut force = 0.0;
        for _ in 0..steps as u64 {
            contact.begin();
            force = contact.alone(&meeting);
            contact.commit(force, gained);
        }
        Ok(Some(force))
    }
}

impl Experiment for FrictionSteady {
    const TITLE: &'static str = "friction in steady sliding";
    const PAPER: Paper = Paper::Friction;
    const SHOWS: &'static str = "Equations (2) to (6): force over velocity falls from stiction to \
        Coulomb friction, then rises with viscosity.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        if self.slowest > self.fastest {
            return Err(StudyError::Refused(
                "slowest must not lie above fastest".to_owned(),
            ));
        }
        let rate = Rate::new(self.rate)?.oversampled(self.oversample as u32);
        let law = self.law();
        let mut sheet = Sheet::new(
            "",
            [
                "velocity [m/s]",
                "simulated [N]",
                "closed form [N]",
                "difference [N]",
            ],
        );
        let (mut points, mut worst, mut left) = (Vec::new(), 0.0f64, 0);
        for velocity in watch.over(self.velocities().into_iter(), (0.0, 1.0)) {
            let exact = law.steady_force(velocity);
            let Some(force) = self.slide(velocity, rate)? else {
                left += 1;
                continue;
            };
            worst = worst.max((force - exact).abs());
            sheet.row([
                number(velocity, 3),
                number(force, 10),
                number(exact, 10),
                number(force - exact, 2),
            ]);
            points.push((velocity, force));
        }
        let curve = |from: f64, to: f64| {
            let ratio = to / from;
            (0..=200).map(move |n| from * urto::math::pow(ratio, n as f64 / 200.0))
        };
        let ends = (self.slowest, self.fastest.max(2.0 * self.slowest));
        let exact = curve(ends.0, ends.1).map(|v| (v, law.steady_force(v)));
        let forward = points.iter().copied().filter(|(v, _)| *v > 0.0);
        let near = 4.0 * self.stribeck_velocity;
        let both = (-200..=200).map(|n| near * f64::from(n) / 200.0).map(|v| {
            let force = law.steady_force(v);
            // The jump at rest is no slope.
            (v, if v == 0.0 { f64::NAN } else { force })
        });
        let shown = points.iter().copied().filter(|(v, _)| v.abs() <= near);
        let figure = Figure::new([
            Panel::new(
                "",
                Axis::linear("velocity", "m/s"),
                Axis::linear("force", "N"),
            )
            .with(Series::line("closed form", both))
            .with(Series::marks("simulated", shown)),
            Panel::new("", Axis::log("velocity", "m/s"), Axis::linear("force", "N"))
                .with(Series::line("closed form", exact))
                .with(Series::marks("simulated", forward)),
        ]);
        let mut notes = Vec::new();
        if left > 0 {
            notes.push(format!(
                "{left} slow velocities left out: their bristles would need more than {MOST_STEPS:e} \
                 steps to bend."
            ));
        }
        Ok(Report {
            sheets: vec![sheet],
            notes,
            facts: json!({ "points": points, "error_max": worst }),
            figure,
        })
    }

    fn reduce(&mut self) {
        self.slowest = 1e-2;
    }
}
