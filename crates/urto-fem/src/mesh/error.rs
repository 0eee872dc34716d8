//! What can be wrong with a mesh.

/// These nodes and elements make no body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// Nothing is there.
    #[error("the mesh has no elements: give at least one tetrahedron")]
    Empty,
    /// A place is NaN or infinite.
    #[error("node {node} lies at {place:?}, which is no place: coordinates must be finite numbers")]
    NotFinite {
        /// Which node.
        node: usize,
        /// Its coordinates.
        place: [f64; 3],
    },
    /// An element names a node that is not there.
    #[error("element {element} names node {node}, but nodes go from 0 to {}: number nodes from 0, and give them all", .count.saturating_sub(1))]
    NoSuchNode {
        /// Which element.
        element: usize,
        /// The node that it names.
        node: u32,
        /// How many nodes there are.
        count: usize,
    },
    /// A node belongs to no element.
    #[error("node {node} belongs to no element: leave it out (Tetrahedra::tidied does)")]
    LooseNode {
        /// Which node.
        node: usize,
    },
    /// An element has no volume.
    #[error(
        "element {element} is flat: its volume is {volume:.3e} m³ while its longest edge is {edge:.3e} m; move its corners apart or leave it out"
    )]
    Flat {
        /// Which element.
        element: usize,
        /// Its volume \[m³\].
        volume: f64,
        /// Its longest edge \[m\].
        edge: f64,
    },
    /// An element is inside out.
    #[error(
        "element {element} is inside out, and {others} more are: swap two of its corners (Tetrahedra::tidied does), or move a node that went through the opposite face"
    )]
    InsideOut {
        /// The first such element.
        element: usize,
        /// How many others.
        others: usize,
    },
    /// The curved edges of an element fold it over itself.
    #[error(
        "element {element} folds over itself: the nodes on its edges lie too far from the middle of the edge; move them back, or use smaller elements there"
    )]
    Folded {
        /// Which element.
        element: usize,
    },
    /// More than two elements meet at a face.
    #[error(
        "{count} elements share the face of nodes {face:?}; at most two can: some overlap, or an element is there twice"
    )]
    CrowdedFace {
        /// Corners of the face.
        face: [u32; 3],
        /// How many.
        count: usize,
    },
    /// Two elements have different nodes on a shared edge.
    #[error(
        "the edge between nodes {corners:?} has two middle nodes, {first} and {second}: the body would gape there; let neighbours share one"
    )]
    Gaping {
        /// Ends of the edge.
        corners: [u32; 2],
        /// One middle node.
        first: u32,
        /// The other.
        second: u32,
    },
    /// A lattice without cells.
    #[error("a lattice of {cells:?} cells is asked for: give at least 1 along each axis")]
    NoCells {
        /// How many along each axis.
        cells: [usize; 3],
    },
    /// More or less detail than makes sense.
    #[error("a detail of {detail} is asked for; allowed are 0.25 to 16, where 1 is usual")]
    Detail {
        /// What was given.
        detail: f64,
    },
    /// So many nodes that their numbers do not fit.
    #[error("the mesh would have more than 4,294,967,295 nodes: use larger elements")]
    TooMany,
}
