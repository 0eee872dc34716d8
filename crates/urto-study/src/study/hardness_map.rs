//! Hardness map: from stiffness and dissipation to contact time and centroid, and back.

use super::centroid::hear;
use super::{Experiment, Paper};
use crate::bar::{self, BarStrike, Varied};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::report::{Report, Sheet, number, percent};
use crate::shared::study_params;
use crate::{StudyError, Watch};
use serde_json::json;
use urto::{Rate, math};

study_params! {
    /// Straight lines through what a struck bar does, in logarithmic scales.
    pub struct HardnessMap("hardness-map") {
        /// Mass of the hammer.
        mass: 1e-3, Log(1e-4, 1.0), "kg", Rebuild;
        /// Exponent of the contact.
        exponent: 2.5, Linear(1.0, 4.0), "", Rebuild;
        /// Stiffness while dissipation is varied.
        stiffness: 5e10, Log(1e3, 1e13), "N/m^a", Rebuild;
        /// Dissipation while stiffness is varied.
        dissipation: 0.1, Log(1e-4, 10.0), "s/m", Rebuild;
        /// Softest contact of the fit.
        stiffness_low: 1e9, Log(1e3, 1e13), "N/m^a", Rebuild;
        /// Stiffest contact of the fit.
        stiffness_high: 1e12, Log(1e3, 1e13), "N/m^a", Rebuild;
        /// Least dissipation of the fit.
        dissipation_low: 0.01, Log(1e-4, 10.0), "s/m", Rebuild;
        /// Most dissipation of the fit; beyond about 0.3 s/m the centroid turns and rises again.
        dissipation_high: 0.3, Log(1e-4, 10.0), "s/m", Rebuild;
        /// Contact time asked of the inverse map.
        contact_time: 4e-4, Log(1e-6, 0.1), "s", Rebuild;
        /// Mean centroid asked of the inverse map.
        centroid: 1115.0, Log(20.0, 2e4), "Hz", Rebuild;
        @struck();
        /// Values of each number in the fit.
        sweep: 13, Integer(3, 41), "", Rebuild;
        /// Sample rate at which the sound is measured.
        rate: 44_100.0, Log(8e3, 3.84e5), "Hz", Rebuild;
        /// Steps per sample.
        oversample: 16, Integer(1, 64), "", Rebuild;
    }
}

/// A straight line in logarithms of ten.
#[derive(Clone, Copy, Debug)]
struct LogLine {
    slope: f64,
    offset: f64,
    /// Greatest deviation of the points from it, as a ratio.
    worst: f64,
}

impl LogLine {
    /// Least squares.
    fn through(points: &[(f64, f64)]) -> Self {
        let logs: Vec<(f64, f64)> = points
            .iter()
            .map(|(x, y)| (math::log10(*x), math::log10(*y)))
            .collect();
        let count = logs.len() as f64;
        let mean_x = logs.iter().map(|p| p.0).sum::<f64>() / count;
        let mean_y = logs.iter().map(|p| p.1).sum::<f64>() / count;
        let spread: f64 = logs.iter().map(|(x, _)| (x - mean_x) * (x - mean_x)).sum();
        let shared: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
        let slope = shared / spread;
        let mut line = Self {
            slope,
            offset: mean_y - slope * mean_x,
            worst: 0.0,
        };
        line.worst = points.iter().fold(0.0, |worst, (x, y)| {
            (y / line.at(*x) - 1.0).abs().max(worst)
        });
        line
    }

    fn at(&self, x: f64) -> f64 {
        math::pow(10.0, self.offset + self.slope * math::log10(x))
    }
}

/// Equation (13) in logarithms: (lg t0, lg c) = a·(lg k, lg mu) + offset, with a12 = 0.
struct Map {
    a11: f64,
    a21: f64,
    a22: f64,
    t0: f64,
    c0: f64,
}

impl Map {
    fn forward(&self, stiffness: f64, dissipation: f64) -> (f64, f64) {
        let (k, mu) = (math::log10(stiffness), math::log10(dissipation));
        let time = math::pow(10.0, self.a11 * k + self.t0);
        (
            time,
            math::pow(10.0, self.a21 * k + self.a22 * mu + self.c0),
        )
    }

    fn inverse(&self, contact_time: f64, centroid: f64) -> (f64, f64) {
        let k = (math::log10(contact_time) - self.t0) / self.a11;
        let mu = (math::log10(centroid) - self.c0 - self.a21 * k) / self.a22;
        (math::pow(10.0, k), math::pow(10.0, mu))
    }
}

impl HardnessMap {
    fn blow(&self) -> BarStrike {
        BarStrike {
            mass: self.mass,
            stiffness: self.stiffness,
            dissipation: self.dissipation,
            exponent: self.exponent,
            velocity: self.velocity,
            pitch: self.pitch,
            q: self.q,
            modal_mass: self.modal_mass,
        }
    }

    /// Contact time and mean centroid.
    fn measure(&self, blow: &BarStrike) -> Result<(f64, f64), StudyError> {
        let heard = hear(blow, Rate::new(self.rate)?, self.oversample as u32, 0.1)?;
        Ok((heard.contact_time, heard.mean))
    }
}

/// Measured points and the line through them.
fn panel(
    title: &str,
    x: Axis,
    y: Axis,
    points: &[(f64, f64)],
    line: &LogLine,
    scale: f64,
) -> Panel {
    let along = bar::spread(points[0].0, points[points.len() - 1].0, 101, true);
    Panel::new(title, x, y)
        .with(Series::marks(
            "measured",
            points.iter().map(|(x, y)| (*x, scale * y)),
        ))
        .with(Series::line(
            format!("slope {}", number(line.slope, 3)),
            along.into_iter().map(|x| (x, scale * line.at(x))),
        ))
}

