//! Touches keep their names from step to step.
//!
//! Law:    a touch is known again by its bodies and by what of them touches: a corner and a part of
//!         a surface, two edges, the lowest place of a smooth part. Where several are alike, that which
//!         was nearest is the same. Names are counted up in the order of bodies, so that they are the
//!         same on every machine.

use super::pair::{Found, Key};
use super::vector::{Vector, difference, dot};

#[derive(Clone, Copy, Debug)]
struct Known {
    bodies: [usize; 2],
    key: Key,
    places: [Vector; 2],
    identity: u64,
    taken: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Of the last step, in order of bodies and keys; and of this one.
    last: Vec<Known>,
    now: Vec<Known>,
    bodies: [usize; 2],
    count: u64,
}

impl Names {
    /// For touches of these bodies. Pairs come in order.
    pub fn begin(&mut self, bodies: [usize; 2]) {
        self.bodies = bodies;
    }

    /// Which of the last step it was.
    pub fn known(&self, found: &Found) -> Option<usize> {
        let wanted = (self.bodies, found.key);
        let from = self
            .last
            .partition_point(|own| (own.bodies, own.key) < wanted);
        let alike = self.last[from..].iter().enumerate();
        // On one of both bodies it has hardly moved, even where it glides along the other.
        let far = |own: &Known| {
            let one = |n: usize| {
                let way = difference(own.places[n], found.places[n]);
                dot(way, way)
            };
            one(0).min(one(1))
        };
        alike
            .take_while(|(_, own)| (own.bodies, own.key) == wanted)
            .filter(|(_, own)| !own.taken)
            .min_by(|(_, a), (_, b)| far(a).total_cmp(&far(b)))
            .map(|(n, _)| from + n)
    }

    /// Its name from now on.
    pub fn keep(&mut self, found: &Found, known: Option<usize>) -> u64 {
        let identity = match known {
            Some(n) => {
                self.last[n].taken = true;
                self.last[n].identity
            }
            None => {
                self.count += 1;
                self.count
            }
        };
        self.now.push(Known {
            bodies: self.bodies,
            key: found.key,
            places: found.places,
            identity,
            taken: false,
        });
        identity
    }

    /// All touches of a step have been named.
    pub fn end(&mut self) {
        core::mem::swap(&mut self.last, &mut self.now);
        self.now.clear();
    }
}
