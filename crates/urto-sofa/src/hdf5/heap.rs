//! Heaps: the fractal one of dense groups, and the global one of texts.

use super::File;
use super::bytes::{Bytes, NOWHERE, count};
use crate::SofaError;

/// How deep indirect blocks lie in each other, at most.
const DEEPEST: u8 = 4;

/// A heap of blocks that grow by powers of two.
pub(super) struct FractalHeap {
    /// Bytes of a place in it, and of an object's length.
    place_bytes: usize,
    length_bytes: usize,
    width: u64,
    first: u64,
    largest: u64,
    root: u64,
    /// Rows of the root, if it is an indirect block.
    rows: u64,
}

impl FractalHeap {
    pub fn read(file: &File, address: u64) -> Result<Self, SofaError> {
        let mut at = file.block(address, b"FRHP")?;
        at.skip(3)?;
        let filters = at.short()?;
        at.byte()?;
        if filters != 0 {
            return Err(SofaError::Unsupported("names that are packed"));
        }
        let largest_object = u64::from(at.word()?);
        // Huge objects, free space, and counts: not needed to find what an index names.
        at.length()?;
        at.offset()?;
        at.length()?;
        at.offset()?;
        for _ in 0..8 {
            at.length()?;
        }
        let width = u64::from(at.short()?);
        let (first, largest) = (at.length()?, at.length()?);
        let bits = at.short()?;
        at.short()?;
        let (root, rows) = (at.offset()?, u64::from(at.short()?));
        let power = |own: u64| own.is_power_of_two() && own <= 1 << 32;
        if !power(first) || !power(largest) || largest < first || width == 0 || bits > 64 {
            return Err(SofaError::Damaged("a heap"));
        }
        let bytes = |most: u64| most.checked_ilog2().map_or(1, |own| own as usize / 8 + 1);
        Ok(Self {
            place_bytes: usize::from(bits).div_ceil(8),
            length_bytes: (largest.ilog2() as usize)
                .div_ceil(8)
                .min(bytes(largest_object)),
            width,
            first,
            largest,
            root,
            rows,
        })
    }

    /// The object of which this tells the place; none if it lies outside its blocks.
    pub fn object<'a>(
        &self,
        file: &File<'a>,
        mut id: Bytes<'a>,
    ) -> Result<Option<Bytes<'a>>, SofaError> {
        let kind = id.byte()?;
        match kind >> 4 & 3 {
            0 => {}
            // A tiny one stands in the place itself.
            2 => return id.part(usize::from(kind & 15) + 1).map(Some),
            _ => return Ok(None),
        }
        let (place, length) = (id.number(self.place_bytes)?, id.number(self.length_bytes)?);
        let (block, size, within) = self.block(file, place)?;
        if within.saturating_add(length) > size {
            return Err(SofaError::Damaged("a heap"));
        }
        // Letters are looked at each time, but one block is one visit for all of its objects.
        let mut at = file.block(block, b"FHDB")?;
        // The place counts from the letters on.
        at.skip(
            count(within)?
                .checked_sub(4)
                .ok_or(SofaError::Damaged("a heap"))?,
        )?;
        at.part(count(length)?).map(Some)
    }

    /// The block of a place in the heap: its address, its size, and the place within.
    fn block(&self, file: &File, mut place: u64) -> Result<(u64, u64, u64), SofaError> {
        if self.rows == 0 {
            return Ok((self.root, self.first, place));
        }
        let damaged = SofaError::Damaged("a heap");
        // Rows of blocks that are direct.
        let direct = u64::from(self.largest.ilog2() - self.first.ilog2()) + 2;
        let (mut node, mut rows) = (self.root, self.rows);
        for _ in 0..DEEPEST {
            let mut at = file.block(node, b"FHIB")?;
            // Its version, the heap's address, its own place.
            at.skip(1)?;
            at.offset()?;
            at.skip(self.place_bytes)?;
            let mut row = 0;
            let size = loop {
                if row >= rows {
                    return Err(damaged);
                }
                let size = self.first.checked_shl(row.saturating_sub(1) as u32);
                let size = size.filter(|own| *own >> row.saturating_sub(1) == self.first);
                let size = size.ok_or(SofaError::Damaged("a heap"))?;
                let all = size.checked_mul(self.width);
                match all {
                    Some(all) if place >= all => place -= all,
                    _ => break size,
                }
                row += 1;
            };
            let column = place / size;
            place %= size;
            // Direct children come first; without filters all pointers are alike.
            let entry = count(row * self.width + column)?;
            at.skip(entry.saturating_mul(at.offset_bytes()))?;
            node = at.offset()?;
            if node == NOWHERE {
                return Err(damaged);
            }
            if row < direct {
                return Ok((node, size, place));
            }
            // An indirect block has as many rows as fill its size.
            rows = u64::from((size / self.first / self.width).max(1).ilog2()) + 1;
        }
        Err(damaged)
    }
}

/// Text in the global heap, by the address of its collection and its number there.
pub(super) fn global<'a>(
    file: &File<'a>,
    address: u64,
    number: u32,
) -> Result<&'a [u8], SofaError> {
    let mut at = file.block(address, b"GCOL")?;
    at.skip(4)?;
    let size = count(at.length()?)?;
    let head = 8 + usize::from(file.lengths);
    let mut at = at.part(size.saturating_sub(head))?;
    while at.len() >= 8 {
        file.count()?;
        let own = at.short()?;
        at.skip(6)?;
        let length = count(at.length()?)?;
        if own == 0 {
            break;
        }
        let bytes = at.take(length)?;
        if u32::from(own) == number {
            return Ok(bytes);
        }
        let padding = length.next_multiple_of(8) - length;
        at.skip(padding.min(at.len()))?;
    }
    Err(SofaError::Damaged("a text"))
}
