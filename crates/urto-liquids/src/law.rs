//! Law: how a bubble of air in a liquid rings, and how soon it is still.
//!
//! Law:    Minnaert: the air is a spring under the mass of the liquid around it,
//!         f = sqrt(3·gamma·p/rho)/(2·pi·r). Below a free surface, whose image pulls the other way,
//!         less liquid moves: f/sqrt(1 - r/(2·h)). It loses by sound into the liquid (k·r), by heat
//!         into the liquid (the air is warmed as it is pressed) and by viscosity
//!         (4·eta/(rho·w·r²)); each is a part of delta = 1/Q, and the swing falls as
//!         exp(-w·delta·t/2).
//! Limits: the air swings adiabatically, which below 0.1 mm it does not, and the bubble is a sphere.
//! Refs:   Minnaert 1933; Strasberg 1953 (image); Devin 1959, Prosperetti 1977, Medwin & Clay 1998
//!         (losses); van den Doel 2005.

use core::f64::consts::PI;
use urto::math::{self, GRAVITY, TAU};

/// Density of water \[kg/m³\], and how fast sound runs in it \[m/s\].
pub const WATER: f64 = 998.0;
const SOUND_IN_WATER: f64 = 1482.0;
/// How fast sound runs in air \[m/s\].
pub const SOUND: f64 = 343.0;
/// Pressure of the air \[Pa\], and how much stiffer it is when it keeps its heat.
const ATMOSPHERE: f64 = 101_325.0;
const GAMMA: f64 = 1.4;
/// How fast heat spreads in air at that pressure \[m²/s\]: 0.0257/(1.204·1005).
const DIFFUSIVITY: f64 = 2.12e-5;
/// Surface tension of water \[N/m\].
pub const TENSION: f64 = 0.072;
/// Viscosity of water \[Pa·s\].
pub const VISCOSITY: f64 = 1e-3;

/// A bubble at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bubble {
    /// Its radius \[m\].
    pub radius: f64,
    /// How deep its middle lies \[m\]; it is covered at least.
    pub depth: f64,
    /// Viscosity of the liquid \[Pa·s\].
    pub viscosity: f64,
}

/// Parts of delta = 1/Q.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Sound into the liquid.
    pub sound: f64,
    /// Heat into the liquid.
    pub heat: f64,
    /// Viscosity of the liquid.
    pub viscosity: f64,
}

impl Losses {
    /// All of them.
    pub fn sum(&self) -> f64 {
        self.sound + self.heat + self.viscosity
    }
}

impl Bubble {
    /// A bubble in water.
    pub fn new(radius: f64, depth: f64) -> Self {
        Self {
            radius,
            depth,
            viscosity: VISCOSITY,
        }
    }

    fn pressure(&self) -> f64 {
        ATMOSPHERE + WATER * GRAVITY * self.depth
    }

    /// Minnaert's frequency \[Hz\], far from the surface.
    pub fn minnaert(&self) -> f64 {
        (3.0 * GAMMA * self.pressure() / WATER).sqrt() / (TAU * self.radius)
    }

    /// Its frequency where it is \[Hz\].
    pub fn hertz(&self) -> f64 {
        let covered = self.depth.max(self.radius);
        self.minnaert() / (1.0 - 0.5 * self.radius / covered).sqrt()
    }

    /// What it loses, at Minnaert's frequency.
    pub fn losses(&self) -> Losses {
        let w = TAU * self.minnaert();
        let r = self.radius;
        // Denser air spreads heat more slowly.
        let spread = DIFFUSIVITY * ATMOSPHERE / self.pressure();
        let x = r * (2.0 * w / spread).sqrt();
        // Beyond 30 the hyperbolic functions are alike to the last digit, and further they overflow.
        let [sum, difference] = match x < 30.0 {
            true => {
                let below = math::cosh(x) - math::cos(x);
                let (h, s) = (math::sinh(x), math::sin(x));
                [(h + s) / below, (h - s) / below]
            }
            false => [1.0, 1.0],
        };
        Losses {
            sound: w * r / SOUND_IN_WATER,
            heat: (sum - 2.0 / x) / (x / (3.0 * (GAMMA - 1.0)) + difference),
            viscosity: 4.0 * self.viscosity / (WATER * w * r * r),
        }
    }

    /// How fast its swing falls \[1/s\]. What is thicker than this does not swing at all: it is as
    /// good as still after one turn.
    pub fn falls(&self) -> f64 {
        let w = TAU * self.minnaert();
        0.5 * w * self.losses().sum().min(2.0)
    }

