//! The pieces: how large they are, and how the largest bounce.
//!
//! Law:    sizes N(>s) ~ s^(-law) between the smallest and the largest. A piece that leaves the
//!         floor at a speed v is back after 2·v/g; it lands on a corner, and every other time the
//!         far corner follows as soon as the piece has turned, size/(2·v) at most; then it leaves
//!         with a share of its speed, a part of which has gone into tumbling.
//! Limits: no spin; a bounce of less than 5 cm/s (5 ms) is rest.
//! Refs:   Turcotte 1986 (sizes of fragments).

use crate::math::{self, GRAVITY};
use crate::rng::Rng;

/// Slower than this, nothing bounces \[m/s\].
const REST: f64 = 0.05;

/// A piece: its size against the largest, how fast it still is \[m/s\], and which of all uneven
/// ones it is.
#[derive(Clone, Copy, Default)]
pub(super) struct Piece {
    pub size: f64,
    pub speed: f64,
    pub seed: u64,
    /// How fast it was at first \[m/s\]; for pictures also how bright its last collision is, 0 to 1,
    /// and when that was.
    pub thrown: f64,
    pub lit: f64,
    pub met: f64,
}

/// The size that a share of all pieces does not reach, against the largest.
pub(super) fn size(share: f64, law: f64, smallest: f64) -> f64 {
    if law < 1e-6 {
        return smallest * math::pow(1.0 / smallest, share);
    }
    let gone = 1.0 - share * (1.0 - math::pow(smallest, law));
    smallest * math::pow(gone, -1.0 / law)
}

/// One of the largest pieces, on its way.
#[derive(Clone, Copy)]
pub(super) struct Bouncer {
    speed: f64,
    /// When it lands \[s\].
    pub lands: f64,
    /// Whether one corner is down, and the other comes.
    tips: bool,
}

impl Bouncer {
    /// One that rests.
    pub const AT_REST: Self = Self {
        speed: 0.0,
        lands: f64::INFINITY,
        tips: false,
    };

    /// Thrown up at a time \[s\] with a speed \[m/s\].
    pub fn thrown(at: f64, speed: f64) -> Self {
        if speed <= REST {
            return Self::AT_REST;
        }
        Self {
            speed,
            lands: at + 2.0 * speed / GRAVITY,
            tips: false,
        }
    }

    /// How high it is at a time \[m\].
    pub fn height(&self, now: f64) -> f64 {
        let left = self.lands - now;
        let flies = 2.0 * self.speed / GRAVITY;
        match (0.0..=flies).contains(&left) {
            true => 0.5 * GRAVITY * left * (flies - left),
            false => 0.0,
        }
    }

    /// It lands, and tells at which speed \[m/s\]. It is of a size \[m\] and keeps a share of its
    /// speed.
    pub fn land(&mut self, size: f64, keeps: f64, rng: &mut Rng) -> f64 {
        let landed = self.speed;
        self.tips = !self.tips && rng.uniform() < 0.5;
        if self.tips {
            self.lands += 0.5 * size * rng.uniform() / landed;
        } else {
            // Up to a third of the speed goes into tumbling.
            let leaves = landed * keeps * (1.0 - rng.uniform() / 3.0);
            *self = Self::thrown(self.lands, leaves);
        }
        landed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// N(>s) ~ s^(-law): of 20,000 sizes the share above each size is that of the law cut off at
    /// both ends (Kolmogorov-Smirnov, p > 0.01: 1.63/sqrt(n)).
    #[test]
    fn sizes_follow_the_law() {
        for (law, smallest) in [(0.0f64, 0.1f64), (1.2, 0.2), (2.5, 0.05)] {
            let mut rng = Rng::new(3);
            let mut sizes: Vec<f64> = (0..20_000)
                .map(|_| size(rng.uniform(), law, smallest))
                .collect();
            sizes.sort_by(f64::total_cmp);
            assert!(sizes[0] >= smallest * (1.0 - 1e-9) && sizes[19_999] <= 1.0 + 1e-9);
            let above = |s: f64| match law {
                0.0 => math::log(s) / math::log(smallest),
                _ => (math::pow(s, -law) - 1.0) / (math::pow(smallest, -law) - 1.0),
            };
            let worst = sizes.iter().enumerate().fold(0.0f64, |most, (n, s)| {
                most.max((1.0 - above(*s) - n as f64 / 20_000.0).abs())
            });
            assert!(worst < 1.63 / 20_000f64.sqrt(), "{law}: {worst}");
        }
    }

    /// A piece lands after 2·v/g, with the speed it left with; what it keeps is at most the share
    /// asked for and at least two thirds of that, and it comes to rest.
    #[test]
    fn a_piece_bounces_ever_lower() {
        let keeps = 0.6;
        let mut rng = Rng::new(1);
        let mut piece = Bouncer::thrown(0.0, 1.5);
        let (mut speed, mut landings) = (1.5f64, Vec::new());
        while piece.lands.is_finite() {
            landings.push(piece.lands);
            let landed = piece.land(0.1, keeps, &mut rng);
            assert!(landed == speed || landed <= keeps * speed);
            assert!(landed == speed || landed >= 2.0 / 3.0 * keeps * speed);
            speed = landed;
        }
        assert!((landings[0] - 2.0 * 1.5 / GRAVITY).abs() < 1e-12);
        assert!(landings.len() > 3 && *landings.last().unwrap() < 1.5);
        assert!(landings.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
