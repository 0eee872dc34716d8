//! Delay lines, and eight of them that feed each other: the tail of a room.

use super::slide;
use crate::math;
use crate::ramp::Ramp;

/// Numbers below this are silence: 200 dB under full scale, long before they become subnormal.
const SILENCE: f64 = 1e-10;

fn or_silence(sample: f64) -> f64 {
    if sample.abs() < SILENCE { 0.0 } else { sample }
}

/// A number of samples: whole ones, and the coefficient of a first-order all-pass that delays by
/// the rest (Thiran), half a sample to one and a half, where it is at its best. All frequencies pass
/// it as loud as they are, and what is below 5 kHz comes within 0.4 us of when it should at 44.1
/// kHz, where the nearest sample may be 11 us away. So an echo that lifts a partial at one rate
/// lifts it at every other.
#[derive(Clone, Copy, Default)]
struct Length {
    whole: usize,
    turn: f64,
}

/// The shortest such length \[samples\].
pub(super) const SHORTEST: f64 = 0.5;

impl Length {
    fn new(samples: f64) -> Self {
        let whole = (samples - SHORTEST) as usize;
        let rest = samples - whole as f64;
        Self {
            whole,
            turn: (1.0 - rest) / (1.0 + rest),
        }
    }

    /// What comes out, of the sample that lies `whole` back, the two before it, and what came out
    /// last.
    #[inline]
    fn pass(self, [near, far, further]: [f64; 3], last: f64, moving: bool) -> f64 {
        if !moving {
            return self.turn * (near - last) + far;
        }
        // An all-pass whose coefficient moves may give more than it takes; a straight line
        // between two samples does not.
        let rest = (1.0 - self.turn) / (1.0 + self.turn);
        if rest < 1.0 {
            near + rest * (far - near)
        } else {
            far + (rest - 1.0) * (further - far)
        }
    }
}

/// Where an echo is read, how loud it is, and what came of it last.
#[derive(Clone, Copy, Default)]
pub(super) struct EchoTap {
    length: Length,
    gain: f64,
    last: f64,
}

impl EchoTap {
    /// Moves it: what was written N samples ago, at least [`SHORTEST`], times a gain.
    pub fn go(&mut self, delay: f64, gain: f64) {
        self.length = Length::new(delay);
        self.gain = gain;
    }

    /// Nothing has come of it.
    pub fn clear(&mut self) {
        self.last = 0.0;
    }
}

/// A delay line. Samples are kept as f32, whose rounding (-150 dB) nobody hears in a tail.
pub(super) struct Delay {
    samples: Vec<f32>,
    head: usize,
}

impl Delay {
    /// For delays up to `most` samples.
    pub fn new(most: f64) -> Self {
        // Two more for what lies between samples, one for rounding, one for the sample being
        // written.
        let length = (most as usize + 4).next_power_of_two();
        Self {
            samples: vec![0.0; length],
            head: 0,
        }
    }

    pub fn length(&self) -> usize {
        self.samples.len()
    }

    pub fn clear(&mut self) {
        self.samples.fill(0.0);
    }

    #[inline]
    pub fn write(&mut self, sample: f64) {
        self.head = (self.head + 1) & (self.samples.len() - 1);
        self.samples[self.head] = or_silence(sample) as f32;
    }

    /// What was written N samples ago; 0 is the last one.
    #[inline]
    fn read(&self, delay: usize) -> f64 {
        let mask = self.samples.len() - 1;
        f64::from(self.samples[self.head.wrapping_sub(delay) & mask])
    }

    /// The sum of some taps, which may be moving.
    #[inline]
    pub fn taps<const N: usize>(&self, taps: &mut [EchoTap; N], moving: bool) -> f64 {
        // Three sums, for speed.
        let mut sums = [0.0; 3];
        for (n, tap) in taps.iter_mut().enumerate() {
            let whole = tap.length.whole;
            let near = [0, 1, if moving { 2 } else { 1 }].map(|n| self.read(whole + n));
            tap.last = or_silence(tap.length.pass(near, tap.last, moving));
            sums[n % 3] += tap.gain * tap.last;
        }
        sums[0] + sums[1] + sums[2]
    }
}

