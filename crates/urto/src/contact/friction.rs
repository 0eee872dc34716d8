//! Friction: bristles between two surfaces bend, hold, and give way.
//!
//! Hear:   squeaks, bowed notes, brakes: bodies stick together, slip, and stick again.
//! Law:    f = s0·z + s1·dz/dt + s2·v, dz/dt = v·(1 - alpha(z, v)·z/z_ss(v)), with
//!         |z_ss| = (fc + (fs - fc)·exp(-(v/vs)²))/s0; below the break-away deflection alpha is
//!         0 (purely elastic, hence no drift), at z_ss it is 1.
//! Step:   closed form, two passes. With kap = alpha/|z_ss| and a mean deflection
//!         zbar = z + theta·w frozen, the step is one quadratic equation with one root u >= 0.
//!         Loss = s0·[zbar·(h·u - w) + (theta - 1/2)·w²] + s1·w·u + s2·h·u², where
//!         h·u - w = h·u·kap·zbar; the s1 term is negative only if kap·z > 1, and is bounded
//!         there: so the loss is not negative, whatever was frozen.
//! Limits: one direction; the normal force is taken from outside or from an impact.
//! Refs:   Dupont, Hayward, Armstrong & Altpeter 2002; Avanzini, Serafin & Rocchesso 2002
//!         (signs mended: |z| and |z_ss| in alpha); Canudas de Wit et al. 1995 (LuGre);
//!         Dahl 1968.

use super::{Contact, Meeting, ROUNDING};
use crate::energy::{Books, Health};
use crate::math;
use crate::param::{ParamId, Value, put};
use crate::rate::Rate;
use crate::rng::Rng;

crate::choice! {
    /// How bristles behave before they give way.
    pub enum Bristles {
        /// Elastic up to break-away, so that a small load holds still; the default.
        ElastoPlastic = "elasto_plastic",
        /// LuGre: bristles always creep a little.
        LuGre = "lugre",
        /// Dahl: no difference between holding and sliding, no damping of bristles.
        Dahl = "dahl",
    }
}

crate::params! {
    /// Friction: bristles between the two points bend, hold, and give way.
    pub struct FrictionParams("friction") {
        /// Force that presses the surfaces together.
        normal_force: 1.0, ZeroLog(1e-6, 1e4), "N", Sample, spread 0.05;
        /// Coefficient of friction while sliding fast.
        dynamic_friction: 0.2, Log(1e-3, 5.0), "", Block, spread 0.06;
        /// Coefficient of friction at rest; at least the sliding one counts.
        static_friction: 0.4, Log(1e-3, 5.0), "", Block, spread 0.06;
        /// Speed over which friction falls from resting to sliding (Stribeck).
        stribeck: 0.1, Log(1e-4, 10.0), "m/s", Block, spread 0.06;
        /// Stiffness of the bristles.
        stiffness: 1e4, Log(1e1, 1e9), "N/m", Block, expert, spread 0.05;
        /// Damping of the bristles.
        damping: 0.1, ZeroLog(1e-5, 1e4), "N*s/m", Block, expert, spread 0.05;
        /// Viscous friction on top.
        viscosity: 0.0, ZeroLog(1e-5, 1e3), "N*s/m", Block, expert, spread 0.05;
        /// Share of the sliding deflection up to which bristles are elastic.
        break_away: 0.7, Linear(0.0, 0.99), "", Block, expert, spread 0.2;
        /// Roughness: random force as a share of the sliding friction, growing with the root
        /// of speed and full at 1 m/s.
        noise: 0.0, ZeroLog(1e-4, 2.0), "", Block, spread 0.15;
        /// How bristles behave before they give way.
        bristles: Bristles::ElastoPlastic, Choice(Bristles), "", Block, expert;
    }
}

/// A normal force below this is no contact \[N\]: the weight of a nanogram.
const NO_FORCE: f64 = 1e-11;

/// What a pass holds fixed.
#[derive(Clone, Copy, Default)]
struct Frozen {
    /// Direction for which it was frozen, +1 or -1.
    way: f64,
    kap: f64,
    theta: f64,
    /// Bristle damping within the passivity bound \[N·s/m\].
    s1: f64,
    /// Bristles bent beyond steady sliding relax: there the force would fall with speed, so
    /// while contacts are solved together it is held at this deflection and damping force.
    relaxing: Option<(f64, f64)>,
}

