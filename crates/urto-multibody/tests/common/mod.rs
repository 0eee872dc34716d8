//! Points of bodies against a floor, and a slab that rings: what several tests share.
#![allow(dead_code, reason = "no test uses all of it")]

use urto::math::{cos, cosh, sin, sinh};
use urto::object::{Mode, Surface};
use urto_multibody::{Body, Collisions, Pose, Ringing, Touch};

pub type Vec3 = [f64; 3];

pub fn turned(turn: [f64; 4], v: Vec3) -> Vec3 {
    let [w, x, y, z] = turn;
    let cross = |a: Vec3, b: Vec3| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let u = [x, y, z];
    let once = cross(u, v);
    let twice = cross(u, once);
    [0, 1, 2].map(|k| v[k] + 2.0 * (w * once[k] + twice[k]))
}

pub fn turned_back(turn: [f64; 4], v: Vec3) -> Vec3 {
    turned([turn[0], -turn[1], -turn[2], -turn[3]], v)
}

pub fn length(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Points of bodies that may touch the upper side of body 0, which is flat, level and without end.
#[derive(Default)]
pub struct Points {
    /// Body, place, and the triangle whose first corner it is.
    pub points: Vec<(usize, Vec3, Option<usize>)>,
}

impl Points {
    /// The corners of a box.
    pub fn corners(body: usize, sides: Vec3) -> Self {
        let corner = |k: usize| {
            [0, 1, 2].map(|axis| sides[axis] * if k >> axis & 1 == 1 { 0.5 } else { -0.5 })
        };
        Self {
            points: (0..8).map(|k| (body, corner(k), None)).collect(),
        }
    }
}

impl Collisions for Points {
    fn touches(&mut self, poses: &[Pose], into: &mut Vec<Touch>) {
        let floor = poses[0];
        for (identity, (body, place, triangle)) in self.points.iter().enumerate() {
            let pose = poses[*body];
            let arm = turned(pose.turn, *place);
            let world = [0, 1, 2].map(|axis| pose.place[axis] + arm[axis] - floor.place[axis]);
            let local = turned_back(floor.turn, world);
            if local[2] < 1e-2 {
                into.push(Touch {
                    bodies: [0, *body],
                    places: [[local[0], local[1], 0.0], *place],
                    surfaces: [None, triangle.map(|own| (own, [1.0, 0.0, 0.0]))],
                    normal: turned(floor.turn, [0.0, 0.0, 1.0]),
                    gap: local[2],
                    identity: identity as u64,
                });
            }
        }
    }
}

pub const SLAB: Vec3 = [0.3, 0.1, 0.01];

/// A steel slab of 300 x 100 x 10 mm, arched by 0.2 mm, with 32 points near its ends and its first
/// bending modes (of a free bar; frequencies of the slab). `loss` scales the damping of steel.
pub fn slab(modes: usize, loss: f64) -> (Body, Points) {
    // Of a free bar: roots of cosh·cos = 1; frequencies in Hz.
    let roots = [
        4.730_040_744_862_704,
        7.853_204_624_095_838,
        10.995_607_838_001_671,
        14.137_165_491_257_464,
        17.278_759_657_399_48,
        20.420_352_251_041_25,
        23.561_944_901_806_445,
    ];
    let hertz = [574.28, 1572.05, 3051.2, 4976.0, 7300.0, 9900.0, 12_800.0];
    let [long, wide, thick] = SLAB;
    let mass = 7850.0 * long * wide * thick;
    let mut vertices = Vec::new();
    for side in [-1.0, 1.0] {
        for row in 0..4 {
            for column in 0..4 {
                let x = side * (0.5 * long - 0.01 * f64::from(row));
                let along = 2.0 * x / long;
                let arch = 2e-4 * (1.0 - along * along);
                let y = wide * (f64::from(column) / 3.0 - 0.5);
                vertices.push([x, y, -0.5 * thick + arch]);
            }
        }
    }
    let count = vertices.len();
    let triangles = (0..count).map(|k| [k, (k + 1) % count, (k + 5) % count]);
    let shape = |root: f64, place: &Vec3| {
        let ratio = (cosh(root) - cos(root)) / (sinh(root) - sin(root));
        let w = root * (place[0] / long + 0.5);
        let out = cosh(w) + cos(w) - ratio * (sinh(w) + sin(w));
        let slope = root / long * (sinh(w) - sin(w) - ratio * (cosh(w) + cos(w)));
        [-place[2] * slope, 0.0, out]
    };
    let shapes: Vec<Vec<Vec3>> = roots[..modes]
        .iter()
        .map(|root| vertices.iter().map(|place| shape(*root, place)).collect())
        .collect();
    let ring: Vec<Mode> = hertz[..modes]
        .iter()
        .map(|frequency| {
            let w = urto::math::TAU * frequency;
            let rate = 0.5 * loss * (5.0 + 3e-8 * w * w);
            Mode {
                frequency: *frequency,
                decay: urto::math::LN_1000 / rate,
                mass,
            }
        })
        .collect();
    let points = vertices.iter().enumerate();
    let points = points.map(|(k, place)| (1, *place, Some(k))).collect();
    let mut body = Body::block("slab", mass, SLAB);
    if modes > 0 {
        let surface = Surface::new(vertices.clone(), triangles.collect(), shapes).unwrap();
        body.ringing = Some(Ringing::new("slab", &ring, &surface, 2e4).unwrap());
    }
    (body, Points { points })
}

/// A turn about y by a small angle, and about x by another.
pub fn tilt(about_x: f64, about_y: f64) -> [f64; 4] {
    let turn = [1.0, 0.5 * about_x, 0.5 * about_y, 0.0];
    let long = length(&turn);
    turn.map(|own| own / long)
}
