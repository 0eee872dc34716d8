//! The catalogue that files, and the hosts above, read.

use std::sync::OnceLock;
use urto::catalogue::Catalogue;
use urto::space::SpaceKind;

static COMPOSED: OnceLock<Catalogue> = OnceLock::new();

/// What comes with urto. A crate that brings kinds of its own adds its line here.
pub fn compose() -> Catalogue {
    let brought = [urto_liquids::SOUNDS, urto_machines::SOUNDS].concat();
    let catalogue = Catalogue::of_urto()
        .with_body(&crate::modal::LOADER)
        .with_body(&crate::mass_network::LOADER)
        .with_body(&crate::mesh_body::LOADER)
        .with_space(&urto_mi::SPRING_SPACE)
        .with_resource(&crate::network_piece::LOADER)
        .with_resource(&crate::own_ears::LOADER)
        .with_sound(&urto_mi::sound::ENTRY);
    let catalogue = urto_spaces::SPACES
        .iter()
        .fold(catalogue, |all, kind| all.with_space(kind));
    brought.into_iter().fold(catalogue, Catalogue::with_sound)
}

/// Only the spaces, and what they take from files: for who listens and plays no sound, so that a
/// program for that alone holds no sound.
pub fn spaces() -> Catalogue {
    let own = Catalogue::of_spaces()
        .with_space(&urto_mi::SPRING_SPACE)
        .with_resource(&crate::own_ears::LOADER);
    let add = |all: Catalogue, kind: &&'static SpaceKind| all.with_space(kind);
    urto_spaces::SPACES.iter().fold(own, add)
}

/// The catalogue of this program: what [`install`] was given, or else [`compose`]s.
pub fn catalogue() -> &'static Catalogue {
    COMPOSED.get_or_init(compose)
}

/// Lets this program read another catalogue, such as [`compose`] with kinds of its own. To be
/// called before anything is read; afterwards the catalogue is given back, and nothing changes.
pub fn install(catalogue: Catalogue) -> Result<(), Box<Catalogue>> {
    COMPOSED.set(catalogue).map_err(Box::new)
}
