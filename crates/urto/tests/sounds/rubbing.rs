//! Laws of what is rubbed: doors, brakes, chalk, glasses, old wood.

use urto::Rate;
use urto::body::{Body, BodyKind, BodyParams, MaterialKind};
use urto::param::{Curve, Value};
use urto::sound::{Event, Signal, Sound};
use urto::sounds;

const RATE: f64 = 48_000.0;

fn made(key: &str, numbers: &[(&str, f64)], motion: Option<Curve>) -> Box<dyn Sound> {
    let mut sound = (sounds::find(key).unwrap().make)();
    let find = |sound: &dyn Sound, key: &str| sound.params().table().find(key).unwrap();
    for (key, value) in numbers {
        let id = find(sound.as_ref(), key);
        sound.set(&id, &Value::Number(*value));
    }
    if let Some(curve) = motion {
        let id = find(sound.as_ref(), "gesture.motion");
        sound.set(&id, &Value::Curve(curve));
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    assert_eq!(sound.health().clamped, 0, "{key}");
    sound.event(0, Event::trigger(1.0));
    sound
}

fn render(sound: &mut dyn Sound, seconds: f64) -> Vec<f32> {
    let mut out = vec![0.0; (seconds * RATE) as usize];
    sound.render(&[], &mut [&mut out]);
    out
}

fn rms(out: &[f32]) -> f64 {
    let power: f64 = out.iter().map(|x| f64::from(*x) * f64::from(*x)).sum();
    (power / out.len() as f64).sqrt()
}

fn part(out: &[f32], from: f64, to: f64) -> &[f32] {
    &out[(from * RATE) as usize..(to * RATE) as usize]
}

/// Times \[s\] at which the surfaces begin to slip faster than `threshold` \[m/s\].
fn slips(sound: &mut dyn Sound, seconds: f64, threshold: f64) -> Vec<f64> {
    let (mut times, mut slipping) = (Vec::new(), false);
    let mut sample = [0.0];
    for n in 0..(seconds * RATE) as usize {
        sound.render(&[], &mut [&mut sample]);
        let fast = sound.taps().velocity.abs() > threshold;
        if fast && !slipping {
            times.push(n as f64 / RATE);
        }
        slipping = fast;
    }
    times
}

const SMOOTH: [(&str, f64); 6] = [
    ("surface.unevenness", 0.0),
    ("surface.noise", 0.0),
    ("surface.hardening", 0.0),
    ("gesture.tremor", 0.0),
    ("variation", 0.0),
    ("body.density", 20.0),
];

/// A smooth hinge in a door too heavy to shake it: stuck for 2·D/(k·V), slipping for
/// (2/w)·(pi - atan(D·w/(k·V))), the closed form of an undamped slider. Bristles need some way to
/// straighten and bend, and the pin is damped a little: 10 %.
#[test]
fn the_squeak_follows_the_speed() {
    let (mass, hertz, pressure, drop) = (2e-4, 3000.0, 2.0, 0.3 * 2.0);
    let (mut last, mut worst) = (0.0, 0.0f64);
    for speed in [0.0025, 0.005, 0.01, 0.02] {
        let mut numbers = SMOOTH.to_vec();
        numbers.extend([
            ("binding", 0.0),
            ("speed", speed),
            ("pressure", pressure),
            ("pin.mass", mass),
            ("pin.frequency", hertz),
            ("pin.decay", 0.5),
            ("surface.stribeck", 1e-2),
            ("surface.damping", 40.0),
            ("body.damping", 100.0),
        ]);
        let mut door = made("squeaking_door", &numbers, Some(Curve::constant(1.0)));
        // A slip reaches drop/(m·w); what quivers in between is slower.
        let quarter = 0.25 * drop / (mass * urto::math::TAU * hertz);
        slips(door.as_mut(), 0.3, quarter);
        let times = slips(door.as_mut(), 1.0, quarter);
        let rate = (times.len() - 1) as f64 / (times[times.len() - 1] - times[0]);
        let w = urto::math::TAU * hertz;
        let k = mass * w * w;
        let slip = 2.0 / w * (0.5 * urto::math::TAU - urto::math::atan2(drop * w, k * speed));
        let exact = 1.0 / (2.0 * drop / (k * speed) + slip);
        println!("{speed} m/s: {rate:.0} slips/s, closed form {exact:.0}");
        worst = worst.max((rate / exact - 1.0).abs());
        assert!(rate > 1.5 * last, "{last} {rate}");
        last = rate;
    }
    assert!(worst < 0.1, "{worst}");
}

/// Without chance every click of a joint is like the last; with the default grain they differ.
#[test]
fn wood_clicks_irregularly() {
    let spread = |numbers: &[(&str, f64)]| {
        let mut wood = made("creaking_wood", numbers, Some(Curve::constant(1.0)));
        // A quarter of drop/(m·w) with the default joint.
        let quarter = 0.25 * 0.3 * 30.0 / (0.01 * urto::math::TAU * 900.0);
        slips(wood.as_mut(), 0.5, quarter);
        let times = slips(wood.as_mut(), 2.0, quarter);
        let gaps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.len() > 10, "{} clicks", gaps.len());
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        let square = gaps
            .iter()
            .map(|gap| (gap - mean) * (gap - mean))
            .sum::<f64>();
        (square / gaps.len() as f64).sqrt() / mean
    };
    let mut still = SMOOTH.to_vec();
    still.push(("body.damping", 100.0));
    let (even, uneven) = (spread(&still), spread(&[]));
    println!("spread of the intervals: {even:.3} smooth, {uneven:.3} as it is");
    assert!(even < 0.05, "{even}");
    assert!(uneven > 0.3, "{uneven}");
}

