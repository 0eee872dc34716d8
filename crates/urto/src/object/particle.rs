//! A point mass that moves in space: its points are directions.
//!
//! Law:    m·dv/dt = f + f_e, in three directions.
//! Step:   exact for forces held during the step.
//! Limits: a direction is a straight line; what the mass gains across it is not seen there.

use super::names::PointNames;
use super::registry::distinct;
use super::{
    BLOCK, Coast, Forecast, FreeRun, NamedPoint, Object, Outlook, Place, Point, Points, Position,
    QUIET, Response, Shaped, Sounding, Throwable,
};
use crate::energy::Books;
use crate::error::{BuildError, known};
use crate::object::ModeLevel;
use crate::param::{ParamId, Params, Value, put};
use crate::rate::Rate;
use core::ops::Range;

type Vector = [f64; 3];

crate::params! {
    /// A point mass that moves in space, with the directions `x`, `y` and `z` as points.
    pub struct ParticleParams("particle") {
        /// Mass.
        mass: 0.01, Log(1e-6, 1e3), "kg", Block, spread 0.04;
        /// External force on it along x.
        force_x: 0.0, Linear(-1e4, 1e4), "N", Sample, spread 0.0;
        /// External force on it along y.
        force_y: 0.0, Linear(-1e4, 1e4), "N", Sample, spread 0.0;
        /// External force on it along z, for example its weight.
        force_z: 0.0, Linear(-1e4, 1e4), "N", Sample, spread 0.0;
        /// Where it starts along x.
        position_x: 0.0, Linear(-10.0, 10.0), "m", Rebuild, spread 0.0;
        /// Where it starts along y.
        position_y: 0.0, Linear(-10.0, 10.0), "m", Rebuild, spread 0.0;
        /// Where it starts along z.
        position_z: 0.0, Linear(-10.0, 10.0), "m", Rebuild, spread 0.0;
        /// Initial velocity along x.
        velocity_x: 0.0, Linear(-100.0, 100.0), "m/s", Rebuild, spread 0.0;
        /// Initial velocity along y.
        velocity_y: 0.0, Linear(-100.0, 100.0), "m/s", Rebuild, spread 0.0;
        /// Initial velocity along z.
        velocity_z: 0.0, Linear(-100.0, 100.0), "m/s", Rebuild, spread 0.0;
    }
}

impl ParticleParams {
    fn force(&self) -> Vector {
        [self.force_x, self.force_y, self.force_z]
    }
    fn position(&self) -> Vector {
        [self.position_x, self.position_y, self.position_z]
    }
    fn velocity(&self) -> Vector {
        [self.velocity_x, self.velocity_y, self.velocity_z]
    }
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// A point mass that moves in space.
///
/// ```
/// use urto::object::{NamedPoint, Object, Particle, ParticleParams, Place, Point};
/// // Thrown along x, and seen along x, y, z and a slope between x and z.
/// let thrown = ParticleParams { velocity_x: 2.0, ..Default::default() };
/// let slope = NamedPoint { name: "slope".to_owned(), place: Place::Shape(vec![3.0, 0.0, 4.0]) };
/// let mass = Particle::new(&thrown, &[slope], urto::Rate::new(48_000.0)?)?;
/// assert_eq!([0, 1, 3].map(|point| mass.velocity(Point(point))), [2.0, 0.0, 1.2]);
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct Particle {
    params: ParticleParams,
    names: PointNames,
    /// The direction of each point, of length 1.
    directions: Vec<Vector>,
    pushed: Vector,
    step: f64,
    position: Vector,
    velocity: Vector,
    books: Books,
    revision: u32,
}

impl Particle {
    /// Builds a mass at its starting place and speed. Points beside `x`, `y` and `z` are directions,
    /// given as rows of three numbers.
    pub fn new(params: &dyn Params, points: &[NamedPoint], rate: Rate) -> Result<Self, BuildError> {
        let params = known::<ParticleParams>(params)?.clone();
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let named = ["x", "y", "z"].iter().zip(axes);
        let mut all: Vec<NamedPoint> = named
            .map(|(name, axis)| NamedPoint {
                name: (*name).to_owned(),
                place: Place::Shape(axis.to_vec()),
            })
            .collect();
        all.extend_from_slice(points);
        distinct(&all)?;
        let directions: Result<Vec<Vector>, _> = all.iter().map(direction).collect();
        Ok(Self {
            names: PointNames::new(all.into_iter().map(|point| point.name).collect()),
            directions: directions?,
            step: rate.step(),
            position: params.position(),
            velocity: params.velocity(),
            pushed: [0.0; 3],
            books: Books::default(),
            revision: 0,
            params,
        })
    }

    /// Where it is \[m\].
    pub(super) fn position(&self) -> Vector {
        self.position
    }

    /// How fast it moves \[m/s\].
    pub(super) fn velocity_now(&self) -> Vector {
        self.velocity
    }

    fn along(&self, point: Point) -> Vector {
        self.directions[point.index()]
    }

