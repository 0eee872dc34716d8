//! Straight springs between any masses, mass by mass.
//!
//! Law:    as in [`band`](crate::band).
//! Step:   sixteen masses that lie side by side work out one of their springs each at a time, and fetch
//!         where the other ends are, three axes at a time. A spring is worked out once: the mass at which it begins takes
//!         the pull at once, the other one later, from what was kept: there the three axes lie side
//!         by side, so that it takes one step to fetch and take them.
//! Limits: springs of a mass with many more than its fifteen neighbours have are left to others
//!         ([`Joint`](crate::joint::Joint)).
#![allow(unsafe_code)]

use crate::band::{Numbers, set, temper};
use crate::cloud::{Cloud, Column, groups, groups_mut, groups_of, groups_of_mut, padded};
use crate::lanes::{GROUP, Group, Lanes, Point, Real, spot, where_is, which_is};
use crate::spring::{Begun, FromStart, GroupSum, Measured, Pull, StraightSpring, in_stages};
use crate::vector::{Vector, difference, length};
use core::ops::Range;

/// A round of a group, in which each mass takes one spring, is worth while with this many springs:
/// working out sixteen at a time costs about as much as five by themselves.
const WORTH: usize = 5;

#[derive(Clone)]
pub(crate) struct Web<R: Real> {
    /// From where on the rounds of each group are; and the end.
    rounds: Vec<usize>,
    /// The group of each round.
    group_of: Vec<u32>,
    /// Where masses are: those of a group woven.
    points: Column<Point<R>>,
    /// [Where](where_is) among those the other end of each spring is. Where a mass has no spring, itself.
    other: Column<u32>,
    /// Stiffness, damping and length.
    springs: Cloud<R>,
    /// Stretch in the step before \[m\].
    before: Column<R>,
    /// See [`Pull`]; in f64 they are not used.
    rest: Cloud<R>,
    spare: Column<R>,
    /// What this step's pulls are; behind the last, none.
    pulls: Column<Point<R>>,
    /// From where on each group's masses have what they are to take; and the end. Each mass of a group has
    /// as many, one after the other.
    takes: Vec<usize>,
    /// [Where](where_is) those pulls are: all within the room of `pulls`.
    taken: Vec<u32>,
    /// What a mass is to take in all.
    sums: Column<Point<R>>,
    damped: bool,
    /// As it was built.
    built_damped: bool,
    /// How far behind the mass at which it begins a spring ends at most.
    pub reach: usize,
    /// Its springs' numbers among all links, and their places here.
    pub numbers: Vec<(usize, usize)>,
}

impl<R: Real> Web<R> {
    /// Takes what springs it can among masses that start at these places; gives those that are left.
    pub fn new(start: &[Vector], springs: &[StraightSpring]) -> (Self, Vec<StraightSpring>) {
        let sizes = depths(start.len(), springs);
        let mut rows: Vec<Vec<usize>> = vec![Vec::new(); sizes.len() * GROUP];
        let mut left = Vec::new();
        for (n, own) in springs.iter().enumerate() {
            let mass = own.ends[0];
            if rows[mass].len() < sizes[mass / GROUP] {
                rows[mass].push(n);
            } else {
                left.push(*own);
            }
        }
        let mut rounds = vec![0];
        for group in rows.chunks(GROUP) {
            let most = group.iter().map(Vec::len).max().unwrap_or(0);
            rounds.push(rounds[rounds.len() - 1] + most);
        }
        let room = rounds[rounds.len() - 1] * GROUP;
        let damped = springs.iter().any(|own| own.damping > 0.0);
        let mut web = Self {
            points: Column::new(padded(start.len())),
            other: Column::new(room),
            springs: Cloud::with_room(room),
            before: Column::new(room),
            rest: Cloud::with_room(room),
            spare: Column::new(room),
            pulls: Column::new(room + GROUP),
            takes: vec![0],
            taken: Vec::new(),
            sums: Column::new(start.len()),
            damped,
            built_damped: damped,
            reach: 0,
            numbers: Vec::new(),
            group_of: (rounds.windows(2).zip(0..))
                .flat_map(|(own, group)| core::iter::repeat_n(group, own[1] - own[0]))
                .collect(),
            rounds,
        };
        let mut given: Vec<Vec<u32>> = vec![Vec::new(); rows.len()];
        for (mass, row) in rows.iter().enumerate() {
            let [from, to] = [web.rounds[mass / GROUP], web.rounds[mass / GROUP + 1]];
            for round in from..to {
                let place = round * GROUP + mass % GROUP;
                web.other.all_mut()[place] = where_is(woven(mass));
                let Some(n) = row.get(round - from) else {
                    continue;
                };
                let own = springs[*n];
                let other = own.ends[1];
                web.numbers.push((own.link, place));
                web.other.all_mut()[place] = where_is(woven(other));
                web.reach = web.reach.max(other.saturating_sub(mass));
                given[other].push(where_is(round * GROUP + spot(mass % GROUP)));
                let rest = own.rest(start);
                web.rest.put(place, rest.way);
                web.spare.all_mut()[place] = R::of(rest.spare);
                web.springs
                    .put(place, [own.stiffness, own.damping, own.length]);
            }
        }
        for group in given.chunks(GROUP) {
            let most = group.iter().map(Vec::len).max().unwrap_or(0);
            for own in group {
                let filled = own
                    .iter()
                    .copied()
                    .chain(core::iter::repeat(where_is(room)));
                web.taken.extend(filled.take(most));
            }
            web.takes.push(web.taken.len());
        }
        (web, left)
    }

