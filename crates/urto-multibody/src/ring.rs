//! The modes of a ringing body, in its own frame, each propagated exactly.
//!
//! Law:    `q'' + 2·x·q' + w²·q = p/h`: a contact's impulse `p` is a force that is held during the
//!         step. Coordinates are scaled so that every modal mass is 1.
//! Step:   `q1 = a·q + b·v + c·p/h`, `v1 = -w²·b·q + d·v + b·p/h` with exact `a`, `b`, `c`, `d`;
//!         over a step `p/h·(q1 - q)` is the work done, whatever the frequency.
//! Limits: linear; the turning of the body does not act on its modes.

use crate::error::{WorldError, within};
use crate::pace::resolved;
use crate::vector::{Vector, length, plus, scaled};
use urto::math::{LN_1000, TAU, cos, exp, sin};
use urto::object::{Mode, Surface};

/// How a body rings: its modes, and how they move its surface.
#[derive(Clone, Debug)]
pub struct Ringing {
    modes: Vec<Mode>,
    corners: Vec<[usize; 3]>,
    /// Of each mode what it moves each vertex, for a modal mass of 1.
    shapes: Vec<Vec<Vector>>,
}

impl Ringing {
    /// Modes and the surface that they move, which has a shape for each of them. Modes above
    /// `highest` \[Hz\] are left out.
    pub fn new(
        name: &str,
        modes: &[Mode],
        surface: &Surface,
        highest: f64,
    ) -> Result<Self, WorldError> {
        if modes.len() != surface.shapes().len() {
            return Err(WorldError::Shapes {
                name: name.to_owned(),
                modes: modes.len(),
                shapes: surface.shapes().len(),
            });
        }
        let mut own = Self {
            modes: Vec::new(),
            corners: surface.corners().to_vec(),
            shapes: Vec::new(),
        };
        for (mode, shape) in modes.iter().zip(surface.shapes()) {
            within(
                &format!("the frequency of a mode of {name}"),
                mode.frequency,
                [0.1, 2e5],
            )?;
            within(
                &format!("the decay of a mode of {name}"),
                mode.decay,
                [1e-3, 1e6],
            )?;
            within(
                &format!("the mass of a mode of {name}"),
                mode.mass,
                [1e-7, 1e4],
            )?;
            if mode.frequency <= highest {
                let by = 1.0 / mode.mass.sqrt();
                own.shapes
                    .push(shape.iter().map(|moved| scaled(*moved, by)).collect());
                own.modes.push(mode.clone());
            }
        }
        Ok(own)
    }

    /// How many modes it has.
    pub fn modes(&self) -> usize {
        self.modes.len()
    }

    /// Of each mode what it moves each vertex, for a modal mass of 1.
    pub fn shapes(&self) -> &[Vec<[f64; 3]>] {
        &self.shapes
    }
}

/// The step of one mode: see the head of this file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Propagator {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub d: f64,
    /// w² \[1/s²\]
    pub stiffness: f64,
}

impl Propagator {
    /// Of a mode that follows its load at once and does not ring. Its work is `w²·q1·(q1 - q)`, of
    /// which it keeps no more than `w²·(q1² - q²)/2`.
    pub fn still(w: f64) -> Self {
        Self {
            c: 1.0 / (w * w),
            stiffness: w * w,
            ..Self::default()
        }
    }

    /// For an angular frequency and a loss, both \[1/s\].
    pub fn new(w: f64, loss: f64, h: f64) -> Self {
        let (x, stiffness) = (loss, w * w);
        let under = (stiffness - x * x) * h * h;
        // e^-xh times the cosine, and times the sine over its frequency, of what is left of w.
        let (even, odd) = if under > 1e-8 {
            let angle = under.sqrt();
            let fall = exp(-x * h);
            (fall * cos(angle), fall * sin(angle) / angle * h)
        } else if under < -1e-8 {
            // Two decays, written so that neither overflows: x - k = w²/(x + k).
            let k = (x * x - stiffness).sqrt();
            let (slow, fast) = (exp(-stiffness / (x + k) * h), exp(-(x + k) * h));
            (0.5 * (slow + fast), 0.5 * (slow - fast) / k)
        } else {
            let fall = exp(-x * h);
            (fall * (1.0 - under / 2.0), fall * (1.0 - under / 6.0) * h)
        };
        let a = even + x * odd;
        // (1 - a)/w² loses digits in slow modes: there the integral of the impulse response as a
        // series, whose next term is below rounding.
        let c = if (stiffness + 4.0 * x * x) * h * h < 1e-4 {
            let (x2, w2) = (x * x, stiffness);
            let terms = [
                1.0 / 2.0,
                -x / 3.0,
                (4.0 * x2 - w2) / 24.0,
                (4.0 * x * w2 - 8.0 * x2 * x) / 120.0,
                (16.0 * x2 * x2 - 12.0 * x2 * w2 + w2 * w2) / 720.0,
            ];
            terms.iter().rev().fold(0.0, |sum, term| sum * h + term) * h * h
        } else {
            (1.0 - a) / stiffness
        };
        Self {
            a,
            b: odd,
            c,
            d: even - x * odd,
            stiffness,
        }
    }
}

