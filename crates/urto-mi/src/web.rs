//! Straight springs between any masses, mass by mass.
//!
//! Law:    as in [`band`](crate::band).
//! Step:   sixteen masses that lie side by side take one of their springs each at a time, and fetch
//!         where the other ends are. Every spring is worked out twice, once for each end: to hand
//!         the pull over would cost more. Both times give the same bits, so that action and
//!         reaction are equal.
//! Limits: springs of a mass with many more than its fifteen neighbours have are left to others
//!         ([`Joint`](crate::joint::Joint)).
#![allow(unsafe_code)]

use crate::band::{Numbers, set, temper};
use crate::cloud::{Cloud, Column, groups, groups_mut, groups_of, groups_of_mut};
use crate::lanes::{GROUP, Lanes, Real, total};
use crate::spring::{GroupSum, Pull, StraightSpring};
use crate::vector::{Vector, difference, length, scaled};
use core::ops::Range;

/// A round of a group, in which each mass takes one spring, is worth while with this many springs:
/// working out sixteen at a time costs about as much as five by themselves.
const WORTH: usize = 5;

#[derive(Clone)]
pub(crate) struct Web<R: Real> {
    /// From where on the rounds of each group are; and the end.
    rounds: Vec<usize>,
    /// The other end of each spring: below the room of masses. Where a mass has no spring, itself.
    other: Column<i32>,
    /// Stiffness, damping and length; and 1 for the end that comes first, -1 for the other.
    springs: Cloud<R>,
    side: Column<R>,
    /// Stretch in the step before \[m\].
    before: Column<R>,
    /// See [`Pull`]; in f64 they are not used.
    rest: Cloud<R>,
    spare: Column<R>,
    damped: bool,
    /// As it was built.
    built_damped: bool,
    /// Its springs' numbers among all links, and their two places here.
    pub numbers: Vec<(usize, [usize; 2])>,
}

