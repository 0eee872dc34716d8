//! Units of a network's file: SI, or the discrete ones of Villeneuve & Leonard (2019), in which a
//! step is 1, so that stiffness K, damping Z and mass M are plain numbers.

use crate::cursor::Cursor;
use crate::error::FileError;

/// How numbers of a file become SI units.
#[derive(Clone, Copy)]
pub(super) struct Units {
    /// Steps per unit of time.
    per_time: f64,
}

impl Units {
    pub fn of(root: &Cursor, rate: f64) -> Result<Self, FileError> {
        let discrete = match root.get("units") {
            Some(field) => field.one_of(&["si", "discrete"])? == 1,
            None => false,
        };
        Ok(Self {
            per_time: if discrete { rate } else { 1.0 },
        })
    }

    /// A velocity, or a force per velocity.
    pub fn velocities(self, own: f64) -> f64 {
        own * self.per_time
    }

    /// A force, an acceleration, or a stiffness of any power.
    pub fn forces(self, own: f64) -> f64 {
        own * self.per_time * self.per_time
    }
}
