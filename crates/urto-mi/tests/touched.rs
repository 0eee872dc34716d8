//! A network as a body: the contract that every object keeps, and contacts on it.

use urto::Rate;
use urto::contact::{HuntCrossley, ImpactLaw};
use urto::network::NetworkBuilder;
use urto::object::{Mass as Hammer, MassParams, Object, Point};
use urto::rng::Rng;
use urto_mi::{Freedom, Mass, MassBody, MassId, MassPoint, Model, Spring};

/// A chain that hangs between two walls, its points up and sideways at random masses.
fn chain(rng: &mut Rng, hertz: f64) -> MassBody {
    let mut model = Model::new(hertz).unwrap();
    let count = 3 + rng.below(20);
    let masses: Vec<MassId> = (0..count)
        .map(|n| {
            let mut mass = Mass::at([0.02 * n as f64, 0.001 * rng.signed(), 0.0])
                .of(rng.log_uniform(1e-5, 1e-2));
            if n == 0 || n == count - 1 {
                mass = mass.fixed();
            }
            mass.velocity = [0; 3].map(|_| 0.1 * rng.signed());
            mass.freedom = match rng.below(4) {
                0 => Freedom::Across(rng.below(3)),
                1 => Freedom::Along(rng.below(3)),
                _ => Freedom::Space,
            };
            model.add(mass).unwrap()
        })
        .collect();
    let spring = Spring {
        stiffness: rng.log_uniform(1.0, 1e6),
        damping: if rng.below(2) == 0 { 1e-3 } else { 0.0 },
        length: Some(0.018),
        ..Spring::default()
    };
    for pair in masses.windows(2) {
        model.join([pair[0], pair[1]], spring).unwrap();
    }
    model.set_gravity([0.0, -9.81, 0.0]).unwrap();
    let points: Vec<MassPoint> = (0..3)
        .map(|n| MassPoint {
            name: format!("p{n}"),
            mass: masses[1 + rng.below(count - 2)],
            along: [0; 3].map(|_| rng.signed()),
        })
        .collect();
    MassBody::new(&model, &points).unwrap()
}

/// Energy changes by newtons times displacement, by what is injected, and by a loss; and a point
/// moves as it said it would.
#[test]
fn the_contract_of_bodies_holds() {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut body = chain(&mut rng, 48_000.0);
        let mut largest = body.energy();
        for step in 0..300 {
            let points = [Point(0), Point(1), Point(2)];
            let (energy, books) = (body.energy(), body.books());
            let before = points.map(|point| body.displacement(point));
            body.begin();
            let newtons = points.map(|_| match rng.below(3) {
                0 => rng.log_uniform(1e-6, 10.0) * rng.signed(),
                _ => 0.0,
            });
            let foretold = points.map(|at| {
                let felt = points.iter().zip(newtons);
                let pushed: f64 = felt
                    .map(|(from, force)| body.response(at, *from).displacement * force)
                    .sum();
                body.coast(at).gained + pushed
            });
            for (point, newtons) in points.iter().zip(newtons) {
                body.push(*point, newtons);
            }
            body.end();
            let moved: Vec<f64> = (0..3)
                .map(|n| body.displacement(points[n]) - before[n])
                .collect();
            for n in 0..3 {
                let error = (moved[n] - foretold[n]).abs();
                assert!(
                    error <= 1e-12,
                    "{seed} {step}: {} {}",
                    moved[n],
                    foretold[n]
                );
            }
            let work: f64 = moved
                .iter()
                .zip(newtons)
                .map(|(way, force)| way * force)
                .sum();
            let (after, now) = (body.energy(), body.books());
            largest = largest.max(after).max(work.abs());
            let lost = now.dissipated - books.dissipated;
            assert!(lost >= 0.0, "{seed} {step}: {lost}");
            let missed = after - energy - work - (now.injected - books.injected) + lost;
            assert!(
                missed.abs() <= 1e-11 * largest,
                "{seed} {step}: {missed} of {largest}"
            );
        }
    }
}

/// A hammer that flies against a mass of a network gains nothing.
#[test]
fn a_hammer_on_a_network_gains_nothing() {
    let rate = Rate::new(48_000.0).unwrap();
    let mut touched = 0;
    for seed in 0..80 {
        let mut rng = Rng::new(1000 + seed);
        let body = chain(&mut rng, 48_000.0);
        let mut network = NetworkBuilder::new(rate);
        let hammer = MassParams {
            mass: rng.log_uniform(1e-4, 1.0),
            velocity: rng.log_uniform(0.01, 10.0),
            position: -1e-3,
            ..MassParams::default()
        };
        let law = ImpactLaw {
            stiffness: rng.log_uniform(1e4, 1e10),
            dissipation: 2.0 * rng.uniform(),
            ..ImpactLaw::default()
        };
        let hammer = Hammer::new(&hammer, &[], rate).unwrap();
        network.add("hammer", Box::new(hammer)).unwrap();
        network.add("chain", Box::new(body)).unwrap();
        let law = HuntCrossley::new(&law, rate).unwrap();
        let hit = network
            .join("hit", Box::new(law), ["hammer", "chain@p0"])
            .unwrap();
        let mut network = network.build(0);
        let mut last = network.ledger();
        let mut peak = last.stored;
        let mut hardest = 0.0f64;
        for step in 0..4000 {
            network.step();
            hardest = hardest.max(network.contact_state(hit).0);
            let now = network.ledger();
            let given = now.injected - last.injected;
            peak = peak.max(now.stored).max(given.abs());
            let gained = now.stored - last.stored - given;
            assert!(gained <= 1e-12 * peak, "{seed} {step}: {gained} of {peak}");
            assert!(now.error().abs() <= 1e-9 * peak, "{seed} {step}: {now:?}");
            last = now;
        }
        touched += u32::from(hardest > 0.0);
    }
    assert!(touched > 60, "{touched} of 80 hammers have touched");
}
