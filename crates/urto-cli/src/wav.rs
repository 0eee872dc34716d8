//! WAV files that hold what they were made of.
//!
//! After the samples come two chunks: `urto`, whose text is a preset or a scene from which the
//! file can be made again bit for bit, and `LIST`/`INFO`, which names the software.

use crate::format::{FileFacts, Shape};
use crate::sample::{Bits, Rounding};
use hound::{SampleFormat, WavSpec, WavWriter};
use std::io::{Error, Read, Result, Seek, SeekFrom, Write};

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
    next: impl FnMut(&mut Vec<f32>) -> bool,
) -> Result<()> {
    write_samples(out, shape, next).map_err(|error| match error {
        hound::Error::IoError(error) => error,
        other => Error::other(other),
    })?;
    append(out, text)?;
    if shape.channels > 2 {
        unplace(out)?;
    }
    Ok(())
}

/// Says of the channels that nothing is known of where they are heard. The head of a file with more
/// than two is an extensible one, whose mask of loudspeakers is at a fixed place.
fn unplace<W: Write + Seek>(out: &mut W) -> Result<()> {
    const MASK_AT: u64 = 40;
    out.seek(SeekFrom::Start(MASK_AT))?;
    out.write_all(&[0; 4])
}

fn write_samples<W: Write + Seek>(
    out: &mut W,
    shape: Shape,
    mut next: impl FnMut(&mut Vec<f32>) -> bool,
) -> hound::Result<()> {
    let spec = WavSpec {
        channels: shape.channels as u16,
        sample_rate: shape.rate as u32,
        bits_per_sample: shape.bits.width(),
        sample_format: match shape.bits {
            Bits::Float32 => SampleFormat::Float,
            _ => SampleFormat::Int,
        },
    };
    let mut rounding = Rounding::new(shape.bits);
    let mut wav = WavWriter::new(&mut *out, spec)?;
    let mut block = Vec::new();
    while next(&mut block) {
        for sample in &block {
            match shape.bits {
                Bits::Float32 => wav.write_sample(*sample)?,
                _ => wav.write_sample(rounding.round(*sample))?,
            }
        }
    }
    wav.finalize()
}

/// Puts our chunks behind the samples and mends the file's length.
fn append<W: Write + Seek>(out: &mut W, text: &str) -> Result<()> {
    let software = concat!("urto ", env!("CARGO_PKG_VERSION"), "\0");
    let mut info = b"INFO".to_vec();
    push_chunk(&mut info, b"ISFT", software.as_bytes());
    let mut tail = Vec::new();
    push_chunk(&mut tail, CHUNK, text.as_bytes());
    push_chunk(&mut tail, b"LIST", &info);
    let end = out.seek(SeekFrom::End(0))?;
    if end % 2 == 1 {
        out.write_all(&[0])?;
    }
    out.write_all(&tail)?;
    let end = out.stream_position()?;
    out.seek(SeekFrom::Start(4))?;
    out.write_all(&((end - 8) as u32).to_le_bytes())
}

/// A chunk is its name, its length, and its bytes, padded to an even number.
fn push_chunk(to: &mut Vec<u8>, name: &[u8; 4], bytes: &[u8]) {
    to.extend_from_slice(name);
    to.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    to.extend_from_slice(bytes);
    to.resize(to.len().next_multiple_of(2), 0);
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
