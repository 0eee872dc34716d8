//! How a network is stepped: how carefully, with how many digits, by how many threads.

/// How often the account of energy looks at a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepQuality {
    /// At every step: motion never holds more than was put in.
    #[default]
    Exact,
    /// At every sixteenth step. Between, the motion is leapfrog's own, whose error may grow for those
    /// steps; it is taken back at the next look. Until a guard acts, samples are those of
    /// [`Exact`](StepQuality::Exact), bit for bit.
    Fast,
}

/// With how many digits places and forces are worked out; energy is always summed and kept in f64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// f64.
    #[default]
    Double,
    /// f32: about twice as fast. Motion below about a ten-millionth of the network's size is lost.
    Single,
}

/// How a network is stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stepping {
    /// How often the account looks.
    pub quality: StepQuality,
    /// How many digits.
    pub precision: Precision,
    /// How many threads at most, this one counted. Samples do not depend on it; small networks are
    /// stepped by one.
    pub threads: usize,
}

impl Default for Stepping {
    fn default() -> Self {
        Self {
            quality: StepQuality::Exact,
            precision: Precision::Double,
            threads: 1,
        }
    }
}

macro_rules! named {
    ($type:ty, $($variant:ident = $name:literal),+) => {
        impl $type {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name in files and on the command line.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }
    };
}
named!(StepQuality, Exact = "exact", Fast = "fast");
named!(Precision, Double = "double", Single = "single");
