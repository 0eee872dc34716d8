//! What a pad that one plays with a finger, a mouse or a pen does to a sound.

use crate::param::{Kind, Range, Table};

/// How a pad is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A tap triggers; the place of the tap sets both parameters before.
    Strike,
    /// Down triggers, up releases; the place sets both parameters meanwhile.
    Hold,
    /// Down triggers, up releases; the speed of the pointer sets the first parameter (standing
    /// still means the start of its way), height or pressure the second.
    Drag,
}

impl Style {
    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Style::Strike => "strike",
            Style::Hold => "hold",
            Style::Drag => "drag",
        }
    }
}

/// A number that one direction of a pad sets, and how far: from 0 to 1 the pad goes evenly, on
/// the number's own scale, from one end to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The number's key: `bow.normal_force`.
    pub key: &'static str,
    /// Its value at 0,
    pub from: f64,
    /// and at 1.
    pub to: f64,
}

impl Axis {
    /// A number and the ends of its way.
    pub const fn new(key: &'static str, from: f64, to: f64) -> Self {
        Self { key, from, to }
    }

    /// The number's range, if the table has it.
    pub fn range(&self, table: &Table) -> Option<Range> {
        match table.locate(self.key).ok()?.1.kind {
            Kind::Number(range) => Some(range),
            _ => None,
        }
    }

    /// The number's value at a place of the pad from 0 to 1; the start for NaN.
    pub fn value(&self, range: &Range, place: f64) -> f64 {
        let place = if place.is_nan() {
            0.0
        } else {
            place.clamp(0.0, 1.0)
        };
        let (from, to) = (range.position(self.from), range.position(self.to));
        range.value_at(from + (to - from) * place)
    }
}

/// What a pad does. Where a struck sound has no second axis, height is the strength of the blow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pad {
    /// How it is played.
    pub style: Style,
    /// What goes from left to right, or with the speed of the pointer.
    pub x: Option<Axis>,
    /// What goes from bottom to top, or with pressure.
    pub y: Option<Axis>,
}

impl Pad {
    /// A pad that is tapped.
    pub const fn strike(x: Option<Axis>, y: Option<Axis>) -> Self {
        let style = Style::Strike;
        Self { style, x, y }
    }

    /// A pad that is held down.
    pub const fn hold(x: Option<Axis>, y: Option<Axis>) -> Self {
        let style = Style::Hold;
        Self { style, x, y }
    }

    /// A pad on which one draws.
    pub const fn drag(x: Option<Axis>, y: Option<Axis>) -> Self {
        let style = Style::Drag;
        Self { style, x, y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::param::Update;
    use crate::sounds::ALL;

    /// Every axis is a number of its sound that can be set while it plays, and ends in range;
    /// a sound that is held is not tapped.
    #[test]
    fn pads_fit_their_sounds() {
        for entry in ALL {
            for axis in [entry.pad.x, entry.pad.y].into_iter().flatten() {
                let range = axis.range(entry.table);
                let range = range.unwrap_or_else(|| panic!("{} {}", entry.key, axis.key));
                assert!(
                    range.contains(axis.from) && range.contains(axis.to),
                    "{axis:?}"
                );
                let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * b.abs();
                assert!(near(axis.value(&range, 0.0), axis.from), "{axis:?}");
                assert!(near(axis.value(&range, 1.0), axis.to), "{axis:?}");
                let (_, spec) = entry.table.locate(axis.key).unwrap();
                assert_ne!(spec.update, Update::Rebuild, "{} {}", entry.key, axis.key);
            }
            assert_eq!(
                entry.is_held(),
                entry.pad.style != Style::Strike,
                "{}",
                entry.key
            );
        }
    }
}