    /// How much air flows to and fro \[m³/s²\] when it begins to swing by a share of its radius, as
    /// far as that leaves the surface: all of the flow passes there, spread out the more widely the
    /// deeper it comes from, so that across half the sky exp(-0.7·k·h) is left.
    pub fn flow(&self, share: f64) -> f64 {
        let w = TAU * self.minnaert();
        let r = self.radius;
        let left = math::exp(-0.7 * w / SOUND * self.depth.min(DEEPEST));
        4.0 * PI * r * r * r * share * w * w * left
    }

    /// The energy of that \[J\].
    pub fn energy(&self, share: f64) -> f64 {
        let w = TAU * self.minnaert();
        let speed = share * self.radius * w;
        2.0 * PI * WATER * math::power(self.radius, 3.0) * speed * speed
    }
}

/// What comes from below this \[m\] is heard by other ways than straight up.
const DEEPEST: f64 = 0.1;

#[cfg(test)]
mod tests {
    use super::*;

    /// 3.26 m/s over the diameter, the usual rule for air in water at the surface: within 1 %.
    #[test]
    fn a_millimetre_rings_at_three_kilohertz() {
        for radius in [1e-4, 1e-3, 1e-2] {
            let found = Bubble::new(radius, 0.0).minnaert() * radius;
            assert!((found / 3.26 - 1.0).abs() < 0.01, "{found}");
        }
        // Ten metres down the pressure is 1.97 times as high.
        let deep = Bubble::new(1e-3, 10.0).minnaert() / Bubble::new(1e-3, 0.0).minnaert();
        assert!((deep * deep - 1.966).abs() < 0.002, "{deep}");
        // A bubble that just touches the surface lies half an octave higher.
        let near = Bubble::new(1e-3, 1e-3);
        assert!((near.hertz() / near.minnaert() - 2f64.sqrt()).abs() < 1e-12);
    }

    /// As a complex number times another.
    fn times(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
        [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
    }

    fn over(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
        let square = b[0] * b[0] + b[1] * b[1];
        let part = times(a, [b[0], -b[1]]);
        [part[0] / square, part[1] / square]
    }

    /// Heat by the other way to it: the air's stiffness as a complex number,
    /// 3·gamma/(1 - 3·(gamma - 1)·i·X·(s·coth(s) - 1)), s = sqrt(i/X), X = D/(w·r²) (Prosperetti 1977);
    /// its angle is what is lost. And all of it near van den Doel's 0.13/r + 0.0072/r^1.5, which he
    /// rounded.
    #[test]
    fn losses_are_those_of_theory() {
        for radius in [2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2] {
            let bubble = Bubble::new(radius, 0.0);
            let w = TAU * bubble.minnaert();
            let x = DIFFUSIVITY / (w * radius * radius);
            let half = (0.5 / x).sqrt();
            // coth(a + i·b) = (sinh(2a) - i·sin(2b))/(cosh(2a) - cos(2b)), both by exp(2a).
            let shrink = math::exp(-2.0 * half);
            let (h, c) = (
                0.5 * (1.0 - shrink * shrink),
                0.5 * (1.0 + shrink * shrink) - shrink * math::cos(2.0 * half),
            );
            let coth = [h / c, -shrink * math::sin(2.0 * half) / c];
            let inner = times([half, half], coth);
            let inner = times([0.0, 3.0 * (GAMMA - 1.0) * x], [inner[0] - 1.0, inner[1]]);
            let stiff = over([3.0 * GAMMA, 0.0], [1.0 - inner[0], -inner[1]]);
            let parts = bubble.losses();
            let found = parts.heat / (stiff[1] / stiff[0]).abs();
            assert!((found - 1.0).abs() < 1e-6, "{radius}: {found}");
            let told = 0.13 / radius + 0.0072 / math::power(radius, 1.5);
            let near = bubble.falls() / told;
            assert!((0.85..1.2).contains(&near), "{radius}: {near}");
        }
        // The parts, by hand for 1 mm: sound 2·pi·3260·0.001/1482, viscosity 4e-3/(998·20483·1e-6).
        let parts = Bubble::new(1e-3, 0.0).losses();
        assert!((parts.sound - 0.01384).abs() < 1e-4, "{parts:?}");
        assert!((parts.viscosity - 1.95e-4).abs() < 5e-6, "{parts:?}");
        // For large bubbles heat goes by a thin layer: 3·(gamma - 1)/x.
        let large = Bubble::new(0.1, 0.0);
        let x = 0.1 * (2.0 * TAU * large.minnaert() / DIFFUSIVITY).sqrt();
        assert!((large.losses().heat * x / 1.2 - 1.0).abs() < 0.02);
    }
}
