//! Stiffness and mass of a whole body, as sparse matrices over its free nodes.
//!
//! Every sum is made in the order of the elements, whatever the number of threads: the same bits.

use super::dense::Mat;
use super::share::each;
use crate::element::{Element, Matrices as OfElement};
use crate::mesh::Mesh;
use urto::body::Material;

/// Elements whose matrices are held at a time: 1,024 of 8 kB each.
const BATCH: usize = 1024;

/// Stiffness and mass over free nodes: the neighbours of node i stand at `starts[i]..starts[i+1]`.
pub(crate) struct Matrices {
    starts: Vec<usize>,
    neighbours: Vec<u32>,
    /// 3 x 3 blocks by rows \[N/m\].
    stiffness: Vec<[f64; 9]>,
    /// One number for all three directions \[kg\].
    mass: Vec<f64>,
}

/// Number of a fixed node.
pub(crate) const FIXED: u32 = u32::MAX;

impl Matrices {
    /// `number` gives the place of each node among the free ones, or [`FIXED`].
    pub fn assemble(mesh: &Mesh, material: &Material, number: &[u32], threads: usize) -> Self {
        let (starts, neighbours) = pattern(mesh, number);
        let mut matrices = Self {
            stiffness: vec![[0.0; 9]; neighbours.len()],
            mass: vec![0.0; neighbours.len()],
            starts,
            neighbours,
        };
        let all: Vec<usize> = (0..mesh.elements().len()).collect();
        for batch in all.chunks(BATCH) {
            let share = batch.len().div_ceil(threads.max(1));
            let parts = each(
                batch.chunks(share).collect(),
                threads,
                |part: &[usize]| {
                    let shapes = part.iter().map(|&element| mesh.places(element));
                    let parts = shapes.map(|nodes| Element::new(nodes).matrices(material));
                    parts.collect::<Vec<OfElement>>()
                },
            );
            for (&element, of) in batch.iter().zip(parts.iter().flatten()) {
                let nodes = mesh.elements()[element].map(|node| number[node as usize]);
                matrices.add(&nodes, of);
            }
        }
        matrices
    }

    fn add(&mut self, nodes: &[u32; 10], of: &OfElement) {
        for a in 0..10 {
            for b in a..10 {
                if nodes[a] == FIXED || nodes[b] == FIXED {
                    continue;
                }
                let block = &of.stiffness[a][b];
                let at = self.find(nodes[a], nodes[b]);
                for (sum, part) in self.stiffness[at].iter_mut().zip(block) {
                    *sum += part;
                }
                self.mass[at] += of.mass[a][b];
                if a != b {
                    let at = self.find(nodes[b], nodes[a]);
                    for r in 0..3 {
                        for s in 0..3 {
                            self.stiffness[at][3 * s + r] += block[3 * r + s];
                        }
                    }
                    self.mass[at] += of.mass[a][b];
                }
            }
        }
    }

    fn find(&self, row: u32, column: u32) -> usize {
        let start = self.starts[row as usize];
        let row = &self.neighbours[start..self.starts[row as usize + 1]];
        let found = row.binary_search(&column);
        start + found.expect("the pattern holds every pair of an element")
    }

    /// Free nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// Unknowns: three for each free node.
    pub fn unknowns(&self) -> usize {
        3 * self.nodes()
    }

    /// `y = M·x`, columns shared among threads.
    pub fn times_mass(&self, x: &Mat, y: &mut Mat, threads: usize) {
        by_columns(x, y, threads, |x, y| self.mass_column(x, y));
    }

    /// `y = K·x`, columns shared among threads.
    pub fn times_stiffness(&self, x: &Mat, y: &mut Mat, threads: usize) {
        by_columns(x, y, threads, |x, y| self.stiffness_column(x, y));
    }

    fn mass_column(&self, x: &[f64], y: &mut [f64]) {
        let (x, _) = x.as_chunks::<3>();
        let (y, _) = y.as_chunks_mut::<3>();
        for (node, y) in y.iter_mut().enumerate() {
            let row = self.starts[node]..self.starts[node + 1];
            let mut sum = [0.0; 3];
            for (&other, &mass) in self.neighbours[row.clone()].iter().zip(&self.mass[row]) {
                let x = &x[other as usize];
                for axis in 0..3 {
                    sum[axis] += mass * x[axis];
                }
            }
            *y = sum;
        }
    }

