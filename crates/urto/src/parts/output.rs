//! From what is heard at a body to samples at a sensible level.

use crate::body::{Spot, SpotParams};
use crate::energy::Health;
use crate::high_pass;
use crate::limit::{limit, limit_all, scale_and_limit};
use crate::math;
use crate::network::{Network, Samples};
use crate::parts::correction::Correction;
use crate::parts::pickups::Pickups;
use crate::rate::Rate;
use crate::sound::{FoundLevel, Meant};

crate::params! {
    /// How loud a sound is.
    pub struct OutputParams("output") {
        /// Output level relative to the usual loudness.
        level: 0.0, Linear(-60.0, 24.0), "dB", Block, spread 0.0;
        /// How much loudness follows the strength of the gesture: 1 is natural, 0 keeps it
        /// constant.
        dynamics: 0.5, Linear(0.0, 1.0), "", Block, expert, spread 0.0;
    }
}

impl OutputParams {
    /// The usual level, followed by a share of what physics says.
    pub fn following(dynamics: f64) -> Self {
        Self {
            dynamics,
            ..Self::default()
        }
    }
}

crate::params! {
    /// Where a body is listened to.
    pub struct Listening("listening") {
        /// Listening point along the body: 0 is one end, 1 the other.
        pickup: 0.9, Linear(0.0, 1.0), "", Block, expert, spread 0.2;
        /// Listening point on the surface of a body from a mesh.
        pickup_spot: SpotParams::default(), Table(SpotParams), "", Block;
    }
}

impl Listening {
    /// At a position along the body.
    pub fn at(pickup: f64) -> Self {
        Self {
            pickup,
            ..Self::default()
        }
    }

    /// The place.
    pub fn spot(&self) -> Spot {
        Spot::new(self.pickup, &self.pickup_spot)
    }
}

/// Peak that a default sound reaches, about: -8 dBFS leaves room for loud ones. What sounds on is
/// as loud at a lower one, what consists of clicks at a higher one: such sounds have their own (see
/// [`Output::peaking`]), so that all are between -21 and -27 LUFS by default.
pub(crate) const TARGET: f64 = 0.4;

/// Below this \[Hz\] nothing is heard.
pub const INAUDIBLE: f64 = 20.0;

/// A gain that glides.
///
/// Physical sounds span a hundred decibels. So that nobody hunts for gain, a sound estimates
/// how strongly its gesture will move the body, and plays it `dynamics` times as many decibels
/// from the usual level as physics says: 1 is true to nature, 0 makes all gestures alike.
///
/// When a body is made heavier while it sounds, its next sounds need more gain, but what still
/// rings does not: so a gain rises only as far as what is heard now lets it.
#[derive(Clone)]
pub(crate) struct OutputLevel {
    gain: f64,
    goal: f64,
    /// Peak of its usual gesture.
    peak: f64,
    /// How much louder than usual it is to be, and what a rehearsal found out beyond what was
    /// expected.
    meant: Meant,
    correction: Correction,
    /// Half way between the two, so that the gain starts and ends to move smoothly.
    between: f64,
    /// Shares of the way per sample, upwards and downwards.
    glide: [f64; 2],
    /// What was heard lately, how it is forgotten, how loud it may be made by a gain that rises,
    /// and how fast the gain rises nevertheless.
    loud: f64,
    forgets: f64,
    roof: f64,
    rises: f64,
    /// The last sample.
    last: f64,
}

/// What sounds now is made no louder by a gain that rises, or up to this.
const QUIET: f64 = 1e-3;

impl OutputLevel {
    pub fn new(rate: Rate) -> Self {
        Self {
            gain: 0.0,
            goal: 0.0,
            peak: TARGET,
            meant: Meant::default(),
            correction: Correction::new(rate),
            between: 0.0,
            // Twice 2 ms and 0.7 ms: shorter clicks, longer lags behind what becomes louder.
            glide: [2e-3, 7e-4].map(|time| 1.0 - math::exp(-rate.step() / time)),
            loud: 0.0,
            roof: TARGET,
            forgets: math::exp(-rate.step() / 0.02),
            // 6 dB in 50 ms.
            rises: math::pow(2.0, rate.step() / 0.05),
            last: 0.0,
        }
    }

