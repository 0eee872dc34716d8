//! Listening in the air around a body: when, how loud from where, and at which pitch while moving.

mod common;

use common::{RATE, bar, bar_in_air, check_level, heard, struck};
use core::f64::consts::TAU;
use urto::Rate;
use urto::math::{cos, log10, sin};
use urto::param::{Value, leaves};
use urto::sound::Event;
use urto_body::MeshBody;
use urto_file::{assign_text, catalogue, load_resources, write_body};

fn rms(samples: &[f64]) -> f64 {
    (samples.iter().map(|x| x * x).sum::<f64>() / samples.len() as f64).sqrt()
}

/// A bar that only has its first mode.
fn one_mode() -> MeshBody {
    let bar = bar_in_air();
    let surface = bar.surface();
    MeshBody::new(
        "bar",
        *bar.material(),
        bar.mass(),
        surface.vertices().to_vec(),
        surface.corners().to_vec(),
        bar.modes().take(1).collect(),
    )
    .unwrap()
}

fn at(place: [&str; 3]) -> [(&str, &str); 4] {
    [
        ("air.at", "air"),
        ("air.x", place[0]),
        ("air.y", place[1]),
        ("air.z", place[2]),
    ]
}

/// Three metres further away is 3/c later, and as much softer as further; the dipole along z is not
/// heard from y. A body of which nothing is known is heard alike from there.
#[test]
fn place_decides_when_and_how_loud() {
    let render = |body: &MeshBody, place| {
        let mut sound = struck("impact", body, &at(place));
        heard(sound.as_mut(), 12_000)
    };
    let begins = |samples: &[f64]| samples.iter().position(|x| x.abs() > 1e-6).unwrap() as f64;
    for body in [bar_in_air(), bar()] {
        let near = render(&body, ["0", "0", "2"]);
        let far = render(&body, ["0", "0", "5"]);
        let later = begins(&far) - begins(&near);
        assert!((later - 3.0 / 343.0 * RATE).abs() < 3.0, "{later}");
        let softer = rms(&near[4000..]) / rms(&far[4000..]);
        assert!((softer / 2.5 - 1.0).abs() < 0.05, "{softer}");
        let aside = rms(&render(&body, ["0", "2", "0"])[4000..]);
        let against = 20.0 * log10(rms(&near[4000..]) / aside.max(1e-12));
        match body.is_heard_around() {
            true => assert!(against > 60.0, "{against}"),
            false => assert!(against.abs() < 0.1, "{against}"),
        }
    }
}

/// A metre away it is about as loud as other sounds are, whatever strikes it: the level knows how
/// modes radiate.
#[test]
fn levels_are_sensible_a_metre_away() {
    for stiffness in ["1e5", "1e8", "1e11"] {
        for sound in ["impact", "bouncing"] {
            let hard = match sound {
                "impact" => ("contact.stiffness", stiffness),
                _ => ("stiffness", stiffness),
            };
            let mut settings = at(["0.2", "0.3", "0.9"]).to_vec();
            settings.push(hard);
            let mut struck = struck(sound, &bar_in_air(), &settings);
            let heard: Vec<f32> = (heard(struck.as_mut(), 72_000).into_iter())
                .map(|x| x as f32)
                .collect();
            check_level(&heard, 0.02, &format!("{sound} of {stiffness}"));
        }
    }
}

/// Frequency of a tone from its rising zeros, over windows of so many periods, and when.
fn pitches(samples: &[f64], periods: usize) -> Vec<(f64, f64)> {
    let pairs = samples.windows(2).enumerate();
    let rising = pairs.filter(|(_, pair)| pair[0] < 0.0 && pair[1] >= 0.0);
    let times: Vec<f64> = rising
        .map(|(n, pair)| n as f64 - pair[0] / (pair[1] - pair[0]))
        .collect();
    let windows = times.windows(periods + 1);
    windows
        .map(|own| {
            let (from, to) = (own[0], own[periods]);
            (0.5 * (from + to), RATE * periods as f64 / (to - from))
        })
        .collect()
}

