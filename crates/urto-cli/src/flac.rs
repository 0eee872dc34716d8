//! FLAC files that hold what they were made of: the same integers as in a WAV file, packed.
//!
//! Before the samples come three blocks: what the stream is, `APPLICATION` with the name `urto`,
//! whose text is the recipe, and a Vorbis comment, which names the software. (RFC 9639)

use crate::format::{FileFacts, Shape};
use crate::original::Stored;
use crate::sample::{Bits, Rounding};
use claxon::FlacReader;
use flacenc::bitsink::ByteSink;
use flacenc::component::{BitRepr, Frame, StreamInfo};
use flacenc::config::{Encoder, OrderSel};
use flacenc::encode_fixed_size_frame;
use flacenc::error::{Verified, Verify};
use flacenc::source::{Context, Fill, FrameBuf};
use std::fmt::Debug;
use std::io::{Error, Read, Result, Seek, SeekFrom, Write};
use std::path::Path;

/// Most channels of a file.
pub const MOST_CHANNELS: usize = 8;
/// Highest sample rate of a file \[Hz\].
pub const HIGHEST_RATE: f64 = 655_350.0;

/// Samples per channel that are packed together; the last block may be shorter.
const BLOCK: usize = 4096;
/// More than a packed block has besides its samples \[bits\].
const HEAD: usize = 1024;
/// Our name in the list of applications.
const NAME: &[u8; 4] = b"urto";
/// Where the first block's content is, and its length \[bytes\].
const INFO_AT: u64 = 8;
const INFO_LENGTH: usize = 34;
/// A block counts its bytes in 24 bits.
const LONGEST_BLOCK: usize = (1 << 24) - 1;

/// Kinds of blocks.
const INFO: u8 = 0;
const APPLICATION: u8 = 2;
const COMMENT: u8 = 4;
/// Marks the last block before the samples.
const LAST: u8 = 0x80;

/// Writes interleaved samples, block by block, and what they were made of. `next` gives a block
/// or nothing more.
pub fn write<W: Write + Seek>(
    out: &mut W,
    shape: Shape,
    text: &str,
    mut next: impl FnMut(&mut Vec<f32>) -> bool,
) -> Result<()> {
    let software = concat!("urto ", env!("CARGO_PKG_VERSION")).as_bytes();
    let length = (software.len() as u32).to_le_bytes();
    out.write_all(b"fLaC")?;
    // Filled in when all is known.
    push_block(out, INFO, &[&[0; INFO_LENGTH]])?;
    push_block(out, APPLICATION, &[NAME, text.as_bytes()])?;
    push_block(out, LAST | COMMENT, &[&length, software, &[0; 4]])?;
    let mut packer = Packer::new(shape)?;
    let mut rounding = Rounding::new(shape.bits);
    let mut block = Vec::new();
    let mut whole = Vec::new();
    while next(&mut block) {
        for sample in &block {
            whole.push(rounding.round(*sample));
            if whole.len() == BLOCK * shape.channels {
                out.write_all(&packer.pack(&whole)?)?;
                whole.clear();
            }
        }
    }
    if !whole.is_empty() {
        out.write_all(&packer.pack(&whole)?)?;
    }
    out.seek(SeekFrom::Start(INFO_AT))?;
    out.write_all(&packer.info())
}

fn push_block<W: Write>(out: &mut W, kind: u8, parts: &[&[u8]]) -> Result<()> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    if length > LONGEST_BLOCK {
        return Err(Error::other(
            "what it is made of is more than a FLAC file can hold",
        ));
    }
    let [_, length @ ..] = (length as u32).to_be_bytes();
    out.write_all(&[kind])?;
    out.write_all(&length)?;
    parts.iter().try_for_each(|part| out.write_all(part))
}

/// Packs blocks of samples and keeps count of them.
struct Packer {
    shape: Shape,
    differences: Verified<Encoder>,
    verbatim: Verified<Encoder>,
    stream: StreamInfo,
    samples: FrameBuf,
    /// Counts, and sums up what a decoder can check.
    context: Context,
    /// Sizes of the smallest and the largest packed block \[bytes\].
    smallest: usize,
    largest: usize,
}

impl Packer {
    fn new(shape: Shape) -> Result<Self> {
        let width = usize::from(shape.bits.width());
        // The encoder knows no rate above 96 kHz. At this one, which no block can say, blocks
        // leave it to the file's head to say the rate, and that is ours.
        let rate = match shape.rate {
            rate if rate <= 96_000.0 => rate as usize,
            _ => 65_537,
        };
        Ok(Self {
            shape,
            differences: differences()?,
            verbatim: verbatim()?,
            stream: StreamInfo::new(rate, shape.channels, width).map_err(odd)?,
            samples: FrameBuf::with_size(shape.channels, BLOCK).map_err(odd)?,
            context: Context::new(width, shape.channels),
            smallest: usize::MAX,
            largest: 0,
        })
    }

