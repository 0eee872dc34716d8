//! What is seen as a point, and the line of a string.

use super::{Driven, Mass, Particle, Shaped, StringBody, Wall};
use crate::picture::{PicturePart, Vector};

impl Shaped for Mass {
    fn part(&self) -> Option<PicturePart> {
        Some(PicturePart::of_mass())
    }
}

impl Shaped for Driven {
    fn part(&self) -> Option<PicturePart> {
        Some(PicturePart::of_mass())
    }
}

impl Shaped for Wall {
    fn part(&self) -> Option<PicturePart> {
        Some(PicturePart::of_mass())
    }
}

impl Shaped for Particle {
    fn part(&self) -> Option<PicturePart> {
        Some(PicturePart::of_particle())
    }
    fn swing(&self, _: &PicturePart, into: &mut [[f64; 2]]) {
        let moves = self.position().into_iter().zip(self.velocity_now());
        for (swing, (gone, fast)) in into.iter_mut().zip(moves) {
            *swing = [gone, fast];
        }
    }
}

/// Points of a string.
const SEEN: usize = 128;

impl Shaped for StringBody {
    fn part(&self) -> Option<PicturePart> {
        let length = self.length();
        // From the nut to the bridge, as the cells lie.
        let places = (0..SEEN).map(|n| 1.0 - n as f64 / (SEEN - 1) as f64);
        let at = |place: f64| -> Vector { [(place - 0.5) * length, 0.0, 0.0] };
        Some(PicturePart::of_line(
            places.clone().map(at).collect(),
            places.collect(),
        ))
    }
    fn swing(&self, part: &PicturePart, into: &mut [[f64; 2]]) {
        self.swing_at(part.places(), into);
    }
}
