//! What contacts do to bodies in a step.

use crate::body::{Motion, State};
use crate::bond::Bonds;
use crate::contact::{Meeting, Side};
use crate::forecast::Forecast;
use crate::island::{Group, Scene};
use crate::vector::{Vector, cross, dot, length, plus, scaled, sum, times, times_transposed};

/// Work of contacts against the largest that its parts could be, that is no more than rounding.
const ROUNDING: f64 = 1e-9;

/// What came out for a contact, in the world.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    pub impulse: Vector,
    pub velocity: Vector,
    /// Whether it did not press before.
    pub fresh: bool,
    /// Whether somebody placed its bodies within each other, and they still are.
    pub placed: bool,
    /// By how much the force changed since the step before \[N\].
    pub stir: f64,
}

/// What contacts do to a body.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    /// Impulse and torque impulse in the world.
    pub impulse: Vector,
    pub torque: Vector,
    /// On each mode.
    pub modes: Vec<f64>,
    /// Where in the step velocities of touching bodies are taken; half way of those that fly.
    pub lean: f64,
    /// Whether what the lean takes was spent on bouncing.
    pub bounces: bool,
}

impl Load {
    /// None, on a body that flies.
    pub fn none(body: &State) -> Self {
        Self {
            impulse: [0.0; 3],
            torque: [0.0; 3],
            modes: vec![0.0; body.modes()],
            lean: 0.5,
            bounces: false,
        }
    }

    fn add(&mut self, side: &Side, push: Vector) {
        self.add_at(side, side.arm, push);
    }

    /// A push at an arm of its own.
    pub fn add_at(&mut self, side: &Side, arm: Vector, push: Vector) {
        self.impulse = sum(self.impulse, push);
        self.torque = sum(self.torque, cross(arm, push));
        for (own, shape) in self.modes.iter_mut().zip(&side.modes) {
            *own += dot(*shape, push);
        }
    }

    /// The work that it will do on a body.
    fn work(&self, body: &State, forecast: &Forecast, h: f64) -> Work {
        let [push, torque] = [length(self.impulse), length(self.torque)];
        let mut work = Work {
            sum: 0.0,
            own: 0.0,
            bound: push * length(forecast.velocity) + torque * length(forecast.spin),
            lost: 0.0,
        };
        let (velocity, spin) = match body.motion {
            Motion::Free => {
                let change = plus(forecast.fall, self.impulse, 1.0 / body.mass);
                let spun = body.spinning().step(self.torque, h, self.lean);
                let within = times_transposed(&forecast.middle_turn, self.torque);
                work.own += self.lean * push * push / body.mass;
                work.own += self.lean * dot(within, times(&body.inverse, within));
                work.bound += push * length(forecast.fall);
                work.lost += (self.lean - 0.5) * body.mass * dot(change, change) + spun.lost;
                (plus(body.velocity, change, self.lean), spun.spin)
            }
            _ => (forecast.velocity, forecast.spin),
        };
        work.sum += dot(self.impulse, velocity) + dot(self.torque, spin);
        if let Some(ring) = &body.ring {
            for (mode, p) in self.modes.iter().enumerate() {
                let force = p / h;
                let free = force * (ring.free(mode) - ring.q[mode]);
                let own = ring.propagators[mode].c * force * force;
                work.sum += free + own;
                work.own += own;
                work.bound += free.abs();
            }
        }
        work
    }
}

/// Work of contacts in a step \[J\].
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    sum: f64,
    /// The part that goes with the square of the impulses.
    own: f64,
    /// What the other part could be at most.
    bound: f64,
    /// What the lean takes.
    lost: f64,
}

/// The loads of a group of bodies that are solved together.
pub(crate) struct GroupLoad(Vec<(usize, Load)>);

