//! Whether a surface can be a solid body: closed, facing out, in one part, of a likely size.

mod crossing;
pub(crate) mod edges;
mod fault;
mod groups;
pub(crate) mod shells;
mod unit;

pub use fault::{Fault, Near};
pub(crate) use fault::{short, size_fault};
pub(crate) use groups::Groups;
pub use unit::Unit;

use crate::Surface;
use crate::vector::{Vector, scaled, sum};
use core::fmt;
use edges::{Side, same_edge};
use shells::Shell;

/// A shell with less than this share of its size's cube has no volume. A wire 1 m long and 0.1 mm
/// thick still has 1e-8.
const NO_VOLUME: f64 = 1e-12;
/// In more parts than this it is not asked which lies in which.
const MOST_SHELLS: usize = 1000;

/// Something worth knowing that is not wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// Triangles of so many shells faced in, or those of a cavity out; they were turned over.
    TurnedOver(usize),
    /// There are so many hollows inside.
    Cavities(usize),
    /// Points that belong to no triangle were left out.
    LonelyPoints(usize),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TurnedOver(1) => write!(f, "it was inside out and has been turned over"),
            Self::TurnedOver(count) => {
                write!(
                    f,
                    "{count} of its shells were inside out and have been turned over"
                )
            }
            Self::Cavities(1) => write!(f, "it has a closed hollow inside"),
            Self::Cavities(count) => write!(f, "it has {count} closed hollows inside"),
            Self::LonelyPoints(count) => {
                write!(f, "{count} points that belong to no triangle were left out")
            }
        }
    }
}

/// A surface that is sound: closed, facing out, in one part.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// In metres.
    pub surface: Surface,
    /// What it encloses, without hollows \[m³\].
    pub volume: f64,
    /// What was done or found on the way.
    pub notes: Vec<Note>,
}

/// All that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Examined {
    /// In metres, its shells facing out where that could be seen.
    pub surface: Surface,
    /// What is wrong, the first thing to mend first.
    pub faults: Vec<Fault>,
    /// What else is worth knowing.
    pub notes: Vec<Note>,
    /// What it encloses, if it is closed \[m³\].
    pub volume: Option<f64>,
    /// Sides of the box around it \[m\].
    pub size: [f64; 3],
}

/// The surface as a solid body, or the first thing that is wrong with it.
pub fn solid(surface: &Surface, unit: Unit) -> Result<Solid, Fault> {
    let examined = examine(surface, unit);
    match (examined.faults.into_iter().next(), examined.volume) {
        (Some(fault), _) => Err(fault),
        (None, None) => Err(Fault::Empty),
        (None, Some(volume)) => Ok(Solid {
            surface: examined.surface,
            volume,
            notes: examined.notes,
        }),
    }
}

/// Looks for everything that is wrong with a surface as a solid body.
pub fn examine(surface: &Surface, unit: Unit) -> Examined {
    let mut found = Examined {
        surface: surface.clone(),
        faults: Vec::new(),
        notes: Vec::new(),
        volume: None,
        size: [0.0; 3],
    };
    if let Some(fault) = broken(surface) {
        found.faults.push(fault);
        return found;
    }
    for point in &mut found.surface.points {
        *point = scaled(*point, unit.metres());
    }
    let lonely = found.leave_out_lonely();
    if lonely > 0 {
        found.notes.push(Note::LonelyPoints(lonely));
    }
    found.size = box_sides(&found.surface.points);
    let sides = edges::sides(&found.surface.triangles);
    found.triangles();
    let closed = found.edges(&sides);
    if closed {
        found.shells(&sides);
    }
    found.crossings();
    found.faults.extend(size_fault(found.size, unit));
    found
}

/// Sides of the box around some places.
pub(crate) fn box_sides(places: &[Vector]) -> Vector {
    core::array::from_fn(|k| {
        let along = || places.iter().map(|own| own[k]);
        along().fold(f64::NEG_INFINITY, f64::max) - along().fold(f64::INFINITY, f64::min)
    })
}

/// Whether it cannot be looked at further.
fn broken(surface: &Surface) -> Option<Fault> {
    let wrong = |own: &&[u32; 3]| {
        let corners = surface.corners(**own);
        corners.is_none_or(|all| all.iter().flatten().any(|along| !along.is_finite()))
    };
    let count = surface.triangles.iter().filter(wrong).count();
    match (count, surface.triangles.is_empty()) {
        (0, false) => None,
        (0, true) => Some(Fault::Empty),
        (count, _) => Some(Fault::Broken { count }),
    }
}

impl Examined {
    fn at(&self, corner: u32) -> Vector {
        self.surface.points[corner as usize]
    }

    fn middle_of(&self, corners: &[u32]) -> Near {
        let whole = corners
            .iter()
            .fold([0.0; 3], |all, own| sum(all, self.at(*own)));
        Near(scaled(whole, 1.0 / corners.len() as f64))
    }

    fn leave_out_lonely(&mut self) -> usize {
        let mut used = vec![false; self.surface.points.len()];
        for corner in self.surface.triangles.iter().flatten() {
            used[*corner as usize] = true;
        }
        let before = used.len();
        let mut numbers = vec![0; before];
        let mut next = 0;
        for (number, used) in numbers.iter_mut().zip(&used) {
            *number = next;
            next += u32::from(*used);
        }
        let mut all = used.iter();
        self.surface.points.retain(|_| all.next() == Some(&true));
        for corner in self.surface.triangles.iter_mut().flatten() {
            *corner = numbers[*corner as usize];
        }
        before - next as usize
    }

