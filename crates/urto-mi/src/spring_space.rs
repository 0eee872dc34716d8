//! A spring reverb: the sound shakes one end of a long spring, and is heard at the other.
//!
//! Hear:   echoes that chirp: low tones arrive first, those near the highest last, each time it runs to
//!         and fro.
//! Law:    a row of equal masses and springs (k, m), pushed at its free end and held at the other. A
//!         wave needs sqrt(m/k) from mass to mass; tones above sqrt(k/m)/pi do not pass, and just below
//!         are slowest. The force at the held end is twice that of the wave that arrives, so half of it
//!         is as loud as what went in. A medium takes the same share of all tones; dampers in the links
//!         as much again at half the highest tone. A second ear hears the pull in the spring a fifth
//!         before that end, where each wave comes by twice, there and back: as loud, and decorrelated.
//! Step:   the network's own ([`network`](crate::network)): what goes round in the spring holds no
//!         more energy than was put in.
//! Limits: one spring for all channels and both ears, as in a tank; waves along it only.
//! Refs:   Parker & Bilbao 2009 (spring reverbs); Brillouin 1946 (waves in rows of masses).

use crate::builders::Row;
use crate::law::Spring;
use crate::model::{MassId, Model, ModelError};
use crate::network::MassNetwork;
use urto::Rate;
use urto::math::LN_1000;
use urto::param::{Declared, ParamId, Params, Range, Value};
use urto::space::{Space, SpaceKind};

urto::params! {
    /// A spring reverb behind the sound; off while `level` is 0.
    pub struct SpringParams("spring") {
        /// Amount of the spring's sound: 0 is off, 1 is as loud as the sound itself.
        level: 0.0, Linear(0.0, 1.0), "", Block, spread 0.0;
        /// Time from end to end; an echo comes back after twice that.
        delay: 0.03, Log(0.005, 0.06), "s", Rebuild, spread 0.05;
        /// Highest tone that passes: tones just below arrive last and chirp.
        highest: 4500.0, Log(1000.0, 8000.0), "Hz", Rebuild, spread 0.05;
        /// Decay time: the time to fall by 60 dB (T60). High tones fall faster.
        decay: 2.0, Log(0.1, 20.0), "s", Block, spread 0.05;
        /// 1: what the spring gives is in all channels alike; 2: left and right ear hear it at two places. Of
        /// several channels the left ear hears the first, third ... and the right ear the others.
        ears: 1, Integer(1, 2), "", Rebuild, spread 0.0;
    }
}

/// What the catalogue knows of it.
pub static SPRING_SPACE: SpaceKind = SpaceKind {
    key: "spring",
    about: "A spring reverb: echoes that chirp, from a long spring of masses.",
    table: &SpringParams::TABLE,
    macros: &[],
    make: || Box::new(SpringSpace::default()),
};

/// Share of the highest tone that steps can carry (rate/pi) that is used: at the limit itself tones
/// just below it would not arrive.
const USED: f64 = 0.9;
/// From mass to mass \[m\], and the share of it by which full scale moves them: far above the rounding
/// of places, and so far below where masses would meet that resonances do not bring them there.
const APART: f64 = 0.01;
const MOVES: f64 = 5e-5;
/// How far before the held end the second ear hears it, as a share of the spring. There waves come by twice,
/// each half as strong as where they end: as loud together with this of each.
const ASIDE: f64 = 0.2;
const TWICE: f64 = core::f64::consts::FRAC_1_SQRT_2;
/// Louder samples do not enter: 40 dB over full scale, and never infinity.
const LOUDEST: f64 = 100.0;
/// The spring is at rest below this share of the speed that full scale gives it: -140 dB, above the
/// rounding of places.
const STILL: f64 = 1e-7;
/// Samples after which is looked whether it is.
const LOOKED_AFTER: u32 = 256;
/// What the level moves in a second, at most: a tenth of a second from end to end.
const SLIDE: f64 = 10.0;

