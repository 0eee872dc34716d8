//! Vectors of the levels of x86, and plain ones for every other machine, behind one interface.
//!
//! `exact` numbers (f64) multiply and add in two roundings everywhere, so that lanes give the same
//! bits on all machines; `fast` ones (f32) fuse the two where the CPU can.

/// A number that a vector holds.
pub(super) trait Number: Copy + Default + PartialOrd {}
impl Number for f32 {}
impl Number for f64 {}

/// A few numbers in one register.
///
/// # Safety
///
/// The methods of an implementation may only be called where the CPU has its instructions; `load`
/// and `store` need [`Vector::LANES`] numbers at the address.
#[allow(unsafe_code)]
pub(super) unsafe trait Vector: Copy {
    /// What it holds.
    type Of: Number;
    /// How many.
    const LANES: usize;
    /// All zero.
    unsafe fn zero() -> Self;
    /// The same number in all lanes.
    unsafe fn splat(value: Self::Of) -> Self;
    /// Reads.
    unsafe fn load(from: *const Self::Of) -> Self;
    /// Writes.
    unsafe fn store(self, to: *mut Self::Of);
    /// `self + a·b`, in two roundings for f64.
    unsafe fn plus(self, a: Self, b: Self) -> Self;
    /// Sum.
    unsafe fn add(self, other: Self) -> Self;
    /// Product.
    unsafe fn mul(self, other: Self) -> Self;
    /// All its numbers added up, the far half onto the near one.
    unsafe fn total(self) -> Self::Of;
    /// The largest of its numbers.
    unsafe fn largest(self) -> Self::Of;
    /// Absolute values.
    unsafe fn abs(self) -> Self;
    /// The larger of each two numbers.
    unsafe fn max(self, other: Self) -> Self;
    /// The smaller of each two numbers.
    unsafe fn min(self, other: Self) -> Self;
    /// Its numbers where those of `test` are not zero, elsewhere those of `other`.
    unsafe fn unless_zero(self, test: Self, other: Self) -> Self;
    /// Whether any number is larger.
    unsafe fn any_above(self, limit: Self::Of) -> bool;
    /// Writes in f32; what is smaller than `least` in size becomes zero.
    unsafe fn store_narrow(self, least: Self::Of, to: *mut f32);
    /// Reads f32.
    unsafe fn load_wide(from: *const f32) -> Self;
}

/// Numbers that are worked on together; sums keep one running sum for each of them, whatever the
/// machine, so that they are added up in one order.
pub(crate) const GROUP: usize = 16;

/// A group as `W` vectors.
#[derive(Clone, Copy)]
pub(super) struct Group<V, const W: usize>([V; W]);

