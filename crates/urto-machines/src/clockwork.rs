//! Clockwork: an escapement whose pallets strike a wheel, beat after beat, and the train behind it.
//!
//! Hear:   tick and tock, never quite alike, and the same pattern again with every turn of the wheel;
//!         among them the teeth of the train as they meet, each wheel more seldom than the one before; a
//!         case that answers.
//! Law:    each beat is up to three real impacts of a pallet on a tooth that rings (`sounds::impact`): it
//!         unlocks, is pushed, and the next tooth drops on the other pallet, which is the loudest. A
//!         balance or a pendulum that swings N times a second beats 2·N times; out of beat, tick and
//!         tock are not as far apart. Every tooth of the wheel has its own strength. The wheel moves on
//!         by half a tooth a beat, and with it the pinion of n leaves on its arbor, which a wheel of N
//!         teeth drives, that has such a pinion too, and so on: teeth meet 2·N_escape beats to n leaves at
//!         the first wheel, and N/n times more seldom at each one after it (see `train`). Teeth meet
//!         while the wheel moves, from the push on, and each meeting is a real impact, too.
//! Step:   that of the impact; beats are counted in samples.
//! Limits: what meets in the train is heard by the escape wheel's arbor and body, and all its wheels are
//!         alike; what drives it never runs down.
//! Refs:   Rawlings 1993 (escapements, trains); Hunt & Crossley 1975.

mod train;

use train::{Touches, Train};
use urto::body::{BodyKind, BodyParams, MaterialKind, SupportKind, SupportParams, Supported};
use urto::contact::ImpactLaw;
use urto::param::{Declared, ParamId};
use urto::rng::Rng;
use urto::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player, Rig,
    Route, Target,
};
use urto::sounds::OutputParams;
use urto::sounds::impact::{Impact, ImpactParams, Striker, Touch, TouchLaw};
use urto::{BuildError, Health, Rate, key, math};

urto::params! {
    /// An escapement ticks on a wheel in a case.
    pub struct ClockworkParams("clockwork") {
        /// Beats per second, ticks and tocks together: 16,200 an hour are usual for small clocks.
        beats: 4.5, Log(0.2, 30.0), "1/s", Block, spread 0.02;
        /// How far it is out of beat: the tock comes late by this share.
        limp: 0.06, Linear(0.0, 0.8), "", Block, spread 0.03;
        /// How much softer the tock is than the tick.
        lopsided: 0.35, Linear(0.0, 0.95), "", Block, spread 0.08;
        /// Touches in a beat.
        touches: 3, Integer(1, 3), "", Block, expert;
        /// Time from the first touch of a beat to the last.
        escape: 0.011, Log(1e-3, 0.1), "s", Block, spread 0.08;
        /// How strong the first touches are against the last.
        unlocking: 0.4, Linear(0.0, 1.0), "", Block, expert, spread 0.1;
        /// Teeth of the wheel: their pattern comes again after so many ticks.
        teeth: 15, Integer(1, 60), "", Block, expert;
        /// Wheels that drive it, one the other, and are heard.
        wheels: 3, Integer(0, 3), "", Block, expert;
        /// Teeth of each of them.
        wheel: 64, Integer(30, 120), "", Block, expert;
        /// Leaves of the pinions that they drive.
        pinion: 8, Integer(6, 12), "", Block, expert;
        /// How strong their teeth meet, against the last touch of a beat.
        train: 0.3, Linear(0.0, 1.0), "", Block, spread 0.08;
        /// How much the teeth differ.
        wear: 0.3, Linear(0.0, 1.0), "", Block, spread 0.1;
        include works: ImpactParams = works(), without repeat;
    }
    macros {
        /// How fast it ticks.
        pace: beats(1.0, 10.0);
        /// How far it is out of beat.
        limping: limp(0.0, 0.5);
        /// How much tick and tock differ.
        difference: lopsided(0.0, 0.85);
        /// How hard pallets and teeth are.
        hardness: contact.stiffness(3e6, 1e9);
        /// How large the wheel is: larger is lower.
        size: body.size(0.025, 0.12);
        /// How much is heard of the wheels that drive it.
        gears: train(0.0, 0.75);
        /// How worn the teeth are.
        age: wear(0.0, 0.9), variation(0.0, 0.5);
        /// How much the case sounds too.
        housing: support.coupling(0.05, 1.0);
    }
}

