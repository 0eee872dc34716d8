//! Pressed pairs in the short way: how often friction is asked, and that they are passive.

use super::*;
use crate::contact::{FrictionLaw, HuntCrossley, ImpactLaw};
use crate::network::{ContactId, Motion, Network, NetworkBuilder};
use crate::object::{Driven, DrivenParams, Mass, MassParams, ModalParams, Mode, NamedPoint, Place};
use crate::rng::Rng;

/// A hammer that presses on a body, and a hand that rubs it beside.
struct Stroke {
    modes: Vec<Mode>,
    shapes: [Vec<f64>; 2],
    hammer: MassParams,
    hand: f64,
    impact: ImpactLaw,
    friction: FrictionLaw,
    rate: Rate,
}

impl Stroke {
    /// As in the benches: a blow of 8 ms and more.
    fn soft(count: usize) -> Self {
        let mode = |n: usize| Mode {
            frequency: 80.0 * crate::math::pow(225.0, (n as f64 + 0.5) / count as f64),
            decay: 3.0,
            mass: count as f64,
        };
        Self {
            modes: (0..count).map(mode).collect(),
            shapes: [vec![1.0; count], vec![1.0; count]],
            hammer: MassParams {
                mass: 0.02,
                velocity: 1.0,
                ..MassParams::default()
            },
            hand: 0.2,
            impact: ImpactLaw {
                stiffness: 3e4,
                ..ImpactLaw::default()
            },
            friction: FrictionLaw::default(),
            rate: Rate::new(48e3).unwrap(),
        }
    }

    fn drawn(rng: &mut Rng) -> Self {
        let count = 1 + rng.below(6);
        let mode = |_| Mode {
            frequency: rng.log_uniform(20.0, 2e4),
            decay: rng.log_uniform(1e-3, 10.0),
            mass: rng.log_uniform(1e-4, 10.0),
        };
        let modes = (0..count).map(mode).collect();
        let mut row = || (0..count).map(|_| rng.signed()).collect();
        let shapes = [row(), row()];
        Self {
            modes,
            shapes,
            hammer: MassParams {
                mass: rng.log_uniform(1e-5, 10.0),
                velocity: rng.log_uniform(1e-2, 10.0),
                force: rng.log_uniform(1e-3, 100.0),
                ..MassParams::default()
            },
            hand: rng.signed() * rng.log_uniform(1e-3, 10.0),
            impact: ImpactLaw {
                stiffness: rng.log_uniform(1e4, 1e10),
                exponent: 1.0 + 2.0 * rng.uniform(),
                dissipation: rng.log_uniform(1e-3, 10.0),
                ..ImpactLaw::default()
            },
            friction: FrictionLaw {
                dynamic_friction: rng.log_uniform(0.01, 1.0),
                static_friction: rng.log_uniform(0.01, 2.0),
                stribeck: rng.log_uniform(1e-3, 10.0),
                stiffness: rng.log_uniform(1e2, 1e8),
                damping: rng.log_uniform(1e-4, 100.0),
                viscosity: if rng.below(2) == 0 { 0.0 } else { 0.1 },
                noise: if rng.below(4) == 0 { 0.1 } else { 0.0 },
                ..FrictionLaw::default()
            },
            rate: Rate::new(rng.log_uniform(8e3, 192e3)).unwrap(),
        }
    }