/// The methods are [`Vector`]'s and ask for the same.
#[allow(unsafe_code)]
impl<V: Vector, const W: usize> Group<V, W> {
    #[inline(always)]
    unsafe fn each(f: impl Fn(usize) -> V) -> Self {
        const { assert!(V::LANES * W == GROUP) };
        Self(core::array::from_fn(f))
    }
    #[inline(always)]
    pub unsafe fn zero() -> Self {
        unsafe { Self::each(|_| V::zero()) }
    }
    #[inline(always)]
    pub unsafe fn splat(value: V::Of) -> Self {
        unsafe { Self::each(|_| V::splat(value)) }
    }
    #[inline(always)]
    pub unsafe fn load(from: &[V::Of], at: usize) -> Self {
        debug_assert!(at + GROUP <= from.len());
        unsafe { Self::each(|w| V::load(from.as_ptr().add(at + w * V::LANES))) }
    }
    #[inline(always)]
    pub unsafe fn store(self, to: &mut [V::Of], at: usize) {
        debug_assert!(at + GROUP <= to.len());
        for (w, vector) in self.0.into_iter().enumerate() {
            unsafe { vector.store(to.as_mut_ptr().add(at + w * V::LANES)) }
        }
    }
    /// Its vectors, for work that would not fit into registers a group at a time.
    #[inline(always)]
    pub fn vectors(&mut self) -> &mut [V; W] {
        &mut self.0
    }
    #[inline(always)]
    pub unsafe fn plus(self, a: Self, b: Self) -> Self {
        unsafe { Self::each(|w| self.0[w].plus(a.0[w], b.0[w])) }
    }
    #[inline(always)]
    pub unsafe fn add(self, other: Self) -> Self {
        unsafe { Self::each(|w| self.0[w].add(other.0[w])) }
    }
    #[inline(always)]
    pub unsafe fn mul(self, other: Self) -> Self {
        unsafe { Self::each(|w| self.0[w].mul(other.0[w])) }
    }
    #[inline(always)]
    pub unsafe fn abs(self) -> Self {
        unsafe { Self::each(|w| self.0[w].abs()) }
    }
    #[inline(always)]
    pub unsafe fn max(self, other: Self) -> Self {
        unsafe { Self::each(|w| self.0[w].max(other.0[w])) }
    }
    /// Whether any number is larger.
    #[inline(always)]
    pub unsafe fn any_above(self, limit: V::Of) -> bool {
        let mut any = false;
        for vector in self.0 {
            any |= unsafe { vector.any_above(limit) };
        }
        any
    }
    /// Writes in f32; what is smaller than `least` in size becomes zero.
    #[inline(always)]
    pub unsafe fn store_narrow(self, least: V::Of, to: &mut [f32], at: usize) {
        debug_assert!(at + GROUP <= to.len());
        for (w, vector) in self.0.into_iter().enumerate() {
            unsafe { vector.store_narrow(least, to.as_mut_ptr().add(at + w * V::LANES)) }
        }
    }
    /// Reads f32.
    #[inline(always)]
    pub unsafe fn load_wide(from: &[f32], at: usize) -> Self {
        debug_assert!(at + GROUP <= from.len());
        unsafe { Self::each(|w| V::load_wide(from.as_ptr().add(at + w * V::LANES))) }
    }
    /// The smaller numbers, where those of `test` are not zero; elsewhere its own.
    #[inline(always)]
    pub unsafe fn min_unless_zero(self, other: Self, test: Self) -> Self {
        unsafe {
            Self::each(|w| {
                let smaller = self.0[w].min(other.0[w]);
                smaller.unless_zero(test.0[w], self.0[w])
            })
        }
    }
    /// All numbers added up, the far half onto the near one.
    #[inline(always)]
    pub unsafe fn total(self) -> V::Of {
        let mut all = self.0;
        let mut half = W / 2;
        while half > 0 {
            for n in 0..half {
                all[n] = unsafe { all[n].add(all[n + half]) };
            }
            half /= 2;
        }
        unsafe { all[0].total() }
    }
    /// The largest number.
    #[inline(always)]
    pub unsafe fn largest(self) -> V::Of {
        let mut most = self.0[0];
        for vector in self.0 {
            most = unsafe { most.max(vector) };
        }
        unsafe { most.largest() }
    }
}

/// All numbers added up, the far half onto the near one.
macro_rules! halve {
    ($all:expr) => {{
        let mut all = $all;
        let mut half = all.len() / 2;
        while half > 0 {
            for n in 0..half {
                all[n] += all[n + half];
            }
            half /= 2;
        }
        all[0]
    }};
}

/// A vector for machines that are not known better: the compiler finds what they have.
#[derive(Clone, Copy)]
pub(super) struct Plain<T, const L: usize>([T; L]);

