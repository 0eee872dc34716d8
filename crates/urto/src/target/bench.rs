//! A blow on the test bench: one touch simulated, or the attack rendered, at any stiffness and
//! loss.
//!
//! Step: a touch runs at a rate at which it lasts 32 steps or more; the attack is rendered as the
//!       sound itself renders it. Every step is counted: a search's cost is told in them.

use super::{Knob, TargetError};
use crate::analysis::Centroid;
use crate::error::BuildError;
use crate::math;
use crate::network::ObjectId;
use crate::param::{Params, Value, leaves};
use crate::rate::Rate;
use crate::sound::{Event, Model, Sound};
use crate::sounds::impact::{Impact, ImpactParams, TouchLaw};

/// Rates at which a touch is simulated \[Hz\].
const RATES: [f64; 4] = [48e3, 96e3, 192e3, 384e3];
/// A touch should last so many steps: the step's error of the contact time is 0.1 % there.
const FEWEST: f64 = 32.0;
/// Steps after which a blow counts as one that does not end.
const MOST: usize = 4800;
/// The attack is rendered at this rate \[Hz\].
const HEARD_AT: f64 = 44_100.0;
/// Stations of the search along dissipation, as products of dissipation and speed. At 1 and 3
/// the contact softens very short blows by another share (`contact::HuntCrossley`), so there the
/// centroid may jump.
const LOSSES: [f64; 11] = [
    1e-4, 0.03, 0.1, 0.3, 0.999, 1.001, 2.999, 3.001, 10.0, 30.0, 300.0,
];

/// The first touch of a blow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touchdown {
    /// How long it lasts \[s\].
    pub time: f64,
    /// Speed back over speed forth.
    pub restitution: f64,
}

/// A blow on the test bench.
pub(super) struct Bench {
    pub params: ImpactParams,
    /// Stiffness and loss.
    pub knobs: [Knob; 2],
    touches: [Option<(Impact, ObjectId)>; 4],
    heard: Option<(Box<dyn Sound>, Centroid, Vec<f32>)>,
    /// Touches that last longer are not followed to their end \[s\].
    pub patience: f64,
    /// How many times as far off as usual is near enough.
    pub slack: f64,
    /// Steps and samples simulated so far.
    pub steps: usize,
}

impl Bench {
    pub fn new(params: &dyn Params) -> Result<Self, TargetError> {
        let missing = || TargetError::Unknown {
            key: "contact_time".to_owned(),
            suggestion: None,
            known: Vec::new(),
        };
        let blow = params.as_any().downcast_ref::<ImpactParams>();
        let blow = blow.ok_or_else(missing)?.clone();
        let keys = match blow.contact.law {
            TouchLaw::Impact => ["contact.stiffness", "contact.dissipation"],
            TouchLaw::Felt => ["contact.felt.stiffness", "contact.felt.hysteresis"],
        };
        let [stiffness, loss] = keys.map(|key| Knob::new(params, key));
        let knobs = [stiffness.ok_or_else(missing)?, loss.ok_or_else(missing)?];
        Ok(Self {
            params: blow,
            knobs,
            touches: [None, None, None, None],
            heard: None,
            patience: f64::INFINITY,
            slack: 1.0,
            steps: 0,
        })
    }

    pub fn exponent(&self) -> f64 {
        match self.params.contact.law {
            TouchLaw::Impact => self.params.contact.exponent,
            TouchLaw::Felt => self.params.contact.felt.exponent,
        }
    }

    /// Contact time of an elastic blow on a wall \[s\]:
    /// 2·x/v·∫du/sqrt(1 - u^(a+1)) from 0 to 1, with x = ((a+1)·m·v²/2k)^(1/(a+1)).
    fn on_wall(&self, stiffness: f64) -> f64 {
        let p = self.exponent() + 1.0;
        let (m, v) = (self.params.weight(), self.params.velocity);
        let reach = math::pow(0.5 * p * m * v * v / stiffness, 1.0 / p);
        let root_pi = (0.5 * math::TAU).sqrt();
        let integral = root_pi * math::gamma(1.0 + 1.0 / p) / math::gamma(0.5 + 1.0 / p);
        2.0 * reach / v * integral
    }

    /// Stiffness at which that is the contact time.
    pub fn stiffness_for(&self, time: f64) -> f64 {
        let ratio = self.on_wall(1.0) / time;
        math::pow(ratio, self.exponent() + 1.0)
    }

    fn suiting(&self, time: f64) -> usize {
        let suits = |rate: &f64| time * rate >= FEWEST;
        RATES.iter().position(suits).unwrap_or(RATES.len() - 1)
    }

