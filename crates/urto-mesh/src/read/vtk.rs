//! Reads legacy `.vtk` files, text and binary: the tetrahedra of unstructured grids.
//!
//! Order of nodes: VTK lists the middles of the edges 01, 12, 02, 03, 13, 23, as we do.
//! Refs:   VTK file formats, legacy; the layout of cells since file version 5.1.

use super::scan::{Kind, Order, Scan, ends_early};
use super::tetrahedra::Collected;
use crate::error::shortened;
use crate::{MOST_POINTS, MeshError, VolumeMesh};

/// VTK's numbers for the two kinds that are read.
const LINEAR: i128 = 10;
const QUADRATIC: i128 = 24;

pub(crate) fn read(bytes: &[u8]) -> Result<VolumeMesh, MeshError> {
    let mut scan = Scan::new(bytes);
    let head = || ends_early("its head");
    scan.full_line().ok_or_else(head)?;
    scan.line().ok_or_else(head)?;
    let how = scan.full_line().ok_or_else(head)?.to_ascii_uppercase();
    let order = match how.as_slice() {
        b"ASCII" => None,
        b"BINARY" => Some(Order::Big),
        _ => return Err(scan.wrong("the third line of a legacy .vtk file is ASCII or BINARY")),
    };
    let mut file = VtkFile {
        scan,
        order,
        points: None,
        cells: None,
    };
    let kinds = file.sections()?;
    file.volume(&kinds)
}

struct VtkFile<'a> {
    scan: Scan<'a>,
    order: Option<Order>,
    points: Option<Vec<[f64; 3]>>,
    cells: Option<Cells>,
}

/// The nodes of all cells in a row, and where each cell ends.
#[derive(Default)]
struct Cells {
    nodes: Vec<u64>,
    ends: Vec<u64>,
}

