//! Boxes in a tree that is refitted when they move: which are near a point, and which near others.
//!
//! Step:   built once by halving along the longest side, numbers settling what is equal; a box that
//!         moves widens or narrows those above it. The tree's shape never depends on hashes or
//!         threads, so that the same boxes are met in the same order everywhere.
//! Limits: where boxes have wandered far from where it was built it is still right, but slow:
//!         [`Tree::is_worn`] tells when to build it again.

use super::vector::{Bounds, Frame, Vector};

/// A tree is worn when its boxes have together grown to so many times what they were.
const WORN: f64 = 2.0;

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    above: u32,
    /// The second of two boxes (the first follows this one), or what the box holds.
    inner: Inner,
}

#[derive(Clone, Copy, Debug)]
enum Inner {
    Boxes { second: u32 },
    Item(u32),
}

/// Room for pairs that are still to be looked at; kept, so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Open {
    pairs: Vec<[u32; 2]>,
    one: Vec<u32>,
}

impl Open {
    /// Two nodes whose boxes meet: their items, or else what is within them is looked at later.
    fn halve(&mut self, [a, b]: [u32; 2], inner: [Inner; 2]) -> Option<[usize; 2]> {
        match inner {
            [Inner::Item(a), Inner::Item(b)] => return Some([a as usize, b as usize]),
            [Inner::Boxes { second }, Inner::Item(_)] => {
                self.pairs.extend([[a + 1, b], [second, b]]);
            }
            [Inner::Item(_), Inner::Boxes { second }] => {
                self.pairs.extend([[a, b + 1], [a, second]]);
            }
            [Inner::Boxes { second }, Inner::Boxes { second: other }] => {
                let both = [
                    [a + 1, b + 1],
                    [a + 1, other],
                    [second, b + 1],
                    [second, other],
                ];
                self.pairs.extend(both);
            }
        }
        None
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// The node of each item.
    leaves: Vec<u32>,
    order: Vec<u32>,
    /// The sizes of all boxes when it was built.
    built: f64,
}

impl Tree {
    pub fn new(boxes: &[Bounds]) -> Self {
        let mut tree = Self::default();
        tree.build(boxes);
        tree
    }

    /// Builds it anew. Does not allocate if there are as many boxes as before.
    pub fn build(&mut self, boxes: &[Bounds]) {
        self.nodes.clear();
        self.nodes.reserve(2 * boxes.len());
        self.leaves.clear();
        self.leaves.resize(boxes.len(), 0);
        self.order.clear();
        self.order.extend(0..boxes.len() as u32);
        if !boxes.is_empty() {
            let mut order = core::mem::take(&mut self.order);
            self.divide(boxes, &mut order, 0);
            self.order = order;
        }
        self.built = self.sizes();
    }

    fn divide(&mut self, boxes: &[Bounds], order: &mut [u32], above: u32) {
        let own = self.nodes.len() as u32;
        let all = |sum: Bounds, n: &u32| sum.joined(&boxes[*n as usize]);
        let bounds = order.iter().fold(Bounds::NONE, all);
        self.nodes.push(Node {
            bounds,
            above,
            inner: Inner::Item(order[0]),
        });
        if order.len() == 1 {
            self.leaves[order[0] as usize] = own;
            return;
        }
        let size = bounds.size();
        let along = (0..3).max_by(|a, b| size[*a].total_cmp(&size[*b]));
        let along = along.unwrap_or(0);
        let middle = |n: u32| boxes[n as usize].low[along] + boxes[n as usize].high[along];
        let half = order.len() / 2;
        order.select_nth_unstable_by(half, |a, b| {
            middle(*a).total_cmp(&middle(*b)).then(a.cmp(b))
        });
        let (below, beyond) = order.split_at_mut(half);
        self.divide(boxes, below, own);
        let second = self.nodes.len() as u32;
        self.divide(boxes, beyond, own);
        self.nodes[own as usize].inner = Inner::Boxes { second };
    }

    fn sizes(&self) -> f64 {
        let one = |node: &Node| node.bounds.size().iter().sum::<f64>();
        self.nodes.iter().map(one).sum()
    }

    /// Whether it should be built again.
    pub fn is_worn(&self) -> bool {
        self.sizes() > WORN * self.built
    }

    pub fn bounds(&self) -> Bounds {
        self.nodes.first().map_or(Bounds::NONE, |root| root.bounds)
    }

    fn joined(&self, own: usize, second: u32) -> Bounds {
        let below = self.nodes[own + 1].bounds;
        below.joined(&self.nodes[second as usize].bounds)
    }

