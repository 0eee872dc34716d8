//! Rows and lattices of masses, ready to be joined with others.
//!
//! ```
//! use urto_mi::{Hold, Lattice, MassNetwork, Model, Row, Spring};
//! let mut model = Model::new(44_100.0)?;
//! let wire = Spring { stiffness: 2e5, length: Some(0.009), ..Spring::default() };
//! let row = Row { count: 40, spring: wire, ..Row::default() };
//! let string = row.build(&mut model, "string")?;
//! let plate = Lattice { counts: [8, 8, 1], hold: Hold::Rim, ..Lattice::default() };
//! let plate = plate.build(&mut model, "plate")?;
//! model.join([string[20], plate[27]], Spring::rope(1e4, 0.2))?;
//! assert!(MassNetwork::new(&model).is_ok());
//! # Ok::<(), urto_mi::ModelError>(())
//! ```

use crate::law::Spring;
use crate::model::{Mass, MassId, Model, ModelError};

/// Masses in a straight line, each joined with the next: a string, a chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// How many masses.
    pub count: usize,
    /// Where it begins and ends \[m\].
    pub from: [f64; 3],
    /// See [`from`](Row::from).
    pub to: [f64; 3],
    /// Of each mass \[kg\].
    pub mass: f64,
    /// Between neighbours.
    pub spring: Spring,
    /// Between each and the next but one, against bending: a stiff string.
    pub stiffener: Option<Spring>,
    /// Damping between neighbours that move past each other along a way across the row \[N·s/m\]: a
    /// damper along the links hardly feels small waves across them.
    pub across: Option<Across>,
    /// Whether first and last are held.
    pub held: [bool; 2],
}

/// Damping along a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Across {
    /// The way, of any length but none.
    pub axis: [f64; 3],
    /// How strong \[N·s/m\].
    pub damping: f64,
}

impl Default for Row {
    fn default() -> Self {
        Self {
            count: 32,
            from: [0.0; 3],
            to: [0.4, 0.0, 0.0],
            mass: 1e-4,
            spring: Spring::default(),
            stiffener: None,
            across: None,
            held: [true; 2],
        }
    }
}

impl Row {
    /// Adds it to a model; names are the prefix and a number. Gives its masses in order. If a part is
    /// refused, nothing is added.
    pub fn build(&self, model: &mut Model, prefix: &str) -> Result<Vec<MassId>, ModelError> {
        model.all_or_nothing(|model| self.add_to(model, prefix))
    }

    fn add_to(&self, model: &mut Model, prefix: &str) -> Result<Vec<MassId>, ModelError> {
        let last = self.count.saturating_sub(1);
        let mut masses = Vec::with_capacity(self.count);
        for n in 0..self.count {
            let share = n as f64 / last.max(1) as f64;
            let place =
                core::array::from_fn(|k| self.from[k] + share * (self.to[k] - self.from[k]));
            let mut mass = Mass::at(place).of(self.mass).named(format!("{prefix}.{n}"));
            if (n == 0 && self.held[0]) || (n == last && self.held[1]) {
                mass = mass.fixed();
            }
            masses.push(model.add(mass)?);
        }
        for pair in masses.windows(2) {
            model.join([pair[0], pair[1]], self.spring)?;
        }
        if let Some(stiffener) = self.stiffener {
            for three in masses.windows(3) {
                model.join([three[0], three[2]], stiffener)?;
            }
        }
        if let Some(Across { axis, damping }) = self.across {
            let damper = Spring::damper(damping);
            for pair in masses.windows(2) {
                model.link([pair[0], pair[1]], damper.into(), Some(axis), "")?;
            }
        }
        Ok(masses)
    }
}

/// Which masses of a lattice are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Hold {
    /// None: it floats.
    #[default]
    Nothing,
    /// Its corners.
    Corners,
    /// The two faces at the ends of its first direction: a beam.
    Ends,
    /// All around in its first two directions: a drum, a plate in a frame.
    Rim,
}

