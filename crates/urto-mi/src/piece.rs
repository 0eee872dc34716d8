//! A network with all that is needed to play it, as a sound holds it.

mod flat;

pub(crate) use flat::{PieceReader, PieceWriter, number};

use crate::builders::Row;
use crate::change::Planned;
use crate::law::Spring;
use crate::model::{LinkId, Model, ModelError};
use crate::network::MassNetwork;
use crate::score::{Course, Drive, Driver, Event, Heard, Listener, Played};
use crate::stepping::Stepping;
use crate::vector::length;
use std::sync::OnceLock;
use urto::math;

/// A network, what happens to it, and who listens: what a file of it says.
#[derive(Clone, Debug)]
pub struct NetworkPiece {
    model: Model,
    events: Vec<Event>,
    drivers: Vec<Driver>,
    changes: Vec<Planned>,
    listeners: Vec<Listener>,
    /// Links of each group that has some.
    groups: Vec<Vec<LinkId>>,
    seconds: f64,
    stepping: Stepping,
    loudness: OnceLock<Loudness>,
}

/// How loud a piece is: what each has to be divided by to be as loud as sounds usually are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Loudness {
    /// Of its own score.
    pub score: f64,
    /// Of a blow of 1 m/s on a mass.
    pub blow: f64,
}

/// How long a file that says nothing is listened to \[s\].
const USUAL_SECONDS: f64 = 4.0;
/// Most channels of a sound.
const MOST_CHANNELS: usize = 16;
/// Masses and links times steps that are listened to at most: some tenths of a second of work.
const MOST_WORK: f64 = 3e7;
/// Peak and greatest mean over 0.4 s of what is usually loud: -6 dBFS and -24 dB.
const PEAK: f64 = 0.5;
const MEAN: f64 = 0.063;
const MOMENT: f64 = 0.4;
/// What is slower is not heard \[Hz\].
pub(crate) const INAUDIBLE: f64 = 20.0;
/// How long the blow lasts by which it is judged, and how long that is heard \[s\].
const BLOW: f64 = 1e-3;
const AFTER_BLOW: f64 = 0.4;

impl NetworkPiece {
    /// Checks everything. `seconds` is how long it is usually played, if that is known.
    pub fn new(
        model: Model,
        events: Vec<Event>,
        drivers: Vec<Driver>,
        listeners: Vec<Listener>,
        seconds: Option<f64>,
    ) -> Result<Self, ModelError> {
        if listeners.is_empty() || model.masses().is_empty() {
            return Err(ModelError::Unheard);
        }
        Played::new(&model, &events, &listeners)?.driven(&model, &drivers)?;
        let groups = model.link_groups().into_iter();
        Ok(Self {
            groups: groups.map(|(_, links)| links).collect(),
            model,
            events,
            drivers,
            changes: Vec::new(),
            listeners,
            seconds: seconds.unwrap_or(USUAL_SECONDS),
            stepping: Stepping::default(),
            loudness: OnceLock::new(),
        })
    }

    /// Stepped as asked for, but by one thread: what plays it must not wait for another.
    pub fn stepped(mut self, stepping: Stepping) -> Self {
        self.stepping = Stepping {
            threads: 1,
            ..stepping
        };
        self
    }

    /// With changes.
    pub fn changing(mut self, changes: Vec<Planned>) -> Result<Self, ModelError> {
        self.changes = changes;
        self.played()?;
        Ok(self)
    }

    /// A plucked string of nylon: that of `networks/string.mi.toml`, which gives the reasons for its
    /// numbers.
    pub fn string() -> Result<Self, ModelError> {
        let mut model = Model::new(44_100.0)?;
        model.set_friction(1.3e-4)?;
        let spring = Spring {
            stiffness: 6e4,
            length: Some(0.00822),
            ..Spring::default()
        };
        let row = Row {
            count: 64,
            to: [0.65, 0.0, 0.0],
            mass: 6.35e-5,
            spring,
            ..Row::default()
        };
        let masses = row.build(&mut model, "string")?;
        let up = [0.0, 0.0, 1.0];
        for pair in masses.windows(2) {
            let damper = Spring::damper(3e-4).into();
            model.link([pair[0], pair[1]], damper, Some(up), "")?;
        }
        let finger = Drive::Force {
            mass: masses[9],
            newtons: [0.0, 0.0, 1.5],
            steps: 176,
        };
        let pluck = Event {
            at: 0.0,
            drive: finger,
        };
        let ends = [masses[0], masses[63]];
        let ears = ends.map(|end| Listener::new(end, up, Heard::Force));
        Self::new(model, vec![pluck], Vec::new(), ears.into(), Some(5.0))
    }

    /// Masses and links.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// What happens at times.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// A channel each.
    pub fn listeners(&self) -> &[Listener] {
        &self.listeners
    }

    /// How many [groups](Model::link_groups) of links it has.
    pub(crate) fn groups(&self) -> usize {
        self.groups.len()
    }

