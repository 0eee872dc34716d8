//! Reads any bytes as a SOFA file. Begin with `cargo +nightly fuzz run sofa crates/urto-sofa/tests/data`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| drop(urto_sofa::read(bytes)));
