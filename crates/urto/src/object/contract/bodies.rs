//! The contract of every kind of body, and of those that carry or hold others.

use super::{DrawnCase, keeps_the_contract, scramble, some_mode};
use crate::object::ensemble::{Member, MemberPoint};
use crate::object::{
    CarriedBody, Carrier, Ensemble, KINDS, Modal, ModalParams, Mode, NamedPoint, Object, Outline,
    Particle, ParticleParams, Place, Point, SprungMass, Stretch, Stretching, Touched, Tumble,
};
use crate::param::Declared;
use crate::rng::Rng;
use core::any::Any;

#[test]
fn every_kind_keeps_the_contract_under_random_forces() {
    for kind in KINDS {
        keeps_the_contract(kind.key, 300, &|rate, rng| {
            let mut params = (kind.params)();
            scramble(params.as_mut(), rng);
            let named: Vec<NamedPoint> = match kind.key {
                "modal" | "string" => ["a", "b", "c"]
                    .map(|name| NamedPoint {
                        name: name.to_owned(),
                        place: Place::Along(rng.uniform()),
                    })
                    .to_vec(),
                _ => Vec::new(),
            };
            let touched = match rng.below(3) {
                0 => Touched::Anywhere,
                1 => Touched::At(Point(0)),
                _ => Touched::Both([Point(1), Point(0)]),
            };
            let build = |_| {
                let mut body = (kind.build)(params.as_ref(), &named, rate).unwrap();
                let any: &mut dyn Any = body.as_mut();
                if let Some(modal) = any.downcast_mut::<Modal>() {
                    modal.touch_at(touched);
                }
                body
            };
            let mut drawn = DrawnCase::bare([0, 1].map(build), named.len().max(1));
            drawn.params = Some(params);
            drawn
        });
    }
}

#[test]
fn a_mass_in_space_keeps_the_contract() {
    keeps_the_contract("particle", 300, &|rate, rng| {
        let mut params = ParticleParams::default();
        scramble(&mut params, rng);
        let slope = NamedPoint {
            name: "slope".to_owned(),
            place: Place::Shape((0..3).map(|_| 0.1 + rng.uniform()).collect()),
        };
        let build = |_| -> Box<dyn Object> {
            Box::new(Particle::new(&params, core::slice::from_ref(&slope), rate).unwrap())
        };
        let mut drawn = DrawnCase::bare([0, 1].map(build), 4);
        drawn.params = Some(Box::new(params.clone()));
        drawn
    });
}

#[test]
fn a_held_block_keeps_the_contract() {
    keeps_the_contract("held", 300, &|rate, rng| {
        let mode = some_mode(rng);
        let build = |_| -> Box<dyn Object> { Box::new(SprungMass::new(&mode, rate)) };
        let mut drawn = DrawnCase::bare([0, 1].map(build), 1);
        drawn.params = Some(Box::new(mode.clone()));
        drawn
    });
}

/// A plate that stretches, from one that hardly does to one that is nothing but stretched.
#[test]
fn a_stretching_plate_keeps_the_contract() {
    keeps_the_contract("stretching", 300, &|rate, rng| {
        let count = 1 + rng.below(20);
        let modes: Vec<Mode> = (0..count).map(|_| some_mode(rng)).collect();
        let stretch = Stretch {
            stiffness: rng.log_uniform(1e-3, 1e15),
            bends: rng.log_uniform(1e-3, 1e2),
            weight: rng.log_uniform(1e-3, 1e3),
            // Further modes are what it stands on.
            modes: 1 + rng.below(count),
        };
        let points = ["a", "b"].map(|name| NamedPoint {
            name: name.to_owned(),
            place: Place::Along(rng.uniform()),
        });
        let build = |_| -> Box<dyn Object> {
            let bank = ModalParams {
                modes: modes.clone(),
                ..ModalParams::default()
            };
            let bank = Modal::new(&bank, &points, rate).unwrap();
            Box::new(Stretching::new(bank, stretch, rate))
        };
        DrawnCase::bare([0, 1].map(build), 2)
    });
}

