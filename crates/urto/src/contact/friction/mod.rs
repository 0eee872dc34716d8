//! Friction: bristles between two surfaces bend, hold, and give way.
//!
//! Hear:   squeaks, bowed notes, brakes: bodies stick together, slip, and stick again.
//! Law:    f = s0·z + s1·dz/dt + s2·v, dz/dt = v·(1 - alpha(z, v)·z/z_ss(v)), with
//!         |z_ss| = (fc + (fs - fc)·exp(-(v/vs)²))/s0; below the break-away deflection alpha is
//!         0 (purely elastic, hence no drift), at z_ss it is 1.
//! Step:   closed form, two passes, three where slipping begins or ends. With kap = alpha/|z_ss|
//!         and a mean deflection zbar = z + theta·w frozen, the step is one quadratic equation with
//!         one root u >= 0.
//!         Loss = s0·[zbar·(h·u - w) + (theta - 1/2)·w²] + s1·w·u + s2·h·u², where
//!         h·u - w = h·u·kap·zbar; the s1 term is negative only if kap·z > 1, and is bounded
//!         there: so the loss is not negative, whatever was frozen.
//! Limits: one direction; the normal force is taken from outside or from an impact, whose force
//!         of the same step it then is, up to 10 kN.
//! Refs:   Dupont, Hayward, Armstrong & Altpeter 2002; Avanzini, Serafin & Rocchesso 2002
//!         (signs mended: |z| and |z_ss| in alpha); Canudas de Wit et al. 1995 (LuGre);
//!         Dahl 1968.

mod law;
mod pressed;
mod step;

pub use law::{Bristles, FrictionLaw};

use super::{Contact, Meeting, Pressable, ROUNDING};
use crate::energy::{Books, Health};
use crate::error::BuildError;
use crate::noise::Noise;
use crate::param::{ParamId, Params, Value, put};
use crate::rate::Rate;
use law::Scales;
use pressed::{Ended, Expected};
use step::{FrictionStep, Frozen, mean_deflection};

/// A changed number is reached in N steps, so that no force jumps.
const GLIDE: u32 = 64;
/// A normal force below this is no contact \[N\]: the weight of a nanogram.
const NO_FORCE: f64 = 1e-11;

/// What the first pass of the coming step will freeze if it goes on in the same direction; it
/// is worked out while the processor is busy with the bodies.
#[derive(Clone, Copy, Default)]
struct FrictionLookahead {
    /// Direction, 0 if nothing is known.
    way: f64,
    kap: f64,
    reach: f64,
    /// Deflection \[m\] and speed \[m/s\] in that direction for which this holds, and whether they
    /// come from the step that is being taken.
    z: f64,
    speed: f64,
    fresh: bool,
    /// Whether the normal force was set for this step: it will be for the next one, too, and then
    /// it is no use to look ahead before.
    pressed: bool,
}

/// A friction contact.
pub struct ElastoPlastic {
    /// As they are now, and as they are going to be in `left` steps.
    params: FrictionLaw,
    goal: FrictionLaw,
    left: u32,
    /// Length of a step \[s\], and steps per second.
    step: f64,
    rate: f64,
    scales: Scales,
    /// Mean bristle deflection \[m\].
    z: f64,
    /// Mean relative velocity in the last step \[m/s\].
    speed: f64,
    frozen: Frozen,
    ahead: FrictionLookahead,
    ended: Ended,
    expected: Expected,
    /// Deflection \[m\] and losses \[J\] before the normal force of this step was set.
    unpressed: (f64, f64),
    noise: f64,
    hiss: Noise,
    books: Books,
    health: Health,
}

impl ElastoPlastic {
    /// A contact with straight bristles.
    pub fn new(params: &FrictionLaw, rate: Rate) -> Result<Self, BuildError> {
        params.check()?;
        let mut friction = Self {
            params: params.clone(),
            goal: params.clone(),
            left: 0,
            step: rate.step(),
            rate: rate.hertz(),
            scales: Scales::of(params),
            z: 0.0,
            speed: 0.0,
            frozen: Frozen::default(),
            ahead: FrictionLookahead::default(),
            ended: Ended::default(),
            expected: Expected::default(),
            unpressed: (0.0, 0.0),
            noise: 0.0,
            hiss: Noise::new(rate),
            books: Books::default(),
            health: Health::default(),
        };
        friction.reset(0);
        Ok(friction)
    }

    fn is_pressed(&self) -> bool {
        self.params.normal_force > NO_FORCE
    }

    /// Goes one step towards what the parameters are going to be; what stiffer bristles hold more
    /// is booked as given from outside.
    fn approach(&mut self) {
        let before = self.stored();
        let share = 1.0 / f64::from(self.left);
        let goals = self.goal.numbers();
        for (now, goal) in self.params.numbers().into_iter().zip(goals) {
            *now += share * (*goal - *now);
        }
        self.left -= 1;
        if self.left == 0 {
            self.params.clone_from(&self.goal);
        }
        self.scales = Scales::of(&self.params);
        self.ahead.way = 0.0;
        self.books.injected += self.stored() - before;
        self.let_go();
    }

