//! However a network is stepped, it moves the same.

use urto::SimdLevel;
use urto::rng::Rng;
use urto_mi::{
    Guards, Hold, Lattice, Mass, MassId, MassNetwork, Model, Precision, Row, Spring, StepQuality,
    Stepping,
};

const RATE: f64 = 44_100.0;

fn spring() -> Spring {
    Spring {
        stiffness: 2e4,
        damping: 1e-3,
        ..Spring::default()
    }
}

/// A lattice, whose springs lie in order.
fn lattice(counts: [usize; 3]) -> Model {
    let mut model = Model::new(RATE).unwrap();
    let lattice = Lattice {
        counts,
        spring: spring(),
        hold: Hold::Ends,
        ..Lattice::default()
    };
    lattice.build(&mut model, "l").unwrap();
    model.set_friction(1e-4).unwrap();
    model
}

/// The same with its masses in any order, some springs of other strengths, and some of other laws.
fn shuffled(model: &Model) -> Model {
    let mut rng = Rng::new(7);
    let mut order: Vec<usize> = (0..model.masses().len()).collect();
    for n in (1..order.len()).rev() {
        order.swap(n, rng.below(n + 1));
    }
    let mut other = Model::new(RATE).unwrap();
    for n in &order {
        other.add(model.masses()[*n].clone()).unwrap();
    }
    for link in model.links() {
        let ends = link.ends.map(|end| {
            let name = &model.masses()[end.index()].name;
            other.find(name).unwrap()
        });
        let mut law = *link.spring().unwrap();
        match rng.below(8) {
            0 => law.stiffness *= 0.5,
            1 => law.cubic = 1e6,
            _ => {}
        }
        other.join(ends, law).unwrap();
    }
    other
}

/// A row and a lattice that are joined, some masses heavier than others.
fn mixed() -> Model {
    let mut model = lattice([9, 7, 3]);
    let row = Row {
        count: 40,
        spring: spring(),
        ..Row::default()
    };
    let row = row.build(&mut model, "row").unwrap();
    let heavy = Mass::at([0.2, 0.01, 0.0]).of(2e-3).named("heavy");
    let heavy = model.add(heavy).unwrap();
    for other in [row[3], row[20], model.find("l.4.4.1").unwrap()] {
        model.join([heavy, other], spring()).unwrap();
    }
    model
}

/// Where a mass is, step by step, while another is thrown and pushed; and what guards did.
fn heard(model: &Model, stepping: Stepping, steps: usize) -> (Vec<u64>, Guards) {
    let mut network = MassNetwork::with(model, stepping).unwrap();
    assert_eq!(network.stepping(), stepping);
    let free: Vec<MassId> = (model.masses().iter())
        .filter(|mass| !mass.is_held())
        .map(|mass| model.find(&mass.name).unwrap())
        .collect();
    let (struck, listened) = (free[free.len() / 3], free[free.len() / 2]);
    network.throw(struck, [0.01, 0.02, 0.1]);
    let mut all = Vec::new();
    for step in 0..steps {
        if step % 50 == 0 {
            network.push(struck, [0.0, 0.3, 0.2]);
        }
        network.step();
        all.extend(network.position(listened).map(f64::to_bits));
    }
    assert!(all[..3] != all[all.len() - 3..]);
    (all, network.guards())
}

fn models() -> [Model; 3] {
    let regular = lattice([9, 7, 3]);
    let any = shuffled(&regular);
    [regular, any, mixed()]
}

#[test]
fn fast_and_exact_give_the_same_bits_while_no_guard_acts() {
    for model in models() {
        for precision in [Precision::Double, Precision::Single] {
            let with = |quality| Stepping {
                quality,
                precision,
                threads: 1,
            };
            let (exact, guards) = heard(&model, with(StepQuality::Exact), 1000);
            let (fast, others) = heard(&model, with(StepQuality::Fast), 1000);
            assert_eq!([guards, others], [Guards::default(); 2]);
            assert!(exact == fast, "{precision:?}");
        }
    }
}

