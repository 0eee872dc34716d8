//! A network that moves.
//!
//! Law:    m·u'' = F(u) + f: forces of links and medium, and those from outside.
//! Step:   leapfrog, with w = u(n) - u(n - 1) beside the positions u(n), so that small motion far
//!         from the origin keeps its digits: w += h²·(F + f)/m, u += w. Once the account
//!         ([`account`](crate::account)) has to act, kicks and speeds are scaled first; until then
//!         the samples are leapfrog's own.
//!         Forces of links, the account's sums and the step itself are worked out in one pass
//!         ([`fabric`](crate::fabric)), in f64 or f32; the account is kept in f64.
//!         Contacts see the position y = u - w/2 at mid-step, which a force f held over the step
//!         moves by exactly h²·f/2m: so newtons times displacement is the work done.
//! Limits: in a network that is not stable as it is written (the [`advisor`](crate::advisor) tells),
//!         links whose stiffness the step cannot carry are made softer when it is built
//!         ([`MassNetwork::softened`]). Dampers are right while sum(k·h² + 2·z·h) <= 2·m at each
//!         mass; beyond, energy is kept and all is finite, no more.

/// Does the same with either.
macro_rules! either {
    ($woven:expr, $own:ident => $act:expr) => {
        match $woven {
            Woven::Double($own) => $act,
            Woven::Single($own) => $act,
        }
    };
}

mod exchange;
mod group;
mod live;
mod restore;
mod temper;

pub use group::LiveGroup;
pub use live::Prepared;

use crate::account::{Account, Guards, Scaled, Sums};
use crate::advisor;
use crate::contact::{ContactCounts, Contacts};
use crate::fabric::Fabric;
use crate::joint::Joint;
use crate::law::Law;
use crate::limit::steepest;
use crate::model::{Link, Mass, MassId, Model, ModelError, Moved};
use crate::stepping::{Precision, StepQuality, Stepping};
use crate::vector::{Vector, difference, dot, masked, scaled, sum};
use std::sync::Arc;
use urto::object::Response;

/// Farthest place \[m\] and greatest speed \[m/s\] that a hand may give a mass.
const FARTHEST: f64 = 1e15;

/// Steps from one look of the account to the next, at fast quality: often enough that no motion which
/// a step can carry grows far between (it is at most five times as fast after each), seldom enough
/// that looking costs nothing.
const LOOKS_EVERY: u64 = 16;

/// Time from look to look with steps of `h` seconds.
fn seconds_of(quality: StepQuality, h: f64) -> f64 {
    match quality {
        StepQuality::Exact => h,
        StepQuality::Fast => LOOKS_EVERY as f64 * h,
    }
}

/// Books that are closed, of a network with steps of `h` seconds.
fn account_of(quality: StepQuality, h: f64, rounding: [f64; 2]) -> Account {
    Account::new(seconds_of(quality, h), rounding)
}

/// Masses and links in either precision.
#[derive(Clone)]
enum Woven {
    Double(Fabric<f64>),
    Single(Fabric<f32>),
}

/// How a mass moves during a step if nobody pushes it.
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
    stepping: Stepping,
    /// Whether the account may look at every sixteenth step only.
    may_be_fast: bool,
    /// Steps so far.
    clock: u64,
    woven: Woven,
    /// Forces of the outside \[N\], on which masses, and whether a mass is among them.
    outer: Vec<Vector>,
    pushed: Vec<usize>,
    is_pushed: Vec<bool>,
    mass: Vec<f64>,
    /// Whether no force moves it.
    held: Vec<bool>,
    /// 1 for each axis along which it may move, else 0; and those that may not move along all.
    masks: Vec<Vector>,
    bound: Vec<usize>,
    /// Masses that a driver moves, and where to in the coming step.
    led: Vec<(usize, Vector)>,
    gravity: Vector,
    account: Account,
    scaled: Scaled,
    begun: bool,
    /// Whether the account has looked at the step that was begun.
    looked: bool,
    /// Work of the outside \[J\]; of that, work of gravity and of drivers.
    injected: f64,
    fallen: f64,
    driven: f64,
    softened: usize,
    /// Links as they are now, and all that changes may change as it was built.
    links: Vec<Joint>,
    built: Arc<Built>,
    /// Which change a link, and a mass, has last been given to: see [`live`].
    link_of: Vec<u32>,
    mass_of: Vec<u32>,
    changes: u32,
    /// How many times as stiff and as strongly damped each link is as its law says, of a network that
    /// has a [group](LiveGroup) that may say so; else nothing.
    factors: Vec<[f64; 2]>,
}

