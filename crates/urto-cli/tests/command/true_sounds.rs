//! What sounds and presets must be by their nature, whatever the seed: how long they ring, and
//! that no two of their events are alike.

use urto::analysis::Fourier;
use urto::{Rate, math};
use urto_analyse::likeness::{Descriptor, describe};
use urto_file::Preset;

const RATE: f64 = 48_000.0;
const SEEDS: u64 = 10;

fn played(preset: &Preset, seconds: f64, seed: u64) -> Vec<f32> {
    let rate = Rate::new(RATE).unwrap();
    let mut sound = preset.start(rate, 512, seconds, seed).unwrap();
    let mut out = vec![0.0; (seconds * RATE) as usize];
    sound.render(&[], &mut [&mut out]);
    out
}

fn preset(name: &str) -> Preset {
    urto_file::find_preset(name).unwrap().expect(name)
}

/// Time in which a single blow dies away by 60 dB, by its level in 0.2 s from two moments on \[s\].
fn rings(name: &str, moments: [f64; 2], seed: u64) -> f64 {
    let samples = played(&preset(name), moments[1] + 0.25, seed);
    let [early, late] = moments.map(|from| {
        let from = (from * RATE) as usize;
        let part = &samples[from..from + (0.2 * RATE) as usize];
        let power: f64 = part.iter().map(|x| f64::from(*x) * f64::from(*x)).sum();
        10.0 * math::log10(power)
    });
    60.0 * (moments[1] - moments[0]) / (early - late)
}

/// A church bell's hum rings for tens of seconds, a thin wine glass for about five.
#[test]
fn bells_and_glasses_ring_as_long_as_real_ones() {
    for seed in 0..SEEDS {
        let bell = rings("church bell", [6.0, 9.0], seed);
        assert!((12.0..60.0).contains(&bell), "church bell {seed}: {bell} s");
        let glass = rings("wine glass", [1.5, 2.5], seed);
        assert!((4.0..8.0).contains(&glass), "wine glass {seed}: {glass} s");
    }
}

/// Every hand clap is another one: their spectra differ as much as real ones do, from 1.7 dB on in
/// nine of ten recordings.
#[test]
fn no_two_claps_are_alike() {
    let claps = preset("hand clap").demonstrated();
    let rate = Rate::new(RATE).unwrap();
    for seed in 0..SEEDS {
        let samples = played(&claps, claps.seconds.unwrap(), seed);
        let apart = describe(&samples, rate).get(Descriptor::EventSpread);
        assert!(apart.is_some_and(|apart| apart > 1.7), "{seed}: {apart:?}");
    }
}

/// The parts of a sound that are louder than 25 dB below its loudest 10 ms, 0.12 s long at least.
fn strokes(samples: &[f32]) -> Vec<&[f32]> {
    let hop = (0.01 * RATE) as usize;
    let powers: Vec<f32> = samples
        .chunks(hop)
        .map(|part| part.iter().map(|x| x * x).sum())
        .collect();
    let most = powers.iter().copied().fold(0.0, f32::max);
    let parts = powers.chunk_by(|a, b| (*a > 3e-3 * most) == (*b > 3e-3 * most));
    let mut from = 0;
    let mut found = Vec::new();
    for part in parts {
        let to = (from + part.len() * hop).min(samples.len());
        if part[0] > 3e-3 * most && part.len() >= 12 {
            found.push(&samples[from..to]);
        }
        from = to;
    }
    found
}

/// Ripples of a spectrum from 300 Hz to 4 kHz: its level in decibels less the mean of 300 Hz around.
fn ripples(samples: &[f32]) -> Vec<f64> {
    const SIZE: usize = 4096;
    let mut fourier = Fourier::new(SIZE);
    let mut lines = vec![0.0; SIZE / 2 + 1];
    let mut powers = vec![0.0f64; SIZE / 2 + 1];
    for start in (0..samples.len() - SIZE).step_by(SIZE / 4) {
        let window = |n: usize| 0.5 - 0.5 * math::cos(math::TAU * (n as f64 + 0.5) / SIZE as f64);
        let frame: Vec<f64> = (0..SIZE)
            .map(|n| f64::from(samples[start + n]) * window(n))
            .collect();
        fourier.magnitudes_of(&frame, &mut lines);
        for (power, line) in powers.iter_mut().zip(&lines) {
            *power += line * line;
        }
    }
    let bin = |hertz: f64| (hertz / RATE * SIZE as f64) as usize;
    let levels: Vec<f64> = powers.iter().map(|x| math::log10(x.max(1e-30))).collect();
    let around = bin(150.0);
    (bin(300.0)..bin(4000.0))
        .map(|n| {
            let near = &levels[n - around..=n + around];
            levels[n] - near.iter().sum::<f64>() / near.len() as f64
        })
        .collect()
}

/// How alike two rows are, from 0 to 1.
fn alike(a: &[f64], b: &[f64]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

/// Chalk goes along the board as it writes: the comb of the board's modes is another in each
/// stroke. (At one place they agree by 0.65.)
#[test]
fn no_two_strokes_of_chalk_have_the_same_comb() {
    let chalk = Preset::plain(urto_file::catalogue().sound("chalk").unwrap());
    for seed in 0..SEEDS {
        let samples = played(&chalk, 4.0, seed);
        let strokes = strokes(&samples);
        assert!(strokes.len() >= 4, "{seed}: {} strokes", strokes.len());
        let combs: Vec<Vec<f64>> = strokes.iter().map(|own| ripples(own)).collect();
        let pairs = (1..combs.len()).flat_map(|n| combs[..n].iter().map(move |own| (n, own)));
        let pairs: Vec<f64> = pairs.map(|(n, own)| alike(&combs[n], own)).collect();
        let mean = pairs.iter().sum::<f64>() / pairs.len() as f64;
        println!("{seed}: {} strokes, {mean:.2}", combs.len());
        assert!(mean < 0.5, "{seed}: {mean}");
    }
}
