//! A slab of steel on a floor, with places where it may touch: what the paper's figures 7, 10 and 11
//! rest on.
//!
//! Law:    bending modes of a free bar, and, where they are heard only, modes that twist it: of a bar
//!         of this section, f = n·c/(2·L) with c = √(G·J/(ρ·I)), and J = w·t³/3·(1 - 0.63·t/w).
//! Limits: thin; what it radiates is told by the speed of one of its corners.

use crate::StudyError;
use urto::math::{LN_1000, TAU, cos, cosh, sin, sinh};
use urto::object::{Mode, Surface};
use urto_multibody::{Body, Collisions, Pose, Ringing, Touch};

/// Length, width and thickness \[m\].
pub const SIDES: [f64; 3] = [0.3, 0.1, 0.01];
const DENSITY: f64 = 7850.0;
/// \[kg\]
pub const MASS: f64 = DENSITY * SIDES[0] * SIDES[1] * SIDES[2];
/// Roots of cosh·cos = 1, and the frequencies of the slab's bending modes \[Hz\], which a thick bar has
/// a little lower.
const ROOTS: [f64; 7] = [
    4.730_040_744_862_704,
    7.853_204_624_095_838,
    10.995_607_838_001_671,
    14.137_165_491_257_464,
    17.278_759_657_399_48,
    20.420_352_251_041_25,
    23.561_944_901_806_445,
];
const BENDING: [f64; 7] = [574.28, 1572.05, 3051.2, 4976.0, 7300.0, 9900.0, 12_800.0];
/// Modes that twist it, up to 14 kHz.
const TWISTS: usize = 13;
/// Of steel, table 1 of the paper: losses α and β of Rayleigh's damping, modulus and Poisson's number.
const LOSSES: [f64; 2] = [5.0, 3e-8];
const MODULUS: f64 = 2e11;
const POISSON: f64 = 0.29;

type Vector = [f64; 3];

/// A mode of the slab: frequency \[Hz\], modal mass \[kg\], and how it moves a place.
#[derive(Clone, Copy, Debug)]
pub struct SlabMode {
    pub frequency: f64,
    pub mass: f64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Bends { root: f64 },
    Twists { number: f64 },
}

impl SlabMode {
    /// The first modes that bend it.
    pub fn bending(count: usize) -> Vec<Self> {
        let own = ROOTS.iter().zip(BENDING).take(count);
        own.map(|(root, frequency)| Self {
            frequency,
            mass: MASS,
            kind: Kind::Bends { root: *root },
        })
        .collect()
    }

    /// All modes that are heard.
    pub fn heard() -> Vec<Self> {
        let [long, wide, thick] = SIDES;
        let twist = wide * thick * thick * thick / 3.0 * (1.0 - 0.63 * thick / wide);
        let about = wide * thick * (wide * wide + thick * thick) / 12.0;
        let shear = MODULUS / (2.0 * (1.0 + POISSON));
        let speed = (shear * twist / (DENSITY * about)).sqrt();
        let mut all = Self::bending(ROOTS.len());
        all.extend((1..=TWISTS).map(|n| Self {
            frequency: n as f64 * speed / (2.0 * long),
            mass: 0.5 * DENSITY * about * long,
            kind: Kind::Twists { number: n as f64 },
        }));
        all
    }

    /// What it moves a place of the slab for a unit of its coordinate.
    pub fn shape(&self, place: Vector) -> Vector {
        let along = place[0] / SIDES[0] + 0.5;
        match self.kind {
            Kind::Bends { root } => {
                let ratio = (cosh(root) - cos(root)) / (sinh(root) - sin(root));
                let w = root * along;
                let out = cosh(w) + cos(w) - ratio * (sinh(w) + sin(w));
                let slope = root / SIDES[0] * (sinh(w) - sin(w) - ratio * (cosh(w) + cos(w)));
                [-place[2] * slope, 0.0, out]
            }
            Kind::Twists { number } => {
                let by = cos(core::f64::consts::PI * number * along);
                [0.0, -place[2] * by, place[1] * by]
            }
        }
    }

