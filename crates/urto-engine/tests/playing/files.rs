//! Files that mean harm, and the fuzzer's corpus: an error in words, and nothing changes.

use std::path::Path;
use urto_engine::{Desk, Edit, exercise, exercise_lines};

#[test]
fn the_corpus_gives_no_trouble() {
    for folder in ["project", "preset", "scene"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../fuzz/corpus")
            .join(folder);
        let mut files: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
        files.sort_by_key(|file| file.as_ref().unwrap().path());
        assert!(!files.is_empty());
        for file in files {
            let path = file.unwrap().path();
            println!("{}", path.display());
            let bytes = std::fs::read(&path).unwrap();
            exercise(&bytes);
            urto_file::exercise(&bytes);
            let named = path
                .file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .starts_with("bad");
            if named && !path.to_string_lossy().contains("order") {
                assert!(
                    urto_file::read("bad", &bytes).is_err(),
                    "{}",
                    path.display()
                );
            }
        }
    }
}

/// Edits and orders of the fuzzer's corpus, in their order and in others.
#[test]
fn lines_give_no_trouble() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/lines");
    let rng = &mut urto::rng::Rng::new(9);
    let mut all = String::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        exercise_lines(&bytes);
        all.push_str(&String::from_utf8_lossy(&bytes));
    }
    let lines: Vec<&str> = all.lines().collect();
    assert!(lines.len() > 40, "{}", lines.len());
    for _ in 0..60 {
        let some = (0..40).map(|_| lines[rng.below(lines.len())]);
        let some: Vec<&str> = ["add impact"].into_iter().chain(some).collect();
        exercise_lines(some.join("\n").as_bytes());
    }
}

/// Cuts, swapped and doubled bytes of good files: read or refused, never a panic.
#[test]
fn broken_files_do_no_harm() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let rng = &mut urto::rng::Rng::new(3);
    for file in [
        "project/good.toml",
        "project/wild_score.toml",
        "preset/unknown.toml",
    ] {
        let good = std::fs::read(corpus.join(file)).unwrap();
        for _ in 0..300 {
            let mut bytes = good.clone();
            for _ in 0..1 + rng.below(3) {
                let at = rng.below(bytes.len());
                match rng.below(4) {
                    0 => bytes.truncate(at.max(1)),
                    1 => bytes[at] = rng.bits() as u8,
                    2 => bytes[at] = b"\"'[]{}=.#\n09-e"[rng.below(14)],
                    _ => {
                        let piece = bytes[at..bytes.len().min(at + rng.below(40))].to_vec();
                        let to = rng.below(bytes.len());
                        bytes.splice(to..to, piece);
                    }
                }
            }
            exercise(&bytes);
        }
    }
}

#[test]
fn what_is_too_large_is_refused_at_once() {
    let mut desk = Desk::new();
    desk.apply(&Edit::parse("add impact").unwrap()).unwrap();
    let before = desk.project_text();
    let long = format!("urto = \"project/1\"\n#{}\n", "x".repeat(50_000_000));
    for edit in [
        Edit::Open {
            file: "big.toml".into(),
            text: long.clone(),
        },
        Edit::ImportPreset {
            file: "big.toml".into(),
            text: long.replace("project/", "preset/"),
        },
    ] {
        let why = desk.apply(&edit).unwrap_err().to_string();
        assert_eq!(
            why,
            "big.toml: the file is larger than 16 MiB, the most that is read"
        );
    }
    let mut many = "urto = \"project/1\"\n".to_owned();
    for slot in 0..64 {
        many.push_str(&format!(
            "[[instance]]\nslot = {slot}\nname = \"a\"\nsound = \"impact\"\n"
        ));
    }
    let edit = Edit::Open {
        file: "many.toml".into(),
        text: many,
    };
    let why = desk.apply(&edit).unwrap_err().to_string();
    assert!(why.contains("64 of these; at most 63"), "{why}");
    assert_eq!(desk.project_text(), before);
}
