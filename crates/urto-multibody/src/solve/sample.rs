//! Contact problems drawn at random, to try solvers on: boxes, stacks, wedges, ringing stacks and
//! piles, each stepped some times so that impulses of the last step are at hand.
//!
//! Law:    masses up to 10 : 1, friction to 1.2 (in three of ten scenes another at each contact), half
//!         of them thrown, half of them struck in their sixth step; 1 to 64 contacts.
//! Limits: places and normals stay as they are: these are problems, not motions.

use super::Problem;
use urto::math::{GRAVITY, TAU, cos, log, pow, sin};
use urto::rng::Rng;

/// Six kinds of scenes.
pub const KINDS: [&str; 6] = [
    "box on a floor, 4 to 64 contacts",
    "stack of 2 to 10, 4 contacts each",
    "stack of 2 to 10, 4 to 8 contacts each",
    "box wedged between walls",
    "ringing stack, 5 to 30 modes each",
    "pile",
];

struct Contact {
    /// Below (none is the floor) and above.
    bodies: [Option<usize>; 2],
    normal: [f64; 3],
    arms: [[f64; 3]; 2],
}

struct Scene {
    /// Freedoms of one body: three ways, three turns, modes.
    each: usize,
    masses: Vec<f64>,
    inertias: Vec<[f64; 3]>,
    friction: Vec<f64>,
    spans: Vec<[(usize, usize); 2]>,
    rows: Vec<Vec<f64>>,
}

/// A scene of one kind, step by step.
pub struct Series {
    scene: Scene,
    /// Velocities of all freedoms, times the root of their mass.
    v: Vec<f64>,
    gravity: [f64; 3],
    steps: usize,
}

/// Steps of 1/3250 s: long ones, so that much changes from one to the next.
const STEP: f64 = 3e-4;
/// The step before which it may be struck.
const STRUCK: usize = 5;

impl Series {
    /// A scene of one of the [`KINDS`], by its number.
    pub fn new(rng: &mut Rng, kind: usize) -> Self {
        let scene = scene(rng, kind);
        let thrown = rng.uniform() < 0.5;
        let v = (0..scene.freedoms())
            .map(|d| {
                if thrown {
                    0.5 * rng.signed() * scene.root_mass(d)
                } else {
                    0.0
                }
            })
            .collect();
        let slope = 0.6 * rng.uniform();
        Self {
            v,
            gravity: [GRAVITY * sin(slope), 0.0, -GRAVITY * cos(slope)],
            steps: 0,
            scene,
        }
    }

    /// The problem of the next step.
    pub fn problem(&mut self, rng: &mut Rng) -> Problem {
        let scene = &self.scene;
        let blow = self.steps == STRUCK && rng.uniform() < 0.5;
        self.steps += 1;
        for (d, own) in self.v.iter_mut().enumerate() {
            let (part, root) = (d % scene.each, scene.root_mass(d));
            if part < 3 {
                *own += STEP * self.gravity[part] * root;
            }
            *own += 0.02 * STEP * GRAVITY * normal(rng) * root;
            if part >= 6 {
                *own += 0.3 * STEP * GRAVITY * normal(rng);
            }
            if blow {
                *own += 0.2 * normal(rng) * root;
            }
        }
        let mut problem = Problem::new(scene.freedoms());
        for (contact, rows) in scene.rows.iter().enumerate() {
            let width = rows.len() / 3;
            let drift = [0, 1, 2].map(|row| {
                (0..width)
                    .map(|x| rows[row * width + x] * self.v[scene.freedom(contact, x)])
                    .sum::<f64>()
            });
            problem.push(scene.friction[contact], drift, scene.spans[contact], rows);
        }
        problem.close();
        problem
    }

