//! What freely ringing modes put out during a block, as a product of two small matrices.
//!
//! A mode that nothing touches moves `t` samples ahead by fixed numbers: its velocity is
//! `x·c(t) + y·s(t)`, where `x` and `y` are its state at the start of a block of [`BLOCK`] samples
//! and `c`, `s` do not change. So several blocks of output are (blocks × states)·(states × samples).
//! Lanes are samples and sums run over the modes in their order, whatever the tile: all tiles, and
//! for f64 all machines, give the same bits.

#[cfg(target_arch = "x86_64")]
use super::CpuKind;
use super::modes::State;
#[cfg(target_arch = "x86_64")]
use super::vector::x86;
use super::vector::{GROUP, Group, Plain, Vector};
use super::{SimdLevel, at_every_level};

/// Samples per block of free ringing.
pub const BLOCK: usize = 64;
/// A mode's row of the table: `c` at each sample, then `s`; whole lines of the cache. Kernels read
/// it as numbers one after the other, which `repr(C)` promises.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct TurnTable<T>(pub [[T; BLOCK]; 2]);

/// Several blocks' states of the first modes of a table.
pub(crate) struct States<'a, T> {
    /// How many modes.
    pub modes: usize,
    /// Of each block `x` of all modes; blocks begin `stride` numbers apart.
    pub x: &'a [T],
    /// Likewise `y`.
    pub y: &'a [T],
    /// See `x`.
    pub stride: usize,
}

/// Sums what is heard of several blocks (whole multiples of [`BLOCK`] in `out`).
pub(crate) fn fast(
    level: SimdLevel,
    table: &[TurnTable<f32>],
    states: &States<f32>,
    out: &mut [f32],
) {
    check(table, states, out);
    // SAFETY: `check` saw that all reads and writes lie within the slices, and a `SimdLevel` is only
    // made after the CPU was seen to have its instructions.
    #[allow(unsafe_code)]
    unsafe {
        match level.0 {
            #[cfg(target_arch = "x86_64")]
            CpuKind::Avx512 => avx512_f32(table, states, out),
            #[cfg(target_arch = "x86_64")]
            CpuKind::Avx2 => avx2_f32(table, states, out),
            _ => blocks::<Plain<f32, 4>, 2, 4, 4>(table, states, out),
        }
    }
}

/// The same in f64 without fused operations.
pub(crate) fn exact(
    level: SimdLevel,
    table: &[TurnTable<f64>],
    states: &States<f64>,
    out: &mut [f64],
) {
    check(table, states, out);
    // SAFETY: as above.
    #[allow(unsafe_code)]
    unsafe {
        match level.0 {
            #[cfg(target_arch = "x86_64")]
            CpuKind::Avx512 => avx512_f64(table, states, out),
            #[cfg(target_arch = "x86_64")]
            CpuKind::Avx2 => avx2_f64(table, states, out),
            _ => blocks::<Plain<f64, 2>, 2, 4, 4>(table, states, out),
        }
    }
}

fn check<T>(table: &[TurnTable<T>], states: &States<T>, out: &[T]) {
    let blocks = out.len() / BLOCK;
    assert_eq!(out.len(), blocks * BLOCK);
    assert!(states.modes <= table.len());
    if blocks > 0 {
        let needed = (blocks - 1) * states.stride + states.modes;
        assert!(states.x.len() >= needed && states.y.len() >= needed);
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[target_feature(enable = "avx512f")]
unsafe fn avx512_f32(table: &[TurnTable<f32>], states: &States<f32>, out: &mut [f32]) {
    unsafe { blocks::<x86::Avx512F32, 6, 4, 4>(table, states, out) }
}
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[target_feature(enable = "avx512f")]
unsafe fn avx512_f64(table: &[TurnTable<f64>], states: &States<f64>, out: &mut [f64]) {
    unsafe { blocks::<x86::Avx512F64, 4, 4, 8>(table, states, out) }
}
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[target_feature(enable = "avx2,fma")]
unsafe fn avx2_f32(table: &[TurnTable<f32>], states: &States<f32>, out: &mut [f32]) {
    unsafe { blocks::<x86::Avx2F32, 6, 2, 8>(table, states, out) }
}
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[target_feature(enable = "avx2,fma")]
unsafe fn avx2_f64(table: &[TurnTable<f64>], states: &States<f64>, out: &mut [f64]) {
    unsafe { blocks::<x86::Avx2F64, 6, 2, 8>(table, states, out) }
}

/// All blocks, up to `M` at a time, in strips of `W` vectors; a single one in strips of `WIDE`, or
/// additions would wait for each other.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn blocks<V: Vector, const M: usize, const W: usize, const WIDE: usize>(
    table: &[TurnTable<V::Of>],
    states: &States<V::Of>,
    out: &mut [V::Of],
) {
    let count = out.len() / BLOCK;
    let mut first = 0;
    while first < count {
        let rest = &mut out[first * BLOCK..];
        // SAFETY: the caller's; `left` blocks remain in `rest`.
        unsafe {
            first += match count - first {
                left if left >= M => strips::<V, M, W>(table, states, first, rest),
                left if left >= 4 && M > 4 => strips::<V, 4, W>(table, states, first, rest),
                left if left >= 2 && M > 2 => strips::<V, 2, 4>(table, states, first, rest),
                _ => strips::<V, 1, WIDE>(table, states, first, rest),
            };
        }
    }
}

/// `M` blocks; returns how many.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn strips<V: Vector, const M: usize, const W: usize>(
    table: &[TurnTable<V::Of>],
    states: &States<V::Of>,
    first: usize,
    out: &mut [V::Of],
) -> usize {
    let width = const {
        assert!(BLOCK.is_multiple_of(W * V::LANES));
        W * V::LANES
    };
    let mut column = 0;
    while column < BLOCK {
        // SAFETY: `width` divides BLOCK, so that a strip ends within its row and block.
        unsafe { tile::<V, M, W>(table, states, first, column, out) };
        column += width;
    }
    M
}

