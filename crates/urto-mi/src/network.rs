//! A network that moves.
//!
//! Law:    m·u'' = F(u) + f: forces of links and medium, and those from outside.
//! Step:   leapfrog, with w = u(n) - u(n - 1) beside the positions u(n), so that small motion far
//!         from the origin keeps its digits: w += h²·(F + f)/m, u += w. Once the account
//!         ([`account`](crate::account)) has to act, kicks and speeds are scaled first; until then
//!         the samples are leapfrog's own.
//!         Contacts see the position y = u - w/2 at mid-step, which a force f held over the step
//!         moves by exactly h²·f/2m: so newtons times displacement is the work done.
//! Limits: links whose stiffness the step cannot carry are made softer when the network is built
//!         ([`MassNetwork::softened`]). Dampers are right while sum(k·h² + 2·z·h) <= 2·m at each
//!         mass; beyond, energy is kept and all is finite, no more.

use crate::account::{Account, Guards, Scaled, Sums};
use crate::law::Law;
use crate::limit::steepest;
use crate::model::{MassId, Model, ModelError};
use crate::vector::{Vector, difference, dot, length, scaled, sum};
use urto::object::Response;

/// Masses nearer than this are at the same place \[m\]: which way they push is chosen for them, so
/// that they part.
const SAME_PLACE: f64 = 1e-15;

#[derive(Clone)]
struct Joint {
    ends: [usize; 2],
    law: Law,
}

/// How a mass moves during a step if nothing pushes it.
pub(crate) struct FreeWay {
    pub gained: Vector,
    pub before: Vector,
    pub after: Vector,
}

/// A network of masses and links, ready to be stepped.
///
/// A step is [`begin`](MassNetwork::begin), any number of pushes, and
/// [`end`](MassNetwork::end); or [`step`](MassNetwork::step), with pushes before it.
#[derive(Clone)]
pub struct MassNetwork {
    h: f64,
    /// Positions \[m\], and what was moved in the last step.
    u: Vec<Vector>,
    w: Vec<Vector>,
    /// Forces of links and medium, and of the outside \[N\].
    inner: Vec<Vector>,
    outer: Vec<Vector>,
    mass: Vec<f64>,
    fixed: Vec<bool>,
    joints: Vec<Joint>,
    friction: f64,
    gravity: Vector,
    account: Account,
    scaled: Scaled,
    begun: bool,
    /// Work of pushes, and of gravity \[J\].
    pushed: f64,
    fallen: f64,
    softened: usize,
}

impl MassNetwork {
    /// Builds a network.
    pub fn new(model: &Model) -> Result<Self, ModelError> {
        let h = model.step();
        let masses = model.masses();
        let allowed = steepest(masses, model.links(), h);
        let mut softened = 0;
        let joints = model.links().iter().zip(allowed).map(|(link, most)| {
            softened += usize::from(link.spring.stiffness > most);
            Joint {
                ends: link.ends.map(MassId::index),
                law: Law::new(&link.spring, link.spring.length.unwrap_or(0.0), most),
            }
        });
        let joints = joints.collect();
        let none = vec![[0.0; 3]; masses.len()];
        let moved = |fixed: bool, velocity: Vector| match fixed {
            true => [0.0; 3],
            false => scaled(velocity, h),
        };
        let mut network = Self {
            h,
            u: masses.iter().map(|mass| mass.position).collect(),
            w: masses
                .iter()
                .map(|mass| moved(mass.fixed, mass.velocity))
                .collect(),
            inner: none.clone(),
            outer: none,
            mass: masses.iter().map(|mass| mass.mass).collect(),
            fixed: masses.iter().map(|mass| mass.fixed).collect(),
            joints,
            friction: model.friction(),
            gravity: model.gravity(),
            account: Account::new(h),
            scaled: Scaled::NOT,
            begun: false,
            pushed: 0.0,
            fallen: 0.0,
            softened,
        };
        // What it holds is known from the start.
        network.begin();
        Ok(network)
    }

