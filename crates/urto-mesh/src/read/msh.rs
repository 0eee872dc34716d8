//! Reads Gmsh's `.msh` files, versions 2.2 and 4.1, text and binary: their tetrahedra.
//!
//! Order of nodes: Gmsh lists the middles of the edges 01, 12, 02, 03, 23, 13; ours has the last two
//! the other way round.
//! Refs:   Gmsh reference manual, file formats.

use super::scan::{Kind, Order, Scan, ends_early};
use super::tetrahedra::Collected;
use crate::error::shortened;
use crate::{MOST_POINTS, MeshError, VolumeMesh};

/// Gmsh's numbers for the two kinds that are read.
const LINEAR: i128 = 4;
const QUADRATIC: i128 = 11;
/// How many nodes each other kind of element has, by Gmsh's number for it from 1.
const NODES: [u8; 31] = [
    2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1, 8, 20, 15, 13, 9, 10, 12, 15, 15, 21, 4, 5, 6,
    20, 35, 56,
];

pub(crate) fn read(bytes: &[u8]) -> Result<VolumeMesh, MeshError> {
    let mut file = MshFile::open(Scan::new(bytes))?;
    while let Some(line) = file.scan.full_line() {
        let Some(name) = line.strip_prefix(b"$") else {
            let found = shortened(&String::from_utf8_lossy(line));
            return Err(file.scan.wrong(format!(
                "a section such as $Nodes should begin here, not '{found}'"
            )));
        };
        match name {
            b"Nodes" if file.newer => file.nodes_4()?,
            b"Nodes" => file.nodes_2()?,
            b"Elements" if file.newer => file.elements_4()?,
            b"Elements" => file.elements_2()?,
            _ => {}
        }
        file.leave(name)?;
    }
    file.nodes.sort_by_key(|own| own.0);
    let nodes = file.nodes;
    file.found.volume(|number| {
        let own = nodes.binary_search_by_key(&number, |own| own.0).ok()?;
        Some(nodes[own].1)
    })
}

struct MshFile<'a> {
    scan: Scan<'a>,
    /// Whether it is 4.1 rather than 2.2.
    newer: bool,
    /// How numbers are written in sections.
    order: Option<Order>,
    nodes: Vec<(u64, [f64; 3])>,
    found: Collected,
}

impl<'a> MshFile<'a> {
    fn open(mut scan: Scan<'a>) -> Result<Self, MeshError> {
        let head = "its head";
        loop {
            match scan.full_line().ok_or_else(|| ends_early(head))? {
                b"$MeshFormat" => break,
                b"$NOD" => return Err(version("1")),
                // Comments may come first.
                _ => {}
            }
        }
        let line = String::from_utf8_lossy(scan.line().unwrap_or_default());
        let words: Vec<&str> = line.split_whitespace().collect();
        let [number, binary, bytes] = words[..] else {
            return Err(scan.wrong("the format needs three numbers: 4.1 0 8"));
        };
        let newer = match number {
            "2.2" | "2.1" | "2" | "2.0" => false,
            "4.1" => true,
            other => return Err(version(other)),
        };
        let order = match binary {
            "0" => None,
            "1" if bytes != "8" => {
                return Err(MeshError::NotRead {
                    what: format!("its numbers are of {} bytes", shortened(bytes)),
                    instead: "save it from a 64-bit program, or as text",
                });
            }
            "1" => Some(match scan.take(4, head)? {
                [1, 0, 0, 0] => Order::Little,
                [0, 0, 0, 1] => Order::Big,
                _ => return Err(scan.wrong("the number 1 should stand here in binary")),
            }),
            _ => return Err(scan.wrong("the format's second number is 0 for text or 1 for binary")),
        };
        let mut file = Self {
            scan,
            newer,
            order,
            nodes: Vec::new(),
            found: Collected::default(),
        };
        file.leave(b"MeshFormat")?;
        Ok(file)
    }

    /// Goes on behind the end of a section.
    fn leave(&mut self, name: &[u8]) -> Result<(), MeshError> {
        self.scan.order = None;
        let end = [b"$End".as_slice(), name].concat();
        loop {
            // Binary data may hold anything: the end stands at the end of some line.
            match self.scan.line() {
                Some(line) if line.trim_ascii_end().ends_with(&end) => return Ok(()),
                Some(_) => {}
                None => {
                    let name = shortened(&String::from_utf8_lossy(name));
                    return Err(ends_early(&format!("its section ${name}")));
                }
            }
        }
    }

    fn node(&mut self, number: u64, place: [f64; 3]) -> Result<(), MeshError> {
        if self.nodes.len() >= MOST_POINTS {
            return Err(MeshError::TooManyPoints);
        }
        self.nodes.push((number, place));
        Ok(())
    }

    /// How many there are stands as text before binary data, too.
    fn text_count(&mut self, within: &str) -> Result<u64, MeshError> {
        let count = self.scan.count(Kind::I64, within)?;
        if self.order.is_some() {
            self.scan.line();
        }
        self.scan.order = self.order;
        Ok(count)
    }

