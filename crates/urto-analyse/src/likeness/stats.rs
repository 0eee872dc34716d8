//! Means, medians, percentiles and decibels.

use urto::math;

/// Powers below this are silence \[full scale squared\].
pub const SILENCE: f64 = 1e-20;

/// A power in decibels.
pub fn decibels(power: f64) -> f64 {
    10.0 * math::log10(power.max(SILENCE))
}

/// How many octaves above 1 kHz.
pub fn octaves(hertz: f64) -> f64 {
    math::log(hertz / 1000.0) / core::f64::consts::LN_2
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Standard deviation of all there are, not of a sample.
pub fn deviation(values: &[f64]) -> f64 {
    let middle = mean(values);
    let squares: f64 = values.iter().map(|x| (x - middle) * (x - middle)).sum();
    (squares / values.len() as f64).sqrt()
}

/// The value below which this share lies, between two values in proportion; NaN of none.
pub fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let rank = share * last as f64;
    let below = rank as usize;
    let above = (below + 1).min(last);
    sorted[below] + (rank - below as f64) * (sorted[above] - sorted[below])
}

/// NaN of none.
pub fn median(values: &[f64]) -> f64 {
    percentile(values, 0.5)
}

pub fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Place of the greatest value, the first of several; 0 of none.
pub fn place_of_greatest(values: &[f64]) -> usize {
    let mut best = 0;
    for (place, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = place;
        }
    }
    best
}

/// Sum of the products of a row with itself, N places later.
pub fn correlation(values: &[f64], lag: usize) -> f64 {
    values.iter().zip(&values[lag..]).map(|(a, b)| a * b).sum()
}

/// Flatness of a power spectrum \[dB\]: geometric over arithmetic mean, 0 for one that is level.
pub fn flatness(powers: impl Iterator<Item = f64>) -> f64 {
    let (mut logs, mut sum, mut count) = (0.0, 0.0, 0.0);
    for power in powers {
        let power = power + SILENCE;
        logs += math::log10(power);
        sum += power;
        count += 1.0;
    }
    10.0 * (logs / count - math::log10(sum / count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_lie_between_values_in_proportion() {
        let values = [4.0, 1.0, 3.0, 2.0];
        assert_eq!(median(&values), 2.5);
        assert!((percentile(&values, 0.1) - 1.3).abs() < 1e-12);
        assert_eq!(percentile(&values, 1.0), 4.0);
        assert!(median(&[]).is_nan());
        assert_eq!(place_of_greatest(&[1.0, 5.0, 5.0]), 1);
    }

    #[test]
    fn a_level_spectrum_is_flat_and_a_line_is_not() {
        assert!(flatness([2.0; 9].into_iter()).abs() < 1e-12);
        // Three of 1 and one of 10,000: the geometric mean is 10, the arithmetic one 2500.75.
        let line = flatness([1.0, 1.0, 1.0, 10_000.0].into_iter());
        assert!((line - 10.0 * math::log10(10.0 / 2500.75)).abs() < 1e-9);
    }
}
