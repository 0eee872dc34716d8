//! What is measured of a sound, alike at every rate: all are brought to 32 kHz first.

use urto::analysis::Fourier;
use urto::math::{self, TAU};

/// The common rate \[Hz\], and what is heard of each: what a rate can have more than another above
/// that is no difference.
const COMMON: f64 = 32e3;
const HEARD: f64 = 14e3;
/// Half the length of the resampling filter \[samples of the common rate\]; with a Kaiser window of
/// 9 it falls by 90 dB within the 2 kHz above what is heard.
const HALF: f64 = 48.0;
const KAISER: f64 = 9.0;

/// Modified Bessel function of order zero, by its series.
fn bessel(x: f64) -> f64 {
    let (mut sum, mut term) = (1.0, 1.0);
    for n in 1..40 {
        let part = 0.5 * x / f64::from(n);
        term *= part * part;
        sum += term;
    }
    sum
}

/// Samples at the common rate.
pub fn common(samples: &[f32], hertz: f64) -> Vec<f64> {
    let count = (samples.len() as f64 * COMMON / hertz) as usize;
    // The cutoff lies midway between what is heard and what would fold onto it.
    let cut = 0.5 * (HEARD + COMMON - HEARD) / hertz;
    let half = HALF * hertz / COMMON;
    // The filter, looked up between its samples: 64 of them per sample, by straight lines.
    let fine = 64.0;
    let table: Vec<f64> = (0..=(half * fine) as usize + 1)
        .map(|n| {
            let t = n as f64 / fine;
            let inside = (1.0 - (t / half) * (t / half)).max(0.0);
            let window = bessel(KAISER * inside.sqrt()) / bessel(KAISER);
            let x = TAU * cut * t;
            let sinc = if x == 0.0 { 1.0 } else { math::sin(x) / x };
            2.0 * cut * sinc * window
        })
        .collect();
    (0..count)
        .map(|n| {
            let at = n as f64 * hertz / COMMON;
            let first = (at - half).ceil().max(0.0) as usize;
            let last = ((at + half) as usize).min(samples.len() - 1);
            let mut sum = 0.0;
            for (k, sample) in samples[first..=last].iter().enumerate() {
                let place = (at - (first + k) as f64).abs() * fine;
                let (whole, part) = (place as usize, place.fract());
                let weight =
                    table[whole] + part * (table[(whole + 1).min(table.len() - 1)] - table[whole]);
                sum += weight * f64::from(*sample);
            }
            sum
        })
        .collect()
}

/// Two poles and two zeros.
struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
    state: [f64; 2],
}

impl Biquad {
    fn pass(&mut self, x: f64) -> f64 {
        let y = self.b[0] * x + self.state[0];
        self.state[0] = self.b[1] * x - self.a[0] * y + self.state[1];
        self.state[1] = self.b[2] * x - self.a[1] * y;
        y
    }
}

/// Energy as ears weigh it \[s\]: after the shelf (1.7 kHz, 4 dB) and the high-pass (38 Hz) of
/// ITU-R BS.1770, in round numbers, which is enough for differences.
pub fn weighted_energy(samples: &[f64]) -> f64 {
    let turn = |hertz: f64| math::tan(0.5 * TAU * hertz / COMMON);
    let (k, q) = (turn(38.0), 0.5);
    let below = 1.0 / (1.0 + k / q + k * k);
    let mut high = Biquad {
        b: [below, -2.0 * below, below],
        a: [2.0 * (k * k - 1.0) * below, (1.0 - k / q + k * k) * below],
        state: [0.0; 2],
    };
    let (k, gain) = (turn(1680.0), math::pow(10.0, 4.0 / 20.0));
    let (q, root) = (core::f64::consts::FRAC_1_SQRT_2, gain.sqrt());
    let below = 1.0 / (1.0 + k / q + k * k);
    let mut shelf = Biquad {
        b: [
            (gain + root * k / q + k * k) * below,
            2.0 * (k * k - gain) * below,
            (gain - root * k / q + k * k) * below,
        ],
        a: [2.0 * (k * k - 1.0) * below, (1.0 - k / q + k * k) * below],
        state: [0.0; 2],
    };
    let weighted = samples.iter().map(|x| high.pass(shelf.pass(*x)));
    weighted.map(|x| x * x).sum::<f64>() / COMMON
}

