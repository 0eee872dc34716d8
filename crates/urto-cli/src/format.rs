//! Kinds of files that hold sound, and what they were made of.

use crate::failure::Failure;
use crate::sample::Bits;
use crate::{flac, ogg, save, wav};
use std::io::{Read, Seek, Write};
use std::path::Path;

/// A WAV file counts its bytes in 32 bits; some room is left for what it is made of.
const LARGEST_WAV: u64 = u32::MAX as u64 - (128 << 20);
/// Most channels of a file.
const MOST_CHANNELS: usize = 64;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Plain samples.
    Wav,
    /// Integers, packed without loss.
    Flac,
    /// Vorbis: small, with losses that are hardly heard.
    Ogg,
}

/// What a sound file says about itself.
#[derive(Debug, Default, PartialEq)]
pub struct FileFacts {
    /// Sample format, if it is one of ours.
    pub bits: Option<Bits>,
    /// The recipe, if there is one.
    pub text: Option<String>,
    /// What kind of file it is.
    pub format: Option<Format>,
    /// Fingerprint of what was heard when it was made, if it holds one.
    pub fingerprint: Option<u64>,
}

/// How the samples of a file lie.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Channels, interleaved.
    pub channels: usize,
    /// Sample rate \[Hz\].
    pub rate: f64,
    /// Sample format.
    pub bits: Bits,
    /// Samples per channel.
    pub frames: u64,
}

impl Format {
    /// The kind that a name's ending says.
    pub fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().unwrap_or_default();
        if ending.eq_ignore_ascii_case("wav") || save::is_stdout(path) {
            Ok(Format::Wav)
        } else if ending.eq_ignore_ascii_case("flac") {
            Ok(Format::Flac)
        } else if ending.eq_ignore_ascii_case("ogg") {
            Ok(Format::Ogg)
        } else {
            Err(Failure::usage(format!(
                "'{}' ends in none of .wav, .flac and .ogg, the formats there are",
                path.display()
            )))
        }
    }

    /// Refuses what a file of this kind cannot hold.
    pub fn check(self, shape: Shape) -> Result<(), Failure> {
        let (name, most) = match self {
            Format::Wav => ("WAV", MOST_CHANNELS),
            Format::Flac => ("FLAC", flac::MOST_CHANNELS),
            Format::Ogg => ("Vorbis", ogg::MOST_CHANNELS),
        };
        let channels = shape.channels;
        if channels == 0 || channels > most {
            return Err(Failure::other(format!(
                "{channels} channels cannot be written; a {name} file takes 1 to {most}: mix them \
                 with --channels {most}, or write another kind of file"
            )));
        }
        match self {
            Format::Wav => {
                let bytes = shape.frames * channels as u64 * shape.bits.bytes();
                if bytes > LARGEST_WAV {
                    return Err(Failure::usage(format!(
                        "this would be {:.1} GB, more than a WAV file can hold; lower --seconds, --rate or --bits",
                        bytes as f64 / 1e9
                    )));
                }
            }
            Format::Flac => {
                if shape.bits == Bits::Float32 {
                    return Err(Failure::usage(
                        "FLAC holds 16 or 24 bit; choose --bits 24, or a name that ends in .wav",
                    ));
                }
                if shape.rate > flac::HIGHEST_RATE {
                    return Err(Failure::usage(format!(
                        "a rate of {} Hz is more than a FLAC file can hold; it takes up to {} Hz",
                        shape.rate,
                        flac::HIGHEST_RATE
                    )));
                }
            }
            Format::Ogg => {
                if shape.rate > ogg::HIGHEST_RATE {
                    return Err(Failure::usage(format!(
                        "a rate of {} Hz is more than a Vorbis file can hold; it takes up to {} Hz",
                        shape.rate,
                        ogg::HIGHEST_RATE
                    )));
                }
            }
        }
        Ok(())
    }

    /// What its samples are, in a few words.
    pub fn samples(self, bits: Bits) -> String {
        match self {
            Format::Wav | Format::Flac => format!("{} bit", bits.name()),
            Format::Ogg => "Vorbis".to_owned(),
        }
    }

    /// Writes interleaved samples, block by block, and what they were made of. `next` gives a
    /// block or nothing more.
    pub fn write<W: Write + Seek>(
        self,
        out: &mut W,
        shape: Shape,
        text: &str,
        next: impl FnMut(&mut Vec<f32>) -> bool,
    ) -> std::io::Result<()> {
        match self {
            Format::Wav => wav::write(out, shape, text, next),
            Format::Flac => flac::write(out, shape, text, next),
            Format::Ogg => ogg::write(out, shape, text, next),
        }
    }
}

/// Reads what a sound file says about itself; `None` if it is none. `first` are its first
/// twelve bytes.
pub fn read<R: Read + Seek>(first: &[u8], file: &mut R) -> Option<std::io::Result<FileFacts>> {
    let (format, told) = if wav::is_wav(first) {
        (Format::Wav, wav::read(file))
    } else if flac::is_flac(first) {
        (Format::Flac, flac::read(file))
    } else if ogg::is_ogg(first) {
        (Format::Ogg, ogg::read(file))
    } else {
        return None;
    };
    Some(told.map(|told| FileFacts {
        format: Some(format),
        ..told
    }))
}

/// Samples in blocks of N, as a render gives them to a writer.
#[cfg(test)]
pub fn in_blocks(samples: &[f32], n: usize) -> impl FnMut(&mut Vec<f32>) -> bool {
    let mut blocks = samples.chunks(n);
    move |block| {
        block.clear();
        blocks.next().is_some_and(|samples| {
            block.extend_from_slice(samples);
            true
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_format_cannot_hold_is_refused() {
        let shape = Shape {
            channels: 8,
            rate: 384_000.0,
            bits: Bits::Int24,
            frames: 3600 * 384_000,
        };
        assert!(Format::Flac.check(shape).is_ok());
        assert!(Format::Wav.check(shape).is_err());
        for wrong in [
            Shape {
                channels: 0,
                ..shape
            },
            Shape {
                channels: 9,
                ..shape
            },
            Shape {
                rate: 655_351.0,
                ..shape
            },
            Shape {
                bits: Bits::Float32,
                ..shape
            },
        ] {
            let told = Format::Flac.check(wrong).unwrap_err().to_string();
            assert!(told.contains("FLAC"), "{told}");
        }
    }
}
