//! What was found before is read, unless it is damaged or not wanted.

use crate::common::Bench;

const ASKED: [&str; 8] = [
    "bar", "--count", "4", "--air", "preview", "-o", "bar.body", "--json",
];

/// The second time nothing is worked out, and the answer is the same bit for bit.
#[test]
fn the_second_time_it_is_read() {
    let bench = Bench::new();
    let first = bench.json(&ASKED);
    assert_eq!(first["cached"], false);
    assert!(
        first["stages"]["searching"].as_f64().unwrap() > 0.0,
        "{first}"
    );
    // What the air takes is a part of its own, which has a time too.
    assert!(first["stages"]["air"].as_f64().unwrap() > 0.0, "{first}");
    let body = bench.bytes("bar.body");
    let kept = bench.kept();
    assert_eq!(kept.len(), 2, "{kept:?}");
    let again = bench.json(&ASKED);
    assert_eq!(again["cached"], true);
    assert_eq!(again["stages"], serde_json::json!({}));
    for key in [
        "frequencies",
        "decays",
        "residuals",
        "mass",
        "rigid",
        "unknowns",
    ] {
        assert_eq!(first[key], again[key], "{key}");
    }
    assert_eq!(bench.bytes("bar.body"), body);
    let told = bench.good(&["bar", "--count", "4"]);
    assert!(
        told.contains("read from") && told.contains("--no-cache"),
        "{told}"
    );
    // The modes are known, the air around them is not.
    let finer = [&ASKED[..4], &["normal"], &ASKED[5..]].concat();
    let finer = bench.json(&finer);
    assert!(
        finer["cached"] == true && finer["stages"]["searching"].is_null(),
        "{finer}"
    );
    assert!(finer["stages"]["air"].as_f64().unwrap() > 0.0, "{finer}");
    let anew = bench.json(&["bar", "--count", "4", "--no-cache", "--json"]);
    assert_eq!(anew["cached"], false);
}

/// Something else is something else, and what is not to be kept is not.
#[test]
fn only_the_same_is_the_same() {
    let bench = Bench::new();
    bench.good(&["bar", "--count", "2", "--no-cache"]);
    assert!(bench.kept().is_empty());
    bench.good(&["bar", "--count", "2"]);
    for other in [
        &["bar", "--count", "3"][..],
        &["bar", "--count", "2", "--material", "glass"],
        &["bar", "--count", "2", "--detail", "0.5"],
        &["bar", "--count", "2", "--fixed", "x<1cm"],
    ] {
        let facts = bench.json(&[other, &["--json"]].concat());
        assert_eq!(facts["cached"], false, "{other:?}");
    }
}

/// Damaged files are as if they were not there, and are made again.
#[test]
fn damage_is_seen_and_mended() {
    let bench = Bench::new();
    let first = bench.json(&ASKED);
    let body = bench.bytes("bar.body");
    for path in bench.kept() {
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x10;
        std::fs::write(path, bytes).unwrap();
    }
    let again = bench.json(&ASKED);
    assert_eq!(again["cached"], false);
    assert_eq!(first["frequencies"], again["frequencies"]);
    assert_eq!(bench.bytes("bar.body"), body);
    for path in bench.kept() {
        std::fs::write(path, "").unwrap();
    }
    assert_eq!(bench.json(&ASKED)["cached"], false);
    assert_eq!(bench.json(&ASKED)["cached"], true);
}

/// Without a place to keep it nothing is wrong.
#[test]
fn no_folder_is_no_trouble() {
    let bench = Bench::new();
    bench.write("kept", "not a folder");
    let facts = bench.json(&["bar", "--count", "2", "--json"]);
    assert_eq!(facts["cached"], false);
}
