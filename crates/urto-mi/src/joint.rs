//! A link that is worked out by itself: of any law, and along any way.

use crate::law::Law;
use crate::spring::StraightSpring;
use crate::vector::{SAME_PLACE, Vector, difference, dot, length, scaled};

#[derive(Clone)]
pub(crate) struct Joint {
    pub ends: [usize; 2],
    pub law: Law,
    pub along: Option<Vector>,
}

impl Joint {
    /// The same as plain numbers, for steps of `h` seconds, if it is a straight spring along the line
    /// from mass to mass.
    pub fn straight(&self, h: f64) -> Option<StraightSpring> {
        match (&self.law, self.along) {
            (Law::Spring(law), None) => law.straight(self.ends, h),
            _ => None,
        }
    }

    /// What it pulls its first mass with \[N\], and the energy that it holds \[J\], from where masses are
    /// and what they moved in the last step.
    #[inline]
    pub fn act(
        &self,
        at: impl Fn(usize) -> Vector,
        moved: impl Fn(usize) -> Vector,
        h: f64,
    ) -> (Vector, f64) {
        let (distance, before, direction) = self.measure(at, moved);
        let own = self.law.at(distance, before, h);
        (scaled(direction, own.tension), own.energy)
    }

    /// Distance of its masses now and a step before, and the way from the first to the second.
    #[inline]
    fn measure(
        &self,
        at: impl Fn(usize) -> Vector,
        moved: impl Fn(usize) -> Vector,
    ) -> (f64, f64, Vector) {
        let [a, b] = self.ends;
        let way = difference(at(b), at(a));
        let before = difference(way, difference(moved(b), moved(a)));
        if let Some(axis) = self.along {
            return (dot(way, axis), dot(before, axis), axis);
        }
        let distance = length(way);
        let direction = if distance > SAME_PLACE {
            scaled(way, 1.0 / distance)
        } else {
            [1.0, 0.0, 0.0]
        };
        (distance, length(before), direction)
    }
}
