//! More places at which one body is heard, each a channel of its own.
//!
//! A stereo plate is two places of one plate, not a copy: the body is worked out once and heard
//! several times. What else a sound hears (what the body stands on, a striker that rings) is in
//! every channel alike. So is the gain, which follows the first place.

use super::in_air::AirParams;
use crate::body::{BodyParams, Spot, SpotParams};
use crate::energy::Health;
use crate::error::BuildError;
use crate::limit::limit;
use crate::math;
use crate::network::{Motion, Network, NetworkBuilder, ObjectId};
use crate::object::{NamedPoint, Point, SPAN};
use crate::rate::Rate;

crate::params! {
    /// One more listening point.
    pub struct PickupParams("pickup") {
        /// Listening point along the body: 0 is one end, 1 the other.
        place: 0.1, Linear(0.0, 1.0), "", Block, spread 0.2;
        /// Level relative to the first listening point.
        level: 0.0, Linear(-60.0, 24.0), "dB", Block, spread 0.0;
        /// Where it is heard in a mix of two channels if `panning` is `own`: -1 is left, 1 right.
        pan: 0.0, Linear(-1.0, 1.0), "", Event, spread 0.0;
        /// Where it is, if it is in the air around the body.
        air: AirParams::default(), Table(AirParams), "", Block;
        /// Listening point on the surface of a body from a mesh.
        place_spot: SpotParams::default(), Table(SpotParams), "", Block;
    }
}

crate::choice! {
    /// Where pickups are heard in a mix of two channels.
    pub enum Panning {
        /// Spread evenly, from the first on the left to the last on the right.
        Even = "even",
        /// Each at its own `pan`.
        Own = "own",
    }
}

crate::params! {
    /// Where else a body is listened to.
    pub struct MorePickups("more_pickups") {
        /// More listening points on the same body, each with a `place` (0 to 1), a `level` (dB) and
        /// a `pan`, and each a channel after that of `pickup`.
        pickups: Vec::new(), List(PickupParams, 0, 15), "", Rebuild, expert;
        /// Where listening points are heard in a mix of two channels.
        panning: Panning::Even, Choice(Panning), "", Event, expert;
        /// Where the first one is heard if `panning` is `own`: -1 is left, 1 right.
        pan: 0.0, Linear(-1.0, 1.0), "", Event, expert, spread 0.0;
        /// Where the first listening point is, if it is in the air around the body.
        air: AirParams::default(), Table(AirParams), "", Block, expert;
    }
}

impl PickupParams {
    /// The place.
    fn spot(&self) -> Spot {
        Spot::new(self.place, &self.place_spot)
    }
}

impl MorePickups {
    /// How many channels there are with the first one.
    pub(crate) fn channels(&self) -> usize {
        1 + self.pickups.len()
    }

    /// Where a channel is heard in a mix of two, from -1 left to 1 right, if that is told.
    pub(crate) fn pan(&self, channel: usize) -> Option<f64> {
        let own = match channel.checked_sub(1) {
            None => Some(self.pan),
            Some(index) => self.pickups.get(index).map(|own| own.pan),
        };
        own.filter(|_| self.panning == Panning::Own)
    }

    /// Places of a body by their names, and those at which it is heard besides.
    pub(crate) fn and<const N: usize>(
        &self,
        body: &BodyParams,
        places: [(&str, Spot); N],
    ) -> Vec<NamedPoint> {
        let places = places.map(|(name, spot)| body.point(name, spot));
        let more = self.pickups.iter().enumerate();
        let more = more.map(|(index, own)| body.point(name(index), own.spot()));
        places.into_iter().chain(more).collect()
    }
}

fn name(index: usize) -> String {
    format!("pickup{}", index + 2)
}

fn factor(level: f64) -> f64 {
    math::pow(10.0, level / 20.0)
}

/// A place, and what was heard there last.
struct PickupSpot {
    point: Point,
    /// Factor against the first place, as it is and where it goes.
    factor: f64,
    goal: f64,
    /// The filter against standing offsets.
    last_in: f64,
    last_out: f64,
    sample: f64,
}

/// The places at which a body is heard besides the first one, which is the network's first ear.
pub(crate) struct Pickups {
    spots: Vec<PickupSpot>,
    /// Pole of the filter against standing offsets, where the sound has one.
    pole: Option<f64>,
    /// Share of its way that a factor goes per sample.
    glide: f64,
    /// What was heard while everything rang on, [`SPAN`] samples for each place.
    rang: Vec<f32>,
}

