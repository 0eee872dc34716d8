//! Networks small enough to know the answer.

use urto::contact::{Contact, HuntCrossley, ImpactLaw, Linear, LinearLaw, Scheme};
use urto::math;
use urto::network::{Motion, NetworkBuilder};
use urto::object::{
    Driven, DrivenParams, Mass, MassParams, Modal, ModalParams, Mode, NamedPoint, Place, Point,
    StringBody, StringParams, Wall, WallParams,
};
use urto::{BuildError, PartSort, Rate};

fn rate() -> Rate {
    Rate::new(48_000.0).unwrap()
}

fn mass(params: MassParams) -> Box<Mass> {
    Box::new(Mass::new(&params, &[], rate()).unwrap())
}

fn wall(position: f64) -> Box<Wall> {
    Box::new(Wall::new(&WallParams { position }, &[]).unwrap())
}

fn linear(stiffness: f64, damping: f64) -> Box<dyn Contact> {
    Box::new(Linear::new(&LinearLaw { stiffness, damping }, rate()).unwrap())
}

fn bounce_off_wall(law: Box<dyn Contact>, m: f64) -> f64 {
    let mut network = NetworkBuilder::new(rate());
    let thrown = MassParams {
        mass: m,
        position: -1e-5,
        velocity: 1.0,
        ..MassParams::default()
    };
    let body = network.add("mass", mass(thrown)).unwrap();
    network.add("wall", wall(0.0)).unwrap();
    network.join("hit", law, ["mass", "wall"]).unwrap();
    let mut network = network.build(0);
    for _ in 0..48_000 {
        network.step();
    }
    network.look(body).velocity(Point(0))
}

/// Rebound of a linear spring and damper that never pull: with damping ratio z, contact ends
/// when the force is zero, and e = exp(-z/√(1-z²)·(pi - atan2(2z·√(1-z²), 2z²-1)'s complement))
/// (Schwager & Poeschel 2007).
#[test]
fn a_linear_impact_rebounds_as_its_damping_ratio_says() {
    let (m, k) = (0.1f64, 1e4);
    for ratio in [0.0f64, 0.05, 0.2, 0.5] {
        let damping = 2.0 * ratio * (k * m).sqrt();
        let root = (1.0 - ratio * ratio).sqrt();
        let angle = math::atan2(2.0 * ratio * root, 2.0 * ratio * ratio - 1.0);
        let exact = math::exp(-ratio / root * angle);
        let found = -bounce_off_wall(linear(k, damping), m);
        assert!(
            (found / exact - 1.0).abs() < 2e-3,
            "ratio {ratio}: {found} {exact}"
        );
    }
}

/// A linear hit far too short for the rate keeps the rebound of its damping ratio, roughly, and
/// never gains.
#[test]
fn a_hard_linear_impact_is_softened_and_loses_the_same() {
    let (m, k) = (0.1f64, 1e13f64);
    let elastic = -bounce_off_wall(linear(k, 0.0), m);
    assert!((elastic - 1.0).abs() < 1e-9, "{elastic}");
    let damped = -bounce_off_wall(linear(k, 2.0 * 0.2 * (k * m).sqrt()), m);
    assert!((0.3..0.75).contains(&damped), "{damped}");
}

/// Two masses, elastic: velocities as Newton's cradle has them.
#[test]
fn masses_exchange_momentum() {
    for scheme in [Scheme::Exact, Scheme::Cheap] {
        let mut network = NetworkBuilder::new(rate());
        let (m1, m2) = (0.03, 0.05);
        let one = MassParams {
            mass: m1,
            velocity: 2.0,
            position: -1e-4,
            ..MassParams::default()
        };
        let two = MassParams {
            mass: m2,
            velocity: -0.5,
            ..MassParams::default()
        };
        let one = network.add("one", mass(one)).unwrap();
        let two = network.add("two", mass(two)).unwrap();
        let law = ImpactLaw {
            dissipation: 0.0,
            scheme,
            ..ImpactLaw::default()
        };
        let law = Box::new(HuntCrossley::new(&law, rate()).unwrap());
        network.join("hit", law, ["one", "two"]).unwrap();
        let mut network = network.build(0);
        for _ in 0..2000 {
            network.step();
        }
        let centre = (m1 * 2.0 + m2 * -0.5) / (m1 + m2);
        let v1 = network.look(one).velocity(Point(0));
        let v2 = network.look(two).velocity(Point(0));
        assert!((v1 - (2.0 * centre - 2.0)).abs() < 1e-9, "{v1}");
        assert!((v2 - (2.0 * centre + 0.5)).abs() < 1e-9, "{v2}");
    }
}

