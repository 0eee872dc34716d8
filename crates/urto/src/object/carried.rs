//! A body of any make on what carries it: its own flight, and what it stands on.
//!
//! Law:    the carrier is a bank of modes that moves the whole body alike, along the normal. A point
//!         moves by the body's own motion there and by the carrier's; a force on the point acts on
//!         both. So energies, losses and responses add up, and what keeps the contract by itself
//!         keeps it together.
//! Limits: the body's own motion does not push its carrier; only forces at its points do.

use super::{
    Coast, Direction, Modal, ModalParams, Mode, ModeLevel, NamedPoint, Object, Place, Point,
    Points, Position, Response, Retunable, Shapes, Sounding, Throwable,
};
use crate::energy::Books;
use crate::error::BuildError;
use crate::param::{ParamId, Value};
use crate::rate::Rate;

/// A point of the whole.
struct Seat {
    name: String,
    /// The body's own point; none where the carrier alone is heard.
    own: Option<Point>,
    /// Points at the same place.
    beside: Vec<Point>,
}

/// A body and what carries it.
pub(crate) struct CarriedBody {
    own: Box<dyn Object>,
    /// Its points are those of the whole.
    carrier: Modal,
    /// Number of the carrier's first mode, for who retunes it: the body's own come before.
    first: usize,
    seats: Vec<Seat>,
    notes: Vec<String>,
}

/// What a carrier is made of.
pub(crate) struct Carrier<'a> {
    /// Its modes, and the inertia of the whole body if that flies.
    pub bank: ModalParams,
    /// How many modes are counted before its own.
    pub first: usize,
    /// Points where it alone is heard, by a row of shapes.
    pub further: &'a [NamedPoint],
}

impl CarriedBody {
    /// Puts a body that was built with these points on its carrier. One that is a single point is
    /// that point by every name. Allocates.
    pub fn new(
        mut own: Box<dyn Object>,
        carrier: Carrier,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Self, BuildError> {
        let count = carrier.bank.modes.len();
        let alike = points.iter().map(|point| NamedPoint {
            name: point.name.clone(),
            place: match &point.place {
                Place::Tangent(_) => Place::Tangent(vec![0.0; count]),
                Place::Surface(_, direction) if *direction != Direction::Normal => {
                    Place::Tangent(vec![0.0; count])
                }
                _ => Place::Shape(vec![1.0; count]),
            },
        });
        let alike: Vec<NamedPoint> = alike.chain(carrier.further.iter().cloned()).collect();
        let mut seats = Vec::new();
        for point in points {
            seats.push(Seat {
                name: point.name.clone(),
                own: Some(own_point(own.as_mut(), &point.name)?),
                beside: Vec::new(),
            });
        }
        seats.extend(carrier.further.iter().map(|point| Seat {
            name: point.name.clone(),
            own: None,
            beside: Vec::new(),
        }));
        let of: Vec<Option<Point>> = seats.iter().map(|seat| seat.own).collect();
        for (index, seat) in seats.iter_mut().enumerate() {
            seat.beside = beside(own.as_mut(), &of, index);
        }
        let bank = Modal::of_modes(carrier.bank, Box::new(Alike), &alike, rate)?;
        let notes = own.notes().iter().chain(bank.notes()).cloned().collect();
        Ok(Self {
            own,
            carrier: bank,
            first: carrier.first,
            seats,
            notes,
        })
    }

    /// The body by itself.
    pub fn own(&mut self) -> &mut dyn Object {
        self.own.as_mut()
    }

    fn own_of(&self, point: Point) -> Option<Point> {
        self.seats.get(point.index()).and_then(|seat| seat.own)
    }
}

/// The point of a body that a name means; the only one it has, whatever the name.
fn own_point(own: &mut dyn Object, name: &str) -> Result<Point, BuildError> {
    let Some(points) = own.points() else {
        return Ok(Point(0));
    };
    let found = points.find(name).or_else(|| points.find(""));
    found.ok_or_else(|| {
        BuildError::missing("point of the body called".to_owned(), name, points.names())
    })
}

/// The points of the whole that lie where this one does.
fn beside(own: &mut dyn Object, of: &[Option<Point>], index: usize) -> Vec<Point> {
    let itself = vec![Point(index as u32)];
    let (Some(point), Some(points)) = (of[index], own.points()) else {
        return itself;
    };
    let all = (0..).map_while(|number| points.beside(point, number));
    let seat = |own: Point| of.iter().position(|other| *other == Some(own));
    let seats = all.filter_map(seat).map(|seat| Point(seat as u32));
    let seats: Vec<Point> = seats.collect();
    if seats.is_empty() { itself } else { seats }
}

/// A carrier moves all of the body alike.
struct Alike;

impl Shapes for Alike {
    fn at(&self, _: usize, _: f64) -> f64 {
        1.0
    }
}

impl Object for CarriedBody {
    fn begin(&mut self) {
        self.own.begin();
        self.carrier.begin();
    }
    /// A force from outside on the body itself is held against its carrier, so that it is known
    /// beforehand: no thrust is left for the whole.
    fn coast(&self, point: Point) -> Coast {
        let mut coast = self.carrier.coast(point);
        if let Some(own) = self.own_of(point) {
            let free = self.own.coast(own);
            coast.gained += free.gained;
            coast.before += free.before;
            coast.after += free.after;
            let thrust = self.own.thrust(own);
            if thrust != 0.0 {
                let response = self.own.response(own, own);
                coast.gained += response.displacement * thrust;
                coast.after += response.velocity * thrust;
            }
        }
        coast
    }
    fn response(&self, at: Point, from: Point) -> Response {
        let mut response = self.carrier.response(at, from);
        if let (Some(at), Some(from)) = (self.own_of(at), self.own_of(from)) {
            let own = self.own.response(at, from);
            response.displacement += own.displacement;
            response.velocity += own.velocity;
        }
        response
    }
    fn push(&mut self, point: Point, newtons: f64) {
        self.carrier.push(point, newtons);
        if let Some(own) = self.own_of(point) {
            self.own.push(own, newtons);
        }
    }
    fn end(&mut self) {
        self.own.end();
        self.carrier.end();
    }
    fn energy(&self) -> f64 {
        self.own.energy() + self.carrier.energy()
    }
    fn books(&self) -> Books {
        let (own, carrier) = (self.own.books(), self.carrier.books());
        Books {
            injected: own.injected + carrier.injected,
            dissipated: own.dissipated + carrier.dissipated,
        }
    }
    fn displacement(&self, point: Point) -> f64 {
        let own = self.own_of(point);
        let own = own.map_or(0.0, |own| self.own.displacement(own));
        own + self.carrier.displacement(point)
    }
    fn velocity(&self, point: Point) -> f64 {
        let own = self.own_of(point);
        let own = own.map_or(0.0, |own| self.own.velocity(own));
        own + self.carrier.velocity(point)
    }
    /// Takes the numbers of the bank that carries it; `inertia` is the mass of the whole.
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        self.carrier.set(id, value)
    }
    fn reset(&mut self) {
        self.own.reset();
        self.carrier.reset();
    }
    fn revision(&self) -> u32 {
        // Both only count up.
        self.own.revision().wrapping_add(self.carrier.revision())
    }
    fn is_asleep(&self) -> bool {
        self.own.is_asleep() && self.carrier.is_asleep()
    }
    fn notes(&self) -> &[String] {
        &self.notes
    }
    fn points(&mut self) -> Option<&mut dyn Points> {
        Some(self)
    }
    fn throwable(&mut self) -> Option<&mut dyn Throwable> {
        if self.carrier.throwable().is_some() || self.own.throwable().is_some() {
            Some(self)
        } else {
            None
        }
    }
    fn retunable(&mut self) -> Option<&mut dyn Retunable> {
        Some(self)
    }
    fn sounding(&self) -> Option<&dyn Sounding> {
        Some(self)
    }
}

