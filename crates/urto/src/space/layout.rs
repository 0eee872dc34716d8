//! How the parameters of a sound and of the spaces behind it stand in one table.
//!
//! The sound's own rows come first, so that its handles are the same with and without a stage;
//! then `space`, which chooses, and a table for each space.

use super::{SpaceKind, Staged};
use crate::param::{
    Field, Kind, OptionSpec, ParamId, Params, Refusal, Spec, Table, Tier, Update, Value,
};
use crate::sound::Entry;

/// A table for a sound with spaces behind it. Composed once for each sound of a catalogue, whose
/// entries live as long as the program.
pub(super) struct RoomLayout {
    table: Table,
    /// How many rows are the sound's own.
    own: usize,
    kinds: &'static [&'static SpaceKind],
}

/// Whom a parameter belongs to.
pub(super) enum Owner {
    /// The sound.
    Sound,
    /// The stage: which space there is.
    Choice,
    /// A space, by its number, where the parameter has this handle.
    Space(usize, ParamId),
}

/// The entry of a sound with these spaces behind it; its own where there are none.
pub(crate) fn stage(sound: &'static Entry, kinds: &[&'static SpaceKind]) -> &'static Entry {
    if kinds.is_empty() {
        return sound;
    }
    let layout: &'static RoomLayout = Box::leak(Box::new(RoomLayout::new(sound.table, kinds)));
    let make = move || Staged::boxed((sound.make)(), layout);
    Box::leak(Box::new(Entry {
        table: &layout.table,
        make: Box::leak(Box::new(make)),
        ..*sound
    }))
}

impl RoomLayout {
    fn new(sound: &'static Table, kinds: &[&'static SpaceKind]) -> Self {
        let taken = |key: &str| sound.row(ParamId::ROOT, key).is_some();
        let mut specs = sound.declared().to_vec();
        let options = kinds.iter().map(|kind| OptionSpec {
            key: kind.key,
            about: kind.about,
        });
        let blank = Spec {
            key: "space",
            about: "What is around the sound.",
            kind: Kind::Choice {
                options: options.collect::<Vec<_>>().leak(),
                default: 0,
            },
            unit: "",
            update: Update::Rebuild,
            tier: Tier::Basic,
            spread: 1.0,
            formerly: "",
            flat: false,
            // A key of the sound's own goes before; the space then stays as it is.
            hidden: taken("space"),
        };
        specs.push(blank);
        specs.extend(kinds.iter().map(|kind| Spec {
            key: kind.key,
            about: kind.table.about,
            kind: Kind::Table(kind.table),
            update: Update::Block,
            hidden: taken(kind.key) || kind.table.declared().is_empty(),
            ..blank
        }));
        let mut macros = sound.macros.to_vec();
        for kind in kinds.iter().filter(|kind| !taken(kind.key)) {
            for known in kind.macros {
                if !taken(known.key) && macros.iter().all(|own| own.key != known.key) {
                    macros.push(*known);
                }
            }
        }
        Self {
            own: sound.declared().len(),
            kinds: kinds.to_vec().leak(),
            table: Table::new(sound.key, sound.about, specs.leak(), macros.leak()),
        }
    }

    pub fn kind(&self, index: usize) -> &'static SpaceKind {
        self.kinds[index]
    }

    /// Whom a parameter belongs to.
    pub fn owner(&self, id: &ParamId) -> Option<Owner> {
        let first = *id.path().first()? as usize;
        match first.checked_sub(self.own) {
            None => Some(Owner::Sound),
            Some(0) => Some(Owner::Choice),
            Some(row) if row <= self.kinds.len() => {
                let inner = id.within(&ParamId::ROOT.then(first)?)?;
                Some(Owner::Space(row - 1, inner))
            }
            _ => None,
        }
    }
}

/// The values of a sound and of the spaces behind it.
pub(super) struct StagedParams {
    pub layout: &'static RoomLayout,
    /// The sound's; for those who know their type, these are the whole.
    pub sound: Box<dyn Params>,
    /// Which space there is.
    pub chosen: usize,
    /// Each space's own.
    pub spaces: Vec<Box<dyn Params>>,
}

impl StagedParams {
    pub fn new(sound: &dyn Params, layout: &'static RoomLayout) -> Self {
        let own = |kind: &&SpaceKind| (kind.make)().params().boxed();
        Self {
            layout,
            sound: sound.boxed(),
            chosen: 0,
            spaces: layout.kinds.iter().map(own).collect(),
        }
    }
}

impl Field for StagedParams {
    fn get(&self, path: &[u16]) -> Option<Value> {
        let (&first, rest) = path.split_first()?;
        match (first as usize).checked_sub(self.layout.own) {
            None => self.sound.get(path),
            Some(0) => Some(Value::Choice(self.chosen)),
            Some(row) => self.spaces.get(row - 1)?.get(rest),
        }
    }

    fn set(&mut self, path: &[u16], value: &Value) -> Result<(), Refusal> {
        let (&first, rest) = path.split_first().ok_or(Refusal::Missing)?;
        match (first as usize).checked_sub(self.layout.own) {
            None => self.sound.set(path, value),
            Some(0) => {
                let spec = &self.layout.table.declared()[self.layout.own];
                spec.check(value)?;
                let Value::Choice(chosen) = value else {
                    return Err(Refusal::Missing);
                };
                self.chosen = *chosen;
                Ok(())
            }
            Some(row) => {
                let space = self.spaces.get_mut(row - 1);
                space.ok_or(Refusal::Missing)?.set(rest, value)
            }
        }
    }
}

impl Params for StagedParams {
    fn table(&self) -> &'static Table {
        &self.layout.table
    }
    fn as_any(&self) -> &dyn core::any::Any {
        self.sound.as_any()
    }
    fn boxed(&self) -> Box<dyn Params> {
        Box::new(Self {
            layout: self.layout,
            sound: self.sound.boxed(),
            chosen: self.chosen,
            spaces: self.spaces.iter().map(|own| own.boxed()).collect(),
        })
    }
}
