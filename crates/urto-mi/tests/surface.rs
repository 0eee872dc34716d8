//! Surfaces from files.

use urto::rng::Rng;
use urto_mi::mesh::Where;
use urto_mi::{MeshError, Model, Spring, Surface, SurfaceMesh};

/// A cube of side 1 with six faces of four corners.
const CUBE: &str = "# a cube
mtllib none.mtl
o cube
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
vn 0 0 1
vt 0 0
s off
usemtl grey
f 1/1/1 4/1/1 3/1/1 2/1/1
f 5//1 6//1 7//1 8//1
f 1/1 2/1 6/1 5/1
f 3 4 8 7 # the far side
f -7 -6 -2 -3
f 4 1 \\
  5 8
";

fn cube() -> Surface {
    Surface::from_obj(CUBE).unwrap()
}

fn text_stl(surface: &Surface) -> String {
    let mut text = "solid something\n".to_owned();
    for triangle in &surface.triangles {
        text += " facet normal 0 0 0\n  outer loop\n";
        for corner in triangle {
            let [x, y, z] = surface.points[*corner as usize];
            text += &format!("   vertex {x:?} {y:?} {z:?}\n");
        }
        text += "  endloop\n endfacet\n";
    }
    text + "endsolid something\n"
}

fn binary_stl(surface: &Surface, title: &[u8]) -> Vec<u8> {
    let mut bytes = title.to_vec();
    bytes.resize(80, 0);
    bytes.extend((surface.triangles.len() as u32).to_le_bytes());
    for triangle in &surface.triangles {
        bytes.extend([0; 12]);
        for corner in triangle {
            for along in surface.points[*corner as usize] {
                bytes.extend((along as f32).to_le_bytes());
            }
        }
        bytes.extend([0; 2]);
    }
    bytes
}

/// The corners of each triangle, whatever the points are numbered.
fn places(surface: &Surface) -> Vec<[[f64; 3]; 3]> {
    let each = surface.triangles.iter();
    each.map(|own| own.map(|corner| surface.points[corner as usize]))
        .collect()
}

#[test]
fn a_cube_is_read_with_all_ways_to_write_a_face() {
    let surface = cube();
    assert_eq!((surface.points.len(), surface.triangles.len()), (8, 12));
    // A fan around the first corner.
    assert_eq!(surface.triangles[..2], [[0, 3, 2], [0, 2, 1]]);
    // Counted backwards: 2, 3, 7, 6.
    assert_eq!(surface.triangles[8..10], [[1, 2, 6], [1, 6, 5]]);
    // Over two lines.
    assert_eq!(surface.triangles[10..], [[3, 0, 4], [3, 4, 7]]);
    // Twelve sides and six diagonals of faces.
    assert_eq!(surface.edges().len(), 18);
    let area: f64 = surface.triangles.iter().map(|own| surface.area(*own)).sum();
    assert_eq!(area, 6.0);
    assert_eq!(Surface::parse(CUBE.as_bytes()).unwrap(), surface);
    // As other systems write it.
    let marked = format!("\u{feff}{}", CUBE.replace('\n', "\r\n"));
    assert_eq!(Surface::parse(marked.as_bytes()).unwrap(), surface);
}

#[test]
fn stl_gives_the_same_cube_with_its_corners_merged() {
    let expected = cube();
    let text = text_stl(&expected);
    // Titles of binary files may begin like text.
    for bytes in [
        text.as_bytes().to_vec(),
        text.to_uppercase().into_bytes(),
        binary_stl(&expected, b"made by hand"),
        binary_stl(&expected, b"solid, but binary"),
    ] {
        let surface = Surface::parse(&bytes).unwrap();
        assert_eq!(surface, Surface::from_stl(&bytes).unwrap());
        assert_eq!((surface.points.len(), surface.edges().len()), (8, 18));
        assert_eq!(places(&surface), places(&expected));
    }
}

