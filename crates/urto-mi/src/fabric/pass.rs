//! The pass over all tiles of a fabric.
//!
//! Safety: columns are shared by threads, which work on different tiles. What a tile owns (its part of
//! forces, sums and the coming step, and what its springs keep) is touched by the one thread that
//! works on it; where it takes what springs of tiles before have for it, those were worked out by
//! the same thread, or in an earlier round.
#![allow(unsafe_code)]

use super::{Fabric, TILE};
use crate::cloud::{groups, groups_of, groups_of_mut};
use crate::lanes::{GROUP, Lanes, Loop, Real, at_level};
use crate::pool::Parts;
use crate::spring::GroupSum;
use crate::web::Web;
use core::ops::Range;

/// In one loop over three axes, which is not taken for calls that fill memory: those would cost more
/// than the work.
#[inline(always)]
fn clear<R: Real>(own: &mut [&mut [R]; 3]) {
    let [x, y, z] = own;
    let count = x.len() / GROUP;
    let [x, y, z] = groups_of_mut([x, y, z], 0, count);
    for ((x, y), z) in x.iter_mut().zip(y).zip(z) {
        (*x, *y, *z) = Default::default();
    }
}

/// Tiles of a fabric that lie side by side.
struct Tiles<'a, R: Real, const WEIGHS: bool> {
    fabric: &'a Fabric<R>,
    tiles: Range<usize>,
    /// Whether those masses are to take their share that had to wait for springs of tiles before.
    late: bool,
}

impl<R: Real, const WEIGHS: bool> Loop<R> for Tiles<'_, R, WEIGHS> {
    #[inline(always)]
    fn run<L: Lanes<Real = R>>(self) {
        let Self {
            fabric,
            tiles,
            late,
        } = self;
        let first = tiles.start;
        for tile in tiles {
            let waits = first > 0 && (tile - first) * TILE * GROUP < fabric.reach;
            // Safety: these tiles are worked on by nobody else. What a tile gathers comes from its own
            // springs and from tiles at most `reach` masses before; of those none is left to others
            // if it does not wait, and all were worked out when it is late.
            unsafe {
                if !late {
                    fabric.pull::<L, WEIGHS>(tile);
                }
                if waits == late {
                    fabric.gather::<L, WEIGHS>(tile);
                }
            }
        }
    }
}

/// Notes where the masses of a web are.
struct Placing<'a, R: Real> {
    web: &'a mut Web<R>,
    u: [&'a [R]; 3],
}

impl<R: Real> Loop<R> for Placing<'_, R> {
    #[inline(always)]
    fn run<L: Lanes<Real = R>>(self) {
        self.web.place::<L>(&self.u);
    }
}

/// All tiles, in parts.
struct Share<'a, R: Real, const WEIGHS: bool> {
    fabric: &'a Fabric<R>,
    parts: usize,
    late: bool,
}

impl<R: Real, const WEIGHS: bool> Parts for Share<'_, R, WEIGHS> {
    fn part(&self, part: usize) {
        let Self {
            fabric,
            parts,
            late,
        } = *self;
        let all = fabric.tiles();
        fabric.work_out::<WEIGHS>(part * all / parts..(part + 1) * all / parts, late);
    }
}

impl<R: Real> Fabric<R> {
    /// Works out all tiles, with helpers if there are some.
    pub(super) fn share<const WEIGHS: bool>(&mut self) {
        if !self.web.is_empty() {
            let Self { level, web, u, .. } = self;
            at_level(*level, Placing { web, u: u.all() });
        }
        let tiles = self.tiles();
        let fabric = &*self;
        let shared = fabric.pool.as_ref().is_some_and(|pool| {
            let share = |late| Share::<R, WEIGHS> {
                fabric,
                parts: pool.parts(),
                late,
            };
            pool.run(&[&share(false), &share(true)])
        });
        if !shared {
            self.work_out::<WEIGHS>(0..tiles, false);
        }
    }

    /// Works out some tiles. Once in the program for all that ask: it is large.
    #[inline(never)]
    fn work_out<const WEIGHS: bool>(&self, tiles: Range<usize>, late: bool) {
        let tiles = Tiles::<R, WEIGHS> {
            fabric: self,
            tiles,
            late,
        };
        at_level(self.level, tiles);
    }

    pub(super) fn tiles(&self) -> usize {
        self.groups.div_ceil(TILE)
    }

    /// A tile's groups.
    fn tile(&self, tile: usize) -> Range<usize> {
        tile * TILE..((tile + 1) * TILE).min(self.groups)
    }

