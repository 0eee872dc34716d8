//! Contact impulses spread evenly over all places that share a load, for sound.
//!
//! Hear:   which of many places carries a body is not told by its motion, and wanders from step to
//!         step: heard through modes above those of the motion, it hisses. Spread out it is silent.
//! Law:    of all impulses with the same sums (force and torque of the normal impulses, force and torque
//!         of friction, and what both do to the modes that the motion felt) that press and stay in
//!         Coulomb's cone, those nearest to the step before; equation 14 of the paper, with true cones.
//! Step:   with multipliers `l` of the sums, impulses are the projection of `before + A^T·l` onto the
//!         cones; `l` is found by Newton's method on the convex dual. While nothing changes it is
//!         nought: the step before is the warm start.
//! Limits: where no such impulses are found within 40 steps, cones of friction are left out, and then
//!         the impulses are left as they came: sums are kept always.
//! Refs:   Zheng & James 2011, section 5.2.

use crate::solve::dense::{factor, solve_factored};
use crate::solve::onto_cone;
use crate::solve::palm::cone_slope;
use crate::vector::{Mat3, Vector, cross, dot, frame, scaled, times, times_transposed};

/// One contact's impulse on a body, all in the frame of this body (or all in another frame that turns
/// with it).
#[derive(Clone, Debug, PartialEq)]
pub struct Push {
    /// See [`Touch`](crate::Touch).
    pub identity: u64,
    /// From the centre of mass \[m\].
    pub place: [f64; 3],
    /// Of length 1, into the body.
    pub normal: [f64; 3],
    /// Coulomb's friction.
    pub friction: f64,
    /// On this body \[N·s, or N where steps are of different length\].
    pub impulse: [f64; 3],
    /// What each mode that the motion felt moves this place; all pushes have the same number of them.
    pub shapes: Vec<[f64; 3]>,
}

/// How pushes were spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// By the law.
    Whole,
    /// Without the cones of friction: pushes only press.
    Pressing,
    /// Not at all: there is one way only, or none was found.
    Kept,
}

/// What of the last step is known of one body.
#[derive(Clone, Debug, Default)]
pub struct Shares {
    /// Identities in order, and impulses of the last step.
    before: Vec<(u64, Vector)>,
    rounds: u64,
}

/// Newton's steps, and halvings of one.
const STEPS: usize = 40;
const HALVINGS: usize = 30;
/// Sums are kept to this share of the impulses.
const KEPT: f64 = 1e-12;
/// Worse than this no solution is taken.
const GOOD: f64 = 1e-11;
/// What the sums tell of a push alone must be more than this share (squared) of what they tell of it, or
/// it is not told apart from the others.
const APART: f64 = 1e-8;
/// Added to the diagonal of Newton's matrix against its mean: pushes on a plane do not tell all sums
/// apart.
const RIDGE: f64 = 1e-10;

impl Shares {
    /// Identities in order, and impulses of the last step: all that it knows.
    pub fn known(&self) -> &[(u64, [f64; 3])] {
        &self.before
    }

    /// Goes on from what one knew.
    pub fn from_known(mut known: Vec<(u64, [f64; 3])>) -> Self {
        known.sort_by_key(|own| own.0);
        Self {
            before: known,
            rounds: 0,
        }
    }

    /// Spreads the pushes of a step over their places.
    pub fn spread(&mut self, pushes: &mut [Push]) -> Spread {
        let spread = self.spread_only(pushes);
        self.before.clear();
        self.before
            .extend(pushes.iter().map(|own| (own.identity, own.impulse)));
        self.before.sort_by_key(|own| own.0);
        spread
    }

