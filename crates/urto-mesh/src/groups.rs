//! Parts of a mesh that its file has names for: groups of an OBJ file, physical names of a Gmsh file,
//! nodes and meshes of a glTF file.
//!
//! Of each group one place is told, in the file's unit: the middle of that of its faces which lies
//! nearest to the middle of all. So the place of a rim lies on the rim and not in the hole.

use crate::read::{gltf, is_gltf};
use crate::vector::{Vector, cross, difference, length, scaled, sum};
use std::collections::HashMap;

/// Most groups that are told.
const MOST: usize = 256;

/// A part of a mesh that has a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name, as the file has it.
    pub name: String,
    /// A place in its middle, in the file's unit.
    pub at: [f64; 3],
}

/// The named groups of a mesh file: `g` and `o` of OBJ, physical names of Gmsh 2.2 as text, nodes and
/// meshes of glTF (with its data inside; see [`read_groups_with`]). None of other files, and none where a file is not as it should be: whoever reads the mesh says that.
///
/// ```
/// let cup = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng rim\nf 1 2 3\ng side\nf 1 2 4\n";
/// let groups = urto_mesh::read_groups(cup.as_bytes());
/// assert_eq!((groups[0].name.as_str(), groups[1].name.as_str()), ("rim", "side"));
/// assert_eq!(groups[0].at[2], 0.0);
/// ```
pub fn read_groups(bytes: &[u8]) -> Vec<Group> {
    read_groups_with(bytes, &mut |_| Err(String::new()))
}

/// The same, with a way to get the bytes of the files that a `.gltf` file names.
pub fn read_groups_with(
    bytes: &[u8],
    fetch: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Vec<Group> {
    if is_gltf(bytes) {
        return of_gltf(bytes, fetch).groups();
    }
    let Ok(text) = core::str::from_utf8(bytes) else {
        return Vec::new();
    };
    let faces = match text.trim_start().starts_with("$MeshFormat") {
        true => of_gmsh(text),
        false => of_obj(text),
    };
    faces.groups()
}

/// Faces under their names, in the order in which those come.
#[derive(Default)]
struct Faces {
    points: Vec<Vector>,
    names: Vec<String>,
    /// Number of its name, and three corners among the points.
    faces: Vec<(usize, [usize; 3])>,
}

impl Faces {
    fn name(&mut self, name: &str) -> Option<usize> {
        let known = self.names.iter().position(|own| own == name);
        if known.is_none() && self.names.len() < MOST {
            self.names.push(name.to_owned());
            return Some(self.names.len() - 1);
        }
        known
    }

    fn groups(&self) -> Vec<Group> {
        let mut middles: Vec<Vec<(Vector, f64)>> = vec![Vec::new(); self.names.len()];
        for (name, corners) in &self.faces {
            let [Some(a), Some(b), Some(c)] = corners.map(|own| self.points.get(own).copied())
            else {
                continue;
            };
            let area = 0.5 * length(cross(difference(b, a), difference(c, a)));
            let middle = scaled(sum(sum(a, b), c), 1.0 / 3.0);
            middles[*name].push((middle, area));
        }
        let named = self.names.iter().zip(middles);
        let groups = named.filter_map(|(name, own)| {
            let whole: f64 = own.iter().map(|(_, area)| area).sum();
            let all = own.iter().fold([0.0; 3], |all, (middle, area)| {
                sum(all, scaled(*middle, area / whole.max(f64::MIN_POSITIVE)))
            });
            let away = |middle: &Vector| length(difference(*middle, all));
            let nearest = own
                .iter()
                .min_by(|(a, _), (b, _)| away(a).total_cmp(&away(b)))?;
            let at = nearest.0;
            let finite = at.iter().all(|own| own.is_finite());
            finite.then(|| Group {
                name: name.clone(),
                at,
            })
        });
        groups.collect()
    }
}

/// Nodes and meshes of a glTF file.
fn of_gltf(bytes: &[u8], fetch: gltf::Fetch) -> Faces {
    let mut faces = Faces::default();
    let read = gltf::named(bytes, fetch, &mut |name, surface, own| {
        let Some(name) = named(name, &mut faces) else {
            return;
        };
        for triangle in &surface.triangles[own] {
            let first = faces.points.len();
            let corners = triangle.map(|corner| surface.points[corner as usize]);
            faces.points.extend(corners);
            faces.faces.push((name, [first, first + 1, first + 2]));
        }
    });
    // Whoever reads the mesh says what is wrong with it.
    match read {
        Ok(()) => faces,
        Err(_) => Faces::default(),
    }
}

/// Groups (`g`) and objects (`o`) of an OBJ file; a face is in those that were named last.
fn of_obj(text: &str) -> Faces {
    let mut faces = Faces::default();
    let (mut group, mut object) = (None, None);
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or("");
        let (word, rest) = line.trim().split_once([' ', '\t']).unwrap_or((line, ""));
        match word {
            "v" => {
                let mut numbers = rest
                    .split_whitespace()
                    .map(|own| own.parse().unwrap_or(0.0));
                let mut next = || numbers.next().unwrap_or(0.0);
                faces.points.push([next(), next(), next()]);
            }
            "g" => group = named(rest, &mut faces),
            "o" => object = named(rest, &mut faces),
            "f" => {
                let points = faces.points.len() as i64;
                let corner = |own: &str| {
                    let number: i64 = own.split('/').next()?.parse().ok()?;
                    usize::try_from(if number < 0 {
                        points + number
                    } else {
                        number - 1
                    })
                    .ok()
                };
                let corners: Vec<usize> = rest.split_whitespace().filter_map(corner).collect();
                // A fan around the first corner.
                for pair in corners.get(1..).unwrap_or_default().windows(2) {
                    let own = [corners[0], pair[0], pair[1]];
                    faces.faces.extend(group.map(|name| (name, own)));
                    faces.faces.extend(object.map(|name| (name, own)));
                }
            }
            _ => {}
        }
    }
    faces
}