    fn pack(&mut self, interleaved: &[i32]) -> Result<Vec<u8>> {
        self.samples.fill_interleaved(interleaved).map_err(odd)?;
        self.context.fill_interleaved(interleaved).map_err(odd)?;
        let mut frame = self.frame(&self.differences)?;
        // The encoder adds up in 32 bits what each way of packing takes. Loud noise of 24 bits
        // can overflow that, and the way that seems the shortest is then a very long one.
        let plain = interleaved.len() * usize::from(self.shape.bits.width());
        if frame.count_bits() > plain + HEAD {
            frame = self.frame(&self.verbatim)?;
        }
        let mut sink = ByteSink::new();
        frame.write(&mut sink).map_err(odd)?;
        let bytes = sink.into_inner();
        self.smallest = self.smallest.min(bytes.len());
        self.largest = self.largest.max(bytes.len());
        Ok(bytes)
    }

    fn frame(&self, encoder: &Verified<Encoder>) -> Result<Frame> {
        let number = self.context.current_frame_number().unwrap_or(0);
        encode_fixed_size_frame(encoder, &self.samples, number, &self.stream).map_err(odd)
    }

    /// What the stream is, for the head of the file.
    fn info(&self) -> [u8; INFO_LENGTH] {
        let sizes = [BLOCK as u16; 2].map(u16::to_be_bytes).concat();
        let packed = [self.smallest, self.largest].map(|size| (size as u32).to_be_bytes());
        // From the left: 20 bits of rate, 3 of channels, 5 of width, 36 of length.
        let told = (self.shape.rate as u64) << 44
            | (self.shape.channels as u64 - 1) << 41
            | (u64::from(self.shape.bits.width()) - 1) << 36
            | self.context.total_samples() as u64;
        let mut info = [0; INFO_LENGTH];
        info[..4].copy_from_slice(&sizes);
        info[4..7].copy_from_slice(&packed[0][1..]);
        info[7..10].copy_from_slice(&packed[1][1..]);
        info[10..18].copy_from_slice(&told.to_be_bytes());
        info[18..].copy_from_slice(&self.context.md5_digest());
        info
    }
}

/// Packs by differences of integers alone: that comes out the same on every machine, and is
/// not much larger than what better prediction, in floating point, would give.
fn differences() -> Result<Verified<Encoder>> {
    let mut encoder = Encoder::default();
    encoder.subframe_coding.use_lpc = false;
    encoder.subframe_coding.fixed.order_sel = OrderSel::BitCount;
    encoder.into_verified().map_err(|(_, why)| odd(why))
}

/// Leaves samples as they are.
fn verbatim() -> Result<Verified<Encoder>> {
    let mut encoder = Encoder::default();
    encoder.subframe_coding.use_lpc = false;
    encoder.subframe_coding.use_fixed = false;
    encoder.into_verified().map_err(|(_, why)| odd(why))
}

/// An error of the encoder, which a recipe that was checked does not meet.
fn odd(error: impl Debug) -> Error {
    Error::other(format!("the FLAC encoder refuses: {error:?}"))
}

/// The samples of a file.
pub fn stored(path: &Path) -> Option<Stored<i32>> {
    let mut reader = FlacReader::open(path).ok()?;
    let info = reader.streaminfo();
    let channels = info.channels;
    let mut unpack = move || -> Option<Vec<i32>> {
        let packed = reader.blocks().read_next_or_eof(Vec::new());
        let block = packed.ok()??;
        let channels = block.channels();
        let mut whole = Vec::new();
        for n in 0..block.duration() {
            whole.extend((0..channels).map(|channel| block.sample(channel, n)));
        }
        Some(whole)
    };
    let mut block = Vec::new().into_iter();
    let samples = std::iter::from_fn(move || {
        block.next().or_else(|| {
            block = unpack()?.into_iter();
            block.next()
        })
    });
    Some(Stored {
        count: info.samples? * u64::from(channels),
        per_second: f64::from(info.sample_rate) * f64::from(channels),
        samples: Box::new(samples),
    })
}

/// Whether these first bytes are a FLAC file's.
pub fn is_flac(first: &[u8]) -> bool {
    first.starts_with(b"fLaC")
}

