//! Surfaces from PLY and glTF files, and the choice between formats.

mod corpus;

use corpus::file;
use urto_mesh::check::{Unit, solid};
use urto_mesh::{MeshError, Surface, read_surface, read_surface_with, read_volume};

fn read(name: &str) -> Surface {
    read_surface(name, &file(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn volume(surface: &Surface) -> f64 {
    solid(surface, Unit::Metre).unwrap().volume
}

fn near(found: f64, expected: f64) {
    // Places in these files are of single precision.
    assert!((found / expected - 1.0).abs() < 1e-6, "{found} {expected}");
}

#[test]
fn the_same_box_from_every_format() {
    for name in [
        "obj/box.obj",
        "stl/box.stl",
        "ply/box_text.ply",
        "ply/box_little.ply",
        "gltf/box.glb",
    ] {
        let surface = read(name);
        assert_eq!(
            (surface.points.len(), surface.triangles.len()),
            (8, 12),
            "{name}"
        );
        near(volume(&surface), 0.1 * 0.2 * 0.3);
        // The content says what it is, whatever its name.
        assert_eq!(Surface::parse(&file(name)).unwrap(), surface, "{name}");
        assert_eq!(
            read_surface("box.xyz", &file(name)).unwrap(),
            surface,
            "{name}"
        );
    }
}

#[test]
fn ply_polygons_strips_and_what_stands_beside_them() {
    let cube = read("ply/quads_big.ply");
    assert_eq!((cube.points.len(), cube.triangles.len()), (8, 12));
    near(volume(&cube), 1.0);
    assert_eq!(cube.points[6], [1.0; 3]);
    // Every second triangle of a strip turns the other way; -1 begins another.
    let strips = read("ply/strips_text.ply");
    assert_eq!(
        strips.triangles,
        [[0, 1, 2], [2, 1, 3], [0, 2, 1], [1, 2, 3]]
    );
}

#[test]
fn gltf_nodes_put_shapes_in_their_places() {
    for name in ["gltf/placed.glb", "gltf/placed.gltf"] {
        let surface = read(name);
        assert_eq!(
            (surface.points.len(), surface.triangles.len()),
            (16, 24),
            "{name}"
        );
        // One turned about (1, 2, 3) by 0.5 rad: (x, y, z) = R (0.05, 0.1, 0.15) + (1, 2, 3), by
        // Rodrigues' formula. That corner lies on the axis, so the turn leaves it as it is.
        let far = [1.05, 2.1, 3.15];
        let dist = |own: &[f64; 3]| (0..3).map(|k| (own[k] - far[k]).abs()).fold(0.0, f64::max);
        assert!(surface.points.iter().map(dist).fold(1.0, f64::min) < 1e-6);
        // One stretched twofold and mirrored: it must face out all the same.
        let mirrored = Surface {
            points: surface.points.clone(),
            triangles: surface.triangles[12..].to_vec(),
        };
        let body = solid(&mirrored, Unit::Metre).unwrap();
        near(body.volume, 8.0 * 0.1 * 0.2 * 0.3);
        assert_eq!(body.surface.triangles.len(), 12);
        assert!(
            !body
                .notes
                .iter()
                .any(|own| own.to_string().contains("inside out"))
        );
    }
    // A quarter turn about z after a stretch by 2 along x: (1, 0, 0) comes to (0, 2, 5).
    let surface = read("gltf/strip_and_fan.gltf");
    assert_eq!(surface.triangles.len(), 4);
    let places = |n: usize| surface.triangles[n].map(|own| surface.points[own as usize]);
    let expected = [[0.0, 0.0, 5.0], [0.0, 2.0, 5.0], [-1.0, 0.0, 5.0]];
    for (own, expected) in places(0).iter().zip(expected) {
        assert!(
            (0..3).all(|k| (own[k] - expected[k]).abs() < 1e-12),
            "{own:?}"
        );
    }
    // The second of a strip turns over: 2, 1, 3; the fan's second is 0, 2, 3, one higher.
    assert!((places(1)[0][0] + 1.0).abs() < 1e-12);
    assert!(places(3).iter().all(|own| (own[2] - 6.0).abs() < 1e-12));
}

#[test]
fn gltf_files_beside_are_asked_for_by_name() {
    let bytes = file("gltf/bad_beside.gltf");
    let told = read_surface("a.gltf", &bytes).unwrap_err().to_string();
    assert!(
        told.contains("'beside.bin'") && told.contains(".glb"),
        "{told}"
    );
    // The indices of the box, from the file with its data inside.
    let mut asked = Vec::new();
    let mut fetch = |name: &str| {
        asked.push(name.to_owned());
        Err("gone".to_owned())
    };
    let told = read_surface_with("a.gltf", &bytes, &mut fetch).unwrap_err();
    let (file, why) = ("beside.bin".to_owned(), "gone".to_owned());
    assert_eq!(told, MeshError::NeedsFile { file, why });
    assert_eq!(asked, ["beside.bin"]);
    let mut fetch = |_: &str| {
        let numbers = (0..36u32).map(|n| n % 8);
        Ok(numbers.flat_map(u32::to_le_bytes).collect())
    };
    let surface = read_surface_with("a.gltf", &bytes, &mut fetch).unwrap();
    assert_eq!(surface.triangles.len(), 24);
}

#[test]
fn a_polygon_with_a_bay_is_not_covered() {
    let arrow = read("obj/arrow.obj");
    let area: f64 = arrow.triangles.iter().map(|own| arrow.area(*own)).sum();
    assert_eq!((arrow.triangles.len(), area), (2, 2.0));
}

#[test]
fn volumes_and_surfaces_are_not_taken_for_each_other() {
    let told = read_surface("a.msh", &file("msh/one.msh"))
        .unwrap_err()
        .to_string();
    assert!(told.contains("holds a volume"), "{told}");
    let told = read_volume("a.obj", &file("obj/box.obj"))
        .unwrap_err()
        .to_string();
    assert!(told.contains("no Gmsh .msh"), "{told}");
}
