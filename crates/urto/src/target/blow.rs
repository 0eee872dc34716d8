//! Contact time, centroid and restitution of a blow: stiffness and dissipation are sought.
//!
//! Law:  on a wall the contact time goes as (m/k)^(1/(a+1)) and restitution depends on mu·v alone
//!       (Avanzini & Rocchesso 2004, equations 10 and 12); a body that gives way changes both a
//!       little. The centroid falls with the contact time, and follows mu at a given one.
//! Step: the elastic contact time on a wall is the start; the blow is simulated at a rate
//!       at which it lasts 32 steps or more, the attack is rendered and measured. Of two
//!       targets, the first is met by the stiffness at each dissipation that the search for the
//!       second tries.

use super::root::Search;
use super::{Knob, Met, Reach, TargetError, Wish, extent, in_unit, quantity};
use crate::analysis::Centroid;
use crate::error::BuildError;
use crate::math;
use crate::network::ObjectId;
use crate::param::{Params, Value, leaves};
use crate::rate::Rate;
use crate::sound::{Event, Model, Sound};
use crate::sounds::impact::{Impact, ImpactParams, TouchLaw};

/// What can be asked for of a blow; of two, the earlier one is met by the stiffness.
pub(super) const KEYS: &[&str] = &["contact_time", "centroid", "restitution"];

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

pub(super) fn can(params: &dyn Params) -> bool {
    params.as_any().is::<ImpactParams>()
}

/// The first touch of a blow.
#[derive(Clone, Copy, Debug)]
struct Touchdown {
    /// How long it lasts \[s\].
    time: f64,
    /// Speed back over speed forth.
    restitution: f64,
}

/// A blow on the test bench.
struct Bench {
    params: ImpactParams,
    /// Stiffness and loss.
    knobs: [Knob; 2],
    touches: [Option<(Impact, ObjectId)>; 4],
    heard: Option<(Box<dyn Sound>, Centroid, Vec<f32>)>,
    /// Touches that last longer are not followed to their end \[s\].
    patience: f64,
}

