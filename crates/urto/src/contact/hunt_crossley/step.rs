//! The scalar step of an impact: elastic root, and the damped root between it and standstill.

use super::super::Meeting;
use super::super::compression::Compression;
use super::spread::spread;

/// Most Newton steps for the elastic root; it is monotone and needs about three.
const ELASTIC_STEPS: usize = 24;
/// Most Newton steps for the damped root.
const DAMPED_STEPS: usize = 30;
/// Most Newton steps straight to the damped root; two or three are the rule.
const DIRECT_STEPS: usize = 8;
/// Bisections where Newton's method does not apply.
const BISECTIONS: usize = 12;
/// Newton's method stops when its next step would be below this share of the displacements: a
/// quarter of their last digit.
const LAST_DIGIT: f64 = 5e-17;

/// Numbers of one step that the solvers share.
pub(super) struct Problem<'a> {
    pub spring: &'a Compression,
    /// Overlap, energy and elastic force at the start.
    pub z: f64,
    pub v0: f64,
    pub f0: f64,
    /// Displacement without force.
    pub free: f64,
    /// Displacement that one newton takes away.
    pub beta: f64,
}

impl<'a> Problem<'a> {
    #[inline]
    pub fn new(spring: &'a Compression, free: f64, beta: f64) -> Self {
        Self {
            spring,
            z: spring.overlap,
            v0: spring.stored,
            f0: spring.present(),
            free,
            beta,
        }
    }

    /// Where to begin. In contact, the root of the law's tangent at standstill, mended for the
    /// law's curvature where that is a guide; at the onset, the free displacement. Where the
    /// spring is so stiff that this goes far too far, what the energy allows.
    #[inline]
    fn start(&self, damping: f64) -> f64 {
        let Self {
            z, f0, free, beta, ..
        } = *self;
        let mut s = free;
        if z > 0.0 {
            let a = self.spring.exponent();
            let steep = 0.5 * a / z;
            let yields = 1.0 / (1.0 + beta * f0 * (steep + damping));
            s = (free - beta * f0) * yields;
            if s.abs() < 0.5 * z {
                // DG = f0·(1 + a·s/(2·z) + a·(a - 1)/6·(s/z)² + ..), times 1 + damping·s.
                let bend = steep * ((a - 1.0) / (1.5 * a) * steep + damping);
                return s - beta * f0 * bend * s * s * yields;
            }
        }
        if s > 0.5 * z && beta * self.spring.force(z + s) > s {
            let energy = self.v0 + free * free / (4.0 * beta);
            let reach = self.spring.reach(energy) - z;
            if reach > 0.0 {
                s = s.min(reach);
            }
        }
        s
    }

    /// Root of s - s~ + beta·DG(s)·(1 + damping·s)+: increasing and convex, so that Newton's
    /// method is monotone, after its first step at the latest.
    pub fn root(&self, damping: f64) -> f64 {
        let Self { free, beta, .. } = *self;
        let mut s = self.start(damping);
        for _ in 0..ELASTIC_STEPS {
            let (mean, slope) = self.spring.mean(s);
            let q = 1.0 + damping * s;
            let (miss, rise) = if q > 0.0 {
                (
                    s - free + beta * mean * q,
                    1.0 + beta * (slope * q + mean * damping),
                )
            } else {
                (s - free, 1.0)
            };
            let move_by = miss / rise;
            s -= move_by;
            // Newton's next step, from a bound of the curvature, times `size`.
            let size = self.z.max(s.abs());
            let bend = slope * (self.spring.exponent() * q + damping * size);
            let next = beta * bend * move_by * move_by;
            if q > 0.0 && next <= LAST_DIGIT * (s.abs() + free.abs()) * rise * size {
                break;
            }
        }
        s
    }
}

/// The damped problem: what the invariant m·Phi + V lacks at a displacement.
pub(super) struct Damped<'a> {
    problem: &'a Problem<'a>,
    /// 1/beta, mu/h and h/mu.
    stiffness: f64,
    damping: f64,
    weakness: f64,
    /// x·q without force, and what a newton adds to it.
    sweep: f64,
    swept: f64,
    owed: f64,
}

/// T(s) and how it changes.
#[derive(Clone, Copy)]
struct Miss {
    value: f64,
    slope: f64,
    /// Bound of the second derivative, near enough where `tame`.
    bend: f64,
    /// Far from where the law would pull and from where the mean speed is undefined.
    tame: bool,
}

impl<'a> Damped<'a> {
    /// `mu` is the dissipation, `damping` that over the step; `owed` is left from the step before.
    #[inline]
    pub fn new(
        problem: &'a Problem<'a>,
        meeting: &Meeting,
        mu: f64,
        damping: f64,
        owed: f64,
    ) -> Self {
        Self {
            problem,
            stiffness: 1.0 / problem.beta,
            damping,
            weakness: 1.0 / damping,
            sweep: 0.5 * mu * (meeting.before - meeting.after),
            swept: 0.5 * mu * meeting.mobility,
            owed,
        }
    }

