//! What the tests of bodies share: a blow, and an ear for pitches.

use urto::Rate;
use urto::math::{self, TAU};
use urto::param::{ChoiceField, Value};
use urto::sound::{Event, Sound};

/// Samples per second.
pub const RATE: f64 = 48_000.0;

/// The same, as a rate.
pub fn rate() -> Rate {
    Rate::new(RATE).unwrap()
}

/// An impact with some parameters set, about to strike.
pub fn impact(settings: &[(&str, Value)]) -> Box<dyn Sound> {
    let mut sound = (urto::sounds::find("impact").unwrap().make)();
    for (key, value) in settings {
        let id = sound.params().table().find(key).unwrap();
        sound.set(&id, value);
    }
    sound.prepare(rate(), 512);
    sound.event(0, Event::trigger(1.0));
    sound
}

/// The next seconds of it.
pub fn render(sound: &mut dyn Sound, seconds: f64) -> Vec<f32> {
    let mut out = vec![0.0; (seconds * RATE) as usize];
    sound.render(&[], &mut [&mut out]);
    out
}

/// An option as a value.
pub fn choice<C: ChoiceField>(option: C) -> Value {
    Value::Choice(option.index())
}

/// Size of one frequency in a Hann-windowed stretch.
pub fn probe(signal: &[f32], hertz: f64) -> f64 {
    let (turn, step) = (TAU * hertz / RATE, TAU / signal.len() as f64);
    // Turning vectors instead of a sine per sample.
    let (mut re, mut im) = (0.0, 0.0);
    let (turn_cos, turn_sin) = (math::cos(turn), math::sin(turn));
    let (step_cos, step_sin) = (math::cos(step), math::sin(step));
    let (mut c, mut s, mut hc, mut hs) = (1.0, 0.0, 1.0, 0.0);
    for x in signal {
        let windowed = f64::from(*x) * (0.5 - 0.5 * hc);
        re += windowed * c;
        im -= windowed * s;
        (c, s) = (c * turn_cos - s * turn_sin, s * turn_cos + c * turn_sin);
        (hc, hs) = (hc * step_cos - hs * step_sin, hs * step_cos + hc * step_sin);
    }
    (re * re + im * im).sqrt() * 4.0 / signal.len() as f64
}

/// The strongest frequency within a share around an expected one.
pub fn strongest(signal: &[f32], around: f64, share: f64) -> f64 {
    let steps = 50;
    let at = |k: i32| around * (1.0 + share * f64::from(k) / f64::from(steps));
    let sizes = (-steps..=steps).map(|k| (probe(signal, at(k)), at(k)));
    sizes.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap().1
}
