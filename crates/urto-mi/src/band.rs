//! Springs between masses whose numbers are equally far apart: those of rows and lattices.
//!
//! Law:    straight springs with dampers, pulling and pushing: k·(d - l) + z·(d - d_before)/h.
//! Step:   the n-th spring of a band joins masses first + n and first + n + apart, so that all that it
//!         needs lies in order, and springs are worked out a group at a time. Where none is, there
//!         is one without stiffness. A spring is worked out once: its nearer mass takes the pull at
//!         once, the other one later, from what was kept.
//! Limits: which way masses at one place part is chosen: along x.
#![allow(unsafe_code)]

mod ring;

use crate::cloud::{Cloud, Column, groups, groups_mut, groups_of, groups_of_mut, three};
use crate::lanes::{GROUP, Group, Lanes, Real};
use crate::spring::{Begun, FromStart, GroupSum, Measured, Pull, StraightSpring, in_stages};
use crate::vector::{Vector, difference, dot, length};
use core::ops::Range;
use ring::Ring;

/// Springs side by side.
#[derive(Clone)]
pub(crate) struct Band<R: Real> {
    /// Of its first group among all groups of masses, and how many groups there are.
    first: usize,
    count: usize,
    pub apart: usize,
    /// Stiffness, damping and length.
    springs: Cloud<R>,
    /// Stretch in the step before \[m\].
    before: Column<R>,
    /// See [`Pull`]; in f64 they are not used.
    rest: Cloud<R>,
    spare: Column<R>,
    /// What this step's pulls are along each axis: see [`Ring`].
    pulls: Cloud<R>,
    ring: Ring,
    damped: bool,
    /// What all its springs have in common: less is fetched then.
    even: Option<Even<R>>,
    /// The two as they were built.
    built: (bool, Option<Even<R>>),
    /// Its springs' numbers among all links, and their places here.
    pub numbers: Vec<(usize, usize)>,
}

/// Links that fill less of a band than this are no band.
const FULL: f64 = 0.5;
/// A band has this many links at least: fewer are no faster.
const FEWEST: usize = GROUP / 2;

/// The groups at these places, if any are asked for.
#[inline(always)]
fn some<'a, R>(column: &'a [R], places: &Option<Range<usize>>) -> &'a [Group<R>] {
    match places {
        Some(own) => column[own.clone()].as_chunks().0,
        None => &[],
    }
}

/// Divides straight springs into bands and those that are left over. One that is worked out by one thread
/// `alone` needs less room.
pub(crate) fn bands<R: Real>(
    springs: &[StraightSpring],
    start: &[Vector],
    alone: bool,
) -> (Vec<Band<R>>, Vec<StraightSpring>) {
    let mut order: Vec<StraightSpring> = springs.iter().map(StraightSpring::in_order).collect();
    order.sort_by_key(|own| (own.ends[1] - own.ends[0], own.ends[0]));
    let (mut bands, mut left) = (Vec::new(), Vec::new());
    for same in order.chunk_by(|a, b| a.ends[1] - a.ends[0] == b.ends[1] - b.ends[0]) {
        // Of two between the same masses one is left over.
        let (mut ones, mut more): (Vec<StraightSpring>, Vec<StraightSpring>) = Default::default();
        for own in same {
            let twice = ones.last().is_some_and(|last| last.ends == own.ends);
            if twice { &mut more } else { &mut ones }.push(*own);
        }
        left.extend(more);
        let (first, last) = (ones[0].ends[0], ones[ones.len() - 1].ends[0]);
        let span = last - first + 1;
        if ones.len() < FEWEST || (ones.len() as f64) < FULL * span as f64 {
            left.extend(ones);
        } else {
            bands.push(Band::new(&ones, start, alone));
        }
    }
    (bands, left)
}

/// Springs that are all the same.
#[derive(Clone, Copy, Default)]
struct Even<R> {
    length: R,
    /// Damping over stiffness, so that it is 0 where there is no spring.
    ratio: f64,
    way: [R; 3],
    spare: R,
}

/// Places are told apart by this share of a distance: they are rounded where they were written.
const TOLD_APART: f64 = 1e-12;

