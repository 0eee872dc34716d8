//! The modes of one body in the second pass.
//!
//! Law:    `q'' + 2(x + y)·q' + w²·q = f`: x is the body's own loss, y what contacts add: half of
//!         gamma times the load, times what the mode moves the place (equation 20).
//! Step:   exact for a force held during the sample; y goes to its goal within some milliseconds.
//!         More loss only takes, so that the account of energy stays true.

use super::force::{Push, Pushes};
use crate::ring::Propagator;
use crate::scene::{Form, Scene, SceneBody, Voice};
use crate::vector::{Vector, difference, dot, length, plus, scaled, sum};
use std::sync::Arc;
use urto::air::SOUND_SPEED;
use urto::body::Body;
use urto::math::{LN_1000, TAU};
use urto::object::{Direction, Mode, SurfacePlace};
use urto_body::MeshBody;
use urto_body::playback::{Multipoles, View};
use urto_body::scaled::Scale;

/// The highest mode that is heard \[Hz\].
const HIGHEST: f64 = 20_000.0;
/// The highest against the rate.
const OF_RATE: f64 = 0.45;
/// A row of shapes serves until its place has moved so far \[m\].
const NEAR: f64 = 1e-5;
/// Share of the way to its goal that the loss by contacts goes in a block.
const GOES: f64 = 0.5;
/// Energy below which a mode is still \[J\]: 1e-9 m/s of a gram.
const STILL: f64 = 1e-21;

/// How modes move places.
enum Shapes {
    Mesh {
        mesh: Arc<MeshBody>,
        centre: Vector,
        used: Vec<usize>,
    },
    /// Along an axis, moving along another, or along the normal.
    Line {
        body: Box<Body>,
        along: usize,
        half: f64,
        moves: Option<usize>,
        used: Vec<usize>,
    },
}

/// How a mode sounds.
enum Radiation {
    /// By its multipoles around a place of the body's frame, over the root of its mass.
    Multipoles(Multipoles, f64),
    /// The same to all sides: pressure a metre away over the velocity of the mode.
    Even(f64),
}

/// All modes of a body.
pub(super) struct Bank {
    shapes: Shapes,
    radiations: Vec<Radiation>,
    /// One over the root of each mass.
    units: Vec<f64>,
    view: View,
    /// Middle of the box around it, from the centre of mass.
    middle: Vector,
    figures: Vec<[f64; 2]>,
    added: Vec<f64>,
    goal: Vec<f64>,
    made: Vec<f64>,
    steps: Vec<Propagator>,
    q: Vec<f64>,
    v: Vec<f64>,
    f: Vec<f64>,
    h: f64,
    pub injected: f64,
    pub dissipated: f64,
}

/// What the modes move a place of a contact.
#[derive(Default)]
pub(super) struct Row {
    place: Vector,
    made: bool,
    moved: Vec<Vector>,
}

/// The mode of a mesh as it rings.
fn ringing(mesh: &MeshBody) -> impl Iterator<Item = Mode> + '_ {
    let material = *mesh.material();
    let scale = Scale {
        size: 1.0,
        material,
        solved: material,
    };
    mesh.modes()
        .map(move |own| scale.mode(own.frequency, own.mass, own.radiated))
}

/// How long the longest audible mode of a body rings \[s\].
pub(super) fn longest_decay(scene: &Scene, number: usize) -> f64 {
    let own = &scene.bodies[number];
    let most = |modes: &mut dyn Iterator<Item = Mode>| {
        modes
            .filter(|mode| (20.0..HIGHEST).contains(&mode.frequency))
            .fold(0.0, |most: f64, mode| most.max(mode.decay))
    };
    match (&own.voice, &own.form) {
        (Voice::Named(params), _) => match Body::new(params) {
            Ok(body) => most(&mut body.modes().iter().cloned()),
            Err(_) => 0.0,
        },
        (Voice::Own, Form::Mesh(mesh)) => most(&mut ringing(mesh)),
        _ => 0.0,
    }
}