/// `M` blocks × `W` vectors of samples, with all sums in registers.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn tile<V: Vector, const M: usize, const W: usize>(
    table: &[TurnTable<V::Of>],
    states: &States<V::Of>,
    first: usize,
    column: usize,
    out: &mut [V::Of],
) {
    // SAFETY: `check` saw that rows, states and output lie within their slices.
    unsafe {
        let mut sums = [[V::zero(); W]; M];
        let start = first * states.stride;
        let (x, y) = (states.x.as_ptr().add(start), states.y.as_ptr().add(start));
        for mode in 0..states.modes {
            let row = table.as_ptr().add(mode).cast::<V::Of>().add(column);
            for (part, state) in [x, y].into_iter().enumerate() {
                let mut wave = [V::zero(); W];
                for (w, wave) in wave.iter_mut().enumerate() {
                    *wave = V::load(row.add(part * BLOCK + w * V::LANES));
                }
                for (m, sums) in sums.iter_mut().enumerate() {
                    let amount = V::splat(*state.add(m * states.stride + mode));
                    for (sum, wave) in sums.iter_mut().zip(wave) {
                        *sum = sum.plus(amount, wave);
                    }
                }
            }
        }
        for (m, sums) in sums.iter().enumerate() {
            for (w, sum) in sums.iter().enumerate() {
                sum.store(out.as_mut_ptr().add(m * BLOCK + column + w * V::LANES));
            }
        }
    }
}

/// How velocity amplitudes (`x` of displacement, `y` of velocity) of a group of modes turn during
/// jumps: `x = near·x + across·(y + lag·x)`, `y = near·y - across·(x + lag·y)`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Turns {
    /// Decay rate over angular frequency, undamped.
    pub lag: [f32; GROUP],
    /// Of jumps of one to [`LEAP`] blocks.
    pub jumps: [Turn; LEAP],
}

/// See [`Turns`].
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Turn {
    pub near: [f32; GROUP],
    pub across: [f32; GROUP],
}

/// Where a body's modes are, and how they are heard.
pub(crate) struct RingListening<'a> {
    /// Displacements and velocities.
    pub state: &'a State,
    /// Undamped angular frequencies.
    pub w0: &'a [f64],
    /// Each mode's share of what is heard.
    pub heard: &'a [f64],
}

impl RingListening<'_> {
    /// How many modes, in whole groups.
    fn len(&self) -> usize {
        let lengths = [self.state.q.len(), self.state.v.len(), self.w0.len()];
        let least = lengths.into_iter().fold(self.heard.len(), usize::min);
        least / GROUP * GROUP
    }

    /// Velocity amplitudes of a group: `x = heard·w0·q`, `y = heard·v`.
    ///
    /// # Safety
    ///
    /// The group at `n` ends within [`len`](Self::len); `V`'s instructions are there.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn amplitudes<V: Vector<Of = f64>, const W: usize>(
        &self,
        n: usize,
    ) -> (Group<V, W>, Group<V, W>) {
        // SAFETY: the caller's.
        unsafe {
            let share = Group::load(self.heard, n);
            let x = share
                .mul(Group::load(self.w0, n))
                .mul(Group::load(&self.state.q, n));
            (x, share.mul(Group::load(&self.state.v, n)))
        }
    }
}

