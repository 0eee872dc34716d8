//! A network of masses as a sound: its file's own events play, it can be struck, and a hand can hold
//! any of its masses.
//!
//! Hear:   whatever the file describes; a string is plucked if there is none.
//! Law:    Newton's for every mass, under the pulls of its links, the air and gravity; the hand is a
//!         spring with a damper, as stiff as the links where it holds.
//! Step:   the network's own steps, as many a second as its file says, times `tuning`; samples are
//!         taken from them by a band-limited interpolation, one or two milliseconds late.
//! Limits: pictures show the first 65,536 masses. A score that is more than forces on what rests
//!         starts over with each gesture, and what rang before it is cut.
//! Refs:   Villeneuve & Leonard 2019 (mass-interaction in three dimensions).

mod level;
mod motion;

use crate::model::MassId;
use crate::piece::NetworkPiece;
use crate::score::MOST_SIGNALS;
use crate::stepping::StepQuality;
use level::SoundLevel;
use motion::Motion;
use std::sync::{Arc, OnceLock};
use urto::key;
use urto::param::{Declared, ParamId, Resource};
use urto::picture::{Frame, Geometry};
use urto::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, Model, Pad, Player, Quality, Taps,
};
use urto::sounds::OutputParams;
use urto::{BuildError, Health, Ledger, Rate};

urto::params! {
    /// A blow on one of the masses.
    pub struct MassBlow("blow") {
        /// Which mass is struck, of those that can move, in the file's order: 0 is the first, 1 the
        /// last. It is struck along the axis of the first listener.
        place: 0.3, Linear(0.0, 1.0), "", Event, spread 0.2;
        /// How fast the blow alone would make it; 0 strikes nothing, and the file's own events play
        /// alone. A file without events or signals is struck at 1 m/s.
        speed: 0.0, ZeroLog(1e-3, 100.0), "m/s", Event, spread 0.1;
        /// How long the blow lasts; shorter is brighter.
        time: 1e-3, Log(1e-5, 0.1), "s", Event, spread 0.1;
    }
}

urto::params! {
    /// A hand that holds a mass.
    pub struct MassHold("hand") {
        /// How hard the hand pulls at most; 0 lets go. It holds as a spring that is as stiff as what
        /// holds the mass otherwise.
        force: 0.0, ZeroLog(1e-6, 1e6), "N", Sample, expert, spread 0.0;
        /// Which mass it holds, in the file's order; the first is 0.
        mass: 0, Integer(0, 65535), "", Event, expert, spread 0.0;
        /// Where the hand is along x, from where the mass started.
        x: 0.0, Linear(-1000.0, 1000.0), "m", Sample, expert, spread 0.0;
        /// Where it is along y.
        y: 0.0, Linear(-1000.0, 1000.0), "m", Sample, expert, spread 0.0;
        /// Where it is along z.
        z: 0.0, Linear(-1000.0, 1000.0), "m", Sample, expert, spread 0.0;
    }
}

urto::params! {
    /// Links of the network that are made stiffer or softer while it sounds.
    pub struct MassGroup("group") {
        /// Which links: 0 is all of them, 1 those of the file's first group, row, lattice or part that
        /// has some, and so on; 'urto mi check' lists them.
        number: 0, Integer(0, 255), "", Rebuild, expert, spread 0.0;
        /// How many times as stiff they are as the file says, as far as its steps carry it. Four times
        /// as stiff is an octave higher. What that adds to stretched springs is work of the outside.
        stiffness: 1.0, Log(0.1, 10.0), "", Sample, spread 0.0;
        /// How many times as strongly they are damped, as far as its steps carry it.
        damping: 1.0, Log(0.1, 10.0), "", Sample, spread 0.0;
    }
}

impl MassGroup {
    fn factors(&self) -> [f64; 2] {
        [self.stiffness, self.damping]
    }
}

urto::params! {
    /// What moves masses that the file leaves to a signal.
    pub struct MassSignals("signals") {
        /// What drivers with signal = "a" do: metres, metres a second or newtons, as the file says,
        /// for each sample, while the score plays.
        a: 0.0, Linear(-1000.0, 1000.0), "", Sample, expert, spread 0.0;
        /// The same for signal = "b".
        b: 0.0, Linear(-1000.0, 1000.0), "", Sample, expert, spread 0.0;
        /// The same for signal = "c".
        c: 0.0, Linear(-1000.0, 1000.0), "", Sample, expert, spread 0.0;
        /// The same for signal = "d".
        d: 0.0, Linear(-1000.0, 1000.0), "", Sample, expert, spread 0.0;
    }
}

