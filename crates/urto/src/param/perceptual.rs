//! Macros: one slider, 0 to 100, that moves several parameters together.
//!
//! Physical values stay the truth. Setting a macro sets its parameters and is then forgotten;
//! where its slider stands is worked out from them.

use super::address::ParamId;
use super::field::{Params, Value, number_of};
use super::key::{count, lead, same};
use super::spec::{Kind, Range, Scale, Spec, Table};

/// A perceptual control over physical parameters, 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Macro {
    /// Its key: `hardness`. No parameter of the table has it.
    pub key: &'static str,
    /// What it means; the doc comment of its declaration.
    pub about: &'static str,
    /// What it moves.
    pub targets: &'static [Aim],
}

/// What a macro does to one number of its table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The number's key: `contact.stiffness`.
    pub key: &'static str,
    /// Its value at the start of the macro's travel,
    pub from: f64,
    /// and at the end; between them it moves evenly on its own scale.
    pub to: f64,
    /// The part of the macro's travel in which it moves, 0 and 100 if it is the whole.
    pub over: (f64, f64),
}

impl Macro {
    /// End of the travel; it begins at 0.
    pub const FULL: f64 = 100.0;

    /// What it sets at a position, which is clamped; nothing for NaN. Does not allocate.
    pub fn settings(
        &self,
        table: &'static Table,
        position: f64,
    ) -> impl Iterator<Item = (ParamId, f64)> + use<> {
        let aims = if position.is_nan() { &[] } else { self.targets };
        aims.iter().filter_map(move |aim| {
            let (id, range) = aim.find(table)?;
            Some((id, aim.value(&range, position)))
        })
    }

    /// Sets its parameters.
    pub fn apply(&self, params: &mut dyn Params, position: f64) {
        for (id, value) in self.settings(params.table(), position) {
            // Both ends lie in range (checked when the table is compiled), hence all between.
            let _ = params.assign(&id, &Value::Number(value));
        }
    }

    /// Where its slider stands: the position that comes nearest to the present values, by least
    /// squares over the positions of its parameters' own sliders.
    pub fn position(&self, params: &dyn Params) -> f64 {
        let lines: Vec<SliderLine> = self
            .targets
            .iter()
            .filter_map(|aim| aim.line(params))
            .collect();
        let mut edges: Vec<f64> = lines.iter().flat_map(|line| [line.lo, line.hi]).collect();
        edges.extend([0.0, Self::FULL]);
        edges.sort_by(f64::total_cmp);
        let miss = |t: f64| -> f64 {
            let misses = lines.iter().map(|line| line.miss(t));
            misses.map(|miss| miss * miss).sum()
        };
        // Between two edges every line is straight or level, so the best place is in closed form.
        let places = edges.windows(2).map(|edge| {
            let moving = || {
                lines
                    .iter()
                    .filter(|l| l.lo <= edge[0] && l.hi >= edge[1] && l.hi > l.lo)
            };
            let weight: f64 = moving().map(|line| line.slope * line.slope).sum();
            let pull: f64 = moving().map(|line| line.slope * line.miss(edge[0])).sum();
            if weight > 0.0 {
                (edge[0] - pull / weight).clamp(edge[0], edge[1])
            } else {
                edge[0]
            }
        });
        let nearest = places.min_by(|a, b| miss(*a).total_cmp(&miss(*b)));
        nearest.unwrap_or(0.0)
    }
}

/// A target's slider against the macro's: level, straight from `lo` to `hi`, level.
struct SliderLine {
    lo: f64,
    hi: f64,
    from: f64,
    slope: f64,
    now: f64,
}

impl SliderLine {
    /// How far the line is from the present position.
    fn miss(&self, t: f64) -> f64 {
        self.from + self.slope * (t.clamp(self.lo, self.hi) - self.lo) - self.now
    }
}

impl Aim {
    fn find(&self, table: &Table) -> Option<(ParamId, Range)> {
        let (id, spec) = table.locate(self.key).ok()?;
        match spec.kind {
            Kind::Number(range) => Some((id, range)),
            _ => None,
        }
    }

    /// The number's value when the macro stands at `position`.
    pub fn value(&self, range: &Range, position: f64) -> f64 {
        let (lo, hi) = self.over;
        if position <= lo {
            return self.from;
        }
        if position >= hi {
            return self.to;
        }
        let (from, to) = (range.position(self.from), range.position(self.to));
        range.value_at(from + (to - from) * (position - lo) / (hi - lo))
    }

    fn line(&self, params: &dyn Params) -> Option<SliderLine> {
        let (id, range) = self.find(params.table())?;
        let (lo, hi) = self.over;
        let from = range.position(self.from);
        Some(SliderLine {
            lo,
            hi,
            from,
            slope: (range.position(self.to) - from) / (hi - lo),
            now: range.position(number_of(params, &id)?.0),
        })
    }
}