impl Experiment for HardnessMap {
    const TITLE: &'static str = "from contact to hardness, and back";
    const PAPER: Paper = Paper::Impacts;
    const SHOWS: &'static str = "Figure 5 and equation (13): straight lines through contact time \
        and centroid, the affine map they make, and its inverse.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        if self.stiffness_low >= self.stiffness_high
            || self.dissipation_low >= self.dissipation_high
        {
            return Err(StudyError::Refused(
                "a fit needs room: stiffness_low must lie below stiffness_high, and \
                 dissipation_low below dissipation_high"
                    .to_owned(),
            ));
        }
        let count = self.sweep as usize;
        let (mut times, mut by_stiffness, mut by_dissipation) = (vec![], vec![], vec![]);
        let stiffnesses = bar::spread(self.stiffness_low, self.stiffness_high, count, true);
        for k in watch.over(stiffnesses.into_iter(), (0.0, 0.5)) {
            let (time, centroid) = self.measure(&Varied::Stiffness.put(&self.blow(), k))?;
            times.push((k, time));
            by_stiffness.push((k, centroid));
        }
        let dissipations = bar::spread(self.dissipation_low, self.dissipation_high, count, true);
        for mu in watch.over(dissipations.into_iter(), (0.5, 1.0)) {
            let (_, centroid) = self.measure(&Varied::Dissipation.put(&self.blow(), mu))?;
            by_dissipation.push((mu, centroid));
        }
        let lines = [&times, &by_stiffness, &by_dissipation].map(|points| LogLine::through(points));
        let map = Map {
            a11: lines[0].slope,
            a21: lines[1].slope,
            a22: lines[2].slope,
            t0: lines[0].offset,
            // The line over stiffness was measured at the given dissipation.
            c0: lines[1].offset - lines[2].slope * math::log10(self.dissipation),
        };
        let (k, mu) = map.inverse(self.contact_time, self.centroid);
        let (back_time, back_centroid) = map.forward(k, mu);
        // Only what the contact law takes can be tried.
        let reachable = (1e3..=1e13).contains(&k) && (1e-6..=100.0).contains(&mu);
        let blow = BarStrike {
            stiffness: k,
            dissipation: mu,
            ..self.blow()
        };
        let (time, centroid) = if reachable {
            self.measure(&blow)?
        } else {
            (f64::NAN, f64::NAN)
        };
        let mut fits = Sheet::new(
            "Straight lines in logarithms of ten",
            ["", "slope", "offset", "worst point [%]"],
        );
        for (name, line) in ["t0(k)", "c_av(k)", "c_av(µ)"].iter().zip(&lines) {
            fits.row([
                (*name).to_owned(),
                number(line.slope, 4),
                number(line.offset, 5),
                percent(100.0 * line.worst, false),
            ]);
        }
        let mut asked = Sheet::new(
            "The inverse map, tried",
            ["", "asked", "by the map", "simulated", "error [%]"],
        );
        let error = |found: f64, wanted: f64| percent(100.0 * (found / wanted - 1.0), true);
        asked.row([
            "contact time [ms]".to_owned(),
            number(1e3 * self.contact_time, 4),
            number(1e3 * back_time, 4),
            number(1e3 * time, 4),
            error(time, self.contact_time),
        ]);
        asked.row([
            "mean centroid [Hz]".to_owned(),
            number(self.centroid, 5),
            number(back_centroid, 5),
            number(centroid, 5),
            error(centroid, self.centroid),
        ]);
        let mut notes = vec![
            format!(
                "The inverse map gives k = {} and µ = {} s/m.",
                number(k, 4),
                number(mu, 4)
            ),
            "Dissipation hardly moves the centroid, so that the inverse is steep: a few hertz \
             are decades of dissipation."
                .to_owned(),
        ];
        if !reachable {
            notes
                .push("These lie outside what the contact law takes, so nothing was tried.".into());
        }
        let k_axis = || Axis::log("k", "N/m^a");
        let c_axis = || Axis::linear("mean centroid", "Hz");
        let figure = Figure::new([
            panel(
                "(a)",
                k_axis(),
                Axis::log("contact time", "ms"),
                &times,
                &lines[0],
                1e3,
            ),
            panel("(b)", k_axis(), c_axis(), &by_stiffness, &lines[1], 1.0),
            panel(
                "(c)",
                Axis::log("µ", "s/m"),
                c_axis(),
                &by_dissipation,
                &lines[2],
                1.0,
            ),
        ]);
        let finite = |value: f64| value.is_finite().then_some(value);
        Ok(Report {
            sheets: vec![fits, asked],
            notes,
            facts: json!({
                "map": {
                    "matrix": [[map.a11, 0.0], [map.a21, map.a22]],
                    "offset": [map.t0, map.c0],
                    "scale": "log10",
                },
                "inverse": {
                    "matrix": [
                        [1.0 / map.a11, 0.0],
                        [-map.a21 / (map.a11 * map.a22), 1.0 / map.a22],
                    ],
                    "offset": [
                        -map.t0 / map.a11,
                        (map.a21 * map.t0 / map.a11 - map.c0) / map.a22,
                    ],
                },
                "worst": lines.map(|line| line.worst),
                "stiffness": k,
                "dissipation": mu,
                "contact_time": finite(time),
                "centroid_mean": finite(centroid),
                "points": {
                    "contact_time_over_stiffness": times,
                    "centroid_over_stiffness": by_stiffness,
                    "centroid_over_dissipation": by_dissipation,
                },
            }),
            figure,
        })
    }

    fn reduce(&mut self) {
        self.oversample = 2;
        self.sweep = 3;
    }
}
