//! Loops that are compiled for several levels of x86 and chosen when the program runs.
//!
//! Nothing here fuses multiplications with additions, and sums have one fixed order: all levels, and
//! all other machines, give the same bits.
//!
//! Safety: a function that was compiled for more than every machine has is called only after this
//! machine was found to have it. The functions themselves are safe code.
#![allow(unsafe_code)]

use crate::band::{self, Work};
use crate::cloud::GROUP;

/// Declares a loop once and compiles it for every level.
macro_rules! at_every_level {
    ($(#[doc = $doc:literal])+ fn $name:ident($($arg:ident: $type:ty),*) $(-> $out:ty)? $body:block) => {
        $(#[doc = $doc])+
        pub(crate) fn $name($($arg: $type),*) $(-> $out)? {
            #[inline(always)]
            fn any($($arg: $type),*) $(-> $out)? $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f")]
                fn avx512($($arg: $type),*) $(-> $out)? { any($($arg),*) }
                #[target_feature(enable = "avx2")]
                fn avx2($($arg: $type),*) $(-> $out)? { any($($arg),*) }
                if std::is_x86_feature_detected!("avx512f") {
                    // Safety: this machine has it.
                    return unsafe { avx512($($arg),*) };
                }
                if std::is_x86_feature_detected!("avx2") {
                    // Safety: this machine has it.
                    return unsafe { avx2($($arg),*) };
                }
            }
            any($($arg),*)
        }
    };
}

at_every_level! {
    /// See [`band::pull`].
    fn pull(work: Work) -> (f64, bool) {
        band::pull(work)
    }
}

at_every_level! {
    /// Adds pulls to the forces from one mass on, and takes them from those from another on.
    fn spread(pulls: &[f64], forces: &mut [f64], first: usize, second: usize) {
        for (force, pull) in forces[first..first + pulls.len()].iter_mut().zip(pulls) {
            *force += pull;
        }
        for (force, pull) in forces[second..second + pulls.len()].iter_mut().zip(pulls) {
            *force -= pull;
        }
    }
}

/// What a loop over masses needs to know of them, 0 for those that no force moves.
pub(crate) struct Weights<'a> {
    /// Mass over the square of a step \[kg/s²\], and one over that.
    pub heavy: &'a [f64],
    pub light: &'a [f64],
    /// 1 for what forces move.
    pub free: &'a [f64],
    /// Friction of the medium over a step \[N/m\].
    pub drag: f64,
}

at_every_level! {
    /// Adds the medium's friction to forces along an axis; gives the sums A, B and C of that axis.
    fn weigh(forces: &mut [f64], w: &[f64], own: &Weights) -> [f64; 3] {
        let mut sums = [[0.0; GROUP]; 3];
        let all = forces.as_chunks_mut::<GROUP>().0.iter_mut();
        let all = all.zip(w.as_chunks::<GROUP>().0).zip(own.heavy.as_chunks::<GROUP>().0);
        let all = all.zip(own.light.as_chunks::<GROUP>().0).zip(own.free.as_chunks::<GROUP>().0);
        for ((((force, w), heavy), light), free) in all {
            for n in 0..GROUP {
                force[n] -= own.drag * free[n] * w[n];
                // What pulls at a wall may be without bounds: it is left out, not multiplied.
                let felt = if free[n] > 0.0 { force[n] } else { 0.0 };
                sums[0][n] += heavy[n] * w[n] * w[n];
                sums[1][n] += w[n] * felt;
                sums[2][n] += light[n] * felt * felt;
            }
        }
        [band::sum(&sums[0]), band::sum(&sums[1]), band::sum(&sums[2])]
    }
}

at_every_level! {
    /// A step along an axis on which nothing from outside acts.
    fn advance(u: &mut [f64], w: &mut [f64], forces: &[f64], own: &Weights) {
        let all = u.as_chunks_mut::<GROUP>().0.iter_mut();
        let all = all.zip(w.as_chunks_mut::<GROUP>().0).zip(forces.as_chunks::<GROUP>().0);
        let all = all.zip(own.light.as_chunks::<GROUP>().0).zip(own.free.as_chunks::<GROUP>().0);
        for ((((u, w), force), light), free) in all {
            for n in 0..GROUP {
                w[n] += light[n] * if free[n] > 0.0 { force[n] } else { 0.0 };
                u[n] += free[n] * w[n];
            }
        }
    }
}
