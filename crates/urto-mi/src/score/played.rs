//! A network that is played: what happens to it, what changes of it, and who listens.

use super::{Drive, Driver, Event, Listener, MOST_SIGNALS, Now};
use crate::change::Planned;
use crate::model::{MassId, Model, ModelError};
use crate::network::{MassNetwork, Prepared};
use crate::stepping::Stepping;
use crate::vector::scaled;

/// Changes in the order of their times, and the model after each.
pub fn stages<'a>(
    model: &Model,
    planned: &'a [Planned],
) -> Result<Vec<(&'a Planned, Model)>, ModelError> {
    let mut order: Vec<&Planned> = planned.iter().collect();
    order.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut stages: Vec<(&Planned, Model)> = Vec::with_capacity(order.len());
    for own in order {
        let after = own.after(stages.last().map_or(model, |(_, before)| before))?;
        stages.push((own, after));
    }
    Ok(stages)
}

/// Forces still acting that are taken over in an exchange, at most.
const TAKEN_OVER: usize = 16;

/// A network with what happens to it and who listens.
pub struct Played {
    network: MassNetwork,
    events: Vec<Event>,
    drivers: Vec<Driver>,
    /// What the host says now.
    signals: [f64; MOST_SIGNALS],
    /// Changes in the order of their times, and how many have begun; and the first that is not done.
    changes: Vec<(f64, Prepared)>,
    changed: usize,
    undone: usize,
    listeners: Vec<Listener>,
    start: Vec<[f64; 3]>,
    /// Events that have begun.
    begun: usize,
    /// Forces that still act, and for how many steps.
    acting: Vec<(MassId, [f64; 3], u32)>,
    clock: u64,
    h: f64,
    /// How many times as strong forces and velocities of events are.
    strength: f64,
}

impl Played {
    /// Checks everything, and builds the network.
    pub fn new(
        model: &Model,
        events: &[Event],
        listeners: &[Listener],
    ) -> Result<Self, ModelError> {
        Self::with(model, events, listeners, Stepping::default())
    }

    /// The same, stepped as it is said.
    pub fn with(
        model: &Model,
        events: &[Event],
        listeners: &[Listener],
        stepping: Stepping,
    ) -> Result<Self, ModelError> {
        for event in events {
            event.check(model)?;
        }
        for listener in listeners {
            listener.check(model)?;
        }
        let mut events = events.to_vec();
        events.sort_by(|a, b| a.at.total_cmp(&b.at));
        Ok(Self {
            network: MassNetwork::with(model, stepping)?,
            acting: Vec::with_capacity(events.len() + TAKEN_OVER),
            events,
            drivers: Vec::new(),
            signals: [0.0; MOST_SIGNALS],
            changes: Vec::new(),
            changed: 0,
            undone: 0,
            listeners: listeners.to_vec(),
            start: model.masses().iter().map(|mass| mass.position).collect(),
            begun: 0,
            clock: 0,
            h: model.step(),
            strength: 1.0,
        })
    }

    /// With drivers.
    pub fn driven(mut self, model: &Model, drivers: &[Driver]) -> Result<Self, ModelError> {
        for driver in drivers {
            driver.check(model)?;
        }
        self.drivers = drivers.to_vec();
        Ok(self)
    }

    /// With changes. A network that cannot be stepped as it is after one of them is built anew.
    pub fn changing(mut self, model: &Model, planned: &[Planned]) -> Result<Self, ModelError> {
        let stages = stages(model, planned)?;
        let asked = self.network.stepping();
        let fit = stages
            .iter()
            .fold(asked, |own, (_, after)| own.fit_for(after));
        if fit != asked {
            self.network = MassNetwork::with(model, fit)?;
        }
        let mut before = model;
        let mut joints = None;
        for (own, after) in &stages {
            let (prepared, next) = Prepared::after(joints, &self.network, before, after, own.over)?;
            self.changes.push((own.at, prepared));
            (before, joints) = (after, Some(next));
        }
        Ok(self)
    }

