//! Sounds that a force from outside presses, sample by sample.

use crate::made::{RATE, made};
use urto::math;
use urto::sound::{Event, Signal, Sound};

/// What is heard while forces press, written as key and newtons over time \[s\].
fn pressed(
    sound: &mut dyn Sound,
    forces: &[(&str, &dyn Fn(f64) -> f64)],
    seconds: f64,
) -> Vec<f64> {
    let frames = (seconds * RATE) as usize;
    let values: Vec<Vec<f32>> = forces
        .iter()
        .map(|(_, force)| (0..frames).map(|n| force(n as f64 / RATE) as f32).collect())
        .collect();
    let table = sound.params().table();
    let signals: Vec<Signal> = forces
        .iter()
        .zip(&values)
        .map(|((key, _), values)| Signal {
            id: table.find(key).unwrap(),
            values,
        })
        .collect();
    let mut out = vec![0.0f32; frames];
    sound.render(&signals, &mut [&mut out]);
    assert_eq!(sound.health().non_finite, 0);
    out.into_iter().map(f64::from).collect()
}

fn level(samples: &[f64], from: f64, to: f64) -> f64 {
    let part = &samples[(from * RATE) as usize..(to * RATE) as usize];
    (part.iter().map(|x| x * x).sum::<f64>() / part.len() as f64).sqrt()
}

/// Untouched it is silent; the noise is twice as strong under twice the force, and gone after it.
#[test]
fn a_soft_impact_follows_the_force() {
    let mut sound = made("soft_impact", &[("room.level", "0")]);
    let force = |t: f64| match t {
        0.2..0.7 => 6.0,
        0.7..1.2 => 12.0,
        _ => 0.0,
    };
    let heard = pressed(sound.as_mut(), &[("force", &force)], 4.0);
    assert_eq!(level(&heard, 0.0, 0.2), 0.0);
    let (soft, strong) = (level(&heard, 0.4, 0.7), level(&heard, 0.9, 1.2));
    println!("{soft} {strong}");
    assert!(soft > 1e-4);
    assert!((1.5..2.7).contains(&(strong / soft)), "{soft} {strong}");
    assert!(level(&heard, 3.5, 4.0) < 1e-3 * soft);
}

/// A force as strong as the usual burst, with its envelope, sounds about as loud as a blow.
#[test]
fn a_force_like_a_burst_sounds_like_one() {
    let settings = [("room.level", "0"), ("variation", "0")];
    let mut blow = made("soft_impact", &settings);
    blow.event(0, Event::trigger(1.0));
    let blow = pressed(blow.as_mut(), &[], 0.5);
    let burst = urto::gesture::BurstParams::default();
    let force = |t: f64| burst.force * burst.envelope(t);
    let mut sound = made("soft_impact", &settings);
    let heard = pressed(sound.as_mut(), &[("force", &force)], 0.5);
    let (a, b) = (level(&blow, 0.0, 0.5), level(&heard, 0.0, 0.5));
    assert!((0.6..1.6).contains(&(b / a)), "{a} {b}");
}

/// The force under a walker's heel and toe \[N\], in turn left and right.
fn step(from: f64) -> impl Fn(f64) -> f64 {
    move |t: f64| {
        let share = (t - from) / 0.3;
        if (0.0..1.0).contains(&share) {
            700.0 * math::sin(std::f64::consts::PI * share)
        } else {
            0.0
        }
    }
}

/// Whoever stands makes no sound until a force presses; then grains crunch while it rises, and not
/// while it falls.
#[test]
fn loose_ground_gives_way_while_the_force_rises() {
    for held in [false, true] {
        let settings = [
            ("gait", "stand"),
            ("ground", "gravel"),
            ("scuff", "0"),
            ("room.level", "0"),
        ];
        let mut sound = made("footsteps", &settings);
        if held {
            sound.event(0, Event::trigger(1.0));
        }
        let heard = pressed(sound.as_mut(), &[("left.heel", &step(0.3))], 1.2);
        assert!(level(&heard, 0.0, 0.3) < 1e-9, "it stands still");
        let (up, down) = (level(&heard, 0.3, 0.45), level(&heard, 0.52, 0.6));
        println!("{up} {down}");
        assert!(up > 1e-3, "{up}");
        assert!(down < 0.1 * up, "{up} {down}");
    }
}

/// On a floor the noise follows each of the four forces; forces of both feet add up.
#[test]
fn each_of_the_four_forces_presses_the_floor() {
    let settings = [("gait", "stand"), ("ground", "wood"), ("room.level", "0")];
    let mut levels = Vec::new();
    for key in ["left.heel", "left.toe", "right.heel", "right.toe"] {
        let mut sound = made("footsteps", &settings);
        let heard = pressed(sound.as_mut(), &[(key, &step(0.1))], 0.6);
        levels.push(level(&heard, 0.1, 0.4));
    }
    println!("{levels:?}");
    assert!(
        levels
            .iter()
            .all(|own| *own > 1e-3 && *own < 2.0 * levels[0])
    );
}

/// A walker who is not pressed from outside walks as ever, bit for bit, and forces come on top.
#[test]
fn forces_come_on_top_of_a_walk() {
    let walk = |force: f64| {
        let mut sound = made("footsteps", &[("room.level", "0")]);
        sound.event(0, Event::trigger(1.0));
        pressed(
            sound.as_mut(),
            &[("right.toe", &|t: f64| if t > 0.5 { force } else { 0.0 })],
            1.0,
        )
    };
    let (plain, more) = (walk(0.0), walk(600.0));
    let half = plain.len() / 2;
    assert_eq!(plain[..half], more[..half]);
    assert!(plain != more);
}
