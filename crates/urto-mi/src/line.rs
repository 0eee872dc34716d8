//! The line along which a network is touched: from 0 to 1, as on any other body.
//!
//! Law:    from the mass that is farthest from the middle to the one farthest from that, by the
//!         shortest way along links: a string from end to end, a plate from corner to corner. Of
//!         several parts it is the one with the most masses; masses that are held are no part of it.
//!         It is pushed and heard across: along the way in which the network is thinnest.

use crate::advisor::eigen::Square;
use crate::law::LinkLaw;
use crate::model::{MassId, Model, unit};
use crate::vector::{Vector, difference, dot, length, scaled, sum};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Masses in a line, with their places from 0 to 1, and the way along which they are touched.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    stations: Vec<(MassId, f64)>,
    along: [f64; 3],
}

/// A share of a mass in a place between two.
pub(crate) type Share = (MassId, f64);

impl Line {
    /// The longest line of a model; `along` says which way it is touched, else that is across.
    /// `None` where nothing can move.
    pub fn longest(model: &Model, along: Option<[f64; 3]>) -> Option<Self> {
        let near = neighbours(model);
        let part = largest_part(model, &near);
        let centre = middle(model, &part);
        let from_centre = |n: &usize| length(difference(place(model, *n), centre));
        let first =
            (part.iter().copied()).min_by(|a, b| from_centre(a).total_cmp(&from_centre(b)))?;
        let start = farthest(&near, first);
        let end = farthest(&near, start);
        let mut way = vec![end];
        let (_, before) = distances(&near, start);
        while let Some(Some(previous)) = way.last().map(|n| before[*n]) {
            way.push(previous);
        }
        // The lower number first, so that a row begins where it was written to begin.
        if way.first() > way.last() {
            way.reverse();
        }
        let way: Vec<MassId> = way.into_iter().map(|n| MassId(n as u32)).collect();
        let along = along.and_then(unit).or_else(|| across(model, &part))?;
        Self::through(model, &way, along)
    }

    /// Through these masses, touched along a way that is not zero; `None` where there is no mass or
    /// no way.
    pub fn through(model: &Model, masses: &[MassId], along: [f64; 3]) -> Option<Self> {
        let mut far = 0.0;
        let mut stations: Vec<(MassId, f64)> = Vec::with_capacity(masses.len());
        for mass in masses {
            let here = model.masses().get(mass.index())?.position;
            if let Some((last, _)) = stations.last() {
                far += length(difference(here, place(model, last.index())));
            }
            stations.push((*mass, far));
        }
        if far > 0.0 {
            stations.iter_mut().for_each(|(_, at)| *at /= far);
        }
        let along = unit(along)?;
        (!stations.is_empty()).then_some(Self { stations, along })
    }

    /// Masses with their places from 0 to 1, in order.
    pub(crate) fn stations(&self) -> &[Share] {
        &self.stations
    }

    /// Of masses with their places, if those lie in order from 0 to 1, and a way of length 1.
    pub(crate) fn of_stations(stations: Vec<Share>, along: [f64; 3]) -> Option<Self> {
        let places = || stations.iter().map(|(_, at)| *at);
        let orderly = places().is_sorted() && places().all(|at| (0.0..=1.0).contains(&at));
        let is_unit = (length(along) - 1.0).abs() < 1e-9;
        (orderly && is_unit && !stations.is_empty()).then_some(Self { stations, along })
    }

    /// Its masses, in order.
    pub fn masses(&self) -> impl Iterator<Item = MassId> + '_ {
        self.stations.iter().map(|(mass, _)| *mass)
    }

    /// The way along which it is touched, of length 1.
    pub fn along(&self) -> [f64; 3] {
        self.along
    }

    /// Which masses share a position from 0 to 1: the two beside it, each by how near it is.
    pub(crate) fn at(&self, position: f64) -> [Share; 2] {
        self.at_station(position)
            .map(|(n, share)| (self.stations[n].0, share))
    }

    /// The same, masses by their number along the line.
    pub(crate) fn at_station(&self, position: f64) -> [(usize, f64); 2] {
        let position = position.clamp(0.0, 1.0);
        let after = self.stations.partition_point(|(_, at)| *at <= position);
        let last = self.stations.len() - 1;
        let (first, next) = (after.saturating_sub(1).min(last), after.min(last));
        let ((_, from), (_, to)) = (self.stations[first], self.stations[next]);
        let share = if to > from {
            (position - from) / (to - from)
        } else {
            0.0
        };
        [(first, 1.0 - share), (next, share)]
    }
}

