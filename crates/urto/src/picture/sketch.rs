//! A form at rest, and how it is put together.

use super::Vector;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A form at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// Its points \[m\].
    pub points: Vec<Vector>,
    /// Lines between two points: its outline.
    pub edges: Vec<[u32; 2]>,
    /// Its surface, corners against the clock for who looks from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Places on it that lie evenly along the line of its positions, from 0 to 1 \[m\]; none where
    /// that is not known.
    pub line: Vec<Vector>,
    /// Of each point, the position from 0 to 1 at which the body sounds most like there; none where
    /// that is not known.
    pub positions: Vec<f64>,
}

impl Sketch {
    /// A place on its surface by chance, of three numbers from 0 to 1; where it has none, in the box
    /// around it.
    pub fn somewhere(&self, [which, a, b]: Vector) -> Vector {
        let count = self.triangles.len();
        if count == 0 {
            let [low, high] = self.ends();
            let luck = [which, a, b];
            return [0, 1, 2].map(|axis| low[axis] + luck[axis] * (high[axis] - low[axis]));
        }
        let own = self.triangles[((which * count as f64) as usize).min(count - 1)];
        let corner = |n: usize| self.points[own[n] as usize];
        // Evenly in the triangle.
        let root = a.clamp(0.0, 1.0).sqrt();
        let shares = [1.0 - root, root * (1.0 - b), root * b];
        [0, 1, 2].map(|axis| (0..3).map(|n| shares[n] * corner(n)[axis]).sum())
    }

    /// The lowest and the highest of its points along each axis.
    pub fn ends(&self) -> [Vector; 2] {
        let none = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
        let ends = self.points.iter().fold(none, |[low, high], at| {
            [
                [0, 1, 2].map(|axis| low[axis].min(at[axis])),
                [0, 1, 2].map(|axis| high[axis].max(at[axis])),
            ]
        });
        match self.points.is_empty() {
            true => [[0.0; 3]; 2],
            false => ends,
        }
    }

    /// A square that lies flat around the middle.
    pub fn square(side: f64) -> Self {
        let half = 0.5 * side;
        let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
        Self {
            points: corners.map(|[x, y]| [x, y, 0.0]).to_vec(),
            edges: (0..4).map(|n| [n, (n + 1) % 4]).collect(),
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            ..Self::default()
        }
    }

    /// The same points with these triangles, less those that have no area, and with the edges on
    /// which only one of them lies.
    pub fn of_triangles(mut self, corners: impl Iterator<Item = [usize; 3]>) -> Self {
        let mut seen = HashSet::new();
        let mut edges: HashMap<[u32; 2], usize> = HashMap::new();
        for own in corners {
            let [a, b, c] = own.map(|corner| corner as u32);
            let mut sorted = [a, b, c];
            sorted.sort_unstable();
            if a == b || b == c || c == a || !seen.insert(sorted) {
                continue;
            }
            self.triangles.push([a, b, c]);
            for [from, to] in [[a, b], [b, c], [c, a]] {
                *edges.entry([from.min(to), from.max(to)]).or_default() += 1;
            }
        }
        let lone = edges.into_iter().filter(|(_, count)| *count == 1);
        self.edges.extend(lone.map(|(edge, _)| edge));
        self.edges.sort_unstable();
        self
    }

    /// A line of points.
    pub fn line(points: Vec<Vector>) -> Self {
        let next = |n: usize| [n as u32 - 1, n as u32];
        Self {
            edges: (1..points.len()).map(next).collect(),
            points,
            ..Self::default()
        }
    }

    /// Rows of points, each as long as the others, with a skin between them; `closed` where the end
    /// of each row meets its start. The first and the last row are edges, and so are the ends.
    pub fn skin(points: Vec<Vector>, row: usize, closed: bool) -> Self {
        let rows = points.len() / row.max(1);
        let steps = if closed { row } else { row - 1 };
        let at = |m: usize, n: usize| (m * row + n % row) as u32;
        let (mut edges, mut triangles) = (Vec::new(), Vec::new());
        for n in 0..steps {
            edges.push([at(0, n), at(0, n + 1)]);
            edges.push([at(rows - 1, n), at(rows - 1, n + 1)]);
        }
        for m in 1..rows {
            if !closed {
                edges.push([at(m - 1, 0), at(m, 0)]);
                edges.push([at(m - 1, row - 1), at(m, row - 1)]);
            }
            for n in 0..steps {
                let [a, b] = [at(m - 1, n), at(m - 1, n + 1)];
                let [c, d] = [at(m, n), at(m, n + 1)];
                triangles.extend([[a, b, d], [a, d, c]]);
            }
        }
        Self {
            points,
            edges,
            triangles,
            ..Self::default()
        }
    }

    /// Closes a row of a skin with a point in its middle.
    pub fn capped(mut self, first: usize, row: usize, middle: Vector) -> Self {
        let centre = self.points.len() as u32;
        self.points.push(middle);
        for n in 0..row {
            let [a, b] = [first + n, first + (n + 1) % row].map(|n| n as u32);
            self.triangles.push([a, b, centre]);
        }
        self
    }
}

