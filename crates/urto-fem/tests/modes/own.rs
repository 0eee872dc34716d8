//! The crate's own solver beside faer's: the same modes.

use super::common::steel;
use std::ops::ControlFlow;
use std::time::Instant;
use urto_fem::mesh::{Mesh, ball, lattice};
use urto_fem::modes::{Analysis, Modes, Solver, Wanted};

fn found(mesh: &Mesh, solver: Solver, wanted: Wanted, fixed: Vec<u32>) -> Modes {
    let steel = steel();
    let analysis = Analysis::new(mesh, &steel).wanted(wanted).fixed(fixed);
    let analysis = analysis.solver(solver).threads(1);
    analysis.run(&mut |_| ControlFlow::Continue(())).unwrap()
}

/// A bar, a plate, a bar in a vice, and a ball, whose modes come in fives and sevens: frequencies
/// within 1e-9, and shapes that span the same.
#[test]
fn the_own_solver_finds_the_modes_that_faer_finds() {
    let block = |sides, cells| lattice::block(sides, cells).unwrap().quadratic().unwrap();
    let bar = block([0.3, 0.02, 0.01], [24, 2, 1]);
    let plate = block([0.2, 0.16, 0.003], [14, 11, 1]);
    let vice = bar.nodes_where(|place| place[0] < 0.05);
    let round = ball(0.05, 2).unwrap();
    for (mesh, wanted, fixed) in [
        (&bar, Wanted::Count(24), Vec::new()),
        (&plate, Wanted::Below(3000.0), Vec::new()),
        (&bar, Wanted::Count(8), vice),
        (&round, Wanted::Count(16), Vec::new()),
    ] {
        let own = found(mesh, Solver::Own, wanted, fixed.clone());
        let other = found(mesh, Solver::Faer, wanted, fixed);
        assert_eq!(own.frequencies.len(), other.frequencies.len());
        for (is, should) in own.frequencies.iter().zip(&other.frequencies) {
            assert!((is / should - 1.0).abs() < 1e-9, "{is} {should}");
        }
        assert!(own.orthonormality < 1e-8);
    }
}

/// How long both take for about 20,000 unknowns; `cargo test --release -- --ignored --nocapture`.
#[test]
#[ignore = "takes long, and only prints"]
fn how_long_both_take() {
    for (name, cells) in [
        ("block", [9, 9, 9]),
        ("plate", [40, 28, 1]),
        ("bar", [60, 5, 4]),
    ] {
        let sides = cells.map(|cells| 0.01 * cells as f64);
        let mesh = lattice::block(sides, cells).unwrap().quadratic().unwrap();
        let mut line = format!("{name}: {} unknowns", 3 * mesh.nodes().len());
        for solver in [Solver::Own, Solver::Faer] {
            let begun = Instant::now();
            let modes = found(&mesh, solver, Wanted::Count(60), Vec::new());
            line += &format!(", {solver:?} {:.2} s", begun.elapsed().as_secs_f64());
            assert_eq!(modes.frequencies.len(), 60);
        }
        println!("{line}");
    }
}
