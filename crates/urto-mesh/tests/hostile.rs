//! Files that mean harm: an error in words, in bounded memory, whatever they say.

mod corpus;

use corpus::files;
use peak_alloc::PeakAlloc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use urto_mesh::{exercise, read_surface, read_volume};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;
/// Tests that measure go one at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

const FORMATS: [&str; 6] = ["obj", "stl", "ply", "gltf", "msh", "vtk"];

fn refusal(name: &str, bytes: &[u8]) -> Option<String> {
    let volume = name.ends_with(".msh") || name.ends_with(".vtk");
    let told = if volume {
        read_volume(name, bytes).err()
    } else {
        read_surface(name, bytes).err()
    };
    told.map(|own| own.to_string())
}

/// A small multiple of the file, and some for messages and the start.
fn most_memory(bytes: &[u8]) -> usize {
    40 * bytes.len() + 50_000
}

#[test]
fn the_corpus_is_read_or_refused_in_bounded_memory() {
    let _alone = alone();
    for folder in FORMATS {
        for (name, bytes) in files(folder) {
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            let refused = refusal(&name, &bytes);
            let most = MEMORY.peak_usage() - before;
            assert!(most < most_memory(&bytes), "{name}: {most} bytes");
            assert_eq!(
                refused.is_some(),
                name.starts_with("bad"),
                "{name}: {refused:?}"
            );
            if let Some(told) = refused {
                // One line that says what is wrong and, behind a sign, more about it.
                assert!(!told.contains('\n') && told.len() < 300, "{name}: {told}");
                assert!(told.contains([';', ':', ',']), "{name}: {told}");
            }
            exercise(&bytes);
        }
    }
}

/// Each file cut off at every byte (or many of them).
#[test]
fn files_that_end_early_give_no_trouble() {
    let _alone = alone();
    for folder in FORMATS {
        for (name, bytes) in files(folder) {
            let step = bytes.len() / 300 + 1;
            for end in (0..bytes.len()).step_by(step) {
                let before = MEMORY.current_usage();
                MEMORY.reset_peak_usage();
                let _ = refusal(&name, &bytes[..end]);
                let most = MEMORY.peak_usage() - before;
                assert!(most < most_memory(&bytes), "{name}: {most} bytes");
            }
        }
    }
}

/// A random number below another (xorshift: this crate has no other).
fn below(state: &mut u64, most: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    ((*state >> 11) as usize) % most.max(1)
}

/// Files with something changed anywhere, and bytes without sense behind a head that is right.
#[test]
fn files_that_were_tampered_with_give_no_trouble() {
    let _alone = alone();
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let each = if full { 10_000 } else { 150 };
    let pieces: [&[u8]; 8] = [
        b"-",
        b"\xff\xff\xff\xff\xff\xff\xff\x7f",
        b"\n",
        b"99999999999999999999",
        b"1e999",
        b"nan",
        b"{\"a\":",
        b"\0\0\0\0",
    ];
    let (mut read, mut refused) = ([0; FORMATS.len()], [0; FORMATS.len()]);
    for (kind, folder) in FORMATS.into_iter().enumerate() {
        for (name, whole) in files(folder) {
            let mut state = 1 + whole.len() as u64;
            for n in 0..each {
                let mut bytes = whole.clone();
                if n % 10 == 9 {
                    bytes.truncate(20);
                    bytes.extend((0..200).map(|_| below(&mut state, 256) as u8));
                }
                for _ in 0..1 + below(&mut state, 4) {
                    let at = below(&mut state, bytes.len());
                    match below(&mut state, 4) {
                        0 => bytes[at] ^= 1 << below(&mut state, 8),
                        1 => bytes[at] = below(&mut state, 256) as u8,
                        2 => {
                            let piece = pieces[below(&mut state, pieces.len())];
                            drop(bytes.splice(at..at, piece.iter().copied()));
                        }
                        _ => {
                            let end = (at + below(&mut state, 20)).min(bytes.len() - 1);
                            drop(bytes.drain(at..end.max(at)));
                        }
                    }
                }
                let before = MEMORY.current_usage();
                MEMORY.reset_peak_usage();
                match refusal(&name, &bytes) {
                    Some(_) => refused[kind] += 1,
                    None => read[kind] += 1,
                }
                let most = MEMORY.peak_usage() - before;
                assert!(most < most_memory(&bytes), "{name}: {most} bytes");
                exercise(&bytes);
            }
        }
    }
    for (kind, folder) in FORMATS.into_iter().enumerate() {
        let (read, refused) = (read[kind], refused[kind]);
        assert!(
            read > 10 && refused > 10,
            "{folder}: {read} read, {refused} refused"
        );
    }
}

/// One shape shown ten million times in a small file.
#[test]
fn a_shape_shown_too_often_is_refused() {
    let _alone = alone();
    let node = r#"{"mesh":0}"#;
    let primitive = r#"{"attributes":{"POSITION":0}}"#;
    let (nodes, primitives) = ([node; 500].join(","), [primitive; 500].join(","));
    let data = "A".repeat(4 * 12 * 50 / 3 + 4);
    let text = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":[{nodes}],"meshes":[{{"primitives":[{primitives}]}}],
        "accessors":[{{"type":"VEC3","componentType":5126,"count":50,"bufferView":0}}],
        "bufferViews":[{{"buffer":0,"byteLength":600}}],
        "buffers":[{{"uri":"data:;base64,{data}"}}]}}"#
    );
    let told = read_surface("a.gltf", text.as_bytes())
        .unwrap_err()
        .to_string();
    assert!(told.contains("more than 10000000 points"), "{told}");
}
