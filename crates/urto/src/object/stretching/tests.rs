//! Energy of single kicks, and the pitch of a gong under blow after blow.

use super::Stretching;
use super::kick::{Kick, Outcome};
use crate::Rate;
use crate::body::{Body, BodyKind, BodyParams, MaterialKind};
use crate::math::{self, TAU};
use crate::object::{NamedPoint, Object, Place, Point};
use crate::rng::Rng;
use core::any::Any;

/// What speeds lose is held afterwards, or less; and what is held when nothing is amiss is what
/// the displacements say.
#[test]
fn a_kick_keeps_energy() {
    let mut rng = Rng::new(1);
    let h = 1.0 / 48_000.0;
    let (mut kept, mut skipped) = (0, 0);
    for _ in 0..20_000 {
        // Two modes of 1 kg, and a force on them.
        let mut any = || rng.signed() * 10f64.powf(6.0 * rng.signed());
        let (v, f, stretched) = ([any(), any()], [any(), any()], any().abs());
        let held = 0.5 * stretched * stretched * (1.0 + 0.5 * any().clamp(-1.0, 1.0));
        let power = f[0] * v[0] + f[1] * v[1];
        let moving = |v: [f64; 2]| 0.5 * (v[0] * v[0] + v[1] * v[1]);
        let kick = Kick::new(stretched, h, [power, 2.0 * moving(f)]);
        let Some(Outcome {
            scale,
            time,
            held: after,
        }) = kick.solve(moving(v), held)
        else {
            skipped += 1;
            continue;
        };
        let before = moving(v) + held;
        let gained = moving([0, 1].map(|n| scale * v[n] - time * f[n])) + after - before;
        assert!(gained <= 1e-12 * before, "{gained:e} of {before:e}");
        if scale > 0.75 && scale < 1.35 && time == h {
            assert!(gained >= -1e-11 * before, "{gained:e} of {before:e}");
            kept += 1;
        }
    }
    assert!(kept > 2000 && skipped < 2000, "{kept} {skipped}");
}

const RATE: f64 = 48_000.0;

fn gong() -> Box<dyn Object> {
    let params = BodyParams {
        kind: BodyKind::Gong,
        material: MaterialKind::Brass,
        size: 0.6,
        thickness: 0.002,
        count: 120,
        ..BodyParams::default()
    };
    let points = [NamedPoint {
        name: "strike".to_owned(),
        place: Place::Along(0.36),
    }];
    let body = Body::new(&params).unwrap();
    body.object(&params, &points, Rate::new(RATE).unwrap())
        .unwrap()
}

/// Steps it for some seconds, with a padded blow of so many newton seconds at their start. Returns
/// by how much the lowest modes swing faster than they would by themselves, from 20 ms on: the root
/// of mean square speed over w² times mean square displacement, less 1.
fn strike(gong: &mut dyn Object, impulse: f64, seconds: f64) -> [f64; 6] {
    let contact = (0.006 * RATE) as usize;
    let mut sums = [[0.0; 2]; 6];
    for n in 0..(seconds * RATE) as usize {
        gong.begin();
        if n < contact {
            let phase = (n as f64 + 0.5) / contact as f64;
            let force = impulse * RATE / contact as f64 * (1.0 - math::cos(TAU * phase));
            gong.push(Point(0), force);
        }
        gong.end();
        if n as f64 > 0.02 * RATE {
            let any: &mut dyn Any = gong;
            let plate = any.downcast_mut::<Stretching>().unwrap();
            for (mode, [fast, far]) in sums.iter_mut().enumerate() {
                let w = TAU * plate.bank.tuned(mode).unwrap().0;
                let (q, v) = (plate.bank.swings().1[mode], plate.bank.speeds().1[mode]);
                *fast += v * v;
                *far += w * w * q * q;
            }
        }
    }
    sums.map(|[fast, far]| (fast / far).sqrt() - 1.0)
}

/// Blow after blow the pitch is raised while it is loud, and comes back to its own.
#[test]
fn pitch_comes_back_after_ten_blows() {
    let mut gong = gong();
    let most = |up: [f64; 6]| up.iter().fold(f64::MIN, |most, up| up.max(most));
    let least = |up: [f64; 6]| up.iter().fold(f64::MAX, |least, up| up.min(least));
    for blow in 0..10 {
        let up = strike(gong.as_mut(), 4.0, 0.5);
        assert!(least(up) > -0.01 && most(up) > 0.05, "{blow}: {up:.4?}");
    }
    strike(gong.as_mut(), 0.0, 2.5);
    let up = strike(gong.as_mut(), 0.0, 1.0);
    assert!(least(up) > -0.01 && most(up) < 0.01, "{up:.4?}");
}

/// A soft blow leaves the modes alone: it is then heard in blocks, as any bank of modes.
#[test]
fn a_soft_blow_does_not_stretch_it() {
    let mut gong = gong();
    assert!(gong.free_run().is_none());
    let up = strike(gong.as_mut(), 0.003, 0.5);
    assert!(up.iter().all(|up| up.abs() < 0.01), "{up:?}");
    assert!(gong.free_run().is_some());
    strike(gong.as_mut(), 4.0, 0.02);
    assert!(gong.free_run().is_none());
}
