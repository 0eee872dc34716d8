//! Rosin in networks: a bowed string moves as Helmholtz saw it, and contacts solved together rub
//! like one.

use urto::Rate;
use urto::contact::{HuntCrossley, ImpactLaw, Rosin, RosinLaw};
use urto::network::{Motion, NetworkBuilder};
use urto::object::{
    Driven, DrivenParams, Mass, MassParams, Modal, ModalParams, Mode, NamedPoint, Place,
    StringBody, StringParams,
};

fn rate() -> Rate {
    Rate::new(44_100.0).unwrap()
}

/// How often per second a cello's D string slips under a rosined bow, from the second second on.
fn slips(law: &RosinLaw, speed: f64) -> f64 {
    let mut network = NetworkBuilder::new(rate());
    let bow = DrivenParams {
        velocity: speed,
        ..DrivenParams::default()
    };
    let bow = Driven::new(&bow, &[], rate()).unwrap();
    network.add("bow", Box::new(bow)).unwrap();
    let string = StringParams::default();
    let at = NamedPoint {
        name: "bow".to_owned(),
        place: Place::Along(0.1),
    };
    let string = StringBody::new(&string, &[at], rate()).unwrap();
    network.add("string", Box::new(string)).unwrap();
    let contact = Box::new(Rosin::new(law, rate()).unwrap());
    let rub = network.join("rub", contact, ["bow", "string@bow"]).unwrap();
    network.listen("string@bow", Motion::Velocity).unwrap();
    let mut network = network.build(0);
    let (mut count, mut slipped) = (0, false);
    for n in 0..3 * 44_100 {
        network.step();
        assert!(network.contact_state(rub).0.is_finite());
        // Held, the string goes with the bow, or creeps; it slips back nine times as fast.
        let back = network.heard(0);
        if !slipped && back < -4.0 * speed {
            slipped = true;
            count += usize::from(n >= 44_100);
        } else if back > -2.0 * speed {
            slipped = false;
        }
    }
    let ledger = network.ledger();
    assert!(ledger.error().abs() <= 1e-9 * ledger.injected.abs());
    assert!(ledger.dissipated > 0.0);
    count as f64 / 2.0
}

/// Pressed in step with its speed, the bow makes the string slip once per period.
#[test]
fn a_rosined_bow_makes_helmholtz_motion() {
    let pitch = StringParams::default().pitch;
    for (normal_force, speed) in [(0.6, 0.1), (1.0, 0.2), (1.5, 0.4)] {
        let law = RosinLaw {
            normal_force,
            ..RosinLaw::default()
        };
        let found = slips(&law, speed);
        println!("{normal_force} N: {found} slips per second, pitch {pitch} Hz");
        assert!((found / pitch - 1.0).abs() < 0.02, "{found} {pitch}");
    }
}

/// Two contacts, each with half the force and half the hair, rub like one: solved together they
/// share the motion, and each warms as the one does.
#[test]
fn two_half_contacts_rub_like_one() {
    let whole = RosinLaw {
        normal_force: 2.0,
        ..RosinLaw::default()
    };
    let half = RosinLaw {
        normal_force: 1.0,
        stiffness: 0.5 * whole.stiffness,
        damping: 0.5 * whole.damping,
        ..whole.clone()
    };
    let moved = |laws: &[&RosinLaw]| {
        let mut network = NetworkBuilder::new(rate());
        let belt = DrivenParams {
            velocity: 0.05,
            ..DrivenParams::default()
        };
        let belt = Driven::new(&belt, &[], rate()).unwrap();
        network.add("belt", Box::new(belt)).unwrap();
        let body = ModalParams {
            modes: vec![Mode {
                frequency: 120.0,
                decay: 0.5,
                mass: 0.05,
            }],
            ..ModalParams::default()
        };
        let body = Modal::new(&body, &[], rate()).unwrap();
        network.add("body", Box::new(body)).unwrap();
        for (index, law) in laws.iter().enumerate() {
            let contact = Box::new(Rosin::new(law, rate()).unwrap());
            let name = format!("rub{index}");
            network.join(&name, contact, ["belt", "body"]).unwrap();
        }
        network.listen("body", Motion::Displacement).unwrap();
        let mut network = network.build(0);
        let moved: Vec<f64> = (0..20_000)
            .map(|_| {
                network.step();
                network.heard(0)
            })
            .collect();
        assert_eq!(network.health().unconverged, 0);
        moved
    };
    let (one, two) = (moved(&[&whole]), moved(&[&half, &half]));
    let most = one.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    assert!(most > 1e-5);
    for (n, (a, b)) in one.iter().zip(&two).enumerate() {
        assert!((a - b).abs() < 1e-6 * most, "{n}: {a} {b}");
    }
}

/// Pressed by an impact of the same step: a block that falls on a moving, rosined belt is dragged
/// along by no more than the coldest rosin holds of what presses it.
#[test]
fn an_impact_presses_rosin_in_the_same_step() {
    let mut network = NetworkBuilder::new(rate());
    let belt = DrivenParams {
        velocity: 0.5,
        ..DrivenParams::default()
    };
    let belt = Driven::new(&belt, &[], rate()).unwrap();
    network.add("belt", Box::new(belt)).unwrap();
    let floor = Driven::new(&DrivenParams::default(), &[], rate()).unwrap();
    network.add("floor", Box::new(floor)).unwrap();
    let block = |velocity: f64| MassParams {
        mass: 0.1,
        velocity,
        position: -1e-4,
        ..MassParams::default()
    };
    let falls = Mass::new(&block(0.5), &[], rate()).unwrap();
    network.add("falls", Box::new(falls)).unwrap();
    let slides = Mass::new(&block(0.0), &[], rate()).unwrap();
    network.add("slides", Box::new(slides)).unwrap();
    let hit = ImpactLaw {
        stiffness: 1e6,
        ..ImpactLaw::default()
    };
    let hit = Box::new(HuntCrossley::new(&hit, rate()).unwrap());
    let hit = network.join("hit", hit, ["falls", "floor"]).unwrap();
    let law = RosinLaw::default();
    let rub = Box::new(Rosin::new(&law, rate()).unwrap());
    let rub = network.join("rub", rub, ["belt", "slides"]).unwrap();
    let pressed = network.pressed(rub).unwrap();
    network.press_by(pressed, hit).unwrap();
    let mut network = network.build(0);
    let mut most = 0.0f64;
    for _ in 0..2000 {
        network.step();
        let (normal, _) = network.contact_state(hit);
        let (dragged, _) = network.contact_state(rub);
        assert!(
            dragged.abs() <= law.cold_friction * normal * (1.0 + 1e-9),
            "{dragged} {normal}"
        );
        most = most.max(dragged);
    }
    assert!(most > 1.0, "{most}");
    let ledger = network.ledger();
    assert!(ledger.error().abs() <= 1e-12, "{ledger:?}");
}