/// What follows from the parameters.
#[derive(Clone, Copy)]
struct Scales {
    /// Sliding and resting friction force \[N\].
    sliding: f64,
    resting: f64,
    /// Deflection up to which bristles are elastic \[m\].
    elastic: f64,
    /// Of the bristles \[m/N\], and of the Stribeck speed \[s/m\].
    compliance: f64,
    slowness: f64,
    /// Damping of the bristles before any bound \[N·s/m\].
    damping: f64,
}

impl Scales {
    fn of(params: &FrictionParams) -> Self {
        let dahl = params.bristles == Bristles::Dahl;
        let sliding = params.dynamic_friction * params.normal_force;
        let most = params.static_friction.max(params.dynamic_friction);
        let compliance = 1.0 / params.stiffness;
        Self {
            sliding,
            resting: if dahl {
                sliding
            } else {
                most * params.normal_force
            },
            elastic: match params.bristles {
                Bristles::ElastoPlastic => params.break_away * sliding * compliance,
                _ => f64::NEG_INFINITY,
            },
            compliance,
            slowness: 1.0 / params.stribeck,
            damping: if dahl { 0.0 } else { params.damping },
        }
    }
}

/// What the first pass of the coming step will freeze if it goes on in the same direction; it
/// is worked out while the processor is busy with the bodies.
#[derive(Clone, Copy, Default)]
struct Ahead {
    /// Direction, 0 if nothing is known.
    way: f64,
    kap: f64,
    theta: f64,
    /// Whether the normal force is set step by step: then it is no use to look ahead.
    pressed: bool,
}

/// A friction contact.
pub struct Friction {
    params: FrictionParams,
    /// Length of a step \[s\], and steps per second.
    step: f64,
    rate: f64,
    scales: Scales,
    /// Mean bristle deflection \[m\].
    z: f64,
    /// Mean relative velocity in the last step \[m/s\].
    speed: f64,
    frozen: Frozen,
    ahead: Ahead,
    noise: f64,
    rng: Rng,
    books: Books,
    health: Health,
}

impl Friction {
    /// A contact with straight bristles.
    pub fn new(params: &FrictionParams, rate: Rate) -> Self {
        let mut friction = Self {
            params: params.clone(),
            step: rate.step(),
            rate: rate.hertz(),
            scales: Scales::of(params),
            z: 0.0,
            speed: 0.0,
            frozen: Frozen::default(),
            ahead: Ahead::default(),
            noise: 0.0,
            rng: Rng::new(0),
            books: Books::default(),
            health: Health::default(),
        };
        friction.reset(0);
        friction
    }

    fn is_pressed(&self) -> bool {
        self.params.normal_force > NO_FORCE
    }

    /// Deflection in steady sliding at a speed \[m\].
    #[inline]
    fn steady(&self, speed: f64) -> f64 {
        let Scales {
            sliding,
            resting,
            compliance,
            slowness,
            ..
        } = self.scales;
        let r = speed * slowness;
        let excess = if resting > sliding {
            (resting - sliding) * math::falling(r * r)
        } else {
            0.0
        };
        (sliding + excess) * compliance
    }

    /// alpha(z)/|z_ss|: how fast bristles give way at deflection `z` in the direction of motion.
    #[inline]
    fn yielding(&self, z: f64, speed: f64) -> f64 {
        let elastic = self.scales.elastic;
        if z <= elastic {
            return 0.0;
        }
        let steady = self.steady(speed);
        if self.params.bristles != Bristles::ElastoPlastic || z >= steady {
            return 1.0 / steady;
        }
        math::smooth_rise((z - elastic) / (steady - elastic)) * (1.0 / steady)
    }

    /// kap and theta at a deflection and a speed.
    #[inline]
    fn look(&self, z: f64, speed: f64) -> (f64, f64) {
        let kap = self.yielding(z, speed);
        // Mean over an exponential approach: makes steady sliding exact at any speed.
        (kap, math::mean_place(self.step * speed * kap))
    }

    /// Freezes `kap` and `theta` for motion in direction `way`, when the free displacement in
    /// that direction is `free`.
    #[inline]
    fn freeze_at(&mut self, way: f64, (kap, theta): (f64, f64), free: f64) {
        let s0 = self.params.stiffness;
        let mut s1 = self.scales.damping;
        // Beyond steady sliding the damping is bounded. The first, simpler bound is seldom
        // reached, and saves the divisions of the other.
        let beyond = (kap * (kap * way * self.z - 1.0)).max(0.0);
        if s1 * beyond * (free * self.rate) > s0 {
            let fastest = (free * self.rate).min(1.0 / (kap * theta * self.step));
            s1 = s1.min(s0 / (beyond * fastest.max(1e-300)));
        }
        self.frozen = Frozen {
            way,
            kap,
            theta,
            s1,
            relaxing: None,
        };
    }

