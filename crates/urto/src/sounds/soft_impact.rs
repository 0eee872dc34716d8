//! Soft impact: something without a hard surface falls on a body.
//!
//! Hear:   a pat, a thump, a pillow, a shoe sole: duller with a lower low-pass, rougher with
//!         less push under the noise; the body adds what it is made of.
//! Law:    a shaped burst of noise (see `gesture::Burst`) pushes on the body as a force; a second
//!         one may follow, as the toe follows the heel. A force from outside (`force`: a sensor, a
//!         route) shapes the noise by itself (Papetti 2010, 3.3.2).
//! Step:   exact modal step; the burst's work is booked as injected.
//! Limits: the force is given beforehand: the body does not throw the soft thing back.
//! Refs:   Papetti 2010, 2.2.5.

use crate::body::{BodyKind, BodyParams, MaterialKind, Placed, Standing, Supported};
use crate::energy::Health;
use crate::gesture::{Again, Burst, BurstParams, Repeat, RepeatParams};
use crate::key;
use crate::network::{ContactId, Motion, NetworkBuilder};
use crate::object::Point;
use crate::param::{Declared, ParamId};
use crate::parts::loudness;
use crate::parts::output::{INAUDIBLE, Listening, Output, OutputParams};
use crate::parts::pickups::{MorePickups, Pickups};
use crate::parts::strike::StrikePlace;
use crate::rate::Rate;
use crate::rng::Rng;
use crate::sound::{
    Axis, Entry, Event, ExpressionKeys, Family, Form, FoundLevel, Meant, Model, Pad, Player, Rig,
};

crate::params! {
    /// A second burst, as the toe follows the heel.
    pub struct Second("second") {
        /// Strength of the second burst relative to the first; 0 is none.
        strength: 0.0, Linear(0.0, 3.0), "", Event, spread 0.05;
        /// Delay of the second burst.
        delay: 0.12, Log(1e-3, 5.0), "s", Event, spread 0.05;
        /// Multiplies the second burst's low-pass cutoff: above 1 is brighter than the first.
        brightness: 1.5, Log(0.1, 10.0), "", Event, spread 0.05;
    }
}

crate::params! {
    /// Something soft falls on a body: a shaped burst of noise into its modes.
    pub struct SoftImpactParams("soft_impact") {
        /// The burst.
        burst: BurstParams::default(), Table(BurstParams), "", Block;
        /// A second burst, as the toe follows the heel.
        second: Second::default(), Table(Second), "", Event;
        /// Force that presses from outside, sample by sample: a sensor's, or another sound's by a
        /// route. It shapes the noise in place of the burst's envelope; 0 leaves that to blows.
        force: 0.0, ZeroLog(1e-3, 1e4), "N", Sample, expert, spread 0.0;
        /// Whether more blows follow.
        repeat: RepeatParams::default(), Table(RepeatParams), "", Event;
        /// Random differences between blows in force, place, duration and softness.
        variation: 0.2, Linear(0.0, 1.0), "", Event, spread 0.0;
        include place: StrikePlace = StrikePlace::at(0.3);
        include listening: Listening = Listening::at(0.9);
        /// What it falls on.
        body: table_top(), Table(BodyParams), "", Block;
        include on: Supported;
        include output: OutputParams = OutputParams::following(0.3);
        include more: MorePickups;
    }
    macros {
        /// How soft it is.
        softness: burst.lowpass(6000.0, 200.0), burst.attack(0.0005, 0.01);
        /// How heavily it falls.
        weight: burst.force(5.0, 200.0);
        /// How much it pushes rather than rustles.
        thump: burst.press(0.0, 3.0);
        /// How long it lasts.
        length: burst.decay(0.01, 0.2), burst.release(0.02, 0.3);
        /// How large the body is.
        size: body.size(0.3, 2.0);
        /// How strong a second touch follows.
        toe: second.strength(0.0, 1.0);
    }
}