macro_rules! plain {
    ($number:ty, $lanes:literal) => {
        // SAFETY: needs no special instructions; reads and writes `LANES` numbers unaligned.
        #[allow(unsafe_code)]
        unsafe impl Vector for Plain<$number, $lanes> {
            type Of = $number;
            const LANES: usize = $lanes;
            #[inline(always)]
            unsafe fn zero() -> Self {
                Self([0.0; $lanes])
            }
            #[inline(always)]
            unsafe fn splat(value: $number) -> Self {
                Self([value; $lanes])
            }
            #[inline(always)]
            unsafe fn load(from: *const $number) -> Self {
                Self(unsafe { from.cast::<[$number; $lanes]>().read_unaligned() })
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $number) {
                unsafe { to.cast::<[$number; $lanes]>().write_unaligned(self.0) }
            }
            #[inline(always)]
            unsafe fn plus(self, a: Self, b: Self) -> Self {
                let mut sum = self.0;
                for lane in 0..$lanes {
                    sum[lane] += a.0[lane] * b.0[lane];
                }
                Self(sum)
            }
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                Self(core::array::from_fn(|lane| self.0[lane] + other.0[lane]))
            }
            #[inline(always)]
            unsafe fn mul(self, other: Self) -> Self {
                Self(core::array::from_fn(|lane| self.0[lane] * other.0[lane]))
            }
            #[inline(always)]
            unsafe fn total(self) -> $number {
                halve!(self.0)
            }
            #[inline(always)]
            unsafe fn largest(self) -> $number {
                let [first, others @ ..] = self.0;
                (others.into_iter()).fold(first, |most, x| if x > most { x } else { most })
            }
            #[inline(always)]
            unsafe fn abs(self) -> Self {
                Self(core::array::from_fn(|lane| self.0[lane].abs()))
            }
            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                Self(core::array::from_fn(|lane| {
                    let (a, b) = (self.0[lane], other.0[lane]);
                    if a > b { a } else { b }
                }))
            }
            #[inline(always)]
            unsafe fn min(self, other: Self) -> Self {
                Self(core::array::from_fn(|lane| {
                    let (a, b) = (self.0[lane], other.0[lane]);
                    if a < b { a } else { b }
                }))
            }
            #[inline(always)]
            unsafe fn unless_zero(self, test: Self, other: Self) -> Self {
                Self(core::array::from_fn(|lane| {
                    let zero = test.0[lane] == 0.0;
                    if zero { other.0[lane] } else { self.0[lane] }
                }))
            }
            #[inline(always)]
            unsafe fn any_above(self, limit: $number) -> bool {
                let mut any = false;
                for number in self.0 {
                    any |= number > limit;
                }
                any
            }
            #[inline(always)]
            unsafe fn store_narrow(self, least: $number, to: *mut f32) {
                let narrow = self.0.map(|x| if x.abs() < least { 0.0 } else { x as f32 });
                unsafe { to.cast::<[f32; $lanes]>().write_unaligned(narrow) }
            }
            #[inline(always)]
            unsafe fn load_wide(from: *const f32) -> Self {
                let narrow = unsafe { from.cast::<[f32; $lanes]>().read_unaligned() };
                Self(narrow.map(|x| x as $number))
            }
        }
    };
}