/// How long it takes to die away \[s\]: three times the way from -5 to -25 dB of what is left of
/// the energy after a time (Schroeder 1965). For what goes on, it tells how its end comes.
pub fn decay(samples: &[f64]) -> f64 {
    let mut left: Vec<f64> = samples.iter().map(|x| x * x).collect();
    for n in (1..left.len()).rev() {
        left[n - 1] += left[n];
    }
    let all = left.first().copied().unwrap_or(0.0);
    let when = |decibels: f64| {
        let below = all * math::pow(10.0, 0.1 * decibels);
        left.iter().position(|x| *x <= below).unwrap_or(left.len()) as f64 / COMMON
    };
    3.0 * (when(-25.0) - when(-5.0))
}

/// Frames of this length are compared \[s\].
const HOP: f64 = 0.004;
/// An event is so many times stronger than each of the frames before it, over this long \[s\], and
/// within 40 dB of the strongest.
const STRONGER: f64 = 4.0;
const BEFORE: usize = 5;
const WITHIN: f64 = 1e-4;

/// How many events there are.
pub fn events(samples: &[f64]) -> f64 {
    // Below 300 Hz nothing tells one event from the next.
    let mut low = 0.0;
    let share = 1.0 - math::exp(-TAU * 300.0 / COMMON);
    let bright: Vec<f64> = samples
        .iter()
        .map(|x| {
            low += share * (x - low);
            x - low
        })
        .collect();
    let frames = bright.chunks((HOP * COMMON) as usize);
    let powers: Vec<f64> = frames.map(|f| f.iter().map(|x| x * x).sum()).collect();
    let most = powers.iter().copied().fold(0.0, f64::max);
    let mut found = 0;
    let mut last = None;
    for n in 0..powers.len() {
        let before = &powers[n.saturating_sub(BEFORE)..n];
        let floor = before.iter().copied().fold(f64::INFINITY, f64::min);
        let floor = if before.is_empty() { 0.0 } else { floor };
        let rises = powers[n] > STRONGER * floor && powers[n] > WITHIN * most;
        let next = powers.get(n + 1).copied().unwrap_or(0.0);
        if rises && powers[n] >= next && last.is_none_or(|at| n - at > BEFORE) {
            found += 1;
            last = Some(n);
        }
    }
    f64::from(found)
}

/// Samples of a spectrum's frame: half a second, 2 Hz between lines.
pub const FRAME: usize = 16_384;

/// Power at each line, over frames that overlap by half.
pub fn add_spectrum(samples: &[f64], fourier: &mut Fourier, into: &mut [f64]) {
    let mut padded = samples.to_vec();
    padded.resize(samples.len().max(FRAME), 0.0);
    let starts: Vec<usize> = (0..=padded.len() - FRAME).step_by(FRAME / 2).collect();
    let framed = |start: usize| -> Vec<f64> {
        let frame = padded[start..start + FRAME].iter().enumerate();
        let hann = |n: usize| 0.5 - 0.5 * math::cos(TAU * n as f64 / FRAME as f64);
        frame.map(|(n, x)| x * hann(n)).collect()
    };
    let silence = vec![0.0; FRAME];
    let mut out = [vec![0.0; FRAME / 2 + 1], vec![0.0; FRAME / 2 + 1]];
    for pair in starts.chunks(2) {
        let first = framed(pair[0]);
        let second = pair.get(1).map_or(silence.clone(), |at| framed(*at));
        let [a, b] = &mut out;
        fourier.magnitudes([&first, &second], [a, b]);
        for (sum, (a, b)) in into.iter_mut().zip(a.iter().zip(b.iter())) {
            *sum += a * a + b * b;
        }
    }
}

