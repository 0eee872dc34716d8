//! The sounds, one file each, and their registry.

pub mod bouncing;
pub mod bowed_string;
pub mod braking;
pub mod breaking;
pub mod chalk;
pub mod continuous_crumpling;
pub mod creaking_wood;
pub mod crumpling;
pub mod footsteps;
pub mod friction;
pub mod grains;
pub mod impact;
pub mod rolling;
pub mod rubbed_glass;
pub mod scraping;
pub mod soft_impact;
pub mod squeaking_door;

use crate::catalogue::Catalogue;
use crate::error::BuildError;
pub use crate::parts::in_air::{AirParams, HeardAt};
pub use crate::parts::output::{INAUDIBLE, Listening, Output, OutputParams};
pub use crate::parts::pickups::{MorePickups, Panning, PickupParams};
pub use crate::parts::surfaces::{RosinCoat, RubLaw, Surfaces};
use crate::sound::{Entry, Sound};

/// Every sound of this crate. Adding one takes its file and a line here; hosts read them from the
/// [catalogue](crate::catalogue).
pub(crate) const ALL: &[&Entry] = &[
    &impact::ENTRY,
    &friction::ENTRY,
    &bowed_string::ENTRY,
    &squeaking_door::ENTRY,
    &braking::ENTRY,
    &chalk::ENTRY,
    &rubbed_glass::ENTRY,
    &creaking_wood::ENTRY,
    &footsteps::ENTRY,
    &bouncing::ENTRY,
    &rolling::ENTRY,
    &scraping::ENTRY,
    &soft_impact::ENTRY,
    &breaking::ENTRY,
    &crumpling::ENTRY,
    &continuous_crumpling::ENTRY,
    &grains::ENTRY,
];

/// What is known of this crate's sound of a key.
pub fn find(key: &str) -> Result<&'static Entry, BuildError> {
    Catalogue::of_urto().sound(key)
}

/// Makes this crate's sound of a key, to be prepared and played.
///
/// ```
/// let sound = urto::sounds::make("impact")?;
/// assert_eq!(sound.params().table().key, "impact");
/// # Ok::<(), urto::BuildError>(())
/// ```
pub fn make(key: &str) -> Result<Box<dyn Sound>, BuildError> {
    Ok((find(key)?.make)())
}
