//! A string of masses whose end is pulled to and fro along it: beyond a threshold it swings
//! across, at half the frequency.
//!
//! Law:  a spring of length l, drawn out to d, holds its masses across with K·(1 - l/d), which a
//!       stretch by a small u changes by K·l·u. Pulled by s, the lowest mode obeys Mathieu's
//!       equation q'' + 2·c·q' + w²·(1 + e·sin(2·w·t))·q = 0 with e = l·s·g/(1 - l), and grows at
//!       the rate w·e/4 - c. With k·L = pi·(drive/lowest mode along) the masses in between follow as
//!       sin(k·x)/sin(k·L), so g = (1 + k²/(k² - (2·pi/L)²))/L.
//!       Left out: modes of a string are nearly multiples of the lowest, so the pull also carries
//!       swing from the first to the third, which raises the threshold by some percent.
//! Refs: Villeneuve & Leonard 2019, section 6.2.1 ("submultiples of the driving frequency").

use super::{Experiment, Paper};
use crate::masses::{self, End, Wire, frequency, rises};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::shared::{study_params, wire_of};
use crate::{Report, Sheet, StudyError, brief, number};
use core::f64::consts::{PI, TAU};
use serde_json::{Value as Json, json};
use urto::math;
use urto_mi::{Course, Drive, Driven, Driver, Event, Played};

study_params! {
    /// One end of a string of masses is pulled to and fro along it, at twice its lowest mode.
    pub struct Subharmonics("subharmonics") {
        /// Hardest pull, as a multiple of the threshold that theory gives; softer ones are
        /// tried, too.
        hardest: 2.0, Linear(1.6, 3.0), "", Rebuild;
        /// How fast the string moves across at the start, as a share of a distance of masses per
        /// period: something must be there to grow.
        seed: 1e-5, Log(1e-12, 1e-3), "", Rebuild;
        /// How long it is watched.
        duration: 4.0, Log(0.5, 20.0), "s", Rebuild;
        @wire(1e-4, 5e-4);
    }
}

/// Softer pulls, as multiples of the threshold.
const SOFTER: [f64; 4] = [0.5, 0.8, 1.2, 1.5];
/// Where growth is measured, as shares of the time: after the start, and before it is large.
const GROWTH: [f64; 2] = [0.05, 0.15];

/// What a pull did.
struct Answer {
    /// Envelope of the lowest mode: time \[s\] and swing \[m\].
    swings: Vec<(f64, f64)>,
    /// Growth at the start \[1/s\].
    growth: f64,
    /// Swing at the end \[m\], and its frequency as a share of the drive's.
    swing: f64,
    ratio: f64,
}

impl Subharmonics {
    /// The pull beyond which theory says it grows \[m\].
    fn threshold(&self, wire: &Wire) -> f64 {
        let length = (wire.masses - 1) as f64;
        let follow = PI * 2.0 * wire.pitch() / wire.pitch_along() / length;
        let mode = TAU / length;
        let g = (1.0 + follow * follow / (follow * follow - mode * mode)) / length;
        let loss = 0.5 * self.friction * self.rate;
        4.0 * loss / (TAU * wire.pitch()) * (1.0 - self.length) / (self.length * g)
    }

    fn pull(&self, wire: &Wire, amplitude: f64) -> Result<Answer, StudyError> {
        let (model, masses) = wire.build(End::Driven)?;
        let hertz = 2.0 * wire.pitch();
        let driver = Driver {
            mass: masses[masses.len() - 1],
            axis: [1.0, 0.0, 0.0],
            what: Driven::Position,
            course: Course::Sine {
                hertz,
                amplitude,
                // From its own place, and so that what starts with a speed grows at once; the
                // other way it would first die away.
                phase: 0.5,
            },
        };
        let start = |(n, mass): (usize, &urto_mi::MassId)| Event {
            at: 0.0,
            drive: Drive::Velocity {
                mass: *mass,
                to: [0.0, self.seed * wire.shape(n) * wire.pitch(), 0.0],
            },
        };
        let free = masses.iter().enumerate().skip(1).take(masses.len() - 2);
        let events: Vec<Event> = free.map(start).collect();
        let ear = wire.lowest_mode(&masses);
        let mut played = Played::new(&model, &events, &[ear])?.driven(&model, &[driver])?;
        let mut heard = vec![0.0; (self.duration * self.rate) as usize];
        played.render(&mut [&mut heard]);
        // The greatest swing in each four periods of the drive, which are two of the answer.
        let frame = (4.0 * self.rate / hertz).ceil() as usize;
        let most = |own: &[f64]| own.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let swings: Vec<(f64, f64)> = (heard.chunks_exact(frame).enumerate())
            .map(|(n, own)| ((n as f64 + 0.5) * frame as f64 / self.rate, most(own)))
            .collect();
        let near = |share: f64| {
            let index = (share * (swings.len() - 1) as f64).round() as usize;
            swings[index]
        };
        let (early, late) = (near(GROWTH[0]), near(GROWTH[1]));
        let last = &heard[heard.len() - heard.len() / 4..];
        Ok(Answer {
            growth: math::log(late.1 / early.1) / (late.0 - early.0),
            swing: most(last),
            ratio: frequency(&rises(last), self.rate) / hertz,
            swings,
        })
    }
}

