//! What can be wrong with a world that is to be built.

/// A body or a world cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// A figure is not one that it can have. Choose one that it can.
    #[error("{what} is {value}; it must be {needed}")]
    Figure {
        /// What it is a figure of.
        what: String,
        /// The figure.
        value: f64,
        /// What it should be.
        needed: String,
    },
    /// No solid has such moments of inertia. Give those of its shape about its centre of mass.
    #[error("the inertia of {name} is not that of a solid: {why}")]
    Inertia {
        /// Which body.
        name: String,
        /// What no solid has.
        why: &'static str,
    },
    /// Modes and the surface that they move do not belong together.
    #[error("{name} has {modes} modes, but shapes of {shapes}: give a shape for each mode")]
    Shapes {
        /// Which body.
        name: String,
        /// How many modes were given.
        modes: usize,
        /// How many shapes the surface has.
        shapes: usize,
    },
    /// A joint cannot hold so.
    #[error("the joint of {} and {} cannot be: {why}", bodies[0], bodies[1])]
    Joint {
        /// Which bodies.
        bodies: [String; 2],
        /// What is wrong, and what to do.
        why: &'static str,
    },
    /// There is no such body.
    #[error("there is no body number {number}: the world has {count}, counted from 0")]
    NoSuchBody {
        /// Which was asked for.
        number: usize,
        /// How many there are.
        count: usize,
    },
}

/// Refuses what is not within two numbers.
pub(crate) fn within(what: &str, value: f64, range: [f64; 2]) -> Result<(), WorldError> {
    if (range[0]..=range[1]).contains(&value) {
        return Ok(());
    }
    Err(WorldError::Figure {
        what: what.to_owned(),
        value,
        needed: format!("from {} to {}", range[0], range[1]),
    })
}

/// The same for three numbers.
pub(crate) fn all_within(what: &str, values: &[f64], most: f64) -> Result<(), WorldError> {
    for value in values {
        within(what, *value, [-most, most])?;
    }
    Ok(())
}