impl<R: Real> Web<R> {
    /// Takes what springs it can among masses that start at these places; gives those that are left.
    pub fn new(start: &[Vector], springs: &[StraightSpring]) -> (Self, Vec<StraightSpring>) {
        let sizes = depths(start.len(), springs);
        let mut rows: Vec<Vec<(usize, bool)>> = vec![Vec::new(); sizes.len() * GROUP];
        let mut left = Vec::new();
        for (n, own) in springs.iter().enumerate() {
            let [a, b] = own.ends;
            let fits = |mass: usize| rows[mass].len() < sizes[mass / GROUP];
            if fits(a) && fits(b) {
                rows[a].push((n, true));
                rows[b].push((n, false));
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
            other: Column::new(room),
            springs: Cloud::with_room(room),
            side: Column::new(room),
            before: Column::new(room),
            rest: Cloud::with_room(room),
            spare: Column::new(room),
            damped,
            built_damped: damped,
            numbers: Vec::new(),
            rounds,
        };
        let mut places = vec![[0; 2]; springs.len()];
        for (mass, row) in rows.iter().enumerate() {
            let [from, to] = [web.rounds[mass / GROUP], web.rounds[mass / GROUP + 1]];
            for round in from..to {
                let place = round * GROUP + mass % GROUP;
                web.other.all_mut()[place] = mass as i32;
                let Some((n, first)) = row.get(round - from) else {
                    continue;
                };
                let own = springs[*n];
                places[*n][usize::from(!*first)] = place;
                web.other.all_mut()[place] = own.ends[usize::from(*first)] as i32;
                let (rest, side) = (own.rest(start), if *first { 1.0 } else { -1.0 });
                web.side.all_mut()[place] = R::of(side);
                web.rest.put(place, scaled(rest.way, side));
                web.spare.all_mut()[place] = R::of(rest.spare);
                web.springs
                    .put(place, [own.stiffness, own.damping, own.length]);
            }
        }
        let taken = springs.iter().zip(places);
        web.numbers = taken
            .filter(|(_, places)| places[0] != places[1])
            .map(|(own, places)| (own.link, places))
            .collect();
        (web, left)
    }

    /// Gives the spring at two places another stiffness, damping and length; `way` is that between
    /// two masses where they started. Tells whether stretches have to be recalled.
    pub fn set(
        &mut self,
        places: [usize; 2],
        numbers: [f64; 3],
        way: impl Fn([usize; 2]) -> Vector,
    ) -> bool {
        // Each place has the other's mass.
        let ends = places.map(|place| self.other.all()[place] as usize);
        let way = way(ends);
        for place in places {
            let mut kept = Numbers {
                springs: &mut self.springs,
                before: &mut self.before,
                spare: &mut self.spare,
            };
            set(&mut kept, place, numbers, way);
        }
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

    /// Adds the pulls to the forces on a tile's masses; gives four times the energy of their springs,
    /// of which half belongs to the other ends.
    ///
    /// # Safety
    /// Nobody else uses what is kept of this tile; `u` has room for all masses that are joined.
    #[inline(always)]
    pub unsafe fn pull<L: Lanes<Real = R>, const WEIGHS: bool>(
        &self,
        u: &[&[R]; 3],
        forces: &mut [&mut [R]; 3],
        tile: &Range<usize>,
    ) -> f64 {
        unsafe {
            match self.damped {
                true => self.pull_all::<L, WEIGHS, true>(u, forces, tile),
                false => self.pull_all::<L, WEIGHS, false>(u, forces, tile),
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
    ) -> f64 {
        let to = tile.end.min(self.rounds.len() - 1);
        if tile.start >= to {
            return 0.0;
        }
        let [first, last] = [self.rounds[tile.start], self.rounds[to]];
        let all = last - first;
        let other = groups(&self.other.all()[first * GROUP..], all);
        let [stiffness, damping, lengths] = groups_of(self.springs.all(), first * GROUP, all);
        let [rx, ry, rz] = groups_of(self.rest.all(), first * GROUP, all);
        let spare = groups(&self.spare.all()[first * GROUP..], all);
        let sides = groups(&self.side.all()[first * GROUP..], all);
        // Safety: places of this tile.
        let before = unsafe { self.before.part_mut(first * GROUP..last * GROUP) };
        let before = groups_mut(before, all);
        let count = to - tile.start;
        let [ax, ay, az] = groups_of(*u, tile.start * GROUP, count);
        let [fx, fy, fz] = forces;
        let [fx, fy, fz] = groups_of_mut([fx, fy, fz], 0, count);
        let none = L::all(R::default());
        let mut waiting = GroupSum::<L>::new();
        for n in 0..count {
            let group = tile.start + n;
            let rounds = self.rounds[group] - first..self.rounds[group + 1] - first;
            for part in 0..L::PARTS {
                let (ax, ay, az) = (
                    L::load(&ax[n], part),
                    L::load(&ay[n], part),
                    L::load(&az[n], part),
                );
                let (mut sum_x, mut sum_y, mut sum_z) = (
                    L::load(&fx[n], part),
                    L::load(&fy[n], part),
                    L::load(&fz[n], part),
                );
                for round in rounds.clone() {
                    // Safety: `other` has masses only, for which `u` has room.
                    let (bx, by, bz) = unsafe {
                        (
                            L::gather(u[0], &other[round], part),
                            L::gather(u[1], &other[round], part),
                            L::gather(u[2], &other[round], part),
                        )
                    };
                    let mut spring = Pull {
                        stiffness: L::load(&stiffness[round], part),
                        length: L::load(&lengths[round], part),
                        damping: none,
                        before: none,
                        rest: [none; 3],
                        spare: none,
                    };
                    if R::FROM_START {
                        spring.rest = [
                            L::load(&rx[round], part),
                            L::load(&ry[round], part),
                            L::load(&rz[round], part),
                        ];
                        spring.spare = L::load(&spare[round], part);
                    }
                    if DAMPED {
                        spring.damping = L::load(&damping[round], part);
                        spring.before = L::load(&before[round], part);
                    }
                    let (kept, side) = ([bx - ax, by - ay, bz - az], L::load(&sides[round], part));
                    let did = spring.work::<WEIGHS, DAMPED>(kept, Some(side), waiting.part(part));
                    if DAMPED {
                        did.stretch.store(&mut before[round], part);
                    }
                    let [x, y, z] = did.pull;
                    (sum_x, sum_y, sum_z) = (sum_x + x, sum_y + y, sum_z + z);
                }
                sum_x.store(&mut fx[n], part);
                sum_y.store(&mut fy[n], part);
                sum_z.store(&mut fz[n], part);
            }
        }
        total(&waiting.group())
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

    /// Four times the energy of its springs, worked out in f64.
    pub fn four_times_held(&self, at: impl Fn(usize) -> Vector) -> f64 {
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
                act(mass, self.other.all()[place] as usize, place);
            }
        }
    }
}

/// How many springs each mass of a group may take.
fn depths(masses: usize, springs: &[StraightSpring]) -> Vec<usize> {
    let mut degrees = vec![0; masses.next_multiple_of(GROUP)];
    for own in springs {
        own.ends.iter().for_each(|end| degrees[*end] += 1);
    }
    let depth = |group: &[usize]| {
        let mut sorted = group.to_vec();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        // As many rounds as WORTH of its masses need.
        sorted[WORTH - 1]
    };
    degrees.chunks(GROUP).map(depth).collect()
}
