//! The page as plain files.

use std::path::Path;
use urto_studio::{assets, export};

fn names(folder: &Path) -> Vec<String> {
    let inside = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = inside
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn all_files_are_written_and_an_earlier_export_is_replaced() {
    let bench = tempfile::tempdir().unwrap();
    let folder = bench.path().join("deep/site");
    for _ in 0..2 {
        assert_eq!(export(&folder).unwrap(), assets().len());
        for asset in assets() {
            let bytes = std::fs::read(folder.join(asset.path)).unwrap();
            if asset.path.ends_with(".html") {
                // A plain server sends no headers: the page itself says what it may do.
                let text = String::from_utf8(bytes).unwrap();
                assert!(text.contains("Content-Security-Policy"));
                assert!(text.contains("default-src 'none'"));
            } else {
                assert!(bytes == asset.bytes, "{}", asset.path);
            }
        }
        // A file of an older version goes away with the next export.
        std::fs::write(folder.join("old.js"), "").unwrap();
    }
    export(&folder).unwrap();
    assert!(!folder.join("old.js").exists());
    assert_eq!(names(&bench.path().join("deep")), ["site"]);
}

#[test]
fn an_empty_folder_is_filled_and_a_foreign_one_left_alone() {
    let bench = tempfile::tempdir().unwrap();
    let empty = bench.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    export(&empty).unwrap();
    assert!(empty.join("index.html").is_file());

    let foreign = bench.path().join("foreign");
    std::fs::create_dir(&foreign).unwrap();
    std::fs::write(foreign.join("letter.txt"), "dear").unwrap();
    let told = export(&foreign).unwrap_err().to_string();
    assert!(
        told.contains("foreign") && told.contains("not empty"),
        "{told}"
    );
    assert_eq!(names(&foreign), ["letter.txt"]);

    let file = foreign.join("letter.txt");
    assert!(export(&file).is_err());
    assert!(export(&file.join("inside")).is_err());
    assert_eq!(std::fs::read(&file).unwrap(), b"dear");
    assert_eq!(names(bench.path()), ["empty", "foreign"]);
}