/// A wooden table top, held by its frame.
fn table_top() -> BodyParams {
    BodyParams {
        kind: BodyKind::Plate,
        size: 1.0,
        thickness: 0.025,
        material: MaterialKind::Wood,
        damping: 1.5,
        ..BodyParams::default()
    }
}

/// The registry's line.
pub const ENTRY: Entry = Entry {
    key: "soft_impact",
    title: "Soft impact",
    hear: "Something soft falls on a body: a pat, a thump, a step of a soft sole.",
    family: Family::Solids,
    form: Form::Event,
    built_on: &["noise", "modes"],
    table: &SoftImpactParams::TABLE,
    make: &Player::<SoftImpact>::boxed,
    seconds: 1.0,
    release: None,
    pad: Pad::strike(Some(Axis::new("strike", 0.0, 1.0)), None),
    expression: ExpressionKeys {
        pitch: &["body.tuning"],
        pressure: &["burst.force"],
        place: Some(Axis::new("strike", 0.0, 1.0)),
    },
};

/// Force of a usual burst \[N\]; loudness is judged against it.
const USUAL: f64 = 20.0;
/// Peak of a usual burst: it is short.
const PEAK: f64 = 0.53;

/// A burst on its way: its noise, and its parameters as varied for this blow.
struct SoftBlow {
    burst: Burst,
    params: BurstParams,
    point: Point,
    /// Factor on the low-pass.
    brightness: f64,
    /// Samples until it starts, and how strong it will be.
    wait: Option<(u64, f64)>,
}

impl SoftBlow {
    fn new(params: &BurstParams, point: Point, rate: Rate) -> Result<Self, crate::BuildError> {
        Ok(Self {
            burst: Burst::new(params, rate, 0)?,
            params: params.clone(),
            point,
            brightness: 1.0,
            wait: None,
        })
    }

    /// Takes the filters over as the host has them now.
    fn tune(&mut self, params: &BurstParams) {
        self.params.highpass = params.highpass;
        self.params.lowpass = params.lowpass * self.brightness;
        self.burst.tune(&self.params);
    }

    /// Samples during which it does not push.
    fn idle_for(&self) -> usize {
        if self.burst.is_running() {
            return 0;
        }
        let wait = self.wait.map_or(u64::MAX, |(left, _)| left);
        usize::try_from(wait).unwrap_or(usize::MAX)
    }

    /// Lets samples pass in which it does not push.
    fn pass(&mut self, samples: u64) {
        if let Some((left, _)) = &mut self.wait {
            *left = left.saturating_sub(samples);
        }
    }

    fn force(&mut self) -> f64 {
        match &mut self.wait {
            Some((0, strength)) => {
                self.burst.start(*strength);
                self.wait = None;
            }
            Some((left, _)) => *left -= 1,
            None => {}
        }
        self.burst.force(&self.params)
    }
}

/// The soft impact's physics.
pub struct SoftImpact {
    rig: Rig,
    rate: Rate,
    pickup: Point,
    pickups: Pickups,
    body: Placed,
    /// The first burst, and the second.
    blows: [SoftBlow; 2],
    /// What a force from outside makes, and the strongest that came since the last blow \[N\].
    pressed: Burst,
    strongest: f64,
    output: Output,
    strength: f64,
    rng: Rng,
    /// The blows to come.
    repeat: Repeat,
}

impl SoftImpact {
    fn aim(&mut self, params: &SoftImpactParams) {
        let ear = (params.listening.spot(), params.more.air.is_on());
        let modes = (self.body).heard(&params.body, params.place.spot(), ear);
        let blow = BurstParams {
            force: (params.burst.force * self.strength).max(self.strongest),
            ..params.burst.clone()
        };
        let answer = loudness::to_burst(modes, &blow);
        let louder = params.second.strength.max(1.0);
        let expected = answer.peak * louder;
        self.output
            .aim(expected, blow.force / USUAL, &params.output);
    }

