//! A blow on the test bench: one touch simulated, or the attack rendered, at any stiffness and
//! loss.
//!
//! Step: a touch runs at a rate at which it lasts 32 steps or more; the attack is rendered as the
//!       sound itself renders it. Every step is counted: a search's cost is told in them.

use super::foretold::Tones;
use super::touch::{HammerTouch, Touchdown};
use super::{Knob, TargetError};
use urto::analysis::Centroid;
use urto::error::BuildError;
use urto::key;
use urto::math;
use urto::network::{ObjectId, Quality};
use urto::param::{Params, Value, leaves};
use urto::rate::Rate;
use urto::sound::{Event, Model, Rig, Sound};
use urto::sounds::impact::{Impact, ImpactParams, TouchLaw};

/// Rates at which a touch is simulated \[Hz\]; the first is that of what is heard, so that a long
/// touch and its centroid are one simulation.
const RATES: [f64; 4] = [HEARD_AT, 2.0 * HEARD_AT, 4.0 * HEARD_AT, 8.0 * HEARD_AT];
const HEARD: usize = 0;
const FINEST: usize = 3;
/// A touch should last N steps: the step's error of the contact time is 0.1 % there.
const FEWEST: f64 = 32.0;
/// So many where it need only be known about.
const ROUGHLY: f64 = 12.0;
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

/// What a blow at the rate of what is heard tells: the centroid \[Hz\] as the modes foretell it,
/// and the touch.
#[derive(Clone, Copy, Debug)]
struct HeardBlow {
    centroid: Option<f64>,
    touch: Option<Touchdown>,
}

/// What was found at places of both knobs.
type Memory<T> = Vec<([f64; 2], Option<T>)>;

fn recalled<T: Copy>(memory: &Memory<T>, at: [f64; 2]) -> Option<Option<T>> {
    let known = memory.iter().find(|(place, _)| *place == at);
    known.map(|(_, found)| *found)
}