    fn nodes_2(&mut self) -> Result<(), MeshError> {
        let within = "its nodes";
        for _ in 0..self.text_count(within)? {
            let number = self.scan.count(Kind::I32, within)?;
            let place = self.scan.place(Kind::F64, within)?;
            self.node(number, place)?;
        }
        Ok(())
    }

    fn elements_2(&mut self) -> Result<(), MeshError> {
        let within = "its elements";
        let mut left = self.text_count(within)?;
        while left > 0 {
            // Binary: a head for some elements of one kind; text: all in one line each.
            let (kind, count, tags) = if self.order.is_some() {
                let kind = self.scan.whole(Kind::I32, within)?;
                let count = self.scan.count(Kind::I32, within)?;
                (kind, count, self.scan.count(Kind::I32, within)?)
            } else {
                self.scan.whole(Kind::I32, within)?;
                let kind = self.scan.whole(Kind::I32, within)?;
                (kind, 1, self.scan.count(Kind::I32, within)?)
            };
            if count == 0 || count > left {
                return Err(self.scan.wrong(format!(
                    "{count} elements were to follow here, but {left} are left; copy or export the file again"
                )));
            }
            left -= count;
            for _ in 0..count {
                if self.order.is_some() {
                    self.scan.whole(Kind::I32, within)?;
                }
                for _ in 0..tags {
                    self.scan.whole(Kind::I32, within)?;
                }
                self.element(kind, Kind::I32)?;
            }
        }
        Ok(())
    }

    fn nodes_4(&mut self) -> Result<(), MeshError> {
        let within = "its nodes";
        self.scan.order = self.order;
        let blocks = self.scan.count(Kind::U64, within)?;
        for _ in 0..3 {
            self.scan.whole(Kind::U64, within)?;
        }
        for _ in 0..blocks {
            let dimension = self.scan.count(Kind::I32, within)?;
            self.scan.whole(Kind::I32, within)?;
            let parametric = self.scan.whole(Kind::I32, within)? != 0;
            if dimension > 3 {
                return Err(self
                    .scan
                    .wrong(format!("{dimension} dimensions; allowed are 0 to 3")));
            }
            let further = if parametric { dimension } else { 0 };
            let count = self.scan.count(Kind::U64, within)?;
            let mut numbers = Vec::with_capacity(self.scan.room(count, 2));
            for _ in 0..count {
                numbers.push(self.scan.count(Kind::U64, within)?);
            }
            for number in numbers {
                let place = self.scan.place(Kind::F64, within)?;
                for _ in 0..further {
                    self.scan.number(Kind::F64, within)?;
                }
                self.node(number, place)?;
            }
        }
        Ok(())
    }

    fn elements_4(&mut self) -> Result<(), MeshError> {
        let within = "its elements";
        self.scan.order = self.order;
        let blocks = self.scan.count(Kind::U64, within)?;
        for _ in 0..3 {
            self.scan.whole(Kind::U64, within)?;
        }
        for _ in 0..blocks {
            for _ in 0..2 {
                self.scan.whole(Kind::I32, within)?;
            }
            let kind = self.scan.whole(Kind::I32, within)?;
            let count = self.scan.count(Kind::U64, within)?;
            for _ in 0..count {
                self.scan.whole(Kind::U64, within)?;
                self.element(kind, Kind::U64)?;
            }
        }
        Ok(())
    }

    /// The nodes of one element.
    fn element(&mut self, kind: i128, number: Kind) -> Result<(), MeshError> {
        let within = "its elements";
        match kind {
            LINEAR => {
                let mut own = [0; 4];
                for node in &mut own {
                    *node = self.scan.count(number, within)?;
                }
                self.found.linear(own)
            }
            QUADRATIC => {
                let mut own = [0; 10];
                for node in &mut own {
                    *node = self.scan.count(number, within)?;
                }
                own.swap(8, 9);
                self.found.quadratic(own)
            }
            kind => {
                let known = usize::try_from(kind - 1).ok().and_then(|n| NODES.get(n));
                match (known, self.order) {
                    (Some(nodes), _) => {
                        for _ in 0..*nodes {
                            self.scan.whole(number, within)?;
                        }
                    }
                    // The rest of its line.
                    (None, None) => drop(self.scan.line()),
                    (None, Some(_)) => {
                        return Err(MeshError::NotRead {
                            what: format!(
                                "it has elements of Gmsh's type {kind}, whose length is not known here"
                            ),
                            instead: "save it as text, or without them",
                        });
                    }
                }
                self.found.other(name(kind));
                Ok(())
            }
        }
    }
}

/// What a kind of element is, in the plural.
fn name(kind: i128) -> &'static str {
    match kind {
        1 | 8 | 26..=28 => "lines",
        2 | 9 | 20..=25 => "triangles",
        3 | 10 | 16 => "quadrangles",
        5 | 12 | 17 => "bricks",
        6 | 13 | 18 => "prisms",
        7 | 14 | 19 => "pyramids",
        15 => "points",
        29..=31 => "tetrahedra of 20 nodes or more",
        _ => "others",
    }
}

fn version(found: &str) -> MeshError {
    MeshError::NotRead {
        what: format!("this is a .msh file of version {}", shortened(found)),
        instead: "save it as version 4.1 or 2.2 (gmsh -format msh41)",
    }
}
