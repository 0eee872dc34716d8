//! Modes that move one point, and that are seen from it one step ahead.
//!
//! What a step does without the force and what the force adds are two loops, so that the first can
//! run while the force is being worked out: see `object::ahead`.

use super::modes::{FreeStep, State, StepResponse};
#[cfg(target_arch = "x86_64")]
use super::vector::x86;
use super::vector::{GROUP, Group, Plain, Vector};
use super::{Lanes, at_every_level};
use core::ops::Range;

/// How one point moves the modes, and is moved by them one step later.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// A group of modes after the other, of each group the numbers of [`ModeView`]: in one piece, so
    /// that a step has one place to go through.
    rows: Lanes<f64>,
    /// Sums of [`see_ahead`], lane by lane.
    sums: Lanes<f64>,
    /// What one newton gives the point itself: displacement in its own step \[m/N\] and velocity
    /// at the end \[m/s/N\],
    pub compliance: f64,
    pub mobility: f64,
    /// displacement in the next step, and velocity at the end of that.
    pub further: f64,
    pub faster: f64,
    /// displacement in the step after that, and velocity at the end of that.
    pub furthest: f64,
    pub fastest: f64,
}

/// What a sight knows of each mode.
#[derive(Clone, Copy)]
enum ModeView {
    /// How it moves in a step: see [`FreeStep`].
    Across,
    Back,
    Pull,
    Keep,
    /// What one newton at the point gives it: displacement and velocity.
    GivenPlace,
    GivenSpeed,
    /// What of its displacement and velocity the point gains in the step after the coming one, in
    /// displacement,
    GainedByPlace,
    GainedBySpeed,
    /// and what velocity it has at the end of it.
    AfterByPlace,
    AfterBySpeed,
    /// Where the coming step takes it without force: displacement gained, and velocity.
    Far,
    Speed,
}

impl ModeView {
    const COUNT: usize = 12;

    /// Where the row of the group at mode `n` begins.
    #[inline(always)]
    fn at(self, n: usize) -> usize {
        n * Self::COUNT + self as usize * GROUP
    }
}

impl Sight {
    /// Of N modes, but of nothing yet.
    pub fn blind(modes: usize) -> Self {
        Self {
            rows: Lanes::zeros(ModeView::COUNT * modes.next_multiple_of(GROUP)),
            sums: Lanes::zeros(2 * GROUP),
            compliance: 0.0,
            mobility: 0.0,
            further: 0.0,
            faster: 0.0,
            furthest: 0.0,
            fastest: 0.0,
        }
    }

    /// Whether there is room for N modes, which come in whole groups.
    fn takes(&self, modes: usize) -> bool {
        modes.is_multiple_of(GROUP)
            && self.rows.len() >= ModeView::COUNT * modes
            && self.sums.len() >= 2 * GROUP
    }

    /// Looks at the point where modes have these shapes.
    pub fn look(&mut self, motion: &FreeStep, answer: &StepResponse, shapes: &[f64]) {
        (self.compliance, self.mobility) = (0.0, 0.0);
        (self.further, self.faster) = (0.0, 0.0);
        (self.furthest, self.fastest) = (0.0, 0.0);
        for (n, shape) in shapes.iter().enumerate() {
            let (back, across) = (motion.back[n], motion.across[n]);
            let (pull, keep) = (motion.pull[n], motion.keep[n]);
            let (far, fast) = (answer.displacement[n], answer.velocity[n]);
            let (far, fast) = (shape * far, shape * fast);
            // A step on, displacement is q + back·q + across·v, and velocity pull·q + keep·v.
            let stay = 1.0 + back;
            let gained = [across * pull + back * stay, across * keep + back * across];
            let after = [pull * stay + keep * pull, pull * across + keep * keep];
            let rows = [
                (ModeView::Across, across),
                (ModeView::Back, back),
                (ModeView::Pull, pull),
                (ModeView::Keep, keep),
                (ModeView::GivenPlace, far),
                (ModeView::GivenSpeed, fast),
                (ModeView::GainedByPlace, shape * gained[0]),
                (ModeView::GainedBySpeed, shape * gained[1]),
                (ModeView::AfterByPlace, shape * after[0]),
                (ModeView::AfterBySpeed, shape * after[1]),
            ];
            let lane = n % GROUP;
            for (row, number) in rows {
                self.rows[row.at(n - lane) + lane] = number;
            }
            self.compliance += shape * far;
            self.mobility += shape * fast;
            self.further += shape * (across * fast + back * far);
            self.faster += shape * (pull * far + keep * fast);
            self.furthest += shape * (gained[0] * far + gained[1] * fast);
            self.fastest += shape * (after[0] * far + after[1] * fast);
        }
    }
}

/// Where the coming step takes some modes without force, displacement gained and velocity; adds to
/// the sums what that makes the point gain one step later, and its velocity then.
///
/// # Safety
///
/// `row` reads within the sight, and the machine has the instructions of `V`.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn seen<V: Vector<Of = f64>>(
    [q, v]: [V; 2],
    row: impl Fn(ModeView) -> V,
    [gained, after]: [&mut V; 2],
) -> [V; 2] {
    // SAFETY: the caller's.
    unsafe {
        let far = row(ModeView::Across).mul(v).plus(row(ModeView::Back), q);
        let speed = row(ModeView::Pull).mul(q).plus(row(ModeView::Keep), v);
        let place = q.add(far);
        *gained = gained
            .plus(row(ModeView::GainedByPlace), place)
            .plus(row(ModeView::GainedBySpeed), speed);
        *after = after
            .plus(row(ModeView::AfterByPlace), place)
            .plus(row(ModeView::AfterBySpeed), speed);
        [far, speed]
    }
}

