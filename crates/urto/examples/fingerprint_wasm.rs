//! The fingerprints as a WebAssembly module: `fingerprint(index)`, `count()`.

#[path = "fingerprint/story.rs"]
mod story;

/// How many sounds there are.
// Unsafe only in name: the symbol must keep its name so that the host finds it, and no other
// symbol of this module has it.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn count() -> u32 {
    urto::catalogue::Catalogue::of_urto().sounds().len() as u32
}

/// Fingerprint of a sound.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn fingerprint(index: u32) -> u64 {
    story::fingerprint(index as usize)
}
