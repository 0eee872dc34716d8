//! Three numbers at once, and frames that are turned and moved.

use crate::touch::Pose;
pub(crate) use urto_mesh::vector::{Vector, cross, difference, dot, length, scaled, sum};

/// `a` and so much of `b`.
#[inline]
pub(crate) fn plus(a: Vector, b: Vector, factor: f64) -> Vector {
    sum(a, scaled(b, factor))
}

/// Of length 1; nothing for what has no length.
pub(crate) fn unit(a: Vector) -> Option<Vector> {
    let long = length(a);
    (long > f64::MIN_POSITIVE).then(|| [a[0] / long, a[1] / long, a[2] / long])
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
    #[inline]
    pub fn way(&self, own: Vector) -> Vector {
        let [x, y, z] = self.axes;
        let along = |k: usize| own[0] * x[k] + own[1] * y[k] + own[2] * z[k];
        [along(0), along(1), along(2)]
    }

    /// A place of the body in the world.
    pub fn out(&self, own: Vector) -> Vector {
        sum(self.way(own), self.place)
    }

    /// A way of the world as the body sees it.
    #[inline]
    pub fn way_in(&self, world: Vector) -> Vector {
        let [x, y, z] = self.axes;
        [dot(x, world), dot(y, world), dot(z, world)]
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

/// Something of each number of one and the other.
#[inline]
fn each(a: Vector, b: Vector, of: impl Fn(f64, f64) -> f64) -> Vector {
    [of(a[0], b[0]), of(a[1], b[1]), of(a[2], b[2])]
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
            low: each(self.low, point, f64::min),
            high: each(self.high, point, f64::max),
        }
    }

    pub fn joined(self, other: &Self) -> Self {
        Self {
            low: each(self.low, other.low, f64::min),
            high: each(self.high, other.high, f64::max),
        }
    }

    pub fn grown(self, by: f64) -> Self {
        Self {
            low: difference(self.low, [by; 3]),
            high: sum(self.high, [by; 3]),
        }
    }

    pub fn meets(&self, other: &Self) -> bool {
        let along = |k: usize| self.low[k] <= other.high[k] && other.low[k] <= self.high[k];
        along(0) && along(1) && along(2)
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
        let [x, y, z] = frame.axes;
        let along = |k: usize| x[k].abs() * half[0] + y[k].abs() * half[1] + z[k].abs() * half[2];
        let reach = [along(0), along(1), along(2)];
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
