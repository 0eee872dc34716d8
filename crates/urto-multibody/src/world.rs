//! Bodies that are stepped together.

use crate::body::{Body, State};
use crate::collide::Motion;
use crate::contact::{Contact, Pair};
use crate::error::{WorldError, within};
use crate::island::{find, unite};
use crate::joint::{Held, Joint};
use crate::pace::Gait;
use crate::record::{Statistics, StepLog};
use crate::settings::Settings;
use crate::touch::{Pose, Touch};
use crate::vector::{Vector, cross, dot, matrix, plus, sum, times, times_transposed};
use std::collections::BTreeMap;
use urto::energy::{Health, Ledger};

/// Bodies that fall, slide and ring, stepped together: see the [crate](crate).
pub struct World {
    pub(crate) settings: Settings,
    pub(crate) bodies: Vec<State>,
    pub(crate) pairs: BTreeMap<[usize; 2], Pair>,
    pub(crate) usual: Pair,
    pub(crate) steps: u64,
    /// Impulses of the last step in the world, by the identity of their contact.
    pub(crate) known: BTreeMap<u64, Known>,
    pub(crate) joints: Vec<Held>,
    /// Of each body the first of those that it is joined with.
    pub(crate) joined: Vec<usize>,
    pub(crate) blows: Vec<Blow>,
    pub(crate) motions: Vec<Motion>,
    pub(crate) gaits: Vec<Gait>,
    pub(crate) contacts: Vec<Contact>,
    pub(crate) log: StepLog,
    pub(crate) statistics: Statistics,
    pub(crate) health: Health,
    pub(crate) initial: f64,
    pub(crate) injected: f64,
    pub(crate) dissipated: f64,
    pub(crate) poses: Vec<Pose>,
    pub(crate) touches: Vec<Touch>,
}

impl World {
    /// An empty world.
    pub fn new(settings: Settings) -> Result<Self, WorldError> {
        settings.check()?;
        Ok(Self {
            settings,
            bodies: Vec::new(),
            pairs: BTreeMap::new(),
            usual: Pair::default(),
            steps: 0,
            known: BTreeMap::new(),
            joints: Vec::new(),
            joined: Vec::new(),
            blows: Vec::new(),
            motions: Vec::new(),
            gaits: Vec::new(),
            contacts: Vec::new(),
            log: StepLog::default(),
            statistics: Statistics::default(),
            health: Health::default(),
            initial: 0.0,
            injected: 0.0,
            dissipated: 0.0,
            poses: Vec::new(),
            touches: Vec::new(),
        })
    }

    /// Puts a body into the world before its first step, or later as if it had always been there;
    /// gives its number.
    pub fn add(&mut self, body: Body) -> Result<usize, WorldError> {
        let state = State::new(body, self.settings.step)?;
        self.initial += state.energy(self.settings.gravity);
        self.joined.push(self.bodies.len());
        self.bodies.push(state);
        Ok(self.bodies.len() - 1)
    }

    /// How all pairs of bodies rub that nothing else is said of.
    pub fn set_usual(&mut self, pair: Pair) -> Result<(), WorldError> {
        check(&pair)?;
        self.usual = pair;
        Ok(())
    }

    /// How two bodies rub.
    pub fn set_pair(&mut self, a: usize, b: usize, pair: Pair) -> Result<(), WorldError> {
        check(&pair)?;
        self.there(a.max(b))?;
        self.pairs.insert([a.min(b), a.max(b)], pair);
        Ok(())
    }

    /// Strikes a free or ringing body at a place of its own frame \[m\] with an impulse in the world
    /// \[N·s\]; `surface` says where that is on its surface, for its modes. What the blow gives is
    /// work from outside.
    pub fn strike(
        &mut self,
        body: usize,
        place: [f64; 3],
        surface: Option<(usize, [f64; 3])>,
        impulse: [f64; 3],
    ) -> Result<(), WorldError> {
        self.there(body)?;
        for value in place.iter().chain(&impulse) {
            within("a figure of a blow", *value, [-1e3, 1e3])?;
        }
        let gravity = self.settings.gravity;
        let own = &mut self.bodies[body];
        let before = own.energy(gravity);
        let turn = matrix(own.turn);
        let within_body = times_transposed(&turn, impulse);
        if own.free() {
            own.velocity = plus(own.velocity, impulse, 1.0 / own.mass);
            own.momentum = sum(own.momentum, cross(place, within_body));
        }
        if let Some(ring) = &mut own.ring {
            let mut shapes = Vec::new();
            ring.moved(surface, &mut shapes);
            for (v, shape) in ring.v.iter_mut().zip(shapes) {
                *v += dot(shape, within_body);
            }
        }
        self.injected += own.energy(gravity) - before;
        Ok(())
    }

    /// The same at a time \[s\], in the step in which it falls; times that are past do nothing.
    pub fn strike_at(
        &mut self,
        time: f64,
        body: usize,
        place: [f64; 3],
        surface: Option<(usize, [f64; 3])>,
        impulse: [f64; 3],
    ) -> Result<(), WorldError> {
        self.there(body)?;
        within("the time of a blow in s", time, [0.0, 1e6])?;
        for value in place.iter().chain(&impulse) {
            within("a figure of a blow", *value, [-1e3, 1e3])?;
        }
        let at = self.blows.partition_point(|own| own.time <= time);
        let blow = Blow {
            time,
            body,
            place,
            surface,
            impulse,
        };
        self.blows.insert(at, blow);
        Ok(())
    }

