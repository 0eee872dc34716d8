//! Keeps what the steps of a world did to its contacts, as far as it changed.

use super::{Entry, Frame, OUTSIDE, Run, Side, Summary, Track};
use crate::contact::Contact;
use crate::world::World;
use std::collections::BTreeMap;

/// Forces that change by less than this share are held: -120 dB, as far below a landing as rounding
/// of 20 bits.
const SAME: f32 = 1e-6;
/// Places that moved less are the same \[m\]: a hundredth of the finest grain.
const NEAR: f32 = 2e-6;
/// Turning normals are the same within so much.
const ALONG: f32 = 1e-5;
/// Time between frames \[s\].
const FRAME: f64 = 1e-3;

/// A contact of a step, as one or both of its bodies hear it.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// The contact.
    pub contact: &'a Contact,
    /// Who hears it.
    pub side: Side,
    /// Where on each body, from its centre of mass in its own frame \[m\]; of what bends, where that is
    /// when it is not bent, by which the place is found again.
    pub places: [[f64; 3]; 2],
    /// The impulse on the second body as it is heard, in the world \[N·s\].
    pub impulse: [f64; 3],
}

/// Keeps a run while it is made.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// Tracks by identity and bodies.
    known: BTreeMap<(u64, [u32; 2], Side), u32>,
    tracks: Vec<([u32; 2], Side)>,
    /// The last entry of each track, if it pushes.
    last: Vec<Option<Entry>>,
    pressed: Vec<u32>,
    seen: Vec<bool>,
    every: u32,
    /// What was not taken yet.
    fresh: Vec<(u32, Entry)>,
    frames: Vec<Frame>,
    named: usize,
}

impl Recorder {
    /// For steps of so many seconds.
    pub fn new(step: f64) -> Self {
        Self {
            every: ((FRAME / step).round() as u32).max(1),
            ..Self::default()
        }
    }

    /// Looks at the contacts of a step that was taken; `at` is its number.
    pub fn look(&mut self, at: u32, told: &[Told]) {
        for own in told {
            self.add(at, own);
        }
        // What pushed and is no longer there pushes no more.
        for n in core::mem::take(&mut self.pressed) {
            let track = n as usize;
            match self.last[track] {
                Some(last) if !self.seen[track] => {
                    let none = Entry {
                        at,
                        impulse: [0.0; 3],
                        slip: [0.0; 3],
                        opening: 0.0,
                        took: 0.0,
                        ..last
                    };
                    self.fresh.push((n, none));
                    self.last[track] = None;
                }
                Some(_) => self.pressed.push(n),
                None => {}
            }
            self.seen[track] = false;
        }
    }

    /// Keeps where bodies are now, before step `at`, if it is time to since an earlier step.
    pub fn frame_since(&mut self, before: u32, at: u32, world: &World) {
        if at / self.every > before / self.every {
            self.frame(at, world);
        }
    }

    /// Keeps where bodies are before step `at`.
    pub fn frame(&mut self, at: u32, world: &World) {
        let mut poses = Vec::new();
        while let Some(pose) = world.pose(poses.len()) {
            let ([x, y, z], [w, i, j, k]) = (pose.place, pose.turn);
            poses.push([x, y, z, w, i, j, k].map(|own| own as f32));
        }
        self.frames.push(Frame { at, poses });
    }

    /// A blow from outside on a body, at a place of its own frame.
    pub fn blow(&mut self, at: u32, body: usize, place: [f64; 3], impulse: [f64; 3], took: f64) {
        let track = self.tracks.len() as u32;
        self.tracks.push(([OUTSIDE, body as u32], Side::Second));
        self.last.push(None);
        self.seen.push(false);
        let small = |own: [f64; 3]| own.map(|x| x as f32);
        let long = crate::vector::length(impulse);
        let along = if long > 0.0 { 1.0 / long } else { 0.0 };
        let entry = Entry {
            at,
            places: [[0.0; 3], small(place)],
            normal: small(impulse.map(|own| own * along)),
            impulse: small(impulse),
            took: took as f32,
            ..Entry::default()
        };
        self.fresh.push((track, entry));
        let none = Entry {
            at: at + 1,
            impulse: [0.0; 3],
            took: 0.0,
            ..entry
        };
        self.fresh.push((track, none));
    }

