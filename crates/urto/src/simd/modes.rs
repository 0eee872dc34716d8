//! Loops over the modes of a bank, sample by sample.
//!
//! Every loop works on whole groups of [`GROUP`](super::GROUP) numbers; arrays of one bank have
//! one length, a whole number of groups.

#[cfg(target_arch = "x86_64")]
use super::vector::x86;
use super::vector::{GROUP, Group, Plain, Vector};
use super::{Lanes, at_every_level};
use crate::object::Coast;
use core::ops::Range;

/// How modes move in one step without force: displacement gained `across·v + back·q`, velocity
/// `pull·q + keep·v`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Motion {
    pub back: Lanes<f64>,
    pub across: Lanes<f64>,
    pub pull: Lanes<f64>,
    pub keep: Lanes<f64>,
}

impl Motion {
    /// Whether all arrays take so many modes.
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
pub(crate) struct Answer {
    pub displacement: Lanes<f64>,
    pub velocity: Lanes<f64>,
}

/// How one point moves the modes, and is moved by them one step later.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// A group of modes after the other, of each group the numbers of [`Row`]: in one piece, so
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
enum Row {
    /// How it moves in a step: see [`Motion`].
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

impl Row {
    const COUNT: usize = 12;

    /// Where the row of the group at mode `n` begins.
    #[inline(always)]
    fn at(self, n: usize) -> usize {
        n * Self::COUNT + self as usize * GROUP
    }
}

impl Sight {
    /// Of so many modes, but of nothing yet.
    pub fn blind(modes: usize) -> Self {
        Self {
            rows: Lanes::zeros(Row::COUNT * modes.next_multiple_of(GROUP)),
            sums: Lanes::zeros(2 * GROUP),
            compliance: 0.0,
            mobility: 0.0,
            further: 0.0,
            faster: 0.0,
            furthest: 0.0,
            fastest: 0.0,
        }
    }

    /// Whether there is room for so many modes.
    fn takes(&self, modes: usize) -> bool {
        self.rows.len() >= Row::COUNT * modes && self.sums.len() >= 2 * GROUP
    }

