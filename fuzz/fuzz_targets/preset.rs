//! Reads any bytes as a preset and plays it for a moment.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    urto_file::exercise(bytes);
    urto_engine::exercise(bytes);
});
