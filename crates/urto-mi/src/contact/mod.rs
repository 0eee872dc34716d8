//! Contacts of many masses at once: any of a set against any of another, against each other, or
//! against a surface of triangles. No pair is named; who is near whom is found while it moves.
//!
//! Hear:   balls that fall into a net, a box of rattling things, a chain on a drum.
//! Law:    that of a link that pushes only ([`Spring`]), of the gap between two balls, or between a
//!         ball and the nearest point of the surface; see [`pairs`] and [`surface`].
//! Step:   forces of links, and energy that the [account](crate::account) counts as theirs: each is
//!         the slope of a potential of the places, so without dampers it gives back what it took,
//!         and the account's proof asks for nothing else. What acts on one side acts against the
//!         other: momentum stays. They are worked out one after the other in the thread that steps,
//!         so that samples do not depend on how many there are.
//! Limits: what moves farther in one step than it is thick may pass through. There is room for a
//!         number of pairs that are near each other ([`grid::room`]); what is beyond is not felt,
//!         and counted ([`ContactCounts::crowded`]). Masses that a link joins do not touch.

pub(crate) mod grid;
mod limit;
pub(crate) mod pairs;
pub(crate) mod skin;
pub(crate) mod surface;
mod touching;

pub(crate) use limit::{lone_margin, steepest};
pub(crate) use touching::{Contacts, TouchAsPlaced};

use crate::law::{Side, Spring};
use crate::model::{Mass, MassId, Model, ModelError};
use std::collections::HashSet;

/// What a set of masses may touch.
#[derive(Clone, Debug, PartialEq)]
pub enum Against {
    /// Each other.
    EachOther,
    /// Those of another set, with which it has none in common.
    Masses(Vec<MassId>),
    /// Triangles between masses that are not of the set.
    Surface(Vec<[MassId; 3]>),
}

/// A set of masses, and what they push away when they touch it.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The set; each once.
    pub masses: Vec<MassId>,
    /// What they may touch.
    pub against: Against,
    /// How hard it is. Its length is the distance at which two masses touch, or a mass and the
    /// surface \[m\]; `None`: their radii. It pushes only, whatever its side.
    pub spring: Spring,
}

/// What contacts had to do so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContactCounts {
    /// Pairs that are near each other now.
    pub near: usize,
    /// How often it was looked for who is near whom.
    pub searches: u64,
    /// Distances that were looked at, in searches and in steps.
    pub tests: u64,
    /// Searches in which there was no room for all pairs: some are not felt.
    pub crowded: u64,
}

impl Contact {
    /// Most masses and triangles of all contacts of a model: each needs room for pairs, about a
    /// kilobyte.
    pub(crate) const MOST: f64 = 200_000.0;

    /// How many masses and triangles it has, each side counted.
    pub(crate) fn size(&self) -> usize {
        let others = match &self.against {
            Against::EachOther => 0,
            Against::Masses(own) => own.len(),
            Against::Surface(own) => own.len(),
        };
        self.masses.len() + others
    }

    /// Its spring as it is stepped: of the gap, pushing.
    pub(crate) fn pushing(&self) -> Spring {
        Spring {
            length: Some(0.0),
            side: Side::Pushes,
            ..self.spring
        }
    }

    /// How far from a mass of this radius its contact begins on its own side \[m\].
    pub(crate) fn reach(&self, radius: f64) -> f64 {
        match self.spring.length {
            // Half of it for each of two; all of it against a surface, which has no radius.
            Some(length) if self.is_surface() => length,
            Some(length) => 0.5 * length,
            None => radius,
        }
    }

    pub(crate) fn is_surface(&self) -> bool {
        matches!(self.against, Against::Surface(_))
    }

    /// The masses on the other side; none where they touch each other.
    pub(crate) fn others(&self) -> Vec<MassId> {
        match &self.against {
            Against::EachOther => Vec::new(),
            Against::Masses(own) => own.clone(),
            Against::Surface(triangles) => {
                let mut all: Vec<MassId> = triangles.iter().flatten().copied().collect();
                all.sort_by_key(|own| own.index());
                all.dedup();
                all
            }
        }
    }

