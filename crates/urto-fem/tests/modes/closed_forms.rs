//! Bodies whose frequencies are known.

use super::common::{full, lowest, off, steel};
use urto::body::Material;
use urto::math::TAU;
use urto_fem::mesh::{Mesh, ball, lattice};
use urto_fem::modes::{Analysis, Wanted};

/// Timoshenko's beam of 300 x 20 x 10 mm, thin bending (shear coefficient 5/6), and Saint-Venant's
/// torsion, c_t·sqrt(J/I_p)/(2·l) \[Hz\].
const BENDING: [f64; 3] = [574.196_861, 1_571.212_922, 3_047.876_285];
const TORSION: f64 = 3_881.761_131;

/// The nth torsional mode of a free ball: tan-like roots of (n - 1)·j_n(eta) = eta·j_(n+1)(eta),
/// f = eta·c_t/(2·pi·R); eta = 2.501133 for n = 2, five modes.
const TORSIONAL_QUINTET: f64 = 25_018.263_609;

#[test]
fn a_bar_bends_and_twists_as_beams_do() {
    let bar = lattice::block([0.3, 0.02, 0.01], [48, 4, 2]).unwrap();
    let bar = bar.quadratic().unwrap();
    let modes = lowest(&bar, 6);
    for known in BENDING {
        let nearest = modes.frequencies.iter().map(|&f| off(f, known));
        let nearest = nearest.fold(1.0, f64::min);
        assert!(nearest < 5e-3, "{known} Hz is {nearest} away");
    }
    let twist = modes.frequencies.iter().map(|&f| off(f, TORSION));
    assert!(twist.fold(1.0, f64::min) < 1e-2);
    let mass = 7850.0 * 0.3 * 0.02 * 0.01;
    assert!(off(modes.mass, mass) < 1e-12);
}

/// The five lowest modes of a ball of 5 cm, 8·8^times elements.
fn quintet(times: u32) -> Vec<f64> {
    lowest(&ball(0.05, times).unwrap(), 5).frequencies
}

#[test]
fn a_ball_twists_in_five_ways() {
    let quintet = quintet(2);
    for &frequency in &quintet {
        assert!(off(frequency, TORSIONAL_QUINTET) < 3e-3, "{frequency}");
    }
    let spread = quintet[4] / quintet[0] - 1.0;
    assert!(spread < 1e-3, "{spread}");
}

/// Quadratic elements: halving them makes the error of a frequency 16 times as small.
#[test]
fn errors_fall_with_the_fourth_power_of_the_elements() {
    let finest = if full() { 3 } else { 2 };
    let mut before: Option<f64> = None;
    println!("elements  frequency     error  order");
    for times in 1..=finest {
        let five = quintet(times);
        let mean = five.iter().sum::<f64>() / 5.0;
        let error = mean / TORSIONAL_QUINTET - 1.0;
        let order = before.map(|before| urto::math::log(before / error) / urto::math::log(2.0));
        let elements = 8 * 8_usize.pow(times);
        println!("{elements:8}  {mean:9.2}  {error:.2e}  {order:.2?}");
        if let Some(order) = order {
            assert!((3.0..5.0).contains(&order), "order {order}");
        }
        // From above: the shape functions only take freedom away.
        assert!(error > 0.0);
        before = Some(error);
    }
}

/// w·a²·sqrt(rho·h/D) of a free square plate, nu = 0.3, thin (Leissa 1973; more digits by later
/// authors: 13.468, 19.596, 24.270, 34.801 twice).
const SQUARE: [f64; 5] = [13.468, 19.596, 24.270, 34.801, 34.801];

#[test]
fn a_thin_square_plate_is_leissas() {
    let (side, thickness) = (0.2, 0.002);
    let plate = lattice::block([side, side, thickness], [24, 24, 1]).unwrap();
    let plate = plate.quadratic().unwrap();
    let metal = Material {
        poisson: 0.3,
        ..steel()
    };
    let modes = free(&plate, &metal, 5);
    let rigidity = metal.modulus * thickness * thickness * thickness
        / (12.0 * (1.0 - metal.poisson * metal.poisson));
    let unit = (rigidity / (metal.density * thickness)).sqrt() / (side * side * TAU);
    for (is, should) in modes.iter().zip(SQUARE) {
        assert!(
            off(*is, should * unit) < 1e-2,
            "{is} Hz, not {}",
            should * unit
        );
    }
}

fn free(mesh: &Mesh, material: &Material, count: usize) -> Vec<f64> {
    let analysis = Analysis::new(mesh, material).wanted(Wanted::Count(count));
    let modes = analysis.run(&mut |_| std::ops::ControlFlow::Continue(()));
    modes.unwrap().frequencies
}
