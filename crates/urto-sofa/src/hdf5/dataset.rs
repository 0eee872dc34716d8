//! Datasets: numbers in rows.

use super::bytes::{NOWHERE, count};
use super::chunks::{self, Chunked};
use super::filter::filters;
use super::object::{DATASPACE, DATATYPE, FILTERS, LAYOUT, Object};
use super::values::{Datatype, extents};
use crate::{MOST_VALUES, SofaError};

/// Packed bytes become at most so many times as many: what deflate can do (RFC 1951: 258 bytes in two bits).
const MOST_PACKED: usize = 1032;

/// Numbers, and how many along each dimension.
#[derive(Debug)]
pub(crate) struct Dataset {
    pub extents: Vec<usize>,
    pub numbers: Vec<f64>,
}

impl Dataset {
    /// How many numbers an object has along each dimension, without reading them; none where it is no
    /// dataset.
    pub fn extents(object: &Object) -> Result<Option<Vec<usize>>, SofaError> {
        let space = object.message(DATASPACE)?;
        let sizes = space.map(|own| extents(own)?.into_iter().map(count).collect());
        sizes.transpose()
    }

    /// Reads all numbers of an object that is one; none where they are of a type that is no number.
    pub fn read(object: &Object) -> Result<Option<Self>, SofaError> {
        let file = object.file();
        let (Some(space), Some(datatype), Some(mut layout)) = (
            object.message(DATASPACE)?,
            object.message(DATATYPE)?,
            object.message(LAYOUT)?,
        ) else {
            return Ok(None);
        };
        let datatype = Datatype::read(datatype)?;
        if !datatype.is_number() {
            return Ok(None);
        }
        let size = datatype.size(file);
        let extents: Vec<usize> = extents(space)?
            .into_iter()
            .map(count)
            .collect::<Result<_, _>>()?;
        let values = extents
            .iter()
            .try_fold(1_usize, |all, own| all.checked_mul(*own));
        let values = values.filter(|own| *own <= MOST_VALUES);
        let values = values.ok_or(SofaError::TooLarge)?;
        let version = layout.byte()?;
        if !matches!(version, 3..=5) {
            return Err(SofaError::Unsupported(
                "a layout of HDF5 before 1.6 or after 2.0",
            ));
        }
        let decoded = |bytes: &[u8]| {
            let numbers = bytes.chunks_exact(size).map(|own| datatype.number(own));
            numbers.collect::<Vec<f64>>()
        };
        let numbers = match layout.byte()? {
            0 => {
                let bytes = usize::from(layout.short()?);
                let mut bytes = layout.part(bytes)?;
                decoded(bytes.take(values * size)?)
            }
            1 => match layout.offset()? {
                // Nothing was ever written.
                NOWHERE if values * size <= file.bytes.len() => vec![0.0; values],
                NOWHERE => return Err(SofaError::Damaged("a variable without values")),
                address => decoded(file.at(address)?.take(values * size)?),
            },
            2 => {
                if values * size > file.bytes.len().saturating_mul(MOST_PACKED) {
                    return Err(SofaError::Damaged("the size of a variable"));
                }
                let filters = match object.message(FILTERS)? {
                    Some(own) => filters(own, size)?,
                    None => Vec::new(),
                };
                let chunked = Chunked::read(version, layout, &extents, size, filters)?;
                let mut numbers = vec![0.0; values];
                chunks::read(file, &chunked, |from, bytes| {
                    chunked.spread(&extents, from, bytes, &mut numbers, |own| {
                        datatype.number(own)
                    });
                })?;
                numbers
            }
            _ => return Err(SofaError::Unsupported("a virtual dataset")),
        };
        Ok(Some(Self { extents, numbers }))
    }
}
