//! The string and the cube of Villeneuve & Leonard (2019), against formulas and against numbers
//! that were worked out elsewhere.

use std::f64::consts::PI;
use urto::math::{atan2, log, sin};
use urto_mi::{
    Bow, Course, Driven, Driver, Heard, Hold, Lattice, LinkLaw, Listener, Mass, MassId,
    MassNetwork, Model, Played, Spring, advisor,
};

const RATE: f64 = 44_100.0;
const MASSES: usize = 32;
const STIFFNESS: f64 = 0.1;
const LENGTH: f64 = 0.9;

/// 32 masses of 1 kg a metre apart, ends fixed, in the paper's discrete units.
fn string(damping: f64, friction: f64) -> (Model, Vec<MassId>) {
    let mut model = Model::new(RATE).unwrap();
    let spring = Spring {
        length: Some(LENGTH),
        ..model.discrete(STIFFNESS, damping)
    };
    let end = |n: usize| n == 0 || n == MASSES - 1;
    let masses: Vec<MassId> = (0..MASSES)
        .map(|n| {
            let mass = Mass::at([n as f64, 0.0, 0.0])
                .of(1.0)
                .named(format!("m{n}"));
            let mass = if end(n) { mass.fixed() } else { mass };
            model.add(mass).unwrap()
        })
        .collect();
    for pair in masses.windows(2) {
        model.join([pair[0], pair[1]], spring).unwrap();
    }
    model.set_friction(friction * RATE).unwrap();
    (model, masses)
}

/// Frequency of a mode at small amplitudes, in the scheme itself \[Hz\].
fn formula(mode: usize) -> f64 {
    let stiff = (STIFFNESS * (1.0 - LENGTH)).sqrt();
    let along = sin(mode as f64 * PI / 62.0);
    RATE / PI * (stiff * along).asin()
}

/// The string released in the shape of a mode, and how much of that shape it has at each step.
fn released(mode: usize, height: f64, steps: usize) -> Vec<f64> {
    let (model, masses) = string(0.0, 0.0);
    let shape = |n: usize| sin(mode as f64 * PI * n as f64 / 31.0);
    let mut bent = Model::new(RATE).unwrap();
    for (n, mass) in model.masses().iter().enumerate() {
        let mut mass = mass.clone();
        mass.position[1] = height * shape(n);
        bent.add(mass).unwrap();
    }
    for link in model.links() {
        bent.join(link.ends, link.law).unwrap();
    }
    let mut network = MassNetwork::new(&bent).unwrap();
    (0..steps)
        .map(|_| {
            network.step();
            let along = |(n, mass): (usize, &MassId)| shape(n) * network.position(*mass)[1];
            masses.iter().enumerate().map(along).sum()
        })
        .collect()
}

/// Frequency from the first and the last time that it rises through zero \[Hz\].
fn frequency(signal: &[f64]) -> f64 {
    let crossing = |n: usize| n as f64 + signal[n] / (signal[n] - signal[n + 1]);
    let rises: Vec<f64> = (0..signal.len() - 1)
        .filter(|n| signal[*n] < 0.0 && signal[*n + 1] >= 0.0)
        .map(crossing)
        .collect();
    let periods = (rises.len() - 1) as f64;
    RATE * periods / (rises[rises.len() - 1] - rises[0])
}

fn cents(hertz: f64, of: f64) -> f64 {
    1200.0 * log(hertz / of) / std::f64::consts::LN_2
}

#[test]
fn small_modes_of_a_string_are_those_of_the_formula() {
    assert!((formula(1) - 71.09890244).abs() < 1e-8);
    assert!((formula(30) - 1404.2860).abs() < 1e-4);
    for mode in [1, 2, 5, 13, 30] {
        let off = cents(frequency(&released(mode, 1e-7, 44_100)), formula(mode));
        println!("mode {mode}: {off:e} cents");
        assert!(off.abs() < 1e-3, "{mode}: {off}");
    }
}

#[test]
fn a_large_swing_is_sharper() {
    for (height, sharper) in [(0.25, 0.967), (1.0, 15.305)] {
        let off = cents(frequency(&released(1, height, 44_100)), formula(1));
        println!("{height} m: {off:.4} cents");
        assert!((off - sharper).abs() < 2e-3, "{height}: {off}");
    }
}