/// Which vertices to keep so that there are no more than N, and for each vertex the number of
/// the kept one that stands for it: the first in its cell of a grid that faces the same way, by the
/// normals, so that the two faces of a thin wall do not become one. The outermost ones are kept, so
/// that the box around all stays as it is: places are told as shares of it.
pub fn thinned(vertices: &[Vector], normals: &[Vector], most: usize) -> (Vec<usize>, Vec<usize>) {
    if vertices.len() <= most {
        let all: Vec<usize> = (0..vertices.len()).collect();
        return (all.clone(), all);
    }
    let reach = |axis: usize| {
        let places = vertices.iter().map(|own| own[axis]);
        let [low, high] = places.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| {
            [low.min(at), high.max(at)]
        });
        [low, high - low]
    };
    let reaches = [0, 1, 2].map(reach);
    let longest = reaches.iter().map(|own| own[1]).fold(1e-12, f64::max);
    let ends = (0..3).flat_map(|axis| {
        let [low, reach] = reaches[axis];
        [low, low + reach].map(|end| {
            let apart = |own: &Vector| (own[axis] - end).abs();
            let near = |a: &usize, b: &usize| apart(&vertices[*a]).total_cmp(&apart(&vertices[*b]));
            (0..vertices.len()).min_by(near).unwrap_or(0)
        })
    });
    let ends: BTreeSet<usize> = ends.collect();
    // Finer and finer, as long as it fits; one cell always does.
    let gather = |cells: usize| {
        let cell = |index: usize| {
            let place = [0, 1, 2].map(|axis| {
                let share = (vertices[index][axis] - reaches[axis][0]) / longest;
                (share * cells as f64) as i64
            });
            (place, normals.get(index).copied().map(side))
        };
        let mut known: HashMap<_, usize> = HashMap::new();
        let (mut kept, mut numbers): (Vec<usize>, _) = (ends.iter().copied().collect(), Vec::new());
        for (number, end) in ends.iter().enumerate() {
            known.entry(cell(*end)).or_insert(number);
        }
        for index in 0..vertices.len() {
            let own = kept[..ends.len()].iter().position(|end| *end == index);
            let number = own.unwrap_or_else(|| {
                *known.entry(cell(index)).or_insert_with(|| {
                    kept.push(index);
                    kept.len() - 1
                })
            });
            numbers.push(number);
        }
        (kept, numbers)
    };
    let mut best = (vec![0], vec![0; vertices.len()]);
    for cells in 1..=most {
        let next = gather(cells);
        if next.0.len() > most {
            break;
        }
        best = next;
    }
    best
}

/// The side of a cube that a direction points to most: an axis, and whether it goes up that.
fn side(way: Vector) -> (usize, bool) {
    let mut most = 0;
    for axis in [1, 2] {
        if way[axis].abs() > way[most].abs() {
            most = axis;
        }
    }
    (most, way[most] > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two faces of a sheet, nearer to each other than the cells of the grid are large.
    #[test]
    fn faces_of_a_thin_wall_stay_apart() {
        let place = |n: usize| [(n % 40) as f64 / 39.0, (n / 40 % 40) as f64 / 39.0, 0.01];
        let under = |n: usize| n >= 1600;
        let vertices: Vec<Vector> = (0..3200)
            .map(|n| [place(n)[0], place(n)[1], if under(n) { 0.0 } else { 0.01 }])
            .collect();
        let normals: Vec<Vector> = (0..3200)
            .map(|n| [0.0, 0.0, if under(n) { -1.0 } else { 1.0 }])
            .collect();
        let (kept, numbers) = thinned(&vertices, &normals, 512);
        assert!((200..=512).contains(&kept.len()), "{}", kept.len());
        for (index, number) in numbers.iter().enumerate() {
            assert_eq!(under(index), under(kept[*number]), "{index}");
        }
    }

    #[test]
    fn a_fine_surface_is_thinned_and_keeps_its_reach() {
        let place = |n: usize| [(n % 60) as f64 / 59.0, (n / 60) as f64 / 59.0, 0.0];
        let vertices: Vec<Vector> = (0..3600).map(place).collect();
        let (kept, numbers) = thinned(&vertices, &[], 512);
        assert!((200..=512).contains(&kept.len()), "{}", kept.len());
        for end in [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]] {
            assert!(kept.iter().any(|own| vertices[*own] == end), "{end:?}");
        }
        for (vertex, number) in vertices.iter().zip(&numbers) {
            let near = vertices[kept[*number]];
            assert!((vertex[0] - near[0]).abs() < 0.1 && (vertex[1] - near[1]).abs() < 0.1);
        }
        let corner = |m: usize, n: usize| m * 60 + n;
        let cells = (0..59 * 59).map(|cell| (cell / 59, cell % 59));
        let triangles = cells.flat_map(|(m, n)| {
            let [a, b, c, d] = [
                corner(m, n),
                corner(m, n + 1),
                corner(m + 1, n),
                corner(m + 1, n + 1),
            ];
            [[a, b, d], [a, d, c]]
        });
        let triangles = triangles.map(|own| own.map(|corner| numbers[corner]));
        let sketch = Sketch {
            points: kept.iter().map(|own| vertices[*own]).collect(),
            ..Sketch::default()
        };
        let sketch = sketch.of_triangles(triangles);
        assert!(sketch.triangles.len() > kept.len());
        // Its outline is still one line around.
        let mut ends = vec![0; kept.len()];
        for [a, b] in &sketch.edges {
            ends[*a as usize] += 1;
            ends[*b as usize] += 1;
        }
        assert!(ends.iter().all(|count| *count == 0 || *count == 2));
        assert!(thinned(&vertices[..10], &[], 512).0.len() == 10);
    }
}
