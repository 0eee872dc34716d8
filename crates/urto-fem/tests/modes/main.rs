//! Modes of bodies from meshes, against other programs and closed forms.
//!
//! `URTO_FULL=1` runs the large meshes too.

mod closed_forms;
mod common;
mod held;
mod own;
mod promises;
mod reference;
