//! Ogg Vorbis files: small, for games and pages. What is written is not what was computed: the
//! encoder leaves out what is hardly heard, and another machine's may choose other bits.
//!
//! The recipe is a comment named `URTO` (RFC 3533, Vorbis I), so that a file can be made again
//! without loss: `urto render steps.ogg -o steps.wav`. Before it stands a comment named `URTO_SOUND`,
//! the fingerprint of what was heard, so that it can be told whether it still is.

use crate::format::{FileFacts, Shape};
use crate::original::Fingerprint;
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom, Write};
use std::num::{NonZeroU8, NonZeroU32};
use vorbis_rs::{
    VorbisBitrateManagementStrategy, VorbisDecoder, VorbisEncoderBuilder, VorbisError,
};

/// Most channels of a file: of six, the encoder takes one for rumble and leaves the rest of it out.
pub const MOST_CHANNELS: usize = 5;
/// Highest sample rate of a file \[Hz\].
pub const HIGHEST_RATE: f64 = 192_000.0;

/// Of -0.2 to 1: about 190 kbit/s in stereo at 44.1 kHz, where few people tell it from the original.
const QUALITY: f32 = 0.6;
/// Number of the one stream in a file: always the same, so that the same machine gives the same
/// file.
const SERIAL: i32 = i32::from_be_bytes(*b"urto");
/// The comment that holds the recipe.
const TAG: &str = "URTO";
/// The comment that holds the fingerprint, 16 digits to the base 16. It comes first, so that it lies on the
/// first page of comments, however long the recipe is.
const SOUND: &str = "URTO_SOUND";
/// Two whole pages: what the stream is, and the first of the comments \[bytes\].
const FIRST_PAGES: usize = 2 * (27 + 255 + 255 * 255);
/// A longer head than this is not ours \[bytes\].
const LONGEST_HEAD: usize = 64 << 20;

/// Writes interleaved samples, block by block, and what they were made of. `next` gives a block
/// or nothing more.
pub fn write<W: Write + Seek>(
    out: &mut W,
    shape: Shape,
    text: &str,
    mut next: impl FnMut(&mut Vec<f32>) -> bool,
) -> Result<()> {
    let rate = NonZeroU32::new(shape.rate as u32).ok_or(ErrorKind::InvalidInput)?;
    let channels = u8::try_from(shape.channels).ok().and_then(NonZeroU8::new);
    let channels = channels.ok_or(ErrorKind::InvalidInput)?;
    let software = concat!("urto ", env!("CARGO_PKG_VERSION"));
    let mut fingerprint = Fingerprint::new();
    // Filled in when all is heard.
    let unknown = digits(0);
    let out = Watched {
        out,
        first: Vec::new(),
    };
    let mut encoder = VorbisEncoderBuilder::new_with_serial(rate, channels, out, SERIAL)
        .bitrate_management_strategy(VorbisBitrateManagementStrategy::QualityVbr {
            target_quality: QUALITY,
        })
        .comment_tags([(SOUND, &*unknown), ("ENCODER", software), (TAG, text)])
        .and_then(|builder| builder.build())
        .map_err(odd)?;
    let mut block = Vec::new();
    let mut planes = vec![Vec::new(); shape.channels];
    while next(&mut block) {
        fingerprint.add(&block);
        for (channel, plane) in planes.iter_mut().enumerate() {
            plane.clear();
            plane.extend(block.iter().skip(channel).step_by(shape.channels));
        }
        encoder.encode_audio_block(&planes).map_err(odd)?;
    }
    encoder.finish().map_err(odd)?.sign(fingerprint)
}

fn digits(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

/// A file whose first pages are known when it is done.
struct Watched<'a, W> {
    out: &'a mut W,
    first: Vec<u8>,
}

impl<W: Write> Write for Watched<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let written = self.out.write(bytes)?;
        let room = FIRST_PAGES - self.first.len();
        self.first.extend_from_slice(&bytes[..written.min(room)]);
        Ok(written)
    }
    fn flush(&mut self) -> Result<()> {
        self.out.flush()
    }
}

