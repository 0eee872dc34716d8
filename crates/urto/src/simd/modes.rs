//! Loops over the modes of a bank, sample by sample.
//!
//! Every loop works on whole groups of [`GROUP`](super::GROUP) numbers; arrays of one bank have
//! one length, a whole number of groups.

#[cfg(target_arch = "x86_64")]
use super::vector::x86;
use super::vector::{GROUP, Group, Plain, Vector};
use super::{Lanes, at_every_level};
use crate::coast::Coast;

/// How modes move in one step without force: displacement gained `across·v + back·q`, velocity
/// `pull·q + keep·v`.
#[derive(Clone, Debug, Default)]
pub(crate) struct FreeStep {
    pub back: Lanes<f64>,
    pub across: Lanes<f64>,
    pub pull: Lanes<f64>,
    pub keep: Lanes<f64>,
}

impl FreeStep {
    /// Whether all arrays take N modes.
    fn takes(&self, modes: usize) -> bool {
        [&self.back, &self.across, &self.pull, &self.keep]
            .iter()
            .all(|array| array.len() >= modes)
    }

    /// So many modes that do not move.
    pub fn still(modes: usize) -> Self {
        let zeros = || Lanes::zeros(modes);
        Self {
            back: zeros(),
            across: zeros(),
            pull: zeros(),
            keep: zeros(),
        }
    }
}

/// What one newton gives: displacement and velocity.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepResponse {
    pub displacement: Lanes<f64>,
    pub velocity: Lanes<f64>,
}

/// Displacements and velocities.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub q: Lanes<f64>,
    pub v: Lanes<f64>,
}

impl State {
    /// So many modes at rest.
    pub fn still(modes: usize) -> Self {
        Self {
            q: Lanes::zeros(modes),
            v: Lanes::zeros(modes),
        }
    }

    /// How many modes, in whole groups.
    pub fn len(&self) -> usize {
        assert_eq!(self.q.len(), self.v.len());
        self.q.len() - self.q.len() % GROUP
    }
}

/// What a group of modes gains in displacement, and its velocity after a step or a jump.
///
/// # Safety
///
/// The group at `n` lies within all arrays.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn moved<V: Vector<Of = f64>, const W: usize>(
    motion: &FreeStep,
    q: Group<V, W>,
    v: Group<V, W>,
    n: usize,
) -> (Group<V, W>, Group<V, W>) {
    // SAFETY: the caller's.
    unsafe {
        let gained = Group::load(&motion.across, n)
            .mul(v)
            .plus(Group::load(&motion.back, n), q);
        let velocity = Group::load(&motion.pull, n)
            .mul(q)
            .plus(Group::load(&motion.keep, n), v);
        (gained, velocity)
    }
}

at_every_level! {
    /// Sum of products.
    fn dot<f64>(a: &[f64], b: &[f64]) -> f64 {
        let mut total = Group::<V, W>::zero();
        for n in (0..a.len().min(b.len()) / GROUP * GROUP).step_by(GROUP) {
            total = total.plus(Group::load(a, n), Group::load(b, n));
        }
        total.total()
    }
}

at_every_level! {
    /// What of velocities passes high-pass filters: `slow += pole·(v - slow)`, then the sum of
    /// `loud·(v - slow)`.
    fn pass_high<f64>(slow: &mut [f64], pole: &[f64], v: &[f64], loud: &[f64]) -> f64 {
        let minus = Group::<V, W>::splat(-1.0);
        let mut total = Group::<V, W>::zero();
        let count = slow.len().min(pole.len()).min(v.len()).min(loud.len());
        for n in (0..count / GROUP * GROUP).step_by(GROUP) {
            let (v, old) = (Group::load(v, n), Group::load(slow, n));
            let new = old.plus(Group::load(pole, n), v.plus(minus, old));
            new.store(slow, n);
            total = total.plus(Group::load(loud, n), v.plus(minus, new));
        }
        total.total()
    }
}

at_every_level! {
    /// `out += a·x` with one `x` for all.
    fn add_scaled<f64>(out: &mut [f64], a: &[f64], x: f64) {
        let x = Group::<V, W>::splat(x);
        for n in (0..a.len().min(out.len()) / GROUP * GROUP).step_by(GROUP) {
            Group::load(out, n).plus(Group::load(a, n), x).store(out, n);
        }
    }
}