    /// Readies one of the two bursts, a little different each time.
    fn ready(&mut self, params: &SoftImpactParams, index: usize, again: Again, delay: f64) {
        let vary = params.variation;
        // Up to a factor of two in softness and duration, 6 dB in force, a third of the body.
        let mut factor = |most: f64| self.rng.log_uniform(1.0 / most, most);
        let mut by = |most: f64| crate::math::pow(factor(most), vary);
        let (strength, bright, long) = (again.strength * by(1.4), by(2.0), by(2.0));
        let beside = 0.3 * vary * self.rng.signed();
        let along = params.place.strike + again.beside + beside;
        let place = params.place.spot();
        let place = place.shifted(along, again.beside + beside);
        let blow = &mut self.blows[index];
        blow.params.clone_from(&params.burst);
        blow.params.attack *= long;
        blow.params.decay *= long;
        blow.brightness = bright
            * if index == 1 {
                params.second.brightness
            } else {
                1.0
            };
        blow.tune(&params.burst);
        blow.wait = Some(((delay * self.rate.hertz()) as u64, strength));
        let point = blow.point;
        self.rig.network.move_to(self.body.object(), point, place);
    }

    /// One blow of a row; a second burst may follow.
    fn strike(&mut self, params: &SoftImpactParams, again: Again) {
        let first = Again {
            strength: self.strength * again.strength,
            ..again
        };
        self.ready(params, 0, first, 0.0);
        if params.second.strength > 0.0 {
            let second = Again {
                strength: first.strength * params.second.strength,
                ..again
            };
            self.ready(params, 1, second, params.second.delay);
        }
    }
}

impl Model for SoftImpact {
    type Params = SoftImpactParams;
    const EXPRESSION: ExpressionKeys = ENTRY.expression;
    const REHEARSED: f64 = 0.15;
    // No two bursts of noise are alike.
    const BLOWS: usize = 3;

