//! Stick-slip: a mass on a spring, dragged by a belt.

use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::report::{Report, Sheet, number};
use crate::rubbing::{Law, Rubbed};
use crate::shared::{law_of, study_params};
use crate::{StudyError, Watch};
use serde_json::json;
use urto::Rate;
use urto::contact::Bristles;
use urto::math::TAU;
use urto::object::{AllModes, Modal, ModalParams, Mode, Point};

study_params! {
    /// A mass on a spring lies on a moving belt.
    pub struct StickSlip("stick-slip") {
        /// The mass.
        mass: 1.0, Log(1e-5, 1e3), "kg", Rebuild;
        /// Stiffness of the spring.
        spring: 2.0, Log(1e-2, 1e8), "N/m", Rebuild;
        /// Speed of the belt.
        belt_velocity: 0.1, Log(1e-4, 10.0), "m/s", Rebuild;
        @forces(1.0, 1.5);
        @bristles(1e-3, 1e5, 316.227_766_016_837_96, 0.4);
        /// Elastic deflection as a share of coulomb_force/bristle_stiffness.
        breakaway: 0.7, Linear(0.0, 0.99), "", Rebuild;
        /// Periods measured, after some to settle.
        periods: 4, Integer(2, 200), "", Rebuild;
        @finely(4);
    }
}

/// The mass has hardly a loss of its own: the longest decay that a mode may have \[s\], and as much
/// longer as a body may let all its modes ring.
const DECAY: f64 = 1e6;
const LONGER: f64 = 100.0;
/// More steps than this are refused: some seconds.
const MOST_STEPS: f64 = 2e7;
/// It has settled when successive periods and swings agree this well, N times in a row: a
/// limit cycle is approached by a factor per period, so that what is left is about as much again.
const AGREE: f64 = 1e-6;
const IN_A_ROW: usize = 3;
/// It is waited for that during this many of the longest periods.
const PATIENCE: f64 = 60.0;
/// Every N steps it is told how far it is: often enough for the eye.
const TELL: usize = 10_000;
/// Points of a curve, about.
const POINTS: usize = 4000;

/// How the mass moved once it had settled.
struct Course {
    /// Time \[s\], place \[m\], velocity \[m/s\], friction force \[N\].
    points: Vec<(f64, f64, f64, f64)>,
    /// Times at which it passes the middle upwards \[s\].
    passes: Vec<f64>,
    most: f64,
    least: f64,
    /// How far it swings at the end, as a share of the start: 1 if it goes on for ever.
    kept: f64,
    /// By how much the last two periods or swings differ, if they never agreed.
    unsettled: Option<f64>,
}

/// Looks for the limit cycle: has a period when it passes its middle upwards.
struct Cycle {
    low: f64,
    high: f64,
    /// Of the period under way.
    next_low: f64,
    next_high: f64,
    before: f64,
    armed: bool,
    last_pass: Option<f64>,
    last: Option<(f64, f64)>,
    apart: f64,
    agreed: usize,
}

impl Cycle {
    fn new() -> Self {
        Self {
            low: f64::MAX,
            high: f64::MIN,
            next_low: f64::MAX,
            next_high: f64::MIN,
            before: 0.0,
            armed: false,
            last_pass: None,
            last: None,
            apart: f64::INFINITY,
            agreed: 0,
        }
    }

    /// Looks on before there is a middle to pass.
    fn look(&mut self, x: f64) {
        (self.low, self.high) = (self.low.min(x), self.high.max(x));
        self.before = x;
    }

    fn swing(&self) -> f64 {
        self.high - self.low
    }