    /// Gives the spring at a place another stiffness, damping and length; `way` is that between two
    /// masses where they started. Tells whether stretches have to be recalled.
    pub fn set(
        &mut self,
        place: usize,
        numbers: [f64; 3],
        way: impl Fn([usize; 2]) -> Vector,
    ) -> bool {
        let group = self.group_of[place / GROUP] as usize;
        let mass = group * GROUP + place % GROUP;
        let way = way([mass, woven(which_is(self.other.all()[place]))]);
        let mut kept = Numbers {
            springs: &mut self.springs,
            before: &mut self.before,
            spare: &mut self.spare,
        };
        set(&mut kept, place, numbers, way);
        let newly = numbers[1] > 0.0 && !self.damped;
        self.damped |= newly;
        newly
    }

    /// All springs have been set to what they were built with.
    pub fn is_as_built(&mut self) {
        self.damped = self.built_damped;
    }

    /// The stretch of a spring in the step before, if that is kept.
    pub fn before(&self, place: usize) -> Option<R> {
        self.damped.then(|| self.before.all()[place])
    }

    pub fn put_before(&mut self, place: usize, stretch: R) {
        self.before.all_mut()[place] = stretch;
    }

    /// Makes all springs so many times as stiff, and all dampers so many times as strong.
    pub fn temper(&mut self, stiffer: f64, braked: f64) {
        temper(&mut self.springs, stiffer, braked);
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.rounds[self.rounds.len() - 1] == 0
    }

    /// Notes where all masses are.
    #[inline(always)]
    pub fn place<L: Lanes<Real = R>>(&mut self, u: &[&[R]; 3]) {
        let points = self.points.all_mut();
        let count = points.len() / GROUP;
        let [x, y, z] = groups_of(*u, 0, count);
        for (n, points) in groups_mut(points, count).iter_mut().enumerate() {
            for part in 0..L::PARTS {
                let axes = [
                    L::load(&x[n], part),
                    L::load(&y[n], part),
                    L::load(&z[n], part),
                ];
                L::weave(axes, points, part);
            }
        }
    }

    /// Works out the springs that begin at a tile's masses, and adds their pulls to the forces on those;
    /// adds twice their energy to sums.
    ///
    /// # Safety
    /// Nobody else uses what is kept of this tile; masses were [placed](Web::place).
    #[inline(always)]
    pub unsafe fn pull<L: Lanes<Real = R>, const WEIGHS: bool>(
        &self,
        u: &[&[R]; 3],
        forces: &mut [&mut [R]; 3],
        tile: &Range<usize>,
        energy: &mut GroupSum<L>,
    ) {
        unsafe {
            match self.damped {
                true => self.pull_all::<L, WEIGHS, true>(u, forces, tile, energy),
                false => self.pull_all::<L, WEIGHS, false>(u, forces, tile, energy),
            }
        }
    }

