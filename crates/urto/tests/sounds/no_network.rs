//! A sound that has no network: an oscillator, played like every other.

use urto::catalogue::Catalogue;
use urto::param::{Declared, ParamId, Value};
use urto::sound::{Entry, Event, Family, Form, Model, Player, Sound, Taps};
use urto::{BuildError, Health, Ledger, Rate, math};

urto::params! {
    /// A tone.
    pub struct ToneParams("tone") {
        /// Its pitch.
        pitch: 480.0, Log(20.0, 8000.0), "Hz", Sample;
        /// Its amplitude.
        gain: 0.25, Linear(0.0, 1.0), "", Block;
    }
}

struct Tone {
    hertz: f64,
    phase: f64,
    sounds: bool,
}

impl Model for Tone {
    type Params = ToneParams;
    fn build(_: &ToneParams, rate: Rate, _: u64) -> Result<Self, BuildError> {
        Ok(Self {
            hertz: rate.hertz(),
            phase: 0.0,
            sounds: false,
        })
    }
    fn change(&mut self, _: &ToneParams, _: &ParamId) {}
    fn event(&mut self, _: &ToneParams, event: Event) {
        self.sounds = matches!(event, Event::Trigger { .. });
    }
    fn tick(&mut self, params: &ToneParams) -> f64 {
        if !self.sounds {
            return 0.0;
        }
        self.phase = (self.phase + params.pitch / self.hertz).fract();
        params.gain * math::sin(math::TAU * self.phase)
    }
    fn tail(_: &ToneParams) -> f64 {
        0.0
    }
    fn reset(&mut self, _: &ToneParams, _: u64) {
        (self.phase, self.sounds) = (0.0, false);
    }
}

static ENTRY: Entry = Entry {
    key: "tone",
    title: "Tone",
    hear: "A sine.",
    family: Family::Machines,
    form: Form::Process,
    built_on: &["chance"],
    table: &ToneParams::TABLE,
    make: &Player::<Tone>::boxed,
    seconds: 1.0,
    release: Some(0.5),
    pad: urto::sounds::impact::ENTRY.pad,
    expression: urto::sound::ExpressionKeys::NONE,
};

fn heard(sound: &mut dyn Sound, block: usize) -> Vec<f32> {
    let gain = ToneParams::TABLE.find("gain").unwrap();
    sound.set(&gain, &Value::Number(0.25));
    sound.prepare(Rate::new(48_000.0).unwrap(), 512);
    sound.event(10, Event::trigger(1.0));
    sound.event(4010, Event::Release);
    let mut out = vec![0.0; 6000];
    for (n, part) in out.chunks_mut(block).enumerate() {
        if n * block == 2000 {
            sound.set(&gain, &Value::Number(0.5));
        }
        sound.render(&[], &mut [part]);
    }
    out
}

#[test]
fn a_sound_without_a_network_is_played_like_any_other() {
    let mut tone = Player::<Tone>::boxed();
    let out = heard(tone.as_mut(), 500);
    // A hundredth of the rate: a crest a quarter of a period after it has begun.
    assert_eq!(out[..10], [0.0; 10]);
    assert!((out[10 + 24] - 0.25).abs() < 1e-6);
    assert!((out[3000 + 10 + 24] - 0.5).abs() < 1e-2);
    assert!(out[4010..].iter().all(|x| *x == 0.0));
    assert!(heard(tone.as_mut(), 1) == out && heard(tone.as_mut(), 125) == out);
    assert_eq!(tone.taps(), Taps::default());
    assert_eq!(
        (tone.health(), tone.ledger()),
        (Health::default(), Ledger::default())
    );
    assert_eq!(tone.modes(&mut [Default::default(); 4]), 0);
    assert!(tone.notes().is_empty());
}

/// And it is heard in a room.
#[test]
fn spaces_stand_behind_it_too() {
    let catalogue = Catalogue::of_urto().with_sound(&ENTRY);
    let entry = catalogue.sound("tone").unwrap();
    let mut tone = (entry.make)();
    assert!(heard(tone.as_mut(), 125) == heard(Player::<Tone>::boxed().as_mut(), 125));
    let level = entry.table.find("room.level").unwrap();
    tone.set(&level, &Value::Number(1.0));
    let after = &heard(tone.as_mut(), 125)[4100..];
    assert!(after.iter().any(|x| x.abs() > 0.01));
}
