//! The sample rate, checked once.

use crate::error::BuildError;

/// A sample rate between 8 and 384 kHz.
///
/// ```
/// let rate = urto::Rate::new(48_000.0)?;
/// assert_eq!(rate.step(), 1.0 / 48_000.0);
/// # Ok::<(), urto::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate(f64);

impl Rate {
    /// The lowest rate that is taken \[Hz\].
    pub const MIN: f64 = 8_000.0;
    /// The highest rate that is taken \[Hz\].
    pub const MAX: f64 = 384_000.0;

    /// Checks a rate in hertz.
    pub fn new(hertz: f64) -> Result<Self, BuildError> {
        if (Self::MIN..=Self::MAX).contains(&hertz) {
            Ok(Self(hertz))
        } else {
            Err(BuildError::Rate(hertz))
        }
    }

    /// Samples per second \[Hz\].
    pub fn hertz(self) -> f64 {
        self.0
    }

    /// Duration of one sample \[s\].
    pub fn step(self) -> f64 {
        1.0 / self.0
    }

    /// This rate with every sample divided into `factor` steps (1 to 1024): for experiments that
    /// compare with finer steps, which may lie above what is played.
    ///
    /// ```
    /// let rate = urto::Rate::new(44_100.0)?.oversampled(16);
    /// assert_eq!(rate.hertz(), 705_600.0);
    /// # Ok::<(), urto::BuildError>(())
    /// ```
    pub fn oversampled(self, factor: u32) -> Self {
        Self(self.0 * f64::from(factor.clamp(1, 1024)))
    }

    /// The highest frequency that a mode may have \[Hz\]: 0.49 of the rate. A mode nearer to
    /// half the rate than that would beat against its own alias.
    pub fn highest_mode(self) -> f64 {
        0.49 * self.0
    }
}