/// A pluck glides down, in cents above the lowest mode.
#[test]
fn the_pitch_of_a_pluck_glides() {
    let (model, masses) = string(1e-4, 2e-4);
    let mut network = MassNetwork::new(&model).unwrap();
    network.push(masses[10], [0.0, 0.1 * RATE * RATE, 0.0]);
    let mut heard = Vec::new();
    let mut before = 0.0;
    for step in 0..44_100 {
        network.step();
        if step > 0 {
            assert!(network.energy() <= before, "step {step}");
        }
        before = network.energy();
        let shape = |n: usize| sin(PI * n as f64 / 31.0);
        let along = |(n, mass): (usize, &MassId)| shape(n) * network.position(*mass)[1];
        heard.push(masses.iter().enumerate().map(along).sum::<f64>());
    }
    let parts = [0.0, 0.1, 0.2, 0.4, 0.7, 1.0].map(|time| (time * RATE) as usize);
    let wanted = [16.23, 7.66, 2.34, 0.24, 0.05];
    for (part, wanted) in parts.windows(2).zip(wanted) {
        let off = cents(frequency(&heard[part[0]..part[1]]), formula(1));
        println!("{:?}: {off:.2} cents, {wanted} wanted", part);
        assert!((off - wanted).abs() < 0.02, "{part:?}: {off}");
    }
    assert_eq!(network.guards(), Default::default());
}

/// Eight corners of a cube, joined along its edges or each with each.
fn cube(all: bool) -> (MassNetwork, Vec<MassId>) {
    let mut model = Model::new(RATE).unwrap();
    let corner = |n: usize| [n & 1, n >> 1 & 1, n >> 2 & 1].map(|on| on as f64);
    let masses: Vec<MassId> = (0..8)
        .map(|n| model.add(Mass::at(corner(n)).of(1.0)).unwrap())
        .collect();
    let spring = model.discrete(0.01, 1e-3);
    for a in 0..8usize {
        for b in a + 1..8 {
            if all || (a ^ b).count_ones() == 1 {
                model.join([masses[a], masses[b]], spring).unwrap();
            }
        }
    }
    (MassNetwork::new(&model).unwrap(), masses)
}

/// Volume of the box that its edges from the first corner span.
fn volume(network: &MassNetwork, masses: &[MassId]) -> f64 {
    let at = |n: usize| network.position(masses[n]);
    let edge = |n: usize| -> [f64; 3] { std::array::from_fn(|k| at(n)[k] - at(0)[k]) };
    let (a, b, c) = (edge(1), edge(2), edge(4));
    let cross = [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ];
    cross.iter().zip(c).map(|(x, y)| x * y).sum::<f64>().abs()
}

#[test]
fn a_cube_of_edges_collapses_and_a_braced_one_does_not() {
    let after_a_kick = |all: bool| {
        let (mut network, masses) = cube(all);
        network.push(masses[3], [0.0, 0.0, 0.01 * RATE * RATE]);
        network.push(masses[0], [0.002 * RATE * RATE, 0.0, 0.0]);
        (0..20_000).for_each(|_| network.step());
        volume(&network, &masses)
    };
    let (edges, braced) = (after_a_kick(false), after_a_kick(true));
    println!("edges {edges}, braced {braced}");
    assert!(edges < 0.8, "{edges}");
    assert!((braced - 1.0).abs() < 2e-3, "{braced}");
}

/// A mass on a spring whose other end is shaken: its swing is the closed form's, in the step's own
/// frequencies (2/h·sin(w·h/2) for w), and no guard acts.
#[test]
fn a_shaken_oscillator_swings_as_it_should() {
    for share in [0.2, 0.6, 1.7] {
        let mut model = Model::new(44_100.0).unwrap();
        let hand = model.add(Mass::at([0.0; 3]).driven()).unwrap();
        let ball = model.add(Mass::at([0.0; 3]).of(0.01)).unwrap();
        let (stiffness, damping, length) = (4e3, 0.5, Some(0.0));
        let spring = Spring {
            stiffness,
            damping,
            length,
            ..Spring::default()
        };
        model
            .link([hand, ball], spring.into(), Some([0.0, 1.0, 0.0]), "")
            .unwrap();
        let hertz = share * (stiffness / 0.01_f64).sqrt() / std::f64::consts::TAU;
        let course = Course::Sine {
            hertz,
            amplitude: 1e-3,
            phase: 0.0,
        };
        let (axis, what) = ([0.0, 1.0, 0.0], Driven::Position);
        let driver = Driver {
            mass: hand,
            axis,
            what,
            course,
        };
        let ear = Listener::new(ball, axis, Heard::Position);
        let mut played = Played::new(&model, &[], &[ear])
            .unwrap()
            .driven(&model, &[driver])
            .unwrap();
        let mut heard = vec![0.0; 44_100];
        played.render(&mut [&mut heard]);
        let swing = heard[22_050..]
            .iter()
            .fold(0.0_f64, |most, x| most.max(x.abs()));
        let h = model.step();
        let w = std::f64::consts::TAU * hertz;
        let stepped = 2.0 / h * sin(0.5 * w * h);
        let lossy = damping * w;
        let above = (stiffness * stiffness + lossy * lossy).sqrt();
        let softer = stiffness - 0.01 * stepped * stepped;
        let below = (softer * softer + lossy * lossy).sqrt();
        let expected = 1e-3 * above / below;
        println!(
            "{share}: {swing} of {expected}, {:?}",
            played.network().guards()
        );
        assert!(
            (swing / expected - 1.0).abs() < 5e-3,
            "{share}: {swing} of {expected}"
        );
        assert_eq!(played.network().guards().speeds, 0);
    }
}

