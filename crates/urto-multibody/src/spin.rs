//! Rotation by Cayley's midpoint rule: energy and angular momentum of free flight are kept exactly.
//!
//! With the angular momentum `p` in the body's own frame, the spin `s` of a step is sought with
//! `s = I^-1·(p0 + p1)/2` and `p1 = cayley(h·s)^-1·p0`. Cayley's turn keeps `s` itself, so that
//! `s·p1 = s·p0`, which is the kept energy; the momentum in the world is kept by the second equation.
//! No gyroscopic term is left over that could gain. A torque impulse `t` adds to `p0`, and to the
//! spin `(lean - 1/2)·I^-1·t`: that part takes energy from what strikes or presses, never from flight.

use crate::vector::{
    Mat3, Turn, Vector, after, cayley, difference, dot, length, matrix, plus, scaled, sum, times,
    times_transposed, unit,
};

/// A body that turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spinning<'a> {
    pub turn: Turn,
    /// Angular momentum in its own frame \[kg·m²/s\].
    pub momentum: Vector,
    /// Inverse of its inertia, in its own frame.
    pub inverse: &'a Mat3,
}

/// Where a step of rotation ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spun {
    pub turn: Turn,
    pub momentum: Vector,
    /// Spin of the step, in the world \[rad/s\].
    pub spin: Vector,
    /// Energy that the leaning took \[J\].
    pub lost: f64,
    /// Whether the equations were solved; else the energy was held down.
    pub settled: bool,
}

/// Rounds of the iteration. Each gains a factor of the angle of the step times the root of the ratio
/// of inertias: five do for a millirad.
const ROUNDS: usize = 40;

impl Spinning<'_> {
    /// Kinetic energy \[J\].
    pub fn energy(&self) -> f64 {
        0.5 * dot(self.momentum, times(self.inverse, self.momentum))
    }

    /// Spin in the world \[rad/s\].
    pub fn spin(&self) -> Vector {
        times(&matrix(self.turn), times(self.inverse, self.momentum))
    }

    /// A step of `h` seconds under a torque impulse in the world \[N·m·s\].
    pub fn step(&self, torque: Vector, h: f64, lean: f64) -> Spun {
        let start = matrix(self.turn);
        let torque = times_transposed(&start, torque);
        let pushed = sum(self.momentum, torque);
        let mut spin = times(self.inverse, self.momentum);
        // Rounding is that of what adds up to the spin, which may be nothing.
        let size = length(spin) + length(times(self.inverse, pushed));
        let mut off = f64::INFINITY;
        for _ in 0..ROUNDS {
            let ahead = self.ahead(spin, pushed, torque, h, lean);
            let now = length(difference(ahead, spin));
            spin = ahead;
            // Until rounding is all that is left to change.
            if now <= 2e-16 * size || (now >= off && now <= 1e-13 * size) {
                off = now;
                break;
            }
            off = now;
        }
        let way = cayley(scaled(spin, h));
        let end = times_transposed(&matrix(way), pushed);
        let half = times_transposed(&matrix(cayley(scaled(spin, 0.5 * h))), torque);
        let change = difference(end, self.momentum);
        let lost = (lean - 0.5) * dot(half, times(self.inverse, change));
        let settled = off <= 1e-12 * size;
        let mut spun = Spun {
            turn: unit(after(self.turn, way)),
            momentum: end,
            spin: times(&start, spin),
            lost,
            settled,
        };
        let before = self.energy();
        let has = 0.5 * dot(end, times(self.inverse, end));
        // The lean of a fast spinning body may give where it should take, and more than a turn in a
        // step is not solved at all: the work of the torque is all that it may gain.
        if !settled || lost < -1e-14 * (before + has) {
            let work = dot(torque, spin);
            let allowed = (before + work - lost.max(0.0)).max(0.0);
            if has > allowed {
                spun.momentum = scaled(end, (allowed / has).sqrt());
            }
            spun.lost = before + work - has.min(allowed);
        }
        spun
    }

    /// The spin that follows from a guess of it.
    fn ahead(&self, spin: Vector, pushed: Vector, torque: Vector, h: f64, lean: f64) -> Vector {
        let end = times_transposed(&matrix(cayley(scaled(spin, h))), pushed);
        let mut mean = scaled(sum(self.momentum, end), 0.5);
        if torque != [0.0; 3] {
            let half = times_transposed(&matrix(cayley(scaled(spin, 0.5 * h))), torque);
            mean = plus(mean, half, lean - 0.5);
        }
        times(self.inverse, mean)
    }
}
