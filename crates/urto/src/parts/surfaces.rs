//! By which law two surfaces rub: bristles that bend and give way, or rosin that warms.

use crate::contact::{Contact, ElastoPlastic, FrictionLaw, Rosin, RosinLaw};
use crate::error::BuildError;
use crate::key;
use crate::param::ParamId;
use crate::rate::Rate;

crate::choice! {
    /// By which law two surfaces rub.
    pub enum RubLaw {
        /// Bristles that bend, hold and give way: friction falls with speed.
        Friction = "friction",
        /// Rosin that gives way as it warms and grips again as it cools; its numbers are in `rosin`.
        Rosin = "rosin",
    }
}

crate::params! {
    /// Rosin between two surfaces; pressure and noise are those of the surfaces.
    pub struct RosinCoat("rosin_coat") {
        include law: RosinLaw = RosinLaw::default(), without normal_force, noise;
    }
}

crate::params! {
    /// Two surfaces that rub.
    pub struct Surfaces("surfaces") {
        include friction: FrictionLaw;
        /// Law of friction between them; pressure and noise hold for both.
        law: RubLaw::Friction, Choice(RubLaw), "", Rebuild;
        /// The rosin, if the law says so.
        rosin: RosinCoat::default(), Table(RosinCoat), "", Block;
    }
}

impl Surfaces {
    /// Surfaces with bristles.
    pub(crate) fn of(friction: FrictionLaw) -> Self {
        Self {
            friction,
            ..Self::default()
        }
    }

    pub(crate) fn build(&self, rate: Rate) -> Result<Box<dyn Contact>, BuildError> {
        Ok(match self.law {
            RubLaw::Friction => Box::new(ElastoPlastic::new(&self.friction, rate)?),
            RubLaw::Rosin => {
                let law = RosinLaw {
                    normal_force: self.friction.normal_force,
                    noise: self.friction.noise,
                    ..self.rosin.law.clone()
                };
                Box::new(Rosin::new(&law, rate)?)
            }
        })
    }

    /// By how much they hold more at rest than while they slide \[N\].
    pub fn drop(&self) -> f64 {
        let FrictionLaw {
            normal_force,
            static_friction,
            dynamic_friction,
            ..
        } = self.friction;
        let (most, least) = match self.law {
            RubLaw::Friction => (static_friction, dynamic_friction),
            RubLaw::Rosin => (self.rosin.law.cold_friction, self.rosin.law.hot_friction),
        };
        normal_force * (most - least).max(0.0)
    }

    /// The noise of the law that holds.
    pub(crate) fn noise_key(&self) -> ParamId {
        match self.law {
            RubLaw::Friction => key!(FrictionLaw, noise),
            RubLaw::Rosin => key!(RosinLaw, noise),
        }
    }

    /// What a parameter of the surfaces is called by the law that holds, if it is one of its.
    pub(crate) fn of_law(&self, id: &ParamId) -> Option<ParamId> {
        let bristles = id.within(&key!(Surfaces, friction));
        match self.law {
            RubLaw::Friction => bristles,
            RubLaw::Rosin if bristles == Some(key!(FrictionLaw, noise)) => Some(self.noise_key()),
            RubLaw::Rosin if bristles == Some(key!(FrictionLaw, normal_force)) => {
                Some(key!(RosinLaw, normal_force))
            }
            RubLaw::Rosin => id.within(&key!(Surfaces, rosin.law)),
        }
    }
}