    /// The place after a step, whose number this is; gives the time of a pass \[steps\].
    fn pass(&mut self, step: usize, x: f64) -> Option<f64> {
        (self.next_low, self.next_high) = (self.next_low.min(x), self.next_high.max(x));
        // Ripples near the middle are no periods: it must have been well below.
        let middle = 0.5 * (self.low + self.high);
        self.armed |= x < middle - 0.25 * self.swing();
        let passes = self.armed && self.before < middle && x >= middle;
        let before = std::mem::replace(&mut self.before, x);
        if !passes {
            return None;
        }
        let time = step as f64 - (x - middle) / (x - before);
        self.armed = false;
        if let Some(last) = self.last_pass.replace(time) {
            let swing = self.next_high - self.next_low;
            let now = (time - last, swing);
            if let Some((period, swing)) = self.last.replace(now) {
                self.apart = (now.0 / period - 1.0)
                    .abs()
                    .max((now.1 / swing - 1.0).abs());
                // A pass is known to about a hundredth of a step.
                let enough = AGREE.max(0.01 / period);
                self.agreed = if self.apart < enough {
                    self.agreed + 1
                } else {
                    0
                };
            }
            (self.low, self.high) = (self.next_low, self.next_high);
        }
        (self.next_low, self.next_high) = (f64::MAX, f64::MIN);
        Some(time)
    }
}

impl StickSlip {
    fn law(&self) -> Law {
        law_of!(self)
    }

    /// A period is at most what the belt needs to load the spring from one end to the other,
    /// and a swing of the mass on it.
    fn longest_period(&self) -> f64 {
        let law = self.law();
        let load = 2.0 * (law.stiction - law.coulomb) / (self.spring * self.belt_velocity);
        load + TAU * (self.mass / self.spring).sqrt()
    }

    fn drag(&self, rate: Rate, watch: Watch) -> Result<Course, StudyError> {
        let span = self.longest_period();
        let (settle, measure) = (3.0 * span, (self.periods as f64 + 1.0) * span);
        let steps = (settle + measure) * rate.hertz();
        if steps > MOST_STEPS {
            return Err(StudyError::Refused(format!(
                "a period of up to {} s takes more than {MOST_STEPS:e} steps at {} Hz; a lower \
                 rate, a stiffer spring or a faster belt helps",
                number(span, 3),
                number(rate.hertz(), 6)
            )));
        }
        let mode = Mode {
            frequency: (self.spring / self.mass).sqrt() / TAU,
            decay: DECAY,
            mass: self.mass,
        };
        if mode.frequency > rate.highest_mode() {
            return Err(StudyError::Refused(format!(
                "the mass on its spring swings at {} Hz, too fast for {} steps a second; a higher \
                 rate, more oversampling, a heavier mass or a softer spring helps",
                number(mode.frequency, 4),
                number(rate.hertz(), 6)
            )));
        }
        let body = ModalParams {
            modes: vec![mode],
            all: AllModes {
                ringing: LONGER,
                ..AllModes::default()
            },
            ..ModalParams::default()
        };
        let body = Box::new(Modal::new(&body, &[], rate)?);
        let contact = Box::new(self.law().contact(Bristles::ElastoPlastic, rate)?);
        let mut rubbed = Rubbed::new(body, contact, self.belt_velocity, rate)?;
        let first = (settle * rate.hertz()) as usize;
        let most = ((PATIENCE * span + measure) * rate.hertz()).min(MOST_STEPS) as usize;
        let every = ((measure * rate.hertz()) as usize / POINTS).max(1);
        let mut course = Course {
            points: Vec::new(),
            passes: Vec::new(),
            most: f64::MIN,
            least: f64::MAX,
            kept: 0.0,
            unsettled: None,
        };
        // One swing before, to know the middle.
        let look = first - (span * rate.hertz()) as usize;
        let mut cycle = Cycle::new();
        let (mut start, mut begun, mut settled) = (0.0, first, false);
        for step in 0..most {
            rubbed.network.step();
            if step % TELL == 0 {
                watch.at(step as f64 / most as f64);
            }
            if step < look {
                continue;
            }
            let body = rubbed.network.look(rubbed.body);
            let x = body.displacement(Point(0));
            if step < first {
                cycle.look(x);
                start = cycle.swing();
                continue;
            }
            (course.least, course.most) = (course.least.min(x), course.most.max(x));
            if let Some(pass) = cycle.pass(step, x) {
                course.kept = cycle.swing() / start;
                if !settled && cycle.agreed >= IN_A_ROW {
                    settled = true;
                    begun = step;
                    (course.least, course.most) = (x, x);
                    course.points.clear();
                    course.passes.clear();
                }
                course.passes.push(pass * rate.step());
                if settled && course.passes.len() > self.periods as usize {
                    break;
                }
            }
            if (step - begun) % every == 0 && course.points.len() < 4 * POINTS {
                let force = rubbed.network.contact_state(rubbed.rub).0;
                let time = (step - begun) as f64 * rate.step();
                course
                    .points
                    .push((time, x, body.velocity(Point(0)), force));
            }
        }
        if !settled {
            course.unsettled = Some(cycle.apart);
            // The latest are the nearest to what it would settle to.
            let late = course
                .passes
                .len()
                .saturating_sub(self.periods as usize + 1);
            course.passes.drain(..late);
        }
        Ok(course)
    }
}

