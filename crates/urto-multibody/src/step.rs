//! The step of a world: free motion, contacts, then all bodies at once.
//!
//! Law:    a contact's impulse is a force held during the step. Its velocity is the displacement of
//!         the step over its length, so that "not approaching further than the gap" is "not
//!         overlapping at the end", and nothing drifts.
//! Step:   over a step energy changes by the impulses times these velocities, which contacts never
//!         let be positive, less what the lean takes, less the loss of modes.
//!         A blow that bounces takes the velocity with which it should part in the place of the gap,
//!         as far as energy allows.
//! Limits: blows at several places at once bounce together (no chains of balls).

use crate::bounce::{bounced, mix};
use crate::collide::Motion;
use crate::contact::{Contact, Meeting};
use crate::forecast::Forecast;
use crate::island::{SHALLOW, Scene, along, friction_of, islands, solve_island};
use crate::load::{Found, GroupLoad, Load};
use crate::passive::leave_of;
use crate::record::StepLog;
use crate::settings::Rule;
use crate::solve::Stage;
use crate::touch::Collisions;
use crate::vector::{
    Vector, after, cayley, difference, dot, length, plus, scaled, sum, times, unit,
};
use crate::world::{Known, World};

/// Touches this near matter in any case \[m\]; further ones if they can close in two steps.
const NEAR: f64 = 20e-6;

/// Slower than this nothing approaches for the velocity rule \[m/s\]: it is what a solution leaves.
const STANDING: f64 = 1e-9;
/// Times that impulses are made smaller before they are left out.
const TRIES: i32 = 40;

/// A ringing surface is shown anew to whoever finds touches when some place of it has moved by so much
/// \[m\]: a hundredth of the band in which bodies touch. Gaps are exact in any case; this is for where
/// places are, and their normals.
const SHOWN: f64 = 2e-7;

/// Some bodies of a world, stepped together.
#[derive(Clone, Copy)]
pub(crate) struct Span<'a> {
    pub members: &'a [bool],
    /// When the step begins, and how long it is \[s\].
    pub time: f64,
    pub h: f64,
}

impl World {
    /// Takes a step; with a [`Pace`](crate::Pace), the longest that groups may take.
    pub fn step(&mut self, collisions: &mut dyn Collisions) {
        self.log = StepLog::default();
        self.contacts.clear();
        if let Some(pace) = self.settings.pace {
            let before = self.steps;
            self.step_paced(collisions, pace);
            self.statistics.steps += self.steps - before;
            self.statistics.add(&self.log);
            return;
        }
        let h = self.settings.step;
        self.strike_due(self.time() + h);
        let members = vec![true; self.bodies.len()];
        let span = Span {
            members: &members,
            time: self.time(),
            h,
        };
        self.go(collisions, span);
        self.statistics.add(&self.log);
        self.statistics.steps += 1;
        self.steps += 1;
    }

    /// Moves some bodies, which touch no others, on by a step.
    pub(crate) fn go(&mut self, collisions: &mut dyn Collisions, span: Span) {
        let Span { members, time, h } = span;
        let gravity = self.settings.gravity;
        for (body, member) in self.bodies.iter_mut().zip(members) {
            if let (Some(ring), true) = (&mut body.ring, member) {
                ring.retune(h);
            }
        }
        let forecasts: Vec<Forecast> = self
            .bodies
            .iter()
            .map(|body| Forecast::new(body, time, h, gravity))
            .collect();
        self.show(collisions, &forecasts, span);
        let meetings = self.meetings(collisions, &forecasts, span);
        let mut loads: Vec<Load> = self.bodies.iter().map(Load::none).collect();
        let (results, debts) = self.solve(&forecasts, &meetings, &mut loads, span);
        self.damp(&meetings, &results, h);
        let work = self.advance(&forecasts, &loads, span) - self.settle(&debts);
        if work > 0.0 {
            self.log.given += work;
            self.injected += work;
        } else {
            self.dissipated -= work;
        }
        self.remember(&meetings, &results, span);
    }

