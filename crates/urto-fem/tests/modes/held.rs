//! A ruler in a vice, and bodies that are not held well enough.

use super::common::{off, steel};
use std::ops::ControlFlow;
use urto::math::TAU;
use urto_fem::mesh::{Mesh, lattice};
use urto_fem::modes::{Analysis, Modes, ModesError, Wanted};

fn held(mesh: &Mesh, nodes: Vec<u32>) -> Result<Modes, ModesError> {
    let steel = steel();
    let analysis = Analysis::new(mesh, &steel)
        .wanted(Wanted::Count(3))
        .fixed(nodes);
    analysis.run(&mut |_| ControlFlow::Continue(()))
}

fn ruler() -> Mesh {
    let ruler = lattice::block([0.25, 0.006, 0.004], [40, 1, 1]).unwrap();
    ruler.quadratic().unwrap()
}

/// Euler-Bernoulli's cantilever of what stands out of the vice: (1.8751/l)²·sqrt(E·I/(rho·A)).
#[test]
fn a_ruler_in_a_vice_is_a_cantilever() {
    let ruler = ruler();
    let modes = held(&ruler, ruler.nodes_where(|p| p[0] < 0.0501)).unwrap();
    assert_eq!(modes.rigid, 0);
    let free = 0.2;
    for (mode, thickness) in [0.004, 0.006].into_iter().enumerate() {
        let speed = (steel().modulus / steel().density).sqrt();
        let gyration = thickness / 12f64.sqrt();
        let known = 1.875_104 * 1.875_104 / (free * free) * speed * gyration / TAU;
        let is = modes.frequencies[mode];
        assert!(off(is, known) < 1e-2, "{is} Hz, not {known}");
    }
    // What is in the vice does not move.
    let in_vice = ruler.nodes_where(|p| p[0] < 0.0501);
    assert!(
        in_vice
            .iter()
            .all(|&n| modes.shapes[0][n as usize] == [0.0; 3])
    );
}

#[test]
fn a_hinge_does_not_hold() {
    let ruler = ruler();
    let edge = ruler.nodes_where(|p| p[0] == 0.0 && p[2] == 0.0);
    let Err(ModesError::StillLoose { ways: 1 }) = held(&ruler, edge) else {
        panic!("it turns about the edge")
    };
    let Err(ModesError::StillLoose { ways: 3 }) = held(&ruler, vec![0]) else {
        panic!("it turns about the corner")
    };
    let everything = ruler.nodes_where(|_| true);
    assert_eq!(held(&ruler, everything), Err(ModesError::AllFixed));
    let nowhere = Err(ModesError::NoSuchNode {
        node: 1_000_000,
        count: ruler.nodes().len(),
    });
    assert_eq!(held(&ruler, vec![1_000_000]), nowhere);
}
