//! Impacts one after the other, each at the speed with which the last one ended (section 1.4.2).

use super::simulate::simulate_for;
use super::{Impact, Run};
use crate::StudyError;
use urto::math;

/// Most steps of one sequence: some seconds of work.
const MOST_STEPS: usize = 3_000_000;

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

/// Runs N impacts, each restarted at the touch.
pub fn sequence(first: &Run, impacts: usize) -> Result<Sequence, StudyError> {
    let mut run = *first;
    let mut sequence = Sequence::default();
    // A contact lasts as x_max/v, that is as v^-((a-1)/(a+1)); slower it is damped less, so that
    // it lasts no longer than this. The integral itself would cost more than the steps.
    let (longest, a) = (run.impact.contact_time(), run.impact.exponent);
    let mut steps = 0;
    for _ in 0..impacts {
        let slower = first.impact.velocity / run.impact.velocity;
        let lasts = longest * math::pow(slower, (a - 1.0) / (a + 1.0));
        let course = simulate_for(&run, lasts)?;
        steps += course.steps;
        if steps > MOST_STEPS {
            return Err(StudyError::Refused(format!(
                "{impacts} impacts take more than {MOST_STEPS:e} steps at {} Hz; fewer of them, a \
                 lower rate or a harder contact helps",
                run.rate.hertz()
            )));
        }
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

/// Energy after each of N impacts \[J\], in closed form.
pub fn exact_sequence(first: &Impact, impacts: usize) -> Vec<f64> {
    let mut impact = *first;
    let mut energies = Vec::with_capacity(impacts);
    for _ in 0..impacts {
        energies.push(impact.energy_after());
        impact.velocity = -impact.rebound();
    }
    energies
}
