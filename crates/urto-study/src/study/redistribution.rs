//! Contact impulses spread over all places that share a load, for sound.
//!
//! Law:  which places carry a body is not told by its motion: a solver that looks for few of them finds
//!       now these, now those, and modes above those of the motion hear it. Of all impulses with the same
//!       sums those nearest to the step before are taken (equation 14).
//! Step: a flat and rigid slab on a floor, and a finger that presses on it and goes to and fro, so that
//!       the load moves from end to end; at last it is tapped, so that its modes stand beside the noise.
//! Refs: Zheng & James 2011, section 5.2, figures 10 and 11.

use super::{Experiment, Paper};
use crate::contact::bank::Bank;
use crate::contact::decibels;
use crate::contact::slab::{MASS, Places, SIDES, all_over, slab};
use crate::contact::staggered::active_set;
use crate::plot::{Axis, Figure, Panel, Series};
use crate::spectrogram::{Cells, Spectrogram};
use crate::{Report, Sheet, StudyError, Watch, number};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};
use urto::math::{GRAVITY, TAU, cos};
use urto_multibody::redistribute::{Push, Shares};
use urto_multibody::{Body, Contact, Settings, World};

urto::params! {
    /// A finger goes to and fro on a slab that lies on 32 places.
    pub struct Redistribution("redistribution") {
        /// How long it goes.
        duration: 0.4, Log(0.04, 0.4), "s", Rebuild;
        /// How hard the finger presses.
        pressing: 20.0, Linear(0.0, 100.0), "N", Rebuild;
        /// How often a second it goes to and fro.
        pace: 4.0, Log(0.1, 20.0), "Hz", Rebuild;
        /// The tap at the end.
        tap: 1e-3, Log(1e-6, 1e-1), "N*s", Rebuild;
    }
}

/// Steps a second.
const RATE: f64 = 32_500.0;
/// How far from the middle the finger goes, as a share of the length, and from its middle line.
const REACH: [f64; 2] = [0.4, 0.25];
/// When it is tapped, as a share of the time.
const TAPPED: f64 = 0.8;
/// What comes before this share of the time is not counted: the finger sets down.
const SET: f64 = 0.2;
/// Losses against steel's: a slab on a table.
const LOSSES: f64 = 20.0;
/// How fine the spectrogram is.
const CELLS: Cells = Cells {
    frame: 512,
    lines: 3,
    frames: 120,
};
/// Noise counts between these frequencies \[Hz\].
const BAND: [f64; 2] = [200.0, 14_000.0];

/// How one of all solutions is chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chosen {
    /// By an active set that begins anew in each step.
    Anew,
    /// By an active set from the one of the step before: the paper's.
    Warm,
    /// By urto's solver.
    Own,
}

const ALL: [(Chosen, &str, &str); 3] = [
    (Chosen::Anew, "anew", "few places, begun anew"),
    (Chosen::Warm, "warm", "few places, from the last step"),
    (Chosen::Own, "own", "urto's solver"),
];

/// One way of choosing, before and after it is spread.
struct Way {
    chosen: Chosen,
    /// Normal impulses of the last step \[N·s\], by place.
    last: Vec<f64>,
    shares: Shares,
    banks: [Bank; 2],
    heard: [Vec<f64>; 2],
    /// Places that press in a step, summed over steps, before and after.
    carrying: [u64; 2],
    /// Largest change of a sum, against the sum of all impulses.
    off: f64,
    /// Impulses of the middle of the run, by place \[N\].
    shown: [Vec<f64>; 2],
    spreading: Duration,
}

impl Way {
    fn new(chosen: Chosen, rate: f64, places: &[[f64; 3]]) -> Self {
        let count = places.len() - 1;
        Self {
            chosen,
            last: vec![0.0; count],
            shares: Shares::default(),
            banks: [0; 2].map(|_| Bank::new(rate, LOSSES, places)),
            heard: [Vec::new(), Vec::new()],
            carrying: [0; 2],
            off: 0.0,
            shown: [vec![0.0; count], vec![0.0; count]],
            spreading: Duration::ZERO,
        }
    }

