//! A curved slab at rest: the usual rule of rigid bodies against the rule of urto's step.
//!
//! Law:  the usual rule looks at places that overlap and approach, and lets none of them go on
//!       approaching; in the step after none does, and nothing is carried, or others do, and the ends
//!       take turns. urto's looks at the displacement of the step and the gap, whatever the sign of the
//!       velocity.
//! Refs: Zheng & James 2011, sections 3.2 and 3.3, figures 6 and 7.

use super::{Experiment, Paper};
use crate::contact::bank::Bank;
use crate::contact::slab::{MASS, Places, SIDES, near_its_ends, slab, tilted};
use crate::contact::{decibels, unrest};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::{Report, Sheet, StudyError, Watch, bounded, number};
use serde_json::{Value as Json, json};
use urto::math::GRAVITY;
use urto_multibody::{Body, Pair, Rule, Settings, World};

urto::params! {
    /// A curved slab is dropped by a millimetre, and then lies.
    pub struct RestingSlab("resting-slab") {
        /// How long it is watched; the last quarter counts as rest.
        duration: 1.0, Log(0.02, 1.5), "s", Rebuild;
        /// How much its middle stands above its ends.
        arch: 0.2, Linear(0.0, 2.0), "mm", Rebuild;
        /// Modes that contacts feel.
        modes: 4, Integer(0, 7), "", Rebuild;
        /// Friction on the floor.
        friction: 0.4, Linear(0.0, 1.5), "", Rebuild;
        /// Loss that contacts add for each newton of load.
        damping: 2.0, Log(1e-3, 1e2), "s/m", Rebuild;
        /// Steps a second.
        rate: 32_500.0, Log(8e3, 6.5e4), "Hz", Rebuild;
    }
}

/// More steps than this are refused: some ten seconds.
const MOST_STEPS: f64 = 1e5;
/// Samples of a point of the curve of loudness, and steps of forces that are drawn.
const FRAME: usize = 325;
const DRAWN: usize = 40;
/// Steel's own losses, and those with which it is heard on what it lies on, against its own: else what
/// the landing rang would cover what rests for seconds.
const OWN_LOSS: f64 = 1.0;
const HEARD_LOSS: f64 = 30.0;

/// What a rule makes of it.
struct Rest {
    /// Force under each end in each step \[N\].
    ends: Vec<[f64; 2]>,
    /// Force on each of the places in each step of the last quarter \[N\].
    places: Vec<Vec<f64>>,
    /// Speed of the corner \[m/s\].
    heard: Vec<f64>,
    /// How fast it sinks \[m/s\].
    sinking: f64,
    /// Effective speed of its modes \[m/s\] in the last quarter, with modal masses of 1 kg.
    ringing: f64,
    given: f64,
}

impl RestingSlab {
    fn drop(&self, rule: Rule, watch: Watch, part: (f64, f64)) -> Result<Rest, StudyError> {
        let usual = Settings::default();
        let settings = Settings {
            step: 1.0 / self.rate,
            rule,
            // The usual rule knows no other.
            lean: if rule == Rule::Velocity {
                1.0
            } else {
                usual.lean
            },
            ..usual
        };
        let places = near_its_ends(1e-3 * self.arch);
        let mut body = slab(&places, self.modes as usize, OWN_LOSS)?;
        body.pose.place[2] = 0.5 * SIDES[2] + 1.1e-3;
        body.pose.turn = tilted(0.002, 0.004);
        body.velocity[0] = 0.05;
        let mut world = World::new(settings)?;
        world.add(Body::fixed("floor"))?;
        world.add(body)?;
        world.set_usual(Pair {
            friction: self.friction,
            damping: self.damping,
            ..Pair::default()
        })?;
        let steps = (self.duration * self.rate) as usize;
        let rest = 3 * steps / 4;
        let mut bank = Bank::new(self.rate, HEARD_LOSS, &places);
        let mut search = Places { places };
        let mut all = Rest {
            ends: Vec::new(),
            places: vec![Vec::new(); search.places.len()],
            heard: Vec::new(),
            sinking: 0.0,
            ringing: 0.0,
            given: 0.0,
        };
        let height = |world: &World| world.pose(1).map_or(0.0, |own| own.place[2]);
        let mut before = 0.0;
        for step in watch.over(0..steps, part) {
            if step == rest {
                before = height(&world);
            }
            world.step(&mut search);
            let mut ends = [0.0; 2];
            for contact in world.contacts() {
                let force = contact.impulse.map(|own| own * self.rate);
                let place = contact.places[1];
                ends[usize::from(place[0] > 0.0)] += force[2];
                // It lies within some thousandths of a turn along the floor.
                bank.push(contact.identity as usize, force);
                if step >= rest
                    && let Some(own) = all.places.get_mut(contact.identity as usize)
                {
                    own.resize(step - rest, 0.0);
                    own.push(force[2]);
                }
            }
            all.ends.push(ends);
            all.heard.push(bank.sample());
            if step >= rest
                && let Some((_, v)) = world.modes(1)
            {
                all.ringing += v.iter().map(|own| own * own).sum::<f64>();
            }
        }
        for own in &mut all.places {
            own.resize(steps - rest, 0.0);
        }
        let long = (steps - rest) as f64;
        all.sinking = (before - height(&world)) * self.rate / long;
        all.ringing = (all.ringing / long).sqrt();
        all.given = world.statistics().given;
        Ok(all)
    }
}

