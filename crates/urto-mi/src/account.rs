//! An account of energy that no error in the forces can overdraw.
//!
//! Law:    E changes by the work of outside forces, and by losses, and by nothing else; motion is
//!         held to what is on the account. Leapfrog alone keeps no energy in space: springs with a
//!         length are not linear, and violent motion heats it without bounds.
//! Step:   with sums over all free masses, w = h·velocity and F the forces of links and medium,
//!             A = sum(m·w²)/h²,  B = sum(w·F),  C = sum(F²)·h²/m,
//!             Q = C/8, the size of half a kick;  T = (A + B)/2 + Q, kinetic energy at mid-step;
//!             H = T - Q + V, leapfrog's own energy, exact where links are linear.
//!         Half kicks are kept below R·E (by `kick`); then speeds are scaled (by `speed`) so that
//!         T is no more than E, and H no more than E where it can be reached gently. What that took
//!         is lent for a second (`lent`): else what swings to and fro would be worn away.
//! Proof:  T(v) <= E for the speed v at mid-step. A force f held over the step moves its mass by
//!         s = h·(v + h·f/2m), so f·s = T(v + h·f/m) - T(v) exactly, and E + f·s >= 0. E rises by
//!         outside work alone, whatever the forces of the links were.
//!         A driver that moves a mass by s against the force F of its links does the work -F·s.
//! Limits: guards act on the whole network. E may overstate H by a tenth of it, and by more for a
//!         second after violent motion.

/// Half kicks hold no more than this times the energy: finite speeds, whatever the forces.
const KICKS: f64 = 1000.0;
/// H may stand above E by this share of what swings before it is guided back.
const ABOVE: f64 = 1e-3;
/// Speeds are brought down gently, by no more than this in a step, unless T itself is too large.
const GENTLE: f64 = 0.98;
/// The account may stand above H by this share of what swings: less wears chaotic motion away (by
/// 90 % in ten seconds at 0.1 %, by 10 to 20 % at 1 %; at 10 % not at all).
const BELOW: f64 = 0.1;
/// How long what a guard took is lent \[s\].
const LENT_FOR: f64 = 1.0;

/// How often a guard had to act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guards {
    /// Steps in which half a kick was too large.
    pub kicks: u64,
    /// Steps in which speeds were scaled down.
    pub speeds: u64,
}

/// Sums over a network: see the module.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub potential: f64,
    /// sum(w·F)/2 over masses that a driver moves: their half of leapfrog's energy.
    pub led: f64,
}

/// By what kicks and speeds are to be multiplied in this step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scaled {
    pub kick: f64,
    pub speed: f64,
}

impl Scaled {
    pub const NOT: Self = Self {
        kick: 1.0,
        speed: 1.0,
    };
}

#[derive(Clone, Debug)]
pub(crate) struct Account {
    /// What the network may hold \[J\].
    pub energy: f64,
    /// Leapfrog's own energy at the last step \[J\].
    pub mechanical: f64,
    pub guards: Guards,
    /// Lost to dampers, friction and guards so far \[J\].
    pub dissipated: f64,
    lent: f64,
    forgets: f64,
    lowest: f64,
    /// Relative rounding of the sums.
    rounding: f64,
    /// Energy that the rounding of places makes \[J\]: motion that holds no more is no motion.
    noise: f64,
    open: bool,
}

impl Account {
    /// From now on it looks every `h` seconds.
    pub fn looks_every(&mut self, h: f64) {
        self.forgets = urto::math::exp(-h / LENT_FOR);
    }

    /// One that looks every `h` seconds at sums with this relative rounding and this noise \[J\].
    pub fn new(h: f64, [rounding, noise]: [f64; 2]) -> Self {
        Self {
            energy: 0.0,
            mechanical: 0.0,
            guards: Guards::default(),
            dissipated: 0.0,
            lent: 0.0,
            forgets: urto::math::exp(-h / LENT_FOR),
            lowest: f64::INFINITY,
            rounding,
            noise,
            open: false,
        }
    }

    /// The same books, kept with another's rounding and at its times.
    pub fn continued(&self, other: &Self) -> Self {
        Self {
            forgets: other.forgets,
            rounding: other.rounding,
            noise: other.noise,
            ..self.clone()
        }
    }

    /// Springs and places have changed: what was seen of them means nothing any more.
    pub fn forget(&mut self) {
        self.lowest = f64::INFINITY;
        self.lent = 0.0;
    }

    /// Springs change a little, and hold so much more now \[J\]: so do they where they hold least,
    /// as far as they are tensed there, too.
    pub fn retune(&mut self, more: f64) {
        self.lowest = (self.lowest + more).max(0.0);
    }

    /// The outside does work \[J\] (negative: takes some); gives what it could.
    pub fn receive(&mut self, work: f64) -> f64 {
        // It cannot take more than there is.
        let work = work.max(-self.energy);
        self.energy += work;
        work
    }

    /// Looks at a step before outside forces act.
    pub fn settle(&mut self, sums: &Sums) -> Scaled {
        let Sums { a, b, c, .. } = *sums;
        let potential = sums.potential;
        let mut half_kick = c / 8.0;
        // A sum of squares; where the two nearly cancel, rounding alone could make it negative.
        let at_mid_step = |b: f64, half_kick: f64| (0.5 * (a + b) + half_kick).max(0.0);
        let mut kinetic = at_mid_step(b, half_kick);
        let swings = |kinetic: f64, half_kick: f64| kinetic - half_kick + potential + sums.led;
        if !self.open {
            self.open = true;
            self.energy = swings(kinetic, half_kick).max(kinetic);
        }
        self.lowest = self.lowest.min(potential);
        let mut scaled = Scaled::NOT;
        if half_kick > KICKS * self.energy {
            scaled.kick = (KICKS * self.energy / half_kick).sqrt();
            half_kick *= scaled.kick * scaled.kick;
            kinetic = at_mid_step(scaled.kick * b, half_kick);
            self.guards.kicks += 1;
        }
        let mut mechanical = swings(kinetic, half_kick);
        let above = |mechanical: f64| (mechanical - self.lowest).max(0.0);
        let rounding = self.rounding * (kinetic + half_kick + potential) + self.noise;
        if mechanical > self.energy + ABOVE * above(mechanical) + rounding {
            let over = (mechanical - self.energy) / kinetic;
            scaled.speed = (1.0 - over).max(0.0).sqrt().clamp(GENTLE, 1.0);
        }
        if scaled.speed * scaled.speed * kinetic > self.energy * (1.0 + self.rounding) + self.noise
        {
            scaled.speed = (self.energy / kinetic).sqrt();
        }
        let left = scaled.speed * scaled.speed * kinetic;
        self.guards.speeds += u64::from(scaled.speed != 1.0);
        self.lent = (self.lent + kinetic - left) * self.forgets;
        mechanical -= kinetic - left;
        // What dampers and friction took.
        let most = mechanical.max(left) + (BELOW * above(mechanical)).max(self.lent);
        if most < self.energy {
            self.dissipated += self.energy - most;
            self.energy = most;
        }
        self.mechanical = mechanical;
        scaled
    }
}
