//! What a kick by the force of stretching takes from speeds and gives to what is held: solved so
//! that energy is kept exactly (see the head of `stretching`).

/// Factors on all speeds in one step, if these pay for a difference or get one back.
const LEAST_SCALE: f64 = 0.7;
const MOST_SCALE: f64 = 1.4;
/// Rounding, as a share of the energy.
const ROUNDING: f64 = 1e-13;

/// A kick by the force of stretching, before it is known what it takes.
pub(super) struct Kick {
    /// P.
    stretched: f64,
    /// h/2·G·v, and h²/4·G·G/m·P, of the kick's force.
    gains: f64,
    eases: f64,
    /// For how long the force acts \[s\].
    time: f64,
}

/// What a kick does.
pub(super) struct Outcome {
    /// Factor on all speeds.
    pub scale: f64,
    /// For how long the force then acts \[s\].
    pub time: f64,
    /// Energy of stretching afterwards \[J\].
    pub held: f64,
}

impl Kick {
    /// A kick with the force's power and its square over mass.
    pub fn new(stretched: f64, h: f64, [power, weighed]: [f64; 2]) -> Self {
        // A step can follow a force that changes P by no more than itself: half a step's worth of
        // G, squared, is at most 1.
        let steep = 0.5 * h * weighed.sqrt() / stretched;
        let time = if steep > 1.0 { h / steep } else { h };
        Self {
            stretched,
            gains: 0.5 * time * power / stretched,
            eases: 0.25 * time * time * weighed / stretched,
            time,
        }
    }

    /// Finds by how much speeds are scaled for it, given what moves and what is held; `None` if it
    /// cannot be paid.
    pub fn solve(&self, moving: f64, held: f64) -> Option<Outcome> {
        let total = moving + held;
        // Before the kick it is stretched by share·a - scale·b.
        let (a, b) = (self.stretched + self.eases, self.gains);
        let square = moving + 0.5 * b * b;
        let (half, rest) = (0.5 * a * b, 0.5 * a * a - total);
        let under = half * half - square * rest;
        let root = (half + under.max(0.0).sqrt()) / square;
        let scale = root.clamp(LEAST_SCALE, MOST_SCALE);
        let share = match under >= 0.0 && scale == root {
            true => 1.0,
            false => {
                let left = 2.0 * (total - scale * scale * moving);
                (scale * b + left.max(0.0).sqrt()) / a
            }
        };
        let share = share.min(1.0);
        let after = share * (self.stretched - self.eases) + scale * b;
        // (v' - v)·m·(v' + v)/2 with v' = scale·v - share·time·F/m.
        let lost = 2.0 * share * self.stretched * (scale * b - share * self.eases);
        let left = total - scale * scale * moving + lost;
        let fits = share >= 0.0 && left >= -ROUNDING * total;
        let held = (0.5 * after * after).min(left).max(0.0);
        (fits && held.is_finite() && scale.is_finite()).then_some(Outcome {
            scale,
            time: share * self.time,
            held,
        })
    }
}
