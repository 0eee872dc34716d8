//! Mends a surface, on request, and tells every step.
//!
//! Step:   points at one place are welded, triangles without an area and double ones dropped, parts
//!         that touch in an edge taken apart, triangles turned alike, holes filled, and all parts
//!         but the largest removed; each only if asked for.
//! Limits: surfaces that go through themselves stay so, as do walls inside a body and surfaces with
//!         one side only (a Möbius band): the report says so.

mod apart;
mod flat;
mod holes;
mod orient;

use crate::Surface;
use crate::check::edges::sides;
use crate::check::{Fault, Unit, shells, short};
use core::fmt;

/// Points nearer than this share of the size are welded: what single precision rounds, and some more.
const WELD: f64 = 1e-6;
/// In more parts than this, hollows of the largest are not looked for.
const MOST_SHELLS: usize = 1000;

/// Which steps to take. The default is none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Repair {
    /// One point where several lie within this share of the size.
    pub weld: Option<f64>,
    /// Without triangles that have no area, and with each triangle once.
    pub tidy: bool,
    /// Parts that touch in an edge or a corner each get their own.
    pub take_apart: bool,
    /// Neighbours face alike.
    pub orient: bool,
    /// Holes are filled.
    pub fill: bool,
    /// Only the largest part stays, with its hollows.
    pub largest: bool,
}

impl Repair {
    /// Every step.
    pub fn everything() -> Self {
        Self {
            weld: Some(WELD),
            tidy: true,
            take_apart: true,
            orient: true,
            fill: true,
            largest: true,
        }
    }
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repaired {
    /// Points that became one with another.
    pub welded: usize,
    /// Triangles without an area that were dropped.
    pub flat: usize,
    /// Triangles that were there more than once, dropped.
    pub doubled: usize,
    /// Edges at which parts were taken apart.
    pub apart: usize,
    /// Triangles turned over.
    pub turned: usize,
    /// Holes filled.
    pub holes: usize,
    /// Triangles that fill them.
    pub filling: usize,
    /// The largest hole's width, in the file's unit.
    pub largest_hole: f64,
    /// Parts removed.
    pub parts: usize,
    /// What could not be mended, in words.
    pub left: Vec<String>,
}

impl fmt::Display for Repaired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut steps = Vec::new();
        let mut step = |what: &str, count: usize| {
            if count > 0 {
                steps.push(format!("{what}: {count}"));
            }
        };
        step("points welded to others", self.welded);
        step("triangles without an area dropped", self.flat);
        step("double triangles dropped", self.doubled);
        step("edges at which parts were taken apart", self.apart);
        step("triangles turned over", self.turned);
        step("holes filled", self.holes);
        step("triangles in them", self.filling);
        step("smaller parts removed", self.parts);
        if self.holes > 0 {
            let wide = short(self.largest_hole);
            steps.push(format!("the largest hole was {wide} wide"));
        }
        if steps.is_empty() {
            steps.push("nothing to repair".to_owned());
        }
        for left in &self.left {
            steps.push(format!("not repaired: {left}"));
        }
        f.write_str(&steps.join("; "))
    }
}

/// The mended surface in the file's unit, and what was done. A surface with corners that do not
/// exist is given back as it is.
pub fn repair(surface: &Surface, how: &Repair) -> (Surface, Repaired) {
    let mut own = surface.clone();
    let mut done = Repaired::default();
    let count = own.points.len();
    let whole = own.points.iter().flatten().all(|own| own.is_finite());
    if !whole
        || own
            .triangles
            .iter()
            .flatten()
            .any(|corner| *corner as usize >= count)
    {
        done.left
            .push("some corners do not exist or are not at finite places".to_owned());
        return (own, done);
    }
    if let Some(share) = how.weld {
        own = own.merged_within(share.clamp(0.0, 1.0));
        done.welded = count - own.points.len();
    }
    if how.tidy {
        (done.flat, done.doubled) = flat::drop(&mut own);
    }
    if how.take_apart {
        done.apart = apart::take_apart(&mut own);
    }
    if how.orient {
        let (turned, one_sided) = orient::orient(&mut own);
        done.turned = turned;
        if one_sided > 0 {
            done.left.push(format!(
                "edges of a surface with one side only, like a Möbius band: {one_sided}; draw the shape anew"
            ));
        }
    }
    if how.fill {
        holes::fill(&mut own, &mut done);
    }
    if how.largest {
        done.parts = keep_largest(&mut own);
    }
    own = own.tidied().0;
    name_the_rest(&own, &mut done);
    (own, done)
}

fn keep_largest(surface: &mut Surface) -> usize {
    let shells = shells::shells(surface, &sides(&surface.triangles));
    let size = |n: &usize| (shells[*n].volume.abs(), shells[*n].size);
    let largest = (0..shells.len()).max_by(|a, b| {
        let (a, b) = (size(a), size(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let Some(largest) = largest.filter(|_| shells.len() > 1) else {
        return 0;
    };
    // Hollows: what lies in the largest and in nothing else.
    let around = if shells.len() <= MOST_SHELLS {
        shells::around(surface, &shells)
    } else {
        vec![Vec::new(); shells.len()]
    };
    let mut kept: Vec<u32> = Vec::new();
    let mut removed = 0;
    for (n, (shell, around)) in shells.iter().zip(&around).enumerate() {
        if n == largest || around[..] == [largest] {
            kept.extend(&shell.triangles);
        } else {
            removed += 1;
        }
    }
    kept.sort_unstable();
    let triangles = kept.iter().map(|n| surface.triangles[*n as usize]);
    surface.triangles = triangles.collect();
    removed
}

/// What is still wrong.
fn name_the_rest(surface: &Surface, done: &mut Repaired) {
    for fault in crate::check::examine(surface, Unit::Metre).faults {
        let left = match fault {
            Fault::Size { .. } => continue,
            Fault::Shared { edges, place, .. } => format!(
                "edges where walls meet inside it: {edges}, one near {place}; remove the inner walls in the program that made it"
            ),
            Fault::Open { edges, place } => {
                format!(
                    "edges still open: {edges}, one near {place}; close it in the program that made it"
                )
            }
            own => own.to_string(),
        };
        done.left.push(left);
    }
}