    /// How many links were made softer, because a step cannot carry them.
    pub fn softened(&self) -> usize {
        self.softened
    }

    /// Works out the forces of links and medium.
    pub fn begin(&mut self) {
        if self.begun {
            return;
        }
        self.begun = true;
        let potential = self.link();
        let mut sums = Sums {
            potential,
            ..Sums::default()
        };
        for n in 0..self.u.len() {
            if self.fixed[n] {
                continue;
            }
            let (w, mass) = (self.w[n], self.mass[n]);
            let drag = scaled(w, -self.friction / self.h);
            self.inner[n] = sum(self.inner[n], drag);
            let force = self.inner[n];
            sums.a += mass * dot(w, w) / (self.h * self.h);
            sums.b += dot(w, force);
            sums.c += dot(force, force) * self.h * self.h / mass;
        }
        self.scaled = self.account.settle(&sums);
    }

    /// Sums the links' forces into `inner`; gives their energy.
    fn link(&mut self) -> f64 {
        self.inner.fill([0.0; 3]);
        let mut potential = 0.0;
        for joint in &self.joints {
            let [a, b] = joint.ends;
            let way = difference(self.u[b], self.u[a]);
            let before = difference(way, difference(self.w[b], self.w[a]));
            let distance = length(way);
            let own = joint.law.at(distance, length(before), self.h);
            potential += own.energy;
            let direction = if distance > SAME_PLACE {
                scaled(way, 1.0 / distance)
            } else {
                [1.0, 0.0, 0.0]
            };
            let pull = scaled(direction, own.tension);
            self.inner[a] = sum(self.inner[a], pull);
            self.inner[b] = difference(self.inner[b], pull);
        }
        potential
    }

    /// Adds a force \[N\] from outside that acts during the coming step.
    pub fn push(&mut self, mass: MassId, newtons: [f64; 3]) {
        let n = mass.index();
        if newtons.iter().all(|own| own.is_finite()) && !self.fixed[n] {
            self.outer[n] = sum(self.outer[n], newtons);
        }
    }

    /// Takes the step.
    pub fn end(&mut self) {
        self.begin();
        self.begun = false;
        let kick = self.scaled.kick;
        let (mut pushed_by, mut fallen) = (0.0, 0.0);
        for n in 0..self.u.len() {
            let outer = core::mem::take(&mut self.outer[n]);
            if self.fixed[n] {
                continue;
            }
            let (w, per_newton) = (self.w[n], self.h * self.h / self.mass[n]);
            let inner = scaled(self.inner[n], per_newton);
            let weight = scaled(self.gravity, self.mass[n]);
            let pushed = scaled(sum(outer, weight), per_newton);
            // Mid-step positions move by the mid-step's speed and half the push.
            let middle = self.middle_way(n);
            let moved = sum(middle, scaled(pushed, 0.5));
            pushed_by += dot(outer, moved);
            fallen += dot(weight, moved);
            let next = if self.scaled == Scaled::NOT {
                let next = sum(w, sum(inner, pushed));
                self.u[n] = sum(self.u[n], next);
                next
            } else {
                let next = sum(sum(middle, scaled(inner, 0.5 * kick)), pushed);
                let halves = scaled(difference(next, w), 0.5);
                self.u[n] = sum(self.u[n], sum(moved, halves));
                next
            };
            self.w[n] = next;
        }
        self.account.energy += pushed_by + fallen;
        self.pushed += pushed_by;
        self.fallen += fallen;
    }

    /// How far a mass at mid-step goes without outside forces.
    fn middle_way(&self, n: usize) -> Vector {
        let Scaled { kick, speed } = self.scaled;
        if self.fixed[n] {
            return [0.0; 3];
        }
        let inner = scaled(self.inner[n], 0.5 * kick * self.h * self.h / self.mass[n]);
        scaled(sum(self.w[n], inner), speed)
    }