impl GroupLoad {
    /// From the impulses of a group's contacts, and what makes its joints hold then.
    pub fn new(
        meetings: &[Meeting],
        group: &Group,
        results: &[Found],
        scene: Scene,
        lean: f64,
        bonds: &[Bonds],
    ) -> Self {
        let pairs = group
            .contacts
            .iter()
            .flat_map(|&number| meetings[number].touch.bodies);
        let held = group.joints.iter().flat_map(|&k| scene.joints[k].bodies);
        let mut touched: Vec<usize> = pairs.chain(held).collect();
        touched.sort_unstable();
        touched.dedup();
        let loads = touched.iter().map(|&body| {
            let load = Load::none(&scene.bodies[body]);
            (body, Load { lean, ..load })
        });
        let mut loads: Vec<(usize, Load)> = loads.collect();
        for &number in &group.contacts {
            let (meeting, impulse) = (&meetings[number], results[number].impulse);
            for (side, push) in [scaled(impulse, -1.0), impulse].into_iter().enumerate() {
                let body = meeting.touch.bodies[side];
                if let Ok(at) = touched.binary_search(&body) {
                    loads[at].1.add(&meeting.sides[side], push);
                }
            }
        }
        for own in bonds {
            own.hold(scene, &mut loads);
        }
        Self(loads)
    }

    fn work(&self, scene: Scene) -> Work {
        let mut all = Work::default();
        for (body, load) in &self.0 {
            let (body, forecast) = (&scene.bodies[*body], &scene.forecasts[*body]);
            let work = load.work(body, forecast, scene.h);
            all.sum += work.sum;
            all.own += work.own;
            all.bound += work.bound;
            all.lost += work.lost;
        }
        all
    }

    /// Whether its bodies end with more energy than they may: for blows, of which the lean takes a
    /// part that bouncing gives back.
    pub fn gains(&self, scene: Scene, leave: f64) -> bool {
        let all = self.work(scene);
        let gain = all.sum - all.lost - leave;
        gain.is_nan() || gain > 1e-15 * (all.own + all.bound)
    }

    /// The lean's share is spent by bouncing.
    pub fn bounce(&mut self) {
        for (_, load) in &mut self.0 {
            load.bounces = true;
        }
    }

    /// What its bodies gain beyond what they may, however small \[J\]; and these bodies.
    pub fn debt(&self, scene: Scene, leave: f64) -> Option<(f64, Vec<usize>)> {
        let all = self.work(scene);
        let spent = if self.0.iter().any(|own| own.1.bounces) {
            all.lost
        } else {
            0.0
        };
        let gain = all.sum - spent - leave;
        // Joints pull back what rounding of places moves them apart.
        let rounded = |(number, load): &(usize, Load)| {
            let body = &scene.bodies[*number];
            length(load.impulse) * (length(body.place) + body.reach())
        };
        let rounding = 1e-15 / scene.h * self.0.iter().map(rounded).sum::<f64>();
        let much = gain > ROUNDING * (all.own + all.bound) + rounding;
        much.then(|| (gain, self.0.iter().map(|own| own.0).collect()))
    }

    /// By how much its impulses must be scaled so that it does no more work on its bodies than it
    /// may; `None` if it does not.
    pub fn excess(&self, scene: Scene, leave: f64) -> Option<f64> {
        let all = self.work(scene);
        let excess = all.sum - leave;
        if excess <= ROUNDING * (all.own + all.bound) {
            return None;
        }
        // The work is s·a + s²·own for impulses scaled by s, of which s = 1 - excess/own leaves
        // nothing; and a little less for what bends.
        let by = 1.0 - 1.5 * excess / all.own;
        Some(if by > 0.5 { by } else { 0.5 })
    }

    /// Adds it to the loads of all bodies. Those that nothing moves may be in several groups.
    pub fn merge_into(self, loads: &mut [Load]) {
        for (body, own) in self.0 {
            let load = &mut loads[body];
            load.impulse = sum(load.impulse, own.impulse);
            load.torque = sum(load.torque, own.torque);
            for (to, from) in load.modes.iter_mut().zip(own.modes) {
                *to += from;
            }
            load.lean = own.lean;
            load.bounces = own.bounces;
        }
    }
}
