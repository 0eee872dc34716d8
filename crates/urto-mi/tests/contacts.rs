//! Contacts of many masses at once, with each other and with surfaces.

use core::f64::consts::PI;
use urto::rng::Rng;
use urto_mi::{
    Against, Contact, Hold, Lattice, Mass, MassId, MassNetwork, Model, ModelError, Spring, Stepping,
};

const RATE: f64 = 44_100.0;

fn ball(at: [f64; 3], velocity: [f64; 3], kilograms: f64, radius: f64) -> Mass {
    Mass {
        velocity,
        radius,
        ..Mass::at(at).of(kilograms)
    }
}

fn hard(stiffness: f64) -> Spring {
    Spring {
        stiffness,
        ..Spring::default()
    }
}

/// A flat sheet in the plane z = 0 of 1 m by 1 m, of squares whose inner corners lie anywhere.
fn sheet(model: &mut Model, rng: &mut Rng, squares: usize, fixed: bool) -> Vec<[MassId; 3]> {
    let side = squares + 1;
    let lattice = Lattice {
        counts: [side, side, 1],
        ..Lattice::default()
    };
    let mut masses = Vec::new();
    for n in 0..side * side {
        let mut at = [n % side, n / side].map(|own| own as f64 / squares as f64);
        if at.iter().all(|own| *own > 0.0 && *own < 1.0) {
            at = at.map(|own| own + 0.3 / squares as f64 * rng.signed());
        }
        let mut mass = Mass::at([at[0], at[1], 0.0]).of(1e-3);
        if fixed {
            mass = mass.fixed();
        }
        masses.push(model.add(mass).unwrap());
    }
    let numbers = lattice.triangles();
    numbers.iter().map(|own| own.map(|n| masses[n])).collect()
}

/// A ball that meets a wall of triangles with v leaves it with v after half a period of a mass on a
/// spring, pi·sqrt(m/k); whether it meets a face, an edge or a corner. The step finds the beginning
/// and the end of the touch to a step each.
#[test]
fn a_ball_rebounds_from_a_wall_of_triangles_after_half_a_period() {
    let (stiffness, kilograms, speed): (f64, f64, f64) = (4e4, 2e-3, 0.7);
    let half_period = PI * (kilograms / stiffness).sqrt();
    // The middle of a triangle, an inner edge, an inner corner, and points on either side.
    let mut rng = Rng::new(1);
    for (radius, up) in [(0.01, 1.0), (0.01, -1.0), (0.0, 1.0), (0.0, -1.0)] {
        for place in 0..3 {
            let mut model = Model::new(RATE).unwrap();
            let triangles = sheet(&mut model, &mut rng, 4, true);
            let corners = triangles[9].map(|own| model.masses()[own.index()].position);
            let middle = |k: usize| corners.iter().map(|own| own[k]).sum::<f64>() / 3.0;
            let [x, y] = match place {
                0 => [middle(0), middle(1)],
                1 => [0, 1].map(|k| 0.5 * (corners[0][k] + corners[1][k])),
                _ => [corners[0][0], corners[0][1]],
            };
            let start = ball(
                [x, y, up * (radius + 1e-4)],
                [0.0, 0.0, -up * speed],
                kilograms,
                radius,
            );
            let own = model.add(start).unwrap();
            let contact = Contact {
                masses: vec![own],
                against: Against::Surface(triangles),
                spring: hard(stiffness),
            };
            model.add_contact(contact).unwrap();
            let mut network = MassNetwork::new(&model).unwrap();
            let mut touched = 0;
            for _ in 0..100 {
                touched += usize::from(network.force(own)[2] != 0.0);
                network.step();
            }
            let seconds = touched as f64 / RATE;
            assert!(
                (seconds - half_period).abs() <= 1.5 / RATE,
                "{seconds} {half_period}"
            );
            let back = up * network.velocity(own)[2] / speed;
            assert!((back - 1.0).abs() < 3e-3, "{radius} {up} {place}: {back}");
            let across = &network.velocity(own)[..2];
            assert!(
                across.iter().all(|own| own.abs() < 1e-9 * speed),
                "{across:?}"
            );
            assert_eq!(network.softened(), 0);
        }
    }
}

