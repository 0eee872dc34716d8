//! Pictures read back as they were written.

use std::fs;
use std::path::{Path, PathBuf};
use urto::rng::Rng;
use urto_mi::export::{self, Encoding, ExportError, Format, Frames, Scalar, Shape};
use urto_mi::{MassNetwork, Model, Row, Surface, SurfaceMesh};

/// A folder that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let own = format!("urto-export-{name}-{}", std::process::id());
        Self(std::env::temp_dir().join(own))
    }

    fn names(&self) -> Vec<String> {
        let all = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> = all
            .map(|own| own.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Points from tiny to huge, and what is between them at random.
fn anything(seed: u64) -> (Surface, Shape) {
    let mut rng = Rng::new(seed);
    let count = 3 + rng.below(60);
    let mut number = || rng.signed() * rng.log_uniform(1e-12, 1e12);
    let points = (0..count).map(|_| core::array::from_fn(|_| number()));
    let mut surface = Surface {
        points: points.collect(),
        triangles: Vec::new(),
    };
    surface.points[1] = [0.0, -0.0, 5e-324];
    let mut any = || rng.below(count) as u32;
    surface.triangles = (0..1 + count / 2).map(|_| [any(), any(), any()]).collect();
    let shape = Shape {
        links: (0..count).map(|_| [any(), any()]).collect(),
        triangles: surface.triangles.clone(),
    };
    (surface, shape)
}

#[test]
fn a_random_surface_survives_obj() {
    for seed in 0..200 {
        let (surface, shape) = anything(seed);
        let mut text = Vec::new();
        export::obj(&surface.points, &shape, &mut text).unwrap();
        // To the last bit, which is better than 1e-9.
        assert_eq!(Surface::parse(&text).unwrap(), surface);
        let text = String::from_utf8(text).unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix("l "));
        let links: Vec<[u32; 2]> = lines
            .map(|line| {
                let (a, b) = line.split_once(' ').unwrap();
                [a, b].map(|own| own.parse::<u32>().unwrap() - 1)
            })
            .collect();
        assert_eq!(links, shape.links);
    }
}

/// What a PLY file holds.
#[derive(Debug, PartialEq)]
struct Read {
    points: Vec<Vec<f64>>,
    shape: Shape,
}

/// A small reader of its own for both encodings, by the head of the file.
fn read_ply(bytes: &[u8], scalar: Option<&str>) -> Read {
    let end = b"end_header\n";
    let head = bytes.windows(end.len()).position(|own| own == end).unwrap();
    let body = &bytes[head + end.len()..];
    let head = core::str::from_utf8(&bytes[..head]).unwrap();
    let count = |element: &str| -> usize {
        let mut lines = head.lines();
        let found = lines.find_map(|line| line.strip_prefix(&format!("element {element} ")));
        found.unwrap().parse().unwrap()
    };
    let doubles: Vec<&str> = head
        .lines()
        .filter_map(|line| line.strip_prefix("property double "))
        .collect();
    let expected: Vec<&str> = ["x", "y", "z"].into_iter().chain(scalar).collect();
    assert!(
        head.starts_with("ply\nformat ") && doubles == expected,
        "{head}"
    );
    assert!(head.contains("property list uchar uint vertex_indices\nelement edge"));
    let text = head.contains("format ascii 1.0");
    assert!(text || head.contains("format binary_little_endian 1.0"));
    let mut words = Vec::new();
    if text {
        words = core::str::from_utf8(body)
            .unwrap()
            .split_ascii_whitespace()
            .collect();
    }
    let (mut words, mut rest) = (words.into_iter(), body);
    // The next number: so many bytes, or a word.
    let mut next = |bytes: usize| -> f64 {
        if text {
            return words.next().unwrap().parse().unwrap();
        }
        let (own, behind) = rest.split_at(bytes);
        rest = behind;
        match bytes {
            8 => f64::from_le_bytes(own.try_into().unwrap()),
            4 => f64::from(u32::from_le_bytes(own.try_into().unwrap())),
            _ => f64::from(own[0]),
        }
    };
    let points = (0..count("vertex")).map(|_| expected.iter().map(|_| next(8)).collect());
    let points = points.collect();
    let mut triangles = Vec::new();
    for _ in 0..count("face") {
        assert_eq!(next(1), 3.0);
        triangles.push(core::array::from_fn(|_| next(4) as u32));
    }
    let links = (0..count("edge")).map(|_| core::array::from_fn(|_| next(4) as u32));
    let links = links.collect();
    assert!(words.next().is_none() && (text || rest.is_empty()));
    Read {
        points,
        shape: Shape { links, triangles },
    }
}

#[test]
fn a_random_surface_survives_ply() {
    for seed in 0..200 {
        let (surface, shape) = anything(seed);
        let strains: Vec<f64> = surface.points.iter().map(|own| own[0] * 0.3).collect();
        for encoding in [Encoding::Text, Encoding::Binary] {
            for scalar in [None, Some("strain")] {
                let given = scalar.map(|name| Scalar {
                    name,
                    values: &strains,
                });
                let mut bytes = Vec::new();
                export::ply(&surface.points, &shape, given, encoding, &mut bytes).unwrap();
                let with = |(n, own): (usize, &[f64; 3])| {
                    let scalar = scalar.map(|_| strains[n]);
                    own.iter().copied().chain(scalar).collect::<Vec<_>>()
                };
                let expected = Read {
                    points: surface.points.iter().enumerate().map(with).collect(),
                    shape: shape.clone(),
                };
                assert_eq!(read_ply(&bytes, scalar), expected);
            }
        }
    }
}

#[test]
fn pictures_that_could_not_be_read_are_refused() {
    let (surface, shape) = anything(1);
    let ply = |points: &[[f64; 3]], shape: &Shape, scalar| {
        let mut out = Vec::new();
        let told = export::ply(points, shape, scalar, Encoding::Text, &mut out).unwrap_err();
        assert!(out.is_empty());
        told.to_string()
    };
    let values = vec![0.5; surface.points.len()];
    for name in ["", "two words", "a\nb", "x", "größe"] {
        let values = &values;
        let told = ply(&surface.points, &shape, Some(Scalar { name, values }));
        assert!(told.contains("letters, digits"), "{told}");
    }
    let name = "strain";
    let few = &values[1..];
    let told = ply(&surface.points, &shape, Some(Scalar { name, values: few }));
    assert!(told.contains("one for each"), "{told}");
    let mut wrong = values.clone();
    wrong[2] = f64::NAN;
    let values = &wrong;
    let told = ply(&surface.points, &shape, Some(Scalar { name, values }));
    assert!(told.contains("scalar of point 2"), "{told}");
    let mut wrong = surface.points.clone();
    wrong[1][2] = f64::INFINITY;
    assert!(ply(&wrong, &shape, None).contains("position of point 1"));
    assert!(ply(&surface.points[..1], &shape, None).contains("there are 1 points"));
    let mut out = Vec::new();
    assert!(export::obj(&wrong, &shape, &mut out).is_err() && out.is_empty());
    // No room for all of it.
    let mut room = [0; 200];
    let told = export::obj(&surface.points, &shape, &mut room.as_mut_slice());
    assert!(matches!(told, Err(ExportError::Write(_))));
}

fn string() -> Model {
    let mut model = Model::new(44_100.0).unwrap();
    Row::default().build(&mut model, "s").unwrap();
    model
}

fn read(path: &Path) -> Vec<[f64; 3]> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter_map(|line| line.strip_prefix("v "));
    lines
        .map(|line| {
            let mut words = line.split(' ').map(|own| own.parse().unwrap());
            core::array::from_fn(|_| words.next().unwrap())
        })
        .collect()
}

