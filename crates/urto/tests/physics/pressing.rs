//! Friction pressed by an impact: both are solved in the same step.

use urto::Rate;
use urto::contact::{
    Contact, ElastoPlastic, FrictionLaw, HuntCrossley, ImpactLaw, Linear, LinearLaw,
};
use urto::network::{ContactId, Motion, Network, NetworkBuilder, ObjectId};
use urto::object::{
    Driven, DrivenParams, Mass, MassParams, Modal, ModalParams, Mode, NamedPoint, Object, Place,
    Wall, WallParams,
};
use urto::param::{Declared, Value};
use urto::rng::Rng;

const FRICTION: f64 = 0.3;

fn rate() -> Rate {
    Rate::new(48e3).unwrap()
}

fn mass(mass: f64, force: f64) -> Box<dyn Object> {
    let params = MassParams {
        mass,
        force,
        ..MassParams::default()
    };
    Box::new(Mass::new(&params, &[], rate()).unwrap())
}

fn moving(velocity: f64) -> Box<dyn Object> {
    let params = DrivenParams {
        velocity,
        ..DrivenParams::default()
    };
    Box::new(Driven::new(&params, &[], rate()).unwrap())
}

fn wall() -> Box<dyn Object> {
    Box::new(Wall::new(&WallParams::default(), &[]).unwrap())
}

/// Bristles so short that they are bent anew within a step: dry friction, whose force while it
/// slides is the coefficient times the normal force, but for their deflection over what is slid in
/// a step.
fn dry() -> Box<dyn Contact> {
    let law = FrictionLaw {
        dynamic_friction: FRICTION,
        static_friction: FRICTION,
        stiffness: 1e9,
        damping: 0.0,
        ..FrictionLaw::default()
    };
    Box::new(ElastoPlastic::new(&law, rate()).unwrap())
}

fn spring() -> Box<dyn Contact> {
    let law = LinearLaw {
        stiffness: 1e6,
        damping: 60.0,
    };
    Box::new(Linear::new(&law, rate()).unwrap())
}

fn press(network: &mut NetworkBuilder, rub: ContactId, by: ContactId) {
    let pressed = network.pressed(rub).unwrap();
    network.press_by(pressed, by).unwrap();
}

/// Pushes the block down by other forces in each step. Tells the largest deviations of the
/// friction force from the coefficient times the normal force of this step, and of the one before.
fn deviations(network: &mut Network, pushed: &[ObjectId], pairs: &[[ContactId; 2]]) -> (f64, f64) {
    let force = MassParams::TABLE.find("force").unwrap();
    let mut rng = Rng::new(3);
    let (mut same, mut late) = (0.0f64, 0.0f64);
    let mut before = vec![0.0; pairs.len()];
    for step in 0..2000 {
        for object in pushed {
            network.set_object(*object, &force, &Value::Number(20.0 + 19.0 * rng.signed()));
        }
        network.step();
        for ([touch, rub], before) in pairs.iter().zip(&mut before) {
            let normal = network.contact_state(*touch).0;
            let rubbed = network.contact_state(*rub).0;
            if step > 20 && normal > 1e-3 {
                same = same.max((rubbed - FRICTION * normal).abs() / normal);
                late = late.max((rubbed - FRICTION * *before).abs() / normal);
            }
            *before = normal;
        }
    }
    let ledger = network.ledger();
    let scale = ledger.injected.abs() + ledger.dissipated;
    assert!(ledger.error().abs() <= 1e-9 * scale, "{ledger:?}");
    assert_eq!(network.health().unconverged, 0);
    (same, late)
}

#[test]
fn a_block_slides_with_the_normal_force_of_the_same_step() {
    let mut network = NetworkBuilder::new(rate());
    let down = network.add("down", mass(1e-3, 5.0)).unwrap();
    let along = network.add("along", mass(1.0, 0.0)).unwrap();
    network.add("floor", wall()).unwrap();
    network.add("belt", moving(2.0)).unwrap();
    // Named before what presses it: the order does not matter.
    let rub = network.join("rub", dry(), ["belt", "along"]).unwrap();
    let touch = network.join("touch", spring(), ["down", "floor"]).unwrap();
    press(&mut network, rub, touch);
    network.listen("along", Motion::Velocity).unwrap();
    let mut network = network.build(0);
    let mut impulse = 0.0;
    for _ in 0..100 {
        network.step();
        impulse += FRICTION * network.contact_state(touch).0 * rate().step();
        let speed = network.look(along).velocity(urto::object::Point(0));
        assert!(
            (speed - impulse).abs() <= 1e-3 * impulse + 1e-12,
            "{speed} {impulse}"
        );
    }
    let (same, late) = deviations(&mut network, &[down], &[[touch, rub]]);
    assert!(same < 1e-3, "{same}");
    assert!(late > 0.1, "{late}");
}