/// How many times as strong as the middle of what lies around it a partial is: beyond doubt, and in
/// a spectrum in which it is looked for. With one number for both, a partial that just reaches it at
/// one rate would be gone at another where it is as strong but for a hundredth of a decibel.
pub const STANDS_OUT: f64 = 40.0;
pub const IS_THERE: f64 = 10.0;

/// Partials that are so many times as strong as what is around them, strongest first: frequency
/// \[Hz\] and level \[dB\].
pub fn partials(spectrum: &[f64], times: f64) -> Vec<(f64, f64)> {
    let level = |n: usize| 10.0 * math::log10(spectrum[n].max(1e-30));
    let last = (HEARD / COMMON * FRAME as f64) as usize;
    let mut found = Vec::new();
    for n in 20..last {
        if spectrum[n] < spectrum[n - 1] || spectrum[n] <= spectrum[n + 1] {
            continue;
        }
        // Out of the middle of what lies within a sixth of an octave.
        let reach = (n as f64 * 0.06).max(12.0) as usize;
        let mut around = spectrum[n.saturating_sub(reach)..(n + reach).min(last + 2)].to_vec();
        around.sort_by(f64::total_cmp);
        let middle = around[around.len() / 2];
        if spectrum[n] < times * middle {
            continue;
        }
        let (a, b, c) = (level(n - 1), level(n), level(n + 1));
        let between = 0.5 * (a - c) / (a - 2.0 * b + c);
        let hertz = (n as f64 + between) * COMMON / FRAME as f64;
        found.push((hertz, b));
    }
    found.sort_by(|x, y| y.1.total_cmp(&x.1));
    found
}

#[test]
fn measures_do_not_depend_on_the_rate() {
    // Two decaying sines and a click, at rates that divide and do not.
    let made = |hertz: f64| -> Vec<f32> {
        (0..(1.5 * hertz) as usize)
            .map(|n| {
                let t = n as f64 / hertz;
                let ring = |f: f64, d: f64| math::exp(-6.9078 * t / d) * math::sin(TAU * f * t);
                let later = if t > 0.7 {
                    0.02 * math::exp(-(t - 0.7) * 300.0) * math::sin(TAU * 2000.0 * (t - 0.7))
                } else {
                    0.0
                };
                (0.5 * ring(440.0, 0.9) + 0.3 * ring(1234.5, 0.6) + later) as f32
            })
            .collect()
    };
    let measured = |hertz: f64| {
        let samples = common(&made(hertz), hertz);
        let mut spectrum = vec![0.0; FRAME / 2 + 1];
        add_spectrum(&samples, &mut Fourier::new(FRAME), &mut spectrum);
        let found = partials(&spectrum, STANDS_OUT);
        let energy = 10.0 * math::log10(weighted_energy(&samples));
        (
            energy,
            decay(&samples),
            events(&samples),
            found[0].0,
            found[1].0,
        )
    };
    let first = measured(48e3);
    assert!((first.1 - 0.9).abs() < 0.1, "{first:?}");
    assert_eq!(first.2, 2.0);
    assert!(
        (first.3 - 440.0).abs() < 0.5 && (first.4 - 1234.5).abs() < 1.0,
        "{first:?}"
    );
    for hertz in [44_100.0, 96e3, 192e3] {
        let other = measured(hertz);
        assert!((other.0 - first.0).abs() < 0.02, "{other:?} {first:?}");
        assert!((other.1 / first.1 - 1.0).abs() < 0.002);
        assert_eq!(other.2, first.2);
        assert!((other.3 - first.3).abs() < 0.05 && (other.4 - first.4).abs() < 0.05);
    }
}
