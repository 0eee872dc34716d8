//! Reads any bytes as a run, whole and up to its last checkpoint.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| urto_file::exercise_run(bytes));
