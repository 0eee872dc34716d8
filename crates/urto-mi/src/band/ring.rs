//! Where a band keeps the pulls of which group.
//!
//! Step:   pulls are needed until a band's farther masses have taken them. Where one thread goes from the
//!         first tile to the last, there is room for a few tiles, gone round again and again, so that
//!         less memory is on its way; else there is room for all.
//!         Before the first group is one of nothing, and one behind the last, for masses whose pulls
//!         begin or end within a group. Where pulls go round, the group before the first is the last
//!         once more, for masses whose pulls lie across the end.
#![allow(unsafe_code)]

use crate::cloud::Cloud;
use crate::fabric::TILE;
use crate::lanes::{GROUP, Real};
use core::ops::Range;

/// Groups of a band above which its pulls go round (4096 masses: what is kept of them fills half a
/// megabyte in f32). Fewer stay in the second cache anyway, and going round costs them 2 %.
const MANY: usize = 256;

#[derive(Clone, Copy)]
pub(super) struct Ring {
    /// The group that lies first: a tile begins with it.
    base: usize,
    /// Groups that there is room for, in whole tiles; one more lies before them.
    room: usize,
    goes_round: bool,
}

impl Ring {
    /// For these groups, whose springs join masses so far `apart`, and which one thread works out
    /// `alone` or not.
    pub fn new(all: Range<usize>, apart: usize, alone: bool) -> Self {
        let base = all.start / TILE * TILE;
        let whole = (all.end - base + 1).next_multiple_of(TILE);
        // From the groups whose springs end in a tile to that of nothing behind the tile's own.
        let few = (apart.div_ceil(GROUP) + TILE + 1).next_multiple_of(TILE);
        let goes_round = alone && all.len() > MANY && few < whole;
        Self {
            base,
            room: if goes_round { few } else { whole },
            goes_round,
        }
    }

    /// How many numbers it has room for.
    pub fn room(&self) -> usize {
        (1 + self.room) * GROUP
    }

    /// Which group of its room is that of some masses.
    #[inline(always)]
    pub fn group(&self, of: usize) -> usize {
        1 + round(of - self.base, self.room)
    }

    /// Where the pulls begin that a group of masses takes, which are so far `apart` from theirs.
    #[inline(always)]
    pub fn begin(&self, group: usize, apart: usize) -> usize {
        let first = (group - self.base + 1) * GROUP - 1 - apart;
        1 + round(first, self.room * GROUP)
    }

    /// How many groups there are from a place to the end.
    #[inline(always)]
    pub fn to_end(self, place: usize) -> usize {
        (self.room() - place) / GROUP
    }

    /// Sees to what lies around the pulls of some groups of all.
    ///
    /// # Safety
    /// Nobody else uses the pulls of these groups, nor those beside them that belong to no other.
    #[inline(always)]
    pub unsafe fn close<R: Real>(&self, pulls: &Cloud<R>, some: &Range<usize>, all: &Range<usize>) {
        if !self.goes_round {
            return;
        }
        let end = if some.end == all.end {
            all.end
        } else {
            some.end - 1
        };
        for axis in &pulls.axes {
            // Safety: see above.
            let part = |group: usize| unsafe { axis.part_mut(group * GROUP..(group + 1) * GROUP) };
            if some.start == all.start {
                part(self.group(all.start) - 1).fill(R::default());
            }
            if end == all.end {
                part(self.group(end)).fill(R::default());
            }
            if (some.end - 1..=end).any(|own| self.group(own) == self.room) {
                part(0).copy_from_slice(part(self.room));
            }
        }
    }
}

/// A number within a ring. (Mostly it is so already, and a quotient takes its time.)
#[inline(always)]
fn round(own: usize, room: usize) -> usize {
    if own < room { own } else { own % room }
}

#[cfg(test)]
mod tests {
    use crate::band::Band;
    use crate::cloud::{Cloud, padded};
    use crate::fabric::TILE;
    use crate::lanes::{GROUP, Lanes, Level, Loop, at_level};
    use crate::spring::{GroupSum, StraightSpring};
    use urto::SimdLevel;

    /// A step of a band alone, tile by tile.
    struct Step<'a> {
        band: &'a Band<f64>,
        u: &'a Cloud<f64>,
        forces: &'a mut Cloud<f64>,
    }

    impl Loop<f64> for Step<'_> {
        fn run<L: Lanes<Real = f64>>(self) {
            let groups = self.u.axes[0].all().len() / GROUP - 2;
            let mut energy = GroupSum::<L>::new();
            for start in (0..groups).step_by(TILE) {
                let tile = start..(start + TILE).min(groups);
                let own = tile.start * GROUP..tile.end * GROUP;
                // Safety: nobody else is there.
                unsafe {
                    let mut forces = self.forces.parts(own);
                    let u = self.u.all();
                    self.band
                        .pull::<L, true>(&u, &mut forces, &tile, &mut energy);
                    self.band.pass_on::<L>(&mut forces, &tile);
                }
            }
        }
    }

    /// What each mass is pulled with in the second of two steps.
    fn pulled(first: usize, count: usize, apart: usize, alone: bool) -> Cloud<f64> {
        let masses = first + count + apart;
        let place = |n: usize, step: usize| {
            [n as f64, (n * n % 17) as f64, ((n + step) % 5) as f64].map(|own| 0.1 * own)
        };
        let mut u = Cloud::new(masses);
        let put = |u: &mut Cloud<f64>, step| (0..masses).for_each(|n| u.put(n, place(n, step)));
        put(&mut u, 0);
        let start = vec![[0.0; 3]; padded(masses)];
        let springs: Vec<StraightSpring> = (first..first + count)
            .map(|n| StraightSpring {
                ends: [n, n + apart],
                link: n,
                stiffness: 0.1 + (n % 3) as f64,
                damping: 0.01,
                length: 1.0,
            })
            .collect();
        let band = Band::new(&springs, &start, alone);
        let mut forces = Cloud::new(masses);
        for step in 0..2 {
            put(&mut u, step);
            forces = Cloud::new(masses);
            let step = Step {
                band: &band,
                u: &u,
                forces: &mut forces,
            };
            at_level(Level::new(SimdLevel::best()), step);
        }
        forces
    }

    /// Wherever a band begins and ends, and however far apart its masses are.
    #[test]
    fn pulls_that_go_round_arrive_as_others_do() {
        for first in [0, 5, 16, 255, 256, 1000] {
            for (count, apart) in [
                (4200, 1),
                (4111, 16),
                (4351, 239),
                (4352, 240),
                (5000, 1003),
            ] {
                let all = first / GROUP..(first + count - 1) / GROUP + 1;
                assert!(super::Ring::new(all, apart, true).goes_round);
                let [alone, others] = [true, false].map(|own| pulled(first, count, apart, own));
                for n in 0..first + count + apart {
                    assert_eq!(alone.at(n), others.at(n), "{first} {count} {apart}: {n}");
                }
                assert!(others.at(first + count).iter().any(|own| *own != 0.0));
            }
        }
    }
}
