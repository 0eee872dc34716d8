//! A string: a digital waveguide that can be touched anywhere.
//!
//! Hear:   a plucked or bowed string; stiffer strings sound glassier, lossier ones duller.
//! Law:    travelling velocity waves; rigid nut, lossy bridge, losses and dispersion lumped
//!         at the bridge.
//! Step:   a force held during the step adds force/(2Z), spread over four cells, to both rails,
//!         and the point is read with the same weights; hence work is exactly force times
//!         displacement, and every filter is in a form whose energy is known.
//! Limits: one direction of vibration; the pitch must leave at least four cells; dispersion by
//!         eight all-pass sections fits one partial exactly and those around it closely.
//! Refs:   Smith 1992; Van Duyne & Smith 1994 (dispersion); Karjalainen et al. 1998.

mod cells;
mod params;
mod tuning;
mod waveguide;

pub use params::{Measure, StringParams};

use super::names::PointNames;
use super::registry::distinct;
use super::{Coast, NamedPoint, Object, Point, Points, Position, QUIET, Response, Shaped};
use crate::energy::Books;
use crate::error::{BuildError, known};
use crate::math;
use crate::param::{ParamId, Params, Value, put};
use crate::rate::Rate;
use params::position_of;
use tuning::{ARRIVES, EVERY, SECTIONS};
use waveguide::{Allpass, Bridge, Loss, Rail};

/// Fewest cells a string may have: contacts spread over four.
const FEWEST: usize = 4;
/// How often a quiet string is looked for \[steps\].
const LOOK: u32 = 64;

/// A place on the string: four cells and their weights.
#[derive(Clone, Copy, Default)]
struct StringPlace {
    /// Distance from the bridge, 0 to 1.
    position: f64,
    base: usize,
    weights: [f64; 4],
    displacement: f64,
    pushed: f64,
}

/// A string.
///
/// Positions run from 0 at the bridge to 1 at the nut.
pub struct StringBody {
    /// As it was set, and as it is: losses and stiffness follow in small steps.
    params: StringParams,
    live: StringParams,
    settled: bool,
    /// In how many of the coming changes pitch and impedance arrive.
    arriving: u32,
    step: f64,
    names: PointNames,
    spots: Vec<StringPlace>,
    impedance: f64,
    /// Cells times this is a half period: where the nut is, seen from the bridge.
    half_loop: f64,
    /// Cells from the nut beyond which no spot may lie: where the rails end however their cells
    /// come and go with the tuning, so that a spot never leaps when they do.
    end: f64,
    to_bridge: Rail,
    to_nut: Rail,
    scratch: Vec<f64>,
    /// Two sections share the tuning's delay: nearer to one sample each they disperse less.
    tuning: [Allpass; 2],
    /// The waves that last entered and left the tuning, what its sections held before that, and
    /// the wave that last came to the bridge.
    entered: f64,
    left: f64,
    held: [f64; 2],
    bridged: f64,
    dispersion: [Allpass; SECTIONS],
    sections: usize,
    /// The dispersion's coefficient, and for which stiffness and pitch it was found.
    bent: f64,
    bent_for: [f64; 2],
    loss: Loss,
    bridge: Bridge,
    awake: bool,
    clock: u32,
    books: Books,
    revision: u32,
    notes: Vec<String>,
}

