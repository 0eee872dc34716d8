//! Pool: what all sounds of liquids share. A process lets bubbles and drops happen; the pool rings,
//! sums up, and brings it to a level.

use crate::bank::Bank;
use crate::solid::Solid;
use urto::body::{BodyParams, Spot, SupportParams};
use urto::param::{Declared, ParamId};
use urto::picture::{Frame, Geometry};
use urto::rng::Rng;
use urto::sound::{Event, ExpressionKeys, FoundLevel, Meant, ModeLevel, Model, Rig, Taps, Work};
use urto::sounds::{INAUDIBLE, Output, OutputParams};
use urto::{BuildError, Health, Ledger, Rate, math};

/// What rings, and what every process needs.
pub struct Pool {
    pub rate: Rate,
    pub bank: Bank,
    pub solid: Option<Solid>,
    pub rng: Rng,
    pub strength: f64,
    /// Whether a gesture goes on.
    pub held: bool,
    /// Whether it is only heard to find the level.
    pub rehearsed: bool,
    /// How far a held gesture has come up, 0 to 1.
    pub gate: f64,
}

/// Time in which a held gesture comes up or goes \[s\].
const GATE: f64 = 0.06;

impl Pool {
    /// A held gesture comes up, or goes, by a step.
    pub fn come_and_go(&mut self) {
        let goal = if self.held { 1.0 } else { 0.0 };
        let most = self.rate.step() / GATE;
        self.gate += (goal - self.gate).clamp(-most, most);
    }

    /// What all that rings gives in a step \[m³/s²\].
    pub fn tick(&mut self) -> f64 {
        self.come_and_go();
        let solid = self.solid.as_mut().map_or(0.0, Solid::tick);
        self.bank.tick() + solid
    }
}

/// A body that a process has: its parameters, what it stands on, and where it is heard.
pub type Has<'a> = (&'a BodyParams, &'a SupportParams, Spot);

/// What happens in a sound: it starts bubbles and blows.
pub trait Process: Send + Sized + 'static {
    /// Its parameters.
    type Params: Declared;
    /// See [`Model`].
    const HELD: bool;
    const REHEARSED: f64;
    const BLOWS: usize = 1;
    const EXPRESSION: ExpressionKeys;
    /// Peak of its usual gesture.
    const PEAK: f64 = 0.4;
    /// How much louder than a peak of 0.7 or an RMS of -25 dB would have it: so that by default sounds
    /// are about as loud to the ear, which hears high tones better and looks for the loudest moment.
    const LOUDER: f64 = 1.0;

    fn new(params: &Self::Params, rate: Rate) -> Result<Self, BuildError>;
    /// The body that it strikes, if it does.
    fn body(params: &Self::Params) -> Option<Has<'_>> {
        let _ = params;
        None
    }
    fn output(params: &Self::Params) -> &OutputParams;
    /// Highest flow and RMS that are to be expected \[m³/s²\], and how strong the gesture is against
    /// the usual one.
    fn expected(&self, params: &Self::Params, pool: &Pool) -> ([f64; 2], f64);
    /// A gesture begins.
    fn begin(&mut self, params: &Self::Params, pool: &mut Pool);
    /// It begins at its height, for a rehearsal; tells how much denser than in truth.
    fn rehearse(&mut self, params: &Self::Params, pool: &mut Pool) -> f64 {
        let _ = (params, pool);
        1.0
    }
    /// Whether a level is found anew while it plays, when this has changed.
    fn rehearsed_live(id: &ParamId) -> bool {
        let _ = id;
        true
    }
    /// Parameters have changed.
    fn follow(&mut self, params: &Self::Params, pool: &mut Pool) {
        let _ = (params, pool);
    }
    /// One step: what is heard \[m³/s²\].
    fn tick(&mut self, params: &Self::Params, pool: &mut Pool) -> f64;
    fn tail(params: &Self::Params) -> f64;
    fn reset(&mut self, params: &Self::Params, seed: u64);
    /// Whether it draws itself, instead of the scene in which bubbles ring.
    const DRAWN: bool = false;
    /// What it looks like, or what it has beside the scene.
    fn geometry(&self, scene: Geometry) -> Geometry {
        scene
    }
    /// Where all of its own is now.
    fn picture(&self, pool: &Pool, geometry: &Geometry, frame: &mut Frame) {
        let _ = (pool, geometry, frame);
    }
    /// What it holds and has lost itself.
    fn ledger(&self) -> Ledger {
        Ledger::default()
    }
}

/// A process in a pool, as a model.
pub struct Wet<P: Process> {
    process: P,
    pool: Pool,
    output: Output,
}

/// What a level is set by: a peak of 0.7 or an RMS of -25 dB, whichever comes first, where `peak` is
/// that of the usual gesture.
fn loud([peak, rms]: [f64; 2], usual: f64) -> f64 {
    (peak * usual / 0.7).max(rms * usual / 0.056)
}

impl<P: Process> Wet<P> {
    fn aim(&mut self, params: &P::Params) {
        let (expected, stronger) = self.process.expected(params, &self.pool);
        let expected = loud(expected, P::PEAK) / P::LOUDER;
        self.output.aim(expected, stronger, P::output(params));
    }
}

