//! Reads any bytes as a scene or preset, and plays what can be played.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| urto_file::exercise(bytes));
