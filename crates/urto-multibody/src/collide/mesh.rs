//! A body's surface of triangles, which may ring: what is smooth of it, and what is sharp.
//!
//! Law:    triangles that meet at less than 30 degrees are one smooth part, a patch; between patches
//!         are creases. A patch carries nodes (corners and middles of edges, with normals) on which
//!         smooth.rs lays a surface. Normals of corners are weighted as Max (1999) did, which is
//!         right on spheres and planes; middles of edges lie on the arc between both ends, which
//!         is right there too.
//! Step:   displaced corners move their triangles and the boxes above; nodes are placed when somebody looks
//!         at them, since few are looked at.
//!         A part whose corners lie within a 5000th of the mesh's size of a plane is made flat (flat.rs).
//! Limits: triangles of a curved patch should be about as long as wide: where they are slivers the
//!         patch is taken as its flat faces ([`Mesh::flat_patches`] counts these).

use super::feet::Feet;
use super::flat::flattened;
use super::shape::{Edge, ShapeError};
use super::topology::Topology;
use super::tree::Tree;
use super::vector::{Bounds, Vector, cross, difference, dot, length, plus, scaled, sum, unit};
use core::cell::Cell;
use urto_mesh::Surface;

/// A point of a patch with its normal.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    pub place: Vector,
    pub normal: Vector,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Patch {
    /// Nodes count up to here \[m\].
    pub reach: f64,
    pub smooth: bool,
    /// Flat where nothing displaces it.
    pub planar: bool,
}

/// A closed surface of triangles.
#[derive(Clone, Debug)]
pub struct Mesh {
    pub(crate) rest: Vec<Vector>,
    pub(crate) points: Vec<Vector>,
    pub(crate) topology: Topology,
    /// Flat normals of triangles, of length 1.
    pub(crate) normals: Vec<Vector>,
    pub(crate) patches: Vec<Patch>,
    /// Nodes, and when each was placed: see [`node`](Self::node).
    nodes: Vec<Cell<(Node, u64)>>,
    /// How often corners were displaced.
    displaced: u64,
    /// From where on the nodes near each corner's node are, and the end; and these nodes.
    pub(crate) starts: Vec<u32>,
    pub(crate) beside: Vec<u32>,
    /// Corners and edges that touch as such.
    pub(crate) sharp_points: Vec<bool>,
    pub(crate) sharp_edges: Vec<bool>,
    pub(crate) feet: Feet,
    pub(crate) tree: Tree,
    pub(crate) flexible: bool,
    /// How far the smooth surface may be from the flat one \[m\].
    pub(crate) bulge: f64,
    size: f64,
    radius: f64,
    /// The farthest that a corner went when it was last displaced \[m\].
    shake: f64,
    moved: Vec<u32>,
}

impl Mesh {
    /// A rigid body's surface; its points are seen from the centre of mass.
    pub fn rigid(surface: &Surface) -> Result<Self, ShapeError> {
        Self::new(surface, false)
    }

    /// The surface of a body that rings: [`Contacts::displace`](super::Contacts::displace) moves it.
    /// Flat parts touch at all of their corners, since they bend; on a plane at fewer of them after
    /// [`with_feet`](Self::with_feet).
    pub fn flexible(surface: &Surface) -> Result<Self, ShapeError> {
        Self::new(surface, true)
    }

