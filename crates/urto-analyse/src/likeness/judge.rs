//! How far a sound lies from a class of real ones.

use super::classes::{Class, Range};
use super::descriptor::Description;

/// |z| where one in ten of the real ones lies beyond: as far out as in a normal distribution.
pub const EDGE: f64 = 1.28;
/// One descriptor counts at most so much, or one that is far off would hide the others.
const MOST: f64 = 5.0;
/// So many times further out than nine in ten real ones is far.
const FAR: f64 = 1.5;

/// What a comparison comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// As near to the class as nine in ten real ones.
    Alike,
    /// Further out than nine in ten real ones.
    Unlike,
    /// More than half as far again.
    Far,
}

impl Verdict {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Alike => "alike",
            Verdict::Unlike => "unlike",
            Verdict::Far => "far",
        }
    }
}

/// One descriptor of a sound against a class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Where the real ones lie.
    pub range: Range,
    /// Where the sound lies.
    pub value: f64,
    /// How far that is from their middle: [`EDGE`] is the edge of what eight in ten have.
    pub z: f64,
}

impl Row {
    /// What it means, if it lies outside.
    pub fn meaning(&self) -> Option<&'static str> {
        let about = self.range.descriptor.about();
        match self.z.abs() > EDGE {
            true => Some(if self.z > 0.0 { about.high } else { about.low }),
            false => None,
        }
    }
}

/// A sound against a class.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The worst first.
    pub rows: Vec<Row>,
    /// Mean |z|, each at most 5; infinite where nothing could be measured.
    pub score: f64,
    /// Share of the descriptors outside of what eight in ten real ones have.
    pub outside: f64,
    /// What it comes to.
    pub verdict: Verdict,
}

impl Class {
    /// Compares a sound with the class.
    pub fn judge(&self, sound: &Description) -> Judgement {
        let row = |range: &Range| {
            let value = sound.get(range.descriptor)?;
            let z = range.z(value);
            let range = *range;
            Some(Row { range, value, z })
        };
        let mut rows: Vec<Row> = self.ranges.iter().filter_map(row).collect();
        rows.sort_by(|a, b| b.z.abs().total_cmp(&a.z.abs()));
        let count = rows.len() as f64;
        let sum: f64 = rows.iter().map(|row| row.z.abs().min(MOST)).sum();
        let outside = rows.iter().filter(|row| row.z.abs() > EDGE).count() as f64;
        let (score, outside) = match rows.is_empty() {
            true => (f64::INFINITY, 1.0),
            false => (sum / count, outside / count),
        };
        let verdict = self.verdict(score);
        Judgement {
            rows,
            score,
            outside,
            verdict,
        }
    }

    /// What a mean |z| comes to.
    pub fn verdict(&self, score: f64) -> Verdict {
        if score <= self.most {
            Verdict::Alike
        } else if score <= FAR * self.most {
            Verdict::Unlike
        } else {
            Verdict::Far
        }
    }
}

impl Range {
    /// Distance of a value from the middle, in widths of its side of the range.
    pub fn z(&self, value: f64) -> f64 {
        let width = match value > self.middle {
            true => self.high - self.middle,
            false => self.middle - self.low,
        };
        EDGE * (value - self.middle) / width.max(self.descriptor.about().least)
    }
}

#[cfg(test)]
mod tests {
    use super::super::descriptor::Descriptor as D;
    use super::*;

    #[test]
    fn the_edges_of_a_range_are_the_edge_and_small_differences_do_not_count() {
        let range = Range {
            descriptor: D::Crest,
            low: 10.0,
            middle: 20.0,
            high: 25.0,
        };
        assert_eq!(
            [10.0, 20.0, 25.0].map(|value| range.z(value)),
            [-EDGE, 0.0, EDGE]
        );
        // Nobody hears a crest that is off by less than 2 dB.
        let narrow = Range {
            high: 20.1,
            ..range
        };
        assert_eq!(narrow.z(21.0), 0.5 * EDGE);
    }

    #[test]
    fn silence_is_far_from_everything() {
        let judged = super::super::classes()[0].judge(&Description::default());
        assert!(judged.rows.is_empty() && judged.verdict == Verdict::Far);
    }
}
