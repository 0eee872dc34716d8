//! What can stand in the way of filling a surface.

use crate::mesh::MeshError;

/// The surface could not be filled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MesherError {
    /// Nothing is there.
    #[error("the surface has no triangles")]
    Empty,
    /// A triangle names a corner that is not there.
    #[error("triangle {triangle} names corner {node}, but corners go from 0 to {}", .count.saturating_sub(1))]
    NoSuchNode {
        /// Which triangle.
        triangle: usize,
        /// What it names.
        node: u32,
        /// How many corners there are.
        count: usize,
    },
    /// A corner is NaN or infinite.
    #[error("corner {node} lies at {place:?}: coordinates must be finite numbers")]
    NotFinite {
        /// Which.
        node: usize,
        /// Where.
        place: [f64; 3],
    },
    /// It has holes, or edges of more than two triangles.
    #[error(
        "the surface is not closed: {edges} edges do not join exactly two triangles that face the same side; close its holes, and merge corners that lie at the same place"
    )]
    NotClosed {
        /// How many such edges.
        edges: usize,
    },
    /// It holds no volume.
    #[error("the surface encloses no volume")]
    NoVolume,
    /// The cell is no size.
    #[error("cells of {cell} m are asked for: give a size above 0")]
    Cell {
        /// What was given \[m\].
        cell: f64,
    },
    /// Too many cells.
    #[error("cells of {cell} m are too many for this body: use larger ones")]
    TooFine {
        /// What was given \[m\].
        cell: f64,
    },
    /// Walls are too thin for the cells.
    #[error(
        "the thinnest wall is {thinnest:.3e} m, which cells of {cell:.3e} m do not resolve: use cells of {needed:.3e} m or less"
    )]
    Walls {
        /// The thinnest wall \[m\].
        thinnest: f64,
        /// The cells asked for \[m\].
        cell: f64,
        /// Cells that do \[m\].
        needed: f64,
    },
    /// The cells lose or add too much.
    #[error("cells of {cell:.3e} m give {:.1} % of the volume inside the surface: use smaller ones", 100.0 * .filled)]
    Unfilled {
        /// Volume over that of the surface.
        filled: f64,
        /// The cells asked for \[m\].
        cell: f64,
    },
    /// What came out is not like the surface.
    #[error(
        "cells of {cell:.3e} m lose thin places of the surface or tear holes into them: use smaller ones"
    )]
    Unlike {
        /// The cells asked for \[m\].
        cell: f64,
    },
    /// What came out is no mesh.
    #[error("the surface could not be filled ({0}): use smaller cells")]
    Mesh(#[from] MeshError),
}
