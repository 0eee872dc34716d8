//! Reads Wavefront OBJ text: its points and faces.

use super::number;
use crate::error::shortened;
use crate::{MeshError, Surface, Where, polygon};

/// Lines without meaning here: looks, groups, curves.
const IGNORED: &[&str] = &[
    "vt",
    "vn",
    "vp",
    "g",
    "o",
    "s",
    "l",
    "p",
    "usemtl",
    "mtllib",
    "usemap",
    "maplib",
    "mg",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
    "ctech",
    "stech",
    "cstype",
    "deg",
    "bmat",
    "step",
    "curv",
    "curv2",
    "surf",
    "parm",
    "trim",
    "hole",
    "scrv",
    "sp",
    "end",
    "con",
    "call",
    "csh",
];

/// Reads a text with at most N points.
pub(crate) fn read(text: &str, most_points: usize) -> Result<Surface, MeshError> {
    let mut reader = Reader {
        surface: Surface::default(),
        largest: None,
        most_points,
    };
    // Some editors put a mark before the first letter.
    let text = text.trim_start_matches('\u{feff}');
    // A line that ends with a backslash goes on in the next.
    let mut begun = String::new();
    let count = text.lines().count();
    for (n, line) in text.lines().enumerate() {
        let (whole, goes_on) = match line.trim_end().strip_suffix('\\') {
            Some(part) => (part, n + 1 < count),
            None => (line, false),
        };
        if begun.is_empty() && !goes_on {
            reader.line(n + 1, whole)?;
            continue;
        }
        begun.push_str(whole);
        begun.push(' ');
        if !goes_on {
            reader.line(n + 1, &begun)?;
            begun.clear();
        }
    }
    reader.end()
}

struct Reader {
    surface: Surface,
    /// The largest number of a point that was asked for, and in which line. Points may stand
    /// behind the faces, so this is judged at the end.
    largest: Option<(u32, usize)>,
    most_points: usize,
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) -> Result<(), MeshError> {
        let text = text.split('#').next().unwrap_or("");
        let mut words = text.split_whitespace();
        match words.next() {
            Some("v") => self.point(line, words),
            Some("f") => self.face(line, words),
            Some(word) if !IGNORED.contains(&word) => Err(MeshError::UnknownLine {
                line,
                word: shortened(word),
                format: "OBJ",
            }),
            _ => Ok(()),
        }
    }

    fn point<'a>(
        &mut self,
        line: usize,
        mut words: impl Iterator<Item = &'a str>,
    ) -> Result<(), MeshError> {
        let mut point = [0.0; 3];
        for own in &mut point {
            let word = words.next().ok_or(MeshError::Incomplete {
                line,
                needs: "a point needs three numbers: v 0.1 0.2 0.3",
            })?;
            *own = number(word, Where::Line(line))?;
        }
        if self.surface.points.len() >= self.most_points {
            return Err(MeshError::TooManyPoints);
        }
        self.surface.points.push(point);
        Ok(())
    }

    /// A face with more than three corners is cut into triangles.
    fn face<'a>(
        &mut self,
        line: usize,
        words: impl Iterator<Item = &'a str>,
    ) -> Result<(), MeshError> {
        let corners = words.map(|word| self.corner(line, word));
        let corners = corners.collect::<Result<Vec<u32>, _>>()?;
        if corners.len() < 3 {
            return Err(MeshError::Incomplete {
                line,
                needs: "a face needs three corners or more: f 1 2 3",
            });
        }
        polygon::cut(&self.surface.points, &corners, &mut self.surface.triangles);
        Ok(())
    }

    /// The point of "7", "7/1", "7//3" or "7/1/3"; from 0.
    fn corner(&mut self, line: usize, word: &str) -> Result<u32, MeshError> {
        let points = self.surface.points.len();
        let own = word.split('/').next().unwrap_or("");
        let index: i64 = own.parse().map_err(|_| MeshError::Incomplete {
            line,
            needs: "the corners of a face are numbers of points: f 1 2 3, or f 1/1/1 2/2/2 3/3/3",
        })?;
        let place = match index {
            1.. => u32::try_from(index - 1).ok(),
            // Backwards from the points so far.
            ..0 => u32::try_from(points as i64 + index.max(-(points as i64) - 1)).ok(),
            0 => None,
        };
        let place = place.ok_or(MeshError::NoSuchPoint {
            line,
            index,
            points,
        })?;
        if self.largest.is_none_or(|(largest, _)| place > largest) {
            self.largest = Some((place, line));
        }
        Ok(place)
    }

    fn end(self) -> Result<Surface, MeshError> {
        let points = self.surface.points.len();
        match self.largest {
            None if points == 0 => Err(MeshError::NotAMesh),
            None => Err(MeshError::NoTriangles),
            Some((place, line)) if place as usize >= points => Err(MeshError::NoSuchPoint {
                line,
                index: i64::from(place) + 1,
                points,
            }),
            Some(_) => Ok(self.surface),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_points_are_refused() {
        let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        assert!(read(text, 3).is_ok());
        assert_eq!(read(text, 2), Err(MeshError::TooManyPoints));
    }
}
