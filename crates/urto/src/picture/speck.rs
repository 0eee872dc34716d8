//! Specks: small things that happen and are over soon, such as bubbles, drops, shards and cracks.

use super::{Frame, Vector};
use crate::math::{self, GRAVITY};
use crate::rate::Rate;
use crate::rng::Rng;

/// Most specks of a picture at a time: more could not be told apart.
pub const MOST_SPECKS: usize = 512;
/// How many of the latest are remembered.
const REMEMBERED: usize = 256;
/// What fades faster than this \[1/s\] is over before a screen shows it: it is shown slowed down, as a
/// whole, so that a share of 37 % is left after an eighth of a second.
const FASTEST: f64 = 8.0;
/// Fainter ones are over.
const FAINT: f64 = 0.03;

/// What a speck is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum SpeckKind {
    /// A bubble of gas in a liquid.
    #[default]
    Bubble,
    /// A drop of liquid in the air.
    Drop,
    /// A ring on what something fell on.
    Ripple,
    /// A shard, flat and with corners.
    Shard,
    /// A grain, round.
    Grain,
    /// A crease of a sheet.
    Crease,
    /// Something that glows.
    Spark,
}

/// A small thing, as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Speck {
    /// What it is.
    pub kind: SpeckKind,
    /// Which one of all it is: it keeps its outline.
    pub number: u32,
    /// Where its middle is \[m\].
    pub at: Vector,
    /// Its radius; of a crease half its length \[m\].
    pub size: f64,
    /// How bright it is, 0 to 1.
    pub glow: f64,
}

/// How a speck goes on once it is there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// How it moves \[m/s\].
    pub velocity: Vector,
    /// Whether its weight pulls it down.
    pub falls: bool,
    /// How fast its size grows \[m/s\].
    pub grows: f64,
    /// How fast it fades \[1/s\]. What fades faster than a screen can show, by 8 a second, is shown
    /// slowed down: its motion too.
    pub fades: f64,
    /// What glow it keeps; 0 where it goes out.
    pub keeps: f64,
    /// After this time it is gone at once \[s\]; 0 where it only fades.
    pub ends: f64,
}

/// The latest specks of a sound: what happens is put in as it happens, without allocation, and told
/// when somebody looks. It draws its luck from a sequence of its own, so that no sample depends on it.
///
/// ```
/// use urto::picture::{Course, Frame, Geometry, Speck, Specks};
/// let mut specks = Specks::new(urto::Rate::new(48_000.0)?);
/// specks.put(Speck { size: 2e-3, glow: 1.0, ..Speck::default() }, Course { fades: 5.0, ..Course::default() });
/// specks.pass(4_800);
/// let mut frame = Frame::new(&Geometry::default().with_specks(8));
/// specks.tell(&mut frame);
/// assert!((frame.specks()[0].glow - (-0.5f64).exp()).abs() < 1e-9);
/// # Ok::<(), urto::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Specks {
    step: f64,
    now: u64,
    /// How many there were, and the latest of them in a ring.
    count: u64,
    latest: Box<[(u64, Speck, Course); REMEMBERED]>,
    rng: Rng,
}

impl Specks {
    /// None yet. Allocates.
    pub fn new(rate: Rate) -> Self {
        Self {
            step: rate.step(),
            now: 0,
            count: 0,
            latest: Box::new([(0, Speck::default(), Course::default()); REMEMBERED]),
            rng: Rng::new(0),
        }
    }

    /// Lets so many samples pass.
    pub fn pass(&mut self, samples: usize) {
        self.now += samples as u64;
    }

    /// Something happens now; it gets a number.
    pub fn put(&mut self, speck: Speck, course: Course) {
        let speck = Speck {
            number: self.count as u32,
            ..speck
        };
        self.latest[self.count as usize % REMEMBERED] = (self.now, speck, course);
        self.count += 1;
    }

