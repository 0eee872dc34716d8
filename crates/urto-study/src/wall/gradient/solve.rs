//! The scalar step: the elastic root, and the damped one between it and standstill.

use super::law::spread;
use super::{Gradient, Problem, one, zero};
use crate::count::Real;

/// Limits of the searches, as the library has them.
const ELASTIC_STEPS: usize = 24;
const DAMPED_STEPS: usize = 30;
const DIRECT_STEPS: usize = 8;
const BISECTIONS: usize = 12;
const LAST_DIGIT: f64 = 5e-17;

/// The damped problem's own numbers.
pub(super) struct Damped<T> {
    pub stiffness: T,
    pub weakness: T,
    pub sweep: T,
    pub swept: T,
}

struct Miss<T> {
    value: T,
    slope: T,
    bend: T,
    tame: bool,
}

impl<T: Real> Gradient<T> {
    fn start(&self, problem: &Problem<T>, damping: T) -> T {
        let Problem {
            z, f0, free, beta, ..
        } = *problem;
        let a = self.exponent;
        let mut s = free;
        if z > zero() {
            let steep = (a.half() / z).kept();
            let yields = (one::<T>() / (one::<T>() + beta * f0 * (steep + damping))).kept();
            s = ((free - beta * f0) * yields).kept();
            if s.size() < z.half() {
                let bend = steep * ((a - one()) / (T::of(1.5) * a) * steep + damping);
                return (s - beta * f0 * bend * s * s * yields).kept();
            }
        }
        if s > z.half() && beta * self.elastic(z + s) > s {
            let energy = problem.v0 + free * free / (beta.twice().twice());
            let reach = (self.reach(energy) - z).kept();
            if reach > zero() && reach < s {
                s = reach;
            }
        }
        s
    }

    pub(super) fn root(&self, problem: &Problem<T>, damping: T) -> T {
        let Problem { z, free, beta, .. } = *problem;
        let mut s = self.start(problem, damping);
        for _ in 0..ELASTIC_STEPS {
            let (mean, slope) = self.mean(z, s);
            let q = (one::<T>() + damping * s).kept();
            let (miss, rise) = if q > zero() {
                (
                    s - free + beta * mean * q,
                    (one::<T>() + beta * (slope * q + mean * damping)).kept(),
                )
            } else {
                (s - free, one())
            };
            let by = (miss / rise).kept();
            s = (s - by).kept();
            let size = z.or_more(s.size()).kept();
            let bend = slope * (self.exponent * q + damping * size);
            let next = beta * bend * by * by;
            let digits = T::of(LAST_DIGIT) * (s.size() + free.size()) * rise * size;
            if q > zero() && next <= digits {
                break;
            }
        }
        s
    }

    /// What the invariant lacks at a displacement; `None` where it is undefined.
    fn miss(&self, problem: &Problem<T>, damped: &Damped<T>, s: T) -> Option<Miss<T>> {
        self.evaluations.set(self.evaluations.get() + 1);
        let Problem { free, z, v0, .. } = *problem;
        let Damped {
            stiffness,
            weakness,
            sweep,
            swept,
        } = *damped;
        let damping = self.damping;
        let force = ((free - s) * stiffness).kept();
        let q = (one::<T>() + damping * s).kept();
        let by_q = (one::<T>() / q).kept();
        let x = ((sweep + swept * force) * by_q).kept();
        if q <= T::of(1e-9) || x.size() > T::of(1.0 - 1e-10) || x.value().is_nan() {
            return None;
        }
        let end = (z + s).kept();
        let elastic = self.elastic(end).kept();
        let (spread, spread_slope) = spread(x);
        let way = ((s - weakness * spread) * by_q).kept();
        let x_slope = (swept * stiffness + x * damping) * by_q;
        let way_slope = (one::<T>() + weakness * spread_slope * x_slope - way * damping) * by_q;
        let hardening = if end > zero() {
            self.exponent * elastic / end
        } else {
            zero()
        };
        Some(Miss {
            value: (force * way - (self.energy(elastic, end) - v0) - self.owed).kept(),
            slope: (force * way_slope - stiffness * way - elastic).kept(),
            bend: by_q.twice() * (stiffness + force * damping * by_q) + hardening,
            tame: q > T::of(0.4) && x.size() < T::of(0.25),
        })
    }

