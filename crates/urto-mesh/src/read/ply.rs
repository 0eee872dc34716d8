//! Reads PLY files: text, and binary of either order.
//!
//! A head lists elements (kinds of things, how many, and which numbers each has); their numbers
//! follow. What is read: `x`, `y`, `z` of `vertex`, the list `vertex_indices` or `vertex_index` of
//! `face`, and that of `tristrips` (triangle strips; -1 begins a new one). All else is passed over.

use super::scan::{Kind, Order, Scan};
use crate::error::shortened;
use crate::{MOST_TRIANGLES, MeshError, Surface, polygon};

/// Heads are a dozen lines; a file without an end of its head is no PLY file.
const MOST_HEAD_LINES: usize = 10_000;

struct Element {
    name: String,
    count: u64,
    properties: Vec<Property>,
}

struct Property {
    name: String,
    /// The kind of the length before a list.
    list: Option<Kind>,
    kind: Kind,
}

/// Reads a file with at most N points.
pub(crate) fn read(bytes: &[u8], most_points: usize) -> Result<Surface, MeshError> {
    let mut scan = Scan::new(bytes);
    let (elements, order) = head(&mut scan)?;
    scan.order = order;
    let mut surface = Surface::default();
    // Faces may stand before points: they are cut when all is known. Each face's corners, and where
    // they end.
    let (mut corners, mut ends) = (Vec::new(), Vec::new());
    for element in &elements {
        match element.name.as_str() {
            "vertex" => points(&mut scan, element, most_points, &mut surface)?,
            "face" => lists(&mut scan, element, |corner, last| {
                corners.push(corner);
                if last {
                    ends.push(corners.len());
                }
            })?,
            "tristrips" => strips(&mut scan, element, &mut surface)?,
            _ => pass_over(&mut scan, element)?,
        }
    }
    let mut start = 0;
    for end in ends {
        let own: Result<Vec<u32>, _> = corners[start..end]
            .iter()
            .map(|corner| known(*corner, surface.points.len(), "face"))
            .collect();
        polygon::cut(&surface.points, &own?, &mut surface.triangles);
        if surface.triangles.len() > MOST_TRIANGLES {
            return Err(MeshError::TooManyTriangles);
        }
        start = end;
    }
    let points = surface.points.len();
    for corner in surface.triangles.iter().flatten() {
        known(i128::from(*corner), points, "strip")?;
    }
    if surface.triangles.is_empty() {
        return Err(MeshError::NoTriangles);
    }
    Ok(surface)
}

fn known(corner: i128, points: usize, of: &str) -> Result<u32, MeshError> {
    let own = u32::try_from(corner).ok();
    own.filter(|own| (*own as usize) < points)
        .ok_or_else(|| MeshError::NotRead {
            what: format!("a {of} asks for point {corner}, but there are {points} points"),
            instead: "allowed are numbers from 0 to one less than that; export the shape anew",
        })
}

fn head(scan: &mut Scan) -> Result<(Vec<Element>, Option<Order>), MeshError> {
    let mut elements: Vec<Element> = Vec::new();
    let mut order = None;
    scan.line();
    for _ in 0..MOST_HEAD_LINES {
        let here = scan.clone();
        let line = scan
            .line()
            .ok_or_else(|| super::scan::ends_early("its head"))?;
        let line = String::from_utf8_lossy(line);
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["format", kind, _version] => {
                order = Some(match *kind {
                    "ascii" => None,
                    "binary_little_endian" => Some(Order::Little),
                    "binary_big_endian" => Some(Order::Big),
                    _ => {
                        return Err(here.wrong(format!(
                            "the format is '{}'; allowed are ascii, binary_little_endian and binary_big_endian",
                            shortened(kind)
                        )));
                    }
                });
            }
            ["element", name, count] => elements.push(Element {
                name: (*name).to_owned(),
                count: count.parse().map_err(|_| {
                    here.wrong(format!("'{}' is no number of elements", shortened(count)))
                })?,
                properties: Vec::new(),
            }),
            ["property", rest @ ..] => {
                let own = property(rest)
                    .ok_or_else(|| here.wrong("a property is written: property float x, or property list uchar int vertex_indices"))?;
                let last = elements.last_mut();
                last.ok_or_else(|| {
                    here.wrong("a property must follow an element: element vertex 8")
                })?
                .properties
                .push(own);
            }
            ["end_header"] => {
                let order = order.ok_or_else(|| {
                    here.wrong("the head has no format; it needs: format ascii 1.0")
                })?;
                return Ok((elements, order));
            }
            ["comment" | "obj_info", ..] | [] => {}
            [word, ..] => {
                return Err(MeshError::Wrong {
                    at: here.here(),
                    why: format!(
                        "'{}' is not in the head of a PLY file; export the shape anew",
                        shortened(word)
                    ),
                });
            }
        }
    }
    Err(super::scan::ends_early("its head"))
}

