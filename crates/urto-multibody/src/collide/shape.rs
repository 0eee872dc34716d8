//! What bodies look like to others: shapes with closed forms, and meshes.

use super::mesh::Mesh;
use super::vector::{Bounds, Vector, length, unit};

/// The shape of a body, about its centre of mass.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A ball.
    Sphere {
        /// \[m\]
        radius: f64,
    },
    /// A block along the body's axes.
    Box {
        /// Half of its length along each axis \[m\].
        half: [f64; 3],
    },
    /// All below z = 0 of the body's frame: the ground.
    Plane,
    /// A disc or a rod with flat ends, along z.
    Cylinder {
        /// \[m\]
        radius: f64,
        /// Half of its height \[m\].
        half: f64,
    },
    /// A rod with round ends, along z.
    Capsule {
        /// \[m\]
        radius: f64,
        /// Half of the distance between the middles of its ends \[m\].
        half: f64,
    },
    /// A closed surface of triangles.
    Mesh(Box<Mesh>),
}

/// Why a shape cannot be a body.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShapeError {
    /// A length that no body has.
    #[error("body {body}: its {what} is {value} m: give a length from 1e-6 to 1e6 m")]
    Length {
        /// Counted from 0.
        body: usize,
        /// Which length.
        what: &'static str,
        /// What was given \[m\].
        value: f64,
    },
    /// Not one shape for each body.
    #[error("{bodies} bodies have {shapes} shapes: give one for each, in their order")]
    Count {
        /// How many bodies there are.
        bodies: usize,
        /// How many shapes were given.
        shapes: usize,
    },
    /// A surface that encloses nothing.
    #[error(
        "the surface has {0}: repair it ('urto mesh --repair') so that it is closed, then try again"
    )]
    Surface(String),
}

/// Lengths of bodies: less is dust to which rounding is large, more are landscapes.
const LENGTHS: core::ops::RangeInclusive<f64> = 1e-6..=1e6;

impl Shape {
    pub(crate) fn check(&self, body: usize) -> Result<(), ShapeError> {
        let lengths = match *self {
            Self::Sphere { radius } => vec![("radius", radius)],
            Self::Box { half } => half.map(|own| ("half length", own)).to_vec(),
            Self::Cylinder { radius, half } => vec![("radius", radius), ("half height", half)],
            // A capsule of no length is a sphere, and may be one.
            Self::Capsule { radius, half } => {
                let length = if half == 0.0 { radius } else { half };
                vec![("radius", radius), ("half length", length)]
            }
            Self::Plane | Self::Mesh(_) => vec![],
        };
        let bad = lengths.iter().find(|(_, own)| !LENGTHS.contains(own));
        match bad {
            Some((what, value)) => Err(ShapeError::Length {
                body,
                what,
                value: *value,
            }),
            None => Ok(()),
        }
    }

    /// The box around it in its own frame; endless for planes.
    pub(crate) fn bounds(&self) -> Bounds {
        let high = match *self {
            Self::Sphere { radius } => [radius; 3],
            Self::Box { half } => half,
            Self::Plane => [f64::INFINITY; 3],
            Self::Cylinder { radius, half } => [radius, radius, half],
            Self::Capsule { radius, half } => [radius, radius, radius + half],
            Self::Mesh(ref mesh) => return mesh.bounds(),
        };
        Bounds {
            low: high.map(|own| -own),
            high,
        }
    }

    /// How far from its centre its farthest point is \[m\].
    pub(crate) fn radius(&self) -> f64 {
        match *self {
            Self::Sphere { radius } => radius,
            Self::Box { half } => length(half),
            // It does not turn; if it did, nothing could be said.
            Self::Plane => 0.0,
            Self::Cylinder { radius, half } => length([radius, half, 0.0]),
            Self::Capsule { radius, half } => radius + half,
            Self::Mesh(ref mesh) => mesh.radius(),
        }
    }

    pub(crate) fn mesh(&self) -> Option<&Mesh> {
        match self {
            Self::Mesh(mesh) => Some(mesh),
            _ => None,
        }
    }

    /// Points that, with a radius around each, may be the first to touch: middles of round ends, and
    /// corners. Calls with the number, the place, the radius, and the way out of the body at each corner.
    pub(crate) fn points(&self, mut each: impl FnMut(usize, Vector, f64, Option<Vector>)) {
        match *self {
            Self::Sphere { radius } => each(0, [0.0; 3], radius, None),
            Self::Capsule { radius, half } => {
                each(0, [0.0, 0.0, -half], radius, None);
                each(1, [0.0, 0.0, half], radius, None);
            }
            Self::Box { half } => {
                (0..8).for_each(|n| each(n, corner(half, n), 0.0, unit(corner([1.0; 3], n))));
            }
            // Rims and surfaces have points without end: rim.rs and surface.rs look for them.
            Self::Plane | Self::Cylinder { .. } | Self::Mesh(_) => {}
        }
    }
}

/// A corner of a box: bit k of its number says on which side of axis k it is.
fn corner(half: Vector, n: usize) -> Vector {
    core::array::from_fn(|k| if n >> k & 1 == 1 { half[k] } else { -half[k] })
}

/// A straight edge between two faces of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub ends: [Vector; 2],
    /// The outward normals of its faces.
    pub normals: [Vector; 2],
}

/// The twelve edges of a box, by number.
pub(crate) fn box_edges(half: Vector) -> [Edge; 12] {
    core::array::from_fn(|n| {
        let (along, side) = (n / 4, n % 4);
        let [one, two] = [(along + 1) % 3, (along + 2) % 3];
        let low = (side & 1) << one | (side >> 1) << two;
        let face = |axis: usize, side: usize| {
            let mut normal = [0.0; 3];
            normal[axis] = if side == 1 { 1.0 } else { -1.0 };
            normal
        };
        Edge {
            ends: [corner(half, low), corner(half, low | 1 << along)],
            normals: [face(one, side & 1), face(two, side >> 1)],
        }
    })
}