/// The pad squeals only because friction falls with speed.
#[test]
fn a_brake_squeals_since_friction_falls_with_speed() {
    // How much the speed of slipping shakes from sample to sample \[m/s\].
    let shakes = |resting: f64| {
        let numbers = [("surface.noise", 0.0), ("surface.static_friction", resting)];
        let mut brake = made("braking", &numbers, None);
        render(brake.as_mut(), 1.2);
        let (mut last, mut sum, mut sample) = (brake.taps().velocity, 0.0, [0.0]);
        for _ in 0..RATE as usize {
            brake.render(&[], &mut [&mut sample]);
            let now = brake.taps().velocity;
            sum += (now - last) * (now - last);
            last = now;
        }
        (sum / RATE).sqrt()
    };
    let (falling, flat) = (shakes(0.6), shakes(0.3));
    println!("{falling:.2e} m/s when friction falls, {flat:.2e} m/s when not");
    assert!(falling > 0.01 && flat < 0.01 * falling, "{falling} {flat}");
}

/// The tone of a rubbed glass is that of its lowest pair of modes, and takes time to grow.
#[test]
fn a_glass_sings_in_its_lowest_mode() {
    let out = render(made("rubbed_glass", &[], None).as_mut(), 4.0);
    assert!(rms(part(&out, 1.5, 3.5)) > 10.0 * rms(part(&out, 0.0, 0.3)));
    let glass = Body::new(&BodyParams {
        kind: BodyKind::Glass,
        material: MaterialKind::Glass,
        size: 0.12,
        width: 0.08,
        thickness: 0.0012,
        ..BodyParams::default()
    })
    .unwrap();
    // The strongest of all pitches 2 Hz apart.
    let heard = part(&out, 2.0, 3.0);
    let strength = |hertz: f64| {
        let turn = urto::math::TAU * hertz / RATE;
        let (mut re, mut im) = (0.0, 0.0);
        for (n, x) in heard.iter().enumerate() {
            re += f64::from(*x) * urto::math::cos(turn * n as f64);
            im += f64::from(*x) * urto::math::sin(turn * n as f64);
        }
        re * re + im * im
    };
    let pitches = (100..1500).map(|n| 2.0 * f64::from(n));
    let loudest = pitches.fold((0.0, 0.0), |best, hertz| {
        let now = strength(hertz);
        if now > best.1 { (hertz, now) } else { best }
    });
    let mode = glass.modes()[0].frequency;
    println!("{} Hz heard, mode at {mode:.0} Hz", loudest.0);
    assert!(
        (loudest.0 / mode - 1.0).abs() < 0.02,
        "{} {mode}",
        loudest.0
    );
}

