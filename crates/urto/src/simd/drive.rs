//! A bank of modes driven by a known force, a block at a time.
//!
//! `heard` convolves the force with the body's own response (lanes are samples), `Gains` says what
//! a block's force leaves in each mode (lanes are modes): sums over short runs of [`RUN`] samples,
//! which do not wait for each other, then one jump per run.

use super::modes::{FreeStep, State};
use super::ring::BLOCK;
#[cfg(target_arch = "x86_64")]
use super::vector::x86;
use super::vector::{GROUP, Group, Plain, Vector};
use super::{Lanes, SimdLevel, at_every_level};

/// Samples in a run.
pub(crate) const RUN: usize = 8;

/// What one newton during one sample leaves in each mode N samples later, and how modes jump
/// from run to run.
pub(crate) struct Gains<T> {
    displacement: [Lanes<T>; RUN],
    velocity: [Lanes<T>; RUN],
    stay: Lanes<T>,
    across: Lanes<T>,
    pull: Lanes<T>,
    keep: Lanes<T>,
}

macro_rules! drive {
    ($number:tt, $convert:expr, $heard:ident, $leave:ident) => {
        impl Gains<$number> {
            /// `later[n]` is where one newton leaves each mode `n` samples after its own, up to
            /// [`RUN`]; `jump` moves modes on by N.
            pub fn new(later: &[State], jump: &FreeStep) -> Self {
                let convert = |all: &[f64]| {
                    let numbers: Vec<$number> = all.iter().map(|x| $convert(*x)).collect();
                    Lanes::from(&numbers)
                };
                Self {
                    displacement: core::array::from_fn(|n| convert(&later[n].q)),
                    velocity: core::array::from_fn(|n| convert(&later[n].v)),
                    stay: convert(&jump.back),
                    across: convert(&jump.across),
                    pull: convert(&jump.pull),
                    keep: convert(&jump.keep),
                }
            }

            /// Adds what a block's force leaves in the modes: displacements and velocities per unit
            /// of their share of it.
            pub fn leave(
                &self,
                level: SimdLevel,
                force: &[$number; BLOCK],
                displacement: &mut [$number],
                velocity: &mut [$number],
            ) {
                $leave(level, self, force, displacement, velocity);
            }
        }

        at_every_level! {
            /// See [`Gains::leave`].
            fn $leave<$number>(
                gains: &Gains<$number>,
                force: &[$number; BLOCK],
                displacement: &mut [$number],
                velocity: &mut [$number]
            ) {
                const RUNS: usize = BLOCK / RUN;
                let count = gains.stay.len() / GROUP * GROUP;
                let all = [&gains.stay, &gains.across, &gains.pull, &gains.keep];
                let lengths = (all.into_iter())
                    .chain(&gains.displacement)
                    .chain(&gains.velocity)
                    .map(|lanes| lanes.len());
                assert!(lengths.chain([displacement.len(), velocity.len()]).all(|n| n >= count));
                for n in (0..count).step_by(GROUP) {
                    let mut runs = [[Group::<V, W>::zero(); 2]; RUNS];
                    for later in 0..RUN {
                        let q = Group::load(&gains.displacement[later], n);
                        let v = Group::load(&gains.velocity[later], n);
                        for (run, [sum_q, sum_v]) in runs.iter_mut().enumerate() {
                            let newtons = Group::splat(force[run * RUN + RUN - 1 - later]);
                            *sum_q = sum_q.plus(newtons, q);
                            *sum_v = sum_v.plus(newtons, v);
                        }
                    }
                    let (stay, across) =
                        (Group::load(&gains.stay, n), Group::load(&gains.across, n));
                    let (pull, keep) = (Group::load(&gains.pull, n), Group::load(&gains.keep, n));
                    let [mut q, mut v] = runs[0];
                    for [sum_q, sum_v] in &runs[1..] {
                        (q, v) = (
                            sum_q.plus(stay, q).plus(across, v),
                            sum_v.plus(pull, q).plus(keep, v),
                        );
                    }
                    q.store(displacement, n);
                    v.store(velocity, n);
                }
            }
        }

        at_every_level! {
            /// Adds what the force of a block makes heard within it. `response` has [`BLOCK`] zeros
            /// and then the body's response to one newton, sample by sample.
            fn $heard<$number>(
                response: &[$number; 2 * BLOCK],
                force: &[$number; BLOCK],
                out: &mut [$number; BLOCK]
            ) {
                for n in (0..BLOCK).step_by(GROUP) {
                    // Two sums, so that additions do not wait for each other.
                    let mut sums = [Group::<V, W>::load(out, n), Group::zero()];
                    for k in (0..n + GROUP).step_by(2) {
                        for (odd, sum) in sums.iter_mut().enumerate() {
                            // From the zeros on; k is below n + GROUP, so that this is not negative.
                            let taps = Group::load(response, BLOCK + n - k - odd);
                            *sum = sum.plus(Group::splat(force[k + odd]), taps);
                        }
                    }
                    sums[0].add(sums[1]).store(out, n);
                }
            }
        }
    };
}

drive!(f64, |x: f64| x, heard, leave);
// Of a mode's response to a newton, 1e-30 is nothing, and would become subnormal in products.
drive!(
    f32,
    |x: f64| if x.abs() < 1e-30 { 0.0 } else { x as f32 },
    heard_fast,
    leave_fast
);
