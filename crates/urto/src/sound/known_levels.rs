//! Levels that were found already: the same parameters at the same rate are not rehearsed twice.
//!
//! A level is all that a rehearsal gives, and it depends on nothing else: so many voices of one
//! sound, many files of one batch, and a choice tried to and fro wait for it once.

use crate::param::Declared;
use crate::rate::Rate;
use core::any::Any;
use std::sync::Mutex;

/// As many are remembered, each with its parameters, some kilobytes.
const MOST: usize = 64;

struct KnownLevel {
    hertz: f64,
    params: Box<dyn Any + Send>,
    factor: f64,
}

static KNOWN: Mutex<Vec<KnownLevel>> = Mutex::new(Vec::new());

/// The level of these parameters at this rate, if it was found before. Waits while somebody else
/// looks: building may.
pub(super) fn recall<P: Declared>(params: &P, rate: Rate) -> Option<f64> {
    let known = KNOWN.lock().ok()?;
    let same = |level: &&KnownLevel| {
        level.hertz == rate.hertz() && level.params.downcast_ref() == Some(params)
    };
    known.iter().find(same).map(|level| level.factor)
}

/// Remembers a level; the oldest is forgotten.
pub(super) fn remember<P: Declared>(params: &P, rate: Rate, factor: f64) {
    let Ok(mut known) = KNOWN.lock() else {
        return;
    };
    if known.len() == MOST {
        known.remove(0);
    }
    known.push(KnownLevel {
        hertz: rate.hertz(),
        params: Box::new(params.clone()),
        factor,
    });
}

#[cfg(test)]
mod tests {
    use crate::rate::Rate;
    use crate::tape::worked_out;

    /// How much was worked out to build a sound at a rate \[Hz\].
    fn work(key: &str, hertz: f64) -> u64 {
        let before = worked_out();
        let mut sound = crate::sounds::make(key).unwrap();
        sound.prepare(Rate::new(hertz).unwrap(), 64);
        worked_out() - before
    }

    #[test]
    fn the_same_parameters_at_the_same_rate_are_rehearsed_once() {
        // A rate that no other test has.
        let first = work("scraping", 47_977.0);
        assert_eq!(work("scraping", 47_977.0), first - 1);
        assert_eq!(work("scraping", 47_979.0), first);
    }
}
