//! Rooms as a space behind a sound.

use super::{Room, RoomParams, seed_of};
use crate::param::{Aim, Declared, Macro, ParamId, Params, Value};
use crate::rate::Rate;
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

/// Every channel of a sound goes through a room of its own, of the same size; or all of them are
/// one source in a room with two ears.
#[derive(Default)]
struct Rooms {
    params: RoomParams,
    rooms: Vec<Room>,
    shared: Option<Box<Room<2>>>,
    inputs: usize,
    seed: u64,
}

/// What an ear hears directly of a sound's channels at a sample: the mean of every second one.
fn direct(inputs: &[&[f64]], ear: usize, at: usize) -> f64 {
    let own = inputs.iter().skip(ear.min(inputs.len() - 1)).step_by(2);
    let count = own.len() as f64;
    own.map(|input| input[at]).sum::<f64>() / count
}

impl Space for Rooms {
    fn params(&self) -> &dyn Params {
        &self.params
    }

    fn set(&mut self, id: &ParamId, value: &Value) {
        // What a table does not allow changes nothing.
        let _ = self.params.assign(id, value);
    }

    fn channels(&self, inputs: usize) -> usize {
        if self.params.ears == 1 { inputs } else { 2 }
    }

    fn prepare(&mut self, rate: Rate, inputs: usize) {
        self.inputs = inputs;
        if self.params.ears == 2 {
            self.shared
                .get_or_insert_with(|| Box::new(Room::with_two_ears(rate)));
            return;
        }
        for channel in self.rooms.len()..inputs {
            let mut room = Room::new(rate);
            room.reset(seed_of(self.seed, channel, 48));
            self.rooms.push(room);
        }
    }

    fn reset(&mut self, seed: u64) {
        self.seed = seed;
        if let Some(room) = &mut self.shared {
            room.reset(seed);
        }
        for (channel, room) in self.rooms.iter_mut().enumerate() {
            room.reset(seed_of(seed, channel, 48));
        }
    }

    fn is_open(&self) -> bool {
        match &self.shared {
            // More channels than ears are mixed.
            Some(room) => self.inputs <= 2 && room.is_off(&self.params),
            None => self.rooms.iter().all(|room| room.is_off(&self.params)),
        }
    }

    fn pass_by(&mut self, frames: usize) {
        if let Some(room) = &mut self.shared {
            room.pass_by(frames);
        }
        self.rooms.iter_mut().for_each(|room| room.pass_by(frames));
    }

    fn pass(&mut self, inputs: &[&[f64]], outputs: &mut [&mut [f64]]) {
        if let (Some(room), [left, right, ..]) = (&mut self.shared, &mut *outputs) {
            for (n, (left, right)) in left.iter_mut().zip(right.iter_mut()).enumerate() {
                let dry = [direct(inputs, 0, n), direct(inputs, 1, n)];
                [*left, *right] = room.hear(&self.params, dry);
            }
            return;
        }
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
