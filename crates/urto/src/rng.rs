//! Random numbers that never change: a seed gives the same sequence on every machine and in
//! every later version, because files are re-rendered from their seed.

/// A small generator (SplitMix64: Steele, Lea & Flood 2014; the constants are theirs).
///
/// ```
/// let mut rng = urto::rng::Rng::new(7);
/// let x = rng.uniform();
/// assert!((0.0..1.0).contains(&x));
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// Uniform in 0 to 1, 1 excluded.
    pub fn uniform(&mut self) -> f64 {
        // 53 bits: every value is exact.
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform in -1 to 1.
    pub fn signed(&mut self) -> f64 {
        2.0 * self.uniform() - 1.0
    }

    /// Log-uniform between two positive numbers.
    pub fn log_uniform(&mut self, low: f64, high: f64) -> f64 {
        low * crate::math::exp(crate::math::log(high / low) * self.uniform())
    }

    /// A whole number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.uniform() * n as f64) as usize).min(n.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // First outputs of SplitMix64 for seed 1234567 (Vigna's reference values).
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.bits(), 6_457_827_717_110_365_317);
        assert_eq!(rng.bits(), 3_203_168_211_198_807_973);
    }
}
