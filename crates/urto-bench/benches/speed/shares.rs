//! What has a share of a core to keep to: a liquid of particles, and spaces behind a sound.

use crate::clock::{Race, Runner};
use crate::fundsp::RATE;
use crate::palette::OWN;
use crate::ringing::rate;
use urto::space::Space;
use urto_liquids::Liquid;

/// Particles that a share is asked for.
const PARTICLES: usize = 1000;
/// Name of their row.
pub const LIQUID: &str = "particles";
/// Spaces that have a row; each by the name of its kind.
pub const SPACES: [&str; 2] = ["tube", "open_air"];

/// A litre of liquid that has fallen into a vessel and sloshes, and steps as often as samples go by.
struct Sloshing {
    liquid: Liquid,
    /// Where it is between two steps.
    phase: f64,
}

/// How thick it is, as by default.
const THICK: f64 = 0.15;
/// Half a second after it began to fall: most of it lies, where particles have most neighbours.
const FALLS: usize = (0.5 * Liquid::STEPS) as usize;

impl Sloshing {
    fn new() -> Self {
        Self {
            liquid: Liquid::new(PARTICLES),
            phase: 0.0,
        }
    }
}

impl Runner for Sloshing {
    fn rewind(&mut self) {
        self.liquid.fill(1e-3, 0.06, 0.35, (0.25, 0.0));
        (0..FALLS).for_each(|_| self.liquid.step(THICK));
        self.phase = 0.0;
    }
    fn run(&mut self, samples: usize) {
        self.phase += samples as f64 * Liquid::STEPS / RATE;
        while self.phase >= 1.0 {
            self.phase -= 1.0;
            self.liquid.step(THICK);
        }
    }
    /// A quarter of a second: whole steps, and as long as it sloshes.
    fn piece(&self, _: usize) -> usize {
        (0.25 * RATE) as usize
    }
    fn fault(&self) -> Option<String> {
        let fastest = (0..PARTICLES).map(|n| self.liquid.speed(n));
        let lies = fastest.fold(0.0, f64::max) == 0.0;
        lies.then(|| "the liquid does not move".to_owned())
    }
}

/// A space as it is by default, with noise going in, in calls of 512.
struct Around {
    space: Box<dyn Space>,
    noise: Vec<f64>,
    ears: [Vec<f64>; 2],
}

const BLOCK: usize = 512;

impl Around {
    fn new(key: &str) -> Self {
        let kind = urto_file::catalogue().space(key);
        let mut space = (kind.expect("a space of the catalogue").make)();
        space.prepare(rate(), 1);
        let mut rng = urto::rng::Rng::new(1);
        Self {
            space,
            noise: (0..BLOCK).map(|_| 0.1 * rng.signed()).collect(),
            ears: [vec![0.0; BLOCK], vec![0.0; BLOCK]],
        }
    }
}

impl Runner for Around {
    fn rewind(&mut self) {
        self.space.reset(1);
        // Until what goes in has come to the ears.
        self.run(4800);
    }
    fn run(&mut self, samples: usize) {
        let mut left = samples;
        while left > 0 {
            let frames = left.min(BLOCK);
            let [one, other] = &mut self.ears;
            let mut ears = [&mut one[..frames], &mut other[..frames]];
            self.space.pass(&[&self.noise[..frames]], &mut ears);
            left -= frames;
        }
    }
    fn fault(&self) -> Option<String> {
        let silent = self.ears.iter().flatten().all(|sample| *sample == 0.0);
        silent.then(|| "nothing is heard in it".to_owned())
    }
}

/// Adds the rows.
pub fn enter(race: &mut Race) {
    race.add(LIQUID, OWN, Sloshing::new);
    for key in SPACES {
        race.add(key, OWN, || Around::new(key));
    }
}