/// The limit is for all networks built from now on, of all tests: they only differ in speed.
#[test]
fn every_level_of_the_machine_gives_the_same_bits() {
    for model in models() {
        for precision in [Precision::Double, Precision::Single] {
            let stepping = Stepping {
                precision,
                ..Stepping::default()
            };
            let mut first = None;
            for level in SimdLevel::all() {
                level.limit();
                let now = heard(&model, stepping, 400);
                let first = first.get_or_insert_with(|| now.clone());
                assert!(*first == now, "{} {precision:?}", level.name());
            }
        }
    }
    SimdLevel::best().limit();
}

/// Large enough that threads are called: 15,000 links.
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let regular = lattice([30, 16, 4]);
    assert!(regular.links().len() > 15_000);
    for model in [shuffled(&regular), regular] {
        for precision in [Precision::Double, Precision::Single] {
            let with = |threads| Stepping {
                precision,
                threads,
                ..Stepping::default()
            };
            let one = heard(&model, with(1), 60);
            for threads in [2, 3] {
                assert!(one == heard(&model, with(threads), 60), "{threads}");
            }
        }
    }
}

#[test]
fn what_a_step_cannot_carry_is_stepped_with_more_care() {
    let asked = Stepping {
        quality: StepQuality::Fast,
        precision: Precision::Single,
        threads: 1,
    };
    let with = |damping: f64, tied: bool| {
        let mut model = Model::new(RATE).unwrap();
        let wall = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
        let ball = model.add(Mass::at([0.1, 0.0, 0.0])).unwrap();
        let other = model.add(Mass::at([0.2, 0.0, 0.0])).unwrap();
        let spring = Spring {
            damping,
            ..Spring::default()
        };
        model.join([ball, other], spring).unwrap();
        match tied {
            true => model.join([wall, ball], spring).unwrap(),
            false => model.join([wall, ball], Spring::rope(1e3, 0.1)).unwrap(),
        }
        MassNetwork::with(&model, asked).unwrap().stepping()
    };
    assert_eq!(with(0.0, true), asked);
    // z·h is half the mass.
    let strong = with(0.5e-3 * RATE, true);
    assert_eq!(strong.quality, StepQuality::Exact);
    assert_eq!(strong.precision, Precision::Single);
    assert_eq!(with(0.0, false).precision, Precision::Double);
}

/// Numbers that are almost nothing take a core a hundred times as long as others: what fades is at
/// rest at last, not ever smaller.
#[test]
fn what_fades_comes_to_rest() {
    for precision in [Precision::Double, Precision::Single] {
        let mut model = Model::new(RATE).unwrap();
        let wall = model.add(Mass::at([0.0; 3]).fixed()).unwrap();
        let ball = model.add(Mass::at([0.1, 0.0, 0.0]).of(1e-4)).unwrap();
        model.join([wall, ball], spring()).unwrap();
        // It takes a fifth of the speed in each step.
        model.set_friction(0.2 * 1e-4 * RATE).unwrap();
        let stepping = Stepping {
            precision,
            ..Stepping::default()
        };
        let mut network = MassNetwork::with(&model, stepping).unwrap();
        assert_eq!(network.stepping(), stepping);
        network.throw(ball, [0.1, 0.0, 0.0]);
        // The least that may be moved in a step [m].
        let least = match precision {
            Precision::Double => 1e-140,
            Precision::Single => 9e-27,
        };
        for _ in 0..10_000 {
            network.step();
            let speed = network.velocity(ball)[0];
            let moves = speed.abs() > least * RATE;
            assert!(moves || speed == 0.0, "{precision:?}: {speed}");
        }
        assert_eq!(network.velocity(ball), [0.0; 3], "{precision:?}");
        assert!(network.energy() >= 0.0);
    }
}
