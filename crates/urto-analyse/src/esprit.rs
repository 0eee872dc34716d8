//! Decaying sines in a slice, without a grid of frequencies.
//!
//! Law:  the samples of K decaying sines, laid out as vectors of neighbours, span K dimensions;
//!       a step in time maps that space onto itself, and the map's eigenvalues are the sines'
//!       factors per sample (ESPRIT).
//! Step: covariance of neighbours, its strongest eigenvectors, the map between them with the
//!       first and the last row left out, its eigenvalues.
//! Refs: Roy & Kailath 1989; Hua & Sarkar 1990.

use crate::band::C;
use nalgebra::{DMatrix, Schur, SymmetricEigen};

/// Neighbours that make a vector, at most.
const LONGEST: usize = 96;
/// Most sines in a slice.
const MOST: usize = 28;
/// Dimensions count that are N times as strong as the noise's. Of white noise the
/// strongest is about ten times as strong as the lower quartile (Marchenko and Pastur).
const ABOVE_NOISE: f64 = 25.0;
/// Where more dimensions than this stand out, they are not only sines but also echoes or noise of
/// a colour, which have no end of them: the noise is then as strong as the dimension at twice this
/// place. A body seldom has that many modes within a slice and its slopes.
const FEW: usize = 14;
/// Or as the strongest: what rounding leaves, and what the filter let through.
const BELOW_STRONGEST: f64 = 1e-13;

/// Factors per sample of the sines in a slice: all there may be, some of them only noise.
pub fn factors(samples: &[C]) -> Vec<C> {
    let width = (samples.len() / 3).min(LONGEST);
    if width < 3 {
        return Vec::new();
    }
    let Some(space) = strongest(covariance(samples, width)) else {
        return Vec::new();
    };
    let rows = space.nrows() - 1;
    let (early, late) = (space.rows(0, rows), space.rows(1, rows));
    // The columns are orthonormal, so early^H·early differs from one by a single row.
    let normal = early.adjoint() * early;
    let Some(map) = normal
        .cholesky()
        .map(|normal| normal.solve(&(early.adjoint() * late)))
    else {
        return Vec::new();
    };
    let found = Schur::try_new(map, 1e-14, 10_000).and_then(|schur| schur.eigenvalues());
    found.map_or(Vec::new(), |found| found.iter().copied().collect())
}

/// Sum over time of each vector of neighbours times its conjugate.
fn covariance(samples: &[C], width: usize) -> DMatrix<C> {
    let count = samples.len() - width + 1;
    let mut sums = DMatrix::zeros(width, width);
    for k in 0..width {
        let (y, shifted) = (&samples[..count], &samples[k..k + count]);
        let mut sum: C = y.iter().zip(shifted).map(|(a, b)| a * b.conj()).sum();
        for j in 0..width - k {
            sums[(j, j + k)] = sum;
            sums[(j + k, j)] = sum.conj();
            // The next along the diagonal is the same, one sample later.
            if let (Some(a), Some(b)) = (samples.get(j + count), samples.get(j + k + count)) {
                sum += a * b.conj() - samples[j] * samples[j + k].conj();
            }
        }
    }
    sums
}

/// The eigenvectors that stand out of the noise.
fn strongest(covariance: DMatrix<C>) -> Option<DMatrix<C>> {
    let width = covariance.nrows();
    let eigen = SymmetricEigen::try_new(covariance, 1e-15, 10_000)?;
    let mut order: Vec<usize> = (0..width).collect();
    order.sort_by(|a, b| eigen.eigenvalues[*b].total_cmp(&eigen.eigenvalues[*a]));
    let strength = |place: usize| eigen.eigenvalues[order[place]];
    let mut noise = strength(3 * width / 4).max(0.0);
    let stand_out = |noise: f64| {
        let above = (0..width).take_while(|place| strength(*place) > ABOVE_NOISE * noise);
        above.count()
    };
    if stand_out(noise) > FEW {
        noise = noise.max(strength((2 * FEW).min(width / 2)));
    }
    let limit = (ABOVE_NOISE * noise).max(BELOW_STRONGEST * strength(0));
    let count = (0..width.min(MOST))
        .take_while(|place| strength(*place) > limit)
        .count()
        .min(width - 2);
    let columns: Vec<_> = order[..count]
        .iter()
        .map(|place| eigen.eigenvectors.column(*place))
        .collect();
    (count > 0).then(|| DMatrix::from_columns(&columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_sines_without_noise_are_found_to_many_digits() {
        let sines = [
            (C::new(-0.01, 0.3), C::new(1.0, 0.5)),
            (C::new(-0.02, 0.32), C::new(-0.1, 0.3)),
            (C::new(-0.2, -1.7), C::new(0.01, 0.0)),
        ];
        let samples: Vec<C> = (0..240)
            .map(|n| {
                sines
                    .iter()
                    .map(|(s, c)| c * (s * f64::from(n)).exp())
                    .sum()
            })
            .collect();
        let found = factors(&samples);
        for (sine, _) in sines {
            let nearest = found.iter().map(|z| (z.ln() - sine).norm());
            let nearest = nearest.fold(f64::INFINITY, f64::min);
            assert!(nearest < 1e-7, "{nearest}");
        }
    }
}
