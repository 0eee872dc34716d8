//! What happened in a scene: forces of contacts and ways of bodies, to be heard as often as one likes.
//!
//! A force that stays as it is, is kept once: what rests costs nothing. `file` writes it compactly.

mod file;
mod record;

pub use file::{Block, Chunk, MAGIC, Reader, RunError, Writer, is_run};
pub use record::{Recorder, Told};

use crate::record::Statistics;
use crate::touch::Pose;
use crate::vector::unit;

/// Nobody: what struck a body from outside.
pub const OUTSIDE: u32 = u32::MAX;

/// What a contact did from a step on, until its track says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Entry {
    /// The step, counted from 0.
    pub at: u32,
    /// Where on each body, from its centre of mass in its own frame \[m\].
    pub places: [[f32; 3]; 2],
    /// From the first body to the second, in the world.
    pub normal: [f32; 3],
    /// On the second body in each step, in the world \[N·s\]; the first gets the opposite.
    pub impulse: [f32; 3],
    /// Velocity of the second place against the first \[m/s\].
    pub slip: [f32; 3],
    /// Speed along the normal when the step began \[m/s\]; negative where the two came together.
    pub opening: f32,
    /// How long the impulse took \[s\] if that is known, as for blows from outside; else 0.
    pub took: f32,
}

/// How many numbers an entry has beside its step.
pub(crate) const NUMBERS: usize = 17;

impl Entry {
    /// Its numbers in a row.
    pub(crate) fn numbers(&self) -> [f32; NUMBERS] {
        let mut all = [0.0; NUMBERS];
        let [a, b] = self.places;
        let parts = [a, b, self.normal, self.impulse, self.slip];
        for (into, from) in all.iter_mut().zip(parts.as_flattened()) {
            *into = *from;
        }
        [all[15], all[16]] = [self.opening, self.took];
        all
    }

    /// The entry of such a row.
    pub(crate) fn of(at: u32, all: &[f32; NUMBERS]) -> Self {
        let three = |n: usize| [all[n], all[n + 1], all[n + 2]];
        Self {
            at,
            places: [three(0), three(3)],
            normal: three(6),
            impulse: three(9),
            slip: three(12),
            opening: all[15],
            took: all[16],
        }
    }
}

/// The bodies of a track on which it is heard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Both.
    #[default]
    Both,
    /// The first alone.
    First,
    /// The second alone.
    Second,
}

impl Side {
    /// Whether it is heard on a body, the first being 0.
    pub fn has(self, side: usize) -> bool {
        match self {
            Self::Both => true,
            Self::First => side == 0,
            Self::Second => side == 1,
        }
    }

    pub(crate) fn number(self) -> u32 {
        self as u32
    }

    pub(crate) fn of(number: u32) -> Option<Self> {
        [Self::Both, Self::First, Self::Second]
            .get(number as usize)
            .copied()
    }
}

/// A contact over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Which bodies; the first may be [`OUTSIDE`].
    pub bodies: [u32; 2],
    /// On which of them it is heard: how impulses are spread over the places of one body is not how
    /// they are over those of the other.
    pub side: Side,
    /// What it did, in order of time.
    pub entries: Vec<Entry>,
}

/// Where all bodies are at a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// The step.
    pub at: u32,
    /// Of each body its centre of mass \[m\] and its turn.
    pub poses: Vec<[f32; 7]>,
}

/// What the steps had to do, for who asks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Counts over all steps.
    pub statistics: Statistics,
    /// Energy at the start, from outside, lost, and held at the end \[J\].
    pub energy: [f64; 4],
    /// Numbers that were mended.
    pub mended: u64,
}

/// What happened in a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Length of a step \[s\].
    pub step: f64,
    /// Steps in all.
    pub steps: u32,
    /// Contacts.
    pub tracks: Vec<Track>,
    /// Ways of the bodies.
    pub frames: Vec<Frame>,
    /// What it took.
    pub summary: Summary,
    /// How bodies were at its end, with which another scene can begin; empty if that is not known.
    pub end: Vec<u8>,
    /// Whether it went to its end.
    pub whole: bool,
}

impl Run {
    /// Its length \[s\].
    pub fn seconds(&self) -> f64 {
        f64::from(self.steps) * self.step
    }

    /// How many entries its tracks have.
    pub fn entries(&self) -> usize {
        self.tracks.iter().map(|own| own.entries.len()).sum()
    }

    /// Where a body is at a time \[s\]; `None` if it is in no frame.
    pub fn pose(&self, body: usize, time: f64) -> Option<Pose> {
        let step = time / self.step;
        let after = self.frames.partition_point(|own| f64::from(own.at) <= step);
        let one = self.frames.get(after.saturating_sub(1))?;
        let a = one.poses.get(body)?;
        let Some(two) = self.frames.get(after).filter(|_| after > 0) else {
            return Some(pose(a.map(f64::from)));
        };
        let b = two.poses.get(body)?;
        if a == b {
            return Some(pose(a.map(f64::from)));
        }
        let share = (step - f64::from(one.at)) / f64::from(two.at - one.at).max(1.0);
        let [a, b] = [a, b].map(|own| own.map(f64::from));
        // A turn and its negative are one turn.
        let along: f64 = (3..7).map(|n| a[n] * b[n]).sum();
        let sign = if along < 0.0 { -1.0 } else { 1.0 };
        Some(pose(core::array::from_fn(|n| {
            let to = if n < 3 { b[n] } else { sign * b[n] };
            a[n] + share * (to - a[n])
        })))
    }
}

fn pose(own: [f64; 7]) -> Pose {
    let [x, y, z, w, i, j, k] = own;
    Pose {
        place: [x, y, z],
        turn: unit([w, i, j, k]),
    }
}
