//! The closed forms of named bodies against small numerical models that know nothing of them: finite
//! elements of beams and frames, and energies minimised over polynomials (Ritz).

mod eigen;
mod flat;
mod slender;

use urto::body::{Body, BodyKind, BodyParams, MaterialKind};
use urto::object::Mode;

/// A body of steel with given measures \[m\].
fn steel(kind: BodyKind, size: f64, width: f64, thickness: f64) -> BodyParams {
    BodyParams {
        kind,
        size,
        width,
        thickness,
        material: MaterialKind::Steel,
        count: 256,
        ..BodyParams::default()
    }
}

fn modes(params: &BodyParams) -> Vec<Mode> {
    let mut modes = Body::new(params).unwrap().modes().to_vec();
    modes.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
    modes
}

/// The mode that lies nearest to a frequency \[Hz\], and by which share it is higher.
fn nearest(modes: &[Mode], hertz: f64) -> (Mode, f64) {
    let away = |mode: &&Mode| (mode.frequency / hertz - 1.0).abs();
    let nearer = |a: &&Mode, b: &&Mode| away(a).total_cmp(&away(b));
    let mode = modes.iter().min_by(nearer).unwrap();
    (mode.clone(), mode.frequency / hertz - 1.0)
}
