//! A network as a body that any contact law can touch.
//!
//! Law:    a contact sees a mass at mid-step, y = u - w/2: a force held over the step moves it by
//!         exactly h²·f/2m, so that newtons times displacement is the work done, and laws that are
//!         passive on other bodies are passive here (see [`network`](crate::network)).
//! Limits: points lie at masses. The velocity of a point is that of the last step; displacements are
//!         counted from where masses started.

use crate::model::{MassId, Model, ModelError, unit};
use crate::network::MassNetwork;
use crate::vector::{Vector, difference, dot, scaled};
use urto::energy::Books;
use urto::object::{Coast, Object, Point, Points, Position, Response};
use urto::param::{ParamId, Value};

/// A mass, seen along a direction.
#[derive(Clone, Debug, PartialEq)]
pub struct MassPoint {
    /// What the point is called.
    pub name: String,
    /// The mass.
    pub mass: MassId,
    /// The way it is pushed and seen, of any length but none.
    pub along: [f64; 3],
}

/// A network of masses and links as an [`Object`].
///
/// ```
/// use urto::object::{Object, Point};
/// use urto_mi::{Mass, MassBody, MassPoint, Model, Spring};
/// let mut model = Model::new(48_000.0)?;
/// let wall = model.add(Mass::at([0.0; 3]).fixed())?;
/// let ball = model.add(Mass::at([0.1, 0.0, 0.0]))?;
/// model.join([wall, ball], Spring::default())?;
/// let along = [1.0, 0.0, 0.0];
/// let point = MassPoint { name: "ball".to_owned(), mass: ball, along };
/// let mut body = MassBody::new(&model, &[point])?;
/// body.begin();
/// body.push(Point(0), 1.0);
/// body.end();
/// assert!(body.displacement(Point(0)) > 0.0);
/// # Ok::<(), urto_mi::ModelError>(())
/// ```
pub struct MassBody {
    network: MassNetwork,
    start: MassNetwork,
    points: Vec<MassPoint>,
}

impl MassBody {
    /// Builds a network with points to touch.
    pub fn new(model: &Model, points: &[MassPoint]) -> Result<Self, ModelError> {
        let network = MassNetwork::new(model)?;
        let mut points = points.to_vec();
        for point in &mut points {
            model.known(point.mass)?;
            let none = || ModelError::NoDirection(point.name.clone());
            point.along = unit(point.along).ok_or_else(none)?;
        }
        Ok(Self {
            start: network.clone(),
            network,
            points,
        })
    }

    /// The network itself.
    pub fn network(&self) -> &MassNetwork {
        &self.network
    }

    fn along(&self, point: Point) -> (MassId, Vector) {
        let own = &self.points[point.index()];
        (own.mass, own.along)
    }
}

impl Object for MassBody {
    fn begin(&mut self) {
        self.network.begin();
    }
    fn coast(&self, point: Point) -> Coast {
        let (mass, along) = self.along(point);
        let free = self.network.free_way(mass);
        Coast {
            gained: dot(free.gained, along),
            before: dot(free.before, along),
            after: dot(free.after, along),
        }
    }
    fn thrust(&self, point: Point) -> f64 {
        let (mass, along) = self.along(point);
        dot(self.network.weight(mass), along)
    }
    fn response(&self, at: Point, from: Point) -> Response {
        let ((own, along), (other, pushed)) = (self.along(at), self.along(from));
        if own != other {
            return Response::default();
        }
        let per_newton = self.network.response(own);
        let shared = dot(along, self.network.allowed(own, pushed));
        Response {
            displacement: per_newton.displacement * shared,
            velocity: per_newton.velocity * shared,
        }
    }
    fn push(&mut self, point: Point, newtons: f64) {
        let (mass, along) = self.along(point);
        self.network.push(mass, scaled(along, newtons));
    }
    fn end(&mut self) {
        self.network.end();
    }
    fn energy(&self) -> f64 {
        self.network.energy()
    }
    fn books(&self) -> Books {
        Books {
            injected: self.network.fallen() + self.network.driven(),
            dissipated: self.network.dissipated(),
        }
    }
    fn displacement(&self, point: Point) -> f64 {
        let (mass, along) = self.along(point);
        let moved = difference(self.network.middle(mass), self.start.middle(mass));
        dot(moved, along)
    }
    fn velocity(&self, point: Point) -> f64 {
        let (mass, along) = self.along(point);
        dot(self.network.velocity(mass), along)
    }
    fn set(&mut self, _: &ParamId, _: &Value) -> bool {
        false
    }
    fn reset(&mut self) {
        self.network.restore(&self.start);
    }
    fn points(&mut self) -> Option<&mut dyn Points> {
        Some(self)
    }
}

impl Points for MassBody {
    fn find(&self, name: &str) -> Option<Point> {
        let place = self.points.iter().position(|own| own.name == name)?;
        Some(Point(place as u32))
    }
    fn names(&self) -> Vec<&str> {
        self.points.iter().map(|own| own.name.as_str()).collect()
    }
    fn move_point(&mut self, _: Point, _: Position) -> Option<f64> {
        None
    }
}