    /// Looks at the point where modes have these shapes.
    pub fn look(&mut self, motion: &Motion, answer: &Answer, shapes: &[f64]) {
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
                (Row::Across, across),
                (Row::Back, back),
                (Row::Pull, pull),
                (Row::Keep, keep),
                (Row::GivenPlace, far),
                (Row::GivenSpeed, fast),
                (Row::GainedByPlace, shape * gained[0]),
                (Row::GainedBySpeed, shape * gained[1]),
                (Row::AfterByPlace, shape * after[0]),
                (Row::AfterBySpeed, shape * after[1]),
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
    motion: &Motion,
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
    fn coast<f64>(motion: &Motion, state: &State, shapes: &[f64]) -> Coast {
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
    fn respond<f64>(answer: &Answer, at: &[f64], from: &[f64]) -> [f64; 2] {
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
    fn step<f64>(motion: &Motion, state: &mut State) {
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
        motion: &Motion,
        answer: &Answer,
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
        motion: &Motion,
        answer: &Answer,
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

/// Where the coming step takes some modes without force, displacement gained and velocity; adds to
/// the sums what that makes the point gain one step later, and its velocity then.
///
/// # Safety
///
/// The vectors at `n` lie within the sight, whose rows these are.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn seen<V: Vector<Of = f64>>(
    [q, v]: [V; 2],
    row: impl Fn(Row) -> V,
    [gained, after]: [&mut V; 2],
) -> [V; 2] {
    // SAFETY: the caller's.
    unsafe {
        let far = row(Row::Across).mul(v).plus(row(Row::Back), q);
        let speed = row(Row::Pull).mul(q).plus(row(Row::Keep), v);
        let place = q.add(far);
        *gained = gained
            .plus(row(Row::GainedByPlace), place)
            .plus(row(Row::GainedBySpeed), speed);
        *after = after
            .plus(row(Row::AfterByPlace), place)
            .plus(row(Row::AfterBySpeed), speed);
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
                let row = |row: Row| V::load(rows.add(row.at(n) + lane));
                let now = [V::load(q.add(n + lane)), V::load(v.add(n + lane))];
                let [far, speed] = seen(now, row, [gained, after]);
                far.store(rows.add(Row::Far.at(n) + lane));
                speed.store(rows.add(Row::Speed.at(n) + lane));
            }
        }
        total[0].store(sums, 0);
        total[1].store(sums, GROUP);
    }
}

at_every_level! {
    /// One step with a force at the point of a sight, as [`step_pushed`] takes it, when
    /// [`see_ahead`] has done its work for so many modes. Returns what the point will gain in the
    /// step after the next, and its velocity at the end of that, without the forces of all three.
    fn step_seeing<f64>(state: &mut State, sight: &Sight, newtons: f64, done: usize) -> [f64; 2] {
        let count = state.len();
        assert!(sight.takes(count) && done <= count);
        let force = Group::<V, W>::splat(newtons);
        for n in (0..done).step_by(GROUP) {
            let row = |row: Row| Group::load(&sight.rows, row.at(n));
            let far = row(Row::Far).plus(row(Row::GivenPlace), force);
            let speed = row(Row::Speed).plus(row(Row::GivenSpeed), force);
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
                let row = |row: Row| V::load(rows.add(row.at(n) + lane));
                let (q, v) = (q.add(n + lane), v.add(n + lane));
                let now = [V::load(q), V::load(v)];
                let [far, speed] = seen(now, row, [gained, after]);
                now[0].add(far.plus(row(Row::GivenPlace), force)).store(q);
                speed.plus(row(Row::GivenSpeed), force).store(v);
            }
        }
        // By `map`, the sum may end up in a function that is not compiled for the level.
        [total[0].total(), total[1].total()]
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
    /// A state moved on by [`Motion`]'s numbers of a whole jump, `q = across·v + back·q`.
    fn jump<f64>(motion: &Motion, from: &State, to: &mut State) {
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
        motion: &Motion,
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
    use crate::simd::Level;

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
            let motion = Motion {
                back,
                across,
                pull,
                keep,
            };
            let [displacement, velocity, q, v] = [(); 4].map(|()| draw(&mut rng, count));
            let answer = Answer {
                displacement,
                velocity,
            };
            let start = State { q, v };
            let [shapes, force] = [(); 2].map(|()| draw(&mut rng, count));
            let run = |level: Level| {
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
                let mut sight = Sight::blind(count);
                sight.look(&motion, &answer, &shapes);
                // Whatever part was done ahead.
                for done in [0, GROUP, count] {
                    let mut ahead = state.clone();
                    see_ahead(level, &ahead, &mut sight, 0..done.min(GROUP));
                    see_ahead(level, &ahead, &mut sight, done.min(GROUP)..done);
                    let later = step_seeing(level, &mut ahead, &sight, 0.4, done);
                    if done == 0 {
                        heard.extend(later);
                        heard.extend(ahead.q.iter().chain(ahead.v.iter()));
                    } else {
                        let before = heard.len() - 2 * count - 2;
                        assert_eq!(heard[before..before + 2], later);
                        assert_eq!(heard[before + 2..before + 2 + count], ahead.q[..]);
                        assert_eq!(heard[before + 2 + count..], ahead.v[..]);
                    }
                }
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
            for level in Level::all() {
                assert_eq!(run(level), run(Level::plain()), "{}", level.name());
            }
        }
    }

    #[test]
    fn sums_are_sums() {
        let a: Vec<f64> = (0..16).map(f64::from).collect();
        let ones = vec![1.0; 16];
        assert_eq!(dot(Level::best(), &a, &ones), 120.0);
    }
}
