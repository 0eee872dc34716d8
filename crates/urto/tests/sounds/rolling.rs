//! Rolling and scraping: what speed, size, force and the surface do.

use urto::Rate;
use urto::math;
use urto::param::Value;
use urto::sound::{Event, Sound};

const RATE: f64 = 48_000.0;

/// A sound that has just begun, with some numbers set, always the same way.
fn begun(sound: &str, settings: &[(&str, f64)]) -> Box<dyn Sound> {
    let mut sound = (urto::sounds::find(sound).unwrap().make)();
    let steady = [("variation", 0.0), ("dynamics", 1.0), ("level", -30.0)];
    for (key, value) in steady.iter().chain(settings) {
        let (id, spec) = sound.params().table().locate(key).unwrap();
        let value = match spec.kind {
            urto::param::Kind::Choice { .. } => Value::Choice(*value as usize),
            _ => Value::Number(*value),
        };
        spec.check(&value).unwrap();
        sound.set(&id, &value);
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.reset(1);
    sound.event(0, Event::trigger(1.0));
    sound
}

/// Level \[dB\] and mean frequency \[Hz\] of a second, once it has settled.
fn heard(mut sound: Box<dyn Sound>) -> (f64, f64) {
    let mut out = vec![0.0f32; (1.5 * RATE) as usize];
    sound.render(&[], &mut [&mut out]);
    let settled: Vec<f64> = out[(0.5 * RATE) as usize..]
        .iter()
        .map(|x| f64::from(*x))
        .collect();
    let power: f64 = settled.iter().map(|x| x * x).sum();
    let slope: f64 = settled
        .windows(2)
        .map(|w| (w[1] - w[0]) * (w[1] - w[0]))
        .sum();
    assert!(sound.health().clamped == 0, "too loud to measure");
    let level = 10.0 * math::log10(power / settled.len() as f64);
    (level, (slope / power).sqrt() * RATE / math::TAU)
}

/// Faster is louder and brighter. Loudness is what nature has it, at one gain: speed is changed
/// after the start.
#[test]
fn level_and_centroid_rise_with_speed() {
    let at = |speed: f64| {
        let mut sound = begun("rolling", &[]);
        let id = sound.params().table().find("speed").unwrap();
        let mut one = [0.0];
        sound.render(&[], &mut [&mut one]);
        sound.set(&id, &Value::Number(speed));
        heard(sound)
    };
    let found: Vec<(f64, f64)> = [0.1, 0.4, 1.6].map(at).to_vec();
    println!("{found:?}");
    for pair in found.windows(2) {
        assert!(pair[1].0 > pair[0].0 + 3.0, "level: {found:?}");
        assert!(pair[1].1 > 1.05 * pair[0].1, "centroid: {found:?}");
    }
}

/// Balls of glass of 8, 24 and 72 mm.
#[test]
fn larger_balls_sound_lower() {
    let found = [0.008, 0.024, 0.072].map(|d: f64| {
        let mass = 2500.0 * math::TAU / 12.0 * d * d * d;
        heard(begun(
            "rolling",
            &[("ball.diameter", d), ("ball.mass", mass)],
        ))
        .1
    });
    println!("{found:?}");
    assert!(
        found[1] < 0.8 * found[0] && found[2] < 0.8 * found[1],
        "{found:?}"
    );
}

/// How often it comes down on a smooth surface with ridges, in a way of N metres.
fn landings(spacing: f64, speed: f64, way: f64) -> f64 {
    let mut sound = begun(
        "rolling",
        &[
            ("speed", speed),
            ("ball.asymmetry", 0.0),
            ("wander", 0.0),
            ("surface.roughness", 1e-8),
            ("surface.ridge", 2e-5),
            ("surface.spacing", spacing),
            ("surface.breadth", 1e-3 / spacing),
            ("contact.dissipation", 50.0),
        ],
    );
    let mut skip = vec![0.0; (0.2 * RATE) as usize];
    sound.render(&[], &mut [&mut skip]);
    let (mut count, mut open) = (0.0, 0);
    for _ in 0..(way / speed * RATE) as usize {
        let mut one = [0.0];
        sound.render(&[], &mut [&mut one]);
        let force = sound.taps().force;
        // A hop, not a tremble: half a millisecond.
        if force > 0.0 && open > 24 {
            count += 1.0;
        }
        open = if force > 0.0 { 0 } else { open + 1 };
    }
    count
}

#[test]
fn micro_impacts_follow_the_profile() {
    for speed in [0.6, 0.9] {
        let (wide, narrow) = (landings(0.04, speed, 1.0), landings(0.02, speed, 1.0));
        println!("{speed}: {wide} on 25 ridges, {narrow} on 50");
        assert!(wide >= 24.0 && narrow >= 49.0, "{wide} {narrow}");
        assert!((narrow / wide / 2.0 - 1.0).abs() < 0.2, "{wide} {narrow}");
    }
}

/// Launched on the level, it has stopped after v/a, and is silent then.
#[test]
fn a_launched_ball_comes_to_rest() {
    let settings = [
        ("drive", 1.0),
        ("speed", 0.6),
        ("plane.length", 10.0),
        ("plane.resistance", 0.05),
    ];
    let mut sound = begun("rolling", &settings);
    let stops = 0.6 / (9.81 * 0.05 / 1.4);
    let mut out = vec![0.0f32; ((stops + 1.0) * RATE) as usize];
    sound.render(&[], &mut [&mut out]);
    let peak = |from: f64, to: f64| {
        let part = &out[(from * RATE) as usize..(to * RATE) as usize];
        part.iter().fold(0.0f32, |m, x| m.max(x.abs()))
    };
    let (early, before, after) = (
        peak(0.2, 0.6),
        peak(stops - 0.5, stops - 0.1),
        peak(stops + 0.7, stops + 1.0),
    );
    println!("{early} {before} {after}");
    assert!(early > 3.0 * before && after < 1e-2 * early);
}

#[test]
fn pressing_harder_and_going_faster_scrapes_louder() {
    let base = [("stroke", 0.0)];
    let with = |key: &str, value: f64| {
        let mut sound = begun("scraping", &base);
        let id = sound.params().table().find(key).unwrap();
        let mut one = [0.0];
        sound.render(&[], &mut [&mut one]);
        sound.set(&id, &Value::Number(value));
        heard(sound).0
    };
    for (key, values) in [("force", [0.3, 3.0, 30.0]), ("speed", [0.05, 0.3, 1.5])] {
        let found = values.map(|value| with(key, value));
        println!("{key}: {found:?}");
        assert!(
            found.windows(2).all(|w| w[1] > w[0] + 1.0),
            "{key}: {found:?}"
        );
    }
}

/// Over ridges at equal distances a point is thrown speed/distance times a second.
#[test]
fn ribs_make_a_pitch() {
    for speed in [0.2, 0.3] {
        let mut sound = begun(
            "scraping",
            &[
                ("stroke", 0.0),
                ("speed", speed),
                ("surface.roughness", 1e-7),
                ("tip.mass", 4e-3),
                ("surface.ridge", 5e-5),
                ("surface.spacing", 1e-3),
                ("surface.breadth", 0.5),
            ],
        );
        let mut out = vec![0.0f32; (1.5 * RATE) as usize];
        sound.render(&[], &mut [&mut out]);
        let settled = &out[(0.5 * RATE) as usize..];
        let size = |hertz: f64| {
            let (mut re, mut im) = (0.0, 0.0);
            for (n, x) in settled.iter().enumerate() {
                let turn = math::TAU * hertz * n as f64 / RATE;
                re += f64::from(*x) * math::cos(turn);
                im += f64::from(*x) * math::sin(turn);
            }
            (re * re + im * im).sqrt()
        };
        let pitch = speed / 1e-3;
        // Its harmonics stand out of what lies between them.
        let on: f64 = (1..=8).map(|k| size(pitch * f64::from(k))).sum();
        let off: f64 = (1..=8).map(|k| size(pitch * (f64::from(k) + 0.37))).sum();
        println!("{pitch} Hz: {on} {off}");
        assert!(on > 5.0 * off, "{pitch}: {on} {off}");
    }
}
