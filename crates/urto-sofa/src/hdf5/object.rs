//! Objects: a header of messages, among them links to others and attributes.

use super::bytes::{Bytes, NOWHERE, count};
use super::heap::FractalHeap;
use super::values::{Datatype, Datum, extents};
use super::{File, tree};
use crate::SofaError;

/// Numbers of messages in a header.
pub(super) const DATASPACE: u16 = 0x01;
const LINK_INFO: u16 = 0x02;
pub(super) const DATATYPE: u16 = 0x03;
const LINK: u16 = 0x06;
pub(super) const LAYOUT: u16 = 0x08;
pub(super) const FILTERS: u16 = 0x0b;
const ATTRIBUTE: u16 = 0x0c;
const CONTINUATION: u16 = 0x10;
const SYMBOL_TABLE: u16 = 0x11;
const ATTRIBUTE_INFO: u16 = 0x15;
/// In a message's flags: it lies elsewhere.
const SHARED: u8 = 2;
/// Most messages of a header, and most names of a group: SOFA files have some dozens.
const MOST: usize = 4096;
/// What is kept of a name or a text \[bytes\]. Many may lie over each other in a damaged file, each as
/// long as the file: without a bound they would take thousands of times its size.
const LONGEST_TEXT: usize = 1024;

/// A message of a header.
struct Message<'a> {
    kind: u16,
    flags: u8,
    bytes: Bytes<'a>,
}

/// A group or a dataset.
pub(crate) struct Object<'a> {
    file: &'a File<'a>,
    messages: Vec<Message<'a>>,
}

/// An attribute's name and value.
pub(crate) struct Attribute {
    pub name: String,
    pub value: Datum,
}

impl<'a> Object<'a> {
    pub fn read(file: &'a File<'a>, address: u64) -> Result<Self, SofaError> {
        file.count()?;
        let mut messages = Vec::new();
        let at = file.at(address)?;
        match at.rest().starts_with(b"OHDR") {
            true => second(file, at, &mut messages)?,
            false => first(file, at, &mut messages)?,
        }
        Ok(Self { file, messages })
    }

    pub fn file(&self) -> &'a File<'a> {
        self.file
    }

    /// The first message of a kind, if there is one.
    pub(super) fn message(&self, kind: u16) -> Result<Option<Bytes<'a>>, SofaError> {
        let Some(found) = self.messages.iter().find(|own| own.kind == kind) else {
            return Ok(None);
        };
        if found.flags & SHARED == 0 {
            return Ok(Some(found.bytes.clone()));
        }
        // The header of a type with a name.
        let mut at = found.bytes.clone();
        let (version, _) = (at.byte()?, at.byte()?);
        if version == 1 {
            at.skip(6)?;
        }
        let other = Object::read(self.file, at.offset()?)?;
        let own = other
            .messages
            .iter()
            .find(|own| own.kind == kind && own.flags & SHARED == 0);
        let own = own.ok_or(SofaError::Damaged("a shared message"))?;
        Ok(Some(own.bytes.clone()))
    }

    fn all(&self, kind: u16) -> impl Iterator<Item = Bytes<'a>> {
        let fits = move |own: &&Message<'a>| own.kind == kind && own.flags & SHARED == 0;
        self.messages
            .iter()
            .filter(fits)
            .map(|own| own.bytes.clone())
    }

    /// Names in a group, with the addresses of what they stand for.
    pub fn links(&self) -> Result<Vec<(String, u64)>, SofaError> {
        let mut all = Vec::new();
        for mut table in self.all(SYMBOL_TABLE) {
            let (tree, heap) = (table.offset()?, table.offset()?);
            symbols(self.file, tree, heap, &mut all)?;
        }
        for link in self.all(LINK) {
            all.extend(hard_link(link)?);
        }
        for mut info in self.all(LINK_INFO) {
            info.byte()?;
            if info.byte()? & 1 != 0 {
                info.skip(8)?;
            }
            let (heap, index) = (info.offset()?, info.offset()?);
            // Of names: their hash, then where in the heap.
            dense(self.file, heap, index, 4, |bytes| {
                all.extend(hard_link(bytes)?);
                check_count(all.len())
            })?;
        }
        check_count(all.len())?;
        Ok(all)
    }

    /// All attributes that can be read here.
    pub fn attributes(&self) -> Result<Vec<Attribute>, SofaError> {
        let mut all = Vec::new();
        for bytes in self.all(ATTRIBUTE) {
            all.extend(attribute(self.file, bytes)?);
        }
        for mut info in self.all(ATTRIBUTE_INFO) {
            info.byte()?;
            if info.byte()? & 1 != 0 {
                info.skip(2)?;
            }
            let (heap, index) = (info.offset()?, info.offset()?);
            dense(self.file, heap, index, 0, |bytes| {
                all.extend(attribute(self.file, bytes)?);
                check_count(all.len())
            })?;
        }
        check_count(all.len())?;
        Ok(all)
    }
}

