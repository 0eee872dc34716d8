//! Single contacts against trajectories of an earlier, slower solver: making steps cheaper must
//! not change them. The numbers end where a change of the last digit of mass, speed or stiffness
//! already moved that solver by 4e-14 of the peak. Those of friction are of as many passes as it takes
//! now, two or three.

use serde_json::Value;
use urto::Rate;
use urto::contact::{
    Bristles, Contact, ElastoPlastic, FrictionLaw, HuntCrossley, ImpactLaw, Linear, LinearLaw,
    Scheme,
};
use urto::network::{ContactId, Network, NetworkBuilder};
use urto::object::{
    Driven, DrivenParams, Mass, MassParams, Modal, ModalParams, Mode, Object, Wall, WallParams,
};

const RATE: f64 = 44_100.0;
/// Largest change, as a share of the greatest force or compression of that contact.
const TOLERANCE: f64 = 1e-13;

fn number(case: &Value, key: &str) -> f64 {
    case[key].as_f64().unwrap_or_else(|| panic!("{key}"))
}

fn law(case: &Value, rate: Rate) -> Box<dyn Contact> {
    let get = |key| number(case, key);
    let impact = |scheme| {
        let law = ImpactLaw {
            stiffness: get("stiffness"),
            exponent: get("exponent"),
            dissipation: get("dissipation"),
            scheme,
        };
        Box::new(HuntCrossley::new(&law, rate).unwrap())
    };
    let friction = |bristles| {
        let law = FrictionLaw {
            normal_force: get("normal_force"),
            dynamic_friction: get("dynamic_friction"),
            static_friction: get("static_friction"),
            stribeck: get("stribeck"),
            stiffness: get("stiffness"),
            damping: get("damping"),
            viscosity: get("viscosity"),
            break_away: get("break_away"),
            noise: 0.0,
            bristles,
        };
        Box::new(ElastoPlastic::new(&law, rate).unwrap())
    };
    match case["law"].as_str().unwrap() {
        "dg_phi" => impact(Scheme::Exact),
        "dg_a" => impact(Scheme::Cheap),
        "linear" => {
            let law = LinearLaw {
                stiffness: get("stiffness"),
                damping: get("damping"),
            };
            Box::new(Linear::new(&law, rate).unwrap())
        }
        "elasto_plastic" => friction(Bristles::ElastoPlastic),
        "lugre" => friction(Bristles::LuGre),
        "dahl" => friction(Bristles::Dahl),
        other => panic!("{other}"),
    }
}

/// A mass thrown at the body, or for friction a point that is drawn over it.
fn striker(case: &Value, rate: Rate) -> Box<dyn Object> {
    if let Some(velocity) = case["speed"].as_f64() {
        let hand = DrivenParams {
            velocity,
            ..DrivenParams::default()
        };
        return Box::new(Driven::new(&hand, &[], rate).unwrap());
    }
    let velocity = number(case, "velocity");
    let mass = MassParams {
        mass: number(case, "mass"),
        velocity,
        position: -number(case, "phase") * velocity / RATE,
        force: number(case, "weight"),
    };
    Box::new(Mass::new(&mass, &[], rate).unwrap())
}

/// A wall, or a body of some modes.
fn body(case: &Value, rate: Rate) -> Box<dyn Object> {
    let count = number(case, "modes") as usize;
    if count == 0 {
        return Box::new(Wall::new(&WallParams::default(), &[]).unwrap());
    }
    let modes = (0..count)
        .map(|n| Mode {
            frequency: (200.0 * (1.0 + n as f64 * 1.37)).min(20_000.0),
            decay: 1.0 / (1.0 + n as f64 * 0.1),
            mass: 0.05,
        })
        .collect();
    let params = ModalParams {
        modes,
        ..ModalParams::default()
    };
    Box::new(Modal::new(&params, &[], rate).unwrap())
}

fn network(case: &Value) -> (Network, ContactId) {
    let rate = Rate::new(RATE).unwrap();
    let mut network = NetworkBuilder::new(rate);
    network.add("striker", striker(case, rate)).unwrap();
    network.add("body", body(case, rate)).unwrap();
    let contact = network
        .join("contact", law(case, rate), ["striker", "body"])
        .unwrap();
    (network.build(0), contact)
}

#[test]
fn contacts_step_as_they_always_did() {
    let all: Value = serde_json::from_str(include_str!("../data/contact_steps.json")).unwrap();
    let all = all.as_array().unwrap();
    assert!(all.len() > 100);
    let mut worst = 0.0f64;
    for case in all {
        let (mut network, contact) = network(case);
        let (most_force, most_state) = (number(case, "peak_force"), number(case, "peak_state"));
        let mut taken = 0;
        for row in case["steps"].as_array().unwrap() {
            let row: Vec<f64> = row
                .as_array()
                .unwrap()
                .iter()
                .flat_map(Value::as_f64)
                .collect();
            while taken <= row[0] as usize {
                network.step();
                taken += 1;
            }
            let (force, state) = network.contact_state(contact);
            let error =
                ((force - row[1]).abs() / most_force).max((state - row[2]).abs() / most_state);
            assert!(
                error <= TOLERANCE,
                "step {} of {case}: force {force:e}, state {state:e} ({error:e})",
                row[0]
            );
            worst = worst.max(error);
        }
    }
    println!("largest change {worst:e}");
}