    /// Tells whoever finds touches how bodies move and bend.
    pub(crate) fn show(
        &mut self,
        collisions: &mut dyn Collisions,
        forecasts: &[Forecast],
        span: Span,
    ) {
        self.motions.clear();
        self.motions.extend(forecasts.iter().map(|own| Motion {
            velocity: plus(own.velocity, own.fall, 0.5),
            spin: own.spin,
        }));
        collisions.moving(span.h, &self.motions);
        let mut corners = Vec::new();
        for (number, body) in self.bodies.iter_mut().enumerate() {
            if let (Some(ring), true) = (&mut body.ring, span.members[number])
                && collisions.bends(number)
                && ring.bend(SHOWN, &mut corners)
            {
                collisions.displace(number, &corners);
            }
        }
    }

    /// The touches that matter in the coming step.
    fn meetings(
        &mut self,
        collisions: &mut dyn Collisions,
        forecasts: &[Forecast],
        span: Span,
    ) -> Vec<Meeting> {
        self.poses.clear();
        // Half way: there a rolling body touches with the arm that it has in the middle of the step.
        // With that of its beginning, which lags, it would gain energy.
        self.poses.extend(forecasts.iter().map(|own| own.middle));
        self.touches.clear();
        if span.members.iter().all(|own| *own) {
            collisions.touches(&self.poses, &mut self.touches);
        } else {
            collisions.touches_among(&self.poses, span.members, &mut self.touches);
        }
        self.log.found += self.touches.len();
        let mut meetings = Vec::new();
        for touch in &self.touches {
            let [a, b] = touch.bodies;
            let count = self.bodies.len();
            if a >= count || b >= count || a == b {
                self.health.clamped += 1;
                continue;
            }
            if self.bodies[a].freedoms() + self.bodies[b].freedoms() == 0 {
                continue;
            }
            let pair = self.pairs.get(&[a.min(b), a.max(b)]).unwrap_or(&self.usual);
            let Some(meeting) = Meeting::new(touch, *pair, &self.bodies, forecasts) else {
                self.health.non_finite += 1;
                continue;
            };
            let near = match self.settings.rule {
                Rule::Gap => {
                    let reach = 2.0 * span.h * meeting.opening.abs();
                    meeting.gap < NEAR + reach
                }
                Rule::Velocity => meeting.gap <= 0.0 && meeting.opening < -STANDING,
            };
            if near && self.yields(&meeting) {
                meetings.push(meeting);
            }
        }
        self.log.near += meetings.len();
        meetings
    }

    /// Whether a push along the normal moves anything: not so at a place that no mode moves on a
    /// body that stands fast otherwise.
    fn yields(&self, meeting: &Meeting) -> bool {
        meeting
            .touch
            .bodies
            .iter()
            .zip(&meeting.sides)
            .any(|(body, side)| {
                let moved = |shape: &Vector| dot(*shape, meeting.frame[0]) != 0.0;
                self.bodies[*body].free() || side.modes.iter().any(moved)
            })
    }

