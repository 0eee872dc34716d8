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
pub const fn falling(x: f64) -> f64 {
    if x > 700.0 {
        return 0.0;
    }
    // ln 2 in two parts, the first of 21 bits so that its multiples are exact.
    const LN_2: f64 = core::f64::consts::LN_2;
    const FIRST: f64 = f64::from_bits(LN_2.to_bits() & !0xffff_ffff);
    const REST: f64 = 4.749_325_039_031_672_6e-7;
    let rounded = x * (1.0 / LN_2) + ROUND;
    let k = rounded - ROUND;
    let t = (x - k * FIRST) - k * REST;
    let f = &FALLING;
    let t2 = t * t;
    let t4 = t2 * t2;
    let low = (f[0] + f[1] * t) + t2 * (f[2] + f[3] * t);
    let middle = (f[4] + f[5] * t) + t2 * (f[6] + f[7] * t);
    let high = (f[8] + f[9] * t) + t2 * (f[10] + f[11] * t) + t4 * (f[12] + f[13] * t);
    let sum = low + t4 * (middle + t4 * high);
    let below_one = 1023u64.wrapping_sub(rounded.to_bits());
    sum * f64::from_bits(below_one << 52)
}

/// Adding 1.5·2^52 rounds to a whole number and leaves it in the low bits.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// exp(-k/8).
static EIGHTHS: [f64; 512] = {
    let mut values = [1.0; 512];
    let mut k = 0;
    while k < values.len() {
        values[k] = falling(k as f64 / 8.0);
        k += 1;
    }
    values
};

/// The series of exp(-e/8) for e from -1/2 to 1/2. Its term of degree 8 is replaced by what
/// Chebyshev's polynomial of that degree leaves of it, 5e-17 at most.
const EIGHTH: [f64; 8] = {
    let mut terms = [1.0; 8];
    let mut n = 1;
    while n < terms.len() {
        terms[n] = -terms[n - 1] / (8.0 * n as f64);
        n += 1;
    }
    let eighth = -terms[7] / 64.0;
    // x^8 = (T8 + 256·x^6 - 160·x^4 + 32·x² - 1)/128, with x = 2·e.
    terms[6] += eighth * 2.0 / 4.0;
    terms[4] -= eighth * 1.25 / 16.0;
    terms[2] += eighth * 0.25 / 64.0;
    terms
};

/// exp(-r²) in parts, `scale·(low + fourth·high)`: `scale` is known first, `high` last, and who goes
/// on with them needs not wait for their sum.
#[derive(Clone, Copy, Debug)]
pub struct Bell {
    /// The value at the nearest place of a table.
    pub scale: f64,
    /// Of the series from there, the low terms.
    pub low: f64,
    /// And the high ones, with what is common to them.
    pub fourth: f64,
    /// See `fourth`.
    pub high: f64,
}

/// exp(-r²), where r²·8 is given; 0 for r² above 63.8, where it is below 2e-28.
#[inline(always)]
pub fn bell(eighths: f64) -> Bell {
    if eighths >= 510.5 {
        return Bell {
            scale: 0.0,
            low: 1.0,
            fourth: 0.0,
            high: 0.0,
        };
    }
    let rounded = eighths + ROUND;
    let e = eighths - (rounded - ROUND);
    let scale = EIGHTHS[(rounded.to_bits() & 511) as usize];
    let f = &EIGHTH;
    let e2 = e * e;
    Bell {
        scale,
        low: (f[0] + f[1] * e) + e2 * (f[2] + f[3] * e),
        fourth: e2 * e2,
        high: (f[4] + f[5] * e) + e2 * (f[6] + f[7] * e),
    }
}

/// sin²(pi/2·w) for w from 0 to 1: a smooth rise from 0 to 1.
#[inline(never)]
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

/// The same rise, from -1/2 to 1/2: (1 + sin(pi·s))/2, sooner known, and as good to 2e-16.
#[inline(always)]
pub fn rise_about(s: f64) -> f64 {
    // Close to 0 it must not fall below.
    if s < -0.49 {
        return smooth_rise(s + 0.5);
    }
    let x = s * s;
    let x2 = x * x;
    let c = &HALF_TURN;
    let low = (c[0] + c[1] * x) + x2 * (c[2] + c[3] * x);
    let high = (c[4] + c[5] * x) + x2 * (c[6] + c[7] * x);
    (0.5 + s * low) + (s * (x2 * x2)) * high
}

/// sin(pi·s)/(2·s) in s², fitted at Chebyshev's points of s² from 0 to 1/4; off by 2e-16.
const HALF_TURN: [f64; 8] = [
    1.570_796_326_794_896_4,
    -2.583_856_390_024_893,
    1.275_082_019_930_933_8,
    -0.299_632_264_412_612,
    0.041_072_939_408_155_21,
    -0.003_685_182_163_265_208,
    0.000_232_993_507_902_168_9,
    -0.000_010_566_813_676_026_485,
];

