//! Forms of bodies as triangles to look at.

use super::{Form, Scene};
use crate::run::Run;
use urto::math::{TAU, cos, sin};

/// Parts of a full turn: edges that the eye does not see.
const ROUND: usize = 32;
/// How dark every other sector of what is round is, so that one sees it roll.
const DARK: f32 = 0.55;
/// Sectors of one colour.
const SECTOR: usize = ROUND / 4;

/// Corners, and triangles between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// Where, from the centre of mass \[m\].
    pub points: Vec<[f32; 3]>,
    /// The way out at each corner; none where each triangle is flat.
    pub normals: Vec<[f32; 3]>,
    /// Shades of the colour at each corner, of what is round.
    pub shades: Vec<[f32; 4]>,
    /// Each by three corners, counterclockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// Draws a form about its centre of mass, which lies at `centre` where the form is given. What is
/// endless goes `far` to each side.
pub fn draw(form: &Form, centre: [f64; 3], far: f64) -> Drawn {
    match form {
        Form::Sphere { radius } => round(*radius, 0.0),
        Form::Capsule { radius, length } => round(*radius, (0.5 * length - radius).max(0.0)),
        Form::Cylinder { radius, height } => cylinder(*radius, 0.5 * height),
        Form::Box { sides } => block(sides.map(|own| 0.5 * own)),
        Form::Plane => Drawn {
            points: [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
                .map(|[x, y]| [(x * far) as f32, (y * far) as f32, 0.0])
                .to_vec(),
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            ..Drawn::default()
        },
        Form::Mesh(mesh) => {
            let surface = mesh.surface();
            let moved = |own: &[f64; 3]| [0, 1, 2].map(|k| (own[k] - centre[k]) as f32);
            let corners = surface.corners().iter();
            Drawn {
                points: surface.vertices().iter().map(moved).collect(),
                triangles: corners.map(|own| own.map(|n| n as u32)).collect(),
                ..Drawn::default()
            }
        }
    }
}

/// The ground goes at least so far to each side, and at most \[m\].
const GROUND: [f64; 2] = [0.05, 100.0];

/// How far the ground is drawn: as far as bodies ever are from its middle.
pub fn far(scene: &Scene, run: &Run, ground: usize) -> f64 {
    let [least, most] = GROUND;
    if !matches!(scene.bodies[ground].form, Form::Plane) {
        return least;
    }
    let mut far = least;
    for frame in &run.frames {
        let Some(middle) = frame.poses.get(ground) else {
            continue;
        };
        for pose in &frame.poses {
            let away = (0..3).map(|k| f64::from(pose[k] - middle[k]));
            far = far.max(1.5 * away.map(|own| own * own).sum::<f64>().sqrt());
        }
    }
    far.min(most)
}

/// Which way a part of a turn looks.
fn around(n: usize) -> [f64; 2] {
    let angle = TAU * n as f64 / ROUND as f64;
    [cos(angle), sin(angle)]
}

fn shade(n: usize) -> [f32; 4] {
    let own = if (n / SECTOR).is_multiple_of(2) {
        1.0
    } else {
        DARK
    };
    [own, own, own, 1.0]
}

impl Drawn {
    /// A ring of corners at heights along z, one more than there are parts.
    fn ring(&mut self, radius: f64, z: f64, normal: impl Fn([f64; 2]) -> [f64; 3]) {
        for n in 0..=ROUND {
            let [x, y] = around(n % ROUND);
            self.points
                .push([radius * x, radius * y, z].map(|own| own as f32));
            self.normals.push(normal([x, y]).map(|own| own as f32));
            self.shades.push(shade(n % ROUND));
        }
    }

    /// Triangles between two rings, the upper after the lower.
    fn band(&mut self, low: usize, high: usize) {
        for n in 0..ROUND as u32 {
            let [a, b] = [low as u32 + n, high as u32 + n];
            self.triangles.push([a, a + 1, b + 1]);
            self.triangles.push([a, b + 1, b]);
        }
    }
}

/// A ball, or with a straight part between its halves a capsule.
fn round(radius: f64, straight: f64) -> Drawn {
    let mut drawn = Drawn::default();
    let quarter = ROUND / 4;
    for (half, z) in [-straight, straight].into_iter().enumerate() {
        for part in 0..=quarter {
            let angle = TAU * ((half * quarter + part) as f64 / ROUND as f64 - 0.25);
            let (across, up) = (cos(angle).max(0.0), sin(angle));
            drawn.ring(radius * across, z + radius * up, |[x, y]| {
                [across * x, across * y, up]
            });
        }
    }
    for ring in 0..2 * quarter + 1 {
        drawn.band(ring * (ROUND + 1), (ring + 1) * (ROUND + 1));
    }
    drawn.tidy()
}

fn cylinder(radius: f64, half: f64) -> Drawn {
    let mut drawn = Drawn::default();
    let row = ROUND + 1;
    let flat = |up: f64| move |_: [f64; 2]| [0.0, 0.0, up];
    drawn.ring(0.0, -half, flat(-1.0));
    drawn.ring(radius, -half, flat(-1.0));
    drawn.ring(radius, -half, |[x, y]| [x, y, 0.0]);
    drawn.ring(radius, half, |[x, y]| [x, y, 0.0]);
    drawn.ring(radius, half, flat(1.0));
    drawn.ring(0.0, half, flat(1.0));
    for ring in [0, 2, 4] {
        drawn.band(ring * row, (ring + 1) * row);
    }
    drawn.tidy()
}

fn block(half: [f64; 3]) -> Drawn {
    let mut drawn = Drawn::default();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let first = drawn.points.len() as u32;
            // Counterclockwise, as it is seen from outside.
            for [u, v] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
                let mut point = [0.0; 3];
                point[axis] = side * half[axis];
                point[(axis + 1) % 3] = side * u * half[(axis + 1) % 3];
                point[(axis + 2) % 3] = v * half[(axis + 2) % 3];
                let mut normal = [0.0; 3];
                normal[axis] = side as f32;
                drawn.points.push(point.map(|own: f64| own as f32));
                drawn.normals.push(normal);
            }
            drawn.triangles.push([first, first + 1, first + 2]);
            drawn.triangles.push([first, first + 2, first + 3]);
        }
    }
    drawn
}

impl Drawn {
    /// Without triangles two of whose corners are at one place.
    fn tidy(mut self) -> Self {
        let points = &self.points;
        self.triangles.retain(|own| {
            let [a, b, c] = own.map(|n| points[n as usize]);
            a != b && b != c && c != a
        });
        self
    }
}
