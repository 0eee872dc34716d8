//! The paper's step of modes beside urto's: a mode that rings, and one that is pushed.
//!
//! Law:  Newmark's method (β = 1/4, γ = 1/2) is stable for any step, and turns a mode by
//!       2·atan(w·h/2) a step instead of w·h: at the paper's 6.5 steps in a period it is 7 % flat.
//!       urto's step is that of the mode itself, with a force that is held.
//! Refs: Zheng & James 2011, section 4.1; Wriggers 2006.

use super::{Experiment, Paper};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::{Report, Sheet, StudyError, bounded, number, percent};
use serde_json::{Value as Json, json};
use urto::math::{LN_1000, TAU, atan2, cos, exp, sin};

urto::params! {
    /// A mode is plucked, and counted.
    pub struct Newmark("newmark") {
        /// Its frequency.
        frequency: 5e3, Log(20.0, 2e4), "Hz", Rebuild;
        /// Its decay (T60).
        decay: 1.0, Log(0.02, 100.0), "s", Rebuild;
        /// Fewest steps in a period.
        coarsest: 2.5, Linear(2.05, 6.0), "", Rebuild;
        /// Most steps in a period.
        finest: 64.0, Log(8.0, 200.0), "", Rebuild;
        /// Steps tried between them.
        sweep: 16, Integer(2, 60), "", Rebuild;
        /// Periods that are counted.
        periods: 100, Integer(10, 2000), "", Rebuild;
    }
}

const MOST_STEPS: f64 = 2e7;
/// The paper's steps in a period of the highest mode.
const PAPER: f64 = 6.5;

/// A mode by either step: displacement, velocity, and what is needed to go on.
struct Mode {
    w: f64,
    loss: f64,
    h: f64,
    q: f64,
    v: f64,
}

impl Mode {
    /// Newmark's step with β = 1/4 and γ = 1/2: the mean of both accelerations.
    fn newmark(&mut self) {
        let Self { w, loss, h, q, v } = *self;
        let force = |q: f64, v: f64| -2.0 * loss * v - w * w * q;
        let a = force(q, v);
        // Without the new acceleration, which is then solved for.
        let (q1, v1) = (q + h * v + 0.25 * h * h * a, v + 0.5 * h * a);
        let a1 = force(q1, v1) / (1.0 + loss * h + 0.25 * h * h * w * w);
        self.q = q1 + 0.25 * h * h * a1;
        self.v = v1 + 0.5 * h * a1;
    }

    fn exact(&mut self) {
        let Self { w, loss, h, q, v } = *self;
        let under = (w * w - loss * loss).sqrt();
        let fall = exp(-loss * h);
        let (even, odd) = (fall * cos(under * h), fall * sin(under * h));
        self.q = even * q + odd * (v + loss * q) / under;
        self.v = even * v - odd * (w * w * q + loss * v) / under;
    }
}

/// Frequency \[Hz\] and decay \[s\] of what steps make, from how the phase and the size of (q, v/w) go.
fn measured(mut mode: Mode, periods: f64, step: fn(&mut Mode)) -> [f64; 2] {
    let steps = (periods * TAU / (mode.w * mode.h)).ceil();
    let (mut turned, mut before) = (0.0, 0.0);
    let size = |own: &Mode| {
        // Its energy, with what the loss adds to it: that falls as the amplitude squared.
        let v = own.v + own.loss * own.q;
        (own.w * own.w - own.loss * own.loss) * own.q * own.q + v * v
    };
    let start = size(&mode);
    for _ in 0..steps as usize {
        step(&mut mode);
        let under = (mode.w * mode.w - mode.loss * mode.loss).sqrt();
        let phase = atan2(-(mode.v + mode.loss * mode.q), under * mode.q);
        // It turns by less than half a turn each time.
        turned += (phase - before).rem_euclid(TAU);
        before = phase;
    }
    let long = steps * mode.h;
    let rate = urto::math::log(start / size(&mode)) / (2.0 * long);
    [turned / (TAU * long), LN_1000 / rate]
}

