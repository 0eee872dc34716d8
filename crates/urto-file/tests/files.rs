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
    for folder in ["scene", "network", "material"] {
        for (path, bytes) in files(&format!("../../fuzz/corpus/{folder}")) {
            exercise(&bytes);
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if folder != "scene" {
                let read = urto_file::read("n", &bytes);
                assert_eq!(
                    read.is_err(),
                    name.starts_with("bad"),
                    "{name}: {:?}",
                    read.err()
                );
            }
        }
    }
}

/// The same for bodies from meshes, which are no text.
#[test]
fn the_corpus_of_bodies_is_read_or_refused() {
    for (path, bytes) in files("../../fuzz/corpus/body") {
        exercise(&bytes);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let read = urto_file::read_body(&name, &bytes);
        assert_eq!(
            read.is_err(),
            name.starts_with("bad"),
            "{name}: {:?}",
            read.err()
        );
    }
}

/// Networks with something changed anywhere: an error of one line, or samples that are finite.
#[test]
fn networks_that_were_tampered_with_give_no_trouble() {
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let each = if full { 20_000 } else { 400 };
    for (path, bytes) in files("../../fuzz/corpus/network") {
        let text = String::from_utf8(bytes).unwrap();
        let mut rng = urto::rng::Rng::new(text.len() as u64);
        for _ in 0..each {
            let mut own: Vec<char> = text.chars().collect();
            for _ in 0..1 + rng.below(4) {
                let at = rng.below(own.len());
                match rng.below(4) {
                    0 => drop(own.remove(at)),
                    1 => own.insert(at, ['-', '9', 'e', '.', '[', '"', '\n', '0'][rng.below(8)]),
                    2 => own[at] = ['1', 'x', ' ', '=', ']', '"'][rng.below(6)],
                    // A piece from elsewhere.
                    _ => {
                        let from = rng.below(own.len());
                        let piece = own[from..(from + rng.below(40)).min(own.len())].to_vec();
                        own.splice(at..at, piece);
                    }
                }
            }
            let tampered: String = own.into_iter().collect();
            exercise(tampered.as_bytes());
        }
        println!("{} is safe", path.display());
    }
}
