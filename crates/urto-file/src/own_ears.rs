//! A SOFA file as the ears of the space `head`.

use std::sync::Arc;
use urto::param::{Held, Resource, ResourceLoader};
use urto::space::HeadResponses;

/// The sort of file that it is.
pub(crate) const SOFA: &str = "sofa";

/// The catalogue's line.
pub(crate) const LOADER: ResourceLoader = ResourceLoader {
    sort: SOFA,
    load,
    flat: |own: &Resource| own.data::<HeadResponses>().map(HeadResponses::to_numbers),
    whole: |numbers: &[f64]| HeadResponses::of_numbers(numbers).map(|own| Arc::new(own) as Held),
};

fn load(name: &str, bytes: &[u8]) -> Result<Held, String> {
    let ears = urto_sofa::read(bytes).map_err(|error| format!("'{name}': {error}"))?;
    Ok(Arc::new(ears))
}