impl MassSignals {
    fn all(&self) -> [f64; MOST_SIGNALS] {
        [self.a, self.b, self.c, self.d]
    }
}

urto::params! {
    /// Masses and links from a file (`.mi.toml`), played as the file says, struck, or pulled by hand.
    pub struct NetworkSoundParams("network") {
        /// The network: a file as `urto new network` writes one. Without a file it is a plucked
        /// string.
        file: Resource::default(), Resource("the name of a file that holds a network of masses (.mi.toml)", "network"), "", Rebuild;
        /// How strongly the file's own events push; 0 leaves them out.
        events: 1.0, Linear(0.0, 10.0), "", Event, spread 0.1;
        /// How fast everything goes, from the next gesture on: 2 is an octave higher, and all is over in
        /// half the time.
        tuning: 1.0, Log(0.25, 4.0), "", Event, spread 0.05;
        /// A blow beside those events.
        strike: MassBlow::default(), Table(MassBlow), "", Event;
        /// A hand that holds a mass.
        hand: MassHold::default(), Table(MassHold), "", Sample, expert;
        /// Links that are made stiffer or softer while it sounds.
        group: MassGroup::default(), Table(MassGroup), "", Sample;
        /// What moves masses that the file leaves to a signal.
        signal: MassSignals::default(), Table(MassSignals), "", Sample, expert;
        include output: OutputParams;
    }
    macros {
        /// How strongly the file's own events push.
        strength: events(0.2, 3.0);
        /// How high it sounds, and how fast everything goes.
        pitch: tuning(0.5, 2.0);
        /// How hard it is struck beside its own events.
        blow: strike.speed(0.0, 5.0);
        /// How hard what strikes it is: from a finger to steel.
        hardness: strike.time(0.005, 0.0002);
        /// Where it is struck.
        place: strike.place(0.0, 1.0);
    }
}

/// The catalogue's line.
pub const ENTRY: Entry = Entry {
    key: "network",
    title: "Network of masses",
    hear: "Masses and springs from a file move as the file says: a string, a gong, a cloth, a chain.",
    family: Family::Solids,
    form: Form::Event,
    built_on: &["masses"],
    table: &NetworkSoundParams::TABLE,
    make: &Player::<NetworkSound>::boxed,
    seconds: 4.0,
    release: None,
    pad: Pad::strike(Some(Axis::new("strike.place", 0.0, 1.0)), None),
    expression: ExpressionKeys {
        pitch: &["tuning"],
        pressure: &["events"],
        place: Some(Axis::new("strike.place", 0.0, 1.0)),
    },
};

/// Strongest gesture.
const STRONGEST: f64 = 10.0;
/// How fast a file without events is struck \[m/s\].
const USUAL_BLOW: f64 = 1.0;

/// The string that plays where no file is named.
fn string() -> Option<Arc<NetworkPiece>> {
    static STRING: OnceLock<Option<Arc<NetworkPiece>>> = OnceLock::new();
    STRING
        .get_or_init(|| NetworkPiece::string().ok().map(Arc::new))
        .clone()
}

impl NetworkSoundParams {
    fn piece(&self) -> Option<Arc<NetworkPiece>> {
        match self.file.name() {
            "" => string(),
            _ => self.file.shared(),
        }
    }
}

/// The sound's physics.
pub struct NetworkSound {
    motion: Motion,
    level: SoundLevel,
    /// What each channel gave last.
    samples: Vec<f64>,
    /// What is to be known of how it was built.
    notes: Vec<String>,
}

impl NetworkSound {
    /// How strong the file's events are, and how fast the blow, in a gesture of a strength.
    fn asked(&self, params: &NetworkSoundParams, strength: f64) -> (f64, f64) {
        let is_played = self.level.has_score() || self.motion.follows_signals();
        let speed = match (params.strike.speed, is_played) {
            (0.0, false) => USUAL_BLOW,
            (speed, _) => speed,
        };
        (params.events * strength, speed * strength)
    }

    fn aim(&mut self, params: &NetworkSoundParams) {
        let (events, speed) = self.asked(params, self.motion.strength());
        let own = if self.motion.rings_on() { events } else { 1.0 };
        self.level.aim(own, speed, &params.output);
    }
}

