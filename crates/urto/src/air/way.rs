//! The way that sound takes to a listener: a delay, and what distance leaves of it.

use super::SOUND_SPEED;
use super::line::{Line, NEAR};
use crate::math;
use crate::ramp::Ramp;
use crate::rate::Rate;

/// Furthest that a listener stands from the middle of a body along each axis \[m\].
pub const FURTHEST: f64 = 50.0;
/// The same along the diagonal.
const LONGEST: f64 = 1.733 * FURTHEST;
/// Listeners are moved every N samples.
const BLOCK: u32 = 64;
/// Most that the delay moves per sample: half the speed of sound. Faster, pitch would leave all
/// bounds; at the speed of sound a listener who goes away hears nothing new.
const STEEPEST: f64 = 0.5;
/// Nearest at which distance still makes louder \[m\]: from there on, one is at the body.
const NEAREST: f64 = 0.1;
/// Below this \[Hz\] nothing is heard, and a body that is pressed does not sound.
const LOWEST: f64 = 20.0;
/// Samples below this are silence, long before they become subnormal.
const SILENCE: f64 = 1e-15;

/// Sound on its way to one listener. All of its memory is taken when it is made.
pub(crate) struct AirPath {
    rate: Rate,
    line: Line,
    /// Samples that it takes, and what is left after it.
    delay: Ramp,
    gain: Ramp,
    place: [f64; 3],
    /// Whether it stays a metre away, and sound takes no time.
    near: bool,
    /// Whether who listens to the body works out what distance leaves.
    directed: bool,
    /// High-pass against standing offsets.
    pole: f64,
    last_in: f64,
    last_out: f64,
    /// Samples since something went in.
    still: usize,
}

impl AirPath {
    /// To a place \[m\] from the middle of a body. Allocates.
    pub fn new(rate: Rate, place: [f64; 3], directed: bool) -> Self {
        let most = LONGEST / SOUND_SPEED * rate.hertz();
        let mut way = Self {
            rate,
            line: Line::new(most),
            delay: Ramp::default(),
            gain: Ramp::default(),
            place: [0.0, 0.0, 1.0],
            near: false,
            directed,
            pole: math::exp(-math::TAU * LOWEST * rate.step()),
            last_in: 0.0,
            last_out: 0.0,
            still: usize::MAX,
        };
        way.aim();
        way.go(place);
        way
    }

    /// The listener goes to a place: until the next block, or later if it is far. At once if nothing
    /// is on its way.
    /// Tells whether that is elsewhere.
    pub fn go(&mut self, place: [f64; 3]) -> bool {
        let within = place.map(|own| own.clamp(-FURTHEST, FURTHEST));
        let elsewhere = place.iter().all(|own| own.is_finite()) && within != self.place;
        if elsewhere {
            self.place = within;
            self.aim();
        }
        elsewhere
    }

    /// Whether who listens to the body works out what distance leaves.
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// Where the listener is, or goes.
    pub fn place(&self) -> [f64; 3] {
        let distance = length(self.place);
        match self.near {
            false => self.place,
            true if distance > 0.0 => self.place.map(|own| own / distance),
            true => [0.0, 0.0, 1.0],
        }
    }

    /// The listener stays a metre away from now on, in its direction, and hears at once. Tells
    /// whether that is new.
    pub fn come_near(&mut self) -> bool {
        let new = !self.near;
        self.near = true;
        self.aim();
        new
    }

    fn aim(&mut self) {
        let distance = length(self.place());
        let takes = if self.near {
            0.0
        } else {
            distance / SOUND_SPEED
        };
        let delay = (takes * self.rate.hertz()).max(NEAR);
        let gain = match self.directed {
            true => 1.0,
            false => 1.0 / distance.max(NEAREST),
        };
        if self.is_empty() {
            self.delay = Ramp::at(delay);
            self.gain = Ramp::at(gain);
            return;
        }
        let steps = ((delay - self.delay.now()).abs() / STEEPEST).ceil();
        let steps = (steps as u32).max(BLOCK);
        self.delay.go(delay, steps);
        self.gain.go(gain, steps);
    }

    /// How long sound takes to where the listener goes \[s\].
    pub fn seconds(&self) -> f64 {
        self.delay.goal() * self.rate.step()
    }

    /// Whether nothing is on its way.
    pub fn is_empty(&self) -> bool {
        self.still >= self.line.length()
    }