    fn build(&self) -> (Network, [ContactId; 2]) {
        let rate = self.rate;
        let mut network = NetworkBuilder::new(rate);
        let points = [("n", 0), ("t", 1)].map(|(name, row)| NamedPoint {
            name: name.to_owned(),
            place: Place::Shape(self.shapes[row].clone()),
        });
        let body = ModalParams {
            modes: self.modes.clone(),
            ..ModalParams::default()
        };
        let hand = DrivenParams {
            velocity: self.hand,
            ..DrivenParams::default()
        };
        let body = Modal::new(&body, &points, rate).unwrap();
        let hammer = Mass::new(&self.hammer, &[], rate).unwrap();
        let hand = Driven::new(&hand, &[], rate).unwrap();
        network.add("hammer", Box::new(hammer)).unwrap();
        network.add("body", Box::new(body)).unwrap();
        network.add("hand", Box::new(hand)).unwrap();
        let impact = HuntCrossley::new(&self.impact, rate).unwrap();
        let friction = ElastoPlastic::new(&self.friction, rate).unwrap();
        // The pressed one first, and turned round: neither matters.
        let rub = network.join("rub", Box::new(friction), ["body@t", "hand"]);
        let hit = network.join("hit", Box::new(impact), ["hammer", "body@n"]);
        let (rub, hit) = (rub.unwrap(), hit.unwrap());
        let pressed = network.pressed(rub).unwrap();
        network.press_by(pressed, hit).unwrap();
        network.listen("body@t", Motion::Velocity).unwrap();
        (network.build(1), [hit, rub])
    }
}

/// A soft blow needs friction once in a step, and a closer agreement changes nothing that could
/// be heard.
#[test]
fn friction_is_worked_out_once() {
    let stroke = Stroke::soft(16);
    let (mut network, [hit, _]) = stroke.build();
    let (mut close, _) = stroke.build();
    // As close as rounding lets it come in every step.
    close.islands[0].pressed_pair.agreed = 1e-12;
    let (mut worst, mut loudest) = (0.0f64, 0.0f64);
    for _ in 0..300 {
        network.step();
        close.step();
        worst = worst.max((network.heard(0) - close.heard(0)).abs());
        loudest = loudest.max(close.heard(0).abs());
    }
    assert!(network.contact_state(hit).0 > 1.0);
    let [solved, rubs] = network.islands[0].pressed_pair.counted;
    assert!(solved >= 298, "{solved} of 300");
    assert!(rubs as f64 <= 1.05 * solved as f64, "{rubs} in {solved}");
    let [also, rubs] = close.islands[0].pressed_pair.counted;
    assert_eq!(also, solved);
    assert!(rubs as f64 > 1.5 * solved as f64, "{rubs}");
    assert!(worst <= 1e-9 * loudest, "{worst:e} of {loudest:e}");
}

/// Whatever is struck and rubbed by whatever: no energy from nowhere, a ledger that closes, and
/// hardly a step that is not solved; most of them in the short way.
#[test]
fn drawn_pairs_are_passive() {
    let mut rng = Rng::new(6);
    let (mut touched, mut solved, mut rubs, mut unconverged) = (0, 0, 0, 0);
    for number in 0..400 {
        let stroke = Stroke::drawn(&mut rng);
        let (mut network, [hit, _]) = stroke.build();
        assert!(network.islands[0].pressed_pair.is_one);
        let mut last = network.ledger();
        let mut peak = last.stored;
        let mut largest = peak;
        for step in 0..200 {
            network.step();
            let now = network.ledger();
            let work = now.injected - last.injected;
            peak = peak.max(now.stored).max(work.abs());
            largest = largest
                .max(peak)
                .max(now.injected.abs())
                .max(now.dissipated);
            let rise = now.stored - last.stored - work;
            let rounding = 1e-15 * (now.injected.abs() + now.dissipated.abs());
            let seen = || format!("{number} {step}: {now:?} after {last:?}");
            assert!(rise <= 1e-11 * peak + rounding, "{}", seen());
            assert!(now.error().abs() <= 1e-9 * largest, "{}", seen());
            assert!(network.heard(0).is_finite(), "{}", seen());
            touched += usize::from(network.contact_state(hit).0 > 0.0);
            last = now;
        }
        let counted = network.islands[0].pressed_pair.counted;
        (solved, rubs) = (solved + counted[0], rubs + counted[1]);
        unconverged += network.health().unconverged;
    }
    println!("{touched} steps in contact, {solved} short, {rubs} rubs, {unconverged} unsolved");
    assert!(solved * 10 > touched * 8, "{solved} of {touched}");
    assert!(rubs < 3 * solved, "{rubs} in {solved}");
    assert!(unconverged * 1000 < touched as u64, "{unconverged}");
}
