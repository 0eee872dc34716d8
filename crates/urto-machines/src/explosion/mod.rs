//! Explosion: a blast wave, what comes back of it, and what falls down.
//!
//! Hear:   a crack or a thud, as near and as large as it is; a rumble that rolls away; pieces that land.
//!         Along a channel of kilometres it is thunder: the near end cracks, the far end grumbles.
//! Law:    Friedlander's wave p·(1 - t/T)·exp(-b·t/T), with p and T by charge and distance (Hopkinson's
//!         scaling, Kinney and Graham's curves); a channel is as many waves as it has pieces, each as
//!         late as it is far (Few); the air takes high frequencies, more of them from far away; pieces
//!         fly up in any direction, at any speed up to the fastest, and fall for 2·v/g.
//! Step:   a sample is the mean of the wave over it, from its integral, so that a shock is the same at
//!         every rate; filters that store no more than they are given.
//! Limits: the ground reflects as the rumble does, by chance; no wind, no hills. Four explosions at
//!         once; a fifth ends the first.
//! Refs:   Friedlander 1946; Kinney & Graham 1985; Few 1969; Ribner & Roy 1982; Bass et al. 1995.

mod blast;

use crate::parts::filter::{OnePole, TwoPole};
use crate::parts::gain::Gain;
use crate::parts::noise::{Pink, Wander};
use crate::parts::pop::{PopShape, Pops};
use crate::parts::{Pace, SOUND_SPEED, strength};
use blast::{Heard, PIECES, Wave, arrivals};
use urto::math::{GRAVITY, LN_1000};
use urto::param::{Declared, ParamId};
use urto::rng::Rng;
use urto::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, Meant, Model, Pad, Player, Work,
};
use urto::sounds::OutputParams;
use urto::{BuildError, Rate, math};

urto::params! {
    /// A channel along which it explodes: lightning.
    pub struct BlastChannel("channel") {
        /// How long it is; 0 is an explosion in one place.
        length: 0.0, ZeroLog(30.0, 1e4), "m", Event, spread 0.1;
        /// How much it bends.
        bends: 0.6, Linear(0.0, 1.0), "", Event, expert, spread 0.1;
    }
}

urto::params! {
    /// What comes back from ground, walls and hills.
    pub struct BlastRumble("rumble") {
        /// How loud it is.
        level: 0.5, Linear(0.0, 2.0), "", Event, spread 0.08;
        /// Time in which it falls by 60 dB.
        decay: 2.5, Log(0.05, 20.0), "s", Event, spread 0.1;
        /// It falls off above this frequency.
        depth: 180.0, Log(30.0, 5000.0), "Hz", Event, spread 0.1;
    }
}

urto::params! {
    /// Pieces that fly up and fall.
    pub struct BlastDebris("debris") {
        /// How loud they land.
        level: 0.25, Linear(0.0, 2.0), "", Event, spread 0.1;
        /// How many.
        count: 30, Integer(0, 200), "", Rebuild, spread 0.1;
        /// How fast the fastest fly up.
        speed: 16.0, Log(0.1, 60.0), "m/s", Event, spread 0.1;
        /// Pitch around which they land.
        pitch: 900.0, Log(60.0, 1e4), "Hz", Event, spread 0.1;
        /// How long each is heard.
        burst: 0.012, Log(5e-4, 0.2), "s", Event, spread 0.1;
    }
}

