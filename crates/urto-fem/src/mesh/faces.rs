//! Which elements meet at which face.

use super::{FACES, Mesh};

/// A face of an element, by its corners in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Face {
    pub corners: [u32; 3],
    pub element: u32,
    /// Which row of [`FACES`].
    pub side: u8,
}

/// All faces, those of the same corners beside each other.
pub(super) fn sorted(mesh: &Mesh) -> Vec<Face> {
    let mut faces = Vec::with_capacity(4 * mesh.elements.len());
    for (element, nodes) in (0u32..).zip(&mesh.elements) {
        for (side, face) in (0u8..).zip(&FACES) {
            let mut corners = [nodes[face[0]], nodes[face[1]], nodes[face[2]]];
            corners.sort_unstable();
            faces.push(Face {
                corners,
                element,
                side,
            });
        }
    }
    faces.sort_unstable();
    faces
}

/// Groups of elements that hold together by faces.
pub(super) fn parts(mesh: &Mesh) -> usize {
    let faces = sorted(mesh);
    let shared = faces
        .windows(2)
        .filter(|pair| pair[0].corners == pair[1].corners);
    groups(
        mesh.elements.len(),
        shared.map(|pair| [pair[0].element, pair[1].element]),
    )
}

/// Groups of elements that have nodes in common.
pub(super) fn islands(mesh: &Mesh) -> usize {
    let pairs = mesh.elements.iter().flat_map(|nodes| {
        let first = nodes[0];
        nodes[1..].iter().map(move |&node| [first, node])
    });
    groups(mesh.nodes.len(), pairs)
}

/// For each of these elements a number that those have in common that hold together by faces.
pub(super) fn groups_of(elements: &[[u32; 4]]) -> Vec<u32> {
    let mut faces = Vec::with_capacity(4 * elements.len());
    for (element, [a, b, c, d]) in (0u32..).zip(elements) {
        for mut face in [[a, b, c], [a, b, d], [a, c, d], [b, c, d]] {
            face.sort_unstable();
            faces.push((face, element));
        }
    }
    faces.sort_unstable();
    let mut group: Vec<u32> = (0..elements.len() as u32).collect();
    for pair in faces.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let (one, other) = (root(&mut group, pair[0].1), root(&mut group, pair[1].1));
        group[one as usize] = other;
    }
    (0..elements.len() as u32)
        .map(|element| root(&mut group, element))
        .collect()
}

/// How many groups `pairs` make of things.
fn groups(things: usize, pairs: impl Iterator<Item = [u32; 2]>) -> usize {
    let mut group: Vec<u32> = (0..things as u32).collect();
    let mut count = things;
    for [one, other] in pairs {
        let (one, other) = (root(&mut group, one), root(&mut group, other));
        if one != other {
            group[one as usize] = other;
            count -= 1;
        }
    }
    count
}

fn root(group: &mut [u32], mut of: u32) -> u32 {
    while group[of as usize] != of {
        // Halving the path keeps it short.
        group[of as usize] = group[group[of as usize] as usize];
        of = group[of as usize];
    }
    of
}
