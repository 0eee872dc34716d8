//! The order in which masses of any graph lie in memory: those that are joined near each other, so that
//! they are found in the caches; and side by side those with as many springs to work out, since
//! sixteen masses that lie side by side take as many turns as the one with the most
//! ([`web`](crate::web)).

use crate::spring::StraightSpring;
use core::cmp::{Ordering, Reverse};

/// Gives the masses, by number, in the order in which they are to lie, and turns springs so that each
/// begins at the mass that works it out. `window` masses at a time are sorted by how many they do.
pub(crate) fn order(masses: usize, springs: &mut [StraightSpring], window: usize) -> Vec<usize> {
    let mut order = from_neighbour_to_neighbour(masses, springs);
    let mut place = vec![0; masses];
    (order.iter().enumerate()).for_each(|(to, from)| place[*from] = to);
    let own = share_out(masses, springs, |mass| place[mass] / window);
    let mut given = vec![0; masses];
    springs.iter().for_each(|spring| given[spring.ends[1]] += 1);
    for part in order.chunks_mut(window) {
        part.sort_by_key(|mass| Reverse((own[*mass], given[*mass])));
    }
    order
}

/// In rings around the masses with the fewest springs.
fn from_neighbour_to_neighbour(masses: usize, springs: &[StraightSpring]) -> Vec<usize> {
    let mut beside: Vec<Vec<usize>> = vec![Vec::new(); masses];
    for own in springs {
        let [a, b] = own.ends;
        beside[a].push(b);
        beside[b].push(a);
    }
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
    order
}

/// Turns springs so that each begins at the mass that works it out: between windows the one in the
/// first, within one so that all masses have about as many. Gives how many each has.
pub(crate) fn share_out(
    masses: usize,
    springs: &mut [StraightSpring],
    window: impl Fn(usize) -> usize,
) -> Vec<usize> {
    let mut own = vec![0; masses];
    for spring in springs.iter_mut() {
        let [a, b] = spring.ends;
        let turns = match window(a).cmp(&window(b)) {
            Ordering::Equal => own[a] > own[b],
            order => order.is_gt(),
        };
        if turns {
            spring.ends = [b, a];
        }
        own[spring.ends[0]] += 1;
    }
    // Who came early may have too many: a few rounds of handing over even that out.
    for _ in 0..ROUNDS {
        let mut turned = false;
        for spring in springs.iter_mut() {
            let [a, b] = spring.ends;
            if window(a) == window(b) && own[a] > own[b] + 1 {
                spring.ends = [b, a];
                (own[a], own[b]) = (own[a] - 1, own[b] + 1);
                turned = true;
            }
        }
        if !turned {
            break;
        }
    }
    own
}

/// Each makes the sum of squares of what masses have smaller, so there is an end; it is near after a few.
const ROUNDS: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mass_is_there_once_and_neighbours_are_near() {
        // A ring of 100, numbered by leaps of 37, and a mass by itself.
        let at = |n: usize| n % 100 * 37 % 100;
        let mut springs: Vec<StraightSpring> = (0..100)
            .map(|n| StraightSpring {
                ends: [at(n), at(n + 1)],
                link: n,
                stiffness: 1.0,
                damping: 0.0,
                length: 1.0,
            })
            .collect();
        let order = order(101, &mut springs, 16);
        let mut sorted = order.clone();
        sorted.sort();
        assert_eq!(sorted, (0..101).collect::<Vec<_>>());
        let place = |mass: usize| order.iter().position(|own| *own == mass).unwrap();
        for own in &springs {
            let [a, b] = own.ends.map(place);
            assert!(a.abs_diff(b) < 2 * 16, "{a} {b}");
            // Who works it out does not come in a later window.
            assert!(a / 16 <= b / 16, "{a} {b}");
        }
    }
}
