//! Blows bounce by the figure of their pair, and never give energy.

use crate::{ball, block, run, scene, turn};
use urto::rng::Rng;
use urto_multibody::{Pair, Settings};

fn bouncing(restitution: f64) -> Pair {
    Pair {
        friction: 0.3,
        damping: 0.0,
        restitution,
        weakening: None,
    }
}

/// Heights of a ball that is dropped fall by the square of the restitution, and its time in the air
/// by the figure itself.
#[test]
fn a_ball_bounces_as_high_as_it_should() {
    for restitution in [0.0, 0.3, 0.6, 0.9, 1.0] {
        let drop = 0.1;
        let bodies = vec![ball("ball", 0.01, [0.0, 0.0, 0.01 + drop])];
        let mut world = scene(bodies, bouncing(restitution), Settings::default());
        let mut tops = Vec::new();
        let (mut rising, mut before) = (false, drop);
        let risen = run(&mut world, 30_000, |world| {
            let height = world.pose(1).unwrap().place[2] - 0.01;
            if rising && height < before {
                tops.push(before);
            }
            rising = height > before;
            before = height;
        });
        println!(
            "{restitution}: {:?}, risen {risen:e}",
            &tops[..tops.len().min(4)]
        );
        let mut from = drop;
        for top in tops.iter().take_while(|top| **top > 1e-3).take(4) {
            let wanted = restitution * restitution * from;
            // A step is 3e-5 s, in which it falls by 43 µm.
            assert!(
                (top / wanted - 1.0).abs() < 5e-3,
                "{restitution}: {top} not {wanted}"
            );
            from = *top;
        }
        if restitution < 0.1 {
            assert!(tops.iter().all(|top| *top < 1e-5), "{tops:?}");
        } else {
            assert!(tops[0] > 0.05 * drop);
        }
        let energy = world.world().ledger().initial;
        assert!(risen <= 1e-11 * energy, "{:e}", risen / energy);
    }
}

/// Dice that are thrown with friction and spin onto each other: none of their blows gives energy,
/// however many corners strike at once, and they come to rest.
#[test]
fn thrown_dice_bounce_and_give_no_energy() {
    let mut rng = Rng::new(9);
    for restitution in [0.5, 0.9, 1.0] {
        let dice = (0..4).map(|n| {
            let place = [
                0.02 * rng.signed(),
                0.02 * rng.signed(),
                0.03 + 0.03 * f64::from(n),
            ];
            let (mut body, shape) = block("die", [0.016; 3], place);
            body.pose.turn = turn([rng.signed(), rng.signed(), 1.0], 3.0 * rng.signed());
            body.spin = [0; 3].map(|_: i32| 30.0 * rng.signed());
            body.velocity = [0.5 * rng.signed(), 0.5 * rng.signed(), -0.5];
            (body, shape)
        });
        let mut world = scene(dice.collect(), bouncing(restitution), Settings::default());
        let lowest = 4.0 * 700.0 * (0.016 * 0.016 * 0.016) * 9.81 * 0.008;
        let at_play = world.world().energy() - lowest;
        let mut blows = 0;
        let risen = run(&mut world, 12_000, |world| {
            let fast = |own: &&urto_multibody::Contact| own.fresh && own.opening < -0.05;
            blows += world.contacts().iter().filter(fast).count();
        });
        let left = world.world().energy() - lowest;
        let ledger = world.world().ledger();
        println!(
            "{restitution}: {blows} blows, risen {:.1e}, left {:.1e}, books {:.1e}; {:?}",
            risen / at_play,
            left / at_play,
            ledger.error() / at_play,
            world.world().statistics()
        );
        assert!(risen <= 1e-9 * at_play, "{:e}", risen / at_play);
        assert!(ledger.error().abs() < 1e-9 * at_play);
        assert!(blows > 10);
        if restitution < 0.6 {
            assert!(left < 0.1 * at_play, "{left} of {at_play}");
        }
    }
}

/// Two equal balls in a frontal blow exchange what the figure says.
#[test]
fn balls_exchange_their_speeds() {
    let settings = Settings {
        gravity: [0.0; 3],
        ..Settings::default()
    };
    for restitution in [0.25, 0.8, 1.0] {
        let (mut one, shape) = ball("one", 0.01, [0.0, 0.0, 1.0]);
        one.velocity = [1.0, 0.0, 0.0];
        let bodies = vec![(one, shape), ball("two", 0.01, [0.0203, 0.0, 1.0])];
        let mut world = scene(bodies, bouncing(restitution), settings);
        run(&mut world, 100, |_| {});
        let speeds = [1, 2].map(|n| world.world().motion(n).unwrap().0[0]);
        let wanted = [0.5 * (1.0 - restitution), 0.5 * (1.0 + restitution)];
        for (own, wanted) in speeds.into_iter().zip(wanted) {
            assert!((own - wanted).abs() < 1e-6, "{restitution}: {speeds:?}");
        }
    }
}
