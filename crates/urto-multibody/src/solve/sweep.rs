//! Sweeps from contact to contact, each solved exactly while the others wait (NSGS).

use super::Problem;
use super::dense::dot;

/// Added to a contact's own response, against the mean of all: one that nothing can move sideways
/// would have none.
const RIDGE: f64 = 1e-9;

/// Sweeps to and fro.
pub(super) fn sweeps(problem: &Problem, r: &mut [f64], count: usize) {
    let contacts = problem.contacts();
    let ridge = RIDGE * problem.mean_weight();
    for sweep in 0..count {
        for turn in 0..contacts {
            let contact = if sweep % 2 == 1 {
                contacts - 1 - turn
            } else {
                turn
            };
            let k = 3 * contact;
            let mut block = [[0.0; 3]; 3];
            let mut rest = [0.0; 3];
            for d in 0..3 {
                let row = problem.response_row(k + d);
                block[d].copy_from_slice(&row[k..k + 3]);
                rest[d] = problem.drift[k + d] + dot(row, r) - dot(&block[d], &r[k..k + 3]);
                block[d][d] += ridge;
            }
            let own = alone(&block, rest, problem.friction[contact]);
            r[k..k + 3].copy_from_slice(&own);
        }
    }
}

/// Coulomb's law for a single contact, given its part of `W` and its velocity without its impulse.
///
/// While it presses, `u_n = 0` gives `r_n`, and what is left along the tangents is
/// `h·r_t + c = u_t`. Slip against the friction is `u_t = -drag·r_t`, so that one number, the drag,
/// is sought: at 0 it sticks, and the larger it is the smaller is the friction.
fn alone(w: &[[f64; 3]; 3], v: [f64; 3], mu: f64) -> [f64; 3] {
    if v[0] >= 0.0 || w[0][0].is_nan() || w[0][0] <= 0.0 {
        return [0.0; 3];
    }
    let inverse = 1.0 / w[0][0];
    let frictionless = [-v[0] * inverse, 0.0, 0.0];
    if mu <= 0.0 {
        return frictionless;
    }
    let h = [
        w[1][1] - w[0][1] * w[0][1] * inverse,
        w[1][2] - w[0][1] * w[0][2] * inverse,
        w[2][2] - w[0][2] * w[0][2] * inverse,
    ];
    let c = [
        v[1] - w[0][1] * v[0] * inverse,
        v[2] - w[0][2] * v[0] * inverse,
    ];
    // The impulse for a drag, and by how much its friction is too large.
    let at = |drag: f64| {
        let (a, d) = (h[0] + drag, h[2] + drag);
        let determinant = (a * d - h[1] * h[1]).max(f64::MIN_POSITIVE);
        let x = (h[1] * c[1] - d * c[0]) / determinant;
        let y = (h[1] * c[0] - a * c[1]) / determinant;
        let normal = (-v[0] - w[0][1] * x - w[0][2] * y) * inverse;
        ([normal, x, y], (x * x + y * y).sqrt() - mu * normal)
    };
    let (sticking, excess) = at(0.0);
    if excess <= 0.0 {
        return sticking;
    }
    let mut low = (0.0, excess);
    let mut high = (w[1][1].max(w[2][2]), 0.0);
    // Friction falls with the drag while the load goes to that without friction, so that a large
    // enough drag is found; 100 doublings twice over pass every number that there is.
    let mut found = false;
    for _ in 0..100 {
        high.1 = at(high.0).1;
        if high.1 <= 0.0 {
            found = true;
            break;
        }
        low = high;
        high.0 *= 4.0;
    }
    if !found {
        return frictionless;
    }
    // Regula falsi (Illinois), which keeps the bracket.
    let mut own = sticking;
    let mut side = 0;
    for _ in 0..80 {
        let cut = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
        let drag = if cut > low.0 && cut < high.0 {
            cut
        } else {
            0.5 * (low.0 + high.0)
        };
        let (now, excess) = at(drag);
        own = now;
        if excess.abs() <= 1e-15 * mu * own[0].abs() || high.0 - low.0 <= 1e-15 * high.0 {
            break;
        }
        if excess > 0.0 {
            low = (drag, excess);
            if side == 1 {
                high.1 *= 0.5;
            }
            side = 1;
        } else {
            high = (drag, excess);
            if side == 2 {
                low.1 *= 0.5;
            }
            side = 2;
        }
    }
    let tangential = (own[1] * own[1] + own[2] * own[2]).sqrt();
    if own[0].is_nan() || own[0] <= 0.0 {
        return [0.0; 3];
    }
    if tangential > 0.0 {
        let by = mu * own[0] / tangential;
        own[1] *= by;
        own[2] *= by;
    }
    own
}
