//! Whether a scene can be built, and if not, which line is to blame.

use crate::cursor::Cursor;
use crate::error::FileError;
use urto::scene::Scene;
use urto::{Part, PartSort, Rate};

/// The rate at which a scene that names none is checked \[Hz\].
const USUAL_RATE: f64 = 48_000.0;

/// Line and key of every part of a scene: objects, contacts, listening points, cues.
#[derive(Default)]
pub(crate) struct Places {
    pub objects: Vec<Place>,
    pub contacts: Vec<Place>,
    pub ears: Vec<Place>,
    pub cues: Vec<Place>,
}

/// Line and key of a part.
pub(crate) struct Place(usize, String);

impl From<&Cursor<'_>> for Place {
    fn from(cursor: &Cursor) -> Self {
        Self(cursor.node.line, cursor.key.clone())
    }
}

impl Places {
    /// Where a part was written.
    fn of(&self, part: &Part) -> Option<&Place> {
        let parts = match part.sort {
            PartSort::Object => &self.objects,
            PartSort::Contact => &self.contacts,
            PartSort::Ear => &self.ears,
            PartSort::Cue => &self.cues,
            _ => return None,
        };
        parts.get(part.index)
    }
}

/// Builds the scene once and gives it back if that went well.
pub(crate) fn check(file: &str, scene: Scene, places: &Places) -> Result<Scene, FileError> {
    let rate = Rate::new(scene.rate.unwrap_or(USUAL_RATE))
        .map_err(|error| FileError::new(file, None, "rate", error))?;
    let Err(error) = scene.build(rate) else {
        return Ok(scene);
    };
    Err(match error.part().and_then(|part| places.of(part)) {
        // The key says already which part it is.
        Some(Place(line, key)) => FileError::new(file, Some(*line), key, error.cause()),
        None => FileError::new(file, None, "", error),
    })
}
