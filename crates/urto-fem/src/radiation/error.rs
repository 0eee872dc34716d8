//! What can be wrong with a surface or a question about its sound.

/// Why the sound of a body could not be worked out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RadiationError {
    /// A triangle names a vertex that is not there.
    #[error(
        "triangle {triangle} names vertex {vertex}, but there are {vertices}: give numbers from 0"
    )]
    Vertex {
        /// The triangle.
        triangle: usize,
        /// The number it gives.
        vertex: usize,
        /// How many there are.
        vertices: usize,
    },
    /// A coordinate is not a number.
    #[error("vertex {0} has a coordinate that is not a finite number: give metres")]
    NotFinite(usize),
    /// A vertex that no triangle uses.
    #[error("vertex {0} belongs to no triangle: leave it out and number the others again")]
    Unused(usize),
    /// A triangle has no area.
    #[error(
        "triangle {0} has no area: remove triangles whose corners fall together or lie in a line"
    )]
    Flat(usize),
    /// An edge that not exactly two triangles share, once in each direction.
    #[error(
        "the edge between vertices {0} and {1} is not shared by exactly two triangles that turn the same way: \
         close holes, remove inner walls and make all triangles turn the same way"
    )]
    Open(usize, usize),
    /// The triangles turn the wrong way.
    #[error(
        "the surface is inside out: its corners must run counterclockwise seen from outside; swap two corners of each triangle"
    )]
    InsideOut,
    /// Too few triangles to be a body.
    #[error("{0} triangles do not close a body: give at least 4")]
    TooFew(usize),
    /// So many that the matrix does not fit.
    #[error(
        "{vertices} vertices are too many to solve for (at most {most}): make the surface coarser first (`coarsen`)"
    )]
    TooMany {
        /// How many were given.
        vertices: usize,
        /// How many can be solved for.
        most: usize,
    },
    /// A frequency that is not a positive number within reach.
    #[error(
        "a mode at {frequency} Hz: frequencies must be above 0 and, for this body, below {highest:.0} Hz"
    )]
    Frequency {
        /// What was given \[Hz\].
        frequency: f64,
        /// The highest one \[Hz\].
        highest: f64,
    },
    /// A vertex of the fine surface has no velocity, or there is one too many.
    #[error("{given} velocities for {wanted} vertices of the fine surface: give one for each")]
    Velocities {
        /// How many velocities.
        given: usize,
        /// How many vertices.
        wanted: usize,
    },
    /// A triangle has no velocities, or there are too many.
    #[error(
        "mode {mode} has velocities for {given} triangles, but the surface has {wanted}: make them from this surface"
    )]
    Count {
        /// The mode, from 0.
        mode: usize,
        /// For how many triangles.
        given: usize,
        /// How many there are.
        wanted: usize,
    },
    /// A velocity or modal mass is not a usable number.
    #[error(
        "mode {0} has a velocity that is not a finite number, or a modal mass that is not above 0 kg"
    )]
    Mode(usize),
    /// Air that cannot carry sound.
    #[error(
        "air with density {density} kg/m³ and sound speed {speed} m/s: both must be finite and above 0 (1.2 and 343 for a room)"
    )]
    Air {
        /// Density \[kg/m³\].
        density: f64,
        /// Speed of sound \[m/s\].
        speed: f64,
    },
    /// The equations had no finite solution.
    #[error(
        "the sound at {0} Hz could not be solved: the surface has needles or crosses itself; repair the mesh"
    )]
    Unsolved(f64),
}
