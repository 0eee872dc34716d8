//! How fine a mesh must be for the waves that run through a body.
//!
//! Law:    waves that bend a wall of thickness h have the wave number k with
//!         k² = a + b + sqrt((a - b)² + 12·w²/(c²·h²)), a = w²/(2·c²), b = w²/(2·s²),
//!         c² = E/(rho·(1 - nu²)), s² = (5/6)·G/rho: in thin walls k² = w·sqrt(12)/(c·h), in thick
//!         ones they run as shear does. No wave of a body is much shorter.
//! Limits: a wall that is even; how a body's own modes lie in its elements, [`elements_in_wave`]
//!         tells when they are known.
//! Refs:   Mindlin, Influence of rotatory inertia and shear on flexural motions of isotropic, elastic
//!         plates, J. Appl. Mech. 18, 1951 (with Reissner's 5/6 for his pi²/12).

use crate::mesh::{EDGES, Mesh};
use crate::vector::{Vec3, add, dot, scale, sub, triple};
use urto::body::Material;
use urto::math::{TAU, atan2};

/// Elements in each wave with which a frequency is within 1 to 2 % (quadratic ones, whose error falls with
/// the fourth power of their number).
pub const ENOUGH: f64 = 8.0;

/// With fewer, elements are too few. Cells are chosen with [`ENOUGH`] for waves along an axis; waves that run
/// slantwise see elements up to 1.3 times as long.
pub const FEW: f64 = 6.0;

/// How much less a wall of one thickness is sheared than one whose every layer moves alike (Reissner).
const SHEAR: f64 = 5.0 / 6.0;

/// Length of the waves that bend a wall \[m\], at a frequency \[Hz\] and of a thickness \[m\].
///
/// ```
/// // A steel plate of 1 mm at 1 kHz: sqrt(c·h/(sqrt(12)·w))·2·pi.
/// let steel = urto::body::MaterialKind::Steel.figures();
/// let wave = urto_fem::fineness::bending_wave(1000.0, 1e-3, &steel);
/// assert!((wave - 0.0978).abs() < 3e-4, "{wave}");
/// ```
pub fn bending_wave(frequency: f64, thickness: f64, material: &Material) -> f64 {
    let Material {
        density,
        modulus,
        poisson,
        ..
    } = *material;
    let w = TAU * frequency;
    let stretch = modulus / (density * (1.0 - poisson * poisson));
    let shear = SHEAR * modulus / (2.0 * (1.0 + poisson) * density);
    let (a, b) = (0.5 * w * w / stretch, 0.5 * w * w / shear);
    let bending = 12.0 * w * w / (stretch * thickness * thickness);
    let square = a + b + ((a - b) * (a - b) + bending).sqrt();
    TAU / square.sqrt()
}

/// Over this share of its edges a cell that is cut into six has its whole length along an axis, and none
/// over the others.
const ALONG: f64 = 5.0 / 9.0;

/// How many elements lie in each wave of a mode, by how its shape bends over their edges, on the average of
/// its motion: the ends of an edge that are a phase t from its middle differ from it by 1 - cos(t) each. In
/// cells that are cut into six, the elements are the cells for waves along an axis, and up to 1.3 times as
/// long for others.
pub fn elements_in_wave(mesh: &Mesh, shape: &[Vec3]) -> f64 {
    let (mut bent, mut moved) = (0.0, 0.0);
    for (element, nodes) in mesh.elements().iter().enumerate() {
        let [a, b, c, d, ..] = mesh.places(element);
        let volume = triple(sub(b, a), sub(c, a), sub(d, a)).abs();
        for (edge, ends) in EDGES.into_iter().enumerate() {
            let [from, to] = ends.map(|end| shape[nodes[end] as usize]);
            let middle = shape[nodes[4 + edge] as usize];
            let bend = sub(add(from, to), scale(middle, 2.0));
            bent += volume * dot(bend, bend) / ALONG;
            moved += volume * dot(middle, middle);
        }
    }
    // 2·(1 - cos(t)) = 4·sin²(t/2); what is more than a whole wave in an element cannot be told.
    let sine = 0.5 * (bent / moved).sqrt().min(4.0).sqrt();
    let half = 2.0 * atan2(sine, (1.0 - sine * sine).max(0.0).sqrt());
    0.5 * TAU / half
}

/// How many elements at least lie in each wave of these modes, and the first of them that has less than
/// [`FEW`].
pub fn fewest(mesh: &Mesh, shapes: &[Vec<Vec3>]) -> (f64, Option<usize>) {
    let waves = shapes.iter().map(|shape| elements_in_wave(mesh, shape));
    let waves: Vec<f64> = waves.collect();
    let least = waves.iter().copied().fold(f64::INFINITY, f64::min);
    (least, waves.iter().position(|own| *own < FEW))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::lattice;
    use urto::body::MaterialKind;
    use urto::math::sin;

    /// Thin walls: k² = w·sqrt(12)/(c·h). Thick ones: the speed of shear, sqrt(5/6·G/rho).
    #[test]
    fn waves_bend_as_mindlins() {
        let steel = MaterialKind::Steel.figures();
        let plate = steel.modulus / (steel.density * (1.0 - steel.poisson * steel.poisson));
        for frequency in [20.0, 200.0] {
            let k = (TAU * frequency * 12.0_f64.sqrt() / (plate.sqrt() * 1e-3)).sqrt();
            let wave = bending_wave(frequency, 1e-3, &steel);
            assert!((wave * k / TAU - 1.0).abs() < 2e-3, "{wave}");
        }
        let shear = steel.modulus / (2.0 * (1.0 + steel.poisson) * steel.density);
        let wave = bending_wave(1e6, 1.0, &steel);
        assert!(
            (wave * 1e6 / (SHEAR * shear).sqrt() - 1.0).abs() < 1e-3,
            "{wave}"
        );
    }

    /// Waves that were put on a lattice of known cells, along it, across it and slantwise.
    #[test]
    fn elements_are_counted_in_a_wave() {
        let mesh = lattice::block([0.24, 0.06, 0.06], [24, 6, 6]).unwrap();
        let mesh = mesh.quadratic().unwrap();
        for (way, known) in [
            ([1.0, 0.0, 0.0], 12.0),
            ([1.0, 0.0, 0.0], 6.0),
            ([0.0, 0.0, 1.0], 6.0),
            // The fourth powers of how far the edges of all six go this way, on the average: 1.22.
            ([0.6, 0.8, 0.0], 8.0 / 1.217),
        ] {
            let wave = if way[1] > 0.0 { 8.0 } else { known };
            let k = TAU / (wave * 0.01);
            let shape = mesh
                .nodes()
                .iter()
                .map(|p| [0.0, 0.0, sin(k * dot(*p, way))]);
            let found = elements_in_wave(&mesh, &shape.collect::<Vec<_>>());
            assert!(
                (found / known - 1.0).abs() < 0.07,
                "{way:?}, {known}: {found}"
            );
        }
    }
}
