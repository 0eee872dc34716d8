//! Helmholtz map: which motion arises, over bow position and bow force.

use super::{Experiment, Paper};
use crate::bar::spread;
use crate::bounded;
use crate::bow::{Bowing, Kind, Rubs};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::report::{Report, Sheet, number};
use crate::rubbing::Law;
use crate::shared::study_params;
use crate::{StudyError, Watch};
use core::f64::consts::PI;
use serde_json::json;
use urto::{Rate, math};

study_params! {
    /// A string is bowed at many places with many forces.
    pub struct HelmholtzMap("helmholtz-map") {
        /// One over the time a wave takes along the string and back.
        frequency: 147.0, Log(20.0, 4e3), "Hz", Rebuild;
        /// Wave impedance.
        impedance: 0.55, Log(1e-3, 1e2), "kg/s", Rebuild;
        /// Quality factor: per period the bridge leaves exp(-pi/q).
        q: 500.0, Log(10.0, 1e5), "", Rebuild;
        /// Speed of the bow.
        bow_velocity: 0.1, Log(1e-3, 5.0), "m/s", Rebuild;
        /// Bow position nearest to the bridge, as a share of the length.
        position_low: 0.02, Log(0.01, 0.5), "", Rebuild;
        /// Bow position farthest from the bridge.
        position_high: 0.3, Log(0.01, 0.5), "", Rebuild;
        /// Positions tried.
        positions: 18, Integer(1, 100), "", Rebuild;
        /// Least bow force.
        force_low: 0.05, Log(1e-3, 100.0), "N", Rebuild;
        /// Greatest bow force.
        force_high: 20.0, Log(1e-3, 100.0), "N", Rebuild;
        /// Forces tried.
        forces: 18, Integer(1, 100), "", Rebuild;
        /// Coefficient at which bristles break loose.
        static_friction: 0.4, Log(1e-3, 5.0), "", Rebuild;
        /// Coefficient while bristles slide fast.
        dynamic_friction: 0.2, Log(1e-3, 5.0), "", Rebuild;
        @bristles(0.2, 1e4, 0.1, 0.0);
        /// Elastic deflection as a share of the sliding one.
        breakaway: 0.7, Linear(0.0, 0.99), "", Rebuild;
        /// Corner of the low-pass at the bridge.
        cutoff: 8e3, Log(200.0, 1e5), "Hz", Rebuild, expert;
        /// Time in which the bow comes to speed.
        ramp: 0.02, Log(1e-4, 1.0), "s", Rebuild, expert;
        /// How long each is bowed; the last quarter is measured.
        duration: 1.2, Log(0.1, 30.0), "s", Rebuild;
        @finely(1);
    }
}

impl HelmholtzMap {
    fn kind(&self, position: f64, force: f64, rate: Rate) -> Result<Kind, StudyError> {
        let bowing = Bowing {
            frequency: self.frequency,
            impedance: self.impedance,
            q: self.q,
            cutoff: self.cutoff,
            inharmonicity: 0.0,
            position,
            velocity: self.bow_velocity,
            ramp: self.ramp,
        };
        let law = Law {
            coulomb: self.dynamic_friction * force,
            stiction: self.static_friction.max(self.dynamic_friction) * force,
            stribeck: self.stribeck_velocity,
            stiffness: self.bristle_stiffness,
            damping: self.bristle_damping,
            viscosity: self.viscosity,
            breakaway: self.breakaway,
        };
        let from = 0.75 * self.duration;
        let motion = bowing.play(&Rubs::Bristles(law), rate, self.duration, from)?;
        Ok(motion.regime(self.bow_velocity, self.frequency).kind())
    }

    /// Schelleng's limits of the bow force at a position \[N\], least and greatest. A bridge that
    /// leaves exp(-pi/q) of a wave is a resistance of 2·Z·q/pi.
    fn schelleng(&self, position: f64) -> (f64, f64) {
        let fall = self.static_friction - self.dynamic_friction;
        let (z, v) = (self.impedance, self.bow_velocity);
        let bridge = 2.0 * z * self.q / PI;
        let least = z * z * v / (2.0 * bridge * position * position * fall);
        (least, 2.0 * z * v / (position * fall))
    }
}