    /// Takes the step with these impulses; gives the energy before and after \[J\].
    pub fn take(&mut self, impulses: &[f64]) -> [f64; 2] {
        let energy = |v: &[f64]| -> f64 { v.iter().map(|own| 0.5 * own * own).sum() };
        let before = energy(&self.v);
        for (contact, rows) in self.scene.rows.iter().enumerate() {
            let width = rows.len() / 3;
            for row in 0..3 {
                let by = impulses[3 * contact + row];
                for x in 0..width {
                    self.v[self.scene.freedom(contact, x)] += by * rows[row * width + x];
                }
            }
        }
        [before, energy(&self.v)]
    }

    /// How many contacts it has.
    pub fn contacts(&self) -> usize {
        self.scene.rows.len()
    }
}

impl Scene {
    fn freedoms(&self) -> usize {
        self.masses.len() * self.each
    }

    /// Which freedom a place of a contact's row is of.
    fn freedom(&self, contact: usize, x: usize) -> usize {
        let [first, second] = self.spans[contact];
        if x < first.1 {
            first.0 + x
        } else {
            second.0 + x - first.1
        }
    }

    /// What the square root of mass is of a freedom.
    fn root_mass(&self, freedom: usize) -> f64 {
        let (body, own) = (freedom / self.each, freedom % self.each);
        match own {
            0..3 => self.masses[body].sqrt(),
            3..6 => self.inertias[body][own - 3].sqrt(),
            _ => 1.0,
        }
    }
}

fn normal(rng: &mut Rng) -> f64 {
    (-2.0 * log(1.0 - rng.uniform())).sqrt() * cos(TAU * rng.uniform())
}

