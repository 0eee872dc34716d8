//! Colours of levels.

use super::canvas::Colour;

/// Magma (van der Walt & Smith, CC0): equal steps of level look equal.
const MAGMA: [Colour; 9] = [
    [0, 0, 4],
    [28, 16, 68],
    [79, 18, 123],
    [129, 37, 129],
    [181, 54, 122],
    [229, 80, 100],
    [251, 135, 97],
    [254, 194, 135],
    [252, 253, 191],
];

/// The colour at a share of the way from the lowest level to the highest.
pub fn magma(share: f64) -> Colour {
    let place = share.clamp(0.0, 1.0) * (MAGMA.len() - 1) as f64;
    let step = (place as usize).min(MAGMA.len() - 2);
    let rest = place - step as f64;
    std::array::from_fn(|n| {
        let (a, b) = (f64::from(MAGMA[step][n]), f64::from(MAGMA[step + 1][n]));
        (a + rest * (b - a)).round() as u8
    })
}
