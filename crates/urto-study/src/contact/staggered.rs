//! The paper's solver: normal impulses and friction in turn, each by a problem of its own.
//!
//! Law:    equations (5a) and (5b): normal impulses that keep velocities from closing, with friction as
//!         it is; then the friction that dissipates most under those loads; until both stand still.
//! Step:   (5a) by an active set from the last one; (5b) by sweeps, each contact's disc exactly (the
//!         paper cuts discs to polygons, which loses up to 8 % of the friction of 8 directions).
//! Refs:   Zheng & James 2011, section 3; Kaufman et al. 2008; Lawson & Hanson 1974 (active set).

use urto_multibody::solve::Problem;

/// Turns, and sweeps of each problem of friction.
const TURNS: usize = 60;
const SWEEPS: usize = 200;
/// Added to the diagonal of what an active set leaves singular, against its mean.
const RIDGE: f64 = 1e-12;
/// Newton's steps for the drag of a disc.
const NEWTON: usize = 12;

/// What came out.
pub struct Staggered {
    /// Normal and two tangents of each contact \[N·s\]; the best that was seen.
    pub impulses: Vec<f64>,
    /// See [`Problem::residual`].
    pub residual: f64,
    /// Turns it took.
    pub turns: usize,
}

/// Solves a problem from the impulses of the last step.
pub fn staggered(problem: &Problem, warm: &[f64], goal: f64) -> Staggered {
    let mut r = warm.to_vec();
    let mut best = Staggered {
        residual: problem.residual(&r),
        impulses: r.clone(),
        turns: 0,
    };
    while best.turns < TURNS && best.residual > goal {
        best.turns += 1;
        press(problem, &mut r);
        rub(problem, &mut r);
        let residual = problem.residual(&r);
        if residual < best.residual {
            best.impulses.copy_from_slice(&r);
            best.residual = residual;
        }
    }
    best
}

/// (5a): normal impulses under the friction that there is.
fn press(problem: &Problem, r: &mut [f64]) {
    let count = problem.contacts();
    let rubbing: Vec<f64> = (0..3 * count)
        .map(|k| if k % 3 == 0 { 0.0 } else { r[k] })
        .collect();
    let drift: Vec<f64> = (0..count)
        .map(|k| problem.drift(3 * k) + dot(problem.response_row(3 * k), &rubbing))
        .collect();
    let matrix: Vec<Vec<f64>> = (0..count)
        .map(|k| {
            problem
                .response_row(3 * k)
                .iter()
                .step_by(3)
                .copied()
                .collect()
        })
        .collect();
    let mut normals: Vec<f64> = r.iter().step_by(3).copied().collect();
    active_set(&matrix, &drift, &mut normals);
    for (k, own) in normals.into_iter().enumerate() {
        r[3 * k] = own;
    }
}

/// `x >= 0` with `A·x + c >= 0` and one of them zero in each row, from an `x` that may be near.
pub fn active_set(a: &[Vec<f64>], c: &[f64], x: &mut [f64]) {
    let count = c.len();
    let mean = (0..count).map(|k| a[k][k]).sum::<f64>() / count.max(1) as f64;
    let small = 1e-12 * c.iter().fold(0.0f64, |most, own| most.max(own.abs()));
    let mut active: Vec<bool> = x.iter().map(|own| *own > 0.0).collect();
    for _ in 0..4 * count + 4 {
        let set: Vec<usize> = (0..count).filter(|k| active[*k]).collect();
        let Some(wanted) = solve_within(a, c, &set, RIDGE * mean) else {
            return;
        };
        // Towards it, until the first gives way.
        let mut share = 1.0f64;
        let mut first = None;
        for (k, to) in set.iter().zip(&wanted) {
            if *to <= 0.0 {
                let until = x[*k] / (x[*k] - to);
                if first.is_none() || until < share {
                    (share, first) = (until, Some(*k));
                }
            }
        }
        for (k, to) in set.iter().zip(&wanted) {
            x[*k] += share * (to - x[*k]);
        }
        if let Some(k) = first {
            (x[k], active[k]) = (0.0, false);
            continue;
        }
        let closing = |k: &usize| -(c[*k] + dot(&a[*k], x));
        let next = (0..count)
            .filter(|k| !active[*k] && closing(k) > small)
            .max_by(|a, b| closing(a).total_cmp(&closing(b)));
        match next {
            Some(k) => active[k] = true,
            None => return,
        }
    }
}

/// `A·x = -c` among some rows, by Cholesky's factor.
fn solve_within(a: &[Vec<f64>], c: &[f64], set: &[usize], ridge: f64) -> Option<Vec<f64>> {
    let n = set.len();
    let mut l = vec![vec![0.0; n]; n];
    for row in 0..n {
        for column in 0..=row {
            let known = dot(&l[row][..column], &l[column][..column]);
            let rest = a[set[row]][set[column]] - known;
            if row == column {
                let rest = rest.max(0.0) + ridge;
                if rest <= 0.0 || !rest.is_finite() {
                    return None;
                }
                l[row][row] = rest.sqrt();
            } else {
                l[row][column] = rest / l[column][column];
            }
        }
    }
    let mut x: Vec<f64> = set.iter().map(|k| -c[*k]).collect();
    for row in 0..n {
        x[row] = (x[row] - dot(&l[row][..row], &x[..row])) / l[row][row];
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| l[k][row] * x[k]).sum();
        x[row] = (x[row] - known) / l[row][row];
    }
    Some(x)
}