fn check_count(count: usize) -> Result<(), SofaError> {
    match count <= MOST {
        true => Ok(()),
        false => Err(SofaError::Damaged("it has too many names")),
    }
}

/// A header of the first version: its messages, and where they go on.
fn first<'a>(
    file: &File<'a>,
    mut at: Bytes<'a>,
    messages: &mut Vec<Message<'a>>,
) -> Result<(), SofaError> {
    if at.byte()? != 1 {
        return Err(SofaError::Damaged("an object's header"));
    }
    at.skip(7)?;
    let size = count(at.word()?.into())?;
    at.skip(4)?;
    let read = |block: &mut Bytes<'a>| {
        let (kind, size) = (block.short()?, block.short()?);
        let flags = block.byte()?;
        block.skip(3)?;
        let bytes = block.part(size.into())?;
        Ok(Message { kind, flags, bytes })
    };
    let go_on = |at, size| file.at(at)?.part(size);
    gather(file, (at.part(size)?, 8), read, go_on, messages)
}

/// A header of the second version.
fn second<'a>(
    file: &File<'a>,
    mut at: Bytes<'a>,
    messages: &mut Vec<Message<'a>>,
) -> Result<(), SofaError> {
    at.skip(4)?;
    if at.byte()? != 2 {
        return Err(SofaError::Damaged("an object's header"));
    }
    let flags = at.byte()?;
    if flags & 0x20 != 0 {
        at.skip(16)?;
    }
    if flags & 0x10 != 0 {
        at.skip(4)?;
    }
    let size = count(at.number(1 << (flags & 3))?)?;
    // Behind the type, the size and the flags of a message there may be its number.
    let numbered = if flags & 4 != 0 { 2 } else { 0 };
    let read = |block: &mut Bytes<'a>| {
        let (kind, size) = (block.byte()?.into(), block.short()?);
        let flags = block.byte()?;
        block.skip(numbered)?;
        let bytes = block.part(size.into())?;
        Ok(Message { kind, flags, bytes })
    };
    let go_on = |at, size: usize| {
        // Without its letters and its checksum.
        let inner = size.checked_sub(8).ok_or(SofaError::Damaged("a header"))?;
        file.block(at, b"OCHK")?.part(inner)
    };
    gather(file, (at.part(size)?, 4 + numbered), read, go_on, messages)
}

