//! What named bodies look like: points with their places on the body, and the skin between them.

use super::form::Dimensions;
use crate::math::{self, TAU};
use crate::picture::{Sketch, Vector};

/// Stations along a bar, a block or a tube; divisions of a plate's side; spokes and circles of what
/// is round; points of a string. Fine enough for the modes that one sees, and within the most
/// points of a part.
const STATIONS: usize = 49;
const SIDE: usize = 20;
const SPOKES: usize = 36;
const CIRCLES: usize = 10;
const WIRE: usize = 129;

/// A point of a picture, on its body.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrawnSpot {
    /// Where it rests \[m\].
    pub at: Vector,
    /// Share of the length, of the first side, or of the radius or height.
    pub along: f64,
    /// Share of the second side, or the angle around \[rad\].
    pub across: f64,
}

/// A body's form, and the spots of its points.
pub(super) struct Drawn {
    pub sketch: Sketch,
    pub spots: Vec<DrawnSpot>,
}

fn share(n: usize, count: usize) -> f64 {
    n as f64 / (count - 1) as f64
}

fn points(spots: &[DrawnSpot]) -> Vec<Vector> {
    spots.iter().map(|spot| spot.at).collect()
}

/// A box along x.
pub(super) fn boxed(body: &Dimensions) -> Drawn {
    let (wide, high) = (0.5 * body.width, 0.5 * body.thickness);
    let corners = [[wide, high], [-wide, high], [-wide, -high], [wide, -high]];
    let station = |n| {
        let along = share(n, STATIONS);
        let x = (along - 0.5) * body.size;
        corners.map(|[y, z]| DrawnSpot {
            at: [x, y, z],
            along,
            across: 0.0,
        })
    };
    let spots: Vec<DrawnSpot> = (0..STATIONS).flat_map(station).collect();
    let mut sketch = Sketch::skin(points(&spots), 4, true);
    for n in 4..spots.len() as u32 {
        sketch.edges.push([n - 4, n]);
    }
    for first in [0, 4 * (STATIONS as u32 - 1)] {
        let corner = |n| first + n;
        sketch.triangles.push([corner(0), corner(1), corner(2)]);
        sketch.triangles.push([corner(0), corner(2), corner(3)]);
    }
    Drawn { sketch, spots }
}

/// On top of what lies along x, at a share of its length.
pub(super) fn on_top(body: &Dimensions, along: f64) -> DrawnSpot {
    DrawnSpot {
        at: [(along - 0.5) * body.size, 0.0, 0.5 * body.thickness],
        along,
        across: 0.0,
    }
}

/// A flat plate in x and y.
pub(super) fn plate(body: &Dimensions) -> Drawn {
    let row = |m| {
        (0..=SIDE).map(move |n| {
            let (along, across) = (share(m, SIDE + 1), share(n, SIDE + 1));
            let (x, y) = ((along - 0.5) * body.size, (across - 0.5) * body.width);
            DrawnSpot {
                at: [x, y, 0.0],
                along,
                across,
            }
        })
    };
    let spots: Vec<DrawnSpot> = (0..=SIDE).flat_map(row).collect();
    let sketch = Sketch::skin(points(&spots), SIDE + 1, false);
    Drawn { sketch, spots }
}

/// A line along x.
pub(super) fn wire(body: &Dimensions) -> Drawn {
    let spot = |n| {
        let along = share(n, WIRE);
        DrawnSpot {
            at: [(along - 0.5) * body.size, 0.0, 0.0],
            along,
            across: 0.0,
        }
    };
    let spots: Vec<DrawnSpot> = (0..WIRE).map(spot).collect();
    let sketch = Sketch::line(points(&spots));
    Drawn { sketch, spots }
}

/// A round tube along x, whose angle begins on top.
pub(super) fn tube(body: &Dimensions) -> Drawn {
    const AROUND: usize = 16;
    const RINGS: usize = 31;
    let station = |m| {
        let along = share(m, RINGS);
        (0..AROUND).map(move |n| {
            let angle = TAU * n as f64 / AROUND as f64;
            let radius = 0.5 * body.width;
            let (y, z) = (radius * math::sin(angle), radius * math::cos(angle));
            DrawnSpot {
                at: [(along - 0.5) * body.size, y, z],
                along,
                across: angle,
            }
        })
    };
    let spots: Vec<DrawnSpot> = (0..RINGS).flat_map(station).collect();
    let sketch = Sketch::skin(points(&spots), AROUND, true);
    Drawn { sketch, spots }
}

/// A circle of spots, by the share along the profile, the radius and the height \[m\].
fn circle([along, radius, height]: [f64; 3]) -> impl Iterator<Item = DrawnSpot> {
    (0..SPOKES).map(move |n| {
        let across = TAU * n as f64 / SPOKES as f64;
        DrawnSpot {
            at: [
                radius * math::cos(across),
                radius * math::sin(across),
                height,
            ],
            along,
            across,
        }
    })
}

/// A body of revolution around z: its profile as shares along it, radii and heights \[m\], and
/// whether its first circle is closed by a flat end, at so much of the profile.
pub(super) fn revolved(profile: &[[f64; 3]], end: Option<f64>) -> Drawn {
    let mut spots: Vec<DrawnSpot> = profile.iter().copied().flat_map(circle).collect();
    let mut sketch = Sketch::skin(points(&spots), SPOKES, true);
    // Some lines up, so that one sees how it curves.
    let every = SPOKES / 6;
    let up = (SPOKES..spots.len()).filter(|n| n.is_multiple_of(every));
    let up = up.map(|n| [(n - SPOKES) as u32, n as u32]);
    sketch.edges.extend(up);
    if let Some(along) = end {
        let at = [0.0, 0.0, profile.first().map_or(0.0, |own| own[2])];
        sketch = sketch.capped(0, SPOKES, at);
        let across = 0.0;
        spots.push(DrawnSpot { at, along, across });
    }
    Drawn { sketch, spots }
}

/// A disc in x and y, which rises by so much in its middle \[m\].
pub(super) fn disc(body: &Dimensions, rise: f64) -> Drawn {
    let ring = |n: usize| {
        let along = n as f64 / CIRCLES as f64;
        [along, 0.5 * along * body.size, rise * (1.0 - along * along)]
    };
    let rings: Vec<[f64; 3]> = (1..=CIRCLES).map(ring).collect();
    let mut drawn = revolved(&rings, Some(0.0));
    // Only its rim is an edge.
    let rim = ((CIRCLES - 1) * SPOKES) as u32;
    let edges = &mut drawn.sketch.edges;
    edges.retain(|ends| ends.iter().all(|end| *end >= rim));
    if let Some(middle) = drawn.spots.last_mut() {
        middle.at[2] = rise;
        drawn.sketch.points[CIRCLES * SPOKES] = middle.at;
    }
    drawn
}

/// What a mode with n waves around moves a rim without stretching it, in x and y: 1 at its crest
/// along the radius, and along itself by 1/n; `turned` by a quarter wave.
pub(super) fn around(n: usize, angle: f64, crest: f64, turned: bool) -> [f64; 2] {
    let waves = n as f64;
    let phase = waves * (angle - crest);
    let (sin, cos) = (math::sin(phase), math::cos(phase));
    let [out, along] = match turned {
        false => [cos, -sin / waves.max(1.0)],
        true => [sin, cos / waves.max(1.0)],
    };
    let (s, c) = (math::sin(angle), math::cos(angle));
    [out * c - along * s, out * s + along * c]
}