/// The modes of a body in motion.
#[derive(Clone, Debug)]
pub(crate) struct Ring {
    description: Ringing,
    /// Angular frequency and own loss of each mode \[1/s\].
    figures: Vec<[f64; 2]>,
    /// Loss that contacts add in the coming step \[1/s\].
    pub damped: Vec<f64>,
    /// What the propagators were made with, and for which step.
    made_with: Vec<f64>,
    made_for: f64,
    /// How it was bent when its surface was last shown to who finds touches.
    pub shown: Vec<f64>,
    /// The farthest that each mode moves a corner.
    largest: Vec<f64>,
    /// The step in which all modes ring; in longer ones the highest follow their loads.
    base: f64,
    /// What modes lost in the last step because they did not ring \[J\].
    pub dropped: f64,
    pub propagators: Vec<Propagator>,
    pub q: Vec<f64>,
    pub v: Vec<f64>,
}

impl Ring {
    pub fn new(description: Ringing, h: f64) -> Self {
        let count = description.modes.len();
        let figures: Vec<[f64; 2]> = description
            .modes
            .iter()
            .map(|mode| [TAU * mode.frequency, LN_1000 / mode.decay])
            .collect();
        let propagators = figures.iter().map(|[w, x]| Propagator::new(*w, *x, h));
        Self {
            propagators: propagators.collect(),
            figures,
            damped: vec![0.0; count],
            made_with: vec![0.0; count],
            made_for: h,
            base: h,
            dropped: 0.0,
            shown: vec![0.0; count],
            largest: description
                .shapes
                .iter()
                .map(|shape| shape.iter().map(|own| length(*own)).fold(0.0, f64::max))
                .collect(),
            q: vec![0.0; count],
            v: vec![0.0; count],
            description,
        }
    }

    pub fn count(&self) -> usize {
        self.q.len()
    }

    /// What each mode moves a place, in the body's own frame.
    pub fn moved(&self, place: Option<(usize, Vector)>, into: &mut Vec<Vector>) {
        into.clear();
        let corners = place.and_then(|(triangle, shares)| {
            let corners = self.description.corners.get(triangle)?;
            Some((*corners, shares))
        });
        into.extend(self.description.shapes.iter().map(|shape| {
            let mut sum = [0.0; 3];
            if let Some((corners, shares)) = corners {
                for (corner, share) in corners.into_iter().zip(shares) {
                    sum = plus(sum, shape[corner], share);
                }
            }
            sum
        }));
    }

    /// Where a mode is after a free step.
    pub fn free(&self, mode: usize) -> f64 {
        let own = &self.propagators[mode];
        own.a * self.q[mode] + own.b * self.v[mode]
    }

    /// Its velocity then.
    pub fn free_velocity(&self, mode: usize) -> f64 {
        let own = &self.propagators[mode];
        own.d * self.v[mode] - own.stiffness * own.b * self.q[mode]
    }

    pub fn energy(&self) -> f64 {
        let terms = self.q.iter().zip(&self.v).zip(&self.figures);
        let sum: f64 = terms.map(|((q, v), [w, _])| v * v + w * q * (w * q)).sum();
        0.5 * sum
    }

    /// Takes a step under modal impulses; gives the work that they did \[J\].
    pub fn step(&mut self, impulses: &[f64], h: f64) -> f64 {
        let mut work = 0.0;
        self.dropped = 0.0;
        let limit = self.limit(h);
        for (mode, p) in impulses.iter().enumerate() {
            let force = p / h;
            let own = self.propagators[mode];
            let (q, v) = (self.free(mode), self.free_velocity(mode));
            let q = q + own.c * force;
            work += force * (q - self.q[mode]);
            let w = self.figures[mode][0];
            if w > limit {
                // Work less what is held: never less than nothing.
                let jump = w * (q - self.q[mode]);
                self.dropped += 0.5 * (jump * jump + self.v[mode] * self.v[mode]);
            }
            self.q[mode] = q;
            self.v[mode] = v + own.b * force;
        }
        work
    }

