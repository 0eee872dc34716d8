//! Modes that are pushed at two points, and seen from both: a step, and the free motion of the two
//! points in the step after it, in one pass over the modes instead of five.
//!
//! The same sums in the same order as [`step_forced`](super::modes::step_forced) and
//! [`coast`](super::modes::coast), so that it gives their bits.

use super::modes::{FreeStep, State, StepResponse};
#[cfg(target_arch = "x86_64")]
use super::vector::x86;
use super::vector::{GROUP, Group, Plain, Vector};
use super::{Lanes, at_every_level};
use crate::coast::Coast;

/// How modes move and answer, and their shapes at two points.
#[derive(Clone, Copy)]
pub(crate) struct TwoPoints<'a> {
    pub motion: &'a FreeStep,
    pub answer: &'a StepResponse,
    pub shapes: [&'a Lanes<f64>; 2],
}

impl TwoPoints<'_> {
    /// Whether all arrays take N modes.
    fn takes(&self, modes: usize) -> bool {
        let FreeStep {
            back,
            across,
            pull,
            keep,
        } = self.motion;
        let StepResponse {
            displacement,
            velocity,
        } = self.answer;
        let arrays = [back, across, pull, keep, displacement, velocity];
        let mut all = arrays.into_iter().chain(self.shapes);
        all.all(|array| array.len() >= modes)
    }
}

at_every_level! {
    /// One step with a force at each of two points. Returns the forces' work \[J\].
    fn step_pushed_twice<f64>(points: TwoPoints, state: &mut State, newtons: [f64; 2]) -> f64 {
        let count = state.len();
        assert!(points.takes(count));
        let (motion, answer) = (points.motion, points.answer);
        let [one, two] = [Group::<V, W>::splat(newtons[0]), Group::splat(newtons[1])];
        let mut work = Group::<V, W>::zero();
        for n in (0..count).step_by(GROUP) {
            let (q, v) = (Group::load(&state.q, n), Group::load(&state.v, n));
            let force = Group::load(points.shapes[0], n)
                .mul(one)
                .plus(Group::load(points.shapes[1], n), two);
            let gained = Group::load(&motion.across, n)
                .mul(v)
                .plus(Group::load(&motion.back, n), q)
                .plus(Group::load(&answer.displacement, n), force);
            let speed = Group::load(&motion.pull, n)
                .mul(q)
                .plus(Group::load(&motion.keep, n), v)
                .plus(Group::load(&answer.velocity, n), force);
            work = work.plus(force, gained);
            q.add(gained).store(&mut state.q, n);
            speed.store(&mut state.v, n);
        }
        work.total()
    }
}

at_every_level! {
    /// [`step_pushed_twice`], and how the points will move in the step after it if nothing pushes.
    fn step_coasting<f64>(
        points: TwoPoints,
        state: &mut State,
        newtons: [f64; 2]
    ) -> (f64, [Coast; 2]) {
        let count = state.len();
        assert!(points.takes(count));
        let (motion, answer) = (points.motion, points.answer);
        let [one, two] = [V::splat(newtons[0]), V::splat(newtons[1])];
        let at = |row: &Lanes<f64>, n: usize| V::load(row.as_ptr().add(n));
        let (q, v) = (state.q.as_mut_ptr(), state.v.as_mut_ptr());
        let mut work = Group::<V, W>::zero();
        let mut sums = [[Group::<V, W>::zero(); 3]; 2];
        for group in (0..count).step_by(GROUP) {
            // Not a group at a time: that would not fit into the registers.
            for w in 0..W {
                let n = group + w * V::LANES;
                let shapes = [at(points.shapes[0], n), at(points.shapes[1], n)];
                let (across, back) = (at(&motion.across, n), at(&motion.back, n));
                let (pull, keep) = (at(&motion.pull, n), at(&motion.keep, n));
                let (place, speed) = (V::load(q.add(n)), V::load(v.add(n)));
                let force = shapes[0].mul(one).plus(shapes[1], two);
                let gained = across
                    .mul(speed)
                    .plus(back, place)
                    .plus(at(&answer.displacement, n), force);
                let speed = pull
                    .mul(place)
                    .plus(keep, speed)
                    .plus(at(&answer.velocity, n), force);
                let place = place.add(gained);
                place.store(q.add(n));
                speed.store(v.add(n));
                let total = &mut work.vectors()[w];
                *total = total.plus(force, gained);
                let gained = across.mul(speed).plus(back, place);
                let after = pull.mul(place).plus(keep, speed);
                for (sums, shape) in sums.iter_mut().zip(shapes) {
                    for (sum, moved) in sums.iter_mut().zip([gained, speed, after]) {
                        let sum = &mut sum.vectors()[w];
                        *sum = sum.plus(shape, moved);
                    }
                }
            }
        }
        // By `map`, the sums may end up in a function that is not compiled for the level.
        let [[gained, before, after], [gained_too, before_too, after_too]] = sums;
        let first = Coast {
            gained: gained.total(),
            before: before.total(),
            after: after.total(),
        };
        let second = Coast {
            gained: gained_too.total(),
            before: before_too.total(),
            after: after_too.total(),
        };
        (work.total(), [first, second])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::simd::{SimdLevel, modes};

    /// At every level, the bits of forces that are summed, stepped and asked for one by one.
    #[test]
    fn one_pass_gives_the_bits_of_five() {
        let mut rng = Rng::new(8);
        for groups in [1, 2, 3, 17] {
            let count = groups * GROUP;
            let mut draw = || {
                let numbers = (0..count).map(|_| rng.signed());
                Lanes::from(&numbers.collect::<Vec<f64>>())
            };
            let [back, across, pull, keep] = [(); 4].map(|()| draw());
            let motion = FreeStep {
                back,
                across,
                pull,
                keep,
            };
            let [displacement, velocity, q, v] = [(); 4].map(|()| draw());
            let answer = StepResponse {
                displacement,
                velocity,
            };
            let [one, two] = [(); 2].map(|()| draw());
            let points = TwoPoints {
                motion: &motion,
                answer: &answer,
                shapes: [&one, &two],
            };
            let start = State { q, v };
            for newtons in [[0.3, -1.7], [0.0, 0.4], [0.0, 0.0]] {
                let plain = SimdLevel::plain();
                let mut state = start.clone();
                let mut force = Lanes::zeros(count);
                modes::add_scaled(plain, &mut force, &one, newtons[0]);
                modes::add_scaled(plain, &mut force, &two, newtons[1]);
                let work = modes::step_forced(plain, &motion, &answer, &mut state, &mut force);
                let coasts = [&one, &two].map(|row| modes::coast(plain, &motion, &state, row));
                for level in SimdLevel::all() {
                    let (mut twice, mut coasting) = (start.clone(), start.clone());
                    let told = step_coasting(level, points, &mut coasting, newtons);
                    assert_eq!(told, (work, coasts), "{}", level.name());
                    let told = step_pushed_twice(level, points, &mut twice, newtons);
                    assert_eq!(told, work, "{}", level.name());
                    for own in [twice, coasting] {
                        assert_eq!((&own.q[..], &own.v[..]), (&state.q[..], &state.v[..]));
                    }
                }
            }
        }
    }
}
