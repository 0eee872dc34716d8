//! Bodies that are stepped together.

use crate::body::{Body, State};
use crate::contact::{Contact, Pair};
use crate::error::{WorldError, within};
use crate::record::{Statistics, StepLog};
use crate::settings::Settings;
use crate::touch::{Pose, Touch};
use crate::vector::{Vec3, add, cross, dot, matrix, plus, times, times_transposed};
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
    pub(crate) known: BTreeMap<u64, Vec3>,
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
            own.momentum = add(own.momentum, cross(place, within_body));
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

    /// The books: what is injected is the work of paths, of blows, and of pushing out overlaps.
    pub fn ledger(&self) -> Ledger {
        Ledger {
            initial: self.initial,
            injected: self.injected,
            dissipated: self.dissipated,
            stored: self.energy(),
        }
    }
}

fn check(pair: &Pair) -> Result<(), WorldError> {
    within("the friction of a pair", pair.friction, [0.0, 100.0])?;
    within("the damping of a pair in s/m", pair.damping, [0.0, 1e6])
}