/// A ball that slides over a flat sheet of any triangles, as deep in it as its weight asks for, feels
/// that weight and nothing else: 1e-9 of it is far above rounding and far below any facet.
#[test]
fn a_ball_that_slides_over_a_flat_sheet_feels_no_facets() {
    let mut rng = Rng::new(5);
    let (stiffness, kilograms, radius) = (1e4, 5e-3, 0.01);
    let mut model = Model::new(RATE).unwrap();
    model.set_gravity([0.0, 0.0, -9.81]).unwrap();
    let triangles = sheet(&mut model, &mut rng, 12, true);
    let weight = 9.81 * kilograms;
    let high = radius - weight / stiffness;
    let sliding = ball([0.1, 0.13, high], [1.3, 1.1, 0.0], kilograms, radius);
    let own = model.add(sliding).unwrap();
    let contact = Contact {
        masses: vec![own],
        against: Against::Surface(triangles),
        spring: hard(stiffness),
    };
    model.add_contact(contact).unwrap();
    let mut network = MassNetwork::new(&model).unwrap();
    for step in 0..20_000 {
        network.step();
        network.begin();
        let [x, y, z] = network.force(own);
        let wrong = (z / weight - 1.0).abs() + (x.abs() + y.abs()) / weight;
        assert!(wrong < 1e-9, "{step}: {x} {y} {z} of {weight}");
    }
    // It has come across many of them.
    assert!(network.position(own)[0] > 0.6);
    assert!(network.contact_counts().searches > 10);
}

/// Balls thrown at a sheet that floats, and at each other: what they push is pushed back, and nothing
/// is turned by that. (Momentum itself would change where a guard slows all down.)
#[test]
fn what_is_pushed_is_pushed_back() {
    let mut rng = Rng::new(11);
    let mut model = Model::new(RATE).unwrap();
    let triangles = sheet(&mut model, &mut rng, 6, false);
    let mut masses: Vec<MassId> = (0..49).map(|n| mass_number(&triangles, n)).collect();
    for pair in masses.windows(2) {
        model.join([pair[0], pair[1]], hard(300.0)).unwrap();
    }
    let balls: Vec<MassId> = (0..20)
        .map(|n| {
            let place = 0.1 + 0.05 * f64::from(n);
            let at = [0.5 + 0.3 * rng.signed(), 0.5 + 0.3 * rng.signed(), place];
            let own = ball(at, [rng.signed(), rng.signed(), -8.0], 4e-3, 0.04);
            model.add(own).unwrap()
        })
        .collect();
    masses.extend(&balls);
    for against in [Against::Surface(triangles), Against::EachOther] {
        let spring = Spring {
            damping: 0.1,
            ..hard(3e4)
        };
        let contact = Contact {
            masses: balls.clone(),
            against,
            spring,
        };
        model.add_contact(contact).unwrap();
    }
    let mut network = MassNetwork::new(&model).unwrap();
    let mut touched = 0;
    for step in 0..10_000 {
        network.step();
        network.begin();
        touched += usize::from(masses[..49].iter().any(|own| network.force(*own)[2] < -1.0));
        let (mut push, mut turn, mut size) = ([0.0; 3], [0.0; 3], 0.0);
        for own in &masses {
            let ([x, y, z], f) = (network.position(*own), network.force(*own));
            let turned = [
                y * f[2] - z * f[1],
                z * f[0] - x * f[2],
                x * f[1] - y * f[0],
            ];
            push = core::array::from_fn(|k| push[k] + f[k]);
            turn = core::array::from_fn(|k| turn[k] + turned[k]);
            size += f.iter().map(|own| own.abs()).sum::<f64>();
        }
        let left = push
            .iter()
            .chain(&turn)
            .fold(0.0f64, |most, own| most.max(own.abs()));
        assert!(left <= 1e-13 * size, "{step}: {left} of {size}");
    }
    assert!(touched > 20, "{touched}");
}

fn mass_number(triangles: &[[MassId; 3]], n: usize) -> MassId {
    let mut all = triangles.iter().flatten();
    *all.find(|own| own.index() == n).unwrap()
}

