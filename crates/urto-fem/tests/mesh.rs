//! What makes a mesh, and what is refused.

use urto_fem::mesh::{Mesh, MeshError, Tetrahedra, ball, lattice};

fn one() -> Tetrahedra {
    Tetrahedra {
        nodes: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        elements: vec![[0, 1, 2, 3]],
    }
}

fn refusal(tetrahedra: &Tetrahedra) -> MeshError {
    tetrahedra.quadratic().expect_err("refused")
}

#[test]
fn what_is_no_body_is_refused() {
    assert_eq!(refusal(&Tetrahedra::default()), MeshError::Empty);
    let mut wrong = one();
    wrong.nodes[2][1] = f64::NAN;
    assert!(matches!(
        refusal(&wrong),
        MeshError::NotFinite { node: 2, .. }
    ));
    let mut wrong = one();
    wrong.elements[0][3] = 4;
    let unknown = MeshError::NoSuchNode {
        element: 0,
        node: 4,
        count: 4,
    };
    assert_eq!(refusal(&wrong), unknown);
    assert_eq!(wrong.refined(), Err(unknown));
    let mut wrong = one();
    wrong.nodes[3] = [0.3, 0.3, 1e-9];
    assert!(matches!(
        refusal(&wrong),
        MeshError::Flat { element: 0, .. }
    ));
    let mut wrong = one();
    wrong.elements[0] = [0, 2, 1, 3];
    assert_eq!(
        refusal(&wrong),
        MeshError::InsideOut {
            element: 0,
            others: 0
        }
    );
    assert!(wrong.tidied().unwrap().quadratic().is_ok());
    let mut wrong = one();
    wrong.nodes.push([2.0; 3]);
    assert_eq!(refusal(&wrong), MeshError::LooseNode { node: 4 });
    assert!(wrong.tidied().unwrap().quadratic().is_ok());
    let mut wrong = one();
    wrong.nodes.extend([[1.0; 3], [2.0; 3]]);
    wrong.elements.extend([[1, 2, 3, 4], [1, 2, 3, 5]]);
    let crowded = MeshError::CrowdedFace {
        face: [1, 2, 3],
        count: 3,
    };
    assert_eq!(refusal(&wrong.tidied().unwrap()), crowded);
}

#[test]
fn edges_that_fold_or_gape_are_refused() {
    let folded = one().curved(|a, b, middle| match (a, b) {
        (0, 1) => [1.2, 0.0, 0.0],
        _ => middle,
    });
    assert_eq!(folded, Err(MeshError::Folded { element: 0 }));
    // Two elements on one face, with their own nodes on one of its edges.
    let mut two = one();
    two.nodes.push([1.0; 3]);
    two.elements.push([1, 2, 3, 4]);
    let mesh = two.quadratic().unwrap();
    let (mut nodes, mut elements) = (mesh.nodes().to_vec(), mesh.elements().to_vec());
    assert_eq!(elements[0][5], elements[1][4], "the edge from 1 to 2");
    nodes.push(nodes[elements[1][4] as usize]);
    elements[1][4] = nodes.len() as u32 - 1;
    let gaping = Mesh::new(nodes, elements).expect_err("refused");
    assert!(matches!(
        gaping,
        MeshError::Gaping {
            corners: [1, 2],
            ..
        }
    ));
}

#[test]
fn lattices_without_cells_are_refused() {
    let none = lattice::block([1.0; 3], [2, 0, 1]).expect_err("refused");
    assert!(none.to_string().contains("at least 1"));
    assert_eq!(
        lattice::block([1.0; 3], [1 << 20, 1 << 20, 1]),
        Err(MeshError::TooMany)
    );
    let flat = lattice::block([1.0, 0.0, 1.0], [2, 2, 2]).unwrap();
    assert!(matches!(refusal(&flat), MeshError::Flat { .. }));
}

#[test]
fn a_block_has_its_volume_and_its_faces() {
    let block = lattice::block([3.0, 2.0, 1.0], [3, 4, 2]).unwrap();
    assert_eq!(block.elements.len(), 6 * 3 * 4 * 2);
    let mesh = block.quadratic().unwrap();
    assert_eq!(mesh.nodes().len(), 7 * 9 * 5);
    assert!((mesh.volume() - 6.0).abs() < 1e-12);
    let surface = mesh.surface();
    assert_eq!(surface.triangles().len(), 4 * (3 * 4 + 4 * 2 + 3 * 2));
    assert!((surface.area(&mesh) - 22.0).abs() < 1e-12);
    assert_eq!((mesh.parts(), mesh.islands()), (1, 1));
    let quality = mesh.quality();
    assert!(
        quality.smallest_angle > 20.0 && quality.largest_angle < 120.0,
        "{quality:?}"
    );
}

/// Volume by what flows out of the flat triangles: a third of place times area vector. It is
/// positive only if they all face outwards.
#[test]
fn surfaces_face_outwards() {
    let ball = ball(1.0, 2).unwrap();
    let surface = ball.surface();
    let places = surface.places(&ball);
    let mut volume = 0.0;
    for [a, b, c] in surface
        .flat()
        .iter()
        .map(|t| t.map(|node| places[node as usize]))
    {
        let (x, y) = (
            [0, 1, 2].map(|i| b[i] - a[i]),
            [0, 1, 2].map(|i| c[i] - a[i]),
        );
        let area = [
            x[1] * y[2] - x[2] * y[1],
            x[2] * y[0] - x[0] * y[2],
            x[0] * y[1] - x[1] * y[0],
        ];
        volume += (0..3).map(|i| a[i] * area[i]).sum::<f64>() / 6.0;
    }
    let whole = 4.0 / 3.0 * std::f64::consts::PI;
    assert!((volume / whole - 1.0).abs() < 0.03, "{volume}");
    // The elements themselves are curved, and nearer.
    assert!(
        (ball.volume() / whole - 1.0).abs() < 2e-3,
        "{}",
        ball.volume()
    );
    for (place, normal) in places.iter().zip(surface.normals(&ball)) {
        let along: f64 = (0..3).map(|i| place[i] * normal[i]).sum();
        assert!(along > 0.98);
    }
}
