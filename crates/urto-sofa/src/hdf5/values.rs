//! Types and sizes of values, and values themselves.

use super::bytes::{Bytes, count};
use super::object::until_nul;
use super::{File, heap};
use crate::SofaError;

/// Most dimensions that HDF5 has.
const MOST_DIMENSIONS: usize = 32;
/// Most numbers of an attribute: it is a place or a rate. Thousands of attributes may lie over each other.
const MOST_NUMBERS: u64 = 64;

/// How numbers or texts are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Datatype {
    Float {
        size: usize,
        big: bool,
    },
    Integer {
        size: usize,
        big: bool,
        signed: bool,
    },
    Text {
        size: usize,
    },
    /// In the global heap.
    LongText,
}

/// What an attribute says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Datum {
    Text(String),
    Numbers(Vec<f64>),
}

impl Datatype {
    pub fn read(mut at: Bytes) -> Result<Self, SofaError> {
        let class = at.byte()? & 15;
        let bits = at.number(3)?;
        let size = count(at.word()?.into())?;
        let big = bits & 1 != 0;
        Ok(match class {
            0 if matches!(size, 1 | 2 | 4 | 8) => Self::Integer {
                size,
                big,
                signed: bits & 8 != 0,
            },
            // Of 32 and 64 bits as IEEE 754 has them: the exponent's place and size say so.
            1 if matches!(size, 4 | 8) && bits & 0x40 == 0 => {
                at.skip(4)?;
                let [place, exponent] = [at.byte()?, at.byte()?];
                if (size, place, exponent) != (4, 23, 8) && (size, place, exponent) != (8, 52, 11) {
                    return Err(SofaError::Unsupported("numbers of an unusual form"));
                }
                Self::Float { size, big }
            }
            3 if size > 0 => Self::Text { size },
            9 if bits & 15 == 1 => Self::LongText,
            _ => return Err(SofaError::Unsupported("values of an unusual type")),
        })
    }

    /// Bytes of a value.
    pub fn size(&self, file: &File) -> usize {
        match self {
            Self::Float { size, .. } | Self::Integer { size, .. } | Self::Text { size } => *size,
            Self::LongText => 8 + usize::from(file.offsets),
        }
    }

    /// A number, from exactly its bytes.
    pub fn number(&self, own: &[u8]) -> f64 {
        let mut all = [0; 8];
        let size = own.len().min(8);
        all[..size].copy_from_slice(&own[..size]);
        let (Self::Float { big, .. } | Self::Integer { big, .. }) = self else {
            return f64::NAN;
        };
        if *big {
            all[..size].reverse();
        }
        let bits = u64::from_le_bytes(all);
        match self {
            Self::Float { size: 4, .. } => f64::from(f32::from_bits(bits as u32)),
            Self::Float { .. } => f64::from_bits(bits),
            Self::Integer { signed: true, .. } => {
                let above = 64 - 8 * size as u32;
                ((bits << above) as i64 >> above) as f64
            }
            _ => bits as f64,
        }
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Self::Float { .. } | Self::Integer { .. })
    }

    /// The value of an attribute; none if it is not of a sort that is needed.
    pub fn datum(
        &self,
        file: &File,
        extents: &[u64],
        mut at: Bytes,
    ) -> Result<Option<Datum>, SofaError> {
        let values = extents
            .iter()
            .try_fold(1_u64, |all, own| all.checked_mul(*own));
        let values = values.filter(|own| *own <= MOST_NUMBERS).unwrap_or(0);
        if values == 0 {
            return Ok(None);
        }
        Ok(match self {
            Self::Text { size } => Some(Datum::Text(until_nul(at.take(*size)?))),
            Self::LongText => {
                let length = count(at.word()?.into())?;
                let (address, number) = (at.offset()?, at.word()?);
                if length == 0 {
                    return Ok(Some(Datum::Text(String::new())));
                }
                let bytes = heap::global(file, address, number)?;
                let text = bytes.get(..length).ok_or(SofaError::Damaged("a text"))?;
                Some(Datum::Text(until_nul(text)))
            }
            _ => {
                let size = self.size(file);
                let bytes = at.take(count(values)?.saturating_mul(size))?;
                let numbers = bytes.chunks_exact(size).map(|own| self.number(own));
                Some(Datum::Numbers(numbers.collect()))
            }
        })
    }
}

/// How many values there are along each dimension; none of them for a single value.
pub(super) fn extents(mut at: Bytes) -> Result<Vec<u64>, SofaError> {
    let (version, rank) = (at.byte()?, usize::from(at.byte()?));
    at.byte()?;
    match version {
        1 => at.skip(5)?,
        2 => {
            // Neither one value nor several: none at all.
            if at.byte()? == 2 {
                return Ok(vec![0]);
            }
        }
        _ => return Err(SofaError::Damaged("the size of a variable")),
    }
    if rank > MOST_DIMENSIONS {
        return Err(SofaError::Damaged("the size of a variable"));
    }
    (0..rank).map(|_| at.length()).collect()
}