    fn spread_only(&mut self, pushes: &mut [Push]) -> Spread {
        let size: f64 = pushes
            .iter()
            .map(|own| dot(own.impulse, own.impulse))
            .sum::<f64>()
            .sqrt();
        if pushes.len() < 2 || size.is_nan() || size <= 0.0 || size.is_infinite() {
            return Spread::Kept;
        }
        let sums = Sums::new(pushes);
        if sums.tell_all_apart() {
            return Spread::Kept;
        }
        let now: Vec<f64> = pushes
            .iter()
            .zip(&sums.frames)
            .flat_map(|(own, frame)| times(frame, own.impulse))
            .collect();
        let before: Vec<f64> = pushes
            .iter()
            .zip(&sums.frames)
            .flat_map(|(own, frame)| {
                let at = self.before.binary_search_by_key(&own.identity, |own| own.0);
                at.map_or([0.0; 3], |at| times(frame, self.before[at].1))
            })
            .collect();
        let wanted = sums.of(&now);
        for spread in [Spread::Whole, Spread::Pressing] {
            let round = Round {
                sums: &sums,
                pushes,
                before: &before,
                wanted: &wanted,
                size,
                rubbing: spread == Spread::Whole,
            };
            if let Some(own) = round.solve(&mut self.rounds) {
                for (n, push) in pushes.iter_mut().enumerate() {
                    let own = [own[3 * n], own[3 * n + 1], own[3 * n + 2]];
                    push.impulse = times_transposed(&sums.frames[n], own);
                }
                return spread;
            }
        }
        Spread::Kept
    }

    /// Steps of Newton's method that all spreading took, beside one without bounds each time.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Forgets the step before.
    pub fn forget(&mut self) {
        *self = Self::default();
    }
}

/// The sums that are kept: of normals and of friction, alike in number.
struct Sums {
    frames: Vec<Mat3>,
    /// How many there are of each.
    half: usize,
    /// Of each push what its normal adds to each sum of normals, and what its two tangents add to each
    /// of friction.
    normals: Vec<f64>,
    tangents: Vec<[f64; 2]>,
}

impl Sums {
    fn new(pushes: &[Push]) -> Self {
        let frames: Vec<Mat3> = pushes.iter().map(|own| frame(own.normal)).collect();
        let count = pushes.len() as f64;
        let modes = pushes[0].shapes.len();
        let mean = |of: &dyn Fn(&Push) -> Vector| {
            let square: f64 = pushes.iter().map(|own| dot(of(own), of(own))).sum();
            (square / count).sqrt()
        };
        // Rows of like size: arms and shapes against their means. What nothing moves stays nothing.
        let by = |mean: f64| if mean > 0.0 { 1.0 / mean } else { 0.0 };
        let arm = by(mean(&|own| own.place));
        let shapes: Vec<f64> = (0..modes)
            .map(|mode| {
                by(mean(&|own| {
                    own.shapes.get(mode).copied().unwrap_or_default()
                }))
            })
            .collect();
        let half = 6 + modes;
        let mut normals = Vec::with_capacity(half * pushes.len());
        let mut tangents = Vec::with_capacity(half * pushes.len());
        let mut row = |[out, one, two]: Vector| {
            normals.push(out);
            tangents.push([one, two]);
        };
        for (own, frame) in pushes.iter().zip(&frames) {
            transposed(frame).into_iter().for_each(&mut row);
            let turned = frame.map(|along| scaled(cross(own.place, along), arm));
            transposed(&turned).into_iter().for_each(&mut row);
            for (mode, by) in shapes.iter().enumerate() {
                let shape = own.shapes.get(mode).copied().unwrap_or_default();
                row(frame.map(|along| by * dot(shape, along)));
            }
        }
        Self {
            frames,
            half,
            normals,
            tangents,
        }
    }

    fn count(&self) -> usize {
        2 * self.half
    }

    /// What a push adds to sums of normals, and to those of friction.
    fn of_push(&self, n: usize) -> (&[f64], &[[f64; 2]]) {
        let own = n * self.half..(n + 1) * self.half;
        (&self.normals[own.clone()], &self.tangents[own])
    }

    fn of(&self, impulses: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.count()];
        let (out, along) = sums.split_at_mut(self.half);
        for (n, own) in impulses.chunks_exact(3).enumerate() {
            let (normals, tangents) = self.of_push(n);
            for (sum, row) in out.iter_mut().zip(normals) {
                *sum += row * own[0];
            }
            for (sum, row) in along.iter_mut().zip(tangents) {
                *sum += row[0] * own[1] + row[1] * own[2];
            }
        }
        sums
    }

    /// Whether no other impulses have the same sums: modes tell few places apart.
    fn tell_all_apart(&self) -> bool {
        let count = self.frames.len();
        if 2 * count > self.half {
            return false;
        }
        let normal = |n: usize, k: usize| self.normals[n * self.half + k];
        let tangent = |n: usize, k: usize| self.tangents[n / 2 * self.half + k][n % 2];
        independent(count, self.half, normal) && independent(2 * count, self.half, tangent)
    }
}