#[test]
fn blocks_that_press_each_other_crosswise_are_solved_together() {
    let mut network = NetworkBuilder::new(rate());
    network.add("floor", wall()).unwrap();
    let mut downs = Vec::new();
    let (mut touches, mut rubs) = (Vec::new(), Vec::new());
    for side in ["left", "right"] {
        let modes = [400.0, 1100.0].map(|frequency| Mode {
            frequency,
            decay: 0.01,
            mass: 0.1,
        });
        let params = ModalParams {
            modes: modes.to_vec(),
            ..ModalParams::default()
        };
        let points =
            [("n", vec![1.0, 0.0]), ("t", vec![0.0, 1.0])].map(|(name, shape)| NamedPoint {
                name: name.to_owned(),
                place: Place::Shape(shape),
            });
        let body = Modal::new(&params, &points, rate()).unwrap();
        network.add(side, Box::new(body)).unwrap();
        let (down, belt) = (format!("{side} tip"), format!("{side} belt"));
        downs.push(network.add(&down, mass(1e-3, 5.0)).unwrap());
        network.add(&belt, moving(2.0)).unwrap();
        let (normal, tangent) = (format!("{side}@n"), format!("{side}@t"));
        touches.push(network.join(&down, spring(), [&down, &normal]).unwrap());
        rubs.push(network.join(&belt, dry(), [&belt, &tangent]).unwrap());
    }
    press(&mut network, rubs[0], touches[1]);
    press(&mut network, rubs[1], touches[0]);
    network.listen("left@n", Motion::Velocity).unwrap();
    let mut network = network.build(0);
    let pairs = [[touches[1], rubs[0]], [touches[0], rubs[1]]];
    let (same, late) = deviations(&mut network, &downs, &pairs);
    assert!(same < 1e-3, "{same}");
    assert!(late > 0.1, "{late}");
}

/// A tip that is pressed on a bar and a stroke along it, at one place whose directions share modes.
/// With `idle`, a contact that never closes sits on the bar too, so that the pair is not alone.
fn stroked(normal: Box<dyn Contact>, rub: Box<dyn Contact>, idle: bool) -> Stroked {
    let mut network = NetworkBuilder::new(rate());
    let mode = |frequency| Mode {
        frequency,
        decay: 0.3,
        mass: 0.05,
    };
    let params = ModalParams {
        modes: [310.0, 820.0, 1730.0].map(mode).to_vec(),
        ..ModalParams::default()
    };
    let shapes = [("n", [1.0, -0.6, 0.3]), ("t", [0.3, 0.5, -0.4])];
    let points = shapes.map(|(name, shape)| NamedPoint {
        name: name.to_owned(),
        place: Place::Shape(shape.to_vec()),
    });
    let bar = Modal::new(&params, &points, rate()).unwrap();
    let tip = network.add("tip", mass(1e-3, 5.0)).unwrap();
    network.add("stroke", moving(2.0)).unwrap();
    network.add("bar", Box::new(bar)).unwrap();
    let touch = network.join("touch", normal, ["tip", "bar@n"]).unwrap();
    let rub = network.join("rub", rub, ["stroke", "bar@t"]).unwrap();
    press(&mut network, rub, touch);
    if idle {
        let far = MassParams {
            position: -0.5,
            ..MassParams::default()
        };
        let far = Mass::new(&far, &[], rate()).unwrap();
        network.add("far", Box::new(far)).unwrap();
        network.join("idle", spring(), ["far", "bar@n"]).unwrap();
    }
    network.listen("bar@t", Motion::Velocity).unwrap();
    Stroked {
        network: network.build(0),
        tip,
        pair: [touch, rub],
    }
}

struct Stroked {
    network: Network,
    tip: ObjectId,
    pair: [ContactId; 2],
}

