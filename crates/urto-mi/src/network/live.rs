//! Changes of a network that moves, made without allocation.
//!
//! Law:    with H = sum(m·w²)/2h² + sum over links of (V + T·r·(w_a - w_b)/2), leapfrog's own energy
//!         without dampers (pull T along r from a to b), what a change adds to H at the places and
//!         speeds of that moment is work of the outside, and goes to the account.
//! Step:   a ramp changes some links in each step, all of them in turn, so that its cost is bounded.
//!         Its ends are stable, and so is all between: h²·K + 2·h·Z <= 4·M holds for any mean of two
//!         networks for which it holds.
//! Limits: of two ramps on the same link the later one goes on from where the first had come. Where one
//!         makes links softer so that another may make others stiffer, and the second is faster, steps
//!         between may be beyond what leapfrog carries; the account holds.

use super::{MassNetwork, Woven, carried};
use crate::contact::Contacts;
use crate::joint::Joint;
use crate::law::Law;
use crate::model::{MassId, Model, ModelError};
use crate::vector::{Vector, dot, masked, scaled};

/// Links and masses that a ramp changes in a step: some microseconds of work.
const AT_ONCE: usize = 128;

/// A link that changes.
struct ChangingLink {
    link: usize,
    start: Law,
    end: Law,
}

/// A mass that becomes heavier or lighter.
struct ChangingMass {
    mass: usize,
    start: f64,
    end: f64,
}

/// A mass that is held from now on, or not; then it is this fast \[m/s\].
struct ChangingHold {
    mass: usize,
    held: bool,
    velocity: Vector,
}

/// A change of a network, prepared aside: it is told to act before each step, until it is done.
pub struct Prepared {
    counts: [usize; 2],
    links: Vec<ChangingLink>,
    masses: Vec<ChangingMass>,
    holds: Vec<ChangingHold>,
    steps: f64,
    /// Steps since it began; and which of the network's changes it is.
    gone: Option<u64>,
    number: u32,
    /// Whose turn it is.
    next: usize,
}

impl Prepared {
    /// From one model to another that has the same masses and links, but other numbers, in so many
    /// seconds. Fixed, freed, added and removed masses change at once. Allocates.
    ///
    /// Links that steps cannot carry after it are made softer, as when a network is built.
    pub fn new(
        network: &MassNetwork,
        before: &Model,
        after: &Model,
        seconds: f64,
    ) -> Result<Self, ModelError> {
        Self::after(None, network, before, after, seconds).map(|(own, _)| own)
    }

    /// The same where links before it are known from the change before; gives those after it.
    pub(crate) fn after(
        joints: Option<Vec<Joint>>,
        network: &MassNetwork,
        before: &Model,
        after: &Model,
        seconds: f64,
    ) -> Result<(Self, Vec<Joint>), ModelError> {
        crate::model::check("how long a change takes", seconds, [0.0, 1e6])?;
        let exchange = |why: &str| ModelError::NeedsExchange(why.to_owned());
        let counts = [after.masses().len(), after.links().len()];
        let same_places = || {
            let mut links = before.links().iter().zip(after.links());
            links.all(|(a, b)| a.ends == b.ends && a.along == b.along)
        };
        if counts != [network.mass.len(), network.links.len()]
            || counts != [before.masses().len(), before.links().len()]
            || !same_places()
        {
            return Err(exchange("masses or links are new"));
        }
        if !Contacts::alike(before, after) {
            return Err(exchange(
                "masses that contacts push come, go, are fixed or freed, or weigh so much less that \
                 their contacts must be softer",
            ));
        }
        if network.stepping.fit_for(after) != network.stepping {
            return Err(exchange(
                "after the change it cannot be stepped as it is now (in fast quality, or in single \
                 precision)",
            ));
        }
        let joints = joints.unwrap_or_else(|| carried(before).0);
        let next = carried(after).0;
        let now = |model: &Model, joint: &Joint, n: usize| match model.is_there(&model.links()[n]) {
            true => joint.law,
            false => joint.law.off(),
        };
        let mut links = Vec::new();
        for (n, (old, new)) in joints.iter().zip(&next).enumerate() {
            let (start, end) = (now(before, old, n), now(after, new, n));
            if core::mem::discriminant(&start) != core::mem::discriminant(&end) {
                return Err(exchange("a link has another law"));
            }
            if start != end {
                links.push(ChangingLink {
                    link: n,
                    start,
                    end,
                });
            }
        }
        let (mut masses, mut holds) = (Vec::new(), Vec::new());
        for (n, (old, new)) in before.masses().iter().zip(after.masses()).enumerate() {
            if old.mass != new.mass {
                masses.push(ChangingMass {
                    mass: n,
                    start: old.mass,
                    end: new.mass,
                });
            }
            if old.is_held() != new.is_held() {
                let freed = old.there && new.there;
                holds.push(ChangingHold {
                    mass: n,
                    held: new.is_held(),
                    velocity: if freed { [0.0; 3] } else { new.velocity },
                });
            }
        }
        let prepared = Self {
            counts,
            links,
            masses,
            holds,
            steps: (seconds * after.hertz()).round(),
            gone: None,
            number: 0,
            next: 0,
        };
        Ok((prepared, next))
    }