    /// A place by chance in a circle of radius 1.
    pub fn place(&mut self) -> [f64; 2] {
        let far = self.rng.uniform().sqrt();
        let turn = math::TAU * self.rng.uniform();
        [far * math::cos(turn), far * math::sin(turn)]
    }

    /// A number by chance from 0 to 1.
    pub fn chance(&mut self) -> f64 {
        self.rng.uniform()
    }

    /// Those that are still to be seen, the latest first, as many as there is room for.
    pub fn tell(&self, frame: &mut Frame) {
        self.tell_as(frame, |speck| speck);
    }

    /// The same, each made what a picture wants: what was put in as luck becomes a place.
    pub fn tell_as(&self, frame: &mut Frame, to: impl Fn(Speck) -> Speck) {
        let known = (self.count as usize).min(REMEMBERED);
        for back in 1..=known {
            let (from, speck, course) = &self.latest[(self.count as usize - back) % REMEMBERED];
            let slowed = (FASTEST / course.fades).min(1.0);
            let time = (self.now - from) as f64 * self.step * slowed;
            let kept = math::exp(-course.fades * time);
            let glow = (speck.glow * kept).max(course.keeps);
            if glow < FAINT || (course.ends > 0.0 && time > course.ends) {
                continue;
            }
            let mut at = [0, 1, 2].map(|axis| speck.at[axis] + course.velocity[axis] * time);
            if course.falls {
                at[2] -= 0.5 * GRAVITY * time * time;
            }
            frame.show(to(Speck {
                at,
                size: speck.size + course.grows * time,
                glow: glow.min(1.0),
                ..*speck
            }));
        }
    }

    /// None any more.
    pub fn reset(&mut self) {
        (self.now, self.count) = (0, 0);
        self.rng = Rng::new(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Geometry;

    /// A speck that is thrown follows its parabola and fades by its law; what fades faster than a
    /// screen shows is told slowed down; more than there is room for are left out.
    #[test]
    fn a_speck_flies_and_fades() {
        let mut specks = Specks::new(Rate::new(10_000.0).unwrap());
        let mut frame = Frame::new(&Geometry::default().with_specks(3));
        let course = Course {
            velocity: [1.0, 0.0, 2.0],
            falls: true,
            grows: 0.5,
            fades: 3.0,
            ..Course::default()
        };
        let bright = Speck {
            size: 0.1,
            glow: 1.0,
            ..Speck::default()
        };
        specks.put(bright, course);
        specks.pass(1_000);
        let fast = Course {
            velocity: [0.0, 0.0, 1e3],
            fades: 1e4,
            ..Course::default()
        };
        specks.put(bright, fast);
        specks.pass(1_000);
        specks.tell(&mut frame);
        let [late, early] = [&frame.specks()[0], &frame.specks()[1]];
        assert!((late.glow - math::exp(-FASTEST * 0.1)).abs() < 1e-12);
        assert!((late.at[2] - 1e3 * 0.1 * FASTEST / 1e4).abs() < 1e-12);
        assert!((early.glow - math::exp(-0.6)).abs() < 1e-12);
        let want = [0.2, 0.0, 0.4 - 0.5 * GRAVITY * 0.04];
        assert!((0..3).all(|axis| (early.at[axis] - want[axis]).abs() < 1e-12));
        assert!((early.size - 0.2).abs() < 1e-12);
        assert_eq!([late.number, early.number], [1, 0]);
        for _ in 0..2 * REMEMBERED {
            specks.put(bright, course);
        }
        frame.clear_specks();
        specks.tell(&mut frame);
        assert_eq!(frame.specks().len(), 3);
        // All are over at last, and at once when it is reset.
        specks.pass(20_000);
        frame.clear_specks();
        specks.tell(&mut frame);
        assert!(frame.specks().is_empty());
        specks.put(bright, course);
        specks.reset();
        specks.tell(&mut frame);
        assert!(frame.specks().is_empty());
    }
}
