//! A body with fewer triangles, for a smaller file: what is touched and seen of it gets coarser, its
//! modes and what is heard of them around it stay.
//!
//! Step:   the surface is drawn together as for the boundary elements (`radiation::coarsen`: walls stay
//!         apart, edges sharp), and each of its vertices moves as the nearest place of the old surface
//!         that faces the same side.
//! Limits: waves shorter than four edges are no longer told apart when the body is touched.

use crate::radiation::{RadiationError, Surface, carried, coarsen};
use urto::body::Maker as _;
use urto_body::{MeshBody, MeshBodyError, MeshMode};

/// A body could not be made coarser.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ThinnedError {
    /// See the error.
    #[error(transparent)]
    Surface(#[from] RadiationError),
    /// See the error.
    #[error(transparent)]
    Body(#[from] MeshBodyError),
}

/// The same body with about so many triangles; itself if it has no more than that.
pub fn thinned(body: &MeshBody, triangles: usize) -> Result<MeshBody, ThinnedError> {
    let own = body.surface();
    if own.triangles() <= triangles {
        return Ok(body.clone());
    }
    let fine = Surface::new(own.vertices().to_vec(), own.corners().to_vec())?;
    let coarse = coarsen(&fine, triangles)?;
    let modes = body.modes().map(|mode| {
        let shape = carried(&fine, &coarse, &mode.shape);
        MeshMode { shape, ..mode }
    });
    let thin = MeshBody::new(
        body.name(),
        *body.material(),
        body.mass(),
        coarse.vertices().to_vec(),
        coarse.triangles().to_vec(),
        modes.collect(),
    )?;
    let thin = thin.with_patches(body.patches().to_vec())?;
    Ok(thin.with_about(body.about()))
}

/// The same body with so many of its lowest modes.
pub fn lowest(body: &MeshBody, modes: usize) -> Result<MeshBody, MeshBodyError> {
    let own = body.surface();
    let kept = body.modes().take(modes).collect();
    let less = MeshBody::new(
        body.name(),
        *body.material(),
        body.mass(),
        own.vertices().to_vec(),
        own.corners().to_vec(),
        kept,
    )?;
    let less = less.with_patches(body.patches().to_vec())?;
    Ok(less.with_about(body.about()))
}
