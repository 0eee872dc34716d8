//! Every study of the registry, at reduced size: it runs, tells something in all three forms,
//! and its figure has named axes and series with points.

use std::collections::HashSet;
use urto_study::plot::Panel;
use urto_study::{ALL, Paper, StudyError};

fn check(key: &str, panel: &Panel) {
    for axis in [&panel.x, &panel.y] {
        assert!(!axis.name.is_empty(), "{key}: an axis without a name");
    }
    let finite = |p: &&(f64, f64)| p.0.is_finite() && p.1.is_finite();
    for series in &panel.series {
        let points = series.points.iter().filter(finite).count();
        let whole = series.points.len();
        assert!(
            points > 0,
            "{key}, {}: {} draws nothing",
            panel.title,
            series.name
        );
        assert!(
            2 * points >= whole,
            "{key}, {}: {} is mostly gaps",
            panel.title,
            series.name
        );
    }
    let named = panel.series.iter().filter(|s| !s.name.is_empty());
    let names: Vec<&str> = named.map(|s| s.name.as_str()).collect();
    let distinct: HashSet<&str> = names.iter().copied().collect();
    assert_eq!(distinct.len(), names.len(), "{key}: {names:?}");
}

#[test]
fn every_study_runs_and_tells() {
    for study in ALL {
        let begun = std::time::Instant::now();
        let report = study
            .run((study.reduced)().as_ref())
            .unwrap_or_else(|error| panic!("{}: {error}", study.key));
        println!("{:24} {:.2} s", study.key, begun.elapsed().as_secs_f64());
        let text = report.text();
        assert!(text.lines().count() >= 2, "{}: {text}", study.key);
        assert!(
            !text.contains("NaN") && !text.contains("inf"),
            "{}: {text}",
            study.key
        );
        let facts = report.facts.as_object();
        assert!(
            facts.is_some_and(|facts| !facts.is_empty()),
            "{}",
            study.key
        );
        assert!(!report.figure.panels.is_empty(), "{}", study.key);
        for panel in &report.figure.panels {
            check(study.key, panel);
        }
        let svg = report.svg().unwrap();
        assert!(
            svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
            "{}",
            study.key
        );
    }
}

#[test]
fn a_figure_is_also_a_png() {
    let study = urto_study::find("table-1.3").unwrap();
    let bytes = study
        .run((study.reduced)().as_ref())
        .unwrap()
        .png()
        .unwrap();
    assert_eq!(&bytes[1..4], b"PNG");
}

#[test]
fn the_registry_is_in_order() {
    let keys: HashSet<&str> = ALL.iter().map(|study| study.key).collect();
    assert_eq!(keys.len(), ALL.len());
    let papers: Vec<usize> = ALL
        .iter()
        .map(|study| Paper::ALL.iter().position(|p| *p == study.paper).unwrap())
        .collect();
    assert!(papers.is_sorted(), "studies stand paper by paper");
    for study in ALL {
        assert_eq!((study.table)().key, study.key);
        assert!(
            !study.title.is_empty() && study.shows.ends_with('.'),
            "{}",
            study.key
        );
        for (key, spec) in (study.table)().keys() {
            assert!(!spec.about.is_empty(), "{} {key}", study.key);
        }
    }
}

#[test]
fn an_unknown_name_is_told_with_the_nearest() {
    let error = urto_study::find("impact-wal").err().unwrap();
    assert!(
        matches!(&error, StudyError::Unknown { suggestion: Some(s), .. } if s == "impact-wall")
    );
    let wrong = urto_study::find("table-1.1").unwrap();
    let other = (urto_study::find("table-1.2").unwrap().params)();
    assert!(wrong.run(other.as_ref()).is_err());
}
