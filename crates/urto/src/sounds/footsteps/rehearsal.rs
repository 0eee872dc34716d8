//! Rehearsal: how loud a step will be, found by taking it aside while the sound is built.
//!
//! Knock, scuff and grains are measured apart, so that the level also follows live changes of
//! how much there is of each. The knock is that of the part of the foot that comes down first; the
//! other one's follows from its momentum. Scuff and grains are known forces, which need no contact:
//! a floor and a heap of their own take them, at one rate whatever the sound's: a single step is a
//! matter of chance, and chance must not make one rate louder than another.

use super::gait::{FootPart, Gait};
use super::ground::{floor_of, heap_of};
use super::sensed::FootForces;
use super::walk::Walk;
use super::{Blows, Footsteps, FootstepsParams, LOOK, Loose, STANDS, TOE};
use crate::error::BuildError;
use crate::gesture::Burst;
use crate::noise::Noise;
use crate::object::{Modal, Object, Point, Points};
use crate::parts::output::{INAUDIBLE, Output, OutputParams, TARGET};
use crate::rate::Rate;
use crate::sound::Model;
use crate::tape::{self, Dear};
use crate::texture::Crackle;

/// A rehearsed step may peak so much over the target, since it lasts so short, and its RMS over
/// 0.4 s lies so far below it: -23 dBFS.
const PEAK: f64 = 0.9;
const LOUD: f64 = 5.7;
const HEARD: f64 = 0.4;
/// The knock is listened to for so long \[s\], in N parts; what follows falls on as it did
/// from the last but one to the last.
const KNOCK: f64 = 0.036;
const PARTS: usize = 3;

/// How loud the parts of the usual walker's step are.
#[derive(Default)]
pub(super) struct StepLoudness {
    knock: f64,
    scuff: f64,
    grains: f64,
}

impl StepLoudness {
    /// Together: noises add by their power.
    pub fn with(&self, params: &FootstepsParams) -> f64 {
        let knock = params.stamp * self.knock;
        let scuff = params.stamp * params.scuff * self.scuff;
        let grains = self.grains * self.grains * params.loose;
        (knock * knock + scuff * scuff + grains).sqrt()
    }
}

/// What an ear has heard: an acceleration without its standing part.
struct RehearsalEar {
    output: Output,
    hertz: f64,
    velocity: f64,
    peak: f64,
    /// The integral of the square.
    power: f64,
}