impl Model for NetworkSound {
    type Params = NetworkSoundParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;

    fn build(params: &NetworkSoundParams, rate: Rate, _: u64) -> Result<Self, BuildError> {
        let piece = params.piece().ok_or_else(|| {
            let name = params.file.name();
            BuildError::Other(format!(
                "the network '{name}' is not loaded; load the file, or name none"
            ))
        })?;
        let level = SoundLevel::new(&piece, rate);
        let samples = vec![0.0; piece.channels()];
        let group = params.group.number.max(0) as usize;
        let notes = no_group(group, piece.groups()).into_iter().collect();
        let mut sound = Self {
            motion: Motion::new(piece, rate, group)?,
            level,
            samples,
            notes,
        };
        sound.reset(params, 0);
        Ok(sound)
    }
    fn change(&mut self, params: &NetworkSoundParams, id: &ParamId) {
        // What moves masses sample by sample changes nothing of how loud it is to be.
        let moves = [
            key!(NetworkSoundParams, hand),
            key!(NetworkSoundParams, group),
            key!(NetworkSoundParams, signal),
        ];
        if moves.iter().all(|own| id.within(own).is_none()) {
            self.aim(params);
        }
    }
    fn event(&mut self, params: &NetworkSoundParams, event: Event) {
        let Event::Trigger { strength, .. } = event else {
            return;
        };
        let strength = match strength.is_nan() {
            true => 0.0,
            false => strength.clamp(0.0, STRONGEST),
        };
        let (events, speed) = self.asked(params, strength);
        self.motion.ease(params.group.factors());
        self.motion.begin(strength, events, params.tuning);
        self.motion
            .strike(params.strike.place, speed, params.strike.time);
        self.aim(params);
    }
    fn set_quality(&mut self, quality: Quality) {
        self.motion.set_quality(quality);
    }
    fn tick(&mut self, params: &NetworkSoundParams) -> f64 {
        self.motion.ease(params.group.factors());
        let heard = self
            .motion
            .tick(params.tuning, &params.hand, params.signal.all());
        let gain = self
            .level
            .gain(if heard { self.motion.loudest() } else { 0.0 });
        for (channel, sample) in self.samples.iter_mut().enumerate() {
            *sample = match heard {
                true => gain * self.motion.heard(channel),
                false => 0.0,
            };
        }
        self.samples[0]
    }
    fn channels(params: &NetworkSoundParams) -> usize {
        params.piece().map_or(1, |piece| piece.channels())
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.samples.get(channel).copied()
    }
    fn tail(params: &NetworkSoundParams) -> f64 {
        let seconds = params.piece().map_or(0.0, |piece| piece.seconds());
        seconds / params.tuning + params.strike.time
    }
    fn reset(&mut self, params: &NetworkSoundParams, _: u64) {
        self.motion.reset();
        self.motion.ease(params.group.factors());
        self.samples.fill(0.0);
        self.aim(params);
        self.level.arrive();
    }
    fn taps(&self, wanted: bool) -> Taps {
        Taps {
            force: self.motion.hand_force(),
            energy: if wanted { self.motion.energy() } else { 0.0 },
            ..Taps::default()
        }
    }
    fn geometry(&self) -> Geometry {
        self.motion.geometry()
    }
    fn picture(&self, _: &Geometry, frame: &mut Frame) {
        let points = frame.displacements.iter_mut().zip(&mut frame.speeds);
        for (n, (displacement, speed)) in points.enumerate() {
            (*displacement, *speed) = self.motion.seen(MassId(n as u32));
        }
    }
    fn ledger(&self) -> Ledger {
        self.motion.ledger()
    }
    fn health(&self) -> Health {
        Health {
            fast: self.motion.quality() == StepQuality::Fast,
            ..Health::default()
        }
    }
    fn notes(&self) -> Vec<String> {
        let softened = self.motion.softened();
        let note = (softened > 0).then(|| {
            format!(
                "{softened} links or contacts are softer than the file says: its rate cannot carry them; \
                 'urto mi check' tells more"
            )
        });
        note.into_iter().chain(self.notes.iter().cloned()).collect()
    }
}

