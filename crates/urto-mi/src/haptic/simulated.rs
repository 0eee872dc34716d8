//! A hand for tests, where there is no device.

use super::TICKS;

/// A hand that wants to be somewhere, and gives way to the force on it: a mass on a spring with a
/// damper, stepped once a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulatedHand {
    /// Where it wants to be \[m\].
    pub wants: [f64; 3],
    /// Where it is \[m\], and how fast \[m/s\].
    pub position: [f64; 3],
    velocity: [f64; 3],
    /// Of the hand \[kg\], \[N/m\] and \[N·s/m\].
    mass: f64,
    stiffness: f64,
    damping: f64,
}

impl Default for SimulatedHand {
    /// A finger on a stylus: 100 g, held with 200 N/m and well damped (Hajian & Howe 1997 found 10
    /// to 150 g, 100 to 1200 N/m, 1 to 7 N·s/m).
    fn default() -> Self {
        Self {
            wants: [0.0; 3],
            position: [0.0; 3],
            velocity: [0.0; 3],
            mass: 0.1,
            stiffness: 200.0,
            damping: 5.0,
        }
    }
}

impl SimulatedHand {
    /// One that wants to be somewhere \[m\].
    pub fn towards(wants: [f64; 3]) -> Self {
        Self {
            wants,
            ..Self::default()
        }
    }

    /// A millisecond passes under a force \[N\]; tells where it is.
    pub fn feel(&mut self, force: [f64; 3]) -> [f64; 3] {
        let h = 1.0 / TICKS;
        for (axis, newtons) in force.into_iter().enumerate() {
            let held = self.stiffness * (self.wants[axis] - self.position[axis]);
            let pushed = held - self.damping * self.velocity[axis] + newtons;
            self.velocity[axis] += h * pushed / self.mass;
            self.position[axis] += h * self.velocity[axis];
        }
        self.position
    }
}
