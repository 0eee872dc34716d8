//! The numbers of a bank of modes, laid out for speed: one array per quantity, padded to whole
//! groups of lanes with modes that neither move nor answer.

use super::mode::Step;
use crate::simd::{self, LANES, Level};

/// Coefficients and state of all modes.
pub(super) struct Bank {
    level: Level,
    /// `-k`, `a12`, `a21`, `a22`, `b1`, `b2` of every mode's step.
    back: Vec<f64>,
    a12: Vec<f64>,
    a21: Vec<f64>,
    a22: Vec<f64>,
    pub b1: Vec<f64>,
    pub b2: Vec<f64>,
    /// Displacement and velocity of every mode.
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    /// Free motion of the coming step: displacement gained, and velocity at its end.
    pub gained: Vec<f64>,
    pub v_free: Vec<f64>,
    force: Vec<f64>,
}

impl Bank {
    /// Modes at rest that do not move yet.
    pub fn new(modes: usize) -> Self {
        let zeros = || vec![0.0; padded(modes)];
        Self {
            level: Level::best(),
            back: zeros(),
            a12: zeros(),
            a21: zeros(),
            a22: zeros(),
            b1: zeros(),
            b2: zeros(),
            q: zeros(),
            v: zeros(),
            gained: zeros(),
            v_free: zeros(),
            force: zeros(),
        }
    }

    /// Gives a mode its step.
    pub fn set(&mut self, mode: usize, step: &Step) {
        self.back[mode] = -step.k;
        self.a12[mode] = step.a12;
        self.a21[mode] = step.a21;
        self.a22[mode] = step.a22;
        self.b1[mode] = step.b1;
        self.b2[mode] = step.b2;
    }

    /// Works out the free motion of the coming step.
    pub fn begin(&mut self) {
        let (q, v) = (&self.q, &self.v);
        simd::blend(self.level, &mut self.gained, &self.a12, v, &self.back, q);
        simd::blend(self.level, &mut self.v_free, &self.a21, q, &self.a22, v);
    }

    /// Adds a force \[N\] where the modes have these shapes.
    pub fn push(&mut self, shapes: &[f64], newtons: f64) {
        simd::add_scaled(self.level, &mut self.force, shapes, newtons);
    }

    /// Takes a step without force.
    pub fn end_free(&mut self) {
        simd::add(self.level, &mut self.q, &self.gained);
        core::mem::swap(&mut self.v, &mut self.v_free);
    }

    /// Takes a step with the forces pushed, and returns their work \[J\].
    pub fn end_pushed(&mut self) -> f64 {
        simd::add_product(self.level, &mut self.gained, &self.b1, &self.force);
        simd::add_product(self.level, &mut self.v_free, &self.b2, &self.force);
        let work = simd::dot(self.level, &self.force, &self.gained);
        self.end_free();
        self.force.fill(0.0);
        work
    }

    /// What a point with these shapes sees of a quantity.
    pub fn sum(&self, shapes: &[f64], values: &[f64]) -> f64 {
        simd::dot(self.level, shapes, values)
    }

    /// Everything at rest.
    pub fn clear(&mut self) {
        let states = [
            &mut self.q,
            &mut self.v,
            &mut self.gained,
            &mut self.v_free,
            &mut self.force,
        ];
        states.into_iter().for_each(|state| state.fill(0.0));
    }
}

/// A number of modes, filled up to whole groups of lanes.
pub(super) fn padded(modes: usize) -> usize {
    modes.next_multiple_of(LANES)
}