    /// Where bristles that relax are held at about `speed` while contacts are solved together.
    fn hold_relaxing(&mut self, speed: f64) {
        let Frozen {
            way,
            kap,
            theta,
            s1,
            ..
        } = self.frozen;
        let z0 = way * self.z;
        if kap * z0 > 1.0 {
            let reach = theta * self.step;
            let mean = (z0 + reach * speed) / (1.0 + reach * speed * kap);
            self.frozen.relaxing = Some((way * mean, way * s1 * (mean - z0) / reach));
        }
    }

    /// The root u >= 0 of the frozen step, speed in the direction of motion, and the mean
    /// deflection in that direction; to the last digit if `exact`.
    #[inline]
    fn solve(&self, free: f64, beta: f64, exact: bool) -> (f64, f64) {
        let Frozen {
            way,
            kap,
            theta,
            s1,
            ..
        } = self.frozen;
        let (h, s0, s2) = (self.step, self.params.stiffness, self.params.viscosity);
        let (z0, d) = (way * self.z, way * free);
        let reach = theta * h;
        let inertia = h + beta * s2;
        let a = inertia * reach * kap;
        let kept = inertia + beta * (s0 * reach + s1);
        let b = kept - (d * reach + beta * s1 * z0) * kap;
        let c = (beta * s0 * z0 - d).min(0.0);
        if a == 0.0 {
            let u = -c / b;
            return (u, z0 + reach * u);
        }
        let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
        // u = over/under, without cancellation.
        let (over, under) = if b >= 0.0 {
            (-2.0 * c, b + root)
        } else {
            (root - b, 2.0 * a)
        };
        let u = over / under;
        let below = under + over * reach * kap;
        let mean = (z0 * under + reach * over) / below;
        // Without cancellation every digit is there.
        if !exact || b > 0.25 * kept {
            return (u, mean);
        }
        // One Newton step mends what the quadratic formula lost to cancellation. The quadratic
        // is the residual times 1 + reach·kap·u, and its slope is the root.
        let damper = s1 / reach;
        let force = s0 * mean + damper * (mean - z0) + s2 * u;
        let mend = (h * u + beta * force - d) * below / (under * root);
        // A law that falls with speed would not be mended.
        let falls = kap * z0 > 1.0 && (s0 + damper) * (kap * z0 - 1.0) > s2;
        if !falls && mend.abs() < 1e-3 * u {
            let u = u - mend;
            (u, mean_deflection(z0, kap, reach, u).0)
        } else {
            (u, mean)
        }
    }

    /// Deflection at the end of a step with this displacement.
    fn deflection_after(&self, displacement: f64) -> f64 {
        let way = if displacement < 0.0 { -1.0 } else { 1.0 };
        let Frozen { kap, theta, .. } = self.frozen_for(way);
        let z0 = way * self.z;
        let speed = displacement.abs() * self.rate;
        let (mean, _) = mean_deflection(z0, kap, theta * self.step, speed);
        way * (z0 + (mean - z0) / theta)
    }

    /// What is frozen, for motion in a direction: against the frozen one, elasto-plastic
    /// bristles unbend elastically.
    fn frozen_for(&self, way: f64) -> Frozen {
        let against = way != self.frozen.way;
        if against && self.params.bristles == Bristles::ElastoPlastic {
            Frozen {
                way,
                kap: 0.0,
                theta: 0.5,
                s1: self.frozen.s1,
                relaxing: None,
            }
        } else {
            self.frozen
        }
    }