/// A listener goes around in a circle of 10 m beside the body, at 20 m/s: the highest and the lowest
/// pitch are f·(1 ± v/c) with the greatest speed towards and away from the body, and nothing clicks.
#[test]
fn a_listener_that_circles_hears_doppler_and_no_clicks() {
    let (aside, round, height, speed) = (15.0, 10.0, 5.0, 20.0);
    let place = |seconds: f64| {
        let angle = speed / round * seconds;
        [aside + round * cos(angle), round * sin(angle), height]
    };
    let start = place(0.0).map(|own| own.to_string());
    let start = [&start[0], &start[1], &start[2]].map(String::as_str);
    let mut sound = struck("impact", &one_mode(), &at(start));
    let keys = ["air.x", "air.y"].map(|key| sound.params().table().find(key).unwrap());
    let mut all = Vec::new();
    let blocks = (TAU * round / speed * RATE / 64.0) as usize;
    for block in 0..blocks {
        let place = place((block + 1) as f64 * 64.0 / RATE);
        for (key, own) in keys.iter().zip(place) {
            sound.set(key, &Value::Number(own));
        }
        all.extend(heard(sound.as_mut(), 64));
    }
    // From when the sound has come to where it began.
    let all = &all[6000..];
    let own = one_mode().modes().next().unwrap().frequency;
    let pitches: Vec<f64> = pitches(all, 16).into_iter().map(|(_, own)| own).collect();
    let found = [
        pitches.iter().fold(f64::INFINITY, |low, own| low.min(*own)),
        pitches.iter().fold(0.0, |high: f64, own| high.max(*own)),
    ];
    let distance = |seconds: f64| place(seconds).iter().map(|x| x * x).sum::<f64>().sqrt();
    let steps = (0..3000).map(|n| f64::from(n) * 1e-3 * TAU * round / speed / 3.0);
    let fastest = steps
        .map(|t| (distance(t + 1e-4) - distance(t - 1e-4)) / 2e-4)
        .fold(0.0, f64::max);
    let shift = fastest / 343.0;
    assert!(shift > 0.05, "{shift}");
    for (found, wanted) in found.iter().zip([1.0 - shift, 1.0 + shift]) {
        // Within 2 % of the pitch, and within 2 % of what it is shifted by.
        let apart = (found / own - wanted).abs();
        assert!(apart < 0.02 * shift, "{found} {own} {wanted}");
    }
    // What a tone of the mean pitch leaves: a click would be far above it.
    let turn = 2.0 * cos(TAU * own / RATE);
    let mut worst = 0.0_f64;
    for part in all.windows(200) {
        let amplitude = part.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let left = (part[0] - turn * part[1] + part[2]).abs();
        worst = worst.max(left / amplitude.max(1e-6));
    }
    println!("worst of clicks {worst}, pitches {found:?} of {own}, shift {shift}");
    assert!(worst < 3e-3, "{worst}");
}

/// The same blocks or others, the same samples; and a listener sent anywhere stays bounded.
#[test]
fn storms_of_listeners_are_the_same_in_any_block() {
    let told = |size: usize| {
        let mut sound = struck("impact", &bar_in_air(), &[("air.at", "air")]);
        let keys = ["air.x", "air.y", "air.z"];
        let keys = keys.map(|key| sound.params().table().find(key).unwrap());
        let mut rng = urto::rng::Rng::new(4);
        let mut all = Vec::new();
        for _ in 0..40 {
            let value = Value::Number(50.0 * rng.signed());
            sound.set(&keys[rng.below(3)], &value);
            sound.event(0, Event::trigger(1.0));
            let mut left = 1000;
            while left > 0 {
                let count = size.min(left);
                all.extend(heard(sound.as_mut(), count));
                left -= count;
            }
        }
        all
    };
    let plain = told(512);
    assert!(plain.iter().any(|x| x.abs() > 1e-3));
    assert!(told(1) == plain && told(77) == plain);
}

/// Every sound whose body is heard at places can be heard in the air, on a named body and on one that
/// knows how it radiates, at two places: finite, audible, and seldom limited.
#[test]
fn every_sound_is_heard_in_the_air() {
    let catalogue = catalogue();
    let mut counted = 0;
    for entry in catalogue.sounds() {
        let all = entry.table.keys();
        let mut own = all.iter().filter(|(key, _)| !key.contains('/'));
        let Some((at, _)) = own.find(|(key, _)| key.ends_with("air.at")) else {
            continue;
        };
        let before = at.strip_suffix("air.at").unwrap();
        for file in [false, true] {
            let mut params = (entry.make)().params().boxed();
            let mut assign = |key: &str, text: &str| {
                assign_text(params.as_mut(), &format!("{before}{key}"), text).unwrap();
            };
            assign("air.at", "air");
            assign("air.z", "1.5");
            assign("pickups", "[{ air = { at = \"air\", x = 0.5, z = 4.0 } }]");
            let body = all.iter().find(|(key, _)| key == "body.file");
            if file && body.is_some() {
                assign_text(params.as_mut(), "body.kind", "file").unwrap();
                assign_text(params.as_mut(), "body.file", "bar.body").unwrap();
                load_resources(params.as_mut(), &mut |_| Ok(write_body(&bar_in_air()))).unwrap();
            }
            let mut sound = (entry.make)();
            for (id, _) in leaves(params.as_ref()) {
                sound.set(&id, &params.value(&id).unwrap());
            }
            sound.prepare(Rate::new(RATE).unwrap(), 512);
            sound.reset(1);
            sound.event(0, Event::trigger(1.0));
            let (mut near, mut far) = (vec![0.0; 24_000], vec![0.0; 24_000]);
            sound.render(&[], &mut [&mut near, &mut far]);
            let what = format!("{} (from a file: {file})", entry.key);
            assert_eq!(sound.health().non_finite, 0, "{what}");
            for own in [&near, &far] {
                check_level(own, 1e-3, &what);
            }
            counted += 1;
        }
    }
    assert!(counted >= 24, "{counted}");
}
