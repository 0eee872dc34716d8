//! What contacts do to bodies in a step.

use crate::body::{Motion, State};
use crate::contact::{Meeting, Side};
use crate::forecast::Forecast;
use crate::island::Scene;
use crate::vector::{Vec3, add, cross, dot, length, plus, scale, times, times_transposed};

/// Work of contacts against the largest that its parts could be, that is no more than rounding.
const ROUNDING: f64 = 1e-9;

/// What came out for a contact, in the world.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    pub impulse: Vec3,
    pub velocity: Vec3,
}

/// What contacts do to a body.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    /// Impulse and torque impulse in the world.
    pub impulse: Vec3,
    pub torque: Vec3,
    /// On each mode.
    pub modes: Vec<f64>,
    /// Where in the step velocities of touching bodies are taken; half way of those that fly.
    pub lean: f64,
}

impl Load {
    /// None, on a body that flies.
    pub fn none(body: &State) -> Self {
        Self {
            impulse: [0.0; 3],
            torque: [0.0; 3],
            modes: vec![0.0; body.modes()],
            lean: 0.5,
        }
    }

    fn add(&mut self, side: &Side, push: Vec3) {
        self.impulse = add(self.impulse, push);
        self.torque = add(self.torque, cross(side.arm, push));
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
        };
        let (velocity, spin) = match body.motion {
            Motion::Free => {
                let change = plus(forecast.fall, self.impulse, 1.0 / body.mass);
                let spun = body.spinning().step(self.torque, h, self.lean);
                let within = times_transposed(&forecast.middle_turn, self.torque);
                work.own += self.lean * push * push / body.mass;
                work.own += self.lean * dot(within, times(&body.inverse, within));
                work.bound += push * length(forecast.fall);
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
}

/// The loads of a group of bodies that are solved together.
pub(crate) struct GroupLoad(Vec<(usize, Load)>);

impl GroupLoad {
    /// From the impulses of a group's contacts.
    pub fn new(
        meetings: &[Meeting],
        group: &[usize],
        results: &[Found],
        scene: Scene,
        lean: f64,
    ) -> Self {
        let pairs = group
            .iter()
            .flat_map(|&number| meetings[number].touch.bodies);
        let mut touched: Vec<usize> = pairs.collect();
        touched.sort_unstable();
        touched.dedup();
        let loads = touched.iter().map(|&body| {
            let load = Load::none(&scene.bodies[body]);
            (body, Load { lean, ..load })
        });
        let mut loads: Vec<(usize, Load)> = loads.collect();
        for &number in group {
            let (meeting, impulse) = (&meetings[number], results[number].impulse);
            for (side, push) in [scale(impulse, -1.0), impulse].into_iter().enumerate() {
                let body = meeting.touch.bodies[side];
                if let Ok(at) = touched.binary_search(&body) {
                    loads[at].1.add(&meeting.sides[side], push);
                }
            }
        }
        Self(loads)
    }

    /// By how much its impulses must be scaled so that it does no more work on its bodies than it
    /// may; `None` if it does not.
    pub fn excess(&self, scene: Scene, leave: f64) -> Option<f64> {
        let mut all = Work::default();
        for (body, load) in &self.0 {
            let (body, forecast) = (&scene.bodies[*body], &scene.forecasts[*body]);
            let work = load.work(body, forecast, scene.settings.step);
            all.sum += work.sum;
            all.own += work.own;
            all.bound += work.bound;
        }
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
            load.impulse = add(load.impulse, own.impulse);
            load.torque = add(load.torque, own.torque);
            for (to, from) in load.modes.iter_mut().zip(own.modes) {
                *to += from;
            }
            load.lean = own.lean;
        }
    }
}
