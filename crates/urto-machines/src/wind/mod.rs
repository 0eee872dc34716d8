//! Wind: air that wanders in speed blows past an edge, wires, a hollow and a pipe.
//!
//! Hear:   hiss and howl that rise with every gust; wires sing higher the faster it blows; a hollow
//!         and a pipe keep their own pitch and answer more or less.
//! Law:    vortices leave a thickness d at f = 0.2·v/d: the tone of a wire, and as far as the hiss of
//!         an edge reaches. What is heard of a dipole grows with v^3 (its power with v^6). The hollow is
//!         Helmholtz's resonator, c/2π·sqrt(A/(V·l)), driven most where vortices over its opening come
//!         as often as it swings; the pipe is a waveguide that is open or closed. Speed wanders as
//!         turbulence does: it forgets in a time, with a variance that is asked for.
//! Step:   noise of one power per hertz at every rate through filters and a tube that store no more
//!         than they are given (`parts::filter`, `parts::tube`).
//! Limits: wires do not move; a hollow and a pipe do not pull the vortices to their pitch.
//! Refs:   Strouhal 1878; Blevins 1990 (0.2 for Re 300 to 2e5); Curle 1955 (dipoles); Helmholtz 1860;
//!         Howe 1998 (cavities).

mod params;

pub use params::{WindEdge, WindHollow, WindParams, WindPipe, WindWires};

