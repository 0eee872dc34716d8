//! From one preset to another in time: what a `morph` in a score comes to, order by order.
//!
//! A transition is a morph between two corners, what an instance is and a preset of its sound, whose
//! place goes from one to the other by a curve. What rings stays as it is unless it is loosened
//! (Papetti 2010, 2.2.6; see `morph`). Its orders are worked out before anything sounds: a number is set
//! every 64 frames, as by a curve of a score, and what must be built anew is put in where it switches,
//! which the player fades over. So the engine knows of no transitions, and nothing is done for them on
//! the audio path.

use crate::document::{Corner, Document, Instance};
use crate::order::{Order, WireValue};
use crate::score::{EVERY, Score};
use crate::state::State;
use crate::words::{Spoken, Words};
use crate::{Problem, diff, morph, project};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use urto::Rate;
use urto::param::{Kind, Value};
use urto::sound::Expression;
use urto_file::{Preset, Project};

/// Shortest and longest transition \[s\]; nothing shorter is heard as one.
const LASTS: [f64; 2] = [0.02, 3600.0];

/// How a transition goes on in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ease {
    /// Evenly.
    #[default]
    Even,
    /// Slowly at both ends.
    Smooth,
    /// Most of it at the beginning.
    Early,
    /// Most of it at the end.
    Late,
}

impl Ease {
    /// Every one of them.
    pub const ALL: &[Self] = &[Self::Even, Self::Smooth, Self::Early, Self::Late];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Smooth => "smooth",
            Self::Early => "early",
            Self::Late => "late",
        }
    }

    /// The one of this name.
    pub fn of(name: &str) -> Result<Self, Problem> {
        let found = Self::ALL.iter().find(|own| own.name() == name);
        let known: Vec<&str> = Self::ALL.iter().map(|own| own.name()).collect();
        let known = known.join(", ");
        let wrong = || format!("'{name}' is no curve of a transition; there are {known}");
        found.copied().ok_or_else(|| Problem::new(wrong()))
    }

    /// How far it has come after a share of its time.
    ///
    /// ```
    /// use urto_engine::Ease;
    /// assert_eq!([0.0, 0.5, 1.0].map(|t| Ease::Smooth.at(t)), [0.0, 0.5, 1.0]);
    /// assert!(Ease::Early.at(0.3) > 0.5 && Ease::Late.at(0.3) < 0.1);
    /// ```
    pub fn at(self, time: f64) -> f64 {
        let t = time.clamp(0.0, 1.0);
        match self {
            Self::Even => t,
            Self::Smooth => t * t * (3.0 - 2.0 * t),
            Self::Early => t * (2.0 - t),
            Self::Late => t * t,
        }
    }
}

impl Spoken for Ease {
    fn say(&self, line: &mut String) {
        self.name().to_owned().say(line);
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        Self::of(&words.next()?.text)
    }
}

/// Keys of what rings that a transition may change; at the end of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loosened(pub Vec<String>);

impl Spoken for Loosened {
    fn say(&self, line: &mut String) {
        self.0.iter().for_each(|key| key.say(line));
    }
    fn hear(words: &mut Words) -> Result<Self, Problem> {
        let mut all = Vec::new();
        while !words.is_done() {
            all.push(String::hear(words)?);
        }
        Ok(Self(all))
    }
}

/// A transition on its way.
struct Active {
    slot: usize,
    start: u64,
    frames: u64,
    curve: Ease,
    instance: Instance,
}

/// What happens at a frame.
enum Item {
    Order(Order),
    /// The transition of this number goes on.
    Step(usize),
}