    /// Works out the springs of a tile.
    ///
    /// # Safety
    /// Nobody else works on this tile, and nobody gathers what its springs are joined to.
    #[inline(always)]
    unsafe fn pull<L: Lanes<Real = R>, const WEIGHS: bool>(&self, number: usize) {
        let tile = self.tile(number);
        let u = self.u.all();
        // Safety: this tile's.
        let masses = tile.start * GROUP..tile.end * GROUP;
        let mut forces = unsafe { self.inner.parts(masses.clone()) };
        if self.joined.is_empty() {
            clear(&mut forces);
        } else {
            for (axis, own) in forces.iter_mut().zip(&self.jointed.axes) {
                axis.copy_from_slice(&own.all()[masses.clone()]);
            }
        }
        let mut energy = GroupSum::<L>::new();
        for band in &self.bands {
            // Safety: this tile's.
            unsafe { band.pull::<L, WEIGHS>(&u, &mut forces, &tile, &mut energy) };
        }
        if !self.web.is_empty() {
            // Safety: this tile's; masses were placed.
            unsafe { (self.web).pull::<L, WEIGHS>(&u, &mut forces, &tile, &mut energy) };
        }
        if WEIGHS {
            // Safety: this tile's.
            unsafe { self.stretched.part_mut(number..number + 1)[0] = energy.total() };
        }
    }

    /// Finishes the forces on a tile's masses, and makes their step.
    ///
    /// # Safety
    /// Nobody else works on this tile; the springs that end in it were worked out.
    #[inline(always)]
    unsafe fn gather<L: Lanes<Real = R>, const WEIGHS: bool>(&self, number: usize) {
        let tile = self.tile(number);
        // Safety: this tile's.
        let masses = tile.start * GROUP..tile.end * GROUP;
        let mut forces = unsafe { self.inner.parts(masses) };
        for band in &self.bands {
            // Safety: they were worked out.
            unsafe { band.pass_on::<L>(&mut forces, &tile) };
        }
        if !self.web.is_empty() {
            // Safety: they were worked out, and this is this tile's.
            unsafe { self.web.pass_on::<L>(&mut forces, &tile) };
        }
        // Safety: this tile's.
        unsafe {
            self.weighed.part_mut(number..number + 1)[0] = match self.rubs {
                true => self.weigh::<L, WEIGHS, true>(&mut forces, &tile),
                false => self.weigh::<L, WEIGHS, false>(&mut forces, &tile),
            };
        }
    }

    /// Adds the medium's friction to the forces, makes the step, and gives the sums A, B and C.
    ///
    /// # Safety
    /// Nobody else works on this tile.
    #[inline(always)]
    unsafe fn weigh<L: Lanes<Real = R>, const WEIGHS: bool, const RUBS: bool>(
        &self,
        forces: &mut [&mut [R]; 3],
        tile: &Range<usize>,
    ) -> [f64; 3] {
        let (start, count) = (tile.start * GROUP, tile.len());
        let (heavy, drag) = (
            groups(&self.heavy.all()[start..], count),
            groups(&self.drag.all()[start..], count),
        );
        let [x, y, z] = self.light.all();
        let light = if self.alike { [x; 3] } else { [x, y, z] };
        let light = groups_of(light, start, count);
        let u = groups_of(self.u.all(), start, count);
        let w = groups_of(self.w.all(), start, count);
        let masses = start..start + count * GROUP;
        // Safety: this tile's.
        let next = unsafe { (self.next_u.parts(masses.clone()), self.next_w.parts(masses)) };
        let next_u = groups_of_mut(next.0, 0, count);
        let next_w = groups_of_mut(next.1, 0, count);
        let [fx, fy, fz] = forces;
        let forces = groups_of_mut([fx, fy, fz], 0, count);
        let (mut a, mut b, mut c) = (
            GroupSum::<L>::new(),
            GroupSum::<L>::new(),
            GroupSum::<L>::new(),
        );
        let (farthest, still) = (L::all(R::of(R::FARTHEST)), L::all(R::of(R::STILL)));
        let none = L::all(R::default());
        for n in 0..count {
            for part in 0..L::PARTS {
                let drag = if RUBS { L::load(&drag[n], part) } else { none };
                let (mut own_a, mut own_b, mut own_c) = (none, none, none);
                for axis in 0..3 {
                    let moved = L::load(&w[axis][n], part);
                    let mut force = L::load(&forces[axis][n], part);
                    if RUBS {
                        force = force - drag * moved;
                        force.store(&mut forces[axis][n], part);
                    }
                    let kick = L::load(&light[axis][n], part) * force;
                    // Dampers multiply it: in f32 what is longer would overflow.
                    let next = (moved + kick).within(farthest).unless_still(still);
                    next.store(&mut next_w[axis][n], part);
                    let place = L::load(&u[axis][n], part) + next;
                    place.within(farthest).store(&mut next_u[axis][n], part);
                    if WEIGHS {
                        own_a = own_a + moved * moved;
                        own_b = own_b + moved * kick;
                        own_c = own_c + kick * kick;
                    }
                }
                if WEIGHS {
                    let heavy = L::load(&heavy[n], part);
                    *a.part(part) = *a.part(part) + heavy * own_a;
                    *b.part(part) = *b.part(part) + heavy * own_b;
                    *c.part(part) = *c.part(part) + heavy * own_c;
                }
            }
        }
        match WEIGHS {
            true => [a.total(), b.total(), c.total()],
            false => [0.0; 3],
        }
    }
}
