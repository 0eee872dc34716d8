//! Bowed string: velocity under the bow, and the loop of friction over velocity, with bristles
//! and with rosin that softens as it warms.
//!
//! Limits: some settings lie on the border of two motions, and there the least thing decides.
//!         With bristle_damping 1 and the bow at 0.1 a string slips twice in a period from about
//!         0.1004 on and six times below 0.0998, however fine the steps. A bridge that only
//!         reflects (a gain, as in many waveguides) gives way to the steady pull of the bow, and
//!         has the border just below 0.1: two slips; this string's bridge holds that pull by a
//!         spring, and has it just above: six.
//!         The rosin cools four times as slowly as in the source below: with its 10 ms this
//!         string, which does not twist, under a bow without width, slips three times in a period.
//!         Its hair is softer too (there 1.1e5 N/m and 10 kg/s, after Pitteroff and Woodhouse 1998).
//! Refs:   van Walstijn, Chatziioannou, Lampis & Matusiak 2026, table 1, for a bow 10 mm wide:
//!         rosin that sticks loses 1e-4 W/K/N, and by sliding 0.22·sqrt(v·0.01/N) W/K/N more, hence
//!         a doubling at v/N = (1e-4/0.22)²/0.01 = 2e-5 m/s/N.

use super::{Experiment, Paper};
use crate::StudyError;
use crate::bounded;
use crate::bow::{BowMotion, Bowing, Regime, Rubs};
use crate::plot::{Axis, Figure, Panel, Series};
use crate::report::{Report, Sheet, brief, number};
use crate::rosin::{self, RosinLaw};
use crate::rubbing::Law;
use crate::shared::study_params;
use serde_json::{Value as Json, json};
use urto::{Rate, math};

study_params! {
    /// A cello D string, bowed.
    pub struct BowedString("bowed-string") {
        /// One over the time a wave takes along the string and back; losses at the bridge flatten
        /// the pitch a little further.
        frequency: 147.0, Log(20.0, 4e3), "Hz", Rebuild;
        /// Wave impedance; the paper does not say.
        impedance: 0.55, Log(1e-3, 1e2), "kg/s", Rebuild;
        /// Quality factor: per period the bridge leaves exp(-pi/q).
        q: 500.0, Log(10.0, 1e5), "", Rebuild;
        /// Distance of the bow from the bridge, as a share of the length; the paper does not say.
        bow_position: 0.1, Linear(0.01, 0.5), "", Rebuild;
        /// Speed of the bow.
        bow_velocity: 0.1, Log(1e-3, 5.0), "m/s", Rebuild;
        /// Force of the bow on the string.
        normal_force: 1.1, Log(1e-3, 100.0), "N", Rebuild;
        /// Coefficient at which bristles break loose.
        static_friction: 0.4, Log(1e-3, 5.0), "", Rebuild;
        /// Coefficient while bristles slide fast.
        dynamic_friction: 0.2, Log(1e-3, 5.0), "", Rebuild;
        @bristles(0.2, 1e4, 0.1, 0.0);
        /// Elastic deflection as a share of the sliding one.
        breakaway: 0.7, Linear(0.0, 0.99), "", Rebuild;
        /// Stiffness of the bow hair under rosin.
        hair_stiffness: 1e4, Log(1e1, 1e9), "N/m", Rebuild, expert;
        /// Damping of the bow hair under rosin.
        hair_damping: 1.0, Linear(0.0, 1e4), "N*s/m", Rebuild, expert;
        /// Heat that leaves rosin that sticks, per kelvin and newton of bow force. It sets the scale
        /// of temperature, not the motion.
        rosin_conductance: 1e-4, Log(1e-5, 10.0), "W/K/N", Rebuild, expert;
        /// Time in which rosin that sticks cools by a factor e.
        rosin_cooling: 4e-2, Log(1e-6, 10.0), "s", Rebuild, expert;
        /// Sliding at this speed per newton of bow force doubles the heat that leaves; more goes
        /// with the root of the speed.
        rosin_carrying: 2e-5, Log(1e-9, 1e3), "m/s/N", Rebuild, expert;
        /// Corner of the low-pass at the bridge.
        cutoff: 8e3, Log(200.0, 1e5), "Hz", Rebuild, expert;
        /// Stiffness of the string against bending: the paper's B. Partial n lies at
        /// n·sqrt(1 + b·n²), b = pi²·B/(tension·length²).
        bending_stiffness: 3e-4, ZeroLog(1e-8, 1.0), "N*m^2", Rebuild;
        /// Length of the string, a cello's; the paper does not say. Its tension is
        /// 2·length·frequency·impedance.
        length: 0.69, Log(0.05, 10.0), "m", Rebuild;
        /// Time in which the bow comes to speed.
        ramp: 0.02, Log(1e-4, 1.0), "s", Rebuild, expert;
        /// How long it is bowed; the last third is measured.
        duration: 1.5, Log(0.1, 30.0), "s", Rebuild;
        @finely(4);
    }
}