/// A spring that can be shaken.
struct Tank {
    network: MassNetwork,
    start: MassNetwork,
    /// The free end and the held one.
    ends: [MassId; 2],
    /// Two neighbours, between which the second ear hears.
    aside: [MassId; 2],
    /// The decay time it has now \[s\].
    decay: f64,
    /// Force \[N\] and speed \[m/s\] of full scale.
    newtons: f64,
    speed: f64,
}

impl Tank {
    fn new(params: &SpringParams, rate: Rate) -> Result<Self, ModelError> {
        let pi = core::f64::consts::PI;
        let highest = params.highest.min(USED * rate.hertz() / pi);
        let count = (pi * highest * params.delay).round().max(2.0) as usize + 1;
        // A wave passes highest·pi masses in a second.
        let omega = pi * highest;
        let mut model = Model::new(rate.hertz().min(Model::RATES[1]))?.with_rate(rate.hertz())?;
        let braking = braking(params.decay);
        model.set_friction(braking)?;
        let row = Row {
            count,
            to: [APART * (count - 1) as f64, 0.0, 0.0],
            mass: 1.0,
            spring: Spring {
                stiffness: omega * omega,
                damping: braking,
                ..Spring::default()
            },
            held: [false, true],
            ..Row::default()
        };
        let masses = row.build(&mut model, "spring")?;
        let network = MassNetwork::new(&model)?;
        let aside = (((1.0 - ASIDE) * count as f64) as usize).clamp(1, count - 1);
        Ok(Self {
            start: network.clone(),
            network,
            ends: [masses[0], masses[count - 1]],
            aside: [masses[aside - 1], masses[aside]],
            decay: params.decay,
            newtons: MOVES * APART * omega * omega,
            speed: MOVES * APART * omega,
        })
    }

    /// Follows the decay time; the spring holds nothing at rest, so that nothing else changes.
    fn follow(&mut self, decay: f64) {
        if decay != self.decay {
            let braked = braking(decay) / braking(self.decay);
            self.network.temper(1.0, braked, 0.0);
            self.start.temper(1.0, braked, 0.0);
            self.decay = decay;
        }
    }

    /// Shakes the free end for a sample; what is heard at the other.
    fn shake(&mut self, sample: f64) -> f64 {
        let [free, held] = self.ends;
        self.network.push(free, [self.newtons * sample, 0.0, 0.0]);
        self.network.step();
        0.5 * self.network.force(held)[0] / self.newtons
    }

    /// What the second ear hears now: how much nearer than at rest two neighbours are.
    fn second(&self) -> f64 {
        let [first, next] = self.aside.map(|mass| self.network.position(mass)[0]);
        TWICE * (APART - (next - first)) / (MOVES * APART)
    }
}

/// Friction of each kilogram for a decay time \[N·s/m\]: amplitudes fall by e in two over this.
fn braking(decay: f64) -> f64 {
    2.0 * LN_1000 / decay
}

/// The spring behind a sound.
#[derive(Default)]
pub struct SpringSpace {
    params: SpringParams,
    tank: Option<Tank>,
    /// Amount now: it slides.
    level: f64,
    slide: f64,
    inputs: usize,
    samples: u32,
    /// Whether the spring is at rest and nothing comes in.
    rests: bool,
}

impl SpringSpace {
    fn wanted(&self) -> f64 {
        const LEVEL: Range = SpringParams::TABLE.range("level");
        LEVEL.clamp(self.params.level)
    }

