//! The contract of every kind of object: energy changes by the sum of newtons times
//! displacement, plus what was injected, minus a loss that is not negative; and the body moves
//! as it said it would.

use urto::Rate;
use urto::catalogue::Catalogue;
use urto::math;
use urto::object::{
    Modal, ModalParams, Mode, NamedPoint, Object, Place, Point, StringBody, StringParams,
};
use urto::param::{Declared, Kind, Params, Value, leaves};
use urto::rng::Rng;

const TOLERANCE: f64 = 1e-11;

fn places(kind: &str, rng: &mut Rng) -> Vec<NamedPoint> {
    if !matches!(kind, "modal" | "string") {
        return Vec::new();
    }
    ["a", "b", "c"]
        .map(|name| NamedPoint {
            name: name.to_owned(),
            place: Place::Along(rng.uniform()),
        })
        .to_vec()
}

fn scramble(params: &mut dyn Params, rng: &mut Rng) {
    for (id, spec) in leaves(params) {
        if let Kind::List { .. } = spec.kind {
            params
                .assign(&id, &Value::Count(1 + rng.below(12)))
                .unwrap();
        }
    }
    for (id, spec) in leaves(params) {
        let value = match spec.kind {
            Kind::Number(range) => Value::Number(range.value_at(rng.uniform())),
            Kind::Choice { options, .. } => Value::Choice(rng.below(options.len())),
            _ => continue,
        };
        params.assign(&id, &value).unwrap();
    }
}

/// Pushes a body at random points with random forces for a while, moving points and changing
/// parameters now and then, and checks each step. Returns the worst errors.
fn exercise(body: &mut dyn Object, params: &dyn Params, points: usize, rng: &mut Rng) -> [f64; 2] {
    let mut worst = [0.0f64; 2];
    let mut peak = body.energy();
    let mut swing = 1e-300f64;
    let force = rng.log_uniform(1e-3, 1e3);
    for step in 0..400 {
        if rng.below(4) == 0 && points > 1 {
            body.move_point(Point(rng.below(points) as u32), rng.uniform());
        }
        if rng.below(40) == 0 {
            let all = leaves(params);
            let (id, spec) = all[rng.below(all.len())];
            if let Kind::Number(range) = spec.kind {
                let before = (body.energy(), body.books());
                body.set(&id, &Value::Number(range.value_at(rng.uniform())));
                // A change keeps the books true by itself.
                let (energy, books) = (body.energy() - before.0, body.books());
                let booked =
                    (books.injected - before.1.injected) - (books.dissipated - before.1.dissipated);
                let scale = peak + before.0 + before.1.dissipated.abs();
                assert!(
                    (energy - booked).abs() <= TOLERANCE * scale,
                    "set {}",
                    spec.key
                );
            }
        }
        body.begin();
        let (energy, books) = (body.energy(), body.books());
        let all: Vec<Point> = (0..points).map(|index| Point(index as u32)).collect();
        // Sometimes nothing, sometimes a push at several points at once.
        let pushes: Vec<f64> = all
            .iter()
            .map(|_| {
                if rng.below(3) == 0 {
                    0.0
                } else {
                    force * rng.signed()
                }
            })
            .collect();
        let expected: Vec<f64> = all
            .iter()
            .map(|at| {
                let pushed = all.iter().zip(&pushes);
                let yielded = pushed.map(|(from, f)| {
                    body.response(*at, *from).displacement * (f + body.thrust(*from))
                });
                body.coast(*at).gained + yielded.sum::<f64>()
            })
            .collect();
        let before: Vec<f64> = all.iter().map(|p| body.displacement(*p)).collect();
        for (point, newtons) in all.iter().zip(&pushes) {
            body.push(*point, *newtons);
        }
        body.end();
        for ((point, was), moved) in all.iter().zip(&before).zip(&expected) {
            let now = body.displacement(*point);
            swing = swing.max(now.abs()).max(was.abs()).max(moved.abs());
            worst[0] = worst[0].max((now - was - moved).abs() / swing);
        }
        let work: f64 = pushes.iter().zip(&expected).map(|(f, s)| f * s).sum();
        let gross: f64 = pushes
            .iter()
            .zip(&expected)
            .map(|(f, s)| (f * s).abs())
            .sum();
        let lost = body.books().dissipated - books.dissipated;
        let given = body.books().injected - books.injected;
        peak = peak.max(body.energy()).max(gross).max(given.abs());
        let total = peak + books.dissipated.abs();
        let error = (body.energy() - energy) - (work + given - lost);
        worst[1] = worst[1].max(error.abs() / total);
        assert!(
            lost >= -TOLERANCE * total,
            "step {step}: loss {lost:e} of {peak:e}"
        );
    }
    worst
}

