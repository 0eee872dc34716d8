//! Mode shapes as pictures, and as files for other programs.

use crate::common::Bench;

#[test]
fn modes_are_drawn() {
    let bench = Bench::new();
    bench.good(&["bar", "--count", "5", "--view", "bar.svg"]);
    let svg = String::from_utf8(bench.bytes("bar.svg")).unwrap();
    assert_eq!(svg.matches("<text").count(), 5);
    assert!(
        svg.contains(">574.") && svg.contains(" Hz<"),
        "{}",
        &svg[..400]
    );
    assert!(svg.matches("<path").count() > 100);
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    // Every place lies on the sheet, of two rows of four.
    let numbers = svg
        .lines()
        .filter(|line| line.starts_with("<path"))
        .flat_map(|line| {
            let path = line.split('"').nth(1).unwrap();
            let all = path.split(|own: char| own.is_ascii_alphabetic() || own == ' ');
            all.filter(|own| !own.is_empty())
                .map(|own| own.parse::<f64>().unwrap())
                .collect::<Vec<_>>()
        });
    assert!(numbers.into_iter().all(|own| own.abs() <= 120.0));
    bench.good(&["bar", "--count", "5", "--view", "bar.png"]);
    let png = bench.bytes("bar.png");
    assert!(png.starts_with(b"\x89PNG"));
    // 960 x 540 units, two points each.
    assert_eq!(png[16..24], [0, 0, 7, 128, 0, 0, 4, 56]);
}

/// What is written for others is a mesh that is read again, with the same modes.
#[test]
fn shapes_are_a_mesh_with_a_field_for_each_mode() {
    let bench = Bench::new();
    let first = bench.json(&[
        "bar",
        "--count",
        "3",
        "--export-shapes",
        "bar.vtk",
        "--json",
    ]);
    let again = bench.json(&["bar.vtk", "--count", "3", "--json"]);
    for key in ["nodes", "elements", "rigid"] {
        assert_eq!(first[key], again[key], "{key}");
    }
    // Read from a file, nodes may be numbered otherwise, and sums be rounded otherwise.
    let all = |facts: &serde_json::Value| facts["frequencies"].as_array().unwrap().clone();
    for (one, other) in all(&first).iter().zip(all(&again)).skip(6) {
        let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
        assert!((one / other - 1.0).abs() < 1e-9, "{one} {other}");
    }
    let bytes = bench.bytes("bar.vtk");
    let fields = bytes.windows(8).filter(|own| own == b"VECTORS ").count();
    assert_eq!(fields, 3);
    // Head, places, elements, and three numbers of 32 bits for each node and mode.
    let nodes = first["nodes"].as_u64().unwrap() as usize;
    let elements = first["elements"].as_u64().unwrap() as usize;
    let numbers = nodes * (24 + 3 * 12) + elements * (44 + 4);
    assert!((numbers..numbers + 400).contains(&bytes.len()));
    let name = bytes
        .windows(15)
        .find(|own| own.starts_with(b"mode_0001_574."));
    assert!(name.is_some());
}

/// Where nothing can be written is told before anything is worked out.
#[test]
fn places_are_checked_first() {
    let bench = Bench::new();
    for (asked, words) in [
        (&["bar", "--view", "bar.jpg"][..], ".png or an .svg"),
        (&["bar", "--export-shapes", "bar.obj"], ".vtk"),
        (&["bar", "--view", "nowhere/bar.svg"], "no folder 'nowhere'"),
        (&["bar", "-o", "nowhere/bar.body"], "no folder 'nowhere'"),
    ] {
        let output = bench.run(asked);
        assert!(!output.status.success(), "{asked:?}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(words), "{asked:?}: {told}");
        assert!(bench.kept().is_empty());
    }
}
