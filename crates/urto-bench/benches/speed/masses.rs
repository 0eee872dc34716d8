//! Networks of masses, against the plain loop that one would write.

use crate::clock::{Race, Runner};
use urto::rng::Rng;
use urto_mi::{Hold, Lattice, MassNetwork, Model, Precision, Row, Spring, StepQuality, Stepping};

/// Steps a second \[Hz\].
pub const RATE: f64 = 44_100.0;

/// What is stepped: its head in tables.
pub const MODELS: [&str; 5] = [
    "string, 32/31",
    "lattice, 172/536",
    "any graph, 172/536",
    "lattice, 1950/5297",
    "lattice, 15000/43175",
];

/// Rows: name in `Times`, name for people, what it is; how it is stepped, if it is not the plain loop.
pub const ROWS: [(&str, &str, &str, Option<Stepping>); 7] = [
    (
        "masses loop",
        "a plain loop, f64",
        "link by link, mass by mass, with three coordinates side by side: leapfrog without any account.",
        None,
    ),
    (
        "masses exact double",
        "urto, exact, double",
        "the usual one: the account of energy looks at every step.",
        Some(with(StepQuality::Exact, Precision::Double, 1)),
    ),
    (
        "masses fast double",
        "urto, fast, double",
        "it looks at every sixteenth.",
        Some(with(StepQuality::Fast, Precision::Double, 1)),
    ),
    (
        "masses exact single",
        "urto, exact, single",
        "f32, with places kept from where masses started; energy in f64.",
        Some(with(StepQuality::Exact, Precision::Single, 1)),
    ),
    (
        "masses fast single",
        "urto, fast, single",
        "",
        Some(with(StepQuality::Fast, Precision::Single, 1)),
    ),
    (
        "masses exact double threads",
        "urto, exact, double, two threads",
        "from 12,000 springs on.",
        Some(with(StepQuality::Exact, Precision::Double, 2)),
    ),
    (
        "masses exact single threads",
        "urto, exact, single, two threads",
        "",
        Some(with(StepQuality::Exact, Precision::Single, 2)),
    ),
];

const fn with(quality: StepQuality, precision: Precision, threads: usize) -> Stepping {
    Stepping {
        quality,
        precision,
        threads,
    }
}

fn spring() -> Spring {
    Spring {
        stiffness: 2e4,
        damping: 1e-4,
        ..Spring::default()
    }
}

fn lattice(counts: [usize; 3], span: f64) -> Model {
    let mut model = Model::new(RATE).expect("a rate that is allowed");
    let lattice = Lattice {
        counts,
        span,
        spring: spring(),
        hold: Hold::Ends,
        ..Lattice::default()
    };
    lattice.build(&mut model, "l").expect("a lattice");
    model
}

/// The same masses in another order, with as many of its links.
fn copied(model: &Model, order: &[usize], links: usize) -> Model {
    let mut other = Model::new(RATE).expect("a rate that is allowed");
    for n in order {
        other.add(model.masses()[*n].clone()).expect("a mass");
    }
    for link in &model.links()[..links] {
        let ends = link.ends.map(|end| {
            let name = &model.masses()[end.index()].name;
            other.find(name).expect("it was added")
        });
        other
            .join(ends, *link.spring().expect("a spring"))
            .expect("a link");
    }
    other
}

/// Masses of a mesh in random order: no two springs in a row lie side by side.
fn shuffled(count: usize) -> Vec<usize> {
    let mut rng = Rng::new(1);
    let mut order: Vec<usize> = (0..count).collect();
    for n in (1..count).rev() {
        order.swap(n, rng.below(n + 1));
    }
    order
}

/// One of [`MODELS`].
pub fn model(which: usize) -> Model {
    // A sheet of 43 by 4 with diagonals has 549 links.
    let sheet = || lattice([43, 4, 1], 1.5);
    match which {
        0 => {
            let mut model = Model::new(RATE).expect("a rate that is allowed");
            let row = Row {
                spring: Spring {
                    length: Some(0.01),
                    ..spring()
                },
                ..Row::default()
            };
            row.build(&mut model, "s").expect("a row");
            model
        }
        1 => copied(&sheet(), &(0..172).collect::<Vec<_>>(), 536),
        2 => copied(&sheet(), &shuffled(172), 536),
        3 => lattice([25, 13, 6], 1.0),
        _ => lattice([25, 25, 24], 1.0),
    }
}

