//! Levels that were found already: the same parameters are not rehearsed twice.
//!
//! A level is all that a rehearsal gives, and it depends on nothing else: so many voices of one
//! sound, many files of one batch, and a choice tried to and fro wait for it once.

use crate::param::Declared;
use core::any::Any;
use std::sync::Mutex;

/// As many are remembered, each with its parameters, some kilobytes.
const MOST: usize = 64;

struct KnownLevel {
    params: Box<dyn Any + Send>,
    factor: f64,
}

static KNOWN: Mutex<Vec<KnownLevel>> = Mutex::new(Vec::new());

/// The level of these parameters, if it was found before. Waits while somebody else
/// looks: building may.
pub(super) fn recall<P: Declared>(params: &P) -> Option<f64> {
    let known = KNOWN.lock().ok()?;
    let same = |level: &&KnownLevel| level.params.downcast_ref() == Some(params);
    known.iter().find(same).map(|level| level.factor)
}

/// Remembers a level; the oldest is forgotten.
pub(super) fn remember<P: Declared>(params: &P, factor: f64) {
    let Ok(mut known) = KNOWN.lock() else {
        return;
    };
    if known.len() == MOST {
        known.remove(0);
    }
    known.push(KnownLevel {
        params: Box::new(params.clone()),
        factor,
    });
}

#[cfg(test)]
mod tests {
    use crate::param::Value;
    use crate::rate::Rate;
    use crate::tape::worked_out;

    /// How much was worked out to build a sound that scrapes with a force \[N\] at a rate \[Hz\].
    fn work(force: f64, hertz: f64) -> u64 {
        let before = worked_out();
        let mut sound = crate::sounds::make("scraping").unwrap();
        let id = sound.params().table().find("force").unwrap();
        sound.set(&id, &Value::Number(force));
        sound.prepare(Rate::new(hertz).unwrap(), 64);
        worked_out() - before
    }

    #[test]
    fn the_same_parameters_are_rehearsed_once_at_whatever_rate() {
        // Forces that no other test has.
        let first = work(2.977, 48_000.0);
        assert_eq!(work(2.977, 48_000.0), first - 1);
        assert_eq!(work(2.977, 96_000.0), first - 1);
        assert_eq!(work(2.979, 96_000.0), first);
    }
}
