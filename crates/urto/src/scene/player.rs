//! Plays a scene: follows the score and listens.

use crate::energy::{Health, Ledger};
use crate::network::{ContactId, Network, ObjectId, Quality, Thrown};
use crate::object::Point;
use crate::param::{ParamId, Params, Value, number_of, put};
use crate::picture::{Frame, Geometry};
use crate::rate::Rate;
use crate::sound::{Event, ModeLevel, Signal, Sound, TapSignals, Taps, clip};

/// What a cue changes. Parameters that are not of class `Sample` move in blocks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Deed {
    SetObject(ObjectId, ParamId, bool),
    SetContact(ContactId, ParamId, bool),
    Throw(Thrown),
    Move(ObjectId, Point),
    Offset(ContactId),
}

impl Deed {
    /// Whether two deeds change the same thing.
    pub(super) fn aims_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Deed::SetObject(a, x, _), Deed::SetObject(b, y, _)) => a == b && x == y,
            (Deed::SetContact(a, x, _), Deed::SetContact(b, y, _)) => a == b && x == y,
            (Deed::Move(a, p), Deed::Move(b, q)) => a == b && p == q,
            (Deed::Offset(a), Deed::Offset(b)) => a == b,
            _ => false,
        }
    }

    fn moves_by_sample(&self) -> bool {
        match self {
            Deed::SetObject(_, _, by_sample) | Deed::SetContact(_, _, by_sample) => *by_sample,
            _ => true,
        }
    }

    fn apply(&self, value: f64, network: &mut Network) {
        match self {
            Deed::SetObject(object, id, _) => {
                network.set_object(*object, id, &Value::Number(value));
            }
            Deed::SetContact(contact, id, _) => {
                network.set_contact(*contact, id, &Value::Number(value));
            }
            Deed::Throw(thrown) => network.throw(*thrown, value),
            Deed::Move(object, point) => network.move_point(*object, *point, value),
            Deed::Offset(contact) => network.offset(*contact, value),
        }
    }
}

/// A cue on the player's clock \[samples\].
#[derive(Clone, Copy, Debug)]
pub(super) struct LiveCue {
    pub start: u64,
    pub length: u64,
    pub deed: Deed,
    pub from: f64,
    pub to: f64,
}

impl LiveCue {
    fn end(&self) -> u64 {
        self.start + self.length
    }
}

/// Parameters that move in blocks do so every N samples.
const BLOCK: u64 = 64;

crate::params! {
    /// A scene; its score changes the parameters of its parts.
    pub struct SceneParams("scene") {
        /// Factor from what is heard \[m, m/s or m/s²\] to samples.
        gain: 1.0, Log(1e-9, 1e15), "", Sample;
    }
}

/// A scene that plays.
pub struct ScenePlayer {
    network: Network,
    cues: Vec<LiveCue>,
    /// All cues before this one are over.
    first_cue: usize,
    clock: u64,
    health: Health,
    /// As it was set.
    params: SceneParams,
    /// As it is now.
    gain: f64,
}

impl ScenePlayer {
    pub(super) fn new(network: Network, cues: Vec<LiveCue>, gain: f64) -> Self {
        Self {
            network,
            cues,
            first_cue: 0,
            clock: 0,
            health: Health::default(),
            params: SceneParams { gain },
            gain,
        }
    }

    /// The network inside.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Samples until the score does something, 0 if it does now.
    fn until_next_cue(&self) -> u64 {
        let mut coming = self.cues[self.first_cue..].iter();
        let next = coming.find(|cue| cue.end() > self.clock);
        next.map_or(u64::MAX, |cue| cue.start.saturating_sub(self.clock))
    }

    fn follow_score(&mut self) {
        while self
            .cues
            .get(self.first_cue)
            .is_some_and(|cue| cue.end() <= self.clock)
        {
            self.first_cue += 1;
        }
        for cue in &self.cues[self.first_cue..] {
            if cue.start > self.clock {
                break;
            }
            let done = self.clock + 1 - cue.start;
            let last = done == cue.length;
            if done > cue.length || matches!(cue.deed, Deed::Throw(_)) && done != 1 {
                continue;
            }
            if last || cue.deed.moves_by_sample() || self.clock.is_multiple_of(BLOCK) {
                let share = done as f64 / cue.length as f64;
                let value = if last {
                    cue.to
                } else {
                    cue.from + share * (cue.to - cue.from)
                };
                cue.deed.apply(value, &mut self.network);
            }
        }
    }
}

impl Sound for ScenePlayer {
    fn params(&self) -> &dyn Params {
        &self.params
    }
    /// A scene is built for its rate; build it anew for another one.
    fn prepare(&mut self, _: Rate, _: usize) {}
    fn reset(&mut self, seed: u64) {
        // Backwards, so that the first cue on a thing leaves it as it was before the score.
        for cue in self.cues.iter().rev() {
            if !matches!(cue.deed, Deed::Throw(_)) {
                cue.deed.apply(cue.from, &mut self.network);
            }
        }
        self.network.reset(seed);
        self.clock = 0;
        self.first_cue = 0;
        self.gain = self.params.gain;
        self.health = Health::default();
    }
    fn set(&mut self, id: &ParamId, value: &Value) {
        self.health.clamped += u64::from(!put(&mut self.params, id, value));
        self.gain = self.params.gain;
    }
    fn event(&mut self, _: usize, _: Event) {}
    fn channels(&self) -> usize {
        self.network.ears()
    }
    fn render_tapped(
        &mut self,
        signals: &[Signal],
        outputs: &mut [&mut [f32]],
        taps: &mut TapSignals,
    ) {
        let frames = outputs.first().map_or(0, |out| out.len());
        // Its gain is all it has.
        let gain = signals.iter().find_map(|signal| {
            let (_, range) = number_of(&self.params, &signal.id)?;
            Some((signal.values, range))
        });
        let mut at = 0;
        while at < frames {
            let most = self.until_next_cue().min((frames - at) as u64) as usize;
            let rang = self.network.ring(most);
            if rang == 0 {
                self.follow_score();
                self.network.step();
            }
            let count = rang.max(1);
            for n in 0..count {
                if let Some((values, range)) = &gain
                    && let Some(value) = values.get(at + n).filter(|value| !value.is_nan())
                {
                    self.gain = range.clamp(f64::from(*value));
                }
                for (ear, output) in outputs.iter_mut().enumerate() {
                    let heard = if ear >= self.network.ears() {
                        0.0
                    } else if rang == 0 {
                        self.network.heard(ear)
                    } else {
                        self.network.rang(ear).at(n)
                    };
                    output[at + n] = clip(self.gain * heard, &mut self.health);
                }
                taps.write(at + n, &Taps::default());
            }
            self.clock += count as u64;
            at += count;
        }
    }
    fn set_quality(&mut self, quality: Quality) {
        self.network.set_quality(quality);
    }
    fn taps(&self) -> Taps {
        Taps {
            energy: self.network.stored(),
            ..Taps::default()
        }
    }
    fn modes(&self, into: &mut [ModeLevel]) -> usize {
        self.network.modes(into)
    }
    fn geometry(&self) -> Geometry {
        self.network.geometry()
    }
    fn picture(&self, geometry: &Geometry, frame: &mut Frame) -> bool {
        self.network.picture(geometry, frame);
        true
    }
    fn tail(&self) -> f64 {
        1.0
    }
    fn health(&self) -> Health {
        let mut health = self.health;
        health += self.network.health();
        health
    }
    fn ledger(&self) -> Ledger {
        self.network.ledger()
    }
    fn notes(&self) -> Vec<String> {
        self.network.notes()
    }
}
