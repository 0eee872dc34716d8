//! Balls against balls.
//!
//! Law:    two masses whose distance is below the sum of their reaches push each other along the line
//!         between them, as a link between them would.
//! Step:   those within a margin more are looked for in a grid, and again when one has moved by half
//!         of the margin; in between only these are looked at. That takes time that grows with the
//!         number of masses, not with its square.
//! Limits: cells are as large as the largest pair needs: one huge ball among many tiny ones of the same
//!         set makes all of them neighbours. Between two sets that does not matter.

use super::grid::{Grid, MARGIN, Seen, room};
use super::{Against, Contact, ContactCounts, held, mean};
use crate::model::{MassId, Model};
use crate::vector::{SAME_PLACE, Vector, difference, dot, scaled};

/// One of a set.
#[derive(Clone, Copy)]
struct Ball {
    mass: u32,
    reach: f64,
    held: bool,
}

/// Two that are near each other, and the distance at which they touch \[m\].
#[derive(Clone, Copy)]
struct Pair {
    masses: [u32; 2],
    touch: f64,
}

/// Two that touch.
pub(crate) struct Touch2 {
    pub masses: [usize; 2],
    /// How far they are apart, less where they touch \[m\]: negative.
    pub gap: f64,
    /// From the first to the second, of length 1, and how far that is \[m\].
    pub way: Vector,
    pub distance: f64,
}

#[derive(Clone)]
pub(crate) struct Pairs {
    /// Those who look around, and those who are looked for: the larger set. `None`: the same.
    few: Vec<Ball>,
    many: Option<Vec<Ball>>,
    /// Pairs that a link joins, the smaller number first; in order.
    linked: Vec<[u32; 2]>,
    grid: Grid,
    seen: Seen,
    near: Vec<Pair>,
    room: usize,
    pub counts: ContactCounts,
}

impl Pairs {
    /// Nothing for a surface.
    pub fn new(contact: &Contact, model: &Model) -> Option<Self> {
        let held = held(model.masses());
        let balls = |own: &[MassId]| -> Vec<Ball> {
            let ball = |own: &MassId| Ball {
                mass: own.index() as u32,
                reach: contact.reach(model.masses()[own.index()].radius),
                held: held[own.index()],
            };
            own.iter().map(ball).collect()
        };
        let mut few = balls(&contact.masses);
        let many = match &contact.against {
            Against::EachOther => None,
            Against::Surface(_) => return None,
            Against::Masses(own) => {
                let mut many = balls(own);
                if many.len() < few.len() {
                    core::mem::swap(&mut few, &mut many);
                }
                Some(many)
            }
        };
        let reach = |own: &[Ball]| {
            let all = own.iter().map(|own| own.reach);
            (all.clone().fold(0.0, f64::max), mean(all))
        };
        let (largest, usual) = reach(&few);
        let (other_largest, other_usual) = reach(many.as_deref().unwrap_or(&few));
        let margin = MARGIN * (usual + other_usual);
        let count = few.len() + many.as_ref().map_or(0, Vec::len);
        let mut linked: Vec<[u32; 2]> = model
            .links()
            .iter()
            .map(|own| own.ends.map(|end| end.index() as u32))
            .collect();
        let members: std::collections::HashSet<u32> = few
            .iter()
            .chain(many.iter().flatten())
            .map(|own| own.mass)
            .collect();
        linked.retain(|own| own.iter().all(|end| members.contains(end)));
        let mut pairs = Self {
            grid: Grid::new(
                many.as_ref().unwrap_or(&few).len(),
                largest + other_largest + margin,
            ),
            seen: Seen::new(count, margin),
            // More pairs than there are need no room.
            room: room(count).min(few.len().saturating_mul(count)),
            near: Vec::new(),
            few,
            many,
            linked,
            counts: ContactCounts::default(),
        };
        pairs.near.reserve_exact(pairs.room);
        pairs.renumber(|own| own);
        Some(pairs)
    }

    /// Masses have other numbers from now on.
    pub fn renumber(&mut self, new: impl Fn(usize) -> usize) {
        let new = |own: u32| new(own as usize) as u32;
        for own in self.few.iter_mut().chain(self.many.iter_mut().flatten()) {
            own.mass = new(own.mass);
        }
        for own in &mut self.linked {
            *own = own.map(new);
            own.sort_unstable();
        }
        self.linked.sort_unstable();
    }

    /// The numbers of all its masses.
    pub fn masses(&self) -> impl Iterator<Item = usize> {
        let all = self.few.iter().chain(self.many.iter().flatten());
        all.map(|own| own.mass as usize)
    }

    /// Looks anew who is near whom.
    pub fn forget(&mut self) {
        self.seen.forget();
    }

    /// Tells of all that touch. Does not allocate.
    pub fn touching(&mut self, at: impl Fn(usize) -> Vector, mut tell: impl FnMut(Touch2)) {
        self.look(&at);
        self.counts.tests += self.near.len() as u64;
        for pair in &self.near {
            let masses = pair.masses.map(|own| own as usize);
            let way = difference(at(masses[1]), at(masses[0]));
            let square = dot(way, way);
            if square >= pair.touch * pair.touch {
                continue;
            }
            let distance = square.sqrt();
            let way = if distance > SAME_PLACE {
                scaled(way, 1.0 / distance)
            } else {
                [1.0, 0.0, 0.0]
            };
            tell(Touch2 {
                masses,
                gap: distance - pair.touch,
                way,
                distance,
            });
        }
    }

    /// Looks who is near whom, if that may have changed.
    fn look(&mut self, at: &impl Fn(usize) -> Vector) {
        let (few, many) = (&self.few, self.many.as_ref());
        let ball = |n: usize| match n.checked_sub(few.len()) {
            None => few[n],
            Some(n) => many.unwrap_or(few)[n],
        };
        let place = |n: usize| at(ball(n).mass as usize);
        if !self.seen.is_old(place) {
            return;
        }
        self.seen.look(place);
        self.near.clear();
        self.counts.searches += 1;
        let others = many.unwrap_or(few);
        self.grid.sort(|n| at(others[n].mass as usize));
        for (n, own) in few.iter().enumerate() {
            let from = at(own.mass as usize);
            for other in self.grid.around(self.grid.cell(from)) {
                if many.is_none() && other <= n {
                    continue;
                }
                let beside = others[other];
                self.counts.tests += 1;
                let way = difference(at(beside.mass as usize), from);
                let touch = own.reach + beside.reach;
                let near = touch + self.seen.margin();
                if dot(way, way) >= near * near || own.held && beside.held {
                    continue;
                }
                let mut key = [own.mass, beside.mass];
                key.sort_unstable();
                if self.linked.binary_search(&key).is_ok() {
                    continue;
                }
                if self.near.len() == self.room {
                    self.counts.crowded += 1;
                    self.counts.near = self.room;
                    return;
                }
                let masses = [own.mass, beside.mass];
                self.near.push(Pair { masses, touch });
            }
        }
        self.counts.near = self.near.len();
    }
}