    /// Solves all contacts and joints, and adds their impulses up on bodies; gives besides what
    /// groups gain that they may not.
    fn solve(
        &mut self,
        forecasts: &[Forecast],
        meetings: &[Meeting],
        loads: &mut [Load],
        span: Span,
    ) -> (Vec<Found>, Vec<(f64, Vec<usize>)>) {
        let known: Vec<Option<Known>> = meetings
            .iter()
            .map(|meeting| self.known.get(&meeting.touch.identity).copied())
            .collect();
        let scene = Scene {
            bodies: &self.bodies,
            forecasts,
            settings: &self.settings,
            h: span.h,
            joints: &self.joints,
            joined: &self.joined,
        };
        let gap_rule = self.settings.rule == Rule::Gap;
        let mut results = vec![Found::default(); meetings.len()];
        let mut debts = Vec::new();
        for (number, meeting) in meetings.iter().enumerate() {
            let pressed = known[number].is_some_and(|own| dot(own.force, meeting.frame[0]) > 0.0);
            results[number].fresh = !pressed;
            let was = span.time <= 0.0 || known[number].is_some_and(|own| own.placed);
            results[number].placed = was && meeting.gap < -SHALLOW;
        }
        for group in islands(&self.bodies, meetings, &self.joints) {
            let member = |k: &usize| span.members[*k];
            let held = group.joints.iter().flat_map(|k| self.joints[*k].bodies);
            if !held.clone().all(|body| member(&body)) {
                continue;
            }
            let placed = |own: usize| results[own].placed;
            let outcome = solve_island(scene, meetings, &group, &known, placed);
            let log = &mut self.log;
            log.groups += 1;
            for solved in [Some(&outcome.solved), outcome.bouncing.as_ref()]
                .into_iter()
                .flatten()
            {
                log.residual = log.residual.max(solved.residual);
                log.stage = log.stage.max(Some(solved.stage));
                log.last_resorts += usize::from(solved.stage == Stage::LastResort);
                if !group.contacts.is_empty() {
                    self.statistics.problem(solved);
                }
            }
            let load = |results: &[Found]| {
                GroupLoad::new(
                    meetings,
                    &group,
                    results,
                    scene,
                    outcome.lean,
                    &outcome.bonds,
                )
            };
            let mut tries = 0;
            let own = match bounced(&outcome, meetings, &group, scene, &mut results) {
                Some(own) => own,
                None => {
                    mix(&outcome, meetings, &group, 0.0, &mut results);
                    let mut own = load(&results);
                    // Fast spins bend within the step, and then what was solved for is not what
                    // happens. Smaller impulses bend less, and none do no work.
                    let leave = leave_of(&outcome.leave, &outcome.solved.impulses);
                    while gap_rule
                        && !group.contacts.is_empty()
                        && let Some(by) = own.excess(scene, leave)
                    {
                        tries += 1;
                        let by = if tries < TRIES { by } else { 0.0 };
                        for &number in &group.contacts {
                            results[number].impulse = scaled(results[number].impulse, by);
                        }
                        own = load(&results);
                        if by == 0.0 {
                            break;
                        }
                    }
                    own
                }
            };
            if !outcome.bonds.is_empty() {
                let leave = leave_of(&outcome.leave, &outcome.solved.impulses);
                debts.extend(own.debt(scene, leave));
            }
            for &number in &group.contacts {
                let meeting = &meetings[number];
                let force = scaled(results[number].impulse, 1.0 / span.h);
                let before = known[number].map_or([0.0; 3], |own| own.force);
                results[number].stir = length(difference(force, before));
                let [out, one, two] = times(&meeting.frame, results[number].impulse);
                let pressing = out > 0.0;
                log.pressing += usize::from(pressing);
                log.rubbing += usize::from(pressing && (one != 0.0 || two != 0.0));
                log.pushed_out += usize::from(pressing && meeting.gap < -SHALLOW);
                if pressing {
                    log.overlap = log.overlap.max(-meeting.gap);
                }
            }
            own.merge_into(loads);
            self.log.scaled += usize::from(outcome.scaled || tries > 0);
        }
        (results, debts)
    }

    /// Takes from the motion of joined bodies what their joints gave and should not have, where steps
    /// are too long for how they turn.
    fn settle(&mut self, debts: &[(f64, Vec<usize>)]) -> f64 {
        let mut taken = 0.0;
        for (debt, bodies) in debts {
            self.health.clamped += 1;
            let moving = |world: &World| -> f64 {
                bodies.iter().map(|own| world.bodies[*own].moving()).sum()
            };
            let held = moving(self);
            let share = (1.0 - debt / held).clamp(0.0, 1.0);
            let by = if share.is_finite() { share.sqrt() } else { 0.0 };
            for own in bodies {
                self.bodies[*own].slow(by);
            }
            taken += held - moving(self);
        }
        taken
    }