/// Reads the messages of a header: its first block, how short a message can be in it, how one is read,
/// and how to find the blocks in which it goes on.
fn gather<'a>(
    file: &File<'a>,
    (block, shortest): (Bytes<'a>, usize),
    read: impl Fn(&mut Bytes<'a>) -> Result<Message<'a>, SofaError>,
    go_on: impl Fn(u64, usize) -> Result<Bytes<'a>, SofaError>,
    messages: &mut Vec<Message<'a>>,
) -> Result<(), SofaError> {
    let mut blocks = vec![block];
    while let Some(mut block) = blocks.pop() {
        while block.len() >= shortest {
            let mut message = read(&mut block)?;
            if message.kind == CONTINUATION {
                file.count()?;
                let (at, size) = (message.bytes.offset()?, message.bytes.length()?);
                blocks.push(go_on(at, count(size)?)?);
                continue;
            }
            messages.push(message);
            check_count(messages.len())?;
        }
    }
    Ok(())
}

/// Names of an old group: a B-tree of tables, whose words lie in a heap.
fn symbols<'a>(
    file: &File<'a>,
    tree: u64,
    heap: u64,
    all: &mut Vec<(String, u64)>,
) -> Result<(), SofaError> {
    let mut heap = file.block(heap, b"HEAP")?;
    heap.skip(4)?;
    let size = count(heap.length()?)?;
    heap.length()?;
    let words = file.at(heap.offset()?)?.part(size)?.rest();
    let key = usize::from(file.lengths);
    let leaf = |table: u64, _: Bytes<'a>| {
        let mut table = file.block(table, b"SNOD")?;
        table.skip(2)?;
        for _ in 0..table.short()? {
            let (word, header) = (table.offset()?, table.offset()?);
            table.skip(24)?;
            let word = usize::try_from(word).ok().and_then(|own| words.get(own..));
            let word = word.ok_or(SofaError::Truncated)?;
            all.push((until_nul(word), header));
            check_count(all.len())?;
        }
        Ok(())
    };
    tree::walk_first(file, tree, (0, key), leaf)
}

/// What a link leads to, if it lies in this file.
fn hard_link(mut at: Bytes) -> Result<Option<(String, u64)>, SofaError> {
    at.byte()?;
    let flags = at.byte()?;
    let kind = if flags & 8 != 0 { at.byte()? } else { 0 };
    if flags & 4 != 0 {
        at.skip(8)?;
    }
    if flags & 0x10 != 0 {
        at.skip(1)?;
    }
    let length = count(at.number(1 << (flags & 3))?)?;
    let name = text(at.take(length)?);
    Ok(match kind {
        0 => Some((name, at.offset()?)),
        _ => None,
    })
}

/// Everything that a heap holds of which an index tells; behind `skip` bytes of a record stands where.
fn dense<'a>(
    file: &File<'a>,
    heap: u64,
    index: u64,
    skip: usize,
    mut found: impl FnMut(Bytes<'a>) -> Result<(), SofaError>,
) -> Result<(), SofaError> {
    if heap == NOWHERE || index == NOWHERE {
        return Ok(());
    }
    let heap = FractalHeap::read(file, heap)?;
    tree::walk_second(file, index, |mut record| {
        record.skip(skip)?;
        match heap.object(file, record)? {
            Some(bytes) => found(bytes),
            None => Ok(()),
        }
    })
}

/// An attribute; none where its value is of a sort that is not read.
fn attribute(file: &File, mut at: Bytes) -> Result<Option<Attribute>, SofaError> {
    let version = at.byte()?;
    let flags = at.byte()?;
    let mut sizes = [0; 3];
    for size in &mut sizes {
        *size = usize::from(at.short()?);
    }
    if version == 3 {
        at.byte()?;
    }
    if version > 1 && flags & 3 != 0 {
        return Ok(None);
    }
    let mut parts: [&[u8]; 3] = [&[]; 3];
    for (part, size) in parts.iter_mut().zip(sizes) {
        *part = at.take(size)?;
        if version == 1 {
            at.skip(size.next_multiple_of(8) - size)?;
        }
    }
    let name = until_nul(parts[0]);
    let Ok(datatype) = Datatype::read(file.within(parts[1])) else {
        return Ok(None);
    };
    let extents = extents(file.within(parts[2]))?;
    let value = datatype.datum(file, &extents, at)?;
    Ok(value.map(|value| Attribute { name, value }))
}

/// Text that ends with a zero, or where its room does.
pub(super) fn until_nul(bytes: &[u8]) -> String {
    let kept = &bytes[..bytes.len().min(LONGEST_TEXT)];
    let end = kept.iter().position(|own| *own == 0);
    text(&kept[..end.unwrap_or(kept.len())])
}

/// Text as it is, of which the beginning is kept.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST_TEXT)]).into_owned()
}