at_every_level! {
    /// How many modes count, from the first one on, when groups at the end whose amplitudes are all
    /// fainter than the loudest one's share `faint` are left out.
    fn audible<f64>(from: &RingListening, faint: f64) -> usize {
        let count = from.len();
        let mut most = Group::<V, W>::zero();
        for n in (0..count).step_by(GROUP) {
            let (x, y) = from.amplitudes(n);
            most = most.max(x.abs()).max(y.abs());
        }
        let loudest = most.largest();
        let mut end = count;
        while end > 0 {
            let (x, y) = from.amplitudes::<V, W>(end - GROUP);
            if x.abs().max(y.abs()).any_above(loudest * faint) {
                break;
            }
            end -= GROUP;
        }
        end
    }
}

at_every_level! {
    /// Amplitudes of the first modes, as many as `x` takes.
    fn amplitudes<f64>(from: &RingListening, x: &mut [f64], y: &mut [f64]) {
        let count = x.len() / GROUP * GROUP;
        assert!(from.len() >= count && y.len() >= count);
        for n in (0..count).step_by(GROUP) {
            let (a, b) = from.amplitudes::<V, W>(n);
            a.store(x, n);
            b.store(y, n);
        }
    }
}

at_every_level! {
    /// The same in f32, all of them; what is below 1e-24 m/s becomes zero, before its products
    /// become subnormal. Tells how many count, as [`audible`] does.
    fn amplitudes_fast<f64>(from: &RingListening, faint: f64, x: &mut [f32], y: &mut [f32]) -> usize {
        let count = from.len();
        assert!(x.len() >= count && y.len() >= count);
        let mut most = Group::<V, W>::zero();
        for n in (0..count).step_by(GROUP) {
            let (a, b) = from.amplitudes::<V, W>(n);
            most = most.max(a.abs()).max(b.abs());
            a.store_narrow(1e-24, x, n);
            b.store_narrow(1e-24, y, n);
        }
        let least = most.largest() * faint;
        let mut end = count;
        while end > 0 {
            let (a, b) = (Group::<V, W>::load_wide(x, end - GROUP), Group::load_wide(y, end - GROUP));
            if a.abs().max(b.abs()).any_above(least) {
                break;
            }
            end -= GROUP;
        }
        end
    }
}

/// Groups that [`scale`] takes side by side.
const SIDE: usize = 4;

at_every_level! {
    /// `to = gain·from`; tells whether all of it lies within `most`. (What is no number does not.)
    fn scale<f32>(gain: f32, from: &[f32], to: &mut [f32], most: f32) -> bool {
        let count = from.len().min(to.len());
        let whole = count / GROUP * GROUP;
        let factor = Group::<V, W>::splat(gain);
        // Several sums, so that additions do not wait for each other.
        let mut largest = [Group::<V, W>::zero(); SIDE];
        let mut sums = largest;
        for first in (0..whole).step_by(SIDE * GROUP) {
            for (side, n) in (first..whole.min(first + SIDE * GROUP)).step_by(GROUP).enumerate() {
                let scaled = Group::load(from, n).mul(factor);
                scaled.store(to, n);
                let size = scaled.abs();
                largest[side] = largest[side].max(size);
                // Not-a-number may be lost in comparisons, but not in sums.
                sums[side] = sums[side].add(size);
            }
        }
        let [mut largest, others @ ..] = largest;
        let [mut sum, more @ ..] = sums;
        for (other, add) in others.into_iter().zip(more) {
            largest = largest.max(other);
            sum = sum.add(add);
        }
        let mut good = !largest.any_above(most) && sum.total().is_finite();
        for (to, from) in to[whole..count].iter_mut().zip(&from[whole..count]) {
            *to = gain * from;
            good &= to.abs() <= most;
        }
        good
    }
}

/// Blocks that are worked out at once, and that a jump takes: their amplitudes stay in the cache
/// beside the table. As many as a tile has.
pub(crate) const LEAP: usize = 6;

at_every_level! {
    /// Amplitudes at the starts of blocks that follow the first: row 0 has those of the first, rows
    /// lie `stride` apart, as many as `rows` are wanted.
    fn turn<f32>(
        turns: &[Turns],
        modes: usize,
        rows: usize,
        x: &mut [f32],
        y: &mut [f32],
        stride: usize
    ) {
        let count = modes / GROUP * GROUP;
        if rows < 2 || count == 0 {
            return;
        }
        let room = (rows - 1) * stride + count;
        assert!(x.len() >= room && y.len() >= room && stride >= count);
        assert!(rows <= LEAP && turns.len() >= count / GROUP);
        for (n, turns) in (0..count).step_by(GROUP).zip(turns) {
            let start = Amplitudes::<V, W>::load(x, y, n, &turns.lag);
            for (row, turn) in turns.jumps[..rows - 1].iter().enumerate() {
                let then = start.turned(turn);
                then.0.store(x, (row + 1) * stride + n);
                then.1.store(y, (row + 1) * stride + n);
            }
        }
    }
}