/// The fraction of [`mean_place`] in x² = q²/4.
const LANGEVIN_OVER: [f64; 6] = [
    2_635_284_526_875.0,
    210_822_762_150.0,
    4_714_049_340.0,
    38_798_760.0,
    116_025.0,
    90.0,
];
const LANGEVIN_UNDER: [f64; 7] = [
    7_905_853_580_625.0,
    1_159_525_191_825.0,
    41_247_931_725.0,
    523_783_260.0,
    2_552_550.0,
    4_095.0,
    1.0,
];

/// 1/(1 - exp(-q)) - 1/q for q >= 0, times `whole`: where in a step the mean of an exponential
/// approach lies, from 1/2 (slow) to 1.
#[inline(always)]
pub fn mean_place(q: f64, whole: f64) -> f64 {
    if q >= 0.5 {
        return mean_place_beyond(q) * whole;
    }
    // Bernoulli's numbers over factorials, but for the last ones: fitted at Chebyshev's points of
    // q² from 0 to 1/4, and off by 1e-18.
    const C: [f64; 6] = [
        0.083_333_333_333_333_33,
        -0.001_388_888_888_888_438,
        0.000_033_068_783_047_733_03,
        -8.267_192_171_273_35e-7,
        2.087_397_799_576_681_5e-8,
        -5.185_001_487_611_898e-10,
    ];
    let y = q * q;
    let yy = y * y;
    let first = 0.5 * whole + (whole * q) * (C[0] + C[1] * y);
    first + (whole * q * yy) * ((C[2] + C[3] * y) + yy * (C[4] + C[5] * y))
}

/// For q >= 1/2.
#[inline(never)]
fn mean_place_beyond(q: f64) -> f64 {
    if q >= 6.0 {
        return 1.0 / (1.0 - falling(q)) - 1.0 / q;
    }
    // coth(x) - 1/x = x/(3 + x²/(5 + x²/(7 + ...))) with x = q/2, cut off after 25: off by 3e-17.
    let x = 0.25 * (q * q);
    let (p, r) = (&LANGEVIN_OVER, &LANGEVIN_UNDER);
    let x2 = x * x;
    let x4 = x2 * x2;
    let over = ((p[0] + p[1] * x) + x2 * (p[2] + p[3] * x)) + x4 * (p[4] + p[5] * x);
    let under = ((r[0] + r[1] * x) + x2 * (r[2] + r[3] * x)) + x4 * ((r[4] + r[5] * x) + x2 * r[6]);
    0.5 + 0.25 * q * over / under
}

#[cfg(test)]
mod tests {
    use super::super::{exp, expm1, sin};
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn short_functions_agree_with_the_general_ones() {
        let mut rng = Rng::new(9);
        let mut worst = [0.0f64; 5];
        for _ in 0..200_000 {
            let x = 700.0 * rng.uniform() * rng.uniform();
            worst[0] = worst[0].max((falling(x) / exp(-x) - 1.0).abs());
            let w = rng.uniform();
            let sine = sin(core::f64::consts::FRAC_PI_2 * w);
            worst[1] = worst[1].max((smooth_rise(w) - sine * sine).abs());
            let q = rng.log_uniform(1e-2, 1e3);
            let exact = 1.0 / -expm1(-q) - 1.0 / q;
            // The general form loses the digits of 1/q.
            worst[2] = worst[2].max((mean_place(q, 1.0) - exact).abs() * q.min(1.0));
            worst[3] = worst[3].max((rise_about(w - 0.5) - sine * sine).abs());
            let r = 7.9 * rng.uniform();
            let Bell {
                scale,
                low,
                fourth,
                high,
            } = bell(8.0 * (r * r));
            let off = scale * (low + fourth * high) / exp(-r * r) - 1.0;
            worst[4] = worst[4].max(off.abs() / (1.0 + r * r));
        }
        println!("{worst:?}");
        assert!(worst.iter().all(|worst| *worst < 7e-16), "{worst:?}");
        assert_eq!((falling(0.0), falling(1e9)), (1.0, 0.0));
        assert_eq!((smooth_rise(0.0), smooth_rise(1.0)), (0.0, 1.0));
        assert!(rise_about(-0.5) == 0.0 && (rise_about(0.5) - 1.0).abs() < 3e-16);
        assert_eq!((mean_place(0.0, 1.0), mean_place(1e300, 1.0)), (0.5, 1.0));
        let none = bell(1e9);
        assert_eq!((bell(0.0).low, none.scale * none.low), (1.0, 0.0));
    }
}
