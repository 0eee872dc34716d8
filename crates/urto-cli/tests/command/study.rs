//! `urto study`: the list, a run in all three forms, and refusals that leave nothing behind.

use crate::common::Bench;

#[test]
fn studies_are_listed_by_paper() {
    let bench = Bench::new();
    let text = bench.good(&["study"]);
    let facts = bench.json(&["study", "--json"]);
    let studies = facts["studies"].as_array().unwrap();
    assert!(studies.len() >= 12);
    for study in studies {
        assert!(text.contains(study["key"].as_str().unwrap()), "{study}");
        assert!(study["shows"].as_str().unwrap().ends_with('.'), "{study}");
    }
    assert!(text.find("Papetti").unwrap() < text.find("impact-wall").unwrap());
}

#[test]
fn a_study_gives_a_table_facts_and_plots() {
    let bench = Bench::new();
    let words = [
        "study",
        "impact-wall",
        "-p",
        "stiffness=1e8",
        "-p",
        "mass=20g",
    ];
    let text = bench.good(&words);
    assert!(
        text.contains("restitution") && text.contains("exact"),
        "{text}"
    );
    let facts = bench.json(&[&words[..], &["--json", "--plot", "hit.svg"]].concat());
    for key in [
        "v_out",
        "restitution",
        "contact_time",
        "max_compression",
        "h_out",
        "energy_error",
    ] {
        assert!(facts[key].is_number(), "{key}");
        assert!(facts["exact"][key].is_number(), "{key}");
    }
    let (found, exact) = (&facts["v_out"], &facts["exact"]["v_out"]);
    let error = found.as_f64().unwrap() / exact.as_f64().unwrap() - 1.0;
    assert!(error.abs() < 1e-9, "{error:e}");
    assert_eq!(facts["params"]["mass"], 0.02);
    assert_eq!(facts["plot"], "hit.svg");
    bench.good(&["study", "impact-wall", "--plot", "hit.PNG"]);
    assert!(bench.bytes("hit.svg").starts_with(b"<svg"));
    assert_eq!(&bench.bytes("hit.PNG")[1..4], b"PNG");
    assert_eq!(bench.names(), ["hit.PNG", "hit.svg"]);
}

#[test]
fn an_outside_force_has_no_closed_form_but_a_zero() {
    let words = ["study", "impact-wall", "--json", "-p", "external_force=0.5"];
    let facts = Bench::new().json(&words);
    assert!(facts["exact"]["points"].is_null());
    let of = |facts: &serde_json::Value| facts["v_release"].as_f64().unwrap();
    let error = of(&facts) / of(&facts["exact"]) - 1.0;
    assert!(error.abs() < 1e-3, "{error:e}");
    let words = [
        "study",
        "impact-wall",
        "--json",
        "-p",
        "external_force=-2",
        "-p",
        "scheme=rk4",
    ];
    assert!(Bench::new().json(&words)["v_out"].is_number());
}

/// Every corner of the ranges is answered, by every scheme, with numbers or with null.
#[test]
fn corners_are_answered() {
    let bench = Bench::new();
    for scheme in ["dg_phi", "am1", "heun", "rk4"] {
        for (stiffness, velocity) in [("1e13", "20"), ("1e13", "0.001"), ("1e6", "20")] {
            let set = [
                format!("scheme={scheme}"),
                format!("stiffness={stiffness}"),
                format!("velocity={velocity}"),
                "dissipation=10".to_owned(),
                "mass=1e-4".to_owned(),
            ];
            let mut words = vec!["study", "impact-wall", "--json"];
            set.iter().for_each(|set| words.extend(["-p", set]));
            let facts = bench.json(&words);
            assert!(
                facts["exact"]["contact_time"].as_f64().unwrap() > 0.0,
                "{set:?}"
            );
            assert!(facts["steps"].as_u64().unwrap() > 0, "{set:?}");
        }
    }
}

#[test]
fn what_can_be_set_is_shown() {
    let bench = Bench::new();
    let text = bench.good(&["study", "impact-wall", "--params"]);
    for word in ["stiffness = 1e9 N/m^a", "dg_phi", "-p mass=0.01"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert!(
        bench
            .good(&["help", "study"])
            .contains("urto study table-1.3")
    );
}

#[test]
fn bad_requests_get_one_clear_line_and_leave_nothing() {
    let bench = Bench::new();
    let cases: &[(&str, i32, &str)] = &[
        ("study impact-wal", 2, "did you mean 'impact-wall'"),
        (
            "study impact-wall -p velocity=21",
            2,
            "velocity: 21 is outside 0.001 to 20 m/s",
        ),
        ("study impact-wall -p velocity=nan", 2, "velocity"),
        (
            "study impact-wall -p velocty=1",
            2,
            "did you mean 'velocity'",
        ),
        ("study impact-wall -p scheme=rk5", 2, "rk4"),
        ("study impact-wall -p velocity", 2, "key=value"),
        ("study impact-wall --plot a.pdf", 2, ".svg or a .png"),
        ("study impact-wall --plot plot", 2, ".svg or a .png"),
        (
            "study impact-wall --plot nowhere/a.svg",
            1,
            "no folder 'nowhere'",
        ),
        ("study --plot a.svg", 2, "name a study first"),
        (
            "study modal-discretisation -p frequency=30kHz",
            2,
            "21609 Hz",
        ),
        (
            "study impact-wall -p rate=384000 -p oversample=256 -p stiffness=1000 -p mass=1 -p \
             velocity=0.001 -p exponent=3.5",
            2,
            "lower them",
        ),
    ];
    for (words, status, expected) in cases {
        let split: Vec<&str> = words.split_whitespace().collect();
        let output = bench.urto(&split);
        let line = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(*status), "{words}: {line}");
        assert!(line.contains(expected), "{words}: {line}");
        assert_eq!(line.lines().count(), 1, "{words}: {line}");
        assert!(output.stdout.is_empty(), "{words}");
    }
    assert!(bench.names().is_empty(), "{:?}", bench.names());
}