impl StringBody {
    /// Builds a string at rest. Points are positions from 0 (bridge) to 1 (nut); without points
    /// there is one at 0.1.
    pub fn new(params: &dyn Params, points: &[NamedPoint], rate: Rate) -> Result<Self, BuildError> {
        let params = known::<StringParams>(params)?.clone();
        distinct(points)?;
        let mut names = Vec::new();
        let mut spots = Vec::new();
        for point in points {
            names.push(point.name.clone());
            spots.push(StringPlace {
                position: position_of(point)?,
                ..StringPlace::default()
            });
        }
        if spots.is_empty() {
            names.push(String::new());
            spots.push(StringPlace {
                position: 0.1,
                ..StringPlace::default()
            });
        }
        // The longest string: given by length, a heavy slack one may lie below any pitch range.
        let lowest = 20.0f64.min(params.fundamental()).max(2.0);
        let capacity = (0.5 * rate.hertz() / lowest) as usize + FEWEST;
        let mut string = Self {
            step: rate.step(),
            names: PointNames::new(names),
            spots,
            impedance: 1.0,
            half_loop: 0.0,
            end: 0.0,
            to_bridge: Rail::new(capacity),
            to_nut: Rail::new(capacity),
            scratch: vec![0.0; capacity],
            tuning: [Allpass::default(); 2],
            entered: 0.0,
            left: 0.0,
            held: [0.0; 2],
            bridged: 0.0,
            dispersion: [Allpass::default(); SECTIONS],
            sections: 0,
            bent: 0.0,
            bent_for: [0.0; 2],
            loss: Loss::default(),
            bridge: Bridge::default(),
            awake: false,
            clock: 0,
            books: Books::default(),
            revision: 0,
            notes: Vec::new(),
            live: params.clone(),
            settled: true,
            arriving: 0,
            params,
        };
        string.tune(true);
        string.report(rate);
        Ok(string)
    }

    /// Says in words what the rate does not allow.
    fn report(&mut self, rate: Rate) {
        let asked = self.params.fundamental();
        let w = math::TAU * asked.min(0.25 * rate.hertz()) * self.step;
        let sounding = rate.hertz() / self.loop_delay(w);
        if (sounding / asked - 1.0).abs() > 1e-3 {
            self.notes.push(format!(
                "a string at {asked:.1} Hz cannot be tuned at a rate of {} Hz; it sounds near {sounding:.1} Hz",
                rate.hertz()
            ));
        }
    }

    /// Works out cells and weights of a spot.
    fn place(&mut self, index: usize) {
        let (base, weights) = self.cells_at(self.spots[index].position);
        let spot = &mut self.spots[index];
        spot.base = base;
        spot.weights = weights;
    }

    /// The first of the cells around a position, and the weights of those: cubic Lagrange
    /// interpolation, whose weights sum to 1.
    fn cells_at(&self, position: f64) -> (usize, [f64; FEWEST]) {
        let cells = self.to_bridge.len();
        // Cell i lies i + 1/2 cells from the nut.
        let from_nut = (1.0 - position) * self.half_loop - 0.5;
        let at = from_nut.min(self.end).clamp(0.0, (cells - 1) as f64);
        let base = (at as usize).saturating_sub(1).min(cells - FEWEST);
        let t = at - base as f64;
        let weights = [
            -(t - 1.0) * (t - 2.0) * (t - 3.0) / 6.0,
            t * (t - 2.0) * (t - 3.0) / 2.0,
            -t * (t - 1.0) * (t - 3.0) / 2.0,
            t * (t - 1.0) * (t - 2.0) / 6.0,
        ];
        (base, weights)
    }

    /// Its sounding length \[m\].
    pub(super) fn length(&self) -> f64 {
        self.params.length
    }

    /// Displacement \[m\] and velocity \[m/s\] at positions, from the nut (1) to the bridge (0).
    pub(super) fn swing_at(&self, positions: &[f64], into: &mut [[f64; 2]]) {
        if !self.awake {
            return;
        }
        // Height of a cell, which goes on from place to place.
        let (mut cell, mut height) = (0, self.first_cell());
        for (position, swing) in positions.iter().zip(into) {
            let (base, weights) = self.cells_at(*position);
            if base < cell {
                (cell, height) = (0, self.first_cell());
            }
            while cell < base {
                height += self.climb(cell);
                cell += 1;
            }
            let (mut near, mut gone) = (height, 0.0);
            for (k, weight) in weights.iter().enumerate() {
                gone += weight * near;
                if k + 1 < weights.len() {
                    near += self.climb(base + k);
                }
            }
            let spot = StringPlace {
                base,
                weights,
                ..StringPlace::default()
            };
            *swing = [gone, self.read(&spot)];
        }
    }