at_every_level! {
    /// Does for some modes what in [`step_seeing`] does not depend on the force. They follow on
    /// those for which it was done before.
    fn see_ahead<f64>(state: &State, sight: &mut Sight, modes: Range<usize>) {
        let count = state.len();
        assert!(sight.takes(count) && modes.end <= count);
        let (rows, sums) = (sight.rows.as_mut_ptr(), &mut sight.sums);
        let (q, v) = (state.q.as_ptr(), state.v.as_ptr());
        let mut total = [Group::<V, W>::zero(); 2];
        if modes.start > 0 {
            total = [Group::load(sums, 0), Group::load(sums, GROUP)];
        }
        for n in modes.step_by(GROUP) {
            let [gained, after] = &mut total;
            let lanes = gained.vectors().iter_mut().zip(after.vectors());
            for (w, (gained, after)) in lanes.enumerate() {
                let lane = w * V::LANES;
                let row = |row: ModeView| V::load(rows.add(row.at(n) + lane));
                let now = [V::load(q.add(n + lane)), V::load(v.add(n + lane))];
                let [far, speed] = seen(now, row, [gained, after]);
                far.store(rows.add(ModeView::Far.at(n) + lane));
                speed.store(rows.add(ModeView::Speed.at(n) + lane));
            }
        }
        total[0].store(sums, 0);
        total[1].store(sums, GROUP);
    }
}

at_every_level! {
    /// One step with a force at the point of a sight, as [`step_pushed`](super::modes::step_pushed) takes
    /// it but for rounding, when
    /// [`see_ahead`] has done its work for N modes. Returns what the point will gain in the
    /// step after the next, and its velocity at the end of that, without the forces of all three.
    fn step_seeing<f64>(state: &mut State, sight: &Sight, newtons: f64, done: usize) -> [f64; 2] {
        let count = state.len();
        assert!(sight.takes(count) && done <= count);
        let force = Group::<V, W>::splat(newtons);
        for n in (0..done).step_by(GROUP) {
            let row = |row: ModeView| Group::load(&sight.rows, row.at(n));
            let far = row(ModeView::Far).plus(row(ModeView::GivenPlace), force);
            let speed = row(ModeView::Speed).plus(row(ModeView::GivenSpeed), force);
            Group::load(&state.q, n).add(far).store(&mut state.q, n);
            speed.store(&mut state.v, n);
        }
        let force = V::splat(newtons);
        let rows = sight.rows.as_ptr();
        let (q, v) = (state.q.as_mut_ptr(), state.v.as_mut_ptr());
        let mut total = [Group::<V, W>::zero(); 2];
        if done > 0 {
            total = [Group::load(&sight.sums, 0), Group::load(&sight.sums, GROUP)];
        }
        for n in (done..count).step_by(GROUP) {
            let [gained, after] = &mut total;
            let lanes = gained.vectors().iter_mut().zip(after.vectors());
            for (w, (gained, after)) in lanes.enumerate() {
                let lane = w * V::LANES;
                let row = |row: ModeView| V::load(rows.add(row.at(n) + lane));
                let (q, v) = (q.add(n + lane), v.add(n + lane));
                let now = [V::load(q), V::load(v)];
                let [far, speed] = seen(now, row, [gained, after]);
                now[0].add(far.plus(row(ModeView::GivenPlace), force)).store(q);
                speed.plus(row(ModeView::GivenSpeed), force).store(v);
            }
        }
        // By `map`, the sum may end up in a function that is not compiled for the level.
        [total[0].total(), total[1].total()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::simd::{SimdLevel, modes};

    /// Every level, and whatever part was done ahead, gives the same bits; and those of a plain
    /// step but for rounding.
    #[test]
    fn a_step_in_two_parts_is_the_step() {
        let mut rng = Rng::new(5);
        for groups in [1, 2, 3, 8] {
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
            let [displacement, velocity, shapes] = [(); 3].map(|()| draw());
            let answer = StepResponse {
                displacement,
                velocity,
            };
            let [q, v] = [(); 2].map(|()| draw());
            let start = State { q, v };
            let mut sight = Sight::blind(count);
            sight.look(&motion, &answer, &shapes);
            let mut run = |level: SimdLevel, done: usize| {
                let mut state = start.clone();
                let some = done.min(GROUP);
                see_ahead(level, &state, &mut sight, 0..some);
                see_ahead(level, &state, &mut sight, some..done);
                let later = step_seeing(level, &mut state, &sight, 0.4, done);
                [&later[..], &state.q, &state.v].concat()
            };
            let one = run(SimdLevel::plain(), 0);
            for level in SimdLevel::all() {
                for done in [0, GROUP, count] {
                    assert_eq!(run(level, done), one, "{} {done}", level.name());
                }
            }
            let mut plain = start.clone();
            modes::step_pushed(
                SimdLevel::plain(),
                &motion,
                &answer,
                &mut plain,
                &shapes,
                0.4,
            );
            for (a, b) in one[2..].iter().zip(plain.q.iter().chain(plain.v.iter())) {
                assert!((a - b).abs() < 1e-14, "{a} {b}");
            }
            // Two steps on without force: what was foreseen of the first two, and the two forces'.
            let gained = |state: &State| modes::coast(SimdLevel::plain(), &motion, state, &shapes);
            modes::step(SimdLevel::plain(), &motion, &mut plain);
            let told = gained(&plain);
            let foreseen = one[0] + sight.furthest * 0.4;
            assert!((told.gained - foreseen).abs() < 1e-12 * count as f64);
            let foreseen = one[1] + sight.fastest * 0.4;
            assert!((told.after - foreseen).abs() < 1e-12 * count as f64);
        }
    }
}
