//! The contact problem of one step, and the ladder of methods that solves it.
//!
//! Law:    velocities `u = W·r + b` follow from impulses `r`, three to a contact: normal first, then
//!         two tangents. Bodies never close further than allowed and never stick
//!         (`0 <= r_n`, `0 <= u_n`, one of them zero); friction is Coulomb's: `|r_t| <= mu·r_n`,
//!         straight against the slip where there is slip.
//! Step:   Newton's method first, since the last step's impulses are nearly right; then sweeps from
//!         contact to contact; then a convex method that rarely fails and is dearer (see [`solve`]).
//! Limits: Coulomb's problem may have several solutions or none: what comes back is the best that
//!         was seen, with its residual. Effort is capped by counts, never by a clock, so that the
//!         same scene gives the same bits.
//! Refs:   Alart & Curnier 1991; De Saxcé & Feng 1998; Acary & Brogliato 2008 (NSGS).

pub(crate) mod dense;
mod ladder;
mod newton;
pub(crate) mod palm;
pub mod sample;
mod sweep;

pub use ladder::{ENOUGH, HOPELESS, Solved, Stage, solve};

use dense::dot;
use palm::{freedoms_of, velocities_of};
use std::sync::OnceLock;

/// Where a contact's rows lie among the freedoms of the problem: the first and how many, of each of
/// its two bodies (none of a body that does not move).
pub type Spans = [(usize, usize); 2];

/// A contact problem: see the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Problem {
    freedoms: usize,
    friction: Vec<f64>,
    /// `b`: the velocities that there would be without impulses \[m/s\].
    drift: Vec<f64>,
    spans: Vec<Spans>,
    /// Where the rows of each contact begin in `rows`.
    begins: Vec<usize>,
    /// Of each contact three rows over its spans: what velocity along them a unit of each freedom is,
    /// scaled so that `W` is the product of the rows with themselves.
    rows: Vec<f64>,
    /// `W` row by row \[m/s per N·s\]; made when first asked for, since many problems are solved
    /// without.
    response: OnceLock<Vec<f64>>,
    /// What stands on its diagonal.
    diagonal: Vec<f64>,
    /// Of each contact the mean of the three figures on the diagonal of `W`.
    weight: Vec<f64>,
    /// Largest figure of `b`, which residuals are measured by \[m/s\].
    speed: f64,
    /// Of each freedom the first one that it is coupled with.
    first: Vec<usize>,
}

impl Problem {
    /// A problem without contacts.
    pub fn new(freedoms: usize) -> Self {
        Self {
            freedoms,
            ..Self::default()
        }
    }

    /// Adds a contact: its friction, its three velocities without impulses, and three rows over its
    /// spans, one after the other. Spans of two contacts are alike or do not overlap.
    pub fn push(&mut self, friction: f64, drift: [f64; 3], spans: Spans, rows: &[f64]) {
        debug_assert_eq!(rows.len(), 3 * (spans[0].1 + spans[1].1));
        self.friction.push(friction);
        self.drift.extend(drift);
        self.spans.push(spans);
        self.begins.push(self.rows.len());
        self.rows.extend(rows);
    }

    /// Makes what the methods need, after the last contact.
    pub fn close(&mut self) {
        self.response = OnceLock::new();
        self.diagonal = (0..self.size())
            .map(|at| self.common(at / 3, at % 3, at / 3, at % 3))
            .collect();
        let (threes, _) = self.diagonal.as_chunks::<3>();
        self.weight = threes
            .iter()
            .map(|own| own.iter().sum::<f64>() / 3.0)
            .collect();
        let largest = self.drift.iter().fold(0.0f64, |most, b| most.max(b.abs()));
        // Where nothing moves any residual is nought over nought.
        self.speed = largest.max(f64::MIN_POSITIVE);
        self.first = (0..self.freedoms).collect();
        for spans in &self.spans {
            let used = spans.iter().filter(|span| span.1 > 0);
            let least = used.clone().map(|span| span.0).min().unwrap_or(0);
            for (start, count) in used {
                for first in &mut self.first[*start..start + count] {
                    *first = least.min(*first);
                }
            }
        }
    }

    /// How many contacts there are.
    pub fn contacts(&self) -> usize {
        self.friction.len()
    }

    /// How many freedoms the bodies have.
    pub fn freedoms(&self) -> usize {
        self.freedoms
    }

    /// One of the velocities that there would be without impulses \[m/s\].
    pub fn drift(&self, at: usize) -> f64 {
        self.drift[at]
    }

    /// Coulomb's friction of a contact.
    pub fn friction(&self, contact: usize) -> f64 {
        self.friction[contact]
    }

    /// Lowers one of the velocities that there would be without impulses.
    pub fn lower(&mut self, at: usize, by: f64) {
        self.drift[at] -= by;
        let largest = self.drift.iter().fold(0.0f64, |most, b| most.max(b.abs()));
        self.speed = largest.max(f64::MIN_POSITIVE);
    }

    /// Three times the contacts.
    fn size(&self) -> usize {
        self.drift.len()
    }