impl<R: Real> Even<R> {
    fn of(springs: &[StraightSpring], start: &[Vector]) -> Option<Self> {
        let StraightSpring {
            stiffness,
            damping,
            length,
            ..
        } = springs[0];
        let rest = springs[0].rest(start);
        let square = dot(rest.way, rest.way) + length * length;
        let near = |a: f64, b: f64, most: f64| (a - b).abs() <= TOLD_APART * most;
        let same = |own: &StraightSpring| {
            let other = own.rest(start);
            let mut ways = rest.way.iter().zip(other.way);
            own.stiffness == stiffness
                && own.damping == damping
                && near(own.length, length, length)
                && ways.all(|(a, b)| near(*a, b, square.sqrt()))
                && near(rest.spare, other.spare, square)
        };
        (stiffness > 0.0 && springs.iter().all(same)).then(|| Self {
            length: R::of(length),
            ratio: damping / stiffness,
            way: rest.way.map(R::of),
            spare: R::of(rest.spare),
        })
    }
}

/// Makes springs (stiffness, damping and length) stiffer, and their dampers stronger.
pub(crate) fn temper<R: Real>(springs: &mut Cloud<R>, stiffer: f64, braked: f64) {
    for (axis, factor) in springs.axes.iter_mut().zip([stiffer, braked]) {
        let all = axis.all_mut().iter_mut();
        all.for_each(|own| *own = R::of(own.double() * factor));
    }
}

/// What is kept of springs.
pub(crate) struct Numbers<'a, R: Real> {
    pub springs: &'a mut Cloud<R>,
    pub before: &'a mut Column<R>,
    pub spare: &'a mut Column<R>,
}

/// Gives a spring another stiffness, damping and length; its damper does not feel that.
pub(crate) fn set<R: Real>(of: &mut Numbers<R>, place: usize, numbers: [f64; 3], way: Vector) {
    let [_, _, before] = of.springs.at(place);
    of.springs.put(place, numbers);
    let [_, _, length] = of.springs.at(place);
    let stretch = &mut of.before.all_mut()[place];
    *stretch = R::of(stretch.double() + before - length);
    of.spare.all_mut()[place] = R::of(dot(way, way) - numbers[2] * numbers[2]);
}

impl<R: Real> Band<R> {
    /// Of springs in order, all equally far apart.
    fn new(springs: &[StraightSpring], start: &[Vector], alone: bool) -> Self {
        let (from, to) = (springs[0].ends[0], springs[springs.len() - 1].ends[0]);
        let first = from / GROUP;
        let count = to / GROUP + 1 - first;
        let room = count * GROUP;
        let apart = springs[0].ends[1] - springs[0].ends[0];
        let ring = Ring::new(first..first + count, apart, alone);
        let (damped, even) = (
            springs.iter().any(|own| own.damping > 0.0),
            Even::of(springs, start),
        );
        let mut band = Self {
            first,
            count,
            apart,
            springs: Cloud::with_room(room),
            before: Column::new(room),
            pulls: Cloud::with_room(ring.room()),
            ring,
            damped,
            rest: Cloud::with_room(room),
            spare: Column::new(room),
            even,
            built: (damped, even),
            numbers: Vec::with_capacity(springs.len()),
        };
        for own in springs {
            let numbers = [own.stiffness, own.damping, own.length];
            let place = own.ends[0] - first * GROUP;
            band.springs.put(place, numbers);
            band.numbers.push((own.link, place));
            let rest = own.rest(start);
            band.rest.put(place, rest.way);
            band.spare.all_mut()[place] = R::of(rest.spare);
        }
        band
    }

    /// Makes all springs so many times as stiff, and all dampers so many times as strong.
    pub fn temper(&mut self, stiffer: f64, braked: f64) {
        temper(&mut self.springs, stiffer, braked);
        for even in [&mut self.even, &mut self.built.1].into_iter().flatten() {
            even.ratio *= braked / stiffer;
        }
    }

    /// Gives the spring at a place another stiffness, damping and length; `way` is that between its
    /// masses where they started. Tells whether stretches have to be recalled.
    pub fn set(
        &mut self,
        place: usize,
        numbers: [f64; 3],
        way: impl Fn([usize; 2]) -> Vector,
    ) -> bool {
        let first = self.first * GROUP + place;
        let way = way([first, first + self.apart]);
        set(
            &mut Numbers {
                springs: &mut self.springs,
                before: &mut self.before,
                spare: &mut self.spare,
            },
            place,
            numbers,
            way,
        );
        // Springs that change need no longer be the same.
        self.even = None;
        let newly = numbers[1] > 0.0 && !self.damped;
        self.damped |= newly;
        newly
    }

    /// All springs have been set to what they were built with.
    pub fn is_as_built(&mut self) {
        (self.damped, self.even) = self.built;
    }

    /// The stretch of a spring in the step before, if that is kept.
    pub fn before(&self, place: usize) -> Option<R> {
        self.damped.then(|| self.before.all()[place])
    }

