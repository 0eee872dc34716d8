//! The order of elimination by where nodes lie: nested dissection.
//!
//! Law:    a body is cut in two by a layer of nodes that is eliminated last; each side likewise.
//!         What is eliminated on one side then never meets the other.
//! Step:   cuts across each axis, at several places; the thinnest layer is taken.
//! Refs:   George 1973.

use crate::vector::Vec3;

/// Sets of so many nodes are not cut any more: a dense block of 120 unknowns is solved at once.
const LEAF: usize = 40;
/// Where a cut may lie, as shares of the nodes: uneven cuts are worth it when the layer is thinner,
/// as where a cut goes along the faces of elements and not through them.
const CUTS: [f64; 9] = [0.5, 0.46, 0.54, 0.42, 0.58, 0.38, 0.62, 0.34, 0.66];

/// Nodes that are eliminated together.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Part {
    pub nodes: Vec<u32>,
    /// Parts before it that hang on it.
    pub children: Vec<usize>,
}

/// All nodes in parts, each after those that hang on it.
pub(super) fn dissect(starts: &[usize], neighbours: &[u32], places: &[Vec3]) -> Vec<Part> {
    let nodes: Vec<u32> = (0..places.len() as u32).collect();
    let mut cutter = Cutter {
        starts,
        neighbours,
        places,
        rank: vec![NOWHERE; places.len()],
        parts: Vec::new(),
    };
    cutter.part(nodes);
    cutter.parts
}

const NOWHERE: u32 = u32::MAX;

struct Cutter<'a> {
    starts: &'a [usize],
    neighbours: &'a [u32],
    places: &'a [Vec3],
    /// The place of each node along the axis that is looked at, within the set that is cut.
    rank: Vec<u32>,
    parts: Vec<Part>,
}

/// A cut: which nodes come first, and the layer between.
struct Cut {
    first: Vec<u32>,
    second: Vec<u32>,
    layer: Vec<u32>,
}

impl Cutter<'_> {
    /// Puts the parts of a set into the list; gives the number of the last one. The depth is the
    /// logarithm of the number of nodes, since each side has at most 66 % of them.
    fn part(&mut self, nodes: Vec<u32>) -> usize {
        let mut own = Part::default();
        match self.cut(&nodes) {
            Some(cut) => {
                own.children = vec![self.part(cut.first), self.part(cut.second)];
                own.nodes = cut.layer;
            }
            None => own.nodes = nodes,
        }
        self.parts.push(own);
        self.parts.len() - 1
    }

    fn cut(&mut self, nodes: &[u32]) -> Option<Cut> {
        if nodes.len() <= LEAF {
            return None;
        }
        let mut best: Option<(usize, Vec<u32>, u32)> = None;
        for axis in 0..3 {
            let mut along = nodes.to_vec();
            let at = |node: u32| self.places[node as usize][axis];
            along.sort_by(|&a, &b| at(a).total_cmp(&at(b)).then(a.cmp(&b)));
            self.number(&along);
            for share in CUTS {
                let cut = (share * nodes.len() as f64) as u32;
                let layer = self.layer(&along, cut).len();
                if best.as_ref().is_none_or(|(least, ..)| layer < *least) {
                    best = Some((layer, along.clone(), cut));
                }
            }
        }
        let (_, along, cut) = best?;
        self.number(&along);
        let layer = self.layer(&along, cut);
        for &node in &along {
            self.rank[node as usize] = NOWHERE;
        }
        // A layer of half of them separates nothing.
        if 2 * layer.len() > nodes.len() {
            return None;
        }
        let is_layer = |node: &u32| layer.binary_search(node).is_ok();
        let (first, second) = along.split_at(cut as usize);
        let without = |side: &[u32]| side.iter().filter(|n| !is_layer(n)).copied().collect();
        Some(Cut {
            first: without(first),
            second: without(second),
            layer,
        })
    }

    fn number(&mut self, along: &[u32]) {
        for (rank, &node) in (0u32..).zip(along) {
            self.rank[node as usize] = rank;
        }
    }

    /// The nodes of one side that touch the other, ascending: of the side that has fewer.
    fn layer(&self, along: &[u32], cut: u32) -> Vec<u32> {
        let of = |is_first: bool| {
            let (first, second) = along.split_at(cut as usize);
            let side = if is_first { first } else { second };
            let touches = |node: &&u32| {
                let row = self.starts[**node as usize]..self.starts[**node as usize + 1];
                self.neighbours[row].iter().any(|&other| {
                    let rank = self.rank[other as usize];
                    rank != NOWHERE && (rank < cut) != is_first
                })
            };
            side.iter().filter(touches).copied().collect::<Vec<u32>>()
        };
        let (first, second) = (of(true), of(false));
        let mut layer = if first.len() <= second.len() {
            first
        } else {
            second
        };
        layer.sort_unstable();
        layer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lattice of nodes that touch their neighbours: every node is in one part, and no two parts
    /// touch of which neither hangs on the other.
    #[test]
    fn sides_do_not_touch_and_layers_are_thin() {
        let [nx, ny, nz] = [20_usize, 6, 5];
        let number = |x: usize, y: usize, z: usize| (x + nx * (y + ny * z)) as u32;
        let (mut starts, mut neighbours, mut places) = (vec![0], Vec::new(), Vec::new());
        for z in 0..nz {
            for y in 0..ny {
                for x in 0..nx {
                    for c in z.saturating_sub(1)..(z + 2).min(nz) {
                        for b in y.saturating_sub(1)..(y + 2).min(ny) {
                            for a in x.saturating_sub(1)..(x + 2).min(nx) {
                                neighbours.push(number(a, b, c));
                            }
                        }
                    }
                    starts.push(neighbours.len());
                    places.push([x as f64, y as f64, z as f64]);
                }
            }
        }
        let parts = dissect(&starts, &neighbours, &places);
        let mut home = vec![usize::MAX; places.len()];
        for (at, part) in parts.iter().enumerate() {
            for &node in &part.nodes {
                assert_eq!(home[node as usize], usize::MAX);
                home[node as usize] = at;
            }
        }
        assert!(home.iter().all(|at| *at != usize::MAX));
        let mut parent = vec![usize::MAX; parts.len()];
        for (at, part) in parts.iter().enumerate() {
            for &child in &part.children {
                assert!(child < at);
                parent[child] = at;
            }
        }
        let hangs = |mut low: usize, high: usize| {
            while low < high {
                low = parent[low];
            }
            low == high
        };
        for node in 0..places.len() {
            for &other in &neighbours[starts[node]..starts[node + 1]] {
                let (a, b) = (home[node], home[other as usize]);
                assert!(hangs(a.min(b), a.max(b)), "{a} {b}");
            }
        }
        // The last layer goes across the longest side.
        assert_eq!(parts.last().map(|part| part.nodes.len()), Some(ny * nz));
    }
}
