//! Bodies from surfaces.

use urto_mi::{
    Held, LinkLaw, Mass, MassId, MassNetwork, Model, Skipped, Spring, Surface, SurfaceMesh,
};

/// A cube of side 1: twelve triangles.
fn cube() -> Surface {
    let points = (0..8).map(|n| [n & 1, n >> 1 & 1, n >> 2].map(f64::from));
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [3, 2, 6, 7],
        [1, 3, 7, 5],
        [2, 0, 4, 6],
    ];
    let halves = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
    Surface {
        points: points.collect(),
        triangles: faces.into_iter().flat_map(halves).collect(),
    }
}

fn built(mesh: &SurfaceMesh) -> (Model, Vec<MassId>) {
    let mut model = Model::new(48_000.0).unwrap();
    let masses = mesh.build(&mut model, "m").unwrap();
    (model, masses)
}

/// A ring with a hole: `around` by `across` points.
fn ring(around: u32, across: u32, radius: f64, thick: f64) -> Surface {
    let mut surface = Surface::default();
    let angle = |n: u32, of: u32| urto::math::TAU * f64::from(n) / f64::from(of);
    for n in 0..around * across {
        let (a, b) = (angle(n / across, around), angle(n % across, across));
        let out = radius + thick * urto::math::cos(b);
        let [x, y] = [urto::math::cos(a), urto::math::sin(a)].map(|own| own * out);
        surface.points.push([x, y, thick * urto::math::sin(b)]);
        let at = |i: u32, j: u32| (n / across + i) % around * across + (n % across + j) % across;
        surface.triangles.push([at(0, 0), at(1, 0), at(1, 1)]);
        surface.triangles.push([at(0, 0), at(1, 1), at(0, 1)]);
    }
    surface
}

#[test]
fn mass_is_shared_out_by_area() {
    // Areas of 1 and 2 with a common side.
    let surface = Surface {
        points: vec![[0.0; 3], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-4.0, 0.0, 0.0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    };
    let mesh = SurfaceMesh {
        mass: 9.0,
        scale: 0.5,
        ..SurfaceMesh::of(surface)
    };
    let (model, masses) = built(&mesh);
    let own: Vec<f64> = model.masses().iter().map(|mass| mass.mass).collect();
    for (own, expected) in own.iter().zip([3.0, 1.0, 3.0, 2.0]) {
        assert!((own - expected).abs() < 1e-12, "{own} {expected}");
    }
    assert_eq!(masses.len(), 4);
    assert_eq!(model.masses()[3].position, [-2.0, 0.0, 0.0]);
    // Each edge once, as long as it is placed.
    assert_eq!(model.links().len(), 5);
    let half = 0.5 * 5.0f64.sqrt();
    let first = model
        .links()
        .iter()
        .find(|link| link.ends == [masses[1], masses[2]]);
    assert!((first.unwrap().law.length() - half).abs() < 1e-15);
    // A length that was set is not used.
    let mut set = mesh.clone();
    set.spring.length = Some(0.123);
    assert_eq!(built(&set).0, model);
    let (model, _) = built(&SurfaceMesh {
        mass: 0.3,
        ..SurfaceMesh::of(ring(12, 9, 1.0, 0.3))
    });
    let whole: f64 = model.masses().iter().map(|mass| mass.mass).sum();
    assert!((whole - 0.3).abs() < 1e-15);
}

#[test]
fn flat_triangles_and_lonely_points_are_left_out_and_counted() {
    let mut surface = cube();
    surface.points.insert(0, [5.0; 3]);
    for corner in surface.triangles.iter_mut().flatten() {
        *corner += 1;
    }
    surface.points.push([0.5, -1e-14, 0.0]);
    // Twice the same corner; three in a line but for rounding, the only one of the last point.
    surface.triangles.extend([[1, 2, 2], [1, 2, 9]]);
    let (tidied, skipped) = surface.tidied();
    let expected = Skipped {
        triangles: 2,
        points: 2,
    };
    assert_eq!(skipped, expected);
    assert_eq!(tidied, cube());
    let (model, masses) = built(&SurfaceMesh::of(surface));
    assert_eq!((masses.len(), model.links().len()), (8, 18));
    assert_eq!(model.masses()[7].name, "m.7");
}

#[test]
fn points_below_a_plane_are_held() {
    let held = |hold: Held, scale: f64| {
        let mesh = SurfaceMesh {
            hold,
            scale,
            ..SurfaceMesh::of(cube())
        };
        let (model, _) = built(&mesh);
        let fixed = |n: &usize| model.masses()[*n] == model.masses()[*n].clone().fixed();
        (0..8).filter(fixed).collect::<Vec<_>>()
    };
    assert_eq!(held(Held::Nothing, 1.0), [0_usize; 0]);
    assert_eq!(held(Held::below(0.0), 1.0), [0, 1, 2, 3]);
    assert_eq!(held(Held::below(0.5), 0.4), [0, 1, 2, 3, 4, 5, 6, 7]);
    // A direction of any length; only the corner at 1, 1, 1 is as far as 1.5 along the diagonal.
    let up = [-3.0; 3];
    assert_eq!(held(Held::Below { up, level: -1.5 }, 1.0), [7]);
}

#[test]
fn bracing_joins_opposite_points_once() {
    let braced = |surface: Surface| {
        let mesh = SurfaceMesh {
            bracing: Some(Spring {
                stiffness: 7.0,
                ..Spring::default()
            }),
            ..SurfaceMesh::of(surface)
        };
        let (model, masses) = built(&mesh);
        let numbers = |id: MassId| masses.iter().position(|own| *own == id).unwrap();
        let braces = model
            .links()
            .iter()
            .filter(|link| matches!(link.law, LinkLaw::Spring(own) if own.stiffness == 7.0));
        let each = braces.map(|link| (link.ends.map(numbers), link.law.length()));
        each.collect::<Vec<_>>()
    };
    let corner_to_corner = [[0, 7], [1, 6], [2, 5], [3, 4]];
    let found = braced(cube());
    assert_eq!(
        found.iter().map(|own| own.0).collect::<Vec<_>>(),
        corner_to_corner
    );
    assert!(
        found
            .iter()
            .all(|own| (own.1 - 3.0f64.sqrt()).abs() < 1e-15)
    );
    // Inside out, and far away.
    let mut other = cube();
    other.triangles.iter_mut().for_each(|own| own.swap(0, 1));
    other.points.iter_mut().for_each(|own| own[2] -= 1000.0);
    let found = braced(other);
    assert_eq!(
        found.iter().map(|own| own.0).collect::<Vec<_>>(),
        corner_to_corner
    );
    // Through the ring's flesh, not across its hole.
    let found = braced(ring(24, 10, 1.0, 0.25));
    assert_eq!(found.len(), 24 * 10 / 2);
    for (ends, long) in found {
        assert!((long - 0.5).abs() < 1e-12, "{ends:?} {long}");
    }
    // Opposite its faces a tetrahedron has only neighbours.
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    assert_eq!(braced(Surface::from_obj(corners).unwrap()), []);
    // A sheet has no far side.
    let mut sheet = cube();
    sheet.triangles.truncate(2);
    assert_eq!(braced(sheet), []);
}

#[test]
fn wrong_surfaces_are_refused_in_words() {
    let told = |mesh: SurfaceMesh| {
        let mut model = Model::new(48_000.0).unwrap();
        let told = mesh.build(&mut model, "bell").unwrap_err().to_string();
        assert!(told.contains("bell") && told.contains("allowed"), "{told}");
        told
    };
    let mut wrong = cube();
    wrong.triangles[3][1] = 8;
    let said = told(SurfaceMesh::of(wrong));
    assert!(said.contains("is 8; allowed are 0 to 7"), "{said}");
    let mut flat = cube();
    flat.points
        .iter_mut()
        .for_each(|own| *own = [own[0], 0.0, 0.0]);
    assert!(told(SurfaceMesh::of(flat)).contains("number of triangles"));
    told(SurfaceMesh::of(Surface::default()));
    for number in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        told(SurfaceMesh {
            mass: number,
            ..SurfaceMesh::of(cube())
        });
        told(SurfaceMesh {
            scale: number,
            ..SurfaceMesh::of(cube())
        });
        told(SurfaceMesh {
            hold: Held::Below {
                up: [0.0, number.min(0.0), 0.0],
                level: f64::NAN,
            },
            ..SurfaceMesh::of(cube())
        });
    }
}

