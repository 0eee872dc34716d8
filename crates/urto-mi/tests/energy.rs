//! Energy never rises without outside work, whatever the network.

mod drawn;

use drawn::{drawn, tie};
use urto::rng::Rng;
use urto_mi::{
    Hold, Lattice, Mass, MassId, MassNetwork, Model, Moved, Precision, Spring, StepQuality,
    Stepping,
};

#[test]
fn random_networks_gain_nothing_and_stay_finite() {
    for (quality, precision) in [
        (StepQuality::Exact, Precision::Double),
        (StepQuality::Exact, Precision::Single),
        (StepQuality::Fast, Precision::Double),
        (StepQuality::Fast, Precision::Single),
    ] {
        let stepping = Stepping {
            quality,
            precision,
            ..Stepping::default()
        };
        random_networks(stepping);
    }
}

fn random_networks(stepping: Stepping) {
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let count = if full { 20_000 } else { 500 };
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let calm = stepping.quality == StepQuality::Fast;
        let (mut model, masses) = drawn(&mut rng, calm);
        if stepping.precision == Precision::Single {
            tie(&mut rng, &mut model, &masses, calm);
        }
        let mut network = MassNetwork::with(&model, stepping).unwrap();
        assert_eq!(network.stepping(), stepping);
        network.begin();
        let start = network.energy();
        let mut peak = start;
        for step in 0..400 {
            let before = (network.energy(), network.injected());
            let driven = network.driven();
            if rng.below(20) == 0 {
                let newtons = [0; 3].map(|_| rng.log_uniform(1e-6, 1e6) * rng.signed());
                network.push(masses[rng.below(masses.len())], newtons);
            }
            if rng.below(100) == 0 {
                let mass = masses[rng.below(masses.len())];
                match rng.below(2) {
                    0 => network.put(mass, [0; 3].map(|_| rng.signed())),
                    _ => network.throw(mass, [0; 3].map(|_| 100.0 * rng.signed())),
                }
            }
            if rng.below(3) == 0 {
                let led = masses
                    .iter()
                    .filter(|mass| model.masses()[mass.index()].moved == Moved::ByDriver);
                for mass in led {
                    let to = network.position(*mass).map(|own| own + 1e-3 * rng.signed());
                    network.lead(*mass, to);
                }
            }
            network.step();
            let (energy, injected) = (network.energy(), network.injected());
            let largest = start
                .abs()
                .max(before.0)
                .max(energy)
                .max((injected - before.1).abs())
                // A hand may give what a driver takes in the same step.
                .max((network.driven() - driven).abs());
            peak = peak.max(largest);
            let gained = energy - before.0 - (injected - before.1);
            // Totals of all work so far round as well.
            let rounding = 1e-15 * (injected.abs() + network.dissipated());
            assert!(
                gained <= 1e-12 * largest + rounding,
                "{seed} {step}: {before:?} {energy} {injected} gained {gained} of {largest}"
            );
            assert!(
                energy >= -1e-9 * largest - rounding,
                "{seed} {step}: {energy}"
            );
            for mass in &masses {
                let [at, speed] = [network.position(*mass), network.velocity(*mass)];
                let finite = at.iter().chain(&speed).all(|own| own.is_finite());
                assert!(finite, "{seed} {step}: {at:?} {speed:?}");
            }
        }
        network.begin();
        let total = start + network.injected();
        let missed = total - network.energy() - network.dissipated();
        let scale = peak + network.dissipated() + network.injected().abs();
        assert!(missed.abs() <= 1e-9 * scale, "{seed}: {missed} of {scale}");
    }
}

