//! Vectors of x86: see [`lanes`](super) for why their operations may be called.
#![allow(unsafe_code)]

use super::{Add, GROUP, Group, Lanes, Mul, Sub, TINY};
use core::arch::x86_64::*;

macro_rules! lanes {
    ($name:ident, $real:ty, $vector:ty, $count:literal, $load:ident, $store:ident, $all:ident,
     $add:ident, $sub:ident, $mul:ident, $min:ident, $max:ident,
     |$square:ident| $root:block, |$value:ident| $inverse:block,
     |$own:ident, $limit:ident, $then:ident, $otherwise:ident| $choose:block,
     |$moved:ident, $least:ident| $still:block,
     |$from:ident, $at:ident| $gather:block) => {
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
            fn root(self) -> (Self, Self) {
                let $square = self;
                unsafe { $root }
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
            unsafe fn gather(from: &[$real], at: &Group<i32>, part: usize) -> Self {
                let own: &[i32; $count] = &at.as_chunks().0[part];
                let ($from, $at) = (from.as_ptr(), own.as_ptr());
                Self(unsafe { $gather })
            }
        }
    };
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
    |square| {
        let root = Self(_mm512_sqrt_ps(square.0));
        (root, root.inverse())
    },
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
    |from, at| { _mm512_i32gather_ps::<4>(_mm512_loadu_si512(at.cast()), from) }
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
        newton(square, Self(_mm512_cvtps_pd(guess)))
    },
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
    |from, at| { _mm512_i32gather_pd::<8>(_mm256_loadu_si256(at.cast()), from) }
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
    |square| {
        let root = Self(_mm256_sqrt_ps(square.0));
        (root, root.inverse())
    },
    |value| { Self(_mm256_div_ps(_mm256_set1_ps(1.0), value.0)) },
    |own, limit, then, otherwise| {
        _mm256_blendv_ps(otherwise, then, _mm256_cmp_ps::<_CMP_GT_OQ>(own, limit))
    },
    |moved, least| {
        let size = _mm256_andnot_ps(_mm256_set1_ps(-0.0), moved);
        _mm256_and_ps(moved, _mm256_cmp_ps::<_CMP_GT_OQ>(size, least))
    },
    |from, at| { _mm256_i32gather_ps::<4>(from, _mm256_loadu_si256(at.cast())) }
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
        newton(square, Self(_mm256_cvtps_pd(guess)))
    },
    |value| { Self(_mm256_div_pd(_mm256_set1_pd(1.0), value.0)) },
    |own, limit, then, otherwise| {
        _mm256_blendv_pd(otherwise, then, _mm256_cmp_pd::<_CMP_GT_OQ>(own, limit))
    },
    |moved, least| {
        let size = _mm256_andnot_pd(_mm256_set1_pd(-0.0), moved);
        _mm256_and_pd(moved, _mm256_cmp_pd::<_CMP_GT_OQ>(size, least))
    },
    |from, at| { _mm256_i32gather_pd::<8>(from, _mm_loadu_si128(at.cast())) }
);