/// More steps than this are refused: some seconds.
const MOST_STEPS: f64 = 4e7;
/// Letters for the table, in the order of [`Kind::ALL`].
const LETTERS: [&str; 4] = [".", "m", "H", "r"];

impl Experiment for HelmholtzMap {
    const TITLE: &'static str = "motions of a string over bow place and force";
    const PAPER: Paper = Paper::Friction;
    const SHOWS: &'static str = "Section 4.2's several regimes: over bow position and bow force, \
        where the string slips once a period, more often, or never repeats.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        if self.position_low > self.position_high || self.force_low > self.force_high {
            return Err(StudyError::Refused(
                "position_low must not lie above position_high, nor force_low above force_high"
                    .to_owned(),
            ));
        }
        let rate = Rate::new(self.rate)?.oversampled(self.oversample as u32);
        let runs = (self.positions * self.forces) as f64;
        let remedy = "a coarser map, a shorter time or a lower rate";
        bounded(runs * self.duration * rate.hertz(), MOST_STEPS, remedy)?;
        let positions = spread(
            self.position_low,
            self.position_high,
            self.positions as usize,
            true,
        );
        let forces = spread(self.force_low, self.force_high, self.forces as usize, true);
        let mut found = Vec::new();
        for force in watch.over(forces.iter(), (0.0, 1.0)) {
            for position in &positions {
                found.push((*position, *force, self.kind(*position, *force, rate)?));
            }
        }
        let mut head = vec!["force [N] \\ position".to_owned()];
        head.extend(positions.iter().map(|p| number(*p, 2)));
        let mut sheet = Sheet::new("", head);
        for (force, row) in forces.iter().zip(found.chunks(positions.len())).rev() {
            let letter =
                |kind: Kind| LETTERS[Kind::ALL.iter().position(|k| *k == kind).unwrap_or(0)];
            let mut cells = vec![number(*force, 2)];
            cells.extend(row.iter().map(|(_, _, kind)| letter(*kind).to_owned()));
            sheet.row(cells);
        }
        let mut panel = Panel::new(
            "",
            Axis::log("bow position", "share of length"),
            // Room for the legend above the map.
            Axis::log("bow force", "N").over(self.force_low / 1.3, self.force_high * 80.0),
        );
        let mut counts = serde_json::Map::new();
        for kind in Kind::ALL {
            let of_kind = found.iter().filter(|(_, _, k)| *k == kind);
            let points: Vec<(f64, f64)> = of_kind.map(|(p, f, _)| (*p, *f)).collect();
            counts.insert(kind.name().to_owned(), json!(points.len()));
            if !points.is_empty() {
                panel = panel.with(Series::marks(kind.name(), points));
            }
        }
        if self.static_friction > self.dynamic_friction && self.positions > 1 {
            let limit = |which: fn((f64, f64)) -> f64| {
                let inside = positions.iter().map(|p| (*p, which(self.schelleng(*p))));
                inside
                    .filter(|(_, f)| (self.force_low..=self.force_high).contains(f))
                    .collect::<Vec<_>>()
            };
            panel = panel
                .with(Series::line("Schelleng's greatest force", limit(|l| l.1)))
                .with(Series::line("Schelleng's least force", limit(|l| l.0)));
        }
        let helmholtz = found.iter().filter(|(_, _, kind)| *kind == Kind::Helmholtz);
        let mean_log = |values: Vec<f64>| {
            let count = values.len() as f64;
            math::exp(values.iter().map(|v| math::log(*v)).sum::<f64>() / count)
        };
        let centre = mean_log(helmholtz.map(|(_, f, _)| *f).collect());
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![
                "H Helmholtz (one slip a period), m multiple slip, r raucous, . no stick-slip."
                    .to_owned(),
                "Every run starts from rest; what it settles in depends on that.".to_owned(),
            ],
            facts: json!({
                "counts": counts,
                "helmholtz_force": centre.is_finite().then_some(centre),
                "points": found.iter().map(|(p, f, kind)| json!([p, f, kind.name()])).collect::<Vec<_>>(),
            }),
            figure: Figure::new([panel]),
        })
    }

    fn reduce(&mut self) {
        self.positions = 3;
        self.forces = 4;
        self.duration = 0.5;
    }
}
