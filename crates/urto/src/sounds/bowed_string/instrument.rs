//! The box that a string is stretched on: the bridge shakes it, and it is what one hears.
//!
//! Hear:   a violin's nose, a cello's chest; with vibrato every partial climbs up and down the
//!         slopes of some mode, each in its own way, and the tone shimmers.
//! Law:    modes driven by the bridge. The lowest are named and measured: the air through the
//!         holes (A0) and the first bendings of the wood (CBR, B1-, B1+). Above them modes lie at
//!         uneven steps of about a semitone, with the mean mobility 1/(4·m·step) of many modes
//!         (Skudrzyk), lifted by the bridge hill, where the bridge rocks on its own feet and
//!         above which it isolates: 12 dB per octave less.
//! Limits: the box does not act back on the string: no wolf.
//! Refs:   Jansson 1997 and Woodhouse 2005 (bridge hill); Bissinger 2008 (named modes of 17
//!         violins); Zhang, Woodhouse & Stoppani 2016 (cello); Askenfelt 1982 (double bass);
//!         Skudrzyk 1980 (mean mobility).

use crate::math;
use crate::object::{Mode, Resonances};
use crate::rate::Rate;
use crate::rng::Rng;

crate::choice! {
    /// On which instrument a string is stretched.
    pub enum Instrument {
        /// A box with a few broad hills, about as large as a cello.
        Plain = "plain",
        /// A violin.
        Violin = "violin",
        /// A cello.
        Cello = "cello",
        /// A double bass.
        Bass = "bass",
    }
}

/// Hills of a plain box \[Hz, T60 s\]: the air mode near 100 Hz, the main wood modes near 180 and
/// 230 Hz, and broad hills above (order of magnitude of published bridge admittances).
const PLAIN: [(f64, f64); 9] = [
    (102.0, 0.12),
    (182.0, 0.10),
    (229.0, 0.09),
    (396.0, 0.06),
    (557.0, 0.05),
    (827.0, 0.035),
    (1260.0, 0.025),
    (1980.0, 0.016),
    (2730.0, 0.012),
];

/// Modes of a box that is told in more detail: four named ones and as many more as a violin has
/// up to about 6 kHz, a semitone apart.
const COUNT: usize = 44;
const NAMED: usize = 4;
/// Sharpness of wood's modes in a finished instrument: loss factors of 2 to 4 %.
const SHARP: f64 = 32.0;
/// What modes a semitone apart leave between each other, as a share of the frequency.
const STEP: f64 = 0.065;

/// How loud the many modes are on the mean below the hill, against the bare bridge: the box as a
/// whole is then about as loud as the bridge, since its peaks and the hill are louder.
const MEAN: f64 = 0.4;

/// What is known of an instrument: frequency \[Hz\], sharpness and loudness of its named modes
/// against the bare bridge; frequency \[Hz\] of the bridge hill and its height above the plain.
struct Known {
    named: [(f64, f64, f64); NAMED],
    hill: f64,
    height: f64,
    /// Draws what differs from one instrument to the next.
    seed: u64,
}

impl Instrument {
    fn known(self) -> Option<Known> {
        let known = |named, hill, height, seed| Known {
            named,
            hill,
            height,
            seed,
        };
        match self {
            Self::Plain => None,
            Self::Violin => Some(known(
                [
                    (275.0, 16.0, 0.6),
                    (405.0, 35.0, 0.3),
                    (452.0, 40.0, 0.7),
                    (541.0, 45.0, 1.0),
                ],
                2500.0,
                2.5,
                3,
            )),
            Self::Cello => Some(known(
                [
                    (100.0, 14.0, 0.7),
                    (172.0, 25.0, 1.0),
                    (203.0, 30.0, 0.9),
                    (278.0, 30.0, 0.5),
                ],
                1300.0,
                2.2,
                4,
            )),
            Self::Bass => Some(known(
                [
                    (62.0, 14.0, 0.8),
                    (98.0, 22.0, 1.0),
                    (112.0, 25.0, 0.9),
                    (157.0, 28.0, 0.5),
                ],
                600.0,
                2.0,
                7,
            )),
        }
    }
}

/// A mode of 1 kg at resonance moves at force·T60/13.8 m/s; with this factor the hills of a plain
/// box are about as loud as the bare bridge.
const HEARD: f64 = 400.0;