impl Bank {
    /// The modes of a body that can be heard; none if it has none.
    pub fn new(own: &SceneBody, centre: Vector, h: f64) -> Option<Self> {
        let highest = HIGHEST.min(OF_RATE / h);
        let heard = |mode: &Mode| (15.0..highest).contains(&mode.frequency);
        let volume = own.form.volume();
        // An equal sphere; of what is endless, a metre.
        let radius = if volume.is_finite() {
            urto::math::pow(volume * 3.0 / (2.0 * TAU), 1.0 / 3.0)
        } else {
            1.0
        };
        let even = |mode: &Mode, moved: f64| {
            let k = TAU * mode.frequency * radius / SOUND_SPEED;
            let sphere = k * k / (4.0 + k * k * k * k).sqrt();
            let level = super::AIR * SOUND_SPEED * radius * sphere * moved;
            Radiation::Even(level / mode.mass.sqrt())
        };
        let mut modes = Vec::new();
        let mut radiations = Vec::new();
        let mut order = 0;
        let mut middle = [0.0; 3];
        let shapes = match (&own.voice, &own.form) {
            (Voice::Own, Form::Mesh(mesh)) => {
                let [low, high] = mesh.surface().around();
                middle = difference(scaled(sum(low, high), 0.5), centre);
                let mut used = Vec::new();
                for (n, (mode, own)) in ringing(mesh).zip(mesh.modes()).enumerate() {
                    if !heard(&mode) {
                        continue;
                    }
                    radiations.push(match own.air {
                        Some(air) => {
                            order = order.max(air.order());
                            Radiation::Multipoles(air, 1.0 / mode.mass.sqrt())
                        }
                        None => even(&mode, out_of_surface(mesh, n)),
                    });
                    used.push(n);
                    modes.push(mode);
                }
                Shapes::Mesh {
                    mesh: Arc::clone(mesh),
                    centre,
                    used,
                }
            }
            (Voice::Named(params), form) => {
                let body = Body::new(params).ok()?;
                let (along, half, moves) = line(form);
                let mut used = Vec::new();
                for (n, mode) in body.modes().iter().enumerate() {
                    if !heard(mode) {
                        continue;
                    }
                    let squares = (0..=32).map(|k| {
                        let own = body.shape(n, f64::from(k) / 32.0);
                        own * own
                    });
                    let moved = (squares.sum::<f64>() / 33.0).sqrt();
                    radiations.push(even(mode, moved));
                    used.push(n);
                    modes.push(mode.clone());
                }
                Shapes::Line {
                    body: Box::new(body),
                    along,
                    half,
                    moves,
                    used,
                }
            }
            _ => return None,
        };
        if modes.is_empty() {
            return None;
        }
        let count = modes.len();
        let figures: Vec<[f64; 2]> = modes
            .iter()
            .map(|mode| [TAU * mode.frequency, LN_1000 / mode.decay])
            .collect();
        Some(Self {
            steps: figures
                .iter()
                .map(|[w, x]| Propagator::new(*w, *x, h))
                .collect(),
            shapes,
            radiations,
            units: modes.iter().map(|mode| 1.0 / mode.mass.sqrt()).collect(),
            view: View::new(order),
            middle,
            figures,
            added: vec![0.0; count],
            goal: vec![0.0; count],
            made: vec![0.0; count],
            q: vec![0.0; count],
            v: vec![0.0; count],
            f: vec![0.0; count],
            h,
            injected: 0.0,
            dissipated: 0.0,
        })
    }

    pub fn modes(&self) -> usize {
        self.q.len()
    }

    /// Which modes of the body these are.
    pub fn used(&self) -> &[usize] {
        match &self.shapes {
            Shapes::Mesh { used, .. } | Shapes::Line { used, .. } => used,
        }
    }

    /// How far a mode is out: its shape times this is how far places are away.
    pub fn amplitude(&self, mode: usize) -> f64 {
        self.q[mode] * self.units[mode]
    }

    /// Whether it holds so little that nobody hears it.
    pub fn is_still(&self) -> bool {
        self.energy() < STILL
    }

    pub fn energy(&self) -> f64 {
        let all = self.q.iter().zip(&self.v).zip(&self.figures);
        let sum: f64 = all.map(|((q, v), [w, _])| v * v + w * q * (w * q)).sum();
        0.5 * sum
    }

    /// Stops what hardly moves.
    pub fn stop(&mut self) {
        self.dissipated += self.energy();
        self.q.fill(0.0);
        self.v.fill(0.0);
    }

    /// Makes the row of a contact's place, unless it is near to where it was made.
    pub fn look(&self, row: &mut Row, place: Vector, normal: Vector) {
        if row.made && length(difference(place, row.place)) < NEAR {
            return;
        }
        row.made = true;
        row.place = place;
        row.moved.clear();
        match &self.shapes {
            Shapes::Mesh { mesh, centre, used } => {
                let surface = mesh.surface();
                let found = surface.find(SurfacePlace::Nearest(sum(place, *centre)));
                let Some(SurfacePlace::Within { triangle, shares }) =
                    found.map(urto::object::Found::within)
                else {
                    row.moved.resize(used.len(), [0.0; 3]);
                    return;
                };
                let corners = surface.corners()[triangle];
                for (n, mode) in used.iter().enumerate() {
                    let shape = &surface.shapes()[*mode];
                    let mut moved = [0.0; 3];
                    for (corner, share) in corners.iter().zip(shares) {
                        moved = plus(moved, shape[*corner], share);
                    }
                    row.moved.push(scaled(moved, self.units[n]));
                }
            }
            Shapes::Line {
                body,
                along,
                half,
                moves,
                used,
            } => {
                let position = (0.5 + 0.5 * place[*along] / half).clamp(0.0, 1.0);
                let way = match moves {
                    Some(axis) => core::array::from_fn(|n| if n == *axis { 1.0 } else { 0.0 }),
                    None => normal,
                };
                for (n, mode) in used.iter().enumerate() {
                    let shape = body.shape(*mode, position) * self.units[n];
                    row.moved.push(scaled(way, shape));
                }
            }
        }
    }

