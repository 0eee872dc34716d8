//! The order in which masses of any graph lie in memory: those that are joined near each other, so that
//! they are found in the caches; and side by side those with as many springs, since sixteen masses
//! that lie side by side take as many turns as the one with the most ([`web`](crate::web)).

use crate::spring::StraightSpring;
use core::cmp::Reverse;

/// Gives the masses, by number, in the order in which they are to lie; `window` of them at a time are
/// sorted by how many springs they have.
pub(crate) fn order(masses: usize, springs: &[StraightSpring], window: usize) -> Vec<usize> {
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); masses];
    for own in springs {
        let [a, b] = own.ends;
        beside[a].push(b);
        beside[b].push(a);
    }
    // From neighbour to neighbour, in rings around the ones with the fewest springs.
    let mut starts: Vec<usize> = (0..masses).collect();
    starts.sort_by_key(|mass| beside[*mass].len());
    let mut known = vec![false; masses];
    let mut order = Vec::with_capacity(masses);
    for start in starts {
        if known[start] {
            continue;
        }
        known[start] = true;
        let mut next = order.len();
        order.push(start);
        while let Some(mass) = order.get(next).copied() {
            next += 1;
            for other in &beside[mass] {
                if !known[*other] {
                    known[*other] = true;
                    order.push(*other);
                }
            }
        }
    }
    for part in order.chunks_mut(window) {
        part.sort_by_key(|mass| Reverse(beside[*mass].len()));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mass_is_there_once_and_neighbours_are_near() {
        // A ring of 100, numbered by leaps of 37, and a mass by itself.
        let at = |n: usize| n % 100 * 37 % 100;
        let springs: Vec<StraightSpring> = (0..100)
            .map(|n| StraightSpring {
                ends: [at(n), at(n + 1)],
                link: n,
                stiffness: 1.0,
                damping: 0.0,
                length: 1.0,
            })
            .collect();
        let order = order(101, &springs, 16);
        let mut sorted = order.clone();
        sorted.sort();
        assert_eq!(sorted, (0..101).collect::<Vec<_>>());
        let place = |mass: usize| order.iter().position(|own| *own == mass).unwrap();
        for own in &springs {
            let [a, b] = own.ends.map(place);
            assert!(a.abs_diff(b) < 2 * 16, "{a} {b}");
        }
    }
}
