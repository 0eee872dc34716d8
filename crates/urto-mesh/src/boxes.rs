//! Triangles in a tree of boxes: which of them are near each other, and which a line meets.

use crate::vector::Vector;

/// Triangles in a box that is not divided again.
const FEW: usize = 4;

struct Node {
    low: Vector,
    high: Vector,
    inner: Inner,
}

enum Inner {
    /// Two boxes; the first follows this one.
    Boxes { second: usize },
    /// Triangles in the order of the tree.
    Triangles { from: usize, to: usize },
}

pub(crate) struct Boxes {
    nodes: Vec<Node>,
    order: Vec<u32>,
}

impl Boxes {
    /// A tree over the triangles with these corners, by number.
    pub fn new(corners: &[[Vector; 3]]) -> Self {
        let mut tree = Self {
            nodes: Vec::with_capacity(corners.len() / FEW * 2 + 1),
            order: (0..corners.len() as u32).collect(),
        };
        if !corners.is_empty() {
            let mut order = core::mem::take(&mut tree.order);
            tree.divide(corners, &mut order, 0);
            tree.order = order;
        }
        tree
    }

    fn divide(&mut self, corners: &[[Vector; 3]], order: &mut [u32], first: usize) {
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        for corner in order.iter().flat_map(|n| corners[*n as usize]) {
            for k in 0..3 {
                low[k] = low[k].min(corner[k]);
                high[k] = high[k].max(corner[k]);
            }
        }
        let own = self.nodes.len();
        let inner = Inner::Triangles {
            from: first,
            to: first + order.len(),
        };
        self.nodes.push(Node { low, high, inner });
        if order.len() <= FEW {
            return;
        }
        let along = (0..3).max_by(|a, b| (high[*a] - low[*a]).total_cmp(&(high[*b] - low[*b])));
        let along = along.unwrap_or(0);
        let middle = |n: &u32| {
            corners[*n as usize]
                .iter()
                .map(|own| own[along])
                .sum::<f64>()
        };
        let half = order.len() / 2;
        // Numbers settle what is equal, so that the tree is the same everywhere.
        order.select_nth_unstable_by(half, |a, b| middle(a).total_cmp(&middle(b)).then(a.cmp(b)));
        let (below, above) = order.split_at_mut(half);
        self.divide(corners, below, first);
        let second = self.nodes.len();
        self.divide(corners, above, first + half);
        self.nodes[own].inner = Inner::Boxes { second };
    }

    fn triangles(&self, from: usize, to: usize) -> &[u32] {
        &self.order[from..to]
    }

    /// Calls for each pair of triangles in boxes that touch, each once, until it is told to stop;
    /// gives whether all were seen, within as many steps.
    pub fn pairs(&self, mut steps: u64, mut each: impl FnMut(u32, u32) -> bool) -> bool {
        let mut open = vec![(0, 0)];
        if self.nodes.is_empty() {
            return true;
        }
        while let Some((a, b)) = open.pop() {
            if steps == 0 {
                return false;
            }
            steps -= 1;
            let (one, other) = (&self.nodes[a], &self.nodes[b]);
            let apart = |k: usize| one.low[k] > other.high[k] || other.low[k] > one.high[k];
            if (0..3).any(apart) {
                continue;
            }
            match (&one.inner, &other.inner) {
                (Inner::Boxes { second }, _) if a == b => {
                    open.extend([(a + 1, a + 1), (*second, *second), (a + 1, *second)]);
                }
                (Inner::Boxes { second }, _) => open.extend([(a + 1, b), (*second, b)]),
                (_, Inner::Boxes { second }) => open.extend([(a, b + 1), (a, *second)]),
                (
                    Inner::Triangles { from, to },
                    Inner::Triangles {
                        from: other_from,
                        to: other_to,
                    },
                ) => {
                    for (n, first) in self.triangles(*from, *to).iter().enumerate() {
                        let skip = if a == b { n + 1 } else { 0 };
                        for second in &self.triangles(*other_from, *other_to)[skip..] {
                            if !each(*first, *second) {
                                return false;
                            }
                        }
                    }
                }
            }
        }
        true
    }

    /// Calls for each triangle in a box that a half line meets.
    pub fn along(&self, from: Vector, way: Vector, mut each: impl FnMut(u32)) {
        let mut open = vec![0];
        if self.nodes.is_empty() {
            return;
        }
        while let Some(n) = open.pop() {
            let node = &self.nodes[n];
            let (mut enters, mut leaves) = (0.0f64, f64::INFINITY);
            for k in 0..3 {
                // Where the way has no share along an axis these are infinite, and right.
                let [a, b] = [node.low[k], node.high[k]].map(|side| (side - from[k]) / way[k]);
                enters = enters.max(a.min(b));
                leaves = leaves.min(a.max(b));
            }
            if enters > leaves {
                continue;
            }
            match node.inner {
                Inner::Boxes { second } => open.extend([n + 1, second]),
                Inner::Triangles { from, to } => {
                    self.triangles(from, to).iter().for_each(|own| each(*own))
                }
            }
        }
    }
}