    /// One sample sets out, another arrives.
    pub fn pass(&mut self, sample: f64) -> f64 {
        if sample == 0.0 && self.is_empty() {
            return 0.0;
        }
        let mut out = sample - self.last_in + self.pole * self.last_out;
        if out.abs() < SILENCE || !out.is_finite() {
            out = 0.0;
        }
        self.last_in = if sample.is_finite() { sample } else { 0.0 };
        self.last_out = out;
        self.still = if out == 0.0 {
            self.still.saturating_add(1)
        } else {
            0
        };
        self.line.write(out);
        self.delay.step();
        self.gain.step();
        self.gain.now() * self.line.read(self.delay.now())
    }

    /// Nothing is on its way; the listener is where it was sent.
    pub fn reset(&mut self) {
        if !self.is_empty() {
            self.line.clear();
        }
        self.still = usize::MAX;
        self.last_in = 0.0;
        self.last_out = 0.0;
        self.aim();
    }
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate() -> Rate {
        Rate::new(48_000.0).unwrap()
    }

    /// A click arrives after r/c, at 1/r.
    #[test]
    fn sound_takes_its_time_and_becomes_softer() {
        for metres in [1.0, 3.43, 34.3] {
            let mut way = AirPath::new(rate(), [0.0, metres, 0.0], false);
            let heard: Vec<f64> = (0..8000)
                .map(|n| way.pass(if n == 0 { 1.0 } else { 0.0 }))
                .collect();
            let loudest = (0..heard.len())
                .max_by(|a, b| heard[*a].abs().total_cmp(&heard[*b].abs()))
                .unwrap();
            let wanted = metres / 343.0 * 48_000.0;
            assert!((loudest as f64 - wanted).abs() <= 0.5, "{loudest} {wanted}");
            if metres > 1.0 {
                // Whole samples here, so that nothing is lost between them.
                assert!((heard[loudest] * metres - 1.0).abs() < 1e-9);
            }
        }
    }

    /// Frequency from the mean time between rising zeros.
    fn pitch(samples: &[f64]) -> f64 {
        let pairs = samples.windows(2).enumerate();
        let rising = pairs.filter(|(_, pair)| pair[0] < 0.0 && pair[1] >= 0.0);
        let times: Vec<f64> = rising
            .map(|(n, pair)| n as f64 - pair[0] / (pair[1] - pair[0]))
            .collect();
        let periods = (times.len() - 1) as f64;
        48_000.0 * periods / (times[times.len() - 1] - times[0])
    }

    /// Going away at v, a tone is heard at f·(1 - v/c); coming nearer at f·(1 + v/c).
    #[test]
    fn a_listener_that_moves_hears_doppler() {
        for speed in [-60.0, -5.0, 5.0, 60.0] {
            let mut way = AirPath::new(rate(), [20.0, 0.0, 0.0], false);
            let mut heard = Vec::new();
            for n in 0..12_000_u32 {
                if n % BLOCK == 0 {
                    let x = 20.0 + speed * f64::from(n + BLOCK) / 48_000.0;
                    way.go([x, 0.0, 0.0]);
                }
                let sample = way.pass(math::sin(math::TAU * 1000.0 / 48_000.0 * f64::from(n)));
                if n > 6000 {
                    heard.push(sample);
                }
            }
            let wanted = 1000.0 * (1.0 - speed / SOUND_SPEED);
            let found = pitch(&heard);
            assert!(
                (found / wanted - 1.0).abs() < 1e-3,
                "{speed}: {found} {wanted}"
            );
        }
    }

    /// Wherever it is sent, however fast, it never gives more than a little above the nearest gain.
    #[test]
    fn it_stays_bounded_and_comes_to_rest() {
        let mut way = AirPath::new(rate(), [0.0; 3], false);
        let mut rng = crate::rng::Rng::new(3);
        for n in 0..100_000 {
            if n % 50 == 0 {
                let mut place = || (rng.uniform() - 0.5) * 1e3;
                way.go([place(), place(), place()]);
                way.go([f64::NAN, 0.0, 0.0]);
            }
            let sample = if n < 90_000 { rng.uniform() - 0.5 } else { 0.0 };
            // 10 at the nearest, twice by the high-pass, 1.25 between samples.
            assert!(way.pass(sample).abs() < 25.0);
        }
        (0..60_000).for_each(|_| {
            way.pass(0.0);
        });
        assert_eq!(way.pass(0.0), 0.0);
    }
}