    /// By how much the next cell lies over a cell \[m\].
    fn climb(&self, cell: usize) -> f64 {
        self.step * (self.to_nut.get(cell) - self.to_bridge.get(cell + 1))
    }

    /// What comes back from the bridge when a wave has passed the tuning, and energy lost \[J\].
    fn reflect(&mut self, mut wave: f64) -> (f64, f64) {
        for section in &mut self.dispersion[..self.sections] {
            wave = section.step(wave);
        }
        self.return_wave(wave)
    }

    /// What comes back from the bridge itself, and energy lost \[J\].
    fn return_wave(&mut self, wave: f64) -> (f64, f64) {
        self.bridged = wave;
        let (back, lost) = self.bridge.step(wave);
        let (back, filtered) = self.loss.step(back);
        (back, lost + filtered * self.impedance * self.step)
    }

    /// Velocity of the incoming waves at a spot.
    fn read(&self, spot: &StringPlace) -> f64 {
        let cell = |k: usize| self.to_bridge.get(spot.base + k) + self.to_nut.get(spot.base + k);
        let w = &spot.weights;
        w[0] * cell(0) + w[1] * cell(1) + w[2] * cell(2) + w[3] * cell(3)
    }

    /// Displacement of cell 0 \[m\]. Since the nut stands still, the displacement of cell i is
    /// h·(sum of to_nut below i - sum of to_bridge up to i).
    fn first_cell(&self) -> f64 {
        -self.step * self.to_bridge.get(0)
    }

    /// Displacement of a spot over that of a cell at or below its base.
    fn rise(&self, index: usize, cell: usize) -> f64 {
        let spot = &self.spots[index];
        let (mut height, mut total) = (0.0, 0.0);
        let mut at = cell;
        for (k, weight) in spot.weights.iter().enumerate() {
            while at < spot.base + k {
                height += self.climb(at);
                at += 1;
            }
            total += weight * height;
        }
        total
    }

    fn overlap(&self, a: &StringPlace, b: &StringPlace) -> f64 {
        let mut sum = 0.0;
        for (i, wa) in a.weights.iter().enumerate() {
            for (j, wb) in b.weights.iter().enumerate() {
                if a.base + i == b.base + j {
                    sum += wa * wb;
                }
            }
        }
        sum
    }

    fn rest_if_quiet(&mut self) {
        let filters = self
            .dispersion
            .iter()
            .fold(0.0f64, |most, s| most.max(s.state.abs()));
        let loudest = self
            .to_bridge
            .loudest()
            .max(self.to_nut.loudest())
            .max(filters);
        let rest = loudest.max(self.loss.state.abs());
        let per_wave = (self.bridge.energy() / (self.impedance * self.step)).sqrt();
        if rest.max(per_wave) < QUIET {
            self.books.dissipated += self.energy();
            self.silence();
        }
    }

    fn silence(&mut self) {
        self.to_bridge.clear();
        self.to_nut.clear();
        self.tuning
            .iter_mut()
            .for_each(|section| section.state = 0.0);
        (self.entered, self.left, self.bridged) = (0.0, 0.0, 0.0);
        self.held = [0.0; 2];
        self.loss.state = 0.0;
        self.bridge.moved = 0.0;
        self.dispersion
            .iter_mut()
            .for_each(|section| section.state = 0.0);
        for spot in &mut self.spots {
            spot.displacement = 0.0;
            spot.pushed = 0.0;
        }
        self.awake = false;
    }
}

