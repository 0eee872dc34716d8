//! How far a point is from a shape with closed forms.
//!
//! Law:  the signed distance to the surface: positive outside, negative inside, where the nearest
//!       face counts. For convex shapes, which these are, it is a convex function of the point
//!       everywhere, so that along a line it has one lowest place.

use super::shape::Shape;
use super::vector::{Vector, difference, length, plus, unit};

/// Where on a shape a nearest point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feature {
    /// Where the surface is smooth.
    Face,
    /// On an edge, also a rim.
    Edge,
    /// At a corner, also a round end.
    Corner,
}

/// The point of a shape that is nearest to another, in the shape's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    /// Negative inside \[m\].
    pub distance: f64,
    /// Outward, of length 1.
    pub normal: Vector,
    pub place: Vector,
    pub feature: Feature,
    /// On a mesh: its triangle and the shares of the corners.
    pub surface: Option<(usize, [f64; 3])>,
    /// On a mesh: the smooth part of the surface that it belongs to.
    pub patch: u32,
}

impl Near {
    fn new(distance: f64, normal: Vector, place: Vector, feature: Feature) -> Self {
        Self {
            distance,
            normal,
            place,
            feature,
            surface: None,
            patch: 0,
        }
    }

    /// Around a point: a round part of a shape.
    fn round(at: Vector, middle: Vector, radius: f64, feature: Feature) -> Self {
        let way = difference(at, middle);
        // In the very middle all ways are as good; this one parts what lies on the ground.
        let normal = unit(way).unwrap_or([0.0, 0.0, 1.0]);
        let place = plus(middle, normal, radius);
        Self::new(length(way) - radius, normal, place, feature)
    }
}

/// Nothing for meshes, which have fields of their own.
pub(crate) fn near(shape: &Shape, at: Vector) -> Option<Near> {
    Some(match *shape {
        Shape::Sphere { radius } => Near::round(at, [0.0; 3], radius, Feature::Face),
        Shape::Plane => {
            let place = [at[0], at[1], 0.0];
            Near::new(at[2], [0.0, 0.0, 1.0], place, Feature::Face)
        }
        Shape::Capsule { radius, half } => {
            let along = at[2].clamp(-half, half);
            let feature = match along == at[2] {
                true => Feature::Face,
                false => Feature::Corner,
            };
            Near::round(at, [0.0, 0.0, along], radius, feature)
        }
        Shape::Box { half } => near_box(half, at),
        Shape::Cylinder { radius, half } => near_cylinder(radius, half, at),
        Shape::Mesh(_) => return None,
    })
}

fn near_box(half: Vector, at: Vector) -> Near {
    let beyond: Vector = core::array::from_fn(|k| at[k].abs() - half[k]);
    let outside = beyond.iter().filter(|own| **own > 0.0).count();
    if outside > 1 {
        let place = core::array::from_fn(|k| at[k].clamp(-half[k], half[k]));
        let way = difference(at, place);
        if let Some(normal) = unit(way) {
            let feature = match outside {
                2 => Feature::Edge,
                _ => Feature::Corner,
            };
            return Near::new(length(way), normal, place, feature);
        }
    }
    let most = (0..3).max_by(|a, b| beyond[*a].total_cmp(&beyond[*b]));
    let most = most.unwrap_or(0);
    let side = 1.0f64.copysign(at[most]);
    let (mut normal, mut place) = ([0.0; 3], at);
    normal[most] = side;
    place[most] = side * half[most];
    Near::new(beyond[most], normal, place, Feature::Face)
}

fn near_cylinder(radius: f64, half: f64, at: Vector) -> Near {
    let from_axis = length([at[0], at[1], 0.0]);
    let [side, end] = [from_axis - radius, at[2].abs() - half];
    let outward = unit([at[0], at[1], 0.0]).unwrap_or([1.0, 0.0, 0.0]);
    let up = 1.0f64.copysign(at[2]);
    if side > 0.0 && end > 0.0 {
        let place = [radius * outward[0], radius * outward[1], up * half];
        let way = difference(at, place);
        if let Some(normal) = unit(way) {
            return Near::new(length(way), normal, place, Feature::Edge);
        }
    }
    if side > end {
        let place = [radius * outward[0], radius * outward[1], at[2]];
        Near::new(side, outward, place, Feature::Face)
    } else {
        let place = [at[0], at[1], up * half];
        Near::new(end, [0.0, 0.0, up], place, Feature::Face)
    }
}
