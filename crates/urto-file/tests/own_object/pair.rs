//! Two masses, each on a spring of its own, and a spring between them; a light rod joins them, along
//! which they are touched.
//!
//! Law:  m·x'' = -K·x - c·x' + f, with K = [k+j, -j; -j, k+j].
//! Step: midpoint rule: with u the mean velocity of the step, (2m/h + c + h·K/2)·u = 2m·v/h - K·x + f;
//!       energy changes by h·u·(f - c·u) exactly.

use std::any::Any;
use urto::body::{BodyParams, Maker, ObjectMaker};
use urto::math::{LN_1000, TAU};
use urto::object::{
    Coast, Mode, NamedPoint, Object, Place, Point, Points, Position, QUIET, Response,
};
use urto::param::{ParamId, Value};
use urto::{Books, BuildError, Rate};

/// What a file says of them.
pub struct PairMaker {
    /// Pitches in step and against each other \[Hz\].
    pub hertz: [f64; 2],
    /// Time in which they die away \[s\].
    pub decay: f64,
    /// Each mass \[kg\].
    pub mass: f64,
}

impl Maker for PairMaker {
    fn count(&self) -> usize {
        2
    }
    fn mode(&self, index: usize, _: &BodyParams) -> Mode {
        Mode {
            frequency: self.hertz[index],
            decay: self.decay,
            mass: 2.0 * self.mass,
        }
    }
    fn shape(&self, mode: usize, position: f64) -> f64 {
        match mode {
            0 => 1.0,
            _ => 1.0 - 2.0 * position,
        }
    }
    fn weight(&self, _: &BodyParams) -> Option<f64> {
        Some(2.0 * self.mass)
    }
    fn object(&self) -> Option<&dyn ObjectMaker> {
        Some(self)
    }
}