    fn build(params: &SoftImpactParams, rate: Rate, seed: u64) -> Result<Self, crate::BuildError> {
        let mut network = NetworkBuilder::new(rate);
        let (body, support) = (&params.body, &params.on.support);
        let places = [
            ("first", params.place.spot()),
            ("second", params.place.spot()),
            ("pickup", params.listening.spot()),
        ];
        let points = params.more.and(body, places);
        let mut body = Placed::add(&mut network, "body", body, support, &points, rate)?;
        network.listen("body@pickup", Motion::Ringing)?;
        body.listen(&mut network, "body")?;
        let output = Output::new(rate, INAUDIBLE).peaking(PEAK);
        let pole = Some(output.pole());
        let pickups = Pickups::listen(&mut network, "body", &params.more, pole, rate)?;
        let (_, first) = network.point("body@first")?;
        let (_, second) = network.point("body@second")?;
        let (_, pickup) = network.point("body@pickup")?;
        let network = network.build(seed);
        let blow = |point| SoftBlow::new(&params.burst, point, rate);
        let mut thump = Self {
            rig: Rig {
                network,
                routes: Vec::new(),
                shown: ContactId::NONE,
            },
            rate,
            pickup,
            pickups,
            body,
            blows: [blow(first)?, blow(second)?],
            pressed: Burst::new(&params.burst, rate, seed)?,
            strongest: 0.0,
            output,
            strength: 1.0,
            rng: Rng::new(seed),
            repeat: Repeat::new(seed),
        };
        thump.reset(params, seed);
        Ok(thump)
    }
    fn rig(&self) -> Option<&Rig> {
        Some(&self.rig)
    }
    fn rig_mut(&mut self) -> Option<&mut Rig> {
        Some(&mut self.rig)
    }
    fn change(&mut self, params: &SoftImpactParams, id: &ParamId) {
        // May come with every sample: the next step presses with it.
        if *id == key!(SoftImpactParams, force) {
            return;
        }
        let network = &mut self.rig.network;
        self.body.follow(&params.body, &params.on.support, network);
        network.move_to(self.body.object(), self.pickup, params.listening.spot());
        self.pickups
            .follow(&params.more, network, self.body.object());
        self.blows
            .iter_mut()
            .for_each(|blow| blow.tune(&params.burst));
        self.pressed.tune(&params.burst);
        self.aim(params);
    }
    fn event(&mut self, params: &SoftImpactParams, event: Event) {
        let Event::Trigger { strength, .. } = event else {
            return;
        };
        self.strength = crate::parts::strength(strength);
        self.strongest = 0.0;
        self.body
            .set_down(&params.body, &params.on.support, &mut self.rig.network);
        self.strike(params, Again::FIRST);
        self.repeat.start(&params.repeat, self.rate);
        self.aim(params);
    }
    fn tick(&mut self, params: &SoftImpactParams) -> f64 {
        if let Some(again) = self.repeat.pass(1, &params.repeat, self.rate) {
            self.strike(params, again);
        }
        // A stronger press is louder, but not beyond what can be played.
        if params.force > 1.1 * self.strongest.max(params.burst.force * self.strength) {
            self.strongest = params.force;
            self.aim(params);
        }
        let network = &mut self.rig.network;
        let newtons = self.pressed.under(&params.burst, params.force);
        network.push(self.body.object(), self.blows[0].point, newtons);
        for blow in &mut self.blows {
            let newtons = blow.force();
            network.push(self.body.object(), blow.point, newtons);
        }
        network.step();
        let heard = network.heard(0) + self.body.below(network);
        let sample = self.output.pass(heard);
        self.pickups.hear(network, heard, self.output.gain());
        sample
    }
    fn rehearsed_live(id: &ParamId) -> bool {
        *id != key!(SoftImpactParams, force)
    }
    fn idle_for(&self, params: &SoftImpactParams) -> usize {
        if params.force != 0.0 || self.pressed.is_running() {
            return 0;
        }
        let blows = self.blows.iter().map(SoftBlow::idle_for);
        blows.fold(self.repeat.idle_for(), usize::min)
    }
    fn rang(&mut self, params: &SoftImpactParams, out: &mut [f32], health: &mut Health) {
        self.output
            .rang_at(&self.rig.network, out, health, &mut self.pickups);
        let passed = out.len() as u64;
        self.blows.iter_mut().for_each(|blow| blow.pass(passed));
        self.repeat.pass(passed, &params.repeat, self.rate);
    }
    fn channels(params: &SoftImpactParams) -> usize {
        params.more.channels()
    }
    fn pan(params: &SoftImpactParams, channel: usize) -> Option<f64> {
        params.more.pan(channel)
    }
    fn further(&self, channel: usize) -> Option<f64> {
        self.pickups.further(channel)
    }
    fn rang_further(&self, channel: usize) -> Option<&[f32]> {
        self.pickups.rang_further(channel)
    }
    fn meant(&self) -> Meant {
        self.output.meant()
    }
    fn correct(&mut self, params: &SoftImpactParams, found: FoundLevel) {
        self.output.correct(found);
        self.aim(params);
    }
    fn tail(params: &SoftImpactParams) -> f64 {
        let second = match params.second.strength > 0.0 {
            true => params.second.delay,
            false => 0.0,
        };
        // Variation makes it twice as long at most.
        let body = params.body.longest_decay();
        let rings = body.max(Standing::longest_decay(&params.on.support));
        params.repeat.seconds() + second + 2.0 * params.burst.seconds() + rings
    }
    fn reset(&mut self, params: &SoftImpactParams, seed: u64) {
        self.rig.network.reset(seed);
        self.rng = Rng::new(seed);
        for blow in &mut self.blows {
            blow.burst.reset(self.rng.bits());
            blow.wait = None;
        }
        // A seed of its own: blows stay what they were.
        self.pressed.reset(seed ^ 0x7072_6573_7365_6421);
        self.strongest = 0.0;
        self.strength = 1.0;
        self.repeat = Repeat::new(seed);
        self.aim(params);
        self.output.reset();
        self.pickups.reset();
    }
}