impl<W: Write + Seek> Watched<'_, W> {
    /// Puts the fingerprint in its place, and the sum of its page that decoders check.
    fn sign(mut self, fingerprint: Fingerprint) -> Result<()> {
        const SUM_AT: usize = 22;
        let odd = || Error::other("the Vorbis encoder writes another head than it did");
        let length = |page: &[u8]| {
            let pieces = usize::from(*page.get(26)?);
            let lengths = page.get(27..27 + pieces)?;
            Some(27 + pieces + lengths.iter().map(|own| usize::from(*own)).sum::<usize>())
        };
        let start = length(&self.first).ok_or_else(odd)?;
        let end = self.first.get(start..).and_then(length).ok_or_else(odd)?;
        let page = self.first.get_mut(start..start + end).ok_or_else(odd)?;
        let name = format!("{SOUND}=");
        let mut names = page.windows(name.len());
        let at = names
            .position(|own| own == name.as_bytes())
            .ok_or_else(odd)?
            + name.len();
        let digits = digits(fingerprint.value());
        let place = page.get_mut(at..at + digits.len()).ok_or_else(odd)?;
        place.copy_from_slice(digits.as_bytes());
        page[SUM_AT..SUM_AT + 4].fill(0);
        let sum = sum(page);
        page[SUM_AT..SUM_AT + 4].copy_from_slice(&sum.to_le_bytes());
        self.out.seek(SeekFrom::Start(start as u64))?;
        self.out.write_all(page)
    }
}

/// The sum of a page: the rest of a division of polynomials, from the highest bit on (RFC 3533, 6).
fn sum(page: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0x04c1_1db7;
    page.iter().fold(0, |sum, byte| {
        let mut sum = sum ^ u32::from(*byte) << 24;
        for _ in 0..8 {
            let carry = sum >> 31;
            sum = (sum << 1) ^ (carry * POLYNOMIAL);
        }
        sum
    })
}

fn odd(error: VorbisError) -> Error {
    match error {
        VorbisError::Io(error) => error,
        other => Error::other(other),
    }
}

/// Whether these first bytes are an Ogg file's.
pub fn is_ogg(first: &[u8]) -> bool {
    first.starts_with(b"OggS")
}

/// Reads the recipe, if there is one. What is cut off or broken is as if it were not there.
pub fn read<R: Read + Seek>(file: &mut R) -> Result<FileFacts> {
    file.seek(SeekFrom::Start(0))?;
    let packet = match second_packet(file) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Vec::new(),
        packet => packet?,
    };
    let digits = comment(&packet, SOUND);
    Ok(FileFacts {
        text: comment(&packet, TAG),
        fingerprint: digits.and_then(|digits| u64::from_str_radix(&digits, 16).ok()),
        ..FileFacts::default()
    })
}

