//! The forces of contacts on one body, sample by sample.
//!
//! Law:    a contact that lasts pushes with its impulse over the step; a blow, which steps do not
//!         resolve, with half a sine of Hertz' length (`pulse`). What is rough adds the lean of both
//!         surfaces (`grain`).
//! Step:   each sample gets the mean over itself.

use super::grain::Field;
use super::pulse::{contact_time, passed, stiffness_together};
use crate::contact::Pair;
use crate::run::{Entry, OUTSIDE, Run};
use crate::scene::Scene;
use crate::vector::{Mat3, Vector, dot, length, matrix, plus, scaled, times, times_transposed};

/// Slower than this two places do not strike each other \[m/s\]: it is what rest and ringing leave.
const BLOW: f64 = 2e-3;

/// A blow changes the impulse by so many times what it was before, and is after it. Less is how what
/// rings presses on what it lies on: at the end of a step it moves, though in the mean of the step it
/// does not, and that is no approach.
const SUDDEN: f32 = 4.0;

/// A blow takes so many steps: one in which the gap closes, and one that stops what still approaches.
const STEPS: u32 = 2;

/// Whether an impulse is a blow against the one before, or after.
fn sudden(now: [f32; 3], other: [f32; 3]) -> bool {
    let squared = |own: [f32; 3]| own.iter().map(|x| x * x).sum::<f32>();
    let change = core::array::from_fn(|n| now[n] - other[n]);
    squared(change) > SUDDEN * SUDDEN * squared(other)
}

/// A force that is held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// From when to when \[s\].
    pub time: [f64; 2],
    /// Where on the body, at both times \[m\].
    places: [Vector; 2],
    /// The same on the other body.
    others: [Vector; 2],
    /// \[N\], along the body's axes.
    force: Vector,
    /// How hard it presses \[N\], and along what.
    pub load: f64,
    pub normal: Vector,
    /// From the other body's axes to this one's.
    turn: Mat3,
}

/// A blow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pulse {
    pub time: [f64; 2],
    place: Vector,
    normal: Vector,
    impulse: Vector,
}

/// What one contact does to the body.
pub(super) struct Pushes {
    pieces: Vec<Piece>,
    pulses: Vec<Pulse>,
    /// The first that is not over.
    piece: usize,
    pulse: usize,
    /// Longest pulse \[s\].
    longest: f64,
    fields: [Option<Field>; 2],
    /// How the two rub, and damp each other.
    pub pair: Pair,
}

/// The mean force over a sample, where it acts, and the normal there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    pub force: Vector,
    pub place: Vector,
    pub normal: Vector,
}

impl Pushes {
    /// All contacts of a body that ever push.
    pub fn of(scene: &Scene, run: &Run, body: usize) -> Vec<Self> {
        let mut all = Vec::new();
        for track in &run.tracks {
            for side in 0..2 {
                let own = track.bodies[side];
                if own as usize == body && own != OUTSIDE && track.side.has(side) {
                    let other = track.bodies[1 - side];
                    let own = Maker::new(scene, run, body, other, side).make(&track.entries);
                    if !own.pieces.is_empty() || !own.pulses.is_empty() {
                        all.push(own);
                    }
                }
            }
        }
        all
    }

    /// Blows and lasting entries.
    pub fn counts(&self) -> [usize; 2] {
        [self.pulses.len(), self.pieces.len()]
    }

    /// Whether it pushes between two times, of which the first never falls.
    pub fn is_active(&mut self, from: f64, to: f64) -> bool {
        while (self.pieces.get(self.piece)).is_some_and(|own| own.time[1] <= from) {
            self.piece += 1;
        }
        while (self.pulses.get(self.pulse)).is_some_and(|own| own.time[0] + self.longest <= from) {
            self.pulse += 1;
        }
        let piece = self.pieces.get(self.piece);
        let pulse = self.pulses.get(self.pulse);
        piece.is_some_and(|own| own.time[0] < to) || pulse.is_some_and(|own| own.time[0] < to)
    }

    /// How hard it presses between two times in the mean \[N\], as far as that lasts, and along what.
    pub fn load(&self, from: f64, to: f64) -> (f64, Vector) {
        let mut sum = 0.0;
        let mut normal = [0.0; 3];
        for own in &self.pieces[self.piece..] {
            if own.time[0] >= to {
                break;
            }
            let share = own.time[1].min(to) - own.time[0].max(from);
            sum += share.max(0.0) * own.load;
            normal = own.normal;
        }
        (sum / (to - from), normal)
    }

