//! Reads STL, as text or binary. It has no shared points: corners at the same place are merged.

use super::number;
use crate::error::shortened;
use crate::{LARGEST, MeshError, Surface, Where};
use std::collections::HashMap;

/// A binary file: a title, how many triangles, and then for each its normal, three corners and two
/// bytes that mean nothing; numbers are f32 and u32, small end first.
const TITLE: usize = 80;
const HEAD: usize = TITLE + 4;
const NORMAL: usize = 12;
const EACH: usize = NORMAL + 36 + 2;

/// Whether the first word is the one that text begins with. Some binary titles begin with it too.
pub(crate) fn begins_as_text(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    bytes.len() >= 5 && bytes[..5].eq_ignore_ascii_case(b"solid")
}

/// Whether it is exactly as long as its head says.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    promised(bytes).is_some_and(|count| bytes.len() - HEAD == count.saturating_mul(EACH))
}

fn promised(bytes: &[u8]) -> Option<usize> {
    let count = bytes.get(TITLE..HEAD)?.try_into().ok()?;
    Some(u32::from_le_bytes(count) as usize)
}

/// Reads a file with at most N points.
pub(crate) fn read(bytes: &[u8], most_points: usize) -> Result<Surface, MeshError> {
    let mut corners = Corners {
        surface: Surface::default(),
        known: HashMap::new(),
        most_points,
    };
    if !is_binary(bytes) && begins_as_text(bytes) {
        // A title may be in any encoding.
        text(&String::from_utf8_lossy(bytes), &mut corners)?;
    } else if !bytes.is_empty() && !bytes.contains(&0) {
        // Binary files are full of zeros.
        return Err(MeshError::NotRead {
            what: "this is no STL file: it is text, but does not begin with 'solid'".to_owned(),
            instead: "export the shape anew",
        });
    } else {
        binary(bytes, &mut corners)?;
    }
    if corners.surface.triangles.is_empty() {
        return Err(MeshError::NoTriangles);
    }
    Ok(corners.surface.merged())
}

/// Collects triangles. Corners with equal numbers are one point at once: a third of the memory.
struct Corners {
    surface: Surface,
    known: HashMap<[u64; 3], u32>,
    most_points: usize,
}

impl Corners {
    fn triangle(&mut self, corners: [[f64; 3]; 3]) -> Result<(), MeshError> {
        let mut triangle = [0; 3];
        for (own, corner) in triangle.iter_mut().zip(corners) {
            let key = corner.map(f64::to_bits);
            let next = self.surface.points.len();
            *own = *self.known.entry(key).or_insert(next as u32);
            if *own as usize == next {
                if next >= self.most_points {
                    return Err(MeshError::TooManyPoints);
                }
                self.surface.points.push(corner);
            }
        }
        self.surface.triangles.push(triangle);
        Ok(())
    }
}

fn binary(bytes: &[u8], corners: &mut Corners) -> Result<(), MeshError> {
    let promised = promised(bytes).ok_or(MeshError::NotAMesh)?;
    let found = (bytes.len() - HEAD) / EACH;
    if found < promised {
        return Err(MeshError::Truncated { promised, found });
    }
    // What follows the last triangle means nothing; some programs fill up their files.
    for (n, own) in bytes[HEAD..].chunks_exact(EACH).take(promised).enumerate() {
        let mut numbers = [0.0; 9];
        for (k, along) in numbers.iter_mut().enumerate() {
            let start = NORMAL + 4 * k;
            let value = f32::from_le_bytes(core::array::from_fn(|byte| own[start + byte]));
            *along = f64::from(value);
            if !(-LARGEST..=LARGEST).contains(along) {
                return Err(MeshError::NotANumber {
                    at: Where::Triangle(n + 1),
                    found: value.to_string(),
                });
            }
        }
        corners.triangle(core::array::from_fn(|corner| {
            core::array::from_fn(|along| numbers[3 * corner + along])
        }))?;
    }
    Ok(())
}

fn text(text: &str, corners: &mut Corners) -> Result<(), MeshError> {
    let mut loop_of = Vec::with_capacity(3);
    let mut last = 0;
    for (n, line) in text.lines().enumerate() {
        last = n + 1;
        let at = Where::Line(last);
        let incomplete = |needs| MeshError::Incomplete { line: last, needs };
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else { continue };
        match word.to_ascii_lowercase().as_str() {
            "solid" | "endsolid" | "facet" | "endfacet" | "outer" => {}
            "vertex" => {
                let mut corner = [0.0; 3];
                for along in &mut corner {
                    let needs = "a corner needs three numbers: vertex 0.1 0.2 0.3";
                    *along = number(words.next().ok_or(incomplete(needs))?, at)?;
                }
                if loop_of.len() == 3 {
                    return Err(incomplete("a facet has three corners, this is a fourth"));
                }
                loop_of.push(corner);
            }
            "endloop" => {
                let needs = "a facet needs three corners before its endloop";
                let three = loop_of.as_slice().try_into();
                corners.triangle(three.map_err(|_| incomplete(needs))?)?;
                loop_of.clear();
            }
            _ => {
                return Err(MeshError::UnknownLine {
                    line: last,
                    word: shortened(word),
                    format: "STL",
                });
            }
        }
    }
    if !loop_of.is_empty() {
        return Err(MeshError::Incomplete {
            line: last,
            needs: "the file ends inside a facet; copy or export it again",
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_once_against_the_limit() {
        // Two triangles of a square: six corners, four points.
        let mut text = "solid\n".to_owned();
        for corners in [["0 0 0", "1 0 0", "1 1 0"], ["0 0 0", "1 1 0", "0 1 0"]] {
            for corner in corners {
                text += &format!("vertex {corner}\n");
            }
            text += "endloop\n";
        }
        assert_eq!(read(text.as_bytes(), 4).unwrap().points.len(), 4);
        assert_eq!(read(text.as_bytes(), 3), Err(MeshError::TooManyPoints));
    }
}