    /// One of the solutions with the sums of these contacts: normal impulses, by contact.
    fn choose(&mut self, contacts: &[Contact]) -> Vec<f64> {
        let own: Vec<f64> = contacts.iter().map(|own| own.impulse[2]).collect();
        if self.chosen == Chosen::Own {
            return own;
        }
        // Velocities that each normal impulse gives at each place: N'·M⁻¹·N.
        let [long, wide, thick] = SIDES;
        let about = |a: f64, b: f64| MASS * (a * a + b * b) / 12.0;
        let (over_x, over_y) = (1.0 / about(wide, thick), 1.0 / about(long, thick));
        let places: Vec<[f64; 3]> = contacts.iter().map(|own| own.places[1]).collect();
        let row = |a: &[f64; 3]| {
            let one = |b: &[f64; 3]| 1.0 / MASS + over_x * a[1] * b[1] + over_y * a[0] * b[0];
            places.iter().map(one).collect::<Vec<f64>>()
        };
        let matrix: Vec<Vec<f64>> = places.iter().map(row).collect();
        let drift: Vec<f64> = matrix
            .iter()
            .map(|row| -row.iter().zip(&own).map(|(a, b)| a * b).sum::<f64>())
            .collect();
        let mut few: Vec<f64> = match self.chosen {
            Chosen::Warm => contacts
                .iter()
                .map(|own| self.last[own.identity as usize])
                .collect(),
            _ => vec![0.0; own.len()],
        };
        active_set(&matrix, &drift, &mut few);
        few
    }

    fn step(&mut self, contacts: &[Contact], friction: f64, rate: f64, shown: bool) {
        let chosen = self.choose(contacts);
        self.last.fill(0.0);
        let mut pushes: Vec<Push> = contacts
            .iter()
            .zip(&chosen)
            .map(|(own, along)| {
                self.last[own.identity as usize] = *along;
                Push {
                    identity: own.identity,
                    place: own.places[1],
                    normal: own.normal,
                    friction,
                    impulse: [0.0, 0.0, *along],
                    shapes: Vec::new(),
                }
            })
            .collect();
        let before = sums(&pushes);
        self.hear(0, &pushes, rate, shown);
        let begun = Instant::now();
        self.shares.spread(&mut pushes);
        self.spreading += begun.elapsed();
        self.hear(1, &pushes, rate, shown);
        let all: f64 = chosen.iter().sum();
        for (one, two) in before.into_iter().zip(sums(&pushes)) {
            self.off = self.off.max((one - two).abs() / all.max(f64::MIN_POSITIVE));
        }
    }

    fn hear(&mut self, which: usize, pushes: &[Push], rate: f64, shown: bool) {
        let least = 1e-9 * MASS * GRAVITY / rate;
        for own in pushes {
            self.banks[which].push(own.identity as usize, own.impulse.map(|own| own * rate));
            self.carrying[which] += u64::from(own.impulse[2] > least);
            if shown {
                self.shown[which][own.identity as usize] = own.impulse[2] * rate;
            }
        }
        let sample = self.banks[which].sample();
        self.heard[which].push(sample);
    }
}

/// Force, and torque over half the length.
fn sums(pushes: &[Push]) -> [f64; 6] {
    let mut all = [0.0; 6];
    for own in pushes {
        let (p, f) = (own.place.map(|x| 2.0 * x / SIDES[0]), own.impulse);
        let torque = [
            p[1] * f[2] - p[2] * f[1],
            p[2] * f[0] - p[0] * f[2],
            p[0] * f[1] - p[1] * f[0],
        ];
        for (to, from) in all.iter_mut().zip(f.into_iter().chain(torque)) {
            *to += from;
        }
    }
    all
}

