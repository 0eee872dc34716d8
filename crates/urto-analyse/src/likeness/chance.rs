//! What chance gives: how ragged the mean of a few spectra of noise is.
//!
//! Law: a line of the mean of K independent power spectra of noise is Gamma-distributed with shape
//!      K: the mean of its logarithm is digamma(K) - ln K below that of its mean, and quantiles
//!      follow from the incomplete gamma function.
//! Refs: Abramowitz & Stegun 1964, 6.3.18, 6.5.29.

use urto::math;

/// Derivative of the logarithm of the gamma function, for x > 0.
pub fn digamma(mut x: f64) -> f64 {
    let mut sum = 0.0;
    // The series is good to 1e-12 from here on.
    while x < 10.0 {
        sum -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = 1.0 / 12.0 - square * (1.0 / 120.0 - square * (1.0 / 252.0 - square / 240.0));
    sum + math::log(x) - 0.5 / x - square * series
}

/// The share of a gamma distribution of this shape that lies below x.
fn share_below(x: f64, shape: f64) -> f64 {
    let (mut sum, mut term, mut n) = (1.0, 1.0, 1.0);
    while term > 1e-17 * sum {
        term *= x / (shape + n);
        sum += term;
        n += 1.0;
    }
    sum * math::exp(shape * math::log(x) - x) / math::gamma(shape + 1.0)
}

/// Where this share of a gamma distribution lies below; shapes from 1 to 150.
pub fn quantile(share: f64, shape: f64) -> f64 {
    // Ten times its width above the mean lies all but 1e-4 of the widest (shape 1).
    let (mut low, mut high) = (0.0, shape + 10.0 * shape.sqrt());
    // As many halvings as a number has digits.
    for _ in 0..53 {
        let middle = 0.5 * (low + high);
        match share_below(middle, shape) < share {
            true => low = middle,
            false => high = middle,
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shape 1 is the exponential distribution, whose quantiles are -ln(1 - share).
    #[test]
    fn closed_forms() {
        for share in [0.5, 0.9, 1.0 - 1.0 / 600.0] {
            let expected = -math::log(1.0 - share);
            assert!((quantile(share, 1.0) / expected - 1.0).abs() < 1e-12);
        }
        // Wide ones are nearly normal: the median is shape - 1/3 + 8/405/shape.
        let median = 80.0 - 1.0 / 3.0 + 8.0 / 405.0 / 80.0;
        assert!((quantile(0.5, 80.0) - median).abs() < 1e-4);
        // digamma(1) is minus Euler's constant, and digamma(x + 1) = digamma(x) + 1/x.
        assert!((digamma(1.0) + 0.577_215_664_901_532_9).abs() < 1e-12);
        assert!((digamma(30.5) - digamma(29.5) - 1.0 / 29.5).abs() < 1e-12);
    }
}
