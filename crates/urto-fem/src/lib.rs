//! From a mesh and a material to the modes of a body, and to what the air makes of them.
//!
//! Offline: it solves large systems, on several cores, and gives what a body needs to sound.
#![forbid(unsafe_code)]

pub mod radiation;
