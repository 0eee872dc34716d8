//! Elasto-plastic friction as paper 003 steps it: equations (10) to (12).
//!
//! As printed, (10) has T/2·y(n) twice and the loop ends when the error is large; here z~ is
//! z(n-1) + T/2·y(n-1) and it ends when the error is small. (7) and (8) take sizes.

use super::MOST_NEWTON;
use crate::rubbing::Law;
use urto::math;

/// How Newton's method fared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Iterations {
    /// Samples stepped.
    pub samples: u64,
    /// Newton steps in all of them.
    pub all: u64,
    /// Most in one.
    pub most: u32,
    /// Samples that took seven or more.
    pub seven: u64,
    /// Samples at which it did not converge.
    pub failed: u64,
    /// Whether numbers ceased to be numbers.
    pub broken: bool,
}

impl Iterations {
    /// Newton steps per sample.
    pub fn mean(&self) -> f64 {
        self.all as f64 / self.samples.max(1) as f64
    }

    /// One more sample, whose search took N steps.
    pub fn note(&mut self, steps: u32, converged: bool) {
        self.samples += 1;
        self.all += u64::from(steps);
        self.most = self.most.max(steps);
        self.seven += u64::from(steps >= 7);
        self.failed += u64::from(!converged);
    }
}

/// Bristles between two bodies.
#[derive(Clone, Copy, Debug)]
pub struct FrictionStep {
    law: Law,
    step: f64,
    /// Speed that a newton takes from the relative velocity \[m/s/N\].
    mobility: f64,
    /// Errmax \[m/s\].
    tolerance: f64,
    /// Deflection \[m\], its rate and the relative velocity \[m/s\], and the force \[N\].
    z: f64,
    y: f64,
    v: f64,
    force: f64,
    /// How Newton's method fared.
    pub iterations: Iterations,
    /// Energy that the contact gave without having it \[J\].
    pub made: f64,
    /// Energy that went into the contact \[J\].
    pub taken: f64,
}

impl FrictionStep {
    /// Bristles at rest. `mobility` is b of (11), `tolerance` is Errmax.
    pub fn new(law: Law, step: f64, mobility: f64, tolerance: f64) -> Self {
        Self {
            law,
            step,
            mobility,
            tolerance,
            z: 0.0,
            y: 0.0,
            v: 0.0,
            force: 0.0,
            iterations: Iterations::default(),
            made: 0.0,
            taken: 0.0,
        }
    }

    /// Friction force \[N\] when the relative velocity would be `known` without it. `sampled` says
    /// whether the body takes the force at the sample (a waveguide) or over the step (modes).
    pub fn take(&mut self, known: f64, sampled: bool) -> f64 {
        let Law {
            stiffness,
            damping,
            viscosity,
            ..
        } = self.law;
        let (half, b) = (0.5 * self.step, self.mobility);
        // (10) and (11): v = v~ + k1·y, z = z~ + k2·y.
        let z_known = self.z + half * self.y;
        let scale = 1.0 / (1.0 + viscosity * b);
        let v_known = scale * (known - b * stiffness * z_known);
        let (k1, k2) = (-scale * b * (stiffness * half + damping), half);
        let mut y = self.y;
        let (mut steps, mut converged) = (0, false);
        while steps < MOST_NEWTON && !converged && y.is_finite() {
            let (rate, by_v, by_z) = self.rate(v_known + k1 * y, z_known + k2 * y);
            let next = y - (rate - y) / (k1 * by_v + k2 * by_z - 1.0);
            converged = (next - y).abs() <= self.tolerance;
            y = next;
            steps += 1;
        }
        self.iterations.note(steps, converged);
        let (v, z) = (v_known + k1 * y, z_known + k2 * y);
        let force = stiffness * z + damping * y + viscosity * v;
        self.iterations.broken |= !force.is_finite();
        let (f, u) = match sampled {
            true => (force, v),
            false => (0.5 * (force + self.force), 0.5 * (v + self.v)),
        };
        let stored = 0.5 * stiffness * (z - self.z) * (z + self.z);
        let loss = f * u * self.step - stored;
        self.taken += f * u * self.step;
        self.made += (-loss).max(0.0);
        (self.z, self.y, self.v, self.force) = (z, y, v, force);
        force
    }

    /// (4): dz/dt, and how it changes with velocity and deflection.
    fn rate(&self, v: f64, z: f64) -> (f64, f64, f64) {
        let law = &self.law;
        let (size, elastic) = (z.abs(), law.elastic_deflection());
        let adhesion = law.adhesion(z, v);
        if adhesion == 0.0 {
            return (v, 1.0, 0.0);
        }
        let steady = law.steady_deflection(v);
        let floor = law.coulomb / law.stiffness;
        let steady_by_v = -2.0 * v / (law.stribeck * law.stribeck) * (steady - floor);
        // How alpha changes with |z| and with |z_ss|, between its flat ends.
        let (by_size, by_steady) = if size < steady {
            let width = steady - elastic;
            let phase = (size - 0.5 * (steady + elastic)) / width;
            let slope = 0.5 * core::f64::consts::PI * math::cos(core::f64::consts::PI * phase);
            (slope / width, -slope * (0.5 + phase) / width)
        } else {
            (0.0, 0.0)
        };
        let share = adhesion * size / steady;
        let share_by_v = (by_steady / steady - adhesion / (steady * steady)) * size * steady_by_v;
        let share_by_z = z.signum() * (by_size * size + adhesion) / steady;
        (
            v * (1.0 - share),
            1.0 - share - v * share_by_v,
            -v * share_by_z,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: Law = Law {
        coulomb: 0.22,
        stiction: 0.44,
        stribeck: 0.1,
        stiffness: 1e4,
        damping: 0.1,
        viscosity: 0.4,
        breakaway: 0.7,
    };

    /// The composite derivative against differences.
    #[test]
    fn the_slopes_are_those_of_the_rate() {
        let one = FrictionStep::new(LAW, 1e-4, 1.0, 1e-12);
        for (v, z) in [(0.03, 2e-5), (0.2, 2.1e-5), (-0.05, -2.5e-5), (0.3, 3e-5)] {
            let (_, by_v, by_z) = one.rate(v, z);
            let at = |v: f64, z: f64| one.rate(v, z).0;
            let found_v = (at(v + 1e-7, z) - at(v - 1e-7, z)) / 2e-7;
            let found_z = (at(v, z + 1e-11) - at(v, z - 1e-11)) / 2e-11;
            assert!(
                (by_v - found_v).abs() < 1e-5 * (1.0 + by_v.abs()),
                "{v} {z}"
            );
            assert!((by_z - found_z).abs() < 1e-4 * by_z.abs(), "{v} {z}");
        }
    }

    /// Dragged steadily, the force is that of equations (2) and (6).
    #[test]
    fn steady_sliding_has_the_stribeck_force() {
        for (v, force) in [
            (0.01, 0.441_810_963_425),
            (0.1, 0.340_933_477_058),
            (1.0, 0.62),
        ] {
            let mut one = FrictionStep::new(LAW, 1.0 / 44_100.0, 0.0, 1e-13);
            let found = (0..44_100).map(|_| one.take(v, false)).last().unwrap();
            assert!((found - force).abs() < 1e-9, "{v}: {found}");
        }
    }
}