    /// T(s) = f·h·N - dV - owed; `None` where the mean speed is undefined.
    #[inline]
    fn miss(&self, s: f64) -> Option<Miss> {
        let Problem {
            free,
            z,
            v0,
            spring,
            ..
        } = *self.problem;
        let Self {
            stiffness,
            damping,
            weakness,
            sweep,
            swept,
            ..
        } = *self;
        let force = (free - s) * stiffness;
        let q = 1.0 + damping * s;
        let by_q = 1.0 / q;
        let x = (sweep + swept * force) * by_q;
        if q <= 1e-9 || x.abs() > 1.0 - 1e-10 || x.is_nan() {
            return None;
        }
        let end = z + s;
        let elastic = spring.force(end);
        let (spread, spread_slope) = spread(x);
        // h·N, and how it and x change with s.
        let way = (s - weakness * spread) * by_q;
        let x_slope = -(swept * stiffness + x * damping) * by_q;
        let way_slope = (1.0 - weakness * spread_slope * x_slope - way * damping) * by_q;
        let hardening = if end > 0.0 {
            spring.exponent() * elastic / end
        } else {
            0.0
        };
        Some(Miss {
            value: force * way - (spring.energy(elastic, end) - v0) - self.owed,
            slope: force * way_slope - stiffness * way - elastic,
            bend: 2.0 * by_q * (stiffness + force * damping * by_q) + hardening,
            tame: q > 0.4 && x.abs() < 0.25,
        })
    }

    /// Newton's method straight to the outer root, the one next to the elastic root, without
    /// finding that one first. Passive without knowing it: where T = 0, the loss is
    /// K = f·(s - h·N) + owed, and s - h·N = (mu·s²/h + h·(atanh(x)/x - 1)/mu)/q >= 0.
    ///
    /// `None` where the root is not well defined (a turning step), or none was found.
    #[inline]
    fn direct(&self) -> Option<f64> {
        let Problem {
            free,
            beta,
            z,
            v0,
            f0,
            ..
        } = *self.problem;
        // On which side of standstill the elastic root lies.
        let way = if z <= 0.0 || free > beta * f0 {
            1.0
        } else {
            -1.0
        };
        let mut s = self.problem.start(self.damping);
        for _ in 0..DIRECT_STEPS {
            let miss = self.miss(s)?;
            // Between the two roots of T its slope changes sign; near there, digits are lost.
            let steep = -way * miss.slope;
            if !miss.tame || steep * s.abs() <= 1e-3 * (v0 + free * free * self.stiffness) {
                return None;
            }
            let move_by = miss.value / miss.slope;
            s -= move_by;
            let inside = way * s > 0.0 && s < free;
            if !inside {
                return None;
            }
            if move_by * move_by * miss.bend <= LAST_DIGIT * (s.abs() + free.abs()) * steep {
                return Some(s);
            }
        }
        None
    }

    /// The displacement, and the dissipation that is owed to the next step.
    pub fn solve(&self) -> (f64, f64) {
        if let Some(s) = self.direct() {
            return (s, 0.0);
        }
        self.search()
    }

    /// The same from the elastic root inwards, wherever that leads. All between that root and
    /// standstill (or the free displacement, if the bodies part) is passive.
    #[cold]
    fn search(&self) -> (f64, f64) {
        let Problem {
            free, beta, z, v0, ..
        } = *self.problem;
        let elastic = self.problem.root(0.0);
        let inner = if elastic < 0.0 { free.min(0.0) } else { 0.0 };
        let turned = self.problem.spring.potential(z + elastic);
        let tolerance = 1e-15 * (v0 + turned + free * free / beta);
        let way = if elastic > 0.0 { 1.0 } else { -1.0 };
        let mut s = elastic;
        let mut outer = elastic;
        let mut best: Option<(f64, f64)> = None;
        for _ in 0..DAMPED_STEPS {
            let Some(Miss { value, slope, .. }) = self.miss(s) else {
                outer = s;
                s = 0.5 * (s + inner);
                continue;
            };
            if value.abs() <= tolerance {
                return (s, 0.0);
            }
            if value > 0.0 {
                return (self.bracketed(outer, s, tolerance, elastic), 0.0);
            }
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, s));
            }
            outer = s;
            if slope * way >= 0.0 {
                break;
            }
            let next = s - value / slope;
            if (next - inner) * way <= 0.0 {
                break;
            }
            if (next - s).abs() <= 1e-15 * elastic.abs() {
                return (next, 0.0);
            }
            s = next;
        }
        // A turning step has no root: take the best and owe the rest.
        let (mut near, mut far) = (inner, outer);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (near + far);
            match self.miss(middle) {
                Some(Miss { value, .. }) if value > 0.0 => near = middle,
                Some(Miss { value, slope, .. }) => {
                    if best.is_none_or(|(most, _)| value > most) {
                        best = Some((value, middle));
                    }
                    if slope * way < 0.0 {
                        far = middle
                    } else {
                        near = middle
                    }
                }
                None => far = middle,
            }
        }
        match best {
            Some((value, s)) => (s, -value),
            None => (inner, self.owed),
        }
    }

    /// Root between `below` (T < 0) and `above` (T > 0), by bisection and Newton steps.
    fn bracketed(&self, below: f64, above: f64, tolerance: f64, scale: f64) -> f64 {
        let (mut low, mut high) = (below, above);
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (low + high);
            match self.miss(middle) {
                Some(Miss { value, .. }) if value.abs() <= tolerance => return middle,
                Some(Miss { value, slope, .. }) if value > 0.0 => {
                    high = middle;
                    let next = middle - value / slope;
                    if (next - low) * (next - high) < 0.0
                        && let Some(Miss { value, .. }) = self.miss(next)
                    {
                        if value.abs() <= tolerance {
                            return next;
                        }
                        if value > 0.0 { high = next } else { low = next }
                    }
                }
                _ => low = middle,
            }
            if (high - low).abs() <= 1e-15 * scale.abs() {
                break;
            }
        }
        high
    }
}
