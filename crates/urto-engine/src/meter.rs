//! How loud a signal is: peak, root mean square, and loudness as ears judge it.
//!
//! Loudness is the momentary one of EBU Tech 3341: K-weighted after ITU-R BS.1770, over 400 ms.
//! The weights are worked out for any rate from the analogue filters behind the standard's table
//! for 48 kHz; a test compares with that table.

use urto::Rate;
use urto::math::{log10, pow, tan};
use urto_file::MOST_CHANNELS;

/// Hops per second: how often the levels move on.
const HOPS: f64 = 100.0;
/// Hops that are remembered: 400 ms.
const WINDOW: usize = 40;
/// Hops over which the peak is the largest: 100 ms, longer than between two pictures.
const PEAK: usize = 10;
/// Hops over which the root mean square is taken: 300 ms, as slow meters do.
const MEAN: usize = 30;
/// Filter states below this are silence; far above the numbers at which arithmetic is slow.
const SILENT: f64 = 1e-20;

/// How loud something is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    /// Largest sample of the last 100 ms at every output, as a share of full scale; left and
    /// right come first.
    pub peak: [f64; MOST_CHANNELS],
    /// Root mean square over the last 300 ms, as a share of full scale: over all outputs; for an
    /// instance, over the two between which it is panned.
    pub rms: f64,
    /// Momentary loudness \[LUFS\]; minus infinity for silence. Every output weighs the same, as
    /// nothing is known of where it is heard.
    pub lufs: f64,
}

/// Two poles and two zeros.
#[derive(Clone, Copy, Debug, Default)]
struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
    state: [f64; 2],
}

impl Biquad {
    #[inline]
    fn pass(&mut self, x: f64) -> f64 {
        let y = self.b[0] * x + self.state[0];
        self.state[0] = self.b[1] * x - self.a[0] * y + self.state[1];
        self.state[1] = self.b[2] * x - self.a[1] * y;
        y
    }
}

/// K-weighting: a shelf for the head, then a high-pass.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Weighting {
    stages: [Biquad; 2],
}

impl Weighting {
    /// For a rate.
    pub fn new(rate: Rate) -> Self {
        Self {
            stages: [shelf(rate), high_pass(rate)],
        }
    }

    /// A sample as the ear weighs it.
    #[inline]
    pub fn pass(&mut self, x: f64) -> f64 {
        let [shelf, high] = &mut self.stages;
        high.pass(shelf.pass(x))
    }

    /// What has faded out is at rest.
    pub fn rest_if_quiet(&mut self) {
        for state in self.stages.iter_mut().flat_map(|stage| &mut stage.state) {
            if state.abs() < SILENT {
                *state = 0.0;
            }
        }
    }
}

fn warped(hertz: f64, rate: Rate) -> f64 {
    tan(0.5 * urto::math::TAU * hertz * rate.step())
}

/// The head's gain of 4 dB above 1.7 kHz.
fn shelf(rate: Rate) -> Biquad {
    let (k, q) = (warped(1_681.974_450_955_533, rate), 0.707_175_236_955_419_6);
    let high = pow(10.0, 3.999_843_853_973_347 / 20.0);
    let middle = pow(high, 0.499_666_774_154_541_6);
    let scale = 1.0 + k / q + k * k;
    Biquad {
        b: [
            (high + middle * k / q + k * k) / scale,
            2.0 * (k * k - high) / scale,
            (high - middle * k / q + k * k) / scale,
        ],
        a: [2.0 * (k * k - 1.0) / scale, (1.0 - k / q + k * k) / scale],
        ..Biquad::default()
    }
}

/// What lies below 38 Hz counts less.
fn high_pass(rate: Rate) -> Biquad {
    let (k, q) = (warped(38.135_470_876_024_44, rate), 0.500_327_037_323_877_3);
    let scale = 1.0 + k / q + k * k;
    Biquad {
        b: [1.0, -2.0, 1.0],
        a: [2.0 * (k * k - 1.0) / scale, (1.0 - k / q + k * k) / scale],
        ..Biquad::default()
    }
}

/// What a hop heard.
#[derive(Clone, Copy, Debug, Default)]
struct Hop {
    peak: [f64; MOST_CHANNELS],
    squares: f64,
    weighted: f64,
}

/// Listens to all outputs.
pub(crate) struct Meter {
    /// Outputs over which the mean is taken.
    over: f64,
    /// Samples of a hop, and of the present one so far.
    length: u32,
    at: u32,
    now: Hop,
    past: [Hop; WINDOW],
    next: usize,
}

