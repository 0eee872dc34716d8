//! `.urun`: a run as bytes.
//!
//! After the line `urto = "run/1"` follow chunks, so that a file that was cut off is read as far as
//! it goes: one letter that says what it is, the lengths packed and unpacked as 32-bit numbers, a
//! fingerprint of 64 bits of all of it, and the bytes, packed (zlib). All numbers are little
//! endian. `H` holds what the host says of the scene; `B` tracks, entries and frames; `C` a
//! checkpoint; `E` how bodies were at the end, for scenes that begin there; `Z` the end. Numbers of entries are kept as what changed against the last entry of
//! their track (exclusive or), all first bytes, then all second ones, and so on, which packs well.

use super::{Entry, Frame, NUMBERS, Run, Side, Summary};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::io::Write;

/// How such a file begins.
pub const MAGIC: &[u8] = b"urto = \"run/1\"\n";
/// How such files of any version begin.
const ANY: &[u8] = b"urto = \"run/";
/// Largest chunk, unpacked \[bytes\], and the largest sum of them.
const LARGEST: usize = 256 << 20;
const LARGEST_SUM: usize = 2 << 30;
/// How hard chunks are packed, from 0 to 10.
const PACKING: u8 = 4;
/// Letter, two lengths and fingerprint.
const HEAD: usize = 1 + 4 + 4 + 8;
/// Longest run \[steps\], and shortest and longest step \[s\].
const MOST_STEPS: u64 = u32::MAX as u64;

/// Whether bytes begin like a run.
pub fn is_run(bytes: &[u8]) -> bool {
    bytes.starts_with(ANY)
}

/// A run that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// Another file, or another version of it.
    #[error(
        "it does not begin as a run does (urto = \"run/1\"); make it anew with 'urto simulate'"
    )]
    Kind,
    /// It was damaged.
    #[error("it is damaged at byte {0}; make it anew with 'urto simulate'")]
    Damaged(usize),
    /// What it says cannot be.
    #[error("it says what cannot be ({0}); make it anew with 'urto simulate'")]
    Wrong(&'static str),
    /// More than is read.
    #[error("it is larger than a run may be (2 GiB unpacked); make the scene shorter")]
    Large,
}

/// New tracks, entries with the number of their track, and frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// New tracks: bodies, and on which it is heard.
    pub tracks: Vec<([u32; 2], Side)>,
    /// Entries with the number of their track, in order of time.
    pub entries: Vec<(u32, Entry)>,
    /// Frames.
    pub frames: Vec<Frame>,
}

impl Block {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.tracks.is_empty() && self.entries.is_empty() && self.frames.is_empty()
    }
}