at_every_level! {
    /// Free motion of a point in the coming step: displacement gained, velocity before and after.
    fn coast<f64>(motion: &FreeStep, state: &State, shapes: &[f64]) -> Coast {
        let count = state.len();
        assert!(motion.takes(count) && shapes.len() >= count);
        let mut totals = [Group::<V, W>::zero(); 3];
        for n in (0..count).step_by(GROUP) {
            let (q, v) = (Group::load(&state.q, n), Group::load(&state.v, n));
            let (gained, after) = moved(motion, q, v, n);
            let shapes = Group::load(shapes, n);
            totals[0] = totals[0].plus(shapes, gained);
            totals[1] = totals[1].plus(shapes, v);
            totals[2] = totals[2].plus(shapes, after);
        }
        let [gained, before, after] = totals;
        Coast {
            gained: gained.total(),
            before: before.total(),
            after: after.total(),
        }
    }
}

at_every_level! {
    /// Displacement and velocity at one point by a newton at another.
    fn respond<f64>(answer: &StepResponse, at: &[f64], from: &[f64]) -> [f64; 2] {
        let count = at.len().min(from.len()) / GROUP * GROUP;
        assert!(answer.displacement.len() >= count && answer.velocity.len() >= count);
        let mut totals = [Group::<V, W>::zero(); 2];
        for n in (0..count).step_by(GROUP) {
            let share = Group::load(at, n).mul(Group::load(from, n));
            totals[0] = totals[0].plus(share, Group::load(&answer.displacement, n));
            totals[1] = totals[1].plus(share, Group::load(&answer.velocity, n));
        }
        // By `map`, the sum may end up in a function that is not compiled for the level.
        [totals[0].total(), totals[1].total()]
    }
}

at_every_level! {
    /// How far a point can swing to either side: sum of `|shape|·(|q| + |v|·slow)`, `slow` being
    /// one over the mode's angular frequency.
    fn swing<f64>(state: &State, shapes: &[f64], slow: &[f64]) -> f64 {
        let count = state.len();
        assert!(shapes.len() >= count && slow.len() >= count);
        let mut total = Group::<V, W>::zero();
        for n in (0..count).step_by(GROUP) {
            let v = Group::load(&state.v, n).abs();
            let most = Group::load(&state.q, n).abs().plus(v, Group::load(slow, n));
            total = total.plus(Group::load(shapes, n).abs(), most);
        }
        total.total()
    }
}

/// How strongly modes swing, `v² + w2·q²`: the most, and the least of those not at rest.
#[derive(Clone, Copy)]
struct Swings<V, const W: usize> {
    most: Group<V, W>,
    least: Group<V, W>,
}

/// The methods are [`Vector`]'s and ask for the same.
#[allow(unsafe_code)]
impl<V: Vector<Of = f64>, const W: usize> Swings<V, W> {
    #[inline(always)]
    unsafe fn none() -> Self {
        unsafe {
            Self {
                most: Group::zero(),
                least: Group::splat(f64::MAX),
            }
        }
    }
    #[inline(always)]
    unsafe fn see(&mut self, q: Group<V, W>, v: Group<V, W>, w2: Group<V, W>) {
        unsafe {
            let pull = w2.mul(q);
            let swing = v.mul(v).plus(pull, q);
            self.most = self.most.max(swing);
            // Squares of small numbers vanish, so the numbers themselves say what is at rest.
            let rests = v.abs().add(pull.abs());
            self.least = self.least.min_unless_zero(swing, rests);
        }
    }
    /// Whether any mode swings above `quiet`, and whether any that is not at rest swings by less.
    #[inline(always)]
    unsafe fn about(self, quiet: f64) -> [bool; 2] {
        unsafe {
            let fading = self.least.mul(Group::splat(-1.0)).any_above(-quiet);
            [self.most.any_above(quiet), fading]
        }
    }
}

at_every_level! {
    /// Whether any mode swings by `v² + w2·q²` above `quiet`, and whether any that is not at rest
    /// swings by less.
    fn swings<f64>(state: &State, w2: &[f64], quiet: f64) -> [bool; 2] {
        let count = state.len();
        assert!(w2.len() >= count);
        let mut swings = Swings::<V, W>::none();
        for n in (0..count).step_by(GROUP) {
            let (q, v) = (Group::load(&state.q, n), Group::load(&state.v, n));
            swings.see(q, v, Group::load(w2, n));
        }
        swings.about(quiet)
    }
}