/// Replaces every `morph` among these orders, which are in time, by what it comes to; `start` are those
/// that built everything before, `presets` the user's own. A transition that cannot be is an error.
pub(crate) fn spelled_out(
    start: &[Order],
    orders: Vec<(u64, Order)>,
    presets: &[Preset],
    (frames, rate): (u64, Rate),
) -> Result<Vec<(u64, Order)>, Problem> {
    if !orders
        .iter()
        .any(|(_, order)| matches!(order, Order::Morph { .. }))
    {
        return Ok(orders);
    }
    let mut known = Instances::default();
    for order in start {
        known.follow(order)?;
    }
    let mut items: BTreeMap<(u64, usize), Item> = BTreeMap::new();
    let mut count = 0;
    for (at, order) in orders {
        items.insert((at, count), Item::Order(order));
        count += 1;
    }
    let mut active: Vec<Active> = Vec::new();
    let mut all = Vec::new();
    while let Some(((at, _), item)) = items.pop_first() {
        match item {
            Item::Order(Order::Morph {
                slot,
                to,
                seconds,
                curve,
                loosened,
            }) => {
                let told = |why: Problem| Problem::new(format!("score, frame {at}: {why}"));
                let instance = known.between(slot, &to, seconds, &loosened, presets);
                let instance = instance.map_err(told)?;
                let lasts = (seconds * rate.hertz()).round() as u64;
                // What went on in the slot ends where it is.
                active
                    .iter_mut()
                    .filter(|own| own.slot == slot)
                    .for_each(|own| own.frames = 0);
                let number = active.len();
                let steps = (EVERY..lasts).step_by(EVERY as usize).chain([lasts]);
                for step in steps
                    .map(|step| at.saturating_add(step))
                    .filter(|due| *due < frames)
                {
                    items.insert((step, count), Item::Step(number));
                    count += 1;
                }
                active.push(Active {
                    slot,
                    start: at,
                    frames: lasts,
                    curve,
                    instance,
                });
            }
            Item::Order(order) => {
                known.follow(&order)?;
                // What is put in the slot, or leaves it, ends what went on there.
                let ends = match &order {
                    Order::Put { slot, .. }
                    | Order::Scene { slot, .. }
                    | Order::Remove { slot } => Some(*slot),
                    _ => None,
                };
                active
                    .iter_mut()
                    .filter(|own| Some(own.slot) == ends)
                    .for_each(|own| own.frames = 0);
                all.push((at, order));
            }
            Item::Step(number) => {
                let own = &mut active[number];
                if own.frames == 0 {
                    continue;
                }
                let time = (at - own.start) as f64 / own.frames as f64;
                let place = own.curve.at(time);
                let mut after = own.instance.clone();
                morph::morph(&mut after, [place, 0.0]);
                let told = diff::between(&own.instance, &after);
                for order in &told {
                    known.follow(order)?;
                }
                all.extend(told.into_iter().map(|order| (at, order)));
                own.instance = after;
            }
        }
    }
    Ok(all)
}

/// What plays in the slots, as far as orders tell.
#[derive(Default)]
struct Instances(BTreeMap<usize, Instance>);

