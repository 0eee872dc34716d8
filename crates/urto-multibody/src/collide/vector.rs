//! Three numbers at once, and frames that are turned and moved.

use crate::touch::Pose;
pub(crate) use urto_mesh::vector::{Vector, cross, difference, dot, length, scaled, sum};

/// `a` and so much of `b`.
pub(crate) fn plus(a: Vector, b: Vector, factor: f64) -> Vector {
    core::array::from_fn(|n| a[n] + factor * b[n])
}

/// Of length 1; nothing for what has no length.
pub(crate) fn unit(a: Vector) -> Option<Vector> {
    let long = length(a);
    (long > f64::MIN_POSITIVE).then(|| a.map(|own| own / long))
}

/// What of `a` is square to a way of length 1.
pub(crate) fn across(a: Vector, way: Vector) -> Vector {
    plus(a, way, -dot(a, way))
}

/// Two ways of length 1, square to each other and to a given one.
pub(crate) fn tangents(normal: Vector) -> [Vector; 2] {
    // The axis that has the least share in the normal is never along it.
    let least = (0..3).min_by(|a, b| normal[*a].abs().total_cmp(&normal[*b].abs()));
    let mut axis = [0.0; 3];
    axis[least.unwrap_or(0)] = 1.0;
    let first = unit(across(axis, normal)).unwrap_or([1.0, 0.0, 0.0]);
    [first, cross(normal, first)]
}

/// How a body lies in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub place: Vector,
    /// The body's axes as the world sees them.
    axes: [Vector; 3],
}

impl Frame {
    /// Nothing for poses that are no numbers, or not turned by anything.
    pub fn new(pose: &Pose) -> Option<Self> {
        let [w, x, y, z] = pose.turn;
        let long = (w * w + x * x + y * y + z * z).sqrt();
        let finite = pose.place.iter().all(|own| own.is_finite());
        if !(finite && long.is_finite() && long > f64::MIN_POSITIVE) {
            return None;
        }
        let [w, x, y, z] = pose.turn.map(|own| own / long);
        let axes = [
            [
                1.0 - 2.0 * (y * y + z * z),
                2.0 * (x * y + w * z),
                2.0 * (x * z - w * y),
            ],
            [
                2.0 * (x * y - w * z),
                1.0 - 2.0 * (x * x + z * z),
                2.0 * (y * z + w * x),
            ],
            [
                2.0 * (x * z + w * y),
                2.0 * (y * z - w * x),
                1.0 - 2.0 * (x * x + y * y),
            ],
        ];
        Some(Self {
            place: pose.place,
            axes,
        })
    }

    /// A way of the body as the world sees it.
    pub fn way(&self, own: Vector) -> Vector {
        core::array::from_fn(|k| {
            own[0] * self.axes[0][k] + own[1] * self.axes[1][k] + own[2] * self.axes[2][k]
        })
    }

    /// A place of the body in the world.
    pub fn out(&self, own: Vector) -> Vector {
        sum(self.way(own), self.place)
    }

    /// A way of the world as the body sees it.
    pub fn way_in(&self, world: Vector) -> Vector {
        self.axes.map(|axis| dot(axis, world))
    }

    /// A place of the world as the body sees it.
    pub fn place_in(&self, world: Vector) -> Vector {
        self.way_in(difference(world, self.place))
    }

    /// Moved by a way, and turned about its place by a small vector of angles \[rad\]. The turn is
    /// exact (Rodrigues).
    pub fn moved(&self, way: Vector, turn: Vector) -> Self {
        let angle = length(turn);
        let Some(axis) = unit(turn) else {
            return Self {
                place: sum(self.place, way),
                ..*self
            };
        };
        let (sin, cos) = (urto::math::sin(angle), urto::math::cos(angle));
        let turned = |own: Vector| {
            let along = scaled(axis, dot(axis, own) * (1.0 - cos));
            sum(plus(scaled(own, cos), cross(axis, own), sin), along)
        };
        Self {
            place: sum(self.place, way),
            axes: self.axes.map(turned),
        }
    }

    /// The turn from another frame to this one, as a vector of angles: good for small ones, never
    /// longer than the true one times pi / 2.
    pub fn turn_since(&self, before: &Self) -> Vector {
        let parts: [Vector; 3] = core::array::from_fn(|k| cross(before.axes[k], self.axes[k]));
        let sum_of = sum(parts[0], sum(parts[1], parts[2]));
        scaled(sum_of, 0.5)
    }
}

/// A box along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub low: Vector,
    pub high: Vector,
}

impl Bounds {
    pub const NONE: Self = Self {
        low: [f64::INFINITY; 3],
        high: [f64::NEG_INFINITY; 3],
    };

    pub fn around(points: &[Vector]) -> Self {
        points
            .iter()
            .fold(Self::NONE, |own, point| own.with(*point))
    }

    pub fn with(self, point: Vector) -> Self {
        Self {
            low: core::array::from_fn(|k| self.low[k].min(point[k])),
            high: core::array::from_fn(|k| self.high[k].max(point[k])),
        }
    }

    pub fn joined(self, other: &Self) -> Self {
        self.with(other.low).with(other.high)
    }

    pub fn grown(self, by: f64) -> Self {
        Self {
            low: self.low.map(|own| own - by),
            high: self.high.map(|own| own + by),
        }
    }

    pub fn meets(&self, other: &Self) -> bool {
        (0..3).all(|k| self.low[k] <= other.high[k] && other.low[k] <= self.high[k])
    }

    /// How far a point is from it, squared.
    pub fn far(&self, point: Vector) -> f64 {
        let outside = |k: usize| {
            (self.low[k] - point[k])
                .max(point[k] - self.high[k])
                .max(0.0)
        };
        let apart = [outside(0), outside(1), outside(2)];
        dot(apart, apart)
    }

    pub fn size(&self) -> Vector {
        difference(self.high, self.low)
    }

    /// The box around this one as seen from the other side of a frame.
    pub fn through(&self, frame: &Frame) -> Self {
        let middle = frame.out(scaled(sum(self.low, self.high), 0.5));
        let half = scaled(self.size(), 0.5);
        let reach: Vector =
            core::array::from_fn(|k| (0..3).map(|n| frame.axes[n][k].abs() * half[n]).sum());
        Self {
            low: difference(middle, reach),
            high: sum(middle, reach),
        }
    }
}

impl Frame {
    /// Another frame as this one sees it.
    pub fn sees(&self, other: &Self) -> Self {
        Self {
            place: self.place_in(other.place),
            axes: other.axes.map(|axis| self.way_in(axis)),
        }
    }
}
