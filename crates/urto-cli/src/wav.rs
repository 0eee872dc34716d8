//! WAV files that hold what they were made of.
//!
//! After the samples come two chunks: `urto`, whose text is a preset or a scene from which the
//! file can be made again bit for bit, and `LIST`/`INFO`, which names the software.

use crate::format::{FileFacts, Shape};
use crate::original::Stored;
use crate::sample::{Bits, Rounding};
use hound::{Sample, SampleFormat, WavReader, WavSpec};
use std::io::{Read, Result, Seek, SeekFrom, Write};
use std::path::Path;

/// The chunk's name.
const CHUNK: &[u8; 4] = b"urto";
/// A longer text than this is not ours \[bytes\].
const LONGEST_TEXT: u32 = 64 << 20;

/// Writes interleaved samples, block by block, and what they were made of. `next` gives a block
/// or nothing more.
pub fn write<W: Write + Seek>(
    out: &mut W,
    shape: Shape,
    text: &str,
    mut next: impl FnMut(&mut Vec<f32>) -> bool,
) -> Result<()> {
    let head = head(shape);
    out.write_all(&head)?;
    let mut encoder = Encoder::new(shape.bits);
    let (mut block, mut bytes) = (Vec::new(), Vec::new());
    let mut length = 0u64;
    while next(&mut block) {
        bytes.clear();
        encoder.encode(&block, &mut bytes);
        length += bytes.len() as u64;
        out.write_all(&bytes)?;
    }
    if length % 2 == 1 {
        out.write_all(&[0])?;
    }
    let end = append(out, text)?;
    // The two lengths that were not known at the start.
    out.seek(SeekFrom::Start(4))?;
    out.write_all(&((end - 8) as u32).to_le_bytes())?;
    out.seek(SeekFrom::Start(head.len() as u64 - 4))?;
    out.write_all(&(length as u32).to_le_bytes())?;
    if shape.channels > 2 {
        unplace(out)?;
    }
    Ok(())
}

/// What stands before the samples; their length comes last.
fn head(shape: Shape) -> Vec<u8> {
    let spec = WavSpec {
        channels: shape.channels as u16,
        sample_rate: shape.rate as u32,
        bits_per_sample: shape.bits.width(),
        sample_format: match shape.bits {
            Bits::Float32 => SampleFormat::Float,
            _ => SampleFormat::Int,
        },
    };
    spec.into_header_for_infinite_file()
}

/// Makes bytes of samples.
struct Encoder {
    bits: Bits,
    rounding: Rounding,
}

impl Encoder {
    fn new(bits: Bits) -> Self {
        Self {
            bits,
            rounding: Rounding::new(bits),
        }
    }

    fn encode(&mut self, samples: &[f32], bytes: &mut Vec<u8>) {
        bytes.resize(samples.len() * self.bits.bytes() as usize, 0);
        let rounding = &mut self.rounding;
        match self.bits {
            Bits::Float32 => fill(bytes, samples, f32::to_le_bytes),
            Bits::Int16 => fill(bytes, samples, |sample| {
                (rounding.round(sample) as i16).to_le_bytes()
            }),
            Bits::Int24 => fill(bytes, samples, |sample| {
                let [low, middle, high, _] = rounding.round(sample).to_le_bytes();
                [low, middle, high]
            }),
        }
    }
}

/// Writes N bytes for each sample.
fn fill<const N: usize>(bytes: &mut [u8], samples: &[f32], mut encode: impl FnMut(f32) -> [u8; N]) {
    let places = bytes.as_chunks_mut().0.iter_mut();
    for (place, sample) in places.zip(samples) {
        *place = encode(*sample);
    }
}

/// Says of the channels that nothing is known of where they are heard. The head of a file with more
/// than two is an extensible one, whose mask of loudspeakers is at a fixed place.
fn unplace<W: Write + Seek>(out: &mut W) -> Result<()> {
    const MASK_AT: u64 = 40;
    out.seek(SeekFrom::Start(MASK_AT))?;
    out.write_all(&[0; 4])
}

/// Puts our chunks behind the samples; tells the file's length.
fn append<W: Write + Seek>(out: &mut W, text: &str) -> Result<u64> {
    let software = concat!("urto ", env!("CARGO_PKG_VERSION"), "\0");
    let mut info = b"INFO".to_vec();
    push_chunk(&mut info, b"ISFT", software.as_bytes());
    let mut tail = Vec::new();
    push_chunk(&mut tail, CHUNK, text.as_bytes());
    push_chunk(&mut tail, b"LIST", &info);
    out.write_all(&tail)?;
    out.stream_position()
}

/// A chunk is its name, its length, and its bytes, padded to an even number.
fn push_chunk(to: &mut Vec<u8>, name: &[u8; 4], bytes: &[u8]) {
    to.extend_from_slice(name);
    to.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    to.extend_from_slice(bytes);
    to.resize(to.len().next_multiple_of(2), 0);
}

/// The samples of a file of integers.
pub fn integers(path: &Path) -> Option<Stored<i32>> {
    stored(path, SampleFormat::Int)
}

/// The samples of a file of floating point.
pub fn floats(path: &Path) -> Option<Stored<f32>> {
    stored(path, SampleFormat::Float)
}

fn stored<T: Sample + 'static>(path: &Path, format: SampleFormat) -> Option<Stored<T>> {
    let wav = WavReader::open(path).ok()?;
    let spec = wav.spec();
    (spec.sample_format == format).then(|| Stored {
        count: u64::from(wav.len()),
        per_second: f64::from(spec.sample_rate) * f64::from(spec.channels),
        samples: Box::new(wav.into_samples().map_while(|sample| sample.ok())),
    })
}

