//! A body in a network, and what it stands on: what every sound with a body shares.

use super::{Body, BodyParams, Spot, Standing, SupportParams};
use crate::error::BuildError;
use crate::network::{Network, NetworkBuilder, ObjectId};
use crate::object::NamedPoint;
use crate::rate::Rate;

/// A mode as it is touched at one place and heard at another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Frequency \[Hz\].
    pub hertz: f64,
    /// Time in which it dies away by 60 dB \[s\].
    pub decay: f64,
    /// Modal mass \[kg\].
    pub mass: f64,
    /// Its shape where it is touched.
    pub touched: f64,
    /// Its shape where it is heard.
    pub heard: f64,
}

/// A body in a network, on what it stands on, if anything.
///
/// ```
/// use urto::body::{BodyParams, Placed, SupportKind, SupportParams};
/// let rate = urto::Rate::new(48_000.0)?;
/// let mut network = urto::network::NetworkBuilder::new(rate);
/// let cup = BodyParams::default();
/// let table = SupportParams { kind: SupportKind::Body, ..Default::default() };
/// let placed = Placed::add(&mut network, "cup", &cup, &table, &[], rate)?;
/// assert!(placed.seen(&cup, 0.0, 1.0).count() > placed.body().modes().len());
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct Placed {
    body: Body,
    standing: Standing,
    object: ObjectId,
    /// The ear for what is under it.
    below: Option<usize>,
}

impl Placed {
    /// Adds the body to a network. A table of modes without points is touched where every shape
    /// is 1. Allocates.
    pub fn add(
        network: &mut NetworkBuilder,
        name: &str,
        params: &BodyParams,
        under: &SupportParams,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Self, BuildError> {
        let body = Body::new(params)?;
        Self::add_body(network, name, body, (params, under), points, rate)
    }

    /// The same for a body along which points are moved while it sounds. Allocates.
    pub fn add_travelled(
        network: &mut NetworkBuilder,
        name: &str,
        params: &BodyParams,
        under: &SupportParams,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Self, BuildError> {
        let body = Body::new(params)?.tabled();
        Self::add_body(network, name, body, (params, under), points, rate)
    }

    fn add_body(
        network: &mut NetworkBuilder,
        name: &str,
        body: Body,
        (params, under): (&BodyParams, &SupportParams),
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Self, BuildError> {
        let (object, standing) = Standing::object(under, &body, params, points, rate)?;
        Ok(Self {
            body,
            standing,
            object: network.add(name, object)?,
            below: None,
        })
    }

    /// Adds an ear for what is under the body, if there is anything.
    pub fn listen(&mut self, network: &mut NetworkBuilder, name: &str) -> Result<(), BuildError> {
        self.below = self.standing.listen(network, name)?;
        Ok(())
    }

    /// What is heard now of what is under it \[m/s\], at its own level.
    pub fn below(&self, network: &Network) -> f64 {
        self.below.map_or(0.0, |ear| network.heard(ear))
    }

    /// The same for a sample while everything rang on.
    pub fn rang_below(&self, network: &Network, n: usize) -> f64 {
        self.below.map_or(0.0, |ear| network.rang(ear).at(n))
    }

    /// The network's object.
    pub fn object(&self) -> ObjectId {
        self.object
    }

    /// The body by itself.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The support the body stands on.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Its modes and those of what is under it, for a touch and an ear, at positions from 0 to 1 or on
    /// its surface.
    pub fn seen<'a>(
        &'a self,
        params: &'a BodyParams,
        touch: impl Into<Spot>,
        ear: impl Into<Spot>,
    ) -> impl Iterator<Item = Seen> + Clone + 'a {
        let own = self.body.seen(params, touch, ear);
        own.chain(self.standing.seen())
    }

    /// The same as they are heard, on the body or, if so asked, a metre away in the air.
    pub(crate) fn heard<'a>(
        &'a self,
        params: &'a BodyParams,
        touch: impl Into<Spot>,
        ear: (impl Into<Spot>, bool),
    ) -> impl Iterator<Item = Seen> + Clone + 'a {
        let own = self.body.heard(params, touch, ear);
        own.chain(self.standing.seen())
    }

    /// Takes changed parameters over, without allocation. The network's object goes there: at once
    /// if it is at rest, else in its own steps.
    pub fn follow(&mut self, params: &BodyParams, under: &SupportParams, network: &mut Network) {
        self.body.follow(params, network, self.object);
        self.standing.follow(under, params, network, self.object);
    }

    /// Sets the body down anew, where its parameters say; to be called when a gesture starts.
    pub fn set_down(&mut self, params: &BodyParams, under: &SupportParams, network: &mut Network) {
        self.standing.set_down(under, params, network, self.object);
    }
}
