//! Signals and taps of every sound: values arrive sample by sample, whatever the blocks.

use urto::Rate;
use urto::catalogue::Catalogue;
use urto::param::{Kind, ParamId, Range, Spec, Update, Value, leaves};
use urto::sound::{Entry, Event, Signal, Sound, TapSignals};

const RATE: f64 = 48_000.0;
const FRAMES: usize = 2500;

fn started(entry: &Entry) -> Box<dyn Sound> {
    let mut sound = (entry.make)();
    sound.prepare(Rate::new(RATE).unwrap(), 64);
    sound.reset(3);
    sound.event(0, Event::trigger(1.0));
    sound
}

/// The numbers of some classes, which take signals.
fn numbers(sound: &dyn Sound, classes: &[Update]) -> Vec<(ParamId, Range)> {
    let number = |(id, spec): (ParamId, &Spec)| match spec.kind {
        Kind::Number(range) if classes.contains(&spec.update) => Some((id, range)),
        _ => None,
    };
    leaves(sound.params())
        .into_iter()
        .filter_map(number)
        .collect()
}

/// A signal that steps, moves and rests, somewhat beyond both ends of a range.
fn wanders(range: &Range, own: usize) -> Vec<f32> {
    let value = |n: usize| match (n + 37 * own) / 500 % 4 {
        0 => range.default,
        1 => range.value_at(0.3 + 0.4 * (n % 97) as f64 / 97.0),
        2 => range.value_at(0.6),
        _ => range.value_at(0.5) * if n % 200 < 100 { 1.1 } else { 0.9 },
    };
    (0..FRAMES).map(|n| value(n) as f32).collect()
}

/// What is heard and felt while all numbers follow signals, in blocks of a size.
fn driven(entry: &Entry, size: usize, tapped: bool) -> [Vec<f32>; 4] {
    let mut sound = started(entry);
    let all = numbers(sound.as_ref(), &[Update::Sample, Update::Block]);
    let wandering = all.iter().enumerate();
    let wandering: Vec<_> = wandering
        .map(|(own, (id, range))| (*id, wanders(range, own)))
        .collect();
    let mut heard: [Vec<f32>; 4] = core::array::from_fn(|_| vec![0.0; FRAMES]);
    let mut at = 0;
    while at < FRAMES {
        let part = at..(at + size).min(FRAMES);
        let signals: Vec<Signal> = wandering
            .iter()
            .map(|(id, values)| Signal {
                id: *id,
                values: &values[part.clone()],
            })
            .collect();
        let [out, force, speed, position] = &mut heard;
        let mut taps = match tapped {
            false => TapSignals::default(),
            true => TapSignals {
                force: &mut force[part.clone()],
                speed: &mut speed[part.clone()],
                position: &mut position[part.clone()],
            },
        };
        sound.render_tapped(&signals, &mut [&mut out[part.clone()]], &mut taps);
        at = part.end;
    }
    heard
}

/// One-sample blocks are the plainest host: a value before each sample.
#[test]
fn a_signal_is_a_value_before_each_sample_in_any_block() {
    for (number, entry) in Catalogue::of_urto().sounds().iter().enumerate() {
        let plain = driven(entry, 1, true);
        assert!(plain[0].iter().any(|x| *x != 0.0), "{}", entry.key);
        let sizes = [7, 64, 500, FRAMES];
        // Each sound with one of them; with all of them with `URTO_FULL=1`.
        let (first, step) = match std::env::var_os("URTO_FULL") {
            Some(_) => (0, 1),
            None => (number % sizes.len(), sizes.len()),
        };
        for size in sizes.into_iter().skip(first).step_by(step) {
            let heard = driven(entry, size, true);
            assert!(heard == plain, "{} in blocks of {size}", entry.key);
            let untapped = driven(entry, size, false);
            assert!(untapped[0] == plain[0], "{}: taps are heard", entry.key);
        }
    }
}

/// A signal that says what is set anyway changes nothing.
#[test]
fn a_signal_of_what_is_set_is_not_heard() {
    for entry in Catalogue::of_urto().sounds() {
        let mut outputs = [vec![0.0f32; FRAMES], vec![0.0f32; FRAMES]];
        for (signalled, output) in outputs.iter_mut().enumerate() {
            let mut sound = started(entry);
            let all = numbers(sound.as_ref(), &[Update::Sample, Update::Block]);
            let mut values = Vec::new();
            for (id, range) in &all {
                // What a 32-bit float holds.
                let value = range.clamp(f64::from(range.default as f32)) as f32;
                sound.set(id, &Value::Number(range.clamp(f64::from(value))));
                values.push(vec![value; FRAMES]);
            }
            let signals = all.iter().zip(&values);
            let signals = signals.map(|((id, _), values)| Signal { id: *id, values });
            let signals: Vec<Signal> = signals.filter(|_| signalled == 1).collect();
            sound.render(&signals, &mut [output]);
        }
        assert!(outputs[0] == outputs[1], "{}", entry.key);
    }
}

/// Latest that a step may be heard: 2 ms.
const LATEST: usize = (2e-3 * RATE) as usize;

/// A step of a `Sample` parameter is there with its sample: nothing smooths it again. So it is
/// heard within 2 ms, which a string's waves may need from the bow to the bridge. Nothing tells of
/// the speed of a ball in flight: the step comes at a touch.
#[test]
fn a_step_arrives_with_its_sample() {
    let (mut tried, mut at_once) = (0, 0);
    for entry in Catalogue::of_urto().sounds() {
        for (id, range) in numbers(started(entry).as_ref(), &[Update::Sample]) {
            let key = entry.table.key_of(&id).unwrap();
            let render = |values: &[f32]| {
                let mut sound = started(entry);
                let set = sound.params().value(&id);
                let (mut out, mut force) = (vec![0.0; FRAMES], vec![0.0; FRAMES]);
                let mut taps = TapSignals {
                    force: &mut force,
                    ..TapSignals::default()
                };
                sound.render_tapped(&[Signal { id, values }], &mut [&mut out], &mut taps);
                assert_eq!(
                    sound.params().value(&id),
                    set,
                    "{key}: what was set is kept"
                );
                (out, force)
            };
            let low = range.value_at(0.6) as f32;
            let high = range.value_at(0.8) as f32;
            let (rests, force) = render(&vec![low; FRAMES]);
            // In the midst of what it does, and not where a block begins.
            let midst = 1201..FRAMES - LATEST - 1;
            let touch = midst.clone().find(|n| force[*n] != 0.0 && n % 64 != 0);
            let at = touch.unwrap_or(midst.start);
            let mut stepped = vec![low; FRAMES];
            stepped[at..].fill(high);
            let (steps, _) = render(&stepped);
            let differs = rests.iter().zip(&steps).position(|(a, b)| a != b);
            let late = differs.map(|n| n as i64 - at as i64);
            println!("{} {key}: heard {late:?} samples after the step", entry.key);
            let late = late.unwrap_or(i64::MAX);
            assert!((0..=LATEST as i64).contains(&late), "{} {key}", entry.key);
            tried += 1;
            at_once += usize::from(late <= 2);
        }
    }
    assert!(tried >= 20 && at_once + 2 >= tried, "{at_once} of {tried}");
}