    /// What the spring adds for the sum of all channels, to each ear.
    fn hear(&mut self, sum: f64) -> [f64; 2] {
        let two = self.params.ears == 2;
        let Some(tank) = &mut self.tank else {
            return [0.0; 2];
        };
        let shaken = if sum.is_finite() {
            sum.clamp(-LOUDEST, LOUDEST)
        } else {
            0.0
        };
        if self.rests && shaken == 0.0 {
            return [0.0; 2];
        }
        self.rests = false;
        self.samples = self.samples.wrapping_add(1);
        let first = tank.shake(shaken);
        let second = if two { tank.second() } else { first };
        if self.samples.is_multiple_of(LOOKED_AFTER) {
            const DECAY: Range = SpringParams::TABLE.range("decay");
            tank.follow(DECAY.clamp(self.params.decay));
            if shaken == 0.0 && tank.network.fastest() < STILL * tank.speed {
                tank.network.restore(&tank.start);
                self.rests = true;
            }
        }
        [first, second]
    }

    /// Moves the level on by a sample.
    fn slide(&mut self) -> f64 {
        let change = self.wanted() - self.level;
        self.level += change.clamp(-self.slide, self.slide);
        self.level
    }
}

/// What an ear hears directly of a sound's channels at a sample: the mean of every second one.
fn direct(inputs: &[&[f64]], ear: usize, at: usize) -> f64 {
    let own = inputs.iter().skip(ear.min(inputs.len() - 1)).step_by(2);
    let count = own.len() as f64;
    own.map(|input| input[at]).sum::<f64>() / count
}

