//! What these tests share.

use std::ops::ControlFlow;
use urto::body::{Material, MaterialKind};
use urto_fem::mesh::Mesh;
use urto_fem::modes::{Analysis, Modes, Wanted};

pub fn steel() -> Material {
    MaterialKind::Steel.figures()
}

/// The lowest modes of a free steel body.
pub fn lowest(mesh: &Mesh, count: usize) -> Modes {
    let steel = steel();
    let analysis = Analysis::new(mesh, &steel).wanted(Wanted::Count(count));
    let modes = analysis.run(&mut |_| ControlFlow::Continue(()));
    modes.unwrap_or_else(|error| panic!("{error}"))
}

pub fn full() -> bool {
    std::env::var("URTO_FULL").is_ok_and(|value| value != "0")
}

/// The numbers of a file, one in each line; `#` begins a remark.
pub fn numbers(text: &str) -> Vec<f64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let numbers = lines.map(|line| line.trim().parse());
    numbers.map(|n| n.expect("a number")).collect()
}

/// How far `a` is from `b`, as a share.
pub fn off(a: f64, b: f64) -> f64 {
    (a / b - 1.0).abs()
}
