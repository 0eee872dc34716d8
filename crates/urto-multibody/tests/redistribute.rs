//! Impulses spread over the places that share a load: sums are kept, and noise falls.

use urto::rng::Rng;
use urto_multibody::redistribute::{Push, Shares, Spread};

type Vector = [f64; 3];

fn cross(a: Vector, b: Vector) -> Vector {
    core::array::from_fn(|n| {
        let (k, l) = ((n + 1) % 3, (n + 2) % 3);
        a[k] * b[l] - a[l] * b[k]
    })
}

fn dot(a: Vector, b: Vector) -> f64 {
    (0..3).map(|n| a[n] * b[n]).sum()
}

/// Force and torque of the normal impulses, then of friction, then of both on each mode.
fn sums(pushes: &[Push]) -> Vec<f64> {
    let modes = pushes[0].shapes.len();
    let mut sums = vec![0.0; 12 + 2 * modes];
    for own in pushes {
        let out = dot(own.impulse, own.normal);
        let normal = own.normal.map(|n| n * out);
        let along: Vector = core::array::from_fn(|k| own.impulse[k] - normal[k]);
        for (half, part) in [normal, along].into_iter().enumerate() {
            let torque = cross(own.place, part);
            for k in 0..3 {
                sums[6 * half + k] += part[k];
                sums[6 * half + 3 + k] += torque[k];
            }
            for (mode, shape) in own.shapes.iter().enumerate() {
                sums[12 + modes * half + mode] += dot(*shape, part);
            }
        }
    }
    sums
}

fn allowed(own: &Push, slack: f64) -> bool {
    let out = dot(own.impulse, own.normal);
    let along: Vector = core::array::from_fn(|k| own.impulse[k] - out * own.normal[k]);
    out >= 0.0 && dot(along, along).sqrt() <= own.friction * out + slack
}

/// Places on a slab, of which a few carry it.
fn pushes(rng: &mut Rng, count: usize, modes: usize, curved: f64) -> Vec<Push> {
    (0..count)
        .map(|n| {
            let place = [0.15 * rng.signed(), 0.05 * rng.signed(), -0.005];
            let lean = [curved * rng.signed(), curved * rng.signed(), 1.0];
            let long = dot(lean, lean).sqrt();
            let normal = lean.map(|own| own / long);
            let friction = 0.5;
            let load = if rng.uniform() < 0.4 {
                1e-3 * rng.uniform()
            } else {
                0.0
            };
            let side = [rng.signed(), rng.signed(), 0.0];
            let out = dot(side, normal);
            let impulse = core::array::from_fn(|k| {
                load * normal[k] + 0.3 * load * friction * (side[k] - out * normal[k])
            });
            Push {
                identity: n as u64,
                place,
                normal,
                friction,
                impulse,
                shapes: (0..modes)
                    .map(|_| [0.1 * rng.signed(), 0.0, rng.signed()])
                    .collect(),
            }
        })
        .collect()
}

#[test]
fn sums_are_kept_and_cones_too() {
    let mut rng = Rng::new(11);
    let mut spread = [0; 3];
    for case in 0..400 {
        let count = 2 + (30.0 * rng.uniform()) as usize;
        let modes = (4.0 * rng.uniform()) as usize;
        let curved = if case % 2 == 0 { 0.0 } else { 0.3 };
        let mut own = pushes(&mut rng, count, modes, curved);
        let (before, size) = (
            sums(&own),
            own.iter()
                .map(|p| dot(p.impulse, p.impulse))
                .sum::<f64>()
                .sqrt(),
        );
        let mut shares = Shares::default();
        let how = shares.spread(&mut own);
        spread[how as usize] += 1;
        for (now, before) in sums(&own).into_iter().zip(before) {
            assert!(
                (now - before).abs() <= 1e-10 * size,
                "{case}: {now} not {before} of {size}"
            );
        }
        if how == Spread::Whole {
            assert!(own.iter().all(|push| allowed(push, 1e-12 * size)), "{case}");
        }
    }
    println!("whole, pressing, kept: {spread:?}");
    assert!(spread[0] > 300, "{spread:?}");
}