impl Table {
    /// The macro of this key.
    pub fn find_macro(&self, key: &str) -> Option<&'static Macro> {
        self.macros.iter().find(|known| known.key == key)
    }

    /// Panics if a macro does not fit the table.
    pub(super) const fn check_macros(&self) {
        let mut index = 0;
        while index < self.macros.len() {
            let Macro { key, targets, .. } = self.macros[index];
            assert!(
                count(self.declared(), key.as_bytes()) == 0,
                "a macro has the key of a parameter"
            );
            let mut other = 0;
            while other < index {
                let taken = same(self.macros[other].key.as_bytes(), key.as_bytes());
                assert!(!taken, "two macros have the same key");
                other += 1;
            }
            let mut aim = 0;
            while aim < targets.len() {
                targets[aim].check(self.declared());
                aim += 1;
            }
            index += 1;
        }
    }
}

impl Aim {
    const fn check(&self, specs: &'static [Spec]) {
        let found = lead(specs, self.key.as_bytes(), 0, ParamId::ROOT);
        let Some((_, Kind::Number(range))) = found else {
            panic!("a macro's target is no number of the table");
        };
        assert!(
            allowed(&range, self.from) && allowed(&range, self.to),
            "a macro moves its target out of range"
        );
        assert!(self.from != self.to, "a macro does not move its target");
        let (lo, hi) = self.over;
        assert!(
            0.0 <= lo && lo < hi && hi <= Macro::FULL,
            "a target moves over no part of 0 to 100"
        );
    }
}

/// [`Range::contains`] for the compiler.
const fn allowed(range: &Range, value: f64) -> bool {
    let zero = matches!(range.scale, Scale::ZeroLog) && value == 0.0;
    zero || (value >= range.min && value <= range.max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::param::Declared;
    use proptest::prelude::*;

    crate::params! {
        /// A spring.
        pub struct Spring("spring") {
            /// Its stiffness.
            stiffness: 100.0, Log(1.0, 1e6), "N/m", Block;
        }
    }

    crate::params! {
        /// A mattress.
        pub struct Mattress("mattress") {
            /// Its springs.
            spring: Spring::default(), Table(Spring), "", Block;
            /// Its length.
            length: 2.0, Linear(1.0, 3.0), "m", Block;
            /// How many springs.
            count: 5, Integer(1, 9), "", Block;
            /// What it loses.
            loss: 0.0, ZeroLog(1e-3, 1.0), "", Block;
        }
        macros {
            /// How hard it is.
            hardness: spring.stiffness(1.0, 1e4), loss(1.0, 0.1);
            /// How large it is.
            size: length(1.0, 3.0), count(1, 9);
            /// First longer, then harder.
            both: length(1.0, 2.0) over 0..50, spring.stiffness(1e2, 1e4) over 50..100;
        }
    }

    fn mattress(key: &str, position: f64) -> Mattress {
        let mut params = Mattress::default();
        let table = params.table();
        table.find_macro(key).unwrap().apply(&mut params, position);
        params
    }

    #[test]
    fn targets_move_on_their_own_scales() {
        let soft = mattress("hardness", 0.0);
        assert_eq!((soft.spring.stiffness, soft.loss), (1.0, 1.0));
        let middle = mattress("hardness", 50.0);
        assert!((middle.spring.stiffness - 100.0).abs() < 1e-9);
        assert!((middle.loss - 0.1f64.sqrt()).abs() < 1e-12);
        let hard = mattress("hardness", 1e9);
        assert_eq!((hard.spring.stiffness, hard.loss), (1e4, 0.1));
        let large = mattress("size", 60.0);
        assert_eq!(large.count, 6);
        assert!((large.length - 2.2).abs() < 1e-12);
        assert_eq!(mattress("size", f64::NAN), Mattress::default());
    }

    #[test]
    fn a_target_rests_outside_its_part_of_the_travel() {
        let half = mattress("both", 50.0);
        assert_eq!((half.length, half.spring.stiffness), (2.0, 1e2));
        assert_eq!(mattress("both", 25.0).length, 1.5);
        let most = mattress("both", 75.0);
        assert_eq!(most.length, 2.0);
        assert!((most.spring.stiffness - 1e3).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn the_slider_stands_where_it_was_put(position in 0.0f64..=100.0) {
            for known in Mattress::TABLE.macros {
                let params = mattress(known.key, position);
                let back = known.position(&params);
                // A count moves in steps of 12.5; it weighs as much as the length.
                let steps = if known.key == "size" { 3.2 } else { 1e-6 };
                prop_assert!((back - position).abs() < steps, "{} {position} {back}", known.key);
            }
        }
    }

    #[test]
    fn the_nearest_position_is_found_for_any_values() {
        let hardness = Mattress::TABLE.find_macro("hardness").unwrap();
        let mut params = Mattress::default();
        // On the sliders: stiffness 2/6 of 0 to 4/6, loss 0 of 1 to 2/3; so
        // t = (2/3·1/3 + 1/3·1)/(4/9 + 1/9) = 1.
        assert!((hardness.position(&params) - 100.0).abs() < 1e-9);
        params.loss = 1.0;
        // t = (2/3·1/3)/(5/9) = 0.4.
        assert!((hardness.position(&params) - 40.0).abs() < 1e-9);
    }
}
