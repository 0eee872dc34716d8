//! The second pass: what a run sounds like to who listens where the page looks from.

use crate::stage::Stage;
use serde_json::{Value as Json, json};
use urto::Rate;
use urto::space::Space;
use urto_multibody::Pose;
use urto_multibody::scene::{Path, moved};
use urto_multibody::sound::{How, listen};

/// By what ears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ears {
    /// In the space of the scene.
    Scene,
    /// Two ears on a head, each body from its own side.
    Two,
}

/// How it is to be heard.
#[derive(Clone, Debug, PartialEq)]
pub struct Listening {
    /// Samples a second.
    pub rate: Rate,
    /// See there.
    pub ears: Ears,
    /// Where from, and which way one looks (along x of the pose); as the scene says if none.
    pub from: Option<Pose>,
    /// Samples for a pascal; as the scene says, or by the loudest sample, if none.
    pub gain: Option<f64>,
}

/// The highest peak of what says no gain, as the command has it: -6 dBFS.
const PEAK: f64 = 0.5;
/// Softer than this \[Pa\] nothing is made louder: it is what rounding leaves, and no sound.
const SILENT: f64 = 1e-9;

impl Listening {
    /// From four lines: a rate, `scene` or `two`, `scene` or seven numbers (a place and a quaternion
    /// w, x, y, z), and a gain or nothing.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let mut next = || lines.next().ok_or("four lines are wanted".to_owned());
        let rate = next()?.parse().map_err(|_| "the rate is no number")?;
        let rate = Rate::new(rate).map_err(|error| error.to_string())?;
        let ears = match next()? {
            "scene" => Ears::Scene,
            "two" => Ears::Two,
            other => return Err(format!("'{other}' is none of scene and two")),
        };
        let from = match next()? {
            "scene" => None,
            numbers => Some(pose(numbers)?),
        };
        let gain = match next()? {
            "" => None,
            number => {
                let gain = number.parse().ok().filter(|own| (1e-9..=1e9).contains(own));
                Some(gain.ok_or("the gain is no number from 1e-9 to 1e9")?)
            }
        };
        Ok(Self {
            rate,
            ears,
            from,
            gain,
        })
    }
}

fn pose(text: &str) -> Result<Pose, String> {
    let numbers = text.split_whitespace().map(str::parse::<f64>);
    let numbers: Result<Vec<f64>, _> = numbers.collect();
    let wrong = || "a pose is seven numbers".to_owned();
    let numbers: [f64; 7] = numbers
        .map_err(|_| wrong())?
        .try_into()
        .map_err(|_| wrong())?;
    let [x, y, z, turn @ ..] = numbers;
    let long = turn.iter().map(|own| own * own).sum::<f64>().sqrt();
    let near = [x, y, z].iter().all(|own| own.abs() <= 1e3);
    if !near || !(0.9..=1.1).contains(&long) {
        return Err(
            "one listens from within a kilometre, turned by a quaternion of length 1".into(),
        );
    }
    Ok(Pose {
        place: [x, y, z],
        turn: turn.map(|own| own / long),
    })
}

/// What is heard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heard {
    /// Samples, channel by channel.
    pub channels: Vec<Vec<f32>>,
    /// What each body did.
    pub told: Json,
}

impl Stage {
    /// Listens to the run; `reach` is told which share is done.
    pub fn hear(&self, how: &Listening, reach: fn(f64)) -> Result<Heard, String> {
        let run = self
            .run()
            .ok_or("nothing has happened yet: the scene is to be moved first")?;
        let mut scene = self.scene().clone();
        if let Some(pose) = how.from {
            scene.hearing.path = Path::still(pose);
        }
        let spaces = urto_file::spaces();
        let key = match how.ears {
            Ears::Scene => scene.hearing.space.clone(),
            Ears::Two => Some("head".to_owned()),
        };
        let kind = key.as_deref().map(|key| spaces.space(key)).transpose();
        let kind = kind.map_err(|error| error.to_string())?;
        // What the scene says of its space holds for that alone.
        let same = key == scene.hearing.space;
        let settings = if same {
            &scene.hearing.settings[..]
        } else {
            &[]
        };
        let make = kind.map(|kind| {
            move || -> Box<dyn Space> {
                let mut space = (kind.make)();
                for (key, value) in settings {
                    if let Ok(id) = kind.table.find(key) {
                        space.set(&id, value);
                    }
                }
                space
            }
        });
        let heard = listen(
            &scene,
            run,
            &How {
                rate: how.rate,
                seconds: None,
                space: make
                    .as_ref()
                    .map(|own| own as &(dyn Fn() -> Box<dyn Space> + Sync)),
                each: key.as_deref() == Some("head"),
                threads: 1,
                progress: &reach,
            },
        );
        let bodies = scene.bodies.iter().zip(&heard.bodies).map(|(body, own)| {
            json!({ "name": body.name, "modes": own.modes, "blows": own.blows, "pascals": own.peak })
        });
        let peak = heard.peak();
        let gain = match how.gain.or(scene.hearing.gain) {
            Some(gain) => gain,
            None if peak > SILENT => PEAK / peak,
            None => 1.0,
        };
        let frames = heard.channels.first().map_or(0, Vec::len);
        let told = json!({
            "peak": peak * gain,
            "gain": gain,
            "recipe": self.recipe(how, gain, frames),
            "bodies": bodies.collect::<Vec<_>>(),
        });
        let narrow = |own: f64| (gain * own).clamp(-1.0, 1.0) as f32;
        let channel = |own: Vec<f64>| own.into_iter().map(narrow).collect();
        Ok(Heard {
            told,
            channels: heard.channels.into_iter().map(channel).collect(),
        })
    }

    /// The scene with what is heard otherwise, by which the command makes the sound again; none where
    /// that is no change of single keys.
    fn recipe(&self, how: &Listening, gain: f64, frames: usize) -> Option<String> {
        let hearing = &self.scene().hearing;
        let mut changes = vec![("listen.gain".to_owned(), format!("{gain:e}"))];
        if let Some(pose) = how.from {
            if hearing.path.stops().len() > 1 {
                return None;
            }
            let ahead = moved(
                &Pose {
                    place: [0.0; 3],
                    ..pose
                },
                [1.0, 0.0, 0.0],
            );
            changes.push(("listen.place".to_owned(), format!("{:?}", pose.place)));
            changes.push(("listen.facing".to_owned(), format!("{ahead:?}")));
        }
        if how.ears == Ears::Two && hearing.space.as_deref() != Some("head") {
            if hearing.space.is_some() {
                return None;
            }
            changes.push(("space".to_owned(), "\"head\"".to_owned()));
        }
        let text = urto_file::with_changes(self.name(), self.text(), &changes).ok()?;
        let (rate, seconds) = (how.rate.hertz(), frames as f64 / how.rate.hertz());
        Some(format!(
            "{}\n# Rendered: {rate} Hz, {seconds} s\n",
            text.trim_end()
        ))
    }
}
