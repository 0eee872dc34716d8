//! The step of a world: free motion, contacts, then all bodies at once.
//!
//! Law:    a contact's impulse is a force held during the step. Its velocity is the displacement of
//!         the step over its length, so that "not approaching further than the gap" is "not
//!         overlapping at the end", and nothing drifts.
//! Step:   over a step energy changes by the impulses times these velocities, which contacts never
//!         let be positive, less what the lean takes, less the loss of modes.
//! Limits: impacts of rigid bodies do not bounce; those of ringing ones do by their modes.

use crate::contact::{Contact, Meeting, Pair};
use crate::forecast::Forecast;
use crate::island::{SHALLOW, Scene, islands, solve_island};
use crate::load::{Found, GroupLoad, Load};
use crate::record::StepLog;
use crate::settings::Rule;
use crate::solve::Stage;
use crate::touch::Collisions;
use crate::vector::{Vec3, add, after, cayley, dot, plus, scale, unit};
use crate::world::World;

/// Touches this near matter in any case \[m\]; further ones if they can close in two steps.
const NEAR: f64 = 20e-6;

/// Slower than this nothing approaches for the velocity rule \[m/s\]: it is what a solution leaves.
const STANDING: f64 = 1e-9;
/// Times that impulses are made smaller before they are left out.
const TRIES: i32 = 40;

impl World {
    /// Takes a step.
    pub fn step(&mut self, collisions: &mut dyn Collisions) {
        let h = self.settings.step;
        let gravity = self.settings.gravity;
        let time = self.time();
        self.log = StepLog::default();
        let forecasts: Vec<Forecast> = self
            .bodies
            .iter()
            .map(|body| Forecast::new(body, time, h, gravity))
            .collect();
        let meetings = self.meetings(collisions, &forecasts);
        let mut loads: Vec<Load> = self.bodies.iter().map(Load::none).collect();
        let results = self.solve(&forecasts, &meetings, &mut loads);
        self.damp(&meetings, &results);
        let work = self.advance(&forecasts, &loads);
        if work > 0.0 {
            self.log.given = work;
            self.injected += work;
        } else {
            self.dissipated -= work;
        }
        self.remember(&meetings, &results);
        self.statistics.add(&self.log);
        self.steps += 1;
    }

