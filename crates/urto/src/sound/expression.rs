//! What an event tells besides its strength, and what that moves.
//!
//! A host that knows more of a gesture than how strong it is (a key's pitch, a pen's pressure, the
//! place of a touch) says so with the event. Each sound names the parameters that follow; the
//! player moves them for that gesture, and back with the next one that says nothing of them.

use super::Axis;
use crate::param::{Kind, ParamId, Params, Range, Table, number_of};

/// What is known of a gesture besides its strength; what is not stays as the parameters say.
///
/// ```
/// use urto::sound::{Event, Expression};
/// let fifth = Event::with(1.0, Expression::default().with_pitch(1.5));
/// assert_eq!(Event::trigger(1.0), Event::with(1.0, Expression::default()));
/// # assert_ne!(fifth, Event::trigger(1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Expression {
    /// Factor on the frequencies, 1/8 to 8; 1 is as the parameters say, 2 an octave above.
    pub pitch: Option<f64>,
    /// Factor on the force that presses, 0 to 10; 1 is as the parameters say.
    pub pressure: Option<f64>,
    /// Where it is played, from 0 to 1.
    pub place: Option<f64>,
}

impl Expression {
    /// Least and most factor on the frequencies: three octaves down and up.
    pub const PITCH: [f64; 2] = [0.125, 8.0];
    /// Least and most factor on the force that presses.
    pub const PRESSURE: [f64; 2] = [0.0, 10.0];
    /// From one end of the way to the other.
    pub const PLACE: [f64; 2] = [0.0, 1.0];

    /// The same, at this pitch.
    pub fn with_pitch(mut self, pitch: f64) -> Self {
        self.pitch = Some(pitch);
        self
    }

    /// The same, pressed this hard.
    pub fn with_pressure(mut self, pressure: f64) -> Self {
        self.pressure = Some(pressure);
        self
    }

    /// The same, at this place.
    pub fn with_place(mut self, place: f64) -> Self {
        self.place = Some(place);
        self
    }
}

/// Which numbers of a sound follow the [`Expression`] of its events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpressionKeys {
    /// Those that pitch multiplies: `body.tuning`.
    pub pitch: &'static [&'static str],
    /// Those that pressure multiplies: `bow.normal_force`.
    pub pressure: &'static [&'static str],
    /// The one that place sets, and how far.
    pub place: Option<Axis>,
}

impl ExpressionKeys {
    /// Nothing follows.
    pub const NONE: Self = Self {
        pitch: &[],
        pressure: &[],
        place: None,
    };
}

/// What a number follows.
#[derive(Clone, Copy)]
enum Follows {
    Pitch,
    Pressure,
    Place(Axis),
}

/// A number that events move.
struct Follower {
    id: ParamId,
    range: Range,
    follows: Follows,
    /// What the last gesture said, if anything.
    said: Option<f64>,
}

/// The numbers of a sound that events move, and where they are now.
#[derive(Default)]
pub(super) struct Followers(Vec<Follower>);

impl Followers {
    /// Finds them in a table; what it does not have does not follow. Allocates.
    pub fn new(keys: &ExpressionKeys, table: &Table) -> Self {
        let pitch = keys.pitch.iter().map(|key| (*key, Follows::Pitch));
        let pressure = keys.pressure.iter().map(|key| (*key, Follows::Pressure));
        let place = keys.place.map(|axis| (axis.key, Follows::Place(axis)));
        let find = |(key, follows): (&str, Follows)| {
            let (id, spec) = table.locate(key).ok()?;
            let Kind::Number(range) = spec.kind else {
                return None;
            };
            Some(Follower {
                id,
                range,
                follows,
                said: None,
            })
        };
        Self(
            pitch
                .chain(pressure)
                .chain(place)
                .filter_map(find)
                .collect(),
        )
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// A number takes over what a gesture says, or goes back to what is set: gives it with its
    /// value if it was or is moved. What a signal drives is left alone.
    pub fn hear(
        &mut self,
        index: usize,
        expression: &Expression,
        set: &dyn Params,
        is_driven: impl Fn(&ParamId) -> bool,
    ) -> Option<(ParamId, f64)> {
        let own = self.0.get_mut(index)?;
        let (said, [least, most]) = match own.follows {
            Follows::Pitch => (expression.pitch, Expression::PITCH),
            Follows::Pressure => (expression.pressure, Expression::PRESSURE),
            Follows::Place(_) => (expression.place, Expression::PLACE),
        };
        let said = said.map(|said| said.clamp(least, most));
        let said = said.filter(|said| !said.is_nan() && !is_driven(&own.id));
        let before = core::mem::replace(&mut own.said, said);
        if before.is_none() && said.is_none() {
            return None;
        }
        let (set, _) = number_of(set, &own.id)?;
        Some((own.id, own.value(set)))
    }

    /// Where a number is instead of where it was set, if a gesture has moved it.
    pub fn moved(&self, id: &ParamId, set: f64) -> Option<f64> {
        let own = self.0.iter().find(|own| own.id == *id)?;
        own.said.map(|_| own.value(set))
    }

    /// All numbers that a gesture has moved.
    pub fn all_moved<'a>(
        &'a self,
        set: &'a dyn Params,
    ) -> impl Iterator<Item = (ParamId, f64)> + 'a {
        let moved = self.0.iter().filter(|own| own.said.is_some());
        moved.filter_map(|own| Some((own.id, own.value(number_of(set, &own.id)?.0))))
    }
}

impl Follower {
    fn value(&self, set: f64) -> f64 {
        match (self.follows, self.said) {
            (_, None) => set,
            (Follows::Pitch | Follows::Pressure, Some(factor)) => self.range.clamp(set * factor),
            (Follows::Place(axis), Some(place)) => axis.value(&self.range, place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::param::Update;
    use crate::sounds::ALL;

    /// Every key is a number of its sound that can be set while it plays; places end in range.
    #[test]
    fn keys_fit_their_sounds() {
        for entry in ALL {
            let keys = entry.expression;
            let place = keys.place.iter().map(|axis| axis.key);
            let all = keys.pitch.iter().chain(keys.pressure).copied().chain(place);
            assert_eq!(
                Followers::new(&keys, entry.table).count(),
                all.clone().count(),
                "{}",
                entry.key
            );
            for key in all {
                let (_, spec) = entry.table.locate(key).unwrap();
                assert_ne!(spec.update, Update::Rebuild, "{} {key}", entry.key);
            }
            if let Some(axis) = keys.place {
                let range = axis.range(entry.table).unwrap();
                assert!(
                    range.contains(axis.from) && range.contains(axis.to),
                    "{axis:?}"
                );
            }
        }
    }
}
