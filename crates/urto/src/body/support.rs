//! What a body stands on: a cup on a table, a plate on a shelf.
//!
//! Hear:   a blow on the body is also a knock on what is under it, duller and lower; both sound.
//! Law:    the body is a rigid carrier between the blow and its foot, on top of which it rings:
//!         a struck point moves by the body's modes and by the support's modes at the place where
//!         it stands. A mode that is only seen at one place is a mass, m/shape²: the support's
//!         modes are so many more modes of the same bank, each of shape 1 and of mass
//!         m·(1 + (f/fc)²)/(coupling·shape²). Above fc, the resonance of the body's own weight on
//!         its foot, its inertia keeps the force from the support. One bank of modes with fixed
//!         masses is passive by construction, and nothing new is solved.
//! Limits: approximated are the resonance at fc itself (taken for fully damped), the body's
//!         weight on the support's modes (a cup hardly detunes a table), and the damping of the
//!         body's own modes by its foot (take `damping`). The foot does not lift off.
//! Refs:   Cremer & Heckl, Structure-Borne Sound, ch. 4 and 5 (mobilities in series; elastic
//!         layers); Ewins, Modal Testing (effective mass at a point).

use super::built::within_range;
use super::carrying::{TOUCH, carried};
use super::placed::Seen;
use super::spot::Looked;
use super::{Body, BodyKind, BodyParams, MaterialKind, Spot, SpotParams};
use crate::air::Radiates;
use crate::error::BuildError;
use crate::math::{TAU, pow};
use crate::network::{Motion, Network, NetworkBuilder, ObjectId};
use crate::object::{
    Carrier, Direction, Found, Modal, ModalParams, Mode, NamedPoint, Object, Place, Shapes, Surface,
};
use crate::param::Params;
use crate::picture::{Sketch, Vector};
use crate::rate::Rate;
use std::sync::Arc;

crate::choice! {
    /// Whether something is under it.
    pub enum SupportKind {
        /// It hangs in the air or is held.
        Nothing = "nothing",
        /// It stands on another body.
        Body = "body",
    }
}

crate::params! {
    /// What a body stands on; it sounds too.
    pub struct SupportParams("support") {
        /// Whether the body stands on another one.
        kind: SupportKind::Nothing, Choice(SupportKind), "", Rebuild;
        /// The support the body stands on.
        body: table_top(), Table(BodyParams), "", Block;
        /// Where on the support the body stands: 0 is one end, 1 the other.
        place: 0.3, Linear(0.0, 1.0), "", Event, spread 0.1;
        /// The same place on the surface of a support from a mesh.
        place_spot: SpotParams::default(), Table(SpotParams), "", Event;
        /// How much vibration passes between body and support: 0 is none, 1 as if glued on.
        coupling: 0.5, Linear(0.0, 1.0), "", Block, spread 0.1;
        /// Stiffness of the foot: china on wood 1e7, on a cloth 1e5. Softer keeps the high
        /// frequencies out of the support.
        foot: 1e7, Log(1e3, 1e10), "N/m", Block, expert, spread 0.05;
        /// Loudness of the support relative to the body for the same vibration: a table top
        /// radiates about 30 times as strongly as a cup.
        level: 30.0, Linear(-20.0, 50.0), "dB", Rebuild, expert, spread 0.0;
    }
}

crate::params! {
    /// A body that may stand on another one.
    pub struct Supported("supported") {
        /// The support the body stands on.
        support: SupportParams::default(), Table(SupportParams), "", Block, formerly "under";
    }
}

impl SupportParams {
    /// Where on it the body stands.
    fn spot(&self) -> Spot {
        Spot::new(self.place, &self.place_spot)
    }
}

/// A table top of 1.2 by 0.7 m, 25 mm thick, damped by its frame.
fn table_top() -> BodyParams {
    BodyParams {
        kind: BodyKind::Plate,
        material: MaterialKind::Wood,
        size: 1.2,
        width: 0.7,
        thickness: 0.025,
        damping: 2.0,
        count: 32,
        ..BodyParams::default()
    }
}