struct Stepped(MassNetwork);

impl Runner for Stepped {
    fn run(&mut self, samples: usize) {
        for _ in 0..samples {
            self.0.step();
        }
    }

    fn fault(&self) -> Option<String> {
        let energy = self.0.energy();
        (energy <= 0.0).then(|| format!("nothing moves: {energy} J"))
    }
}

/// Adds all rows.
pub fn enter(race: &mut Race) {
    for (which, _) in MODELS.iter().enumerate() {
        for (name, _, _, stepping) in ROWS {
            let threads = stepping.is_some_and(|own| own.threads > 1);
            if threads && which < 4 {
                continue;
            }
            match stepping {
                Some(stepping) => race.add(name, which, || stepped(which, stepping)),
                None => race.add(name, which, || Plain::new(&model(which))),
            }
        }
    }
}

fn stepped(which: usize, stepping: Stepping) -> Stepped {
    let model = model(which);
    let mut network = MassNetwork::with(&model, stepping).expect("a network");
    let free: Vec<_> = model
        .masses()
        .iter()
        .filter(|mass| !mass.is_held())
        .collect();
    let struck = model.find(&free[free.len() / 2].name).expect("it is there");
    network.throw(struck, [0.0, 0.0, 0.1]);
    assert_eq!(network.stepping(), stepping);
    Stepped(network)
}

/// Without an account, without vectors, without bounds.
struct Plain {
    masses: Vec<PlainMass>,
    links: Vec<PlainLink>,
}

struct PlainMass {
    at: [f64; 3],
    moved: [f64; 3],
    force: [f64; 3],
    per_newton: f64,
}

struct PlainLink {
    ends: [usize; 2],
    stiffness: f64,
    damping: f64,
    length: f64,
    before: f64,
}

impl Plain {
    fn new(model: &Model) -> Self {
        let h = model.step();
        let masses = model.masses().iter().map(|mass| PlainMass {
            at: mass.position,
            moved: [0.0; 3],
            force: [0.0; 3],
            per_newton: if mass.is_held() {
                0.0
            } else {
                h * h / mass.mass
            },
        });
        let mut masses: Vec<PlainMass> = masses.collect();
        let links = model.links().iter().map(|link| {
            let own = link.spring().expect("a spring");
            let ends = link.ends.map(|end| end.index());
            let [a, b] = ends.map(|end| model.masses()[end].position);
            let square: f64 = (0..3).map(|k| (b[k] - a[k]) * (b[k] - a[k])).sum();
            PlainLink {
                ends,
                stiffness: own.stiffness,
                damping: own.damping / h,
                length: own.length.unwrap_or(square.sqrt()),
                before: square.sqrt(),
            }
        });
        let links = links.collect();
        let struck = masses.iter().position(|mass| mass.per_newton > 0.0);
        masses[struck.expect("something moves")].moved[2] = 0.1 * h;
        Self { masses, links }
    }
}

impl Runner for Plain {
    fn run(&mut self, samples: usize) {
        for _ in 0..samples {
            for link in &mut self.links {
                let [a, b] = link.ends.map(|end| self.masses[end].at);
                let way = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
                let square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
                let distance = square.sqrt();
                let tension = link.stiffness * (distance - link.length)
                    + link.damping * (distance - link.before);
                link.before = distance;
                let share = tension / distance;
                for (axis, way) in way.into_iter().enumerate() {
                    self.masses[link.ends[0]].force[axis] += share * way;
                    self.masses[link.ends[1]].force[axis] -= share * way;
                }
            }
            for mass in &mut self.masses {
                for axis in 0..3 {
                    mass.moved[axis] += mass.per_newton * mass.force[axis];
                    mass.at[axis] += mass.moved[axis];
                    mass.force[axis] = 0.0;
                }
            }
        }
    }

    fn fault(&self) -> Option<String> {
        let moves = self.masses.iter().any(|mass| mass.moved[2] != 0.0);
        (!moves).then(|| "nothing moves".to_owned())
    }
}
