//! Descriptors against those of an independent implementation.
//!
//! `data/descriptors.txt` holds what a program in Python (numpy, scipy: `butter`, `stft`, `welch`,
//! `resample_poly` and so on) measured of the signals below, by which the classes' percentiles
//! were made. With `URTO_SIGNALS=FOLDER` the test writes the signals there as raw 32-bit floats,
//! so that they can be measured again.

use urto::Rate;
use urto::math::{self, LN_1000, TAU};
use urto::rng::Rng;
use urto_analyse::likeness::{Descriptor, describe};

const MEASURED: &str = include_str!("data/descriptors.txt");

/// Name, rate \[Hz\] and samples.
struct Signal {
    name: &'static str,
    rate: f64,
    samples: Vec<f32>,
}

fn signal(name: &'static str, rate: f64, samples: impl IntoIterator<Item = f64>) -> Signal {
    let samples = samples.into_iter().map(|x| x as f32).collect();
    Signal {
        name,
        rate,
        samples,
    }
}

/// Adds modes (frequency \[Hz\], T60 \[s\], amplitude) that are struck with a click of noise.
fn strike(into: &mut [f64], rate: f64, at: f64, modes: &[[f64; 3]], click: f64, rng: &mut Rng) {
    let start = (at * rate) as usize;
    for (n, x) in into.iter_mut().skip(start).enumerate() {
        let t = n as f64 / rate;
        for [f, d, a] in modes {
            *x += a * math::exp(-LN_1000 * t / d) * math::sin(TAU * f * t);
        }
        if t < 0.03 {
            *x += click * math::exp(-LN_1000 * t / 0.02) * rng.signed();
        }
    }
}

/// Irregular knocks on something wooden over a little noise.
fn knocks() -> Signal {
    let (rate, mut rng) = (48_000.0, Rng::new(11));
    let mut out: Vec<f64> = (0..3 * 48_000).map(|_| 3e-4 * rng.signed()).collect();
    let mut at = 0.2;
    for _ in 0..6 {
        let modes: Vec<[f64; 3]> = (0..12)
            .map(|_| {
                let f = rng.log_uniform(150.0, 5000.0);
                [f, 40.0 / f.max(200.0), 0.08 * rng.uniform()]
            })
            .collect();
        strike(&mut out, rate, at, &modes, 0.2, &mut rng);
        at += 0.25 + 0.25 * rng.uniform();
    }
    signal("knocks", rate, out)
}

/// One blow that rings for long, recorded fast.
fn bell() -> Signal {
    let (rate, mut rng) = (96_000.0, Rng::new(12));
    let mut out = vec![0.0; 3 * 96_000];
    let modes = [
        [320.0, 3.0, 0.2],
        [640.5, 2.0, 0.2],
        [771.0, 1.5, 0.15],
        [1933.0, 0.8, 0.1],
        [5120.0, 0.3, 0.1],
    ];
    strike(&mut out, rate, 0.1, &modes, 0.1, &mut rng);
    signal("bell", rate, out)
}

/// Hundreds of small grains, between two pauses of digital silence.
fn grains() -> Signal {
    let (rate, mut rng) = (44_100.0, Rng::new(13));
    let mut out = vec![0.0; 5 * 44_100];
    for _ in 0..400 {
        let modes = [[rng.log_uniform(800.0, 9000.0), 0.02, 0.3 * rng.uniform()]];
        let at = 1.0 + 3.0 * rng.uniform() * rng.uniform();
        let start = (at * rate) as usize;
        strike(
            &mut out[start..start + 4410],
            rate,
            0.0,
            &modes,
            0.02,
            &mut rng,
        );
    }
    signal("grains", rate, out)
}

/// A row of pulses whose rate wanders, through two resonances: a creak.
fn creak() -> Signal {
    let (rate, mut rng) = (48_000.0, Rng::new(14));
    let mut out = vec![0.0; 2 * 48_000];
    let modes = [[410.0, 0.05, 0.3], [1180.0, 0.03, 0.3], [2900.0, 0.02, 0.2]];
    let mut at = 0.05;
    while at < 1.7 {
        let start = (at * rate) as usize;
        strike(
            &mut out[start..start + 7200],
            rate,
            0.0,
            &modes,
            0.02,
            &mut rng,
        );
        at += 0.006 + 0.02 * (at - 0.8) * (at - 0.8) + 0.001 * rng.uniform();
    }
    signal("creak", rate, out)
}

/// Noise that swells five times a second, recorded slowly: nothing above 11 kHz.
fn hiss() -> Signal {
    let (rate, mut rng) = (22_050.0, Rng::new(15));
    let out = (0..3 * 22_050).map(|n| {
        let swell = 0.6 + 0.4 * math::sin(TAU * 5.0 * f64::from(n) / rate);
        0.2 * swell * rng.signed()
    });
    signal("hiss", rate, out)
}

/// A click that is over at once.
fn click() -> Signal {
    let (rate, mut rng) = (48_000.0, Rng::new(16));
    let mut out = vec![0.0; 2900];
    strike(&mut out, rate, 0.004, &[[1500.0, 0.01, 0.5]], 0.3, &mut rng);
    signal("click", rate, out)
}

/// Twelve seconds, of which ten count: steps that come evenly, on an offset.
fn steps() -> Signal {
    let (rate, mut rng) = (44_100.0, Rng::new(17));
    let mut out: Vec<f64> = (0..12 * 44_100)
        .map(|_| 0.05 + 1e-3 * rng.signed())
        .collect();
    for n in 0..20 {
        let loud = 0.2 + 0.2 * rng.uniform();
        let modes = [[90.0, 0.2, 0.5 * loud], [230.0, 0.1, 0.5 * loud]];
        let at = 0.3 + 0.57 * f64::from(n);
        strike(&mut out, rate, at, &modes, loud, &mut rng);
    }
    signal("steps", rate, out)
}

fn signals() -> Vec<Signal> {
    vec![
        knocks(),
        bell(),
        grains(),
        creak(),
        hiss(),
        click(),
        steps(),
    ]
}

/// What was measured elsewhere, if the signal has it.
fn measured(signal: &str, key: &str) -> Option<f64> {
    let wanted = format!("{signal} {key} ");
    let line = MEASURED.lines().find(|line| line.starts_with(&wanted));
    let line = line.unwrap_or_else(|| panic!("no line '{wanted}'"));
    let value: f64 = line[wanted.len()..].parse().unwrap();
    value.is_finite().then_some(value)
}

/// Within a hundredth of the least width by which a difference is counted: z is off by 0.013 at
/// most.
#[test]
fn descriptors_are_those_of_the_tool_that_made_the_classes() {
    let folder = std::env::var("URTO_SIGNALS").ok();
    let mut wrong = Vec::new();
    for Signal {
        name,
        rate,
        samples,
    } in signals()
    {
        if let Some(folder) = &folder {
            let bytes: Vec<u8> = samples.iter().flat_map(|x| x.to_le_bytes()).collect();
            std::fs::write(format!("{folder}/{name}-{rate}.f32"), bytes).unwrap();
            continue;
        }
        let found = describe(&samples, Rate::new(rate).unwrap());
        for descriptor in Descriptor::ALL {
            let about = descriptor.about();
            let (ours, theirs) = (found.get(descriptor), measured(name, about.key));
            let near = match (ours, theirs) {
                (Some(ours), Some(theirs)) => (ours - theirs).abs() <= 0.01 * about.least,
                (ours, theirs) => ours == theirs,
            };
            if !near {
                wrong.push(format!("{name} {}: {ours:?}, not {theirs:?}", about.key));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