    fn new(surface: &Surface, flexible: bool) -> Result<Self, ShapeError> {
        let (points, triangles) = (&surface.points, &surface.triangles);
        let finite = points.iter().flatten().all(|own| own.abs() < 1e6);
        if !finite {
            return Err(ShapeError::Surface("points beyond 1e6 m".into()));
        }
        if triangles.is_empty() {
            return Err(ShapeError::Surface("no triangles".into()));
        }
        if (0..triangles.len()).any(|n| surface.area(triangles[n]) <= 0.0) {
            let told = "triangles without an area, or corners that do not exist";
            return Err(ShapeError::Surface(told.into()));
        }
        let corners = |n: usize| triangles[n].map(|own| points[own as usize]);
        let mut normals: Vec<Vector> = (0..triangles.len()).map(|n| face(corners(n))).collect();
        let topology = Topology::new(points, triangles, &normals)?;
        let size = length(Bounds::around(points).size());
        let flat = flattened(points, &topology, &normals, size);
        let points = flat.as_ref().unwrap_or(points);
        let corners = |n: usize| triangles[n].map(|own| points[own as usize]);
        if flat.is_some() {
            normals = (0..triangles.len()).map(|n| face(corners(n))).collect();
        }
        let boxes: Vec<Bounds> = (0..triangles.len())
            .map(|n| Bounds::around(&corners(n)))
            .collect();
        let tree = Tree::new(&boxes);
        let radius = points.iter().map(|own| length(*own)).fold(0.0, f64::max);
        let mut mesh = Self {
            rest: points.clone(),
            points: points.clone(),
            nodes: vec![Cell::new((Node::default(), 0)); topology.node_count],
            displaced: 1,
            patches: vec![],
            starts: vec![],
            beside: vec![],
            sharp_points: vec![],
            sharp_edges: vec![],
            feet: Feet::default(),
            size: length(tree.bounds().size()),
            tree,
            normals,
            topology,
            flexible,
            bulge: 0.0,
            radius,
            shake: 0.0,
            moved: Vec::with_capacity(triangles.len()),
        };
        mesh.judge_patches();
        mesh.list_nodes();
        mesh.find_sharp();
        mesh.bulge = mesh.greatest_bulge();
        Ok(mesh)
    }

    /// How many smooth parts it has.
    pub fn patches(&self) -> usize {
        self.patches.len()
    }

    /// How many curved parts are felt as the flat faces they are drawn with, since their triangles
    /// are too long or too coarse to lay a smooth surface on.
    pub fn flat_patches(&self) -> usize {
        let flat = |own: &&Patch| !own.smooth && !own.planar;
        self.patches.iter().filter(flat).count()
    }

    pub(crate) fn bounds(&self) -> Bounds {
        self.tree.bounds().grown(self.bulge)
    }

    pub(crate) fn radius(&self) -> f64 {
        self.radius + self.bulge
    }

    /// The diagonal of its box.
    pub(crate) fn size(&self) -> f64 {
        self.size
    }

    pub(crate) fn shake(&self) -> f64 {
        self.shake
    }

    pub(crate) fn corners(&self, triangle: usize) -> [Vector; 3] {
        self.topology.triangles[triangle].map(|own| self.points[own as usize])
    }

    pub(crate) fn patch_of(&self, triangle: usize) -> (u32, &Patch) {
        let own = self.topology.patch[triangle];
        (own, &self.patches[own as usize])
    }

    pub(crate) fn edge(&self, n: usize) -> Edge {
        let edge = &self.topology.edges[n];
        Edge {
            ends: edge.corners.map(|own| self.points[own as usize]),
            normals: edge.triangles.map(|own| self.normals[own as usize]),
        }
    }

    /// Where a place of the displaced surface is at rest.
    pub(crate) fn at_rest(&self, place: Vector, (triangle, shares): (usize, [f64; 3])) -> Vector {
        let corners = self.topology.triangles[triangle];
        (0..3).fold(place, |sum, k| {
            let own = corners[k] as usize;
            let moved = difference(self.points[own], self.rest[own]);
            plus(sum, moved, -shares[k])
        })
    }

