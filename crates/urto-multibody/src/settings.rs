//! How a world is stepped.

use crate::error::{WorldError, all_within, within};
use crate::pace::Pace;

/// Which velocity of a contact must not be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// The displacement of the step over its length, and what gap there is: what rests is silent,
    /// and contacts take energy only.
    #[default]
    Gap,
    /// The velocity at the end of the step, of contacts that overlap and approach: as is common for
    /// rigid bodies. What rests rattles. For comparison.
    Velocity,
}

/// How a world is stepped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Length of a step \[s\]. A sixth to a seventh of the period of the highest mode that contacts
    /// should feel.
    pub step: f64,
    /// \[m/s²\]
    pub gravity: [f64; 3],
    /// Where within the step the velocity of touching bodies is taken, from 0.5 to 1: nearer to 0.5
    /// rings on what it rests on as long as in fine steps, nearer to 1 comes to rest sooner. Blows are
    /// taken with 1, and so is what changes loads by less than a 3000th from step to step.
    pub lean: f64,
    /// Residual of contact problems that cheap methods try to reach.
    pub tolerance: f64,
    /// Which velocity of a contact counts.
    pub rule: Rule,
    /// Lets quiet groups of bodies take longer steps.
    pub pace: Option<Pace>,
}

impl Default for Settings {
    /// Steps for modes to 5 kHz.
    fn default() -> Self {
        Self {
            step: 1.0 / 32_500.0,
            gravity: [0.0, 0.0, -urto::math::GRAVITY],
            lean: 0.503,
            tolerance: 1e-8,
            rule: Rule::Gap,
            pace: None,
        }
    }
}

impl Settings {
    /// How many base steps [`World::step`](crate::World::step) goes on by.
    pub fn longest(&self) -> u32 {
        self.pace.map_or(1, |own| 1 << own.longest.min(3))
    }

    pub(crate) fn check(&self) -> Result<(), WorldError> {
        within("the length of a step in s", self.step, [1e-7, 1e-2])?;
        all_within("gravity in m/s²", &self.gravity, 1e3)?;
        within("the lean", self.lean, [0.5, 1.0])?;
        if let Some(pace) = &self.pace {
            pace.check()?;
        }
        within("the tolerance", self.tolerance, [1e-12, 1e-3])
    }
}