impl Object for StringBody {
    fn begin(&mut self) {
        if !self.settled && self.clock.is_multiple_of(EVERY) {
            self.follow();
        }
    }
    fn coast(&self, point: Point) -> Coast {
        if !self.awake {
            return Coast::default();
        }
        let velocity = self.read(&self.spots[point.index()]);
        Coast {
            gained: self.step * velocity,
            before: velocity,
            after: velocity,
        }
    }
    fn response(&self, at: Point, from: Point) -> Response {
        let shared = self.overlap(&self.spots[at.index()], &self.spots[from.index()]);
        Response {
            displacement: 0.5 * self.step * shared / self.impedance,
            velocity: 0.0,
        }
    }
    fn push(&mut self, point: Point, newtons: f64) {
        if newtons != 0.0 {
            self.spots[point.index()].pushed += newtons;
            self.awake = true;
        }
    }
    fn end(&mut self) {
        if !self.awake {
            return;
        }
        for index in 0..self.spots.len() {
            self.spots[index].displacement += 0.5 * self.step * self.read(&self.spots[index]);
        }
        for index in 0..self.spots.len() {
            let spot = self.spots[index];
            if spot.pushed != 0.0 {
                let wave = 0.5 * spot.pushed / self.impedance;
                for (k, weight) in spot.weights.iter().enumerate() {
                    self.to_bridge.add(spot.base + k, weight * wave);
                    self.to_nut.add(spot.base + k, weight * wave);
                }
                self.spots[index].pushed = 0.0;
            }
        }
        // Half before, half after the push: together the displacement that the push itself saw.
        for index in 0..self.spots.len() {
            self.spots[index].displacement += 0.5 * self.step * self.read(&self.spots[index]);
        }
        let mut wave = self.to_bridge.get(self.to_bridge.len() - 1);
        let from_nut = -self.to_nut.get(0);
        self.entered = wave;
        self.held = self.tuning.map(|section| section.state);
        for section in &mut self.tuning {
            wave = section.step(wave);
        }
        self.left = wave;
        let (back, lost) = self.reflect(wave);
        self.books.dissipated += lost;
        self.to_bridge.shift_up(from_nut);
        self.to_nut.shift_down(back);
        self.clock += 1;
        if self.clock >= LOOK {
            self.clock = 0;
            self.rest_if_quiet();
        }
    }
    fn energy(&self) -> f64 {
        let sections = self.dispersion.iter().chain(&self.tuning);
        let filters =
            sections.map(|s| s.state * s.state).sum::<f64>() + self.loss.state * self.loss.state;
        let waves = self.to_bridge.energy() + self.to_nut.energy() + filters;
        waves * self.impedance * self.step + self.bridge.energy()
    }
    fn books(&self) -> Books {
        self.books
    }
    fn displacement(&self, point: Point) -> f64 {
        self.spots[point.index()].displacement
    }
    fn velocity(&self, point: Point) -> f64 {
        if self.awake {
            self.read(&self.spots[point.index()])
        } else {
            0.0
        }
    }
    fn set(&mut self, id: &ParamId, value: &Value) -> bool {
        let taken = put(&mut self.params, id, value);
        self.arriving = ARRIVES;
        self.follow();
        taken
    }
    fn reset(&mut self) {
        self.silence();
        // As when it was built, whatever pitches it went through.
        self.live.clone_from(&self.params);
        self.settled = true;
        self.tune(true);
        self.clock = 0;
        self.books = Books::default();
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
    fn shape(&self) -> Option<&dyn Shaped> {
        Some(self)
    }
}

impl Points for StringBody {
    fn find(&self, name: &str) -> Option<Point> {
        self.names.find(name)
    }
    fn names(&self) -> Vec<&str> {
        self.names.list()
    }
    fn move_point(&mut self, point: Point, to: Position) -> Option<f64> {
        let index = point.index();
        let Position::Along(to) = to else {
            return None;
        };
        let to = if to.is_finite() {
            to.clamp(0.0, 1.0)
        } else {
            return Some(0.0);
        };
        if self.spots[index].position == to {
            return Some(0.0);
        }
        let old = self.spots[index];
        self.spots[index].position = to;
        self.place(index);
        self.revision = self.revision.wrapping_add(1);
        if !self.awake {
            return Some(0.0);
        }
        // Both heights over the lower of the two bases, so that short moves cost little.
        let reference = old.base.min(self.spots[index].base);
        let after = self.rise(index, reference);
        let placed = core::mem::replace(&mut self.spots[index], old);
        let before = self.rise(index, reference);
        self.spots[index] = placed;
        self.spots[index].displacement = old.displacement + after - before;
        Some(after - before)
    }
}