/// (5b): friction under the loads that there are.
fn rub(problem: &Problem, r: &mut [f64]) {
    for _ in 0..SWEEPS {
        let (mut change, mut size) = (0.0f64, 0.0f64);
        for contact in 0..problem.contacts() {
            let k = 3 * contact + 1;
            let rows = [problem.response_row(k), problem.response_row(k + 1)];
            let h = [rows[0][k], rows[0][k + 1], rows[1][k + 1]];
            let old = [r[k], r[k + 1]];
            let slip = [0, 1].map(|d| problem.drift(k + d) + dot(rows[d], r));
            let free = [
                slip[0] - h[0] * old[0] - h[1] * old[1],
                slip[1] - h[1] * old[0] - h[2] * old[1],
            ];
            let reach = problem.friction(contact) * r[3 * contact].max(0.0);
            let own = within_disc(h, free, reach);
            (r[k], r[k + 1]) = (own[0], own[1]);
            change = change.max((own[0] - old[0]).abs() + (own[1] - old[1]).abs());
            size = size.max(own[0].abs() + own[1].abs());
        }
        if change <= 1e-12 * size {
            return;
        }
    }
}

/// The friction within a disc that dissipates most: `(h + drag)·x = -c` with the least drag that keeps
/// it within; the drag by Newton's method on 1/|x|, which is nearly a straight line.
fn within_disc(h: [f64; 3], c: [f64; 2], reach: f64) -> [f64; 2] {
    let ridge = RIDGE * (h[0] + h[2]);
    let solve = |drag: f64, c: [f64; 2]| {
        let (a, d) = (h[0] + ridge + drag, h[2] + ridge + drag);
        let determinant = (a * d - h[1] * h[1]).max(f64::MIN_POSITIVE);
        [
            (h[1] * c[1] - d * c[0]) / determinant,
            (h[1] * c[0] - a * c[1]) / determinant,
        ]
    };
    let long = |x: [f64; 2]| (x[0] * x[0] + x[1] * x[1]).sqrt();
    if reach <= 0.0 {
        return [0.0; 2];
    }
    let (mut drag, mut own) = (0.0, solve(0.0, c));
    for _ in 0..NEWTON {
        let size = long(own);
        if size <= reach * (1.0 + 1e-14) {
            break;
        }
        let next = solve(drag, own);
        let fall = -(own[0] * next[0] + own[1] * next[1]);
        drag += size * size / fall * (size / reach - 1.0);
        own = solve(drag, c);
    }
    let by = (reach / long(own)).min(1.0);
    own.map(|x| x * by)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use urto::rng::Rng;
    use urto_multibody::solve::sample::Series;

    /// A box on a floor is what it solves well.
    #[test]
    fn a_box_is_solved() {
        let mut rng = Rng::new(5);
        for _ in 0..3 {
            let mut series = Series::new(&mut rng, 0);
            let mut warm = vec![0.0; 3 * series.contacts()];
            for _ in 0..5 {
                let problem = series.problem(&mut rng);
                let own = staggered(&problem, &warm, 1e-7);
                assert!(own.residual <= 1e-6, "{:e}", own.residual);
                series.take(&own.impulses);
                warm = own.impulses;
            }
        }
    }

    #[test]
    fn friction_is_along_the_slip_and_within_its_disc() {
        let mut rng = Rng::new(2);
        for _ in 0..50 {
            let (a, b, c) = (rng.signed(), rng.signed(), rng.signed());
            let h = [a * a + 0.1, a * b, b * b + c * c + 0.1];
            let v = [rng.signed(), rng.signed()];
            let reach = 0.3 * rng.uniform();
            let x = within_disc(h, v, reach);
            let u = [
                h[0] * x[0] + h[1] * x[1] + v[0],
                h[1] * x[0] + h[2] * x[1] + v[1],
            ];
            let long = |own: [f64; 2]| (own[0] * own[0] + own[1] * own[1]).sqrt();
            let (size, slip) = (long(x), long(u));
            assert!(size <= reach * (1.0 + 1e-9));
            let against = -(u[0] * x[0] + u[1] * x[1]);
            // It sticks, or rubs straight against the slip with all it has.
            assert!(
                slip < 1e-9 || (against - slip * reach).abs() < 1e-9,
                "{slip} {size} {reach}"
            );
        }
    }

    #[test]
    fn an_active_set_meets_both_conditions() {
        let mut rng = Rng::new(8);
        for _ in 0..20 {
            let n = 3 + rng.below(10);
            let rows: Vec<Vec<f64>> = (0..n)
                .map(|_| (0..4).map(|_| rng.signed()).collect())
                .collect();
            let a: Vec<Vec<f64>> = (0..n)
                .map(|i| (0..n).map(|j| dot(&rows[i], &rows[j])).collect())
                .collect();
            // Within reach of the rows, as velocities are.
            let way: Vec<f64> = (0..4).map(|_| rng.signed()).collect();
            let c: Vec<f64> = rows.iter().map(|row| dot(row, &way)).collect();
            let mut x = vec![0.0; n];
            active_set(&a, &c, &mut x);
            for k in 0..n {
                let u = c[k] + dot(&a[k], &x);
                assert!(
                    x[k] >= 0.0 && u > -1e-5 && (x[k] * u).abs() < 1e-5,
                    "{u} {}",
                    x[k]
                );
            }
        }
    }
}
