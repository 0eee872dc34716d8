//! What to expect of a network before it is heard: whether its step can carry it, which modes it
//! has, and whether it will collapse.
//!
//! Law:    links are taken as straight springs about where the masses are placed (the sum of
//!         k·r·rT + (T/d)·(1 - r·rT) over links); leapfrog is stable while the largest eigenvalue of
//!         h²·K + 2·h·Z, scaled by the masses, is below 4, and plays a mode of K at
//!         asin(h·w/2)/(pi·h).
//! Limits: small motion only; a model is judged as it is written, before links that the step cannot
//!         carry are made softer ([`MassNetwork::softened`](crate::MassNetwork::softened)). Modes
//!         are told without damping, and without the sag that gravity brings. Beyond some hundred masses only
//!         the lowest modes are looked for.
//!
//! ```
//! use urto_mi::{Model, Row, Spring, advisor};
//! let mut model = Model::new(44_100.0)?;
//! let wire = Spring { stiffness: 2e5, length: Some(0.012), ..Spring::default() };
//! let row = Row { count: 32, spring: wire, ..Row::default() };
//! row.build(&mut model, "string")?;
//! let advice = advisor::check(&model);
//! assert!(!advice.stable);
//! println!("{}", advice.suggested.unwrap());
//! # Ok::<(), urto_mi::ModelError>(())
//! ```

pub(crate) mod eigen;
mod factor;
mod felt;
mod krylov;
mod limit;
mod matrix;
mod parts;
mod spectrum;
mod vibrations;
mod words;

use crate::contact::lone_margin;
use crate::model::Model;
use felt::Felt;
use spectrum::Spectrum;
use urto::math;
use urto::tape::{Dear, dear};
pub use vibrations::{Vibration, floating, vibrations};

/// What there is to say about a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Whether plain leapfrog carries it: the margin is above 1.
    pub stable: bool,
    /// How far all stiffnesses may be multiplied until it does not. Infinite where there is no
    /// stiffness; 0 where dampers alone are too strong for the step.
    pub margin: f64,
    /// The largest eigenvalue of h²·K + 2·h·Z, scaled by the masses: 4 is the limit.
    pub lambda_max: f64,
    /// What to change if it is not stable, in words.
    pub suggested: Option<String>,
    /// Lowest modes as the step plays them \[Hz\], lowest first; motions as a whole and others without
    /// a frequency are left out, equal ones are told as often as there are.
    pub modes: Vec<f64>,
    /// Whether those are all, or as many as were asked for, to a tenth of a cent; large networks may
    /// be too dear.
    pub modes_found: bool,
    /// Ways to move as a whole, of all parts together: 6 for a body that floats.
    pub rigid_modes: usize,
    /// Other ways to move that no link resists: it collapses that way.
    pub zero_modes: usize,
    /// Ways in which it gives way by itself, since its links push.
    pub buckling: usize,
    /// Its lowest mode that is heard as a pitch \[Hz\].
    pub pitch: Option<f64>,
    /// What a person should know, in words.
    pub remarks: Vec<String>,
}

/// Modes that are told if nothing else is asked for.
pub const USUAL_MODES: usize = 30;
/// What is slower is felt, not heard \[Hz\].
const LOWEST_PITCH: f64 = 20.0;

/// How far all stiffnesses of a model may be multiplied until plain leapfrog does not carry it any
/// more. Allocates.
pub fn margin(model: &Model) -> f64 {
    let found = dear(Dear::Margin, || vec![limit::stiffness(&Felt::new(model)).0]);
    found.first().copied().unwrap_or(0.0)
}

/// Looks at a model. Allocates, and takes up to some seconds for thousands of masses.
pub fn check(model: &Model) -> Advice {
    check_modes(model, USUAL_MODES)
}

/// Looks at a model, and tells at most N modes.
pub fn check_modes(model: &Model, most: usize) -> Advice {
    let felt = Felt::new(model);
    let (margin, lambda_max) = limit::stiffness(&felt);
    // A contact that acts later must be carried, too.
    let lone = model.contacts().iter().map(|own| lone_margin(own, model));
    let hardest = lone.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
    let hardest = hardest.filter(|(_, own)| *own < margin);
    let margin = hardest.map_or(margin, |(_, own)| own);
    let parts = parts::parts(&felt);
    // Dampers only add to the largest eigenvalue, and a part has none above that of the whole.
    let spectra = parts
        .iter()
        .map(|own| Spectrum::of(own, lambda_max, most, false));
    let spectra: Vec<Spectrum> = spectra.collect();
    let values = spectra.iter().flat_map(|own| &own.values);
    let mut modes: Vec<f64> = values.filter_map(|own| played(*own, felt.h)).collect();
    modes.sort_by(f64::total_cmp);
    let pitch = modes.iter().copied().find(|own| *own >= LOWEST_PITCH);
    modes.truncate(most);
    let total = |own: fn(&Spectrum) -> usize| spectra.iter().map(own).sum();
    let stable = margin > 1.0;
    let mut advice = Advice {
        stable,
        margin,
        lambda_max,
        suggested: (!stable).then(|| match hardest {
            Some((contact, margin)) => words::softer_contact(model, contact, margin),
            None => words::suggested(model, &felt, margin),
        }),
        modes,
        modes_found: spectra.iter().all(|own| own.complete),
        rigid_modes: total(|own| own.rigid),
        zero_modes: total(|own| own.zero),
        buckling: total(|own| own.negative),
        pitch,
        remarks: Vec::new(),
    };
    let more = spectra.iter().any(|own| own.more);
    advice.remarks = words::remarks(model, &felt, &advice, more);
    advice
}

/// The frequency at which steps of `h` seconds play an eigenvalue of h²·K \[Hz\]; `None` beyond what
/// they carry.
fn played(value: f64, h: f64) -> Option<f64> {
    let sine = 0.5 * value.sqrt();
    let cosine = ((1.0 - sine) * (1.0 + sine)).sqrt();
    (sine < 1.0).then(|| math::atan2(sine, cosine) / (core::f64::consts::PI * h))
}
