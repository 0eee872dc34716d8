//! Networks whose parts come and go while they play.

use urto::contact::{Contact, ElastoPlastic, FrictionLaw, HuntCrossley, ImpactLaw};
use urto::network::{Motion, Network, NetworkBuilder};
use urto::object::{
    Driven, DrivenParams, Mass, MassParams, Modal, ModalParams, Mode, NamedPoint, Object, Place,
    Point, StringBody, StringParams,
};
use urto::param::{Declared, Value};
use urto::rng::Rng;
use urto::{BuildError, Rate};

fn rate() -> Rate {
    Rate::new(48e3).unwrap()
}

fn ball(velocity: f64, position: f64) -> Box<dyn Object> {
    let params = MassParams {
        velocity,
        position,
        ..MassParams::default()
    };
    Box::new(Mass::new(&params, &[], rate()).unwrap())
}

fn bar() -> Box<dyn Object> {
    let mode = |frequency| Mode {
        frequency,
        ..Mode::default()
    };
    let params = ModalParams {
        modes: vec![mode(440.0), mode(1210.0), mode(2370.0)],
        ..ModalParams::default()
    };
    let points = ["left", "right"].map(|name| NamedPoint {
        name: name.to_owned(),
        place: Place::Along(if name == "left" { 0.1 } else { 0.7 }),
    });
    Box::new(Modal::new(&params, &points, rate()).unwrap())
}

fn moving(velocity: f64) -> Box<dyn Object> {
    let params = DrivenParams {
        velocity,
        ..DrivenParams::default()
    };
    Box::new(Driven::new(&params, &[], rate()).unwrap())
}

fn hit() -> Box<dyn Contact> {
    Box::new(HuntCrossley::new(&ImpactLaw::default(), rate()).unwrap())
}

fn rub() -> Box<dyn Contact> {
    Box::new(ElastoPlastic::new(&FrictionLaw::default(), rate()).unwrap())
}

/// A ball strikes a bar that is rubbed at its other end, the rubbing pressed by the blow.
fn struck_and_rubbed() -> Network {
    let mut network = NetworkBuilder::new(rate());
    network.add("ball", ball(1.0, -1e-4)).unwrap();
    network.add("bar", bar()).unwrap();
    network.add("bow", moving(0.1)).unwrap();
    let blow = network.join("blow", hit(), ["ball", "bar@left"]).unwrap();
    let bowed = network.join("bowed", rub(), ["bow", "bar@right"]).unwrap();
    let bowed = network.pressed(bowed).unwrap();
    network.press_by(bowed, blow).unwrap();
    network.listen("bar@right", Motion::Velocity).unwrap();
    network
        .listen_aside("bar@left", Motion::Acceleration)
        .unwrap();
    network.build(3)
}

fn hears(network: &mut Network, steps: usize) -> Vec<[u64; 2]> {
    let step = |_| {
        network.step();
        [network.heard(0), network.heard_aside(0)].map(f64::to_bits)
    };
    (0..steps).map(step).collect()
}

#[test]
fn what_touches_nothing_changes_no_sample_of_the_rest() {
    let (mut still, mut changed) = (struck_and_rubbed(), struck_and_rubbed());
    let mut layout = changed.layout();
    for round in 0..40 {
        let mut change = layout.change();
        if round % 2 == 0 {
            // Another island beside, an ear on it, and something that nothing touches.
            change.add("other", bar()).unwrap();
            change.add("finger", ball(0.5, -1e-4)).unwrap();
            change.add("alone", ball(0.5, 0.0)).unwrap();
            change.join("tap", hit(), ["finger", "other@left"]).unwrap();
            assert_eq!(change.listen("other@right", Motion::Velocity).unwrap(), 1);
        } else {
            change.take_object("other").unwrap();
            change.take_object("finger").unwrap();
            change.take_object("alone").unwrap();
        }
        let mut change = change.prepare(round);
        assert!(changed.swap(&mut change).is_some());
        layout = change.layout().clone();
        assert_eq!(hears(&mut changed, 17), hears(&mut still, 17), "{round}");
        assert_eq!(changed.heard(1) != 0.0, round % 2 == 0);
    }
    // Slots and ears are used again, not heaped up.
    assert_eq!(changed.ears(), 2);
    assert!(changed.health().is_good());
}

#[test]
fn a_part_that_was_added_sounds_as_if_it_had_been_there() {
    // From the moment it comes: the later network is built with it, and started then.
    let mut late = NetworkBuilder::new(rate());
    late.add("bar", bar()).unwrap();
    late.listen("bar@right", Motion::Velocity).unwrap();
    let mut late = late.build(0);
    hears_first(&mut late, 100);
    let mut change = late.layout().change();
    change.add("ball", ball(1.0, -1e-4)).unwrap();
    change.join("blow", hit(), ["ball", "bar@left"]).unwrap();
    late.swap(&mut change.prepare(0)).unwrap();

    let mut early = NetworkBuilder::new(rate());
    early.add("bar", bar()).unwrap();
    early.add("ball", ball(1.0, -1e-4)).unwrap();
    early.join("blow", hit(), ["ball", "bar@left"]).unwrap();
    early.listen("bar@right", Motion::Velocity).unwrap();
    let mut early = early.build(0);
    let (one, two) = (hears_first(&mut late, 500), hears_first(&mut early, 500));
    assert_eq!(one, two);
    assert!(one.iter().any(|heard| *heard != 0));
}

