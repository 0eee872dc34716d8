//! Whether nodes and elements make a body.

use super::{EDGES, Mesh, MeshError, faces};
use crate::element::{CORNERS_AND_EDGES, Element, RULE};
use crate::vector::{distance, sub, triple};

/// Volume over the cube of the longest edge below which an element counts as flat. A regular
/// tetrahedron has 0.12; one of 1e-6 is thinner than a sheet of paper is on a metre, and its
/// stiffness would drown that of its neighbours in rounding.
pub(super) const FLAT: f64 = 1e-7;

pub(super) fn all(mesh: &Mesh) -> Result<(), MeshError> {
    if mesh.elements.is_empty() {
        return Err(MeshError::Empty);
    }
    numbers(mesh)?;
    solid(mesh)?;
    closed(mesh)?;
    edges(mesh)
}

fn numbers(mesh: &Mesh) -> Result<(), MeshError> {
    let count = mesh.nodes.len();
    if u32::try_from(count).is_err() || u32::try_from(mesh.elements.len()).is_err() {
        return Err(MeshError::TooMany);
    }
    for (node, &place) in mesh.nodes.iter().enumerate() {
        if !place.iter().all(|x| x.is_finite()) {
            return Err(MeshError::NotFinite { node, place });
        }
    }
    let mut used = vec![false; count];
    for (element, nodes) in mesh.elements.iter().enumerate() {
        for &node in nodes {
            let Some(here) = used.get_mut(node as usize) else {
                return Err(MeshError::NoSuchNode {
                    element,
                    node,
                    count,
                });
            };
            *here = true;
        }
    }
    match used.iter().position(|used| !used) {
        Some(node) => Err(MeshError::LooseNode { node }),
        None => Ok(()),
    }
}

/// Volume of the straight tetrahedron on the corners, and its longest edge.
fn measure(mesh: &Mesh, element: usize) -> (f64, f64) {
    let [a, b, c, d, ..] = mesh.places(element);
    let corners = [a, b, c, d];
    let lengths = EDGES.map(|[from, to]| distance(corners[from], corners[to]));
    let longest = lengths.into_iter().fold(0.0, f64::max);
    (triple(sub(b, a), sub(c, a), sub(d, a)) / 6.0, longest)
}

fn solid(mesh: &Mesh) -> Result<(), MeshError> {
    let mut wrong = Vec::new();
    for element in 0..mesh.elements.len() {
        let (volume, edge) = measure(mesh, element);
        if volume.abs() <= FLAT * edge * edge * edge {
            return Err(MeshError::Flat {
                element,
                volume,
                edge,
            });
        }
        if volume < 0.0 {
            wrong.push(element);
        }
    }
    if let [element, others @ ..] = &wrong[..] {
        return Err(MeshError::InsideOut {
            element: *element,
            others: others.len(),
        });
    }
    for element in 0..mesh.elements.len() {
        let shape = Element::new(mesh.places(element));
        let (volume, _) = measure(mesh, element);
        // Where it is squeezed to a fiftieth, the element is as good as folded: its stiffness
        // there is fifty times that of the material.
        let least = 0.02 * 6.0 * volume;
        let inner = RULE.iter().map(|at| &at.place);
        let mut places = inner.chain(&CORNERS_AND_EDGES);
        if places.any(|place| shape.stretch(place) < least) {
            return Err(MeshError::Folded { element });
        }
    }
    Ok(())
}

fn closed(mesh: &Mesh) -> Result<(), MeshError> {
    let sorted = faces::sorted(mesh);
    for same in sorted.chunk_by(|a, b| a.corners == b.corners) {
        if same.len() > 2 {
            return Err(MeshError::CrowdedFace {
                face: same[0].corners,
                count: same.len(),
            });
        }
    }
    Ok(())
}

fn edges(mesh: &Mesh) -> Result<(), MeshError> {
    let mut all = Vec::with_capacity(6 * mesh.elements.len());
    for nodes in &mesh.elements {
        for (edge, [from, to]) in EDGES.into_iter().enumerate() {
            let (a, b) = (nodes[from], nodes[to]);
            all.push(([a.min(b), a.max(b)], nodes[4 + edge]));
        }
    }
    all.sort_unstable();
    all.dedup();
    match all.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(MeshError::Gaping {
            corners: pair[0].0,
            first: pair[0].1,
            second: pair[1].1,
        }),
        None => Ok(()),
    }
}