    /// Triangles by themselves.
    fn triangles(&mut self) {
        let surface = &self.surface;
        let mut flat = surface
            .triangles
            .iter()
            .filter(|own| surface.area(**own) == 0.0);
        if let Some(first) = flat.next() {
            self.faults.push(Fault::Degenerate {
                count: 1 + flat.count(),
                place: self.middle_of(first),
            });
        }
        let mut ordered: Vec<[u32; 3]> = self.surface.triangles.clone();
        ordered.iter_mut().for_each(|own| own.sort_unstable());
        ordered.sort_unstable();
        let mut twice = ordered.windows(2).filter(|pair| pair[0] == pair[1]);
        if let Some(first) = twice.next() {
            self.faults.push(Fault::Doubled {
                count: 1 + twice.count(),
                place: self.middle_of(&first[0]),
            });
        }
    }

    /// Triangles and their neighbours; whether all have exactly one at each side, facing alike.
    fn edges(&mut self, sides: &[Side]) -> bool {
        let before = self.faults.len();
        let each = || sides.chunk_by(same_edge);
        let counted = |of: &dyn Fn(&[Side]) -> bool| {
            let first = each().find(|own| of(own))?;
            Some((
                each().filter(|own| of(own)).count(),
                self.middle_of(&first[0].ends),
            ))
        };
        let open = counted(&|own| own.len() == 1);
        let most = each()
            .max_by_key(|own| own.len())
            .filter(|own| own.len() > 2);
        let turned = counted(&|own| own.len() == 2 && own[0].forward == own[1].forward);
        let mut faults = Vec::new();
        if let Some((edges, place)) = open {
            faults.extend(self.unwelded());
            faults.push(Fault::Open { edges, place });
        }
        if let Some(most) = most {
            faults.push(Fault::Shared {
                edges: each().filter(|own| own.len() > 2).count(),
                most: most.len(),
                place: self.middle_of(&most[0].ends),
            });
        }
        if let Some((edges, place)) = turned {
            faults.push(Fault::Turned { edges, place });
        }
        self.faults.extend(faults);
        self.faults.len() == before
    }

    /// Why it may be open.
    fn unwelded(&self) -> Option<Fault> {
        let merged = self.surface.merged();
        let points = self.surface.points.len() - merged.points.len();
        let same = |(own, new): (&[u32; 3], &[u32; 3])| {
            let numbers = own.iter().zip(new);
            numbers
                .into_iter()
                .find(|(own, new)| own != new)
                .map(|(own, _)| *own)
        };
        let first = self
            .surface
            .triangles
            .iter()
            .zip(&merged.triangles)
            .find_map(same)?;
        (points > 0).then(|| Fault::Unwelded {
            points,
            place: Near(self.at(first)),
        })
    }

    /// Of a surface that is closed: what it encloses.
    fn shells(&mut self, sides: &[Side]) {
        let all = shells::shells(&self.surface, sides);
        let empty = |own: &&Shell| own.volume.abs() <= NO_VOLUME * own.size * own.size * own.size;
        let place =
            |own: &Shell| self.middle_of(&self.surface.triangles[own.triangles[0] as usize]);
        if let Some(own) = all.iter().find(empty) {
            self.faults.push(Fault::NoVolume { place: place(own) });
            return;
        }
        if all.len() > MOST_SHELLS {
            let (parts, place) = (all.len(), place(&all[1]));
            self.faults.push(Fault::Parts { parts, place });
            return;
        }
        let around = shells::around(&self.surface, &all);
        let is_hollow = |own: &Vec<usize>| own.len() % 2 == 1;
        let hollows = around.iter().filter(|own| is_hollow(own)).count();
        let parts = all.len() - hollows;
        if parts > 1 {
            let mut solids = all.iter().zip(&around).filter(|(_, own)| !is_hollow(own));
            if let Some((second, _)) = solids.nth(1) {
                let place = place(second);
                self.faults.push(Fault::Parts { parts, place });
            }
        }
        let mut turned = 0;
        let mut volume = 0.0;
        for (shell, around) in all.iter().zip(&around) {
            let sign = if is_hollow(around) { -1.0 } else { 1.0 };
            volume += sign * shell.volume.abs();
            if sign * shell.volume < 0.0 {
                turned += 1;
                for own in &shell.triangles {
                    self.surface.triangles[*own as usize].swap(0, 1);
                }
            }
        }
        self.volume = Some(volume);
        if turned > 0 {
            self.notes.push(Note::TurnedOver(turned));
        }
        if hollows > 0 {
            self.notes.push(Note::Cavities(hollows));
        }
    }

    fn crossings(&mut self) {
        let surface = &self.surface;
        let proper = surface
            .triangles
            .iter()
            .filter(|own| surface.area(**own) > 0.0);
        let corners: Vec<_> = proper.filter_map(|own| surface.corners(*own)).collect();
        let size = self.size.into_iter().fold(0.0, f64::max);
        let found = crossing::crossings(&corners, size);
        let triangles = corners.len();
        match (found.pairs, found.whole) {
            (0, true) => {}
            (0, false) => self.faults.push(Fault::Tangle { triangles }),
            (pairs, whole) => self.faults.push(Fault::Crossing {
                pairs,
                more: if whole { "" } else { "at least " },
                place: Near(found.place),
            }),
        }
    }
}