/// A heavy mass pressed by gravity settles where spring and weight balance: x = (f/k)^(1/a).
#[test]
fn a_mass_comes_to_rest_on_a_wall() {
    let mut network = NetworkBuilder::new(rate());
    let pressed = MassParams {
        mass: 0.05,
        force: 0.03,
        ..MassParams::default()
    };
    network.add("mass", mass(pressed)).unwrap();
    network.add("wall", wall(0.0)).unwrap();
    let law = ImpactLaw {
        stiffness: 1e5,
        exponent: 1.5,
        dissipation: 100.0,
        ..ImpactLaw::default()
    };
    let hit = network
        .join(
            "hit",
            Box::new(HuntCrossley::new(&law, rate()).unwrap()),
            ["mass", "wall"],
        )
        .unwrap();
    let mut network = network.build(0);
    for _ in 0..2_000_000 {
        network.step();
    }
    let rest = network.contact_state(hit).1;
    assert!(
        (rest / 4.481_404_746_557_165e-5 - 1.0).abs() < 1e-3,
        "{rest}"
    );
}

/// A mass held between two hard walls: two contacts on one mass, whose response matrix is
/// singular.
#[test]
fn a_mass_between_two_walls_keeps_its_energy() {
    let mut network = NetworkBuilder::new(rate());
    let caught = MassParams {
        mass: 1e-3,
        velocity: 3.0,
        ..MassParams::default()
    };
    network.add("mass", mass(caught)).unwrap();
    network.add("front", wall(1e-6)).unwrap();
    network.add("back", wall(-1e-6)).unwrap();
    network
        .join("one", linear(1e9, 0.0), ["mass", "front"])
        .unwrap();
    network
        .join("two", linear(1e8, 0.0), ["back", "mass"])
        .unwrap();
    let mut network = network.build(0);
    let before = network.stored();
    for _ in 0..100_000 {
        network.step();
        assert!(network.stored() <= before * (1.0 + 1e-11));
    }
    assert!(
        (network.stored() / before - 1.0).abs() < 1e-8,
        "{}",
        network.stored() / before
    );
    assert_eq!(network.health().unconverged, 0);
}

/// A moving offset (a rough surface under a resting ball) does its work in the ledger.
#[test]
fn offsets_are_booked_as_work() {
    let mut network = NetworkBuilder::new(rate());
    let ball = MassParams {
        mass: 0.02,
        force: 0.2,
        ..MassParams::default()
    };
    network.add("ball", mass(ball)).unwrap();
    network
        .add(
            "floor",
            Box::new(Modal::new(&ModalParams::default(), &[], rate()).unwrap()),
        )
        .unwrap();
    let law = Box::new(HuntCrossley::new(&ImpactLaw::default(), rate()).unwrap());
    let hit = network.join("hit", law, ["ball", "floor"]).unwrap();
    let mut network = network.build(0);
    for step in 0..20_000 {
        network.offset(hit, 1e-5 * math::sin(step as f64 * 0.01));
        network.step();
    }
    let ledger = network.ledger();
    assert!(ledger.injected > 0.0);
    assert!(ledger.error().abs() < 1e-11 * ledger.injected, "{ledger:?}");
}

/// After a blow everything comes to rest: bodies sleep, nothing is heard, nothing subnormal is
/// left.
#[test]
fn a_struck_body_falls_asleep() {
    let mut network = NetworkBuilder::new(rate());
    let hammer = MassParams {
        velocity: 1.0,
        position: -1e-6,
        ..MassParams::default()
    };
    let hammer = network.add("hammer", mass(hammer)).unwrap();
    let bar = ModalParams {
        modes: vec![
            Mode {
                decay: 0.1,
                ..Mode::default()
            };
            3
        ],
        ..ModalParams::default()
    };
    network
        .add("bar", Box::new(Modal::new(&bar, &[], rate()).unwrap()))
        .unwrap();
    let law = Box::new(HuntCrossley::new(&ImpactLaw::default(), rate()).unwrap());
    network.join("hit", law, ["hammer", "bar"]).unwrap();
    network.listen("bar", Motion::Velocity).unwrap();
    let hammer = network.thrown(hammer, Point(0)).unwrap();
    let mut network = network.build(0);
    for step in 0..48_000 {
        if step == 4_800 {
            network.throw(hammer, 0.0);
        }
        network.step();
        assert!(!network.heard(0).is_subnormal());
    }
    assert!(network.is_quiet());
    assert_eq!(network.heard(0), 0.0);
    let ledger = network.ledger();
    assert_eq!(ledger.stored, 0.0);
    assert!(ledger.error().abs() < 1e-12);
}