    pub fn values(&self, at: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|n| self.knobs[n].range.value_at(at[n]))
    }

    /// Simulates the blow. `None` if it does not end in time.
    ///
    /// The rate follows from the stiffness alone, so that the same blow always has the same
    /// answer. On a body that gives way a touch lasts longer than on a wall: the steps suffice.
    pub fn touch(&mut self, at: [f64; 2]) -> Result<Option<Touchdown>, TargetError> {
        let [stiffness, _] = self.values(at);
        let place = self.suiting(self.on_wall(stiffness));
        self.simulate(at, place)
    }

    fn simulate(&mut self, at: [f64; 2], place: usize) -> Result<Option<Touchdown>, TargetError> {
        let values = self.values(at);
        if self.touches[place].is_none() {
            let rate = Rate::new(RATES[place])?;
            let model = Impact::build(&self.params, rate, 0)?;
            let striker = model.rig().network.object("striker")?;
            self.touches[place] = Some((model, striker));
        }
        let Some((model, striker)) = &mut self.touches[place] else {
            return Ok(None);
        };
        model.reset(&self.params, 0);
        let hit = model.rig().shown;
        for (knob, value) in self.knobs.iter().zip(values) {
            // Inside the contact's own table: its last step.
            let last = knob.id.path().last().copied().unwrap_or_default();
            let id = crate::param::ParamId::default().then(last.into());
            let network = &mut model.rig_mut().network;
            network.set_contact(hit, &id.unwrap_or_default(), &Value::Number(value));
        }
        model.event(&self.params, Event::Trigger { strength: 1.0 });
        let step = 1.0 / RATES[place];
        let network = &mut model.rig_mut().network;
        let body = network.object("body")?;
        // Where it is, and since when it is apart.
        let (mut before, mut touched, mut apart) = (0.0, 0.0, 0usize);
        for n in 1..=MOST {
            network.step();
            self.steps += 1;
            let (_, now) = network.contact_state(hit);
            // Share of the step in touch.
            touched += match (before > 0.0 || n == 1, now > 0.0) {
                (true, true) => 1.0,
                (true, false) => (before / (before - now)).clamp(0.0, 1.0),
                (false, true) => (now / (now - before)).clamp(0.0, 1.0),
                (false, false) => 0.0,
            };
            apart = if now > 0.0 { 0 } else { apart + 1 };
            let gone = apart % 16 == 1 && {
                let flight = network.look(*striker).flight();
                // The struck point is a body's first; beyond its reach nothing touches again.
                let reach = network.look(body).reach(crate::object::Point(0), 1 << 20);
                let rest = network.look(body).displacement(crate::object::Point(0));
                flight < 0.0 && reach.is_some_and(|[low, _]| now < low - rest)
            };
            let over = apart as f64 > touched;
            if gone || over || touched * step > self.patience {
                let restitution = -network.look(*striker).flight() / self.params.velocity;
                let time = touched * step;
                return Ok(Some(Touchdown { time, restitution }));
            }
            before = now;
        }
        Ok(None)
    }

    /// Renders the attack and measures its centroid \[Hz\].
    fn centroid(&mut self, at: [f64; 2]) -> Result<Option<f64>, TargetError> {
        let values = self.values(at);
        if self.heard.is_none() {
            let rate = Rate::new(HEARD_AT)?;
            let mut sound = (crate::sounds::impact::ENTRY.make)();
            for (id, _) in leaves(&self.params) {
                if let Some(value) = self.params.value(&id) {
                    sound.set(&id, &value);
                }
            }
            sound.prepare(rate, 512);
            if let Some(trouble) = sound.notes().first().filter(|_| sound.channels() == 0) {
                return Err(BuildError::Body(trouble.clone()).into());
            }
            let centroid = Centroid::new(rate);
            let samples = vec![0.0; centroid.attack_length()];
            self.heard = Some((sound, centroid, samples));
        }
        let Some((sound, centroid, samples)) = &mut self.heard else {
            return Ok(None);
        };
        sound.reset(0);
        for (knob, value) in self.knobs.iter().zip(values) {
            sound.set(&knob.id, &Value::Number(value));
        }
        sound.event(0, Event::Trigger { strength: 1.0 });
        sound.render(&[], &mut [&mut samples[..]]);
        self.steps += samples.len();
        Ok(centroid.attack(samples))
    }

    pub fn value(&mut self, key: &str, at: [f64; 2]) -> Result<Option<f64>, TargetError> {
        Ok(match key {
            "centroid" => self.centroid(at)?,
            "restitution" => self.touch(at)?.map(|touch| touch.restitution),
            _ => self.touch(at)?.map(|touch| touch.time),
        })
    }

    pub fn now(&self) -> [f64; 2] {
        [0, 1].map(|n| self.knobs[n].range.position(self.knobs[n].now))
    }

    pub fn stations(&self, knob: usize) -> Vec<f64> {
        let range = &self.knobs[knob].range;
        let even = |count: i32| {
            (0..=count)
                .map(|n| f64::from(n) / f64::from(count))
                .collect()
        };
        match (knob, self.params.contact.law) {
            // A decade each.
            (0, _) => even(14),
            (_, TouchLaw::Felt) => even(8),
            (_, TouchLaw::Impact) => {
                let mut all = vec![0.0];
                let losses = LOSSES.iter().map(|loss| loss / self.params.velocity);
                all.extend(losses.map(|loss| range.position(loss)));
                all.push(1.0);
                all.sort_by(f64::total_cmp);
                all.dedup();
                all
            }
        }
    }
}