use crate::parts::filter::{OnePole, TwoPole};
use crate::parts::gain::Gain;
use crate::parts::noise::{Pink, Wander, White};
use crate::parts::tube::{Tube, TubeShape};
use crate::parts::{Pace, strength};
use params::STROUHAL;
use urto::param::{Declared, ParamId};
use urto::rng::Rng;
use urto::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player, Work,
};
use urto::{BuildError, Rate, math};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "wind",
    title: "Wind",
    hear: "Air blows past edges, wires, hollows and pipes, and howls with every gust.",
    family: Family::Gases,
    form: Form::Texture,
    built_on: &["noise", "flow", "tube"],
    table: &WindParams::TABLE,
    make: &Player::<Wind>::boxed,
    seconds: 6.0,
    release: Some(5.0),
    pad: Pad::hold(
        Some(Axis::new("speed", 2.0, 30.0)),
        Some(Axis::new("wires.level", 0.0, 1.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["wires.diameter"],
        pressure: &["speed"],
        place: None,
    },
};

/// Speed of a usual wind \[m/s\].
const USUAL: f64 = 9.0;
/// What is heard grows with this power of the speed: a dipole's amplitude.
const LOUDER: f64 = 3.0;
/// Longest round trip in a pipe \[s\].
const LONGEST: f64 = 0.13;
/// Size of the eddies that buffet an ear \[m\]: they pass speed over this times a second.
const EDDY: f64 = 0.08;
/// Time in which wind rises or falls at a gesture \[s\].
const RISES: f64 = 0.25;
/// Vortices over an opening travel at 0.4 of the wind's speed (Howe 1998).
const CONVECTED: f64 = 0.4;
/// Tones fade out between these \[Hz\]: none is heard above.
const FADES: [f64; 2] = [11e3, 15e3];
/// Steps of modes that take as long as a wire's step: its noise and its filter.
const WIRE_STEP: f64 = 6.0;
/// Most wires.
const MOST: usize = 8;

/// A wire: its own noise, and the band that its vortices let through.
struct Wire {
    noise: White,
    band: TwoPole,
    /// Where its diameter is between the thinnest and the thickest, -1 to 1.
    place: f64,
    height: f64,
    step: f64,
}

impl Wire {
    fn new(rate: Rate) -> Self {
        Self {
            noise: White::new(rate),
            band: TwoPole::default(),
            place: 0.0,
            height: 0.0,
            step: 0.0,
        }
    }
}

/// A tone that is too high to be heard is not.
fn fading(hertz: f64) -> f64 {
    ((FADES[1] - hertz) / (FADES[1] - FADES[0])).clamp(0.0, 1.0)
}

/// The sound's physics.
pub struct Wind {
    rate: Rate,
    pace: Pace,
    /// The air's wandering: the long gusts, and shorter ones in them.
    gusts: [Wander; 2],
    /// How far the wind has risen, 0 to 1, and where it goes.
    risen: f64,
    goal: f64,
    strength: f64,
    edge: Pink,
    dull: TwoPole,
    buffet: Pink,
    low: [OnePole; 2],
    wires: Vec<Wire>,
    breath: White,
    hollow: TwoPole,
    tube: Tube,
    soft: OnePole,
    gain: Gain,
    /// Heights of edge, buffet, hollow and pipe, and how they move per sample.
    heights: [f64; 4],
    steps: [f64; 4],
}

impl Wind {
    /// The wind now \[m/s\].
    fn speed(&mut self, params: &WindParams) -> f64 {
        let seconds = self.pace.seconds();
        self.risen += (self.goal - self.risen) * (1.0 - math::exp(-seconds / RISES));
        let [long, short] = &mut self.gusts;
        // Four fifths of the variance are in the long ones.
        let long = 0.9 * long.pass(seconds, params.gust);
        let short = 0.436 * short.pass(seconds, 0.15 * params.gust);
        let gust = (1.0 + params.gusts * (long + short)).clamp(0.05, 3.0);
        params.speed * gust * self.risen
    }

    fn aim(&mut self, params: &WindParams) {
        let square = |x: f64| x * x;
        let heard = fading(WindParams::vortex_tone(params.speed, params.wires.diameter));
        let parts = [
            params.edge.level,
            0.7 * params.buffet,
            params.wires.level * heard,
            params.hollow.level,
            params.pipe.level,
        ];
        let all: f64 = parts.iter().map(|x| square(*x)).sum::<f64>() + 1e-4;
        // The mean of (1 + s)^6 with a variance of s².
        let s = square(params.gusts);
        let gusty = 1.0 + 15.0 * s + 45.0 * s * s;
        let stronger = math::pow(params.speed * self.strength / USUAL, LOUDER);
        self.gain
            .aim((all * gusty).sqrt(), stronger, &params.output);
    }

    fn look(&mut self, params: &WindParams) {
        let speed = self.speed(params);
        let rate = self.rate;
        // How loud against the mean wind's.
        let loud = math::pow(speed / params.speed, LOUDER);
        let hiss = (STROUHAL * speed / params.edge.thickness).clamp(30.0, 20e3);
        self.dull.set(hiss, 0.6, rate);
        // Of eleven octaves of pink noise those below the corner pass.
        let octaves = (math::log(hiss / 20.0) / core::f64::consts::LN_2).clamp(1.0, 11.0);
        let passing = speed / EDDY;
        self.low.iter_mut().for_each(|low| low.set(passing, rate));
        let passed = (math::log(passing / 20.0) / core::f64::consts::LN_2).clamp(0.5, 11.0);
        let each = 1.0 / f64::from(self.pace.steps());
        let count = self.wires.len() as f64;
        for wire in &mut self.wires {
            let thicker = math::exp(params.wires.differing * wire.place);
            let tone = WindParams::vortex_tone(speed, params.wires.diameter * thicker);
            wire.band.set(tone, params.wires.purity, rate);
            let share = params.wires.level / count.sqrt();
            let height = loud * share * fading(tone) * TwoPole::even(tone, params.wires.purity);
            wire.step = (height - wire.height) * each;
        }
        let tone = params.hollow_tone().clamp(5.0, 15e3);
        self.hollow.set(tone, params.hollow.purity, rate);
        // The first two numbers of vortices in the opening: how near they are, within half an octave.
        let over = CONVECTED * speed / (2.0 * params.hollow.opening) / tone;
        let near = |n: f64| {
            let away = math::log((n * over).max(1e-9)) / 0.35;
            math::exp(-0.5 * away * away)
        };
        let driven = 0.4 + 0.8 * near(1.0).max(near(2.0));
        let back = params.pipe.resonance;
        self.tube.set(
            TubeShape {
                trip: params.trip(),
                back: back * (1.0 - 2.0 * params.pipe.closed),
                corner: (0.3 * 343.0 / params.pipe.radius).clamp(100.0, 8e3),
            },
            self.pace.steps(),
        );
        self.soft.set((0.6 * hiss).max(60.0), rate);
        let comb = (1.0 + 0.6 * back * back / (1.0 - back * back)).sqrt();
        let heights = [
            loud * params.edge.level * (11.0 / octaves).sqrt(),
            // Pressure of what buffets grows with the square of the speed.
            loud.sqrt() * params.buffet * (11.0 / passed).sqrt(),
            loud * driven
                * params.hollow.level
                * TwoPole::even(tone, params.hollow.purity)
                * fading(tone),
            loud * params.pipe.level * (11.0 / octaves).sqrt() / comb,
        ];
        for (n, height) in heights.iter().enumerate() {
            self.steps[n] = (height - self.heights[n]) * each;
        }
    }
}

impl Model for Wind {
    type Params = WindParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const HELD: bool = true;
    const REHEARSED: f64 = 0.2;

    fn build(params: &WindParams, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let count = (params.wires.count as usize).clamp(1, MOST);
        let mut wind = Self {
            rate,
            pace: Pace::new(rate),
            gusts: [Wander::new(), Wander::new()],
            risen: 0.0,
            goal: 0.0,
            strength: 1.0,
            edge: Pink::new(rate),
            dull: TwoPole::default(),
            buffet: Pink::new(rate),
            low: [OnePole::default(); 2],
            wires: (0..count).map(|_| Wire::new(rate)).collect(),
            breath: White::new(rate),
            hollow: TwoPole::default(),
            tube: Tube::new(LONGEST, rate),
            soft: OnePole::default(),
            gain: Gain::new(rate),
            heights: [0.0; 4],
            steps: [0.0; 4],
        };
        wind.reset(params, seed);
        Ok(wind)
    }
    fn change(&mut self, params: &WindParams, _: &ParamId) {
        self.aim(params);
    }
    fn event(&mut self, params: &WindParams, event: Event) {
        match event {
            Event::Trigger {
                strength: asked, ..
            } => {
                self.goal = 1.0;
                self.strength = strength(asked);
                self.aim(params);
            }
            _ => self.goal = 0.0,
        }
    }
    fn rehearse(&mut self, params: &WindParams) -> f64 {
        self.event(params, Event::trigger(1.0));
        self.risen = 1.0;
        1.0
    }
    fn tick(&mut self, params: &WindParams) -> f64 {
        if self.pace.is_due() {
            self.look(params);
        }
        for (height, step) in self.heights.iter_mut().zip(&self.steps) {
            *height += step;
        }
        let [edge, buffet, hollow, pipe] = self.heights;
        let rush = self.edge.next();
        let [first, second] = &mut self.low;
        let mut sum = edge * self.dull.low(rush);
        sum += buffet * second.low(first.low(self.buffet.next()));
        for wire in &mut self.wires {
            wire.height += wire.step;
            sum += wire.height * wire.band.band(wire.noise.next());
        }
        sum += hollow * self.hollow.band(self.breath.next());
        sum += pipe * self.tube.pass(self.soft.low(rush));
        self.gain.pass(sum)
    }
    fn work(&self) -> Work {
        Work {
            each: WIRE_STEP * self.wires.len() as f64,
            ..Work::default()
        }
    }
    fn meant(&self) -> Meant {
        self.gain.meant()
    }
    fn correct(&mut self, params: &WindParams, found: FoundLevel) {
        self.gain.correct(found);
        self.aim(params);
    }
    fn tail(_: &WindParams) -> f64 {
        // The cube of exp(-t/time) is 60 dB down after 2.3 times; what buffets, after 3.5.
        4.0 * RISES + 1.0
    }
    fn reset(&mut self, params: &WindParams, seed: u64) {
        let mut seeds = Rng::new(seed);
        self.pace.reset();
        self.gusts
            .iter_mut()
            .for_each(|gust| gust.reset(seeds.bits()));
        (self.risen, self.goal, self.strength) = (0.0, 0.0, 1.0);
        self.edge.reset(seeds.bits());
        self.buffet.reset(seeds.bits());
        self.breath.reset(seeds.bits());
        for wire in &mut self.wires {
            wire.noise.reset(seeds.bits());
            wire.place = seeds.signed();
            wire.band.reset();
            (wire.height, wire.step) = (0.0, 0.0);
        }
        self.dull.reset();
        self.low.iter_mut().for_each(OnePole::reset);
        self.hollow.reset();
        self.tube.reset();
        self.soft.reset();
        self.heights = [0.0; 4];
        self.steps = [0.0; 4];
        self.aim(params);
        self.gain.reset();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::analysis::Fourier;

    /// A steady wind of one part alone.
    fn alone(part: &str) -> WindParams {
        let mut params = WindParams {
            gusts: 0.0,
            buffet: 0.0,
            ..WindParams::default()
        };
        params.edge.level = 0.0;
        params.wires.level = 0.0;
        match part {
            "wires" => params.wires.level = 1.0,
            "hollow" => params.hollow.level = 1.0,
            "pipe" => params.pipe.level = 1.0,
            _ => params.edge.level = 1.0,
        }
        params
    }

    fn played(params: &WindParams, seconds: f64) -> Vec<f64> {
        let mut wind = Wind::build(params, Rate::new(48e3).unwrap(), 1).unwrap();
        wind.rehearse(params);
        (0..(seconds * 48e3) as usize)
            .map(|_| wind.tick(params))
            .collect()
    }

    /// Mean power of the spectrum at each line, lines of 48 kHz / 16,384.
    fn spectrum(samples: &[f64]) -> Vec<f64> {
        const FRAME: usize = 16_384;
        let mut fourier = Fourier::new(FRAME);
        let [mut a, mut b] = [vec![0.0; FRAME / 2 + 1], vec![0.0; FRAME / 2 + 1]];
        let mut sum = vec![0.0; FRAME / 2 + 1];
        for pair in samples.chunks_exact(2 * FRAME) {
            fourier.magnitudes([&pair[..FRAME], &pair[FRAME..]], [&mut a, &mut b]);
            for (sum, (a, b)) in sum.iter_mut().zip(a.iter().zip(&b)) {
                *sum += a * a + b * b;
            }
        }
        sum
    }

    /// Centre of the power around a frequency, within a half of it \[Hz\].
    fn centre(samples: &[f64], guess: f64) -> f64 {
        let sum = spectrum(samples);
        let near = |n: usize| {
            let hertz = n as f64 * 48e3 / 16_384.0;
            ((hertz / guess - 1.0).abs() < 0.15).then_some(hertz)
        };
        let lines = (0..sum.len()).filter_map(|n| Some((near(n)?, sum[n])));
        let (moment, power) = lines.fold((0.0, 0.0), |(m, p), (f, own)| (m + f * own, p + own));
        moment / power
    }

    /// The tone of a wire is at 0.2 times speed over diameter, within 2 %.
    #[test]
    fn wires_sing_at_strouhals_frequency() {
        for (speed, diameter) in [(9.0, 0.003), (20.0, 0.003), (9.0, 0.0012), (5.0, 0.01)] {
            let mut params = alone("wires");
            params.speed = speed;
            params.wires = WindWires {
                level: 1.0,
                diameter,
                differing: 0.0,
                purity: 40.0,
                ..params.wires
            };
            let law = 0.2 * speed / diameter;
            let found = centre(&played(&params, 12.0), law);
            assert!(
                (found / law - 1.0).abs() < 0.02,
                "{speed} {diameter}: {found} {law}"
            );
        }
    }

    /// The hollow's is Helmholtz's: a bottle of 0.75 l with a neck of 18 mm by 80 mm has 104 Hz.
    #[test]
    fn a_hollow_has_its_own_pitch_whatever_the_wind() {
        for speed in [5.0, 15.0] {
            let mut params = alone("hollow");
            params.speed = speed;
            params.hollow = WindHollow {
                level: 1.0,
                volume: 0.75e-3,
                opening: 0.009,
                neck: 0.08,
                purity: 40.0,
            };
            let area: f64 = 0.5 * math::TAU * 0.009 * 0.009;
            let law = 343.0 / math::TAU * (area / (0.75e-3 * (0.08 + 1.7 * 0.009))).sqrt();
            assert!((law - 103.0).abs() < 1.0, "{law}");
            let found = centre(&played(&params, 16.0), law);
            assert!((found / law - 1.0).abs() < 0.02, "{found} {law}");
        }
    }

    /// A pipe of 5 m, open at both ends, stands at n·c/2L, closed at one half way between.
    #[test]
    fn a_pipe_stands_where_its_length_says() {
        for closed in [0.0, 1.0] {
            let mut params = alone("pipe");
            params.pipe = WindPipe {
                level: 1.0,
                length: 2.0,
                closed,
                resonance: 0.95,
                ..params.pipe
            };
            let whole = 2.0 + 0.061 * (2.0 - closed);
            let first = 343.0 / (2.0 * whole);
            let sum = spectrum(&played(&params, 16.0));
            let power = |hertz: f64| {
                let line = (hertz * 16_384.0 / 48e3).round() as usize;
                sum[line - 1..=line + 1].iter().sum::<f64>()
            };
            for n in 1..=3 {
                let (peak, valley) = (f64::from(n) * first, (f64::from(n) - 0.5) * first);
                let (peak, valley) = if closed == 1.0 {
                    (valley, peak)
                } else {
                    (peak, valley)
                };
                assert!(power(peak) > 10.0 * power(valley), "{closed} {n}");
            }
        }
    }

    /// Gusts have the variance asked for: the share of the mean speed.
    #[test]
    fn gusts_are_as_strong_as_asked() {
        let mut params = alone("edge");
        params.gusts = 0.2;
        let mut wind = Wind::build(&params, Rate::new(48e3).unwrap(), 1).unwrap();
        wind.rehearse(&params);
        let speeds: Vec<f64> = (0..900_000).map(|_| wind.speed(&params)).collect();
        let mean = speeds.iter().sum::<f64>() / speeds.len() as f64;
        let square =
            speeds.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / speeds.len() as f64;
        assert!((mean / params.speed - 1.0).abs() < 0.05, "{mean}");
        assert!(
            (square.sqrt() / mean - 0.2).abs() < 0.03,
            "{}",
            square.sqrt() / mean
        );
    }
}
