//! An impact under a constant outside force, of which there is no closed form (section 1.2.2).
//!
//! Step: Dormand & Prince's fifth order with a step that is chosen by its error; turn and release
//!       are the zeros of v(t) and x(t), found by Newton's method between the ends of a step.
//! Refs: Papetti 2010, section 1.2.2, and its conclusions, which propose zero finding; Dormand &
//!       Prince 1980.

use super::Impact;
use urto::math;

/// How an impact under an outside force ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pressed {
    /// Velocity and time at which the mass leaves \[m/s\], \[s\]; none if it never does.
    pub release: Option<(f64, f64)>,
    /// Greatest compression \[m\].
    pub max_compression: f64,
    /// Fastest that it moves towards the wall \[m/s\].
    pub fastest: f64,
}

/// Place and velocity, or their rates.
type Pair = [f64; 2];

/// Error of a step that is taken, as a share of depth and speed.
const TOLERANCE: f64 = 1e-13;
/// Steps after which it is given up: hundreds are usual.
const MOST_STEPS: usize = 100_000;

/// The tableau of Dormand and Prince; the last row is the fifth order.
const STAGES: [&[f64]; 6] = [
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[
        19372.0 / 6561.0,
        -25360.0 / 2187.0,
        64448.0 / 6561.0,
        -212.0 / 729.0,
    ],
    &[
        9017.0 / 3168.0,
        -355.0 / 33.0,
        46732.0 / 5247.0,
        49.0 / 176.0,
        -5103.0 / 18656.0,
    ],
    &[
        35.0 / 384.0,
        0.0,
        500.0 / 1113.0,
        125.0 / 192.0,
        -2187.0 / 6784.0,
        11.0 / 84.0,
    ],
];
/// Fifth order minus fourth.
const ERROR: [f64; 7] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339_200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

impl Impact {
    /// Follows the mass from the touch until it leaves, or until it never will.
    pub fn pressed(&self, outside: f64) -> Pressed {
        let rest = math::pow(outside.max(0.0) / self.stiffness, 1.0 / self.exponent);
        let depth = self.max_compression() + 2.0 * rest;
        let scale = [depth, self.velocity];
        // Without dissipation the mass leaves with what it came with; what it has lost besides is
        // lost for good, and below nothing it cannot reach the surface.
        let held = |[x, v]: Pair| 0.5 * self.mass * v * v + self.potential(x) - outside * x;
        let scale_held = self.energy_before() + outside.abs() * depth;
        let mut now = [0.0, self.velocity];
        let (mut time, mut step) = (0.0, 1e-3 * depth / self.velocity);
        let mut found = Pressed {
            release: None,
            max_compression: 0.0,
            fastest: self.velocity,
        };
        for _ in 0..MOST_STEPS {
            let (next, error) = self.leap(now, outside, step);
            let off = (error[0] / scale[0]).abs().max((error[1] / scale[1]).abs());
            // An error of the fifth power of the step; not too bold.
            let longer = 0.9 * math::pow((TOLERANCE / off.max(1e-30)).min(1e10), 0.2);
            if off > TOLERANCE {
                step *= longer.clamp(0.1, 0.9);
                continue;
            }
            if now[1] > 0.0 && next[1] <= 0.0 {
                let turn = self.zero_within(now, outside, step, 1);
                found.max_compression = self.leap(now, outside, turn).0[0];
            }
            if next[0] <= 0.0 {
                let end = self.zero_within(now, outside, step, 0);
                let [_, v] = self.leap(now, outside, end).0;
                found.release = Some((v, time + end));
                return found;
            }
            found.fastest = found.fastest.max(next[1]);
            (now, time) = (next, time + step);
            step *= longer.clamp(0.2, 5.0);
            if held(now) < -1e-9 * scale_held {
                return found;
            }
        }
        found
    }

    fn rates(&self, [x, v]: Pair, outside: f64) -> Pair {
        [v, (outside - self.force(x, v)) / self.mass]
    }

    /// One step, and its error.
    fn leap(&self, from: Pair, outside: f64, step: f64) -> (Pair, Pair) {
        let mut rates = [[0.0; 2]; 7];
        rates[0] = self.rates(from, outside);
        let mut at = from;
        for (stage, weights) in STAGES.iter().enumerate() {
            at = from;
            for (weight, rate) in weights.iter().zip(&rates) {
                at[0] += step * weight * rate[0];
                at[1] += step * weight * rate[1];
            }
            rates[stage + 1] = self.rates(at, outside);
        }
        let error = [0, 1].map(|n| {
            let parts = ERROR.iter().zip(&rates);
            step * parts.map(|(weight, rate)| weight * rate[n]).sum::<f64>()
        });
        (at, error)
    }

    /// Time within a step at which place (0) or velocity (1) is zero, by Newton's method, kept
    /// between the ends.
    fn zero_within(&self, from: Pair, outside: f64, step: f64, which: usize) -> f64 {
        let (mut low, mut high) = (0.0, step);
        let mut time = step * from[which] / (from[which] - self.leap(from, outside, step).0[which]);
        for _ in 0..60 {
            let at = self.leap(from, outside, time).0;
            if at[which] > 0.0 {
                low = time;
            } else {
                high = time;
            }
            let mut next = time - at[which] / self.rates(at, outside)[which];
            if !(next > low && next < high) {
                next = 0.5 * (low + high);
            }
            let change = (next - time).abs();
            time = next;
            if change <= 1e-16 * step {
                break;
            }
        }
        time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HIT: Impact = Impact {
        mass: 0.01,
        stiffness: 1e9,
        exponent: 1.5,
        dissipation: 0.5,
        velocity: 1.0,
    };

    /// Without a force it is the closed form.
    #[test]
    fn no_force_is_the_closed_form() {
        for (exponent, dissipation, velocity) in [
            (1.5, 0.5, 1.0),
            (1.0, 0.01, 0.3),
            (3.5, 2.0, 2.0),
            (2.2, 0.0, 0.05),
        ] {
            let hit = Impact {
                exponent,
                dissipation,
                velocity,
                ..HIT
            };
            let found = hit.pressed(0.0);
            let (v, time) = found.release.unwrap();
            let errors = [
                v / hit.rebound() - 1.0,
                time / hit.contact_time() - 1.0,
                found.max_compression / hit.max_compression() - 1.0,
            ];
            assert!(errors.iter().all(|e| e.abs() < 1e-10), "{hit:?} {errors:?}");
        }
    }

    /// A constant force gives back what it took: without dissipation the speed is the first one.
    #[test]
    fn a_force_alone_takes_nothing() {
        let hit = Impact {
            dissipation: 0.0,
            ..HIT
        };
        for outside in [-50.0, -1.0, 1.0, 100.0] {
            let (v, _) = hit.pressed(outside).release.unwrap();
            assert!((v + 1.0).abs() < 1e-10, "{outside}: {v}");
        }
    }

    /// Pressed hard, it stays; the border is where it arrives with nothing left.
    #[test]
    fn a_mass_that_is_pressed_hard_stays() {
        let leaves = |outside: f64| HIT.pressed(outside).release;
        assert!(leaves(1e4).is_none());
        let (mut low, mut high) = (1.0, 1e4);
        while high - low > 1e-6 * low {
            let middle = 0.5 * (low + high);
            if leaves(middle).is_some() {
                low = middle;
            } else {
                high = middle;
            }
        }
        let (v, _) = leaves(low).unwrap();
        assert!(v < 0.0 && v > -0.01, "{low} N: {v}");
    }
}
