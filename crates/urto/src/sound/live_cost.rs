//! How much work a sound is, and what is left out so that one core keeps up with it.
//!
//! Law:    work is counted, not timed. Each mode of each body is moved on once a sample and summed
//!         for each ear; modes of a plate that stretches also pull at each other; those of a piece
//!         that is made anew are worked out from sines and exponentials. Contacts add little to
//!         that: their solvers are bounded by themselves.
//! Step:   the bodies share what one core can do: each is given what it needs or an even share of
//!         what is left, whichever is less. What a body has beyond its share is left out, what is
//!         heard least first: of named shapes the upper modes are thinned out, of others the modes
//!         that the same blow leaves the least sound in.
//! Limits: a mode that is left out gives way no more either, so that the body is a little stiffer
//!         where it is touched. Scenes are not bounded: who writes one decides how large it is.

use super::Model;
use crate::body::BodyParams;
use crate::param::{Declared, Kind, ParamId, Params, Table, leaves};
use crate::rate::Rate;

/// Steps of modes per second that a sound may take. A core with AVX-512 takes 0.1 ns (what rings
/// freely) to 0.2 ns (what is rubbed) for one, and one with SSE2 alone about four times as long.
pub const MOST_WORK: f64 = 1e9;
/// Steps of modes that take as long as working out one mode anew: an exponential, a sine and a
/// cosine.
const REMADE: f64 = 50.0;

/// Steps of modes that take as long as one mode's part in stretching: ten patterns are summed and
/// pulled at (2.2 µs a sample for 320 modes were measured, 0.17 ns being a step).
const STRETCHED: f64 = 40.0;

/// In a step no more pieces are made anew: one falls on the floor and two meet.
const MOST_REMADE: f64 = 3.0;

/// What a sound does beside its modes, by count: the small things that sound now, and those that have
/// begun since it was reset, each as so many steps of modes as take as long.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Of the coming sample.
    pub each: f64,
    /// Of all that has begun.
    pub begun: f64,
}

impl core::ops::AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        self.each += other.each;
        self.begun += other.begun;
    }
}

/// Bodies of which a sound has many at once, all alike.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    /// The key of their table: `grain`.
    pub key: &'static str,
    /// How many there are.
    pub count: usize,
    /// How many are made anew per second, about.
    pub remade: f64,
}

/// What is known of a sound's work but for its bodies.
pub(super) struct Load {
    pieces: Option<Pieces>,
    channels: usize,
    voices: usize,
}

impl Load {
    /// That of N voices of a model.
    pub fn of<M: Model>(params: &M::Params, voices: usize) -> Self {
        Self {
            pieces: M::pieces(params),
            channels: M::channels(params).max(1),
            voices,
        }
    }
}

/// A body of a sound, and the work it is.
struct Share {
    table: ParamId,
    body: BodyParams,
    /// How many modes it has at most.
    modes: usize,
    /// Steps of modes per sample for each of its modes.
    per_mode: f64,
}

impl Share {
    fn work(&self) -> f64 {
        self.modes as f64 * self.per_mode
    }
}

/// Leaves out of a sound's bodies what one core cannot do at this rate; tells how many modes that
/// are. Allocates.
pub(super) fn lighten(params: &mut dyn Params, load: &Load, rate: Rate) -> usize {
    let mut shares = shares(params, load, rate);
    shares.sort_by(|a, b| a.work().total_cmp(&b.work()));
    let mut left = MOST_WORK / (rate.hertz() * load.voices as f64);
    let mut shed = 0;
    for index in 0..shares.len() {
        let even = left / (shares.len() - index) as f64;
        let share = &mut shares[index];
        let most = ((even / share.per_mode) as usize).max(1);
        if share.modes > most {
            let gone = share.body.thin_out(most);
            if gone > 0 {
                shed += gone;
                write(params, share);
            }
            share.modes = most;
        }
        left -= share.work();
    }
    shed
}

fn shares(params: &dyn Params, load: &Load, rate: Rate) -> Vec<Share> {
    let mut tables = Vec::new();
    find_bodies(params.table(), ParamId::ROOT, &mut tables);
    let share = |table: ParamId| {
        let body = read(params, &table);
        let key = params.table().key_of(&table)?;
        let per_mode = match load.pieces {
            // All of them are heard as one.
            Some(pieces) if pieces.key == key => {
                let remade = pieces.remade * rate.step();
                2.0 * pieces.count as f64 + REMADE * remade.min(MOST_REMADE)
            }
            _ if body.stretches() => (1 + load.channels) as f64 + STRETCHED,
            _ => (1 + load.channels) as f64,
        };
        Some(Share {
            table,
            modes: body.most_modes(),
            body,
            per_mode,
        })
    };
    tables.into_iter().filter_map(share).collect()
}

/// Whether blows on several voices of a sound are, together, the same as blows on one. Not where a
/// body stretches, or is more than its modes: it answers otherwise to a blow while it rings, so that
/// it must be one body.
///
/// ```
/// use urto::body::{BodyKind, BodyParams};
/// use urto::sounds::impact::ImpactParams;
/// let of = |kind| ImpactParams { body: BodyParams { kind, ..Default::default() }, ..Default::default() };
/// assert!(urto::sound::superposes(&of(BodyKind::Bell)));
/// assert!(!urto::sound::superposes(&of(BodyKind::Gong)));
/// ```
pub fn superposes(params: &dyn Params) -> bool {
    let mut tables = Vec::new();
    find_bodies(params.table(), ParamId::ROOT, &mut tables);
    let alone = |body: BodyParams| body.stretches() || body.is_more_than_modes();
    !tables.iter().any(|table| alone(read(params, table)))
}

/// Where the tables of bodies are, those inside other tables too.
fn find_bodies(table: &Table, at: ParamId, found: &mut Vec<ParamId>) {
    for (id, spec) in table.rows(at) {
        match spec.kind {
            Kind::Table(inner) if inner.key == BodyParams::TABLE.key => found.push(id),
            Kind::Table(inner) => find_bodies(inner, id, found),
            _ => {}
        }
    }
}

/// A body's parameters, out of the table they stand in.
fn read(params: &dyn Params, table: &ParamId) -> BodyParams {
    let mut body = BodyParams::default();
    for (id, _) in leaves(params) {
        if let (Some(inner), Some(value)) = (id.within(table), params.value(&id)) {
            // It is of the same table, and a list comes before its entries.
            let _ = body.assign(&inner, &value);
        }
    }
    body
}

/// Writes back what thinning out may have changed.
fn write(params: &mut dyn Params, share: &Share) {
    let keys = [
        crate::key!(BodyParams, kind),
        crate::key!(BodyParams, count),
        crate::key!(BodyParams, file),
    ];
    for key in keys {
        let mut steps = key.path().iter();
        let id = steps.try_fold(share.table, |id, step| id.then(*step as usize));
        if let (Some(id), Some(value)) = (id, share.body.value(&key)) {
            let _ = params.assign(&id, &value);
        }
    }
}