at_every_level! {
    /// Amplitudes [`LEAP`] blocks later, in their place.
    fn leap<f32>(turns: &[Turns], modes: usize, x: &mut [f32], y: &mut [f32]) {
        let count = modes / GROUP * GROUP;
        assert!(x.len() >= count && y.len() >= count);
        assert!(turns.len() >= count / GROUP);
        for (n, turns) in (0..count).step_by(GROUP).zip(turns) {
            let start = Amplitudes::<V, W>::load(x, y, n, &turns.lag);
            let then = start.turned(&turns.jumps[LEAP - 1]);
            then.0.store(x, n);
            then.1.store(y, n);
        }
    }
}

/// Amplitudes of a group, and what jumps add to them.
struct Amplitudes<V, const W: usize> {
    own: [Group<V, W>; 2],
    add: [Group<V, W>; 2],
}

/// The methods are [`Vector`]'s and ask for the same.
#[allow(unsafe_code)]
impl<V: Vector<Of = f32>, const W: usize> Amplitudes<V, W> {
    #[inline(always)]
    unsafe fn load(x: &[f32], y: &[f32], n: usize, lag: &[f32]) -> Self {
        unsafe {
            let (x, y, lag) = (Group::load(x, n), Group::load(y, n), Group::load(lag, 0));
            let back = x.plus(lag, y).mul(Group::splat(-1.0));
            Self {
                own: [x, y],
                add: [y.plus(lag, x), back],
            }
        }
    }
    #[inline(always)]
    unsafe fn turned(&self, turn: &Turn) -> (Group<V, W>, Group<V, W>) {
        unsafe {
            let (near, across) = (Group::load(&turn.near, 0), Group::load(&turn.across, 0));
            let [x, y] = self.own;
            let [to_x, to_y] = self.add;
            (
                near.mul(x).plus(across, to_x),
                near.mul(y).plus(across, to_y),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn scaling_notices_what_is_too_large_or_no_number() {
        for level in SimdLevel::all() {
            for count in [1, 16, 37] {
                let mut from = vec![0.5f32; count];
                let mut to = vec![0.0; count];
                assert!(scale(level, -0.5, &from, &mut to, 0.25));
                assert!(to.iter().all(|x| *x == -0.25));
                for bad in [0.6, f32::NAN, f32::INFINITY] {
                    for at in [0, count - 1] {
                        from[at] = bad;
                        assert!(!scale(level, -0.5, &from, &mut to, 0.25));
                        from[at] = 0.5;
                    }
                }
            }
        }
    }

    /// Every level and every number of blocks at once gives what plain sums in f64 give: exactly
    /// the same bits in f64, within rounding in f32.
    #[test]
    fn tiles_are_sums() {
        let mut rng = Rng::new(2);
        let (modes, stride) = (37, 41);
        let table: Vec<TurnTable<f64>> = (0..50)
            .map(|_| {
                TurnTable(core::array::from_fn(|_| {
                    core::array::from_fn(|_| rng.signed())
                }))
            })
            .collect();
        let mut draw = |count: usize| -> Vec<f64> { (0..count).map(|_| rng.signed()).collect() };
        let (x, y) = (draw(5 * stride), draw(5 * stride));
        let mut wanted = vec![0.0f64; 5 * BLOCK];
        for (block, out) in wanted.chunks_mut(BLOCK).enumerate() {
            for (t, out) in out.iter_mut().enumerate() {
                for n in 0..modes {
                    *out += x[block * stride + n] * table[n].0[0][t];
                    *out += y[block * stride + n] * table[n].0[1][t];
                }
            }
        }
        let single = |v: &[f64]| v.iter().map(|x| *x as f32).collect::<Vec<f32>>();
        let (x32, y32) = (single(&x), single(&y));
        let table32: Vec<TurnTable<f32>> = table
            .iter()
            .map(|row| TurnTable(row.0.map(|part| part.map(|x| x as f32))))
            .collect();
        for level in SimdLevel::all() {
            for blocks in 1..=5 {
                let mut out = vec![9.0; blocks * BLOCK];
                let states = States {
                    modes,
                    x: &x,
                    y: &y,
                    stride,
                };
                exact(level, &table, &states, &mut out);
                assert_eq!(out, wanted[..blocks * BLOCK]);
                let mut out = vec![9.0; blocks * BLOCK];
                let states = States {
                    modes,
                    x: &x32,
                    y: &y32,
                    stride,
                };
                fast(level, &table32, &states, &mut out);
                for (a, b) in out.iter().zip(&wanted) {
                    assert!((f64::from(*a) - b).abs() < 1e-5);
                }
            }
        }
    }
}
