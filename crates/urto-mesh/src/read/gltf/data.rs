//! The numbers of a glTF file: buffers, views of them, and accessors.

use super::super::scan::{Kind, Order, binary_number};
use super::{Fetch, wrong};
use crate::error::shortened;
use crate::{MeshError, Where};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

/// Where the bytes of buffers come from.
pub(super) struct Data<'a> {
    document: &'a Value,
    binary: Option<&'a [u8]>,
    fetch: Fetch<'a>,
    read: HashMap<usize, Rc<Cow<'a, [u8]>>>,
}

pub(super) fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|own| usize::try_from(own).ok())
}

impl<'a> Data<'a> {
    pub fn new(document: &'a Value, binary: Option<&'a [u8]>, fetch: Fetch<'a>) -> Self {
        Self {
            document,
            binary,
            fetch,
            read: HashMap::new(),
        }
    }

    fn buffer(&mut self, number: usize) -> Result<Rc<Cow<'a, [u8]>>, MeshError> {
        if let Some(own) = self.read.get(&number) {
            return Ok(Rc::clone(own));
        }
        let at = Where::Part("buffer", number);
        let own = &self.document["buffers"][number];
        let bytes = match (own["uri"].as_str(), self.binary) {
            (None, Some(binary)) if number == 0 => Cow::Borrowed(binary),
            (None, _) => return Err(wrong(at, "it does not exist or has no data")),
            (Some(uri), _) if uri.starts_with("data:") => {
                let text = uri.split_once(";base64,").map(|(_, text)| text);
                let bytes = text.and_then(|text| from_base64(text.as_bytes()));
                Cow::Owned(bytes.ok_or_else(|| wrong(at, "its data is not in base64"))?)
            }
            (Some(uri), _) => {
                let name = from_percent(uri);
                Cow::Owned((self.fetch)(&name).map_err(|why| MeshError::NeedsFile {
                    file: shortened(&name),
                    why,
                })?)
            }
        };
        let own = Rc::new(bytes);
        self.read.insert(number, Rc::clone(&own));
        Ok(own)
    }
}

/// A row of numbers, or of groups of them.
pub(super) struct Accessor<'a> {
    bytes: Rc<Cow<'a, [u8]>>,
    start: usize,
    stride: usize,
    kind: Kind,
    /// Whole numbers that stand for shares of 1.
    share: Option<f64>,
    /// How many groups; not 0.
    pub count: usize,
}

impl<'a> Accessor<'a> {
    /// The one with this number, checked to lie within its bytes.
    pub fn find(data: &mut Data<'a>, number: usize, group: usize) -> Result<Self, MeshError> {
        let at = Where::Part("accessor", number);
        let own = &data.document["accessors"][number];
        if !own["sparse"].is_null() {
            return Err(MeshError::NotRead {
                what: format!("{at} is sparse"),
                instead: "export the shape without sparse accessors",
            });
        }
        let expected = if group == 3 { "VEC3" } else { "SCALAR" };
        if own["type"].as_str() != Some(expected) {
            return Err(wrong(at, format!("it does not exist or is no {expected}")));
        }
        let (kind, most) = match own["componentType"].as_u64() {
            Some(5120) => (Kind::I8, 127.0),
            Some(5121) => (Kind::U8, 255.0),
            Some(5122) => (Kind::I16, 32_767.0),
            Some(5123) => (Kind::U16, 65_535.0),
            Some(5125) => (Kind::U32, f64::from(u32::MAX)),
            Some(5126) => (Kind::F32, 1.0),
            _ => return Err(wrong(at, "its kind of number is unknown")),
        };
        let count = index(&own["count"]).filter(|count| *count > 0);
        let count = count.ok_or_else(|| wrong(at, "it holds nothing"))?;
        let view = index(&own["bufferView"]).ok_or_else(|| wrong(at, "it has no data"))?;
        let inner = offset(own, at)?;
        let at = Where::Part("buffer view", view);
        let view = &data.document["bufferViews"][view];
        let buffer = index(&view["buffer"]).ok_or_else(|| wrong(at, "it does not exist"))?;
        let outer = offset(view, at)?;
        let each = group * kind.bytes();
        let stride = match &view["byteStride"] {
            Value::Null => each,
            own => index(own)
                .filter(|own| *own >= each)
                .ok_or_else(|| wrong(at, "its stride is too short"))?,
        };
        let length = index(&view["byteLength"]).ok_or_else(|| wrong(at, "it has no length"))?;
        let bytes = data.buffer(buffer)?;
        // Up to the end of the last group, which may be shorter than the stride.
        let needed = (count - 1)
            .checked_mul(stride)
            .and_then(|own| own.checked_add(each)?.checked_add(inner));
        let end = needed
            .filter(|own| *own <= length)
            .and_then(|own| own.checked_add(outer));
        if end.is_none_or(|end| end > bytes.len()) {
            return Err(wrong(
                at,
                format!(
                    "{count} things were to come from it, but it is too short; copy or export the file again"
                ),
            ));
        }
        Ok(Self {
            bytes,
            start: outer + inner,
            stride,
            kind,
            share: (own["normalized"].as_bool() == Some(true)).then_some(most),
            count,
        })
    }

    /// A number of a group, both below what `find` checked.
    pub fn number(&self, group: usize, within: usize) -> f64 {
        let start = self.start + group * self.stride + within * self.kind.bytes();
        let own = binary_number(&self.bytes[start..], self.kind, Order::Little).real();
        self.share.map_or(own, |most| (own / most).max(-1.0))
    }
}

fn offset(own: &Value, at: Where) -> Result<usize, MeshError> {
    match &own["byteOffset"] {
        Value::Null => Ok(0),
        // Far below where sums of two would overflow.
        own => index(own)
            .filter(|own| *own < usize::MAX / 4)
            .ok_or_else(|| wrong(at, "its offset is no number")),
    }
}

fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut held, mut bits) = (0u32, 0);
    for letter in text.trim_ascii_end().iter().take_while(|own| **own != b'=') {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        held = (held << 6) | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    Some(bytes)
}

/// Names of files have %20 for a blank and so on.
fn from_percent(uri: &str) -> String {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, more @ ..] = rest {
        let coded = (*first == b'%').then(|| core::str::from_utf8(more.get(..2)?).ok());
        let coded = coded
            .flatten()
            .and_then(|two| u8::from_str_radix(two, 16).ok());
        bytes.push(coded.unwrap_or(*first));
        rest = if coded.is_some() { &more[2..] } else { more };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_and_names_are_decoded() {
        for (text, bytes) in [("", ""), ("TQ==", "M"), ("TWE=", "Ma"), ("TWFuIQ", "Man!")] {
            assert_eq!(from_base64(text.as_bytes()).unwrap(), bytes.as_bytes());
        }
        assert_eq!(from_base64(b"T-"), None);
        assert_eq!(from_percent("a%20b%zz%"), "a b%zz%");
    }
}
