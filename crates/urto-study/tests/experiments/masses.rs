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
    println!("{facts}");
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
    assert!(number(edges, "volume") < 0.8);
    assert!((number(all, "volume") - 1.0).abs() < 2e-3);
}
