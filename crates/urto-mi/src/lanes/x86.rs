//! Vectors of x86: see [`lanes`](super) for why their operations may be called.
#![allow(unsafe_code)]

use super::{Add, GROUP, Group, Lanes, Mul, Point, Sub, TINY, which_is};
use core::arch::x86_64::*;

macro_rules! lanes {
    ($name:ident, $real:ty, $vector:ty, $count:literal, $load:ident, $store:ident, $all:ident,
     $add:ident, $sub:ident, $mul:ident, $min:ident, $max:ident,
     |$square:ident| $first:block, |$whole:ident, $near:ident| $root:block, |$value:ident| $inverse:block,
     |$own:ident, $limit:ident, $then:ident, $otherwise:ident| $choose:block,
     |$moved:ident, $least:ident| $still:block,
     |$parts:ident| $total:block,
     |$x:ident, $y:ident, $z:ident| $weave:block,
     |$a:ident, $b:ident, $c:ident, $d:ident| $unweave:block,
     |$point:ident| $row:block) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $name($vector);
        impl Add for $name {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // Safety: see the module; so for all below.
                Self(unsafe { $add(self.0, other.0) })
            }
        }
        impl Sub for $name {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self(unsafe { $sub(self.0, other.0) })
            }
        }
        impl Mul for $name {
            type Output = Self;
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                Self(unsafe { $mul(self.0, other.0) })
            }
        }
        impl Lanes for $name {
            type Real = $real;
            const PARTS: usize = GROUP / $count;
            #[inline(always)]
            fn load(from: &Group<$real>, part: usize) -> Self {
                let own: &[$real; $count] = &from.as_chunks().0[part];
                Self(unsafe { $load(own.as_ptr()) })
            }
            #[inline(always)]
            fn store(self, to: &mut Group<$real>, part: usize) {
                let own: &mut [$real; $count] = &mut to.as_chunks_mut().0[part];
                unsafe { $store(own.as_mut_ptr(), self.0) }
            }
            #[inline(always)]
            fn all(value: $real) -> Self {
                Self(unsafe { $all(value) })
            }
            #[inline(always)]
            fn within(self, most: Self) -> Self {
                let least = Self::all(0.0) - most;
                Self(unsafe { $min($max(self.0, least.0), most.0) })
            }
            #[inline(always)]
            fn unless_still(self, least: Self) -> Self {
                let ($moved, $least) = (self.0, least.0);
                Self(unsafe { $still })
            }
            #[inline(always)]
            fn first_root(self) -> Self {
                let $square = self;
                Self(unsafe { $first })
            }
            #[inline(always)]
            fn root(self, first: Self) -> (Self, Self) {
                let ($whole, $near) = (self, first);
                $root
            }
            #[inline(always)]
            fn inverse(self) -> Self {
                let $value = self;
                unsafe { $inverse }
            }
            #[inline(always)]
            fn where_above(self, limit: Self, then: Self, otherwise: Self) -> Self {
                let ($own, $limit, $then, $otherwise) = (self.0, limit.0, then.0, otherwise.0);
                Self(unsafe { $choose })
            }
            #[inline(always)]
            fn total($parts: [Self; 4]) -> f64 {
                unsafe { $total }
            }
            #[inline(always)]
            fn weave(axes: [Self; 3], to: &mut Group<Point<$real>>, part: usize) {
                let [$x, $y, $z] = [axes[0].0, axes[1].0, axes[2].0];
                let quarters = unsafe { $weave };
                for (row, own) in to.as_chunks_mut::<4>().0.iter_mut().zip(quarters) {
                    // A vector's points of a row, one or some.
                    let own_row: &mut [Point<$real>; $count / 4] = &mut row.as_chunks_mut().0[part];
                    unsafe { $store(own_row.as_mut_ptr().cast(), own) }
                }
            }
            #[inline(always)]
            fn unweave(from: &Group<Point<$real>>, part: usize) -> [Self; 3] {
                let [$a, $b, $c, $d] = core::array::from_fn(|row| {
                    let row: &[Point<$real>; 4] = &from.as_chunks().0[row];
                    let own: &[Point<$real>; $count / 4] = &row.as_chunks().0[part];
                    unsafe { $load(own.as_ptr().cast()) }
                });
                let [x, y, z] = unsafe { $unweave };
                [Self(x), Self(y), Self(z)]
            }
            #[inline(always)]
            unsafe fn fetch(from: &[Point<$real>], at: &Group<u32>, part: usize) -> [Self; 3] {
                let own: &[[u32; 4]; $count / 4] = &at.as_chunks::<4>().0.as_chunks().0[part];
                // Rows as they are woven: each has every fourth.
                let [$a, $b, $c, $d] = core::array::from_fn(|row| {
                    let $point = |n: usize| -> *const $real {
                        debug_assert!(which_is(own[n][row]) < from.len());
                        unsafe { from.as_ptr().cast::<$real>().add(own[n][row] as usize) }
                    };
                    unsafe { $row }
                });
                let [x, y, z] = unsafe { $unweave };
                [Self(x), Self(y), Self(z)]
            }
        }
    };
}

