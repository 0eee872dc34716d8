//! What every host drives.
//!
//! A host (the command, a plug-in, the browser) prepares a sound, sets parameters, sends events
//! and asks for samples. Any block size gives the same samples; nothing allocates between
//! [`Sound::prepare`] and the end of [`Sound::render`], but for [`Sound::set`] of a parameter
//! that says `Rebuild`.

mod expression;
pub(crate) mod glide;
mod known_levels;
mod live_cost;
mod model;
mod pad;
mod player;
mod rehearsal;
mod signal;
mod watch;

pub use expression::{Expression, ExpressionKeys};
pub use live_cost::{MOST_WORK, Pieces, Work, superposes};
pub use model::{Model, Rig, Route, Target};
pub use pad::{Axis, Pad, Style};
pub use player::Player;
pub use rehearsal::{FoundLevel, Meant};
pub(crate) use rehearsal::{LOUDEST, MOMENT};
pub(crate) use signal::MOST_CHANNELS;
pub use signal::{Envelope, Outlet, Signal, TapSignals};
pub use watch::{ContactWatch, Happening, Occurrence};

pub use crate::limit::{clip, limit};
pub use crate::object::ModeLevel;
pub use crate::quality::Quality;

use crate::energy::{Health, Ledger};
use crate::param::{ParamId, Params, Table, Value};
use crate::picture::{Frame, Geometry};
use crate::rate::Rate;

/// What sort of matter sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Things that strike, rub, roll and break.
    Solids,
    /// Drops, bubbles, streams.
    Liquids,
    /// Wind, jets, explosions.
    Gases,
    /// Motors and mechanisms.
    Machines,
}

/// How a sound goes on in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// It happens once.
    Event,
    /// It goes on.
    Texture,
    /// It develops.
    Process,
}

impl Family {
    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Family::Solids => "solids",
            Family::Liquids => "liquids",
            Family::Gases => "gases",
            Family::Machines => "machines",
        }
    }
}

impl Form {
    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Form::Event => "event",
            Form::Texture => "texture",
            Form::Process => "process",
        }
    }
}

/// A basic model that sounds are built on.
pub struct LowLevel {
    /// Its key.
    pub key: &'static str,
    /// What it is.
    pub about: &'static str,
}

/// The basic models, from which the taxonomy of sounds goes up.
pub const LOW_LEVEL: &[LowLevel] = &[
    LowLevel {
        key: "impact",
        about: "Two bodies press on each other where they touch, and rebound (Hunt and Crossley).",
    },
    LowLevel {
        key: "felt",
        about: "A pad between two bodies that remembers how far it was pressed (Stulov).",
    },
    LowLevel {
        key: "friction",
        about: "Two surfaces stick and slip on each other (elasto-plastic bristles).",
    },
    LowLevel {
        key: "modes",
        about: "A body that rings: a bank of modes, from a table or from size and material.",
    },
    LowLevel {
        key: "string",
        about: "A stretched string, as waves that run to and fro.",
    },
    LowLevel {
        key: "masses",
        about: "Masses in space and links between them that pull and push, each by Newton's law.",
    },
    LowLevel {
        key: "bubble",
        about: "A bubble of gas in a liquid, that rings as a spring of gas under a mass of liquid.",
    },
    LowLevel {
        key: "noise",
        about: "Shaped noise: what a dense crowd of tiny contacts sums up to.",
    },
    LowLevel {
        key: "profile",
        about: "A rough surface, as the height that a moving contact passes over.",
    },
    LowLevel {
        key: "chance",
        about: "Random sequences of events: when they come and how strong they are.",
    },
    LowLevel {
        key: "tube",
        about: "Air in a tube, as waves that run to and fro between its ends.",
    },
    LowLevel {
        key: "flow",
        about: "Air that blows past things: noise, and the tones of vortices.",
    },
    LowLevel {
        key: "blast",
        about: "A pressure that jumps up and falls off: a burst, a shock wave (Friedlander).",
    },
    LowLevel {
        key: "rotor",
        about: "Something heavy that turns, comes to speed and stops; what it carries passes by.",
    },
];

