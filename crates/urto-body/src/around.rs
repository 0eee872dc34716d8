//! A body's multipoles, for listeners in the air around it.
//!
//! Law:    a body twice as large with the same shapes has waves twice as long in the air too, as
//!         long as its frequencies go with one over its size: everything is the same at twice the
//!         distance. So a scaled body is heard as the one that was solved for is heard at the
//!         distance over the scale.
//! Limits: another material or tuning moves frequencies without moving the size, and how a mode
//!         radiates then changes with it. That is left out: directions and levels stay those that
//!         were solved for. A mode that is q times as high as that radiates in truth, while the body
//!         is small against the wave, about q² (all of it breathes) to q³ times as strongly (it
//!         swings to and fro); above, hardly differently.

use crate::playback::{Multipoles, View};
use std::sync::Arc;
use urto::air::{Listener, Radiates};

/// How the modes of a body sound around it.
pub(crate) struct Around {
    fields: Arc<[Option<Multipoles>]>,
    /// Size over that of the body that was solved for.
    scale: f64,
    order: usize,
    /// What pressure \[Pa\] is multiplied with.
    unit: f64,
}

impl Around {
    pub fn new(fields: Arc<[Option<Multipoles>]>, scale: f64) -> Self {
        let orders = fields.iter().flatten().map(Multipoles::order);
        let order = orders.max().unwrap_or(0);
        let squares = fields.iter().flatten();
        let squares: f64 = squares.map(|field| far(field) * far(field)).sum();
        let mean = scale * (squares / fields.len() as f64).sqrt();
        // In the mean as loud at a metre as where a shape is 1.
        let unit = if mean > 0.0 && mean.is_finite() {
            1.0 / mean
        } else {
            0.0
        };
        Self {
            fields,
            scale,
            order,
            unit,
        }
    }
}

/// Far away p = F·e^{ikr}/r: the root of the mean square of F over all directions, Σ|c|²/(4πk²)
/// \[Pa·m/(m/s)\].
fn far(field: &Multipoles) -> f64 {
    let all = field.terms.iter();
    let square: f64 = all
        .map(|term| term.strength[0] * term.strength[0] + term.strength[1] * term.strength[1])
        .sum();
    (square / (4.0 * core::f64::consts::PI)).sqrt() / field.wave_number
}

impl Radiates for Around {
    fn listener(&self) -> Box<dyn Listener> {
        Box::new(Spot {
            view: View::new(self.order),
            fields: Arc::clone(&self.fields),
            scale: self.scale,
            unit: self.unit,
        })
    }

    /// A metre from here is 1/scale metres from the body that was solved for.
    fn at_a_metre(&self, mode: usize) -> f64 {
        let field = self.fields.get(mode).and_then(Option::as_ref);
        let level = field.map_or(0.0, |field| far(field) * self.scale * self.unit);
        if level.is_finite() { level } else { 0.0 }
    }
}

/// One listener.
struct Spot {
    view: View,
    fields: Arc<[Option<Multipoles>]>,
    scale: f64,
    unit: f64,
}

impl Listener for Spot {
    fn look(&mut self, place: [f64; 3]) {
        self.view.look(place.map(|own| own / self.scale));
    }

    fn heard(&self, mode: usize) -> [f64; 2] {
        match self.fields.get(mode) {
            Some(Some(field)) => field.heard(&self.view).map(|own| own * self.unit),
            _ => [0.0; 2],
        }
    }
}
