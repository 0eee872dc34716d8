//! A project's score as orders in time: events, patterns with swing and chance, and curves.
//!
//! The studio plays these orders and the command renders them, so both give the same samples.

use crate::document::{Document, fader};
use crate::order::{Order, WireValue};
use urto::Rate;
use urto::param::number_of;
use urto::rng::Rng;
use urto::sound::Expression;
use urto_file::{Cue, Lane, LaneCurve, Pattern, ProjectScore};

/// A curve sets its number every N frames; sounds smooth over the same.
const EVERY: u64 = 64;
/// How far chance moves a step in time at most, as a share of its length: the next one stays the
/// next.
const LATE: f64 = 0.2;
/// How far it moves a strength and a place, as a share of each.
const STRONGER: f64 = 0.5;
const FARTHER: f64 = 0.25;

/// The events of a lane, those of its patterns included, in time; times in the score's unit.
pub fn events(lane: &Lane) -> Vec<Cue> {
    let mut all = lane.events.clone();
    lane.patterns.iter().for_each(|own| steps(own, &mut all));
    all.sort_by(|a, b| a.at.total_cmp(&b.at));
    all
}

/// The events of a pattern.
fn steps(own: &Pattern, all: &mut Vec<Cue>) {
    let mut rng = Rng::new(own.seed);
    let count = own.steps.len() * own.times;
    let of = |list: &[f64], step: usize| list.get(step % list.len().max(1)).copied();
    for number in 0..count {
        let step = number % own.steps.len();
        let strength = own.steps[step];
        // A rest draws too, so that switching one step moves no other.
        let [late, strong, far] = [rng.signed(), rng.signed(), rng.signed()];
        if strength <= 0.0 {
            continue;
        }
        // Of each pair of steps the first lasts `swing`, the second what is left.
        let (pair, second) = ((number / 2) as f64, number % 2 == 1);
        let even = 2.0 * (pair + if second { own.swing } else { 0.0 });
        let place = of(&own.place, step);
        all.push(Cue {
            at: (own.at + own.step * (even + own.vary * LATE * late)).max(0.0),
            strength: (strength * (1.0 + own.vary * STRONGER * strong)).clamp(0.0, 10.0),
            hold: own.hold,
            pitch: of(&own.pitch, step),
            pressure: None,
            place: place.map(|place| (place + own.vary * FARTHER * far).clamp(0.0, 1.0)),
        });
    }
}

/// What a score tells from one time to another [its unit], as orders at frames that count from the
/// first. Curves say at once where they are; at one frame they come before events.
pub fn orders(score: &ProjectScore, from: f64, to: f64, rate: Rate) -> Vec<(u64, Order)> {
    let frame = |time: f64| (time * score.unit() * rate.hertz()).round().max(0.0) as u64;
    let (first, end) = (frame(from), frame(to));
    let mut all = Vec::new();
    for lane in &score.lanes {
        for own in &lane.curves {
            follow(lane.slot, own, score.unit(), (first, end), rate, &mut all);
        }
    }
    let sets = all.len();
    for lane in &score.lanes {
        let inside = |own: &Cue| (first..end).contains(&frame(own.at));
        for own in events(lane).iter().filter(|own| inside(own)) {
            let mut expression = Expression::default();
            expression.pitch = own.pitch;
            expression.pressure = own.pressure;
            expression.place = own.place;
            let order = Order::Trigger {
                slot: lane.slot,
                strength: own.strength,
                hold: own.hold.map(|hold| hold * score.unit()),
                expression,
            };
            all.push((frame(own.at) - first, order));
        }
    }
    debug_assert!(
        all[..sets]
            .iter()
            .all(|(_, order)| !matches!(order, Order::Trigger { .. }))
    );
    // Stable: what stands first at a frame happens first.
    all.sort_by_key(|(at, _)| *at);
    all
}