fn between(rng: &mut Rng, low: usize, high: usize) -> usize {
    low + rng.below(high - low + 1)
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn unit(a: [f64; 3]) -> [f64; 3] {
    let long = a.iter().map(|x| x * x).sum::<f64>().sqrt();
    a.map(|x| x / long)
}

fn scene(rng: &mut Rng, kind: usize) -> Scene {
    let count = match kind {
        0 | 3 => 1,
        1 | 2 => between(rng, 2, 10),
        4 => between(rng, 1, 4),
        _ => between(rng, 3, 8),
    };
    let modes = if kind == 4 { between(rng, 5, 30) } else { 0 };
    let half: Vec<[f64; 3]> = (0..count)
        .map(|_| [0.05, 0.05, 0.02].map(|least| least * (1.0 + 3.0 * rng.uniform())))
        .collect();
    // Masses of up to 10 : 1.
    let masses: Vec<f64> = (0..count).map(|_| pow(10.0, rng.uniform() - 0.5)).collect();
    let inertias = masses.iter().zip(&half).map(|(mass, h)| {
        let [x, y, z] = h.map(|side| mass * side * side / 3.0);
        [y + z, x + z, x + y]
    });
    let inertias: Vec<[f64; 3]> = inertias.collect();
    let contacts = contacts(rng, kind, &half);
    let (shared, mixed) = (1.2 * rng.uniform(), rng.uniform() < 0.3);
    let waves: Vec<[f64; 6]> = (0..modes * count)
        .map(|_| [0; 6].map(|_: i32| rng.signed()))
        .collect();
    let each = 6 + modes;
    let mut scene = Scene {
        each,
        masses,
        inertias,
        friction: Vec::new(),
        spans: Vec::new(),
        rows: Vec::new(),
    };
    for contact in &contacts {
        scene
            .friction
            .push(if mixed { 1.2 * rng.uniform() } else { shared });
        let n = unit(contact.normal);
        let aside = if n[0].abs() < 0.6 {
            [1.0, 0.0, 0.0]
        } else {
            [0.0, 1.0, 0.0]
        };
        let t = unit(cross(n, aside));
        let mut rows = Vec::new();
        for way in [n, t, cross(n, t)] {
            for side in 0..2 {
                let Some(body) = contact.bodies[side] else {
                    continue;
                };
                let (arm, sign) = (contact.arms[side], if side == 1 { 1.0 } else { -1.0 });
                let (mass, turn) = (scene.masses[body], cross(arm, way));
                rows.extend(way.map(|own| sign * own / mass.sqrt()));
                rows.extend([0, 1, 2].map(|d| sign * turn[d] / scene.inertias[body][d].sqrt()));
                for wave in &waves[body * modes..(body + 1) * modes] {
                    let phase = 60.0 * (wave[0] * arm[0] + wave[1] * arm[1]) + 3.0 * wave[2];
                    let lean = 0.3 * (wave[3] * way[0] + wave[4] * way[1]) + way[2];
                    rows.push(sign * cos(phase) * lean * 1.4 / mass.sqrt());
                }
            }
        }
        scene.rows.push(rows);
        let span = |body: Option<usize>| body.map_or((0, 0), |own| (own * each, each));
        scene.spans.push(contact.bodies.map(span));
    }
    scene
}

fn contacts(rng: &mut Rng, kind: usize, half: &[[f64; 3]]) -> Vec<Contact> {
    let up = [0.0, 0.0, 1.0];
    let on_floor = |normal, arm| Contact {
        bodies: [None, Some(0)],
        normal,
        arms: [[0.0; 3], arm],
    };
    let mut all = Vec::new();
    match kind {
        0 | 3 => {
            let (count, h) = (between(rng, 4, 64), half[0]);
            let wide = (count as f64).sqrt().ceil() as usize;
            let place = |k: usize| (2.0 * k as f64 / (wide - 1) as f64 - 1.0).min(1.0);
            for k in 0..count {
                let arm = [h[0] * place(k % wide), h[1] * place(k / wide), -h[2]];
                all.push(on_floor(up, arm));
            }
            let walls = if kind == 3 { between(rng, 2, 8) } else { 0 };
            for k in 0..walls {
                let along = h[1] * (2.0 * k as f64 / (walls - 1) as f64 - 1.0);
                let tilt = 0.5 * rng.uniform();
                for side in [1.0, -1.0] {
                    let arm = [-side * h[0], along, 0.5 * h[2] * rng.signed()];
                    all.push(on_floor([side * cos(tilt), 0.0, sin(tilt)], arm));
                }
            }
        }
        5 => {
            for body in 0..half.len() {
                for _ in 0..between(rng, 2, 8) {
                    let below = (body > 0 && rng.uniform() > 0.3).then(|| rng.below(body));
                    let lean = [normal(rng), normal(rng), normal(rng).abs() + 0.5];
                    let under = half[below.unwrap_or(body)];
                    all.push(Contact {
                        bodies: [below, Some(body)],
                        normal: lean,
                        arms: [under, half[body]].map(|h| h.map(|side| side * rng.signed())),
                    });
                }
            }
        }
        _ => {
            let each = if kind == 2 {
                (64 / half.len()).clamp(4, 8)
            } else {
                4
            };
            for body in 0..half.len() {
                let (below, own) = (body.checked_sub(1), half[body]);
                let under = half[below.unwrap_or(0)];
                let off = [0, 1].map(|d| {
                    let by = 0.3 * under[d] * rng.signed();
                    if body == 0 { 0.0 } else { by }
                });
                for k in 0..each {
                    let corner = [
                        if k % 4 == 1 || k % 4 == 2 { 1.0 } else { -1.0 },
                        if k % 4 >= 2 { 1.0 } else { -1.0 },
                    ];
                    let corner = corner.map(|c| if k < 4 { c } else { rng.signed() });
                    let at = [0, 1].map(|d| own[d].min(under[d]) * corner[d]);
                    all.push(Contact {
                        bodies: [below, Some(body)],
                        normal: [0.02 * rng.signed(), 0.02 * rng.signed(), 1.0],
                        arms: [
                            [at[0] + off[0], at[1] + off[1], under[2]],
                            [at[0], at[1], -own[2]],
                        ],
                    });
                }
            }
        }
    }
    all.truncate(64);
    all
}
