//! The descriptors: what is measured, in which unit, and what it says of a sound.

use urto::math;

/// How a descriptor is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Decibels.
    Decibels,
    /// Octaves.
    Octaves,
    /// Octaves above 1 kHz.
    Pitch,
    /// Base-10 logarithm of milliseconds.
    Time,
    /// Base-10 logarithm of a ratio.
    Ratio,
    /// Base-2 logarithm of a ratio.
    Doublings,
    /// A share of 1.
    Share,
    /// Times a second.
    Rate,
    /// A number from 0 to 1.
    Degree,
    /// A count.
    Count,
}

impl Unit {
    /// A value as people read it: times in ms, pitch in Hz, shares in percent.
    pub fn said(self, value: f64) -> String {
        let (number, unit) = match self {
            // Nobody reads -0.0 as what it is.
            Unit::Decibels if value.abs() < 0.05 => return "0.0 dB".to_owned(),
            Unit::Decibels => return format!("{value:.1} dB"),
            Unit::Octaves => return format!("{value:.2} oct"),
            Unit::Degree => return format!("{value:.2}"),
            Unit::Count => return format!("{value:.0}"),
            Unit::Share => return format!("{:.0} %", 100.0 * value),
            Unit::Pitch => (1000.0 * math::pow(2.0, value), " Hz"),
            Unit::Time => (math::pow(10.0, value), " ms"),
            Unit::Ratio => (math::pow(10.0, value), ""),
            Unit::Doublings => (math::pow(2.0, value), "x"),
            Unit::Rate => (value, "/s"),
        };
        // Two digits at least.
        let digits = usize::from(number < 10.0) + usize::from(number < 1.0);
        format!("{number:.digits$}{unit}")
    }
}

/// What a descriptor is.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its short name.
    pub key: &'static str,
    /// How it is measured.
    pub unit: Unit,
    /// What it measures.
    pub what: &'static str,
    /// What a value means that is too high.
    pub high: &'static str,
    /// What a value means that is too low.
    pub low: &'static str,
    /// Differences smaller than this nobody hears, however alike the recordings are.
    pub least: f64,
}

macro_rules! descriptors {
    ($($name:ident $key:literal $unit:ident $least:literal, $what:literal, $high:literal, $low:literal;)*) => {
        /// Something that is measured of a sound.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Descriptor {
            $(#[doc = $what] $name,)*
        }

        impl Descriptor {
            /// All of them.
            pub const ALL: [Descriptor; COUNT] = [$(Descriptor::$name),*];

            /// What it is.
            pub fn about(self) -> About {
                match self {
                    $(Descriptor::$name => About {
                        key: $key, unit: Unit::$unit, what: $what, high: $high, low: $low, least: $least,
                    },)*
                }
            }
        }
    };
}

/// How many descriptors there are.
const COUNT: usize = 37;

