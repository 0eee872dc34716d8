//! What an ensemble can do besides its physics: have points that move, be retuned, ring on
//! untouched, tell how it sounds.

use super::{Ensemble, MemberPoint};
use crate::math::{LN_1000, TAU};
use crate::object::mode::{Mode, Step};
use crate::object::ringing::Tone;
use crate::object::{
    BLOCK, Forecast, FreeRun, ModeLevel, Object, Outlook, Point, Points, Position, Retunable,
    Sounding,
};
use core::ops::Range;

impl Points for Ensemble {
    fn find(&self, name: &str) -> Option<Point> {
        (name == "air").then_some(Point(self.rows.len() as u32))
    }
    fn names(&self) -> Vec<&str> {
        vec!["air"]
    }
    /// A body is struck at the nearest of its places from now on; what tears all stays.
    fn move_point(&mut self, point: Point, to: Position) -> Option<f64> {
        let Position::Along(to) = to else {
            return None;
        };
        let Some((first, places)) = self.elsewhere.get(point.index()) else {
            return Some(0.0);
        };
        let away = |spot: &&MemberPoint| (spot.place - to).abs();
        let nearest = places.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
        let Some(MemberPoint { shapes, .. }) = nearest else {
            return Some(0.0);
        };
        let row = &mut self.rows[point.index()];
        let (q, mut jump) = (&self.bank.state.q, 0.0);
        for (mode, shape) in (*first..).zip(shapes) {
            jump += (shape - row[mode]) * q[mode];
            row[mode] = *shape;
        }
        self.revision = self.revision.wrapping_add(1);
        Some(jump)
    }
}

impl Retunable for Ensemble {
    /// A mode becomes that of another body. What it still held goes on as far as it gains neither
    /// energy nor speed.
    fn retune(&mut self, mode: usize, to: &Mode) {
        let Some(old) = self.steps.get(mode).copied() else {
            return;
        };
        let rings = to.frequency < self.rate.highest_mode();
        let new = if rings {
            Step::ringing(to.frequency, to.decay, to.mass, self.rate)
        } else {
            Step::silent()
        };
        if self.awake {
            let state = &mut self.bank.state;
            let kept = (old.mass / new.mass).sqrt().min(1.0);
            let bends = if old.w2 > 0.0 && new.w2 > 0.0 {
                (old.w2 / new.w2).sqrt()
            } else {
                0.0
            };
            state.v[mode] *= if bends > 0.0 { kept } else { 0.0 };
            state.q[mode] *= kept * bends;
        }
        self.bank.set(mode, &new);
        self.steps[mode] = new;
        self.hear(mode, if rings { to.frequency } else { 0.0 });
        let tone = match rings {
            true => Tone::Rings {
                w: TAU * to.frequency,
                sigma: LN_1000 / to.decay,
            },
            false => Tone::Silent,
        };
        let body = self.owners[mode];
        self.aired.tune(mode, tone, (body, self.pole[mode]));
        self.revision = self.revision.wrapping_add(1);
    }
}

impl FreeRun for Ensemble {
    fn reach(&self, point: Point, _: usize) -> Option<[f64; 2]> {
        (!self.awake || self.is_air(point)).then_some([0.0; 2])
    }
    fn prepare(&mut self) -> bool {
        if self.awake {
            self.aired.ready(&self.bank, &self.slow, &self.loud);
        }
        true
    }
    /// All send what they send into the air; of one by itself nothing is foreseen.
    fn foresee(&mut self, point: Point, _: Forecast, blocks: Range<usize>, out: Outlook) {
        if self.awake && self.is_air(point) {
            self.aired.foresee(&self.loud, blocks, out);
        } else {
            out.silence();
        }
    }
    fn advance(&mut self, steps: usize) {
        let mut left = steps;
        while left >= BLOCK && self.awake {
            self.aired.ready(&self.bank, &self.slow, &self.loud);
            let (jumped, moving) = self.aired.jump(&mut self.bank, &mut self.slow, left);
            left -= jumped;
            self.awake = moving;
            if !moving {
                self.slow.fill(0.0);
            }
        }
        (0..left).for_each(|_| self.end());
    }
}

impl Sounding for Ensemble {
    fn flight(&self) -> f64 {
        0.0
    }
    fn ringing(&self, point: Point) -> f64 {
        if !self.awake {
            0.0
        } else if self.is_air(point) {
            self.air
        } else {
            self.sum(point, &self.bank.state.v)
        }
    }
    fn levels(&self, into: &mut [ModeLevel]) -> usize {
        let state = &self.bank.state;
        let ring = self
            .hertz
            .iter()
            .enumerate()
            .filter(|(_, hertz)| **hertz > 0.0);
        let mut count = 0;
        for ((mode, hertz), level) in ring.zip(into) {
            level.frequency = *hertz as f32;
            level.speed = (2.0 * self.steps[mode].energy(state.q[mode], state.v[mode])
                / self.steps[mode].mass)
                .sqrt() as f32;
            count += 1;
        }
        count
    }
}
