//! Datasets in chunks: which there are, and where their numbers belong.

use super::bytes::{Bytes, NOWHERE, count};
use super::filter::{Filter, undone};
use super::{File, tree};
use crate::{LARGEST_SOFA, SofaError};

/// Largest chunk, unpacked \[bytes\]: two of them are held at once while bytes are sorted back.
const LARGEST_CHUNK: usize = LARGEST_SOFA;

/// How chunks are found.
enum Index {
    /// By a tree of the first version.
    Tree(u64),
    /// There is one, with so many bytes where it is filtered, and the filters left out.
    Single(u64, Option<(u64, u32)>),
    /// One behind the other.
    Implicit(u64),
    /// By an array of addresses.
    FixedArray(u64),
}

/// A dataset in chunks.
pub(super) struct Chunked {
    index: Index,
    /// How many values a chunk has along each dimension.
    chunk: Vec<usize>,
    /// How many chunks there are along each.
    counts: Vec<usize>,
    size: usize,
    filters: Vec<Filter>,
}

impl Chunked {
    /// Reads the rest of a layout of version 3, 4 or 5.
    pub fn read(
        version: u8,
        mut at: Bytes,
        extents: &[usize],
        size: usize,
        filters: Vec<Filter>,
    ) -> Result<Self, SofaError> {
        let flags = if version > 3 { at.byte()? } else { 0 };
        let rank = usize::from(at.byte()?);
        if rank != extents.len() + 1 || extents.is_empty() {
            return Err(SofaError::Damaged("the chunks of a variable"));
        }
        let tree = if version == 3 { at.offset()? } else { NOWHERE };
        let bytes = if version == 3 { 4 } else { at.byte()?.into() };
        let mut chunk = Vec::new();
        for _ in extents {
            chunk.push(count(at.number(bytes)?)?);
        }
        at.number(bytes)?;
        let bytes_of_one = chunk
            .iter()
            .try_fold(size, |all, own| all.checked_mul(*own));
        if !bytes_of_one.is_some_and(|own| (1..=LARGEST_CHUNK).contains(&own)) {
            return Err(SofaError::Damaged("the chunks of a variable"));
        }
        let index = match version {
            3 => Index::Tree(tree),
            _ => match at.byte()? {
                1 => {
                    let filtered = match flags & 2 != 0 {
                        true => Some((at.length()?, at.word()?)),
                        false => None,
                    };
                    Index::Single(at.offset()?, filtered)
                }
                2 => Index::Implicit(at.offset()?),
                3 => {
                    at.byte()?;
                    Index::FixedArray(at.offset()?)
                }
                _ => {
                    return Err(SofaError::Unsupported(
                        "variables without a last size (write it with h5repack --high=v18)",
                    ));
                }
            },
        };
        let counts = extents.iter().zip(&chunk);
        Ok(Self {
            index,
            counts: counts.map(|(own, chunk)| own.div_ceil(*chunk)).collect(),
            chunk,
            size,
            filters,
        })
    }

    fn bytes(&self) -> usize {
        self.chunk.iter().product::<usize>() * self.size
    }

    /// Where a chunk begins, by its number along all dimensions, the last the fastest.
    fn place(&self, mut number: usize) -> Vec<usize> {
        let mut from = vec![0; self.counts.len()];
        for (n, count) in self.counts.iter().enumerate().rev() {
            // None at all, where a dataset is empty, is one to count by.
            let count = (*count).max(1);
            from[n] = number % count * self.chunk[n];
            number /= count;
        }
        from
    }

