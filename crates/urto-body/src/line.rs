//! The line on a surface along which positions from 0 to 1 lie.
//!
//! It goes over the body lengthwise, on its broad side: of the box around the body, along the longest
//! side, as seen from the shortest. Not in the middle: that would be at rest in half of all modes.

use urto::picture::Vector;

/// How many places it has: finer than the waves of the highest modes that are heard.
const STATIONS: usize = 65;
/// How far from the middle it lies, as a share of the half breadth: where neither the first nor the
/// second mode across a free plate is at rest (they are at 0, and at 0.55).
const ASIDE: f64 = 0.3;

/// How far from the ends it begins and stops, as a share of the length: an edge has no normal.
const INSET: f64 = 0.01;

/// The box around a body: the lowest and the highest of each coordinate \[m\].
fn sides(vertices: &[Vector]) -> [(f64, f64); 3] {
    [0, 1, 2].map(|axis| {
        let of_axis = vertices.iter().map(|vertex| vertex[axis]);
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        of_axis.fold(ends, |(low, high), own| (low.min(own), high.max(own)))
    })
}

/// The places, just outside of the body: the nearest ones of its surface are meant.
pub fn stations(vertices: &[Vector]) -> Vec<Vector> {
    let sides = sides(vertices);
    let mut axes = [0, 1, 2];
    // The longest first; of equal ones the first, so that it is the same everywhere.
    axes.sort_by(|a, b| {
        let long = |axis: usize| sides[axis].1 - sides[axis].0;
        long(*b).total_cmp(&long(*a))
    });
    let [along, across, through] = axes;
    let station = |n: usize| {
        let share = INSET + (1.0 - 2.0 * INSET) * n as f64 / (STATIONS - 1) as f64;
        let mut place = [0.0; 3];
        let (low, high) = sides[along];
        place[along] = low + share * (high - low);
        let (low, high) = sides[across];
        place[across] = 0.5 * (low + high) + ASIDE * 0.5 * (high - low);
        place[through] = sides[through].1;
        place
    };
    (0..STATIONS).map(station).collect()
}

/// Size of a body: the longest side of the box around it \[m\].
pub fn extent(vertices: &[Vector]) -> f64 {
    let sides = sides(vertices).map(|(low, high)| high - low);
    sides.into_iter().fold(0.0, f64::max)
}
