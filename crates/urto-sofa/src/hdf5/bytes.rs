//! Numbers that are read one after the other.

use crate::SofaError;

/// An address that says that there is nothing.
pub(super) const NOWHERE: u64 = u64::MAX;

/// What is left to read.
#[derive(Clone)]
pub(super) struct Bytes<'a> {
    rest: &'a [u8],
    offsets: u8,
    lengths: u8,
}

impl<'a> Bytes<'a> {
    pub fn new(rest: &'a [u8], offsets: u8, lengths: u8) -> Self {
        Self {
            rest,
            offsets,
            lengths,
        }
    }

    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub fn len(&self) -> usize {
        self.rest.len()
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], SofaError> {
        let (first, rest) = self
            .rest
            .split_at_checked(count)
            .ok_or(SofaError::Truncated)?;
        self.rest = rest;
        Ok(first)
    }

    /// The next so many, to be read on their own.
    pub fn part(&mut self, count: usize) -> Result<Self, SofaError> {
        let rest = self.take(count)?;
        Ok(Self { rest, ..*self })
    }

    pub fn skip(&mut self, count: usize) -> Result<(), SofaError> {
        self.take(count).map(drop)
    }

    pub fn byte(&mut self) -> Result<u8, SofaError> {
        Ok(self.take(1)?[0])
    }

    /// A number of so many bytes, at most 8, little endian.
    pub fn number(&mut self, bytes: usize) -> Result<u64, SofaError> {
        let own = self.take(bytes)?;
        let mut all = [0; 8];
        let room = all.get_mut(..bytes);
        room.ok_or(SofaError::Damaged("the size of a number"))?
            .copy_from_slice(own);
        Ok(u64::from_le_bytes(all))
    }

    pub fn short(&mut self) -> Result<u16, SofaError> {
        self.number(2).map(|own| own as u16)
    }

    pub fn word(&mut self) -> Result<u32, SofaError> {
        self.number(4).map(|own| own as u32)
    }

    /// An address; [`NOWHERE`] if all of its bits are set.
    pub fn offset(&mut self) -> Result<u64, SofaError> {
        let own = self.number(self.offsets.into())?;
        let all = u64::MAX >> (64 - 8 * u32::from(self.offsets));
        Ok(if own == all { NOWHERE } else { own })
    }

    pub fn length(&mut self) -> Result<u64, SofaError> {
        self.number(self.lengths.into())
    }

    /// How many bytes an address has.
    pub fn offset_bytes(&self) -> usize {
        self.offsets.into()
    }
}

/// A count that fits this machine.
pub(super) fn count(own: u64) -> Result<usize, SofaError> {
    usize::try_from(own).map_err(|_| SofaError::Damaged("a size"))
}
