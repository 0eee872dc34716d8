//! Reads any bytes as a PLY file; checks and repairs what comes of it.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    urto_mesh::exercise(bytes);
});
