//! Elasto-plastic friction against reference values: steady sliding, pre-sliding, a mass on a
//! belt.

use serde_json::Value;
use urto::Rate;
use urto::contact::{Bristles, Contact, ElastoPlastic, FrictionLaw, Meeting};
use urto::network::{Motion, Network, NetworkBuilder, ObjectId, Pressed};
use urto::object::{Driven, DrivenParams, Mass, MassParams, Modal, ModalParams, Mode};
use urto::param::{Declared, Value as Setting};

fn reference() -> Value {
    serde_json::from_str(include_str!("../data/friction.json")).unwrap()
}

fn number(record: &Value, key: &str) -> f64 {
    record[key].as_f64().unwrap_or_else(|| panic!("{key}"))
}

/// The law of a record, with a normal force of 1 N so that coefficients are forces.
fn law(record: &Value) -> FrictionLaw {
    FrictionLaw {
        normal_force: 1.0,
        dynamic_friction: number(record, "fc"),
        static_friction: number(record, "fs"),
        stribeck: number(record, "vs"),
        stiffness: number(record, "s0"),
        damping: number(record, "s1"),
        viscosity: number(record, "s2"),
        break_away: 0.7,
        ..FrictionLaw::default()
    }
}

fn rate(hertz: f64) -> Rate {
    Rate::new(hertz).unwrap()
}

/// A driven point rubs on something.
fn rubbed(
    body: Box<dyn urto::object::Object>,
    law: &FrictionLaw,
    velocity: f64,
    rate: Rate,
) -> (Network, ObjectId, Pressed) {
    let mut network = NetworkBuilder::new(rate);
    let hand = DrivenParams {
        velocity,
        ..DrivenParams::default()
    };
    network
        .add("hand", Box::new(Driven::new(&hand, &[], rate).unwrap()))
        .unwrap();
    let body = network.add("body", body).unwrap();
    let rub = network
        .join(
            "rub",
            Box::new(ElastoPlastic::new(law, rate).unwrap()),
            ["hand", "body"],
        )
        .unwrap();
    network.listen("body", Motion::Displacement).unwrap();
    let pressed = network.pressed(rub).unwrap();
    (network.build(0), body, pressed)
}

#[test]
fn steady_sliding_has_the_stribeck_force() {
    let reference = reference();
    for row in reference["a_steady"]["rows"].as_array().unwrap() {
        let (velocity, exact) = (row[0].as_f64().unwrap(), row[1].as_f64().unwrap());
        let rate = rate(44_100.0);
        let mut contact = ElastoPlastic::new(&law(&reference["a_steady"]["params"]), rate).unwrap();
        // Both sides are rigid here: the displacement is given.
        let gained = velocity * rate.step();
        let meeting = Meeting {
            gained,
            before: velocity,
            after: velocity,
            ..Meeting::default()
        };
        let mut force = 0.0;
        for _ in 0..(2e-3 / velocity.abs() * 44_100.0) as usize + 44 {
            contact.begin();
            force = contact.alone(&meeting);
            contact.commit(force, gained);
        }
        assert!((force - exact).abs() < 1e-9, "{velocity}: {force} {exact}");
    }
}

fn presliding(load: f64, swing: f64, bristles: Bristles) -> (f64, f64) {
    let reference = reference();
    let record = &reference["b_params"];
    let law = FrictionLaw {
        bristles,
        ..law(record)
    };
    let rate = rate(44_100.0);
    let body = Mass::new(
        &MassParams {
            mass: number(record, "m"),
            ..MassParams::default()
        },
        &[],
        rate,
    )
    .unwrap();
    let (mut network, body, _) = rubbed(Box::new(body), &law, 0.0, rate);
    let force = MassParams::TABLE.find("force").unwrap();
    // 5 Hz: 8820 samples per cycle. Mean position over cycles 5 and 19.
    let (mut means, cycle) = ([0.0; 2], 8820);
    for step in 0..20 * cycle {
        let time = step as f64 / 44_100.0;
        let ramp = (time / 0.1).min(1.0);
        let newtons = ramp * (load + swing * urto::math::sin(urto::math::TAU * 5.0 * time));
        network.set_object(body, &force, &Setting::Number(newtons));
        network.step();
        match step / cycle {
            5 => means[0] += network.heard(0) / cycle as f64,
            19 => means[1] += network.heard(0) / cycle as f64,
            _ => {}
        }
    }
    (means[0], means[1])
}

#[test]
fn elastic_bristles_do_not_drift_and_lugre_does() {
    let (early, late) = presliding(0.4, 0.2, Bristles::ElastoPlastic);
    assert!((early - 4e-6).abs() < 1e-9, "{early}");
    assert!((late - early).abs() < 1e-12, "drift {}", late - early);
    let (early, late) = presliding(0.4, 0.2, Bristles::LuGre);
    // 14 cycles of 0.2 s at 1.19e-5 m/s.
    let drift = (late - early) / 2.8;
    assert!((drift / 1.19e-5 - 1.0).abs() < 0.02, "{drift}");
    let (early, late) = presliding(0.8, 0.2, Bristles::ElastoPlastic);
    let drift = (late - early) / 2.8;
    assert!((drift / 1.164_428_5e-6 - 1.0).abs() < 0.02, "{drift}");
}