/// How far the thickness of a ring changes where it was hit; no energy comes from nowhere.
fn thickness_changes(bracing: Option<Spring>) -> f64 {
    let spring = Spring {
        stiffness: 1e5,
        ..Spring::default()
    };
    let mesh = SurfaceMesh {
        mass: 0.5,
        spring,
        bracing,
        ..SurfaceMesh::of(ring(24, 10, 0.1, 0.025))
    };
    let (model, masses) = built(&mesh);
    let mut network = MassNetwork::new(&model).unwrap();
    assert_eq!(network.softened(), 0);
    // Outside and inside of the ring.
    let [out, inside] = [masses[0], masses[5]];
    network.push(out, [-300.0, 0.0, 0.0]);
    network.step();
    let given = network.injected();
    let mut most = 0.0f64;
    for _ in 0..4800 {
        network.step();
        assert!(network.energy() <= given * (1.0 + 1e-12));
        let thick = network.position(out)[0] - network.position(inside)[0];
        most = most.max((thick / 0.05 - 1.0).abs());
    }
    most
}

#[test]
fn bracing_keeps_a_body_thick() {
    let stiff = Spring {
        stiffness: 1e6,
        ..Spring::default()
    };
    let (thin, braced) = (thickness_changes(None), thickness_changes(Some(stiff)));
    assert!(braced > 1e-4 && braced < 0.5 * thin, "{braced} {thin}");
}

#[test]
fn two_bodies_share_a_model() {
    let mut model = Model::new(48_000.0).unwrap();
    let lone = model.add(Mass::at([9.0; 3]).named("lone")).unwrap();
    let mesh = SurfaceMesh::of(cube());
    let first = mesh.build(&mut model, "a").unwrap();
    let second = mesh.build(&mut model, "b").unwrap();
    assert!(mesh.build(&mut model, "a").is_err());
    let numbers = [lone, first[0], second[0]].map(MassId::index);
    assert_eq!(numbers, [0, 1, 9]);
    assert_eq!(model.links()[18].ends.map(MassId::index), [9, 10]);
}
