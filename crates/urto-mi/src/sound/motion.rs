//! A network that is played: its score, blows and a hand act on its steps, and samples are taken from
//! them.

use super::MassHold;
use crate::hand::Hand;
use crate::law::{LinkLaw, Side};
use crate::model::{Link, MassId};
use crate::network::{LiveGroup, MassNetwork};
use crate::piece::{INAUDIBLE, NetworkPiece};
use crate::resample::Resampler;
use crate::score::{MOST_SIGNALS, Played};
use crate::stepping::StepQuality;
use crate::vector::{difference, length, scaled, sum};
use std::sync::Arc;
use urto::picture::{Geometry, PicturePart, Sketch};
use urto::sound::Quality;
use urto::{BuildError, Ledger, Rate, math};

/// Highest tuning.
const FASTEST: f64 = 4.0;

/// A blow that goes on: half a sine.
struct MassPush {
    mass: MassId,
    /// The push at its height \[N\].
    newtons: [f64; 3],
    steps: u32,
    done: u32,
}

pub(super) struct Motion {
    piece: Arc<NetworkPiece>,
    played: Played,
    /// As it was built.
    fresh: MassNetwork,
    /// Whether it has begun to move, and whether its score plays.
    moves: bool,
    scored: bool,
    rings_on: bool,
    strength: f64,
    /// Masses that can be struck.
    free: Vec<MassId>,
    blow: Option<MassPush>,
    hand: Hand,
    /// Links that are made stiffer or softer.
    group: LiveGroup,
    /// Steps for each sample at a tuning of 1, and now.
    usual: f64,
    dense: f64,
    resampler: Resampler,
    /// What is too slow to be heard of each channel, and its share of the way.
    lows: Vec<f64>,
    pole: f64,
    heard: Vec<f64>,
    /// What the host's signals were in the sample before.
    signals: [f64; MOST_SIGNALS],
    /// What was put in and lost before it started over.
    before: Ledger,
}

impl Motion {
    pub fn new(piece: Arc<NetworkPiece>, rate: Rate, group: usize) -> Result<Self, BuildError> {
        let wrong = |error: crate::ModelError| BuildError::Other(error.to_string());
        let mut played = piece.played().map_err(wrong)?;
        let fresh = played.network().clone();
        let model = piece.model();
        let links = piece.links_of(group);
        let group = LiveGroup::new(played.network_mut(), model, &links).map_err(wrong)?;
        let usual = model.hertz() / rate.hertz();
        let channels = piece.channels();
        let free = (model.masses().iter().enumerate()).filter(|(_, own)| !own.is_held());
        Ok(Self {
            rings_on: piece.rings_on(&fresh),
            free: free.map(|(n, _)| MassId(n as u32)).collect(),
            hand: Hand::new(model),
            group,
            // As late at all rates above its own.
            resampler: Resampler::new(channels, FASTEST * usual.max(1.0)),
            played,
            fresh,
            moves: false,
            scored: false,
            strength: 1.0,
            blow: None,
            usual,
            dense: usual,
            lows: vec![0.0; channels],
            pole: 1.0 - math::exp(-math::TAU * INAUDIBLE * rate.step()),
            heard: vec![0.0; channels],
            signals: [0.0; MOST_SIGNALS],
            before: Ledger::default(),
            piece,
        })
    }

    /// As often as asked for the energy's account looks; as often as the file says it does at least.
    pub fn set_quality(&mut self, quality: Quality) {
        let quality = match quality {
            Quality::Exact => self.piece.stepping().quality,
            Quality::Fast => StepQuality::Fast,
        };
        self.played.network_mut().set_quality(quality);
    }

    /// How often the account looks.
    pub fn quality(&self) -> StepQuality {
        self.played.network().stepping().quality
    }

    #[cfg(test)]
    pub fn stepping(&self) -> crate::stepping::Stepping {
        self.played.network().stepping()
    }

    /// How strong the last gesture was.
    pub fn strength(&self) -> f64 {
        self.strength
    }

    pub fn rings_on(&self) -> bool {
        self.rings_on
    }

    pub fn follows_signals(&self) -> bool {
        self.piece.follows_signals()
    }

    pub fn softened(&self) -> usize {
        self.fresh.softened()
    }

    /// How many times as stiff and as strongly damped the links of the group are to be.
    pub fn ease(&mut self, [stiffness, damping]: [f64; 2]) {
        self.group.aim(stiffness, damping);
    }

    /// Begins the score, with events that are so many times as strong as the file says, in a time that
    /// goes so many times as fast.
    pub fn begin(&mut self, strength: f64, events: f64, tuning: f64) {
        if !self.rings_on && self.moves {
            self.start_over();
        }
        self.strength = strength;
        self.played.begin_again(events);
        self.scored = true;
        self.dense = self.usual * tuning;
        self.wake();
    }

    /// Begins a blow that would make a mass so fast \[m/s\].
    pub fn strike(&mut self, place: f64, speed: f64, seconds: f64) {
        let last = self.free.len().saturating_sub(1);
        let Some(mass) = self.free.get((place * last as f64).round() as usize) else {
            return;
        };
        let h = self.piece.model().step();
        let steps = (seconds / h).ceil().clamp(1.0, 1e9);
        // Half a sine over N steps sums up to 2/pi of its height.
        let whole: f64 = self.piece.model().masses()[mass.index()].mass * speed;
        let height = whole * core::f64::consts::FRAC_PI_2 / (steps * h);
        let axis = self.piece.listeners()[0].axis;
        let long = length(axis).max(f64::MIN_POSITIVE);
        self.blow = (speed > 0.0).then_some(MassPush {
            mass: *mass,
            newtons: scaled(axis, height / long),
            steps: steps as u32,
            done: 0,
        });
    }

