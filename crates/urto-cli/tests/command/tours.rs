//! Projects that come with urto are found by name, as presets are; the engine's tests hear them.

use crate::common::Bench;

#[test]
fn built_in_projects_are_listed_and_rendered_by_name() {
    let bench = Bench::new();
    let listed = bench.json(&["list", "--json"]);
    let listed = listed["projects"].as_array().unwrap();
    let names: Vec<&str> = listed
        .iter()
        .map(|own| own["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["kitchen", "rolling_in_tube"]);
    for own in listed {
        assert!(own["about"].as_str().unwrap().len() > 40, "{own}");
    }
    assert!(bench.good(&["list", "tube"]).contains("rolling_in_tube"));
    for (name, instances) in [("kitchen", 10), ("rolling in tube", 1)] {
        let own = urto_file::find_project(name).unwrap();
        let project = urto_file::read_project(own.file, own.text.as_bytes()).unwrap();
        assert_eq!(project.instances.len(), instances);
    }
    let words = ["render", "Rolling in tube", "--seconds", "2", "--json"];
    let made = bench.json(&words);
    let made = &made["files"][0];
    assert!(
        made["path"]
            .as_str()
            .unwrap()
            .ends_with("rolling_in_tube.wav")
    );
    assert_eq!(
        (&made["seconds"], &made["channels"]),
        (&2.0.into(), &2.into())
    );
    assert!(made["peak"].as_f64().unwrap() > 0.01);
    // The file holds the project, and is made again.
    bench.good(&["render", "rolling_in_tube.wav", "-o", "again.wav"]);
    assert!(bench.bytes("again.wav") == bench.bytes("rolling_in_tube.wav"));
}
