//! What a step had to do, and what all steps had to do.

use crate::solve::{ENOUGH, HOPELESS, Solved, Stage};

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
    /// Contacts that pressed and overlapped deeper than a micrometre.
    pub pushed_out: usize,
    /// Deepest overlap of a contact when the step began \[m\].
    pub overlap: f64,
    /// Energy that contacts gave: to push out what overlapped at the start, and rounding \[J\].
    pub given: f64,
}

/// Bins of [`Statistics::rounds`]: a problem that no more than 2^n rounds solved is in bin n.
pub const ROUND_BINS: usize = 12;

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
    /// Contacts, summed over steps, that pressed and overlapped deeper than a micrometre.
    pub pushed_out: u64,
    /// Largest residual.
    pub worst: f64,
    /// Energy that contacts gave \[J\].
    pub given: f64,
    /// Steps of 1, 2, 4 and 8 base steps that bodies took, where these differ.
    pub paces: [u64; 4],
    /// Longer steps of groups that were taken back because something struck.
    pub taken_back: u64,
    /// Touches that were found, of these near enough to matter, pressing, and rubbing besides, each
    /// summed over steps.
    pub touches: [u64; 4],
    /// Most contacts that pressed in a step.
    pub most_pressing: u64,
    /// Problems by the rounds they took (steps of Newton's method, sweeps, rounds of multipliers):
    /// none or one, two, up to four, up to eight and so on; the last bin has all above.
    pub rounds: [u64; ROUND_BINS],
    /// Deepest overlap of a contact at the begin of a step \[m\].
    pub overlap: f64,
}

impl Statistics {
    pub(crate) fn problem(&mut self, solved: &Solved) {
        let residual = solved.residual;
        self.problems += 1;
        self.above[0] += u64::from(residual > ENOUGH);
        self.above[1] += u64::from(residual > HOPELESS);
        self.worst = self.worst.max(residual);
        let bin = solved.rounds.max(1).next_power_of_two().trailing_zeros() as usize;
        self.rounds[bin.min(ROUND_BINS - 1)] += 1;
    }

    pub(crate) fn add(&mut self, step: &StepLog) {
        self.last_resorts += step.last_resorts as u64;
        self.scaled += step.scaled as u64;
        self.pushed_out += step.pushed_out as u64;
        self.given += step.given;
        let counts = [step.found, step.near, step.pressing, step.rubbing];
        for (sum, own) in self.touches.iter_mut().zip(counts) {
            *sum += own as u64;
        }
        self.most_pressing = self.most_pressing.max(step.pressing as u64);
        self.overlap = self.overlap.max(step.overlap);
    }

    /// Its counts in a row, for saving.
    pub(crate) fn counts(&mut self) -> impl Iterator<Item = &mut u64> {
        let one = [&mut self.steps, &mut self.problems];
        let failed = [
            &mut self.last_resorts,
            &mut self.scaled,
            &mut self.pushed_out,
        ];
        one.into_iter()
            .chain(&mut self.above)
            .chain(failed)
            .chain(&mut self.paces)
            .chain([&mut self.taken_back])
            .chain(&mut self.touches)
            .chain([&mut self.most_pressing])
            .chain(&mut self.rounds)
    }
}

/// How many counts there are.
pub(crate) const COUNTS: usize = 17 + ROUND_BINS;
