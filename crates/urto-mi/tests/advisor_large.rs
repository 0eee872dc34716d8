//! The advisor on networks too large for a whole matrix, against formulas.

use std::f64::consts::PI;
use std::time::Instant;
use urto::math::sin;
use urto_mi::advisor::{Advice, check};
use urto_mi::{Hold, Lattice, Mass, MassId, Model, Row, Spring};

const RATE: f64 = 44_100.0;

fn timed(what: &str, model: &Model) -> Advice {
    let start = Instant::now();
    let advice = check(model);
    println!(
        "{what}: {} masses, {} links, {:.1?}; margin {:.4}, {} modes from {:?} Hz, {} zero, {} rigid",
        model.masses().len(),
        model.links().len(),
        start.elapsed(),
        advice.margin,
        advice.modes.len(),
        advice.modes.first(),
        advice.zero_modes,
        advice.rigid_modes,
    );
    advice
}

/// Frequency that the step gives h²·w² \[Hz\].
fn played(value: f64) -> f64 {
    RATE / PI * (0.5 * value.sqrt()).asin()
}

/// Half the root of an eigenvalue of a row of unit springs, squared: mode n of so many spaces.
fn wave(n: usize, spaces: usize) -> f64 {
    let s = sin(n as f64 * PI / (2 * spaces) as f64);
    4.0 * s * s
}

fn same(advice: &Advice, mut wanted: Vec<f64>) {
    assert!(advice.modes_found, "{:?}", advice.remarks);
    wanted.sort_by(f64::total_cmp);
    assert_eq!(advice.modes.len(), 30);
    for (mode, wanted) in advice.modes.iter().zip(&wanted) {
        let off = mode / wanted - 1.0;
        assert!(off.abs() < 1e-6, "{mode} {wanted}: {off:e}");
    }
}

#[test]
fn a_long_string() {
    let count = 3000;
    let mut model = Model::new(RATE).unwrap();
    let row = Row {
        count,
        to: [(count - 1) as f64, 0.0, 0.0],
        mass: 1.0,
        spring: Spring {
            length: Some(0.9),
            ..model.discrete(0.1, 0.0)
        },
        ..Row::default()
    };
    row.build(&mut model, "s").unwrap();
    let advice = timed("string", &model);
    let modes = (1..40).flat_map(|n| {
        let own = wave(n, count - 1);
        [played(0.01 * own), played(0.01 * own), played(0.1 * own)]
    });
    same(&advice, modes.collect());
    assert_eq!(
        (advice.rigid_modes, advice.zero_modes, advice.buckling),
        (0, 0, 0)
    );
    // The highest mode is along the string.
    let limit = 4.0 / (0.1 * wave(count - 2, count - 1));
    assert!(
        (advice.margin / limit - 1.0).abs() < 1e-3,
        "{}",
        advice.margin
    );
}

/// Some thousand masses; ten thousand in full runs.
fn side(usual: usize, full: usize) -> usize {
    let is_full = std::env::var("URTO_FULL").is_ok_and(|value| value != "0");
    if is_full { full } else { usual }
}

/// Springs without length pull alike in all directions, so that every wave comes three times; equal
/// sides make most of them come six times.
fn stretched(counts: [usize; 3]) -> (Model, Vec<f64>) {
    let mut model = Model::new(RATE).unwrap();
    let spring = Spring {
        length: Some(0.0),
        ..model.discrete(0.1, 0.0)
    };
    let lattice = Lattice {
        counts,
        spacing: 1.0,
        mass: 1.0,
        spring,
        span: 1.0,
        hold: Hold::Rim,
        ..Lattice::default()
    };
    lattice.build(&mut model, "l").unwrap();
    let mut modes = Vec::new();
    for n in 0..1000 {
        let (x, y, z) = (1 + n % 10, 1 + n / 10 % 10, n / 100);
        if z < counts[2] {
            let across = wave(x, counts[0] - 1) + wave(y, counts[1] - 1);
            let own = played(0.1 * (across + wave(z, counts[2])));
            modes.extend([own; 3]);
        }
    }
    (model, modes)
}

#[test]
fn a_sheet() {
    let side = side(40, 100);
    let (model, modes) = stretched([side, side, 1]);
    let advice = timed("sheet", &model);
    same(&advice, modes);
    assert_eq!(
        (advice.rigid_modes, advice.zero_modes, advice.buckling),
        (0, 0, 0)
    );
    let limit = 4.0 / (0.1 * 2.0 * wave(side - 2, side - 1));
    assert!(
        (advice.margin / limit - 1.0).abs() < 1e-3,
        "{}",
        advice.margin
    );
}