/// What a change may change, as it was built.
struct Built {
    laws: Vec<Law>,
    mass: Vec<f64>,
    held: Vec<bool>,
}

/// Links with laws that a step can carry, and how many were made softer for it. Those that are not
/// there have the shape of their law, and no more.
fn carried(model: &Model) -> (Vec<Joint>, usize) {
    let h = model.step();
    let mut allowed = steepest(model, h);
    let at_rest = |link: &Link| link.law.stiffness_at(0.0, h);
    let mut all = model.links().iter().zip(&allowed);
    if all.any(|(link, most)| at_rest(link) > *most && model.is_there(link))
        && advisor::margin(model) >= 1.0
    {
        // That was stricter than need be: as it is written it is stable.
        for (link, most) in model.links().iter().zip(&mut allowed) {
            *most = most.max(at_rest(link));
        }
    }
    let mut softened = 0;
    let joints = model.links().iter().zip(allowed).map(|(link, most)| {
        softened += usize::from(at_rest(link) > most && model.is_there(link));
        Joint {
            ends: link.ends.map(MassId::index),
            law: Law::new(&link.law, most, h),
            along: link.along,
        }
    });
    (joints.collect(), softened)
}

impl MassNetwork {
    /// Builds a network, to be stepped exactly and in f64.
    pub fn new(model: &Model) -> Result<Self, ModelError> {
        Self::with(model, Stepping::default())
    }

    /// Builds a network. One whose dampers a step cannot carry is stepped exactly, and one that is not
    /// tied to anything in f64, whatever was asked for: see [`MassNetwork::stepping`].
    pub fn with(model: &Model, stepping: Stepping) -> Result<Self, ModelError> {
        let h = model.step();
        let masses = model.masses();
        let fast = Stepping {
            quality: StepQuality::Fast,
            ..stepping
        };
        let may_be_fast = fast.fit_for(model).quality == StepQuality::Fast;
        let stepping = stepping.fit_for(model);
        let (joints, softened) = carried(model);
        let (contacts, softened_contacts) = Contacts::new(model);
        let softened = softened + softened_contacts;
        let mut links = joints.clone();
        let masks: Vec<Vector> = masses.iter().map(|mass| mass.freedom.mask()).collect();
        let led = (masses.iter().enumerate())
            .filter(|(_, mass)| mass.moved == Moved::ByDriver)
            .map(|(n, mass)| (n, mass.position));
        let friction = model.friction();
        let threads = stepping.threads;
        let mut woven = match stepping.precision {
            Precision::Double => Woven::Double(Fabric::new(
                masses,
                h,
                friction,
                (joints, contacts),
                threads,
            )),
            Precision::Single => Woven::Single(Fabric::new(
                masses,
                h,
                friction,
                (joints, contacts),
                threads,
            )),
        };
        for (n, own) in links.iter_mut().enumerate() {
            if !model.is_there(&model.links()[n]) {
                own.law = own.law.off();
                either!(&mut woven, woven => woven.set_link(n, &own.law));
            }
        }
        let built = Built {
            laws: links.iter().map(|own| own.law).collect(),
            mass: masses.iter().map(|mass| mass.mass).collect(),
            held: masses.iter().map(Mass::is_held).collect(),
        };
        let rounding = either!(&woven, own => own.rounding());
        let mut network = Self {
            h,
            stepping,
            may_be_fast,
            clock: 0,
            woven,
            outer: vec![[0.0; 3]; masses.len()],
            pushed: Vec::with_capacity(masses.len()),
            is_pushed: vec![false; masses.len()],
            mass: built.mass.clone(),
            held: built.held.clone(),
            link_of: vec![0; links.len()],
            mass_of: vec![0; masses.len()],
            changes: 0,
            factors: Vec::new(),
            links,
            built: Arc::new(built),
            bound: (0..masses.len())
                .filter(|n| masks[*n] != [1.0; 3])
                .collect(),
            masks,
            led: led.collect(),
            gravity: model.gravity(),
            account: account_of(stepping.quality, h, rounding),
            scaled: Scaled::NOT,
            begun: false,
            looked: false,
            injected: 0.0,
            fallen: 0.0,
            driven: 0.0,
            softened,
        };
        // What it holds is known from the start.
        network.begin();
        Ok(network)
    }

