//! Modes of a body, changed one by one, whatever the body is made of.
//!
//! Hear:   one partial higher, longer, louder, alone or not at all.
//! Law:    factors on what the maker says of a mode, so that they stay when size or material
//!         changes. An impulse J moves a mode by J·shape/mass: so a mode with a gain is as much
//!         lighter. One that is muted weighs as much as a mode can and dies at once: it hardly moves.
//! Step:   they are frequencies, decay times and masses like all others, and change live as those do
//!         (see `object::modal::glide`), which never gains energy.
//! Limits: a mode is meant by its place in the list, lowest first: another kind of body, or another
//!         `count`, has others there. A mode of more than a kilogram that is muted is less than 80 dB
//!         softer, though as short. What is more than its modes (a network of masses) rings as a bank
//!         of its modes once one is changed.

use super::built::within_range;
use crate::math::{LN_1000, exp};
use crate::object::Mode;

crate::choice! {
    /// Whether a mode sounds.
    pub enum ModeSounds {
        /// It does, unless others sound alone.
        On = "on",
        /// It does not.
        Muted = "muted",
        /// It does, and all that are not alone like it do not.
        Alone = "alone",
    }
}

crate::params! {
    /// What is changed of one mode of a body.
    pub struct ModeEdit("mode_edit") {
        /// Whether it sounds.
        sounds: ModeSounds::On, Choice(ModeSounds), "", Block;
        /// Multiplies its frequency.
        frequency: 1.0, Log(0.125, 8.0), "", Block, spread 0.0;
        /// Multiplies its decay time.
        decay: 1.0, Log(0.01, 100.0), "", Block, spread 0.0;
        /// How much stronger it answers to whatever touches it.
        gain: 0.0, Linear(-60.0, 24.0), "dB", Block, spread 0.0;
    }
}

/// Most modes that can be changed: as many as a shape by name can have.
pub(super) const MOST: usize = 512;

/// Heavier \[kg\] and shorter \[s\] no mode can be: the ends of its ranges.
const STILL: f64 = f64::INFINITY;
const DEAD: f64 = 0.0;

/// Changes to all modes of a body.
#[derive(Clone, Copy)]
pub(super) struct Edits<'a> {
    own: &'a [ModeEdit],
    alone: bool,
}

impl<'a> Edits<'a> {
    pub fn new(own: &'a [ModeEdit]) -> Self {
        let alone = own.iter().any(|mode| mode.sounds == ModeSounds::Alone);
        Self { own, alone }
    }

    /// A mode as it is changed, within what a mode can be.
    pub fn apply(&self, index: usize, mode: Mode) -> Mode {
        let Some(own) = self.own.get(index) else {
            return if self.alone { muted(mode) } else { mode };
        };
        let changed = Mode {
            frequency: mode.frequency * own.frequency,
            decay: mode.decay * own.decay,
            mass: mode.mass * exp(-own.gain * LN_1000 / 60.0),
        };
        match (own.sounds, self.alone) {
            (ModeSounds::On, false) | (ModeSounds::Alone, _) => within_range(&changed),
            _ => muted(changed),
        }
    }

    /// How many times as long as before a mode rings at most.
    pub fn longer(&self) -> f64 {
        self.own.iter().fold(1.0, |most, own| most.max(own.decay))
    }
}

fn muted(mode: Mode) -> Mode {
    within_range(&Mode {
        decay: DEAD,
        mass: STILL,
        ..mode
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(frequency: f64) -> Mode {
        Mode {
            frequency,
            decay: 0.5,
            mass: 0.02,
        }
    }

    #[test]
    fn factors_are_what_they_say() {
        let edit = [
            ModeEdit::default(),
            ModeEdit {
                frequency: 2.0,
                decay: 3.0,
                gain: 20.0,
                ..ModeEdit::default()
            },
        ];
        let edits = Edits::new(&edit);
        for untouched in [0, 2, 99] {
            assert_eq!(edits.apply(untouched, mode(440.0)), mode(440.0));
        }
        let changed = edits.apply(1, mode(440.0));
        assert_eq!((changed.frequency, changed.decay), (880.0, 1.5));
        // Ten times as strong.
        assert!((changed.mass / 0.002 - 1.0).abs() < 1e-12);
        assert_eq!(edits.longer(), 3.0);
    }

    #[test]
    fn who_is_alone_mutes_the_others() {
        let sounds = |sounds| ModeEdit {
            sounds,
            ..ModeEdit::default()
        };
        let heard = |edit: &[ModeEdit]| {
            let edits = Edits::new(edit);
            (0..4)
                .filter(|n| edits.apply(*n, mode(440.0)) == mode(440.0))
                .collect::<Vec<_>>()
        };
        use ModeSounds::{Alone, Muted, On};
        assert_eq!(heard(&[]), [0, 1, 2, 3]);
        assert_eq!(heard(&[On, Muted].map(sounds)), [0, 2, 3]);
        assert_eq!(heard(&[On, Alone, Muted, Alone].map(sounds)), [1, 3]);
        let muted = Edits::new(&[sounds(Muted)]).apply(0, mode(440.0));
        assert_eq!((muted.decay, muted.mass), (1e-3, 1e4));
    }
}
