//! Lines cut to the frame and into dashes, in picture units.

/// A point in picture units.
pub(super) type Place = (f64, f64);

/// The parts of a line that lie inside the unit square; a `None` breaks the line.
pub(super) fn cut(points: &[Option<Place>]) -> Vec<Vec<Place>> {
    let mut parts: Vec<Vec<Place>> = Vec::new();
    let mut open = false;
    for pair in points.windows(2) {
        let (Some(a), Some(b)) = (pair[0], pair[1]) else {
            open = false;
            continue;
        };
        let Some((from, to)) = inside(a, b) else {
            open = false;
            continue;
        };
        match parts.last_mut() {
            Some(part) if open && from == a => part.push(to),
            _ => parts.push(vec![from, to]),
        }
        open = to == b;
    }
    parts
}

/// The part of a segment inside the unit square (Liang and Barsky).
fn inside(a: Place, b: Place) -> Option<(Place, Place)> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let (mut from, mut to) = (0.0f64, 1.0f64);
    for (p, q) in [(-dx, a.0), (dx, 1.0 - a.0), (-dy, a.1), (dy, 1.0 - a.1)] {
        if p == 0.0 {
            if q < 0.0 {
                return None;
            }
        } else if p < 0.0 {
            from = from.max(q / p);
        } else {
            to = to.min(q / p);
        }
    }
    if from > to {
        return None;
    }
    let start = if from == 0.0 {
        a
    } else {
        (a.0 + from * dx, a.1 + from * dy)
    };
    let end = if to == 1.0 {
        b
    } else {
        (a.0 + to * dx, a.1 + to * dy)
    };
    Some((start, end))
}

/// A line as dashes: lengths of ink and gap in turn. An empty pattern is the whole line.
pub(super) fn dashes(line: &[Place], pattern: &[f64]) -> Vec<Vec<Place>> {
    if pattern.is_empty() {
        return vec![line.to_vec()];
    }
    let mut parts = Vec::new();
    let (mut index, mut left) = (0, pattern[0]);
    let mut part: Vec<Place> = line.first().copied().into_iter().collect();
    for pair in line.windows(2) {
        let (mut a, b) = (pair[0], pair[1]);
        loop {
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            let length = (dx * dx + dy * dy).sqrt();
            let inked = index % 2 == 0;
            if length <= left {
                left -= length;
                if inked {
                    part.push(b);
                }
                break;
            }
            let share = left / length;
            a = (a.0 + share * dx, a.1 + share * dy);
            if inked {
                part.push(a);
                parts.push(std::mem::take(&mut part));
            } else {
                part = vec![a];
            }
            index = (index + 1) % pattern.len();
            left = pattern[index];
        }
    }
    if part.len() > 1 {
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_the_frame() {
        let line = [(-1.0, 0.5), (0.5, 0.5), (0.5, 2.0), (0.9, 2.0), (0.9, 0.5)];
        let parts = cut(&line.map(Some));
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0], [(0.0, 0.5), (0.5, 0.5), (0.5, 1.0)]);
        assert_eq!(parts[1], [(0.9, 1.0), (0.9, 0.5)]);
        let broken = cut(&[Some((0.1, 0.1)), Some((0.2, 0.1)), None, Some((0.3, 0.1))]);
        assert_eq!(broken, [[(0.1, 0.1), (0.2, 0.1)]]);
    }

    #[test]
    fn dashes_keep_their_lengths_over_corners() {
        let parts = dashes(&[(0.0, 0.0), (2.0, 0.0), (2.0, 3.0)], &[3.0, 1.0]);
        assert_eq!(
            parts,
            [
                vec![(0.0, 0.0), (2.0, 0.0), (2.0, 1.0)],
                vec![(2.0, 2.0), (2.0, 3.0)]
            ]
        );
    }
}