    /// Adds a force to all modes.
    pub fn push(&mut self, row: &Row, push: &Push) {
        for (f, moved) in self.f.iter_mut().zip(&row.moved) {
            *f += dot(*moved, push.force);
        }
    }

    /// Contacts that are active damp modes in a block from a time to another \[s\].
    pub fn damp(
        &mut self,
        pushes: &mut [Pushes],
        active: &[usize],
        rows: &mut [Row],
        [begin, end]: [f64; 2],
    ) {
        for n in active {
            let (own, row) = (&mut pushes[*n], &mut rows[*n]);
            let (load, normal) = own.load(begin, end);
            if load > 0.0 && own.pair.damping > 0.0 {
                if let Some(push) = own.push(begin, end) {
                    self.look(row, push.place, push.normal);
                }
                for (goal, moved) in self.goal.iter_mut().zip(&row.moved) {
                    *goal += own.pair.loss(normal, load, *moved);
                }
            }
        }
        self.retune();
    }

    /// Brings the losses nearer to what contacts ask for.
    fn retune(&mut self) {
        for n in 0..self.q.len() {
            let goal = core::mem::take(&mut self.goal[n]);
            let mut own = self.added[n] + GOES * (goal - self.added[n]);
            if own < 1e-9 && goal == 0.0 {
                own = 0.0;
            }
            self.added[n] = own;
            let [w, x] = self.figures[n];
            // As long as it makes no difference that one could hear, the step stays.
            if (own - self.made[n]).abs() > 1e-3 * (x + own) {
                self.steps[n] = Propagator::new(w, x + own, self.h);
                self.made[n] = own;
            }
        }
    }

    /// Takes a sample; gives the pressure for factors of velocity and displacement.
    pub fn step(&mut self, heard: &[[f64; 2]]) -> f64 {
        let mut sum = 0.0;
        for (n, heard) in heard.iter().enumerate().take(self.q.len()) {
            let (own, f) = (self.steps[n], core::mem::take(&mut self.f[n]));
            let (q, v) = (self.q[n], self.v[n]);
            let q1 = own.a * q + own.b * v + own.c * f;
            let v1 = own.d * v - own.stiffness * own.b * q + own.b * f;
            let work = f * (q1 - q);
            let before = v * v + own.stiffness * q * q;
            let after = v1 * v1 + own.stiffness * q1 * q1;
            self.injected += work;
            self.dissipated += work - 0.5 * (after - before);
            (self.q[n], self.v[n]) = (q1, v1);
            sum += heard[0] * v1 + heard[1] * q1;
        }
        sum
    }

    /// What is heard of each mode at a place of the body's frame, over its velocity and displacement.
    pub fn heard(&mut self, place: Vector, into: &mut Vec<[f64; 2]>) {
        into.clear();
        let away = difference(place, self.middle);
        let distance = length(away).max(0.01);
        self.view.look(away);
        for (own, [w, _]) in self.radiations.iter().zip(&self.figures) {
            into.push(match own {
                // A pointer v - i·w·q times re + i·im.
                Radiation::Multipoles(field, unit) => {
                    let [re, im] = field.heard(&self.view);
                    [re * unit, im * unit * w]
                }
                Radiation::Even(level) => [level / distance, 0.0],
            });
        }
    }
}

/// The root of the mean square of what a mode moves the surface out of itself.
fn out_of_surface(mesh: &MeshBody, mode: usize) -> f64 {
    let surface = mesh.surface();
    let count = surface.triangles();
    let mut sum = 0.0;
    for triangle in 0..count {
        let shares = [1.0 / 3.0; 3];
        let place = SurfacePlace::Within { triangle, shares };
        if let Some(found) = surface.find(place) {
            let own = surface.moves(found, Direction::Normal, mode);
            sum += own * own;
        }
    }
    (sum / count.max(1) as f64).sqrt()
}

/// Along which axis a form is longest, half of that, and along which it bends.
fn line(form: &Form) -> (usize, f64, Option<usize>) {
    match form {
        Form::Box { sides } => {
            let longest = |a: usize, b: usize| if sides[b] > sides[a] { b } else { a };
            let thinnest = |a: usize, b: usize| if sides[b] <= sides[a] { b } else { a };
            let along = longest(longest(0, 1), 2);
            (along, 0.5 * sides[along], Some(thinnest(thinnest(0, 1), 2)))
        }
        Form::Sphere { radius } => (2, *radius, None),
        Form::Cylinder { radius, height } if *height < 2.0 * radius => (0, *radius, Some(2)),
        Form::Cylinder { height, .. } => (2, 0.5 * height, None),
        Form::Capsule { length, .. } => (2, 0.5 * length, None),
        Form::Plane => (0, 1.0, Some(2)),
        Form::Mesh(mesh) => (0, 0.5 * mesh.size(), None),
    }
}
