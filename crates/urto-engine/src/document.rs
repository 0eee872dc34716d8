//! What a desk edits: instances, their place in the mix, and the user's own presets.

use crate::connection::Connection;
use crate::state::State;
use crate::{Problem, decibels};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use urto::Rate;
use urto::param::{Params, number_of};
use urto::scene::{Scene, SceneParams};
use urto::sound::{Entry, Form, Quality, Sound};
use urto_file::{Kept, Preset, ProjectResource, ProjectScore, named_resources};

/// What an instance plays.
#[derive(Clone)]
pub enum Matter {
    /// A sound of the registry.
    Sound(&'static Entry),
    /// A scene, as its file has it.
    Scene(Arc<str>),
}

impl PartialEq for Matter {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Matter::Sound(a), Matter::Sound(b)) => a.key == b.key,
            (Matter::Scene(a), Matter::Scene(b)) => a == b,
            _ => false,
        }
    }
}

/// One corner of the square in which an instance is morphed.
#[derive(Clone, PartialEq)]
pub struct Corner {
    /// Name of the preset it was, or what the user is shown.
    pub name: String,
    /// Its values.
    pub values: State,
    /// What its file said that is not known here.
    pub kept: Vec<Kept>,
}

/// A sound or a scene in the mix.
#[derive(Clone, PartialEq)]
pub struct Instance {
    /// Its own number, never used again.
    pub id: u32,
    /// Where it plays.
    pub slot: usize,
    /// Its name for people.
    pub name: String,
    /// What plays.
    pub matter: Matter,
    /// The preset it came from.
    pub preset: Option<String>,
    /// Its values.
    pub values: State,
    /// Seed of everything random.
    pub seed: u64,
    /// Most blows that ring at once.
    pub voices: usize,
    /// Loudness \[dB\].
    pub gain: f64,
    /// Place from -1 left to 1 right.
    pub pan: f64,
    /// The output at which it is heard first.
    pub channel: usize,
    /// Whether it is silent.
    pub mute: bool,
    /// Whether it is heard alone.
    pub solo: bool,
    /// Corners to morph between: lower left, lower right, upper left, upper right.
    pub corners: [Option<Corner>; 4],
    /// Where between them it stands.
    pub morph: [f64; 2],
    /// Whether a morph also takes over choices, lists and what else is built anew, from the nearest
    /// corner.
    pub structure: bool,
    /// Keys of those tables of what rings that a morph may change.
    pub loose: BTreeSet<String>,
    /// Keys that neither morph nor chance may change.
    pub locks: BTreeSet<String>,
    /// The other of two states that are compared, and which one is shown: 0 is a, 1 is b.
    pub other: Option<State>,
    /// Which one is shown.
    pub side: usize,
    /// What its file said that is not known here.
    pub kept: Vec<Kept>,
}

impl Instance {
    /// A new instance of a preset.
    pub(crate) fn of_preset(id: u32, slot: usize, preset: &Preset) -> Result<Self, Problem> {
        let entry = urto_file::catalogue().sound(&preset.sound)?;
        let name = preset.name.clone();
        let mut own = Self::new(
            id,
            slot,
            name.clone().unwrap_or_else(|| entry.title.to_owned()),
            Matter::Sound(entry),
            State::of(preset.params.as_ref()),
        );
        own.preset = name;
        own.seed = preset.seed.unwrap_or(0);
        Ok(own)
    }

    /// A new instance of a scene.
    pub(crate) fn of_scene(id: u32, slot: usize, name: &str, text: &str) -> Result<Self, Problem> {
        let mut scene = urto_file::read_scene(name, text.as_bytes())?;
        let gain = match scene.gain {
            Some(gain) => gain,
            None => sensible_gain(&mut scene)?,
        };
        Ok(Self::new(
            id,
            slot,
            name.to_owned(),
            Matter::Scene(text.into()),
            State::of(&SceneParams { gain }),
        ))
    }