impl Rest {
    fn resting(&self) -> usize {
        3 * self.ends.len() / 4
    }

    /// Mean and deviation over mean of all force at rest.
    fn force(&self) -> [f64; 2] {
        unrest(
            self.ends[self.resting()..]
                .iter()
                .map(|own| own[0] + own[1]),
        )
    }

    /// The largest deviation over mean of the force under an end.
    fn ends(&self) -> f64 {
        let end = |n: usize| unrest(self.ends[self.resting()..].iter().map(move |own| own[n]))[1];
        end(0).max(end(1))
    }

    /// The largest deviation of a place over the mean force of a place.
    fn worst(&self) -> f64 {
        let share = self.force()[0] / self.places.len() as f64;
        let off = |own: &Vec<f64>| {
            let [mean, over] = unrest(own.iter().copied());
            over * mean.abs().max(f64::MIN_POSITIVE)
        };
        self.places.iter().map(off).fold(0.0, f64::max) / share.max(f64::MIN_POSITIVE)
    }

    /// Effective speed of the corner over frames, against the loudest frame \[dB\].
    fn loudness(&self) -> Vec<f64> {
        let frames = self.heard.chunks_exact(FRAME);
        let all: Vec<f64> = frames
            .map(|own| (own.iter().map(|x| x * x).sum::<f64>() / FRAME as f64).sqrt())
            .collect();
        let most = all.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        all.into_iter().map(|own| decibels(own / most)).collect()
    }
}

impl Experiment for RestingSlab {
    const TITLE: &'static str = "a curved slab at rest hums, or is silent";
    const PAPER: Paper = Paper::Contact;
    const SHOWS: &'static str = "Figures 6 and 7: by the usual rule of rigid bodies a slab that lies is \
        carried now by these places, now by others or by none, and hums; urto's step is silent.";

    fn run(&self) -> Result<Report, StudyError> {
        self.run_watched(Watch::default())
    }

    fn run_watched(&self, watch: Watch) -> Result<Report, StudyError> {
        let steps = self.duration * self.rate;
        bounded(2.0 * steps, MOST_STEPS, "less duration or a lower rate")?;
        if steps < 4.0 * FRAME as f64 {
            return Err(StudyError::Refused(format!(
                "this takes {steps:.0} steps, too few to tell rest from falling; more duration or a \
                 higher rate helps"
            )));
        }
        let mut sheet = Sheet::new(
            format!(
                "The last {} s; it weighs {} N",
                number(0.25 * self.duration, 3),
                number(MASS * GRAVITY, 4)
            ),
            [
                "rule",
                "force [N]",
                "std/mean",
                "of an end",
                "of a place",
                "modes [m/s]",
                "sinks [µm/s]",
                "heard [dB]",
            ],
        );
        let mut loud = Panel::new(
            "Loudness of a corner, against the landing",
            Axis::linear("time", "s"),
            Axis::linear("level", "dB").over(-170.0, 5.0),
        );
        let mut panels = Vec::new();
        let mut rules: Vec<Json> = Vec::new();
        let both = [
            ("usual", "the usual rule", Rule::Velocity, (0.0, 0.5)),
            ("own", "urto's step", Rule::Gap, (0.5, 1.0)),
        ];
        for (key, name, rule, part) in both {
            let rest = self.drop(rule, watch, part)?;
            let [mean, over] = rest.force();
            let loudness = rest.loudness();
            let quiet = &loudness[3 * loudness.len() / 4..];
            let level = quiet.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            sheet.row([
                name.to_owned(),
                number(mean, 5),
                number(over, 2),
                number(rest.ends(), 2),
                number(rest.worst(), 2),
                number(rest.ringing, 2),
                number(1e6 * rest.sinking, 2),
                number(level, 3),
            ]);
            rules.push(json!({
                "rule": key, "force": mean, "unrest": over, "unrest_of_an_end": rest.ends(),
                "unrest_of_a_place": rest.worst(), "modes": rest.ringing, "sinking": rest.sinking,
                "level": level, "given": rest.given,
            }));
            let frame = FRAME as f64 / self.rate;
            let curve = loudness.iter().enumerate();
            let curve = curve.map(|(n, own)| ((n as f64 + 0.5) * frame, *own));
            loud = loud.with(Series::line(name, curve));
            let mut panel = Panel::new(
                format!("Under the two ends, {name}"),
                Axis::linear("step", ""),
                Axis::linear("force", "N").over(0.0, 1.5 * MASS * GRAVITY),
            );
            let last = &rest.ends[rest.ends.len() - DRAWN..];
            for (n, end) in ["left", "right"].into_iter().enumerate() {
                let curve = last
                    .iter()
                    .enumerate()
                    .map(|(step, own)| (step as f64, own[n]));
                panel = panel.with(Series::marked_line(end, curve));
            }
            panels.push(panel);
        }
        panels.push(loud);
        Ok(Report {
            sheets: vec![sheet],
            notes: vec![
                "Of a place: its deviation over the mean force of all places. Heard: the loudest \
                 hundredth of a second of the last quarter, of the speed of a corner in its modes to \
                 14 kHz, against that of the landing; the paper plays it, and gives no figure."
                    .to_owned(),
            ],
            facts: json!({ "weight": MASS * GRAVITY, "rules": rules }),
            figure: Figure::new(panels),
        })
    }

    fn reduce(&mut self) {
        self.duration = 0.08;
    }
}