/// A part of the file.
pub enum Chunk<'a> {
    /// What the host says of the scene.
    Head(&'a [u8]),
    /// A part of the run.
    Block(&'a Block),
    /// What is needed to go on from step N.
    Checkpoint(&'a [u8]),
    /// How bodies were at the end.
    Last(&'a [u8]),
    /// The end.
    End {
        /// Length of a step \[s\].
        step: f64,
        /// Steps in all.
        steps: u32,
        /// What it took.
        summary: &'a Summary,
    },
}

/// Writes a run, chunk by chunk.
pub struct Writer<W: Write> {
    out: W,
    /// The last numbers of each track.
    last: Vec<[u32; NUMBERS]>,
}

impl Writer<Vec<u8>> {
    /// Memory takes what is written.
    fn append(&mut self, chunk: Chunk) {
        let bytes = self.bytes(chunk);
        self.out.extend(bytes);
    }
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    pub fn new(mut out: W) -> std::io::Result<Self> {
        out.write_all(MAGIC)?;
        Ok(Self {
            out,
            last: Vec::new(),
        })
    }

    /// Goes on with a file whose blocks were read.
    pub fn again(out: W, run: &Run) -> Self {
        let bits = |own: &super::Track| {
            let last = own.entries.last().map(Entry::numbers);
            last.map_or([0; NUMBERS], |own| own.map(f32::to_bits))
        };
        Self {
            out,
            last: run.tracks.iter().map(bits).collect(),
        }
    }

    /// Writes a chunk.
    pub fn write(&mut self, chunk: Chunk) -> std::io::Result<()> {
        let bytes = self.bytes(chunk);
        self.out.write_all(&bytes)
    }

    /// A chunk as bytes.
    fn bytes(&mut self, chunk: Chunk) -> Vec<u8> {
        let (letter, bytes) = match chunk {
            Chunk::Head(bytes) => (b'H', bytes.to_vec()),
            Chunk::Block(block) => (b'B', self.block(block)),
            Chunk::Checkpoint(bytes) => (b'C', bytes.to_vec()),
            Chunk::Last(bytes) => (b'E', bytes.to_vec()),
            Chunk::End {
                step,
                steps,
                summary,
            } => (b'Z', end(step, steps, summary)),
        };
        let packed = compress_to_vec_zlib(&bytes, PACKING);
        let mut head = vec![letter];
        head.extend((packed.len() as u32).to_le_bytes());
        head.extend((bytes.len() as u32).to_le_bytes());
        head.extend(fingerprint(&[&head, &packed]).to_le_bytes());
        head.extend(packed);
        head
    }

    /// Writes what is still in memory, and gives back where it wrote to.
    pub fn finish(mut self) -> std::io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    /// Writes what is still in memory.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    fn block(&mut self, block: &Block) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(&mut bytes, block.tracks.len());
        for ([a, b], side) in &block.tracks {
            for own in [*a, *b, side.number()] {
                bytes.extend(own.to_le_bytes());
            }
        }
        self.last
            .resize(self.last.len() + block.tracks.len(), [0; NUMBERS]);
        put(&mut bytes, block.entries.len());
        for (track, _) in &block.entries {
            bytes.extend(track.to_le_bytes());
        }
        let mut before = 0u32;
        for (_, entry) in &block.entries {
            bytes.extend(entry.at.wrapping_sub(before).to_le_bytes());
            before = entry.at;
        }
        let mut rows = Vec::with_capacity(block.entries.len());
        for (track, entry) in &block.entries {
            let own = entry.numbers().map(f32::to_bits);
            let last = &mut self.last[*track as usize];
            rows.push(core::array::from_fn::<u32, NUMBERS, _>(|n| {
                own[n] ^ last[n]
            }));
            *last = own;
        }
        for number in 0..NUMBERS {
            for byte in 0..4 {
                bytes.extend(rows.iter().map(|row| (row[number] >> (8 * byte)) as u8));
            }
        }
        put(&mut bytes, block.frames.len());
        for frame in &block.frames {
            bytes.extend(frame.at.to_le_bytes());
            put(&mut bytes, frame.poses.len());
            for own in frame.poses.as_flattened() {
                bytes.extend(own.to_le_bytes());
            }
        }
        bytes
    }
}

/// Entries of one block of a finished file: some 16 MB before they are packed.
const IN_A_BLOCK: usize = 200_000;

impl Run {
    /// A finished file, the same for the same run however it was made. `head` is what the host says of
    /// the scene.
    pub fn to_bytes(&self, head: &[u8]) -> Vec<u8> {
        let mut writer = Writer {
            out: MAGIC.to_vec(),
            last: Vec::new(),
        };
        writer.append(Chunk::Head(head));
        let mut block = Block::default();
        for (n, track) in self.tracks.iter().enumerate() {
            block.tracks.push((track.bodies, track.side));
            for own in &track.entries {
                block.entries.push((n as u32, *own));
                if block.entries.len() == IN_A_BLOCK {
                    writer.append(Chunk::Block(&core::mem::take(&mut block)));
                }
            }
        }
        block.frames.clone_from(&self.frames);
        writer.append(Chunk::Block(&block));
        self.finish(writer)
    }

    /// Its end alone, with which another scene can begin.
    pub fn end_to_bytes(&self) -> Vec<u8> {
        self.finish(Writer {
            out: MAGIC.to_vec(),
            last: Vec::new(),
        })
    }

    fn finish(&self, mut writer: Writer<Vec<u8>>) -> Vec<u8> {
        if !self.end.is_empty() {
            writer.append(Chunk::Last(&self.end));
        }
        writer.append(Chunk::End {
            step: self.step,
            steps: self.steps,
            summary: &self.summary,
        });
        writer.out
    }
}

fn put(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend((count as u32).to_le_bytes());
}

fn end(step: f64, steps: u32, own: &Summary) -> Vec<u8> {
    let mut bytes = step.to_le_bytes().to_vec();
    bytes.extend(steps.to_le_bytes());
    let mut all = own.statistics;
    let [a, b] = all.above;
    for count in [all.steps, all.problems, a, b, all.last_resorts, own.mended] {
        bytes.extend(count.to_le_bytes());
    }
    for value in own.energy.into_iter().chain([all.given]) {
        bytes.extend(value.to_le_bytes());
    }
    // Later than the rest: runs end before it that are older.
    for count in all.counts() {
        bytes.extend(count.to_le_bytes());
    }
    for value in [all.worst, all.overlap] {
        bytes.extend(value.to_le_bytes());
    }
    bytes
}

/// FNV-1a: against mistakes, not against malice.
fn fingerprint(parts: &[&[u8]]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    parts.iter().copied().flatten().fold(start, mix)
}

/// What a file held, as far as it went.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    /// What the host said of the scene.
    pub head: Vec<u8>,
    /// What happened.
    pub run: Run,
    /// The last checkpoint, and how many bytes of the file and which run led up to it.
    pub checkpoint: Option<(Vec<u8>, usize)>,
}

impl Reader {
    /// Reads a run. One that was cut off (`Run::whole` tells) is read up to its last whole chunk;
    /// with `to_checkpoint`, up to its last checkpoint, from where a simulation can go on.
    pub fn read(bytes: &[u8], to_checkpoint: bool) -> Result<Self, RunError> {
        if !bytes.starts_with(MAGIC) {
            return Err(RunError::Kind);
        }
        let chunks = chunks(bytes)?;
        let checkpoint = chunks.iter().rposition(|own| own.letter == b'C');
        let until = match (to_checkpoint, checkpoint) {
            (true, Some(last)) => last + 1,
            (true, None) => 0,
            (false, _) => chunks.len(),
        };
        let mut own = Self::default();
        let mut last: Vec<[u32; NUMBERS]> = Vec::new();
        let mut left = LARGEST_SUM;
        for chunk in &chunks[..until] {
            // Of checkpoints only the last is of use.
            let is_last = |n: usize| core::ptr::eq(chunk, &chunks[n]);
            if chunk.letter == b'C' && !checkpoint.is_some_and(is_last) {
                continue;
            }
            left = left.checked_sub(chunk.length).ok_or(RunError::Large)?;
            let damaged = RunError::Damaged(chunk.start);
            let bytes = decompress_to_vec_zlib_with_limit(chunk.packed, chunk.length);
            let bytes = bytes.map_err(|_| damaged.clone())?;
            match chunk.letter {
                b'H' => own.head = bytes,
                b'B' => {
                    let block = read_block(&bytes, &mut last).ok_or(damaged)?;
                    if !own.run.add(block) {
                        return Err(RunError::Wrong("entries out of order"));
                    }
                }
                b'C' => own.checkpoint = Some((bytes, chunk.end)),
                b'E' => own.run.end = bytes,
                b'Z' => own.end(&bytes).ok_or(damaged)?,
                // Of a later version.
                _ => {}
            }
        }
        own.check()?;
        Ok(own)
    }

    fn end(&mut self, bytes: &[u8]) -> Option<()> {
        let mut rest = bytes;
        let run = &mut self.run;
        run.step = f64::from_le_bytes(next(&mut rest)?);
        run.steps = u32::from_le_bytes(next(&mut rest)?);
        let mut count = || Some(u64::from_le_bytes(next(&mut rest)?));
        let own = &mut run.summary;
        let all = &mut own.statistics;
        all.steps = count()?;
        all.problems = count()?;
        all.above = [count()?, count()?];
        all.last_resorts = count()?;
        own.mended = count()?;
        let value = |rest: &mut &[u8]| Some(f64::from_le_bytes(next(rest)?));
        for energy in &mut own.energy {
            *energy = value(&mut rest)?;
        }
        all.given = value(&mut rest)?;
        if !rest.is_empty() {
            for count in all.counts() {
                *count = u64::from_le_bytes(next(&mut rest)?);
            }
            all.worst = value(&mut rest)?;
            all.overlap = value(&mut rest)?;
        }
        run.whole = true;
        Some(())
    }

    fn check(&self) -> Result<(), RunError> {
        let run = &self.run;
        if run.whole && !(1e-7..=0.1).contains(&run.step) {
            return Err(RunError::Wrong("a step of no usual length"));
        }
        if u64::from(run.steps) > MOST_STEPS {
            return Err(RunError::Wrong("too many steps"));
        }
        let entries = run.tracks.iter().flat_map(|own| &own.entries);
        let mut numbers = entries.flat_map(Entry::numbers);
        if numbers.any(|own| !own.is_finite() || own.abs() > 1e9) {
            return Err(RunError::Wrong("numbers that are none"));
        }
        let poses = run.frames.iter().flat_map(|own| own.poses.as_flattened());
        if poses.clone().any(|own| !own.is_finite() || own.abs() > 1e9) {
            return Err(RunError::Wrong("poses that are none"));
        }
        Ok(())
    }
}

/// Where a chunk lies.
struct Found<'a> {
    letter: u8,
    packed: &'a [u8],
    length: usize,
    start: usize,
    end: usize,
}

