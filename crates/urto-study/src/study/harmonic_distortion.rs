//! A string of masses shaken at one frequency: it answers at that frequency's multiples, too.
//!
//! Law:  across, tension adds a force of third order, so odd multiples; along, the stretch is of
//!       second order, so even ones. Small ones grow as that power of the drive.
//! Refs: Villeneuve & Leonard 2019, section 6.2.1 ("harmonic distortion").

use super::{Experiment, Paper};
use crate::masses::{self, End, tone};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::shared::{study_params, wire_of};
use crate::{Report, Sheet, StudyError, brief, number};
use serde_json::json;
use urto_mi::{Course, Driven, Driver, Heard, Listener, Played};

study_params! {
    /// One end of a string of masses is shaken across it, at one frequency.
    pub struct HarmonicDistortion("harmonic-distortion") {
        /// How far the end is shaken, in distances of masses; it is also shaken with halves of
        /// that, down to a thirty-second.
        amplitude: 1.0, Log(1e-3, 3.0), "", Rebuild;
        /// How often it is shaken, as a share of the lowest mode's frequency.
        drive: 0.6, Linear(0.1, 3.0), "", Rebuild;
        /// Number of the mass that is heard, counted from the held end.
        heard: 5, Integer(1, 126), "", Rebuild;
        /// Time to settle before it is measured.
        settling: 0.5, Log(0.01, 20.0), "s", Rebuild;
        /// Periods of the drive over which it is measured.
        periods: 10, Integer(4, 100), "", Rebuild;
        @wire(1e-3, 2e-3);
    }
}

/// Halvings of the amplitude.
const STEPS: i32 = 5;
/// Multiples of the drive: across the string odd ones, along it even ones.
const MULTIPLES: [(usize, &str); 5] = [
    (1, "across, 1st"),
    (3, "across, 3rd"),
    (5, "across, 5th"),
    (2, "along, 2nd"),
    (4, "along, 4th"),
];

impl HarmonicDistortion {
    /// Amplitudes of the multiples at the mass that is heard \[m\], in the order of [`MULTIPLES`].
    fn shake(&self, amplitude: f64, hertz: f64) -> Result<[f64; 5], StudyError> {
        let (model, masses) = wire_of!(self).build(End::Driven)?;
        // From where it stands: a sine starts at rest's place.
        let driver = Driver {
            mass: masses[masses.len() - 1],
            axis: [0.0, 1.0, 0.0],
            what: Driven::Position,
            course: Course::Sine {
                hertz,
                amplitude,
                phase: 0.0,
            },
        };
        let ear = |axis| Listener::new(masses[self.heard as usize], axis, Heard::Position);
        let ears = [ear([0.0, 1.0, 0.0]), ear([1.0, 0.0, 0.0])];
        let mut played = Played::new(&model, &[], &ears)?.driven(&model, &[driver])?;
        let settling = (self.settling * self.rate) as usize;
        let measured = (self.periods as f64 * self.rate / hertz).round() as usize;
        let mut across = vec![0.0; settling + measured];
        let mut along = across.clone();
        played.render(&mut [&mut across, &mut along]);
        Ok(MULTIPLES.map(|(multiple, _)| {
            let signal = if multiple % 2 == 1 { &across } else { &along };
            tone(&signal[settling..], multiple as f64 * hertz, self.rate)
        }))
    }
}

impl Experiment for HarmonicDistortion {
    const TITLE: &'static str = "multiples of the frequency that shakes a string";
    const PAPER: Paper = Paper::Masses;
    const SHOWS: &'static str = "Section 6.2.1: shaken at one frequency, the string also swings at \
        three and five times it, and along itself at two and four times; the more, the harder.";

    fn run(&self) -> Result<Report, StudyError> {
        let wire = wire_of!(self);
        masses::free("heard", self.heard, self.masses)?;
        // A period of whole samples, so that the multiples do not leak into each other.
        let hertz = self.rate / (self.rate / (self.drive * wire.pitch())).round();
        if 5.0 * hertz > 0.5 * self.rate {
            return Err(StudyError::Refused(format!(
                "five times the drive's {} Hz is above half the rate, and cannot be heard; a \
                 lower 'drive', more masses or less stiffness helps",
                number(hertz, 4)
            )));
        }
        let seconds = self.settling + self.periods as f64 / hertz;
        masses::bounded(wire.masses, seconds * self.rate * f64::from(STEPS + 1))?;
        let names = MULTIPLES.iter().map(|(_, name)| *name);
        let mut sheet = Sheet::new(
            format!("Swing at multiples of {} Hz [m]", number(hertz, 5)),
            ["shaken by [m]"].into_iter().chain(names),
        );
        let mut rows = Vec::new();
        for halvings in (0..=STEPS).rev() {
            let amplitude = self.amplitude / f64::from(1 << halvings);
            let swings = self.shake(amplitude, hertz)?;
            let cells = swings.iter().map(|own| number(*own, 4));
            sheet.row([brief(amplitude)].into_iter().chain(cells));
            rows.push((amplitude, swings));
        }
        let mut panel = Panel::new("", Axis::log("shaken by", "m"), Axis::log("swing", "m"));
        for (n, (_, name)) in MULTIPLES.iter().enumerate() {
            let points = rows
                .iter()
                .map(|(amplitude, swings)| (*amplitude, swings[n]));
            panel = panel.with(Series::marked_line(*name, points));
        }
        // The power with which a small one grows: from the two softest drives.
        let growth = |n: usize| {
            let [small, large] = [rows[0].1[n], rows[1].1[n]];
            urto::math::log(large / small) / core::f64::consts::LN_2
        };
        let drives: Vec<_> = rows
            .iter()
            .map(|(amplitude, swings)| {
                let mut record = json!({ "amplitude": amplitude });
                for ((multiple, _), swing) in MULTIPLES.iter().zip(swings) {
                    record[format!("multiple_{multiple}")] = json!(swing);
                }
                record
            })
            .collect();
        let mut powers = json!({});
        for (n, (multiple, _)) in MULTIPLES.iter().enumerate() {
            powers[format!("multiple_{multiple}")] = json!(growth(n));
        }
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![format!(
                "When the drive is small and doubled, the 3rd grows by a power of {} and the 2nd \
                 by one of {} (theory: 3 and 2).",
                number(growth(1), 4),
                number(growth(3), 4)
            )],
            facts: json!({ "frequency": hertz, "drives": drives, "powers": powers }),
            figure: Figure::new([panel]),
        })
    }

    fn reduce(&mut self) {
        self.masses = 16;
        self.heard = 3;
    }
}