/// What is under a body, as part of the body's bank of modes.
///
/// ```
/// use urto::body::{Body, BodyParams, Standing, SupportKind, SupportParams};
/// let cup = BodyParams::default();
/// let table = SupportParams { kind: SupportKind::Body, ..Default::default() };
/// let body = Body::new(&cup)?;
/// let (_, standing) = Standing::object(&table, &body, &cup, &[], urto::Rate::new(48_000.0)?)?;
/// assert!(standing.modes().len() > 10);
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct Standing {
    /// The support by itself; none if there is nothing.
    support: Option<Body>,
    /// Its modes in the bank, as that was told last, and where they begin there.
    modes: Vec<Mode>,
    first: usize,
    /// Where it was set down.
    place: Spot,
    /// Heaviest mode of a body whose weight is not known \[kg\].
    heaviest: f64,
    level: f64,
}

impl Standing {
    /// The object for a network: a body and what it stands on, in one bank. Points by shape need
    /// the body's own modes only. Allocates.
    pub fn object(
        under: &SupportParams,
        body: &Body,
        params: &BodyParams,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<(Box<dyn Object>, Self), BuildError> {
        under.check()?;
        params.check()?;
        let stands = under.kind == SupportKind::Body;
        let support = stands.then(|| Body::new(&under.body)).transpose()?;
        let heaviest = body
            .modes()
            .iter()
            .map(|mode| mode.mass)
            .fold(0.0, f64::max);
        let first = body.modes().len();
        let mut standing = Self {
            support,
            modes: Vec::new(),
            first,
            place: under.spot(),
            heaviest,
            level: pow(10.0, under.level / 20.0),
        };
        let Some(support) = &standing.support else {
            return Ok((body.object(params, points, rate)?, standing));
        };
        let count = support.modes().len();
        let looked = support.looked(standing.place);
        let modes = (0..count).filter_map(|index| standing.mode(under, params, index, looked));
        standing.modes = modes.collect();
        if let Some(maker) = body.maker() {
            let own = maker.build(params, points, rate)?;
            let surface = NamedPoint {
                name: SURFACE.to_owned(),
                place: Place::Shape(vec![standing.level; count]),
            };
            let support = Carrier {
                bank: ModalParams {
                    modes: standing.modes().to_vec(),
                    inertia: params.inertia,
                    ..ModalParams::default()
                },
                first,
                further: &[surface],
            };
            return Ok((carried(own, support, points, rate)?, standing));
        }
        let mut bank = body.modal(params);
        bank.modes.extend(standing.modes().iter().cloned());
        let mut points: Vec<NamedPoint> = points.to_vec();
        for point in &mut points {
            match &mut point.place {
                Place::Shape(row) => row.resize(row.len() + count, 1.0),
                // What it stands on moves up and down.
                Place::Tangent(row) => row.resize(row.len() + count, 0.0),
                Place::Along(_) | Place::Surface(..) => {}
            }
        }
        // A body without named points is touched where every shape is 1.
        if points.is_empty() {
            points.push(NamedPoint {
                name: TOUCH.to_owned(),
                place: Place::Shape(vec![1.0; first + count]),
            });
        }
        let mut surface = vec![0.0; first];
        surface.resize(first + count, standing.level);
        points.push(NamedPoint {
            name: SURFACE.to_owned(),
            place: Place::Shape(surface),
        });
        let shapes = Box::new(Stood {
            body: body.shapes(),
            first,
        });
        let bank = Modal::of_modes(bank, shapes, &points, rate)?;
        Ok((params.stretched(bank, first, rate), standing))
    }

    /// Adds an ear for the support, if there is one, and tells its number.
    pub fn listen(
        &self,
        network: &mut NetworkBuilder,
        body: &str,
    ) -> Result<Option<usize>, BuildError> {
        let ear = |_| network.listen(&format!("{body}@{SURFACE}"), Motion::Ringing);
        self.support.as_ref().map(ear).transpose()
    }

    /// The support's modes as they are felt through the body, where their shape is 1.
    pub fn modes(&self) -> &[Mode] {
        &self.modes
    }

    /// What a blow through the body makes heard, against how it is felt: the body rides on the
    /// support, and its surface sounds.
    pub fn heard(&self) -> f64 {
        1.0 + self.level
    }

    /// The support's modes, for a touch and an ear anywhere on the body.
    pub fn seen(&self) -> impl Iterator<Item = Seen> + Clone + '_ {
        self.modes().iter().map(|mode| Seen {
            hertz: mode.frequency,
            decay: mode.decay,
            mass: mode.mass,
            touched: 1.0,
            heard: self.heard(),
        })
    }

