//! What is dear to work out while a sound is built, written down once and read again.
//!
//! Building is determined: the same sound with the same parameters at the same rate asks for the
//! same results in the same order. So a host whose thread must not be kept (the audio thread of a
//! browser) lets another one build the sound first and write its results down ([`record`]), and
//! builds it anew by reading them ([`Playback`]): the same bits, without the work. A result is
//! known by its sort and its place; one that does not fit is worked out after all, and counted.

use core::cell::{Cell, RefCell};
use std::sync::Arc;

thread_local! {
    static TAPE: RefCell<Tape> = const { RefCell::new(Tape::Off) };
    static WORKED: Cell<u64> = const { Cell::new(0) };
}

/// What is done with results.
enum Tape {
    /// They are worked out, and that is all.
    Off,
    /// They are written down.
    Recording {
        /// Of each: its sort, its length, its numbers.
        results: Vec<f64>,
        /// Work that is going on: what it asks for is part of its result, and not written down.
        depth: usize,
    },
    /// They are read.
    Playing(Playback),
}

/// Sorts of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dear {
    /// Which partials of a body are heard.
    Partials = 1,
    /// Shapes of modes along a body.
    Shapes = 2,
    /// How loud a sound will be.
    Loudness = 3,
    /// What moves the points of a picture.
    Form = 4,
    /// Whether steps carry a network of masses.
    Margin = 5,
}

/// Gives a result: read where it was written down, else worked out.
pub fn dear(sort: Dear, work: impl FnOnce() -> Vec<f64>) -> Vec<f64> {
    if let Some(known) = begin(sort) {
        return known;
    }
    let made = work();
    end(sort, &made);
    made
}

/// Begins work that takes longer than one call: gives its result if that was written down. Else it
/// is to be worked out until [`end`].
pub(crate) fn begin(sort: Dear) -> Option<Vec<f64>> {
    TAPE.with_borrow_mut(|tape| match tape {
        Tape::Playing(own) => own.next(sort),
        Tape::Recording { depth, .. } => {
            *depth += 1;
            None
        }
        Tape::Off => None,
    })
}

/// The result of what was begun.
pub(crate) fn end(sort: Dear, made: &[f64]) {
    WORKED.set(WORKED.get() + 1);
    TAPE.with_borrow_mut(|tape| {
        if let Tape::Recording { results, depth } = tape {
            *depth -= 1;
            if *depth == 0 {
                results.extend([sort as u8 as f64, made.len() as f64]);
                results.extend_from_slice(made);
            }
        }
    });
}

/// The result of what was begun, known from elsewhere.
pub(crate) fn end_known(sort: Dear, known: &[f64]) {
    end(sort, known);
    WORKED.set(WORKED.get() - 1);
}

/// How many results this thread has worked out so far, instead of reading them.
pub fn worked_out() -> u64 {
    WORKED.get()
}

/// Builds something, and writes down what was dear about it.
///
/// ```
/// use urto::tape::{Playback, record, worked_out};
/// let rate = urto::Rate::new(48_000.0)?;
/// let build = || {
///     let mut sound = urto::sounds::make("scraping").unwrap();
///     sound.prepare(rate, 64);
/// };
/// let ((), results) = record(build);
/// let before = worked_out();
/// Playback::new(results.into()).during(build);
/// assert_eq!(worked_out(), before);
/// # Ok::<(), urto::BuildError>(())
/// ```
pub fn record<T>(build: impl FnOnce() -> T) -> (T, Vec<f64>) {
    TAPE.replace(Tape::Recording {
        results: Vec::new(),
        depth: 0,
    });
    let built = build();
    match TAPE.replace(Tape::Off) {
        Tape::Recording { results, .. } => (built, results),
        _ => (built, Vec::new()),
    }
}

/// Results that are read while something is built, as far as they were written down for it.
#[derive(Clone, Debug, Default)]
pub struct Playback {
    results: Arc<[f64]>,
    at: usize,
}

impl Playback {
    /// From the first result on.
    pub fn new(results: Arc<[f64]>) -> Self {
        Self { results, at: 0 }
    }

    /// Builds on with these results. May be called for every part of one building.
    pub fn during<T>(&mut self, build: impl FnOnce() -> T) -> T {
        TAPE.replace(Tape::Playing(core::mem::take(self)));
        let built = build();
        if let Tape::Playing(own) = TAPE.replace(Tape::Off) {
            *self = own;
        }
        built
    }

    fn next(&mut self, sort: Dear) -> Option<Vec<f64>> {
        let rest = self.results.get(self.at..)?;
        let (head, rest) = rest.split_at_checked(2)?;
        let found = match head {
            [own, length] if *own == sort as u8 as f64 => rest.get(..*length as usize),
            _ => None,
        };
        match found {
            Some(found) => {
                self.at += 2 + found.len();
                Some(found.to_vec())
            }
            None => {
                // What follows belongs to something else.
                self.at = self.results.len();
                None
            }
        }
    }
}
