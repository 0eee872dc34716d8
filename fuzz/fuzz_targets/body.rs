//! Reads any bytes as a body from a mesh, writes it and reads it again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| urto_file::exercise(bytes));
