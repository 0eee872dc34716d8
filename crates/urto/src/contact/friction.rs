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

/// A friction contact.
pub struct Friction {
    params: FrictionParams,
    step: f64,
    /// Mean bristle deflection \[m\].
    z: f64,
    /// Mean relative velocity in the last step \[m/s\].
    speed: f64,
    frozen: Frozen,
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
            z: 0.0,
            speed: 0.0,
            frozen: Frozen::default(),
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

    /// Sliding and resting friction force \[N\].
    fn limits(&self) -> (f64, f64) {
        let sliding = self.params.dynamic_friction * self.params.normal_force;
        let resting = match self.params.bristles {
            Bristles::Dahl => sliding,
            _ => {
                self.params
                    .static_friction
                    .max(self.params.dynamic_friction)
                    * self.params.normal_force
            }
        };
        (sliding, resting)
    }

    /// Deflection in steady sliding at a speed \[m\].
    fn steady(&self, speed: f64) -> f64 {
        let (sliding, resting) = self.limits();
        let r = speed / self.params.stribeck;
        (sliding + (resting - sliding) * math::exp(-r * r)) / self.params.stiffness
    }

    /// alpha(z)/|z_ss|: how fast bristles give way at deflection `z` in the direction of motion.
    fn yielding(&self, z: f64, speed: f64) -> f64 {
        let steady = self.steady(speed);
        if self.params.bristles != Bristles::ElastoPlastic {
            return 1.0 / steady;
        }
        if z <= 0.0 {
            return 0.0;
        }
        let elastic = self.params.break_away * self.limits().0 / self.params.stiffness;
        let alpha = if z <= elastic {
            0.0
        } else if z >= steady {
            1.0
        } else {
            let middle = 0.5 * (steady + elastic);
            0.5 * (1.0 + math::sin(core::f64::consts::PI * (z - middle) / (steady - elastic)))
        };
        alpha / steady
    }

    /// Freezes for motion in direction `way` at about `speed`, with deflection `z` there, when
    /// the free displacement in that direction is `free`.
    fn freeze_at(&mut self, way: f64, speed: f64, z: f64, free: f64) {
        let (h, z0) = (self.step, way * self.z);
        let kap = self.yielding(z, speed);
        let q = h * speed * kap;
        // Mean over an exponential approach: makes steady sliding exact at any speed.
        let theta = if q < 1e-3 {
            0.5 + q / 12.0
        } else {
            1.0 / -math::expm1(-q) - 1.0 / q
        };
        let s0 = self.params.stiffness;
        let mut s1 = match self.params.bristles {
            Bristles::Dahl => 0.0,
            _ => self.params.damping,
        };
        if kap * z0 > 1.0 {
            let fastest = (free / h).min(1.0 / (kap * theta * h));
            s1 = s1.min(s0 / (kap * (kap * z0 - 1.0) * fastest.max(1e-300)));
        }
        let relaxing = (kap * z0 > 1.0).then(|| {
            let reach = theta * h * speed;
            let mean = (z0 + reach) / (1.0 + reach * kap);
            (way * mean, way * s1 * (mean - z0) / (theta * h))
        });
        self.frozen = Frozen {
            way,
            kap,
            theta,
            s1,
            relaxing,
        };
    }

    /// The root u >= 0 of the frozen step: speed in the direction of motion.
    fn solve(&self, free: f64, beta: f64) -> f64 {
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
        let b =
            inertia + beta * (s0 + s1 / reach) * reach - (d + beta * s1 * z0 / reach) * reach * kap;
        let c = (beta * s0 * z0 - d).min(0.0);
        let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
        let mut u = if b >= 0.0 {
            -2.0 * c / (b + root)
        } else {
            (root - b) / (2.0 * a)
        };
        // One Newton step mends what the quadratic formula lost to cancellation.
        let (force, slope) = self.bristle_law(u);
        let mend = (h * u + beta * force - d) / (h + beta * slope);
        if slope >= 0.0 && mend.abs() < 1e-3 * u {
            u -= mend;
        }
        u
    }

    /// Force and slope (per velocity) at a speed in the frozen direction.
    fn bristle_law(&self, u: f64) -> (f64, f64) {
        let Frozen {
            way,
            kap,
            theta,
            s1,
            ..
        } = self.frozen;
        let (mean, rise) = mean_deflection(way * self.z, kap, theta * self.step, u);
        let damped = self.params.stiffness + s1 / (theta * self.step);
        let force = damped * mean - s1 * way * self.z / (theta * self.step);
        (
            force + self.params.viscosity * u,
            damped * rise + self.params.viscosity,
        )
    }

    /// Deflection at the end of a step with this displacement.
    fn deflection_after(&self, displacement: f64) -> f64 {
        let way = if displacement < 0.0 { -1.0 } else { 1.0 };
        let Frozen { kap, theta, .. } = self.frozen_for(way);
        let z0 = way * self.z;
        let (mean, _) = mean_deflection(z0, kap, theta * self.step, displacement.abs() / self.step);
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
            self.limits().1 / self.params.stiffness
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
            self.noise = self.params.noise * self.limits().0 * share * self.rng.signed();
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
        let mut speed = self.speed.abs();
        let mut z = way * self.z;
        // The second pass makes the frozen values those of this step; one pass is not enough
        // (a stiff bow falls to 1.8 slips per period).
        for _ in 0..2 {
            self.freeze_at(way, speed, z, way * free);
            speed = self.solve(free, beta);
            let reach = self.frozen.theta * self.step;
            z = mean_deflection(way * self.z, self.frozen.kap, reach, speed).0;
        }
        way * self.bristle_law(speed).0
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
                let u = (way * guess).max(0.0) / self.step;
                let Frozen { kap, theta, .. } = self.frozen_for(way);
                (
                    u,
                    mean_deflection(way * self.z, kap, theta * self.step, u).0,
                )
            }
        };
        self.freeze_at(way, speed, z, (way * free).max(0.0));
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
            self.speed = displacement / self.step;
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
        self.speed = displacement / self.step;
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
        self.let_go();
    }
    fn needs_place(&self) -> bool {
        false
    }
    fn reset(&mut self, seed: u64) {
        self.z = 0.0;
        self.speed = 0.0;
        self.noise = 0.0;
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
