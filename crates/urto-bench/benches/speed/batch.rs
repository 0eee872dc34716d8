//! Whole sounds: impacts of one second on a body of 64 modes, as a game or a sample library
//! would have them made, through the interface that every host uses.

use crate::clock::{Race, Runner};
use crate::ringing::modes;
use urto::body::BodyKind;
use urto::param::{ChoiceField, Value};
use urto::sound::{Event, Quality, Sound};
use urto::{Rate, SimdLevel};

/// Rates \[Hz\]: that of all other rows, and a compact disc's, at which such figures are often given.
const USUAL: usize = crate::fundsp::RATE as usize;
const DISC: usize = 44_100;
/// Frames per call.
const BLOCK: usize = 1024;

/// An impact on a table of 64 modes. All ring through the whole second, so that none of them is
/// left out early.
fn impact(second: usize, quality: Quality, level: SimdLevel) -> Box<dyn Sound> {
    let entry = urto::sounds::find("impact").expect("there is a sound 'impact'");
    let mut sound = (entry.make)();
    let mut set = |key: &str, value: Value| {
        let id = entry.table.find(key).expect("a parameter of the impact");
        sound.set(&id, &value);
    };
    let kind = BodyKind::Modes.index();
    set("body.kind", Value::Choice(kind));
    let table = modes(64);
    set("body.modes", Value::Count(table.len()));
    for (index, mode) in table.iter().enumerate() {
        let key = |name| format!("body.modes.{index}.{name}");
        set(&key("frequency"), Value::Number(mode.frequency));
        set(&key("decay"), Value::Number(mode.decay));
        set(&key("mass"), Value::Number(mode.mass));
    }
    level.limit();
    sound.set_quality(quality);
    let rate = Rate::new(second as f64).expect("a rate of the bench is a rate");
    sound.prepare(rate, BLOCK);
    SimdLevel::best().limit();
    sound
}

/// Renders one sound after the other, each with another blow.
struct Impacts {
    sound: Box<dyn Sound>,
    samples: Vec<f32>,
    made: usize,
}

impl Impacts {
    /// Of a second of N samples.
    fn new(second: usize, quality: Quality, level: SimdLevel) -> Self {
        Self {
            sound: impact(second, quality, level),
            samples: vec![0.0; second],
            made: 0,
        }
    }

    fn render(&mut self) {
        self.made += 1;
        self.sound.reset(self.made as u64);
        let strength = 0.5 + 0.01 * (self.made % 100) as f64;
        self.sound.event(0, Event::trigger(strength));
        for block in self.samples.chunks_mut(BLOCK) {
            self.sound.render(&[], &mut [block]);
        }
    }
}

impl Runner for Impacts {
    fn run(&mut self, sounds: usize) {
        for _ in 0..sounds {
            self.render();
        }
    }
    /// Some one after the other, as they are made, for about a millisecond: a single one would find
    /// in the caches what ran before.
    fn piece(&self, _: usize) -> usize {
        8
    }
    fn fault(&self) -> Option<String> {
        let last = &self.samples[self.samples.len() - BLOCK..];
        let rings = last.iter().any(|sample| sample.abs() > 1e-4);
        (!rings).then(|| "the sound is over before its second is".to_owned())
    }
}

/// Adds the rows, in ns per sound of one second.
pub fn enter(race: &mut Race) {
    use Quality::{Exact, Fast};
    let best = SimdLevel::best();
    race.add("impacts fast", 64, || Impacts::new(USUAL, Fast, best));
    race.add("impacts fast cd", 64, || Impacts::new(DISC, Fast, best));
    race.add("impacts", 64, || Impacts::new(USUAL, Exact, best));
    for level in SimdLevel::all().filter(|level| *level < best) {
        let name = if level == SimdLevel::plain() {
            "impacts plain"
        } else {
            "impacts avx2"
        };
        race.add(name, 64, move || Impacts::new(USUAL, Fast, level));
    }
}
