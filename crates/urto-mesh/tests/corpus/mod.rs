//! Files that the tests and the fuzzer share.

// Not every test needs both.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// Every file of a folder of the fuzzer's corpus, in order of names.
pub fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = corpus().join(folder);
    let mut all: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    all.sort();
    all.into_iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect()
}

pub fn file(name: &str) -> Vec<u8> {
    std::fs::read(corpus().join(name)).unwrap()
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus")
}