    /// # Safety
    /// See [`Web::pull`].
    #[inline(always)]
    unsafe fn pull_all<L: Lanes<Real = R>, const WEIGHS: bool, const DAMPED: bool>(
        &self,
        u: &[&[R]; 3],
        forces: &mut [&mut [R]; 3],
        tile: &Range<usize>,
        energy: &mut GroupSum<L>,
    ) {
        let to = tile.end.min(self.rounds.len() - 1);
        if tile.start >= to {
            return;
        }
        let [first, last] = [self.rounds[tile.start], self.rounds[to]];
        let all = last - first;
        let points = self.points.all();
        let other = groups(&self.other.all()[first * GROUP..], all);
        let [stiffness, damping, lengths] = groups_of(self.springs.all(), first * GROUP, all);
        let [rx, ry, rz] = groups_of(self.rest.all(), first * GROUP, all);
        let spare = groups(&self.spare.all()[first * GROUP..], all);
        // Safety: places of this tile.
        let (before, kept) = unsafe {
            let own = first * GROUP..last * GROUP;
            (self.before.part_mut(own.clone()), self.pulls.part_mut(own))
        };
        let (before, kept) = (groups_mut(before, all), groups_mut(kept, all));
        let count = to - tile.start;
        let [ax, ay, az] = groups_of(*u, tile.start * GROUP, count);
        let [fx, fy, fz] = forces;
        let [fx, fy, fz] = groups_of_mut([fx, fy, fz], 0, count);
        let none = L::all(R::default());
        let group_of = &self.group_of[first..last];
        in_stages!(
            all * L::PARTS,
            |place| {
                let (round, part) = (place / L::PARTS, place % L::PARTS);
                let n = group_of[round] as usize - tile.start;
                // Safety: `other` has places of points only.
                let [bx, by, bz] = unsafe { L::fetch(points, &other[round], part) };
                let mut from_start = FromStart {
                    rest: [none; 3],
                    spare: none,
                };
                if R::FROM_START {
                    from_start.rest = [
                        L::load(&rx[round], part),
                        L::load(&ry[round], part),
                        L::load(&rz[round], part),
                    ];
                    from_start.spare = L::load(&spare[round], part);
                }
                from_start.begin([
                    bx - L::load(&ax[n], part),
                    by - L::load(&ay[n], part),
                    bz - L::load(&az[n], part),
                ])
            },
            |place, begun| { begun.measure(L::load(&lengths[place / L::PARTS], place % L::PARTS)) },
            |place, measured| {
                let (round, part) = (place / L::PARTS, place % L::PARTS);
                let n = group_of[round] as usize - tile.start;
                let mut spring = Pull {
                    stiffness: L::load(&stiffness[round], part),
                    damping: none,
                    before: none,
                };
                if DAMPED {
                    spring.damping = L::load(&damping[round], part);
                    spring.before = L::load(&before[round], part);
                }
                let did = spring.work::<WEIGHS, DAMPED>(&measured, energy.part(part));
                if DAMPED {
                    did.stretch.store(&mut before[round], part);
                }
                L::weave(did.pull, &mut kept[round], part);
                let [x, y, z] = did.pull;
                (L::load(&fx[n], part) + x).store(&mut fx[n], part);
                (L::load(&fy[n], part) + y).store(&mut fy[n], part);
                (L::load(&fz[n], part) + z).store(&mut fz[n], part);
            }
        );
    }

    /// Takes the pulls of springs that end at a tile's masses from the forces on those.
    ///
    /// # Safety
    /// The springs that end in this tile were worked out in this step, and nobody does so again
    /// meanwhile; nobody else uses what is kept of this tile.
    #[inline(always)]
    pub unsafe fn pass_on<L: Lanes<Real = R>>(
        &self,
        forces: &mut [&mut [R]; 3],
        tile: &Range<usize>,
    ) {
        let to = tile.end.min(self.takes.len() - 1);
        if tile.start >= to {
            return;
        }
        let count = to - tile.start;
        // Safety: this tile's.
        let sums = unsafe { self.sums.part_mut(tile.start * GROUP..to * GROUP) };
        let sums = groups_mut(sums, count);
        for (group, sums) in (tile.start..to).zip(sums.iter_mut()) {
            let taken = &self.taken[self.takes[group]..self.takes[group + 1]];
            // Safety: places of pulls that were worked out.
            unsafe {
                match taken.len() / GROUP {
                    0 => *sums = [[R::default(); 4]; GROUP],
                    1 => self.take::<1>(taken, sums),
                    2 => self.take::<2>(taken, sums),
                    3 => self.take::<3>(taken, sums),
                    4 => self.take::<4>(taken, sums),
                    5 => self.take::<5>(taken, sums),
                    6 => self.take::<6>(taken, sums),
                    each => self.take_all(taken, each, sums),
                }
            }
        }
        let [fx, fy, fz] = forces;
        let [fx, fy, fz] = groups_of_mut([fx, fy, fz], 0, count);
        for n in 0..count {
            for part in 0..L::PARTS {
                let [x, y, z] = L::unweave(&sums[n], part);
                (L::load(&fx[n], part) - x).store(&mut fx[n], part);
                (L::load(&fy[n], part) - y).store(&mut fy[n], part);
                (L::load(&fz[n], part) - z).store(&mut fz[n], part);
            }
        }
    }

