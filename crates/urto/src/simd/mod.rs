//! Loops over modes, compiled for several levels of x86 and chosen when the program runs.
//!
//! `modes` steps a bank sample by sample, `ring` plays freely ringing ones in blocks. In f64 no level
//! fuses multiplications with additions and sums have one fixed order: all levels, and all other
//! machines, give the same bits; they only differ in speed.

pub(crate) mod drive;
mod lanes;
pub(crate) mod modes;
pub(crate) mod ring;
pub(crate) mod sight;
pub(crate) mod stretch;
pub(crate) mod two_points;
mod vector;

pub(crate) use lanes::Lanes;
pub(crate) use vector::GROUP;

use core::sync::atomic::{AtomicU8, Ordering};

/// What a CPU can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(dead_code)] // Only x86 has more than one.
enum CpuKind {
    Plain,
    Avx2,
    Avx512,
}

/// A level of the CPU that is known to be there: it cannot be made but by looking.
///
/// ```
/// use urto::SimdLevel;
/// // For a comparison: bodies built from now on use nothing beyond what every machine has.
/// SimdLevel::plain().limit();
/// # SimdLevel::best().limit();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SimdLevel(CpuKind);

/// The highest level that may be used.
static LIMIT: AtomicU8 = AtomicU8::new(CpuKind::Avx512 as u8);

impl SimdLevel {
    /// What every machine has.
    pub fn plain() -> Self {
        Self(CpuKind::Plain)
    }

    /// The best level of this machine.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 =
                std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("fma");
            if avx2 && std::is_x86_feature_detected!("avx512f") {
                return Self(CpuKind::Avx512);
            }
            if avx2 {
                return Self(CpuKind::Avx2);
            }
        }
        Self(CpuKind::Plain)
    }

    /// All levels of this machine, from the plain one up.
    pub fn all() -> impl Iterator<Item = Self> {
        let kinds = [CpuKind::Plain, CpuKind::Avx2, CpuKind::Avx512];
        kinds
            .map(Self)
            .into_iter()
            .filter(|level| *level <= Self::best())
    }

    /// Its name: `plain`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self.0 {
            CpuKind::Plain => "plain",
            CpuKind::Avx2 => "avx2",
            CpuKind::Avx512 => "avx512",
        }
    }

    /// Lets bodies that are built from now on use nothing beyond this level: for comparisons.
    /// The samples of exact quality do not depend on it.
    pub fn limit(self) {
        LIMIT.store(self.0 as u8, Ordering::Relaxed);
    }

    /// The best level that may be used.
    pub fn allowed() -> Self {
        let limit = LIMIT.load(Ordering::Relaxed);
        let allowed = Self::all().filter(|level| level.0 as u8 <= limit).last();
        allowed.unwrap_or(Self(CpuKind::Plain))
    }

    /// The level at which a bank of N modes is stepped sample by sample. While vectors of 512
    /// bits are on their way a core does other arithmetic at half its pace, and a contact's law is
    /// more work than the modes of a small bank: up to 48 modes, 256 bits were measured to be
    /// faster, by a tenth to a sixth.
    pub(crate) fn for_steps(self, modes: usize) -> Self {
        if modes <= 48 {
            Self(self.0.min(CpuKind::Avx2))
        } else {
            self
        }
    }
}

/// Declares a loop over groups of numbers once and compiles it for every level. In its body, which
/// is unsafe, `Group<V, W>` is a group of them; the body sees to it that groups lie within their
/// slices.
macro_rules! at_every_level {
    ($(#[doc = $doc:literal])+
     fn $name:ident<f64>($($arg:ident: $type:ty),*) $(-> $out:ty)? $body:block) => {
        at_every_level!(@ $(#[doc = $doc])+ $name, f64, (Avx512F64, 2), (Avx2F64, 4), 2, 8,
            ($($arg: $type),*) $(-> $out)? $body);
    };
    ($(#[doc = $doc:literal])+
     fn $name:ident<f32>($($arg:ident: $type:ty),*) $(-> $out:ty)? $body:block) => {
        at_every_level!(@ $(#[doc = $doc])+ $name, f32, (Avx512F32, 1), (Avx2F32, 2), 4, 4,
            ($($arg: $type),*) $(-> $out)? $body);
    };
    (@ $(#[doc = $doc:literal])+ $name:ident, $number:ty, ($wide:ident, $few:literal),
     ($middle:ident, $some:literal), $lanes:literal, $many:literal,
     ($($arg:ident: $type:ty),*) $(-> $out:ty)? $body:block) => {
        $(#[doc = $doc])+
        #[allow(unsafe_code)]
        #[inline]
        pub(crate) fn $name(level: $crate::simd::SimdLevel, $($arg: $type),*) $(-> $out)? {
            #[inline(always)]
            unsafe fn any<V: Vector<Of = $number>, const W: usize>($($arg: $type),*) $(-> $out)? {
                unsafe { $body }
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            unsafe fn avx2($($arg: $type),*) $(-> $out)? {
                unsafe { any::<x86::$middle, $some>($($arg),*) }
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f")]
            unsafe fn avx512($($arg: $type),*) $(-> $out)? {
                unsafe { any::<x86::$wide, $few>($($arg),*) }
            }
            // A function of its own, so that choosing one takes no more than a jump.
            #[inline(never)]
            unsafe fn plain($($arg: $type),*) $(-> $out)? {
                unsafe { any::<Plain<$number, $lanes>, $many>($($arg),*) }
            }
            // SAFETY: a `SimdLevel` is only made after the CPU was seen to have its instructions; that
            // groups lie within their slices is the body's affair.
            unsafe {
                match level.0 {
                    #[cfg(target_arch = "x86_64")]
                    $crate::simd::CpuKind::Avx2 => avx2($($arg),*),
                    #[cfg(target_arch = "x86_64")]
                    $crate::simd::CpuKind::Avx512 => avx512($($arg),*),
                    _ => plain($($arg),*),
                }
            }
        }
    };
}

use at_every_level;
