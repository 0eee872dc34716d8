//! Strings, cubes and beams of masses, against formulas and numbers that were worked out elsewhere.

use crate::common::{facts, number};

/// Numbers of a list.
fn list(record: &serde_json::Value, key: &str) -> Vec<f64> {
    let all = record[key].as_array().unwrap();
    all.iter().map(|own| own.as_f64().unwrap()).collect()
}

#[test]
fn a_pluck_glides_down() {
    let facts = facts("pitch-glide", &[]);
    assert!((number(&facts, "pitch") - 71.09890244).abs() < 1e-8);
    let plucks = facts["plucks"].as_array().unwrap();
    let hardest = plucks.last().unwrap();
    assert_eq!(number(hardest, "force"), 0.1);
    let wanted = [16.23, 7.66, 2.34, 0.24, 0.05];
    for (own, wanted) in list(hardest, "cents").iter().zip(wanted) {
        assert!((own - wanted).abs() < 0.01, "{own}, wanted {wanted}");
    }
    // The harder, the sharper, in the first window; and no guard had to act.
    let first: Vec<f64> = plucks.iter().map(|own| list(own, "cents")[0]).collect();
    assert!(first.is_sorted_by(|a, b| a < b), "{first:?}");
    assert!(plucks.iter().all(|own| number(own, "guarded_steps") == 0.0));
}

#[test]
fn a_cube_needs_more_than_its_edges() {
    let facts = facts("cube", &[]);
    let (edges, all) = (&facts["edges"], &facts["all"]);
    assert_eq!(
        (number(edges, "springs"), number(all, "springs")),
        (12.0, 28.0)
    );
    // 8 masses have 24 ways to move; 12 edges resist 12 of them, and 6 move it as a whole.
    assert_eq!(
        (number(edges, "zero_modes"), number(edges, "rigid_modes")),
        (6.0, 6.0)
    );
    assert_eq!(
        (number(all, "zero_modes"), number(all, "rigid_modes")),
        (0.0, 6.0)
    );
    // It folds flat again and again, and when is left to chance: so the least of all times.
    assert!(number(edges, "least_volume") < 0.01);
    assert!(number(all, "least_volume") > 0.9);
    assert!((number(all, "volume") - 1.0).abs() < 2e-3);
}

#[test]
fn a_shaken_string_answers_at_multiples() {
    let facts = facts("harmonic-distortion", &[]);
    // Small ones grow as the power of their order.
    for (key, order) in [
        ("multiple_1", 1.0),
        ("multiple_2", 2.0),
        ("multiple_3", 3.0),
    ] {
        let power = number(&facts["powers"], key);
        assert!((power - order).abs() < 0.02, "{key}: {power}");
    }
}

#[test]
fn half_the_frequency_comes_above_a_threshold() {
    let facts = facts("subharmonics", &[]);
    let (found, theory) = (number(&facts, "threshold"), number(&facts, "theory"));
    // Theory has one mode; that some swing goes to the third takes some percent.
    assert!(
        (found / theory - 1.0).abs() < 0.05,
        "{found}, theory {theory}"
    );
    // It starts with a speed of 1e-5 per period.
    let start = 1e-5 / std::f64::consts::TAU;
    for pull in facts["pulls"].as_array().unwrap() {
        let (share, swing) = (number(pull, "share"), number(pull, "swing"));
        match share < 1.0 {
            true => assert!(swing < 0.01 * start, "{pull}"),
            false => assert!(swing > 100.0 * start, "{pull}"),
        }
        if share >= 1.5 {
            assert!(swing > 0.1, "{pull}");
            assert!((number(pull, "ratio") - 0.5).abs() < 1e-4, "{pull}");
        }
    }
}

#[test]
fn a_beam_struck_hard_is_chaotic() {
    let facts = facts("beam-chaos", &[]);
    assert_eq!(
        (number(&facts, "masses"), number(&facts, "links")),
        (96.0, 512.0)
    );
    let (soft, hard) = (&facts["soft"], &facts["hard"]);
    assert!(number(soft, "parted") < 100.0);
    assert!(number(hard, "parted") > 1e9);
    assert!(number(hard, "flatness") > 100.0 * number(soft, "flatness"));
}

/// Its form alone: what it measures is this machine's.
#[test]
fn capacity_grows_as_rates_fall() {
    let facts = facts("realtime-capacity", &[("largest", 256.0), ("time", 0.001)]);
    assert_eq!(list(&facts, "masses"), [64.0, 128.0, 256.0]);
    for way in ["exact_double", "fast_double", "exact_single", "fast_single"] {
        let own = &facts[way];
        assert!(list(own, "seconds").is_sorted(), "{own}");
        let held = ["ear", "hand", "eye"].map(|key| number(&own["masses"], key));
        assert!(held.is_sorted() && held[0] > 0.0, "{way}: {held:?}");
    }
    // What runs beside takes its share, and all of it together the most.
    let beside = ["both", "pictures", "nothing"];
    for rate in ["eye", "hand", "ear"] {
        let held = beside.map(|key| number(&facts["beside"][key], rate));
        assert!(held.is_sorted(), "{rate}: {held:?}");
    }
    let most = beside.map(|key| number(&facts["beside"][key], "eye"));
    assert!(most[0] < most[1] && most[1] < most[2], "{most:?}");
}
