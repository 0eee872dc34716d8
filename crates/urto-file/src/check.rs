//! Whether a scene can be built, and if not, which line is to blame.

use crate::cursor::Cursor;
use crate::error::FileError;
use urto::scene::Scene;
use urto::{BuildError, Rate};

/// The rate at which a scene that names none is checked \[Hz\].
const USUAL_RATE: f64 = 48_000.0;

/// Line and key of every part of a scene, in the order in which they are built: objects,
/// contacts, listening points, cues.
#[derive(Default)]
pub(crate) struct Places(Vec<(usize, String)>);

impl Places {
    /// Notes the place of the next part.
    pub fn add(&mut self, cursor: &Cursor) {
        self.0.push((cursor.node.line, cursor.key.clone()));
    }
}

/// Builds the scene once and gives it back if that went well.
pub(crate) fn check(file: &str, mut scene: Scene, places: &Places) -> Result<Scene, FileError> {
    let rate = Rate::new(scene.rate.unwrap_or(USUAL_RATE))
        .map_err(|error| FileError::new(file, None, "rate", error))?;
    let Err(error) = scene.build(rate) else {
        return Ok(scene);
    };
    let guilty = guilty_part(&mut scene, rate, &error, places.0.len());
    let message = error.to_string();
    Err(match places.0.get(guilty) {
        Some((line, key)) => {
            // The key says already which object it is.
            let named = scene
                .objects
                .get(guilty)
                .map(|o| format!("object '{}': ", o.name));
            let message = named
                .and_then(|name| message.strip_prefix(&name))
                .unwrap_or(&message);
            FileError::new(file, Some(*line), key, message)
        }
        None => FileError::new(file, None, "", message),
    })
}

/// Which part makes the build fail. Parts are built in order, so the guilty one is the last of
/// the shortest beginning that fails in the same way; found by halving.
fn guilty_part(scene: &mut Scene, rate: Rate, error: &BuildError, count: usize) -> usize {
    let (mut innocent, mut failing) = (0, count);
    while failing - innocent > 1 {
        let middle = innocent + (failing - innocent) / 2;
        if build_beginning(scene, middle, rate).as_ref() == Some(error) {
            failing = middle;
        } else {
            innocent = middle;
        }
    }
    failing.saturating_sub(1)
}

/// Builds only the first `count` parts.
fn build_beginning(scene: &mut Scene, count: usize, rate: Rate) -> Option<BuildError> {
    let mut left = count;
    let objects = cut(&mut scene.objects, &mut left);
    let contacts = cut(&mut scene.contacts, &mut left);
    let listen = cut(&mut scene.listen, &mut left);
    let score = cut(&mut scene.score, &mut left);
    let error = scene.build(rate).err();
    scene.objects.extend(objects);
    scene.contacts.extend(contacts);
    scene.listen.extend(listen);
    scene.score.extend(score);
    error
}

/// Leaves at most `left` parts and returns the others.
fn cut<T>(parts: &mut Vec<T>, left: &mut usize) -> Vec<T> {
    let kept = parts.len().min(*left);
    *left -= kept;
    parts.split_off(kept)
}