    /// Takes a step of a length in time \[s\] under a force \[N\] besides the external one.
    fn fly(&mut self, time: f64, pushed: Vector) {
        let force = self.params.force();
        for axis in 0..3 {
            let faster = time * (pushed[axis] + force[axis]) / self.params.mass;
            let gained = time * (self.velocity[axis] + 0.5 * faster);
            self.books.injected += force[axis] * gained;
            self.position[axis] += gained;
            self.velocity[axis] += faster;
        }
        let still = force == [0.0; 3] && self.velocity.iter().all(|v| v.abs() < QUIET);
        if still && self.velocity != [0.0; 3] {
            self.books.dissipated += self.energy();
            self.velocity = [0.0; 3];
        }
    }
}

/// The direction of a point, made 1 long.
fn direction(point: &NamedPoint) -> Result<Vector, BuildError> {
    let (Place::Shape(row) | Place::Tangent(row)) = &point.place else {
        return Err(BuildError::NoDirection(point.name.clone()));
    };
    let row: Result<Vector, _> = row.as_slice().try_into();
    let length = row.map_or(0.0, |row| dot(row, row).sqrt());
    match row {
        Ok(row) if (1e-3..=1e3).contains(&length) => Ok(row.map(|x| x / length)),
        _ => Err(BuildError::NoDirection(point.name.clone())),
    }
}

impl Object for Particle {
    fn begin(&mut self) {}
    fn coast(&self, point: Point) -> Coast {
        let along = self.along(point);
        let before = dot(along, self.velocity);
        // Points need not be at right angles, so that their shares of the force do not add up to it:
        // it is part of the free motion.
        let faster = self.step * dot(along, self.params.force()) / self.params.mass;
        Coast {
            gained: self.step * (before + 0.5 * faster),
            before,
            after: before + faster,
        }
    }
    fn response(&self, at: Point, from: Point) -> Response {
        let velocity = dot(self.along(at), self.along(from)) * self.step / self.params.mass;
        Response {
            displacement: 0.5 * self.step * velocity,
            velocity,
        }
    }
    fn push(&mut self, point: Point, newtons: f64) {
        let along = self.along(point);
        for (pushed, share) in self.pushed.iter_mut().zip(along) {
            *pushed += share * newtons;
        }
    }
    fn end(&mut self) {
        let pushed = core::mem::take(&mut self.pushed);
        self.fly(self.step, pushed);
    }
    fn energy(&self) -> f64 {
        0.5 * self.params.mass * dot(self.velocity, self.velocity)
    }
    fn books(&self) -> Books {
        self.books
    }
    fn displacement(&self, point: Point) -> f64 {
        dot(self.along(point), self.position)
    }
    fn velocity(&self, point: Point) -> f64 {
        dot(self.along(point), self.velocity)
    }
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        let before = self.params.mass;
        let taken = put(&mut self.params, id, value);
        if self.params.mass != before {
            // A change of mass keeps the energy, as a retuned mode does.
            let slower = (before / self.params.mass).sqrt();
            self.velocity = self.velocity.map(|v| v * slower);
            self.revision = self.revision.wrapping_add(1);
        }
        taken
    }
    fn reset(&mut self) {
        self.pushed = [0.0; 3];
        self.position = self.params.position();
        self.velocity = self.params.velocity();
        self.books = Books::default();
    }
    fn revision(&self) -> u32 {
        self.revision
    }
    fn is_asleep(&self) -> bool {
        self.velocity == [0.0; 3] && self.params.force() == [0.0; 3]
    }
    fn points(&mut self) -> Option<&mut dyn Points> {
        Some(self)
    }
    fn throwable(&mut self) -> Option<&mut dyn Throwable> {
        Some(self)
    }
    fn free_run(&mut self) -> Option<&mut dyn FreeRun> {
        Some(self)
    }
    fn sounding(&self) -> Option<&dyn Sounding> {
        Some(self)
    }
    fn shape(&self) -> Option<&dyn Shaped> {
        Some(self)
    }
}

impl Points for Particle {
    fn find(&self, name: &str) -> Option<Point> {
        self.names.find(name)
    }
    fn names(&self) -> Vec<&str> {
        self.names.list()
    }
    /// A mass is one place: there is nowhere to move to on it.
    fn move_point(&mut self, _: Point, _: Position) -> Option<f64> {
        None
    }
}

impl Throwable for Particle {
    /// Sets the velocity along the point's direction; across it the mass goes on.
    fn throw(&mut self, point: Point, velocity: f64) {
        let before = self.energy();
        let along = self.along(point);
        let faster = velocity - dot(along, self.velocity);
        for (own, share) in self.velocity.iter_mut().zip(along) {
            *own += share * faster;
        }
        self.books.injected += self.energy() - before;
    }
}

impl FreeRun for Particle {
    fn reach(&self, point: Point, steps: usize) -> Option<[f64; 2]> {
        let along = self.along(point);
        let place = dot(along, self.position);
        let speed = dot(along, self.velocity);
        let faster = dot(along, self.params.force()) / self.params.mass;
        let time = self.step * steps as f64;
        let flown = |time: f64| place + time * (speed + 0.5 * faster * time);
        let end = flown(time);
        let (mut low, mut high) = (place.min(end), place.max(end));
        let turns = -speed / faster;
        if turns > 0.0 && turns < time {
            low = low.min(flown(turns));
            high = high.max(flown(turns));
        }
        // Rounding of the three shares.
        let most = self
            .position
            .iter()
            .fold(0.0f64, |most, x| most.max(x.abs()));
        let room = 1e-12 * (most + (high - low));
        Some([low - room, high + room])
    }
    fn prepare(&mut self) -> bool {
        true
    }
    fn foresee(&mut self, point: Point, heard: Forecast, blocks: Range<usize>, out: Outlook) {
        match heard {
            Forecast::Velocity => {
                let along = self.along(point);
                let slope = self.step * dot(along, self.params.force()) / self.params.mass;
                let speed = dot(along, self.velocity);
                out.line(speed, slope, blocks.start * BLOCK + 1);
            }
            Forecast::Ringing => out.silence(),
        }
    }
    fn advance(&mut self, steps: usize) {
        self.fly(self.step * steps as f64, [0.0; 3]);
    }
}

impl Sounding for Particle {
    fn flight(&self) -> f64 {
        dot(self.velocity, self.velocity).sqrt()
    }
    fn ringing(&self, _: Point) -> f64 {
        0.0
    }
    fn levels(&self, _: &mut [ModeLevel]) -> usize {
        0
    }
}
