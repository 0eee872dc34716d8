//! The C interface: numbers and places in memory, as the engine's module has it.
//!
//! The host writes bytes where `urto_input` says, calls, and reads where `urto_output` says. While it
//! works the module calls `urto.reach` with the share that is done. One thread.
#![allow(unsafe_code)]

use crate::hear::{Heard, Listening};
use crate::stage::{Refused, Stage};
use crate::{hear, seen};
use std::cell::RefCell;
use urto_multibody::run::is_run;

/// More than any file that the page reads, with its name \[bytes\].
const LONGEST: usize = (64 << 20) + (1 << 16);

#[derive(Default)]
struct Room {
    input: Vec<u8>,
    output: Vec<u8>,
    files: Vec<(String, Vec<u8>)>,
    stage: Option<Stage>,
    heard: hear::Heard,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::default();
}

fn within<T>(otherwise: T, act: impl FnOnce(&mut Room) -> T) -> T {
    ROOM.with(|room| match room.try_borrow_mut() {
        Ok(mut room) => act(&mut room),
        Err(_) => otherwise,
    })
}

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "urto")]
unsafe extern "C" {
    /// Tells the host which share of the work is done.
    safe fn reach(share: f64);
}

#[cfg(not(target_arch = "wasm32"))]
fn reach(_: f64) {}

fn told(share: f64) {
    reach(share);
}

/// Room for N bytes; null if that is too many.
#[unsafe(no_mangle)]
pub extern "C" fn urto_input(length: usize) -> *mut u8 {
    within(std::ptr::null_mut(), |room| {
        if length > LONGEST {
            return std::ptr::null_mut();
        }
        room.input.resize(length, 0);
        room.input.as_mut_ptr()
    })
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn urto_output() -> *const u8 {
    within(std::ptr::null(), |room| room.output.as_ptr())
}

/// How long the last answer is \[bytes\].
#[unsafe(no_mangle)]
pub extern "C" fn urto_length() -> usize {
    within(0, |room| room.output.len())
}

impl Room {
    /// The input: a name on a line, then bytes.
    fn named(&mut self, length: usize) -> (String, Vec<u8>) {
        let mut input = std::mem::take(&mut self.input);
        input.truncate(length);
        let end = input.iter().position(|byte| *byte == b'\n');
        let bytes = input.split_off(end.map_or(input.len(), |at| at + 1));
        (String::from_utf8_lossy(&input).trim_end().to_owned(), bytes)
    }

    /// 0: done. 1: what is wrong is in the output. 2: why it takes too long.
    fn answer(&mut self, done: Result<Vec<u8>, Refused>) -> u32 {
        let (code, output) = match done {
            Ok(output) => (0, output),
            Err(Refused::Wrong(why)) => (1, why.into_bytes()),
            Err(Refused::Long(why)) => (2, why.into_bytes()),
        };
        self.output = output;
        code
    }
}

/// Puts a file at hand that a scene may name: its name on a line, then its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn urto_shelve(length: usize) {
    within((), |room| {
        let file = room.named(length);
        room.files.push(file);
    });
}

/// Opens a run, or a scene with the files at hand: its name on a line, then its bytes.
/// 0: what it is, is in the output (JSON). 1: what is wrong.
#[unsafe(no_mangle)]
pub extern "C" fn urto_open(length: usize) -> u32 {
    within(1, |room| {
        let (name, bytes) = room.named(length);
        let files = std::mem::take(&mut room.files);
        let opened = if is_run(&bytes) {
            Stage::of_run(&name, &bytes)
        } else {
            Stage::of_scene(&name, &String::from_utf8_lossy(&bytes), files)
        };
        drop(bytes);
        let done = opened.map(|stage| {
            let told = stage.told().to_string().into_bytes();
            room.stage = Some(stage);
            told
        });
        room.answer(done)
    })
}

/// Moves the scene to its end. 0: what it is now is in the output (JSON). 1: what is wrong. 2: why it
/// takes too long here.
#[unsafe(no_mangle)]
pub extern "C" fn urto_simulate() -> u32 {
    within(1, |room| {
        let done = match &mut room.stage {
            None => Err(Refused::Wrong("no scene is open".to_owned())),
            Some(stage) => stage
                .simulate(&mut |share| reach(share))
                .map(|()| stage.told().to_string().into_bytes()),
        };
        room.answer(done)
    })
}

/// Puts a part of what was opened into the output and gives its length: 0 how body N looks, 1 all
/// poses, 2 where bodies press (numbers of 32 bits), 3 the run as a file.
#[unsafe(no_mangle)]
pub extern "C" fn urto_part(which: u32, number: usize) -> usize {
    within(0, |room| {
        let Some(stage) = &room.stage else {
            return 0;
        };
        let (scene, run) = (stage.scene(), stage.run());
        let found = match (which, run) {
            (0, _) => seen::shape(scene, run, number),
            (1, Some(run)) => Some(bytes(&seen::poses(scene, run))),
            (2, Some(run)) => Some(bytes(&seen::presses(run))),
            (3, _) => stage.packed(),
            _ => None,
        };
        room.output = found.unwrap_or_default();
        room.output.len()
    })
}

/// Listens, as four lines in the input say (see [`Listening::read`]). 0: what was heard is told in
/// the output (JSON). 1: what is wrong.
#[unsafe(no_mangle)]
pub extern "C" fn urto_hear(length: usize) -> u32 {
    within(1, |room| {
        let input = std::mem::take(&mut room.input);
        let text = String::from_utf8_lossy(&input[..length.min(input.len())]).into_owned();
        let done = Listening::read(&text).and_then(|how| match &room.stage {
            Some(stage) => stage.hear(&how, told),
            None => Err("no scene is open".to_owned()),
        });
        let done = done.map(|heard| {
            room.heard = heard;
            room.heard.told.to_string().into_bytes()
        });
        room.answer(done.map_err(Refused::Wrong))
    })
}

/// Puts a channel of what was heard into the output (32 bits) and gives its length \[bytes\];
/// 0 if there is none. It is let go of.
#[unsafe(no_mangle)]
pub extern "C" fn urto_channel(number: usize) -> usize {
    within(0, |room| {
        let Heard { channels, .. } = &mut room.heard;
        let own = channels.get_mut(number).map(std::mem::take);
        room.output = bytes(&own.unwrap_or_default());
        room.output.len()
    })
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|own| own.to_le_bytes()).collect()
}