    /// How a mass moves during the step that was begun, if nothing from outside pushes it.
    pub(crate) fn free_way(&self, mass: MassId) -> FreeWay {
        let n = mass.index();
        let gained = self.middle_way(n);
        let kicks = self.scaled.kick * self.h * self.h / self.mass[n];
        let after = match (self.fixed[n], self.scaled == Scaled::NOT) {
            (true, _) => [0.0; 3],
            (_, true) => sum(self.w[n], scaled(self.inner[n], kicks)),
            (_, false) => sum(gained, scaled(self.inner[n], 0.5 * kicks)),
        };
        FreeWay {
            gained,
            before: self.velocity(mass),
            after: scaled(after, 1.0 / self.h),
        }
    }

    /// What a newton, held over a step, adds to the free way of a mass.
    pub(crate) fn response(&self, mass: MassId) -> Response {
        let n = mass.index();
        if self.fixed[n] {
            return Response::default();
        }
        let velocity = self.h / self.mass[n];
        Response {
            displacement: 0.5 * self.h * velocity,
            velocity,
        }
    }

    /// What gravity pulls a mass with \[N\].
    pub(crate) fn weight(&self, mass: MassId) -> Vector {
        match self.fixed[mass.index()] {
            true => [0.0; 3],
            false => scaled(self.gravity, self.mass[mass.index()]),
        }
    }

    /// Where a mass was in the middle of the last step \[m\].
    pub(crate) fn middle(&self, mass: MassId) -> Vector {
        let n = mass.index();
        difference(self.u[n], scaled(self.w[n], 0.5))
    }

    /// A whole step.
    pub fn step(&mut self) {
        self.begin();
        self.end();
    }

    /// Puts a mass elsewhere \[m\]; what that adds is booked as injected.
    pub fn put(&mut self, mass: MassId, to: [f64; 3]) {
        if to.iter().all(|own| own.is_finite()) {
            self.u[mass.index()] = to;
            self.change();
        }
    }

    /// Gives a mass a speed \[m/s\]; what that adds is booked as injected.
    pub fn throw(&mut self, mass: MassId, velocity: [f64; 3]) {
        let n = mass.index();
        if velocity.iter().all(|own| own.is_finite()) && !self.fixed[n] {
            self.w[n] = scaled(velocity, self.h);
            self.change();
        }
    }

    /// Something was moved by hand: the account is opened anew.
    fn change(&mut self) {
        let (before, lost) = (self.account.energy, self.account.dissipated);
        self.begun = false;
        self.account.open_anew();
        self.begin();
        // Guards may have taken some of it at once.
        self.pushed += (self.account.energy - before) + (self.account.dissipated - lost);
    }

    /// What links and medium pull a mass with \[N\], of the last step.
    pub fn force(&self, mass: MassId) -> [f64; 3] {
        self.inner[mass.index()]
    }

    /// Where a mass is \[m\].
    pub fn position(&self, mass: MassId) -> [f64; 3] {
        self.u[mass.index()]
    }

    /// How fast it moved in the last step \[m/s\].
    pub fn velocity(&self, mass: MassId) -> [f64; 3] {
        scaled(self.w[mass.index()], 1.0 / self.h)
    }

    /// What the network may hold \[J\]: rises by outside work alone. Known once a step was begun.
    pub fn energy(&self) -> f64 {
        self.account.energy
    }

    /// Energy of its motion and links \[J\], as leapfrog keeps it: near
    /// [`energy`](MassNetwork::energy), of the step before.
    pub fn mechanical(&self) -> f64 {
        self.account.mechanical
    }

    /// Work of the outside so far \[J\]: of pushes and of gravity.
    pub fn injected(&self) -> f64 {
        self.pushed + self.fallen
    }

    /// Work of gravity so far \[J\].
    pub fn fallen(&self) -> f64 {
        self.fallen
    }

    /// Lost so far \[J\].
    pub fn dissipated(&self) -> f64 {
        self.account.dissipated
    }

    /// How often guards had to act.
    pub fn guards(&self) -> Guards {
        self.account.guards
    }
}
