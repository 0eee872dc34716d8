//! Parts in parts: turned, scaled and moved.

use urto_mi::{
    Bow, Freedom, LinkLaw, Mass, MassNetwork, Model, ModelError, Placed, Row, Spring, Turn, placed,
};

fn row() -> Model {
    let mut model = Model::new(44_100.0).unwrap();
    let spring = Spring {
        stiffness: 7e4,
        length: Some(0.0117),
        damping: 1e-3,
        ..Spring::default()
    };
    let row = Row {
        spring,
        ..Row::default()
    };
    row.build(&mut model, "m").unwrap();
    model
}

fn quarter() -> Turn {
    Turn::About {
        axis: [0.0, 0.0, 2.0],
        degrees: 90.0,
    }
}

fn add(part: &Model, place: &Placed) -> Model {
    let mut model = Model::new(part.hertz()).unwrap();
    let masses = placed::add(&mut model, part, "p", place).unwrap();
    assert_eq!(masses.len(), part.masses().len());
    model
}

#[test]
fn a_row_turned_by_a_quarter_sounds_the_same_to_the_bit() {
    let mut straight = Model::new(44_100.0).unwrap();
    let mut flung = row().masses()[5].clone();
    flung.name = String::new();
    flung.velocity = [0.1, 0.7, 0.0];
    flung.position = [0.1, 0.05, 0.0];
    let ids = placed::add(&mut straight, &row(), "", &Placed::default()).unwrap();
    let flung = straight.add(flung).unwrap();
    straight.join([flung, ids[8]], Spring::default()).unwrap();
    let turned = add(
        &straight,
        &Placed {
            turned: quarter(),
            ..Placed::default()
        },
    );
    assert_eq!(turned.masses()[31].position, [0.0, 0.4, 0.0]);
    assert_eq!(turned.masses()[32].velocity, [-0.7, 0.1, 0.0]);
    assert_eq!(turned.masses()[3].name, "p.m.3");
    assert_eq!(turned.masses()[32].name, "");
    let held = |n: usize| turned.masses()[n] == turned.masses()[n].clone().fixed();
    assert!(held(0) && !held(1));
    assert_eq!(turned.links(), straight.links());
    let [mut one, mut other] = [&straight, &turned].map(|own| MassNetwork::new(own).unwrap());
    for _ in 0..2000 {
        one.step();
        other.step();
    }
    for id in ids {
        let [x, y, z] = one.position(id);
        assert_eq!(other.position(id), [-y, x, z]);
    }
    assert!(one.position(flung)[1] != 0.05);
}

#[test]
fn lengths_and_places_are_scaled_and_moved() {
    let part = row();
    let place = Placed {
        turned: quarter(),
        scaled: 2.0,
        moved: [1.0, -2.0, 3.0],
    };
    let model = add(&part, &place);
    assert_eq!(model.masses()[31].position, [1.0, -1.2, 3.0]);
    for (own, before) in model.links().iter().zip(part.links()) {
        assert_eq!(own.law.length(), 0.0234);
        assert_eq!(
            own.law,
            before.law.scaled(own.law.length() / before.law.length())
        );
    }
    assert_eq!(model.masses()[4].mass, part.masses()[4].mass);
}

#[test]
fn a_quaternion_turns_like_its_axis() {
    let mut part = Model::new(44_100.0).unwrap();
    part.add(Mass::at([0.3, -0.5, 0.8])).unwrap();
    part.add(Mass::at([-1.0, 0.25, 0.0])).unwrap();
    for degrees in [-400.0, -90.0, 0.0, 33.0, 120.0, 181.0, 270.0] {
        let axis = [1.0, 2.0, -2.0];
        let half = f64::to_radians(degrees) / 2.0;
        let sine = urto::math::sin(half) / 3.0;
        // Three times as long as need be.
        let numbers = [urto::math::cos(half), sine, 2.0 * sine, -2.0 * sine].map(|own| 3.0 * own);
        let turned = |turned: Turn| {
            let place = Placed {
                turned,
                ..Placed::default()
            };
            add(&part, &place)
        };
        let one = turned(Turn::About { axis, degrees });
        let other = turned(Turn::Quaternion(numbers));
        for (a, b) in one.masses().iter().zip(other.masses()) {
            for k in 0..3 {
                assert!((a.position[k] - b.position[k]).abs() < 1e-14, "{degrees}");
            }
        }
    }
    // A third of a turn about the diagonal takes x to y, y to z and z to x.
    let third = Turn::About {
        axis: [1.0; 3],
        degrees: 120.0,
    };
    let place = Placed {
        turned: third,
        ..Placed::default()
    };
    let at = add(&part, &place).masses()[0].position;
    for (own, expected) in at.iter().zip([0.8, 0.3, -0.5]) {
        assert!((own - expected).abs() < 1e-15);
    }
}

