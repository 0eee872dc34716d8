//! What holds for every analysis: bits, progress, refusals, and that nothing is missing.

use super::common::{lowest, steel};
use std::ops::ControlFlow;
use urto::body::Material;
use urto_fem::mesh::{Mesh, Tetrahedra, lattice};
use urto_fem::modes::{Analysis, ModesError, Stage, Wanted};

fn small() -> Mesh {
    let block = lattice::block([0.1, 0.03, 0.02], [10, 3, 2]).unwrap();
    block.quadratic().unwrap()
}

fn go_on<T>(_: T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let (mesh, steel) = (small(), steel());
    let with = |threads| {
        let analysis = Analysis::new(&mesh, &steel).threads(threads);
        analysis.run(&mut go_on).unwrap()
    };
    let one = with(1);
    assert_eq!(one, with(1));
    assert_eq!(one, with(2));
    assert_eq!(one, with(3));
}

#[test]
fn below_a_frequency_are_the_same_as_by_count() {
    let (mesh, steel) = (small(), steel());
    let first = lowest(&mesh, 25).frequencies;
    for limit in [
        first[0] * 0.9,
        first[0] * 1.01,
        0.5 * (first[17] + first[18]),
    ] {
        let analysis = Analysis::new(&mesh, &steel).wanted(Wanted::Below(limit));
        let below = analysis.run(&mut go_on).unwrap().frequencies;
        let known = first.iter().filter(|&&f| f < limit).count();
        assert_eq!(below.len(), known);
        for (a, b) in below.iter().zip(&first) {
            assert!((a / b - 1.0).abs() < 1e-9);
        }
    }
}

/// A body of few unknowns is solved at once, a larger one by the search. More freedom of the same
/// shape can only lower its modes (Rayleigh); one element alone is half again too stiff.
#[test]
fn few_unknowns_are_solved_too() {
    let one = Tetrahedra {
        nodes: vec![[0.0; 3], [0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]],
        elements: vec![[0, 1, 2, 3]],
    };
    let modes = lowest(&one.quadratic().unwrap(), 4);
    assert_eq!((modes.unknowns, modes.rigid), (30, 6));
    let finer = one.refined().unwrap().refined().unwrap();
    let fine = lowest(&finer.quadratic().unwrap(), 4);
    for (rough, fine) in modes.frequencies.iter().zip(&fine.frequencies) {
        assert!(fine < rough && *rough < 1.6 * fine, "{rough} {fine}");
    }
}

