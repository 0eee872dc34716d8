//! A body as a bank of modes, seen at named points.
//!
//! Hear:   each mode rings at its own pitch; where one strikes and listens decides which.
//! Law:    independent modes (see `mode`); a point moves by the sum of shape times mode.
//! Step:   exact for forces held during the step.
//! Limits: linear; a mode at or above 0.49 of the rate is left out and reported.

mod abilities;
mod air;
mod glide;
mod parts;

use crate::energy::Books;
use crate::error::{BuildError, known};
use crate::math::{LN_1000, TAU};
use crate::object::bank::{Bank, padded};
use crate::object::lookahead::Lookahead;
use crate::object::mode::{AllModes, Mode, Step};
use crate::object::names::PointNames;
use crate::object::passing::PassingPoint;
use crate::object::registry::distinct;
use crate::object::ringing::{Ringing, Tone};
use crate::object::shapes::{FreeBar, Lies, Shapes, families, flights, flown, shape_row};
use crate::object::two_points::{ComingCoasts, Pushes, Touched};
use crate::object::{
    Coast, Divisible, FreeRun, NamedPoint, Object, Point, Points, QUIET, Radiating, Response,
    Retunable, Shaped, Sounding, Throwable,
};
use crate::param::{ParamId, Params, Value, put};
use crate::rate::Rate;
use crate::simd::{Lanes, SimdLevel};
use air::AirPoint;
use core::ops::Range;
use glide::ModeGlide;
use parts::ModalParts;

crate::params! {
    /// A body as a bank of modes, struck and heard at named points.
    pub struct ModalParams("modal") {
        /// List of modes.
        modes: vec![Mode::default()], List(Mode, 1, 4096), "", Rebuild;
        /// Mass of the whole body if it can move away when struck; 0 holds it in place.
        inertia: 0.0, ZeroLog(1e-6, 1e4), "kg", Rebuild, spread 0.03;
        include all: AllModes;
    }
}

/// How often quiet modes are looked for \[steps\].
const LOOK: u32 = 64;
/// A body whose modes are being changed is stepped sample by sample until N steps have
/// passed: filling its tables would take longer.
const WAIT: u32 = 256;
/// Modes below this \[Hz\] are felt rather than heard; an octave above it 16/17 is left.
const LOWEST: f64 = 20.0;

/// A bank of modes.
///
/// ```
/// use urto::object::{Modal, ModalParams, Mode, Object, Point};
/// let bell = ModalParams { modes: vec![Mode { frequency: 660.0, ..Default::default() }], ..Default::default() };
/// let mut bell = Modal::new(&bell, &[], urto::Rate::new(48_000.0)?)?;
/// bell.begin();
/// bell.push(Point(0), 10.0);
/// bell.end();
/// assert!(bell.energy() > 0.0);
/// # Ok::<(), urto::BuildError>(())
/// ```
pub struct Modal {
    params: ModalParams,
    rate: Rate,
    names: PointNames,
    /// One row of shapes per point, one column per mode.
    shapes: Vec<Lanes<f64>>,
    /// Where each point lies, and the first of those at its place.
    lies: Vec<Lies>,
    families: Vec<usize>,
    along: Box<dyn Shapes>,
    /// The same rows as they are heard: what is too slow to hear fades, flight is not heard.
    heard_shapes: Vec<Lanes<f64>>,
    passing: PassingPoint,
    /// Points that are listened to in the air.
    air: Vec<AirPoint>,
    /// How well each mode is heard, and one over its angular frequency.
    audible: Lanes<f64>,
    slow: Lanes<f64>,
    steps: Vec<Step>,
    /// Where its modes go.
    glide: ModeGlide,
    /// Which modes ring; the others lie too high for the rate.
    heard: Vec<bool>,
    bank: Bank,
    parts: ModalParts,
    /// Where it is touched, and what is known ahead there: of one point, or of two.
    touched: Touched,
    /// Whether the contacts there are all out of reach.
    left_alone: bool,
    pub(super) ahead: Lookahead,
    coming: ComingCoasts,
    ringing: Ringing,
    /// Steps since its modes were changed.
    unchanged: u32,
    /// Forces of this step.
    pushes: Pushes,
    awake: bool,
    clock: u32,
    received: f64,
    injected: f64,
    revision: u32,
    tunings: u32,
    notes: Vec<String>,
}

