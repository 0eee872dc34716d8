//! Touches keep their names from step to step.
//!
//! Law:    a touch is known again by its bodies and by what of them touches: a corner and a part of
//!         a surface, two edges, the lowest place of a smooth part. Where several are alike, that which
//!         was nearest is the same. Names are counted up in the order of bodies, so that they are the
//!         same on every machine.

use super::minima::Last;
use super::pair::{Found, Key, Kind};
use super::vector::{Vector, difference, dot};
use crate::state::{Reader, StateError, Writer};

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

    /// Where smooth parts of two bodies touched in the last step.
    pub fn smooth(&self, bodies: [usize; 2], into: &mut Vec<Last>) {
        let from = self.last.partition_point(|own| own.bodies < bodies);
        let own = self.last[from..]
            .iter()
            .take_while(|own| own.bodies == bodies);
        into.clear();
        into.extend(
            own.filter(|own| own.key.kind == Kind::Smooth)
                .map(|own| Last {
                    side: own.key.who,
                    patch: own.key.feature,
                    place: own.places[own.key.who as usize],
                }),
        );
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

    /// All touches of a step have been named; those of bodies that were not looked at stay known.
    pub fn end(&mut self, looked: impl Fn([usize; 2]) -> bool) {
        let before = self.now.len();
        self.now
            .extend(self.last.iter().filter(|own| !looked(own.bodies)));
        if self.now.len() > before {
            self.now.sort_by_key(|own| (own.bodies, own.key));
        }
        core::mem::swap(&mut self.last, &mut self.now);
        self.now.clear();
    }

    pub fn write(&self, to: &mut Writer) {
        to.whole(self.count);
        to.whole(self.last.len() as u64);
        for own in &self.last {
            own.bodies.iter().for_each(|body| to.whole(*body as u64));
            let Key {
                kind,
                who,
                feature,
                other,
            } = own.key;
            let kind = KINDS.iter().position(|own| *own == kind).unwrap_or(0);
            to.whole((kind as u64) << 8 | u64::from(who));
            to.whole(u64::from(feature) << 32 | u64::from(other));
            to.numbers(own.places.as_flattened());
            to.whole(own.identity);
        }
    }

    pub fn read(&mut self, from: &mut Reader, bodies: usize) -> Result<(), StateError> {
        let count = from.whole()?;
        let mut last = Vec::new();
        for _ in 0..from.count(88)? {
            let pair = [from.whole()? as usize, from.whole()? as usize];
            let (what, which) = (from.whole()?, from.whole()?);
            let kind = KINDS.get((what >> 8) as usize);
            let (Some(kind), true) = (kind, pair.iter().all(|own| *own < bodies)) else {
                return Err(StateError::Bytes);
            };
            last.push(Known {
                bodies: pair,
                key: Key {
                    kind: *kind,
                    who: (what & 1) as u8,
                    feature: (which >> 32) as u32,
                    other: which as u32,
                },
                places: [from.array()?, from.array()?],
                identity: from.whole()?,
                taken: false,
            });
        }
        (self.count, self.last) = (count, last);
        self.now.clear();
        Ok(())
    }
}

const KINDS: [Kind; 5] = [
    Kind::Point,
    Kind::Crossing,
    Kind::Line,
    Kind::Rim,
    Kind::Smooth,
];
