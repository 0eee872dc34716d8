//! Turns triangles so that neighbours face alike.

use crate::Surface;
use crate::check::edges::{same_edge, sides};

/// How many were turned, and at how many edges that cannot be: there the surface has one side only.
/// In each part the larger half stays as it was.
pub(super) fn orient(surface: &mut Surface) -> (usize, usize) {
    let count = surface.triangles.len();
    let all = sides(&surface.triangles);
    // Neighbours, and whether they face differently.
    let mut links: Vec<[u32; 3]> = Vec::new();
    for edge in all.chunk_by(same_edge).filter(|own| own.len() == 2) {
        let unlike = u32::from(edge[0].forward == edge[1].forward);
        let [a, b] = [edge[0].triangle, edge[1].triangle];
        links.extend([[a, b, unlike], [b, a, unlike]]);
    }
    links.sort_unstable();
    let mut turned: Vec<Option<bool>> = vec![None; count];
    let mut one_sided = 0;
    for first in 0..count {
        if turned[first].is_some() {
            continue;
        }
        turned[first] = Some(false);
        let mut members = vec![first as u32];
        let mut next = 0;
        while let Some(own) = members.get(next).copied() {
            next += 1;
            let is_turned = turned[own as usize] == Some(true);
            let start = links.partition_point(|link| link[0] < own);
            for [_, other, unlike] in links[start..].iter().take_while(|link| link[0] == own) {
                let wanted = is_turned != (*unlike == 1);
                match turned[*other as usize] {
                    None => {
                        turned[*other as usize] = Some(wanted);
                        members.push(*other);
                    }
                    // Seen from both of its triangles.
                    Some(found) if found != wanted => one_sided += 1,
                    Some(_) => {}
                }
            }
        }
        let most = members
            .iter()
            .filter(|own| turned[**own as usize] == Some(true))
            .count();
        if 2 * most > members.len() {
            for own in members {
                turned[own as usize] = turned[own as usize].map(|own| !own);
            }
        }
    }
    let mut changed = 0;
    for (triangle, turned) in surface.triangles.iter_mut().zip(turned) {
        if turned == Some(true) {
            triangle.swap(0, 1);
            changed += 1;
        }
    }
    (changed, one_sided / 2)
}
