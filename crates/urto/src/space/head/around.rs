//! Directions around a head, joined to triangles, so that between three of them one can be found.
//!
//! Law:    Delaunay's triangulation on the sphere, which is the convex hull of the points. It begins as
//!         an octahedron, whose corners (front, back, left, right, up, down) are always there; points
//!         come one after the other: what they see of the hull is replaced by a fan.
//! Step:   a direction's shares of three corners are p = Σ w·v, brought to a sum of 1: they do not jump
//!         from a triangle to the next, and at a corner that corner alone counts.
//! Limits: of directions nearer to each other than 0.06 degrees the first one counts.
//! Refs:   Renka 1997 (triangulation of a sphere); Gamper 2013 (HRTFs by barycentric weights).

use crate::rng::Rng;

type Place = [f64; 3];

/// Directions nearer than this are one \[rad\].
const SAME: f64 = 1e-3;
/// Points are moved aside by at most this \[rad\], a millionth of what is measured: four on a circle, as
/// in every grid, would not say which two of them to join. Left and right are moved alike.
const ASIDE: f64 = 1e-6;
/// Cells along the edge of each face of a cube around it, from which a search begins.
const CELLS: usize = 12;
/// Most triangles on the way from a cell's middle to a direction in it; then the one reached is taken.
/// 65,536 directions put 6 into a cell along each way.
const MOST_STEPS: usize = 64;
/// No triangle.
const NONE: u32 = u32::MAX;

/// A triangle: its corners, counterclockwise from outside, and the neighbour across from each.
#[derive(Clone, Copy)]
struct Triangle {
    corners: [u32; 3],
    across: [u32; 3],
}

/// Directions that are joined.
pub(super) struct Around {
    places: Vec<Place>,
    triangles: Vec<Triangle>,
    /// A triangle for the middle of each cell.
    cells: Vec<u32>,
    /// Of each corner the measured direction that it is; [`NONE`] of one that is only the octahedron's.
    owners: Vec<u32>,
}