    /// Sets the body down anew, where its parameters say; to be called when a gesture starts. While
    /// it sounds it stays where it is: modes that come and go under it would click.
    pub fn set_down(
        &mut self,
        under: &SupportParams,
        params: &BodyParams,
        network: &mut Network,
        object: ObjectId,
    ) {
        if self.place != under.spot() {
            self.place = under.spot();
            self.follow(under, params, network, object);
        }
    }

    /// Takes changed parameters over, without allocation: as [`Body::follow`] does.
    pub fn follow(
        &mut self,
        under: &SupportParams,
        params: &BodyParams,
        network: &mut Network,
        object: ObjectId,
    ) {
        let Some(support) = &mut self.support else {
            return;
        };
        support.fill(&under.body);
        let looked = support.looked(self.place);
        for index in 0..self.modes.len() {
            match self.mode(under, params, index, looked) {
                Some(new) if new != self.modes[index] => {
                    network.aim(object, self.first + index, &new);
                    self.modes[index] = new;
                }
                _ => {}
            }
        }
    }

    /// The support the body stands on.
    pub fn is_there(&self) -> bool {
        self.support.is_some()
    }

    /// Longest decay of what is under it \[s\].
    pub fn longest_decay(under: &SupportParams) -> f64 {
        match under.kind {
            SupportKind::Nothing => 0.0,
            SupportKind::Body => under.body.longest_decay(),
        }
    }

    /// A mode as the bank has it, where the body stands.
    fn mode(
        &self,
        under: &SupportParams,
        params: &BodyParams,
        index: usize,
        place: Looked,
    ) -> Option<Mode> {
        let support = self.support.as_ref()?;
        let own = support.ringing(&under.body, index);
        let hertz = own.frequency;
        let weight = params.weight().unwrap_or(self.heaviest);
        let over = TAU * TAU * hertz * hertz * weight / under.foot;
        let shape = support.shape_looked(index, place);
        let felt = under.coupling * shape * shape / (1.0 + over);
        Some(within_range(&Mode {
            frequency: hertz,
            decay: own.decay,
            mass: own.mass / felt.max(1e-12),
        }))
    }
}

/// The point of the support's surface.
const SURFACE: &str = "support";

/// Shapes of a body and of what it stands on, which moves all of it alike.
struct Stood {
    body: Box<dyn Shapes>,
    first: usize,
}

impl Shapes for Stood {
    fn at(&self, mode: usize, position: f64) -> f64 {
        if mode < self.first {
            self.body.at(mode, position)
        } else {
            1.0
        }
    }
    /// What it stands on is listened to by itself.
    fn radiates(&self) -> Option<Arc<dyn Radiates>> {
        self.body.radiates()
    }
    fn surface(&self) -> Option<&Surface> {
        self.body.surface()
    }
    fn on_surface(&self, mode: usize, at: Found, direction: Direction) -> f64 {
        match direction {
            _ if mode < self.first => self.body.on_surface(mode, at, direction),
            // What it stands on moves up and down.
            Direction::Normal => 1.0,
            Direction::Tangent | Direction::Tangent2 => 0.0,
        }
    }
    fn sketch(&self) -> Option<Sketch> {
        self.body.sketch()
    }
    fn moved(&self, mode: usize) -> Vec<Vector> {
        if mode < self.first {
            return self.body.moved(mode);
        }
        let points = self.sketch().map_or(0, |sketch| sketch.points.len());
        vec![[0.0, 0.0, 1.0]; points]
    }
}
