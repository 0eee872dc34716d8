//! Bodies against closed forms: what modes lose, where partials lie, how long decays end. (The
//! contract of every object is tested in the library, where all of them can be reached.)

use urto::Rate;
use urto::math;
use urto::object::{Modal, ModalParams, Mode, Object, Point, StringBody, StringParams};
use urto::param::{Declared, Value};
use urto::rng::Rng;

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