    /// How it is stepped.
    pub fn stepping(&self) -> Stepping {
        self.stepping
    }

    /// How often the account looks from the coming step on, as far as the network's dampers let it.
    pub fn set_quality(&mut self, quality: StepQuality) {
        let quality = match self.may_be_fast {
            true => quality,
            false => StepQuality::Exact,
        };
        if quality != self.stepping.quality {
            self.stepping.quality = quality;
            self.account.looks_every(seconds_of(quality, self.h));
        }
    }

    /// How many links and contacts were made softer, because a step cannot carry them.
    pub fn softened(&self) -> usize {
        self.softened
    }

    /// Works out the forces of links and medium.
    pub fn begin(&mut self) {
        if self.begun {
            return;
        }
        let looks = match self.stepping.quality {
            StepQuality::Exact => true,
            // What pushes might take more than there is.
            StepQuality::Fast => self.clock.is_multiple_of(LOOKS_EVERY) || !self.pushed.is_empty(),
        };
        self.work(looks);
    }

    /// The same, with or without a look of the account.
    fn work(&mut self, looks: bool) {
        self.begun = true;
        let sums = self.work_out(looks);
        self.scaled = Scaled::NOT;
        self.looked = false;
        if looks {
            self.look(sums);
        }
    }

    /// Works out forces and the coming step; gives the account's sums, if they are asked for.
    fn work_out(&mut self, weighs: bool) -> Sums {
        let sums = either!(&mut self.woven, own => own.work(weighs));
        for n in &self.bound {
            either!(&mut self.woven, own => own.mask_force(*n, self.masks[*n]));
        }
        sums
    }

    /// The account looks at the step that was begun.
    fn look(&mut self, sums: Sums) {
        let led = self.led.iter();
        let led = led
            .map(|(n, _)| 0.5 * dot(self.moved(*n), self.inner(*n)))
            .sum();
        self.scaled = self.account.settle(&Sums { led, ..sums });
        self.looked = true;
    }

    /// Where a mass is, what it moved in the last step \[m\], and what links and medium pull it with
    /// \[N\].
    fn at(&self, n: usize) -> Vector {
        either!(&self.woven, own => own.position(n))
    }

    fn moved(&self, n: usize) -> Vector {
        either!(&self.woven, own => own.moved(n))
    }

    fn inner(&self, n: usize) -> Vector {
        either!(&self.woven, own => own.force(n))
    }

    /// Adds a force \[N\] from outside that acts during the coming step.
    pub fn push(&mut self, mass: MassId, newtons: [f64; 3]) {
        let n = mass.index();
        let moves = !self.held[n] || self.led.iter().any(|(own, _)| *own == n);
        if newtons.iter().all(|own| own.is_finite()) && moves {
            if self.begun && !self.looked {
                let sums = either!(&self.woven, own => own.weigh_late());
                self.look(sums);
            }
            self.outer[n] = sum(self.outer[n], masked(newtons, self.masks[n]));
            if !self.is_pushed[n] {
                self.is_pushed[n] = true;
                self.pushed.push(n);
            }
        }
    }

