//! How fast urto is, against named peers: `cargo bench -p urto-bench`, all in `benches/speed`.
//!
//! The library is empty, so that a plain build of the workspace takes in none of the peers.