    /// A scene gets another text. Its gain stays, so that a change is heard as loud as it is, unless
    /// the text says another one than before.
    pub(crate) fn rewrite(&mut self, text: &str) -> Result<(), Problem> {
        let Matter::Scene(before) = &self.matter else {
            return Err(Problem::new("this is no scene; only scenes have a text"));
        };
        let gain = urto_file::read_scene(&self.name, text.as_bytes())?.gain;
        let same = urto_file::read_scene(&self.name, before.as_bytes())?.gain == gain;
        if let Some(gain) = gain.filter(|_| !same) {
            self.values = State::of(&SceneParams { gain });
        }
        self.matter = Matter::Scene(text.into());
        Ok(())
    }

    /// The text of a scene; nothing for a sound.
    pub fn scene(&self) -> Option<&str> {
        match &self.matter {
            Matter::Scene(text) => Some(text),
            Matter::Sound(_) => None,
        }
    }

    fn new(id: u32, slot: usize, name: String, matter: Matter, values: State) -> Self {
        // Blows ring into each other; a shattering or crumpling is a crowd of its own.
        let voices = match &matter {
            Matter::Sound(entry) if entry.is_held() => 1,
            Matter::Sound(entry) if entry.form == Form::Event => 4,
            Matter::Sound(_) => 2,
            Matter::Scene(_) => 1,
        };
        Self {
            id,
            slot,
            name,
            matter,
            preset: None,
            values,
            seed: 0,
            voices,
            gain: 0.0,
            pan: 0.0,
            channel: 0,
            mute: false,
            solo: false,
            corners: [None, None, None, None],
            morph: [0.5; 2],
            structure: false,
            loose: BTreeSet::new(),
            locks: BTreeSet::new(),
            other: None,
            side: 0,
            kept: Vec::new(),
        }
    }

    /// Its sound; nothing for a scene.
    pub fn entry(&self) -> Option<&'static Entry> {
        match &self.matter {
            Matter::Sound(entry) => Some(entry),
            Matter::Scene(_) => None,
        }
    }

    /// The sound's own values; those of the file for a scene.
    pub fn defaults(&self) -> State {
        match &self.matter {
            Matter::Sound(entry) => State::of((entry.make)().params()),
            Matter::Scene(_) => State::of(&SceneParams::default()),
        }
    }

    /// The files that its parameters name, now or elsewhere in its square.
    pub fn files(&self) -> impl Iterator<Item = String> {
        let corners = self.corners.iter().flatten().map(|corner| &corner.values);
        let all = [&self.values].into_iter().chain(&self.other).chain(corners);
        all.flat_map(|values| named_resources(&**values))
            .map(|(_, own)| own.name().to_owned())
    }

    /// Whether a key, or a table that it lies in, is locked.
    pub fn is_locked(&self, key: &str) -> bool {
        let inside = |lock: &String| {
            let rest = key.strip_prefix(lock.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/']))
        };
        self.locks.iter().any(inside)
    }
}

/// Everything that is edited.
#[derive(Clone)]
pub struct Document {
    /// The instances in the order shown.
    pub instances: Vec<Arc<Instance>>,
    /// What moves their parameters.
    pub routes: Vec<Arc<Connection>>,
    /// The user's own presets.
    pub presets: Vec<Arc<Preset>>,
    /// Loudness of everything \[dB\].
    pub master: f64,
    /// How many outputs it is rendered to, 1 to 16.
    pub channels: usize,
    /// How freely ringing bodies are worked out.
    pub quality: Quality,
    /// What is to be played, if anything was written.
    pub score: Option<Arc<ProjectScore>>,
    /// Texts that the page keeps with it.
    pub page: BTreeMap<String, String>,
    /// The files that its parameters name, as they were when it was written.
    pub resources: Vec<ProjectResource>,
    /// What its file said that is not known here.
    pub kept: Vec<Kept>,
}

impl Default for Document {
    fn default() -> Self {
        Self {
            instances: Vec::new(),
            routes: Vec::new(),
            presets: Vec::new(),
            master: 0.0,
            channels: 2,
            quality: Quality::Fast,
            score: None,
            page: BTreeMap::new(),
            resources: Vec::new(),
            kept: Vec::new(),
        }
    }
}