/// Multiplications of a step's contact problem, at least, and of a step of Newton's method for the
/// shares: what both do with matrices of so many contacts, of a rigid body.
fn work(contacts: f64, rounds: f64, spread_rounds: f64) -> [f64; 2] {
    // W from six freedoms (half of 9·6·C²), its residual, and at least one product with it a round.
    let solving = (27.0 + 9.0 * (1.0 + rounds)) * contacts * contacts;
    // Twelve sums: curvature, its factor, and the sums themselves twice; one without bounds besides.
    let sums = 12.0;
    let once = contacts * (9.0 * sums + 1.5 * sums * sums + 6.0 * sums) + sums * sums * sums / 6.0;
    [solving, once * (1.0 + spread_rounds)]
}

impl Redistribution {
    /// All ways of choosing, the world that they were chosen from, and the time its steps took.
    fn go(&self, watch: Watch) -> Result<(Vec<Way>, World, Duration), StudyError> {
        let settings = Settings {
            step: 1.0 / RATE,
            // With less, the force as a whole rings 70 dB below the load, and no spreading changes that.
            lean: 1.0,
            ..Settings::default()
        };
        let mut world = World::new(settings)?;
        world.add(Body::fixed("floor"))?;
        let mut search = Places { places: all_over() };
        world.add(slab(&search.places, 0, LOSSES)?)?;
        let friction = urto_multibody::Pair::default().friction;
        let steps = (self.duration * RATE) as usize;
        let tapped = (TAPPED * steps as f64) as usize;
        let count = search.places.len();
        let top = 0.5 * SIDES[2];
        let corner = [0.4 * SIDES[0], -0.4 * SIDES[1], top];
        // Where it is tapped comes after all places that it lies on.
        let heard = [search.places.as_slice(), &[corner]].concat();
        let ways = ALL.iter().map(|own| Way::new(own.0, RATE, &heard));
        let mut ways: Vec<Way> = ways.collect();
        let mut stepping = Duration::ZERO;
        for step in watch.over(0..steps, (0.0, 1.0)) {
            let time = step as f64 / RATE;
            let share = time / self.duration;
            // Sets down smoothly within the first tenth.
            let set = 0.5 - 0.5 * cos(TAU * (5.0 * share).min(0.5));
            let along = REACH[0] * SIDES[0] * cos(TAU * self.pace * time);
            let place = [along, REACH[1] * SIDES[1], top];
            let push = self.pressing * set / RATE;
            world.strike(1, place, None, [0.0, 0.0, -push])?;
            let begun = Instant::now();
            world.step(&mut search);
            stepping += begun.elapsed();
            let contacts: Vec<Contact> = world
                .contacts()
                .iter()
                .filter(|own| own.impulse[2] > 0.0)
                .copied()
                .collect();
            for way in &mut ways {
                if step == tapped {
                    for bank in &mut way.banks {
                        bank.push(count, [0.0, 0.0, -self.tap * RATE]);
                    }
                }
                way.step(&contacts, friction, RATE, step == steps / 2);
            }
        }
        Ok((ways, world, stepping))
    }
}