impl VtkFile<'_> {
    fn word(&mut self, within: &str) -> Result<&str, MeshError> {
        self.scan.word().ok_or_else(|| ends_early(within))
    }

    /// Before data: numbers come in the file's own way from the next line on.
    fn data(&mut self) {
        if self.order.is_some() {
            self.scan.line();
        }
        self.scan.order = self.order;
    }

    /// Reads up to the kinds of the cells, and gives these.
    fn sections(&mut self) -> Result<Vec<u8>, MeshError> {
        loop {
            self.scan.order = None;
            let word = self.word("its grid")?.to_ascii_uppercase();
            match word.as_str() {
                "DATASET" => {
                    let kind = self.word("its grid")?;
                    if !kind.eq_ignore_ascii_case("UNSTRUCTURED_GRID") {
                        return Err(MeshError::NotRead {
                            what: format!("its data is {}", shortened(kind)),
                            instead: "a volume is an UNSTRUCTURED_GRID of tetrahedra; surfaces come from OBJ, STL, PLY or glTF",
                        });
                    }
                }
                "POINTS" => self.points()?,
                "CELLS" => self.cells()?,
                "CELL_TYPES" => {
                    let count = self.scan.count(Kind::I64, "its cells")?;
                    self.data();
                    let mut kinds = Vec::with_capacity(self.scan.room(count, 2));
                    for _ in 0..count {
                        let own = self.scan.whole(Kind::I32, "the types of its cells")?;
                        // No type of VTK's is beyond 255.
                        kinds.push(u8::try_from(own).unwrap_or(0));
                    }
                    return Ok(kinds);
                }
                "FIELD" => self.pass_field()?,
                "METADATA" => {
                    while self
                        .scan
                        .line()
                        .is_some_and(|line| !line.trim_ascii().is_empty())
                    {}
                }
                "POINT_DATA" | "CELL_DATA" => {
                    return Err(self
                        .scan
                        .wrong("the grid ends here without CELL_TYPES; export it again"));
                }
                word => {
                    let why = format!(
                        "'{}' is not in an unstructured grid; POINTS, CELLS and CELL_TYPES are",
                        shortened(word)
                    );
                    return Err(self.scan.wrong(why));
                }
            }
        }
    }

    fn points(&mut self) -> Result<(), MeshError> {
        let within = "its points";
        let count = self.scan.count(Kind::I64, within)?;
        let kind = self.kind(within)?;
        if count > MOST_POINTS as u64 {
            return Err(MeshError::TooManyPoints);
        }
        self.data();
        // Three numbers and a blank behind each: six bytes at least.
        let mut points = Vec::with_capacity(self.scan.room(count, 6));
        for _ in 0..count {
            points.push(self.scan.place(kind, within)?);
        }
        self.points = Some(points);
        Ok(())
    }

    fn kind(&mut self, within: &str) -> Result<Kind, MeshError> {
        let word = self.word(within)?.to_ascii_lowercase();
        Ok(match word.as_str() {
            "float" => Kind::F32,
            "double" => Kind::F64,
            "char" => Kind::I8,
            "unsigned_char" => Kind::U8,
            "short" => Kind::I16,
            "unsigned_short" => Kind::U16,
            "int" | "vtktypeint32" => Kind::I32,
            "unsigned_int" => Kind::U32,
            "long" | "vtktypeint64" => Kind::I64,
            "unsigned_long" => Kind::U64,
            other => {
                let why = format!(
                    "'{}' is no kind of number; float or double is",
                    shortened(other)
                );
                return Err(self.scan.wrong(why));
            }
        })
    }

    fn cells(&mut self) -> Result<(), MeshError> {
        let within = "its cells";
        let count = self.scan.count(Kind::I64, within)?;
        let numbers = self.scan.count(Kind::I64, within)?;
        let mut cells = Cells::default();
        if self.scan.clone().word() == Some("OFFSETS") {
            // Since version 5.1: where each cell begins and the last ends, then all nodes.
            cells.ends = self.named_row("OFFSETS", count)?;
            if cells.ends.first() == Some(&0) {
                cells.ends.remove(0);
            }
            cells.nodes = self.named_row("CONNECTIVITY", numbers)?;
        } else {
            self.data();
            for _ in 0..count {
                let own = self.scan.count(Kind::I32, within)?;
                for _ in 0..own {
                    cells.nodes.push(self.scan.count(Kind::I32, within)?);
                }
                cells.ends.push(cells.nodes.len() as u64);
            }
        }
        self.cells = Some(cells);
        Ok(())
    }

    fn named_row(&mut self, name: &str, count: u64) -> Result<Vec<u64>, MeshError> {
        let within = "its cells";
        self.scan.order = None;
        if self.word(within)? != name {
            return Err(self.scan.wrong(format!("{name} should stand here")));
        }
        let kind = self.kind(within)?;
        self.data();
        let mut row = Vec::with_capacity(self.scan.room(count, 2));
        for _ in 0..count {
            row.push(self.scan.count(kind, within)?);
        }
        Ok(row)
    }

    /// Fields before the grid (a time, a cycle) mean nothing here.
    fn pass_field(&mut self) -> Result<(), MeshError> {
        let within = "a field";
        self.word(within)?;
        for _ in 0..self.scan.count(Kind::I64, within)? {
            self.scan.order = None;
            self.word(within)?;
            let parts = self.scan.count(Kind::I64, within)?;
            let count = parts.saturating_mul(self.scan.count(Kind::I64, within)?);
            let text = self.scan.clone().word() == Some("string");
            if text {
                return Err(self
                    .scan
                    .wrong("fields of text before the grid are not read; export it without"));
            }
            let kind = self.kind(within)?;
            self.data();
            if self.order.is_some() {
                self.scan.skip(count, kind.bytes(), within)?;
            } else {
                for _ in 0..count {
                    self.word(within)?;
                }
            }
        }
        Ok(())
    }

    fn volume(self, kinds: &[u8]) -> Result<VolumeMesh, MeshError> {
        let missing = |what: &str| MeshError::NotRead {
            what: format!("there are no {what} before CELL_TYPES"),
            instead: "copy or export it again",
        };
        let points = self.points.ok_or_else(|| missing("POINTS"))?;
        let cells = self.cells.ok_or_else(|| missing("CELLS"))?;
        if kinds.len() != cells.ends.len() {
            return Err(MeshError::NotRead {
                what: format!(
                    "it has {} cells but {} types of cells",
                    cells.ends.len(),
                    kinds.len()
                ),
                instead: "copy or export it again",
            });
        }
        let mut found = Collected::default();
        let mut start = 0;
        for (cell, (kind, end)) in kinds.iter().zip(&cells.ends).enumerate() {
            let end = usize::try_from(*end).unwrap_or(usize::MAX);
            let nodes = cells.nodes.get(start..end);
            start = end;
            let short = || MeshError::NotRead {
                what: format!("cell {cell} does not have the nodes that its type {kind} needs"),
                instead: "copy or export it again",
            };
            let nodes = nodes.ok_or_else(short)?;
            match i128::from(*kind) {
                LINEAR => found.linear(nodes.try_into().map_err(|_| short())?)?,
                QUADRATIC => found.quadratic(nodes.try_into().map_err(|_| short())?)?,
                other => found.other(name(other)),
            }
        }
        found.volume(|number| points.get(usize::try_from(number).ok()?).copied())
    }
}

/// What a kind of cell is, in the plural.
fn name(kind: i128) -> &'static str {
    match kind {
        1 | 2 => "points",
        3 | 4 | 21 => "lines",
        5 | 6 | 22 => "triangles",
        7..=9 | 23 => "quadrangles and polygons",
        11 | 12 | 25 | 29 => "bricks",
        13 | 26 => "prisms",
        14 | 27 => "pyramids",
        71 => "tetrahedra of any order",
        _ => "others",
    }
}
