//! A recipe: everything that decides what a file sounds like, down to the last bit.

use crate::failure::Failure;
use crate::manner::Manner;
use crate::played;
use crate::sample::Bits;
use urto::param::{Kind, Params, Value};
use urto::scene::{Scene, SceneParams};
use urto::sound::{Quality, Sound};
use urto::{BuildError, Rate};
use urto_file::{Preset, Project, Shelf};

/// Largest seed: files keep it as a signed number of 64 bits.
pub const LAST_SEED: u64 = i64::MAX as u64;
/// Samples per block. Any other number would give the same sound.
pub const BLOCK: usize = 512;

/// What sounds.
pub enum Matter {
    /// A sound and its parameters.
    Sound(Box<Preset>),
    /// A scene and its changes.
    Scene(Box<ScoredScene>),
    /// A project and what was played of it.
    Project(Box<Project>),
}

/// A scene, the text it came from, and what the command line changed.
pub struct ScoredScene {
    /// The scene, changes and gain included.
    pub scene: Scene,
    /// Its file.
    pub text: String,
    /// Parameters changed, as written: `object.bar.tuning` and `2`.
    pub changes: Vec<(String, String)>,
}

/// Everything that decides what a file sounds like.
pub struct Recipe {
    /// What sounds.
    pub matter: Matter,
    /// Seed of everything random.
    pub seed: u64,
    /// Sample rate.
    pub rate: Rate,
    /// Length \[s\].
    pub seconds: f64,
    /// Sample format.
    pub bits: Bits,
    /// How it is played and heard, besides its parameters.
    pub manner: Manner,
    /// Files that a project names.
    pub shelf: Shelf,
}

impl Recipe {
    /// Length in samples, at least one.
    pub fn frames(&self) -> u64 {
        ((self.seconds * self.rate.hertz()).round() as u64).max(1)
    }

    /// The sound, prepared and triggered, ready to be rendered.
    pub fn player(&self) -> Result<Box<dyn Sound>, Failure> {
        let mut player: Box<dyn Sound> = match &self.matter {
            Matter::Sound(preset) => {
                let mut player = preset.prepare(self.rate, BLOCK).map_err(Failure::other)?;
                self.trigger(preset, player.as_mut())
                    .map_err(Failure::other)?;
                player
            }
            Matter::Scene(scored) => {
                let mut player = scored.scene.build(self.rate).map_err(Failure::other)?;
                player.reset(self.seed);
                Box::new(player)
            }
            Matter::Project(project) => return played::player(project, &self.shelf),
        };
        if self.manner.fast {
            player.set_quality(Quality::Fast);
        }
        Ok(player)
    }

    fn trigger(&self, preset: &Preset, player: &mut dyn Sound) -> Result<(), BuildError> {
        let gesture = (self.seed, self.manner.expression);
        preset.trigger(player, self.rate, self.seconds, gesture)
    }

    /// Triggers a player of a recipe that differs from this one in its seed alone, as if it were
    /// made anew; tells whether that can be done.
    pub fn restart(&self, player: &mut dyn Sound) -> bool {
        match &self.matter {
            Matter::Sound(preset) => self.trigger(preset, player).is_ok(),
            Matter::Scene(_) | Matter::Project(_) => false,
        }
    }

    /// The same recipe once more, if it is a sound's; those of scenes and projects are made one
    /// after the other.
    pub fn again(&self) -> Option<Self> {
        let Matter::Sound(preset) = &self.matter else {
            return None;
        };
        Some(Self {
            matter: Matter::Sound(preset.clone()),
            shelf: Shelf::default(),
            ..*self
        })
    }

    /// The recipe as text, to be kept in the file.
    pub fn text(&self) -> String {
        let mark = match self.matter {
            // It says all of this itself.
            Matter::Project(_) => String::new(),
            _ => self.manner.mark(),
        };
        let text = match &self.matter {
            Matter::Sound(preset) => {
                let full = Preset {
                    sound: preset.sound.clone(),
                    name: preset.name.clone(),
                    about: preset.about.clone(),
                    tags: preset.tags.clone(),
                    seed: Some(self.seed),
                    rate: Some(self.rate.hertz()),
                    seconds: Some(self.seconds),
                    version: Some(env!("CARGO_PKG_VERSION").to_owned()),
                    params: preset.params.boxed(),
                    demonstration: None,
                    kept: preset.kept.clone(),
                };
                urto_file::write_preset(&full, true)
            }
            Matter::Scene(scored) => {
                let header = SceneHeader {
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    seed: self.seed,
                    rate: self.rate.hertz(),
                    seconds: self.seconds,
                    gain: scored.scene.gain.unwrap_or(1.0),
                    changes: scored.changes.clone(),
                };
                format!("{}{}", header.text(), scored.text)
            }
            Matter::Project(project) => urto_file::write_project(project),
        };
        format!("{mark}{text}")
    }
}

/// Sets parameters from their texts: macros first, then the others, each in the order given.
pub fn assign_all(params: &mut dyn Params, asked: &[(String, String)]) -> Result<(), Failure> {
    let table = params.table();
    let is_macro = |(key, _): &&(String, String)| table.find_macro(key).is_some();
    let macros = asked.iter().filter(is_macro);
    let others = asked.iter().filter(|pair| !is_macro(pair));
    for (key, value) in macros.chain(others) {
        assign(params, key, value)?;
    }
    Ok(())
}