fn hears_first(network: &mut Network, steps: usize) -> Vec<u64> {
    let step = |_| {
        network.step();
        network.heard(0).to_bits()
    };
    (0..steps).map(step).collect()
}

#[test]
fn handles_and_names_keep_their_meaning() {
    let mut network = struck_and_rubbed();
    let (ball_id, bar_id) = (
        network.object("ball").unwrap(),
        network.object("bar").unwrap(),
    );
    let (blow, bowed) = (
        network.contact("blow").unwrap(),
        network.contact("bowed").unwrap(),
    );
    hears(&mut network, 30);
    let (held, heard) = (network.look(ball_id).energy(), network.heard(0));
    assert!(held > 0.0);
    let mut change = network.layout().change();
    change.take_object("ball").unwrap();
    let missing = change.join("again", hit(), ["ball", "bar@left"]);
    assert!(
        missing
            .unwrap_err()
            .to_string()
            .contains("no object 'ball'")
    );
    let stone = change.add("stone", ball(2.0, -1.0)).unwrap();
    assert!(change.thrown(stone, Point(0)).is_ok());
    assert_eq!(
        change.thrown(ball_id, Point(0)).unwrap_err().cause(),
        &BuildError::TakenOut
    );
    let mut change = change.prepare(0);
    let carried = network.swap(&mut change).unwrap();
    assert!(carried.away >= held);
    assert_eq!(carried.brought, 0.5 * 0.01 * 4.0);
    // The stone sits where the ball sat, and the ball's handle is not the stone's.
    assert_eq!(network.object("stone").unwrap(), stone);
    assert_ne!(stone, ball_id);
    assert_eq!(network.look(ball_id).energy(), 0.0);
    assert_eq!(network.look(stone).energy(), carried.brought);
    assert!(network.look(bar_id).energy() > 0.0);
    // The contact went with its ball; what it pressed is pressed no longer.
    assert!(network.contact("blow").is_err());
    assert_eq!(network.contact_state(blow), (0.0, 0.0));
    assert_eq!(network.contact("bowed").unwrap(), bowed);
    assert_eq!(network.heard(0), heard);
    network.step();
    assert!(network.contact_state(bowed).0.abs() < 1e-3);
    // Whoever still holds the ball's handle moves nothing, and it is counted.
    let before = network.health().clamped;
    let mass = MassParams::TABLE.find("mass").unwrap();
    assert!(!network.set_object(ball_id, &mass, &Value::Number(2.0)));
    network.push(ball_id, Point(7), 1.0);
    network.offset(blow, 1e-3);
    assert_eq!(network.health().clamped, before + 3);
    network.step();
    let out = change.into_objects();
    assert_eq!(out.len(), 1);
    assert_eq!((out[0].0.as_str(), out[0].1.energy()), ("ball", held));
}

#[test]
fn changes_are_made_in_their_order_and_to_their_network_alone() {
    let (mut network, mut other) = (struck_and_rubbed(), struck_and_rubbed());
    let mut first = network.layout().change().prepare(0);
    let mut rival = network.layout().change().prepare(0);
    let mut second = first.layout().change().prepare(0);
    assert!(other.swap(&mut first).is_none());
    assert!(network.swap(&mut second).is_none());
    assert!(network.swap(&mut first).is_some());
    assert!(network.swap(&mut first).is_none());
    assert!(network.swap(&mut rival).is_none());
    assert!(network.swap(&mut second).is_some());
    assert_eq!((network.health().clamped, other.health().clamped), (3, 1));
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let mut network = struck_and_rubbed();
    let mut change = network.layout().change();
    let said = |error: BuildError| error.to_string();
    let twice = change.add("bar", bar()).unwrap_err();
    assert_eq!(
        said(twice),
        "there are two objects called 'bar'; names must differ"
    );
    let point = change.join("x", hit(), ["ball", "bar@middle"]).unwrap_err();
    assert!(said(point).contains("point of object 'bar' called 'middle'"));
    let several = change.listen("bar", Motion::Velocity).unwrap_err();
    assert!(said(several).contains("has several points"));
    let itself = change
        .join("x", hit(), ["bar@left", "bar@right"])
        .unwrap_err();
    assert!(said(itself).contains("joins 'bar' with itself"));
    change.add("rail", moving(0.0)).unwrap();
    let rigid = change.join("x", hit(), ["bow", "rail"]).unwrap_err();
    assert_eq!(rigid.cause(), &BuildError::Rigid);
    assert!(said(change.take_object("balls").unwrap_err()).contains("did you mean"));
    assert_eq!(
        change.take_ear(4).unwrap_err().cause(),
        &BuildError::TakenOut
    );
    let blow = change.contact("blow").unwrap();
    assert_eq!(
        change.pressed(blow).unwrap_err().cause(),
        &BuildError::NotPressable
    );
}

