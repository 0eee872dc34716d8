//! A hammer on a bar of three modes against runs at 64 times the rate (Avanzini & Rocchesso's
//! figure 3): contact time, rebound and brightness.

use serde_json::Value;
use urto::Rate;
use urto::contact::{HuntCrossley, ImpactLaw};
use urto::math::{self, TAU};
use urto::network::{Motion, NetworkBuilder};
use urto::object::{Mass, MassParams, Modal, ModalParams, Mode, Point};

const RATE: f64 = 44_100.0;

struct Blow {
    steps: f64,
    rebound: f64,
    centroid: f64,
}

/// The reference's bar: quality 200, 10 g per mode, frequencies of a free bar.
fn bar() -> ModalParams {
    let mode = |odd: f64| {
        let frequency = 1000.0 * (odd / 3.011) * (odd / 3.011);
        Mode {
            frequency,
            decay: math::LN_1000 * 2.0 * 200.0 / (TAU * frequency),
            mass: 0.01,
        }
    };
    ModalParams {
        modes: vec![mode(3.011), mode(5.0), mode(7.0)],
        ..ModalParams::default()
    }
}

fn strike(record: &Value) -> Blow {
    let number = |key: &str| record[key].as_f64().unwrap();
    let rate = Rate::new(RATE).unwrap();
    let mut network = NetworkBuilder::new(rate);
    let hammer = MassParams {
        mass: number("m"),
        velocity: number("v_in"),
        ..MassParams::default()
    };
    let hammer = network
        .add("hammer", Box::new(Mass::new(&hammer, &[], rate).unwrap()))
        .unwrap();
    network
        .add("bar", Box::new(Modal::new(&bar(), &[], rate).unwrap()))
        .unwrap();
    let law = ImpactLaw {
        stiffness: number("k"),
        exponent: number("alpha"),
        dissipation: number("mu"),
        ..ImpactLaw::default()
    };
    let law = Box::new(HuntCrossley::new(&law, rate).unwrap());
    let hit = network.join("hit", law, ["hammer", "bar"]).unwrap();
    network.listen("bar", Motion::Displacement).unwrap();
    let mut network = network.build(0);
    let (mut heard, mut steps, mut before) = (Vec::new(), 0.0, 0.0);
    for step in 0..4352 {
        network.step();
        heard.push(network.heard(0));
        let now = network.contact_state(hit).1;
        if before > 0.0 && now <= 0.0 && steps == 0.0 {
            steps = step as f64 + before / (before - now);
        }
        before = now;
    }
    Blow {
        steps,
        rebound: network.look(hammer).velocity(Point(0)),
        centroid: centroid(&heard),
    }
}

/// Mean over 14 Hann frames of 1024, hop 256, of the magnitude spectrum's centroid.
fn centroid(signal: &[f64]) -> f64 {
    let turn: Vec<(f64, f64)> = (0..1024)
        .map(|n| TAU * n as f64 / 1024.0)
        .map(|angle| (math::cos(angle), math::sin(angle)))
        .collect();
    let frame_centroid = |frame: &[f64]| {
        let (mut weighted, mut total) = (0.0, 0.0);
        for bin in 0..=512 {
            let (mut re, mut im) = (0.0, 0.0);
            for (n, x) in frame.iter().enumerate() {
                let hann = 0.5 - 0.5 * turn[n].0;
                let (cos, sin) = turn[bin * n % 1024];
                re += hann * x * cos;
                im -= hann * x * sin;
            }
            let size = (re * re + im * im).sqrt();
            weighted += size * bin as f64 * RATE / 1024.0;
            total += size;
        }
        weighted / total
    };
    let frames = (0..=3328).step_by(256);
    frames
        .map(|start| frame_centroid(&signal[start..start + 1024]))
        .sum::<f64>()
        / 14.0
}

#[test]
fn contact_time_rebound_and_brightness_follow_the_fine_run() {
    let reference: Value =
        serde_json::from_str(include_str!("../data/impact_bar_centroid.json")).unwrap();
    let mut compared = 0;
    for record in reference["data"].as_array().unwrap() {
        let exact = |key: &str| record[key].as_f64().unwrap();
        let steps = exact("t0_first") * RATE;
        // Shorter contacts are what the rate cannot carry; several touches are another story.
        if steps < 8.0 || exact("n_contacts") != 1.0 || exact("mu") > 1.0 {
            continue;
        }
        compared += 1;
        let blow = strike(record);
        println!(
            "{steps:.1} samples: {:+.2}; rebound {:+.2} %; centroid {:+.2} %",
            blow.steps - steps,
            100.0 * (blow.rebound / exact("v_hammer_end") - 1.0),
            100.0 * (blow.centroid / exact("cav_disp_hann") - 1.0)
        );
        assert!((blow.steps - steps).abs() < 0.5);
        assert!((blow.rebound / exact("v_hammer_end") - 1.0).abs() < 0.02);
        assert!((blow.centroid / exact("cav_disp_hann") - 1.0).abs() < 0.01);
    }
    assert!(compared > 10);
}
