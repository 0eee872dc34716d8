//! Friction of rosin: the coefficient depends on how warm the contact is, not on how fast it
//! slides.
//!
//! Law:    bow hair bends, f = s0·z + s1·dz/dt, until |f| = mu(T)·N; then rosin yields and the
//!         rest of the motion is slip. The rosin in the contact is one thin layer,
//!         C·dT/dt = f·v_slip - G·T over the surroundings. mu(T) is what makes steady sliding,
//!         where G·T = mu·N·v, follow the measured curve
//!         mu(v) = 0.4·exp(-v/0.01) + 0.45·exp(-v/0.1) + 0.35.
//! Step:   mu is that of the temperature at the start of the step, and hair bends by w with the
//!         mean force s0·(z + w/2) + s1·w/h. Held, w is all the motion; else f = mu·N. The
//!         work f·s is then what the hair stores, s1·w²/h >= 0, and f·u >= 0 with the slip u.
//! Limits: it has of Smith and Woodhouse's plastic model what makes the loop: friction is
//!         N·mu(T)·sgn(v), mu is a function of the contact's temperature alone, heat comes from
//!         the work of slipping, and steady sliding follows the measured curve. It differs in
//!         four things. Heat leaves by one conductance with one time constant, where they let it
//!         be carried off with the sliding surfaces and spread into string and bow by diffusion.
//!         mu(T) is had from the curve by G·T = mu·N·v, where they have it from a yield stress
//!         times an area; so kelvins here are only as good as G, which is a choice. C and G grow
//!         with the normal force, as the area of contact does under Coulomb's law. And the hair
//!         in series (s0, s1) is not theirs. The curve's five numbers are quoted from memory of
//!         their fit and were not checked against the print.
//! Refs:   Smith & Woodhouse 2000, The tribology of rosin; Woodhouse 2003; Woodhouse,
//!         euphonics.org, 9.6 and 9.6.2 (the law f = -N·mu(T)·sgn(v)).

use urto::Rate;
use urto::contact::{Contact, Meeting};
use urto::energy::{Books, Health};
use urto::math;
use urto::param::{ParamId, Value};

/// Coefficient of friction in steady sliding at a speed \[m/s\]: Smith and Woodhouse's fit.
pub fn steady_friction(speed: f64) -> f64 {
    let v = speed.abs();
    0.4 * math::exp(-v / 0.01) + 0.45 * math::exp(-v / 0.1) + 0.35
}

/// Speeds of the table of mu over warmth, logarithmic \[m/s\].
const SLOWEST: f64 = 1e-5;
const PER_DECADE: usize = 200;
const DECADES: usize = 7;

/// What rosin is given by.
#[derive(Clone, Copy, Debug)]
pub struct RosinLaw {
    /// Normal force \[N\].
    pub normal_force: f64,
    /// Stiffness of the bow hair \[N/m\].
    pub stiffness: f64,
    /// Damping of the bow hair \[N·s/m\].
    pub damping: f64,
    /// Heat that leaves the contact, per newton of normal force \[W/K/N\].
    pub conductance: f64,
    /// Time in which the contact cools by a factor e \[s\].
    pub cooling: f64,
}

/// Rosin between bow and string.
pub struct Rosin {
    law: RosinLaw,
    step: f64,
    /// Share of warmth left after a step.
    kept: f64,
    /// Friction power per newton of normal force that would keep the temperature: G·T/N \[m/s\].
    warmth: f64,
    /// Warmth and coefficient in steady sliding, from slow to fast.
    table: Vec<(f64, f64)>,
    /// Coefficient in this step.
    coefficient: f64,
    /// How far the hair is bent \[m\].
    bent: f64,
    books: Books,
}

impl Rosin {
    /// A cold contact.
    pub fn new(law: RosinLaw, rate: Rate) -> Self {
        let table = (0..=PER_DECADE * DECADES)
            .map(|n| SLOWEST * math::pow(10.0, n as f64 / PER_DECADE as f64))
            .map(|speed| (speed * steady_friction(speed), steady_friction(speed)))
            .collect();
        let mut rosin = Self {
            law,
            step: rate.step(),
            kept: math::exp(-rate.step() / law.cooling),
            warmth: 0.0,
            table,
            coefficient: 0.0,
            bent: 0.0,
            books: Books::default(),
        };
        rosin.reset(0);
        rosin
    }

