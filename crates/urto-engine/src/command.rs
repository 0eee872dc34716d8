//! What the audio side is told.

use crate::route::Route;
use crate::voices::Voices;
use urto::param::{ParamId, Value};
use urto::sound::{Expression, Quality};

/// A value that can be set without allocation: a number or an option's index.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Setting {
    /// A number in the table's unit. Out of range it is clamped; NaN is ignored.
    Number(f64),
    /// Index of a choice's option.
    Choice(usize),
}

impl From<Setting> for Value {
    fn from(setting: Setting) -> Self {
        match setting {
            Setting::Number(number) => Value::Number(number),
            Setting::Choice(index) => Value::Choice(index),
        }
    }
}

/// What the [`Engine`](crate::Engine) is told. A command for a slot that is empty or does not
/// exist does nothing and is counted.
pub enum Command {
    /// A new instance, or another one in place of what is there, crossfaded during 20 ms; a
    /// gesture that is held goes on in it.
    Put {
        /// Where.
        slot: usize,
        /// What plays there.
        voices: Box<Voices>,
    },
    /// The instance fades out during 20 ms and is retired.
    Remove {
        /// Which.
        slot: usize,
    },
    /// A parameter of all voices changes, by its update class. One that asks for a rebuild is
    /// refused and counted: put another instance.
    Set {
        /// Which instance.
        slot: usize,
        /// Which parameter.
        id: ParamId,
        /// Its new value.
        setting: Setting,
    },
    /// A gesture starts.
    Trigger {
        /// Which instance.
        slot: usize,
        /// Factor on the gesture's speed, 0 to 10.
        strength: f64,
        /// Samples after which a held gesture ends by itself.
        hold: Option<u64>,
        /// What else is known of it.
        expression: Expression,
    },
    /// A held gesture ends.
    Release {
        /// Which instance.
        slot: usize,
    },
    /// Factor on an instance's sound, 0 to 4, smoothed during 20 ms.
    Gain {
        /// Which instance.
        slot: usize,
        /// The factor.
        gain: f64,
    },
    /// Where an instance is heard, from -1 left to 1 right, at equal power; the balance of one
    /// that has several channels.
    Pan {
        /// Which instance.
        slot: usize,
        /// The place.
        pan: f64,
    },
    /// The output at which an instance is heard first, 0 to 15; its pan leads to the next one.
    /// Outputs stand in a ring: beyond the last one it starts over.
    Channel {
        /// Which instance.
        slot: usize,
        /// The output.
        channel: usize,
    },
    /// Whether an instance is silent.
    Mute {
        /// Which instance.
        slot: usize,
        /// Whether it is.
        on: bool,
    },
    /// Whether only this instance, and others of which the same is said, are heard.
    Solo {
        /// Which instance.
        slot: usize,
        /// Whether it is said.
        on: bool,
    },
    /// Factor on everything, 0 to 4.
    Master {
        /// The factor.
        gain: f64,
    },
    /// A route moves a parameter from now on, in place of the one that has this number; its
    /// amount and offset move there during 20 ms if nothing else differs.
    Route {
        /// Its number, 0 to 63.
        number: usize,
        /// The route.
        route: Box<Route>,
    },
    /// The route of this number ends; its parameter goes back to what is set.
    Unroute {
        /// Its number.
        number: usize,
    },
    /// How freely ringing bodies are worked out, from now on.
    Quality(Quality),
    /// Every sound is faded out during 20 ms; gestures end, instances stay.
    StopAll,
    /// All instances are taken away at once and the mixer is as new: what comes after depends on
    /// later commands alone. A take starts with this.
    Clear,
}

impl Command {
    /// The slot it is for.
    pub fn slot(&self) -> Option<usize> {
        match self {
            Command::Put { slot, .. }
            | Command::Remove { slot }
            | Command::Set { slot, .. }
            | Command::Trigger { slot, .. }
            | Command::Release { slot }
            | Command::Gain { slot, .. }
            | Command::Pan { slot, .. }
            | Command::Channel { slot, .. }
            | Command::Mute { slot, .. }
            | Command::Solo { slot, .. } => Some(*slot),
            Command::Master { .. }
            | Command::Route { .. }
            | Command::Unroute { .. }
            | Command::Quality(_)
            | Command::StopAll
            | Command::Clear => None,
        }
    }
}

/// What has played to its end and must be dropped aside of the audio path.
pub struct Retired(#[expect(dead_code, reason = "only there to be dropped")] pub(crate) Spent);

/// What can be done with.
#[expect(dead_code, reason = "only there to be dropped")]
pub(crate) enum Spent {
    Voices(Box<Voices>),
    Route(Box<Route>),
}
