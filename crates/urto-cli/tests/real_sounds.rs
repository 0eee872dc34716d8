//! Presets named after everyday things, held against figures of real recordings: medians over 40
//! recordings each of the public ESC-50 collection (field recordings, with their rooms).

use realfft::RealFftPlanner;
use urto::{Rate, math};

const RATE: f64 = 48_000.0;

/// Figures of a kind of sound.
struct Figures {
    /// Octave bands from 63 Hz to 16 kHz \[dB of the whole\].
    bands: [f64; 9],
    /// Time from the loudest moment to -20 dB \[ms\].
    decay: f64,
}

/// A preset, what it is, the real thing's figures, and how many of its bands may lie further than
/// 8 dB away (docs/real-sounds.md says why).
const ROWS: &[(&str, &str, Figures, usize)] = &[
    (
        "wooden door knock",
        "door wood knock",
        Figures {
            bands: [-12.0, -11.0, -10.0, -9.0, -12.0, -20.0, -34.0, -41.0, -47.0],
            decay: 55.0,
        },
        1,
    ),
    (
        "concrete, sneakers",
        "footsteps",
        Figures {
            bands: [-15.0, -14.0, -10.0, -9.0, -10.0, -13.0, -17.0, -19.0, -26.0],
            decay: 49.0,
        },
        0,
    ),
    (
        "gravel path, boots",
        "footsteps",
        Figures {
            bands: [-15.0, -14.0, -10.0, -9.0, -10.0, -13.0, -17.0, -19.0, -26.0],
            decay: 49.0,
        },
        3,
    ),
    (
        "window breaking",
        "glass breaking",
        Figures {
            bands: [-30.0, -24.0, -21.0, -17.0, -15.0, -10.0, -6.0, -5.0, -11.0],
            decay: 222.0,
        },
        0,
    ),
    (
        "wine glass breaking",
        "glass breaking",
        Figures {
            bands: [-30.0, -24.0, -21.0, -17.0, -15.0, -10.0, -6.0, -5.0, -11.0],
            decay: 222.0,
        },
        0,
    ),
    (
        "old door opening",
        "door wood creaks",
        Figures {
            bands: [-24.0, -19.0, -15.0, -12.0, -9.0, -6.0, -9.0, -16.0, -31.0],
            decay: 202.0,
        },
        2,
    ),
    (
        "hand saw",
        "hand saw",
        Figures {
            bands: [-25.0, -17.0, -10.0, -8.0, -7.0, -8.0, -9.0, -14.0, -21.0],
            decay: 98.0,
        },
        0,
    ),
    (
        "church bell",
        "church bells",
        Figures {
            bands: [-29.0, -22.0, -12.0, -6.0, -5.0, -9.0, -18.0, -36.0, -50.0],
            decay: 782.0,
        },
        2,
    ),
];

fn rendered(name: &str) -> Vec<f32> {
    let preset = urto_file::find_preset(name).unwrap().expect(name);
    let entry = urto::sounds::find(&preset.sound).unwrap();
    let seconds = preset.seconds.unwrap_or(entry.seconds);
    let rate = Rate::new(RATE).unwrap();
    let mut sound = preset
        .start(rate, 512, seconds, preset.seed.unwrap_or(0))
        .unwrap();
    let mut out = vec![0.0; (seconds * RATE) as usize];
    sound.render(&[], &mut [&mut out]);
    out
}

/// Octave bands of the frames within 40 dB of the loudest.
fn bands(samples: &[f32]) -> [f64; 9] {
    const SIZE: usize = 4096;
    let fft = RealFftPlanner::<f32>::new().plan_fft_forward(SIZE);
    let mut frames = Vec::new();
    for start in (0..samples.len()).step_by(SIZE / 4) {
        let mut frame: Vec<f32> = (0..SIZE)
            .map(|n| {
                let window = 0.5 - 0.5 * math::cos(math::TAU * (n as f64 + 0.5) / SIZE as f64);
                samples.get(start + n).copied().unwrap_or(0.0) * window as f32
            })
            .collect();
        let mut spectrum = fft.make_output_vec();
        fft.process(&mut frame, &mut spectrum).unwrap();
        let powers: Vec<f64> = spectrum.iter().map(|x| f64::from(x.norm_sqr())).collect();
        frames.push((powers.iter().sum::<f64>(), powers));
    }
    let loudest = frames.iter().map(|(all, _)| *all).fold(0.0, f64::max);
    frames.retain(|(all, _)| *all > 1e-4 * loudest);
    let whole: f64 = frames.iter().map(|(all, _)| all).sum();
    core::array::from_fn(|band| {
        let center = 1000.0 * math::pow(2.0, band as f64 - 4.0);
        let edges = [center / 2f64.sqrt(), center * 2f64.sqrt()];
        let bins = edges.map(|edge| (edge / RATE * SIZE as f64).round() as usize);
        let [low, high] = bins.map(|bin| bin.min(SIZE / 2));
        let power: f64 = frames
            .iter()
            .flat_map(|(_, powers)| &powers[low..high])
            .sum();
        10.0 * math::log10((power / whole).max(1e-9))
    })
}

/// Time from the loudest 5 ms to -20 dB \[ms\].
fn decay(samples: &[f32]) -> f64 {
    let hop = (0.005 * RATE) as usize;
    let levels: Vec<f32> = samples
        .chunks(hop)
        .map(|part| part.iter().map(|x| x * x).sum())
        .collect();
    let loudest = (0..levels.len()).max_by(|a, b| levels[*a].total_cmp(&levels[*b]));
    let loudest = loudest.unwrap_or(0);
    let after = levels[loudest..].iter();
    let fallen = after.take_while(|level| **level > 0.01 * levels[loudest]);
    5.0 * fallen.count() as f64
}

#[test]
fn presets_lie_near_the_real_thing() {
    let mut wrong = Vec::new();
    for (name, thing, real, excused) in ROWS {
        let samples = rendered(name);
        let (ours, decays) = (bands(&samples), decay(&samples));
        let line = |figures: &[f64; 9], decay: f64| {
            let bands: Vec<String> = figures.iter().map(|x| format!("{x:5.0}")).collect();
            format!("{} | {decay:4.0} ms", bands.join(" "))
        };
        println!("{name:22} {}", line(&ours, decays));
        println!(
            "{:22} {}",
            format!("  ({thing})"),
            line(&real.bands, real.decay)
        );
        let heard = real
            .bands
            .iter()
            .zip(&ours)
            .filter(|(real, _)| **real > -25.0);
        let off = heard
            .filter(|(real, ours)| (*real - *ours).abs() > 8.0)
            .count();
        let slow = decays / real.decay;
        println!("{:22} {off} bands off, decay {slow:.1} times\n", "");
        if off > *excused {
            wrong.push(format!("{name}: {off} bands lie more than 8 dB off"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("; "));
}
