//! A wall of the mesh, or an open end: what comes back of a wave that arrives there.

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
            pole,
            reflection: Ramp::at(0.0),
        }
    }

    /// Goes to another reflection, from -1 to 1, within so many steps.
    pub fn reflect(&mut self, reflection: f64, steps: u32) {
        self.reflection.follow(reflection.clamp(-1.0, 1.0), steps);
    }

    pub fn clear(&mut self) {
        for own in [&mut self.arrived, &mut self.before, &mut self.back] {
            own.fill(0.0);
        }
        self.reflection.arrive();
    }

    /// Takes a step. `tell` gets for each cell what stands beyond it, so that it is like any other.
    pub fn step(&mut self, mut tell: impl FnMut(usize, f64)) {
        let share = (1.0 - self.pole) * self.reflection.next();
        let waves = self.arrived.iter_mut().zip(&mut self.before);
        for (cell, ((arrived, before), back)) in waves.zip(&mut self.back).enumerate() {
            *back = self.pole * *back + share * *arrived;
            tell(cell, *before + *back);
            *before = *arrived;
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
