//! Whether two bodies come together within a step.
//!
//! Step:   moved on by as much time as their distance surely lasts, again and again, until they are
//!         within the band at rest or the step is over (conservative advancement). So what passes
//!         beside a rim at speed is not stopped by a touch that never comes.
//! Refs:   Mirtich 1996, Impulse-based dynamic simulation of rigid body systems.

use super::vector::{Frame, difference, length, scaled};
use super::{Contacts, Way};

/// If so many moves do not decide it they are taken to come together: a touch too many does less
/// harm than one too few.
const MOVES: usize = 40;

impl Contacts {
    /// From a distance that is known, both moving as they do.
    pub(super) fn comes_together(
        &mut self,
        bodies: [usize; 2],
        frames: [Frame; 2],
        distance: f64,
        margin: f64,
    ) -> bool {
        let ways = bodies.map(|n| self.ways[n]);
        let turns = [0, 1].map(|n| length(ways[n].turn) * self.shapes[bodies[n]].radius());
        let shakes = self.shake(bodies[0]) + self.shake(bodies[1]);
        let straight = length(difference(ways[1].way, ways[0].way));
        // In a whole step they come nearer by no more.
        let most = straight + turns[0] + turns[1] + shakes;
        let mut trial = core::mem::take(&mut self.trial);
        let (mut distance, mut time) = (distance, 0.0);
        let mut comes = true;
        for _ in 0..MOVES {
            if distance <= self.band {
                break;
            }
            time += distance / most;
            if time >= 1.0 || most <= 0.0 {
                comes = false;
                break;
            }
            let moved = core::array::from_fn(|n| {
                let Way { way, turn } = ways[n];
                frames[n].moved(scaled(way, time), scaled(turn, time))
            });
            self.counts.moved += 1;
            self.look(bodies, moved, margin, &mut trial);
            let least = trial.iter().map(|own| own.gap).fold(margin, f64::min);
            distance = least - shakes;
        }
        self.trial = trial;
        comes
    }
}
