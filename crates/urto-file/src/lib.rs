//! Reads and writes urto's files from bytes: scenes, presets, projects, modal objects, networks of
//! masses and materials.
//!
//! Every file says in its first line what it is, such as `urto = "scene/1"` or
//! `urto = "preset/1"`. Parameters are taken from the tables that their sounds, objects and
//! contact laws declare, so nothing is listed twice. Reading is strict: what is not understood is
//! an error that names file, line and key, and nothing in a file makes this crate panic. Only of
//! projects, which are edited and written again, keys that are not known are kept.
//!
//! ```
//! let text = r#"urto = "scene/1"
//! [object.bar]
//! kind = "modal"
//! modes = [{ frequency = "0.44 kHz", decay = 1.2 }]
//! [listen]
//! at = ["bar"]
//! "#;
//! let scene = urto_file::read_scene("bar.toml", text.as_bytes())?;
//! assert_eq!(scene.objects[0].name, "bar");
//!
//! let wrong = text.replace("0.44 kHz", "440 ms");
//! let error = urto_file::read_scene("bar.toml", wrong.as_bytes()).err().unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "bar.toml:4: object.bar.modes/0/frequency: 'ms' is not a unit that fits; \
//!      the value is in Hz (also mHz or kHz)"
//! );
//! # Ok::<(), urto_file::FileError>(())
//! ```
#![forbid(unsafe_code)]

mod catalogue;
mod check;
mod contact_events;
mod contact_scene;
mod cursor;
mod error;
mod exercise;
mod fill;
mod header;
mod kept;
mod lanes;
mod library;
mod mass_network;
mod material;
mod mesh_body;
mod modal;
mod network_piece;
mod number;
mod own_ears;
mod pack;
mod points;
mod preset;
mod project;
mod resource;
mod route;
pub mod rows;
#[cfg(test)]
mod sample;
mod scene;
mod scene_body;
mod score;
mod shelf;
mod spot;
mod surface;
mod tree;
mod value;
mod write;
mod write_project;

pub use catalogue::{catalogue, compose, install, spaces};
pub use contact_events::{read_contact_events, write_contact_events};
pub use contact_scene::{
    ContactSceneFile, read_contact_scene, read_contact_scene_with, sounds_only, with_changes,
};
pub use error::{FileError, ValueError};
#[doc(hidden)]
pub use exercise::{exercise, exercise_events, exercise_run};
pub use kept::Kept;
pub use lanes::{
    Cue, LONGEST_SCORE, Lane, LaneCurve, MOST_EVENTS, MOST_STEPS, Pattern, ProjectScore, Shape,
    read_score, write_score,
};
pub use library::{
    BODIES, BuiltInProject, FILES, NETWORKS, PROJECTS, about_body, built_in, find_preset,
    find_project, library, projects, spoken,
};
pub use mass_network::{
    ImportedMdl, NetworkFile, read_mdl, read_network, read_network_with, write_network,
};
pub use material::{MaterialFile, read_material, write_material};
pub use mesh_body::{LARGEST_BODY, body_about, body_fits, is_body, read_body, write_body};
pub use modal::{ModalFile, read_modal, write_modal};
pub use number::{parse_number, parse_rate, parse_seconds};
pub use pack::{is_pack, read_pack, write_pack};
pub use preset::{Preset, read_preset, read_preset_kept};
pub use project::{
    MOST_INSTANCES, MOST_PAGE, Playing, Project, ProjectCorner, ProjectInstance, ProjectResource,
    ProjectTake, ProjectTrack, is_page_text, read_project,
};
pub use resource::{
    LARGEST_RESOURCE, check_file, fingerprint, load_resources, named_resources, sort_of_file,
    switch_of,
};
pub use route::{
    Along, FASTEST, Incline, MOST_CHANNELS, MOST_MOVED, MOST_ROUTES, Measure, ProjectRoute, Source,
    TapPoint, Unroutable, Wave, routable,
};
pub use scene::{gathered, read_scene, read_scene_with};
pub use shelf::Shelf;
pub use tree::texts_read;
pub use value::{assign_text, parse_value, read_params};
pub use write::{write_params, write_preset};
pub use write_project::write_project;

use header::FileKind;

/// What a file holds.
pub enum Document {
    /// Objects, contacts, a score and listening points.
    Scene(urto::scene::Scene),
    /// Bodies that fall, slide and chatter.
    ContactScene(Box<ContactSceneFile>),
    /// A sound with parameters.
    Preset(Preset),
    /// Instances in a mix.
    Project(Box<Project>),
    /// A body as a bank of modes.
    Modal(ModalFile),
    /// Masses and links.
    Network(Box<NetworkFile>),
    /// What something is made of.
    Material(MaterialFile),
}

/// Reads a file of any kind; `file` is its name, for messages. A scene that takes objects from
/// other files is refused: see [`read_scene_with`].
pub fn read(file: &str, bytes: &[u8]) -> Result<Document, FileError> {
    let (kind, root) = header::open(file, bytes)?;
    let root = cursor::Cursor::root(file, &root);
    match kind {
        FileKind::Scene => scene::scene(&root, &mut scene::nothing).map(Document::Scene),
        FileKind::ContactScene => {
            contact_scene::contact_scene(&root, catalogue(), &mut scene::nothing)
                .map(|own| Document::ContactScene(Box::new(own)))
        }
        FileKind::Preset => preset::preset(&root).map(Document::Preset),
        FileKind::Project => project::project(&root).map(|own| Document::Project(Box::new(own))),
        FileKind::Modal => modal::modal(&root).map(Document::Modal),
        FileKind::Network => {
            mass_network::network(&root).map(|own| Document::Network(Box::new(own)))
        }
        FileKind::Material => material::material(&root).map(Document::Material),
    }
}

/// Whether a text's first line says that it is a network of masses.
pub fn is_network(text: &str) -> bool {
    header::kind("", text).is_ok_and(|kind| matches!(kind, FileKind::Network))
}

/// Whether a text's first line says that it is a contact scene.
pub fn is_contact_scene(text: &str) -> bool {
    header::kind("", text).is_ok_and(|kind| matches!(kind, FileKind::ContactScene))
}

/// Whether a text's first line says that it is a scene.
pub fn is_scene(text: &str) -> bool {
    header::kind("", text).is_ok_and(|kind| matches!(kind, FileKind::Scene))
}
