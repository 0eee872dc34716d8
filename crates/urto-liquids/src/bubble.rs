//! Bubble: one bubble of air rings under the surface.
//!
//! Hear:   a plop: larger is lower and rings longer, a rise makes it a drip, thick liquids dull it.
//! Law:    see `law`: Minnaert's pitch, the surface's image, losses by sound, heat and viscosity; the
//!         pitch rises evenly as the bubble comes up (van den Doel).
//! Step:   exact: see `bank`.
//! Limits: one sphere; what closed it off (a drop, a jet) is not heard.
//! Refs:   Minnaert 1933; Devin 1959; van den Doel 2005; Papetti 2010, 2.2.4.

use crate::bank::Start;
use crate::chance::factor;
use crate::law::{Bubble, VISCOSITY};
use crate::pool::{Pool, Process, Wet, sixty_decibels};
use crate::scene::Basin;
use urto::gesture::{Again, Repeat, RepeatParams};
use urto::param::Declared;
use urto::sound::{Axis, Entry, ExpressionKeys, Family, Form, Pad, Player};
use urto::sounds::OutputParams;
use urto::{BuildError, Rate, math};

urto::params! {
    /// One bubble of air rings under the surface of a liquid.
    pub struct BubbleParams("bubble") {
        /// Radius of the bubble: 3 mm rings at 1.1 kHz, twice that an octave lower.
        radius: 3e-3, Log(3e-4, 0.05), "m", Event, spread 0.1;
        /// By how much of its frequency the pitch rises while the bubble falls to 37 %: it comes up.
        rise: 0.1, Linear(0.0, 1.0), "", Event, spread 0.1;
        /// How deep its middle lies: near the surface it sounds higher, further down duller.
        depth: 0.02, Log(3e-4, 10.0), "m", Event, spread 0.05;
        /// How far it swings when it is closed off, as a share of its radius.
        swing: 0.02, Log(1e-4, 0.3), "", Event, spread 0.1;
        /// Time in which it swings up, as a share of the time in which it falls to 37 %.
        smoothness: 0.0, Linear(0.0, 1.0), "", Event, spread 0.02;
        /// Viscosity of the liquid: water 0.001, oil 0.06, honey 5.
        viscosity: VISCOSITY, Log(1e-4, 10.0), "Pa s", Event, spread 0.02;
        /// Multiplies its frequency.
        tuning: 1.0, Log(0.25, 4.0), "", Event, spread 0.02;
        /// Random differences in radius between bubbles that follow each other in a row; a fifth of that
        /// from one gesture to the next.
        variation: 0.3, Linear(0.0, 1.0), "", Event, spread 0.0;
        /// Whether more bubbles follow.
        repeat: RepeatParams::default(), Table(RepeatParams), "", Event;
        include output: OutputParams = OutputParams::following(0.3);
    }
    macros {
        /// How large it is.
        size: radius(0.0008, 0.02);
        /// How far its pitch rises.
        rising: rise(0.0, 0.6);
        /// How deep down it is.
        deepness: depth(0.003, 1.0);
        /// How thick the liquid is.
        thickness: viscosity(0.0005, 0.5);
        /// How softly it begins.
        softness: smoothness(0.0, 1.0);
    }
}

/// The catalogue's line.
pub const ENTRY: Entry = Entry {
    key: "bubble",
    title: "Bubble",
    hear: "A bubble of air rings under water: a plop, a drip, a glug.",
    family: Family::Liquids,
    form: Form::Event,
    built_on: &["bubble"],
    table: &BubbleParams::TABLE,
    make: &Player::<Wet<Single>>::boxed,
    seconds: 0.6,
    release: None,
    pad: Pad::strike(Some(Axis::new("radius", 0.012, 0.0012)), None),
    expression: ExpressionKeys {
        pitch: &["tuning"],
        pressure: &["swing"],
        place: None,
    },
};

/// Flow of a usual bubble \[m³/s²\]; loudness is judged against it.
const USUAL: f64 = 0.3;

/// Spread of the radii (standard deviation of the logarithm) at full variation: in a row, and of the
/// first of each gesture, whose pitch is meant: 3 % by default, half a semitone, at most twice that.
const FOLLOWING: f64 = 0.5;
const FIRST: f64 = 0.1;

/// One bubble, and those that follow.
pub struct Single {
    repeat: Repeat,
    /// Whether there was a gesture already: the first of all is as it was asked for.
    began: bool,
}

impl BubbleParams {
    /// The bubble that begins, so many times as strong and as large.
    fn start(&self, strength: f64, size: f64) -> Start {
        let radius = (size * self.radius / self.tuning).clamp(2e-4, 0.2);
        let bubble = Bubble {
            radius,
            depth: self.depth,
            viscosity: self.viscosity,
        };
        Start {
            bubble,
            share: (self.swing * strength).min(0.5),
            rise: self.rise,
            attack: self.smoothness / bubble.falls(),
        }
    }
}

