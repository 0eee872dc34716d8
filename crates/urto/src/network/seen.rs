//! What a network looks like: the parts of its bodies, side by side, and where they are now.

use super::{Network, ObjectId};
use crate::object::Point;
use crate::picture::{Frame, Geometry};

/// Room between two bodies that stand side by side, against the larger one.
const GAP: f64 = 0.2;

impl Network {
    /// The form of every body that can be seen. Where bodies are to each other is not known: they
    /// stand side by side along x. Allocates.
    pub fn geometry(&self) -> Geometry {
        let mut geometry = Geometry::default();
        let mut end: Option<(f64, f64)> = None;
        for (slot, object) in self.objects.iter().enumerate() {
            let Some(part) = object.shape().and_then(|shape| shape.part()) else {
                continue;
            };
            let [low, high] = part.span(0);
            let by = end.map_or(0.0, |(end, wide)| end + GAP * wide.max(high - low) - low);
            end = Some((high + by, high - low));
            let made = self.slots.objects.get(slot).copied();
            let part = part.placed(&self.names[slot], [by, 0.0, 0.0]);
            geometry
                .parts
                .push(([slot as u32, made.unwrap_or(0)], part));
        }
        geometry
    }

    /// Where the points of its geometry are now, without allocation. What was taken out meanwhile
    /// rests.
    pub fn picture(&self, geometry: &Geometry, frame: &mut Frame) {
        let mut from = 0;
        for ([slot, made], part) in &geometry.parts {
            let object = self.look(ObjectId::new(*slot as usize, *made));
            from = frame.take(part, from, |swings| {
                if part.follows_points() {
                    for (index, swing) in swings.iter_mut().enumerate() {
                        let point = Point(index as u32);
                        *swing = [object.displacement(point), object.velocity(point)];
                    }
                } else if let Some(shape) = object.shape() {
                    shape.swing(part, swings);
                }
            });
        }
    }
}
