//! A scene that is built a few parts at a time, for hosts whose thread must not be kept long.

use super::player::LiveCue;
use super::{Scene, SceneParams, ScenePlayer, allowed};
use crate::error::{BuildError, PartSort};
use crate::network::NetworkBuilder;
use crate::param::Declared;
use crate::rate::Rate;

/// What there is of a scene so far.
pub(super) struct SceneParts {
    rate: Rate,
    network: NetworkBuilder,
    cues: Vec<LiveCue>,
    /// The part that comes next, all counted in one row: objects, contacts, which contacts press
    /// others, what is listened to, cues, and where each cue begins.
    next: usize,
}

impl SceneParts {
    pub fn new(rate: Rate) -> Self {
        Self {
            rate,
            network: NetworkBuilder::new(rate),
            cues: Vec::new(),
            next: 0,
        }
    }

    /// Builds the next part; tells whether that was the last.
    pub fn add_next(&mut self, scene: &Scene) -> Result<bool, BuildError> {
        let (network, rate) = (&mut self.network, self.rate);
        let (objects, contacts) = (scene.objects.len(), scene.contacts.len());
        let (points, cues) = (scene.listen.len(), scene.score.len());
        let parts = [objects, contacts, contacts, points, 1, cues, 1, cues];
        let mut index = self.next;
        let sort = parts.iter().position(|count| {
            let here = index < *count;
            index -= if here { 0 } else { *count };
            here
        });
        match sort {
            Some(0) => scene.add(index, network, rate)?,
            Some(1) => scene.join(index, network, rate)?,
            Some(2) => scene.press(index, network)?,
            Some(3) => {
                let listen = &scene.listen[index];
                network.listen(&listen.point, listen.motion)?;
            }
            Some(4) if points == 0 => return Err(BuildError::NothingHeard),
            Some(5) => {
                let cue = scene.resolve(&scene.score[index], network, rate);
                let cue = cue.map_err(|error| error.of(PartSort::Cue, index, ""))?;
                self.cues.push(cue);
            }
            Some(6) => self.cues.sort_by_key(|cue| cue.start),
            Some(7) => self.follow(index),
            _ => {}
        }
        self.next += 1;
        Ok(self.next == parts.iter().sum())
    }

    /// A ramp starts where the last one on the same thing went.
    fn follow(&mut self, index: usize) {
        let (earlier, later) = self.cues.split_at_mut(index);
        let mut earlier = earlier.iter().rev();
        if let Some(before) = earlier.find(|cue| cue.deed.aims_like(&later[0].deed)) {
            later[0].from = before.to;
        }
    }

    /// The player, once all parts are there.
    pub fn finish(self, scene: &Scene) -> Result<ScenePlayer, BuildError> {
        let gain = scene.gain.unwrap_or(1.0);
        allowed(&SceneParams::TABLE, "gain", gain)?;
        Ok(ScenePlayer::new(self.network.build(0), self.cues, gain))
    }
}

/// Builds a scene step by step, to the same player as [`Scene::build`].
///
/// ```
/// use urto::network::Motion;
/// use urto::scene::{Listen, Scene, SceneBuilder, SceneObject};
/// let kind = urto::catalogue::Catalogue::of_urto().object("modal")?;
/// let bar = |name: &str| SceneObject {
///     name: name.to_owned(),
///     kind,
///     params: (kind.params)(),
///     points: Vec::new(),
///     surface: None,
/// };
/// let scene = Scene {
///     objects: vec![bar("low"), bar("high")],
///     listen: vec![Listen { point: "low".to_owned(), motion: Motion::Velocity }],
///     ..Scene::default()
/// };
/// let mut builder = SceneBuilder::new(scene, urto::Rate::new(48_000.0)?);
/// // One object, all that is left, and both together.
/// assert!(builder.step(1)?.is_none());
/// assert!(builder.step(100)?.is_none());
/// assert!(builder.step(1)?.is_some());
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct SceneBuilder {
    scene: Scene,
    parts: SceneParts,
    whole: bool,
}

impl SceneBuilder {
    /// Nothing is built yet.
    pub fn new(scene: Scene, rate: Rate) -> Self {
        Self {
            scene,
            parts: SceneParts::new(rate),
            whole: false,
        }
    }

    /// Builds N more parts (objects, contacts, cues), or, once all are there, puts them together and
    /// gives the player. Called again, it begins anew.
    pub fn step(&mut self, parts: usize) -> Result<Option<ScenePlayer>, BuildError> {
        if self.whole {
            self.whole = false;
            let fresh = SceneParts::new(self.parts.rate);
            let parts = core::mem::replace(&mut self.parts, fresh);
            return parts.finish(&self.scene).map(Some);
        }
        for _ in 0..parts.max(1) {
            self.whole = self.parts.add_next(&self.scene)?;
            if self.whole {
                break;
            }
        }
        Ok(None)
    }
}
