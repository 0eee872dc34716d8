//! A path through poses at given times, for bodies that are moved by hand.

use crate::body::Script;
use crate::error::{WorldError, all_within, within};
use crate::touch::Pose;
use crate::vector::{Turn, Vector, unit};

/// A pose at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// \[s\]
    pub time: f64,
    /// Where the body is then.
    pub pose: Pose,
}

/// Smooth curves through poses: cubic between keys, with a speed at each key that overshoots neither
/// side (Fritsch & Carlson 1980), so that what should stand stands. Before the first key and after the
/// last the body stands still.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    keys: Vec<Key>,
    /// Of each key the speeds of its seven figures.
    speeds: Vec<[f64; 7]>,
}

impl Path {
    /// Through keys in the order of their times.
    pub fn new(name: &str, keys: &[Key]) -> Result<Self, WorldError> {
        let mut own: Vec<Key> = Vec::new();
        for key in keys {
            let time = format!("the time of a key of {name} in s");
            let after = own.last().map_or(-1e6, |last| last.time + 1e-6);
            within(&time, key.time, [after, 1e6])?;
            let place = format!("the place of a key of {name} in m");
            all_within(&place, &key.pose.place, 1e4)?;
            let long = key.pose.turn.iter().map(|x| x * x).sum::<f64>().sqrt();
            let turn = format!("the length of the turn of a key of {name}");
            within(&turn, long, [0.999, 1.001])?;
            let mut key = *key;
            key.pose.turn = unit(key.pose.turn);
            // Both q and -q are the same turn: the one that is nearer to the key before.
            if let Some(last) = own.last() {
                let alike: f64 = last
                    .pose
                    .turn
                    .iter()
                    .zip(key.pose.turn)
                    .map(|(a, b)| a * b)
                    .sum();
                if alike < 0.0 {
                    key.pose.turn = key.pose.turn.map(|x| -x);
                }
            }
            own.push(key);
        }
        if own.is_empty() {
            within(&format!("the number of keys of {name}"), 0.0, [1.0, 1e6])?;
        }
        let slopes = |n: usize| -> [f64; 7] {
            let (a, b) = (&own[n], &own[n + 1]);
            let (from, to) = (figures(a), figures(b));
            core::array::from_fn(|k| (to[k] - from[k]) / (b.time - a.time))
        };
        let speed = |n: usize| -> [f64; 7] {
            if n == 0 || n + 1 == own.len() {
                return [0.0; 7];
            }
            let (before, after) = (slopes(n - 1), slopes(n));
            // The harmonic mean never overshoots.
            core::array::from_fn(|k| match before[k] * after[k] {
                same if same > 0.0 => 2.0 * same / (before[k] + after[k]),
                _ => 0.0,
            })
        };
        let speeds = (0..own.len()).map(speed).collect();
        Ok(Self { keys: own, speeds })
    }

    /// Its keys.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }
}

fn figures(key: &Key) -> [f64; 7] {
    let ([x, y, z], [a, b, c, d]) = (key.pose.place, key.pose.turn);
    [x, y, z, a, b, c, d]
}

impl Script for Path {
    fn pose(&self, time: f64) -> Pose {
        let after = self.keys.partition_point(|own| own.time <= time);
        let at = |n: usize| self.keys[n].pose;
        if after == 0 {
            return at(0);
        }
        if after == self.keys.len() {
            return at(after - 1);
        }
        let (a, b) = (&self.keys[after - 1], &self.keys[after]);
        let long = b.time - a.time;
        let s = (time - a.time) / long;
        let (from, to) = (figures(a), figures(b));
        let (go, come) = (self.speeds[after - 1], self.speeds[after]);
        // Hermite's cubic.
        let (s2, s3) = (s * s, s * s * s);
        let own: [f64; 7] = core::array::from_fn(|k| {
            let places = from[k] + (3.0 * s2 - 2.0 * s3) * (to[k] - from[k]);
            let speeds = (s3 - 2.0 * s2 + s) * go[k] + (s3 - s2) * come[k];
            places + long * speeds
        });
        let [x, y, z, turn @ ..] = own;
        let (place, turn): (Vector, Turn) = ([x, y, z], unit(turn));
        Pose { place, turn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(time: f64, x: f64) -> Key {
        let place = [x, 0.0, 0.0];
        Key {
            time,
            pose: Pose {
                place,
                ..Pose::default()
            },
        }
    }

    #[test]
    fn a_path_passes_its_keys_and_overshoots_none() {
        let path = Path::new(
            "hand",
            &[key(0.0, 0.0), key(1.0, 1.0), key(1.5, 3.0), key(3.0, 3.0)],
        );
        let path = path.unwrap();
        for own in path.keys() {
            assert!((path.pose(own.time).place[0] - own.pose.place[0]).abs() < 1e-15);
        }
        let mut before = path.pose(-1.0).place[0];
        for n in 0..4000 {
            let now = path.pose(1e-3 * f64::from(n)).place[0];
            assert!(now >= before - 1e-15 && now <= 3.0 + 1e-15);
            assert!(now - before < 0.01, "it jumps");
            before = now;
        }
        assert_eq!(path.pose(99.0).place[0], 3.0);
    }

    #[test]
    fn bad_keys_are_refused() {
        for keys in [
            vec![],
            vec![key(1.0, 0.0), key(1.0, 1.0)],
            vec![key(f64::NAN, 0.0)],
            vec![key(0.0, f64::INFINITY)],
        ] {
            let told = Path::new("hand", &keys).unwrap_err().to_string();
            assert!(told.contains("hand"), "{told}");
        }
    }
}
