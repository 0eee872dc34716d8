//! Rows of parameters that several studies have, written once.
//!
//! `study_params!` is `urto::params!` that also takes a word for a group of rows, with what is
//! particular to the study as its arguments:
//!
//! | word | rows |
//! |---|---|
//! | `@forces(coulomb, static)` | `coulomb_force`, `static_force` |
//! | `@bristles(stribeck, stiffness, damping, viscosity)` | `stribeck_velocity` to `viscosity` |
//! | `@bar()` | `pitch`, `q`, `modal_mass` |
//! | `@struck()` | `velocity`, then those of the bar |
//! | `@finely(oversample)` | `rate`, `oversample` |
//! | `@wire(damping, friction)` | `masses` to `friction`, `rate`: a string of masses |

/// Declares the parameters of a study.
macro_rules! study_params {
    (
        $(#[doc = $about:literal])+
        $vis:vis struct $name:ident($key:literal) { $($body:tt)* }
    ) => {
        $crate::shared::study_params! {
            @rows [$(#[doc = $about])+ $vis struct $name($key)] [] $($body)*
        }
    };
    (@rows [$($head:tt)*] [$($done:tt)*]) => {
        urto::params! { $($head)* { $($done)* } }
    };
    (@rows $head:tt [$($done:tt)*] @forces($coulomb:expr, $static:expr); $($rest:tt)*) => {
        $crate::shared::study_params! { @rows $head [
            $($done)*
            /// Force while sliding fast.
            coulomb_force: $coulomb, Log(1e-4, 1e3), "N", Rebuild;
            /// Force at which it breaks loose.
            static_force: $static, Log(1e-4, 1e3), "N", Rebuild;
        ] $($rest)* }
    };
    (
        @rows $head:tt [$($done:tt)*]
        @bristles($stribeck:expr, $stiffness:expr, $damping:expr, $viscosity:expr);
        $($rest:tt)*
    ) => {
        $crate::shared::study_params! { @rows $head [
            $($done)*
            /// Speed over which friction falls from one to the other.
            stribeck_velocity: $stribeck, Log(1e-4, 10.0), "m/s", Rebuild;
            /// Stiffness of the bristles.
            bristle_stiffness: $stiffness, Log(1e1, 1e9), "N/m", Rebuild;
            /// Damping of the bristles.
            bristle_damping: $damping, Linear(0.0, 1e4), "N*s/m", Rebuild;
            /// Viscous friction.
            viscosity: $viscosity, Linear(0.0, 1e3), "N*s/m", Rebuild;
        ] $($rest)* }
    };
    (@rows $head:tt [$($done:tt)*] @struck(); $($rest:tt)*) => {
        $crate::shared::study_params! { @rows $head [
            $($done)*
            /// Speed at which the hammer arrives; the paper does not say.
            velocity: 1.0, Log(1e-3, 20.0), "m/s", Rebuild;
        ] @bar(); $($rest)* }
    };
    (@rows $head:tt [$($done:tt)*] @bar(); $($rest:tt)*) => {
        $crate::shared::study_params! { @rows $head [
            $($done)*
            /// Frequency of the bar's first partial.
            pitch: 1000.0, Log(20.0, 8e3), "Hz", Rebuild;
            /// Quality factor of each partial; the paper does not say.
            q: 200.0, Log(1.0, 1e5), "", Rebuild;
            /// Mass of each mode where it is struck; the paper does not say.
            modal_mass: 0.01, Log(1e-5, 1e2), "kg", Rebuild;
        ] $($rest)* }
    };
    (@rows $head:tt [$($done:tt)*] @finely($oversample:expr); $($rest:tt)*) => {
        $crate::shared::study_params! { @rows $head [
            $($done)*
            /// Sample rate.
            rate: 44_100.0, Log(8e3, 3.84e5), "Hz", Rebuild;
            /// Steps per sample.
            oversample: $oversample, Integer(1, 64), "", Rebuild;
        ] $($rest)* }
    };
    (@rows $head:tt [$($done:tt)*] @wire($damping:expr, $friction:expr); $($rest:tt)*) => {
        $crate::shared::study_params! { @rows $head [
            $($done)*
            /// Masses of the string, its two ends included.
            masses: 32, Integer(3, 128), "", Rebuild;
            /// Stiffness K of its springs: force per metre with a step and a mass of 1.
            stiffness: 0.1, Log(1e-5, 0.9), "", Rebuild;
            /// Length of a spring that does not pull, as a share of the distance of masses.
            length: 0.9, Linear(0.0, 0.999), "", Rebuild;
            /// Damping Z of its springs: force per speed with a step and a mass of 1.
            damping: $damping, Linear(0.0, 0.01), "", Rebuild;
            /// Friction of what is around: force per speed with a step and a mass of 1.
            friction: $friction, Linear(0.0, 0.1), "", Rebuild;
            /// Steps a second.
            rate: 44_100.0, Log(8e3, 1.92e5), "Hz", Rebuild;
        ] $($rest)* }
    };
    (
        @rows $head:tt [$($done:tt)*]
        $(#[doc = $doc:literal])+
        $field:ident: $default:expr, $kind:ident($($arg:tt)*), $unit:literal, $update:ident
        $(, $modifier:ident)*;
        $($rest:tt)*
    ) => {
        $crate::shared::study_params! { @rows $head [
            $($done)*
            $(#[doc = $doc])+
            $field: $default, $kind($($arg)*), $unit, $update $(, $modifier)*;
        ] $($rest)* }
    };
}
pub(crate) use study_params;

/// The law of friction that a study's rows `forces` and `bristles` say.
macro_rules! law_of {
    ($study:expr) => {
        $crate::rubbing::Law {
            coulomb: $study.coulomb_force,
            stiction: $study.static_force.max($study.coulomb_force),
            stribeck: $study.stribeck_velocity,
            stiffness: $study.bristle_stiffness,
            damping: $study.bristle_damping,
            viscosity: $study.viscosity,
            breakaway: $study.breakaway,
        }
    };
}
pub(crate) use law_of;

/// The string that a study's rows `wire` say.
macro_rules! wire_of {
    ($study:expr) => {
        $crate::masses::Wire {
            masses: $study.masses as usize,
            stiffness: $study.stiffness,
            length: $study.length,
            damping: $study.damping,
            friction: $study.friction,
            rate: $study.rate,
        }
    };
}
pub(crate) use wire_of;
