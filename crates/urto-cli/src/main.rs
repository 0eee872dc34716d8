//! The command `urto`.
fn main() {}