/// Contacts of many are those links which a file would name one by one.
#[test]
fn pairs_move_as_links_between_all_of_them_would() {
    let drawn = |many: bool| {
        let mut rng = Rng::new(2);
        let mut model = Model::new(RATE).unwrap();
        let balls: Vec<MassId> = (0..12)
            .map(|_| {
                let at = [0; 3].map(|_| 0.03 * rng.signed());
                let velocity = [0; 3].map(|_| rng.signed());
                model.add(ball(at, velocity, 2e-3, 0.01)).unwrap()
            })
            .collect();
        if many {
            let contact = Contact {
                masses: balls.clone(),
                against: Against::EachOther,
                spring: hard(1e4),
            };
            model.add_contact(contact).unwrap();
        } else {
            for (n, a) in balls.iter().enumerate() {
                for b in &balls[n + 1..] {
                    model.join([*a, *b], Spring::contact(1e4, 0.02)).unwrap();
                }
            }
        }
        let mut network = MassNetwork::new(&model).unwrap();
        for _ in 0..400 {
            network.step();
        }
        let places: Vec<[f64; 3]> = balls.iter().map(|own| network.position(*own)).collect();
        (places, network.guards())
    };
    let ([many, links], guards) = {
        let (many, links) = (drawn(true), drawn(false));
        ([many.0, links.0], [many.1, links.1])
    };
    assert_eq!(guards[0], guards[1]);
    for (a, b) in many.iter().zip(&links) {
        // Forces are summed in another order.
        let apart = (0..3).map(|k| (a[k] - b[k]).abs()).fold(0.0, f64::max);
        assert!(apart < 1e-9, "{a:?} {b:?}");
    }
}

/// Tests grow with the number of masses, not with its square: balls at the same density, 10 to 10,000.
#[test]
fn work_grows_with_the_number_of_masses() {
    let mut per_mass = Vec::new();
    for count in [10, 100, 1000, 10_000] {
        let mut rng = Rng::new(9);
        let mut model = Model::new(RATE).unwrap();
        let side = (1..).find(|own| own * own * own >= count).unwrap_or(1);
        let masses: Vec<MassId> = (0..count)
            .map(|n| {
                let place = [n % side, n / side % side, n / (side * side)];
                let at = place.map(|own| 0.025 * own as f64 + 0.002 * rng.signed());
                let velocity = [0; 3].map(|_| rng.signed());
                model
                    .add(ball(at, velocity, 1e-3, 0.005 + 0.005 * rng.uniform()))
                    .unwrap()
            })
            .collect();
        let contact = Contact {
            masses,
            against: Against::EachOther,
            spring: hard(1e4),
        };
        model.add_contact(contact).unwrap();
        let mut network = MassNetwork::new(&model).unwrap();
        let steps = 300;
        for _ in 0..steps {
            network.step();
        }
        let counts = network.contact_counts();
        println!("{count}: {counts:?}");
        assert_eq!(counts.crowded, 0);
        assert!(counts.searches < steps / 10, "{counts:?}");
        per_mass.push(counts.tests as f64 / (count as f64 * steps as f64));
    }
    println!("tests for each mass and step: {per_mass:?}");
    // A wall is far for few, so those have fewer neighbours: it grows at first, and then no more.
    assert!(
        per_mass[3] < 10.0 && per_mass[3] < 1.5 * per_mass[2],
        "{per_mass:?}"
    );
}

/// The same for balls over a sheet.
#[test]
fn work_at_a_surface_grows_with_its_size() {
    let mut per_ball = Vec::new();
    for squares in [4, 12, 40] {
        let mut rng = Rng::new(9);
        let mut model = Model::new(RATE).unwrap();
        let triangles = sheet(&mut model, &mut rng, squares, true);
        let size = 1.0 / squares as f64;
        let balls = squares * squares;
        let masses = (0..balls).map(|_| {
            let at = [rng.uniform(), rng.uniform(), size * rng.uniform()];
            let velocity = [0; 3].map(|_| 10.0 * size * rng.signed());
            model.add(ball(at, velocity, 1e-3, 0.3 * size)).unwrap()
        });
        let masses = masses.collect();
        let contact = Contact {
            masses,
            against: Against::Surface(triangles),
            spring: hard(1e3),
        };
        model.add_contact(contact).unwrap();
        let mut network = MassNetwork::new(&model).unwrap();
        for _ in 0..200 {
            network.step();
        }
        let counts = network.contact_counts();
        println!("{squares}: {counts:?}");
        assert_eq!(counts.crowded, 0);
        per_ball.push(counts.tests as f64 / (200 * balls) as f64);
    }
    println!("tests for each ball and step: {per_ball:?}");
    assert!(
        per_ball[2] < 20.0 && per_ball[2] < 1.5 * per_ball[1],
        "{per_ball:?}"
    );
}

