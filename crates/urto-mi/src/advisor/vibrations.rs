//! How a network moves in its modes, and what of it floats.

use super::eigen::dot;
use super::felt::Felt;
use super::krylov::largest;
use super::matrix::{Matrix, Shares};
use super::parts::parts;
use super::played;
use super::spectrum::Spectrum;
use crate::model::{MassId, Model};

/// A way in which a network vibrates, if it does so a little.
#[derive(Clone, Debug, PartialEq)]
pub struct Vibration {
    /// As the steps play it \[Hz\].
    pub hertz: f64,
    /// What dampers and medium take: it falls to 1/e in two over this \[1/s\].
    pub braked: f64,
    /// How far each mass moves, for a vibration that weighs a kilogram \[m\].
    pub moved: Vec<[f64; 3]>,
}

/// The vibrations of every part, lowest first: all of a small one (up to 200 masses), of others so
/// many of the lowest. Allocates, and takes up to some seconds for thousands of masses.
pub fn vibrations(model: &Model, most: usize) -> Vec<Vibration> {
    let felt = Felt::new(model);
    let highest = largest(&Matrix::new(&felt, &Shares::ALL)).value;
    let braking = Shares {
        stiffness: 0.0,
        ..Shares::ALL
    };
    let mut found = Vec::new();
    for part in parts(&felt) {
        let spectrum = Spectrum::of(&part, highest, most, true);
        let brakes = Matrix::new(&part.felt, &braking);
        let modes = spectrum.values.iter().zip(&spectrum.vectors);
        let told = if spectrum.whole { usize::MAX } else { most };
        for (value, vector) in modes.take(told) {
            let Some(hertz) = played(*value, felt.h) else {
                continue;
            };
            let mut moved = vec![[0.0; 3]; model.masses().len()];
            let own = vector.as_chunks::<3>().0.iter();
            for ((number, mass), own) in part.numbers.iter().zip(&part.felt.masses).zip(own) {
                moved[*number] = own.map(|own| own / mass.sqrt());
            }
            found.push(Vibration {
                hertz,
                // The matrix is 2·h·Z.
                braked: dot(vector, &brakes.times(vector)) / (2.0 * felt.h),
                moved,
            });
        }
    }
    found.sort_by(|a, b| a.hertz.total_cmp(&b.hertz));
    found
}

/// The parts that can move or turn as a whole, each as its masses that are not held.
pub fn floating(model: &Model) -> Vec<Vec<MassId>> {
    let parts = parts(&Felt::new(model)).into_iter();
    let floats = parts.filter(|part| {
        let matrix = Matrix::new(&part.felt, &Shares::STIFFNESS);
        !part.rigid(&matrix).is_empty()
    });
    let free = |n: &usize| !model.masses()[*n].is_held();
    floats
        .map(|part| part.numbers.into_iter().filter(free))
        .map(|own| own.map(|n| MassId(n as u32)).collect())
        .collect()
}