    /// The touches that matter in the coming step.
    fn meetings(
        &mut self,
        collisions: &mut dyn Collisions,
        forecasts: &[Forecast],
    ) -> Vec<Meeting> {
        self.poses.clear();
        // Half way: there a rolling body touches with the arm that it has in the middle of the step.
        // With that of its beginning, which lags, it would gain energy.
        self.poses.extend(forecasts.iter().map(|own| own.middle));
        self.touches.clear();
        collisions.touches(&self.poses, &mut self.touches);
        self.log.found = self.touches.len();
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
                    let reach = 2.0 * self.settings.step * meeting.opening.abs();
                    meeting.gap < NEAR + reach
                }
                Rule::Velocity => meeting.gap <= 0.0 && meeting.opening < -STANDING,
            };
            if near && self.yields(&meeting) {
                meetings.push(meeting);
            }
        }
        self.log.near = meetings.len();
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
                let moved = |shape: &Vec3| dot(*shape, meeting.frame[0]) != 0.0;
                self.bodies[*body].free() || side.modes.iter().any(moved)
            })
    }

    /// Solves all contacts, and adds their impulses up on bodies.
    fn solve(
        &mut self,
        forecasts: &[Forecast],
        meetings: &[Meeting],
        loads: &mut [Load],
    ) -> Vec<Found> {
        let known: Vec<Option<Vec3>> = meetings
            .iter()
            .map(|meeting| self.known.get(&meeting.touch.identity).copied())
            .collect();
        let scene = Scene {
            bodies: &self.bodies,
            forecasts,
            settings: &self.settings,
        };
        let mut results = vec![Found::default(); meetings.len()];
        for group in islands(&self.bodies, meetings) {
            let outcome = solve_island(scene, meetings, &group, &known);
            let solved = &outcome.solved;
            let log = &mut self.log;
            log.groups += 1;
            log.residual = log.residual.max(solved.residual);
            log.stage = log.stage.max(Some(solved.stage));
            log.last_resorts += usize::from(solved.stage == Stage::LastResort);
            self.statistics.problem(solved.residual);
            let velocities = outcome.velocities.chunks_exact(3);
            let found = solved.impulses.chunks_exact(3).zip(velocities);
            for ((own, velocity), &number) in found.zip(&group) {
                let meeting = &meetings[number];
                log.pressing += usize::from(own[0] > 0.0);
                log.rubbing += usize::from(own[1] != 0.0 || own[2] != 0.0);
                log.pushed_out += usize::from(own[0] > 0.0 && meeting.gap < -SHALLOW);
                results[number] = Found {
                    impulse: meeting.in_world(own),
                    velocity: meeting.in_world(velocity),
                };
            }
            let mut own = GroupLoad::new(meetings, &group, &results, scene, outcome.lean);
            let mut tries = 0;
            // Fast spins bend within the step, and then what was solved for is not what happens.
            // Smaller impulses bend less, and none do no work.
            while self.settings.rule == Rule::Gap
                && let Some(by) = own.excess(scene, outcome.leave)
            {
                tries += 1;
                let by = if tries < TRIES { by } else { 0.0 };
                for &number in &group {
                    results[number].impulse = scale(results[number].impulse, by);
                }
                own = GroupLoad::new(meetings, &group, &results, scene, outcome.lean);
                if by == 0.0 {
                    break;
                }
            }
            own.merge_into(loads);
            self.log.scaled += usize::from(outcome.scaled || tries > 0);
        }
        results
    }

    /// Tells modes what contacts will take from them in the next step: of each a damper in
    /// proportion to its load, along the normal, and along the tangents by friction's share.
    fn damp(&mut self, meetings: &[Meeting], results: &[Found]) {
        for (meeting, found) in meetings.iter().zip(results) {
            let Pair { friction, damping } = meeting.pair;
            let load = dot(meeting.frame[0], found.impulse) / self.settings.step;
            if damping <= 0.0 || load <= 0.0 {
                continue;
            }
            for (side, body) in meeting.sides.iter().zip(meeting.touch.bodies) {
                let Some(ring) = &mut self.bodies[body].ring else {
                    continue;
                };
                for (mode, shape) in side.modes.iter().enumerate() {
                    let out = dot(*shape, meeting.frame[0]);
                    let all = dot(*shape, *shape);
                    let felt = friction * all + (1.0 - friction) * out * out;
                    // Half, since a loss is half of the damping over the mass. Both factors are
                    // bounded, and beyond this a mode stands still within the step anyway.
                    ring.damp(mode, (0.5 * damping * load * felt).clamp(0.0, 1e9));
                }
            }
        }
    }

    /// Moves all bodies; gives the work that contacts did on them \[J\].
    fn advance(&mut self, forecasts: &[Forecast], loads: &[Load]) -> f64 {
        let h = self.settings.step;
        let gravity = self.settings.gravity;
        let mut work = 0.0;
        for ((body, forecast), load) in self.bodies.iter_mut().zip(forecasts).zip(loads) {
            let stored = body.energy(gravity);
            let mut done = 0.0;
            let mut lost = 0.0;
            if body.free() {
                let spun = body.spinning().step(load.torque, h, load.lean);
                self.health.clamped += u64::from(!spun.settled);
                let change = plus(forecast.fall, load.impulse, 1.0 / body.mass);
                let mean = plus(body.velocity, change, load.lean);
                done += dot(load.impulse, mean) + dot(load.torque, spun.spin);
                lost += (load.lean - 0.5) * body.mass * dot(change, change) + spun.lost;
                body.velocity = add(body.velocity, change);
                body.place = plus(body.place, mean, h);
                body.turn = spun.turn;
                body.momentum = spun.momentum;
            } else {
                let moved = dot(load.impulse, forecast.velocity) + dot(load.torque, forecast.spin);
                // Whoever moves it takes this away, or gives it where it is negative.
                self.injected -= moved;
                work += moved;
                body.place = plus(body.place, forecast.velocity, h);
                body.turn = unit(after(cayley(scale(forecast.spin, h)), body.turn));
            }
            if let Some(ring) = &mut body.ring {
                let before = ring.energy();
                let pushed = ring.step(&load.modes, h);
                ring.retune(h);
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
    fn remember(&mut self, meetings: &[Meeting], results: &[Found]) {
        self.known.clear();
        self.contacts.clear();
        for (meeting, found) in meetings.iter().zip(results) {
            let touch = &meeting.touch;
            self.known.insert(touch.identity, found.impulse);
            self.contacts.push(Contact {
                identity: touch.identity,
                bodies: touch.bodies,
                places: touch.places,
                surfaces: touch.surfaces,
                normal: meeting.frame[0],
                gap: meeting.gap,
                impulse: found.impulse,
                velocity: found.velocity,
            });
        }
    }
}