/// Whether these first bytes are a WAV file's.
pub fn is_wav(first: &[u8]) -> bool {
    first.len() >= 12 && &first[..4] == b"RIFF" && &first[8..12] == b"WAVE"
}

/// Walks through the chunks of a WAV file. What is cut off or broken is as if it were not there.
pub fn read<R: Read + Seek>(file: &mut R) -> Result<FileFacts> {
    let mut told = FileFacts::default();
    let end = file.seek(SeekFrom::End(0))?;
    let mut at = 12;
    while at + 8 <= end {
        file.seek(SeekFrom::Start(at))?;
        let mut header = [0; 8];
        file.read_exact(&mut header)?;
        let [a, b, c, d, length @ ..] = header;
        let length = u32::from_le_bytes(length);
        let whole = at + 8 + u64::from(length) <= end;
        match &[a, b, c, d] {
            b"fmt " if whole && length >= 16 => {
                let mut format = [0; 16];
                file.read_exact(&mut format)?;
                told.bits = match u16::from_le_bytes([format[14], format[15]]) {
                    16 => Some(Bits::Int16),
                    24 => Some(Bits::Int24),
                    32 => Some(Bits::Float32),
                    _ => None,
                };
            }
            name if name == CHUNK && whole && length <= LONGEST_TEXT => {
                let mut text = vec![0; length as usize];
                file.read_exact(&mut text)?;
                told.text = String::from_utf8(text).ok();
            }
            _ => {}
        }
        at += 8 + u64::from(length.next_multiple_of(2));
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn written(samples: &[f32], bits: Bits, text: &str) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        let mut blocks = vec![samples.to_vec()];
        let shape = Shape {
            channels: 1,
            rate: 48_000.0,
            bits,
            frames: samples.len() as u64,
        };
        write(&mut file, shape, text, |block| {
            blocks.pop().is_some_and(|samples| {
                *block = samples;
                true
            })
        })
        .unwrap();
        file.into_inner()
    }

    #[test]
    fn samples_and_text_come_back() {
        let samples = [0.0, 0.5, -0.25, 1.0, -1.0];
        for (bits, full) in [(Bits::Int16, 32_767.0), (Bits::Int24, 8_388_607.0)] {
            let bytes = written(&samples, bits, "odd");
            assert!(is_wav(&bytes));
            assert_eq!(bytes.len() % 2, 0);
            let length = u32::from_le_bytes(bytes[4..8].try_into().unwrap());
            assert_eq!(length as usize + 8, bytes.len());
            let mut wav = hound::WavReader::new(Cursor::new(&bytes)).unwrap();
            let back: Vec<i32> = wav.samples().map(|sample| sample.unwrap()).collect();
            for (sample, back) in samples.iter().zip(back) {
                let error = f64::from(*sample) * full - f64::from(back);
                assert!(error.abs() <= 1.5, "{sample} {back}");
            }
            let told = read(&mut Cursor::new(&bytes)).unwrap();
            assert_eq!(told.bits, Some(bits));
            assert_eq!(told.text.as_deref(), Some("odd"));
        }
        let bytes = written(&samples, Bits::Float32, "text");
        let mut wav = hound::WavReader::new(Cursor::new(&bytes)).unwrap();
        let back: Vec<f32> = wav.samples().map(|sample| sample.unwrap()).collect();
        assert_eq!(back, samples);
    }

    /// Head and samples are those of the crate's own writer, byte for byte.
    #[test]
    fn files_are_as_the_crate_writes_them() {
        let samples: Vec<f32> = (0..42).map(|n| (n as f32 * 0.7).sin()).collect();
        for (bits, channels) in Bits::ALL
            .into_iter()
            .flat_map(|bits| [1, 2].map(|n| (bits, n)))
        {
            let shape = Shape {
                channels,
                rate: 44_100.0,
                bits,
                frames: (samples.len() / channels) as u64,
            };
            let mut ours = Cursor::new(Vec::new());
            let mut blocks = vec![samples[20..].to_vec(), samples[..20].to_vec()];
            let next = |block: &mut Vec<f32>| blocks.pop().map(|own| *block = own).is_some();
            write(&mut ours, shape, "text", next).unwrap();
            let spec = WavSpec {
                channels: channels as u16,
                sample_rate: 44_100,
                bits_per_sample: bits.width(),
                sample_format: match bits {
                    Bits::Float32 => SampleFormat::Float,
                    _ => SampleFormat::Int,
                },
            };
            let mut theirs = Cursor::new(Vec::new());
            let mut wav = hound::WavWriter::new(&mut theirs, spec).unwrap();
            let mut rounding = Rounding::new(bits);
            for sample in &samples {
                match bits {
                    Bits::Float32 => wav.write_sample(*sample).unwrap(),
                    _ => wav.write_sample(rounding.round(*sample)).unwrap(),
                }
            }
            wav.finalize().unwrap();
            let (ours, theirs) = (ours.into_inner(), theirs.into_inner());
            // All but the length of the whole file, which counts our text too.
            assert_eq!(ours[8..theirs.len()], theirs[8..], "{bits:?} {channels}");
        }
    }

    #[test]
    fn broken_files_do_no_harm() {
        let bytes = written(&[0.5; 64], Bits::Int16, "the text");
        for length in 0..bytes.len() {
            let told = read(&mut Cursor::new(&bytes[..length])).unwrap();
            assert!(told.text.is_none() || told.text.as_deref() == Some("the text"));
        }
        let mut wild = bytes;
        for index in 12..wild.len() {
            let kept = std::mem::replace(&mut wild[index], 0xff);
            let _ = read(&mut Cursor::new(&wild));
            wild[index] = kept;
        }
    }
}
