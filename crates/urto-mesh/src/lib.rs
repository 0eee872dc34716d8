//! Meshes from files: read, checked, and repaired on request.
//!
//! A [`Surface`] is made of triangles; it comes from OBJ, STL, PLY and glTF files ([`read_surface`]).
//! A [`VolumeMesh`] is made of tetrahedra; it comes from Gmsh's `.msh` and legacy `.vtk` files
//! ([`read_volume`]). A surface that is to be a solid body must be closed and more:
//! [`check::solid`] says what is wrong with it, and [`repair::repair`] mends what can be mended.
//!
//! Whatever a file says about itself, no more memory is taken than a small multiple of its length
//! (a glTF file may show one shape many times: there up to ten million points).
//!
//! ```
//! use urto_mesh::check::{Unit, solid};
//! let text = "v 0 0 0\nv 90 0 0\nv 0 90 0\nv 0 0 90\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
//! let surface = urto_mesh::read_surface("corner.obj", text.as_bytes())?;
//! let told = solid(&surface, Unit::Metre).unwrap_err().to_string();
//! assert!(told.contains("did you mean millimetres? use --unit mm"), "{told}");
//! let body = solid(&surface, Unit::Millimetre)?;
//! assert!((body.volume - 0.09 * 0.09 * 0.09 / 6.0).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod boxes;
pub mod check;
mod error;
mod groups;
mod polygon;
mod read;
pub mod repair;
mod surface;
pub mod triangle;
pub mod vector;
pub mod volume;

pub use error::{MeshError, Where};
pub use groups::{Group, read_groups, read_groups_with};
pub use read::{holds_volume, read_surface, read_surface_with, read_volume};
pub use surface::{Skipped, Surface};
pub use volume::{Tetrahedra, VolumeMesh};

/// More points are not taken from a file: a network of so many steps a few times a second.
pub const MOST_POINTS: usize = 10_000_000;
/// Nor more triangles or tetrahedra: closed surfaces have twice as many triangles as points.
pub const MOST_TRIANGLES: usize = 2 * MOST_POINTS;
/// Numbers in files go so far, as positions of masses do \[m\].
const LARGEST: f64 = 1e15;

/// What the fuzzer and the corpus tests do with a file: read it as everything it may be, then check
/// and repair what came of it.
#[doc(hidden)]
pub fn exercise(bytes: &[u8]) {
    /// Larger surfaces are read but not checked, to keep fuzzing fast.
    const CHECKED: usize = 2000;
    let _ = Surface::from_stl(bytes);
    let _ = read_groups(bytes);
    let _ = Surface::from_obj(&String::from_utf8_lossy(bytes));
    if let Ok(volume) = read_volume("fuzz", bytes) {
        let _ = volume.checked(check::Unit::Metre);
    }
    let mut fetch = |_: &str| Ok(vec![0; 100]);
    let Ok(surface) = read_surface_with("fuzz", bytes, &mut fetch) else {
        return;
    };
    assert!(surface.points.iter().flatten().all(|own| own.is_finite()));
    let count = surface.points.len();
    let mut corners = surface.triangles.iter().flatten();
    assert!(corners.all(|own| (*own as usize) < count));
    if surface.triangles.len() <= CHECKED {
        let before = check::examine(&surface, check::Unit::Metre).faults;
        let (mended, _) = repair::repair(&surface, &repair::Repair::everything());
        let after = check::examine(&mended, check::Unit::Metre).faults;
        assert!(!before.is_empty() || after.is_empty());
    }
}