    /// With another peak for its usual gesture.
    pub fn peaking(self, peak: f64) -> Self {
        Self {
            peak,
            roof: peak,
            ..self
        }
    }

    /// Aims at a level, for a gesture that will move the body by about `expected` when it is
    /// `stronger` times as strong as usual.
    pub fn aim(&mut self, expected: f64, stronger: f64, params: &OutputParams) {
        let natural = math::pow(stronger.max(1e-6), params.dynamics);
        let level = math::pow(10.0, params.level / 20.0);
        if self.gain == self.goal {
            self.roof = (self.gain * self.loud).max(QUIET);
        }
        self.meant = Meant {
            level,
            strength: natural,
        };
        self.correction.mean(level * natural.max(1.0));
        self.goal = self.peak * level * natural / expected.max(1e-12) * self.correction.factor();
        // In silence nothing clicks.
        if self.last == 0.0 {
            self.arrive();
        }
    }

    /// How much louder than usual it is to be.
    pub fn meant(&self) -> Meant {
        self.meant
    }

    /// Takes over what a rehearsal found out; counts from the next [`aim`](Self::aim) on.
    pub fn correct(&mut self, found: FoundLevel) {
        self.correction.tell(found, self.gain * self.loud);
    }

    #[inline]
    pub fn pass(&mut self, heard: f64) -> f64 {
        self.loud = (self.loud * self.forgets).max(heard.abs());
        if self.gain != self.goal {
            self.glide();
        }
        self.last = self.gain * heard;
        let by = self.correction.prove(self.last);
        if by != 1.0 {
            self.scale_by(by);
        }
        self.last
    }

    /// The gain and all that it makes become `factor` times as large.
    fn scale_by(&mut self, factor: f64) {
        for gain in [
            &mut self.gain,
            &mut self.between,
            &mut self.goal,
            &mut self.last,
        ] {
            *gain *= factor;
        }
    }

    /// Moves the gain on.
    fn glide(&mut self) {
        let [up, down] = self.glide;
        if self.goal > self.between {
            let slow = (self.between * self.rises).min(self.goal);
            let most = self.goal.min(self.roof / self.loud.max(1e-300));
            self.between = slow.max(self.between + up * (most - self.between));
        } else {
            self.between += down * (self.goal - self.between);
        }
        let pace = if self.between > self.gain { up } else { down };
        self.gain += pace * (self.between - self.gain);
        let near = |gain: f64| (gain - self.goal).abs() <= 1e-6 * self.goal;
        if near(self.gain) && near(self.between) {
            self.arrive();
        }
    }

    fn arrive(&mut self) {
        self.gain = self.goal;
        self.between = self.goal;
    }

    /// What all ears of a network together heard while it rang on, at this level and limited.
    pub fn rang(&mut self, network: &Network, out: &mut [f32], health: &mut Health) {
        let count = out.len();
        // Rounding differs between the two ways: which one a sample goes must depend on the gain
        // alone, not on how many are asked for at once.
        let mut moved = 0;
        while moved < count && self.gain != self.goal {
            let ears = 0..network.ears();
            let heard = ears.map(|ear| network.rang(ear).at(moved)).sum();
            out[moved] = limit(self.pass(heard), health);
            moved += 1;
        }
        if moved < count {
            self.scale(network, moved, &mut out[moved..], health);
            // As loud as may be, since nobody looked.
            self.loud = self.peak / self.gain.max(1e-300);
            self.correction.forget();
        }
        self.last = f64::from(out[count - 1]);
    }

    /// The same, with other places at which the body is heard.
    pub fn rang_at(
        &mut self,
        network: &Network,
        out: &mut [f32],
        health: &mut Health,
        pickups: &mut Pickups,
    ) {
        let before = (!pickups.is_empty()).then(|| self.clone());
        self.rang(network, out, health);
        if let Some(mut level) = before {
            pickups.ring(network, out.len(), health, |heard| {
                if level.gain != level.goal {
                    level.pass(heard);
                }
                level.gain
            });
        }
    }

    /// The gain of the last sample.
    pub fn gain(&self) -> f64 {
        self.gain
    }

