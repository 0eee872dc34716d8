//! Bodies to test with, meshed directly.

use std::collections::HashMap;
use urto::math::sin;
use urto_fem::radiation::{Surface, Vec3};

/// Vertices that are found again by their place.
#[derive(Default)]
struct Builder {
    vertices: Vec<Vec3>,
    known: HashMap<[i64; 3], usize>,
    triangles: Vec<[usize; 3]>,
}

impl Builder {
    fn vertex(&mut self, place: Vec3) -> usize {
        // Places are alike to a nanometre.
        let key = place.map(|x| (x * 1e9).round() as i64);
        let next = self.vertices.len();
        let at = *self.known.entry(key).or_insert(next);
        if at == next {
            self.vertices.push(place);
        }
        at
    }

    fn surface(self) -> Surface {
        Surface::new(self.vertices, self.triangles).expect("a closed body")
    }
}

/// A sphere of 20·cuts² flat triangles that holds as much as the round one.
///
/// With its vertices on the round one it would be smaller, and at ka = 10 and 980 triangles the
/// phase alone 4 % off.
pub fn sphere(radius: f64, cuts: usize) -> Surface {
    let inscribed = icosphere(1.0, cuts);
    let round = 4.0 / 3.0 * std::f64::consts::PI;
    icosphere(
        radius * urto::math::pow(round / inscribed.volume(), 1.0 / 3.0),
        cuts,
    )
}

/// An icosahedron with each edge cut into `cuts` parts, its vertices moved to the sphere.
fn icosphere(radius: f64, cuts: usize) -> Surface {
    let t = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let corners = [
        [-1.0, t, 0.0],
        [1.0, t, 0.0],
        [-1.0, -t, 0.0],
        [1.0, -t, 0.0],
        [0.0, -1.0, t],
        [0.0, 1.0, t],
        [0.0, -1.0, -t],
        [0.0, 1.0, -t],
        [t, 0.0, -1.0],
        [t, 0.0, 1.0],
        [-t, 0.0, -1.0],
        [-t, 0.0, 1.0],
    ];
    let faces = [
        [0, 11, 5],
        [0, 5, 1],
        [0, 1, 7],
        [0, 7, 10],
        [0, 10, 11],
        [1, 5, 9],
        [5, 11, 4],
        [11, 10, 2],
        [10, 7, 6],
        [7, 1, 8],
        [3, 9, 4],
        [3, 4, 2],
        [3, 2, 6],
        [3, 6, 8],
        [3, 8, 9],
        [4, 9, 5],
        [2, 4, 11],
        [6, 2, 10],
        [8, 6, 7],
        [9, 8, 1],
    ];
    let mut builder = Builder::default();
    for face in faces {
        let [a, b, c] = face.map(|corner: usize| corners[corner]);
        let mut at = |i: usize, j: usize| {
            let shares = [cuts - i - j, i, j].map(|n| n as f64);
            let place = [0, 1, 2].map(|x| a[x] * shares[0] + b[x] * shares[1] + c[x] * shares[2]);
            let size = place.iter().map(|x| x * x).sum::<f64>().sqrt();
            builder.vertex(place.map(|x| x * radius / size))
        };
        let mut cells = Vec::new();
        for i in 0..cuts {
            for j in 0..cuts - i {
                cells.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
                if i + j + 1 < cuts {
                    cells.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
                }
            }
        }
        builder.triangles.extend(cells);
    }
    builder.surface()
}

/// A box around the origin with so many cells along each edge, of two triangles each. `grading`
/// from 0 (even cells) to 1 draws them towards the edges, where the pressure changes fast.
pub fn block(size: Vec3, cells: [usize; 3], grading: f64) -> Surface {
    let nodes = [0, 1, 2].map(|axis| {
        (0..=cells[axis])
            .map(|i| {
                let s = 2.0 * i as f64 / cells[axis] as f64 - 1.0;
                let drawn = (1.0 - grading) * s + grading * sin(std::f64::consts::FRAC_PI_2 * s);
                drawn * size[axis] / 2.0
            })
            .collect::<Vec<_>>()
    });
    let mut builder = Builder::default();
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for side in [-1.0, 1.0] {
            for i in 0..cells[u] {
                for j in 0..cells[v] {
                    let mut at = |i: usize, j: usize| {
                        let mut place = [0.0; 3];
                        place[axis] = side * size[axis] / 2.0;
                        place[u] = nodes[u][i];
                        place[v] = nodes[v][j];
                        builder.vertex(place)
                    };
                    let mut q = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                    if side < 0.0 {
                        q.reverse();
                    }
                    // The diagonals alternate, so that no direction is preferred.
                    let halves = if (i + j) % 2 == 0 {
                        [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]
                    } else {
                        [[q[0], q[1], q[3]], [q[1], q[2], q[3]]]
                    };
                    builder.triangles.extend(halves);
                }
            }
        }
    }
    builder.surface()
}

/// A body of revolution around z: the profile (radius, height) runs from axis to axis with the
/// body on its left, cut into pieces no longer than `cell`, and turned in `turns` steps.
pub fn turned(profile: &[[f64; 2]], cell: f64, turns: usize) -> Surface {
    let mut rings = vec![profile[0]];
    for ends in profile.windows(2) {
        let [from, to] = [ends[0], ends[1]];
        let (dr, dz) = (to[0] - from[0], to[1] - from[1]);
        let pieces = ((dr * dr + dz * dz).sqrt() / cell).ceil();
        for piece in 1..=pieces as usize {
            let share = piece as f64 / pieces;
            rings.push([from[0] + share * dr, from[1] + share * dz]);
        }
    }
    let mut builder = Builder::default();
    for ring in rings.windows(2) {
        for turn in 0..turns {
            let mut at = |ring: [f64; 2], turn: usize| {
                let angle = std::f64::consts::TAU * (turn % turns) as f64 / turns as f64;
                builder.vertex([
                    ring[0] * urto::math::cos(angle),
                    ring[0] * sin(angle),
                    ring[1],
                ])
            };
            let q = [
                at(ring[0], turn),
                at(ring[0], turn + 1),
                at(ring[1], turn + 1),
                at(ring[1], turn),
            ];
            for half in [[q[0], q[1], q[2]], [q[0], q[2], q[3]]] {
                // At the axis one half has no area.
                if half[0] != half[1] && half[1] != half[2] && half[2] != half[0] {
                    builder.triangles.push(half);
                }
            }
        }
    }
    builder.surface()
}

/// Directions spread evenly over the sphere (golden angle).
pub fn directions(count: usize) -> Vec<Vec3> {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    (0..count)
        .map(|i| {
            let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
            let s = (1.0 - z * z).sqrt();
            let angle = golden * i as f64;
            [s * urto::math::cos(angle), s * sin(angle), z]
        })
        .collect()
}

/// Relative distance of two complex fields in the mean.
pub fn distance(given: &[[f64; 2]], wanted: &[[f64; 2]]) -> f64 {
    let square = |z: [f64; 2]| z[0] * z[0] + z[1] * z[1];
    let off: f64 = (given.iter().zip(wanted))
        .map(|(g, w)| square([g[0] - w[0], g[1] - w[1]]))
        .sum();
    let all: f64 = wanted.iter().map(|&w| square(w)).sum();
    (off / all).sqrt()
}
