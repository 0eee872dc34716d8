//! A network that moves.
//!
//! Law:    m·u'' = F(u) + f: forces of links and medium, and those from outside.
//! Step:   leapfrog, with w = u(n) - u(n - 1) beside the positions u(n), so that small motion far
//!         from the origin keeps its digits: w += h²·(F + f)/m, u += w. Once the account
//!         ([`account`](crate::account)) has to act, kicks and speeds are scaled first; until then
//!         the samples are leapfrog's own.
//!         Contacts see the position y = u - w/2 at mid-step, which a force f held over the step
//!         moves by exactly h²·f/2m: so newtons times displacement is the work done.
//! Limits: in a network that is not stable as it is written (the [`advisor`](crate::advisor) tells),
//!         links whose stiffness the step cannot carry are made softer when it is built
//!         ([`MassNetwork::softened`]). Dampers are right while sum(k·h² + 2·z·h) <= 2·m at each
//!         mass; beyond, energy is kept and all is finite, no more.

use crate::account::{Account, Guards, Scaled, Sums};
use crate::advisor;
use crate::law::Law;
use crate::limit::steepest;
use crate::model::{Link, Mass, MassId, Model, ModelError, Moved};
use crate::vector::{Vector, difference, dot, length, masked, scaled, sum};
use urto::object::Response;

/// Masses nearer than this are at the same place \[m\]: which way they push is chosen for them, so
/// that they part.
const SAME_PLACE: f64 = 1e-15;

/// Farthest place \[m\] and greatest speed \[m/s\] that a hand may give a mass.
const FARTHEST: f64 = 1e15;

#[derive(Clone)]
struct Joint {
    ends: [usize; 2],
    law: Law,
    along: Option<Vector>,
}

impl Joint {
    /// Distance of its masses now and a step before, and the way from the first to the second.
    #[inline]
    fn measure(&self, u: &[Vector], w: &[Vector]) -> (f64, f64, Vector) {
        let [a, b] = self.ends;
        let way = difference(u[b], u[a]);
        let before = difference(way, difference(w[b], w[a]));
        if let Some(axis) = self.along {
            return (dot(way, axis), dot(before, axis), axis);
        }
        let distance = length(way);
        let direction = if distance > SAME_PLACE {
            scaled(way, 1.0 / distance)
        } else {
            [1.0, 0.0, 0.0]
        };
        (distance, length(before), direction)
    }
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
    /// Whether no force moves it.
    held: Vec<bool>,
    /// 1 for each axis along which it may move, else 0; and those that may not move along all.
    masks: Vec<Vector>,
    bound: Vec<usize>,
    /// Masses that a driver moves, and where to in the coming step.
    led: Vec<(usize, Vector)>,
    joints: Vec<Joint>,
    friction: f64,
    gravity: Vector,
    account: Account,
    scaled: Scaled,
    begun: bool,
    /// Work of the outside \[J\]; of that, work of gravity and of drivers.
    injected: f64,
    fallen: f64,
    driven: f64,
    softened: usize,
}

