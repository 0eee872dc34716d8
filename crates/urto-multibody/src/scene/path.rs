//! Ways through space that are given by a few stops.
//!
//! Law:    between stops a cubic with the slopes of Fritsch and Carlson (1980): smooth, and never
//!         beyond the stops, so that what stands still between two equal ones stands still.
//! Limits: before the first stop and after the last it rests there.

use crate::body::Script;
use crate::touch::Pose;
use crate::vector::{matrix, sum, times, unit};

/// A place and a turn at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// \[s\]
    pub time: f64,
    /// Where.
    pub pose: Pose,
}

/// A way by stops, in order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    stops: Vec<Stop>,
    /// Slopes of place and turn at each stop.
    slopes: Vec<[f64; 7]>,
}

impl Path {
    /// Stays where it is.
    pub fn still(pose: Pose) -> Self {
        Self::new(vec![Stop { time: 0.0, pose }])
    }

    /// Through these stops, whose times rise; an empty way stays at the origin.
    pub fn new(mut stops: Vec<Stop>) -> Self {
        if stops.is_empty() {
            stops.push(Stop {
                time: 0.0,
                pose: Pose::default(),
            });
        }
        // A turn and its negative are one turn: the nearer one is meant.
        for n in 1..stops.len() {
            let before = stops[n - 1].pose.turn;
            let own = &mut stops[n].pose.turn;
            let along: f64 = before.iter().zip(&*own).map(|(a, b)| a * b).sum();
            if along < 0.0 {
                *own = own.map(|x| -x);
            }
        }
        let slopes = (0..stops.len()).map(|n| slope(&stops, n)).collect();
        Self { stops, slopes }
    }

    /// Its stops.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// Where it is at a time.
    pub fn at(&self, time: f64) -> Pose {
        let after = self.stops.partition_point(|stop| stop.time <= time);
        if after == 0 || after == self.stops.len() {
            return self.stops[after.saturating_sub(1)].pose;
        }
        let (one, two) = (&self.stops[after - 1], &self.stops[after]);
        let long = two.time - one.time;
        let t = (time - one.time) / long;
        let (a, b) = (figures(one), figures(two));
        let (s, e) = (self.slopes[after - 1], self.slopes[after]);
        let own: [f64; 7] = core::array::from_fn(|n| {
            // Hermite's cubic, from the first stop on so that equal stops give it exactly.
            a[n] + t * t * (3.0 - 2.0 * t) * (b[n] - a[n])
                + long * t * (1.0 - t) * ((1.0 - t) * s[n] - t * e[n])
        });
        Pose {
            place: [own[0], own[1], own[2]],
            turn: unit([own[3], own[4], own[5], own[6]]),
        }
    }

    /// Whether it goes anywhere.
    pub fn moves(&self) -> bool {
        self.stops.windows(2).any(|own| own[0].pose != own[1].pose)
    }
}

fn figures(stop: &Stop) -> [f64; 7] {
    let ([x, y, z], [w, i, j, k]) = (stop.pose.place, stop.pose.turn);
    [x, y, z, w, i, j, k]
}

/// The slope at a stop: none at the ends, none where it turns back, else a mean of both sides that
/// leans to the flatter one.
fn slope(stops: &[Stop], n: usize) -> [f64; 7] {
    if n == 0 || n + 1 == stops.len() {
        return [0.0; 7];
    }
    let (a, b, c) = (&stops[n - 1], &stops[n], &stops[n + 1]);
    let [before, after] = [b.time - a.time, c.time - b.time];
    let (fa, fb, fc) = (figures(a), figures(b), figures(c));
    core::array::from_fn(|k| {
        let (one, two) = ((fb[k] - fa[k]) / before, (fc[k] - fb[k]) / after);
        if one * two <= 0.0 {
            return 0.0;
        }
        let (u, w) = (2.0 * after + before, after + 2.0 * before);
        (u + w) / (u / one + w / two)
    })
}

/// A body that follows a path; the path is that of its form's origin, which lies elsewhere than its
/// centre of mass.
pub(super) struct Followed {
    pub path: Path,
    pub centre: [f64; 3],
}

impl Script for Followed {
    fn pose(&self, time: f64) -> Pose {
        let pose = self.path.at(time);
        Pose {
            place: sum(pose.place, times(&matrix(pose.turn), self.centre)),
            ..pose
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stop(time: f64, x: f64) -> Stop {
        let pose = Pose {
            place: [x, 0.0, 0.0],
            ..Pose::default()
        };
        Stop { time, pose }
    }

    #[test]
    fn it_is_at_its_stops_and_never_beyond_them() {
        let path = Path::new(vec![
            stop(0.0, 1.0),
            stop(1.0, 2.0),
            stop(3.0, 2.0),
            stop(4.0, -1.0),
        ]);
        for (time, x) in [
            (-1.0, 1.0),
            (0.0, 1.0),
            (1.0, 2.0),
            (2.2, 2.0),
            (4.0, -1.0),
            (9.0, -1.0),
        ] {
            assert_eq!(path.at(time).place[0], x, "at {time}");
        }
        let mut last = path.at(0.0).place[0];
        for n in 1..4000 {
            let x = path.at(f64::from(n) * 1e-3).place[0];
            assert!((-1.0..=2.0).contains(&x));
            // No faster than one and a half times the mean slope: it is a smooth cubic.
            assert!((x - last).abs() <= 4.6e-3, "{n}: {}", x - last);
            last = x;
        }
    }

    #[test]
    fn a_turn_goes_the_short_way() {
        let turned = |w: f64, z: f64| Pose {
            turn: [w, 0.0, 0.0, z],
            ..Pose::default()
        };
        let half = core::f64::consts::FRAC_1_SQRT_2;
        let path = Path::new(vec![
            Stop {
                time: 0.0,
                pose: turned(1.0, 0.0),
            },
            Stop {
                time: 1.0,
                pose: turned(-half, -half),
            },
        ]);
        let middle = path.at(0.5).turn;
        let wanted = urto::math::cos(core::f64::consts::FRAC_PI_8);
        assert!((middle[0] - wanted).abs() < 1e-12, "{middle:?}");
    }
}
