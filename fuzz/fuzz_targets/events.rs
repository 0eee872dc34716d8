//! Reads any bytes as contact events for a scene of two bodies.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| urto_file::exercise_events(bytes));