/// More steps than this are refused, for each kind of friction: a few seconds.
const MOST_STEPS: f64 = 1e7;
/// Stiffest string that the library takes (its `stiffness`).
const STIFFEST: f64 = 1e-2;
/// Partials whose place is measured, and steps a second that are fine enough for it.
const PARTIALS: usize = 12;
const FINE_ENOUGH: f64 = 4e5;
/// Periods shown.
const SHOWN: f64 = 3.0;
/// Steps of a drawn curve, at most.
const POINTS: usize = 3000;

/// Coefficient of friction over sliding velocity.
type Curve<'a> = &'a dyn Fn(f64) -> f64;

impl BowedString {
    fn bowing(&self) -> Bowing {
        Bowing {
            frequency: self.frequency,
            impedance: self.impedance,
            q: self.q,
            cutoff: self.cutoff,
            inharmonicity: self.inharmonicity(),
            position: self.bow_position,
            velocity: self.bow_velocity,
            ramp: self.ramp,
        }
    }

    /// b = pi²·B/(T·L²), with the tension T = 2·L·f·Z.
    fn inharmonicity(&self) -> f64 {
        let tension = 2.0 * self.length * self.frequency * self.impedance;
        let pi = core::f64::consts::PI;
        pi * pi * self.bending_stiffness / (tension * self.length * self.length)
    }

    fn law(&self) -> Law {
        Law {
            coulomb: self.dynamic_friction * self.normal_force,
            stiction: self.static_friction.max(self.dynamic_friction) * self.normal_force,
            stribeck: self.stribeck_velocity,
            stiffness: self.bristle_stiffness,
            damping: self.bristle_damping,
            viscosity: self.viscosity,
            breakaway: self.breakaway,
        }
    }

    fn rosin(&self) -> RosinLaw {
        RosinLaw {
            normal_force: self.normal_force,
            stiffness: self.hair_stiffness,
            damping: self.hair_damping,
            conductance: self.rosin_conductance,
            cooling: self.rosin_cooling,
            carrying: self.rosin_carrying,
        }
    }

    /// The last periods, thinned out: time \[s\], velocity of the string \[m/s\], coefficient.
    fn end_of(&self, motion: &BowMotion) -> Vec<(f64, f64, f64)> {
        let count = ((SHOWN * motion.rate / self.frequency) as usize).min(motion.velocity.len());
        let first = motion.velocity.len() - count;
        (0..count)
            .step_by((count / POINTS).max(1))
            .map(|n| {
                let coefficient = motion.force[first + n] / self.normal_force;
                (
                    n as f64 / motion.rate,
                    motion.velocity[first + n],
                    coefficient,
                )
            })
            .collect()
    }

    /// Velocity over time, and coefficient over sliding velocity with its steady curve.
    fn panels(&self, name: &str, motion: &BowMotion, steady: Curve<'_>) -> [Panel; 2] {
        let end = self.end_of(motion);
        let least = end.iter().fold(0.0f64, |least, p| least.min(p.1));
        // Room for the legend above the curve.
        let above = 2.0 * self.bow_velocity - 0.4 * least;
        let axis = Axis::linear("velocity", "m/s").over(1.05 * least - 0.05 * above, above);
        let velocity = Panel::new(name, Axis::linear("time", "ms"), axis)
            .with(Series::line(
                "string under the bow",
                end.iter().map(|p| (1e3 * p.0, p.1)),
            ))
            .with(Series::guide(
                "bow",
                [0.0, SHOWN / self.frequency].map(|t| (1e3 * t, self.bow_velocity)),
            ));
        let slides = |v: f64| self.bow_velocity - v;
        let fastest = end
            .iter()
            .fold(self.bow_velocity, |most, p| most.max(slides(p.1)));
        let curve = (1..=300).map(|n| fastest * f64::from(n) / 300.0);
        let friction = Panel::new(
            "",
            Axis::linear("sliding velocity", "m/s"),
            Axis::linear("coefficient of friction", ""),
        )
        .with(Series::line(
            "under the bow",
            end.iter().map(|p| (slides(p.1), p.2)),
        ))
        .with(Series::line(
            "steady sliding",
            curve.map(|v| (v, steady(v))),
        ));
        [velocity, friction]
    }
}

