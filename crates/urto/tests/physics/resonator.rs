//! A body driven by a known force sounds as when it is pushed step by step.

use urto::network::Quality;
use urto::object::{Modal, ModalParams, Mode, NamedPoint, Object, Place, Point, Resonator};
use urto::rng::Rng;
use urto::{Rate, SimdLevel};

fn rate() -> Rate {
    Rate::new(48_000.0).unwrap()
}

/// Modes, and their shapes where they are struck and heard.
fn body(seed: u64, count: usize) -> (ModalParams, [Vec<f64>; 2]) {
    let mut rng = Rng::new(seed);
    let mut mode = || Mode {
        frequency: rng.log_uniform(20.0, 20_000.0),
        decay: rng.log_uniform(0.01, 30.0),
        mass: rng.log_uniform(0.01, 1.0),
    };
    let params = ModalParams {
        modes: (0..count).map(|_| mode()).collect(),
        ..ModalParams::default()
    };
    let shapes = [(); 2].map(|()| (0..count).map(|_| rng.signed()).collect());
    (params, shapes)
}

/// Noise with a silence in it.
fn noise(seed: u64, samples: usize) -> Vec<f32> {
    let mut rng = Rng::new(seed);
    let loud = |n: usize| n < samples / 3 || n > samples / 2;
    (0..samples)
        .map(|n| if loud(n) { rng.signed() as f32 } else { 0.0 })
        .collect()
}

fn stepped(params: &ModalParams, shapes: &[Vec<f64>; 2], force: &[f32]) -> Vec<f64> {
    let points = [0, 1].map(|n| NamedPoint {
        name: n.to_string(),
        place: Place::Shape(shapes[n].clone()),
    });
    let mut body = Modal::new(params, &points, rate()).unwrap();
    let step = |newtons: &f32| {
        body.begin();
        body.push(Point(0), f64::from(*newtons));
        body.end();
        body.velocity(Point(1))
    };
    force.iter().map(step).collect()
}

fn driven(body: &mut Resonator, force: &[f32], piece: &mut dyn FnMut() -> usize) -> Vec<f32> {
    let mut out = vec![0.0; force.len()];
    let mut at = 0;
    while at < force.len() {
        let end = (at + piece()).min(force.len());
        body.run(&force[at..end], &mut out[at..end]);
        at = end;
    }
    out
}

#[test]
fn driving_is_pushing_step_by_step() {
    for (seed, count) in [(1, 1), (2, 7), (3, 64), (4, 100)] {
        let (params, shapes) = body(seed, count);
        let force = noise(seed, 48_000);
        let wanted = stepped(&params, &shapes, &force);
        let peak = wanted.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        let [struck, heard] = &shapes;
        let mut bits: Option<Vec<f32>> = None;
        for level in SimdLevel::all() {
            level.limit();
            let make = |quality| Resonator::new(&params, struck, heard, rate(), quality).unwrap();
            let exact = driven(&mut make(Quality::Exact), &force, &mut || 512);
            // An f32 holds 24 bits.
            let fits = |(a, b): (&f32, &f64)| (f64::from(*a) - b).abs() < 1e-7 * peak;
            assert!(exact.iter().zip(&wanted).all(fits), "{count} modes");
            // All levels give the same bits.
            assert!(*bits.get_or_insert(exact.clone()) == exact);
            let fast = driven(&mut make(Quality::Fast), &force, &mut || 512);
            let worst = fast
                .iter()
                .zip(&wanted)
                .map(|(a, b)| (f64::from(*a) - b).abs());
            let decibels = 20.0 * urto::math::log10(worst.fold(0.0, f64::max) / peak);
            println!("{count} modes, {}: fast {decibels:.1} dB", level.name());
            assert!(decibels < -120.0);
        }
    }
    SimdLevel::best().limit();
}

#[test]
fn any_pieces_give_the_same_bits() {
    let (params, [struck, heard]) = body(5, 30);
    let force = noise(5, 10_000);
    for quality in [Quality::Exact, Quality::Fast] {
        let mut body = Resonator::new(&params, &struck, &heard, rate(), quality).unwrap();
        let whole = driven(&mut body, &force, &mut || usize::MAX / 2);
        let mut rng = Rng::new(1);
        for most in [1, 64, 200] {
            body.reset();
            let pieces = driven(&mut body, &force, &mut || 1 + rng.below(most));
            assert!(pieces == whole, "pieces of at most {most}");
        }
    }
}

#[test]
fn bad_forces_do_no_harm_and_bad_shapes_are_refused() {
    let (params, [struck, heard]) = body(6, 12);
    let mut body = Resonator::new(&params, &struck, &heard, rate(), Quality::Fast).unwrap();
    let mut out = [0.0; 200];
    body.run(&[f32::NAN; 100], &mut out[..100]);
    body.run(&[f32::INFINITY, f32::MIN, 1.0], &mut out[100..]);
    assert!(out.iter().all(|x| x.is_finite()));
    let wrong = Resonator::new(&params, &struck[1..], &heard, rate(), Quality::Fast);
    let message = wrong.err().unwrap().to_string();
    assert!(
        message.contains("11 shape values") && message.contains("12 modes"),
        "{message}"
    );
}
