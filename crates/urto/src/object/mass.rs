//! A point mass: flies freely, falls under an external force.
//!
//! Law:  m·dv/dt = f + f_e.
//! Step: exact for forces held during the step.

use super::registry::one_point;
use super::{
    BLOCK, Coast, DIVIDED, Divisible, Forecast, FreeRun, NamedPoint, Object, Outlook, Point, QUIET,
    Response, Shaped, Sounding, Throwable,
};
use crate::energy::Books;
use crate::error::{BuildError, known};
use crate::object::ModeLevel;
use crate::param::{ParamId, Params, Value, put};
use crate::rate::Rate;
use core::ops::Range;

crate::params! {
    /// A point mass: it flies freely, or falls under an external force such as its weight.
    pub struct MassParams("mass") {
        /// Mass.
        mass: 0.01, Log(1e-6, 1e3), "kg", Block, spread 0.04;
        /// External force on it, for example its weight.
        force: 0.0, Linear(-1e4, 1e4), "N", Sample, spread 0.0;
        /// Where it starts; in a contact, the first object presses on the second when the
        /// first's position is the greater one.
        position: 0.0, Linear(-10.0, 10.0), "m", Rebuild, spread 0.0;
        /// Initial velocity.
        velocity: 0.0, Linear(-100.0, 100.0), "m/s", Rebuild, spread 0.0;
    }
}

/// A point mass.
///
/// ```
/// use urto::object::{Mass, MassParams, Object, Point};
/// let falling = MassParams { mass: 2.0, force: -19.62, ..Default::default() };
/// let mut mass = Mass::new(&falling, &[], urto::Rate::new(48_000.0)?)?;
/// for _ in 0..48_000 {
///     mass.begin();
///     mass.end();
/// }
/// assert!((mass.displacement(Point(0)) + 0.5 * 9.81).abs() < 1e-9);
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct Mass {
    params: MassParams,
    /// Kept apart from the velocity: loaded together with it, the force just pushed would have to
    /// wait until it has reached the cache.
    pushed: f64,
    step: f64,
    /// A step that is a whole sample, and one that is a part of it \[s\].
    steps: [f64; 2],
    /// Velocity that a newton gives in a step \[m/s/N\].
    mobility: f64,
    position: f64,
    velocity: f64,
    books: Books,
    revision: u32,
}

impl Mass {
    /// Builds a mass at its starting place and speed.
    pub fn new(params: &dyn Params, points: &[NamedPoint], rate: Rate) -> Result<Self, BuildError> {
        one_point("mass", points)?;
        let params = known::<MassParams>(params)?.clone();
        Ok(Self {
            step: rate.step(),
            steps: [rate.step(); 2],
            mobility: rate.step() / params.mass,
            position: params.position,
            velocity: params.velocity,
            pushed: 0.0,
            books: Books::default(),
            revision: 0,
            params,
        })
    }

    /// Displacement and velocity gained in one step under a force \[N\].
    fn gain(&self, newtons: f64) -> (f64, f64) {
        let velocity = self.mobility * newtons;
        (0.5 * self.step * velocity, velocity)
    }

    fn rest_if_quiet(&mut self) {
        if self.velocity != 0.0 && self.velocity.abs() < QUIET && self.params.force == 0.0 {
            self.books.dissipated += self.energy();
            self.velocity = 0.0;
        }
    }
}

