//! From what was computed to the samples of a file.

use core::slice;
use std::sync::LazyLock;
use urto::rng::Rng;

/// Sample format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// 16-bit integers, dithered.
    Int16,
    /// 24-bit integers.
    Int24,
    /// 32-bit floats: exactly what was computed.
    Float32,
}

impl Bits {
    /// All of them.
    pub const ALL: [Bits; 3] = [Bits::Int16, Bits::Int24, Bits::Float32];

    /// As the command line writes it.
    pub fn name(self) -> &'static str {
        match self {
            Bits::Int16 => "16",
            Bits::Int24 => "24",
            Bits::Float32 => "32f",
        }
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bits| bits.name() == name)
    }

    /// Size of one sample \[bytes\].
    pub fn bytes(self) -> u64 {
        u64::from(self.width() / 8)
    }

    /// Size of one sample \[bits\].
    pub fn width(self) -> u16 {
        match self {
            Bits::Int16 => 16,
            Bits::Int24 => 24,
            Bits::Float32 => 32,
        }
    }
}

/// Dither is the same in every file, so that files come out the same.
const DITHER_SEED: u64 = 0x7572_746f;
/// As many samples of it are drawn once for all files: a second of sound and more.
const DRAWN: usize = 1 << 16;

/// Two uniform numbers make a triangle, two steps wide: the error then does not follow the signal.
fn triangle(rng: &mut Rng) -> f64 {
    rng.uniform() - rng.uniform()
}

/// The start of the dither, and what draws the rest.
static DITHER: LazyLock<(Vec<f64>, Rng)> = LazyLock::new(|| {
    let mut rng = Rng::new(DITHER_SEED);
    let drawn = (0..DRAWN).map(|_| triangle(&mut rng)).collect();
    (drawn, rng)
});

/// The dither of one file, sample by sample.
struct Dither {
    drawn: slice::Iter<'static, f64>,
    rest: Rng,
}

impl Dither {
    fn new() -> Self {
        let (drawn, rest) = &*DITHER;
        Self {
            drawn: drawn.iter(),
            rest: rest.clone(),
        }
    }

    #[inline(always)]
    fn next(&mut self) -> f64 {
        match self.drawn.next() {
            Some(noise) => *noise,
            None => triangle(&mut self.rest),
        }
    }
}

/// Rounds samples to integers, the same for every kind of file.
pub struct Rounding {
    /// To 16 bits; without it, to 24.
    dither: Option<Dither>,
}

impl Rounding {
    /// For the samples of one file, in their order.
    pub fn new(bits: Bits) -> Self {
        Self {
            dither: (bits == Bits::Int16).then(Dither::new),
        }
    }

    /// The next sample as an integer: of 16 bits, dithered, or else of 24.
    #[inline]
    pub fn round(&mut self, sample: f32) -> i32 {
        match &mut self.dither {
            Some(dither) => whole(sample, 32_767.0, dither.next()),
            None => whole(sample, 8_388_607.0, 0.0),
        }
    }
}

/// The nearest whole number, halves away from zero. (Adding a half and cutting off is the same as
/// `round` here, and needs no call: samples have so few digits that the sum is exact.)
#[inline(always)]
fn whole(sample: f32, full: f64, noise: f64) -> i32 {
    let scaled = (f64::from(sample) * full + noise).clamp(-full, full);
    (scaled + 0.5f64.copysign(scaled)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was drawn beforehand is what would be drawn sample by sample, and goes on so.
    #[test]
    fn dither_is_one_sequence() {
        let (mut rng, mut dither) = (Rng::new(DITHER_SEED), Dither::new());
        for n in 0..DRAWN + 100 {
            assert_eq!(dither.next(), triangle(&mut rng), "{n}");
        }
    }

    #[test]
    fn dither_keeps_what_is_smaller_than_a_step() {
        // A constant of 0.3 steps: without dither it would be lost, with it the mean stays.
        let mut rounding = Rounding::new(Bits::Int16);
        let sum: i32 = (0..40_000).map(|_| rounding.round(0.3 / 32_767.0)).sum();
        let mean = f64::from(sum) / 40_000.0;
        assert!((mean - 0.3).abs() < 0.02, "{mean}");
    }
}
