//! The closed forms of a mass on a wall against values of fifty digits (mpmath), over the whole
//! range of the parameters, its corners included: within 1e-12.

use serde_json::Value;
use urto_study::wall::Impact;

const TOLERANCE: f64 = 1e-12;

fn records() -> Vec<Value> {
    let mut records: Vec<Value> = serde_json::from_str(include_str!("../data/wall.json")).unwrap();
    // Those that the contact itself is tested with.
    let more = include_str!("../../../urto/tests/data/impact_wall.json");
    for mut record in serde_json::from_str::<Vec<Value>>(more).unwrap() {
        record["points"] = record["phase"].take();
        records.push(record);
    }
    records
}

fn number(record: &Value, key: &str) -> f64 {
    record[key].as_f64().unwrap()
}

fn impact(record: &Value) -> Impact {
    Impact {
        mass: number(record, "m"),
        stiffness: number(record, "k"),
        exponent: number(record, "alpha"),
        dissipation: number(record, "mu"),
        velocity: number(record, "v_in"),
    }
}

/// The worst of `errors`, shown when it is too large.
fn within(what: &str, errors: impl Iterator<Item = (f64, String)>) {
    let worst = errors.fold((0.0, String::new()), |worst, next| {
        if next.0 > worst.0 || next.0.is_nan() {
            next
        } else {
            worst
        }
    });
    println!("{what}: {:e} at {}", worst.0, worst.1);
    assert!(worst.0 < TOLERANCE, "{what}: {:e} at {}", worst.0, worst.1);
}

fn error(found: f64, exact: f64) -> f64 {
    (found / exact - 1.0).abs()
}

#[test]
fn rebound_compression_energy_and_contact_time_are_exact() {
    type Form = fn(&Impact) -> f64;
    let forms: [(&str, Form); 4] = [
        ("v_out", Impact::rebound),
        ("x_max", Impact::max_compression),
        ("H_out", Impact::energy_after),
        ("tau", Impact::contact_time),
    ];
    let records = records();
    assert!(records.len() > 300);
    for (key, form) in forms {
        let errors = records.iter().map(|record| {
            let impact = impact(record);
            (
                error(form(&impact), number(record, key)),
                format!("{impact:?}"),
            )
        });
        within(key, errors);
    }
}

/// x(v) near the ends of the contact is as exact as v_out itself allows: there a last digit of
/// v_out counts v_out/(v_out - v) times.
#[test]
fn compression_and_energy_are_exact_all_along() {
    let records = records();
    let points = |column: usize, form: fn(&Impact, f64) -> f64| {
        let records = records.iter();
        records.flat_map(move |record| {
            let impact = impact(record);
            let points = record["points"].as_array().unwrap().iter();
            let errors = points.map(move |point| {
                let (v, exact) = (point[0].as_f64().unwrap(), point[column].as_f64().unwrap());
                (
                    error(form(&impact, v), exact),
                    format!("v {v} of {impact:?}"),
                )
            });
            errors.collect::<Vec<_>>()
        })
    };
    within("x(v)", points(1, Impact::compression));
    within("H(v)", points(2, Impact::energy));
}

#[test]
fn outside_of_the_contact_nothing_is_compressed() {
    for record in records().iter().step_by(7) {
        let impact = impact(record);
        for v in [
            1.01 * impact.velocity,
            1.01 * impact.rebound(),
            -1e3,
            f64::MAX,
        ] {
            assert_eq!(impact.compression(v), 0.0, "{v} {impact:?}");
        }
    }
}