    pub(super) fn direct(&self, problem: &Problem<T>, damped: &Damped<T>) -> Option<T> {
        let Problem {
            free,
            beta,
            z,
            v0,
            f0,
        } = *problem;
        let inward = z <= zero() || free > beta * f0;
        let toward = |x: T| if inward { x } else { x.negative() };
        let mut s = self.start(problem, self.damping);
        for _ in 0..DIRECT_STEPS {
            let miss = self.miss(problem, damped, s)?;
            let steep = toward(miss.slope).negative();
            let scale = v0 + free * free * damped.stiffness;
            if !miss.tame || steep * s.size() <= T::of(1e-3) * scale {
                return None;
            }
            let by = (miss.value / miss.slope).kept();
            s = (s - by).kept();
            if toward(s) <= zero() || s >= free {
                return None;
            }
            if by * by * miss.bend <= T::of(LAST_DIGIT) * (s.size() + free.size()) * steep {
                return Some(s);
            }
        }
        None
    }

    pub(super) fn search(&self, problem: &Problem<T>, damped: &Damped<T>) -> (T, T) {
        let Problem {
            free, beta, z, v0, ..
        } = *problem;
        let root = self.root(problem, zero());
        let inner = if root < zero() && free < zero() {
            free
        } else {
            zero()
        };
        let end = z + root;
        let turned = self.energy(self.elastic(end), end);
        let tolerance = (T::of(1e-15) * (v0 + turned + free * free / beta)).kept();
        let inward = root > zero();
        let toward = |x: T| if inward { x } else { x.negative() };
        let (mut s, mut outer) = (root, root);
        let mut best: Option<(T, T)> = None;
        for _ in 0..DAMPED_STEPS {
            let Some(Miss { value, slope, .. }) = self.miss(problem, damped, s) else {
                outer = s;
                s = (s + inner).half().kept();
                continue;
            };
            if value.size() <= tolerance {
                return (s, zero());
            }
            if value > zero() {
                return (
                    self.bracketed(problem, damped, (outer, s), tolerance, root),
                    zero(),
                );
            }
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, s));
            }
            outer = s;
            if toward(slope) >= zero() {
                break;
            }
            let next = (s - value / slope).kept();
            if toward(next - inner) <= zero() {
                break;
            }
            if (next - s).size() <= T::of(1e-15) * root.size() {
                return (next, zero());
            }
            s = next;
        }
        let (mut near, mut far) = (inner, outer);
        for _ in 0..BISECTIONS {
            let middle = (near + far).half().kept();
            match self.miss(problem, damped, middle) {
                Some(Miss { value, .. }) if value > zero() => near = middle,
                Some(Miss { value, slope, .. }) => {
                    if best.is_none_or(|(most, _)| value > most) {
                        best = Some((value, middle));
                    }
                    if toward(slope) < zero() {
                        far = middle;
                    } else {
                        near = middle;
                    }
                }
                None => far = middle,
            }
        }
        match best {
            Some((value, s)) => (s, value.negative()),
            None => (inner, self.owed),
        }
    }

    fn bracketed(
        &self,
        problem: &Problem<T>,
        damped: &Damped<T>,
        (below, above): (T, T),
        tolerance: T,
        scale: T,
    ) -> T {
        let (mut low, mut high) = (below, above);
        for _ in 0..BISECTIONS {
            let middle = (low + high).half().kept();
            match self.miss(problem, damped, middle) {
                Some(Miss { value, .. }) if value.size() <= tolerance => return middle,
                Some(Miss { value, slope, .. }) if value > zero() => {
                    high = middle;
                    let next = (middle - value / slope).kept();
                    if (next - low) * (next - high) < zero()
                        && let Some(Miss { value, .. }) = self.miss(problem, damped, next)
                    {
                        if value.size() <= tolerance {
                            return next;
                        }
                        if value > zero() {
                            high = next;
                        } else {
                            low = next;
                        }
                    }
                }
                _ => low = middle,
            }
            if (high - low).size() <= T::of(1e-15) * scale.size() {
                break;
            }
        }
        high
    }
}
