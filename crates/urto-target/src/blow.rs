//! Contact time, centroid and restitution of a blow: stiffness and dissipation are sought.
//!
//! Law:  on a wall the contact time goes as (m/k)^(1/(a+1)) and restitution depends on mu·v alone
//!       (Avanzini & Rocchesso 2004, equations 10 and 12); a body that gives way changes both a
//!       little. The centroid falls with the contact time, and follows mu at a given one.
//! Step: the elastic contact time on a wall is the start; the blow is simulated at a rate
//!       at which it lasts 32 steps or more, the attack is rendered and measured. Two targets
//!       are approached by both knobs at once (`approach`), from that start or from where a
//!       rough map of both knobs promises something (`map`); where this fails, the first is met by
//!       the stiffness at each dissipation that the search for the second tries (`pair`).

use super::bench::Bench;
use super::pair::{both, dense};
use super::root::Search;
use super::{Met, Reach, TargetError, Wish, in_unit};
use urto::math;
use urto::param::Params;
use urto::sounds::impact::ImpactParams;

/// What can be asked for of a blow; of two, the earlier one is met by the stiffness.
pub(super) const KEYS: &[&str] = &["contact_time", "centroid", "restitution"];

pub(super) fn can(params: &dyn Params) -> bool {
    params.as_any().is::<ImpactParams>()
}

/// Where one stiffness is known, that for another loss lies so near: a third of a decade, as a
/// share of the knob's travel.
const NEAR: f64 = 1.0 / 42.0;
/// By so much a contact time may jump where the rate of its simulation changes.
pub(super) const RATE_JUMP: f64 = 1.5e-3;
/// A touch that lasts N times as long as asked for need not be followed to its end.
pub(super) const PATIENCE: f64 = 4.0;

/// How far a value is from the wanted one, and how near is enough: shares, but of restitution,
/// which may be zero.
pub(super) fn off(key: &str, value: Option<f64>, wanted: f64) -> f64 {
    match value {
        None => f64::NAN,
        Some(value) if key == "restitution" => value - wanted,
        Some(value) => math::log(value / wanted),
    }
}

pub(super) fn enough(key: &str) -> f64 {
    match key {
        "restitution" => 1e-3,
        // The centroid may have a narrow range: a twentieth of that must be met.
        "centroid" => 1e-4,
        // Closer than needed: what it leaves open shakes the second target.
        _ => 2e-5,
    }
}

/// What counts as met when nothing nearer is found.
pub(super) fn allowed(key: &str) -> f64 {
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
pub(super) struct Trouble(pub Option<TargetError>);

impl Trouble {
    pub fn note<T>(&mut self, result: Result<Option<T>, TargetError>) -> Option<T> {
        result.unwrap_or_else(|error| {
            self.0 = Some(error);
            None
        })
    }
}

/// Meets one target by the stiffness, at a loss. Gives position and value.
pub(super) fn by_stiffness(
    bench: &mut Bench,
    wish: (&'static str, f64),
    start: f64,
    loss: f64,
    trouble: &mut Trouble,
    patient: bool,
) -> Result<(f64, f64), Reach> {
    let (key, wanted) = wish;
    let stations = bench.stations(0);
    // The centroid rises about a quarter as fast as the time falls, while it does.
    let fall = bench.fall();
    let slope = match key {
        "contact_time" => fall,
        _ => foretold_slope(bench, [start, loss], trouble).unwrap_or(-0.25 * fall),
    };
    let cheap = key != "centroid" || bench.foretells;
    let mut values: Vec<(f64, f64)> = Vec::new();
    let mut search = Search::new(bench.slack * enough(key), |at| {
        let value = trouble.note(bench.value(key, [at, loss]));
        values.extend(value.map(|value| (at, value)));
        off(key, value, wanted)
    });
    let mut found = search.slide(start, slope);
    if found.is_none() && !patient {
        found = search.around(start, NEAR);
        // Where the rate of the simulation changes, so does its error: nothing lies between.
        if found.is_none() && key == "contact_time" {
            found = search.best().filter(|best| best.off.abs() <= RATE_JUMP);
        }
    }
    if found.is_none() && patient {
        found = search.scan(start, &stations);
    }
    // Where several touches make a blow, a value may hide between stations.
    if found.is_none() && patient && cheap {
        found = search.scan(start, &dense(&stations));
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

/// How the centroid, as a logarithm, changes over the stiffness's travel, as the modes foretell.
fn foretold_slope(bench: &mut Bench, at: [f64; 2], trouble: &mut Trouble) -> Option<f64> {
    let aside = if at[0] < 0.5 { 1e-3 } else { -1e-3 };
    let ends = [at, [at[0] + aside, at[1]]].map(|at| trouble.note(bench.foretold(at)));
    let [a, b] = ends;
    let slope = math::log(b? / a?) / aside;
    // Flat or falling it tells nothing of where to go.
    (slope.is_finite() && slope.abs() > 1e-3).then_some(slope)
}

/// What a search saw that did not succeed: from the lowest to the highest value, and where it
/// was nearly right.
pub(super) struct Missed {
    pub seen: Reach,
    pub near: Option<[f64; 3]>,
}

/// Meets one target by the loss, everything else as `setting` has it at a loss: that gives the
/// value and the stiffness's position.
pub(super) fn by_loss(
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
    let found = search.scan(bench.from, &stations);
    let best = search.best().filter(|best| best.off.abs() <= allowed(key));
    let all = |at: f64| values.iter().find(|[_, loss, _]| *loss == at).copied();
    found.and_then(|found| all(found.at)).ok_or_else(|| Missed {
        seen: Reach::of(values.iter().map(|[_, _, value]| *value), wanted),
        near: best.and_then(|best| all(best.at)),
    })
}

pub(super) fn solve(
    params: &mut dyn Params,
    wishes: &[&Wish],
) -> Result<(Vec<Met>, usize), TargetError> {
    let mut ordered = Vec::new();
    for key in KEYS {
        let wish = wishes.iter().find(|wish| wish.key == *key);
        ordered.extend(wish.map(|wish| (*key, wish.value)));
    }
    let Some(first) = ordered.first().copied() else {
        return Ok((Vec::new(), 0));
    };
    let mut bench = Bench::new(params)?;
    if first.0 == "contact_time" {
        bench.patience = PATIENCE * first.1;
    }
    bench.hears = ordered.iter().any(|(key, _)| *key == "centroid");
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
    let met = met
        .map(|((key, wanted), got)| Met {
            key,
            wanted: *wanted,
            got,
        })
        .collect();
    Ok((met, bench.steps))
}

pub(super) type Place = ([f64; 2], [f64; 2]);

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
    let mut start = start(bench, wish);
    if wish.0 == "centroid" {
        bench.foretells = true;
        let near = by_stiffness(bench, wish, start, now[1], trouble, true);
        bench.foretells = false;
        start = near.map_or(start, |(at, _)| at);
    }
    let (at, got) = by_stiffness(bench, wish, start, now[1], trouble, true).map_err(refuse)?;
    Ok(([at, now[1]], [got, f64::NAN]))
}

/// Where the stiffness starts.
pub(super) fn start(bench: &Bench, (key, wanted): (&str, f64)) -> f64 {
    match key {
        "contact_time" => {
            let stiffness = bench.stiffness_for(wanted);
            bench.knobs[0].range.position(stiffness)
        }
        _ => bench.now()[0],
    }
}

pub(super) fn unreachable(
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
