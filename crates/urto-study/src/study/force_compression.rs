//! Force over compression: figure 1.2.
//!
//! Law:  f(x(v), v) with (1.1) and (1.3): damping opens a loop around k·x^a whose area is the
//!       energy lost.
//! Refs: Papetti 2010, section 1.2.1.

use super::case::{self, Case};
use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::wall::Impact;
use crate::{Report, Sheet, StudyError, brief, number};
use serde_json::json;

urto::params! {
    /// Force over compression at several speeds.
    pub struct ForceCompression("force-compression") {
        /// The slowest impact.
        hit: Case::hard(), Table(Case), "", Rebuild;
        /// How many speeds: one, two, three ... times the first.
        speeds: 4, Integer(1, 8), "", Rebuild;
    }
}

/// Force over compression, and the area that it encloses \[J\].
fn loop_of(impact: &Impact) -> (Vec<(f64, f64)>, f64) {
    let velocities = impact.velocities(2000).into_iter();
    let places = velocities.map(|v| (impact.compression(v), v));
    let points: Vec<_> = places.map(|(x, v)| (x, impact.force(x, v))).collect();
    let strips = points.windows(2);
    let area = strips
        .map(|p| 0.5 * (p[0].1 + p[1].1) * (p[1].0 - p[0].0))
        .sum();
    (points, area)
}

impl Experiment for ForceCompression {
    const TITLE: &'static str = "force over compression";
    const PAPER: Paper = Paper::Thesis;
    const SHOWS: &'static str = "Figure 1.2: the force's loop at several speeds around the curve \
         without dissipation; the area inside is the energy lost.";

    fn run(&self) -> Result<Report, StudyError> {
        let mut sheet = Sheet::new(
            "",
            [
                "speed [m/s]",
                "x_max [m]",
                "f_max [N]",
                "lost [J]",
                "area of the loop [J]",
            ],
        );
        let mut loops = Vec::new();
        let mut panel = Panel::new(
            "Force over compression",
            Axis::linear("compression x", "m"),
            Axis::linear("force f", "N"),
        );
        let mut fastest = self.hit.impact();
        for times in 1..=self.speeds {
            let mut impact = self.hit.impact();
            impact.velocity *= times as f64;
            let (points, area) = loop_of(&impact);
            let most = points.iter().map(|p| p.1).fold(0.0, f64::max);
            let depth = impact.max_compression();
            let cells = [impact.velocity, depth, most, impact.loss(), area];
            sheet.row(cells.map(|cell| number(cell, 6)));
            loops.push(json!({
                "velocity": impact.velocity,
                "x_max": depth,
                "f_max": most,
                "loss": impact.loss(),
                "area": area,
            }));
            let name = format!("{} m/s", brief(impact.velocity));
            panel = panel.with(Series::line(name, points.into_iter().step_by(10)));
            fastest = impact;
        }
        let depth = fastest.max_compression();
        let elastic = (0..=200).map(|n| depth * f64::from(n) / 200.0);
        let elastic = elastic.map(|x| (x, fastest.force(x, 0.0)));
        let figure = Figure::new([panel.with(Series::guide("k·x^a", elastic))]);
        Ok(Report {
            sheets: vec![sheet],
            notes: Vec::new(),
            facts: json!({ "loops": loops, "figures": case::figure_facts(&figure) }),
            figure,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The area of the loop is the energy lost, (1.19).
    #[test]
    fn the_loop_encloses_what_is_lost() {
        for hit in [Case::hard(), Case::gentle(), Case::reference()] {
            let impact = hit.impact();
            let (_, area) = loop_of(&impact);
            assert!(
                (area / impact.loss() - 1.0).abs() < 1e-4,
                "{area} {}",
                impact.loss()
            );
        }
    }
}
