//! Every good file is read and played, every bad one gives the error that its last line expects.

use std::path::{Path, PathBuf};
use urto_file::{exercise, read};

fn files(folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    let read = |path: PathBuf| (path.clone(), std::fs::read(path).unwrap());
    paths.into_iter().map(read).collect()
}

#[test]
fn good_files_are_read_and_play() {
    for (path, bytes) in files("tests/data/good") {
        if let Err(error) = read("good.toml", &bytes) {
            panic!("{}: {error}", path.display());
        }
        exercise(&bytes);
    }
}

#[test]
fn every_kind_and_law_has_a_good_file() {
    let have: Vec<String> = files("tests/data/good")
        .iter()
        .map(|(path, _)| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    let kinds = urto_file::catalogue()
        .objects()
        .iter()
        .map(|kind| kind.table.key);
    let laws = urto_file::catalogue().laws().iter().map(|law| law.key);
    for key in kinds.chain(laws) {
        assert!(have.iter().any(|name| name == key), "{key}");
    }
}

/// An expectation that ends in `...` is the beginning of the message: what follows lists things
/// that grow in number.
#[test]
fn bad_files_give_the_error_they_expect() {
    let mut wrong = Vec::new();
    for (path, bytes) in files("tests/data/bad") {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let last = text.lines().last().unwrap();
        let expected = last.strip_prefix("# expect: ").unwrap();
        let message = read("bad.toml", &bytes)
            .err()
            .map_or("no error".to_owned(), |error| error.to_string());
        let fits = match expected.strip_suffix("...") {
            Some(start) => message.starts_with(start),
            None => message == expected,
        };
        if !fits {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            wrong.push(format!("{name}\t{message}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The fuzzer's corpus, with what it found: read, built and played without trouble.
#[test]
fn the_corpus_gives_no_trouble() {
    for (_, bytes) in files("../../fuzz/corpus/scene") {
        exercise(&bytes);
    }
}
