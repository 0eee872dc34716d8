//! Bessel functions, for what is round.
//!
//! Refs: Abramowitz & Stegun 1964, 9.5 (zeros) and 9.6.10 (the series of I).

/// `J_n(x)`: pure Rust, the same bits everywhere (as all of `crate::math`).
pub(super) fn j(n: usize, x: f64) -> f64 {
    libm::jn(n as i32, x)
}

/// Derivative of `J_n`.
pub(super) fn j_slope(n: usize, x: f64) -> f64 {
    if n == 0 {
        -j(1, x)
    } else {
        0.5 * (j(n - 1, x) - j(n + 1, x))
    }
}

/// `I_n(x)` by its ascending series, whose terms are all positive: no digits are lost. Meant
/// for x below 100.
pub(super) fn i(n: usize, x: f64) -> f64 {
    let mut term = 1.0;
    for k in 1..=n {
        term *= 0.5 * x / k as f64;
    }
    let (mut sum, mut k) = (term, 0.0);
    while term > 1e-17 * sum {
        k += 1.0;
        term *= 0.25 * x * x / (k * (k + n as f64));
        sum += term;
    }
    sum
}

/// Derivative of `I_n`.
pub(super) fn i_slope(n: usize, x: f64) -> f64 {
    if n == 0 {
        i(1, x)
    } else {
        0.5 * (i(n - 1, x) + i(n + 1, x))
    }
}

/// The first zeros of `J_n`, by Newton's method. The first starts from A&S 9.5.14, each further
/// one lies a little more than pi above the one before.
pub(super) fn zeros(n: usize, count: usize) -> Vec<f64> {
    let cube = libm::cbrt(n as f64);
    let mut start = match n {
        0 => 2.4,
        _ => n as f64 + 1.855_757_1 * cube + 1.033_15 / cube,
    };
    let mut zeros = Vec::with_capacity(count);
    while zeros.len() < count {
        let mut x = start;
        for _ in 0..8 {
            x -= j(n, x) / j_slope(n, x);
        }
        let gap = zeros.last().map_or(3.3, |last| x - last);
        start = x + 0.5 * (gap + core::f64::consts::PI);
        zeros.push(x);
    }
    zeros
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against Abramowitz & Stegun's tables 9.5 and 9.8.
    #[test]
    fn values_agree_with_tables() {
        let known = [
            (0, 0, 2.404_825_557_7),
            (0, 4, 14.930_917_708_5),
            (1, 0, 3.831_705_970_2),
            (2, 2, 11.619_841_172_1),
            (8, 0, 12.225_092_264_0),
            (8, 4, 26.266_814_641_4),
        ];
        for (n, s, zero) in known {
            assert!((zeros(n, s + 1)[s] - zero).abs() < 1e-8, "{n} {s}");
        }
        for n in 0..16 {
            let found = zeros(n, 12);
            assert!(found.windows(2).all(|pair| {
                let gap = pair[1] - pair[0];
                (3.1..4.6).contains(&gap)
            }));
        }
        assert!((i(0, 2.0) - 2.279_585_302_336_067).abs() < 1e-12);
        assert!((i(3, 5.0) - 10.331_150_169_151_138).abs() < 1e-10);
    }
}