    /// Where a driven mass is to be after the coming step \[m\]; its driver does the work.
    pub fn lead(&mut self, mass: MassId, to: [f64; 3]) {
        let n = mass.index();
        let near = to.iter().all(|own| own.abs() <= FARTHEST);
        let (at, mask) = (self.at(n), self.masks[n]);
        let own = self.led.iter_mut().find(|(led, _)| *led == n);
        if let (Some((_, goal)), true) = (own, near) {
            *goal = sum(at, masked(difference(to, at), mask));
        }
    }

    /// Moves the masses that are driven; the account takes what the drivers do.
    fn follow(&mut self) {
        for (n, goal) in &self.led {
            let (at, w) = (self.at(*n), self.moved(*n));
            let next = difference(*goal, at);
            let moved = scaled(sum(w, next), 0.5);
            // What contacts push it with, the driver takes.
            self.driven -= dot(self.outer[*n], moved);
            let work = -dot(self.inner(*n), moved);
            // It cannot take more than there is.
            let work = work.max(-self.account.energy);
            self.account.energy += work;
            self.injected += work;
            self.driven += work;
            either!(&mut self.woven, own => own.put_next(*n, *goal, next));
        }
    }

    /// Takes the step.
    pub fn end(&mut self) {
        self.begin();
        self.begun = false;
        self.clock += 1;
        // What nobody pushes and no guard scales has made its step already.
        let (mut pushed_by, mut fallen) = (0.0, 0.0);
        if self.scaled == Scaled::NOT && self.gravity == [0.0; 3] {
            for place in 0..self.pushed.len() {
                let [by, _] = self.make_step(self.pushed[place]);
                pushed_by += by;
            }
        } else {
            for n in 0..self.mass.len() {
                let [by, through] = self.make_step(n);
                pushed_by += by;
                fallen += through;
            }
        }
        // Not less than nothing, which rounding might make it.
        self.account.energy = (self.account.energy + pushed_by + fallen).max(0.0);
        self.injected += pushed_by + fallen;
        self.fallen += fallen;
        self.follow();
        self.let_go();
        either!(&mut self.woven, own => own.accept());
    }

    /// Nobody pushes any more.
    fn let_go(&mut self) {
        for n in self.pushed.drain(..) {
            self.outer[n] = [0.0; 3];
            self.is_pushed[n] = false;
        }
    }

    /// Books that are closed.
    fn new_account(&self) -> Account {
        let rounding = either!(&self.woven, own => own.rounding());
        account_of(self.stepping.quality, self.h, rounding)
    }

    /// Makes the step of a mass; gives the work of what pushes it and of gravity.
    fn make_step(&mut self, n: usize) -> [f64; 2] {
        if self.held[n] {
            return [0.0; 2];
        }
        let kick = self.scaled.kick;
        let outer = self.outer[n];
        let (w, per_newton) = (self.moved(n), self.h * self.h / self.mass[n]);
        let inner = scaled(self.inner(n), per_newton);
        let weight = scaled(masked(self.gravity, self.masks[n]), self.mass[n]);
        let pushed = scaled(sum(outer, weight), per_newton);
        // Mid-step positions move by the mid-step's speed and half the push.
        let middle = self.middle_way(n);
        let moved = sum(middle, scaled(pushed, 0.5));
        let (way, next) = if self.scaled == Scaled::NOT {
            let next = sum(w, sum(inner, pushed));
            (next, next)
        } else {
            let next = sum(sum(middle, scaled(inner, 0.5 * kick)), pushed);
            (sum(moved, scaled(difference(next, w), 0.5)), next)
        };
        let goal = sum(self.at(n), way);
        either!(&mut self.woven, own => own.put_next(n, goal, next));
        [dot(outer, moved), dot(weight, moved)]
    }