#[test]
fn a_film_has_its_pictures_at_its_rate() {
    let folder = Folder::new("film");
    let model = string();
    let mut network = MassNetwork::new(&model).unwrap();
    network.throw(model.find("s.9").unwrap(), [0.0, 3.0, 1.0]);
    // 44,100 / 30 = 1470 steps from one to the next.
    let inside = folder.0.join("made").join("on the way");
    let shape = Shape::of(&model);
    let mut film = Frames::new(&inside, Format::Obj, shape.clone(), 44_100.0, 30.0).unwrap();
    let mut expected = Vec::new();
    for n in 0..=5 * 1470 {
        let positions = export::positions(&model, &network);
        let due = film.step(|| positions.clone()).unwrap();
        assert_eq!(due, n % 1470 == 0, "{n}");
        if due {
            expected.push(positions);
        }
        network.step();
    }
    assert_eq!(film.written(), 6);
    for (n, positions) in expected.iter().enumerate() {
        assert_eq!(&read(&inside.join(format!("frame_{n:04}.obj"))), positions);
    }
    assert!(expected[5] != expected[4]);
    assert_eq!(fs::read_dir(&inside).unwrap().count(), 6);
    // A rate that is no part of the model's: as many in a second all the same.
    let many = Folder::new("many");
    let mut film = Frames::new(&many.0, Format::Obj, shape, 44_100.0, 24.7).unwrap();
    for _ in 0..44_100 {
        film.step(|| export::positions(&model, &network)).unwrap();
    }
    assert_eq!(film.written(), 25);
}

