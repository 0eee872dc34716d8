//! How a point moves if nothing pushes it.

/// Free motion of a point during one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coast {
    /// Displacement gained \[m\].
    pub gained: f64,
    /// Velocity at the start of the step \[m/s\].
    pub before: f64,
    /// Velocity at its end \[m/s\].
    pub after: f64,
}
