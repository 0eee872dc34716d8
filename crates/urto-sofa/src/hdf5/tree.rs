//! B-trees of both versions.

use super::File;
use super::bytes::{Bytes, NOWHERE, count};
use crate::SofaError;

/// Deeper trees do not occur: each level divides at least by two.
const DEEPEST: u8 = 32;

/// Visits the leaves of a tree of the first version, by its sort and the size of its keys: each leaf's
/// address and the key before it.
pub(super) fn walk_first<'a>(
    file: &File<'a>,
    root: u64,
    (sort, key): (u8, usize),
    mut leaf: impl FnMut(u64, Bytes<'a>) -> Result<(), SofaError>,
) -> Result<(), SofaError> {
    if root == NOWHERE {
        return Ok(());
    }
    let mut nodes = vec![(root, DEEPEST)];
    while let Some((node, above)) = nodes.pop() {
        let mut node = file.block(node, b"TREE")?;
        let (own, level, entries) = (node.byte()?, node.byte()?, node.short()?);
        if own != sort || level >= above {
            return Err(SofaError::Damaged("a tree"));
        }
        // Its neighbours.
        node.offset()?;
        node.offset()?;
        for _ in 0..entries {
            let key = node.part(key)?;
            let child = node.offset()?;
            match level {
                0 => leaf(child, key)?,
                _ => {
                    file.count()?;
                    nodes.push((child, level));
                }
            }
        }
    }
    Ok(())
}

/// Bytes in which every count up to this fits.
fn bytes_for(most: u64) -> usize {
    most.checked_ilog2().map_or(1, |bits| bits as usize / 8 + 1)
}

/// Visits all records of a tree of the second version.
pub(super) fn walk_second<'a>(
    file: &File<'a>,
    root: u64,
    mut record: impl FnMut(Bytes<'a>) -> Result<(), SofaError>,
) -> Result<(), SofaError> {
    let damaged = SofaError::Damaged("a tree");
    let mut head = file.block(root, b"BTHD")?;
    head.skip(2)?;
    let node_size = u64::from(head.word()?);
    let (size, depth) = (u64::from(head.short()?), head.short()?);
    head.skip(2)?;
    let (root, entries) = (head.offset()?, head.short()?);
    if size == 0 || node_size < 10 + size || depth > u16::from(DEEPEST) {
        return Err(damaged);
    }
    // How large pointers to children are follows from how much fits into a node of each level.
    let mut most = (node_size - 10) / size;
    let children = bytes_for(most);
    let (mut below, mut totals) = (most, vec![0]);
    for _ in 0..depth {
        let pointer = (file.offsets as usize + children + totals[totals.len() - 1]) as u64;
        most = node_size.saturating_sub(10 + pointer) / (size + pointer);
        below = (most + 1).saturating_mul(below).saturating_add(most);
        totals.push(bytes_for(below));
    }
    if root == NOWHERE {
        return Ok(());
    }
    let mut nodes = vec![(root, u64::from(entries), usize::from(depth))];
    while let Some((node, entries, depth)) = nodes.pop() {
        let mut node = file.block(node, if depth == 0 { b"BTLF" } else { b"BTIN" })?;
        node.skip(2)?;
        for _ in 0..entries {
            file.count()?;
            record(node.part(count(size)?)?)?;
        }
        if depth == 0 {
            continue;
        }
        for _ in 0..=entries {
            file.count()?;
            let (child, entries) = (node.offset()?, node.number(children)?);
            node.skip(totals[depth - 1])?;
            nodes.push((child, entries, depth - 1));
        }
    }
    Ok(())
}