impl Experiment for StickSlip {
    const TITLE: &'static str = "a mass on a belt sticks and slips";
    const PAPER: Paper = Paper::Friction;
    const SHOWS: &'static str = "The model of section 2 at work: the mass rides on the belt until \
        the spring pulls it off, slips back, and is caught again.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        let rate = Rate::new(self.rate)?.oversampled(self.oversample as u32);
        let course = self.drag(rate, watch)?;
        let swing = course.most - course.least;
        // Sliding steadily, the spring only holds the friction force, and swings die away.
        let swings = swing > 1e-6 * self.coulomb_force / self.spring && course.kept > 0.9;
        let slips = course.passes.len() > 1 && swings;
        let period = slips.then(|| {
            let count = (course.passes.len() - 1) as f64;
            (course.passes[course.passes.len() - 1] - course.passes[0]) / count
        });
        let mut sheet = Sheet::new("", ["", "value"]);
        sheet.row([
            "period [s]".to_owned(),
            number(period.unwrap_or(f64::NAN), 9),
        ]);
        sheet.row(["x_max [mm]".to_owned(), number(1e3 * course.most, 8)]);
        sheet.row(["x_min [mm]".to_owned(), number(1e3 * course.least, 8)]);
        let mut notes = Vec::new();
        match (period, course.unsettled) {
            (None, _) => notes.push("It comes to slide steadily: there is no period.".to_owned()),
            (Some(_), Some(apart)) => notes.push(format!(
                "It did not settle: successive periods or swings still differ by {} of their size.",
                number(apart, 2)
            )),
            (Some(_), None) => {}
        }
        let shown = 3.5 * period.unwrap_or(self.longest_period());
        let points: Vec<_> = course
            .points
            .iter()
            .filter(|p| p.0 <= shown)
            .copied()
            .collect();
        let end = points.last().map_or(shown, |p| p.0);
        let belt = self.belt_velocity;
        let time = || Axis::linear("time", "s");
        let (slow, fast) = points.iter().fold((0.0f64, belt), |(slow, fast), p| {
            (slow.min(p.2), fast.max(p.2))
        });
        // Room for the legend above the belt's line.
        let velocity = Axis::linear("velocity", "m/s")
            .over(slow - 0.05 * (fast - slow), fast + 0.4 * (fast - slow));
        let figure = Figure::new([
            Panel::new("", time(), Axis::linear("place", "mm"))
                .with(Series::line("", points.iter().map(|p| (p.0, 1e3 * p.1)))),
            Panel::new("", time(), velocity)
                .with(Series::line("mass", points.iter().map(|p| (p.0, p.2))))
                .with(Series::guide("belt", [(0.0, belt), (end, belt)])),
            Panel::new("", time(), Axis::linear("friction force", "N"))
                .with(Series::line("", points.iter().map(|p| (p.0, p.3)))),
        ]);
        Ok(Report {
            sheets: vec![sheet],
            notes,
            facts: json!({ "period": period, "x_max": course.most, "x_min": course.least }),
            figure,
        })
    }

    /// A lighter, faster case: the period is a hundredth.
    fn reduce(&mut self) {
        self.mass = 0.1;
        self.spring = 1e3;
        self.belt_velocity = 0.05;
        self.coulomb_force = 0.5;
        self.static_force = 1.0;
        self.stribeck_velocity = 0.05;
        self.bristle_stiffness = 1e4;
        self.bristle_damping = 1.0;
        self.viscosity = 0.1;
    }
}
