//! Collects the tetrahedra of a file, and in the end those nodes that they use.

use crate::{MOST_TRIANGLES, MeshError, Tetrahedra, VolumeMesh};
use std::collections::BTreeMap;

/// Tetrahedra by whatever numbers a file gives its nodes.
#[derive(Default)]
pub(super) struct Collected {
    linear: Vec<[u64; 4]>,
    quadratic: Vec<[u64; 10]>,
    /// Other elements: how many of each kind, in the plural.
    others: BTreeMap<&'static str, usize>,
}

impl Collected {
    pub fn linear(&mut self, nodes: [u64; 4]) -> Result<(), MeshError> {
        self.linear.push(nodes);
        self.check()
    }

    pub fn quadratic(&mut self, nodes: [u64; 10]) -> Result<(), MeshError> {
        self.quadratic.push(nodes);
        self.check()
    }

    pub fn other(&mut self, kind: &'static str) {
        let own = self.others.entry(kind).or_insert(0);
        *own += 1;
    }

    fn check(&self) -> Result<(), MeshError> {
        if self.linear.len() + self.quadratic.len() > MOST_TRIANGLES {
            return Err(MeshError::NotRead {
                what: format!("there are more than {MOST_TRIANGLES} tetrahedra"),
                instead: "mesh the volume coarser",
            });
        }
        Ok(())
    }

    /// The volume. `place` gives the place of the node with a number of the file, if there is one.
    pub fn volume(self, place: impl Fn(u64) -> Option<[f64; 3]>) -> Result<VolumeMesh, MeshError> {
        let mut own = Used {
            place,
            numbers: std::collections::HashMap::new(),
            nodes: Vec::new(),
        };
        let tetrahedra = match (self.linear.is_empty(), self.quadratic.is_empty()) {
            (false, true) => {
                let each = self.linear.iter();
                Tetrahedra::Linear(each.map(|nodes| own.all(nodes)).collect::<Result<_, _>>()?)
            }
            (true, false) => {
                let each = self.quadratic.iter();
                Tetrahedra::Quadratic(each.map(|nodes| own.all(nodes)).collect::<Result<_, _>>()?)
            }
            (false, false) => {
                return Err(MeshError::NotRead {
                    what: format!(
                        "it mixes {} 4-node and {} 10-node tetrahedra",
                        self.linear.len(),
                        self.quadratic.len()
                    ),
                    instead: "mesh the volume with one kind",
                });
            }
            (true, true) => {
                let each = self.others.iter();
                let others: Vec<_> = each
                    .map(|(kind, count)| format!("{kind}: {count}"))
                    .collect();
                let others = if others.is_empty() {
                    "no elements at all".to_owned()
                } else {
                    others.join(", ")
                };
                return Err(MeshError::NoTetrahedra { others });
            }
        };
        Ok(VolumeMesh {
            nodes: own.nodes,
            tetrahedra,
            left_out: self.others.values().sum(),
        })
    }
}

struct Used<P> {
    place: P,
    numbers: std::collections::HashMap<u64, u32>,
    nodes: Vec<[f64; 3]>,
}

impl<P: Fn(u64) -> Option<[f64; 3]>> Used<P> {
    fn all<const N: usize>(&mut self, file: &[u64; N]) -> Result<[u32; N], MeshError> {
        let mut own = [0; N];
        for (own, file) in own.iter_mut().zip(file) {
            *own = match self.numbers.get(file) {
                Some(number) => *number,
                None => {
                    let place = (self.place)(*file).ok_or_else(|| MeshError::NotRead {
                        what: format!(
                            "an element asks for node {file}, which the file does not have"
                        ),
                        instead: "copy or export it again",
                    })?;
                    let next = self.nodes.len() as u32;
                    self.numbers.insert(*file, next);
                    self.nodes.push(place);
                    next
                }
            };
        }
        Ok(own)
    }
}
