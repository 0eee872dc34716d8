//! How the recent past fades during one step.
//!
//! The memory needs J = ∫ exp(-q·t)·w(t) dt over a step, t counted back from its end. Split
//! exp(-q·t) = exp(-q) + [exp(-q·t) - exp(-q)]: the first part is the plain mean of w, which is
//! known exactly; the second is positive, of order q, and is summed by Gauss's rule with two
//! nodes, which is exact for cubic w and has positive weights. Its moments are
//! m_j = ∫ t^j·[exp(-q·t) - exp(-q)] dt = q/(j+1)·M_(j+1), M_j = ∫ t^j·exp(-q·t) dt, and M_(j-1)
//! = (q·M_j + exp(-q))/j: all positive, so no digits are lost from q = 0 (nothing fades: nodes of
//! the weight 1 - t) to infinity (Gauss-Laguerre).

use crate::math;

/// How much of a step is remembered at its end.
#[derive(Clone, Copy)]
pub(super) struct Fading {
    /// q: duration of the step over the time of relaxation.
    pub span: f64,
    /// exp(-q): what is left at the end of what was at its start.
    pub end: f64,
    /// M_0: the weight of the whole step.
    pub whole: f64,
    /// Times before the end (0 to 1, in steps) at which w is looked at, and their weights.
    pub nodes: [(f64, f64); 2],
}

/// Beyond this, exp(-q) is nothing next to what it is added to.
const LONG: f64 = 60.0;

impl Fading {
    /// The weights for a step that lasts `q` times of relaxation.
    pub fn over(q: f64) -> Self {
        let end = math::exp(-q);
        let mut m = [0.0; 5];
        m[4] = fourth(q, end);
        for j in (1..5).rev() {
            m[j - 1] = (q * m[j] + end) / j as f64;
        }
        // Moments of the second part, without their common factor q.
        let [a, b, c, d] = [m[1], m[2] / 2.0, m[3] / 3.0, m[4] / 4.0];
        // The nodes are roots of t² - sum·t + product, orthogonal to 1 and t.
        let below = a * c - b * b;
        let sum = (a * d - b * c) / below;
        let product = (b * d - c * c) / below;
        let apart = (sum * sum - 4.0 * product).max(0.0).sqrt();
        let far = 0.5 * (sum + apart);
        let near = product / far;
        let weight = q * (b - near * a) / apart;
        Self {
            span: q,
            end,
            whole: m[0],
            nodes: [(near, q * a - weight), (far, weight)],
        }
    }
}

/// ∫ t⁴·exp(-q·t) dt from 0 to 1, from its series exp(-q)·Σ q^n/(5·6···(5+n)).
fn fourth(q: f64, end: f64) -> f64 {
    if q > LONG {
        return 24.0 / (q * q * q * q * q);
    }
    let (mut term, mut sum, mut n) = (0.2, 0.2, 5.0);
    while term > 1e-17 * sum {
        n += 1.0;
        term *= q / n;
        sum += term;
    }
    end * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both parts together against a fine sum, for powers of the time since the step began.
    #[test]
    fn the_rule_is_exact_for_cubics_at_any_span() {
        for q in [0.0, 1e-9, 1e-3, 0.3, 1.0, 4.0, 30.0, 59.0, 61.0, 1e3, 1e5] {
            let fading = Fading::over(q);
            for power in 0..4 {
                let w = |t: f64| (0..power).fold(1.0, |w, _| w * (1.0 - t));
                let by_rule = fading.end / (power + 1) as f64
                    + fading
                        .nodes
                        .iter()
                        .map(|(t, weight)| weight * w(*t))
                        .sum::<f64>();
                // Midpoints, over the part that counts.
                let (n, length) = (200_000, (40.0 / q).min(1.0));
                let exact = (0..n)
                    .map(|i| length * (i as f64 + 0.5) / n as f64)
                    .map(|t| math::exp(-q * t) * w(t) * length / n as f64)
                    .sum::<f64>();
                assert!(
                    (by_rule / exact - 1.0).abs() < 1e-8,
                    "q {q} power {power}: {by_rule} {exact}"
                );
            }
            for (t, weight) in fading.nodes {
                assert!(
                    (0.0..=1.0).contains(&t) && weight >= 0.0,
                    "q {q}: {t} {weight}"
                );
            }
        }
    }
}