    /// [`look`](Friction::look), where time does not press.
    #[inline(never)]
    fn look_afresh(&self, z: f64, speed: f64) -> (f64, f64) {
        self.look(z, speed, self.scales.slow(speed))
    }

    /// Readies the coming step anew, where it is not as foreseen.
    #[inline(never)]
    fn look_again(&mut self) {
        self.ahead.way = 0.0;
        if !self.ahead.pressed {
            let way = self.frozen.way;
            let (kap, reach) = self.look_afresh(way * self.z, self.speed.abs());
            self.ahead = FrictionLookahead {
                way,
                kap,
                reach,
                ..self.ahead
            };
        }
    }

    /// Sets the normal force.
    fn bear(&mut self, newtons: f64) {
        self.params.normal_force = newtons.clamp(0.0, 1e4);
        self.goal.normal_force = self.params.normal_force;
        self.scales.press(&self.params);
        self.let_go();
    }

    /// Bristles cannot stay bent further than the resting limit: a lifted bow lets go at once.
    fn let_go(&mut self) {
        let most = if self.is_pressed() {
            self.scales.least + self.scales.more
        } else {
            0.0
        };
        if self.z.abs() > most {
            let before = self.stored();
            self.z = self.z.signum() * most;
            self.books.dissipated += before - self.stored();
        }
    }
}

impl ElastoPlastic {
    /// [`alone`](Contact::alone); where it waits for numbers of its own it calls `meanwhile`, which
    /// does some work of the bodies'.
    #[inline(always)]
    pub(crate) fn alone_while(&mut self, meeting: &Meeting, meanwhile: &mut impl FnMut()) -> f64 {
        if !self.is_pressed() {
            return 0.0;
        }
        let (way, step) = self.find_step(meeting.gained, meeting.compliance, meanwhile);
        if !self.ahead.pressed {
            let (kap, reach) = self.look(step.z, step.speed, step.slow);
            self.ahead = FrictionLookahead {
                way,
                kap,
                reach,
                z: step.z,
                speed: step.speed,
                fresh: true,
                pressed: false,
            };
        }
        way * step.force
    }

    /// The step when its points would move by `free` without it, and its direction.
    #[inline(always)]
    fn find_step(
        &mut self,
        free: f64,
        beta: f64,
        meanwhile: &mut impl FnMut(),
    ) -> (f64, FrictionStep) {
        // Mostly the way of the last step: what follows then does not wait for the sign.
        let excess = free - beta * self.params.stiffness * self.z;
        let mut way = self.frozen.way;
        if way * excess <= 0.0 {
            way = way_of(excess);
        }
        let (speed, z) = (self.speed.abs(), way * self.z);
        let first = if way == self.ahead.way {
            (self.ahead.kap, self.ahead.reach)
        } else {
            self.look_afresh(z, speed)
        };
        self.freeze_at(way, first, way * free);
        let excess = excess.abs();
        let (speed, mean, slow) = self.first_pass(free, excess, beta);
        meanwhile();
        // The second pass makes the frozen values those of this step; one pass is not enough
        // (a stiff bow falls to 1.8 slips per period). Elastic bristles that stay so are known.
        let step = if self.frozen.kap > 0.0 || mean > self.scales.elastic {
            let second = self.look(mean, speed, slow);
            self.freeze_at(way, second, way * free);
            let step = self.second_pass(free, excess, beta);
            if (step.speed - speed).abs() <= AGREES * speed {
                step
            } else {
                self.third_pass(way, free, excess, beta, second, &step)
            }
        } else {
            self.elastic_step(speed)
        };
        meanwhile();
        (way, step)
    }
}

/// Two passes whose speeds differ by no more than this share agree: what slides on does.
const AGREES: f64 = 1e-3;

impl ElastoPlastic {
    /// One more pass where slipping begins or ends. After two it would be late by a share of a step:
    /// stick and slip near 3 kHz, 15 steps in a swing at 48 kHz, were 2 dB too loud there. After a
    /// third it is within 0.6 dB of what finer steps find.
    #[inline(never)]
    fn third_pass(
        &mut self,
        way: f64,
        free: f64,
        excess: f64,
        beta: f64,
        second: (f64, f64),
        step: &FrictionStep,
    ) -> FrictionStep {
        let mean = mean_deflection(way * self.z, second.0, second.1, step.speed).0;
        let third = self.look(mean, step.speed, step.slow);
        self.freeze_at(way, third, way * free);
        self.second_pass(free, excess, beta)
    }
}

/// The direction in which bristles that hold would be overcome.
#[cold]
#[inline(never)]
fn way_of(excess: f64) -> f64 {
    if excess < 0.0 { -1.0 } else { 1.0 }
}

