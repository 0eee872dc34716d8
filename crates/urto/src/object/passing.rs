//! Points that are moved while a body sounds, heard to pass over from place to place.
//!
//! Law: what is heard of a point goes in a straight line from what it was to what it is now. Hosts
//!      move points every 64 steps, and each time what is heard would leap. Only hearing passes
//!      over: contacts are where they are, and no energy depends on this.

use crate::ramp::Ramp;
use crate::simd::Lanes;

/// A point has passed over after N steps.
const STEPS: u32 = 64;

/// Which points are passing over.
#[derive(Default)]
pub(super) struct PassingPoint {
    /// Of each point the shapes heard before it was moved, and what share they still have.
    before: Vec<Lanes<f64>>,
    share: Vec<Ramp>,
    any: bool,
}

impl PassingPoint {
    /// None of the points with these shapes.
    pub fn new(points: &[Lanes<f64>]) -> Self {
        Self {
            before: points.to_vec(),
            share: vec![Ramp::default(); points.len()],
            any: false,
        }
    }

    /// Whether any is.
    pub fn any(&self) -> bool {
        self.any
    }

    /// What share of what is heard at a point comes from where it was before, and its shapes there.
    pub fn left(&self, point: usize) -> Option<(f64, &[f64])> {
        let share = self.share[point];
        (!share.is_off()).then(|| (share.now(), &self.before[point][..]))
    }

    /// A point with these shapes is going to be heard elsewhere: from what is heard of it now.
    pub fn leave(&mut self, point: usize, shapes: &[f64]) {
        let share = self.share[point].now();
        for (before, now) in self.before[point].iter_mut().zip(shapes) {
            *before = now + share * (*before - now);
        }
        self.share[point] = Ramp::at(1.0);
        self.share[point].go(0.0, STEPS);
        self.any = true;
    }

    /// All pass on by a step.
    #[inline]
    pub fn step(&mut self) {
        if self.any {
            self.pass_on();
        }
    }

    #[inline(never)]
    fn pass_on(&mut self) {
        self.any = false;
        for share in &mut self.share {
            self.any |= share.step();
        }
    }

    /// All are where they were moved to.
    pub fn arrive(&mut self) {
        self.share.fill(Ramp::default());
        self.any = false;
    }
}