/// What puts back the numbers that curves have moved, to what the document says.
pub fn back(document: &Document) -> Vec<Order> {
    let score = document.score.iter();
    let mut all = Vec::new();
    for lane in score.flat_map(|score| &score.lanes) {
        let slot = lane.slot;
        let Some(own) = document.instances.iter().find(|own| own.slot == slot) else {
            continue;
        };
        for curve in &lane.curves {
            let key = curve.key.clone();
            let at = own.values.table().find(&key).ok();
            let number = at.and_then(|at| number_of(&*own.values, &at));
            all.extend(match (key.as_str(), number) {
                ("mix.gain", _) => Some(Order::Gain {
                    slot,
                    decibels: own.gain,
                }),
                ("mix.pan", _) => Some(Order::Pan { slot, pan: own.pan }),
                (_, Some((value, _))) => Some(Order::Set {
                    slot,
                    key,
                    value: WireValue::Number(value),
                }),
                _ => None,
            });
        }
    }
    all
}

/// The orders of a curve.
fn follow(
    slot: usize,
    own: &LaneCurve,
    unit: f64,
    (first, end): (u64, u64),
    rate: Rate,
    all: &mut Vec<(u64, Order)>,
) {
    let points = own.curve.points();
    let last_point = points.last().map_or(0.0, |(time, _)| *time) * unit;
    let last_frame = (last_point * rate.hertz()).ceil() as u64 + EVERY;
    let mut told = None;
    for at in (first..end.min(last_frame).max(first + 1)).step_by(EVERY as usize) {
        let value = own.curve.at(at as f64 * rate.step() / unit);
        if told == Some(value) {
            continue;
        }
        told = Some(value);
        let order = match own.key.as_str() {
            "mix.gain" => Order::Gain {
                slot,
                decibels: fader(value),
            },
            "mix.pan" => Order::Pan {
                slot,
                pan: value.clamp(-1.0, 1.0),
            },
            key => Order::Set {
                slot,
                key: key.to_owned(),
                value: WireValue::Number(value),
            },
        };
        all.push((at - first, order));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(text: &str) -> ProjectScore {
        urto_file::read_score(text).unwrap()
    }

    fn times(score: &ProjectScore) -> Vec<f64> {
        events(&score.lanes[0]).iter().map(|own| own.at).collect()
    }

    #[test]
    fn beats_become_frames_and_a_part_begins_at_its_own_start() {
        let own = score(
            "beats = true\ntempo = 120\nlength = 8\n[[lane]]\nslot = 3\nevents = '''\n\
             0 1 -\n1 0.5 2 pitch 1.5\n7.9 1 -\n'''",
        );
        let rate = Rate::new(48_000.0).unwrap();
        let all = orders(&own, 0.0, 8.0, rate);
        let at: Vec<u64> = all.iter().map(|(at, _)| *at).collect();
        // Half a second each beat.
        assert_eq!(at, [0, 24_000, 189_600]);
        assert_eq!(all[1].1.to_string(), "trigger 3 0.5 1.0 pitch 1.5");
        let part = orders(&own, 1.0, 4.0, rate);
        assert_eq!((part.len(), part[0].0), (1, 0));
        // What ends at a time does not hold what begins there.
        assert!(orders(&own, 0.5, 1.0, rate).is_empty());
    }

    #[test]
    fn curves_say_where_they_are_and_then_move_every_64_frames() {
        let own = score(
            "length = 4\n[[lane]]\nslot = 0\nevents = '1 1 -'\n[[lane.curve]]\nkey = 'velocity'\n\
             points = [[0, 1], [1, 2]]\n[[lane.curve]]\nkey = 'mix.gain'\npoints = [[0, -6]]",
        );
        let rate = Rate::new(48_000.0).unwrap();
        let all = orders(&own, 0.0, 4.0, rate);
        assert_eq!(all.len(), 750 + 1 + 1 + 1);
        let half = orders(&own, 0.5, 4.0, rate);
        assert_eq!(half[0], (0, Order::parse("set 0 velocity 1.5").unwrap()));
        assert_eq!(half[1], (0, Order::parse("gain 0 -6.0").unwrap()));
        // Where a curve has its point, it is there before the event that falls on it.
        let second = all.iter().position(|(at, _)| *at == 48_000).unwrap();
        assert_eq!(all[second].1.to_string(), "set 0 velocity 2.0");
        assert!(matches!(all[second + 1].1, Order::Trigger { .. }));
        // Behind its end a curve still says where it is.
        let late = orders(&own, 3.0, 4.0, rate);
        assert_eq!(late[0].1.to_string(), "set 0 velocity 2.0");
        assert_eq!(late.len(), 2);
    }

    #[test]
    fn a_pattern_swings_rests_and_varies_by_its_seed() {
        let plain = "length = 8\n[[lane]]\nslot = 0\n[[lane.pattern]]\nat = 1\nstep = 0.5\n\
                     times = 2\nsteps = [1, 0.5, 0, 0.25]\n";
        assert_eq!(times(&score(plain)), [1.0, 1.5, 2.5, 3.0, 3.5, 4.5]);
        let swung = score(&format!("{plain}swing = 0.75"));
        assert_eq!(times(&swung), [1.0, 1.75, 2.75, 3.0, 3.75, 4.75]);
        let varied = |seed: u64| score(&format!("{plain}vary = 1\nseed = {seed}\nplace = [0.5]"));
        let (a, b) = (events(&varied(1).lanes[0]), events(&varied(2).lanes[0]));
        assert_eq!(a, events(&varied(1).lanes[0]));
        assert_ne!(a, b);
        for (own, plain) in a.iter().zip(events(&score(plain).lanes[0])) {
            assert!((own.at - plain.at).abs() <= 0.1, "{} {}", own.at, plain.at);
            assert!((own.strength / plain.strength - 1.0).abs() <= 0.5);
            assert!((own.place.unwrap() - 0.5).abs() <= 0.25);
        }
        // A step that is switched off moves no other.
        let rest = varied(1);
        let mut rest = rest.lanes[0].clone();
        rest.patterns[0].steps[1] = 0.0;
        let rest = events(&rest);
        assert!(rest.iter().all(|own| a.contains(own)));
        assert_eq!(rest.len(), 4);
    }

    #[test]
    fn no_score_makes_an_order_that_does_not_read_back() {
        let mut rng = Rng::new(5);
        let rate = Rate::new(44_100.0).unwrap();
        for round in 0..200 {
            let text = format!(
                "beats = {}\ntempo = {}\nlength = {}\n[[lane]]\nslot = 0\n[[lane.pattern]]\nat = {}\n\
                 step = {}\ntimes = {}\nsteps = [{}, 0, 10]\nplace = [0, 1]\nswing = {}\nvary = {}\n\
                 seed = {round}\n[[lane.curve]]\nkey = 'a'\npoints = [[{}, -1e9], [{}, 1e9]]",
                round % 2 == 0,
                rng.log_uniform(10.0, 960.0),
                rng.log_uniform(0.01, 5.0),
                rng.uniform(),
                rng.log_uniform(1e-3, 3600.0),
                1 + rng.below(100),
                rng.uniform() * 10.0,
                0.5 + 0.4 * rng.uniform(),
                rng.uniform(),
                rng.uniform(),
                1.0 + rng.uniform(),
            );
            let own = score(&text);
            let from = rng.uniform() * own.length;
            let most = (own.seconds() * rate.hertz()).ceil() as u64;
            let mut last = 0;
            for (at, order) in orders(&own, from, own.length, rate) {
                assert!(at >= last && at <= most, "{at} {text}");
                last = at;
                assert_eq!(Order::parse(&order.to_string()), Ok(order));
            }
        }
    }
}