/// The corners that are always there.
const OCTAHEDRON: [Place; 6] = [
    [1.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
];

impl Around {
    /// Joins directions, each of length 1. Allocates.
    pub fn new(directions: &[Place]) -> Self {
        let mut all = Self {
            places: OCTAHEDRON.to_vec(),
            triangles: Vec::new(),
            cells: Vec::new(),
            owners: vec![NONE; 6],
        };
        for (x, y, z) in (0..8).map(|n| (n & 1, n >> 1 & 1, n >> 2 & 1)) {
            // An odd number of mirrors turns the triangle around.
            let corners = match (x + y + z) % 2 {
                0 => [x, 2 + y, 4 + z],
                _ => [2 + y, x, 4 + z],
            };
            let octant = |x: u32, y: u32, z: u32| x + 2 * y + 4 * z;
            let mirrored = [
                octant(1 - x, y, z),
                octant(x, 1 - y, z),
                octant(x, y, 1 - z),
            ];
            let across = match (x + y + z) % 2 {
                0 => mirrored,
                _ => [mirrored[1], mirrored[0], mirrored[2]],
            };
            all.triangles.push(Triangle { corners, across });
        }
        // In any order but the file's: in order each point would see a long row of others.
        let mut order: Vec<u32> = (0..directions.len() as u32).collect();
        let mut rng = Rng::new(1);
        for n in (1..order.len()).rev() {
            order.swap(n, rng.below(n + 1));
        }
        let mut at = 0;
        let mut room = Insertion::default();
        for n in order {
            let place = directions[n as usize];
            at = all.insert(place, at, n, &mut room);
        }
        all.prepare_cells();
        all
    }

    /// All corners: six of an octahedron, then others.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The measured direction that a corner is; none for a corner of the octahedron alone.
    pub fn owner(&self, corner: usize) -> Option<usize> {
        let own = self.owners[corner];
        (own != NONE).then_some(own as usize)
    }

    /// Corners that share an edge with this one.
    pub fn neighbours(&self, corner: usize) -> Vec<usize> {
        let mut all = Vec::new();
        for triangle in &self.triangles {
            if triangle.corners.contains(&(corner as u32)) {
                all.extend(triangle.corners.iter().map(|own| *own as usize));
            }
        }
        all.sort_unstable();
        all.dedup();
        all.retain(|own| *own != corner);
        all
    }

    /// The three corners around a direction, and the share of each; all shares are 1 together. Does not
    /// allocate.
    pub fn shares(&self, place: Place) -> [(usize, f64); 3] {
        let start = self.cells.get(cell(place)).copied().unwrap_or(0);
        let triangle = &self.triangles[self.walk(place, start, MOST_STEPS) as usize];
        let mut weights = self.sides(triangle, place).map(|own| own.max(0.0));
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            weights = [1.0, 0.0, 0.0];
        } else {
            weights = weights.map(|own| own / sum);
        }
        [0, 1, 2].map(|n| (triangle.corners[n] as usize, weights[n]))
    }

    /// On which side of each edge a place lies: positive inside.
    fn sides(&self, triangle: &Triangle, place: Place) -> [f64; 3] {
        let [a, b, c] = triangle.corners.map(|own| self.places[own as usize]);
        [
            volume(place, b, c),
            volume(a, place, c),
            volume(a, b, place),
        ]
    }

    /// The triangle that lies before a direction, on the way from another.
    fn walk(&self, place: Place, from: u32, most: usize) -> u32 {
        let mut at = from;
        for _ in 0..most {
            let triangle = &self.triangles[at as usize];
            let sides = self.sides(triangle, place);
            let worst = (0..3).min_by(|a, b| sides[*a].total_cmp(&sides[*b]));
            match worst {
                Some(worst) if sides[worst] < -1e-13 => at = triangle.across[worst],
                _ => break,
            }
        }
        at
    }

    /// One more point; tells a triangle near it.
    fn insert(&mut self, given: Place, near: u32, number: u32, room: &mut Insertion) -> u32 {
        let place = aside(given);
        let first = self.walk(place, near, self.triangles.len());
        room.seen.clear();
        room.edge.clear();
        room.open.clear();
        room.open.push(first);
        // What lies before it is seen, and what that touches if it is.
        let mut nearest = (f64::INFINITY, 0);
        while let Some(at) = room.open.pop() {
            if room.seen.contains(&at) {
                continue;
            }
            room.seen.push(at);
            let triangle = self.triangles[at as usize];
            for corner in triangle.corners {
                let own = distance(self.places[corner as usize], given);
                nearest = if own < nearest.0 {
                    (own, corner)
                } else {
                    nearest
                };
            }
            room.open.extend(
                triangle
                    .across
                    .iter()
                    .filter(|next| !room.seen.contains(next) && self.sees(place, **next)),
            );
        }
        if nearest.0 < SAME {
            // Of doubles the first counts, in whatever order they come here.
            let owner = &mut self.owners[nearest.1 as usize];
            *owner = number.min(*owner);
            return first;
        }
        for &at in &room.seen {
            let Triangle { corners, across } = self.triangles[at as usize];
            for n in 0..3 {
                if !room.seen.contains(&across[n]) {
                    let ends = [corners[(n + 1) % 3], corners[(n + 2) % 3]];
                    room.edge.push((ends, across[n]));
                }
            }
        }
        let corner = self.places.len() as u32;
        self.places.push(place);
        self.owners.push(number);
        // One triangle for each edge of the hole, in the place of those that were seen and two more.
        room.fan.clear();
        for n in 0..room.edge.len() {
            let at = match room.seen.get(n) {
                Some(at) => *at,
                None => {
                    let blank = Triangle {
                        corners: [0; 3],
                        across: [NONE; 3],
                    };
                    self.triangles.push(blank);
                    self.triangles.len() as u32 - 1
                }
            };
            room.fan.push(at);
        }
        for (n, &([from, to], beyond)) in room.edge.iter().enumerate() {
            let find = |wanted: usize, end: u32| {
                let other = room.edge.iter().position(|(ends, _)| ends[wanted] == end);
                other.map_or(NONE, |own| room.fan[own])
            };
            let own = room.fan[n];
            // Across from `from` lies the edge (to, corner), which the next one of the fan has.
            self.triangles[own as usize] = Triangle {
                corners: [from, to, corner],
                across: [find(0, to), find(1, from), beyond],
            };
            let other = &mut self.triangles[beyond as usize];
            for k in 0..3 {
                if other.corners[(k + 1) % 3] == to && other.corners[(k + 2) % 3] == from {
                    other.across[k] = own;
                }
            }
        }
        room.fan.first().copied().unwrap_or(first)
    }

    /// Whether a triangle faces a point outside of it.
    fn sees(&self, place: Place, triangle: u32) -> bool {
        let [a, b, c] = self.triangles[triangle as usize]
            .corners
            .map(|own| self.places[own as usize]);
        let [u, v, w] = [minus(b, a), minus(c, a), minus(place, a)];
        volume(u, v, w) > 0.0
    }

    fn prepare_cells(&mut self) {
        let mut at = 0;
        for n in 0..6 * CELLS * CELLS {
            at = self.walk(middle(n), at, self.triangles.len());
            self.cells.push(at);
        }
    }
}

/// What an insertion works with.
#[derive(Default)]
struct Insertion {
    open: Vec<u32>,
    seen: Vec<u32>,
    edge: Vec<([u32; 2], u32)>,
    fan: Vec<u32>,
}

/// The cell of a direction: a face of a cube, and a place on it.
fn cell(place: Place) -> usize {
    let size = place.map(f64::abs);
    let axis = (0..3).fold(0, |best, n| if size[n] > size[best] { n } else { best });
    let face = 2 * axis + usize::from(place[axis] < 0.0);
    let along = |own: f64| {
        let own = 0.5 + 0.5 * own / size[axis].max(f64::MIN_POSITIVE);
        ((own * CELLS as f64) as usize).min(CELLS - 1)
    };
    let [one, other] = [place[(axis + 1) % 3], place[(axis + 2) % 3]];
    (face * CELLS + along(one)) * CELLS + along(other)
}

