//! WAV files that hold what they were made of.
//!
//! After the samples come two chunks: `urto`, whose text is a preset or a scene from which the
//! file can be made again bit for bit, and `LIST`/`INFO`, which names the software.

use hound::{SampleFormat, WavSpec, WavWriter};
use std::io::{Read, Seek, SeekFrom, Write};
use urto::rng::Rng;

/// Sample format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// 16-bit integers, dithered.
    Int16,
    /// 24-bit integers.
    Int24,
    /// 32-bit floats: exactly what was computed.
    Float32,
}

impl Bits {
    /// All of them.
    pub const ALL: [Bits; 3] = [Bits::Int16, Bits::Int24, Bits::Float32];

    /// As the command line writes it.
    pub fn name(self) -> &'static str {
        match self {
            Bits::Int16 => "16",
            Bits::Int24 => "24",
            Bits::Float32 => "32f",
        }
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bits| bits.name() == name)
    }

    /// Size of one sample \[bytes\].
    pub fn bytes(self) -> u64 {
        u64::from(self.width() / 8)
    }

    fn width(self) -> u16 {
        match self {
            Bits::Int16 => 16,
            Bits::Int24 => 24,
            Bits::Float32 => 32,
        }
    }
}

/// The chunk's name.
const CHUNK: &[u8; 4] = b"urto";
/// A longer text than this is not ours \[bytes\].
const LONGEST_TEXT: u32 = 64 << 20;
/// Dither is the same in every file, so that files come out the same.
const DITHER_SEED: u64 = 0x7572_746f;

/// Writes interleaved samples, block by block, and what they were made of. `next` gives a block
/// or nothing more.
pub fn write<W: Write + Seek>(
    out: &mut W,
    (channels, rate, bits): (usize, f64, Bits),
    text: &str,
    mut next: impl FnMut(&mut Vec<f32>) -> bool,
) -> hound::Result<()> {
    let spec = WavSpec {
        channels: channels as u16,
        sample_rate: rate as u32,
        bits_per_sample: bits.width(),
        sample_format: match bits {
            Bits::Float32 => SampleFormat::Float,
            _ => SampleFormat::Int,
        },
    };
    let mut dither = Rng::new(DITHER_SEED);
    let mut wav = WavWriter::new(&mut *out, spec)?;
    let mut block = Vec::new();
    while next(&mut block) {
        for sample in &block {
            match bits {
                Bits::Float32 => wav.write_sample(*sample)?,
                Bits::Int24 => wav.write_sample(whole(*sample, 8_388_607.0, 0.0))?,
                Bits::Int16 => {
                    // Two uniform numbers make a triangle, two steps wide: the error then does
                    // not follow the signal.
                    let noise = dither.uniform() - dither.uniform();
                    wav.write_sample(whole(*sample, 32_767.0, noise) as i16)?;
                }
            }
        }
    }
    wav.finalize()?;
    append(out, text)?;
    Ok(())
}

fn whole(sample: f32, full: f64, noise: f64) -> i32 {
    (f64::from(sample) * full + noise)
        .round()
        .clamp(-full, full) as i32
}

/// Puts our chunks behind the samples and mends the file's length.
fn append<W: Write + Seek>(out: &mut W, text: &str) -> std::io::Result<()> {
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

/// What a WAV file says about itself.
#[derive(Debug, Default, PartialEq)]
pub struct Told {
    /// Sample format, if it is one of ours.
    pub bits: Option<Bits>,
    /// Text of our chunk, if there is one.
    pub text: Option<String>,
}

/// Whether these first bytes are a WAV file's.
pub fn is_wav(first: &[u8]) -> bool {
    first.len() >= 12 && &first[..4] == b"RIFF" && &first[8..12] == b"WAVE"
}

/// Walks through the chunks of a WAV file. What is cut off or broken is as if it were not there.
pub fn read<R: Read + Seek>(file: &mut R) -> std::io::Result<Told> {
    let mut told = Told::default();
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
        write(&mut file, (1, 48_000.0, bits), text, |block| {
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
            let back: Vec<i32> = wav.samples().map(Result::unwrap).collect();
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
        let back: Vec<f32> = wav.samples().map(Result::unwrap).collect();
        assert_eq!(back, samples);
    }

    #[test]
    fn dither_keeps_what_is_smaller_than_a_step() {
        // A constant of 0.3 steps: without dither it would be lost, with it the mean stays.
        let quiet = vec![0.3 / 32_767.0; 40_000];
        let bytes = written(&quiet, Bits::Int16, "");
        let mut wav = hound::WavReader::new(Cursor::new(&bytes)).unwrap();
        let sum: i64 = wav.samples::<i16>().map(|s| i64::from(s.unwrap())).sum();
        let mean = sum as f64 / quiet.len() as f64;
        assert!((mean - 0.3).abs() < 0.02, "{mean}");
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
