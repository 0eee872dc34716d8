//! The closed surface of a body, as triangles that see the air.

use super::error::RadiationError;
use super::vector::{Vec3, add, cross, dot, length, scale, sub};
use std::collections::HashMap;

/// A closed surface: counterclockwise triangles as seen from the air.
#[derive(Clone, Debug)]
pub struct Surface {
    vertices: Vec<Vec3>,
    triangles: Vec<[usize; 3]>,
    panels: Vec<Panel>,
}

/// What is known of one triangle.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    pub corners: [Vec3; 3],
    /// Out of the body.
    pub normal: Vec3,
    pub area: f64,
    pub centre: Vec3,
    pub longest_edge: f64,
    /// Gradient of each corner's hat × normal: the opposite edge over twice the area \[1/m\].
    pub curls: [Vec3; 3],
    /// Gradient of each corner's hat \[1/m\].
    pub gradients: [Vec3; 3],
}

impl Surface {
    /// Checks that the triangles close a body (or several) and face outwards.
    ///
    /// # Errors
    /// Says which triangle or edge is at fault.
    pub fn new(vertices: Vec<Vec3>, triangles: Vec<[usize; 3]>) -> Result<Self, RadiationError> {
        if triangles.len() < 4 {
            return Err(RadiationError::TooFew(triangles.len()));
        }
        if let Some(at) = vertices
            .iter()
            .position(|v| v.iter().any(|x| !x.is_finite()))
        {
            return Err(RadiationError::NotFinite(at));
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&corner| corner >= vertices.len()) {
                return Err(RadiationError::Vertex {
                    triangle,
                    vertex,
                    vertices: vertices.len(),
                });
            }
        }
        let mut is_used = vec![false; vertices.len()];
        for &vertex in triangles.iter().flatten() {
            is_used[vertex] = true;
        }
        if let Some(at) = is_used.iter().position(|used| !used) {
            return Err(RadiationError::Unused(at));
        }
        check_closed(&triangles)?;
        let panels = (triangles.iter().enumerate())
            .map(|(at, corners)| {
                Panel::new(corners.map(|v| vertices[v])).ok_or(RadiationError::Flat(at))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let surface = Self {
            vertices,
            triangles,
            panels,
        };
        if surface.volume() <= 0.0 {
            return Err(RadiationError::InsideOut);
        }
        Ok(surface)
    }

    /// Where the vertices are \[m\].
    #[must_use]
    pub fn vertices(&self) -> &[Vec3] {
        &self.vertices
    }

    /// The vertices of each triangle.
    #[must_use]
    pub fn triangles(&self) -> &[[usize; 3]] {
        &self.triangles
    }

    pub(super) fn panels(&self) -> &[Panel] {
        &self.panels
    }

    /// Volume inside \[m³\].
    #[must_use]
    pub fn volume(&self) -> f64 {
        // Measured from a vertex, so that a body far from the origin loses no digits.
        let from = self.vertices[0];
        (self.panels.iter())
            .map(|panel| panel.area * dot(sub(panel.centre, from), panel.normal) / 3.0)
            .sum()
    }

    /// Area of all triangles \[m²\].
    #[must_use]
    pub fn area(&self) -> f64 {
        self.panels.iter().map(|panel| panel.area).sum()
    }

    /// The middle of the box around the body \[m\].
    #[must_use]
    pub fn centre(&self) -> Vec3 {
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        for vertex in &self.vertices {
            for axis in 0..3 {
                low[axis] = low[axis].min(vertex[axis]);
                high[axis] = high[axis].max(vertex[axis]);
            }
        }
        scale(add(low, high), 0.5)
    }

    /// Distance from the centre to the furthest vertex \[m\].
    #[must_use]
    pub fn radius(&self) -> f64 {
        let centre = self.centre();
        (self.vertices.iter())
            .map(|&vertex| length(sub(vertex, centre)))
            .fold(0.0, f64::max)
    }

    /// How wide a cell is \[m\], a square cut into two triangles: the side of a square with twice a
    /// triangle's area or, where a triangle is longer, its longest edge over √2; the mean over the
    /// area, so that slivers at an edge do not count.
    #[must_use]
    pub fn cell(&self) -> f64 {
        let sum: f64 = (self.panels.iter())
            .map(|panel| {
                let side = (2.0 * panel.area).sqrt();
                let diagonal = panel.longest_edge * std::f64::consts::FRAC_1_SQRT_2;
                panel.area * side.max(diagonal)
            })
            .sum();
        sum / self.area()
    }
}

/// Each directed edge once, and its opposite once.
fn check_closed(triangles: &[[usize; 3]]) -> Result<(), RadiationError> {
    let mut edges: HashMap<(usize, usize), usize> = HashMap::new();
    let all = || {
        (triangles.iter()).flat_map(|corners| (0..3).map(|e| (corners[e], corners[(e + 1) % 3])))
    };
    for edge in all() {
        *edges.entry(edge).or_default() += 1;
    }
    for (a, b) in all() {
        if a == b || edges[&(a, b)] != 1 || !edges.contains_key(&(b, a)) {
            return Err(RadiationError::Open(a, b));
        }
    }
    Ok(())
}

impl Panel {
    /// `None` when the corners give no direction.
    fn new(corners: [Vec3; 3]) -> Option<Self> {
        let edges = [0, 1, 2].map(|a| sub(corners[(a + 2) % 3], corners[(a + 1) % 3]));
        let longest_edge = edges.map(length).into_iter().fold(0.0, f64::max);
        let turn = cross(edges[2], scale(edges[1], -1.0));
        let twice = length(turn);
        // Below this the normal is rounding: a height of 1e-9 of the length.
        if twice <= 1e-9 * longest_edge * longest_edge || twice < f64::MIN_POSITIVE {
            return None;
        }
        let normal = scale(turn, 1.0 / twice);
        let curls = edges.map(|edge| scale(edge, 1.0 / twice));
        Some(Self {
            corners,
            normal,
            area: 0.5 * twice,
            centre: scale(add(add(corners[0], corners[1]), corners[2]), 1.0 / 3.0),
            longest_edge,
            curls,
            // g × n = c and g ⊥ n give g = n × c.
            gradients: curls.map(|curl| cross(normal, curl)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron() -> (Vec<Vec3>, Vec<[usize; 3]>) {
        (
            vec![
                [0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
            ],
            vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
        )
    }

    #[test]
    fn a_tetrahedron_is_measured() {
        let (vertices, triangles) = tetrahedron();
        let surface = Surface::new(vertices, triangles).unwrap();
        assert!((surface.volume() - 1.0 / 6.0).abs() < 1e-15);
        assert!((surface.area() - (1.5 + 3.0_f64.sqrt() / 2.0)).abs() < 1e-15);
        for panel in surface.panels() {
            for a in 0..3 {
                // A hat falls from 1 to 0 along an edge.
                let edge = sub(panel.corners[a], panel.corners[(a + 1) % 3]);
                assert!((dot(panel.gradients[a], edge) - 1.0).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn faults_are_named() {
        let (vertices, triangles) = tetrahedron();
        let mut open = triangles.clone();
        open[3] = [1, 3, 2];
        assert!(matches!(
            Surface::new(vertices.clone(), open),
            Err(RadiationError::Open(..))
        ));
        let inside_out = triangles.iter().map(|t| [t[0], t[2], t[1]]).collect();
        assert!(matches!(
            Surface::new(vertices.clone(), inside_out),
            Err(RadiationError::InsideOut)
        ));
        let mut flat = vertices;
        flat[3] = [0.5, 0.5, 0.0];
        assert!(matches!(
            Surface::new(flat, triangles),
            Err(RadiationError::Flat(..))
        ));
    }
}