    /// Adds to the loss that contacts make in the coming step \[1/s\].
    pub fn damp(&mut self, mode: usize, by: f64) {
        self.damped[mode] += by;
    }

    /// Makes the propagators of the coming step for the losses that were added, and forgets those.
    /// More loss only takes: neither place nor velocity changes.
    pub fn retune(&mut self, h: f64) {
        let other = h != self.made_for;
        let limit = self.limit(h);
        for (mode, [w, x]) in self.figures.iter().enumerate() {
            let added = core::mem::take(&mut self.damped[mode]);
            if other || added != self.made_with[mode] {
                self.propagators[mode] = if *w > limit {
                    Propagator::still(*w)
                } else {
                    Propagator::new(*w, x + added, h)
                };
                self.made_with[mode] = added;
            }
        }
        self.made_for = h;
    }

    /// Highest angular frequency that rings in a step.
    fn limit(&self, h: f64) -> f64 {
        if h > self.base * (1.0 + 1e-9) {
            TAU * resolved(h)
        } else {
            f64::INFINITY
        }
    }

    /// Twice the energy of motion of modes above one frequency and up to another \[Hz\], which over a
    /// period is what they hold \[J\].
    pub fn above(&self, low: f64, high: f64) -> f64 {
        let modes = self.figures.iter().zip(&self.v);
        let within = |w: f64| w > TAU * low && w <= TAU * high;
        modes
            .filter(|own| within(own.0[0]))
            .map(|(_, v)| v * v)
            .sum()
    }

    /// How many modes ring in a step.
    pub fn ringing(&self, h: f64) -> usize {
        let limit = self.limit(h);
        self.figures.iter().filter(|own| own[0] <= limit).count()
    }

    /// How far each corner is from its place at rest in the middle of the coming step, if any may
    /// have moved by so much since this was last asked and answered.
    pub fn bend(&mut self, least: f64, into: &mut Vec<Vector>) -> bool {
        let middle = |mode: usize| 0.5 * (self.q[mode] + self.free(mode));
        let moved: f64 = (0..self.count())
            .map(|mode| (middle(mode) - self.shown[mode]).abs() * self.largest[mode])
            .sum();
        if moved <= least {
            return false;
        }
        for mode in 0..self.count() {
            self.shown[mode] = 0.5 * (self.q[mode] + self.free(mode));
        }
        self.bent(into);
        true
    }

    /// How far each corner is from its place at rest, as it was last shown.
    pub fn bent(&self, into: &mut Vec<Vector>) {
        into.clear();
        let count = self.description.shapes.first().map_or(0, Vec::len);
        into.resize(count, [0.0; 3]);
        for (shape, q) in self.description.shapes.iter().zip(&self.shown) {
            for (to, own) in into.iter_mut().zip(shape) {
                *to = plus(*to, *own, *q);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a thousand small steps of the same equation (midpoint rule, whose error is 1e-6).
    #[test]
    fn propagators_are_exact_for_every_loss() {
        for (w, x) in [
            (3000.0, 2.0),
            (3000.0, 3000.0),
            (200.0, 9000.0),
            (20.0, 1.0),
            (9e4, 5.0),
        ] {
            let (h, n) = (3e-5, 20_000);
            let own = Propagator::new(w, x, h);
            let (mut q, mut v, force) = (1e-3, 0.7, 20.0);
            let (q0, v0) = (q, v);
            let t = h / f64::from(n);
            for _ in 0..n {
                let (qm, vm) = (
                    q + 0.5 * t * v,
                    v + 0.5 * t * (force - 2.0 * x * v - w * w * q),
                );
                q += t * vm;
                v += t * (force - 2.0 * x * vm - w * w * qm);
            }
            let q1 = own.a * q0 + own.b * v0 + own.c * force;
            let v1 = own.d * v0 - w * w * own.b * q0 + own.b * force;
            assert!((q1 - q).abs() < 1e-8 * q0.abs(), "{w} {x}: {q1} {q}");
            assert!((v1 - v).abs() < 1e-6 * (w * q0 + v0), "{w} {x}: {v1} {v}");
        }
    }

    #[test]
    fn the_two_ways_to_a_slow_modes_reach_meet() {
        // Left and right of the threshold 1e-4.
        let h = 3e-5;
        for x in [0.0, 50.0] {
            let w = (1e-4f64 / (h * h) - 4.0 * x * x).sqrt();
            let [low, high] = [1.0 - 1e-9, 1.0 + 1e-9].map(|by| Propagator::new(w * by, x, h).c);
            assert!((low / high - 1.0).abs() < 1e-11, "{low} {high}");
        }
    }
}