fn place(model: &Model, n: usize) -> Vector {
    model.masses()[n].position
}

/// Which masses each one is joined with by something elastic that acts, and how far those are.
/// Nothing is joined with what is held.
fn neighbours(model: &Model) -> Vec<Vec<(usize, f64)>> {
    let mut near = vec![Vec::new(); model.masses().len()];
    for link in model.links() {
        let [a, b] = link.ends.map(MassId::index);
        let far = length(difference(place(model, b), place(model, a)));
        let elastic = matches!(link.law, LinkLaw::Spring(_)) && {
            let felt = link.law.straight(far);
            !felt.slack && felt.slope > 0.0
        };
        if elastic && ![a, b].iter().any(|n| model.masses()[*n].is_held()) {
            near[a].push((b, far));
            near[b].push((a, far));
        }
    }
    near
}

/// The masses of the part with the most.
fn largest_part(model: &Model, near: &[Vec<(usize, f64)>]) -> Vec<usize> {
    let mut seen: Vec<bool> = model.masses().iter().map(|mass| mass.is_held()).collect();
    let mut largest = Vec::new();
    for start in 0..seen.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut part = vec![start];
        let mut next = 0;
        while next < part.len() {
            for (other, _) in &near[part[next]] {
                if !seen[*other] {
                    seen[*other] = true;
                    part.push(*other);
                }
            }
            next += 1;
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    largest
}

fn middle(model: &Model, part: &[usize]) -> Vector {
    let all = part.iter().map(|n| place(model, *n));
    scaled(all.fold([0.0; 3], sum), 1.0 / part.len().max(1) as f64)
}

/// How far every mass is along links (infinite where none lead), and which one comes before it.
fn distances(near: &[Vec<(usize, f64)>], from: usize) -> (Vec<f64>, Vec<Option<usize>>) {
    let mut far = vec![f64::INFINITY; near.len()];
    let mut before = vec![None; near.len()];
    far[from] = 0.0;
    // Distances are not negative, so that their bits have their order.
    let mut open = BinaryHeap::from([Reverse((0u64, from))]);
    while let Some(Reverse((reached, n))) = open.pop() {
        if f64::from_bits(reached) > far[n] {
            continue;
        }
        for (other, way) in &near[n] {
            let through = far[n] + way;
            if through < far[*other] {
                far[*other] = through;
                before[*other] = Some(n);
                open.push(Reverse((through.to_bits(), *other)));
            }
        }
    }
    (far, before)
}

/// The mass farthest from one, along links.
fn farthest(near: &[Vec<(usize, f64)>], from: usize) -> usize {
    let (far, _) = distances(near, from);
    let mut best = from;
    for (n, own) in far.iter().enumerate() {
        // Clearly farther: rounding is not to choose among corners.
        if own.is_finite() && *own > far[best] * (1.0 + 1e-9) {
            best = n;
        }
    }
    best
}

/// The way in which a part is thinnest. What is no thicker one way than another, as a string, is
/// touched along z as far as that is across.
fn across(model: &Model, part: &[usize]) -> Option<Vector> {
    let centre = middle(model, part);
    let places: Vec<Vector> = part
        .iter()
        .map(|n| difference(place(model, *n), centre))
        .collect();
    let spread = |row: usize, column: usize| places.iter().map(|own| own[row] * own[column]).sum();
    let pairs = Square::new(3, spread).pairs();
    let [(thin, thinnest), (thicker, _), (_, longest)] = pairs.as_slice() else {
        return None;
    };
    let vector = |own: &[f64]| core::array::from_fn(|k| own[k]);
    // A hundredth of the length counts as no thickness.
    let straight = *thicker <= 1e-4 * pairs[2].0;
    if !straight && *thin < 0.999 * thicker {
        let own: Vector = vector(thinnest);
        let upward = own.iter().sum::<f64>() >= 0.0;
        return unit(if upward { own } else { scaled(own, -1.0) });
    }
    let line: Vector = match pairs[2].0 > 0.0 {
        true => vector(longest),
        false => [1.0, 0.0, 0.0],
    };
    let beside = |way: Vector| difference(way, scaled(line, dot(line, way)));
    let (up, aside) = (beside([0.0, 0.0, 1.0]), beside([0.0, 1.0, 0.0]));
    unit(if length(up) > 0.1 { up } else { aside })
}