    /// How fast its amplitude falls \[1/s\], with steel's losses times a factor.
    pub fn loss(&self, factor: f64) -> f64 {
        let w = TAU * self.frequency;
        0.5 * factor * (LOSSES[0] + LOSSES[1] * w * w)
    }
}

/// Places of bodies that may touch the upper side of body 0, which is flat and without end.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Where on body 1.
    pub places: Vec<Vector>,
}

/// Places further than this from the floor are not looked at \[m\].
const NEAR: f64 = 1e-2;

impl Collisions for Places {
    fn touches(&mut self, poses: &[Pose], into: &mut Vec<Touch>) {
        let (floor, slab) = (poses[0], poses[1]);
        for (number, place) in self.places.iter().enumerate() {
            let arm = turned(slab.turn, *place);
            let away = [0, 1, 2].map(|axis| slab.place[axis] + arm[axis] - floor.place[axis]);
            let [w, x, y, z] = floor.turn;
            let own = turned([w, -x, -y, -z], away);
            if own[2] < NEAR {
                into.push(Touch {
                    bodies: [0, 1],
                    places: [[own[0], own[1], 0.0], *place],
                    surfaces: [None, Some((number, [1.0, 0.0, 0.0]))],
                    normal: turned(floor.turn, [0.0, 0.0, 1.0]),
                    gap: own[2],
                    identity: number as u64,
                });
            }
        }
    }
}

fn turned([w, x, y, z]: [f64; 4], v: Vector) -> Vector {
    let cross = |a: Vector, b: Vector| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let once = cross([x, y, z], v);
    let twice = cross([x, y, z], once);
    [0, 1, 2].map(|k| v[k] + 2.0 * (w * once[k] + twice[k]))
}

/// 32 places near its ends, of which those farther from the ends lie higher by the arch \[m\].
pub fn near_its_ends(arch: f64) -> Vec<Vector> {
    let [long, wide, thick] = SIDES;
    let mut all = Vec::new();
    for side in [-1.0, 1.0] {
        for row in 0..4 {
            for column in 0..4 {
                let x = side * (0.5 * long - 0.01 * f64::from(row));
                let along = 2.0 * x / long;
                let y = wide * (f64::from(column) / 3.0 - 0.5);
                all.push([x, y, -0.5 * thick + arch * (1.0 - along * along)]);
            }
        }
    }
    all
}

/// 32 places all over its flat lower side.
pub fn all_over() -> Vec<Vector> {
    let [long, wide, thick] = SIDES;
    let at = |n: i32, of: i32| f64::from(n) / f64::from(of - 1) - 0.5;
    (0..32)
        .map(|n| [long * at(n / 4, 8), wide * at(n % 4, 4), -0.5 * thick])
        .collect()
}

/// The slab, resting just above z = 0, with its first bending modes felt by contacts.
pub fn slab(places: &[Vector], modes: usize, losses: f64) -> Result<Body, StudyError> {
    let mut body = Body::block("slab", MASS, SIDES);
    body.pose.place[2] = 0.5 * SIDES[2];
    let modes = SlabMode::bending(modes);
    if modes.is_empty() {
        return Ok(body);
    }
    let count = places.len();
    let corners = (0..count).map(|k| [k, (k + 1) % count, (k + 5) % count]);
    let shapes = modes
        .iter()
        .map(|own| places.iter().map(|place| own.shape(*place)).collect());
    let surface = Surface::new(places.to_vec(), corners.collect(), shapes.collect())?;
    let modes: Vec<Mode> = modes
        .iter()
        .map(|own| Mode {
            frequency: own.frequency,
            decay: LN_1000 / own.loss(losses),
            mass: own.mass,
        })
        .collect();
    body.ringing = Some(Ringing::new("slab", &modes, &surface, 2e4)?);
    Ok(body)
}

/// A turn by a small angle about x, and by another about y.
pub fn tilted(about_x: f64, about_y: f64) -> [f64; 4] {
    let turn = [1.0, 0.5 * about_x, 0.5 * about_y, 0.0];
    let long = turn.iter().map(|own| own * own).sum::<f64>().sqrt();
    turn.map(|own| own / long)
}
