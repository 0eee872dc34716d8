//! Builds sounds from orders, aside of the audio path.

use crate::assembly::{Assembly, lasts};
use crate::command::{Command, Setting};
use crate::order::{Order, WireValue};
use crate::voices::{CHUNK, MOST_VOICES, Voices};
use crate::{Problem, Route, decibels, flat, flat_scene};
use std::sync::Arc;
use urto::Rate;
use urto::param::{Declared, Kind, Params, Table, leaves};
use urto::picture::Geometry;
use urto::scene::{Scene, SceneParams};
use urto::sound::{Entry, Sound, superposes};
use urto::tape::{self, Playback};
use urto_file::Shelf;

/// Makes commands of orders. It remembers what it built for which slot, to know what a key means.
pub struct Workshop {
    rate: Rate,
    tables: Vec<Option<&'static Table>>,
    /// Files that parameters name.
    shelf: Shelf,
    /// Whether what is built is to be seen.
    pictures: bool,
}

impl Workshop {
    /// For an engine of this rate with N slots.
    pub fn new(rate: Rate, slots: usize) -> Self {
        Self {
            rate,
            tables: vec![None; slots],
            shelf: Shelf::default(),
            pictures: false,
        }
    }

    /// Says whether what is built from now on is to be seen: then it brings its geometry along.
    pub fn set_pictures(&mut self, wanted: bool) {
        self.pictures = wanted;
    }

    /// Gives it files that parameters may name from now on. What names another file is not built:
    /// what sounded goes on.
    pub fn set_shelf(&mut self, shelf: Shelf) {
        self.shelf = shelf;
    }

    /// The files that it was given, to change them.
    pub fn shelf_mut(&mut self) -> &mut Shelf {
        &mut self.shelf
    }