/// A blow on the test bench.
pub(super) struct Bench {
    pub params: ImpactParams,
    /// Stiffness and loss.
    pub knobs: [Knob; 2],
    touches: [Option<(Impact, [ObjectId; 2])>; 4],
    heard: Option<(Box<dyn Sound>, Vec<f32>)>,
    centroid: Option<Centroid>,
    tones: Option<Tones>,
    /// Whether a centroid is asked for.
    pub hears: bool,
    /// Whether centroids are foretold instead of rendered.
    pub foretells: bool,
    /// What was found already: touches, centroids foretold and rendered.
    touched: Memory<Touchdown>,
    told: Memory<HeardBlow>,
    rung: Memory<f64>,
    /// Touches that last longer are not followed to their end \[s\].
    pub patience: f64,
    /// Position of the loss from which a search starts.
    pub from: f64,
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
            TouchLaw::Linear => ["contact.linear.stiffness", "contact.linear.damping"],
            TouchLaw::ExtendedHertz => [
                "contact.extended_hertz.stiffness",
                "contact.extended_hertz.damping",
            ],
        };
        let [stiffness, loss] = keys.map(|key| Knob::new(params, key));
        let knobs = [stiffness.ok_or_else(missing)?, loss.ok_or_else(missing)?];
        let from = knobs[1].range.position(knobs[1].now);
        Ok(Self {
            // What is aimed at is the blow itself; chance then lies around it.
            params: ImpactParams {
                variation: 0.0,
                ..blow
            },
            from,
            knobs,
            touches: [const { None }; 4],
            heard: None,
            centroid: None,
            tones: None,
            hears: false,
            foretells: false,
            touched: Memory::new(),
            told: Memory::new(),
            rung: Memory::new(),
            patience: f64::INFINITY,
            slack: 1.0,
            steps: 0,
        })
    }

    pub fn exponent(&self) -> f64 {
        match self.params.contact.law {
            TouchLaw::Impact => self.params.contact.impact.exponent,
            TouchLaw::Felt => self.params.contact.felt.exponent,
            TouchLaw::Linear => 1.0,
            TouchLaw::ExtendedHertz => self.params.contact.extended_hertz.exponent,
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

    /// How the time of a touch on a wall, as a logarithm, changes over the stiffness's travel: over
    /// 14 decades it falls by these to the power 1/(a+1).
    pub fn fall(&self) -> f64 {
        -math::log(1e14) / (self.exponent() + 1.0)
    }

    /// The stiffness's position at which a contact time that is off by so much would not be; not
    /// further away than `most`.
    pub fn softened(&self, at: f64, off: f64, most: f64) -> Option<f64> {
        let next = at - (off / self.fall()).clamp(-most, most);
        next.is_finite().then(|| next.clamp(0.0, 1.0))
    }

    fn suiting(&self, time: f64, fewest: f64) -> usize {
        let suits = |rate: &f64| time * rate >= fewest;
        RATES[..=FINEST].iter().position(suits).unwrap_or(FINEST)
    }

    pub fn values(&self, at: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|n| self.knobs[n].range.value_at(at[n]))
    }

    /// A blow that begins, at a rate.
    fn begun(
        &mut self,
        at: [f64; 2],
        place: usize,
    ) -> Result<Option<HammerTouch<'_>>, TargetError> {
        let values = self.values(at);
        if self.touches[place].is_none() {
            let rate = Rate::new(RATES[place])?;
            let mut model = Impact::build(&self.params, rate, 0)?;
            // What rings meanwhile is not listened to.
            let Some(rig) = model.rig_mut() else {
                return Ok(None);
            };
            rig.network.set_quality(Quality::Fast);
            let ids = [rig.network.object("striker")?, rig.network.object("body")?];
            self.touches[place] = Some((model, ids));
        }
        let Some((model, [striker, body])) = &mut self.touches[place] else {
            return Ok(None);
        };
        model.reset(&self.params, 0);
        let Some(hit) = model.rig().map(|rig| rig.shown) else {
            return Ok(None);
        };
        model.event(&self.params, Event::trigger(1.0));
        // A blow takes its law from the parameters; what is tried here holds from its first touch.
        for (knob, value) in self.knobs.iter().zip(values) {
            let law = match self.params.contact.law {
                TouchLaw::Impact => key!(ImpactParams, contact.impact),
                TouchLaw::Felt => key!(ImpactParams, contact.felt),
                TouchLaw::Linear => key!(ImpactParams, contact.linear),
                TouchLaw::ExtendedHertz => key!(ImpactParams, contact.extended_hertz),
            };
            if let (Some(id), Some(rig)) = (knob.id.within(&law), model.rig_mut()) {
                rig.network.set_contact(hit, &id, &Value::Number(value));
            }
        }
        let Some(Rig { network, .. }) = model.rig_mut() else {
            return Ok(None);
        };
        // What is too short for the rate is softened, and lasts longer than it would.
        let patience = (self.patience * RATES[place]).max(2.0 * FEWEST);
        Ok(Some(HammerTouch::new(
            network,
            hit,
            [*striker, *body],
            patience,
        )))
    }

    /// Simulates the blow. `None` if it does not end in time.
    ///
    /// The rate follows from the stiffness alone, so that the same blow always has the same
    /// answer. On a body that gives way a touch lasts longer than on a wall: the steps suffice.
    pub fn touch(&mut self, at: [f64; 2]) -> Result<Option<Touchdown>, TargetError> {
        if let Some(known) = recalled(&self.touched, at) {
            return Ok(known);
        }
        let found = self.struck(at, FEWEST)?;
        self.touched.push((at, found));
        Ok(found)
    }

    /// Simulates the blow at a rate at which a touch on a wall has N steps.
    fn struck(&mut self, at: [f64; 2], fewest: f64) -> Result<Option<Touchdown>, TargetError> {
        let [stiffness, _] = self.values(at);
        let place = self.suiting(self.on_wall(stiffness), fewest);
        if place == HEARD && self.hears {
            return Ok(self.told(at)?.and_then(|told| told.touch));
        }
        let velocity = self.params.velocity;
        let (mut done, mut steps) = (None, 0);
        if let Some(mut blow) = self.begun(at, place)? {
            while blow.passed < MOST && blow.done.is_none() {
                blow.step();
            }
            (done, steps) = (blow.done, blow.cost);
        }
        let found = done.map(|done| Touchdown::new(done, RATES[place], velocity));
        self.steps += steps;
        Ok(found)
    }

    /// What a quantity is about: touches are simulated coarsely, centroids foretold.
    pub fn roughly(&mut self, key: &str, at: [f64; 2]) -> Result<Option<f64>, TargetError> {
        Ok(match key {
            "centroid" => self.foretold(at)?,
            "restitution" => self.struck(at, ROUGHLY)?.map(|touch| touch.restitution),
            _ => self.struck(at, ROUGHLY)?.map(|touch| touch.time),
        })
    }

    /// The centroid \[Hz\] as the modes foretell it.
    pub fn foretold(&mut self, at: [f64; 2]) -> Result<Option<f64>, TargetError> {
        Ok(self.told(at)?.and_then(|told| told.centroid))
    }

    fn told(&mut self, at: [f64; 2]) -> Result<Option<HeardBlow>, TargetError> {
        if let Some(known) = recalled(&self.told, at) {
            return Ok(known);
        }
        let mut tones = match self.tones.take() {
            Some(tones) => tones,
            None => {
                let params = self.params.clone();
                Tones::new(&params, self.centroid()?, Rate::new(HEARD_AT)?)?
            }
        };
        let velocity = self.params.velocity;
        let (mut found, mut steps) = (None, 0);
        if let Some(mut blow) = self.begun(at, HEARD)? {
            let centroid = tones.centroid(&mut blow);
            while blow.passed < MOST && blow.done.is_none() {
                blow.step();
            }
            let touch = blow
                .done
                .map(|done| Touchdown::new(done, HEARD_AT, velocity));
            found = Some(HeardBlow { centroid, touch });
            steps = blow.cost;
        }
        self.tones = Some(tones);
        self.steps += steps;
        self.told.push((at, found));
        Ok(found)
    }

    fn centroid(&mut self) -> Result<&Centroid, TargetError> {
        let rate = Rate::new(HEARD_AT)?;
        Ok(self.centroid.get_or_insert_with(|| Centroid::new(rate)))
    }

    /// The centroid \[Hz\] of the attack as it is rendered.
    fn rendered(&mut self, at: [f64; 2]) -> Result<Option<f64>, TargetError> {
        if let Some(known) = recalled(&self.rung, at) {
            return Ok(known);
        }
        let rate = Rate::new(HEARD_AT)?;
        let values = self.values(at);
        let length = self.centroid()?.attack_length();
        if self.heard.is_none() {
            let mut sound = (urto::sounds::find("impact")?.make)();
            for (id, _) in leaves(&self.params) {
                if let Some(value) = self.params.value(&id) {
                    sound.set(&id, &value);
                }
            }
            sound.prepare(rate, 512);
            if let Some(trouble) = sound.notes().first().filter(|_| sound.channels() == 0) {
                return Err(BuildError::Other(trouble.clone()).into());
            }
            self.heard = Some((sound, vec![0.0; length]));
        }
        let (Some((sound, samples)), Some(centroid)) = (&mut self.heard, &mut self.centroid) else {
            return Ok(None);
        };
        sound.reset(0);
        for (knob, value) in self.knobs.iter().zip(values) {
            sound.set(&knob.id, &Value::Number(value));
        }
        sound.event(0, Event::trigger(1.0));
        sound.render(&[], &mut [&mut samples[..]]);
        self.steps += samples.len();
        let found = centroid.attack(samples);
        self.rung.push((at, found));
        Ok(found)
    }

    pub fn value(&mut self, key: &str, at: [f64; 2]) -> Result<Option<f64>, TargetError> {
        Ok(match key {
            "centroid" if self.foretells => self.foretold(at)?,
            "centroid" => self.rendered(at)?,
            "restitution" => self.touch(at)?.map(|touch| touch.restitution),
            _ => self.touch(at)?.map(|touch| touch.time),
        })
    }

    pub fn now(&self) -> [f64; 2] {
        [0, 1].map(|n| self.knobs[n].range.position(self.knobs[n].now))
    }

    /// Losses of a rough map: less than a tenth of the speed's inverse is as none, and beyond a
    /// hundred times that nothing rebounds.
    pub fn losses(&self) -> Vec<f64> {
        let mut all = self.stations(1);
        if self.params.contact.law == TouchLaw::Impact {
            let place = |loss: f64| self.knobs[1].range.position(loss / self.params.velocity);
            let (low, high) = (place(0.05), place(100.0));
            all.retain(|at| *at == 0.0 || (low..high).contains(at));
            all.dedup_by(|a, b| (*a - *b).abs() < 0.01);
        }
        all
    }

    /// Stiffnesses a step apart at which a touch on a wall lasts neither less nor more than this.
    pub fn stiffnesses(&self, step: f64, [shortest, longest]: [f64; 2]) -> Vec<f64> {
        let place = |time: f64| self.knobs[0].range.position(self.stiffness_for(time));
        let (low, high) = (place(longest), place(shortest));
        let count = ((high - low) / step) as u32;
        (0..=count).map(|n| low + f64::from(n) * step).collect()
    }

    /// Whether the contact softens short blows otherwise at one loss than at another.
    pub fn leaps_before(&self, a: f64, b: f64) -> bool {
        let [a, b] = [a, b].map(|at| self.knobs[1].range.value_at(at) * self.params.velocity);
        let impact = self.params.contact.law == TouchLaw::Impact;
        impact && [1.0, 3.0].iter().any(|leap| (a < *leap) != (b < *leap))
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
            (_, TouchLaw::Felt | TouchLaw::Linear | TouchLaw::ExtendedHertz) => even(8),
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