impl Bench {
    fn new(params: &dyn Params) -> Result<Self, TargetError> {
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
        })
    }

    fn exponent(&self) -> f64 {
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
    fn stiffness_for(&self, time: f64) -> f64 {
        let ratio = self.on_wall(1.0) / time;
        math::pow(ratio, self.exponent() + 1.0)
    }

    fn suiting(&self, time: f64) -> usize {
        let suits = |rate: &f64| time * rate >= FEWEST;
        RATES.iter().position(suits).unwrap_or(RATES.len() - 1)
    }

    fn values(&self, at: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|n| self.knobs[n].range.value_at(at[n]))
    }

    /// Simulates the blow. `None` if it does not end in time.
    ///
    /// The rate follows from the stiffness alone, so that the same blow always has the same
    /// answer. On a body that gives way a touch lasts longer than on a wall: the steps suffice.
    fn touch(&mut self, at: [f64; 2]) -> Result<Option<Touchdown>, TargetError> {
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
        Ok(centroid.attack(samples))
    }

    fn value(&mut self, key: &str, at: [f64; 2]) -> Result<Option<f64>, TargetError> {
        Ok(match key {
            "centroid" => self.centroid(at)?,
            "restitution" => self.touch(at)?.map(|touch| touch.restitution),
            _ => self.touch(at)?.map(|touch| touch.time),
        })
    }

    fn now(&self) -> [f64; 2] {
        [0, 1].map(|n| self.knobs[n].range.position(self.knobs[n].now))
    }

    fn stations(&self, knob: usize) -> Vec<f64> {
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

/// Four times as many stations.
fn dense(stations: &[f64]) -> Vec<f64> {
    let between = |pair: &[f64]| [0.0, 0.25, 0.5, 0.75].map(|s| pair[0] + s * (pair[1] - pair[0]));
    let last = stations.last().copied();
    stations.windows(2).flat_map(between).chain(last).collect()
}

/// How far a value is from the wanted one, and how near is enough: shares, but of restitution,
/// which may be zero.
fn off(key: &str, value: Option<f64>, wanted: f64) -> f64 {
    match value {
        None => f64::NAN,
        Some(value) if key == "restitution" => value - wanted,
        Some(value) => math::log(value / wanted),
    }
}

fn enough(key: &str) -> f64 {
    match key {
        "restitution" => 1e-3,
        // The centroid may have a narrow range: a twentieth of that must be met.
        "centroid" => 1e-4,
        // Closer than needed: what it leaves open shakes the second target.
        _ => 2e-5,
    }
}

/// What counts as met when nothing nearer is found.
fn allowed(key: &str) -> f64 {
    match key {
        "restitution" => 5e-3,
        _ => 1e-2,
    }
}

pub(super) fn measure(params: &dyn Params, key: &'static str) -> Result<f64, TargetError> {
    let mut bench = Bench::new(params)?;
    let at = bench.now();
    Ok(bench.value(key, at)?.unwrap_or(f64::NAN))
}

/// A search's failures do not stop it: they are told at the end.
struct Trouble(Option<TargetError>);

impl Trouble {
    fn note<T>(&mut self, result: Result<Option<T>, TargetError>) -> Option<T> {
        result.unwrap_or_else(|error| {
            self.0 = Some(error);
            None
        })
    }
}

/// Meets one target by the stiffness, at a loss. Gives position and value.
fn by_stiffness(
    bench: &mut Bench,
    wish: (&'static str, f64),
    start: f64,
    loss: f64,
    trouble: &mut Trouble,
    patient: bool,
) -> Result<(f64, f64), Reach> {
    let (key, wanted) = wish;
    let stations = bench.stations(0);
    // Over the whole travel, 14 decades, the time falls by these to the power 1/(a+1); the
    // centroid rises about half as fast as the time falls, while it does.
    let fall = math::log(1e14) / (bench.exponent() + 1.0);
    let slope = match key {
        "contact_time" => -fall,
        _ => 0.25 * fall,
    };
    let mut values: Vec<(f64, f64)> = Vec::new();
    let mut search = Search::new(enough(key), |at| {
        let value = trouble.note(bench.value(key, [at, loss]));
        values.extend(value.map(|value| (at, value)));
        off(key, value, wanted)
    });
    let mut found = search.slide(start, slope);
    if found.is_none() && patient {
        found = search.scan(start, &stations);
    }
    let found = found.or_else(|| search.best().filter(|best| best.off.abs() <= allowed(key)));
    match found {
        Some(found) => {
            let value = values.iter().find(|(at, _)| *at == found.at);
            Ok((found.at, value.map_or(f64::NAN, |(_, value)| *value)))
        }
        None => Err(Reach::of(values.iter().map(|(_, value)| *value), wanted)),
    }
}

/// What a search saw that did not succeed: from the lowest to the highest value, and where it
/// was nearly right.
struct Missed {
    seen: Reach,
    near: Option<[f64; 3]>,
}

/// Meets one target by the loss, everything else as `setting` has it at a loss: that gives the
/// value and the stiffness's position.
fn by_loss(
    bench: &Bench,
    wish: (&'static str, f64),
    mut setting: impl FnMut(f64) -> Option<(f64, f64)>,
) -> Result<[f64; 3], Missed> {
    let (key, wanted) = wish;
    let stations = bench.stations(1);
    let mut values: Vec<[f64; 3]> = Vec::new();
    let mut search = Search::new(enough(key), |at| {
        let found = setting(at);
        values.extend(found.map(|(value, stiffness)| [stiffness, at, value]));
        off(key, found.map(|(value, _)| value), wanted)
    });
    let found = search.scan(bench.now()[1], &stations);
    let best = search.best().filter(|best| best.off.abs() <= allowed(key));
    let all = |at: f64| values.iter().find(|[_, loss, _]| *loss == at).copied();
    found.and_then(|found| all(found.at)).ok_or_else(|| Missed {
        seen: Reach::of(values.iter().map(|[_, _, value]| *value), wanted),
        near: best.and_then(|best| all(best.at)),
    })
}

pub(super) fn solve(params: &mut dyn Params, wishes: &[&Wish]) -> Result<Vec<Met>, TargetError> {
    let mut ordered = Vec::new();
    for key in KEYS {
        let wish = wishes.iter().find(|wish| wish.key == *key);
        ordered.extend(wish.map(|wish| (*key, wish.value)));
    }
    let Some(first) = ordered.first().copied() else {
        return Ok(Vec::new());
    };
    let mut bench = Bench::new(params)?;
    if first.0 == "contact_time" {
        bench.patience = 4.0 * first.1;
    }
    let mut trouble = Trouble(None);
    let found = match ordered.get(1).copied() {
        None => alone(&mut bench, first, &mut trouble),
        Some(second) => both(&mut bench, first, second, &mut trouble),
    };
    let (at, got) = match found {
        Ok(found) => found,
        Err(error) => return Err(trouble.0.unwrap_or(error)),
    };
    let now = bench.now();
    for (n, (knob, value)) in bench.knobs.iter().zip(bench.values(at)).enumerate() {
        // What was not sought stays to the last digit.
        if at[n] != now[n] {
            knob.turn(params, value);
        }
    }
    let met = ordered.iter().zip(got);
    Ok(met
        .map(|((key, wanted), got)| Met {
            key,
            wanted: *wanted,
            got,
        })
        .collect())
}

type Place = ([f64; 2], [f64; 2]);

fn alone(
    bench: &mut Bench,
    wish: (&'static str, f64),
    trouble: &mut Trouble,
) -> Result<Place, TargetError> {
    let now = bench.now();
    let refuse = |range| unreachable(wish, range, None);
    if wish.0 == "restitution" {
        let still = Bench::new(&bench.params)?;
        let setting = |loss| {
            let touch = trouble.note(bench.touch([now[0], loss]));
            touch.map(|touch| (touch.restitution, now[0]))
        };
        let found = by_loss(&still, wish, setting);
        let found = found.or_else(|missed| missed.near.ok_or_else(|| refuse(missed.seen)));
        let [stiffness, loss, got] = found?;
        return Ok(([stiffness, loss], [got, f64::NAN]));
    }
    let start = start(bench, wish);
    let (at, got) = by_stiffness(bench, wish, start, now[1], trouble, true).map_err(refuse)?;
    Ok(([at, now[1]], [got, f64::NAN]))
}

/// Where the stiffness starts.
fn start(bench: &Bench, (key, wanted): (&str, f64)) -> f64 {
    match key {
        "contact_time" => {
            let stiffness = bench.stiffness_for(wanted);
            bench.knobs[0].range.position(stiffness)
        }
        _ => bench.now()[0],
    }
}

fn both(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    trouble: &mut Trouble,
) -> Result<Place, TargetError> {
    let still = Bench::new(&bench.params)?;
    let mut next = start(bench, first);
    let mut firsts: Vec<(f64, f64)> = Vec::new();
    let mut missed = Reach::of([], first.1);
    let setting = |loss: f64| match by_stiffness(bench, first, next, loss, trouble, true) {
        Ok((at, got)) => {
            next = at;
            firsts.push((loss, got));
            let value = trouble.note(bench.value(second.0, [at, loss]));
            value.map(|value| (value, at))
        }
        Err(range) => {
            missed = missed.joined(range, first.1);
            None
        }
    };
    let found = by_loss(&still, second, setting);
    let place = |[stiffness, loss, got]: [f64; 3]| {
        let own = firsts.iter().find(|(at, _)| *at == loss);
        let own = own.map_or(f64::NAN, |(_, got)| *got);
        ([stiffness, loss], [own, got])
    };
    let missing = match found {
        Ok(found) => return Ok(place(found)),
        Err(missing) => missing,
    };
    let found = everywhere(bench, first, second, trouble);
    let found = found.or_else(|| missing.near.map(place));
    found.ok_or_else(|| match firsts.is_empty() {
        // The first cannot be met at all.
        true => unreachable(first, missed, None),
        false => unreachable(second, missing.seen, Some(first)),
    })
}

/// Where several touches make a blow, both quantities jump, and there may be several stiffnesses
/// for the first at one loss: the way along one of them may miss the second. Then all of them
/// are looked at, and between neighbours that have the second between them it is searched.
fn everywhere(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    trouble: &mut Trouble,
) -> Option<Place> {
    let rows = spots(bench, first, second, trouble);
    let mut pairs: Vec<[Spot; 2]> = Vec::new();
    for next in rows.windows(2) {
        for a in &next[0] {
            for b in next[1].iter().filter(|b| a.off * b.off <= 0.0) {
                pairs.push([*a, *b]);
            }
        }
    }
    // Those of nearly one stiffness belong together.
    let apart = |pair: &[Spot; 2]| (pair[0].at[0] - pair[1].at[0]).abs();
    pairs.sort_by(|a, b| apart(a).total_cmp(&apart(b)));
    let mut spots: Vec<Spot> = rows.into_iter().flatten().collect();
    let exponent = bench.exponent();
    for [a, b] in pairs.into_iter().take(12) {
        let mut search = Search::new(enough(second.0), |share| {
            let [stiffness, loss] = [0, 1].map(|n| a.at[n] + share * (b.at[n] - a.at[n]));
            let mut near = Search::new(enough(first.0), |at| {
                let value = trouble.note(bench.value(first.0, [at, loss]));
                off(first.0, value, first.1)
            });
            // On the same way down, which lies between the two or close by.
            let slope = -math::log(1e14) / (exponent + 1.0);
            let room = 1.0 / 84.0;
            let found = near.slide(stiffness, slope).or_else(|| {
                let (low, high) = (stiffness - room, stiffness + room);
                near.within(low.max(0.0), high.min(1.0))
            });
            let spot = found.and_then(|seen| spot(bench, first, second, [seen.at, loss], trouble));
            spots.extend(spot);
            spot.map_or(f64::NAN, |spot| spot.off)
        });
        if search.within(0.0, 1.0).is_some() {
            break;
        }
    }
    let best = spots
        .iter()
        .min_by(|a, b| a.off.abs().total_cmp(&b.off.abs()))?;
    let good = best.off.abs() <= allowed(second.0);
    good.then_some((best.at, best.values))
}

/// All places where the first target is met, for each station of the loss.
fn spots(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    trouble: &mut Trouble,
) -> Vec<Vec<Spot>> {
    let around = start(bench, first);
    // A sixth of a decade each.
    let grid: Vec<f64> = (-6..=18)
        .map(|n| around + f64::from(n) / 84.0)
        .filter(|at| (0.0..=1.0).contains(at))
        .collect();
    let stations = dense(&bench.stations(1));
    let mut rows: Vec<Vec<Spot>> = Vec::new();
    for loss in &stations {
        let mut row = Vec::new();
        let mut search = Search::new(enough(first.0), |at| {
            let value = trouble.note(bench.value(first.0, [at, *loss]));
            off(first.0, value, first.1)
        });
        let found: Vec<f64> = grid
            .windows(2)
            .filter_map(|pair| search.within(pair[0], pair[1]))
            .map(|seen| seen.at)
            .collect();
        for at in found {
            row.extend(spot(bench, first, second, [at, *loss], trouble));
        }
        rows.push(row);
    }
    rows
}

/// A place where the first target is met.
#[derive(Clone, Copy)]
struct Spot {
    at: [f64; 2],
    values: [f64; 2],
    /// How far off the second is.
    off: f64,
}

fn spot(
    bench: &mut Bench,
    first: (&'static str, f64),
    second: (&'static str, f64),
    at: [f64; 2],
    trouble: &mut Trouble,
) -> Option<Spot> {
    let own = trouble.note(bench.value(first.0, at))?;
    let value = trouble.note(bench.value(second.0, at))?;
    Some(Spot {
        at,
        values: [own, value],
        off: off(second.0, Some(value), second.1),
    })
}

fn unreachable(
    (key, wanted): (&'static str, f64),
    range: Reach,
    given: Option<(&'static str, f64)>,
) -> TargetError {
    let given = given.map(|(key, value)| format!(" with a {key} of {}", in_unit(key, value)));
    TargetError::Unreachable {
        key,
        wanted,
        range,
        given: given.unwrap_or_default(),
    }
}

/// Lowest and highest value of a quantity, alone or while another is as wished.
pub(super) fn reachable(
    params: &dyn Params,
    key: &'static str,
    others: &[&Wish],
) -> Result<(f64, f64), TargetError> {
    let mut bench = Bench::new(params)?;
    let mut trouble = Trouble(None);
    let other = others.first().and_then(|wish| {
        let quantity = quantity(&wish.key)?;
        Some((quantity.key, wish.value))
    });
    let now = bench.now();
    let mut values = Vec::new();
    match other {
        Some(other) if others.len() == 1 => {
            let mut next = start(&bench, other);
            for loss in dense(&bench.stations(1)) {
                let met = by_stiffness(&mut bench, other, next, loss, &mut trouble, true);
                if let Ok((at, _)) = met {
                    next = at;
                    values.extend(trouble.note(bench.value(key, [at, loss])));
                }
            }
            // Only the values count, not how far they are from one.
            let rows = spots(&mut bench, other, (key, 1.0), &mut trouble);
            values.extend(rows.iter().flatten().map(|spot| spot.values[1]));
        }
        _ => {
            let knob = usize::from(key == "restitution");
            for station in bench.stations(knob) {
                let mut at = now;
                at[knob] = station;
                values.extend(trouble.note(bench.value(key, at)));
            }
        }
    }
    match trouble.0 {
        Some(error) => Err(error),
        None => Ok(extent(values)),
    }
}
