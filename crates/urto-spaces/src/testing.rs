//! What the tests of spaces need: a space on its own, driven sample by sample.

use urto::Rate;
use urto::math::{TAU, cos, sin};
use urto::param::Value;
use urto::rng::Rng;
use urto::space::{Space, SpaceKind};

/// A space that is sent samples.
pub struct Driver {
    pub space: Box<dyn Space>,
    kind: &'static SpaceKind,
    rate: f64,
    pub frame: usize,
}

impl Driver {
    pub fn new(kind: &'static SpaceKind, settings: &[(&str, f64)], rate: f64) -> Self {
        let mut own = Self {
            space: (kind.make)(),
            kind,
            rate,
            frame: 0,
        };
        own.set(settings);
        own.space.prepare(Rate::new(rate).unwrap(), 1);
        own.space.reset(0);
        own
    }

    pub fn set(&mut self, settings: &[(&str, f64)]) {
        for (key, value) in settings {
            let (id, spec) = self.kind.table.locate(key).unwrap();
            let value = match spec.kind {
                urto::param::Kind::Choice { .. } => Value::Choice(*value as usize),
                _ => Value::Number(*value),
            };
            self.space.set(&id, &value);
        }
    }

    pub fn pass(&mut self, sample: f64) -> [f64; 2] {
        let (mut left, mut right) = ([0.0], [0.0]);
        self.space.pass(&[&[sample]], &mut [&mut left, &mut right]);
        self.frame += 1;
        [left[0], right[0]]
    }

    /// What is heard of a tone.
    pub fn tone(&mut self, hertz: f64, seconds: f64) -> [Vec<f64>; 2] {
        self.moving(hertz, seconds, |_| [])
    }

    /// The same while something is set before every sample.
    pub fn moving<const N: usize>(
        &mut self,
        hertz: f64,
        seconds: f64,
        goes: impl Fn(usize) -> [(&'static str, f64); N],
    ) -> [Vec<f64>; 2] {
        let mut heard = [Vec::new(), Vec::new()];
        for _ in 0..(seconds * self.rate) as usize {
            self.set(&goes(self.frame));
            let sample = sin(TAU * hertz * self.frame as f64 / self.rate);
            let out = self.pass(sample);
            heard
                .iter_mut()
                .zip(out)
                .for_each(|(all, own)| all.push(own));
        }
        heard
    }

    /// What is heard of one sample of full scale.
    pub fn click(&mut self, frames: usize) -> [Vec<f64>; 2] {
        let mut heard = [Vec::new(), Vec::new()];
        for n in 0..frames {
            let out = self.pass(if n == 0 { 1.0 } else { 0.0 });
            heard
                .iter_mut()
                .zip(out)
                .for_each(|(all, own)| all.push(own));
        }
        heard
    }
}

pub fn loudest(samples: &[f64]) -> f64 {
    samples.iter().fold(0.0, |most, own| own.abs().max(most))
}

/// The sharpest bend of a row of samples: a click has a sharp one.
pub fn bend(samples: &[f64]) -> f64 {
    let bends = samples.windows(3).map(|x| (x[0] - 2.0 * x[1] + x[2]).abs());
    bends.fold(0.0, f64::max)
}

/// Amplitude of a tone in samples, through a Hann window.
pub fn level(samples: &[f64], hertz: f64, rate: f64) -> f64 {
    let count = samples.len() as f64;
    let (mut re, mut im) = (0.0, 0.0);
    for (n, sample) in samples.iter().enumerate() {
        let window = 1.0 - cos(TAU * n as f64 / count);
        let angle = TAU * hertz * n as f64 / rate;
        re += window * sample * cos(angle);
        im += window * sample * sin(angle);
    }
    2.0 * (re * re + im * im).sqrt() / count
}

/// Pitch of a tone, from where it crosses zero upwards.
pub fn pitch(samples: &[f64], rate: f64) -> f64 {
    let mut crossings = Vec::new();
    for (n, pair) in samples.windows(2).enumerate() {
        if pair[0] < 0.0 && pair[1] >= 0.0 {
            crossings.push(n as f64 + pair[0] / (pair[0] - pair[1]));
        }
    }
    let (first, last) = (crossings[0], crossings[crossings.len() - 1]);
    (crossings.len() - 1) as f64 / (last - first) * rate
}

pub fn energy(samples: &[f64]) -> f64 {
    samples.iter().map(|own| own * own).sum()
}

/// Any setting of a space's numbers and choices.
pub fn anything(kind: &'static SpaceKind, rng: &mut Rng) -> Vec<(&'static str, f64)> {
    let specs = kind.table.declared().iter();
    specs
        .filter_map(|spec| match spec.kind {
            urto::param::Kind::Number(range) => {
                let place = match rng.below(4) {
                    0 => 0.0,
                    1 => 1.0,
                    _ => rng.uniform(),
                };
                Some((spec.key, range.clamp(range.value_at(place))))
            }
            urto::param::Kind::Choice { options, .. } => {
                Some((spec.key, rng.below(options.len()) as f64))
            }
            _ => None,
        })
        .collect()
}

/// Whatever is set when, no more energy comes out than went in, samples are finite, and it ends.
pub fn never_gives_more(kind: &'static SpaceKind, count: usize) {
    let mut rng = Rng::new(5);
    for turn in 0..count {
        let rate = [8_000.0, 44_100.0, 48_000.0][rng.below(3)];
        let mut own = Driver::new(kind, &anything(kind, &mut rng), rate);
        let (mut given, mut taken) = (0.0, 0.0);
        let frames = (0.25 * rate) as usize;
        for n in 0..2 * frames {
            // Some of it while it moves: what needs no building.
            if n % 500 == 0 && rng.below(3) == 0 {
                for (key, value) in anything(kind, &mut rng) {
                    let (_, spec) = kind.table.locate(key).unwrap();
                    if spec.update != urto::param::Update::Rebuild {
                        own.set(&[(key, value)]);
                    }
                }
            }
            let sample = match (n < frames, n % 700) {
                (false, _) => 0.0,
                (true, 0) => 900.0,
                (true, 1) => f64::NAN,
                (true, _) => rng.signed(),
            };
            let good = if sample.is_nan() { 0.0 } else { sample };
            given += good * good;
            let [left, right] = own.pass(sample);
            assert!(left.is_finite() && right.is_finite());
            taken += left * left + right * right;
            assert!(
                taken <= 1.001 * given * kind_ears(kind) + 1e-9,
                "{turn}: {taken} {given}"
            );
        }
        assert!(taken > 0.0 || kind.key == "open_air");
    }
}

/// Open air gives each ear what arrives there; in a tube both ears share.
fn kind_ears(kind: &SpaceKind) -> f64 {
    if kind.key == "open_air" { 2.0 } else { 1.0 }
}