    /// Bristles cannot stay bent further than the resting limit: a lifted bow lets go at once.
    fn let_go(&mut self) {
        let most = if self.is_pressed() {
            self.scales.resting * self.scales.compliance
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

/// Mean deflection of a frozen step at speed `u`, and its slope.
fn mean_deflection(z0: f64, kap: f64, reach: f64, u: f64) -> (f64, f64) {
    let below = 1.0 + reach * kap * u;
    (
        (z0 + reach * u) / below,
        reach * (1.0 - kap * z0) / (below * below),
    )
}

impl Contact for Friction {
    fn begin(&mut self) -> f64 {
        self.noise = 0.0;
        if self.params.noise > 0.0 && self.is_pressed() {
            let share = self.speed.abs().min(1.0).sqrt();
            self.noise = self.params.noise * self.scales.sliding * share * self.rng.signed();
        }
        self.noise
    }

    fn acts(&self, displacement: f64) -> bool {
        self.is_pressed() && (displacement != 0.0 || self.z != 0.0)
    }

    fn alone(&mut self, meeting: &Meeting) -> f64 {
        let (free, beta) = (meeting.gained, meeting.compliance);
        if !self.is_pressed() {
            return 0.0;
        }
        let way = if free - beta * self.params.stiffness * self.z < 0.0 {
            -1.0
        } else {
            1.0
        };
        let (speed, z) = (self.speed.abs(), way * self.z);
        let first = if way == self.ahead.way {
            (self.ahead.kap, self.ahead.theta)
        } else {
            self.look(z, speed)
        };
        self.freeze_at(way, first, way * free);
        let (mut speed, mut mean) = self.solve(free, beta, false);
        // The second pass makes the frozen values those of this step; one pass is not enough
        // (a stiff bow falls to 1.8 slips per period). Elastic bristles that stay so are known.
        if self.frozen.kap > 0.0 || mean > self.scales.elastic {
            let second = self.look(mean, speed);
            self.freeze_at(way, second, way * free);
            (speed, mean) = self.solve(free, beta, true);
        }
        let Frozen { theta, s1, .. } = self.frozen;
        let damping = s1 / (theta * self.step) * (mean - way * self.z);
        way * (self.params.stiffness * mean + damping + self.params.viscosity * speed)
    }

    fn freeze(&mut self, free: f64, compliance: f64, guess: Option<f64>) {
        let way = if free - compliance * self.params.stiffness * self.z < 0.0 {
            -1.0
        } else {
            1.0
        };
        let (speed, z) = match guess {
            None => (self.speed.abs(), way * self.z),
            Some(guess) => {
                let u = (way * guess).max(0.0) * self.rate;
                let Frozen { kap, theta, .. } = self.frozen_for(way);
                (
                    u,
                    mean_deflection(way * self.z, kap, theta * self.step, u).0,
                )
            }
        };
        let frozen = self.look(z, speed);
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
        let (mean, rise) = mean_deflection(
            way * self.z,
            side.kap,
            side.theta * h,
            displacement.abs() / h,
        );
        let damped = self.params.stiffness + side.s1 / (side.theta * h);
        let force = damped * mean - side.s1 * way * self.z / (side.theta * h);
        let slope = (damped * rise.max(0.0) + s2) / h;
        (way * force + s2 * displacement / h, slope)
    }

    fn commit(&mut self, force: f64, displacement: f64) {
        self.books.injected -= self.noise * displacement;
        if !self.is_pressed() {
            self.speed = displacement * self.rate;
            return;
        }
        let before = self.stored();
        let allowed = before + force * displacement;
        self.z = self.deflection_after(displacement);
        let mut held = self.stored();
        if held > allowed + ROUNDING * (before + held) {
            let left = allowed.max(0.0);
            self.z *= (left / held).sqrt();
            held = self.stored();
        }
        self.books.dissipated += allowed - held;
        self.speed = displacement * self.rate;
        self.ahead.way = 0.0;
        if !self.ahead.pressed {
            let way = self.frozen.way;
            let (kap, theta) = self.look(way * self.z, self.speed.abs());
            self.ahead = Ahead {
                way,
                kap,
                theta,
                pressed: false,
            };
        }
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
        let before = self.stored();
        let taken = put(&mut self.params, id, value);
        self.scales = Scales::of(&self.params);
        self.ahead.way = 0.0;
        self.books.injected += self.stored() - before;
        self.let_go();
        taken
    }
    fn press(&mut self, newtons: f64) {
        if !newtons.is_finite() {
            self.health.clamped += 1;
            return;
        }
        self.params.normal_force = newtons.clamp(0.0, 1e4);
        self.scales = Scales::of(&self.params);
        self.ahead = Ahead {
            pressed: true,
            ..Ahead::default()
        };
        self.let_go();
    }
    fn needs_place(&self) -> bool {
        false
    }
    fn reset(&mut self, seed: u64) {
        self.z = 0.0;
        self.speed = 0.0;
        self.noise = 0.0;
        self.ahead = Ahead::default();
        self.rng = Rng::new(seed);
        self.frozen = Frozen {
            way: 1.0,
            theta: 0.5,
            ..Frozen::default()
        };
        self.books = Books::default();
        self.health = Health::default();
    }
}