/// Masses in rows, sheets or blocks, joined with all that are near.
#[derive(Clone, Debug, PartialEq)]
pub struct Lattice {
    /// How many masses along x, y and z.
    pub counts: [usize; 3],
    /// From mass to mass \[m\].
    pub spacing: f64,
    /// Where its first mass is \[m\].
    pub at: [f64; 3],
    /// Of each mass \[kg\].
    pub mass: f64,
    /// Between neighbours.
    pub spring: Spring,
    /// Masses are neighbours up to this distance, in spacings: 1 along the edges of its squares
    /// (which hinge), 1.5 also across their faces, 1.8 also across its cubes, 2 also to the next
    /// but one.
    pub span: f64,
    /// What is held.
    pub hold: Hold,
}

impl Default for Lattice {
    fn default() -> Self {
        Self {
            counts: [8, 8, 1],
            spacing: 0.01,
            at: [0.0; 3],
            mass: 1e-4,
            spring: Spring::default(),
            span: 1.8,
            hold: Hold::Nothing,
        }
    }
}

impl Lattice {
    /// Adds it to a model; names are the prefix and the numbers along x, y and z. Gives its masses,
    /// x first. If a part is refused, nothing is added.
    pub fn build(&self, model: &mut Model, prefix: &str) -> Result<Vec<MassId>, ModelError> {
        model.all_or_nothing(|model| self.add_to(model, prefix))
    }

    fn add_to(&self, model: &mut Model, prefix: &str) -> Result<Vec<MassId>, ModelError> {
        let mut masses = Vec::new();
        for place in self.places() {
            let at = core::array::from_fn(|k| self.at[k] + self.spacing * place[k] as f64);
            let [x, y, z] = place;
            let mut mass = Mass::at(at)
                .of(self.mass)
                .named(format!("{prefix}.{x}.{y}.{z}"));
            if self.is_held(place) {
                mass = mass.fixed();
            }
            masses.push(model.add(mass)?);
        }
        let index = |[x, y, z]: [usize; 3]| x + self.counts[0] * (y + self.counts[1] * z);
        for place in self.places() {
            for step in self.ways() {
                if let Some(other) = self.beside(place, step) {
                    let ends = [masses[index(place)], masses[index(other)]];
                    model.join(ends, self.spring)?;
                }
            }
        }
        Ok(masses)
    }

    /// The triangles of its outside, two for each square, by the numbers of their corners among its
    /// masses: of a sheet that one, of a block all six sides, of a row none.
    pub fn triangles(&self) -> Vec<[usize; 3]> {
        let strides = [1, self.counts[0], self.counts[0] * self.counts[1]];
        let mut all = Vec::new();
        for across in 0..3 {
            let (first, second) = ((across + 1) % 3, (across + 2) % 3);
            let mut layers = vec![0, self.counts[across].saturating_sub(1)];
            layers.dedup();
            // What is one mass thick has its face across that; its narrow sides have no squares.
            for layer in layers {
                for m in 1..self.counts[second] {
                    for n in 1..self.counts[first] {
                        let at = |n: usize, m: usize| {
                            layer * strides[across] + n * strides[first] + m * strides[second]
                        };
                        let [a, b] = [at(n - 1, m - 1), at(n, m - 1)];
                        let [c, d] = [at(n - 1, m), at(n, m)];
                        // Diagonals lie one way and the other in turn, so that none is preferred.
                        all.extend(match (n + m) % 2 {
                            0 => [[a, b, d], [a, d, c]],
                            _ => [[a, b, c], [b, d, c]],
                        });
                    }
                }
            }
        }
        all
    }

    fn places(&self) -> impl Iterator<Item = [usize; 3]> {
        let [x, y, z] = self.counts;
        (0..x * y * z).map(move |n| [n % x, n / x % y, n / (x * y)])
    }

