//! The bowed string of paper 003's section 4.2: a waveguide of whole samples, and its own step.

use super::friction::{FrictionStep, Iterations};
use crate::bow::{BowMotion, Bowing};
use crate::rubbing::Law;
use std::collections::VecDeque;
use urto::Rate;
use urto::math::{self, TAU};

/// What became of a bowed waveguide.
pub struct TrapezoidBow {
    /// How it moved; up to where its numbers broke.
    pub motion: BowMotion,
    /// How Newton's method fared.
    pub iterations: Iterations,
    /// Energy that the contact made, as a share of what went into it.
    pub made: f64,
}

/// Bows for `seconds` and keeps what happens from `from` on. Its two sides have a whole number of
/// samples each, and it is not stiff.
pub fn bow(
    bowing: &Bowing,
    law: Law,
    tolerance: f64,
    rate: Rate,
    (seconds, from): (f64, f64),
) -> TrapezoidBow {
    let round = (rate.hertz() / bowing.frequency).round().max(4.0);
    let to_bridge = (round * bowing.position).round().clamp(1.0, round - 1.0);
    let line = |samples: f64| VecDeque::from(vec![0.0; samples as usize]);
    let (mut bridge, mut nut) = (line(to_bridge), line(round - to_bridge));
    let memory = 1.0 / (TAU * bowing.cutoff);
    let pole = memory / (memory + rate.step());
    let gain = math::exp(-core::f64::consts::PI / bowing.q);
    let yields = 0.5 / bowing.impedance;
    let mut contact = FrictionStep::new(law, rate.step(), yields, tolerance);
    let mut motion = BowMotion {
        rate: rate.hertz(),
        ..BowMotion::default()
    };
    let ramp = (bowing.ramp * rate.hertz()).max(1.0);
    let (first, end) = (
        (from * rate.hertz()) as usize,
        (seconds * rate.hertz()) as usize,
    );
    let mut low = 0.0;
    for step in 0..end {
        let drawn = bowing.velocity * (step as f64 / ramp).min(1.0);
        low = pole * low + (1.0 - pole) * bridge.pop_front().unwrap_or(0.0);
        let from_bridge = -gain * low;
        let from_nut = -nut.pop_front().unwrap_or(0.0);
        let coming = from_bridge + from_nut;
        let force = contact.take(drawn - coming, true);
        if contact.iterations.broken {
            break;
        }
        let sent = yields * force;
        bridge.push_back(from_nut + sent);
        nut.push_back(from_bridge + sent);
        if step >= first {
            motion.velocity.push(coming + sent);
            motion.force.push(force);
        }
    }
    TrapezoidBow {
        motion,
        iterations: contact.iterations,
        made: contact.made / contact.taken.abs().max(f64::MIN_POSITIVE),
    }
}