/// What the registry knows of a sound.
pub struct Entry {
    /// Its key: `impact`.
    pub key: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What one hears, in one sentence.
    pub hear: &'static str,
    /// What sort of matter sounds.
    pub family: Family,
    /// How it goes on in time.
    pub form: Form,
    /// What it is made of: keys of [`LOW_LEVEL`] models, or of other sounds.
    pub built_on: &'static [&'static str],
    /// Its parameters.
    pub table: &'static Table,
    /// Makes one: `&Player::<Impact>::boxed`.
    pub make: &'static (dyn Fn() -> Box<dyn Sound> + Sync),
    /// How long a plain render lasts \[s\].
    pub seconds: f64,
    /// When a plain render releases what it triggered at the start \[s\]; `None` for a sound
    /// that ends by itself.
    pub release: Option<f64>,
    /// What a pad that one plays with a finger does.
    pub pad: Pad,
    /// What the pitch, the pressure and the place of an event move.
    pub expression: ExpressionKeys,
}

impl Entry {
    /// Whether a gesture goes on until it is released.
    pub fn is_held(&self) -> bool {
        self.release.is_some()
    }
}

/// Something that happens to a sound at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The gesture starts: a strike, a bow set down. `strength` scales its speed; 1 is as the
    /// parameters say.
    Trigger {
        /// Factor on the gesture's speed, 0 to 10.
        strength: f64,
        /// What else is known of it.
        expression: Expression,
    },
    /// The gesture ends: the bow is lifted.
    Release,
}

impl Event {
    /// The gesture starts, this strong.
    pub const fn trigger(strength: f64) -> Self {
        let expression = Expression {
            pitch: None,
            pressure: None,
            place: None,
        };
        Self::with(strength, expression)
    }

    /// The gesture starts, this strong, and more is known of it.
    pub const fn with(strength: f64, expression: Expression) -> Self {
        Event::Trigger {
            strength,
            expression,
        }
    }
}

/// What goes on inside, for pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Taps {
    /// Contact force \[N\].
    pub force: f64,
    /// Compression of an impact, deflection of friction \[m\].
    pub compression: f64,
    /// Relative velocity at the contact \[m/s\].
    pub velocity: f64,
    /// Energy held \[J\].
    pub energy: f64,
}

