//! Rehearsal: how loud a step will be, found by taking it aside while the sound is built.
//!
//! Knock, scuff and grains are measured apart, so that the level also follows live changes of
//! how much there is of each.

use super::super::output::{INAUDIBLE, Output, TARGET};
use super::{Footsteps, FootstepsParams};
use crate::sound::Model;

/// A rehearsed step may peak so much over the target, since it lasts so short, and its RMS over
/// 0.4 s lies so far below it: -23 dBFS.
const PEAK: f64 = 0.9;
const LOUD: f64 = 5.7;

/// How loud the parts of the usual walker's step are.
#[derive(Default)]
pub(super) struct Heard {
    knock: f64,
    scuff: f64,
    grains: f64,
}

impl Heard {
    /// Together: noises add by their power.
    pub fn with(&self, params: &FootstepsParams) -> f64 {
        let knock = params.stamp * self.knock;
        let scuff = params.stamp * params.scuff * self.scuff;
        let grains = self.grains * self.grains * params.loose;
        (knock * knock + scuff * scuff + grains).sqrt()
    }
}

impl Footsteps {
    /// Takes two steps aside, one of them without scuffing, and listens how loud they are.
    pub(super) fn rehearse(&mut self, params: &FootstepsParams) {
        let mut steady = FootstepsParams {
            variation: 0.0,
            loose: 1.0,
            stamp: 1.0,
            scuff: 0.0,
            ..params.clone()
        };
        let [knock, grains] = self.listen(&steady);
        steady.scuff = 1.0;
        let [both, _] = self.listen(&steady);
        let usual = self.stronger(params);
        self.rehearsed = Heard {
            knock: knock / usual,
            scuff: (both * both - knock * knock).max(0.01 * both * both).sqrt() / usual,
            grains: grains / usual,
        };
    }

    /// How loud a step is: floor and grains.
    fn listen(&mut self, params: &FootstepsParams) -> [f64; 2] {
        self.reset(params, 1);
        self.walk.start();
        let hertz = self.rate.hertz();
        // The heel, the toe and the first rise of the force.
        let seconds = 0.35 * params.gait.down(params.speed).min(1.0) + 0.05;
        let mut ears = [0, 1].map(|_| {
            let mut output = Output::new(self.rate, INAUDIBLE);
            // A gain of one.
            output.aim(TARGET, 1.0, 0.0, 0.0);
            (output, 0.0f64, 0.0)
        });
        for _ in 0..(seconds * hertz) as usize {
            self.step(params);
            let heard = self.rig.network.ears();
            for (ear, (output, peak, power)) in ears.iter_mut().enumerate().take(heard) {
                let sample = output.pass(self.rig.network.heard(ear));
                *peak = peak.max(sample.abs());
                *power += sample * sample;
            }
        }
        ears.map(|(_, peak, power)| (PEAK * peak).max(LOUD * (power / (0.4 * hertz)).sqrt()))
    }
}