    /// The ways from a mass to its neighbours, of each pair of opposite ones the first.
    fn ways(&self) -> Vec<[isize; 3]> {
        let far = self.span.clamp(0.0, 8.0) as isize;
        let near = |way: &[isize; 3]| {
            let square = way.iter().map(|own| own * own).sum::<isize>() as f64;
            // A little more than the span, since a diagonal is no round number.
            square > 0.0 && square.sqrt() <= self.span + 1e-9
        };
        let all = (-far..=far)
            .flat_map(|z| (-far..=far).flat_map(move |y| (-far..=far).map(move |x| [x, y, z])));
        let forward = |way: &[isize; 3]| {
            let [x, y, z] = *way;
            (z, y, x) > (0, 0, 0)
        };
        all.filter(near).filter(forward).collect()
    }

    fn beside(&self, place: [usize; 3], way: [isize; 3]) -> Option<[usize; 3]> {
        let mut other = [0; 3];
        for k in 0..3 {
            other[k] = place[k].checked_add_signed(way[k])?;
            if other[k] >= self.counts[k] {
                return None;
            }
        }
        Some(other)
    }

    fn is_held(&self, place: [usize; 3]) -> bool {
        // A direction with one mass only has no ends.
        let end = |k: usize| place[k] == 0 || place[k] + 1 == self.counts[k];
        let corner = |k: usize| end(k) || self.counts[k] == 1;
        match self.hold {
            Hold::Nothing => false,
            Hold::Corners => (0..3).all(corner),
            Hold::Ends => end(0),
            Hold::Rim => (0..2).any(|k| self.counts[k] > 1 && end(k)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(counts: [usize; 3], span: f64, hold: Hold) -> Model {
        let mut model = Model::new(48_000.0).unwrap();
        let lattice = Lattice {
            counts,
            span,
            hold,
            ..Lattice::default()
        };
        lattice.build(&mut model, "l").unwrap();
        model
    }

    #[test]
    fn a_cube_has_as_many_links_as_its_span_says() {
        for (span, links) in [(1.0, 12), (1.5, 24), (1.8, 28), (5.0, 28)] {
            let model = built([2, 2, 2], span, Hold::Nothing);
            assert_eq!(
                (model.masses().len(), model.links().len()),
                (8, links),
                "{span}"
            );
        }
        // No pair twice.
        let model = built([4, 3, 2], 2.0, Hold::Nothing);
        let mut pairs: Vec<[usize; 2]> = model
            .links()
            .iter()
            .map(|link| {
                let mut ends = link.ends.map(MassId::index);
                ends.sort();
                ends
            })
            .collect();
        pairs.sort();
        let all = pairs.len();
        pairs.dedup();
        assert_eq!(pairs.len(), all);
    }

    #[test]
    fn the_outside_is_covered_once() {
        let count = |counts| {
            let lattice = Lattice {
                counts,
                ..Lattice::default()
            };
            let all = lattice.triangles();
            let most = counts.iter().product::<usize>();
            assert!(all.iter().flatten().all(|corner| *corner < most));
            all.len()
        };
        assert_eq!(count([5, 4, 1]), 2 * 4 * 3);
        assert_eq!(count([1, 4, 3]), 2 * 3 * 2);
        assert_eq!(count([7, 1, 1]), 0);
        assert_eq!(count([3, 4, 5]), 2 * 2 * (2 * 3 + 3 * 4 + 2 * 4));
    }

    #[test]
    fn what_is_held_is_held() {
        let held = |counts, hold| {
            let model = built(counts, 1.0, hold);
            model.masses().iter().filter(|mass| mass.is_held()).count()
        };
        assert_eq!(held([5, 4, 1], Hold::Corners), 4);
        assert_eq!(held([5, 4, 1], Hold::Rim), 14);
        assert_eq!(held([5, 2, 2], Hold::Ends), 8);
        assert_eq!(held([5, 2, 2], Hold::Nothing), 0);
        assert_eq!(held([3, 3, 3], Hold::Corners), 8);
    }
}
