//! A driven point: moves as it is told (a bow, a hand, a belt), whatever pushes.

use super::registry::one_point;
use super::{
    Coast, Forecast, FreeRun, NamedPoint, Object, Outlook, Point, Response, Shaped, Throwable,
};
use crate::energy::Books;
use crate::error::{BuildError, known};
use crate::param::{ParamId, Params, Value, put};
use crate::rate::Rate;
use core::ops::Range;

crate::params! {
    /// A point that moves as it is told, whatever pushes: a bow, a hand, a belt.
    pub struct DrivenParams("driven") {
        /// Velocity.
        velocity: 0.0, Linear(-100.0, 100.0), "m/s", Sample, spread 0.0;
        /// Initial position.
        position: 0.0, Linear(-10.0, 10.0), "m", Rebuild, spread 0.0;
    }
}

/// A point of prescribed motion. What the contact takes from it is booked as injected.
pub struct Driven {
    params: DrivenParams,
    step: f64,
    position: f64,
    pushed: f64,
    books: Books,
}

impl Driven {
    /// Builds a driven point.
    pub fn new(params: &dyn Params, points: &[NamedPoint], rate: Rate) -> Result<Self, BuildError> {
        one_point("driven", points)?;
        let params = known::<DrivenParams>(params)?.clone();
        Ok(Self {
            step: rate.step(),
            position: params.position,
            pushed: 0.0,
            books: Books::default(),
            params,
        })
    }
}

impl Object for Driven {
    fn begin(&mut self) {}
    fn coast(&self, _: Point) -> Coast {
        Coast {
            gained: self.step * self.params.velocity,
            before: self.params.velocity,
            after: self.params.velocity,
        }
    }
    fn response(&self, _: Point, _: Point) -> Response {
        Response::default()
    }
    fn push(&mut self, _: Point, newtons: f64) {
        self.pushed += newtons;
    }
    fn end(&mut self) {
        let gained = self.step * self.params.velocity;
        // The contact did the work `pushed·gained` on it; the hand supplied the opposite.
        self.books.injected -= core::mem::take(&mut self.pushed) * gained;
        self.position += gained;
    }
    fn energy(&self) -> f64 {
        0.0
    }
    fn books(&self) -> Books {
        self.books
    }
    fn displacement(&self, _: Point) -> f64 {
        self.position
    }
    fn velocity(&self, _: Point) -> f64 {
        self.params.velocity
    }
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        put(&mut self.params, id, value)
    }
    fn reset(&mut self) {
        self.pushed = 0.0;
        self.position = self.params.position;
        self.books = Books::default();
    }
    fn is_rigid(&self) -> bool {
        true
    }
    fn is_asleep(&self) -> bool {
        self.params.velocity == 0.0
    }
    fn throwable(&mut self) -> Option<&mut dyn Throwable> {
        Some(self)
    }
    fn free_run(&mut self) -> Option<&mut dyn FreeRun> {
        Some(self)
    }
    fn shape(&self) -> Option<&dyn Shaped> {
        Some(self)
    }
}

impl Throwable for Driven {
    fn throw(&mut self, _: Point, velocity: f64) {
        if velocity.is_finite() {
            self.params.velocity = velocity.clamp(-100.0, 100.0);
        }
    }
}

impl FreeRun for Driven {
    fn reach(&self, _: Point, steps: usize) -> Option<[f64; 2]> {
        let end = self.position + self.step * self.params.velocity * steps as f64;
        Some([self.position.min(end), self.position.max(end)])
    }
    fn prepare(&mut self) -> bool {
        true
    }
    fn foresee(&mut self, _: Point, _: Forecast, _: Range<usize>, out: Outlook) {
        out.line(self.params.velocity, 0.0, 0);
    }
    fn advance(&mut self, steps: usize) {
        self.position += self.step * self.params.velocity * steps as f64;
    }
}
