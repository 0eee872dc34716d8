//! The edges of a surface, and the triangles at each.

/// A side of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Side {
    /// Its ends, the smaller number first.
    pub ends: [u32; 2],
    pub triangle: u32,
    /// Whether the triangle goes from the smaller to the larger.
    pub forward: bool,
}

impl Side {
    /// Its ends as the triangle goes.
    pub fn way(&self) -> [u32; 2] {
        let [a, b] = self.ends;
        if self.forward { [a, b] } else { [b, a] }
    }
}

/// All sides, those of one edge beside each other: use `chunk_by(same_edge)`. Sides from a corner to
/// itself are left out.
pub(crate) fn sides(triangles: &[[u32; 3]]) -> Vec<Side> {
    let mut all: Vec<Side> = triangles
        .iter()
        .enumerate()
        .flat_map(|(n, [a, b, c])| {
            [[*a, *b], [*b, *c], [*c, *a]].map(|[from, to]| Side {
                ends: [from.min(to), from.max(to)],
                triangle: n as u32,
                forward: from < to,
            })
        })
        .filter(|side| side.ends[0] != side.ends[1])
        .collect();
    all.sort_unstable();
    all
}

pub(crate) fn same_edge(a: &Side, b: &Side) -> bool {
    a.ends == b.ends
}