    /// The links of a group by its number, from 1 on; 0 is all of them. None has a number beyond.
    pub(crate) fn links_of(&self, group: usize) -> Vec<LinkId> {
        match group.checked_sub(1) {
            None => (0..self.model.links().len() as u32).map(LinkId).collect(),
            Some(at) => self.groups.get(at).cloned().unwrap_or_default(),
        }
    }

    /// How it is stepped.
    pub fn stepping(&self) -> Stepping {
        self.stepping
    }

    /// How long it is played \[s\].
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// How many channels it is heard in.
    pub fn channels(&self) -> usize {
        self.listeners.len().clamp(1, MOST_CHANNELS)
    }

    /// Ready to be played.
    pub fn played(&self) -> Result<Played, ModelError> {
        Played::with(&self.model, &self.events, &self.listeners, self.stepping)?
            .driven(&self.model, &self.drivers)?
            .changing(&self.model, &self.changes)
    }

    /// Whether a host's signal moves something of it.
    pub(crate) fn follows_signals(&self) -> bool {
        let follows = |own: &Driver| matches!(own.course, Course::Signal(_));
        self.drivers.iter().any(follows)
    }

    /// Whether its score is only forces on what rests: then it can be played again while it rings.
    /// All others start over.
    pub(crate) fn rings_on(&self, fresh: &MassNetwork) -> bool {
        let pushed = |event: &Event| matches!(event.drive, Drive::Force { .. });
        let masses = self.model.masses();
        let still = |n: usize| {
            let own = &masses[n];
            // A step would move it by less than rounding does.
            let h = self.model.step();
            let moved = length(fresh.force(crate::MassId(n as u32))) * h * h / own.mass;
            own.is_held()
                || own.velocity == [0.0; 3] && moved < 1e-12 * (1.0 + length(own.position))
        };
        self.drivers.is_empty()
            && self.changes.is_empty()
            && self.model.gravity() == [0.0; 3]
            && self.events.iter().all(pushed)
            && (0..masses.len()).all(still)
    }

    /// How loud it is; found by playing it once, unheard.
    pub(crate) fn loudness(&self) -> Loudness {
        *self.loudness.get_or_init(|| {
            let found = self.played().map(|played| Loudness {
                score: self.listen(played, self.seconds, |_, _| {}),
                blow: self.blown(),
            });
            found.unwrap_or(Loudness {
                score: 0.0,
                blow: 0.0,
            })
        })
    }

    /// How loud a blow in its first third is.
    fn blown(&self) -> f64 {
        let Ok(played) = Played::new(&self.model, &[], &self.listeners) else {
            return 0.0;
        };
        let free = (self.model.masses().iter().enumerate()).filter(|(_, own)| !own.is_held());
        let free: Vec<usize> = free.map(|(n, _)| n).collect();
        let Some(n) = free.get(free.len() / 3) else {
            return 0.0;
        };
        let h = self.model.step();
        let (mass, steps) = (self.model.masses()[*n].mass, (BLOW / h).ceil());
        let newtons = mass / (steps * h);
        let axis = self.listeners[0].axis;
        self.listen(played, AFTER_BLOW, |played, step| {
            if (step as f64) < steps {
                let push = axis.map(|along| along * newtons);
                played.network_mut().push(crate::MassId(*n as u32), push);
            }
        })
    }

    fn listen(&self, mut played: Played, seconds: f64, act: impl Fn(&mut Played, usize)) -> f64 {
        let hertz = self.model.hertz();
        let parts = self.model.masses().len() + self.model.links().len();
        let most = MOST_WORK / parts as f64;
        let steps = (seconds * hertz).min(most).max(64.0) as usize;
        let pole = 1.0 - math::exp(-math::TAU * INAUDIBLE / hertz);
        let moment = ((MOMENT * hertz) as usize).max(1);
        let channels = self.channels();
        let mut ears: Vec<Ear> = (0..channels).map(|n| Ear::at(played.heard(n))).collect();
        for step in 0..steps {
            act(&mut played, step);
            played.step();
            for (n, ear) in ears.iter_mut().enumerate() {
                ear.hear(played.heard(n), pole);
                if (step + 1).is_multiple_of(moment) || step + 1 == steps {
                    ear.judge(moment);
                }
            }
        }
        let loud = ears
            .iter()
            .map(|ear| (ear.peak / PEAK).max(ear.mean / MEAN));
        let loud = loud.fold(0.0, f64::max);
        if loud.is_finite() { loud } else { 0.0 }
    }
}

/// What is heard of a channel while it is judged.
struct Ear {
    low: f64,
    peak: f64,
    power: f64,
    mean: f64,
}

impl Ear {
    fn at(heard: f64) -> Self {
        Self {
            low: heard,
            peak: 0.0,
            power: 0.0,
            mean: 0.0,
        }
    }

    fn hear(&mut self, heard: f64, pole: f64) {
        self.low += pole * (heard - self.low);
        let high = heard - self.low;
        self.peak = self.peak.max(high.abs());
        self.power += high * high;
    }

    fn judge(&mut self, moment: usize) {
        let mean = (self.power / moment as f64).sqrt();
        self.mean = self.mean.max(mean);
        self.power = 0.0;
    }
}