fn property(words: &[&str]) -> Option<Property> {
    let (list, kind, name) = match words {
        ["list", length, kind, name] => (Some(number_kind(length)?), kind, name),
        [kind, name] => (None, kind, name),
        _ => return None,
    };
    Some(Property {
        name: (*name).to_owned(),
        list,
        kind: number_kind(kind)?,
    })
}

fn number_kind(word: &str) -> Option<Kind> {
    Some(match word {
        "char" | "int8" => Kind::I8,
        "uchar" | "uint8" => Kind::U8,
        "short" | "int16" => Kind::I16,
        "ushort" | "uint16" => Kind::U16,
        "int" | "int32" => Kind::I32,
        "uint" | "uint32" => Kind::U32,
        "float" | "float32" => Kind::F32,
        "double" | "float64" => Kind::F64,
        _ => return None,
    })
}

fn points(
    scan: &mut Scan,
    element: &Element,
    most_points: usize,
    surface: &mut Surface,
) -> Result<(), MeshError> {
    let mut along = [None; 3];
    for (n, property) in element.properties.iter().enumerate() {
        if let Some(k) = ["x", "y", "z"].iter().position(|own| *own == property.name) {
            along[k] = Some(n);
        }
    }
    if along.contains(&None) {
        return Err(MeshError::NotRead {
            what: "its points do not have x, y and z".to_owned(),
            instead: "export the shape anew",
        });
    }
    if element.count > most_points as u64 {
        return Err(MeshError::TooManyPoints);
    }
    let least = element.properties.len();
    surface.points.reserve(scan.room(element.count, least));
    for _ in 0..element.count {
        let mut place = [0.0; 3];
        for (n, property) in element.properties.iter().enumerate() {
            match along.iter().position(|own| *own == Some(n)) {
                Some(k) if property.list.is_none() => {
                    place[k] = scan.coordinate(property.kind, "its points")?;
                }
                _ => pass(scan, property)?,
            }
        }
        surface.points.push(place);
    }
    Ok(())
}

/// Gives every corner of every list of corners, and whether it is the list's last.
fn lists(
    scan: &mut Scan,
    element: &Element,
    mut corner: impl FnMut(i128, bool),
) -> Result<(), MeshError> {
    let is_corners = |own: &Property| {
        own.list.is_some() && ["vertex_indices", "vertex_index"].contains(&own.name.as_str())
    };
    if !element.properties.iter().any(is_corners) {
        return pass_over(scan, element);
    }
    for _ in 0..element.count {
        for property in &element.properties {
            match property.list.filter(|_| is_corners(property)) {
                Some(length) => {
                    let count = scan.count(length, "its faces")?;
                    for n in 0..count {
                        corner(scan.whole(property.kind, "its faces")?, n + 1 == count);
                    }
                }
                None => pass(scan, property)?,
            }
        }
    }
    Ok(())
}

fn strips(scan: &mut Scan, element: &Element, surface: &mut Surface) -> Result<(), MeshError> {
    let mut last: Vec<u32> = Vec::new();
    let mut turned = false;
    let triangles = &mut surface.triangles;
    lists(scan, element, |corner, ends| {
        if let Ok(corner) = u32::try_from(corner) {
            if let [a, b] = last[..] {
                triangles.push(if turned {
                    [b, a, corner]
                } else {
                    [a, b, corner]
                });
                turned = !turned;
                last.remove(0);
            }
            last.push(corner);
        }
        if corner < 0 || ends {
            last.clear();
            turned = false;
        }
    })?;
    // A strip through the same corner twice only turns a corner.
    triangles.retain(|[a, b, c]| a != b && b != c && c != a);
    Ok(())
}

fn pass_over(scan: &mut Scan, element: &Element) -> Result<(), MeshError> {
    // Without numbers there is nothing to pass, however many there are said to be.
    if element.properties.is_empty() {
        return Ok(());
    }
    for _ in 0..element.count {
        for property in &element.properties {
            pass(scan, property)?;
        }
    }
    Ok(())
}

fn pass(scan: &mut Scan, property: &Property) -> Result<(), MeshError> {
    let within = "its elements";
    let count = match property.list {
        Some(length) => scan.count(length, within)?,
        None => 1,
    };
    if scan.order.is_some() {
        return scan.skip(count, property.kind.bytes(), within);
    }
    for _ in 0..count {
        scan.word().ok_or_else(|| super::scan::ends_early(within))?;
    }
    Ok(())
}