/// Walks through the blocks of a FLAC file. What is cut off or broken is as if it were not there.
pub fn read<R: Read + Seek>(file: &mut R) -> Result<FileFacts> {
    let mut told = FileFacts::default();
    let end = file.seek(SeekFrom::End(0))?;
    let mut at = 4;
    while at + 4 <= end {
        file.seek(SeekFrom::Start(at))?;
        let mut header = [0; 4];
        file.read_exact(&mut header)?;
        let [kind, length @ ..] = header;
        let length = u32::from_be_bytes([0, length[0], length[1], length[2]]);
        at += 4 + u64::from(length);
        if at > end {
            break;
        }
        let mut content = vec![0; length as usize];
        match kind & !LAST {
            INFO if content.len() == INFO_LENGTH => {
                file.read_exact(&mut content)?;
                told.bits = match (content[12] & 1) << 4 | content[13] >> 4 {
                    15 => Some(Bits::Int16),
                    23 => Some(Bits::Int24),
                    _ => None,
                };
            }
            APPLICATION => {
                file.read_exact(&mut content)?;
                if let Some(text) = content.strip_prefix(NAME) {
                    told.text = String::from_utf8(text.to_vec()).ok();
                }
            }
            _ => {}
        }
        if kind & LAST != 0 {
            break;
        }
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::in_blocks;
    use std::io::Cursor;

    fn written(shape: Shape, samples: &[f32], text: &str) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        // Blocks of any length.
        let blocks = in_blocks(samples, shape.channels * 1000);
        write(&mut file, shape, text, blocks).unwrap();
        file.into_inner()
    }

    fn shape(channels: usize, bits: Bits) -> Shape {
        Shape {
            channels,
            rate: 48_000.0,
            bits,
            frames: 0,
        }
    }

    /// Writes, decodes, and compares with what a WAV file holds; gives the file.
    fn check(shape: Shape, samples: &[f32]) -> Vec<u8> {
        let bytes = written(shape, samples, "text");
        let mut flac = claxon::FlacReader::new(&bytes[..]).unwrap();
        let info = flac.streaminfo();
        assert_eq!(info.sample_rate, shape.rate as u32);
        assert_eq!(info.channels, shape.channels as u32);
        assert_eq!(info.bits_per_sample, u32::from(shape.bits.width()));
        let frames = (samples.len() / shape.channels) as u64;
        assert_eq!(info.samples, Some(frames));
        let back: Vec<i32> = flac.samples().map(|sample| sample.unwrap()).collect();
        let mut rounding = Rounding::new(shape.bits);
        let expected: Vec<i32> = samples.iter().map(|s| rounding.round(*s)).collect();
        assert!(back == expected, "{} samples", samples.len());
        // The sum that decoders check is that of the samples' bytes.
        let mut context = Context::new(usize::from(shape.bits.width()), shape.channels);
        context.fill_interleaved(&expected).unwrap();
        assert_eq!(info.md5sum, context.md5_digest());
        bytes
    }

    fn noise(count: usize) -> Vec<f32> {
        let mut rng = urto::rng::Rng::new(1);
        let sample = |_| (2.0 * rng.uniform() - 1.0) as f32;
        (0..count).map(sample).collect()
    }

    #[test]
    fn samples_come_back() {
        let samples = noise(60_000);
        for channels in 1..=MOST_CHANNELS {
            for bits in [Bits::Int16, Bits::Int24] {
                for frames in [1, 15, 63, 64, 65, 4095, 4096, 4097, 7001] {
                    check(shape(channels, bits), &samples[..channels * frames]);
                }
            }
        }
    }

    #[test]
    fn every_rate_is_told() {
        for rate in [8_000.0, 44_100.0, 96_000.0, 96_001.0, 192_000.0, 384_000.0] {
            let shape = Shape {
                rate,
                ..shape(1, Bits::Int24)
            };
            check(shape, &noise(5000));
        }
    }

    #[test]
    fn silence_and_smooth_sounds_pack_well() {
        let sine = |n| 0.5 * urto::math::sin(0.05 * f64::from(n)) as f32;
        let sine: Vec<f32> = (0..48_000).map(sine).collect();
        assert!(check(shape(1, Bits::Int24), &sine).len() < 48_000 * 3 / 2);
        assert!(check(shape(1, Bits::Int24), &[0.0; 48_000]).len() < 1000);
    }

    #[test]
    fn nothing_is_larger_than_its_samples() {
        // Loud, wild and long, so that the encoder's sums overflow.
        let wild = |scale: f32| move |s: &f32| scale * s;
        let scales = [1.0, 0.3, 0.1, 0.03, 0.01].map(wild);
        for (seed, scale) in scales.into_iter().enumerate() {
            let samples: Vec<f32> = noise(2_000_000)[seed..].iter().map(scale).collect();
            let bytes = check(shape(2, Bits::Int24), &samples[..1_900_000]);
            assert!(bytes.len() < 1_900_000 * 3 * 101 / 100, "{seed}");
        }
        // As fast as can be, in and out of phase.
        for turn in [[1.0, -1.0, -1.0, 1.0], [1.0, 1.0, -1.0, -1.0]] {
            let samples = turn.repeat(20_000);
            let bytes = check(shape(2, Bits::Int24), &samples);
            assert!(bytes.len() < 80_000 * 3 * 101 / 100);
        }
    }

    #[test]
    fn the_text_comes_back_and_broken_files_do_no_harm() {
        for bits in [Bits::Int16, Bits::Int24] {
            let bytes = written(shape(1, bits), &[0.5; 64], "the text");
            assert!(is_flac(&bytes));
            let told = read(&mut Cursor::new(&bytes)).unwrap();
            assert_eq!(told.bits, Some(bits));
            assert_eq!(told.text.as_deref(), Some("the text"));
            for length in 0..bytes.len() {
                let told = read(&mut Cursor::new(&bytes[..length])).unwrap();
                assert!(told.text.is_none() || told.text.as_deref() == Some("the text"));
            }
            let mut wild = bytes;
            for index in 4..wild.len() {
                let kept = std::mem::replace(&mut wild[index], 0xff);
                let _ = read(&mut Cursor::new(&wild));
                wild[index] = kept;
            }
        }
    }
}
