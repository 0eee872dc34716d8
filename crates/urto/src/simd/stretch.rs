//! Loops over the modes of a plate that stretches: pairs of modes, N apart.
//!
//! What is paired stands between [`EDGE`] zeros on either side, so that modes without a partner
//! find one that does not move.

#[cfg(target_arch = "x86_64")]
use super::vector::x86;
use super::vector::{GROUP, Group, Plain, Vector};
use super::{Lanes, at_every_level};

/// Zeros before and behind the modes: the furthest that two of a pair may be apart.
pub(crate) const EDGE: usize = 64;

/// Room for N modes and the zeros around them.
pub(crate) fn with_edges(modes: usize) -> Lanes<f64> {
    Lanes::zeros(modes.div_ceil(GROUP) * GROUP + 2 * EDGE)
}

/// How many modes, in whole groups, stand between the edges.
fn between_edges(numbers: &[f64]) -> usize {
    assert!(numbers.len() >= 2 * EDGE);
    (numbers.len() - 2 * EDGE) / GROUP * GROUP
}

at_every_level! {
    /// `out = a·b`, `out` between its edges.
    fn multiply<f64>(out: &mut [f64], a: &[f64], b: &[f64]) {
        let count = between_edges(out);
        assert!(a.len() >= count && b.len() >= count);
        for n in (0..count).step_by(GROUP) {
            let product = Group::<V, W>::load(a, n).mul(Group::load(b, n));
            product.store(out, EDGE + n);
        }
    }
}

at_every_level! {
    /// Sum of `joins·x·y` over all pairs, `y` being N modes after `x`.
    fn paired<f64>(joins: &[f64], x: &[f64], apart: usize) -> f64 {
        let count = between_edges(x);
        assert!(joins.len() == x.len() && apart <= EDGE);
        let mut total = Group::<V, W>::zero();
        for n in (EDGE..EDGE + count).step_by(GROUP) {
            let first = Group::load(joins, n).mul(Group::load(x, n));
            total = total.plus(first, Group::load(x, n + apart));
        }
        total.total()
    }
}

at_every_level! {
    /// Adds to `out` the slope of [`paired`] in every mode, N times.
    fn add_slope<f64>(out: &mut [f64], joins: &[f64], x: &[f64], apart: usize, times: f64) {
        let count = between_edges(x);
        assert!(joins.len() == x.len() && apart <= EDGE && out.len() >= count);
        let times = Group::<V, W>::splat(times);
        for n in (0..count).step_by(GROUP) {
            let (at, before) = (EDGE + n, EDGE + n - apart);
            let slope = Group::load(joins, at).mul(Group::load(x, at + apart));
            let slope = slope.plus(Group::load(joins, before), Group::load(x, before));
            Group::load(out, n).plus(times, slope).store(out, n);
        }
    }
}

at_every_level! {
    /// Forces on the modes, by which their speeds change: `force·lever` on a mode of mass `mass`.
    /// `force` becomes the acceleration. Returns the sums of force times speed, force times
    /// acceleration, and mass times speed squared.
    fn accelerate<f64>(force: &mut [f64], lever: &[f64], ease: &[f64], mass: &[f64], v: &[f64])
        -> [f64; 3]
    {
        let count = force.len() / GROUP * GROUP;
        assert!([lever, ease, mass, v].iter().all(|array| array.len() >= count));
        let mut totals = [Group::<V, W>::zero(); 3];
        for n in (0..count).step_by(GROUP) {
            let (f, v) = (Group::load(force, n), Group::load(v, n));
            let pull = f.mul(Group::load(lever, n));
            let gained = f.mul(Group::load(ease, n));
            gained.store(force, n);
            totals[0] = totals[0].plus(pull, v);
            totals[1] = totals[1].plus(pull, gained);
            totals[2] = totals[2].plus(Group::load(mass, n).mul(v), v);
        }
        [totals[0].total(), totals[1].total(), totals[2].total()]
    }
}

at_every_level! {
    /// `v += own·v·more + a·time`.
    fn change_speeds<f64>(v: &mut [f64], own: &[f64], more: f64, a: &[f64], time: f64) {
        let count = a.len() / GROUP * GROUP;
        assert!(v.len() >= count && own.len() >= count);
        let (more, time) = (Group::<V, W>::splat(more), Group::<V, W>::splat(time));
        for n in (0..count).step_by(GROUP) {
            let before = Group::load(v, n);
            let scaled = before.plus(Group::load(own, n).mul(more), before);
            scaled.plus(Group::load(a, n), time).store(v, n);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::SimdLevel;

    /// The slope is that of the sum, and every level gives the same.
    #[test]
    fn slopes_are_those_of_the_sum() {
        let (modes, apart) = (23, 5);
        let (mut joins, mut x) = (with_edges(modes), with_edges(modes));
        for n in 0..modes {
            x[EDGE + n] = 0.1 * n as f64 - 0.7;
        }
        for n in 0..modes - apart {
            joins[EDGE + n] = if n % 3 == 0 { -0.5 } else { 0.8 };
        }
        for level in SimdLevel::all() {
            let sum = paired(level, &joins, &x, apart);
            assert_eq!(sum, paired(SimdLevel::plain(), &joins, &x, apart));
            let mut slope = Lanes::zeros(modes);
            add_slope(level, &mut slope, &joins, &x, apart, 2.0);
            for n in 0..modes {
                let mut moved = x.clone();
                moved[EDGE + n] += 0.5;
                // No mode is paired with itself: the sum is linear in each.
                let gained = 4.0 * (paired(level, &joins, &moved, apart) - sum);
                assert!(
                    (gained - slope[n]).abs() < 1e-12,
                    "{n}: {gained} {}",
                    slope[n]
                );
            }
        }
    }

    /// Every level gives the same bits.
    #[test]
    fn levels_agree() {
        let numbers = |by: f64| {
            let all: Vec<f64> = (0..37).map(|n| (by * n as f64).fract() - 0.4).collect();
            Lanes::from(&all)
        };
        let (lever, ease, mass) = (numbers(0.37), numbers(0.71), numbers(0.13));
        let done = |level| {
            let (mut force, mut v) = (numbers(0.91), numbers(0.57));
            let sums = accelerate(level, &mut force, &lever, &ease, &mass, &v);
            change_speeds(level, &mut v, &mass, 0.01, &force, -0.3);
            (sums, force.to_vec(), v.to_vec())
        };
        for level in SimdLevel::all() {
            assert_eq!(done(level), done(SimdLevel::plain()));
        }
    }
}