const LINES: usize = 8;
/// Length of the lines in mean free paths: apart by a constant ratio, so that no two echoes
/// meet for long; longer than one path, so that the modes lie dense enough for the ear.
const PATHS: [f64; LINES] = [1.0, 1.163, 1.353, 1.573, 1.829, 2.127, 2.474, 2.877];
/// Signs with which the lines are fed and heard: no line alike in both.
const FED: [f64; LINES] = [1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, -1.0];
const HEARD: [[f64; LINES]; 2] = [
    [1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0, -1.0],
    // The other ear: at right angles to the first and to what goes in, so that both hear as much
    // of the tail, and nothing of it alike.
    [1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
];

/// One line, while it moves.
struct MovingDelay {
    length: Ramp,
    /// Loss of a pass, and the low-pass's pole.
    gain: Ramp,
    pole: Ramp,
}

/// Eight lines, each fed by all.
pub(super) struct FeedbackDelays {
    lines: [MovingDelay; LINES],
    /// The same numbers, as they are now.
    lengths: [Length; LINES],
    gains: [f64; LINES],
    poles: [f64; LINES],
    /// What the all-passes and the low-passes gave last.
    passed: [f64; LINES],
    lows: [f64; LINES],
    /// What all lines were fed, sample by sample.
    frames: Vec<[f32; LINES]>,
    head: usize,
}

/// 1/sqrt(8) makes the matrix orthogonal.
const SHARE: f64 = 0.5 * core::f64::consts::FRAC_1_SQRT_2;

impl FeedbackDelays {
    /// For mean free paths up to `most` samples.
    pub fn new(most: f64) -> Self {
        let line = |_| MovingDelay {
            length: Ramp::at(1.0),
            gain: Ramp::default(),
            pole: Ramp::default(),
        };
        let longest = (most * PATHS[LINES - 1]) as usize;
        Self {
            lines: PATHS.map(line),
            lengths: [Length::new(1.0 + SHORTEST); LINES],
            gains: [0.0; LINES],
            poles: [0.0; LINES],
            passed: [0.0; LINES],
            lows: [0.0; LINES],
            // One more for rounding, two for what lies between samples.
            frames: vec![[0.0; LINES]; (longest + 4).next_power_of_two()],
            head: 0,
        }
    }

    /// Most samples that a line holds.
    pub fn longest(&self) -> usize {
        self.frames.len()
    }

    pub fn clear(&mut self) {
        self.frames.fill([0.0; LINES]);
        self.passed = [0.0; LINES];
        self.lows = [0.0; LINES];
    }

    /// Sets lengths and losses for a mean free path and a decay time \[samples\]; `highs` is the
    /// share of it that a high frequency has, and the cosine of that. Returns the energy that
    /// comes out for energy 1 that goes in, at the lowest frequencies.
    pub fn tune(&mut self, path: f64, decay: f64, highs: (f64, f64), pace: f64) -> f64 {
        let mut kept = 0.0;
        for (line, paths) in self.lines.iter_mut().zip(PATHS) {
            let length = path * paths;
            let low = math::exp(-math::LN_1000 * length / decay);
            // What is lost at the high frequency on top of that.
            let more = math::exp(-math::LN_1000 * length / decay * (1.0 / highs.0 - 1.0));
            let pole = low_pass(more * more, highs.1);
            // What the low-pass delays low frequencies by is part of the way, or a tail would
            // resonate elsewhere at each rate. One is read a sample after it was written at the
            // earliest.
            let length = (length - pole / (1.0 - pole)).max(1.0 + SHORTEST);
            slide(&mut line.length, length, pace);
            slide(&mut line.gain, low, pace);
            slide(&mut line.pole, pole, pace);
            kept += low * low / LINES as f64;
        }
        // Each pass keeps that share; one line in eight is what a sum of all with 1/sqrt(8) hears.
        kept / (1.0 - kept) / LINES as f64
    }

    pub fn slide(&mut self) -> bool {
        let mut moving = false;
        for (index, line) in self.lines.iter_mut().enumerate() {
            moving |= line.length.step() | line.gain.step() | line.pole.step();
            self.lengths[index] = Length::new(line.length.now());
            self.gains[index] = line.gain.now();
            self.poles[index] = line.pole.now();
        }
        moving
    }

    /// What a line was fed N samples ago; 1 is the last one.
    #[inline]
    fn fed(&self, line: usize, ago: usize) -> f64 {
        let mask = self.frames.len() - 1;
        f64::from(self.frames[self.head.wrapping_sub(ago) & mask][line])
    }

    /// One sample in; one out for each of one or two ears, and the largest number still under way.
    #[inline]
    pub fn step<const EARS: usize>(&mut self, input: f64, moving: bool) -> ([f64; EARS], f64) {
        let mut x = [0.0; LINES];
        for (line, x) in x.iter_mut().enumerate() {
            let length = self.lengths[line];
            let near = [0, 1, if moving { 2 } else { 1 }].map(|n| self.fed(line, length.whole + n));
            *x = length.pass(near, self.passed[line], moving);
            self.passed[line] = or_silence(*x);
        }
        let (mut heard, mut loudest) = ([[0.0; 2]; EARS], 0.0f64);
        for line in 0..LINES {
            let low = x[line] + self.poles[line] * (self.lows[line] - x[line]);
            self.lows[line] = or_silence(low);
            x[line] = self.gains[line] * self.lows[line];
            for (heard, signs) in heard.iter_mut().zip(&HEARD) {
                heard[line % 2] += signs[line] * x[line];
            }
            loudest = loudest.max(x[line].abs());
        }
        hadamard(&mut x);
        let frame = &mut self.frames[self.head];
        for line in 0..LINES {
            frame[line] = or_silence(SHARE * (x[line] + FED[line] * input)) as f32;
        }
        self.head = (self.head + 1) & (self.frames.len() - 1);
        let heard = heard.map(|[even, odd]| SHARE * (even + odd));
        (heard, loudest.max(input.abs()))
    }
}

/// Pole p of (1 - p)/(1 - p/z) that leaves the share `kept` of the energy at the frequency of a
/// cosine: (1 - p)² = kept·(1 - 2·p·cosine + p²).
fn low_pass(kept: f64, cosine: f64) -> f64 {
    // 60 dB in one pass are silence; more would need a filter that holds still.
    let kept = kept.max(1e-6);
    let (lost, half) = (1.0 - kept, 1.0 - kept * cosine);
    if lost < 1e-9 {
        return 0.0;
    }
    (half - (half * half - lost * lost).max(0.0).sqrt()) / lost
}

/// Sums and differences of all, in three rounds; sqrt(8) times an orthogonal matrix.
#[inline]
fn hadamard(x: &mut [f64; LINES]) {
    for span in [4, 2, 1] {
        for start in (0..LINES).step_by(2 * span) {
            for index in start..start + span {
                let (a, b) = (x[index], x[index + span]);
                x[index] = a + b;
                x[index + span] = a - b;
            }
        }
    }
}
