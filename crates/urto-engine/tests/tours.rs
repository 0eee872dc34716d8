//! Projects that come with urto, rendered as the command does: as long and as loud as they should be.

use urto_engine::{Offline, Take};
use urto_file::Shelf;

/// What comes with urto under this name: left and right, or the first seconds of it.
fn rendered(name: &str, seconds: usize, first: usize) -> [Vec<f32>; 2] {
    let own = urto_file::find_project(name).unwrap();
    let project = urto_file::read_project(own.file, own.text.as_bytes()).unwrap();
    assert_eq!(project.unknown(), Vec::<String>::new(), "{name}");
    // What is written again is read again.
    let text = urto_file::write_project(&project);
    assert!(urto_file::read_project(own.file, text.as_bytes()).is_ok());
    let take = Take::of(&project).unwrap().unwrap();
    let mut offline = Offline::of(&take, Shelf::default()).unwrap();
    assert_eq!(
        (take.frames, take.channels),
        (48_000 * seconds as u64, 2),
        "{name}"
    );
    let full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    let frames = 48_000 * if full { seconds } else { first };
    let mut both = [(); 2].map(|()| vec![0.0; frames]);
    let [left, right] = &mut both;
    offline.render(&mut [left, right]);
    assert_eq!(offline.problems(), &[] as &[String], "{name}");
    is_heard(name, &both);
    let health = offline.health();
    assert_eq!((health.clamped, health.non_finite), (0, 0), "{name}");
    both
}

/// Loudness of a part without weighting \[dB\].
fn decibels(part: &[f32]) -> f64 {
    let sum: f64 = part.iter().map(|own| f64::from(own * own)).sum();
    10.0 * urto::math::log10(sum / part.len() as f64 + 1e-12)
}

/// Loud enough, never too loud, and something in every few seconds.
fn is_heard(name: &str, both: &[Vec<f32>; 2]) {
    let peak = both
        .iter()
        .flatten()
        .fold(0.0f32, |most, own| own.abs().max(most));
    let parts: Vec<f64> = both[0].chunks(48_000).map(decibels).collect();
    println!("{name}: peak {peak:.3}, seconds {parts:.0?}");
    assert!((0.15..0.89).contains(&peak), "{name}: {peak}");
    let loudest = parts.iter().copied().fold(-200.0, f64::max);
    assert!((-36.0..-12.0).contains(&loudest), "{name}: {loudest}");
}

/// Where the ball is far it has less of the high tones; caught, it rings out.
#[test]
fn a_ball_is_thrown_through_a_tube() {
    let both = rendered("rolling_in_tube", 23, 11);
    let part = |from: f64, to: f64| &both[0][(from * 48e3) as usize..(to * 48e3) as usize];
    // Thrown at 5 s, back at 9.9 s; at the top in between it is far, and hardly rolls: duller by far,
    // while the plate rings on.
    let sharp = |part: &[f32]| {
        let rises: f64 = part
            .windows(2)
            .map(|two| f64::from(two[1] - two[0]))
            .map(|own| own * own)
            .sum();
        rises / part.iter().map(|own| f64::from(own * own)).sum::<f64>()
    };
    let (near, top) = (part(5.05, 5.35), part(7.35, 7.55));
    assert!(
        sharp(near) > 1.3 * sharp(top),
        "{} {}",
        sharp(near),
        sharp(top)
    );
    // Caught, it rings out.
    assert!(decibels(part(4.6, 4.95)) < decibels(near) - 10.0);
    let apart = both[0]
        .iter()
        .zip(&both[1])
        .any(|(left, right)| left != right);
    assert!(apart, "two ears hear two things");
}

#[test]
fn a_minute_in_a_kitchen() {
    let both = rendered("kitchen", 60, 30);
    let quiet = both[0]
        .chunks(48_000 * 4)
        .filter(|part| decibels(part) < -62.0);
    assert_eq!(quiet.count(), 0, "something happens all the time");
}
