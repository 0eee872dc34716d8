//! Delay lines, and eight of them that feed each other: the tail of a room.

use super::slide;
use crate::math;
use crate::ramp::Ramp;

/// Numbers below this are silence: 200 dB under full scale, long before they become subnormal.
const SILENCE: f64 = 1e-10;

fn or_silence(sample: f64) -> f64 {
    if sample.abs() < SILENCE { 0.0 } else { sample }
}

/// A delay line. Samples are kept as f32, whose rounding (-150 dB) nobody hears in a tail.
pub(super) struct Delay {
    samples: Vec<f32>,
    head: usize,
}

impl Delay {
    /// For delays up to `most` samples.
    pub fn new(most: f64) -> Self {
        // One more for interpolation, one for the sample being written.
        let length = (most as usize + 3).next_power_of_two();
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
    pub fn read(&self, delay: usize) -> f64 {
        let mask = self.samples.len() - 1;
        f64::from(self.samples[self.head.wrapping_sub(delay) & mask])
    }

    /// The sum of what was written at some delays, times gains. Three sums, for speed.
    #[inline]
    pub fn taps<const N: usize>(&self, delays: &[usize; N], gains: &[f64; N]) -> f64 {
        let mut sums = [0.0; 3];
        for (delays, gains) in delays.chunks_exact(3).zip(gains.chunks_exact(3)) {
            sums[0] += gains[0] * self.read(delays[0]);
            sums[1] += gains[1] * self.read(delays[1]);
            sums[2] += gains[2] * self.read(delays[2]);
        }
        sums[0] + sums[1] + sums[2]
    }

    /// What was written N samples ago, between samples too.
    pub fn between(&self, delay: f64) -> f64 {
        let whole = delay as usize;
        let near = self.read(whole);
        near + (delay - whole as f64) * (self.read(whole + 1) - near)
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
    lengths: [f64; LINES],
    gains: [f64; LINES],
    poles: [f64; LINES],
    /// What the low-passes hold.
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
            lengths: [1.0; LINES],
            gains: [0.0; LINES],
            poles: [0.0; LINES],
            lows: [0.0; LINES],
            // One more for rounding, one for interpolation.
            frames: vec![[0.0; LINES]; (longest + 3).next_power_of_two()],
            head: 0,
        }
    }

    /// Most samples that a line holds.
    pub fn longest(&self) -> usize {
        self.frames.len()
    }

    pub fn clear(&mut self) {
        self.frames.fill([0.0; LINES]);
        self.lows = [0.0; LINES];
    }

    /// Sets lengths and losses for a mean free path and a decay time \[samples\]; `highs` is the
    /// share of it that a high frequency has, and the cosine of that. Returns the energy that
    /// comes out for energy 1 that goes in, at the lowest frequencies.
    pub fn tune(&mut self, path: f64, decay: f64, highs: (f64, f64), pace: f64) -> f64 {
        let mut kept = 0.0;
        for (line, paths) in self.lines.iter_mut().zip(PATHS) {
            let length = (path * paths).round().max(1.0);
            let low = math::exp(-math::LN_1000 * length / decay);
            // What is lost at the high frequency on top of that.
            let more = math::exp(-math::LN_1000 * length / decay * (1.0 / highs.0 - 1.0));
            let pole = low_pass(more * more, highs.1);
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
            self.lengths[index] = line.length.now();
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
            *x = self.fed(line, length as usize);
            if moving {
                let part = length - (length as usize) as f64;
                *x += part * (self.fed(line, length as usize + 1) - *x);
            }
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