/// What there is to say of a group that the file does not have.
fn no_group(group: usize, groups: usize) -> Option<String> {
    (group > groups).then(|| {
        format!(
            "the network has no group {group}, only {groups} of them: nothing becomes stiffer; 'urto mi \
             check' lists them, and group.number=0 is all of it"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stepping::{Precision, Stepping};
    use urto::param::Held;

    fn params(stepping: Stepping) -> NetworkSoundParams {
        let piece = Arc::new(NetworkPiece::string().unwrap().stepped(stepping));
        NetworkSoundParams {
            file: Resource::loaded("string", piece as Held),
            ..NetworkSoundParams::default()
        }
    }

    /// A sound and what it plays in a tenth of a second.
    fn played(params: &NetworkSoundParams, quality: Quality) -> (NetworkSound, Vec<f64>) {
        let rate = Rate::new(44_100.0).unwrap();
        let mut sound = NetworkSound::build(params, rate, 0).unwrap();
        sound.set_quality(quality);
        sound.event(params, Event::trigger(1.0));
        let heard = (0..4410).map(|_| sound.tick(params)).collect();
        (sound, heard)
    }

    #[test]
    fn it_is_stepped_as_its_file_says_and_fast_when_the_host_does() {
        let of = |quality, precision| Stepping {
            quality,
            precision,
            threads: 8,
        };
        let exact = params(of(StepQuality::Exact, Precision::Double));
        let (sound, heard) = played(&exact, Quality::Exact);
        assert_eq!(sound.motion.stepping(), Stepping::default());
        assert!(heard.iter().any(|x| x.abs() > 0.05));
        // Nothing had to be guarded, so the samples are the same.
        let (mut sound, fast) = played(&exact, Quality::Fast);
        assert_eq!(sound.motion.stepping().quality, StepQuality::Fast);
        assert!(fast == heard);
        sound.set_quality(Quality::Exact);
        assert_eq!(sound.motion.stepping().quality, StepQuality::Exact);
        let fast = params(of(StepQuality::Fast, Precision::Single));
        let (sound, single) = played(&fast, Quality::Exact);
        assert_eq!(
            sound.motion.stepping(),
            Stepping {
                threads: 1,
                ..of(StepQuality::Fast, Precision::Single)
            }
        );
        assert!(single != heard);
        let power = |all: &mut dyn Iterator<Item = f64>| all.map(|x| x * x).sum::<f64>();
        let off = power(&mut single.iter().zip(&heard).map(|(a, b)| a - b));
        // -80 dB: a few digits of f32's seven are lost in 4,410 steps.
        assert!(off < 1e-8 * power(&mut heard.iter().copied()), "{off:e}");
    }

    /// A string whose links are made stiffer while it sounds is one that was written so.
    #[test]
    fn a_group_that_is_made_stiffer_sounds_as_one_that_is() {
        let string = NetworkPiece::string().unwrap();
        let links = string.model().links_of("string");
        let amount = crate::Amount::Times(1.5);
        let stiffer = crate::Change::Stiffness { links, amount };
        let model = string.model().changed(&[stiffer]).unwrap();
        let (events, ears) = (string.events().to_vec(), string.listeners().to_vec());
        let written = NetworkPiece::new(model, events, Vec::new(), ears, Some(5.0)).unwrap();
        let written = NetworkSoundParams {
            file: Resource::loaded("string", Arc::new(written) as Held),
            ..NetworkSoundParams::default()
        };
        let (_, written) = played(&written, Quality::Exact);
        let mut eased = params(Stepping::default());
        // Of the one group that the file has.
        eased.group.number = 1;
        eased.group.stiffness = 1.5;
        let (sound, eased) = played(&eased, Quality::Exact);
        assert!(sound.notes().is_empty());
        let ledger = sound.ledger();
        assert!(ledger.error().abs() < 1e-9 * (ledger.injected.abs() + ledger.initial));
        // Their levels are found by playing each as its file is.
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let alike = |a: &[f64], b: &[f64]| {
            let both = product(a, b);
            both * both / product(a, a) / product(b, b)
        };
        let apart = 1.0 - alike(&written, &eased);
        assert!(apart < 1e-9, "{apart:e}");
        let (_, plain) = played(&params(Stepping::default()), Quality::Exact);
        assert!(alike(&plain, &eased) < 0.5);
        let mut none = params(Stepping::default());
        none.group.number = 9;
        let (sound, heard) = played(&none, Quality::Exact);
        assert!(heard == plain);
        assert!(sound.notes()[0].contains("no group 9, only 1"));
    }
}
