//! What air leaves of a tone: by ISO 9613-1, and a filter that does it.

use urto::math::{TAU, cos, exp, pow};
use urto::{Ramp, Rate};

/// Attenuation of a tone in still air \[dB/m\] at one atmosphere: the classical losses, and what the
/// rotation of its molecules takes, oxygen first, then nitrogen; from -20 to 50 °C and 10 to 100 % of
/// relative humidity within 10 % of what is measured (ISO 9613-1:1993, equations 3 to 5 and B.1 to B.3).
///
/// ```
/// // The standard's table 1: 4 kHz at 20 °C and 50 % is 29.7 dB per kilometre.
/// let found = urto_spaces::air_absorption(4000.0, 20.0, 50.0);
/// assert!((1000.0 * found / 29.7 - 1.0).abs() < 0.02, "{found}");
/// ```
pub fn air_absorption(hertz: f64, celsius: f64, humidity: f64) -> f64 {
    // Reference air: 20 °C; the triple point of water.
    const REFERENCE: f64 = 293.15;
    const TRIPLE: f64 = 273.16;
    let kelvin = celsius + 273.15;
    let warm = kelvin / REFERENCE;
    // How many of the air's molecules are water, in percent.
    let saturated = pow(10.0, -6.8346 * pow(TRIPLE / kelvin, 1.261) + 4.6151);
    let water = humidity * saturated;
    let oxygen = 24.0 + 4.04e4 * water * (0.02 + water) / (0.391 + water);
    let slow = exp(-4.17 * (pow(warm, -1.0 / 3.0) - 1.0));
    let nitrogen = (9.0 + 280.0 * water * slow) / warm.sqrt();
    let relaxed = |strength: f64, theta: f64, own: f64| {
        strength * exp(-theta / kelvin) / (own + hertz * hertz / own)
    };
    let molecules = relaxed(0.012_75, 2239.1, oxygen) + relaxed(0.1068, 3352.0, nitrogen);
    let classical = 1.84e-11 * warm.sqrt();
    // 20·log10(e) = 8.686 dB for a neper.
    8.686 * hertz * hertz * (classical + pow(warm, -2.5) * molecules)
}

/// How long the filter is \[s\]: half of it is the time that it adds, and one over it what its answer is
/// exact at, in hertz.
const LONG: f64 = 0.002;
/// How far the distance goes before the filter is worked out anew, as a share.
const APART: f64 = 1e-3;
/// Samples over which one filter fades into the next.
const FADE: u32 = 64;

/// A filter that leaves of each tone what the air does, for two ears.
///
/// Its answer is made of the exact ones at every 500 Hz and, as its window is a triangle, a mean of those
/// with positive weights between: at no frequency more than 1. It is even in time, and adds half its
/// length.
pub(super) struct Absorb {
    rate: Rate,
    /// Nepers per metre at each of these frequencies, from 0 to half the rate, and what is left there.
    nepers: Vec<f64>,
    left: Vec<f64>,
    /// Cosines of one turn, two parts for each of them.
    cosines: Vec<f64>,
    air: [f64; 2],
    far: f64,
    now: Vec<f64>,
    before: Vec<f64>,
    share: Ramp,
    heard: Vec<[f64; 2]>,
    head: usize,
}

impl Absorb {
    /// For a rate. Allocates.
    pub fn new(rate: Rate) -> Self {
        let bins = ((0.5 * LONG * rate.hertz()) as usize).max(2);
        // As long as these frequencies can tell, and odd, so that it has a middle.
        let taps = 2 * bins - 1;
        let turn = |n: usize| cos(TAU * n as f64 / (2 * bins) as f64);
        Self {
            rate,
            nepers: vec![0.0; bins + 1],
            left: vec![0.0; bins + 1],
            cosines: (0..2 * bins).map(turn).collect(),
            air: [f64::NAN; 2],
            far: 0.0,
            now: vec![0.0; taps],
            before: vec![0.0; taps],
            share: Ramp::default(),
            heard: vec![[0.0; 2]; 2 * taps],
            head: 0,
        }
    }

    /// How many samples it holds.
    pub fn length(&self) -> usize {
        self.now.len()
    }

    pub fn clear(&mut self) {
        self.heard.fill([0.0; 2]);
        self.share = Ramp::default();
    }

    /// Says what the air is like.
    pub fn set(&mut self, celsius: f64, humidity: f64) {
        let air = [celsius.clamp(-20.0, 50.0), humidity.clamp(10.0, 100.0)];
        if air == self.air || air.iter().any(|own| own.is_nan()) {
            return;
        }
        self.air = air;
        let apart = 0.5 * self.rate.hertz() / (self.nepers.len() - 1) as f64;
        for (bin, own) in self.nepers.iter_mut().enumerate() {
            let hertz = apart * bin as f64;
            *own = air_absorption(hertz, air[0], air[1]) / 8.686;
        }
        // Work it out anew.
        self.far = f64::NAN;
    }

    /// Goes to a distance \[m\], fading unless at once.
    pub fn go(&mut self, far: f64, at_once: bool) {
        if (far - self.far).abs() <= APART * far {
            return;
        }
        self.far = far;
        let share = self.share.now();
        for (before, now) in self.before.iter_mut().zip(&self.now) {
            *before = now + share * (*before - now);
        }
        for (left, nepers) in self.left.iter_mut().zip(&self.nepers) {
            *left = exp(-nepers * far);
        }
        let middle = self.now.len() / 2;
        let bins = self.left.len() - 1;
        for away in 0..=middle {
            let at = |bin: usize| self.left[bin] * self.cosines[bin * away % (2 * bins)];
            let ends = at(0) + at(bins);
            let sum = ends + 2.0 * (1..bins).map(at).sum::<f64>();
            let window = 1.0 - away as f64 / (middle + 1) as f64;
            let tap = window * sum / (2 * bins) as f64;
            self.now[middle - away] = tap;
            self.now[middle + away] = tap;
        }
        self.share = Ramp::at(if at_once { 0.0 } else { 1.0 });
        self.share.go(0.0, if at_once { 0 } else { FADE });
    }

    pub fn pass(&mut self, sample: [f64; 2]) -> [f64; 2] {
        let taps = self.now.len();
        self.head = self.head.checked_sub(1).unwrap_or(taps - 1);
        self.heard[self.head] = sample;
        self.heard[self.head + taps] = sample;
        let heard = &self.heard[self.head..self.head + taps];
        let now = sum(&self.now, heard);
        if self.share.is_off() {
            return now;
        }
        let share = self.share.next();
        let before = sum(&self.before, heard);
        core::array::from_fn(|ear| now[ear] + share * (before[ear] - now[ear]))
    }
}

fn sum(taps: &[f64], heard: &[[f64; 2]]) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for (tap, heard) in taps.iter().zip(heard) {
        sums[0] += tap * heard[0];
        sums[1] += tap * heard[1];
    }
    sums
}