    /// All ears times a steady gain, from one sample of the last ring on.
    fn scale(&self, network: &Network, from: usize, out: &mut [f32], health: &mut Health) {
        let gain = self.gain;
        if let (1, Samples::Fast(heard)) = (network.ears(), network.rang(0)) {
            return scale_and_limit(gain as f32, &heard[from..], out, health);
        }
        out.fill(0.0);
        for ear in 0..network.ears() {
            match network.rang(ear) {
                Samples::Exact(heard) => (out.iter_mut().zip(&heard[from..]))
                    .for_each(|(out, x)| *out += narrow(gain * x)),
                Samples::Fast(heard) => (out.iter_mut().zip(&heard[from..]))
                    .for_each(|(out, x)| *out += gain as f32 * x),
            }
        }
        limit_all(out, health);
    }

    pub fn reset(&mut self) {
        self.arrive();
        let back = self.correction.reset();
        self.scale_by(back);
        self.last = 0.0;
        self.loud = 0.0;
    }
}

/// In f32, without subnormal numbers.
fn narrow(sample: f64) -> f32 {
    if sample.abs() < 1e-30 {
        0.0
    } else {
        sample as f32
    }
}

/// A level, and a filter against standing offsets: what every sound ends with.
#[derive(Clone)]
pub struct Output {
    level: OutputLevel,
    pole: f64,
    /// What makes the filter pass the same at every rate.
    even: f64,
    last_in: f64,
    last_out: f64,
}

impl Output {
    /// `lowest` \[Hz\] is the pitch below which the body's drift is no sound.
    pub fn new(rate: Rate, lowest: f64) -> Self {
        Self {
            level: OutputLevel::new(rate),
            pole: math::exp(-math::TAU * lowest * rate.step()),
            even: high_pass::of_differences(lowest, rate),
            last_in: 0.0,
            last_out: 0.0,
        }
    }

    /// With another peak for its usual gesture than 0.4.
    pub fn peaking(mut self, peak: f64) -> Self {
        self.level = self.level.peaking(peak);
        self
    }

    /// Aims at a level, for a gesture whose samples will peak at about `expected` when it is
    /// `stronger` times as strong as usual.
    pub fn aim(&mut self, expected: f64, stronger: f64, params: &OutputParams) {
        self.level.aim(expected, stronger, params);
    }

    /// How much louder than usual it is to be.
    pub fn meant(&self) -> Meant {
        self.level.meant()
    }

    /// Takes over what a rehearsal found out; counts from the next [`aim`](Self::aim) on.
    pub fn correct(&mut self, found: FoundLevel) {
        self.level.correct(found);
    }

    /// What is heard, at its level.
    #[inline]
    pub fn pass(&mut self, heard: f64) -> f64 {
        let mut out = heard - self.last_in + self.pole * self.last_out;
        // An offset that has faded away stops here, before it becomes subnormal.
        if out.abs() < crate::object::QUIET {
            out = 0.0;
        }
        self.last_in = heard;
        self.last_out = out;
        self.level.pass(self.even * out)
    }

    /// What all ears of a network together heard while it rang on, limited.
    pub fn rang(&mut self, network: &Network, out: &mut [f32], health: &mut Health) {
        let ears = 0..network.ears();
        self.rang_as(out, health, |n| {
            ears.clone().map(|ear| network.rang(ear).at(n)).sum()
        });
    }

    /// The same, with other places at which the body is heard.
    pub(crate) fn rang_at(
        &mut self,
        network: &Network,
        out: &mut [f32],
        health: &mut Health,
        pickups: &mut Pickups,
    ) {
        let before = (!pickups.is_empty()).then(|| self.clone());
        self.rang(network, out, health);
        if let Some(mut output) = before {
            pickups.ring(network, out.len(), health, |heard| {
                output.pass(heard);
                output.gain()
            });
        }
    }

    /// What the last sample was multiplied with behind the filter.
    pub fn gain(&self) -> f64 {
        self.level.gain() * self.even
    }

    /// The pole of the filter.
    pub fn pole(&self) -> f64 {
        self.pole
    }

    /// The same for what `heard` makes of each of the samples.
    pub fn rang_as(
        &mut self,
        out: &mut [f32],
        health: &mut Health,
        mut heard: impl FnMut(usize) -> f64,
    ) {
        for (n, out) in out.iter_mut().enumerate() {
            *out = limit(self.pass(heard(n)), health);
        }
    }

    /// Back to silence, at its goal.
    pub fn reset(&mut self) {
        self.level.reset();
        self.last_in = 0.0;
        self.last_out = 0.0;
    }
}
