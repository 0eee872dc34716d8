//! Shapes from files: surfaces of triangles, and bodies made of them.
//!
//! [`Surface`] is read from OBJ, STL, PLY and glTF files; [`SurfaceMesh`] makes masses and links of one.
//!
//! ```
//! use urto_mi::{MassNetwork, Model, Spring, Surface, SurfaceMesh};
//! let text = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
//! let surface = Surface::from_obj(text)?;
//! let spring = Spring { stiffness: 1e5, ..Spring::default() };
//! let mut model = Model::new(48_000.0)?;
//! let masses = SurfaceMesh { mass: 0.01, spring, ..SurfaceMesh::of(surface) }
//!     .build(&mut model, "stone")?;
//! assert_eq!((masses.len(), model.links().len()), (4, 6));
//! let mut network = MassNetwork::new(&model)?;
//! network.push(masses[0], [0.0, 0.0, 10.0]);
//! network.step();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bracing;
mod build;

pub use build::{Held, SurfaceMesh};
pub use urto_mesh::{MeshError, Skipped, Surface, Where};

use crate::vector::Vector;

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