    fn stiffness_column(&self, x: &[f64], y: &mut [f64]) {
        let (x, _) = x.as_chunks::<3>();
        let (y, _) = y.as_chunks_mut::<3>();
        for (node, y) in y.iter_mut().enumerate() {
            let row = self.starts[node]..self.starts[node + 1];
            let mut sum = [0.0; 3];
            for (&other, block) in self.neighbours[row.clone()]
                .iter()
                .zip(&self.stiffness[row])
            {
                let x = &x[other as usize];
                for axis in 0..3 {
                    let part = &block[3 * axis..3 * axis + 3];
                    sum[axis] += part[0] * x[0] + part[1] * x[1] + part[2] * x[2];
                }
            }
            *y = sum;
        }
    }

    /// What rounding alone can leave of `K·x`, as a share of it: the entries of a vector are sums
    /// of some hundred products, each rounded, and the stiffest motions count their errors most.
    pub fn rounding(&self, x: &[f64], kx: &[f64]) -> f64 {
        let (x, _) = x.as_chunks::<3>();
        let mut all = 0.0;
        for node in 0..self.nodes() {
            for axis in 0..3 {
                let mut sum = 0.0;
                for at in self.starts[node]..self.starts[node + 1] {
                    let x = &x[self.neighbours[at] as usize];
                    let block = &self.stiffness[at][3 * axis..3 * axis + 3];
                    let parts = block.iter().zip(x).map(|(k, x)| (k * x).abs());
                    sum += parts.sum::<f64>();
                }
                all += sum * sum;
            }
        }
        let whole: f64 = kx.iter().map(|k| k * k).sum();
        // Errors of n roundings grow as sqrt(n): ten for a hundred, and some reserve.
        16.0 * f64::EPSILON * (all / whole).sqrt()
    }

    /// A bound, up to a small factor, of the highest eigenvalue \[1/s²\]: the stiffest node on
    /// its own.
    pub fn highest(&self) -> f64 {
        let own = (0u32..self.nodes() as u32).map(|node| {
            let at = self.find(node, node);
            let stiffness = &self.stiffness[at];
            (stiffness[0] + stiffness[4] + stiffness[8]) / self.mass[at]
        });
        own.fold(0.0, f64::max)
    }

    /// Which nodes touch, columns of free nodes: what decides the order of elimination.
    pub fn pattern(&self) -> (&[usize], &[u32]) {
        (&self.starts, &self.neighbours)
    }

    /// The 3 x 3 block of `K + shift·M` between a node and each of its neighbours, by rows.
    pub fn blocks(&self, node: usize, shift: f64) -> impl Iterator<Item = (usize, [f64; 9])> {
        let row = self.starts[node]..self.starts[node + 1];
        row.map(move |at| {
            let mut block = self.stiffness[at];
            for axis in 0..3 {
                block[4 * axis] += shift * self.mass[at];
            }
            (self.neighbours[at] as usize, block)
        })
    }
}

/// Neighbours of each free node, itself included, ascending.
fn pattern(mesh: &Mesh, number: &[u32]) -> (Vec<usize>, Vec<u32>) {
    let free = number.iter().filter(|&&n| n != FIXED).count();
    let mut elements_of = vec![Vec::new(); free];
    for (element, nodes) in (0u32..).zip(mesh.elements()) {
        for &node in nodes {
            if let Some(list) = elements_of.get_mut(number[node as usize] as usize) {
                list.push(element);
            }
        }
    }
    let (mut starts, mut neighbours) = (vec![0], Vec::new());
    let mut row = Vec::new();
    for elements in &elements_of {
        row.clear();
        for &element in elements {
            let nodes = mesh.elements()[element as usize];
            row.extend(nodes.map(|node| number[node as usize]));
        }
        row.sort_unstable();
        row.dedup();
        neighbours.extend(row.iter().filter(|&&node| node != FIXED));
        starts.push(neighbours.len());
    }
    (starts, neighbours)
}

/// Each column of `y` from the same column of `x`.
fn by_columns(x: &Mat, y: &mut Mat, threads: usize, column: impl Fn(&[f64], &mut [f64]) + Sync) {
    let (rows, count) = (x.rows(), x.columns());
    if rows == 0 {
        return;
    }
    let columns: Vec<(&[f64], &mut [f64])> = (0..count)
        .map(|j| x.column(j))
        .zip(y.values_mut().chunks_mut(rows))
        .collect();
    each(columns, threads, |(x, y)| column(x, y));
}
