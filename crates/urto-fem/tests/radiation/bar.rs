//! The bending modes of a steel bar against a reference from a mesh of 5120 triangles.

use crate::bodies::block;
use crate::full;
use serde_json::Value;
use urto::math::{cos, cosh, sin, sinh};
use urto_fem::radiation::{
    Mode, NormalVelocity, Quality, Radiated, Radiation, Surface, Vec3, View,
};

pub struct Reference {
    pub size: [f64; 3],
    pub modes: Vec<Value>,
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

pub fn reference() -> Reference {
    let text = include_str!("../data/radiation_bar.json");
    let file: Value = serde_json::from_str(text).expect("JSON");
    Reference {
        size: [0, 1, 2].map(|axis| number(&file["box_m"][axis])),
        modes: file["modes"].as_array().expect("modes").clone(),
    }
}

/// Bending of a thin free bar, with the rotation of its cross-sections.
pub fn bending(reference: &Reference, mode: usize) -> impl Fn(Vec3) -> Vec3 {
    let length = reference.size[0];
    let beta = number(&reference.modes[mode]["betaL"]);
    let is_symmetric = mode.is_multiple_of(2);
    move |place| {
        let b = beta * place[0] / length;
        let (rise, slope) = if is_symmetric {
            let (c, h) = (cos(beta / 2.0), cosh(beta / 2.0));
            (cos(b) / c + cosh(b) / h, -sin(b) / c + sinh(b) / h)
        } else {
            let (c, h) = (sin(beta / 2.0), sinh(beta / 2.0));
            (sin(b) / c + sinh(b) / h, cos(b) / c + cosh(b) / h)
        };
        [-place[2] * 0.5 * slope * beta / length, 0.0, 0.5 * rise]
    }
}

/// The greatest difference of F over the directions against the greatest amplitude, and of the
/// power in dB.
fn errors(radiated: &Radiated, row: &Value) -> (f64, f64) {
    let mut view = View::new(radiated.field.order());
    let mut off = 0.0_f64;
    for direction in row["F"].as_array().expect("directions") {
        view.look([0, 1, 2].map(|axis| number(&direction["unit"][axis])));
        let [re, im] = radiated.field.far(&view);
        let size = number(&direction["abs"]);
        let phase = direction["phase_rad"].as_f64().unwrap_or(0.0);
        let (dx, dy) = (re - size * cos(phase), im - size * sin(phase));
        off = off.max((dx * dx + dy * dy).sqrt() / number(&row["max_abs_F"]));
    }
    let decibels = 10.0 * urto::math::log10(radiated.power / number(&row["power_W"]));
    (off, decibels.abs())
}

/// Compares all modes with the reference.
pub fn check(
    reference: &Reference,
    surface: &Surface,
    quality: Quality,
    velocities: impl Fn(usize) -> NormalVelocity,
    most: f64,
) {
    let modes: Vec<_> = (reference.modes.iter().enumerate())
        .map(|(n, row)| Mode {
            frequency: number(&row["freq_hz"]),
            mass: number(&row["modal_mass_kg"]),
            velocity: velocities(n),
        })
        .collect();
    let radiation = Radiation {
        quality,
        ..Radiation::default()
    };
    let radiated = radiation.of(surface, &modes).expect("a sound");
    for (n, radiated) in radiated.iter().enumerate() {
        let row = &reference.modes[n];
        let (off, decibels) = errors(radiated, row);
        assert!(
            off < most && decibels < 0.3,
            "{quality:?}, bar {}: {off}, {decibels} dB",
            n + 1
        );
        // 0.3 dB is 7 % of power.
        let alpha = number(&row["alpha_rad_per_s"]);
        assert!((radiated.damping / alpha - 1.0).abs() < 0.07);
        assert!(radiated.warnings.is_empty());
    }
}

#[test]
fn a_bar_sounds_as_the_reference_says() {
    let reference = reference();
    let check_cells = |cells, quality, most| {
        let surface = block(reference.size, cells, 0.4);
        let velocities = |n| NormalVelocity::new(&surface, bending(&reference, n));
        check(&reference, &surface, quality, velocities, most);
    };
    check_cells([46, 3, 2], Quality::Normal, 0.03); // 944 triangles
    if full() {
        check_cells([72, 4, 3], Quality::High, 0.015); // 2064
    }
}
