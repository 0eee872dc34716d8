//! Spherical Bessel functions j_n: waves that are finite at the centre.

use urto::math::{cos, sin};

/// j_0(x) to j_N(x), x >= 0, by downward recurrence (Miller), which is stable where j_n falls.
pub(super) fn regular(x: f64, out: &mut [f64]) {
    if x < 1e-9 {
        // j_1(1e-9) is 3e-10: nothing beside j_0 = 1.
        out.fill(0.0);
        out[0] = 1.0;
        return;
    }
    // Far enough above both x and the last wanted one that the start does not show: beyond x each
    // step down gains a factor of at least 1 + (n-x)/x, and 40 to 60 of them gain 16 digits.
    let start = out.len().max(x.ceil() as usize) + 40 + x.sqrt().ceil() as usize;
    let (mut above, mut now) = (0.0, 1e-300);
    for n in (1..=start).rev() {
        let below = (2 * n + 1) as f64 / x * now - above;
        (above, now) = (now, below);
        if n - 1 < out.len() {
            out[n - 1] = now;
        }
        if now.abs() > 1e250 {
            // Only ratios matter.
            above *= 1e-250;
            now *= 1e-250;
            for value in out.iter_mut().skip(n - 1) {
                *value *= 1e-250;
            }
        }
    }
    // Fitted to the larger of the two that are known; `above` is now j_1, `now` j_0.
    let zero = sin(x) / x;
    let one = (zero - cos(x)) / x;
    let factor = if zero.abs() > one.abs() {
        zero / now
    } else {
        one / above
    };
    for value in out.iter_mut() {
        *value *= factor;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regular_waves_agree_with_closed_forms() {
        for x in [1e-7, 1e-3, 0.5, 1.0, std::f64::consts::PI, 20.0, 300.0] {
            let mut j = [0.0; 60];
            regular(x, &mut j);
            let (s, c) = (sin(x), cos(x));
            let exact = [
                s / x,
                (s / x - c) / x,
                (3.0 / (x * x) - 1.0) * s / x - 3.0 * c / (x * x),
            ];
            // The closed form of j_2 itself loses 1e-16/x³.
            let noise = [1e-15, 1e-15 + 1e-15 / x, 1e-15 + 1e-15 / (x * x * x)];
            for n in 0..3 {
                assert!(
                    (j[n] - exact[n]).abs() <= noise[n] + 1e-14 * exact[n].abs(),
                    "j_{n}({x})"
                );
            }
            // Σ(2n+1)j_n² = 1, when all that count are there.
            if x < 30.0 {
                let sum: f64 = (0..60).map(|n| (2 * n + 1) as f64 * j[n] * j[n]).sum();
                assert!((sum - 1.0).abs() < 1e-12, "x = {x}: {sum}");
            }
        }
    }
}