#[test]
fn pictures_are_replaced_only_when_that_is_allowed() {
    let folder = Folder::new("replace");
    let shape = Shape::of(&string());
    let points = vec![[1.0; 3]; 32];
    let others = vec![[2.0; 3]; 32];
    let new = || Frames::new(&folder.0, Format::Obj, shape.clone(), 44_100.0, 25.0);
    let mut film = new().unwrap();
    // Begun before the first one wrote anything, so it finds out later.
    let mut late = new().unwrap();
    let path = film.write(&points, None).unwrap();
    assert!(path.ends_with("frame_0000.obj"));
    assert!(matches!(late.write(&others, None), Err(ExportError::Exists(own)) if own == path));
    let told = new().unwrap_err().to_string();
    assert!(told.contains("frame_0000.obj is there already"), "{told}");
    assert_eq!(read(&path), points);
    let again = Frames::replacing(&folder.0, Format::Obj, shape.clone(), 44_100.0, 25.0);
    again.unwrap().write(&others, None).unwrap();
    assert_eq!(read(&path), others);
    // Another kind of file is no other picture's enemy.
    let ply = Format::Ply(Encoding::Binary);
    let mut film = Frames::new(&folder.0, ply, shape.clone(), 44_100.0, 25.0).unwrap();
    film.write(&points, None).unwrap();
    assert_eq!(folder.names(), ["frame_0000.obj", "frame_0000.ply"]);
    for pictures in [0.0, -1.0, f64::NAN, f64::INFINITY, 44_101.0] {
        let wrong = Frames::new(&folder.0, ply, shape.clone(), 44_100.0, pictures);
        assert!(matches!(wrong, Err(ExportError::Pictures { .. })));
    }
}

#[test]
fn nothing_half_written_is_left() {
    let folder = Folder::new("half");
    let shape = Shape::of(&string());
    let mut film = Frames::new(&folder.0, Format::Obj, shape.clone(), 44_100.0, 25.0).unwrap();
    // Too few points, and then a picture whose place is taken by a folder.
    assert!(film.write(&[[0.0; 3]], None).is_err());
    assert_eq!((folder.names().len(), film.written()), (0, 0));
    let mut film = Frames::replacing(&folder.0, Format::Obj, shape, 44_100.0, 25.0).unwrap();
    fs::create_dir(folder.0.join("frame_0000.obj")).unwrap();
    let told = film
        .write(&vec![[0.0; 3]; 32], None)
        .unwrap_err()
        .to_string();
    assert!(told.contains("frame_0000.obj"), "{told}");
    assert_eq!(folder.names(), ["frame_0000.obj"]);
    // A picture that cannot be drawn leaves the one that was there.
    fs::remove_dir(folder.0.join("frame_0000.obj")).unwrap();
    film.clone().write(&vec![[1.0; 3]; 32], None).unwrap();
    assert!(film.write(&vec![[f64::NAN; 3]; 32], None).is_err());
    assert_eq!(read(&folder.0.join("frame_0000.obj")), vec![[1.0; 3]; 32]);
    assert_eq!(folder.names(), ["frame_0000.obj"]);
    // A file where a folder should be.
    let file = folder.0.join("file");
    fs::write(&file, "").unwrap();
    let wrong = Frames::new(&file, Format::Obj, Shape::default(), 44_100.0, 25.0);
    assert!(matches!(wrong, Err(ExportError::Refused { .. })));
}

#[test]
fn a_built_surface_is_drawn_with_its_triangles() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let surface = Surface::from_obj(text).unwrap();
    let mut model = string();
    let masses = SurfaceMesh::of(surface.clone())
        .build(&mut model, "stone")
        .unwrap();
    let shape = Shape::of(&model).with_surface(&surface, &masses);
    assert_eq!(shape.links.len(), 31 + 6);
    assert_eq!(shape.triangles[0], [32, 34, 33]);
    let network = MassNetwork::new(&model).unwrap();
    let mut out = Vec::new();
    export::obj(&export::positions(&model, &network), &shape, &mut out).unwrap();
    let (read, skipped) = Surface::parse(&out).unwrap().tidied();
    assert_eq!(read, surface);
    assert_eq!((skipped.points, skipped.triangles), (32, 0));
}