/// Chalk is lifted between strokes.
#[test]
fn chalk_writes_in_strokes() {
    let out = render(made("chalk", &[], None).as_mut(), 3.6);
    let loudest = out.chunks(480).map(rms).fold(0.0, f64::max);
    let loud: Vec<bool> = out.chunks(480).map(|c| rms(c) > 0.03 * loudest).collect();
    let strokes = loud.windows(2).filter(|pair| !pair[0] && pair[1]).count();
    let share = loud.iter().filter(|loud| **loud).count() as f64 / loud.len() as f64;
    println!("{strokes} strokes, {:.0} % of the time", 100.0 * share);
    assert!((6..20).contains(&strokes), "{strokes}");
    assert!((0.3..0.9).contains(&share), "{share}");
}

/// Speed and pressure can be signals; nothing sounds without either.
#[test]
fn speed_and_pressure_are_signals() {
    for key in [
        "squeaking_door",
        "braking",
        "chalk",
        "rubbed_glass",
        "creaking_wood",
    ] {
        let level = |speed: f64, pressure: f64| {
            let mut sound = made(key, &[], Some(Curve::constant(1.0)));
            let find = |sound: &dyn Sound, name: &str| {
                let id = sound.params().table().find(name).unwrap();
                let Some(Value::Number(value)) = sound.params().value(&id) else {
                    panic!("{name}")
                };
                value
            };
            let length = (1.2 * RATE) as usize;
            let speed = vec![(speed * find(sound.as_ref(), "speed")) as f32; length];
            let pressure = vec![(pressure * find(sound.as_ref(), "pressure")) as f32; length];
            let mut out = vec![0.0; length];
            let table = sound.params().table();
            let signal = |name, values| Signal {
                id: table.find(name).unwrap(),
                values,
            };
            let signals = [signal("speed", &speed[..]), signal("pressure", &pressure)];
            sound.render(&signals, &mut [&mut out]);
            rms(&out)
        };
        let (both, no_speed, no_pressure) = (level(1.0, 1.0), level(0.0, 1.0), level(1.0, 0.0));
        println!("{key}: {both:.3} {no_speed:.2e} {no_pressure:.2e}");
        assert!(both > 1e-3 && no_speed < 1e-3 * both && no_pressure < 1e-3 * both);
    }
}

/// Speed and pressure swept from end to end in 50 ms give no click: the largest second
/// difference stays within three times that of the louder end.
#[test]
fn sweeps_do_not_click() {
    for key in [
        "squeaking_door",
        "braking",
        "chalk",
        "rubbed_glass",
        "creaking_wood",
    ] {
        for name in ["speed", "pressure"] {
            let roughest = |at: &dyn Fn(f64, f64, f64) -> f64| {
                let mut sound = made(key, &[], Some(Curve::constant(1.0)));
                let id = sound.params().table().find(name).unwrap();
                let range = urto::param::number_of(sound.params(), &id).unwrap().1;
                let mut out = vec![0.0; (0.8 * RATE) as usize];
                let signal: Vec<f32> = (0..out.len())
                    .map(|n| at(n as f64 / RATE, range.min, range.max) as f32)
                    .collect();
                let values = &signal[..];
                sound.render(&[Signal { id, values }], &mut [&mut out]);
                out.windows(3)
                    .map(|w| (w[2] - 2.0 * w[1] + w[0]).abs())
                    .fold(0.0, f32::max)
            };
            let low = roughest(&|_, min, _| min);
            let high = roughest(&|_, _, max| max);
            let swept = roughest(&|time, min, max| {
                min + (max - min) * ((time - 0.4) / 0.05).clamp(0.0, 1.0)
            });
            println!("{key} {name}: {low:.3} {high:.3} swept {swept:.3}");
            assert!(swept <= 3.0 * low.max(high), "{key} {name}");
        }
    }
}

