//! Volumes from Gmsh and VTK files.
//!
//! The files `linear_*` and `quadratic_*` hold one cylinder (radius 10 mm, 20 mm tall, coarse), made
//! by Gmsh 4.15 and, for `.vtk`, meshio 5.3.

mod corpus;

use corpus::{file, files};
use urto_mesh::check::Unit;
use urto_mesh::volume::{MIDDLES, VolumeFault};
use urto_mesh::{Tetrahedra, VolumeMesh, read_volume};

/// As summed by numpy over the corners of the same elements \[m³\].
const CYLINDER: f64 = 5.721260514203064e-06;

fn read(name: &str) -> VolumeMesh {
    read_volume(name, &file(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn corners(mesh: &VolumeMesh, n: usize) -> [[f64; 3]; 4] {
    let nodes = mesh.tetrahedra.nodes(n);
    [0, 1, 2, 3].map(|k| mesh.nodes[nodes[k] as usize])
}

fn volume(mesh: &VolumeMesh) -> f64 {
    let one = |n: usize| {
        let [a, b, c, d] = corners(mesh, n);
        let [u, v, w] = [b, c, d].map(|own| [0, 1, 2].map(|k| own[k] - a[k]));
        (u[0] * (v[1] * w[2] - v[2] * w[1])
            + u[1] * (v[2] * w[0] - v[0] * w[2])
            + u[2] * (v[0] * w[1] - v[1] * w[0]))
            / 6.0
    };
    (0..mesh.tetrahedra.len()).map(one).sum()
}

#[test]
fn the_same_cylinder_from_every_format() {
    let mut seen = 0;
    for (name, bytes) in files("msh").into_iter().chain(files("vtk")) {
        let linear = name.starts_with("linear");
        if !linear && !name.starts_with("quadratic") {
            continue;
        }
        seen += 1;
        let mesh = read_volume(&name, &bytes).unwrap();
        assert_eq!(mesh.tetrahedra.len(), 63, "{name}");
        assert!((volume(&mesh) / CYLINDER - 1.0).abs() < 1e-9, "{name}");
        let (checked, turned) = mesh.clone().checked(Unit::Metre).unwrap();
        assert!(!turned && checked == mesh, "{name}");
        let count = if linear { 4 } else { 10 };
        assert_eq!(mesh.tetrahedra.nodes(0).len(), count, "{name}");
        assert!(mesh.left_out > 0, "{name}");
    }
    assert_eq!(seen, 16);
    // Gmsh's own .vtk, of the same elements.
    let mesh = read("vtk/gmsh_binary.vtk").checked(Unit::Metre).unwrap().0;
    assert!((volume(&mesh) / CYLINDER - 1.0).abs() < 1e-9);
}

/// The middles of straight edges lie in the middle; those of curved ones bulge by up to 0.123 of the
/// edge (measured with numpy). With the last two edges of Gmsh's order mixed up it would be 0.8.
#[test]
fn middle_nodes_lie_on_their_own_edges() {
    for name in [
        "msh/quadratic_22_text.msh",
        "msh/quadratic_41_binary.msh",
        "vtk/quadratic_42_text.vtk",
    ] {
        let mesh = read(name);
        let Tetrahedra::Quadratic(all) = &mesh.tetrahedra else {
            panic!("{name}");
        };
        for own in all {
            for (n, ends) in MIDDLES.iter().enumerate() {
                let [a, b] = ends.map(|end| mesh.nodes[own[end] as usize]);
                let middle = mesh.nodes[own[4 + n] as usize];
                let long = |own: [f64; 3]| own.iter().map(|own| own * own).sum::<f64>().sqrt();
                let by = long([0, 1, 2].map(|k| 0.5 * (a[k] + b[k]) - middle[k]));
                let edge = long([0, 1, 2].map(|k| a[k] - b[k]));
                assert!(by < 0.125 * edge, "{name} edge {n}");
            }
        }
    }
}

#[test]
fn one_by_hand() {
    let mesh = read("msh/one.msh");
    assert_eq!(mesh.tetrahedra, Tetrahedra::Linear(vec![[0, 1, 2, 3]]));
    assert_eq!((mesh.nodes[3], mesh.left_out), ([0.0, 0.0, 1.0], 1));
    assert_eq!(read("vtk/one.vtk"), mesh);
}

#[test]
fn what_is_wrong_with_a_volume_is_told() {
    let whole = read("msh/quadratic_41_text.msh");
    let Tetrahedra::Quadratic(all) = &whole.tetrahedra else {
        panic!();
    };
    let with = |change: &dyn Fn(&mut Vec<[u32; 10]>)| {
        let mut all = all.clone();
        change(&mut all);
        VolumeMesh {
            tetrahedra: Tetrahedra::Quadratic(all),
            ..whole.clone()
        }
        .checked(Unit::Metre)
    };
    let turn = |own: &mut [u32; 10]| {
        own.swap(1, 2);
        own.swap(4, 6);
        own.swap(8, 9);
    };
    // All inverted: turned over, and said so.
    let (mesh, turned) = with(&|all| all.iter_mut().for_each(turn)).unwrap();
    assert!(turned && (volume(&mesh) / CYLINDER - 1.0).abs() < 1e-9);
    let fault = with(&|all| turn(&mut all[5])).unwrap_err();
    assert!(
        matches!(
            fault,
            VolumeFault::Inverted {
                count: 1,
                of: 63,
                ..
            }
        ),
        "{fault}"
    );
    // The two orders mixed up.
    let fault = with(&|all| all.iter_mut().for_each(|own| own.swap(8, 9))).unwrap_err();
    assert!(matches!(fault, VolumeFault::Astray { .. }), "{fault}");
    let fault = with(&|all| all[7][3] = all[7][2]).unwrap_err();
    assert!(
        matches!(fault, VolumeFault::Flat { count: 1, .. }),
        "{fault}"
    );
    // The tetrahedron by hand has sides of 1.
    let one = || read("msh/one.msh");
    let told = one().checked(Unit::Millimetre);
    assert_eq!(told.unwrap().0.nodes[3], [0.0, 0.0, 1e-3]);
    let mut small = one();
    small
        .nodes
        .iter_mut()
        .flatten()
        .for_each(|own| *own *= 90.0);
    let told = small.checked(Unit::Metre).unwrap_err().to_string();
    assert_eq!(
        told,
        "it is 90 m tall: did you mean millimetres? use --unit mm"
    );
    // Two of them.
    let mut two = read("msh/one.msh");
    let far: Vec<_> = two
        .nodes
        .iter()
        .map(|[x, y, z]| [x + 5.0, *y, *z])
        .collect();
    two.nodes.extend(far);
    two.tetrahedra = Tetrahedra::Linear(vec![[0, 1, 2, 3], [4, 5, 6, 7]]);
    let told = two.checked(Unit::Metre).unwrap_err().to_string();
    assert!(told.contains("2 parts that do not touch"), "{told}");
}
