//! Simulated impacts against the exact rebound, at several phases of the onset: urto's own step
//! keeps it (1e-9 where mu·v < 1, 1e-4 beyond), also when the first sample is the touch itself.

use serde_json::Value;
use urto::Rate;
use urto_study::wall::{Impact, Method, Run, simulate};

const RATE: f64 = 44_100.0;

fn impacts() -> Vec<Impact> {
    let own = include_str!("../data/wall.json");
    let more = include_str!("../../../urto/tests/data/impact_wall.json");
    let mut impacts = Vec::new();
    for text in [own, more] {
        for record in serde_json::from_str::<Vec<Value>>(text).unwrap() {
            let number = |key: &str| record[key].as_f64().unwrap();
            impacts.push(Impact {
                mass: number("m"),
                stiffness: number("k"),
                exponent: number("alpha"),
                // The law takes 0 or what matters, 1e-4 s/m and above; one record has 1e-9.
                dissipation: if number("mu") < 1e-4 {
                    0.0
                } else {
                    number("mu")
                },
                velocity: number("v_in"),
            });
        }
    }
    impacts
}

#[test]
fn the_rebound_is_exact_at_every_phase() {
    let rate = Rate::new(RATE).unwrap();
    let mut worst = [(0.0, None); 2];
    for impact in impacts() {
        let samples = impact.contact_time() * RATE;
        if samples > 20_000.0 {
            continue;
        }
        for phase in [0.0, 0.02, 0.37, 0.71, 1.0] {
            let run = Run {
                phase,
                ..Run::plain(impact, Method::DgPhi, rate)
            };
            let course = simulate(&run).unwrap();
            let v_out = course.v_out.unwrap_or(f64::NAN);
            let error = (v_out / impact.rebound() - 1.0).abs();
            let hard = usize::from(impact.dissipation * impact.velocity >= 1.0);
            if error > worst[hard].0 || error.is_nan() {
                worst[hard] = (error, Some((phase, impact)));
            }
        }
    }
    println!("mu·v < 1: {:?}\nbeyond: {:?}", worst[0], worst[1]);
    assert!(worst[0].0 < 1e-9, "{:?}", worst[0]);
    assert!(worst[1].0 < 1e-4, "{:?}", worst[1]);
}
