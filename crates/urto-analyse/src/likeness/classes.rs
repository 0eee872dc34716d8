//! The classes of real sounds, and what their recordings are like.

use super::descriptor::Descriptor;
use std::sync::OnceLock;

/// Percentiles of every class; its first lines say how it is written.
const TEXT: &str = include_str!("classes.txt");

/// Where the recordings of a class lie in a descriptor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// What is measured.
    pub descriptor: Descriptor,
    /// A tenth of the recordings lie below.
    pub low: f64,
    /// Half of them lie below.
    pub middle: f64,
    /// A tenth lie above.
    pub high: f64,
}

/// A class of real sounds.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: &'static str,
    /// What was recorded.
    pub about: &'static str,
    /// How many recordings there are.
    pub clips: u32,
    /// Half of the recordings have a lower mean |z|.
    pub usual: f64,
    /// Nine in ten have a lower mean |z|.
    pub most: f64,
    /// Half of them have a smaller share of descriptors outside.
    pub outside: f64,
    /// Where they lie.
    pub ranges: Vec<Range>,
}

/// All classes.
pub fn classes() -> &'static [Class] {
    static CLASSES: OnceLock<Vec<Class>> = OnceLock::new();
    CLASSES.get_or_init(|| read(TEXT))
}

/// The class of this name, if there is one.
pub fn class(name: &str) -> Option<&'static Class> {
    classes().iter().find(|class| class.name == name)
}

/// What does not read is left out; a test counts what was read.
fn read(text: &'static str) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("= ") {
            classes.extend(heading_of(heading));
        } else if let Some(class) = classes.last_mut() {
            class.ranges.extend(range_of(line));
        }
    }
    classes
}

fn heading_of(line: &'static str) -> Option<Class> {
    let mut parts = line.split(" | ");
    let (name, clips) = (parts.next()?, parts.next()?.parse().ok()?);
    let (usual, most) = parts.next()?.split_once(' ')?;
    Some(Class {
        name,
        clips,
        usual: usual.parse().ok()?,
        most: most.parse().ok()?,
        outside: parts.next()?.parse().ok()?,
        about: parts.next()?,
        ranges: Vec::new(),
    })
}

fn range_of(line: &str) -> Option<Range> {
    let mut words = line.split(' ');
    let key = words.next()?;
    let mut all = Descriptor::ALL.into_iter();
    let descriptor = all.find(|one| one.about().key == key)?;
    let mut number = || words.next()?.parse().ok();
    Some(Range {
        descriptor,
        low: number()?,
        middle: number()?,
        high: number()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        let lines = TEXT
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let (headings, ranges): (Vec<&str>, Vec<&str>) =
            lines.partition(|line| line.starts_with('='));
        assert_eq!((headings.len(), classes().len()), (49, 49));
        let read: usize = classes().iter().map(|class| class.ranges.len()).sum();
        assert_eq!(read, ranges.len());
        for class in classes() {
            assert!(
                class.ranges.len() >= 30 && class.usual < class.most,
                "{class:?}"
            );
            for range in &class.ranges {
                let rising = range.low <= range.middle && range.middle <= range.high;
                assert!(rising, "{}: {range:?}", class.name);
            }
        }
        let gravel = class("footsteps_gravel").unwrap();
        assert_eq!(
            (gravel.clips, gravel.about),
            (30, "steps on gravel and pebbles")
        );
        assert!(class("gravel").is_none());
    }
}
