//! What a sound file holds, against what its recipe gives now.
//!
//! Sounds become better, so that the recipe of an older file may give other samples than it did. Those of
//! WAV and FLAC files are there to be compared; a Vorbis file, which holds them with losses only, holds a
//! [`Fingerprint`] of what was heard when it was made.

use crate::format::{FileFacts, Format};
use crate::sample::{Bits, Rounding};
use crate::{flac, wav};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use urto::math::log10;

/// At fast quality machines differ by less \[full scale is 1\]: -120 dB of what rings, and rounding.
const OPEN: f64 = 1e-5;

/// Tells sounds apart: FNV-1a of 64 bits over samples as they were computed.
#[derive(Clone, Copy)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Of nothing yet.
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Takes the next samples.
    pub fn add(&mut self, samples: &[f32]) {
        for sample in samples {
            self.0 = (self.0 ^ u64::from(sample.to_bits())).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Of all that was heard.
    pub fn value(self) -> u64 {
        self.0
    }
}

/// A sound file whose recipe is rendered.
pub struct Original {
    path: PathBuf,
    format: Format,
    fingerprint: Option<u64>,
}

/// Samples of a file, interleaved, one after the other.
pub struct Stored<T> {
    /// As many as there are, or up to where they cannot be read.
    pub samples: Box<dyn Iterator<Item = T>>,
    /// How many the file says there are.
    pub count: u64,
    /// How many there are in a second.
    pub per_second: f64,
}

impl Original {
    /// A file and what it says about itself; none for what is no sound file.
    pub fn new(path: &Path, told: &FileFacts) -> Option<Self> {
        Some(Self {
            path: path.to_owned(),
            format: told.format?,
            fingerprint: told.fingerprint,
        })
    }

    /// Begins to compare; the samples of the file are of this format, and were perhaps worked out at fast
    /// quality.
    pub fn compare(&self, bits: Bits, fast: bool) -> Comparison {
        let against = match (self.format, bits) {
            (Format::Ogg, _) => self.fingerprint.map(|kept| Against::Fingerprint {
                kept,
                now: Fingerprint::new(),
            }),
            (Format::Wav, Bits::Float32) => wav::floats(&self.path).map(Against::Floats),
            (format, bits) => {
                let stored = match format {
                    Format::Flac => flac::stored(&self.path),
                    _ => wav::integers(&self.path),
                };
                stored.map(|stored| Against::Integers {
                    stored,
                    rounding: Rounding::new(bits),
                    full: full(bits),
                })
            }
        };
        Comparison {
            path: self.path.clone(),
            fast,
            against,
            heard: 0,
            compared: 0,
            first: None,
            apart: 0.0,
        }
    }
}

/// The largest integer of a format.
fn full(bits: Bits) -> f64 {
    f64::from((1u32 << (bits.width() - 1)) - 1)
}

/// What is compared with.
enum Against {
    Integers {
        stored: Stored<i32>,
        rounding: Rounding,
        full: f64,
    },
    Floats(Stored<f32>),
    Fingerprint {
        kept: u64,
        now: Fingerprint,
    },
}

/// Compares a file with what is made, block by block.
pub struct Comparison {
    path: PathBuf,
    fast: bool,
    /// None: there is nothing that could be compared with.
    against: Option<Against>,
    /// How many samples were heard, and how many of the file compared with them.
    heard: u64,
    compared: u64,
    /// The first sample that differs, and the greatest difference (full scale is 1).
    first: Option<u64>,
    apart: f64,
}

impl Comparison {
    /// Hears the next samples, interleaved.
    pub fn hear(&mut self, block: &[f32]) {
        self.heard += block.len() as u64;
        let Some(against) = &mut self.against else {
            return;
        };
        let mut differ = |apart: f64| {
            if apart != 0.0 {
                self.first.get_or_insert(self.compared);
                self.apart = self.apart.max(apart.abs());
            }
            self.compared += 1;
        };
        match against {
            Against::Integers {
                stored,
                rounding,
                full,
            } => {
                for (sample, kept) in block.iter().zip(&mut stored.samples) {
                    differ((f64::from(rounding.round(*sample)) - f64::from(kept)) / *full);
                }
                stored.close_at(self.heard);
            }
            Against::Floats(stored) => {
                for (sample, kept) in block.iter().zip(&mut stored.samples) {
                    differ(f64::from(*sample) - f64::from(kept));
                }
                stored.close_at(self.heard);
            }
            Against::Fingerprint { now, .. } => now.add(block),
        }
    }

    /// What came of it.
    pub fn finish(self) -> Verdict {
        let (count, per_second) = match &self.against {
            None => return self.verdict(None, None),
            Some(Against::Fingerprint { kept, now }) => {
                return self.verdict(Some(*kept == now.value()), None);
            }
            Some(Against::Integers { stored, .. }) => (stored.count, stored.per_second),
            Some(Against::Floats(stored)) => (stored.count, stored.per_second),
        };
        let seconds = |count: u64| count as f64 / per_second;
        let from = self.first.map(seconds);
        let how = match from {
            Some(from) => {
                let decibels = 20.0 * log10(self.apart);
                Some(format!(
                    "from {from:.3} s on samples differ by up to {decibels:.1} dBFS"
                ))
            }
            None if self.compared < count.min(self.heard) => Some(format!(
                "from {:.3} s on its samples cannot be read",
                seconds(self.compared)
            )),
            None if count != self.heard => Some(format!(
                "{:.3} s instead of {:.3} s",
                seconds(self.heard),
                seconds(count)
            )),
            None => None,
        };
        let same = how.is_none();
        let whole = self.compared == count && count == self.heard;
        Verdict {
            from,
            open: self.fast && whole && self.apart <= OPEN,
            ..self.verdict(Some(same), how)
        }
    }

    fn verdict(&self, same: Option<bool>, how: Option<String>) -> Verdict {
        Verdict {
            path: self.path.clone(),
            same,
            from: None,
            apart: self.first.map(|_| self.apart),
            open: false,
            how,
        }
    }
}

impl<T: 'static> Stored<T> {
    /// Lets go of the file when so many samples were read: what is made may be put in its place.
    fn close_at(&mut self, read: u64) {
        if read >= self.count {
            self.samples = Box::new(std::iter::empty());
        }
    }
}