/// All in one place: there is no room for so many pairs. It is counted, and nothing is lost but that.
#[test]
fn a_crowd_is_counted_and_stays_finite() {
    let mut model = Model::new(RATE).unwrap();
    let mut rng = Rng::new(4);
    let masses: Vec<MassId> = (0..300)
        .map(|_| {
            let at = [0; 3].map(|_| 1e-3 * rng.signed());
            model.add(ball(at, [0.0; 3], 1e-3, 0.05)).unwrap()
        })
        .collect();
    let contact = Contact {
        masses: masses.clone(),
        against: Against::EachOther,
        spring: hard(1e12),
    };
    model.add_contact(contact).unwrap();
    let mut network = MassNetwork::new(&model).unwrap();
    assert_eq!(network.softened(), 1);
    let start = network.energy();
    for _ in 0..2000 {
        let before = network.energy();
        network.step();
        assert!(network.energy() <= before * (1.0 + 1e-12));
    }
    let counts = network.contact_counts();
    assert!(counts.crowded > 0 && start > 0.0, "{counts:?}");
    let finite = |own: &MassId| network.position(*own).iter().all(|own| own.is_finite());
    assert!(masses.iter().all(finite));
}

/// Balls on a sheet that is held at its rim: restored, it plays the same again.
#[test]
fn what_was_restored_touches_as_it_did_at_first() {
    let mut model = Model::new(RATE).unwrap();
    model.set_gravity([0.0, 0.0, -9.81]).unwrap();
    let skin = Lattice {
        counts: [9, 9, 1],
        spring: Spring {
            stiffness: 5e3,
            damping: 0.01,
            length: Some(0.009),
            ..Spring::default()
        },
        span: 1.0,
        hold: Hold::Rim,
        ..Lattice::default()
    };
    let masses = skin.build(&mut model, "skin").unwrap();
    let triangles = skin
        .triangles()
        .into_iter()
        .map(|own| own.map(|n| masses[n]));
    let mut rng = Rng::new(3);
    let balls: Vec<MassId> = (0..5)
        .map(|n| {
            let at = [
                0.04 + 0.01 * rng.signed(),
                0.04 + 0.01 * rng.signed(),
                0.006 + 0.01 * f64::from(n),
            ];
            model.add(ball(at, [0.0; 3], 2e-3, 0.005)).unwrap()
        })
        .collect();
    for against in [Against::Surface(triangles.collect()), Against::EachOther] {
        let contact = Contact {
            masses: balls.clone(),
            against,
            spring: Spring {
                damping: 0.05,
                ..hard(2e4)
            },
        };
        model.add_contact(contact).unwrap();
    }
    let mut network = MassNetwork::new(&model).unwrap();
    let first = network.clone();
    let play = |network: &mut MassNetwork| -> Vec<[f64; 3]> {
        for _ in 0..4000 {
            network.step();
        }
        balls.iter().map(|own| network.position(*own)).collect()
    };
    let told = play(&mut network);
    network.restore(&first);
    assert_eq!(play(&mut network), told);
    // They lie on it, above.
    assert!(told.iter().all(|own| own[2] > -0.02), "{told:?}");
}

/// Balls without losses in a closed box of twelve triangles, written any way round: none gets out, the
/// account never rises, and what moves is still there after 30,000 steps.
#[test]
fn balls_in_a_box_stay_in_it_and_keep_their_energy() {
    let mut model = Model::new(RATE).unwrap();
    let side = 0.1;
    let walls = Lattice {
        counts: [2, 2, 2],
        spacing: side,
        ..Lattice::default()
    };
    let corners = walls.build(&mut model, "box").unwrap();
    let mut held = Model::new(RATE).unwrap();
    let corners: Vec<MassId> = (corners.iter())
        .map(|own| {
            held.add(model.masses()[own.index()].clone().fixed())
                .unwrap()
        })
        .collect();
    let mut rng = Rng::new(6);
    let triangles = walls.triangles().into_iter().map(|own| {
        let mut own = own.map(|n| corners[n]);
        own.rotate_left(rng.below(3));
        if rng.below(2) == 0 {
            own.swap(0, 1);
        }
        own
    });
    let surface = Against::Surface(triangles.collect());
    let balls: Vec<MassId> = (0..27)
        .map(|n| {
            let at = [n % 3, n / 3 % 3, n / 9].map(|own| 0.02 + 0.03 * f64::from(own));
            let velocity = [0; 3].map(|_| rng.signed());
            held.add(ball(at, velocity, 2e-3, 0.008)).unwrap()
        })
        .collect();
    for against in [surface, Against::EachOther] {
        let contact = Contact {
            masses: balls.clone(),
            against,
            spring: hard(2e4),
        };
        held.add_contact(contact).unwrap();
    }
    let mut network = MassNetwork::new(&held).unwrap();
    let start = network.energy();
    let mut before = start;
    for step in 0..30_000 {
        network.step();
        assert!(network.energy() <= before, "{step}");
        before = network.energy();
    }
    for own in &balls {
        let at = network.position(*own);
        assert!(at.iter().all(|own| (0.0..side).contains(own)), "{at:?}");
    }
    let left = [before / start, network.mechanical() / start];
    println!(
        "left {left:?}; {:?} {:?}",
        network.guards(),
        network.contact_counts()
    );
    assert!(left.iter().all(|own| *own > 0.95), "{left:?}");
}