#[test]
fn every_kind_keeps_the_contract_under_random_forces() {
    for kind in Catalogue::of_urto().objects() {
        let mut worst = [0.0f64; 2];
        for seed in 0..300 {
            let mut rng = Rng::new(seed * 7 + 1);
            let rate = Rate::new(rng.log_uniform(8e3, 192e3)).unwrap();
            let mut params = (kind.params)();
            scramble(params.as_mut(), &mut rng);
            let points = places(kind.key, &mut rng);
            let mut body = (kind.build)(params.as_ref(), &points, rate).unwrap();
            let found = exercise(
                body.as_mut(),
                params.as_ref(),
                points.len().max(1),
                &mut rng,
            );
            for (most, now) in worst.iter_mut().zip(found) {
                *most = most.max(now);
            }
            assert!(
                found.iter().all(|error| *error < TOLERANCE),
                "{} seed {seed}: {found:?}",
                kind.key
            );
        }
        println!(
            "{}: motion within {:e}, energy within {:e}",
            kind.key, worst[0], worst[1]
        );
    }
}

/// The loss of a mode during a step against the damping force's work, integrated with
/// 20-point Gauss-Legendre quadrature of the analytic motion.
#[test]
fn a_mode_loses_what_its_damper_takes() {
    const NODES: [(f64, f64); 10] = [
        (0.076_526_521_133_497_33, 0.152_753_387_130_725_85),
        (0.227_785_851_141_645_08, 0.149_172_986_472_603_75),
        (0.373_706_088_715_419_56, 0.142_096_109_318_382_05),
        (0.510_867_001_950_827_1, 0.131_688_638_449_176_63),
        (0.636_053_680_726_515, 0.118_194_531_961_518_42),
        (0.746_331_906_460_150_8, 0.101_930_119_817_240_44),
        (0.839_116_971_822_218_8, 0.083_276_741_576_704_75),
        (0.912_234_428_251_326, 0.062_672_048_334_109_06),
        (0.963_971_927_277_913_8, 0.040_601_429_800_386_94),
        (0.993_128_599_185_094_9, 0.017_614_007_139_152_118),
    ];
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let rate = Rate::new(rng.log_uniform(8e3, 192e3)).unwrap();
        let mode = Mode {
            frequency: rng.log_uniform(20.0, 0.45 * rate.hertz()),
            decay: rng.log_uniform(1e-3, 10.0),
            mass: rng.log_uniform(1e-6, 1e3),
        };
        let params = ModalParams {
            modes: vec![mode.clone()],
            ..ModalParams::default()
        };
        let mut body = Modal::new(&params, &[], rate).unwrap();
        let sigma = math::LN_1000 / mode.decay;
        let wd = math::TAU * mode.frequency;
        let w2 = wd * wd + sigma * sigma;
        let (mut lost, mut peak) = (0.0, 0.0f64);
        for _ in 0..50 {
            let force = rng.signed();
            let (q0, v0) = (body.displacement(Point(0)), body.velocity(Point(0)));
            let rest = force / (mode.mass * w2);
            let speed_at = |t: f64| {
                let a = q0 - rest;
                let b = (v0 + sigma * a) / wd;
                let (sin, cos) = (math::sin(wd * t), math::cos(wd * t));
                math::exp(-sigma * t) * ((b * wd - sigma * a) * cos - (a * wd + sigma * b) * sin)
            };
            let half = 0.5 * rate.step();
            for (x, weight) in NODES.iter().flat_map(|(x, w)| [(-x, w), (*x, w)]) {
                let v = speed_at(half * (1.0 + x));
                lost += weight * half * 2.0 * sigma * mode.mass * v * v;
            }
            body.begin();
            body.push(Point(0), force);
            body.end();
            peak = peak.max(body.energy());
        }
        let booked = body.books().dissipated;
        assert!(
            (booked - lost).abs() < 1e-11 * (peak + lost),
            "{mode:?}: {booked} {lost}"
        );
    }
}

