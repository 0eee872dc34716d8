//! Bodies made by code: sound meshes, known volumes and known modes.

use std::ops::ControlFlow;
use urto::body::Material;
use urto::math::TAU;
use urto_fem::bodies::{self, Section, revolve};
use urto_fem::material::Solid;
use urto_fem::mesh::{Mesh, MeshError};
use urto_fem::modes::{Analysis, Wanted};

fn frequencies(mesh: &Mesh, material: &Material, count: usize) -> Vec<f64> {
    let analysis = Analysis::new(mesh, material).wanted(Wanted::Count(count));
    let modes = analysis.run(&mut |_| ControlFlow::Continue(()));
    modes.unwrap_or_else(|error| panic!("{error}")).frequencies
}

fn off(a: f64, b: f64) -> f64 {
    (a / b - 1.0).abs()
}

#[test]
fn every_body_is_whole_and_well_shaped() {
    for body in bodies::ALL {
        let mesh = body
            .mesh(1.0)
            .unwrap_or_else(|error| panic!("{}: {error}", body.key));
        let solid = Solid::named(body.material).unwrap();
        let quality = mesh.quality();
        let mass = mesh.volume() * solid.figures.density;
        println!(
            "{:7} {:6} unknowns, {:4.0} g, angles from {:4.1}, radii {:.3}",
            body.key,
            3 * mesh.nodes().len(),
            1e3 * mass,
            quality.smallest_angle,
            quality.radius_ratio,
        );
        assert_eq!(mesh.parts(), 1, "{}", body.key);
        assert!(quality.smallest_angle > 1.0, "{}: {quality:?}", body.key);
        assert!((0.01..5.0).contains(&mass), "{}: {mass} kg", body.key);
        // Closed: what flows out of its faces is its volume.
        let finer = body.mesh(1.5).unwrap();
        assert!(off(finer.volume(), mesh.volume()) < 0.01, "{}", body.key);
    }
    let refused = bodies::named("mug").unwrap().mesh(f64::NAN);
    assert!(matches!(refused, Err(MeshError::Detail { .. })));
    assert!(bodies::named("mugg").is_none());
}

/// Pappus: area of the section times the way of its middle. The octagon that bends as a circle is
/// 0.25 % smaller.
#[test]
fn what_is_revolved_has_its_volume() {
    let section = Section::new().disc([0.1, 0.0], 0.02, 1).unwrap();
    let torus = revolve(&section, 24).unwrap();
    let known = TAU * 0.1 * 0.5 * TAU * 0.02 * 0.02;
    assert!(off(torus.volume(), known) < 3e-3, "{}", torus.volume());
}

/// A thin ring bends in its plane at n·(n² - 1)/sqrt(n² + 1)·sqrt(E·I/(rho·A))/(2·pi·R²)
/// (Love), and out of it at the same with sqrt(n² + 1 + nu) below, twice each.
#[test]
fn a_thin_ring_is_loves() {
    let steel = Solid::named("steel").unwrap().figures;
    let (radius, rod) = (0.1, 0.003);
    let section = Section::new().disc([radius, 0.0], rod, 1).unwrap();
    let ring = revolve(&section, 36).unwrap();
    let is = frequencies(&ring, &steel, 8);
    let unit = steel.bar_speed() * rod / 2.0 / (TAU * radius * radius);
    let mut known = Vec::new();
    for n in [2.0, 3.0] {
        let top = n * (n * n - 1.0) * unit;
        known.extend([top / (n * n + 1.0f64).sqrt(); 2]);
        known.extend([top / (n * n + 1.0f64 + steel.poisson).sqrt(); 2]);
    }
    known.sort_by(f64::total_cmp);
    for (is, known) in is.iter().zip(&known) {
        assert!(off(*is, *known) < 1e-2, "{is} Hz, not {known}");
    }
}

#[test]
fn a_wine_glass_rings_in_pairs() {
    let glass = bodies::named("glass").unwrap();
    let solid = Solid::named(glass.material).unwrap();
    let modes = frequencies(&glass.mesh(1.0).unwrap(), &solid.figures, 8);
    println!("{modes:.1?}");
    // Round walls ring twice at each pitch.
    let pairs = modes
        .windows(2)
        .filter(|pair| off(pair[0], pair[1]) < 1e-6)
        .count();
    assert!(pairs >= 3, "{modes:?}");
    // Its hum, of two lengths around the rim, lies where such glasses hum.
    assert!(
        modes.iter().any(|f| (400.0..1200.0).contains(f)),
        "{modes:?}"
    );
}

#[test]
fn a_tuning_fork_gives_its_note() {
    let fork = bodies::named("fork").unwrap();
    let solid = Solid::named(fork.material).unwrap();
    let modes = frequencies(&fork.mesh(1.0).unwrap(), &solid.figures, 6);
    println!("{modes:.1?}");
    assert!(off(modes[0], 440.0) < 0.01, "{modes:?}");
}

/// A handle makes a mug two-toned: one of a round wall's equal pair carries it along, the other, which
/// rests where it sits, does not. It fits onto the wall whatever the cells.
#[test]
fn a_handle_parts_a_mugs_tones() {
    let mug = bodies::named("mug").unwrap();
    for detail in [0.5, 0.8, 1.3, 2.2] {
        for key in ["mug", "pan"] {
            let mesh = bodies::named(key).unwrap().mesh(detail).unwrap();
            assert_eq!(mesh.parts(), 1, "{key} {detail}");
            let (low, high) = mesh.bounds();
            // It points along x: there the box is longer, and even on both sides of it.
            assert!(high[0] > 1.3 * -low[0], "{key} {detail}");
            assert!(off(high[1], -low[1]) < 0.05, "{key} {detail}");
        }
    }
    let solid = Solid::named(mug.material).unwrap();
    let modes = frequencies(&mug.mesh(1.0).unwrap(), &solid.figures, 8);
    println!("{modes:.1?}");
    let apart = modes[1] / modes[0] - 1.0;
    assert!((0.02..0.3).contains(&apart), "{modes:?}");
}
