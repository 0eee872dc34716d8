//! Ringing on in spans is the same motion as step by step.

use urto::contact::{HuntCrossley, ImpactLaw};
use urto::network::{Motion, Network, NetworkBuilder, Quality, Samples};
use urto::object::{
    Forecast, Mass, MassParams, Modal, ModalParams, Mode, NamedPoint, Object, Outlook, Place,
    Point, SPAN,
};
use urto::rng::Rng;
use urto::{Rate, SimdLevel};

fn rate() -> Rate {
    Rate::new(48_000.0).unwrap()
}

fn along(name: &str, position: f64) -> NamedPoint {
    NamedPoint {
        name: name.to_owned(),
        place: Place::Along(position),
    }
}

fn some_modes(rng: &mut Rng, count: usize) -> ModalParams {
    let mut mode = || Mode {
        frequency: rng.log_uniform(20.0, 20_000.0),
        decay: rng.log_uniform(0.05, 30.0),
        mass: rng.log_uniform(0.01, 1.0),
    };
    ModalParams {
        modes: (0..count).map(|_| mode()).collect(),
        ..ModalParams::default()
    }
}

/// A ball under its weight on a body, which it meets again and again; and a second ear on it.
fn bouncing(seed: u64) -> Network {
    let mut rng = Rng::new(seed);
    let mut network = NetworkBuilder::new(rate());
    let modes = 1 + rng.below(40);
    let body = some_modes(&mut rng, modes);
    let points = [
        along("strike", rng.uniform()),
        along("pickup", rng.uniform()),
    ];
    let body = Modal::new(&body, &points, rate()).unwrap();
    let ball = MassParams {
        mass: rng.log_uniform(1e-3, 0.1),
        force: rng.log_uniform(0.05, 1.0),
        position: -rng.log_uniform(1e-4, 1e-2),
        ..MassParams::default()
    };
    network.add("body", Box::new(body)).unwrap();
    let ball = Box::new(Mass::new(&ball, &[], rate()).unwrap());
    network.add("ball", ball).unwrap();
    let law = ImpactLaw {
        dissipation: rng.log_uniform(0.01, 1.0),
        ..ImpactLaw::default()
    };
    let law = Box::new(HuntCrossley::new(&law, rate()).unwrap());
    network.join("hit", law, ["ball", "body@strike"]).unwrap();
    network.listen("body@pickup", Motion::Ringing).unwrap();
    network.listen("ball", Motion::Velocity).unwrap();
    network.build(seed)
}

/// What the ears hear, and how many samples rang on, asked for in pieces of these sizes.
fn play(
    network: &mut Network,
    samples: usize,
    piece: &mut dyn FnMut() -> usize,
) -> (Vec<f64>, usize) {
    let (mut heard, mut rang) = (Vec::new(), 0);
    while heard.len() < 2 * samples {
        let most = piece().clamp(1, samples - heard.len() / 2);
        let count = network.ring(most);
        rang += count;
        for n in 0..count {
            for ear in 0..2 {
                heard.push(match network.rang(ear) {
                    Samples::Exact(all) => all[n],
                    Samples::Fast(all) => f64::from(all[n]),
                });
            }
        }
        if count == 0 {
            network.step();
            heard.extend((0..2).map(|ear| network.heard(ear)));
        }
    }
    (heard, rang)
}

/// The worst difference between two signals, as a share of the larger one's peak.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    let peak = |x: &[f64]| x.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    peak(&differences) / peak(a).max(peak(b))
}

#[test]
fn any_pieces_give_the_same_bits() {
    for seed in 0..20 {
        let mut network = bouncing(seed);
        let (whole, rang) = play(&mut network, 20_000, &mut || usize::MAX);
        assert!(rang >= 64, "seed {seed}: {rang} samples rang on");
        let mut rng = Rng::new(seed);
        let mut network = bouncing(seed);
        let (pieces, _) = play(&mut network, 20_000, &mut || 1 + rng.below(700));
        assert!(pieces == whole, "seed {seed}");
        // A network that is put back starts again.
        network.reset(seed);
        let (again, _) = play(&mut network, 20_000, &mut || 64);
        assert!(again == whole, "seed {seed}");
    }
}

/// Until the second touch the two ways differ by rounding only (later ones are a matter of
/// chance); the ledger closes either way.
#[test]
fn ringing_on_is_stepping() {
    let mut all = 0;
    for seed in 0..20 {
        let mut stepped = bouncing(seed);
        let mut heard = Vec::new();
        let hit = stepped.contact("hit").unwrap();
        let mut touches = 0;
        let mut until = 0;
        while touches < 2 && until < 20_000 {
            let before = stepped.contact_state(hit).0;
            stepped.step();
            touches += usize::from(before == 0.0 && stepped.contact_state(hit).0 > 0.0);
            heard.extend((0..2).map(|ear| stepped.heard(ear)));
            until += 1;
        }
        let mut network = bouncing(seed);
        let (rang, count) = play(&mut network, until, &mut || 1000);
        assert!(
            apart(&heard, &rang) < 1e-10,
            "seed {seed}: {:e}",
            apart(&heard, &rang)
        );
        println!(
            "seed {seed}: {count} of {until} rang on, {:e} apart",
            apart(&heard, &rang)
        );
        let (_, more) = play(&mut network, 50_000, &mut || 1000);
        all += count + more;
        network.catch_up();
        let ledger = network.ledger();
        let scale = ledger.injected.abs() + ledger.dissipated + ledger.stored;
        assert!(
            ledger.error().abs() < 1e-10 * scale,
            "seed {seed}: {ledger:?}"
        );
    }
    println!("{all} samples rang on");
    assert!(all > 50_000);
}