    /// Tells modes what contacts will take from them in the next step: of each a damper in
    /// proportion to its load, along the normal, and along the tangents by friction's share.
    fn damp(&mut self, meetings: &[Meeting], results: &[Found], h: f64) {
        for (meeting, found) in meetings.iter().zip(results) {
            let load = dot(meeting.frame[0], found.impulse) / h;
            if meeting.pair.damping <= 0.0 || load <= 0.0 {
                continue;
            }
            for (side, body) in meeting.sides.iter().zip(meeting.touch.bodies) {
                let Some(ring) = &mut self.bodies[body].ring else {
                    continue;
                };
                for (mode, shape) in side.modes.iter().enumerate() {
                    ring.damp(mode, meeting.pair.loss(meeting.frame[0], load, *shape));
                }
            }
        }
    }

    /// Moves the members; gives the work that contacts did on them \[J\].
    fn advance(&mut self, forecasts: &[Forecast], loads: &[Load], span: Span) -> f64 {
        let h = span.h;
        let gravity = self.settings.gravity;
        let mut work = 0.0;
        for (number, (body, forecast)) in self.bodies.iter_mut().zip(forecasts).enumerate() {
            if !span.members[number] {
                continue;
            }
            let load = &loads[number];
            let stored = body.energy(gravity);
            let mut done = 0.0;
            let mut lost = 0.0;
            if body.free() {
                let spun = body.spinning().step(load.torque, h, load.lean);
                self.health.clamped += u64::from(!spun.settled);
                let change = plus(forecast.fall, load.impulse, 1.0 / body.mass);
                let mean = plus(body.velocity, change, load.lean);
                done += dot(load.impulse, mean) + dot(load.torque, spun.spin);
                let leaned = (load.lean - 0.5) * body.mass * dot(change, change) + spun.lost;
                if load.bounces {
                    done -= leaned;
                } else {
                    lost += leaned;
                }
                body.velocity = sum(body.velocity, change);
                body.place = plus(body.place, mean, h);
                body.turn = spun.turn;
                body.momentum = spun.momentum;
            } else {
                let moved = dot(load.impulse, forecast.velocity) + dot(load.torque, forecast.spin);
                // Whoever moves it takes this away, or gives it where it is negative.
                self.injected -= moved;
                work += moved;
                body.place = plus(body.place, forecast.velocity, h);
                body.turn = unit(after(cayley(scaled(forecast.spin, h)), body.turn));
            }
            if let Some(ring) = &mut body.ring {
                let before = ring.energy();
                let pushed = ring.step(&load.modes, h);
                lost += before + pushed - ring.energy();
                done += pushed;
            }
            if !body.sane() {
                body.stop(forecast.start);
                self.health.non_finite += 1;
                done = if done.is_finite() { done } else { 0.0 };
                lost = stored + done - body.energy(gravity);
            }
            work += done;
            self.dissipated += lost;
        }
        work
    }

    /// Keeps what the next step and listeners want to know of contacts.
    fn remember(&mut self, meetings: &[Meeting], results: &[Found], span: Span) {
        let Span { members, time, h } = span;
        let frictions: Vec<f64> = (meetings.iter())
            .map(|meeting| friction_of(meeting, self.known.get(&meeting.touch.identity)))
            .collect();
        self.known
            .retain(|_, own| !own.bodies.iter().all(|body| members[*body]));
        for ((meeting, found), friction) in meetings.iter().zip(results).zip(frictions) {
            let touch = &meeting.touch;
            self.known.insert(
                touch.identity,
                Known {
                    bodies: touch.bodies,
                    force: scaled(found.impulse, 1.0 / h),
                    fresh: found.fresh,
                    stir: found.stir,
                    placed: found.placed,
                    slip: along(meeting, found.velocity),
                },
            );
            self.contacts.push(Contact {
                identity: touch.identity,
                bodies: touch.bodies,
                places: touch.places,
                surfaces: touch.surfaces,
                normal: meeting.frame[0],
                gap: meeting.gap,
                impulse: found.impulse,
                velocity: found.velocity,
                opening: meeting.opening,
                fresh: found.fresh,
                friction,
                time,
                step: h,
            });
        }
    }
}