#[test]
fn a_mass_on_a_belt_sticks_and_slips_in_the_right_period() {
    let reference = reference();
    for record in reference["c_belt"].as_array().unwrap() {
        let (m, k) = (number(record, "m"), number(record, "k"));
        let period = number(record, "period");
        let rate = rate(44_100.0);
        let mode = Mode {
            frequency: (k / m).sqrt() / urto::math::TAU,
            decay: 1e6,
            mass: m,
        };
        let body = ModalParams {
            modes: vec![mode],
            ..ModalParams::default()
        };
        let body = Box::new(Modal::new(&body, &[], rate).unwrap());
        let (mut network, _, _) = rubbed(body, &law(record), number(record, "V"), rate);
        // Peaks of the displacement, refined by a parabola, after four periods of settling.
        let (mut a, mut b) = (0.0, 0.0);
        let mut peaks = Vec::new();
        let (mut most, mut least) = (f64::MIN, f64::MAX);
        let steps = (period * 12.0 * 44_100.0) as usize;
        let middle = 0.5 * (number(record, "x_max") + number(record, "x_min"));
        for step in 0..steps {
            network.step();
            let c = network.heard(0);
            if step as f64 / 44_100.0 > 4.0 * period {
                most = most.max(c);
                least = least.min(c);
                if b > a && b >= c && b > middle {
                    peaks.push((step as f64 - 1.0 + 0.5 * (a - c) / (a - 2.0 * b + c)) / 44_100.0);
                }
            }
            (a, b) = (b, c);
        }
        // Ripples while sticking make small peaks of their own beside the large one.
        peaks.dedup_by(|later, earlier| *later - *earlier < 0.5 * period);
        let found = (peaks[peaks.len() - 1] - peaks[0]) / (peaks.len() - 1) as f64;
        println!("period {found} {period} ({:e})", found / period - 1.0);
        assert!((found / period - 1.0).abs() < 2e-4, "{found} {period}");
        // Extremes at 44.1 kHz; the fastest case slips within 140 samples.
        let (x_max, x_min) = (number(record, "x_max"), number(record, "x_min"));
        println!("extremes {most} {x_max}, {least} {x_min}");
        assert!((most - x_max).abs() < 2e-3 * x_max && (least - x_min).abs() < 2e-3 * x_max);
        let ledger = network.ledger();
        assert!(ledger.error().abs() < 1e-9 * ledger.injected.abs());
    }
}

#[test]
fn a_lifted_bow_lets_go_at_once() {
    let rate = rate(44_100.0);
    let law = FrictionLaw {
        normal_force: 1.1,
        ..FrictionLaw::default()
    };
    let mode = Mode {
        frequency: 5.0,
        decay: 10.0,
        mass: 1.0,
    };
    let body = ModalParams {
        modes: vec![mode],
        ..ModalParams::default()
    };
    let body = Box::new(Modal::new(&body, &[], rate).unwrap());
    let (mut network, _, pressed) = rubbed(body, &law, 0.01, rate);
    let rub = pressed.contact();
    for _ in 0..300 {
        network.step();
    }
    assert!(network.contact_state(rub).0 > 0.1, "it sticks");
    let lost = network.ledger().dissipated;
    network.press(pressed, 0.0);
    network.step();
    assert_eq!(network.contact_state(rub), (0.0, 0.0));
    assert!(network.ledger().dissipated > lost, "the loss is booked");
    assert!(network.ledger().error().abs() < 1e-15);
}

/// Friction shared by two equal contacts, each with half the force and half the bristles, is the
/// same friction: solved together, the belt's period must stay.
#[test]
fn two_half_contacts_rub_like_one() {
    let reference = reference();
    for record in reference["c_belt"].as_array().unwrap().iter().skip(1) {
        let (m, k) = (number(record, "m"), number(record, "k"));
        let period = number(record, "period");
        let rate = rate(44_100.0);
        let whole = law(record);
        let half = FrictionLaw {
            normal_force: 0.5 * whole.normal_force,
            stiffness: 0.5 * whole.stiffness,
            damping: 0.5 * whole.damping,
            viscosity: 0.5 * whole.viscosity,
            ..whole
        };
        let mode = Mode {
            frequency: (k / m).sqrt() / urto::math::TAU,
            decay: 1e6,
            mass: m,
        };
        let body = ModalParams {
            modes: vec![mode],
            ..ModalParams::default()
        };
        let mut network = NetworkBuilder::new(rate);
        let belt = DrivenParams {
            velocity: number(record, "V"),
            ..DrivenParams::default()
        };
        let belt = Driven::new(&belt, &[], rate).unwrap();
        network.add("belt", Box::new(belt)).unwrap();
        let body = Modal::new(&body, &[], rate).unwrap();
        network.add("body", Box::new(body)).unwrap();
        for name in ["one", "two"] {
            let law = Box::new(ElastoPlastic::new(&half, rate).unwrap());
            network.join(name, law, ["belt", "body"]).unwrap();
        }
        network.listen("body", Motion::Displacement).unwrap();
        let mut network = network.build(0);
        let steps = (period * 12.0 * 44_100.0) as usize;
        let heard: Vec<f64> = (0..steps)
            .map(|_| {
                network.step();
                network.heard(0)
            })
            .collect();
        // Upward crossings of the middle, after four periods of settling.
        let middle = 0.5 * (number(record, "x_max") + number(record, "x_min"));
        let start = (4.0 * period * 44_100.0) as usize;
        let crossings: Vec<f64> = (start..steps)
            .filter(|n| heard[n - 1] < middle && heard[*n] >= middle)
            .map(|n| n as f64 - (heard[n] - middle) / (heard[n] - heard[n - 1]))
            .collect();
        let span = crossings[crossings.len() - 1] - crossings[0];
        let found = span / (crossings.len() - 1) as f64 / 44_100.0;
        println!("period {found} {period} ({:e})", found / period - 1.0);
        assert!((found / period - 1.0).abs() < 1e-3, "{found} {period}");
        assert_eq!(network.health().unconverged, 0);
    }
}
