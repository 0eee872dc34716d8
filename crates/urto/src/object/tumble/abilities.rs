//! What a tumbling body can do besides its physics: have corners, be thrown and retuned, fly on
//! untouched, tell how it sounds.

use super::{TURNED, Tumble};
use crate::math::{self, GRAVITY};
use crate::object::{
    BLOCK, Forecast, FreeRun, Modal, Mode, ModeLevel, Object, Outlook, Point, Points, Position,
    Retunable, Sounding, Throwable,
};
use core::ops::Range;

impl Points for Tumble {
    fn find(&self, name: &str) -> Option<Point> {
        match name {
            "centre" => Some(self.centre()),
            "turning" => Some(self.turning()),
            _ => {
                let index: usize = name.parse().ok()?;
                (index < self.corners.len()).then_some(Point(index as u32))
            }
        }
    }
    fn names(&self) -> Vec<&str> {
        vec!["0", "centre", "turning"]
    }
    /// The angle from which it starts, in turns; it takes effect at the next start.
    fn move_point(&mut self, point: Point, to: Position) -> Option<f64> {
        let Position::Along(to) = to else {
            return None;
        };
        if point == self.turning() && to.is_finite() {
            self.start_angle = math::TAU * to;
        }
        Some(0.0)
    }
}

impl Throwable for Tumble {
    fn throw(&mut self, point: Point, velocity: f64) {
        let before = self.energy();
        if point == self.turning() {
            self.spin = velocity;
        } else {
            self.velocity = velocity;
        }
        self.books.injected += self.energy() - before;
    }
}

impl Retunable for Tumble {
    fn retune(&mut self, mode: usize, to: &Mode) {
        if let Some(ring) = self.ring.as_mut().and_then(|ring| ring.retunable()) {
            ring.retune(mode, to);
        }
        self.ask_changed_ring();
    }
    fn aim(&mut self, mode: usize, to: &Mode) {
        if let Some(ring) = self.ring.as_mut().and_then(|ring| ring.retunable()) {
            ring.aim(mode, to);
        }
        self.ask_changed_ring();
    }
}

impl FreeRun for Tumble {
    /// A throw goes up once and comes down; a corner turns by no more than its spin.
    fn reach(&self, point: Point, steps: usize) -> Option<[f64; 2]> {
        let time = steps as f64 * self.step;
        let after = |t: f64| self.height + self.velocity * t + 0.5 * GRAVITY * t * t;
        let top = (-self.velocity / GRAVITY).clamp(0.0, time);
        let mut low = after(top);
        let mut high = self.height.max(after(time));
        if let Some(corner) = self.corners.get(point.index()) {
            let (depth, radius) = (self.depth(corner), corner.radius);
            let turns = radius * self.spin.abs() * time;
            low += (depth - turns).max(-radius);
            high += (depth + turns).min(radius);
        }
        let rings = point.index() <= self.corners.len();
        if let Some(ring) = self.bank().filter(|_| rings) {
            let [least, most] = ring.reach(point, steps)?;
            low += least;
            high += most;
        }
        // A little more room than rounding takes.
        let room = 1e-9 * (low.abs() + high.abs() + self.height.abs());
        Some([low - room, high + room])
    }
    fn prepare(&mut self) -> bool {
        self.bank_mut().is_none_or(Modal::prepare)
    }
    fn foresee(&mut self, point: Point, heard: Forecast, blocks: Range<usize>, out: Outlook) {
        let first = blocks.start * BLOCK;
        let corner = self.corners.get(point.index()).copied();
        let (angle, spin, step) = (self.angle, self.spin, self.step);
        let flight = match heard {
            Forecast::Velocity => [self.velocity, GRAVITY],
            Forecast::Ringing => [0.0; 2],
        };
        let moves = |n: usize| {
            let time = (first + n + 1) as f64 * step;
            let turns = corner.map_or(0.0, |corner| {
                spin * corner.radius * math::cos(angle + spin * time + corner.angle)
            });
            flight[0] + flight[1] * time + turns
        };
        let rings = point.index() <= self.corners.len();
        let ring = self.bank_mut().filter(|_| rings);
        match out {
            Outlook::Exact(out) => {
                match ring {
                    Some(ring) => {
                        ring.foresee(point, Forecast::Velocity, blocks, Outlook::Exact(&mut *out));
                    }
                    None => out.fill(0.0),
                }
                (out.iter_mut().enumerate()).for_each(|(n, out)| *out += moves(n));
            }
            Outlook::Fast(out) => {
                match ring {
                    Some(ring) => {
                        ring.foresee(point, Forecast::Velocity, blocks, Outlook::Fast(&mut *out));
                    }
                    None => out.fill(0.0),
                }
                (out.iter_mut().enumerate()).for_each(|(n, out)| *out += moves(n) as f32);
            }
        }
    }
    fn advance(&mut self, steps: usize) {
        let time = steps as f64 * self.step;
        let fallen = time * (self.velocity + 0.5 * GRAVITY * time);
        self.books.injected += self.mass * GRAVITY * fallen;
        self.height += fallen;
        self.velocity += GRAVITY * time;
        self.angle += time * self.spin;
        if let Some(ring) = self.bank_mut() {
            ring.advance(steps);
        }
        if self.corners.len() > 1 && (self.angle - self.taken_at).abs() > TURNED {
            self.take_arms();
        }
    }
}

impl Sounding for Tumble {
    fn flight(&self) -> f64 {
        self.velocity
    }
    fn ringing(&self, point: Point) -> f64 {
        self.velocity(point) - self.velocity
    }
    fn levels(&self, _: &mut [ModeLevel]) -> usize {
        0
    }
}