/// Up to the very limit of its step a network is played as it is written: an oscillator at 99 % of
/// it has the pitch of the formula; at 101 % it is made softer and stays finite.
#[test]
fn stable_networks_are_not_made_softer() {
    for (share, softened) in [(0.99, 0), (1.01, 1)] {
        let mut model = Model::new(RATE).unwrap();
        let wall = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
        let ball = model.add(Mass::at([1.0, 0.0, 0.0]).of(1.0)).unwrap();
        let spring = model.discrete(4.0 * share, 0.0);
        model.join([wall, ball], spring).unwrap();
        let mut network = MassNetwork::new(&model).unwrap();
        assert_eq!(network.softened(), softened);
        network.throw(ball, [1e-3, 0.0, 0.0]);
        let mut turns = 0;
        let mut before = 0.0;
        for _ in 0..44_100 {
            network.step();
            let now = network.position(ball)[0] - 1.0;
            assert!(now.abs() < 1e-6, "{now}");
            turns += u32::from(before * now < 0.0);
            before = now;
        }
        if softened == 0 {
            // asin(sqrt(share)).
            let expected = RATE / PI * atan2(share.sqrt(), (1.0 - share).sqrt());
            assert!(
                (f64::from(turns) / 2.0 - expected).abs() < 1.5,
                "{turns} {expected}"
            );
        }
    }
}

/// Springs of rows and lattices are stepped side by side, others one by one: the same motion. A trace
/// of a cubic term makes them such others.
#[test]
fn springs_in_order_move_as_others_do() {
    let moved = |cubic: f64| {
        let mut model = Model::new(RATE).unwrap();
        let spring = Spring {
            stiffness: 2e4,
            cubic,
            damping: 0.01,
            ..Spring::default()
        };
        let lattice = Lattice {
            counts: [9, 7, 3],
            spring,
            hold: Hold::Ends,
            ..Lattice::default()
        };
        let masses = lattice.build(&mut model, "l").unwrap();
        model.set_friction(1e-4).unwrap();
        let mut network = MassNetwork::new(&model).unwrap();
        let mut heard = Vec::new();
        for step in 0..600 {
            match step {
                10 => network.throw(masses[70], [0.01, 0.03, -0.2]),
                100 => network.push(masses[50], [5.0, 0.0, 3.0]),
                200 => network.put(
                    masses[99],
                    network.position(masses[99]).map(|own| own + 1e-4),
                ),
                _ => {}
            }
            network.step();
            heard.extend(network.position(masses[31]));
        }
        assert_eq!((network.guards().kicks, network.guards().speeds), (0, 0));
        (heard, network.energy(), network.dissipated())
    };
    let (in_order, others) = (moved(0.0), moved(1e-200));
    for (a, b) in in_order.0.iter().zip(&others.0) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }
    assert!((in_order.1 / others.1 - 1.0).abs() < 1e-6);
    assert!(in_order.2 > 0.0 && (in_order.2 / others.2 - 1.0).abs() < 1e-6);
}

/// A bow that is steeper than its share of the limit, but which the step can carry, is left as it is.
#[test]
fn a_bow_that_a_step_can_carry_is_not_made_softer() {
    let softened = |share: f64| {
        let mut model = Model::new(RATE).unwrap();
        let bow = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
        let ball = model.add(Mass::at([0.0, 0.0, 0.1])).unwrap();
        // 2·z·h/m is this share, and the slope of the force at rest is force·sqrt(e)/speed.
        let damping = share * 1e-3 * RATE / 2.0;
        let law = LinkLaw::Bow(Bow {
            force: damping * 0.1 / 1.6487212707,
            speed: 0.1,
        });
        model
            .link([bow, ball], law, Some([1.0, 0.0, 0.0]), "")
            .unwrap();
        (
            advisor::margin(&model) >= 1.0,
            MassNetwork::new(&model).unwrap().softened(),
        )
    };
    assert_eq!(softened(1.0), (true, 0));
    assert_eq!(softened(1.9), (true, 0));
    assert_eq!(softened(4.5), (false, 1));
}
