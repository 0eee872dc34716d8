//! What joints leave free: the freedoms of joined bodies, and the impulses of their joints.
//!
//! Law:    with the joints' rows `J` over the freedoms of a body of bodies, a contact's row is taken
//!         across them, `row - J^T·(J·J^T)^-1·J·row`: then no contact's impulse moves a joint, and
//!         the contact problem stays what it is without joints, symmetric and positive.
//! Step:   given the contacts' impulses, those of joints follow by Newton's method on the true
//!         displacement of the step (turned bodies and all), so that joints do no work.

use crate::body::{Motion, State};
use crate::contact::Scales;
use crate::forecast::Forecast;
use crate::island::{SHALLOW, Scene};
use crate::joint::Tie;
use crate::load::Load;
use crate::solve::dense::{factor, solve_factored};
use crate::vector::{Vector, cross, dot, matrix, mean, plus, scaled, sum, times};

/// Added to the diagonal of joints' own response, against its mean, so that joints that hold the same
/// twice share their load.
const RIDGE: f64 = 1e-12;
/// Rounds of Newton's method; each gains about the angle of a step.
const ROUNDS: usize = 12;

/// Where the freedoms of a group's bodies are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// Of each body where its own begin, and its body of bodies.
    starts: Vec<Option<(usize, usize)>>,
    /// Of each body of bodies the first freedom and how many.
    spans: Vec<(usize, usize)>,
    pub freedoms: usize,
}

impl Layout {
    pub fn new(bodies: usize) -> Self {
        Self {
            starts: vec![None; bodies],
            ..Self::default()
        }
    }

    /// Puts bodies that are joined, or a single one, after those before.
    pub fn place(&mut self, joined: &[usize], bodies: &[State]) {
        let first = self.freedoms;
        for &body in joined {
            self.starts[body] = Some((self.freedoms, self.spans.len()));
            self.freedoms += bodies[body].freedoms();
        }
        self.spans.push((first, self.freedoms - first));
    }

    pub fn has(&self, body: usize) -> bool {
        self.starts[body].is_some()
    }

    fn whole(&self, body: usize) -> Option<usize> {
        self.starts[body].map(|own| own.1)
    }

    /// The spans of a pair of bodies; those of one body of bodies are one.
    pub fn spans(&self, [a, b]: [usize; 2]) -> [(usize, usize); 2] {
        let [one, two] = [a, b].map(|own| self.whole(own).map(|at| (at, self.spans[at])));
        match (one, two) {
            (Some((a, span)), Some((b, _))) if a == b => [span, (0, 0)],
            _ => [one, two].map(|own| own.map_or((0, 0), |own| own.1)),
        }
    }

    /// One row along a way over the spans of its pair.
    pub fn row(
        &self,
        meeting: &crate::contact::Meeting,
        along: Vector,
        scene: Scene,
        scales: &Scales,
    ) -> Vec<f64> {
        let pair = meeting.touch.bodies;
        let spans = self.spans(pair);
        let mut row = vec![0.0; spans[0].1 + spans[1].1];
        let mut own = Vec::new();
        for (side, body) in pair.into_iter().enumerate() {
            let (Some((start, _)), true) = (self.starts[body], scene.bodies[body].freedoms() > 0)
            else {
                continue;
            };
            own.clear();
            let state = &scene.bodies[body];
            meeting.row(side, along, state, &scene.forecasts[body], scales, &mut own);
            let second = spans[1].1 > 0 && start >= spans[1].0 && start < spans[1].0 + spans[1].1;
            let first = if second {
                spans[0].1 + start - spans[1].0
            } else {
                start - spans[0].0
            };
            for (to, from) in row[first..].iter_mut().zip(&own) {
                *to += from;
            }
        }
        row
    }
}

/// The joints of one body of bodies.
#[derive(Clone, Debug)]
pub(crate) struct Bonds {
    span: (usize, usize),
    ties: Vec<Tie>,
    /// Which tie and way each row is.
    ways: Vec<(usize, Vector)>,
    /// Rows over the span.
    rows: Vec<Vec<f64>>,
    /// What velocity brings the places together that rounding moved apart.
    back: Vec<f64>,
    factor: Vec<f64>,
    first: Vec<usize>,
    /// What joints change the freedoms by if no contact presses.
    alone: Vec<f64>,
}

impl Bonds {
    /// From the ties between bodies that have been placed; `None` where nothing is held.
    pub fn new(ties: Vec<Tie>, layout: &Layout, scene: Scene, scales: &Scales) -> Option<Self> {
        let pair = ties.first()?.meeting.touch.bodies;
        let [one, other] = layout.spans(pair);
        let span = if one.1 > 0 { one } else { other };
        let mut own = Self {
            span,
            ways: Vec::new(),
            rows: Vec::new(),
            back: Vec::new(),
            factor: Vec::new(),
            first: Vec::new(),
            alone: vec![0.0; span.1],
            ties,
        };
        let mut error = Vec::new();
        for (number, tie) in own.ties.iter().enumerate() {
            let Scales { lean, h, .. } = *scales;
            let drift = tie.meeting.drift(scene.bodies, scene.forecasts, lean, h);
            for along in &tie.along {
                let back = dot(*along, tie.meeting.apart).clamp(-SHALLOW, SHALLOW) / h;
                own.ways.push((number, *along));
                own.rows
                    .push(layout.row(&tie.meeting, *along, scene, scales));
                own.back.push(back);
                error.push(dot(*along, drift) + back);
            }
        }
        let count = own.rows.len();
        own.factor = vec![0.0; count * count];
        for row in 0..count {
            for column in 0..=row {
                own.factor[row * count + column] = product(&own.rows[row], &own.rows[column]);
            }
        }
        let trace: f64 = (0..count).map(|k| own.factor[k * count + k]).sum();
        for k in 0..count {
            own.factor[k * count + k] += RIDGE * trace / count as f64;
        }
        own.first = vec![0; count];
        if !factor(&mut own.factor, &own.first) {
            return None;
        }
        own.alone = own.through(error, -1.0);
        Some(own)
    }