/// A slab whose load is taken by three places out of sixteen that change with every step: what wanders
/// is at least 10 dB less afterwards, and all places carry.
#[test]
fn what_wanders_is_still() {
    let mut rng = Rng::new(12);
    let mut shares = Shares::default();
    let grid: Vec<Vector> = (0..16)
        .map(|n| {
            [
                0.1 * f64::from(n % 4) - 0.15,
                0.03 * f64::from(n / 4) - 0.045,
                -0.005,
            ]
        })
        .collect();
    let (mut wander, mut still, mut last) = (0.0, 0.0, None::<Vec<[f64; 3]>>);
    let mut least = f64::MAX;
    for step in 0..400 {
        // Random loads, corrected so that their sums are those of a weight in the middle.
        let mut loads: Vec<f64> = (0..16).map(|_| rng.uniform()).collect();
        for _ in 0..2000 {
            let all: f64 = loads.iter().sum();
            let [x, y] =
                [0, 1].map(|k| -> f64 { loads.iter().zip(&grid).map(|(f, p)| f * p[k]).sum() });
            for (own, place) in loads.iter_mut().zip(&grid) {
                *own += (1.0 - all) / 16.0 - x * place[0] / 0.2 - y * place[1] / 0.018;
                *own = own.max(0.0);
            }
        }
        let mut own: Vec<Push> = loads
            .iter()
            .zip(&grid)
            .enumerate()
            .map(|(n, (load, place))| Push {
                identity: n as u64,
                place: *place,
                normal: [0.0, 0.0, 1.0],
                friction: 0.4,
                impulse: [0.0, 0.0, *load],
                shapes: vec![],
            })
            .collect();
        let raw: Vec<[f64; 3]> = own.iter().map(|push| push.impulse).collect();
        let before = sums(&own);
        let how = shares.spread(&mut own);
        assert_ne!(how, Spread::Kept);
        for (now, before) in sums(&own).into_iter().zip(before) {
            assert!((now - before).abs() <= 1e-10);
        }
        if step > 20
            && let Some(last) = &last
        {
            for ((now, before), raw) in own.iter().zip(last).zip(&raw) {
                let change = now.impulse[2] - before[2];
                still += change * change;
                let off = raw[2] - 1.0 / 16.0;
                wander += off * off;
            }
            least = own.iter().map(|push| push.impulse[2]).fold(least, f64::min);
        }
        last = Some(own.iter().map(|push| push.impulse).collect());
    }
    let quieter = 10.0 * urto::math::log10(wander / still);
    println!("{quieter:.0} dB quieter, least {least:.3} of 1/16");
    assert!(quieter > 10.0, "{quieter}");
    assert!(least > 0.0);
}

#[test]
fn nothing_that_comes_in_makes_it_fail() {
    let mut rng = Rng::new(13);
    for _ in 0..300 {
        let count = (12.0 * rng.uniform()) as usize;
        let big = rng.log_uniform(1e-12, 1e12);
        let mut own: Vec<Push> = (0..count)
            .map(|n| Push {
                identity: n as u64 % 5,
                place: [0; 3].map(|_| big * rng.signed()),
                normal: [0.0, 0.6, 0.8],
                friction: rng.log_uniform(1e-9, 100.0),
                impulse: [0; 3].map(|_| rng.log_uniform(1e-12, 1e12) * rng.signed()),
                shapes: vec![],
            })
            .collect();
        let mut shares = Shares::default();
        for _ in 0..2 {
            shares.spread(&mut own);
            assert!(
                own.iter()
                    .all(|push| push.impulse.iter().all(|x| x.is_finite()))
            );
        }
    }
}
