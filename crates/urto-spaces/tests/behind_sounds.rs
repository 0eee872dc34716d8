//! The spaces of this crate behind a sound: chosen, moved by signals, in any block, without memory.

use assert_no_alloc::{AllocDisabler, assert_no_alloc, violation_count};
use urto::Rate;
use urto::catalogue::Catalogue;
use urto::param::{Kind, Value};
use urto::sound::{Event, Signal, Sound, TapSignals};

#[global_allocator]
static ALLOCATOR: AllocDisabler = AllocDisabler;

const RATE: f64 = 48_000.0;

fn catalogue() -> Catalogue {
    let spaces = urto_spaces::SPACES.iter();
    spaces.fold(Catalogue::of_urto(), |all, kind| all.with_space(kind))
}

fn set(sound: &mut dyn Sound, key: &str, value: &str) {
    let (id, spec) = sound.params().table().locate(key).unwrap();
    let value = match spec.kind {
        Kind::Choice { options, .. } => {
            Value::Choice(options.iter().position(|own| own.key == value).unwrap())
        }
        _ => Value::Number(value.parse().unwrap()),
    };
    sound.set(&id, &value);
}

fn struck(all: &Catalogue, settings: &[(&str, &str)]) -> Box<dyn Sound> {
    let mut sound = (all.sound("impact").unwrap().make)();
    for (key, value) in settings {
        set(sound.as_mut(), key, value);
    }
    sound.prepare(Rate::new(RATE).unwrap(), 512);
    sound.event(0, Event::trigger(1.0));
    sound
}

/// No key of a sound of this library hides the table of a space.
#[test]
fn every_sound_has_all_of_a_space() {
    for sound in catalogue().sounds() {
        for key in ["tube.source", "open_air.distance"] {
            assert!(sound.table.find(key).is_ok(), "{} {key}", sound.key);
        }
    }
}

/// A place that a signal moves is heard sample by sample, the same in any block, and takes no memory.
#[test]
fn places_follow_signals_in_any_block_without_memory() {
    let all = catalogue();
    for (space, key, from, to) in [
        ("tube", "tube.source", 1.0, 3.5),
        ("tube", "tube.listener", 0.2, 2.0),
        ("open_air", "open_air.distance", 20.0, 2.0),
    ] {
        let frames = 9600;
        let values: Vec<f32> = (0..frames)
            .map(|n| from + (to - from) * n as f32 / frames as f32)
            .collect();
        let told = |size: usize, moves: bool| {
            let mut sound = struck(&all, &[("space", space)]);
            assert_eq!(sound.channels(), 2);
            let id = sound.params().table().find(key).unwrap();
            let mut both = [vec![0.0f32; frames], vec![0.0f32; frames]];
            let [left, right] = &mut both;
            assert_no_alloc(|| {
                let mut at = 0;
                while at < frames {
                    let end = (at + size).min(frames);
                    let signal = [Signal {
                        id,
                        values: &values[at..end],
                    }];
                    let signals = if moves { &signal[..] } else { &[] };
                    let mut outputs = [&mut left[at..end], &mut right[at..end]];
                    sound.render_tapped(signals, &mut outputs, &mut TapSignals::default());
                    at = end;
                }
            });
            assert_eq!(violation_count(), 0);
            let health = sound.health();
            assert_eq!((health.clamped, health.non_finite), (0, 0), "{key}");
            both
        };
        let moved = told(512, true);
        assert!(
            moved.iter().all(|ear| ear.iter().any(|x| x.abs() > 1e-3)),
            "{key}"
        );
        assert!(moved != told(512, false), "{key}");
        for size in [1, 77] {
            assert!(told(size, true) == moved, "{key} {size}");
        }
    }
}