/// Whether columns have no part in common, by Cholesky's factor of their products.
fn independent(count: usize, rows: usize, column: impl Fn(usize, usize) -> f64) -> bool {
    let mut own = vec![0.0; count * count];
    for a in 0..count {
        for b in 0..=a {
            own[a * count + b] = (0..rows).map(|k| column(a, k) * column(b, k)).sum();
        }
    }
    for a in 0..count {
        let whole = own[a * count + a];
        for b in 0..=a {
            let known: f64 = (0..b)
                .map(|k| own[a * count + k] * own[b * count + k])
                .sum();
            let rest = own[a * count + b] - known;
            if b < a {
                own[a * count + b] = rest / own[b * count + b];
            } else if rest <= APART * whole || rest.is_nan() {
                return false;
            } else {
                own[a * count + a] = rest.sqrt();
            }
        }
    }
    true
}

fn transposed(m: &Mat3) -> Mat3 {
    core::array::from_fn(|row| core::array::from_fn(|column| m[column][row]))
}

/// One search.
struct Round<'a> {
    sums: &'a Sums,
    pushes: &'a [Push],
    before: &'a [f64],
    wanted: &'a [f64],
    size: f64,
    rubbing: bool,
}

/// A point of the search: impulses before and after the projection, and what is made least.
#[derive(Default)]
struct Trial {
    z: Vec<f64>,
    onto: Vec<f64>,
    cost: f64,
    /// Whether all press, and none is at its bound.
    free: bool,
}