/// Sets a parameter from its text; a bare number sets the length of a list.
pub fn assign(params: &mut dyn Params, key: &str, text: &str) -> Result<(), Failure> {
    let refused = |why: String| {
        let named = why.contains(key);
        Failure::Usage(if named { why } else { format!("{key}: {why}") })
    };
    if let Ok((id, spec)) = params.table().locate(key)
        && let (Kind::List { .. }, Ok(count)) = (spec.kind, text.parse())
    {
        let taken = params.assign(&id, &Value::Count(count));
        return taken.map_err(|refusal| refused(refusal.to_string()));
    }
    urto_file::assign_text(params, key, text).map_err(|error| refused(error.to_string()))
}

impl ScoredScene {
    /// A scene as its file says.
    pub fn new(scene: Scene, text: String) -> Self {
        Self {
            scene,
            text,
            changes: Vec::new(),
        }
    }

    /// Changes a parameter: `gain`, `object.NAME.key` or `contact.NAME.key`.
    pub fn change(&mut self, key: &str, text: &str) -> Result<(), Failure> {
        if key == "gain" {
            let mut own = SceneParams {
                gain: self.scene.gain.unwrap_or(1.0),
            };
            assign(&mut own, key, text)?;
            self.scene.gain = Some(own.gain);
            return Ok(());
        }
        let params = self.part(key)?;
        let inner = key.splitn(3, '.').nth(2).unwrap_or_default();
        assign(params, inner, text)?;
        self.changes.push((key.to_owned(), text.to_owned()));
        Ok(())
    }

    fn part(&mut self, key: &str) -> Result<&mut (dyn Params + 'static), Failure> {
        let mut names = key.splitn(3, '.');
        let missing = |what, name, known: Vec<&str>| {
            Failure::usage(urto::BuildError::missing(what, name, known))
        };
        match (names.next(), names.next(), names.next()) {
            (Some("object"), Some(name), Some(_)) => {
                let known = self.scene.objects.iter().map(|o| o.name.as_str());
                let error = missing("object", name, known.collect());
                let objects = &mut self.scene.objects;
                let found = objects.iter_mut().find(|o| o.name == name);
                found.map(|o| o.params.as_mut()).ok_or(error)
            }
            (Some("contact"), Some(name), Some(_)) => {
                let known = self.scene.contacts.iter().map(|c| c.name.as_str());
                let error = missing("contact", name, known.collect());
                let contacts = &mut self.scene.contacts;
                let found = contacts.iter_mut().find(|c| c.name == name);
                found.map(|c| c.params.as_mut()).ok_or(error)
            }
            _ => Err(Failure::usage(format!(
                "a scene has no parameter '{key}'; write gain, object.NAME.key or contact.NAME.key"
            ))),
        }
    }

    /// How long the score lasts, and two seconds to ring \[s\].
    pub fn natural_seconds(&self) -> f64 {
        let ends = self.scene.score.iter().map(|cue| cue.at + cue.over);
        ends.fold(0.0, f64::max) + 2.0
    }
}

/// What stands before a scene's text in a sound file: comments, so that the whole is a scene too.
#[derive(Debug, PartialEq)]
pub struct SceneHeader {
    /// Version of urto that made the file.
    pub version: String,
    /// Seed of everything random.
    pub seed: u64,
    /// Sample rate \[Hz\].
    pub rate: f64,
    /// Length \[s\].
    pub seconds: f64,
    /// Gain, as chosen or given.
    pub gain: f64,
    /// Parameters changed.
    pub changes: Vec<(String, String)>,
}

/// Starts every line of the header.
const MARK: &str = "#: ";

impl SceneHeader {
    fn text(&self) -> String {
        let mut text = format!(
            "{MARK}urto {} seed {} rate {} seconds {} gain {} changes {}\n",
            self.version,
            self.seed,
            self.rate,
            self.seconds,
            self.gain,
            self.changes.len()
        );
        for (key, value) in &self.changes {
            text.push_str(&format!("{MARK}{key}={value}\n"));
        }
        text
    }

    /// Takes the header off a text; `None` if there is none.
    pub fn split(text: &str) -> Option<(Self, &str)> {
        let (first, mut rest) = text.strip_prefix(MARK)?.split_once('\n')?;
        let words: Vec<&str> = first.split(' ').collect();
        let [_, version, _, seed, _, rate, _, seconds, _, gain, _, count] = words[..] else {
            return None;
        };
        let mut changes = Vec::new();
        for _ in 0..count.parse::<usize>().ok()? {
            let (line, next) = rest.strip_prefix(MARK)?.split_once('\n')?;
            let (key, value) = line.split_once('=')?;
            changes.push((key.to_owned(), value.to_owned()));
            rest = next;
        }
        let header = Self {
            version: version.to_owned(),
            seed: seed.parse().ok()?,
            rate: rate.parse().ok()?,
            seconds: seconds.parse().ok()?,
            gain: gain.parse().ok()?,
            changes,
        };
        Some((header, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_header_comes_back() {
        let header = SceneHeader {
            version: "0.1.0".to_owned(),
            seed: LAST_SEED,
            rate: 44_100.0,
            seconds: 0.1 + 0.2,
            gain: 1e-7 / 3.0,
            changes: vec![("object.bar.tuning".to_owned(), "2".to_owned())],
        };
        let text = header.text() + "#: not ours\nurto = \"scene/1\"\n";
        let (back, rest) = SceneHeader::split(&text).unwrap();
        assert_eq!(back, header);
        assert_eq!(rest, "#: not ours\nurto = \"scene/1\"\n");
        assert!(SceneHeader::split("urto = \"scene/1\"\n").is_none());
        assert!(SceneHeader::split("#: urto 1 seed").is_none());
    }
}