    pub fn put_before(&mut self, place: usize, stretch: R) {
        self.before.all_mut()[place] = stretch;
    }

    /// Works out the pulls of a tile's springs, and adds them to the forces on its nearer masses;
    /// adds twice their energy to sums.
    ///
    /// # Safety
    /// Nobody else uses what this band keeps of this tile.
    #[inline(always)]
    pub unsafe fn pull<L: Lanes<Real = R>, const WEIGHS: bool>(
        &self,
        u: &[&[R]; 3],
        forces: &mut [&mut [R]; 3],
        tile: &Range<usize>,
        energy: &mut GroupSum<L>,
    ) {
        unsafe {
            match (self.damped, self.even) {
                (true, None) => self.pull_all::<L, WEIGHS, true, false>(u, forces, tile, energy),
                (true, _) => self.pull_all::<L, WEIGHS, true, true>(u, forces, tile, energy),
                (false, None) => self.pull_all::<L, WEIGHS, false, false>(u, forces, tile, energy),
                (false, _) => self.pull_all::<L, WEIGHS, false, true>(u, forces, tile, energy),
            }
        }
    }

    /// # Safety
    /// See [`Band::pull`].
    #[inline(always)]
    unsafe fn pull_all<
        L: Lanes<Real = R>,
        const WEIGHS: bool,
        const DAMPED: bool,
        const EVEN: bool,
    >(
        &self,
        u: &[&[R]; 3],
        forces: &mut [&mut [R]; 3],
        tile: &Range<usize>,
        energy: &mut GroupSum<L>,
    ) {
        let from = tile.start.max(self.first);
        let to = tile.end.min(self.first + self.count);
        if from >= to {
            return;
        }
        let (count, masses, own) = (to - from, from * GROUP, (from - self.first) * GROUP);
        let [ax, ay, az] = groups_of(*u, masses, count);
        let [bx, by, bz] = groups_of(*u, masses + self.apart, count);
        let [stiffness, damping, lengths] = self.springs.all();
        let stiffness = groups(&stiffness[own..], count);
        // What springs that are alike do not fetch is not looked for, which takes as long as some of them.
        let fetched = if EVEN {
            None
        } else {
            Some(own..own + count * GROUP)
        };
        let damping = some(damping, &fetched);
        let lengths = some(lengths, &fetched);
        let [rx, ry, rz] = self.rest.all();
        let [rx, ry, rz] = [some(rx, &fetched), some(ry, &fetched), some(rz, &fetched)];
        let spare = some(self.spare.all(), &fetched);
        // Safety: places of this tile.
        let before = match DAMPED {
            true => unsafe { self.before.part_mut(own..own + count * GROUP) },
            false => &mut [],
        };
        let before = groups_mut(before, if DAMPED { count } else { 0 });
        let kept = self.ring.group(from);
        // Safety: places of this tile.
        let pulls = unsafe { self.pulls.parts(kept * GROUP..(kept + count) * GROUP) };
        let [px, py, pz] = groups_of_mut(pulls, 0, count);
        let [fx, fy, fz] = forces;
        let start = (from - tile.start) * GROUP;
        let [fx, fy, fz] = groups_of_mut([fx, fy, fz], start, count);
        let none = L::all(R::default());
        let even = self.even.unwrap_or_default();
        let (length, ratio) = (L::all(even.length), L::all(R::of(even.ratio)));
        let even = FromStart {
            rest: three(|axis| L::all(even.way[axis])),
            spare: L::all(even.spare),
        };
        in_stages!(
            count * L::PARTS,
            |place| {
                let (n, part) = (place / L::PARTS, place % L::PARTS);
                let mut from_start = even;
                if !EVEN && R::FROM_START {
                    from_start.rest = [
                        L::load(&rx[n], part),
                        L::load(&ry[n], part),
                        L::load(&rz[n], part),
                    ];
                    from_start.spare = L::load(&spare[n], part);
                }
                from_start.begin([
                    L::load(&bx[n], part) - L::load(&ax[n], part),
                    L::load(&by[n], part) - L::load(&ay[n], part),
                    L::load(&bz[n], part) - L::load(&az[n], part),
                ])
            },
            |place, begun| {
                match EVEN {
                    true => begun.measure(length),
                    false => begun.measure(L::load(&lengths[place / L::PARTS], place % L::PARTS)),
                }
            },
            |place, measured| {
                let (n, part) = (place / L::PARTS, place % L::PARTS);
                let mut spring = Pull {
                    stiffness: L::load(&stiffness[n], part),
                    damping: none,
                    before: none,
                };
                if DAMPED {
                    spring.damping = match EVEN {
                        true => ratio * spring.stiffness,
                        false => L::load(&damping[n], part),
                    };
                    spring.before = L::load(&before[n], part);
                }
                let did = spring.work::<WEIGHS, DAMPED>(&measured, energy.part(part));
                if DAMPED {
                    did.stretch.store(&mut before[n], part);
                }
                let [x, y, z] = did.pull;
                x.store(&mut px[n], part);
                y.store(&mut py[n], part);
                z.store(&mut pz[n], part);
                (L::load(&fx[n], part) + x).store(&mut fx[n], part);
                (L::load(&fy[n], part) + y).store(&mut fy[n], part);
                (L::load(&fz[n], part) + z).store(&mut fz[n], part);
            }
        );
        let all = self.first..self.first + self.count;
        // Safety: the same, and groups beside them.
        unsafe { self.ring.close(&self.pulls, &(from..to), &all) };
    }

