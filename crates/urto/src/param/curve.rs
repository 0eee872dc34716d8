//! A value over time: straight lines between points.

/// Points in time \[s\] and their values, joined by straight lines; the first and last values
/// hold outside.
///
/// ```
/// use urto::param::Curve;
/// let swell = Curve::new([(0.0, 0.0), (0.5, 1.0)]).unwrap();
/// assert_eq!(swell.at(0.25), 0.5);
/// assert_eq!(swell.at(9.0), 1.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    points: Vec<(f64, f64)>,
}

impl Curve {
    /// The same value at all times.
    pub fn constant(value: f64) -> Self {
        Self {
            points: vec![(0.0, value)],
        }
    }

    /// A curve through the points; `None` unless there is at least one, all numbers are finite
    /// and the times rise.
    pub fn new(points: impl Into<Vec<(f64, f64)>>) -> Option<Self> {
        let points = points.into();
        let finite = points.iter().all(|(t, v)| t.is_finite() && v.is_finite());
        let rising = points.windows(2).all(|pair| pair[0].0 < pair[1].0);
        (!points.is_empty() && finite && rising).then_some(Self { points })
    }

    /// The points.
    pub fn points(&self) -> &[(f64, f64)] {
        &self.points
    }

    /// The value at a time \[s\].
    pub fn at(&self, time: f64) -> f64 {
        let after = self.points.partition_point(|(t, _)| *t <= time);
        let Some(&(t0, v0)) = after.checked_sub(1).and_then(|i| self.points.get(i)) else {
            return self.points[0].1;
        };
        match self.points.get(after) {
            Some(&(t1, v1)) => v0 + (v1 - v0) * ((time - t0) / (t1 - t0)),
            None => v0,
        }
    }
}
