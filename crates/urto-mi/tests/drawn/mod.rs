//! Networks of chance.

use urto::rng::Rng;
use urto_mi::{
    Against, Attractor, Bow, Contact, Freedom, LinkLaw, Mass, MassId, Model, Pluck, Side, Spring,
};

/// Any law, whatever its numbers.
fn drawn_law(rng: &mut Rng, size: f64, has_axis: bool, calm: bool) -> LinkLaw {
    match rng.below(10) {
        0 => {
            let strength = rng.log_uniform(1e-9, 1e9) * rng.signed();
            let core = rng.log_uniform(1e-9, 1.0);
            return LinkLaw::Attractor(Attractor { strength, core });
        }
        1 => {
            let (stiffness, reach) = (rng.log_uniform(1e-3, 1e12), rng.log_uniform(1e-6, 1.0));
            return LinkLaw::Pluck(Pluck { stiffness, reach });
        }
        2 if has_axis => {
            let (force, speed) = (rng.log_uniform(1e-6, 1e6), rng.log_uniform(1e-6, 10.0));
            return LinkLaw::Bow(Bow { force, speed });
        }
        _ => {}
    }
    let length = match rng.below(3) {
        0 => None,
        1 => Some(0.0),
        _ => Some(size * rng.uniform()),
    };
    let mut seldom = |low: f64, high: f64| match rng.below(3) {
        0 => rng.log_uniform(low, high),
        _ => 0.0,
    };
    let [quadratic, cubic, power] =
        [(1.0, 1e13), (1.0, 1e14), (1.0, 1e12)].map(|(a, b)| seldom(a, b));
    let damping = if calm { 0.0 } else { seldom(1e-6, 1e9) };
    LinkLaw::Spring(Spring {
        stiffness: rng.log_uniform(1e-3, 1e12),
        quadratic,
        cubic,
        power,
        exponent: 1.0 + 9.0 * rng.uniform(),
        damping,
        length,
        side: [Side::Both, Side::Pulls, Side::Pushes][rng.below(3)],
    })
}

/// Contacts of many, whatever their numbers: some masses with each other, with others, and with
/// triangles.
fn drawn_contacts(rng: &mut Rng, model: &mut Model, masses: &[MassId], size: f64, calm: bool) {
    for _ in 0..rng.below(4) {
        let mut all = masses.to_vec();
        for n in (1..all.len()).rev() {
            all.swap(n, rng.below(n + 1));
        }
        let rest = all.split_off(1 + rng.below(all.len() - 1));
        let against = match rng.below(3) {
            0 => Against::EachOther,
            1 => Against::Masses(rest),
            _ => {
                let triangle = |_| [0; 3].map(|_| rest[rng.below(rest.len())]);
                let drawn: Vec<[MassId; 3]> = (0..8).map(triangle).collect();
                let right = |[a, b, c]: &[MassId; 3]| a != b && b != c && c != a;
                Against::Surface(drawn.into_iter().filter(right).collect())
            }
        };
        let LinkLaw::Spring(spring) = drawn_law(rng, size, false, calm) else {
            continue;
        };
        let length = Some(size * rng.log_uniform(1e-3, 1.0));
        let contact = Contact {
            masses: all,
            against,
            spring: Spring { length, ..spring },
        };
        // Some sets are too small to touch anybody.
        let _ = model.add_contact(contact);
    }
}

/// A network of anything with anything; a calm one has no dampers, friction or gravity.
pub fn drawn(rng: &mut Rng, calm: bool) -> (Model, Vec<MassId>) {
    let hertz = rng.log_uniform(250.0, 192_000.0);
    let mut model = Model::new(hertz).unwrap();
    let count = 2 + rng.below(30);
    let size = rng.log_uniform(1e-3, 10.0);
    let place = |rng: &mut Rng| [0; 3].map(|_| size * rng.signed());
    let masses: Vec<MassId> = (0..count)
        .map(|_| {
            let mut mass = Mass::at(place(rng)).of(rng.log_uniform(1e-6, 10.0));
            mass.velocity = [0; 3].map(|_| 10.0 * rng.signed());
            match rng.below(10) {
                0 => mass = mass.fixed(),
                1 => mass = mass.driven(),
                _ => {}
            }
            mass.freedom = match rng.below(8) {
                0 => Freedom::Across(rng.below(3)),
                1 => Freedom::Along(rng.below(3)),
                _ => Freedom::Space,
            };
            model.add(mass).unwrap()
        })
        .collect();
    for _ in 0..count + rng.below(3 * count) {
        let (a, b) = (rng.below(count), rng.below(count));
        if a == b {
            continue;
        }
        let along = (rng.below(4) == 0).then(|| [0; 3].map(|_| rng.signed() + 1e-3));
        let law = drawn_law(rng, size, along.is_some(), calm);
        model.link([masses[a], masses[b]], law, along, "").unwrap();
    }
    // A row, which is stepped in order.
    if rng.below(3) == 0 {
        let spring = Spring {
            stiffness: rng.log_uniform(1e-3, 1e9),
            damping: if calm {
                0.0
            } else {
                [0.0, rng.log_uniform(1e-6, 1e3)][rng.below(2)]
            },
            length: [None, Some(0.0), Some(size * rng.uniform())][rng.below(3)],
            ..Spring::default()
        };
        for pair in masses.windows(2) {
            model.join([pair[0], pair[1]], spring).unwrap();
        }
    }
    if !calm && rng.below(3) == 0 {
        model.set_friction(rng.log_uniform(1e-9, 1e3)).unwrap();
    }
    if !calm && rng.below(3) == 0 {
        model.set_gravity([0.0, 0.0, -9.81]).unwrap();
    }
    drawn_contacts(rng, &mut model, &masses, size, calm);
    (model, masses)
}

/// Ties every mass to a wall, as single precision asks for.
pub fn tie(rng: &mut Rng, model: &mut Model, masses: &[MassId], calm: bool) {
    let wall = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
    for mass in masses {
        let spring = Spring {
            stiffness: rng.log_uniform(1e-3, 1e9),
            damping: if calm {
                0.0
            } else {
                [0.0, rng.log_uniform(1e-6, 1e3)][rng.below(2)]
            },
            ..Spring::default()
        };
        model.join([wall, *mass], spring).unwrap();
    }
}