impl Contact for ElastoPlastic {
    #[inline(always)]
    fn begin(&mut self) -> f64 {
        if self.left > 0 {
            self.approach();
        }
        self.noise = 0.0;
        if self.params.noise > 0.0 && self.is_pressed() {
            let (value, root) = self.hiss.rub(self.speed);
            self.noise = self.params.noise * self.scales.sliding * root * value;
        }
        self.noise
    }

    #[inline(always)]
    fn acts(&self, displacement: f64) -> bool {
        self.is_pressed() && (displacement != 0.0 || self.z != 0.0)
    }

    fn alone(&mut self, meeting: &Meeting) -> f64 {
        self.alone_while(meeting, &mut || {})
    }

    fn freeze(&mut self, free: f64, compliance: f64, guess: Option<f64>) {
        self.ahead.fresh = false;
        // Without a normal force there is no steady deflection to look at.
        if !self.is_pressed() {
            return;
        }
        let way = way_of(free - compliance * self.params.stiffness * self.z);
        let (speed, z) = match guess {
            None => (self.speed.abs(), way * self.z),
            Some(guess) => {
                let u = (way * guess).max(0.0) * self.rate;
                let Frozen { kap, reach, .. } = self.frozen_for(way);
                (u, mean_deflection(way * self.z, kap, reach, u).0)
            }
        };
        let frozen = self.look_afresh(z, speed);
        self.freeze_at(way, frozen, (way * free).max(0.0));
        self.hold_relaxing(speed);
    }

    fn law(&self, displacement: f64) -> (f64, f64) {
        if !self.is_pressed() {
            return (0.0, 0.0);
        }
        let (h, s2) = (self.step, self.params.viscosity);
        if let Some((mean, damping)) = self.frozen.relaxing {
            let held = self.params.stiffness * mean + damping;
            // Against the motion for which this was frozen, bristles unbend: with at most the
            // force of elastic ones, so that they give no more than they hold.
            let back = if self.frozen.way * displacement < 0.0 {
                0.5 * self.params.stiffness
            } else {
                0.0
            };
            let slope = back + s2 / h;
            return (held + slope * displacement, slope);
        }
        let way = if displacement < 0.0 { -1.0 } else { 1.0 };
        let side = self.frozen_for(way);
        let (mean, rise) =
            mean_deflection(way * self.z, side.kap, side.reach, displacement.abs() / h);
        let damped = self.params.stiffness + side.s1 / side.reach;
        let force = damped * mean - side.s1 * way * self.z / side.reach;
        let slope = (damped * rise.max(0.0) + s2) / h;
        (way * force + s2 * displacement / h, slope)
    }

    #[inline(always)]
    fn commit(&mut self, force: f64, displacement: f64) {
        self.books.injected -= self.noise * displacement;
        if !self.is_pressed() {
            self.speed = displacement * self.rate;
            return;
        }
        let before = self.stored();
        let allowed = before + force * displacement;
        self.speed = displacement * self.rate;
        // The force moved the bodies as was foreseen, but for rounding: else look again.
        let FrictionLookahead {
            way,
            z,
            speed,
            fresh,
            ..
        } = self.ahead;
        let foreseen = fresh && (way * self.speed - speed).abs() <= 1e-13 * speed;
        self.z = if foreseen {
            way * z
        } else {
            self.deflection_after(displacement)
        };
        let mut held = self.stored();
        let too_much = held > allowed + ROUNDING * (before + held);
        if too_much {
            let left = allowed.max(0.0);
            self.z *= (left / held).sqrt();
            held = self.stored();
        }
        self.books.dissipated += allowed - held;
        if !foreseen || too_much {
            self.look_again();
        }
        self.ahead.fresh = false;
        self.ahead.pressed = false;
    }

    fn stored(&self) -> f64 {
        0.5 * self.params.stiffness * self.z * self.z
    }
    fn books(&self) -> Books {
        self.books
    }
    fn health(&self) -> Health {
        self.health
    }
    fn place(&mut self, _: f64) {}
    fn state(&self) -> f64 {
        self.z
    }
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        let taken = put(&mut self.goal, id, value);
        let moves = self.z != 0.0 || self.speed != 0.0;
        self.left = if moves { GLIDE } else { 1 };
        self.params.bristles = self.goal.bristles;
        self.params.normal_force = self.goal.normal_force;
        // What moves goes the first bit with the coming step, like all others.
        if !moves {
            self.approach();
        }
        taken
    }
    fn needs_place(&self) -> bool {
        false
    }
    fn reset(&mut self, seed: u64) {
        self.left = 0;
        self.params.clone_from(&self.goal);
        self.scales = Scales::of(&self.params);
        self.z = 0.0;
        self.speed = 0.0;
        self.noise = 0.0;
        self.ahead = FrictionLookahead::default();
        self.ended = Ended::default();
        self.hiss.reset(seed);
        self.frozen = Frozen {
            way: 1.0,
            reach: 0.5 * self.step,
            ..Frozen::default()
        };
        self.books = Books::default();
        self.health = Health::default();
    }
    fn pressable(&mut self) -> Option<&mut dyn Pressable> {
        Some(self)
    }
}