    /// From rest: what it is heard as now is nothing.
    fn wake(&mut self) {
        if !self.moves {
            self.moves = true;
            self.group.act_at_once(self.played.network_mut());
            self.settle();
        }
    }

    /// Nothing clicks where what is heard is suddenly something else.
    fn settle(&mut self) {
        let Self {
            resampler, played, ..
        } = self;
        resampler.settle(|channel| played.heard(channel));
        for (channel, low) in self.lows.iter_mut().enumerate() {
            *low = self.played.heard(channel) - self.heard[channel];
        }
    }

    /// Back to how it was built, while it sounds: what it held is lost, and what it starts with is
    /// put in.
    fn start_over(&mut self) {
        let network = self.played.network();
        self.before.injected += network.injected() + self.fresh.energy();
        self.before.dissipated += network.dissipated() + network.energy();
        self.played.network_mut().restore(&self.fresh);
        self.group.act_at_once(self.played.network_mut());
        self.hand.open();
        self.settle();
    }

    pub fn reset(&mut self) {
        self.played.network_mut().restore(&self.fresh);
        self.hand.open();
        self.heard.fill(0.0);
        self.signals = [0.0; MOST_SIGNALS];
        self.before = Ledger::default();
        self.moves = false;
        self.scored = false;
        self.strength = 1.0;
        self.blow = None;
    }

    /// Goes on by one sample; tells whether there is anything to hear.
    pub fn tick(&mut self, tuning: f64, hold: &MassHold, signals: [f64; MOST_SIGNALS]) -> bool {
        let before = core::mem::replace(&mut self.signals, signals);
        if hold.force > 0.0 && !self.moves {
            self.dense = self.usual * tuning;
            self.wake();
        }
        if !self.moves {
            return false;
        }
        let steps = self.resampler.advance(self.dense);
        for step in 0..steps {
            // Straight from sample to sample.
            let share = (step + 1) as f64 / steps as f64;
            for (number, (from, to)) in before.iter().zip(signals).enumerate() {
                let now = from + share * (to - from);
                self.played
                    .set_signal(number, if step + 1 == steps { to } else { now });
            }
            self.step(hold);
            let Self {
                resampler, played, ..
            } = self;
            resampler.take(|channel| played.heard(channel));
        }
        for (channel, heard) in self.heard.iter_mut().enumerate() {
            let sample = self.resampler.sample(channel, self.dense);
            let low = &mut self.lows[channel];
            *low += self.pole * (sample - *low);
            *heard = sample - *low;
        }
        true
    }

    fn step(&mut self, hold: &MassHold) {
        self.group.act(self.played.network_mut());
        if self.scored {
            self.played.drive();
        }
        if let Some(blow) = &mut self.blow {
            let share = (f64::from(blow.done) + 0.5) / f64::from(blow.steps);
            let now = math::sin(core::f64::consts::PI * share);
            let push = scaled(blow.newtons, now);
            self.played.network_mut().push(blow.mass, push);
            blow.done += 1;
            if blow.done == blow.steps {
                self.blow = None;
            }
        }
        if hold.force > 0.0 {
            let last = self.piece.model().masses().len() - 1;
            let mass = MassId((hold.mass.max(0) as usize).min(last) as u32);
            let to = sum(self.played.start(mass), [hold.x, hold.y, hold.z]);
            let network = self.played.network_mut();
            self.hand.act(network, mass, to, hold.force);
        } else {
            self.hand.open();
        }
        self.played.finish();
    }

    /// What a channel hears now.
    pub fn heard(&self, channel: usize) -> f64 {
        self.heard.get(channel).copied().unwrap_or(0.0)
    }

    /// The loudest channel now.
    pub fn loudest(&self) -> f64 {
        self.heard.iter().fold(0.0, |most, own| most.max(own.abs()))
    }

    pub fn hand_force(&self) -> f64 {
        self.hand.force()
    }

    pub fn energy(&self) -> f64 {
        self.played.network().energy()
    }

    pub fn ledger(&self) -> Ledger {
        let network = self.played.network();
        Ledger {
            initial: self.fresh.energy(),
            injected: self.before.injected + network.injected(),
            dissipated: self.before.dissipated + network.dissipated(),
            stored: network.energy(),
        }
    }

    /// Masses as points, and links that are there to be seen as lines: not what only acts when two
    /// touch, nor what acts along an axis.
    pub fn geometry(&self) -> Geometry {
        let model = self.piece.model();
        let is_seen = |link: &&Link| {
            let spring = matches!(link.law, LinkLaw::Spring(own) if own.side != Side::Pushes);
            spring && link.along.is_none()
        };
        let lines = model.links().iter().filter(is_seen);
        let sketch = Sketch {
            points: model.masses().iter().map(|mass| mass.position).collect(),
            edges: lines.map(|link| link.ends.map(|end| end.0)).collect(),
            ..Sketch::default()
        };
        Geometry::of_places(PicturePart::of_places("network", sketch))
    }

    /// How far a mass is from where it started \[m\], and how fast it is \[m/s\].
    pub fn seen(&self, mass: MassId) -> ([f64; 3], f64) {
        let network = self.played.network();
        let gone = difference(network.position(mass), self.played.start(mass));
        (gone, length(network.velocity(mass)))
    }
}