impl Single {
    fn plop(&self, params: &BubbleParams, pool: &mut Pool, again: Again) {
        let spread = match (again == Again::FIRST, self.began) {
            (false, _) => FOLLOWING,
            (true, true) => FIRST,
            (true, false) => 0.0,
        };
        let spread = spread * params.variation;
        let size = factor(spread, &mut pool.rng);
        let start = params.start(pool.strength * again.strength, size);
        pool.bank.start(&start);
    }
}

impl Process for Single {
    type Params = BubbleParams;
    const HELD: bool = false;
    const REHEARSED: f64 = 0.15;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const PEAK: f64 = 0.55;

    fn new(_: &BubbleParams, _: Rate) -> Result<Self, BuildError> {
        Ok(Self {
            repeat: Repeat::new(0),
            began: false,
        })
    }
    fn output(params: &BubbleParams) -> &OutputParams {
        &params.output
    }
    fn expected(&self, params: &BubbleParams, pool: &Pool) -> ([f64; 2], f64) {
        let start = params.start(pool.strength, 1.0);
        let (bubble, falls) = (start.bubble, start.bubble.falls());
        let flow = bubble.flow(start.share);
        // Over the 0.4 s in which a moment is heard, its swing held up by the attack.
        let up = 1.0 / (1.0 + params.smoothness);
        let rms = flow * up * (1.0 / (4.0 * falls * 0.4)).sqrt();
        // A swing that dies before its first crest never reaches it.
        let crest = math::exp(-0.25 * falls / bubble.hertz());
        ([flow * crest * up, rms], flow / USUAL)
    }
    fn follow(&mut self, params: &BubbleParams, pool: &mut Pool) {
        let scene = &mut pool.bank.scene;
        let wide = (24.0 * params.radius).max(2.4 * params.depth);
        scene.basin = Basin::Wide { side: wide };
        scene.level = Some((params.depth + 8.0 * params.radius).max(1.5 * params.depth));
        scene.spread = 0.15;
    }
    fn begin(&mut self, params: &BubbleParams, pool: &mut Pool) {
        self.plop(params, pool, Again::FIRST);
        self.began = true;
        self.repeat.start(&params.repeat, pool.rate);
    }
    fn tick(&mut self, params: &BubbleParams, pool: &mut Pool) -> f64 {
        if let Some(again) = self.repeat.pass(1, &params.repeat, pool.rate) {
            self.plop(params, pool, again);
        }
        pool.tick()
    }
    fn tail(params: &BubbleParams) -> f64 {
        let start = params.start(1.0, 2.0);
        params.repeat.seconds() + (1.0 + params.smoothness) * sixty_decibels(start.bubble.falls())
    }
    fn reset(&mut self, _: &BubbleParams, seed: u64) {
        self.repeat = Repeat::new(seed);
        self.began = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::param::Params as _;
    use urto::sound::{Event, Sound};

    fn played(radius: f64, depth: f64, rise: f64) -> Vec<f64> {
        let params = BubbleParams {
            radius,
            depth,
            rise,
            ..BubbleParams::default()
        };
        assert!(params.check().is_ok());
        let mut sound = Player::<Wet<Single>>::with(params).unwrap();
        sound.prepare(Rate::new(96_000.0).unwrap(), 512);
        sound.event(0, Event::trigger(1.0));
        let mut out = vec![0.0f32; 48_000];
        sound.render(&[], &mut [&mut out]);
        out.into_iter().map(f64::from).collect()
    }

    /// What is heard of a bubble 1 m down rings at Minnaert's frequency, within 1 %, and falls by the
    /// sum of the three losses, within 5 %.
    #[test]
    fn pitch_is_minnaerts_and_decay_that_of_its_losses() {
        for radius in [1e-3, 3e-3, 1e-2] {
            let samples = played(radius, 1.0, 0.0);
            let bubble = Bubble::new(radius, 1.0);
            let up: Vec<f64> = (1..samples.len())
                .filter(|n| samples[n - 1] < 0.0 && samples[*n] >= 0.0)
                .map(|n| n as f64 - samples[n] / (samples[n] - samples[n - 1]))
                .take(12)
                .collect();
            let turn = (up[11] - up[1]) / 10.0;
            let hertz = 96_000.0 / turn;
            assert!(
                (hertz / bubble.minnaert() - 1.0).abs() < 0.01,
                "{radius}: {hertz}"
            );
            // Power of one turn against that of a turn some turns later.
            let power = |from: f64| -> f64 {
                let (from, to) = (from.round() as usize, (from + turn).round() as usize);
                samples[from..to].iter().map(|x| x * x).sum()
            };
            let fallen = math::log(power(up[1]) / power(up[9])) / 2.0;
            let falls = fallen * 96_000.0 / (up[9] - up[1]);
            let want = bubble.falls();
            assert!(
                (falls / want - 1.0).abs() < 0.05,
                "{radius}: {falls} {want}"
            );
        }
    }
}