impl Document {
    /// The files that its instances and presets name, in order.
    pub fn files(&self) -> BTreeSet<String> {
        let presets = self.presets.iter();
        let presets = presets.flat_map(|own| named_resources(own.params.as_ref()));
        let presets = presets.map(|(_, own)| own.name().to_owned());
        let instances = self.instances.iter().flat_map(|own| own.files());
        instances.chain(presets).collect()
    }

    /// The instance of this number.
    pub fn instance(&self, id: u32) -> Option<&Instance> {
        let found = self.instances.iter().find(|own| own.id == id);
        found.map(|own| own.as_ref())
    }

    /// The instance of this number, which must be there.
    pub(crate) fn existing(&self, id: u32) -> Result<&Instance, Problem> {
        let none = || Problem::new(format!("there is no instance {id}"));
        self.instance(id).ok_or_else(none)
    }

    /// The instance of this number, to change it.
    pub(crate) fn change(&mut self, id: u32) -> Result<&mut Instance, Problem> {
        let found = self.instances.iter_mut().find(|own| own.id == id);
        let none = || Problem::new(format!("there is no instance {id}"));
        found.map(Arc::make_mut).ok_or_else(none)
    }

    /// A slot that is free, below a limit.
    pub(crate) fn free_slot(&self, slots: usize) -> Result<usize, Problem> {
        let taken = |slot: &usize| self.instances.iter().any(|own| own.slot == *slot);
        let free = (0..slots).find(|slot| !taken(slot));
        free.ok_or_else(|| {
            Problem::new(format!(
                "there are {slots} instances, the most there can be"
            ))
        })
    }

    /// The user's preset of this name.
    pub(crate) fn preset(&self, name: &str) -> Option<usize> {
        let wanted = urto_file::spoken(name);
        let is = |own: &Arc<Preset>| {
            let own = own.name.as_deref();
            own.is_some_and(|own| urto_file::spoken(own) == wanted)
        };
        self.presets.iter().position(is)
    }

    /// What a name means: a preset of the user, or else one that comes with urto, or a sound.
    pub(crate) fn find(&self, name: &str) -> Result<Preset, Problem> {
        if let Some(index) = self.preset(name) {
            return Ok(self.presets[index].as_ref().clone());
        }
        if let Ok(entry) = urto_file::catalogue().sound(name) {
            return Ok(Preset::plain(entry));
        }
        let found = urto_file::find_preset(name)?;
        found.ok_or_else(|| Problem::new(format!("there is no sound and no preset '{name}'")))
    }
}

/// A gain at which a scene that says none peaks at half of full scale: what is heard is in metres
/// per second, so it is played once to find out.
fn sensible_gain(scene: &mut Scene) -> Result<f64, Problem> {
    // So small that nothing is limited, and looked at for a second after its score at most.
    const PROBE: f64 = 1e-9;
    const PEAK: f64 = 0.5;
    let rate = Rate::new(scene.rate.unwrap_or(48_000.0))?;
    let ends = scene.score.iter().map(|cue| cue.at + cue.over);
    let seconds = ends.fold(0.0, f64::max).min(10.0) + 1.0;
    scene.gain = Some(PROBE);
    let mut player = scene.build(rate)?;
    let mut block = vec![0.0; (seconds * rate.hertz()) as usize];
    player.render(&[], &mut [&mut block]);
    let peak = block.iter().fold(0.0f32, |most, x| most.max(x.abs()));
    if peak == 0.0 {
        return Ok(1.0);
    }
    let range = SceneParams::default();
    let gain = number_of(&range, &range.table().find("gain")?);
    let wanted = PEAK * PROBE / f64::from(peak);
    Ok(gain.map_or(wanted, |(_, range)| range.clamp(wanted)))
}

/// A fader's place within its way.
pub(crate) fn fader(decibels: f64) -> f64 {
    decibels.clamp(decibels::OFF, decibels::MOST)
}

/// Whether two sets of values belong to one table.
pub(crate) fn alike(a: &dyn Params, b: &dyn Params) -> bool {
    a.table() == b.table()
}