/// A floppy cube that is hit hard heats leapfrog alone to thousands of times its energy.
#[test]
fn a_violent_cube_does_not_heat() {
    let mut model = Model::new(44_100.0).unwrap();
    let corner = |n: usize| [n & 1, n >> 1 & 1, n >> 2 & 1].map(|on| on as f64);
    let masses: Vec<MassId> = (0..8)
        .map(|n| model.add(Mass::at(corner(n)).of(1.0)).unwrap())
        .collect();
    let spring = model.discrete(0.1, 0.0);
    for a in 0..8usize {
        for b in a + 1..8 {
            if (a ^ b).count_ones() == 1 {
                model.join([masses[a], masses[b]], spring).unwrap();
            }
        }
    }
    let mut network = MassNetwork::new(&model).unwrap();
    network.push(
        masses[5],
        [44_100.0 * 44_100.0, 0.0, 0.3 * 44_100.0 * 44_100.0],
    );
    network.step();
    let start = network.energy();
    let mut highest = 0.0f64;
    for _ in 0..200_000 {
        network.step();
        assert!(network.energy() <= start);
        highest = highest.max(network.mechanical());
    }
    println!(
        "mechanical energy at most {} of the start, at last {}; {:?}",
        highest / start,
        network.mechanical() / start,
        network.guards()
    );
    // Not proved: for some steps springs alone may hold more than the account, until speeds have
    // been brought down. The motion is chaotic: other roundings give 1.05 to 1.11.
    assert!(highest <= 1.2 * start);
    assert!(network.mechanical() > 0.5 * start);
}

/// The beam of the study `beam-chaos`, without losses and struck so hard that its motion is chaotic: a
/// million steps neither give it energy nor take much.
#[test]
fn a_chaotic_beam_keeps_its_energy_for_a_million_steps() {
    let rate = 44_100.0;
    let mut model = Model::new(rate).unwrap();
    let spring = model.discrete(0.05, 0.0);
    let beam = Lattice {
        counts: [24, 2, 2],
        spacing: 1.0,
        mass: 1.0,
        spring,
        span: 1.8,
        hold: Hold::Ends,
        ..Lattice::default()
    };
    let masses = beam.build(&mut model, "beam").unwrap();
    assert_eq!((masses.len(), model.links().len()), (96, 512));
    let mut network = MassNetwork::new(&model).unwrap();
    network.push(masses[40], [0.0, rate * rate, 0.0]);
    network.step();
    let start = network.energy();
    let mut before = start;
    for step in 0..1_000_000 {
        network.step();
        assert!(network.energy() <= before, "step {step}");
        before = network.energy();
    }
    println!(
        "{} of the start is left, moving {}; {:?}",
        before / start,
        network.mechanical() / start,
        network.guards()
    );
    assert!(before > 0.9 * start && network.mechanical() > 0.8 * start);
}

/// A cubic link whose pull grows far beyond what a step can carry: the mass stays where its energy lets it
/// be. What pushes it at each step does not know how it moves.
#[test]
fn a_cubic_link_driven_far_beyond_its_range_stays_finite() {
    for (quality, newtons) in [
        (StepQuality::Exact, 1e3),
        (StepQuality::Exact, 1e9),
        (StepQuality::Fast, 1e3),
        (StepQuality::Fast, 1e9),
    ] {
        let hertz = 44_100.0;
        let mut model = Model::new(hertz).unwrap();
        let wall = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
        let mass = model.add(Mass::at([0.1, 0.0, 0.0]).of(1e-3)).unwrap();
        // The tangent, 3·c·x², passes a step's limit, 4·m/h², at a stretch of 0.05 mm.
        let spring = Spring {
            stiffness: 100.0,
            cubic: 1e15,
            length: Some(0.1),
            ..Spring::default()
        };
        model.join([wall, mass], spring).unwrap();
        let stepping = Stepping {
            quality,
            ..Stepping::default()
        };
        let mut network = MassNetwork::with(&model, stepping).unwrap();
        let mut rng = Rng::new(3);
        for step in 0..100_000 {
            let push = [0; 3].map(|_| newtons * rng.signed());
            network.push(mass, push);
            network.step();
            let (held, given) = (network.energy(), network.injected());
            assert!(
                network.position(mass).iter().all(|own| own.is_finite()),
                "{quality:?} {step}"
            );
            let books = given - network.dissipated() - held;
            let largest = given.abs().max(network.dissipated()).max(held);
            assert!(
                books.abs() <= 1e-9 * largest,
                "{quality:?} {step}: {books:e} of {largest:e}"
            );
        }
    }
}