#[test]
fn corners_are_merged_within_a_billionth_of_the_size() {
    for (apart, points) in [(0.9e-9, 8), (1e-6, 36)] {
        let mut shaken = Surface::default();
        for (n, corner) in places(&cube()).iter().flatten().enumerate() {
            let [x, y, z] = *corner;
            // Along x, and no two corners the same: half below, half above the limit of a box.
            let by = apart * (n as f64 / 35.0 - 0.5);
            shaken.points.push([x + by, y, z]);
        }
        shaken.triangles = (0..12).map(|n| [3 * n, 3 * n + 1, 3 * n + 2]).collect();
        let merged = Surface::from_stl(text_stl(&shaken).as_bytes()).unwrap();
        assert_eq!(merged.points.len(), points, "{apart}");
        assert_eq!(merged.triangles.len(), 12);
    }
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let points = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let obj = |more: &str| Surface::from_obj(&format!("{points}{more}")).unwrap_err();
    let outside = |index| MeshError::NoSuchPoint {
        line: 4,
        index,
        points: 3,
    };
    assert_eq!(obj("f 1 2 4\n"), outside(4));
    assert_eq!(obj("f 0 1 2\n"), outside(0));
    assert_eq!(obj("f 1 2 -4\n"), outside(-4));
    assert_eq!(obj("f 1 2 -9223372036854775808\n"), outside(i64::MIN));
    assert_eq!(obj("f 1 2 4294967295\n"), outside(4_294_967_295));
    assert_eq!(obj(""), MeshError::NoTriangles);
    for (more, said) in [
        ("f 1 2\n", "line 4: a face needs three corners"),
        ("f 1 2 x\n", "line 4: the corners of a face are numbers"),
        ("v 1 2\n", "line 4: a point needs three numbers"),
        ("v 1 nan 2\n", "line 4: 'nan' is not a number"),
        ("v 1 inf 2\n", "line 4: 'inf' is not a number"),
        ("v 1 1e300 2\n", "line 4: '1e300' is not a number"),
        (
            "\nv 1 0,5 2\n",
            "line 5: '0,5' is not a number from -1e15 to 1e15",
        ),
        ("hello\n", "line 4 begins with 'hello'"),
    ] {
        let told = obj(more).to_string();
        assert!(told.starts_with(said), "{told}");
    }
    let stl = |text: &str| Surface::from_stl(text.as_bytes()).unwrap_err();
    assert_eq!(stl("solid a\nendsolid a\n"), MeshError::NoTriangles);
    let nan = stl("solid a\nvertex 0 0 NaN\n");
    let at = Where::Line(2);
    let found = "NaN".to_owned();
    assert_eq!(nan, MeshError::NotANumber { at, found });
    for (text, said) in [
        ("solid a\nvertex 0 0\n", "line 2: a corner needs three"),
        ("solid a\nendloop\n", "line 2: a facet needs three"),
        ("solid a\nvertex 0 0 0\n", "line 2: the file ends inside"),
        ("solid a\nfacets\n", "line 2 begins with 'facets'"),
        (
            "solid a\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 1 1 0\n",
            "line 5: a facet has three corners",
        ),
    ] {
        let told = stl(text).to_string();
        assert!(told.starts_with(said), "{told}");
    }
    assert_eq!(Surface::parse(b""), Err(MeshError::NotAMesh));
    assert_eq!(Surface::parse(&[0; 40]), Err(MeshError::NotAMesh));
    let mut bytes = binary_stl(&cube(), b"");
    let whole = bytes.clone();
    for found in [11, 7, 0] {
        bytes.truncate(84 + 50 * found + 49);
        let promised = 12;
        let short = MeshError::Truncated { promised, found };
        assert_eq!(Surface::parse(&bytes), Err(short));
    }
    bytes = whole.clone();
    bytes[84 + 50 * 3 + 12..][..4].copy_from_slice(&f32::NAN.to_le_bytes());
    let told = Surface::parse(&bytes).unwrap_err().to_string();
    assert!(told.starts_with("triangle 4: 'NaN' is not"), "{told}");
    // What follows the triangles does no harm.
    bytes = whole;
    bytes.extend([7; 99]);
    assert_eq!(Surface::parse(&bytes).unwrap().triangles.len(), 12);
}

#[test]
fn no_bytes_make_it_panic() {
    let mut rng = Rng::new(11);
    let starts = [
        CUBE.as_bytes().to_vec(),
        text_stl(&cube()).into_bytes(),
        binary_stl(&cube(), b"solid"),
        binary_stl(&cube(), b""),
    ];
    // Pieces that hurt more than chance would.
    let pieces: [&[u8]; 8] = [
        b"-",
        b"f ",
        b"\\\n",
        b"99999999999999999999",
        b"1e999",
        b"nan",
        b"/",
        b"\xff\xff\xff\xff",
    ];
    let (mut good, mut bad) = (0, 0);
    for n in 0..20_000 {
        let mut bytes = starts[n % starts.len()].clone();
        if n % 10 == 9 {
            bytes = (0..rng.below(300)).map(|_| rng.bits() as u8).collect();
        }
        for _ in 0..1 + rng.below(4) {
            let place = rng.below(bytes.len() + 1);
            match rng.below(5) {
                0 => bytes.truncate(place),
                1 if place < bytes.len() => bytes[place] ^= 1 << rng.below(8),
                2 if place < bytes.len() => bytes[place] = rng.bits() as u8,
                3 => drop(bytes.splice(place..place, pieces[rng.below(8)].iter().copied())),
                _ => {
                    let end = (place + rng.below(20)).min(bytes.len());
                    drop(bytes.drain(place..end));
                }
            }
        }
        let _ = Surface::from_stl(&bytes);
        let _ = Surface::from_obj(&String::from_utf8_lossy(&bytes));
        let Ok(surface) = Surface::parse(&bytes) else {
            bad += 1;
            continue;
        };
        good += 1;
        assert!(!surface.triangles.is_empty());
        assert!(surface.points.iter().flatten().all(|own| own.is_finite()));
        let corners = surface.triangles.iter().flatten();
        assert!(
            corners
                .into_iter()
                .all(|own| (*own as usize) < surface.points.len())
        );
        let bracing = Some(Spring::default());
        let mut model = Model::new(48_000.0).unwrap();
        // May be refused: all corners in a line, masses too small.
        let mesh = SurfaceMesh {
            bracing,
            ..SurfaceMesh::of(surface)
        };
        let _ = mesh.build(&mut model, "m");
    }
    assert!(good > 1000 && bad > 1000, "{good} {bad}");
}
