//! Energy never rises without outside work, whatever the network.

use urto::rng::Rng;
use urto_mi::{
    Against, Attractor, Bow, Contact, Freedom, Hold, Lattice, LinkLaw, Mass, MassId, MassNetwork,
    Model, Moved, Pluck, Precision, Side, Spring, StepQuality, Stepping,
};

/// Any law, whatever its numbers.
fn drawn_law(rng: &mut Rng, size: f64, has_axis: bool, calm: bool) -> LinkLaw {
    match rng.below(10) {
        0 => {
            let strength = rng.log_uniform(1e-9, 1e9) * rng.signed();
            let core = rng.log_uniform(1e-9, 1.0);
            return LinkLaw::Attractor(Attractor { strength, core });
        }
        1 => {
            let (stiffness, reach) = (rng.log_uniform(1e-3, 1e12), rng.log_uniform(1e-6, 1.0));
            return LinkLaw::Pluck(Pluck { stiffness, reach });
        }
        2 if has_axis => {
            let (force, speed) = (rng.log_uniform(1e-6, 1e6), rng.log_uniform(1e-6, 10.0));
            return LinkLaw::Bow(Bow { force, speed });
        }
        _ => {}
    }
    let length = match rng.below(3) {
        0 => None,
        1 => Some(0.0),
        _ => Some(size * rng.uniform()),
    };
    let mut seldom = |low: f64, high: f64| match rng.below(3) {
        0 => rng.log_uniform(low, high),
        _ => 0.0,
    };
    let [quadratic, cubic, power] =
        [(1.0, 1e13), (1.0, 1e14), (1.0, 1e12)].map(|(a, b)| seldom(a, b));
    let damping = if calm { 0.0 } else { seldom(1e-6, 1e9) };
    LinkLaw::Spring(Spring {
        stiffness: rng.log_uniform(1e-3, 1e12),
        quadratic,
        cubic,
        power,
        exponent: 1.0 + 9.0 * rng.uniform(),
        damping,
        length,
        side: [Side::Both, Side::Pulls, Side::Pushes][rng.below(3)],
    })
}

/// Contacts of many, whatever their numbers: some masses with each other, with others, and with
/// triangles.
fn drawn_contacts(rng: &mut Rng, model: &mut Model, masses: &[MassId], size: f64, calm: bool) {
    for _ in 0..rng.below(4) {
        let mut all = masses.to_vec();
        for n in (1..all.len()).rev() {
            all.swap(n, rng.below(n + 1));
        }
        let rest = all.split_off(1 + rng.below(all.len() - 1));
        let against = match rng.below(3) {
            0 => Against::EachOther,
            1 => Against::Masses(rest),
            _ => {
                let triangle = |_| [0; 3].map(|_| rest[rng.below(rest.len())]);
                let drawn: Vec<[MassId; 3]> = (0..8).map(triangle).collect();
                let right = |[a, b, c]: &[MassId; 3]| a != b && b != c && c != a;
                Against::Surface(drawn.into_iter().filter(right).collect())
            }
        };
        let LinkLaw::Spring(spring) = drawn_law(rng, size, false, calm) else {
            continue;
        };
        let length = Some(size * rng.log_uniform(1e-3, 1.0));
        let contact = Contact {
            masses: all,
            against,
            spring: Spring { length, ..spring },
        };
        // Some sets are too small to touch anybody.
        let _ = model.add_contact(contact);
    }
}

/// A network of anything with anything; a calm one has no dampers, friction or gravity.
fn drawn(rng: &mut Rng, calm: bool) -> (Model, Vec<MassId>) {
    let hertz = rng.log_uniform(250.0, 192_000.0);
    let mut model = Model::new(hertz).unwrap();
    let count = 2 + rng.below(30);
    let size = rng.log_uniform(1e-3, 10.0);
    let place = |rng: &mut Rng| [0; 3].map(|_| size * rng.signed());
    let masses: Vec<MassId> = (0..count)
        .map(|_| {
            let mut mass = Mass::at(place(rng)).of(rng.log_uniform(1e-6, 10.0));
            mass.velocity = [0; 3].map(|_| 10.0 * rng.signed());
            match rng.below(10) {
                0 => mass = mass.fixed(),
                1 => mass = mass.driven(),
                _ => {}
            }
            mass.freedom = match rng.below(8) {
                0 => Freedom::Across(rng.below(3)),
                1 => Freedom::Along(rng.below(3)),
                _ => Freedom::Space,
            };
            model.add(mass).unwrap()
        })
        .collect();
    for _ in 0..count + rng.below(3 * count) {
        let (a, b) = (rng.below(count), rng.below(count));
        if a == b {
            continue;
        }
        let along = (rng.below(4) == 0).then(|| [0; 3].map(|_| rng.signed() + 1e-3));
        let law = drawn_law(rng, size, along.is_some(), calm);
        model.link([masses[a], masses[b]], law, along, "").unwrap();
    }
    // A row, which is stepped in order.
    if rng.below(3) == 0 {
        let spring = Spring {
            stiffness: rng.log_uniform(1e-3, 1e9),
            damping: if calm {
                0.0
            } else {
                [0.0, rng.log_uniform(1e-6, 1e3)][rng.below(2)]
            },
            length: [None, Some(0.0), Some(size * rng.uniform())][rng.below(3)],
            ..Spring::default()
        };
        for pair in masses.windows(2) {
            model.join([pair[0], pair[1]], spring).unwrap();
        }
    }
    if !calm && rng.below(3) == 0 {
        model.set_friction(rng.log_uniform(1e-9, 1e3)).unwrap();
    }
    if !calm && rng.below(3) == 0 {
        model.set_gravity([0.0, 0.0, -9.81]).unwrap();
    }
    drawn_contacts(rng, &mut model, &masses, size, calm);
    (model, masses)
}

/// Ties every mass to a wall, as single precision asks for.
fn tie(rng: &mut Rng, model: &mut Model, masses: &[MassId], calm: bool) {
    let wall = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
    for mass in masses {
        let spring = Spring {
            stiffness: rng.log_uniform(1e-3, 1e9),
            damping: if calm {
                0.0
            } else {
                [0.0, rng.log_uniform(1e-6, 1e3)][rng.below(2)]
            },
            ..Spring::default()
        };
        model.join([wall, *mass], spring).unwrap();
    }
}

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