/// A hammer that slides along a plucked string while it presses on it: the ledger still closes.
#[test]
fn a_moving_touch_on_a_string_is_booked() {
    let mut network = NetworkBuilder::new(rate());
    let point = |name: &str, at| NamedPoint {
        name: name.to_owned(),
        place: Place::Along(at),
    };
    let points = [point("pluck", 0.3), point("slide", 0.5)];
    let string = StringBody::new(&StringParams::default(), &points, rate()).unwrap();
    let string = network.add("string", Box::new(string)).unwrap();
    let finger = MassParams {
        mass: 0.01,
        force: 0.5,
        ..MassParams::default()
    };
    network.add("finger", mass(finger)).unwrap();
    let plectrum = DrivenParams {
        velocity: 0.2,
        position: -1e-3,
    };
    let plectrum = Driven::new(&plectrum, &[], rate()).unwrap();
    network.add("plectrum", Box::new(plectrum)).unwrap();
    network
        .join("pluck", linear(1e4, 0.1), ["plectrum", "string@pluck"])
        .unwrap();
    network
        .join("press", linear(1e4, 1.0), ["finger", "string@slide"])
        .unwrap();
    let (_, slide) = network.point("string@slide").unwrap();
    let mut network = network.build(0);
    for step in 0..20_000 {
        let at = 0.5 + 0.2 * math::sin(step as f64 * 1e-3);
        network.move_point(string, slide, at);
        network.step();
    }
    let ledger = network.ledger();
    let scale = ledger.dissipated + ledger.stored;
    assert!(
        scale > 1e-3 && ledger.error().abs() < 1e-11 * scale,
        "{ledger:?}"
    );
}

#[test]
fn what_cannot_be_built_is_refused_in_plain_words() {
    let mut network = NetworkBuilder::new(rate());
    network
        .add(
            "bow",
            Box::new(Driven::new(&DrivenParams::default(), &[], rate()).unwrap()),
        )
        .unwrap();
    network.add("wall", wall(0.0)).unwrap();
    network.add("mass", mass(MassParams::default())).unwrap();
    let again = network.add("mass", mass(MassParams::default()));
    assert!(matches!(again, Err(BuildError::Duplicate { .. })));
    let rigid = network.join("a", linear(1e6, 0.0), ["bow", "wall"]);
    let rigid = rigid.unwrap_err();
    assert_eq!(rigid.cause(), &BuildError::Rigid);
    let part = rigid.part().unwrap();
    assert_eq!(
        (part.sort, part.index, &*part.name),
        (PartSort::Contact, 0, "a")
    );
    let missing = network
        .join("a", linear(1e6, 0.0), ["bow", "mas"])
        .unwrap_err();
    assert!(
        missing.to_string().contains("did you mean 'mass'?"),
        "{missing}"
    );
    let point = network
        .join("a", linear(1e6, 0.0), ["bow", "mass@tip"])
        .unwrap_err();
    assert!(point.to_string().contains("tip"), "{point}");
    network
        .join("a", linear(1e6, 0.0), ["mass", "wall"])
        .unwrap();
    let again = network.join("a", linear(1e6, 0.0), ["mass", "bow"]);
    assert!(matches!(again, Err(BuildError::Duplicate { .. })));
}

/// A force from outside on a body that also touches another: the ledger closes, and a body at rest
/// on a spring is found where the force puts it.
#[test]
fn forces_from_outside_are_booked_as_work() {
    let mut network = NetworkBuilder::new(rate());
    let bar = ModalParams {
        modes: (1..6)
            .map(|n| Mode {
                frequency: 180.0 * f64::from(n * n),
                decay: 0.05,
                mass: 0.1,
            })
            .collect(),
        ..ModalParams::default()
    };
    let points = ["a", "b"].map(|name| NamedPoint {
        name: name.to_owned(),
        place: Place::Along(if name == "a" { 0.1 } else { 0.7 }),
    });
    let bar = Modal::new(&bar, &points, rate()).unwrap();
    let bar = network.add("bar", Box::new(bar)).unwrap();
    let lying = MassParams {
        mass: 0.01,
        force: 0.2,
        ..MassParams::default()
    };
    network.add("stone", mass(lying)).unwrap();
    let law = Box::new(HuntCrossley::new(&ImpactLaw::default(), rate()).unwrap());
    network.join("touch", law, ["stone", "bar@b"]).unwrap();
    let mut network = network.build(0);
    let mut rng = urto::rng::Rng::new(3);
    let mut worst = 0.0f64;
    for n in 0..20_000 {
        if n < 10_000 {
            network.push(bar, Point(0), 30.0 * rng.signed());
            network.push(bar, Point(1), 10.0);
        }
        network.step();
        let ledger = network.ledger();
        let scale = ledger.injected.abs() + ledger.dissipated + ledger.stored;
        worst = worst.max(ledger.error().abs() / scale);
    }
    let ledger = network.ledger();
    assert!(ledger.dissipated > 1e-3 && ledger.injected > 1e-3);
    assert!(worst < 1e-11, "{worst:e}");
    network.push(bar, Point(0), f64::NAN);
    assert_eq!(network.health().clamped, 1);
}
