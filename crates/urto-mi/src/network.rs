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

mod restore;
mod temper;

use crate::account::{Account, Guards, Scaled, Sums};
use crate::advisor;
use crate::band::{self, Band, BandSpring};
use crate::cloud::{Cloud, padded};
use crate::law::Law;
use crate::limit::steepest;
use crate::model::{Link, Mass, MassId, Model, ModelError, Moved};
use crate::vector::{SAME_PLACE, Vector, difference, dot, length, masked, scaled, sum};
use crate::wide::{self, Weights};
use urto::object::Response;

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
    fn measure(&self, u: &Cloud, w: &Cloud) -> (f64, f64, Vector) {
        let [a, b] = self.ends;
        let way = difference(u.at(b), u.at(a));
        let before = difference(way, difference(w.at(b), w.at(a)));
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
    u: Cloud,
    w: Cloud,
    /// Forces of links and medium, and of the outside \[N\].
    inner: Cloud,
    outer: Cloud,
    /// Whether somebody pushes in the coming step.
    pushed: bool,
    mass: Vec<f64>,
    /// Whether no force moves it.
    held: Vec<bool>,
    /// 1 for each axis along which it may move, else 0; and those that may not move along all.
    masks: Vec<Vector>,
    bound: Vec<usize>,
    /// Masses that a driver moves, and where to in the coming step.
    led: Vec<(usize, Vector)>,
    /// Straight springs in order, and all other links.
    bands: Vec<Band>,
    joints: Vec<Joint>,
    /// Mass over the square of a step, one over that, and 1: for each mass that forces move.
    heavy: Vec<f64>,
    light: Vec<f64>,
    free: Vec<f64>,
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

/// Takes straight springs of rows and lattices out of all joints.
fn divided(joints: Vec<Joint>, h: f64) -> (Vec<Band>, Vec<Joint>) {
    let straight = |joint: &Joint| match (&joint.law, joint.along) {
        (Law::Spring(law), None) => law.straight(h),
        _ => None,
    };
    let found: Vec<(usize, BandSpring)> = (joints.iter().enumerate())
        .filter_map(|(n, joint)| Some((n, straight(joint)?)))
        .collect();
    let springs: Vec<([usize; 2], BandSpring)> = (found.iter())
        .map(|(n, own)| (joints[*n].ends, *own))
        .collect();
    let (bands, left) = band::bands(&springs);
    let mut keeps = vec![true; joints.len()];
    found.iter().for_each(|(n, _)| keeps[*n] = false);
    left.iter().for_each(|n| keeps[found[*n].0] = true);
    let left = joints.into_iter().zip(keeps);
    (
        bands,
        left.filter(|(_, keep)| *keep)
            .map(|(joint, _)| joint)
            .collect(),
    )
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
        let joints: Vec<Joint> = joints.collect();
        let (bands, joints) = divided(joints, h);
        let none = Cloud::new(masses.iter().map(|_| [0.0; 3]));
        let masks: Vec<Vector> = masses.iter().map(|mass| mass.freedom.mask()).collect();
        let moved = |mass: &Mass| match mass.is_held() {
            true => [0.0; 3],
            false => scaled(masked(mass.velocity, mass.freedom.mask()), h),
        };
        let of_free = |own: &dyn Fn(&Mass) -> f64| {
            let mut all = vec![0.0; padded(masses.len())];
            let free = masses
                .iter()
                .zip(&mut all)
                .filter(|(mass, _)| !mass.is_held());
            free.for_each(|(mass, place)| *place = own(mass));
            all
        };
        let led = (masses.iter().enumerate())
            .filter(|(_, mass)| mass.moved == Moved::ByDriver)
            .map(|(n, mass)| (n, mass.position));
        let mut network = Self {
            h,
            u: Cloud::new(masses.iter().map(|mass| mass.position)),
            w: Cloud::new(masses.iter().map(moved)),
            inner: none.clone(),
            outer: none,
            pushed: false,
            mass: masses.iter().map(|mass| mass.mass).collect(),
            held: masses.iter().map(Mass::is_held).collect(),
            bound: (0..masses.len())
                .filter(|n| masks[*n] != [1.0; 3])
                .collect(),
            masks,
            led: led.collect(),
            bands,
            joints,
            heavy: of_free(&|mass| mass.mass / (h * h)),
            light: of_free(&|mass| h * h / mass.mass),
            free: of_free(&|_| 1.0),
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
        for band in &mut network.bands {
            band.recall(&network.u, &network.w);
        }
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
            let own = masked(self.inner.at(*n), self.masks[*n]);
            self.inner.put(*n, own);
        }
        let led = self.led.iter();
        let mut sums = Sums {
            potential,
            led: led
                .map(|(n, _)| 0.5 * dot(self.w.at(*n), self.inner.at(*n)))
                .sum(),
            ..Sums::default()
        };
        let weights = Weights {
            heavy: &self.heavy,
            light: &self.light,
            free: &self.free,
            drag: self.friction / self.h,
        };
        for (forces, w) in self.inner.axes.iter_mut().zip(&self.w.axes) {
            let [a, b, c] = wide::weigh(forces, w, &weights);
            sums.a += a;
            sums.b += b;
            sums.c += c;
        }
        self.scaled = self.account.settle(&sums);
    }

    /// Sums the links' forces into `inner`; gives their energy.
    fn link(&mut self) -> f64 {
        self.inner.clear();
        let mut potential = 0.0;
        for band in &mut self.bands {
            potential += band.act(&self.u, &mut self.inner);
        }
        for joint in &self.joints {
            let [a, b] = joint.ends;
            let (distance, before, direction) = joint.measure(&self.u, &self.w);
            let own = joint.law.at(distance, before, self.h);
            potential += own.energy;
            let pull = scaled(direction, own.tension);
            self.inner.add(a, pull);
            self.inner.add(b, scaled(pull, -1.0));
        }
        potential
    }

    /// Adds a force \[N\] from outside that acts during the coming step.
    pub fn push(&mut self, mass: MassId, newtons: [f64; 3]) {
        let n = mass.index();
        let moves = !self.held[n] || self.led.iter().any(|(own, _)| *own == n);
        if newtons.iter().all(|own| own.is_finite()) && moves {
            self.outer.add(n, masked(newtons, self.masks[n]));
            self.pushed = true;
        }
    }

    /// Where a driven mass is to be after the coming step \[m\]; its driver does the work.
    pub fn lead(&mut self, mass: MassId, to: [f64; 3]) {
        let near = to.iter().all(|own| own.abs() <= FARTHEST);
        let own = self.led.iter_mut().find(|(n, _)| *n == mass.index());
        if let (Some((n, goal)), true) = (own, near) {
            *goal = sum(
                self.u.at(*n),
                masked(difference(to, self.u.at(*n)), self.masks[*n]),
            );
        }
    }

    /// Moves the masses that are driven; the account takes what the drivers do.
    fn follow(&mut self) {
        for (n, goal) in &self.led {
            let next = difference(*goal, self.u.at(*n));
            let outer = self.outer.at(*n);
            self.outer.put(*n, [0.0; 3]);
            let moved = scaled(sum(self.w.at(*n), next), 0.5);
            // What contacts push it with, the driver takes.
            self.driven -= dot(outer, moved);
            let work = -dot(self.inner.at(*n), moved);
            // It cannot take more than there is.
            let work = work.max(-self.account.energy);
            self.account.energy += work;
            self.injected += work;
            self.driven += work;
            self.w.put(*n, next);
            self.u.put(*n, *goal);
        }
    }

    /// Takes the step.
    pub fn end(&mut self) {
        self.begin();
        self.begun = false;
        if self.scaled == Scaled::NOT && !self.pushed && self.gravity == [0.0; 3] {
            self.advance();
            return;
        }
        self.pushed = false;
        let kick = self.scaled.kick;
        let (mut pushed_by, mut fallen) = (0.0, 0.0);
        for n in 0..self.mass.len() {
            if self.held[n] {
                continue;
            }
            let outer = self.outer.at(n);
            self.outer.put(n, [0.0; 3]);
            let (w, per_newton) = (self.w.at(n), self.h * self.h / self.mass[n]);
            let inner = scaled(self.inner.at(n), per_newton);
            let weight = scaled(masked(self.gravity, self.masks[n]), self.mass[n]);
            let pushed = scaled(sum(outer, weight), per_newton);
            // Mid-step positions move by the mid-step's speed and half the push.
            let middle = self.middle_way(n);
            let moved = sum(middle, scaled(pushed, 0.5));
            pushed_by += dot(outer, moved);
            fallen += dot(weight, moved);
            let next = if self.scaled == Scaled::NOT {
                let next = sum(w, sum(inner, pushed));
                self.u.add(n, next);
                next
            } else {
                let next = sum(sum(middle, scaled(inner, 0.5 * kick)), pushed);
                let halves = scaled(difference(next, w), 0.5);
                self.u.add(n, sum(moved, halves));
                next
            };
            self.w.put(n, next);
        }
        // Not less than nothing, which rounding might make it.
        self.account.energy = (self.account.energy + pushed_by + fallen).max(0.0);
        self.injected += pushed_by + fallen;
        self.fallen += fallen;
        self.follow();
    }

    /// The step while nothing from outside acts and no guard does.
    fn advance(&mut self) {
        let weights = Weights {
            heavy: &self.heavy,
            light: &self.light,
            free: &self.free,
            drag: 0.0,
        };
        let moving = self.u.axes.iter_mut().zip(&mut self.w.axes);
        for ((u, w), forces) in moving.zip(&self.inner.axes) {
            wide::advance(u, w, forces, &weights);
        }
        self.follow();
    }

    /// How far a mass at mid-step goes without outside forces.
    fn middle_way(&self, n: usize) -> Vector {
        let Scaled { kick, speed } = self.scaled;
        if self.held[n] {
            return [0.0; 3];
        }
        let inner = scaled(
            self.inner.at(n),
            0.5 * kick * self.h * self.h / self.mass[n],
        );
        scaled(sum(self.w.at(n), inner), speed)
    }

    /// How a mass moves during the step that was begun, if nothing from outside pushes it.
    pub(crate) fn free_way(&self, mass: MassId) -> FreeWay {
        let n = mass.index();
        if let Some((_, goal)) = self.led.iter().find(|(own, _)| *own == n) {
            let next = difference(*goal, self.u.at(n));
            return FreeWay {
                gained: scaled(sum(self.w.at(n), next), 0.5),
                before: self.velocity(mass),
                after: scaled(next, 1.0 / self.h),
            };
        }
        let gained = self.middle_way(n);
        let kicks = self.scaled.kick * self.h * self.h / self.mass[n];
        let after = match (self.held[n], self.scaled == Scaled::NOT) {
            (true, _) => [0.0; 3],
            (_, true) => sum(self.w.at(n), scaled(self.inner.at(n), kicks)),
            (_, false) => sum(gained, scaled(self.inner.at(n), 0.5 * kicks)),
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
        difference(self.u.at(n), scaled(self.w.at(n), 0.5))
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
            self.by_hand(|own| {
                own.u.put(n, to);
                if let Some((_, goal)) = own.led.iter_mut().find(|(led, _)| *led == n) {
                    *goal = to;
                }
            });
        }
    }

    /// Gives a mass a speed \[m/s\]; what that adds is booked as injected.
    pub fn throw(&mut self, mass: MassId, velocity: [f64; 3]) {
        let n = mass.index();
        if velocity.iter().all(|own| own.abs() <= FARTHEST) && !self.held[n] {
            let moved = scaled(masked(velocity, self.masks[n]), self.h);
            self.by_hand(|own| own.w.put(n, moved));
        }
    }

    /// Something is changed by hand: what that adds to motion and springs, the hand does.
    fn by_hand(&mut self, change: impl FnOnce(&mut Self)) {
        let before = self.swings();
        change(self);
        // It cannot take more than there is.
        let work = (self.swings() - before).max(-self.account.energy);
        self.account.energy += work;
        self.injected += work;
        self.account.forget();
        self.bands
            .iter_mut()
            .for_each(|band| band.recall(&self.u, &self.w));
        self.begun = false;
        self.begin();
    }

    /// Energy of motion and springs \[J\], as leapfrog sees it where forces speed masses up; dampers,
    /// which only slow them down, may be too strong for their step and count for nothing here.
    fn swings(&mut self) -> f64 {
        let potential = self.link();
        let (mut motion, mut quicker) = (0.0, 0.0);
        for n in (0..self.mass.len()).filter(|n| !self.held[*n]) {
            let w = self.w.at(n);
            motion += self.heavy[n] * dot(w, w);
            quicker += dot(w, self.inner.at(n));
        }
        0.5 * (motion + quicker.max(0.0)) + potential
    }

    /// What links and medium pull a mass with \[N\], of the last step.
    pub fn force(&self, mass: MassId) -> [f64; 3] {
        self.inner.at(mass.index())
    }

    /// Where a mass is \[m\].
    pub fn position(&self, mass: MassId) -> [f64; 3] {
        self.u.at(mass.index())
    }

    /// How fast it moved in the last step \[m/s\].
    pub fn velocity(&self, mass: MassId) -> [f64; 3] {
        scaled(self.w.at(mass.index()), 1.0 / self.h)
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
