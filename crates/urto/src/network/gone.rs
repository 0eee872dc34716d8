//! What stands where a part was taken out of a network: nothing. It has no size, so that boxing it
//! allocates nothing.

use crate::contact::{Contact, Meeting};
use crate::energy::{Books, Health};
use crate::object::{Coast, Forecast, FreeRun, Object, Outlook, Point, Response};
use crate::param::{ParamId, Value};
use core::ops::Range;

/// No object, and no contact.
pub(super) struct Gone;

impl Object for Gone {
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
        0.0
    }
    fn velocity(&self, _: Point) -> f64 {
        0.0
    }
    fn set(&mut self, _: &ParamId, _: &Value) -> bool {
        false
    }
    fn reset(&mut self) {}
    fn is_rigid(&self) -> bool {
        true
    }
    fn is_asleep(&self) -> bool {
        true
    }
    fn free_run(&mut self) -> Option<&mut dyn FreeRun> {
        Some(self)
    }
}

impl FreeRun for Gone {
    fn reach(&self, _: Point, _: usize) -> Option<[f64; 2]> {
        None
    }
    fn prepare(&mut self) -> bool {
        true
    }
    fn foresee(&mut self, _: Point, _: Forecast, _: Range<usize>, out: Outlook) {
        out.silence();
    }
    fn advance(&mut self, _: usize) {}
}

impl Contact for Gone {
    fn acts(&self, _: f64) -> bool {
        false
    }
    fn alone(&mut self, _: &Meeting) -> f64 {
        0.0
    }
    fn freeze(&mut self, _: f64, _: f64, _: Option<f64>) {}
    fn law(&self, _: f64) -> (f64, f64) {
        (0.0, 0.0)
    }
    fn commit(&mut self, _: f64, _: f64) {}
    fn stored(&self) -> f64 {
        0.0
    }
    fn books(&self) -> Books {
        Books::default()
    }
    fn health(&self) -> Health {
        Health::default()
    }
    fn place(&mut self, _: f64) {}
    fn state(&self) -> f64 {
        0.0
    }
    fn set(&mut self, _: &ParamId, _: &Value) -> bool {
        false
    }
    fn needs_place(&self) -> bool {
        false
    }
    fn reset(&mut self, _: u64) {}
}