    /// What it needs to go on: identities of tracks, and which press.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.known.len() as u32).to_le_bytes());
        for ((identity, bodies, side), track) in &self.known {
            bytes.extend(identity.to_le_bytes());
            for own in bodies.iter().chain([&side.number(), track]) {
                bytes.extend(own.to_le_bytes());
            }
        }
        bytes.extend((self.pressed.len() as u32).to_le_bytes());
        for own in &self.pressed {
            bytes.extend(own.to_le_bytes());
        }
    }

    /// Goes on after a run; gives what follows in the bytes, or none if they cannot be.
    pub(crate) fn read<'a>(&mut self, bytes: &'a [u8], run: &Run) -> Option<&'a [u8]> {
        let mut rest = bytes;
        fn next<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
            let (first, after) = rest.split_first_chunk::<N>()?;
            *rest = after;
            Some(*first)
        }
        let number = |rest: &mut &[u8]| Some(u32::from_le_bytes(next(rest)?));
        *self = Self {
            every: self.every,
            tracks: run
                .tracks
                .iter()
                .map(|own| (own.bodies, own.side))
                .collect(),
            named: run.tracks.len(),
            last: vec![None; run.tracks.len()],
            seen: vec![false; run.tracks.len()],
            ..Self::default()
        };
        for _ in 0..number(&mut rest)? {
            let identity = u64::from_le_bytes(next(&mut rest)?);
            let bodies = [number(&mut rest)?, number(&mut rest)?];
            let side = Side::of(number(&mut rest)?)?;
            let track = number(&mut rest)?;
            if track as usize >= run.tracks.len() {
                return None;
            }
            self.known.insert((identity, bodies, side), track);
        }
        for _ in 0..number(&mut rest)? {
            let track = number(&mut rest)?;
            let last = run.tracks.get(track as usize)?.entries.last();
            self.last[track as usize] = last.copied();
            self.pressed.push(track);
        }
        Some(rest)
    }

    fn add(&mut self, at: u32, told: &Told) {
        let contact = told.contact;
        let bodies = contact.bodies.map(|own| own as u32);
        let key = (contact.identity, bodies, told.side);
        let pushes = told.impulse != [0.0; 3];
        let n = match self.known.get(&key) {
            Some(n) => *n,
            // What never pushes is not kept.
            None if !pushes => return,
            None => {
                let n = self.tracks.len() as u32;
                self.tracks.push((bodies, told.side));
                self.last.push(None);
                self.seen.push(false);
                self.known.insert(key, n);
                n
            }
        };
        if !pushes {
            return;
        }
        let small = |own: [f64; 3]| own.map(|x| x as f32);
        let entry = Entry {
            at,
            places: told.places.map(small),
            normal: small(contact.normal),
            impulse: small(told.impulse),
            slip: small(contact.velocity),
            opening: contact.opening as f32,
            took: 0.0,
        };
        let track = n as usize;
        self.seen[track] = true;
        let held = match &self.last[track] {
            Some(last) => same(last, &entry),
            None => {
                self.pressed.push(n);
                false
            }
        };
        if !held {
            self.fresh.push((n, entry));
            self.last[track] = Some(entry);
        }
    }

    /// What was kept since it was last taken: new tracks, entries with the number of their track, and
    /// frames.
    pub fn take(&mut self) -> super::file::Block {
        let tracks = self.tracks[self.named..].to_vec();
        self.named = self.tracks.len();
        super::file::Block {
            tracks,
            entries: core::mem::take(&mut self.fresh),
            frames: core::mem::take(&mut self.frames),
        }
    }
}

fn same(a: &Entry, b: &Entry) -> bool {
    let apart = |a: &[f32; 3], b: &[f32; 3]| -> f32 {
        a.iter()
            .zip(b)
            .map(|(a, b)| (a - b) * (a - b))
            .sum::<f32>()
            .sqrt()
    };
    let size = |a: &[f32; 3]| a.iter().map(|x| x * x).sum::<f32>().sqrt();
    apart(&a.impulse, &b.impulse) <= SAME * size(&b.impulse)
        && apart(&a.places[0], &b.places[0]) <= NEAR
        && apart(&a.places[1], &b.places[1]) <= NEAR
        && apart(&a.normal, &b.normal) <= ALONG
}

impl Run {
    /// Empty, with steps of so many seconds.
    pub fn new(step: f64) -> Self {
        Self {
            step,
            ..Self::default()
        }
    }

    /// Adds what a recorder or a file gave. Tells `false` if it speaks of tracks that are not there.
    pub fn add(&mut self, block: super::file::Block) -> bool {
        let fresh = block.tracks.into_iter().map(|(bodies, side)| Track {
            bodies,
            side,
            entries: Vec::new(),
        });
        self.tracks.extend(fresh);
        for (n, entry) in block.entries {
            let Some(track) = self.tracks.get_mut(n as usize) else {
                return false;
            };
            if track.entries.last().is_some_and(|last| last.at > entry.at) {
                return false;
            }
            track.entries.push(entry);
        }
        let mut last = self.frames.last().map(|own| own.at);
        for frame in block.frames {
            if last.is_some_and(|last| last >= frame.at) {
                continue;
            }
            last = Some(frame.at);
            self.frames.push(frame);
        }
        true
    }
}

impl Summary {
    /// Of a world as it is now.
    pub fn of(world: &World) -> Self {
        let ledger = world.ledger();
        let health = world.health();
        Self {
            statistics: *world.statistics(),
            energy: [
                ledger.initial,
                ledger.injected,
                ledger.dissipated,
                ledger.stored,
            ],
            mended: health.clamped + health.non_finite,
        }
    }
}
