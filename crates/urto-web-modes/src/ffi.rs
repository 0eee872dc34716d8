//! The C interface: numbers and places in memory, as the engine's module has it.
//!
//! The host writes bytes where `urto_input` says, calls, and reads where `urto_output` says. While the
//! search goes on the module calls `urto.reach` with the share of the work that is done; it needs nothing
//! else of its host. It is used once and then thrown away, on one thread.
#![allow(unsafe_code)]

use crate::find::{Asked, Refused, find};
use std::cell::RefCell;

/// More than any mesh with what is asked for may have \[bytes\].
const LONGEST: usize = (16 << 20) + (1 << 16);

#[derive(Default)]
struct Room {
    input: Vec<u8>,
    output: Vec<u8>,
    notes: String,
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

/// Finds how a mesh rings: what is asked for (six lines, see `Asked::read`), then the file, in the input.
/// 0: a body is in the output. 1: what is wrong. 2: why it is too large.
#[unsafe(no_mangle)]
pub extern "C" fn urto_modes(length: usize) -> u32 {
    within(1, |room| {
        let input = std::mem::take(&mut room.input);
        let input = &input[..length.min(input.len())];
        let mut breaks = input.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let end = breaks.nth(5).map_or(input.len(), |(at, _)| at + 1);
        let (text, bytes) = input.split_at(end);
        let done = match Asked::read(&String::from_utf8_lossy(text)) {
            Ok(asked) => find(&asked, bytes, &mut |share| reach(share)),
            Err(why) => Err(Refused::Wrong(why)),
        };
        match done {
            Ok(found) => {
                room.output = found.body;
                room.notes = found.notes.join("\n");
                0
            }
            Err(Refused::Wrong(why)) => {
                room.output = why.into_bytes();
                1
            }
            Err(Refused::Large(why)) => {
                room.output = why.into_bytes();
                2
            }
        }
    })
}

/// Puts what a person should know of the last body into the output, line by line, and gives its length.
#[unsafe(no_mangle)]
pub extern "C" fn urto_notes() -> usize {
    within(0, |room| {
        room.output = std::mem::take(&mut room.notes).into_bytes();
        room.output.len()
    })
}
