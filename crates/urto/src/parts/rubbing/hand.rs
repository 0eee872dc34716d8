//! What draws and presses: a hand that follows a gesture, a little unsteadily.

use super::{Gesture, Then, Wander};
use crate::math;
use crate::ramp::Ramp;
use crate::rng::Rng;

/// The hand and what the way does to the contact are worked out every N steps, and go in
/// straight lines between: nobody moves faster. A place of touch that wanders goes less than a
/// millimetre in that time, and working out a body's shapes there costs a sine per mode.
pub(super) const LOOK: u32 = 32;
/// An unsteady hand changes its mind this often \[1/s\].
const UNSTEADY: f64 = 3.0;
/// Setting down and lifting takes this long \[s\]: a hand is no switch.
const GRASP: f64 = 0.03;

/// A hand: how far it is in its gesture, and what it makes of it.
pub(crate) struct RubbingHand {
    step: f64,
    /// Time in the gesture \[s\], and its factors.
    time: f64,
    pace: f64,
    strength: f64,
    /// Strength of the trigger, before chance.
    given: f64,
    /// How far it is on, 0 to 1, and where that goes.
    goal: f64,
    engaged: Ramp,
    clock: u32,
    /// Shares of speed and pressure that the gesture has, and the one of speed that comes next.
    share: Ramp,
    press: Ramp,
    coming: f64,
    /// Whether it is lifted, and whether it has just begun to press.
    lifted: bool,
    lands: bool,
    unsteady: Wander,
    chance: Rng,
}

impl RubbingHand {
    /// A hand at rest that goes on by `step` \[s\].
    pub fn new(step: f64) -> Self {
        Self {
            step,
            time: 0.0,
            pace: 1.0,
            strength: 1.0,
            given: 1.0,
            goal: 0.0,
            engaged: Ramp::default(),
            clock: 0,
            share: Ramp::default(),
            press: Ramp::default(),
            coming: 0.0,
            lifted: true,
            lands: false,
            unsteady: Wander::new(0),
            chance: Rng::new(0),
        }
    }

    /// Rests. One seed gives each chance its own sequence: that of the ground it goes over is
    /// handed out.
    pub fn reset(&mut self, seed: u64) -> u64 {
        *self = Self::new(self.step);
        self.chance = Rng::new(seed ^ 0x7275_6262_6564);
        let ground = self.chance.bits();
        self.unsteady = Wander::new(self.chance.bits());
        ground
    }

    /// Starts a gesture; `variation` is the chance between one and the next, 0 to 1.
    pub fn start(&mut self, gesture: &Gesture, variation: f64, strength: f64) {
        self.given = strength;
        self.goal = 1.0;
        // What comes anew begins where the curves do.
        if self.engaged.is_off() {
            self.share = Ramp::at(gesture.motion.at(0.0));
            self.press = Ramp::at(gesture.press.at(0.0));
            self.clock = 0;
        }
        self.begin(gesture, variation);
    }

    /// Goes at once to where its gesture is fastest and presses hardest, and stays there, N times
    /// as fast.
    pub fn stay_at_height(&mut self, gesture: &Gesture, faster: f64) {
        let height = gesture.height();
        self.time = height;
        self.pace = 0.0;
        self.strength = self.given * faster;
        self.share = Ramp::at(gesture.motion.at(height));
        self.press = Ramp::at(gesture.press.at(height));
    }

    /// Comes to rest.
    pub fn stop(&mut self) {
        self.goal = 0.0;
    }

    /// A gesture a little unlike the last one.
    fn begin(&mut self, gesture: &Gesture, variation: f64) {
        let mut vary = |most: f64| math::exp(variation * most * self.chance.signed());
        self.pace = 1.0 / (gesture.stretch * vary(0.5));
        self.strength = self.given * vary(0.4);
        self.time = 0.0;
    }

    /// Goes on by one step. Tells whether it is on, and whether now is the time to look at what
    /// changes slowly: where to it goes is new then.
    #[inline]
    pub fn go(&mut self, gesture: &Gesture, variation: f64) -> (bool, bool) {
        let most = self.step / GRASP;
        let engaged = self.engaged.approach(self.goal, most);
        if engaged <= 0.0 && self.goal <= 0.0 {
            self.lifted = true;
            return (false, false);
        }
        let look = self.clock == 0;
        if look {
            self.look(gesture, variation);
        }
        self.clock = (self.clock + 1) % LOOK;
        (true, look)
    }

    fn look(&mut self, gesture: &Gesture, variation: f64) {
        let span = f64::from(LOOK) * self.step;
        self.time += span * self.pace;
        let end = |points: &[(f64, f64)]| points.last().map_or(0.0, |(time, _)| *time);
        let end = end(gesture.motion.points()).max(end(gesture.press.points()));
        if self.time > end && end > 0.0 && gesture.then == Then::Repeat {
            self.begin(gesture, variation);
        }
        let unsteady = self.unsteady.advance(span * UNSTEADY);
        self.coming = gesture.motion.at(self.time) * math::exp(gesture.tremor * unsteady);
        self.share.go(self.coming, LOOK);
        let press = gesture.press.at(self.time);
        self.press.go(press, LOOK);
        self.lands = self.lifted && press > 0.0;
        self.lifted = press <= 0.0;
    }

    /// How strong the present gesture is.
    pub fn strength(&self) -> f64 {
        self.strength
    }

    /// Whether it is to be on.
    pub fn is_held(&self) -> bool {
        self.goal > 0.0
    }

    /// How far it is on, 0 to 1.
    pub fn engaged(&self) -> f64 {
        self.engaged.now()
    }

    /// Speed \[m/s\] in this step, of the fastest.
    #[inline]
    pub fn speed(&mut self, fastest: f64) -> f64 {
        fastest * self.strength * self.share.along() * self.engaged.now()
    }

    /// Way \[m\] until it is looked at again.
    pub fn ahead(&self, fastest: f64) -> f64 {
        let speed = (fastest * self.strength * self.coming * self.engaged.now()).abs();
        speed * f64::from(LOOK) * self.step
    }

    /// Share of the pressure in this step, but for lifting and setting down.
    #[inline]
    pub fn press(&mut self) -> f64 {
        self.press.along()
    }

    /// The same in the last step.
    pub fn pressed(&self) -> f64 {
        self.press.now()
    }

    /// Whether it came down, when it was looked at last.
    pub fn lands(&self) -> bool {
        self.lands
    }
}
