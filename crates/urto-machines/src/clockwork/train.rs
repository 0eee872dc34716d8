//! Train: the wheels that drive an escapement, and when their teeth meet.
//!
//! Law:    a beat lets the escape wheel go on by half a tooth. The pinion on its arbor has n leaves, so
//!         that n/(2·N_escape) of a leaf's way goes by in a beat; as many teeth does the wheel that drives
//!         it move on, and its own pinion n/N of that, with N teeth to a turn; and so on. Whenever a
//!         whole tooth has gone by, the next one meets its leaf.
//! Step:   ways are counted in teeth, beat by beat; a beat tells where in its way each tooth meets.

/// Wheels at most.
pub const WHEELS: usize = 3;
/// Touches of a beat at most: three of the pallet, seven of the first wheel where the escape wheel has a
/// single tooth and the pinion twelve leaves, and of those after it at most 12/30 of that, and one.
const MOST: usize = 16;

/// How far a train moves in a beat.
pub struct Moves {
    /// The first wheel \[teeth\].
    pub first: f64,
    /// Each after it, against the one before.
    pub further: f64,
    /// How many there are.
    pub wheels: usize,
}

/// Where the wheels stand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Train {
    /// What has gone by since a tooth last met \[teeth\].
    ways: [f64; WHEELS],
    /// How many have met.
    met: [u64; WHEELS],
}

impl Train {
    /// Goes on by a beat. `meets` gets of every tooth that meets where in the beat's way it does, from 0
    /// to 1, which wheel's it is, and the how-manyeth of that.
    pub fn beat(&mut self, moves: &Moves, mut meets: impl FnMut(f64, usize, u64)) {
        let mut moved = moves.first;
        for number in 0..moves.wheels.min(WHEELS) {
            let before = self.ways[number];
            self.ways[number] += moved;
            // What was a little off a tooth by rounding has met.
            while self.ways[number] >= 1.0 - 1e-9 {
                let teeth = moved - (self.ways[number] - 1.0);
                meets((teeth / moved).clamp(0.0, 1.0), number, self.met[number]);
                self.ways[number] = (self.ways[number] - 1.0).max(0.0);
                self.met[number] += 1;
            }
            debug_assert!(before < 1.0);
            moved *= moves.further;
        }
    }
}

/// What touches in a beat, in time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Touches {
    /// Time from the beat's beginning \[s\], and strength.
    all: [(f64, f64); MOST],
    count: usize,
}

impl Touches {
    /// One more; what comes at the same time as another comes after it.
    pub fn put(&mut self, at: f64, strong: f64) {
        if self.count == MOST {
            return;
        }
        let earlier = self.all[..self.count].iter().filter(|own| own.0 <= at);
        let place = earlier.count();
        self.all.copy_within(place..self.count, place + 1);
        self.all[place] = (at, strong);
        self.count += 1;
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// When one comes.
    pub fn at(&self, touch: usize) -> f64 {
        self.all[touch.min(MOST - 1)].0
    }

    /// How strong it is.
    pub fn strong(&self, touch: usize) -> f64 {
        self.all[touch.min(MOST - 1)].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wheels meet in the ratio of their teeth: over a turn of the last one to a tooth, for several numbers
    /// of teeth; and each of them evenly, a tooth's way apart.
    #[test]
    fn wheels_meet_in_the_ratio_of_their_teeth() {
        for (escape, wheel, pinion) in [
            (15u64, 64u64, 8u64),
            (15, 60, 10),
            (30, 75, 7),
            (1, 30, 12),
            (7, 119, 6),
        ] {
            let moves = Moves {
                first: pinion as f64 / (2 * escape) as f64,
                further: pinion as f64 / wheel as f64,
                wheels: WHEELS,
            };
            let mut train = Train::default();
            let mut met = [0u64; WHEELS];
            let mut last = [0.0; WHEELS];
            // As many beats as the last wheel takes to turn round once.
            let turn = 2 * escape * wheel * wheel * wheel / (pinion * pinion);
            let beats = turn.div_ceil(pinion) * pinion;
            for beat in 0..beats {
                train.beat(&moves, |place, number, count| {
                    assert_eq!(count, met[number]);
                    met[number] += 1;
                    let now = beat as f64 + place;
                    let own = (0..number).fold(moves.first, |own, _| own * moves.further);
                    assert!(
                        (now - last[number] - 1.0 / own).abs() < 1e-3,
                        "{number} {now}"
                    );
                    last[number] = now;
                });
            }
            // A wheel that drives one of N teeth by a pinion of n leaves meets n times for N of its own.
            for (number, met) in met.into_iter().enumerate() {
                let power = |base: u64, n: usize| urto::math::pow(base as f64, n as f64);
                let wanted = beats as f64 * power(pinion, number + 1)
                    / (2.0 * escape as f64 * power(wheel, number));
                let off = (met as f64 - wanted).abs();
                assert!(
                    off <= 1.0,
                    "{escape} {wheel} {pinion}, wheel {number}: {met} of {wanted}"
                );
            }
        }
    }

    #[test]
    fn touches_stand_in_time() {
        let mut all = Touches::default();
        for (at, strong) in [(0.0, 1.0), (3.0, 2.0), (1.0, 3.0), (3.0, 4.0), (2.0, 5.0)] {
            all.put(at, strong);
        }
        let strong: Vec<f64> = (0..all.count()).map(|n| all.strong(n)).collect();
        assert_eq!(strong, [1.0, 3.0, 5.0, 2.0, 4.0]);
    }
}