impl Modal {
    /// Builds the bank at rest. Points are given by the shape of every mode there, or by a
    /// position along the body (then the modes are taken for those of a free bar, in order);
    /// without points there is one where every shape is 1.
    pub fn new(params: &dyn Params, points: &[NamedPoint], rate: Rate) -> Result<Self, BuildError> {
        Self::with_shapes(params, Box::new(FreeBar), points, rate)
    }

    /// Builds the bank at rest, with modes of other shapes than a free bar's: for example those of a
    /// [`Surface`](super::Surface).
    pub fn with_shapes(
        params: &dyn Params,
        along: Box<dyn Shapes>,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Self, BuildError> {
        Self::of_modes(known::<ModalParams>(params)?.clone(), along, points, rate)
    }

    /// The same for modes that this crate worked out itself: a body on its support may have more of
    /// them than a table takes, one whose modes are all too high has none, and grains may ring for
    /// less than a millisecond. Any positive decay is stable: the step is exact.
    pub(crate) fn of_modes(
        params: ModalParams,
        along: Box<dyn Shapes>,
        points: &[NamedPoint],
        rate: Rate,
    ) -> Result<Self, BuildError> {
        distinct(points)?;
        let count = params.modes.len();
        let flights = flights(params.inertia > 0.0, along.as_ref());
        let total = count + flights;
        let (mut shapes, mut lies) = (Vec::new(), Vec::new());
        for point in points {
            let (row, lie) = shape_row(point, along.as_ref(), count, flights)?;
            shapes.push(row);
            lies.push(lie);
        }
        let mut names: Vec<String> = points.iter().map(|point| point.name.clone()).collect();
        if names.is_empty() {
            names.push(String::new());
            let mut row = vec![1.0; count];
            row.extend(flown(flights));
            shapes.push(row);
        }
        lies.resize(names.len(), Lies::Fixed);
        let mut families = families(points);
        families.resize(names.len(), 0);
        // Modes that fill the last group of lanes have no shape anywhere.
        let shapes = shapes.iter().map(|row| Lanes::from(row)).collect();
        let mut body = Self {
            rate,
            names: PointNames::new(names),
            shapes,
            lies,
            families,
            along,
            heard_shapes: Vec::new(),
            passing: PassingPoint::default(),
            air: Vec::new(),
            audible: Lanes::zeros(total),
            slow: Lanes::zeros(total),
            steps: vec![Step::silent(); total],
            glide: ModeGlide::new(&params.modes),
            heard: vec![true; total],
            bank: Bank::new(total),
            parts: ModalParts::default(),
            touched: Touched::Anywhere,
            left_alone: false,
            ahead: Lookahead::new(total),
            coming: ComingCoasts::default(),
            ringing: Ringing::new(padded(total), rate),
            unchanged: WAIT,
            pushes: Pushes::None,
            awake: false,
            clock: 0,
            received: 0.0,
            injected: 0.0,
            revision: 0,
            tunings: 0,
            notes: Vec::new(),
            params,
        };
        body.heard_shapes.clone_from(&body.shapes);
        body.passing = PassingPoint::new(&body.shapes);
        body.retune();
        body.unchanged = WAIT;
        let left_out = body.heard.iter().filter(|heard| !**heard).count();
        if left_out > 0 {
            body.notes.push(format!(
                "{left_out} of {count} modes lie at or above {} Hz (0.49 of the rate) and were left out",
                rate.highest_mode()
            ));
        }
        Ok(body)
    }

    /// Pitch \[Hz\] and mass \[kg\] of a mode now; `None` if it does not ring.
    pub(super) fn tuned(&self, mode: usize) -> Option<(f64, f64)> {
        let own = self.params.modes.get(mode)?;
        self.heard[mode].then_some((own.frequency * self.params.all.tuning, own.mass))
    }

    /// Displacements of all modes \[m\], in whole groups.
    pub(super) fn swings(&self) -> (SimdLevel, &[f64]) {
        (self.bank.level, &self.bank.state.q)
    }

    /// Speeds of all modes \[m/s\], in whole groups, for whoever changes them otherwise than by
    /// forces at points. Energy that is taken counts as lost here.
    pub(super) fn speeds(&mut self) -> (SimdLevel, &mut [f64]) {
        self.lose_sight();
        (self.bank.level, &mut self.bank.state.v)
    }

    /// A number that changes whenever pitch or mass of a mode changes.
    pub(super) fn tunings(&self) -> u32 {
        self.tunings
    }

    /// Makes no remark on modes that were left out.
    pub fn unremarked(mut self) -> Self {
        self.notes.clear();
        self
    }

    /// How many modes ring.
    pub fn heard(&self) -> usize {
        self.heard.iter().filter(|heard| **heard).count()
    }

    /// Where the flight of the whole body stands in the bank, behind the modes: in no direction, in
    /// one or in three.
    fn flights(&self) -> Range<usize> {
        let modes = self.params.modes.len();
        match self.params.inertia > 0.0 {
            true => modes..self.steps.len(),
            false => modes..modes,
        }
    }

    /// Takes all parameters over into the steps.
    fn retune(&mut self) {
        let count = self.params.modes.len();
        for index in 0..count {
            self.retune_mode(index);
        }
        for flight in self.flights() {
            let old = self.steps[flight];
            let new = Step::inertial(self.params.inertia, self.rate);
            if old.a12 > 0.0 {
                self.bank.state.v[flight] *= (old.mass / new.mass).sqrt();
            }
            self.steps[flight] = new;
            self.bank.set(flight, &new);
            self.ringing.tune(flight, Tone::Flight);
            self.hear(flight, 0.0);
        }
        self.unchanged = 0;
        self.revision = self.revision.wrapping_add(1);
    }

    /// Takes a mode's parameters over; see [`Step::retuned`].
    fn retune_mode(&mut self, index: usize) {
        self.tunings = self.tunings.wrapping_add(1);
        let mode = &self.params.modes[index];
        let hertz = mode.frequency * self.params.all.tuning;
        let decay = mode.decay * self.params.all.ringing;
        let heard = hertz < self.rate.highest_mode();
        let old = self.steps[index];
        let new = if heard {
            Step::ringing(hertz, decay, mode.mass, self.rate)
        } else {
            Step::silent()
        };
        let [place, speed] = old.retuned(&new, self.rate);
        self.bank.state.q[index] *= place;
        self.bank.state.v[index] *= speed;
        self.bank.set(index, &new);
        self.steps[index] = new;
        self.heard[index] = heard;
        let sigma = LN_1000 / decay;
        let tone = match heard {
            true => Tone::Rings {
                w: TAU * hertz,
                sigma,
            },
            false => Tone::Silent,
        };
        self.ringing.tune(index, tone);
        self.slow[index] = if heard { 1.0 / new.w2.sqrt() } else { 0.0 };
        let octaves_up = hertz / LOWEST;
        let power = octaves_up * octaves_up * octaves_up * octaves_up;
        self.hear(index, power / (1.0 + power));
        self.unchanged = 0;
    }

    /// A mode becomes heavier or lighter, and keeps its pitch; see `retune_mode`.
    fn weigh(&mut self, index: usize) {
        self.tunings = self.tunings.wrapping_add(1);
        let (old, new) = (self.steps[index], self.params.modes[index].mass);
        let by_mass = old.mass / new;
        let by_energy = by_mass.sqrt().min(1.0);
        self.bank.state.q[index] *= by_energy.min(by_mass);
        self.bank.state.v[index] *= by_energy;
        let step = old.weighing(new);
        self.bank.set(index, &step);
        self.steps[index] = step;
    }

    /// A mode becomes another one, without gain of energy or speed.
    fn become_mode(&mut self, mode: usize, to: &Mode) {
        let own = &mut self.params.modes[mode];
        let same_pitch = own.frequency == to.frequency && own.decay == to.decay;
        own.clone_from(to);
        if same_pitch && self.heard[mode] {
            self.weigh(mode);
        } else {
            self.retune_mode(mode);
        }
        self.revision = self.revision.wrapping_add(1);
    }

    /// Says how well a mode is heard.
    fn hear(&mut self, mode: usize, audible: f64) {
        self.audible[mode] = audible;
        for (heard, shapes) in self.heard_shapes.iter_mut().zip(&self.shapes) {
            heard[mode] = shapes[mode] * audible;
        }
        self.tune_air(mode);
    }

    /// The step was taken.
    #[inline(always)]
    fn go_on(&mut self) {
        if self.parts.divided {
            return;
        }
        self.passing.step();
        self.step_air();
        self.clock += 1;
        self.unchanged = (self.unchanged + 1).min(WAIT);
        if self.clock >= LOOK {
            self.clock = 0;
            self.rest_quiet_modes();
        }
    }

    /// Says where it is touched: one point alone, or two, are then seen ahead, for speed.
    pub(crate) fn touch_at(&mut self, touched: Touched) {
        self.touched = touched;
        self.ahead.reset();
        self.coming = ComingCoasts::default();
    }

    /// Says whether all contacts on it are out of reach: nothing need be seen ahead then.
    pub(crate) fn leave_alone(&mut self, alone: bool) {
        self.left_alone = alone;
    }

    /// Modes were moved otherwise than by forces where it is touched: nothing is known ahead.
    fn lose_sight(&mut self) {
        self.ahead.lose();
        self.coming.lose();
    }

    /// Whether the free motion of both touched points is known.
    #[cfg(test)]
    pub(super) fn knows_both(&self) -> bool {
        let known = |point| self.coming.coast(self.touched, point, self.revision);
        matches!(self.touched, Touched::Both(points) if points.map(known).iter().all(Option::is_some))
    }

    /// Works out some of what in the coming step does not depend on the force of its only contact,
    /// while the law is being solved, or not: it saves time, and changes nothing.
    #[inline(always)]
    pub(crate) fn ready(&mut self) {
        if self.awake {
            self.ahead.ready(&self.bank, self.revision);
        }
    }

    /// [`push`](Object::push) and [`end`](Object::end), if nothing else pushes.
    #[inline(always)]
    pub(crate) fn end_pushed(&mut self, point: Point, newtons: f64) {
        let seen = self.touched == Touched::At(point);
        if !seen || !self.pushes.is_none() || newtons == 0.0 || !self.awake {
            self.push(point, newtons);
            return self.end();
        }
        let (shapes, push) = (&self.shapes[point.index()], (point, newtons));
        self.received += self.ahead.step(&mut self.bank, shapes, push, self.revision);
        self.go_on();
    }

    /// Moves the modes on, and returns the work of the forces \[J\].
    fn take_step(&mut self, pushes: Pushes, touched: Touched) -> f64 {
        let (bank, revision) = (&mut self.bank, self.revision);
        let shapes = |point: Point| &self.shapes[point.index()];
        match (pushes, touched) {
            (Pushes::None, Touched::At(point)) => {
                let push = (point, 0.0);
                return self.ahead.step(bank, shapes(point), push, revision);
            }
            (Pushes::One(push), Touched::At(point)) if push.0 == point => {
                return self.ahead.step(bank, shapes(point), push, revision);
            }
            (_, Touched::Both(points)) => {
                if let Some(newtons) = pushes.at(points) {
                    let rows = points.map(shapes);
                    return self.coming.step(bank, rows, newtons, revision);
                }
            }
            _ => {}
        }
        let work = match pushes {
            Pushes::None => {
                bank.end_free();
                0.0
            }
            Pushes::One((point, newtons)) => bank.end_pushed_at(shapes(point), newtons),
            Pushes::Two([one, two]) => {
                bank.end_pushed_twice([shapes(one.0), shapes(two.0)], [one.1, two.1])
            }
            Pushes::Summed => bank.end_pushed(),
        };
        self.lose_sight();
        work
    }

    /// Puts modes that can no longer be heard to rest, before their numbers become subnormal.
    fn rest_quiet_modes(&mut self) {
        let [moving, rested] = self.bank.rest_some_below(QUIET);
        self.awake = moving;
        if rested {
            self.lose_sight();
        }
    }
}

impl Object for Modal {
    fn begin(&mut self) {
        if !self.parts.divided {
            self.glide();
        }
    }
    #[inline(always)]
    fn coast(&self, point: Point) -> Coast {
        if !self.awake {
            return Coast::default();
        }
        if let Some(coast) = self.ahead.coast(point, self.revision) {
            return coast;
        }
        let coming = self.coming.coast(self.touched, point, self.revision);
        coming.unwrap_or_else(|| self.bank.coast(&self.shapes[point.index()]))
    }
    fn response(&self, at: Point, from: Point) -> Response {
        let (at, from) = (&self.shapes[at.index()], &self.shapes[from.index()]);
        let [displacement, velocity] = self.bank.respond(at, from);
        Response {
            displacement,
            velocity,
        }
    }
    fn push(&mut self, point: Point, newtons: f64) {
        if newtons == 0.0 {
            return;
        }
        let push = (point, newtons);
        self.pushes = match self.pushes {
            Pushes::None => Pushes::One(push),
            Pushes::One(first) => Pushes::Two([first, push]),
            Pushes::Two([first, second]) => {
                for (point, newtons) in [first, second, push] {
                    self.bank.push(&self.shapes[point.index()], newtons);
                }
                Pushes::Summed
            }
            Pushes::Summed => {
                self.bank.push(&self.shapes[point.index()], newtons);
                Pushes::Summed
            }
        };
    }
    fn end(&mut self) {
        let pushes = core::mem::take(&mut self.pushes);
        if pushes.is_none() && !self.awake {
            return;
        }
        // One that rested is seen ahead from its next step on.
        let touched = match self.touched {
            _ if self.left_alone => Touched::Anywhere,
            Touched::At(_) if !self.awake => Touched::Anywhere,
            touched => touched,
        };
        self.awake = true;
        self.received += self.take_step(pushes, touched);
        self.go_on();
    }
    fn energy(&self) -> f64 {
        let states = self.bank.state.q.iter().zip(self.bank.state.v.iter());
        self.steps
            .iter()
            .zip(states)
            .map(|(step, (q, v))| step.energy(*q, *v))
            .sum()
    }
    fn books(&self) -> Books {
        Books {
            injected: self.injected,
            // The exact step's loss is what is missing; the contract tests compare it with the
            // damping force's work.
            dissipated: self.received + self.injected - self.energy(),
        }
    }
    fn displacement(&self, point: Point) -> f64 {
        self.bank.displacement(&self.shapes[point.index()])
    }
    fn velocity(&self, point: Point) -> f64 {
        if self.awake {
            self.bank.velocity(&self.shapes[point.index()])
        } else {
            0.0
        }
    }
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        // The number of modes and whether the body can fly are fixed while it sounds.
        let (modes, flies) = (self.params.modes.len(), self.params.inertia > 0.0);
        let keeps_form = match value {
            Value::Count(count) => *count == modes,
            Value::Number(number) if id.path() == [1] => (*number > 0.0) == flies,
            _ => true,
        };
        let taken = keeps_form && put(&mut self.params, id, value);
        match id.path() {
            [0, mode, _] if (*mode as usize) < modes => {
                let mode = *mode as usize;
                self.glide.stay(mode, &self.params.modes[mode]);
                self.retune_mode(mode);
                self.revision = self.revision.wrapping_add(1);
            }
            _ => self.retune(),
        }
        taken
    }
    fn reset(&mut self) {
        self.bank.clear();
        self.arrive();
        self.ahead.reset();
        self.coming = ComingCoasts::default();
        self.passing.arrive();
        self.settle_air();
        self.pushes = Pushes::None;
        self.awake = false;
        self.clock = 0;
        self.received = 0.0;
        self.injected = 0.0;
    }
    fn revision(&self) -> u32 {
        self.revision
    }
    fn is_asleep(&self) -> bool {
        !self.awake
    }
    fn notes(&self) -> &[String] {
        &self.notes
    }
    fn points(&mut self) -> Option<&mut dyn Points> {
        Some(self)
    }
    fn throwable(&mut self) -> Option<&mut dyn Throwable> {
        (self.params.inertia > 0.0).then_some(self as _)
    }
    fn retunable(&mut self) -> Option<&mut dyn Retunable> {
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
    fn radiating(&mut self) -> Option<&mut dyn Radiating> {
        Some(self)
    }
    fn shape(&self) -> Option<&dyn Shaped> {
        Some(self)
    }
}