impl MassNetwork {
    /// Builds a network.
    pub fn new(model: &Model) -> Result<Self, ModelError> {
        let h = model.step();
        let masses = model.masses();
        let mut allowed = steepest(masses, model.links(), h);
        let linear = |link: &Link| link.spring().map_or(0.0, |own| own.stiffness);
        let mut all = model.links().iter().zip(&allowed);
        if all.any(|(link, most)| linear(link) > *most) && advisor::margin(model) >= 1.0 {
            // That was stricter than need be: as it is written it is stable.
            for (link, most) in model.links().iter().zip(&mut allowed) {
                *most = most.max(linear(link));
            }
        }
        let mut softened = 0;
        let joints = model.links().iter().zip(allowed).map(|(link, most)| {
            softened += usize::from(link.law.stiffness_at(0.0, h) > most);
            Joint {
                ends: link.ends.map(MassId::index),
                law: Law::new(&link.law, most, h),
                along: link.along,
            }
        });
        let joints = joints.collect();
        let none = vec![[0.0; 3]; masses.len()];
        let masks: Vec<Vector> = masses.iter().map(|mass| mass.freedom.mask()).collect();
        let moved = |mass: &Mass| match mass.is_held() {
            true => [0.0; 3],
            false => scaled(masked(mass.velocity, mass.freedom.mask()), h),
        };
        let led = (masses.iter().enumerate())
            .filter(|(_, mass)| mass.moved == Moved::ByDriver)
            .map(|(n, mass)| (n, mass.position));
        let mut network = Self {
            h,
            u: masses.iter().map(|mass| mass.position).collect(),
            w: masses.iter().map(moved).collect(),
            inner: none.clone(),
            outer: none,
            mass: masses.iter().map(|mass| mass.mass).collect(),
            held: masses.iter().map(Mass::is_held).collect(),
            bound: (0..masses.len())
                .filter(|n| masks[*n] != [1.0; 3])
                .collect(),
            masks,
            led: led.collect(),
            joints,
            friction: model.friction(),
            gravity: model.gravity(),
            account: Account::new(h),
            scaled: Scaled::NOT,
            begun: false,
            injected: 0.0,
            fallen: 0.0,
            driven: 0.0,
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
        for n in &self.bound {
            self.inner[*n] = masked(self.inner[*n], self.masks[*n]);
        }
        let led = self.led.iter();
        let mut sums = Sums {
            potential,
            led: led
                .map(|(n, _)| 0.5 * dot(self.w[*n], self.inner[*n]))
                .sum(),
            ..Sums::default()
        };
        for n in 0..self.u.len() {
            if self.held[n] {
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
            let (distance, before, direction) = joint.measure(&self.u, &self.w);
            let own = joint.law.at(distance, before, self.h);
            potential += own.energy;
            let pull = scaled(direction, own.tension);
            self.inner[a] = sum(self.inner[a], pull);
            self.inner[b] = difference(self.inner[b], pull);
        }
        potential
    }

    /// Adds a force \[N\] from outside that acts during the coming step.
    pub fn push(&mut self, mass: MassId, newtons: [f64; 3]) {
        let n = mass.index();
        let moves = !self.held[n] || self.led.iter().any(|(own, _)| *own == n);
        if newtons.iter().all(|own| own.is_finite()) && moves {
            self.outer[n] = sum(self.outer[n], masked(newtons, self.masks[n]));
        }
    }

    /// Where a driven mass is to be after the coming step \[m\]; its driver does the work.
    pub fn lead(&mut self, mass: MassId, to: [f64; 3]) {
        let near = to.iter().all(|own| own.abs() <= FARTHEST);
        let own = self.led.iter_mut().find(|(n, _)| *n == mass.index());
        if let (Some((n, goal)), true) = (own, near) {
            *goal = sum(
                self.u[*n],
                masked(difference(to, self.u[*n]), self.masks[*n]),
            );
        }
    }

    /// Moves the masses that are driven; the account takes what the drivers do.
    fn follow(&mut self) {
        for (n, goal) in &self.led {
            let next = difference(*goal, self.u[*n]);
            let outer = core::mem::take(&mut self.outer[*n]);
            let moved = scaled(sum(self.w[*n], next), 0.5);
            // What contacts push it with, the driver takes.
            self.driven -= dot(outer, moved);
            let work = -dot(self.inner[*n], moved);
            // It cannot take more than there is.
            let work = work.max(-self.account.energy);
            self.account.energy += work;
            self.injected += work;
            self.driven += work;
            self.w[*n] = next;
            self.u[*n] = *goal;
        }
    }

    /// Takes the step.
    pub fn end(&mut self) {
        self.begin();
        self.begun = false;
        let kick = self.scaled.kick;
        let (mut pushed_by, mut fallen) = (0.0, 0.0);
        for n in 0..self.u.len() {
            if self.held[n] {
                continue;
            }
            let outer = core::mem::take(&mut self.outer[n]);
            let (w, per_newton) = (self.w[n], self.h * self.h / self.mass[n]);
            let inner = scaled(self.inner[n], per_newton);
            let weight = scaled(masked(self.gravity, self.masks[n]), self.mass[n]);
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
        self.injected += pushed_by + fallen;
        self.fallen += fallen;
        self.follow();
    }

    /// How far a mass at mid-step goes without outside forces.
    fn middle_way(&self, n: usize) -> Vector {
        let Scaled { kick, speed } = self.scaled;
        if self.held[n] {
            return [0.0; 3];
        }
        let inner = scaled(self.inner[n], 0.5 * kick * self.h * self.h / self.mass[n]);
        scaled(sum(self.w[n], inner), speed)
    }

    /// How a mass moves during the step that was begun, if nothing from outside pushes it.
    pub(crate) fn free_way(&self, mass: MassId) -> FreeWay {
        let n = mass.index();
        if let Some((_, goal)) = self.led.iter().find(|(own, _)| *own == n) {
            let next = difference(*goal, self.u[n]);
            return FreeWay {
                gained: scaled(sum(self.w[n], next), 0.5),
                before: self.velocity(mass),
                after: scaled(next, 1.0 / self.h),
            };
        }
        let gained = self.middle_way(n);
        let kicks = self.scaled.kick * self.h * self.h / self.mass[n];
        let after = match (self.held[n], self.scaled == Scaled::NOT) {
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
        if self.held[n] {
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
        match self.held[mass.index()] {
            true => [0.0; 3],
            false => scaled(self.allowed(mass, self.gravity), self.mass[mass.index()]),
        }
    }

    /// The part of a way or a force along which a mass may move.
    pub(crate) fn allowed(&self, mass: MassId, way: Vector) -> Vector {
        masked(way, self.masks[mass.index()])
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
        if to.iter().all(|own| own.abs() <= FARTHEST) {
            let n = mass.index();
            self.u[n] = to;
            if let Some((_, goal)) = self.led.iter_mut().find(|(own, _)| *own == n) {
                *goal = to;
            }
            self.change();
        }
    }

    /// Gives a mass a speed \[m/s\]; what that adds is booked as injected.
    pub fn throw(&mut self, mass: MassId, velocity: [f64; 3]) {
        let n = mass.index();
        if velocity.iter().all(|own| own.abs() <= FARTHEST) && !self.held[n] {
            self.w[n] = scaled(masked(velocity, self.masks[n]), self.h);
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
        self.injected += (self.account.energy - before) + (self.account.dissipated - lost);
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

    /// Work of the outside so far \[J\]: of pushes, gravity and drivers.
    pub fn injected(&self) -> f64 {
        self.injected
    }

    /// Work of drivers so far \[J\].
    pub fn driven(&self) -> f64 {
        self.driven
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