/// The packet after the first: the comments. A packet is cut into pieces of 255 bytes, the last one
/// shorter, and those are laid into pages.
fn second_packet<R: Read>(file: &mut R) -> Result<Vec<u8>> {
    let (mut number, mut packet) = (0, Vec::new());
    loop {
        let mut head = [0; 27];
        file.read_exact(&mut head)?;
        if !is_ogg(&head) || packet.len() > LONGEST_HEAD {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let mut pieces = vec![0; usize::from(head[26])];
        file.read_exact(&mut pieces)?;
        for length in pieces {
            let start = packet.len();
            packet.resize(start + usize::from(length), 0);
            file.read_exact(&mut packet[start..])?;
            if length < 255 {
                number += 1;
                if number == 2 {
                    return Ok(packet);
                }
                packet.clear();
            }
        }
    }
}

/// The text of a comment.
fn comment(packet: &[u8], name: &str) -> Option<String> {
    fn taken<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (text, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        *rest = after;
        Some(text)
    }
    let mut rest = packet.strip_prefix(b"\x03vorbis")?;
    let _vendor = taken(&mut rest)?;
    let (count, mut rest) = rest.split_first_chunk::<4>()?;
    for _ in 0..u32::from_le_bytes(*count) {
        let text = std::str::from_utf8(taken(&mut rest)?).ok();
        if let Some((own, text)) = text.and_then(|text| text.split_once('='))
            && own == name
        {
            return Some(text.to_owned());
        }
    }
    None
}

/// Samples of all channels, interleaved, the number of channels, and the rate \[Hz\]. Refuses more
/// than `most` samples.
pub fn samples(
    file: impl Read,
    most: usize,
) -> std::result::Result<(Vec<f32>, usize, u32), String> {
    let wrong = |error: VorbisError| error.to_string();
    let mut decoder = VorbisDecoder::<_>::new(file).map_err(wrong)?;
    let channels = usize::from(decoder.channels().get());
    let rate = decoder.sampling_frequency().get();
    let mut samples = Vec::new();
    while let Some(block) = decoder.decode_audio_block().map_err(wrong)? {
        let planes = block.samples();
        let frames = planes.first().map_or(0, |plane| plane.len());
        samples.extend((0..frames).flat_map(|n| planes.iter().map(move |plane| plane[n])));
        if samples.len() > most {
            return Err("it is longer than an hour".to_owned());
        }
    }
    Ok((samples, channels, rate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::in_blocks;
    use crate::sample::Bits;
    use std::io::Cursor;
    use urto::math;

    const RATE: f64 = 48_000.0;

    fn written(samples: &[f32], channels: usize, text: &str) -> Vec<u8> {
        let shape = Shape {
            channels,
            rate: RATE,
            bits: Bits::Int24,
            frames: 0,
        };
        let mut file = Cursor::new(Vec::new());
        let blocks = in_blocks(samples, channels * 512);
        write(&mut file, shape, text, blocks).unwrap();
        file.into_inner()
    }

    #[test]
    fn what_is_heard_comes_back_about_the_same() {
        // A sine in each channel, of its own pitch.
        for channels in 1..=MOST_CHANNELS {
            let sample = |n: usize| {
                let hertz = 300.0 * (1 + n % channels) as f64;
                let time = (n / channels) as f64 / RATE;
                (0.3 * math::sin(math::TAU * hertz * time)) as f32
            };
            let sines: Vec<f32> = (0..channels * 24_000).map(sample).collect();
            let bytes = written(&sines, channels, "text");
            assert!(bytes.len() < sines.len(), "{channels}: {}", bytes.len());
            assert_eq!(bytes, written(&sines, channels, "text"));
            let (back, count, rate) = super::samples(&bytes[..], usize::MAX).unwrap();
            assert_eq!((count, rate), (channels, RATE as u32));
            assert_eq!(back.len(), sines.len());
            let power =
                |samples: &mut dyn Iterator<Item = f32>| samples.map(|s| s * s).sum::<f32>();
            let error = power(&mut back.iter().zip(&sines).map(|(a, b)| a - b));
            assert!(
                error < 1e-3 * power(&mut sines.iter().copied()),
                "{channels}: {error}"
            );
        }
    }

    #[test]
    fn the_text_comes_back_and_broken_files_do_no_harm() {
        // Longer than a page.
        let long = "a line of the recipe = 1\n".repeat(8000);
        for text in ["the text\n= \u{e9}", &long] {
            let bytes = written(&[0.1; 2000], 1, text);
            let told = read(&mut Cursor::new(&bytes)).unwrap();
            assert_eq!(told.text.as_deref(), Some(text));
            let mut heard = Fingerprint::new();
            heard.add(&[0.1; 2000]);
            assert_eq!(told.fingerprint, Some(heard.value()));
            // Decoders check the sum of the page that was signed.
            assert_eq!(
                super::samples(&bytes[..], usize::MAX).unwrap().0.len(),
                2000
            );
        }
        let bytes = written(&[0.1; 2000], 1, "the text");
        for length in 0..bytes.len() {
            let told = read(&mut Cursor::new(&bytes[..length])).unwrap();
            assert!(told.text.is_none() || told.text.as_deref() == Some("the text"));
            let _ = super::samples(&bytes[..length], usize::MAX);
        }
        let mut wild = bytes;
        for index in 0..wild.len() {
            let kept = std::mem::replace(&mut wild[index], 0xff);
            let _ = read(&mut Cursor::new(&wild));
            wild[index] = kept;
        }
    }
}