    /// How far a mass at mid-step goes without outside forces.
    fn middle_way(&self, n: usize) -> Vector {
        let Scaled { kick, speed } = self.scaled;
        if self.held[n] {
            return [0.0; 3];
        }
        let inner = scaled(self.inner(n), 0.5 * kick * self.h * self.h / self.mass[n]);
        scaled(sum(self.moved(n), inner), speed)
    }

    /// How a mass moves during the step that was begun, if nothing but gravity acts from outside.
    pub(crate) fn free_way(&self, mass: MassId) -> FreeWay {
        let n = mass.index();
        if let Some((_, goal)) = self.led.iter().find(|(own, _)| *own == n) {
            let next = difference(*goal, self.at(n));
            return FreeWay {
                gained: scaled(sum(self.moved(n), next), 0.5),
                before: self.velocity(mass),
                after: scaled(next, 1.0 / self.h),
            };
        }
        // Gravity pulls over the whole step, within what the mass may do.
        let fallen = match self.held[n] {
            true => [0.0; 3],
            false => scaled(masked(self.gravity, self.masks[n]), self.h * self.h),
        };
        let gained = self.middle_way(n);
        let kicks = self.scaled.kick * self.h * self.h / self.mass[n];
        let after = match (self.held[n], self.scaled == Scaled::NOT) {
            (true, _) => [0.0; 3],
            (_, true) => sum(self.moved(n), scaled(self.inner(n), kicks)),
            (_, false) => sum(gained, scaled(self.inner(n), 0.5 * kicks)),
        };
        FreeWay {
            gained: sum(gained, scaled(fallen, 0.5)),
            before: self.velocity(mass),
            after: scaled(sum(after, fallen), 1.0 / self.h),
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

    /// The part of a way or a force along which a mass may move.
    pub(crate) fn allowed(&self, mass: MassId, way: Vector) -> Vector {
        masked(way, self.masks[mass.index()])
    }

    /// Where a mass was in the middle of the last step \[m\].
    pub(crate) fn middle(&self, mass: MassId) -> Vector {
        let n = mass.index();
        difference(self.at(n), scaled(self.moved(n), 0.5))
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
                either!(&mut own.woven, woven => woven.put(n, to));
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
            self.by_hand(|own| either!(&mut own.woven, woven => woven.put_moved(n, moved)));
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
        either!(&mut self.woven, own => own.recall());
        self.work(true);
    }

    /// Energy of motion and springs \[J\], as leapfrog sees it where forces speed masses up; dampers,
    /// which only slow them down, may be too strong for their step and count for nothing here.
    fn swings(&mut self) -> f64 {
        let Sums { a, potential, .. } = either!(&mut self.woven, own => own.work(true));
        let mut quicker = 0.0;
        for n in (0..self.mass.len()).filter(|n| !self.held[*n]) {
            let w = self.moved(n);
            // Without the medium's friction.
            let drag = either!(&self.woven, own => own.drag(n));
            let pulled = sum(self.inner(n), scaled(w, drag));
            quicker += dot(masked(w, self.masks[n]), pulled);
        }
        0.5 * (a + quicker.max(0.0)) + potential
    }

    /// What links and medium pull a mass with \[N\], of the last step.
    pub fn force(&self, mass: MassId) -> [f64; 3] {
        self.inner(mass.index())
    }

    /// Where a mass is \[m\].
    pub fn position(&self, mass: MassId) -> [f64; 3] {
        self.at(mass.index())
    }

    /// How fast it moved in the last step \[m/s\].
    pub fn velocity(&self, mass: MassId) -> [f64; 3] {
        scaled(self.moved(mass.index()), 1.0 / self.h)
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

    /// What contacts of many had to do.
    pub fn contact_counts(&self) -> ContactCounts {
        either!(&self.woven, own => own.contact_counts())
    }

    /// How often guards had to act.
    pub fn guards(&self) -> Guards {
        self.account.guards
    }
}