impl Round<'_> {
    fn look(&self, multipliers: &[f64]) -> Trial {
        let mut trial = Trial {
            z: self.before.to_vec(),
            onto: Vec::with_capacity(self.before.len()),
            cost: 0.0,
            free: true,
        };
        let (of_normals, of_friction) = multipliers.split_at(self.sums.half);
        for (n, (own, push)) in trial.z.chunks_exact_mut(3).zip(self.pushes).enumerate() {
            let (normals, tangents) = self.sums.of_push(n);
            let (mut out, mut one, mut two) = (own[0], own[1], own[2]);
            for (row, by) in normals.iter().zip(of_normals) {
                out += row * by;
            }
            for (row, by) in tangents.iter().zip(of_friction) {
                one += row[0] * by;
                two += row[1] * by;
            }
            let z = [out, one, two];
            own.copy_from_slice(&z);
            let onto = if self.rubbing {
                onto_cone(z, push.friction)
            } else {
                [z[0].max(0.0), z[1], z[2]]
            };
            trial.cost += 0.5 * dot(onto, onto);
            trial.free &= onto == z && z[0] > 0.0;
            trial.onto.extend(onto);
        }
        let lifted: f64 = multipliers
            .iter()
            .zip(self.wanted)
            .map(|(l, s)| l * s)
            .sum();
        trial.cost -= lifted;
        trial
    }

    fn solve(&self, rounds: &mut u64) -> Option<Vec<f64>> {
        let count = self.sums.count();
        let sums = self.sums.of(self.before);
        let mut multipliers: Vec<f64> = self.wanted.iter().zip(&sums).map(|(a, b)| a - b).collect();
        // What rests goes on as it did: the cones are those of the step before.
        if multipliers.iter().all(|own| own.abs() <= KEPT * self.size) {
            let here = self.look(&vec![0.0; count]);
            let moved = here
                .onto
                .iter()
                .zip(self.before)
                .map(|(a, b)| (a - b).abs());
            if moved.fold(0.0, f64::max) <= KEPT * self.size {
                return Some(here.onto);
            }
        }
        // As if nothing were at its bound: in most steps nothing is that was not before.
        let (mut matrix, mut first) = self.curvature(None);
        if !factor(&mut matrix, &first) {
            return None;
        }
        let mut as_free = true;
        solve_factored(&matrix, &first, &mut multipliers);
        let mut here = self.look(&multipliers);
        let mut best: Option<(f64, Vec<f64>)> = None;
        for _ in 0..STEPS {
            let sums = self.sums.of(&here.onto);
            let slope: Vec<f64> = sums.iter().zip(self.wanted).map(|(a, b)| a - b).collect();
            let error = slope.iter().fold(0.0f64, |most, own| most.max(own.abs()));
            if best.as_ref().is_none_or(|own| error < own.0) {
                best = Some((error, here.onto.clone()));
            }
            if error <= KEPT * self.size || error.is_nan() {
                break;
            }
            *rounds += 1;
            // The ridge leaves a little, which the same factor takes away where it is still right.
            if !(as_free && here.free) {
                (matrix, first) = self.curvature(Some(&here));
                as_free = false;
                if !factor(&mut matrix, &first) {
                    break;
                }
            }
            let mut way: Vec<f64> = slope.iter().map(|own| -own).collect();
            solve_factored(&matrix, &first, &mut way);
            let fall: f64 = way.iter().zip(&slope).map(|(a, b)| a * b).sum();
            let mut share = 1.0;
            let mut down = false;
            for _ in 0..HALVINGS {
                let there: Vec<f64> = multipliers
                    .iter()
                    .zip(&way)
                    .map(|(l, by)| l + share * by)
                    .collect();
                let trial = self.look(&there);
                // Armijo's rule, with what rounding may do.
                if trial.cost <= here.cost + 1e-4 * share * fall + 1e-14 * here.cost.abs() {
                    (multipliers, here, down) = (there, trial, true);
                    break;
                }
                share *= 0.5;
            }
            if !down {
                break;
            }
        }
        let (error, onto) = best?;
        (error <= GOOD * self.size).then_some(onto)
    }

    /// `A·D·A^T` with the derivative `D` of the projections at a trial, lower half, and of each row the
    /// first place that is not nought; with all that presses and nothing at its bound if there is none.
    fn curvature(&self, trial: Option<&Trial>) -> (Vec<f64>, Vec<usize>) {
        let (half, count) = (self.sums.half, self.sums.count());
        let mut matrix = vec![0.0; count * count];
        let mut coupled = false;
        for n in 0..self.pushes.len() {
            let mut slope = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            if let Some(trial) = trial {
                let z = [trial.z[3 * n], trial.z[3 * n + 1], trial.z[3 * n + 2]];
                if !self.rubbing {
                    slope[0][0] = if z[0] > 0.0 { 1.0 } else { 0.0 };
                } else if trial.onto[3 * n] > 0.0 {
                    slope = cone_slope(z, self.pushes[n].friction, 1.0);
                } else {
                    continue;
                }
            }
            let (normals, tangents) = self.sums.of_push(n);
            // Sums of normals have no tangents, those of friction no normal.
            for (row, left) in normals.iter().enumerate() {
                let left = slope[0][0] * left;
                let own = &mut matrix[row * count..=row * count + row];
                for (to, right) in own.iter_mut().zip(normals) {
                    *to += left * right;
                }
            }
            let bound = slope[1][0] != 0.0 || slope[2][0] != 0.0;
            coupled |= bound;
            for (row, [one, two]) in tangents.iter().enumerate() {
                let [out, x, y] = [0, 1, 2].map(|k| slope[1][k] * one + slope[2][k] * two);
                let row = half + row;
                let (left, right) = matrix[row * count..=row * count + row].split_at_mut(half);
                if bound {
                    for (to, other) in left.iter_mut().zip(normals) {
                        *to += out * other;
                    }
                }
                for (to, other) in right.iter_mut().zip(tangents) {
                    *to += x * other[0] + y * other[1];
                }
            }
        }
        // What the rows would be if nothing were at its bound: a measure that does not vanish.
        let tangents = self.sums.tangents.as_flattened();
        let all: f64 = (self.sums.normals.iter().chain(tangents))
            .map(|own| own * own)
            .sum();
        for k in 0..count {
            matrix[k * count + k] += RIDGE * all / count as f64;
        }
        let first = |row: usize| if row < half || coupled { 0 } else { half };
        (matrix, (0..count).map(first).collect())
    }
}