    /// All boxes have moved.
    pub fn refit(&mut self, boxes: impl Fn(usize) -> Bounds) {
        for own in (0..self.nodes.len()).rev() {
            self.nodes[own].bounds = match self.nodes[own].inner {
                Inner::Item(item) => boxes(item as usize),
                Inner::Boxes { second } => self.joined(own, second),
            };
        }
    }

    /// One box has moved.
    pub fn refit_one(&mut self, item: usize, bounds: Bounds) {
        let mut own = self.leaves[item] as usize;
        self.nodes[own].bounds = bounds;
        while own > 0 {
            own = self.nodes[own].above as usize;
            if let Inner::Boxes { second } = self.nodes[own].inner {
                let joined = self.joined(own, second);
                if joined == self.nodes[own].bounds {
                    return;
                }
                self.nodes[own].bounds = joined;
            }
        }
    }

    /// Calls for each item whose box meets one.
    pub fn meeting(&self, bounds: &Bounds, open: &mut Open, mut each: impl FnMut(usize)) {
        open.one.clear();
        if !self.nodes.is_empty() {
            open.one.push(0);
        }
        while let Some(own) = open.one.pop() {
            let node = &self.nodes[own as usize];
            if !node.bounds.meets(bounds) {
                continue;
            }
            match node.inner {
                Inner::Item(item) => each(item as usize),
                Inner::Boxes { second } => open.one.extend([second, own + 1]),
            }
        }
    }

    /// Calls for each item whose box reaches below a level along a way.
    pub fn below(&self, up: Vector, level: f64, open: &mut Open, mut each: impl FnMut(usize)) {
        open.one.clear();
        if !self.nodes.is_empty() {
            open.one.push(0);
        }
        while let Some(own) = open.one.pop() {
            let node = &self.nodes[own as usize];
            let Bounds { low, high } = node.bounds;
            let lowest: f64 = (0..3).map(|k| (up[k] * low[k]).min(up[k] * high[k])).sum();
            if lowest > level {
                continue;
            }
            match node.inner {
                Inner::Item(item) => each(item as usize),
                Inner::Boxes { second } => open.one.extend([second, own + 1]),
            }
        }
    }

    /// Calls for items that may be within a distance (squared) of a point, nearer boxes first; each
    /// call gives the distance from then on.
    pub fn nearest(
        &self,
        point: Vector,
        mut far: f64,
        open: &mut Open,
        mut each: impl FnMut(usize, f64) -> f64,
    ) {
        open.one.clear();
        if !self.nodes.is_empty() {
            open.one.push(0);
        }
        while let Some(own) = open.one.pop() {
            let node = &self.nodes[own as usize];
            if node.bounds.far(point) > far {
                continue;
            }
            match node.inner {
                Inner::Item(item) => far = each(item as usize, far),
                Inner::Boxes { second } => {
                    let distance = |n: u32| self.nodes[n as usize].bounds.far(point);
                    if distance(own + 1) <= distance(second) {
                        open.one.extend([second, own + 1]);
                    } else {
                        open.one.extend([own + 1, second]);
                    }
                }
            }
        }
    }

    /// Calls for each pair of items whose boxes meet, once; gives how many pairs of boxes were
    /// compared.
    pub fn pairs(&self, open: &mut Open, mut each: impl FnMut(usize, usize)) -> u64 {
        let mut compared = 0;
        open.pairs.clear();
        if !self.nodes.is_empty() {
            open.pairs.push([0, 0]);
        }
        while let Some([a, b]) = open.pairs.pop() {
            let (one, other) = (&self.nodes[a as usize], &self.nodes[b as usize]);
            if a == b {
                if let Inner::Boxes { second } = one.inner {
                    open.pairs
                        .extend([[a + 1, a + 1], [second, second], [a + 1, second]]);
                }
                continue;
            }
            compared += 1;
            if !one.bounds.meets(&other.bounds) {
                continue;
            }
            if let Some([a, b]) = open.halve([a, b], [one.inner, other.inner]) {
                each(a, b);
            }
        }
        compared
    }

    /// Calls for each pair of an item here and one of another tree, which this one sees through a
    /// frame, whose boxes are within a distance.
    pub fn pairs_with(
        &self,
        other: &Self,
        seen: &Frame,
        margin: f64,
        open: &mut Open,
        mut each: impl FnMut(usize, usize),
    ) {
        open.pairs.clear();
        if !self.nodes.is_empty() && !other.nodes.is_empty() {
            open.pairs.push([0, 0]);
        }
        while let Some([a, b]) = open.pairs.pop() {
            let (own, far) = (&self.nodes[a as usize], &other.nodes[b as usize]);
            if !own.bounds.meets(&far.bounds.through(seen).grown(margin)) {
                continue;
            }
            if let Some([a, b]) = open.halve([a, b], [own.inner, far.inner]) {
                each(a, b);
            }
        }
    }
}
