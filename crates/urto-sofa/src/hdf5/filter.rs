//! What chunks were sent through when they were written.

use super::File;
use super::bytes::Bytes;
use crate::SofaError;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use std::borrow::Cow;

/// Most filters that HDF5 allows.
const MOST: usize = 32;
/// A checksum's bytes.
const CHECKSUM: usize = 4;

/// A filter of a dataset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Filter {
    Deflate,
    /// Bytes of each value.
    Shuffle(usize),
    Fletcher,
}

/// Reads the list of filters.
pub(super) fn filters(mut at: Bytes, value: usize) -> Result<Vec<Filter>, SofaError> {
    let (version, count) = (at.byte()?, usize::from(at.byte()?));
    if count > MOST || !matches!(version, 1 | 2) {
        return Err(SofaError::Damaged("a list of filters"));
    }
    if version == 1 {
        at.skip(6)?;
    }
    let mut all = Vec::new();
    for _ in 0..count {
        let id = at.short()?;
        let name = match version == 1 || id >= 256 {
            true => usize::from(at.short()?),
            false => 0,
        };
        at.short()?;
        let numbers = usize::from(at.short()?);
        at.skip(if version == 1 {
            name.next_multiple_of(8)
        } else {
            name
        })?;
        let padding = if version == 1 { numbers % 2 } else { 0 };
        let mut numbers = at.part(4 * (numbers + padding))?;
        all.push(match id {
            1 => Filter::Deflate,
            2 => Filter::Shuffle(numbers.word().map_or(value, |own| own as usize)),
            3 => Filter::Fletcher,
            _ => {
                return Err(SofaError::Unsupported(
                    "a filter that is none of deflate, shuffle and fletcher32",
                ));
            }
        });
    }
    Ok(all)
}

/// A chunk of exactly so many bytes as it was before its filters; in `skipped` each bit is a filter that
/// was left out.
pub(super) fn undone<'a>(
    file: &File,
    packed: &'a [u8],
    filters: &[Filter],
    skipped: u32,
    wanted: usize,
) -> Result<Cow<'a, [u8]>, SofaError> {
    let mut own = Cow::Borrowed(packed);
    for (n, filter) in filters.iter().enumerate().rev() {
        if skipped >> n & 1 != 0 {
            continue;
        }
        own = match filter {
            Filter::Deflate => {
                // A checksum may be packed too.
                let most = wanted.saturating_add(CHECKSUM * MOST);
                let bytes = decompress_to_vec_zlib_with_limit(&own, most);
                let bytes = bytes.map_err(|_| SofaError::Damaged("packed numbers"))?;
                file.unpack(bytes.len())?;
                Cow::Owned(bytes)
            }
            Filter::Shuffle(size) => {
                file.unpack(own.len())?;
                Cow::Owned(unshuffled(&own, *size))
            }
            Filter::Fletcher => {
                let split = own.len().checked_sub(CHECKSUM);
                let split = split.ok_or(SofaError::Truncated)?;
                let (bytes, sum) = own.split_at(split);
                let told = u32::from_le_bytes([sum[0], sum[1], sum[2], sum[3]]);
                let found = fletcher(bytes);
                // Old versions of HDF5 swapped the bytes of each half.
                let swapped = (found & 0x00ff_00ff) << 8 | found >> 8 & 0x00ff_00ff;
                if told != found && told != swapped {
                    return Err(SofaError::Damaged("a checksum of its numbers"));
                }
                match own {
                    Cow::Borrowed(own) => Cow::Borrowed(&own[..split]),
                    Cow::Owned(mut own) => {
                        own.truncate(split);
                        Cow::Owned(own)
                    }
                }
            }
        };
    }
    match own.len() == wanted {
        true => Ok(own),
        false => Err(SofaError::Damaged("the size of a chunk")),
    }
}

/// First bytes of all values came first, then second ones, and so on; what is left at the end stays.
fn unshuffled(own: &[u8], size: usize) -> Vec<u8> {
    let values = own.len().checked_div(size).unwrap_or(0);
    let mut all = own.to_vec();
    for (n, byte) in own[..values * size].iter().enumerate() {
        all[n % values * size + n / values] = *byte;
    }
    all
}

/// Fletcher's sum of pairs of bytes, the first of which counts more.
fn fletcher(own: &[u8]) -> u32 {
    let (mut one, mut two) = (0_u32, 0_u32);
    for pair in own.chunks(2) {
        let word = u32::from(pair[0]) << 8 | pair.get(1).copied().map_or(0, u32::from);
        one = (one + word) % 65_535;
        two = (two + one) % 65_535;
    }
    two << 16 | one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_sorted_back() {
        assert_eq!(unshuffled(b"acebdf!", 2), b"abcdef!");
        assert_eq!(unshuffled(b"abc", 0), b"abc");
        assert_eq!(unshuffled(b"abc", 8), b"abc");
    }

    /// Of Fletcher's sums with 16 bits of "abcdef", as its definition gives them by hand: words 6162,
    /// 6364, 6566 add up to 2a2e + 1 carried, and so on.
    #[test]
    fn sums_are_as_fletcher_has_them() {
        let words = [0x6162_u64, 0x6364, 0x6566];
        let one = words.iter().sum::<u64>() % 65_535;
        let two = (3 * words[0] + 2 * words[1] + words[2]) % 65_535;
        assert_eq!(u64::from(fletcher(b"abcdef")), two << 16 | one);
    }
}