    /// Corners are now so far from where they are at rest. Does not allocate.
    pub(crate) fn displace(&mut self, corners: impl Iterator<Item = (usize, Vector)>) {
        self.shake = 0.0;
        let topology = &self.topology;
        let mut moved = core::mem::take(&mut self.moved);
        moved.clear();
        for (n, by) in corners {
            let (Some(rest), true) = (self.rest.get(n), by.iter().all(|own| own.is_finite()))
            else {
                continue;
            };
            let place = sum(*rest, by);
            self.shake = self.shake.max(length(difference(place, self.points[n])));
            self.points[n] = place;
            // Where most of it moves all is done at once, below.
            if moved.len() + topology.around(n).len() <= moved.capacity() {
                moved.extend(topology.around(n));
            } else {
                moved.extend(core::iter::repeat_n(0, moved.capacity() - moved.len()));
            }
        }
        if 2 * moved.len() >= topology.triangles.len() {
            for n in 0..self.normals.len() {
                self.normals[n] = face(self.corners(n));
            }
            let (points, triangles) = (&self.points, &self.topology.triangles);
            let around = |n: usize| triangles[n].map(|own| points[own as usize]);
            self.tree.refit(|n| Bounds::around(&around(n)));
        } else {
            for own in &moved {
                let corners = self.corners(*own as usize);
                self.normals[*own as usize] = face(corners);
                self.tree.refit_one(*own as usize, Bounds::around(&corners));
            }
        }
        if !moved.is_empty() {
            self.displaced += 1;
        }
        self.moved = moved;
    }

    /// A node as corners are now: those of corners come first, then those of middles of edges.
    #[inline]
    pub(crate) fn node(&self, n: u32) -> Node {
        let (own, placed) = self.nodes[n as usize].get();
        if placed == self.displaced {
            own
        } else {
            self.place(n)
        }
    }

    fn place(&self, n: u32) -> Node {
        let (triangle, k) = self.topology.side_of(n);
        let own = if (n as usize) < self.topology.corner_node_count {
            self.corner_node(triangle, k)
        } else {
            self.middle_node(triangle, k)
        };
        self.nodes[n as usize].set((own, self.displaced));
        own
    }

    fn corner_node(&self, triangle: usize, k: usize) -> Node {
        let topology = &self.topology;
        let (corner, patch) = (topology.triangles[triangle][k], topology.patch[triangle]);
        let middle = self.points[corner as usize];
        let mut normal = [0.0; 3];
        for n in topology.around(corner as usize) {
            if topology.patch[*n as usize] != patch {
                continue;
            }
            let own = topology.triangles[*n as usize];
            let at = own.iter().position(|other| *other == corner).unwrap_or(0);
            let side = |by: usize| {
                let other = own[(at + by) % 3] as usize;
                difference(self.points[other], middle)
            };
            let (one, two) = (side(1), side(2));
            let weight = 1.0 / (dot(one, one) * dot(two, two));
            normal = plus(normal, cross(one, two), weight);
        }
        Node {
            place: middle,
            normal: unit(normal).unwrap_or(self.normals[triangle]),
        }
    }

    fn middle_node(&self, triangle: usize, k: usize) -> Node {
        let corners = self.topology.corner_nodes[triangle];
        let ends = [self.node(corners[k]), self.node(corners[(k + 1) % 3])];
        arc_middle(ends).unwrap_or(Node {
            place: scaled(sum(ends[0].place, ends[1].place), 0.5),
            normal: self.normals[triangle],
        })
    }
}

/// The normal of a triangle, of length 1.
fn face([a, b, c]: [Vector; 3]) -> Vector {
    let normal = cross(difference(b, a), difference(c, a));
    unit(normal).unwrap_or([0.0, 0.0, 1.0])
}

/// The middle of the arc between two nodes.
fn arc_middle([a, b]: [Node; 2]) -> Option<Node> {
    let chord = difference(b.place, a.place);
    let long = length(chord);
    let along = unit(chord)?;
    // Mirrored at the plane between both, so that a wave's middle leans as the wave does.
    let both = sum(a.normal, b.normal);
    let normal = unit(plus(both, along, -2.0 * dot(both, along)))?;
    // Half of the angle between the normals as seen along the chord; the arc is higher than the
    // chord by its tangent's half.
    let sine = (0.5 * (dot(along, b.normal) - dot(along, a.normal))).clamp(-1.0, 1.0);
    let cosine = (1.0 - sine * sine).sqrt();
    let height = 0.5 * long * sine / (1.0 + cosine);
    let middle = scaled(sum(a.place, b.place), 0.5);
    Some(Node {
        place: plus(middle, normal, height),
        normal,
    })
}