at_every_level! {
    /// One step without force.
    fn step<f64>(motion: &FreeStep, state: &mut State) {
        let count = state.len();
        assert!(motion.takes(count));
        for n in (0..count).step_by(GROUP) {
            let (q, v) = (Group::<V, W>::load(&state.q, n), Group::load(&state.v, n));
            let (gained, velocity) = moved(motion, q, v, n);
            q.add(gained).store(&mut state.q, n);
            velocity.store(&mut state.v, n);
        }
    }
}

at_every_level! {
    /// One step with a force on each mode, which is taken away. Returns the forces' work \[J\].
    fn step_forced<f64>(
        motion: &FreeStep,
        answer: &StepResponse,
        state: &mut State,
        force: &mut [f64]
    ) -> f64 {
        let count = state.len();
        assert!(motion.takes(count) && force.len() >= count);
        assert!(answer.displacement.len() >= count && answer.velocity.len() >= count);
        let mut work = Group::<V, W>::zero();
        for n in (0..count).step_by(GROUP) {
            let (q, v) = (Group::load(&state.q, n), Group::load(&state.v, n));
            let (gained, velocity) = moved(motion, q, v, n);
            let newtons = Group::load(force, n);
            let gained = gained.plus(Group::load(&answer.displacement, n), newtons);
            let velocity = velocity.plus(Group::load(&answer.velocity, n), newtons);
            work = work.plus(newtons, gained);
            q.add(gained).store(&mut state.q, n);
            velocity.store(&mut state.v, n);
            Group::<V, W>::zero().store(force, n);
        }
        work.total()
    }
}

at_every_level! {
    /// One step with a force at one point, where the modes have these shapes. Returns its work
    /// \[J\]. The same as [`add_scaled`] to no force and [`step_forced`].
    fn step_pushed<f64>(
        motion: &FreeStep,
        answer: &StepResponse,
        state: &mut State,
        shapes: &[f64],
        newtons: f64
    ) -> f64 {
        let count = state.len();
        assert!(motion.takes(count) && shapes.len() >= count);
        assert!(answer.displacement.len() >= count && answer.velocity.len() >= count);
        let force = Group::<V, W>::splat(newtons);
        let mut work = Group::<V, W>::zero();
        for n in (0..count).step_by(GROUP) {
            let (q, v) = (Group::load(&state.q, n), Group::load(&state.v, n));
            let (gained, velocity) = moved(motion, q, v, n);
            let newtons = Group::load(shapes, n).mul(force);
            let gained = gained.plus(Group::load(&answer.displacement, n), newtons);
            let velocity = velocity.plus(Group::load(&answer.velocity, n), newtons);
            work = work.plus(newtons, gained);
            q.add(gained).store(&mut state.q, n);
            velocity.store(&mut state.v, n);
        }
        work.total()
    }
}

at_every_level! {
    /// `out += a·b`.
    fn add_product<f64>(out: &mut [f64], a: &[f64], b: &[f64]) {
        let count = out.len().min(a.len()).min(b.len()) / GROUP * GROUP;
        for n in (0..count).step_by(GROUP) {
            let sum = Group::<V, W>::load(out, n).plus(Group::load(a, n), Group::load(b, n));
            sum.store(out, n);
        }
    }
}

at_every_level! {
    /// `out += a·b`, `b` in f32.
    fn add_product_fast<f64>(out: &mut [f64], a: &[f64], b: &[f32]) {
        let count = out.len().min(a.len()).min(b.len()) / GROUP * GROUP;
        for n in (0..count).step_by(GROUP) {
            let b = Group::<V, W>::load_wide(b, n);
            Group::load(out, n).plus(Group::load(a, n), b).store(out, n);
        }
    }
}

at_every_level! {
    /// A state moved on by [`FreeStep`]'s numbers of a whole jump, `q = across·v + back·q`.
    fn jump<f64>(motion: &FreeStep, from: &State, to: &mut State) {
        let count = from.len();
        assert!(motion.takes(count) && to.len() >= count);
        for n in (0..count).step_by(GROUP) {
            let (q, v) = (Group::<V, W>::load(&from.q, n), Group::load(&from.v, n));
            let (displacement, velocity) = moved(motion, q, v, n);
            displacement.store(&mut to.q, n);
            velocity.store(&mut to.v, n);
        }
    }
}

