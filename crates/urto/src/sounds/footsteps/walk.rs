//! The walk: when which part of which foot comes down, and how the feet press.

use super::FootstepsParams;
use super::gait::{FootPart, Gait};
use crate::rate::Rate;
use crate::rng::Rng;

/// A part of a foot that comes down.
pub(super) struct FootTouch {
    pub part: FootPart,
    /// How fast \[m/s\].
    pub speed: f64,
    /// Factor on its force.
    pub strength: f64,
    /// Where on the floor, 0 to 1.
    pub place: f64,
}

/// A step that is under way.
#[derive(Clone, Copy, Default)]
struct WalkStep {
    /// Time since it began, and how long the foot is down \[s\]; 0 if it is not.
    age: f64,
    down: f64,
    strength: f64,
    place: f64,
    /// How many parts have come down.
    touched: u32,
    /// Its force now, in body weights.
    force: f64,
}

/// Who walks, and where the feet are.
pub(super) struct Walk {
    rate: Rate,
    rng: Rng,
    steps: [WalkStep; 2],
    side: usize,
    walking: bool,
    /// Time until the next step \[s\].
    wait: f64,
    /// How the force rises and falls per sample, in body weights.
    more: f64,
    less: f64,
    /// How far the lifting foot is off the ground, 0 to 1.
    lifted: f64,
    /// How the two sides differ.
    limp: f64,
}

/// Spreads at full variation: force and touch-down speed (a factor of up to 1 ± 0.6), place (0.6
/// of the floor's line), time (intervals vary by 2 to 3 % in people who walk at ease: Hausdorff
/// 1995; here ±5 % at the default of 0.3).
const FORCE: f64 = 0.6;
const PLACE: f64 = 0.6;
const TIME: f64 = 0.17;

impl Walk {
    pub fn new(rate: Rate) -> Self {
        Self {
            rate,
            rng: Rng::new(0),
            steps: [WalkStep::default(); 2],
            side: 0,
            walking: false,
            wait: 0.0,
            more: 0.0,
            less: 0.0,
            lifted: 0.0,
            limp: 0.0,
        }
    }

    pub fn reset(&mut self, seed: u64) {
        *self = Self::new(self.rate);
        self.rng = Rng::new(seed.rotate_left(17));
        self.limp = self.rng.signed();
    }

    /// Sets off: the first step at once.
    pub fn start(&mut self) {
        self.walking = true;
        self.wait = 0.0;
    }

    /// No more steps; one that has begun is ended.
    pub fn stop(&mut self) {
        self.walking = false;
    }

    /// How the force changes per sample: what is added, what is taken away \[body weights\].
    pub fn change(&self) -> (f64, f64) {
        (self.more, self.less)
    }

    /// How far the lifting foot is off the ground, 0 to 1.
    pub fn lifted(&self) -> f64 {
        self.lifted
    }

    /// Factor on the force of the latest step.
    pub fn strength(&self) -> f64 {
        self.steps[self.side].strength
    }

    /// What comes down during the coming samples, if anything still does.
    pub fn next_touch(&mut self, params: &FootstepsParams, samples: u32) -> Option<FootTouch> {
        let span = f64::from(samples) * self.rate.step();
        if self.walking && params.gait != Gait::Stand && self.wait < span {
            self.begin(params);
        }
        let figures = params.gait.figures();
        for step in &mut self.steps {
            if step.down == 0.0 || step.touched == 2 {
                continue;
            }
            let due = f64::from(step.touched) * figures.gap * step.down;
            if step.age < due {
                continue;
            }
            let part = match (step.touched, figures.first) {
                (0, first) => first,
                (_, FootPart::Heel) => FootPart::Toe,
                (_, FootPart::Toe) => FootPart::Heel,
            };
            step.touched += 1;
            let speed = figures.touch(part, params.speed) * step.strength;
            // The burst of the sole is that of the usual walker at the usual touch-down.
            return Some(FootTouch {
                part,
                speed,
                strength: step.strength * (figures.touch(part, params.speed) / 0.5).sqrt(),
                place: step.place,
            });
        }
        None
    }

    fn begin(&mut self, params: &FootstepsParams) {
        let variation = params.variation;
        self.side = 1 - self.side;
        let side = if self.side == 0 { 1.0 } else { -1.0 };
        let drawn = [self.rng.signed(), self.rng.signed(), self.rng.signed()];
        let [force, place, time] = drawn;
        let strength = 1.0 + FORCE * variation * (0.8 * force + 0.2 * side * self.limp);
        self.steps[self.side] = WalkStep {
            age: 0.0,
            down: params.gait.down(params.speed),
            strength,
            place: (0.5 + 0.08 * side + PLACE * variation * place).clamp(0.0, 1.0),
            touched: 0,
            force: 0.0,
        };
        let unsteady = 1.0 + TIME * variation * (0.8 * time + 0.2 * side * self.limp);
        self.wait += params.gait.interval(params.speed) * unsteady;
    }

    /// Lets N samples pass.
    pub fn press(&mut self, params: &FootstepsParams, samples: u32) {
        let span = f64::from(samples) * self.rate.step();
        self.wait = match params.gait {
            // Whoever sets off later does so at once.
            Gait::Stand => 0.0,
            _ => self.wait - span,
        };
        let figures = params.gait.figures();
        let (mut more, mut less) = (0.0, 0.0);
        self.lifted = 0.0;
        for step in &mut self.steps {
            if step.down == 0.0 {
                continue;
            }
            step.age += span;
            let share = step.age / step.down;
            let force = if share < 1.0 {
                step.strength * figures.force(share)
            } else {
                0.0
            };
            more += (force - step.force).max(0.0);
            less += (step.force - force).max(0.0);
            step.force = force;
            if share >= 1.0 {
                step.down = 0.0;
            } else if share > 0.7 {
                self.lifted = (share - 0.7) / 0.3;
            }
        }
        self.more = more / f64::from(samples);
        self.less = less / f64::from(samples);
    }
}