#[test]
fn a_block_of_ten_thousand() {
    let (model, modes) = stretched([22, 22, 21]);
    let advice = timed("block", &model);
    same(&advice, modes);
    assert_eq!(
        (advice.rigid_modes, advice.zero_modes, advice.buckling),
        (0, 0, 0)
    );
    let limit = 4.0 / (0.1 * (2.0 * wave(20, 21) + wave(20, 21)));
    assert!(
        (advice.margin / limit - 1.0).abs() < 1e-3,
        "{}",
        advice.margin
    );
}

/// A block whose whole surface is held has up to 18 modes of one frequency: more than are looked for
/// together.
#[test]
fn many_equal_modes() {
    let count = 10;
    let mut loose = Model::new(RATE).unwrap();
    let lattice = Lattice {
        counts: [count; 3],
        spacing: 1.0,
        mass: 1.0,
        spring: Spring {
            length: Some(0.0),
            ..loose.discrete(0.1, 0.0)
        },
        span: 1.0,
        ..Lattice::default()
    };
    lattice.build(&mut loose, "l").unwrap();
    let mut model = Model::new(RATE).unwrap();
    for mass in loose.masses() {
        let mut mass = mass.clone();
        let end = |own: &f64| *own == 0.0 || *own == (count - 1) as f64;
        if mass.position.iter().any(end) {
            mass = mass.fixed();
        }
        model.add(mass).unwrap();
    }
    for link in loose.links() {
        model.join(link.ends, link.law).unwrap();
    }
    let advice = timed("held block", &model);
    let own = |n: usize| wave(n, count - 1);
    let modes = (0..125).flat_map(|n| {
        let sum = own(1 + n % 5) + own(1 + n / 5 % 5) + own(1 + n / 25);
        [played(0.1 * sum); 3]
    });
    same(&advice, modes.collect());
}

/// Each mass joined with each: two different frequencies in all, one of them very often.
#[test]
fn few_different_modes() {
    let count = 250;
    let mut model = Model::new(RATE).unwrap();
    let spring = Spring {
        length: Some(0.0),
        ..model.discrete(1e-3, 0.0)
    };
    let masses: Vec<MassId> = (0..count)
        .map(|n| {
            let mut mass = Mass::at([n as f64, (n % 7) as f64, (n % 3) as f64]).of(1.0);
            if n == 0 {
                mass = mass.fixed();
            }
            model.add(mass).unwrap()
        })
        .collect();
    for n in 0..count {
        for other in n + 1..count {
            model.join([masses[n], masses[other]], spring).unwrap();
        }
    }
    let advice = timed("each with each", &model);
    let mut modes = vec![played(1e-3); 3];
    modes.resize(30, played(1e-3 * count as f64));
    same(&advice, modes);
}

fn floating(counts: [usize; 3]) -> Model {
    let mut model = Model::new(RATE).unwrap();
    let lattice = Lattice {
        counts,
        spring: Spring {
            stiffness: 1e4,
            ..Spring::default()
        },
        ..Lattice::default()
    };
    lattice.build(&mut model, "l").unwrap();
    model
}

/// A flat sheet of unstressed links folds in as many ways as it has masses, less the three in which
/// it moves as a whole.
#[test]
fn a_sheet_folds() {
    let side = side(30, 100);
    let sheet = timed("floating sheet", &floating([side, side, 1]));
    let counts = (sheet.rigid_modes, sheet.zero_modes, sheet.buckling);
    assert_eq!(counts, (6, side * side - 3, 0));
    assert!(sheet.modes_found && sheet.modes.len() == 30);
}

/// Blocks and plates that are braced do not.
#[test]
fn braced_bodies_do_not_fold() {
    let (block, plate) = (side(8, 22), side(16, 60));
    for counts in [[block; 3], [plate, plate, 3]] {
        let body = timed("floating body", &floating(counts));
        assert_eq!(
            (body.rigid_modes, body.zero_modes, body.buckling),
            (6, 0, 0)
        );
        assert!(body.modes_found && body.modes.len() == 30);
        assert!(body.remarks.is_empty(), "{:?}", body.remarks);
    }
}