#[test]
fn parts_go_into_parts() {
    let mut pair = Model::new(44_100.0).unwrap();
    for n in 0..2 {
        let place = Placed {
            moved: [0.0, 0.0, f64::from(n)],
            ..Placed::default()
        };
        placed::add(&mut pair, &row(), &format!("s{n}"), &place).unwrap();
    }
    let model = add(&pair, &Placed::default());
    let own = model.find("p.s1.m.7").unwrap();
    assert_eq!(own.index(), 39);
    assert_eq!(model.links()[31].ends.map(|end| end.index()), [32, 33]);
    assert_eq!(model.links().len(), 62);
}

#[test]
fn wrong_places_are_refused_and_add_nothing() {
    let part = row();
    let mut model = Model::new(44_100.0).unwrap();
    let whole = Placed::default();
    let axis = [0.0; 3];
    for place in [
        Placed {
            scaled: 0.0,
            ..whole
        },
        Placed {
            scaled: f64::NAN,
            ..whole
        },
        Placed {
            moved: [0.0, f64::INFINITY, 0.0],
            ..whole
        },
        Placed {
            turned: Turn::About { axis, degrees: 1.0 },
            ..whole
        },
        Placed {
            turned: Turn::About {
                axis: [1.0; 3],
                degrees: f64::NAN,
            },
            ..whole
        },
        Placed {
            turned: Turn::Quaternion([0.0; 4]),
            ..whole
        },
    ] {
        let told = placed::add(&mut model, &part, "harp", &place).unwrap_err();
        let said = told.to_string();
        assert!(
            said.contains("'harp'") && said.contains("allowed"),
            "{said}"
        );
    }
    assert!(model.masses().is_empty());
    placed::add(&mut model, &part, "harp", &whole).unwrap();
    let again = placed::add(&mut model, &part, "harp", &whole);
    assert_eq!(again, Err(ModelError::SameName("harp.m.0".to_owned())));
}

/// Sizes, axes and groups of what is in a part follow it; a mass that moves along an axis cannot be
/// turned askew.
#[test]
fn what_a_part_holds_follows_it() {
    let mut part = Model::new(44_100.0).unwrap();
    let mut bead = Mass::at([1.0, 0.0, 0.0]).named("bead");
    bead.radius = 0.01;
    bead.freedom = Freedom::Along(0);
    bead.group = "beads".to_owned();
    let bead = part.add(bead).unwrap();
    let wall = part.add(Mass::at([0.0; 3]).fixed()).unwrap();
    let bow = Bow {
        force: 1.0,
        speed: 0.1,
    };
    let axis = Some([2.0, 0.0, 0.0]);
    part.link([wall, bead], LinkLaw::Bow(bow), axis, "bows")
        .unwrap();
    let place = Placed {
        turned: quarter(),
        scaled: 3.0,
        moved: [0.0; 3],
    };
    let model = add(&part, &place);
    let own = &model.masses()[0];
    assert_eq!((own.radius, own.freedom), (0.03, Freedom::Along(1)));
    assert_eq!(model.links()[0].along, Some([0.0, 1.0, 0.0]));
    assert!(own.group.ends_with(".beads") && model.links()[0].group.ends_with(".bows"));
    let askew = Placed {
        turned: Turn::About {
            axis: [0.0, 0.0, 1.0],
            degrees: 30.0,
        },
        ..place
    };
    let mut whole = Model::new(44_100.0).unwrap();
    let told = placed::add(&mut whole, &part, "p", &askew).unwrap_err();
    assert!(told.to_string().contains("quarter turns"), "{told}");
}
