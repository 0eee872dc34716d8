//! A mug that is tapped at the same place, standing in three ways.
//!
//! Law:  what presses on a place damps the modes that move it, in proportion to its load; which places
//!       these are goes by how the mug stands.
//! Step: the mug comes to rest, is tapped, and is heard while it lies there.
//! Refs: Zheng & James 2011, sections 5.3 and 6, figure 4.

use super::{Experiment, Paper};
use crate::contact::decibels;
use crate::contact::examples::{Length, Which};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::{Report, Sheet, StudyError, Watch, number};
use serde_json::{Value as Json, json};
use std::sync::Arc;
use urto::Rate;
use urto_multibody::Simulation;
use urto_multibody::sound::{How, listen};

urto::params! {
    /// A mug is tapped upright, on its side, and upside down.
    pub struct MugPoses("mug-poses") {
        /// How much of it is moved.
        length: Length::Whole, Choice(Length), "", Rebuild;
        /// How hard it is tapped.
        tap: 4e-3, Log(1e-5, 1e-1), "N*s", Rebuild;
    }
}

/// Samples a second of what is heard.
const RATE: f64 = 48_000.0;
/// Samples of a point of the curve of loudness: 5 ms.
const FRAME: usize = 240;
/// The decay is read between these levels of what is still to come \[dB\].
const READ: [f64; 2] = [-5.0, -25.0];

const POSES: [(Which, &str); 3] = [
    (Which::MugUpright, "upright"),
    (Which::MugOnItsSide, "on its side"),
    (Which::MugUpsideDown, "upside down"),
];

/// A mug as it was heard from its tap on.
struct Tapped {
    samples: Vec<f64>,
    /// Contacts that press before the tap.
    contacts: usize,
}

impl MugPoses {
    fn tapped(&self, which: Which) -> Result<Tapped, StudyError> {
        let mut scene = which.example().scene()?;
        scene.seconds = self.length.of(scene.seconds);
        let at = scene.blows.iter().map(|own| own.time);
        let at = at.fold(0.0, f64::max).min(0.5 * scene.seconds);
        for blow in &mut scene.blows {
            let size = blow.impulse.iter().map(|x| x * x).sum::<f64>().sqrt();
            blow.impulse = blow.impulse.map(|x| self.tap * x / size);
            blow.time = at;
        }
        let scene = Arc::new(scene);
        let mut simulation = Simulation::new(&scene)?;
        while simulation.world().time() < at - scene.settings.step && simulation.step() {}
        let pressing = |own: &&urto_multibody::Contact| own.impulse != [0.0; 3];
        let contacts = simulation
            .world()
            .contacts()
            .iter()
            .filter(pressing)
            .count();
        let run = simulation.finish(|_| ());
        let how = How {
            rate: Rate::new(RATE)?,
            seconds: Some(scene.seconds),
            space: None,
            each: false,
            threads: 1,
            progress: &|_| (),
        };
        let heard = listen(&scene, &run, &how);
        let from = (at * RATE) as usize;
        let samples = heard.channels.first().map_or(&[][..], |own| own);
        Ok(Tapped {
            samples: samples[from.min(samples.len())..].to_vec(),
            contacts,
        })
    }
}

/// The time in which what is heard falls off by 60 dB \[s\], by the energy that is still to come
/// (Schroeder's integral): a line through it between two levels. `None` if it does not fall so far.
fn decay(samples: &[f64]) -> Option<f64> {
    let mut to_come: Vec<f64> = samples
        .iter()
        .rev()
        .scan(0.0, |sum, own| {
            *sum += own * own;
            Some(*sum)
        })
        .collect();
    to_come.reverse();
    let whole = *to_come.first()?;
    let level = |own: f64| 0.5 * decibels(own / whole.max(f64::MIN_POSITIVE));
    let below = |least: f64| to_come.iter().position(|own| level(*own) < least);
    let [from, to] = [below(READ[0])?, below(READ[1])?];
    // Of the silence at the end, which is all that is left then, nothing is to be read.
    if to <= from || to_come[to] <= 0.0 {
        return None;
    }
    let seconds = (to - from) as f64 / RATE;
    Some(60.0 / (READ[0] - READ[1]) * seconds)
}

/// Levels of frames against the loudest \[dB\].
fn course(samples: &[f64]) -> Vec<(f64, f64)> {
    let power = |own: &[f64]| own.iter().map(|x| x * x).sum::<f64>() / own.len() as f64;
    let all: Vec<f64> = samples.chunks(FRAME).map(power).collect();
    let most = all.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let at = |n: usize| (n * FRAME) as f64 / RATE;
    let levels = all.iter().enumerate();
    levels
        .map(|(n, own)| (at(n), (0.5 * decibels(own / most)).max(-100.0)))
        .collect()
}

impl Experiment for MugPoses {
    const TITLE: &'static str = "a mug that stands in three ways";
    const PAPER: Paper = Paper::Contact;
    const SHOWS: &'static str = "Figure 4: tapped at the same place, a mug rings longer or shorter by \
        how it stands.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        let mut sheet = Sheet::new("Decay", ["the mug stands", "places it rests on", "T60 [s]"]);
        let mut panel = Panel::new(
            "Loudness after the tap",
            Axis::linear("time", "s"),
            Axis::linear("level", "dB").over(-100.0, 0.0),
        );
        let mut all: Vec<Json> = Vec::new();
        for (which, name) in watch.over(POSES.into_iter(), (0.0, 1.0)) {
            let own = self.tapped(which)?;
            let decay = decay(&own.samples);
            let told = decay.map_or_else(|| "-".to_owned(), |own| number(own, 3));
            sheet.row([name.to_owned(), own.contacts.to_string(), told]);
            panel = panel.with(Series::line(name, course(&own.samples)));
            all.push(json!({ "pose": name, "contacts": own.contacts, "decay": decay }));
        }
        let decays = all.iter().map(|own| own["decay"].as_f64());
        let most = decays.clone().flatten().fold(0.0, f64::max);
        let least = decays.flatten().fold(f64::INFINITY, f64::min);
        let ratio = (least.is_finite() && least > 0.0).then_some(most / least);
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![ratio.map_or_else(
                || "Too short to read a decay from.".to_owned(),
                |own| format!("The longest is {} times the shortest.", number(own, 3)),
            )],
            facts: json!({ "poses": all, "ratio": ratio }),
            figure: Figure::new([panel]),
        })
    }

    fn reduce(&mut self) {
        self.length = Length::Begin;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::{LN_1000, exp, sin};

    /// A sine that falls off by 60 dB in a known time, which is read back.
    #[test]
    fn a_known_decay_is_read() {
        for wanted in [0.1, 0.6] {
            let sample = |n: usize| {
                let t = n as f64 / RATE;
                exp(-LN_1000 * t / wanted) * sin(6000.0 * t)
            };
            let samples: Vec<f64> = (0..48_000).map(sample).collect();
            let found = decay(&samples).unwrap();
            assert!((found / wanted - 1.0).abs() < 0.02, "{found} {wanted}");
        }
        assert_eq!(decay(&[]), None);
        assert_eq!(decay(&[0.0; 100]), None);
    }
}
