//! A wall: stands still whatever pushes.

use super::registry::one_point;
use super::{Coast, Forecast, FreeRun, NamedPoint, Object, Outlook, Point, Response, Shaped};
use crate::energy::Books;
use crate::error::{BuildError, known};
use crate::param::{ParamId, Params, Value, put};
use core::ops::Range;

crate::params! {
    /// A rigid wall: it stands still whatever pushes.
    pub struct WallParams("wall") {
        /// Position.
        position: 0.0, Linear(-10.0, 10.0), "m", Rebuild, spread 0.0;
    }
}

/// A rigid wall.
pub struct Wall {
    params: WallParams,
    /// Where it stands until the next reset \[m\].
    stands: f64,
}

impl Wall {
    /// Builds a wall.
    pub fn new(params: &dyn Params, points: &[NamedPoint]) -> Result<Self, BuildError> {
        one_point("wall", points)?;
        let params = known::<WallParams>(params)?.clone();
        Ok(Self {
            stands: params.position,
            params,
        })
    }
}

impl Object for Wall {
    fn begin(&mut self) {}
    fn coast(&self, _: Point) -> Coast {
        Coast::default()
    }
    fn response(&self, _: Point, _: Point) -> Response {
        Response::default()
    }
    fn push(&mut self, _: Point, _: f64) {}
    fn end(&mut self) {}
    fn energy(&self) -> f64 {
        0.0
    }
    fn books(&self) -> Books {
        Books::default()
    }
    fn displacement(&self, _: Point) -> f64 {
        self.stands
    }
    fn velocity(&self, _: Point) -> f64 {
        0.0
    }
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        // Takes effect at the next reset: a wall that jumps would pass through bodies.
        put(&mut self.params, id, value)
    }
    fn reset(&mut self) {
        self.stands = self.params.position;
    }
    fn is_rigid(&self) -> bool {
        true
    }
    fn is_asleep(&self) -> bool {
        true
    }
    fn free_run(&mut self) -> Option<&mut dyn FreeRun> {
        Some(self)
    }
    fn shape(&self) -> Option<&dyn Shaped> {
        Some(self)
    }
}

impl FreeRun for Wall {
    fn reach(&self, _: Point, _: usize) -> Option<[f64; 2]> {
        Some([self.stands; 2])
    }
    fn prepare(&mut self) -> bool {
        true
    }
    fn foresee(&mut self, _: Point, _: Forecast, _: Range<usize>, out: Outlook) {
        out.silence();
    }
    fn advance(&mut self, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::param::Declared;

    #[test]
    fn a_wall_moves_at_the_next_reset() {
        let mut wall = Wall::new(&WallParams::default(), &[]).unwrap();
        let id = WallParams::TABLE.find("position").unwrap();
        assert!(wall.set(&id, &Value::Number(0.5)));
        assert_eq!(wall.displacement(Point(0)), 0.0);
        wall.reset();
        assert_eq!(wall.displacement(Point(0)), 0.5);
    }
}
