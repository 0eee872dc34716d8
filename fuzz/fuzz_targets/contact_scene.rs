//! Reads any bytes as a contact scene, steps it and hears it.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| urto_file::exercise(bytes));