    /// What each mass of a group takes in all, where each takes so many: written out for few, so that
    /// there are no loops but the one over masses.
    ///
    /// # Safety
    /// See [`Web::pass_on`].
    #[inline(always)]
    unsafe fn take<const EACH: usize>(&self, taken: &[u32], sums: &mut Group<Point<R>>) {
        let taken: &[[[u32; EACH]; 4]] = &taken.as_chunks().0.as_chunks().0[..GROUP / 4];
        for (quarter, masses) in taken.iter().enumerate() {
            for (n, own) in masses.iter().enumerate() {
                // Safety: see above.
                let mut sum = unsafe { self.pulls.at(own[0]) };
                for begin in &own[1..] {
                    sum = plus(sum, unsafe { self.pulls.at(*begin) });
                }
                sums[spot(4 * quarter + n)] = sum;
            }
        }
    }

    /// The same for any number.
    ///
    /// # Safety
    /// See [`Web::pass_on`].
    unsafe fn take_all(&self, taken: &[u32], each: usize, sums: &mut Group<Point<R>>) {
        for (n, own) in taken.chunks_exact(each).enumerate() {
            // Safety: see above.
            let pulls = own.iter().map(|begin| unsafe { self.pulls.at(*begin) });
            sums[spot(n)] = pulls.fold([R::default(); 4], plus);
        }
    }

    /// Takes the stretches of the step before from where masses were then.
    pub fn recall(&mut self, then: impl Fn(usize) -> Vector) {
        let mut before = core::mem::replace(&mut self.before, Column::new(0));
        self.each(|a, b, place| {
            let unstretched = self.springs.at(place)[2];
            let stretch = length(difference(then(b), then(a))) - unstretched;
            before.all_mut()[place] = R::of(stretch);
        });
        self.before = before;
    }

    /// Twice the energy of its springs, worked out in f64.
    pub fn twice_held(&self, at: impl Fn(usize) -> Vector) -> f64 {
        let mut sum = 0.0;
        self.each(|a, b, place| {
            let [stiffness, _, unstretched] = self.springs.at(place);
            let stretch = length(difference(at(b), at(a))) - unstretched;
            sum += stiffness * stretch * stretch;
        });
        sum
    }

    /// Does something with the two masses of each place, and the place.
    fn each(&self, mut act: impl FnMut(usize, usize, usize)) {
        for (group, rounds) in self.rounds.windows(2).enumerate() {
            for place in rounds[0] * GROUP..rounds[1] * GROUP {
                let mass = group * GROUP + place % GROUP;
                act(mass, woven(which_is(self.other.all()[place])), place);
            }
        }
    }
}

/// Where a mass is among points that are woven group by group; and back, since it is there and back the
/// same.
fn woven(mass: usize) -> usize {
    mass / GROUP * GROUP + spot(mass % GROUP)
}

#[inline(always)]
fn plus<R: Real>(a: Point<R>, b: Point<R>) -> Point<R> {
    core::array::from_fn(|n| a[n] + b[n])
}

/// How many springs each mass of a group may begin.
fn depths(masses: usize, springs: &[StraightSpring]) -> Vec<usize> {
    let mut degrees = vec![0; masses.next_multiple_of(GROUP)];
    springs.iter().for_each(|own| degrees[own.ends[0]] += 1);
    let depth = |group: &[usize]| {
        let mut sorted = group.to_vec();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        // As many rounds as WORTH of its masses need.
        sorted[WORTH - 1]
    };
    degrees.chunks(GROUP).map(depth).collect()
}