/// A brass wheel of 6 cm in a wooden case, struck by a steel pallet of a gram.
fn works() -> ImpactParams {
    ImpactParams {
        velocity: 0.6,
        variation: 0.15,
        striker: Striker {
            mass: 1e-3,
            ..Striker::default()
        },
        contact: Touch {
            impact: ImpactLaw {
                stiffness: 3e7,
                dissipation: 0.4,
                ..ImpactLaw::default()
            },
            ..Touch::default()
        },
        body: BodyParams {
            kind: BodyKind::Disc,
            material: MaterialKind::Brass,
            size: 0.06,
            thickness: 0.001,
            // Its arbor and its oil take most of what it rings.
            damping: 60.0,
            ..BodyParams::default()
        },
        on: Supported {
            support: SupportParams {
                kind: SupportKind::Body,
                body: BodyParams {
                    kind: BodyKind::Plate,
                    material: MaterialKind::Wood,
                    size: 0.22,
                    width: 0.16,
                    thickness: 0.006,
                    damping: 2.0,
                    ..BodyParams::default()
                },
                coupling: 1.0,
                foot: 1e7,
                level: 30.0,
                ..SupportParams::default()
            },
        },
        // Touches are as loud against each other as they are.
        output: OutputParams {
            dynamics: 1.0,
            level: 5.0,
        },
        ..ImpactParams::default()
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "clockwork",
    title: "Clockwork",
    hear: "An escapement ticks and tocks on a wheel that rings in its case, and its train meets tooth by tooth.",
    family: Family::Machines,
    form: Form::Process,
    built_on: &["impact", "rotor", "chance"],
    table: &ClockworkParams::TABLE,
    make: &Player::<Clockwork>::boxed,
    seconds: 5.0,
    release: Some(4.6),
    pad: Pad::hold(
        Some(Axis::new("beats", 0.5, 10.0)),
        Some(Axis::new("limp", 0.0, 0.6)),
    ),
    expression: ExpressionKeys {
        pitch: &["body.tuning"],
        pressure: &["velocity"],
        place: Some(Axis::new("strike", 0.0, 0.5)),
    },
};

/// Most teeth.
const MOST: usize = 60;
/// Where in the escape the pallet is pushed: unlocking is short.
const PUSHED: f64 = 0.35;
/// How much a tooth may be stronger, as an exponent.
const STRONGER: f64 = 0.9;

/// The sound's physics.
pub struct Clockwork {
    impact: Impact,
    rate: Rate,
    rng: Rng,
    teeth: [f64; MOST],
    ticks: bool,
    /// Beats so far.
    beat: u64,
    train: Train,
    /// The touches of this beat, and which comes next.
    touches: Touches,
    touch: usize,
    /// Samples until then.
    left: usize,
    strength: f64,
}

impl Clockwork {
    /// How long before a touch its level is aimed at: a gain glides there within that \[samples\].
    fn lead(&self) -> usize {
        (0.02 * self.rate.hertz()) as usize
    }

    /// How strong a tooth of some wheel is.
    fn tooth(&self, params: &ClockworkParams, tooth: usize) -> f64 {
        math::exp(STRONGER * params.wear * self.teeth[tooth % MOST])
    }

    /// The touches of the beat that begins, in their order.
    fn begin(&mut self, params: &ClockworkParams) {
        let mut all = Touches::default();
        // The whole escape is over within half a beat.
        let escape = params.escape.min(0.4 / params.beats);
        let tock = self.beat % 2 == 1;
        let side = if tock { 1.0 - params.lopsided } else { 1.0 };
        // Each tooth meets both pallets.
        let teeth = (params.teeth as usize).clamp(1, MOST);
        let own = side * self.tooth(params, (self.beat / 2) as usize % teeth);
        match params.touches {
            1 => all.put(0.0, own),
            2 => {
                all.put(0.0, own * params.unlocking);
                all.put(escape, own);
            }
            _ => {
                all.put(0.0, own * params.unlocking);
                all.put(PUSHED * escape, own * params.unlocking);
                all.put(escape, own);
            }
        }
        let (teeth, wheel) = (teeth as f64, params.wheel as usize);
        let moves = train::Moves {
            first: params.pinion as f64 / (2.0 * teeth),
            further: params.pinion as f64 / params.wheel as f64,
            wheels: params.wheels as usize,
        };
        let mut train = self.train;
        train.beat(&moves, |place, number, met| {
            // Wheels wear in their own places.
            let tooth = met as usize % wheel + 7 * number;
            let strong = params.train * self.tooth(params, tooth);
            // They move while the pallet is pushed, and until it drops.
            all.put((PUSHED + (1.0 - PUSHED) * place) * escape, strong);
        });
        self.train = train;
        self.touches = all;
        self.touch = 0;
    }

    /// How strong the coming touch is.
    fn touched(&self) -> f64 {
        self.strength * self.touches.strong(self.touch)
    }

    /// Lets the coming touch happen, and counts the samples from it to the one after it.
    fn strike(&mut self, params: &ClockworkParams) {
        let strength = self.touched();
        if strength > 0.0 {
            self.impact.event(&params.works, Event::trigger(strength));
        }
        let at = self.touches.at(self.touch);
        // A balance is far more even than its teeth: a hundredth is a bad clock.
        let uneven = 0.004 * params.wear * self.rng.signed();
        self.touch += 1;
        let seconds = if self.touch < self.touches.count() {
            self.touches.at(self.touch) - at
        } else {
            // From tick to tock it is longer than back.
            let tock = self.beat % 2 == 1;
            let limp = if tock { -params.limp } else { params.limp };
            self.beat += 1;
            self.begin(params);
            (1.0 + limp + uneven) / params.beats - at
        };
        self.left = ((seconds * self.rate.hertz()).round() as usize).max(1);
    }
}

impl Model for Clockwork {
    type Params = ClockworkParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const HELD: bool = true;
    const STEADY: bool = false;
    const REHEARSED: f64 = 0.1;

    fn build(params: &ClockworkParams, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let mut impact = Impact::build(&params.works, rate, seed)?;
        // The law's numbers go straight to the contact, by this table's own handles.
        let law = match params.works.contact.law {
            TouchLaw::Impact => key!(ClockworkParams, works.contact.impact),
            TouchLaw::Felt => key!(ClockworkParams, works.contact.felt),
            TouchLaw::Linear => key!(ClockworkParams, works.contact.linear),
            TouchLaw::ExtendedHertz => key!(ClockworkParams, works.contact.extended_hertz),
        };
        if let Some(rig) = impact.rig_mut() {
            let hit = rig.shown;
            rig.routes = vec![Route::new(law, Target::Contact(hit))];
        }
        let mut clock = Self {
            impact,
            rate,
            rng: Rng::new(seed),
            teeth: [0.0; MOST],
            ticks: false,
            beat: 0,
            train: Train::default(),
            touches: Touches::default(),
            touch: 0,
            left: 0,
            strength: 1.0,
        };
        clock.reset(params, seed);
        Ok(clock)
    }
    fn rig(&self) -> Option<&Rig> {
        self.impact.rig()
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        self.impact.rig_mut()
    }
    fn change(&mut self, params: &ClockworkParams, id: &ParamId) {
        if let Some(inner) = id.within(&key!(ClockworkParams, works)) {
            self.impact.change(&params.works, &inner);
        }
    }
    fn event(&mut self, params: &ClockworkParams, event: Event) {
        match event {
            Event::Trigger { strength, .. } => {
                self.strength = crate::parts::strength(strength);
                if !self.ticks {
                    self.ticks = true;
                    self.begin(params);
                    self.left = 0;
                }
            }
            _ => self.ticks = false,
        }
    }
    fn rehearse(&mut self, params: &ClockworkParams) -> f64 {
        self.impact.event(&params.works, Event::trigger(1.0));
        1.0
    }
    fn tick(&mut self, params: &ClockworkParams) -> f64 {
        if self.ticks {
            if self.left == self.lead() {
                self.impact.foresee(&params.works);
            }
            if self.left == 0 {
                self.strike(params);
            }
            self.left -= 1;
        }
        self.impact.tick(&params.works)
    }
    fn idle_for(&self, params: &ClockworkParams) -> usize {
        let free = self.impact.idle_for(&params.works);
        if self.ticks {
            // Not past the moment at which the next touch is foreseen.
            match self.left > self.lead() {
                true => free.min(self.left - self.lead()),
                false => free.min(self.left),
            }
        } else {
            free
        }
    }
    fn rang(&mut self, params: &ClockworkParams, out: &mut [f32], health: &mut Health) {
        if self.ticks {
            self.left -= out.len();
        }
        self.impact.rang(&params.works, out, health);
    }
    fn channels(params: &ClockworkParams) -> usize {
        Impact::channels(&params.works)
    }
    fn pan(params: &ClockworkParams, channel: usize) -> Option<f64> {
        Impact::pan(&params.works, channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.impact.further(channel)
    }
    fn rang_further(&self, channel: usize) -> Option<&[f32]> {
        self.impact.rang_further(channel)
    }
    fn meant(&self) -> Meant {
        self.impact.meant()
    }
    fn correct(&mut self, params: &ClockworkParams, found: FoundLevel) {
        self.impact.correct(&params.works, found);
    }
    fn tail(params: &ClockworkParams) -> f64 {
        Impact::tail(&params.works)
    }
    fn reset(&mut self, params: &ClockworkParams, seed: u64) {
        self.impact.reset(&params.works, seed);
        self.rng = Rng::new(seed ^ 0xc10c);
        self.teeth = core::array::from_fn(|_| self.rng.signed());
        self.ticks = false;
        (self.beat, self.touch, self.left) = (0, 0, 0);
        (self.train, self.touches) = (Train::default(), Touches::default());
        self.strength = 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When touches begin \[s\], and how strong they are.
    fn touches(params: &ClockworkParams, seconds: f64) -> Vec<(f64, f64)> {
        let mut clock = Clockwork::build(params, Rate::new(48e3).unwrap(), 1).unwrap();
        clock.event(params, Event::trigger(1.0));
        let mut found = Vec::new();
        for n in 0..(seconds * 48e3) as usize {
            if clock.left == 0 {
                found.push((n as f64 / 48e3, clock.touched()));
            }
            clock.tick(params);
        }
        found
    }

    /// Five beats a second are fifty in ten, each of three touches; out of beat, tock follows tick late
    /// by the limp; the pattern comes again after a turn of the wheel.
    #[test]
    fn it_beats_as_often_as_asked() {
        let mut params = ClockworkParams {
            beats: 5.0,
            limp: 0.2,
            teeth: 7,
            wheels: 0,
            ..Default::default()
        };
        let all = touches(&params, 10.0 - 0.05);
        assert_eq!(all.len(), 150);
        let beat = |n: usize| all[3 * n + 2].0;
        for n in (0..48).step_by(2) {
            assert!((beat(n + 1) - beat(n) - 0.24).abs() < 1e-3);
            assert!((beat(n + 2) - beat(n) - 0.4).abs() < 2e-3);
        }
        let drop = |n: usize| all[3 * n + 2].1;
        assert_eq!(drop(0), drop(14));
        assert_ne!(drop(0), drop(2));
        assert!((drop(1) / drop(0) - 0.65).abs() < 1e-9);
        params.touches = 1;
        assert_eq!(touches(&params, 10.0 - 0.05).len(), 50);
    }

    /// Beside the touches of its beats the train's are struck: with 15 teeth and pinions of 8 leaves,
    /// 8 at the first wheel in 30 beats, and all of them between the push and the drop. Without worn
    /// teeth all of them are alike.
    #[test]
    fn the_train_is_struck_too() {
        let params = ClockworkParams {
            beats: 10.0,
            wheels: 1,
            wear: 0.0,
            lopsided: 0.0,
            train: 0.2,
            ..Default::default()
        };
        let all = touches(&params, 30.0 - 0.05);
        let met: Vec<&(f64, f64)> = all
            .iter()
            .filter(|own| (own.1 - 0.2).abs() < 1e-12)
            .collect();
        assert_eq!(met.len(), 80);
        assert_eq!(all.len(), 980);
        for (at, _) in met {
            // Beats begin at even tenths of a second, but for the limp.
            let limp = 0.1 * params.limp;
            let after = (at % 0.2) - if at % 0.2 < 0.1 { 0.0 } else { 0.1 + limp };
            let pushed = PUSHED * params.escape - 1e-3..=params.escape + 1e-3;
            assert!(pushed.contains(&after), "{at}: {after}");
        }
    }
}
