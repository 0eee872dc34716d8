//! Which of a body's ways of vibrating are worth computing.

use super::form::{BodyForm, Dimensions, Partial};

/// What can be heard at all.
pub(super) struct Audibility {
    /// Most modes.
    pub budget: usize,
    /// Factors that the host puts on frequencies and decay times.
    pub tuning: f64,
    pub ringing: f64,
}

/// What is heard \[Hz\]. What lies too high for a low rate is chosen too: the body's modes are
/// the same at every rate, and the bank of modes leaves out, and reports, what it cannot play.
const HEARD: core::ops::Range<f64> = 20.0..20_000.0;
/// Vibrations that die away sooner than this are part of the blow, not of the tone \[s\].
const BRIEF: f64 = 3e-3;
/// When nothing rings, N modes still give the thud its colour.
const DULL: usize = 8;

/// The modes that are heard, lowest first. If there are more than the budget, the lower half of
/// it goes to the lowest, and the rest is spread evenly over the pitches above, as the ear
/// spreads them; there they lie so dense that no single one is missed.
pub(super) fn choose(form: &dyn BodyForm, body: &Dimensions, hearing: &Audibility) -> Vec<Partial> {
    let pitch = |partial: &Partial| form.frequency(partial, body) * hearing.tuning;
    let mut all: Vec<(f64, Partial)> = form
        .partials()
        .into_iter()
        .map(|partial| (pitch(&partial), partial))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let lowest = all[0].1;
    all.retain(|(pitch, _)| HEARD.contains(pitch));
    let rings = |pitch: f64| form.decay(pitch / hearing.tuning, body) * hearing.ringing >= BRIEF;
    let ringing = all.iter().filter(|(pitch, _)| rings(*pitch)).count();
    // Losses grow with frequency, so those that ring are the first.
    all.truncate(if ringing > 0 { ringing } else { DULL });
    if all.is_empty() {
        return vec![lowest];
    }
    thin_out(&all, hearing.budget)
}

fn thin_out(all: &[(f64, Partial)], budget: usize) -> Vec<Partial> {
    if all.len() <= budget {
        return all.iter().map(|(_, partial)| *partial).collect();
    }
    let low = budget.div_ceil(2);
    let mut chosen: Vec<Partial> = all[..low].iter().map(|(_, partial)| *partial).collect();
    let (rest, places) = (&all[low..], budget - low);
    let span = crate::math::log(rest[rest.len() - 1].0 / rest[0].0);
    let mut next = 0;
    for place in 0..places {
        let goal = rest[0].0 * crate::math::exp(span * place as f64 / places as f64);
        // The first at or above the goal, but N must remain for the places left.
        let from_goal = rest.partition_point(|(pitch, _)| *pitch < goal);
        let index = from_goal.max(next).min(rest.len() - (places - place));
        chosen.push(rest[index].1);
        next = index + 1;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_order_budget_and_reach() {
        let all: Vec<(f64, Partial)> = (1..=1000)
            .map(|m| {
                let partial = Partial { m, ..Partial::BEND };
                (20.0 * m as f64, partial)
            })
            .collect();
        for budget in [1, 2, 3, 48, 512, 999, 1000] {
            let chosen = thin_out(&all, budget);
            assert_eq!(chosen.len(), budget);
            assert!(chosen.windows(2).all(|pair| pair[0].m < pair[1].m));
            assert_eq!(chosen[0].m, 1);
        }
        let chosen = thin_out(&all, 48);
        assert!(chosen[47].m > 800, "{:?}", chosen[47]);
    }
}
