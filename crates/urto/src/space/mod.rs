//! What is around a sound: a stage behind it, of which it knows nothing.
//!
//! A [`Space`] takes the channels of a sound and gives channels. A [`SpaceKind`] is what a
//! [catalogue](crate::catalogue) knows of one; [`Staged`] puts the spaces of a catalogue behind a
//! sound, and is itself a sound to its hosts: behind the sound's own parameters stand `space`,
//! which chooses, and the table of each space (`room.size`).
//!
//! ```
//! use urto::catalogue::Catalogue;
//! let catalogue = Catalogue::of_urto();
//! let impact = catalogue.sound("impact")?;
//! assert!(impact.table.find("space").is_ok() && impact.table.find("room.size").is_ok());
//! # Ok::<(), urto::BuildError>(())
//! ```

mod head;
mod layout;
mod none;
pub mod room;
mod staged;

pub use head::{
    HeadError, HeadMeasurement, HeadParams, HeadResponses, LONGEST_ANSWER, MOST_ANSWERED,
    MOST_DIRECTIONS,
};
pub(crate) use layout::stage;
pub use none::Nothing;
pub use room::{Room, RoomParams};
pub use staged::Staged;

use crate::energy::Health;
use crate::param::{Macro, ParamId, Params, Table, Value};
use crate::rate::Rate;

/// What is around a sound.
///
/// Nothing but [`prepare`](Space::prepare) allocates. Whatever it is told and given, what it puts
/// out is bounded by what goes in.
pub trait Space: Send {
    /// The values it now follows.
    fn params(&self) -> &dyn Params;
    /// A parameter changes. Numbers that a host sets come smoothed already, in steps of 64 samples;
    /// what says `Rebuild` is set only before [`prepare`](Space::prepare).
    fn set(&mut self, id: &ParamId, value: &Value);
    /// How many channels it gives, at most 16, for a sound that has N.
    fn channels(&self, inputs: usize) -> usize {
        inputs
    }
    /// Makes itself ready for a sound of N channels. Called again when the sound has got
    /// others: what sounds in it goes on. Allocates.
    fn prepare(&mut self, rate: Rate, inputs: usize);
    /// Empty again, as if just prepared; noise starts from the seed.
    fn reset(&mut self, seed: u64);
    /// Whether it now gives the sound's own channels, and the first of them where there are more:
    /// the stage then passes it by.
    fn is_open(&self) -> bool {
        false
    }
    /// So many samples went past it while it was open.
    fn pass_by(&mut self, frames: usize) {
        let _ = frames;
    }
    /// Sends samples through: one slice per channel, all of one length.
    fn pass(&mut self, inputs: &[&[f64]], outputs: &mut [&mut [f64]]);
    /// How long it sounds on after the last sample that goes in \[s\].
    fn tail(&self) -> f64;
    /// What had to be mended since the last reset.
    fn health(&self) -> Health {
        Health::default()
    }
}

/// What a catalogue knows of a space.
pub struct SpaceKind {
    /// Its key: `room`.
    pub key: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
    /// Its parameters.
    pub table: &'static Table,
    /// What it adds to the macros of every sound, over keys such as `room.size`.
    pub macros: &'static [Macro],
    /// Makes one.
    pub make: fn() -> Box<dyn Space>,
}

/// The spaces of this crate. The first one of a catalogue is behind a sound unless it is told
/// otherwise; an empty room is as good as none.
pub(crate) const KINDS: &[&SpaceKind] = &[&room::KIND, &none::KIND, &head::KIND];