/// Frequency within 1e-6 and decay within 1e-3 of what was asked, at any rate, up to 0.49 of it.
#[test]
fn partials_are_where_they_were_asked_for() {
    for hertz in [8_000.0, 44_100.0, 48_000.0, 96_000.0, 192_000.0, 384_000.0] {
        let rate = Rate::new(hertz).unwrap();
        for share in [0.001, 0.01, 0.1, 0.25, 0.4, 0.4899] {
            for decay in [0.05, 1.0, 30.0] {
                let frequency = share * hertz;
                let params = ModalParams {
                    modes: vec![Mode {
                        frequency,
                        decay,
                        mass: 0.1,
                    }],
                    ..ModalParams::default()
                };
                let mut body = Modal::new(&params, &[], rate).unwrap();
                body.begin();
                body.push(Point(0), 1.0);
                body.end();
                // Three samples in a row obey x2 = 2r·cos(w)·x1 - r²·x0; fit both by least squares.
                let count = (0.3 * decay * hertz).clamp(100.0, 20_000.0) as usize;
                let mut x = Vec::new();
                for _ in 0..count {
                    body.begin();
                    body.end();
                    x.push(body.velocity(Point(0)));
                }
                let (mut a11, mut a12, mut a22, mut b1, mut b2) = (0.0, 0.0, 0.0, 0.0, 0.0);
                for w in x.windows(3) {
                    // In differences, which keeps digits for low frequencies.
                    let (sum, middle) = (w[2] - 2.0 * w[1] + w[0], w[1]);
                    let slope = w[1] - w[0];
                    a11 += middle * middle;
                    a12 += middle * slope;
                    a22 += slope * slope;
                    b1 += sum * middle;
                    b2 += sum * slope;
                }
                // sum = -p·middle - q·slope with p = 1 - 2r·cos(w) + r², q = 1 - r².
                let determinant = a11 * a22 - a12 * a12;
                let p = -(b1 * a22 - b2 * a12) / determinant;
                let q = -(b2 * a11 - b1 * a12) / determinant;
                let r = (1.0 - q).sqrt();
                // p = (1-r)² + 4r·sin²(w/2)
                let half = ((p - (1.0 - r) * (1.0 - r)) / (4.0 * r)).sqrt();
                let angle = 2.0 * math::atan2(half, (1.0 - half * half).sqrt());
                let found = angle * hertz / math::TAU;
                let rings = -math::LN_1000 / (0.5 * math::log1p(-q) * hertz);
                let context = format!("{frequency} Hz of {hertz}, T60 {decay}: {found}, {rings}");
                assert!((found / frequency - 1.0).abs() < 1e-6, "{context}");
                assert!((rings / decay - 1.0).abs() < 1e-3, "{context}");
            }
        }
        let too_high = ModalParams {
            modes: vec![
                Mode {
                    frequency: 0.3 * hertz,
                    ..Mode::default()
                },
                Mode {
                    frequency: 0.49 * hertz,
                    ..Mode::default()
                },
            ],
            ..ModalParams::default()
        };
        let mut body = Modal::new(&too_high, &[], rate).unwrap();
        assert_eq!((body.heard(), body.notes().len()), (1, 1));
        // Raised out of hearing while it rings: silence, no spike.
        body.begin();
        body.push(Point(0), 1.0);
        body.end();
        let (loud, tuning) = (body.energy(), ModalParams::TABLE.find("tuning").unwrap());
        body.set(&tuning, &Value::Number(8.0));
        assert_eq!((body.heard(), body.energy()), (0, 0.0));
        assert!(body.books().dissipated >= loud);
    }
}

/// After a long decay the state holds no subnormal number, and the body sleeps.
#[test]
fn long_decays_end_in_rest() {
    let rate = Rate::new(48_000.0).unwrap();
    let modes = [100.0, 1000.0, 10_000.0].map(|frequency| Mode {
        frequency,
        decay: 0.05,
        mass: 1e-3,
    });
    let modal = ModalParams {
        modes: modes.to_vec(),
        ..ModalParams::default()
    };
    let string = StringParams {
        decay: 0.1,
        stiffness: 1e-4,
        ..StringParams::default()
    };
    let bodies: [Box<dyn Object>; 2] = [
        Box::new(Modal::new(&modal, &[], rate).unwrap()),
        Box::new(StringBody::new(&string, &[], rate).unwrap()),
    ];
    for mut body in bodies {
        body.begin();
        body.push(Point(0), 1.0);
        body.end();
        let mut steps = 0;
        while !body.is_asleep() {
            body.begin();
            body.end();
            for value in [
                body.displacement(Point(0)),
                body.velocity(Point(0)),
                body.energy(),
            ] {
                assert!(value.is_finite() && !value.is_subnormal());
            }
            steps += 1;
            assert!(steps < 48_000 * 10, "it never rests");
        }
        assert_eq!((body.energy(), body.velocity(Point(0))), (0.0, 0.0));
        // A push wakes it.
        body.begin();
        body.push(Point(0), 1.0);
        body.end();
        assert!(!body.is_asleep() && body.energy() > 0.0);
    }
}
