//! Rooms as a space behind a sound.

use super::{Room, RoomParams};
use crate::param::{Aim, Declared, Macro, ParamId, Params, Value};
use crate::rate::Rate;
use crate::rng::Rng;
use crate::space::{Space, SpaceKind};

/// What the catalogue knows of it.
pub(in crate::space) const KIND: SpaceKind = SpaceKind {
    key: "room",
    about: "A small room: the walls' first echoes, their tail, and its own faint noise.",
    table: &RoomParams::TABLE,
    macros: &[Macro {
        key: "distance",
        about: "How far away, in how large a room.",
        targets: &[aim("room.level", 0.0, 0.8), aim("room.size", 3.0, 18.0)],
    }],
    make: || Box::new(Rooms::default()),
};

const fn aim(key: &'static str, from: f64, to: f64) -> Aim {
    Aim {
        key,
        from,
        to,
        over: (0.0, Macro::FULL),
    }
}

/// Every channel of a sound goes through a room of its own, of the same size.
#[derive(Default)]
struct Rooms {
    params: RoomParams,
    rooms: Vec<Room>,
    seed: u64,
}

/// Rooms hiss each on its own.
fn seed_of(seed: u64, channel: usize) -> u64 {
    match channel as u64 {
        0 => seed,
        channel => Rng::new(seed ^ channel << 48).bits(),
    }
}

impl Space for Rooms {
    fn params(&self) -> &dyn Params {
        &self.params
    }

    fn set(&mut self, id: &ParamId, value: &Value) {
        // What a table does not allow changes nothing.
        let _ = self.params.assign(id, value);
    }

    fn prepare(&mut self, rate: Rate, inputs: usize) {
        for channel in self.rooms.len()..inputs {
            let mut room = Room::new(rate);
            room.reset(seed_of(self.seed, channel));
            self.rooms.push(room);
        }
    }

    fn reset(&mut self, seed: u64) {
        self.seed = seed;
        for (channel, room) in self.rooms.iter_mut().enumerate() {
            room.reset(seed_of(seed, channel));
        }
    }

    fn is_open(&self) -> bool {
        self.rooms.iter().all(|room| room.is_off(&self.params))
    }

    fn pass_by(&mut self, frames: usize) {
        self.rooms.iter_mut().for_each(|room| room.pass_by(frames));
    }

    fn pass(&mut self, inputs: &[&[f64]], outputs: &mut [&mut [f64]]) {
        let channels = inputs.iter().zip(outputs);
        for (room, (input, output)) in self.rooms.iter_mut().zip(channels) {
            for (out, sample) in output.iter_mut().zip(input.iter()) {
                *out = room.pass(&self.params, *sample);
            }
        }
    }

    fn tail(&self) -> f64 {
        self.params.tail()
    }
}
