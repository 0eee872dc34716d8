//! Bodies from closed surfaces, against the same closed forms.

use std::ops::ControlFlow;
use urto::body::{Material, MaterialKind};
use urto::math::{TAU, cos, sin};
use urto_fem::bodies::{self, Section, revolve};
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

fn full() -> bool {
    std::env::var("URTO_FULL").is_ok_and(|value| value != "0")
}

fn told(name: &str, meshed: &urto_fem::mesher::Meshed) {
    let (mesh, quality) = (&meshed.mesh, meshed.quality);
    println!(
        "{name}: {} elements, {} unknowns, {quality:?}",
        mesh.elements().len(),
        3 * mesh.nodes().len(),
    );
}

/// The five lowest modes of a ball, which are one (Lamb; 25,018.26 Hz): on a lattice, too.
#[test]
fn a_ball() {
    let shell = Shell::of(&ball(0.05, 3).unwrap()).unwrap();
    // What the lattice's three axes part is 0.18 % with ten cells across.
    let (cell, apart) = if full() {
        (0.1 / 12.0, 0.001)
    } else {
        (0.01, 0.002)
    };
    let meshed = fill(&shell, cell).unwrap();
    told("ball", &meshed);
    let whole = TAU / 1.5 * 0.05 * 0.05 * 0.05;
    assert!(off(meshed.mesh.volume(), whole) < 0.01);
    assert!(meshed.quality.smallest_angle > 5.0);
    let quintet = frequencies(&meshed.mesh, 5);
    println!("{quintet:.1?}");
    for &frequency in &quintet {
        assert!(off(frequency, 25_018.26) < 0.003, "{frequency}");
    }
    assert!(off(quintet[4], quintet[0]) < apart, "{quintet:?}");
}

/// Timoshenko's beam and Saint-Venant's torsion, c_t·sqrt(J/I_p)/(2·l).
#[test]
fn a_bar() {
    let bar = lattice::block([0.3, 0.02, 0.01], [2, 1, 1]).unwrap();
    let shell = Shell::of(&bar.quadratic().unwrap()).unwrap();
    let meshed = fill(&shell, 0.005).unwrap();
    told("bar", &meshed);
    assert!(off(meshed.mesh.volume(), 6e-5) < 1e-9);
    let modes = frequencies(&meshed.mesh, 6);
    println!("{modes:.1?}");
    for (known, most) in [
        (574.20, 5e-3),
        (1571.21, 5e-3),
        (3047.88, 5e-3),
        (3881.76, 1e-2),
    ] {
        let nearest = modes.iter().map(|&f| off(f, known)).fold(1.0, f64::min);
        println!("{known} Hz: {nearest:.1e}");
        assert!(nearest < most, "{known} Hz is {nearest} away");
    }
}

/// The plate of the reference.
#[test]
fn a_plate() {
    let plate = lattice::block([0.2, 0.16, 0.003], [2, 2, 1]).unwrap();
    let shell = Shell::of(&plate.quadratic().unwrap()).unwrap();
    let meshed = fill(&shell, 0.008).unwrap();
    told("plate", &meshed);
    let known = include_str!("data/plate.txt").lines();
    let known = known.filter_map(|line| line.trim().parse::<f64>().ok());
    let modes = frequencies(&meshed.mesh, 12);
    for (is, known) in modes.iter().zip(known) {
        println!("{is:.1} Hz, {:.1e} away", off(*is, known));
        assert!(off(*is, known) < 1e-2, "{is} Hz, not {known}");
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
    let meshed = fill(&shell, 0.0045).unwrap();
    told("ring", &meshed);
    assert!(off(meshed.mesh.volume(), shell.volume()) < 0.02);
    assert!(meshed.quality.smallest_angle > 5.0);
    let section = Section::new().disc([radius, 0.0], rod, 1).unwrap();
    let swept = frequencies(&revolve(&section, 40).unwrap(), 4);
    alike(&frequencies(&meshed.mesh, 4), &swept, 0.01);
}

fn alike(are: &[f64], known: &[f64], most: f64) {
    println!("{are:.1?}, not {known:.1?}");
    for (is, known) in are.iter().zip(known) {
        println!("{:+.2e}", is / known - 1.0);
    }
    for (is, known) in are.iter().zip(known) {
        assert!(off(*is, *known) < most, "{is} Hz, not {known}");
    }
}

/// A body that comes with urto, filled by a lattice, against its own mesh of long elements.
fn filled(key: &str, cell: f64, most: f64) {
    let swept = bodies::named(key).unwrap().mesh(1.0).unwrap();
    let meshed = fill(&Shell::of(&swept).unwrap(), cell).unwrap();
    told(key, &meshed);
    alike(&frequencies(&meshed.mesh, 6), &frequencies(&swept, 6), most);
}

#[test]
fn a_ruler() {
    filled("ruler", 0.3 / 48.0, 0.01);
}

/// Its prongs end between the lattice's planes and are rounded at their edges: cells of 1.8 mm make it 1.52 %
/// too low.
#[test]
fn a_fork() {
    let (cell, most) = if full() {
        (1.2e-3, 0.015)
    } else {
        (1.8e-3, 0.016)
    };
    filled("fork", cell, most);
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