impl Experiment for Redistribution {
    const TITLE: &'static str = "contact impulses spread over their places";
    const PAPER: Paper = Paper::Contact;
    const SHOWS: &'static str = "Figures 10 and 11: a solver lets few places carry a load, and others a \
        moment later, which hisses; spread over all that touch, with the same sums, it is clear.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        let steps = self.duration * RATE;
        if steps < 1.5 * CELLS.frame as f64 {
            return Err(StudyError::Refused(format!(
                "this takes {steps:.0} steps, too few for a spectrum of the noise; more duration \
                 helps"
            )));
        }
        let (ways, world, stepping) = self.go(watch)?;
        let mut sheet = Sheet::new(
            "Before / after",
            [
                "solution",
                "places that carry",
                "noise floor [dB]",
                "lower by [dB]",
                "sums kept to",
            ],
        );
        let mut facts: Vec<Json> = Vec::new();
        let mut panels = Vec::new();
        let mut floors_shown = Panel::new(
            "Noise floor: few places, from the last step",
            Axis::linear("frequency", "Hz"),
            Axis::linear("level", "dB"),
        );
        for (way, (_, key, name)) in ways.iter().zip(ALL) {
            let pictures = [0, 1].map(|n| Spectrogram::new(&way.heard[n], RATE, CELLS));
            let loudest = pictures[0].loudest().max(pictures[1].loudest());
            let floors = [0, 1].map(|n| {
                let floor = pictures[n].floor([SET, TAPPED - 0.05], BAND);
                decibels(floor / loudest.max(f64::MIN_POSITIVE))
            });
            let carrying = way.carrying.map(|own| own as f64 / steps);
            let lower = floors[0] - floors[1];
            sheet.row([
                name.to_owned(),
                format!("{} / {}", number(carrying[0], 3), number(carrying[1], 3)),
                format!("{} / {}", number(floors[0], 3), number(floors[1], 3)),
                number(lower, 3),
                number(way.off, 2),
            ]);
            facts.push(json!({
                "solution": key, "carrying": carrying, "floor": floors, "lower": lower,
                "sums": way.off,
            }));
            if way.chosen != Chosen::Own {
                for (picture, when) in pictures.iter().zip(["before", "after"]) {
                    let title = format!("{name}: {when}");
                    panels.push(picture.panel(title, self.duration, loudest));
                    if way.chosen == Chosen::Warm {
                        let floor = picture.floors([SET, TAPPED - 0.05]).into_iter();
                        let curve = floor.map(|(x, y)| (x, decibels(y / loudest)));
                        floors_shown = floors_shown.with(Series::line(when, curve));
                    }
                }
            }
        }
        let mut carried = Panel::new(
            "Who carries, half way",
            Axis::linear("place", "").over(-0.5, 31.5),
            Axis::linear("force", "N"),
        );
        let names = ["few places, from the last step", "spread"];
        for (own, when) in ways[1].shown.iter().zip(names) {
            let points = own.iter().enumerate();
            let marks = points.map(|(n, force)| (n as f64, *force));
            carried = carried.with(Series::marks(when, marks));
        }
        panels.splice(0..0, [carried, floors_shown]);
        let statistics = world.statistics();
        let problems = statistics.problems.max(1) as f64;
        let contacts = statistics.touches[1] as f64 / problems;
        let rounds: f64 = statistics
            .rounds
            .iter()
            .enumerate()
            .map(|(n, own)| (1u64 << n) as f64 * *own as f64 / 2.0)
            .sum::<f64>()
            / problems;
        let spread = ways[1].shares.rounds() as f64 / steps;
        let [solving, spreading] = work(contacts, rounds, spread);
        let share = spreading / (solving + spreading);
        let took = ways[1].spreading.as_secs_f64();
        let clock = took / (took + stepping.as_secs_f64()).max(f64::MIN_POSITIVE);
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![
                format!(
                    "Noise floor: the middle of all cells of the spectrogram from {} Hz to {} kHz \
                     before the tap, against the loudest cell.",
                    BAND[0],
                    BAND[1] / 1e3
                ),
                format!(
                    "Work, counted as multiplications: {} of Newton's steps to spread the impulses of \
                     a step, at most {} % of that and of what the contacts themselves take at least. In \
                     time, on this machine and in this run, {} %; the paper saw 2 to 10 %.",
                    number(spread, 2),
                    number(100.0 * share, 2),
                    number(100.0 * clock, 2)
                ),
            ],
            facts: json!({
                "solutions": facts, "contacts": contacts, "rounds": rounds,
                "spread_rounds": spread, "share": share, "clock": clock,
            }),
            figure: Figure::beside(2, panels),
        })
    }

    fn reduce(&mut self) {
        self.duration = 0.06;
    }
}