/// The middle of a cell, as a direction.
fn middle(cell: usize) -> Place {
    let along = |own: usize| (2.0 * own as f64 + 1.0) / CELLS as f64 - 1.0;
    let (face, one, other) = (cell / CELLS / CELLS, cell / CELLS % CELLS, cell % CELLS);
    let axis = face / 2;
    let mut place = [0.0; 3];
    place[axis] = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
    place[(axis + 1) % 3] = along(one);
    place[(axis + 2) % 3] = along(other);
    unit(place)
}

/// Moved aside a little, left as right.
fn aside([x, y, z]: Place) -> Place {
    let coarse = |own: f64| (own * 1e4).round() as i64 as u64;
    let seed = coarse(x).rotate_left(42) ^ coarse(y.abs()).rotate_left(21) ^ coarse(z);
    let mut rng = Rng::new(seed);
    let [a, b, c] = [rng.signed(), rng.signed(), rng.signed()].map(|own| ASIDE * own);
    // What lies in the middle stays there, rounded or not.
    let side = if y.abs() < 1e-9 { 0.0 } else { y.signum() };
    unit([x + a, y + side * b, z + c])
}

pub(super) fn unit(place: Place) -> Place {
    let length = place.iter().map(|own| own * own).sum::<f64>().sqrt();
    place.map(|own| own / length)
}

fn minus(a: Place, b: Place) -> Place {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn distance(a: Place, b: Place) -> f64 {
    minus(a, b).iter().map(|own| own * own).sum::<f64>().sqrt()
}

/// Of the box that three vectors span.
fn volume(a: Place, b: Place, c: Place) -> f64 {
    a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

#[cfg(test)]
mod tests {
    use super::super::towards;
    use super::*;

    fn anywhere(rng: &mut Rng) -> Place {
        unit([rng.signed(), rng.signed(), rng.signed()])
    }

    /// Of grids, rings, random and doubled directions: Euler's number of triangles (2·corners - 4),
    /// neighbours that know each other, no corner outside a triangle's circle, and shares that give the
    /// direction back.
    #[test]
    fn every_direction_lies_in_one_triangle() {
        let grid = |step: usize, up: i32| -> Vec<Place> {
            let ring = (0..360).step_by(step);
            let each = |a: usize| {
                (-up..=up)
                    .step_by(step)
                    .map(move |e| towards(a as f64, f64::from(e)))
            };
            ring.flat_map(each).collect()
        };
        let mut rng = Rng::new(3);
        let random: Vec<Place> = (0..3000).map(|_| anywhere(&mut rng)).collect();
        let sets = [
            Vec::new(),
            vec![towards(10.0, 20.0); 5],
            grid(15, 0),
            grid(5, 45),
            grid(10, 90),
            random,
        ];
        for directions in sets {
            let all = Around::new(&directions);
            let corners = all.places.len();
            assert_eq!(all.triangles.len(), 2 * corners - 4);
            for (n, own) in all.triangles.iter().enumerate() {
                for k in 0..3 {
                    let other = &all.triangles[own.across[k] as usize];
                    assert!(other.across.contains(&(n as u32)));
                    assert!(other.corners.contains(&own.corners[(k + 1) % 3]));
                    let opposite = other.corners.iter().find(|c| !own.corners.contains(c));
                    let place = all.places[*opposite.unwrap() as usize];
                    let [a, b, c] = own.corners.map(|own| all.places[own as usize]);
                    let above = volume(minus(b, a), minus(c, a), minus(place, a));
                    assert!(above < 1e-12, "{above}");
                }
            }
            for _ in 0..2000 {
                let place = anywhere(&mut rng);
                let shares = all.shares(place);
                let sum = shares.iter().fold([0.0; 3], |sum, (corner, share)| {
                    let own = all.places[*corner];
                    [0, 1, 2].map(|n| sum[n] + share * own[n])
                });
                assert!(distance(unit(sum), place) < 1e-9, "{place:?} {shares:?}");
            }
            for (n, place) in directions.iter().enumerate() {
                let shares = all.shares(*place);
                let most = shares.iter().map(|own| own.1).fold(0.0, f64::max);
                assert!(most > 0.99, "{n} {shares:?}");
            }
        }
    }

    /// What is measured twice counts once, as it came first.
    #[test]
    fn of_doubles_the_first_counts() {
        let own = [towards(0.0, 0.0), towards(40.0, 0.0), towards(40.0, 0.0)];
        let all = Around::new(&own);
        assert_eq!(all.places().len(), 7);
        let owners = [0, 1, 6].map(|own| all.owner(own));
        assert_eq!(owners, [Some(0), None, Some(1)]);
    }
}