    /// Puts another one in its place, as [`MassNetwork::exchange`] does with networks: its network goes
    /// on from where this one is, and its own score from this time on. What is earlier in that
    /// score is left out, and forces that act go on. Allocates nothing.
    pub fn exchange(&mut self, next: &mut Self) -> bool {
        if !self.network.exchange(&mut next.network) {
            return false;
        }
        // The networks have changed places already.
        core::mem::swap(&mut self.network, &mut next.network);
        core::mem::swap(self, next);
        (self.clock, self.strength, self.signals) = (next.clock, next.strength, next.signals);
        self.acting.clear();
        let acting = next.acting.iter().take(TAKEN_OVER);
        self.acting.extend(acting.copied());
        let past = |at: f64| (at / self.h).round() as u64 <= self.clock.saturating_sub(1);
        let begun = self.clock > 0;
        self.begun = self
            .events
            .iter()
            .filter(|own| begun && past(own.at))
            .count();
        self.changed = self
            .changes
            .iter()
            .filter(|own| begun && past(own.0))
            .count();
        self.undone = self.changed;
        true
    }

    /// What a driver that follows a signal of this number does in the steps to come, until it is told
    /// something else. Allocates nothing.
    pub fn set_signal(&mut self, number: usize, value: f64) {
        if let (Some(own), true) = (self.signals.get_mut(number), value.is_finite()) {
            *own = value;
        }
    }

    /// The network.
    pub fn network(&self) -> &MassNetwork {
        &self.network
    }

    /// Plays on, one channel for each listener. Allocates nothing.
    pub fn render(&mut self, channels: &mut [&mut [f64]]) {
        let frames = channels.iter().map(|own| own.len()).min().unwrap_or(0);
        for frame in 0..frames {
            self.step();
            for (index, channel) in channels.iter_mut().enumerate() {
                channel[frame] = self.heard(index);
            }
        }
    }

    /// Takes one step.
    pub fn step(&mut self) {
        self.drive();
        self.finish();
    }

    /// What a listener hears now; nothing if there is none of this number.
    pub fn heard(&self, index: usize) -> f64 {
        let listener = self.listeners.get(index);
        listener.map_or(0.0, |own| own.hear(&self.network, &self.start))
    }

    /// The score begins anew on the network as it is now, this strong. Allocates nothing.
    pub fn begin_again(&mut self, strength: f64) {
        self.begun = 0;
        self.acting.clear();
        self.clock = 0;
        self.strength = strength;
        (self.changed, self.undone) = (0, 0);
        self.changes.iter_mut().for_each(|(_, own)| own.rewind());
    }

    /// Its network becomes as one of the same model that was built and never stepped. Allocates
    /// nothing.
    pub fn restore(&mut self, fresh: &MassNetwork) {
        self.network.restore(fresh);
    }

    pub(crate) fn network_mut(&mut self) -> &mut MassNetwork {
        &mut self.network
    }

    /// Where a mass started \[m\].
    pub(crate) fn start(&self, mass: MassId) -> [f64; 3] {
        self.start[mass.index()]
    }

    /// Lets events and drivers act on the coming step.
    pub(crate) fn drive(&mut self) {
        self.change();
        self.begin_events();
        for (mass, newtons, left) in &mut self.acting {
            self.network.push(*mass, scaled(*newtons, self.strength));
            *left -= 1;
        }
        self.acting.retain(|(.., left)| *left > 0);
        let now = Now {
            ends: (self.clock + 1) as f64 * self.h,
            h: self.h,
            signals: &self.signals,
        };
        for driver in &self.drivers {
            driver.act(&mut self.network, &self.start, &now);
        }
    }

    /// Takes the step on which all have acted.
    pub(crate) fn finish(&mut self) {
        self.network.step();
        self.clock += 1;
    }

    /// Whether a time has come, by the nearest step.
    fn has_come(&self, at: f64) -> bool {
        (at / self.h).round() as u64 <= self.clock
    }

    /// Lets changes act whose time has come.
    fn change(&mut self) {
        while let Some((at, _)) = self.changes.get(self.changed)
            && self.has_come(*at)
        {
            self.changed += 1;
        }
        for (_, change) in &mut self.changes[self.undone..self.changed] {
            change.act(&mut self.network);
        }
        while self.undone < self.changed && self.changes[self.undone].1.is_done() {
            self.undone += 1;
        }
    }

    fn begin_events(&mut self) {
        while let Some(event) = self.events.get(self.begun) {
            if !self.has_come(event.at) {
                return;
            }
            self.begun += 1;
            match event.drive {
                Drive::Force {
                    mass,
                    newtons,
                    steps,
                } if steps > 0 => self.acting.push((mass, newtons, steps)),
                Drive::Force { .. } => {}
                Drive::Position { mass, to } => self.network.put(mass, to),
                Drive::Velocity { mass, to } => self.network.throw(mass, scaled(to, self.strength)),
            }
        }
    }
}
