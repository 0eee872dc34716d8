//! Walks through files that are text, binary, or both in turn.

use crate::error::shortened;
use crate::{LARGEST, MeshError, Where};

/// Which end of a binary number comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Little,
    Big,
}

/// A kind of number in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl Kind {
    pub fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }
}

/// A number as it stands in a file: whole ones keep all their digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Whole(i128),
    Real(f64),
}

impl Number {
    pub fn real(self) -> f64 {
        match self {
            Self::Whole(own) => own as f64,
            Self::Real(own) => own,
        }
    }

    /// Real numbers that are whole count: some programs write indices as 3.0.
    pub fn whole(self) -> Option<i128> {
        match self {
            Self::Whole(own) => Some(own),
            Self::Real(own) if own.trunc() == own && own.abs() < 1e15 => Some(own as i128),
            Self::Real(_) => None,
        }
    }
}

/// A number from exactly as many bytes as its kind has.
pub(super) fn binary_number(bytes: &[u8], kind: Kind, order: Order) -> Number {
    let mut own = [0; 8];
    let count = kind.bytes();
    for (n, byte) in bytes.iter().take(count).enumerate() {
        // The least byte first.
        own[match order {
            Order::Little => n,
            Order::Big => count - 1 - n,
        }] = *byte;
    }
    let bits = u64::from_le_bytes(own);
    Number::Whole(match kind {
        Kind::I8 => i128::from(bits as i8),
        Kind::I16 => i128::from(bits as i16),
        Kind::I32 => i128::from(bits as i32),
        Kind::I64 => i128::from(bits as i64),
        Kind::U8 | Kind::U16 | Kind::U32 | Kind::U64 => i128::from(bits),
        Kind::F32 => return Number::Real(f64::from(f32::from_bits(bits as u32))),
        Kind::F64 => return Number::Real(f64::from_bits(bits)),
    })
}

/// A place in a file, moving on.
#[derive(Clone)]
pub(super) struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    /// None where numbers are text.
    pub order: Option<Order>,
}

impl<'a> Scan<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            line: 1,
            order: None,
        }
    }

    pub fn here(&self) -> Where {
        match self.order {
            None => Where::Line(self.line),
            Some(_) => Where::Byte(self.at + 1),
        }
    }

    pub fn wrong(&self, why: impl Into<String>) -> MeshError {
        MeshError::Wrong {
            at: self.here(),
            why: why.into(),
        }
    }

    pub fn left(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    fn forward(&mut self, count: usize) {
        let passed = &self.bytes[self.at..self.at + count];
        self.line += passed.iter().filter(|byte| **byte == b'\n').count();
        self.at += count;
    }

    /// The rest of this line without its end; none at the end of the file.
    pub fn line(&mut self) -> Option<&'a [u8]> {
        let left = self.left();
        if left.is_empty() {
            return None;
        }
        let end = left.iter().position(|byte| *byte == b'\n');
        let (own, passed) = end.map_or((left, left.len()), |end| (&left[..end], end + 1));
        self.forward(passed);
        Some(own.strip_suffix(b"\r").unwrap_or(own))
    }

    /// The next line that is not blank, without space around it.
    pub fn full_line(&mut self) -> Option<&'a [u8]> {
        loop {
            let line = self.line()?.trim_ascii();
            if !line.is_empty() {
                return Some(line);
            }
        }
    }

    /// The next word; on this line or a later one.
    pub fn word(&mut self) -> Option<&'a str> {
        let left = self.left();
        let blank = left.iter().take_while(|byte| is_blank(**byte)).count();
        let rest = &left[blank..];
        let end = rest.iter().position(|byte| is_blank(*byte));
        let own = &rest[..end.unwrap_or(rest.len())];
        self.forward(blank);
        self.at += own.len();
        (!own.is_empty()).then(|| core::str::from_utf8(own).unwrap_or("?"))
    }

    /// As many bytes.
    pub fn take(&mut self, count: usize, within: &str) -> Result<&'a [u8], MeshError> {
        if count > self.left().len() {
            return Err(ends_early(within));
        }
        let own = &self.left()[..count];
        self.at += count;
        Ok(own)
    }

    /// Passes as many things of as many bytes each: a file may promise more than there are numbers.
    pub fn skip(&mut self, count: u64, each: usize, within: &str) -> Result<(), MeshError> {
        let bytes = count.checked_mul(each as u64);
        let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok());
        self.take(bytes.unwrap_or(usize::MAX), within).map(|_| ())
    }

    /// A number: a word of text, or bytes of that kind.
    pub fn number(&mut self, kind: Kind, within: &str) -> Result<Number, MeshError> {
        match self.order {
            Some(order) => Ok(binary_number(self.take(kind.bytes(), within)?, kind, order)),
            None => {
                let word = self.word().ok_or_else(|| ends_early(within))?;
                word_number(word).ok_or_else(|| {
                    self.wrong(format!(
                        "'{}' is not a number, and one should stand here, in {within}",
                        shortened(word)
                    ))
                })
            }
        }
    }

    pub fn whole(&mut self, kind: Kind, within: &str) -> Result<i128, MeshError> {
        let at = self.here();
        self.number(kind, within)?
            .whole()
            .ok_or_else(|| MeshError::Wrong {
                at,
                why: format!("a whole number should stand here, in {within}"),
            })
    }

    /// How many of something there are: not negative.
    pub fn count(&mut self, kind: Kind, within: &str) -> Result<u64, MeshError> {
        let at = self.here();
        let own = self.whole(kind, within)?;
        u64::try_from(own).map_err(|_| MeshError::Wrong {
            at,
            why: format!("{own} cannot be a number of things in {within}; it must be 0 or more"),
        })
    }

    /// A coordinate: finite and not beyond what is allowed.
    pub fn coordinate(&mut self, kind: Kind, within: &str) -> Result<f64, MeshError> {
        let at = self.here();
        in_range(self.number(kind, within)?.real(), at)
    }

    pub fn place(&mut self, kind: Kind, within: &str) -> Result<[f64; 3], MeshError> {
        let mut place = [0.0; 3];
        for along in &mut place {
            *along = self.coordinate(kind, within)?;
        }
        Ok(place)
    }

    /// How many things to make room for if a file promises so many: not more than its bytes can
    /// hold.
    pub fn room(&self, promised: u64, least_bytes: usize) -> usize {
        let most = self.left().len() / least_bytes.max(1) + 1;
        usize::try_from(promised).map_or(most, |own| own.min(most))
    }
}

pub(super) fn in_range(own: f64, at: Where) -> Result<f64, MeshError> {
    if (-LARGEST..=LARGEST).contains(&own) {
        Ok(own)
    } else {
        Err(MeshError::NotANumber {
            at,
            found: shortened(&own.to_string()),
        })
    }
}

pub(super) fn ends_early(within: &str) -> MeshError {
    MeshError::EndsEarly {
        within: within.to_owned(),
    }
}

fn word_number(word: &str) -> Option<Number> {
    let whole = word.parse().ok().map(Number::Whole);
    whole.or_else(|| word.parse().ok().map(Number::Real))
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0
}
