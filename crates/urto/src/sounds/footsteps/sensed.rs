//! Feet whose forces come from outside: sensors under heel and toe, or another sound.
//!
//! Law:    each force shapes a noise that presses the floor, as the sole's burst does by itself; and
//!         while it rises, loose ground gives way under it: as many grains per newton as under a
//!         walker. A force that falls moves nothing.
//! Refs:   Papetti 2010, 3.3.2 (shoes with four sensors: soft impact and crumpling driven by force).

use super::FootstepsParams;
use crate::error::BuildError;
use crate::gesture::{Burst, BurstParams};
use crate::rate::Rate;

crate::params! {
    /// Forces under a foot that come from outside.
    pub struct FootForces("foot_forces") {
        /// Force under the heel, sample by sample: a sensor's, or another sound's by a route. Choose
        /// the gait `stand` to hear nothing else.
        heel: 0.0, ZeroLog(1e-2, 3e3), "N", Sample, expert, spread 0.0;
        /// Force under the toe, sample by sample: a sensor's, or another sound's by a route.
        toe: 0.0, ZeroLog(1e-2, 3e3), "N", Sample, expert, spread 0.0;
    }
}

/// Acceleration of gravity \[m/s²\]: newtons in body weights.
const GRAVITY: f64 = 9.81;
/// The most that a usual walker presses with, in body weights; more plays at a lower level.
const USUAL: f64 = 1.2;

/// The four forces, and what they make.
pub(super) struct Sensed {
    bursts: [Burst; 4],
    /// Whether one of them still pushes.
    running: bool,
    before: [f64; 4],
    /// Strongest sum so far \[body weights\].
    strongest: f64,
}

/// What the forces do in a step.
#[derive(Default)]
pub(super) struct FootPress {
    /// Push on the floor \[N\].
    pub newtons: f64,
    /// By how much they rise \[body weights\].
    pub more: f64,
    /// Whether they are stronger than ever.
    pub stronger: bool,
}

fn forces(params: &FootstepsParams) -> [f64; 4] {
    let (left, right) = (&params.left, &params.right);
    [left.heel, left.toe, right.heel, right.toe]
}

impl Sensed {
    pub fn new(burst: &BurstParams, rate: Rate) -> Result<Self, BuildError> {
        let burst = || Burst::new(burst, rate, 0);
        Ok(Self {
            bursts: [burst()?, burst()?, burst()?, burst()?],
            running: false,
            before: [0.0; 4],
            strongest: 0.0,
        })
    }

    pub fn reset(&mut self, seed: u64) {
        for (index, burst) in self.bursts.iter_mut().enumerate() {
            // Other noises than the soles of a walker have.
            burst.reset(seed.wrapping_add(16 + index as u64));
        }
        self.running = false;
        self.before = [0.0; 4];
        self.strongest = 0.0;
    }

    pub fn tune(&mut self, burst: &BurstParams) {
        self.bursts.iter_mut().for_each(|own| own.tune(burst));
    }

    /// Whether nothing presses and nothing is left of it. Asked for every sample: none of the forces
    /// is negative, so that their sum tells.
    pub fn is_still(&self, params: &FootstepsParams) -> bool {
        !self.running && forces(params).iter().sum::<f64>() == 0.0
    }

    /// How many times as strong as a usual walker they were, at least 1.
    pub fn louder(&self) -> f64 {
        (self.strongest / USUAL).max(1.0)
    }

    #[inline]
    pub fn press(&mut self, params: &FootstepsParams, burst: &BurstParams) -> FootPress {
        match self.is_still(params) {
            true => FootPress::default(),
            false => self.press_on(params, burst),
        }
    }

    /// Presses, or dies away after that.
    #[inline(never)]
    fn press_on(&mut self, params: &FootstepsParams, burst: &BurstParams) -> FootPress {
        let now = forces(params);
        let mut press = FootPress::default();
        for (index, own) in self.bursts.iter_mut().enumerate() {
            press.newtons += own.under(burst, params.scuff * burst.force * now[index]);
            press.more += (now[index] - self.before[index]).max(0.0);
        }
        self.before = now;
        self.running = self.bursts.iter().any(Burst::is_running);
        let weight = params.weight * GRAVITY;
        press.more /= weight;
        let sum = now.iter().sum::<f64>() / weight;
        if sum > 1.1 * self.strongest.max(USUAL) {
            self.strongest = sum;
            press.stronger = true;
        }
        press
    }
}
