//! What cannot be is refused, in words that say what to do.

use urto_mi::{Mass, MassBody, MassPoint, Model, Spring};

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