#[test]
fn a_crowd_keeps_the_contract() {
    keeps_the_contract("crowd", 200, &|rate, rng| {
        let bodies = 1 + rng.below(4);
        let mut members = Vec::new();
        for _ in 0..bodies {
            let count = 1 + rng.below(5);
            let shapes = |rng: &mut Rng| (0..count).map(|_| rng.signed()).collect::<Vec<_>>();
            let (struck, heard) = (shapes(rng), shapes(rng));
            let elsewhere = (0..3).map(|_| MemberPoint {
                place: rng.uniform(),
                shapes: (0..count).map(|_| rng.signed()).collect(),
            });
            let elsewhere = elsewhere.collect();
            members.push(Member {
                modes: (0..count).map(|_| some_mode(rng)).collect(),
                struck,
                heard,
                elsewhere,
                size: rng.log_uniform(1e-3, 1.0),
            });
        }
        let build = |_| -> Box<dyn Object> { Box::new(Ensemble::new(&members, bodies, rate)) };
        let mut drawn = DrawnCase::bare([0, 1].map(build), bodies + 1);
        drawn.set = (0..bodies).filter_map(Ensemble::size_of).collect();
        drawn
    });
}

/// Bodies of every kind, on modes that carry them and with a flight of their own.
#[test]
fn a_carried_body_keeps_the_contract() {
    for kind in KINDS.iter().filter(|kind| kind.key != "driven") {
        keeps_the_contract(&format!("carried {}", kind.key), 60, &|rate, rng| {
            let mut params = (kind.params)();
            scramble(params.as_mut(), rng);
            let names = ["a", "b", "c"].map(|name| NamedPoint {
                name: name.to_owned(),
                place: match kind.key {
                    "particle" => Place::Shape((0..3).map(|_| 0.1 + rng.uniform()).collect()),
                    _ => Place::Along(rng.uniform()),
                },
            });
            let has_points = matches!(kind.key, "modal" | "string" | "particle");
            let own: &[NamedPoint] = if has_points { &names } else { &[] };
            let bank = ModalParams {
                modes: (0..rng.below(5)).map(|_| some_mode(rng)).collect(),
                inertia: [0.0, rng.log_uniform(1e-3, 10.0)][rng.below(2)],
                ..ModalParams::default()
            };
            let heard = [NamedPoint {
                name: "under".to_owned(),
                place: Place::Shape(vec![3.0; bank.modes.len()]),
            }];
            let build = |_| -> Box<dyn Object> {
                let carrier = Carrier {
                    bank: bank.clone(),
                    first: 0,
                    further: &heard,
                };
                let own = (kind.build)(params.as_ref(), own, rate).unwrap();
                Box::new(CarriedBody::new(own, carrier, &names, rate).unwrap())
            };
            let mut drawn = DrawnCase::bare([0, 1].map(build), names.len() + heard.len());
            drawn.params = Some(Box::new(bank.clone()));
            drawn
        });
    }
}

#[test]
fn a_tumbling_thing_keeps_the_contract() {
    keeps_the_contract("tumble", 200, &|rate, rng| {
        let shape = Outline {
            size: rng.log_uniform(1e-2, 0.5),
            sphericity: rng.uniform(),
            corners: 2 + rng.below(6),
            elongation: rng.log_uniform(1.0, 10.0),
        };
        let (mass, rings) = (rng.log_uniform(1e-3, 10.0), rng.below(2) == 0);
        let modes: Vec<Mode> = (0..3).map(|_| some_mode(rng)).collect();
        let corners = Tumble::new(&shape, mass, None, rate).unwrap().corners();
        let params = ModalParams {
            modes,
            ..ModalParams::default()
        };
        let named: Vec<NamedPoint> = (0..=corners)
            .map(|index| NamedPoint {
                name: format!("{index}"),
                place: Place::Along(rng.uniform()),
            })
            .collect();
        let build = |_| -> Box<dyn Object> {
            let ring =
                || -> Box<dyn Object> { Box::new(Modal::new(&params, &named, rate).unwrap()) };
            Box::new(Tumble::new(&shape, mass, rings.then(ring), rate).unwrap())
        };
        let mut drawn = DrawnCase::bare([0, 1].map(build), corners);
        // It turns, so that its corners move on arcs.
        drawn.straight = false;
        drawn.set = vec![ModalParams::TABLE.find("inertia").unwrap()];
        drawn
    });
}