#[test]
fn whoever_watches_can_stop_it() {
    let (mesh, steel) = (small(), steel());
    let mut stages = Vec::new();
    let analysis = Analysis::new(&mesh, &steel);
    let done = analysis.run(&mut |progress| {
        assert!((0.0..=1.0).contains(&progress.share));
        stages.push(progress.stage);
        ControlFlow::Continue(())
    });
    assert!(done.is_ok());
    stages.dedup();
    assert_eq!(
        stages[..4],
        [
            Stage::Assembling,
            Stage::Ordering,
            Stage::Factoring,
            Stage::Searching
        ]
    );
    for at in [Stage::Assembling, Stage::Searching, Stage::Checking] {
        let stopped = analysis.run(&mut |progress| match progress.stage == at {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        assert_eq!(stopped, Err(ModesError::Stopped));
    }
}

#[test]
fn decays_follow_the_material() {
    let mesh = small();
    let modes = lowest(&mesh, 3);
    for (frequency, decay) in modes.frequencies.iter().zip(&modes.decays) {
        let w = urto::math::TAU * frequency;
        // Steel: alpha = 5/s, beta = 3e-8 s.
        assert!((decay / (13.8155 / (5.0 + 3e-8 * w * w)) - 1.0).abs() < 1e-5);
    }
}

/// Two blocks as one mesh, the second moved by so much.
fn two(moved: [f64; 3], merge: bool, cells: usize) -> Mesh {
    let one = lattice::block([1.0; 3], [cells; 3]).unwrap();
    let mut both = one.clone();
    let other = one
        .nodes
        .iter()
        .map(|p| [p[0] + moved[0], p[1] + moved[1], p[2] + moved[2]]);
    let mut numbers = Vec::new();
    for place in other {
        let same = both.nodes.iter().position(|&p| merge && p == place);
        numbers.push(same.unwrap_or(both.nodes.len()) as u32);
        if same.is_none() {
            both.nodes.push(place);
        }
    }
    let elements = one
        .elements
        .iter()
        .map(|e| e.map(|node| numbers[node as usize]));
    both.elements.extend(elements);
    both.quadratic().unwrap()
}

fn refusal(mesh: &Mesh, material: &Material, wanted: Wanted) -> ModesError {
    let analysis = Analysis::new(mesh, material).wanted(wanted);
    analysis.run(&mut go_on).expect_err("refused")
}

#[test]
fn loose_parts_are_told_in_words() {
    let steel = steel();
    let apart = two([3.0, 0.0, 0.0], true, 2);
    assert_eq!(apart.parts(), 2);
    let error = refusal(&apart, &steel, Wanted::Count(3));
    assert!(
        error
            .to_string()
            .starts_with("12 rigid modes: the mesh is in 2 parts")
    );
    // Side by side, at the same place, but nodes are not merged.
    let gaping = two([1.0, 0.0, 0.0], false, 2);
    assert_eq!(
        refusal(&gaping, &steel, Wanted::Count(3)),
        ModesError::InParts { parts: 2 }
    );
    let hinged = two([1.0, 1.0, 0.0], true, 2);
    assert_eq!(
        refusal(&hinged, &steel, Wanted::Count(3)),
        ModesError::Hinged { parts: 2 }
    );
    let joined = two([1.0, 0.0, 0.0], true, 2);
    assert_eq!(lowest(&joined, 3).rigid, 6);
}

/// One of two parts is held, the other is not.
#[test]
fn a_part_that_nothing_holds_is_told() {
    let steel = steel();
    for cells in [2, 4] {
        let apart = two([3.0, 0.0, 0.0], true, cells);
        let fixed = apart.nodes_where(|p| p[0] == 0.0);
        let analysis = Analysis::new(&apart, &steel)
            .wanted(Wanted::Count(4))
            .fixed(fixed);
        let error = analysis.run(&mut go_on).expect_err("refused");
        assert!(
            matches!(
                error,
                ModesError::Mechanism {
                    rigid: 4,
                    expected: 0,
                    ..
                }
            ),
            "{error}"
        );
    }
}

/// A sheet a fifth of a millimetre thin: 1,500 times as long, its stiffest motion 1e14 times as
/// stiff (in w²) as its softest.
#[test]
fn a_foil_has_modes_too() {
    let foil = lattice::block([0.3, 0.03, 2e-4], [40, 4, 1]).unwrap();
    let modes = lowest(&foil.quadratic().unwrap(), 4);
    let worst = modes.residuals.iter().copied().fold(0.0, f64::max);
    let told = modes.rounded().expect("it is told");
    println!("{told}");
    assert!((1e-6..1e-3).contains(&worst) && told.worst == worst);
    let larger = modes.residuals.iter().filter(|&&own| own >= 1e-6);
    assert_eq!(told.modes, larger.count());
    assert_eq!(lowest(&small(), 4).rounded(), None);
    // Its lowest is a free bar's: 4.7300²/(2·pi·sqrt(12))·c·t/l², up to 5 % stiffer for its width.
    let bar = 1.0279 * steel().bar_speed() * 2e-4 / 0.09;
    let ratio = modes.frequencies[0] / bar;
    assert!((0.99..1.06).contains(&ratio), "{ratio}");
}

#[test]
fn what_cannot_be_is_refused() {
    let (mesh, steel) = (small(), steel());
    assert_eq!(
        refusal(&mesh, &steel, Wanted::Count(0)),
        ModesError::Nothing
    );
    for hertz in [0.0, -1.0, f64::INFINITY, f64::NAN] {
        let error = refusal(&mesh, &steel, Wanted::Below(hertz));
        assert!(matches!(error, ModesError::NoFrequency { .. }));
    }
    let error = refusal(&mesh, &steel, Wanted::Count(100_000));
    assert!(matches!(error, ModesError::TooMany { .. }));
    let error = refusal(&mesh, &steel, Wanted::Below(1e9));
    assert!(matches!(error, ModesError::TooCoarse { .. }), "{error}");
    for poisson in [0.5, -1.0, f64::NAN] {
        let error = refusal(&mesh, &Material { poisson, ..steel }, Wanted::Count(1));
        assert!(matches!(error, ModesError::Material { .. }));
    }
    for density in [0.0, f64::NAN, -1.0] {
        let error = refusal(&mesh, &Material { density, ..steel }, Wanted::Count(1));
        assert!(error.to_string().contains("density"));
    }
}
