//! Adhesion map: how much of the motion bends bristles, and how much slips.

use super::{Experiment, Paper};
use crate::StudyError;
use crate::plot::{Axis, Figure, Panel, Series};
use crate::report::{Report, Sheet, number};
use crate::rubbing::Law;
use crate::shared::{law_of, study_params};
use serde_json::json;
use urto::Rate;
use urto::contact::{Bristles, Contact, ElastoPlastic, Meeting};

study_params! {
    /// Bristles are bent at steady velocities, and watched.
    pub struct AdhesionMap("adhesion-map") {
        @forces(0.22, 0.44);
        @bristles(0.1, 1e4, 0.1, 0.4);
        /// Elastic deflection as a share of coulomb_force/bristle_stiffness.
        breakaway: 0.7, Linear(0.0, 0.99), "", Rebuild;
        /// Steps in which bristles bend to their steady deflection.
        steps: 400, Integer(50, 10_000), "", Rebuild;
    }
}

/// Velocities shown, as shares of the Stribeck velocity.
const SHARES: [f64; 3] = [0.3, 0.8, 2.0];

impl AdhesionMap {
    fn law(&self) -> Law {
        law_of!(self)
    }

    /// Drives bristles at `velocity` from where they are and notes (z, alpha) as
    /// dz/dt = v·(1 - alpha·z/z_ss) has it.
    fn watch(&self, contact: &mut ElastoPlastic, velocity: f64, rate: Rate) -> Vec<(f64, f64)> {
        let steady = self.law().steady_deflection(velocity);
        let gained = velocity * rate.step();
        let mut points = Vec::new();
        for _ in 0..20 * self.steps {
            let before = contact.state();
            drag(contact, gained);
            let (bent, middle) = (contact.state() - before, 0.5 * (contact.state() + before));
            // Where hardly anything bends any more, or nothing is bent, nothing can be read.
            if bent.abs() < 1e-3 * gained.abs() {
                break;
            }
            if middle.abs() > 0.02 * steady {
                points.push((
                    middle,
                    (1.0 - bent / gained) * steady / middle * velocity.signum(),
                ));
            }
        }
        points
    }
}

/// One step over a rigid surface.
fn drag(contact: &mut ElastoPlastic, gained: f64) {
    let meeting = Meeting {
        gained,
        ..Meeting::default()
    };
    contact.begin();
    let force = contact.alone(&meeting);
    contact.commit(force, gained);
}

impl Experiment for AdhesionMap {
    const TITLE: &'static str = "when bristles hold and when they slip";
    const PAPER: Paper = Paper::Friction;
    const SHOWS: &'static str = "Figure 3: elastic below break-away, plastic from the steady \
        deflection on, and elastic again when the motion turns.";

    fn run(&self) -> Result<Report, StudyError> {
        let law = self.law();
        let elastic = law.elastic_deflection();
        let most = law.steady_deflection(0.0);
        let mut sheet = Sheet::new(
            "",
            [
                "velocity [m/s]",
                "z_ba [µm]",
                "z_ss [µm]",
                "worst difference of α",
            ],
        );
        let axis = || Axis::linear("deflection z", "µm");
        let mut map = Panel::new("", axis(), Axis::linear("α", "").over(-0.05, 1.05));
        let (mut rows, mut worst_of_all) = (Vec::new(), 0.0f64);
        for (style, share) in SHARES.into_iter().enumerate() {
            let velocity = share * self.stribeck_velocity;
            let steady = law.steady_deflection(velocity);
            // As many steps to the steady deflection at every velocity, whatever the rate.
            let hertz = self.steps as f64 * velocity / steady;
            let base = hertz.clamp(Rate::MIN, Rate::MAX);
            let rate = Rate::new(base)?.oversampled((hertz / base).ceil() as u32);
            let mut contact = law.contact(Bristles::ElastoPlastic, rate)?;
            self.watch(&mut contact, -velocity, rate);
            // Bent backwards now: turn, and bend forwards.
            let mut seen = self.watch(&mut contact, velocity, rate);
            // Bent by creeping further than this velocity would: then let go.
            let mut contact = law.contact(Bristles::ElastoPlastic, rate)?;
            for _ in 0..20 * self.steps {
                drag(&mut contact, most / self.steps as f64);
                if contact.state() > 0.98 * most {
                    break;
                }
            }
            seen.extend(self.watch(&mut contact, velocity, rate));
            let worst = seen.iter().fold(0.0f64, |worst, (z, alpha)| {
                worst.max((alpha - law.adhesion(*z, velocity)).abs())
            });
            worst_of_all = worst_of_all.max(worst);
            let micro = |points: &[(f64, f64)]| {
                points
                    .iter()
                    .map(|(z, a)| (1e6 * z, *a))
                    .collect::<Vec<_>>()
            };
            let curve: Vec<(f64, f64)> = (-300..=300)
                .map(|n| most * f64::from(n) / 300.0)
                .map(|z| (z, law.adhesion(z, velocity)))
                .collect();
            map = map.with(
                Series::line(format!("v = {} m/s", number(velocity, 2)), micro(&curve))
                    .styled(style),
            );
            let mut marks: Vec<(f64, f64)> = Vec::new();
            for point in &seen {
                let far = |last: &(f64, f64)| (point.0 - last.0).abs() > most / 15.0;
                if marks.last().is_none_or(far) {
                    marks.push(*point);
                }
            }
            let name = if style == 0 {
                "marks: as the contact bends"
            } else {
                ""
            };
            map = map.with(Series::marks(name, micro(&marks)).styled(style));
            sheet.row([
                number(velocity, 3),
                number(1e6 * elastic, 4),
                number(1e6 * steady, 4),
                number(worst, 2),
            ]);
            rows.push(json!({
                "velocity": velocity,
                "elastic_deflection": elastic,
                "steady_deflection": steady,
                "points": curve,
                "measured": seen,
                "error_max": worst,
            }));
        }
        map = map.with(Series::guide(
            "z_ba",
            [(1e6 * elastic, 0.0), (1e6 * elastic, 1.0)],
        ));
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![
                "Equations (7) and (8) with |z| and |z_ss|: as printed, they fail for negative \
                 deflections."
                    .to_owned(),
            ],
            facts: json!({ "velocities": rows, "error_max": worst_of_all }),
            figure: Figure::new([map]),
        })
    }

    fn reduce(&mut self) {
        self.steps = 100;
    }
}