plain!(f32, 4);
plain!(f64, 2);

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use super::Vector;
    use std::arch::x86_64::*;

    macro_rules! vector {
        ($name:ident: $lanes:literal x $of:ident in $raw:ident;
         $zero:ident, $splat:ident, $load:ident, $store:ident,
         $add:ident, $mul:ident, $total:ident, $largest:ident, $max:ident, $min:ident, $abs:ident, $choose:ident, $above:ident, $narrow:ident, $wide:expr;
         |$sum:ident, $a:ident, $b:ident| $plus:expr) => {
            #[derive(Clone, Copy)]
            pub struct $name($raw);

            // SAFETY: every method is one or two instructions of the level it is named after, and
            // is only called in functions compiled for that level; loads and stores are unaligned.
            #[allow(unsafe_code)]
            unsafe impl Vector for $name {
                type Of = $of;
                const LANES: usize = $lanes;
                #[inline(always)]
                unsafe fn zero() -> Self {
                    unsafe { Self($zero()) }
                }
                #[inline(always)]
                unsafe fn splat(value: $of) -> Self {
                    unsafe { Self($splat(value)) }
                }
                #[inline(always)]
                unsafe fn load(from: *const $of) -> Self {
                    unsafe { Self($load(from)) }
                }
                #[inline(always)]
                unsafe fn store(self, to: *mut $of) {
                    unsafe { $store(to, self.0) }
                }
                #[inline(always)]
                unsafe fn plus(self, a: Self, b: Self) -> Self {
                    let ($sum, $a, $b) = (self.0, a.0, b.0);
                    unsafe { Self($plus) }
                }
                #[inline(always)]
                unsafe fn add(self, other: Self) -> Self {
                    unsafe { Self($add(self.0, other.0)) }
                }
                #[inline(always)]
                unsafe fn mul(self, other: Self) -> Self {
                    unsafe { Self($mul(self.0, other.0)) }
                }
                #[inline(always)]
                unsafe fn total(self) -> $of {
                    unsafe { $total(self.0) }
                }
                #[inline(always)]
                unsafe fn largest(self) -> $of {
                    unsafe { $largest(self.0) }
                }
                #[inline(always)]
                unsafe fn abs(self) -> Self {
                    unsafe { Self($abs(self.0)) }
                }
                #[inline(always)]
                unsafe fn max(self, other: Self) -> Self {
                    unsafe { Self($max(self.0, other.0)) }
                }
                #[inline(always)]
                unsafe fn min(self, other: Self) -> Self {
                    unsafe { Self($min(self.0, other.0)) }
                }
                #[inline(always)]
                unsafe fn unless_zero(self, test: Self, other: Self) -> Self {
                    unsafe { Self($choose(test.0, self.0, other.0)) }
                }
                #[inline(always)]
                unsafe fn any_above(self, limit: $of) -> bool {
                    unsafe { $above(self.0, $splat(limit)) }
                }
                #[inline(always)]
                unsafe fn store_narrow(self, least: $of, to: *mut f32) {
                    unsafe { $narrow(self.0, $splat(least), to) }
                }
                #[inline(always)]
                unsafe fn load_wide(from: *const f32) -> Self {
                    unsafe { Self($wide(from)) }
                }
            }
        };
    }

    /// All numbers added up, the far half onto the near one. Left to itself, the compiler takes
    /// several such sums apart and knits them into one another at three times the cost.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn total128_pd(value: __m128d) -> f64 {
        unsafe { _mm_cvtsd_f64(_mm_add_sd(value, _mm_unpackhi_pd(value, value))) }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn total256_pd(value: __m256d) -> f64 {
        unsafe {
            let far = _mm256_extractf128_pd::<1>(value);
            total128_pd(_mm_add_pd(_mm256_castpd256_pd128(value), far))
        }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn total512_pd(value: __m512d) -> f64 {
        unsafe {
            let far = _mm512_extractf64x4_pd::<1>(value);
            total256_pd(_mm256_add_pd(_mm512_castpd512_pd256(value), far))
        }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn total256_ps(value: __m256) -> f32 {
        let mut all = [0.0f32; 8];
        unsafe { _mm256_storeu_ps(all.as_mut_ptr(), value) };
        halve!(all)
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn total512_ps(value: __m512) -> f32 {
        let mut all = [0.0f32; 16];
        unsafe { _mm512_storeu_ps(all.as_mut_ptr(), value) };
        halve!(all)
    }

    /// The largest number, by halves, too.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn largest256_pd(value: __m256d) -> f64 {
        unsafe {
            let far = _mm256_extractf128_pd::<1>(value);
            let most = _mm_max_pd(_mm256_castpd256_pd128(value), far);
            _mm_cvtsd_f64(_mm_max_sd(most, _mm_unpackhi_pd(most, most)))
        }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn largest512_pd(value: __m512d) -> f64 {
        unsafe {
            let far = _mm512_extractf64x4_pd::<1>(value);
            largest256_pd(_mm256_max_pd(_mm512_castpd512_pd256(value), far))
        }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn largest256_ps(value: __m256) -> f32 {
        unsafe {
            let far = _mm256_extractf128_ps::<1>(value);
            let most = _mm_max_ps(_mm256_castps256_ps128(value), far);
            let most = _mm_max_ps(most, _mm_movehl_ps(most, most));
            _mm_cvtss_f32(_mm_max_ss(most, _mm_shuffle_ps::<1>(most, most)))
        }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn largest512_ps(value: __m512) -> f32 {
        unsafe {
            let far = _mm512_castpd_ps(_mm512_castpd256_pd512(_mm512_extractf64x4_pd::<1>(
                _mm512_castps_pd(value),
            )));
            largest256_ps(_mm512_castps512_ps256(_mm512_max_ps(value, far)))
        }
    }

    /// Takes the signs away.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn abs_ps(value: __m256) -> __m256 {
        unsafe { _mm256_andnot_ps(_mm256_set1_ps(-0.0), value) }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn abs_pd(value: __m256d) -> __m256d {
        unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), value) }
    }

    /// `then` where `test` is not zero, elsewhere `other`.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn choose512_ps(test: __m512, then: __m512, other: __m512) -> __m512 {
        unsafe {
            let zero = _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(test, _mm512_setzero_ps());
            _mm512_mask_blend_ps(zero, then, other)
        }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn choose512_pd(test: __m512d, then: __m512d, other: __m512d) -> __m512d {
        unsafe {
            let zero = _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(test, _mm512_setzero_pd());
            _mm512_mask_blend_pd(zero, then, other)
        }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn choose256_ps(test: __m256, then: __m256, other: __m256) -> __m256 {
        unsafe {
            let zero = _mm256_cmp_ps::<_CMP_EQ_OQ>(test, _mm256_setzero_ps());
            _mm256_blendv_ps(then, other, zero)
        }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn choose256_pd(test: __m256d, then: __m256d, other: __m256d) -> __m256d {
        unsafe {
            let zero = _mm256_cmp_pd::<_CMP_EQ_OQ>(test, _mm256_setzero_pd());
            _mm256_blendv_pd(then, other, zero)
        }
    }

    /// Whether any number of `a` is above that of `b`.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn above512_ps(a: __m512, b: __m512) -> bool {
        unsafe { _mm512_cmp_ps_mask::<_CMP_GT_OQ>(a, b) != 0 }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn above512_pd(a: __m512d, b: __m512d) -> bool {
        unsafe { _mm512_cmp_pd_mask::<_CMP_GT_OQ>(a, b) != 0 }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn above256_ps(a: __m256, b: __m256) -> bool {
        unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(a, b)) != 0 }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn above256_pd(a: __m256d, b: __m256d) -> bool {
        unsafe { _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_GT_OQ>(a, b)) != 0 }
    }

    /// Writes `a` in f32, with zero where it is smaller than `least`.
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn narrow512_ps(a: __m512, least: __m512, to: *mut f32) {
        unsafe {
            let keep = _mm512_cmp_ps_mask::<_CMP_GE_OQ>(_mm512_abs_ps(a), least);
            _mm512_storeu_ps(to, _mm512_maskz_mov_ps(keep, a));
        }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn narrow512_pd(a: __m512d, least: __m512d, to: *mut f32) {
        unsafe {
            let keep = _mm512_cmp_pd_mask::<_CMP_GE_OQ>(_mm512_abs_pd(a), least);
            _mm256_storeu_ps(to, _mm512_cvtpd_ps(_mm512_maskz_mov_pd(keep, a)));
        }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn narrow256_ps(a: __m256, least: __m256, to: *mut f32) {
        unsafe {
            let keep = _mm256_cmp_ps::<_CMP_GE_OQ>(abs_ps(a), least);
            _mm256_storeu_ps(to, _mm256_and_ps(keep, a));
        }
    }
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn narrow256_pd(a: __m256d, least: __m256d, to: *mut f32) {
        unsafe {
            let keep = _mm256_cmp_pd::<_CMP_GE_OQ>(abs_pd(a), least);
            _mm_storeu_ps(to, _mm256_cvtpd_ps(_mm256_and_pd(keep, a)));
        }
    }

    vector! {
        Avx512F32: 16 x f32 in __m512;
        _mm512_setzero_ps, _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps,
        _mm512_add_ps, _mm512_mul_ps, total512_ps, largest512_ps, _mm512_max_ps, _mm512_min_ps, _mm512_abs_ps, choose512_ps,
        above512_ps, narrow512_ps, _mm512_loadu_ps;
        |sum, a, b| _mm512_fmadd_ps(a, b, sum)
    }
    vector! {
        Avx512F64: 8 x f64 in __m512d;
        _mm512_setzero_pd, _mm512_set1_pd, _mm512_loadu_pd, _mm512_storeu_pd,
        _mm512_add_pd, _mm512_mul_pd, total512_pd, largest512_pd, _mm512_max_pd, _mm512_min_pd, _mm512_abs_pd, choose512_pd,
        above512_pd, narrow512_pd, |x| _mm512_cvtps_pd(_mm256_loadu_ps(x));
        |sum, a, b| _mm512_add_pd(sum, _mm512_mul_pd(a, b))
    }
    vector! {
        Avx2F32: 8 x f32 in __m256;
        _mm256_setzero_ps, _mm256_set1_ps, _mm256_loadu_ps, _mm256_storeu_ps,
        _mm256_add_ps, _mm256_mul_ps, total256_ps, largest256_ps, _mm256_max_ps, _mm256_min_ps, abs_ps, choose256_ps,
        above256_ps, narrow256_ps, _mm256_loadu_ps;
        |sum, a, b| _mm256_fmadd_ps(a, b, sum)
    }
    vector! {
        Avx2F64: 4 x f64 in __m256d;
        _mm256_setzero_pd, _mm256_set1_pd, _mm256_loadu_pd, _mm256_storeu_pd,
        _mm256_add_pd, _mm256_mul_pd, total256_pd, largest256_pd, _mm256_max_pd, _mm256_min_pd, abs_pd, choose256_pd,
        above256_pd, narrow256_pd, |x| _mm256_cvtps_pd(_mm_loadu_ps(x));
        |sum, a, b| _mm256_add_pd(sum, _mm256_mul_pd(a, b))
    }
}