impl Space for SpringSpace {
    fn params(&self) -> &dyn Params {
        &self.params
    }
    fn set(&mut self, id: &ParamId, value: &Value) {
        // What a table does not allow changes nothing.
        let _ = self.params.assign(id, value);
    }
    fn channels(&self, inputs: usize) -> usize {
        if self.params.ears == 2 { 2 } else { inputs }
    }
    fn prepare(&mut self, rate: Rate, inputs: usize) {
        self.inputs = inputs;
        self.slide = SLIDE / rate.hertz();
        if self.tank.is_none() {
            // Whatever the table allows can be built; if not, the sound is heard without it.
            self.tank = Tank::new(&self.params, rate).ok();
            self.level = self.wanted();
            self.rests = true;
        }
    }
    fn reset(&mut self, _: u64) {
        self.level = self.wanted();
        self.rests = true;
        self.samples = 0;
        if let Some(tank) = &mut self.tank {
            tank.network.restore(&tank.start);
        }
    }
    fn is_open(&self) -> bool {
        // More channels than ears are mixed.
        let mixes = self.params.ears == 2 && self.inputs > 2;
        !mixes && self.level == 0.0 && self.wanted() == 0.0
    }
    fn pass(&mut self, inputs: &[&[f64]], outputs: &mut [&mut [f64]]) {
        let share = 1.0 / inputs.len().max(1) as f64;
        let frames = outputs.first().map_or(0, |own| own.len());
        for n in 0..frames {
            let sum: f64 = inputs.iter().map(|own| own[n]).sum();
            let level = self.slide();
            let wet = self.hear(share * sum).map(|own| level * own);
            match (self.params.ears, &mut *outputs) {
                (2, [left, right, ..]) if !inputs.is_empty() => {
                    left[n] = direct(inputs, 0, n) + wet[0];
                    right[n] = direct(inputs, 1, n) + wet[1];
                }
                _ => {
                    for (output, input) in outputs.iter_mut().zip(inputs) {
                        output[n] = input[n] + wet[0];
                    }
                }
            }
        }
    }
    fn tail(&self) -> f64 {
        match self.wanted() {
            0.0 => 0.0,
            _ => self.params.decay,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::math::{TAU, sin};
    use urto::rng::Rng;

    const RATE: f64 = 48_000.0;

    fn spring(level: f64) -> SpringSpace {
        let mut own = SpringSpace {
            params: SpringParams {
                level,
                ..SpringParams::default()
            },
            ..SpringSpace::default()
        };
        own.prepare(Rate::new(RATE).unwrap(), 1);
        own.reset(0);
        own
    }

    fn passed(space: &mut SpringSpace, input: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; input.len()];
        space.pass(&[input], &mut [&mut out]);
        out
    }

    /// A low tone burst comes once after the delay, as loud as it went in less what the spring takes,
    /// and again turned around after three times the delay.
    #[test]
    fn echoes_come_when_they_should() {
        let mut space = spring(1.0);
        // 400 Hz, ten periods under a smooth hill.
        let burst: Vec<f64> = (0..1200)
            .map(|n| {
                let hill = sin(TAU / 2.0 * f64::from(n) / 1200.0);
                hill * hill * sin(TAU * 400.0 / RATE * f64::from(n))
            })
            .collect();
        let mut input = burst.clone();
        input.resize(14_400, 0.0);
        let out = passed(&mut space, &input);
        // How much of the burst there is so much later.
        let found = |seconds: f64| {
            let from = (seconds * RATE).round() as usize;
            let own = out[from..].iter().zip(&burst).map(|(x, y)| x * y);
            own.sum::<f64>() / burst.iter().map(|x| x * x).sum::<f64>()
        };
        let fallen = |seconds: f64| urto::math::exp(-LN_1000 * seconds / 2.0);
        for (seconds, sign) in [(0.03, 1.0), (0.09, -1.0), (0.15, 1.0)] {
            // The row is a mass longer or shorter: look a little around.
            let near = (-40..=40).map(|n| sign * found(seconds + f64::from(n) / RATE));
            let best = near.fold(0.0, f64::max);
            assert!(
                (best / fallen(seconds) - 1.0).abs() < 0.05,
                "{seconds}: {best}"
            );
        }
    }

    fn both(space: &mut SpringSpace, inputs: &[&[f64]]) -> [Vec<f64>; 2] {
        let mut out = [(); 2].map(|()| vec![0.0; inputs[0].len()]);
        let [left, right] = &mut out;
        space.pass(inputs, &mut [left, right]);
        out
    }

    fn two_ears() -> SpringSpace {
        let mut own = spring(1.0);
        own.params.ears = 2;
        own
    }

    /// The left ear hears what one ear does, sample by sample. The right one hears a low tone a fifth of the
    /// delay sooner, and again as much later, each time 3 dB softer.
    #[test]
    fn two_ears_hear_two_places() {
        let burst = (0..480).map(|n| {
            let hill = sin(TAU / 2.0 * f64::from(n) / 480.0);
            hill * hill * sin(TAU * 600.0 / RATE * f64::from(n))
        });
        let mut input: Vec<f64> = burst.collect();
        input.resize(4800, 0.0);
        let one = passed(&mut spring(1.0), &input);
        let mut space = two_ears();
        assert_eq!((space.channels(1), space.channels(5)), (2, 2));
        assert_eq!(spring(1.0).channels(3), 3);
        let [left, right] = both(&mut space, &[&input]);
        assert_eq!(left, one);
        let found = |seconds: f64| {
            let near = (-24..=24).map(|n| {
                let from = (seconds * RATE) as usize;
                let part = right[from.saturating_add_signed(n)..].iter();
                part.zip(&input[..480]).map(|(x, y)| x * y).sum::<f64>()
            });
            near.fold(0.0, f64::max) / input.iter().map(|x| x * x).sum::<f64>()
        };
        for seconds in [0.024, 0.036] {
            let want = TWICE * urto::math::exp(-LN_1000 * seconds / 2.0);
            let own = found(seconds);
            assert!((own / want - 1.0).abs() < 0.05, "{seconds}: {own} {want}");
        }
    }

    /// Of noise both ears hear as much of the spring, and little alike; two channels stay left and right,
    /// and of more channels every second one comes to an ear, also where the spring is off.
    #[test]
    fn ears_are_as_loud_and_apart() {
        let mut rng = Rng::new(2);
        let input: Vec<f64> = (0..96_000).map(|_| 0.1 * rng.signed()).collect();
        let mut ears = both(&mut two_ears(), &[&input]);
        for own in &mut ears {
            own.iter_mut().zip(&input).for_each(|(x, dry)| *x -= dry);
        }
        let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let [left, right] = &ears;
        let [l, r] = [sum(left, left), sum(right, right)];
        let alike = sum(left, right) / (l * r).sqrt();
        println!("right against left {:.3}, alike {alike:.3}", (r / l).sqrt());
        assert!((0.8..1.25).contains(&(r / l).sqrt()), "{l} {r}");
        assert!(alike.abs() < 0.2, "{alike}");

        let (one, other, third) = ([1.0; 4], [2.0; 4], [3.0; 4]);
        let mut off = two_ears();
        (off.params.level, off.level) = (0.0, 0.0);
        off.inputs = 2;
        assert!(off.is_open());
        assert_eq!(both(&mut off, &[&one, &other]), [[1.0; 4], [2.0; 4]]);
        off.inputs = 3;
        assert!(!off.is_open());
        let heard = both(&mut off, &[&one, &other, &third]);
        assert_eq!(heard, [[2.0; 4], [2.0; 4]]);
    }

    /// A chirp: what is near the highest tone comes later than what is low.
    #[test]
    fn high_tones_arrive_last() {
        let mut space = spring(1.0);
        let mut input = vec![0.0; 9600];
        input[0] = 1.0;
        let out = passed(&mut space, &input);
        let arrives = |hertz: f64| {
            let level = |from: usize| {
                let part = out[from..from + 480].iter().enumerate();
                let (x, y) = part.fold((0.0, 0.0), |(x, y), (n, own)| {
                    let angle = TAU * hertz / RATE * n as f64;
                    (x + own * urto::math::cos(angle), y + own * sin(angle))
                });
                x * x + y * y
            };
            let places = (480..4000).step_by(48);
            places
                .max_by(|a, b| level(*a).total_cmp(&level(*b)))
                .unwrap()
        };
        assert!(arrives(4300.0) > arrives(500.0) + 480);
    }

    /// Noise of any loudness, infinity among it, at any setting and rate: finite and bounded.
    #[test]
    fn it_stays_bounded() {
        let mut rng = Rng::new(1);
        for hertz in [8000.0, 44_100.0, 384_000.0] {
            for (delay, highest, decay) in [(0.005, 1000.0, 0.1), (0.02, 8000.0, 20.0)] {
                let mut space = spring(1.0);
                space.tank = None;
                space.params = SpringParams {
                    level: 1.0,
                    delay,
                    highest,
                    decay,
                    ears: 1,
                };
                space.prepare(Rate::new(hertz).unwrap(), 1);
                space.reset(0);
                let mut input: Vec<f64> = (0..4000).map(|_| 2.0 * rng.signed()).collect();
                (input[100], input[200]) = (f64::INFINITY, f64::NAN);
                let out = passed(&mut space, &input);
                let most = (out.iter().enumerate())
                    .filter(|(n, _)| ![100, 200].contains(n))
                    .fold(0.0f64, |most, (_, own)| most.max(own.abs()));
                assert!(most > 1.9 && most < 200.0, "{hertz} {delay}: {most}");
                // And it comes to rest.
                space.params.decay = 0.1;
                let silence = vec![0.0; 4 * hertz as usize];
                passed(&mut space, &silence);
                assert!(space.rests, "{hertz} {delay}");
            }
        }
    }

    /// Off, it is passed by; its level slides.
    #[test]
    fn its_level_slides() {
        let mut space = spring(0.0);
        assert!(space.is_open() && space.tail() == 0.0);
        space.params.level = 1.0;
        assert!(!space.is_open());
        passed(&mut space, &[0.0; 480]);
        assert!((space.level - 0.1).abs() < 1e-9, "{}", space.level);
        space.params.level = 0.0;
        passed(&mut space, &[0.0; 960]);
        assert!(space.is_open());
    }
}