/// The sum of eight numbers, and of four: halves first.
#[inline(always)]
unsafe fn eight(own: __m512d) -> f64 {
    unsafe {
        let high = _mm512_extractf64x4_pd::<1>(own);
        four(_mm256_add_pd(_mm512_castpd512_pd256(own), high))
    }
}

#[inline(always)]
unsafe fn four(own: __m256d) -> f64 {
    unsafe {
        let two = _mm_add_pd(_mm256_castpd256_pd128(own), _mm256_extractf128_pd::<1>(own));
        _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)))
    }
}

/// Two of Newton's steps from a guess: see `Real::root` of f64.
#[inline(always)]
fn newton<L: Lanes<Real = f64>>(square: L, guess: L) -> (L, L) {
    let (half, more) = (L::all(0.5) * square, L::all(1.5));
    let near = guess * (more - half * (guess * guess));
    let inverse = near * (more - half * (near * near));
    (square * inverse, inverse)
}

lanes!(
    Avx512F32,
    f32,
    __m512,
    16,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_set1_ps,
    _mm512_add_ps,
    _mm512_sub_ps,
    _mm512_mul_ps,
    _mm512_min_ps,
    _mm512_max_ps,
    |square| { _mm512_sqrt_ps(square.0) },
    |_square, root| { (root, root.inverse()) },
    |value| { Self(_mm512_div_ps(_mm512_set1_ps(1.0), value.0)) },
    |own, limit, then, otherwise| {
        _mm512_mask_blend_ps(
            _mm512_cmp_ps_mask::<_CMP_GT_OQ>(own, limit),
            otherwise,
            then,
        )
    },
    |moved, least| {
        let moves = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(_mm512_abs_ps(moved), least);
        _mm512_maskz_mov_ps(moves, moved)
    },
    |parts| {
        let halves = _mm512_castps_pd(parts[0].0);
        let low = _mm512_cvtps_pd(_mm256_castpd_ps(_mm512_castpd512_pd256(halves)));
        let high = _mm512_cvtps_pd(_mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(halves)));
        eight(_mm512_add_pd(low, high))
    },
    |x, y, z| {
        let low = _mm512_castps_pd(_mm512_unpacklo_ps(x, y));
        let high = _mm512_castps_pd(_mm512_unpackhi_ps(x, y));
        let low_z = _mm512_castps_pd(_mm512_unpacklo_ps(z, z));
        let high_z = _mm512_castps_pd(_mm512_unpackhi_ps(z, z));
        [
            _mm512_castpd_ps(_mm512_unpacklo_pd(low, low_z)),
            _mm512_castpd_ps(_mm512_unpackhi_pd(low, low_z)),
            _mm512_castpd_ps(_mm512_unpacklo_pd(high, high_z)),
            _mm512_castpd_ps(_mm512_unpackhi_pd(high, high_z)),
        ]
    },
    |a, b, c, d| {
        let low = _mm512_castps_pd(_mm512_unpacklo_ps(a, b));
        let high = _mm512_castps_pd(_mm512_unpackhi_ps(a, b));
        let low_next = _mm512_castps_pd(_mm512_unpacklo_ps(c, d));
        let high_next = _mm512_castps_pd(_mm512_unpackhi_ps(c, d));
        [
            _mm512_castpd_ps(_mm512_unpacklo_pd(low, low_next)),
            _mm512_castpd_ps(_mm512_unpackhi_pd(low, low_next)),
            _mm512_castpd_ps(_mm512_unpacklo_pd(high, high_next)),
        ]
    },
    |point| {
        let first = _mm512_castps128_ps512(_mm_loadu_ps(point(0)));
        let first = _mm512_insertf32x4::<1>(first, _mm_loadu_ps(point(1)));
        let first = _mm512_insertf32x4::<2>(first, _mm_loadu_ps(point(2)));
        _mm512_insertf32x4::<3>(first, _mm_loadu_ps(point(3)))
    }
);
lanes!(
    Avx512F64,
    f64,
    __m512d,
    8,
    _mm512_loadu_pd,
    _mm512_storeu_pd,
    _mm512_set1_pd,
    _mm512_add_pd,
    _mm512_sub_pd,
    _mm512_mul_pd,
    _mm512_min_pd,
    _mm512_max_pd,
    |square| {
        let small = _mm512_cvtpd_ps((square + Self::all(TINY)).0);
        let guess = _mm256_div_ps(_mm256_set1_ps(1.0), _mm256_sqrt_ps(small));
        _mm512_cvtps_pd(guess)
    },
    |square, guess| { newton(square, guess) },
    |value| { Self(_mm512_div_pd(_mm512_set1_pd(1.0), value.0)) },
    |own, limit, then, otherwise| {
        _mm512_mask_blend_pd(
            _mm512_cmp_pd_mask::<_CMP_GT_OQ>(own, limit),
            otherwise,
            then,
        )
    },
    |moved, least| {
        let moves = _mm512_cmp_pd_mask::<_CMP_GT_OQ>(_mm512_abs_pd(moved), least);
        _mm512_maskz_mov_pd(moves, moved)
    },
    |parts| { eight(_mm512_add_pd(parts[0].0, parts[1].0)) },
    |x, y, z| {
        let first = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
        let second = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
        let (even, odd) = (_mm512_unpacklo_pd(x, y), _mm512_unpackhi_pd(x, y));
        let (even_z, odd_z) = (_mm512_unpacklo_pd(z, z), _mm512_unpackhi_pd(z, z));
        [
            _mm512_permutex2var_pd(even, first, even_z),
            _mm512_permutex2var_pd(odd, first, odd_z),
            _mm512_permutex2var_pd(even, second, even_z),
            _mm512_permutex2var_pd(odd, second, odd_z),
        ]
    },
    |a, b, c, d| {
        let first = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
        let second = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
        let (xz, y) = (_mm512_unpacklo_pd(a, b), _mm512_unpackhi_pd(a, b));
        let (next_xz, next_y) = (_mm512_unpacklo_pd(c, d), _mm512_unpackhi_pd(c, d));
        [
            _mm512_permutex2var_pd(xz, first, next_xz),
            _mm512_permutex2var_pd(y, first, next_y),
            _mm512_permutex2var_pd(xz, second, next_xz),
        ]
    },
    |point| {
        let first = _mm512_castpd256_pd512(_mm256_loadu_pd(point(0)));
        _mm512_insertf64x4::<1>(first, _mm256_loadu_pd(point(1)))
    }
);
lanes!(
    Avx2F32,
    f32,
    __m256,
    8,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_set1_ps,
    _mm256_add_ps,
    _mm256_sub_ps,
    _mm256_mul_ps,
    _mm256_min_ps,
    _mm256_max_ps,
    |square| { _mm256_sqrt_ps(square.0) },
    |_square, root| { (root, root.inverse()) },
    |value| { Self(_mm256_div_ps(_mm256_set1_ps(1.0), value.0)) },
    |own, limit, then, otherwise| {
        _mm256_blendv_ps(otherwise, then, _mm256_cmp_ps::<_CMP_GT_OQ>(own, limit))
    },
    |moved, least| {
        let size = _mm256_andnot_ps(_mm256_set1_ps(-0.0), moved);
        _mm256_and_ps(moved, _mm256_cmp_ps::<_CMP_GT_OQ>(size, least))
    },
    |parts| {
        let low = |own: Self| _mm256_cvtps_pd(_mm256_castps256_ps128(own.0));
        let high = |own: Self| _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(own.0));
        let near = _mm256_add_pd(low(parts[0]), low(parts[1]));
        let far = _mm256_add_pd(high(parts[0]), high(parts[1]));
        four(_mm256_add_pd(near, far))
    },
    |x, y, z| {
        let low = _mm256_castps_pd(_mm256_unpacklo_ps(x, y));
        let high = _mm256_castps_pd(_mm256_unpackhi_ps(x, y));
        let low_z = _mm256_castps_pd(_mm256_unpacklo_ps(z, z));
        let high_z = _mm256_castps_pd(_mm256_unpackhi_ps(z, z));
        [
            _mm256_castpd_ps(_mm256_unpacklo_pd(low, low_z)),
            _mm256_castpd_ps(_mm256_unpackhi_pd(low, low_z)),
            _mm256_castpd_ps(_mm256_unpacklo_pd(high, high_z)),
            _mm256_castpd_ps(_mm256_unpackhi_pd(high, high_z)),
        ]
    },
    |a, b, c, d| {
        let low = _mm256_castps_pd(_mm256_unpacklo_ps(a, b));
        let high = _mm256_castps_pd(_mm256_unpackhi_ps(a, b));
        let low_next = _mm256_castps_pd(_mm256_unpacklo_ps(c, d));
        let high_next = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
        [
            _mm256_castpd_ps(_mm256_unpacklo_pd(low, low_next)),
            _mm256_castpd_ps(_mm256_unpackhi_pd(low, low_next)),
            _mm256_castpd_ps(_mm256_unpacklo_pd(high, high_next)),
        ]
    },
    |point| {
        let first = _mm256_castps128_ps256(_mm_loadu_ps(point(0)));
        _mm256_insertf128_ps::<1>(first, _mm_loadu_ps(point(1)))
    }
);
lanes!(
    Avx2F64,
    f64,
    __m256d,
    4,
    _mm256_loadu_pd,
    _mm256_storeu_pd,
    _mm256_set1_pd,
    _mm256_add_pd,
    _mm256_sub_pd,
    _mm256_mul_pd,
    _mm256_min_pd,
    _mm256_max_pd,
    |square| {
        let small = _mm256_cvtpd_ps((square + Self::all(TINY)).0);
        let guess = _mm_div_ps(_mm_set1_ps(1.0), _mm_sqrt_ps(small));
        _mm256_cvtps_pd(guess)
    },
    |square, guess| { newton(square, guess) },
    |value| { Self(_mm256_div_pd(_mm256_set1_pd(1.0), value.0)) },
    |own, limit, then, otherwise| {
        _mm256_blendv_pd(otherwise, then, _mm256_cmp_pd::<_CMP_GT_OQ>(own, limit))
    },
    |moved, least| {
        let size = _mm256_andnot_pd(_mm256_set1_pd(-0.0), moved);
        _mm256_and_pd(moved, _mm256_cmp_pd::<_CMP_GT_OQ>(size, least))
    },
    |parts| {
        let near = _mm256_add_pd(parts[0].0, parts[2].0);
        let far = _mm256_add_pd(parts[1].0, parts[3].0);
        four(_mm256_add_pd(near, far))
    },
    |x, y, z| {
        let (even, odd) = (_mm256_unpacklo_pd(x, y), _mm256_unpackhi_pd(x, y));
        let (even_z, odd_z) = (_mm256_unpacklo_pd(z, z), _mm256_unpackhi_pd(z, z));
        [
            _mm256_permute2f128_pd::<0x20>(even, even_z),
            _mm256_permute2f128_pd::<0x20>(odd, odd_z),
            _mm256_permute2f128_pd::<0x31>(even, even_z),
            _mm256_permute2f128_pd::<0x31>(odd, odd_z),
        ]
    },
    |a, b, c, d| {
        let (xz, y) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
        let (next_xz, next_y) = (_mm256_unpacklo_pd(c, d), _mm256_unpackhi_pd(c, d));
        [
            _mm256_permute2f128_pd::<0x20>(xz, next_xz),
            _mm256_permute2f128_pd::<0x20>(y, next_y),
            _mm256_permute2f128_pd::<0x31>(xz, next_xz),
        ]
    },
    |point| { _mm256_loadu_pd(point(0)) }
);