/// However many threads step it: the same bits.
#[test]
fn threads_change_nothing() {
    let mut model = Model::new(RATE).unwrap();
    let block = Lattice {
        counts: [40, 40, 2],
        spring: Spring {
            stiffness: 2e3,
            ..Spring::default()
        },
        hold: Hold::Rim,
        ..Lattice::default()
    };
    let masses = block.build(&mut model, "block").unwrap();
    let triangles = block.triangles().into_iter();
    let triangles = triangles.map(|own| own.map(|n| masses[n])).collect();
    let mut rng = Rng::new(8);
    let balls: Vec<MassId> = (0..60)
        .map(|_| {
            let at = [0.2 + 0.15 * rng.signed(), 0.2 + 0.15 * rng.signed(), 0.018];
            let fast = [rng.signed(), rng.signed(), -6.0];
            model.add(ball(at, fast, 2e-3, 0.006)).unwrap()
        })
        .collect();
    for against in [Against::Surface(triangles), Against::EachOther] {
        let contact = Contact {
            masses: balls.clone(),
            against,
            spring: hard(5e3),
        };
        model.add_contact(contact).unwrap();
    }
    let moved = |threads: usize| -> Vec<[f64; 3]> {
        let stepping = Stepping {
            threads,
            ..Stepping::default()
        };
        let mut network = MassNetwork::with(&model, stepping).unwrap();
        for _ in 0..120 {
            network.step();
        }
        assert!(balls.iter().any(|own| network.velocity(*own)[2] > 0.0));
        balls
            .iter()
            .chain(&masses)
            .map(|own| network.position(*own))
            .collect()
    };
    let one = moved(1);
    assert!(moved(2) == one && moved(3) == one);
}

#[test]
fn what_cannot_touch_is_refused() {
    let mut model = Model::new(RATE).unwrap();
    let all: Vec<MassId> = (0..5)
        .map(|n| {
            model
                .add(Mass::at([f64::from(n), 0.0, 0.0]).named(format!("m{n}")))
                .unwrap()
        })
        .collect();
    let spring = Spring {
        length: Some(0.1),
        ..Spring::default()
    };
    let mut refused = |masses: &[MassId], against: Against, spring: Spring| {
        let masses = masses.to_vec();
        let contact = Contact {
            masses,
            against,
            spring,
        };
        model.add_contact(contact).unwrap_err().to_string()
    };
    let both = refused(&all[..2], Against::Masses(vec![all[1]]), spring);
    assert_eq!(
        both,
        "'m1' is named twice in a contact; name it once, on one side"
    );
    let corner = refused(
        &all[..3],
        Against::Surface(vec![[all[2], all[3], all[4]]]),
        spring,
    );
    assert!(
        corner.contains("'m2' is a corner of the surface"),
        "{corner}"
    );
    let thin = refused(
        &all[..2],
        Against::Surface(vec![[all[2], all[3], all[2]]]),
        spring,
    );
    assert!(thin.contains("a corner twice"), "{thin}");
    let points = refused(&all[..2], Against::EachOther, Spring::default());
    assert_eq!(points, ModelError::NoSize.to_string());
    for (masses, against) in [
        (&all[..0], Against::EachOther),
        (&all[..1], Against::EachOther),
        (&all[..1], Against::Masses(Vec::new())),
        (&all[..1], Against::Surface(Vec::new())),
    ] {
        assert!(refused(masses, against, spring).contains("a contact has no"));
    }
    let wrong = Spring {
        stiffness: f64::NAN,
        ..spring
    };
    assert!(refused(&all[..2], Against::EachOther, wrong).contains("stiffness of a contact"));
}