/// Where growth turns from loss to gain, by a straight line between the pulls around it.
fn crossing(growths: &[(f64, f64)]) -> f64 {
    let mut pairs = growths.windows(2);
    match pairs.find(|pair| pair[0].1 < 0.0 && pair[1].1 >= 0.0) {
        Some(&[(a, low), (b, high)]) => a - low * (b - a) / (high - low),
        _ => f64::NAN,
    }
}

impl Experiment for Subharmonics {
    const TITLE: &'static str = "a string that answers at half the frequency";
    const PAPER: Paper = Paper::Masses;
    const SHOWS: &'static str = "Section 6.2.1: pulled along itself at twice its lowest mode, the \
        string stays straight below a threshold, and swings at half that frequency above it.";

    fn run(&self) -> Result<Report, StudyError> {
        let wire = wire_of!(self);
        let all = SOFTER.iter().chain([&self.hardest]);
        let steps = self.duration * self.rate * (SOFTER.len() + 1) as f64;
        masses::bounded(wire.masses, steps)?;
        if self.duration * wire.pitch() < 60.0 {
            return Err(StudyError::Refused(format!(
                "the string swings only {} times in this time, too few to see growth; more \
                 duration or more stiffness helps",
                number(self.duration * wire.pitch(), 3)
            )));
        }
        let threshold = self.threshold(&wire);
        if !(threshold > 0.0 && self.hardest * threshold < 0.5 * (wire.masses - 1) as f64) {
            return Err(StudyError::Refused(format!(
                "theory gives a threshold of {} distances of masses for a string of {}; less \
                 friction or more length (up to 0.95) helps, and friction must be more than 0",
                number(threshold, 3),
                wire.masses - 1
            )));
        }
        let mut sheet = Sheet::new(
            format!("Pulled at {} Hz", number(2.0 * wire.pitch(), 6)),
            [
                "pull, of the threshold",
                "growth [1/s]",
                "theory [1/s]",
                "swing at the end [m]",
                "its frequency, of the pull's",
            ],
        );
        let mut panel = Panel::new(
            "",
            Axis::linear("time", "s"),
            Axis::log("swing of the lowest mode", "m"),
        );
        let loss = 0.5 * self.friction * self.rate;
        let mut growths = Vec::new();
        let mut pulls: Vec<Json> = Vec::new();
        for share in all {
            let answer = self.pull(&wire, share * threshold)?;
            let theory = loss * (share - 1.0);
            sheet.row([
                brief(*share),
                number(answer.growth, 4),
                number(theory, 4),
                number(answer.swing, 4),
                number(answer.ratio, 6),
            ]);
            growths.push((share * threshold, answer.growth));
            pulls.push(json!({
                "share": share,
                "pull": share * threshold,
                "growth": answer.growth,
                "theory": theory,
                "swing": answer.swing,
                "ratio": answer.ratio,
            }));
            panel = panel.with(Series::line(
                format!("{} of the threshold", brief(*share)),
                answer.swings,
            ));
        }
        let found = crossing(&growths);
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![format!(
                "Threshold: {} m found, {} m by theory, which leaves out that some of the swing \
                 goes to the third mode.",
                number(found, 4),
                number(threshold, 4)
            )],
            facts: json!({ "threshold": found, "theory": threshold, "pulls": pulls }),
            figure: Figure::new([panel]),
        })
    }

    fn reduce(&mut self) {
        self.masses = 16;
        self.duration = 1.0;
    }
}