impl Instances {
    fn follow(&mut self, order: &Order) -> Result<(), Problem> {
        match order {
            Order::Put {
                slot,
                sound,
                seed,
                voices,
                params,
            } => {
                let entry = urto_file::catalogue().sound(sound)?;
                let mut preset = Preset::plain(entry);
                urto_file::read_params(preset.params.as_mut(), params)?;
                let mut own = Instance::of_preset(0, *slot, &preset)?;
                (own.seed, own.voices) = (*seed, *voices);
                self.0.insert(*slot, own);
            }
            Order::Scene { slot, .. } | Order::Remove { slot } => {
                self.0.remove(slot);
            }
            Order::Clear => self.0.clear(),
            Order::Set { slot, key, value } => {
                if let Some(own) = self.0.get_mut(slot)
                    && let Ok((id, spec)) = own.values.table().locate(key)
                {
                    let value = match (value, spec.kind) {
                        (WireValue::Number(number), _) => Some(Value::Number(*number)),
                        (WireValue::Option(word), Kind::Choice { options, .. }) => {
                            let place = options.iter().position(|own| own.key == word);
                            place.map(Value::Choice)
                        }
                        _ => None,
                    };
                    if let Some(value) = value {
                        let _ = own.values.assign(&id, &value);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What plays in a slot, with itself in one corner and a preset in the other.
    fn between(
        &self,
        slot: usize,
        to: &str,
        seconds: f64,
        loosened: &Loosened,
        presets: &[Preset],
    ) -> Result<Instance, Problem> {
        let [least, most] = LASTS;
        if !(least..=most).contains(&seconds) {
            return Err(Problem::new(format!(
                "a transition lasts {least} to {most} s, not {seconds}"
            )));
        }
        let nothing = || {
            Problem::new(format!(
                "there is no sound in slot {slot} that could become '{to}'"
            ))
        };
        let mut own = self.0.get(&slot).ok_or_else(nothing)?.clone();
        let goal = find(to, presets)?;
        if goal.params.table() != own.values.table() {
            return Err(another_sound(own.values.table().key, &goal));
        }
        let known = morph::resonators(own.values.table());
        for key in &loosened.0 {
            if !known.contains(key) {
                return Err(no_resonator(key, &known));
            }
        }
        own.loose = loosened.0.iter().cloned().collect::<BTreeSet<_>>();
        own.structure = true;
        own.locks.clear();
        own.corners = [
            Some(corner("from", own.values.clone())),
            Some(corner(to, State::of(goal.params.as_ref()))),
            None,
            None,
        ];
        Ok(own)
    }
}

fn corner(name: &str, values: State) -> Corner {
    Corner {
        name: name.to_owned(),
        values,
        kept: Vec::new(),
    }
}

/// A preset of the user, or else one that comes with urto.
fn find(name: &str, presets: &[Preset]) -> Result<Preset, Problem> {
    let wanted = urto_file::spoken(name);
    let own = presets.iter().find(|preset| {
        let own = preset.name.as_deref();
        own.is_some_and(|own| urto_file::spoken(own) == wanted)
    });
    if let Some(own) = own {
        return Ok(own.clone());
    }
    let found = urto_file::find_preset(name)?;
    found.ok_or_else(|| Problem::new(format!("there is no preset '{name}'")))
}

/// Between two sounds there is nothing.
fn another_sound(sound: &str, to: &Preset) -> Problem {
    let name = to.name.as_deref().unwrap_or(&to.sound);
    Problem::new(format!(
        "'{name}' is a preset of {}, and a transition stays within one sound: here {sound}",
        to.sound
    ))
}

/// Nothing that rings has this key.
fn no_resonator(key: &str, known: &[String]) -> Problem {
    let there = match known {
        [] => "this sound has nothing that rings by itself: all of it passes over".to_owned(),
        known => format!("this sound has {}", known.join(", ")),
    };
    Problem::new(format!("nothing that rings is called '{key}'; {there}"))
}

/// What a transition on its own is to be: one instance, played while it becomes another preset.
#[derive(Clone, Debug, PartialEq)]
pub struct TransitionPlan {
    /// How long the transition takes \[s\].
    pub seconds: f64,
    /// How it goes on.
    pub curve: Ease,
    /// Keys of what rings that changes too.
    pub loosened: Vec<String>,
    /// How often a sound is struck that is not held: the first time before anything changes, the last time
    /// when all has.
    pub blows: usize,
    /// Sample rate.
    pub rate: Rate,
    /// How long all of it is \[s\], if that is said.
    pub lasts: Option<f64>,
}

impl TransitionPlan {
    /// Most blows.
    pub const MOST_BLOWS: usize = 1000;
    /// A held sound is heard as it was and as it has become for so long \[s\].
    const BEFORE: f64 = 1.0;

    /// The project that plays it, from one preset to another of the same sound.
    pub fn project(&self, from: &Preset, to: &Preset) -> Result<Project, Problem> {
        let mut own = Instance::of_preset(1, 0, from)?;
        let entry = urto_file::catalogue().sound(&from.sound)?;
        let to = Preset {
            name: Some(to.name.clone().unwrap_or_else(|| to.sound.clone())),
            demonstration: None,
            ..to.clone()
        };
        let name = to.name.clone().unwrap_or_default();
        let frame = |seconds: f64| (seconds * self.rate.hertz()).round() as u64;
        let morph = |at: f64| {
            let order = Order::Morph {
                slot: 0,
                to: name.clone(),
                seconds: self.seconds,
                curve: self.curve,
                loosened: Loosened(self.loosened.clone()),
            };
            (frame(at), order)
        };
        let trigger = |at: f64| {
            let order = Order::Trigger {
                slot: 0,
                strength: 1.0,
                hold: None,
                expression: Expression::default(),
            };
            (frame(at), order)
        };
        let mut events = Vec::new();
        let ends = if entry.is_held() {
            let ends = Self::BEFORE + self.seconds + Self::BEFORE;
            events.extend([trigger(0.0), morph(Self::BEFORE)]);
            events.push((frame(ends), Order::Release { slot: 0 }));
            ends + 1.0
        } else {
            let blows = self.blows.clamp(2, Self::MOST_BLOWS);
            events.push(morph(0.0));
            let apart = self.seconds / (blows - 1) as f64;
            // The last one comes after what changes at its frame.
            events.extend((0..blows).map(|n| trigger(n as f64 * apart)));
            own.voices = own.voices.max(2);
            self.seconds + entry.seconds
        };
        let frames = frame(self.lasts.unwrap_or(ends));
        let score = Score {
            events,
            tracks: Vec::new(),
        };
        // What cannot be is said at once.
        let start = [diff::put(&own)];
        let orders = score.orders(frames, self.rate);
        spelled_out(&start, orders, core::slice::from_ref(&to), (1, self.rate))?;
        let document = Document {
            instances: vec![Arc::new(own)],
            presets: vec![Arc::new(to)],
            ..Document::default()
        };
        Ok(project::project(
            &document,
            Some(project::take(&score, frames, self.rate)),
        ))
    }
}

#[cfg(test)]
mod tests;