/// Whether a recipe still gives what its file holds.
pub struct Verdict {
    path: PathBuf,
    /// None: that cannot be told.
    same: Option<bool>,
    /// From when on samples differ \[s\], and by how much at most; full scale is 1.
    from: Option<f64>,
    apart: Option<f64>,
    /// Whether fast quality leaves as much open.
    open: bool,
    /// How they differ, in words.
    how: Option<String>,
}

impl Verdict {
    /// To be said of the file that was made: that nothing has changed.
    pub fn praise(&self) -> String {
        let path = self.path.display();
        match (self.same, self.apart) {
            (Some(true), _) => format!("; the same, bit for bit, as '{path}'"),
            (_, Some(apart)) if self.open => format!(
                "; the same as '{path}' but for {:.1} dBFS, which fast quality leaves open",
                20.0 * log10(apart)
            ),
            _ => String::new(),
        }
    }

    /// What is wrong, if anything is.
    pub fn complaint(&self) -> Option<String> {
        let path = self.path.display();
        match self.same {
            Some(true) => None,
            Some(false) if self.open => None,
            Some(false) => {
                let how = self
                    .how
                    .as_ref()
                    .map_or(String::new(), |how| format!(": {how}"));
                Some(format!(
                    "what is made now differs from what '{path}' holds{how}; it was made by an older or newer urto or of other files, or changed since"
                ))
            }
            None => Some(format!(
                "whether this is what '{path}' holds cannot be told: its samples cannot be compared, and it has no fingerprint of what was heard"
            )),
        }
    }

    /// For programs.
    pub fn json(&self) -> Json {
        json!({
            "path": self.path.to_string_lossy(),
            "same": self.same,
            "differs_from": self.from,
            "difference": self.apart,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Shape, in_blocks};

    #[test]
    fn a_fingerprint_tells_one_sample_and_its_place() {
        let of = |samples: &[f32]| {
            let mut own = Fingerprint::new();
            samples.chunks(3).for_each(|block| own.add(block));
            own.value()
        };
        let sound: Vec<f32> = (0..1000).map(|n| n as f32 / 1000.0).collect();
        let mut other = sound.clone();
        other[500] += f32::EPSILON;
        assert_ne!(of(&sound), of(&other));
        let mut other = sound.clone();
        other.swap(500, 501);
        assert_ne!(of(&sound), of(&other));
        assert_ne!(of(&sound), of(&sound[..999]));
        // However it is cut into blocks.
        let mut whole = Fingerprint::new();
        whole.add(&sound);
        assert_eq!(of(&sound), whole.value());
    }

    /// At fast quality machines do not agree to the last bit; that is no change.
    #[test]
    fn what_fast_quality_leaves_open_is_no_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.wav");
        let sound: Vec<f32> = (0..1000).map(|n| n as f32 / 2000.0).collect();
        let shape = Shape {
            channels: 1,
            rate: 48_000.0,
            bits: Bits::Float32,
            frames: 1000,
        };
        let mut file = std::fs::File::create(&path).unwrap();
        let mut blocks = in_blocks(&sound, 512);
        wav::write(&mut file, shape, "", &mut blocks).unwrap();
        let told = FileFacts {
            format: Some(Format::Wav),
            ..FileFacts::default()
        };
        let original = Original::new(&path, &told).unwrap();
        let verdict = |apart: f32, fast| {
            let mut comparison = original.compare(Bits::Float32, fast);
            for block in sound.chunks(300) {
                let now: Vec<f32> = block.iter().map(|sample| sample + apart).collect();
                comparison.hear(&now);
            }
            comparison.finish()
        };
        for fast in [false, true] {
            assert_eq!(verdict(0.0, fast).complaint(), None);
            assert!(verdict(0.0, fast).praise().contains("bit for bit"));
            assert!(verdict(1e-3, fast).complaint().is_some());
            assert_eq!(verdict(1e-3, fast).praise(), "");
        }
        assert!(verdict(1e-6, false).complaint().is_some());
        assert_eq!(verdict(1e-6, true).complaint(), None);
        let praise = verdict(1e-6, true).praise();
        assert!(
            praise.contains("dBFS") && praise.contains("fast"),
            "{praise}"
        );
        // The file ends before what is made does.
        let mut longer = original.compare(Bits::Float32, true);
        longer.hear(&sound);
        longer.hear(&[0.0; 10]);
        assert!(longer.finish().complaint().is_some());
    }
}
