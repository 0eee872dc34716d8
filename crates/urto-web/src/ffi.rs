//! The C interface: numbers and places in memory.
//!
//! The host writes bytes where `urto_input` says, calls, and reads where `urto_output` says.
//! Memory may grow in any call, so views of it are made anew after each.
//!
//! There is no unsafe code here but the attribute that keeps a function's name: places are only
//! handed out, never read from. The host must not write beyond the length it asked for, and keeps
//! the module on one thread, which is the only one that WebAssembly without shared memory has.
//! Nothing panics across: a panic would stop the module for good.
#![allow(unsafe_code)]

use crate::aim::Aim;
use crate::builder::Builder;
use crate::desk::Host;
use crate::player::{Telling, WebPlayer};
use crate::recording;
use crate::variation::{self, Theme};
use serde_json::{Value as Json, json};
use std::cell::RefCell;
use urto_file::Shelf;

/// More than any file with its name, or any message, may have \[bytes\].
const LONGEST: usize = (64 << 20) + (1 << 16);

/// All that the module knows.
#[derive(Default)]
struct Module {
    input: Vec<u8>,
    output: Vec<u8>,
    samples: Vec<f32>,
    host: Option<Host>,
    player: Option<WebPlayer>,
    theme: Option<Theme>,
    aim: Option<Aim>,
    builder: Option<Builder>,
    /// Files that parameters name, where sounds are built.
    shelf: Shelf,
}

thread_local! {
    static ROOM: RefCell<Module> = RefCell::default();
}

/// Does something in the room; the host never calls while another call runs.
fn within<T>(otherwise: T, act: impl FnOnce(&mut Module) -> T) -> T {
    ROOM.with(|room| match room.try_borrow_mut() {
        Ok(mut room) => act(&mut room),
        Err(_) => otherwise,
    })
}

impl Module {
    /// The first bytes of the input as text; what is no text becomes question marks.
    fn text(&self, length: usize) -> String {
        let bytes = &self.input[..length.min(self.input.len())];
        String::from_utf8_lossy(bytes).into_owned()
    }

    fn answer(&mut self, text: &str) -> usize {
        self.output.clear();
        self.output.extend_from_slice(text.as_bytes());
        self.output.len()
    }
}

