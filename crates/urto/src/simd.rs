//! Loops over modes, compiled for several levels of x86 and chosen when the program runs.
//!
//! Every loop works on whole groups of [`LANES`] numbers with one running sum per lane, and adds
//! the lanes up in one fixed order. No level fuses multiplications with additions. So all levels,
//! and all other machines, give the same bits; they only differ in speed.

/// Numbers per group; arrays are padded with zeros to whole groups.
pub(crate) const LANES: usize = 8;

/// A level of the CPU that is known to be there: it cannot be made but by looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code)] // Only x86 has more than one.
enum Kind {
    Plain,
    Avx2,
    Avx512,
}

impl Level {
    /// What every machine has.
    #[cfg(test)]
    pub fn plain() -> Self {
        Self(Kind::Plain)
    }

    /// The best level of this machine.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if std::is_x86_feature_detected!("avx512f") {
                return Self(Kind::Avx512);
            }
            if std::is_x86_feature_detected!("avx2") {
                return Self(Kind::Avx2);
            }
        }
        Self(Kind::Plain)
    }
}

/// Declares a loop once and compiles it for every level.
macro_rules! at_every_level {
    ($(#[doc = $doc:literal])+ fn $name:ident($($arg:ident: $type:ty),*) $(-> $out:ty)? $body:block) => {
        $(#[doc = $doc])+
        pub(crate) fn $name(level: Level, $($arg: $type),*) $(-> $out)? {
            #[inline(always)]
            fn plain($($arg: $type),*) $(-> $out)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($arg: $type),*) $(-> $out)? {
                plain($($arg),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f")]
            fn avx512($($arg: $type),*) $(-> $out)? {
                plain($($arg),*)
            }

            match level.0 {
                // SAFETY: these functions are plain Rust but for the instructions they use, and
                // a `Level` of this kind is only made after the CPU was seen to have them.
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                Kind::Avx2 => unsafe { avx2($($arg),*) },
                #[cfg(target_arch = "x86_64")]
                #[allow(unsafe_code)]
                Kind::Avx512 => unsafe { avx512($($arg),*) },
                _ => plain($($arg),*),
            }
        }
    };
}

#[inline(always)]
fn groups(values: &[f64]) -> impl Iterator<Item = &[f64; LANES]> {
    values.as_chunks::<LANES>().0.iter()
}

#[inline(always)]
fn groups_mut(values: &mut [f64]) -> impl Iterator<Item = &mut [f64; LANES]> {
    values.as_chunks_mut::<LANES>().0.iter_mut()
}

/// The lanes' sum, in one order everywhere.
#[inline(always)]
fn total(s: [f64; LANES]) -> f64 {
    ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

at_every_level! {
    /// Sum of products.
    fn dot(a: &[f64], b: &[f64]) -> f64 {
        let mut sums = [0.0; LANES];
        for (a, b) in groups(a).zip(groups(b)) {
            for lane in 0..LANES {
                sums[lane] += a[lane] * b[lane];
            }
        }
        total(sums)
    }
}

at_every_level! {
    /// `out = a·x + b·y`, element by element.
    fn blend(out: &mut [f64], a: &[f64], x: &[f64], b: &[f64], y: &[f64]) {
        let inputs = groups(a).zip(groups(x)).zip(groups(b).zip(groups(y)));
        for (out, ((a, x), (b, y))) in groups_mut(out).zip(inputs) {
            for lane in 0..LANES {
                out[lane] = a[lane] * x[lane] + b[lane] * y[lane];
            }
        }
    }
}

at_every_level! {
    /// `out += a`, element by element.
    fn add(out: &mut [f64], a: &[f64]) {
        for (out, a) in groups_mut(out).zip(groups(a)) {
            for lane in 0..LANES {
                out[lane] += a[lane];
            }
        }
    }
}

at_every_level! {
    /// `out += a·x`, element by element with one `x` for all.
    fn add_scaled(out: &mut [f64], a: &[f64], x: f64) {
        for (out, a) in groups_mut(out).zip(groups(a)) {
            for lane in 0..LANES {
                out[lane] += a[lane] * x;
            }
        }
    }
}

at_every_level! {
    /// `out += a·b`, element by element.
    fn add_product(out: &mut [f64], a: &[f64], b: &[f64]) {
        for (out, (a, b)) in groups_mut(out).zip(groups(a).zip(groups(b))) {
            for lane in 0..LANES {
                out[lane] += a[lane] * b[lane];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn draw(rng: &mut Rng, count: usize) -> Vec<f64> {
        (0..count)
            .map(|_| rng.signed() * rng.log_uniform(1e-9, 1e9))
            .collect()
    }

    /// Every loop gives the same bits at the best level of this machine as at the plain one.
    #[test]
    fn all_levels_agree_to_the_last_bit() {
        let mut rng = Rng::new(1);
        for groups in [1, 2, 3, 8, 65] {
            let count = groups * LANES;
            let [a, b, x, y] = [(); 4].map(|()| draw(&mut rng, count));
            let run = |level: Level| {
                let mut out = x.clone();
                blend(level, &mut out, &a, &x, &b, &y);
                add(level, &mut out, &b);
                add_scaled(level, &mut out, &a, 0.3);
                add_product(level, &mut out, &a, &b);
                (dot(level, &out, &y).to_bits(), out)
            };
            assert_eq!(run(Level::best()), run(Level::plain()));
        }
    }

    #[test]
    fn sums_are_sums() {
        let a: Vec<f64> = (0..16).map(f64::from).collect();
        let ones = vec![1.0; 16];
        assert_eq!(dot(Level::best(), &a, &ones), 120.0);
    }
}
