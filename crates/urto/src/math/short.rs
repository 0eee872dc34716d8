//! Functions over the short ranges that friction needs, by series alone: half the cost of the
//! general ones.

/// 1/n! with alternating signs: the series of exp(-t).
const FALLING: [f64; 14] = {
    let mut terms = [1.0; 14];
    let mut n = 1;
    while n < terms.len() {
        terms[n] = -terms[n - 1] / n as f64;
        n += 1;
    }
    terms
};

/// (pi/2)^(2n+1)/(2n+1)! with alternating signs: the series of sin(pi/2·w) in w².
const QUARTER: [f64; 9] = {
    let quarter = core::f64::consts::FRAC_PI_2;
    let mut terms = [quarter; 9];
    let mut n = 1;
    while n < terms.len() {
        let m = 2.0 * n as f64;
        terms[n] = -terms[n - 1] * quarter * quarter / (m * (m + 1.0));
        n += 1;
    }
    terms
};

/// exp(-x) for x >= 0, within 2 units of the last digit; 0 beyond 700.
#[inline]
pub fn falling(x: f64) -> f64 {
    if x > 700.0 {
        return 0.0;
    }
    // ln 2 in two parts, the first of 21 bits so that its multiples are exact.
    const LN_2: f64 = core::f64::consts::LN_2;
    const FIRST: f64 = f64::from_bits(LN_2.to_bits() & !0xffff_ffff);
    const REST: f64 = 4.749_325_039_031_672_6e-7;
    // Adding 1.5·2^52 rounds to a whole number and leaves it in the low bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let rounded = x * (1.0 / LN_2) + ROUND;
    let k = rounded - ROUND;
    let t = (x - k * FIRST) - k * REST;
    let f = &FALLING;
    let (t2, pair) = (t * t, |n: usize| f[n] + f[n + 1] * t);
    let t4 = t2 * t2;
    let low = pair(0) + t2 * pair(2);
    let middle = pair(4) + t2 * pair(6);
    let high = pair(8) + t2 * pair(10) + t4 * pair(12);
    let sum = low + t4 * (middle + t4 * high);
    let below_one = 1023u64.wrapping_sub(rounded.to_bits());
    sum * f64::from_bits(below_one << 52)
}

/// sin²(pi/2·w) for w from 0 to 1: a smooth rise from 0 to 1.
#[inline]
pub fn smooth_rise(w: f64) -> f64 {
    let upper = w > 0.5;
    let v = if upper { 1.0 - w } else { w };
    let q = &QUARTER;
    let v2 = v * v;
    let v4 = v2 * v2;
    let low = (q[0] + q[1] * v2) + v4 * (q[2] + q[3] * v2);
    let high = (q[4] + q[5] * v2) + v4 * (q[6] + q[7] * v2 + v4 * q[8]);
    let sine = v * (low + v4 * v4 * high);
    let square = sine * sine;
    if upper { 1.0 - square } else { square }
}

/// 1/(1 - exp(-q)) - 1/q for q >= 0: where in a step the mean of an exponential approach lies,
/// from 1/2 (slow) to 1.
#[inline]
pub fn mean_place(q: f64) -> f64 {
    if q < 0.5 {
        // Bernoulli's numbers over factorials; the next term is below 2e-17.
        let y = q * q;
        let yy = y * y;
        let low =
            (1.0 / 12.0 - y * (1.0 / 720.0)) + yy * (1.0 / 30_240.0 - y * (1.0 / 1_209_600.0));
        let high = (1.0 / 47_900_160.0 - y * (691.0 / 1_307_674_368_000.0))
            + yy * (1.0 / 74_724_249_600.0);
        let sum = low + yy * yy * high;
        0.5 + q * sum
    } else {
        1.0 / (1.0 - falling(q)) - 1.0 / q
    }
}

#[cfg(test)]
mod tests {
    use super::super::{exp, expm1, sin};
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn short_functions_agree_with_the_general_ones() {
        let mut rng = Rng::new(9);
        let mut worst = [0.0f64; 3];
        for _ in 0..200_000 {
            let x = 700.0 * rng.uniform() * rng.uniform();
            worst[0] = worst[0].max((falling(x) / exp(-x) - 1.0).abs());
            let w = rng.uniform();
            let sine = sin(core::f64::consts::FRAC_PI_2 * w);
            worst[1] = worst[1].max((smooth_rise(w) - sine * sine).abs());
            let q = rng.log_uniform(1e-2, 1e3);
            let exact = 1.0 / -expm1(-q) - 1.0 / q;
            // The general form loses the digits of 1/q.
            worst[2] = worst[2].max((mean_place(q) - exact).abs() * q.min(1.0));
        }
        println!("{worst:?}");
        assert!(worst.iter().all(|worst| *worst < 7e-16), "{worst:?}");
        assert_eq!((falling(0.0), falling(1e9)), (1.0, 0.0));
        assert_eq!((smooth_rise(0.0), smooth_rise(1.0)), (0.0, 1.0));
        assert_eq!((mean_place(0.0), mean_place(1e300)), (0.5, 1.0));
    }
}
