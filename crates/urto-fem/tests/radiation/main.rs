//! The sound of bodies against closed forms, a reference, and itself said another way.
//!
//! `URTO_FULL=1` runs the large bodies and all frequencies.

mod around;
mod bar;
mod bodies;
mod coarse;
mod spheres;

/// Whether the large bodies are run too.
fn full() -> bool {
    std::env::var("URTO_FULL").is_ok_and(|value| value != "0")
}