    /// Acts before a step of the network that it was prepared for. Allocates nothing.
    pub fn act(&mut self, network: &mut MassNetwork) {
        if self.counts != [network.mass.len(), network.links.len()] || self.is_done() {
            return;
        }
        let gone = match self.gone {
            None => {
                self.begin(network);
                0
            }
            Some(gone) => gone,
        };
        self.gone = Some(gone + 1);
        if self.links.is_empty() && self.masses.is_empty() || self.steps == 0.0 {
            return;
        }
        network.reopen();
        let share = ((gone + 1) as f64 / self.steps).min(1.0);
        let all = self.links.len() + self.masses.len();
        let mut work = 0.0;
        for _ in 0..all.min(AT_ONCE) {
            work += self.turn(network, self.next, share);
            self.next = (self.next + 1) % all;
        }
        network.account.retune(work);
        network.injected += network.account.receive(work);
    }

    /// Gives a link or a mass its share of the change; gives the work.
    fn turn(&mut self, network: &mut MassNetwork, which: usize, share: f64) -> f64 {
        if let Some(own) = self.links.get(which) {
            if network.link_of[own.link] != self.number {
                return 0.0;
            }
            let before = network.held_by(own.link);
            network.set_law(own.link, own.start.between(&own.end, share));
            return network.held_by(own.link) - before;
        }
        let own = &self.masses[which - self.links.len()];
        if network.mass_of[own.mass] != self.number {
            return 0.0;
        }
        let before = network.motion_of(own.mass);
        network.set_weight(own.mass, own.start + share * (own.end - own.start));
        network.motion_of(own.mass) - before
    }

    /// What changes at once changes; what takes its time goes on from where it is.
    fn begin(&mut self, network: &mut MassNetwork) {
        network.reopen();
        network.changes += 1;
        self.number = network.changes;
        self.next = 0;
        for own in &mut self.links {
            own.start = network.links[own.link].law;
            network.link_of[own.link] = self.number;
        }
        for own in &mut self.masses {
            own.start = network.mass[own.mass];
            network.mass_of[own.mass] = self.number;
        }
        let at_once = self.steps == 0.0;
        if self.holds.is_empty() && !at_once {
            return;
        }
        let before = network.swinging();
        for own in &self.holds {
            network.hold(own.mass, own.held, own.velocity);
        }
        if at_once {
            for own in &self.links {
                network.set_law(own.link, own.end);
            }
            for own in &self.masses {
                network.set_weight(own.mass, own.end);
            }
        }
        let work = network.swinging() - before;
        network.account.forget();
        network.injected += network.account.receive(work);
    }

    /// Whether all has changed.
    pub fn is_done(&self) -> bool {
        let all = self.links.len() + self.masses.len();
        // Everything had its turn once its time was over.
        let last = self.steps + all.div_ceil(AT_ONCE) as f64;
        match self.gone {
            None => false,
            Some(gone) => self.steps == 0.0 || all == 0 || gone as f64 >= last,
        }
    }

    /// Can act once more, from the start.
    pub fn rewind(&mut self) {
        self.gone = None;
    }
}

impl MassNetwork {
    /// Whether no force moves a mass now.
    pub fn is_held(&self, mass: MassId) -> bool {
        self.held[mass.index()]
    }

    /// How heavy a mass is now \[kg\].
    pub fn mass(&self, mass: MassId) -> f64 {
        self.mass[mass.index()]
    }

    /// Forgets a step that was begun: what it was worked out from changes.
    pub(super) fn reopen(&mut self) {
        if self.begun {
            self.begun = false;
            either!(&mut self.woven, own => own.recall());
        }
    }

    pub(super) fn set_law(&mut self, link: usize, law: Law) {
        self.links[link].law = law;
        self.weave(link);
    }

    pub(super) fn set_weight(&mut self, n: usize, mass: f64) {
        self.mass[n] = mass;
        if !self.held[n] {
            either!(&mut self.woven, own => own.set_mass(n, Some(mass), self.masks[n]));
        }
    }

    pub(super) fn hold(&mut self, n: usize, held: bool, velocity: Vector) {
        self.held[n] = held;
        let mass = (!held).then_some(self.mass[n]);
        let moved = scaled(masked(velocity, self.masks[n]), self.h);
        either!(&mut self.woven, own => {
            own.set_mass(n, mass, self.masks[n]);
            if !held {
                own.put_moved(n, moved);
            }
        });
    }

    /// What a link holds, as leapfrog sees it: with its half of the kick \[J\].
    pub(super) fn held_by(&self, link: usize) -> f64 {
        let own = self.acting(link);
        let still = |_| [0.0; 3];
        let (pull, energy) = own.act(|n| self.at(n), still, self.h);
        let [a, b] = own.ends.map(|n| dot(pull, self.moved(n)));
        energy + 0.5 * (a - b)
    }

    /// Energy of a mass's motion \[J\].
    pub(super) fn motion_of(&self, n: usize) -> f64 {
        match self.held[n] {
            true => 0.0,
            false => {
                let moved = self.moved(n);
                0.5 * self.mass[n] * dot(moved, moved) / (self.h * self.h)
            }
        }
    }

    /// Energy of motion and links \[J\], as leapfrog sees it, without dampers.
    pub(super) fn swinging(&self) -> f64 {
        let links: f64 = (0..self.links.len()).map(|n| self.held_by(n)).sum();
        let masses: f64 = (0..self.mass.len()).map(|n| self.motion_of(n)).sum();
        links + masses
    }
}