urto::params! {
    /// A charge explodes: its blast, its rumble, its debris.
    pub struct ExplosionParams("explosion") {
        /// The charge, as a weight of TNT.
        charge: 1.0, Log(1e-5, 1e5), "kg", Event, spread 0.1;
        /// How far away it is.
        distance: 60.0, Log(1.0, 2e4), "m", Event, spread 0.06;
        /// How fast the wave falls off: 1 is as much below the air's pressure as above, in all.
        steepness: 1.0, Log(0.3, 10.0), "", Event, expert, spread 0.05;
        /// How much the air takes from high frequencies: 1 is air of 20 °C and 50 % humidity.
        air: 1.0, Linear(0.0, 5.0), "", Event, expert, spread 0.05;
        /// A channel.
        channel: BlastChannel::default(), Table(BlastChannel), "", Event;
        /// The rumble.
        rumble: BlastRumble::default(), Table(BlastRumble), "", Event;
        /// The debris.
        debris: BlastDebris::default(), Table(BlastDebris), "", Event;
        include output: OutputParams;
    }
    macros {
        /// How large it is: from a firecracker to a bomb.
        power: charge(1e-3, 1000.0);
        /// How far away it is.
        farness: distance(8.0, 3000.0);
        /// How long the channel is: from one place to lightning.
        thunder: channel.length(0.0, 5000.0);
        /// How much comes back.
        rolling: rumble.level(0.0, 1.5);
        /// How long that lasts.
        echo: rumble.decay(0.4, 10.0);
        /// How much falls down.
        rubble: debris.level(0.0, 1.2);
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "explosion",
    title: "Explosion",
    hear: "A blast, the rumble that rolls away, and pieces that fall; along a channel, thunder.",
    family: Family::Gases,
    form: Form::Event,
    built_on: &["blast", "noise", "chance"],
    table: &ExplosionParams::TABLE,
    make: &Player::<Explosion>::boxed,
    seconds: 5.0,
    release: None,
    pad: Pad::strike(
        Some(Axis::new("distance", 5.0, 3000.0)),
        Some(Axis::new("charge", 1e-3, 1000.0)),
    ),
    expression: ExpressionKeys {
        pitch: &["debris.pitch"],
        pressure: &["charge"],
        place: Some(Axis::new("distance", 10.0, 2000.0)),
    },
};

/// Attenuation by the air \[dB/m/Hz²\]: 25 dB in a kilometre at 4 kHz, and with the square of frequency
/// about (ISO 9613-1, 20 °C, 50 %).
const AIR: f64 = 25e-3 / 16e6;
/// Explosions at once.
const AT_ONCE: usize = 4;
/// Waves that sound at once, of one explosion.
const WAVES: usize = PIECES;
/// Steps of modes that take as long as a wave's step: a dozen products, one after the other.
const WAVE_STEP: f64 = 4.0;
/// Peak that a blast reaches about, and the root mean square of its loudest moment at most.
const PEAK: f64 = 0.62;
const LOUD: f64 = 0.09;
/// Loudness is momentary: a mean over this long \[s\]; and what arrives this close adds up.
const MOMENT: f64 = 0.4;
const TOGETHER: f64 = 0.01;
/// Pressure of a usual blast \[Pa\]: loudness follows from what is more or less than that.
const USUAL: f64 = 800.0;
/// Most pieces that fall.
const MOST: usize = 200;

/// One explosion.
struct Slot {
    waves: Vec<Wave>,
    next: usize,
    heard: Vec<Heard>,
    /// Seconds since the first wave.
    clock: f64,
    sounds: bool,
    /// The rumble's height now, where it rises to, and how it falls per look.
    rumble: f64,
    rising: f64,
    falls: f64,
    /// When pieces land \[s\], the last first, and how loud.
    lands: Vec<(f64, f64)>,
}

impl Slot {
    /// With room for so many pieces. Allocates.
    fn new(pieces: usize) -> Self {
        Self {
            waves: Vec::with_capacity(PIECES),
            next: 0,
            heard: Vec::with_capacity(WAVES),
            clock: 0.0,
            sounds: false,
            rumble: 0.0,
            rising: 0.0,
            falls: 1.0,
            lands: Vec::with_capacity(pieces),
        }
    }

    /// How loud it will be: its peak, and the root mean square of its loudest moment.
    fn expected(&self) -> (f64, f64) {
        let (mut peak, mut loud) = (0.0f64, 0.0f64);
        for (n, wave) in self.waves.iter().enumerate() {
            let within = |time: f64| {
                let rest = self.waves[n..].iter();
                rest.take_while(move |other| other.at < wave.at + time)
            };
            // Waves that come at once add up partly.
            let sum: f64 = within(TOGETHER).map(|w| w.height * w.height).sum();
            peak = peak.max(1.4 * sum.sqrt());
            // The square of Friedlander's wave has an integral of a quarter (b = 1).
            let energy: f64 = within(MOMENT)
                .map(|w| 0.25 * w.height * w.height * w.duration)
                .sum();
            loud = loud.max(energy);
        }
        if self.waves.len() == 1 {
            peak /= 1.4;
        }
        (peak, (loud / MOMENT).sqrt())
    }
}

/// The sound's physics.
pub struct Explosion {
    rate: Rate,
    pace: Pace,
    rng: Rng,
    slots: Vec<Slot>,
    last: usize,
    air: [OnePole; 2],
    rolls: Pink,
    depth: TwoPole,
    sways: Wander,
    pops: Pops,
    gain: Gain,
    strength: f64,
    /// Peak and loudness of the last one.
    expected: (f64, f64),
    rumble: f64,
    rumble_step: f64,
}

impl Explosion {
    fn aim(&mut self, params: &ExplosionParams) {
        let (peak, loud) = self.expected;
        let rumble = 0.5 * params.rumble.level + 0.15 * params.debris.level;
        // What comes back and what falls is told against the blast's peak.
        let peak = peak * (1.0 + 0.6 * rumble);
        let loud = (loud * loud + 0.02 * peak * peak * rumble * rumble).sqrt();
        let expected = (peak / PEAK).max(loud / LOUD) * crate::parts::gain::USUAL;
        let stronger = self.expected.0 / USUAL;
        self.gain.aim(expected, stronger.sqrt(), &params.output);
    }

    /// Corner of what the air lets through from a distance \[Hz\]: 3 dB, and two poles halve it.
    fn corner(params: &ExplosionParams, away: f64) -> f64 {
        let taken = (AIR * away * params.air).max(1e-12);
        (1.55 * (3.0 / taken).sqrt()).clamp(60.0, 2e4)
    }

    fn explode(&mut self, params: &ExplosionParams) {
        // A free slot, or the one that began first.
        let free = self.slots.iter().position(|slot| !slot.sounds);
        let oldest = |a: &usize, b: &usize| self.slots[*a].clock.total_cmp(&self.slots[*b].clock);
        let place = free.or_else(|| (0..AT_ONCE).max_by(oldest)).unwrap_or(0);
        self.last = place;
        let slot = &mut self.slots[place];
        arrivals(params, &mut self.rng, &mut slot.waves);
        slot.waves
            .iter_mut()
            .for_each(|wave| wave.height *= self.strength);
        slot.next = 0;
        slot.heard.clear();
        slot.clock = 0.0;
        slot.sounds = true;
        slot.rumble = 0.0;
        self.expected = slot.expected();
        let (peak, _) = self.expected;
        slot.rising = peak * params.rumble.level;
        slot.falls = math::exp(-LN_1000 * self.pace.seconds() / params.rumble.decay);
        slot.lands.clear();
        for _ in 0..slot.lands.capacity().min(params.debris.count as usize) {
            // Any speed up to the fastest, in any direction of the half sphere above: as fast as it
            // goes upwards, 2·v/g. Many come down at once, and few come late.
            let upwards = self.rng.uniform() * self.rng.uniform();
            let time = 2.0 * params.debris.speed * upwards / GRAVITY;
            let loud = 0.2 + self.rng.uniform() * self.rng.uniform();
            slot.lands.push((time, loud * peak * params.debris.level));
        }
        slot.lands.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        self.depth.set(params.rumble.depth, 0.6, self.rate);
        self.aim(params);
    }

    /// Looks at what is slow.
    fn look(&mut self, params: &ExplosionParams) {
        let seconds = self.pace.seconds();
        let sway = 1.0 + 0.45 * self.sways.pass(seconds, 0.12);
        // The rumble rises while waves go on, within 50 ms.
        let rise = 1.0 - math::exp(-seconds / 0.05);
        let mut all = 0.0;
        for slot in self.slots.iter_mut().filter(|slot| slot.sounds) {
            slot.rumble += rise * (slot.rising - slot.rumble);
            slot.rising *= slot.falls;
            all += slot.rumble * slot.rumble;
            let quiet = slot.rumble < 1e-4 * slot.waves.first().map_or(1.0, |w| w.height);
            let over = slot.next == slot.waves.len() && slot.heard.is_empty();
            if over && quiet && slot.lands.is_empty() {
                slot.sounds = false;
                slot.rumble = 0.0;
            }
        }
        let octaves =
            (math::log(params.rumble.depth / 20.0) / core::f64::consts::LN_2).clamp(0.5, 11.0);
        let height = 0.4 * all.sqrt() * sway.max(0.1) * (11.0 / octaves).sqrt();
        self.rumble_step = (height - self.rumble) / f64::from(self.pace.steps());
        // What arrives now has come so far.
        let slot = &self.slots[self.last];
        let away = params.distance
            + if slot.sounds {
                SOUND_SPEED * slot.clock
            } else {
                0.0
            };
        let far = if params.channel.length > 0.0 {
            away
        } else {
            params.distance
        };
        let corner = Self::corner(params, far);
        self.air
            .iter_mut()
            .for_each(|air| air.set(corner, self.rate));
    }

    /// What pieces land in this sample.
    fn land(&mut self, params: &ExplosionParams) {
        for slot in &mut self.slots {
            while slot.lands.last().is_some_and(|(at, _)| *at <= slot.clock) {
                let Some((_, loud)) = slot.lands.pop() else {
                    break;
                };
                let differ = math::exp(0.8 * self.rng.signed());
                self.pops.pop(PopShape {
                    level: loud,
                    pitch: params.debris.pitch * differ,
                    sharpness: 1.0 + 2.0 * self.rng.uniform(),
                    burst: params.debris.burst / differ,
                });
            }
        }
    }
}

impl Model for Explosion {
    type Params = ExplosionParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;

    fn build(params: &ExplosionParams, rate: Rate, seed: u64) -> Result<Self, BuildError> {
        let pieces = (params.debris.count as usize).min(MOST);
        let mut explosion = Self {
            rate,
            pace: Pace::new(rate),
            rng: Rng::new(seed),
            slots: (0..AT_ONCE).map(|_| Slot::new(pieces)).collect(),
            last: 0,
            air: [OnePole::default(); 2],
            rolls: Pink::new(rate),
            depth: TwoPole::default(),
            sways: Wander::new(),
            pops: Pops::new(rate),
            gain: Gain::new(rate),
            strength: 1.0,
            expected: (1.0, 1.0),
            rumble: 0.0,
            rumble_step: 0.0,
        };
        explosion.reset(params, seed);
        Ok(explosion)
    }
    fn change(&mut self, params: &ExplosionParams, _: &ParamId) {
        self.aim(params);
    }
    fn event(&mut self, params: &ExplosionParams, event: Event) {
        if let Event::Trigger {
            strength: asked, ..
        } = event
        {
            self.strength = strength(asked);
            let silent = self.slots.iter().all(|slot| !slot.sounds);
            self.explode(params);
            // In silence nothing clicks, and a shock cannot wait for a gain.
            if silent {
                self.gain.arrive();
            }
        }
    }
    fn tick(&mut self, params: &ExplosionParams) -> f64 {
        if self.pace.is_due() {
            self.look(params);
        }
        self.rumble += self.rumble_step;
        if self.slots.iter().all(|slot| !slot.sounds) {
            return self.gain.pass(self.pops.next());
        }
        let seconds = self.rate.step();
        let mut waves = 0.0;
        for slot in self.slots.iter_mut().filter(|slot| slot.sounds) {
            slot.clock += seconds;
            while slot.next < slot.waves.len() && slot.waves[slot.next].at < slot.clock {
                let wave = slot.waves[slot.next];
                slot.next += 1;
                let late = slot.clock - wave.at;
                slot.heard
                    .push(Heard::new(wave, params.steepness, late, seconds));
            }
            waves += slot.heard.iter_mut().map(Heard::next).sum::<f64>();
            slot.heard.retain(|heard| heard.left > 0);
        }
        self.land(params);
        let [first, second] = &mut self.air;
        let mut sum = second.low(first.low(waves));
        sum += self.rumble * self.depth.low(self.rolls.next());
        sum += self.pops.next();
        self.gain.pass(sum)
    }
    fn work(&self) -> Work {
        let heard = self
            .slots
            .iter()
            .map(|slot| slot.heard.len())
            .sum::<usize>();
        let mut work = self.pops.work();
        work.each += WAVE_STEP * heard as f64;
        work
    }
    fn meant(&self) -> Meant {
        self.gain.meant()
    }
    fn tail(params: &ExplosionParams) -> f64 {
        let (_, duration) = blast::kinney_graham(params.charge, params.distance);
        let falls = 2.0 * params.debris.speed / GRAVITY + 10.0 * params.debris.burst;
        let waves = 14.0 * duration / params.steepness + params.channel.length / SOUND_SPEED;
        (waves + 1.4 * params.rumble.decay).max(falls) + 0.2
    }
    fn reset(&mut self, params: &ExplosionParams, seed: u64) {
        let mut seeds = Rng::new(seed);
        self.rng = Rng::new(seeds.bits());
        self.rolls.reset(seeds.bits());
        self.sways.reset(seeds.bits());
        self.pops.reset(seeds.bits());
        self.pace.reset();
        for slot in &mut self.slots {
            slot.sounds = false;
            slot.heard.clear();
            slot.lands.clear();
            slot.waves.clear();
            (slot.next, slot.clock, slot.rumble, slot.rising) = (0, 0.0, 0.0, 0.0);
        }
        self.last = 0;
        self.air.iter_mut().for_each(OnePole::reset);
        self.depth.reset();
        self.strength = 1.0;
        (self.rumble, self.rumble_step) = (0.0, 0.0);
        let (height, duration) = blast::kinney_graham(params.charge, params.distance);
        self.expected = (height, height * (0.25 * duration / MOMENT).sqrt());
        self.aim(params);
        self.gain.reset();
    }
}