#[test]
fn so_does_a_tip_that_strokes_a_body_it_moves_both_ways() {
    for idle in [false, true] {
        let Stroked {
            mut network,
            tip,
            pair,
        } = stroked(spring(), dry(), idle);
        let (same, late) = deviations(&mut network, &[tip], &[pair]);
        assert!(same < 1e-3, "idle {idle}: {same}");
        assert!(late > 0.1, "idle {idle}: {late}");
    }
}

#[test]
fn a_pair_alone_is_solved_like_one_among_others() {
    let normal = || -> Box<dyn Contact> {
        let law = ImpactLaw {
            stiffness: 1e6,
            ..ImpactLaw::default()
        };
        Box::new(HuntCrossley::new(&law, rate()).unwrap())
    };
    let rub = || -> Box<dyn Contact> {
        let law = FrictionLaw {
            static_friction: 0.3,
            dynamic_friction: 0.2,
            stiffness: 1e5,
            stribeck: 0.5,
            ..FrictionLaw::default()
        };
        Box::new(ElastoPlastic::new(&law, rate()).unwrap())
    };
    let mut alone = stroked(normal(), rub(), false);
    let mut among = stroked(normal(), rub(), true);
    let (mut worst, mut loudest) = (0.0f64, 0.0f64);
    for _ in 0..400 {
        alone.network.step();
        among.network.step();
        let heard = alone.network.heard(0);
        worst = worst.max((heard - among.network.heard(0)).abs());
        loudest = loudest.max(heard.abs());
    }
    // They freeze friction's curve at speeds that differ a little.
    assert!(worst <= 0.01 * loudest, "{worst} of {loudest}");
    assert!(loudest > 1e-3);
}

#[test]
fn what_cannot_press_is_refused() {
    let mut network = NetworkBuilder::new(rate());
    network.add("a", mass(0.1, 0.0)).unwrap();
    network.add("b", mass(0.1, 0.0)).unwrap();
    let one = network.join("one", dry(), ["a", "b"]).unwrap();
    let two = network.join("two", dry(), ["a", "b"]).unwrap();
    let hit = network.join("hit", spring(), ["a", "b"]).unwrap();
    assert!(network.pressed(hit).is_err());
    let pressed = network.pressed(one).unwrap();
    let error = |result: Result<(), urto::BuildError>| result.unwrap_err().to_string();
    assert!(error(network.press_by(pressed, one)).contains("itself"));
    assert!(error(network.press_by(pressed, two)).contains("'two', which makes no normal force"));
    assert!(error(network.press_by(pressed, ContactId::NONE)).contains("not there"));
    network.press_by(pressed, hit).unwrap();
}

/// After a reset nothing is left of what was: the same steps give the same bits, also where the
/// normal force is guessed from that of the step before.
#[test]
fn a_reset_forgets_the_last_normal_force() {
    let mut network = NetworkBuilder::new(rate());
    let hammer = MassParams {
        mass: 0.02,
        velocity: 1.0,
        ..MassParams::default()
    };
    let hammer = Mass::new(&hammer, &[], rate()).unwrap();
    let modes = (1..9).map(|n| Mode {
        frequency: 310.0 * f64::from(n),
        decay: 0.5,
        mass: 0.05,
    });
    let params = ModalParams {
        modes: modes.collect(),
        ..ModalParams::default()
    };
    let tip = NamedPoint::in_space("tip", vec![1.0; 8], vec![vec![0.4; 8]]);
    let body = Modal::new(&params, &tip, rate()).unwrap();
    network.add("hammer", Box::new(hammer)).unwrap();
    network.add("hand", moving(0.2)).unwrap();
    network.add("body", Box::new(body)).unwrap();
    let law = ImpactLaw {
        stiffness: 3e4,
        ..ImpactLaw::default()
    };
    let law = HuntCrossley::new(&law, rate()).unwrap();
    let touch = network.join("touch", Box::new(law), ["hammer", "body@tip"]);
    let rub = network.join("rub", dry(), ["hand", "body@tip.tangent"]);
    press(&mut network, rub.unwrap(), touch.unwrap());
    network.listen("body@tip", Motion::Velocity).unwrap();
    let mut network = network.build(0);
    let mut run = || {
        network.reset(0);
        let mut step = |_| {
            network.step();
            network.heard(0).to_bits()
        };
        (0..100).map(&mut step).collect::<Vec<u64>>()
    };
    let first = run();
    assert!(first.iter().any(|bits| f64::from_bits(*bits).abs() > 0.01));
    assert!(first == run());
}
