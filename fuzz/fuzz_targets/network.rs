//! Reads any bytes as a network of masses and plays it for a moment.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    urto_file::exercise(bytes);
});
