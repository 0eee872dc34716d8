//! A bowed cello D string against a run at 64 times the rate.

use serde_json::Value;
use urto::Rate;
use urto::contact::{ElastoPlastic, FrictionLaw};
use urto::math;
use urto::network::NetworkBuilder;
use urto::object::{
    Driven, DrivenParams, NamedPoint, Object, Place, Point, StringBody, StringParams,
};
use urto::param::{Declared, Value as Setting};

const RATE: f64 = 44_100.0;

/// The reference's string: two delay lines of 150 cells, bridge gain exp(-pi/500), one-pole loss
/// at 8 kHz. Its loop is 300 samples plus the filter's delay, so that is its free pitch.
fn string() -> StringParams {
    let a = {
        let time = 1.0 / (math::TAU * 8000.0);
        time / (time + 1.0 / RATE)
    };
    let (mut pitch, mut gain) = (146.5, 1.0);
    for _ in 0..20 {
        let w = math::TAU * pitch / RATE;
        let (re, im) = (1.0 - a * math::cos(w), a * math::sin(w));
        pitch = RATE / (300.0 + math::atan2(im, re) / w);
        gain = math::exp(-core::f64::consts::PI / 500.0) * (1.0 - a) / (re * re + im * im).sqrt();
    }
    StringParams {
        pitch,
        impedance: 0.55,
        decay: -3.0 / (math::log10(gain) * pitch),
        // The reference's filter remembers a/(1-a) samples; its bridge takes pi/500 per period.
        brightness: RATE / math::TAU * (2.0 * core::f64::consts::PI / 500.0).sqrt()
            / (a / ((1.0 - a) * (1.0 - a))).sqrt(),
        ..StringParams::default()
    }
}

struct Played {
    slips_per_period: f64,
    pitch: f64,
    slip_fraction: f64,
}

fn play(stribeck: f64) -> Played {
    let rate = Rate::new(RATE).unwrap();
    let mut network = NetworkBuilder::new(rate);
    let bow = network
        .add(
            "bow",
            Box::new(Driven::new(&DrivenParams::default(), &[], rate).unwrap()),
        )
        .unwrap();
    let points = [NamedPoint {
        name: "bow".into(),
        place: Place::Along(0.1),
    }];
    let string = StringBody::new(&string(), &points, rate).unwrap();
    network.add("string", Box::new(string)).unwrap();
    let law = FrictionLaw {
        normal_force: 1.1,
        dynamic_friction: 0.2,
        static_friction: 0.4,
        stribeck,
        stiffness: 1e4,
        damping: 0.1,
        viscosity: 0.0,
        ..FrictionLaw::default()
    };
    let rub = network
        .join(
            "rub",
            Box::new(ElastoPlastic::new(&law, rate).unwrap()),
            ["bow", "string@bow"],
        )
        .unwrap();
    let mut network = network.build(0);
    let speed = DrivenParams::TABLE.find("velocity").unwrap();
    let mut slipping = Vec::new();
    for step in 0..(1.5 * RATE) as usize {
        let v = 0.1 * (step as f64 / RATE / 0.02).min(1.0);
        network.set_object(bow, &speed, &Setting::Number(v));
        network.step();
        // It slips while the string moves at less than half the bow's speed.
        if step as f64 / RATE > 1.0 {
            slipping.push(network.contact_velocity(rub) > 0.05);
        }
    }
    let starts: Vec<usize> = (1..slipping.len())
        .filter(|n| slipping[*n] && !slipping[n - 1])
        .collect();
    let slips_per_period = starts.len() as f64 / (slipping.len() as f64 / RATE * 146.55);
    let per = slips_per_period.round() as usize;
    let last = (starts.len() - 1) / per * per;
    let pitch = RATE * (last / per) as f64 / (starts[last] - starts[0]) as f64;
    let inside = &slipping[starts[0]..starts[last]];
    let slip_fraction = inside.iter().filter(|s| **s).count() as f64 / inside.len() as f64;
    Played {
        slips_per_period,
        pitch,
        slip_fraction,
    }
}

