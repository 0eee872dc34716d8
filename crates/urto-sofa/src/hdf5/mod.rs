//! The part of HDF5 that SOFA files use, read from bytes.
//!
//! Law:    superblocks 0 to 3; object headers 1 and 2 with continuations; groups as symbol tables and
//!         as links, compact and dense; datasets compact, contiguous and in chunks, found by B-tree 1,
//!         a single address, an implicit row or a fixed array; filters deflate, shuffle and fletcher32;
//!         numbers of 8 to 64 bits, strings of fixed and of variable length.
//! Limits: only the root group and what hangs in it. Checksums of metadata are not looked at: every
//!         offset, count and size is checked instead, no block leads anywhere twice without counting
//!         against [`MOST_BLOCKS`], and no more is unpacked than [`MOST_UNPACKED`].
//! Refs:   HDF5 File Format Specification version 3.0 (The HDF Group).

mod bytes;
mod chunks;
mod dataset;
mod filter;
mod heap;
mod object;
mod tree;
mod values;

pub(crate) use dataset::Dataset;
pub(crate) use object::{Attribute, Object};
pub(crate) use values::Datum;

use crate::SofaError;
use bytes::Bytes;
use core::cell::Cell;

/// What every HDF5 file begins with.
const SIGNATURE: &[u8] = b"\x89HDF\r\n\x1a\n";
/// Most blocks of metadata and chunks that are visited: four for each of 65,536 directions.
const MOST_BLOCKS: u32 = 1 << 18;
/// Most bytes that filters give, of all datasets together: twice what responses may take as doubles.
const MOST_UNPACKED: usize = 256 << 20;

/// Whether bytes begin as an HDF5 file does. (A file may begin with other data; those of SOFA do not.)
pub(crate) fn is_hdf5(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// A file that is being read.
pub(crate) struct File<'a> {
    bytes: &'a [u8],
    /// Where addresses count from.
    base: u64,
    /// Bytes of an address, and of a length.
    offsets: u8,
    lengths: u8,
    root: u64,
    blocks: Cell<u32>,
    unpacked: Cell<usize>,
}

impl<'a> File<'a> {
    /// Reads the first block.
    pub fn open(bytes: &'a [u8]) -> Result<Self, SofaError> {
        if !is_hdf5(bytes) {
            return Err(SofaError::NotHdf5);
        }
        let mut file = Self {
            bytes,
            base: 0,
            offsets: 8,
            lengths: 8,
            root: 0,
            blocks: Cell::new(0),
            unpacked: Cell::new(0),
        };
        let mut at = file.at(SIGNATURE.len() as u64)?;
        let version = at.byte()?;
        let end = match version {
            0 | 1 => {
                at.skip(4)?;
                (file.offsets, file.lengths) = (at.byte()?, at.byte()?);
                // A reserved byte, two sizes of nodes, flags; in version 1 another size.
                at.skip(if version == 0 { 9 } else { 13 })?;
                file.check_sizes()?;
                let mut at = file.resized(at);
                file.base = at.offset()?;
                at.offset()?;
                let end = at.offset()?;
                at.offset()?;
                // The root's entry: its name, then its header.
                at.offset()?;
                file.root = at.offset()?;
                end
            }
            2 | 3 => {
                (file.offsets, file.lengths) = (at.byte()?, at.byte()?);
                at.byte()?;
                file.check_sizes()?;
                let mut at = file.resized(at);
                file.base = at.offset()?;
                at.offset()?;
                let end = at.offset()?;
                file.root = at.offset()?;
                end
            }
            _ => return Err(SofaError::Unsupported("a later version of HDF5")),
        };
        if end > bytes.len() as u64 {
            return Err(SofaError::Truncated);
        }
        Ok(file)
    }

    fn check_sizes(&self) -> Result<(), SofaError> {
        let fits = |size: u8| matches!(size, 2 | 4 | 8);
        match fits(self.offsets) && fits(self.lengths) {
            true => Ok(()),
            false => Err(SofaError::Damaged("the size of addresses")),
        }
    }

    /// The root group.
    pub fn root(&self) -> Result<Object<'_>, SofaError> {
        Object::read(self, self.root)
    }

    /// Reads on from an address, which costs nothing.
    fn at(&self, address: u64) -> Result<Bytes<'a>, SofaError> {
        let place = self.base.checked_add(address);
        let place = place.and_then(|own| usize::try_from(own).ok());
        let rest = place.and_then(|own| self.bytes.get(own..));
        Ok(self.within(rest.ok_or(SofaError::Truncated)?))
    }

    /// A block of metadata that begins with four letters; counted, so that none leads in circles.
    fn block(&self, address: u64, letters: &[u8; 4]) -> Result<Bytes<'a>, SofaError> {
        self.count()?;
        let mut at = self.at(address)?;
        match at.take(4)? == letters {
            true => Ok(at),
            false => Err(SofaError::Damaged("a block is not where it should be")),
        }
    }

    /// One more block is visited.
    fn count(&self) -> Result<(), SofaError> {
        let now = self.blocks.get() + 1;
        self.blocks.set(now);
        match now <= MOST_BLOCKS {
            true => Ok(()),
            false => Err(SofaError::Damaged("its blocks lead in circles")),
        }
    }

    /// So many bytes more come out of filters.
    fn unpack(&self, bytes: usize) -> Result<(), SofaError> {
        let now = self.unpacked.get().saturating_add(bytes);
        self.unpacked.set(now);
        match now <= MOST_UNPACKED {
            true => Ok(()),
            false => Err(SofaError::TooLarge),
        }
    }

    /// Reads bytes that were taken out of it.
    fn within<'b>(&self, rest: &'b [u8]) -> Bytes<'b> {
        Bytes::new(rest, self.offsets, self.lengths)
    }

    fn resized<'b>(&self, at: Bytes<'b>) -> Bytes<'b> {
        self.within(at.rest())
    }
}