    /// One of the three rows of a contact, over both its spans.
    fn row(&self, contact: usize, row: usize) -> &[f64] {
        let width = self.spans[contact][0].1 + self.spans[contact][1].1;
        let begin = self.begins[contact] + row * width;
        &self.rows[begin..begin + width]
    }

    /// A part of `W`: what an impulse along `column` of `b` does along `row` of `a`.
    fn common(&self, a: usize, row: usize, b: usize, column: usize) -> f64 {
        let (left, right) = (self.row(a, row), self.row(b, column));
        let mut sum = 0.0;
        let mut at = 0;
        for (start, count) in self.spans[a] {
            let mut other = 0;
            for (begin, long) in self.spans[b] {
                if count > 0 && long > 0 && begin == start {
                    sum += dot(&left[at..at + count], &right[other..other + long]);
                }
                other += long;
            }
            at += count;
        }
        sum
    }

    fn diagonal(&self, at: usize) -> f64 {
        self.diagonal[at]
    }

    /// A row of `W`.
    pub fn response_row(&self, at: usize) -> &[f64] {
        let size = self.size();
        let response = self.response.get_or_init(|| self.respond());
        &response[at * size..(at + 1) * size]
    }

    fn respond(&self) -> Vec<f64> {
        let (count, size) = (self.contacts(), self.size());
        let mut response = vec![0.0; size * size];
        for a in 0..count {
            for b in 0..=a {
                for (row, column) in (0..9).map(|k| (k / 3, k % 3)) {
                    let own = self.common(a, row, b, column);
                    response[(3 * a + row) * size + 3 * b + column] = own;
                    response[(3 * b + column) * size + 3 * a + row] = own;
                }
            }
        }
        response
    }

    /// `u = W·r + b`.
    pub fn velocities(&self, impulses: &[f64]) -> Vec<f64> {
        // By way of the freedoms where that is less work than the rows of `W`.
        if 2 * self.rows.len() < self.size() * self.size() {
            return velocities_of(self, &freedoms_of(self, impulses));
        }
        (0..self.size())
            .map(|at| self.drift[at] + dot(self.response_row(at), impulses))
            .collect()
    }

    /// How far impulses are from a solution: the largest error of De Saxcé's projection in units of
    /// velocity, against the largest velocity that there would be without impulses.
    pub fn residual(&self, impulses: &[f64]) -> f64 {
        self.residual_of(impulses, &self.velocities(impulses), None)
    }

    /// The same with velocities that are known; `frozen` slips stand in the place of the true ones
    /// where given, which makes the problem convex.
    fn residual_of(&self, r: &[f64], u: &[f64], frozen: Option<&[f64]>) -> f64 {
        let mut worst = 0.0f64;
        for contact in 0..self.contacts() {
            let k = 3 * contact;
            let (mu, weight) = (self.friction[contact], self.weight[contact]);
            let slip = frozen.map_or_else(|| slip(u, contact), |slips| slips[contact]);
            let aim = [
                r[k] - (u[k] + mu * slip) / weight,
                r[k + 1] - u[k + 1] / weight,
                r[k + 2] - u[k + 2] / weight,
            ];
            let onto = onto_cone(aim, mu);
            let squared: f64 = (0..3)
                .map(|d| (r[k + d] - onto[d]) * (r[k + d] - onto[d]))
                .sum();
            let error = squared.sqrt() * weight;
            // Not `max`, which would pass over what is no number.
            if error > worst || error.is_nan() {
                worst = error;
            }
        }
        let relative = worst / self.speed;
        if relative.is_nan() {
            f64::INFINITY
        } else {
            relative
        }
    }

    /// The mean of `W`'s diagonal.
    fn mean_weight(&self) -> f64 {
        let sum: f64 = self.weight.iter().sum();
        sum / self.contacts().max(1) as f64
    }
}

/// How fast a contact slips \[m/s\].
fn slip(u: &[f64], contact: usize) -> f64 {
    let (x, y) = (u[3 * contact + 1], u[3 * contact + 2]);
    (x * x + y * y).sqrt()
}

/// The nearest impulse that Coulomb's cone allows.
pub(crate) fn onto_cone(z: [f64; 3], mu: f64) -> [f64; 3] {
    let side = (z[1] * z[1] + z[2] * z[2]).sqrt();
    if mu * side <= -z[0] {
        return [0.0; 3];
    }
    if side <= mu * z[0] {
        return z;
    }
    let normal = (z[0] + mu * side) / (1.0 + mu * mu);
    let by = mu * normal / side;
    [normal, by * z[1], by * z[2]]
}

/// Brings impulses into their cones along the tangents: pulls become nothing, too much friction as
/// much as the load allows.
fn into_cones(problem: &Problem, r: &mut [f64]) {
    for (own, mu) in r.chunks_exact_mut(3).zip(&problem.friction) {
        let side = (own[1] * own[1] + own[2] * own[2]).sqrt();
        if own[0] <= 0.0 {
            own.fill(0.0);
        } else if side > mu * own[0] {
            let by = mu * own[0] / side;
            own[1] *= by;
            own[2] *= by;
        }
    }
}