    /// Strikes what is to be struck before a time and not before now.
    pub(crate) fn strike_due(&mut self, until: f64) {
        let now = self.time();
        let from = self.blows.partition_point(|own| own.time < now);
        let to = self.blows.partition_point(|own| own.time < until);
        let due: Vec<Blow> = self.blows[from..to.max(from)].to_vec();
        for own in due {
            // It was looked at when it was taken.
            let _ = self.strike(own.body, own.place, own.surface, own.impulse);
        }
    }

    /// Holds two bodies together where they are now; gives the joint's number.
    pub fn join(&mut self, joint: &Joint) -> Result<usize, WorldError> {
        self.joints.push(Held::new(joint, &self.bodies)?);
        self.joined = (0..self.bodies.len()).collect();
        let movable = |number: usize| self.bodies[number].freedoms() > 0;
        for [a, b] in self.joints.iter().map(|own| own.bodies) {
            if movable(a) && movable(b) {
                unite(&mut self.joined, a, b);
            }
        }
        for body in 0..self.bodies.len() {
            self.joined[body] = find(&mut self.joined, body);
        }
        Ok(self.joints.len() - 1)
    }

    /// Pairs of bodies that joints hold, in the order of joints.
    pub fn joined(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.joints.iter().map(|own| own.bodies)
    }

    /// How far the places that a joint holds are apart \[m\]; `None` if there is no such joint.
    pub fn joint_error(&self, joint: usize) -> Option<f64> {
        Some(self.joints.get(joint)?.error(&self.bodies))
    }

    fn there(&self, number: usize) -> Result<(), WorldError> {
        let count = self.bodies.len();
        if number < count {
            return Ok(());
        }
        Err(WorldError::NoSuchBody { number, count })
    }

    /// Where a body is; `None` if there is no such body.
    pub fn pose(&self, body: usize) -> Option<Pose> {
        Some(self.bodies.get(body)?.pose())
    }

    /// Velocity of its centre of mass \[m/s\], and its spin in the world \[rad/s\].
    pub fn motion(&self, body: usize) -> Option<([f64; 3], [f64; 3])> {
        let own = self.bodies.get(body)?;
        Some((own.velocity, own.spinning().spin()))
    }

    /// Its angular momentum about its centre of mass, in the world \[kg·m²/s\].
    pub fn angular_momentum(&self, body: usize) -> Option<[f64; 3]> {
        let own = self.bodies.get(body)?;
        Some(times(&matrix(own.turn), own.momentum))
    }

    /// Its name.
    pub fn name(&self, body: usize) -> Option<&str> {
        Some(&self.bodies.get(body)?.name)
    }

    /// Displacement and velocity of its modes, for modal masses of 1.
    pub fn modes(&self, body: usize) -> Option<(&[f64], &[f64])> {
        let ring = self.bodies.get(body)?.ring.as_ref()?;
        Some((&ring.q, &ring.v))
    }

    /// Time since the start \[s\].
    pub fn time(&self) -> f64 {
        self.steps as f64 * self.settings.step
    }

    /// The contacts of the last step, in the order in which they were found.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// What the last step had to do.
    pub fn log(&self) -> &StepLog {
        &self.log
    }

    /// What all steps had to do.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// What was clamped or stopped.
    pub fn health(&self) -> Health {
        self.health
    }

    /// Energy of motion, height and modes that is held now \[J\].
    pub fn energy(&self) -> f64 {
        let gravity = self.settings.gravity;
        self.bodies.iter().map(|body| body.energy(gravity)).sum()
    }

    /// The books: what is injected is the work of paths, of blows, and of pushing apart what overlapped
    /// at the start.
    pub fn ledger(&self) -> Ledger {
        Ledger {
            initial: self.initial,
            injected: self.injected,
            dissipated: self.dissipated,
            stored: self.energy(),
        }
    }
}

/// What is known of a contact of the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Known {
    pub bodies: [usize; 2],
    /// On the second body, in the world \[N\].
    pub force: Vector,
    /// Whether it has only just begun: a blow ends with the gap's end, in the step after.
    pub fresh: bool,
    /// By how much the force changed from step to step \[N\].
    pub stir: f64,
    /// How fast its places slid \[m/s\].
    pub slip: f64,
    /// Whether somebody placed its bodies within each other, and they still are.
    pub placed: bool,
}

/// A blow at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blow {
    pub time: f64,
    pub body: usize,
    pub place: [f64; 3],
    pub surface: Option<(usize, [f64; 3])>,
    pub impulse: [f64; 3],
}

fn check(pair: &Pair) -> Result<(), WorldError> {
    within("the friction of a pair", pair.friction, [0.0, 100.0])?;
    if let Some(own) = &pair.weakening {
        within(
            "the friction of what slides fast",
            own.sliding,
            [0.0, 100.0],
        )?;
        within(
            "the speed at which friction weakens in m/s",
            own.speed,
            [1e-6, 1e3],
        )?;
    }
    within("the damping of a pair in s/m", pair.damping, [0.0, 1e6])?;
    within("the restitution of a pair", pair.restitution, [0.0, 1.0])
}
