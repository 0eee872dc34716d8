//! How exactly freely ringing bodies are worked out.

/// How what freely ringing bodies put out is worked out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// In f64 and fixed order: the same bits on every machine.
    #[default]
    Exact,
    /// In f32: within -120 dB of exact, and several times faster. Bodies move exactly the same.
    Fast,
}
