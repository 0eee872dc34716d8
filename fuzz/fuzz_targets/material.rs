//! Reads any bytes as a material, writes it and reads it again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(own) = urto_file::read_material("fuzz", bytes) {
        // What is taken rings, and not for ever.
        for hertz in [16.0, 1000.0, 20_000.0] {
            assert!(own.figures.decay(hertz).is_finite());
        }
    }
    urto_file::exercise(bytes);
});