impl Newmark {
    fn pluck(&self, finely: f64) -> Mode {
        let loss = LN_1000 / self.decay;
        // What is told is the frequency at which it rings.
        let under = TAU * self.frequency;
        Mode {
            w: (under * under + loss * loss).sqrt(),
            loss,
            h: 1.0 / (finely * self.frequency),
            q: 1.0,
            v: -loss,
        }
    }

    /// What Newmark's step makes of the frequency, as a share, without loss.
    fn closed(finely: f64) -> f64 {
        let turn = TAU / finely;
        2.0 * urto::math::atan2(turn, 2.0) / turn
    }
}

impl Experiment for Newmark {
    const TITLE: &'static str = "modes by the paper's step and by urto's";
    const PAPER: Paper = Paper::Contact;
    const SHOWS: &'static str = "Section 4.1: Newmark's step lowers a mode by 7 % at the paper's 6.5 \
        steps in a period; urto's is exact at any.";

    fn run(&self) -> Result<Report, StudyError> {
        let steps = self.sweep as f64 * self.periods as f64 * self.finest * 2.0;
        bounded(steps, MOST_STEPS, "fewer periods or steps")?;
        let ratio = self.finest / self.coarsest;
        let swept = (0..self.sweep).map(|n| {
            let share = n as f64 / (self.sweep - 1) as f64;
            self.coarsest * urto::math::pow(ratio, share)
        });
        let mut all: Vec<f64> = swept.chain([PAPER]).collect();
        all.sort_by(f64::total_cmp);
        let head = [
            "steps in a period",
            "Newmark",
            "closed form",
            "urto",
            "decay, Newmark",
            "urto",
        ];
        let mut sheet = Sheet::new("Errors of frequency and decay [%]", head);
        let mut found: Vec<Json> = Vec::new();
        let [mut theirs, mut ours, mut decays] = [Vec::new(), Vec::new(), Vec::new()];
        for finely in all {
            let periods = self.periods as f64;
            let [pitch, decay] = measured(self.pluck(finely), periods, Mode::newmark);
            let [own_pitch, own_decay] = measured(self.pluck(finely), periods, Mode::exact);
            let off = |own: f64, wanted: f64| 100.0 * (own / wanted - 1.0);
            let closed = 100.0 * (Self::closed(finely) - 1.0);
            let (flat, exact) = (off(pitch, self.frequency), off(own_pitch, self.frequency));
            let (longer, kept) = (off(decay, self.decay), off(own_decay, self.decay));
            sheet.row([
                number(finely, 3),
                percent(flat, true),
                percent(closed, true),
                percent(exact, true),
                percent(longer, true),
                percent(kept, true),
            ]);
            found.push(json!({
                "steps": finely, "newmark": flat, "closed": closed, "urto": exact,
                "decay_newmark": longer, "decay_urto": kept,
            }));
            theirs.push((finely, flat.abs()));
            ours.push((finely, exact.abs().max(1e-14)));
            decays.push((finely, longer.abs().max(1e-14)));
        }
        let curve = (0..100).map(|n| {
            let finely = self.coarsest * urto::math::pow(ratio, f64::from(n) / 99.0);
            (finely, 100.0 * (1.0 - Self::closed(finely)))
        });
        let panel = Panel::new(
            "Errors of frequency and decay",
            Axis::log("steps in a period", ""),
            Axis::log("error", "%").over(1e-14, 1e3),
        )
        .with(Series::line("Newmark, closed form", curve))
        .with(Series::marks("Newmark", theirs))
        .with(Series::marks("Newmark, decay", decays))
        .with(Series::marks("urto", ours))
        .with(Series::guide(
            "the paper's step",
            [(PAPER, 1e-14), (PAPER, 1e3)],
        ));
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![
                "A mode that is flat sounds flat only where the motion is heard; the paper's second \
                 pass has steps of its own. What contacts feel is another matter: bodies chatter at \
                 the pitch of the motion."
                    .to_owned(),
            ],
            facts: json!({ "steps": found }),
            figure: Figure::new([panel]),
        })
    }

    fn reduce(&mut self) {
        self.sweep = 5;
    }
}