    /// The mean force between two times, of which the first never falls; `None` if there is none.
    pub fn push(&mut self, from: f64, to: f64) -> Option<Push> {
        while (self.pieces.get(self.piece)).is_some_and(|own| own.time[1] <= from) {
            self.piece += 1;
        }
        let long = to - from;
        let mut found: Option<Push> = None;
        let mut add = |force: Vector, place: Vector, normal: Vector| match &mut found {
            None => {
                found = Some(Push {
                    force,
                    place,
                    normal,
                });
            }
            Some(own) => {
                own.force = plus(own.force, force, 1.0);
                own.place = place;
            }
        };
        for own in &self.pieces[self.piece..] {
            if own.time[0] >= to {
                break;
            }
            let share = own.time[1].min(to) - own.time[0].max(from);
            if share <= 0.0 {
                continue;
            }
            let middle = 0.5 * (own.time[1].min(to) + own.time[0].max(from));
            let along = (middle - own.time[0]) / (own.time[1] - own.time[0]);
            let at = |ends: &[Vector; 2]| plus(scaled(ends[0], 1.0 - along), ends[1], along);
            let place = at(&own.places);
            let mut force = own.force;
            for (n, field) in self.fields.iter().enumerate() {
                let Some(field) = field else { continue };
                let lean = match n {
                    0 => field.lean(place),
                    _ => times(&own.turn, field.lean(at(&own.others))),
                };
                let out = dot(lean, own.normal);
                let aside = plus(lean, own.normal, -out);
                force = plus(force, aside, own.load);
            }
            add(scaled(force, share / long), place, own.normal);
        }
        while (self.pulses.get(self.pulse)).is_some_and(|own| own.time[0] + self.longest <= from) {
            self.pulse += 1;
        }
        for own in &self.pulses[self.pulse..] {
            let [begin, end] = own.time;
            if begin >= to {
                break;
            }
            let over = |time: f64| passed((time - begin) / (end - begin));
            let share = over(to) - over(from);
            if share > 0.0 {
                add(scaled(own.impulse, share / long), own.place, own.normal);
            }
        }
        found
    }
}

/// Makes the pushes of one track on one of its bodies.
struct Maker<'a> {
    run: &'a Run,
    body: usize,
    other: usize,
    side: usize,
    h: f64,
    stiffness: f64,
    round: f64,
    mass: f64,
    out: Pushes,
}