impl Meter {
    /// With the mean over N outputs.
    pub fn new(rate: Rate, over: usize) -> Self {
        Self {
            over: over as f64,
            length: ((rate.hertz() / HOPS).round() as u32).max(1),
            at: 0,
            now: Hop::default(),
            past: [Hop::default(); WINDOW],
            next: 0,
        }
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.at = 0;
        self.now = Hop::default();
        self.past = [Hop::default(); WINDOW];
    }

    /// Samples until the hop ends.
    pub fn left(&self) -> usize {
        (self.length - self.at) as usize
    }

    /// Takes a sample of an output, and its square as the ear weighs it.
    #[inline]
    pub fn add(&mut self, output: usize, sample: f64, weighted: f64) {
        self.now.peak[output] = self.now.peak[output].max(sample.abs());
        self.now.squares += sample * sample;
        self.now.weighted += weighted;
    }

    /// So many samples were heard, not past the end of the hop. Tells whether that ends it.
    pub fn pass(&mut self, samples: usize) -> bool {
        self.at += samples as u32;
        let over = self.at >= self.length;
        if over {
            self.at = 0;
            self.past[self.next] = core::mem::take(&mut self.now);
            self.next = (self.next + 1) % WINDOW;
        }
        over
    }

    pub fn levels(&self) -> Levels {
        let latest =
            |count: usize| (1..=count).map(|back| self.past[(self.next + WINDOW - back) % WINDOW]);
        let mean = |sum: f64, hops: usize| sum / (hops as f64 * f64::from(self.length));
        let mut peak = self.now.peak;
        for hop in latest(PEAK) {
            for (most, own) in peak.iter_mut().zip(hop.peak) {
                *most = most.max(own);
            }
        }
        let squares: f64 = latest(MEAN).map(|hop| hop.squares).sum();
        let weighted: f64 = latest(WINDOW).map(|hop| hop.weighted).sum();
        Levels {
            peak,
            rms: (mean(squares, MEAN) / self.over).sqrt(),
            lufs: -0.691 + 10.0 * log10(mean(weighted, WINDOW)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::{TAU, sin};

    #[test]
    fn the_weights_at_48_khz_are_those_of_the_standard() {
        let weighting = Weighting::new(Rate::new(48_000.0).unwrap());
        let [shelf, high] = weighting.stages;
        // ITU-R BS.1770-5, tables 1 and 2.
        let table = [
            (shelf.b[0], 1.535_124_859_586_97),
            (shelf.b[1], -2.691_696_189_406_38),
            (shelf.b[2], 1.198_392_810_852_85),
            (shelf.a[0], -1.690_659_293_182_41),
            (shelf.a[1], 0.732_480_774_215_85),
            (high.a[0], -1.990_047_454_833_98),
            (high.a[1], 0.990_072_250_366_21),
        ];
        for (own, told) in table {
            assert!((own - told).abs() < 1e-9, "{own} {told}");
        }
    }

    /// BS.1770: a sine of 997 Hz at full scale in one channel reads -3.01 LKFS; in both, twice
    /// the power.
    #[test]
    fn a_sine_reads_as_the_standard_says_at_any_rate() {
        for hertz in [8_000.0, 44_100.0, 48_000.0, 96_000.0, 192_000.0] {
            let rate = Rate::new(hertz).unwrap();
            let (mut weighting, mut meter) = (Weighting::new(rate), Meter::new(rate, 2));
            for n in 0..(0.5 * hertz) as u32 {
                let x = sin(TAU * 997.0 * f64::from(n) / hertz);
                let k = weighting.pass(x);
                meter.add(0, x, k * k);
                meter.add(1, 0.0, 0.0);
                meter.pass(1);
            }
            let levels = meter.levels();
            // The bilinear transform bends the shelf a little, at 8 kHz much.
            let near = if hertz < 40_000.0 { 0.2 } else { 0.05 };
            assert!((levels.lufs + 3.01).abs() < near, "{hertz}: {levels:?}");
            assert!((levels.peak[0] - 1.0).abs() < 1e-2 && levels.peak[1] == 0.0);
            assert!((levels.rms - 0.5).abs() < 1e-2, "{levels:?}");
        }
    }

    #[test]
    fn silence_is_silent_and_forgets() {
        let rate = Rate::new(48_000.0).unwrap();
        let mut meter = Meter::new(rate, 2);
        meter.add(0, 0.5, 0.1);
        meter.add(15, -0.25, 0.0);
        let peak = meter.levels().peak;
        assert_eq!((peak[0], peak[1], peak[15]), (0.5, 0.0, 0.25));
        while !meter.pass(1) {}
        assert!(meter.levels().lufs > -80.0);
        for _ in 0..WINDOW {
            while !meter.pass(meter.left()) {}
        }
        let silence = Levels {
            peak: [0.0; MOST_CHANNELS],
            rms: 0.0,
            lufs: f64::NEG_INFINITY,
        };
        assert_eq!(meter.levels(), silence);
    }
}