impl Pickups {
    /// Listens to the points of [`MorePickups::and`] on a body of this name. Allocates.
    pub fn listen(
        network: &mut NetworkBuilder,
        body: &str,
        params: &MorePickups,
        pole: Option<f64>,
        rate: Rate,
    ) -> Result<Self, BuildError> {
        // What was listened to until now is heard at the first place.
        if let Some(place) = params.air.place() {
            network.rise_into_air(body, place);
        }
        let mut spots = Vec::with_capacity(params.pickups.len());
        for (index, own) in params.pickups.iter().enumerate() {
            let point = format!("{body}@{}", name(index));
            let aside = network.listen_aside(&point, Motion::Ringing)?;
            if let Some(place) = own.air.place() {
                network.rise_aside(aside, place);
            }
            spots.push(PickupSpot {
                point: network.point(&point)?.1,
                factor: factor(own.level),
                goal: factor(own.level),
                last_in: 0.0,
                last_out: 0.0,
                sample: 0.0,
            });
        }
        Ok(Self {
            rang: vec![0.0; SPAN * spots.len()],
            spots,
            pole,
            // As fast as levels become quieter.
            glide: 1.0 - math::exp(-rate.step() / 2e-3),
        })
    }

    pub fn is_empty(&self) -> bool {
        self.spots.is_empty()
    }

    /// Takes changed parameters over.
    pub fn follow(&mut self, params: &MorePickups, network: &mut Network, body: ObjectId) {
        if let Some(place) = params.air.place() {
            network.move_ears(place);
        }
        for (index, (spot, own)) in self.spots.iter_mut().zip(&params.pickups).enumerate() {
            network.move_to(body, spot.point, own.spot());
            if let Some(place) = own.air.place() {
                network.move_aside(index, place);
            }
            spot.goal = factor(own.level);
        }
    }

    /// After a step of which the first channel is `heard` at this gain.
    #[inline]
    pub fn hear(&mut self, network: &Network, heard: f64, gain: f64) {
        if self.spots.is_empty() {
            return;
        }
        let shared = heard - network.heard(0);
        self.hear_through(network, shared, gain, |_, own| own);
    }

    /// The same where what is heard of the body goes `through` something before what all channels
    /// share is added.
    #[inline]
    pub fn hear_through(
        &mut self,
        network: &Network,
        shared: f64,
        gain: f64,
        mut through: impl FnMut(usize, f64) -> f64,
    ) {
        for (index, spot) in self.spots.iter_mut().enumerate() {
            let own = spot.own(network.heard_aside(index), self.glide);
            spot.sample = gain * spot.pass(through(index, own) + shared, self.pole);
        }
    }

    /// The same for a sample of a run in which all rang on by itself.
    #[inline]
    pub fn ring_through(
        &mut self,
        (network, n): (&Network, usize),
        shared: f64,
        gain: f64,
        health: &mut Health,
        mut through: impl FnMut(usize, f64) -> f64,
    ) {
        for (index, spot) in self.spots.iter_mut().enumerate() {
            let own = spot.own(network.rang_aside(index).at(n), self.glide);
            let sample = gain * spot.pass(through(index, own) + shared, self.pole);
            self.rang[SPAN * index + n] = limit(sample, health);
        }
    }

    /// After a sample at which the network stands still.
    pub fn rest(&mut self, gain: f64) {
        for spot in &mut self.spots {
            let own = spot.own(0.0, self.glide);
            spot.sample = gain * spot.pass(own, self.pole);
        }
    }

    /// After the network rang on for N samples; `gain` gives that of the next sample from
    /// what the first channel heard.
    pub fn ring(
        &mut self,
        network: &Network,
        count: usize,
        health: &mut Health,
        mut gain: impl FnMut(f64) -> f64,
    ) {
        for n in 0..count {
            let ears = 0..network.ears();
            let heard: f64 = ears.map(|ear| network.rang(ear).at(n)).sum();
            let shared = heard - network.rang(0).at(n);
            let gain = gain(heard);
            self.ring_through((network, n), shared, gain, health, |_, own| own);
        }
    }

    /// The last sample of a channel after the first.
    pub fn further(&self, channel: usize) -> Option<f64> {
        let spot = self.spots.get(channel.checked_sub(1)?)?;
        Some(spot.sample)
    }

    /// What a channel after the first heard while everything rang on.
    pub fn rang_further(&self, channel: usize) -> Option<&[f32]> {
        self.rang.chunks_exact(SPAN).nth(channel.checked_sub(1)?)
    }

    pub fn reset(&mut self) {
        for spot in &mut self.spots {
            spot.factor = spot.goal;
            spot.last_in = 0.0;
            spot.last_out = 0.0;
            spot.sample = 0.0;
        }
    }
}

impl PickupSpot {
    /// What is heard of the body, at its level.
    #[inline]
    fn own(&mut self, own: f64, glide: f64) -> f64 {
        if self.factor != self.goal {
            self.factor += glide * (self.goal - self.factor);
            if (self.factor - self.goal).abs() <= 1e-6 * self.goal {
                self.factor = self.goal;
            }
        }
        self.factor * own
    }

    /// What is left of it without standing offsets.
    #[inline]
    fn pass(&mut self, heard: f64, pole: Option<f64>) -> f64 {
        let Some(pole) = pole else {
            return heard;
        };
        let mut out = heard - self.last_in + pole * self.last_out;
        // An offset that has faded away stops here, before it becomes subnormal.
        if out.abs() < crate::object::QUIET {
            out = 0.0;
        }
        self.last_in = heard;
        self.last_out = out;
        out
    }
}
