//! The pad itself: its state, its force along a straight path, and what it holds.

use super::super::path::Path;
use super::fading::Fading;
use crate::math;

/// Most Newton steps for the force; it is monotone and needs about five.
const NEWTON_STEPS: usize = 40;
/// Bisections for what the pad must have settled to where its own state holds too much.
const BISECTIONS: usize = 40;

/// A pad of felt between two points. See the top of the folder for the formulas.
pub(super) struct FeltPad {
    /// Stiffness met by a fast press \[N/m^a\].
    pub k: f64,
    /// The power law's exponent `a`, prepared.
    pub path: Path,
    /// Share of the force that relaxes.
    pub hysteresis: f64,
    pub fading: Fading,
    /// How far the bodies overlap \[m\]; negative for a gap.
    pub overlap: f64,
    /// The fading mean `p` of x^a \[m^a\].
    pub memory: f64,
}

/// What the felt goes through during a displacement, each with its slope.
struct Passage {
    /// Mean of x^a.
    mean: (f64, f64),
    /// The same with recent values counting more: J.
    recent: (f64, f64),
}

impl FeltPad {
    fn passage(&self, s: f64) -> Passage {
        let a = self.path.exponent();
        let mean = self.path.mean(self.overlap, s);
        let mut recent = (self.fading.end * mean.0, self.fading.end * mean.1);
        for (back, weight) in self.fading.nodes {
            let x = self.overlap + (1.0 - back) * s;
            if x > 0.0 {
                let w = weight * self.path.at(x);
                recent.0 += w;
                recent.1 += (1.0 - back) * a * w / x;
            }
        }
        Passage { mean, recent }
    }

    /// Force over a displacement, never pulling, and its slope.
    pub fn force(&self, s: f64) -> (f64, f64) {
        let relaxing = self.hysteresis;
        let Passage { mean, recent } = self.passage(s);
        let lag = recent.0 - self.fading.whole * self.memory;
        let force = self.k * ((1.0 - relaxing) * mean.0 + relaxing * lag);
        let slope = self.k * ((1.0 - relaxing) * mean.1 + relaxing * recent.1);
        let least = self.met_again(s);
        if force > least.0 {
            (force, slope)
        } else {
            least
        }
    }

    /// Least force and its slope when the bodies come back to a face that has stayed behind: it
    /// acts from where they meet, while the mean over the whole step may still say pull.
    fn met_again(&self, s: f64) -> (f64, f64) {
        let (a, relaxing) = (self.path.exponent(), self.hysteresis);
        let pull = relaxing * self.fading.whole * self.memory;
        let end = self.overlap + s;
        if s <= 0.0 || end <= 0.0 || pull <= 0.0 {
            return (0.0, 0.0);
        }
        let face = math::pow(pull, 1.0 / a);
        if self.overlap >= face || end <= face {
            return (0.0, 0.0);
        }
        let lasting = self.k * (1.0 - relaxing + relaxing * self.fading.end);
        let way = end - face;
        let force = lasting * (self.path.mean(face, way).0 - pull).max(0.0) * way / s;
        let last = lasting * (self.path.at(end) - pull);
        (force, ((last - force) / s).max(0.0))
    }

    /// S: what the pad would hold with a memory, where it is \[J\].
    pub fn held_with(&self, memory: f64) -> f64 {
        if self.overlap <= 0.0 {
            return 0.0;
        }
        let (a, relaxing) = (self.path.exponent(), self.hysteresis);
        let settled = math::pow(memory, 1.0 / a);
        // Where the law would pull, the felt's face stays behind.
        let face = math::pow(relaxing, 1.0 / a) * settled;
        let x = self.overlap.max(face);
        let spring = self.path.at(x) * x / (a + 1.0);
        let relaxed = memory * (x - settled * a / (a + 1.0));
        self.k * (spring - relaxing * relaxed).max(0.0)
    }

    /// What it holds \[J\].
    pub fn held(&self) -> f64 {
        self.held_with(self.memory)
    }

    /// Sinks until it holds no more than `most`, if it can.
    pub fn sink(&mut self, most: f64) {
        let (mut more, mut less) = (self.settled(), self.overlap);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (more + less);
            if self.held_with(self.path.at(middle)) > most {
                more = middle;
            } else {
                less = middle;
            }
        }
        self.memory = self.path.at(less);
    }

    /// The compression r that it has settled to \[m\].
    pub fn settled(&self) -> f64 {
        math::pow(self.memory, 1.0 / self.path.exponent())
    }

    /// Moves on by a displacement; felt forgets when the bodies part.
    pub fn advance(&mut self, s: f64) {
        let recent = self.passage(s).recent.0;
        self.memory = self.fading.end * self.memory + self.fading.span * recent;
        self.overlap += s;
        if self.overlap <= 0.0 {
            self.memory = 0.0;
        }
    }

    /// Upper bound of the displacement, from the energy in play: the force is at least that of a
    /// spring with the stiffness that lasts through the step, less what the memory takes off.
    fn reach(&self, free: f64, beta: f64) -> f64 {
        let (a, relaxing) = (self.path.exponent(), self.hysteresis);
        let lasting = self.k * (1.0 - relaxing + relaxing * self.fading.end);
        let helped = free + beta * self.k * relaxing * self.fading.whole * self.memory;
        let x = self.overlap.max(0.0);
        let energy = self.path.at(x) * x / (a + 1.0) + helped * helped / (4.0 * beta * lasting);
        math::pow((a + 1.0) * energy, 1.0 / (a + 1.0)) - self.overlap
    }

    /// The displacement under its own force: root of s - s~ + beta·f(s), increasing and convex.
    pub fn displacement(&self, free: f64, beta: f64) -> f64 {
        let mut s = if free > beta * self.force(0.0).0 {
            free.min(self.reach(free, beta).max(0.0))
        } else {
            free.min(0.0)
        };
        for _ in 0..NEWTON_STEPS {
            let (force, slope) = self.force(s);
            let move_by = (s - free + beta * force) / (1.0 + beta * slope);
            s -= move_by;
            if move_by.abs() <= 1e-15 * (s.abs() + free.abs()) {
                break;
            }
        }
        s
    }
}