#[test]
fn the_ledger_closes_through_random_changes() {
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    for seed in 0..if full { 400 } else { 20 } {
        let mut rng = Rng::new(seed);
        let mut network = struck_and_rubbed();
        let mut layout = network.layout();
        let mut names: Vec<String> = Vec::new();
        let mut most = network.stored();
        for round in 0..30 {
            let mut change = layout.change();
            if !names.is_empty() && rng.below(3) == 0 {
                let name = names.swap_remove(rng.below(names.len()));
                change.take_object(&name).unwrap();
            }
            if rng.below(3) > 0 {
                let name = format!("part{round}");
                let string = || StringBody::new(&StringParams::default(), &[], rate()).unwrap();
                let object: Box<dyn Object> = match rng.below(3) {
                    0 => ball(rng.signed(), 1e-3 * rng.signed()),
                    1 => Box::new(string()),
                    _ => Box::new(Modal::new(&ModalParams::default(), &[], rate()).unwrap()),
                };
                change.add(&name, object).unwrap();
                for other in ["bar@left".to_owned(), "bar@right".to_owned()]
                    .iter()
                    .chain(&names)
                {
                    if rng.below(3) > 0 {
                        continue;
                    }
                    let law = if rng.below(2) == 0 { hit() } else { rub() };
                    let between = [name.as_str(), other.as_str()];
                    let contact = format!("{name}-{other}");
                    let contact = change.join(&contact, law, between).unwrap();
                    let blow = change.contact("blow").unwrap();
                    if let Ok(pressed) = change.pressed(contact) {
                        change.press_by(pressed, blow).unwrap();
                    }
                }
                names.push(name);
            }
            let mut change = change.prepare(seed + round);
            let before = network.ledger();
            let carried = network.swap(&mut change).unwrap();
            layout = change.layout().clone();
            let after = network.ledger();
            let gained = carried.brought - carried.away;
            most = most.max(after.stored).max(carried.away);
            let moved = after.stored - before.stored - gained;
            assert!(moved.abs() <= 1e-12 * most, "{seed} {round}: {moved:e}");
            for _ in 0..10 {
                network.step();
                let ledger = network.ledger();
                most = most.max(ledger.stored).max(ledger.injected.abs());
                assert!(
                    ledger.error().abs() <= 1e-9 * most,
                    "{seed} {round}: {ledger:?}"
                );
            }
        }
        assert_eq!(network.health().non_finite, 0);
    }
}

#[test]
fn a_changed_network_starts_again_as_it_is() {
    let mut network = struck_and_rubbed();
    let mut change = network.layout().change();
    change.take_object("ball").unwrap();
    change.add("stone", ball(2.0, -1e-4)).unwrap();
    change.join("throw", hit(), ["stone", "bar@left"]).unwrap();
    network.swap(&mut change.prepare(0)).unwrap();
    network.reset(5);
    let first = hears(&mut network, 300);
    network.reset(5);
    assert_eq!(hears(&mut network, 300), first);
    assert!(first.iter().any(|[heard, _]| *heard != 0));
    assert!(network.ledger().error().abs() < 1e-12);
}

/// Free runs go on with what comes, and end where it touches.
#[test]
fn what_rings_on_takes_changes_too() {
    let mut network = NetworkBuilder::new(rate());
    network.add("ball", ball(1.0, -1e-4)).unwrap();
    network.add("bar", bar()).unwrap();
    network.join("blow", hit(), ["ball", "bar@left"]).unwrap();
    network.listen("bar@right", Motion::Velocity).unwrap();
    let mut network = network.build(0);
    let mut layout = network.layout();
    let mut heard = Vec::new();
    let mut rang = 0;
    for round in 0..6 {
        while heard.len() < 4000 * (round + 1) {
            let count = network.ring(64);
            rang += count;
            heard.extend((0..count).map(|n| network.rang(0).at(n)));
            if count == 0 {
                network.step();
                heard.push(network.heard(0));
            }
        }
        let mut change = layout.change();
        let name = if round == 0 { "ball" } else { "stone" };
        change.take_object(name).unwrap();
        change.add("stone", ball(1.0, -1e-2)).unwrap();
        change.join("blow", hit(), ["stone", "bar@left"]).unwrap();
        let mut change = change.prepare(0);
        network.swap(&mut change).unwrap();
        layout = change.layout().clone();
    }
    assert!(rang > 12_000, "{rang}");
    // Each stone needs 10 ms to arrive, and is heard then.
    for round in 1..6 {
        let loud = |range: core::ops::Range<usize>| -> f64 {
            heard[range]
                .iter()
                .fold(0.0, |most: f64, x| most.max(x.abs()))
        };
        let start = 4000 * round;
        assert!(
            loud(start + 480..start + 900) > 1.2 * loud(start..start + 400),
            "{round}"
        );
    }
    assert!(network.health().is_good());
    network.catch_up();
    assert!(network.ledger().error().abs() < 1e-9);
}
