//! What a bank of modes can do besides its physics: have points, be thrown and retuned, ring on
//! untouched, tell how it sounds and what it looks like.

use super::{Modal, WAIT};
use crate::object::{
    BLOCK, Forecast, FreeRun, Mode, ModeLevel, Object, Outlook, Point, Points, Position, QUIET,
    Retunable, Shaped, Sounding, Throwable,
};
use crate::picture::PicturePart;
use crate::simd::modes::{self, State};
use core::ops::Range;

impl Points for Modal {
    fn find(&self, name: &str) -> Option<Point> {
        self.names.find(name)
    }
    fn names(&self) -> Vec<&str> {
        self.names.list()
    }
    fn move_point(&mut self, point: Point, to: Position) -> Option<f64> {
        let index = point.index();
        let lies = self.lies[index].moved(to, self.along.as_ref())?;
        if lies == self.lies[index] {
            return Some(0.0);
        }
        let before = self.displacement(point);
        if self.awake {
            self.passing.leave(index, &self.heard_shapes[index]);
        } else {
            self.passing.arrive();
        }
        self.lies[index] = lies;
        for n in 0..self.params.modes.len() {
            let Some(shape) = lies.shape(self.along.as_ref(), n) else {
                break;
            };
            self.shapes[index][n] = shape;
            self.heard_shapes[index][n] = shape * self.audible[n];
        }
        // Flight is not heard, so that only what is felt of it turns with the place.
        for (axis, n) in self.flights().enumerate() {
            if let Some(share) = lies.flight(self.along.as_ref(), axis) {
                self.shapes[index][n] = share;
            }
        }
        self.revision = self.revision.wrapping_add(1);
        Some(self.displacement(point) - before)
    }
    fn beside(&self, point: Point, number: usize) -> Option<Point> {
        let own = self.families[point.index()];
        let all = self.families.iter().enumerate();
        let mut same = all.filter(|(_, family)| **family == own);
        same.nth(number).map(|(index, _)| Point(index as u32))
    }
}

impl Throwable for Modal {
    /// A body that flies in space is thrown along the point's direction, and keeps its speed across
    /// it.
    fn throw(&mut self, point: Point, velocity: f64) {
        let before = self.energy();
        let flights = self.flights();
        if flights.len() == 1 {
            self.bank.state.v[flights.start] = velocity;
        } else {
            let along = &self.shapes[point.index()];
            let speeds = &mut self.bank.state.v;
            let now: f64 = flights.clone().map(|n| along[n] * speeds[n]).sum();
            for n in flights.clone() {
                speeds[n] += along[n] * (velocity - now);
            }
        }
        if !flights.is_empty() {
            self.lose_sight();
            self.awake = true;
        }
        self.injected += self.energy() - before;
    }
}

impl Retunable for Modal {
    fn retune(&mut self, mode: usize, to: &Mode) {
        if mode < self.params.modes.len() {
            self.glide.stay(mode, to);
            self.become_mode(mode, to);
        }
    }
    fn aim(&mut self, mode: usize, to: &Mode) {
        if self.glide.aim(mode, to) && !self.awake {
            self.arrive();
        }
    }
}

impl FreeRun for Modal {
    fn reach(&self, point: Point, steps: usize) -> Option<[f64; 2]> {
        let shapes = &self.shapes[point.index()];
        // A mode loses energy, so that q² + (v/w0)² only falls.
        let mut swing = modes::swing(self.bank.level, &self.bank.state, shapes, &self.slow);
        let State { q, v, .. } = &self.bank.state;
        let (mut place, mut speed) = (0.0, 0.0);
        for n in self.flights() {
            place += shapes[n] * q[n];
            speed += shapes[n] * v[n];
            swing -= (shapes[n] * q[n]).abs();
        }
        let flown = speed * self.rate.step() * steps as f64;
        // Sums of many terms: a little more room than rounding takes.
        let swing = swing * (1.0 + 1e-9) + 1e-12 * (place.abs() + flown.abs());
        Some([
            place + flown.min(0.0) - swing,
            place + flown.max(0.0) + swing,
        ])
    }
    fn prepare(&mut self) -> bool {
        let changes = self.passing.any() || !self.glide.is_settled();
        let can = !self.awake || (self.unchanged >= WAIT && !changes);
        if can && self.awake {
            self.ringing.refresh();
        }
        can
    }
    fn foresee(&mut self, point: Point, heard: Forecast, blocks: Range<usize>, out: Outlook) {
        if !self.awake {
            return out.silence();
        }
        let shares = match heard {
            Forecast::Velocity => &self.shapes[point.index()],
            Forecast::Ringing => &self.heard_shapes[point.index()],
        };
        self.ringing.foresee(&self.bank, shares, blocks, false, out);
    }
    fn advance(&mut self, steps: usize) {
        if !self.awake {
            return;
        }
        let mut left = steps;
        while left >= BLOCK && self.prepare() {
            let (jumped, moving) = self.ringing.jump_to_rest(&mut self.bank, left, QUIET);
            left -= jumped;
            self.awake = moving;
            self.lose_sight();
        }
        for _ in 0..left {
            self.end();
        }
    }
}

impl Shaped for Modal {
    fn part(&self) -> Option<PicturePart> {
        let sketch = self.along.sketch()?;
        let modes = self.params.modes.len();
        let moved = |mode| self.along.moved(mode);
        Some(PicturePart::of_modes(
            sketch,
            [modes, self.steps.len()],
            moved,
        ))
    }
    /// Without the flight of the whole body: a picture stays where it is.
    fn swing(&self, part: &PicturePart, into: &mut [[f64; 2]]) {
        if !self.awake {
            return;
        }
        for (row, swing) in part.rows().iter().zip(into) {
            // One that belongs to another body moves nothing.
            let bank = &self.bank;
            if row.len() == bank.state.q.len() {
                *swing = [bank.displacement(row), bank.velocity(row)];
            }
        }
    }
}

impl Sounding for Modal {
    fn flight(&self) -> f64 {
        let speeds = &self.bank.state.v;
        match self.flights() {
            none if none.is_empty() => 0.0,
            one if one.len() == 1 => speeds[one.start],
            three => three.map(|n| speeds[n] * speeds[n]).sum::<f64>().sqrt(),
        }
    }
    fn ringing(&self, point: Point) -> f64 {
        if !self.awake {
            return 0.0;
        }
        let index = point.index();
        if let Some(heard) = self.heard_in_air(index) {
            return heard;
        }
        let now = self.bank.velocity(&self.heard_shapes[index]);
        match self.passing.left(index) {
            None => now,
            Some((share, shapes)) => now + share * (self.bank.velocity(shapes) - now),
        }
    }
    fn levels(&self, into: &mut [ModeLevel]) -> usize {
        let State { q, v, .. } = &self.bank.state;
        let own = self.params.modes.iter().enumerate();
        let ring = own.filter(|(index, _)| self.heard[*index]);
        let mut count = 0;
        for ((index, mode), level) in ring.zip(into) {
            let swing = q[index] * q[index] * self.bank.w2[index];
            level.frequency = (mode.frequency * self.params.all.tuning) as f32;
            level.speed = (v[index] * v[index] + swing).sqrt() as f32;
            count += 1;
        }
        count
    }
}