impl Object for Mass {
    fn begin(&mut self) {}
    fn coast(&self, _: Point) -> Coast {
        Coast {
            gained: self.step * self.velocity,
            before: self.velocity,
            after: self.velocity,
        }
    }
    fn thrust(&self, _: Point) -> f64 {
        self.params.force
    }
    fn response(&self, _: Point, _: Point) -> Response {
        let (displacement, velocity) = self.gain(1.0);
        Response {
            displacement,
            velocity,
        }
    }
    fn push(&mut self, _: Point, newtons: f64) {
        self.pushed += newtons;
    }
    fn end(&mut self) {
        let pushed = core::mem::take(&mut self.pushed);
        if pushed == 0.0 && self.velocity == 0.0 && self.params.force == 0.0 {
            return;
        }
        let (moved, faster) = self.gain(pushed + self.params.force);
        let gained = self.step * self.velocity + moved;
        self.books.injected += self.params.force * gained;
        self.position += gained;
        self.velocity += faster;
        self.rest_if_quiet();
    }
    fn energy(&self) -> f64 {
        0.5 * self.params.mass * self.velocity * self.velocity
    }
    fn books(&self) -> Books {
        self.books
    }
    fn displacement(&self, _: Point) -> f64 {
        self.position
    }
    fn velocity(&self, _: Point) -> f64 {
        self.velocity
    }
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        let before = self.params.mass;
        let taken = put(&mut self.params, id, value);
        if self.params.mass != before {
            // A change of mass keeps the energy, as a retuned mode does.
            self.velocity *= (before / self.params.mass).sqrt();
            self.mobility = self.step / self.params.mass;
            self.revision = self.revision.wrapping_add(1);
        }
        taken
    }
    fn reset(&mut self) {
        self.pushed = 0.0;
        self.position = self.params.position;
        self.velocity = self.params.velocity;
        self.books = Books::default();
    }
    fn revision(&self) -> u32 {
        self.revision
    }
    fn is_asleep(&self) -> bool {
        self.velocity == 0.0 && self.params.force == 0.0
    }
    fn throwable(&mut self) -> Option<&mut dyn Throwable> {
        Some(self)
    }
    fn free_run(&mut self) -> Option<&mut dyn FreeRun> {
        Some(self)
    }
    fn divisible(&mut self) -> Option<&mut dyn Divisible> {
        Some(self)
    }
    fn sounding(&self) -> Option<&dyn Sounding> {
        Some(self)
    }
    fn shape(&self) -> Option<&dyn Shaped> {
        Some(self)
    }
}

impl Divisible for Mass {
    fn prepare_parts(&mut self, parts: u32) {
        self.steps[1] = self.steps[0] / f64::from(parts.max(1));
    }
    fn divide(&mut self, divided: bool) {
        self.step = self.steps[usize::from(divided)];
        self.mobility = self.step / self.params.mass;
        self.revision ^= DIVIDED;
    }
}

impl Throwable for Mass {
    fn throw(&mut self, _: Point, velocity: f64) {
        let before = self.energy();
        self.velocity = velocity;
        self.books.injected += self.energy() - before;
    }
}

impl FreeRun for Mass {
    fn reach(&self, _: Point, steps: usize) -> Option<[f64; 2]> {
        let time = self.step * steps as f64;
        let faster = self.params.force / self.params.mass;
        let flown = |time: f64| self.position + time * (self.velocity + 0.5 * faster * time);
        let end = flown(time);
        let (mut low, mut high) = (self.position.min(end), self.position.max(end));
        let turns = -self.velocity / faster;
        if turns > 0.0 && turns < time {
            low = low.min(flown(turns));
            high = high.max(flown(turns));
        }
        Some([low, high])
    }
    fn prepare(&mut self) -> bool {
        true
    }
    fn foresee(&mut self, _: Point, heard: Forecast, blocks: Range<usize>, out: Outlook) {
        match heard {
            Forecast::Velocity => {
                let slope = self.step * self.params.force / self.params.mass;
                out.line(self.velocity, slope, blocks.start * BLOCK + 1);
            }
            Forecast::Ringing => out.silence(),
        }
    }
    fn advance(&mut self, steps: usize) {
        let time = self.step * steps as f64;
        let faster = time * self.params.force / self.params.mass;
        let gained = time * (self.velocity + 0.5 * faster);
        self.books.injected += self.params.force * gained;
        self.position += gained;
        self.velocity += faster;
        self.rest_if_quiet();
    }
}

impl Sounding for Mass {
    fn flight(&self) -> f64 {
        self.velocity
    }
    fn ringing(&self, _: Point) -> f64 {
        0.0
    }
    fn levels(&self, _: &mut [ModeLevel]) -> usize {
        0
    }
}
