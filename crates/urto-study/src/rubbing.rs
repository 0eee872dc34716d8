//! What the experiments with friction share: the law by the paper's names, and a driven point
//! that rubs on a body.

use urto::contact::{Bristles, Contact, ElastoPlastic, FrictionLaw};
use urto::math;
use urto::network::{ContactId, Network, NetworkBuilder, ObjectId};
use urto::object::{Driven, DrivenParams, Object};
use urto::{BuildError, Rate};

/// Elasto-plastic friction by the paper's names, with forces instead of coefficients.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// Force while sliding fast \[N\].
    pub coulomb: f64,
    /// Force at which it breaks loose \[N\].
    pub stiction: f64,
    /// Speed over which friction falls from one to the other \[m/s\].
    pub stribeck: f64,
    /// Stiffness of the bristles \[N/m\].
    pub stiffness: f64,
    /// Damping of the bristles \[N·s/m\].
    pub damping: f64,
    /// Viscous friction \[N·s/m\].
    pub viscosity: f64,
    /// Elastic deflection as a share of coulomb/stiffness.
    pub breakaway: f64,
}

impl Law {
    /// Urto's contact of this law. The normal force is 1 N, so that coefficients are forces; where
    /// they would be no coefficients, another power of two, which rounds nothing.
    pub fn contact(&self, bristles: Bristles, rate: Rate) -> Result<ElastoPlastic, BuildError> {
        let mut normal_force = 1.0;
        while normal_force < 1e3 && self.stiction.max(self.coulomb) / normal_force > 5.0 {
            normal_force *= 2.0;
        }
        while normal_force > 1e-5 && self.stiction.min(self.coulomb) / normal_force < 1e-3 {
            normal_force *= 0.5;
        }
        let params = FrictionLaw {
            normal_force,
            dynamic_friction: self.coulomb / normal_force,
            static_friction: self.stiction / normal_force,
            stribeck: self.stribeck,
            stiffness: self.stiffness,
            damping: self.damping,
            viscosity: self.viscosity,
            break_away: self.breakaway,
            bristles,
            ..FrictionLaw::default()
        };
        ElastoPlastic::new(&params, rate)
    }

    /// |z_ss|: deflection in steady sliding \[m\].
    pub fn steady_deflection(&self, velocity: f64) -> f64 {
        let ratio = velocity / self.stribeck;
        let excess = (self.stiction - self.coulomb).max(0.0);
        (self.coulomb + excess * math::exp(-ratio * ratio)) / self.stiffness
    }

    /// Force in steady sliding \[N\], in closed form.
    pub fn steady_force(&self, velocity: f64) -> f64 {
        if velocity == 0.0 {
            return 0.0;
        }
        let bristles = self.stiffness * self.steady_deflection(velocity);
        velocity.signum() * bristles + self.viscosity * velocity
    }

    /// Deflection up to which bristles are elastic \[m\].
    pub fn elastic_deflection(&self) -> f64 {
        self.breakaway * self.coulomb / self.stiffness
    }

    /// The adhesion map alpha(z, v) of equations (7) and (8), with |z| and |z_ss| for z and z_ss:
    /// as printed, negative deflections would never hold.
    pub fn adhesion(&self, deflection: f64, velocity: f64) -> f64 {
        let (z, elastic) = (deflection.abs(), self.elastic_deflection());
        let steady = self.steady_deflection(velocity);
        if deflection * velocity <= 0.0 || z <= elastic {
            0.0
        } else if z >= steady {
            1.0
        } else {
            let phase = (z - 0.5 * (steady + elastic)) / (steady - elastic);
            0.5 * (1.0 + math::sin(core::f64::consts::PI * phase))
        }
    }
}

/// A driven point that rubs on a body's only point.
pub struct Rubbed {
    /// Both of them.
    pub network: Network,
    /// What is rubbed.
    pub body: ObjectId,
    /// Where they meet.
    pub rub: ContactId,
}

impl Rubbed {
    /// Joins them; the hand moves at a steady `velocity` from the start.
    pub fn new(
        body: Box<dyn Object>,
        law: Box<dyn Contact>,
        velocity: f64,
        rate: Rate,
    ) -> Result<Self, BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let driven = DrivenParams {
            velocity,
            ..DrivenParams::default()
        };
        network.add("hand", Box::new(Driven::new(&driven, &[], rate)?))?;
        let body = network.add("body", body)?;
        let rub = network.join("rub", law, ["hand", "body"])?;
        let network = network.build(0);
        Ok(Self { network, body, rub })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The case in which the printed signs give 0.883 instead (deflections negative).
    #[test]
    fn adhesion_takes_sizes_not_signs() {
        let law = Law {
            coulomb: 3e-5,
            stiction: 3e-5,
            stribeck: 1.0,
            stiffness: 1.0,
            damping: 0.0,
            viscosity: 0.0,
            breakaway: 0.5,
        };
        assert!((law.adhesion(-2e-5, -0.1) - 0.25).abs() < 1e-12);
        assert_eq!(law.adhesion(2e-5, 0.1), law.adhesion(-2e-5, -0.1));
        assert_eq!(law.adhesion(2e-5, -0.1), 0.0);
        assert_eq!(law.adhesion(4e-5, 0.1), 1.0);
    }
}
