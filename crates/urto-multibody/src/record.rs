//! What a step had to do, and what all steps had to do.

use crate::solve::{ENOUGH, HOPELESS, Stage};

/// What one step did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepLog {
    /// Touches that were found.
    pub found: usize,
    /// Touches near enough to matter in the step.
    pub near: usize,
    /// Contacts that pressed.
    pub pressing: usize,
    /// Contacts that rubbed besides.
    pub rubbing: usize,
    /// Groups of bodies that were solved together.
    pub groups: usize,
    /// Largest residual of a group.
    pub residual: f64,
    /// Dearest rung that a group needed.
    pub stage: Option<Stage>,
    /// Groups that took the last resort.
    pub last_resorts: usize,
    /// Groups whose impulses were scaled down to stay passive.
    pub scaled: usize,
    /// Contacts that overlapped deeper than a micrometre and were pushed out.
    pub pushed_out: usize,
    /// Energy that contacts gave, which is that of pushing out and rounding \[J\].
    pub given: f64,
}

/// Counts over all steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Base steps that were gone through.
    pub steps: u64,
    /// Contact problems that were solved.
    pub problems: u64,
    /// Problems with a residual above a millionth, and above a thousandth.
    pub above: [u64; 2],
    /// Problems that took the last resort.
    pub last_resorts: u64,
    /// Problems whose impulses were scaled down to stay passive.
    pub scaled: u64,
    /// Contacts, summed over steps, that were pushed out of an overlap.
    pub pushed_out: u64,
    /// Largest residual.
    pub worst: f64,
    /// Energy that contacts gave \[J\].
    pub given: f64,
    /// Steps of 1, 2, 4 and 8 base steps that bodies took, where these differ.
    pub paces: [u64; 4],
    /// Longer steps of groups that were taken back because something struck.
    pub taken_back: u64,
}

impl Statistics {
    pub(crate) fn problem(&mut self, residual: f64) {
        self.problems += 1;
        self.above[0] += u64::from(residual > ENOUGH);
        self.above[1] += u64::from(residual > HOPELESS);
        self.worst = self.worst.max(residual);
    }

    pub(crate) fn add(&mut self, step: &StepLog) {
        self.last_resorts += step.last_resorts as u64;
        self.scaled += step.scaled as u64;
        self.pushed_out += step.pushed_out as u64;
        self.given += step.given;
    }
}
