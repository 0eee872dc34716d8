//! A scene that is built a few objects at a time, for hosts whose thread must not be kept long.

use super::{Scene, ScenePlayer};
use crate::error::BuildError;
use crate::network::NetworkBuilder;
use crate::rate::Rate;

/// Builds a scene step by step, to the same player as [`Scene::build`]. Objects take most of the
/// time: banks of modes have large tables.
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
/// // One object, another one, and what is between them.
/// assert!(builder.step(1)?.is_none());
/// assert!(builder.step(1)?.is_none());
/// assert!(builder.step(1)?.is_some());
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct SceneBuilder {
    scene: Scene,
    rate: Rate,
    network: NetworkBuilder,
    built: usize,
}

impl SceneBuilder {
    /// Nothing is built yet.
    pub fn new(scene: Scene, rate: Rate) -> Self {
        Self {
            scene,
            rate,
            network: NetworkBuilder::new(rate),
            built: 0,
        }
    }

    /// Builds N more objects, or, once all are there, the rest; then it gives the player. Called
    /// again, it begins anew.
    pub fn step(&mut self, objects: usize) -> Result<Option<ScenePlayer>, BuildError> {
        let Self {
            scene,
            rate,
            network,
            built,
        } = self;
        let count = scene.objects.len();
        if *built < count {
            for _ in 0..objects.clamp(1, count - *built) {
                scene.add(*built, network, *rate)?;
                *built += 1;
            }
            return Ok(None);
        }
        *built = 0;
        let network = core::mem::replace(network, NetworkBuilder::new(*rate));
        scene.join(network, *rate).map(Some)
    }
}