    /// `by·J^T·(J·J^T)^-1·y`
    fn through(&self, mut y: Vec<f64>, by: f64) -> Vec<f64> {
        solve_factored(&self.factor, &self.first, &mut y);
        let mut sum = vec![0.0; self.span.1];
        for (row, own) in self.rows.iter().zip(y) {
            for (to, from) in sum.iter_mut().zip(row) {
                *to += by * own * from;
            }
        }
        sum
    }

    /// Takes a contact's row across the joints; gives what they change its velocity by.
    pub fn project(&self, spans: [(usize, usize); 2], row: &mut [f64]) -> f64 {
        let part = if spans[0] == self.span {
            &mut row[..self.span.1]
        } else if spans[1] == self.span {
            &mut row[spans[0].1..]
        } else {
            return 0.0;
        };
        let changed = product(part, &self.alone);
        let y = self.rows.iter().map(|own| product(own, part)).collect();
        for (to, own) in part.iter_mut().zip(self.through(y, 1.0)) {
            *to -= own;
        }
        changed
    }

    /// Adds to loads of bodies what makes the joints hold over the step.
    pub fn hold(&self, scene: Scene, loads: &mut [(usize, Load)]) {
        let mut impulses = vec![0.0; self.rows.len()];
        let before: Vec<(usize, Load)> = loads.to_vec();
        let mut least = f64::INFINITY;
        let mut best = before.clone();
        for _ in 0..ROUNDS {
            let motions: Vec<Motions> = loads
                .iter()
                .map(|(body, load)| Motions::new(scene, *body, load))
                .collect();
            let mut errors = Vec::with_capacity(impulses.len());
            let mut size = 0.0f64;
            for ((tie, along), back) in self.ways.iter().zip(&self.back) {
                let meeting = &self.ties[*tie].meeting;
                let mut velocity = [0.0; 3];
                for side in 0..2 {
                    let number = meeting.touch.bodies[side];
                    let sign = if side == 1 { 1.0 } else { -1.0 };
                    let own = match loads.binary_search_by_key(&number, |own| own.0) {
                        Ok(at) => motions[at].place(scene, number, &loads[at].1, meeting, side),
                        Err(_) => {
                            let forecast: &Forecast = &scene.forecasts[number];
                            sum(
                                forecast.velocity,
                                cross(forecast.spin, meeting.sides[side].arm),
                            )
                        }
                    };
                    velocity = plus(velocity, own, sign);
                    size = size.max(dot(*along, own).abs());
                }
                errors.push(dot(*along, velocity) + back);
            }
            let error = errors.iter().fold(0.0f64, |most, own| most.max(own.abs()));
            // Until rounding is all that is left to change.
            let slow = error <= 1e-11 * size && error > 0.1 * least;
            let enough = slow || error <= 1e-15 * size;
            if error < least {
                least = error;
                best.clone_from_slice(loads);
            }
            if enough || !error.is_finite() || error > 10.0 * least {
                break;
            }
            solve_factored(&self.factor, &self.first, &mut errors);
            for (own, change) in impulses.iter_mut().zip(&errors) {
                *own -= change;
            }
            loads.clone_from_slice(&before);
            for ((tie, along), impulse) in self.ways.iter().zip(&impulses) {
                let meeting = &self.ties[*tie].meeting;
                for side in 0..2 {
                    let number = meeting.touch.bodies[side];
                    if let Ok(at) = loads.binary_search_by_key(&number, |own| own.0) {
                        let sign = if side == 1 { 1.0 } else { -1.0 };
                        let push = scaled(*along, sign * impulse);
                        let arm = times(&motions[at].bar, meeting.sides[side].mean);
                        loads[at].1.add_at(&meeting.sides[side], arm, push);
                    }
                }
            }
        }
        loads.clone_from_slice(&best);
    }
}

/// How a body moves over the step under a load.
struct Motions {
    velocity: Vector,
    spin: Vector,
    bar: crate::vector::Mat3,
}

impl Motions {
    fn new(scene: Scene, body: usize, load: &Load) -> Self {
        let (state, forecast) = (&scene.bodies[body], &scene.forecasts[body]);
        match state.motion {
            Motion::Free => {
                let change = plus(forecast.fall, load.impulse, 1.0 / state.mass);
                let spun = state.spinning().step(load.torque, scene.h, load.lean);
                Self {
                    velocity: plus(state.velocity, change, load.lean),
                    spin: spun.spin,
                    bar: mean(&forecast.start_turn, &matrix(spun.turn)),
                }
            }
            _ => Self {
                velocity: forecast.velocity,
                spin: forecast.spin,
                bar: forecast.bar,
            },
        }
    }

    /// Velocity of a place over the step.
    fn place(
        &self,
        scene: Scene,
        body: usize,
        load: &Load,
        meeting: &crate::contact::Meeting,
        side: usize,
    ) -> Vector {
        let own = &meeting.sides[side];
        let mut velocity = sum(self.velocity, cross(self.spin, times(&self.bar, own.mean)));
        if let Some(ring) = &scene.bodies[body].ring {
            for (mode, shape) in own.modes.iter().enumerate() {
                let step = ring.propagators[mode].c * load.modes[mode] / scene.h;
                let moved = (ring.free(mode) - ring.q[mode] + step) / scene.h;
                velocity = plus(velocity, *shape, moved);
            }
        }
        velocity
    }
}

fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
