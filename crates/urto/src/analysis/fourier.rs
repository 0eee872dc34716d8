//! Spectra of short frames.
//!
//! Law:  discrete Fourier transform: of a power of two by halving (Cooley and Tukey 1965), of any
//!       other length as a convolution with a chirp (Bluestein 1970). Two real frames at a time:
//!       as real and imaginary part of one complex frame, they come apart by symmetry.

use crate::math::{self, TAU};

/// Real and imaginary part.
type Complex = (f64, f64);

fn times(a: Complex, b: Complex) -> Complex {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// exp(-2·pi·i·part/whole).
fn turned(part: usize, whole: usize) -> Complex {
    let angle = -TAU * part as f64 / whole as f64;
    (math::cos(angle), math::sin(angle))
}

/// A transform of one length.
///
/// ```
/// let mut fourier = urto::analysis::Fourier::new(4);
/// let (mut first, mut second) = ([0.0; 3], [0.0; 3]);
/// fourier.magnitudes([&[1.0, 1.0, 1.0, 1.0], &[1.0, -1.0, 1.0, -1.0]], [&mut first, &mut second]);
/// assert_eq!((first, second), ([4.0, 0.0, 0.0], [0.0, 0.0, 4.0]));
/// ```
pub struct Fourier {
    halving: Halving,
    chirp: Option<Chirp>,
    work: Vec<Complex>,
}

impl Fourier {
    /// For frames of `length` samples. Allocates.
    pub fn new(length: usize) -> Self {
        let short = length.is_power_of_two();
        let inner = if short { length } else { 2 * length };
        let mut halving = Halving::new(inner.next_power_of_two());
        let chirp = (!short).then(|| Chirp::new(length, &mut halving));
        let work = vec![(0.0, 0.0); length];
        Self {
            halving,
            chirp,
            work,
        }
    }

    /// Magnitudes of a real frame, from 0 to half the rate: `length / 2 + 1` numbers.
    ///
    /// ```
    /// let mut lines = [0.0; 3];
    /// urto::analysis::Fourier::new(4).magnitudes_of(&[1.0, 0.0, -1.0, 0.0], &mut lines);
    /// assert_eq!(lines, [0.0, 2.0, 0.0]);
    /// ```
    pub fn magnitudes_of(&mut self, frame: &[f64], out: &mut [f64]) {
        for (work, sample) in self.work.iter_mut().zip(frame) {
            *work = (*sample, 0.0);
        }
        self.transform();
        for (out, (re, im)) in out.iter_mut().zip(&self.work) {
            *out = (re * re + im * im).sqrt();
        }
    }

    /// Magnitudes of two real frames, from 0 to half the rate: `length / 2 + 1` numbers each. As
    /// quick as those of one.
    pub fn magnitudes(&mut self, frames: [&[f64]; 2], out: [&mut [f64]; 2]) {
        let [a, b] = frames;
        for (work, (a, b)) in self.work.iter_mut().zip(a.iter().zip(b)) {
            *work = (*a, *b);
        }
        self.transform();
        let length = self.work.len();
        let [first, second] = out;
        for k in 0..=length / 2 {
            let (a, b) = self.work[k];
            let (c, d) = self.work[(length - k) % length];
            first[k] = 0.5 * ((a + c) * (a + c) + (b - d) * (b - d)).sqrt();
            second[k] = 0.5 * ((a - c) * (a - c) + (b + d) * (b + d)).sqrt();
        }
    }

    fn transform(&mut self) {
        match &mut self.chirp {
            None => self.halving.transform(&mut self.work),
            Some(chirp) => chirp.transform(&mut self.work, &mut self.halving),
        }
    }
}

/// A power of two.
struct Halving {
    /// Those of one pair, of two, of four ..., one after the other.
    turns: Vec<Complex>,
    /// Where each sample goes.
    places: Vec<usize>,
}

impl Halving {
    fn new(length: usize) -> Self {
        let unused = usize::BITS - length.trailing_zeros();
        let halves = (0..length.trailing_zeros()).map(|level| 1usize << level);
        Self {
            turns: halves
                .flat_map(|half| (0..half).map(move |k| turned(k, 2 * half)))
                .collect(),
            places: (0..length).map(|k| k.reverse_bits() >> unused).collect(),
        }
    }

    fn transform(&self, work: &mut [Complex]) {
        let length = work.len();
        for (n, place) in self.places.iter().enumerate() {
            if n < *place {
                work.swap(n, *place);
            }
        }
        let mut half = 1;
        while half < length {
            // Half as many stand before.
            let turns = &self.turns[half - 1..2 * half - 1];
            for group in work.chunks_exact_mut(2 * half) {
                let (low, high) = group.split_at_mut(half);
                for ((low, high), turn) in low.iter_mut().zip(high).zip(turns) {
                    let part = times(*turn, *high);
                    *high = (low.0 - part.0, low.1 - part.1);
                    *low = (low.0 + part.0, low.1 + part.1);
                }
            }
            half *= 2;
        }
    }
}

/// Any other length: n·k = (n² + k² - (k - n)²)/2 makes a convolution of the sum.
struct Chirp {
    /// exp(-pi·i·n²/length).
    chirp: Vec<Complex>,
    /// Spectrum of its conjugate, both ways from zero, over the inner length.
    answer: Vec<Complex>,
    inner: Vec<Complex>,
}

impl Chirp {
    fn new(length: usize, halving: &mut Halving) -> Self {
        let inner = halving.places.len();
        let chirp: Vec<Complex> = (0..length)
            .map(|n| turned(n * n % (2 * length), 2 * length))
            .collect();
        let mut answer = vec![(0.0, 0.0); inner];
        for (n, (re, im)) in chirp.iter().enumerate() {
            let share = (re / inner as f64, -im / inner as f64);
            answer[n] = share;
            answer[(inner - n) % inner] = share;
        }
        halving.transform(&mut answer);
        Self {
            chirp,
            answer,
            inner: vec![(0.0, 0.0); inner],
        }
    }

    fn transform(&mut self, work: &mut [Complex], halving: &mut Halving) {
        self.inner.fill((0.0, 0.0));
        for ((inner, work), chirp) in self.inner.iter_mut().zip(&*work).zip(&self.chirp) {
            *inner = times(*work, *chirp);
        }
        halving.transform(&mut self.inner);
        for (inner, answer) in self.inner.iter_mut().zip(&self.answer) {
            // Real and imaginary part exchanged, the same transform goes back.
            let (re, im) = times(*inner, *answer);
            *inner = (im, re);
        }
        halving.transform(&mut self.inner);
        for ((work, (im, re)), chirp) in work.iter_mut().zip(&self.inner).zip(&self.chirp) {
            *work = times((*re, *im), *chirp);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn two_frames_have_the_spectra_that_the_sum_says() {
        let mut rng = Rng::new(1);
        for length in [32, 35, 36] {
            let frames: [Vec<f64>; 2] = [0, 1].map(|_| (0..length).map(|_| rng.signed()).collect());
            let mut out = [0, 1].map(|_| vec![0.0; length / 2 + 1]);
            let [first, second] = &mut out;
            Fourier::new(length).magnitudes([&frames[0], &frames[1]], [first, second]);
            let mut alone = vec![0.0; length / 2 + 1];
            Fourier::new(length).magnitudes_of(&frames[0], &mut alone);
            for (frame, out) in [
                (&frames[0], &out[0]),
                (&frames[1], &out[1]),
                (&frames[0], &alone),
            ] {
                for (k, found) in out.iter().enumerate() {
                    let (mut re, mut im) = (0.0, 0.0);
                    for (n, x) in frame.iter().enumerate() {
                        let turn = turned(k * n, length);
                        re += x * turn.0;
                        im += x * turn.1;
                    }
                    assert!((found - (re * re + im * im).sqrt()).abs() < 1e-12);
                }
            }
        }
    }
}
