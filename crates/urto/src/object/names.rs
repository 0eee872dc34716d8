//! Names of a body's points, in their order.

use super::Point;

/// The names; the only point of a body may have none.
pub(super) struct PointNames(Vec<String>);

impl PointNames {
    pub fn new(names: Vec<String>) -> Self {
        Self(names)
    }

    /// The point of a name. Where there is one point alone, no name means that.
    pub fn find(&self, name: &str) -> Option<Point> {
        let only = name.is_empty() && self.0.len() == 1;
        let index = self.0.iter().position(|own| own == name || only)?;
        Some(Point(index as u32))
    }

    /// All that have one.
    pub fn list(&self) -> Vec<&str> {
        let all = self.0.iter().map(String::as_str);
        all.filter(|name| !name.is_empty()).collect()
    }
}