impl Points for CarriedBody {
    fn find(&self, name: &str) -> Option<Point> {
        let only = name.is_empty() && self.seats.len() == 1;
        let mut seats = self.seats.iter();
        let index = seats.position(|seat| seat.name == name || only)?;
        Some(Point(index as u32))
    }
    fn names(&self) -> Vec<&str> {
        self.seats.iter().map(|seat| seat.name.as_str()).collect()
    }
    fn move_point(&mut self, point: Point, to: Position) -> Option<f64> {
        let own = self.own_of(point)?;
        match self.own.points() {
            Some(points) => points.move_point(own, to),
            // A single point is everywhere.
            None => Some(0.0),
        }
    }
    fn beside(&self, point: Point, number: usize) -> Option<Point> {
        self.seats.get(point.index())?.beside.get(number).copied()
    }
}

impl Throwable for CarriedBody {
    fn throw(&mut self, point: Point, velocity: f64) {
        let own = self.own_of(point);
        if let Some(carrier) = self.carrier.throwable() {
            carrier.throw(point, velocity);
        } else if let (Some(own), Some(body)) = (own, self.own.throwable()) {
            body.throw(own, velocity);
        }
    }
}

impl Retunable for CarriedBody {
    fn retune(&mut self, mode: usize, to: &Mode) {
        if let Some(mode) = mode.checked_sub(self.first) {
            self.carrier.retune(mode, to);
        }
    }
    fn aim(&mut self, mode: usize, to: &Mode) {
        if let Some(mode) = mode.checked_sub(self.first) {
            self.carrier.aim(mode, to);
        }
    }
}

impl Sounding for CarriedBody {
    fn flight(&self) -> f64 {
        self.own.flight() + self.carrier.flight()
    }
    fn ringing(&self, point: Point) -> f64 {
        let own = self.own_of(point);
        let own = own.map_or(0.0, |own| self.own.ringing(own));
        own + self.carrier.ringing(point)
    }
    fn levels(&self, into: &mut [ModeLevel]) -> usize {
        let own = self.own.levels(into);
        own + self.carrier.levels(&mut into[own..])
    }
}
