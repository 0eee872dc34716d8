//! The thesis' tables, digit by digit: what its formulas give, which is what it prints except
//! where a study's own page says otherwise.

use serde_json::Value as Json;

fn facts(name: &str) -> Json {
    let study = urto_study::find(name).unwrap();
    study.run((study.params)().as_ref()).unwrap().facts
}

/// Within half a unit of the last digit given.
fn agrees(what: &str, found: &Json, expected: &str) {
    let number: f64 = expected.parse().unwrap();
    let (digits, power) = expected.split_once('e').unwrap_or((expected, "0"));
    let decimals = digits.split_once('.').map_or(0, |(_, after)| after.len()) as i32;
    let last = urto::math::pow(10.0, f64::from(power.parse::<i32>().unwrap() - decimals));
    let found = found.as_f64().unwrap_or_else(|| panic!("{what}: {found}"));
    assert!(
        (found - number).abs() <= 0.501 * last,
        "{what}: {found} is not {expected}"
    );
}

#[test]
fn table_1_1() {
    let facts = facts("table-1.1");
    let limits = [
        ("1.6586", "5.0029"),
        ("0.79839", "8.0537"),
        ("0.47818", "10.6571"),
        ("0.32419", "13.1621"),
    ];
    for (row, (below, above)) in limits.into_iter().enumerate() {
        agrees("below", &facts["limits"][row]["below"], below);
        agrees("above", &facts["limits"][row]["above"], above);
    }
}

const METHODS: [&str; 4] = ["am1", "verlet", "heun", "rk4"];

fn errors(case: &Json, rows: [(&str, [&str; 4]); 3]) {
    for (key, row) in rows {
        for (method, expected) in METHODS.into_iter().zip(row) {
            agrees(&format!("{key} of {method}"), &case[method][key], expected);
        }
    }
}

#[test]
fn table_1_2() {
    let facts = facts("table-1.2");
    errors(
        &facts["hit"],
        [
            ("x_percent", ["0.197", "0.0179", "0.3186", "0.0049"]),
            ("v_out_percent", ["1.7e-5", "7.7e-8", "-3.3e-5", "6.1e-8"]),
            ("h_percent", ["2.5e-4", "0.0519", "3.8e-4", "3.2e-7"]),
        ],
    );
    agrees(
        "contact",
        &facts["hit"]["exact"]["contact_samples"],
        "1659.20",
    );
}

#[test]
fn table_1_3() {
    let facts = facts("table-1.3");
    errors(
        &facts["a"],
        [
            ("x_percent", ["1.012", "1.084", "1.136", "0.052"]),
            ("v_out_percent", ["0.0398", "0.0734", "0.0667", "0.0060"]),
            ("h_percent", ["61.303", "59.543", "63.043", "1.427"]),
        ],
    );
    agrees(
        "approximation",
        &facts["a"]["approximation"]["v_out_percent"],
        "-3.0e-10",
    );
    errors(
        &facts["b"],
        [
            ("x_percent", ["4.381", "4.418", "19.506", "0.412"]),
            ("v_out_percent", ["2.563", "0.852", "-4.680", "-0.093"]),
            ("h_percent", ["7.882", "9.472", "23.379", "0.410"]),
        ],
    );
    agrees(
        "approximation",
        &facts["b"]["approximation"]["v_out_percent"],
        "0.0125",
    );
}

#[test]
fn table_1_4() {
    let facts = facts("table-1.4");
    let rows = [
        (
            "a",
            ["12.02", "10.06", "9.42", "-0.906"],
            ["72.96", "72.11", "75.73", "14.52"],
            "0.0014",
        ),
        (
            "b",
            ["24.30", "15.78", "0.25", "-2.151"],
            ["69.15", "43.97", "51.74", "6.39"],
            "0.0026",
        ),
    ];
    for (case, accumulated, deviation, corrected) in rows {
        let case = &facts[case];
        for (n, method) in METHODS.into_iter().enumerate() {
            agrees(method, &case[method]["accumulated_percent"], accumulated[n]);
            let found = &case[method]["deviation_with_release_percent"];
            agrees(method, found, deviation[n]);
        }
        agrees(
            "corrected",
            &case["corrected"]["accumulated_percent"],
            corrected,
        );
        let exact = case["dg_phi"]["accumulated_exact_percent"]
            .as_f64()
            .unwrap();
        assert!(exact.abs() < 1e-9, "{exact}");
    }
    agrees(
        "RK4 × 16",
        &facts["a"]["reference"]["deviation_with_release_percent"],
        "0.024",
    );
    agrees(
        "RK4 × 16",
        &facts["b"]["reference"]["deviation_with_release_percent"],
        "0.006",
    );
    // v_100 in closed form.
    for (case, speed) in [("a", 0.374_999_921_874_987), ("b", 0.029_117_075_129_718_5)] {
        let left = facts[case]["exact"]["h_left"].as_f64().unwrap();
        assert!((left / (0.005 * speed * speed) - 1.0).abs() < 1e-12);
    }
}

/// The explicit methods cost what the thesis says, to a few operations that it shares out
/// otherwise.
#[test]
fn table_1_5() {
    let facts = facts("table-1.5");
    for (method, printed) in [("verlet", 19.0), ("heun", 21.0), ("rk4", 62.0)] {
        let total = facts[method]["total"].as_f64().unwrap();
        assert!((total - printed).abs() <= 5.0, "{method}: {total}");
    }
    let newton = facts["am1"]["newton_steps"].as_f64().unwrap();
    assert!((2.0..=6.0).contains(&newton), "{newton}");
}