impl BowedString {
    /// What the stiffness does: to the motion under bristles, and to the partials of the string
    /// left alone.
    fn stiffness(&self, rubs: &Rubs, rate: Rate) -> Result<([Sheet; 2], Json), StudyError> {
        let limp = Bowing {
            inharmonicity: 0.0,
            ..self.bowing()
        };
        let from = self.duration * 2.0 / 3.0;
        let mut motions = Sheet::new(
            "With bristles",
            [
                "string",
                "regime",
                "slips per period",
                "f0 [Hz]",
                "slip fraction",
                "greatest force [N]",
            ],
        );
        let mut facts = json!({});
        for (name, key, bowing) in [("stiff", "stiff", self.bowing()), ("limp", "limp", limp)] {
            let motion = bowing.play(rubs, rate, self.duration, from)?;
            let regime = motion.regime(self.bow_velocity, self.frequency);
            motions.row([
                name.to_owned(),
                regime.kind().name().to_owned(),
                number(regime.slips_per_period, 4),
                number(regime.f0, 6),
                number(regime.slip_fraction, 4),
                number(regime.force_max, 5),
            ]);
            facts[key] = facts_of(&regime, None);
        }
        let b = self.inharmonicity();
        let mut partials = Sheet::new(
            format!("Partials against a limp string's, b = {}", number(b, 4)),
            ["partial", "n·sqrt(1 + b·n²) [cents]", "found [cents]"],
        );
        // Finer steps than these only take longer.
        let rate = match rate.hertz() > FINE_ENOUGH {
            true => Rate::new(self.rate)?,
            false => rate,
        };
        let (stiff, limp) = (
            self.bowing().partials(rate, PARTIALS)?,
            limp.partials(rate, PARTIALS)?,
        );
        let cents = |ratio: f64| 1200.0 * math::log(ratio) / core::f64::consts::LN_2;
        let mut found = Vec::new();
        for (index, (stiff, limp)) in stiff.iter().zip(&limp).enumerate() {
            let n = index as f64 + 1.0;
            // The library tunes the first partial to the pitch, stiff or not.
            let wanted = cents(((1.0 + b * n * n) / (1.0 + b)).sqrt());
            let got = cents(stiff / limp);
            partials.row([format!("{n}"), number(wanted, 3), number(got, 3)]);
            found.push(json!({ "partial": n, "wanted_cents": wanted, "found_cents": got }));
        }
        facts["partials"] = json!(found);
        Ok(([motions, partials], facts))
    }
}

fn facts_of(regime: &Regime, hysteresis: Option<(f64, f64)>) -> Json {
    json!({
        "slips_per_period": regime.slips_per_period,
        "f0": regime.f0,
        "slip_fraction": regime.slip_fraction,
        "force_max": regime.force_max,
        "force_min": regime.force_min,
        "velocity_min": regime.velocity_min,
        "periodicity": regime.periodicity,
        "regime": regime.kind().name(),
        "force_release": hysteresis.map(|loop_| loop_.0),
        "force_capture": hysteresis.map(|loop_| loop_.1),
    })
}

/// Mean force when the string comes to slide at `speed`, and when it comes back \[N\]: unlike,
/// if there is a loop.
fn hysteresis(motion: &BowMotion, bow: f64, speed: f64) -> Option<(f64, f64)> {
    let (mut sums, mut counts) = ([0.0; 2], [0.0; 2]);
    for n in 1..motion.velocity.len() {
        let [before, now] = [n - 1, n].map(|n| bow - motion.velocity[n]);
        if (before < speed) != (now < speed) {
            let part = (speed - before) / (now - before);
            let way = usize::from(now < speed);
            sums[way] += motion.force[n - 1] + part * (motion.force[n] - motion.force[n - 1]);
            counts[way] += 1.0;
        }
    }
    (counts[0] > 0.0 && counts[1] > 0.0).then(|| (sums[0] / counts[0], sums[1] / counts[1]))
}