/// All chunks up to the first that is cut off; damage inside is refused.
fn chunks(bytes: &[u8]) -> Result<Vec<Found<'_>>, RunError> {
    let mut all = Vec::new();
    let mut at = MAGIC.len();
    while let Some((head, rest)) = bytes[at..].split_at_checked(HEAD) {
        let mut fields = &head[1..];
        let Some((packed, length, print)) = fields_of(&mut fields) else {
            break;
        };
        let Some(packed) = rest.get(..packed) else {
            break;
        };
        if length > LARGEST {
            return Err(RunError::Large);
        }
        if fingerprint(&[&head[..HEAD - 8], packed]) != print {
            return Err(RunError::Damaged(at));
        }
        let end = at + HEAD + packed.len();
        all.push(Found {
            letter: head[0],
            packed,
            length,
            start: at,
            end,
        });
        at = end;
    }
    Ok(all)
}

fn fields_of(rest: &mut &[u8]) -> Option<(usize, usize, u64)> {
    Some((
        u32::from_le_bytes(next(rest)?) as usize,
        u32::from_le_bytes(next(rest)?) as usize,
        u64::from_le_bytes(next(rest)?),
    ))
}

fn next<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*first)
}

fn read_block(bytes: &[u8], last: &mut Vec<[u32; NUMBERS]>) -> Option<Block> {
    let mut rest = bytes;
    let count = |rest: &mut &[u8], size: usize| {
        let count = u32::from_le_bytes(next(rest)?) as usize;
        // Nothing is made room for that the bytes do not hold.
        (count.checked_mul(size)? <= rest.len()).then_some(count)
    };
    let number = |rest: &mut &[u8]| Some(u32::from_le_bytes(next(rest)?));
    let mut block = Block::default();
    for _ in 0..count(&mut rest, 12)? {
        let bodies = [number(&mut rest)?, number(&mut rest)?];
        block.tracks.push((bodies, Side::of(number(&mut rest)?)?));
    }
    last.resize(last.len() + block.tracks.len(), [0; NUMBERS]);
    let entries = count(&mut rest, 8 + 4 * NUMBERS)?;
    let mut tracks = Vec::with_capacity(entries);
    for _ in 0..entries {
        tracks.push(number(&mut rest)?);
    }
    let mut steps = Vec::with_capacity(entries);
    let mut before = 0u32;
    for _ in 0..entries {
        before = before.wrapping_add(number(&mut rest)?);
        steps.push(before);
    }
    let (planes, after) = rest.split_at_checked(4 * NUMBERS * entries)?;
    rest = after;
    for (n, (track, at)) in tracks.into_iter().zip(steps).enumerate() {
        let last = last.get_mut(track as usize)?;
        for (number, last) in last.iter_mut().enumerate() {
            let byte = |k: usize| u32::from(planes[(4 * number + k) * entries + n]) << (8 * k);
            *last ^= byte(0) | byte(1) | byte(2) | byte(3);
        }
        block
            .entries
            .push((track, Entry::of(at, &last.map(f32::from_bits))));
    }
    for _ in 0..count(&mut rest, 8)? {
        let at = number(&mut rest)?;
        let mut poses = Vec::new();
        for _ in 0..count(&mut rest, 28)? {
            let mut own = [0.0; 7];
            for value in &mut own {
                *value = f32::from_le_bytes(next(&mut rest)?);
            }
            poses.push(own);
        }
        block.frames.push(Frame { at, poses });
    }
    Some(block)
}
