//! Builds sounds from orders, aside of the audio path.

use crate::command::{Command, Setting};
use crate::order::{Order, Worth};
use crate::voices::{CHUNK, MOST_VOICES, Voices};
use crate::{Problem, decibels};
use urto::param::{Declared, Kind, Table, leaves};
use urto::scene::SceneParams;
use urto::sound::Entry;
use urto::{Rate, sounds};

/// Makes commands of orders. It remembers what it built for which slot, to know what a key means.
pub struct Workshop {
    rate: Rate,
    tables: Vec<Option<&'static Table>>,
}

impl Workshop {
    /// For an engine of this rate with so many slots.
    pub fn new(rate: Rate, slots: usize) -> Self {
        Self {
            rate,
            tables: vec![None; slots],
        }
    }

    /// The parameters of what was built last for a slot.
    pub fn table(&self, slot: usize) -> Option<&'static Table> {
        self.tables.get(slot).copied().flatten()
    }

    /// Builds what an order says. Takes a while for [`Order::Put`] and [`Order::Scene`].
    pub fn command(&mut self, order: &Order) -> Result<Command, Problem> {
        Ok(match order {
            Order::Put {
                slot,
                sound,
                seed,
                voices,
                params,
            } => {
                let entry = sounds::find(sound)?;
                let voices = self.sound(entry, *seed, *voices, params)?;
                self.remember(*slot, Some(entry.table))?;
                Command::Put {
                    slot: *slot,
                    voices: Box::new(voices),
                }
            }
            Order::Scene {
                slot,
                seed,
                gain,
                text,
            } => {
                let voices = self.scene(text, *gain, *seed)?;
                self.remember(*slot, Some(&SCENE))?;
                Command::Put {
                    slot: *slot,
                    voices: Box::new(voices),
                }
            }
            Order::Remove { slot } => {
                self.remember(*slot, None)?;
                Command::Remove { slot: *slot }
            }
            Order::Set { slot, key, value } => self.set(*slot, key, value)?,
            Order::Trigger {
                slot,
                strength,
                hold,
            } => Command::Trigger {
                slot: *slot,
                strength: *strength,
                hold: hold.map(|seconds| (seconds * self.rate.hertz()).round() as u64),
            },
            Order::Release { slot } => Command::Release { slot: *slot },
            Order::Gain { slot, decibels } => Command::Gain {
                slot: *slot,
                gain: factor(*decibels),
            },
            Order::Pan { slot, pan } => Command::Pan {
                slot: *slot,
                pan: *pan,
            },
            Order::Mute { slot, on } => Command::Mute {
                slot: *slot,
                on: *on,
            },
            Order::Solo { slot, on } => Command::Solo {
                slot: *slot,
                on: *on,
            },
            Order::Master { decibels } => Command::Master {
                gain: factor(*decibels),
            },
            Order::Quality { quality } => Command::Quality(*quality),
            Order::Stop => Command::StopAll,
            Order::Clear => {
                self.tables.fill(None);
                Command::Clear
            }
        })
    }

    fn remember(&mut self, slot: usize, table: Option<&'static Table>) -> Result<(), Problem> {
        let slots = self.tables.len();
        let place = self.tables.get_mut(slot);
        *place.ok_or_else(|| Problem::new(format!("there are only {slots} slots")))? = table;
        Ok(())
    }

    fn sound(
        &self,
        entry: &'static Entry,
        seed: u64,
        voices: usize,
        params: &str,
    ) -> Result<Voices, Problem> {
        let mut own = (entry.make)().params().boxed();
        urto_file::read_params(own.as_mut(), params)?;
        let build = || {
            let mut sound = (entry.make)();
            for (id, _) in leaves(own.as_ref()) {
                if let Some(value) = own.value(&id) {
                    sound.set(&id, &value);
                }
            }
            sound.prepare(self.rate, CHUNK);
            sound
        };
        if entry.is_held() {
            return Ok(Voices::held(build(), seed, self.rate));
        }
        // A single voice is struck while it rings; of several, one begins while another fades.
        let count = match voices.clamp(1, MOST_VOICES) {
            1 => 1,
            several => several + 1,
        };
        let all = (0..count).map(|_| build()).collect();
        Ok(Voices::struck(all, seed, self.rate))
    }

    fn scene(&self, text: &str, gain: f64, seed: u64) -> Result<Voices, Problem> {
        let mut scene = urto_file::read_scene("scene", text.as_bytes())?;
        scene.gain = Some(gain);
        let lasts = scene.score.iter().map(|cue| cue.at + cue.over);
        let lasts = lasts.fold(0.0, f64::max);
        let player = scene.build(self.rate)?;
        Ok(Voices::scored(Box::new(player), lasts, seed, self.rate))
    }

    fn set(&self, slot: usize, key: &str, value: &Worth) -> Result<Command, Problem> {
        let empty = || Problem::new(format!("nothing is in slot {slot}"));
        let (id, spec) = self.table(slot).ok_or_else(empty)?.locate(key)?;
        let setting = match (spec.kind, value) {
            (Kind::Number(_), Worth::Number(number)) => Setting::Number(*number),
            (Kind::Choice { options, .. }, Worth::Option(written)) => {
                let found = options.iter().position(|option| option.key == written);
                let none = || Problem::new(format!("{key}: there is no option '{written}'"));
                Setting::Choice(found.ok_or_else(none)?)
            }
            _ => {
                return Err(Problem::new(format!(
                    "'{key}' cannot be set while it plays"
                )));
            }
        };
        Ok(Command::Set { slot, id, setting })
    }
}

/// What a scene has for parameters.
pub(crate) static SCENE: Table = SceneParams::TABLE;

fn factor(decibels: f64) -> f64 {
    if decibels <= decibels::OFF {
        0.0
    } else {
        urto::math::pow(10.0, decibels.min(decibels::MOST) / 20.0)
    }
}