impl Experiment for BowedString {
    const TITLE: &'static str = "a bowed string with two kinds of friction";
    const PAPER: Paper = Paper::Friction;
    const SHOWS: &'static str = "Figures 6 and 7: Helmholtz motion, and a loop of friction over \
        velocity that no steady curve has, from bristles and from rosin that warms; what the \
        string's stiffness B does to it.";

    fn run(&self) -> Result<Report, StudyError> {
        let rate = Rate::new(self.rate)?.oversampled(self.oversample as u32);
        let remedy = "a shorter time or a lower rate";
        bounded(self.duration * rate.hertz(), MOST_STEPS, remedy)?;
        if self.inharmonicity() > STIFFEST {
            return Err(StudyError::Refused(format!(
                "this string is rather a bar: its partials would lie at n·sqrt(1 + {}·n²), and {} \
                 is the most here; less bending_stiffness, a longer string or more impedance helps",
                number(self.inharmonicity(), 2),
                brief(STIFFEST)
            )));
        }
        let law = self.law();
        let bristles = Rubs::Bristles(law);
        let rosin = Rubs::Rosin(self.rosin());
        let bristle_curve = |v: f64| law.steady_force(v) / self.normal_force;
        let models: [(&str, &Rubs, Curve<'_>); 2] = [
            ("elasto-plastic bristles", &bristles, &bristle_curve),
            ("rosin, by temperature", &rosin, &rosin::steady_friction),
        ];
        let mut sheet = Sheet::new("", ["", models[0].0, models[1].0]);
        let (mut panels, mut facts, mut columns) = (Vec::new(), Vec::new(), Vec::new());
        let mut notes = vec![
            "Rosin here is one thin layer that warms and cools, the faster the more it slides; Smith \
             and Woodhouse also follow the heat that spreads into string and bow."
                .to_owned(),
        ];
        // The loop is widest where half of the slip is over.
        let speed = 3.0 * self.bow_velocity;
        for (name, rubs, steady) in models {
            let from = self.duration * 2.0 / 3.0;
            let motion = self.bowing().play(rubs, rate, self.duration, from)?;
            let regime = motion.regime(self.bow_velocity, self.frequency);
            let (out, back) =
                hysteresis(&motion, self.bow_velocity, speed).unwrap_or((f64::NAN, f64::NAN));
            columns.push([
                regime.kind().name().to_owned(),
                number(regime.slips_per_period, 4),
                number(regime.f0, 6),
                number(regime.slip_fraction, 4),
                number(regime.force_max, 5),
                number(regime.force_min, 5),
                number(regime.velocity_min, 4),
                number(out, 4),
                number(back, 4),
            ]);
            facts.push(facts_of(&regime, out.is_finite().then_some((out, back))));
            panels.extend(self.panels(name, &motion, steady));
            if columns.len() == 1 {
                notes.extend(motion.notes);
            }
        }
        let at = number(speed, 3);
        let rows = [
            "regime".to_owned(),
            "slips per period".to_owned(),
            "f0 [Hz]".to_owned(),
            "slip fraction".to_owned(),
            "greatest force [N]".to_owned(),
            "least force [N]".to_owned(),
            "least velocity [m/s]".to_owned(),
            format!("force on release at {at} m/s [N]"),
            format!("force on capture at {at} m/s [N]"),
        ];
        for (n, name) in rows.into_iter().enumerate() {
            sheet.row([name, columns[0][n].clone(), columns[1][n].clone()]);
        }
        let rosin = facts.pop().unwrap_or_default();
        let mut facts = facts.pop().unwrap_or_default();
        facts["rosin"] = rosin;
        facts["inharmonicity"] = json!(self.inharmonicity());
        let mut sheets = vec![sheet];
        if self.inharmonicity() > 0.0 {
            let (both, found) = self.stiffness(&bristles, rate)?;
            sheets.extend(both);
            facts["stiffness"] = found;
        }
        // Both models beside each other, velocities above loops.
        let order = [0, 2, 1, 3].map(|n: usize| panels[n].clone());
        Ok(Report {
            sheets,
            notes,
            facts,
            figure: Figure::beside(2, order),
        })
    }

    fn reduce(&mut self) {
        self.oversample = 1;
        self.duration = 0.6;
    }
}
