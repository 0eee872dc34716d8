//! A body from a surface: a mass at each point, a link along each edge.

use super::{Surface, bracing};
use crate::law::Spring;
use crate::model::{Mass, MassId, Model, ModelError, check};
use crate::vector::{dot, length, scaled};

/// Scales that are taken: a file in nanometres to one in light seconds.
const SCALES: [f64; 2] = [1e-9, 1e9];

/// Which points of a surface are held.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Held {
    /// None: it floats.
    #[default]
    Nothing,
    /// Those on one side of a plane, and on it.
    Below {
        /// The way up; any length but none.
        up: [f64; 3],
        /// How far up the plane is \[m\], after scaling.
        level: f64,
    },
}

impl Held {
    /// Points with z no greater than this \[m\], after scaling.
    pub fn below(z: f64) -> Self {
        Self::Below {
            up: [0.0, 0.0, 1.0],
            level: z,
        }
    }

    fn check(&self, prefix: &str) -> Result<(), ModelError> {
        if let Self::Below { up, level } = *self {
            let what = format!("the length of the way up, below which '{prefix}' is held,");
            check(&what, length(up), [1e-9, 1e9])?;
            check(
                &format!("the level at which '{prefix}' is held"),
                level,
                [-1e15, 1e15],
            )?;
        }
        Ok(())
    }

    fn holds(&self, point: [f64; 3]) -> bool {
        match *self {
            Self::Nothing => false,
            Self::Below { up, level } => dot(point, scaled(up, 1.0 / length(up))) <= level,
        }
    }
}

/// A body made from a surface: thin like a bell or a shell, or with [bracing](Self::bracing)
/// through its inside like a block.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceMesh {
    /// Its shape. Triangles without an area and points that belong to no other are left out;
    /// [`Surface::tidied`] tells how many those are.
    pub surface: Surface,
    /// Of the whole body \[kg\], held points included: each triangle has its share by area, and
    /// gives a third of it to each corner.
    pub mass: f64,
    /// Along each edge, once. Its length is that of the edge as placed; its own is not used.
    pub spring: Spring,
    /// Through the inside, so that the body keeps its thickness: from each point straight in,
    /// against the mean normal of the triangles around it (weighted by their angles there), to where
    /// that line first meets a triangle on the far side; the corner nearest to that place is the
    /// opposite point. Points whose line meets nothing (those of an open sheet) are not braced, and
    /// pairs that an edge joins already are not joined again. Lengths are as placed.
    pub bracing: Option<Spring>,
    /// What is held.
    pub hold: Held,
    /// Metres for each unit of the file: 0.001 where it was drawn in millimetres.
    pub scale: f64,
}

impl SurfaceMesh {
    /// Ten grams, floating, unbraced, drawn in metres.
    pub fn of(surface: Surface) -> Self {
        Self {
            surface,
            mass: 0.01,
            spring: Spring::default(),
            bracing: None,
            hold: Held::Nothing,
            scale: 1.0,
        }
    }

    /// Adds it to a model; names are the prefix and a number. Gives its masses in the order of the
    /// surface's points, without those left out: one for each point of the
    /// [tidied](Surface::tidied) surface. If a part is refused, nothing is added.
    pub fn build(&self, model: &mut Model, prefix: &str) -> Result<Vec<MassId>, ModelError> {
        model.all_or_nothing(|model| self.add_to(model, prefix))
    }

    fn add_to(&self, model: &mut Model, prefix: &str) -> Result<Vec<MassId>, ModelError> {
        self.check(prefix)?;
        let (mut surface, _) = self.surface.tidied();
        let count = surface.triangles.len() as f64;
        let what = format!("the number of triangles with an area in '{prefix}'");
        check(&what, count, [1.0, f64::from(u32::MAX)])?;
        for point in &mut surface.points {
            *point = scaled(*point, self.scale);
        }
        let mut masses = Vec::with_capacity(surface.points.len());
        for (n, (point, share)) in surface.points.iter().zip(shares(&surface)).enumerate() {
            let mut mass = Mass::at(*point)
                .of(self.mass * share)
                .named(format!("{prefix}.{n}"));
            if self.hold.holds(*point) {
                mass = mass.fixed();
            }
            masses.push(model.add(mass)?);
        }
        let edges = surface.edges();
        let braces = match self.bracing {
            Some(_) => bracing::opposite(&surface, &edges),
            None => Vec::new(),
        };
        let along = edges.into_iter().map(|ends| (ends, self.spring));
        let through = braces.into_iter().zip(self.bracing.into_iter().cycle());
        for (ends, spring) in along.chain(through) {
            let as_placed = Spring {
                length: None,
                ..spring
            };
            model.join(ends.map(|end| masses[end as usize]), as_placed)?;
        }
        Ok(masses)
    }

    fn check(&self, prefix: &str) -> Result<(), ModelError> {
        check(&format!("the scale of '{prefix}'"), self.scale, SCALES)?;
        self.hold.check(prefix)?;
        let last = self.surface.points.len() as f64 - 1.0;
        for corner in self.surface.triangles.iter().flatten() {
            let what = || format!("the number of a corner of a triangle of '{prefix}'");
            if f64::from(*corner) > last {
                check(&what(), f64::from(*corner), [0.0, last])?;
            }
        }
        Ok(())
    }
}

/// The share of each point in the area: one in all.
fn shares(surface: &Surface) -> Vec<f64> {
    let mut shares = vec![0.0; surface.points.len()];
    let mut whole = 0.0;
    for triangle in &surface.triangles {
        let area = surface.area(*triangle);
        whole += area;
        for corner in triangle {
            shares[*corner as usize] += area / 3.0;
        }
    }
    shares.iter().map(|own| own / whole).collect()
}