/// A name; "default" and "off" mean none.
fn named(name: &str, faces: &mut Faces) -> Option<usize> {
    match name.trim() {
        "" | "default" | "off" | "(null)" => None,
        name => faces.name(name),
    }
}

/// Physical names of surfaces in a Gmsh file of version 2.2, as text.
fn of_gmsh(text: &str) -> Faces {
    let mut faces = Faces::default();
    let mut section = "";
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut names: HashMap<u64, usize> = HashMap::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with('$') {
            section = line;
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match (section, words.as_slice()) {
            ("$MeshFormat", [version, kind, ..]) if *version != "2.2" || *kind != "0" => {
                return Faces::default();
            }
            ("$PhysicalNames", [_, tag, _, ..]) => {
                let name = line.split('"').nth(1).unwrap_or_default();
                if let (Ok(tag), Some(name)) = (tag.parse(), named(name, &mut faces)) {
                    names.insert(tag, name);
                }
            }
            ("$Nodes", [number, x, y, z]) => {
                let place = [x, y, z].map(|own| own.parse().unwrap_or(0.0));
                numbers.insert(number.parse().unwrap_or(0), faces.points.len());
                faces.points.push(place);
            }
            // Triangles of three or six nodes, whose first tag is the physical one.
            ("$Elements", [_, "2" | "9", tags, tag, ..]) => {
                let before = 3 + tags.parse::<usize>().unwrap_or(0);
                let corner = |at: usize| {
                    let number: u64 = words.get(at)?.parse().ok()?;
                    numbers.get(&number).copied()
                };
                let corners = [corner(before), corner(before + 1), corner(before + 2)];
                let name = tag.parse().ok().and_then(|tag: u64| names.get(&tag));
                if let ([Some(a), Some(b), Some(c)], Some(name)) = (corners, name) {
                    faces.faces.push((*name, [a, b, c]));
                }
            }
            _ => {}
        }
    }
    faces
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of faces around a hole: the place lies on the ring.
    #[test]
    fn the_place_of_a_rim_lies_on_the_rim() {
        let square = [
            [-1, -1],
            [0, -1],
            [1, -1],
            [1, 0],
            [1, 1],
            [0, 1],
            [-1, 1],
            [-1, 0],
        ];
        let mut text = String::from("o cup\n");
        for [x, y] in square.map(|own| own.map(f64::from)) {
            text += &format!("v {x} {y} 1\nv {} {} 1\n", 1.1 * x, 1.1 * y);
        }
        text += "g rim\n";
        for n in 0..square.len() {
            let (a, b) = (2 * n + 1, 2 * ((n + 1) % square.len()) + 1);
            text += &format!("f {a} {} {} {b}\n", a + 1, b + 1);
        }
        let groups = read_groups(text.as_bytes());
        let names: Vec<&str> = groups.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names, ["cup", "rim"]);
        for group in &groups {
            let [x, y, z] = group.at;
            let out = x.abs().max(y.abs());
            assert!((0.99..1.11).contains(&out) && z == 1.0, "{group:?}");
        }
    }

    /// A triangle that two nodes show, one of them a metre higher.
    #[test]
    fn nodes_and_meshes_of_gltf_are_named() {
        let text = r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0,1]}],
            "nodes":[{"name":"lip","mesh":0,"translation":[0,0,1]},{"name":"foot","mesh":0}],
            "meshes":[{"name":"cup","primitives":[{"attributes":{"POSITION":0}}]}],
            "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],
            "bufferViews":[{"buffer":0,"byteLength":36}],
            "buffers":[{"byteLength":36,"uri":"data:;base64,AAAAAAAAAAAAAAAAAABAQAAAAAAAAAAAAAAAAAAAQEAAAAAA"}]}"#;
        let groups = read_groups(text.as_bytes());
        let told: Vec<(&str, Vector)> = groups.iter().map(|own| (&*own.name, own.at)).collect();
        let (high, low) = ([1.0, 1.0, 1.0], [1.0, 1.0, 0.0]);
        assert_eq!(told, [("lip", high), ("cup", high), ("foot", low)]);
        assert!(read_groups(&text.as_bytes()[..text.len() - 9]).is_empty());
    }

    #[test]
    fn physical_names_are_read() {
        let text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 7 \"lip\"\n3 8 \"all\"\n\
                    $EndPhysicalNames\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n9 0 0 1\n$EndNodes\n\
                    $Elements\n2\n1 2 2 7 1 1 2 9\n2 4 2 8 1 1 2 3 9\n$EndElements\n";
        let groups = read_groups(text.as_bytes());
        assert_eq!(groups.len(), 1, "{groups:?}");
        assert_eq!(groups[0].name, "lip");
        assert!((groups[0].at[2] - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_no_such_file_has_none() {
        for bytes in [
            &b"\xff\xfe"[..],
            b"solid x",
            b"",
            b"g rim\nf 1 2\nf 9 9 9\nv 1",
        ] {
            assert!(read_groups(bytes).is_empty());
        }
    }
}