/// Something happens in the middle of a span: a mode is retuned, a force pushes.
/// Acceleration too is heard alike, also where a run is broken off and something pushes.
#[test]
fn accelerations_ring_on_as_stepped() {
    for quality in [Quality::Exact, Quality::Fast] {
        let mut pair = [0, 1].map(|_| {
            let mut network = NetworkBuilder::new(rate());
            let mode = |frequency, decay| Mode {
                frequency,
                decay,
                mass: 0.1,
            };
            let body = ModalParams {
                modes: vec![mode(60.0, 2.0), mode(900.0, 0.3), mode(7000.0, 0.1)],
                ..ModalParams::default()
            };
            let body = Modal::new(&body, &[], rate()).unwrap();
            let body = network.add("body", Box::new(body)).unwrap();
            network.listen("body", Motion::Acceleration).unwrap();
            let mut network = network.build(0);
            network.set_quality(quality);
            (network, body)
        });
        let (mut heard, mut rang) = ([Vec::new(), Vec::new()], 0);
        for piece in [700, 100, 3000, 33, 2000] {
            for (index, (network, body)) in pair.iter_mut().enumerate() {
                network.push(*body, Point(0), 1.0);
                network.step();
                heard[index].push(network.heard(0));
                let mut left = piece;
                while left > 0 {
                    let count = if index == 0 { 0 } else { network.ring(left) };
                    rang += count;
                    heard[index].extend((0..count).map(|n| network.rang(0).at(n)));
                    if count == 0 {
                        network.step();
                        heard[index].push(network.heard(0));
                    }
                    left -= count.max(1);
                }
            }
        }
        let most = if quality == Quality::Exact {
            1e-9
        } else {
            1e-6
        };
        let [stepped, ringing] = &heard;
        assert!(
            rang > 5000 && apart(stepped, ringing) < most,
            "{:e}",
            apart(stepped, ringing)
        );
    }
}

#[test]
fn what_happens_meanwhile_is_seen_at_once() {
    let play = |ring: bool| {
        let mut network = bouncing(3);
        let body = network.object("body").unwrap();
        let mut heard = Vec::new();
        for part in 0..30usize {
            network.push(body, Point(1), 1.0);
            network.step();
            heard.push(network.heard(0));
            let mut left = 100 + 37 * part;
            while left > 0 {
                let count = if ring { network.ring(left) } else { 0 };
                for n in 0..count {
                    match network.rang(0) {
                        Samples::Exact(all) => heard.push(all[n]),
                        Samples::Fast(_) => unreachable!(),
                    }
                }
                if count == 0 {
                    network.step();
                    heard.push(network.heard(0));
                }
                left -= count.max(1);
            }
            if part == 2 {
                network.restart(network.object("ball").unwrap());
            }
        }
        heard
    };
    let (stepped, rang) = (play(false), play(true));
    // The ball comes down somewhere in there; until then it is rounding.
    assert!(apart(&stepped[..2_000], &rang[..2_000]) < 1e-11);
}

/// Fast lies within -120 dB of exact over 10 s, also for a slow mode that rings long.
#[test]
fn fast_is_within_120_db_of_exact() {
    let mut rng = Rng::new(8);
    let slow = ModalParams {
        modes: vec![Mode {
            frequency: 20.0,
            decay: 30.0,
            mass: 0.1,
        }],
        ..ModalParams::default()
    };
    let mut bodies = vec![slow];
    bodies.extend([3, 16, 64, 200].map(|count| some_modes(&mut rng, count)));
    for level in SimdLevel::all() {
        level.limit();
        for params in &bodies {
            let mut body = Modal::new(params, &[], rate()).unwrap();
            body.begin();
            body.push(Point(0), 1.0);
            body.end();
            let (mut worst, mut peak) = (0.0f64, 0.0f64);
            let mut exact = vec![0.0f64; SPAN];
            let mut fast = vec![0.0f32; SPAN];
            for _ in 0..480_000 / SPAN {
                let body = body.free_run().expect("it rings untouched");
                let blocks = 0..SPAN / urto::object::BLOCK;
                let heard = Forecast::Velocity;
                body.foresee(Point(0), heard, blocks.clone(), Outlook::Exact(&mut exact));
                body.foresee(Point(0), heard, blocks, Outlook::Fast(&mut fast));
                body.advance(SPAN);
                for (exact, fast) in exact.iter().zip(&fast) {
                    worst = worst.max((exact - f64::from(*fast)).abs());
                    peak = peak.max(exact.abs());
                }
            }
            let decibels = 20.0 * urto::math::log10(worst / peak);
            println!(
                "{} modes, {}: {decibels:.1} dB",
                params.modes.len(),
                level.name()
            );
            assert!(decibels < -120.0);
        }
    }
    SimdLevel::best().limit();
}

/// Both qualities move bodies alike, bit for bit.
#[test]
fn quality_does_not_touch_the_motion() {
    let mut networks = [bouncing(5), bouncing(5)];
    networks[1].set_quality(Quality::Fast);
    let places = networks.map(|mut network| {
        play(&mut network, 30_000, &mut || 512);
        network.catch_up();
        let ball = network
            .look(network.object("ball").unwrap())
            .displacement(Point(0));
        (ball.to_bits(), network.stored().to_bits())
    });
    assert_eq!(places[0], places[1]);
}
