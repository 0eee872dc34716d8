//! The box: its measures, the images of the source in its walls, and how sound dies in it.

use crate::math;

/// Speed of sound in a room \[m/s\].
pub(super) const SOUND: f64 = 343.0;

/// Images behind one wall (6) and behind two that meet (12). Those behind opposite walls come
/// later and are left to the tail.
pub(super) const IMAGES: usize = 18;

/// A room with walls at right angles.
pub(super) struct Box3 {
    sides: [f64; 3],
}

/// Where the source is, and how far the listener may go from there, as shares of the sides: off
/// all planes of symmetry, or echoes would come in pairs.
const SOURCE: [f64; 3] = [0.27, 0.38, 0.35];
const FARTHEST: [f64; 3] = [0.81, 0.69, 0.56];

impl Box3 {
    /// Of Louden's proportions, which spread the room's modes best.
    pub fn new(size: f64) -> Self {
        Self {
            sides: [size, size * 1.4 / 1.9, size / 1.9],
        }
    }

    fn volume(&self) -> f64 {
        self.sides.iter().product()
    }

    fn surface(&self) -> f64 {
        let [x, y, z] = self.sides;
        2.0 * (x * y + y * z + z * x)
    }

    /// Mean time between two walls \[s\].
    pub fn mean_free_time(&self) -> f64 {
        4.0 * self.volume() / self.surface() / SOUND
    }

    /// Eyring: (1 - absorption) of the energy is left after each mean free path.
    pub fn decay(&self, absorption: f64) -> f64 {
        2.0 * math::LN_1000 * self.mean_free_time() / -math::log1p(-absorption)
    }

    /// Energy of the diffuse field over that of the direct sound.
    pub fn diffuse(&self, metres: f64, absorption: f64) -> f64 {
        let open = self.surface() * absorption / (1.0 - absorption);
        8.0 * math::TAU * metres * metres / open
    }

    fn along(&self) -> [f64; 3] {
        let [x, y, z] = self.sides;
        [
            x * (FARTHEST[0] - SOURCE[0]),
            y * (FARTHEST[1] - SOURCE[1]),
            z * (FARTHEST[2] - SOURCE[2]),
        ]
    }

    /// A distance between source and listener that fits into the room \[m\].
    pub fn distance(&self, wanted: f64) -> f64 {
        wanted.min(length(self.along()))
    }

    /// The way from the source to an ear that many metres to the right of where the listener
    /// stands, looking at it \[m\].
    pub fn direct(&self, distance: f64, aside: f64) -> f64 {
        if aside == 0.0 {
            distance
        } else {
            length([distance, aside, 0.0])
        }
    }

    /// Ways from the images to such an ear \[m\], and behind how many walls they are.
    pub fn images(&self, distance: f64, aside: f64) -> [(f64, i32); IMAGES] {
        let along = self.along();
        let share = distance / length(along);
        // At the height of the head, and at right angles to where it looks.
        let [x, y, _] = along;
        let across = length([x, y, 0.0]);
        let ear = [aside * y / across, -aside * x / across, 0.0];
        // Per axis: the way without a wall, by the near wall, by the far wall.
        let ways: [[f64; 3]; 3] = core::array::from_fn(|axis| {
            let side = self.sides[axis];
            let from = SOURCE[axis] * side;
            let to = from + along[axis] * share + ear[axis];
            [to - from, from + to, 2.0 * side - from - to]
        });
        let mut all = [(0.0, 0); IMAGES];
        let mut count = 0;
        for walls in [1, 2] {
            for code in 0..27 {
                let by = [code % 3, code / 3 % 3, code / 9];
                if by.iter().filter(|wall| **wall > 0).count() == walls {
                    let way = [ways[0][by[0]], ways[1][by[1]], ways[2][by[2]]];
                    all[count] = (length(way), walls as i32);
                    count += 1;
                }
            }
        }
        all
    }
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

/// What a number of walls leave of an amplitude.
pub(super) fn reflected(absorption: f64, walls: i32) -> f64 {
    let one = (1.0 - absorption).sqrt();
    if walls == 1 { one } else { one * one }
}

/// No echo comes later than this after the direct sound \[s\].
pub(super) fn longest_echo(room: &Box3) -> f64 {
    2.0 * length(room.sides) / SOUND
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_stand_where_mirrors_put_them() {
        let room = Box3::new(19.0);
        assert_eq!(room.sides, [19.0, 14.0, 10.0]);
        let far = room.distance(100.0);
        let images = room.images(far, 0.0);
        // The floor's image: the height of the source and of the listener above it.
        let (dx, dy) = (0.54 * 19.0, 0.31 * 14.0);
        let up = (0.35 + 0.56) * 10.0;
        let floor = length([dx, dy, up]);
        assert!(
            images
                .iter()
                .any(|(way, walls)| *walls == 1 && (way - floor).abs() < 1e-9)
        );
        // All come after the direct sound, and there are 6 and 12 of them.
        assert!(images.iter().all(|(way, _)| *way > far));
        assert_eq!(images.iter().filter(|(_, walls)| *walls == 1).count(), 6);
        assert_eq!(images.iter().filter(|(_, walls)| *walls == 2).count(), 12);
    }

    #[test]
    fn ears_are_as_far_from_the_source_but_not_from_its_images() {
        let room = Box3::new(5.0);
        let [left, right] = [-0.1, 0.1].map(|aside| room.images(1.0, aside));
        assert_eq!(room.direct(1.0, -0.1), room.direct(1.0, 0.1));
        for ((left, _), (right, _)) in left.iter().zip(&right) {
            assert!((left - right).abs() <= 0.2 + 1e-12);
            assert!(*left > room.direct(1.0, 0.1) && *right > room.direct(1.0, 0.1));
        }
        // Two mirror images of one another about the line of sight there are not.
        let apart = left
            .iter()
            .zip(&right)
            .filter(|(l, r)| (l.0 - r.0).abs() > 0.01);
        assert!(apart.count() >= IMAGES / 2);
    }

    #[test]
    fn eyring_agrees_with_the_usual_formula() {
        // T60 = 24·ln(10)/c · V/(-S·ln(1 - a)): 0.161 s/m at 343 m/s.
        let room = Box3::new(19.0);
        let (volume, surface) = (2660.0, 2.0 * (266.0 + 140.0 + 190.0));
        let known = 0.161 * volume / (-surface * math::log(0.8));
        assert!((room.decay(0.2) / known - 1.0).abs() < 2e-3);
    }
}
