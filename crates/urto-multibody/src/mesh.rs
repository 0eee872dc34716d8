//! A body of the world from a body that was made of a mesh.

use crate::body::Body;
use crate::error::WorldError;
use crate::ring::Ringing;
use crate::vector::{Mat3, Vector, cross, difference, dot, scaled, sum};
use urto::object::Mode;
use urto_body::MeshBody;
use urto_body::scaled::Scale;

/// A body of the world, and where its centre of mass is in the mesh.
///
/// Its own frame has the axes of the mesh and the centre as its origin: a vertex is there at its
/// place in the mesh less the centre.
pub struct Weighed {
    /// Free and at rest at the origin.
    pub body: Body,
    /// In the mesh \[m\].
    pub centre: [f64; 3],
}

impl Body {
    /// A body from a mesh, which rings with its modes up to a frequency \[Hz\]; rigid if that is below
    /// all of them. Its mass is spread evenly within its surface, which must be closed.
    pub fn from_mesh(mesh: &MeshBody, highest: f64) -> Result<Weighed, WorldError> {
        let (centre, inertia) = spread(mesh).ok_or_else(|| WorldError::Inertia {
            name: mesh.name().to_owned(),
            why: "its surface does not enclose a volume",
        })?;
        let material = *mesh.material();
        let as_solved = Scale {
            size: 1.0,
            material,
            solved: material,
        };
        let modes: Vec<Mode> = mesh
            .modes()
            .map(|own| as_solved.mode(own.frequency, own.mass, own.radiated))
            .collect();
        let ringing = Ringing::new(mesh.name(), &modes, mesh.surface(), highest)?;
        let mut body = Body::rigid(mesh.name(), mesh.mass(), [1.0; 3]);
        body.inertia = inertia;
        body.ringing = (ringing.modes() > 0).then_some(ringing);
        Ok(Weighed { body, centre })
    }
}

/// Where the centre of mass of a closed mesh is.
pub(crate) fn centre(mesh: &MeshBody) -> Option<Vector> {
    spread(mesh).map(|(centre, _)| centre)
}

/// Centre of mass and moments about it: sums over the tetrahedra between each triangle and a corner
/// of the mesh, with their sign.
fn spread(mesh: &MeshBody) -> Option<(Vector, Mat3)> {
    let surface = mesh.surface();
    let vertices = surface.vertices();
    // Any place would do; one of the mesh keeps the tetrahedra small and their rounding too.
    let origin = *vertices.first()?;
    let mut volume = 0.0;
    let mut first = [0.0; 3];
    let mut second = [[0.0; 3]; 3];
    for corners in surface.corners() {
        let [a, b, c] = corners.map(|corner| difference(vertices[corner], origin));
        let own = dot(a, cross(b, c)) / 6.0;
        let all = sum(sum(a, b), c);
        volume += own;
        first = sum(first, scaled(all, own / 4.0));
        for row in 0..3 {
            for column in 0..3 {
                // The mean of x·y over a tetrahedron with a corner at the origin.
                let mut mean = all[row] * all[column];
                for corner in [a, b, c] {
                    mean += corner[row] * corner[column];
                }
                second[row][column] += own * mean / 20.0;
            }
        }
    }
    if !(volume > 0.0 && volume.is_finite()) {
        return None;
    }
    let centre = scaled(first, 1.0 / volume);
    let density = mesh.mass() / volume;
    for row in 0..3 {
        for column in 0..3 {
            second[row][column] -= volume * centre[row] * centre[column];
        }
    }
    let trace = second[0][0] + second[1][1] + second[2][2];
    let mut inertia = [[0.0; 3]; 3];
    for row in 0..3 {
        for column in 0..3 {
            let round = if row == column { trace } else { 0.0 };
            inertia[row][column] = density * (round - second[row][column]);
        }
    }
    Some((sum(centre, origin), inertia))
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::body::MaterialKind;
    use urto_body::MeshMode;

    /// A box of 3 x 2 x 1 cm away from the origin: centre and moments by the closed forms.
    #[test]
    fn a_box_has_the_moments_of_a_box() {
        let sides = [0.03, 0.02, 0.01];
        let corner = |k: usize| [0, 1, 2].map(|axis| 0.1 + sides[axis] * (k >> axis & 1) as f64);
        let vertices: Vec<Vector> = (0..8).map(corner).collect();
        let faces = [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
        ];
        let triangles: Vec<[usize; 3]> = faces
            .iter()
            .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
            .collect();
        let mode = |frequency| MeshMode {
            frequency,
            mass: 0.02,
            radiated: 0.0,
            air: None,
            shape: vec![[0.0, 0.0, 1.0]; 8],
        };
        let steel = MaterialKind::Steel.figures();
        let modes = vec![mode(3e3), mode(9e3)];
        let mesh = MeshBody::new("box", steel, 0.047, vertices, triangles, modes).unwrap();
        let Weighed { body, centre } = Body::from_mesh(&mesh, 5e3).unwrap();
        let wanted = Body::block("box", 0.047, sides);
        for row in 0..3 {
            assert!((centre[row] - 0.1 - 0.5 * sides[row]).abs() < 1e-15);
            for column in 0..3 {
                let off = body.inertia[row][column] - wanted.inertia[row][column];
                assert!(off.abs() < 1e-15, "{row} {column}: {off:e}");
            }
        }
        assert_eq!(body.ringing.unwrap().modes(), 1);
    }
}