impl<P: Process> Model for Wet<P> {
    type Params = P::Params;
    const HELD: bool = P::HELD;
    const REHEARSED: f64 = P::REHEARSED;
    const BLOWS: usize = P::BLOWS;
    const EXPRESSION: ExpressionKeys = P::EXPRESSION;

    fn build(params: &P::Params, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let solid = P::body(params)
            .map(|(body, support, ear)| Solid::new(body, support, ear, rate, seed))
            .transpose()?;
        let mut wet = Self {
            process: P::new(params, rate)?,
            pool: Pool {
                rate,
                bank: Bank::new(rate),
                solid,
                rng: Rng::new(seed),
                strength: 1.0,
                held: false,
                rehearsed: false,
                gate: 0.0,
            },
            output: Output::new(rate, INAUDIBLE).peaking(P::PEAK),
        };
        wet.reset(params, seed);
        Ok(wet)
    }
    fn rig(&self) -> Option<&Rig> {
        self.pool.solid.as_ref().map(|solid| &solid.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        self.pool.solid.as_mut().map(|solid| &mut solid.rig)
    }
    fn change(&mut self, params: &P::Params, _: &ParamId) {
        if let (Some(solid), Some((body, support, ear))) = (&mut self.pool.solid, P::body(params)) {
            solid.follow(body, support, ear);
        }
        self.process.follow(params, &mut self.pool);
        self.aim(params);
    }
    fn event(&mut self, params: &P::Params, event: Event) {
        let Event::Trigger { strength, .. } = event else {
            self.pool.held = false;
            return;
        };
        self.pool.strength = match strength.is_finite() {
            true => strength.clamp(0.0, 10.0),
            false => 1.0,
        };
        self.pool.held = true;
        if let (Some(solid), Some((body, support, _))) = (&mut self.pool.solid, P::body(params)) {
            solid.set_down(body, support);
        }
        self.process.begin(params, &mut self.pool);
        self.aim(params);
    }
    fn rehearse(&mut self, params: &P::Params) -> f64 {
        self.pool.rehearsed = true;
        self.event(params, Event::trigger(1.0));
        self.pool.gate = 1.0;
        self.process.rehearse(params, &mut self.pool)
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        P::rehearsed_live(id)
    }
    fn tick(&mut self, params: &P::Params) -> f64 {
        let heard = self.process.tick(params, &mut self.pool);
        self.output.pass(heard)
    }
    fn meant(&self) -> Meant {
        self.output.meant()
    }
    fn correct(&mut self, params: &P::Params, found: FoundLevel) {
        self.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &P::Params) -> f64 {
        let rings = P::body(params).map_or(0.0, |(body, support, _)| Solid::tail(body, support));
        P::tail(params) + rings
    }
    fn reset(&mut self, params: &P::Params, seed: u64) {
        let pool = &mut self.pool;
        if let Some(solid) = &mut pool.solid {
            solid.reset(seed);
        }
        pool.bank.reset();
        pool.rng = Rng::new(seed);
        pool.strength = 1.0;
        pool.held = false;
        pool.rehearsed = false;
        pool.gate = 0.0;
        self.process.reset(params, seed);
        self.process.follow(params, &mut self.pool);
        self.aim(params);
        self.output.reset();
    }
    fn taps(&self, wanted: bool) -> Taps {
        let force = self.pool.solid.as_ref().map_or(0.0, Solid::force);
        Taps {
            force,
            energy: if wanted { self.ledger().stored } else { 0.0 },
            ..Taps::default()
        }
    }
    fn work(&self) -> Work {
        self.pool.bank.work()
    }
    fn modes(&self, into: &mut [ModeLevel]) -> usize {
        self.rig().map_or(0, |rig| rig.network.modes(into))
    }
    fn geometry(&self) -> Geometry {
        if P::DRAWN {
            return self.process.geometry(Geometry::default());
        }
        let bodies = self.rig().map(|rig| rig.network.geometry());
        let scene = &self.pool.bank.scene;
        (self.process).geometry(scene.geometry(bodies.unwrap_or_default()))
    }
    fn picture(&self, geometry: &Geometry, frame: &mut Frame) {
        if !P::DRAWN {
            if let Some(rig) = self.rig() {
                rig.network.picture(geometry, frame);
            }
            self.pool.bank.scene.picture(geometry, frame);
        }
        self.process.picture(&self.pool, geometry, frame);
    }
    fn ledger(&self) -> Ledger {
        let mut all = self.pool.bank.ledger();
        if let Some(rig) = self.rig() {
            all += rig.network.ledger();
        }
        all += self.process.ledger();
        all
    }
    fn health(&self) -> Health {
        self.rig()
            .map_or(Health::default(), |rig| rig.network.health())
    }
}

/// Expected peak of a crowd: of one, of its power by chance, whichever is more.
pub fn crowd_peak(one: f64, rms: f64) -> f64 {
    (one * one + 9.0 * rms * rms).sqrt()
}

/// Mean square of damped sines of a height that begin so often a second and fall so fast \[1/s\].
pub fn crowd_power(per_second: f64, height: f64, falls: f64) -> f64 {
    per_second * height * height / (4.0 * falls)
}

/// A time until something has fallen by 60 dB \[s\].
pub fn sixty_decibels(falls: f64) -> f64 {
    math::LN_1000 / falls
}
