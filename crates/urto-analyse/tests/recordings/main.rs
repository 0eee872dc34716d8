//! What is found in recordings of things that are known.

mod clean;
mod objects;
mod rooms;