impl ObjectMaker for PairMaker {
    fn build(
        &self,
        params: &BodyParams,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Box<dyn Object>, BuildError> {
        let along = |point: &NamedPoint| match point.place {
            Place::Along(position) => position,
            _ => 0.0,
        };
        let stiffness = self
            .hertz
            .map(|hertz| self.mass * (TAU * hertz) * (TAU * hertz));
        let mut pair = Pair {
            names: points.iter().map(|point| point.name.clone()).collect(),
            places: points.iter().map(along).collect(),
            step: rate.step(),
            mass: self.mass,
            loss: 2.0 * self.mass * LN_1000 / self.decay,
            stiffness,
            bent: params.all.tuning,
            goal: params.all.tuning,
            ..Pair::default()
        };
        pair.tune(params.all.tuning);
        Ok(Box::new(pair))
    }
    fn follow(&self, object: &mut dyn Object, params: &BodyParams) {
        let object: &mut dyn Any = object;
        let pair: &mut Pair = object.downcast_mut().expect("what this maker built");
        pair.goal = params.all.tuning;
        if pair.is_asleep() {
            pair.tune(params.all.tuning);
        }
    }
}

#[derive(Default)]
pub struct Pair {
    names: Vec<String>,
    /// Where its points lie, from the first mass (0) to the second (1).
    places: Vec<f64>,
    step: f64,
    mass: f64,
    loss: f64,
    /// Of motion in step and against each other, at the pitch it was built for \[N/m\].
    stiffness: [f64; 2],
    /// Factor on the pitch, now and in the end.
    bent: f64,
    goal: f64,
    /// Motion in step and against each other, each half of the sum: place and speed.
    x: [f64; 2],
    v: [f64; 2],
    force: [f64; 2],
    books: Books,
    revision: u32,
}

impl Pair {
    /// What both ways of moving share of a force at a point.
    fn shares(&self, point: Point) -> [f64; 2] {
        let place = self.places.get(point.index()).copied().unwrap_or(0.0);
        [1.0, 1.0 - 2.0 * place]
    }
    fn springs(&self) -> [f64; 2] {
        self.stiffness.map(|k| 2.0 * k * self.bent * self.bent)
    }
    /// One over what a mean velocity costs \[m/s/N\].
    fn gives(&self) -> [f64; 2] {
        let own = 2.0 * (2.0 * self.mass / self.step + self.loss);
        self.springs().map(|k| 1.0 / (own + 0.5 * self.step * k))
    }
    /// Mean velocities of the step under some forces.
    fn means(&self, force: [f64; 2]) -> [f64; 2] {
        let (gives, springs) = (self.gives(), self.springs());
        [0, 1].map(|n| {
            let kept = 4.0 * self.mass / self.step * self.v[n];
            gives[n] * (kept - springs[n] * self.x[n] + force[n])
        })
    }
    fn sum(&self, point: Point, of: [f64; 2]) -> f64 {
        let shares = self.shares(point);
        shares[0] * of[0] + shares[1] * of[1]
    }
    /// Another pitch: it lets go where it grows stiffer, so that it gains nothing.
    fn tune(&mut self, to: f64) {
        let (before, from) = (self.energy(), self.bent);
        self.bent = to;
        let keeps = (from / to).min(1.0);
        self.x = self.x.map(|x| keeps * keeps * x);
        self.books.dissipated += before - self.energy();
        self.revision += 1;
    }
}

impl Object for Pair {
    fn begin(&mut self) {
        self.force = [0.0; 2];
        if self.bent != self.goal {
            let to = self.goal.clamp(0.999 * self.bent, 1.001 * self.bent);
            self.tune(to);
        }
    }
    fn coast(&self, point: Point) -> Coast {
        let mean = self.sum(point, self.means([0.0; 2]));
        let before = self.velocity(point);
        Coast {
            gained: self.step * mean,
            before,
            after: 2.0 * mean - before,
        }
    }
    fn response(&self, at: Point, from: Point) -> Response {
        let (gives, pushed) = (self.gives(), self.shares(from));
        let mean = self.sum(at, [0, 1].map(|n| gives[n] * pushed[n]));
        Response {
            displacement: self.step * mean,
            velocity: 2.0 * mean,
        }
    }
    fn push(&mut self, point: Point, newtons: f64) {
        let shares = self.shares(point);
        self.force = [0, 1].map(|n| self.force[n] + shares[n] * newtons);
    }
    fn end(&mut self) {
        let means = self.means(self.force);
        for (n, mean) in means.into_iter().enumerate() {
            self.x[n] += self.step * mean;
            self.v[n] = 2.0 * mean - self.v[n];
            self.books.dissipated += 2.0 * self.loss * self.step * mean * mean;
        }
        let fastest = (self.springs()[1] / self.mass).sqrt();
        let quiet = |x: &f64, v: &f64| v.abs() < QUIET && x.abs() * fastest < QUIET;
        if (0..2).all(|n| quiet(&self.x[n], &self.v[n])) {
            self.books.dissipated += self.energy();
            (self.x, self.v) = ([0.0; 2], [0.0; 2]);
        }
    }
    fn energy(&self) -> f64 {
        let springs = self.springs();
        let each = [0, 1]
            .map(|n| 0.5 * springs[n] * self.x[n] * self.x[n] + self.mass * self.v[n] * self.v[n]);
        each[0] + each[1]
    }
    fn books(&self) -> Books {
        self.books
    }
    fn displacement(&self, point: Point) -> f64 {
        self.sum(point, self.x)
    }
    fn velocity(&self, point: Point) -> f64 {
        self.sum(point, self.v)
    }
    fn set(&mut self, _: &ParamId, _: &Value) -> bool {
        false
    }
    fn reset(&mut self) {
        (self.x, self.v) = ([0.0; 2], [0.0; 2]);
        self.tune(self.goal);
        self.books = Books::default();
    }
    fn revision(&self) -> u32 {
        self.revision
    }
    fn is_asleep(&self) -> bool {
        self.x == [0.0; 2] && self.v == [0.0; 2]
    }
    fn points(&mut self) -> Option<&mut dyn Points> {
        Some(self)
    }
}

impl Points for Pair {
    fn find(&self, name: &str) -> Option<Point> {
        let only = name.is_empty() && self.names.len() == 1;
        let index = self.names.iter().position(|own| own == name || only);
        index.map(|index| Point(index as u32))
    }
    fn names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }
    fn move_point(&mut self, point: Point, to: Position) -> Option<f64> {
        let Position::Along(to) = to else {
            return None;
        };
        let before = self.displacement(point);
        self.places[point.index()] = to;
        self.revision += 1;
        Some(self.displacement(point) - before)
    }
}
