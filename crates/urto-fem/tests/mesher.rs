//! Bodies from closed surfaces, against the same closed forms.

use std::ops::ControlFlow;
use urto::body::{Material, MaterialKind};
use urto::math::{TAU, cos, sin};
use urto_fem::bodies::{Section, revolve};
use urto_fem::mesh::{Mesh, ball, lattice};
use urto_fem::mesher::{MesherError, Shell, fill};
use urto_fem::modes::{Analysis, Wanted};

fn steel() -> Material {
    MaterialKind::Steel.figures()
}

fn frequencies(mesh: &Mesh, count: usize) -> Vec<f64> {
    let steel = steel();
    let analysis = Analysis::new(mesh, &steel).wanted(Wanted::Count(count));
    let modes = analysis.run(&mut |_| ControlFlow::Continue(()));
    modes.unwrap_or_else(|error| panic!("{error}")).frequencies
}

fn off(a: f64, b: f64) -> f64 {
    (a / b - 1.0).abs()
}

fn told(name: &str, meshed: &urto_fem::mesher::Meshed) {
    let (mesh, quality) = (&meshed.mesh, meshed.quality);
    println!(
        "{name}: {} elements, {} unknowns, {quality:?}",
        mesh.elements().len(),
        3 * mesh.nodes().len(),
    );
}

#[test]
fn a_ball() {
    let shell = Shell::of(&ball(0.05, 3).unwrap()).unwrap();
    let meshed = fill(&shell, 0.0125).unwrap();
    told("ball", &meshed);
    let whole = TAU / 1.5 * 0.05 * 0.05 * 0.05;
    assert!(off(meshed.mesh.volume(), whole) < 0.01);
    assert!(meshed.quality.smallest_angle > 5.0);
    let quintet = frequencies(&meshed.mesh, 5);
    println!("{quintet:.1?}");
    for &frequency in &quintet {
        assert!(off(frequency, 25_018.26) < 0.005, "{frequency}");
    }
}

#[test]
fn a_bar() {
    let bar = lattice::block([0.3, 0.02, 0.01], [2, 1, 1]).unwrap();
    let shell = Shell::of(&bar.quadratic().unwrap()).unwrap();
    let meshed = fill(&shell, 0.005).unwrap();
    told("bar", &meshed);
    assert!(off(meshed.mesh.volume(), 6e-5) < 1e-9);
    let modes = frequencies(&meshed.mesh, 6);
    println!("{modes:.1?}");
    for known in [574.20, 1571.21, 3047.88] {
        assert!(modes.iter().any(|&f| off(f, known) < 5e-3), "{known}");
    }
}

/// A torus with fine triangles.
fn torus(radius: f64, rod: f64, around: usize, about: usize) -> Shell {
    let mut nodes = Vec::new();
    for i in 0..around {
        for j in 0..about {
            let (a, b) = (
                TAU * i as f64 / around as f64,
                TAU * j as f64 / about as f64,
            );
            let r = radius + rod * cos(b);
            nodes.push([r * cos(a), r * sin(a), rod * sin(b)]);
        }
    }
    let number = |i: usize, j: usize| ((i % around) * about + j % about) as u32;
    let mut triangles = Vec::new();
    for i in 0..around {
        for j in 0..about {
            let (a, b) = (number(i, j), number(i + 1, j));
            let (c, d) = (number(i, j + 1), number(i + 1, j + 1));
            triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    Shell::new(nodes, triangles).unwrap()
}

/// A ring, against one of long elements made by sweeping (which has Love's frequencies where it is
/// thin); both are nearly round, so its modes come in pairs.
#[test]
fn a_ring() {
    let (radius, rod) = (0.06, 0.0075);
    let shell = torus(radius, rod, 96, 24);
    let meshed = fill(&shell, 0.005).unwrap();
    told("ring", &meshed);
    assert!(off(meshed.mesh.volume(), shell.volume()) < 0.02);
    assert!(meshed.quality.smallest_angle > 5.0);
    let section = Section::new().disc([radius, 0.0], rod, 1).unwrap();
    let swept = frequencies(&revolve(&section, 40).unwrap(), 4);
    let is = frequencies(&meshed.mesh, 4);
    println!("{is:.1?}, swept {swept:.1?}");
    for (is, swept) in is.iter().zip(swept) {
        assert!(off(*is, swept) < 0.02, "{is} Hz, not {swept}");
    }
}

/// Two cells across a rod lose too much of it.
#[test]
fn what_is_not_filled_is_told() {
    let error = fill(&torus(0.06, 0.0075, 96, 24), 0.0075).expect_err("refused");
    assert!(matches!(error, MesherError::Unfilled { .. }), "{error}");
}

#[test]
fn what_cannot_be_filled_is_refused() {
    let plate = lattice::block([0.2, 0.16, 0.004], [2, 2, 1]).unwrap();
    let shell = Shell::of(&plate.quadratic().unwrap()).unwrap();
    // Turned, so that no lattice fits it.
    let turned: Vec<_> = shell
        .nodes()
        .iter()
        .map(|p| [p[0] - p[2], p[1], p[2] + p[0]])
        .collect();
    let slanted = Shell::new(turned, shell.triangles().to_vec()).unwrap();
    let error = fill(&slanted, 0.01).expect_err("refused");
    assert!(matches!(error, MesherError::Walls { .. }), "{error}");
    assert!(error.to_string().contains("use cells of"));
    for cell in [0.0, -1.0, f64::NAN] {
        assert!(matches!(fill(&shell, cell), Err(MesherError::Cell { .. })));
    }
    assert!(matches!(
        fill(&shell, 1e-6),
        Err(MesherError::TooFine { .. })
    ));
    let mut open = shell.triangles().to_vec();
    open.pop();
    let hole = Shell::new(shell.nodes().to_vec(), open);
    assert_eq!(hole, Err(MesherError::NotClosed { edges: 3 }));
    assert_eq!(Shell::new(Vec::new(), Vec::new()), Err(MesherError::Empty));
}

#[test]
fn a_surface_that_faces_inwards_is_turned() {
    let shell = Shell::of(&ball(1.0, 1).unwrap()).unwrap();
    let mut inwards = shell.triangles().to_vec();
    for triangle in &mut inwards {
        triangle.swap(1, 2);
    }
    let turned = Shell::new(shell.nodes().to_vec(), inwards).unwrap();
    assert!(turned.volume() > 0.0);
    assert!(off(turned.volume(), shell.volume()) < 1e-12);
}
