//! What cannot be is refused, in words that say what to do.

use urto_mi::{
    Lattice, Mass, MassBody, MassPoint, Model, Placed, Row, Spring, Surface, SurfaceMesh, placed,
};

#[test]
fn wrong_models_are_refused_in_words() {
    assert!(Model::new(100.0).is_err() && Model::new(f64::NAN).is_err());
    let mut model = Model::new(48_000.0).unwrap();
    for mass in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let told = model
            .add(Mass::at([0.0; 3]).of(mass))
            .unwrap_err()
            .to_string();
        assert!(told.contains("mass") && told.contains("allowed"), "{told}");
    }
    assert!(model.add(Mass::at([f64::NAN, 0.0, 0.0])).is_err());
    let first = model.add(Mass::at([0.0; 3]).named("a")).unwrap();
    let told = model.add(Mass::at([0.0; 3]).named("a")).unwrap_err();
    assert!(told.to_string().contains("'a'"), "{told}");
    let second = model.add(Mass::at([1.0, 0.0, 0.0])).unwrap();
    for spring in [
        Spring {
            stiffness: -1.0,
            ..Spring::default()
        },
        Spring {
            damping: f64::NAN,
            ..Spring::default()
        },
        Spring {
            cubic: -1.0,
            ..Spring::default()
        },
        Spring {
            length: Some(-0.1),
            ..Spring::default()
        },
    ] {
        let told = model.join([first, second], spring).unwrap_err().to_string();
        assert!(told.contains("'a'") && told.contains("allowed"), "{told}");
    }
    let told = model.join([first, first], Spring::default()).unwrap_err();
    assert!(told.to_string().contains("same mass"), "{told}");
    assert_eq!(model.links().len(), 0);
    // Another model's mass.
    let mut other = Model::new(48_000.0).unwrap();
    assert!(other.join([first, second], Spring::default()).is_err());
    let nowhere = MassPoint {
        name: "p".to_owned(),
        mass: first,
        along: [0.0; 3],
    };
    assert!(MassBody::new(&model, &[nowhere]).is_err());
}

/// What is built of many masses is there as a whole or not at all.
#[test]
fn what_is_refused_in_the_middle_leaves_nothing() {
    let mut model = Model::new(48_000.0).unwrap();
    // In the way of the last mass of each.
    for name in ["row.9", "block.1.1.1", "mesh.3", "part.m"] {
        model.add(Mass::at([1.0; 3]).named(name)).unwrap();
    }
    let before = model.clone();
    let row = Row {
        count: 10,
        ..Row::default()
    };
    assert!(row.build(&mut model, "row").is_err());
    let block = Lattice {
        counts: [2; 3],
        ..Lattice::default()
    };
    assert!(block.build(&mut model, "block").is_err());
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let surface = Surface::from_obj(corners).unwrap();
    assert!(SurfaceMesh::of(surface).build(&mut model, "mesh").is_err());
    let mut part = Model::new(48_000.0).unwrap();
    part.add(Mass::at([0.0; 3]).named("first")).unwrap();
    part.add(Mass::at([0.0; 3]).named("m")).unwrap();
    assert!(placed::add(&mut model, &part, "part", &Placed::default()).is_err());
    let bad = Spring {
        stiffness: -1.0,
        ..Spring::default()
    };
    let ball = Mass::at([0.0; 3]).named("ball");
    assert!(model.add_oscillator(ball, bad).is_err());
    assert_eq!(model, before);
    // Names that were taken back are free again.
    assert!(row.build(&mut model, "other").is_ok());
    assert!(model.add(Mass::at([0.0; 3]).named("row.3")).is_ok());
    assert!(model.add(Mass::at([0.0; 3]).named("ball")).is_ok());
}