descriptors! {
    Crest "crest" Decibels 2.0, "peak over RMS where it sounds", "too impulsive, or too much silence within it", "too steady: no clear events";
    Kurtosis "kurtosis" Ratio 0.15, "how spiky the waveform is (3 for noise)", "too spiky: dry clicks, no body or room between them", "too smooth: sharp contacts are missing";
    Floor "floor" Decibels 5.0, "the quietest tenth of the frames, below the loudest", "too loud between the events", "too clean between the events: no room, no tail";
    Gap "gap" Share 0.1, "share of the time more than 60 dB below the loudest", "digital silence: recordings have none", "never quiet";
    Low "low" Decibels 3.0, "energy below 200 Hz, of all", "too boomy", "no weight: the floor, the table or the body below is missing";
    Band200 "b200" Decibels 2.5, "energy from 200 to 800 Hz, of all", "too boxy", "no body: what it stands on does not speak";
    Band800 "b800" Decibels 2.5, "energy from 0.8 to 3 kHz, of all", "too nasal", "the middle is missing";
    Band3k "b3k" Decibels 3.0, "energy from 3 to 8 kHz, of all", "too bright", "too dull: the contact is too soft or has no noise";
    High "high" Decibels 4.0, "energy above 8 kHz, of all", "too much air or fizz", "no air: noise of contact or fine fragments are missing";
    Centroid "centroid" Pitch 0.35, "the middle of the spectrum, weighted by loudness", "too bright", "too dull";
    CentroidMotion "centroid_sd" Octaves 0.15, "how much the middle of the spectrum moves", "the colour jumps too much", "every event has the same colour";
    FlatLow "flat_lo" Decibels 0.5, "flatness of the spectrum from 100 Hz to 1 kHz (0 is noise)", "too noisy", "too tonal: few and sharp low modes";
    FlatMiddle "flat_mid" Decibels 0.5, "flatness of the spectrum from 1 to 4 kHz (0 is noise)", "too noisy", "too tonal: modes too few, too sharp or too long";
    FlatHigh "flat_hi" Decibels 0.5, "flatness of the spectrum from 4 to 10 kHz (0 is noise)", "too noisy", "too tonal, or nothing there";
    Partials "partials" Count 3.0, "lines that stand some 15 dB above the spectrum around them", "too many clear tones", "too few clear tones";
    Tonal "tonal" Share 0.12, "share of the energy in clear lines", "too tonal: rings like a bar", "too noisy: does not ring";
    Line "line" Decibels 4.0, "how far the strongest line stands above what noise would give", "one tone dominates", "no clear tone";
    Attack "attack" Time 0.25, "how long the events take to rise", "the onset is too slow", "the onset is too sharp";
    HitNoise "hit_noise" Decibels 3.0, "flatness of the first 12 ms less that of 40 to 100 ms later", "the onset is too noisy against the ring, or the ring too pure", "the onset is no noisier than the ring: no noise of contact";
    HitBright "hit_bright" Octaves 0.3, "how much brighter the first 12 ms are than 40 to 100 ms later", "the click is too bright against the rest", "no bright onset: high modes live as long as low ones";
    Decay "decay" Time 0.2, "how long an event takes to fall by 20 dB", "rings too long: more damping", "dies too fast: no ring, no room";
    DecayLow "decay_lo" Time 0.2, "how long 125 to 500 Hz take to fall by 20 dB", "lows ring too long", "lows die too fast: no body, no room";
    DecayMiddle "decay_mid" Time 0.2, "how long 0.5 to 2 kHz take to fall by 20 dB", "the middle rings too long", "the middle dies too fast";
    DecayHigh "decay_hi" Time 0.2, "how long 2 to 8 kHz take to fall by 20 dB", "highs ring too long: damping must grow with frequency", "highs die too fast";
    Tail "tail" Doublings 0.7, "how much slower the late decay is than the early one", "a long weak tail", "one plain decay: no room, no second body";
    Late "late" Decibels 3.0, "energy from 60 to 300 ms after an event, against its first 60 ms", "too much room or ring", "too dry: no room, nothing rattles on";
    Rate "rate" Rate 1.0, "events a second", "too many events", "too few events";
    Irregular "ioi_cv" Share 0.15, "how irregular the events come", "too irregular", "too regular, like a machine";
    LevelSpread "level_sd" Decibels 1.0, "how much the events differ in level", "too uneven", "too even: every event as loud";
    EventSpread "event_diff" Decibels 0.5, "how much the events differ in spectrum", "no two events are alike at all", "events too alike: same modes, place and force";
    Modulation4 "mod_4" Decibels 3.0, "how the loudness moves at 2 to 8 Hz", "pulses too much", "moves too little";
    Modulation16 "mod_16" Decibels 3.0, "how the loudness moves at 8 to 32 Hz", "flutters", "too smooth";
    Modulation48 "mod_48" Decibels 3.0, "how the loudness moves at 32 to 64 Hz", "rough, buzzing", "too smooth inside the events";
    Periodic "periodic" Degree 0.08, "how periodic the loudness is (0.15 to 1.5 s)", "too regular a rhythm", "no rhythm";
    Pitch "pitch" Degree 0.06, "how clear a pitch is", "has a pitch: heard as music or an animal", "no pitch where the real thing has one";
    Flux "flux" Decibels 0.6, "how much the spectrum changes in 20 ms", "too restless", "too static within the sound";
    Together "coband" Degree 0.08, "how alike octave bands rise and fall", "all bands move as one: no independent grains", "bands do not belong together";
}

/// What was measured of a sound; some sounds lack some of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Description([f64; COUNT]);

impl Default for Description {
    /// Nothing measured yet.
    fn default() -> Self {
        Self([f64::NAN; COUNT])
    }
}

impl Description {
    /// A value, in its unit; `None` where the sound has none (a single blow has no rate).
    pub fn get(&self, descriptor: Descriptor) -> Option<f64> {
        let value = self.0[descriptor as usize];
        value.is_finite().then_some(value)
    }

    /// Sets a value; one that is not finite is none.
    pub(super) fn set(&mut self, descriptor: Descriptor, value: f64) {
        self.0[descriptor as usize] = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_have_names_of_their_own() {
        for (n, one) in Descriptor::ALL.into_iter().enumerate() {
            assert_eq!(one as usize, n);
            let same = |other: &&Descriptor| other.about().key == one.about().key;
            assert_eq!(Descriptor::ALL.iter().filter(same).count(), 1);
        }
    }

    #[test]
    fn values_are_said_in_units_of_people() {
        assert_eq!(Unit::Time.said(2.0), "100 ms");
        assert_eq!(Unit::Time.said(0.3), "2.0 ms");
        assert_eq!(Unit::Pitch.said(1.0), "2000 Hz");
        assert_eq!(Unit::Share.said(0.25), "25 %");
        assert_eq!(Unit::Doublings.said(-1.0), "0.50x");
    }
}
