//! Laws of links: how two masses pull or push along the line between them.
//!
//! Law:    a link that is stretched by e beyond its length l pulls with f(e) = dV/de, and with
//!         z·(d - d_before)/h while it is being stretched: the radial rate, the only one that does
//!         not slow down a body which turns as a whole.
//! Limits: see [`Stretched`]: where a law is stiffer than its step can carry it goes on straight.

/// Which way a link acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Side {
    /// It pulls when it is longer and pushes when it is shorter than its length.
    #[default]
    Both,
    /// It pulls only: a rope, or a shell around a mass that must stay inside.
    Pulls,
    /// It pushes only: two balls that touch.
    Pushes,
}

/// A spring with a damper beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Force for each metre \[N/m\].
    pub stiffness: f64,
    /// Force that grows with the third power of the stretch \[N/m³\].
    pub cubic: f64,
    /// Force for each metre per second \[N·s/m\].
    pub damping: f64,
    /// Length at which it neither pulls nor pushes \[m\]; `None`: as its masses are placed.
    pub length: Option<f64>,
    /// Which way it acts.
    pub side: Side,
}

impl Default for Spring {
    fn default() -> Self {
        Self {
            stiffness: 1000.0,
            cubic: 0.0,
            damping: 0.0,
            length: None,
            side: Side::Both,
        }
    }
}

impl Spring {
    /// A damper alone.
    pub fn damper(damping: f64) -> Self {
        Self {
            stiffness: 0.0,
            damping,
            ..Self::default()
        }
    }

    /// Pulls only, once it is longer than this \[m\].
    pub fn rope(stiffness: f64, length: f64) -> Self {
        Self {
            stiffness,
            length: Some(length),
            side: Side::Pulls,
            ..Self::default()
        }
    }
}

/// A law as it is stepped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    stiffness: f64,
    cubic: f64,
    damping: f64,
    length: f64,
    side: Side,
    /// The steepest that it may become \[N/m\], and the stretch at which it is.
    steepest: f64,
    straight_from: f64,
}

/// What a link does at a stretch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stretched {
    /// Pull \[N\]; a push is negative.
    pub tension: f64,
    /// Energy that it holds \[J\], never negative.
    pub energy: f64,
}

impl Law {
    /// A spring whose length is known, no steeper than `steepest` \[N/m\] anywhere. Where the law
    /// would be steeper, it goes on straight, and so does its energy: force and energy still belong
    /// together, which is all that the account needs.
    pub fn new(spring: &Spring, length: f64, steepest: f64) -> Self {
        let stiffness = spring.stiffness.min(steepest);
        // k + 3·c·e² is the steepest at this stretch.
        let straight_from = if spring.cubic > 0.0 {
            ((steepest - stiffness) / (3.0 * spring.cubic)).sqrt()
        } else {
            f64::INFINITY
        };
        Self {
            stiffness,
            cubic: spring.cubic,
            damping: spring.damping,
            length,
            side: spring.side,
            steepest,
            straight_from,
        }
    }

    /// Pull and energy at a distance of its masses, now and a step of `h` seconds before.
    pub fn at(&self, distance: f64, before: f64, h: f64) -> Stretched {
        let stretch = distance - self.length;
        let acts = match self.side {
            Side::Both => true,
            Side::Pulls => stretch > 0.0,
            Side::Pushes => stretch < 0.0,
        };
        if !acts {
            return Stretched::default();
        }
        let mut own = self.elastic(stretch.abs());
        own.tension = own.tension.copysign(stretch) + self.damping * (distance - before) / h;
        own
    }

    /// Without the damper, for a stretch that is not negative.
    fn elastic(&self, stretch: f64) -> Stretched {
        let bent = stretch.min(self.straight_from);
        let square = bent * bent;
        let tension = bent * (self.stiffness + self.cubic * square);
        let energy = square * (0.5 * self.stiffness + 0.25 * self.cubic * square);
        let beyond = stretch - bent;
        Stretched {
            tension: tension + self.steepest_beyond() * beyond,
            energy: energy + beyond * (tension + 0.5 * self.steepest_beyond() * beyond),
        }
    }

    /// How steep it is where it goes on straight; a law that never does has no such part.
    fn steepest_beyond(&self) -> f64 {
        if self.straight_from.is_finite() {
            self.steepest
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pull is how fast the energy grows, also where the law was made straight.
    #[test]
    fn tension_is_the_slope_of_energy() {
        for side in [Side::Both, Side::Pulls, Side::Pushes] {
            let spring = Spring {
                stiffness: 300.0,
                cubic: 4e5,
                side,
                ..Spring::default()
            };
            let law = Law::new(&spring, 0.1, 3000.0);
            for n in 1..200 {
                let (d, small) = (1e-3 * f64::from(n), 1e-7);
                let at = |d| law.at(d, d, 1.0);
                let slope = (at(d + small).energy - at(d - small).energy) / (2.0 * small);
                let tension = at(d).tension;
                assert!(
                    (slope - tension).abs() < 1e-4,
                    "{side:?} {d}: {slope} {tension}"
                );
            }
        }
    }

    #[test]
    fn no_law_is_steeper_than_allowed() {
        let spring = Spring {
            stiffness: 1e4,
            cubic: 1e9,
            ..Spring::default()
        };
        let law = Law::new(&spring, 0.0, 2e3);
        let tension = |d| law.at(d, d, 1.0).tension;
        for n in 0..100 {
            let d = 0.01 * f64::from(n);
            assert!(tension(d + 0.01) - tension(d) <= 2e3 * 0.01 * (1.0 + 1e-12));
        }
    }
}
