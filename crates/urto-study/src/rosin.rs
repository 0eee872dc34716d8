//! Friction of rosin: the coefficient depends on how warm the contact is, not on how fast it
//! slides.
//!
//! Law:    bow hair bends, f = s0·z + s1·dz/dt, until |f| = mu(T)·N; then rosin yields and the
//!         rest of the motion is slip, of speed v. The rosin in the contact is one thin layer,
//!         C·dT/dt = f·v - G(v)·T over the surroundings, G(v) = G0·(1 + sqrt(v/v0)): surfaces that
//!         move past each other carry heat off with the root of their speed. mu(T) is what makes
//!         steady sliding, where G(v)·T = mu·N·v, follow the measured curve
//!         mu(v) = 0.4·exp(-v/0.01) + 0.45·exp(-v/0.1) + 0.35.
//! Step:   mu is that of the temperature at the start of the step, and hair bends by w with the
//!         mean force s0·(z + w/2) + s1·w/h. Held, w is all the motion; else f = mu·N. The
//!         work f·s is then what the hair stores, s1·w²/h >= 0, and f·u >= 0 with the slip u. The
//!         temperature's step is exact for the step's mean speed and power.
//! Source: from Smith and Woodhouse: friction is N·mu(T)·sgn(v), the yield stress of a plastic layer
//!         times an area that grows with N; mu is a function of the contact's temperature alone;
//!         heat comes from the work of slipping; mu(T) is had from the steady curve, whose five
//!         numbers are their fit, as Woodhouse and Galluzzo print it (2025, equation 1). Heat that
//!         leaves with the root of the speed is Jaeger's moving source, the second term of their
//!         balance mu·N·v = v·a·d·r·c·T + T·A·K·sqrt(3·v/(8·a·D)) (equation 5).
//!         From van Walstijn and others: that one state with G0, v0 and C stands for that balance,
//!         and the figures of G0 and v0. C and the hair are choices (see the study).
//! Limits: their convolution for heat that spreads into string and bow is the one conductance here,
//!         and the rosin that sliding carries along (the first term) is left out. mu falls with T
//!         from the first kelvin on, with no bend at rosin's glass transition (49 degrees Celsius),
//!         since the steady curve has none. Kelvins are only as good as G0: sliding at 1 m/s warms
//!         by 17, a third of what Woodhouse tells for a bowed string. No paper was at hand in full:
//!         equations and figures are as later works quote them.
//! Refs:   Smith & Woodhouse 2000, The tribology of rosin; Woodhouse 2003, Bowed string simulation
//!         using a thermal friction model; Woodhouse & Galluzzo 2025, Enhanced tribological
//!         modelling of violin rosin; van Walstijn, Chatziioannou, Lampis & Matusiak 2026, A thermal
//!         elasto-plastic friction model for bowed-string simulation; Woodhouse, euphonics.org, 9.6
//!         and 9.6.2 (f = -N·mu(T)·sgn(v)).

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
    /// Heat that leaves a contact that sticks, per newton of normal force: G0/N \[W/K/N\].
    pub conductance: f64,
    /// Time in which it then cools by a factor e: C/G0 \[s\].
    pub cooling: f64,
    /// Sliding at this speed per newton of normal force doubles that heat: v0/N \[m/s/N\].
    pub carrying: f64,
}

impl RosinLaw {
    /// How many times as much heat leaves at a sliding speed \[m/s\] as at rest.
    fn carries(&self, speed: f64) -> f64 {
        1.0 + (speed / (self.carrying * self.normal_force)).sqrt()
    }
}

