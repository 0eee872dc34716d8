//! Opens any bytes as a project at a desk, and renders what it holds for a moment.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    urto_file::exercise(bytes);
    urto_engine::exercise(bytes);
});