/// Module for N bytes; null if that is too many.
#[unsafe(no_mangle)]
pub extern "C" fn urto_input(length: usize) -> *mut u8 {
    within(std::ptr::null_mut(), |room| {
        if length > LONGEST {
            return std::ptr::null_mut();
        }
        // A large file leaves no large buffer behind.
        if room.input.capacity() > (1 << 20) && length < (1 << 16) {
            room.input = Vec::new();
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

/// Asks the desk: a line in the input, JSON in the output, whose length is given.
#[unsafe(no_mangle)]
pub extern "C" fn urto_ask(length: usize) -> usize {
    within(0, |room| {
        let asked = room.text(length);
        let answer = room.host.get_or_insert_default().ask(&asked);
        room.answer(&answer)
    })
}

/// Lets the desk take a file in: its name, a line break and its bytes in the input, JSON in the
/// output, whose length is given.
#[unsafe(no_mangle)]
pub extern "C" fn urto_import(length: usize) -> usize {
    within(0, |room| {
        let input = std::mem::take(&mut room.input);
        let named = &input[..length.min(input.len())];
        let done = room.host.get_or_insert_default().import(named);
        let answer = done.unwrap_or_else(|problem| json!({ "error": problem.to_string() }));
        room.answer(&answer.to_string())
    })
}

/// Puts a file that the desk has, by its name in the input, into the output and gives its length;
/// -1 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn urto_file(length: usize) -> i32 {
    within(-1, |room| {
        let name = room.text(length);
        let host = room.host.get_or_insert_default();
        match host.file(&name) {
            Some(bytes) => {
                room.output.clear();
                room.output.extend_from_slice(bytes);
                room.output.len() as i32
            }
            None => -1,
        }
    })
}

/// Puts the project and the files that it names, as one file, into the output and gives its length.
#[unsafe(no_mangle)]
pub extern "C" fn urto_pack() -> usize {
    within(0, |room| {
        room.output = room.host.get_or_insert_default().pack();
        room.output.len()
    })
}

/// Gives a file to whoever builds sounds here, for parameters to name: its name, a line break and
/// its bytes in the input.
#[unsafe(no_mangle)]
pub extern "C" fn urto_shelve(length: usize) {
    within((), |room| {
        let input = std::mem::take(&mut room.input);
        let named = &input[..length.min(input.len())];
        let end = named.iter().position(|byte| *byte == b'\n');
        let Some(end) = end else { return };
        let name = String::from_utf8_lossy(&named[..end]);
        let shelf = match &mut room.player {
            Some(player) => player.shelf(),
            None => &mut room.shelf,
        };
        shelf.put(&name, &named[end + 1..]);
    });
}

/// Takes away all files but those whose names are in the input, line by line.
#[unsafe(no_mangle)]
pub extern "C" fn urto_unshelve(length: usize) {
    within((), |room| {
        let names = room.text(length);
        let shelf = match &mut room.player {
            Some(player) => player.shelf(),
            None => &mut room.shelf,
        };
        shelf.retain(|own| names.lines().any(|name| name == own));
    });
}

/// Makes the player for a rate \[Hz\]; 1 if that worked.
#[unsafe(no_mangle)]
pub extern "C" fn urto_open(rate: f64) -> u32 {
    within(0, |room| {
        room.player = WebPlayer::new(rate).ok();
        u32::from(room.player.is_some())
    })
}

/// Builds what the lines in the input say at a rate \[Hz\], aside of the player; puts what is dear
/// about it into the output and gives its length.
#[unsafe(no_mangle)]
pub extern "C" fn urto_build(length: usize, rate: f64) -> usize {
    within(0, |room| {
        let lines = room.text(length);
        if room.builder.is_none() {
            room.builder = Builder::new(rate).ok();
        }
        let builder = room.builder.as_mut();
        room.output = builder.map_or_else(Vec::new, |own| own.work(&lines, &room.shelf));
        room.output.len()
    })
}

/// Puts what the sound of the line in the input looks like at a rate \[Hz\] into the output and
/// gives its length; 0 if it cannot be built.
#[unsafe(no_mangle)]
pub extern "C" fn urto_form(length: usize, rate: f64) -> usize {
    within(0, |room| {
        let line = room.text(length);
        if room.builder.is_none() {
            room.builder = Builder::new(rate).ok();
        }
        let builder = room.builder.as_mut();
        room.output = builder.map_or_else(Vec::new, |own| own.form(&line, &room.shelf));
        room.output.len()
    })
}

/// Gives the player what a builder worked out for the orders that come next.
#[unsafe(no_mangle)]
pub extern "C" fn urto_know(length: usize) {
    within((), |room| {
        if let Some(player) = &mut room.player {
            player.know(&room.input[..length.min(room.input.len())]);
        }
    });
}

/// How many dear results were worked out here, and how many texts were read.
#[unsafe(no_mangle)]
pub extern "C" fn urto_worked_out() -> f64 {
    (urto::tape::worked_out() + urto_file::texts_read()) as f64
}

/// Gives the player the score in the input, which begins when it is told to play.
#[unsafe(no_mangle)]
pub extern "C" fn urto_take_score(length: usize) {
    within((), |room| {
        let text = room.text(length);
        if let Some(player) = &mut room.player {
            player.take_score(&text);
        }
    });
}

/// Puts what hands did while the score ran, since this was asked last, into the output and gives
/// its length; 0 if nothing.
#[unsafe(no_mangle)]
pub extern "C" fn urto_heard() -> usize {
    within(0, |room| {
        let heard = room.player.as_mut().and_then(WebPlayer::heard);
        heard.map_or(0, |heard| room.answer(&heard))
    })
}

/// Tells the player the lines in the input: 0 orders, 1 orders with which a take begins, 2 that
/// the take ends, 3 orders with which a score begins, 4 that the score stops, 5 that
/// the score that was given takes the place of the one that runs.
#[unsafe(no_mangle)]
pub extern "C" fn urto_tell(length: usize, kind: u32) {
    within((), |room| {
        let lines = room.text(length);
        let kind = match kind {
            1 => Telling::Take,
            2 => Telling::Cut,
            3 => Telling::Play,
            4 => Telling::Halt,
            5 => Telling::Change,
            _ => Telling::Orders,
        };
        if let Some(player) = &mut room.player {
            player.tell(kind, &lines);
        }
    });
}

/// Renders frames, at most 8192.
#[unsafe(no_mangle)]
pub extern "C" fn urto_render(frames: usize) {
    within((), |room| {
        if let Some(player) = &mut room.player {
            player.render(frames);
        }
    });
}

/// Where the samples of the last rendering are: 0 left, 1 right.
#[unsafe(no_mangle)]
pub extern "C" fn urto_channel(side: usize) -> *const f32 {
    within(std::ptr::null(), |room| {
        let player = room.player.as_ref();
        let samples = player.and_then(|player| player.out.get(side));
        samples.map_or(std::ptr::null(), |samples| samples.as_ptr())
    })
}

/// Chooses whose contact is reported, -1 for none; and with 1 whether its picture is too.
#[unsafe(no_mangle)]
pub extern "C" fn urto_watch(slot: i32, looks: u32) {
    within((), |room| {
        if let Some(player) = &mut room.player {
            player.watch(usize::try_from(slot).ok(), looks != 0);
        }
    });
}

/// Puts what the watched instance looks like into the output and gives its length; 0 if that was
/// told already, or if nobody looks.
#[unsafe(no_mangle)]
pub extern "C" fn urto_geometry() -> usize {
    within(0, |room| {
        let player = room.player.as_mut();
        let told = player.is_some_and(|player| player.geometry(&mut room.output));
        if told { room.output.len() } else { 0 }
    })
}

/// Puts a report into the output and gives its length.
#[unsafe(no_mangle)]
pub extern "C" fn urto_report() -> usize {
    within(0, |room| match &mut room.player {
        Some(player) => {
            player.report(&mut room.output);
            room.output.len()
        }
        None => 0,
    })
}

/// Puts the oldest problem, in words, into the output and gives its length; 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn urto_problem() -> usize {
    within(0, |room| {
        let problem = room.player.as_mut().and_then(WebPlayer::problem);
        problem.map_or(0, |problem| room.answer(&problem))
    })
}

/// Puts the oldest slot in which something was built, and what had to be changed for it, line by
/// line, into the output and gives the length; 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn urto_notes() -> usize {
    within(0, |room| {
        let notes = room.player.as_mut().and_then(WebPlayer::notes);
        notes.map_or(0, |notes| room.answer(&notes))
    })
}

/// 1 if the samples of the last rendering belong to a take.
#[unsafe(no_mangle)]
pub extern "C" fn urto_is_taping() -> u32 {
    within(0, |room| {
        let taping = room.player.as_ref().is_some_and(WebPlayer::is_taping);
        u32::from(taping)
    })
}

/// Puts the score of the take that has ended into the output and gives its length; -1 if none
/// has.
#[unsafe(no_mangle)]
pub extern "C" fn urto_score() -> i32 {
    within(-1, |room| {
        let score = room.player.as_mut().and_then(WebPlayer::score);
        score.map_or(-1, |score| room.answer(&score) as i32)
    })
}

/// Takes a preset (after a first line with the keys that are locked) to make variations of.
/// Puts what is wrong with it into the output and gives the length of that; 0 if all is well.
#[unsafe(no_mangle)]
pub extern "C" fn urto_theme(length: usize, rate: f64, seconds: f64, amount: f64) -> usize {
    within(0, |room| {
        match Theme::read(&room.text(length), &room.shelf, rate, seconds, amount) {
            Ok(theme) => {
                room.theme = Some(theme);
                0
            }
            Err(why) => room.answer(&why),
        }
    })
}

/// Renders a variation of the theme: its recipe goes into the output, whose length is given. 0
/// if there is no theme.
#[unsafe(no_mangle)]
pub extern "C" fn urto_variation(seed: f64) -> usize {
    within(0, |room| {
        let theme = room.theme.as_ref();
        let made = theme.and_then(|theme| variation::render(theme, seed as u64).ok());
        match made {
            Some(made) => {
                room.samples = made.samples;
                room.answer(&made.recipe)
            }
            None => 0,
        }
    })
}

/// Where the variation's samples are, interleaved.
#[unsafe(no_mangle)]
pub extern "C" fn urto_samples() -> *const f32 {
    within(std::ptr::null(), |room| room.samples.as_ptr())
}

/// How many samples there are.
#[unsafe(no_mangle)]
pub extern "C" fn urto_samples_length() -> usize {
    within(0, |room| room.samples.len())
}

/// Takes a recording apart: its name, a line break and its samples of one channel (f32) in the input;
/// puts the file of the body that was struck, or what is wrong, into the output, as JSON, and gives
/// the length.
#[unsafe(no_mangle)]
pub extern "C" fn urto_recording(length: usize, rate: f64) -> usize {
    within(0, |room| {
        let input = std::mem::take(&mut room.input);
        let told = match recording::body(&input[..length.min(input.len())], rate) {
            Ok(body) => json!({ "body": body }),
            Err(why) => json!({ "error": why }),
        };
        room.answer(&told.to_string())
    })
}

/// Takes a preset to ask for by what one hears; puts its targets into the output, as JSON, and
/// gives the length.
#[unsafe(no_mangle)]
pub extern "C" fn urto_targets(length: usize) -> usize {
    within(0, |room| {
        let read = Aim::read(&room.text(length), &room.shelf);
        let told = match &read {
            Ok(aim) => aim.targets(),
            Err(why) => json!({ "error": why }),
        };
        room.aim = read.ok();
        room.answer(&told.to_string())
    })
}

/// Answers something about the preset that was taken: words in the input, JSON in the output.
fn aimed(length: usize, answer: impl FnOnce(&Aim, &str) -> Json) -> usize {
    within(0, |room| {
        let asked = room.text(length);
        let told = match &room.aim {
            Some(aim) => answer(aim, &asked),
            None => json!({ "error": "there is no sound to be asked for" }),
        };
        room.answer(&told.to_string())
    })
}

/// How a target is now: its key in the input, JSON in the output, whose length is given.
#[unsafe(no_mangle)]
pub extern "C" fn urto_measure(length: usize) -> usize {
    aimed(length, Aim::measure)
}

/// From where to where a target can be moved: its key and the wishes that are to be kept in the
/// input, JSON in the output, whose length is given.
#[unsafe(no_mangle)]
pub extern "C" fn urto_reachable(length: usize) -> usize {
    aimed(length, Aim::reachable)
}

/// Parameters that meet wishes: these in the input, JSON in the output, whose length is given.
#[unsafe(no_mangle)]
pub extern "C" fn urto_solve(length: usize) -> usize {
    aimed(length, Aim::solve)
}