    /// Coefficient at a warmth, by straight lines between steady states.
    fn coefficient_at(&self, warmth: f64) -> f64 {
        let above = self.table.partition_point(|(w, _)| *w <= warmth);
        if above == 0 {
            return self.table[0].1;
        }
        let Some((high, mu_high)) = self.table.get(above) else {
            return self.table[above - 1].1;
        };
        let (low, mu_low) = self.table[above - 1];
        mu_low + (mu_high - mu_low) * (warmth - low) / (high - low)
    }

    /// Most it can hold now \[N\].
    fn limit(&self) -> f64 {
        self.coefficient * self.law.normal_force
    }

    /// Force per displacement of hair that bends during the step \[N/m\].
    fn resistance(&self) -> f64 {
        0.5 * self.law.stiffness + self.law.damping / self.step
    }
}

impl Contact for Rosin {
    fn begin(&mut self) -> f64 {
        self.coefficient = self.coefficient_at(self.warmth);
        0.0
    }
    fn acts(&self, displacement: f64) -> bool {
        displacement != 0.0 || self.bent != 0.0
    }
    fn alone(&mut self, meeting: &Meeting) -> f64 {
        let c = self.resistance();
        let held =
            (self.law.stiffness * self.bent + c * meeting.gained) / (1.0 + c * meeting.compliance);
        held.clamp(-self.limit(), self.limit())
    }
    fn freeze(&mut self, _: f64, _: f64, _: Option<f64>) {}
    fn law(&self, displacement: f64) -> (f64, f64) {
        let c = self.resistance();
        let held = self.law.stiffness * self.bent + c * displacement;
        let force = held.clamp(-self.limit(), self.limit());
        (force, if force == held { c } else { 0.0 })
    }
    fn commit(&mut self, force: f64, displacement: f64) {
        let before = self.stored();
        let bends = (force - self.law.stiffness * self.bent) / self.resistance();
        self.bent += bends;
        self.books.dissipated += before + force * displacement - self.stored();
        // Rounding aside, slip goes along with the force.
        let heat = (force * (displacement - bends)).max(0.0);
        let power = heat / (self.step * self.law.normal_force);
        self.warmth = self.kept * self.warmth + (1.0 - self.kept) * power;
    }
    fn stored(&self) -> f64 {
        0.5 * self.law.stiffness * self.bent * self.bent
    }
    fn books(&self) -> Books {
        self.books
    }
    fn health(&self) -> Health {
        Health::default()
    }
    fn place(&mut self, _: f64) {}
    /// How much warmer than the surroundings it is \[K\].
    fn state(&self) -> f64 {
        self.warmth / self.law.conductance
    }
    fn set(&mut self, _: &ParamId, _: &Value) -> bool {
        false
    }
    fn needs_place(&self) -> bool {
        false
    }
    fn reset(&mut self, _: u64) {
        self.warmth = 0.0;
        self.bent = 0.0;
        self.coefficient = self.coefficient_at(0.0);
        self.books = Books::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dragged at a steady speed over a rigid surface it must end on the measured curve, whatever
    /// it conducts, at the temperature at which as much heat leaves as comes.
    #[test]
    fn steady_sliding_follows_the_measured_curve() {
        let rate = Rate::new(44_100.0).unwrap();
        for (speed, conductance, cooling) in [
            (1e-3, 0.01, 1e-3),
            (0.02, 0.05, 1e-4),
            (0.1, 0.01, 1e-3),
            (1.0, 0.01, 1e-2),
        ] {
            let law = RosinLaw {
                normal_force: 1.3,
                // Softer hair would jerk at the slow speeds: friction falls with speed there.
                stiffness: 1e7,
                damping: 0.1,
                conductance,
                cooling,
            };
            let mut rosin = Rosin::new(law, rate);
            let gained = speed * rate.step();
            let meeting = Meeting {
                gained,
                ..Meeting::default()
            };
            let (mut force, mut most) = (0.0, 0.0f64);
            for _ in 0..44_100 {
                rosin.begin();
                force = rosin.alone(&meeting);
                rosin.commit(force, gained);
                most = most.max(force);
            }
            let exact = 1.3 * steady_friction(speed);
            assert!(
                (force / exact - 1.0).abs() < 1e-4,
                "{speed}: {force} {exact}"
            );
            assert!(most > 1.02 * exact, "it breaks loose cold: {most} {exact}");
            let kelvin = speed * steady_friction(speed) / conductance;
            assert!((rosin.state() / kelvin - 1.0).abs() < 1e-3);
            // All work is in the books.
            let work = rosin.books().dissipated + rosin.stored();
            assert!(work > 0.0 && work < 1.3 * 1.2 * speed);
        }
    }
}