    /// The parameters of what was built last for a slot.
    pub fn table(&self, slot: usize) -> Option<&'static Table> {
        self.tables.get(slot).copied().flatten()
    }

    /// Builds what an order says. Takes a while for [`Order::Put`] and [`Order::Scene`].
    pub fn command(&mut self, order: &Order) -> Result<Command, Problem> {
        let mut job = self.begin(order)?;
        loop {
            if let Some(command) = job.step()? {
                return Ok(command);
            }
        }
    }

    /// What is dear about an order that builds, worked out and written down for
    /// [`begin_with`](Self::begin_with) elsewhere, and what its text says: in the same version of
    /// urto, at the same rate.
    pub fn results(&mut self, order: &Order) -> Result<Vec<f64>, Problem> {
        match order {
            Order::Put {
                sound,
                seed,
                params,
                ..
            } => {
                let building = Building::new(sound, *seed, 1, (params, None), self)?;
                let build = || {
                    let mut voice = building.voice();
                    voice.prepare(self.rate, CHUNK);
                    self.pictures.then(|| voice.geometry())
                };
                let params = flat::write(building.values.as_ref());
                Ok(flat::join(params, tape::record(build).1))
            }
            Order::Scene {
                seed, gain, text, ..
            } => {
                let scene = read_scene(text)?;
                let flat = flat_scene::write(&scene);
                let (built, results) = tape::record(|| self.scene(scene, *gain, *seed));
                built.map(|_| flat::join(flat, results))
            }
            _ => Ok(Vec::new()),
        }
    }

    /// What the sound of an order looks like, as it is set there; takes as long as building it.
    pub fn geometry(&self, order: &Order) -> Result<Geometry, Problem> {
        let Order::Put {
            sound,
            seed,
            params,
            ..
        } = order
        else {
            return Ok(Geometry::default());
        };
        let mut voice = Building::new(sound, *seed, 1, (params, None), self)?.voice();
        voice.prepare(self.rate, CHUNK);
        Ok(voice.geometry())
    }

    /// Begins to build what an order says, for hosts that must build and play on one thread:
    /// every step builds a part.
    pub fn begin(&mut self, order: &Order) -> Result<Job, Problem> {
        self.begin_with(order, Arc::default())
    }

    /// The same with [`results`](Self::results) that were worked out elsewhere.
    pub fn begin_with(&mut self, order: &Order, results: Arc<[f64]>) -> Result<Job, Problem> {
        let command = match order {
            Order::Put {
                slot,
                sound,
                seed,
                voices,
                params,
            } => {
                let (flat, results) = flat::split(&results);
                let building = Building::new(sound, *seed, *voices, (params, flat), self)?;
                self.remember(*slot, Some(building.entry.table))?;
                return Ok(Job::Sound(Building {
                    slot: *slot,
                    results: results.into(),
                    ..building
                }));
            }
            Order::Scene {
                slot,
                seed,
                gain,
                text,
            } => {
                let how = (*slot, *seed, *gain);
                if let Some(own) = Assembly::new(how, &results, self.rate, self.pictures) {
                    self.remember(*slot, Some(&SCENE))?;
                    return Ok(Job::Scene(Box::new(own)));
                }
                let voices = self.scene(read_scene(text)?, *gain, *seed)?;
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
            Order::Morph { .. } => {
                return Err(Problem::new("a transition is played by a score only"));
            }
            Order::Trigger {
                slot,
                strength,
                hold,
                expression,
            } => Command::Trigger {
                slot: *slot,
                strength: *strength,
                expression: *expression,
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
            Order::Channel { slot, channel } => Command::Channel {
                slot: *slot,
                channel: *channel,
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
            Order::Route {
                number,
                source,
                slot,
                key,
                amount,
                offset,
                measure,
            } => {
                let empty = || Problem::new(format!("nothing is in slot {slot}"));
                let table = self.table(*slot).ok_or_else(empty)?;
                let amounts = [*amount, *offset];
                let route = Route::new(source.clone(), *slot, table, key, amounts, *measure)?;
                Command::Route {
                    number: *number,
                    route: Box::new(route),
                }
            }
            Order::Unroute { number } => Command::Unroute { number: *number },
            Order::Quality { quality } => Command::Quality(*quality),
            Order::Stop => Command::StopAll,
            Order::Clear => {
                self.tables.fill(None);
                Command::Clear
            }
        };
        Ok(Job::Done(Some(command)))
    }

    fn remember(&mut self, slot: usize, table: Option<&'static Table>) -> Result<(), Problem> {
        let slots = self.tables.len();
        let place = self.tables.get_mut(slot);
        *place.ok_or_else(|| Problem::new(format!("there are only {slots} slots")))? = table;
        Ok(())
    }

    fn scene(&self, mut scene: Scene, gain: f64, seed: u64) -> Result<Voices, Problem> {
        scene.gain = Some(gain);
        let lasts = lasts(&scene);
        let player = scene.build(self.rate)?;
        let geometry = self.pictures.then(|| player.geometry());
        let voices = Voices::scored(Box::new(player), lasts, seed, self.rate);
        Ok(voices.looking(geometry))
    }

    fn set(&self, slot: usize, key: &str, value: &WireValue) -> Result<Command, Problem> {
        let empty = || Problem::new(format!("nothing is in slot {slot}"));
        let (id, spec) = self.table(slot).ok_or_else(empty)?.locate(key)?;
        let setting = match (spec.kind, value) {
            (Kind::Number(_), WireValue::Number(number)) => Setting::Number(*number),
            (Kind::Choice { options, .. }, WireValue::Option(written)) => {
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

/// A command that is being built.
pub enum Job {
    /// Several voices, one by one, and each of them part by part.
    Sound(Building),
    /// A scene, a few objects at a time.
    Scene(Box<Assembly>),
    /// It is there; nothing once it was given out.
    Done(Option<Command>),
}

/// Voices that are being built.
pub struct Building {
    entry: &'static Entry,
    values: Box<dyn Params>,
    slot: usize,
    seed: u64,
    rate: Rate,
    count: usize,
    built: Vec<Box<dyn Sound>>,
    /// The voice that is being built, and what is known of it.
    next: Option<(Box<dyn Sound>, Playback)>,
    results: Arc<[f64]>,
    /// Whether it is to be seen, and what it looks like.
    pictures: bool,
    geometry: Option<Geometry>,
}

impl Job {
    /// Builds on; gives the command when it is whole. Refuses nothing that was built elsewhere before,
    /// as everything is that is not built when it is [begun](Workshop::begin_with).
    pub fn step(&mut self) -> Result<Option<Command>, Problem> {
        let command = match self {
            Job::Done(command) => return Ok(command.take()),
            Job::Sound(building) => building.step(),
            Job::Scene(assembly) => assembly.step()?,
        };
        if command.is_some() {
            *self = Job::Done(None);
        }
        Ok(command)
    }
}

impl Building {
    /// Nothing built yet, for the first slot.
    fn new(
        sound: &str,
        seed: u64,
        voices: usize,
        (text, flat): (&str, Option<&[f64]>),
        workshop: &Workshop,
    ) -> Result<Self, Problem> {
        let entry = urto_file::catalogue().sound(sound)?;
        let mut values = (entry.make)().params().boxed();
        let known = flat.is_some_and(|flat| flat::read(values.as_mut(), flat));
        if !known {
            if flat.is_some() {
                values = (entry.make)().params().boxed();
            }
            urto_file::read_params(values.as_mut(), text)?;
            urto_file::load_resources(values.as_mut(), &mut |name| workshop.shelf.fetch(name))
                .map_err(Problem::new)?;
        }
        // A single voice is struck while it rings; of several, one begins while another fades.
        let count = match voices.clamp(1, MOST_VOICES) {
            several @ 2.. if !entry.is_held() && superposes(values.as_ref()) => several + 1,
            _ => 1,
        };
        Ok(Self {
            entry,
            values,
            slot: 0,
            seed,
            rate: workshop.rate,
            count,
            built: Vec::with_capacity(count),
            next: None,
            results: Arc::default(),
            pictures: workshop.pictures,
            geometry: None,
        })
    }

    /// A voice as it is set, not built yet.
    fn voice(&self) -> Box<dyn Sound> {
        let mut sound = (self.entry.make)();
        sound.set_live(self.count);
        for (id, _) in leaves(self.values.as_ref()) {
            if let Some(value) = self.values.value(&id) {
                sound.set(&id, &value);
            }
        }
        sound
    }

    fn step(&mut self) -> Option<Command> {
        // Every voice is built alike.
        let known = || Playback::new(Arc::clone(&self.results));
        let begun = self.next.take();
        let (mut sound, mut known) = begun.unwrap_or_else(|| (self.voice(), known()));
        if !known.during(|| sound.prepare_part(self.rate, CHUNK)) {
            self.next = Some((sound, known));
            return None;
        }
        if self.pictures && self.built.is_empty() {
            self.geometry = Some(known.during(|| sound.geometry()));
        }
        self.built.push(sound);
        if self.built.len() < self.count {
            return None;
        }
        let mut built = core::mem::take(&mut self.built);
        let voices = if self.entry.is_held() {
            Voices::held(built.remove(0), self.seed, self.rate)
        } else {
            Voices::struck(built, self.seed, self.rate)
        };
        Some(Command::Put {
            slot: self.slot,
            voices: Box::new(voices.looking(self.geometry.take())),
        })
    }
}

fn read_scene(text: &str) -> Result<Scene, Problem> {
    Ok(urto_file::read_scene("scene", text.as_bytes())?)
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