/// A sound: parameters and events in, samples out.
///
/// ```
/// use urto::sound::Event;
/// let mut sound = urto::sounds::make("impact")?;
/// sound.prepare(urto::Rate::new(48_000.0)?, 512);
/// sound.event(0, Event::trigger(1.0));
/// let mut block = [0.0f32; 512];
/// sound.render(&[], &mut [&mut block]);
/// assert!(block.iter().any(|sample| sample.abs() > 0.01));
/// # Ok::<(), urto::BuildError>(())
/// ```
pub trait Sound: Send {
    /// The parameters' values, as they were set.
    fn params(&self) -> &dyn Params;
    /// Builds everything for a rate. Blocks may later be larger than announced. Allocates.
    fn prepare(&mut self, rate: Rate, max_block: usize);
    /// The same a part at a time, each of them short beside a block, for hosts that have no other
    /// thread to build on; tells whether it is done. Call nothing else before it is, but
    /// [`modes`](Sound::modes), which knows them once all bodies are built and only the level is
    /// still to be found.
    fn prepare_part(&mut self, rate: Rate, max_block: usize) -> bool {
        self.prepare(rate, max_block);
        true
    }
    /// Back to silence, as if just prepared; noise starts from the seed.
    fn reset(&mut self, seed: u64);
    /// Sets a parameter; when it takes effect, its table says. A number out of range is clamped
    /// and counted.
    fn set(&mut self, id: &ParamId, value: &Value);
    /// Lets something happen `at` samples from now.
    fn event(&mut self, at: usize, event: Event);
    /// How many channels it has.
    fn channels(&self) -> usize {
        1
    }
    /// Where a channel is to be heard in a mix of two, from -1 left to 1 right; nothing where hosts
    /// spread channels as they like.
    fn pan(&self, channel: usize) -> Option<f64> {
        let _ = channel;
        None
    }
    /// Fills the outputs, one slice per channel, all of one length. A parameter that a [`Signal`]
    /// names follows it, whatever was set; once there is none any more, the last value stays until
    /// the parameter is set again. A signal for what is no parameter is passed over.
    fn render(&mut self, signals: &[Signal], outputs: &mut [&mut [f32]]) {
        self.render_tapped(signals, outputs, &mut TapSignals::default());
    }
    /// The same, and writes what goes on at the contact after every sample.
    fn render_tapped(
        &mut self,
        signals: &[Signal],
        outputs: &mut [&mut [f32]],
        taps: &mut TapSignals,
    );
    /// Fills a part of a block, for a stage behind the sound: `from` is where the signals stand at
    /// its start. [`Outlet::Open`] parts are not longer than [`Outlet::LONGEST`].
    ///
    /// A sound that does not do this itself is handed the first 64 of the signals.
    fn render_part(
        &mut self,
        signals: &[Signal],
        from: usize,
        outlet: Outlet,
        taps: &mut TapSignals,
    ) {
        signal::render_part(self, signals, from, outlet, taps);
    }
    /// Chooses how freely ringing bodies are worked out; exact unless this is called.
    fn set_quality(&mut self, quality: Quality) {
        let _ = quality;
    }
    /// Lets it keep up with real time, whatever its parameters are, when one core plays N voices of
    /// it: what the core cannot do is left out when it is built, what is heard least first, and
    /// counted in [`Health::shed`]. With 0 it is whole, as for files; so it is unless this is
    /// called. To be called before it is prepared.
    ///
    /// ```
    /// use urto::param::Value;
    /// let mut grains = urto::sounds::make("grains")?;
    /// for (key, value) in [("grain.kind", Value::Choice(0)), ("grain.modes", Value::Count(4096))] {
    ///     let id = grains.params().table().find(key).unwrap();
    ///     grains.set(&id, &value);
    /// }
    /// let rate = urto::Rate::new(48_000.0)?;
    /// assert!(grains.beyond_live(rate) > 0);
    /// grains.set_live(1);
    /// grains.prepare(rate, 512);
    /// assert_eq!(grains.health().shed as usize, grains.beyond_live(rate));
    /// # Ok::<(), urto::BuildError>(())
    /// ```
    fn set_live(&mut self, voices: usize) {
        let _ = voices;
    }
    /// How many modes are left out if one voice is played live at this rate; if there are any, a
    /// file may take longer to make than to play.
    fn beyond_live(&self, rate: Rate) -> usize {
        let _ = rate;
        0
    }
    /// What goes on inside now.
    fn taps(&self) -> Taps;
    /// What goes on at the contact now; its energy is left out, which takes long to sum up.
    fn touch(&self) -> Taps {
        self.taps()
    }
    /// What it does beside its modes, by count.
    fn work(&self) -> Work {
        Work::default()
    }
    /// How its bodies' modes ring, as many as there is room for; tells how many those are. While
    /// nothing touches them, bodies may lag behind what is heard by a few hundredths of a second.
    fn modes(&self, into: &mut [ModeLevel]) -> usize {
        let _ = into;
        0
    }
    /// What it looks like, for pictures; to be asked after it was built, and again when
    /// [`picture`](Sound::picture) says so. Allocates.
    fn geometry(&self) -> Geometry {
        Geometry::default()
    }
    /// Where the points of its geometry are now, without allocation; tells whether the geometry is
    /// that of what is built. Bodies may lag behind what is heard, as [`modes`](Sound::modes) may.
    fn picture(&self, geometry: &Geometry, frame: &mut Frame) -> bool {
        let _ = (geometry, frame);
        false
    }
    /// How long it may ring on after the last event \[s\].
    fn tail(&self) -> f64;
    /// What had to be mended since the last reset.
    fn health(&self) -> Health;
    /// Energy bookkeeping since the last reset.
    fn ledger(&self) -> Ledger;
    /// What had to be changed to build it, in plain words.
    fn notes(&self) -> Vec<String>;
}