    /// The same for masses that have other numbers, `factor` times as large.
    pub(crate) fn moved_to(&self, masses: &[MassId], factor: f64) -> Self {
        let new = |own: &MassId| masses[own.index()];
        let all = |own: &[MassId]| own.iter().map(new).collect();
        Self {
            masses: all(&self.masses),
            against: match &self.against {
                Against::EachOther => Against::EachOther,
                Against::Masses(own) => Against::Masses(all(own)),
                Against::Surface(own) => {
                    Against::Surface(own.iter().map(|own| own.map(|end| new(&end))).collect())
                }
            },
            spring: Spring {
                length: self.spring.length.map(|own| own * factor),
                ..self.spring
            },
        }
    }

    /// The same without some masses; nothing if nobody is left to touch.
    pub(crate) fn without(&self, gone: impl Fn(&MassId) -> bool) -> Option<Self> {
        let left = |own: &[MassId]| -> Vec<MassId> {
            own.iter().filter(|own| !gone(own)).copied().collect()
        };
        let masses = left(&self.masses);
        let against = match &self.against {
            Against::EachOther => Against::EachOther,
            Against::Masses(own) => Against::Masses(left(own)),
            Against::Surface(own) => {
                let whole = own.iter().filter(|own| !own.iter().any(&gone));
                Against::Surface(whole.copied().collect())
            }
        };
        let nobody = match &against {
            Against::EachOther => masses.len() < 2,
            Against::Masses(own) => own.is_empty(),
            Against::Surface(own) => own.is_empty(),
        };
        let spring = self.spring;
        (!masses.is_empty() && !nobody).then_some(Self {
            masses,
            against,
            spring,
        })
    }

    /// Refuses what cannot be.
    pub(crate) fn check(&self, model: &Model) -> Result<(), ModelError> {
        let shown = |own: MassId| model.shown(&model.masses()[own.index()].name);
        let mut seen = HashSet::new();
        let second: &[MassId] = match &self.against {
            Against::Masses(own) => own,
            _ => &[],
        };
        for own in self.masses.iter().chain(second) {
            model.known(*own)?;
            if !seen.insert(*own) {
                return Err(ModelError::TouchesTwice(shown(*own)));
            }
        }
        let missing = match &self.against {
            _ if self.masses.is_empty() => Some("masses"),
            Against::EachOther if self.masses.len() < 2 => Some("two masses"),
            Against::Masses(own) if own.is_empty() => Some("masses to touch"),
            Against::Surface(own) if own.is_empty() => Some("triangles"),
            _ => None,
        };
        if let Some(missing) = missing {
            return Err(ModelError::NothingToTouch(missing));
        }
        if let Against::Surface(triangles) = &self.against {
            for corners in triangles {
                for corner in corners {
                    model.known(*corner)?;
                    if seen.contains(corner) {
                        return Err(ModelError::TouchesItself(shown(*corner)));
                    }
                }
                let [a, b, c] = corners;
                if a == b || b == c || c == a {
                    return Err(ModelError::NoTriangle(shown(*a)));
                }
            }
        } else if self.spring.length.unwrap_or_else(|| self.largest(model)) == 0.0 {
            return Err(ModelError::NoSize);
        }
        Ok(())
    }

    /// The greatest radius of its masses \[m\].
    fn largest(&self, model: &Model) -> f64 {
        let radius = |own: &MassId| model.masses()[own.index()].radius;
        let all = self.masses.iter().map(radius);
        let others = self.others();
        all.chain(others.iter().map(radius)).fold(0.0, f64::max)
    }
}

/// The mean of some numbers that are there.
fn mean(all: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = all.fold((0.0, 0.0), |(sum, count), own| (sum + own, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// Whether no force moves each mass of a model.
fn held(masses: &[Mass]) -> Vec<bool> {
    masses.iter().map(Mass::is_held).collect()
}
