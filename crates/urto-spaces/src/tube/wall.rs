//! A wall of the mesh, or an open end: what comes back of a wave that arrives there.

use super::law::Edge;
use urto::Ramp;

/// One side of the mesh: its cells each meet a short tube of air that ends in the surface.
///
/// What comes back is `reflection` times a one-pole low-pass of what arrived a step ago. Both are
/// at most 1 at every frequency, and the factor may move, as it stands before the pole.
pub(super) struct Wall {
    /// What arrived at the surface a step ago and two steps ago, and what comes back now.
    arrived: Vec<f64>,
    before: Vec<f64>,
    back: Vec<f64>,
    /// What it tells beyond the pressure that a hard wall would have.
    beyond: Vec<f64>,
    pole: f64,
    reflection: Ramp,
}

impl Wall {
    /// Of so many cells, with a low-pass of this pole. Allocates.
    pub fn new(cells: usize, pole: f64) -> Self {
        Self {
            arrived: vec![0.0; cells],
            before: vec![0.0; cells],
            back: vec![0.0; cells],
            beyond: vec![0.0; cells],
            pole,
            reflection: Ramp::at(0.0),
        }
    }

    /// Goes to another reflection, from -1 to 1, within so many steps.
    pub fn reflect(&mut self, reflection: f64, steps: u32) {
        self.reflection.follow(reflection.clamp(-1.0, 1.0), steps);
    }

    pub fn clear(&mut self) {
        for own in [
            &mut self.arrived,
            &mut self.before,
            &mut self.back,
            &mut self.beyond,
        ] {
            own.fill(0.0);
        }
        self.reflection.arrive();
    }

    /// Takes a step. `tell` gets for each cell what stands there beyond the pressure at the wall.
    pub fn step(&mut self, mut tell: impl FnMut(usize, f64)) {
        let share = (1.0 - self.pole) * self.reflection.next();
        let waves = self.arrived.iter_mut().zip(&mut self.before);
        let backs = self.back.iter_mut().zip(&mut self.beyond);
        for ((arrived, before), (back, beyond)) in waves.zip(backs) {
            let pressure = *arrived + *back;
            *back = self.pole * *back + share * *arrived;
            *beyond = *before + *back - pressure;
            *before = *arrived;
        }
        // Its corners are mirrors, as those of the air.
        let last = self.beyond.len() - 1;
        for (cell, own) in self.beyond.iter().enumerate() {
            let beside = self.beyond[cell.saturating_sub(1)] + self.beyond[(cell + 1).min(last)];
            tell(cell, own - Edge::GRAZE * (own - 0.5 * beside));
        }
    }

    /// The pressures of its cells are known: so is what arrives at the surface.
    pub fn arrive(&mut self, pressure: impl Fn(usize) -> f64) {
        let waves = self.arrived.iter_mut().zip(&self.back);
        for (cell, (arrived, back)) in waves.enumerate() {
            *arrived = pressure(cell) - back;
        }
    }

    /// The loudest that comes back.
    pub fn rest(&self) -> f64 {
        self.back.iter().fold(0.0, |most, own| own.abs().max(most))
    }
}