impl RehearsalEar {
    fn new(rate: Rate) -> Self {
        let mut output = Output::new(rate, INAUDIBLE);
        // A gain of one.
        output.aim(TARGET, 1.0, &OutputParams::following(0.0));
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

/// A rehearsal that goes on: it takes longer than a block lasts, so it is done in parts.
pub(super) enum StepRehearsal {
    /// The knock is listened to.
    Knock(Box<Knock>),
    /// Scuff and grains are.
    Tread(Box<Tread>),
}

/// The rehearsal's own chance.
const SEED: u64 = 1;
/// So many steps are a part: about a millisecond in a browser.
const PART: usize = 2048;

/// Heel or toe knocks on the floor.
pub(super) struct Knock {
    ear: RehearsalEar,
    parts: [f64; PARTS],
    /// Steps taken, and the power heard before the present part.
    step: usize,
    before: f64,
}

/// A sole scuffs on a floor and grains crunch in a heap, of their own.
pub(super) struct Tread {
    /// How loud the knock was.
    knock: f64,
    floor: Modal,
    heap: Option<(Loose, Modal)>,
    walk: Walk,
    /// The bursts of heel and toe.
    soles: [Burst; 2],
    /// Where the floor is touched and heard, and where the heap is heard.
    place: Point,
    heard_at: [Point; 2],
    ears: [RehearsalEar; 2],
    step: usize,
}

/// The walker of the rehearsal: always the same, without grains and scuff or with all of them.
fn steady(params: &FootstepsParams, tread: f64) -> FootstepsParams {
    FootstepsParams {
        // Who stands is as loud as who walks.
        gait: match params.gait {
            Gait::Stand => Gait::Walk,
            gait => gait,
        },
        left: FootForces::default(),
        right: FootForces::default(),
        variation: 0.0,
        loose: tread,
        stamp: 1.0,
        scuff: tread,
        ..params.clone()
    }
}

impl Footsteps {
    /// Is about to take a step aside.
    pub(super) fn begin_rehearsal(&mut self, params: &FootstepsParams) {
        if let Some(&[knock, scuff, grains]) = tape::begin(Dear::Loudness).as_deref() {
            self.rehearsed = StepLoudness {
                knock,
                scuff,
                grains,
            };
            return;
        }
        self.reset(&steady(params, 0.0), SEED);
        self.walk.start();
        self.rehearsal = Some(StepRehearsal::Knock(Box::new(Knock {
            ear: RehearsalEar::new(self.rate),
            parts: [0.0; PARTS],
            step: 0,
            before: 0.0,
        })));
    }

    /// Goes on taking a step aside and listens how loud its parts are; tells whether all is heard.
    pub(super) fn rehearse(&mut self, params: &FootstepsParams) -> Result<bool, BuildError> {
        let Some(mut rehearsal) = self.rehearsal.take() else {
            return Ok(true);
        };
        match &mut rehearsal {
            StepRehearsal::Knock(knock) => {
                if self.knock(&steady(params, 0.0), knock) {
                    let loud = knock.loud(params);
                    let tread = self.begin_tread(params, loud)?;
                    rehearsal = StepRehearsal::Tread(Box::new(tread));
                }
            }
            StepRehearsal::Tread(tread) => {
                if self.tread(&steady(params, 1.0), tread) {
                    let usual = self.stronger(params);
                    let [scuff, grains] = [0, 1].map(|ear: usize| tread.ears[ear].loud());
                    self.rehearsed = StepLoudness {
                        knock: tread.knock / usual,
                        scuff: scuff / usual,
                        grains: grains / usual,
                    };
                    let StepLoudness {
                        knock,
                        scuff,
                        grains,
                    } = self.rehearsed;
                    tape::end(Dear::Loudness, &[knock, scuff, grains]);
                    return Ok(true);
                }
            }
        }
        self.rehearsal = Some(rehearsal);
        Ok(false)
    }

    /// Lets heel or toe knock on the floor; tells whether that was long enough.
    fn knock(&mut self, params: &FootstepsParams, knock: &mut Knock) -> bool {
        let steps = (KNOCK * self.rate.hertz()) as usize / PARTS;
        let end = (knock.step + PART).min(PARTS * steps);
        while knock.step < end {
            self.step(params);
            knock.ear.hear(self.rig.network.heard(0));
            knock.step += 1;
            if knock.step.is_multiple_of(steps) {
                knock.parts[knock.step / steps - 1] = knock.ear.power - knock.before;
                knock.before = knock.ear.power;
            }
        }
        end == PARTS * steps
    }

    /// Is about to let the sole scuff and the grains crunch.
    fn begin_tread(&self, params: &FootstepsParams, knock: f64) -> Result<Tread, BuildError> {
        let rate = Rate::new(Noise::USUAL)?;
        let floor = floor_of(&self.body, &self.figures, STANDS, rate)?;
        let heap = match &self.loose {
            Some(loose) => {
                let heap = heap_of(&loose.grains, params.grain, rate)?;
                let mut blows = Blows::new(rate);
                blows.reset(SEED);
                let loose = Loose {
                    grains: loose.grains.clone(),
                    heap: loose.heap,
                    crackle: Crackle::new(SEED),
                    blows,
                    pitch: 1.0,
                };
                Some((loose, heap))
            }
            None => None,
        };
        let point = |body: &Modal, name: &str| body.find(name).unwrap_or_default();
        let heap_ear = heap
            .as_ref()
            .map_or(Point(0), |(_, heap)| point(heap, "ear"));
        let mut walk = Walk::new(rate);
        walk.reset(SEED);
        walk.start();
        Ok(Tread {
            knock,
            place: point(&floor, "heel"),
            heard_at: [point(&floor, "ear"), heap_ear],
            floor,
            heap,
            walk,
            soles: [
                Burst::new(&self.burst, rate, SEED)?,
                Burst::new(&self.burst, rate, SEED + 1)?,
            ],
            ears: [0, 1].map(|_| RehearsalEar::new(rate)),
            step: 0,
        })
    }

    /// Lets the sole scuff and the grains crunch; tells whether that was long enough.
    fn tread(&self, params: &FootstepsParams, tread: &mut Tread) -> bool {
        // The heel, the toe and the first rise of the force.
        let seconds = 0.35 * params.gait.down(params.speed).min(1.0) + 0.05;
        let steps = (seconds * Noise::USUAL) as usize;
        let end = (tread.step + PART).min(steps);
        let Tread {
            floor,
            place,
            walk,
            soles,
            ..
        } = tread;
        while tread.step < end {
            if tread.step.is_multiple_of(LOOK as usize) {
                while let Some(touch) = walk.next_touch(params, LOOK) {
                    if touch.part == FootPart::Heel {
                        floor.move_point(*place, touch.place.into());
                    }
                    soles[usize::from(touch.part == FootPart::Toe)].start(touch.strength);
                }
                walk.press(params, LOOK);
            }
            let newtons = params.weight * 9.81;
            let rolls = (soles.iter_mut()).map(|sole| newtons * sole.force(&self.burst));
            floor.push(*place, rolls.sum());
            floor.end();
            tread.ears[0].listen(floor, tread.heard_at[0]);
            if let Some((loose, heap)) = &mut tread.heap {
                loose.give_way(params, walk, 0.0, 1.0);
                loose.blows.push(|place, newtons| heap.push(place, newtons));
                heap.end();
                tread.ears[1].listen(heap, tread.heard_at[1]);
            }
            tread.step += 1;
        }
        end == steps
    }
}

impl Knock {
    /// How loud heel and toe knock on the floor.
    fn loud(&self, params: &FootstepsParams) -> f64 {
        let [.., earlier, last] = self.parts;
        // It dies away, if slowly.
        let falls = (last / earlier.max(1e-300)).min(0.95);
        let power = self.ear.power + last * falls / (1.0 - falls);
        let figures = params.gait.figures();
        let [heel, toe] =
            [FootPart::Heel, FootPart::Toe].map(|part| figures.touch(part, params.speed));
        let other = match figures.first {
            FootPart::Heel => TOE * toe / heel,
            FootPart::Toe => heel / (TOE * toe),
        };
        let other = if other.is_finite() { other } else { 1.0 };
        loud(
            self.ear.peak * other.max(1.0),
            power * (1.0 + other * other),
        )
    }
}
