//! Rehearsal: how loud a step will be, found by taking it aside while the sound is built.
//!
//! Knock, scuff and grains are measured apart, so that the level also follows live changes of
//! how much there is of each. The knock is that of the part of the foot that comes down first; the
//! other one's follows from its momentum. Scuff and grains are known forces, which need no contact:
//! a floor and a heap of their own take them.

use super::super::output::{INAUDIBLE, Output, TARGET};
use super::gait::Part;
use super::ground::{floor_of, heap_of};
use super::{Footsteps, FootstepsParams, LOOK, STANDS, TOE};
use crate::error::BuildError;
use crate::object::{Modal, Object, Point};
use crate::rate::Rate;
use crate::sound::Model;

/// A rehearsed step may peak so much over the target, since it lasts so short, and its RMS over
/// 0.4 s lies so far below it: -23 dBFS.
const PEAK: f64 = 0.9;
const LOUD: f64 = 5.7;
const HEARD: f64 = 0.4;
/// The knock is listened to for so long \[s\], in so many parts; what follows falls on as it did
/// from the last but one to the last.
const KNOCK: f64 = 0.036;
const PARTS: usize = 3;

/// How loud the parts of the usual walker's step are.
#[derive(Default)]
pub(super) struct Heard {
    knock: f64,
    scuff: f64,
    grains: f64,
}

impl Heard {
    /// Together: noises add by their power.
    pub fn with(&self, params: &FootstepsParams) -> f64 {
        let knock = params.stamp * self.knock;
        let scuff = params.stamp * params.scuff * self.scuff;
        let grains = self.grains * self.grains * params.loose;
        (knock * knock + scuff * scuff + grains).sqrt()
    }
}

/// What an ear has heard: an acceleration without its standing part.
struct Ear {
    output: Output,
    hertz: f64,
    velocity: f64,
    peak: f64,
    /// The integral of the square.
    power: f64,
}

impl Ear {
    fn new(rate: Rate) -> Self {
        let mut output = Output::new(rate, INAUDIBLE);
        // A gain of one.
        output.aim(TARGET, 1.0, 0.0, 0.0);
        Self {
            output,
            hertz: rate.hertz(),
            velocity: 0.0,
            peak: 0.0,
            power: 0.0,
        }
    }

    fn hear(&mut self, acceleration: f64) {
        let sample = self.output.pass(acceleration);
        self.peak = self.peak.max(sample.abs());
        self.power += sample * sample / self.hertz;
    }

    /// A body that took a step is heard at a point.
    fn listen(&mut self, body: &Modal, at: Point) {
        let velocity = body.velocity(at);
        self.hear((velocity - self.velocity) * self.hertz);
        self.velocity = velocity;
    }

    /// How loud that was.
    fn loud(&self) -> f64 {
        loud(self.peak, self.power)
    }
}

/// How loud a peak and an integral of the square are.
fn loud(peak: f64, power: f64) -> f64 {
    (PEAK * peak).max(LOUD * (power / HEARD).sqrt())
}

impl Footsteps {
    /// Takes a step aside and listens how loud its parts are.
    pub(super) fn rehearse(&mut self, params: &FootstepsParams) -> Result<(), BuildError> {
        let steady = FootstepsParams {
            variation: 0.0,
            loose: 0.0,
            stamp: 1.0,
            scuff: 0.0,
            ..params.clone()
        };
        let knock = self.knock(&steady);
        let steady = FootstepsParams {
            loose: 1.0,
            scuff: 1.0,
            ..steady
        };
        let [scuff, grains] = self.tread(&steady)?;
        let usual = self.stronger(params);
        self.rehearsed = Heard {
            knock: knock / usual,
            scuff: scuff / usual,
            grains: grains / usual,
        };
        Ok(())
    }

    /// How loud heel and toe knock on the floor.
    fn knock(&mut self, params: &FootstepsParams) -> f64 {
        self.reset(params, 1);
        self.walk.start();
        let mut ear = Ear::new(self.rate);
        let mut parts = [0.0; PARTS];
        let steps = (KNOCK * self.rate.hertz()) as usize / PARTS;
        for part in &mut parts {
            let before = ear.power;
            for _ in 0..steps {
                self.step(params);
                ear.hear(self.rig.network.heard(0));
            }
            *part = ear.power - before;
        }
        let [.., earlier, last] = parts;
        // It dies away, if slowly.
        let falls = (last / earlier.max(1e-300)).min(0.95);
        let power = ear.power + last * falls / (1.0 - falls);
        let figures = params.gait.figures();
        let [heel, toe] = [Part::Heel, Part::Toe].map(|part| figures.touch(part, params.speed));
        let other = match figures.first {
            Part::Heel => TOE * toe / heel,
            Part::Toe => heel / (TOE * toe),
        };
        let other = if other.is_finite() { other } else { 1.0 };
        loud(ear.peak * other.max(1.0), power * (1.0 + other * other))
    }

    /// How loud the sole scuffs on the floor, and how loud the grains crunch.
    fn tread(&mut self, params: &FootstepsParams) -> Result<[f64; 2], BuildError> {
        self.reset(params, 1);
        self.walk.start();
        let mut floor = floor_of(&self.body, &self.figures, STANDS, self.rate)?;
        let mut heap = match &self.loose {
            Some(loose) => Some(heap_of(&loose.grains, params.grain, self.rate)?),
            None => None,
        };
        let point = |body: &Modal, name: &str| body.find(name).unwrap_or_default();
        let (place, ear) = (point(&floor, "heel"), point(&floor, "ear"));
        let heap_ear = heap.as_ref().map_or(Point(0), |heap| point(heap, "ear"));
        let mut ears = [0, 1].map(|_| Ear::new(self.rate));
        // The heel, the toe and the first rise of the force.
        let seconds = 0.35 * params.gait.down(params.speed).min(1.0) + 0.05;
        for step in 0..(seconds * self.rate.hertz()) as u32 {
            if step.is_multiple_of(LOOK) {
                while let Some(touch) = self.walk.next_touch(params, LOOK) {
                    let foot = &mut self.feet[usize::from(touch.part == Part::Toe)];
                    if touch.part == Part::Heel {
                        floor.move_point(place, touch.place);
                    }
                    foot.newtons = params.weight * 9.81;
                    foot.burst.start(self.strength * touch.strength);
                }
                self.walk.press(params, LOOK);
            }
            let feet = self.feet.iter_mut();
            let rolls = feet.map(|foot| foot.newtons * foot.burst.force(&self.burst));
            floor.push(place, rolls.sum());
            floor.end();
            ears[0].listen(&floor, ear);
            if let (Some(loose), Some(heap)) = (&mut self.loose, &mut heap) {
                loose.give_way(params, &self.walk, self.strength);
                loose.blows.push(|place, newtons| heap.push(place, newtons));
                heap.end();
                ears[1].listen(heap, heap_ear);
            }
        }
        Ok(ears.map(|ear| ear.loud()))
    }
}