/// Two bodies rubbed by hand follow the hand: they are still while it rests, and begin again.
#[test]
fn friction_follows_its_gesture() {
    for (name, again) in [("gesture.motion", -1.0), ("gesture.press", 1.0)] {
        let rests = [
            (0.0, 0.0),
            (0.05, 1.0),
            (0.6, 1.0),
            (0.65, 0.0),
            (1.2, 0.0),
            (1.25, again),
        ];
        let mut sound = made("friction", &[], None);
        let id = sound.params().table().find(name).unwrap();
        sound.set(&id, &Value::Curve(Curve::new(rests).unwrap()));
        sound.event(0, Event::trigger(1.0));
        let out = render(sound.as_mut(), 1.8);
        let [first, rest, second] =
            [(0.2, 0.6), (1.0, 1.2), (1.4, 1.8)].map(|(from, to)| rms(part(&out, from, to)));
        println!("{name}: {first:.4} {rest:.1e} {second:.4}");
        assert!(first > 1e-3 && rest < 0.03 * first, "{name}");
        assert!(second > 0.3 * first, "{name}");
    }
}

/// What slides over uneven ground is held by mu·N·exp(u·n), n of mean square 1: the logarithm of
/// the force spreads by u, within 10 % over some thousand grains.
#[test]
fn uneven_ground_holds_unevenly() {
    for unevenness in [0.0, 0.2, 0.5] {
        let numbers = [
            ("velocity", 2.0),
            ("unevenness", unevenness),
            ("grain", 1e-3),
            ("gesture.tremor", 0.0),
            ("rub.noise", 0.0),
            ("rub.viscosity", 0.0),
            ("rub.static_friction", 0.25),
            ("rub.dynamic_friction", 0.25),
        ];
        let mut sound = made("friction", &numbers, None);
        render(sound.as_mut(), 0.5);
        let (mut sum, mut squares, mut sample) = (0.0, 0.0, [0.0]);
        let count = RATE as usize;
        for _ in 0..count {
            sound.render(&[], &mut [&mut sample]);
            let force = urto::math::log(sound.taps().force.abs());
            sum += force;
            squares += force * force;
        }
        let mean = sum / count as f64;
        let spread = (squares / count as f64 - mean * mean).max(0.0).sqrt();
        println!(
            "{unevenness}: spreads by {spread:.3} about {:.2} N",
            urto::math::exp(mean)
        );
        assert!((spread - unevenness).abs() <= 0.1 * unevenness + 1e-3);
        assert!((mean - urto::math::log(0.25 * 40.0)).abs() < 0.1);
    }
}

/// Chalk that is set down taps: the first milliseconds are louder the steeper it comes.
#[test]
fn chalk_taps_the_board() {
    let tap = |landing: f64, pressure: f64| {
        let numbers = [("landing", landing), ("pressure", pressure)];
        let out = render(made("chalk", &numbers, None).as_mut(), 0.01);
        out.iter().fold(0.0f32, |most, x| most.max(x.abs()))
    };
    let (none, usual, steep) = (tap(0.0, 2.0), tap(0.1, 2.0), tap(0.4, 2.0));
    println!("{none} {usual} {steep}");
    assert!(usual > 2.0 * none && steep > 2.0 * usual);
    assert_eq!(tap(0.4, 0.0), 0.0);
}

/// What cuts one way is softer on the way back, and silent if it is lifted.
#[test]
fn scraping_leans_less_on_the_way_back() {
    // Strokes of 0.15 m that speed up and slow down evenly: 2·way/speed, 0.6 s at 0.5 m/s.
    let strokes = |back: f64| {
        let numbers = [("back", back), ("variation", 0.0), ("speed", 0.5)];
        let out = render(made("scraping", &numbers, None).as_mut(), 1.8);
        // Forwards, backwards and forwards again, away from the turns.
        [(0.15, 0.45), (0.75, 1.05), (1.35, 1.65)].map(|(from, to)| rms(part(&out, from, to)))
    };
    let (same, less, none) = (strokes(1.0), strokes(0.1), strokes(0.0));
    println!("{same:.3?} {less:.3?} {none:.3?}");
    assert!(less[1] < 0.7 * same[1] && none[1] < 0.01 * same[1]);
    for back in [less, none] {
        assert_eq!(back[0], same[0]);
        assert!((back[2] / same[2] - 1.0).abs() < 0.2);
    }
}
