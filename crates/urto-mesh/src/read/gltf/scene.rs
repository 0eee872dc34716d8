//! Which meshes a glTF scene shows, and where.

use super::data::index;
use super::wrong;
use crate::vector::{Vector, cross, dot, scaled, sum};
use crate::{MeshError, Where};
use serde_json::Value;

/// A turn, stretch and shift: three columns and a shift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    columns: [Vector; 3],
    shift: Vector,
}

const AS_DRAWN: Placed = Placed {
    columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    shift: [0.0; 3],
};

impl Placed {
    fn turned(&self, way: Vector) -> Vector {
        let [x, y, z] = self.columns;
        sum(sum(scaled(x, way[0]), scaled(y, way[1])), scaled(z, way[2]))
    }

    pub fn place(&self, place: Vector) -> Vector {
        sum(self.turned(place), self.shift)
    }

    /// Whether left becomes right.
    pub fn mirrors(&self) -> bool {
        let [x, y, z] = self.columns;
        dot(cross(x, y), z) < 0.0
    }

    fn after(&self, inner: &Self) -> Self {
        Self {
            columns: inner.columns.map(|own| self.turned(own)),
            shift: self.place(inner.shift),
        }
    }

    fn of(node: &Value, at: Where) -> Result<Self, MeshError> {
        if !node["matrix"].is_null() {
            let m: [f64; 16] = numbers(&node["matrix"], at)?;
            return Ok(Self {
                columns: [0, 4, 8].map(|k| [m[k], m[k + 1], m[k + 2]]),
                shift: [m[12], m[13], m[14]],
            });
        }
        let or = |own: &Value, usual: Vector| match own {
            Value::Null => Ok(usual),
            own => numbers(own, at),
        };
        let stretch = or(&node["scale"], [1.0; 3])?;
        let [x, y, z, w] = match &node["rotation"] {
            Value::Null => [0.0, 0.0, 0.0, 1.0],
            own => numbers(own, at)?,
        };
        // The matrix of a quaternion of length 1.
        let columns = [
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y + z * w),
                2.0 * (x * z - y * w),
            ],
            [
                2.0 * (x * y - z * w),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z + x * w),
            ],
            [
                2.0 * (x * z + y * w),
                2.0 * (y * z - x * w),
                1.0 - 2.0 * (x * x + y * y),
            ],
        ];
        Ok(Self {
            columns: core::array::from_fn(|k| scaled(columns[k], stretch[k])),
            shift: or(&node["translation"], [0.0; 3])?,
        })
    }
}

fn numbers<const N: usize>(value: &Value, at: Where) -> Result<[f64; N], MeshError> {
    let all = value.as_array().into_iter().flatten();
    let all: Vec<f64> = all.filter_map(Value::as_f64).take(N + 1).collect();
    all.try_into()
        .map_err(|_| wrong(at, format!("its place needs {N} numbers")))
}

/// The meshes of the scene, each with the number of its node, its own, and where it is. Each node is in
/// one place only.
pub(super) fn placed_meshes(document: &Value) -> Result<Vec<(usize, usize, Placed)>, MeshError> {
    let nodes = document["nodes"].as_array().map_or(&[][..], Vec::as_slice);
    let mut seen = vec![false; nodes.len()];
    let mut found = Vec::new();
    let mut open: Vec<(usize, Placed)> = Vec::new();
    for root in roots(document, nodes) {
        open.push((root?, AS_DRAWN));
        while let Some((number, outer)) = open.pop() {
            let at = Where::Part("node", number);
            let node = nodes.get(number);
            let node = node.ok_or_else(|| wrong(at, "it does not exist"))?;
            if core::mem::replace(&mut seen[number], true) {
                return Err(wrong(at, "it hangs in two places or inside itself"));
            }
            let placed = outer.after(&Placed::of(node, at)?);
            if !node["mesh"].is_null() {
                let mesh =
                    index(&node["mesh"]).ok_or_else(|| wrong(at, "its mesh is no number"))?;
                found.push((number, mesh, placed));
            }
            // The first child is looked at first.
            for child in node["children"].as_array().into_iter().flatten().rev() {
                let child = index(child).ok_or_else(|| wrong(at, "a child is no number"))?;
                open.push((child, placed));
            }
        }
    }
    if nodes.is_empty() {
        // Without nodes, the meshes as drawn.
        let count = document["meshes"].as_array().map_or(0, Vec::len);
        found.extend((0..count).map(|mesh| (nodes.len(), mesh, AS_DRAWN)));
    }
    Ok(found)
}

/// The nodes of the scene that is shown first, or those that no other node holds.
fn roots<'a>(
    document: &'a Value,
    nodes: &'a [Value],
) -> Box<dyn Iterator<Item = Result<usize, MeshError>> + 'a> {
    let scene = index(&document["scene"]).unwrap_or(0);
    if let Some(own) = document["scenes"][scene]["nodes"].as_array() {
        let at = Where::Part("scene", scene);
        return Box::new(
            own.iter()
                .map(move |own| index(own).ok_or_else(|| wrong(at, "a node is no number"))),
        );
    }
    let mut held = vec![false; nodes.len()];
    for child in nodes
        .iter()
        .filter_map(|own| own["children"].as_array())
        .flatten()
    {
        if let Some(own) = index(child).and_then(|own| held.get_mut(own)) {
            *own = true;
        }
    }
    Box::new((0..nodes.len()).filter(move |own| !held[*own]).map(Ok))
}
