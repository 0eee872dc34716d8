//! Evening out a coarsened surface: edges turned, vertices moved within the surface.
//!
//! Uneven cells on the two sides of a plate would not cancel each other's errors, and a mode that
//! itself nearly cancels (a plate's first) would be heard through them.

use super::coarsen::Coarsening;
use super::hold::SHARP_COSINE;
use super::vector::{Vec3, add, cross, dot, length, scale, sub};

/// Rounds of turning and moving; after these little moves.
const ROUNDS: usize = 8;

/// How a vertex may move.
enum Freedom {
    /// Within the surface, square to this normal.
    Face(Vec3),
    /// Along a sharp edge, between these two neighbours.
    Edge([usize; 2]),
    /// A corner.
    None,
}

impl Coarsening<'_> {
    pub(super) fn relax(&mut self) {
        for _ in 0..ROUNDS {
            self.turn_edges();
            for vertex in 0..self.vertices.len() {
                if !self.around[vertex].is_empty() {
                    self.move_vertex(vertex);
                }
            }
        }
    }

    fn corners_of(&self, triangle: usize) -> [Vec3; 3] {
        self.triangles[triangle].map_or([[0.0; 3]; 3], |corners| {
            corners.map(|vertex| self.vertices[vertex])
        })
    }

    fn normal_of(&self, triangle: usize) -> Vec3 {
        let turn = turn(&self.corners_of(triangle));
        scale(turn, 1.0 / length(turn))
    }

    /// The two triangles at an edge.
    fn beside(&self, a: usize, b: usize) -> Option<[usize; 2]> {
        let mut both = (self.around[a].iter().copied())
            .filter(|&triangle| self.triangles[triangle].is_some_and(|t| t.contains(&b)));
        Some([both.next()?, both.next()?])
    }

    fn freedom(&self, vertex: usize) -> Freedom {
        let sharp: Vec<usize> = (self.neighbours(vertex).into_iter())
            .filter(|&neighbour| {
                self.beside(vertex, neighbour).is_none_or(|[one, other]| {
                    dot(self.normal_of(one), self.normal_of(other)) < SHARP_COSINE
                })
            })
            .collect();
        match sharp[..] {
            [] => {
                let sum = (self.around[vertex].iter())
                    .fold([0.0; 3], |sum, &t| add(sum, turn(&self.corners_of(t))));
                Freedom::Face(scale(sum, 1.0 / length(sum)))
            }
            [one, other] => {
                let here = self.vertices[vertex];
                let (u, v) = (
                    sub(self.vertices[one], here),
                    sub(self.vertices[other], here),
                );
                // A bend in the edge is a corner.
                if dot(u, v) < -SHARP_COSINE * length(u) * length(v) {
                    Freedom::Edge([one, other])
                } else {
                    Freedom::None
                }
            }
            _ => Freedom::None,
        }
    }

    /// To the middle of its triangles or of its edge, if no triangle gets worse than the worst.
    fn move_vertex(&mut self, vertex: usize) {
        let here = self.vertices[vertex];
        let place = match self.freedom(vertex) {
            Freedom::None => return,
            Freedom::Edge([one, other]) => {
                // On the straight line along the edge through where it is.
                let along = sub(self.vertices[other], self.vertices[one]);
                let middle = scale(add(self.vertices[one], self.vertices[other]), 0.5);
                let share = dot(sub(middle, here), along) / dot(along, along);
                add(here, scale(along, share))
            }
            Freedom::Face(normal) => {
                let (mut sum, mut weight) = ([0.0; 3], 0.0);
                for &triangle in &self.around[vertex] {
                    let corners = self.corners_of(triangle);
                    let area = length(turn(&corners));
                    let middle = add(add(corners[0], corners[1]), corners[2]);
                    sum = add(sum, scale(middle, area / 3.0));
                    weight += area;
                }
                let step = sub(scale(sum, 1.0 / weight), here);
                add(here, sub(step, scale(normal, dot(step, normal))))
            }
        };
        let limit = self.limits[vertex];
        let (mut worst_before, mut worst_after) = (f64::INFINITY, f64::INFINITY);
        for &triangle in &self.around[vertex] {
            let Some(corners) = self.triangles[triangle] else {
                continue;
            };
            let before = self.corners_of(triangle);
            let after = corners.map(|v| if v == vertex { place } else { self.vertices[v] });
            if !self.may_become(&before, &after, limit) || !self.keeps_wall(&after, limit) {
                return;
            }
            worst_before = worst_before.min(shape(&before));
            worst_after = worst_after.min(shape(&after));
        }
        if worst_after >= 0.9 * worst_before {
            self.vertices[vertex] = place;
        }
    }

    /// Turns the common edge of two triangles where that makes the worse of them better.
    fn turn_edges(&mut self) {
        for a in 0..self.vertices.len() {
            for b in self.neighbours(a) {
                if a < b {
                    self.turn_edge(a, b);
                }
            }
        }
    }

    fn turn_edge(&mut self, a: usize, b: usize) {
        let Some([one, other]) = self.beside(a, b) else {
            return;
        };
        let opposite = |triangle: usize| {
            (self.triangles[triangle].into_iter().flatten()).find(|&v| v != a && v != b)
        };
        let (Some(c), Some(d)) = (opposite(one), opposite(other)) else {
            return;
        };
        // Each vertex keeps three triangles, and no edge comes twice.
        if self.neighbours(c).contains(&d) || self.around[a].len() < 4 || self.around[b].len() < 4 {
            return;
        }
        let normals = [self.normal_of(one), self.normal_of(other)];
        if dot(normals[0], normals[1]) < SHARP_COSINE {
            return;
        }
        // `one` is a, b, c in its own sense of turning, or b, a, c.
        let is_forward =
            self.triangles[one].is_some_and(|t| (0..3).any(|e| t[e] == a && t[(e + 1) % 3] == b));
        let (from, to) = if is_forward { (a, b) } else { (b, a) };
        let new = [[from, d, c], [d, to, c]];
        let places = new.map(|corners| corners.map(|vertex| self.vertices[vertex]));
        let before = [one, other].map(|triangle| shape(&self.corners_of(triangle)));
        let after = places.map(|corners| shape(&corners));
        let limit = [a, b, c, d]
            .into_iter()
            .map(|v| self.limits[v])
            .fold(f64::INFINITY, f64::min);
        let is_better = after[0].min(after[1]) > 1.01 * before[0].min(before[1]);
        let keeps_facing = places.iter().all(|corners| {
            let turn = turn(corners);
            normals
                .iter()
                .all(|&normal| dot(turn, normal) > SHARP_COSINE * length(turn))
        });
        if !is_better
            || !keeps_facing
            || !places.iter().all(|corners| self.keeps_wall(corners, limit))
        {
            return;
        }
        self.triangles[one] = Some(new[0]);
        self.triangles[other] = Some(new[1]);
        self.around[to].retain(|&triangle| triangle != one);
        self.around[from].retain(|&triangle| triangle != other);
        self.around[d].push(one);
        self.around[c].push(other);
    }
}

fn turn(t: &[Vec3; 3]) -> Vec3 {
    cross(sub(t[1], t[0]), sub(t[2], t[0]))
}

/// 1 for an equilateral triangle, 0 for a needle: area against squared edges.
fn shape(corners: &[Vec3; 3]) -> f64 {
    let squares: f64 = (0..3)
        .map(|e| {
            let edge = sub(corners[(e + 1) % 3], corners[e]);
            dot(edge, edge)
        })
        .sum();
    2.0 * 3.0_f64.sqrt() * length(turn(corners)) / squares
}