    /// Takes the pulls from the forces on the farther masses, of those in a tile.
    ///
    /// # Safety
    /// The springs that end in this tile were worked out in this step, and nobody does so again
    /// meanwhile.
    #[inline(always)]
    pub unsafe fn pass_on<L: Lanes<Real = R>>(
        &self,
        forces: &mut [&mut [R]; 3],
        tile: &Range<usize>,
    ) {
        let start = self.first * GROUP + self.apart;
        let from = tile.start.max(start / GROUP);
        let to = tile.end.min((start + self.count * GROUP - 1) / GROUP + 1);
        if from >= to {
            return;
        }
        let [fx, fy, fz] = forces;
        let places = (from - tile.start) * GROUP..(to - tile.start) * GROUP;
        let mut forces = [
            &mut fx[places.clone()],
            &mut fy[places.clone()],
            &mut fz[places],
        ];
        let begin = self.ring.begin(from, self.apart);
        let count = (to - from).min(self.ring.to_end(begin));
        // Safety: springs that end in this tile, and the groups around them.
        unsafe {
            self.take::<L>(begin, &mut forces, 0..count);
            if count < to - from {
                let again = self.ring.begin(from + count, self.apart);
                self.take::<L>(again, &mut forces, count..to - from);
            }
        }
    }

    /// Takes the pulls from a place on from the forces on masses, of these groups.
    ///
    /// # Safety
    /// Nobody writes these pulls meanwhile.
    #[inline(always)]
    unsafe fn take<L: Lanes<Real = R>>(
        &self,
        begin: usize,
        forces: &mut [&mut [R]; 3],
        of: Range<usize>,
    ) {
        let count = of.len();
        let places = begin..begin + count * GROUP;
        let [px, py, pz] = &self.pulls.axes;
        // Safety: see above.
        let pulls = unsafe {
            [
                px.part(places.clone()),
                py.part(places.clone()),
                pz.part(places),
            ]
        };
        let [px, py, pz] = groups_of(pulls, 0, count);
        let [fx, fy, fz] = forces;
        let [fx, fy, fz] = groups_of_mut([fx, fy, fz], of.start * GROUP, count);
        for n in 0..count {
            for part in 0..L::PARTS {
                (L::load(&fx[n], part) - L::load(&px[n], part)).store(&mut fx[n], part);
                (L::load(&fy[n], part) - L::load(&py[n], part)).store(&mut fy[n], part);
                (L::load(&fz[n], part) - L::load(&pz[n], part)).store(&mut fz[n], part);
            }
        }
    }

    /// Takes the stretches of the step before from where masses were then.
    pub fn recall(&mut self, then: impl Fn(usize) -> Vector) {
        for (a, b, place) in self.ends() {
            let unstretched = self.springs.at(place)[2];
            let stretch = length(difference(then(b), then(a))) - unstretched;
            self.before.all_mut()[place] = R::of(stretch);
        }
    }

    /// Twice the energy of its springs, worked out in f64.
    pub fn twice_held(&self, at: impl Fn(usize) -> Vector) -> f64 {
        let held = |(a, b, place): (usize, usize, usize)| {
            let [stiffness, _, unstretched] = self.springs.at(place);
            let stretch = length(difference(at(b), at(a))) - unstretched;
            stiffness * stretch * stretch
        };
        self.ends().map(held).sum()
    }

    /// The two masses of each spring, and its place among them.
    fn ends(&self) -> impl Iterator<Item = (usize, usize, usize)> + use<R> {
        let (first, apart) = (self.first * GROUP, self.apart);
        (0..self.count * GROUP).map(move |place| (first + place, first + place + apart, place))
    }
}
