//! More places at which the large body of a swarm is heard, each a channel of its own. The small
//! ones fly about: they are in every channel alike.

use super::output::Output;
use super::pickups::{MorePickups, Pickups};
use crate::energy::Health;
use crate::error::BuildError;
use crate::limit::limit;
use crate::network::{Network, NetworkBuilder};
use crate::rate::Rate;
use crate::texture::Swarm;

/// What is heard of a swarm, at the first place and at others.
pub(crate) struct CrowdPickups {
    pickups: Pickups,
    /// State of the large body's radiation at each of the others.
    lows: Vec<f64>,
}

impl CrowdPickups {
    /// Listens to a swarm that was made with the points of [`MorePickups::and`]. Allocates.
    pub fn listen(
        network: &mut NetworkBuilder,
        params: &MorePickups,
        output: &Output,
        rate: Rate,
    ) -> Result<Self, BuildError> {
        let pole = Some(output.pole());
        Ok(Self {
            pickups: Pickups::listen(network, "body", params, pole, rate)?,
            lows: vec![0.0; params.pickups.len()],
        })
    }

    /// Takes changed parameters over.
    pub fn follow(&mut self, params: &MorePickups, network: &mut Network, swarm: &Swarm) {
        self.pickups.follow(params, network, swarm.base().object());
    }

    /// After a step: the sample of the first channel.
    pub fn hear(&mut self, swarm: &mut Swarm, network: &Network, output: &mut Output) -> f64 {
        let sample = output.pass(swarm.heard(network));
        if !self.pickups.is_empty() {
            let [below, pieces] = swarm.shared(network);
            let lows = &mut self.lows;
            let through = |n: usize, own| swarm.radiate(&mut lows[n], own + below);
            self.pickups
                .hear_through(network, pieces, output.gain(), through);
        }
        sample
    }

    /// After all rang on for as many samples as `out` takes.
    pub fn rang(
        &mut self,
        swarm: &mut Swarm,
        network: &Network,
        output: &mut Output,
        (out, health): (&mut [f32], &mut Health),
    ) {
        for (n, out) in out.iter_mut().enumerate() {
            *out = limit(output.pass(swarm.rang(network, n)), health);
            if self.pickups.is_empty() {
                continue;
            }
            let [below, pieces] = swarm.rang_shared(network, n);
            let lows = &mut self.lows;
            let through = |n: usize, own| swarm.radiate(&mut lows[n], own + below);
            let at = (network, n);
            (self.pickups).ring_through(at, pieces, output.gain(), health, through);
        }
    }

    /// The last sample of a channel after the first.
    pub fn further(&self, channel: usize) -> Option<f64> {
        self.pickups.further(channel)
    }

    /// What a channel after the first heard while everything rang on.
    pub fn rang_further(&self, channel: usize) -> Option<&[f32]> {
        self.pickups.rang_further(channel)
    }

    pub fn reset(&mut self) {
        self.pickups.reset();
        self.lows.fill(0.0);
    }
}
