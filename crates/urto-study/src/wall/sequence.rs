//! Impacts one after the other, each at the speed with which the last one ended (section 1.4.2).

use super::{Impact, Run, simulate};
use crate::StudyError;

/// What became of a sequence of impacts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sequence {
    /// Energy after each impact \[J\]; it ends early if a mass did not leave the wall.
    pub energies: Vec<f64>,
    /// Largest error (1.29) of any impact \[%\].
    pub deviation: f64,
    /// The same with the first samples after the contacts.
    pub deviation_with_release: f64,
}

/// Runs so many impacts, each restarted at the touch.
pub fn sequence(first: &Run, impacts: usize) -> Result<Sequence, StudyError> {
    let mut run = *first;
    let mut sequence = Sequence::default();
    for _ in 0..impacts {
        let course = simulate(&run)?;
        let Some(v_out) = course.v_out.filter(|v| *v < 0.0) else {
            break;
        };
        sequence
            .energies
            .push(0.5 * run.impact.mass * v_out * v_out);
        sequence.deviation = sequence.deviation.max(course.hamiltonian_error);
        sequence.deviation_with_release = sequence
            .deviation_with_release
            .max(course.hamiltonian_error_with_release);
        run.impact.velocity = -v_out;
    }
    Ok(sequence)
}

/// Energy after each of so many impacts \[J\], in closed form.
pub fn exact_sequence(first: &Impact, impacts: usize) -> Vec<f64> {
    let mut impact = *first;
    let mut energies = Vec::with_capacity(impacts);
    for _ in 0..impacts {
        energies.push(impact.energy_after());
        impact.velocity = -impact.rebound();
    }
    energies
}