at_every_level! {
    /// [`jump`], and [`swings`] of where it leads.
    fn jump_watched<f64>(
        motion: &FreeStep,
        from: &State,
        to: &mut State,
        w2: &[f64],
        quiet: f64
    ) -> [bool; 2] {
        let count = from.len();
        assert!(motion.takes(count) && to.len() >= count && w2.len() >= count);
        let mut swings = Swings::<V, W>::none();
        for n in (0..count).step_by(GROUP) {
            let (q, v) = (Group::<V, W>::load(&from.q, n), Group::load(&from.v, n));
            let (displacement, velocity) = moved(motion, q, v, n);
            displacement.store(&mut to.q, n);
            velocity.store(&mut to.v, n);
            swings.see(displacement, velocity, Group::load(w2, n));
        }
        swings.about(quiet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::simd::SimdLevel;

    fn draw(rng: &mut Rng, count: usize) -> Lanes<f64> {
        let numbers = (0..count).map(|_| rng.signed() * rng.log_uniform(1e-9, 1e9));
        Lanes::from(&numbers.collect::<Vec<f64>>())
    }

    /// Every loop gives the same bits at every level of this machine.
    #[test]
    fn all_levels_agree_to_the_last_bit() {
        let mut rng = Rng::new(1);
        for groups in [1, 2, 3, 8, 65] {
            let count = groups * GROUP;
            let [back, across, pull, keep] = [(); 4].map(|()| draw(&mut rng, count));
            let motion = FreeStep {
                back,
                across,
                pull,
                keep,
            };
            let [displacement, velocity, q, v] = [(); 4].map(|()| draw(&mut rng, count));
            let answer = StepResponse {
                displacement,
                velocity,
            };
            let start = State { q, v };
            let [shapes, force] = [(); 2].map(|()| draw(&mut rng, count));
            let run = |level: SimdLevel| {
                let (mut state, mut force) = (start.clone(), force.clone());
                let mut moved = State::still(count);
                let mut heard = vec![dot(level, &shapes, &state.v)];
                let own = coast(level, &motion, &state, &shapes);
                heard.extend([own.gained, own.before, own.after]);
                heard.extend(respond(level, &answer, &shapes, &motion.keep));
                heard.push(swing(level, &state, &shapes, &motion.keep));
                heard.extend(swings(level, &state, &shapes, 1.0).map(|is| f64::from(u8::from(is))));
                step(level, &motion, &mut state);
                add_product(level, &mut state.q, &shapes, &motion.keep);
                add_scaled(level, &mut force, &shapes, 0.3);
                heard.push(step_forced(level, &motion, &answer, &mut state, &mut force));
                let mut other = state.clone();
                heard.push(step_pushed(
                    level, &motion, &answer, &mut state, &shapes, 0.7,
                ));
                add_scaled(level, &mut force, &shapes, 0.7);
                let work = step_forced(level, &motion, &answer, &mut other, &mut force);
                assert_eq!(heard.last(), Some(&work));
                assert_eq!((&other.q[..], &other.v[..]), (&state.q[..], &state.v[..]));
                jump(level, &motion, &state, &mut moved);
                let mut also = State::still(count);
                let seen = jump_watched(level, &motion, &state, &mut also, &shapes, 1.0);
                assert_eq!(seen, swings(level, &moved, &shapes, 1.0));
                assert_eq!((&also.q[..], &also.v[..]), (&moved.q[..], &moved.v[..]));
                let all = [&heard[..], &state.q, &state.v, &moved.q, &moved.v, &force];
                all.concat()
                    .into_iter()
                    .map(f64::to_bits)
                    .collect::<Vec<u64>>()
            };
            for level in SimdLevel::all() {
                assert_eq!(run(level), run(SimdLevel::plain()), "{}", level.name());
            }
        }
    }

    #[test]
    fn sums_are_sums() {
        let a: Vec<f64> = (0..16).map(f64::from).collect();
        let ones = vec![1.0; 16];
        assert_eq!(dot(SimdLevel::best(), &a, &ones), 120.0);
    }
}