fn modes(known: &Known) -> [Mode; COUNT] {
    let mut rng = Rng::new(known.seed);
    let mut hertz = known.named[NAMED - 1].0;
    core::array::from_fn(|index| {
        let (frequency, sharp, mass) = match known.named.get(index) {
            Some(&(frequency, sharp, loud)) => {
                // At resonance 1 N moves it at T60/(2·ln(1000)·m).
                let decay = ringing(frequency, sharp);
                let mass = HEARD * decay / (2.0 * math::LN_1000 * loud);
                (frequency, sharp, mass)
            }
            None => {
                let apart = STEP * (1.0 + 0.6 * rng.signed());
                hertz *= 1.0 + apart;
                let strong = math::exp(0.7 * rng.signed());
                let loud = MEAN * hill(hertz / known.hill, known.height) * strong;
                // HEARD/(4·m·step) is how loud many such modes are on the mean.
                (hertz, SHARP, HEARD / (4.0 * STEP * hertz * loud))
            }
        };
        Mode {
            frequency,
            decay: ringing(frequency, sharp),
            mass,
        }
    })
}

/// T60 \[s\] of a mode with a sharpness Q.
fn ringing(hertz: f64, sharp: f64) -> f64 {
    2.0 * math::LN_1000 * sharp / (math::TAU * hertz)
}

/// How much more than the plain below it gets through a bridge at `along` times the frequency of
/// its hill: a resonance with Q = height, 1 far below and falling by 12 dB per octave above.
fn hill(along: f64, height: f64) -> f64 {
    let (rest, lost) = (1.0 - along * along, along / height);
    1.0 / (rest * rest + lost * lost).sqrt()
}

/// The modes of an instrument's box, as they sound.
pub(super) enum Corpus {
    Plain(Box<Resonances<{ PLAIN.len() }>>),
    ContactSettings(Box<Resonances<COUNT>>),
}

impl Corpus {
    pub fn new(instrument: Instrument, rate: Rate) -> Self {
        match instrument.known() {
            None => {
                let modes = PLAIN.map(|(frequency, decay)| Mode {
                    frequency,
                    decay,
                    mass: 1.0,
                });
                Self::Plain(Box::new(Resonances::new(&modes, rate)))
            }
            Some(known) => Self::ContactSettings(Box::new(Resonances::new(&modes(&known), rate))),
        }
    }

    /// What is heard of the bridge's motion through the box.
    pub fn pass(&mut self, bridge: f64) -> f64 {
        HEARD
            * match self {
                Self::Plain(modes) => modes.pass(bridge),
                Self::ContactSettings(modes) => modes.pass(bridge),
            }
    }

    pub fn reset(&mut self) {
        match self {
            Self::Plain(modes) => modes.reset(),
            Self::ContactSettings(modes) => modes.reset(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How loud a steady tone of the bridge is through the box.
    fn loud(instrument: Instrument, hertz: f64) -> f64 {
        let rate = Rate::new(48_000.0).unwrap();
        let mut body = Corpus::new(instrument, rate);
        let (mut re, mut im) = (0.0, 0.0);
        for n in 0..48_000 {
            let angle = math::TAU * hertz * f64::from(n) / 48_000.0;
            let heard = body.pass(math::sin(angle));
            if n >= 24_000 {
                re += heard * math::cos(angle);
                im += heard * math::sin(angle);
            }
        }
        (re * re + im * im).sqrt() / 12_000.0
    }

    /// The air's mode stands by itself: at resonance it is as loud as was asked for, within what
    /// its neighbours' slopes add.
    #[test]
    fn the_air_mode_is_as_loud_as_asked_for() {
        for instrument in [Instrument::Violin, Instrument::Cello, Instrument::Bass] {
            let known = instrument.known().unwrap();
            let (hertz, _, asked) = known.named[0];
            let found = loud(instrument, hertz);
            println!("{hertz} Hz: {found:.3}, asked for {asked}");
            assert!((found / asked - 1.0).abs() < 0.15, "{found} {asked}");
        }
    }

    /// Power on the mean over an octave about a frequency \[dB\].
    fn octave(instrument: Instrument, hertz: f64) -> f64 {
        let steps = (-24..24).map(|n| hertz * math::pow(2.0, f64::from(n) / 48.0));
        let power: f64 = steps.map(|f| loud(instrument, f)).map(|x| x * x).sum();
        10.0 * math::log10(power / 48.0)
    }

    /// The hill stands above the plain an octave and more below it, and what is above it falls.
    #[test]
    fn the_bridge_has_a_hill() {
        for instrument in [Instrument::Violin, Instrument::Cello, Instrument::Bass] {
            let hill = instrument.known().unwrap().hill;
            let [below, on, above] = [0.4, 1.0, 3.0].map(|by| octave(instrument, by * hill));
            println!("{below:.1} {on:.1} {above:.1} dB");
            assert!(
                on > below + 2.0 && on > above + 10.0,
                "{below} {on} {above}"
            );
        }
    }
}