fn compare(set: &str, stribeck: f64, slips: f64) {
    let reference: Value = serde_json::from_str(include_str!("../data/bowed_string.json")).unwrap();
    let exact = &reference["data"][set]["ref OS64 np2"];
    let played = play(stribeck);
    let (f0, fraction) = (
        exact["f0"].as_f64().unwrap(),
        exact["slip_fraction"].as_f64().unwrap(),
    );
    println!(
        "{set}: {:.3} slips, pitch {:.4} ({f0:.4}), slip fraction {:.4} ({fraction:.4})",
        played.slips_per_period, played.pitch, played.slip_fraction
    );
    assert!((played.slips_per_period - slips).abs() < 0.02);
    assert!((played.pitch / f0 - 1.0).abs() < 5e-4);
    assert!((played.slip_fraction / fraction - 1.0).abs() < 0.05);
}

#[test]
fn helmholtz_motion_has_one_slip_per_period() {
    compare("H1", 0.2, 1.0);
}

#[test]
fn double_slip_has_two() {
    compare("DS", 0.05, 2.0);
}

/// The free string: pitch and decay as asked, for several pitches and rates; partials of a stiff
/// string where the formula says.
#[test]
fn a_plucked_string_is_in_tune() {
    for (hertz, pitch, stiffness) in [
        (44_100.0, 147.0, 0.0),
        (48_000.0, 440.0, 0.0),
        (96_000.0, 1234.5, 0.0),
        (48_000.0, 82.41, 1e-4),
        (48_000.0, 196.0, 4e-4),
    ] {
        let rate = Rate::new(hertz).unwrap();
        let params = StringParams {
            pitch,
            decay: 4.0,
            brightness: 1_500.0,
            stiffness,
            ..StringParams::default()
        };
        let point = NamedPoint {
            name: "pluck".into(),
            place: Place::Along(0.237),
        };
        let mut string = StringBody::new(&params, &[point], rate).unwrap();
        string.begin();
        string.push(Point(0), 1.0);
        string.end();
        let mut heard = Vec::new();
        for _ in 0..(2.0 * hertz) as usize {
            string.begin();
            string.end();
            heard.push(string.velocity(Point(0)));
        }
        for n in [1.0, 2.0, 3.0, 5.0] {
            let expected = n * pitch * ((1.0 + stiffness * n * n) / (1.0 + stiffness)).sqrt();
            let (found, decay) = partial(&heard, expected, hertz);
            let cents = 1200.0 * math::log(found / expected) / core::f64::consts::LN_2;
            println!(
                "{hertz} {pitch} B {stiffness} n {n}: {found:.4} {expected:.4} {cents:.3} cent, T60 {decay:.3}"
            );
            assert!(cents.abs() < if n == 1.0 { 0.1 } else { 3.0 }, "{cents}");
            let faster = |f: f64| 1.0 + (f / 1500.0) * (f / 1500.0);
            let wanted = 4.0 * faster(pitch) / faster(expected);
            assert!(
                (decay / wanted - 1.0).abs() < if n == 1.0 { 0.01 } else { 0.1 },
                "{decay} {wanted}"
            );
        }
    }
}

/// Frequency and T60 of the partial near `hertz`, by heterodyning two windows against each other.
fn partial(signal: &[f64], hertz: f64, rate: f64) -> (f64, f64) {
    let length = signal.len() / 3;
    let phasor = |start: usize| {
        let (mut re, mut im) = (0.0, 0.0);
        for (n, x) in signal[start..start + length].iter().enumerate() {
            let hann = 0.5 - 0.5 * math::cos(math::TAU * n as f64 / length as f64);
            let angle = math::TAU * hertz * (start + n) as f64 / rate;
            re += x * hann * math::cos(angle);
            im -= x * hann * math::sin(angle);
        }
        (math::atan2(im, re), (re * re + im * im).sqrt())
    };
    // First a short hop against ambiguity of phase, then a long one for precision.
    let hop = |apart: usize| {
        let ((a, x), (b, y)) = (phasor(100), phasor(100 + apart));
        let turn = (b - a) / math::TAU;
        ((turn - turn.round()) * rate / apart as f64, x / y)
    };
    let coarse = hop(rate as usize / 200).0;
    let apart = rate as usize / 2;
    let (fine, ratio) = hop(apart);
    let cycle = rate / apart as f64;
    let shift = fine + ((coarse - fine) / cycle).round() * cycle;
    (
        hertz + shift,
        3.0 * apart as f64 / rate / math::log10(ratio),
    )
}
