//! How a small body rings, found in the browser: a module of its own with a plain C interface, so that
//! neither the page nor its audio thread loads a solver. A worker puts a mesh in and takes a `.body` out;
//! ending the worker ends the search.
//!
//! Limits: 20,000 unknowns, which take some ten seconds, twice if the modes that were found ask for finer
//!         cells; what is larger is for `urto modes`, which has faer's solver on all cores.

mod ffi;
mod find;
mod mesh;

pub use find::{Air, Asked, Found, Refused, find};