/// Rosin between bow and string.
pub struct Rosin {
    law: RosinLaw,
    step: f64,
    /// Power per newton of normal force that would keep the temperature at rest: G0·T/N \[m/s\].
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
            .map(|speed| {
                // It grows with speed for every v0: mu falls by less than v^(-0.34) anywhere.
                let warmth = speed * steady_friction(speed) / law.carries(speed);
                (warmth, steady_friction(speed))
            })
            .collect();
        let mut rosin = Self {
            law,
            step: rate.step(),
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
        let slip = displacement - bends;
        // Rounding aside, slip goes along with the force.
        let heat = (force * slip).max(0.0);
        let power = heat / (self.step * self.law.normal_force);
        let carries = self.law.carries(slip.abs() / self.step);
        let kept = math::exp(-carries * self.step / self.law.cooling);
        self.warmth = kept * self.warmth + (1.0 - kept) * power / carries;
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

    fn law(conductance: f64, cooling: f64) -> RosinLaw {
        RosinLaw {
            normal_force: 1.3,
            // Softer hair would jerk at the slow speeds: friction falls with speed there.
            stiffness: 1e7,
            damping: 0.1,
            conductance,
            cooling,
            carrying: 2e-5,
        }
    }

    /// Moves it on by `gained` \[m\] over a rigid surface, and tells the force \[N\].
    fn drag(rosin: &mut Rosin, gained: f64) -> f64 {
        rosin.begin();
        let force = rosin.alone(&Meeting {
            gained,
            ..Meeting::default()
        });
        rosin.commit(force, gained);
        force
    }

    /// As Smith and Woodhouse measured: above 0.8 when slow, 0.3 to 0.45 from 0.2 m/s on.
    #[test]
    fn the_curve_falls_from_slow_to_fast() {
        assert!((0.8..1.2).contains(&steady_friction(0.01)));
        for n in 1..200 {
            let speed = 0.01 * f64::from(n);
            assert!(steady_friction(speed) > steady_friction(speed + 0.01));
            let fast = speed < 0.2 || (0.3..0.45).contains(&steady_friction(speed));
            assert!(fast, "{speed}");
        }
    }

    /// Dragged at a steady speed over a rigid surface it must end on the measured curve, whatever
    /// it conducts, at the temperature at which as much heat leaves as comes.
    #[test]
    fn steady_sliding_follows_the_measured_curve() {
        let rate = Rate::new(44_100.0).unwrap();
        for (speed, conductance, cooling) in [
            (1e-3, 1e-4, 1e-2),
            (0.02, 0.05, 2e-2),
            (0.1, 1e-4, 1e-2),
            (1.0, 1e-4, 5e-2),
        ] {
            let law = law(conductance, cooling);
            let mut rosin = Rosin::new(law, rate);
            let gained = speed * rate.step();
            let (mut force, mut most) = (0.0, 0.0f64);
            for _ in 0..44_100 {
                force = drag(&mut rosin, gained);
                most = most.max(force);
            }
            let exact = 1.3 * steady_friction(speed);
            assert!(
                (force / exact - 1.0).abs() < 1e-4,
                "{speed}: {force} {exact}"
            );
            assert!(most > 1.02 * exact, "it breaks loose cold: {most} {exact}");
            let leaves = conductance * law.carries(speed);
            let kelvin = speed * steady_friction(speed) / leaves;
            assert!((rosin.state() / kelvin - 1.0).abs() < 1e-3);
            // All work is in the books.
            let work = rosin.books().dissipated + rosin.stored();
            assert!(work > 0.0 && work < 1.3 * 1.2 * speed);
        }
    }

    /// Rubbed to and fro at up to half a metre per second: the heat of slipping is what left, the
    /// integral of G(v)·T, and what the layer keeps, C·T. Within a hundredth, since the integral is
    /// a sum over steps. And friction never gives work.
    #[test]
    fn heat_that_comes_leaves_or_stays() {
        let rate = Rate::new(44_100.0).unwrap().oversampled(16);
        let law = law(1e-4, 1e-2);
        let mut rosin = Rosin::new(law, rate);
        let (mut came, mut left) = (0.0, 0.0);
        let mut before = (0.0, 0.0);
        for n in 0..40_000 {
            let t = f64::from(n) * rate.step();
            let gained = 0.5 * math::sin(200.0 * t) * rate.step();
            let kelvin = rosin.state();
            let force = drag(&mut rosin, gained);
            let bends = rosin.bent - before.1;
            let slip = gained - bends;
            came += force * slip;
            let leaves = law.normal_force * law.conductance * law.carries(slip.abs() / rate.step());
            left += leaves * 0.5 * (kelvin + rosin.state()) * rate.step();
            let dissipated = rosin.books().dissipated;
            assert!(dissipated >= before.0 - 1e-15, "{n}");
            before = (dissipated, rosin.bent);
        }
        let stays = law.normal_force * law.conductance * law.cooling * rosin.state();
        assert!(came > 1e-3 && left > 10.0 * stays);
        assert!(
            ((left + stays) / came - 1.0).abs() < 0.01,
            "{came} {left} {stays}"
        );
    }
}
