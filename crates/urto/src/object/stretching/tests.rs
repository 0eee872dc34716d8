//! Energy of single kicks, the pitch of one mode, and of a gong under blow after blow.

use super::kick::{Kick, Outcome};
use super::{EVEN, Stretch, Stretching};
use crate::Rate;
use crate::body::{Body, BodyKind, BodyParams, MaterialKind};
use crate::math::{self, TAU};
use crate::object::{Modal, ModalParams, Mode, NamedPoint, Object, Place, Point};
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
        let mut any = || rng.signed() * math::pow(10.0, 6.0 * rng.signed());
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

/// A gong of 0.6 m that stretches, or the bank of its modes alone.
fn made(stretches: bool) -> Box<dyn Object> {
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
    let (body, rate) = (Body::new(&params).unwrap(), Rate::new(RATE).unwrap());
    match stretches {
        true => body.object(&params, &points, rate).unwrap(),
        false => Box::new(body.bank(&params, &points, rate).unwrap()),
    }
}

fn gong() -> Box<dyn Object> {
    made(true)
}

/// The force of a padded blow of some newton seconds, N samples after it began.
fn blow(impulse: f64, n: usize) -> f64 {
    let contact = 0.006 * RATE;
    let phase = (n as f64 + 0.5) / contact;
    if phase > 1.0 {
        return 0.0;
    }
    impulse * RATE / contact * (1.0 - math::cos(TAU * phase))
}

/// Steps it for some seconds, with a padded blow of some newton seconds at their start. Returns
/// by how much the lowest modes swing faster than they would by themselves, from 20 ms on: the root
/// of mean square speed over w² times mean square displacement, less 1.
fn strike(gong: &mut dyn Object, impulse: f64, seconds: f64) -> [f64; 6] {
    let mut sums = [[0.0; 2]; 6];
    for n in 0..(seconds * RATE) as usize {
        gong.begin();
        gong.push(Point(0), blow(impulse, n));
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
fn pitch_comes_back_after_many_blows() {
    let mut gong = gong();
    let most = |up: [f64; 6]| up.iter().fold(f64::MIN, |most, up| up.max(most));
    let least = |up: [f64; 6]| up.iter().fold(f64::MAX, |least, up| up.min(least));
    let blows = if std::env::var_os("URTO_FULL").is_some() {
        10
    } else {
        4
    };
    for blow in 0..blows {
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
    strike(gong.as_mut(), 0.003, 0.01);
    assert!(gong.free_run().is_none());
    let up = strike(gong.as_mut(), 0.003, 0.5);
    assert!(up.iter().all(|up| up.abs() < 0.01), "{up:?}");
    assert!(gong.free_run().is_some());
    strike(gong.as_mut(), 4.0, 0.02);
    assert!(gong.free_run().is_none());
}

/// Struck softly, it sounds as its modes do.
#[test]
fn a_soft_blow_rings_as_the_modes_alone() {
    let mut both = [made(true), made(false)];
    let (mut apart, mut whole) = (0.0, 0.0);
    for n in 0..24_000 {
        let [one, other] = both.each_mut().map(|body| {
            body.begin();
            body.push(Point(0), blow(0.001, n));
            body.end();
            body.velocity(Point(0))
        });
        apart += (one - other) * (one - other);
        whole += other * other;
    }
    let apart = 10.0 * math::log10(apart / whole);
    assert!(apart < -110.0, "{apart} dB");
}

/// One mode alone is Duffing's spring, whose period is known: 4·K(k)/sqrt(w² + b·A²) with
/// k² = b·A²/2/(w² + b·A²), K by the arithmetic-geometric mean.
#[test]
fn one_mode_swings_as_duffings() {
    let (hertz, mass) = (150.0, 0.2);
    let stretch = Stretch {
        stiffness: 1e7,
        bends: 0.5,
        weight: 1.0,
        modes: 1,
    };
    let bank = ModalParams {
        modes: vec![Mode {
            frequency: hertz,
            decay: 1e6,
            mass,
        }],
        ..ModalParams::default()
    };
    let points = [NamedPoint {
        name: "a".to_owned(),
        place: Place::Shape(vec![1.0]),
    }];
    let rate = Rate::new(RATE).unwrap();
    for newtons in [10.0, 1e4, 3e4] {
        let bank = Modal::new(&bank, &points, rate).unwrap();
        let mut plate = Stretching::new(bank, stretch, rate);
        let mut crossings = Vec::new();
        let mut last = 0.0;
        for n in 0..48_000 {
            plate.begin();
            if n == 0 {
                plate.push(Point(0), newtons);
            }
            plate.end();
            let now = plate.displacement(Point(0));
            if last < 0.0 && now >= 0.0 {
                crossings.push(n as f64 - now / (now - last));
            }
            last = now;
        }
        let periods = crossings.len() - 1;
        let period = (crossings[periods] - crossings[0]) / periods as f64 / RATE;
        let w2 = TAU * hertz * TAU * hertz;
        // V = (EVEN/2·slope²·q²)²/2.
        let slope2 = TAU * hertz * stretch.bends * mass * stretch.stiffness.sqrt();
        let b = 0.5 * EVEN * EVEN * slope2 * slope2 / mass;
        // energy/mass = w²·A²/2 + b·A⁴/4.
        let energy = plate.energy() / mass;
        let a2 = ((w2 * w2 + 4.0 * b * energy).sqrt() - w2) / b;
        let stiff = w2 + b * a2;
        let k2 = 0.5 * b * a2 / stiff;
        let (mut x, mut y) = (1.0, (1.0 - k2).sqrt());
        for _ in 0..6 {
            (x, y) = (0.5 * (x + y), (x * y).sqrt());
        }
        let known = TAU / x / stiff.sqrt();
        let off = period / known - 1.0;
        assert!(off.abs() < 1e-4, "{newtons} N: {off:e}");
    }
}

/// Other measures while it is loud: nothing is gained.
#[test]
fn a_gong_that_is_changed_gains_nothing() {
    let mut gong = gong();
    strike(gong.as_mut(), 4.0, 0.05);
    let mut rng = Rng::new(3);
    let mut before = gong.energy();
    for _ in 0..2000 {
        let any: &mut dyn Any = gong.as_mut();
        let plate = any.downcast_mut::<Stretching>().unwrap();
        plate.follow(Stretch {
            stiffness: plate.stretch.stiffness * (1.0 + 0.05 * rng.signed()),
            ..plate.stretch
        });
        let index = rng.below(40);
        let (frequency, mass) = plate.bank.tuned(index).unwrap();
        let mode = Mode {
            frequency: frequency * (1.0 + 0.05 * rng.signed()),
            decay: 5.0,
            mass: mass * (1.0 + 0.05 * rng.signed()),
        };
        gong.retunable().unwrap().retune(index, &mode);
        gong.begin();
        gong.end();
        let now = gong.energy();
        assert!(now <= before * (1.0 + 1e-12), "{now} after {before}");
        before = now;
    }
}
