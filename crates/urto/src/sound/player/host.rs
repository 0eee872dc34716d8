//! What hosts ask of a player.

use super::{PART, Player};
use crate::energy::{Health, Ledger};
use crate::param::{ParamId, Params, Update, Value, put};
use crate::picture::{Frame, Geometry};
use crate::quality::Quality;
use crate::rate::Rate;
use crate::sound::glide::WAITING;
use crate::sound::live_cost::{Load, lighten};
use crate::sound::rehearsal::Rehearsal;
use crate::sound::{
    Event, Expression, ModeLevel, Model, Outlet, Signal, Sound, TapSignals, Taps, Work,
};

impl<M: Model> Sound for Player<M> {
    fn params(&self) -> &dyn Params {
        &self.target
    }

    fn prepare(&mut self, rate: Rate, max_block: usize) {
        self.growing = None;
        while !self.prepare_part(rate, max_block) {}
    }

    fn prepare_part(&mut self, rate: Rate, _max_block: usize) -> bool {
        if self.growing.is_none() {
            self.rate = Some(rate);
            self.clock = 0;
            self.fading = None;
            self.gesture = None;
            self.events.clear();
            self.express(&Expression::default(), &[]);
            self.plant();
        }
        if !self.grow() {
            return false;
        }
        self.reset(self.seed);
        true
    }

    fn reset(&mut self, seed: u64) {
        let played = self.clock > 0;
        self.seed = seed;
        self.clock = 0;
        self.fade_left = 0;
        self.gesture = None;
        self.events.clear();
        self.health = Health::default();
        self.express(&Expression::default(), &[]);
        // At time 0 a block begins.
        while !self.glides.is_empty() {
            self.glide();
        }
        // One that has played may be reset on the audio path, where a whole rehearsal would take
        // too long: it goes on with the next blocks.
        if let (true, Some(rehearsal)) = (played, &mut self.rehearsal) {
            rehearsal.hurry();
        }
        while !played && self.rehearsal.as_ref().is_some_and(Rehearsal::is_due) {
            self.rehearse(PART);
        }
        if let Some(model) = &mut self.model {
            model.reset(&self.live, seed);
        }
    }

    fn set(&mut self, id: &ParamId, value: &Value) {
        let Some(spec) = self.target.table().spec_of(id) else {
            return;
        };
        if !put(&mut self.target, id, value) {
            self.health.clamped += 1;
        }
        let Some(taken) = self.target.value(id) else {
            return;
        };
        // What the present gesture has moved stays where that wants it.
        if let Value::Number(set) = taken
            && let Some(moved) = self.followers.moved(id, set)
        {
            return self.apply(id, &Value::Number(moved));
        }
        match spec.update {
            Update::Rebuild => self.rebuild(),
            Update::Event => self.apply(id, &taken),
            Update::Sample | Update::Block => {
                self.glides.forget(id);
                let glides = match self.rate {
                    Some(rate) if self.model.is_some() && self.clock > 0 => {
                        self.glides.begin(id, spec.update, rate)
                    }
                    _ => false,
                };
                if !glides {
                    self.apply(id, &taken);
                }
            }
        }
    }

    fn event(&mut self, at: usize, event: Event) {
        if self.events.len() == WAITING {
            self.health.clamped += 1;
            return;
        }
        // What lies beyond the end of time never comes; it must not come at once.
        let due = self.clock.saturating_add(at as u64);
        let place = self.events.partition_point(|(other, _)| *other <= due);
        self.events.insert(place, (due, event));
    }

    fn channels(&self) -> usize {
        M::channels(&self.target).max(1)
    }

    fn pan(&self, channel: usize) -> Option<f64> {
        M::pan(&self.target, channel)
    }

    fn render_tapped(
        &mut self,
        signals: &[Signal],
        outputs: &mut [&mut [f32]],
        taps: &mut TapSignals,
    ) {
        self.play((signals, 0), outputs, taps);
    }

    fn render_part(
        &mut self,
        signals: &[Signal],
        from: usize,
        outlet: Outlet,
        taps: &mut TapSignals,
    ) {
        match outlet {
            Outlet::Limited(outputs) => self.play((signals, from), outputs, taps),
            Outlet::Open(outputs) => self.play((signals, from), outputs, taps),
        }
    }

    fn set_quality(&mut self, quality: Quality) {
        self.quality = quality;
        if let Some(model) = &mut self.model {
            model.set_quality(quality);
        }
    }

    fn set_live(&mut self, voices: usize) {
        self.voices = voices;
    }

    fn beyond_live(&self, rate: Rate) -> usize {
        let load = Load::of::<M>(&self.target, 1);
        lighten(&mut self.target.clone(), &load, rate)
    }

    fn taps(&self) -> Taps {
        let model = self.model.as_ref();
        model.map_or(Taps::default(), |model| model.taps(true))
    }

    fn touch(&self) -> Taps {
        let model = self.model.as_ref();
        model.map_or(Taps::default(), |model| model.taps(false))
    }

    fn modes(&self, into: &mut [ModeLevel]) -> usize {
        // One whose level is being found is built already.
        let growing = self.growing.as_ref().filter(|_| self.rehearsal.is_some());
        let model = growing.or(self.model.as_ref());
        model.map_or(0, |model| model.modes(into))
    }

    fn work(&self) -> Work {
        let mut work = Work::default();
        for model in self.model.iter().chain(&self.fading) {
            work += model.work();
        }
        work
    }

    fn geometry(&self) -> Geometry {
        let model = self.model.as_ref();
        Geometry {
            revision: self.built,
            ..model.map_or(Geometry::default(), Model::geometry)
        }
    }

    fn picture(&self, geometry: &Geometry, frame: &mut Frame) -> bool {
        frame.clear_specks();
        match &self.model {
            Some(model) if geometry.revision == self.built => model.picture(geometry, frame),
            _ => return false,
        }
        true
    }

    fn tail(&self) -> f64 {
        // What is heard in the air comes later.
        let rig = self.model.as_ref().and_then(|model| model.rig());
        M::tail(&self.target) + rig.map_or(0.0, |rig| rig.network.travel())
    }

    fn health(&self) -> Health {
        let mut health = self.health;
        health.shed = self.shed;
        if let Some(model) = &self.model {
            health += model.health();
        }
        health
    }

    fn ledger(&self) -> Ledger {
        self.model
            .as_ref()
            .map_or(Ledger::default(), |model| model.ledger())
    }

    fn notes(&self) -> Vec<String> {
        let trouble = self.trouble.iter().cloned();
        let notes = self.model.iter().flat_map(Model::notes);
        let shed = (self.shed > 0).then(|| {
            let modes = self.shed;
            format!("{modes} modes are left out: more than one core can play live; a rendered file has them")
        });
        trouble.chain(notes).chain(shed).collect()
    }
}