    /// Puts the numbers of a chunk where they belong; those beyond the dataset's end are dropped.
    pub fn spread(
        &self,
        extents: &[usize],
        from: &[usize],
        bytes: &[u8],
        into: &mut [f64],
        number: impl Fn(&[u8]) -> f64,
    ) {
        if from.iter().zip(extents).any(|(own, all)| own >= all) {
            return;
        }
        let row = self.chunk[self.chunk.len() - 1];
        let last = extents.len() - 1;
        let fits = |n: usize| (extents[n] - from[n]).min(self.chunk[n]);
        let wide = fits(last);
        for (line, bytes) in bytes.chunks_exact(row * self.size).enumerate() {
            let (mut rest, mut at, mut step) = (line, 0, extents[last]);
            let mut inside = true;
            for n in (0..last).rev() {
                let own = rest % self.chunk[n];
                rest /= self.chunk[n];
                inside &= own < fits(n);
                // Beyond the end it may be large, and is not used.
                at = (from[n] + own).saturating_mul(step).saturating_add(at);
                step *= extents[n];
            }
            if !inside {
                continue;
            }
            let room = into.get_mut(at + from[last]..at + from[last] + wide);
            let numbers = bytes.chunks_exact(self.size).map(&number);
            for (own, number) in room.into_iter().flatten().zip(numbers) {
                *own = number;
            }
        }
    }
}

/// Reads all chunks, each with the place where it begins.
pub(super) fn read(
    file: &File,
    chunked: &Chunked,
    mut found: impl FnMut(&[usize], &[u8]),
) -> Result<(), SofaError> {
    let wanted = chunked.bytes();
    let mut one = |from: &[usize], address: u64, bytes: usize, skipped: u32| {
        file.count()?;
        if address == NOWHERE {
            return Ok(());
        }
        let mut at = file.at(address)?;
        let own = undone(file, at.take(bytes)?, &chunked.filters, skipped, wanted)?;
        // Chunks may lie over each other in a damaged file: what they give together is bounded too.
        file.unpack(own.len())?;
        found(from, &own);
        Ok(())
    };
    let chunks = chunked
        .counts
        .iter()
        .try_fold(1_usize, |all, own| all.checked_mul(*own));
    let chunks = chunks.ok_or(SofaError::TooLarge)?;
    match chunked.index {
        Index::Tree(root) => {
            let rank = chunked.chunk.len();
            tree::walk_first(file, root, (1, 8 + 8 * (rank + 1)), |address, mut key| {
                let (bytes, skipped) = (key.word()?, key.word()?);
                let from = (0..rank).map(|_| count(key.number(8)?));
                let from: Vec<usize> = from.collect::<Result<_, SofaError>>()?;
                one(&from, address, count(bytes.into())?, skipped)
            })
        }
        Index::Single(address, filtered) => {
            let (bytes, skipped) = filtered.unwrap_or((wanted as u64, 0));
            one(&chunked.place(0), address, count(bytes)?, skipped)
        }
        Index::Implicit(address) => {
            for n in 0..chunks {
                let place = address.saturating_add((n as u64).saturating_mul(wanted as u64));
                one(&chunked.place(n), place, wanted, 0)?;
            }
            Ok(())
        }
        Index::FixedArray(address) => {
            let array = FixedArray::read(file, address)?;
            let mut data = file.block(array.data, b"FADB")?;
            // Its version, whether it is filtered, and the array's address.
            data.skip(2)?;
            data.offset()?;
            for n in 0..chunks.min(count(array.entries)?) {
                let mut entry = data.part(array.entry)?;
                let address = entry.offset()?;
                let (bytes, skipped) = match array.filtered {
                    true => {
                        let bytes = entry.len().saturating_sub(4);
                        (count(entry.number(bytes)?)?, entry.word()?)
                    }
                    false => (wanted, 0),
                };
                one(&chunked.place(n), address, bytes, skipped)?;
            }
            Ok(())
        }
    }
}

/// What says of an array of addresses how it is written.
struct FixedArray {
    filtered: bool,
    entry: usize,
    entries: u64,
    data: u64,
}

impl FixedArray {
    fn read(file: &File, address: u64) -> Result<Self, SofaError> {
        let mut at = file.block(address, b"FAHD")?;
        at.byte()?;
        let filtered = at.byte()? != 0;
        let entry = usize::from(at.byte()?);
        let page = u32::from(at.byte()?);
        let entries = at.length()?;
        // Longer arrays lie in pages.
        if page < 64 && entries > 1 << page {
            return Err(SofaError::Unsupported(
                "arrays of chunks in pages (write it with h5repack --high=v18)",
            ));
        }
        Ok(Self {
            filtered,
            entry,
            entries,
            data: at.offset()?,
        })
    }
}
