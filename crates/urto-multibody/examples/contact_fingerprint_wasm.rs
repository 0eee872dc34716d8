//! The fingerprints of contacts as a WebAssembly module: `fingerprint(index)`, `count()`.

#[path = "contact_fingerprint/story.rs"]
mod story;

/// How many stories there are.
// Unsafe only in name: the symbol must keep its name so that the host finds it, and no other
// symbol of this module has it.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn count() -> u32 {
    story::NAMES.len() as u32
}

/// Fingerprint of a story; there are no threads here.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn fingerprint(index: u32) -> u64 {
    story::fingerprint(index as usize, 1)
}