impl<'a> Maker<'a> {
    fn new(scene: &Scene, run: &'a Run, body: usize, other: u32, side: usize) -> Self {
        let own = &scene.bodies[body];
        let other = (other != OUTSIDE).then_some(other as usize);
        let them = other.and_then(|n| scene.bodies.get(n));
        let over = |own: &crate::scene::SceneBody| {
            1.0 / own.roundness.unwrap_or_else(|| own.form.roundness())
        };
        let round = over(own) + them.map_or(0.0, over);
        let material = them.map_or(own.material, |own| own.material);
        // Where each place of a body leans is its own, whatever touches it.
        let field = |own: &crate::scene::SceneBody, n: usize| {
            let seed = scene.seed ^ (n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            own.grain.map(|grain| Field::new(grain, seed))
        };
        let pair = match other {
            Some(other) => scene.pair(body, other),
            None => Pair {
                damping: 0.0,
                ..scene.usual
            },
        };
        let mass_of = |own: &crate::scene::SceneBody| match own.drive {
            crate::scene::Drive::Free => 1.0 / own.weight(),
            _ => 0.0,
        };
        let mass = 1.0 / (mass_of(own) + them.map_or(0.0, mass_of)).max(1e-9);
        Self {
            run,
            body,
            other: other.unwrap_or(usize::MAX),
            side,
            h: run.step,
            stiffness: stiffness_together(&own.material, &material),
            round: 1.0 / round.max(1e-3),
            mass,
            out: Pushes {
                pieces: Vec::new(),
                pulses: Vec::new(),
                piece: 0,
                pulse: 0,
                longest: 0.0,
                fields: [
                    field(own, body),
                    them.and_then(|own| field(own, other.unwrap_or(0))),
                ],
                pair,
            },
        }
    }

    fn make(mut self, entries: &[Entry]) -> Pushes {
        let mut before = [0.0f32; 3];
        for (n, entry) in entries.iter().enumerate() {
            let next = entries.get(n + 1);
            // What presses at the end of a run goes on pressing: to let go would be heard.
            let until = next.map_or(u32::MAX, |next| next.at);
            // What goes on for steps is resolved by them: a pulse would only come later.
            let later = &entries[n + 1..];
            let soon = later.iter().take_while(|own| own.at <= entry.at + STEPS);
            let after = soon.last().unwrap_or(entry).impulse;
            let strikes = f64::from(entry.opening) < -BLOW
                && sudden(entry.impulse, before)
                && sudden(entry.impulse, after);
            if (strikes || entry.took > 0.0) && entry.impulse != [0.0; 3] {
                let held = if entry.took > 0.0 { [0.0; 3] } else { before };
                self.strike(entry, held, later);
                self.press(entry, held, entry.at, entry.at + 1, next);
                // Blows are over after their step, though nothing else is said.
                before = held;
                if until > entry.at + 1 && entry.took == 0.0 {
                    self.press(entry, entry.impulse, entry.at + 1, until, next);
                    before = entry.impulse;
                }
            } else {
                self.press(entry, entry.impulse, entry.at, until, next);
                before = entry.impulse;
            }
            // What let go begins anew.
            if next.is_none_or(|next| next.impulse == [0.0; 3]) {
                before = [0.0; 3];
            }
        }
        self.out
    }

    fn sign(&self) -> f64 {
        if self.side == 1 { 1.0 } else { -1.0 }
    }

    /// The body's axes at a step.
    fn axes(&self, body: usize, at: u32) -> Mat3 {
        let time = f64::from(at) * self.h;
        matrix(self.run.pose(body, time).unwrap_or_default().turn)
    }

    fn press(
        &mut self,
        entry: &Entry,
        impulse: [f32; 3],
        from: u32,
        to: u32,
        next: Option<&Entry>,
    ) {
        if impulse == [0.0; 3] || to <= from {
            return;
        }
        let axes = self.axes(self.body, from);
        let sign = self.sign();
        let normal = entry.normal.map(f64::from);
        let world = scaled(impulse.map(f64::from), 1.0 / self.h);
        let to_own = |v: Vector| times_transposed(&axes, v);
        let wide = |own: [f32; 3]| own.map(f64::from);
        // Between one entry and the next in the very next steps the place slides; over a gap it jumps.
        let goes = next
            .filter(|next| next.impulse != [0.0; 3])
            .unwrap_or(entry);
        let turn = if self.other == usize::MAX {
            axes
        } else {
            let other = self.axes(self.other, from);
            // own' · other
            let columns = [0, 1, 2].map(|n| to_own([other[0][n], other[1][n], other[2][n]]));
            core::array::from_fn(|row| [columns[0][row], columns[1][row], columns[2][row]])
        };
        let (own, other) = (self.side, 1 - self.side);
        self.out.pieces.push(Piece {
            time: [f64::from(from) * self.h, f64::from(to) * self.h],
            places: [wide(entry.places[own]), wide(goes.places[own])],
            others: [wide(entry.places[other]), wide(goes.places[other])],
            force: to_own(scaled(world, sign)),
            load: dot(world, normal).max(0.0),
            normal: to_own(scaled(normal, sign)),
            turn,
        });
    }

    fn strike(&mut self, entry: &Entry, held: [f32; 3], later: &[Entry]) {
        let impulse: Vector = core::array::from_fn(|n| f64::from(entry.impulse[n] - held[n]));
        let normal = entry.normal.map(f64::from);
        let speed = -f64::from(entry.opening);
        let time = if entry.took > 0.0 {
            f64::from(entry.took)
        } else {
            // What this contact alone had to stop.
            let mass = (dot(impulse, normal).abs() / speed.max(BLOW)).min(self.mass);
            contact_time(mass.max(1e-9), self.round, self.stiffness, speed.max(BLOW))
        };
        // A blow is over when the next one as hard begins.
        let steps = |own: &Entry| f64::from(own.at - entry.at) * self.h;
        let next = (later.iter().take_while(|own| steps(own) < time))
            .find(|own| own.at >= entry.at + STEPS && !sudden(entry.impulse, own.impulse));
        let time = next.map_or(time, steps);
        let axes = self.axes(self.body, entry.at);
        let sign = self.sign();
        let begin = f64::from(entry.at) * self.h;
        self.out.longest = self.out.longest.max(time);
        if length(impulse) > 0.0 {
            self.out.pulses.push(Pulse {
                time: [begin, begin + time],
                place: entry.places[self.side].map(f64::from),
                normal: times_transposed(&axes, scaled(normal, sign)),
                impulse: times_transposed(&axes, scaled(impulse, sign)),
            });
        }
    }
}
